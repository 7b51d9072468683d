"""Votes of samples: which answers share one, at what cost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from report_views import observations
from report_views.observations import Sample, sample_scores, vote_classes


def samples_of(*answers: tuple[str, bool] | tuple[str, bool, bool]) -> list[Sample]:
    """Samples of (answer, correct, sound: as correct unless said)."""
    return [Sample((0, at), answer[0], answer[1], answer[-1]) for at, answer in enumerate(answers)]


@pytest.mark.parametrize(
    ("answers", "classes"),
    [
        ([("2", False), (r"\sqrt{4}", False), ("3", False)], [0, 0, 1]),
        ([("0.5", True), (r"\frac{1}{2}", True), ("50\\%", True)], [0, 0, 0]),
        ([("2", True), ("2", True), ("", False), ("3", False)], [0, 0, None, 1]),
        # a lenient accept shares a class with the sound ones only if it means the same
        ([("2", True), (r"\pm 2", True, False), ("2.0", True, False)], [0, 1, 0]),
        # a right and a wrong answer never share one
        ([("2", True), ("2.0", False)], [0, 1]),
        ([], []),
    ],
)
def test_which_answers_share_a_vote(answers: list[tuple[str, bool]], classes: list[int | None]) -> None:
    """By meaning, and by how they were judged."""
    assert vote_classes(samples_of(*answers)) == classes


def test_comparisons_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many different answers to one item cost no square of their number."""
    asked = []
    monkeypatch.setattr(observations, "_are_equivalent", lambda one, two: asked.append((one, two)))
    classes = vote_classes(samples_of(*((str(n), False) for n in range(20_000))))
    assert classes == list(range(20_000))
    assert len(asked) == observations.MAX_COMPARISONS_PER_ITEM


@given(st.lists(st.tuples(st.sampled_from(["1", "2", "2.0", "x", ""]), st.booleans()), max_size=8))
def test_classes_are_numbered_as_they_appear(answers: list[tuple[str, bool]]) -> None:
    """And equal texts that were judged alike are never apart."""
    judged = dict(answers)
    classes = vote_classes(samples_of(*((answer, judged[answer]) for answer, _ in answers)))
    seen = [number for number in dict.fromkeys(classes) if number is not None]
    assert seen == list(range(len(seen)))
    assert len({(answer, number) for (answer, _), number in zip(answers, classes, strict=True)}) == len(
        judged
    )


def test_scores_need_an_item_with_two_samples() -> None:
    """A run with one line per id has none."""
    one = {"correct": [True], "classes": [0]}
    assert sample_scores([one, None, one]) is None
    assert sample_scores([]) is None
    two = {"correct": [True, False], "classes": [0, 1]}
    scores = sample_scores([two, None])
    assert scores is not None
    assert scores["average"] == 0.25
    assert scores["pass_at"] == {"1": 0.25, "2": 0.5}
