"""Seeded reports of format 1, small or of the size of the whole data set."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from report_views.statistics import wilson_interval

Item = dict[str, Any]

TIERS = ("exact", "numeric", "symbolic")
CHAPTERS = ("Numbers", "Equations", "Inequalities", "Trigonometry", "Logarithms", "Progressions",
            "Vectors", "Derivatives", "Combinatorics", "Solids", "Limits")  # fmt: skip
COLLECTIONS = (
    "core",
    "algebra",
    "syllabus",
    "parameters",
    "trigonometry",
    "planimetry",
    "circles",
    "exercises",
)
STATUSES = ("verified", "corrected", "unverifiable", "suspected", "disputed", "refuted")

HOSTILE = (
    "</script><script>document.title='pwned'</script>",
    "<img src=x onerror=\"document.title='pwned'\">",
    '=HYPERLINK("http://example.invalid")',
    "a|b `tick` ``two`` \x1b[31mred\x1b[0m \u202eback\u202c",
    "lone \ud800 surrogate and \x00 nul",
    "{{ 7 * 7 }} {% raw %} <!-- ]]> @someone #1",
)

SHAPES: tuple[Callable[[random.Random], str], ...] = (
    lambda r: str(r.randint(-90, 900)),
    lambda r: rf"\frac{{{r.randint(1, 40)}}}{{{r.randint(2, 60)}}}",
    lambda r: rf"{r.randint(2, 9)}\sqrt{{{r.randint(2, 30)}}}",
    lambda r: rf"x=\frac{{\pi}}{{{r.randint(2, 8)}}}(2k+{r.randint(1, 9)}),\ k\in\mathbb{{Z}}",
    lambda r: rf"(-\infty,{r.randint(-9, 0)})\cup({r.randint(1, 9)},+\infty)",
    lambda r: (
        rf"x_1={r.randint(0, 9)};\ x_{{2,3}}=-{r.randint(1, 9)}\pm\frac{{2}}{{3}}\sqrt{{{r.randint(2, 7)}}}"
    ),
    lambda r: f"{r.randint(1, 9)}.{r.randint(10, 99)}",
    lambda r: rf"\log_{{{r.randint(2, 5)}}}{r.randint(3, 30)}+\sin^2\alpha",
    lambda r: rf"a^{{{r.randint(2, 5)}}}-{r.randint(2, 9)}ab+b^{{2}}",
)


def _verdict_fields(rng: random.Random, gold: str, wrong: str) -> Item:
    """How one item was judged, with shares like those of a real run."""
    roll = rng.random()
    table: tuple[tuple[float, Item], ...] = (
        (0.34, {"verdict": "accept", "tier": "exact", "pred": gold, "reason": "equal_text", "rule": ""}),
        (0.47, {"verdict": "accept", "tier": "numeric", "pred": gold, "reason": "equal_numbers", "rule": ""}),
        (0.63, {"verdict": "accept", "tier": "symbolic", "pred": gold, "reason": "equal_values", "rule": ""}),
        (0.66, {"verdict": "accept", "tier": "symbolic", "pred": gold, "reason": "equal_values",
                "rule": "pm-one-branch", "lenient": True}),
        (0.68, {"verdict": "accept", "tier": "numeric", "pred": gold + r"\%", "reason": "equal_numbers",
                "rule": "", "convention": "percent-rescaled"}),
        (0.82, {"verdict": "reject", "tier": "numeric", "pred": wrong, "reason": "outside_tolerance"}),
        (0.91, {"verdict": "reject", "tier": "symbolic", "pred": wrong, "reason": "different_values"}),
        (0.95, {"verdict": "undecided", "tier": "symbolic", "pred": wrong, "reason": "too_complex"}),
        (0.98, {"verdict": "unparsed", "tier": "", "pred": "", "reason": "no_answer"}),
        (1.01, {"verdict": "missing", "tier": "", "pred": "", "reason": "missing_prediction"}),
    )  # fmt: skip
    return next(dict(fields) for bound, fields in table if roll < bound)


def make_item(rng: random.Random, number: int, hostile_share: float = 0.01) -> Item:
    """One item of the report; a few carry hostile model text."""
    gold, wrong = (rng.choice(SHAPES)(rng) for _ in range(2))
    chapter = rng.randint(1, len(CHAPTERS))
    fields = _verdict_fields(rng, gold, wrong)
    if fields["verdict"] in ("reject", "undecided") and rng.random() < hostile_share * 10:
        fields["pred"] = rng.choice(HOSTILE)
    has_answer = fields["verdict"] not in ("unparsed", "missing")
    lead = "We simplify both sides and check that nothing was lost. The answer is $"
    excerpt = f"{lead}{fields['pred']}$." if has_answer else ""
    return {
        "id": f"dgn.{rng.choice(COLLECTIONS)}.{number:05d}",
        "correct": fields["verdict"] == "accept",
        "parsed": has_answer,
        "lenient": False,
        "convention": "",
        "rule": "",
        "reader": "",
        "extraction": rng.choice(("last_box", "last_span", "answer_marker", "last_number"))
        if has_answer
        else "",
        "gold": gold,
        **fields,
        "chapter": chapter,
        "chapter_title": CHAPTERS[chapter - 1],
        "group": rng.choice(("A", "B", "C", "")),
        "difficulty": rng.choice(("", "", "□", "■")),
        "answer_status": rng.choices(STATUSES, (60, 2, 30, 4, 2, 2))[0],
        "collection": rng.choice(COLLECTIONS),
        "response_excerpt": excerpt,
        "extraction_start": len(lead) if has_answer else None,
        "extraction_end": len(lead) + len(fields["pred"]) if has_answer else None,
    }


def _totals(items: list[Item]) -> dict[str, Any]:
    """The counts of the whole report, by the names of the format."""
    scored = len(items)
    count = {name: sum(i["verdict"] == name for i in items) for name in ("unparsed", "missing", "undecided")}
    correct = sum(i["correct"] for i in items)
    strict = sum(i["correct"] and i["tier"] == "exact" for i in items)
    lenient = sum(i["correct"] and i["lenient"] for i in items)
    return {
        "scored": scored, "correct": correct, "accuracy": correct / scored if scored else None,
        "accuracy_interval": list(wilson_interval(correct, scored)),
        "strict_correct": strict, "strict_accuracy": strict / scored if scored else None,
        "unparsed": count["unparsed"], "missing_predictions": count["missing"], "skipped_no_gold": 7,
        "unknown_prediction_ids": 1, "duplicate_predictions": 0, "malformed_prediction_lines": 2,
        "dataset_errors": 1, "lenient_accepts": lenient,
        "sound_accuracy": (correct - lenient) / scored if scored else None,
        "conventions": sum(bool(i["convention"]) for i in items),
        "undecided": count["undecided"], "timeouts": 0, "gold_unreadable": 0, "readers": {},
        "accuracy_parsed": None, "accuracy_verified_rows": None,
    }  # fmt: skip


def _breakdown(items: list[Item], column: str, unlabelled: str = "unlabelled") -> dict[str, dict[str, Any]]:
    """label -> counts, accuracy and interval of one column."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        value = item.get(column)
        for label in value if isinstance(value, list) else [value]:
            groups.setdefault(str(label or "") or unlabelled, []).append(item)
    names = ("scored", "correct", "accuracy", "accuracy_interval", "strict_correct", "strict_accuracy",
             "unparsed", "missing_predictions", "undecided", "lenient_accepts")  # fmt: skip
    totals = {label: _totals(members) for label, members in groups.items()}
    return {label: {name: total[name] for name in names} for label, total in totals.items()}


