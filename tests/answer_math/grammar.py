r"""A grammar of answers: random trees with a meaning of their own, and ways to write them.

    value(rng, depth)       a random value tree `V`; `value_at(v, point)` evaluates it with mpmath alone
    rewritten(v, rng)       a tree of the same value: other order, decimals as fractions, roots as powers
    perturbed(v, rng)       a tree with one literal, sign, function or letter changed, and another value
    write(v, notation, rng) (notations.py) its text in LaTeX, plain text, Unicode or the Russian tradition
    KINDS                   (answers.py) how to make, write, say otherwise and spoil a kind of answer

Every random choice goes through `rng`, a `random.Random` or hypothesis' own, so that hypothesis can shrink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import mpmath

# ------------------------------------------------------------------------------
# 1  Values and what they are worth
# ------------------------------------------------------------------------------


class V(NamedTuple):
    """One node: `kind`, children, and data whose meaning the kind fixes.  Literals are not negative."""

    kind: str
    args: tuple[V, ...] = ()
    data: Any = None


class NoValue(Exception):
    """The tree has no moderate real (or complex) value at this point."""


CONTEXT = mpmath.MPContext()
CONTEXT.dps = 50
POINTS: tuple[dict[str, Fraction], ...] = tuple(
    {
        name: Fraction(top * (index + 2) + 3 * index + 1, 7 + index * 4)
        for index, name in enumerate(
            ("a", "b", "c", "x", "y", "z", "t", "m", r"\alpha", r"\beta", "x_1", "x_2", "R")
        )
    }
    for top in (3, 5, 11, 2)
)
_MODERATE = 10**12


def integer(value: int) -> V:
    """Return a whole number; a negative one is the opposite of a literal."""
    return V("int", (), value) if value >= 0 else V("neg", (V("int", (), -value),))


def call(name: str, *args: V) -> V:
    """Return a function of its arguments."""
    return V("fn", args, name)


def _step(function: Callable[[Any], Any], value: Any) -> Any:
    """Return floor or ceiling, a whole number reached with rounding error being whole."""
    nearest = CONTEXT.nint(value)
    return nearest if abs(value - nearest) < CONTEXT.mpf(10) ** -30 else function(value)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": CONTEXT.sin,
    "cos": CONTEXT.cos,
    "tan": CONTEXT.tan,
    "cot": CONTEXT.cot,
    "sec": CONTEXT.sec,
    "csc": CONTEXT.csc,
    "sinh": CONTEXT.sinh,
    "cosh": CONTEXT.cosh,
    "tanh": CONTEXT.tanh,
    "coth": CONTEXT.coth,
    "sech": CONTEXT.sech,
    "csch": CONTEXT.csch,
    "asin": CONTEXT.asin,
    "acos": CONTEXT.acos,
    "atan": CONTEXT.atan,
    "acot": lambda x: CONTEXT.pi / 2 - CONTEXT.atan(x),
    "asec": lambda x: CONTEXT.acos(1 / x),
    "acsc": lambda x: CONTEXT.asin(1 / x),
    "asinh": CONTEXT.asinh,
    "acosh": CONTEXT.acosh,
    "atanh": CONTEXT.atanh,
    "acoth": lambda x: CONTEXT.atanh(1 / x),
    "asech": lambda x: CONTEXT.acosh(1 / x),
    "acsch": lambda x: CONTEXT.asinh(1 / x),
    "ln": CONTEXT.ln,
    "lg": CONTEXT.log10,
    "lb": lambda x: CONTEXT.ln(x) / CONTEXT.ln(2),
    "exp": CONTEXT.exp,
    "log": lambda x, base: CONTEXT.ln(x) / CONTEXT.ln(base),
    "abs": abs,
    "floor": lambda x: _step(CONTEXT.floor, x),
    "ceil": lambda x: _step(CONTEXT.ceil, x),
    "part": lambda x: x - _step(CONTEXT.floor, x),
    "factorial": CONTEXT.factorial,
    "factorial2": CONTEXT.fac2,
    "binom": CONTEXT.binomial,
    "perm": lambda n, k: CONTEXT.factorial(n) / CONTEXT.factorial(n - k),
    "max": max,
    "min": min,
    "sgn": CONTEXT.sign,
    "mod": lambda a, b: a - b * CONTEXT.floor(a / b),
    "gcd": lambda a, b: CONTEXT.mpf(__import__("math").gcd(int(a), int(b))),
    "lcm": lambda a, b: CONTEXT.mpf(__import__("math").lcm(int(a), int(b))),
    "re": CONTEXT.re,
    "im": CONTEXT.im,
    "conj": CONTEXT.conj,
    "arg": CONTEXT.arg,
    "atan2": CONTEXT.atan2,
}


def literal_value(v: V) -> Fraction | None:
    """Return the exact value of a literal, however it is spelled, else None."""
    if v.kind == "int":
        return Fraction(v.data)
    if v.kind == "dec":
        return Fraction(v.data[0], 10 ** v.data[1])
    if v.kind == "mixed":
        whole, top, bottom = v.data
        return whole + Fraction(top, bottom)
    if v.kind == "repeating":
        whole, decimals, period = v.data
        return whole + Fraction(
            int(decimals + period) - int(decimals or "0"), 10 ** len(decimals) * (10 ** len(period) - 1)
        )
    if v.kind == "scientific":
        digits, places, exponent = v.data
        return Fraction(digits, 10**places) * Fraction(10) ** exponent
    return None


def value_at(v: V, point: dict[str, Any]) -> Any:
    """Return the value at a point, to 50 digits.  Raises NoValue."""
    try:
        result = _value(v, point)
    except (ValueError, ZeroDivisionError, OverflowError, TypeError):
        raise NoValue from None
    if not CONTEXT.isfinite(result) or abs(result) > _MODERATE:
        raise NoValue
    return result


def _value(v: V, point: dict[str, Any]) -> Any:
    """Return the value of a node; complex only where i stands in the tree."""
    exact = literal_value(v)
    if exact is not None:
        return CONTEXT.mpf(exact.numerator) / exact.denominator
    if v.kind == "sym":
        found = point[v.data]
        return CONTEXT.mpf(found.numerator) / found.denominator if isinstance(found, Fraction) else found
    if v.kind == "const":
        return {"pi": +CONTEXT.pi, "e": +CONTEXT.e, "i": CONTEXT.mpc(0, 1)}[v.data]
    if v.kind in ("sum", "prod", "integral"):
        return _ranged(v, point)
    args = [_value(arg, point) for arg in v.args]
    if v.kind == "fn":
        if v.data in ("ln", "lg", "lb", "log") and not all(CONTEXT.im(arg) == 0 and arg > 0 for arg in args):
            raise NoValue
        result = _FUNCTIONS[v.data](*args)
    else:
        result = _OPERATIONS[v.kind](v, args)
    if isinstance(result, CONTEXT.mpc) and not any(isinstance(arg, CONTEXT.mpc) for arg in args):
        raise NoValue
    if not CONTEXT.isfinite(result) or abs(result) > CONTEXT.mpf(10) ** 40:
        raise NoValue
    return result


_OPERATIONS: dict[str, Callable[[V, list[Any]], Any]] = {
    "add": lambda v, args: CONTEXT.fsum(args),
    "neg": lambda v, args: -args[0],
    "mul": lambda v, args: CONTEXT.fprod(args),
    "div": lambda v, args: args[0] / args[1],
    "pow": lambda v, args: args[0] ** args[1],
    "root": lambda v, args: _real_root(args[0], v.data),
    "degree": lambda v, args: args[0] * CONTEXT.pi / 180,
    "call": lambda v, args: 2 + CONTEXT.sin(sum(ord(char) for char in v.data) + sum(3 * arg for arg in args)),
}


def _real_root(value: Any, index: int) -> Any:
    """Return the real root; odd ones of negatives are real."""
    if CONTEXT.im(value) == 0 and value < 0:
        if index % 2 == 0:
            raise NoValue
        return -CONTEXT.root(-value, index)
    return CONTEXT.root(value, index)


def _ranged(v: V, point: dict[str, Any]) -> Any:
    """Return a sum or product over whole numbers, or an integral by quadrature."""
    low, high = (_value(arg, point) for arg in v.args[1:])
    if v.kind == "integral":
        return CONTEXT.quad(lambda x: _value(v.args[0], {**point, v.data: x}), [low, high])
    terms = [_value(v.args[0], {**point, v.data: Fraction(step)}) for step in range(int(low), int(high) + 1)]
    return CONTEXT.fsum(terms) if v.kind == "sum" else CONTEXT.fprod(terms)


def values(v: V) -> list[Any]:
    """Return the values at every point where there is one, None elsewhere."""
    found: list[Any] = []
    for point in POINTS if letters(v) else POINTS[:1]:
        try:
            found.append(value_at(v, point))
        except NoValue:
            found.append(None)
    return found


def is_tame(v: V) -> bool:
    """Return whether the tree has a moderate value at every point."""
    return all(found is not None for found in values(v))


def letters(v: V) -> set[str]:
    """Return the letters of a tree, those that sums and integrals bind left out."""
    found = {v.data} if v.kind == "sym" else set()
    for arg in v.args:
        found |= letters(arg)
    return found - {v.data} if v.kind in ("sum", "prod", "integral") else found


def clearly_differ(left: V, right: V) -> bool:
    """Return whether two trees differ at a point by more than any tolerance could cover."""
    for point in POINTS:
        try:
            a, b = value_at(left, point), value_at(right, point)
        except NoValue:
            continue
        if abs(a - b) > CONTEXT.mpf(10) ** -3 * max(abs(a), abs(b), CONTEXT.mpf(10) ** -3):
            return True
    return False


# ------------------------------------------------------------------------------
# 2  Random values
# ------------------------------------------------------------------------------

LETTERS = ("a", "b", "c", "x", "y", "z", "t", "m", r"\alpha", r"\beta", "x_1", "x_2", "R")
_ANGLES = (
    V("div", (V("const", (), "pi"), integer(6))),
    V("div", (V("const", (), "pi"), integer(5))),
    V("degree", (integer(30),)),
    V("degree", (integer(72),)),
)


def number(rng: Random, most: int = 12) -> V:
    """Return a positive literal or quotient in one of the spellings."""
    kind = rng.choice(("int", "int", "int", "dec", "div", "mixed", "repeating", "scientific"))
    if kind == "int":
        return integer(rng.randint(1, most))
    if kind == "dec":
        return V("dec", (), (rng.randint(1, 999), rng.randint(1, 3)))
    if kind == "div":
        return V("div", (integer(rng.randint(1, most)), integer(rng.randint(2, most))))
    if kind == "mixed":
        bottom = rng.randint(2, 9)
        return V("mixed", (), (rng.randint(1, 9), rng.randint(1, bottom - 1), bottom))
    if kind == "repeating":
        return V(
            "repeating",
            (),
            (rng.randint(0, 3), rng.choice(("", "1", "05")), rng.choice(("3", "6", "27", "142857"))),
        )
    return V("scientific", (), (rng.randint(11, 99), 1, rng.randint(-3, 4)))


def whole(rng: Random, low: int = 1, high: int = 9) -> V:
    """Return a whole number."""
    return integer(rng.randint(low, high))


def positive(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return a value that is positive wherever its letters are: fit for roots and logarithms."""
    kind = (
        rng.choice(("number", "letter", "add", "mul", "div", "pow"))
        if depth > 0
        else rng.choice(("number", "letter"))
    )
    if kind == "letter" and names:
        return V("sym", (), rng.choice(names))
    if kind in ("number", "letter"):
        return number(rng)
    if kind == "pow":
        return V("pow", (positive(rng, depth - 1, names), whole(rng, 2, 3)))
    return V(kind, (positive(rng, depth - 1, names), positive(rng, depth - 1, names)))


