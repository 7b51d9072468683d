r"""Values by high-precision evaluation at seeded points.

    agree(gold, given, tolerance)  -> Sampled(verdict, witness)

At every point both sides are evaluated with mpmath to 50 digits beyond the largest intermediate value.
A point where a side is undefined or not real is not used; odd roots of negatives are real.  Eight
agreeing points accept; one clear difference rejects and is the witness.  Where fewer than eight real
points exist, complex ones may accept but never reject.  DESIGN §6.

mpmath is imported on first use.  Every cost is bounded: magnitudes before powers, exponentials and
factorials are taken, the number of terms of sums, the effort of integrals.
"""

from __future__ import annotations

import functools
import math
import random
import threading
import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, pairwise, product
from typing import Any, NamedTuple

from answer_math.doubles import compiled, value_of
from answer_math.tree import (
    INFINITY,
    MINUS_ONE,
    Node,
    add,
    exact_value,
    facts,
    free_symbols,
    literal,
    negate,
    num,
    symbols,
    walk,
)

POINTS_THAT_ACCEPT = 8
POINTS_TRIED = 28
WORKING_DIGITS = 50
GUARD_DIGITS = 15
USUAL_DIGITS_LOST = 15  # to large intermediate values: with so many to spare, few evaluations are repeated
DOUBLE_AGREEMENT = 1e-9
CLEAR_DIFFERENCE = 1e-6  # relative: far beyond what doubles that speak at all can be wrong by
MAX_WORKING_DIGITS = 1_200
MAX_MAGNITUDE_BITS = 100_000
MAX_SUM_TERMS = 1_000
MAX_ZETA_ARGUMENT = 200
MAX_KINKS = 12  # between which points are taken
SERIES_DIGITS = 30
MAX_IMPROPER_NODES = 400_000  # over the nodes of the integrand
MAX_INTEGRAL_NODES = 200_000  # likewise; of an iterated integral in all
MAX_SERIES_NODES = 4_000  # evaluated for an infinite sum, beyond those of the answer itself
MAX_EVALUATION_NODES = 4_000
STEP_POINTS = 80
_EQUAL_DIGITS = 38


class Undefined(Exception):
    """The value does not exist at this point, is not real where it must be, or is too large to compute."""


class TooCostly(Exception):
    """An evaluation met a limit: no verdict may rest on it."""


class Sampled(NamedTuple):
    """What sampling found: `equal`, `different` or `undecided`, with the point that shows a difference."""

    verdict: str
    witness: str = ""
    skipped: int = 0


_OWN = threading.local()


def mp() -> Any:
    """Return this thread's mpmath context; threads share mpmath.mp's precision."""
    context = getattr(_OWN, "context", None)
    if context is None:
        import mpmath

        context = _OWN.context = mpmath.MPContext()
    return context


# ------------------------------------------------------------------------------
# 1  Points
# ------------------------------------------------------------------------------


def _generator(name: str, index: int) -> random.Random:
    """Return the generator of one letter's values at one point: the same on every run and machine."""
    return random.Random(zlib.crc32(name.encode()) * 1_000 + index)


#: the ranges that the points take turns in: (lowest whole part, highest, whether both signs)
_RANGES = (
    (0, 3, False),
    (0, 1, True),
    (5, 60, True),
    (1_000, 5_000, True),
    (1, 9, False),
    (0, 8, True),
    (100, 400, True),
)


@functools.lru_cache(maxsize=4096)
def point_value(name: str, index: int) -> Fraction:
    """Return the value of a letter at point `index`: a rational that is no integer, its range by turns."""
    rng = _generator(name, index)
    denominator = rng.choice((7, 11, 13, 17, 19, 23))
    low, high, both_signs = _RANGES[index % len(_RANGES)]
    value = rng.randrange(low, high) + Fraction(rng.randrange(1, denominator), denominator)
    return -value if both_signs and rng.random() < 0.6 else value


@functools.lru_cache(maxsize=4096)
def integer_value(name: str, index: int) -> Fraction:
    """Return the value of an integer parameter at point `index`: both parities, positive first."""
    rng = _generator(name, index)
    value = 2 * rng.randrange(1, 9) + index % 2
    return Fraction(-value if index >= 8 and index % 4 < 2 else value)


def integer_letters(*nodes: Node) -> frozenset[str]:
    """Return the letters that only integers make sense for: in bounds of sums, under factorials, powers of -1."""
    return frozenset().union(*map(_integer_letters_of, nodes))


_COUNTING = frozenset({"factorial", "binom", "perm", "factorial2", "mod", "gcd", "lcm"})
_PERIODIC = frozenset({"cos", "sin", "tan"})


@functools.lru_cache(maxsize=1024)
def _integer_letters_of(node: Node) -> frozenset[str]:
    """Return the letters of one tree that only integers make sense for."""
    found: set[str] = set()
    for item in walk(node):
        if item.kind == "big" and item.value in ("sum", "prod"):
            found |= symbols(item.args[2]) | symbols(item.args[3])
        elif item.kind == "fn" and item.value in _COUNTING:
            found |= symbols(item)
        elif item.kind == "pow" and (_is_negative_number(item.args[0]) or _is_imaginary_number(item.args[0])):
            found |= symbols(item.args[1])
        elif item.kind == "fn" and item.value in _PERIODIC and "pi" in facts(item.args[0]).constants:
            found |= {"n", "k", "m"} & symbols(item.args[0]) if "n" in symbols(item.args[0]) else set()
    return frozenset(found)


