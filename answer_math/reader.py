r"""The reader: the text of an answer to its tree.

    read(text)       the first reading, a `Node`; raises NotMath (LimitExceeded) with position and reason
    readings(text)   every reading the text admits (commas), each with the lenient rule it rests on
    reads_as_answer  whether the text is mathematics at all, rather than prose
    reads_as_cases   whether the text distinguishes cases in words
    reads_as_formula whether the text is a formula of propositions or relations

A text is first spelled as the scanner knows it (`spellings.py`); it may be a whole of its own kind (a phrase, a number
in words, a formula, labelled parts); else the parser (`parser.py`) reads it.  Source: DESIGN §4, §5.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import NamedTuple

from answer_math.building import DAY_AND_MONTH, in_words, normal_words
from answer_math.cases_in_words import cases_in_words, says_cases
from answer_math.labels import begins_with_label, labelled_parts
from answer_math.logic import MAX_FORMULA_CHARS, formula
from answer_math.parser import Parser
from answer_math.plain import plain_tree
from answer_math.quantifiers import with_conditions_in_signs
from answer_math.rules import holds_any, pattern
from answer_math.scanner import comma_readings, plain, scan, with_set_difference
from answer_math.sets_in_words import with_sets_in_signs
from answer_math.spellings import respelled
from answer_math.spoken import fraction_in_words, in_signs
from answer_math.symbols import (
    PHRASES,
)
from answer_math.tree import (
    INFINITY,
    MAX_ANSWER_CHARS,
    LimitExceeded,
    Node,
    NotMath,
    negate,
    num,
)

MAX_PHRASE_CHARS = 60
MAX_WORDS_CHARS = 100


class Reading(NamedTuple):
    """One reading of a text: its tree, and the lenient rule that the reading rests on (or nothing)."""

    tree: Node
    lenient: str = ""


def _peel(text: str) -> str:
    """Return the text without redundant brackets around all of it, in one pass: `{{{5}}}`, `((5))`."""
    if text[:1] not in ("{", "(") or text[-1:] not in ("}", ")"):
        return text
    opening, matches = [], {}
    for position, char in enumerate(text):
        if char in "{(":
            opening.append(position)
        elif char in "})" and opening:
            start = opening.pop()
            if (text[start] == "{") == (char == "}"):
                matches[start] = position
    first, last = 0, len(text) - 1
    while first < last and text[first] in "{(" and matches.get(first) == last:
        inner_first, inner_last = first + 1, last - 1
        if text[first] == "(" or text[first : first + 1] == "{":
            if text[inner_first : inner_first + 1] not in ("{", "(") and (text[first] == "(" or first == 0):
                break
            if text[inner_first : inner_first + 1] in ("{", "(") and matches.get(inner_first) != inner_last:
                break
        first, last = inner_first, inner_last
    return text[first : last + 1]


def _parse(text: str, comma: str, fixed: frozenset[int]) -> Node:
    """Return the tree of a text in one reading of its commas."""
    return Parser(text, scan(text, comma, fixed)).answer()


#: one group of thousands behind a comma in braces, which may mark decimals
_GROUP_IN_BRACES = r"(?<![\d},.])(\d{1,3})\{,\}(?=\d{3}(?![\d{,.]))"
#: lakhs and crores
_INDIAN_GROUPS = r"\d{1,2}(?:,\d{2}){1,5},\d{3}"
_DOLLAR_MATH = r"(?<!\\)\$"


_BRACKET_MATH = r"(?<!\\)((?:\\\\)*)\\[()\[\]]"


def _without_delimiters(text: str) -> str:
    """Return the text without paired `$` and `\\(`; a lone `$` is a currency sign."""
    if "$" in text and len(pattern(_DOLLAR_MATH).findall(text)) % 2 == 0:
        text = pattern(_DOLLAR_MATH).sub(" ", text)
    if "\\(" in text or "\\)" in text or "\\[" in text or "\\]" in text:
        text = pattern(_BRACKET_MATH).sub(" ", text)
    return text.strip()


@functools.lru_cache(maxsize=16384)
def _read_all(text: str) -> tuple[Reading, ...] | NotMath:
    """Return the readings, or the error of the first; cached, since golds repeat."""
    try:
        return tuple(_readings(text))
    except NotMath as error:
        return error


def _readings(text: str) -> list[Reading]:
    """Return every reading of the commas that parses.  Raises the first reading's NotMath when none does."""
    plain_one = plain_tree(text)
    if plain_one is not None:
        return [Reading(plain_one)]
    if len(text) > MAX_ANSWER_CHARS:
        raise LimitExceeded("MAX_ANSWER_CHARS")
    if says_cases(text) and (cases := _cases(_without_delimiters(text))) is not None:
        return [Reading(cases)]
    text = _prepared(text)
    for whole in WHOLE_READINGS:
        node = whole(text)
        if node is not None:
            return [Reading(node)]
    if says_cases(text):
        raise NotMath("cases")  # as a list, a value could take another's condition
    try:
        return _comma_trees(text)
    except LimitExceeded:
        raise
    except NotMath:
        fraction = fraction_in_words(text) if len(text) < MAX_WORDS_CHARS else None
        if fraction is not None:
            return [Reading(num(fraction))]
        said = in_signs(text)
        if said == text:
            raise
        return _comma_trees(said)


