r"""Relations joined by `and`, `or`, commas and chains, compared as one condition on their letters.

    same_condition(gold, given, factor) -> (bool | None, str)    `x<y<z` is `x<y and y<z`; a point tells others apart

A comparison says which signs the difference of its sides may have, so `x <= 1 and x >= 1` is `x = 1`.  Differences
that are proportional are one; conditions that allow the same signs, whatever the differences are, are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from typing import NamedTuple

from answer_math.doubles import compiled, value_of
from answer_math.logic import is_total
from answer_math.meaning import is_assignment
from answer_math.sampling import point_value
from answer_math.tree import VALUE_KINDS, Node, add, negate, num, symbols

MAX_DIFFERENCES = 7
MAX_STATES = 2_200
MAX_LINKS = 40
MAX_POINTS = 60
#: a point is of no use where a difference of sides is as small as this
NEAR_ZERO = 1e-9

#: the signs of `left - right` that a comparison allows
_ALLOWED = {"<": "-", "<=": "-0", ">": "+", ">=": "+0", "=": "0", "!=": "-+"}
_OPPOSITE = str.maketrans("-+", "+-")
#: relations of other kinds hold or do not; their negations
_NEGATION_OF = {"notin": "in", "nsubset": "subset", "nsubseteq": "subseteq"}

#: letters that may stand for whole numbers alone
_COUNTING = frozenset("ijklmnN")

Factor = Callable[[Node, Node], int]
"""The sign of c where one tree is c times the other: 1 or -1; 0 where there is no such c, or none is seen."""


class _Difference(NamedTuple):
    """What relations compare: the difference of two sides, or a statement; and the states it can be in."""

    tree: Node
    states: str
    is_value: bool


class _Space:
    """The differences that the links of two conditions compare, each once."""

    def __init__(self, factor: Factor) -> None:
        self.factor = factor
        self.found: list[_Difference] = []
        self.links: dict[Node, tuple[int, str]] = {}

    def add(self, link: Node) -> None:
        """Note which difference a two-sided relation is about, and the states in which it holds."""
        if link in self.links:
            return
        (sign,), (left, right) = link.value, link.args
        if sign not in _ALLOWED or not {left.kind, right.kind} <= VALUE_KINDS:
            base = _NEGATION_OF.get(sign, "=" if sign == "!=" else sign)
            place = self._place(_Difference(Node("rel", link.args, (base,)), "0+", False))[0]
            self.links[link] = place, "0" if base == sign else "+"
            return
        tree = add(left, negate(right))
        place, direction = self._place(_Difference(tree, "-0+" if is_total(link) else "-0+?", True))
        allowed = _ALLOWED[sign]
        self.links[link] = place, allowed if direction > 0 else allowed.translate(_OPPOSITE)

    def _place(self, new: _Difference) -> tuple[int, int]:
        """Return where a difference stands, and whether as it is (1) or turned (-1); it is added where it is new."""
        for place, old in enumerate(self.found):
            if old.is_value == new.is_value and old.states == new.states:
                direction = self.factor(old.tree, new.tree) if new.is_value else int(old.tree == new.tree)
                if direction:
                    return place, direction
        self.found.append(new)
        return len(self.found) - 1, 1

    def holds(self, tree: Node, states: tuple[str, ...]) -> bool:
        """Return whether a condition holds in these states of the differences."""
        if tree.kind == "rel":
            place, allowed = self.links[tree]
            return states[place] in allowed
        parts = (self.holds(part, states) for part in tree.args)
        return all(parts) if tree.kind == "and" else any(parts)


def are_groups(tree: Node) -> bool:
    """Return whether a tree lists groups of relations, of which one holds: `a>0, b>0 or a<0, b<0`."""
    return tree.kind == "list" and len(tree.args) > 1 and all(item.kind == "list" for item in tree.args)


def as_condition(tree: Node, is_list_joint: bool = False) -> Node | None:
    """Return a chain, an `and` or an `or` of relations as two-sided relations under `and` and `or`; else None.

    The members of a list hold together where that is said.  Values of one name (`x=2 or x=3`) are a list.
    """
    if tree.kind == "rel":
        links = [
            Node("rel", (left, right), (sign,))
            for left, sign, right in zip(tree.args, tree.value, tree.args[1:], strict=False)
        ]
        return links[0] if len(links) == 1 else Node("and", tuple(links))
    if are_groups(tree):
        groups = [as_condition(item, True) for item in tree.args]  # `a>0, b>0 or a<0, b<0`
        return None if None in groups else Node("or", tuple(group for group in groups if group is not None))
    is_joint = is_list_joint and tree.kind == "list" and tree.value != "or"
    if tree.kind not in ("and", "or") and not is_joint:
        return None
    if all(is_assignment(item) for item in tree.args) and len({item.args[0] for item in tree.args}) == 1:
        return None
    parts = [as_condition(item) for item in tree.args]
    if any(part is None for part in parts):
        return None
    return Node("or" if tree.kind == "or" else "and", tuple(part for part in parts if part is not None))


def by_factors(tree: Node) -> Node:
    """Return a condition with the sign of a product of two letters, `ab > 0`, by the signs of the letters."""
    if tree.kind != "rel":
        return Node(tree.kind, tuple(map(by_factors, tree.args)), tree.value)
    link = tree
    (sign,), (product_of, end) = link.value, link.args
    is_product = product_of.kind == "mul" and [part.kind for part in product_of.args] == ["sym", "sym"]
    if not is_product or end != num(0) or sign not in ("<", ">") or len(symbols(product_of)) < 2:
        return link
    first, second = product_of.args
    pairs = ((">", ">"), ("<", "<")) if sign == ">" else ((">", "<"), ("<", ">"))
    return Node(
        "or",
        tuple(
            Node("and", (Node("rel", (first, end), (one,)), Node("rel", (second, end), (other,))))
            for one, other in pairs
        ),
    )


def equal_terms(tree: Node) -> frozenset[frozenset[Node]] | None:
    """Return which terms equations that hold together make equal: `a=b, b=c` and `a=c, c=b` the same; else None."""
    links = tree.args if tree.kind in ("and", "list") and tree.value != "or" else (tree,)
    groups: list[set[Node]] = []
    for link in links:
        if link.kind != "rel" or set(link.value) != {"="}:
            return None
        touched = [group for group in groups if group & set(link.args)]
        groups = [group for group in groups if group not in touched]
        groups.append(set(link.args).union(*touched))
    return frozenset(map(frozenset, groups))


def _links_of(tree: Node) -> list[Node]:
    """Return the two-sided relations of a condition."""
    return [tree] if tree.kind == "rel" else [link for part in tree.args for link in _links_of(part)]


def same_condition(gold: Node, given: Node, factor: Factor) -> tuple[bool | None, str]:
    """Return whether two conditions are one, with a point that only one of them allows; None where neither is seen."""
    links = [*_links_of(gold), *_links_of(given)]
    if len(links) > MAX_LINKS or any(not symbols(link) for link in links):
        return None, ""
    space = _Space(factor)
    for link in links:
        space.add(link)
        if len(space.found) > MAX_DIFFERENCES:
            return None, ""
    choices = [difference.states for difference in space.found]
    if prod(map(len, choices)) > MAX_STATES:
        return None, ""
    holding = [(space.holds(gold, states), space.holds(given, states)) for states in product(*choices)]
    if all(left == right for left, right in holding):
        is_telling = len({left for left, _ in holding}) == 2  # not true always, nor never
        return (True, "") if is_telling else (None, "")
    witness = _point_between(space, gold, given)
    return (False, witness) if witness else (None, "")


def _points(letters: list[str]) -> Iterator[dict[str, float]]:
    """Yield the points at which conditions are looked at: small ones and the samples of values; n is whole."""
    for index in range(MAX_POINTS):
        shift = (index * 7 % 11 - 5) / 2
        point = {
            letter: shift * (1 + place) - index % (3 + place) + 1 / 3 for place, letter in enumerate(letters)
        }
        if not index % 2:
            point = {letter: float(point_value(letter, index)) for letter in letters}
        yield {letter: round(value) if letter in _COUNTING else value for letter, value in point.items()}


def _point_between(space: _Space, gold: Node, given: Node) -> str:
    """Return a point that one condition allows and the other does not; nothing where none is found."""
    functions = [compiled(difference.tree) if difference.is_value else None for difference in space.found]
    usable = [function for function in functions if function is not None]
    if len(usable) != len(functions):
        return ""
    letters = sorted(frozenset().union(*(symbols(difference.tree) for difference in space.found)))
    for point in _points(letters):
        values = [value_of(function, point) for function in usable]
        if any(value is None or not abs(value) > NEAR_ZERO for value in values):
            continue
        states = tuple("+" if value is not None and value > 0 else "-" for value in values)
        if space.holds(gold, states) != space.holds(given, states):
            side = "gold" if space.holds(gold, states) else "given"
            where = ", ".join(f"{letter} = {value:.6g}" for letter, value in point.items())
            return f"at {where} the {side} condition alone holds"
    return ""
