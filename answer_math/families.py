r"""Families of numbers: answers with integer parameters, such as `\frac{\pi}{4}(4k+1)` or `(-1)^k\frac{\pi}{6}+\pi k`.

    parameters(trees, stated) -> the letters that run over the integers
    same_family(gold, given, ...) -> (bool | None, witness)

A member that is affine in its parameter is an exact residue modulo its period.  All members of both
sides are brought to one common period, and the residues are compared as sets.  Other members are compared
over a window of many values: each of one side must occur among those of the other.  DESIGN §6.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import gcd
from typing import Any, NamedTuple

from answer_math.canonical import Context, Form, NoForm, Poly
from answer_math.sampling import TooCostly, Undefined, evaluate, mp
from answer_math.tree import Node, exact_value, facts, has_period, num, symbols, walk

MAX_RESIDUES = 600
SMALL_WINDOW = 6
LARGE_WINDOW = 45
_DIGITS = 60
_NEVER_PARAMETERS = frozenset("xyzt")
PARAMETER_LETTERS = frozenset("klmnpqsNKM")


class Progression(NamedTuple):
    """The numbers offset + period * k for every whole k; period zero for a single number."""

    offset: Node
    period: Node


def substitute(node: Node, name: str, value: Node) -> Node:
    """Return the tree with a letter replaced."""
    if node.kind == "sym" and node.value == name:
        return value
    return (
        Node(node.kind, tuple(substitute(arg, name, value) for arg in node.args), node.value)
        if node.args
        else node
    )


def _in_sign_power(node: Node, name: str) -> bool:
    """Return whether the letter stands in the exponent of -1."""
    return any(
        item.kind == "pow" and item.args[0] == num(-1) and name in symbols(item.args[1])
        for item in walk(node)
    )


def parameters(trees: tuple[Node, ...], stated: frozenset[str]) -> frozenset[str]:
    """Return the letters that run over the integers: stated so, in the exponent of -1, or affine beside a period."""
    found = set(stated)
    for tree in trees:
        for name in symbols(tree) - stated:
            if name in _NEVER_PARAMETERS or (len(name) > 1 and "_" not in name):
                continue
            if _in_sign_power(tree, name) or (
                has_period(tree) and name in PARAMETER_LETTERS and _is_affine(tree, name)
            ):
                found.add(name)
    return frozenset(found)


def _is_affine(tree: Node, name: str) -> bool:
    """Return whether the tree is a number plus a multiple of the letter."""
    return split_affine(tree, name) is not None


def split_affine(tree: Node, name: str) -> tuple[Node, Node] | None:
    """Return (tree at 0, tree at 1 minus tree at 0) when the tree is affine in the letter with closed parts."""
    if symbols(tree) != {name}:
        return None
    context = Context()
    try:
        form = context.form(tree)
    except NoForm:
        return None
    atom = context.atom("symbol", name)
    if len(form.bottom) != 1 or any(
        exponent != 1 for monomial in form.top for a, exponent in monomial if a == atom
    ):
        return None
    if any(
        context.names[a][0] in _OPAQUE_ATOMS and _mentions(context, context.names[a], atom)
        for monomial in form.top
        for a, _ in monomial
    ):
        return None
    at_zero, at_one = (substitute(tree, name, num(value)) for value in (0, 1))
    return at_zero, Node("add", (at_one, Node("mul", (num(-1), at_zero))))


def whole_progression(tree: Node, name: str) -> tuple[int, int] | None:
    """Return (value at 0, step) of a tree affine in the letter with whole numbers, `3n + 1`; None for any other."""
    values = [exact_value(substitute(tree, name, num(number))) for number in (0, 1, 2, 5)]
    whole = [int(value) for value in values if value is not None and value.denominator == 1]
    if len(whole) < len(values):
        return None
    start, step = whole[0], whole[1] - whole[0]
    return (start, step) if whole[2:] == [start + 2 * step, start + 5 * step] else None


_OPAQUE_ATOMS = frozenset(
    {"exponential", "sign", "power", "function", "sin", "cos", "factorial", "abs", "sum", "ln"}
)


def affine_parts(context: Context, tree: Node, names: Sequence[str]) -> list[Poly] | None:
    """Return the constant of an expression and the coefficient of each letter; None when it is not affine in them.

    Raises NoForm.
    """
    form = context.form(tree)
    if form.bottom != {(): 1}:
        return None
    atoms = [context.atom("symbol", name) for name in names]
    found: list[Poly] = [{} for _ in range(len(names) + 1)]
    for monomial, coefficient in form.top.items():
        own = [(atom, exponent) for atom, exponent in monomial if atom in atoms]
        rest = tuple(factor for factor in monomial if factor not in own)
        if len(own) > 1 or any(exponent != 1 for _, exponent in own):
            return None
        keys = [context.names[atom] for atom, _ in rest]
        if any(key[0] != "symbol" and _mentions(context, key, atom) for key in keys for atom in atoms):
            return None
        found[atoms.index(own[0][0]) + 1 if own else 0][rest] = coefficient
    return found


def _mentions(context: Context, key: Any, atom: int) -> bool:
    """Return whether an atom's key holds another atom, however deep."""
    if isinstance(key, tuple):
        if (
            len(key) == 2
            and key[0] == atom
            and isinstance(key[1], (int, Fraction))
            and not isinstance(key[0], str)
        ):
            return True
        return any(_mentions(context, item, atom) for item in key)
    return isinstance(key, frozenset) and any(_mentions(context, item, atom) for item in key)


