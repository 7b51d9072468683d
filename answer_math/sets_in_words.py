r"""Sets of numbers in words, as signs: `all real numbers except 0` is `\mathbb{R}\setminus\{0\}`.

    with_sets_in_signs(text) -> str     the text, where it is such words to its end; any other text as it is

Integers above or below a whole number are `\mathbb{Z}_{\ge 3}`.  DESIGN §6.
"""

from __future__ import annotations

import re

from answer_math.rules import holds_any, pattern

MAX_CHARS = 160

_WRAPPER = r"\\(?:text|textrm|mathrm|mbox|textit|textbf)\s*\{([^{}]*)\}"
_BLANKS = r"(?:[\s~]|\\[ ,;:!]|\\q?quad(?![a-z]))+"
_HINTS = ("all ", "any ", "every ", "each ", "integers", "reals", "real numbers", "a real", "an integer")

_LETTER = r"[A-Za-z]"
_QUANTIFIER = (
    r"(?:(?:(?:for|the set of|set of) )?(?:(?:all|any|every|each) (?:the )?)?"
    rf"|(?P<named>{_LETTER}) (?:is|can be|may be|must be|=) (?:(?:any|all|an?|every) )?)"
)
_KIND = (
    r"(?:(?P<sign>positive|negative|non-?negative|non-?zero) )?"
    r"(?P<kind>integer values(?: of)?|integers?|natural numbers?|real numbers?|real values(?: of)?|reals?)"
)
_SUBJECT = rf"(?P<all>{_QUANTIFIER}){_KIND}(?: (?P<letter>{_LETTER}))?(?![A-Za-z])"
_EXCEPT = (
    r",? ?(?:except(?: for| when| at)?|but not|other than|excluding|not equal to|different from"
    r"|(?:that|which) (?:is|are) not(?: equal to)?|besides|without) (?P<left_out>\S.*)"
)
_BOUND = (
    r",? ?(?:(?:that|which) (?:is|are) )?(?P<words>greater than or equal to|less than or equal to|greater than"
    r"|less than|more than|larger than|smaller than|at least|at most|(?:no|not) less than|(?:no|not) (?:more|greater)"
    r" than) (?P<end>[-+]?\d{1,9})"
)
_SIGN = r"(?:[<>]=?|\\(?:leq?|geq?|neq?|leqslant|geqslant|lt|gt)(?![a-z])|!=)"
_RELATION = (
    rf",? ?(?:(?:with|where|such that|for which|satisfying|so that) )?(?P<relation>{_LETTER}? ?{_SIGN}.*)"
)
_TAILS = (r"", _EXCEPT, _BOUND, _RELATION)

_WORDS_FOR_SIGNS = {
    "greater than or equal to": r"\ge",
    "at least": r"\ge",
    "no less than": r"\ge",
    "not less than": r"\ge",
    "less than or equal to": r"\le",
    "at most": r"\le",
    "greater than": ">",
    "more than": ">",
    "larger than": ">",
    "less than": "<",
    "smaller than": "<",
}
_REALS = {
    "": r"\mathbb{R}",
    "positive": r"(0,\infty)",
    "negative": r"(-\infty,0)",
    "nonnegative": r"[0,\infty)",
    "nonzero": r"\mathbb{R}\setminus\{0\}",
}
_INTEGERS = {
    "": r"\mathbb{Z}",
    "positive": r"\mathbb{Z}_{>0}",
    "negative": r"\mathbb{Z}_{<0}",
    "nonnegative": r"\mathbb{Z}_{\ge 0}",
    "nonzero": r"\mathbb{Z}\setminus\{0\}",
}
#: a value that is left out, or several
_VALUE = r"[^A-Za-z,;=<>]*(?:(?:\\[A-Za-z]+|[a-z](?![a-z]))[^A-Za-z,;=<>]*){0,8}"
_PARTS = r"\s*(?:,\s*(?:and|or|nor)\s|,|;|(?<![A-Za-z\\])(?:and|or|nor)(?![A-Za-z]))\s*"


def with_sets_in_signs(text: str) -> str:
    """Return a set of numbers that is described in words as signs; any other text as it is."""
    if len(text) > MAX_CHARS or not holds_any(text.lower(), _HINTS):
        return text
    words = pattern(_BLANKS).sub(" ", pattern(_WRAPPER).sub(r" \1 ", text)).strip(" .")
    subject = pattern(_SUBJECT, re.IGNORECASE).match(words)
    if subject is None:
        return text
    rest = words[subject.end() :]
    for tail in _TAILS:
        found = pattern(tail, re.IGNORECASE).fullmatch(rest)
        if found is not None:
            return _in_signs(subject, found.groupdict()) or text
    return text


def _in_signs(subject: re.Match[str], tail: dict[str, str]) -> str:
    """Return what the subject and its tail say, in signs; nothing where it is not understood."""
    sign = (subject["sign"] or "").lower().replace("-", "")
    kind = subject["kind"].lower()
    is_natural, is_real = kind.startswith("natural"), kind.startswith("real")
    letter = subject["named"] or subject["letter"] or ""
    if (subject["named"] and subject["letter"]) or (is_natural and sign):
        return ""
    base = r"\mathbb{N}" if is_natural else (_REALS if is_real else _INTEGERS)[sign]
    member = rf"{letter}\in " if letter else ""
    if not tail:
        return member + base if sign or letter or is_natural else ""
    if tail.get("left_out"):
        left_out = _values(tail["left_out"], letter)
        return rf"{member}{base}\setminus\{{{left_out}\}}" if left_out and sign != "nonzero" else ""
    if tail.get("words"):
        return _bounded(
            member, tail["words"].lower(), tail["end"], is_real, "positive" if is_natural else sign
        )
    relation = tail.get("relation") or ""
    if not letter or pattern(rf"\s?{_SIGN}.*").fullmatch(relation) is None:
        stated = relation
        if not letter and stated[:1].isalpha():
            letter = stated[0]
        if not letter or not stated.startswith(letter):
            return ""
    else:
        stated = letter + relation
    if pattern(r"[A-Za-z]{4}").search(pattern(r"\\[A-Za-z]+").sub("", stated)):
        return ""
    if is_real and not sign:
        return stated
    return "" if is_real or sign == "nonzero" else rf"{stated}, {letter}\in {base}"


def _values(text: str, letter: str) -> str:
    """Return the values that are left out, with commas between; nothing where words are among them."""
    found = []
    for part in pattern(_PARTS).split(text):
        name, sign, value = part.rpartition("=")
        if sign and (len(name.strip()) != 1 or (letter and name.strip() != letter)):
            return ""
        if not value.strip() or pattern(_VALUE).fullmatch(value.strip()) is None:
            return ""
        found.append(value.strip())
    return ", ".join(found)


def _bounded(member: str, words: str, end: str, is_real: bool, sign: str) -> str:
    r"""Return numbers beyond a whole end: `(3, \infty)`, `\mathbb{Z}_{>3}`; nothing where two ends are said."""
    comparison = _WORDS_FOR_SIGNS.get(words, r"\le")
    is_above = comparison in (">", r"\ge")
    if sign and not (sign == "positive" and is_above and int(end) > 0):
        return ""
    if not is_real:
        return rf"{member}\mathbb{{Z}}_{{{comparison} {end}}}"
    if is_above:
        return f"{member}{'(' if comparison == '>' else '['}{end},\\infty)"
    return f"{member}(-\\infty,{end}{')' if comparison == '<' else ']'}"
