"""Section 3: every file a user may have, good or bad."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import evaluate_benchmark as eb
from evaluate_benchmark import InputError, Predictions, ProblemLog, read_dataset
from input_files.group_columns import split_of

Write = Callable[..., str]
GOOD = {"id": "a", "final_answer": "1"}


def dataset_of(source: Any) -> tuple[eb.Dataset, ProblemLog]:
    """A dataset and what was wrong in it."""
    log = ProblemLog()
    return read_dataset(source, log), log


def predictions_of(
    source: Any, ids: str = "abc"
) -> tuple[list[tuple[int, str | None]], ProblemLog, Predictions]:
    """The usable predictions for a dataset of these one-letter ids."""
    log = ProblemLog()
    data = read_dataset([{"id": one, "final_answer": "1"} for one in ids], log)
    predictions = Predictions(source, data, log)
    return list(predictions), log, predictions


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (r"\boxed{\frac{3}{4}}", r"\frac{3}{4}"),
        (r" \boxed{ 2 } ", "2"),
        (r"\boxed{\left\{1,2\right\}}", r"\left\{1,2\right\}"),
        (r"\boxed{1} or \boxed{2}", r"\boxed{1} or \boxed{2}"),
        (r"\boxed{a{b}", "a{b"),
        (r"\boxed{}", ""),
        ("5", "5"),
        (r"x\boxed{5}", r"x\boxed{5}"),
    ],
)
def test_unbox(text: str, content: str) -> None:
    """S1: the box around all of the gold falls, no other."""
    assert eb.unbox(text) == content


@pytest.mark.parametrize(
    ("row", "gold"),
    [
        ({"final_answer_boxed": r"\boxed{2}", "final_answer": "3", "answer": "4"}, "2"),
        ({"final_answer_boxed": "", "final_answer": "3"}, "3"),
        ({"final_answer_boxed": r"\boxed{}", "final_answer": None, "answer": "4"}, "4"),
        ({"expected_answer": 5, "expected_unit": "apples"}, "5 apples"),
        ({"expected_answer": 5}, "5"),
        ({"final_answer": 0}, "0"),
        ({"final_answer": " "}, ""),
        ({}, ""),
    ],
)
def test_where_the_gold_is(row: dict[str, Any], gold: str) -> None:
    """DESIGN 9: boxed, else bare, else answer, else the lane's."""
    assert eb.gold_of(row) == gold


@pytest.mark.parametrize("field", eb.RESPONSE_FIELDS)
def test_every_spelling_of_the_response(field: str) -> None:
    """S4.2: six spellings."""
    assert eb.response_of({"id": "a", field: "7"}) == "7"


def test_the_first_spelling_present_is_used() -> None:
    """S4.2: even when it holds null."""
    assert eb.response_of({"text": "1", "response": "2"}) == "2"
    assert eb.response_of({"text": "1", "response": None}) is None


@pytest.mark.parametrize(
    ("line", "response"),
    [
        (b'{"id":"a","response":0.10}', "0.10"),
        (b'{"id":"a","response":' + b"9" * 6000 + b"}", "9" * 6000),
        (b'{"id":"a","response":1e5}', "1e5"),
        (b'{"id":"a","response":NaN}', "NaN"),
        (b'{"id":"a","response":true}', "true"),
        (b'{"id":"a","response":null}', None),
        (b'{"id":"a","response":""}', ""),
        (b'{"id":"a","response":"x\\ud800y"}', "x\ud800y"),
        (b'{"id":"a","response":"x\x00\ty"}', "x\x00\ty"),
        (b'{"id":"a","response":"cut \xe2\x88"}', "cut \ufffd"),
        (b'\xef\xbb\xbf{"id":"a","response":"2"}', "2"),
        (b'{"id":"a","response":"2"}\r', "2"),
        (b'  {"id":"a","response":"2"}  ', "2"),
    ],
)
def test_odd_but_usable_responses(line: bytes, response: str | None, write_lines: Write) -> None:
    """Numbers keep their spelling; BOM, CRLF, NUL and surrogates lose nothing."""
    found, log, _ = predictions_of(write_lines("p.jsonl", [line + b"\n"]))
    assert found == [(0, response)]
    assert not log.counts


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"{", "not JSON"),
        (b"\x00\x00\x00", "NUL"),
        (b'"text"', "is a string"),
        (b"[1]", "is a list"),
        (b"null", "is null"),
        (b"7", "is a number"),
        (b'{"response":"1"}', "has no `id`"),
        (b'{"id":null,"response":"1"}', "`id` is null"),
        (b'{"id":["a"],"response":"1"}', "`id` is a list"),
        (b'{"id":"","response":"1"}', "`id` is empty"),
        (b'{"id":"a"}', "has no response"),
        (b'{"id":"a","response":["1"]}', "`response` is a list"),
        (b'{"id":"a","response":{"x":1}}', "`response` is an object"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"id":"a","response":"1"} x', "not JSON"),
    ],
)
def test_malformed_lines_are_named(line: bytes, what: str, write_lines: Write) -> None:
    """S4.1: counted with file and line; the line after it is still read."""
    good = b'{"id":"b","response":"1"}'
    path = write_lines("p.jsonl", [good + b"\n", line + b"\n", good.replace(b'"b"', b'"c"') + b"\n"])
    found, log, predictions = predictions_of(path)
    assert [place for place, _ in found] == [1, 2]
    assert log.counts == {eb.MALFORMED: 1}
    assert log.kept[0][:3] == (eb.MALFORMED, path, 2)
    assert what in log.kept[0].what
    assert predictions.rows == 3


