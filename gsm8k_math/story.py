"""What has been read so far, whom a pronoun means, and pieces of clauses.

A `Story` grows clause by clause; every pattern of `clauses.py` works on it
through the functions here. Nothing in it depends on the size of a number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from gsm8k_math.reading import (
    OWNERS,
    Amount,
    Name,
    Stuck,
    Tail,
    Tokens,
    amount_at,
    at,
    is_possessive,
    is_title_case,
    name_at,
    names_one_of,
    names_person,
    plain_words,
    tail_at,
    word_at,
)
from gsm8k_math.words import (
    FEMALE_NAMES,
    MALE_NAMES,
    OUTSIDE_SOURCES,
    PERSON_NOUNS,
    THING_WORDS,
    TITLES,
    USUALLY_MALE,
    Verb,
)

# ------------------------------------------------------------------------------
# 1  What has been read so far
# ------------------------------------------------------------------------------

GENDER_OF = {"he": "m", "him": "m", "his": "m", "she": "f", "her": "f", "it": "n", "its": "n"}
PRE_VERBS = frozenset({"then", "also", "later"})


class Event(NamedTuple):
    """A start or an operation, before its unit is settled.

    `unit` None means unsaid: the actor's own unit where `is_own`, otherwise
    the problem's only unit.
    """

    kind: str
    entity: str
    value: int
    unit: str | None
    is_own: bool
    target: str | None
    tense: str
    lemma: str
    span: tuple[int, int]


class Question(NamedTuple):
    """What is asked; entity None with `is_total` for a sum over everyone."""

    entity: str | None
    unit: str | None
    is_about_place: bool  # "are there" rather than "do they have"
    is_bare: bool  # neither left, now nor a word for a total
    has_left: bool  # "have left"
    aux: str


@dataclass(slots=True)
class Story:
    """The growing state of one reading: names, events, last subjects."""

    seen: frozenset[str]
    entities: dict[str, None] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    started: set[str] = field(default_factory=set)
    involved: set[str] = field(default_factory=set)
    genders: dict[str, str] = field(default_factory=dict)
    previous: list[str] = field(default_factory=list)
    current: list[str] = field(default_factory=list)
    last: str = ""
    givers: dict[str, str] = field(default_factory=dict)
    phrases: list[tuple[str, tuple[int, int]]] = field(default_factory=list)
    has_unnamed_receiver: bool = False
    materials: dict[str, dict[str, None]] = field(default_factory=dict)


class Clause(NamedTuple):
    """A clause whose subject and verb are read: what its pattern needs."""

    story: Story
    tokens: Tokens
    subject: str
    verb: Verb
    span: tuple[int, int]


# ------------------------------------------------------------------------------
# 2  Who: genders and pronouns
# ------------------------------------------------------------------------------


def is_thing(name: str) -> bool:
    """Return whether a name is a place or container rather than a person."""
    words = name.split(" ")
    return words[0] == "the" or words[-1] in THING_WORDS or any(is_possessive(word) for word in words)


def known_gender(story: Story, name: str) -> str:
    """Return m, f, n, or an empty text where nothing tells."""
    if is_thing(name):
        return "n"
    if name in story.genders:
        return story.genders[name]
    first = name.split(" ")[0].removesuffix(".")
    if first in TITLES:
        return TITLES[first]
    if first in FEMALE_NAMES:
        return "f"
    return "m" if first in MALE_NAMES else ""


def fit(story: Story, name: str, gender: str) -> str:
    """Return whether a pronoun of a gender can mean a name: yes, no, doubt.

    In doubt: nothing tells the name's gender, and another entity has it.
    """
    known = known_gender(story, name)
    if known:
        return "yes" if known == gender else "no"
    if gender == "n" or (gender == "m" and name.split(" ")[0] in USUALLY_MALE):
        return "yes"
    others = (other for other in story.entities if other != name)
    return "doubt" if any(known_gender(story, other) == gender for other in others) else "yes"


def require_fit(story: Story, name: str, word: str) -> None:
    """Return if a pronoun clearly means a name, and note its gender."""
    gender = GENDER_OF[word]
    if fit(story, name, gender) != "yes":
        raise Stuck("ambiguous_pronoun", f"'{word}' may not mean {name}", True)
    story.genders[name] = gender


def subject_meant(story: Story, word: str) -> str:
    """Return whom a subject pronoun means: the last sentence's subject.

    Later in a sentence it is that sentence's own subject. Two subjects, none,
    or a giver whom the pronoun fits as well ("Ben gets 3 from Tom. He …")
    raise `Stuck`.
    """
    candidates = story.current or story.previous
    if len(candidates) != 1:
        reason = "two subjects stand before it" if candidates else "no subject stands before it"
        raise Stuck("ambiguous_pronoun", f"'{word}': {reason}", True)
    name = candidates[0]
    require_fit(story, name, word)
    giver = story.givers.get(name)
    if giver is not None and known_gender(story, giver) in ("", GENDER_OF[word]):
        raise Stuck("ambiguous_pronoun", f"'{word}' may mean {name} or {giver}", True)
    return name


def receiver_meant(story: Story, word: str, actor: str) -> str:
    """Return whom `him` or `her` means as a receiver; never the actor."""
    others = [name for name in story.current if name != actor]
    if others or len(story.previous) != 1 or story.previous[0] == actor:
        raise Stuck("ambiguous_pronoun", f"'{word}' has no clear meaning", True)
    require_fit(story, story.previous[0], word)
    return story.previous[0]


def check_owner(clause: Clause, word: str, may_be_unknown: bool = False) -> None:
    """Return if `his`, `her` or `its` can be the subject's own.

    `may_be_unknown` lets a doubt pass: where the word only describes a place
    or a receiver, and where it is the whole of one's own ("doubles her coins").
    """
    if word not in OWNERS:
        return
    if not may_be_unknown:
        require_fit(clause.story, clause.subject, word)
    elif fit(clause.story, clause.subject, GENDER_OF[word]) == "no":
        raise Stuck("ambiguous_pronoun", f"'{word}' does not mean {clause.subject}", True)


# ------------------------------------------------------------------------------
# 3  Pieces that several patterns share
# ------------------------------------------------------------------------------


def introduce(story: Story, name: str) -> None:
    """Return after noting an entity at its first mention."""
    story.entities.setdefault(name)


def place_at(story: Story, tokens: Tokens, pos: int) -> Name | None:
    """Return a known place (`the table`) at a position, or None."""
    if word_at(tokens, pos) not in ("the", "The"):
        return None
    for length in (2, 1):
        words = [token.text for token in tokens[pos + 1 : pos + 1 + length]]
        name = f"the {' '.join(words)}"
        if len(words) == length and name in story.entities:
            return Name(name, pos + 1 + length)
    return None


def known_or_new_name(story: Story, tokens: Tokens, pos: int) -> Name | None:
    """Return the name or known place at a position, or None."""
    return place_at(story, tokens, pos) or name_at(tokens, pos)


def add_event(
    clause: Clause, kind: str, actor: str, value: int, unit: str | None, owner: str, target: str | None
) -> None:
    """Return after adding an event; actor and target are then involved."""
    story = clause.story
    is_own = unit is None and owner != ""
    event = Event(kind, actor, value, unit, is_own, target, clause.verb.tense, clause.verb.lemma, clause.span)
    story.events.append(event)
    if kind == "start":
        story.started.add(actor)
        return
    story.involved.add(actor)
    if target is not None:
        story.involved.add(target)


def note(clause: Clause, kind: str, value: int, unit: str | None, owner: str = "", target: str = "") -> None:
    """Return after adding an operation of the clause's subject."""
    add_event(clause, kind, clause.subject, value, unit, owner, target or None)


