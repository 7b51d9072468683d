"""What several test files share: inputs written on the fly, golden files, processes."""

from __future__ import annotations

import difflib
import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = Path(__file__).resolve().parent / "golden"
DEMO_DATASET = "tests/data/demo_dataset.jsonl"
DEMO_PREDICTIONS = "_eval_demo_predictions.jsonl"

Row = dict[str, Any]


@pytest.fixture(autouse=True)
def _in_the_project_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs in the project's folder, as the README says."""
    monkeypatch.chdir(ROOT)


@pytest.fixture
def write_lines(tmp_path: Path) -> Callable[[str, Iterable[Row | bytes]], str]:
    """A function that writes rows (or raw bytes) as a JSONL file and gives its path."""

    def write(name: str, rows: Iterable[Row | bytes]) -> str:
        """The path of the file with these lines; `.gz` compresses."""
        data = b"".join(row if isinstance(row, bytes) else json.dumps(row).encode() + b"\n" for row in rows)
        path = tmp_path / name
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return str(path)

    return write


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
