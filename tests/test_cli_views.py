"""Samples, comparison, gates, views, dataset check and audit from the command line."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness_support import DEMO_DATASET, DEMO_PREDICTIONS

import evaluate_benchmark as eb
from evaluate_benchmark import main
from report_views.schema import report_schema

Write = Callable[..., str]
DEMO = ["--dataset", DEMO_DATASET, "--predictions", DEMO_PREDICTIONS]


def run(arguments: list[str], out: Path) -> dict[str, Any]:
    """The JSON report of a run that ends with exit code 0."""
    assert main([*arguments, "--quiet", "--out", str(out)]) == 0
    report: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return report


def schema_faults(report: Any) -> list[str]:
    """What in a report departs from the published schema."""
    jsonschema = pytest.importorskip("jsonschema")
    return [error.message for error in jsonschema.Draft202012Validator(report_schema()).iter_errors(report)]


@pytest.fixture
def halves(write_lines: Write) -> tuple[list[str], list[str]]:
    """Inputs of forty items: all right, and with twelve of them wrong."""
    golds = [{"id": n, "final_answer": str(n), "chapter": n % 2} for n in range(40)]
    good = [{"id": n, "response": f"\\boxed{{{n}}}"} for n in range(40)]
    bad = [{"id": n, "response": f"\\boxed{{{n + (n < 12)}}}"} for n in range(40)]
    dataset = write_lines("d.jsonl", golds)
    return (
        ["--dataset", dataset, "--predictions", write_lines("good.jsonl", good)],
        ["--dataset", dataset, "--predictions", write_lines("bad.jsonl", bad)],
    )


# ------------------------------------------------------------------------------
# Samples
# ------------------------------------------------------------------------------

THREE = [
    # gold 1/2: two spellings of the right answer outvote one wrong
    {"id": "a", "response": r"\boxed{0.5}"},
    {"id": "a", "response": r"\boxed{1}"},
    {"id": "a", "response": r"\boxed{\frac{2}{4}}"},
    # gold 2: equivalent wrong answers outvote the right one
    {"id": "b", "response": r"\boxed{2}"},
    {"id": "b", "response": r"\boxed{\sqrt{9}}"},
    {"id": "b", "response": r"\boxed{3}"},
    # gold 3: three answers, a tie
    {"id": "c", "response": r"\boxed{3}"},
    {"id": "c", "response": r"\boxed{4}"},
    {"id": "c", "response": "I do not know."},
]
GOLDS = [{"id": name, "final_answer": gold} for name, gold in (("a", r"\frac{1}{2}"), ("b", "2"), ("c", "3"))]


def test_samples(write_lines: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """avg@3 4/9; pass@3 3/3; maj@3: right, wrong, half of a tie."""
    inputs = ["--dataset", write_lines("d.jsonl", GOLDS), "--predictions", write_lines("p.jsonl", THREE)]
    report = run([*inputs, "--samples"], tmp_path / "r.json")
    samples = report["samples"]
    assert samples["average"] == pytest.approx(4 / 9)
    assert samples["pass_at"] == {"1": pytest.approx(4 / 9), "2": pytest.approx(7 / 9), "3": 1.0}
    assert samples["majority_at"]["3"] == pytest.approx((1 + 0 + 0.5) / 3)
    assert samples["standard_error"] > 0
    assert [item["samples"]["classes"] for item in report["items"]] == [[0, 1, 0], [0, 1, 1], [0, 1, None]]
    assert report["totals"]["duplicate_predictions"] == 0
    assert schema_faults(report) == []
    assert main([*inputs, "--samples"]) == 0
    out = capsys.readouterr().out
    assert "-- samples --" in out
    assert "avg@3 44.44%" in out.splitlines()[-1]


def test_without_the_flag_the_last_line_wins(write_lines: Write, tmp_path: Path) -> None:
    """S4.2, as before."""
    inputs = ["--dataset", write_lines("d.jsonl", GOLDS), "--predictions", write_lines("p.jsonl", THREE)]
    report = run(inputs, tmp_path / "r.json")
    assert report["totals"]["duplicate_predictions"] == 6
    assert report["totals"]["correct"] == 1
    assert "samples" not in report


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_samples_are_the_same_for_any_jobs_and_shards(jobs: str, write_lines: Write, tmp_path: Path) -> None:
    """Workers answer in any order; shards add up."""
    many = [row for _ in range(30) for row in THREE]
    inputs = [
        "--dataset",
        write_lines("d.jsonl", GOLDS),
        "--predictions",
        write_lines("p.jsonl", many),
        "--samples",
    ]
    whole = run(inputs, tmp_path / "whole.json")
    again = run([*inputs, "--jobs", jobs], tmp_path / "again.json")
    parts = [str(tmp_path / f"{part}.json") for part in (1, 2)]
    for part, path in enumerate(parts, start=1):
        run([*inputs, "--shard", f"{part}/2"], Path(path))
    merged = run(["--merge", *parts], tmp_path / "merged.json")
    for report in (again, merged):
        assert report["samples"] == whole["samples"]
        assert report["items"] == whole["items"]


def test_an_item_without_samples_is_wrong_each_time(write_lines: Write, tmp_path: Path) -> None:
    """It does not reduce every k to one."""
    predictions = [row for row in THREE if row["id"] != "c"]
    inputs = [
        "--dataset",
        write_lines("d.jsonl", GOLDS),
        "--predictions",
        write_lines("p.jsonl", predictions),
    ]
    samples = run([*inputs, "--samples"], tmp_path / "r.json")["samples"]
    assert samples["samples_per_item"] == 3
    assert samples["pass_at"]["3"] == pytest.approx(2 / 3)


def test_votes_are_bounded(write_lines: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit only equal texts vote together."""
    from report_views import observations

    monkeypatch.setattr(observations, "MAX_COMPARISONS_PER_ITEM", 0)
    inputs = ["--dataset", write_lines("d.jsonl", GOLDS), "--predictions", write_lines("p.jsonl", THREE)]
    report = run([*inputs, "--samples", "--jobs", "1"], tmp_path / "r.json")
    assert [item["samples"]["classes"] for item in report["items"]] == [[0, 1, 0], [0, 1, 2], [0, 1, None]]


