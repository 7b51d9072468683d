"""Statistics against scipy, brute force and published values."""

from __future__ import annotations

import itertools
import math
import random
import subprocess
import sys
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from report_views import statistics as ours

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")
optimize = pytest.importorskip("scipy.optimize")


# ------------------------------------------------------------------------------
# 1  One proportion
# ------------------------------------------------------------------------------

WILSON = [(0, 1), (1, 1), (0, 10), (10, 10), (1, 10), (16, 19), (9, 19), (4, 6), (500, 1000), (12592, 12592)]


@pytest.mark.parametrize(("successes", "trials"), WILSON)
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_wilson_agrees_with_scipy(successes: int, trials: int, confidence: float) -> None:
    expected = stats.binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    got = ours.wilson_interval(successes, trials, confidence)
    assert got == pytest.approx((expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize("trials", [1, 2, 7, 100, 12592])
def test_wilson_has_a_width_at_both_ends(trials: int) -> None:
    none, all_right = ours.wilson_interval(0, trials), ours.wilson_interval(trials, trials)
    assert none.low == 0.0 and none.high > 0.0
    assert all_right.high == 1.0 and all_right.low < 1.0
    assert none.high == pytest.approx(1 - all_right.low, abs=1e-12)


@pytest.mark.parametrize("probability", [0.975, 0.8, 0.9, 0.995])
def test_quantiles(probability: float) -> None:
    assert ours.normal_quantile(probability) == pytest.approx(stats.norm.ppf(probability), abs=1e-14)


def test_the_module_loads_no_heavy_module() -> None:
    code = (
        "import sys; old = set(sys.modules); import report_views.statistics; print(*(set(sys.modules) - old))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"dataclasses", "inspect", "statistics", "numpy", "scipy"} & set(loaded)


def test_wilson_without_trials_knows_nothing() -> None:
    assert ours.wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("successes", "trials", "confidence"), [(-1, 3, 0.95), (4, 3, 0.95), (1, 3, 1.0), (1, 3, 0.0)]
)
def test_wilson_refuses_what_is_impossible(successes: int, trials: int, confidence: float) -> None:
    with pytest.raises(ValueError):
        ours.wilson_interval(successes, trials, confidence)


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_wilson_holds_its_estimate(a: int, b: int) -> None:
    successes, trials = min(a, b), max(a, b)
    low, high = ours.wilson_interval(successes, trials)
    assert 0.0 <= low <= high <= 1.0
    if trials:
        assert low <= successes / trials <= high


# ------------------------------------------------------------------------------
# 2  Two reports
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("only_new", "only_old"),
    [(0, 0), (1, 0), (0, 5), (3, 9), (9, 3), (10, 10), (10, 11), (0, 900), (6000, 6592), (2, 12590)],
)
def test_mcnemar_agrees_with_the_binomial_test(only_new: int, only_old: int) -> None:
    total = only_new + only_old
    expected = stats.binomtest(only_new, total).pvalue if total else 1.0
    assert ours.exact_mcnemar(only_new, only_old) == pytest.approx(expected, rel=1e-8)


def test_mcnemar_refuses_negative_counts() -> None:
    with pytest.raises(ValueError):
        ours.exact_mcnemar(-1, 3)


def constrained_score(counts: ours.PairedCounts, difference: float) -> float:
    """Tango's statistic with the constrained likelihood maximised by search, not by formula."""
    n, b, c = counts.total, counts.only_new, counts.only_old
    lowest, highest = max(0.0, -difference), (1 - difference) / 2

    def loss(lost: float) -> float:
        won, same = lost + difference, 1 - 2 * lost - difference
        terms = [(b, won), (c, lost), (n - b - c, same)]
        if any(k and p <= 0 for k, p in terms):
            return math.inf
        return -sum(k * math.log(p) for k, p in terms if k)

    grid = [lowest + (highest - lowest) * i / 400 for i in range(401)]
    best = min(grid, key=loss)
    step = (highest - lowest) / 400
    found = optimize.minimize_scalar(
        loss,
        bounds=(max(lowest, best - step), min(highest, best + step)),
        method="bounded",
        options={"xatol": 1e-13},
    )
    lost = min((found.x, best), key=loss)
    variance = n * (2 * lost + difference - difference**2)
    return float((b - c - n * difference) / math.sqrt(variance))


PAIRED = [(20, 5, 3, 10), (0, 12, 2, 0), (43, 0, 1, 0), (30, 16, 4, 50), (1, 0, 9, 2), (100, 40, 40, 20)]


@pytest.mark.parametrize("cells", PAIRED)
def test_paired_difference_is_where_the_score_test_turns(cells: tuple[int, int, int, int]) -> None:
    counts = ours.PairedCounts(*cells)
    estimate, low, high = ours.paired_difference(counts)
    z = stats.norm.ppf(0.975)
    assert estimate == pytest.approx((cells[1] - cells[2]) / sum(cells))
    assert constrained_score(counts, low) == pytest.approx(z, abs=2e-3)
    assert constrained_score(counts, high) == pytest.approx(-z, abs=2e-3)


def test_paired_difference_is_antisymmetric() -> None:
    forward = ours.paired_difference(ours.PairedCounts(30, 16, 4, 50))
    backward = ours.paired_difference(ours.PairedCounts(30, 4, 16, 50))
    assert backward == pytest.approx((-forward.estimate, -forward.high, -forward.low), abs=1e-12)


@pytest.mark.parametrize(
    "cells", [(0, 0, 0, 9), (9, 0, 0, 0), (0, 9, 0, 0), (0, 0, 9, 0), (1, 0, 0, 0), (0, 1, 0, 0)]
)
def test_paired_difference_at_the_ends(cells: tuple[int, int, int, int]) -> None:
    estimate, low, high = ours.paired_difference(ours.PairedCounts(*cells))
    assert -1.0 <= low <= estimate <= high <= 1.0
    assert high - low > 0.05
    without_change = cells[1] == cells[2] == 0
    assert not without_change or (low < 0 < high and low == pytest.approx(-high, abs=1e-9))


def test_paired_difference_without_items_is_anything() -> None:
    assert ours.paired_difference(ours.PairedCounts()) == (0.0, -1.0, 1.0)


def test_paired_difference_covers_the_truth_as_often_as_it_says() -> None:
    rng = random.Random(7)
    n, shares = 60, (0.55, 0.14, 0.06, 0.25)
    hits = 0
    for _ in range(600):
        drawn = rng.choices(range(4), shares, k=n)
        _, low, high = ours.paired_difference(ours.PairedCounts(*(drawn.count(i) for i in range(4))))
        hits += low <= shares[1] - shares[2] <= high
    assert 0.92 <= hits / 600 <= 0.98


def test_paired_counts_add_and_count() -> None:
    counts = ours.PairedCounts.of([(True, True), (True, False), (False, True), (False, False), (True, False)])
    assert counts == ours.PairedCounts(1, 2, 1, 1)
    assert counts.plus(counts) == ours.PairedCounts(2, 4, 2, 2)
    assert (counts.total, counts.discordant) == (5, 3)


HOLM = [
    ([], []),
    ([0.03], [0.03]),
    ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
    ([0.5, 0.6, 0.9], [1.0, 1.0, 1.0]),
    ([0.02, 0.02], [0.04, 0.04]),
]


@pytest.mark.parametrize(("p_values", "expected"), HOLM)
def test_holm(p_values: list[float], expected: list[float]) -> None:
    assert ours.holm_adjusted(p_values) == pytest.approx(expected)


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_never_lowers_a_p_value_and_keeps_their_order(p_values: list[float]) -> None:
    adjusted = ours.holm_adjusted(p_values)
    assert all(p <= a <= 1 for p, a in zip(p_values, adjusted, strict=True))
    ranked = [a for _, a in sorted(zip(p_values, adjusted, strict=True))]
    assert ranked == sorted(ranked)


@pytest.mark.parametrize(("items", "discordant"), [(200, 40), (1000, 150), (2755, 300)])
def test_smallest_detectable_difference_has_the_power_it_promises(items: int, discordant: int) -> None:
    difference = ours.smallest_detectable_difference(items, discordant)
    assert difference is not None
    rate = max((discordant + 1) / (items + 2), difference)
    critical = stats.norm.ppf(0.975)
    win = (rate + difference) / 2 / rate
    power = 0.0
    for disagree in range(1, items + 1):
        wins = np.arange(disagree + 1)
        noticed = np.abs(2 * wins - disagree) / math.sqrt(disagree) >= critical
        chance = stats.binom.pmf(disagree, items, rate)
        if chance > 1e-9:
            power += chance * stats.binom.pmf(wins, disagree, win)[noticed].sum()
    assert 0.76 <= power <= 0.84


def test_smallest_detectable_difference_shrinks_with_items_and_agreement() -> None:
    few, many = (ours.smallest_detectable_difference(n, n // 10) for n in (100, 10_000))
    calm, wild = (ours.smallest_detectable_difference(1000, d) for d in (20, 400))
    assert few and many and calm and wild
    assert many < few and calm < wild


@pytest.mark.parametrize(("items", "expected"), [(0, None), (3, None)])
def test_too_few_items_can_detect_nothing(items: int, expected: float | None) -> None:
    assert ours.smallest_detectable_difference(items, 0) is expected


# ------------------------------------------------------------------------------
# 3  Several samples
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("samples", "ks"),
    [(0, []), (1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (8, [1, 2, 4, 8]), (10, [1, 2, 4, 8, 10])],
)
def test_doubling_ks(samples: int, ks: list[int]) -> None:
    assert ours.doubling_ks(samples) == ks


@pytest.mark.parametrize("samples", [1, 2, 5, 7])
def test_pass_at_k_is_the_mean_over_all_subsets(samples: int) -> None:
    for correct in range(samples + 1):
        flags = [i < correct for i in range(samples)]
        for k in range(1, samples + 1):
            subsets = list(itertools.combinations(flags, k))
            expected = sum(map(any, subsets)) / len(subsets)
            assert ours.pass_at_k(samples, correct, k) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("samples", "correct", "k"), [(3, 1, 4), (3, 1, 0), (3, 4, 1), (3, -1, 1)])
def test_pass_at_k_refuses_what_is_impossible(samples: int, correct: int, k: int) -> None:
    with pytest.raises(ValueError):
        ours.pass_at_k(samples, correct, k)


def vote_by_hand(classes: list[int | None], correct: list[bool], k: int) -> float:
    """The mean score of the vote over every k-subset, by listing them all."""
    groups: dict[int, list[bool]] = {}
    for name, good in zip(classes, correct, strict=True):
        if name is not None:
            groups.setdefault(name, []).append(good)
    weight = {name: fmean(map(float, members)) for name, members in groups.items()}
    scores = []
    for subset in itertools.combinations(classes, k):
        votes = [name for name in subset if name is not None]
        lead = max(map(votes.count, votes), default=0)
        leaders = {name for name in votes if votes.count(name) == lead}
        scores.append(fmean(weight[name] for name in leaders) if leaders else 0.0)
    return fmean(scores)


VOTES = [
    ([0, 0, 1], [True, True, False]),
    ([0, 1], [True, False]),
    ([0, 0, 1, 1, 2], [False, False, True, True, False]),
    ([None, None, 0], [False, False, True]),
    ([None, None], [False, False]),
    ([0, 1, 2, 3, 4, 5], [True] + [False] * 5),
    ([0, 0, 0, 1, 1, None, 2, 2], [False, False, False, True, True, False, True, False]),
]


@pytest.mark.parametrize(("classes", "correct"), VOTES)
def test_majority_is_the_mean_over_all_subsets(classes: list[int | None], correct: list[bool]) -> None:
    for k in range(1, len(classes) + 1):
        by_hand = vote_by_hand(classes, correct, k)
        assert ours.majority_at_k(classes, correct, k) == pytest.approx(by_hand)


@given(st.lists(st.tuples(st.none() | st.integers(0, 3), st.booleans()), min_size=1, max_size=7), st.data())
def test_majority_on_any_votes(votes: list[tuple[int | None, bool]], data: st.DataObject) -> None:
    classes = [name for name, _ in votes]
    correct = [good and name is not None for name, good in votes]
    k = data.draw(st.integers(1, len(votes)))
    by_hand = vote_by_hand(classes, correct, k)
    assert ours.majority_at_k(classes, correct, k) == pytest.approx(by_hand)


def test_majority_of_many_samples_uses_blocks() -> None:
    classes: list[int | None] = [0, 0, 1, 1] * 16
    correct = [name == 0 for name in classes]
    assert ours.majority_at_k(classes, correct, 2) == 0.5
    assert ours.majority_at_k(classes, correct, 4) == 0.5
    assert ours.majority_at_k(classes, correct, 1) == 0.5


def test_majority_refuses_more_votes_than_samples() -> None:
    with pytest.raises(ValueError):
        ours.majority_at_k([0], [True], 2)


def test_clustered_error_of_single_samples_is_the_usual_one() -> None:
    values = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0]
    expected = pstdev(values) / math.sqrt(len(values) - 1)
    assert ours.clustered_standard_error([[v] for v in values]) == pytest.approx(expected)


def test_repeating_every_sample_does_not_shrink_the_error() -> None:
    once = ours.clustered_standard_error([[1.0], [0.0], [1.0], [0.0]])
    often = ours.clustered_standard_error([[v] * 16 for v in (1.0, 0.0, 1.0, 0.0)])
    assert often == pytest.approx(once)


@pytest.mark.parametrize("values", [[], [[1.0, 0.0]]])
def test_one_item_has_no_error_between_items(values: list[list[float]]) -> None:
    assert ours.clustered_standard_error(values) is None


def test_score_samples() -> None:
    scores = ours.score_samples(
        [[True, False, True, False], [False, False, False, False]],
        [[0, 1, 0, 2], [0, 0, None, 1]],
    )
    assert (scores.items, scores.samples_per_item) == (2, 4)
    assert scores.average == pytest.approx(0.25)
    assert scores.pass_at == pytest.approx({1: 0.25, 2: (1 - 1 / 6) / 2, 4: 0.5})
    assert scores.majority_at[4] == 0.5
    assert scores.majority_at[1] == pytest.approx(scores.average)
    assert scores.standard_error == pytest.approx(0.25)


def test_an_item_without_samples_is_wrong() -> None:
    scores = ours.score_samples([[True], []], [[0], []])
    assert scores.average == 0.5 and scores.pass_at == {1: 0.5}
