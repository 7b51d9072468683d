r"""Matrices, tuples and vectors as trees: their cells and coordinates, sums and multiples carried out.

    matrix_rows(tree)   the rows of a matrix, of scalar multiples, products, sums and transposes of matrices
    tuple_sum(tree)     the coordinates of `(1, 2) + t(3, 4)`
    coordinates(tree)   the coordinates of `2\hat{i} - \hat{j}`, a combination of unit vectors

Each returns None for a tree of another kind.  DESIGN §6.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

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


def matrix_rows(tree: Node) -> Rows | None:
    """Return the rows of a matrix, scalar multiples and sums of matrices carried out; None for anything else."""
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
        rows = matrix_rows(tree.args[0]) or ()
        return tuple(zip(*rows, strict=True)) or None
    if tree.kind in ("mul", "div"):
        parts = [matrix_rows(arg) for arg in tree.args]
        if tree.kind == "mul" and all(part is not None for part in parts):
            return functools.reduce(_matrix_product, parts)
        if sum(part is not None for part in parts) != 1 or (tree.kind == "div" and parts[0] is None):
            return None
        rows = next(part for part in parts if part is not None)
        others = [arg for arg, part in zip(tree.args, parts, strict=True) if part is None]
        if tree.kind == "div":
            return tuple(tuple(Node("div", (cell, others[0])) for cell in row) for row in rows)
        return tuple(tuple(mul(*others, cell) for cell in row) for row in rows)
    if tree.kind == "add":
        matrices = [matrix_rows(arg) for arg in tree.args]
        present = [matrix for matrix in matrices if matrix is not None]
        if len(present) != len(matrices) or len({tuple(map(len, matrix)) for matrix in present}) != 1:
            return None
        return tuple(
            tuple(add(*cells) for cells in zip(*rows, strict=True)) for rows in zip(*present, strict=True)
        )
    return None


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


def _basisvector(node: Node) -> tuple[str, bool] | None:
    r"""Return (`i`, whether it has a hat or arrow) of a unit vector, however written; None for anything else."""
    if node.kind == "fn" and node.value in ("hat", "vec") and len(node.args) == 1:
        inner = _basisvector(node.args[0])
        return None if inner is None else (inner[0], True)
    if node.kind not in ("sym", "const"):
        return None
    name = str(node.value)
    bare = next((name.removeprefix(arrow) for arrow in _ARROWS if name.startswith(arrow)), name)
    return (bare, bare != name) if bare in _BASIS else None


def _with_basis(node: Node, values: dict[str, Node]) -> Node:
    """Return the tree with its unit vectors replaced."""
    found = _basisvector(node)
    if found is not None:
        return values[found[0]]
    return (
        Node(node.kind, tuple(_with_basis(arg, values) for arg in node.args), node.value)
        if node.args
        else node
    )


def has_arrow(tree: Node) -> bool:
    """Return whether a unit vector with a hat or an arrow stands in the tree."""
    return any((found := _basisvector(item)) is not None and found[1] for item in walk(tree))


def coordinates(tree: Node) -> list[Node] | None:
    r"""Return the three coordinates of `2\hat{i}-\hat{j}`; None when it is no combination of unit vectors."""
    if tree.kind not in VALUE_KINDS:
        return None
    names = {found[0] for item in walk(tree) if (found := _basisvector(item)) is not None}
    if not (names & {"j", "k"} or has_arrow(tree)):
        return None  # `1+2i` is a number
    zeros: dict[str, Node] = dict.fromkeys(_BASIS, num(0))
    parts = [_with_basis(tree, {**zeros, name: num(1)}) for name in _BASIS]
    letters = {name: sym(f"•{name}") for name in _BASIS}
    combined = add(*(mul(part, letters[name]) for name, part in zip(_BASIS, parts, strict=True)))
    return parts if compare_values(_with_basis(tree, letters), combined).verdict == "equal" else None


def tuple_sum(tree: Node) -> list[Node] | None:
    """Return the coordinates of `(1, 2) + t(3, 4)`; None when it is no sum of multiples of tuples."""
    if is_tuple(tree) and len(tree.args) > 1:
        return list(tree.args)
    if tree.kind == "add":
        terms = [tuple_sum(term) for term in tree.args]
        known = [term for term in terms if term is not None]
        if len(known) < len(terms) or len({len(term) for term in known}) != 1:
            return None
        return [add(*parts) for parts in zip(*known, strict=True)]
    if tree.kind in ("mul", "div"):
        parts = [tuple_sum(arg) for arg in tree.args]
        if sum(part is not None for part in parts) != 1 or (tree.kind == "div" and parts[0] is None):
            return None
        coordinates = next(part for part in parts if part is not None)
        others = [arg for arg, part in zip(tree.args, parts, strict=True) if part is None]
        if tree.kind == "div":
            return [Node("div", (coordinate, others[0])) for coordinate in coordinates]
        return [mul(*others, coordinate) for coordinate in coordinates]
    return None
