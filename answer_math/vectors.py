r"""Matrices, tuples and vectors as trees: their cells and coordinates, sums and multiples carried out.

    matrix_rows(tree)   the rows of a matrix, of scalar multiples, products, sums and transposes of matrices
    tuple_sum(tree)     the coordinates of `(1, 2) + t(3, 4)`
    coordinates(tree)   the coordinates of `2\hat{i} - \hat{j}`, a combination of unit vectors

Each returns None for a tree of another kind.  DESIGN §6.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from answer_math.tree import VALUE_KINDS, Node, add, mul, num, sym, walk
from answer_math.values import compare_values

Rows = tuple[tuple[Node, ...], ...]


def _matrix_product(left: Rows | None, right: Rows | None) -> Rows | None:
    """Return the product of two matrices; None when the shapes do not fit or it is large."""
    if (
        left is None
        or right is None
        or len(left[0]) != len(right)
        or len(left) * len(right) * len(right[0]) > 400
    ):
        return None
    return tuple(
        tuple(
            add(*(mul(a, b) for a, b in zip(row, column, strict=True))) for column in zip(*right, strict=True)
        )
        for row in left
    )


def _scaled_and_added(tree: Node, rows_of: Callable[[Node], Rows | None]) -> Rows | None:
    """Return the rows of a multiple, a quotient or a sum of what `rows_of` reads; None for anything else."""
    parts = [rows_of(arg) for arg in tree.args]
    present = [part for part in parts if part is not None]
    if tree.kind == "add":
        if len(present) != len(parts) or len({tuple(map(len, part)) for part in present}) != 1:
            return None
        return tuple(
            tuple(add(*cells) for cells in zip(*rows, strict=True)) for rows in zip(*present, strict=True)
        )
    if tree.kind not in ("mul", "div") or len(present) != 1 or (tree.kind == "div" and parts[0] is None):
        return None
    others = [arg for arg, part in zip(tree.args, parts, strict=True) if part is None]
    if tree.kind == "div":
        return tuple(tuple(Node("div", (cell, others[0])) for cell in row) for row in present[0])
    return tuple(tuple(mul(*others, cell) for cell in row) for row in present[0])


def matrix_rows(tree: Node) -> Rows | None:
    """Return the rows of a matrix: as written, transposed, scaled, added or multiplied; None for anything else."""
    if tree.kind == "matrix":
        return tuple(row.args for row in tree.args)
    if (
        tree.kind == "group"
        and len(tree.args) > 1
        and {(row.kind, row.value) for row in tree.args} == {("group", "[]")}
    ):
        rows = tuple(row.args for row in tree.args)  # [[1, 2], [3, 4]]
        return rows if tree.value == "[]" and len({len(row) for row in rows}) == 1 else None
    if tree.kind == "pow" and tree.args[1] == sym("T"):
        base = tree.args[0]
        rows = (base.args,) if is_tuple(base) and len(base.args) > 1 else matrix_rows(base) or ()
        return tuple(zip(*rows, strict=True)) or None
    if tree.kind == "mul":
        factors = [(arg, matrix_rows(arg)) for arg in tree.args]
        matrices: list[Rows | None] = [rows for _, rows in factors if rows is not None]
        if len(matrices) > 1:
            multiple = mul(num(1), *(arg for arg, rows in factors if rows is None))
            product = functools.reduce(_matrix_product, matrices)
            return product and tuple(tuple(mul(multiple, cell) for cell in row) for row in product)
    return _scaled_and_added(tree, matrix_rows) if tree.kind in ("mul", "div", "add") else None


def vector(rows: Sequence[Sequence[Node]]) -> list[Node] | None:
    """Return the cells of a matrix with one row or one column."""
    if len(rows) == 1:
        return list(rows[0])
    return [row[0] for row in rows] if all(len(row) == 1 for row in rows) else None


def is_tuple(tree: Node) -> bool:
    """Return whether a bracket can be a tuple: round on both sides."""
    return tree.kind == "group" and tree.value == "()"


_BASIS = ("i", "j", "k")
_ARROWS = ("hat ", "vec ")


def _basis_vector(node: Node) -> tuple[str, bool] | None:
    r"""Return (`i`, whether it has a hat or arrow) of a unit vector, however written; None for anything else."""
    if node.kind == "fn" and node.value in ("hat", "vec") and len(node.args) == 1:
        inner = _basis_vector(node.args[0])
        return None if inner is None else (inner[0], True)
    if node.kind not in ("sym", "const"):
        return None
    name = str(node.value)
    bare = next((name.removeprefix(arrow) for arrow in _ARROWS if name.startswith(arrow)), name)
    return (bare, bare != name) if bare in _BASIS else None


def _with_basis(node: Node, values: dict[str, Node]) -> Node:
    """Return the tree with its unit vectors replaced."""
    found = _basis_vector(node)
    if found is not None:
        return values[found[0]]
    return (
        Node(node.kind, tuple(_with_basis(arg, values) for arg in node.args), node.value)
        if node.args
        else node
    )


def has_arrow(tree: Node) -> bool:
    """Return whether a unit vector with a hat or an arrow stands in the tree."""
    return any((found := _basis_vector(item)) is not None and found[1] for item in walk(tree))


def coordinates(tree: Node) -> list[Node] | None:
    r"""Return the three coordinates of `2\hat{i}-\hat{j}`; None when it is no combination of unit vectors."""
    if tree.kind not in VALUE_KINDS:
        return None
    names = {found[0] for item in walk(tree) if (found := _basis_vector(item)) is not None}
    if not (names & {"j", "k"} or has_arrow(tree)):
        return None  # `1+2i` is a number
    zeros: dict[str, Node] = dict.fromkeys(_BASIS, num(0))
    parts = [_with_basis(tree, {**zeros, name: num(1)}) for name in _BASIS]
    letters = {name: sym(f"•{name}") for name in _BASIS}
    combined = add(*(mul(part, letters[name]) for name, part in zip(_BASIS, parts, strict=True)))
    return parts if compare_values(_with_basis(tree, letters), combined).verdict == "equal" else None


def _tuple_row(tree: Node) -> Rows | None:
    """Return a tuple, or a sum of multiples of tuples, as one row; None for anything else."""
    if is_tuple(tree) and len(tree.args) > 1:
        return (tree.args,)
    return _scaled_and_added(tree, _tuple_row) if tree.kind in ("mul", "div", "add") else None


def tuple_sum(tree: Node) -> list[Node] | None:
    """Return the coordinates of `(1, 2) + t(3, 4)`; None when it is no sum of multiples of tuples."""
    rows = _tuple_row(tree)
    return None if rows is None else list(rows[0])
