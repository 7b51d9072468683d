"""From a word problem's text to its graph, or to the refusal that stopped it.

Statements are read by `clauses.py` into a `Story`; here are the question, the checks that only
the whole text allows (units, names, tenses), and `parse`, the one entry.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import permutations
from typing import NamedTuple

from gsm8k_math.clauses import read_statement, refusal
from gsm8k_math.math_problem_graph import (
    InitialPossession,
    MathProblemGraph,
    Operation,
    Quantity,
    Refusal,
    Unknown,
)
from gsm8k_math.reading import (
    MAX_MATERIAL_WORDS,
    MAX_PROBLEM_CHARS,
    Name,
    Sentence,
    Stuck,
    Tokens,
    is_open_word,
    open_run,
    sentences,
    tokenize,
    unit_at,
    word_at,
)
from gsm8k_math.story import Event, Question, Story, is_thing, known_or_new_name, require_fit
from gsm8k_math.words import FEMALE_NAMES, MALE_NAMES, MONEY_WORDS, TITLES, is_singular, plural_of

# ------------------------------------------------------------------------------
# 1  The question
# ------------------------------------------------------------------------------

TOTALS = (("in", "total"), ("altogether",), ("in", "all"), ("together",))
QUESTION_ENDS = (("left",), ("now",), ("at", "the", "end"), ("in", "the", "end"), *TOTALS)
MAX_QUESTION_ENDS = 2


class Ends(NamedTuple):
    """The closing words of a question: which stand there."""

    has_total: bool
    is_bare: bool
    has_left: bool


def question_ends(tokens: Tokens, pos: int) -> Ends:
    """Return what the words from `pos` to the end say, or raise `Stuck`."""
    found: list[tuple[str, ...]] = []
    words = [token.text for token in tokens[pos:]]
    while words and len(found) < MAX_QUESTION_ENDS:
        end = next((end for end in QUESTION_ENDS if tuple(words[: len(end)]) == end), None)
        if end is None:
            break
        found.append(end)
        words = words[len(end) :]
    if words:
        raise Stuck("question_form", f"'{words[0]}' in the question is not read")
    return Ends(any(end in TOTALS for end in found), not found, ("left",) in found)


def asked_unit(story: Story, tokens: Tokens) -> tuple[str | None, int]:
    """Return the unit of `How many U` / `How much money` and the position.

    None is a question without a unit.
    """
    if word_at(tokens, 1) == "much":
        return "dollars", 2 + (word_at(tokens, 2) == "money")
    if word_at(tokens, 2) in ("more", "of"):
        kind = "comparison" if word_at(tokens, 2) == "more" else "question_form"
        raise Stuck(kind, f"'How many {word_at(tokens, 2)}' is not read", True)
    unit = unit_at(tokens, 2, False, story.seen)
    return (None, 2) if unit is None else (unit.text, unit.after)


def asked_name(story: Story, tokens: Tokens, pos: int) -> Name:
    """Return whom a question asks about, or raise `Stuck`.

    A pronoun is read only where one entity exists.
    """
    word = word_at(tokens, pos)
    if word in ("he", "she", "it"):
        if len(story.entities) != 1:
            raise Stuck("ambiguous_pronoun", f"'{word}' with {len(story.entities)} entities", True)
        name = next(iter(story.entities))
        require_fit(story, name, word)
        return Name(name, pos + 1)
    found = known_or_new_name(story, tokens, pos)
    if found is None:
        raise Stuck("question_form", f"'{word}' is nobody that is asked about")
    if found.text not in story.entities:
        raise Stuck("unknown_entity", f"nothing is said of {found.text}", True)
    return found


def asked_list(story: Story, tokens: Tokens, pos: int) -> int:
    """Return the position after `Sam, Ann and Tom`, if that is everyone."""
    named: list[str] = []
    while True:
        name = known_or_new_name(story, tokens, pos)
        if name is None:
            raise Stuck("question_form", "the list of names is not read")
        named.append(name.text)
        pos = name.after
        after = pos + (word_at(tokens, pos) == ",")
        after += word_at(tokens, after) == "and"
        if after == pos:
            break
        pos = after
    if len(named) != len(story.entities) or set(named) != set(story.entities):
        raise Stuck("question_form", "a total over some of the entities")
    return pos


def total_question(story: Story, tokens: Tokens, unit: str | None, pos: int, aux: str) -> Question:
    """Return the question `do they have …`, `do A and B have in total`."""
    is_list = word_at(tokens, pos) != "they"
    pos = asked_list(story, tokens, pos) if is_list else pos + 1
    is_now = word_at(tokens, pos) == "now"
    pos += is_now
    if word_at(tokens, pos) != "have":
        raise Stuck("question_form", f"'{word_at(tokens, pos)}' where 'have' is read")
    ends = question_ends(tokens, pos + 1)
    if is_list and not ends.has_total:
        raise Stuck("question_form", "several names without a word for a total")
    if len(story.entities) < 2:
        raise Stuck("ambiguous_pronoun", "'they' with one entity", True)
    return Question(None, unit, False, ends.is_bare and not is_now, ends.has_left, aux)


def read_question(story: Story, tokens: Tokens) -> Question:
    """Return the question that the tokens before `?` ask, or raise."""
    if word_at(tokens, 0) != "How" or word_at(tokens, 1) not in ("many", "much"):
        raise Stuck("question_form", f"a question with '{word_at(tokens, 0)}' is not read")
    unit, pos = asked_unit(story, tokens)
    aux, subject = word_at(tokens, pos), word_at(tokens, pos + 1)
    if aux in ("are", "were") and subject == "there":
        ends = question_ends(tokens, pos + 2)
        if not ends.has_total:
            raise Stuck("question_form", f"'{aux} there' without a word for a total")
        return Question(None, unit, True, False, ends.has_left, aux)
    if aux in ("do", "did") and (subject == "they" or aux == "do" or "and" in [t.text for t in tokens]):
        return total_question(story, tokens, unit, pos + 1, aux)
    if aux not in ("does", "did"):
        raise Stuck("question_form", f"'{aux}' in the question is not read")
    name = asked_name(story, tokens, pos + 1)
    have = name.after + (word_at(tokens, name.after) == "now")
    if word_at(tokens, have) != "have":
        raise Stuck("question_form", f"'{word_at(tokens, have)}' where 'have' is read")
    ends = question_ends(tokens, have + 1)
    return Question(name.text, unit, False, ends.is_bare and have == name.after, ends.has_left, aux)


def fronted_end(tokens: Tokens) -> Tokens:
    """Return a question's tokens with a leading `In total,` moved to its end."""
    words = [token.text.lower() for token in tokens[:3]]
    for end in (*TOTALS, ("now",)):
        if tuple(words[: len(end)]) == end:
            rest = tokens[len(end) + (word_at(tokens, len(end)) == ",") :]
            if word_at(rest, 0) != "how":
                return tokens
            front = [token._replace(text=token.text.lower()) for token in tokens[: len(end)]]
            return [rest[0]._replace(text="How"), *rest[1:], *front]
    return tokens


