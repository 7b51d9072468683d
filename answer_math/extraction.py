r"""From a response to the candidate answer and where it stands.

    extract(response) -> Extraction | None

The first rule of EXTRACTORS that produces something wins: box, explicit marker, math span, bare
expression, marker, number, letter.  One forward pass, linear in the response; offsets always refer
to the original text.  Seed S3.1, DESIGN §3.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from answer_math.cases_in_words import MAX_CASES_CHARS, opens_condition, says_cases
from answer_math.labels import are_in_order
from answer_math.quantities import (
    ARTICLE,
    BOUNDED,
    BULLET,
    CALL,
    COMPARED_BEHIND,
    DENIAL,
    FILLER,
    IRRATIONAL_SIGN,
    LEAD,
    LETTER,
    LETTERS,
    LONE_LETTER,
    NO_SOLUTION,
    NUMBER,
    SENTENCE_END,
    after_steps,
    irrational_at,
    is_denied,
    is_rejected,
    is_stop_word,
    makes_sentence,
    math_tail,
    number_in,
    numbers_at_end,
    quantity_at,
    reads,
    sentence_end,
    steps_in,
    trimmed,
    trimmed_space,
    undelimited,
)
from answer_math.reader import reads_as_cases, reads_as_formula
from answer_math.rules import holds_any, pattern, rule
from answer_math.spoken import number_in_words
from answer_math.visible import (
    ANSWER_TAG,
    DISPLAY,
    MAX_BOXES,
    MAX_CANDIDATE_CHARS,
    MAX_GAP_CHARS,
    MAX_MARKERS,
    MAX_SENTENCE_CHARS,
    MAX_TAIL_CHARS,
    Extraction,
    Region,
    View,
    blanked,
    closing_brace,
    hide_apparatus,
    hide_code,
    visible,
)

# -- boxes ---------------------------------------------------------------------
BARE_BOX = r"\s?([-+]?(?:\d[\d.,/]*(?<![.,/])|\\[A-Za-z]+[^\n$]{0,200}|[A-Za-z](?![A-Za-z])))"
PLACEHOLDER = (
    r"(?i)[\s.…]*|\\(?:l?dots|cdots)|answer|(?:your|the|final|insert|my|answer|here|\s|\\text\{|\}){2,9}"
)
CONNECTIVE = (
    r"(?P<fill>[\s$~&*]+|\\[()\[\],:! ]|\\q?quad(?![A-Za-z])|\\\\)"
    r"|(?P<comma>\\?[,;，；、]|(?:\\(?:text|mbox|textrm)\s?\{\s?)?(?:and|und|et|и|和|と|و)(?:\s?\}|(?!\w))|[ye](?=\s\$))"
    r"|(?P<disjunction>(?:\\(?:text|mbox|textrm)\s?\{\s?)?(?:or|oder|ou|или|或)(?:\s?\}|(?!\w))|o(?=\s\$)|\\(?:lor|vee)(?![A-Za-z]))"
    r"|(?P<words>\\(?:text|mbox|textrm)\s?\{\s?[,;]?\s?(?P<word>and|or)\s?\})"
)
PART = (
    r"(?:\\text(?:bf)?\s?\{\s?)?(?:\*\*)?(?:\(?(?P<label>[a-hа-з]|[ivx]{1,4}|[1-9])\)"
    r"|(?:\.\s)?[Pp]art\s\(?(?P<letter>[a-hA-H]|[1-9])\)?)(?:\*\*)?:?(?:\s?\})?:?[\s$]*"
)
LABEL = (
    r"(?P<part>" + PART + r")"
    r"|(?P<name>\\?[A-Za-z]{1,8}(?:_\{?[A-Za-z0-9]{1,4}\}?)?(?:\([A-Za-z0-9]\))?)[\s$]*=[\s$]*"
)


def command_at(text: str, box: int) -> tuple[int, int] | None:
    r"""Start and end of the box command whose "box" stands here, or None.

    Also `\b` read as a backspace, a lost backslash before a brace, `\beginboxed`.
    """
    if text[box] == "\b":
        return box, box + 5
    if text.startswith("boxed", box):
        end = box + 5
        if text[box - 1 : box] == "\\":
            return box - 1, end
        if text[max(0, box - 6) : box] == "\\begin":
            return box - 6, end
        alone = not text[max(0, box - 1) : box].isalpha() and text[end : end + 1] == "{"
        return (box, end) if alone else None
    for prefix in ("\\f", "\\frame"):
        if text[max(0, box - len(prefix)) : box] == prefix:
            return box - len(prefix), box + 3
    return None


def box_content(text: str, after: int, stop: int) -> tuple[int, int, int] | None:
    """Start, end of the content of a box and end of the box, or None."""
    opening = after
    while opening < stop and text[opening].isspace():
        opening += 1
    options = pattern(r"(?:\[[^\[\]{}]{0,20}\]){1,2}(?=\{)").match(text, opening)  # \framebox[3cm]{5}
    opening = options.end() if options else opening
    if text.startswith("{", opening):
        closing = closing_brace(text, opening, stop)
        return (opening + 1, closing, closing + 1) if closing >= 0 else None
    bare = pattern(BARE_BOX).match(text, after, stop)
    if not bare:
        return None
    content = pattern(r"\\[)\]]|\\end|[.。](?=\s|$)").split(bare[1], maxsplit=1)[0]
    return bare.start(1), bare.start(1) + len(content), bare.start(1) + len(content)


def has_box_command(text: str) -> bool:
    r"""Whether a box command may stand in the text; "oxed" also behind a backspace that was `\b`."""
    return "oxed" in text or ("\\f" in text and ("\\fbox" in text or "\\framebox" in text))


def boxes_backward(text: str) -> Iterator[Region]:
    """The closed boxes, the last first; of nested ones, the innermost.

    A command ends the search range of those before it, so that every character is
    looked at a fixed number of times.
    """
    needle = "\boxed" if "\boxed" in text else "box"
    stop = len(text)
    at = text.rfind(needle)
    for _ in range(MAX_BOXES):
        if at < 0:
            return
        command = command_at(text, at)
        if command:
            content = box_content(text, command[1], stop)
            stop = command[0]
            if content:
                yield Region(stop, content[2], content[0], content[1])
        at = text.rfind(needle, 0, at)


def is_placeholder(content: str) -> bool:
    """Whether a box holds nothing, dots, or the words of an instruction."""
    bare = content.strip()
    if not bare or bare[0] in "-+([0123456789":
        return not bare
    return len(bare) <= 40 and pattern(PLACEHOLDER).fullmatch(bare) is not None


class Joint(NamedTuple):
    """Between two members of a list: the word, a name behind it, and a label: `y` of `y=`, `b` of `b)`."""

    word: str
    label: str
    part: str = ""


def joint(gap: str) -> Joint | None:
    """The list connective that a gap consists of, or None if it holds more.

    >>> joint("$, and $"), joint("$ or $y_2 = "), joint(" and then ")
    (Joint(word=', ', label='', part=''), Joint(word=' or ', label='y_2', part=''), None)
    """
    if len(gap) > MAX_GAP_CHARS:
        return None
    word, label, part, labelled, position = "", "", "", False, 0
    while position < len(gap):
        token = pattern(CONNECTIVE).match(gap, position)
        if not token:
            token = pattern(LABEL).match(gap, position)
            if not token or labelled:
                return None
            label, labelled = token["name"] or "", True
            part = token["label"] or token["letter"] or ""
            word = word or (", " if token["part"] else "")
        elif token["disjunction"] or token["word"] == "or":
            word = " or "
        elif not token["fill"]:
            word = word or ", "
        position = token.end()
    return Joint(word, label, part) if word else None


def joined(members: list[str], joints: list[Joint], first_label: str, first_part: str = "") -> str:
    """The members as a list: `1, 2`, `1 or 2`; `x=1, y=2` if names differ, `b) 1; a) 2` if labels are out of order."""
    parts = [first_part] + [each.part for each in joints]
    if all(parts) and not are_in_order([part.lower() for part in parts]):
        return "; ".join(f"{part}) {member.strip()}" for part, member in zip(parts, members, strict=True))
    labels = [first_label] + [each.label for each in joints]
    stems = {label.rstrip("0123456789{}_") for label in labels}
    if all(labels) and len(stems) > 1 and not any("=" in member for member in members):
        members = [f"{label}={member.strip()}" for label, member in zip(labels, members, strict=True)]
    word = " or " if any(each.word == " or " for each in joints) else ", "
    return word.join(member.strip() for member in members)


def joint_of(text: str, first: Region, second: Region) -> Joint | None:
    """The connective between two boxes of one command, or None."""
    same = text[first.start : first.start + 3] == text[second.start : second.start + 3]
    return (
        joint(text[first.end : second.start]) if same and second.start - first.end <= MAX_GAP_CHARS else None
    )


def label_before(text: str, start: int) -> str:
    """The name of an assignment that ends here: `x` in "so x = "; or nothing."""
    found = pattern(r"(\\?[A-Za-z]{1,8}(?:_\{?[A-Za-z0-9]{1,4}\}?)?)[\s$]{0,4}=[\s$]{0,4}$").search(
        text[max(0, start - 24) : start]
    )
    return found[1] if found else ""


def part_before(text: str, start: int) -> str:
    """The label of a part that ends here: `c` in "c) "; or nothing."""
    found = pattern(r"(?:^|(?<=[\s;,.:*{]))" + PART + r"\Z").search(text[max(0, start - 24) : start])
    return (found["label"] or found["letter"]) if found else ""


OTHER_BOXES = ("\boxed", "\\fbox", "\\framebox")
ROUNDED_BOX = r"\s*(?:\\approx(?![A-Za-z])|≈)"


def lone_box(text: str) -> Extraction | None:
    r"""The content of the only box of a text, as `last_box` finds it; None where there is another, or none.

    >>> lone_box(r"so $\boxed{5}$"), lone_box(r"\boxed{5} and \boxed{6}")
    (Extraction(text='5', how='last_box', start=11, end=12), None)
    """
    start = text.find("\\boxed{")
    if start < 0 or text.rfind("boxed") != start + 1 or holds_any(text, OTHER_BOXES):
        return None
    opening = start + 7
    closing = closing_brace(text, opening - 1, len(text))
    if closing < 0:
        return None
    content = text[opening:closing]
    if is_placeholder(content) or pattern(ROUNDED_BOX).match(content):
        return None
    return Extraction(content, "last_box", opening, closing)


def is_spare(text: str, box: Region) -> bool:
    r"""Whether another box before it would count: `\boxed{\approx 1.41}` for `\boxed{\sqrt{2}}`, `not \boxed{3}`."""
    return pattern(ROUNDED_BOX).match(text, box.inner_start) is not None or is_denied(text, box.start)


@rule(
    "S3.1/1", (r"so $\boxed{\frac{1}{2}}$", r"\frac{1}{2}"), leaves=(r"\boxed{A", r"\boxed{}", "a box of 5")
)
def last_box(view: View) -> Extraction | None:
    """Content of the last balanced box, or of the boxes that form one list."""
    boxes: deque[Region] = deque()
    joints: deque[Joint] = deque()
    text = view.text
    spare: Region | None = None
    for box in boxes_backward(text):
        empty = is_placeholder(text[box.inner_start : box.inner_end])
        if not boxes and spare is None and is_spare(text, box):
            spare = box
            continue
        if boxes:
            between = None if empty else joint_of(text, box, boxes[0])
            if between is None:
                break
            joints.appendleft(between)
        if not empty:
            boxes.appendleft(box)
    if not boxes and spare is not None:
        return Extraction(
            text[spare.inner_start : spare.inner_end], "last_box", spare.inner_start, spare.inner_end
        )
    if not boxes:
        return None
    members = [text[box.inner_start : box.inner_end] for box in boxes]
    first = label_before(text, boxes[0].start) if joints and joints[0].label else ""
    part = part_before(text, boxes[0].start) if joints and joints[0].part else ""
    found = joined(members, list(joints), first, part) if joints else members[0]
    return Extraction(found, "last_box", boxes[0].inner_start, boxes[-1].inner_end)


def box_list(response: str, size: int) -> Extraction | None:
    """The contents of all boxes as one list, when there are exactly `size` of them; else None.

    For a gold that lists `size` items: a response may box each where it is found.
    """
    text = visible(response)
    boxes = [box for box in boxes_backward(text) if not is_placeholder(text[box.inner_start : box.inner_end])]
    if len(boxes) != size:
        return None
    boxes.reverse()
    parts = [part_before(text, box.start) for box in boxes]
    joints = [Joint(", ", "", part) for part in parts[1:]]
    members = joined([text[box.inner_start : box.inner_end] for box in boxes], joints, "", parts[0])
    return Extraction(members, "last_box", boxes[0].inner_start, boxes[-1].inner_end)


# -- spans as answers ----------------------------------------------------------
CONDITION = (
    r"(?i)\b(?:if|since|for|with|where|when|let|given|because|as|setting|substituting|between|from)"
    r"(?:\s+[a-z]{1,12}){0,2}\s*$"
)
SUBORDINATE = (
    r"(?i)\b(?:(?:if|iff|since|for|where|when|whenever|given|because|provided|with|as|while"
    r"|(?<!is attained )(?<!is achieved )(?<!is reached )(?<!is located )(?<!occurs )(?<!occur )(?<!is )at)"
    r"(?:\s+(?:that|all|any|every|each|some|integers?|real|arbitrary|constants?|numbers?|values?|we|used?|have)){0,3}"
    r"|not|rather than"
    r"|instead of)\s*$"
)
RELATION = r"(?<![<>!:\\])=(?!=)|\\(?:leq?|geq?|lt|gt|neq?|in|leqslant|geqslant)(?![A-Za-z])|[<>≤≥≠∈]"
CLOSED_SIGN = r"[\d∞π∅√]|\\(?:infty|pi|sqrt|emptyset|varnothing|text|pm)"


def shape_of(content: str) -> str:
    """The shape of a span's content: relation, value, or a name."""
    if pattern(RELATION).search(content):
        return "relation"
    return "value" if pattern(CLOSED_SIGN).search(content) else "name"


