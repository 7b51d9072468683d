"""The records that the lane's stages hand to each other.

Contents: the typed graph of a word problem (`Quantity`, `InitialPossession`,
`Operation`, `Unknown`, `MathProblemGraph`), its canonical bytes, what a stage
returns when it declines (`Refusal`), and what a solution leaves behind
(`Step`, `Answer`, `Trace`). Everything is frozen; a graph that exists is valid.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

# ------------------------------------------------------------------------------
# 1  Limits and vocabularies
#    The five kinds are the seed's; the refusal kinds are closed as well, so that
#    a score by kind can be compared from one version to the next.
# ------------------------------------------------------------------------------

OPERATION_KINDS = ("add", "subtract", "transfer", "multiply", "divide")

REFUSAL_KINDS: dict[str, tuple[str, ...]] = {
    "parse": (
        "empty",
        "no_statement",
        "no_question",
        "several_questions",
        "question_not_last",
        "unread_clause",
        "unknown_verb",
        "conditional",
        "rate",
        "comparison",
        "fraction",
        "number_form",
        "ambiguous_pronoun",
        "ambiguous_unit",
        "mixed_units",
        "duplicate_start",
        "late_start",
        "no_target",
        "self_transfer",
        "unknown_entity",
        "unknown_unit",
        "question_form",
    ),
    "solve": ("unknown_quantity", "negative", "remainder", "zero_divisor"),
    "verify": ("not_replayed",),
}


class GraphError(ValueError):
    """Raised where a graph, or JSON meant as one, breaks a rule of the schema."""


# ------------------------------------------------------------------------------
# 2  The graph
#    Constructors refuse what the schema forbids; nothing repairs a value.
# ------------------------------------------------------------------------------


def require_name(name: object, role: str) -> None:
    """Return nothing for a usable name; raise `GraphError` for any other."""
    if not isinstance(name, str) or not name.strip():
        raise GraphError(f"{role} must be a non-empty text, not {name!r}")


def require_unit(unit: object) -> None:
    """Return nothing for a lowercase unit; raise `GraphError` otherwise."""
    require_name(unit, "a unit")
    if unit != str(unit).lower():
        raise GraphError(f"a unit is written in lowercase, not {unit!r}")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A whole number of a unit: value >= 0, unit lowercase and plural."""

    value: int
    unit: str

    def __post_init__(self) -> None:
        """Raise `GraphError` for a value or unit that the schema forbids."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise GraphError(f"a value is a whole number, not {self.value!r}")
        if self.value < 0:
            raise GraphError(f"a value is never below zero, as {self.value} is")
        require_unit(self.unit)


@dataclass(frozen=True, slots=True)
class InitialPossession:
    """What one entity has before its first operation."""

    entity: str
    quantity: Quantity

    def __post_init__(self) -> None:
        """Raise `GraphError` for an empty entity."""
        require_name(self.entity, "an entity")


@dataclass(frozen=True, slots=True)
class Operation:
    """One event: the actor's quantity changes by the operand.

    For multiply and divide the operand's value is the factor or the divisor.
    `target` is an entity for a transfer and None for every other kind.
    """

    actor: str
    kind: str
    operand: Quantity
    target: str | None = None

    def __post_init__(self) -> None:
        """Raise `GraphError` for an unknown kind or a misplaced target."""
        require_name(self.actor, "an actor")
        if self.kind not in OPERATION_KINDS:
            raise GraphError(f"kind {self.kind!r} is none of {', '.join(OPERATION_KINDS)}")
        if self.kind != "transfer" and self.target is not None:
            raise GraphError(f"only a transfer has a target; {self.kind} has {self.target!r}")
        if self.kind == "transfer":
            require_name(self.target, "the target of a transfer")
            if self.target == self.actor:
                raise GraphError(f"{self.actor!r} cannot transfer to itself")


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is asked: one entity's quantity, or everyone's (entity None)."""

    entity: str | None
    unit: str

    def __post_init__(self) -> None:
        """Raise `GraphError` for an empty entity or a bad unit."""
        if self.entity is not None:
            require_name(self.entity, "the asked entity")
        require_unit(self.unit)


@dataclass(frozen=True, slots=True)
class MathProblemGraph:
    """A word problem: who, with what, what happens, what is asked.

    `entities` in order of first mention, `operations` in order of the text;
    `initial_state` and `operations` may be empty. Seed, section "Case schema".
    """

    entities: tuple[str, ...]
    initial_state: tuple[InitialPossession, ...]
    operations: tuple[Operation, ...]
    unknown: Unknown

    def __post_init__(self) -> None:
        """Raise `GraphError` where the parts do not belong together."""
        if not self.entities:
            raise GraphError("a graph needs at least one entity")
        for entity in self.entities:
            require_name(entity, "an entity")
        if len(set(self.entities)) != len(self.entities):
            raise GraphError(f"an entity stands twice in {list(self.entities)}")
        for name, role in self._mentions():
            if name not in self.entities:
                raise GraphError(f"{role} {name!r} is not among the entities")
        starts = [(start.entity, start.quantity.unit) for start in self.initial_state]
        if len(set(starts)) != len(starts):
            raise GraphError("the same entity starts twice with the same unit")

    def _mentions(self) -> list[tuple[str, str]]:
        """Return every entity that a part of the graph names, with its role."""
        found = [(start.entity, "the initial entity") for start in self.initial_state]
        for operation in self.operations:
            found.append((operation.actor, "the actor"))
            if operation.target is not None:
                found.append((operation.target, "the target"))
        if self.unknown.entity is not None:
            found.append((self.unknown.entity, "the asked entity"))
        return found


