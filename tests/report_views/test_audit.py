"""The audit: a blind, stratified form, and the rates that come back."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from pathlib import Path

import pytest
from report_maker import HOSTILE, make_report

from report_views.audit import (
    FORM_COLUMNS,
    Answer,
    AuditFormError,
    audit_sample,
    judge,
    read_form,
    render_audit,
    stratum_of,
    write_form,
)
from report_views.statistics import wilson_interval

REPORT = make_report(2000)
ITEMS = {item["id"]: item for item in REPORT["items"]}


def test_the_form_is_blind_seeded_and_stratified() -> None:
    rows = audit_sample(REPORT, 100, seed=3)
    assert rows == audit_sample(REPORT, 100, seed=3) != audit_sample(REPORT, 100, seed=4)
    assert len(rows) == 100 == len({row["id"] for row in rows})
    assert all(tuple(row) == FORM_COLUMNS and row["human_verdict"] == "" for row in rows)
    drawn = Counter(stratum_of(ITEMS[row["id"]]) for row in rows)
    every = Counter(stratum_of(item) for item in REPORT["items"]) - Counter({None: 10**9})
    assert set(drawn) == set(every) and None not in drawn
    assert sum(n for s, n in drawn.items() if s and s.verdict == "accept") == 50
    order = [ITEMS[row["id"]]["verdict"] for row in rows]
    assert order not in (sorted(order), sorted(order, reverse=True))


@pytest.mark.parametrize(("size", "expected"), [(0, 0), (1, 1), (3, 3), (10**6, None)])
def test_any_size_can_be_asked_for(size: int, expected: int | None) -> None:
    decided = sum(stratum_of(item) is not None for item in REPORT["items"])
    assert len(audit_sample(REPORT, size)) == (decided if expected is None else expected)


def test_few_rejects_leave_their_places_to_accepts() -> None:
    items = [i for i in REPORT["items"] if i["correct"]][:50] + [
        i for i in REPORT["items"] if i["verdict"] == "reject"
    ][:3]
    rows = audit_sample({"items": items}, 20)
    assert Counter(ITEMS[row["id"]]["verdict"] for row in rows) == {"accept": 17, "reject": 3}


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_a_form_goes_out_and_comes_back(suffix: str, tmp_path: Path) -> None:
    rows = audit_sample(REPORT, 30)
    for row, text in zip(rows, HOSTILE, strict=False):
        row["pred"] = text
    path = tmp_path / f"form.{suffix}"
    assert write_form(rows, path) == 30
    assert read_form(path) == [Answer(row["id"], None) for row in rows]
    words = ["right", "WRONG ", "unsure"]
    filled = [{**row, "human_verdict": words[n % 3]} for n, row in enumerate(rows)]
    write_form(filled, path)
    assert [answer.is_right for answer in read_form(path)] == [True, False, None] * 10


def test_a_form_saved_by_a_spreadsheet_is_read(tmp_path: Path) -> None:
    path = tmp_path / "form.csv"
    path.write_bytes('\ufeffid,human_verdict,comment\r\n"a,1",right,"two\r\nlines"\r\nb,0,\r\n'.encode())
    assert read_form(path) == [Answer("a,1", True), Answer("b", False)]


BAD_FORMS = [
    ("form.csv", b"id,human_verdict\na,perhaps\n", r"form\.csv:2: human_verdict is 'perhaps'; write right"),
    ("form.csv", b"id,verdict\na,right\n", r"form\.csv:1: there is no column human_verdict"),
    ("form.csv", b"id,human_verdict\n,right\n", r"form\.csv:2: has no id"),
    ("form.csv", b"id,human_verdict\n\xff\xfe,right\n", r"cannot be read as UTF-8"),
    ("form.jsonl", b'{"id": "a", "human_verdict": "right"}\n{', r"form\.jsonl:2: is not JSON"),
    ("form.jsonl", b"[1]\n", r"form\.jsonl:1: is not a JSON object"),
    ("form.jsonl", b'{"id": 7, "human_verdict": "right"}\n', r"form\.jsonl:1: has no id"),
]


@pytest.mark.parametrize(("name", "content", "message"), BAD_FORMS)
def test_bad_forms_say_where_and_what_to_do(name: str, content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(AuditFormError, match=message):
        read_form(path)


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AuditFormError, match=r"\.csv or \.jsonl"):
        write_form([], tmp_path / "form.parquet")


def test_a_faultless_grader_still_has_an_interval() -> None:
    rows = audit_sample(REPORT, 80)
    result = judge(REPORT, [Answer(row["id"], ITEMS[row["id"]]["correct"]) for row in rows])
    for rate in (result.false_accepts, result.false_rejects):
        assert rate.estimate == 0.0 and rate.interval.low == 0.0 and 0.05 < rate.interval.high < 0.3
        assert rate.judged == 40 and rate.covered == 1.0


def test_strata_are_weighed_by_their_size() -> None:
    def item(name: str, rule: str) -> dict[str, object]:
        return {"id": name, "verdict": "accept", "correct": True, "tier": "exact", "rule": rule}

    items = [item(f"a{n}", "common") for n in range(90)] + [item(f"b{n}", "rare") for n in range(10)]
    answers = [Answer(f"a{n}", True) for n in range(10)] + [Answer(f"b{n}", n > 0) for n in range(2)]
    rate = judge({"items": items}, answers).false_accepts
    assert rate.estimate == pytest.approx(0.1 * 0.5)  # half of the rare tenth
    assert (rate.errors, rate.judged, rate.items) == (1, 12, 100)
    effective = 100**2 / (90**2 / 10 + 10**2 / 2)
    assert rate.interval == wilson_interval(rate.estimate * effective, effective)


def test_equal_weights_give_the_plain_interval() -> None:
    items = [
        {"id": str(n), "verdict": "reject", "correct": False, "tier": "t", "reason": "r"} for n in range(50)
    ]
    rate = judge({"items": items}, [Answer(str(n), n < 2) for n in range(20)]).false_rejects
    assert rate.interval == pytest.approx(wilson_interval(2, 20))


def test_the_rate_is_unbiased_over_samples() -> None:
    rng = random.Random(5)
    truth = {name: item["correct"] and rng.random() > 0.2 for name, item in ITEMS.items()}
    accepted = [name for name, item in ITEMS.items() if item["correct"]]
    true_rate = sum(not truth[name] for name in accepted) / len(accepted)
    rates = [
        judge(
            REPORT, [Answer(row["id"], truth[row["id"]]) for row in audit_sample(REPORT, 120, seed)]
        ).false_accepts
        for seed in range(60)
    ]
    mean = sum(rate.estimate or 0.0 for rate in rates) / len(rates)
    assert mean == pytest.approx(true_rate, abs=0.03)
    assert sum(rate.interval.low <= true_rate <= rate.interval.high for rate in rates) >= 54


def test_unjudged_strata_and_unknown_ids_are_told() -> None:
    one = next(item for item in REPORT["items"] if item["correct"])
    result = judge(REPORT, [Answer(one["id"], False), Answer("nobody", True)])
    assert result.unknown_ids == ("nobody",)
    assert result.false_accepts.estimate == 1.0 and result.false_accepts.covered < 1
    assert result.false_rejects.estimate is None and result.false_rejects.interval == (0.0, 1.0)
    text = render_audit(result)
    assert "false rejects: not judged" in text and "in judged strata" in text and "1 ids" in text
    assert json.loads(json.dumps(result.as_dict()))["false_accepts"]["errors"] == 1


def test_csv_forms_open_safely(tmp_path: Path) -> None:
    path = tmp_path / "form.csv"
    write_form([dict.fromkeys(FORM_COLUMNS, "=cmd()")], path)
    with path.open(newline="", encoding="utf-8") as file:
        assert set(next(csv.DictReader(file)).values()) == {"'=cmd()"}
