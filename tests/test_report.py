"""Section 10: counts, percents, and the two renderings."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from harness_support import DEMO_DATASET, DEMO_PREDICTIONS, GOLDEN, ROOT, check_golden
from hypothesis import given
from hypothesis import strategies as st

import evaluate_benchmark as eb
from answer_math.sandbox import Sandbox
from evaluate_benchmark import Item, Outcome, Report, Tally, evaluate, percent
from report_views.intervals import wilson_interval

TOTALS = (
    "scored", "correct", "accuracy", "strict_correct", "strict_accuracy", "unparsed", "missing_predictions",
    "skipped_no_gold", "unknown_prediction_ids", "duplicate_predictions", "malformed_prediction_lines",
    "dataset_errors", "lenient_accepts", "sound_accuracy", "conventions", "undecided", "timeouts",
    "gold_unreadable",
    "accuracy_parsed", "accuracy_verified_rows", "accuracy_interval",
)  # fmt: skip
ITEM_FIELDS = (
    "id", "correct", "verdict", "tier", "parsed", "lenient", "convention", "rule", "reason", "extraction",
    "pred",
    "gold", "chapter", "group", "difficulty", "answer_status", "collection",
)  # fmt: skip
TOP = (
    "format", "meta", "signature", "totals", "by_tier", "by_chapter", "by_group", "by_difficulty",
    "by_status",
    "by_collection", "by_extraction", "by_reason", "items",
)  # fmt: skip


def outcome(verdict: str = "accept", tier: str = "exact", **fields: Any) -> Outcome:
    """An outcome with the given fields."""
    plain = Outcome(verdict, tier, "", False, "", "", "", "last_box", 0, 1, "x")
    return plain._replace(**fields)


def report_of(outcomes: list[Outcome], groups: list[tuple[Any, ...]] | None = None, **meta: Any) -> Report:
    """A report over these outcomes."""
    blank = ("",) * len(eb.GROUP_COLUMNS)
    items = [Item(str(n), "g", groups[n] if groups else blank) for n in range(len(outcomes))]
    columns = [column.field for column in eb.GROUP_COLUMNS if column.standard]
    signature = {"tiers": list(eb.DEFAULT_TIERS)}
    return Report(items, outcomes, columns=columns, counts={}, signature=signature, meta=meta)


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(0, 0, "n/a"), (0, 7, "0.00%"), (7, 7, "100.00%"), (16, 19, "84.21%"), (1, 10**6, "0.01%"),
     (10**6 - 1, 10**6, "99.99%"), (1, 3, "33.33%"), (99_994, 100_000, "99.99%"),
     (99_996, 100_000, "99.99%")],
)  # fmt: skip
def test_percent(part: int, whole: int, text: str) -> None:
    """0 and 100 only when exact."""
    assert percent(part, whole) == text


@given(st.integers(1, 10**7).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_percent_is_honest(share: tuple[int, int]) -> None:
    """For every share: the ends are promises, the rest is within rounding."""
    part, whole = share
    text = percent(part, whole)
    assert (text == "0.00%") == (part == 0)
    assert (text == "100.00%") == (part == whole)
    assert abs(float(text[:-1]) - 100 * part / whole) <= 0.01


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_its_accuracy(share: tuple[int, int]) -> None:
    """Wilson's never leaves [0, 1] and touches an end only at 0 % and 100 %."""
    low, high = wilson_interval(*share)
    assert 0.0 <= low <= share[0] / share[1] <= high <= 1.0
    assert (low == 0.0) == (share[0] == 0)
    assert (high == 1.0) == (share[0] == share[1])


@pytest.mark.parametrize(
    ("correct", "scored", "text"),
    [
        (0, 0, "n/a"),
        (0, 10**6, "0.00% to 0.01%"),
        (10**6, 10**6, "99.99% to 100.00%"),
        (16, 19, "62.43% to 94.48%"),
    ],
)
def test_a_bound_is_0_or_100_only_when_exact(correct: int, scored: int, text: str) -> None:
    """The same promise as for percents."""
    assert eb.interval_text(correct, scored) == text


def test_the_constant_is_the_quantile() -> None:
    """The interval of every report needs no import; the constant must be right all the same."""
    from statistics import NormalDist

    from report_views.intervals import NORMAL_QUANTILES, two_sided_z

    assert NormalDist().inv_cdf(0.975) == pytest.approx(NORMAL_QUANTILES[0.975], abs=1e-15)
    assert two_sided_z(0.9) == NormalDist().inv_cdf(0.95)
    with pytest.raises(ValueError, match="between 0 and 1"):
        two_sided_z(1.0)


