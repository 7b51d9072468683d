"""From text to tokens, sentences and the phrases that clauses are made of.

Every scanner takes a `Tokens` and a position and returns what it read with the
position after it, or None where its phrase does not begin. A phrase that begins
and then cannot be read raises `Stuck`: no scanner skips a token.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from gsm8k_math.words import (
    CALENDAR,
    DETERMINERS,
    FEMALE_NAMES,
    MALE_NAMES,
    MONEY_WORDS,
    NAMES_IN_LY,
    NAMES_LIKE_WORDS,
    NAMES_OF_MONEY,
    NEVER_NAMES,
    NEVER_OPEN,
    NUMBER_WORDS,
    OPENERS,
    PARTICLES,
    PERSON_NOUNS,
    TAIL_PREPOSITIONS,
    TAIL_STOPS,
    TIME_PLURALS,
    TIME_UNITS,
    TITLES,
    VERBS,
    is_singular,
    looks_plural,
    plural_of,
)

# ------------------------------------------------------------------------------
# 1  Limits
# ------------------------------------------------------------------------------

MAX_PROBLEM_CHARS = 5_000
MAX_NUMBER_DIGITS = 15
MAX_UNIT_WORDS = 3
MAX_MATERIAL_WORDS = 2
MAX_TAIL_WORDS = 4


OWNERS = frozenset({"his", "her", "its"})


class Stuck(Exception):
    """Raised where a phrase cannot be read on.

    `kind` is the refusal kind if no word of the clause says a better one;
    `is_final` keeps it even then.
    """

    def __init__(self, kind: str, detail: str, is_final: bool = False) -> None:
        """Keep the refusal kind, its detail, and whether it is the last word."""
        super().__init__(detail)
        self.kind, self.detail, self.is_final = kind, detail, is_final


# ------------------------------------------------------------------------------
# 2  Tokens
#    Words, numbers and single marks. White space separates and is then forgotten;
#    offsets are those of the original text.
# ------------------------------------------------------------------------------


class Token(NamedTuple):
    """One token: its text (NFC, straight quotes), its kind, its offsets.

    Kinds: word, number, odd (a number or word glued to something), mark.
    """

    text: str
    kind: str
    start: int
    end: int


Tokens = list[Token]

# Letters with combining marks that have no composed form; digits make a word odd.
TOKEN = re.compile(
    r"([0-9]+(?:[.,/:][0-9]+)*)"  # 1: a number
    r"|([\w\u0300-\u036f]+(?:['\-][\w\u0300-\u036f]+)*(?:'(?!\w))?)"  # 2: a word
    r"|\S"  # a mark
)
GLUE = frozenset("-+/*=^_°#&@")
STRAIGHT = str.maketrans({"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u2011": "-"})
END = Token("", "end", 0, 0)


def original_offsets(text: str, composed: str) -> list[int]:
    """Return, for each character of the NFC form, its offset in the text.

    Where characters cannot be matched one segment at a time, every offset
    past that point is the text's end.
    """
    offsets: list[int] = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        offsets.extend([start] * len(unicodedata.normalize("NFC", text[start:end])))
        start = end
    offsets = offsets[: len(composed)]
    return offsets + [len(text)] * (len(composed) + 1 - len(offsets))


def is_glued_number(composed: str, start: int, end: int) -> bool:
    """Return whether a number touches what makes it another (`3rd`, `-5`)."""
    after = composed[end : end + 1]
    before = composed[start - 1 : start] if start else ""
    return after in GLUE or after == "'" or after.isalnum() or (before != "" and before in "-+/.,#")


def is_odd_word(text: str) -> bool:
    """Return whether a word holds more than letters, marks, `'` and `-`."""
    return not all(char.isalpha() or char in "'-" or "\u0300" <= char <= "\u036f" for char in text)


def kind_of(match: re.Match[str], composed: str) -> str:
    """Return the kind of a token from the group that matched it."""
    if match.lastindex == 2:
        return "odd" if is_odd_word(match.group()) else "word"
    if match.lastindex == 1:
        return "odd" if is_glued_number(composed, *match.span()) else "number"
    return "mark"


def tokens_of(composed: str) -> Tokens:
    """Return the tokens of a composed text, with offsets into it."""
    tokens = []
    for match in TOKEN.finditer(composed):
        found, (start, end) = match.group(), match.span()
        tokens.append(Token(found, "word" if found.isalpha() else kind_of(match, composed), start, end))
    return tokens


def tokenize(text: str) -> Tokens:
    """Return the tokens of a text, with offsets into that text.

    >>> [token.text for token in tokenize("Rosa's Tin Box has $1,200.")]
    ["Rosa's", 'Tin', 'Box', 'has', '$', '1,200', '.']
    """
    if text.isascii():
        return tokens_of(text)
    composed = unicodedata.normalize("NFC", text)
    tokens = tokens_of(composed.translate(STRAIGHT))
    if composed == text:
        return tokens
    offsets = original_offsets(text, composed)
    return [token._replace(start=offsets[token.start], end=offsets[token.end]) for token in tokens]


def at(tokens: Tokens, pos: int) -> Token:
    """Return the token at a position, or `END` past the last one."""
    return tokens[pos] if pos < len(tokens) else END


def word_at(tokens: Tokens, pos: int) -> str:
    """Return the text of the token at a position, empty at the end."""
    return tokens[pos].text if pos < len(tokens) else ""


# ------------------------------------------------------------------------------
# 3  Sentences
# ------------------------------------------------------------------------------


class Sentence(NamedTuple):
    """The tokens between two ends, the end mark (empty if none), offsets."""

    tokens: Tokens
    mark: str
    start: int
    end: int


def ends_sentence(tokens: Tokens, pos: int) -> bool:
    """Return whether `.`, `?` or `!` at a position ends its sentence.

    It does before white space or the end, but not after Mr, Mrs, Ms, Dr.
    """
    token = tokens[pos]
    if token.text not in (".", "?", "!"):
        return False
    if pos + 1 < len(tokens) and tokens[pos + 1].start == token.end:
        return False
    return not (token.text == "." and pos > 0 and tokens[pos - 1].text in TITLES)


def sentences(tokens: Tokens) -> list[Sentence]:
    """Return the sentences of a text in order."""
    found = []
    first = 0
    for pos, token in enumerate(tokens):
        if token.kind == "mark" and ends_sentence(tokens, pos):
            found.append(Sentence(tokens[first:pos], token.text, tokens[first].start, token.end))
            first = pos + 1
    if first < len(tokens):
        found.append(Sentence(tokens[first:], "", tokens[first].start, tokens[-1].end))
    return found


# ------------------------------------------------------------------------------
# 4  Names
# ------------------------------------------------------------------------------


class Name(NamedTuple):
    """An entity's name as spelled, and the position after it."""

    text: str
    after: int


