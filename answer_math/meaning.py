r"""What an answer denotes: the tree without its leading name and without statements about its letters.

    meaning(tree) -> Meaning        x = 1/3 ≈ 0.33 denotes 1/3, named x; 2 + 3 = 5 denotes 5
    branches(tree)                  the alternatives of an answer with a plus-minus

DESIGN §3 (chains), §6 (leading names, integer parameters, linked signs).
"""

from __future__ import annotations

import functools
from itertools import pairwise, product
from typing import NamedTuple

from answer_math.indices import Restrictions, without_conditions
from answer_math.tree import MINUS_ONE, Node, add, facts, free_symbols, literal, negate, num, symbols, walk


class Meaning(NamedTuple):
    """An answer: `tree` without its leading name, `name`, the `whole` tree, the letters stated to be integers,
    what restricts them beyond that (`N`, `>=0`), for `x = y = 1` the assignments it makes, and the letters stated to
    be real numbers."""

    tree: Node
    name: Node | None
    whole: Node
    integers: frozenset[str] = frozenset()
    restrictions: Restrictions = frozenset()
    chain: Node | None = None
    reals: frozenset[str] = frozenset()


_NAME_KINDS = frozenset({"sym", "call", "mul", "div", "ratio", "group"})
_NAME_FUNCTIONS = frozenset({"abs", "norm", "bar", "vec", "hat", "tilde", "prime", "det", "dot"})


def is_name(node: Node) -> bool:
    r"""Return whether a left side only names the answer: `S`, `f(x)`, `x_1`, `\angle ABC`, `|AB|`, `\text{Area}`."""
    if node.kind in ("sym", "text"):
        return True
    if node.kind == "const":
        return bool(node.value == "e")
    if node.kind == "call":
        return all(
            arg.kind in ("sym", "num") or arg == MINUS_ONE or (arg.kind == "call" and is_name(arg))
            for arg in node.args
        )
    if node.kind == "pow":  # `A^{-1}`, `A^T`
        base, exponent = node.args
        is_matrix = base.kind == "sym" and base.value.isupper()
        return is_matrix and (exponent == MINUS_ONE or (exponent.kind == "sym" and exponent.value == "T"))
    if node.kind == "fn":
        return node.value in _NAME_FUNCTIONS and all(is_name(arg) for arg in node.args)
    return node.kind in _NAME_KINDS and all(is_name(arg) for arg in node.args)


def bare_name(node: Node) -> Node:
    """Return a name without the bars or accent that say what is measured: `|AB|` and `AB` name one length."""
    if node.kind == "fn" and node.value in ("abs", "norm", "bar") and len(node.args) == 1:
        return bare_name(node.args[0])
    return node


#: words that name another number of the same thing; spellings of one name have one value
_QUANTITIES = {
    **dict.fromkeys(
        ("min", "minimum", "min value", "minimum value", "least value", "smallest value"), "minimum"
    ),
    **dict.fromkeys(
        ("max", "maximum", "max value", "maximum value", "greatest value", "largest value"), "maximum"
    ),
    **dict.fromkeys(("mean", "average", "median", "mode", "range", "domain", "area", "perimeter", "volume")),
}


def are_other_quantities(gold: Node | None, given: Node | None) -> bool:
    """Return whether two names are words for different things: `min` and `max`, `mean` and `median`."""
    if gold is None or given is None or gold.kind != "text" or given.kind != "text" or gold == given:
        return False
    if gold.value not in _QUANTITIES or given.value not in _QUANTITIES:
        return False
    names = {_QUANTITIES[side.value] or side.value for side in (gold, given)}
    return len(names) == 2 and names != {"mean", "average"}


def is_assignment(node: Node) -> bool:
    """Return whether a tree is `name = value`."""
    return node.kind == "rel" and node.value == ("=",) and is_name(node.args[0])


_LINEAR_KINDS = frozenset({"num", "dec", "sym", "add", "mul", "div"})


def _are_joint(parts: list[Node]) -> bool:
    r"""Return whether a chain equates different letters, as `x = 2y = 3z` and the law of sines do: nothing is derived.

    Behind a name only linear members in small letters are: `C = 2\pi r = \pi d` says what C is.
    """
    letters = [free_symbols(part) for part in parts]
    if not all(letters) or sum(map(len, letters)) > len(frozenset().union(*letters)):
        return False
    if not is_name(parts[0]):
        return True
    return all(
        facts(part).kinds <= _LINEAR_KINDS and len(names) == 1 and min(names).islower()
        for part, names in zip(parts, letters, strict=True)
    )


def resolved(tree: Node) -> Node:
    """Return a chain of equalities as what it denotes: its last member, behind the name if it leads with one.

    `x = 1/3 ≈ 0.33` is x = 1/3, `2 + 3 = 5` is 5, `2 = x` is x = 2; `5 = 5` and `2x + 3 = 7` stay.
    """
    if tree.kind != "rel" or not all(sign in ("=", "~") for sign in tree.value):
        return tree
    parts, signs = list(tree.args), list(tree.value)
    if "~" in signs:
        cut = signs.index("~")
        if cut == 0 and is_name(parts[0]):
            parts, signs = [parts[0], parts[1]], ["="]
        else:
            parts, signs = parts[: cut + 1], signs[:cut]
    if not signs:
        return parts[0]
    if len(parts) > 2 and set(signs) == {"="} and _are_joint(parts):
        return Node("and", tuple(Node("rel", pair, ("=",)) for pair in pairwise(parts)))
    first, last = parts[0], parts[-1]
    if is_name(first) and not (first.kind == "const" and len(parts) > 2):
        return Node("rel", (first, last), ("=",))
    if is_name(last) and not free_symbols(first):
        return Node("rel", (last, first), ("=",))
    if len(parts) > 2 or (
        first.kind == "big" and first.value != "diff"
    ):  # a limit, sum or integral, and what it is
        return last
    if (
        not free_symbols(first)
        and literal(first) is None
        and first.kind not in ("list", "set", "group", "matrix")
    ):
        return last
    return Node("rel", (first, last), ("=",))


