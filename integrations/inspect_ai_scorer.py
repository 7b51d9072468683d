"""A scorer for inspect_ai: is the answer in the output equal to the target?

It needs `dgn-math-harness` installed beside `inspect_ai`. Use it in a task (`scorer=math_answer()`) or on a
finished log (`inspect score LOG --scorer integrations/inspect_ai_scorer.py@math_answer`).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial

import anyio.to_thread
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    NOANSWER,
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    accuracy,
    metric,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

from evaluate_benchmark import DEFAULT_TIERS, Decision, grade, outcome_fields, outcome_of, tier_names

_ONE_AT_A_TIME = threading.Lock()
"""Samples are scored concurrently; the grader's work is serial under the interpreter's lock anyway."""

VALUES = {"accept": CORRECT, "unparsed": NOANSWER}
"""What a verdict is worth; reject and undecided are INCORRECT, told apart by `reason` and metadata."""


@metric
def undecided() -> Metric:
    """The share of samples that the grader could not decide.

    Accuracy counts them as wrong. With several epochs it is the share among the samples' first epochs.
    """

    def share(scores: list[SampleScore]) -> float:
        """The share of undecided samples among all that were scored."""
        verdicts = [verdict for each in scores if (verdict := (each.score.metadata or {}).get("verdict"))]
        return verdicts.count("undecided") / len(verdicts) if verdicts else 0.0

    return share


def decide(golds: list[str], response: str, tiers: tuple[str, ...]) -> Decision:
    """The best decision over the targets: accept (not lenient first), else undecided."""
    with _ONE_AT_A_TIME:
        decisions = [grade(gold, response, tiers=tiers) for gold in golds]
    order = ("accept", "undecided", "reject", "unparsed")
    return min(decisions, key=lambda decision: (order.index(decision.verdict), decision.lenient))


@scorer(metrics=[accuracy(), stderr(), undecided()])
def math_answer(tiers: str | Sequence[str] = DEFAULT_TIERS) -> Scorer:
    """A scorer that compares answers by meaning; any of several targets will do.

    A sample without a target stays unscored. The metadata of a score holds verdict, tier, rule, lenient,
    convention, reason and the extraction with its offsets. Raises InputError for an unknown tier.
    """
    chosen = tier_names(tiers)

    async def score(state: TaskState, target: Target) -> Score:
        """How the output of one sample is judged."""
        golds = [gold for gold in target if gold.strip()]
        if not golds:
            return Score.unscored(reason="no_gold", explanation="the sample has no target")
        judge = partial(decide, golds, state.output.completion, chosen)
        decision = await anyio.to_thread.run_sync(judge)
        tier = f" at the {decision.tier} tier" if decision.tier else ""
        return Score(
            value=VALUES.get(decision.verdict, INCORRECT),
            answer=decision.pred or None,
            explanation=f"{decision.verdict}{tier}: {decision.rule or decision.reason}",
            reason=decision.reason if decision.verdict in ("undecided", "unparsed") else None,
            metadata={**outcome_fields(outcome_of(decision)), "gold": decision.gold},
        )

    return score
