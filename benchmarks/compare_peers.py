"""Our grader beside others on the same rows, alternating in one run.

    python -m benchmarks.compare_peers                     the three row sets of row_sets.py
    python -m benchmarks.compare_peers --cases mine.jsonl  rows of your own: gold, response[, expected]

Two figures for each peer.  Warm: the rows come in chunks, each peer takes each chunk once, in turn, and the
first chunk only warms; the median chunk counts.  So nobody is timed on a row twice, and what a peer remembers of
earlier rows helps it as it would in a real run.  At its turn a peer judges the first rows of the chunk untimed, to
have the machine's caches as in a run of its own.  Whole process: start, imports and rows together.

The peers: `grade`, what a run of the harness does for a row; `math-verify` (extra `bench`), its documented
`verify(parse(gold), parse(response))`; `strings`, which looks for the last box and compares it character by
character - no grader, but the floor.  Ratios are of processor time; at 1.0 a peer is as fast as math-verify.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import ProcessCost, Seconds, machine, median_seconds, process_cost, seconds_of
from benchmarks.row_sets import ROW_SETS, BenchmarkRow, rows_from, write_rows

# ------------------------------------------------------------------------------
# 1  Peers: (gold, response) -> whether the response is right
# ------------------------------------------------------------------------------

Judge = Callable[[str, str], bool]


def our_grade() -> Judge:
    """The harness, as a run of it judges a row."""
    from evaluate_benchmark import grade

    return lambda gold, response: grade(gold, response).correct


def math_verify() -> Judge:
    """math-verify as its README calls it; a timeout of its own counts as wrong."""
    import logging

    from math_verify import parse, verify

    logging.disable(logging.CRITICAL)

    def judge(gold: str, response: str) -> bool:
        """Whether both read the same; the gold in dollars, as its parser asks for a delimiter."""
        return bool(verify(parse(f"${gold}$"), parse(response)))

    return judge


def strings_alone() -> Judge:
    """The content of the last box, or the last word, compared as a string."""

    def judge(gold: str, response: str) -> bool:
        """Whether the string is the gold."""
        box = response.rfind("\\boxed{")
        if box < 0:
            return response.rsplit(None, 1)[-1].strip("$.") == gold
        return response[box + 7 : response.rfind("}")].strip() == gold

    return judge


PEERS: dict[str, Callable[[], Judge]] = {
    "grade": our_grade,
    "math-verify": math_verify,
    "strings": strings_alone,
}
REFERENCE = "math-verify"

SETTLING_ROWS = 60
"""Rows of a chunk, at most a third of it, that a peer judges untimed when its turn comes: every kind."""

ROWS = {"hard answers": 2_400, "worked solutions": 3_000, "word-problem outputs": 6_000}
"""Rows of each set: a chunk must last some milliseconds for the fastest peer, too, or it times cold caches."""

PROCESS_ROWS = 600
"""Rows of a set that a whole process judges."""

TARGETS = {"hard answers": 200, "worked solutions": 80, "word-problem outputs": 80}
"""How many times faster than math-verify `grade` is meant to be, warm."""


def judged(judge: Judge, rows: Sequence[BenchmarkRow]) -> list[bool]:
    """The verdicts on all rows; an exception of a peer's counts as wrong."""
    verdicts = []
    for row in rows:
        try:
            verdicts.append(judge(row.gold, row.response))
        except Exception:  # a peer's fault on one row must not end the comparison
            verdicts.append(False)
    return verdicts


# ------------------------------------------------------------------------------
# 2  Measuring
# ------------------------------------------------------------------------------


class Result(NamedTuple):
    """How one peer did on one row set; `agreement` is None where no row says what is right."""

    peer: str
    warm_per_row: Seconds
    process: ProcessCost | None
    agreement: float | None


def settle(judge: Judge, rows: Sequence[BenchmarkRow]) -> list[bool]:
    """Give a peer back its machine, untimed, and return its verdicts: no garbage of others, its code in caches.

    Else the small objects of one would be billed for collecting the other's large heap.
    """
    gc.collect()
    gc.freeze()
    return judged(judge, rows)


