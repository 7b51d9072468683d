r"""Words behind an answer that say what its letters are, as conditions: `for some integer k` is `k \in \mathbb{Z}`.

    with_conditions_in_signs(text) -> str     the text, with such words as signs; any other text as it is

Only a tail that is understood to its end is replaced: `for positive real c` stays words.  `all odd n` and `n is odd`
are residue classes.  DESIGN §6.
"""

from __future__ import annotations

import re

from answer_math.rules import holds_any, pattern

MAX_TAIL_CHARS = 120  # of the words behind an answer
MAX_LETTERS = 6

_OPENING = (
    r"(?:[\s,;(~]|\\[ ,;:!]|\\q?quad(?![a-z])|\\(?:text|textrm|mathrm|mbox|textit)\s*\{)+"
    r"(?:where|for|with)(?![A-Za-z])"
)
_FOR_ALL = r"\\forall(?![A-Za-z])"
_WRAPPER = r"\\(?:text|textrm|mathrm|mbox|textit)\s*\{([^{}]*)\}"
_COMMAND = r"\\[A-Za-z]+"
_BLANKS = r"(?:[\s~]|\\[ ,;:!]|\\q?quad(?![a-z]))+"

_LETTER = r"[A-Za-z](?:_\{?\d\}?)?"
_LETTERS = rf"(?P<letters>{_LETTER}(?:(?:\s?,\s?(?:and\s)?|\sand\s){_LETTER}){{0,{MAX_LETTERS - 1}}})"
_QUANTIFIER = r"(?:(?:all|any|every|each|some|arbitrary|an?|the|fixed)\s)*"
_KIND = (
    r"(?P<kind>(?:(?:positive|negative|non-?negative|non-?zero)\s)?(?:integers?|(?:reals?|rationals?|complex)"
    r"(?:\s(?:numbers?|constants?|parameters?))?|numbers?|constants?)|natural\snumbers?)"
)
_SET = r"(?P<set>\\math(?:bb|bf|rm)\s?\{?[RZN]\}?(?:[_^](?:\{[^{}]*\}|[-+*0]))?|\\[RZN](?![a-z])|[RZ](?![A-Za-z]))"
_ARE = r"\s(?:is|are|be|being|denotes?)\s"
#: the ways to say it, each from where the words begin to the end of the text
_TAILS = tuple(
    r"(?:where|for|with)\s" + tail
    for tail in (
        rf"{_QUANTIFIER}{_KIND}\s{_LETTERS}",
        rf"(?:all|any|every|each|arbitrary)\s{_LETTERS}",
        rf"{_QUANTIFIER}{_LETTERS}{_ARE}{_QUANTIFIER}{_KIND}",
        rf"{_QUANTIFIER}(?:{_KIND}\s)?{_LETTERS}\s?\\?in(?![a-z])\s?{_SET}(?:{_ARE}{_QUANTIFIER}(?:real\s)?constants?)?",
    )
)


def with_conditions_in_signs(text: str) -> str:
    """Return the text with the words at its end that say what its letters are as conditions, else as it is."""
    if "\\forall" in text:
        text = pattern(_FOR_ALL).sub(r"\\text{ for all }", text)
    if "for" in text or "where" in text or "with" in text:
        for opening in pattern(_OPENING).finditer(text, max(0, len(text) - MAX_TAIL_CHARS)):
            if opening.start():
                said = _conditions(text[opening.start() :], text[: opening.start()])
                if said:
                    return text[: opening.start()] + said
    return _as_congruence(text) if len(text) <= MAX_TAIL_CHARS and holds_any(text, _CONGRUENT) else text


def _plain(text: str) -> str:
    """Return words without their wrappers, with single spaces."""
    return pattern(_BLANKS).sub(" ", pattern(_WRAPPER).sub(r" \1 ", text)).strip(" .,;")


