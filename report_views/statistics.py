"""Intervals, paired tests and repeated-sample scores, in plain Python.

Contents
    one proportion      wilson_interval (from report_views.intervals)
    two paired reports  PairedCounts, exact_mcnemar, paired_difference,
                        holm_adjusted, smallest_detectable_difference
    several samples     doubling_ks, pass_at_k, average_at_k, majority_at_k,
                        clustered_standard_error, SampleScores, score_samples

Proportions, differences and standard errors are fractions of one, not percent.
Every function is right at 0 and at 1, where the usual normal approximations
give an interval of width zero. Nothing beyond the standard library is loaded.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from report_views.intervals import DEFAULT_CONFIDENCE, Interval, normal_quantile, two_sided_z, wilson_interval

__all__ = [
    "Difference", "Interval", "PairedCounts", "SampleScores", "average_at_k", "clustered_standard_error",
    "doubling_ks", "exact_mcnemar", "holm_adjusted", "majority_at_k", "mean", "normal_quantile",
    "paired_difference", "pass_at_k", "score_samples", "smallest_detectable_difference", "two_sided_z",
    "wilson_interval",
]  # fmt: skip

DEFAULT_POWER = 0.80
BISECTION_STEPS = 80
MAX_EXACT_VOTE_SAMPLES = 32  # above it majority_at_k averages disjoint blocks


class Difference(NamedTuple):
    """A difference of two proportions (new minus old) and its interval."""

    estimate: float
    low: float
    high: float


def mean(values: Iterable[float]) -> float:
    """The arithmetic mean; raises ZeroDivisionError of nothing."""
    kept = list(values)
    return math.fsum(kept) / len(kept)


# ------------------------------------------------------------------------------
# 1  Two reports over the same items
#    Only the items on which the two disagree carry information about which is
#    better; everything here starts from those two counts.
# ------------------------------------------------------------------------------


class PairedCounts(NamedTuple):
    """Counts of the items that both reports scored, by who was right."""

    both_right: int = 0
    only_new: int = 0
    only_old: int = 0
    both_wrong: int = 0

    @property
    def total(self) -> int:
        """The number of items in both reports."""
        return self.both_right + self.only_new + self.only_old + self.both_wrong

    @property
    def discordant(self) -> int:
        """The number of items on which the two reports disagree."""
        return self.only_new + self.only_old

    def plus(self, other: PairedCounts) -> PairedCounts:
        """The counts of both sets of items together."""
        return PairedCounts(
            self.both_right + other.both_right,
            self.only_new + other.only_new,
            self.only_old + other.only_old,
            self.both_wrong + other.both_wrong,
        )

    @classmethod
    def of(cls, pairs: Iterable[tuple[bool, bool]]) -> PairedCounts:
        """The counts of a sequence of (new is right, old is right)."""
        seen = Counter(pairs)
        return cls(seen[True, True], seen[True, False], seen[False, True], seen[False, False])


def _binomial_half_tail(count: int, trials: int) -> float:
    """The chance of at most `count` heads in `trials` fair throws."""
    log_top = math.lgamma(trials + 1) - math.lgamma(count + 1) - math.lgamma(trials - count + 1)
    top = math.exp(log_top - trials * math.log(2))
    ratio, ratios = 1.0, [1.0]
    for heads in range(count, 0, -1):
        ratio *= heads / (trials - heads + 1)
        if ratio < 1e-18:
            break
        ratios.append(ratio)
    return min(1.0, top * math.fsum(ratios))


def exact_mcnemar(only_new: int, only_old: int) -> float:
    """The two-sided p-value of McNemar's exact test (binomial at one half).

    1.0 when the reports disagree nowhere. Raises ValueError on a negative count.
    """
    if only_new < 0 or only_old < 0:
        raise ValueError("discordant counts cannot be negative")
    fewer, total = min(only_new, only_old), only_new + only_old
    if 2 * fewer == total:
        return 1.0
    return min(1.0, 2 * _binomial_half_tail(fewer, total))


def _tango_score(counts: PairedCounts, difference: float) -> float:
    """Tango's score statistic of a hypothetical true difference.

    It falls as the difference grows, from +inf at -1 to -inf at +1.
    """
    n, b, c = counts.total, counts.only_new, counts.only_old
    gap = b - c - n * difference
    linear = (2 * n - b + c) * difference - b - c
    constant = -c * difference * (1 - difference)
    root = math.sqrt(max(0.0, linear * linear - 8 * n * constant))
    lost_share = max(0.0, (root - linear) / (4 * n))  # likelihood's best "only old" under the constraint
    variance = n * (2 * lost_share + difference * (1 - difference))
    if variance <= 0.0:
        return math.copysign(math.inf, gap) if gap else 0.0
    return gap / math.sqrt(variance)


def _where_score_is(counts: PairedCounts, target: float, low: float, high: float) -> float:
    """The difference in [low, high] at which Tango's score meets a target."""
    for _ in range(BISECTION_STEPS):
        middle = (low + high) / 2
        if _tango_score(counts, middle) > target:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def paired_difference(counts: PairedCounts, confidence: float = DEFAULT_CONFIDENCE) -> Difference:
    """New accuracy minus old, with Tango's score interval for paired data.

    Tango (1998): the differences that a score test with the discordant rate
    estimated under the hypothesis would not reject. It stays inside [-1, 1]
    and has a width even if no item changed sides. With no common item the
    estimate is 0 and the interval is all of [-1, 1].
    """
    z = two_sided_z(confidence)
    if counts.total == 0:
        return Difference(0.0, -1.0, 1.0)
    estimate = (counts.only_new - counts.only_old) / counts.total
    low = _where_score_is(counts, z, -1.0, estimate)
    high = _where_score_is(counts, -z, estimate, 1.0)
    return Difference(estimate, low, high)


