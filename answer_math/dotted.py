r"""Lists and sums with dots: `1, 2, \ldots, 2008`, `1 + 2 + \cdots + 100`, `1 - \frac{x^2}{2} + \cdots`.

    dotted_outcome(gold, given, compare) -> Outcome | None     None when no dots stand in either

Two leading terms make an arithmetic progression, three a geometric one, if the last terms belong to it.  Dots that are
neither are compared term by term, and what does not agree so is left open: dots say what the reader should guess.
Products of a progression up to a factor with letters are quotients of the gamma function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from answer_math.canonical import Context, NoForm
from answer_math.families import substitute
from answer_math.meaning import Meaning
from answer_math.outcomes import Outcome, all_of, different, equal, undecided
from answer_math.tree import (
    MAX_LIST_ITEMS,
    MINUS_ONE,
    Node,
    add,
    exact_value,
    facts,
    fn,
    mul,
    negate,
    num,
    sym,
    symbols,
)

MAX_TERM_BITS = 4_000
MAX_WORKED_OUT = 40  # an exponent

DOTS = sym("…")
_HOLDERS = frozenset({"list", "set", "group"})
_UNDECIDED = undecided("dots")
Compare = Callable[[Node, Node], Outcome]


class Progression(NamedTuple):
    """The terms first, first + step, ... or first, first * step, ... up to the last; without one they do not end.

    The last one is an expression where its letters say how many terms there are.
    """

    is_geometric: bool
    first: Fraction
    step: Fraction
    last: Fraction | Node | None


def dotted_outcome(gold: Meaning, given: Meaning, compare: Compare) -> Outcome | None:
    """Return the outcome of two answers of which one at least has dots."""
    multiplied = [_with_products(side.tree) for side in (gold, given)]
    if multiplied != [gold.tree, given.tree]:
        return compare(*multiplied)
    has_dots = [_has_dots(side.tree) for side in (gold, given)]
    if not any(has_dots) or (gold.name is not None and given.name is not None and gold.name != given.name):
        return None
    if gold.tree.kind == "add" or given.tree.kind == "add":
        return _compare_sums(gold.tree, given.tree, compare)
    if all(has_dots):
        return _compare_dotted(gold.tree, given.tree, compare)
    if has_dots[0]:
        return _against_plain(gold.tree, given.tree, compare)
    return _against_plain(given.tree, gold.tree, lambda one, other: compare(other, one))


def _has_dots(tree: Node) -> bool:
    """Return whether dots stand among the items or terms of a tree."""
    if "…" not in facts(tree).letters:
        return False
    return tree.kind in (*_HOLDERS, "add") and any(_is_dots(item) for item in tree.args)


def _is_dots(item: Node) -> bool:
    """Return whether an item or term is dots, with a minus sign or without."""
    return item == DOTS or item == Node("mul", (MINUS_ONE, DOTS))


# ------------------------------------------------------------------------------
# 1  Progressions
# ------------------------------------------------------------------------------


def progression(items: Sequence[Node]) -> Progression | None:
    """Return the progression that items with dots among them are; None when they are none."""
    if items.count(DOTS) != 1:
        return None
    position = items.index(DOTS)
    leads = [exact_value(item) for item in items[:position]]
    tail = list(items[position + 1 :])
    first = leads[0] if leads else None
    if first is None or len(leads) < 2 or any(lead is None for lead in leads):
        return None
    terms = [lead for lead in leads if lead is not None]
    steps = {b - a for a, b in pairwise(terms)}
    if len(steps) == 1 and 0 not in steps:
        return _closed(Progression(False, first, steps.pop(), None), len(terms), tail)
    ratios = {b / a for a, b in pairwise(terms)} if all(terms) else set()
    if len(ratios) == 1 and len(terms) > 2:
        return _closed(Progression(True, first, ratios.pop(), None), len(terms), tail)
    return None


def _closed(found: Progression, length: int, tail: list[Node]) -> Progression | None:
    """Return a progression with the last of the terms behind the dots; None when they do not belong to it."""
    if not tail:
        return found
    if len(tail) == 2 and facts(tail[0]).letters and not facts(tail[1]).letters:
        return _with_last_sum(found, tail)
    values = [exact_value(item) for item in tail]
    if len(tail) == 1 and values[0] is None:
        return found._replace(last=tail[0]) if facts(tail[0]).letters and tail[0] != DOTS else None
    ends = [value for value in values if value is not None]
    if len(ends) != len(tail):
        return None
    for before, after in pairwise(ends):
        if after != (before * found.step if found.is_geometric else before + found.step):
            return None
    count = term_count(found._replace(last=ends[-1]))
    return found._replace(last=ends[-1]) if count is not None and count >= length + len(tail) else None


def _with_last_sum(found: Progression, tail: list[Node]) -> Progression | None:
    """Return `1 + 3 + ... + (2n - 1)` with its last term whole: 2n alone is no term of it; None where both are."""
    whole, alone = (found._replace(last=last) for last in (add(*tail), tail[0]))
    return whole if _total_up_to(whole) is not None and _total_up_to(alone) is None else None


def term_count(found: Progression) -> int | None:
    """Return how many terms a progression has; None when its last is no term of it."""
    if not isinstance(found.last, Fraction):
        return None
    if not found.is_geometric:
        steps = (found.last - found.first) / found.step
        return int(steps) + 1 if steps.denominator == 1 and steps >= 0 else None
    term, count = found.first, 1
    while term != found.last:
        term, count = term * found.step, count + 1
        if (
            count > MAX_LIST_ITEMS
            or max(term.numerator.bit_length(), term.denominator.bit_length()) > MAX_TERM_BITS
        ):
            return None
    return count


def _terms(found: Progression) -> list[Node] | None:
    """Return the terms of a progression, when they are not too many."""
    count = term_count(found)
    if count is None or count > MAX_LIST_ITEMS:
        return None
    terms, term = [], found.first
    for _ in range(count):
        terms.append(num(term))
        term = term * found.step if found.is_geometric else term + found.step
    return terms


def _ascending(found: Progression) -> Progression:
    """Return a finite progression with its smaller end first: a list has no order."""
    if not isinstance(found.last, Fraction) or found.first <= found.last:
        return found
    step = 1 / found.step if found.is_geometric else -found.step
    return Progression(found.is_geometric, found.last, step, found.first)


# ------------------------------------------------------------------------------
# 2  Lists
# ------------------------------------------------------------------------------


def _compare_dotted(gold: Node, given: Node, compare: Compare) -> Outcome:
    """Return the outcome of two lists with dots: as progressions, else item by item."""
    if (gold.kind == "group") != (given.kind == "group") or gold.kind not in _HOLDERS:
        return _UNDECIDED
    left, right = progression(gold.args), progression(given.args)
    if left is None or right is None:
        return _term_by_term(gold.args, given.args, compare)
    if gold.kind != "group":
        left, right = _ascending(left), _ascending(right)
    return _compare_progressions(left, right, compare)


def _compare_progressions(left: Progression, right: Progression, compare: Compare) -> Outcome:
    """Return the outcome of two progressions: their terms, or where they end."""
    if isinstance(left.last, Node) or isinstance(right.last, Node):
        if left[:3] != right[:3] or not (isinstance(left.last, Node) and isinstance(right.last, Node)):
            return _UNDECIDED
        ends = compare(left.last, right.last)
        return ends if ends.verdict != "equal" else all_of((ends,), "same-progression")
    if left == right:
        return equal("same-progression")
    for name, one, other in (("first term", left.first, right.first), ("step", left.step, right.step)):
        if one != other:
            return different(f"{name} {one} against {other}")
    return different(f"up to {left.last} against up to {right.last}".replace("None", "infinity"))


def _term_by_term(gold: Sequence[Node], given: Sequence[Node], compare: Compare) -> Outcome:
    """Return equal when all items are; else undecided: dots may stand for other items."""
    if len(gold) != len(given) or [item == DOTS for item in gold] != [item == DOTS for item in given]:
        return _UNDECIDED
    pairs = [(a, b) for a, b in zip(gold, given, strict=True) if a != DOTS]
    found = all_of((compare(a, b) for a, b in pairs), "same-terms")
    return found if found.verdict == "equal" else _UNDECIDED


_FROM = {"Z+": Fraction(1), "N0": Fraction(0)}


def _against_plain(dotted: Node, other: Node, compare: Compare) -> Outcome:
    """Return the outcome of a list with dots and an answer without: written out, or as the naturals."""
    found = progression(dotted.args)
    if found is None or isinstance(found.last, Node):
        return _UNDECIDED
    if found.last is not None:
        terms = _terms(found)
        return _UNDECIDED if terms is None else compare(Node(dotted.kind, tuple(terms), dotted.value), other)
    if other.kind == "name" and other.value in _FROM:
        whole = Progression(False, _FROM[other.value], Fraction(1), None)
        return _compare_progressions(found, whole, compare)
    is_finite = exact_value(other) is not None or (
        other.kind in _HOLDERS and all(exact_value(item) is not None for item in other.args)
    )
    return different("infinitely many against finitely many") if is_finite else _UNDECIDED


# ------------------------------------------------------------------------------
# 3  Sums
# ------------------------------------------------------------------------------


def _compare_sums(gold: Node, given: Node, compare: Compare) -> Outcome | None:
    """Return the outcome of sums with dots: worked out, as progressions, or term by term."""
    totals = _total(gold), _total(given)
    if totals[0] is not None or totals[1] is not None:
        return compare(totals[0] or gold, totals[1] or given)
    if gold.kind != "add" or given.kind != "add" or not (_has_dots(gold) and _has_dots(given)):
        return _UNDECIDED
    left, right = progression(gold.args), progression(given.args)
    if left is not None and right is not None:
        return _compare_progressions(left, right, compare)
    sides = [[item for item in side.args if not _is_dots(item)] for side in (gold, given)]
    common = min(map(len, sides))
    outcomes = [compare(a, b) for a, b in zip(*(side[:common] for side in sides), strict=True)]
    if not all(outcome.verdict == "equal" for outcome in outcomes):
        return None  # the dots are one unknown on both sides
    are_alike = [_is_dots(item) and item for item in gold.args] == [
        _is_dots(item) and item for item in given.args
    ]
    return all_of(outcomes, "same-terms") if are_alike else _UNDECIDED


def _total_up_to(found: Progression) -> Node | None:
    """Return the sum of `1 + 2 + ... + n`: its last term must be a term for each whole n; None for any other."""
    last = found.last
    if not isinstance(last, Node) or len(letters := symbols(last)) != 1:
        return None
    (letter,) = letters
    values = [exact_value(_worked_out(substitute(last, letter, num(number)))) for number in range(3, 8)]
    ends = [value for value in values if value is not None]
    if len(ends) != len(values) or 0 in ends:
        return None
    if not found.is_geometric:
        steps = [(end - found.first) / found.step for end in ends]
        if len({b - a for a, b in pairwise(ends)}) != 1 or any(step.denominator != 1 for step in steps):
            return None
        count = add(Node("div", (add(last, num(-found.first)), num(found.step))), num(1))
        return Node("div", (mul(add(num(found.first), last), count), num(2)))
    if {b / a for a, b in pairwise(ends)} != {found.step}:
        return None
    above = add(mul(last, num(found.step)), num(-found.first))
    return Node("div", (above, num(found.step - 1)))


def _worked_out(node: Node) -> Node:
    """Return a tree with small powers of numbers as numbers."""
    args = tuple(map(_worked_out, node.args))
    if node.kind == "pow":
        base, exponent = exact_value(args[0]), exact_value(args[1])
        if base and exponent is not None and exponent.denominator == 1 and abs(exponent) <= MAX_WORKED_OUT:
            return num(base ** int(exponent))
    return Node(node.kind, args, node.value) if args else node


def _total(tree: Node) -> Node | None:
    """Return the sum of numbers in progression with dots between; None for any other tree."""
    found = progression(tree.args) if tree.kind == "add" else None
    if found is not None and (total := _total_up_to(found)) is not None:
        return total
    count = None if found is None else term_count(found)
    if found is None or count is None or not isinstance(found.last, Fraction):
        return None
    if not found.is_geometric:
        return num((found.first + found.last) * count / 2)
    return num((found.last * found.step - found.first) / (found.step - 1))


# ------------------------------------------------------------------------------
# 4  Products
# ------------------------------------------------------------------------------


def _with_products(tree: Node) -> Node:
    r"""Return the tree with `1\cdot 3\cdots(2n-1)` and `n(n-1)\cdots(n-k+1)` as quotients of the gamma function."""
    if "…" not in facts(tree).letters:
        return tree
    args = tuple(map(_with_products, tree.args))
    node = Node(tree.kind, args, tree.value) if args else tree
    return (_product(node) or node) if node.kind == "mul" and node.args.count(DOTS) == 1 else node


def _product(tree: Node) -> Node | None:
    """Return the product of a progression by steps of one size up to a last factor with letters; None for any other."""
    position = tree.args.index(DOTS)
    leads, tail = tree.args[:position], tree.args[position + 1 :]
    if len(leads) < 2 or not tail:
        return None
    last = mul(*tail)
    found = progression((*leads, DOTS, last))
    if found is not None and not found.is_geometric and found.first > 0 and found.step > 0:
        if not isinstance(found.last, Node) or _total_up_to(found) is None:
            return None
        step, start = num(found.step), num(found.first / found.step)
        count = add(Node("div", (add(last, num(-found.first)), step)), num(1))
        rising = Node("div", (fn("gamma", add(start, count)), fn("gamma", start)))
        return mul(Node("pow", (step, count)), rising)
    return _falling(leads, tail) if all(_falls(a, b) for a, b in pairwise(leads)) else None


def _falling(leads: tuple[Node, ...], tail: tuple[Node, ...]) -> Node | None:
    r"""Return `n(n-1)\cdots(n-k+1)` and `n(n-1)\cdots 2\cdot 1`; None where the last factors are others."""
    are_numbers = all(exact_value(item) is not None for item in tail)
    if not symbols(leads[0]) or (len(tail) > 1 and not are_numbers):
        return None
    if not all(_falls(a, b) for a, b in pairwise(tail)):
        return None
    if not are_numbers and not symbols(leads[0]) < symbols(tail[0]):
        return None
    return Node("div", (fn("gamma", add(leads[0], num(1))), fn("gamma", tail[-1])))


def _falls(before: Node, after: Node) -> bool:
    """Return whether a factor is one less than the factor before it."""
    context = Context()
    try:
        return context.form(add(before, negate(after))).constant == 1
    except NoForm:
        return False


__all__ = ["Progression", "dotted_outcome", "progression", "term_count"]
