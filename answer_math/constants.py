r"""Answers with an arbitrary additive constant: antiderivatives, `-\frac12\cos^2 x + C` and `\frac12\sin^2 x + C`.

    same_up_to_constant(gold, given)          both sides end in the constant, which occurs nowhere else
    same_with_scaled_constant(gold, given)    both are linear in it, `\frac13(x^3+C)`, and more than a multiple of it

Both return an Outcome, or None for what is no such pair.  What is left of the first kind is compared up to its value
at one point.  DESIGN §7.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from answer_math.families import substitute
from answer_math.outcomes import Outcome, by_convention, different, equal, undecided
from answer_math.rules import pattern
from answer_math.tree import VALUE_KINDS, Node, add, facts, mul, negate, num, sym, symbols
from answer_math.values import compare_values

#: a lower-case c is a letter like others: `x + c + 1` is not `x + c`
_CONSTANT = r"C(?:_\d{1,2})?|const"
SCALED = "constant-scaled"
"""The rule by which values are equal that are linear in their constant."""

#: the letters that an antiderivative may be in; only one of them may occur
_VARIABLES = frozenset("xyztuvsrθφ")
#: where the sides are brought to one value: the first at which both have one
_ANCHORS = (
    Fraction(3, 7),
    Fraction(7, 3),
    Fraction(1, 11),
    Fraction(37, 3),
    Fraction(-3, 7),
    Fraction(-37, 3),
)
#: the distance at which a jump between two branches is told from a change
_STEP = Fraction(1, 1009)


def same_up_to_constant(gold: Node, given: Node) -> Outcome | None:
    """Return whether two sums with one arbitrary constant differ by a constant; None when they are no such sums."""
    if gold.kind != "add" or given.kind != "add":
        return None
    one, other = _without_constant(gold), _without_constant(given)
    if one is None or other is None or (one[1] != other[1] and "const" not in (one[1], other[1])):
        return None
    left, right = one[0], other[0]
    letters = symbols(left) | symbols(right)
    variables = letters & _VARIABLES
    if len(variables) != 1 or any(_is_coefficient(name) for name in letters - variables):
        return None
    (variable,) = variables
    plain = compare_values(left, right)
    if plain.verdict == "equal":
        return plain if one[1] == other[1] else by_convention(plain, "constants-renamed")
    return _compare_shifted(left, right, variable)


def same_with_scaled_constant(gold: Node, given: Node) -> Outcome | None:
    r"""Return equal when two values that are linear in their one constant are the same functions for some constants.

    `\frac{x^3+C}{2x}` is `\frac{x^2}{2}+\frac{C}{x}`: what stands beside C is a multiple of the other's, and so is what
    the rests differ by.
    """
    if not {gold.kind, given.kind} <= VALUE_KINDS or not all("C" in symbols(side) for side in (gold, given)):
        return None
    letters = symbols(gold) | symbols(given)
    variables = letters & _VARIABLES
    if len(variables) != 1 or any(_is_coefficient(name) for name in letters - variables - {"C"}):
        return None
    parts, other_parts = (_linear_parts(side, "C") for side in (gold, given))
    if parts is None or other_parts is None:
        return None
    (rest, slope), (other_rest, other_slope) = parts, other_parts
    if compare_values(rest, num(0)).verdict != "different":
        return None  # a multiple of C alone: C may be a given number
    (variable,) = variables
    is_multiple = (
        _is_multiple(other_slope, slope, variable)
        and compare_values(other_slope, num(0)).verdict == "different"
    )
    if not is_multiple or not _is_multiple(add(other_rest, negate(rest)), slope, variable):
        return None
    return by_convention(equal(SCALED), "constant-absorbed")


def _linear_parts(tree: Node, constant: str) -> tuple[Node, Node] | None:
    """Return what stands without the constant and what it is multiplied by; None where the tree is not linear in it."""
    at_zero, at_one, at_two = (substitute(tree, constant, num(value)) for value in (0, 1, 2))
    slope = add(at_one, negate(at_zero))
    is_linear = compare_values(add(at_two, negate(at_one)), slope).verdict == "equal"
    return (at_zero, slope) if is_linear else None


def _is_multiple(left: Node, right: Node, variable: str) -> bool:
    """Return whether one function of a variable is the other times a number, by their values at a point."""
    left_there, right_there = (substitute(side, variable, num(_ANCHORS[0])) for side in (left, right))
    return compare_values(mul(left, right_there), mul(right, left_there)).verdict == "equal"


def _is_coefficient(name: str) -> bool:
    """Return whether a letter makes the constant one of several coefficients, as a capital beside C does."""
    return name[0].isupper() or pattern(_CONSTANT).fullmatch(name) is not None


def _without_constant(tree: Node) -> tuple[Node, str] | None:
    """Return a sum without its one constant, and the constant; None when it has none, or uses it twice."""
    found = [
        term
        for term in tree.args
        if term.kind in ("sym", "text") and pattern(_CONSTANT).fullmatch(term.value)
    ]
    if len(found) != 1 or "pm" in facts(tree).kinds:
        return None
    rest = add(*(term for term in tree.args if term is not found[0]))
    return None if found[0].value in symbols(rest) else (rest, str(found[0].value))


def _compare_shifted(left: Node, right: Node, variable: str) -> Outcome:
    """Return whether two functions of a variable differ by a constant; undecided when by one that jumps."""
    outcome = undecided("not_sampled")
    for outcome in _shifted_outcomes(left, right, variable, Fraction(0)):
        if outcome.verdict != "undecided":
            break
    if outcome.verdict == "equal":
        return outcome._replace(rule="same-up-to-constant", convention="constant-absorbed")
    if outcome.verdict == "different" and any(
        step.verdict == "equal" for step in _shifted_outcomes(left, right, variable, _STEP)
    ):
        return undecided("differ_by_steps")
    return different(f"no constant apart: {outcome.witness}") if outcome.witness else outcome


def _shifted_outcomes(left: Node, right: Node, variable: str, step: Fraction) -> Iterator[Outcome]:
    """Yield how the changes of both sides compare: from an anchor to the variable, or over a small step."""
    for anchor in _ANCHORS[: 1 if step else None]:
        sides = []
        for side in (left, right):
            start = substitute(side, variable, _moved(variable, step) if step else num(anchor))
            sides.append(add(side, negate(start)))
        yield compare_values(*sides)


def _moved(variable: str, step: Fraction) -> Node:
    """Return the variable plus a step."""
    return add(sym(variable), num(step))
