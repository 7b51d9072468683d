"""The measurements run, on tiny sizes, and their rows are what they say.  No figure is judged here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import evaluate_benchmark as harness
from benchmarks import compare_peers, profile_run, scale, startup
from benchmarks.row_sets import HARD_KINDS, ROW_SETS, rows_from, write_rows


def test_peers_are_compared_on_generated_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A table per row set, and the figures as JSON."""
    written = tmp_path / "figures.json"
    arguments = ["--rows", "23", "--repeats", "1", "--process-repeats", "1", "--peers", "grade", "strings"]
    assert compare_peers.main([*arguments, "--json", str(written)]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in ROW_SETS)
    records = json.loads(written.read_text())
    assert len(records) == 2 * len(ROW_SETS)
    assert all(record["warm_cpu_seconds_per_row"] > 0 for record in records)


def test_peers_are_compared_on_rows_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With `--cases`; a peer that fails on a row is wrong there, not the end."""
    own = tmp_path / "own.jsonl"
    write_rows(ROW_SETS["hard answers"](10, 2), own)
    arguments = ["--repeats", "1", "--process-repeats", "0", "--peers", "grade", "--cases", str(own)]
    assert compare_peers.main(arguments) == 0
    assert "1 files: 10 rows" in capsys.readouterr().out


def test_math_verify_takes_part_where_it_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    """The reference of all ratios."""
    pytest.importorskip("math_verify")
    judge = compare_peers.math_verify()
    assert judge("\\frac{1}{2}", "so $\\boxed{0.5}$") and not judge("2", "so $\\boxed{3}$")


def test_startup_says_what_the_demo_spends(capsys: pytest.CaptureFixture[str]) -> None:
    """Each command once, and the modules that the demo loads."""
    assert startup.main(["--repeats", "1"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in startup.COMMANDS) and "the demo loads" in printed


def test_the_curve_has_its_points(capsys: pytest.CaptureFixture[str]) -> None:
    """Rows, seconds, memory; every run ends well."""
    assert scale.main(["--rows", "10", "40", "--long-rows", "5", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    assert "exit" not in printed and "MB RSS" in printed


def test_the_stages_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """The floor, the stages, the whole, the dearest functions."""
    assert profile_run.main(["--rows", "5", "--repeats", "1", "--functions", "3"]) == 0
    printed = capsys.readouterr().out
    assert all(
        word in printed for word in ("floor", "extract", "symbolic tier", "grade, all together", "calls")
    )


@pytest.mark.parametrize("name", ROW_SETS)
def test_rows_are_seeded_and_known(name: str, tmp_path: Path) -> None:
    """The same seed gives the same rows, another one others; the grader agrees with what they say."""
    rows = ROW_SETS[name](69, 7)
    assert rows == ROW_SETS[name](69, 7) != ROW_SETS[name](69, 8)
    assert {row.is_right for row in rows} == {True, False}
    wrongly = [row for row in rows if _sound(row.gold, row.response) is not row.is_right]
    assert not wrongly
    write_rows(rows, tmp_path / "rows.jsonl")
    assert rows_from(tmp_path / "rows.jsonl") == rows


def _sound(gold: str, response: str) -> bool:
    """Whether a response is right without lenient rules."""
    decision = harness.grade(gold, response)
    return decision.correct and not decision.lenient


def test_every_kind_of_hard_answer_stands_among_few_rows() -> None:
    """So that a small run measures them all."""
    assert len({kind.__name__ for kind in HARD_KINDS}) == len(HARD_KINDS) <= 23
