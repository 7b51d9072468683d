r"""Words behind a number that are no unit of it, and what they make of it.

    with_words(node, words)   (`5`, "thirds") as 5/3, (`5`, "and a half hours") as 5.5 hours, (`10`, "(base 2)") as 10_2

A unit is ignored where only one side has it, so that no word may be taken for one that makes another number, a bound or
a denial of the number.  The first rule of WORDS that knows the words decides; other words are a unit.  DESIGN §4.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from answer_math.rules import pattern
from answer_math.spoken import fraction_in_words, whole_in_words
from answer_math.symbols import GREEK_WORDS
from answer_math.tree import PI, E, I, Node, NotMath, add, literal, mul, negate, num, sym
from answer_math.units import ONE_LETTER_UNITS

MAX_WORDS = 120
#: letters that stand for a unit that the table lacks, for a magnitude, a currency, or `units`
_OTHER_UNITS = frozenset("FTHMBcpu")
_PART = (
    r"(?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|twelfths?"
    r"|hundredths?|thousandths?)"
)
_PARTS_OF_NUMBER = rf"({_PART})(?:[ ]of[ ](?:an?[ ]|the[ ])?(.*))?"
_AND_PART = rf"and[ ]((?:an?|one|two|three|four|five|six|seven|eight|nine)[ -]{_PART})\b[ ]?(.*)"
_TIMES_NAME = r"(?:times[ ])?(pi|π)\b[ ]?(.*)"
_TIMES_OTHER = (
    r"times[ ](?:[a-z]|the[ ](?:square|cube|cubic)[ ]root.*|(?:square|cube)[ ]root.*|root.*|sqrt.*|\d.*)"
)
_BOUND = (
    r"\b(?:or|and)[ ](?:more|less|fewer|greater|higher|lower|above|below|over|under|up|larger|bigger|smaller|later"
    r"|earlier|older|younger|beyond)\b|\bat[ ](?:the[ ])?(?:very[ ])?(?:most|least)\b"
)
_DENIAL = (
    r"\(?(?:wrong|incorrect|false|rejected|extraneous|invalid)\b|"
    r"not\b|(?:\w{1,15}[ ]){0,2}(?:is|are|was|were|does|do|did|can|could|will|would|has|have|should)(?:[ ]not|n't)\b"
    r"|(?:\w{1,15}[ ]){0,2}cannot\b|(?:\w{1,15}[ ]){0,2}(?:is|are|was|were|seems)[ ](?:wrong|incorrect|false|impossible"
    r"|invalid|extraneous|rejected|excluded|too)\b"
)
_COMPARISON = r"(?:more|less|fewer|greater|higher|lower|larger|bigger|smaller)[ ](?:\w{1,20}[ ]){0,3}than\b"
_REASON = r"(?:infinity|up[ ]to[ ](?:an?[ ])?(?:sign|constant|multiple|factor).*|at[ ][A-Za-z]|(?:since|because)\b.*)"
_RELATIVE = r"[ ](?:who|that|which|whose|whom)\b"
_BASE = (
    r"\(?[ ]?(?:in[ ])?(?:base[ -]?(\d{1,2}|[a-z]{3,9})|(binary|ternary|octal|decimal|hexadecimal))[ ]?\)?"
)
_BASES = {"binary": 2, "ternary": 3, "octal": 8, "decimal": 10, "hexadecimal": 16}
_MODULUS = r"\(?[ ]?mod(?:ulo)?[ ](\d{1,9})[ ]?\)?"
_TENS = {"tens": 10, "hundreds": 100, "thousands": 1000, "millions": 10**6}
_PERCENT = (
    r"per[ ]?cents?(?:[ ](?:of(?![ ][A-Za-z]\Z)|increase|decrease|discount|chance|profit|loss)\b.*)?"
    r"|percentage[ ]points?"
)
_HALF_OF_DAY = (
    r"(?:o'?clock[ ]?)?"
    r"(?:([ap])[ ]?\.?[ ]?m\b[ ]?\.?|in[ ]the[ ](morning|afternoon|evening)|(noon)|(midnight))?"
)
_HALVES = {
    "a": "am",
    "p": "pm",
    "morning": "am",
    "afternoon": "pm",
    "evening": "pm",
    "noon": "pm",
    "midnight": "am",
}


def with_words(node: Node, words: str) -> tuple[Node, str]:
    """Return the value that words make of the one before them, and the unit that is left of the words.

    Raises NotMath where the words bound, deny or compare what stands before them.

    >>> with_words(num(5), "apples"), with_words(num(5), "thirds")[1]
    ((Node(kind='num', args=(), value=5), 'apples'), '')
    """
    said = " ".join(words.split())
    if len(said) > MAX_WORDS or (not said[:1].isalpha() and said[:1] != "("):
        return node, words
    for rule in WORDS:
        found = rule(node, said)
        if found is not None:
            return found
    return node, words


def _refused(node: Node, words: str) -> None:
    """Raise NotMath for `or more`, `at most`, `is not the answer`, `more than Bob`; a relative clause says nothing."""
    said = pattern(_RELATIVE).split(words, 1)[0] if " " in words else words
    is_refused = (
        pattern(_BOUND).search(said)
        or pattern(_DENIAL).match(said)
        or pattern(_COMPARISON).match(said)
        or pattern(_TIMES_OTHER).fullmatch(said)
        or pattern(_REASON).fullmatch(said)
    )
    if is_refused:
        raise NotMath("word", 0, words[:20])


def _part(node: Node, words: str) -> tuple[Node, str] | None:
    """Return a number of parts, `5 thirds`; quarters alone are coins, and one part is a third, not `1 thirds`."""
    found = pattern(_PARTS_OF_NUMBER).fullmatch(words)
    value = literal(node) if found is not None and node.kind == "num" else None
    if found is None or value is None or (found[1] in ("quarter", "quarters") and " of " not in words):
        return None
    part = fraction_in_words("one " + found[1].replace("halves", "half").rstrip("s"))
    is_many = found[1].endswith("s")
    if part is None or is_many != (abs(value) != 1):
        return None
    return num(value * part), found[2] or ""


def _and_part(node: Node, words: str) -> tuple[Node, str] | None:
    """Return `5 and a half` as 5.5."""
    found = pattern(_AND_PART).fullmatch(words) if words.startswith("and ") else None
    part = fraction_in_words(found[1].replace("-", " ")) if found else None
    if found is None or part is None:
        return None
    value = literal(node)
    return add(node, num(-part if value is not None and value < 0 else part)), found[2]


def _name(node: Node, words: str) -> tuple[Node, str] | None:
    r"""Return a multiple of π, of a Greek letter, or of a letter that is no unit: `5\text{ pi}`, `5\text{ x}`."""
    found = pattern(_TIMES_NAME).fullmatch(words)
    if found is not None:
        return mul(node, PI), found[2]
    if words in GREEK_WORDS and words != "mu":
        return mul(node, sym(words)), ""
    if len(words) > 1 or not words.isascii() or words in ONE_LETTER_UNITS or words in _OTHER_UNITS:
        return None
    if words == "k":
        return mul(node, num(1000)), ""
    return mul(node, {"i": I, "e": E}.get(words) or sym(words)), ""


def _based(node: Node, words: str) -> tuple[Node, str] | None:
    """Return `10 (base 2)` and `10 binary` as numbers of that base."""
    found = pattern(_BASE).fullmatch(words)
    if found is None or node.kind != "num" or not isinstance(node.value, int) or node.value < 0:
        return None
    base = _BASES.get(found[2] or "") or (int(found[1]) if found[1].isdigit() else whole_in_words(found[1]))
    digits = str(node.value)
    if base is None or not 2 <= base <= 36 or any(int(digit) >= base for digit in digits):
        raise NotMath("number_form", 0, words[:20])
    return Node("based", (), (digits, base)), ""


def _residue(node: Node, words: str) -> tuple[Node, str] | None:
    """Return `5 (mod 7)` as a residue class."""
    found = pattern(_MODULUS).fullmatch(words)
    return None if found is None else (Node("fn", (node, num(int(found[1]))), "pmod"), "")


def _tens(node: Node, words: str) -> tuple[Node, str] | None:
    """Return `5 tens` as 50."""
    return (mul(node, num(_TENS[words])), "") if words in _TENS else None


def _below_zero(node: Node, words: str) -> tuple[Node, str] | None:
    """Return `5 degrees below zero` as -5 degrees."""
    return (negate(node), words[: -len("below zero")].strip()) if words.endswith("below zero") else None


def _percent(node: Node, words: str) -> tuple[Node, str] | None:
    """Return `25 per cent` and `25 percent of the books` as a percentage."""
    return (Node("percent", (node,)), "") if pattern(_PERCENT).fullmatch(words) else None


def _time(node: Node, words: str) -> tuple[Node, str] | None:
    """Return `8 a.m.`, `8 o'clock` and `12 noon` as a time of day."""
    found = pattern(_HALF_OF_DAY, re.I).fullmatch(words) if words else None
    if found is None:
        return None
    half = next((_HALVES[said.lower()] for said in found.groups() if said), "")
    if node.kind == "clock":
        return Node("clock", node.args, half or node.value), ""
    is_hour = node.kind == "num" and isinstance(node.value, int) and 0 <= node.value <= (12 if half else 24)
    return (Node("clock", (node, num(0)), half or "padded"), "") if is_hour else None


WORDS: tuple[Callable[[Node, str], tuple[Node, str] | None], ...] = (
    _refused,
    _part,
    _and_part,
    _name,
    _based,
    _residue,
    _tens,
    _below_zero,
    _percent,
    _time,
)
"""Tried in this order on the words behind a value."""