# ------------------------------------------------------------------------------
# 2  Settling: what only the whole text can decide
#    Each check takes the story and the question and returns a refusal or None.
# ------------------------------------------------------------------------------


MAX_ENTITIES = 40


def parse_refusal(kind: str, detail: str, span: tuple[int, int]) -> Refusal:
    """Return a refusal of the parser."""
    return Refusal("parse", kind, detail, span)


def clashing_phrase(story: Story) -> Refusal | None:
    """Refuse a tail that names an entity, a word of one, or a given name.

    Places count by their last word: "in his basket" beside `the basket`.
    """
    words = {word for name in story.entities if name[0].isupper() for word in name.split(" ")}
    places = {name.split(" ")[-1].lower() for name in story.entities if is_thing(name)}
    for phrase, span in story.phrases:
        parts = phrase.split(" ")
        is_person = parts[0] in FEMALE_NAMES or parts[0] in MALE_NAMES
        if is_person or parts[-1].lower() in places or words.intersection(parts):
            return parse_refusal("unread_clause", f"'{phrase}' may be one of the entities", span)
    return None


def is_part_of(short: list[str], long: list[str]) -> bool:
    """Return whether one name's words are all words of a longer name."""
    return len(short) < len(long) and set(short) <= set(long)


def same_surname(one: list[str], other: list[str]) -> bool:
    """Return whether `Mr. Abara` may be the `Kofi Abara` of another name."""
    titled = [name[0].removesuffix(".") in TITLES for name in (one, other)]
    return titled[0] != titled[1] and one[-1] == other[-1] and len(other) > 1


