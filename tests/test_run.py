"""Section 9: batches, workers, Arrow; the same outcomes however they are run."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import textwrap
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness_support import ROOT

import evaluate_benchmark as eb
from evaluate_benchmark import Item, evaluate

Write = Callable[..., str]


def sample(rows: int, seed: int = 1) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A dataset and predictions with every kind of line in them."""
    rng = random.Random(seed)
    dataset = [
        {"id": f"q{n}", "final_answer": str(rng.randint(1, 9)) if n % 11 else "", "chapter": n % 4 or None,
         "group": rng.choice("AB"), "patterns": rng.sample(["p", "q", "r"], 2), "answer_status": "verified"}
        for n in range(rows)
    ]  # fmt: skip
    responses = ["so \\boxed{%d}", "%d", "I think $%d.0$", "x+%d", "no idea"]
    predictions: list[dict[str, Any]] = []
    for n in range(0, rows, 2):
        text = rng.choice(responses)
        predictions.append({"id": f"q{n}", "response": text % rng.randint(1, 9) if "%" in text else text})
    predictions += [
        {"id": "q1", "response": "x\ud800"},
        {"id": "q3", "response": None},
        {"id": "unknown", "text": "1"},
    ]
    return dataset, predictions


def stable(report: eb.Report) -> str:
    """The JSON report without what may differ between equal runs."""
    whole = report.as_json()
    del whole["meta"]
    return json.dumps(whole)


def test_batches_end_by_items_or_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither many short nor a few long responses make a batch large."""
    monkeypatch.setattr(eb, "BATCH_ITEMS", 3)
    monkeypatch.setattr(eb, "BATCH_CHARS", 10)
    items = [Item(str(n), "g", ()) for n in range(10)]
    predictions = [(0, "a"), (1, None), (2, "b"), (3, "c" * 50), (9, "skipped"), (4, "d")]
    batches = list(eb.batches_of(predictions, items, range(5)))
    assert [batch.places for batch in batches] == [[0, 1, 2], [3], [4]]
    assert batches[0].pairs == [("g", "a"), ("g", None), ("g", "b")]


@pytest.mark.parametrize("jobs", [2, 8])
def test_the_report_is_the_same_for_any_number_of_workers(jobs: int) -> None:
    """DESIGN 8: byte for byte."""
    dataset, predictions = sample(400)
    assert stable(evaluate(dataset, predictions, jobs=jobs)) == stable(evaluate(dataset, predictions, jobs=1))


def test_the_report_is_the_same_for_any_order_of_predictions() -> None:
    """DESIGN 8: but for duplicates, whose last line wins."""
    dataset, predictions = sample(200)
    shuffled = random.Random(7).sample(predictions, len(predictions))
    assert stable(evaluate(dataset, shuffled)) == stable(evaluate(dataset, predictions))


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_the_report_is_the_same_for_any_hash_seed(seed: str, write_lines: Write, tmp_path: Path) -> None:
    """DESIGN 8: PYTHONHASHSEED changes nothing."""
    dataset, predictions = sample(100)
    expected = stable(evaluate(dataset, predictions))
    out = tmp_path / "r.json"
    command = [sys.executable, "evaluate_benchmark.py", "--dataset", write_lines("d.jsonl", dataset)]
    command += ["--predictions", write_lines("p.jsonl", predictions), "--out", str(out), "--quiet"]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
    found = json.loads(out.read_text())
    del found["meta"]
    assert json.dumps(found) == expected


def test_a_worker_that_dies_costs_only_its_item(monkeypatch: pytest.MonkeyPatch) -> None:
    """The batch is halved until the item that kills is alone."""
    killer = "import os, evaluate_benchmark as e; old = e.score_pairs\n" + textwrap.dedent("""
        def score(pairs, tiers):
            if any(response == "kill" for _, response in pairs):
                os._exit(9)
            return old(pairs, tiers)
        e.SCORERS["pairs"] = score
        e.work()
    """)
    real = subprocess.Popen

    def start(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        """A worker that some response kills."""
        return real(
            [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {killer}"],
            **options,
        )

    monkeypatch.setattr(subprocess, "Popen", start)
    dataset = [{"id": str(n), "final_answer": "1"} for n in range(30)]
    predictions = [{"id": str(n), "response": "kill" if n in (7, 8, 29) else "1"} for n in range(30)]
    report = evaluate(dataset, predictions, jobs=2)
    by_reason = {item["id"]: item["reason"] for item in report.items}
    assert [name for name, reason in by_reason.items() if reason == eb.CRASHED] == ["7", "8", "29"]
    assert report.totals["correct"] == 27


@pytest.mark.slow
def test_workers_from_an_unguarded_script_and_inside_a_pool(tmp_path: Path) -> None:
    """No `if __name__` guard, a daemonic pool process and a thread: all can use workers."""
    script = tmp_path / "user_script.py"
    script.write_text(
        textwrap.dedent(f"""
        import multiprocessing, sys, threading
        sys.path.insert(0, {str(ROOT)!r})
        from evaluate_benchmark import evaluate
        rows = [{{"id": n, "final_answer": "1"}} for n in range(50)]
        guesses = [{{"id": n, "response": "1"}} for n in range(50)]
        def score(_=None):
            return evaluate(rows, guesses, jobs=2).totals["correct"]
        print(score())
        with multiprocessing.get_context("fork").Pool(1) as pool:
            print(*pool.map(score, [0]))
        thread = threading.Thread(target=lambda: print(score()))
        thread.start()
        thread.join()
    """)
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert (done.stdout.split(), done.stderr) == (["50", "50", "50"], "")


def test_jobs_are_chosen_by_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short run starts no process; an explicit number is obeyed."""
    assert eb.jobs_for(0, eb.ITEMS_FOR_WORKERS - 1) == 1
    assert eb.jobs_for(0, eb.ITEMS_FOR_WORKERS) >= 1
    assert eb.jobs_for(3, 1) == 3