def test_tallies_add() -> None:
    """Counting apart and adding is counting together."""
    outcomes = [
        outcome(), outcome(tier="numeric", lenient=True), outcome("reject"), outcome("undecided"),
        outcome("unparsed", ""), outcome("missing", ""),
    ]  # fmt: skip
    together, left, right = Tally(), Tally(), Tally()
    for at, one in enumerate(outcomes):
        together.add(one)
        (left if at % 2 else right).add(one)
    assert (left + right).as_json() == together.as_json()
    assert together.as_json() == {
        "scored": 6, "correct": 2, "accuracy": 2 / 6, "accuracy_interval": eb.interval(2, 6),
        "strict_correct": 1,
        "strict_accuracy": 1 / 6, "unparsed": 1, "missing_predictions": 1,
        "undecided": 1, "lenient_accepts": 1,
    }  # fmt: skip


def test_tiers_sum_to_scored() -> None:
    """DESIGN 2: accepts and rejects as decided, the rest under (none)."""
    report = report_of([
        outcome(), outcome("reject", "numeric"), outcome("undecided", "symbolic"), outcome("unparsed", ""),
        outcome("accept", "symbolic"), outcome("missing", ""),
    ])  # fmt: skip
    rows = {name: (row["decided"], row["correct"]) for name, row in report.by_tier.items()}
    assert rows == {"exact": (1, 1), "numeric": (1, 0), "symbolic": (1, 1), "(none)": (3, 0)}


def test_a_list_valued_column_counts_in_each_group_once() -> None:
    """DESIGN 9; an empty one is unlabelled."""
    assert eb.group_labels(("p", "q", "p")) == ("p", "q")
    assert eb.group_labels(()) == (eb.UNLABELLED,)
    assert eb.group_labels("") == (eb.UNLABELLED,)
    assert eb.group_labels(7) == ("7",)


def test_groups_stand_in_the_order_people_count() -> None:
    """2 before 11, words after numbers, unlabelled last."""
    groups = [(chapter, "", "", "", "", "", "", "") for chapter in (11, "2", "", "A", 1, "1")]
    table = report_of([outcome()] * 6, groups).head()["by_chapter"]
    assert list(table) == ["1", "2", "11", "A", "unlabelled"]
    assert table["1"]["scored"] == 2


def test_the_accuracy_of_trusted_rows() -> None:
    """S7: verified and corrected only; absent without statuses."""
    at = eb.STATUS
    groups = [
        ("",) * at + (status,) + ("",) * (7 - at) for status in ("verified", "corrected", "refuted", "")
    ]
    report = report_of([outcome(), outcome("reject"), outcome(), outcome()], groups)
    assert report.totals["accuracy_verified_rows"] == 0.5
    assert report_of([outcome()]).totals["accuracy_verified_rows"] is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a", "a"), ("½ ∪", "½ ∪"), ("a\nb", r"a\nb"), ("\x1b[2J", r"\x1b[2J"), ("\u202eabc", r"\u202eabc"),
     ("\ud800", r"\ud800"), ("x" * 300, "x" * 200 + "…")],
)  # fmt: skip
def test_model_text_is_harmless_on_a_terminal(text: str, shown: str) -> None:
    """One line, no escape sequences, no reordering."""
    assert eb.printable(text) == shown


def test_the_json_has_the_names_of_the_design() -> None:
    """DESIGN 9, format 1."""
    report = evaluate(DEMO_DATASET, DEMO_PREDICTIONS).as_json()
    assert report["format"] == 1
    assert tuple(report) == TOP
    assert set(TOTALS) <= set(report["totals"])
    assert all(set(ITEM_FIELDS) <= set(item) for item in report["items"])
    assert [item["id"] for item in report["items"]] == sorted(
        (item["id"] for item in report["items"]), key=lambda name: [int(part) for part in name.split(".")]
    )
    assert {"date", "host", "seconds", "versions", "argv", "predictions"} <= set(report["meta"])
    assert {"harness", "tiers", "tolerance", "limits", "readers", "dataset_sha256"} == set(
        report["signature"]
    )


def test_limits_that_the_system_lacks_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the report of a run that asked the sandbox, whole or merged from shards; not in others."""
    series = {
        "id": "b",
        "final_answer": r"\sum_{n=1}^{\infty}\frac{1}{n}",
        "response": r"\boxed{\infty}",
    }
    rows = [{"id": "a", "final_answer": "5", "response": "5"}, series]
    in_force = {"address_space": False, "cpu_seconds": True, "wall_clock": True}
    monkeypatch.setattr(Sandbox, "limits_in_force", lambda box: in_force)
    assert evaluate(rows, rows).meta["limits_missing"] == ["address_space"]
    assert "limits_missing" not in evaluate(rows[:1], rows[:1]).meta
    paths = [str(tmp_path / f"{part}.json") for part in (1, 2)]
    for part, path in enumerate(paths, 1):
        evaluate(rows, rows, shard=(part, 2)).write(path)
    assert eb.merge_reports(paths).meta["limits_missing"] == ["address_space"]
    in_force["address_space"] = True
    assert evaluate(rows, rows).meta["limits_missing"] == []


def test_the_report_fits_its_schema() -> None:
    """The published JSON Schema describes what is written, for a full run and an empty one."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((ROOT / "report_views" / "report.schema.json").read_text(encoding="utf-8"))
    for report in (evaluate(DEMO_DATASET, DEMO_PREDICTIONS), evaluate([{"id": "a", "final_answer": ""}], [])):
        jsonschema.Draft202012Validator(schema).validate(report.as_json())