def plain_spelling(name: str) -> str:
    """Return a name without accents, stops and capitals."""
    letters = name if name.isascii() else unicodedata.normalize("NFD", name)
    return "".join(char for char in letters if char.isalpha() or char in " '-").casefold()


class Spelling(NamedTuple):
    """A name with what is compared of it."""

    name: str
    plain: str
    words: list[str]


def may_be_one(one: Spelling, other: Spelling, gained: set[str]) -> bool:
    """Return whether a name may be another spelling of, or short for, another.

    A nickname (`Sam`, `Samuel`) only counts where one of the two begins with a
    gain: there a second name would silently start from zero.
    """
    is_start = len(one.words) == 1 and other.name.startswith(one.name)
    is_nickname = is_start and (one.name in gained or other.name in gained)
    is_part = is_part_of(one.words, other.words)
    return is_nickname or is_part or one.plain == other.plain or same_surname(one.words, other.words)


def clashing_names(story: Story) -> Refusal | None:
    """Refuse two names of which one may be short for the other."""
    if len(story.entities) > MAX_ENTITIES:
        return parse_refusal("unread_clause", "too many names for a problem", story.events[-1].span)
    gained = {event.entity for event in story.events if event.kind == "add"} - story.started
    spellings = [Spelling(name, plain_spelling(name), name.split(" ")) for name in story.entities]
    for one, other in permutations(spellings, 2):
        if may_be_one(one, other, gained):
            detail = f"{one.name} and {other.name} may be the same"
            return parse_refusal("unknown_entity", detail, story.events[-1].span)
    return None


def ungrounded_actor(story: Story, question: Question) -> Refusal | None:
    """Refuse an event of someone who may be using what another entity has.

    "Joe has 12 eggs. Tom eats 3. How many does Joe have left?": Tom's eggs may
    be Joe's. Beside a place or container ("There are 12 candies on the table")
    even a gain may come from there; buying and earning come from elsewhere.
    """
    has_place = any(is_thing(name) for name in story.entities)
    known = set(story.started)
    for event in story.events:
        is_outside = event.kind == "add" and (not has_place or event.lemma in ("buy", "earn"))
        is_gift = event.kind == "transfer" and not has_place
        is_asked = not has_place and question.entity in (None, event.entity)
        if event.entity not in known and not (is_outside or is_gift or is_asked):
            return parse_refusal("unknown_entity", f"whose {event.entity} uses is not said", event.span)
        if event.kind == "add":
            known.add(event.entity)
        if event.target is not None and (event.entity in known or not has_place):
            known.add(event.target)
    return None


def mixed_tenses(story: Story, question: Question) -> Refusal | None:
    """Refuse where it is unclear whether an event is before the asked time.

    "Sam has 9 apples. He ate 2. How many does he have?" may be 9; a past
    question about a story in the present may be about its beginning.
    """
    if not question.is_bare:
        return None
    present = {event.entity for event in story.events if event.kind == "start" and event.tense == "present"}
    for event in story.events:
        is_named = event.entity in present or event.target in present
        is_late = event.kind != "start" and event.tense == "past" and is_named
        if is_late or (question.aux == "did" and event.tense == "present"):
            return parse_refusal("question_form", "whether before or after is not said", event.span)
    return None


