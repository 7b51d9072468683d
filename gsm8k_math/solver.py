"""From a graph to a trace, in whole numbers only.

A quantity that no clause stated is *unknown*, which is not zero: operations on
it leave it unknown and asking for it is refused. One exception: an entity whose
first event is an `add` starts from zero ("Sam finds 2 apples").
"""

from __future__ import annotations

from gsm8k_math.math_problem_graph import (
    Answer,
    MathProblemGraph,
    Operation,
    Refusal,
    Step,
    Trace,
    graph_sha256,
)

# ------------------------------------------------------------------------------
# 1  One operation
# ------------------------------------------------------------------------------


def refuse(kind: str, detail: str) -> Refusal:
    """Return a refusal of the solver."""
    return Refusal("solve", kind, detail)


def changed(before: int | None, operation: Operation) -> int | Refusal | None:
    """Return the actor's quantity after one operation, None if unknown.

    Refuses a result below zero, a remainder and a division by zero; the last
    also where the quantity is unknown, for no quantity can be divided so.
    """
    number = operation.operand.value
    if operation.kind == "divide" and number == 0:
        return refuse("zero_divisor", f"{operation.actor} cannot divide by zero")
    if before is None:
        return None
    if operation.kind == "add":
        return before + number
    if operation.kind == "multiply":
        return before * number
    if operation.kind == "divide":
        quotient, remainder = divmod(before, number)
        if remainder:
            return refuse("remainder", f"{before} {operation.operand.unit} do not divide by {number}")
        return quotient
    if before < number:
        return refuse("negative", f"{operation.actor} has {before} {operation.operand.unit}, {number} leave")
    return before - number


# ------------------------------------------------------------------------------
# 2  The whole graph
# ------------------------------------------------------------------------------

Holdings = dict[tuple[str, str], int]


def touched_before(graph: MathProblemGraph, index: int, entity: str) -> bool:
    """Return whether a start or an operation before `index` names the entity."""
    if any(start.entity == entity for start in graph.initial_state):
        return True
    return any(entity in (earlier.actor, earlier.target) for earlier in graph.operations[:index])


def carried_out(graph: MathProblemGraph, index: int, holdings: Holdings) -> Step | Refusal:
    """Return one operation as a step, and put its effect into `holdings`."""
    operation = graph.operations[index]
    unit, number = operation.operand.unit, operation.operand.value
    before = holdings.get((operation.actor, unit))
    if before is None and operation.kind == "add" and not touched_before(graph, index, operation.actor):
        before = 0
    after = changed(before, operation)
    if isinstance(after, Refusal):
        return after
    if after is not None:
        holdings[operation.actor, unit] = after
    if operation.target is None:
        return Step(index, operation.kind, operation.actor, operation.operand, before, after)
    received = holdings.get((operation.target, unit))
    total = None if received is None else received + number
    if total is not None:
        holdings[operation.target, unit] = total
    return Step(
        index,
        operation.kind,
        operation.actor,
        operation.operand,
        before,
        after,
        operation.target,
        received,
        total,
    )


def asked_for(graph: MathProblemGraph, holdings: Holdings) -> Answer | Refusal:
    """Return the answer that the final holdings give, or a refusal."""
    asked = graph.unknown
    total = 0
    for entity in graph.entities if asked.entity is None else (asked.entity,):
        value = holdings.get((entity, asked.unit))
        if value is None:
            return refuse("unknown_quantity", f"no clause says how many {asked.unit} {entity} has")
        total += value
    return Answer(total, asked.unit, asked.entity)


def solve(graph: MathProblemGraph) -> Trace | Refusal:
    """Return the trace that answers a graph, or the refusal that stopped it."""
    holdings: Holdings = {
        (start.entity, start.quantity.unit): start.quantity.value for start in graph.initial_state
    }
    steps = []
    for index in range(len(graph.operations)):
        step = carried_out(graph, index, holdings)
        if isinstance(step, Refusal):
            return step
        steps.append(step)
    answer = asked_for(graph, holdings)
    if isinstance(answer, Refusal):
        return answer
    return Trace(graph_sha256(graph), tuple(steps), answer)