def progressions(tree: Node, names: frozenset[str]) -> list[Progression] | None:
    """Return the progressions of one member: two by parity when (-1)^k stands in it; None when it is not affine."""
    own = symbols(tree)
    if not own:
        return [Progression(tree, num(0))]
    if len(own) != 1 or not own <= names:
        return None
    (name,) = own
    if _in_sign_power(tree, name):
        halves = [
            substitute(tree, name, Node("add", (Node("mul", (num(2), Node("sym", (), name))), num(parity))))
            for parity in (0, 1)
        ]
        parts = [_folded(half, name, parity) for parity, half in enumerate(halves)]
    else:
        parts = [tree]
    found = []
    for part in parts:
        split = split_affine(part, name)
        if split is None:
            return None
        found.append(Progression(*split))
    return found


def _folded(node: Node, name: str, parity: int) -> Node:
    """Return the tree with (-1) to powers of the (now even or odd) parameter worked out at two values."""
    if node.kind == "pow" and node.args[0] == num(-1) and name in symbols(node.args[1]):
        values = []
        for step in (0, 1):
            exponent = _exact(substitute(node.args[1], name, num(step)))
            if exponent is None or exponent.denominator != 1:
                return node
            values.append(-1 if exponent.numerator % 2 else 1)
        return num(values[0]) if values[0] == values[1] else node
    return (
        Node(node.kind, tuple(_folded(arg, name, parity) for arg in node.args), node.value)
        if node.args
        else node
    )


def _exact(node: Node) -> Fraction | None:
    """Return the rational value of a closed tree, or None."""
    context = Context()
    try:
        value = context.form(node).constant
    except NoForm:
        return None
    return None if value is None else Fraction(value)


def rational_ratio(context: Context, top: Form, bottom: Form) -> Fraction | None:
    """Return top / bottom when it is rational."""
    try:
        value = context.times(top, context.inverse(bottom)).constant
    except NoForm:
        return None
    return None if value is None else Fraction(value)


def common_period(context: Context, forms: list[Form]) -> tuple[Form, list[Fraction]] | None:
    """Return the first period as unit and every period as a rational multiple of it; None when one is not."""
    unit = next((form for form in forms if form.top), None)
    if unit is None:
        return None
    ratios = []
    for form in forms:
        ratio = rational_ratio(context, form, unit)
        if ratio is None or ratio == 0:
            return None
        ratios.append(abs(ratio))
    return unit, ratios


def _residues(
    context: Context,
    members: list[Progression],
    unit: Form,
    unit_node: Node,
    ratios: list[Fraction],
    common: Fraction,
) -> list[Any] | None:
    """Return the offsets of all members in units of the period, modulo the common one; exact where rational."""
    found: list[Any] = []
    for member, ratio in zip(members, ratios, strict=True):
        steps = int(common / ratio)
        if len(found) + steps > MAX_RESIDUES:
            return None
        exact = rational_ratio(context, context.form(member.offset), unit)
        if exact is not None:
            found += [(exact + step * ratio) % common for step in range(steps)]
        else:
            found += _numeric_residues(member.offset, unit_node, ratio, common, steps)
    return found


def _numeric_residues(offset: Node, unit: Node, ratio: Fraction, common: Fraction, steps: int) -> list[Any]:
    """Return the residues of a member whose offset is no rational multiple of the unit, to 60 digits."""
    with mp().workdps(_DIGITS):
        start = evaluate(offset, {}, _DIGITS) / evaluate(unit, {}, _DIGITS)
        length = mp().mpf(common.numerator) / common.denominator
        step_size = mp().mpf(ratio.numerator) / ratio.denominator
        return [(start + step * step_size) % length for step in range(steps)]


