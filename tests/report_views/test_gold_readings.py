"""Readings of golds by several engines: which are compared, and that the trees for mathjs mean the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from report_views.dataset_check import MathjsTask, mathjs_values, mathjs_version, sample_points, values_agree
from report_views.gold_readings import THIRD_PARTY, OwnReading, third_party_parser, to_mathjs

VALUES = [
    ("5", 5),
    (r"\boxed{-\frac{3}{4}}", -0.75),
    ("0{,}5", 0.5),
    (r"2\frac{1}{3}", 7 / 3),
    (r"\sqrt{2}+\sqrt[3]{5}", 2**0.5 + 5 ** (1 / 3)),
    (r"\frac{\pi}{6}", math.pi / 6),
    (r"e^2-\ln 3", math.e**2 - math.log(3)),
    (r"\log_2 10", math.log2(10)),
    (r"\sin 1\cdot\arctan 2", math.sin(1) * math.atan(2)),
    (r"\left|-3\right|+4!", 27),
    ("2^{-3}", 0.125),
]


@pytest.mark.parametrize(("gold", "value"), VALUES)
def test_our_reading_has_the_value(gold: str, value: float) -> None:
    """At the one empty point of an expression without letters."""
    reading = OwnReading.of(gold)
    assert reading is not None
    assert reading.names == frozenset()
    found = reading.value({})
    assert found is not None
    assert values_agree(found, value)


@pytest.mark.parametrize(
    "gold", ["(1;2)", "x=2", "1; 2", "no solution", r"\frac{1", "", "[0;1)", "1,2", r"\infty+x>2"]
)
def test_what_is_no_single_value_is_not_compared(gold: str) -> None:
    """Lists, sets, relations, words, and what has two readings."""
    assert OwnReading.of(gold) is None
    assert to_mathjs(gold) is None


FOLDS: Mapping[str, Callable[..., float]] = {
    "add": lambda *parts: sum(parts),
    "mul": lambda *parts: math.prod(parts),
    "div": lambda one, two: one / two,
    "pow": lambda one, two: one**two,
}
FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "sqrt": math.sqrt, "root": lambda x, n: x ** (1 / n), "log": math.log, "abs": abs, "sin": math.sin,
    "atan": math.atan, "factorial": lambda n: math.factorial(int(n)),
    "binomial": lambda n, k: math.comb(int(n), int(k)),
}  # fmt: skip


def value_of(tree: Any, point: Mapping[str, Fraction]) -> float:
    """The value of a tree in the shape of mathjs_leg.js, by Python's own floats."""
    kind, *rest = tree
    if kind == "num":
        return float(Fraction(rest[0]))
    if kind == "sym":
        return float(point[rest[0]])
    if kind == "const":
        return {"pi": math.pi, "e": math.e}[rest[0]]
    if kind == "fn":
        return FUNCTIONS[rest[0]](*(value_of(part, point) for part in rest[1:]))
    return FOLDS[kind](*(value_of(part, point) for part in rest))


@pytest.mark.parametrize(
    "gold",
    [*(gold for gold, _ in VALUES), "2a+3", r"\frac{x^2-1}{x+y}", r"\binom{6}{2}x", r"\frac{(a-b)^3}{4}"],
)
def test_the_tree_for_mathjs_means_the_same(gold: str) -> None:
    """Evaluated by hand at the sample points."""
    reading, tree = OwnReading.of(gold), to_mathjs(gold)
    assert reading is not None
    assert tree is not None
    for point in sample_points(reading.names):
        found = reading.value(point)
        assert found is not None
        assert values_agree(found, value_of(tree, point))


@pytest.mark.parametrize("gold", [r"\sum_{k=1}^{5} k", r"\log x", r"\operatorname{sgn} x", "i+1"])
def test_mathjs_is_not_asked_about_what_it_may_read_otherwise(gold: str) -> None:
    """A logarithm without base, sums, i: conventions differ."""
    assert to_mathjs(gold) is None


@pytest.mark.skipif(mathjs_version() is None, reason="mathjs is not installed")
def test_mathjs_agrees() -> None:
    """The real engine on every gold above."""
    tasks = [MathjsTask(gold, tree, [{}]) for gold, _ in VALUES if (tree := to_mathjs(gold)) is not None]
    values = mathjs_values(tasks)
    assert len(values) == len(tasks) == len(VALUES)
    for gold, value in VALUES:
        (found,) = values[gold]
        assert found is not None
        assert values_agree(found, value)


@pytest.mark.parametrize("reader", THIRD_PARTY)
def test_a_third_party_reading(reader: str) -> None:
    """Its values at the sample points; None for what either side declines."""
    pytest.importorskip("latex2sympy2_extended")
    parse = third_party_parser(reader)
    reading = parse(r"\frac{x}{3}")
    assert reading is not None
    for point in sample_points(frozenset("x")):
        found = reading.value(point)
        assert found is not None
        assert values_agree(found, float(point["x"]) / 3)
    assert parse("(1;2)") is None
    assert parse("") is None