def is_title_case(token: Token) -> bool:
    """Return whether a token is a capitalised word that a name may hold."""
    return token.kind == "word" and token.text[0].isupper() and token.text not in NEVER_NAMES


def is_inner_word(token: Token) -> bool:
    """Return whether a token is a lowercase-led part like `al-Farsi`."""
    head, hyphen, rest = token.text.partition("-")
    return token.kind == "word" and hyphen == "-" and head in PARTICLES and rest[:1].isupper()


def is_possessive(text: str) -> bool:
    """Return whether a word ends in `'s` or `s'`."""
    return text.endswith(("'s", "'"))


def is_leading_adverb(tokens: Tokens, pos: int) -> bool:
    """Return whether a sentence opens with a word like `Luckily` and a name."""
    word = word_at(tokens, pos)
    if pos != 0 or not word.endswith("ly") or not is_title_case(at(tokens, 1)):
        return False
    return word not in FEMALE_NAMES and word not in MALE_NAMES and word not in NAMES_IN_LY


def begins_name(tokens: Tokens, pos: int) -> bool:
    """Return whether a name can begin here; function words never begin one."""
    token = at(tokens, pos)
    if not is_title_case(token):
        return False
    if token.text in NAMES_LIKE_WORDS:
        return word_at(tokens, pos + 1) in VERBS if pos == 0 else True
    word = token.text.lower()
    return word not in NEVER_OPEN and word not in OPENERS and not is_leading_adverb(tokens, pos)


