r"""All whole numbers from one on: `n \ge 3, n \in \mathbb{Z}`, `n = 3, 4, 5, \ldots`, `\mathbb{Z}_{\ge 3}`.

    whole_ranges_outcome(gold, given) -> Outcome | None     None where a side is no such range, or not said to be one

Where the response counts them out, a letter of the gold that names integers by habit (n, m, k) need not be said to.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from answer_math.dotted import progression
from answer_math.meaning import Meaning
from answer_math.outcomes import Outcome, by_convention, different, equal, lenient
from answer_math.rules import pattern
from answer_math.sampling import TooCostly
from answer_math.sets import real_set, whole_half_line
from answer_math.tree import Node, sym

_BY_HABIT = frozenset("nmkN")
_NAMED = {"Z+": (">=", 1), "N0": (">=", 0)}
_OF_NAME = r"Z(?P<sign>[<>]=?)(?P<end>-?\d{1,9})"


class _Range(NamedTuple):
    """The whole numbers from an end up (`>=`) or down (`<=`), the letter they are values of, whether it is said that
    they are whole, and whether they are counted out."""

    sign: str
    end: int
    letter: str
    is_stated: bool
    is_counted: bool = False


def whole_ranges_outcome(gold: Meaning, given: Meaning) -> Outcome | None:
    """Return the outcome of two ranges of whole numbers; that the response's are whole must be said."""
    left = _range(gold)
    right = None if left is None else _range(given)
    if left is None or right is None or not (right.is_counted or (left.is_stated and right.is_stated)):
        return None
    if left[:2] != right[:2]:
        alone = "from" if ">=" in (left.sign, right.sign) else "to"
        return different(f"whole numbers {alone} {left.end} against {alone} {right.end}")
    outcome = by_convention(equal("same-set"), "" if left.is_stated else "integer-letters")
    has_one_letter = left.letter == right.letter or not (left.letter and right.letter)
    return outcome if has_one_letter else lenient(outcome, "lhs-names-differ")


def _range(answer: Meaning) -> _Range | None:
    """Return the range of whole numbers that an answer is; None for any other."""
    tree, name = answer.tree, answer.name
    if name is not None and name.kind != "sym":
        return None
    letter = "" if name is None else str(name.value)
    if tree.kind == "name":
        found = _NAMED.get(str(tree.value)) or _named(str(tree.value))
        return None if found is None else _Range(*found, letter, True)
    if tree.kind in ("list", "set"):
        return _dotted(tree, letter)
    whole = answer.whole
    if whole.kind != "rel" or len(whole.value) != 1 or answer.restrictions:
        return None
    try:
        half = real_set(whole)
    except TooCostly:
        return None
    bound = None if half is None else whole_half_line(half)
    if half is None or bound is None:
        return None
    is_stated = half.letter in answer.integers
    return _Range(*bound, half.letter, is_stated) if is_stated or half.letter in _BY_HABIT else None


def _named(name: str) -> tuple[str, int] | None:
    r"""Return the sign and end of `\mathbb{Z}_{>3}`; None for any other name."""
    found = pattern(_OF_NAME).fullmatch(name)
    if found is None:
        return None
    end, sign = int(found["end"]), found["sign"]
    return (sign[0] + "=", end + {">": 1, "<": -1}.get(sign, 0))


def _dotted(tree: Node, letter: str) -> _Range | None:
    r"""Return the range that `3, 4, 5, \ldots` is; None for any other list."""
    if sym("…") not in tree.args:
        return None
    found = progression(tree.args)
    if found is None or found.is_geometric or found.last is not None or abs(found.step) != 1:
        return None
    first = Fraction(found.first)
    if first.denominator != 1:
        return None
    return _Range(">=" if found.step > 0 else "<=", int(first), letter, True, True)


__all__ = ["whole_ranges_outcome"]
