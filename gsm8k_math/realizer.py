"""From a verified trace to words: prose for people, a compact text for machines.

The prose says each start, each step with its running value, and the answer. The
compact text is itself a problem: parsed again it gives the same graph, byte for
byte, for every graph that the parser can make.
"""

from __future__ import annotations

from gsm8k_math.math_problem_graph import (
    InitialPossession,
    MathProblemGraph,
    Operation,
    Refusal,
    Step,
    Trace,
)
from gsm8k_math.verifier import verify
from gsm8k_math.words import FACTORS, MONEY_WORDS, is_singular, plurals_of, singular_of

# ------------------------------------------------------------------------------
# 1  Words for quantities and names
# ------------------------------------------------------------------------------

FACTOR_VERBS = {factor: f"{lemma}s" for lemma, factor in FACTORS.items()}


def noun_for(unit: str, value: int) -> str:
    """Return a unit's noun as it stands after a number.

    >>> noun_for("toy cars", 1), noun_for("toy cars", 2)
    ('toy car', 'toy cars')
    """
    if value != 1:
        return unit
    *before, noun = unit.split(" ")
    return " ".join([*before, singular_of(noun)])


def counted(value: int, unit: str) -> str:
    """Return a quantity as prose: `1 toy car`, `8 dollars`."""
    return f"{value} {noun_for(unit, value)}"


def reads_back(noun: str, plural: str) -> bool:
    """Return whether a noun after the number one is read as this plural."""
    return plurals_of(noun) == (plural,) if is_singular(noun) else noun == plural


def recounted(value: int, unit: str) -> str:
    """Return a quantity from which the parser reads back the same unit.

    After the number one that is the singular where its plural is certain, else
    the plural itself (`1 cacti`, since `1 cactus` may be `cactuses`).
    """
    if unit == "dollars":
        return f"${value}"
    if value != 1:
        return f"{value} {unit}"
    *before, plural = unit.split(" ")
    nouns = (singular_of(plural), plural, plural.removesuffix("s"))
    noun = next((noun for noun in nouns if reads_back(noun, plural)), plural)
    return " ".join([str(value), *before, noun])


def as_subject(name: str) -> str:
    """Return a name at the start of a sentence."""
    return f"The {name[4:]}" if name.startswith("the ") else name


# ------------------------------------------------------------------------------
# 2  The compact text
#    Starts come as early as the order of first mention allows; a factor that no
#    verb names (`has 4 times 3 apples`) is said together with its start.
# ------------------------------------------------------------------------------


def start_sentence(start: InitialPossession, factor: int | None = None) -> str:
    """Return the sentence of a start, with the factor that belongs to it."""
    amount = recounted(start.quantity.value, start.quantity.unit)
    if start.entity.startswith("the "):
        return f"There are {amount} on {start.entity}."
    times = "" if factor is None else f"{factor} times "
    return f"{start.entity} has {times}{amount}."


def operation_sentence(operation: Operation, is_receiver_first: bool) -> str:
    """Return the sentence of an operation, the receiver as subject if asked."""
    actor, unit, value = as_subject(operation.actor), operation.operand.unit, operation.operand.value
    if operation.kind == "multiply":
        return f"{actor} {FACTOR_VERBS.get(value, 'doubles')} the {unit}."
    if operation.kind == "divide":
        return f"{actor} splits the {unit} evenly into {value} groups."
    amount = recounted(value, unit)
    if operation.target is None:
        gains = "earns" if unit in MONEY_WORDS else "buys"
        return f"{actor} {gains if operation.kind == 'add' else 'loses'} {amount}."
    if is_receiver_first:
        return f"{as_subject(operation.target)} gets {amount} from {operation.actor}."
    return f"{actor} gives {amount} to {operation.target}."


def question_sentence(graph: MathProblemGraph) -> str:
    """Return the question that a graph asks."""
    unit, entity = graph.unknown.unit, graph.unknown.entity
    if entity is None:
        who = "do they have" if len(graph.entities) > 1 else "are there"
        return f"How many {unit} {who} in total?"
    return f"How many {unit} does {entity} have?"