def _by_tier(items: list[Item]) -> dict[str, dict[str, Any]]:
    """tier -> decided, correct, accuracy; what nobody decided under (none)."""
    rows: dict[str, dict[str, Any]] = {}
    for tier in TIERS:
        mine = [i for i in items if i["tier"] == tier and i["verdict"] in ("accept", "reject")]
        right = sum(i["correct"] for i in mine)
        rows[tier] = {"decided": len(mine), "correct": right, "accuracy": right / len(mine) if mine else None}
    decided = sum(row["decided"] for row in rows.values())
    rows["(none)"] = {"decided": len(items) - decided, "correct": 0, "accuracy": None}
    return rows


def rebuild(items: list[Item]) -> dict[str, Any]:
    """A whole report over these items."""
    return {
        "format": 1,
        "meta": {
            "date": "2026-01-02T03:04:05+00:00", "host": "example", "seconds": 1.5,
            "versions": {"python": "3.11.7"}, "notes": {}, "problems": [],
            "argv": ["evaluate_benchmark.py", "--dataset", "full.jsonl", "--predictions", "my model.jsonl"],
            "dataset": {"file": "full.jsonl", "rows": len(items) + 7, "sha256": "ef" * 32},
            "predictions": {"file": "my model.jsonl", "rows": len(items), "sha256": "ab" * 32},
        },
        "signature": {
            "harness": "0.1.0", "tiers": list(TIERS), "tolerance": {"relative": 1e-6, "absolute": 1e-9},
            "limits": {"MAX_ANSWER_CHARS": 20000},
            "dataset_sha256": "cd" * 32, "readers": {"answer_math": "0.1.0"},
        },
        "totals": _totals(items),
        "by_tier": _by_tier(items),
        "by_chapter": _breakdown(items, "chapter"),
        "by_group": _breakdown(items, "group"),
        "by_difficulty": _breakdown(items, "difficulty"),
        "by_status": _breakdown(items, "answer_status"),
        "by_collection": _breakdown(items, "collection"),
        "by_extraction": _breakdown(items, "extraction", "(none)"),
        "by_reason": _breakdown(items, "reason"),
        "items": items,
    }  # fmt: skip


def make_report(items: int = 60, seed: int = 1, hostile_share: float = 0.01) -> dict[str, Any]:
    """A report of so many items; the same seed gives the same report."""
    rng = random.Random(seed)
    return rebuild([make_item(rng, number, hostile_share) for number in range(items)])


def perturbed(report: dict[str, Any], gained: float, lost: float, seed: int = 2) -> dict[str, Any]:
    """The report of another model: some wrong items right, some right ones wrong."""
    rng = random.Random(seed)
    items = copy.deepcopy(report["items"])
    for item in items:
        if item["correct"] and rng.random() < lost:
            item.update(correct=False, verdict="reject", tier="symbolic", pred="0", reason="different_values",
                        rule="", lenient=False, convention="")  # fmt: skip
        elif not item["correct"] and rng.random() < gained:
            item.update(correct=True, verdict="accept", tier="exact", pred=item["gold"], reason="equal_text",
                        parsed=True, extraction="last_box")  # fmt: skip
    return rebuild(items)