def nothing_left_anywhere(story: Story, question: Question) -> Refusal | None:
    """Refuse "have left" where the asked entity has not lost anything.

    "Joe has 12 eggs. Tom gets 3. How many does Joe have left?" means that
    what happened to someone else took them from Joe.
    """
    losing = {event.entity for event in story.events if event.kind in ("subtract", "transfer", "divide")}
    has_lost = bool(losing) if question.entity is None else question.entity in losing
    if question.has_left and not has_lost:
        return parse_refusal("question_form", "what is left of is not said", story.events[-1].span)
    return None


def vague_total(story: Story, question: Question) -> Refusal | None:
    """Refuse "are there in total" where some only left the actor's hands.

    After a gift to someone unnamed, or a split of which one share is counted,
    the others are still there.
    """
    is_vague = story.has_unnamed_receiver or any(event.kind == "divide" for event in story.events)
    if question.is_about_place and is_vague:
        return parse_refusal("question_form", "whether what left the actor counts", story.events[-1].span)
    return None


def two_materials(story: Story, question: Question) -> Refusal | None:
    """Refuse `slices of pizza` beside `slices of cake`: one word, two units."""
    for unit, materials in story.materials.items():
        if len(materials) > 1:
            return parse_refusal("mixed_units", f"{unit} of {' and '.join(materials)}", story.events[-1].span)
    return None


def unknown_unit(story: Story, question: Question) -> Refusal | None:
    """Refuse a question about a unit that no clause names, where some do."""
    named = [event.unit for event in story.events if event.unit is not None]
    if question.unit is None or not named or question.unit in named:
        return None
    return parse_refusal("unknown_unit", f"nobody has {question.unit}", story.events[-1].span)


CHECKS: tuple[Callable[[Story, Question], Refusal | None], ...] = (
    lambda story, question: clashing_phrase(story),
    lambda story, question: clashing_names(story),
    two_materials,
    ungrounded_actor,
    mixed_tenses,
    vague_total,
    unknown_unit,
)


def units_of(story: Story, question: Question) -> list[str]:
    """Return the units that the text says, in order, each once."""
    said = [event.unit for event in story.events] + [question.unit]
    return list(dict.fromkeys(unit for unit in said if unit is not None))


def unit_of_event(event: Event, units: list[str], held: dict[str, str]) -> str | Refusal:
    """Return an event's unit: said, the actor's own, or the only one."""
    if event.unit is not None:
        return event.unit
    if event.is_own and event.entity in held:
        return held[event.entity]
    if len(units) != 1:
        return parse_refusal("ambiguous_unit", f"a quantity of which of {units}", event.span)
    return units[0]


def settle_units(story: Story, question: Question) -> list[str] | Refusal:
    """Return the unit of every event, or the refusal of a mixture."""
    units = units_of(story, question)
    held: dict[str, str] = {}
    settled = []
    for event in story.events:
        unit = unit_of_event(event, units, held)
        if isinstance(unit, Refusal):
            return unit
        for entity in (event.entity, event.target):
            if entity is not None and held.setdefault(entity, unit) != unit:
                detail = f"{entity} has {held[entity]} and {unit}"
                return parse_refusal("mixed_units", detail, event.span)
        settled.append(unit)
    return settled


def settle_asked(
    question: Question, units: list[str], held: set[str], span: tuple[int, int]
) -> str | Refusal:
    """Return the asked unit, or a refusal where there is none or no one."""
    if question.unit is None:
        if len(set(units)) == 1:
            return units[0]
        return parse_refusal("ambiguous_unit", "the question names no unit", span)
    if held != {question.unit}:
        return parse_refusal(
            "mixed_units" if question.entity is None else "unknown_unit", "other units too", span
        )
    return question.unit


def held_units(story: Story, question: Question, units: list[str]) -> set[str]:
    """Return the units of the asked entity, or of all for a total."""
    return {
        unit
        for event, unit in zip(story.events, units, strict=True)
        if question.entity in (None, event.entity, event.target)
    }


NOT_OF_MONEY = frozenset({"buy", "eat", "sell"})


def misused_money(story: Story, units: list[str]) -> Refusal | None:
    """Refuse money that is bought, eaten or sold ("Sam has $20. He buys 5")."""
    for event, unit in zip(story.events, units, strict=True):
        if unit in MONEY_WORDS and event.lemma in NOT_OF_MONEY:
            return parse_refusal("mixed_units", f"nobody can {event.lemma} {unit}", event.span)
    return None