def value(rng: Random, depth: int, names: Sequence[str] = ()) -> V:
    """Return a random value over the letters: any construction of the grammar."""
    if depth <= 0:
        return leaf(rng, names)
    return rng.choice(_CONSTRUCTIONS)(rng, depth - 1, names)


def leaf(rng: Random, names: Sequence[str]) -> V:
    """Return a number, a letter or a constant."""
    kind = rng.randint(0, 5)
    if kind <= 2 and names:
        return V("sym", (), rng.choice(names))
    return V("const", (), rng.choice(("pi", "e"))) if kind == 5 else number(rng)


def _sum(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return a sum of two or three terms, some with a minus."""
    terms = [value(rng, depth, names) for _ in range(rng.randint(2, 3))]
    return V(
        "add",
        tuple(V("neg", (term,)) if rng.random() < 0.35 and term.kind != "neg" else term for term in terms),
    )


def _trigonometric(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return a trigonometric function of an angle or a small expression."""
    inner = (
        rng.choice(_ANGLES)
        if rng.random() < 0.3 or not names
        else V("mul", (whole(rng), V("sym", (), rng.choice(names))))
    )
    node = call(rng.choice(("sin", "cos", "tan", "cot", "sec", "csc")), inner)
    return V("pow", (node, whole(rng, 2, 3))) if rng.random() < 0.3 else node


def _inverse(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return an inverse function at a number in its domain."""
    below, above = V("div", (integer(1), whole(rng, 2, 5))), whole(rng, 2, 5)
    name = rng.choice(
        ("asin", "acos", "atan", "acot", "asec", "acsc", "asinh", "acosh", "atanh", "acoth", "asech", "acsch")
    )
    return call(name, above if name in ("acot", "asec", "acsc", "acosh", "acoth", "acsch") else below)


def _hyperbolic(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return a hyperbolic function of a small number or of a letter's fraction."""
    inner = (
        V("div", (V("sym", (), rng.choice(names)), integer(9)))
        if names
        else V("div", (whole(rng), integer(4)))
    )
    return call(rng.choice(("sinh", "cosh", "tanh", "coth", "sech", "csch")), inner)


def _logarithm(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return a logarithm: natural, decimal, binary or to a base."""
    inner = positive(rng, min(depth, 1), names)
    name = rng.choice(("ln", "lg", "log", "lb"))
    return call("log", inner, integer(rng.choice((2, 3, 5, 10)))) if name == "log" else call(name, inner)


def _power(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return a power: whole, negative, fractional, or symbolic of a number."""
    kind = rng.randint(0, 3)
    if kind == 0:
        return V("pow", (value(rng, depth, names), integer(rng.choice((2, 3, 4, -1, -2)))))
    if kind == 1:
        return V(
            "pow",
            (
                positive(rng, min(depth, 1), names),
                V("div", (whole(rng, 1, 3), integer(rng.choice((2, 3, 4))))),
            ),
        )
    if kind == 2 and names:
        return V("pow", (whole(rng, 2, 5), V("sym", (), rng.choice(names))))
    return call("exp", V("div", (leaf(rng, names), integer(4))))


def _counting(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return factorials and kin of whole numbers."""
    top = rng.randint(3, 8)
    kind = rng.randint(0, 3)
    if kind == 0:
        return call("factorial", integer(top))
    if kind == 1:
        return call("factorial2", integer(top))
    return call("binom" if kind == 2 else "perm", integer(top), integer(rng.randint(1, top - 1)))


def _stepped(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return a floor, ceiling, fractional part, absolute value or sign."""
    inner = V("add", (V("div", (leaf(rng, names), integer(7))), V("neg", (number(rng),))))
    return call(rng.choice(("floor", "ceil", "part", "abs", "sgn")), inner)


def _several(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return a function of two whole numbers."""
    name = rng.choice(("max", "min", "gcd", "lcm", "mod", "atan2"))
    return call(name, whole(rng, 2, 30), whole(rng, 2, 30))


def _ranged_value(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return a sum, product or definite integral with whole bounds."""
    kind = rng.choice(("sum", "prod", "integral"))
    name = "u" if kind == "integral" else "k"
    body = rng.choice(
        (
            V("sym", (), name),
            V("pow", (V("sym", (), name), integer(2))),
            V("mul", (integer(3), V("sym", (), name))),
            V("div", (integer(1), V("sym", (), name))),
        )
    )
    low = rng.randint(1, 3)
    return V(kind, (body, integer(low), integer(low + rng.randint(1, 4))), name)


def _unknown(rng: Random, depth: int, names: Sequence[str]) -> V:
    """Return an unknown function of a small argument."""
    inner = V("sym", (), rng.choice(names)) if names else whole(rng)
    return V("call", (inner,), rng.choice("fgh"))


_CONSTRUCTIONS: tuple[Callable[[Random, int, Sequence[str]], V], ...] = (
    _sum,
    _sum,
    _sum,
    lambda rng, depth, names: V("mul", (value(rng, depth, names), value(rng, depth, names))),
    lambda rng, depth, names: V("mul", (number(rng), value(rng, depth, names))),
    lambda rng, depth, names: V("div", (value(rng, depth, names), value(rng, depth, names))),
    lambda rng, depth, names: V("root", (positive(rng, depth, names),), rng.choice((2, 2, 3, 4))),
    _trigonometric,
    _inverse,
    _hyperbolic,
    _logarithm,
    _power,
    _power,
    _counting,
    _stepped,
    _several,
    _ranged_value,
    _unknown,
)


def tame_value(rng: Random, depth: int, names: Sequence[str] = ()) -> V:
    """Return a random value that exists at every point; a plain number when ten attempts fail."""
    for _ in range(10):
        found = value(rng, depth, names)
        if is_tame(found):
            return found
    return number(rng)


# ------------------------------------------------------------------------------
# 3  The same value in another form; almost the same tree with another value
# ------------------------------------------------------------------------------


def rewritten(v: V, rng: Random) -> V:
    """Return a tree of the same value, nodes rewritten by rules that hold wherever they are defined."""
    args = tuple(rewritten(arg, rng) for arg in v.args)
    v = V(v.kind, args, v.data)
    rule = _REWRITES.get(v.kind)
    return rule(v, rng) if rule is not None and rng.random() < 0.5 else v


def _rewritten_literal(v: V, rng: Random) -> V:
    """Return a literal as a quotient of whole numbers."""
    exact = literal_value(v)
    assert exact is not None
    return V("div", (integer(exact.numerator), integer(exact.denominator)))


def _shuffled(v: V, rng: Random) -> V:
    """Return a sum or product in another order."""
    return V(v.kind, tuple(rng.sample(v.args, len(v.args))), v.data)


def _rewritten_function(v: V, rng: Random) -> V:
    """Return a function through another: tan as sin / cos, log_a b as a quotient of natural ones."""
    if v.data in ("tan", "cot"):
        names = ("sin", "cos") if v.data == "tan" else ("cos", "sin")
        return V("div", tuple(call(name, *v.args) for name in names))
    if v.data in ("sec", "csc", "sech", "csch"):
        return V(
            "div",
            (integer(1), call({"sec": "cos", "csc": "sin", "sech": "cosh", "csch": "sinh"}[v.data], *v.args)),
        )
    if v.data == "log":
        return V("div", (call("ln", v.args[0]), call("ln", v.args[1])))
    if v.data == "lg":
        return call("log", v.args[0], integer(10))
    return v


_REWRITES: dict[str, Callable[[V, Random], V]] = {
    "dec": _rewritten_literal,
    "mixed": _rewritten_literal,
    "repeating": _rewritten_literal,
    "scientific": _rewritten_literal,
    "add": _shuffled,
    "mul": _shuffled,
    "fn": _rewritten_function,
    "root": lambda v, rng: V("pow", (v.args[0], V("div", (integer(1), integer(v.data))))),
    "div": lambda v, rng: V("mul", (v.args[0], V("pow", (v.args[1], V("neg", (integer(1),)))))),
    "pow": lambda v, rng: V("mul", (v.args[0], v.args[0])) if v.args[1] == integer(2) else v,
}


def paths(v: V) -> list[tuple[int, ...]]:
    """Return the way to every node of the tree."""
    found: list[tuple[int, ...]] = [()]
    for position, arg in enumerate(v.args):
        found.extend((position, *path) for path in paths(arg))
    return found


def replaced(v: V, path: tuple[int, ...], change: Callable[[V], V]) -> V:
    """Return the tree with the node at a path changed."""
    if not path:
        return change(v)
    args = list(v.args)
    args[path[0]] = replaced(args[path[0]], path[1:], change)
    return V(v.kind, tuple(args), v.data)


_NEIGHBOURS = {
    "sin": "cos",
    "cos": "sin",
    "tan": "cot",
    "cot": "tan",
    "sec": "csc",
    "csc": "sec",
    "sinh": "cosh",
    "cosh": "sinh",
    "tanh": "coth",
    "coth": "tanh",
    "sech": "csch",
    "csch": "sech",
    "asin": "acos",
    "acos": "asin",
    "atan": "acot",
    "acot": "atan",
    "asec": "acsc",
    "acsc": "asec",
    "ln": "lg",
    "lg": "lb",
    "lb": "ln",
    "floor": "ceil",
    "ceil": "floor",
    "part": "floor",
    "max": "min",
    "min": "max",
    "gcd": "lcm",
    "lcm": "gcd",
    "binom": "perm",
    "perm": "binom",
    "factorial": "factorial2",
    "factorial2": "factorial",
}


def _spoiled(v: V, rng: Random) -> V:
    """Return the node with one thing changed: a literal, sign, operation, function, index or letter."""
    if v.kind == "int":
        return integer(v.data + rng.choice((1, 2, 10)))
    if v.kind == "dec":
        return (
            V("dec", (), (v.data[0] + 1, v.data[1]))
            if rng.random() < 0.5
            else V("dec", (), (v.data[0], v.data[1] + 1))
        )
    if v.kind == "mixed":
        return V("mixed", (), (v.data[0] + 1, *v.data[1:]))
    if v.kind == "repeating":
        return V("repeating", (), (v.data[0] + 1, *v.data[1:]))
    if v.kind == "scientific":
        return V("scientific", (), (*v.data[:2], v.data[2] + 1))
    if v.kind == "sym" and v.data in LETTERS:
        return V("sym", (), rng.choice([name for name in LETTERS if name != v.data]))
    if v.kind == "neg":
        return v.args[0]
    if v.kind in ("add", "mul", "div", "pow"):
        return (
            V("add" if v.kind == "mul" else "mul", v.args)
            if rng.random() < 0.5
            else V("div", v.args[:2])
            if v.kind != "div"
            else V("div", v.args[::-1])
        )
    if v.kind == "root":
        return V("root", v.args, v.data + 1)
    if v.kind == "fn" and v.data in _NEIGHBOURS:
        return V("fn", v.args, _NEIGHBOURS[v.data])
    if v.kind == "call":
        return V("call", v.args, {"f": "g", "g": "h", "h": "f"}[v.data])
    return V("neg", (v,)) if v.kind != "degree" else V("degree", (integer(45),))


def perturbed(v: V, rng: Random) -> V | None:
    """Return a tree that differs in one node and clearly in value, or None when five attempts found none."""
    ways = paths(v)
    for _ in range(5):
        changed = replaced(v, rng.choice(ways), lambda node: _spoiled(node, rng))
        if is_tame(changed) and clearly_differ(v, changed):
            return changed
    return None
