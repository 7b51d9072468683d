"""Whether a trace really is the solution of a graph, worked out anew.

Nothing of the solver is imported. The solver walks the operations once with all
holdings in one table; the verifier follows **one entity at a time** through the
whole text, writes down its account before and after each operation, and only
then looks at what the trace claims.
"""

from __future__ import annotations

from gsm8k_math.math_problem_graph import MathProblemGraph, Operation, Refusal, Trace, graph_sha256

Account = list[int | None]
Accounts = dict[tuple[str, str], Account]


# ------------------------------------------------------------------------------
# 1  One entity's account
# ------------------------------------------------------------------------------


class Impossible(Exception):
    """Raised inside this module where an account cannot be carried on."""


def booked(value: int, operation: Operation, entity: str) -> int:
    """Return a known quantity of `entity` after an operation that names it."""
    number = operation.operand.value
    if operation.target == entity:
        return value + number
    if operation.kind == "divide":
        if value % number:
            raise Impossible(f"{value} leaves a remainder when divided by {number}")
        return value // number
    signed = {"add": value + number, "subtract": value - number, "transfer": value - number}
    result = value * number if operation.kind == "multiply" else signed[operation.kind]
    if result < 0:
        raise Impossible(f"{entity} would have {result} {operation.operand.unit}")
    return result


def opening(graph: MathProblemGraph, entity: str, unit: str) -> int | None:
    """Return what an entity has of a unit before anything happens, if known."""
    stated = [start for start in graph.initial_state if start.entity == entity]
    for start in stated:
        if start.quantity.unit == unit:
            return start.quantity.value
    involved = [step for step in graph.operations if entity in (step.actor, step.target)]
    if stated or not involved:
        return None
    first = involved[0]
    return 0 if first.kind == "add" and first.operand.unit == unit else None


def account(graph: MathProblemGraph, entity: str, unit: str) -> Account:
    """Return one entity's quantity at each of the points between operations.

    Item `i` is what stands before operation `i`; the last item is the end.
    Raises `Impossible` for a shortfall, a remainder or a division by zero.
    """
    value = opening(graph, entity, unit)
    points = [value]
    for operation in graph.operations:
        if operation.operand.unit == unit and entity in (operation.actor, operation.target):
            if operation.kind == "divide" and operation.operand.value == 0:
                raise Impossible("a division by zero")
            value = None if value is None else booked(value, operation, entity)
        points.append(value)
    return points


def accounts(graph: MathProblemGraph) -> Accounts:
    """Return the account of every (entity, unit) that the graph touches.

    The bystanders' accounts are among them: they must be possible too.
    """
    touched: dict[tuple[str, str], None] = {}
    for operation in graph.operations:
        for entity in (operation.actor, operation.target):
            if entity is not None:
                touched[entity, operation.operand.unit] = None
    for entity in graph.entities if graph.unknown.entity is None else (graph.unknown.entity,):
        touched[entity, graph.unknown.unit] = None
    return {(entity, unit): account(graph, entity, unit) for entity, unit in touched}


# ------------------------------------------------------------------------------
# 2  The trace against the accounts
# ------------------------------------------------------------------------------


def is_same(claimed: object, true: object) -> bool:
    """Return whether two fields agree in type and value (True is not 1)."""
    return type(claimed) is type(true) and claimed == true


def step_fault(graph: MathProblemGraph, trace: Trace, index: int, books: Accounts) -> str:
    """Return what is wrong with one step, or an empty text."""
    step, operation = trace.steps[index], graph.operations[index]
    unit = operation.operand.unit
    points = books[operation.actor, unit]
    expected: dict[str, object] = {
        "index": index,
        "kind": operation.kind,
        "actor": operation.actor,
        "operand": operation.operand,
        "before": points[index],
        "after": points[index + 1],
        "target": operation.target,
        "target_before": None,
        "target_after": None,
    }
    if operation.target is not None:
        received = books[operation.target, unit]
        expected["target_before"], expected["target_after"] = received[index], received[index + 1]
    for field, true in expected.items():
        claimed = getattr(step, field)
        if not is_same(claimed, true):
            return f"step {index}: {field} is {claimed!r}, the graph gives {true!r}"
    return ""


def answer_fault(graph: MathProblemGraph, trace: Trace, books: Accounts) -> str:
    """Return what is wrong with the claimed answer, or an empty text."""
    asked, answer = graph.unknown, trace.answer
    if not is_same(answer.entity, asked.entity) or not is_same(answer.unit, asked.unit):
        return f"the answer is about {answer.entity!r} and {answer.unit!r}, not what is asked"
    entities = graph.entities if asked.entity is None else (asked.entity,)
    ends = [books[entity, asked.unit][-1] for entity in entities]
    known = [value for value in ends if value is not None]
    if len(known) != len(ends):
        return "the asked quantity is unknown"
    if not is_same(answer.value, sum(known)):
        return f"the answer is {answer.value!r}, the graph gives {sum(known)}"
    return ""


def trace_fault(graph: MathProblemGraph, trace: Trace) -> str:
    """Return the first thing wrong with a trace, or an empty text."""
    if trace.graph_sha256 != graph_sha256(graph):
        return "the trace belongs to another graph"
    if len(trace.steps) != len(graph.operations):
        return f"{len(trace.steps)} steps for {len(graph.operations)} operations"
    books = accounts(graph)
    for index in range(len(graph.operations)):
        fault = step_fault(graph, trace, index, books)
        if fault:
            return fault
    return answer_fault(graph, trace, books)


def verify(graph: MathProblemGraph, trace: Trace) -> Refusal | None:
    """Return None for a true trace, else the refusal that says what is not."""
    try:
        fault = trace_fault(graph, trace)
    except Impossible as reason:
        fault = str(reason)
    return Refusal("verify", "not_replayed", fault) if fault else None