def _is_imaginary_number(node: Node) -> bool:
    """Return whether a node is a closed value with i in it."""
    found = facts(node)
    return "i" in found.constants and not found.letters


def _is_negative_number(node: Node) -> bool:
    """Return whether a node is a negative literal, or a product that begins with one."""
    if node.kind == "mul":
        return _is_negative_number(node.args[0])
    return (node.kind == "num" and node.value < 0) or (node.kind == "dec" and node.value[0] < 0)


_OF_COMPLEX_NUMBERS = frozenset({"re", "im", "conj", "arg"})


def complex_letters(*nodes: Node) -> frozenset[str]:
    """Return the letters under re, im, conjugate or argument, or beside i under an absolute value: complex numbers."""
    return frozenset().union(
        *(
            symbols(item)
            for node in nodes
            if facts(node).functions & (_OF_COMPLEX_NUMBERS | {"abs"})
            for item in walk(node)
            if item.kind == "fn"
            and (item.value in _OF_COMPLEX_NUMBERS or (item.value == "abs" and "i" in facts(item).constants))
        )
    )


_KINKED = frozenset({"abs", "max", "min", "floor", "ceil", "fracpart", "sgn"})


def _extra_points(names: frozenset[str], nodes: tuple[Node, ...]) -> Iterator[dict[str, Any]]:
    """Yield the points that kinks and steps ask for: on both sides of each, beyond every literal, and whole numbers."""
    kinds = frozenset().union(*(facts(node).functions for node in nodes)) & _KINKED
    items = [item for node in nodes for item in walk(node)]
    bent = [*_bent_arguments(items)]
    if not (kinds or bent) or not names:
        return
    if kinds & {"floor", "ceil", "fracpart"}:
        for whole in (1, -2, 6):
            yield dict.fromkeys(names, Fraction(whole))
        for index in range(STEP_POINTS):
            yield {name: Fraction(_generator(name, 100 + index).randrange(-970, 970), 97) for name in names}
    if len(names) == 1:
        yield from _points_between_kinks(min(names), items)
    yield from _points_of_both_signs(names, bent, nodes)
    literals = {
        abs(Fraction(value))
        for item in items
        if (value := literal(item)) and 4 < value.numerator.bit_length() < 200
    }
    for value in sorted(literals)[:6]:
        for scale in (Fraction(7, 5), Fraction(-7, 5), Fraction(5, 7), Fraction(-5, 7)):
            yield {name: value * scale + Fraction(1, 3 + order) for order, name in enumerate(sorted(names))}


def _bent_arguments(items: list[Node]) -> Iterator[Node]:
    """Yield what a value bends at the sign of: arguments of absolute values, bases of even powers under even roots."""
    for item in items:
        if item.kind == "fn" and item.value in ("abs", "sgn"):
            yield item.args[0]
        elif item.kind == "fn" and item.value in ("max", "min") and len(item.args) == 2:
            yield add(item.args[0], negate(item.args[1]))
        elif _has_positive_domain(item):
            yield from _bases_of_even_powers(item.args[0])


def _has_positive_domain(node: Node) -> bool:
    """Return whether a node is an even root or a logarithm."""
    is_even_root = node.kind == "root" and node.args[1].kind == "num" and node.args[1].value % 2 == 0
    return is_even_root or (node.kind == "fn" and node.value in ("ln", "log"))


def _bases_of_even_powers(node: Node) -> Iterator[Node]:
    """Yield the bases of the even powers among the factors of a value."""
    for factor in node.args if node.kind in ("mul", "div") else (node,):
        if factor.kind == "pow" and factor.args[1].kind == "num" and factor.args[1].value % 2 == 0:
            yield factor.args[0]


#: from near zero to far
_SIZES = tuple(
    Fraction(top, bottom)
    for top, bottom in (
        (1, 1),
        (1, 3),
        (1, 30),
        (5, 2),
        (9, 1),
        (40, 1),
        (300, 1),
        (1, 2_000),
        (13_000, 1),
        (1, 10**6),
    )
)


def _points_of_both_signs(
    names: frozenset[str], bent: list[Node], nodes: tuple[Node, ...]
) -> Iterator[dict[str, Any]]:
    """Yield for each bend a point where its argument is negative and one where it is positive, both sides defined."""
    sides = [compiled(node) for node in nodes]
    for argument in bent[:MAX_KINKS]:
        function = compiled(argument)
        wanted = {True, False}
        for point in _signed_points(sorted(symbols(argument)), sorted(names)) if function else ():
            floats = {name: float(value) for name, value in point.items()}
            value = value_of(function, floats) if function else None
            if value is None or math.isnan(value) or abs(value) < 1e-9 or (value < 0) not in wanted:
                continue
            results = [value_of(side, floats) for side in sides if side is not None]
            if not any(result is not None and math.isnan(result) for result in results):
                wanted.discard(value < 0)
                yield point
            if not wanted:
                break


