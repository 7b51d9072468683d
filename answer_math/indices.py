r"""What an answer says about its indices: `k \in \mathbb{Z}`, `k = 0, 1, 2, \ldots`, `k \ne 3n`, `n, m \in \mathbb{N}`.

    without_conditions(tree) -> Stated     the tree without these statements, and what they say

A finite range becomes the list of its members, a residue that is left out the progressions of the others; what
else narrows an index is a restriction that both sides must have.  DESIGN §6.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from answer_math.families import PARAMETER_LETTERS, substitute, whole_progression
from answer_math.tree import Node, add, exact_value, facts, has_period, mul, num, sym, symbols

MAX_STATED_VALUES = 60
MAX_EXCLUDED_MODULUS = 12

#: what a set of whole numbers says of its members beyond being whole
_DOMAINS = {
    "Z": "",
    "N": "N",
    "Z+": ">=1",
    "N+": ">=1",
    "N*": ">=1",
    "Z*": "Z*",
    "N0": ">=0",
    "N_0": ">=0",
    "Z0": ">=0",
}
Restrictions = frozenset[tuple[str, str]]


class Stated(NamedTuple):
    """A tree without the statements about its indices, the letters that are integers, what restricts them, and the
    letters that are real numbers."""

    tree: Node
    integers: frozenset[str] = frozenset()
    restrictions: Restrictions = frozenset()
    reals: frozenset[str] = frozenset()


def without_conditions(tree: Node) -> Stated:
    """Return the tree without the statements that a letter is an integer, and what they say."""
    if (excluded := _left_out_of_reals(tree)) is not None:
        return without_conditions(excluded)
    if tree.kind not in ("list", "and", "or", "builder", "rel"):
        tree = _with_condition_apart(tree) if "rel" in facts(tree).kinds else tree
    elif tree.kind in ("rel", "or"):
        tree = _with_condition_apart(tree)
    elif tree.kind == "builder":
        listed = _members_of_builder(tree)
        return Stated(tree) if listed is None else without_conditions(listed)
    if tree.kind not in ("list", "and"):
        return Stated(tree)
    if (values := _with_stated_values(tree)) is not None:
        return Stated(values)
    return _without_items(tree)


# ------------------------------------------------------------------------------
# 1  Where the statements stand
# ------------------------------------------------------------------------------


def _integer_letters(item: Node) -> frozenset[str]:
    r"""Return the letters that a condition says are integers: `k \in \mathbb{Z}`."""
    if item.kind != "rel" or item.value != ("in",) or item.args[1].kind not in ("name", "sym"):
        return frozenset()
    return symbols(item.args[0]) if item.args[1].value in _DOMAINS else frozenset()


def _with_condition_apart(tree: Node) -> Node:
    r"""Return `\pi k\ (k \in \mathbb{Z})` and `x = a or x = \pi k, k \in \mathbb{Z}` as members and a condition."""
    if tree.kind == "or":
        conditions = [item for item in tree.args if _integer_letters(item)]
        members = tuple(item for item in tree.args if item not in conditions)
        letters = frozenset().union(*(symbols(item) for item in conditions))
        if not conditions or not letters <= frozenset().union(*(map(symbols, members))):
            return tree
        whole = Node("or", members, tree.value) if len(members) > 1 else members[0]
        return Node("list", (whole, *conditions), ",")
    found = _parted(tree) if "rel" in facts(tree).kinds else None
    return tree if found is None else Node("list", found, ",")


def _parted(tree: Node) -> tuple[Node, Node] | None:
    """Return a tree without the condition that is multiplied to its end, and the condition; None without one."""
    if tree.kind not in ("mul", "add", "rel", "group") or not tree.args or tree.kind == "group":
        return None
    last = tree.args[-1]
    if tree.kind == "mul" and _integer_letters(last):
        rest = mul(*tree.args[:-1])
        return rest, last
    inner = _parted(last)
    if inner is None or not symbols(inner[1]) <= symbols(tree):
        return None
    return Node(tree.kind, (*tree.args[:-1], inner[0]), tree.value), inner[1]


def _left_out_of_reals(tree: Node) -> Node | None:
    r"""Return `\mathbb{R}\setminus\{\pi k : k\in\mathbb{Z}\}` as `x \ne \pi k, k\in\mathbb{Z}`; None for any other."""
    letter = sym("x")
    if tree.kind == "rel" and tree.value == ("in",) and tree.args[0].kind == "sym":
        letter, tree = tree.args
    if tree.kind != "minus" or tree.args[0] not in (Node("name", (), "R"), sym("R")):
        return None
    left_out = tree.args[1]
    if left_out.kind == "set" and len(left_out.args) > 1:  # `\{\pi k, k\in\mathbb{Z}\}`
        listed: Node | None = Node("list", left_out.args, ",")
    else:
        listed = _members_of_builder(left_out) if left_out.kind == "builder" else None
    if listed is None or len(listed.args) != 2 or not _integer_letters(listed.args[1]):
        return None
    body, condition = listed.args
    return Node("list", (Node("rel", (letter, body), ("!=",)), condition), ",")


def _members_of_builder(tree: Node) -> Node | None:
    r"""Return `\{1/n : n \in \mathbb{N}\}` as `1/n, n \in \mathbb{N}`; None for a set of solutions."""
    body, condition = tree.args
    if body.kind in ("sym", "rel") or not symbols(body):
        return None
    conditions = condition.args if condition.kind in ("list", "and") else (condition,)
    is_run = condition.kind == "list" and _run(conditions, 0) is not None
    if not is_run and not all(_integer_letters(item) or _bound(item) for item in conditions):
        return None
    return Node("list", (body, *conditions), ",")


# ------------------------------------------------------------------------------
# 2  Values, runs and bounds of an index
# ------------------------------------------------------------------------------


def _with_stated_values(tree: Node) -> Node | None:
    r"""Return `\frac{\pi}{4} + \pi k, k = 0, 1` as the list of its values; None when no values are stated."""
    for position, item in enumerate(tree.args[1:], 1):
        if item.kind == "rel" and item.value == ("=",) and item.args[0].kind == "sym":
            values = (item.args[1], *tree.args[position + 1 :])
            name, members = item.args[0].value, tree.args[:position]
            is_whole = all(value.kind == "num" and isinstance(value.value, int) for value in values)
            if (
                is_whole
                and 1 < len(values) <= MAX_STATED_VALUES
                and all(name in symbols(member) for member in members)
            ):
                return Node(
                    "list",
                    tuple(substitute(member, name, value) for value in values for member in members),
                    ",",
                )
    return None


def _run(items: tuple[Node, ...], position: int) -> tuple[str, str, int] | None:
    r"""Return (letter, domain, length) of the items `k = 0, 1, 2, \ldots` or `k = 0, \pm1, \ldots` from a position."""
    first = items[position]
    if first.kind != "rel" or first.value != ("=",) or first.args[0].kind != "sym":
        return None
    try:
        end = next(at for at in range(position + 2, len(items)) if items[at] == sym("…")) + 1
    except StopIteration:
        return None
    terms = (first.args[1], *items[position + 1 : end - 1])
    letter = str(first.args[0].value)
    values = [exact_value(term) for term in terms if term.kind != "pm"]
    is_end = end == len(items) or items[end].kind == "rel"
    if not is_end or not values or values[0] is None or values[0].denominator != 1:
        return None
    if len(values) == len(terms):
        steps = [Fraction(values[0] + step) for step in range(len(values))]
        return (letter, f">={values[0]}", end - position) if values == steps and len(values) > 1 else None
    signed = [exact_value(term.args[1]) for term in terms if term.kind == "pm" and term.args[0] == num(0)]
    if len(values) > 1 or values[0] != 0 or len(signed) != len(terms) - 1:
        return None
    return (letter, "", end - position) if signed == list(range(1, len(signed) + 1)) else None


def _bound(item: Node) -> tuple[str, str] | None:
    """Return (letter, domain) of `k >= 0`, `k > 0`, `k <= 3`, `k != 0` with a whole end; None for anything else."""
    if item.kind != "rel" or len(item.value) != 1 or item.args[0].kind != "sym":
        return None
    end = exact_value(item.args[1])
    if end is None or end.denominator != 1:
        return None
    sign, shift = {">": (">=", 1), "<": ("<=", -1)}.get(item.value[0], (item.value[0], 0))
    return (str(item.args[0].value), f"{sign}{end + shift}") if sign in (">=", "<=", "!=") else None


def _excluded(item: Node, integers: frozenset[str]) -> tuple[str, str, int, int] | None:
    """Return (letter, other letter, modulus, residue) of `k != 3n + 1`; None for anything else."""
    if item.kind != "rel" or item.value != ("!=",) or item.args[0].kind != "sym":
        return None
    (index, other) = item.args
    letters = symbols(other)
    if len(letters) != 1 or index.value in letters or not letters | {index.value} <= integers:
        return None
    (letter,) = letters
    found = whole_progression(other, letter)
    if found is None or not 2 <= abs(found[1]) <= MAX_EXCLUDED_MODULUS:
        return None
    return str(index.value), letter, abs(found[1]), found[0] % abs(found[1])


# ------------------------------------------------------------------------------
# 3  Items and conditions
# ------------------------------------------------------------------------------


def _is_any_real(item: Node, items: tuple[Node, ...]) -> bool:
    r"""Return whether an item only says that a letter of another item is a real number: `x \in \mathbb{R}`."""
    if item.kind != "rel" or item.value != ("in",) or item.args[0].kind != "sym":
        return False
    is_real = item.args[1].kind in ("name", "sym") and item.args[1].value == "R"
    return is_real and any(item.args[0].value in symbols(other) for other in items if other is not item)


def _conditions_joined(items: tuple[Node, ...]) -> tuple[Node, ...]:
    r"""Return `k, n \in \mathbb{Z}` behind other items as one condition for each letter, and a run as its domain."""
    found: list[Node] = []
    position = 0
    while position < len(items):
        item = items[position]
        if position and (run := _run(items, position)) is not None:
            letter, domain, length = run
            found.append(Node("rel", (sym(letter), Node("name", (), "Z")), ("in",)))
            if domain:
                found.append(Node("rel", (sym(letter), num(int(domain[2:]))), (">=",)))
            position += length
            continue
        if item.kind == "rel" and item.value == ("in",):
            before = len(found)
            used = frozenset().union(*(symbols(other) for other in found if other.kind != "sym"))
            while before > 1 and found[before - 1].kind == "sym" and found[before - 1].value in used:
                before -= 1
                found[before] = Node("rel", (found[before], item.args[1]), ("in",))
        found.append(item)
        position += 1
    return tuple(found)


def _without_items(tree: Node) -> Stated:
    """Return a list without the items that are statements about indices."""
    items = _conditions_joined(tree.args)
    integers = frozenset().union(*(_integer_letters(item) for item in items)) | _implied_integers(items)
    kept = []
    restrictions: set[tuple[str, str]] = set()
    reals: frozenset[str] = frozenset()
    for item in items:
        found = _integer_letters(item)
        if found:
            domain = _DOMAINS[item.args[1].value]
            restrictions |= {(letter, domain) for letter in found if domain}
        elif item.kind == "rel" and item.value == ("=", "in"):  # x = ... k, k in Z without a comma
            kept.append(Node("rel", item.args[:2], ("=",)))
        elif _is_any_real(item, items):
            reals |= symbols(item.args[0])
        else:
            kept.append(item)
    if not kept or (len(kept) == len(items) and not _implied_integers(items)):
        return Stated(tree, integers)
    members, bounds = _without_bounds(kept, integers)
    members, left_out = _without_residues(members, integers)
    whole = members[0] if len(members) == 1 else Node(tree.kind, tuple(members), tree.value)
    return Stated(whole, integers, frozenset(restrictions) | bounds | left_out, reals)


def _implied_integers(items: tuple[Node, ...]) -> frozenset[str]:
    r"""Return the letters of `k \ne 3m` beside a member with a period and k in it: nobody writes this of a real k."""
    found = [_excluded(item, PARAMETER_LETTERS) for item in items]
    pairs = [pair[:2] for pair in found if pair is not None]
    members = [
        item for item, excluded in zip(items, found, strict=True) if excluded is None and has_period(item)
    ]
    used = frozenset().union(*map(symbols, members))
    return frozenset(letter for pair in pairs if pair[0] in used for letter in pair)


def _without_bounds(items: list[Node], integers: frozenset[str]) -> tuple[list[Node], Restrictions]:
    """Return the items without the bounds of indices that stand in other items, and the bounds."""
    bounds = [(item, found) for item in items if (found := _bound(item)) is not None and found[0] in integers]
    members = [item for item in items if all(item is not bound for bound, _ in bounds)]
    used = frozenset().union(*(map(symbols, members)))
    if not bounds or not {letter for _, (letter, _) in bounds} <= used or _names(members) & integers:
        return items, frozenset()
    return members, frozenset(found for _, found in bounds)


def _names(items: Iterable[Node]) -> frozenset[str]:
    """Return the letters that items are solved for."""
    return frozenset(
        str(item.args[0].value) for item in items if item.kind == "rel" and item.args[0].kind == "sym"
    )


def _without_residues(items: list[Node], integers: frozenset[str]) -> tuple[list[Node], Restrictions]:
    r"""Return the members with `k \ne 3n` worked in: k is 3k + 1 or 3k + 2; beyond the limit, what restricts k."""
    excluded = [(item, found) for item in items if (found := _excluded(item, integers)) is not None]
    letters = {found[0] for _, found in excluded}
    members = [item for item in items if all(item is not other for other, _ in excluded)]
    used = frozenset().union(*(map(symbols, members)))
    if len(letters) != 1 or not letters <= used or used & {found[1] for _, found in excluded}:
        return items, frozenset()
    (letter,) = letters
    modulus = lcm(*(found[2] for _, found in excluded))
    left = [
        residue
        for residue in range(min(modulus, MAX_EXCLUDED_MODULUS))
        if all(residue % found[2] != found[3] for _, found in excluded)
    ]
    if modulus > MAX_EXCLUDED_MODULUS or not left:
        return members, frozenset((letter, f"!={found[3]} mod {found[2]}") for _, found in excluded)
    indices = [add(mul(num(modulus), sym(letter)), num(residue)) for residue in left]
    worked_in = [
        substitute(member, letter, index)
        for member in members
        for index in (indices if letter in symbols(member) else indices[:1])
    ]
    return worked_in, frozenset()


__all__ = ["Restrictions", "Stated", "without_conditions"]
