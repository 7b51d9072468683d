"""Where the time of scoring goes, stage by stage, and what the floor is.

    python -m benchmarks.profile_run                     the generated row sets
    python -m benchmarks.profile_run --cases mine.jsonl  rows of your own: gold, response
    python -m benchmarks.profile_run --functions 25      the dearest functions, too

Each stage is timed by itself on every row, with empty memories, so that no stage profits from another; the
whole is timed likewise.  The floor is what any scorer must do: read the bytes, parse the JSON, look at every
character of the response once.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import evaluate_benchmark as harness
from answer_math.cleaning import clean, reproduces
from answer_math.extraction import extract
from benchmarks.measuring import forget_everything, machine, seconds_of
from benchmarks.row_sets import ROW_SETS, BenchmarkRow, rows_from

Pairs = list[tuple[str, str]]


class Stage(NamedTuple):
    """One step of scoring: its name and the processor seconds that it takes on all rows."""

    name: str
    cpu_seconds: float


def best_of(repeats: int, work: Callable[[], object]) -> float:
    """The least processor time of some repeats, each with empty memories."""
    work()
    taken = []
    for _ in range(repeats):
        forget_everything()
        taken.append(seconds_of(work).cpu)
    return min(taken)


def each(function: Callable[..., object], arguments: Sequence[tuple[str, ...]]) -> Callable[[], object]:
    """Work that calls a function on every row."""

    def work() -> None:
        """Call it."""
        for values in arguments:
            function(*values)

    return work


# ------------------------------------------------------------------------------
# 1  Stages
# ------------------------------------------------------------------------------


def floor_stages(rows: Sequence[BenchmarkRow], repeats: int) -> list[Stage]:
    """What no scorer can do without: bytes, JSON, one look at every character."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "predictions.jsonl"
        with path.open("w", encoding="utf-8") as out:
            out.writelines(
                json.dumps({"id": str(at), "response": row.response}) + "\n" for at, row in enumerate(rows)
            )

        def read() -> list[bytes]:
            """The lines."""
            with path.open("rb") as file:
                return list(file)

        lines = read()
        return [
            Stage("read the bytes", best_of(repeats, read)),
            Stage("parse the JSON", best_of(repeats, lambda: [json.loads(line) for line in lines])),
            Stage("look once", best_of(repeats, lambda: [row.response.count("\\boxed{") for row in rows])),
        ]


def scoring_stages(rows: Sequence[BenchmarkRow], repeats: int) -> list[Stage]:
    """The steps of the harness, each on what the steps before it gave."""
    responses = [(row.response,) for row in rows]
    found = [extract(row.response) for row in rows]
    golds: Pairs = [(clean(row.gold).text, row.response) for row in rows]
    given = [clean(one.text).text if one else "" for one in found]
    pairs = list(zip((gold for gold, _ in golds), given, strict=True))
    undecided = [pair for pair in pairs if harness.exact_tier(*pair).verdict is not harness.Verdict.ACCEPT]
    numeric = [pair for pair in undecided if harness.numeric_tier(*pair).verdict is harness.Verdict.UNDECIDED]
    return [
        Stage("extract", best_of(repeats, each(extract, responses))),
        Stage(
            "clean both sides",
            best_of(repeats, each(clean, [(row.gold,) for row in rows]))
            + best_of(repeats, each(clean, [(one.text,) for one in found if one])),
        ),
        Stage(
            "whole response?",
            best_of(repeats, each(reproduces, [(text, gold) for gold, text in golds])),
        ),
        Stage(f"exact tier ({len(pairs)})", best_of(repeats, each(harness.exact_tier, pairs))),
        Stage(f"numeric tier ({len(undecided)})", best_of(repeats, each(harness.numeric_tier, undecided))),
        Stage(f"symbolic tier ({len(numeric)})", best_of(repeats, each(harness.symbolic_tier, numeric))),
    ]


def functions(rows: Sequence[BenchmarkRow], shown: int) -> list[str]:
    """The dearest functions by their own time, as lines."""
    forget_everything()
    profile = cProfile.Profile()
    profile.runcall(each(harness.grade, [(row.gold, row.response) for row in rows]))
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    ranked = sorted(stats.items(), key=lambda item: -item[1][2])[:shown]
    return [
        f"    {own * 1e6 / len(rows):>8.1f} µs{calls / len(rows):>8.1f} calls"
        f"  {Path(file).name}:{number} {name}"
        for (file, number, name), (_, calls, own, _, _) in ranked
    ]


def report(title: str, rows: Sequence[BenchmarkRow], repeats: int, shown: int) -> str:
    """The stages of one row set as text."""
    pairs = [(row.gold, row.response) for row in rows]
    whole = best_of(repeats, each(harness.grade, pairs))
    characters = sum(len(row.response) for row in rows) / len(rows)
    floor, scoring = floor_stages(rows, repeats), scoring_stages(rows, repeats)
    lines = [f"{title}: {len(rows)} rows of {characters:.0f} characters, µs per row of processor time"]
    for name, stages in (("floor", floor), ("scoring", scoring)):
        total = sum(stage.cpu_seconds for stage in stages)
        lines.append(f"  {name:<24}{total / len(rows) * 1e6:>8.1f}")
        lines += [f"    {stage.name:<22}{stage.cpu_seconds / len(rows) * 1e6:>8.1f}" for stage in stages]
    lines.append(
        f"  {'grade, all together':<24}{whole / len(rows) * 1e6:>8.1f}   {len(rows) / whole:,.0f} rows/s"
    )
    return "\n".join([*lines, *(functions(rows, shown) if shown else [])])


def main(argv: Sequence[str] | None = None) -> int:
    """Print the stages; 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=1_000, help="rows of each set (default %(default)s)")
    parser.add_argument(
        "--repeats", type=int, default=3, help="of which the best counts (default %(default)s)"
    )
    parser.add_argument("--functions", type=int, default=0, metavar="N", help="list the N dearest functions")
    parser.add_argument(
        "--cases", type=Path, nargs="+", metavar="FILE", help="JSONL rows with gold and response, instead"
    )
    options = parser.parse_args(argv)
    if options.cases:
        sets = {path.stem: rows_from(path)[: options.rows] for path in options.cases}
    else:
        sets = {name: make(options.rows, 1) for name, make in ROW_SETS.items()}
    print(machine())
    for title, rows in sets.items():
        print(report(title, rows, options.repeats, options.functions), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