def _signed_points(own: list[str], names: list[str]) -> Iterator[dict[str, Fraction]]:
    """Yield points with every pattern of signs of an argument's own letters, of several sizes; others are positive."""
    for start, signs in product(range(len(_SIZES)), product((-1, 1), repeat=min(len(own), 3))):
        point = {name: 1 + Fraction(2, 5 + order) for order, name in enumerate(names)}
        for order, (name, sign) in enumerate(zip(own, signs, strict=False)):
            point[name] = sign * _SIZES[(start + 3 * order) % len(_SIZES)]
        yield point


def _points_between_kinks(name: str, items: list[Node]) -> Iterator[dict[str, Any]]:
    """Yield a point between each two places where an absolute value, sign, extremum or step changes, and beyond."""
    arguments = list(_bent_arguments(items))
    steps = [item for item in items if item.kind == "fn" and item.value in ("floor", "ceil", "fracpart")]
    arguments += [add(item.args[0], num(-1)) for item in steps]
    roots = sorted(
        {root for node in arguments[:MAX_KINKS] if (root := _root_of_line(node, name)) is not None}
    )
    for low, high in pairwise(roots):
        yield {name: (low + high) / 2}
    for end in roots[:1] + roots[-1:]:
        yield {name: end - abs(end) / 2 - 1}
        yield {name: end + abs(end) / 2 + 1}


def _root_of_line(node: Node, name: str) -> Fraction | None:
    """Return about where a tree is zero, if it is a line in the letter; None if it is not, or is constant."""
    try:
        first, second, third = (float(evaluate(node, {name: Fraction(x)}, 20)) for x in (0, 1, 2))
    except (Undefined, TooCostly, OverflowError, TypeError):
        return None
    slope = second - first
    if not slope or abs(third - second - slope) > 1e-9 * (abs(slope) + abs(first)):
        return None
    return Fraction(-first / slope).limit_denominator(10**6)


def _environments(
    names: frozenset[str], integers: frozenset[str], complexes: frozenset[str]
) -> Iterator[dict[str, Any]]:
    """Yield the points: a value for every letter."""
    for index in range(POINTS_TRIED if names else 1):
        point: dict[str, Any] = {}
        for name in sorted(names):
            point[name] = integer_value(name, index) if name in integers else point_value(name, index)
            if name in complexes:
                point[name] = (point[name], point_value(name, index + 1))
        yield point


# ------------------------------------------------------------------------------
# 2  Evaluation
# ------------------------------------------------------------------------------


class Evaluation:
    """One evaluation: letters, real or complex, the largest magnitude met on the way, and that of lost terms.

    A term of a closed sum is lost when it is too small to change the sum at the working precision.
    """

    __slots__ = ("budget", "environment", "has_imaginary", "integrals", "is_complex", "largest", "lost", "mp")

    def __init__(self, environment: dict[str, Any], is_complex: bool, has_imaginary: bool) -> None:
        self.mp = mp()
        self.environment, self.is_complex, self.has_imaginary = environment, is_complex, has_imaginary
        self.largest = 0
        self.lost: int | None = None
        self.integrals = 0
        self.budget = MAX_EVALUATION_NODES

    def value(self, node: Node) -> Any:
        """Return the value of a node.  Raises Undefined and TooCostly."""
        self.budget -= 1
        if self.budget < 0:
            raise TooCostly
        rule = _RULES.get(node.kind)
        if rule is None:
            raise Undefined
        result = rule(self, node)
        magnitude = self.magnitude(result)
        if magnitude is not None and magnitude > self.largest:
            if magnitude > MAX_MAGNITUDE_BITS:
                raise TooCostly
            self.largest = int(magnitude)
        return result

    def magnitude(self, value: Any) -> Any:
        """Return the binary magnitude, None of zero.  Raises Undefined for an infinity or no number.

        Of mpmath's reals it is read off sign, mantissa, exponent and bit count, without a call.
        """
        raw = getattr(value, "_mpf_", None)
        if raw is not None and raw[1]:
            return raw[2] + raw[3]
        if not self.mp.isfinite(value):
            raise Undefined
        return self.mp.mag(value) if value else None

    def real(self, value: Any) -> Any:
        """Return a value that must be real; a complex one with no imaginary part is."""
        if isinstance(value, self.mp.mpc):
            if value.imag == 0:
                return value.real
            if not self.is_complex:
                raise Undefined
        return value

    def rational(self, value: Fraction | int) -> Any:
        """Return a rational number at working precision."""
        if isinstance(value, int):
            if value.bit_length() > MAX_MAGNITUDE_BITS * 4:
                raise TooCostly
            return self.mp.mpf(value)
        return self.mp.mpf(value.numerator) / value.denominator


def _power(evaluation: Evaluation, base: Any, exponent: Any, exact: Fraction | None) -> Any:
    """Return base ** exponent; a rational exponent of odd denominator keeps negative bases real."""
    context = evaluation.mp
    if base == 0:
        if (exact is not None and exact > 0) or (
            exact is None and not isinstance(exponent, context.mpc) and exponent > 0
        ):
            return context.mpf(0)
        raise Undefined
    if context.mag(exponent) + max(0, context.mag(abs(context.mag(base)) + 1)) > 60:
        raise TooCostly
    if abs(exponent) * abs(context.mag(base)) > MAX_MAGNITUDE_BITS:
        raise TooCostly
    if exact is not None and exact.denominator == 1:
        return base ** int(exact)
    if isinstance(base, context.mpc) and base.imag == 0:
        base = base.real
    if isinstance(base, context.mpc) or isinstance(exponent, context.mpc) or base > 0:
        return context.power(base, exponent)
    if exact is None:
        nearest = context.nint(exponent)
        if exponent == nearest:
            return base ** int(nearest)
        if evaluation.is_complex:
            return context.power(base, exponent)
        raise Undefined
    if exact.denominator % 2:
        size = context.power(-base, exponent)
        return -size if exact.numerator % 2 else size
    if evaluation.is_complex or evaluation.has_imaginary:
        return context.power(context.mpc(base), exponent)
    raise Undefined