# ------------------------------------------------------------------------------
# 3  JSON and bytes
#    Canonical bytes: keys sorted, no spaces, ASCII escapes, no newline. Two graphs
#    are the same exactly when these bytes are.
# ------------------------------------------------------------------------------


def quantity_to_json(quantity: Quantity) -> dict[str, object]:
    """Return a quantity as the schema's JSON object."""
    return {"unit": quantity.unit, "value": quantity.value}


def operation_to_json(operation: Operation) -> dict[str, object]:
    """Return an operation as JSON; `target` is there only on a transfer."""
    written: dict[str, object] = {
        "actor": operation.actor,
        "kind": operation.kind,
        "operand": quantity_to_json(operation.operand),
    }
    if operation.target is not None:
        written["target"] = operation.target
    return written


def graph_to_json(graph: MathProblemGraph) -> dict[str, object]:
    """Return a graph as the JSON object of the case schema."""
    return {
        "entities": list(graph.entities),
        "initial_state": [
            {"entity": start.entity, "quantity": quantity_to_json(start.quantity)}
            for start in graph.initial_state
        ],
        "operations": [operation_to_json(operation) for operation in graph.operations],
        "unknown": {"entity": graph.unknown.entity, "unit": graph.unknown.unit},
    }


CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def canonical_bytes(graph: MathProblemGraph) -> bytes:
    """Return the bytes that stand for a graph; equal graphs, equal bytes."""
    return CANONICAL.encode(graph_to_json(graph)).encode("ascii")


def graph_sha256(graph: MathProblemGraph) -> str:
    """Return the hexadecimal SHA-256 of a graph's canonical bytes."""
    return hashlib.sha256(canonical_bytes(graph)).hexdigest()


def fields_of(
    value: object, what: str, required: tuple[str, ...], optional: str = ""
) -> Mapping[str, object]:
    """Return a JSON object that has exactly the named keys, or raise."""
    if not isinstance(value, dict):
        raise GraphError(f"{what} must be a JSON object, not {type(value).__name__}")
    missing = [key for key in required if key not in value]
    surplus = [key for key in value if key not in required and key != optional]
    if missing or surplus:
        raise GraphError(f"{what} has missing keys {missing} and unknown keys {surplus}")
    return value


def items_of(value: object, what: str) -> list[object]:
    """Return a JSON array as a list, or raise `GraphError`."""
    if not isinstance(value, list):
        raise GraphError(f"{what} must be a JSON array, not {type(value).__name__}")
    return value


def quantity_from_json(value: object) -> Quantity:
    """Return the quantity that a JSON object states, or raise `GraphError`."""
    fields = fields_of(value, "a quantity", ("unit", "value"))
    return Quantity(fields["value"], fields["unit"])  # type: ignore[arg-type]  # checked there


def operation_from_json(value: object) -> Operation:
    """Return the operation that a JSON object states, or raise."""
    fields = fields_of(value, "an operation", ("actor", "kind", "operand"), optional="target")
    if "target" in fields:
        require_name(fields["target"], "a target")
    return Operation(
        fields["actor"],  # type: ignore[arg-type]  # checked by the constructor
        fields["kind"],  # type: ignore[arg-type]
        quantity_from_json(fields["operand"]),
        fields.get("target"),  # type: ignore[arg-type]
    )


def start_from_json(value: object) -> InitialPossession:
    """Return the initial possession that a JSON object states, or raise."""
    fields = fields_of(value, "an initial possession", ("entity", "quantity"))
    return InitialPossession(fields["entity"], quantity_from_json(fields["quantity"]))  # type: ignore[arg-type]


def graph_from_json(value: object) -> MathProblemGraph:
    """Return the graph that a JSON object states, or raise `GraphError`.

    Nothing is repaired: an unknown key, `5.0` for `5`, or a missing
    `unknown.entity` is an error that says which.
    """
    fields = fields_of(value, "a graph", ("entities", "initial_state", "operations", "unknown"))
    asked = fields_of(fields["unknown"], "unknown", ("entity", "unit"))
    return MathProblemGraph(
        tuple(items_of(fields["entities"], "entities")),  # type: ignore[arg-type]
        tuple(start_from_json(start) for start in items_of(fields["initial_state"], "initial_state")),
        tuple(operation_from_json(step) for step in items_of(fields["operations"], "operations")),
        Unknown(asked["entity"], asked["unit"]),  # type: ignore[arg-type]
    )


# ------------------------------------------------------------------------------
# 4  Refusals and traces
#    A stage returns a `Refusal` instead of guessing. A trace is a claim about a
#    graph, step by step; only the verifier may call it true.
# ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a stage declined: `span` is the clause's [start, end) in the text.

    Solver and verifier see no text; their span is (0, 0).
    """

    stage: str
    kind: str
    detail: str
    span: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        """Raise `GraphError` for a kind that the stage does not have."""
        if self.kind not in REFUSAL_KINDS.get(self.stage, ()):
            raise GraphError(f"stage {self.stage!r} has no refusal kind {self.kind!r}")

    def __str__(self) -> str:
        """Return `kind: detail`, the form of the report and the commands."""
        return f"{self.kind}: {self.detail}"


@dataclass(frozen=True, slots=True)
class Step:
    """One operation as carried out; None stands for an unknown quantity."""

    index: int
    kind: str
    actor: str
    operand: Quantity
    before: int | None
    after: int | None
    target: str | None = None
    target_before: int | None = None
    target_after: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The asked quantity; entity None is a total over all entities."""

    value: int
    unit: str
    entity: str | None


@dataclass(frozen=True, slots=True)
class Trace:
    """A solution: the graph's hash, a step per operation, the answer."""

    graph_sha256: str
    steps: tuple[Step, ...]
    answer: Answer
