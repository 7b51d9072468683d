"""What the demo costs as a whole process, and what it spends that on.

    python -m benchmarks.startup

The yardstick is a Python that imports three modules and ends; the demo is meant to take at most five times
as long.  Alternating, median of the repeats, processor time beside the clock.  `demo` runs the script, which
Python compiles anew each time; `installed` is the console script, whose modules all come from bytecode.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
from collections.abc import Sequence

from benchmarks.measuring import (
    DEMO,
    ROOT,
    SCRIPT,
    ProcessCost,
    environment,
    machine,
    median_seconds,
    process_cost,
)

TARGET_TIMES = 5.0
IMPORT_TARGET_SECONDS = 0.080

COMMANDS: dict[str, list[str]] = {
    "yardstick": [sys.executable, "-c", "import json, argparse, re"],
    "import": [sys.executable, "-c", "import evaluate_benchmark"],
    "--version": [sys.executable, str(SCRIPT), "--version"],
    "installed": [sys.executable, "-c", "import evaluate_benchmark as e; e.console_main()", *DEMO],
    "demo": [sys.executable, str(SCRIPT), *DEMO],
}
HEAVY = ("sympy", "mpmath", "numpy", "pyarrow", "latex2sympy2_extended")

_IMPORT_LINE = re.compile(r"import time:\s+(\d+) \|\s+(\d+) \|(\s+)(\S+)")


def costs(repeats: int) -> dict[str, list[ProcessCost]]:
    """The costs of each command, alternating."""
    taken: dict[str, list[ProcessCost]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():
        process_cost(command)  # writes the bytecode
    for _ in range(repeats):
        for name, command in COMMANDS.items():
            taken[name].append(process_cost(command))
    return taken


def import_times(arguments: Sequence[str]) -> list[tuple[str, int]]:
    """The modules that a run loads with the microseconds of each by itself, dearest first."""
    command = [sys.executable, "-X", "importtime", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, env=environment())
    found = [(match[4], int(match[1])) for match in _IMPORT_LINE.finditer(done.stderr)]
    return sorted(found, key=lambda pair: -pair[1])


def report(repeats: int) -> str:
    """The figures as text."""
    taken = costs(repeats)
    lines = [machine(), f"  {'':<12}{'CPU ms':>8}{'wall ms':>9}{'times':>7}{'MB':>6}   median of {repeats}"]
    yardstick = median_seconds([cost.seconds for cost in taken["yardstick"]]).cpu
    for name, measured in taken.items():
        middle = median_seconds([cost.seconds for cost in measured])
        peak = statistics.median(cost.peak_rss_bytes for cost in measured) / 2**20
        lines.append(
            f"  {name:<12}{middle.cpu * 1e3:>8.1f}{middle.wall * 1e3:>9.1f}"
            f"{middle.cpu / yardstick:>7.1f}{peak:>6.0f}"
        )
    demo = median_seconds([cost.seconds for cost in taken["demo"]]).cpu / yardstick
    lines.append(f"  target: the demo at most {TARGET_TIMES:.0f} times the yardstick; here {demo:.1f}")
    loaded = import_times([str(SCRIPT), *DEMO])
    total = sum(microseconds for _, microseconds in loaded)
    heavy = sorted({name.partition(".")[0] for name, _ in loaded} & set(HEAVY))
    lines.append(
        f"  the demo loads {len(loaded)} modules in {total / 1e3:.0f} ms;"
        f" of the heavy ones: {', '.join(heavy) or 'none'}"
    )
    lines += [f"    {microseconds / 1e3:>7.1f} ms  {name}" for name, microseconds in loaded[:12]]
    own = import_times(["-c", "import evaluate_benchmark"])
    seconds = sum(microseconds for _, microseconds in own) / 1e6
    lines.append(
        f"  import evaluate_benchmark: {seconds * 1e3:.0f} ms traced"
        f" (target {IMPORT_TARGET_SECONDS * 1e3:.0f})"
    )
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=15, help="runs of each command (default %(default)s)")
    print(report(parser.parse_args(argv).repeats))
    return 0


if __name__ == "__main__":
    sys.exit(main())
