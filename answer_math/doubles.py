r"""Values in double precision: a hint that costs microseconds where the full precision costs milliseconds.

    compiled(node)           -> the tree as one function of its letters, None where doubles do not speak for it
    value_of(tree, letters)  -> a float, nan where there surely is no real value, None where doubles cannot tell

Every value is carried with a bound of its error, so doubles know when they cannot tell: behind a cancellation,
say.  `sampling.agree` rejects by values that are clearly apart, and accepts by doubles only what is proven or has
agreed at full precision already.  DESIGN §6.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from fractions import Fraction

from answer_math.tree import Node, exact_value, walk

MAX_RELATIVE_ERROR = 1e-10
MAX_DOUBLE_NODES = 400
MAX_DOUBLE_EXPONENT = 64
MAX_DOUBLE_ANGLE = 1e4
MAX_CONSTANT = 1e100
ROUNDING = 2.0**-52


class _Unsure(Exception):
    """Doubles cannot tell."""


class _NoValue(Exception):
    """There is no real value at this point, and doubles are sure of it."""


Bounded = tuple[float, float]
"""A value and a bound of its absolute error."""

Compiled = Callable[[dict[str, float]], Bounded]

# ------------------------------------------------------------------------------
# 1  Operations on bounded values
# ------------------------------------------------------------------------------


def _relative(value: float, error: float) -> float:
    """Return the relative error of a value whose sign is sure.  Raises _Unsure."""
    if error > abs(value) * MAX_RELATIVE_ERROR or not value:
        raise _Unsure
    return error / abs(value)


def _rounded(value: float, relative_error: float) -> Bounded:
    """Return a computed value with its own rounding added to the error of what it was computed from."""
    return value, abs(value) * (relative_error + 2 * ROUNDING)


def _sum(terms: list[Bounded]) -> Bounded:
    """Return a sum."""
    total = math.fsum(value for value, _ in terms)
    return total, sum(error for _, error in terms) + abs(total) * ROUNDING


def _product(factors: list[Bounded]) -> Bounded:
    """Return a product."""
    total, relative = 1.0, 0.0
    for value, error in factors:
        total *= value
        relative += _relative(value, error) + ROUNDING
    return _rounded(total, relative)


def _quotient(sides: list[Bounded]) -> Bounded:
    """Return a quotient."""
    (top, top_error), (bottom, bottom_error) = sides
    return _rounded(top / bottom, _relative(top, top_error) + _relative(bottom, bottom_error))


def _power_of(exponent: Fraction) -> Callable[[Bounded], Bounded]:
    """Return the function that takes a power; an odd root of a negative base is real."""
    size = float(exponent)
    is_whole, is_odd, is_even_root = (
        exponent.denominator == 1,
        bool(exponent.numerator % 2),
        exponent.denominator % 2 == 0,
    )

    def apply(base: Bounded) -> Bounded:
        value, error = base
        relative = _relative(value, error) * abs(size) + 4 * ROUNDING
        if is_whole or value > 0:
            return _rounded(value**size, relative)
        if is_even_root:
            raise _NoValue
        power = (-value) ** size
        return _rounded(-power if is_odd else power, relative)

    return apply


def _logarithm(argument: Bounded) -> Bounded:
    """Return the natural logarithm."""
    value, error = argument
    relative = _relative(value, error)
    if value < 0:
        raise _NoValue
    return math.log(value), relative + ROUNDING * (1 + abs(math.log(value)))


def _angular(
    function: Callable[[float], float], slope: Callable[[float], float]
) -> Callable[[Bounded], Bounded]:
    """Return a function of angles, with its largest slope near a value of it."""

    def apply(argument: Bounded) -> Bounded:
        if abs(argument[0]) > MAX_DOUBLE_ANGLE:
            raise _Unsure
        value = function(argument[0])
        return value, argument[1] * slope(value) + (abs(value) + slope(value)) * 2 * ROUNDING

    return apply


#: functions of one argument; those that are absent are left to the full precision
_FUNCTIONS: dict[str, Callable[[Bounded], Bounded]] = {
    "sin": _angular(math.sin, lambda value: 1.0),
    "cos": _angular(math.cos, lambda value: 1.0),
    "tan": _angular(math.tan, lambda value: 2.0 + 2.0 * value * value),
    "atan": _angular(math.atan, lambda value: 1.0),
    "abs": lambda argument: (abs(argument[0]), argument[1]),
    "ln": _logarithm,
}
_COMBINATIONS: dict[str, Callable[[list[Bounded]], Bounded]] = {
    "add": _sum,
    "mul": _product,
    "div": _quotient,
}
_CONSTANTS = {"pi": math.pi, "e": math.e}

# ------------------------------------------------------------------------------
# 2  From a tree to a function of its letters
# ------------------------------------------------------------------------------


def _constant(value: Fraction | float) -> Compiled:
    """Return the function that is one number everywhere."""
    if not -MAX_CONSTANT < value < MAX_CONSTANT:
        raise _Unsure
    number = float(value)
    bounded = number, abs(number) * ROUNDING
    return lambda letters: bounded


def _letter(name: str) -> Compiled:
    """Return the function that is the value of a letter."""

    def apply(letters: dict[str, float]) -> Bounded:
        value = letters[name]
        return value, abs(value) * ROUNDING

    return apply


def _compile(node: Node) -> Compiled:
    """Return a tree as one function.  Raises _Unsure for what doubles do not speak for."""
    kind, args, value = node
    if kind == "num":
        return _constant(Fraction(value))
    if kind == "dec":
        return _constant(Fraction(value[0], 10 ** value[1]))
    if kind == "sym":
        return _letter(value)
    if kind == "const" and value in _CONSTANTS:
        return _constant(_CONSTANTS[value])
    if kind in ("pow", "root"):
        exponent = exact_value(args[1])
        if not exponent or max(abs(exponent), abs(1 / exponent)) > MAX_DOUBLE_EXPONENT:
            raise _Unsure
        base, power = _compile(args[0]), _power_of(exponent if kind == "pow" else 1 / exponent)
        return lambda letters: power(base(letters))
    function = _FUNCTIONS.get(value) if kind == "fn" and len(args) == 1 else None
    if function is not None:
        argument = _compile(args[0])
        return lambda letters: function(argument(letters))
    combine = _COMBINATIONS.get(kind)
    if combine is None:
        raise _Unsure
    parts = [_compile(arg) for arg in args]
    return lambda letters: combine([part(letters) for part in parts])


@functools.lru_cache(maxsize=1024)
def compiled(node: Node) -> Compiled | None:
    """Return a tree as one function; None where doubles do not speak for it."""
    if len(walk(node)) > MAX_DOUBLE_NODES:
        return None
    try:
        return _compile(node)
    except _Unsure:
        return None


def value_of(tree: Compiled, letters: dict[str, float]) -> float | None:
    """Return the value of a compiled tree: nan where there surely is no real one, None where doubles cannot tell."""
    try:
        value, error = tree(letters)
        _relative(value, error)
    except _NoValue:
        return math.nan
    except (_Unsure, ArithmeticError, ValueError, KeyError):
        return None
    return value if math.isfinite(value) else None
