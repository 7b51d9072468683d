r"""Evaluation at seeded points: domains, precision, cost, and the verdicts that rest on it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath
import pytest
from grammar import CONTEXT, LETTERS, POINTS, letters, tame_value, value_at
from hypothesis import given, settings
from hypothesis import strategies as st
from notations import write

from answer_math.reader import read
from answer_math.sampling import (
    TooCostly,
    Undefined,
    agree,
    evaluate,
    integer_letters,
    integer_value,
    point_value,
)
from answer_math.tree import exact_value

# ------------------------------------------------------------------------------
# 1  Values: (text, the value to 30 digits)
# ------------------------------------------------------------------------------

VALUES: tuple[tuple[str, str], ...] = (
    ("1/3", "0.333333333333333333333333333333"),
    (r"\sqrt2", "1.41421356237309504880168872421"),
    (r"\sqrt[3]{-8}", "-2"),
    ("(-5)^{1/5}", "-1.37972966146121483239006346418"),
    (r"\pi", "3.14159265358979323846264338328"),
    ("e^2", "7.38905609893065022723042746058"),
    (r"\ln 2", "0.693147180559945309417232121458"),
    (r"\log_2 10", "3.3219280948873623478703194295"),
    (r"\sin 30^\circ", "0.5"),
    (r"\tg\frac{\pi}{4}", "1"),
    (r"\arcctg(-1)", "2.35619449019234492884698253746"),
    ("7!", "5040"),
    ("7!!", "105"),
    (r"\binom{10}{3}", "120"),
    (r"\lfloor-2.5\rfloor", "-3"),
    (r"\lceil2.1\rceil", "3"),
    ("|{-7}|", "7"),
    (r"-7\bmod 3", "-1"),
    (r"\sum_{k=1}^{4}k^2", "30"),
    (r"\prod_{k=1}^{4}k", "24"),
    (r"\int_0^1x^2\,dx", "0.333333333333333333333333333333"),
    (r"\gcd(12,18)", "6"),
    (r"\max(1,3,2)", "3"),
    (r"\operatorname{arsinh}1", "0.881373587019543025232609324979"),
)


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_values(text: str, value: str) -> None:
    """A closed value is evaluated to the digits asked for."""
    found = evaluate(read(text), {}, 40)
    with mpmath.workdps(45):
        assert abs(found - mpmath.mpf(value)) < mpmath.mpf(10) ** -28


UNDEFINED = (
    r"\frac10",
    r"\sqrt{-1}",
    r"\ln(-1)",
    r"\ln0",
    r"\arcsin2",
    r"\log_1 5",
    "0^{-1}",
    r"\infty",
    "(-2)^{1/2}",
    r"\operatorname{arcosh}\frac12",
)


@pytest.mark.parametrize("text", UNDEFINED)
def test_undefined(text: str) -> None:
    """What is not real or does not exist has no value."""
    with pytest.raises(Undefined):
        evaluate(read(text), {})


@pytest.mark.parametrize(
    "text",
    [
        "9^{9^{9^9}}",
        "(10^9)!",
        r"e^{e^{e^{10}}}",
        r"\sum_{k=1}^{1000000}k",
        r"\sin(10^{1000})",
        r"\cosh(10^9)",
    ],
)
def test_too_costly(text: str) -> None:
    """A value beyond the limits is refused before any work."""
    with pytest.raises(TooCostly):
        evaluate(read(text), {})


@settings(max_examples=150)
@given(st.integers(0, 2**64 - 1))
def test_values_agree_with_the_grammar(seed: int) -> None:
    """A random expression has the value that the grammar's own evaluator finds."""
    rng = Random(seed)
    value = tame_value(rng, 2, rng.sample(LETTERS, 2))
    tree = read(write(value, "latex", rng))
    for point in POINTS[:2]:
        expected = value_at(value, point)
        environment = {name.strip("\\"): number for name, number in point.items() if name in letters(value)}
        if "call" in str(value):
            return  # unknown functions have no value of their own
        found = evaluate(tree, environment)
        assert abs(found - expected) <= CONTEXT.mpf(10) ** -30 * max(1, abs(expected))


