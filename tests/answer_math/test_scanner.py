r"""From text to tokens: characters, numbers, commands, words, commas."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answer_math.scanner import comma_readings, exact_int, plain, scan, with_set_difference
from answer_math.tree import LimitExceeded, NotMath

# ------------------------------------------------------------------------------
# 1  Characters
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("abc", "abc"),
        ("−3", "-3"),
        ("３", "3"),
        ("½", r"\frac{1}{2}"),
        ("π", r"\pi "),
        ("α", r"\alpha "),
        ("≤", r"\le "),
        ("∪", r"\cup "),
        ("√2", r"\surd 2"),
        ("x²", "x^{2}"),
        ("x¹²", "x^{12}"),
        ("10⁻³", "10^{-3}"),
        ("x₁", "x_{1}"),
        ("x₁₂", "x_{12}"),
        ("a\u00a0b", "a b"),
        ("a\u200bb", "ab"),
        ("（1，2）", "(1, 2)"),
        ("ℝ", r"\mathbb{R}"),
        ("я", "я"),
    ],
)
def test_plain(text: str, expected: str) -> None:
    """Unicode characters become ASCII or LaTeX; a run of small digits is one group; unknown ones stay."""
    assert plain(text) == expected


@given(st.text(max_size=40))
def test_plain_never_raises_and_leaves_ascii_alone(text: str) -> None:
    """Any text has a plain form; an ASCII text is its own."""
    assert isinstance(plain(text), str)
    if text.isascii():
        assert plain(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"A \ B", r"A\setminus  B"),
        (r"A \ B \ C", r"A\setminus  B\setminus  C"),
        (r"A\B", r"A\setminus B"),
        (r"(0, 1] \ {1}", r"(0, 1]\setminus  {1}"),
        (r"(S \cup T) \ (S \cap T)", r"(S \cup T)\setminus  (S \cap T)"),
        (r"\mathbb{R} \ \{0\}", r"\mathbb{R}\setminus  \{0\}"),
    ],
)
def test_set_difference(text: str, expected: str) -> None:
    """A backslash between sets is their difference."""
    assert with_set_difference(text).split() == expected.split()


@pytest.mark.parametrize(
    "text",
    [r"x \ y", r"5 \ B", r"AB \ CD", r"(x+1) \ (x-1)", r"\frac{1}{2} \ A", r"A \\ B", r"A\R", r"A \, B"],
)
def test_no_set_difference(text: str) -> None:
    """Elsewhere it is a space, a row or a command."""
    assert with_set_difference(text) == text


# ------------------------------------------------------------------------------
# 2  Numbers: (text, comma mode, value, decimal places or None)
# ------------------------------------------------------------------------------

NUMBERS: tuple[tuple[str, str, Fraction, int | None], ...] = (
    ("12", "separator", Fraction(12), None),
    ("007", "separator", Fraction(7), None),
    ("1.50", "separator", Fraction(3, 2), 2),
    (".5", "separator", Fraction(1, 2), 1),
    ("0{,}5", "separator", Fraction(1, 2), 1),
    ("1,5", "decimal", Fraction(3, 2), 1),
    ("1,500", "thousands", Fraction(1500), None),
    ("1,234,567.8", "thousands", Fraction(12345678, 10), 1),
    (r"10\,000", "separator", Fraction(10000), None),
    ("10{,}000", "separator", Fraction(10000), None),
    (r"10,\!080", "separator", Fraction(10080), None),
    ("12 345", "separator", Fraction(12345), None),
    ("0.(3)", "separator", Fraction(1, 3), None),
    ("2.1(6)", "separator", Fraction(13, 6), None),
    (r"0.\overline{27}", "separator", Fraction(3, 11), None),
    (r"0.1\overline{6}", "separator", Fraction(1, 6), None),
    ("0.333...", "separator", Fraction(1, 3), None),
    ("2e3", "separator", Fraction(2000), None),
    ("2.5e-3", "separator", Fraction(1, 400), 4),
    ("9" * 5000, "separator", Fraction(10**5000 - 1), None),
)


@pytest.mark.parametrize(("text", "comma", "value", "places"), NUMBERS, ids=[row[0][:20] for row in NUMBERS])
def test_numbers(text: str, comma: str, value: Fraction, places: int | None) -> None:
    """A number in any spelling is one token with its exact value; a decimal knows its places."""
    token, end = scan(text, comma)
    assert (token.kind, token.value, end.kind) == ("number", text, "end")
    assert token.number is not None
    found = token.number.value
    if places is None:
        assert token.number.kind == "num"
        assert found == value
    else:
        assert token.number.kind == "dec"
        assert (Fraction(found[0], 10 ** found[1]), found[1]) == (value, places)


@pytest.mark.parametrize("text", ["3 1/2", "1 2", "12 34", "1,2", "1 2345"])
def test_white_space_never_joins_digits(text: str) -> None:
    """Only a full group of three is joined by a space."""
    assert len([token for token in scan(text) if token.kind == "number"]) > 1


@given(st.integers(min_value=0, max_value=10**60))
def test_exact_int(value: int) -> None:
    """Digits of any length are their integer."""
    assert exact_int(str(value)) == value


def test_too_many_digits() -> None:
    """Beyond the limit the text is too complex, before any work."""
    with pytest.raises(LimitExceeded):
        exact_int("1" * 20_001)


# ------------------------------------------------------------------------------
# 3  Tokens
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("2x", "number word"),
        (r"\frac12", "command number"),
        (r"\text{ab c}", "text"),
        (r"\mathrm{cm}", "letters"),
        ("6:10", "ratio"),
        ("1:2:3", "ratio"),
        ("6 : 10", "number op number"),
        (r"a\\b", "word op word"),
        (r"\{1\}", "op number op"),
        ("x<=2", "word op number"),
        (r"\left(x\right)", "op word op"),
        (r"\,x\;", "word"),
        (r"\displaystyle x", "word"),
        ("a**b", "word op word"),
        ("", ""),
    ],
)
def test_kinds_of_tokens(text: str, kinds: str) -> None:
    """Layout vanishes; every other piece is one token of its kind."""
    assert " ".join(token.kind for token in scan(text)[:-1]) == kinds


@given(st.text(max_size=60))
def test_tokens_cover_the_text_in_order(text: str) -> None:
    """Tokens never overlap and never go back; nothing but NotMath is raised."""
    try:
        tokens = scan(plain(text))
    except NotMath:
        return
    assert all(left.end <= right.start for left, right in pairwise(tokens))
    assert tokens[-1].kind == "end"


# ------------------------------------------------------------------------------
# 4  Commas: the modes a text admits
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "modes"),
    [
        ("12", "separator"),
        ("1, 2", "separator"),
        ("1,2", "decimal separator"),
        ("1,2,3", "separator"),
        ("1,000", "thousands decimal separator"),
        ("1,000,000", "thousands"),
        ("0,125", "decimal separator"),
        ("(1,2)", "separator"),
        (r"\{1,2\}", "separator"),
        ("x_{1,2}", "separator"),
        ("12,3456", "decimal separator"),
    ],
)
def test_modes_of_commas(text: str, modes: str) -> None:
    """Which readings of the comma a text admits, the ordinary one first."""
    assert " ".join(mode for mode, _, _ in comma_readings(text)) == modes


def test_only_one_group_is_lenient() -> None:
    """`1,000` is thousands; the other readings are marked lenient."""
    assert [rule for _, rule, _ in comma_readings("1,000")] == ["", "comma-reading", "comma-reading"]
