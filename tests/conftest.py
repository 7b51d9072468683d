"""What every test has: the project's folder, inputs written on the fly, the same hypothesis examples on every run."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from harness_support import ROOT
from hypothesis import HealthCheck, settings

Row = dict[str, Any]

settings.register_profile(
    "reproducible",
    derandomize=True,
    print_blob=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
settings.load_profile("reproducible")


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
