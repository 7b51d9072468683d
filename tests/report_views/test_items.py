"""Items as JSON lines, CSV and Parquet."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_maker import HOSTILE, make_report

from report_views.items import ItemsFileError, plain_cell, safe_cell, writable, write_items


@pytest.fixture
def items() -> list[dict[str, Any]]:
    """Items of all verdicts with hostile predictions and a column of lists."""
    found: list[dict[str, Any]] = make_report(60)["items"]
    for item, text in zip(found, HOSTILE, strict=False):
        item["pred"] = text
    for item in found:
        item["patterns"] = ["p1", "p2"]
    return found


def test_json_lines_hold_everything(items: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    assert write_items(items, path) == 60
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]] == items
    assert len(lines) >= 60


def test_csv_holds_every_text_and_no_formula(items: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "items.CSV"
    assert write_items(items, path) == 60
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [plain_cell(row["pred"]) for row in rows] == [writable(item["pred"]) for item in items]
    assert [json.loads(row["correct"]) for row in rows] == [item["correct"] for item in items]
    assert json.loads(rows[0]["patterns"]) == ["p1", "p2"]
    assert not any(cell.startswith(("=", "@", "\t")) for row in rows for cell in row.values())


def test_parquet_has_types(items: list[dict[str, Any]], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "items.parquet"
    assert write_items(iter(items), path) == 60
    table = parquet.read_table(path)
    rows = table.to_pylist()
    assert table.column_names == list(items[0])
    assert [row["pred"] for row in rows] == [writable(item["pred"]) for item in items]
    assert [row["correct"] for row in rows] == [item["correct"] for item in items]
    assert [row["extraction_start"] for row in rows] == [item["extraction_start"] for item in items]
    assert rows[0]["patterns"] == "p1, p2" and rows[0]["chapter"] == str(items[0]["chapter"])


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_no_items_make_an_empty_file(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"items.{suffix}"
    assert write_items([], path) == 0 and path.exists()


def test_another_ending_says_which_there_are(tmp_path: Path) -> None:
    with pytest.raises(ItemsFileError, match=r"\.jsonl, \.csv, \.parquet"):
        write_items([], tmp_path / "items.xlsx")


def test_a_failure_leaves_the_old_file_and_nothing_else(items: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "items.csv"
    path.write_text("old")

    def failing() -> Any:
        yield items[0]
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_items(failing(), path)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


CELLS = [
    ("=1+1", "'=1+1"),
    ("-3/4", "'-3/4"),
    ("-0.75", "-0.75"),
    ("+12", "+12"),
    ("  =1", "'  =1"),
    ("@SUM(A1)", "'@SUM(A1)"),
    ("\tx", "'\tx"),
    ("\uff1d1", "'\uff1d1"),
    ("'quoted", "''quoted"),
    ("x=-2", "x=-2"),
    ("", ""),
    (None, ""),
    (False, "false"),
    (3, "3"),
]


@pytest.mark.parametrize(("value", "expected"), CELLS)
def test_safe_cells(value: object, expected: str) -> None:
    assert safe_cell(value) == expected


@given(st.text())
def test_cells_come_back(text: str) -> None:
    cell = safe_cell(text)
    assert plain_cell(cell) == writable(text)
    start = cell.lstrip(" ")[:1]
    assert start not in ("=", "@", "\t", "\r", "\n")
    cell.encode()
