"""The grader's own error rates, from a sample that a person judges.

    audit_sample(report, size, seed) -> rows       write_form(rows, path)
    read_form(path) -> answers                     judge(report, answers) -> AuditResult

The form is blind: it shows gold, prediction and response, but not what the
grader decided, and its order says nothing. The sample is stratified by
verdict, tier and rule or reason, so that rare rules are seen too; the rates
weigh each stratum by its size in the report.
"""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from report_views.figures import Item, Report, one_line
from report_views.items import plain_cell, write_items
from report_views.statistics import Interval, wilson_interval
from report_views.terminal import columns

FORM_COLUMNS = ("id", "gold", "pred", "response_excerpt", "human_verdict", "comment")
RIGHT = frozenset({"right", "correct", "accept", "yes", "true", "1"})
WRONG = frozenset({"wrong", "incorrect", "reject", "no", "false", "0"})
Rows: TypeAlias = list[tuple[int, Mapping[str, Any]]]  # with line numbers
NOT_JUDGED = frozenset({"", "unsure", "skip", "?"})


class AuditFormError(ValueError):
    """A form that cannot be used; says where and what to write."""


class Stratum(NamedTuple):
    """A kind of decision: all items that were decided this way."""

    verdict: str  # accept or reject
    tier: str
    why: str  # the rule of an accept, the reason of a reject


class Answer(NamedTuple):
    """A person's verdict on one item; None if not judged."""

    id: str
    is_right: bool | None


# ------------------------------------------------------------------------------
# 1  Sample
# ------------------------------------------------------------------------------


def stratum_of(item: Item) -> Stratum | None:
    """The stratum of an accepted or rejected item, None for others."""
    verdict = str(item.get("verdict") or "")
    if verdict not in ("accept", "reject"):
        return None
    why = (item.get("rule") or item.get("reason")) if verdict == "accept" else item.get("reason")
    return Stratum(verdict, str(item.get("tier") or ""), str(why or ""))


def _strata(report: Report) -> dict[Stratum, list[Item]]:
    """The items of every stratum, strata in a fixed order."""
    found: dict[Stratum, list[Item]] = {}
    for item in report.get("items", ()):
        stratum = stratum_of(item)
        if stratum is not None:
            found.setdefault(stratum, []).append(item)
    return {stratum: found[stratum] for stratum in sorted(found)}


def _shares(sizes: Sequence[int], budget: int) -> list[int]:
    """How many to draw of each: one at least while it lasts, else by size."""
    budget = min(budget, sum(sizes))
    order = sorted(range(len(sizes)), key=lambda i: -sizes[i])
    drawn = [0] * len(sizes)
    for index in order[:budget]:
        drawn[index] = 1
    for _ in range(budget - sum(drawn)):
        open_ones = [i for i in order if drawn[i] < sizes[i]]
        drawn[max(open_ones, key=lambda i: sizes[i] / (drawn[i] + 0.5))] += 1
    return drawn