# ------------------------------------------------------------------------------
# 2  Points
# ------------------------------------------------------------------------------


def test_points_are_fixed_and_no_integers() -> None:
    """Points are the same on every run, never whole, of both signs, some large."""
    found = [point_value("x", index) for index in range(28)]
    assert found == [point_value("x", index) for index in range(28)]
    assert all(value.denominator > 1 for value in found)
    assert any(value < 0 for value in found)
    assert any(value > 0 for value in found)
    assert any(abs(value) > 1000 for value in found)
    assert found != [point_value("y", index) for index in range(28)]


def test_integer_points_have_both_parities_and_signs() -> None:
    """Values of integer parameters are whole, even and odd, of both signs."""
    found = [integer_value("n", index) for index in range(28)]
    assert all(value.denominator == 1 for value in found)
    assert {value % 2 for value in found} == {0, 1}
    assert any(value < 0 for value in found)
    assert any(value > 0 for value in found)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("n!", {"n"}),
        (r"\binom{n}{k}", {"n", "k"}),
        ("(-1)^n", {"n"}),
        (r"\sum_{k=1}^{n}k", {"n"}),
        ("x^2", set()),
        (r"\cos(\pi n)", {"n"}),
    ],
)
def test_integer_letters(text: str, names: set[str]) -> None:
    """Letters under factorials, in bounds and in powers of -1 are integers."""
    assert integer_letters(read(text)) >= names
    assert "x" not in integer_letters(read(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/3", Fraction(1, 3)),
        ("2", Fraction(2)),
        ("0.5", Fraction(1, 2)),
        ("1+1/2", Fraction(3, 2)),
        ("x", None),
        (r"\sqrt2", None),
        ("1/0", None),
    ],
)
def test_exact_value(text: str, value: Fraction | None) -> None:
    """Small rationals are taken exactly."""
    assert exact_value(read(text)) == value


# ------------------------------------------------------------------------------
# 3  Agreement
# ------------------------------------------------------------------------------

AGREEMENT: tuple[tuple[str, str, str], ...] = (
    (r"\sin 2x", r"2\sin x\cos x", "equal"),
    (r"\sin 2x", r"2\sin x", "different"),
    (r"\sqrt{10^{16}+1}-10^8", r"\frac{1}{\sqrt{10^{16}+1}+10^8}", "equal"),
    (r"\sqrt{10^{16}+1}-10^8", "0", "different"),
    (r"e^{\pi\sqrt{163}}", "262537412640768744", "different"),
    (r"\cosh^2x-\sinh^2x", "1", "equal"),
    (r"\sqrt{xy}", r"\sqrt{x}\sqrt{y}", "equal"),
    (r"|x|", "x", "different"),
    (r"\arcsin(\sin x)", "x", "different"),
    (r"\ln x^2", r"2\ln x", "equal"),
    ("1+e^{-200}", "1", "different"),
    (r"\tanh 100", "1", "different"),
    (r"\sin(10^{-30})", "10^{-30}", "different"),
    ("9^{9^{9^9}}", "9^{9^{9^9}}+1", "undecided"),
    (r"x^{x^{x^{x^{x}}}}", "x", "different"),
)


@pytest.mark.parametrize(("one", "other", "verdict"), AGREEMENT, ids=[f"{a} ? {b}" for a, b, _ in AGREEMENT])
def test_agreement(one: str, other: str, verdict: str) -> None:
    """Equal values agree, different ones have a witness, what costs too much is undecided."""
    for gold, given_tree in ((read(one), read(other)), (read(other), read(one))):
        found = agree(gold, given_tree)
        assert found.verdict == verdict, found
        assert found.witness or verdict != "different"


def test_a_clear_difference_needs_no_mpmath(monkeypatch: pytest.MonkeyPatch) -> None:
    """Doubles with their error bounds refute, and the witness has both values."""
    monkeypatch.setattr("answer_math.sampling.evaluate", None)
    found = agree(read(r"\sin 2x"), read(r"2\sin x"))
    assert found.verdict == "different" and " against " in found.witness and " at x=" in found.witness
