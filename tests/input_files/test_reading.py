"""Named columns, subsets, several files and stdin through the script's own reading."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness_support import DEMO_DATASET, DEMO_PREDICTIONS

import evaluate_benchmark as eb
from input_files.adapt import Reading
from input_files.select import parse_condition

Write = Callable[..., str]
ROWS = [
    {"key": {"uid": n}, "target": str(n), "chapter": n % 3, "level": "hard" if n > 4 else "easy"}
    for n in range(8)
]
OUTPUTS = [{"key": {"uid": n}, "completion": f"it is {n}"} for n in range(8)]
NAMED = Reading("key.uid", "target", "completion")


def where(*conditions: str) -> Reading:
    """Conditions alone."""
    return Reading(where=tuple(map(parse_condition, conditions)))


def parquet(path: Path, rows: list[dict[str, Any]]) -> str:
    """A Parquet file with these rows."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as files

    files.write_table(pyarrow.Table.from_pylist(rows), path)
    return str(path)


@pytest.mark.parametrize("kind", ["jsonl", "parquet", "memory"])
def test_named_columns(kind: str, tmp_path: Path, write_lines: Write) -> None:
    """The same report from every kind of source."""
    if kind == "jsonl":
        sources: list[Any] = [write_lines("d.jsonl", ROWS), write_lines("p.jsonl", OUTPUTS)]
    elif kind == "parquet":
        sources = [parquet(tmp_path / "d.parquet", ROWS), parquet(tmp_path / "p.parquet", OUTPUTS)]
    else:
        sources = [ROWS, OUTPUTS]
    report = eb.evaluate(*sources, reading=NAMED)
    assert [item.id for item, _ in report.rows()] == [str(n) for n in range(8)]
    assert report.totals["correct"] == 8
    assert report.totals["malformed_prediction_lines"] == report.totals["dataset_errors"] == 0


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
@pytest.mark.parametrize(
    ("reading", "message"),
    [
        (NAMED._replace(gold_field="targets"), r"d\.\w+: has no column `targets`; did you mean `target`\?"),
        (NAMED._replace(id_field="uid"), r"d\.\w+: has no column `uid`"),
        (NAMED._replace(response_field="completions"), r"p\.\w+: has no column `completions`; did you mean"),
        (NAMED._replace(where=(parse_condition("chap=1"),)), r"no column `chap`"),
        (NAMED._replace(where=(parse_condition("chapter=7"),)), r"`chapter` holds 0, 1, 2"),
    ],
)
def test_a_missing_column_lists_what_is_there(
    reading: Reading, message: str, kind: str, tmp_path: Path, write_lines: Write
) -> None:
    """With the nearest name, for every kind of file."""
    if kind == "jsonl":
        sources = [write_lines("d.jsonl", ROWS), write_lines("p.jsonl", OUTPUTS)]
    else:
        sources = [parquet(tmp_path / "d.parquet", ROWS), parquet(tmp_path / "p.parquet", OUTPUTS)]
    with pytest.raises(eb.InputError, match=message):
        eb.evaluate(*sources, reading=reading)


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_predictions_may_have_a_plain_id(kind: str, tmp_path: Path, write_lines: Write) -> None:
    """A name for the dataset's id only; in a dataset it is never passed over."""
    rows = [{"uid": "a", "id": 7, "final_answer": "1"}]
    outputs = [{"id": "a", "response": "1"}]
    make = (lambda name, rows: parquet(tmp_path / name, rows)) if kind == "parquet" else write_lines
    sources = [make(f"d.{kind}", rows), make(f"p.{kind}", outputs)]
    assert eb.evaluate(*sources, reading=Reading(id_field="uid")).totals["correct"] == 1
    with pytest.raises(eb.InputError, match=r"no column `uidd`"):
        eb.evaluate(*sources, reading=Reading(id_field="uidd"))


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_a_dataset_without_any_gold_column_is_an_error(kind: str, tmp_path: Path, write_lines: Write) -> None:
    """It would be a score of nothing; rows with an empty gold are skipped as before."""
    rows = [{"id": n, "finals_answer": "1"} for n in range(3)]
    path = parquet(tmp_path / "d.parquet", rows) if kind == "parquet" else write_lines("d.jsonl", rows)
    with pytest.raises(eb.InputError, match=r"no column `final_answer_boxed`.*--gold-field"):
        eb.evaluate(path, [])
    skipped = [{**row, "final_answer": ""} for row in rows]
    path = parquet(tmp_path / "e.parquet", skipped) if kind == "parquet" else write_lines("e.jsonl", skipped)
    assert eb.evaluate(path, []).totals["skipped_no_gold"] == 3


def test_predictions_without_a_response_column(tmp_path: Path, write_lines: Write) -> None:
    """A Parquet file cannot be used; a line is counted, and both messages list what is there."""
    rows = [{"id": "1.001", "completion": "0.1"}]
    report = eb.evaluate(DEMO_DATASET, write_lines("p.jsonl", rows))
    assert report.totals["malformed_prediction_lines"] == 1
    assert "it has id, completion" in report.meta["problems"][0]["what"]
    with pytest.raises(eb.InputError, match=r"no column `response`.*completion.*--response-field"):
        eb.evaluate(DEMO_DATASET, parquet(tmp_path / "p.parquet", rows))