def audit_sample(report: Report, size: int, seed: int = 0) -> list[dict[str, str]]:
    """A blind form with about half accepts and half rejects, `size` rows.

    Fewer if the report has fewer. The same report and seed give the same form.
    """
    strata = _strata(report)
    accepts = [stratum for stratum in strata if stratum.verdict == "accept"]
    rejects = [stratum for stratum in strata if stratum.verdict == "reject"]
    counts = [sum(len(strata[s]) for s in side) for side in (accepts, rejects)]
    budget = min(counts[0], max((size + 1) // 2, size - counts[1]))
    rng = random.Random(f"audit {seed}")
    chosen: list[Item] = []
    for side, amount in ((accepts, budget), (rejects, size - budget)):
        for stratum, n in zip(side, _shares([len(strata[s]) for s in side], max(0, amount)), strict=True):
            chosen += rng.sample(strata[stratum], n)
    rng.shuffle(chosen)
    return [{name: str(item.get(name) or "") for name in FORM_COLUMNS} for item in chosen]


def write_form(rows: Iterable[Mapping[str, str]], path: str | Path) -> int:
    """Write a form as .csv or .jsonl; the number of rows.

    Raises AuditFormError for another ending.
    """
    if Path(path).suffix.lower() not in (".csv", ".jsonl"):
        raise AuditFormError(f"{path}: the name of a form ends in .csv or .jsonl")
    return write_items(rows, path)


# ------------------------------------------------------------------------------
# 2  Answers
# ------------------------------------------------------------------------------


def _answer(row: Mapping[str, Any], place: str) -> Answer:
    """The answer in one row; raises AuditFormError if it is not one."""
    if not isinstance(row.get("id"), str) or not row["id"]:
        raise AuditFormError(f"{place}: has no id; leave the column id as it was")
    word = str(row.get("human_verdict") or "").strip().casefold()
    if word in NOT_JUDGED:
        return Answer(row["id"], None)
    if word not in RIGHT | WRONG:
        raise AuditFormError(f"{place}: human_verdict is {word!r}; write right, wrong or unsure")
    return Answer(row["id"], word in RIGHT)


def _csv_rows(path: Path) -> Rows:
    """The rows of a CSV form with their line numbers."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, restkey="", restval="")
        rows: Rows = []
        for row in reader:
            row.pop("", None)  # cells beyond the last column
            rows.append((reader.line_num, {name: plain_cell(cell) for name, cell in row.items()}))
        if "human_verdict" not in (reader.fieldnames or ()):
            raise AuditFormError(f"{path}:1: there is no column human_verdict; keep the form's first line")
    return rows


def _jsonl_rows(path: Path) -> Rows:
    """The rows of a JSON-lines form with their line numbers."""
    rows: Rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise AuditFormError(f"{path}:{number}: is not JSON ({error}); correct the line") from None
        if not isinstance(row, dict):
            raise AuditFormError(f"{path}:{number}: is not a JSON object; keep one object per line")
        rows.append((number, row))
    return rows


def read_form(path: str | Path) -> list[Answer]:
    """The answers of a form that was filled in.

    Raises AuditFormError, with file and line, for what is not a form or not a
    verdict, and OSError if the file cannot be read.
    """
    source = Path(path)
    try:
        rows = _csv_rows(source) if source.suffix.lower() == ".csv" else _jsonl_rows(source)
    except (UnicodeDecodeError, csv.Error) as error:
        raise AuditFormError(f"{path}: cannot be read as UTF-8 text: {error}; save it as CSV UTF-8") from None
    return [_answer(row, f"{path}:{number}") for number, row in rows]


# ------------------------------------------------------------------------------
# 3  Rates
# ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate of errors among the grader's accepts or rejects."""

    estimate: float | None  # None if nothing was judged
    interval: Interval
    errors: int  # in the sample
    judged: int  # in the sample
    items: int  # in the report
    covered: float  # share of those items whose stratum was judged at all


@dataclass(frozen=True, slots=True)
class AuditResult:
    """False accepts and false rejects, with what was found by stratum."""

    false_accepts: Rate
    false_rejects: Rate
    by_stratum: Mapping[Stratum, tuple[int, int, int]]  # errors, judged, items
    unknown_ids: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The `audit` part of a report; fractions of one."""
        return {
            name: {"estimate": rate.estimate, "interval": list(rate.interval), "errors": rate.errors,
                   "judged": rate.judged, "items": rate.items, "covered": rate.covered}
            for name, rate in (("false_accepts", self.false_accepts), ("false_rejects", self.false_rejects))
        }  # fmt: skip


def _rate(strata: Iterable[tuple[int, int, int]]) -> Rate:
    """The weighted rate over strata of (errors, judged, items).

    The interval is Wilson's at Kish's effective sample size, (Σw)²/Σw² with
    one weight per judged item, so it has a width at 0 % too.
    """
    rows = list(strata)
    judged = [(errors, n, items) for errors, n, items in rows if n]
    items, covered = sum(row[2] for row in rows), sum(row[2] for row in judged)
    errors, number = sum(row[0] for row in judged), sum(row[1] for row in judged)
    if not judged:
        return Rate(None, Interval(0.0, 1.0), 0, 0, items, 0.0)
    estimate = sum(size * wrong / n for wrong, n, size in judged) / covered
    effective = covered**2 / sum(size * size / n for _, n, size in judged)
    interval = wilson_interval(min(estimate * effective, effective), effective)
    return Rate(estimate, interval, errors, number, items, covered / items)


def judge(report: Report, answers: Iterable[Answer]) -> AuditResult:
    """The grader's error rates from a person's answers.

    An id that the report does not have, or that no tier decided, is listed and
    left out; of two answers for one id the last counts.
    """
    strata = {str(item.get("id")): stratum_of(item) for item in report.get("items", ())}
    verdicts = {answer.id: answer.is_right for answer in answers}
    counts = {stratum: [0, 0, len(items)] for stratum, items in _strata(report).items()}
    unknown = []
    for name, is_right in verdicts.items():
        stratum = strata.get(name)
        if stratum is None:
            unknown.append(name)
        elif is_right is not None:
            counts[stratum][0] += is_right != (stratum.verdict == "accept")
            counts[stratum][1] += 1
    table = {stratum: (errors, n, items) for stratum, (errors, n, items) in counts.items()}
    sides = {side: [row for s, row in table.items() if s.verdict == side] for side in ("accept", "reject")}
    return AuditResult(_rate(sides["accept"]), _rate(sides["reject"]), table, tuple(unknown))


def _rate_line(name: str, rate: Rate, of: str) -> str:
    """One rate with its interval in words."""
    if rate.estimate is None:
        return f"{name}: not judged ({rate.items} {of})"
    low, high = rate.interval
    covered = "" if rate.covered == 1 else f"; {100 * rate.covered:.1f}% of them in judged strata"
    return (
        f"{name}: {100 * rate.estimate:.2f}% (95% interval {100 * low:.1f} to {100 * high:.1f}%; "
        f"{rate.errors} of {rate.judged} judged, {rate.items} {of}{covered})"
    )


def render_audit(result: AuditResult) -> str:
    """The audit as text, ending in a line break."""
    rows = [("verdict", "tier", "rule or reason", "errors", "judged", "items")]
    rows += [
        (s.verdict, one_line(s.tier, 20), one_line(s.why, 40), str(errors), str(n), str(items))
        for s, (errors, n, items) in result.by_stratum.items()
    ]
    unknown = [f"not decided by a tier in this report, left out: {len(result.unknown_ids)} ids"]
    lines = [
        "-- audit of the grader --",
        _rate_line("false accepts", result.false_accepts, "accepts"),
        _rate_line("false rejects", result.false_rejects, "rejects"),
        *columns(rows, right_from=3),
        *(unknown if result.unknown_ids else []),
    ]
    return "\n".join(lines) + "\n"