def list_of_spans(text: str, spans: list[Region]) -> tuple[list[Region], list[Joint]]:
    """The last span and those before it that form one list with it."""
    members = [spans[-1]]
    joints: list[Joint] = []
    shape = shape_of(text[spans[-1].inner_start : spans[-1].inner_end])
    for span in reversed(spans[:-1]):
        between = (
            joint(text[span.end : members[0].start]) if members[0].start - span.end <= MAX_GAP_CHARS else None
        )
        is_part = between is not None and between.part and part_before(text, span.start)
        own = shape_of(text[span.inner_start : span.inner_end])
        if between is None or not (is_part or shape == own != "name"):
            break
        members.insert(0, span)
        joints.insert(0, between)
    if pattern(CONDITION).search(text[max(0, members[0].start - 40) : members[0].start]):
        return [spans[-1]], []
    if joints and shape == "relation" and not any(each.word == " or " for each in joints):
        steps = steps_in([text[span.inner_start : span.inner_end] for span in members])
        return members[steps:], joints[steps:]
    return members, joints


ROW_END = r"\\\\(?:\[[^\]]{0,10}\])?"


def last_row(text: str, span: Region) -> Region | None:
    """The last row of an aligned derivation, when the rows before it are steps to it; else None.

    A row that begins with `=` belongs to the one before it.
    """
    if not text.startswith("\\begin{", span.inner_start):
        return None
    opening = pattern(r"\\begin\{" + DISPLAY + r"\}").match(text, span.inner_start, span.inner_end)
    closing = text.rfind("\\end{", span.inner_start, span.inner_end)
    if not opening or closing < 0 or "\\begin" in text[opening.end() : closing]:
        return None
    rows: list[Region] = []
    start = opening.end()
    for mark in [*pattern(ROW_END).finditer(text, start, closing), None]:
        end = mark.start() if mark else closing
        content = text[start:end].strip(" \n\t&")
        if content[:1] == "=" and rows:
            rows[-1] = rows[-1]._replace(end=end, inner_end=end)
        elif content:
            rows.append(Region(start, end, start, end))
        start = mark.end() if mark else closing
    contents = [text[row.start : row.end].replace("&", "") for row in rows]
    return rows[-1] if len(rows) > 1 and steps_in(contents) == len(rows) - 1 else None


def is_subordinate(text: str, span: Region) -> bool:
    """Whether a span is a condition or denied: `for $x>0$`, `not $3$`."""
    return pattern(SUBORDINATE).search(text[max(0, span.start - 40) : span.start]) is not None


def main_spans(view: View, spans: list[Region]) -> tuple[list[Region], str]:
    r"""The spans up to the last main one, and a membership that restricts it.

    Subordinate spans behind a main one of their sentence fall; of `for $k \in \mathbb{Z}$`
    the content is kept.
    """
    text, end, condition = view.text, len(spans), ""
    while True:
        first = end - 1
        while first > 0 and joint(text[spans[first - 1].end : spans[first].start]):
            first -= 1
        if not is_subordinate(text, spans[first]):
            return spans[:end], condition
        before = spans[first - 1] if first else spans[0]
        name = shape_of(text[before.inner_start : before.inner_end]) == "name"
        if first == 0 or name or sentence_end(view, before.end) < spans[first].start:
            return spans, ""
        content = text[spans[first].inner_start : spans[end - 1].inner_end]
        condition = f", {content.strip()}" if pattern(r"\\in(?![A-Za-z])|∈").search(content) else condition
        end = first


EXACT_SIGN = r"\\(?:[dt]?frac|sqrt|pi|ln|log)(?![A-Za-z])|/|\^"
ROUNDED_VALUE = (
    r"\s{0,4}(?P<sign>≈|\\approx(?![A-Za-z]))?[\s\\$]{0,4}-?[\d,]{0,15}\.?\d{1,15}\s?"
    r"(?:\\?%|\^\\circ|\\text\s?\{[^{}]{0,20}\}|\\,){0,3}\s{0,4}"
)
ROUNDED_GAP = (
    r"(?i)(?:[\s,;(]|\b(?:or|which|that|is|i\.e\.),?\s){0,8}"
    r"(?P<word>(?:about|approximately|approx\.?|roughly|around|nearly)\s{1,3}|[≈~]\s{0,3})?"
)
SIGNS_OF_ROUNDING = ("round", "nearest", "decimal", "significant")


def is_rounded_form(text: str, exact: Region, span: Region) -> bool:
    r"""Whether a span rounds the exact value before it: `$2\sqrt3$, about $3.46$`; no response that has to round."""
    value = pattern(ROUNDED_VALUE).fullmatch(text, span.inner_start, span.inner_end)
    if not value or span.start - exact.end > MAX_GAP_CHARS:
        return False
    gap = pattern(ROUNDED_GAP).fullmatch(text, exact.end, span.start)
    if not gap or not (gap["word"] or value["sign"]):
        return False
    is_exact = pattern(EXACT_SIGN).search(text, exact.inner_start, exact.inner_end) is not None
    return is_exact and not holds_any(text.lower(), SIGNS_OF_ROUNDING)


