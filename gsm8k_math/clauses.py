"""From a statement to events: one pattern per verb, each clause to its end.

The verb decides which one pattern may consume a clause, and it must consume it
to its last token. Nouns and names are open, everything else is closed
(`words.py`). The parser never computes with a quantity, but for 100/P in
"keeps P%".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gsm8k_math.math_problem_graph import (
    Refusal,
)
from gsm8k_math.reading import (
    MAX_TAIL_WORDS,
    OWNERS,
    Amount,
    Name,
    Sentence,
    Stuck,
    Tokens,
    amount_at,
    at,
    is_title_case,
    name_at,
    names_person,
    number_at,
    plain_words,
    tail_at,
    unit_at,
    word_at,
)
from gsm8k_math.story import (
    PRE_VERBS,
    Clause,
    Story,
    add_event,
    after_tail,
    amount_of,
    check_owner,
    hand_over,
    introduce,
    is_thing,
    known_or_new_name,
    note,
    note_phrases,
    receiver_at,
    require_start_for_more,
    subject_meant,
    unnamed_at,
)
from gsm8k_math.words import (
    FACTORS,
    GOES_TO_UNNAMED,
    GROUP_NOUNS,
    LEADS,
    LEADS_WITH_COMMA,
    MANNER,
    NAMES_OF_MONEY,
    PERCENT_DIVISORS,
    PERSON_NOUNS,
    STOP_WORDS,
    TAIL_PREPOSITIONS,
    TIME_UNITS,
    TRANSFERRED_FROM,
    VERBS,
    looks_plural,
    plurals_of,
)

# ------------------------------------------------------------------------------
# 1  The patterns, one per group of verbs
#    Each takes the clause and the position after its verb, adds what it read to
#    the story, and returns the position after the clause.
# ------------------------------------------------------------------------------


def refuse_second_start(story: Story, name: str, unit: str | None) -> None:
    """Raise `Stuck` if an entity has started or been part of an event."""
    if name in story.involved:
        raise Stuck("late_start", f"what {name} has is stated after something happened", True)
    if name in story.started:
        earlier = next(event.unit for event in story.events if event.entity == name)
        if unit is not None and earlier is not None and unit != earlier:
            raise Stuck("mixed_units", f"{name} has {earlier} and {unit}", True)
        raise Stuck("duplicate_start", f"{name} starts twice", True)


def start(clause: Clause, pos: int) -> int:
    """NAME has N U, NAME has N times K U."""
    story, name = clause.story, clause.subject
    factor = number_at(clause.tokens, pos)
    is_multiple = factor is not None and word_at(clause.tokens, factor.after) == "times"
    if factor is not None and is_multiple:
        pos = factor.after + 1
        if word_at(clause.tokens, pos) == "as":
            raise Stuck("comparison", "'times as many' compares with someone else", True)
    amount = amount_of(clause, pos)
    if amount.has_more:
        raise Stuck("comparison", f"{name} has 'more' than what", True)
    if amount.owner:
        raise Stuck("unread_clause", f"{name} has a part of something")
    refuse_second_start(story, name, amount.unit)
    add_event(clause, "start", name, amount.value, amount.unit, "", None)
    if factor is not None and is_multiple:
        note(clause, "multiply", factor.value, amount.unit)
    return after_tail(clause, amount.after, is_gain=True)


def have(clause: Clause, pos: int) -> int:
    """NAME has / had N U."""
    return start(clause, pos)


def begin(clause: Clause, pos: int) -> int:
    """NAME starts with N U."""
    if word_at(clause.tokens, pos) != "with":
        raise Stuck("unknown_verb", f"'start' without 'with' but '{word_at(clause.tokens, pos)}'")
    return start(clause, pos + 1)


def after_own_collection(clause: Clause, pos: int) -> int:
    """Return the position after `his album` in "adds 3 to his album"."""
    word = word_at(clause.tokens, pos)
    end = plain_words(clause.tokens, pos + 1, 2)
    if word not in OWNERS or end == pos + 1:
        raise Stuck("unread_clause", f"'to {word}' is not read")
    check_owner(clause, word)
    clause.story.phrases.append(
        (f"the {' '.join(token.text for token in clause.tokens[pos + 1 : end])}", clause.span)
    )
    return end


def gain_from(clause: Clause, amount: Amount, giver: Name) -> int:
    """NAME gets / receives / buys N U from NAME2."""
    if clause.verb.lemma not in TRANSFERRED_FROM:
        raise Stuck("unread_clause", f"'{clause.verb.lemma} from {giver.text}' is not read")
    if giver.text == clause.subject:
        raise Stuck("self_transfer", f"{giver.text} gets from {giver.text}", True)
    introduce(clause.story, giver.text)
    clause.story.givers[clause.subject] = giver.text
    add_event(clause, "transfer", giver.text, amount.value, amount.unit, "", clause.subject)
    return after_tail(clause, giver.after, is_gain=True)


def gain(clause: Clause, pos: int) -> int:
    """NAME buys N (more) (U); NAME gets N U from NAME2 is a transfer."""
    amount = amount_of(clause, pos)
    require_start_for_more(clause, amount)
    if amount.owner:
        raise Stuck("unread_clause", "a part of something is gained")
    pos = amount.after
    if clause.verb.lemma == "add" and word_at(clause.tokens, pos) == "to":
        note(clause, "add", amount.value, amount.unit)
        return after_own_collection(clause, pos + 1)
    if word_at(clause.tokens, pos) == "from":
        giver = known_or_new_name(clause.story, clause.tokens, pos + 1)
        if giver is not None:
            return gain_from(clause, amount, giver)
    note(clause, "add", amount.value, amount.unit)
    return after_tail(clause, pos, is_gain=True)


def lose(clause: Clause, pos: int) -> int:
    """NAME eats N (more) (U); sells and donates may be to someone unnamed."""
    amount = amount_of(clause, pos)
    require_start_for_more(clause, amount)
    pos = amount.after
    if clause.verb.lemma in GOES_TO_UNNAMED and word_at(clause.tokens, pos) == "to":
        receiver = unnamed_at(clause, pos + 1)
        if receiver is None:
            raise Stuck("unread_clause", f"'to {word_at(clause.tokens, pos + 1)}' is not read")
        pos = receiver.after
    note(clause, "subtract", amount.value, amount.unit, amount.owner)
    return after_tail(clause, pos)


def give_away(clause: Clause, amount: Amount) -> int:
    """NAME gives N U away; the amount ends after `away` or holds it before."""
    if clause.verb.lemma != "give":
        raise Stuck("unread_clause", f"'{clause.verb.lemma} away' is not read")
    require_start_for_more(clause, amount)
    clause.story.has_unnamed_receiver = True
    note(clause, "subtract", amount.value, amount.unit, amount.owner)
    return after_tail(clause, amount.after)


def give(clause: Clause, pos: int) -> int:
    """NAME gives N (U) to NAME2; gives NAME2 N U; gives N U away."""
    tokens = clause.tokens
    if word_at(tokens, pos) == "away":
        return give_away(clause, amount_of(clause, pos + 1))
    receiver = None if number_at(tokens, pos) or word_at(tokens, pos) == "$" else receiver_at(clause, pos)
    if receiver is not None:
        if receiver.name is None and looks_plural(word_at(tokens, receiver.after - 1)):
            raise Stuck("no_target", "several people may get as many each")
        amount = amount_of(clause, receiver.after)
        hand_over(clause, receiver, amount)
        return after_tail(clause, amount.after)
    amount = amount_of(clause, pos)
    if word_at(tokens, amount.after) == "away":
        return give_away(clause, amount._replace(after=amount.after + 1))
    if word_at(tokens, amount.after) != "to":
        raise Stuck("no_target", f"nobody is named to whom {clause.subject} gives")
    receiver = receiver_at(clause, amount.after + 1)
    if receiver is None:
        raise Stuck("no_target", f"'to {word_at(tokens, amount.after + 1)}' names nobody")
    hand_over(clause, receiver, amount)
    return after_tail(clause, receiver.after)


class Whole(NamedTuple):
    """The actor's whole quantity as an object: unit if said, end."""

    unit: str | None
    after: int


