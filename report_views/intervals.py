"""Wilson's score interval: inside [0, 1], and never of width zero.

Apart from the other statistics, because every printed report needs it and
nothing else: it loads only math and typing.
"""

from __future__ import annotations

import math
from typing import NamedTuple

DEFAULT_CONFIDENCE = 0.95
NORMAL_QUANTILES = {0.975: 1.959963984540054, 0.80: 0.8416212335729143}  # of the defaults: they load nothing


class Interval(NamedTuple):
    """Lower and upper end of a confidence interval."""

    low: float
    high: float


def normal_quantile(probability: float) -> float:
    """The value below which a standard normal lies so often."""
    if probability in NORMAL_QUANTILES:
        return NORMAL_QUANTILES[probability]
    from statistics import NormalDist

    return NormalDist().inv_cdf(probability)


def two_sided_z(confidence: float) -> float:
    """The normal quantile that leaves (1 - confidence) / 2 on each side.

    Raises ValueError unless 0 < confidence < 1.
    """
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence must lie between 0 and 1, got {confidence!r}")
    return normal_quantile(0.5 + confidence / 2)


def wilson_interval(successes: float, trials: float, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Wilson's score interval for a proportion (Wilson, 1927).

    Counts need not be whole: weighted samples have an effective size. With no
    trials nothing is known, so the interval is (0, 1). The end at 0
    or 1 is exact when no trial or every trial succeeded. Raises ValueError
    unless 0 <= successes <= trials.
    """
    z = two_sided_z(confidence)
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials is not possible")
    if trials == 0:
        return Interval(0.0, 1.0)
    share = successes / trials
    shrink = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / shrink
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / shrink
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return Interval(low, high)
