"""What other engines say of a pair that ours leaves open, asked for in the sandbox.

    second_opinion(gold, given)  two texts of which our reader declined one, read by latex2sympy2_extended, then sympy
    last_resort(gold, given)     two trees whose values could not be sampled, through sympy's simplify

Both return an `Opinion`; neither ever raises, and neither is asked about what a limit declined.  DESIGN §5, §8.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from answer_math.rules import pattern
from answer_math.tree import MAX_ANSWER_CHARS, Node


class Opinion(NamedTuple):
    """What the sandbox said: equal, different or undecided, by whom, and why."""

    verdict: str
    reader: str
    reason: str
    witness: str = ""


_MATHEMATICAL = r"\\[A-Za-z]+|[\d^_=+*/<>|]"
_PROSE = r"[A-Za-z]{4,}\s+[A-Za-z]{2,}|[^\x00-\x7f]"
#: words of sentences that the third-party readers would take for products of letters
_SMALL_WORDS = r"(?i)" + r"\s(?:of|to|by|at|is|if|as|on|up|so|out|per|and|not|the|for|from|with)\s"


def can_be_misread(text: str) -> bool:
    """Return whether small words stand in a text: `3 of 5` is no product of o and f."""
    return pattern(_SMALL_WORDS).search(text) is not None


def is_worth_asking(text: str) -> bool:
    """Return whether a text that our reader declined looks like mathematics at all, so that asking is not waste."""
    bare = re.sub(r"\\[A-Za-z]+", " ", text)
    return (
        len(text) < MAX_ANSWER_CHARS
        and bool(pattern(_MATHEMATICAL).search(text))
        and not pattern(_PROSE).search(bare)
    )


def as_json(node: Node) -> list[Any]:
    """Return a tree as nested lists [kind, value, [children]]; fractions as text."""
    value = node.value
    if node.kind == "num" and max(abs(value.numerator), value.denominator).bit_length() > 8_192:
        value = "too large"
    elif node.kind == "num":
        value = f"{value.numerator}/{value.denominator}"
    return [node.kind, value, [as_json(arg) for arg in node.args]]


def _asked(task: dict[str, Any]) -> Opinion:
    """Return the sandbox's answer to one task."""
    from answer_math.sandbox import shared_sandbox

    outcome = shared_sandbox().ask(task)
    if outcome.status != "ok" or outcome.result is None:
        return Opinion("undecided", "", outcome.status)
    result = outcome.result
    verdict = result.get("status", "undecided")
    return Opinion(
        verdict, str(result.get("reader", "")), str(result.get("reason", "")), str(result.get("witness", ""))
    )


def second_opinion(gold: str, given: str) -> Opinion:
    """Return what the third-party readers say of two texts, both read by the same one."""
    return _asked({"task": "second_opinion", "gold": gold, "given": given})


def last_resort(gold: Node, given: Node) -> Opinion:
    """Return whether sympy proves two trees equal; it never finds them different."""
    return _asked({"task": "simplify", "gold": as_json(gold), "given": as_json(given)})._replace(
        reader="sympy"
    )
