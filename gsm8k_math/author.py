"""The lane's 200 cases: those written by hand, and a seeded generator.

    python -m gsm8k_math.author        # writes dev/cases.jsonl and public/cases.jsonl

A case is written together with its graph; the parser takes no part in it. The
expected value is replayed here, by code that shares nothing with the solver.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from gsm8k_math.handwritten import HAND_WRITTEN

# ------------------------------------------------------------------------------
# 1  The registry and the plan
# ------------------------------------------------------------------------------

SEED = 119_2
FIRST_DEV, LAST_DEV = 1, 50
FIRST_PUBLIC, LAST_PUBLIC = 101, 250

PATTERN_TAGS = (
    "initial_has",
    "initial_there_are",
    "operation_buy_more",
    "operation_get_more",
    "operation_find_adds",
    "operation_eat_loses",
    "operation_lose_loses",
    "operation_sell_loses",
    "operation_donate_loses",
    "operation_use_loses",
    "operation_give_transfer",
    "operation_send_transfer",
    "operation_double",
    "operation_triple",
    "operation_split_divide",
    "question_how_many_entity",
    "question_how_many_left",
    "question_how_many_total",
    "question_how_many_now",
)

# How many of the 200 have so many operations.
DEPTHS = {0: 5, 1: 20, 2: 30, 3: 30, 4: 30, 5: 30, 6: 20, 7: 18, 8: 17}


def pieces(text: str) -> tuple[str, ...]:
    """Return the pieces of a list written with semicolons."""
    return tuple(text.split("; "))


def pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return the (singular, plural) pairs of a list like `leaf/leaves`."""
    return tuple((one, many) for one, many in (piece.split("/") for piece in pieces(text)))


# ------------------------------------------------------------------------------
# 2  Replay: an entity's quantity as a running total, event by event
# ------------------------------------------------------------------------------


class Event(NamedTuple):
    """An event of a draft; kind `start` for an initial possession."""

    kind: str
    actor: str
    value: int
    target: str = ""


def replayed(events: list[Event]) -> dict[str, int]:
    """Return what everyone has at the end; raise `ValueError` if it cannot be.

    Whoever only receives is left out, for what they had is not said.
    """
    ends: dict[str, int] = {}
    met: set[str] = set()
    for event in events:
        has, number = ends.get(event.actor), event.value
        if event.kind == "start" or (event.kind == "add" and event.actor not in met):
            ends[event.actor] = number
        elif has is not None:
            left = {
                "add": has + number,
                "subtract": has - number,
                "transfer": has - number,
                "multiply": has * number,
                "divide": has // max(number, 1),
            }[event.kind]
            if left < 0 or (event.kind == "divide" and left * number != has):
                raise ValueError(f"{event} cannot happen to {has}")
            ends[event.actor] = left
        if event.target in ends:
            ends[event.target] += number
        met |= {event.actor, event.target}
    return ends


# ------------------------------------------------------------------------------
# 3  Cases by hand
#    One line of notation each: entities, events, what is asked, tags, rationale.
#    Events: `Sam=5`, `Sam+3`, `Sam-3`, `Sam>Ben 3`, `Sam*2`, `Sam/4`.
# ------------------------------------------------------------------------------


class HandWritten(NamedTuple):
    """A case by hand: its text and its graph in the notation above."""

    problem: str
    unit: str
    entities: str
    events: str
    asked: str
    tags: str
    notes: str


def event_from(notation: str) -> Event:
    """Return the event that one piece of notation stands for.

    >>> event_from("Jean-Luc>Mr. Abara 3")
    Event(kind='transfer', actor='Jean-Luc', value=3, target='Mr. Abara')
    """
    kinds = {"=": "start", "+": "add", "*": "multiply", "/": "divide", ">": "transfer", "~": "subtract"}
    sign = next(sign for sign in notation if sign in kinds)
    actor, rest = notation.split(sign, 1)
    if sign != ">":
        return Event(kinds[sign], actor, int(rest))
    target, number = rest.rsplit(" ", 1)
    return Event("transfer", actor, int(number), target)


