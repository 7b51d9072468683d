"""The Markdown page: the template of S8, and text that cannot break out."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_maker import HOSTILE, make_report, perturbed, rebuild

from report_views.audit import Answer, judge
from report_views.comparison import compare_reports
from report_views.html import render_html
from report_views.markdown import code, render_markdown, reporting_template
from report_views.statistics import score_samples

DEMO_CHAPTERS = [1] * 7 + [2, 3, 3, 3, 5, 5, 8, 8, 8, 8, 11, 1]
SHAPE_OF_S8 = [
    r"Model:            not stated",
    r"Decoding:         not stated",
    r"Dataset:          dgn-math-benchmark, not stated",
    r"Split:            test \(19 rows scored, 7 skipped: no gold answer\)",
    r"Tier policy:      exact,numeric,symbolic \(default\)",
    r"Extraction:       last \\boxed\{\} > last .* > answer marker > last number \(refined, .*\)",
    r"Accuracy:         16/19 = 84\.21%",
    r"Strict accuracy:  9/19 = 47\.37%   \(exact tier only\)",
    r"Unparsed:         1    Missing predictions: 0    Errors: 3",
    r"By chapter:",
    r"  ch1  \S+%   ch2  \S+%   ch3  \S+%   ch5  \S+%",
    r"  ch8  \S+%   ch11 \S+%",
    r"By difficulty group:   A \S+%   B \S+%   \(unlabelled \S+%\)",
    r"By answer status:     corrected \S+%   verified \S+%",
    r"Decided by tier:   exact 9 \(47\.37%\)   numeric 6 \(31\.58%\)   symbolic 3 \(15\.79%\)",
    r"Command:",
    r"  evaluate_benchmark\.py --dataset full\.jsonl --predictions 'my model\.jsonl'",
]


def demo_report() -> dict[str, Any]:
    """A report with the counts of the specification's worked example."""
    judged = ([("exact", "accept")] * 9 + [("numeric", "accept")] * 4 + [("numeric", "reject")] * 2
              + [("symbolic", "accept")] * 3 + [("", "unparsed")])  # fmt: skip
    items = [
        dict(item, tier=tier, verdict=verdict, correct=verdict == "accept", lenient=False, chapter=chapter,
             group="AB"[index % 2] if index > 3 else "", answer_status="verified" if index else "corrected")
        for index, (item, (tier, verdict), chapter) in enumerate(
            zip(make_report(19)["items"], judged, DEMO_CHAPTERS, strict=True))
    ]  # fmt: skip
    report = rebuild(items)
    report["meta"]["notes"] = {"split": "test"}
    return report


def test_the_template_is_that_of_the_specification_line_by_line() -> None:
    lines = reporting_template(demo_report()).splitlines()
    assert len(lines) == len(SHAPE_OF_S8)
    for line, shape in zip(lines, SHAPE_OF_S8, strict=True):
        assert re.fullmatch(shape, line), line


def test_notes_fill_the_template_and_other_tiers_are_no_default() -> None:
    report = demo_report()
    report["meta"]["notes"] = {"model": "m-7b", "decoding": "greedy", "config": "verified"}
    report["signature"]["tiers"] = ["symbolic"]
    text = reporting_template(report)
    assert "Model:            m-7b\nDecoding:         greedy" in text
    assert "dgn-math-benchmark, verified" in text
    assert "Tier policy:      symbolic\n" in text


def test_the_page_opens_with_the_template() -> None:
    report = demo_report()
    assert render_markdown(report).startswith("```text\n" + reporting_template(report) + "\n```\n")


def test_every_accuracy_of_the_page_has_its_interval() -> None:
    text = render_markdown(demo_report())
    assert "| Accuracy | 16/19 | 84.21% | 62.4 to 94.5% |" in text
    assert "By extraction rule</summary>" in text and "| If all undecided were right | 16/19 |" in text
    assert "| `numeric` | 6 | 4 | 66.67% |" in text
    assert "| `(none)` | 1 |  |  |" in text
    assert "By chapter</summary>" in text and "By collection</summary>" in text