def whole_at(clause: Clause, pos: int) -> Whole | None:
    """Return `them`, `his stickers`, `the number of stickers`, or None."""
    tokens = clause.tokens
    word = word_at(tokens, pos)
    if word in ("them", "it", "these", "those"):
        return Whole(None, pos + 1)
    if word not in ("his", "her", "its", "the"):
        return None
    pos += 1
    if word_at(tokens, pos) == "number" and word_at(tokens, pos + 1) == "of":
        pos += 2
    check_owner(clause, word, may_be_unknown=True)
    if word_at(tokens, pos) == "collection" and word in OWNERS:
        return Whole(None, pos + 1)
    if word_at(tokens, pos) in NAMES_OF_MONEY:
        return Whole("dollars", pos + 1)
    unit = unit_at(tokens, pos, False, clause.story.seen)
    if unit is None:
        raise Stuck("unread_clause", f"'{word} {word_at(tokens, pos)}' is not read")
    return Whole(unit.text, unit.after)


def multiply(clause: Clause, pos: int) -> int:
    """NAME doubles / triples (them, his U, nothing)."""
    whole = whole_at(clause, pos) or Whole(None, pos)
    note(clause, "multiply", FACTORS[clause.verb.lemma], whole.unit, "them")
    return after_tail(clause, whole.after)