def test_score_batch_keeps_rows_order_and_columns() -> None:
    """A pure function over Arrow: verdict columns are added, nothing else changes."""
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({
        "gold": ["1", "0.5", "x", "2"], "response": ["$1$", "$0.50$", None, "$3$"], "extra": [4, 3, 2, 1],
    })  # fmt: skip
    scored = eb.score_batch(table)
    assert scored.column_names == ["gold", "response", "extra", *eb.OUTCOME_COLUMNS]
    assert scored.select(table.column_names).equals(table)
    assert scored["correct"].to_pylist() == [True, True, False, False]
    assert scored["verdict"].to_pylist() == ["accept", "accept", "unparsed", "reject"]
    assert scored["extraction_start"].to_pylist() == [1, 1, None, 1]
    assert eb.score_batch(table.slice(0, 0)).num_rows == 0
    for kind in (pyarrow.large_string(), pyarrow.string()):
        cast = table.set_column(1, "response", table["response"].cast(kind))
        assert (
            eb.score_batch(cast)
            .select(list(eb.OUTCOME_COLUMNS))
            .equals(scored.select(list(eb.OUTCOME_COLUMNS)))
        )


def test_score_batch_says_what_is_wrong_with_a_table() -> None:
    """A missing column, or one that would be overwritten."""
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(eb.InputError, match="no column `response`; it has gold"):
        eb.score_batch(pyarrow.table({"gold": ["1"]}))
    with pytest.raises(eb.InputError, match="must be text"):
        eb.score_batch(pyarrow.table({"gold": [["1"]], "response": ["1"]}))
    assert eb.score_batch(pyarrow.table({"gold": [1], "response": [1]}))["correct"].to_pylist() == [True]
    with pytest.raises(eb.InputError, match="already has verdict"):
        eb.score_batch(pyarrow.table({"gold": ["1"], "response": ["1"], "verdict": ["?"]}))


def test_both_scorers_give_the_same_outcomes() -> None:
    """What comes through Arrow is what comes without it, lone surrogates included."""
    pytest.importorskip("pyarrow")
    pairs = [("1", "$1$"), ("1", None), ("2", "x\ud800 $2$"), ("x", "$x\ud800$"), ("3", "no"), ("½", "$½$")]
    assert eb._score_through_arrow(pairs, eb.DEFAULT_TIERS) == eb.score_pairs(pairs, eb.DEFAULT_TIERS)
    assert eb._score_through_arrow(pairs[:2], ("exact",)) == eb.score_pairs(pairs[:2], ("exact",))


def test_parquet_inputs_are_scored_through_score_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line uses the pure function itself."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    dataset, predictions = sample(60)
    dataset = [{**row, "chapter": row["chapter"] or 0} for row in dataset]
    predictions = [row for row in predictions if row["id"] != "q1"]  # Arrow cannot hold its lone surrogate
    parquet.write_table(pyarrow.Table.from_pylist(dataset), tmp_path / "d.parquet")
    calls = []
    real = eb.score_batch
    monkeypatch.setattr(eb, "score_batch", lambda table, **options: calls.append(1) or real(table, **options))
    report = evaluate(str(tmp_path / "d.parquet"), predictions, jobs=1)
    assert calls
    assert stable(report) == stable(evaluate(dataset, predictions, jobs=1))
    assert stable(evaluate(str(tmp_path / "d.parquet"), predictions, jobs=2)) == stable(report)