def amount_of(clause: Clause, pos: int) -> Amount:
    """Return the quantity at a position, or raise `Stuck`."""
    amount = amount_at(clause.tokens, pos, clause.story.seen)
    if amount is None:
        word = word_at(clause.tokens, pos)
        raise Stuck("unread_clause", f"no number after '{clause.verb.lemma}' but '{word}'")
    check_owner(clause, amount.owner)
    if amount.owner == "the" and any(name != clause.subject for name in clause.story.entities):
        raise Stuck("unread_clause", "whose are the things of which it is a part")
    return amount


def require_start_for_more(clause: Clause, amount: Amount) -> None:
    """Raise `Stuck` for "3 more" where nothing is said to be there yet."""
    name = clause.subject
    if amount.has_more and name not in clause.story.started and name not in clause.story.involved:
        raise Stuck("comparison", f"'more' than what: {name} has no start", True)


def leaves_source_open(clause: Clause, tail: Tail, is_gain: bool) -> bool:
    """Return whether a `from` tail leaves open whose things they are.

    "eats 3 apples from the tree" may not be the eater's, and "gets 3 apples
    from the fridge" may be the getter's already.
    """
    is_outside = names_one_of(tail, OUTSIDE_SOURCES | PERSON_NOUNS)
    if tail.preposition != "from":
        return False
    return not is_outside and clause.verb.lemma == "get" if is_gain else is_outside


