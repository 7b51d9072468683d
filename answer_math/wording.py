r"""Answers in words: whether two wordings say the same.

    same_wording("circle", "a circle")       True: articles, `it is`, forms of one verb, names joined by `and`
    same_wording("isosceles", "scalene")     False
    same_wording("cube", "unit cube")        None: one says more, and nobody knows whether it matters
    without_remark("42 at x=3")              `42`: where a value is attained, and why, are no part of it

The table FORMS makes the wordings of one thing alike.  What has signs of mathematics is not looked at.  DESIGN §6.
"""

from __future__ import annotations

from typing import NamedTuple

from answer_math.building import normal_words
from answer_math.rules import pattern

MAX_WORDING_CHARS = 120
_WORDS_ONLY = r"[a-z0-9 ,.;'’&()-]+"
_WORD = r"[a-z]{3,}"
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()  # noqa: SIM905
_ROMANS = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}
_QUADRANT = (
    r"(?:in )?(?:quadrant (?:([1-4])|(i{1,3}|iv))|([1-4])(?:st|nd|rd|th) quadrant|(i{1,3}|iv) quadrant)"
)
_MONTH = (
    r"(january|february|march|april|may|june|july|august|september|october|november|december) (\d{1,2})"
    r"(?:st|nd|rd|th)?,? (\d{4})"
)
_KIND = (
    r"(?:series|sequence|integral|function|triangle|quadrilateral|statement|matrix|system|relation|number|graph"
    r"|locus|curve|shape|figure|set)"
)


class Form(NamedTuple):
    """A form: its pattern, what is read instead, an example that it changes, and the nearest text that it leaves."""

    source: str
    written: str
    changes: tuple[str, str]
    leaves: str


FORMS: tuple[Form, ...] = (
    Form(r"^(?:it is|it's|this is|they are|it) (?=\S)", "", ("it is a circle", "a circle"), "item one"),
    Form(r"\b(?:an?|the) (?=[a-z]{3})", "", ("a circle and the line", "circle and line"), "a or b"),
    Form(rf"^{_KIND} (?:is|are) (?=\S)", "", ("series is convergent", "convergent"), "series is"),
    Form(rf"^{_KIND} (?=(?:con|di)verges?$)", "", ("series diverges", "diverges"), "series diverges slowly"),
    Form(r"\b(con|di)verg(?:es?|ent|ing)\b", r"\1verges", ("convergent", "converges"), "convergence"),
    Form(r"\b(in|de)creas(?:es?|ing)\b", r"\1creases", ("increasing", "increases"), "increased"),
    Form(
        rf"^(?!square |perfect |natural )([a-z-]{{4,20}}) {_KIND}$",
        r"\1",
        ("isosceles triangle", "isosceles"),
        "right isosceles triangle",
    ),
    Form(r",? only$", "", ("i and iii only", "i and iii"), "only i"),
    Form(_MONTH, r"\1 \2 \3", ("july 4, 1776", "july 4 1776"), "july 4"),
    Form(r"\b(\d{1,2}) ?(st|nd|rd|th)\b", r"\1\2", ("3 rd", "3rd"), "3 r"),
)
"""In this order; each is tried on what the ones before it left."""

_WITH_RESERVE = frozenset(
    "but if unless except only when provided or yes no yes. no. yes, no,".split()  # noqa: SIM905
)
_UNORDERED_ONLY = frozenset("respectively then before after followed not no nor but or if than to vs".split())  # noqa: SIM905


def _with_ordinals(words: str) -> str:
    """Return words with ordinals as numbers, and quadrants by their number: `second quadrant`, `quadrant ii`."""
    for number, word in enumerate(_ORDINALS, 1):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number, "th")
        words = pattern(rf"\b{word}\b").sub(f"{number}{ending}", words)
    if "quadrant" not in words:
        return words
    match = pattern(_QUADRANT).fullmatch(words)
    if match is None:
        return words
    number_said = next(said for said in match.groups() if said)
    return f"quadrant {_ROMANS.get(number_said, number_said)}"


