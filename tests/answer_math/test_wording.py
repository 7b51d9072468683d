"""Answers in words: wordings of one thing are alike, and others are not."""

from __future__ import annotations

import re

import pytest

from answer_math.wording import FORMS, Form, same_wording


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.changes[0])
def test_the_example_of_each_form(form: Form) -> None:
    """It changes its example as told, and leaves the nearest text alone."""
    before, after = form.changes
    assert re.sub(form.source, form.written, before) == after
    assert re.sub(form.source, form.written, form.leaves) == form.leaves


@pytest.mark.parametrize(
    ("gold", "given", "same"),
    [
        (r"\text{parabola}", "a parabola", True),
        ("The sequence converges", "convergent", True),
        ("converges", "divergent", False),
        ("equilateral triangle", "equilateral", True),
        ("equilateral triangle", "isosceles triangle", False),
        ("prime", "not prime", None),
        ("cube", "unit cube", None),
        ("red and green", "green and red", True),
        ("red and green", "green then red", False),
        ("red, green", "green, red", None),
        ("Yes", "Yes, by symmetry", True),
        ("No", "Yes, by symmetry", False),
        ("Yes", "Yes. No.", None),
        ("Yes", "Yes, if n is even", None),
        ("square", "square number", None),
        ("fourth quadrant", "Quadrant IV", True),
        ("fourth quadrant", "Quadrant III", False),
        ("May 3, 1980", "3 May 1980", True),
        ("II and IV only", "II, IV", True),
        ("x", "y", False),
        ("x^2", "the square", False),
    ],
)
def test_whether_two_wordings_say_the_same(gold: str, given: str, same: bool | None) -> None:
    """What says more than the other side is open."""
    assert same_wording(gold, given) is same
    assert same_wording(given, gold) is same