def first_operations(graph: MathProblemGraph) -> dict[str, int]:
    """Return the index of the first operation that names each entity."""
    first: dict[str, int] = {}
    for index, operation in enumerate(graph.operations):
        for entity in (operation.actor, operation.target):
            if entity is not None:
                first.setdefault(entity, index)
    return first


def held_starts(graph: MathProblemGraph) -> dict[int, InitialPossession]:
    """Return the starts that are said with a multiply, by its index."""
    first = first_operations(graph)
    held = {}
    for start in graph.initial_state:
        index = first.get(start.entity, -1)
        operation = graph.operations[index] if index >= 0 else None
        if operation and operation.kind == "multiply" and operation.operand.value not in FACTOR_VERBS:
            held[index] = start
    return held


def compact(graph: MathProblemGraph) -> str:
    """Return a problem text that the parser reads as this very graph."""
    held = held_starts(graph)
    waiting = list(graph.initial_state)
    unmentioned = list(graph.entities)
    text: list[str] = []

    def mention(*names: str | None) -> None:
        """Return after taking names off the list of those not yet said."""
        unmentioned[:] = [name for name in unmentioned if name not in names]

    def say_starts() -> None:
        """Return after saying every start whose turn has come."""
        while waiting and waiting[0] not in held.values():
            if waiting[0].entity in unmentioned[1:]:
                return
            start = waiting.pop(0)
            mention(start.entity)
            text.append(start_sentence(start))

    for index, operation in enumerate(graph.operations):
        say_starts()
        if index in held:
            start = held.pop(index)
            waiting.remove(start)
            text.append(start_sentence(start, operation.operand.value))
        else:
            is_receiver_first = unmentioned[:1] == [operation.target] and operation.actor in unmentioned
            text.append(operation_sentence(operation, is_receiver_first))
        mention(operation.actor, operation.target)
    say_starts()
    return " ".join([*text, question_sentence(graph)])


# ------------------------------------------------------------------------------
# 3  Prose
# ------------------------------------------------------------------------------

CHANGES = {"add": "gains {amount}", "subtract": "gives up {amount}", "transfer": "gives {amount} to {target}"}


def running(name: str, value: int | None, unit: str) -> str:
    """Return what someone has after a step."""
    if value is None:
        return f"how many {unit} {name} has is unknown"
    return f"{name} has {counted(value, unit)}"


def start_prose(start: InitialPossession) -> str:
    """Return the sentence that states a start."""
    quantity = start.quantity
    return f"{as_subject(start.entity)} starts with {counted(quantity.value, quantity.unit)}."


def step_prose(step: Step) -> str:
    """Return the sentence of a step, with the running values after it."""
    unit, value = step.operand.unit, step.operand.value
    if step.kind == "multiply":
        change = f"has {value} times as many {unit} as before"
    elif step.kind == "divide":
        change = f"keeps one of {value} equal shares of the {unit}"
    else:
        change = CHANGES[step.kind].format(amount=counted(value, unit), target=step.target)
    sentence = f"{as_subject(step.actor)} {change}, so {running(step.actor, step.after, unit)}"
    if step.target is not None:
        sentence += f" and {running(step.target, step.target_after, unit)}"
    return sentence + "."


def answer_prose(trace: Trace) -> str:
    """Return the sentence that answers: `In total, they have 8 apples.`"""
    amount = counted(trace.answer.value, trace.answer.unit)
    if trace.answer.entity is None:
        return f"In total, they have {amount}."
    return f"{as_subject(trace.answer.entity)} has {amount}."


def realize(graph: MathProblemGraph, trace: Trace) -> str | Refusal:
    """Return a verified trace in prose, or the verifier's refusal."""
    refused = verify(graph, trace)
    if refused is not None:
        return refused
    starts = [start_prose(start) for start in graph.initial_state]
    steps = [step_prose(step) for step in trace.steps]
    return " ".join([*starts, *steps, answer_prose(trace)])
