"""Intervals for accuracies."""

from __future__ import annotations

import math

_Z_95 = 1.959963984540054


def wilson_interval(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of a proportion; (0.0, 1.0) without trials.

    Wilson (1927). It stays inside [0, 1] and is honest at 0 % and 100 %.
    """
    if trials <= 0:
        return (0.0, 1.0)
    z = _Z_95
    if confidence != 0.95:
        from statistics import NormalDist

        z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, square = successes / trials, z * z
    centre = share + square / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    low = 0.0 if successes == 0 else max(0.0, (centre - spread) / scale)
    high = 1.0 if successes == trials else min(1.0, (centre + spread) / scale)
    return (low, high)