def test_responses_are_not_kept() -> None:
    """A run needs memory for its items, not for what the model wrote."""
    rows, chars = 1500, 20_000
    dataset = [{"id": n, "final_answer": "1"} for n in range(rows)]
    predictions = (
        {"id": n, "response": "step " * (chars // 5) + f"$\\boxed{{{n % 3}}}$"} for n in range(rows)
    )
    evaluate(dataset[:1], [])  # what is loaded once is not counted
    tracemalloc.start()
    try:
        report = evaluate(dataset, predictions, jobs=1)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert report.totals["scored"] == rows
    assert peak_bytes < rows * chars / 3


@pytest.mark.parametrize("parts", [1, 2, 3, 7])
def test_shards_add_up_to_the_whole(parts: int, tmp_path: Path) -> None:
    """Partial reports give exactly the single run's report."""
    dataset, predictions = sample(20)
    predictions.append({"response": "malformed"})
    predictions.append({"id": "q2", "response": "duplicate"})
    whole = evaluate(dataset, predictions)
    paths = []
    for part in range(1, parts + 1):
        report = evaluate(dataset, predictions, shard=(part, parts))
        paths.append(str(tmp_path / f"{part}.json"))
        report.write(paths[-1])
    merged = eb.merge_reports(list(reversed(paths)))
    assert stable(merged) == stable(whole)
    assert merged.text("all") == whole.text("all")


def test_merge_refuses_what_does_not_belong_together(tmp_path: Path) -> None:
    """Each fault has its own sentence."""
    dataset, predictions = sample(20)

    def shard_file(name: str, part: int, parts: int, **options: Any) -> str:
        """A report file of one shard."""
        evaluate(dataset, predictions, shard=(part, parts), **options).write(str(tmp_path / name))
        return str(tmp_path / name)

    first, second = shard_file("1", 1, 2), shard_file("2", 2, 2)
    other_tiers, of_three = shard_file("3", 2, 2, tiers="exact"), shard_file("4", 2, 3)
    for paths, message in [
        ([first], "missing 2/2"),
        ([first, first], "is shard 1/2, as is"),
        ([first, of_three], "missing 2/2"),
        ([first, other_tiers], "differ in tiers"),
        ([first, "nothing.json"], "cannot be read"),
        ([first, "README.md" if Path("README.md").exists() else "pyproject.toml"], "not a report"),
    ]:
        with pytest.raises(eb.InputError, match=message):
            eb.merge_reports(paths)
    assert eb.merge_reports([second, first]).totals["scored"] == 18


def test_the_last_line_wins_across_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever worker is done first."""
    monkeypatch.setattr(eb, "BATCH_ITEMS", 2)
    dataset = [{"id": n, "final_answer": "7"} for n in range(5)]
    predictions = [{"id": n % 5, "response": str(n)} for n in range(100)]
    predictions += [{"id": n, "response": "7"} for n in range(5)]
    for jobs in (1, 2, 3):
        report = evaluate(dataset, predictions, jobs=jobs)
        assert (report.totals["correct"], report.totals["duplicate_predictions"]) == (5, 100)


def test_a_batch_that_is_done_late_does_not_replace_a_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order in which workers finish is not the order of the file."""

    def backwards(batches: Any, scorer: str, tiers: Any, jobs: int) -> Any:
        """Every batch, the last one first."""
        for batch in reversed(list(batches)):
            yield batch, eb.score_pairs(batch.pairs, tiers)

    monkeypatch.setattr(eb, "BATCH_ITEMS", 1)
    monkeypatch.setattr(eb, "_score_in_workers", backwards)
    lines = [{"id": "a", "response": text} for text in ("1", "2", "7")]
    assert evaluate([{"id": "a", "final_answer": "7"}], lines, jobs=2).totals["correct"] == 1


def test_progress_is_silent_for_short_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing under two seconds."""
    progress = eb.Progress(100, shown=True)
    progress.advance(50)
    progress.close()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("shown", [True, False])
def test_progress_writes_plain_lines_without_a_terminal(
    shown: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With rate and time left; one line per ten seconds."""
    clock = [0.0]
    monkeypatch.setattr(eb.time, "perf_counter", lambda: clock[0])
    progress = eb.Progress(1000, shown=shown)
    for clock[0] in (1.0, 4.0, 5.0, 15.0):
        progress.advance(100)
    expected = "scored 200 of 1,000 items, 50/s, 16 s left\nscored 400 of 1,000 items, 27/s, 22 s left\n"
    assert capsys.readouterr().err == (expected if shown else "")


def test_progress_is_a_bar_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By tqdm."""
    pytest.importorskip("tqdm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(eb, "PROGRESS_AFTER_SECONDS", 0.0)
    progress = eb.Progress(10, shown=True)
    progress.advance(10)
    progress.close()
    assert "10/10" in capsys.readouterr().err


def test_an_interrupt_gives_the_report_of_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marked incomplete; items never reached are not in it, least of all as missing."""
    real = eb.score_pairs

    def interrupted(pairs: list[eb.Pair], tiers: tuple[str, ...]) -> list[eb.Outcome]:
        """The outcomes, until the fourth pair."""
        if pairs[0][1] == "stop":
            raise KeyboardInterrupt
        return real(pairs, tiers)

    monkeypatch.setattr(eb, "score_pairs", interrupted)
    dataset = [{"id": n, "final_answer": "1"} for n in range(10)]
    predictions = [{"id": n, "response": "stop" if n == 3 else "1"} for n in range(10)]
    with pytest.raises(eb.Interrupted) as caught:
        evaluate(dataset, predictions, jobs=1)
    report = caught.value.report
    assert report.incomplete
    assert (report.totals["scored"], report.totals["missing_predictions"]) == (3, 0)
    assert report.text().splitlines()[-1].startswith("INCOMPLETE")