def after_kept_share(tokens: Tokens, pos: int, noun: str) -> int:
    """Return the position after `and keeps one (pile)`, or `pos`."""
    ahead = pos + (word_at(tokens, pos) == ",")
    if word_at(tokens, ahead) != "and" or word_at(tokens, ahead + 1) not in ("keeps", "kept"):
        return pos
    if word_at(tokens, ahead + 2) != "one":
        return pos
    ahead += 3
    kept = word_at(tokens, ahead)
    return ahead + (kept == "share" or (kept != "" and noun in plurals_of(kept)))


def split_into(clause: Clause, whole: Whole, pos: int, is_even: bool) -> int:
    """… evenly into / among / between N groups (and keeps one)."""
    tokens = clause.tokens
    number = number_at(tokens, pos)
    if number is None:
        raise Stuck("unread_clause", f"'{word_at(tokens, pos)}' is no number of groups")
    pos = number.after
    if word_at(tokens, pos) == "equal":
        is_even, pos = True, pos + 1
    noun = word_at(tokens, pos)
    if noun not in GROUP_NOUNS and not (number.value == 1 and plurals_of(noun)[0] in GROUP_NOUNS):
        raise Stuck("unread_clause", f"{noun!r} is no word for groups of which one is kept")
    pos += 1
    if word_at(tokens, pos) in MANNER:
        is_even, pos = True, pos + 1
    if not is_even:
        raise Stuck("unread_clause", "the split is not said to be even")
    note(clause, "divide", number.value, whole.unit, "them")
    return after_kept_share(tokens, pos, noun)


def share_with(clause: Clause, whole: Whole, pos: int, is_even: bool) -> int:
    """NAME shares them equally with N friends: N + 1 equal shares."""
    tokens = clause.tokens
    number = number_at(tokens, pos)
    if number is None:
        raise Stuck("unread_clause", f"'{word_at(tokens, pos)}' is no number of people")
    pos = number.after + (word_at(tokens, number.after) in ("other", "of"))
    if word_at(tokens, pos - 1) == "of":
        if word_at(tokens, pos) not in OWNERS:
            raise Stuck("unread_clause", "the sharers are not read")
        pos += 1
    if word_at(tokens, pos) not in PERSON_NOUNS:
        raise Stuck("unread_clause", f"{word_at(tokens, pos)!r} is no word for people")
    pos += 1
    if word_at(tokens, pos) in MANNER:
        is_even, pos = True, pos + 1
    if not is_even:
        raise Stuck("unread_clause", "the shares are not said to be equal")
    clause.story.has_unnamed_receiver = True
    note(clause, "divide", number.value + 1, whole.unit, "them")
    return pos


def split(clause: Clause, pos: int) -> int:
    """NAME splits them evenly into N groups; shares equally with N friends."""
    whole = whole_at(clause, pos)
    if whole is None:
        word = word_at(clause.tokens, pos)
        raise Stuck(
            "unread_clause", f"'{clause.verb.lemma} {word}' is not the whole quantity", word != "half"
        )
    pos = whole.after
    is_even = word_at(clause.tokens, pos) in MANNER
    pos += is_even
    preposition = word_at(clause.tokens, pos)
    if preposition in ("into", "among", "between"):
        return split_into(clause, whole, pos + 1, is_even)
    if preposition == "with" and clause.verb.lemma == "share":
        return share_with(clause, whole, pos + 1, is_even)
    raise Stuck("unread_clause", "no number of groups is said")


def keep(clause: Clause, pos: int) -> int:
    """NAME keeps P% of them, of his U: a division by 100/P when whole."""
    tokens = clause.tokens
    number = number_at(tokens, pos)
    if number is None or word_at(tokens, number.after) not in ("%", "percent"):
        raise Stuck("unread_clause", "only a percentage kept is read")
    divisor = PERCENT_DIVISORS.get(number.value)
    if divisor is None:
        raise Stuck("fraction", "the percentage is no whole share", True)
    if word_at(tokens, number.after + 1) != "of":
        raise Stuck("fraction", "a percentage of what is not said", True)
    whole = whole_at(clause, number.after + 2)
    if whole is None:
        raise Stuck("fraction", "a percentage of what is not said", True)
    note(clause, "divide", divisor, whole.unit, "them")
    return whole.after


