"""The files of other tools under tests/data/foreign: described, whole, and free of where they were made."""

from __future__ import annotations

import fnmatch
import json
import re
import zipfile
from pathlib import Path

import pytest
from adapter_cases import FOLDER

FOREIGN = FOLDER.parent / "tests" / "data" / "foreign"
FILES = sorted(path for path in FOREIGN.rglob("*.*") if path.parent != FOREIGN and path.is_file())
LINES = [path for path in FILES if path.suffix == ".jsonl"]
PRIVATE = re.compile(rb"(?:^|[\s\"'=:(])/(?:home|root|tmp|usr|work|Users)/")


def test_every_file_is_described() -> None:
    """The README's table has a pattern for each file, and none that fits no file."""
    text = (FOREIGN / "README.md").read_text(encoding="utf-8")
    named: list[str] = []
    for row in re.findall(r"^\| (`.+?`) \|", text, re.M):
        first, *others = re.findall(r"`([^`]+)`", row)
        stem, folder = first.rsplit(".", 1)[0], first.rsplit("/", 1)[0]
        named += [first, *(stem + name if name.startswith(".") else f"{folder}/{name}" for name in others)]
    found = [path.relative_to(FOREIGN).as_posix() for path in FILES]
    assert [name for name in found if not any(fnmatch.fnmatch(name, each) for each in named)] == []
    assert [each for each in named if not fnmatch.filter(found, each)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_file_tells_where_it_was_made(path: Path) -> None:
    """No path of the machine stands in a file."""
    assert PRIVATE.search(path.read_bytes()) is None


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.suffix == ".jsonl"], ids=lambda path: path.name
)
def test_lines_are_objects(path: Path) -> None:
    """JSON lines hold one object each."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines and all(isinstance(json.loads(line), dict) for line in lines)


def test_the_two_log_formats_hold_the_same_samples() -> None:
    """The .eval log is a zip with a file per sample of the .json log."""
    samples = json.loads((FOREIGN / "inspect_ai" / "own_math.json").read_text(encoding="utf-8"))["samples"]
    with zipfile.ZipFile(FOREIGN / "inspect_ai" / "own_math.eval") as archive:
        names = [name for name in archive.namelist() if name.startswith("samples/")]
    assert names == [f"samples/{sample['id']}_epoch_1.json" for sample in samples]
