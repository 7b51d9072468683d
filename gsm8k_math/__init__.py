"""A reader of grade-school word problems that refuses rather than guesses.

    >>> outcome = answer("Sam has 5 apples. He buys 3 more. How many apples does Sam have?")
    >>> outcome.trace.answer
    Answer(value=8, unit='apples', entity='Sam')
    >>> str(answer("Sam has 5 apples. He eats some. How many apples does Sam have?").refusal)
    "number_form: 'some' is not read"

The stages are `parse` (text to graph), `solve` (graph to trace), `verify` (trace
against graph, on a path of its own) and `realize` (trace to words).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gsm8k_math.math_problem_graph import (
    MathProblemGraph,
    Refusal,
    Trace,
    canonical_bytes,
    graph_from_json,
    graph_to_json,
)
from gsm8k_math.parser import parse
from gsm8k_math.realizer import compact, realize
from gsm8k_math.solver import solve
from gsm8k_math.verifier import verify

__all__ = [
    "MathProblemGraph",
    "Outcome",
    "Refusal",
    "Trace",
    "answer",
    "canonical_bytes",
    "case_groups",
    "compact",
    "graph_from_json",
    "graph_to_json",
    "parse",
    "realize",
    "solve",
    "verify",
]


class Outcome(NamedTuple):
    """What became of one problem: a refusal, or a graph and a true trace.

    A refusal of the solver or the verifier leaves the graph, never the trace.
    """

    graph: MathProblemGraph | None
    trace: Trace | None
    refusal: Refusal | None


def answer(problem: str) -> Outcome:
    """Return a problem's verified answer, or why there is none."""
    graph = parse(problem)
    if isinstance(graph, Refusal):
        return Outcome(None, None, graph)
    trace = solve(graph)
    if isinstance(trace, Refusal):
        return Outcome(graph, None, trace)
    refused = verify(graph, trace)
    return Outcome(graph, None if refused else trace, refused)


def case_groups(case: dict[str, Any]) -> dict[str, Any]:
    """Return by what a case is grouped: its split, depth and pattern tags.

    The split follows from the id (up to 050 dev, from 101 public), the depth is
    the number of operations. Raises `ValueError` for another id.
    """
    number = int(str(case["id"]).removeprefix("gma-"))
    return {
        "split": "dev" if number <= 50 else "public",
        "depth": len(case["ground_truth_graph"]["operations"]),
        "patterns": list(case["patterns"]),
    }