def _value_of_symbol(evaluation: Evaluation, node: Node) -> Any:
    """Return a letter's value at the point."""
    if node.value not in evaluation.environment:
        raise Undefined
    value = evaluation.environment[node.value]
    if isinstance(value, tuple):
        value = evaluation.mp.mpc(evaluation.rational(value[0]), evaluation.rational(value[1]))
    elif isinstance(value, (int, Fraction)):
        value = evaluation.rational(value)
    evaluation.environment[node.value] = value  # the evaluation's own copy: converted once
    return value


def _value_of_constant(evaluation: Evaluation, node: Node) -> Any:
    """Return pi, e or i."""
    if node.value == "i":
        return evaluation.mp.mpc(0, 1)
    if node.value == "oo":
        raise Undefined
    return +evaluation.mp.pi if node.value == "pi" else +evaluation.mp.e


def _value_of_sum(evaluation: Evaluation, node: Node) -> Any:
    """Return a sum."""
    if evaluation.environment and len(node.args) == 2:
        return evaluation.value(node.args[0]) + evaluation.value(node.args[1])
    terms = [evaluation.value(arg) for arg in node.args]
    total = evaluation.mp.fsum(terms)
    if not evaluation.environment and total:
        least = evaluation.mp.mag(total) - evaluation.mp.prec
        sizes = (evaluation.mp.mag(term) for term in terms if term)
        lost = [int(size) for size in sizes if size < least]
        if lost:
            evaluation.lost = max(lost) if evaluation.lost is None else max(evaluation.lost, *lost)
    return total


def _value_of_product(evaluation: Evaluation, node: Node) -> Any:
    """Return a product."""
    total = evaluation.value(node.args[0])
    for arg in node.args[1:]:
        total = total * evaluation.value(arg)
    return total


def _value_of_quotient(evaluation: Evaluation, node: Node) -> Any:
    """Return a quotient."""
    top, bottom = (evaluation.value(arg) for arg in node.args)
    if bottom == 0:
        raise Undefined
    return top / bottom


def _value_of_power(evaluation: Evaluation, node: Node) -> Any:
    """Return a power; its exponent is taken exactly where it is a rational literal."""
    exact = exact_value(node.args[1])
    return _power(evaluation, evaluation.value(node.args[0]), evaluation.value(node.args[1]), exact)


def _value_of_root(evaluation: Evaluation, node: Node) -> Any:
    """Return a root."""
    index = exact_value(node.args[1])
    exponent = evaluation.value(node.args[1])
    if not exponent:
        raise Undefined
    inverse = Fraction(1) / index if index else None
    power = evaluation.rational(inverse) if inverse is not None else 1 / exponent
    return _power(evaluation, evaluation.value(node.args[0]), power, inverse)


def _value_of_function(evaluation: Evaluation, node: Node) -> Any:
    """Return a known function."""
    rule = _FUNCTIONS.get(node.value)
    if rule is None:
        raise Undefined
    arguments = [evaluation.value(arg) for arg in node.args]
    try:
        return rule(evaluation, *arguments)
    except (ValueError, ZeroDivisionError, OverflowError, TypeError):
        raise Undefined from None


def _value_of_call(evaluation: Evaluation, node: Node) -> Any:
    """Return an unknown function: a fixed pseudo-random value for its name and arguments."""
    arguments = tuple(evaluation.value(arg) for arg in node.args)
    rounded = tuple(evaluation.mp.nstr(argument, 25) for argument in arguments)
    seed = zlib.crc32(repr((node.value, rounded)).encode())
    return evaluation.rational(Fraction(seed % 9973 + 100, 997))