def note_phrases(story: Story, tail: Tail, span: tuple[int, int]) -> None:
    """Return after keeping a tail's names: none may be an entity."""
    story.phrases.extend((name, span) for name in tail.names)


def after_tail(clause: Clause, pos: int, is_gain: bool = False) -> int:
    """Return the position after at most one harmless tail."""
    tail = tail_at(clause.tokens, pos)
    if tail is None:
        return pos
    check_owner(clause, tail.owner, may_be_unknown=True)
    if (is_gain and names_person(tail)) or leaves_source_open(clause, tail, is_gain):
        raise Stuck("unread_clause", f"whose it is, '{tail.preposition} {' '.join(tail.words)}', is open")
    note_phrases(clause.story, tail, clause.span)
    return tail.after


class Receiver(NamedTuple):
    """Who gets it: an entity, or None for someone without a name."""

    name: str | None
    after: int


def unnamed_at(clause: Clause, pos: int) -> Receiver | None:
    """Return an unnamed receiver (`her friend`, `a neighbour`), or None."""
    tokens = clause.tokens
    word = word_at(tokens, pos)
    determiner = word if word in ("his", "her", "its", "a", "an", "the") else ""
    first = pos + bool(determiner)
    first += word_at(tokens, first) in ("older", "younger")
    end = plain_words(tokens, first, 3)
    if end == first or is_title_case(at(tokens, end)):
        return None
    check_owner(clause, determiner, may_be_unknown=True)
    if determiner == "the":
        name = " ".join(token.text for token in tokens[pos:end])
        clause.story.phrases.append((name, clause.span))
    clause.story.has_unnamed_receiver = True
    return Receiver(None, end)


def receiver_at(clause: Clause, pos: int) -> Receiver | None:
    """Return the receiver at a position, or None if none is there."""
    name = known_or_new_name(clause.story, clause.tokens, pos)
    if name is not None:
        return Receiver(name.text, name.after)
    word = word_at(clause.tokens, pos)
    unnamed = unnamed_at(clause, pos)
    if unnamed is None and word in ("him", "her", "it"):
        return Receiver(receiver_meant(clause.story, word, clause.subject), pos + 1)
    return unnamed


def hand_over(clause: Clause, receiver: Receiver, amount: Amount) -> None:
    """Return after adding a transfer, or a subtract to someone unnamed."""
    if amount.has_more:
        require_start_for_more(clause, amount)
    if receiver.name is None:
        note(clause, "subtract", amount.value, amount.unit, amount.owner)
        return
    if receiver.name == clause.subject:
        raise Stuck("self_transfer", f"{clause.subject} gives to {clause.subject}", True)
    introduce(clause.story, receiver.name)
    note(clause, "transfer", amount.value, amount.unit, amount.owner, receiver.name)
