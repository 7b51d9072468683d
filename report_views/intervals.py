"""Wilson's interval, apart from the other statistics: every printed report needs it.

`report_views.statistics` loads dataclasses and the standard library's statistics, which cost more than
scoring a short file; this loads nothing.
"""

from __future__ import annotations

import math
from typing import NamedTuple

DEFAULT_CONFIDENCE = 0.95
TWO_SIDED_Z_95 = 1.959963984540054


class Interval(NamedTuple):
    """Lower and upper end of a confidence interval."""

    low: float
    high: float


def two_sided_z(confidence: float) -> float:
    """The normal quantile that leaves (1 - confidence) / 2 on either side.

    Raises ValueError unless 0 < confidence < 1.
    """
    if confidence == DEFAULT_CONFIDENCE:
        return TWO_SIDED_Z_95
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not {confidence}")
    from statistics import NormalDist

    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson_interval(successes: int, trials: int, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Wilson's score interval for a proportion (Wilson, 1927).

    With no trials nothing is known, so the interval is (0, 1). The end at 0 or 1 is exact when no trial or
    every trial succeeded. Raises ValueError unless 0 <= successes <= trials.
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