def _value_of_big(evaluation: Evaluation, node: Node) -> Any:
    """Return a sum or product over a range, or a definite integral."""
    context, environment = evaluation.mp, evaluation.environment
    body, variable = node.args[0], node.args[1].value
    saved = environment.get(variable)
    try:
        if node.value in ("sum", "prod"):
            return _range_value(evaluation, node)
        if node.value == "diff":
            if any(item.kind == "call" and variable in symbols(item) for item in walk(body)):
                raise Undefined  # of an unknown function
            at = evaluation.value(node.args[1])

            def derived(x: Any) -> Any:
                environment[variable] = x
                return evaluation.value(body)

            evaluation.budget += 2_000
            return context.diff(derived, at)
        if node.value == "int" and len(node.args) == 4:
            low, high = (_end_of_range(evaluation, arg) for arg in node.args[2:])
            is_infinite = has_infinite_range(node)

            def integrand(x: Any) -> Any:
                environment[variable] = x
                if not is_infinite:
                    return evaluation.value(body)
                largest = evaluation.largest
                try:
                    return evaluation.value(body)
                except TooCostly:  # far out on the range
                    if evaluation.budget < 0:
                        raise
                    return context.zero
                finally:
                    evaluation.largest = largest

            is_nested = any(item.kind == "big" and item.value == "int" for item in walk(body))
            evaluation.integrals += 1
            try:
                if evaluation.integrals == 1:  # what stands within shares the budget
                    share = 1 if is_nested else max(1, len(walk(body)))
                    evaluation.budget += (MAX_IMPROPER_NODES if is_infinite else MAX_INTEGRAL_NODES) // share
                if is_infinite:
                    return _settled(*context.quad(integrand, [low, high], maxdegree=8, error=True))
                is_iterated = is_nested or evaluation.integrals > 1
                return context.quad(integrand, [low, high], maxdegree=4 if is_iterated else 6)
            finally:
                evaluation.integrals -= 1
        raise Undefined
    finally:
        if saved is None:
            environment.pop(variable, None)
        else:
            environment[variable] = saved


def has_infinite_range(node: Node) -> bool:
    """Return whether an infinite sum, or an integral with an infinite end, stands in the tree."""
    return any(
        item.kind == "big"
        and len(item.args) == 4
        and any("oo" in facts(end).constants for end in item.args[2:])
        for item in walk(node)
    )


def _end_of_range(evaluation: Evaluation, node: Node) -> Any:
    """Return an end of an integral, which may be an infinity."""
    if "oo" not in facts(node).constants:
        return evaluation.real(evaluation.value(node))
    if node == INFINITY:
        return evaluation.mp.inf
    if node.kind == "mul" and node.args == (MINUS_ONE, INFINITY):
        return -evaluation.mp.inf
    raise Undefined


def _settled(value: Any, error: Any) -> Any:
    """Return a value whose estimated error is small.  Raises Undefined."""
    if error > 1e-25 * max(1, abs(value)):
        raise Undefined
    return value


def _series_value(evaluation: Evaluation, node: Node) -> Any:
    """Return an infinite sum of numbers by extrapolation (mpmath's nsum).  Raises Undefined without convergence."""
    context = evaluation.mp
    low = _end_of_range(evaluation, node.args[2])
    has_letters = symbols(node.args[0]) - {node.args[1].value}
    if (
        node.value != "sum"
        or node.args[3] != INFINITY
        or has_letters
        or not context.isfinite(low)
        or low != int(low)
    ):
        raise Undefined

    def term(step: Any) -> Any:
        evaluation.environment[node.args[1].value] = Fraction(int(step))
        return evaluation.value(node.args[0])

    evaluation.budget += MAX_SERIES_NODES
    early, late = abs(term(int(low) + 20)), abs(term(int(low) + 2_001))
    if late and late > early * 0.9:
        raise Undefined  # the terms do not vanish, but extrapolation would name a sum
    try:
        with context.workdps(SERIES_DIGITS):
            return context.nsum(term, [int(low), context.inf], method="richardson+shanks")
    except context.NoConvergence:
        raise Undefined from None


def _range_value(evaluation: Evaluation, node: Node) -> Any:
    """Return a sum or product over whole numbers."""
    if has_infinite_range(node):
        return _series_value(evaluation, node)
    low, high = (evaluation.real(evaluation.value(arg)) for arg in node.args[2:])
    if low != int(low) or high != int(high):
        raise Undefined
    if high - low > MAX_SUM_TERMS:
        raise TooCostly
    if high < low - 1:
        raise Undefined
    total = evaluation.mp.mpf(0 if node.value == "sum" else 1)
    for step in range(int(low), int(high) + 1):
        evaluation.environment[node.args[1].value] = Fraction(step)
        term = evaluation.value(node.args[0])
        total = total + term if node.value == "sum" else total * term
    return total


_RULES: dict[str, Callable[[Evaluation, Node], Any]] = {
    "num": lambda ev, node: ev.rational(node.value),
    "dec": lambda ev, node: ev.rational(Fraction(node.value[0], 10 ** node.value[1])),
    "sym": _value_of_symbol,
    "const": _value_of_constant,
    "add": _value_of_sum,
    "mul": _value_of_product,
    "div": _value_of_quotient,
    "pow": _value_of_power,
    "root": _value_of_root,
    "fn": _value_of_function,
    "call": _value_of_call,
    "big": _value_of_big,
    "degree": lambda ev, node: ev.value(node.args[0]) * ev.mp.pi / 180,
    "percent": lambda ev, node: ev.value(node.args[0]) / 100,
    "based": lambda ev, node: ev.rational(int(node.value[0], node.value[1])),
}

# ------------------------------------------------------------------------------
# 3  Functions
# ------------------------------------------------------------------------------


def _bounded(function: str, max_bits: int) -> Callable[..., Any]:
    """Return an mpmath function that refuses arguments beyond 2 ** max_bits."""

    def apply(evaluation: Evaluation, x: Any) -> Any:
        if x and evaluation.mp.mag(x) > max_bits:
            raise TooCostly
        return getattr(evaluation.mp, function)(x)

    return apply