def least_common_multiple(values: list[Fraction]) -> Fraction:
    """Return the least common multiple of positive rationals."""
    top, bottom = 1, 0
    for value in values:
        top = top * value.numerator // gcd(top, value.numerator)
        bottom = gcd(bottom, value.denominator)
    return Fraction(top, bottom)


def _is_residue(value: Any, others: list[Any], common: Fraction) -> bool:
    """Return whether a residue is among the others, the ends of the period being one."""
    if isinstance(value, Fraction):
        if value in others:
            return True
        others = [other for other in others if not isinstance(other, Fraction)]
    if not others:
        return False
    context = mp()
    with context.workdps(_DIGITS):
        length = context.mpf(common.numerator) / common.denominator
        for other in others:
            gap = abs(_number(value) - _number(other))
            if min(gap, length - gap) < context.mpf(10) ** -35:
                return True
    return False


def _number(value: Any) -> Any:
    """Return a residue as an mpmath number."""
    return mp().mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


def same_progressions(gold: list[Progression], given: list[Progression]) -> tuple[bool | None, str]:
    """Return whether two unions of progressions are one set, with a member in one alone; None when undecidable here."""
    context = Context()
    members = gold + given
    try:
        found = common_period(context, [context.form(member.period) for member in members])
        if found is None:
            return None, ""
        unit, ratios = found
        common = least_common_multiple(ratios)
        unit_node = next(m.period for m in members if context.form(m.period).top)
        left = _residues(context, gold, unit, unit_node, ratios[: len(gold)], common)
        right = _residues(context, given, unit, unit_node, ratios[len(gold) :], common)
    except (NoForm, Undefined, TooCostly):
        return None, ""
    if left is None or right is None:
        return None, ""
    for name, mine, others in (("gold", left, right), ("given", right, left)):
        for value in mine:
            if not _is_residue(value, others, common):
                where = value if isinstance(value, Fraction) else mp().nstr(value, 8)
                return False, f"offset {where} of the first period is in the {name} family alone"
    return True, ""


def _window(trees: list[Node], names: frozenset[str], size: int, first: int | None = None) -> list[Any]:
    """Return the values of the members for parameters from -size, or the first there is, to size beyond it."""
    found = []
    for tree in trees:
        own = sorted(symbols(tree) & names)
        if len(own) > 1:
            size = min(size, SMALL_WINDOW)
        steps = range(-size, size + 1) if first is None else range(first, first + size + 1)
        for values in product(steps, repeat=len(own)):
            try:
                found.append(
                    evaluate(
                        tree, {name: Fraction(value) for name, value in zip(own, values, strict=True)}, 40
                    )
                )
            except Undefined:
                continue
    return found


def same_windows(
    gold: list[Node],
    given: list[Node],
    names: frozenset[str],
    first: int | None = None,
    first_of_others: int | None = None,
) -> tuple[bool | None, str]:
    """Return whether each side's values in a small window occur among the other's in a large one.

    The windows are about 0, or begin where the parameters do.
    """
    try:
        for name, mine, others in (("gold", gold, given), ("given", given, gold)):
            large = _window(others, names, LARGE_WINDOW, first_of_others)
            small = _window(mine, names, SMALL_WINDOW, first)
            if not (large and small):
                return None, ""
            for value in small:
                if not any(abs(value - other) <= mp().mpf(10) ** -25 * max(1, abs(value)) for other in large):
                    return False, f"{mp().nstr(value, 8)} is in the {name} family alone"
    except (TooCostly, OverflowError):
        return None, ""
    return True, ""


def same_family(gold: list[Node], given: list[Node], names: frozenset[str]) -> tuple[bool | None, str]:
    """Return whether two lists of members with integer parameters are one set, with a witness; None if undecided."""
    if any(symbols(tree) - names for tree in (*gold, *given)):
        return None, ""
    verdict = same_affine(gold, given, names)
    return same_windows(gold, given, names) if verdict[0] is None else verdict


def same_affine(gold: list[Node], given: list[Node], names: frozenset[str]) -> tuple[bool | None, str]:
    """Return whether two lists of members that are affine in their parameters are one set; None when they are not.

    Complex members have no residues modulo a period; those are compared by their values.
    """
    if any("i" in facts(tree).constants for tree in (*gold, *given)):
        return None, ""
    left, right = ([progressions(tree, names) for tree in side] for side in (gold, given))
    if any(part is None for part in (*left, *right)):
        return None, ""
    flat = [[member for part in side if part for member in part] for side in (left, right)]
    return same_progressions(flat[0], flat[1])
