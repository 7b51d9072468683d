r"""Tuples and systems whose parts share integer parameters: `(\pi k, \frac{\pi}{3}-\pi k)`, `x = 3+5t, y = 1+2t`.

    same_lattice(gold, given, names)  -> (bool | None, witness)   parts affine in the parameters
    linked_outcome(gold, given)       -> Outcome | None           two answers of linked parts

A tuple that is affine in its parameters is a point plus all whole combinations of its steps.  Two such sets are one
when each step of either is a whole combination of the other's, and so is the difference of the points.  DESIGN §6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from answer_math.annotated import compare_core
from answer_math.canonical import Context, NoForm
from answer_math.families import (
    LARGE_WINDOW,
    SMALL_WINDOW,
    affine_parts,
    parameters,
    same_family,
    substitute,
)
from answer_math.meaning import Meaning, is_assignment
from answer_math.outcomes import Outcome, all_of, by_convention, different, equal, undecided
from answer_math.sampling import TooCostly, Undefined, evaluate, mp
from answer_math.tree import VALUE_KINDS, Node, add, facts, has_period, mul, num, sym, symbols

MAX_PARAMETERS = 4
MAX_PARTS = 12
#: the substitutions n = k + m and n = -k + m that are tried where the parts are not affine
MAX_SHIFT = 3

Vector = dict[Any, Fraction]


# ------------------------------------------------------------------------------
# 1  Points plus whole combinations of steps
# ------------------------------------------------------------------------------


def _vectors(context: Context, parts: Sequence[Node], names: Sequence[str]) -> list[Vector] | None:
    """Return the point and the step of each parameter as exact vectors; None when a part is not affine."""
    found: list[Vector] = [{} for _ in range(len(names) + 1)]
    for position, part in enumerate(parts):
        split = affine_parts(context, part, names)
        if split is None:
            return None
        for vector, terms in zip(found, split, strict=True):
            vector.update({(position, monomial): Fraction(value) for monomial, value in terms.items()})
    return found


def _combination(steps: list[Vector], target: Vector) -> list[Fraction] | None:
    """Return the coefficients that make the target of independent steps, None when there are none.

    Raises ArithmeticError when the steps are dependent.
    """
    keys = sorted({key for vector in (*steps, target) for key in vector}, key=repr)
    rows = [[vector.get(key, Fraction(0)) for vector in (*steps, target)] for key in keys]
    rank = 0
    for column in range(len(steps)):
        pivot = next((row for row in range(rank, len(rows)) if rows[row][column]), None)
        if pivot is None:
            raise ArithmeticError
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        rows[rank] = [value / rows[rank][column] for value in rows[rank]]
        for row in range(len(rows)):
            if row != rank and rows[row][column]:
                factor = rows[row][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[rank], strict=True)]
        rank += 1
    if any(row[-1] for row in rows[rank:]):
        return None
    return [rows[column][-1] for column in range(rank)]


def _is_whole(steps: list[Vector], target: Vector) -> bool:
    """Return whether the target is a combination of the steps with whole coefficients."""
    found = _combination(steps, target)
    return found is not None and all(value.denominator == 1 for value in found)


def same_lattice(
    gold: Sequence[Node], given: Sequence[Node], names: tuple[Sequence[str], Sequence[str]]
) -> tuple[bool | None, str]:
    """Return whether two affine tuples are one set over all whole parameters, with a witness; None if undecided."""
    context = Context()
    try:
        left, right = _vectors(context, gold, names[0]), _vectors(context, given, names[1])
        if left is None or right is None or context.assumed:
            return None, ""
        (start, *steps), (other_start, *other_steps) = left, right
        if not all(_is_whole(steps, step) for step in other_steps):
            return False, "a step of the given parameters is no whole combination of the gold's"
        if not all(_is_whole(other_steps, step) for step in steps):
            return False, "a step of the gold's parameters is no whole combination of the given ones"
        gap = {
            key: other_start.get(key, Fraction(0)) - start.get(key, Fraction(0))
            for key in start.keys() | other_start.keys()
        }
        if not _is_whole(steps, gap):
            return False, "no whole parameters of the gold give the given tuple at 0"
    except (NoForm, ArithmeticError):
        return None, ""
    return True, ""


def _is_exact(parts: Sequence[Node], names: Sequence[str]) -> bool:
    """Return whether the parts at 0 and 1 are sums of roots, i and pi, which differ as soon as their forms do."""
    context = Context()
    for part in parts:
        for value in (0, 1):
            closed = part
            for name in names:
                closed = substitute(closed, name, num(value))
            if not context.is_unique(context.form(closed)):
                return False
    return True


# ------------------------------------------------------------------------------
# 2  Answers of linked parts
# ------------------------------------------------------------------------------


def _base_letter(label: str) -> str:
    """Return the letter of a numbered name, `x` of `x_1`; the name itself of another."""
    letter, _, index = label.partition("_")
    return letter if index.isdigit() else label


def _parts(answer: Meaning) -> tuple[tuple[str, ...], list[Node]] | None:
    """Return the names and parts of a system in the order of the names, or the parts of a tuple; None for others."""
    tree = answer.tree
    if tree.kind == "group" and tree.value in ("()", "[]") and 1 < len(tree.args) <= MAX_PARTS:
        return (), list(tree.args)
    if tree.kind not in ("list", "and") or not 1 < len(tree.args) <= MAX_PARTS:
        return None
    if not all(is_assignment(item) and item.args[0].kind == "sym" for item in tree.args):
        return None
    parts = sorted((str(item.args[0].value), item.args[1]) for item in tree.args)
    labels = tuple(label for label, _ in parts)
    return (
        (labels, [part for _, part in parts]) if len(set(map(_base_letter, labels))) == len(labels) else None
    )


def linked_outcome(gold: Meaning, given: Meaning) -> Outcome | None:
    """Return the outcome of two tuples or systems whose parts share a parameter; None for any others."""
    if not (gold.integers or given.integers or has_period(gold.tree) or has_period(given.tree)):
        return None
    if gold.name is not None and given.name is not None and gold.name != given.name:
        return None
    one, other = _parts(gold), _parts(given)
    if one is None or other is None or len(one[1]) != len(other[1]):
        return None
    if one[0] and other[0] and one[0] != other[0]:
        return None
    if gold.tree.kind == given.tree.kind == "group" and gold.tree.value != given.tree.value:
        return None
    left, right = one[1], other[1]
    if any(part.kind not in VALUE_KINDS or "pm" in facts(part).kinds for part in (*left, *right)):
        return None
    names = _used(left, gold.integers), _used(right, given.integers)
    if any(label.partition("_")[2] in (*names[0], *names[1]) for label in one[0] if "_" in label):
        return None  # `a_n = 2n, b_n = 3n`: the index is bound
    if not (_is_linked(left, names[0]) or _is_linked(right, names[1])):
        return None
    if max(map(len, names)) > MAX_PARAMETERS:
        return undecided("too_complex")
    found = _compare_linked(left, right, names, bool(one[0] and other[0]))
    return by_convention(found, "set-or-list") if bool(one[0]) != bool(other[0]) else found


def _is_one_by_one(left: list[Node], right: list[Node], names: set[str]) -> bool:
    """Return whether each part alone is the same family: `x = \\pi k, y = \\pi k` may be said with two letters."""
    return all(
        same_family([one], [other], frozenset(names))[0] for one, other in zip(left, right, strict=True)
    )


def _used(parts: list[Node], stated: frozenset[str]) -> tuple[str, ...]:
    """Return the integer parameters that stand in the parts."""
    names = parameters(tuple(parts), stated)
    return tuple(sorted(names & frozenset().union(*map(symbols, parts))))


def _is_linked(parts: list[Node], names: tuple[str, ...]) -> bool:
    """Return whether a parameter stands in several parts."""
    return any(sum(name in symbols(part) for part in parts) > 1 for name in names)


def _compare_linked(
    left: list[Node], right: list[Node], names: tuple[tuple[str, ...], tuple[str, ...]], is_labelled: bool
) -> Outcome:
    """Return the outcome of linked parts: as lattices, else by renaming and shifting their one parameter."""
    sides = ((left, names[0]), (right, names[1]))
    is_closed = all(symbols(part) <= set(own) for side, own in sides for part in side)
    same, witness = same_lattice(left, right, names) if is_closed else (None, "")
    if same:
        return equal("same-family")
    if same is None or not (_is_exact(left, names[0]) and _is_exact(right, names[1])):
        witness = ""
        if len(names[0]) == len(names[1]) == 1:
            found = _shifted(left, right, names[0][0], names[1][0])
            if found is not None:
                return found
            witness = _alone(left, right, (names[0][0], names[1][0])) if is_closed else ""
    if witness and not (is_labelled and _is_one_by_one(left, right, {*names[0], *names[1]})):
        return different(witness)
    return undecided("linked_parameters")


def _shifted(left: list[Node], right: list[Node], name: str, other: str) -> Outcome | None:
    """Return equal when the given parts are the gold's with n = k + m or n = -k + m for a small m."""
    if name != other and any(name in symbols(part) for part in right):
        return None
    for shift in sorted(range(-MAX_SHIFT, MAX_SHIFT + 1), key=abs):
        for sign in (1, -1):
            index = add(mul(num(sign), sym(name)), num(shift))
            moved = (compare_core(a, substitute(b, other, index)) for a, b in zip(left, right, strict=True))
            outcome = all_of(_until_not_equal(moved), "same-family")
            if outcome.verdict == "equal":
                return outcome
    return None


