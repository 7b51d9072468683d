r"""English words for numbers and operations, by the examples that stand beside each rule."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answer_math.reader import read
from answer_math.rules import Rule
from answer_math.spoken import SPOKEN, in_signs, number_in_words


@pytest.mark.parametrize("step", SPOKEN, ids=lambda step: step.name)
def test_examples_of_each_rule(step: Rule[str, str]) -> None:
    """A rule changes its examples as told and leaves the nearest things alone."""
    for before, after in step.changes:
        assert step.apply(before) == after
        read(in_signs(before))
    for text in step.leaves:
        assert step.apply(text) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("five", 5),
        ("twenty-one", 21),
        ("one hundred and five", 105),
        ("one thousand six hundred twenty-five", 1625),
        ("two million", 2_000_000),
        ("zero", 0),
        ("half", Fraction(1, 2)),
        ("a third", Fraction(1, 3)),
        ("one-half", Fraction(1, 2)),
        ("three quarters", Fraction(3, 4)),
        ("Two thirds", Fraction(2, 3)),
        ("3 halves", Fraction(3, 2)),
        ("two and a half", Fraction(5, 2)),
        ("2 and three fourths", Fraction(11, 4)),
        ("third", None),  # a place, no share
        ("twenty-third", None),
        ("two third", None),
        ("zero halves", None),
        ("half past five", None),
        ("and", None),
        ("five apples", None),
        ("hundred", None),
        ("", None),
    ],
)
def test_number_in_words(text: str, value: int | Fraction | None) -> None:
    """English number words are numbers; anything else is none."""
    assert number_in_words(text) == value


PIECES = st.lists(
    st.sampled_from(
        [*"07)(}{\\ -x", " times ", " to ", "over", " squared", " out of ", r"\text{ minus }", "(mod 5)"]
    )
).map("".join)


@given(PIECES)
def test_any_text_comes_back_with_its_numbers(text: str) -> None:
    """Nothing raises; words alone are no operation; no digit is lost."""
    said = in_signs(text)
    assert said == text or any(sign in text for sign in "07)}5")
    assert all(said.count(digit) == text.count(digit) for digit in "075")
