"""How our reader, two third-party parsers and mathjs read a gold: the values they give it.

    OwnReading.of(text)            our own reading, None where the gold is no value
    third_party_parser(name)       a parser for `check_dataset`, asked in the sandbox
    to_mathjs(text)                the tree that mathjs evaluates, None where it cannot

Only values are compared: numbers and expressions, not lists, sets or relations. Spec S2, legs 2 and 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from math import isfinite
from typing import Any, NamedTuple

from answer_math.cleaning import clean
from answer_math.reader import readings
from answer_math.sampling import TooCostly, Undefined, evaluate
from answer_math.tree import Node, NotMath, literal, symbols, walk
from report_views.dataset_check import Parser, Point, Reading, Tree, sample_points

VALUE_KINDS = frozenset(("num", "dec", "sym", "const", "add", "mul", "div", "pow", "root", "fn"))
THIRD_PARTY = ("latex2sympy2_extended", "sympy.parsing.latex")
CHECKED_DIGITS = 30


def _as_complex(value: Any) -> complex | None:
    """A value of any number type, None where a float cannot hold it."""
    try:
        number = complex(value)
    except (OverflowError, TypeError, ValueError):
        return None
    return number if isfinite(number.real) and isfinite(number.imag) else None


class OwnReading(NamedTuple):
    """Our reader's tree of a gold, and its value at a point."""

    tree: Node

    @classmethod
    def of(cls, text: str) -> OwnReading | None:
        """The only reading of a text as a value; None if it has another, or none."""
        try:
            found = readings(clean(text).text)
        except NotMath:
            return None
        is_value = len(found) == 1 and all(node.kind in VALUE_KINDS for node in walk(found[0].tree))
        return cls(found[0].tree) if is_value else None

    @property
    def names(self) -> frozenset[str]:
        """The letters of the expression."""
        return symbols(self.tree)

    def value(self, point: Point) -> complex | None:
        """The value at a point, None where it is undefined or too costly."""
        try:
            return _as_complex(evaluate(self.tree, dict(point), CHECKED_DIGITS))
        except (Undefined, TooCostly, ZeroDivisionError, OverflowError, ValueError):
            return None


class TableReading(NamedTuple):
    """A reading known by its values at the sample points of our own reading."""

    names: frozenset[str]
    table: Mapping[str, complex | None]

    def value(self, point: Point) -> complex | None:
        """The value at one of the sample points."""
        return self.table.get(repr(sorted(point.items())))


@cache
def _third_party_values(text: str, names: frozenset[str]) -> Mapping[str, Any]:
    """Reader -> status and values at the sample points, from the sandbox."""
    from answer_math.sandbox import shared_sandbox

    points = [{name: str(value) for name, value in point.items()} for point in sample_points(names)]
    outcome = shared_sandbox().ask({"task": "readings", "text": text, "points": points})
    return outcome.result or {}


def _parse_by(reader: str, text: str) -> Reading | None:
    """A third-party reading of a gold that ours reads as a value, else None."""
    own = OwnReading.of(text)
    found = _third_party_values(clean(text).text, own.names).get(reader) if own is not None else None
    if own is None or not found or found["status"] != "read":
        return None
    keys = (repr(sorted(point.items())) for point in sample_points(own.names))
    values = (None if value is None else _as_complex(value) for value in found["values"])
    return TableReading(own.names, dict(zip(keys, values, strict=False)))


def third_party_parser(reader: str) -> Parser:
    """The parser of THIRD_PARTY with this name."""
    return partial(_parse_by, reader)


# ------------------------------------------------------------------------------
# mathjs
# ------------------------------------------------------------------------------

MATHJS_FUNCTIONS = {
    name: name
    for name in (
        "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "acot", "sinh", "cosh", "tanh",
        "abs", "floor", "ceil", "factorial",
    )
} | {"ln": "log", "log": "log", "binom": "binomial"}  # fmt: skip
"""Our name of a function -> the name in the shipped script."""

MATHJS_FOLDS = {"add": "add", "mul": "mul", "div": "div", "pow": "pow"}


class _Unknown(Exception):
    """A node that mathjs is not asked about."""


def _mathjs_tree(node: Node) -> Tree:
    """A node in the shape that mathjs_leg.js describes; raises _Unknown."""
    number = literal(node)
    if number is not None:
        return ["num", f"{number.numerator}/{number.denominator}"]
    parts = [_mathjs_tree(arg) for arg in node.args]
    if node.kind == "sym":
        return ["sym", node.value]
    if node.kind == "const" and node.value in ("pi", "e"):
        return ["const", node.value]
    if node.kind in MATHJS_FOLDS:
        return [MATHJS_FOLDS[node.kind], *parts]
    if node.kind == "root":
        is_square = literal(node.args[1]) == Fraction(2)
        return ["fn", "sqrt", parts[0]] if is_square else ["fn", "root", *parts]
    if node.kind == "fn" and node.value in MATHJS_FUNCTIONS and not (node.value == "log" and len(parts) == 1):
        return ["fn", MATHJS_FUNCTIONS[node.value], *parts]
    raise _Unknown(node.kind)


def to_mathjs(text: str) -> Tree | None:
    """The tree of a gold for mathjs, None where it is not asked about."""
    own = OwnReading.of(text)
    try:
        return None if own is None else _mathjs_tree(own.tree)
    except _Unknown:
        return None
