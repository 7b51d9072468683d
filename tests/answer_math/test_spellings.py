"""Spellings of whole texts: each does what its example says, and leaves the nearest text alone."""

from __future__ import annotations

import re

import pytest

from answer_math.equality import compare
from answer_math.spellings import SPELLINGS, Spelling, respelled


@pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda spelling: f"{spelling.mark} {spelling.changes[0]}")
def test_the_example_of_each_spelling(spelling: Spelling) -> None:
    """It changes its example as told, by itself and in the table."""
    before, after = spelling.changes
    assert spelling.mark in before
    assert re.sub(spelling.source, spelling.written, before) == after == respelled(before)


@pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda spelling: f"{spelling.mark} {spelling.leaves}")
def test_the_nearest_text_stays(spelling: Spelling) -> None:
    """Its counter-example has the mark, and stays as it is."""
    assert spelling.mark in spelling.leaves
    assert respelled(spelling.leaves) == spelling.leaves


@pytest.mark.parametrize(("gold", "given"), [(r"27^\circ 32' 15''", r"27^\circ 32.25'"), ("6 ft", "6'0''")])
def test_feet_are_no_minutes_of_an_angle(gold: str, given: str) -> None:
    """Behind a degree sign the marks are minutes and seconds."""
    assert compare(gold, given).verdict == "accept"
