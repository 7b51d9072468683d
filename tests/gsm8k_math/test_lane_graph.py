"""The graph: what its constructors refuse, its JSON, its canonical bytes."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from gsm8k_math.math_problem_graph import (
    REFUSAL_KINDS,
    GraphError,
    InitialPossession,
    MathProblemGraph,
    Operation,
    Quantity,
    Refusal,
    Unknown,
    canonical_bytes,
    graph_from_json,
    graph_sha256,
    graph_to_json,
)

GRAPH: dict[str, Any] = {
    "entities": ["Sam", "María"],
    "initial_state": [{"entity": "Sam", "quantity": {"unit": "apples", "value": 5}}],
    "operations": [
        {"actor": "Sam", "kind": "add", "operand": {"unit": "apples", "value": 3}},
        {"actor": "Sam", "kind": "transfer", "operand": {"unit": "apples", "value": 2}, "target": "María"},
    ],
    "unknown": {"entity": None, "unit": "apples"},
}


def test_canonical_bytes_are_the_stated_form() -> None:
    """Keys sorted, no spaces, ASCII escapes, no newline, null written."""
    assert canonical_bytes(graph_from_json(GRAPH)) == (
        b'{"entities":["Sam","Mar\\u00eda"],"initial_state":[{"entity":"Sam","quantity":{"unit":"apples","value":5}}],'
        b'"operations":[{"actor":"Sam","kind":"add","operand":{"unit":"apples","value":3}},{"actor":"Sam","kind":'
        b'"transfer","operand":{"unit":"apples","value":2},"target":"Mar\\u00eda"}],"unknown":{"entity":null,"unit":'
        b'"apples"}}'
    )


def test_json_round_trip_and_hash() -> None:
    """JSON to graph to JSON changes nothing; the hash is of the bytes."""
    graph = graph_from_json(GRAPH)
    assert graph_to_json(graph) == GRAPH
    assert graph_sha256(graph) == hashlib.sha256(canonical_bytes(graph)).hexdigest()


def test_empty_initial_state_and_operations_are_legal() -> None:
    """The seed allows both to be empty."""
    graph = MathProblemGraph(("Sam",), (), (), Unknown("Sam", "apples"))
    assert json.loads(canonical_bytes(graph))["operations"] == []


def at(*path: Any) -> Callable[[Any], Callable[[dict[str, Any]], None]]:
    """Return a maker of changes that set one place of the JSON."""

    def maker(value: Any) -> Callable[[dict[str, Any]], None]:
        """Return the change that puts `value` there."""

        def change(graph: dict[str, Any]) -> None:
            """Return after changing the graph in place."""
            place: Any = graph
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value

        return change

    return maker


BROKEN: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("float value", at("operations", 0, "operand", "value")(3.0)),
    ("bool value", at("operations", 0, "operand", "value")(True)),
    ("text value", at("operations", 0, "operand", "value")("3")),
    ("negative value", at("operations", 0, "operand", "value")(-1)),
    ("empty unit", at("operations", 0, "operand", "unit")("")),
    ("upper-case unit", at("operations", 0, "operand", "unit")("Apples")),
    ("unit is no text", at("unknown", "unit")(5)),
    ("empty entity", at("entities", 0)("")),
    ("entity is no text", at("entities", 0)(7)),
    ("duplicate entity", at("entities")(["Sam", "Sam", "María"])),
    ("no entity", at("entities")([])),
    ("actor unknown", at("operations", 0, "actor")("Tom")),
    ("target unknown", at("operations", 1, "target")("Tom")),
    ("asked entity unknown", at("unknown", "entity")("Tom")),
    ("initial entity unknown", at("initial_state", 0, "entity")("Tom")),
    ("transfer to oneself", at("operations", 1, "target")("Sam")),
    (
        "transfer without target",
        at("operations", 0, "kind")("transfer"),
    ),
    ("target on another kind", at("operations", 1, "kind")("add")),
    ("null target", at("operations", 0, "target")(None)),
    ("unknown kind", at("operations", 0, "kind")("give")),
    ("same start twice", at("initial_state")(GRAPH["initial_state"] * 2)),
    ("unknown key", at("source")("text")),
    ("unknown key in a quantity", at("operations", 0, "operand", "plus")(1)),
    ("missing asked entity", at("unknown")({"unit": "apples"})),
    ("operations no list", at("operations")({})),
    ("graph part no object", at("unknown")(None)),
]


@pytest.mark.parametrize(("name", "change"), BROKEN, ids=[name for name, _ in BROKEN])
def test_broken_graphs_are_refused(name: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Each rule of the schema, broken alone."""
    graph = copy.deepcopy(GRAPH)
    change(graph)
    with pytest.raises(GraphError):
        graph_from_json(graph)


def test_graphs_are_frozen() -> None:
    """No field can be set, and none can be added."""
    quantity = Quantity(5, "apples")
    with pytest.raises(AttributeError):
        quantity.value = 6  # type: ignore[misc]
    for record in (quantity, InitialPossession("Sam", quantity), Operation("Sam", "add", quantity)):
        assert not hasattr(record, "__dict__")


def test_refusal_kinds_are_closed_and_by_stage() -> None:
    """A stage has no kind of another stage."""
    assert str(Refusal("parse", "rate", "'each' is not read")) == "rate: 'each' is not read"
    assert len(REFUSAL_KINDS["parse"]) == 22
    for stage, kind in (("parse", "negative"), ("solve", "rate"), ("verify", "rate"), ("read", "rate")):
        with pytest.raises(GraphError):
            Refusal(stage, kind, "")