def case_of(
    problem: str,
    unit: str,
    entities: list[str],
    events: list[Event],
    asked: str | None,
    tags: list[str],
    notes: str,
) -> dict[str, Any]:
    """Return a case without its id; the expected answer is replayed."""
    ends = replayed(events)
    operations = []
    for event in events:
        if event.kind != "start":
            operand = {"unit": unit, "value": event.value}
            operation = {"actor": event.actor, "kind": event.kind, "operand": operand}
            operations.append({**operation, "target": event.target} if event.target else operation)
    return {
        "problem": problem,
        "expected_answer": sum(ends[entity] for entity in entities) if asked is None else ends[asked],
        "expected_unit": unit,
        "ground_truth_graph": {
            "entities": entities,
            "initial_state": [
                {"entity": event.actor, "quantity": {"unit": unit, "value": event.value}}
                for event in events
                if event.kind == "start"
            ],
            "operations": operations,
            "unknown": {"entity": asked, "unit": unit},
        },
        "patterns": [tag for tag in PATTERN_TAGS if tag in tags],
        "notes": notes,
    }


def tags_from(short: str) -> list[str]:
    """Return the full tags of a short list (`has buy now`)."""
    return [next(tag for tag in PATTERN_TAGS if word in tag.split("_")) for word in short.split()]


def hand_case(written: HandWritten) -> dict[str, Any]:
    """Return the case that a hand-written line stands for."""
    events = [event_from(piece) for piece in written.events.split("; ") if piece]
    asked = None if written.asked == "everyone" else written.asked
    entities = written.entities.split("; ")
    tags = tags_from(written.tags)
    return case_of(written.problem, written.unit, entities, events, asked, tags, written.notes)


# ------------------------------------------------------------------------------
# 4  The generator's words
#    A phrase is (tag word, present, past); `{n}` is the amount, `{u}` its unit,
#    `{T}` the receiver, `{p}` his or her, `{k}` a small number.
# ------------------------------------------------------------------------------

WOMEN = pieces(
    "Abena; Aisha; Akiko; Astrid; Beatriz; Chioma; Claudia; Divya; Elena; Fatima; Giulia; "
    "Helga; Imani; Ingrid; Kavya; Lakshmi; Lydia; Mariam; Matilda; Nadia; Ngozi; Olga; Petra; "
    "Pooja; Rosa; Ruth; Sakura; Sofía; Valentina; Wanjiku; Yasmin; Yolanda; Zuri; Mrs. Okafor; "
    "María Elena; Aunt Greta"
)
MEN = pieces(
    "Arjun; Carlos; Derek; Emeka; Felix; Hassan; Jamal; Jorge; Juma; Klaus; Kofi; Lorenzo; "
    "Malik; Miguel; Nikolai; Omar; Pablo; Rahul; Sergei; Suresh; Takashi; Tariq; Thabo; Tunde; "
    "Viktor; Xavier; Mr. Haddad; José Luis; Uncle Raj"
)
PEOPLE = tuple((name, "f") for name in WOMEN) + tuple((name, "m") for name in MEN)
CONTAINERS = ("Tin Box", "Toy Box", "Bead Jar", "Craft Drawer", "Blue Basket")
THINGS = pairs(
    "marble/marbles; sticker/stickers; bead/beads; button/buttons; shell/shells; stamp/stamps; "
    "pencil/pencils; toy car/toy cars; postcard/postcards; brush/brushes; leaf/leaves; "
    "ribbon/ribbons; paper crane/paper cranes; key ring/key rings; box/boxes; magnet/magnets; "
    "domino/dominoes; crayon/crayons"
)
FOODS = pairs(
    "candy/candies; peach/peaches; cherry/cherries; fig/figs; loaf/loaves; plum/plums; rice "
    "ball/rice balls; berry/berries; cookie/cookies; date/dates; tomato/tomatoes; "
    "samosa/samosas; dumpling/dumplings; walnut/walnuts"
)
MONEY = ("dollar", "dollars")