def holm_adjusted(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment of p-values, in the order given.

    Comparing the result with 0.05 bounds the chance of any false alarm among
    all of them by 5 %, whatever their dependence (Holm, 1979).
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [0.0] * len(p_values)
    running = 0.0
    for rank, index in enumerate(order):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = running
    return adjusted


def smallest_detectable_difference(
    items: int,
    discordant: int,
    confidence: float = DEFAULT_CONFIDENCE,
    power: float = DEFAULT_POWER,
) -> float | None:
    """The true difference that a comparison of this size would notice.

    "Notice" means: McNemar's test at this confidence succeeds with this power
    (Connor, 1987). The rate of disagreement is taken as (discordant + 1) /
    (items + 2), or as the difference itself where that is larger. None if so
    few items cannot show any difference.
    """
    z_alpha, z_beta = two_sided_z(confidence), normal_quantile(power)
    if items <= 0:
        return None
    rate = (discordant + 1) / (items + 2)

    def is_enough(difference: float) -> bool:
        """Whether this many items show this difference with the power asked."""
        disagree = max(rate, difference)
        spread = z_alpha * math.sqrt(disagree) + z_beta * math.sqrt(disagree - difference**2)
        return items * difference * difference >= spread * spread

    if not is_enough(1.0):
        return None
    low, high = 0.0, 1.0
    for _ in range(BISECTION_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


# ------------------------------------------------------------------------------
# 2  Several samples per item
#    Estimators over all k-subsets of an item's n samples, averaged over items.
# ------------------------------------------------------------------------------


def doubling_ks(samples: int) -> list[int]:
    """The ks to print for n samples: 1, 2, 4 … below n, and n itself."""
    powers = [1 << shift for shift in range(max(0, samples).bit_length()) if 1 << shift < samples]
    return [*powers, samples] if samples > 0 else []


def pass_at_k(samples: int, correct: int, k: int) -> float:
    """The chance that k samples drawn of n hold a correct one.

    The unbiased estimator 1 - C(n-c, k) / C(n, k) of Chen et al. (2021).
    Raises ValueError unless 1 <= k <= n and 0 <= correct <= n.
    """
    if not 1 <= k <= samples or not 0 <= correct <= samples:
        raise ValueError(f"pass@{k} is not defined for {correct} correct of {samples} samples")
    return 1.0 - math.comb(samples - correct, k) / math.comb(samples, k)


def average_at_k(correct_by_item: Sequence[Sequence[bool]]) -> float:
    """The mean over items of the share of correct samples; 0 with no item."""
    return mean(mean(map(float, samples)) for samples in correct_by_item) if correct_by_item else 0.0


def _vote_share(sizes: Mapping[int, int], weights: Mapping[int, float]) -> float:
    """The score of one vote; classes tied for the lead share it."""
    if not sizes:
        return 0.0
    lead = max(sizes.values())
    return mean(weights[name] for name, size in sizes.items() if size == lead)


def _other_ballots(others: tuple[int, ...], abstaining: int, votes: int) -> list[list[float]]:
    """Counts [ties][size] of the votes of others, none above `votes`."""
    total = sum(others) + abstaining
    ways = [[float(math.comb(abstaining, size)) for size in range(total + 1)]]
    for members in others:
        grown = [[0.0] * (total + 1) for _ in range(len(ways) + (members >= votes))]
        for ties, row in enumerate(ways):
            for size, count in enumerate(row):
                if not count:
                    continue
                for cast in range(min(members, votes, total - size) + 1):
                    grown[ties + (cast == votes)][size + cast] += count * math.comb(members, cast)
        ways = grown
    return ways


@lru_cache(maxsize=4096)
def _win_share(members: int, others: tuple[int, ...], abstaining: int, k: int) -> float:
    """The expected share of the vote that a class wins among k samples."""
    total = members + sum(others) + abstaining
    won = 0.0
    for votes in range(1, min(members, k) + 1):
        rows = _other_ballots(others, abstaining, votes)
        rest = k - votes
        ways = math.fsum(row[rest] / (ties + 1) for ties, row in enumerate(rows) if rest < len(row))
        won += math.comb(members, votes) * ways
    return won / math.comb(total, k)


def _class_sizes(classes: Sequence[int | None]) -> Counter[int]:
    """How many samples voted for each class; None does not vote."""
    return Counter(name for name in classes if name is not None)


def _class_weights(classes: Sequence[int | None], correct: Sequence[bool]) -> dict[int, float]:
    """The share of correct samples in each class: 0 or 1 where all agree."""
    sizes = _class_sizes(classes)
    right = _class_sizes([name for name, good in zip(classes, correct, strict=True) if good])
    return {name: right[name] / size for name, size in sizes.items()}


def majority_at_k(classes: Sequence[int | None], correct: Sequence[bool], k: int) -> float:
    """The expected score of the majority among k samples of one item.

    `classes` numbers answers that mean the same alike, None abstains. Classes
    tied for the lead share the point. Up to 32 samples the mean is over every
    subset of k; above, over disjoint blocks of k in order.
    Raises ValueError unless 1 <= k <= n.
    """
    total = len(classes)
    if not 1 <= k <= total:
        raise ValueError(f"maj@{k} is not defined for {total} samples")
    weights = _class_weights(classes, correct)
    if k == total:
        return _vote_share(_class_sizes(classes), weights)
    if total > MAX_EXACT_VOTE_SAMPLES:
        blocks = [classes[start : start + k] for start in range(0, total - k + 1, k)]
        return mean(_vote_share(_class_sizes(block), weights) for block in blocks)
    sizes = _class_sizes(classes)
    abstaining = total - sum(sizes.values())
    score = 0.0
    for name, weight in weights.items():
        others = tuple(sorted(size for other, size in sizes.items() if other != name))
        score += weight * _win_share(sizes[name], others, abstaining, k) if weight else 0.0
    return score


def clustered_standard_error(values_by_item: Sequence[Sequence[float]]) -> float | None:
    """The standard error of the mean of all values, clustered by item.

    Samples of one item are not independent: their deviations are summed
    within the item before they are squared, with the factor G / (G - 1) for G
    items. None with fewer than two items.
    """
    total = sum(map(len, values_by_item))
    groups = len(values_by_item)
    if groups < 2 or total == 0:
        return None
    centre = math.fsum(math.fsum(values) for values in values_by_item) / total
    squares = math.fsum((math.fsum(values) - len(values) * centre) ** 2 for values in values_by_item)
    return math.sqrt(squares * groups / (groups - 1)) / total


class SampleScores(NamedTuple):
    """Scores of a run with several samples per item; keys are k."""

    items: int
    samples_per_item: int  # the fewest that any item has; every k is at most this
    average: float
    standard_error: float | None
    pass_at: dict[int, float]
    majority_at: dict[int, float]

    def as_dict(self) -> dict[str, Any]:
        """The `samples` part of the report; its keys of k are strings."""
        return {
            "items": self.items,
            "samples_per_item": self.samples_per_item,
            "average": self.average,
            "standard_error": self.standard_error,
            "pass_at": {str(k): value for k, value in self.pass_at.items()},
            "majority_at": {str(k): value for k, value in self.majority_at.items()},
        }


def score_samples(
    correct_by_item: Sequence[Sequence[bool]],
    classes_by_item: Sequence[Sequence[int | None]],
) -> SampleScores:
    """avg@k, pass@k and maj@k for k = 1, 2, 4 … n, means over items.

    Both arguments list the items in the same order with one entry per sample.
    An item without any sample counts as one wrong sample that does not vote.
    n is the smallest number of samples that an item has.
    """
    correct = [list(samples) or [False] for samples in correct_by_item]
    classes = [list(names) or [None] for names in classes_by_item]
    fewest = min(map(len, correct), default=0)
    ks = doubling_ks(fewest)
    pairs = list(zip(classes, correct, strict=True))
    return SampleScores(
        items=len(correct),
        samples_per_item=fewest,
        average=average_at_k(correct),
        standard_error=clustered_standard_error([[float(x) for x in samples] for samples in correct]),
        pass_at={k: mean(pass_at_k(len(s), sum(s), k) for s in correct) for k in ks},
        majority_at={k: mean(majority_at_k(names, s, k) for names, s in pairs) for k in ks},
    )
