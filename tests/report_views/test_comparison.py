"""Paired comparison, its warnings and its gates."""

from __future__ import annotations

import copy
import functools
from fractions import Fraction
from typing import Any

import pytest
from report_maker import HOSTILE, make_report, perturbed, rebuild

from report_views.comparison import (
    compare_reports,
    fail_on_drop,
    fail_under,
    parse_threshold,
    render_comparison,
)
from report_views.figures import Tally
from report_views.statistics import PairedCounts, exact_mcnemar


def reports_with(both: int, gained: int, lost: int, neither: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A new and an old report with these paired counts."""
    base = make_report(both + gained + lost + neither)["items"]
    pattern = (
        [(True, True)] * both + [(True, False)] * gained + [(False, True)] * lost + [(False, False)] * neither
    )
    sides: list[dict[str, Any]] = []
    for side in (0, 1):
        items = [
            dict(
                item,
                correct=pair[side],
                verdict="accept" if pair[side] else "reject",
                tier="exact",
                lenient=False,
            )
            for item, pair in zip(base, pattern, strict=True)
        ]
        sides.append(rebuild(items))
    return sides[0], sides[1]


def test_a_report_compared_with_itself_has_not_changed() -> None:
    report = make_report(80)
    comparison = compare_reports(report, report)
    assert comparison.difference.estimate == 0.0
    assert comparison.difference.low < 0 < comparison.difference.high
    assert comparison.p_value == 1.0
    assert comparison.gained == comparison.lost == comparison.warnings == ()
    assert all(group.adjusted_p_value == 1.0 for group in comparison.groups)


def test_counts_flips_and_test_are_those_of_the_items() -> None:
    new, old = reports_with(20, 3, 12, 5)
    comparison = compare_reports(new, old)
    assert comparison.counts == PairedCounts(20, 3, 12, 5)
    assert (len(comparison.gained), len(comparison.lost)) == (3, 12)
    assert comparison.p_value == exact_mcnemar(3, 12)
    assert comparison.difference.estimate == pytest.approx(-9 / 40)
    assert (comparison.new, comparison.old) == (Tally(23, 40), Tally(32, 40))
    assert {flip.id for flip in comparison.lost} == {i["id"] for i in new["items"][23:35]}


def test_order_of_the_items_does_not_matter() -> None:
    new, old = reports_with(20, 3, 12, 5)
    shuffled = rebuild(list(reversed(old["items"])))
    assert compare_reports(new, shuffled) == compare_reports(new, old)


def test_groups_add_up_and_are_adjusted_together() -> None:
    report = make_report(400)
    comparison = compare_reports(perturbed(report, 0.05, 0.4), report)
    chapters = [group.counts for group in comparison.groups if group.key == "by_chapter"]
    assert functools.reduce(PairedCounts.plus, chapters) == comparison.counts
    assert all(g.adjusted_p_value >= g.p_value for g in comparison.groups)
    smallest = min(comparison.groups, key=lambda g: g.p_value)
    assert smallest.adjusted_p_value == pytest.approx(min(1, smallest.p_value * len(comparison.groups)))


def test_an_item_of_two_groups_counts_in_both() -> None:
    new, old = reports_with(2, 1, 0, 0)
    for report in (new, old):
        for item in report["items"]:
            item["group"] = ["A", "B"]
    groups = {g.label: g.counts.total for g in compare_reports(new, old).groups if g.key == "by_group"}
    assert groups == {"A": 3, "B": 3}


def _changed(change: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    new = make_report(30)
    old = copy.deepcopy(new)
    old["signature"].update(change)
    return new, old


WARNINGS = [
    ({"dataset_sha256": "00"}, "data sets differ"),
    ({"tiers": ["exact"]}, "tier policies differ"),
    ({"harness": "9"}, "differ in harness"),
    ({"new_limit": 7}, "differ in new_limit"),
]


@pytest.mark.parametrize(("change", "words"), WARNINGS)
def test_warnings_name_what_differs(change: dict[str, Any], words: str) -> None:
    (warning,) = compare_reports(*_changed(change)).warnings
    assert words in warning


def test_warnings_about_items() -> None:
    new, old = make_report(30), make_report(30)
    old = rebuild([*old["items"][5:], dict(old["items"][0], id="gone")])
    old["items"][0]["gold"] = "another"
    old["meta"]["incomplete"] = True
    text = " ".join(compare_reports(new, old).warnings)
    assert "old report is incomplete" in text
    assert "5 items are only in the new report and 1 only in the old one" in text
    assert "1 common items have another gold" in text


def test_reports_without_a_common_item() -> None:
    new = make_report(5)
    old = rebuild([dict(item, id=f"x{item['id']}") for item in new["items"]])
    comparison = compare_reports(new, old)
    assert comparison.counts.total == 0 and comparison.groups == ()
    assert "nothing to compare" in " ".join(comparison.warnings)
    assert not fail_on_drop(comparison).passed
    assert "common items            : 0" in render_comparison(comparison)


THRESHOLDS = [
    ("80", Fraction(80, 100)),
    ("84.21%", Fraction(8421, 10000)),
    (" 0 ", Fraction(0)),
    ("100", Fraction(1)),
    ("0.8%", Fraction(8, 1000)),
]


@pytest.mark.parametrize(("text", "expected"), THRESHOLDS)
def test_thresholds(text: str, expected: Fraction) -> None:
    assert parse_threshold(text) == expected


@pytest.mark.parametrize("text", ["0.8", "1", "101", "-3", "abc", "", "1e2", "80%%", "9" * 400])
def test_ambiguous_and_impossible_thresholds_say_what_to_write(text: str) -> None:
    with pytest.raises(ValueError, match=r"percentage from 0 to 100|write the % sign"):
        parse_threshold(text)


@pytest.mark.parametrize(
    ("correct", "scored", "threshold", "passed"),
    [
        (16, 19, "84.21%", True),
        (2, 3, "66.67%", False),
        (2, 3, "66.66", True),
        (19, 19, "100", True),
        (0, 0, "0", False),
    ],
)
def test_fail_under_compares_exactly(correct: int, scored: int, threshold: str, passed: bool) -> None:
    result = fail_under({"totals": {"correct": correct, "scored": scored}}, parse_threshold(threshold))
    assert result.passed is passed
    assert result.sentence.startswith("Gate met:" if passed else "Gate not met:")


@pytest.mark.parametrize(
    ("cells", "passed"),
    [
        ((20, 0, 5, 5), True),
        ((20, 0, 6, 5), False),
        ((20, 6, 0, 5), True),
        ((20, 30, 32, 5), True),
        ((9, 0, 0, 9), True),
    ],
)
def test_only_a_significant_drop_fails(cells: tuple[int, int, int, int], passed: bool) -> None:
    result = fail_on_drop(compare_reports(*reports_with(*cells)))
    assert result.passed is passed
    assert "points (95% interval" in result.sentence


def test_text_is_plain_without_colour_and_safe_with_hostile_items() -> None:
    new, old = reports_with(5, 3, 6, 2)
    for item, text in zip(new["items"][5:], HOSTILE, strict=False):
        item.update(pred=text, gold=text, id=text)
    text = render_comparison(compare_reports(new, old))
    assert "\x1b" not in text and text.encode()
    assert "-- compared with the baseline --" in text
    coloured = render_comparison(compare_reports(new, old), colour=True)
    assert "\x1b[3" in coloured and "\x1b[31mred" not in coloured


def test_a_long_list_of_flips_is_cut_with_its_count() -> None:
    text = render_comparison(compare_reports(*reports_with(5, 0, 50, 0)))
    assert "lost (50)" in text and "… and 30 more" in text