# ------------------------------------------------------------------------------
# Comparison and gates
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("threshold", "code", "said"),
    [("80", 0, "Gate met: accuracy 84.21%"), ("84.3%", 3, "Gate not met: accuracy 84.21% (16/19)")],
)
def test_fail_under(threshold: str, code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code and the last line say the same."""
    assert main([*DEMO, "--fail-under", threshold]) == code
    assert said in capsys.readouterr().out.splitlines()[-1]


def test_a_gate_speaks_also_when_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """On stderr: a log without a reason helps nobody."""
    assert main([*DEMO, "--fail-under", "99", "--quiet"]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Gate not met" in captured.err


def test_a_significant_drop_fails(
    halves: tuple[list[str], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Against the better run, not against itself or the worse one."""
    good, bad = halves
    run(good, tmp_path / "good.json")
    run(bad, tmp_path / "bad.json")
    against_good = ["--baseline", str(tmp_path / "good.json"), "--fail-on-drop"]
    assert main([*bad, *against_good]) == 3
    out = capsys.readouterr().out
    assert "-- compared with the baseline --" in out
    assert "0 gained, 12 lost" in out
    assert "Gate not met: accuracy fell significantly" in out.splitlines()[-1]
    assert main([*good, *against_good]) == 0
    assert main([*good, "--baseline", str(tmp_path / "bad.json"), "--fail-on-drop"]) == 0
    assert "12 gained, 0 lost" in capsys.readouterr().out


def test_a_baseline_of_another_dataset_warns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And of other tiers."""
    run([*DEMO, "--tiers", "exact", "--where", "chapter=1..5"], tmp_path / "old.json")
    assert main([*DEMO, "--baseline", str(tmp_path / "old.json")]) == 0
    out = capsys.readouterr().out
    assert "warning: The data sets differ" in out
    assert "warning: The tier policies differ" in out


@pytest.mark.parametrize(
    "arguments",
    [["--fail-on-drop"], ["--fail-under", "abc"], ["--fail-under", "0.8"], ["--fail-under", "101"], ["--strict"],
     ["--audit", "x"], ["--audit", "0"], ["--audit", "5", "a.csv", "b.csv"], ["--where", "chapter"],
     ["--where", "c=5..3"], ["--merge", "r.json"]],
)  # fmt: skip
def test_usage_errors(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, with what to write."""
    assert main([*DEMO, *arguments]) == 2
    assert "usage:" in capsys.readouterr().err


def test_two_inputs_cannot_both_be_stdin() -> None:
    """One of them would be empty."""
    assert main(["--dataset", "-", "--predictions", "-"]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--baseline", "nothing.json"], "nothing.json: cannot be read"),
        (["--baseline", DEMO_DATASET], "is not JSON"),
        (["--items", "items.xlsx"], "the name ends in .jsonl, .csv, .parquet"),
        (["--audit", "5", "form.txt"], "the name ends in .csv, .jsonl"),
        (["--audited", "nothing.csv"], "nothing.csv: cannot be read"),
        (["--html", "no/such/folder/r.html"], "does not exist"),
        (["--markdown", DEMO_DATASET], "is an input of this run"),
        (["--where", "chapters=3"], "did you mean `chapter`?"),
        (["--gold-field", "final_anser"], "did you mean `final_answer`?"),
    ],
)
def test_what_cannot_be_done_is_said_before_the_run(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1, one line, nothing printed or written."""
    assert main([*DEMO, *arguments]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


# ------------------------------------------------------------------------------
# Views
# ------------------------------------------------------------------------------


def test_all_views_of_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Page, summary, rows, review and report; the printed report stands before the files are written."""
    pytest.importorskip("jinja2")
    old, page, summary, rows = (tmp_path / name for name in ("old.json", "r.html", "r.md", "r.csv"))
    run([*DEMO, "--tiers", "exact"], old)
    arguments = [
        "--baseline",
        str(old),
        "--html",
        str(page),
        "--markdown",
        str(summary),
        "--items",
        str(rows),
    ]
    assert main([*DEMO, *arguments, "--review", "--out", str(tmp_path / "r.json")]) == 0
    out = capsys.readouterr().out
    assert "-- worth a second look" in out
    assert "decided-by-lenient-rule (2)" in out
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    assert "84.21%" in summary.read_text(encoding="utf-8")
    with rows.open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 19
    report = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert schema_faults(report) == []
    assert report["items"][0]["response_excerpt"]
    assert {name for item in report["items"] for name in item["review"]} >= {"decided-by-lenient-rule"}


def test_the_score_does_not_depend_on_what_is_shown(tmp_path: Path) -> None:
    """`--review` adds fields and changes none."""
    plain, reviewed = run(DEMO, tmp_path / "a.json"), run([*DEMO, "--review"], tmp_path / "b.json")
    extras = {"review", "response_excerpt", "excerpt_start"}
    assert [{k: v for k, v in item.items() if k not in extras} for item in reviewed["items"]] == plain[
        "items"
    ]
    assert reviewed["totals"] == plain["totals"]


@pytest.mark.parametrize(
    ("reason", "is_cut"), [("length", True), ("max_tokens", True), ("stop", False), (None, False)]
)
def test_a_cut_response_is_marked(
    reason: str | None, is_cut: bool, write_lines: Write, tmp_path: Path
) -> None:
    """By what the predictions say of how the model stopped."""
    predictions = write_lines("p.jsonl", [{"id": "1.002", "response": "It is 3.", "finish_reason": reason}])
    report = run([*DEMO[:2], "--predictions", predictions, "--review"], tmp_path / "r.json")
    assert ("truncated" in report["items"][1]["review"]) == is_cut


@pytest.mark.parametrize("name", ["items.jsonl", "items.parquet", "items.csv"])
def test_items_of_a_run_with_a_missing_first_prediction(
    name: str, tmp_path: Path, write_lines: Write
) -> None:
    """The columns are those of every item."""
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    predictions = write_lines("p.jsonl", [{"id": "1.002", "response": "2"}])
    out = tmp_path / name
    assert main([*DEMO[:2], "--predictions", predictions, "--quiet", "--items", str(out)]) == 0
    if name.endswith("jsonl"):
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        assert [row["response_excerpt"] for row in rows[:2]] == ["", "2"]


def test_a_finished_report_can_be_viewed(tmp_path: Path) -> None:
    """`--merge` of one report scores nothing anew."""
    report = run([*DEMO, "--samples", "--review"], tmp_path / "r.json")
    again = run(
        ["--merge", str(tmp_path / "r.json"), "--markdown", str(tmp_path / "r.md")], tmp_path / "again.json"
    )
    assert again["items"] == report["items"]
    assert "16/19 = 84.21%" in (tmp_path / "r.md").read_text(encoding="utf-8")


def test_the_undecided_band(write_lines: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong as counted, and as if right."""
    rows = [{"id": 1, "final_answer": "1"}, {"id": 2, "final_answer": "2"}]
    huge = [
        {"id": 1, "response": "1"},
        {"id": 2, "response": r"\boxed{" + "9" * (eb.MAX_ANSWER_CHARS + 1) + "}"},
    ]
    inputs = ["--dataset", write_lines("d.jsonl", rows), "--predictions", write_lines("p.jsonl", huge)]
    report = run(inputs, tmp_path / "r.json")
    assert report["totals"]["undecided"] == 1
    assert report["totals"]["accuracy_band"] == [0.5, 1.0]
    assert main(inputs) == 0
    assert "if undecided were right : 100.00% (2/2)" in capsys.readouterr().out


def test_provenance(tmp_path: Path) -> None:
    """Exact command, options, and each input's hash and rows."""
    meta = run([*DEMO, "--where", "chapter=1..3", "--note", "split=test"], tmp_path / "r.json")["meta"]
    assert meta["argv"][1:5] == DEMO
    assert meta["options"]["where"] == ["chapter=1..3"]
    assert meta["options"]["dataset"] == DEMO_DATASET
    assert "jobs" not in meta["options"]
    assert (meta["dataset"]["rows"], meta["predictions"]["rows"]) == (19, 20)
    assert len(meta["dataset"]["sha256"]) == len(meta["predictions"]["sha256"]) == 64
    assert meta["versions"]["sympy"]


def test_ray_without_its_package(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A message that says which extra to install; what needs the responses here is a usage error."""
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main([*DEMO, "--ray"]) == 1
    assert "needs the extra `ray`" in capsys.readouterr().err
    assert main([*DEMO, "--ray", "--review"]) == 2


# ------------------------------------------------------------------------------
# Dataset check and audit
# ------------------------------------------------------------------------------


def test_a_clean_dataset(write_lines: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing to say, exit code 0 also when strict."""
    rows = [
        {
            "id": "a",
            "problem": "Find $x$.",
            "final_answer": r"\frac{1}{2}",
            "final_answer_boxed": r"\boxed{\frac{1}{2}}",
        }
    ]
    assert main(["--dataset", write_lines("d.jsonl", rows), "--check-dataset", "--strict"]) == 0
    assert "no findings" in capsys.readouterr().out


def test_findings_of_a_dataset(write_lines: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """Each kind with file and line; exit code 3 only when strict."""
    rows: list[Any] = [
        {"id": "a", "problem": "Find $x.", "final_answer": "2", "final_answer_boxed": r"\boxed{2}"},
        {"id": "a", "final_answer": "1{,}5", "final_answer_boxed": r"\boxed{1.5}"},
        {"id": "c", "final_answer": r"\frac{1", "final_answer_boxed": r"\boxed{\frac{1}"},
        {"id": "d", "final_answer": "[x]+3", "final_answer_boxed": r"\boxed{[x]+3}"},
        b"{broken\n",
    ]
    path = write_lines("d.jsonl", rows)
    assert main(["--dataset", path, "--check-dataset"]) == 0
    out = capsys.readouterr().out
    for check in (
        "unbalanced-dollar",
        "duplicate-id",
        "braced-decimal-comma",
        "boxed-differs",
        "gold-unreadable",
        "bad-row",
    ):
        assert f"{check} (" in out, check
    assert re.search(r":5\s", out)
    assert main(["--dataset", path, "--check-dataset", "--strict"]) == 3


@pytest.mark.parametrize(
    ("gold", "is_finding"),
    [
        (r"\sin^22\alpha", True),
        (r"\frac{a+b}{2}", False),
        (r"2\sqrt{3}", False),
        ("x=2", False),
        ("(1;2)", False),
    ],
)
def test_parsers_are_compared(
    gold: str, is_finding: bool, write_lines: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """S2, leg 2: what another parser is known to misread is found."""
    pytest.importorskip("latex2sympy2_extended")
    rows = [{"id": "a", "final_answer": gold}]
    assert main(["--dataset", write_lines("d.jsonl", rows), "--check-dataset"]) == 0
    assert ("parsers-disagree" in capsys.readouterr().out) == is_finding


def test_the_check_reads_other_tools_rows_and_subsets(capsys: pytest.CaptureFixture[str]) -> None:
    """A dataset that a preset maps has no finding about the mapping."""
    path = "tests/data/foreign/datasets/olympiadbench.jsonl"
    assert main(["--dataset", path, "--check-dataset", "--strict"]) == 0
    assert main(["--dataset", path, "--check-dataset", "--where", "subfield=Geometry"]) == 1
    assert "`subfield` holds Algebra" in capsys.readouterr().err


def test_an_audit_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The form is blind; filled in it gives the grader's error rates."""
    form = tmp_path / "form.csv"
    assert main([*DEMO, "--quiet", "--audit", "8", str(form)]) == 0
    assert "human_verdict" in capsys.readouterr().err
    with form.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8
    assert "verdict" not in rows[0]
    assert any(row["response_excerpt"] for row in rows)
    for row in rows:
        row["human_verdict"] = "right"
    with form.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    report = run([*DEMO, "--audited", str(form)], tmp_path / "r.json")
    assert report["audit"]["false_accepts"]["errors"] == 0
    assert report["audit"]["false_rejects"]["errors"] == report["audit"]["false_rejects"]["judged"] > 0
    assert schema_faults(report) == []
    assert main([*DEMO, "--audited", str(form)]) == 0
    assert "-- audit of the grader --" in capsys.readouterr().out


def test_a_form_with_a_wrong_word_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is scored."""
    form = tmp_path / "form.csv"
    form.write_text("id,human_verdict\n1.001,maybe\n", encoding="utf-8")
    assert main([*DEMO, "--audited", str(form)]) == 1
    assert "form.csv:2: human_verdict is 'maybe'" in capsys.readouterr().err