def after_particles(tokens: Tokens, pos: int) -> int:
    """Return the position of the word that particles lead to, or `pos`."""
    ahead = pos
    while ahead < pos + 2 and word_at(tokens, ahead) in PARTICLES:
        ahead += 1
    return ahead if ahead > pos and is_title_case(at(tokens, ahead)) else pos


def name_end(tokens: Tokens, pos: int) -> int:
    """Return the position after the longest run of name words."""
    while True:
        if word_at(tokens, pos) in TITLES and word_at(tokens, pos + 1) == ".":
            pos += 2
            continue
        ahead = after_particles(tokens, pos)
        if not (is_title_case(at(tokens, ahead)) or is_inner_word(at(tokens, ahead))):
            return pos
        pos = ahead + 1


def spelled(tokens: Tokens) -> str:
    """Return a name's words joined by single spaces, `Mr.` as one word."""
    return " ".join(token.text for token in tokens).replace(" .", ".")


def name_at(tokens: Tokens, pos: int) -> Name | None:
    """Return the longest name at a position, or None.

    A run that ends in a possessive is no name: `Ned's sister` is not `Ned`.
    """
    if not begins_name(tokens, pos):
        return None
    end = name_end(tokens, pos)
    if is_possessive(tokens[end - 1].text) or tokens[end - 1].text in (".", "Mr", "Mrs", "Ms", "Dr"):
        return None
    return Name(spelled(tokens[pos:end]), end)


# ------------------------------------------------------------------------------
# 5  Numbers
# ------------------------------------------------------------------------------


class Number(NamedTuple):
    """A whole number and the position after it."""

    value: int
    after: int


def digits_value(text: str) -> int:
    """Return the value of `1200` or `1,200`; raise `Stuck` for other forms."""
    groups = text.split(",")
    if len(groups) > 1 and (not 1 <= len(groups[0]) <= 3 or any(len(group) != 3 for group in groups[1:])):
        raise Stuck("number_form", f"{text!r} is no whole number", True)
    joined = "".join(groups)
    if not joined.isdigit() or len(joined) > MAX_NUMBER_DIGITS or (joined[0] == "0" and joined != "0"):
        raise Stuck("number_form", f"{text[:20]!r} is no whole number that is read here", True)
    return int(joined)


def number_at(tokens: Tokens, pos: int) -> Number | None:
    """Return the whole number at a position, or None if none begins."""
    token = at(tokens, pos)
    if token.kind == "number":
        return Number(digits_value(token.text), pos + 1)
    if token.kind == "odd" and any(char.isdigit() for char in token.text):
        raise Stuck("number_form", f"{token.text[:20]!r} is no whole number", True)
    if token.text == "one" and word_at(tokens, pos + 1) == "hundred":
        return Number(100, pos + 2)
    value = NUMBER_WORDS.get(token.text)
    if value is None:
        return None
    unit = NUMBER_WORDS.get(word_at(tokens, pos + 1), 0)
    if value >= 20 and value % 10 == 0 and 1 <= unit <= 9:
        return Number(value + unit, pos + 2)
    return Number(value, pos + 1)


# ------------------------------------------------------------------------------
# 6  Units and quantities
# ------------------------------------------------------------------------------


class Unit(NamedTuple):
    """A canonical unit and the position after it."""

    text: str
    after: int


class Amount(NamedTuple):
    """`8 more apples`: value, unit (None if unsaid), marks, position after.

    `owner` is the word that makes it a part: his, her, its, the, or `them` for
    "3 of them", whose unit is the actor's own; empty if there is none.
    """

    value: int
    unit: str | None
    has_more: bool
    owner: str
    after: int


def is_open_word(token: Token) -> bool:
    """Return whether a token is a lowercase word of the open vocabulary."""
    return token.kind == "word" and token.text.islower() and token.text not in NEVER_OPEN


def open_run(tokens: Tokens, pos: int, limit: int) -> int:
    """Return the position after at most `limit` open words."""
    end = pos
    while end < pos + limit and is_open_word(at(tokens, end)):
        end += 1
    return end


