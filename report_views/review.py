"""Items that deserve a second look by a person; the score never changes.

    review_item(item, response, gold) -> names of the rules that apply
    render_review(items) -> text for a terminal

Each rule is a small function of (item, response, gold) in the tuple
REVIEW_RULES, with an example it marks and the nearest one it must leave alone.
Every rule takes time linear in the response.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from report_views.figures import Item, one_line
from report_views.terminal import columns, paint

MAX_RESPONSE_CHARS = 1_000_000  # of a longer response only the end is looked at
MAX_GOLD_CHARS = 2_000
MIN_BARE_GOLD_CHARS = 3  # a shorter gold stands in nearly every response by chance
MAX_EXAMPLES = 10

Example = tuple[dict[str, Any], str, str]  # item, response, gold
Check = Callable[[Item, str, str], bool]


@dataclass(frozen=True, slots=True)
class ReviewRule:
    """A reason to look at an item again, and examples that are its tests."""

    check: Check
    marks: tuple[Example, ...]
    leaves: tuple[Example, ...]

    @property
    def name(self) -> str:
        """The name of the rule, as it stands in the report."""
        return self.check.__name__.replace("_", "-")

    @property
    def summary(self) -> str:
        """What the rule says about an item, on one line."""
        return (self.check.__doc__ or "").splitlines()[0]


def review_rule(marks: tuple[Example, ...], leaves: tuple[Example, ...]) -> Callable[[Check], ReviewRule]:
    """A decorator that attaches examples to a check and makes it a rule."""
    return lambda check: ReviewRule(check, marks, leaves)


# ------------------------------------------------------------------------------
# 1  Scanners
#    What a response holds, found in one pass each.
# ------------------------------------------------------------------------------


@cache
def _pattern(source: str) -> re.Pattern[str]:
    """A compiled pattern, made on first use."""
    return re.compile(source)


def boxes(response: str) -> Iterator[str]:
    r"""The contents of every \boxed{…} that closes, from left to right.

    A box inside a box is part of the outer one.

    >>> list(boxes(r"so \boxed{\frac{1}{2}} or \boxed{3"))
    ['\\frac{1}{2}']
    """
    opening, depth, start = _pattern(r"\\f?boxed\s{0,8}\{|\\fbox\s{0,8}\{"), 0, 0
    for token in _pattern(r"\\f?boxed\s{0,8}\{|\\fbox\s{0,8}\{|\\.|[{}]").finditer(response):
        text = token[0]
        if depth == 0:
            if opening.fullmatch(text):
                depth, start = 1, token.end()
        elif text[-1] == "{" and text != r"\{":
            depth += 1
        elif text == "}":
            depth -= 1
            if depth == 0:
                yield response[start : token.start()]


_CLOSERS = {"$": "$", "$$": "$$", r"\(": r"\)", r"\[": r"\]"}


def spans(response: str) -> Iterator[str]:
    r"""The contents of $…$, $$…$$, \(…\) and \[…\], from left to right.

    >>> list(spans(r"so $a$, \(b\) and $c"))
    ['a', 'b']
    """
    closer, start = "", 0
    for token in _pattern(r"\$\$?|\\[()\[\]$\\]").finditer(response):
        text = token[0]
        if closer and text == closer:
            yield response[start : token.start()]
            closer = ""
        elif not closer and text in _CLOSERS:
            closer, start = _CLOSERS[text], token.end()


def squeezed(text: str) -> str:
    r"""Text without spaces, size commands and dollars, for comparing by eye.

    >>> squeezed(r"x = \dfrac{1}{2}\, ")
    'x=\\frac{1}{2}'
    """
    text = _pattern(r"\\(?:left|right)(?![A-Za-z])|\\[,;!: ]|[\s$]").sub("", text)
    return _pattern(r"\\[dt]frac").sub(r"\\frac", text).rstrip(".").casefold()


def stands_alone(needle: str, haystack: str) -> bool:
    """Whether a text occurs that is not part of a longer number or word."""
    start = haystack.find(needle)
    for _ in range(1000):
        if start < 0:
            return False
        end = start + len(needle)
        before, after = haystack[start - 1 : start], haystack[end : end + 1]
        decimal = after in (".", ",") and haystack[end + 1 : end + 2].isdigit()
        joins_left = needle[0].isalnum() and (before.isalnum() or before in tuple(".\\-"))
        joins_right = needle[-1].isalnum() and (after.isalnum() or decimal)
        if not joins_left and not joins_right:
            return True
        start = haystack.find(needle, start + 1)
    return False


# ------------------------------------------------------------------------------
# 2  Rules
# ------------------------------------------------------------------------------

_WRONG = {"verdict": "reject", "correct": False, "pred": "7"}
_RIGHT = {"verdict": "accept", "correct": True, "pred": "7"}


@review_rule(
    marks=(
        (_WRONG, r"So \boxed{\frac12}, and $x = 7$.", r"\frac12"),
        (_WRONG, "The roots are 12 and 35; I take 7.", "12 and 35"),
        (_WRONG, "we get $42$. Check: 7", "42"),
    ),
    leaves=(
        (_RIGHT, r"So \boxed{7}", "7"),
        (_WRONG, "There are 2 ways, hence 7", "2"),
        (_WRONG, "x = 1235 is too large, so 7", "235"),
        (_WRONG, "x = -235 is negative, so 7", "235"),
        (_WRONG, "nothing of the kind: 7", ""),
    ),
)
def gold_not_extracted(item: Item, response: str, gold: str) -> bool:
    """The gold stands in the response, but something else was extracted."""
    if item.get("correct") or len(gold) > MAX_GOLD_CHARS:
        return False
    wanted = squeezed(gold)
    if not wanted or wanted == squeezed(str(item.get("pred") or "")):
        return False
    if any(squeezed(content) == wanted for content in (*boxes(response), *spans(response))):
        return True
    needle = " ".join(gold.replace("$", "").split())
    haystack = " ".join(response.replace("$", "").split())
    return len(wanted) >= MIN_BARE_GOLD_CHARS and stands_alone(needle, haystack)


@review_rule(
    marks=(
        (_RIGHT, r"\boxed{3} no, \boxed{7}", "7"),
        (_WRONG, r"\boxed{\frac{1}{2}} then \fbox{3}", "9"),
    ),
    leaves=(
        (_RIGHT, r"\boxed{7}, so again \boxed{ 7 }", "7"),
        (_RIGHT, r"\boxed{7} and 8", "7"),
        (_RIGHT, r"\boxed{7 but it never closes", "7"),
    ),
)
def several_different_boxes(item: Item, response: str, gold: str) -> bool:
    """The response boxes more than one answer."""
    return len({squeezed(content) for content in boxes(response)}) > 1


@review_rule(
    marks=(
        ({"verdict": "unparsed"}, r"<think>I guess \boxed{7}, but", "7"),
        ({"verdict": "reject"}, "Sure. <thinking>the answer is 7", "7"),
    ),
    leaves=(
        ({"verdict": "accept"}, r"<think>maybe 3</think> \boxed{7}", "7"),
        ({"verdict": "unparsed"}, "<think>I have no idea", "7"),
        ({"verdict": "accept"}, "I think it is 7", "7"),
    ),
)
def guess_in_unclosed_reasoning(item: Item, response: str, gold: str) -> bool:
    """A reasoning block never closes, and an answer stands in it."""
    marks = list(_pattern(r"(?i)<(/?)(?:think|thinking|reasoning|thought)>").finditer(response))
    if not marks or marks[-1][1]:
        return False
    rest = response[marks[-1].end() :]
    has_marker = _pattern(r"(?i)\b(?:answer|result)\b[^\n]{0,40}?[0-9\\$]").search(rest)
    return has_marker is not None or any(True for _ in boxes(rest))


@review_rule(
    marks=(({**_RIGHT, "lenient": True, "rule": "pm-one-branch"}, "7", r"\pm 7"),),
    leaves=((_RIGHT, "7", "7"), ({**_RIGHT, "lenient": False, "rule": "same_text"}, "7", "7")),
)
def decided_by_lenient_rule(item: Item, response: str, gold: str) -> bool:
    """Only a lenient rule accepted the answer."""
    return bool(item.get("lenient"))


@review_rule(
    marks=(({**_RIGHT, "convention": "percent-rescaled"}, r"7\%", "0.07"),),
    leaves=((_RIGHT, "7", "7"), ({**_RIGHT, "convention": ""}, "7", "7")),
)
def decided_by_convention(item: Item, response: str, gold: str) -> bool:
    """The answer is right only under a convention of reading."""
    return bool(item.get("convention"))


@review_rule(
    marks=(
        ({**_WRONG, "finish_reason": "length"}, "The answer is 7.", "9"),
        (_WRONG, "We substitute and obtain the following equa", "9"),
        (_WRONG, r"First, 7. Then \boxed{\frac{1}{", "9"),
        (_WRONG, "Therefore we have x = 7 and", "9"),
    ),
    leaves=(
        ({**_WRONG, "finish_reason": "stop"}, "We substitute and obtain the foll", "9"),
        (_WRONG, "The answer is 7.", "9"),
        (_WRONG, r"so $x=\boxed{7}$", "9"),
        (_WRONG, "Answer: x = 7 apples", "9"),
        (_WRONG, "7", "9"),
        (_WRONG, "**Final answer:** 7**", "9"),
        (_RIGHT, "We substitute and obtain the foll", "7"),
    ),
)
def truncated(item: Item, response: str, gold: str) -> bool:
    """The response seems to end at a limit of tokens, before its answer."""
    if item.get("correct"):
        return False
    reason = str(item.get("finish_reason") or "").casefold()
    if reason:
        return reason in ("length", "max_tokens", "model_length", "token_limit")
    text = response.rstrip().rstrip("*_`")
    last_line = text[text.rfind("\n") + 1 :][-2000:]
    if not text or not _pattern(r"[A-Za-z,=+\-/({\[\\&:]\Z").search(text):
        return False
    unclosed = last_line.count("{") > last_line.count("}") or last_line.count("$") % 2 == 1
    dangling = _pattern(
        r"(?i)(?:[,=+/({\[\\&:-]|\b(?:and|or|the|a|an|of|is|so|then|that|we|to|with))\Z"
    ).search(text)
    words = len(last_line.split())
    is_answer = _pattern(r"(?i)\banswer\b|####").search(last_line)
    return bool(unclosed or dangling or (words >= 6 and not is_answer))


REVIEW_RULES = (
    gold_not_extracted,
    several_different_boxes,
    guess_in_unclosed_reasoning,
    decided_by_lenient_rule,
    decided_by_convention,
    truncated,
)

# ------------------------------------------------------------------------------
# 3  The list
# ------------------------------------------------------------------------------


def review_item(item: Item, response: str, gold: str) -> list[str]:
    """The names of the rules that want this item looked at, in their order.

    `item` is an item of the report; it may carry `finish_reason` from the
    predictions. Store the list under "review" in the item to have it shown.
    """
    seen = response[-MAX_RESPONSE_CHARS:]
    return [rule.name for rule in REVIEW_RULES if rule.check(item, seen, gold)]


def response_excerpt(response: str, start: int, end: int, max_chars: int = 600) -> dict[str, str | int]:
    """The fields `response_excerpt` and `excerpt_start` of an item.

    `start` and `end` are the offsets of the extracted text in the response; a
    negative start (nothing was extracted) gives the end of the response.
    """
    begin = (
        max(0, len(response) - max_chars)
        if start < 0
        else max(0, start - max(0, max_chars - (end - start)) // 2)
    )
    return {"response_excerpt": response[begin : begin + max_chars], "excerpt_start": begin}


def review_counts(items: Iterable[Item]) -> dict[str, int]:
    """Rule name -> items that carry it, in the order of the rules."""
    counts = Counter(name for item in items for name in item.get("review") or ())
    ordered = [rule.name for rule in REVIEW_RULES]
    return {name: counts[name] for name in (*ordered, *sorted(set(counts) - set(ordered))) if counts[name]}


def render_review(items: Iterable[Item], colour: bool = False) -> str:
    """The review list as text; "" if there is nothing to look at."""
    listed = [item for item in items if item.get("review")]
    if not listed:
        return ""
    summaries = {rule.name: rule.summary for rule in REVIEW_RULES}
    lines = [paint("-- worth a second look (the score does not depend on it) --", "strong", colour)]
    for name, count in review_counts(listed).items():
        lines.append(paint(f"{name} ({count}): {summaries.get(name, '')}", "warn", colour))
        mine = [item for item in listed if name in item["review"]]
        rows = [
            (
                "  " + one_line(i.get("id"), 40),
                one_line(i.get("pred"), 40),
                "| " + one_line(i.get("gold"), 40),
            )
            for i in mine[:MAX_EXAMPLES]
        ]
        lines += columns(rows, right_from=9)
        lines += [f"  … and {count - MAX_EXAMPLES} more"] if count > MAX_EXAMPLES else []
    return "\n".join(lines) + "\n"
