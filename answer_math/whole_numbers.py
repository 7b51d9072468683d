r"""Floors and ceilings of letters that name integers: `\lfloor (n+1)/2 \rfloor` is `\lceil n/2 \rceil`.

    whole_outcome(gold, given) -> Outcome | None     None when no floor or ceiling of n, m, k stands in either
    same_on_class(one, other, letter, residue, modulus) -> Outcome     at the integers of one residue class

Sums and products of polynomials and of their floors are polynomials on every residue class of some modulus.  Two that
agree at more points of each class than their degree agree at all integers; one integer where they differ refutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor, lcm
from typing import NamedTuple

from answer_math.outcomes import Outcome, different, equal, undecided
from answer_math.sampling import CLEAR_DIFFERENCE, TooCostly, Undefined, evaluate, mp
from answer_math.tree import VALUE_KINDS, Node, exact_value, facts, symbols, walk

MAX_POINTS = 3_000  # at which both sides are evaluated
MAX_NODES = 60  # of both sides together, for so many points
POINTS_THAT_REFUTE = 36  # at which expressions of other kinds are evaluated
MAX_LETTERS = 2
MAX_EXPONENT = 8
MAX_MODULUS = 10_000
MAX_VALUE_BITS = 4_000

_LETTERS = frozenset("nmkN")
_STEPS = frozenset({"floor", "ceil"})


class _Shape(NamedTuple):
    """A polynomial on each residue class: its degree, the modulus, and a common denominator of its coefficients."""

    degree: int = 0
    modulus: int = 1
    denominator: int = 1


class _NotWhole(Exception):
    """The expression is no polynomial on residue classes, or too large."""


def whole_outcome(gold: Node, given: Node) -> Outcome | None:
    """Return whether two expressions with floors agree at all integers; None when they are of another kind."""
    letters = sorted(symbols(gold) | symbols(given))
    if not 0 < len(letters) <= MAX_LETTERS or not set(letters) <= _LETTERS:
        return None
    if not (facts(gold).functions | facts(given).functions) & _STEPS:
        return None
    if len(walk(gold)) + len(walk(given)) > MAX_NODES:
        return undecided("too_complex")
    try:
        shapes = _shape(gold), _shape(given)
        size = lcm(*(shape.modulus for shape in shapes)) * (max(shape.degree for shape in shapes) + 1)
        is_proof = size ** len(letters) <= MAX_POINTS
        size = size if is_proof else int(MAX_POINTS ** (1 / len(letters)))
        for point in _points(letters, size):
            values = _value(gold, point), _value(given, point)
            if values[0] != values[1]:
                where = ", ".join(f"{name}={value}" for name, value in point.items())
                return different(f"{values[0]} against {values[1]} at {where}")
    except (_NotWhole, ZeroDivisionError):
        return _refuted(gold, given, letters)
    return equal("same-at-integers", "integer-letters") if is_proof else undecided("too_complex")


def same_on_class(one: Node, other: Node, letter: str, residue: int, modulus: int) -> Outcome:
    """Return whether two expressions in one letter agree at the positive integers of a residue class."""
    if not symbols(one) | symbols(other) <= {letter} or not {one.kind, other.kind} <= VALUE_KINDS:
        return undecided("different_cases")
    if len(walk(one)) + len(walk(other)) > MAX_NODES:
        return undecided("too_complex")
    try:
        shapes = _shape(one), _shape(other)
        size = lcm(modulus, *(shape.modulus for shape in shapes)) * (
            max(shape.degree for shape in shapes) + 1
        )
        if size > MAX_POINTS:
            return undecided("too_complex")
        for number in range(residue or modulus, size + 1, modulus):
            values = _value(one, {letter: number}), _value(other, {letter: number})
            if values[0] != values[1]:
                return different(f"{values[0]} against {values[1]} at {letter}={number}")
    except (_NotWhole, ZeroDivisionError):
        return _agreed_or_refuted(one, other, letter, range(residue or modulus, POINTS_THAT_REFUTE, modulus))
    return equal("same-at-integers")


def _agreed_or_refuted(one: Node, other: Node, letter: str, numbers: range) -> Outcome:
    """Return different with an integer where two expressions differ; undecided, as what agrees at some may differ."""
    for number in numbers:
        try:
            left, right = (evaluate(side, {letter: Fraction(number)}, 30) for side in (one, other))
        except (Undefined, TooCostly, OverflowError):
            continue
        if abs(left - right) > CLEAR_DIFFERENCE * max(1, abs(left), abs(right)):
            return different(f"{mp().nstr(left, 8)} against {mp().nstr(right, 8)} at {letter}={number}")
    return undecided("integer_letters")


def _refuted(gold: Node, given: Node, letters: list[str]) -> Outcome:
    """Return different with a small integer where two other expressions differ; undecided when there is none."""
    for point in _points(letters, int(POINTS_THAT_REFUTE ** (1 / len(letters)))):
        try:
            left, right = (
                evaluate(side, {name: Fraction(value) for name, value in point.items()}, 30)
                for side in (gold, given)
            )
        except (Undefined, TooCostly, OverflowError):
            continue
        if abs(left - right) > CLEAR_DIFFERENCE * max(1, abs(left), abs(right)):
            where = ", ".join(f"{name}={value}" for name, value in point.items())
            return different(f"{mp().nstr(left, 8)} against {mp().nstr(right, 8)} at {where}")
    return undecided("integer_letters")


def _points(letters: list[str], size: int) -> Iterator[dict[str, int]]:
    """Yield the points of a cube of positive integers."""
    for values in product(range(1, size + 1), repeat=len(letters)):
        yield dict(zip(letters, values, strict=True))


def _shape(node: Node) -> _Shape:
    """Return what an expression is on residue classes.  Raises _NotWhole."""
    exact = exact_value(node)
    if exact is not None:
        return _Shape(denominator=_bounded(exact.denominator))
    if node.kind == "sym":
        return _Shape(degree=1)
    if node.kind == "pow":
        return _shape_of_power(*node.args)
    if node.kind == "div":
        top, bottom = _shape(node.args[0]), exact_value(node.args[1])
        if not bottom:
            raise _NotWhole
        return top._replace(denominator=_bounded(top.denominator * abs(bottom.numerator)))
    if node.kind == "fn" and node.value in _STEPS and len(node.args) == 1:
        inner = _shape(node.args[0])
        return inner._replace(modulus=_bounded(inner.modulus * inner.denominator))
    if node.kind not in ("add", "mul"):
        raise _NotWhole
    parts = [_shape(arg) for arg in node.args]
    modulus = _bounded(lcm(*(part.modulus for part in parts)))
    if node.kind == "add":
        denominator = lcm(*(part.denominator for part in parts))
        return _Shape(max(part.degree for part in parts), modulus, _bounded(denominator))
    denominator = 1
    for part in parts:
        denominator = _bounded(denominator * part.denominator)
    return _Shape(_bounded_degree(sum(part.degree for part in parts)), modulus, denominator)


def _shape_of_power(base: Node, exponent: Node) -> _Shape:
    """Return the shape of a power with a small exponent, or of a power of -1.  Raises _NotWhole."""
    inner, power = _shape(base), exact_value(exponent)
    if power is not None and power.denominator == 1 and 0 <= power <= MAX_EXPONENT:
        degree = _bounded_degree(inner.degree * int(power))
        return _Shape(degree, inner.modulus, _bounded(inner.denominator ** int(power)))
    above = _shape(exponent)
    if exact_value(base) != -1 or above.denominator != 1:
        raise _NotWhole
    return _Shape(modulus=_bounded(2 * above.modulus))


def _bounded(value: int) -> int:
    """Return a modulus or denominator that is not too large.  Raises _NotWhole."""
    if value > MAX_MODULUS:
        raise _NotWhole
    return value


def _bounded_degree(value: int) -> int:
    """Return a degree that is not too high.  Raises _NotWhole."""
    if value > MAX_EXPONENT:
        raise _NotWhole
    return value


def _value(node: Node, point: dict[str, int]) -> Fraction:
    """Return the value of an expression that has a shape.  Raises _NotWhole."""
    if node.kind == "sym":
        return Fraction(point[node.value])
    if node.kind in ("num", "dec"):
        return exact_value(node) or Fraction(0)
    values = [_value(arg, point) for arg in node.args]
    if node.kind == "fn":
        return Fraction(floor(values[0]) if node.value == "floor" else ceil(values[0]))
    if node.kind == "pow":
        is_sign = values[0] == -1
        return Fraction(-1 if values[1] % 2 else 1) if is_sign else values[0] ** int(values[1])
    if node.kind == "div":
        return values[0] / values[1]
    total = values[0]
    for value in values[1:]:
        total = total + value if node.kind == "add" else total * value
    if total.numerator.bit_length() > MAX_VALUE_BITS:
        raise _NotWhole
    return total
