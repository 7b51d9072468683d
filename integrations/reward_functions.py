"""Reward functions for reinforcement learning: `compute_score` for verl, `math_answer_reward` for TRL.

It needs `dgn-math-harness` installed, and neither torch nor a trainer. A right answer earns 1.0, everything
else 0.0; what stands beside the number tells a wrong answer from one that could not be decided.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from answer_math.extraction import extract
from evaluate_benchmark import GOLD_FIELDS, Decision, gold_of, grade, text_of

_ONE_AT_A_TIME = threading.Lock()
"""Trainers call from several threads; the grader's work is serial under the interpreter's lock anyway."""

TRACE = ("verdict", "reason", "lenient", "extraction", "tier", "rule", "convention", "pred")
"""The fields of `trace`, which stand beside every reward."""

NO_GOLD: dict[str, str | bool] = {**dict.fromkeys(TRACE, ""), "lenient": False, "reason": "no_gold"}
"""The trace of a row that has no gold to judge by."""


def short_gold(text: str) -> str:
    r"""The answer of a gold that may be a worked solution.

    >>> short_gold("14+28=42 plums.\n#### 42"), short_gold(r"so $x=\boxed{7}$."), short_gold("[2,5]")
    ('42', '7', '[2,5]')
    """
    if "####" in text:
        return text.rpartition("####")[2].strip()
    found = extract(text) if "\\boxed" in text else None
    return found.text if found is not None and found.how == "last_box" else text


def trace(decision: Decision) -> dict[str, str | bool]:
    """Why a response was judged as it was: the fields of TRACE."""
    fields = {name: getattr(decision, name) for name in TRACE}
    fields["extraction"] = decision.extraction.how if decision.extraction is not None else ""
    return fields


def judge(gold: str, response: str) -> Decision:
    """How a response is judged; safe to call from any thread."""
    with _ONE_AT_A_TIME:
        return grade(short_gold(gold), response)


# ------------------------------------------------------------------------------
# verl: reward.custom_reward_function.path=integrations/reward_functions.py, name=compute_score
# ------------------------------------------------------------------------------


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str | int | float,
    extra_info: Mapping[str, Any] | None = None,
    **_: Any,
) -> dict[str, Any]:
    """The score of one response as verl takes it: `score`, `acc` and the trace.

    `undecided` is 1.0 where the grader could not decide, so that its mean is logged. Raises ValueError for a
    ground truth that is a list or object: a fault of the data set, not of a response.
    """
    plain = (
        ground_truth.tolist() if hasattr(ground_truth, "tolist") else ground_truth
    )  # Parquet gives numpy's
    decision = judge(text_of(plain), solution_str)
    score = float(decision.correct)
    return {
        "score": score,
        "acc": score,
        "undecided": float(decision.verdict == "undecided"),
        **trace(decision),
    }


# ------------------------------------------------------------------------------
# TRL: GRPOTrainer(reward_funcs=math_answer_reward, …)
# ------------------------------------------------------------------------------

OTHER_GOLD_COLUMNS = ("ground_truth", "solution")
"""Read when a row has no gold in the harness's own columns, GOLD_FIELDS."""


def response_text(completion: str | Sequence[Mapping[str, Any]]) -> str:
    """The text of a completion: itself, or the last message's content."""
    if isinstance(completion, str):
        return completion
    content = completion[-1].get("content") if completion else None
    if content is None or isinstance(content, str):
        return content or ""
    return "".join(part.get("text") or "" for part in content)


def golds_of(columns: Mapping[str, Any], rows: int) -> list[str]:
    """The gold of each row, "" where it has none.

    Raises ValueError when no column is one of golds, or a gold is a list or object.
    """
    names = (*GOLD_FIELDS, *OTHER_GOLD_COLUMNS)
    if not any(name in columns for name in names):
        raise ValueError(
            f"the data set has no gold answers: one of the columns {', '.join(names)} is needed; "
            f"there are {', '.join(sorted(columns)) or 'none'}"
        )
    golds = []
    for number in range(rows):
        row = {name: columns[name][number] for name in (*names, "expected_unit") if name in columns}
        other = (text_of(row.get(name)) for name in OTHER_GOLD_COLUMNS)
        golds.append(gold_of(row) or next(filter(None, other), ""))
    return golds


def math_answer_reward(
    completions: Sequence[str | Sequence[Mapping[str, Any]]],
    log_extra: Callable[[str, list[Any]], None] | None = None,
    log_metric: Callable[[str, float], None] | None = None,
    **columns: Any,
) -> list[float | None]:
    """The rewards of a batch as TRL takes them, in order.

    None for a row without a gold (TRL leaves it out). The trace goes to the completions table, the share of
    undecided responses to the metrics. Raises ValueError when the data set has no column of golds.
    """
    golds = golds_of(columns, len(completions))
    decisions = [
        judge(gold, response_text(completion)) if gold else None
        for gold, completion in zip(golds, completions, strict=True)
    ]
    judged = [decision for decision in decisions if decision is not None]
    if log_extra is not None:
        traces = [trace(decision) if decision is not None else NO_GOLD for decision in decisions]
        for name in TRACE:
            log_extra(name, [fields[name] for fields in traces])
    if log_metric is not None and judged:
        log_metric("undecided", sum(decision.verdict == "undecided" for decision in judged) / len(judged))
    return [None if decision is None else float(decision.correct) for decision in decisions]