def after_of_phrase(tokens: Tokens, pos: int) -> int:
    """Return the position after `of paper`, or `pos` if there is none."""
    if word_at(tokens, pos) != "of":
        return pos
    if number_at(tokens, pos + 1) is not None:
        raise Stuck("rate", "a number of things that hold a number", True)
    end = open_run(tokens, pos + 1, MAX_MATERIAL_WORDS)
    if end == pos + 1:
        raise Stuck("unread_clause", f"'of {word_at(tokens, pos + 1)}' is not read")
    return end


def unit_at(tokens: Tokens, pos: int, is_one: bool, seen: frozenset[str]) -> Unit | None:
    """Return the unit at a position in its plural, or None if none begins.

    `is_one` says that the number before it is one; `seen` are the words of the
    problem, which decide between `cacti` and `cactuses`. An `of` phrase
    without a number belongs to the unit and is not part of its name.
    """
    end = open_run(tokens, pos, MAX_UNIT_WORDS)
    if end == pos:
        return None
    words = [token.text for token in tokens[pos:end]]
    if any(is_possessive(word) for word in words):
        raise Stuck("unread_clause", f"{' '.join(words)!r} is no unit")
    noun = words[-1]
    if (len(words) > 1 and words[0] in MONEY_WORDS) or noun in NAMES_OF_MONEY:
        raise Stuck("ambiguous_unit", f"{' '.join(words)!r} may be money or things", True)
    if is_one and is_singular(noun):
        words[-1] = plural_of(noun, seen)
    if not looks_plural(words[-1]):
        raise Stuck("ambiguous_unit", f"{noun!r} is not known as a plural")
    return Unit(" ".join(words), after_of_phrase(tokens, end))


def money_at(tokens: Tokens, pos: int) -> Amount | None:
    """Return the amount that `$8` or `$8 more` states, or None."""
    if word_at(tokens, pos) != "$":
        return None
    if at(tokens, pos + 1).start != tokens[pos].end:
        raise Stuck("number_form", "a '$' stands without its number", True)
    number = number_at(tokens, pos + 1)
    if number is None or at(tokens, pos + 1).kind != "number":
        raise Stuck("number_form", "a '$' stands without its number", True)
    has_more = word_at(tokens, number.after) == "more"
    return Amount(number.value, "dollars", has_more, "", number.after + has_more)


def part_at(tokens: Tokens, number: Number, seen: frozenset[str]) -> Amount:
    """Return the amount in `3 of them`, `3 of his apples`; else raise."""
    pos = number.after + 1
    word = word_at(tokens, pos)
    if word in ("them", "these", "those"):
        return Amount(number.value, None, False, "them", pos + 1)
    if word not in ("his", "her", "its", "the"):
        raise Stuck("unread_clause", f"'of {word}' is not read")
    unit = unit_at(tokens, pos + 1, False, seen)
    if unit is None:
        raise Stuck("unread_clause", f"'of {word}' names no unit")
    return Amount(number.value, unit.text, False, word, unit.after)


def amount_at(tokens: Tokens, pos: int, seen: frozenset[str]) -> Amount | None:
    """Return the quantity at a position, or None if no number begins.

    Raises `Stuck` for percents, alternatives (`3 or 4`) and odd numbers.
    """
    money = money_at(tokens, pos)
    if money is not None:
        return money
    number = number_at(tokens, pos)
    if number is None:
        return None
    after = word_at(tokens, number.after)
    if after in ("%", "percent"):
        raise Stuck("fraction", "a percentage", True)
    if after in ("or", "to") and number_at(tokens, number.after + 1) is not None:
        raise Stuck("number_form", "two numbers to choose from", True)
    if after == "of":
        return part_at(tokens, number, seen)
    has_more = after == "more"
    unit = unit_at(tokens, number.after + has_more, number.value == 1, seen)
    if unit is None:
        return Amount(number.value, None, has_more, "", number.after + has_more)
    is_late = not has_more and word_at(tokens, unit.after) == "more"
    return Amount(number.value, unit.text, has_more or is_late, "", unit.after + is_late)