def test_a_comparison_gets_its_section() -> None:
    old = make_report(300)
    new = perturbed(old, 0.05, 0.4)
    text = render_markdown(new, compare_reports(new, old))
    assert "### Compared with the baseline" in text and "**Significant**: -" in text
    assert "Lost (" in text and "more\n" in text
    same = render_markdown(old, compare_reports(old, old))
    assert "**Not significant**: 0.00 points" in same and "changed significantly." in same


def test_tables_have_the_same_cells_in_every_row() -> None:
    old = make_report(300, hostile_share=0.1)
    new = perturbed(old, 0.2, 0.2)
    for item in new["items"]:
        item["chapter_title"] = HOSTILE[3]
    lines = render_markdown(new, compare_reports(new, old)).splitlines()
    widths: list[int] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("|"):
            widths.append(len(re.findall(r"(?<!\\)\|", line)))
        if widths and not following.startswith("|"):
            assert len(set(widths)) == 1 and len(widths) >= 2
            widths = []


def test_samples_get_their_section() -> None:
    report = demo_report()
    scores = score_samples([[True, False], [False, False]], [[0, 1], [0, 0]])
    report["samples"] = json.loads(json.dumps(scores.as_dict()))
    text = render_markdown(report)
    assert "avg@2 25.00% with standard error 25.00 points, clustered over 2 items" in text
    assert "| 1 | 25.00% | 25.00% |\n| 2 | 50.00% | 25.00% |" in text
    assert "Several samples" not in render_markdown(demo_report())


def test_an_audit_gets_its_section() -> None:
    report = demo_report()
    answers = [Answer(item["id"], item["correct"]) for item in report["items"] if item["tier"]]
    report["audit"] = judge(report, answers).as_dict()
    text = render_markdown(report)
    assert "- False accepts: 0.00% (95% interval 0.0 to 19.4%; 0 of 16 judged)." in text
    assert "- False rejects: 0.00% (95% interval 0.0 to 65.8%; 0 of 2 judged)." in text
    assert "False accepts: 0.00%" in render_html(report)


CODE = [
    ("x^2", "`x^2`"),
    ("a|b", r"`a\|b`"),
    ("`", "`` ` ``"),
    ("a``b`c", "```a``b`c```"),
    ("", ""),
    ("<b>\n@me", r"`<b>\n@me`"),
    (None, ""),
]


@pytest.mark.parametrize(("text", "expected"), CODE)
def test_code_spans(text: object, expected: str) -> None:
    assert code(text) == expected


@given(st.text(max_size=40))
def test_no_text_leaves_its_code_span(text: str) -> None:
    span = code(text)
    if span:
        fence = re.match(r"`+", span)
        assert fence is not None and span.endswith(fence[0]) and "\n" not in span
        inner = span[len(fence[0]) : -len(fence[0])]
        assert all(len(run) < len(fence[0]) for run in re.findall(r"`+", inner))


@given(st.dictionaries(st.sampled_from(["model", "decoding", "split", "config"]), st.text(max_size=30)))
def test_notes_cannot_leave_the_block(notes: dict[str, str]) -> None:
    report = demo_report()
    report["meta"]["notes"] = notes
    text = render_markdown(report)
    fence = re.match(r"`+", text)
    assert fence is not None
    closing = [n for n, line in enumerate(text.splitlines()[1:]) if line.strip().startswith(fence[0])]
    assert closing[0] == len(SHAPE_OF_S8)


@pytest.mark.parametrize(
    "report", [{}, {"totals": {}}, rebuild([]), {"meta": {"incomplete": True}, "items": []}]
)
def test_partial_and_empty_reports_render(report: dict[str, Any]) -> None:
    assert "Accuracy:         0/0 = n/a" in render_markdown(report)


def test_the_whole_data_set_fits_a_step_summary() -> None:
    old = make_report(12_592)
    new = perturbed(old, 0.1, 0.1)
    assert len(render_markdown(new, compare_reports(new, old)).encode()) < 65_536  # a comment's limit
