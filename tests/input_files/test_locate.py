"""Where the input is: files, folders, globs, stdin."""

from __future__ import annotations

from pathlib import Path

import pytest

from input_files.errors import InputError
from input_files.locate import STDIN_FILE, is_pattern, located


def made(folder: Path, *names: str) -> None:
    """Empty files of these names."""
    for name in names:
        (folder / name).write_text("")


def names_of(paths: list[str]) -> list[str]:
    """The file names of paths."""
    return [Path(path).name for path in paths]


def test_shards_stand_in_natural_order(tmp_path: Path) -> None:
    """rs2 before rs10, from a folder as from a glob."""
    made(tmp_path, "rs10.jsonl", "rs2.jsonl", "rs1.jsonl.gz", "notes.txt", ".hidden.jsonl", "results.json")
    (tmp_path / "deeper.jsonl").mkdir()
    expected = ["rs1.jsonl.gz", "rs2.jsonl", "rs10.jsonl"]
    assert names_of(located(str(tmp_path))) == expected
    assert names_of(located(str(tmp_path / "rs*"))) == expected


def test_a_file_is_itself_and_a_dash_is_stdin(tmp_path: Path) -> None:
    """Also a file whose name looks like a glob."""
    made(tmp_path, "a[1].jsonl", "a1.jsonl")
    assert names_of(located(str(tmp_path / "a[1].jsonl"))) == ["a[1].jsonl"]
    assert not is_pattern(str(tmp_path / "a[1].jsonl"))
    assert located("-") == [STDIN_FILE]


def test_json_counts_only_where_there_is_nothing_else(tmp_path: Path) -> None:
    """A folder of inspect logs."""
    made(tmp_path, "log.json")
    assert names_of(located(str(tmp_path))) == ["log.json"]


@pytest.mark.parametrize(
    ("names", "asked", "message"),
    [
        (["a.jsonl", "b.parquet"], "", r"holds Parquet and JSON lines; name one kind"),
        (["a.txt"], "", "is a directory without a .jsonl or .parquet file"),
        (["a.jsonl"], "*.parquet", r"\*.parquet: no file matches"),
        (["predictions.jsonl"], "prediction.jsonl", "no such file; did you mean .*predictions.jsonl"),
        (["a.jsonl"], "zzz", "zzz: no such file$"),
        ([], "no/where.jsonl", "no such file$"),
    ],
)
def test_what_is_not_there_is_a_message(names: list[str], asked: str, message: str, tmp_path: Path) -> None:
    """It says what to do."""
    made(tmp_path, *names)
    with pytest.raises(InputError, match=message):
        located(str(tmp_path / asked))
