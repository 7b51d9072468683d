"""The tree of an answer: what the reader returns and the equality engine compares.

A tree is made of `Node(kind, args, value)`, immutable and hashable, so that two equal trees
compare in C and a tree can be a dictionary key.  The kinds:

    value       num dec sym const add mul div pow root fn call big pm
    annotated   percent degree unit based ratio clock
    container   list set group matrix row label cases
    statement   rel and or logic cup cap minus builder name text

Every limit of the package stands here, with its unit in its name.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any, NamedTuple

# ------------------------------------------------------------------------------
# 1  Limits: checked before the work they bound is begun
# ------------------------------------------------------------------------------

MAX_ANSWER_CHARS = 20_000
MAX_TOKENS = 2_000
MAX_NESTING_LEVELS = 60
MAX_INTEGER_DIGITS = 20_000
MAX_EXPONENT_DIGITS = 40
MAX_FACTORIAL_ARGUMENT = 5_000
MAX_LIST_ITEMS = 1_000
MAX_TERMS = 600


# ------------------------------------------------------------------------------
# 2  Errors: why a text is not read
# ------------------------------------------------------------------------------


class NotMath(ValueError):
    """The reader declines: `reason` is a stable code, `position` an offset in the text it was given."""

    def __init__(self, reason: str, position: int = 0, detail: str = "") -> None:
        super().__init__(f"{reason} at {position}" + (f": {detail}" if detail else ""))
        self.reason = reason
        self.position = position
        self.detail = detail


class LimitExceeded(NotMath):
    """A limit of section 1 was met; `detail` is its name.  Such a text goes to no other engine."""

    def __init__(self, limit: str, position: int = 0) -> None:
        super().__init__("too_complex", position, limit)


# ------------------------------------------------------------------------------
# 3  Nodes
# ------------------------------------------------------------------------------


Rational = int | Fraction
"""An exact number; a whole one is an int where it is stored."""


class Node(NamedTuple):
    """One node: `kind`, its children `args`, and `value`, whose meaning the kind fixes.

    num: int or Fraction; dec: (digits, places), standing for digits / 10**places; sym, const, fn,
    call, text, unit, label: a string; group: the two brackets; rel: the operators between the args; logic:
    the connective of propositions named by letters.
    """

    kind: str
    args: tuple[Node, ...] = ()
    value: Any = None


#: the kinds of a value without annotation
VALUE_KINDS = frozenset(
    {"num", "dec", "sym", "const", "add", "mul", "div", "pow", "root", "fn", "call", "big", "degree"}
)


def num(value: int | Fraction) -> Node:
    """Return the exact number; a whole Fraction becomes an int, so equal numbers are equal nodes."""
    if type(value) is Fraction and value.denominator == 1:
        value = value.numerator
    return Node("num", (), value)


def sym(name: str) -> Node:
    """Return the letter or indexed name."""
    return Node("sym", (), name)


def fn(name: str, *args: Node) -> Node:
    """Return a known function applied to its arguments."""
    return Node("fn", args, name)


ONE, MINUS_ONE, TWO, TEN = num(1), num(-1), num(2), num(10)
PI, E, I, INFINITY = (  # noqa: E741  the names that mathematics has
    Node("const", (), name) for name in ("pi", "e", "i", "oo")
)
EMPTY_SET = Node("name", (), "emptyset")


def negate(node: Node) -> Node:
    """Return the opposite; a literal keeps its kind so that `-0.50` still knows its places."""
    if node.kind == "num":
        return num(-node.value)
    if node.kind == "dec":
        return Node("dec", (), (-node.value[0], node.value[1]))
    if node.kind == "mul":
        return Node("mul", (negate(node.args[0]), *node.args[1:]))
    if node.kind in ("unit", "percent", "degree"):
        return Node(node.kind, (negate(node.args[0]),), node.value)
    return Node("mul", (MINUS_ONE, node))


def add(*terms: Node) -> Node:
    """Return the sum, flattened; of one term, the term."""
    if len(terms) == 1:
        return terms[0]
    flat: list[Node] = []
    for term in terms:
        flat.extend(term.args if term.kind == "add" else (term,))
    return Node("add", tuple(flat))


def mul(*factors: Node) -> Node:
    """Return the product, flattened; of one factor, the factor."""
    if len(factors) == 1:
        return factors[0]
    flat: list[Node] = []
    for factor in factors:
        flat.extend(factor.args if factor.kind == "mul" else (factor,))
    return Node("mul", tuple(flat))


def walk(node: Node) -> list[Node]:
    """Return the node and all below it, parents first."""
    found = [node]
    for current in found:
        found.extend(current.args)
    return found


class Facts(NamedTuple):
    """What stands anywhere in a tree: kinds, letters, functions, constants."""

    kinds: frozenset[str]
    letters: frozenset[str]
    functions: frozenset[str]
    constants: frozenset[str]


@functools.lru_cache(maxsize=16384)
def facts(node: Node) -> Facts:
    """Return what stands in the tree, found in one walk and remembered."""
    kinds: set[str] = set()
    letters: set[str] = set()
    functions: set[str] = set()
    constants: set[str] = set()
    below = [node]
    for kind, args, value in below:
        kinds.add(kind)
        if args:
            below += args
            if kind == "fn":
                functions.add(value)
        elif kind == "sym":
            letters.add(value)
        elif kind == "const":
            constants.add(value)
    return Facts(frozenset(kinds), frozenset(letters), frozenset(functions), frozenset(constants))


def symbols(node: Node) -> frozenset[str]:
    """Return the names of the letters in the tree."""
    return facts(node).letters


@functools.lru_cache(maxsize=4096)
def free_symbols(node: Node) -> frozenset[str]:
    """Return the letters that stand free somewhere, outside the sums, integrals and limits that bind them."""
    if "big" not in facts(node).kinds:
        return symbols(node)
    if node.kind == "sym":
        return frozenset({node.value})
    if node.kind != "big" or node.value == "diff":
        return frozenset().union(*map(free_symbols, node.args))
    body, variable, *bounds = node.args
    return (free_symbols(body) - {variable.value}).union(*map(free_symbols, bounds))


def has_decimal(node: Node) -> bool:
    """Return whether a decimal literal stands anywhere in the tree."""
    return "dec" in facts(node).kinds


def has_period(node: Node) -> bool:
    """Return whether pi or a degree sign stands in the tree."""
    found = facts(node)
    return "pi" in found.constants or "degree" in found.kinds


def literal(node: Node) -> Rational | None:
    """Return the exact value of a bare number node, else None."""
    if node.kind == "num":
        value: Rational = node.value
        return value
    if node.kind == "dec":
        return Fraction(node.value[0], 10 ** node.value[1])
    return None


def exact_value(node: Node) -> Fraction | None:
    """Return a small closed rational exactly (exponents, bounds), else None."""
    written = literal(node)
    if written is not None:
        return Fraction(written)
    values = [exact_value(arg) for arg in node.args] if node.kind in ("add", "mul", "div") else []
    if not values or any(value is None for value in values):
        return None
    parts = [value for value in values if value is not None]
    if any(max(part.numerator.bit_length(), part.denominator.bit_length()) > 400 for part in parts):
        return None
    total = parts[0]
    for part in parts[1:]:
        if node.kind == "add":
            total += part
        elif node.kind == "mul":
            total *= part
        elif part:
            total /= part
        else:
            return None
    return total
