"""Percents, labels and untrusted text as every view prints them."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_maker import HOSTILE, make_report, rebuild

from report_views import figures
from report_views.figures import Tally
from report_views.terminal import columns, paint, wants_colour

PERCENTS = [
    (16, 19, "84.21%"),
    (0, 19, "0.00%"),
    (19, 19, "100.00%"),
    (1, 100_000, "0.01%"),
    (99_999, 100_000, "99.99%"),
    (0, 0, "n/a"),
]


@pytest.mark.parametrize(("part", "whole", "expected"), PERCENTS)
def test_percent(part: int, whole: int, expected: str) -> None:
    assert figures.percent(part, whole) == expected


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_percent_is_at_an_end_only_when_exact(part: int, whole: int) -> None:
    part = min(part, whole)
    text = figures.percent(part, whole)
    assert (text == "0.00%") == (part == 0)
    assert (text == "100.00%") == (part == whole)


@pytest.mark.parametrize(
    ("difference", "expected"), [(0.031, "+3.10"), (-0.031, "-3.10"), (0.0, "0.00"), (-1e-9, "0.00")]
)
def test_points(difference: float, expected: str) -> None:
    assert figures.points(difference) == expected


@pytest.mark.parametrize(
    ("p_value", "expected"), [(1.0, "1"), (0.0312, "0.031"), (0.00012, "0.00012"), (1e-9, "< 0.0001")]
)
def test_p_value_text(p_value: float, expected: str) -> None:
    assert figures.p_value_text(p_value) == expected


def test_tallies_add_and_percents_derive() -> None:
    assert Tally(1, 2) + Tally(15, 17) == Tally(16, 19)
    assert Tally(16, 19).percent == "84.21%"
    assert Tally(16, 19).interval_text == "62.4 to 94.5%"
    assert Tally().accuracy is None and Tally().interval == (0.0, 1.0)


def test_labels_sort_as_people_count() -> None:
    labels = ["ch10", "unlabelled", "ch2", "2.5", "B", "10", "9"]
    assert sorted(labels, key=figures.natural_key) == ["2.5", "9", "10", "B", "ch2", "ch10", "unlabelled"]


@given(st.lists(st.text(max_size=6)))
def test_any_labels_can_be_sorted(labels: list[str]) -> None:
    assert sorted(sorted(labels, key=figures.natural_key)) == sorted(labels)


LABELS = [
    ({"group": "A"}, ["A"]),
    ({"group": ""}, ["unlabelled"]),
    ({}, ["unlabelled"]),
    ({"group": 3}, ["3"]),
    ({"group": ["p1", "p2", "p1"]}, ["p1", "p2"]),
    ({"group": []}, ["unlabelled"]),
    ({"group": 0}, ["0"]),
]


@pytest.mark.parametrize(("item", "expected"), LABELS)
def test_labels_of(item: figures.Item, expected: list[str]) -> None:
    assert figures.labels_of(item, "group") == expected


def test_breakdown_from_the_table_and_from_the_items_agree() -> None:
    report = make_report(200)
    for grouping in figures.groupings_of(report):
        assert figures.breakdown(report, grouping.key) == figures.tally_items(
            report["items"], grouping.column
        )


def test_groupings_leave_out_what_says_nothing_and_find_what_is_new() -> None:
    items = [dict(i, difficulty="", depth=2) for i in make_report(5)["items"]]
    report = rebuild(items) | {"by_depth": {"2": {"scored": 5, "correct": 3, "accuracy": 0.6}}}
    keys = [grouping.key for grouping in figures.groupings_of(report)]
    assert "by_difficulty" not in keys and keys[-1] == "by_depth"
    assert figures.groupings_of(report)[-1].title == "Depth"


def test_a_chapter_with_two_titles_has_none() -> None:
    rows = [{"chapter": 1, "chapter_title": "Sets"}, {"chapter": 1, "chapter_title": "Circles"},
            {"chapter": 2, "chapter_title": "Limits"}]  # fmt: skip
    assert figures.chapter_titles(rows) == {"2": "Limits"}


@pytest.mark.parametrize("where", ["top", "meta", "signature"])
@pytest.mark.parametrize("notes", [{"split": "test"}, ["split=test"], [["split", "test"]]])
def test_notes_are_found_where_the_report_keeps_them(where: str, notes: object) -> None:
    report = {"notes": notes} if where == "top" else {where: {"notes": notes}}
    assert figures.notes_of(report) == {"split": "test"}


def test_band_and_sound_accuracy() -> None:
    report = {
        "totals": {"scored": 10, "correct": 6, "undecided": 2, "lenient_accepts": 1, "strict_correct": 3}
    }
    assert figures.accuracy_band(report) == (Tally(6, 10), Tally(8, 10))
    assert figures.tally_without_lenient(report) == Tally(5, 10)
    assert figures.strict_tally(report) == Tally(3, 10)


ONE_LINE = [
    ("a\nb\tc", r"a\nb\tc"),
    ("\x1b[31mred", r"\x1b[31mred"),
    ("a\u202eb", r"a\u202eb"),
    ("\ud800", r"\ud800"),
    (None, ""),
    (7, "7"),
    ("x" * 300, "x" * 199 + "…"),
    (r"\frac{1}{2} √ 数", r"\frac{1}{2} √ 数"),
]


@pytest.mark.parametrize(("text", "expected"), ONE_LINE)
def test_one_line(text: object, expected: str) -> None:
    assert figures.one_line(text) == expected


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_becomes_one_harmless_line(text: str) -> None:
    shown = figures.one_line(text)
    assert shown.isprintable() and shown.encode()


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


COLOUR = [
    (_Terminal(), {}, True),
    (_Terminal(), {"NO_COLOR": "1"}, False),
    (_Terminal(), {"NO_COLOR": ""}, True),
    (_Terminal(), {"TERM": "dumb"}, False),
    (io.StringIO(), {}, False),
]


@pytest.mark.parametrize(("stream", "environ", "expected"), COLOUR)
def test_colour_only_on_terminals_and_not_against_the_wish(
    stream: io.StringIO, environ: dict[str, str], expected: bool
) -> None:
    assert wants_colour(stream, environ) is expected


def test_paint_and_columns() -> None:
    assert paint("x", "bad", False) == "x"
    assert paint("x", "bad", True) == "\x1b[31mx\x1b[0m"
    assert columns([("a", "1"), ("bbb", "22")]) == ["a     1", "bbb  22"]
