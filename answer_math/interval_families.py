r"""Unions of intervals over all integers: `(2\pi k, \pi + 2\pi k)`, `2\pi k < x < \pi + 2\pi k`, `x \ne \pi k`.

    interval_families(gold, given) -> Outcome | None     None when a side is no such union

Every interval moves by a period with its parameter.  All are brought to one common period, on which both sides are
sets of reals and compared as such; points that are left out are the complement of theirs.  DESIGN §6.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from answer_math.canonical import Context, Form, NoForm
from answer_math.families import (
    common_period,
    least_common_multiple,
    parameters,
    rational_ratio,
    split_affine,
)
from answer_math.indices import without_conditions
from answer_math.meaning import Meaning, branches
from answer_math.outcomes import Outcome, different, equal, lenient, undecided
from answer_math.sampling import TooCostly, Undefined, evaluate, mp
from answer_math.sets import END_DIGITS, NOTHING, RealSet, complement, intersection, measured, same_set, union
from answer_math.tree import VALUE_KINDS, Node, add, has_period, negate, symbols

MAX_INTERVALS = 60  # on one common period
MAX_PIECES = 12

_CLOSED = {"(": False, "[": True, ")": False, "]": True}


class Piece(NamedTuple):
    """An interval that moves by the period: its ends at 0 and what belongs to it; a point has two equal ends."""

    low: Node
    high: Node
    period: Node
    brackets: str


class Pieces(NamedTuple):
    """The intervals of a side, whether they are what is left out, and the letter that is said to be in them."""

    found: list[Piece]
    is_left_out: bool = False
    letter: str = ""


# ------------------------------------------------------------------------------
# 1  Trees to pieces
# ------------------------------------------------------------------------------


def _ends(tree: Node) -> tuple[Node, Node, str, str] | None:
    """Return (low, high, brackets, letter) of a bracket of two ends or a chain of inequalities; None for others."""
    if tree.kind == "group" and len(tree.args) == 2:
        brackets = tree.value.replace("](", "()").replace("]]", "(]")
        low, high = tree.args
        return (low, high, brackets, "") if brackets in ("()", "(]", "[)", "[]") else None
    if tree.kind != "rel" or len(tree.value) != 2 or tree.args[1].kind != "sym":
        return None
    signs, (low, letter, high) = tree.value, tree.args
    if set(signs) <= {">", ">="}:
        signs, low, high = signs[::-1], high, low
    elif not set(signs) <= {"<", "<="}:
        return None
    brackets = ("[" if signs[0] in ("<=", ">=") else "(") + ("]" if signs[1] in ("<=", ">=") else ")")
    return low, high, brackets, str(letter.value)


def _piece(low: Node, high: Node, brackets: str, integers: frozenset[str]) -> Piece | None:
    """Return an interval with its period; None when its ends do not move alike with one parameter."""
    if not {low.kind, high.kind} <= VALUE_KINDS:
        return None
    names = parameters((low, high), integers) & symbols(low)
    if len(names) != 1 or symbols(low) != symbols(high):
        return None
    (name,) = names
    first, last = split_affine(low, name), split_affine(high, name)
    if first is None or last is None:
        return None
    context = Context()
    try:
        if context.form(add(first[1], negate(last[1]))).top or not context.form(first[1]).top:
            return None
    except NoForm:
        return None
    return Piece(first[0], last[0], first[1], brackets)


def _left_out(tree: Node) -> tuple[list[Node], str] | None:
    r"""Return the points that `x \ne \pi k` or `\mathbb{R} \setminus \{\pi k\}` leave out, and the letter."""
    if tree.kind == "minus" and tree.args[0] == Node("name", (), "R") and tree.args[1].kind == "set":
        return list(tree.args[1].args), ""
    items = tree.args if tree.kind in ("list", "and") else (tree,)
    names = {item.args[0] for item in items if item.kind == "rel" and item.value == ("!=",)}
    if len(names) != 1 or any(item.kind != "rel" or item.value != ("!=",) for item in items):
        return None
    (name,) = names
    return ([item.args[1] for item in items], str(name.value)) if name.kind == "sym" else None


def _pieces(answer: Meaning) -> Pieces | None:
    """Return the moving intervals of an answer; None when it is no union of such."""
    tree, letter, integers = answer.whole, "", answer.integers
    if tree.kind == "builder" and tree.args[0].kind == "sym":
        stated = without_conditions(tree.args[1])
        tree, integers = stated.tree, integers | stated.integers
        if stated.restrictions:
            return None
    if tree.kind == "rel" and tree.value == ("in",) and tree.args[0].kind == "sym":
        letter, tree = str(tree.args[0].value), tree.args[1]
    out = _left_out(tree)
    if out is not None:
        points = [branch for point in out[0] for branch in branches(point)]
        ends = [(point, point, "[]", out[1]) for point in points]
    else:
        parts = tree.args if tree.kind in ("cup", "list", "or") else (tree,)
        found = [_ends(part) for part in parts[: MAX_PIECES + 1]]
        ends = [part for part in found if part is not None]
        if len(ends) != len(parts):
            return None
    letters = {name for *_, name in ends if name} | ({letter} - {""})
    pieces = [_piece(low, high, brackets, integers) for low, high, brackets, _ in ends]
    kept = [piece for piece in pieces if piece is not None]
    if not ends or len(ends) > MAX_PIECES or len(kept) != len(pieces) or len(letters) > 1:
        return None
    return Pieces(kept, out is not None, min(letters, default=""))


# ------------------------------------------------------------------------------
# 2  Pieces on one period
# ------------------------------------------------------------------------------


def _position(context: Context, node: Node, unit: Form, unit_node: Node) -> Any:
    """Return a closed end in units of the period: exact where rational, else to the precision of ends."""
    exact = rational_ratio(context, context.form(node), unit)
    if exact is not None:
        return exact
    with mp().workdps(END_DIGITS):
        return evaluate(node, {}, END_DIGITS) / evaluate(unit_node, {}, END_DIGITS)


def _on_period(
    context: Context,
    pieces: list[Piece],
    unit: Form,
    unit_node: Node,
    steps: list[Fraction],
    common: Fraction,
) -> RealSet | None:
    """Return the union of the intervals on [0, common]; None when it has many, or one with its ends exchanged."""
    total, count = NOTHING, 0
    is_mirrored = bool(evaluate(unit_node, {}, 20) < 0)
    for piece, step in zip(pieces, steps, strict=True):
        ends = [_position(context, end, unit, unit_node) for end in (piece.low, piece.high)]
        closed = _CLOSED[piece.brackets[0]], _CLOSED[piece.brackets[1]]
        closed = closed[::-1] if is_mirrored else closed
        low, high = (measured(end) for end in (ends[::-1] if is_mirrored else ends))
        is_point = low == high
        if low > high or (is_point and closed != (True, True)):
            return None
        first, last = (
            -int(mp().ceil(high / measured(step))),
            int(mp().ceil((measured(common) - low) / measured(step))),
        )
        count += last - first + 1
        if count > MAX_INTERVALS:
            return None
        is_exact = all(isinstance(end, Fraction) for end in ends)
        for index in range(first, last + 1):
            moved = [
                end + index * step if is_exact else measured(end) + measured(index * step) for end in ends
            ]
            start, end = moved[::-1] if is_mirrored else moved
            total = union(total, _interval(start, end, closed))
    return intersection(total, _interval(Fraction(0), common, (True, True)))


def _interval(low: Any, high: Any, closed: tuple[bool, bool]) -> RealSet:
    """Return the interval between two ends, or the point where they are one."""
    if low == high:
        return RealSet((low,), (False, True, False))
    return RealSet((low, high), (False, closed[0], True, closed[1], False))


def _same_pieces(gold: Pieces, given: Pieces) -> tuple[bool | None, str]:
    """Return whether two unions of moving intervals have the same members, with a witness; None if undecided."""
    context = Context()
    pieces = gold.found + given.found
    try:
        periods = [context.form(piece.period) for piece in pieces]
        found = common_period(context, periods)
        if found is None:
            return None, ""
        unit, steps = found
        common, size = least_common_multiple(steps), len(gold.found)
        with mp().workdps(END_DIGITS):
            sides = [
                _on_period(context, side, unit, pieces[0].period, own, common)
                for side, own in ((gold.found, steps[:size]), (given.found, steps[size:]))
            ]
        if sides[0] is None or sides[1] is None:
            return None, ""
        whole = _interval(Fraction(0), common, (True, True))
        left, right = (
            intersection(complement(side), whole) if own.is_left_out else side
            for side, own in zip(sides, (gold, given), strict=True)
            if side is not None
        )
    except (NoForm, Undefined, TooCostly, ZeroDivisionError):
        return None, ""
    same, witness = same_set(left, right)
    return same, f"in units of the period, {witness}" if witness else ""


def interval_families(gold: Meaning, given: Meaning) -> Outcome | None:
    """Return the outcome of two unions of intervals with an integer parameter; None for anything else."""
    if gold.restrictions or given.restrictions:
        return None
    if not all(side.integers or has_period(side.whole) for side in (gold, given)):
        return None
    is_tuple = [side.whole.kind == "group" and side.whole.value in ("()", "[]") for side in (gold, given)]
    if all(is_tuple):
        return None
    left = _pieces(gold)
    right = _pieces(given) if left is not None else None
    if left is None or right is None:
        return None
    same, witness = _same_pieces(left, right)
    if not same:
        return undecided("different_sets") if same is None else different(witness)
    outcome = equal("same-family")
    is_renamed = left.letter and right.letter and left.letter != right.letter
    return lenient(outcome, "lhs-names-differ") if is_renamed else outcome
