"""An independent replay of a graph, for tests: neither solver nor verifier.

It works on the JSON of the case schema and keeps, for every entity, a list of
signed changes; a quantity is worked out only when it is needed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any


class Unanswerable(Exception):
    """Raised where a graph has no answer."""


def history(graph: dict[str, Any], entity: str) -> list[tuple[str, int, str]]:
    """Return (kind, value, unit) of all that happens to one entity, in order."""
    happened = [
        ("start", start["quantity"]["value"], start["quantity"]["unit"])
        for start in graph["initial_state"]
        if start["entity"] == entity
    ]
    for step in graph["operations"]:
        value, unit = step["operand"]["value"], step["operand"]["unit"]
        if step["actor"] == entity:
            happened.append((step["kind"], value, unit))
        if step.get("target") == entity:
            happened.append(("receive", value, unit))
    return happened


def end_of(graph: dict[str, Any], entity: str, unit: str) -> Fraction | None:
    """Return what an entity has of a unit at the end, None if unknown."""
    events = history(graph, entity)
    known: Fraction | None = None
    for index, (kind, value, of_unit) in enumerate(events):
        if of_unit != unit:
            continue
        if kind == "start" or (kind == "add" and index == 0):
            known = Fraction(value)
        elif known is not None:
            if kind == "divide" and value == 0:
                raise Unanswerable("zero divisor")
            known = {
                "add": lambda has, number: has + number,
                "receive": lambda has, number: has + number,
                "subtract": lambda has, number: has - number,
                "transfer": lambda has, number: has - number,
                "multiply": lambda has, number: has * number,
                "divide": lambda has, number: has / number,
            }[kind](known, value)
            if known < 0 or known.denominator != 1:
                raise Unanswerable(f"{entity} has {known}")
    return known


def replay(graph: dict[str, Any]) -> int:
    """Return the answer of a graph; raise `Unanswerable` if it has none."""
    asked = graph["unknown"]
    units = {step["operand"]["unit"] for step in graph["operations"]} | {asked["unit"]}
    ends = {
        (entity, unit): end_of(graph, entity, unit) for entity in graph["entities"] for unit in sorted(units)
    }
    if any(step["kind"] == "divide" and step["operand"]["value"] == 0 for step in graph["operations"]):
        raise Unanswerable("zero divisor")
    wanted = graph["entities"] if asked["entity"] is None else [asked["entity"]]
    values = [ends[entity, asked["unit"]] for entity in wanted]
    if any(value is None for value in values):
        raise Unanswerable("unknown quantity")
    return int(sum(value for value in values if value is not None))