def _conditions(tail: str, head: str) -> str:
    r"""Return `\text{ for some integer } k` as `, k \in \mathbb{Z}`; nothing for words that are not understood.

    The letters must stand in the answer: `5 for all x` says something else.
    """
    words = _plain(tail)
    if words.startswith("(") and words.endswith(")"):
        words = words[1:-1].strip()
    for source in _TAILS:
        found = pattern(source).fullmatch(words)
        if found is not None:
            letters = re.findall(_LETTER, re.sub(r"\band\b", ",", found["letters"]))
            groups = found.groupdict()
            stated = (rf"\in {groups['set']}",) if groups.get("set") else _stated(groups.get("kind") or "")
            said = pattern(_COMMAND).sub(" ", head)
            if any(letter[0] not in said for letter in letters):
                return ""
            return "".join(f", {letter}{part}" for letter in letters for part in stated)
    return ""


_SIGNS = {"positive": ">0", "negative": "<0", "nonnegative": r"\ge 0", "nonzero": r"\ne 0"}
_WHOLE = {"positive": r"\mathbb{Z}_{>0}", "nonnegative": r"\mathbb{Z}_{\ge 0}"}


def _stated(kind: str) -> tuple[str, ...]:
    """Return what a kind of number says of a letter; a constant, and what is not said, is a real number."""
    first = kind.partition(" ")[0].replace("-", "")
    if "integer" in kind:
        if first in _WHOLE:
            return (rf"\in {_WHOLE[first]}",)
        return (r"\in \mathbb{Z}", _SIGNS[first]) if first in _SIGNS else (r"\in \mathbb{Z}",)
    if first in _SIGNS:
        return (_SIGNS[first],)
    letter = {"nat": "N", "rat": "Q", "com": "C"}.get(first[:3], "R")
    return (rf"\in \mathbb{{{letter}}}",)


_CONGRUENT = ("odd", "even", "multiple", "divisible", "divides")
"""What the words hold that say a congruence."""

_PARITY = (
    r"(?:(?:if|for|when|where) )?(?:(?:all|every|any|each) )?(?P<parity>odd|even)(?: integers?| numbers?)?"
    r" (?P<letter>[a-z])",
    r"(?:(?:if|for|when|where) )?(?P<letter>[a-z]) (?:is |must be |= )?(?:an )?(?P<parity>odd|even)"
    r"(?: integer| number)?",
)


def parity_of(words: str) -> tuple[str, int] | None:
    """Return the letter that words call even or odd, and 0 or 1: `n is odd`, `for even n`; None for other words."""
    for source in _PARITY:
        found = pattern(source).fullmatch(words)
        if found is not None:
            return found["letter"], int(found["parity"] == "odd")
    return None


_MULTIPLE = (
    r"(?P<letter>[A-Za-z]) (?:is |must be |has to be |= ?)?(?:an? |any )?(?:integer )?(?P<kind>positive )?"
    r"(?:multiple of|divisible by) (?P<modulus>\d{1,9})",
    r"(?:for )?(?:all|any|every|each) (?:integers? )?(?P<letter>[A-Za-z]) (?:that (?:is|are) )?"
    r"divisible by (?P<modulus>\d{1,9})",
    r"(?P<modulus>\d{1,9}) divides (?P<letter>[A-Za-z])",
)


def _as_congruence(text: str) -> str:
    r"""Return `n \text{ is odd}` and `n \text{ is divisible by } 3` as congruences; any other text as it is."""
    words = _plain(text)
    parity = parity_of(words)
    if parity is not None:
        return rf"{parity[0]} \equiv {parity[1]} \pmod{{2}}" if parity[0] not in "ae" else text
    for source in _MULTIPLE:
        found = pattern(source).fullmatch(words)
        if found is not None and found["letter"] not in "aAI" and not found.groupdict().get("kind"):
            return rf"{found['letter']} \equiv 0 \pmod{{{found['modulus']}}}"
    return text