def _real_domain(function: str, holds: Callable[[Any], bool]) -> Callable[..., Any]:
    """Return an mpmath function on the part of the real line where it is real; complex evaluation takes all."""

    def apply(evaluation: Evaluation, x: Any) -> Any:
        if not evaluation.is_complex and not isinstance(x, evaluation.mp.mpc) and not holds(x):
            raise Undefined
        return getattr(evaluation.mp, function)(x)

    return apply


def _whole(value: Any) -> int:
    """Return a real value that is a whole number.  Raises Undefined."""
    if value != int(value):
        raise Undefined
    return int(value)


def _logarithm(evaluation: Evaluation, x: Any, base: Any = None) -> Any:
    """Return log; without base the natural one (the caller settles what the base is)."""
    context = evaluation.mp
    for argument in (x,) if base is None else (x, base):
        if argument == 0 or (
            not evaluation.is_complex and not isinstance(argument, context.mpc) and argument < 0
        ):
            raise Undefined
    if base is not None and base == 1:
        raise Undefined
    return context.log(x) if base is None else context.log(x) / context.log(base)


def _factorial(evaluation: Evaluation, x: Any) -> Any:
    """Return x! as the gamma function."""
    if isinstance(x, evaluation.mp.mpc) or (x < 0 and x == int(x)):
        raise Undefined
    if abs(x) > 20_000:
        raise TooCostly
    return evaluation.mp.gamma(x + 1)


def _steps(function: str) -> Callable[..., Any]:
    """Return floor or ceil, exact at whole numbers reached with rounding error."""

    def apply(evaluation: Evaluation, x: Any) -> Any:
        x = evaluation.real(x)
        if isinstance(x, evaluation.mp.mpc):
            raise Undefined
        nearest = evaluation.mp.nint(x)
        if abs(x - nearest) < evaluation.mp.mpf(10) ** -30:
            return nearest
        return getattr(evaluation.mp, function)(x)

    return apply