@functools.lru_cache(maxsize=8192)
def meaning(tree: Node) -> Meaning:
    """Return what a tree denotes."""
    stated = without_conditions(tree)
    found = _meaning_without_conditions(stated.tree)
    if not (stated.integers or stated.reals):
        return found
    bound = arguments(found)
    return found._replace(
        integers=stated.integers - bound,
        restrictions=frozenset(part for part in stated.restrictions if part[0] not in bound),
        reals=stated.reals - bound,
    )


#: what equations are solved for: `x_k = \\pi k` numbers the roots, and k is a parameter
_UNKNOWNS = frozenset(
    {"x", "y", "z", "t", "alpha", "beta", "phi", "varphi", "theta", "α", "β", "φ", "ϕ", "θ"}
)


def arguments(answer: Meaning) -> frozenset[str]:
    """Return the letters that the name of an answer binds: n of `f(n) = n + 1` and of `a_n = 2n`."""
    if answer.name is None or answer.whole.kind != "rel" or answer.whole.value != ("=",):
        return frozenset()
    found: set[str] = set()
    for item in walk(answer.name):
        if item.kind == "call":
            found |= symbols(item)
        elif item.kind == "sym" and item.value.partition("_")[0] not in _UNKNOWNS:
            found |= {item.value.partition("_")[2]} - {""}
    if answer.name.kind == "mul":  # `P(x)`
        found |= symbols(answer.name)
    return frozenset(found)


def _chained(tree: Node) -> Node | None:
    """Return `x = y = 1` as the list of its assignments, else None."""
    names = tree.args[:-1]
    if len(names) < 2 or set(tree.value) != {"="} or not all(is_name(name) for name in names):
        return None
    return Node("list", tuple(Node("rel", (name, tree.args[-1]), ("=",)) for name in names), ",")


def is_closed_equation(tree: Node) -> bool:
    """Return whether a tree equates two closed values, as `\\cos 0 = 1` does."""
    return tree.kind == "rel" and tree.value == ("=",) and not symbols(tree)


def _meaning_without_conditions(tree: Node) -> Meaning:
    """Return what a tree denotes once the statements about integers are gone."""
    whole = resolved(tree)
    if is_assignment(whole):
        return Meaning(whole.args[1], whole.args[0], whole, chain=_chained(tree))
    if whole.kind == "rel" and whole.value == ("in",) and is_name(whole.args[0]):
        return Meaning(whole.args[1], whole.args[0], whole)
    if whole.kind in ("list", "and", "or") and whole.args:
        items = tuple(item if is_closed_equation(item) else resolved(item) for item in whole.args)
        whole = Node(whole.kind, items, whole.value)
        names = {item.args[0] for item in items if is_assignment(item)}
        if (
            len(names) == 1
            and is_assignment(items[0])
            and all(is_assignment(item) or item.kind != "rel" for item in items)
        ):
            bare = tuple(item.args[1] if is_assignment(item) else item for item in items)
            return Meaning(Node("list", bare, ","), items[0].args[0], whole)
    return Meaning(whole, None, whole)


def branches(node: Node) -> tuple[Node, ...]:
    r"""Return the alternatives of an answer with `\pm`, all signs of one depth linked; one when there is none.

    `\pm\sqrt{2\pm\sqrt3}` has four: a sign within what another one stands before is chosen by itself.
    """
    if "pm" not in facts(node).kinds:
        return (node,)
    depths = min(_depth_of_signs(node), MAX_DEPTH_OF_SIGNS)
    found = [_branch(node, signs) for signs in product((True, False), repeat=depths)]
    return tuple(dict.fromkeys(found))


MAX_DEPTH_OF_SIGNS = 3


def _depth_of_signs(node: Node) -> int:
    """Return how many plus-minus signs stand within each other at most."""
    if node.kind == "pm":
        return max(_depth_of_signs(node.args[0]), 1 + _depth_of_signs(node.args[1]))
    return max(map(_depth_of_signs, node.args), default=0)


def _branch(node: Node, are_upper: tuple[bool, ...]) -> Node:
    """Return the tree with every plus-minus read as its upper or lower sign, by depth."""
    if node.kind != "pm":
        args = tuple(_branch(arg, are_upper) for arg in node.args)
        return Node(node.kind, args, node.value) if args else node
    left, right = _branch(node.args[0], are_upper), _branch(node.args[1], are_upper[1:] or are_upper)
    right = right if (node.value == "+-") == are_upper[0] else negate(right)
    return right if left == num(0) else add(left, right)


def family_members(answer: Meaning) -> list[Node]:
    """Return the members of an answer that may be a family: its items with plus-minus expanded."""
    items = list(answer.tree.args) if answer.tree.kind in ("list", "set", "or") else [answer.tree]
    return [
        branch for item in items for branch in branches(meaning(item).tree if item.kind == "rel" else item)
    ]
