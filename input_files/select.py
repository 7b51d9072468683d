"""Which rows of a dataset count: conditions on columns.

    parse_condition("chapter=3..5") -> Condition        Selection(conditions).takes(fields) -> bool

A condition is `COLUMN=VALUE[,VALUE]` or `COLUMN!=VALUE[,VALUE]`; a value is a text or a range of numbers,
`3..5`, `..5`, `3..`. Several conditions must all hold. A list-valued cell holds each of its members.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from input_files.columns import ABSENT, Fields, column_names, lookup, members_of, missing_column
from input_files.errors import InputError

MAX_VALUES_NAMED = 12
MAX_NUMBER_CHARS = 40


class Span(NamedTuple):
    """A range of numbers with both ends; None leaves an end open."""

    low: Fraction | None
    high: Fraction | None


class Condition(NamedTuple):
    """What a column must hold, or must not hold when `is_negated`."""

    text: str
    column: str
    is_negated: bool
    values: tuple[str | Span, ...]


# ------------------------------------------------------------------------------
# 1  Conditions
# ------------------------------------------------------------------------------


def number_in(text: str) -> Fraction | None:
    """The number that a text is, None for any other text.

    >>> number_in(" 3.0 "), number_in("3a")
    (Fraction(3, 1), None)
    """
    text = text.strip()
    is_number = len(text) <= MAX_NUMBER_CHARS and re.fullmatch(r"[+-]?[0-9]+(?:\.[0-9]+)?", text)
    return Fraction(text) if is_number else None


def _value(text: str, condition: str) -> str | Span:
    """A value of a condition; raises InputError for an impossible range."""
    found = re.fullmatch(r"\s*([+-]?[0-9.]{0,40}?)\.\.([+-]?[0-9.]{0,40})\s*", text)
    if found is None:
        return text.strip()
    low, high = (number_in(end) if end else None for end in found.groups())
    misread = any(end and number is None for end, number in zip(found.groups(), (low, high), strict=True))
    if misread or (low is None and high is None) or (low is not None and high is not None and low > high):
        raise InputError(f"{condition!r}: {text.strip()!r} is no range; write 3..5, 3.. or ..5")
    return Span(low, high)


def parse_condition(text: str) -> Condition:
    """The condition that a text states; raises InputError if it states none.

    >>> parse_condition("difficulty!=hard").is_negated
    True
    """
    left, equals, right = text.partition("=")
    column = left.removesuffix("!").strip()
    if not equals or not column:
        raise InputError(f"{text!r}: write COLUMN=VALUE, such as collection=core or chapter=3..5")
    values = tuple(_value(part, text) for part in right.split(","))
    return Condition(text.strip(), column, left.endswith("!"), values)


def _is_in(text: str, value: str | Span) -> bool:
    """True when a cell's text is the value, or lies in the range."""
    number = number_in(text)
    if isinstance(value, Span):
        return (
            number is not None
            and (value.low is None or value.low <= number)
            and (value.high is None or number <= value.high)
        )
    return text.strip() == value or (number is not None and number == number_in(value))


def holds(condition: Condition, texts: Sequence[str]) -> bool:
    """True when a cell with these texts meets the condition."""
    return condition.is_negated != any(_is_in(text, value) for text in texts for value in condition.values)


# ------------------------------------------------------------------------------
# 2  Selection
# ------------------------------------------------------------------------------


class Selection:
    """The conditions of a run, and what the columns they name were seen to hold."""

    def __init__(self, conditions: Sequence[Condition]) -> None:
        """Select by these conditions; an empty sequence takes every row."""
        self.conditions = tuple(conditions)
        self.taken = 0
        self._values: dict[str, dict[str, None]] = {condition.column: {} for condition in conditions}
        self._columns: dict[str, None] = {}

    def takes(self, fields: Fields) -> bool:
        """True when a row meets every condition; notes what it holds."""
        met = True
        for condition in self.conditions:
            cell = lookup(fields, condition.column)
            if cell is ABSENT:
                self._columns.update(dict.fromkeys(column_names(fields)))
                met = met and condition.is_negated
                continue
            texts = members_of(cell)
            seen = self._values[condition.column]
            if len(seen) <= MAX_VALUES_NAMED:
                seen.update(dict.fromkeys(texts))
            met = met and holds(condition, texts)
        self.taken += met
        return met

    def fault(self) -> str:
        """What is wrong with the conditions after the last row, or "".

        A column that no row has, or values that no row has.
        """
        for condition in self.conditions:
            if not self._values[condition.column]:
                return f"{missing_column(condition.column, self._columns)} (--where {condition.text})"
        if self.taken or not self.conditions:
            return ""
        said = "; ".join(self._held(condition.column) for condition in self.conditions)
        return f"no row matches --where {' --where '.join(c.text for c in self.conditions)}; {said}"

    def _held(self, column: str) -> str:
        """A column and the first values that it was seen to hold."""
        seen = list(self._values[column])
        more = ", …" if len(seen) > MAX_VALUES_NAMED else ""
        return f"`{column}` holds {', '.join(v or '(empty)' for v in seen[:MAX_VALUES_NAMED])}{more}"