def _prepared(text: str) -> str:
    """Return the text in ASCII, without delimiters and needless brackets, spelled as the parser knows it."""
    text = _without_delimiters(plain(text))
    if text.endswith(".") and not text.endswith(".."):
        text = text[:-1].rstrip()
    text = _peel(text)
    if not text:
        raise NotMath("empty")
    text = respelled(with_conditions_in_signs(with_sets_in_signs(text)))
    if not text or text.isspace():
        raise NotMath("empty")
    return with_set_difference(text) if "\\" in text else text


def _date(text: str) -> Node | None:
    """Return `5 March` and `2020-05-06` as the words they are."""
    is_date = text[0].isdigit() and (
        pattern(DAY_AND_MONTH).fullmatch(text.lower()) or pattern(r"\d{4}([-/])\d{2}\1\d{2}").fullmatch(text)
    )
    return Node("text", (), normal_words(text)) if is_date else None


_NOTHING_SUCH = (
    r"(?:there (?:is|are|exists?) |the (?:equation|system|inequality) has )?no "
    r"(?:such (?:[a-z]{3,12} ){0,2}(?:[a-z]{3,12}|[a-z])"
    r"(?: exists?)?|(?:[a-z]{3,12} ){0,2}(?:solutions?|roots?|numbers?|integers?|values?(?: of [a-z])?|pairs?|triples?"
    r"|functions?|polynomials?|primes?)(?: exists?)?)"
)


_MACHINE_NUMBER = r"0(?:[xX][0-9A-Fa-f]{1,40}|[bB][01]{1,160}|o[0-7]{1,60})"


def _machine_number(text: str) -> Node | None:
    """Return `0xFF` and `0b101` as the numbers they write."""
    found = pattern(_MACHINE_NUMBER).fullmatch(text) if text[0] == "0" else None
    return None if found is None else num(int(text, 0))


def _phrase(text: str) -> Node | None:
    """Return what a phrase says: `no solutions`, `all real numbers`, `infinity`."""
    is_short = len(text) < MAX_PHRASE_CHARS and pattern(r"\d").search(text) is None
    words = normal_words(text) if is_short else ""
    phrase = PHRASES.get(words)
    if phrase is None and "no " in words and pattern(_NOTHING_SUCH).fullmatch(words):
        phrase = "emptyset"
    return _phrase_node(phrase) if phrase else None


def _number_in_words(text: str) -> Node | None:
    """Return a number in words, with a noun behind it or without."""
    return in_words(text) if text[0].isalpha() and len(text) < MAX_WORDS_CHARS else None


_HEXADECIMAL = (
    r"(?:\\(?:text|mathrm)\s?\{)?([0-9A-F]{2,16})\}?"
    r"(?:_\{?16\}?|_\{?\\text\s?\{\s?(?:16|hex|sixteen)\s?\}\}?)"
)


def _hexadecimal(text: str) -> Node | None:
    """Return `FF_{16}` as a number of base 16; digits alone are left to the parser."""
    found = pattern(_HEXADECIMAL).fullmatch(text) if "_" in text else None
    if found is None or found[1].isdigit():
        return None
    return Node("based", (), (found[1].lstrip("0") or "0", 16))


_QUOTIENT = r"\\text\s?\{\s?quotient(?: is)?\s?\}"
_DIVISION = (
    r"([^,;=]{1,60}?)[,\s]{0,3}"
    r"(?:\\(?:text|mbox)\s?\{[\s,]{0,3}(?:with[ ](?:a[ ])?)?(?:R|[Rr]emainder)(?:[ ](?:of|is))?\s?\}"
    r"|(?<=\d)\s[Rr]emainder\s)\s?(-?[^,;=]{1,40})"
)


def _division(text: str) -> Node | None:
    """Return `7 R 3` and `x+1\\text{ remainder }3` as the pair of quotient and remainder."""
    if "emainder" not in text and not ("R" in text and "\\text" in text):
        return None
    found = pattern(_DIVISION).fullmatch(pattern(_QUOTIENT).sub("", text).strip())
    if found is None:
        return None
    try:
        return Node("group", (read(found[1]), read(found[2])), "()")
    except NotMath:
        return None  # a letter R, inside brackets


