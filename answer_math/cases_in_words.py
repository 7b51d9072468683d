r"""Answers that distinguish cases of a parameter in words: `x=2/a if a≠0; no solutions if a=0`.

    says_cases(text) -> bool                    whether several words that open a condition stand in the text
    cases_in_words(text, read) -> Node | None   a `cases` node with a row (value, condition) for each case

A condition stands behind its value (`x=1 if a>0`) or before it (`if a>0, then x=1`).  A text is read only where every
word of it finds its place; a case of which that is not so is no case, and then there are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from answer_math.meaning import branches, is_assignment
from answer_math.rules import holds_any, pattern
from answer_math.tree import EMPTY_SET, LimitExceeded, Node, NotMath, facts, sym, symbols

MAX_CASES = 12
MAX_CASES_CHARS = 1_200
MAX_GAPS = 16  # places in a text where a condition may end and its value begin

Read = Callable[[str], Node]

# ------------------------------------------------------------------------------
# 1  Marks: words, separators and gaps outside every bracket
# ------------------------------------------------------------------------------

_OTHER_WORDS = (
    r"otherwise|else(?!where)|elsewhere|in\s+(?:all\s+)?(?:the\s+)?other\s+cases|in\s+the\s+remaining\s+cases"
    r"|иначе|в\s+(?:остальных|других|прочих)\s+случаях|в\s+противном\s+случае|інакше|в\s+інших\s+випадках"
    r"|(?:for|при|для|when|if)\s+(?:(?:all|any|всех)\s+)?(?:other|остальных|других|прочих|інших|решти)"
    r"(?:\s+(?:real\s+)?(?:values?(?:\s+of)?|значениях|значений|значеннях))?"
    r"(?:\s+(?:the\s+)?(?:parameter|параметра))?(?:\s+[a-z](?![A-Za-z]))?"
)
_IF_WORDS = (
    r"(?:only\s+)?(?:if|for|when|whenever|where|provided\s+that)|при|если(?:\s+же)?|якщо(?:\s+ж)?|коли|когда|для|где|де"
    r"|wenn|falls|für"
)
_THEN_WORDS = r"then|то|тогда|тоді|dann"
_JOINING_WORDS = r"and|but|и|та|і|но|а|und"
_FREE = r"(?<![^\W\d_])(?<!\\)(?:{})(?![^\W\d_])"
_MARK = r"(?i)" + "|".join(
    (
        r"(?P<open>\\?[{(\[])",
        r"(?P<close>\\?[})\]])",
        rf"(?P<strong>(?<!\\);|\\\\|[ \t]*\n(?!\s*(?:{_THEN_WORDS})(?![^\W\d_])))",
        rf"(?P<stop>\.\s+(?=(?:{_IF_WORDS}|{_OTHER_WORDS})(?![^\W\d_])))",
        r"(?P<comma>(?<!\\),(?!\d))",
        r"(?P<colon>(?<!\\):(?!=))",
        r"(?P<dash>[—–]|(?<!-)-{2,3}(?!-))",
        rf"(?P<other>{_FREE.format(_OTHER_WORDS)})",
        rf"(?P<if>{_FREE.format(_IF_WORDS)})",
        rf"(?P<then>{_FREE.format(_THEN_WORDS)})",
        rf"(?P<join>{_FREE.format(_JOINING_WORDS)})",
        r"(?P<gap>\s*(?:\\q?quad(?![A-Za-z])|\\[ ;]|~)(?:\s|~|\\[ ,;:]|\\q?quad(?![A-Za-z]))*)",
        r"(?P<space>\\,|\s+)",
        r"(?P<command>\\[A-Za-z]+)",
    )
)
_CONDITION_WORD = r"(?i)" + _FREE.format(f"{_IF_WORDS}|{_OTHER_WORDS}")
#: what each of these words holds a part of, where it is ASCII and in lower case
_HINTS = ("if", "for", "whe", "provided", "else", "wise", "cases", "wenn", "falls")
_WORDS_IN_TEXT = r"\\(?:text|textrm|textbf|textit|mathrm|mbox)\s*\{([^{}]*)\}"
_MARK_IN_TEXT = (
    r"(?i)" + rf"[\s,;.:—–]*(?:{_IF_WORDS}|{_OTHER_WORDS}|{_THEN_WORDS}|{_JOINING_WORDS})?[\s,;.:—–]*"
)
_THEN_IN_TEXT = r"(?i)" + rf"[\s,]*(?:{_THEN_WORDS})(?![^\W\d_])"
_PARITY_IN_TEXT = r"\s*(?:is\s+)?(?:an?\s+)?(?:even|odd)[\s,;.]*"
#: a condition in brackets behind its value
_IN_BRACKETS = r"(?i)" + rf"\(\s*(?=(?:{_IF_WORDS})(?![^\W\d_]))([^()]*)\)"


class Mark(NamedTuple):
    """A word, separator or gap: its kind, and where it begins and ends."""

    kind: str
    start: int
    end: int


def _most_conditions(text: str) -> int:
    """Return how many words that open a condition may stand in a text at most: found faster than the words."""
    if not text.isascii():
        return len(text)
    lower = text.lower()
    return sum(map(lower.count, _HINTS)) if holds_any(lower, _HINTS) else 0


def says_cases(text: str) -> bool:
    """Return whether at least two words that open a condition stand in a text, outside environments."""
    if _most_conditions(text) < 2 or len(text) > MAX_CASES_CHARS or "\\begin" in text:
        return False
    return sum(1 for _ in islice(pattern(_CONDITION_WORD).finditer(text), 2)) == 2


def opens_condition(text: str) -> int:
    """Return where the first word that opens a condition stands, or the length of the text."""
    found = pattern(_CONDITION_WORD).search(text) if _most_conditions(text) else None
    return found.start() if found else len(text)


def _flattened(text: str) -> str:
    r"""Return the text with the words in `\text{}` bare where they open, link or end a condition."""

    def bare(found: re.Match[str]) -> str:
        """The words without their wrapper, or as they were."""
        said = found[1]
        is_mark = pattern(_MARK_IN_TEXT).fullmatch(said) or pattern(_THEN_IN_TEXT).match(said)
        is_mark = is_mark or pattern(_PARITY_IN_TEXT).fullmatch(said)
        return f" {said} " if is_mark or pattern(_CONDITION_WORD).search(said) else found[0]

    return pattern(_IN_BRACKETS).sub(r" \1 ", pattern(_WORDS_IN_TEXT).sub(bare, text))


def _marks(text: str) -> list[Mark]:
    """Return the marks outside every bracket, in order."""
    found: list[Mark] = []
    depth = 0
    for match in pattern(_MARK).finditer(text):
        kind = match.lastgroup or ""
        if kind in ("open", "close"):
            depth = max(0, depth + (1 if kind == "open" else -1))
        elif not depth and kind != "command":
            found.append(Mark("strong" if kind == "stop" else kind, *match.span()))
    return found


# ------------------------------------------------------------------------------
# 2  Conditions and values
# ------------------------------------------------------------------------------

#: words between two values, too
_LINKS = rf"{_JOINING_WORDS}|or|или|або|oder"
_ENDS = r"(?:[\s,;.:—–~]|\\[ ,;:!]|\\q?quad(?![A-Za-z]))+"
_TRIM = rf"\A{_ENDS}|{_ENDS}\Z"
_BULLET = r"\A\s*[-*•]\s+(?=[^\s\d])"
_LEADING_JOIN = r"(?i)" + rf"\A(?:{_LINKS})(?![^\W\d_])\s*"
_TRAILING_JOIN = r"(?i)" + rf"(?<![^\W\d_])(?<!\\)(?:{_LINKS}|же)(?![^\W\d_])[\s,]*\Z"
_QUANTIFIER = (
    r"(?i)" + r"(?P<all>(?:all|any|every|each|всех|любом|любых|каждого|любого|всіх|будь-якого)\s+)?"
    r"(?:(?:real|действительных|значениях|значений|values?\s+of|the\s+parameter|параметра)\s+)*"
)
_NOTHING = (
    r"(?i)"
    + r"(?:there\s+(?:is|are|exists?)\s+|the\s+\w{4,10}\s+)?(?:(?:has|have)\s+)?(?:no|не\s+имеет|нет|не\s+має|немає)"
    r"(?:\s+(?:real|действительных))?\s+(?:solutions?|roots?|решений|корней|розв'язків|коренів)"
    r"|(?:уравнение|система|неравенство|рівняння)\s+(?:не\s+имеет|не\s+має)\s+(?:решений|корней|розв'язків|коренів)"
    r"|(?:решений|корней|розв'язків|коренів)\s+(?:нет|немає)"
)
_ANYTHING = (
    r"(?i)"
    + r"(?:[a-z]\s*(?:[-—–]{1,3}\s*|is\s+)?)?(?:any|all|arbitrary|любое|любые|произвольное|все|будь-яке)"
    r"(?:\s+(?:real|действительное|действительные|дійсне))?(?:\s+(?:numbers?|values?|число|числа))?"
)
_STARTS_WITH_RELATION = r"(?:[<>=≤≥≠∈]|\\(?:n?leq?s?l?|geq?s?l?|neq?|in|lt|gt)(?![a-z]))"
_CONDITION_KINDS = frozenset({"rel", "and", "or", "list"})
_WORDS = frozenset({"text", "unit", "label", "cases", "logic"})


def _trimmed(text: str) -> str:
    """Return a part without white space, punctuation and linking words at its ends."""
    for _ in range(2):
        text = pattern(_TRAILING_JOIN).sub("", pattern(_LEADING_JOIN).sub("", pattern(_TRIM).sub("", text)))
    return pattern(_TRIM).sub("", text)


def _read(text: str, read: Read) -> Node | None:
    """Return the tree of a text, or None."""
    try:
        return read(text)
    except LimitExceeded:
        raise
    except NotMath:
        return None


def _condition(text: str, read: Read) -> Node | None:
    """Return what a text says of letters, as one relation or relations under `and` and `or`; else None."""
    text = _trimmed(text)
    quantifier = pattern(_QUANTIFIER).match(text)
    if quantifier and quantifier.end():
        text = text[quantifier.end() :].strip()
        if quantifier["all"] and re.fullmatch(r"[A-Za-z]", text):
            return Node("rel", (sym(text), Node("name", (), "R")), ("in",))
    if not text or pattern(_STARTS_WITH_RELATION).match(text):
        return None
    tree = _read(text, read)
    if tree is None or tree.kind not in _CONDITION_KINDS or facts(tree).kinds & _WORDS or not symbols(tree):
        return None
    return joined_condition(tree)


def joined_condition(tree: Node) -> Node | None:
    """Return a condition whose lists are `and`, or `or` of values of one name; None for what is no condition."""
    if tree.kind == "rel":
        upper_and_lower = branches(tree)
        if "=" in tree.value and len(tree.value) > 1:
            return None
        if len(upper_and_lower) == 1:
            return tree
        links = {("=",): "or", ("!=",): "and"}
        return Node(links[tree.value], upper_and_lower) if tree.value in links else None
    first = tree.args[0]
    if tree.kind == "list" and is_assignment(first):  # `a=0, 4`
        items = tuple(
            item if item.kind == "rel" or symbols(item) else Node("rel", (first.args[0], item), ("=",))
            for item in tree.args
        )
        is_one_name = all(is_assignment(item) and item.args[0] == first.args[0] for item in items)
        if is_one_name:
            return Node("or", tuple(part for item in items if (part := joined_condition(item))))
        if tree.value == "or":
            return None
    parts = tuple(
        part for item in tree.args if item.kind in _CONDITION_KINDS and (part := joined_condition(item))
    )
    if len(parts) != len(tree.args):
        return None
    return Node("or" if "or" in (tree.kind, tree.value) else "and", parts)


def _value(text: str, read: Read) -> Node | None:
    """Return what a text gives as the answer of a case; else None."""
    text = _trimmed(text)
    if not text:
        return None
    bare = pattern(_WORDS_IN_TEXT).sub(r"\1", text).strip()
    if pattern(_NOTHING).fullmatch(bare):
        return EMPTY_SET
    if pattern(_ANYTHING).fullmatch(bare):
        return Node("name", (), "R")
    if pattern(_STARTS_WITH_RELATION).match(text):
        return None
    tree = _read(text, read)
    return None if tree is None or "·" in symbols(tree) or tree.kind in ("cases", "logic") else tree


# ------------------------------------------------------------------------------
# 3  Where a condition ends and its value begins
# ------------------------------------------------------------------------------


def _parted(chunk: str, read: Read) -> tuple[str, str] | None:
    """Return (condition, value) of what stands between two words for `if`; the value may be nothing."""
    marks = _marks(chunk)
    for kinds in (("then",), ("colon", "dash")):
        for mark in [mark for mark in marks if mark.kind in kinds][:MAX_GAPS]:
            if _condition(chunk[: mark.start], read) is not None:
                return chunk[: mark.start], chunk[mark.end :]
    ends = [mark for mark in marks if mark.kind in ("comma", "join", "strong")]
    first_end = ends[0].start if ends else len(chunk)
    gap = _gap(chunk[:first_end], read)
    if gap is not None:
        return chunk[: gap.start], chunk[gap.end :]
    first = _condition(chunk[:first_end], read)
    if first is None:
        return None
    for position, mark in enumerate(ends):
        stop = ends[position + 1].start if position + 1 < len(ends) else len(chunk)
        item = chunk[mark.end : stop]
        if not _trimmed(item):
            continue
        more = _condition(item, read)
        names_value = more is not None and is_assignment(more) and more.args[0].kind != "sym"
        if more is None or names_value or not symbols(more) <= symbols(first):
            return chunk[: mark.start], chunk[mark.end :]
    return chunk, ""


def _gap(text: str, read: Read) -> Mark | None:
    """Return the one white space between a condition and its value: `a>0\\ x=1`; None where none or several fit."""
    gaps = [mark for mark in _marks(text) if mark.kind in ("gap", "space")][:MAX_GAPS]
    for kind in ("gap", "space"):
        fitting = [mark for mark in gaps if mark.kind == kind and _fits(text, mark, read)]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def _fits(text: str, mark: Mark, read: Read) -> bool:
    """Return whether a condition stands before a gap and a value behind it: no bare number behind a narrow gap."""
    before, behind = text[: mark.start], text[mark.end :]
    if not _trimmed(behind) or _condition(before, read) is None:
        return False
    value = _value(behind, read)
    return value is not None and (mark.kind == "gap" or value.kind in ("rel", "name", "text", "unit"))


# ------------------------------------------------------------------------------
# 4  Cases
# ------------------------------------------------------------------------------


class _Case(NamedTuple):
    """A case as it is written: its value, and its condition or None for all others."""

    value: str
    condition: str | None


def cases_in_words(text: str, read: Read) -> Node | None:
    """Return the cases that a text distinguishes in words as a `cases` node, behind their name if they have one."""
    flat = _flattened(text)
    written = _written(flat, read)
    if written is None or not 2 <= len(written) <= MAX_CASES:
        return None
    values = [_value(case.value, read) for case in written]
    conditions = [None if case.condition is None else _condition(case.condition, read) for case in written]
    rows = []
    for case, value, condition in zip(written, values, conditions, strict=True):
        if value is None or (condition is None and case.condition is not None):
            return None
        rows.append((value, condition))
    if sum(condition is None for condition in conditions) > 1:
        return None
    rows = _with_integers_at_values(rows)
    names = {value.args[0] for value, _ in rows if is_assignment(value)}
    letters = frozenset().union(*(symbols(condition) for _, condition in rows if condition is not None))
    if any(name.kind == "sym" and name.value in letters for name in names):
        return None  # what is solved for has no condition: a value was taken for one
    return _node(rows, names)


def _node(rows: list[tuple[Node, Node | None]], names: set[Node]) -> Node:
    """Return the rows as a `cases` node; behind the one name that their values have."""
    otherwise = Node("text", (), "otherwise")
    is_named = len(names) == 1 and all(
        is_assignment(value) or value.kind not in _CONDITION_KINDS for value, _ in rows
    )
    cells = (
        (value.args[1] if is_named and is_assignment(value) else value, condition or otherwise)
        for value, condition in rows
    )
    cases = Node("cases", tuple(Node("row", row) for row in cells))
    return Node("rel", (next(iter(names)), cases), ("=",)) if is_named else cases


def _with_integers_at_values(rows: list[tuple[Node, Node | None]]) -> list[tuple[Node, Node | None]]:
    r"""Return the rows with `k \in \mathbb{Z}` behind the last condition as said of the values that have the k."""
    value, last = rows[-1]
    if last is None or last.kind != "and":
        return rows
    stated = [item for item in last.args if _is_integer_statement(item)]
    rest = [item for item in last.args if item not in stated]
    letters = frozenset().union(*map(symbols, stated))
    if not stated or not rest or letters & frozenset().union(*map(symbols, rest)):
        return rows
    rows = [*rows[:-1], (value, rest[0] if len(rest) == 1 else Node("and", tuple(rest)))]
    return [
        (
            Node("list", (value, *(item for item in stated if symbols(item) <= symbols(value))), ",")
            if letters & symbols(value)
            else value,
            condition,
        )
        for value, condition in rows
    ]


def _is_integer_statement(item: Node) -> bool:
    r"""Return whether a relation says `k \in \mathbb{Z}`, or of another set of whole numbers."""
    return (
        item.kind == "rel"
        and item.value == ("in",)
        and item.args[1].kind == "name"
        and str(item.args[1].value)[:1] in ("Z", "N")
    )


def _written(text: str, read: Read) -> list[_Case] | None:
    """Return the cases of a text without wrappers; None where one is not to be told from the next."""
    found: list[_Case] = []
    begins_with_condition = False
    position = 0
    marks = _marks(text)
    if sum(mark.kind in ("if", "other") for mark in marks) > MAX_CASES:
        return None
    breaks = [(mark.start, mark.end) for mark in marks if mark.kind == "strong"]
    for start, end in [*breaks, (len(text), len(text))]:
        segment, position = pattern(_BULLET).sub("", text[position:start]), end
        if not _trimmed(segment):
            continue
        keys = [mark for mark in _marks(segment) if mark.kind in ("if", "other")]
        if not keys:  # a further value, which only a condition before it can hold
            if not found or not begins_with_condition:
                return None
            found[-1] = found[-1]._replace(value=f"{found[-1].value}; {segment}")
            continue
        begins_with_condition = not _trimmed(segment[: keys[0].start])
        cases = _cases_of_segment(segment, keys, read)
        if cases is None:
            return None
        found += cases
    return found


def _cases_of_segment(segment: str, keys: list[Mark], read: Read) -> list[_Case] | None:
    """Return the cases between two separators: a word for `if` belongs to the value before it, else to one behind."""
    found: list[_Case] = []
    value = _trimmed(segment[: keys[0].start])
    for position, key in enumerate(keys):
        is_last = position + 1 == len(keys)
        chunk = segment[key.end : len(segment) if is_last else keys[position + 1].start]
        if key.kind == "other":
            found.append(_Case(value or chunk, None))
            value = _trimmed(chunk) if value else ""
        elif value and is_last:
            found.append(_Case(value, chunk))
            value = ""
        else:
            parts = _parted(chunk, read)
            if parts is None or not (value or _trimmed(parts[1])):
                return None
            found.append(_Case(value or parts[1], parts[0]))
            value = _trimmed(parts[1]) if value else ""
    return None if value else found


__all__ = ["MAX_CASES_CHARS", "cases_in_words", "joined_condition", "opens_condition", "says_cases"]