def test_duplicates_and_unknown_ids(write_lines: Write) -> None:
    """S4.2: the last line wins; an unknown id counts once."""
    rows = [{"id": i, "response": str(n)} for n, i in enumerate(["a", "z", "a", "z", "b"])]
    found, log, _ = predictions_of(write_lines("p.jsonl", rows))
    assert found == [(0, "0"), (0, "2"), (1, "4")]
    assert log.counts == {eb.DUPLICATE: 2, eb.UNKNOWN_ID: 1}


def test_a_prediction_for_a_row_without_gold_is_neither_unknown_nor_scored() -> None:
    """S3.4: such a row is skipped, whatever stands in the predictions."""
    log = ProblemLog()
    data = read_dataset([GOOD, {"id": "b", "final_answer": ""}], log)
    assert list(Predictions([{"id": "b", "response": "1"}], data, log)) == []
    assert (data.skipped, dict(log.counts)) == (1, {})


def test_int_ids_become_text(write_lines: Write) -> None:
    """DESIGN 9: on both sides."""
    data, log = dataset_of(write_lines("d.jsonl", [{"id": 17, "final_answer": "1"}]))
    assert list(Predictions([{"id": 17, "response": "1"}], data, log)) == [(0, "1")]
    assert list(Predictions([{"id": "17", "response": "1"}], data, log)) == [(0, "1")]


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
@pytest.mark.parametrize("rows", [1, 700])
def test_compressed_files(suffix: str, rows: int, tmp_path: Path) -> None:
    """The same rows from plain, gzip and zstd, whatever the file is called."""
    data = b"".join(json.dumps({"id": n, "final_answer": "1"}).encode() + b"\n" for n in range(rows))
    if suffix == ".gz":
        data = gzip.compress(data)
    elif suffix == ".zst":
        zstandard = pytest.importorskip("zstandard")
        middle = len(data) // 2
        data = b"".join(zstandard.ZstdCompressor().compress(part) for part in (data[:middle], data[middle:]))
    path = tmp_path / "data.bin"
    path.write_bytes(data)
    found, log = dataset_of(str(path))
    assert (len(found.items), dict(log.counts)) == (rows, {})


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_truncated_file_keeps_what_could_be_read(suffix: str, tmp_path: Path) -> None:
    """The rows before the cut are scored, the cut is counted with its line."""
    rows = b"".join(
        json.dumps({"id": n, "final_answer": str(n * 7919 % 10007)}).encode() + b"\n" for n in range(60_000)
    )
    data = (
        gzip.compress(rows)
        if suffix == ".gz"
        else pytest.importorskip("zstandard").ZstdCompressor().compress(rows)
    )
    path = tmp_path / ("d.jsonl" + suffix)
    path.write_bytes(data[: len(data) * 2 // 3])
    found, log = dataset_of(str(path))
    assert 1000 < len(found.items) < 60_000
    assert log.counts[eb.DATASET_ERROR] >= 1
    assert "ends early" in log.kept[-1].what or "ended" in log.kept[-1].what


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'[{"id":"a","final_answer":"1"}]', "one JSON array"),
        (b'[\n  {"id": "a"}\n]', "one JSON array"),
        (b"", "holds no row"),
        (b"not json\n", "holds no row that can be scored; line 1 not JSON"),
        ('{"id":"a"}'.encode("utf-16"), "UTF-16"),
        (b"PAR1 and nothing more", "not a readable Parquet file"),
        (b"\x1f\x8b\x08 broken", "holds no row"),
    ],
)
def test_files_that_cannot_be_used(content: bytes, message: str, tmp_path: Path) -> None:
    """One clear message each."""
    path = tmp_path / "d.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        dataset_of(str(path))


