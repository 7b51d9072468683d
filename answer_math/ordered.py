r"""Products of matrices that letters name, whose order counts: `(AB)^{-1}` is `B^{-1}A^{-1}`, not `A^{-1}B^{-1}`.

    speak_of_matrices(gold, given)     whether capitals with inverses or transposes are multiplied, and none divides
    same_ordered(gold, given)          whether both are one sum of products, inverses and transposes worked in

A sum is kept as the coefficients of its words; a word is a tuple of (letter, exponent, whether transposed).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from answer_math.tree import MINUS_ONE, Node, exact_value, facts, symbols, walk

MAX_WORDS = 60
MAX_POWER = 6

Word = tuple[tuple[str, int, bool], ...]
Sum = dict[Word, Fraction]


class _NoProduct(Exception):
    """The tree is no sum of products of letters and numbers."""


def _is_matrix_letter(node: Node) -> bool:
    """Return whether a node is a single capital, which may have an index."""
    return node.kind == "sym" and str(node.value)[0].isupper() and len(str(node.value).partition("_")[0]) == 1


def _is_transposed(node: Node) -> bool:
    """Return whether a node is a power that says a transpose: `A^T`, `A^\\top`."""
    return (
        node.kind == "pow" and node.args[1].kind == "sym" and node.args[1].value in ("T", "top", "intercal")
    )


def speak_of_matrices(gold: Node, given: Node) -> bool:
    """Return whether capitals, some inverted or transposed, are multiplied, and nothing is divided by one."""
    nodes = [*walk(gold), *walk(given)]
    marked = [
        node for node in nodes if _is_transposed(node) or (node.kind == "pow" and node.args[1] == MINUS_ONE)
    ]
    letters = {node.value for node in nodes if _is_matrix_letter(node)} - {"T"}
    if len(letters) < 2 or not any(symbols(node.args[0]) & letters for node in marked):
        return False
    return not any(node.kind == "div" and symbols(node.args[1]) & letters for node in nodes)


def same_ordered(gold: Node, given: Node) -> bool:
    """Return whether both sides are one sum of ordered products."""
    try:
        return _sum_of(gold) == _sum_of(given)
    except _NoProduct:
        return False


def _sum_of(node: Node) -> Sum:
    """Return a tree as the coefficients of its words.  Raises _NoProduct."""
    value = exact_value(node) if not facts(node).letters else None
    if value is not None:
        return {(): Fraction(value)} if value else {}
    if node.kind == "sym":
        return {((str(node.value), 1, False),): Fraction(1)}
    if node.kind == "add":
        return _added([_sum_of(arg) for arg in node.args])
    if node.kind == "mul":
        total: Sum = {(): Fraction(1)}
        for arg in node.args:
            total = _times(total, _sum_of(arg))
        return total
    if node.kind == "div":
        bottom = exact_value(node.args[1])
        if not bottom:
            raise _NoProduct
        return {word: factor / Fraction(bottom) for word, factor in _sum_of(node.args[0]).items()}
    if node.kind == "pow":
        return _power(node)
    raise _NoProduct


def _power(node: Node) -> Sum:
    """Return a transpose, an inverse or a whole power.  Raises _NoProduct."""
    base = _sum_of(node.args[0])
    if _is_transposed(node):
        return {
            tuple((letter, power, not mark) for letter, power, mark in word[::-1]): factor
            for word, factor in base.items()
        }
    exponent = exact_value(node.args[1])
    if exponent is None or exponent.denominator != 1 or not 0 < abs(exponent) <= MAX_POWER:
        raise _NoProduct
    if exponent < 0:
        if len(base) != 1:
            raise _NoProduct
        ((word, factor),) = base.items()
        base = {tuple((letter, -power, mark) for letter, power, mark in word[::-1]): 1 / factor}
    total: Sum = {(): Fraction(1)}
    for _ in range(abs(int(exponent))):
        total = _times(total, base)
    return total


def _added(parts: list[Sum]) -> Sum:
    """Return a sum without terms that cancel."""
    total: Counter[Word] = Counter()
    for part in parts:
        for word, factor in part.items():
            total[word] += factor  # type: ignore[assignment]
    return {word: Fraction(factor) for word, factor in total.items() if factor}


def _times(left: Sum, right: Sum) -> Sum:
    """Return a product, the words joined in order.  Raises _NoProduct when it grows large."""
    if len(left) * len(right) > MAX_WORDS:
        raise _NoProduct
    parts = [{_joined(one, other): a * b} for one, a in left.items() for other, b in right.items()]
    return _added(parts)


def _joined(left: Word, right: Word) -> Word:
    """Return two words as one: what meets is added up, and a letter beside its inverse falls."""
    while left and right and left[-1][0] == right[0][0] and left[-1][2] == right[0][2]:
        power = left[-1][1] + right[0][1]
        if power:
            return (*left[:-1], (left[-1][0], power, left[-1][2]), *right[1:])
        left, right = left[:-1], right[1:]
    return left + right
