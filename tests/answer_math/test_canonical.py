r"""Canonical forms: values that meet, values that must not, and the proof they give."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest
from grammar import LETTERS, clearly_differ, perturbed, tame_value
from hypothesis import given, settings
from hypothesis import strategies as st
from notations import write

from answer_math.canonical import Context, NoForm, prime_factors, same_form
from answer_math.reader import read

# ------------------------------------------------------------------------------
# 1  Forms that meet, rule by rule, and the nearest that do not
# ------------------------------------------------------------------------------

RULES: tuple[tuple[str, str, str, str], ...] = (
    ("fractions", r"\frac12+\frac13", r"\frac56", r"\frac25"),
    ("order", "x+y", "y+x", "x-y"),
    ("expansion", "(x+1)^2", "x^2+2x+1", "x^2+1"),
    ("common denominator", r"\frac1x+\frac1y", r"\frac{x+y}{xy}", r"\frac{x+y}{x}"),
    ("prime powers", r"\sqrt{12}", r"2\sqrt3", r"3\sqrt2"),
    ("roots of quotients", r"\sqrt{\frac12}", r"\frac{\sqrt2}{2}", r"\frac{\sqrt2}{4}"),
    ("exponents add", "x^m x^n", "x^{m+n}", "x^{mn}"),
    ("powers of powers", r"\left(x^2\right)^3", "x^6", "x^5"),
    ("numbers to letters", "2^{x+3}", r"8\cdot2^x", r"2^x+8"),
    ("bases meet", "4^x", "2^{2x}", "2^{x+2}"),
    ("i", "i^3", "-i", "i"),
    ("odd functions", r"\sin(-x)", r"-\sin x", r"\sin x"),
    ("even functions", r"\cos(x-y)", r"\cos(y-x)", r"\cos(x+y)"),
    ("quotients", r"\tan x", r"\frac{\sin x}{\cos x}", r"\frac{\cos x}{\sin x}"),
    ("reciprocals", r"\sec x", r"\frac{1}{\cos x}", r"\frac{1}{\sin x}"),
    ("squares of sine", r"\sin^2x", r"1-\cos^2x", r"1+\cos^2x"),
    ("special angles", r"\sin\frac{\pi}{6}", r"\frac12", r"\frac{\sqrt3}{2}"),
    ("quadrants", r"\cos\frac{5\pi}{4}", r"-\frac{\sqrt2}{2}", r"\frac{\sqrt2}{2}"),
    ("logarithms of numbers", r"\ln12", r"2\ln2+\ln3", r"\ln2+2\ln3"),
    ("bases of logarithms", r"\log_4 8", r"\frac32", r"\frac23"),
    ("logarithms of e", r"\ln e^3", "3", "e^3"),
    ("factorials", "(n+2)!", "(n+2)(n+1)n!", "(n+2)n!"),
    ("binomials", r"\binom{n}{2}", r"\frac{n(n-1)}{2}", "n(n-1)"),
    ("absolute values", r"|-2x|", r"2|x|", "2x"),
    ("squares of absolute values", r"|x|^2", "x^2", "x"),
    ("even roots of squares", r"\sqrt{x^2}", "|x|", "x"),
    ("powers of minus one", "(-1)^{n+2}", "(-1)^n", "(-1)^{n+1}"),
    ("unknown functions", "f(x+1)", "f(1+x)", "f(x)"),
    ("dummies", r"\sum_{k=1}^{n}k^2", r"\sum_{j=1}^{n}j^2", r"\sum_{k=1}^{n}k^3"),
)


def have_same_form(one: str, other: str) -> bool:
    """Return whether two texts have one canonical form."""
    context = Context()
    return same_form(context, context.form(read(one)), context.form(read(other)))


@pytest.mark.parametrize(("name", "one", "other", "miss"), RULES, ids=[row[0] for row in RULES])
def test_rules_make_forms_meet(name: str, one: str, other: str, miss: str) -> None:
    """A rule brings two spellings to one form, and stops before the nearest other value."""
    assert have_same_form(one, other)
    assert not have_same_form(one, miss)


@pytest.mark.parametrize(
    "text",
    [r"\frac10", r"\frac{1}{x-x}", r"\infty", "0^{-1}", r"\frac{1}{0}x", "(10^9)!", "(x+1)^{10^9}+1/0"],
)
def test_no_form(text: str) -> None:
    """What has no value, or is too large to write down, has no form; nothing hangs."""
    with pytest.raises(NoForm):
        Context().form(read(text))


# ------------------------------------------------------------------------------
# 2  Properties
# ------------------------------------------------------------------------------


@given(st.integers(min_value=1, max_value=10**12))
def test_prime_factors_multiply_back(value: int) -> None:
    """The factors found multiply to the number; small ones are prime."""
    found = dict(prime_factors(value))
    assert math.prod(prime**power for prime, power in found.items()) == value
    assert all(all(prime % small for small in range(2, min(prime, 40))) for prime in found if prime < 1000)


@given(st.fractions(), st.fractions())
def test_constants_are_exact(left: Fraction, right: Fraction) -> None:
    """Sums and products of rationals are their exact values."""
    context = Context()
    a, b = context.number(left), context.number(right)
    assert Fraction(context.plus(a, b).constant or 0) == left + right
    assert Fraction(context.times(a, b).constant or 0) == left * right


@settings(max_examples=120)
@given(st.integers(0, 2**64 - 1))
def test_equal_forms_are_equal_values(seed: int) -> None:
    """Two values that clearly differ at a point never have one form."""
    rng = Random(seed)
    value = tame_value(rng, 2, rng.sample(LETTERS, 2))
    other = perturbed(value, rng)
    if other is None:
        return
    assert clearly_differ(value, other)
    context = Context()
    try:
        forms = [context.form(read(write(v, "latex", rng))) for v in (value, other)]
    except NoForm:
        return
    assert not same_form(context, *forms)


UNIQUE: tuple[tuple[str, bool], ...] = (
    (r"1+2\sqrt3", True),
    (r"\frac{3}{\sqrt2}-\sqrt[3]{20}", True),
    ("10-5i", True),
    (r"\frac{\pi^2}{6}", True),
    (r"\sqrt{3}\pi+1", True),
    (r"\sqrt{5+2\sqrt6}", False),  # sqrt 2 + sqrt 3
    (r"\frac{1}{1+\sqrt2}", False),  # sqrt 2 - 1
    (r"e+\pi", False),
    (r"\ln 2", False),
    ("x+1", False),
    (r"\sqrt{1000036000099}", False),  # too large to be split
)


@pytest.mark.parametrize(("text", "expected"), UNIQUE)
def test_a_unique_form_holds_roots_of_primes_i_and_pi(text: str, expected: bool) -> None:
    """Nothing that another such form could equal."""
    context = Context()
    assert context.is_unique(context.form(read(text))) is expected


@given(st.lists(st.tuples(st.integers(-9, 9), st.sampled_from([2, 3, 5, 6, 7, 10])), min_size=1, max_size=4))
def test_a_unique_form_has_its_value(terms: list[tuple[int, int]]) -> None:
    """As double precision computes it."""
    context = Context()
    form = context.form(read("+".join(rf"({factor})\sqrt{{{under}}}" for factor, under in terms)))
    assert context.is_unique(form)
    expected = sum(factor * math.sqrt(under) for factor, under in terms)
    assert context.approximate(form) == pytest.approx(expected, abs=1e-9)