PATTERNS: dict[str, Callable[[Clause, int], int]] = {
    "have": have,
    "start": begin,
    "gain": gain,
    "lose": lose,
    "give": give,
    "multiply": multiply,
    "split": split,
    "keep": keep,
}

# ------------------------------------------------------------------------------
# 2  Statements
# ------------------------------------------------------------------------------


FIRST_OF_LEADS = frozenset(lead[0] for lead in (*LEADS, *LEADS_WITH_COMMA))


def after_leading(tokens: Tokens) -> int:
    """Return the position after a leading Then, Next, Later, After that."""
    if tokens[0].text.lower() not in FIRST_OF_LEADS:
        return 0
    words = tuple(token.text.lower() for token in tokens[:4])
    for lead in LEADS:
        if words[: len(lead)] == lead:
            return len(lead) + (word_at(tokens, len(lead)) == ",")
    for lead in LEADS_WITH_COMMA:
        if words[: len(lead) + 1] == (*lead, ","):
            return len(lead) + 1
    return 0


def after_fronted_tail(story: Story, tokens: Tokens, span: tuple[int, int]) -> int:
    """Return the position after `On Monday,`, or 0 if none is fronted."""
    first = tokens[0]
    if first.text.lower() not in TAIL_PREPOSITIONS or first.text.islower():
        return 0
    tail = tail_at([first._replace(text=first.text.lower()), *tokens[1 : MAX_TAIL_WORDS * 3]], 0)
    if tail is None or tail.owner or names_person(tail) or word_at(tokens, tail.after) != ",":
        raise Stuck("unread_clause", f"'{first.text} …' is not read")
    note_phrases(story, tail, span)
    return tail.after + 1


def new_place_at(story: Story, tokens: Tokens, pos: int) -> Name:
    """Return the place (`the table`, `Anna's Toy Box`), or raise `Stuck`."""
    name = name_at(tokens, pos)
    if name is not None:
        if not is_thing(name.text):
            raise Stuck("unread_clause", f"things are not in {name.text}")
        return name
    end = plain_words(tokens, pos + 1, 2)
    if word_at(tokens, pos) != "the" or end == pos + 1:
        raise Stuck("unknown_entity", "the place is not named")
    return Name(" ".join(token.text for token in tokens[pos:end]), end)


def set_subject(story: Story, name: str) -> None:
    """Return after making a name a subject of the sentence."""
    story.last = name
    if name not in story.current:
        story.current.append(name)


def there_are(story: Story, tokens: Tokens, pos: int, span: tuple[int, int]) -> int:
    """There are N U on the PLACE, in NAME's Box: a start of that place."""
    be = word_at(tokens, pos + 1)
    if be not in ("are", "were", "is", "was"):
        raise Stuck("unread_clause", f"'There {be}' is not read")
    amount = amount_at(tokens, pos + 2, story.seen)
    if amount is None or amount.unit is None or amount.has_more or amount.owner:
        raise Stuck("unread_clause", "no quantity after 'There are'")
    pos = amount.after
    if word_at(tokens, pos) not in ("on", "in"):
        raise Stuck("unknown_entity", "nobody and no place has them")
    place = new_place_at(story, tokens, pos + 1)
    introduce(story, place.text)
    refuse_second_start(story, place.text, amount.unit)
    verb = VERBS["had" if be in ("were", "was") else "has"]
    clause = Clause(story, tokens, place.text, verb, span)
    add_event(clause, "start", place.text, amount.value, amount.unit, "", None)
    set_subject(story, place.text)
    return place.after


def refuse_second_quantity(story: Story, tokens: Tokens, pos: int) -> None:
    """Raise `Stuck` for the `3 pears` of "has 5 apples and 3 pears"."""
    amount = amount_at(tokens, pos, story.seen)
    unit = story.events[-1].unit if story.current and story.events else None
    if amount is not None and amount.unit is not None and unit is not None and amount.unit != unit:
        raise Stuck("mixed_units", f"{unit} and {amount.unit} in one clause", True)
    raise Stuck("unread_clause", "a quantity stands without a verb")


