"""What a run keeps of the responses while it has them: samples, and what deserves a second look.

    SampleRecord, ReviewRecord      called with each batch and its outcomes; `extra(place)`: fields of an item
    sample_scores(samples)          the `samples` part of a report from the items' own

Responses are never kept: a sample is its answer, a second look an excerpt of bounded length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from report_views.review import response_excerpt, review_item
from report_views.statistics import score_samples

MAX_COMPARISONS_PER_ITEM = 500
"""Pairs of wrong answers compared by meaning; beyond it only equal texts share a vote."""


class ScoredBatch(Protocol):
    """A batch as the script has it."""

    @property
    def number(self) -> int:
        """Its number in the order of the file."""

    @property
    def places(self) -> Sequence[int]:
        """The items' places."""

    @property
    def pairs(self) -> Sequence[tuple[str, str | None]]:
        """Gold and response of each."""


class ScoredOutcome(Protocol):
    """An outcome as the script has it."""

    @property
    def verdict(self) -> str:
        """One of the five verdicts."""

    @property
    def correct(self) -> bool:
        """True when a tier accepted."""

    @property
    def lenient(self) -> bool:
        """True when only a lenient rule did."""

    @property
    def convention(self) -> str:
        """The convention that the accept rests on."""

    @property
    def pred(self) -> str:
        """The answer that was found."""

    @property
    def start(self) -> int:
        """Where it begins in the response, -1 without an answer."""

    @property
    def end(self) -> int:
        """Where it ends."""


# ------------------------------------------------------------------------------
# 1  Samples
# ------------------------------------------------------------------------------


class Sample(NamedTuple):
    """One answer to an item: its place in the file, and how it was judged."""

    order: tuple[int, int]
    pred: str
    is_correct: bool
    is_sound: bool
    """Correct by no lenient rule: such answers equal the gold, so they equal each other."""


def _are_equivalent(one: str, two: str) -> bool:
    """Whether two answers mean the same."""
    from answer_math.equality import compare

    return compare(one, two).verdict == "accept"


def vote_classes(samples: Sequence[Sample]) -> list[int | None]:
    """A class number per sample, None for one that does not vote.

    Answers that mean the same share a number. How they were judged settles most pairs: a right one differs from a
    wrong one, and sound ones are alike. At most MAX_COMPARISONS_PER_ITEM others are compared by meaning, each with
    the first answer of a class.
    """
    by_text: dict[str, int] = {}
    leaders: list[Sample] = []
    classes: list[int | None] = []
    left, sound_class = MAX_COMPARISONS_PER_ITEM, None
    for sample in samples:
        if not sample.pred:
            classes.append(None)
            continue
        found = by_text.get(sample.pred, sound_class if sample.is_sound else None)
        for number, leader in enumerate(leaders if found is None else ()):
            if not left:
                break
            if leader.is_correct == sample.is_correct:
                left -= 1
                if _are_equivalent(leader.pred, sample.pred):
                    found = number
                    break
        if found is None:
            found = len(leaders)
            leaders.append(sample)
        if sample.is_sound:
            sound_class = found
        by_text[sample.pred] = found
        classes.append(found)
    return classes


class SampleRecord:
    """Every answer to every item, in the order of the predictions file."""

    def __init__(self) -> None:
        """Start with none."""
        self._samples: dict[int, list[Sample]] = {}
        self._seen = 0

    def __call__(self, batch: ScoredBatch, outcomes: Sequence[ScoredOutcome]) -> None:
        """Keep the answers of a batch."""
        for place, outcome in zip(batch.places, outcomes, strict=True):
            self._seen += 1
            is_sound = outcome.correct and not outcome.lenient
            pred = outcome.pred if outcome.verdict != "unparsed" else ""
            sample = Sample((batch.number, self._seen), pred, outcome.correct, is_sound)
            self._samples.setdefault(place, []).append(sample)

    def extra(self, place: int) -> dict[str, Any]:
        """The field `samples` of an item: which are correct, which alike."""
        samples = sorted(self._samples.get(place, ()))
        correct = [sample.is_correct for sample in samples]
        return {"samples": {"correct": correct, "classes": vote_classes(samples)}}


def sample_scores(samples: Sequence[Any]) -> dict[str, Any] | None:
    """The `samples` part of a report, None if no item has two.

    An item without a prediction is wrong as often as the least sampled item was asked.
    """
    correct = [list((item or {}).get("correct", ())) for item in samples]
    classes = [list((item or {}).get("classes", ())) for item in samples]
    if max(map(len, correct), default=0) < 2:
        return None
    fewest = min(len(item) for item in correct if item)
    return score_samples(
        [item or [False] * fewest for item in correct], [item or [None] * fewest for item in classes]
    ).as_dict()


# ------------------------------------------------------------------------------
# 2  A second look
# ------------------------------------------------------------------------------


class ReviewRecord:
    """An excerpt of each response that counts, and why a person should look at it."""

    def __init__(self, golds: Sequence[str], finish_reasons: Mapping[int, str]) -> None:
        """Review against these golds, one per place; reasons as far as known."""
        self._golds, self._finish_reasons = golds, finish_reasons
        self._extras: dict[int, tuple[int, dict[str, Any]]] = {}

    def __call__(self, batch: ScoredBatch, outcomes: Sequence[ScoredOutcome]) -> None:
        """Look at the responses of a batch; of two for one item the later counts."""
        for place, (_, response), outcome in zip(batch.places, batch.pairs, outcomes, strict=True):
            if place in self._extras and self._extras[place][0] > batch.number:
                continue
            text = response or ""
            item = {
                "verdict": outcome.verdict,
                "correct": outcome.correct,
                "lenient": outcome.lenient,
                "convention": outcome.convention,
                "pred": outcome.pred,
                "finish_reason": self._finish_reasons.get(place, ""),
            }
            found = {"review": review_item(item, text, self._golds[place])}
            self._extras[place] = (batch.number, found | response_excerpt(text, outcome.start, outcome.end))

    def extra(self, place: int) -> dict[str, Any]:
        """The fields `review`, `response_excerpt` and `excerpt_start` of an item."""
        empty: dict[str, Any] = {"review": [], "response_excerpt": "", "excerpt_start": 0}
        return self._extras[place][1] if place in self._extras else empty