def extraction_of_spans(view: View, spans: list[Region], how: str) -> Extraction:
    """The last main span, or the list that it ends, as an extraction."""
    text = view.text
    while len(spans) > 1 and is_rejected(text, spans[-1].inner_end):
        spans = spans[:-1]
    if len(spans) > 1 and is_rounded_form(text, spans[-2], spans[-1]):
        spans = spans[:-1]
    spans, condition = main_spans(view, spans)
    members, joints = list_of_spans(text, spans)
    row = last_row(text, members[0]) if len(members) == 1 else None
    if row:
        content = pattern(ROW_END).sub("", text[row.start : row.end].replace("&", ""))
        return Extraction(content, how, row.start, row.end)
    contents = [text[span.inner_start : span.inner_end] for span in members]
    first = label_before(text, members[0].start) if joints and joints[0].label else ""
    part = part_before(text, members[0].start) if joints and joints[0].part else ""
    found = joined(contents, joints, first, part) if joints else contents[0]
    return Extraction(found + condition, how, members[0].inner_start, members[-1].inner_end)


# -- markers -------------------------------------------------------------------
# Each is an anchor, looked for in the lower-cased text from its end, and the pattern
# that has to match there.  Anchors keep the search at the speed of str.rfind.
EMPHASIS = r"[ \t]*(?:[*_]{1,3}[ \t]*)?"
COPULA = r"(?:(?:is|are|equals|was|becomes|(?:would|will|must|should|to) be)\b|[-=]>|[:=：≈→])"
PURPOSE = r"(?:[ \t]+(?:to|for|of|in|as)\b[^.:=\n$\\?]{0,60}?)?" + EMPHASIS + r"(?:\([^()\n]{0,30}\)[ \t]*)?"
FOREIGN = (
    r"(?: finale?| correcta?| correcte)?(?:nya)?"
    + EMPHASIS
    + r"(?:(?:est|ist|lautet|es|é|è|is|to|là|adalah|ni|är|este"
    r"|является|равен|будет)\b|[:：=—–-])"
)
IDEOGRAPHIC = r"(?:应该)?[是为為は即等于:：=\s]{1,3}"


class MarkerForm(NamedTuple):
    """A marker: its anchor, the pattern at the anchor, its kind."""

    anchor: str
    source: str
    kind: str


def forms(kind: str, behind: str, *anchors: str) -> tuple[MarkerForm, ...]:
    """A marker form for each anchor, all of one kind and one continuation."""
    return tuple(MarkerForm(anchor, re.escape(anchor) + behind, kind) for anchor in anchors)


LATIN_MARKERS = (
    MarkerForm("ans", r"ans(?:wers?)?" + PURPOSE + COPULA, "word"),
    MarkerForm("answer", r"answer[ \t*_:.]*(?=\n|$)", "heading"),
    *forms("word", PURPOSE + COPULA, "option", "choice"),
    MarkerForm("####", r"####(?!#)", "hash"),
    MarkerForm("a:", r"a:(?=[ \t]*[-+$\\(\d])", "line"),
    *forms(
        "word", FOREIGN, "antwort", "ergebnis", "respuesta", "resposta", "risposta", "antwoord", "reponse"
    ),
    *forms("word", FOREIGN, "cevap", "jawaban", "svar", "jibu"),
    MarkerForm("therefore", r"therefore\b", "therefore"),
    *forms("conclusion", r"\b", "thus", "hence", "consequently", "in total", "donc", "daher", "somit"),
    *forms("conclusion", r"\b", "por lo tanto", "por tanto", "portanto", "quindi", "dunque"),
    MarkerForm("so", r"so\b", "sentence"),
)
OTHER_MARKERS = (
    *forms(
        "word",
        FOREIGN,
        "réponse",
        "lösung",
        "odpowiedź",
        "válasz",
        "răspuns",
        "đáp án",
        "đáp số",
        "résultat",
        "ответ",
    ),
    *forms("script", IDEOGRAPHIC, "答案", "答え", "回答", "解答", "正解", "正答"),
    *forms("script", r"[:：]", "答"),
    *forms("script", r"[은는이]?[ :：]", "정답", "답"),
    *forms("script", r"[^\n:.]{0,20}?(?:هي|هو|:)", "الإجابة", "الاجابة", "الجواب", "الناتج"),
    *forms("script", r"[^\n:।.]{0,10}?(?:है|হল|:|：)", "उत्तर", "উত্তর"),
    *forms("script", r"(?:คือ|[ :])", "คำตอบ", "సమాధానం"),
    *forms("conclusion", r"\b", "следовательно", "поэтому", "значит"),
    *forms(
        "script conclusion",
        "",
        "因此",
        "所以",
        "よって",
        "したがって",
        "ゆえに",
        "따라서",
        "그러므로",
        "لذا",
        "لذلك",
        "إذن",
    ),
)


CONCLUSIONS = frozenset({"therefore", "conclusion", "sentence", "script conclusion"})


class Marker(NamedTuple):
    """A marker in a text: where it begins and ends, and its kind."""

    start: int
    end: int
    kind: str


def lowered(text: str) -> str:
    """The text in lower case, as long as it is."""
    lower = text.lower()
    return (
        lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    )


def stands_free(lower: str, at: int, kind: str) -> bool:
    """Whether a marker of this kind can begin at this offset."""
    if kind.startswith("script"):
        return True
    before = lower[at - 1 : at]
    if kind == "line":
        return before in ("", "\n")
    if kind == "sentence":
        return before in ("", "\n") or (before == " " and lower[at - 2 : at - 1] in (".", "!", "?"))
    if kind == "heading":
        line = lower[max(lower.rfind("\n", max(0, at - 60), at) + 1, at - 60) : at]
        return pattern(r"[ \t>#*_✅]*(?:the |my )?(?:final |correct )?").fullmatch(line) is not None
    return not (before.isalnum() or before in ("_", "\\", "#"))


def markers_in(text: str) -> list[Marker]:
    """The last MAX_MARKERS explicit markers, in order."""
    lower = lowered(text)
    found: list[Marker] = []
    marker_forms = LATIN_MARKERS if text.isascii() else LATIN_MARKERS + OTHER_MARKERS
    for anchor, source, kind in [form for form in marker_forms if form[0] in lower]:
        at, count, form = lower.rfind(anchor), 0, pattern(source)
        while at >= 0 and count < MAX_MARKERS:
            marker = stands_free(lower, at, kind) and form.match(lower, at)
            if marker:
                found.append(Marker(at, marker.end(), kind))
                count += 1
            at = lower.rfind(anchor, 0, at)
    return sorted(found)[-MAX_MARKERS:]


NUMBER_BEHIND = (
    r"(?i)(?:\b(?:is|are|equals|be)\b|[=≈])\s{0,3}(?:about |approximately |exactly |only )?[*_`]{0,3}"
    r"(?=[-+−$€£\\½.\d])"
)


COPULAS = ("is", "are", "equals", "be", "=", "≈")


def behind_copula(view: View, start: int, end: int) -> tuple[int, int] | None:
    """The number behind the last `is` or `=` that a number follows."""
    found = None
    for copula in pattern(NUMBER_BEHIND).finditer(view.text, start, end):
        number = pattern(NUMBER).match(view.text, copula.end(), end)
        if number and number["number"] and not is_rejected(view.text, number.end()):
            found = number.span()
    return found


