"""Units: one exact table, compounds, nouns."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answer_math.units import KNOWN_UNITS, ONE_LETTER_UNITS, same_unit, singular, unit_of

# (one spelling, another, how many of the second make one of the first)
CONVERSIONS: tuple[tuple[str, str, Fraction], ...] = (
    ("km", "m", Fraction(1000)),
    ("m", "cm", Fraction(100)),
    ("cm", "mm", Fraction(10)),
    ("hours", "minutes", Fraction(60)),
    ("h", "s", Fraction(3600)),
    ("days", "hours", Fraction(24)),
    ("kg", "g", Fraction(1000)),
    ("t", "kg", Fraction(1000)),
    ("ft", "inches", Fraction(12)),
    ("inch", "cm", Fraction(254, 100)),
    ("yards", "feet", Fraction(3)),
    ("mile", "feet", Fraction(5280)),
    ("lb", "oz", Fraction(16)),
    ("dollars", "cents", Fraction(100)),
    ("liters", "ml", Fraction(1000)),
    ("m/s", "km/h", Fraction(36, 10)),
    ("m^2", "cm^2", Fraction(10_000)),
    ("square meters", "cm²", Fraction(10_000)),
    ("cubic meters", "cm^3", Fraction(1_000_000)),
    ("km per hour", "m/min", Fraction(1000, 60)),
    ("mph", "miles per hour", Fraction(1)),
    ("kJ", "J", Fraction(1000)),
)
DIFFERENT = (
    ("m", "s"),
    ("m", "m^2"),
    ("kg", "m"),
    ("m/s", "m*s"),
    ("km", "liters"),
    ("dollars", "euros"),
    ("apples", "pears"),
    ("apples", "kg"),
    ("hours", "meters"),
    ("month", "days"),
    ("years", "days"),
    ("cm^2", "cm^3"),
)
SAME = (
    ("meters", "metre"),
    ("apple", "apples"),
    ("km/h", "kilometres per hour"),
    ("square feet", "feet squared"),
    ("ft^2", "sq ft"),
    ("people", "person"),
    ("children", "child"),
    ("boxes", "box"),
    ("green apples", "apples"),
    ("units", "unit"),
    ("KM", "km"),
)


@pytest.mark.parametrize(("large", "small", "count"), CONVERSIONS)
def test_conversions_are_exact(large: str, small: str, count: Fraction) -> None:
    """Units of one dimension convert by exact factors."""
    first, second = unit_of(large), unit_of(small)
    assert same_unit(first, second)
    assert first.factor / second.factor == count


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_units(one: str, other: str) -> None:
    """Units of different dimensions, and different nouns, are not the same."""
    assert not same_unit(unit_of(one), unit_of(other))


@pytest.mark.parametrize(("one", "other"), SAME)
def test_same_units(one: str, other: str) -> None:
    """Spellings, singular and plural, and a noun with its adjective are the same."""
    assert same_unit(unit_of(one), unit_of(other))


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("apples", "apple"),
        ("boxes", "box"),
        ("cities", "city"),
        ("glasses", "glass"),
        ("bus", "bus"),
        ("people", "person"),
        ("is", "is"),
        ("watches", "watch"),
        ("knives", "knife"),
        ("class", "class"),
    ],
)
def test_singular(plural: str, one: str) -> None:
    """English plurals become singular by their common endings."""
    assert singular(plural) == one


def test_tables_are_apart() -> None:
    """One-letter spellings are listed apart from those that plain text may write behind a number."""
    assert {"m", "g", "s", "h", "t"} <= ONE_LETTER_UNITS
    assert not ONE_LETTER_UNITS & KNOWN_UNITS
    assert {"km", "cm", "kg"} <= KNOWN_UNITS


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_is_some_unit(one: str, other: str) -> None:
    """No text raises; sameness is reflexive and symmetric."""
    first, second = unit_of(one), unit_of(other)
    assert same_unit(first, first) or not (first.noun or first.dimension)
    assert same_unit(first, second) == same_unit(second, first)


@pytest.mark.parametrize("text", ["cm^", "cm^+", "in^2^", "^2", "m^-", "m/s^", "'", "''"])
def test_a_broken_power_is_no_error(text: str) -> None:
    """What the table cannot read is a noun."""
    assert unit_of(text).factor > 0
