"""The Python half of the lm-evaluation-harness task in dgn_math.yaml.

It needs `dgn-math-harness` installed beside `lm_eval`. The task reads whole responses, not cut by
filters, since finding the answer is the grader's job.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from evaluate_benchmark import gold_of, grade, outcome_fields, outcome_of


def rows_with_gold(rows: Any) -> Any:
    """The rows that can be scored: those with a gold answer (S1)."""
    return rows.filter(lambda row: bool(gold_of(row)))


def gold_text(row: Mapping[str, Any]) -> str:
    """The gold of a row, untouched; a template would rewrite `[0.50]`."""
    return gold_of(row)


def judge(row: Mapping[str, Any], responses: Sequence[str]) -> dict[str, Any]:
    """The metrics of one response; `judgement` says why.

    With `repeats` only the first response counts, as in every task without a filter of its own.
    """
    decision = grade(gold_of(row), responses[0])
    return {
        "accuracy": float(decision.correct),
        "strict_accuracy": float(decision.correct and decision.tier == "exact"),
        "sound_accuracy": float(decision.correct and not decision.lenient),
        "undecided": float(decision.verdict == "undecided"),
        "unparsed": float(decision.verdict == "unparsed"),
        "judgement": outcome_fields(outcome_of(decision)),
    }


def count_verdicts(judgements: Sequence[Mapping[str, Any]]) -> str:
    """How often each verdict was given, such as `2 accept, 1 undecided`."""
    counts = Counter(judgement["verdict"] for judgement in judgements)
    return ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
