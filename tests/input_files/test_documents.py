"""Logs of inspect: archives and JSON documents, whole and damaged."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

import evaluate_benchmark as eb
from input_files.documents import log_samples
from input_files.errors import InputError

SAMPLE = {
    "id": "a",
    "epoch": 1,
    "input": "2+3?",
    "target": "5",
    "messages": [{"role": "user", "content": "2+3?"}, {"role": "assistant", "content": "It is 5."}],
    "events": ["long"],
}


def archive(path: Path, *samples: object, method: int = zipfile.ZIP_DEFLATED) -> str:
    """An `.eval` file with these samples."""
    with zipfile.ZipFile(path, "w", method) as packed:
        packed.writestr("header.json", "{}")
        for number, sample in enumerate(samples):
            packed.writestr(f"samples/{number}_epoch_1.json", json.dumps(sample))
    return str(path)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_an_archive_packed_by_any_method(method: int, tmp_path: Path) -> None:
    """Samples in their order, without what scoring does not need."""
    path = archive(tmp_path / "log.eval", *({**SAMPLE, "id": n} for n in range(12)), method=method)
    samples = list(log_samples(path) or ())
    assert [sample["id"] for sample in samples] == list(range(12))
    assert "events" not in samples[0]
    assert eb.evaluate(path, path).totals["correct"] == 12


def test_epochs_are_samples(tmp_path: Path) -> None:
    """One item, judged as often as it was asked."""
    path = archive(tmp_path / "log.eval", SAMPLE, {**SAMPLE, "epoch": 2, "messages": []})
    report = eb.evaluate(path, path, samples=True)
    assert report.totals["scored"] == 1
    assert report.as_json()["samples"]["average"] == 0.5


@pytest.mark.parametrize("damage", ["cut", "text", "bad member"])
def test_a_damaged_archive_is_a_message(damage: str, tmp_path: Path) -> None:
    """It names the file and what to do."""
    path = tmp_path / "log.eval"
    archive(path, SAMPLE)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-30])
    elif damage == "text":
        path.write_text("{}")
    else:
        with zipfile.ZipFile(path, "w") as packed:
            packed.writestr("samples/a_epoch_1.json", "{")
    with pytest.raises(InputError, match=r"log\.eval: is not an inspect log that can be read"):
        list(log_samples(str(path)) or ())


@pytest.mark.parametrize(
    "text",
    ['{"id": 1, "final_answer": "1"}\n{"id": 2, "final_answer": "2"}\n', '{"samples": []}', "nothing", ""],
)
def test_other_json_files_are_no_logs(text: str, tmp_path: Path) -> None:
    """JSON lines by the name of `.json` are read as lines."""
    path = tmp_path / "d.json"
    path.write_text(text)
    assert log_samples(str(path)) is None
    if text.count("\n") == 2:
        assert len(eb.read_dataset(str(path), eb.ProblemLog()).items) == 2


def test_a_json_log(tmp_path: Path) -> None:
    """One document with `eval` and `samples`."""
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"eval": {}, "samples": [SAMPLE, SAMPLE | {"id": "b", "target": ["6"]}]}))
    report = eb.evaluate(str(path), str(path))
    assert [outcome.verdict for _, outcome in report.rows()] == ["accept", "reject"]