def test_a_missing_file_and_a_directory(tmp_path: Path) -> None:
    """S4.1: exit code 1 comes from InputError."""
    with pytest.raises(InputError, match="no such file"):
        dataset_of(str(tmp_path / "nothing.jsonl"))
    with pytest.raises(InputError, match="is a directory"):
        dataset_of(str(tmp_path))


def test_dataset_errors_are_counted_and_the_rest_kept(write_lines: Write) -> None:
    """S4.1: a malformed row never ends the run; the first of two rows with one id stays."""
    rows = [GOOD, b"oops\n", {"id": "a", "final_answer": "9"}, {"final_answer": "2"},
            {"id": "b", "final_answer": ["x"]}, {"id": "c", "final_answer": "3"}]  # fmt: skip
    data, log = dataset_of(write_lines("d.jsonl", rows))
    assert [(item.id, item.gold) for item in data.items] == [("a", "1"), ("c", "3")]
    assert log.counts == {eb.DATASET_ERROR: 4}
    assert [problem.line for problem in log.kept] == [2, 3, 4, 5]


def test_the_dataset_hash_is_the_same_from_every_format(tmp_path: Path, write_lines: Write) -> None:
    """JSONL, gzip and Parquet with the same rows are the same dataset."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    rows = [
        {"id": str(n), "final_answer": str(n), "chapter": n % 3, "group": "A", "patterns": ["x", "y"]}
        for n in range(50)
    ]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "d.parquet")
    sources = [
        write_lines("d.jsonl", rows),
        write_lines("d.jsonl.gz", rows),
        str(tmp_path / "d.parquet"),
        rows,
    ]
    datasets = [dataset_of(source)[0] for source in sources]
    assert len({data.sha256 for data in datasets}) == 1
    assert datasets[0].items == datasets[2].items
    changed = [*rows[:-1], {**rows[-1], "final_answer": "0"}]
    assert dataset_of(changed)[0].sha256 != datasets[0].sha256


def test_parquet_without_id_lists_its_columns(tmp_path: Path) -> None:
    """The message names what is there."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    parquet.write_table(pyarrow.table({"key": ["a"], "gold": ["1"]}), tmp_path / "d.parquet")
    with pytest.raises(InputError, match="no column `id`; its columns are key, gold"):
        dataset_of(str(tmp_path / "d.parquet"))


def test_parquet_reads_only_the_columns_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Column projection: problem and solution stay on the disk."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    table = pyarrow.table({"id": ["a"], "problem": ["long"], "solution": ["longer"], "final_answer": ["1"]})
    parquet.write_table(table, tmp_path / "d.parquet")
    rows = list(eb.read_rows(str(tmp_path / "d.parquet"), eb.DATASET_FIELDS))
    assert [row.fields for row in rows] == [{"id": "a", "final_answer": "1"}]


def test_a_line_over_the_limit_is_malformed_and_skipped(
    monkeypatch: pytest.MonkeyPatch, write_lines: Write
) -> None:
    """A line that never ends costs neither memory nor the lines after it."""
    monkeypatch.setattr(eb, "MAX_LINE_BYTES", 100)
    path = write_lines("p.jsonl", [{"id": "a", "response": "x" * 1000}, {"id": "b", "response": "1"}])
    found, log, _ = predictions_of(path)
    assert found == [(1, "1")]
    assert log.kept[0][2:] == (1, "longer than 100 bytes")


def test_the_lane_columns() -> None:
    """Depth is derived, patterns keep their list."""
    row = {"id": "gma-001", "expected_answer": 5, "expected_unit": "apples", "patterns": ["p", "q"],
           "ground_truth_graph": {"operations": [{}, {}]}}  # fmt: skip
    data, _ = dataset_of([row])
    assert {"split", "depth", "patterns"} <= data.columns
    fields = [column.field for column in eb.GROUP_COLUMNS]
    assert data.items[0].groups[fields.index("depth")] == 2
    assert data.items[0].groups[fields.index("patterns")] == ("p", "q")


@pytest.mark.parametrize(
    ("row", "split"),
    [
        ({"id": "gma-050"}, "dev"),
        ({"id": "gma-101"}, "public"),
        ({"id": "gma-101", "split": "other"}, "other"),
        ({"id": "gma-x"}, None),
        ({"id": "dgn.core.1"}, None),
        ({"id": 7, "split": "test"}, "test"),
    ],
)
def test_the_split_of_a_row(row: dict[str, Any], split: str | None) -> None:
    """As stated, or by the number of a word problem."""
    assert split_of(row) == split


def test_a_dataset_without_further_columns_has_the_standard_ones() -> None:
    """No table for what no row has."""
    data, _ = dataset_of([GOOD])
    assert data.columns == {"chapter", "group", "difficulty", "answer_status", "collection"}