Phrase = tuple[str, str, str]
GAINS: tuple[Phrase, ...] = (
    ("buy", "buys {n} more {u}", "bought {n} more {u}"),
    ("buy", "buys {n} more", "bought {n} more"),
    ("buy", "buys {n} {u} at the market", "bought {n} {u} at the market"),
    ("buy", "buys {n} {u} from the corner shop", "bought {n} {u} from the corner shop"),
    ("get", "gets {n} more {u}", "got {n} more {u}"),
    ("get", "receives {n} {u} for {p} birthday", "received {n} {u} for {p} birthday"),
    ("get", "gets {n} {u} from a neighbor", "got {n} {u} from a neighbor"),
    ("find", "finds {n} {u} on the path", "found {n} {u} on the path"),
    ("find", "finds {n} more {u} in the attic", "found {n} more {u} in the attic"),
    ("find", "finds {n} {u}", "found {n} {u}"),
    ("get", "adds {n} {u}", "added {n} {u}"),
)
LOSSES: tuple[Phrase, ...] = (
    ("lose", "loses {n} {u}", "lost {n} {u}"),
    ("lose", "loses {n} {u} near the river", "lost {n} {u} near the river"),
    ("lose", "drops {n} {u} on the stairs", "dropped {n} {u} on the stairs"),
    ("lose", "removes {n} {u}", "removed {n} {u}"),
    ("sell", "sells {n} {u}", "sold {n} {u}"),
    ("sell", "sells {n} {u} at the fair", "sold {n} {u} at the fair"),
    ("sell", "sells {n} of them", "sold {n} of them"),
    ("donate", "donates {n} {u}", "donated {n} {u}"),
    ("donate", "donates {n} {u} to the library", "donated {n} {u} to the library"),
    ("use", "uses {n} {u} for a school project", "used {n} {u} for a school project"),
    ("use", "uses {n}", "used {n}"),
    ("donate", "gives {n} {u} to {p} cousin", "gave {n} {u} to {p} cousin"),
    ("donate", "gives {n} {u} away", "gave {n} {u} away"),
)
MEALS: tuple[Phrase, ...] = (
    ("eat", "eats {n} {u}", "ate {n} {u}"),
    ("eat", "eats {n} {u} for breakfast", "ate {n} {u} for breakfast"),
    ("eat", "eats {n} of {p} {u}", "ate {n} of {p} {u}"),
)
EARNINGS: tuple[Phrase, ...] = (
    ("get", "earns {n}", "earned {n}"),
    ("get", "earns {n} by mowing lawns", "earned {n} by mowing lawns"),
    ("find", "finds {n} in the street", "found {n} in the street"),
)
SPENDINGS: tuple[Phrase, ...] = (
    ("use", "spends {n} on groceries", "spent {n} on groceries"),
    ("use", "spends {n} on a bus ticket", "spent {n} on a bus ticket"),
    ("donate", "donates {n} to the animal shelter", "donated {n} to the animal shelter"),
    ("lose", "loses {n}", "lost {n}"),
)
GIFTS: tuple[Phrase, ...] = (
    ("give", "gives {n} {u} to {T}", "gave {n} {u} to {T}"),
    ("give", "gives {T} {n} {u}", "gave {T} {n} {u}"),
    ("give", "gives {n} to {T}", "gave {n} to {T}"),
    ("give", "hands {n} {u} to {T}", "handed {n} {u} to {T}"),
    ("give", "passes {T} {n} {u}", "passed {T} {n} {u}"),
    ("send", "sends {n} {u} to {T}", "sent {n} {u} to {T}"),
    ("send", "mails {T} {n} {u}", "mailed {T} {n} {u}"),
    ("send", "transfers {n} {u} to {T}", "transferred {n} {u} to {T}"),
)
FACTORS: tuple[tuple[int, Phrase], ...] = (
    (2, ("double", "doubles {p} {u}", "doubled {p} {u}")),
    (2, ("double", "doubles them", "doubled them")),
    (3, ("triple", "triples {p} {u}", "tripled {p} {u}")),
    (3, ("triple", "triples the {u}", "tripled the {u}")),
)
SPLITS: tuple[tuple[int, Phrase], ...] = (
    (0, ("split", "splits {p} {u} evenly into {k} groups", "split {p} {u} evenly into {k} groups")),
    (0, ("split", "divides the {u} evenly into {k} piles and keeps one pile",
         "divided the {u} evenly into {k} piles and kept one pile")),
    (0, ("split", "splits them into {k} equal piles and keeps one",
         "split them into {k} equal piles and kept one")),
    (1, ("split", "shares {p} {u} equally with {k} friends", "shared {p} {u} equally with {k} friends")),
    (1, ("split", "shares the {u} evenly with {k} classmates", "shared the {u} evenly with {k} classmates")),
    (100, ("split", "keeps {k}% of {p} {u}", "kept {k}% of {p} {u}")),
)  # fmt: skip
KINDS = ("add", "add", "subtract", "subtract", "subtract", "transfer", "transfer", "multiply", "divide")
LEADS = ("Then ", "Next, ", "Later, ", "After that, ", "Finally, ")
NUMBER_NAMES = pieces(
    "zero; one; two; three; four; five; six; seven; eight; nine; ten; eleven; twelve; thirteen; "
    "fourteen; fifteen; sixteen; seventeen; eighteen; nineteen; twenty"
)

