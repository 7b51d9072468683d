r"""What the extraction rules look at: a response without what is hidden from its reader, and its math spans.

    visible(response)     the text as long as the response, reasoning, other turns and run-on questions blank
    spans_in(text)        its math spans
    View(text)            a visible text with its spans found once

Everything is one forward pass; offsets stay those of the response.  Seed S3.1, DESIGN §3.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from typing import NamedTuple

from answer_math.rules import holds_any, pattern

MAX_GAP_CHARS = 80  # between two boxes or spans that form one list
MAX_SENTENCE_CHARS = 2_000  # what a marker can introduce
MAX_MARKERS = 8  # markers looked at, from the last one backward
MAX_TAIL_CHARS = 200_000  # of a response without a box, where an answer is looked for
MAX_PLAIN_BRACES = 12  # closing braces counted before all are scanned
MAX_BOXES = 10_000  # box commands looked at, from the last one backward
MAX_SPANS = 1_000  # math spans remembered, the last ones
MAX_CANDIDATE_CHARS = 20_000  # an answer outside a box or span


class Extraction(NamedTuple):
    """An answer found in a response.

    `start` and `end` are offsets into the original response.  `text` is the slice
    between them (hidden parts blanked) or, for a list, its joined members.  `how` is
    last_box, last_span, whole_response, answer_marker, last_number or choice_letter.
    """

    text: str
    how: str
    start: int
    end: int


# -- what a reader of the response does not see --------------------------------
REASONING = (
    r"<(/?)(?:think|thinking|thoughts?|reasoning|reason|reflection|scratchpad|analysis|inner_monologue"
    r"|seed:think)\b[^<>]{0,40}>"
    r"|<\|(end|begin)_of_thought\|>|\[(/?)THINK\]|◁(/?)think▷"
)
ANSWER_TAG = r"<(/?)(?:final_)?answer>"
CHANNEL = r"<\|channel\|>\s{0,4}(\w{1,20})[^<]{0,40}<\|message\|>"
TURN_START = (
    r"\s*(?:(?:<s>|<bos>|<\|begin_of_text\|>|<\|im_start\|>|<\|start_header_id\|>|<\|start\|>|<start_of_turn>"
    r"|<\|assistant\|>|<｜Assistant｜>)[ \t]*(?:assistant|model)?(?:<\|end_header_id\|>)?\s*)+"
)
TURN_END = (
    r"<\|(?:im_end|im_start|endoftext|eot_id|end_of_text|eom_id|end|return|end_of_turn|start_header_id|user"
    r"|system|start)\|>|</s>|<eos>|<end_of_turn>|<start_of_turn>|<｜end▁of▁sentence｜>|<｜User｜>|\[/?INST\]"
)
TURN_MARKS = ("<|", "s>", "_turn>", "<｜", "INST]")
TAG = r"<[/|｜A-Za-z]"
THINK = r"\[/?THINK\]"
FINISHED = (
    r"\\(?:boxed|fbox)\s?\{|####[ :]{0,3}[-+$\\]?[\d\\(]"
    r"|(?:^|\n)\**(?:A|Answer|Final Answer):\**[ ]?[-+$]{0,2}[\d\\]"
    r"|answer is[: ]{1,3}[-$(\\\d]"
)
RUN_ON = (
    r"\n[ \t>#*]{0,8}(?:(?:Question|Problem|Exercise|Q|Human|User|Instruction|Input)(?:\*\*)?:"
    r"|#{2,3} ?(?:Instruction|Question|Problem|Exercise)s?:?[ \t]{0,4}\n)"
)


def blanked(text: str, ranges: list[tuple[int, int]], fill: str = " ") -> str:
    """The text with the ranges (ascending) filled, every offset kept."""
    pieces: list[str] = []
    position = 0
    for start, end in ranges:
        pieces += (text[position:start], fill * (end - max(start, position)))
        position = max(position, end)
    pieces.append(text[position:])
    return "".join(pieces)


def hide_reasoning(text: str) -> str:
    """The text without its reasoning blocks.

    A lone closing tag hides what stands before it; a block that never closes hides
    all up to an <answer> tag or the end.  Channels keep the final one only.
    """
    hidden: list[tuple[int, int]] = []
    channels = list(pattern(CHANNEL).finditer(text)) if "<|channel|>" in text else []
    if channels:
        final = [m for m in channels if m[1] == "final"]
        hidden = [(0, final[-1].end() if final else len(text))]
    opened = -1
    for tag in pattern(REASONING, re.I).finditer(text):
        closing = bool(tag[1] or tag[3] or tag[4] or tag[2] == "end")
        if not closing:
            opened = tag.start() if opened < 0 else opened
        elif opened < 0:
            hidden = [(0, tag.end())]
        else:
            hidden.append((opened, tag.end()))
            opened = -1
    if opened >= 0:
        answer = pattern(ANSWER_TAG, re.I).search(text, opened)
        hidden.append((opened, answer.start() if answer else len(text)))
    return blanked(text, hidden, "\n") if hidden else text


def hide_other_turns(text: str) -> str:
    """The text of the first turn alone, without template tokens."""
    head = pattern(TURN_START).match(text)
    start = head.end() if head else 0
    if text[start : start + 40].lstrip().startswith("[INST]"):
        start = text.find("[/INST]", start) + 7 if "[/INST]" in text else len(text)
    while start < len(text) and text[start].isspace():
        start += 1
    end = next((m.start() for m in pattern(TURN_END).finditer(text, start) if m.start() > start), len(text))
    return blanked(text, [(0, start), (end, len(text))])


def narrow_to_answer_tag(text: str) -> str:
    """The content of the last <answer> element that holds something, or the text if there is none."""
    inside: list[tuple[int, int]] = []
    opened = -1
    tags = list(pattern(ANSWER_TAG, re.I).finditer(text))
    for tag in tags:
        if not tag[1]:
            opened = tag.end()
        elif opened >= 0 or not inside:
            inside.append((max(opened, 0), tag.start()))
            opened = -1
    if opened >= 0:
        inside.append((opened, len(text)))
    filled = [pair for pair in inside if text[pair[0] : pair[1]].strip()]
    if not filled:
        return blanked(text, [tag.span() for tag in tags]) if inside else text
    start, end = filled[-1]
    return blanked(text, [(0, start), (end, len(text))])


def hide_run_on(text: str) -> str:
    """The text up to the next question that a model wrote itself.

    Only behind a finished answer: a box, `####` with a number, "answer is 5".
    """
    if not (":" in text or "##" in text) or not pattern(RUN_ON).search(text):
        return text
    finished = pattern(FINISHED, re.I).search(text)
    next_question = finished and pattern(RUN_ON).search(text, finished.end())
    return blanked(text, [(next_question.start(), len(text))]) if next_question else text


def visible(response: str) -> str:
    """The response as its reader takes it: as long, hidden parts blank."""
    text = response
    is_marked = "<" in text and (
        pattern(TAG).search(text) or ("[" in text and pattern(THINK, re.I).search(text))
    )
    if is_marked or ("]" in text and ("INST]" in text or "[THINK]" in text)) or "◁" in text:
        if pattern(REASONING + "|" + CHANNEL, re.I).search(text):
            text = hide_reasoning(text)
        if holds_any(text, TURN_MARKS):
            text = hide_other_turns(text)
        if pattern(ANSWER_TAG, re.I).search(text):
            text = narrow_to_answer_tag(text)
    return hide_run_on(text)


# -- regions of a text -------------------------------------------------------
BRACES = r"(?s)\\.|[{}]"


class Region(NamedTuple):
    """A box or a math span: the whole of it and its content, as offsets."""

    start: int
    end: int
    inner_start: int
    inner_end: int


def closing_brace(text: str, opening: int, stop: int) -> int:
    r"""The offset of the brace that closes the one at `opening`, or -1.

    Escaped braces do not count.  Nothing at or behind `stop` is looked at.

    >>> closing_brace(r"{a\}{b}}", 0, 9)
    7
    """
    closing = text.find("}", opening, stop)
    for closed in range(1, MAX_PLAIN_BRACES):  # without escapes, braces are counted at the speed of str.count
        if closing < 0:
            return -1
        if text[closing - 1] == "\\" or "\\{" in text[opening:closing]:
            break
        if text.count("{", opening, closing) == closed:
            return closing
        closing = text.find("}", closing + 1, stop)
    depth = 0
    for token in pattern(BRACES).finditer(text, opening, stop):
        mark = token[0]
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0:
                return token.start()
    return -1


# -- math spans ----------------------------------------------------------------
DISPLAY = r"(?:align|aligned|equation|gather|gathered|multline|eqnarray|displaymath|math|split)\*?"
SPAN_MARK = (
    r"\\\\\[(?!\d)(?=\s)|\\\\\](?=\s)|\\\\|\\[()\[\]$]|\$\$?|\n[ \t]*\n|\\(?:begin|end)\{" + DISPLAY + r"\}"
)
PROSE = (
    r"(?<![\\A-Za-z{])[A-Za-z]{2,},?[ \n]+[A-Za-z]{2,}(?![A-Za-z])"
    r"|(?<![\\A-Za-z{])(?:for|is|the|of|to|so|in|at|per|each|was|he|she|it|from|with)(?![A-Za-z])"
)


def is_money(text: str, opening: int, closing: int) -> bool:
    """Whether the dollar sign at `opening` is a currency, not a delimiter.

    The next one at `closing` then stands before a number, behind prose or a sign.
    """
    content = text[opening + 1 : closing]
    if text[closing + 1 : closing + 2].isdigit() or content.rstrip()[-1:] in (
        "",
        "=",
        "+",
        "*",
        "-",
        "/",
        ",",
        "(",
    ):
        return True
    return pattern(PROSE).search(content) is not None


def is_out_of_step(text: str, opening: int, closing: int) -> bool:
    """Whether a dollar pair holds the prose between two spans."""
    after = text[closing + 1 : closing + 2]
    return (
        text[closing - 1].isspace()
        and (after.isalnum() or after in ("\\", "(", "-", "{", "["))
        and pattern(PROSE).search(text, opening + 1, closing) is not None
    )


class Open(NamedTuple):
    """An opening delimiter that waits for its partner."""

    mark: str
    start: int
    inner: int


def dollar_step(text: str, mark: str, at: int, waiting: Open | None) -> tuple[Open | None, Region | None]:
    """What waits after a `$` or `$$`, and the span that it closed."""
    end = at + len(mark)
    if waiting is None:
        return Open(mark, at, end), None
    if waiting.mark == mark:
        wrong = mark == "$" and (
            is_money(text, waiting.start, at)
            if text[waiting.inner : waiting.inner + 1].isdigit()
            else is_out_of_step(text, waiting.start, at)
        )
        if wrong:
            return Open(mark, at, end), None
        return None, Region(waiting.start, end, waiting.inner, at)
    if mark == "$$":  # `$x$$y$`: the end of one and the start of the next
        return Open("$", at + 1, end), Region(waiting.start, at + 1, waiting.inner, at)
    return waiting, None


def spans_in(text: str) -> list[Region]:
    r"""The math spans in order of their ends, at most the last MAX_SPANS.

    `$ $`, `$$ $$`, `\( \)`, `\[ \]` and display environments.  `\$` and a currency
    open none; a blank line ends an inline one.  A span inside another is left out.
    """
    spans: deque[Region] = deque(maxlen=MAX_SPANS)
    dollar: Open | None = None
    brackets: dict[str, Open] = {}
    environment: Open | None = None
    for token in pattern(SPAN_MARK).finditer(text):
        mark, at, end = token[0].lstrip("\\"), token.start(), token.end()
        closed: Region | None = None
        if mark in ("$", "$$") and token[0][0] == "$":
            dollar, closed = dollar_step(text, mark, at, dollar)
        elif mark in ("(", "["):
            brackets[mark] = Open(mark, at, end)
        elif mark in (")", "]"):
            opened = brackets.pop("(" if mark == ")" else "[", None)
            closed = Region(opened.start, end, opened.inner, at) if opened else None
        elif mark.startswith("begin"):
            environment = environment or Open(mark[5:], at, at)
        elif mark.startswith("end"):
            if environment and environment.mark == mark[3:]:
                closed = Region(environment.start, end, environment.start, end)
                environment = None
        elif mark[:1] == "\n":
            dollar = None if dollar and dollar.mark == "$" else dollar
            brackets.pop("(", None)
        if closed:
            while spans and spans[-1].start >= closed.start:
                spans.pop()
            spans.append(closed)
    return [
        span
        for span in spans
        if text[span.inner_start : span.inner_end].strip() and text[span.inner_start] not in "^_"
    ]


# -- what the rules look at ----------------------------------------------------
ASY = r"(?s)\[asy\].*?(?:\[/asy\]|$)"
FENCE = r"```"
ANNOTATION = r"\$?<<[^<>\n]{0,200}>>"
HTML = (
    r"</?(?:b|i|u|em|strong|p|br|sub|sup|span|div|code|pre|center|font|li|ul|ol|h[1-6])(?:\s[^<>]{0,80})?/?>"
)
OPEN_BOX = r"\\(?:boxed|fbox|framebox)\s?\{"


def hide_code(text: str) -> str:
    """The text without fenced blocks of code; an open one reaches to the end."""
    fences = [m.start() for m in pattern(FENCE).finditer(text)]
    if len(fences) % 2:
        fences.append(len(text) - 3)
    return blanked(text, [(a, max(a, b + 3)) for a, b in zip(fences[::2], fences[1::2], strict=True)], "\n")


def hide_open_box(text: str) -> str:
    """The text up to a box that never closes."""
    position = 0
    while opening := pattern(OPEN_BOX).search(text, position):
        closing = closing_brace(text, opening.end() - 1, len(text))
        if closing < 0:
            return blanked(text, [(opening.start(), len(text))])
        position = closing
    return text


def script_as_tex(tag: re.Match[str]) -> str:
    """A tag of a superscript or subscript as the TeX for it, as long."""
    opening = "^{" if tag[2].lower() == "sup" else "_{"
    return ("}" if tag[1] else opening).ljust(len(tag[0]))


def hide_apparatus(text: str) -> str:
    """The text without drawings, calculator annotations, HTML and open boxes."""
    if "</su" in text:
        text = pattern(r"(?i)<(/?)(sup|sub)>").sub(script_as_tex, text)
    if "</" in text or "<br" in text:
        text = blanked(text, [m.span() for m in pattern(HTML, re.I).finditer(text)])
    if "[asy]" in text:
        text = blanked(text, [m.span() for m in pattern(ASY).finditer(text)], "\n")
    if "<<" in text:
        text = pattern(ANNOTATION).sub(lambda found: " " * len(found[0]), text)
    return hide_open_box(text) if "box" in text else text


class View:
    """A response as the extractors see it: the visible text, spans found once."""

    def __init__(self, text: str, tagged: bool = False) -> None:
        """A view of a visible text; `tagged` if an <answer> element holds it."""
        self.text = text
        self.tagged = tagged
        self._spans: list[Region] | None = None

    def taken(self, start: int, end: int, how: str) -> Extraction:
        """The slice as an extraction."""
        return Extraction(self.text[start:end], how, start, end)

    @property
    def spans(self) -> list[Region]:
        """The math spans in order, at most the last MAX_SPANS."""
        if self._spans is None:
            self._spans = spans_in(self.text) if "$" in self.text or "\\" in self.text else []
        return self._spans

    def spans_between(self, start: int, end: int) -> list[Region]:
        """The math spans that begin in this range."""
        starts = [span.start for span in self.spans]
        return self.spans[bisect_left(starts, start) : bisect_left(starts, end)]
