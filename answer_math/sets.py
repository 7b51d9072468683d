"""Sets of real numbers: intervals, unions, inequalities, `x in ...`, `x != 1`, the line, the empty set.

    real_set(tree) -> RealSet | None      None when the tree is no set of reals, or its ends have letters
    same_set(gold, given) -> (bool, str)  membership at every end, between the ends and beyond, with a witness

A set is its sorted ends and a truth value for every cell: below the first end, at it, between it and
the next, and so on.  Ends are exact values evaluated to 60 digits; those of unsolved inequalities are
the roots of the difference of the sides.  DESIGN §6.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from answer_math.canonical import Context, Form, NoForm, Poly
from answer_math.meaning import branches
from answer_math.sampling import TooCostly, Undefined, evaluate, mp
from answer_math.tree import Node, add, exact_value, has_decimal, negate, num, sym, symbols, walk

MAX_ENDS = 200
MAX_DEGREE = 24
END_DIGITS = 60
SAME_END_DIGITS = 30
DECIMAL_TOLERANCE = 1e-6
FAR_APART = 1e-3  # beyond every tolerance, and cheap to see


class RealSet(NamedTuple):
    """A set of reals: `cells` has 2 n + 1 truth values for n `ends`, from minus infinity up.

    An end is an int or a Fraction where it is rational, else a number of mpmath to END_DIGITS.
    """

    ends: tuple[Any, ...]
    cells: tuple[bool, ...]
    letter: str = ""
    has_decimal: bool = False


NOTHING, EVERYTHING = RealSet((), (False,)), RealSet((), (True,))


# ------------------------------------------------------------------------------
# 1  Sets as cells
# ------------------------------------------------------------------------------


def _is_exact(*ends: Any) -> bool:
    """Return whether all ends are rational numbers, which compare without mpmath."""
    return all(isinstance(end, (int, Fraction)) for end in ends)


def measured(end: Any) -> Any:
    """Return an end to the precision of ends."""
    if not _is_exact(end):
        return end
    with mp().workdps(END_DIGITS):
        return mp().mpf(end.numerator) / end.denominator


def _same_end(left: Any, right: Any, tolerance: float = 0.0) -> bool:
    """Return whether two ends are one number."""
    if left == right:
        return True
    if _is_exact(left, right):
        return bool(tolerance) and abs(left - right) <= tolerance * max(abs(left), abs(right))
    left, right = measured(left), measured(right)
    gap, size = abs(left - right), max(abs(left), abs(right))
    if gap > FAR_APART and gap > FAR_APART * size:
        return False
    return bool(
        gap <= mp().mpf(10) ** -SAME_END_DIGITS * max(1, size) or (tolerance and gap <= tolerance * size)
    )


def _merged(left: RealSet, right: RealSet, tolerance: float = 0.0) -> list[Any]:
    """Return the ends of both sets, sorted, each once."""
    ends = [*left.ends, *right.ends]
    if not _is_exact(*ends):
        ends = [measured(end) for end in ends]
    found: list[Any] = []
    for end in sorted(ends):
        if not found or not _same_end(found[-1], end, tolerance):
            found.append(end)
    return found


def _refined(given: RealSet, ends: list[Any], tolerance: float = 0.0) -> list[bool]:
    """Return the truth values of a set on the cells of a finer list of ends."""
    cells = [given.cells[0]]
    position = 0
    for end in ends:
        if position < len(given.ends) and _same_end(given.ends[position], end, tolerance):
            cells += [given.cells[2 * position + 1], given.cells[2 * position + 2]]
            position += 1
        else:
            cells += [given.cells[2 * position], given.cells[2 * position]]
    return cells


def _combined(left: RealSet, right: RealSet, rule: Callable[[bool, bool], bool]) -> RealSet:
    """Return the set whose cells are `rule` of the cells of both."""
    ends = _merged(left, right)
    if len(ends) > MAX_ENDS:
        raise TooCostly
    cells = [rule(a, b) for a, b in zip(_refined(left, ends), _refined(right, ends), strict=True)]
    return RealSet(
        tuple(ends), tuple(cells), left.letter or right.letter, left.has_decimal or right.has_decimal
    )


def union(left: RealSet, right: RealSet) -> RealSet:
    """Return the numbers in either set."""
    return _combined(left, right, lambda a, b: a or b)


def intersection(left: RealSet, right: RealSet) -> RealSet:
    """Return the numbers in both sets."""
    return _combined(left, right, lambda a, b: a and b)


def difference(left: RealSet, right: RealSet) -> RealSet:
    """Return the numbers in the first set alone."""
    return _combined(left, right, lambda a, b: a and not b)


def same_set(gold: RealSet, given: RealSet) -> tuple[bool, str]:
    """Return whether two sets have the same members, and a number (or stretch) in one set alone."""
    tolerance = DECIMAL_TOLERANCE if gold.has_decimal or given.has_decimal else 0.0
    ends = _merged(gold, given, tolerance)
    left, right = _refined(gold, ends, tolerance), _refined(given, ends, tolerance)
    for position, (a, b) in enumerate(zip(left, right, strict=True)):
        if a != b:
            return False, f"{_cell_name(ends, position)} is in the {'gold' if a else 'given'} set alone"
    return True, ""


def _cell_name(ends: list[Any], position: int) -> str:
    """Return what the cell at `position` is, for people."""
    text = [str(mp().nstr(measured(end), 8)) for end in ends]
    if position % 2:
        return text[position // 2]
    low = text[position // 2 - 1] if position else "-infinity"
    high = text[position // 2] if position // 2 < len(text) else "infinity"
    return f"the stretch between {low} and {high}"


def name_of_cell(given: RealSet) -> str:
    """Return what the first cell of a set is, for people."""
    return _cell_name(list(given.ends), given.cells.index(True))


# ------------------------------------------------------------------------------
# 2  Trees to sets
# ------------------------------------------------------------------------------


def end_value(node: Node) -> Any:
    """Return the value of a closed end, a rational one exactly.  Raises Undefined with letters, or when not real."""
    exact = exact_value(node)
    if exact is not None:
        return exact.numerator if exact.denominator == 1 else exact
    if symbols(node):
        raise Undefined
    value = evaluate(node, {}, END_DIGITS)
    if isinstance(value, mp().mpc):
        raise Undefined
    with mp().workdps(END_DIGITS):
        return +value


def infinite_sign(node: Node) -> int:
    """Return 1 for infinity, -1 for its opposite, 0 for anything else."""
    if node.kind == "const" and node.value == "oo":
        return 1
    if node.kind == "mul" and len(node.args) == 2 and node.args[1] == Node("const", (), "oo"):
        return -1 if node.args[0] == num(-1) else 1 if node.args[0] == num(1) else 0
    return 0


def interval(low: Node, high: Node, brackets: str) -> RealSet | None:
    """Return the interval between two ends; None when they are in the wrong order."""
    low_sign, high_sign = infinite_sign(low), infinite_sign(high)
    if low_sign > 0 or high_sign < 0:
        return None
    decimal = has_decimal(low) or has_decimal(high)
    low_closed, high_closed = brackets[0] == "[", brackets[1] == "]"
    if low_sign and high_sign:
        return EVERYTHING
    if low_sign:
        return RealSet((end_value(high),), (True, high_closed, False), "", decimal)
    if high_sign:
        return RealSet((end_value(low),), (False, low_closed, True), "", decimal)
    first, last = end_value(low), end_value(high)
    if _same_end(first, last):
        if not (low_closed or high_closed):
            return None  # (a, a) is a point of the plane
        return RealSet((first,), (False, True, False), "", decimal) if low_closed and high_closed else NOTHING
    if first > last if _is_exact(first, last) else measured(first) > measured(last):
        return None
    return RealSet((first, last), (False, low_closed, True, high_closed, False), "", decimal)


def point(node: Node) -> RealSet:
    """Return the set of one number."""
    return RealSet((end_value(node),), (False, True, False), "", has_decimal(node))


def complement(given: RealSet) -> RealSet:
    """Return the numbers that are not in the set."""
    return RealSet(given.ends, tuple(not cell for cell in given.cells), given.letter, given.has_decimal)


def _half_line(sign: str, end: Node) -> RealSet:
    """Return {x : x sign end}."""
    if infinite_sign(end):
        below = infinite_sign(end) > 0
        return EVERYTHING if (sign in ("<", "<=")) == below or sign == "!=" else NOTHING
    shapes = {
        "<": (True, False, False),
        "<=": (True, True, False),
        ">": (False, False, True),
        ">=": (False, True, True),
        "!=": (True, False, True),
        "=": (False, True, False),
    }
    return RealSet((end_value(end),), shapes[sign], "", has_decimal(end))


_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


def _comparison(left: Node, sign: str, right: Node) -> RealSet | None:
    """Return the solutions of one comparison in one letter, solved or not."""
    names = symbols(left) | symbols(right)
    if len(names) != 1:
        return None
    (letter,) = names
    solved = None
    if left.kind == "sym" and not symbols(right):
        solved = _half_line(sign, right)
    elif right.kind == "sym" and not symbols(left):
        solved = _half_line(_FLIPPED[sign], left)
    elif sign != "=":
        solved = _unsolved(left, sign, right, letter)
    return solved._replace(letter=letter) if solved is not None else None


def _unsolved(left: Node, sign: str, right: Node, letter: str) -> RealSet | None:
    """Return the solutions of an unsolved inequality: split at absolute values, else at the roots of the difference."""
    for node, other, direction in ((left, right, sign), (right, left, _FLIPPED[sign])):
        if node.kind == "fn" and node.value == "abs" and not symbols(other):
            inner = node.args[0]
            upper, lower = (
                _comparison(inner, direction, other),
                _comparison(inner, _FLIPPED[direction], negate(other)),
            )
            if upper is None or lower is None or end_value(other) < 0:
                return None
            return intersection(upper, lower) if direction in ("<", "<=", "!=") else union(upper, lower)
    return _by_roots(add(left, negate(right)), sign, letter)


_SIGNS: dict[str, Callable[[Any], Any]] = {
    "<": lambda v: v < 0,
    ">": lambda v: v > 0,
    "<=": lambda v: v <= 0,
    ">=": lambda v: v >= 0,
    "!=": lambda v: v != 0,
}


def _by_roots(expression: Node, sign: str, letter: str) -> RealSet | None:
    """Return where a rational function has the sign: its ends are the real roots above and below."""
    context = Context()
    try:
        form = context.form(expression)
        tops, bottoms = (
            _coefficients(context, poly, letter) for poly in _over_one_power(context, form, letter)
        )
    except NoForm:
        return None
    if tops is None or bottoms is None:
        return None
    zeros, poles = _real_roots(tops), _real_roots(bottoms)
    ends = _merged(RealSet(tuple(zeros), ()), RealSet(tuple(poles), ()))
    holds = _SIGNS[sign]

    def at(x: Any) -> bool:
        return bool(holds(mp().polyval(tops, x) / mp().polyval(bottoms, x)))

    with mp().workdps(END_DIGITS):
        probes = (
            [ends[0] - 1, *((a + b) / 2 for a, b in pairwise(ends)), ends[-1] + 1]
            if ends
            else [mp().mpf(1) / 3]
        )
        cells: list[bool] = [at(probes[0])]
        for end, probe in zip(ends, probes[1:], strict=True):
            is_pole = any(_same_end(end, pole) for pole in poles)
            cells += [not is_pole and sign in ("<=", ">="), at(probe)]
    return RealSet(tuple(ends), tuple(cells), letter)


def _over_one_power(context: Context, form: Form, letter: str) -> tuple[Poly, Poly]:
    """Return top and bottom with negative powers of the letter moved below."""
    atom = context.atom("symbol", letter)
    lowest = min((exponent for monomial in form.top for a, exponent in monomial if a == atom), default=0)
    if lowest >= 0:
        return form.top, form.bottom
    factor: Poly = {((atom, -lowest),): 1}
    return context.product(form.top, factor), context.product(form.bottom, factor)


def _coefficients(context: Context, poly: Poly, letter: str) -> list[Any] | None:
    """Return the coefficients of a polynomial in one letter, highest first; None when it is no such polynomial.

    A coefficient may hold roots of numbers and pi.
    """
    atom = context.atom("symbol", letter)
    found: dict[int, Any] = {}
    with mp().workdps(2 * END_DIGITS):
        for monomial, coefficient in poly.items():
            degree, value = 0, _measured_at(Fraction(coefficient))
            for base, exponent in monomial:
                if base != atom:
                    number = _closed_atom(context.names[base])
                    if number is None:
                        return None
                    value *= mp().mpf(number) ** _measured_at(Fraction(exponent))
                elif isinstance(exponent, int) and 0 <= exponent <= MAX_DEGREE:
                    degree = exponent
                else:
                    return None
            found[degree] = found.get(degree, mp().mpf(0)) + value
    return [found.get(degree, mp().mpf(0)) for degree in range(max(found, default=0), -1, -1)]


def _measured_at(value: Fraction) -> Any:
    """Return a rational at the precision that is set."""
    return mp().mpf(value.numerator) / value.denominator


def _closed_atom(key: Any) -> Any:
    """Return the number that an atom of a canonical form is, a prime, pi or e; None for any other atom."""
    if key in (("pi",), ("e",)):
        return +mp().pi if key == ("pi",) else +mp().e
    return key[1] if key[0] == "prime" else None


def _real_roots(coefficients: list[Any]) -> list[Any]:
    """Return the real roots of a polynomial, each once, to the precision of ends."""
    if len(coefficients) < 2:
        return []
    context = mp()
    with context.workdps(2 * END_DIGITS):
        try:
            roots = context.polyroots(coefficients, maxsteps=200, extraprec=400)
        except context.NoConvergence:
            raise TooCostly from None
        real = [
            context.re(root)
            for root in roots
            if abs(context.im(root)) <= context.mpf(10) ** -25 * max(1, abs(root))
        ]
    found: list[Any] = []
    for root in sorted(real):
        if not found or abs(found[-1] - root) > context.mpf(10) ** -20 * max(1, abs(root)):
            found.append(root)
    return found


def _from_relation(tree: Node) -> RealSet | None:
    """Return the solutions of a chain of comparisons, or the set that a letter is said to be in."""
    parts, signs = tree.args, tree.value
    if len(signs) == 1 and signs[0] in ("in", "notin", "ni", "notni"):
        member, container = parts if signs[0] in ("in", "notin") else parts[::-1]
        found = real_set(container)
        if found is None or member.kind != "sym":
            return None
        found = found._replace(letter=member.value)
        return complement(found) if signs[0].startswith("not") else found
    if not all(sign in _FLIPPED for sign in signs) or all(sign == "=" for sign in signs):
        return None
    if signs == ("!=",) and len(both := branches(tree)) == 2:  # `x \\ne \\pm 3`
        return _from_list(Node("and", both))
    total: RealSet | None = None
    for left, sign, right in zip(parts, signs, parts[1:], strict=False):
        step = _comparison(left, sign, right)
        if step is None and infinite_sign(left) < 0 and sign in ("<", "<="):
            step = EVERYTHING
        if step is None and infinite_sign(right) > 0 and sign in ("<", "<="):
            step = EVERYTHING
        if step is None:
            return None
        total = step if total is None else intersection(total, step)
    return total


def _from_list(tree: Node) -> RealSet | None:
    """Return the union of the members of an `or`, a union or a list of intervals; the intersection of an `and`."""
    members = [_member(item) for item in tree.args]
    if any(member is None for member in members):
        return None
    found = [member for member in members if member is not None]
    if not found or len({member.letter for member in found if member.letter}) > 1:
        return None
    total = found[0]
    for member in found[1:]:
        total = intersection(total, member) if tree.kind in ("and", "cap") else union(total, member)
    return total


def _member(item: Node) -> RealSet | None:
    """Return one member of a logical combination; `x = 2` is a point there."""
    if item.kind == "rel" and item.value == ("=",) and item.args[0].kind == "sym":
        return point(item.args[1])._replace(letter=item.args[0].value) if not symbols(item.args[1]) else None
    return real_set(item)


def real_set(tree: Node) -> RealSet | None:
    """Return the set of reals that the tree denotes, or None.  Raises TooCostly."""
    rule = _RULES.get(tree.kind)
    if rule is None:
        return None
    try:
        return rule(tree)
    except (Undefined, ZeroDivisionError, OverflowError):
        return None


def _from_group(tree: Node) -> RealSet | None:
    """Return a bracket of two ends as an interval."""
    if len(tree.args) != 2:
        return None
    brackets = (
        tree.value.replace("](", "()") if tree.value == "](" else "(]" if tree.value == "]]" else tree.value
    )
    return interval(*tree.args, brackets)


def _from_set(tree: Node) -> RealSet | None:
    """Return the points of a finite set."""
    total = NOTHING
    for item in tree.args[:MAX_ENDS]:
        total = union(total, point(item))
    return total


def _from_difference(tree: Node) -> RealSet | None:
    """Return A minus B."""
    left, right = (EVERYTHING if arg == sym("R") else real_set(arg) for arg in tree.args)
    return None if left is None or right is None else difference(left, right)


def _from_builder(tree: Node) -> RealSet | None:
    """Return {x | condition}."""
    body, condition = tree.args
    if body.kind == "rel" and body.value == ("in",):
        if body.args[1] != Node("name", (), "R"):
            return None
        body = body.args[0]
    if condition.kind == "list":
        condition = Node("and", condition.args)
    if any(item.kind == "name" and item.value not in ("R", "emptyset") for item in walk(condition)):
        return None
    found = real_set(condition)
    return (
        found._replace(letter="")
        if found is not None and body.kind == "sym" and found.letter in ("", body.value)
        else None
    )


MAX_WHOLE_MEMBERS = 200


def whole_members(given: RealSet) -> list[int] | None:
    """Return the whole numbers of a bounded set, ascending; None when it is unbounded or holds many."""
    if given.cells[0] or given.cells[-1] or not given.ends:
        return None
    low, high = int(mp().floor(measured(given.ends[0]))), int(mp().ceil(measured(given.ends[-1])))
    if high - low > MAX_WHOLE_MEMBERS:
        return None
    found = []
    for number in range(low, high + 1):
        position = sum(bool(end < number) and not _same_end(end, number) for end in given.ends)
        is_end = position < len(given.ends) and _same_end(given.ends[position], number)
        if given.cells[2 * position + is_end]:
            found.append(number)
    return found


def _without_idle_ends(given: RealSet) -> RealSet:
    """Return the set without the ends at which it goes on as it was."""
    ends, cells = [], [given.cells[0]]
    for position, end in enumerate(given.ends):
        at, after = given.cells[2 * position + 1 : 2 * position + 3]
        if not at == after == cells[-1]:
            ends.append(end)
            cells += [at, after]
    return given._replace(ends=tuple(ends), cells=tuple(cells))


def whole_half_line(given: RealSet) -> tuple[str, int] | None:
    """Return (`>=`, 3) of the whole numbers above 2, (`<=`, n) of those below; None for any other set."""
    given = _without_idle_ends(given)
    if len(given.ends) != 1 or not _is_exact(*given.ends) or given.cells[0] == given.cells[2]:
        return None
    (end,), is_closed = given.ends, given.cells[1]
    if given.cells[2]:
        return ">=", math.ceil(end) if is_closed else math.floor(end) + 1
    return "<=", math.floor(end) if is_closed else math.ceil(end) - 1


_NAMED_SETS = {
    "R": EVERYTHING,
    "emptyset": NOTHING,
    "R+": RealSet((0,), (False, False, True)),
    "R0": RealSet((0,), (False, True, True)),
    "R-": RealSet((0,), (True, False, False)),
}
_RULES: dict[str, Callable[[Node], RealSet | None]] = {
    "group": _from_group,
    "set": _from_set,
    "rel": _from_relation,
    "or": _from_list,
    "and": _from_list,
    "cup": _from_list,
    "cap": _from_list,
    "minus": _from_difference,
    "builder": _from_builder,
    "name": lambda tree: _NAMED_SETS.get(tree.value),
}
