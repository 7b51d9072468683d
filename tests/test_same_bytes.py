"""The report is the same bytes, but for `meta`, however it was made (DESIGN 8)."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import evaluate_benchmark as harness
from benchmarks.measuring import forget_everything
from benchmarks.row_sets import hard_answers, word_problem_outputs, worked_solutions

AWKWARD = (
    ("yes", "No, it is not."),
    ("7", ""),
    ("7", None),
    ("1", "\\boxed{1} \ud800"),
    ("12", "\\boxed{9^{9^{9^9}}}"),
    ("x \\bowtie y", "\\boxed{y \\bowtie x}"),
    ("\\operatorname{Li}_2(1)", "\\boxed{\\frac{\\pi^2}{6}}"),
    ("\\{1, 2, 3\\}", "\\boxed{3, 2, 1}"),
    ("2", "<think>\\boxed{3}</think> It is 2."),
    ("a) 1 b) 2", "a) 1, b) 2"),
)
"""Rows that take the rarer ways: unparsed, too complex, third-party readers, lone surrogates."""


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A dataset and predictions of every kind, one line standing twice."""
    made = [*hard_answers(92, 3), *worked_solutions(20, 3), *word_problem_outputs(20, 3)]
    pairs: list[tuple[str, str | None]] = [(row.gold, row.response) for row in made]
    pairs += AWKWARD
    folder = tmp_path_factory.mktemp("same_bytes")
    dataset, predictions = folder / "dataset.jsonl", folder / "predictions.jsonl"
    with dataset.open("w") as golds, predictions.open("w") as responses:
        for number, (gold, response) in enumerate(pairs):
            fields = {
                "id": f"i{number}",
                "final_answer": gold,
                "chapter": number % 7,
                "group": "ABC"[number % 3],
            }
            golds.write(json.dumps(fields) + "\n")
            responses.write(json.dumps({"id": f"i{number}", "response": response}) + "\n")
        responses.write(json.dumps({"id": "nobody", "response": "1"}) + "\n")
    return dataset, predictions


def without_meta(whole: dict[str, Any]) -> str:
    """The report as text, order kept, without what may differ between equal runs."""
    del whole["meta"]
    return json.dumps(whole)


def reported(inputs: tuple[Path, Path], out: Path, *options: str, **environment: str) -> str:
    """The report that a run of the script writes."""
    dataset, predictions = inputs
    command = [sys.executable, str(ROOT / "evaluate_benchmark.py"), "--dataset", str(dataset)]
    command += ["--predictions", str(predictions), "--out", str(out), "--quiet", *options]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    return without_meta(json.loads(out.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def plain(inputs: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of one process with a fixed hash seed: what all others must equal."""
    return reported(
        inputs, tmp_path_factory.mktemp("plain") / "report.json", "--jobs", "1", PYTHONHASHSEED="0"
    )


def test_the_rows_take_many_ways(plain: str) -> None:
    """The comparison says something: accepts and rejects of each tier, undecided, unparsed, lenient."""
    whole = json.loads(plain)
    assert {item["verdict"] for item in whole["items"]} >= {"accept", "reject", "undecided", "unparsed"}
    assert {item["tier"] for item in whole["items"] if item["correct"]} >= {"exact", "numeric", "symbolic"}


@pytest.mark.parametrize(("jobs", "seed"), [("1", "1"), ("2", "2"), ("8", "random")])
def test_workers_and_hash_seeds_change_nothing(
    inputs: tuple[Path, Path], plain: str, tmp_path: Path, jobs: str, seed: str
) -> None:
    """One, two and eight processes; other orders of sets and dictionaries of strings."""
    assert reported(inputs, tmp_path / "report.json", "--jobs", jobs, PYTHONHASHSEED=seed) == plain


def test_the_order_of_predictions_changes_nothing(
    inputs: tuple[Path, Path], plain: str, tmp_path: Path
) -> None:
    """Predictions shuffled; the dataset's order is the report's."""
    dataset, predictions = inputs
    lines = predictions.read_text().splitlines(keepends=True)
    random.Random(5).shuffle(lines)
    shuffled = tmp_path / "shuffled.jsonl"
    shuffled.write_text("".join(lines))
    assert reported((dataset, shuffled), tmp_path / "report.json", "--jobs", "2") == plain


@pytest.mark.skipif(importlib.util.find_spec("gmpy2") is None, reason="gmpy2 is not installed")
def test_gmpy2_changes_nothing(inputs: tuple[Path, Path], plain: str, tmp_path: Path) -> None:
    """mpmath computes with gmpy2 where it is installed; told not to, it must come to the same."""
    assert reported(inputs, tmp_path / "report.json", "--jobs", "1", MPMATH_NOGMPY="1") == plain


def test_memories_change_nothing(inputs: tuple[Path, Path], plain: str) -> None:
    """In one process: with empty memories, with full ones, and after other rows have filled them."""
    dataset, predictions = map(str, inputs)
    forget_everything()
    cold = without_meta(harness.evaluate(dataset, predictions, jobs=1).as_json())
    warm = without_meta(harness.evaluate(dataset, predictions, jobs=1).as_json())
    forget_everything()
    for row in hard_answers(46, 4):
        harness.grade(row.gold, row.response)
    filled = without_meta(harness.evaluate(dataset, predictions, jobs=1).as_json())
    assert json.loads(cold) == json.loads(plain)
    assert cold == warm == filled
