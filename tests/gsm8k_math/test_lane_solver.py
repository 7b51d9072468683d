"""Solver and verifier: each rule of arithmetic, each tampering caught."""

from __future__ import annotations

import ast
import dataclasses
from pathlib import Path
from typing import Any

import pytest

import gsm8k_math
from gsm8k_math.math_problem_graph import (
    Answer,
    InitialPossession,
    MathProblemGraph,
    Operation,
    Quantity,
    Refusal,
    Step,
    Trace,
    Unknown,
    graph_sha256,
)
from gsm8k_math.solver import solve
from gsm8k_math.verifier import verify


def graph_of(starts: dict[str, int], *steps: tuple[Any, ...], ask: str | None = "A") -> MathProblemGraph:
    """Return a graph over entities A, B, C and one unit, in brief notation."""
    operations = tuple(Operation(step[0], step[1], Quantity(step[2], "pins"), *step[3:]) for step in steps)
    initial = tuple(InitialPossession(name, Quantity(value, "pins")) for name, value in starts.items())
    named = {
        *starts,
        *(name for step in operations for name in (step.actor, step.target) if name),
        ask or "A",
    }
    return MathProblemGraph(tuple(sorted(named)), initial, operations, Unknown(ask, "pins"))


SOLVED: list[tuple[MathProblemGraph, int]] = [
    (graph_of({"A": 5}), 5),
    (graph_of({"A": 5}, ("A", "add", 3)), 8),
    (graph_of({"A": 5}, ("A", "subtract", 5)), 0),
    (graph_of({"A": 5}, ("A", "multiply", 3)), 15),
    (graph_of({"A": 5}, ("A", "multiply", 0)), 0),
    (graph_of({"A": 15}, ("A", "divide", 3)), 5),
    (graph_of({"A": 5, "B": 1}, ("A", "transfer", 2, "B")), 3),
    (graph_of({"A": 5, "B": 1}, ("A", "transfer", 2, "B"), ask="B"), 3),
    (graph_of({"A": 5, "B": 1}, ("A", "transfer", 2, "B"), ask=None), 6),
    (graph_of({}, ("A", "add", 3), ("A", "add", 4)), 7),
    (graph_of({"A": 5}, ("B", "transfer", 2, "A")), 7),
    (graph_of({"A": 5}, ("A", "transfer", 2, "B"), ("B", "subtract", 9)), 3),
    (graph_of({"A": 10**15}, ("A", "multiply", 10**15)), 10**30),
]


@pytest.mark.parametrize(("graph", "value"), SOLVED)
def test_solved(graph: MathProblemGraph, value: int) -> None:
    """The answer of each graph, and a trace the verifier confirms."""
    trace = solve(graph)
    assert isinstance(trace, Trace)
    assert trace.answer == Answer(value, "pins", graph.unknown.entity)
    assert verify(graph, trace) is None


REFUSED: list[tuple[MathProblemGraph, str]] = [
    (graph_of({}), "unknown_quantity"),
    (graph_of({}, ("A", "subtract", 3)), "unknown_quantity"),
    (graph_of({}, ("A", "subtract", 3), ("A", "add", 3)), "unknown_quantity"),
    (graph_of({"B": 5}, ("B", "transfer", 3, "A")), "unknown_quantity"),
    (graph_of({"B": 5}, ("B", "transfer", 3, "A"), ("A", "add", 1)), "unknown_quantity"),
    (graph_of({"A": 5}, ("A", "transfer", 3, "B"), ask=None), "unknown_quantity"),
    (graph_of({}, ("A", "multiply", 0)), "unknown_quantity"),
    (graph_of({"A": 5}, ("A", "subtract", 6)), "negative"),
    (graph_of({"A": 5}, ("A", "transfer", 6, "B")), "negative"),
    (graph_of({"A": 5, "B": 1}, ("B", "subtract", 2)), "negative"),
    (graph_of({"A": 5}, ("A", "divide", 2)), "remainder"),
    (graph_of({"A": 5}, ("A", "divide", 0)), "zero_divisor"),
    (graph_of({}, ("A", "divide", 0)), "zero_divisor"),
]


@pytest.mark.parametrize(("graph", "kind"), REFUSED)
def test_refused(graph: MathProblemGraph, kind: str) -> None:
    """Each refusal kind of the solver, and the verifier's own finding of it."""
    refusal = solve(graph)
    assert isinstance(refusal, Refusal)
    assert (refusal.stage, refusal.kind) == ("solve", kind)
    claimed = Trace(
        gsm8k_math.math_problem_graph.graph_sha256(graph), (), Answer(5, "pins", graph.unknown.entity)
    )
    assert verify(graph, claimed) is not None


def test_units_are_kept_apart() -> None:
    """A start in one unit says nothing of another, even before an `add`."""
    start = InitialPossession("A", Quantity(5, "pins"))
    graph = MathProblemGraph(
        ("A",), (start,), (Operation("A", "add", Quantity(3, "nails")),), Unknown("A", "nails")
    )
    refusal = solve(graph)
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "unknown_quantity"