# ------------------------------------------------------------------------------
# 5  One generated case
# ------------------------------------------------------------------------------


@dataclass(slots=True)
class Draft:
    """A case while it is being written."""

    rng: random.Random
    unit: tuple[str, str]
    is_past: bool
    spells_numbers: bool
    people: list[tuple[str, str]]
    entities: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    last_subject: str = ""
    features: list[str] = field(default_factory=list)

    def number(self, value: int) -> str:
        """Return a number as digits or, in such drafts, as a word."""
        return NUMBER_NAMES[value] if self.spells_numbers and value <= 20 else f"{value:,}"

    def noun(self, value: int) -> str:
        """Return the unit's noun after a number."""
        return self.unit[value != 1]

    def filled(
        self, phrase: Phrase, value: int, person: tuple[str, str], target: str = "", k: str = ""
    ) -> str:
        """Return a phrase with its amount, unit, names and possessive."""
        text = phrase[1 + self.is_past]
        possessive = "his" if person[1] == "m" else "her"
        if self.unit == MONEY and "{n} {u}" in text:
            text = text.replace("{n} {u}", "{n}")
        amount = f"${value:,}" if self.unit == MONEY else self.number(value)
        is_whole = "{n}" not in text or "of {p}" in text
        unit = self.unit[1] if is_whole else self.noun(value)
        if self.unit == MONEY and is_whole:
            unit = "savings" if "{p}" in text else "money"
        return text.format(n=amount, u=unit, p=possessive, T=target, k=k)

    def add(self, tag: str, event: Event) -> None:
        """Return after noting an event, its tag and its entities."""
        self.events.append(event)
        if tag:
            self.tags.append(tag)
        for name in (event.actor, event.target):
            if name and name not in self.entities:
                self.entities.append(name)


def write_starts(draft: Draft, starts: int) -> None:
    """Return after writing what the first people have."""
    has = "had" if draft.is_past else "has"
    clauses = []
    for index, (name, _) in enumerate(draft.people[:starts]):
        value = draft.rng.choice((12, 18, 20, 24, 30, 36, 40, 48, 60))
        amount = f"${value}" if draft.unit == MONEY else f"{draft.number(value)} {draft.noun(value)}"
        begins = "started with" if draft.is_past else "starts with"
        verb = begins if index == 0 and draft.rng.random() < 0.2 else has
        clauses.append(f"{name} {verb} {amount}")
        draft.add("has", Event("start", name, value))
        draft.last_subject = name
    if len(clauses) == 2 and draft.rng.random() < 0.4:
        draft.sentences.append(" and ".join(clauses) + ".")
        draft.features.append("joined starts")
        draft.last_subject = ""
    else:
        draft.sentences += [f"{clause}." for clause in clauses]


def write_container(draft: Draft) -> None:
    """Return after adding a place or a possessive container that has some."""
    value = draft.rng.choice((6, 9, 15, 21))
    amount = f"{draft.number(value)} {draft.noun(value)}"
    be = "were" if draft.is_past else "are"
    if draft.rng.random() < 0.3:
        place = draft.rng.choice(("the table", "the shelf", "the bench"))
        draft.sentences.append(f"There {be} {amount} on {place}.")
        draft.add("there", Event("start", place, value))
    else:
        owner = draft.rng.choice(
            [name for name, _ in PEOPLE if (name, "f") not in draft.people and " " not in name]
        )
        place = f"{owner}'s {draft.rng.choice(CONTAINERS)}"
        draft.sentences.append(f"{place} {'had' if draft.is_past else 'has'} {amount}.")
        draft.add("has", Event("start", place, value))
    draft.features.append("a container")
    draft.last_subject = place


def possible(draft: Draft, event: Event) -> bool:
    """Return whether an event can follow what is written so far."""
    try:
        ends = replayed([*draft.events, event])
    except ValueError:
        return False
    return event.actor in ends and ends[event.actor] <= 2_000


def fits(phrase: Phrase, is_money: bool) -> bool:
    """Return whether a phrase suits the unit: money is never `them`."""
    return not (is_money and "them" in phrase[1])