def _formula(text: str) -> Node | None:
    """Return a formula of propositions, or of relations with `not`."""
    return formula(text, read)


_SET_OF_FUNCTION = (
    r"(?P<wrapper>\\(?:text|textrm|textbf|mathrm|mbox)\s?\{)?\s?(?:[Tt]he\s)?(?P<name>[Dd]omain|[Rr]ange)"
    r"(?:\s(?:of\s)?(?:[fgh](?:\([a-z]\))?|the\sfunction))?\s?\}?\s?(?::|=|\sis(?![a-z]))\s?(?(wrapper)\}?)"
)


def _set_of_function(text: str) -> Node | None:
    r"""Return `\text{range: }[0, 1]` as a set behind its name; None where both domain and range are given."""
    found = pattern(_SET_OF_FUNCTION).match(text) if holds_any(text, ("omain", "ange")) else None
    if found is None or pattern(r"(?i)domain|range").search(text, found.end()):
        return None
    if found["wrapper"] and found[0].count("}") != 1:
        return None
    return Node("rel", (Node("text", (), found["name"].lower()), read(text[found.end() :])), ("=",))


def _labels(text: str) -> Node | None:
    """Return `a) 1; b) 2` as the list of its labelled parts."""
    parts = labelled_parts(text) if ")" in text or "art" in text else None
    if parts is None:
        return None
    return Node("list", tuple(Node("label", (read(part),), label) for label, part in parts), ";")


WHOLE_READINGS: tuple[Callable[[str], Node | None], ...] = (
    _date,
    _machine_number,
    _phrase,
    _number_in_words,
    _hexadecimal,
    _division,
    _formula,
    _set_of_function,
    _labels,
)
"""What a text may be as a whole, tried in order before the parser."""


def _cases(text: str) -> Node | None:
    """Return the cases that a text without labels distinguishes in words; None for any other text."""
    return None if begins_with_label(text) else cases_in_words(text, read)


def _phrase_node(phrase: str) -> Node:
    """Return the node of a phrase's meaning."""
    return {"infinity": INFINITY, "minus infinity": negate(INFINITY)}.get(phrase) or Node("name", (), phrase)


def _comma_trees(text: str) -> list[Reading]:
    """Return the trees of the admissible comma readings, without repeats."""
    found: list[Reading] = []
    first_error: NotMath | None = None
    for comma, lenient, fixed in comma_readings(text):
        try:
            tree = _parse(text, comma, fixed)
        except LimitExceeded:
            raise
        except NotMath as error:
            first_error = first_error or error
        except RecursionError:
            raise LimitExceeded("MAX_NESTING_LEVELS") from None
        else:
            if all(tree != reading.tree for reading in found):
                found.append(Reading(tree, lenient))
    if not found:
        raise first_error or NotMath("empty")
    if len(found) == 1 and "{,}" in text and (point := pattern(_GROUP_IN_BRACES).sub(r"\1.", text)) != text:
        found += [reading._replace(lenient="comma-reading") for reading in _comma_trees(point)[:1]]
    if len(found) == 1 and pattern(_INDIAN_GROUPS).fullmatch(text):
        found += [Reading(num(int(text.replace(",", ""))), "comma-reading")]
    if len(found) > 1 and "dots" in text:  # between dots, commas separate
        return [max(found, key=lambda reading: len(reading.tree.args))]
    return found


def readings(text: str) -> tuple[Reading, ...]:
    """Return every reading of the text, the ordinary one first.  Raises NotMath, LimitExceeded."""
    result = _read_all(text)
    if isinstance(result, NotMath):
        raise result
    return result


def read(text: str) -> Node:
    """Return the ordinary reading of the text.  Raises NotMath, LimitExceeded."""
    return readings(text)[0].tree


def reads_as_answer(text: str) -> bool:
    """Return whether the text reads as a value, list, set, relation or other mathematics; False for prose."""
    try:
        return all(node.kind not in ("text",) for node in (read(text),))
    except NotMath:
        return False


def reads_as_cases(text: str) -> bool:
    """Return whether the text distinguishes cases in words: `x = 1 if a > 0; no solutions if a = 0`."""
    return says_cases(text) and _cases(_without_delimiters(text)) is not None


def reads_as_formula(text: str) -> bool:
    """Return whether the text is a formula of propositions or relations: `not (A and B)`, `x > 0 or not (y = 1)`."""
    return len(text) <= MAX_FORMULA_CHARS and formula(_without_delimiters(plain(text)), read) is not None