# A graph with every kind, a bystander C without a start, and unequal values all over.
TEXTBOOK = graph_of(
    {"A": 40, "B": 7},
    ("A", "add", 8),
    ("A", "subtract", 3),
    ("A", "transfer", 5, "B"),
    ("B", "multiply", 2),
    ("A", "divide", 4),
    ("A", "transfer", 1, "C"),
    ask="A",
)
TRUE = solve(TEXTBOOK)
assert isinstance(TRUE, Trace)


def with_step(place: int, /, **changes: Any) -> Trace:
    """Return the true trace with one step changed."""
    assert isinstance(TRUE, Trace)
    steps = list(TRUE.steps)
    steps[place] = dataclasses.replace(steps[place], **changes)
    return dataclasses.replace(TRUE, steps=tuple(steps))


def tampered_steps() -> list[tuple[str, Trace]]:
    """Return traces with one field of one step changed, for every field."""
    assert isinstance(TRUE, Trace)
    made: list[tuple[str, Trace]] = []
    for index, step in enumerate(TRUE.steps):
        others: dict[str, Any] = {
            "kind": "add" if step.kind != "add" else "subtract",
            "actor": "B" if step.actor == "A" else "A",
            "target": "B" if step.target != "B" else "C",
        }
        for name in ("index", "before", "after", "target_before", "target_after"):
            value = getattr(step, name)
            others[name] = 1 if value is None else value + 1
        for name, value in others.items():
            made.append((f"step {index} {name}", with_step(index, **{name: value})))
        more = Quantity(step.operand.value + 1, step.operand.unit)
        other = Quantity(step.operand.value, "nails")
        made.append((f"step {index} operand value", with_step(index, operand=more)))
        made.append((f"step {index} operand unit", with_step(index, operand=other)))
        made.append((f"step {index} forgotten", with_step(index, before=None, after=None)))
    return made


def tampered_whole() -> list[tuple[str, Trace]]:
    """Return traces with steps dropped, doubled, swapped, or another answer."""
    assert isinstance(TRUE, Trace)
    steps = TRUE.steps
    swapped = (steps[1], steps[0], *steps[2:])
    changes: list[tuple[str, dict[str, Any]]] = [
        ("first dropped", {"steps": steps[1:]}),
        ("last dropped", {"steps": steps[:-1]}),
        ("all dropped", {"steps": ()}),
        ("doubled", {"steps": (*steps, steps[-1])}),
        ("first doubled", {"steps": (steps[0], *steps)}),
        ("swapped", {"steps": swapped}),
        ("answer up", {"answer": dataclasses.replace(TRUE.answer, value=TRUE.answer.value + 1)}),
        ("answer down", {"answer": dataclasses.replace(TRUE.answer, value=TRUE.answer.value - 1)}),
        ("answer's unit", {"answer": dataclasses.replace(TRUE.answer, unit="nails")}),
        ("answer's entity", {"answer": Answer(24, "pins", "B")}),
        ("answer for everyone", {"answer": dataclasses.replace(TRUE.answer, entity=None)}),
        ("another graph's hash", {"graph_sha256": "0" * 64}),
        ("a float answer", {"answer": dataclasses.replace(TRUE.answer, value=float(TRUE.answer.value))}),
    ]
    return [(name, dataclasses.replace(TRUE, **change)) for name, change in changes]


TAMPERED = tampered_steps() + tampered_whole()


def test_tampering_covers_every_field() -> None:
    """A new field of a trace must be tampered with here too."""
    fields = {field.name for field in dataclasses.fields(Step)}
    tampered = {name.split(" ")[2] for name, _ in tampered_steps()}
    assert fields <= tampered
    assert len(TAMPERED) > 70


@pytest.mark.parametrize(("name", "trace"), TAMPERED, ids=[name for name, _ in TAMPERED])
def test_tampering_is_caught(name: str, trace: Trace) -> None:
    """No changed trace passes."""
    refusal = verify(TEXTBOOK, trace)
    assert refusal is not None
    assert (refusal.stage, refusal.kind) == ("verify", "not_replayed")


def test_a_changed_graph_is_caught() -> None:
    """A true trace does not verify a graph that differs by one."""
    assert isinstance(TRUE, Trace)
    assert verify(TEXTBOOK, TRUE) is None
    last = TEXTBOOK.operations[-1]
    operations = (*TEXTBOOK.operations[:-1], dataclasses.replace(last, operand=Quantity(2, "pins")))
    other = dataclasses.replace(TEXTBOOK, operations=operations)
    assert verify(other, TRUE) is not None
    rehashed = dataclasses.replace(TRUE, graph_sha256=graph_sha256(other))
    assert verify(other, rehashed) is not None


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("verifier.py", {"solver", "parser", "clauses", "story"}),
        ("author.py", {"solver", "verifier", "parser", "clauses", "story"}),
    ],
)
def test_paths_are_independent(module: str, forbidden: set[str]) -> None:
    """The verifier imports nothing of the solver, the author nothing of both."""
    source = (Path(gsm8k_math.__file__).parent / module).read_text(encoding="utf-8")
    imported = {
        part
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for part in [*(alias.name for alias in node.names), *(getattr(node, "module", None) or "").split(".")]
    }
    assert "math_problem_graph" in imported or "handwritten" in imported
    assert not imported & forbidden