def chosen(draft: Draft, kind: str, person: tuple[str, str], has: int) -> tuple[str, str, Event]:
    """Return a clause without subject, its tag and its event, of one kind."""
    rng, name = draft.rng, person[0]
    is_money, is_food = draft.unit == MONEY, draft.unit in FOODS
    if kind == "multiply":
        factor, phrase = rng.choice([choice for choice in FACTORS if fits(choice[1], is_money)])
        return draft.filled(phrase, factor, person), phrase[0], Event(kind, name, factor)
    if kind == "divide":
        extra, phrase = rng.choice([choice for choice in SPLITS if fits(choice[1], is_money)])
        divisor = rng.choice([number for number in (2, 3, 4, 5, 6) if has % number == 0] or [1])
        percent = {2: "50", 4: "25", 5: "20"}.get(divisor, "10")
        if extra == 100 and percent == "10":
            divisor = 10
        k = percent if extra == 100 else draft.number(divisor - extra)
        return draft.filled(phrase, divisor, person, k=k), phrase[0], Event(kind, name, divisor)
    value = rng.randint(1, max(1, min(has, 12))) if kind != "add" else rng.randint(1, 15)
    if kind == "transfer":
        target = rng.choice([other for other, _ in draft.people if other != name])
        phrase = rng.choice(GIFTS)
        return draft.filled(phrase, value, person, target), phrase[0], Event(kind, name, value, target)
    losses = SPENDINGS if is_money else MEALS + LOSSES if is_food else LOSSES
    phrase = rng.choice((EARNINGS if is_money else GAINS) if kind == "add" else losses)
    return draft.filled(phrase, value, person), phrase[0], Event(kind, name, value)


def place_clause(draft: Draft, person: tuple[str, str], clause: str) -> None:
    """Return after making the clause a sentence, or part of the last one."""
    rng, name = draft.rng, person[0]
    is_same = draft.last_subject == name
    last = draft.sentences[-1]
    if is_same and rng.random() < 0.25 and "keep" not in last and "kept" not in last and " and " not in last:
        draft.sentences[-1] = (
            f"{last[:-1]}{rng.choice((' and ', ', and ', ', then ', ', and then '))}{clause}."
        )
        draft.features.append("joined clauses")
        return
    pronoun = "he" if person[1] == "m" else "she"
    subject = pronoun if is_same and rng.random() < 0.6 else name
    operations = sum(event.kind != "start" for event in draft.events)
    leads = LEADS if operations > 2 else LEADS[:3]
    lead = rng.choice(leads) if operations > 1 and rng.random() < 0.3 else ""
    sentence = f"{lead}{subject} {clause}."
    draft.sentences.append(sentence[0].upper() + sentence[1:])
    draft.last_subject = name


def write_operation(draft: Draft, kind: str) -> None:
    """Return after writing one operation; tries until it is possible."""
    known = replayed(draft.events)
    for _ in range(200):
        person = draft.rng.choice([person for person in draft.people if person[0] in known])
        clause, tag, event = chosen(draft, kind, person, known[person[0]])
        if not possible(draft, event) or (kind == "divide" and (event.value < 2 or " 1 " in clause)):
            continue
        draft.add(tag, event)
        place_clause(draft, person, clause)
        return
    raise ValueError(f"no {kind} is possible")


# After these, whether "are there" counts what went away is open; "they have" is not.
LEAVES_OPEN = ("cousin", " away", "library", "friends", "classmates", "split", "divide", "keep", "kept")


def write_question(draft: Draft, is_total: bool) -> str | None:
    """Return whom the question asks about (None: everyone), written last."""
    rng, unit = draft.rng, draft.unit[1]
    what = "much money" if draft.unit == MONEY else f"many {unit}"
    known = replayed(draft.events)
    if is_total:
        total = rng.choice(("in total", "altogether", "in all"))
        story = " ".join(draft.sentences)
        is_open = draft.unit == MONEY or any(word in story for word in LEAVES_OPEN)
        is_there = not is_open and rng.random() < 0.5
        draft.sentences.append(f"How {what} {'are there' if is_there else 'do they have'} {total}?")
        draft.tags.append("total")
        return None
    asked = rng.choice([name for name in draft.entities if name in known and not name.startswith("the ")])
    last = next((event for event in reversed(draft.events) if event.actor == asked), draft.events[0])
    ends = [("now", "now"), ("entity", "")] if last.kind != "subtract" else [("left", "left"), ("now", "now")]
    if draft.is_past:
        ends = [("left", "left")] if last.kind in ("subtract", "transfer") else [("now", "now")]
    tag, end = rng.choice(ends)
    draft.sentences.append(f"How {what} does {asked} have{' ' if end else ''}{end}?")
    draft.tags.append(tag)
    return asked