def choice_at(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The choice letter that begins the range: `D, since`, `(C) $x$`."""
    if pattern(LETTERS).fullmatch(text, start, end):
        return start, end
    letter = pattern(LETTER).match(text, start, end)
    if not letter or pattern(ARTICLE + r"|[A-H]\)? ?[-+*/=^<>\\]|[A-H] [A-Z]?(?:$|[^\w])").match(
        text, start, end
    ):
        return None
    return letter.span("letter")


def leading_answer(view: View, start: int, end: int) -> tuple[int, int] | None:
    """What the range begins with, if that is a quantity or a choice letter."""
    return choice_at(view.text, start, end) or quantity_at(view.text, start, end)


def lone_number(view: View, start: int, end: int) -> tuple[int, int] | None:
    """The last number of the range, or the expression that ends in it.

    Beside math spans only if it is the only number.
    """
    found = number_in(view.text, start, end)
    if not found or pattern(COMPARED_BEHIND).match(view.text, found[1], end):
        return None
    tail = math_tail(view, found[0])
    if tail and start <= tail[0]:
        return tail
    return None if view.spans and number_in(view.text, start, found[0]) else found


def text_answer(view: View, start: int, end: int) -> tuple[int, int] | None:
    """The range, if it is one to four words that can be an answer ("Evelyn")."""
    words = view.text[start:end].split()
    plain = 1 <= len(words) <= 4 and all(pattern(r"[^\W\d_][\w'’-]*").fullmatch(word) for word in words)
    known = len(words) == 1 and words[0].lower() == "no"
    return (start, end) if plain and (known or not is_stop_word(words[0])) else None


def introduced_range(view: View, marker_end: int) -> tuple[int, int]:
    """The sentence behind a marker, without filler words and emphasis."""
    text = view.text
    lead = pattern(LEAD).match(text, marker_end)
    start = lead.end() if lead else marker_end
    start, end = trimmed(text, start, sentence_end(view, start))
    for _ in range(4):
        filler = pattern(FILLER).match(text, start, end)
        if not filler:
            break
        start, end = trimmed(text, filler.end(), end)
    return start, end


def readable_clause(view: View, start: int, end: int) -> tuple[int, int] | None:
    """What reads as an answer before a comma or behind `is`, or None."""
    text = view.text
    clause = pattern(r", (?=[a-z]{3,})| \([a-z]{3,}| because | since ").search(text, start, end)
    if clause and reads(text[start : clause.start()]):
        return start, clause.start()
    copula = deque(pattern(r"(?i)\b(?:is|are|equals)\s").finditer(text, start, end), maxlen=1)
    if copula and reads(text[copula[0].end() : end]):
        return trimmed(text, copula[0].end(), end)
    nothing = pattern(NO_SOLUTION).search(text, start, end)
    return nothing.span() if nothing and not number_in(text, start, end) else None


def clause_answer(view: View, start: int, end: int) -> tuple[int, int] | None:
    """The words before a comma or `because`: "Monday, as a week is over"."""
    clause = pattern(r",| \(| because | since | as ").search(view.text, start, end)
    return text_answer(view, start, clause.start()) if clause else None


def bullets(view: View, start: int) -> Extraction | None:
    """The items of a bulleted list as one list, if each reads as an answer."""
    items: list[tuple[int, int]] = []
    while bullet := pattern(BULLET).match(view.text, start):
        items.append(trimmed(view.text, bullet.end(), sentence_end(view, bullet.end())))
        line_end = view.text.find("\n", items[-1][1])
        start = line_end + 1 if line_end >= 0 else len(view.text)
    texts = [undelimited(view, *item) for item in items]
    if not items or not all(reads(text) for text in texts):
        return None
    return Extraction(", ".join(texts), "answer_marker", items[0][0], items[-1][1])


def cases_in(view: View, start: int, end: int, how: str) -> Extraction | None:
    """The range as an answer that distinguishes cases in words, if it is one to its end; or None."""
    start, end = trimmed(view.text, start, min(end, start + MAX_CASES_CHARS))
    if start >= end or not says_cases(view.text[start:end]):
        return None
    if pattern(r"(?i),\s(?:so|hence|thus|therefore)\b").search(view.text, start, end):
        return None  # the cases lead to something else
    text = pattern(r"[ \t]+(?=[,;:.])|[ \t]+(?=[ \t])").sub(
        "", undelimited(view, start, end).replace("**", "")
    )
    return Extraction(text, how, start, end) if reads_as_cases(text) else None


def paragraph_end(text: str, start: int) -> int:
    """The offset of the blank line behind `start`, else the end of the text."""
    found = pattern(r"\n[ \t]*\n").search(text, start)
    return found.start() if found else len(text)


CHOICE_WITH_REMARK = (
    r"(?P<letter>[A-H])\*{0,2}(?: \((?=[^()\n]{1,60}\)\Z)| [–—] |:\*{0,2} )(?P<remark>[^()\n]{1,60}?)\)?"
)
MORE_IN_WORDS = (
    r"(?i),? (?:or|out|times|point|squared|cubed|plus|minus|more|less|fewer|to|and)\b|, [a-z]+(?:,| or)"
)


def choice_introduced(view: View, start: int, end: int) -> Extraction | None:
    """The letter of a choice that the range opens with, with the text of the choice if it reads, or None."""
    text = view.text
    remarked = pattern(CHOICE_WITH_REMARK).fullmatch(text, start, end)
    if remarked:
        remark = remarked["remark"].strip()
        return Extraction(
            f"{remarked['letter']}) {remark}" if reads(remark) else remarked["letter"],
            "answer_marker",
            start,
            end,
        )
    letter = choice_at(text, start, end)
    if letter:
        if reads_as_formula(text[start:end]):
            return view.taken(start, end, "answer_marker")
        return choice_with_text(view, start, end) or view.taken(*letter, "answer_marker")
    return None


def word_introduced(view: View, start: int, end: int) -> Extraction | None:
    """The bound, the stated word or the number in words that the range opens with, or None."""
    text = view.text
    if not text[start].isalpha():
        return None
    if pattern(BOUNDED).match(text, start, end):
        return view.taken(start, end, "answer_marker")
    word = pattern(STATED_WORD).match(text, start, end)
    if word and word.end() < end:
        return view.taken(*word.span(1), "answer_marker")
    spoken = pattern(SPOKEN_NUMBER).match(text, start, end)
    is_whole = spoken and not pattern(MORE_IN_WORDS).match(text, spoken.end(), end)
    if spoken and is_whole and number_in_words(spoken[0]) is not None and not number_in(text, start, end):
        return view.taken(*spoken.span(), "answer_marker")
    return None


def introduced(view: View, marker_end: int, last: bool) -> Extraction | None:
    """What a marker introduces, or None.

    The whole sentence if it reads as an answer; a leading quantity or letter; the
    last span of the sentence, or the number behind `is` or `=` after it.  Only if no
    span follows (`last`): any number of the sentence, or a few words.
    """
    start, end = introduced_range(view, marker_end)
    text, spans = view.text, view.spans_between(start, end)
    if start >= end:
        return None
    cases = cases_in(view, start, paragraph_end(text, start), "answer_marker") or cases_in(
        view, start, end, "answer_marker"
    )
    if cases:
        return cases
    at_once = choice_introduced(view, start, end) or word_introduced(view, start, end)
    if at_once:
        return at_once
    if "\n" in text[marker_end:start] and pattern(BULLET).match(text, start):
        return bullets(view, start)
    if len(spans) == 1 and is_denied(text, spans[0].start):
        return None
    found: tuple[int, int] | None = None
    if not spans or joint(text[start : spans[0].start] or ",") is None:
        found = (start, end) if reads(undelimited(view, start, end)) else quantity_at(text, start, end)
    if found is None and spans:
        found = behind_copula(view, spans[-1].end, end)
        if found is None:
            return extraction_of_spans(view, spans, "answer_marker")
    if found is None:
        found = readable_clause(view, start, end) or behind_copula(view, start, end)
    if found is None and last:
        found = (
            clause_answer(view, start, end) or lone_number(view, start, end) or text_answer(view, start, end)
        )
    return view.taken(*found, "answer_marker") if found else None


def relation_behind(view: View, start: int, end: int) -> tuple[int, int] | None:
    """The relation behind the last `is`: "the solution set is x > 3"."""
    copula = deque(pattern(r"(?i)\b(?:is|are)\s").finditer(view.text, start, end), maxlen=1)
    if not copula or not pattern(r"[<>≤≥∈]").search(view.text, copula[0].end(), end):
        return None
    found = trimmed(view.text, copula[0].end(), end)
    return found if reads(view.text[slice(*found)]) else None


#: before a bold number that is a step, and behind one whose further numbers are details of it
STEP_BEFORE_BOLD = (
    r"(?i)(?:\A|(?<=[.!?\n]))[\s*]{0,4}(?:since|after|for|with|adding|because|if|when|from|given)\b"
    r"|(?:[-+/×·]|\b(?:for|with|after|from|by|per)(?: the)?) ?\*\*\Z"
)
DETAIL_BEHIND_BOLD = (
    r"(?i)\**[^,;:.(\d]{0,60}"
    r"(?:[:(]|,? (?:of which|including|because|since|where|with|namely|i\.e\.|that is)\b)"
)
EMPHASISED = r"(?<![*\w])\*\*([^*\n]{1,80})\*\*(?![*\w])"


def emphasised_number(view: View, start: int, end: int) -> tuple[int, int] | None:
    """The number that is the only bold one of a range: "**31** chairs: 15 on the left, 16 on the right"."""
    if "**" not in view.text[start:end]:
        return None
    text = view.text
    bold = [found.span(1) for found in pattern(EMPHASISED).finditer(text, start, end)]
    numbers = [span for span in bold if number_in(text, *span) and quantity_at(text, *span) == span]
    if len(numbers) != 1:
        return None
    ((first, last),) = numbers
    is_step = pattern(STEP_BEFORE_BOLD).search(text, start, first) is not None
    has_result = number_in(text, last, end) is not None and not pattern(DETAIL_BEHIND_BOLD).match(
        text, last, end
    )
    return None if is_step or has_result else numbers[0]


def emphasised_beside(view: View, marker: Marker, end: int) -> tuple[int, int] | None:
    """The only bold number of the sentence that a marker stands in, up to `end`."""
    breaks = deque(pattern(SENTENCE_END).finditer(view.text, 0, marker.start), maxlen=1)
    return emphasised_number(view, breaks[0].end() if breaks else 0, min(end + 3, len(view.text)))


def bracket_around(view: View, number: tuple[int, int]) -> tuple[int, int] | None:
    """The tuple or interval that a number ends, between words and a sentence's end: "is at (2, -1)"."""
    if view.text[number[1] : number[1] + 1] not in (")", "]"):
        return None
    tail = math_tail(view, number[0])
    return tail if tail and view.text[tail[0]] in "([" else None


MORE_MATHEMATICS = r"\s?(?:[-+*/^:!]|[a-zA-Z](?![a-zA-Z])|\d|sqrt|pi\b)"
MORE_OF_QUANTITY = r"(?i)[^.]*?(?:\d|million|billion|thousand|trillion|\b(?:more|less|dozen|times)\b)"


def begun_by(view: View, number: tuple[int, int], end: int) -> tuple[int, int]:
    """What a number behind a copula begins: all of `3x + 2`, `3:2` or `5!`, or what it makes with others."""
    text = view.text
    start, stop = trimmed(text, number[0], end)
    if (
        stop > number[1]
        and pattern(MORE_MATHEMATICS).match(text, number[1], stop)
        and reads(text[start:stop])
    ):
        return start, stop
    quantity = quantity_at(text, number[0], end)
    if quantity and pattern(MORE_OF_QUANTITY).match(text, number[1], quantity[1]):
        return quantity
    return number


def concluded(view: View, marker: Marker) -> Extraction | None:
    """The number of a concluding sentence that follows every span, or None.

    `Thus` and kin, but not `therefore`, yield to a later sentence with a number.
    """
    if pattern(r"[\s.]*\Z").match(view.text, marker.end):
        return None
    start, end = introduced_range(view, marker.end)
    if (view.spans and view.spans[-1].end > marker.start) or start >= end:
        return None
    if marker.kind != "therefore" and number_in(view.text, end, len(view.text)):
        return None
    prose = pattern(r"[^\W\d_]{2,} [^=]*\d").match(view.text, start, end)
    if not prose and reads(view.text[start:end]):
        return view.taken(*after_steps(view.text, start, end), "answer_marker")
    found = emphasised_beside(view, marker, end) if "**" in view.text else None
    found = found or numbers_at_end(view.text, start, end)
    words = view.text[start:end].lower()
    if not found and holds_any(words, COPULAS):
        found = relation_behind(view, start, end)
        number = None if found else behind_copula(view, start, end)
        if number and pattern(COMPARED_BEHIND).match(view.text, number[1], end):
            return None
        attained = number and number_before_details(view.text, number)
        found = found or attained or (number and begun_by(view, number, end))
    last = found or number_in(view.text, start, end)
    found = found or (last and number_before_details(view.text, last)) or last
    if not found:
        return None
    return view.taken(
        *(bracket_around(view, found) or irrational_at(view, found[0]) or found), "answer_marker"
    )


def hash_answer(view: View, marker_end: int) -> Extraction | None:
    """The rest of the line behind `####`, if it is an answer and no heading."""
    text = view.text
    line_end = text.find("\n", marker_end)
    line_end = min(len(text) if line_end < 0 else line_end, marker_end + MAX_SENTENCE_CHARS)
    start, end = trimmed(text, marker_end, line_end)
    if start >= end:
        return None
    found = (start, end) if reads(undelimited(view, start, end)) else quantity_at(text, start, end)
    if found and found[1] < end and pattern(r"[.)]\s").match(text, found[1]):
        return None
    return view.taken(*found, "answer_marker") if found else None


# -- the rules -----------------------------------------------------------------
@rule(
    "S3.1/4",
    ("First $x=3$. The final answer is 5. It is odd.", "5"),
    leaves=("The answer is clear: see $x=3$.",),
)
def explicit_marker(view: View) -> Extraction | None:
    """What the last explicit marker of a final answer introduces."""
    last_span_start = view.spans[-1].start if view.spans else -1
    for marker in reversed(markers_in(view.text)):
        if view.text.endswith(("impossible for the ", "impossible for "), 0, marker.start):
            continue
        if marker.kind in CONCLUSIONS:
            found = concluded(view, marker)
        elif marker.kind == "hash":
            found = hash_answer(view, marker.end)
        else:
            found = introduced(view, marker.end, last_span_start < marker.end)
        if found:
            return found
    return None


CUE_OF_RESULT = (
    r"(?i)\b(?:agree|answer|result|final|asked|look(?:ing)? for|want(?:ed)?|sought|required|comes out|in total"
    r"|altogether)\b"
)
NUMBER_AT_END = (
    r"(?i)\b(?:is|are|equals)[ ][*_]{0,2}(?P<number>[-−]?\d[\d.,/]{0,20}(?<![.,/]))[*_.!\s]{0,8}\Z"
)


def spoken_at_end(text: str, start: int) -> tuple[int, int] | None:
    """The number in words behind the `is` or `as` that ends the text: "The sum comes out as seven twelfths"."""
    begin = max(start, len(text) - MAX_GAP_CHARS)
    lower = text[begin:].lower()
    if not holds_any(lower, NUMBER_STEMS):
        return None
    found = pattern(
        r"(?i)\b(?:is|are|equals|as)[ ](?P<number>" + SPOKEN_NUMBER[4:] + r")[.!\s]{0,4}\Z"
    ).search(text, begin)
    return found.span("number") if found and number_in_words(found["number"]) is not None else None


def number_at_end(view: View, start: int) -> tuple[int, int] | None:
    """The number behind the `is` that ends the text, in a sentence that begins after `start`; or None."""
    text = view.text
    found = pattern(NUMBER_AT_END).search(text, max(start, len(text) - MAX_GAP_CHARS))
    span = found.span("number") if found else spoken_at_end(text, start)
    if not span or is_denied(text, span[0]) or sentence_end(view, start) > span[0]:
        return None
    breaks = deque(pattern(SENTENCE_END).finditer(text, start, span[0]), maxlen=1)
    return (
        span if pattern(CUE_OF_RESULT).search(text, breaks[0].end() if breaks else start, span[0]) else None
    )


@rule(
    "S3.1/2",
    (r"the value is $\frac{\pi}{3}$", r"\frac{\pi}{3}"),
    ("We try $x=6$ and $x=7$. Both methods agree: the number is 7.", "7"),
    leaves=("it costs $5 in all", r"\$5 and \$6", "it can't be $42$"),
)
def last_span(view: View) -> Extraction | None:
    """Content of the last math span, or of the spans that form one list.

    Of "the value of $x$ is 12" and "if $n=4$, there are 6" it is the number behind; a last sentence without
    spans that ends in `is 7` counts before the spans of earlier ones.
    """
    if not view.spans:
        return None
    if is_broken_off(view.text):
        return None
    last = view.spans[-1]
    closing = number_at_end(view, last.end)
    if closing:
        return view.taken(*closing, "answer_marker")
    is_void = is_denied(view.text, last.start) or is_rejected(view.text, last.inner_end)
    if len(view.spans) == 1 and is_void:
        return None
    if is_subordinate(view.text, last) or shape_of(view.text[last.inner_start : last.inner_end]) == "name":
        number = behind_copula(view, last.end, sentence_end(view, last.end))
        if number:
            return view.taken(*(irrational_at(view, number[0]) or number), "answer_marker")
    return extraction_of_spans(view, view.spans, "last_span")


@rule(
    "S3.1/2",
    (r"We get $x=\frac{2}{a}$ if $a\ne0$; no roots if $a=0$.", r"x=\frac{2}{a} if a\ne0; no roots if a=0"),
    leaves=("If $a>0$, we add $2$. If $a<0$, we stop.", "It is $2$ if $a=0$."),
)
def final_cases(view: View) -> Extraction | None:
    """The answer by cases that the last paragraph is, or that begins at its first span or its first `if`."""
    text = view.text
    end = len(text.rstrip())
    breaks = deque(pattern(r"\n[ \t]*\n").finditer(text, max(0, end - MAX_CASES_CHARS), end), maxlen=1)
    start = breaks[0].end() if breaks else max(0, end - MAX_CASES_CHARS)
    if not says_cases(text[start:end]):
        return None
    spans = view.spans_between(start, end)
    firsts = [spans[0].start] if spans else []
    first = min([*firsts, start + opens_condition(text[start:end])])
    how = "last_span" if spans else "whole_response"
    return cases_in(view, start, end, how) or cases_in(view, first, end, how)


CHOICE_WITH_TEXT = r"[*_\s]*[(\[]?[A-H](?:[)\]][.:]?|\.)[*_]*[ ]+(?=\S)"


def choice_with_text(view: View, start: int, end: int) -> Extraction | None:
    """The range, if it is a choice with a text that is an answer: compared by letter or by text."""
    letter = pattern(CHOICE_WITH_TEXT).match(view.text, start, end)
    if not letter or end - start > MAX_GAP_CHARS:
        return None
    rest = view.text[letter.end() : end].strip("*_ .")
    if not rest or pattern(CHOICE_WITH_TEXT).search(rest) or not reads(rest):
        return None
    text = pattern(r"[*_]").sub("", view.text[start : letter.end()]) + rest
    return Extraction(text.strip(), "answer_marker", start, end)


CHOSEN = (
    r"I(?:['’]d| would)? (?:choose|pick|select|go with) (?:(?:option|choice|answer) )?[*_]{0,2}"
    r"\(?(?P<letter>[A-H])\)?[*_.]{0,4}"
)


@rule(
    "S3.1",
    ("**A)** 42", "A) 42"),
    (r"(B) $\frac{1}{2}$", r"(B) $\frac{1}{2}$"),
    ("I choose option B.", "B"),
    leaves=("A) we add 2 and 3, which gives 5", "A 42", "A) 1 B) 2"),
)
def lone_choice(view: View) -> Extraction | None:
    """The whole response, when it is a choice with its text: compared by letter or by text."""
    start, end = trimmed_space(view.text)
    if end - start > MAX_GAP_CHARS or "\n" in view.text[start:end]:
        return None
    chosen = pattern(CHOSEN).fullmatch(view.text, start, end)
    if chosen:
        return view.taken(*chosen.span("letter"), "choice_letter")
    found = choice_with_text(view, start, end)
    return found._replace(how="whole_response") if found else None


EXPLANATION = (
    r"\s{0,8}(?:[*_#]{1,4} ?)?"
    r"(?i:(?:explanation|reason|reasoning|rationale|justification)[*_]{0,2}:|because\b)"
)
ANSWER_LINE = r"[ \t*_]*(?P<line>[^\n]{1,80}?)[ \t.*_]*\n"


@rule(
    "S3.1",
    ("B\n\nExplanation: A is wrong, since 2 + 2 = 4.", "B"),
    ("**12**\n\nReason: 3 and 9 sum up.", "12"),
    leaves=(
        "B\nWe add 2 and 2.",
        "2x = 8\nExplanation: we divide by 2.",
        "12\nReason: 3 and 9. The answer is 13.",
    ),
)
def answer_before_explanation(view: View) -> Extraction | None:
    """The first line, when it is a choice or an answer and an explanation follows that states none of its own."""
    start = trimmed_space(view.text)[0]
    stop = view.text.find("\n", start, start + MAX_GAP_CHARS) + 1
    line = pattern(ANSWER_LINE).match(view.text, start, stop) if stop else None
    if not line or not pattern(EXPLANATION).match(view.text, line.end()):
        return None
    if any(marker.kind not in CONCLUSIONS for marker in markers_in(view.text)):
        return None
    first, last = line.span("line")
    content = undelimited(view, first, last)
    if pattern(r"\(?[A-H][).]?").fullmatch(content):
        at = first + line["line"].index(content.strip("()."))
        return view.taken(at, at + 1, "choice_letter")
    left, sign, _ = content.partition("=")
    is_answer = (not sign or pattern(CALL).fullmatch(left)) and reads(content)
    return choice_with_text(view, first, last) or (
        view.taken(first, last, "whole_response") if is_answer else None
    )


def bold_of_last_sentence(text: str) -> tuple[int, list[tuple[int, int]]]:
    """Where the last sentence begins, and what is bold in it; a full stop inside of bold ends none."""
    end = len(text.rstrip(" \n.!*_"))
    line = max(text.rfind("\n", 0, end) + 1, end - MAX_SENTENCE_CHARS)
    bold = [found.span(1) for found in pattern(EMPHASISED).finditer(text, line)]
    breaks = [found.end() for found in pattern(SENTENCE_END).finditer(text, line, end)]
    start = max((at for at in breaks if not any(a < at < b for a, b in bold)), default=line)
    return start, [span for span in bold if span[0] >= start]


@rule(
    "S3.1/4",
    ("I count **31** chairs in total: 15 on the left and 16 on the right.", "31"),
    ("For n = 5 the value of 2^n - 1 is **31**.", "31"),
    ("The sides do not fit: 2 + 3 < 6. **No**, there is no such triangle.", "No"),
    ("So the fastest runner is **Marguerite**.", "Marguerite"),
    leaves=("**Step 1** costs 5.", "**Note** that 3 and 4 are left.", "**3** and **4** remain"),
)
def emphasis_at_end(view: View) -> Extraction | None:
    """The one bold number of the last sentence, its bold yes or no, or the bold name behind its `is`."""
    text = view.text
    if "**" not in text:
        return None
    start, bold = bold_of_last_sentence(text)
    if view.spans and view.spans[-1].end > start:
        return None
    choices = [choice for span in bold if (choice := choice_with_text(view, *trimmed(text, *span)))]
    if len(choices) == 1:
        return choices[0]
    word = pattern(STATED_WORD).match(text, bold[0][0]) if bold else None
    if word and not text[start : bold[0][0]].strip(" \n*"):
        return view.taken(*word.span(1), "answer_marker")
    found = emphasised_number(view, start, len(text))
    if (
        not found
        and bold
        and pattern(r"\b(?:is|was|are|were|be):?[ ]\*\*\Z").search(text, start, bold[-1][0])
    ):
        found = text_answer(view, *trimmed(text, *bold[-1]))
    return view.taken(*found, "answer_marker") if found else None


COUNTED = (
    r"(?:ways?|solutions?|roots?|zero(?:e?s)|pairs?|triples?|quadruples?|tuples|integers?|numbers|values|possibilities"
    r"|subsets|arrangements|permutations|combinations|sequences|functions|polynomials|divisors|factors|multiples|primes"
    r"|triangles|squares|outcomes|points)"
)
STATED_COUNT = (
    r"(?i)\bthere (?:are|is|exists?)(?: exactly| only| precisely| a total of)? (?:\*\*)?(?:\$|\\\()?"
    r"(?P<count>\d[\d,]{0,20})(?:\$|\\\))?(?:\*\*)? (?:(?!of\b|and\b)[a-z-]{2,15} ){0,3}?" + COUNTED + r"\b"
)
CONDITION_BEFORE = r"(?i)\b(?:if|when|since|because|suppose|assume|assuming|as|given|where|while|for)\b"
BRACKETED = r"[(\[{][^()\[\]{}\n]{0,60}[)\]}]|, inclusive,?"
MORE_THAN_DETAIL = (
    r"(?i)[,;:=]|\b(?:is|are|was|were|has|have|so|then|thus|hence|giving|gives?|get|which|because|since|but|plus|minus"
    r"|times|each|every|per|or|if)\b|\band (?:\w{1,15} ){0,2}" + COUNTED + r"\b"
)


@rule(
    "S3.1/4",
    ("There are 84 ways to choose 3 people from 9.", "84"),
    ("There are $3$ solutions in $[0, 2\\pi]$.", "3"),
    ("So there are **12** pairs $(a, b)$ with $a < b$.", "12"),
    leaves=(
        "There are 3 ways to go and 5 ways to return.",
        "There are $2$ solutions: $x=1$ and $x=3$.",
        "If there are 3 solutions in [0, 5], we add 2.",
        "There are 3 boxes with 12 apples.",
        "There are $2$ roots $x=1$ and $x=3$",
        "There are 3 ways.",
    ),
)
def stated_count(view: View) -> Extraction | None:
    """The number behind the `there are` of the last sentence, when it counts objects that the rest only describes."""
    text = view.text
    end = len(text.rstrip(" \n.!*_"))
    begin = max(0, end - MAX_SENTENCE_CHARS)
    if text.find("here ", begin, end) < 0:
        return None
    found = deque(pattern(STATED_COUNT).finditer(text, begin, end), maxlen=1)
    if not found or sentence_end(view, found[0].end()) < end:
        return None
    breaks = deque(pattern(SENTENCE_END).finditer(text, begin, found[0].start()), maxlen=1)
    if pattern(CONDITION_BEFORE).search(text, breaks[0].end() if breaks else begin, found[0].start()):
        return None
    behind = found[0].end()
    spans = view.spans_between(behind, end)
    words = blanked(text[behind:end], [(span.start - behind, span.end - behind) for span in spans])
    words = pattern(BRACKETED).sub(" ", words)
    if spans and not text[behind : spans[0].start].strip():
        named = text[spans[0].inner_start : spans[0].inner_end]
        if "=" in named or not pattern(r"[A-Za-z]").search(named):
            return None  # the objects themselves
    is_detailed = spans or pattern(r"\d").search(text, behind, end)
    if not is_detailed or pattern(MORE_THAN_DETAIL).search(words):
        return None
    return view.taken(*found[0].span("count"), "answer_marker")


HEADING_OF_ANSWERS = (
    r"(?i)\b(?:solutions?|roots?|answers?|zeros?|values?|results?|possibilities|are)\b[^\n:]{0,40}:[*_ \t]{0,4}\n"
    r"\s{0,8}"
    r"(?=(?:[-•*+]|\d[.)])[ \t])"
)


@rule(
    "S3.1/2",
    ("The solutions are:\n\n- $x = 1$\n- $x = 3$", "x = 1, x = 3"),
    leaves=(
        "We check:\n- $1+1=2$\nSo $x=2$.",
        "The case:\n- $x = 1$",
        "We use:\n- the first rule, $x=1$\n- $x=2$",
        "Solving step by step:\n1. $2x=8$\n2. $x=4$",
    ),
)
def final_bullets(view: View) -> Extraction | None:
    """The items of a bulleted list that ends the text behind a colon, if there are several and each is an answer."""
    if "\n" not in view.text:
        return None
    heading = deque(pattern(HEADING_OF_ANSWERS).finditer(view.text), maxlen=1)
    found = bullets(view, heading[0].end()) if heading else None
    if (
        not found
        or view.text[found.end :].strip(" \n.$)\\]*")
        or view.text.count("\n", found.start, found.end) < 1
    ):
        return None
    return found


PARAMETER_NOTE = (
    r"(?i)[,;]?[ ]{1,3}(?:where|with|for)[ ](?:any[ ]|every[ ]|all[ ]|some[ ])?\$?[a-z]\$?[ ](?:is|being)[ ]"
    r"(?:an?[ ]|any[ ])?(?:arbitrary[ ])?(?:positive[ ]|real[ ])?(?:integer|number|constant)\Z"
)


@rule(
    "S3.1/3",
    (r"x=\frac{\pi}{4}(4k+1)", r"x=\frac{\pi}{4}(4k+1)"),
    ("(not A) or not (B and C)", "(not A) or not (B and C)"),
    leaves=("we found 2 and 3", "not A but B"),
)
def whole_response(view: View) -> Extraction | None:
    """The whole response, if it is one expression, list, set or relation."""
    start, end = trimmed_space(view.text)
    if start >= end or end - start > MAX_CANDIDATE_CHARS:
        return None
    bare = view.text[start:end].strip("*_` \n").rstrip(".。 ")
    if reads(bare) or (not makes_sentence(bare) and reads_as_formula(bare)):
        return view.taken(start, end, "whole_response")
    is_noted = bare.endswith(("integer", "number", "constant"))
    note = pattern(PARAMETER_NOTE).search(bare, max(0, len(bare) - MAX_GAP_CHARS)) if is_noted else None
    if note and reads(bare[: note.start()]):
        return view.taken(start, view.text.index(bare, start) + note.start(), "whole_response")
    return None


def number_before_reason(text: str, found: tuple[int, int]) -> tuple[int, int] | None:
    """The number before the `because` or `since` of the sentence that the last one stands in.

    Not where a clause follows that the reason leads to.
    """
    begin = max(0, found[0] - MAX_SENTENCE_CHARS)
    reason = deque(
        pattern(r"(?i)\b(?:because|since)\b|, as\b(?! well)").finditer(text, begin, found[0]), maxlen=1
    )
    if not reason or pattern(r"[,;]|\bso\b").search(text, reason[0].end(), found[0]):
        return None
    if pattern(r"(?i)(?:\b(?:and|but)|;)\s\Z").search(text, begin, reason[0].start()):
        return None
    breaks = deque(pattern(SENTENCE_END).finditer(text, begin, found[0]), maxlen=1)
    start = breaks[0].end() if breaks else begin
    return number_in(text, start, reason[0].start()) if start < reason[0].start() else None


DETAILS = (
    r"(?: [a-z]{2,15}){0,3}"
    r"(?: after [a-z]{3,12}ing|, (?:which is |and is )?(?:attained|achieved|reached) (?:at|when|for|by))"
    r"(?: [a-z] ?= ?[-−]?\d{1,9},?(?: and)?)?"
    r"(?: (?!(?:so|then|to|get|gives?|leaves|is|are|has|have|was|were|and)\b)[a-z]{1,15}){0,5}(?: ?= ?| )[$£€]?"
)
DETAIL_WORDS = (" after ", ", attained ", ", achieved ", ", reached ", ", which is ", ", and is ")
VALUE_OF = r"(?i)\bvalue of [a-z] is (?P<number>[-−]?\d[\d.,/]{0,15}) when [a-z] ?= ?\Z"


def number_before_details(text: str, found: tuple[int, int]) -> tuple[int, int] | None:
    """The number before what says how it comes about: "17 left after giving away 3", "17, attained at x = 3".

    Of `17 when y = 3` only behind "the value of x is".
    """
    begin = max(0, found[0] - 2 * MAX_GAP_CHARS)
    value = pattern(VALUE_OF).search(text, begin, found[0]) if " when " in text[begin : found[0]] else None
    if value:
        return value.span("number")
    opening = max(text.rfind(word, begin, found[0]) for word in DETAIL_WORDS)
    if opening < 0:
        return None
    breaks = deque(pattern(SENTENCE_END).finditer(text, begin, found[0]), maxlen=1)
    start = breaks[0].end() if breaks else begin
    number = number_in(text, start, opening) if start < opening else None
    return number if number and pattern(DETAILS).fullmatch(text, number[1], found[0]) else None


BROKEN_OFF = r" (?:the|a|an|of|by|is|are|and|or|which|with|if|because|since|must|will|then be)\s*\Z"


def is_broken_off(text: str) -> bool:
    """Whether a text ends with a word or sign that nothing ends in: it was cut before its answer.

    >>> is_broken_off("Now 7 has to be multiplied by the"), is_broken_off("Now it is 7")
    (True, False)
    """
    bare = text[-MAX_GAP_CHARS:].rstrip(" \n*_")
    return bare.endswith(("=", "+", "/", "(")) or pattern(BROKEN_OFF).search(bare) is not None


RESULT_MARKER = (
    r"(?i)\bresult[ \t]+(?:is|equals)\b|\b(?:result|solution)[*_]{0,2}:"
    r"|\b(?:solutions|roots|zeros|answers)[ \t]+are(?![\w'’])"
)
BARE_MARKER = r"(?<![<>!=:])=(?!=)|(?<!\d)[ ]?[:：](?=[\s*_$\\(\[]|[-+]?\d|$)"


@rule(
    "S3.1/4",
    ("64 + 67 = **131**", "131"),
    ("The apex is 180 - 140 = 40, so the angle we want is 140.", "140"),
    leaves=("so 3 = 2 + 1 and then 7 more.", "no mathematics here"),
)
def answer_marker(view: View) -> Extraction | None:
    """What follows the last `result is`, `=` or `:`; a list as a whole.

    A bare one yields to rule 5 if a later sentence holds a number, and says nothing in a text that is cut off.
    """
    text = view.text
    for source in (RESULT_MARKER, BARE_MARKER):
        markers = deque(pattern(source).finditer(text), maxlen=1)
        if not markers:
            continue
        start, end = introduced_range(view, markers[0].end())
        if start >= end or (
            source is BARE_MARKER
            and (
                number_in(text, end, len(text))
                or is_broken_off(text)
                or number_before_details(text, (start, end))
            )
        ):
            continue
        tail = math_tail(view, markers[0].start())
        if tail and tail[0] < markers[0].start() and pattern(r"[,;]|\b(?:and|or)\b").search(text, *tail):
            return view.taken(*tail, "answer_marker")
        found = (start, end) if reads(text[start:end]) else None
        found = found or irrational_at(view, start) or leading_answer(view, start, end)
        if found:
            so = pattern(r"(?i)\b(?:so|hence|thus|therefore)\b").search(text, found[1], end)
            found = (behind_copula(view, so.end(), end) if so else None) or found
            return view.taken(*found, "answer_marker")
    return None


@rule("S3.1", ("So 2x = x + 1 + x has no solution.", "no solution"), leaves=("It has 2 solutions.",))
def denial(view: View) -> Extraction | None:
    """The words `no solution` of the last sentence."""
    last = deque(pattern(DENIAL).finditer(view.text), maxlen=1)
    if not last or pattern(r"[\w$\\]").search(view.text, sentence_end(view, last[0].end())):
        return None
    return view.taken(*last[0].span(), "answer_marker")


def number_before_remark(text: str, found: tuple[int, int]) -> tuple[int, int] | None:
    """The number before the bracketed words that hold the last one: "160 minutes (2 hours and 40 minutes)"."""
    opening = text.rfind("(", max(0, found[0] - MAX_GAP_CHARS), found[0])
    closing = text.find(")", found[1], found[1] + MAX_GAP_CHARS)
    if opening < 1 or closing < 0 or ")" in text[opening : found[0]] or text[opening - 1] != " ":
        return None
    if not pattern(r"[A-Za-z]{3,}").search(text, opening, closing):
        return None
    breaks = deque(pattern(SENTENCE_END).finditer(text, 0, opening), maxlen=1)
    return number_in(text, breaks[0].end() if breaks else 0, opening)


PROGRAM_CODE = r"(?<![A-Za-z0-9])__[a-z]{2,30}__(?![A-Za-z0-9])"


@rule(
    "S3.1/5",
    ("I get 3/4", "3/4"),
    ("We meet at 10:30 AM.", "10:30"),
    ("The town has 8 million people.", "8 million"),
    ("She works for 2 hours and 30 minutes.", "2 hours and 30 minutes"),
    ("The numbers are 20, 4 and 15.", "20, 4 and 15"),
    ("It takes 160 minutes (2 hours and 40 minutes).", "160"),
    ("The ratio of boys to girls is 3 to 4.", "3 to 4"),
    ("7 because the parity rules out 8", "7"),
    leaves=(
        "I get nothing",
        "version 1.2.3",
        "Hello123",
        "We add 3 + 4 = 7, which must be multiplied by the",
    ),
)
def last_number(view: View) -> Extraction | None:
    """The last number, or the expression or tuple that ends in it; none of program code or a broken-off sentence."""
    if "__" in view.text and pattern(PROGRAM_CODE).search(view.text):
        return None
    if is_broken_off(view.text):
        return None
    listed = numbers_at_end(view.text, 0, len(view.text))
    if listed:
        return view.taken(*listed, "last_number")
    found = number_in(view.text, 0, len(view.text))
    if not found:
        return None
    found = (
        number_before_remark(view.text, found)
        or number_before_reason(view.text, found)
        or number_before_details(view.text, found)
        or found
    )
    ratio = pattern(r"(?<![\d.,])\d{1,9} to \Z").search(view.text, max(0, found[0] - 14), found[0])
    if ratio and "ratio" in view.text[max(0, found[0] - MAX_GAP_CHARS) : found[0]].lower():
        return view.taken(ratio.start(), found[1], "last_number")
    whole = math_tail(view, found[0]) or irrational_at(view, found[0]) or found
    return view.taken(*whole, "last_number")


STATED_WORD = r"(?i)[\s*_#>`]{0,20}(yes|no|true|false|はい|いいえ)" + (
    r"(?=[\s*_`]{0,20}(?:[.,;:!\n—–(、。，]|$|(?:because|since|it|they|this)\b))"
)
CIRCLED = r"[①-⑳](?:[、,，和]{0,2}[①-⑳]){0,19}"
CHOICE_WORD = r"(?i)answer|option|choice|choose|therefore|réponse|答案|选"


def is_passed_over(text: str, position: int) -> bool:
    """Whether a choice is named only to be denied: `not A`, `B over option A`."""
    begin = max(0, position - MAX_GAP_CHARS)
    over = pattern(r"(?i)\bover[ ](?:(?:the[ ])?(?:option|choice|answer)[ ])?\(?\Z").search(
        text, begin, position
    )
    return over is not None or is_denied(text, position)


@rule(
    "S3.1",
    ("I think it's (D).", "D"),
    ("The answer isn't A, it's B.", "B"),
    ("I pick option B over option A.", "B"),
    ("A, B and C fall away, only (D) is left.", "D"),
    ("正确的是①③。", "①③"),
    ("②错误，故选 C。", "C"),
    leaves=("A solution does not exist.", "no letter, none"),
)
def choice_letter(view: View) -> Extraction | None:
    """The one letter in brackets; the first lone A-H behind the last choice word, else the first lone one.

    Of circled numbers (`①③`) the last run.
    """
    text, start = view.text, 0
    in_brackets = pattern(r"(?<!\w)\([A-H]\)").findall(text)
    if len(set(in_brackets)) == 1:
        at = text.rindex(in_brackets[0])
        return None if is_passed_over(text, at + 1) else view.taken(at + 1, at + 2, "choice_letter")
    for word in pattern(CHOICE_WORD).finditer(text):
        start = word.end()
    letters = pattern(LONE_LETTER)
    article = pattern(ARTICLE)
    for begin in (start, 0) if start else (0,):
        for found in letters.finditer(text, begin):
            is_void = is_passed_over(text, found.start()) or is_rejected(text, found.end())
            if not article.match(text, found.start()) and not is_void:
                return view.taken(*found.span(), "choice_letter")
    circled = None if text.isascii() else deque(pattern(CIRCLED).finditer(text), maxlen=1)
    return view.taken(*circled[0].span(), "choice_letter") if circled else None


@rule("S3.1", ("Yes, it always is.", "Yes"), leaves=("Yesterday it rained.", "No idea."))
def stated_word(view: View) -> Extraction | None:
    """The yes, no, true or false that a response begins with, when nothing else could be read."""
    found = pattern(STATED_WORD).match(view.text)
    return view.taken(*found.span(1), "choice_letter") if found else None


NUMBER_WORD = (
    r"(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million"
    r"|half|halves|(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|hundredth)s?)"
)
NUMBER_STEMS = (
    *("zero", "tw", "thr", "thir", "four", "five", "fif", "six", "seven", "eight", "nin", "ten", "eleven"),
    *("hal", "quarter", "hundr", "thousand", "million"),
)
SPOKEN_NUMBER = (
    r"(?i)(?<![\w-])(?:an?[ ])?"
    + NUMBER_WORD
    + r"(?:(?:[ -]|[ ]and[ ](?:an?[ ])?)"
    + NUMBER_WORD
    + r"){0,8}(?![\w-])"
)


@rule(
    "S3.1",
    ("Thus, the sum is forty-two.", "forty-two"),
    ("It took two and a half hours.", "two and a half"),
    ("The area is π square units.", "π"),
    leaves=("This is the one.", "There is no number here.", "the second one"),
)
def spoken_number(view: View) -> Extraction | None:
    """The last number in words of a response without digits, but for a mere `one`; or a lone `π`."""
    sign = deque(pattern(IRRATIONAL_SIGN).finditer(view.text), maxlen=1)
    whole = irrational_at(view, sign[0].start()) if sign else None
    if whole:
        return view.taken(*whole, "last_number")
    lowered = view.text.lower()
    if not holds_any(lowered, NUMBER_STEMS):
        return None
    for found in reversed(list(pattern(SPOKEN_NUMBER).finditer(view.text))):
        if found[0].lower() != "one" and number_in_words(found[0]) is not None:
            return view.taken(*found.span(), "last_number")
    return None


@rule(
    "S3.1",
    ("So the day is Tuesday.", "Tuesday"),
    leaves=("The answer is unclear.", "The day is Tuesday. I am sure of it."),
)
def stated_name(view: View) -> Extraction | None:
    """One to four words behind the last `is` or `are` of the last sentence, when they begin as a name does."""
    end = len(view.text.rstrip(" \n.*"))
    copula = deque(
        pattern(r"\b(?:is|are|was|were)\s").finditer(view.text, max(0, end - MAX_GAP_CHARS), end), maxlen=1
    )
    if not copula or not view.text[copula[0].end() : copula[0].end() + 1].isupper():
        return None
    if pattern(SENTENCE_END).search(view.text, copula[0].end(), end):
        return None
    found = text_answer(view, copula[0].end(), end)
    return view.taken(*found, "answer_marker") if found else None


@rule("S3.1", ("<answer>Tuesday</answer>", "Tuesday"), leaves=("Tuesday",))
def tagged_text(view: View) -> Extraction | None:
    """The few words of an <answer> element that nothing else could read."""
    start, end = trimmed_space(view.text)
    if not view.tagged or start >= end or end - start > MAX_GAP_CHARS:
        return None
    return view.taken(start, end, "whole_response")


EXTRACTORS = (
    last_box,
    lone_choice,
    answer_before_explanation,
    explicit_marker,
    stated_count,
    emphasis_at_end,
    final_cases,
    final_bullets,
    last_span,
    whole_response,
    denial,
    answer_marker,
    last_number,
    choice_letter,
    stated_word,
    tagged_text,
    stated_name,
    spoken_number,
)  # the order is the contract: seed S3.1, DESIGN 3


TERSE_ENDING = (
    r"(?:A: ?|#### ?|(?:(?:So|Thus|Therefore|Hence),? )?(?:[Tt]he )?(?:final )?[Aa]nswer(?: is:?|:) ?)"
    r"(-?\d{1,15}(?:\.\d{1,15})?)\.?"
)


def terse_ending(text: str) -> Extraction | None:
    """The number on the last line behind `####`, `A:` or `answer is`, of a text without a box; or None.

    What `explicit_marker` would find after reading everything: nothing follows the
    marker, and what hides the end of a text (code, a drawing) is not there.
    """
    stop = len(text.rstrip())
    start = text.rfind("\n", 0, stop) + 1
    found = pattern(TERSE_ENDING).fullmatch(text, start, stop)
    if not found or "```" in text or "[asy]" in text:
        return None
    return Extraction(found[1], "answer_marker", *found.span(1))


SIGNS_OF_MARKUP = frozenset("$\\<`[")


def concluding_line(text: str) -> Extraction | None:
    """The number of a last line that concludes, as `So they need 5 in total.` does; or None.

    What `explicit_marker` would find after reading everything, in a text without a box:
    no markup on the line, no marker on it that introduces more than a conclusion.
    """
    stop = len(text.rstrip())
    start = text.rfind("\n", 0, stop) + 1
    line = text[start:stop]
    if len(line) > MAX_GAP_CHARS or not SIGNS_OF_MARKUP.isdisjoint(line) or "```" in text or "[asy]" in text:
        return None
    view = View(line)
    for marker in reversed(markers_in(line)):
        if marker.kind not in CONCLUSIONS:
            return None
        found = concluded(view, marker)
        if found:
            return Extraction(found.text, found.how, found.start + start, found.end + start)
    return None


OPTION_AT_END = (
    r"(?i:,? (?:so|which is|hence|thus|therefore|that is|i\.e\.),? (?:the )?(?:correct )?(?:option|choice|answer)"
    r"(?: is)?[ :]{1,2})[*_]{0,2}\(?(?P<letter>[A-H])\)?[*_.\s]{0,8}\Z"
)


def with_option(text: str, found: Extraction) -> Extraction:
    """What was found, as the text of the choice that the rest of its sentence names: "it is 3, so option (B)"."""
    if text.rfind("option", found.end) < 0 and text.rfind("choice", found.end) < 0:
        return found
    option = pattern(OPTION_AT_END).search(text, found.end, found.end + MAX_GAP_CHARS)
    if not option or pattern(SENTENCE_END).search(text, found.end, option.start()):
        return found
    return Extraction(
        f"{option['letter']}) {found.text.strip()}", found.how, found.start, option.end("letter")
    )


def extract(response: str) -> Extraction | None:
    r"""The answer of a response by the first rule that finds one, or None.

    Offsets refer to `response`.  Linear in its length; raises nothing.  Seed S3.1.

    >>> extract("First 3. So $\\boxed{\\frac{1}{2}}$.").text
    '\\frac{1}{2}'
    """
    text = visible(response)
    if has_box_command(text):
        found = lone_box(text) or last_box.apply(View(text))
    else:
        found = terse_ending(text) or concluding_line(text)
    if found:
        return found
    tagged = "nswer>" in response and pattern(ANSWER_TAG, re.I).search(response) is not None
    cut = max(0, len(text) - MAX_TAIL_CHARS)
    text = hide_apparatus(text[cut:])
    readings = [hide_code(text), text.replace("```", "   ")] if "```" in text else [text]
    for reading in readings:
        view = View(reading, tagged)
        for extractor in EXTRACTORS[1:]:
            found = extractor.apply(view)
            if found:
                found = with_option(reading, found)
                return found._replace(start=found.start + cut, end=found.end + cut)
    return None


UNIT_BEHIND = (
    r"\}?[\s$]{0,4}(?:\\[)\]])?[\s~]{0,3}(?:\\?(?P<percent>%)|(?:\\(?:text|mathrm|textrm)\s?\{\s?)?"
    r"(?P<word>\\?%|[A-Za-z°]{1,20}(?:[ ](?:inches|feet|meters|metres|units|centimeters|miles|yards))?)\}?)"
)


def stated_answer(response: str) -> Extraction | None:
    """The yes, no, true or false that a response states first, for a gold that is one.  Not part of `extract`.

    >>> stated_answer("Yes, because 3 + 4 = 7.").text
    'Yes'
    """
    text = hide_apparatus(visible(response))
    lines = [
        found.end() for found in pattern(r"\n\s*").finditer(text, max(0, len(text) - MAX_SENTENCE_CHARS))
    ]
    for start in (trimmed_space(text)[0], *lines[-MAX_MARKERS:]):
        found = pattern(STATED_WORD).match(text, start)
        if found:
            return Extraction(found[1], "choice_letter", *found.span(1))
    return None


def unit_behind(response: str, found: Extraction) -> str:
    r"""The percent sign or word that follows a box or span directly, or "".

    For a gold with a unit that the extracted text lacks.  Not part of `extract`, as
    the seed takes the content of the box alone.

    >>> text = "It is $\\boxed{28}$ percent."
    >>> unit_behind(text, extract(text))
    'percent'
    """
    behind = pattern(UNIT_BEHIND).match(response, found.end) if found.end < len(response) else None
    if not behind:
        return ""
    word: str = behind["percent"] or behind["word"]
    return "" if is_stop_word(word) else word
