"""Verdicts do not depend on what other threads compute: precision and budgets are each thread's own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from answer_math.equality import compare

PAIRS = [
    *((rf"\sin(x+{k})", rf"\sin x\cos {k}+\cos x\sin {k}", "accept") for k in range(1, 9)),
    *((rf"\sin(x+{k})", rf"\sin x\cos {k}-\cos x\sin {k}", "reject") for k in range(1, 9)),
]


def test_threads_do_not_disturb_each_other() -> None:
    """The verdicts of eight threads at once are those of one thread."""
    work = PAIRS * 4
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda pair: compare(pair[0], pair[1]).verdict, work))
    assert found == [expected for _, _, expected in work]
