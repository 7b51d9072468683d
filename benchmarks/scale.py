"""How time and memory grow with the number of rows: whole runs of the command line, 10^3 to 10^6 rows.

    python -m benchmarks.scale                         the curve, and the run of 12,592 long responses
    python -m benchmarks.scale --rows 1000 10000       some points of it
    python -m benchmarks.scale --parquet               datasets as Parquet instead of JSONL

Responses are short (about 120 characters) on the curve, so that a million rows fit the disk, and about 2 kB
in the run of 12,592.  Memory is the peak of the largest process; with workers each of them has its own.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import SCRIPT, ProcessCost, machine, process_cost
from benchmarks.row_sets import CONCLUSIONS, HARD_KINDS, SENTENCES, BenchmarkRow

CURVE = (1_000, 10_000, 100_000, 1_000_000)
LONG_ROWS, LONG_CHARS, SHORT_CHARS = 12_592, 2_000, 120
TARGET_SECONDS, TARGET_BYTES = 5.0, 1 << 30

# ------------------------------------------------------------------------------
# 1  Datasets
# ------------------------------------------------------------------------------


def mixed_rows(count: int, chars: int, seed: int) -> Iterator[BenchmarkRow]:
    """Rows whose responses have about so many characters: a third hard answers, the rest numbers."""
    rng = random.Random(f"scale {seed}")
    for number in range(count):
        pair = HARD_KINDS[number % len(HARD_KINDS)](rng) if number % 3 == 0 else None
        value = rng.randint(1, 100_000)
        gold = pair.gold if pair else str(value)
        answer = (
            (pair.same if pair else gold)
            if rng.random() < 2 / 3
            else (pair.other if pair else str(value + 7))
        )
        body = ""
        while len(body) < chars - 60:
            body += rng.choice(SENTENCES) % (rng.randint(2, 99), rng.randint(2, 99)) + "\n"
        yield BenchmarkRow(gold, body + rng.choice(CONCLUSIONS) % answer, None)


def write_inputs(folder: Path, count: int, chars: int, parquet: bool) -> tuple[Path, Path]:
    """A dataset and predictions of so many rows; the paths of both."""
    dataset, predictions = folder / "dataset.jsonl", folder / "predictions.jsonl"
    with dataset.open("w", encoding="utf-8") as golds, predictions.open("w", encoding="utf-8") as responses:
        for number, row in enumerate(mixed_rows(count, chars, 1)):
            fields = {
                "id": f"r{number}",
                "final_answer": row.gold,
                "chapter": number % 11,
                "group": "ABC"[number % 3],
            }
            golds.write(json.dumps(fields) + "\n")
            responses.write(json.dumps({"id": f"r{number}", "response": row.response}) + "\n")
    return (_as_parquet(dataset), predictions) if parquet else (dataset, predictions)


def _as_parquet(path: Path) -> Path:
    """The Parquet file made of a JSONL file; the JSONL file is gone."""
    import pyarrow.json
    import pyarrow.parquet

    written = path.with_suffix(".parquet")
    pyarrow.parquet.write_table(pyarrow.json.read_json(path), written)
    path.unlink()
    return written


# ------------------------------------------------------------------------------
# 2  Runs
# ------------------------------------------------------------------------------


class Point(NamedTuple):
    """One run: rows, megabytes of predictions, and what it cost."""

    rows: int
    megabytes: float
    cost: ProcessCost


def measured(count: int, chars: int, jobs: int, parquet: bool, write_report: bool) -> Point:
    """One run of the command line over a fresh dataset."""
    with tempfile.TemporaryDirectory() as folder:
        dataset, predictions = write_inputs(Path(folder), count, chars, parquet)
        command = [sys.executable, str(SCRIPT), "--dataset", str(dataset), "--predictions", str(predictions)]
        command += ["--jobs", str(jobs), "--quiet"]
        command += ["--out", str(Path(folder) / "report.json")] if write_report else []
        cost = process_cost(command)
        return Point(count, predictions.stat().st_size / 1e6, cost)


def line(point: Point) -> str:
    """A run as a line of the table."""
    seconds, cpu = point.cost.seconds
    problem = f"  exit {point.cost.exit_code}" if point.cost.exit_code else ""
    return (
        f"  {point.rows:>9,}{point.megabytes:>9.1f}{seconds:>9.2f}{cpu:>9.2f}{point.rows / seconds:>10,.0f}"
        f"{cpu / point.rows * 1e6:>9.0f}{point.cost.peak_rss_bytes / 2**20:>7.0f}{problem}"
    )


HEADING = f"  {'rows':>9}{'MB':>9}{'wall s':>9}{'CPU s':>9}{'rows/s':>10}{'µs/row':>9}{'MB RSS':>7}"


def exponent(points: Sequence[Point]) -> float | None:
    """The slope of log seconds over log rows, without the smallest run (it is start-up); 1 is linear."""
    tail = sorted(points)[1:]
    if len(tail) < 2:
        return None
    first, last = tail[0], tail[-1]
    return math.log(last.cost.seconds.cpu / first.cost.seconds.cpu) / math.log(last.rows / first.rows)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the curve; 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, nargs="+", default=list(CURVE), help="points of the curve")
    parser.add_argument(
        "--long-rows", type=int, default=LONG_ROWS, help="rows of 2 kB, 0 for none (default %(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=2, help="worker processes (default %(default)s)")
    parser.add_argument("--parquet", action="store_true", help="datasets as Parquet")
    parser.add_argument("--no-report", action="store_true", help="write no report file")
    options = parser.parse_args(argv)
    print(machine())
    if options.long_rows:
        print(f"long responses, {options.jobs} workers\n{HEADING}")
        long = measured(options.long_rows, LONG_CHARS, options.jobs, options.parquet, not options.no_report)
        print(line(long))
        print(
            f"  target: {LONG_ROWS:,} rows under {TARGET_SECONDS} s; here {long.cost.seconds.wall:.1f}",
            flush=True,
        )
    print(f"short responses, {options.jobs} workers\n{HEADING}")
    points = []
    for rows in options.rows:
        points.append(measured(rows, SHORT_CHARS, options.jobs, options.parquet, not options.no_report))
        print(line(points[-1]), flush=True)
    slope = exponent(points)
    if slope is not None:
        print(f"  CPU seconds grow as rows^{slope:.2f}")
    peak = max(point.cost.peak_rss_bytes for point in points)
    print(f"  target: under {TARGET_BYTES / 2**20:.0f} MB; here {peak / 2**20:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
