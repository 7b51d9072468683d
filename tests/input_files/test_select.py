"""Which rows count: conditions, and the messages when none does."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from input_files.errors import InputError
from input_files.select import Selection, parse_condition


def takes(condition: str, cell: Any) -> bool:
    """Whether a row with this cell in column `c` meets the condition."""
    return Selection([parse_condition(condition)]).takes({"c": cell})


@pytest.mark.parametrize(
    ("condition", "yes", "no"),
    [
        ("c=core", ["core", " core ", ["algebra", "core"]], ["Core", "cores", "", None, ["algebra"], 5]),
        ("c=core,algebra", ["core", "algebra"], ["core,algebra", "circles"]),
        ("c=3", [3, "3", 3.0, "3.0", "+3"], [30, "3a", -3, None, True]),
        ("c=3..5", [3, 4, 5.0, "4.5"], [2, 6, "abc", "", None, "5.01"]),
        ("c=..-1", [-1, "-7.5"], [0, "x"]),
        ("c=10..", [10, 10**9], [9]),
        ("c=1..2,7,x", [1, 2, 7, "x"], [3, "1..2"]),
        ("c!=■", ["□", "", None], ["■", ["□", "■"]]),
        ("c!=3..5", [2, "x", None], [3, 4]),
        ("c=", ["", None, []], ["a", 0]),
        ("c=a=b", ["a=b"], ["a"]),
        ("c=true", [True, "true"], [False, 1]),
        ("c=1.5..2", [1.5, 2], [1.49]),
    ],
)
def test_a_condition(condition: str, yes: list[Any], no: list[Any]) -> None:
    """Text, number, range, list and their negation."""
    assert [cell for cell in yes if not takes(condition, cell)] == []
    assert [cell for cell in no if takes(condition, cell)] == []


@pytest.mark.parametrize("text", ["", "c", "=3", "!=3", "c=5..3", "c=..", "c=1..2..", "c=+..3", "c=..."])
def test_what_is_no_condition(text: str) -> None:
    """The message says what to write."""
    with pytest.raises(InputError, match="write"):
        parse_condition(text)


def test_nested_columns_and_several_conditions() -> None:
    """A dot reaches into an object; all conditions must hold."""
    both = Selection([parse_condition("doc.level=3"), parse_condition("x=1")])
    assert both.takes({"doc": {"level": 3}, "x": 1})
    assert not both.takes({"doc": {"level": 3}, "x": 2})
    assert both.fault() == ""


def test_a_column_that_no_row_has() -> None:
    """The nearest name, and what is there."""
    selection = Selection([parse_condition("chapters=3")])
    assert not selection.takes({"id": 1, "chapter": 3})
    assert "no column `chapters`; did you mean `chapter`? Its columns are id, chapter" in selection.fault()


def test_values_that_no_row_has() -> None:
    """What the column holds instead."""
    selection = Selection([parse_condition("collection=cor")])
    assert not any(selection.takes({"collection": name}) for name in ("core", "algebra", None))
    assert (
        selection.fault()
        == "no row matches --where collection=cor; `collection` holds core, algebra, (empty)"
    )


def test_a_negated_condition_on_an_absent_column_is_a_fault() -> None:
    """A misspelt name must not score everything."""
    selection = Selection([parse_condition("colection!=core")])
    assert selection.takes({"collection": "core"})
    assert "did you mean `collection`" in selection.fault()


@given(st.text(max_size=12), st.text(max_size=12))
def test_any_text_is_a_condition_or_a_message(text: str, cell: str) -> None:
    """Never another exception."""
    try:
        condition = parse_condition(text)
    except InputError:
        return
    Selection([condition]).takes({condition.column: cell})
