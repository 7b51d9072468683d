"""What the measurements share: clocks, cold memories, child processes, the line about the machine."""

from __future__ import annotations

import atexit
import functools
import gc
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "evaluate_benchmark.py"
DEMO = (
    "--dataset",
    str(ROOT / "tests/data/demo_dataset.jsonl"),
    "--predictions",
    str(ROOT / "_eval_demo_predictions.jsonl"),
)


class Seconds(NamedTuple):
    """What some work took: on the clock, and of the processor.

    On a machine that others use too, only the processor's time compares.
    """

    wall: float
    cpu: float


class ProcessCost(NamedTuple):
    """What a whole process took, and the memory of the largest process in it."""

    seconds: Seconds
    peak_rss_bytes: int
    exit_code: int


def seconds_of(work: Callable[[], object]) -> Seconds:
    """The time of one call in this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Seconds(time.perf_counter() - wall, time.process_time() - cpu)


LAUNCHER = """
import json, os, sys, time
quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
started = time.perf_counter()
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, usage = os.wait4(child, 0)
taken = time.perf_counter() - started
cpu = usage.ru_utime + usage.ru_stime
print(json.dumps([taken, cpu, usage.ru_maxrss, os.waitstatus_to_exitcode(status)]))
"""
"""A small process between us and what is measured: a child's peak memory starts at its parent's size."""


@functools.cache
def bytecode_folder() -> str:
    """A folder for compiled modules that this run throws away."""
    folder = tempfile.mkdtemp(prefix="bytecode-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def environment() -> dict[str, str]:
    """The environment of a measured process: modules come from cached bytecode, as on a user's second run."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": bytecode_folder()}


def process_cost(command: Sequence[str]) -> ProcessCost:
    """The cost of a command and all processes that it waits for; its output is thrown away."""
    launched = [sys.executable, "-S", "-c", LAUNCHER, *command]
    done = subprocess.run(
        launched, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=True, env=environment()
    )
    wall, cpu, peak, exit_code = json.loads(done.stdout)
    return ProcessCost(Seconds(wall, cpu), peak * (1 if sys.platform == "darwin" else 1024), exit_code)


def median_seconds(measured: Sequence[Seconds]) -> Seconds:
    """The median of each clock by itself."""
    return Seconds(*(statistics.median(clock) for clock in zip(*measured, strict=True)))


def forget_everything() -> None:
    """Empty every memory of the harness, so that a repeat costs what the first time did.

    Compiled patterns stay: they are made once per process.
    """
    import evaluate_benchmark

    evaluate_benchmark._GRADERS.clear()
    for candidate in gc.get_objects():
        if isinstance(candidate, functools._lru_cache_wrapper):
            module = getattr(candidate, "__module__", "") or ""
            if module.startswith(("answer_math", "evaluate_benchmark")) and candidate.__name__ != "pattern":
                candidate.cache_clear()


def machine() -> str:
    """One line about the machine, for whoever reads the figures later."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{platform.machine()}, {os.cpu_count()} cores{load}, Python {platform.python_version()}"