def build(story: Story, units: list[str], asked: Unknown) -> MathProblemGraph:
    """Return the graph of a story whose units are settled."""
    starts, operations = [], []
    for event, unit in zip(story.events, units, strict=True):
        quantity = Quantity(event.value, unit)
        if event.kind == "start":
            starts.append(InitialPossession(event.entity, quantity))
        else:
            operations.append(Operation(event.entity, event.kind, quantity, event.target))
    return MathProblemGraph(tuple(story.entities), tuple(starts), tuple(operations), asked)


def settle(story: Story, question: Question, span: tuple[int, int]) -> MathProblemGraph | Refusal:
    """Return the graph, or the first refusal that the whole text calls for."""
    for check in CHECKS:
        refused = check(story, question)
        if refused is not None:
            return refused
    units = settle_units(story, question)
    if isinstance(units, Refusal):
        return units
    refused = misused_money(story, units)
    if refused is not None:
        return refused
    asked = settle_asked(question, units, held_units(story, question, units), span)
    if isinstance(asked, Refusal):
        return asked
    refused = nothing_left_anywhere(story, question)
    if refused is not None:
        return refused
    return build(story, units, Unknown(question.entity, asked))


# ------------------------------------------------------------------------------
# 3  The whole text
# ------------------------------------------------------------------------------


def misplaced_question(found: list[Sentence], text: str) -> Refusal | None:
    """Return the refusal of a text without exactly one `?`, at its end."""
    whole = (0, len(text))
    if not found:
        return parse_refusal("empty", "there is no text", whole)
    asked = sum(token.text == "?" for sentence in found for token in sentence.tokens)
    asked += sum(sentence.mark == "?" for sentence in found)
    if asked == 0:
        return parse_refusal("no_question", "no question is asked", whole)
    if asked > 1:
        return parse_refusal("several_questions", "more than one question is asked", whole)
    if found[-1].mark != "?":
        last = found[-1]
        return parse_refusal("question_not_last", "something follows the question", (last.start, last.end))
    return parse_refusal("no_statement", "nothing is stated", whole) if len(found) == 1 else None


def note_materials(story: Story, tokens: Tokens) -> None:
    """Return after noting, for every `X of Y`, the Y by X in its plural."""
    for pos, token in enumerate(tokens):
        if token.text != "of" or pos == 0:
            continue
        material = " ".join(
            word.text for word in tokens[pos + 1 : open_run(tokens, pos + 1, MAX_MATERIAL_WORDS)]
        )
        if material and is_open_word(tokens[pos - 1]):
            noun = tokens[pos - 1].text
            unit = plural_of(noun, story.seen) if is_singular(noun) else noun
            story.materials.setdefault(unit, {}).setdefault(material)


def parse(text: str) -> MathProblemGraph | Refusal:
    """Return the graph of a word problem, or why it is not read.

    Any text is safe: it costs time linear in its length, up to
    `MAX_PROBLEM_CHARS`, and raises nothing.
    """
    if len(text) > MAX_PROBLEM_CHARS:
        return parse_refusal("unread_clause", "the text is too long to be a problem", (0, len(text)))
    found = sentences(tokenize(text))
    refused = misplaced_question(found, text)
    if refused is not None:
        if refused.kind != "no_statement":
            return refused
        stuck = Stuck("no_statement", refused.detail)
        return refusal(stuck, found[0].tokens, refused.span)
    story = Story(frozenset(token.text for sentence in found for token in sentence.tokens))
    if "of" in story.seen:
        for sentence in found:
            note_materials(story, sentence.tokens)
    for sentence in found[:-1]:
        refused = read_statement(story, sentence)
        if refused is not None:
            return refused
    last = found[-1]
    span = (last.start, last.end)
    try:
        question = read_question(story, fronted_end(last.tokens))
    except Stuck as stuck:
        return refusal(stuck, last.tokens, span)
    return settle(story, question, span)
