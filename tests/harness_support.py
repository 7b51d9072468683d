"""What several test files call: the project's places, golden files, processes."""

from __future__ import annotations

import difflib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = Path(__file__).resolve().parent / "golden"
DEMO_DATASET = "tests/data/demo_dataset.jsonl"
DEMO_PREDICTIONS = "_eval_demo_predictions.jsonl"


def check_golden(name: str, actual: str) -> None:
    """Fail with a diff when the text is not the golden file's; keep the actual text beside it."""
    golden = GOLDEN / name
    expected = golden.read_text(encoding="utf-8") if golden.exists() else ""
    kept = golden.with_name(golden.name + ".actual")
    if actual == expected:
        kept.unlink(missing_ok=True)
        return
    kept.write_text(actual, encoding="utf-8")
    lines = difflib.unified_diff(expected.splitlines(), actual.splitlines(), "golden", "actual", lineterm="")
    pytest.fail("\n".join([*lines, f"accept it with: cp {kept} {golden}"]))


def run_script(arguments: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """A finished run of the script, as a user would start it from a clone."""
    command = [sys.executable, str(ROOT / "evaluate_benchmark.py"), *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **options.pop("env", {})}
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=environment, **options
    )