def _real_only(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of real arguments that refuses complex ones."""

    def apply(evaluation: Evaluation, *arguments: Any) -> Any:
        if any(isinstance(argument, evaluation.mp.mpc) for argument in arguments):
            raise Undefined
        return function(evaluation.mp, *arguments)

    return apply


def _gcd(context: Any, *values: Any) -> Any:
    """Return the greatest common divisor of whole numbers."""
    return context.mpf(math.gcd(*(_whole(value) for value in values)))


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": _bounded("sin", 200),
    "cos": _bounded("cos", 200),
    "tan": _bounded("tan", 200),
    "cot": _bounded("cot", 200),
    "sec": _bounded("sec", 200),
    "csc": _bounded("csc", 200),
    "sinh": _bounded("sinh", 14),
    "cosh": _bounded("cosh", 14),
    "tanh": _bounded("tanh", 14),
    "coth": _bounded("coth", 14),
    "sech": _bounded("sech", 14),
    "csch": _bounded("csch", 14),
    "asin": _real_domain("asin", lambda x: -1 <= x <= 1),
    "acos": _real_domain("acos", lambda x: -1 <= x <= 1),
    "atan": _bounded("atan", 10_000),
    "acot": lambda ev, x: ev.mp.pi / 2 - ev.mp.atan(x),
    "asec": _real_domain("asec", lambda x: abs(x) >= 1),
    "acsc": _real_domain("acsc", lambda x: abs(x) >= 1),
    "asinh": _bounded("asinh", 10_000),
    "acosh": _real_domain("acosh", lambda x: x >= 1),
    "atanh": _real_domain("atanh", lambda x: -1 < x < 1),
    "acoth": _real_domain("acoth", lambda x: abs(x) > 1),
    "asech": _real_domain("asech", lambda x: 0 < x <= 1),
    "acsch": _real_domain("acsch", lambda x: x != 0),
    "ln": _logarithm,
    "log": _logarithm,
    "abs": lambda ev, x: abs(x),
    "norm": lambda ev, x: abs(x),
    "floor": _steps("floor"),
    "ceil": _steps("ceil"),
    "fracpart": lambda ev, x: x - _steps("floor")(ev, x),
    "sgn": _real_only(lambda context, x: context.sign(x)),
    "factorial": _factorial,
    "gamma": lambda ev, x: _factorial(ev, x - 1),
    "zeta": _real_only(
        lambda context, x: context.zeta(x) if 1 < abs(x) < MAX_ZETA_ARGUMENT else _undefined()
    ),
    "factorial2": lambda ev, x: ev.mp.fac2(x) if abs(x) < 2000 else _factorial(ev, x * 10**6),
    "binom": lambda ev, n, k: _factorial(ev, n) / (_factorial(ev, k) * _factorial(ev, n - k)),
    "perm": lambda ev, n, k: _factorial(ev, n) / _factorial(ev, n - k),
    "max": _real_only(lambda context, *xs: max(xs)),
    "min": _real_only(lambda context, *xs: min(xs)),
    "mod": _real_only(lambda context, a, b: a - b * context.floor(a / b)),
    "gcd": _real_only(_gcd),
    "lcm": _real_only(lambda context, a, b: abs(a * b) / _gcd(context, a, b)),
    "re": lambda ev, x: ev.mp.re(x),
    "im": lambda ev, x: ev.mp.im(x),
    "conj": lambda ev, x: ev.mp.conj(x),
    "arg": lambda ev, x: ev.mp.arg(x),
    "atan2": _real_only(lambda context, y, x: context.atan2(y, x)),
    "bar": lambda ev, x: ev.mp.conj(x) if isinstance(x, ev.mp.mpc) else _undefined(),
}


def _undefined() -> Any:
    """Raise Undefined: the notation has no value here."""
    raise Undefined


# ------------------------------------------------------------------------------
# 4  Comparison
# ------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1024)
def _speaks_of_i(node: Node) -> bool:
    """Return whether i, or a function of complex numbers, stands in the tree."""
    found = facts(node)
    return "i" in found.constants or bool(found.functions & _OF_COMPLEX_NUMBERS)


def evaluate(
    node: Node, environment: dict[str, Any], digits: int = WORKING_DIGITS, is_complex: bool = False
) -> Any:
    """Return the value to `digits` digits beyond the largest intermediate value.  Raises Undefined, TooCostly.

    Even roots of negative numbers are undefined unless the tree itself speaks of i.
    """
    return _evaluated(node, environment, digits, is_complex)[0]


def _evaluated(
    node: Node, environment: dict[str, Any], digits: int, is_complex: bool
) -> tuple[Any, int | None]:
    """Return what `evaluate` does, and the binary magnitude of the largest term that was lost on the way, if any."""
    context = mp()
    has_imaginary = _speaks_of_i(node)
    working = digits + GUARD_DIGITS + USUAL_DIGITS_LOST
    for _ in range(4):
        with context.workdps(working):
            evaluation = Evaluation(dict(environment), is_complex, has_imaginary)
            value = evaluation.value(node)
            value = value if has_imaginary else evaluation.real(value)
            needed = digits + GUARD_DIGITS + int(evaluation.largest * 0.30103)
            if needed <= working:
                return value, evaluation.lost
            if needed > MAX_WORKING_DIGITS:
                raise TooCostly
            working = needed
    raise TooCostly


class _AtPoint(NamedTuple):
    """The values of both sides at a point; `differ` is None when they cannot be told apart for lack of precision."""

    differ: bool | None
    left: Any
    right: Any


def _at_point(
    gold: Node, given: Node, environment: dict[str, Any], is_complex: bool, tolerance: float
) -> _AtPoint:
    """Return whether the sides differ at a point.  Raises Undefined, TooCostly."""
    context = mp()
    left, right = (evaluate(node, environment, is_complex=is_complex) for node in (gold, given))
    with context.workdps(WORKING_DIGITS + 10):
        gap, size = abs(left - right), max(abs(left), abs(right))
        if gap == 0 or gap <= size * max(tolerance, _numerical_error(gold), _numerical_error(given)):
            return _AtPoint(False, left, right)
        if gap > context.mpf(10) ** -_EQUAL_DIGITS:
            return _AtPoint(True, left, right)
        if size > 1:
            return _AtPoint(False, left, right)
    return _AtPoint(_differs_near_zero(gold, given, environment, is_complex, gap), left, right)


@functools.lru_cache(maxsize=1024)
def _numerical_error(node: Node) -> float:
    """Return the relative error of a value: none but for integrals, derivatives and series taken numerically."""
    is_numerical = any(item.kind == "big" and item.value in ("int", "diff") for item in walk(node))
    return 1e-20 if is_numerical or has_infinite_range(node) else 0.0


def _differs_near_zero(
    gold: Node, given: Node, environment: dict[str, Any], is_complex: bool, gap: Any
) -> bool | None:
    """Return whether a tiny gap stays when the precision is raised, or shrinks with it: then it is zero."""
    context = mp()
    for digits in (3 * WORKING_DIGITS, 8 * WORKING_DIGITS):
        left, right = (evaluate(node, environment, digits, is_complex) for node in (gold, given))
        with context.workdps(digits):
            finer = abs(left - right)
            if finer == 0:
                return False
            if finer < context.mpf(10) ** -(digits - 12):
                return None if finer > gap / 2 else False
            if finer > gap / 2:
                return True
    return None


class _Hints:
    """What double precision, with its error bounds, says of two sides at points before full precision is asked."""

    __slots__ = ("_sides",)

    def __init__(self, gold: Node, given: Node, is_complex: bool) -> None:
        """Take both sides; complex letters and trees that speak of i have no hints."""
        sides = () if is_complex else (compiled(gold), compiled(given))
        self._sides = [side for side in sides if side is not None]

    def at(self, environment: dict[str, Any]) -> tuple[int, _AtPoint] | None:
        """Return how many sides are defined, and what doubles say of both; None where they cannot tell.

        Sides that agree to nine digits do not differ, sides clearly apart do; between, `differ` is None.
        """
        if len(self._sides) < 2:
            return None
        point = {name: float(value) for name, value in environment.items()}
        left, right = (value_of(side, point) for side in self._sides)
        if left is None or right is None:
            return None
        gap, size = abs(left - right), max(abs(left), abs(right))
        differ = False if gap <= DOUBLE_AGREEMENT * size else True if gap > CLEAR_DIFFERENCE * size else None
        return 2 - math.isnan(left) - math.isnan(right), _AtPoint(differ, left, right)


def _described(found: _AtPoint, environment: dict[str, Any]) -> str:
    """Return the witness: the point and both values there."""
    left, right = (
        f"{value:.8g}" if isinstance(value, float) else mp().nstr(value, 8)
        for value in (found.left, found.right)
    )
    where = ", ".join(
        f"{name}={value if isinstance(value, Fraction) else f'{value[0]}+{value[1]}i'}"
        for name, value in sorted(environment.items())
    )
    return f"{left} against {right}" + (f" at {where}" if where else "")


def agree(gold: Node, given: Node, tolerance: float = 0.0, *, is_proven: bool = False) -> Sampled:
    """Return whether two value trees are equal, by evaluation at seeded points.

    Doubles that are clearly apart refute.  Eight points accept at full precision; at those beyond, doubles that agree
    are enough.  So they are at every point when the sides are proven equal where all letters are positive: what is
    left to see is a wrong sign or root.
    """
    names = symbols(gold) | symbols(given)
    if "big" in facts(gold).kinds | facts(given).kinds:
        names = free_symbols(gold) | free_symbols(given)
    integers = integer_letters(gold, given)
    needed = POINTS_THAT_ACCEPT if names else 1
    agreeing = one_sided = tried = 0
    costly = False
    complexes = complex_letters(gold, given)
    extra = [] if complexes or integers else list(_extra_points(names, (gold, given)))
    hints = _Hints(gold, given, bool(complexes))
    for environment in chain(extra, _environments(names, integers, complexes)):
        hint = hints.at(environment)
        if hint is not None and hint[0] < 2:
            tried += 1
            one_sided += hint[0]
            continue
        is_hint_enough = is_proven or agreeing >= POINTS_THAT_ACCEPT
        if hint is not None and (hint[1].differ or (is_hint_enough and hint[1].differ is False)):
            found = hint[1]
        else:
            try:
                found = _at_point(gold, given, environment, bool(complexes), tolerance)
            except Undefined:
                tried += 1
                one_sided += _is_one_sided(gold, given, environment)
                continue
            except (TooCostly, OverflowError, MemoryError):
                costly = True
                continue
        if found.differ:
            return Sampled("different", _described(found, environment))
        if found.differ is None:
            costly = True
            continue
        agreeing += 1
        tried += 1
        if agreeing >= needed and (not names or tried >= 2 * len(_RANGES) + len(extra)):
            return Sampled("equal", skipped=one_sided) if names or tolerance else _closely(gold, given)
    if agreeing >= needed:
        return Sampled("equal", skipped=one_sided)
    if costly:
        return Sampled("undecided", "too_complex")
    return _agree_complex(gold, given, names, integers, tolerance, agreeing)


def _closely(gold: Node, given: Node) -> Sampled:
    """Return whether two closed values that agree to 38 digits still do at 380: `1 + e^{-200}` is not 1.

    Where a term is too small to be seen, twice as many digits are taken.  A zero that is not exact, as the sine of pi,
    shrinks with them; a term that is as small as before, as in `1 + e^{-10000}`, leaves the pair undecided.
    """
    if _numerical_error(gold) or _numerical_error(given):
        return Sampled("equal")
    context = mp()
    lost_before: int | None = None
    for digits in (8 * WORKING_DIGITS, 16 * WORKING_DIGITS):
        try:
            (left, *lost), (right, *lost_too) = (
                _evaluated(node, {}, digits, False) for node in (gold, given)
            )
        except (Undefined, TooCostly, OverflowError, MemoryError):
            return Sampled("undecided", "too_complex")
        largest = max((size for size in (*lost, *lost_too) if size is not None), default=None)
        if largest is None or (lost_before is not None and largest < lost_before - WORKING_DIGITS):
            with context.workdps(digits + 20 + int(max(0, context.mag(left)) * 0.30103) if left else digits):
                is_equal = abs(left - right) <= context.mpf(10) ** -(digits - 20)
            return Sampled("equal" if is_equal else "different", "" if is_equal else _PARTED)
        lost_before = largest
    return Sampled("undecided", "too_complex")


_PARTED = f"they part beyond the {_EQUAL_DIGITS}th digit"


def _is_one_sided(gold: Node, given: Node, environment: dict[str, Any]) -> bool:
    """Return whether exactly one side is defined at a point: then the two are equal only on a common domain."""
    defined = 0
    for node in (gold, given):
        try:
            evaluate(node, environment)
            defined += 1
        except (Undefined, TooCostly, OverflowError):
            continue
    return defined == 1


def _agree_complex(
    gold: Node, given: Node, names: frozenset[str], integers: frozenset[str], tolerance: float, agreeing: int
) -> Sampled:
    """Return whether the sides agree with complex values: this can accept, never reject."""
    for environment in _environments(names, integers, frozenset()):
        try:
            found = _at_point(gold, given, environment, True, tolerance)
        except (Undefined, TooCostly, OverflowError, MemoryError):
            continue
        if found.differ and not names:
            return Sampled("different", _described(found, environment))
        if found.differ or found.differ is None:
            return Sampled("undecided", "complex_points_differ")
        agreeing += 1
        if agreeing >= (POINTS_THAT_ACCEPT if names else 1):
            return Sampled("equal")
    return Sampled("undecided", "too_few_points")


__all__ = [
    "Sampled",
    "TooCostly",
    "Undefined",
    "agree",
    "evaluate",
    "integer_letters",
    "mp",
]