def _alike(text: str) -> str:
    """Return the words of a text in the forms that wordings of one thing share."""
    words = normal_words(text)
    for form in FORMS:
        words = pattern(form.source).sub(form.written, words)
    return _with_ordinals(words)


def _joined(words: str) -> list[str] | None:
    """Return the names that commas or `and` join, sorted; None when order or other words matter."""
    if ("," not in words and " and " not in words) or _UNORDERED_ONLY & set(words.replace(",", " ").split()):
        return None
    parts = pattern(r",? and |, ?").split(words)
    return sorted(parts) if all(0 < len(part.split()) <= 3 for part in parts) else None


def same_wording(gold: str, given: str) -> bool | None:
    """Return whether two texts in words say the same; None where one says more, False for what is no words."""
    if max(len(gold), len(given)) > MAX_WORDING_CHARS:
        return False
    plain = [normal_words(text) for text in (gold, given)]
    if not all(pattern(_WORDS_ONLY).fullmatch(words) for words in plain):
        return False
    if not any(pattern(_WORD).search(words) for words in plain):
        return False
    left, right = (_alike(text) for text in (gold, given))
    if left == right:
        return True
    for short, long in ((left, right), (right, left)):
        if short in ("yes", "no") and pattern(rf"{short}[,.;:-]? .*").fullmatch(long):
            is_bare = pattern(rf"{short}[,.;:]").match(long) and not _WITH_RESERVE & set(long.split()[1:])
            return True if is_bare else None
    if " and " in left or " and " in right:
        names = _joined(left), _joined(right)
        if names[0] is not None and names[0] == names[1]:
            return True
    sets = set(left.replace(",", " ").split()), set(right.replace(",", " ").split())
    return None if sets[0] <= sets[1] or sets[1] <= sets[0] else False


_REASON = r"[,;]?\s?(?:\\(?:text|mbox)\s?\{)?[\s,;]{0,3}(?<![A-Za-z])(?:since|because)(?![A-Za-z]).*"
_PLACE = (
    r"[,;]?\s?(?:\\(?:text|mbox)\s?\{)?[\s,;]{0,3}(?<![A-Za-z])"
    r"(?:attained |achieved |reached |occurring )?at(?![A-Za-z])"
    r"\s?\}?\s?(?:\\?[A-Za-z]{1,8}\s?=|\([a-zA-Z],\s?[a-zA-Z]\)\s?=)[^;]{1,60}"
)
_RANGE = (
    r"[,;]?\s?(?:\\(?:text|mbox)\s?\{)?[\s,;]{0,3}(?<![A-Za-z])where(?![A-Za-z])\s?\}?\s?(?P<letter>[a-z])\s?"
    r"(?:[<>]|\\(?:leq?|geq?|neq?|lt|gt)(?![a-z]))\s?-?\d{1,9}"
)
_VALUE = r"(?P<letter>[a-z])\s?=\s?[^A-Za-z=<>,;]{1,40}"


def without_remark(text: str) -> str:
    r"""Return an answer without what is said behind it of its reason or its place; the text itself when nothing is.

    `7,\text{ since }3+4=7` is 7, `42\text{ at }x=3` is 42, `x=7\text{, where }x>0` is x=7.
    """
    if len(text) > MAX_WORDING_CHARS:
        return text
    for source in (_REASON, _PLACE, _RANGE):
        found = pattern(source).search(text)
        head = text[: found.start()].strip() if found else ""
        if found is None or not head or (source is not _REASON and found.end() < len(text)):
            continue
        if source is _RANGE:
            value = pattern(_VALUE).fullmatch(head)
            if value is None or value["letter"] != found["letter"]:
                continue
        return head
    return text


_ROMAN = r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def roman_value(text: str) -> int:
    """Return the value of a Roman numeral of two digits or more; 0 for any other text."""
    digits = text.removeprefix("\\text{").removeprefix("\\mathrm{").removesuffix("}")
    if not 2 <= len(digits) <= 15 or not pattern(_ROMAN).fullmatch(digits):
        return 0
    values = [_ROMAN_DIGITS[digit] for digit in digits]
    return sum(
        -one if one < next_one else one for one, next_one in zip(values, [*values[1:], 0], strict=True)
    )