def warm_results(rows: Sequence[BenchmarkRow], peers: Sequence[str], repeats: int) -> dict[str, Result]:
    """The results of alternating the peers over `repeats` chunks, after one chunk that warms."""
    judges = {name: PEERS[name]() for name in peers}
    size = max(1, len(rows) // (repeats + 1))
    settling = min(SETTLING_ROWS, size // 3)
    chunks = [rows[at : at + size] for at in range(0, size * (repeats + 1), size)]
    times: dict[str, list[Seconds]] = {name: [] for name in peers}
    hits: dict[str, list[bool]] = {name: [] for name in peers}
    for number, chunk in enumerate(chunks):
        for name in peers if number % 2 else peers[::-1]:
            verdicts = settle(judges[name], chunk[:settling])
            timed = chunk[settling:]
            took = seconds_of(lambda: verdicts.extend(judged(judges[name], timed)))  # noqa: B023 - called at once
            if number:
                times[name].append(Seconds(took.wall / len(timed), took.cpu / len(timed)))
            known = [
                (row.is_right, said)
                for row, said in zip(chunk, verdicts, strict=True)
                if row.is_right is not None
            ]
            hits[name] += [right == said for right, said in known]
    gc.unfreeze()
    return {
        name: Result(
            name, median_seconds(times[name]), None, statistics.fmean(hits[name]) if hits[name] else None
        )
        for name in peers
    }


def process_results(
    rows: Sequence[BenchmarkRow], peers: Sequence[str], repeats: int
) -> dict[str, ProcessCost]:
    """The median cost of a whole process per peer, alternating, each on all rows."""
    costs: dict[str, list[ProcessCost]] = {name: [] for name in peers}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        write_rows(list(rows), path)
        for _ in range(repeats):
            for name in peers:
                command = [
                    sys.executable,
                    "-m",
                    "benchmarks.compare_peers",
                    "--alone",
                    name,
                    "--cases",
                    str(path),
                ]
                costs[name].append(process_cost(command))
    return {
        name: sorted(taken, key=lambda cost: cost.seconds.cpu)[len(taken) // 2]
        for name, taken in costs.items()
    }


# ------------------------------------------------------------------------------
# 3  Printing
# ------------------------------------------------------------------------------


def table(title: str, rows: int, results: Sequence[Result]) -> str:
    """The results on one row set as text, with ratios to the reference and the target."""
    by_name = {result.peer: result for result in results}
    reference = by_name.get(REFERENCE)
    lines = [
        f"{title}: {rows} rows",
        f"  {'':<12}{'right':>8}{'µs/row':>10}{'rows/s':>11}{'ratio':>8}   whole process: s, ratio, MB",
    ]
    for result in results:
        right = "n/a" if result.agreement is None else f"{result.agreement:.1%}"
        cpu = result.warm_per_row.cpu
        times = f"{reference.warm_per_row.cpu / cpu:.1f}" if reference else "n/a"
        line = f"  {result.peer:<12}{right:>8}{cpu * 1e6:>10.1f}{1 / cpu:>11,.0f}{times:>8}"
        if result.process:
            whole = result.process.seconds.cpu
            against = reference.process.seconds.cpu / whole if reference and reference.process else 0.0
            line += f"   {whole:>16.2f}{against:>7.1f}{result.process.peak_rss_bytes / 2**20:>5.0f}"
        lines.append(line)
    target = TARGETS.get(title)
    if target and reference and "grade" in by_name:
        reached = reference.warm_per_row.cpu / by_name["grade"].warm_per_row.cpu
        lines.append(f"  target: grade at {target} times {REFERENCE}; here {reached:.0f}")
    return "\n".join(lines)


def as_json(title: str, results: Sequence[Result]) -> list[dict[str, object]]:
    """The results as plain records."""
    return [
        {
            "rows": title,
            "peer": result.peer,
            "warm_cpu_seconds_per_row": result.warm_per_row.cpu,
            "warm_wall_seconds_per_row": result.warm_per_row.wall,
            "process_cpu_seconds": result.process.seconds.cpu if result.process else None,
            "agreement": result.agreement,
        }
        for result in results
    ]


def build_parser() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rows", type=int, help=f"rows of each set (default {', '.join(map(str, ROWS.values()))})"
    )
    parser.add_argument("--repeats", type=int, default=5, help="chunks that are timed (default %(default)s)")
    parser.add_argument(
        "--process-repeats",
        type=int,
        default=3,
        help="whole processes per peer, 0 for none (default %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of the generated rows (default %(default)s)")
    parser.add_argument(
        "--cases", type=Path, nargs="+", metavar="FILE", help="JSONL rows with gold and response, instead"
    )
    parser.add_argument(
        "--peers", nargs="+", choices=PEERS, default=list(PEERS), help="who takes part (default: all)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON, too")
    parser.add_argument("--alone", choices=PEERS, help=argparse.SUPPRESS)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; 0."""
    options = build_parser().parse_args(argv)
    if options.alone:
        judged(PEERS[options.alone](), rows_from(options.cases[0]))
        return 0
    if options.cases:
        rows = [row for path in options.cases for row in rows_from(path)]
        step = max(1, len(rows) // (options.rows or len(rows)))
        sets = {f"{len(options.cases)} files": rows[::step]}
    else:
        sets = {name: make(options.rows or ROWS[name], options.seed) for name, make in ROW_SETS.items()}
    records = []
    print(machine())
    for title, rows in sets.items():
        results = warm_results(rows, options.peers, options.repeats)
        if options.process_repeats:
            whole = process_results(rows[:PROCESS_ROWS], options.peers, options.process_repeats)
            results = {name: result._replace(process=whole[name]) for name, result in results.items()}
        print(table(title, len(rows), list(results.values())), flush=True)
        records += as_json(title, list(results.values()))
    if options.json:
        options.json.write_text(json.dumps(records, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
