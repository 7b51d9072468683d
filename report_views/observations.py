"""What a run keeps of the responses while it has them: samples, and what deserves a second look.

    SampleRecord, ReviewRecord      called with each batch and its outcomes; `extra(place)`: fields of an item
    sample_scores(samples)          the `samples` part of a report from the items' own

Responses are never kept: a sample is its answer, a second look an excerpt of bounded length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from report_views.review import response_excerpt, review_item
from report_views.statistics import equivalence_classes, score_samples

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


class _Equivalence:
    """Whether two answers to one item mean the same, at bounded cost."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        """Know how each answer was judged; that settles most pairs."""
        self._judged = {sample.pred: (sample.is_correct, sample.is_sound) for sample in samples}
        self._compared = 0

    def __call__(self, one: str, two: str) -> bool:
        """True when the answers share a vote."""
        if one == two:
            return True
        (one_is_correct, one_is_sound), (two_is_correct, two_is_sound) = self._judged[one], self._judged[two]
        if one_is_correct != two_is_correct or (one_is_sound and two_is_sound):
            return one_is_correct == two_is_correct
        self._compared += 1
        if self._compared > MAX_COMPARISONS_PER_ITEM:
            return False
        from answer_math.equality import compare

        return compare(one, two).verdict == "accept"


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
        answers = [sample.pred or None for sample in samples]
        classes = equivalence_classes(answers, _Equivalence(samples))
        return {"samples": {"correct": [sample.is_correct for sample in samples], "classes": classes}}


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