def subject_at(story: Story, tokens: Tokens, pos: int) -> Name:
    """Return the subject of a clause, or raise `Stuck` with the reason."""
    token = at(tokens, pos)
    word = token.text.lower()
    if word in ("he", "she", "it"):
        return Name(subject_meant(story, word), pos + 1)
    if word == "they":
        raise Stuck("ambiguous_pronoun", "'they' is no single actor", True)
    name = known_or_new_name(story, tokens, pos)
    if name is not None:
        if word_at(tokens, name.after) == "and" and is_title_case(at(tokens, name.after + 1)):
            raise Stuck("unread_clause", f"{name.text} does not act alone")
        return name
    if word in VERBS and story.current:
        return Name(story.last, pos)
    if number_at(tokens, pos) is not None or token.text == "$":
        refuse_second_quantity(story, tokens, pos)
    if story.current and token.kind == "word" and token.text.islower():
        raise Stuck("unknown_verb", f"'{token.text}' is no verb that is read")
    raise Stuck("unknown_entity", f"'{token.text}' is nobody's name")


def read_clause(story: Story, tokens: Tokens, pos: int, end: int) -> int:
    """Return the position after the one clause that begins at `pos`."""
    span = (at(tokens, pos).start, end)
    if word_at(tokens, pos) in ("There", "there"):
        return there_are(story, tokens, pos, span)
    subject = subject_at(story, tokens, pos)
    pos = subject.after
    pos += word_at(tokens, pos) in PRE_VERBS
    verb = VERBS.get(word_at(tokens, pos))
    if verb is None:
        raise Stuck("unknown_verb", f"'{word_at(tokens, pos)}' is no verb that is read")
    introduce(story, subject.text)
    set_subject(story, subject.text)
    story.givers.pop(subject.text, None)
    return PATTERNS[verb.pattern](Clause(story, tokens, subject.text, verb, span), pos + 1)


def after_joiner(tokens: Tokens, pos: int) -> int:
    """Return the position after `,` `and` `then` in that order, or `pos`."""
    pos += word_at(tokens, pos) == ","
    pos += word_at(tokens, pos) == "and"
    return pos + (word_at(tokens, pos) == "then")


def words_for_refusal(tokens: Tokens) -> set[str]:
    """Return the lowercase words of a clause, parts of hyphened ones too."""
    words: set[str] = set()
    for token in tokens:
        words.update((token.text.lower(), *token.text.lower().split("-")))
    return words


def has_time_rate(tokens: Tokens) -> bool:
    """Return whether `a day`, `an hour` or the like stands in a clause."""
    return any(
        token.text in ("a", "an") and word_at(tokens, pos + 1) in TIME_UNITS
        for pos, token in enumerate(tokens)
    )


def refusal(stuck: Stuck, tokens: Tokens, span: tuple[int, int]) -> Refusal:
    """Return the refusal of a clause, by its telling word if it has one.

    A final reason stands. A word for a vague number explains neither an
    unknown verb nor a question ("how many"), so there the reason stays.
    """
    if stuck.is_final:
        return Refusal("parse", stuck.kind, stuck.detail, span)
    words = words_for_refusal(tokens)
    is_number = stuck.kind not in ("unknown_verb", "question_form", "no_statement")
    if "%" in words:
        return Refusal("parse", "fraction", "a percentage", span)
    for kind, stop_words in STOP_WORDS:
        found = sorted(words & stop_words)
        if kind == "rate" and not found and has_time_rate(tokens):
            found = ["a time"]
        if found and (is_number or kind != "number_form"):
            return Refusal("parse", kind, f"'{found[0]}' is not read", span)
    return Refusal("parse", stuck.kind, stuck.detail, span)


def read_statement(story: Story, sentence: Sentence) -> Refusal | None:
    """Return None after reading a statement to its end, or the refusal."""
    tokens = sentence.tokens
    end = tokens[-1].end if tokens else sentence.end
    first = pos = 0
    story.previous, story.current = story.current or story.previous, []
    try:
        if not tokens or sentence.mark == "!":
            raise Stuck("unread_clause", "an empty or exclaimed statement")
        pos = after_leading(tokens)
        if pos == 0:
            pos = after_fronted_tail(story, tokens, (tokens[0].start, end))
        while True:
            first = pos
            pos = read_clause(story, tokens, pos, end)
            if pos == len(tokens):
                return None
            after = after_joiner(tokens, pos)
            if after == pos:
                raise Stuck("unread_clause", f"'{word_at(tokens, pos)}' is not read")
            pos = after
    except Stuck as stuck:
        start_char = at(tokens, first).start if first < len(tokens) else sentence.start
        return refusal(stuck, tokens[first:], (start_char, end))