NOTE_OF_KIND = {
    "add": "gains", "subtract": "losses", "transfer": "transfers", "multiply": "a multiplication",
    "divide": "an even division",
}  # fmt: skip


def rationale(draft: Draft, asked: str | None, depth: int) -> str:
    """Return the note of a generated case, one sentence."""
    kinds = [NOTE_OF_KIND[kind] for kind in NOTE_OF_KIND if any(event.kind == kind for event in draft.events)]
    how = ", ".join(["past tense" if draft.is_past else "present tense", *dict.fromkeys(draft.features)])
    what = " and ".join([", ".join(kinds[:-1]), kinds[-1]]).removeprefix(" and ") if kinds else "no operation"
    return f"Depth {depth}, {how}: {what}, asking about {'everyone' if asked is None else 'one entity'}."


def generated(rng: random.Random, depth: int) -> dict[str, Any]:
    """Return one case of a depth; raise `ValueError` if it came to nothing."""
    unit = rng.choice((MONEY, rng.choice(THINGS), rng.choice(THINGS), rng.choice(FOODS), rng.choice(FOODS)))
    people = rng.sample(PEOPLE, rng.choice((1, 2, 2, 3)))
    draft = Draft(rng, unit, rng.random() < 0.3, rng.random() < 0.25, people)
    write_starts(draft, len(people) if len(people) > 1 else 1)
    if unit != MONEY and rng.random() < 0.2:
        write_container(draft)
    kinds: list[str] = [rng.choice(KINDS) for _ in range(depth)]
    for kind in kinds:
        if kind == "transfer" and len(people) == 1:
            kind = "subtract"
        write_operation(draft, kind)
    asked = write_question(draft, len(draft.entities) > 1 and rng.random() < 0.35)
    return case_of(
        " ".join(draft.sentences), unit[1], draft.entities, draft.events, asked,
        tags_from(" ".join(draft.tags)), rationale(draft, asked, depth),
    )  # fmt: skip


# ------------------------------------------------------------------------------
# 6  The 200
# ------------------------------------------------------------------------------


def masked(case: dict[str, Any]) -> str:
    """Return a problem with names, numbers and units masked.

    Two cases that are alike after masking are one case written twice.
    """
    text = case["problem"]
    for name in sorted(case["ground_truth_graph"]["entities"], key=len, reverse=True):
        text = text.replace(name.removeprefix("the "), "N")
    unit = case["expected_unit"]
    singulars = [one for one, many in (*THINGS, *FOODS) if many == unit]
    for noun in (unit, *singulars):
        text = re.sub(rf"\b{noun}\b", "U", text)
    numbers = "|".join(NUMBER_NAMES)
    return re.sub(rf"\$?[0-9][0-9,]*|\b(?:{numbers})\b", "#", text)


def all_cases() -> list[dict[str, Any]]:
    """Return the 200 cases in order of their ids, the same at every call."""
    rng = random.Random(SEED)
    cases = [hand_case(HandWritten(*written)) for written in HAND_WRITTEN]
    wanted = dict(DEPTHS)
    for case in cases:
        wanted[len(case["ground_truth_graph"]["operations"])] -= 1
    seen = {masked(case) for case in cases}
    for depth, count in wanted.items():
        while count > 0:
            try:
                case = generated(rng, depth)
            except ValueError:
                continue
            if masked(case) not in seen:
                seen.add(masked(case))
                cases.append(case)
                count -= 1
    rng.shuffle(cases)
    numbers = [*range(FIRST_DEV, LAST_DEV + 1), *range(FIRST_PUBLIC, LAST_PUBLIC + 1)]
    return [{"id": f"gma-{number:03d}", **case} for number, case in zip(numbers, cases, strict=True)]


def file_texts() -> dict[str, str]:
    """Return the text of both case files by their path in the package."""
    lines = [json.dumps(case, ensure_ascii=False) + "\n" for case in all_cases()]
    dev = LAST_DEV - FIRST_DEV + 1
    return {"dev/cases.jsonl": "".join(lines[:dev]), "public/cases.jsonl": "".join(lines[dev:])}


def write_files(folder: Path) -> None:
    """Return after writing both case files below a folder."""
    for path, text in file_texts().items():
        (folder / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_files(Path(__file__).parent)