def _tuples(parts: list[Node], name: str, size: int) -> list[tuple[Any, ...]]:
    """Return the values of the parts for a parameter from -size to size, where all exist.  Raises TooCostly."""
    found = []
    for value in range(-size, size + 1):
        try:
            found.append(tuple(evaluate(part, {name: Fraction(value)}, 40) for part in parts))
        except Undefined:
            continue
    return found


def _alone(left: list[Node], right: list[Node], names: tuple[str, str]) -> str:
    """Return a tuple of a small window of one side that is not in a large window of the other; nothing without one."""
    sides = ((left, names[0], "gold"), (right, names[1], "given"))
    near = mp().mpf(10) ** -25
    for (mine, name, side), (others, other, _) in (sides, sides[::-1]):
        try:
            small, large = _tuples(mine, name, SMALL_WINDOW), _tuples(others, other, LARGE_WINDOW)
        except (TooCostly, OverflowError):
            return ""
        for values in small:
            if not any(
                all(abs(a - b) <= near * max(1, abs(a)) for a, b in zip(values, tried, strict=True))
                for tried in large
            ):
                shown = ", ".join(str(mp().nstr(value, 8)) for value in values)
                return f"({shown}) is in the {side} family alone"
    return ""


def _until_not_equal(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Yield outcomes up to the first that is not equal."""
    for outcome in outcomes:
        yield outcome
        if outcome.verdict != "equal":
            return
