"""The review list: every rule's own examples, and hostile responses."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_maker import HOSTILE, make_report

from report_views.html import response_parts
from report_views.review import (
    REVIEW_RULES,
    Example,
    ReviewRule,
    boxes,
    render_review,
    response_excerpt,
    review_counts,
    review_item,
    spans,
    squeezed,
    stands_alone,
)

MARKS = [(rule, example) for rule in REVIEW_RULES for example in rule.marks]
LEAVES = [(rule, example) for rule in REVIEW_RULES for example in rule.leaves]


def _name(value: Any) -> str | None:
    return value.name if isinstance(value, ReviewRule) else None


@pytest.mark.parametrize(("rule", "example"), MARKS, ids=_name)
def test_marks(rule: ReviewRule, example: Example) -> None:
    assert rule.check(*example)
    assert rule.name in review_item(*example)


@pytest.mark.parametrize(("rule", "example"), LEAVES, ids=_name)
def test_leaves(rule: ReviewRule, example: Example) -> None:
    assert not rule.check(*example)


def test_every_rule_has_examples_a_summary_and_a_name_of_its_own() -> None:
    assert all(rule.marks and rule.leaves and rule.summary.endswith(".") for rule in REVIEW_RULES)
    assert len({rule.name for rule in REVIEW_RULES}) == len(REVIEW_RULES) == 6


BOXES = [
    (r"\boxed{1} and \fbox{2}", ["1", "2"]),
    (r"\boxed{\frac{1}{2}}", [r"\frac{1}{2}"]),
    (r"\boxed{a\}b}", [r"a\}b"]),
    (r"\boxed{\boxed{3}}", [r"\boxed{3}"]),
    (r"\boxed{1 and \boxed{2}", []),
    (r"\boxed {5}", ["5"]),
    ("no box", []),
]


@pytest.mark.parametrize(("response", "expected"), BOXES)
def test_boxes(response: str, expected: list[str]) -> None:
    assert list(boxes(response)) == expected


def test_spans() -> None:
    assert list(spans(r"$a$ $$b$$ \(c\) \[d\] $e")) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("needle", "haystack", "expected"),
    [("35", "a=35.", True), ("35", "135", False), ("35", "35.2", False), ("35", "-35", False),
     ("35", "352,35", True), (r"\frac12", r"=\frac12;", True), ("x=1", "2x=1", False)],
)  # fmt: skip
def test_stands_alone(needle: str, haystack: str, expected: bool) -> None:
    assert stands_alone(needle, haystack) is expected


def test_squeezed_forgets_what_the_eye_does_not_see() -> None:
    assert squeezed(r"$\left( 1 ,\, 2 \right)$.") == "(1,2)"


@given(
    st.dictionaries(st.sampled_from(["verdict", "pred", "finish_reason"]), st.text(max_size=9)),
    st.text(),
    st.text(),
)
def test_any_text_can_be_reviewed(item: dict[str, Any], response: str, gold: str) -> None:
    before = copy.deepcopy(item)
    assert set(review_item(item, response, gold)) <= {rule.name for rule in REVIEW_RULES}
    assert item == before


@pytest.mark.parametrize(
    "piece",
    [r"\boxed{", r"\boxed{}", "{", "}", "$", "$$", r"\(", "<think>", "1", "-1", "answer ", " ", "\\", "="],
)
def test_long_hostile_responses_are_reviewed(piece: str) -> None:
    response = piece * (400_000 // len(piece))
    assert isinstance(
        review_item({"verdict": "reject", "correct": False, "pred": "x"}, response, "111"), list
    )


@pytest.mark.parametrize(
    ("start", "end", "begin"),
    [(3, 5, 1), (50, 52, 48), (0, 2, 0), (-1, -1, 95), (101, 102, 98), (20, 60, 20)],
)
def test_excerpts_are_around_the_answer(start: int, end: int, begin: int) -> None:
    response = "so 42 is it".ljust(50, "a") + "42" + "b" * 50
    expected = {"response_excerpt": response[begin : begin + 7], "excerpt_start": begin}
    assert response_excerpt(response, start, end, 7) == expected


@given(st.text(max_size=40), st.integers(-1, 40), st.integers(0, 9))
def test_an_excerpt_gives_the_parts_back(response: str, start: int, length: int) -> None:
    end = min(len(response), start + length)
    fields = response_excerpt(response, start, end, 30)
    before, found, after = response_parts({**fields, "extraction_start": start, "extraction_end": end})
    assert before + found + after in response and len(before + found + after) <= 30
    if 0 <= start < end:
        assert found == response[start:end]


def test_counts_and_text() -> None:
    items = make_report(40)["items"]
    assert render_review(items) == ""
    for item, text in zip(items, HOSTILE * 2, strict=False):
        item.update(review=["truncated", "decided-by-convention"], pred=text, id=f"{text}{item['id']}")
    assert review_counts(items) == {"decided-by-convention": 12, "truncated": 12}
    text = render_review(items)
    assert "truncated (12): The response seems" in text and "… and 2 more" in text
    assert "\x1b" not in text and text.encode()
    assert "\x1b[33m" in render_review(items, colour=True)