def test_one_row_without_the_named_column_is_counted(write_lines: Write) -> None:
    """It ends no run."""
    dataset = write_lines("d.jsonl", [*ROWS, {"key": {}, "target": "9"}])
    predictions = write_lines("p.jsonl", [*OUTPUTS[1:], {"key": {"uid": 0}}])
    report = eb.evaluate(dataset, predictions, reading=NAMED)
    assert report.totals["dataset_errors"] == report.totals["malformed_prediction_lines"] == 1
    assert report.totals["missing_predictions"] == 1


def test_a_subset_is_stated(tmp_path: Path) -> None:
    """In the signature, in `meta` and in the sentence to quote; its other rows are not unknown."""
    whole = eb.evaluate(DEMO_DATASET, DEMO_PREDICTIONS)
    part = eb.evaluate(DEMO_DATASET, DEMO_PREDICTIONS, reading=where("chapter=3..8", "group!=C"))
    assert 0 < part.totals["scored"] < whole.totals["scored"]
    assert part.signature["subset"] == ["chapter=3..8", "group!=C"]
    assert part.signature["dataset_sha256"] != whole.signature["dataset_sha256"]
    assert part.meta["dataset"]["left_out"] == whole.totals["scored"] - part.totals["scored"]
    assert part.totals["unknown_prediction_ids"] == whole.totals["unknown_prediction_ids"]
    assert "only chapter=3..8 and group!=C;" in part.text().splitlines()[-1]
    assert "subset" not in whole.signature
    rows = {item.id for item, _ in whole.rows() if item.groups[0] in range(3, 9) and item.groups[1] != "C"}
    assert {item.id for item, _ in part.rows()} == rows


def test_a_subset_by_a_column_that_is_not_otherwise_read(tmp_path: Path, write_lines: Write) -> None:
    """JSON lines and Parquet alike."""
    reading = NAMED._replace(where=(parse_condition("level=hard"),))
    files = [write_lines("d.jsonl", ROWS), parquet(tmp_path / "d.parquet", ROWS)]
    for dataset in files:
        report = eb.evaluate(dataset, OUTPUTS, reading=reading)
        assert [item.id for item, _ in report.rows()] == ["5", "6", "7"]


@pytest.mark.parametrize("kind", ["folder", "glob", "parquet"])
def test_shards_of_a_dataset_are_one_dataset(kind: str, tmp_path: Path, write_lines: Write) -> None:
    """The same report as from one file, and each shard's hash and rows."""
    lines = Path(DEMO_DATASET).read_text(encoding="utf-8").splitlines(keepends=True)
    folder = tmp_path / "shards"
    folder.mkdir()
    for number, part in enumerate((lines[:7], lines[7:12], lines[12:])):
        if kind == "parquet":
            parquet(folder / f"test-{number}.parquet", [json.loads(line) for line in part])
        else:
            (folder / f"test-{number}.jsonl").write_text("".join(part), encoding="utf-8")
    path = str(folder / "test-*.jsonl") if kind == "glob" else str(folder)
    report, whole = eb.evaluate(path, DEMO_PREDICTIONS), eb.evaluate(DEMO_DATASET, DEMO_PREDICTIONS)
    assert report.text() == whole.text()
    assert report.signature == whole.signature
    files = report.meta["dataset"]["files"]
    assert [file["rows"] for file in files] == [7, 5, 7]
    assert all(len(file["sha256"]) == 64 for file in files)
    assert report.meta["dataset"]["rows"] == 19


def test_problems_name_the_shard(tmp_path: Path) -> None:
    """File and line of the shard, not of the folder."""
    (tmp_path / "a.jsonl").write_text('{"id": 1, "final_answer": "1"}\n')
    (tmp_path / "b.jsonl").write_text('{"id": 2, "final_answer": "1"}\n{"id": 1, "final_answer": "1"}\n')
    report = eb.evaluate(str(tmp_path), [])
    assert [(Path(p["file"]).name, p["line"]) for p in report.meta["problems"]] == [("b.jsonl", 2)]


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="no /dev/stdin")
@pytest.mark.parametrize("dashed", ["--dataset", "--predictions"])
def test_a_dash_is_stdin(dashed: str) -> None:
    """Either input may come from another program."""
    paths = {"--dataset": DEMO_DATASET, "--predictions": DEMO_PREDICTIONS}
    sent = Path(paths[dashed]).read_bytes()
    paths[dashed] = "-"
    arguments = [part for pair in paths.items() for part in pair]
    done = subprocess.run(
        [sys.executable, "evaluate_benchmark.py", *arguments], input=sent, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"accuracy                : 84.21% (16/19)" in done.stdout


def test_the_plain_way_loads_no_package_of_inputs() -> None:
    """Options and other tools' files pay for themselves."""
    code = (
        "import sys, evaluate_benchmark as e; "
        f"e.main(['--dataset', {DEMO_DATASET!r}, '--predictions', {DEMO_PREDICTIONS!r}, '--quiet']); "
        "print(sorted(m for m in sys.modules if m.startswith(('input_files.', 'report_views.'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    light = [
        *("input_files.errors", "input_files.group_columns", "input_files.streams"),
        *("report_views.provenance", "report_views.whole_files"),
    ]
    assert done.stdout == f"{light}\n"