def test_a_written_report_reads_back_the_same(tmp_path: Path) -> None:
    """JSON keeps everything the text needs."""
    report = evaluate(DEMO_DATASET, DEMO_PREDICTIONS, notes={"split": "test"})
    report.write(str(tmp_path / "r.json"))
    again = eb.read_report(str(tmp_path / "r.json"))
    assert again.as_json() == report.as_json()
    assert again.text("all") == report.text("all")


def test_odd_text_survives_the_json(tmp_path: Path) -> None:
    """Surrogates, NUL and line separators."""
    odd = '\ud800\x00\u2028"\\'
    evaluate([{"id": odd, "final_answer": odd}], [{"id": odd, "response": odd}]).write(
        str(tmp_path / "r.json")
    )
    (item,) = json.loads((tmp_path / "r.json").read_text())["items"]
    assert (item["id"], item["gold"]) == (odd, odd)


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is a clear error, not half a report."""
    path = tmp_path / "r.json"
    path.write_text("old")

    def full(descriptor: int) -> None:
        """No space."""
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(eb.InputError, match="No space left"):
        eb.write_whole(str(path), ["new"])
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["r.json"]


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    """Whatever happens while the pieces come."""

    def pieces() -> Any:
        """One piece, then an interrupt."""
        yield "new"
        raise KeyboardInterrupt

    (tmp_path / "r.json").write_text("old")
    with pytest.raises(KeyboardInterrupt):
        eb.write_whole(str(tmp_path / "r.json"), pieces())
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("r.json", "old")]


def test_a_device_or_link_is_written_through(tmp_path: Path) -> None:
    """`--out /dev/null` must not replace the device, nor a link its target."""
    eb.write_whole("/dev/null", ["text"])
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    eb.write_whole(str(tmp_path / "link.json"), ["new"])
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_text() == "new"


def test_where_a_report_cannot_go(tmp_path: Path) -> None:
    """Said before hours of scoring."""
    assert "is a directory" in eb.output_fault(str(tmp_path))
    assert "does not exist" in eb.output_fault(str(tmp_path / "no" / "r.json"))
    assert eb.output_fault(str(tmp_path / "r.json")) == ""
    assert eb.output_fault("r.json") == ""


@pytest.mark.parametrize(
    ("show_items", "rows"),
    [("auto", ["0", "1", "2"]), ("all", ["0", "1", "2"]), ("failures", ["1", "2"]), ("none", [])],
)
def test_which_items_are_printed(show_items: str, rows: list[str]) -> None:
    """S4.1."""
    lines = list(
        eb._item_lines(report_of([outcome(), outcome("reject"), outcome("missing", "")]), show_items)
    )
    assert [line.split()[0] for line in lines[2:]] == rows


def test_auto_prints_the_failures_of_a_long_run() -> None:
    """S4.1: more than 500 rows."""
    outcomes = [outcome()] * 500 + [outcome("reject")]
    lines = list(eb._item_lines(report_of(outcomes), "auto"))
    assert len(lines) == 3
    assert "failures" in lines[0]
    assert len(list(eb._item_lines(report_of(outcomes[1:]), "auto"))) == 502


def test_an_empty_run_prints_no_percentage() -> None:
    """Nothing scored: `n/a`, not 0 %."""
    report = evaluate([{"id": "a", "final_answer": ""}], [])
    assert report.totals["accuracy"] is None
    assert "accuracy                : n/a (0/0)" in report.text()


def test_the_last_line_is_the_sentence() -> None:
    """S6: config, split, tiers, unparsed and missing beside the accuracy."""
    report = report_of([outcome(), outcome("unparsed", "")], notes={"split": "test", "model": "m\x1b"})
    assert report.text().splitlines()[-1] == (
        "Accuracy 50.00% (1/2), strict 50.00%; config not stated, split test, model m\\x1b; tiers "
        "exact,numeric,symbolic; "
        "1 unparsed, 0 missing, 0 skipped for want of a gold answer."
    )


def seed_part(text: str) -> str:
    """The lines of a printed report that stand in the seed's blocks, ours left out."""
    seed = (GOLDEN / "demo_seed_lines.txt").read_text(encoding="utf-8").splitlines()
    sizes, title = {}, ""
    for line in seed:
        title = line if line.startswith("-- ") else title
        sizes[title] = sizes.get(title, 0) + 1
    kept, left = [], 0
    for line in text.splitlines():
        left = sizes.get(line, 0) if line.startswith("-- ") else left
        if left > 0:
            kept.append(line)
            left -= 1
    return "\n".join(kept) + "\n"


def test_the_demo_prints_the_seeds_lines() -> None:
    """S4.4, line for line; what is new stands after the seed's lines of a block."""
    check_golden("demo_seed_lines.txt", seed_part(evaluate(DEMO_DATASET, DEMO_PREDICTIONS).text()))