# ------------------------------------------------------------------------------
# 7  Tails: one harmless phrase of place, time or purpose
#    A tail changes no quantity. It holds no number, no known name, no measure of
#    time that would make a rate, and one preposition only.
# ------------------------------------------------------------------------------


class Tail(NamedTuple):
    """A tail: its words without the preposition, owner word, names, end."""

    preposition: str
    words: tuple[str, ...]
    owner: str
    names: tuple[str, ...]
    after: int


def refuse_measured_time(words: list[str], determiner: str) -> None:
    """Raise `Stuck` for a tail that makes a rate (`in a week`, `on Sundays`)."""
    if any(word in TIME_PLURALS for word in words) or (
        determiner in ("a", "an", "") and any(word in TIME_UNITS for word in words)
    ):
        raise Stuck("rate", "the time that it takes is part of the quantity", True)


def calendar_tail(tokens: Tokens, pos: int) -> Tail | None:
    """Return a tail with a capitalised place or day, or None.

    A place is not a person: only after at, in, near; a day after on, in,
    during, by, for. Possessives and given names are left to refuse.
    """
    name = name_at(tokens, pos + 1)
    if name is None:
        return None
    preposition = tokens[pos].text
    end = name.after
    refuse_measured_time([name.text.lower()], "the")
    if name.text in CALENDAR:
        after = end + (word_at(tokens, end) in ("morning", "afternoon", "evening"))
        return Tail(preposition, (), "", (), after)
    if preposition not in ("at", "in", "near") or any(is_possessive(t.text) for t in tokens[pos + 1 : end]):
        raise Stuck("unread_clause", f"'{preposition} {name.text}' is not read")
    return Tail(preposition, (), "", (name.text,), end)


def plain_words(tokens: Tokens, pos: int, limit: int) -> int:
    """Return the position after at most `limit` words a tail may hold."""
    end = pos
    while end < pos + limit and is_open_word(at(tokens, end)) and tokens[end].text not in VERBS:
        end += 1
    return end


def common_tail(tokens: Tokens, pos: int) -> Tail:
    """Return a tail of lowercase words (`from the back of the shelf`)."""
    preposition = tokens[pos].text
    determiner = word_at(tokens, pos + 1) if word_at(tokens, pos + 1) in DETERMINERS else ""
    first = pos + 1 + bool(determiner)
    end = plain_words(tokens, first, MAX_TAIL_WORDS)
    if end == first:
        raise Stuck("unread_clause", f"'{preposition} {word_at(tokens, first)}' is not read")
    words = [token.text for token in tokens[first:end]]
    names = [f"the {' '.join(words)}"]
    if word_at(tokens, end) == "of":
        second = end + 1 + (word_at(tokens, end + 1) in DETERMINERS)
        last = plain_words(tokens, second, MAX_MATERIAL_WORDS)
        if last == second:
            raise Stuck("unread_clause", f"'of {word_at(tokens, second)}' is not read")
        names.append(f"the {' '.join(token.text for token in tokens[second:last])}")
        words += [token.text for token in tokens[second:last]]
        end = last
    if any(word in TAIL_STOPS for word in words):
        raise Stuck("unread_clause", f"'{preposition} {' '.join(words)}' may change the quantity")
    refuse_measured_time(words, determiner)
    return Tail(preposition, tuple(words), determiner if determiner in OWNERS else "", tuple(names), end)


def tail_at(tokens: Tokens, pos: int) -> Tail | None:
    """Return the tail at a position, or None if no preposition stands there."""
    if word_at(tokens, pos) not in TAIL_PREPOSITIONS:
        return None
    return calendar_tail(tokens, pos) or common_tail(tokens, pos)


def names_one_of(tail: Tail, nouns: frozenset[str]) -> bool:
    """Return whether a tail's words, or their owners, are among the nouns."""
    return any(word.removesuffix("'s").removesuffix("'") in nouns for word in tail.words)


def names_person(tail: Tail) -> bool:
    """Return whether a tail is for, with or by an unnamed person."""
    return tail.preposition in ("for", "with", "by") and names_one_of(tail, PERSON_NOUNS)
