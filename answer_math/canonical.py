r"""Canonical forms: a value as a quotient of polynomials over atoms, with exact rational coefficients.

Two values with the same form are equal: that is a proof, found in microseconds and without
floating point.  Different forms prove a difference only for rational functions of letters
(`Form.is_rational`); elsewhere `sampling.py` decides.

An atom is a letter, pi, a prime under a root, e or a letter to a symbolic power, i, or a function of canonical
arguments.  The rules that make forms meet (each is a method of `Context`): prime powers of numbers, exponents
added, odd and even functions, tan and kin through sin and cos, sin^2 = 1 - cos^2, special angles, logarithms of
numbers, factorials shifted to one base, |c x| = c |x|.

Forms live in one `Context` per comparison, which numbers the atoms.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial, gcd, isqrt, pi
from typing import Any, NamedTuple

from answer_math.tree import (
    MAX_EXPONENT_DIGITS,
    MAX_FACTORIAL_ARGUMENT,
    MAX_TERMS,
    Node,
    NotMath,
    Rational,
)

Monomial = tuple[tuple[int, Rational], ...]
Poly = dict[Monomial, Rational]

_ONE: Poly = {(): 1}
_MAX_FOLDED_BITS = 20_000
_TRIAL_LIMIT = 1_000
_MAX_EXPANDED_POWER = 24


class NoForm(Exception):
    """The value has no canonical form here: too large, a division by zero, or a node that is no value."""


class Form(NamedTuple):
    """A value as `top / bottom`.  Equal forms are equal values."""

    top: Poly
    bottom: Poly

    @property
    def constant(self) -> Rational | None:
        """Return the rational number that the form is, else None."""
        if self.bottom != _ONE:
            return None
        if not self.top:
            return 0
        return self.top.get(()) if len(self.top) == 1 else None


# ------------------------------------------------------------------------------
# 1  Polynomials
# ------------------------------------------------------------------------------


def _lower(value: Rational) -> Rational:
    """Return a whole Fraction as an int."""
    return value.numerator if type(value) is Fraction and value.denominator == 1 else value


def _magnitude(value: Rational) -> Rational:
    """Return the absolute value."""
    return value if value >= 0 else -value


def _times(left: Rational, right: Rational) -> Rational:
    """Return a product, most often with 1."""
    if type(left) is int:
        return right if left == 1 else left * right if type(right) is int else _lower(left * right)
    return left if type(right) is int and right == 1 else _lower(left * right)


def _reciprocal(value: Rational) -> Rational:
    """Return 1 / value."""
    return value if value in (1, -1) else _lower(1 / Fraction(value))


def _add_term(total: Poly, monomial: Monomial, coefficient: Rational) -> None:
    """Add a term to a total that nobody else holds."""
    before = total.get(monomial)
    value = coefficient if before is None else before + coefficient
    if value:
        total[monomial] = value if type(value) is int else _lower(value)
    elif before is not None:
        del total[monomial]


def _add_to(total: Poly, poly: Poly, factor: Rational) -> None:
    """Add a polynomial times a number to a total that nobody else holds."""
    for monomial, coefficient in poly.items():
        _add_term(total, monomial, _times(coefficient, factor))


def poly_add(left: Poly, right: Poly) -> Poly:
    """Return the sum."""
    total = dict(left)
    for monomial, coefficient in right.items():
        _add_term(total, monomial, coefficient)
    return total


def monomial_product(left: Monomial, right: Monomial) -> Monomial:
    """Return the product of two monomials: exponents of one atom add."""
    if not left or not right:
        return left or right
    merged = dict(left)
    for atom, exponent in right:
        value = merged.get(atom, 0) + exponent
        if value:
            merged[atom] = _lower(value)
        else:
            del merged[atom]
    return tuple(sorted(merged.items()))


@functools.lru_cache(maxsize=4096)
def prime_factors(value: int) -> tuple[tuple[int, int], ...]:
    """Return (factor, power) found by trial division up to a small limit; the rest stands as one factor."""
    found: dict[int, int] = {}
    divisor = 2
    while divisor * divisor <= value and divisor < _TRIAL_LIMIT:
        while value % divisor == 0:
            found[divisor] = found.get(divisor, 0) + 1
            value //= divisor
        divisor += 1 if divisor == 2 else 2
    if value > 1:
        root = isqrt(value)
        if root * root == value:
            found[root] = found.get(root, 0) + 2
        else:
            found[value] = found.get(value, 0) + 1
    return tuple(found.items())


def _content(poly: Poly) -> Fraction:
    """Return the positive rational that makes the coefficients coprime integers."""
    top, bottom = 0, 1
    for coefficient in poly.values():
        value = Fraction(coefficient)
        top = gcd(top, value.numerator)
        bottom = bottom * value.denominator // gcd(bottom, value.denominator)
    return Fraction(top, bottom)


def scale(poly: Poly, factor: Rational) -> Poly:
    """Return the polynomial times a number."""
    if factor == 1:
        return poly
    return {monomial: _times(coefficient, factor) for monomial, coefficient in poly.items()} if factor else {}


def cleared(poly: Poly) -> Poly:
    """Return the polynomial times the least powers that leave no negative exponent."""
    lowest: dict[int, Rational] = {}
    for monomial in poly:
        for atom, exponent in monomial:
            lowest[atom] = min(lowest.get(atom, 0), exponent)
    factor: Monomial = tuple(sorted((atom, -exponent) for atom, exponent in lowest.items() if exponent < 0))
    return (
        {monomial_product(monomial, factor): coefficient for monomial, coefficient in poly.items()}
        if factor
        else poly
    )


# ------------------------------------------------------------------------------
# 2  The context: atoms and the rules on them
# ------------------------------------------------------------------------------

_HALF = Fraction(1, 2)
#: sin(r pi) for the angles whose sine is a rational times one square root: r -> (rational, radicand)
_SINES = {
    Fraction(1, 6): (_HALF, 1),
    Fraction(1, 4): (_HALF, 2),
    Fraction(1, 3): (_HALF, 3),
    _HALF: (Fraction(1), 1),
}
_ODD = frozenset({"asin", "atan", "sinh", "tanh", "asinh", "atanh", "sgn"})
_EVEN = frozenset({"cosh"})
_RECIPROCALS = {"sec": "cos", "csc": "sin", "sech": "cosh", "csch": "sinh"}
_QUOTIENTS = {
    "tan": ("sin", "cos"),
    "cot": ("cos", "sin"),
    "tanh": ("sinh", "cosh"),
    "coth": ("cosh", "sinh"),
}
_POSITIVE = frozenset({"prime", "pi", "abs", "exponential"})


class Context:
    """The atoms of one comparison.  `assumed` is set when a form holds only for positive letters."""

    def __init__(self, log_base: str = "") -> None:
        self.atoms: dict[Any, int] = {}
        self.names: list[Any] = []
        self.reductions: list[Reduction | None] = []
        self.assumed = False
        self.log_base = log_base

    # -- atoms ----------------------------------------------------------------

    def atom(self, *key: Any) -> int:
        """Return the number of an atom."""
        number = self.atoms.get(key)
        if number is None:
            number = self.atoms[key] = len(self.names)
            self.names.append(key)
            self.reductions.append(_REDUCTIONS.get(key[0]))
        return number

    def single(self, *key: Any, exponent: Rational = 1) -> Form:
        """Return the form of one atom to a power."""
        return Form({((self.atom(*key), exponent),): 1}, _ONE)

    def number(self, value: Rational) -> Form:
        """Return the form of a rational number."""
        return Form({(): _lower(value)} if value else {}, _ONE)

    def key(self, form: Form) -> Any:
        """Return what names the form inside an atom."""
        return (frozenset(form.top.items()), frozenset(form.bottom.items()))

    # -- arithmetic -----------------------------------------------------------

    def product(self, left: Poly, right: Poly) -> Poly:
        """Return the product of two reduced polynomials, reduced.  Raises NoForm when it grows large."""
        if len(left) * len(right) > 4 * MAX_TERMS:
            raise NoForm
        total: Poly = {}
        reductions = self.reductions
        for first, a in left.items():
            for second, b in right.items():
                if not first or not second:
                    _add_term(total, first or second, _times(a, b))
                    continue
                monomial = monomial_product(first, second)
                for atom, _ in monomial:
                    if reductions[atom] is not None:
                        _add_to(total, self.reduce(monomial), _times(a, b))
                        break
                else:
                    _add_term(total, monomial, _times(a, b))
        if len(total) > MAX_TERMS:
            raise NoForm
        return total

    def reduce(self, monomial: Monomial) -> Poly:
        """Return a monomial by the rules on single atoms: whole powers of primes, i^2, |x|^2, sin^2."""
        for position, (atom, exponent) in enumerate(monomial):
            rule = self.reductions[atom]
            replaced = None if rule is None else rule(self, self.names[atom], exponent)
            if replaced is not None:
                rest = monomial[:position] + monomial[position + 1 :]
                return self.product(replaced, self.reduce(rest)) if rest else replaced
        return {monomial: 1}

    def times(self, left: Form, right: Form) -> Form:
        """Return the product of two forms."""
        if left.bottom == right.bottom == _ONE:
            return Form(self.product(left.top, right.top), _ONE)
        return self.quotient(self.product(left.top, right.top), self.product(left.bottom, right.bottom))

    def divided(self, left: Form, right: Form) -> Form:
        """Return the quotient of two forms.  Raises NoForm on zero."""
        if not right.top:
            raise NoForm
        return self.quotient(self.product(left.top, right.bottom), self.product(left.bottom, right.top))

    def plus(self, left: Form, right: Form) -> Form:
        """Return the sum of two forms."""
        if left.bottom == right.bottom:
            return self.quotient(poly_add(left.top, right.top), left.bottom)
        top = poly_add(self.product(left.top, right.bottom), self.product(right.top, left.bottom))
        return self.quotient(top, self.product(left.bottom, right.bottom))

    def quotient(self, top: Poly, bottom: Poly) -> Form:
        """Return top / bottom with a denominator of one term divided out.  Raises NoForm on zero."""
        if not bottom:
            raise NoForm
        if not top:
            return Form({}, _ONE)
        if bottom == _ONE:
            return Form(top, bottom)
        if len(bottom) == 1:
            ((monomial, coefficient),) = bottom.items()
            inverse = self.reduce(tuple((atom, -exponent) for atom, exponent in monomial))
            return Form(self.product(top, scale(inverse, _reciprocal(coefficient))), _ONE)
        content = _content(bottom)
        if bottom[max(bottom)] < 0:
            content = -content
        if content != 1:
            top, bottom = scale(top, 1 / content), scale(bottom, 1 / content)
        if top == bottom:
            return Form(dict(_ONE), _ONE)
        return Form(top, bottom)

    def inverse(self, form: Form) -> Form:
        """Return 1 / form."""
        return self.quotient(form.bottom, form.top)

    # -- powers -----------------------------------------------------------------

    def whole_power(self, form: Form, exponent: int) -> Form:
        """Return a form to a whole power; sums to large powers stay atoms."""
        if exponent < 0:
            return self.whole_power(self.inverse(form), -exponent)
        return self.quotient(self.poly_power(form.top, exponent), self.poly_power(form.bottom, exponent))

    def poly_power(self, poly: Poly, exponent: int) -> Poly:
        """Return a polynomial to a power >= 0."""
        if exponent == 0 or poly == _ONE:
            return dict(_ONE)
        if not poly:
            return {}
        if len(poly) == 1:
            return self.term_power(poly, exponent)
        if exponent > _MAX_EXPANDED_POWER or comb(exponent + len(poly) - 1, len(poly) - 1) > MAX_TERMS:
            return self.sum_power(poly, exponent)
        result = dict(_ONE)
        for _ in range(exponent):
            result = self.product(result, poly)
        return result

    def term_power(self, poly: Poly, exponent: Rational) -> Poly:
        """Return one term to a rational power.  Raises NoForm where no real value is sure."""
        ((monomial, coefficient),) = poly.items()
        factor = self.number_power(coefficient, exponent)
        if not monomial:
            return factor
        scaled = dict(_ONE)
        even_root = type(exponent) is Fraction and exponent.denominator % 2 == 0
        if type(exponent) is Fraction and len(monomial) > 1:
            self.assumed = self.assumed or any(self.names[atom][0] not in _POSITIVE for atom, _ in monomial)
        for atom, power in monomial:
            total = _times(exponent, power)
            if even_root and self.names[atom][0] not in _POSITIVE:
                if type(power) is Fraction or self.names[atom][0] == "i":
                    self.assumed = True
                elif power % 2 == 0:
                    atom = self.atom("abs", atom)
            elif type(power) is Fraction and power.denominator % 2 == 0:
                self.assumed = True
            scaled = self.product(scaled, self.reduce(((atom, total),)) if total else _ONE)
        return scaled if factor == _ONE else self.product(factor, scaled)

    def number_power(self, value: Rational, exponent: Rational) -> Poly:
        """Return a rational number to a rational power as prime powers.  Raises NoForm for roots that are not real."""
        if value == 1:
            return dict(_ONE)
        if value == 0:
            if exponent <= 0:
                raise NoForm
            return {}
        if abs(exponent) > 10**MAX_EXPONENT_DIGITS:
            raise NoForm
        if isinstance(exponent, int):
            size = max(abs(Fraction(value).numerator).bit_length(), Fraction(value).denominator.bit_length())
            if size * abs(exponent) <= _MAX_FOLDED_BITS:
                return {(): _lower(Fraction(value) ** exponent)}
        sign: Poly = dict(_ONE)
        if value < 0:
            sign, value = self.sign_power(exponent), -value
        fraction = Fraction(value)
        if max(fraction.numerator, fraction.denominator).bit_length() > _MAX_FOLDED_BITS:
            raise NoForm
        coefficient: Rational = 1
        roots: list[tuple[int, Rational]] = []
        for part, direction in ((fraction.numerator, 1), (fraction.denominator, -1)):
            for prime, power in prime_factors(part):
                total = _times(exponent, power * direction)
                reduced = _reduce_prime(self, ("prime", prime), total)
                if reduced is None:
                    roots.append((self.atom("prime", prime), total))
                    continue
                ((monomial, number),) = reduced.items()
                coefficient *= number
                roots += monomial
        result: Poly = {tuple(sorted(roots)): _lower(coefficient)}
        return result if sign == _ONE else self.product(sign, result)

    def sign_power(self, exponent: Rational) -> Poly:
        """Return (-1) to a rational power: a sign for odd roots, i for square roots."""
        fraction = Fraction(exponent)
        if fraction.denominator % 2:
            return {(): -1 if fraction.numerator % 2 else 1}
        if fraction.denominator == 2:
            return self.reduce(((self.atom("i"), fraction.numerator % 4),))
        raise NoForm

    def sum_power(self, poly: Poly, exponent: Rational) -> Poly:
        """Return a sum to a power as an atom of its primitive part, with the content in front."""
        content = _content(poly)
        primitive = scale(poly, 1 / content)
        factor = self.number_power(_lower(content), exponent)
        if Fraction(exponent).denominator % 2 and primitive[max(primitive)] < 0:
            primitive = scale(primitive, -1)
            factor = self.product(factor, self.sign_power(exponent))
        atom = self.atom("sum", frozenset(primitive.items()))
        return self.product(factor, self.reduce(((atom, exponent),)))

    def rational_power(self, form: Form, exponent: Fraction) -> Form:
        """Return a form to a fractional power."""
        if exponent < 0:
            return self.rational_power(self.inverse(form), -exponent)
        if form.bottom == _ONE and len(form.top) == 1:
            return Form(self.term_power(form.top, exponent), _ONE)
        if form.bottom != _ONE:
            self.assumed = True
        parts = []
        for poly in form:
            if not poly:
                return Form({}, _ONE)
            parts.append(
                self.term_power(poly, exponent) if len(poly) == 1 else self.sum_power(poly, exponent)
            )
        return self.quotient(*parts)

    def power(self, base: Form, exponent: Form) -> Form:
        """Return base ** exponent.  Raises NoForm."""
        value = exponent.constant
        if value is not None:
            return (
                self.whole_power(base, value) if isinstance(value, int) else self.rational_power(base, value)
            )
        if exponent.bottom != _ONE or len(base.top) != 1 or len(base.bottom) != 1:
            return self.single("power", self.key(base), self.key(exponent))
        return self.symbolic_power(base, exponent.top)

    def symbolic_power(self, base: Form, exponent: Poly) -> Form:
        """Return one term to a sum of exponents: b^(c m + d) is (b^m)^c b^d."""
        result = self.number(1)
        for monomial, coefficient in exponent.items():
            if not monomial:
                whole = self.power(base, self.number(coefficient))
                result = self.times(result, whole)
                continue
            ((base_monomial, number),) = base.top.items()
            pieces: list[tuple[Any, Rational]] = []
            if number < 0:
                pieces.append((("minus",), 1))
            fraction = abs(Fraction(number))
            pieces += [(("prime", p), k) for p, k in prime_factors(fraction.numerator)]
            pieces += [(("prime", p), -k) for p, k in prime_factors(fraction.denominator)]
            pieces += [(self.names[atom], k) for atom, k in base_monomial]
            if len(base_monomial) > 1 or (base_monomial and number != 1):
                self.assumed = True
            for name, power in pieces:
                result = self.times(result, self.exponential(name, monomial, _lower(coefficient * power)))
        return result

    def exponential(self, name: Any, monomial: Monomial, coefficient: Rational) -> Form:
        """Return name ** (coefficient * monomial) as an atom to a power."""
        if name == ("minus",):
            if isinstance(coefficient, int):
                coefficient %= 2
            return self.single("sign", monomial, exponent=coefficient) if coefficient else self.number(1)
        if name[0] == "exponential":  # (e^x)^y
            monomial = monomial_product(monomial, name[2])
            name = name[1]
        return self.single("exponential", name, monomial, exponent=coefficient)

    # -- functions ----------------------------------------------------------------

    def function(self, name: str, arguments: tuple[Form, ...]) -> Form:
        """Return a function of canonical arguments, by the rules of its kind."""
        first = arguments[0]
        if name in _QUOTIENTS:
            top, bottom = _QUOTIENTS[name]
            return self.times(self.function(top, (first,)), self.inverse(self.function(bottom, (first,))))
        if name in _RECIPROCALS:
            return self.inverse(self.function(_RECIPROCALS[name], (first,)))
        rule = _FUNCTION_RULES.get(name)
        if rule is not None:
            return rule(self, arguments)
        if name in _ODD or name in _EVEN:
            positive, flipped = self.sign_free(first)
            form = (
                self.single("function", name, self.key(positive))
                if positive.top or name in _EVEN
                else self.number(0)
            )
            return self.negative(form) if flipped and name in _ODD else form
        return self.single("function", name, *(self.key(argument) for argument in arguments))

    def negative(self, form: Form) -> Form:
        """Return the opposite."""
        return Form(scale(form.top, -1), form.bottom)

    def sign_free(self, form: Form) -> tuple[Form, bool]:
        """Return the form or its opposite, whichever leads with a positive term, and whether it was turned."""
        if form.top and form.top[max(form.top)] < 0:
            return self.negative(form), True
        return form, False

    def sine(self, arguments: tuple[Form, ...]) -> Form:
        """Return sin, with rational multiples of pi reduced to the first quadrant."""
        positive, flipped = self.sign_free(arguments[0])
        angle = self.multiple_of_pi(positive)
        form = self.sine_of(angle) if angle is not None else self.single("sin", self.key(positive))
        return self.negative(form) if flipped else form

    def cosine(self, arguments: tuple[Form, ...]) -> Form:
        """Return cos, through sin where the angle is a rational multiple of pi."""
        positive, _ = self.sign_free(arguments[0])
        angle = self.multiple_of_pi(positive)
        return self.sine_of(angle + _HALF) if angle is not None else self.single("cos", self.key(positive))

    def multiple_of_pi(self, form: Form) -> Fraction | None:
        """Return r when the form is r pi, else None."""
        if not form.top:
            return Fraction(0)
        if form.bottom != _ONE or len(form.top) != 1:
            return None
        ((monomial, coefficient),) = form.top.items()
        return Fraction(coefficient) if monomial == ((self.atom("pi"), 1),) else None

    def sine_of(self, angle: Fraction) -> Form:
        """Return sin(angle pi) by quadrant and the table of special angles."""
        angle %= 2
        sign = 1
        if angle >= 1:
            angle, sign = angle - 1, -1
        if angle > _HALF:
            angle = 1 - angle
        if angle == 0:
            return self.number(0)
        special = _SINES.get(angle)
        if special is None:
            form = self.single("sin", angle)
        else:
            form = Form(self.product({(): special[0]}, self.number_power(special[1], _HALF)), _ONE)
        return self.negative(form) if sign < 0 else form

    def logarithm(self, arguments: tuple[Form, ...]) -> Form:
        """Return ln: of a product of positive constants the sum of their logarithms."""
        form = arguments[0]
        if form.bottom == _ONE and len(form.top) == 1:
            ((monomial, coefficient),) = form.top.items()
            if coefficient > 0 and all(self.is_positive_constant(atom) for atom, _ in monomial):
                return self.log_of_term(monomial, Fraction(coefficient))
        return self.single("ln", self.key(form))

    def is_positive_constant(self, atom: int) -> bool:
        """Return whether an atom is a prime, pi, or a power of e."""
        key = self.names[atom]
        return key[0] in ("prime", "pi") or (key[0] == "exponential" and key[1] == ("e",)) or key == ("e",)

    def log_of_term(self, monomial: Monomial, coefficient: Fraction) -> Form:
        """Return ln of a positive constant term."""
        total = self.number(0)
        if max(coefficient.numerator, coefficient.denominator).bit_length() > _MAX_FOLDED_BITS:
            raise NoForm
        for part, direction in ((coefficient.numerator, 1), (coefficient.denominator, -1)):
            for prime, power in prime_factors(part):
                total = self.plus(
                    total, self.times(self.number(power * direction), self.single("lnprime", prime))
                )
        for atom, exponent in monomial:
            key = self.names[atom]
            if key == ("e",):
                value = self.number(exponent)
            elif key[0] == "exponential":
                value = Form({key[2]: exponent}, _ONE)
            elif key[0] == "prime":
                value = self.times(self.number(exponent), self.single("lnprime", key[1]))
            else:
                value = self.times(self.number(exponent), self.single("ln", key))
            total = self.plus(total, value)
        return total

    def log_to_base(self, arguments: tuple[Form, ...]) -> Form:
        """Return log: to its base if it has one, else to the unknown base of the comparison."""
        top = self.logarithm(arguments[:1])
        if len(arguments) > 1:
            return self.times(top, self.inverse(self.logarithm(arguments[1:])))
        if self.log_base == "e":
            return top
        if self.log_base == "10":
            return self.times(top, self.inverse(self.logarithm((self.number(10),))))
        return self.times(top, self.single("logbase"))

    def absolute(self, arguments: tuple[Form, ...]) -> Form:
        """Return |form|: factor by factor for one term, sign-free otherwise."""
        form = arguments[0]
        bottom = self.absolute_poly(form.bottom)
        return self.quotient(self.absolute_poly(form.top), bottom)

    def absolute_poly(self, poly: Poly) -> Poly:
        """Return the absolute value of a polynomial."""
        if len(poly) != 1:
            if not poly:
                return {}
            content = _content(poly)
            primitive = scale(poly, (1 if poly[max(poly)] > 0 else -1) / content)
            return {((self.atom("abs", "sum", frozenset(primitive.items())), 1),): _lower(content)}
        ((monomial, coefficient),) = poly.items()
        result: Poly = {(): _magnitude(coefficient)}
        for atom, exponent in monomial:
            key = self.names[atom]
            if key[0] == "i":
                continue
            is_positive = key[0] in _POSITIVE and not (key[0] == "exponential" and key[1] != ("e",))
            factor: Poly = {((atom, exponent),): 1}
            if not is_positive and isinstance(exponent, int):
                factor = self.reduce(((self.atom("abs", atom), exponent),))
            result = self.product(result, factor)
        return result

    def factorials(self, arguments: tuple[Form, ...]) -> Form:
        """Return n!: a number outright, otherwise shifted so that (m + c)! is m! (m+1)...(m+c)."""
        form = arguments[0]
        value = form.constant
        if value is not None:
            if not isinstance(value, int) or value < 0 or value > MAX_FACTORIAL_ARGUMENT:
                raise NoForm
            return self.number(factorial(value))
        shift = form.top.get((), 0) if form.bottom == _ONE else 0
        if not isinstance(shift, int) or abs(shift) > 20:
            return self.single("factorial", self.key(form))
        base = Form(poly_add(form.top, {(): -shift} if shift else {}), _ONE)
        result = self.single("factorial", self.key(base))
        for step in range(1, abs(shift) + 1):
            if shift > 0:
                result = self.times(result, self.plus(base, self.number(step)))
            else:
                result = self.times(result, self.inverse(self.plus(base, self.number(1 - step))))
        return result

    def binomial(self, arguments: tuple[Form, ...]) -> Form:
        """Return n! / (k! (n-k)!)."""
        if len(arguments) != 2:
            raise NoForm
        n, k = arguments
        whole, part = n.constant, k.constant
        if (
            isinstance(whole, int)
            and isinstance(part, int)
            and part >= 0
            and 0 <= whole <= MAX_FACTORIAL_ARGUMENT
        ):
            return self.number(comb(whole, part))
        below = self.times(self.factorials((k,)), self.factorials((self.plus(n, self.negative(k)),)))
        return self.times(self.factorials((n,)), self.inverse(below))

    def permutations(self, arguments: tuple[Form, ...]) -> Form:
        """Return n! / (n-k)!."""
        if len(arguments) != 2:
            raise NoForm
        n, k = arguments
        return self.times(
            self.factorials((n,)), self.inverse(self.factorials((self.plus(n, self.negative(k)),)))
        )

    # -- nodes -----------------------------------------------------------------------

    def form(self, node: Node) -> Form:
        """Return the canonical form of a value node.  Raises NoForm."""
        rule = _NODE_RULES.get(node.kind)
        if rule is None:
            raise NoForm
        return rule(self, node)

    def is_rational(self, form: Form) -> bool:
        """Return whether the form is a rational function of letters, so that a different form is a different value."""
        return all(
            self.names[atom][0] == "symbol" and isinstance(exponent, int)
            for poly in form
            for monomial in poly
            for atom, exponent in monomial
        )

    def is_polynomial(self, form: Form) -> bool:
        """Return whether the form is a polynomial in letters."""
        return form.bottom == _ONE and self.is_rational(form) and cleared(form.top) is form.top

    def value_at(self, form: Form, point: dict[str, Fraction]) -> Fraction | None:
        """Return the exact value of a rational form at a point; None where it has none or a power is large."""
        totals = []
        for poly in form:
            total = Fraction(0)
            for monomial, coefficient in poly.items():
                term = Fraction(coefficient)
                for atom, exponent in monomial:
                    if _magnitude(exponent) > 200:
                        return None
                    base = point[self.names[atom][1]]
                    if not base and exponent < 0:
                        return None
                    term *= base ** int(exponent)
                total += term
            totals.append(total)
        return totals[0] / totals[1] if totals[1] else None

    def is_prime_power(self, form: Form) -> bool:
        """Return whether the form is one product of prime powers, which only one such product equals."""
        return (
            form.bottom == _ONE
            and len(form.top) == 1
            and all(self.is_prime(atom) for monomial in form.top for atom, _ in monomial)
        )

    def is_prime(self, atom: int) -> bool:
        """Return whether an atom is surely a prime, not a product too large to be split."""
        key = self.names[atom]
        return bool(key[0] == "prime" and key[1] < _TRIAL_LIMIT**2)

    def is_unique(self, form: Form) -> bool:
        """Return whether the form is a closed value that no other form has: roots of primes, i and pi.

        Products of roots of distinct primes are linearly independent over the rationals (Besicovitch 1940), and pi
        is transcendental over them (Lindemann 1882).
        """
        return form.bottom == _ONE and all(
            self._is_independent(atom, exponent) for monomial in form.top for atom, exponent in monomial
        )

    def _is_independent(self, atom: int, exponent: Rational) -> bool:
        """Return whether a power can stand in a form that `is_unique`."""
        key = self.names[atom]
        if key == ("pi",):
            return isinstance(exponent, int)
        return exponent == 1 if key == ("i",) else self.is_prime(atom) and 0 < exponent < 1

    def approximate(self, form: Form) -> complex:
        """Return the value of a form that `is_unique` in double precision, for people.  Raises OverflowError."""
        total = 0j
        for monomial, coefficient in form.top.items():
            term = complex(coefficient)
            for atom, exponent in monomial:
                key = self.names[atom]
                base = {"i": 1j, "pi": pi}.get(key[0]) or key[1]
                term *= base ** (exponent if isinstance(exponent, int) else float(exponent))
            total += term
        return total


# ------------------------------------------------------------------------------
# 3  Rules as tables
# ------------------------------------------------------------------------------


def _reduce_prime(context: Context, key: Any, exponent: Rational) -> Poly | None:
    """Return the whole part of a prime's power as a number; a very large power stays."""
    whole = exponent.numerator // exponent.denominator if type(exponent) is Fraction else exponent
    if not whole or abs(whole) * key[1].bit_length() > _MAX_FOLDED_BITS:
        return None
    rest = _lower(exponent - whole)
    value = key[1] ** whole if whole > 0 else Fraction(1, key[1] ** -whole)
    return {((context.atom(*key), rest),) if rest else (): value}


def _reduce_i(context: Context, key: Any, exponent: Rational) -> Poly | None:
    """Return i to a whole power as 1, i, -1 or -i."""
    if not isinstance(exponent, int) or exponent == 1:
        return None
    turn = exponent % 4
    monomial: Monomial = ((context.atom("i"), 1),) if turn % 2 else ()
    return {monomial: -1 if turn >= 2 else 1}


def _reduce_abs(context: Context, key: Any, exponent: Rational) -> Poly | None:
    """Return |x|^2 as x^2."""
    if not isinstance(exponent, int) or exponent % 2 or len(key) != 2:
        return None
    return context.reduce(((key[1], exponent),))


def _reduce_sine(context: Context, key: Any, exponent: Rational) -> Poly | None:
    """Return sin^2 as 1 - cos^2, for whole powers."""
    if (
        not isinstance(exponent, int)
        or not 2 <= exponent <= 2 * _MAX_EXPANDED_POWER
        or isinstance(key[1], Fraction)
    ):
        return None
    cosine = context.atom("cos", key[1])
    squared = context.poly_power({(): 1, ((cosine, 2),): -1}, exponent // 2)
    return context.product(squared, {((context.atom(*key), 1),): 1} if exponent % 2 else _ONE)


def _reduce_sign(context: Context, key: Any, exponent: Rational) -> Poly | None:
    """Return ((-1)^m) to a whole power by parity."""
    if not isinstance(exponent, int) or exponent == 1:
        return None
    return {((context.atom(*key), 1),): 1} if exponent % 2 else dict(_ONE)


def _reduce_sum(context: Context, key: Any, exponent: Rational) -> Poly | None:
    """Return the whole part of a sum's power multiplied out, when it is small."""
    whole = exponent if isinstance(exponent, int) else exponent.numerator // exponent.denominator
    poly = dict(key[1])
    if not 0 < whole <= _MAX_EXPANDED_POWER or comb(whole + len(poly) - 1, len(poly) - 1) > MAX_TERMS // 2:
        return None
    expanded = context.poly_power(poly, whole)
    rest = _lower(exponent - whole)
    return context.product(expanded, {((context.atom(*key), rest),): 1}) if rest else expanded


Reduction = Callable[[Context, Any, Rational], Poly | None]
"""A rule on one atom: its key and exponent to the reduced polynomial that replaces it, None when it stays."""

_REDUCTIONS: dict[str, Reduction] = {
    "sum": _reduce_sum,
    "prime": _reduce_prime,
    "i": _reduce_i,
    "abs": _reduce_abs,
    "sin": _reduce_sine,
    "sign": _reduce_sign,
}

_FUNCTION_RULES = {
    "sin": Context.sine,
    "cos": Context.cosine,
    "ln": Context.logarithm,
    "log": Context.log_to_base,
    "abs": Context.absolute,
    "factorial": Context.factorials,
    "binom": Context.binomial,
    "perm": Context.permutations,
}


def _form_of_number(context: Context, node: Node) -> Form:
    """Return a literal."""
    value = node.value if node.kind == "num" else Fraction(node.value[0], 10 ** node.value[1])
    return context.number(value)


def _form_of_constant(context: Context, node: Node) -> Form:
    """Return pi, e or i."""
    if node.value == "oo":
        raise NoForm
    return context.single(node.value)


def _form_of_sum(context: Context, node: Node) -> Form:
    """Return a sum."""
    total = context.form(node.args[0])
    for term in node.args[1:]:
        added = context.form(term)
        if total.bottom == added.bottom == _ONE:
            total = Form(poly_add(total.top, added.top), _ONE)
        else:
            total = context.plus(total, added)
    return total


def _form_of_product(context: Context, node: Node) -> Form:
    """Return a product."""
    total = context.form(node.args[0])
    for factor in node.args[1:]:
        total = context.times(total, context.form(factor))
    return total


def _form_of_power(context: Context, node: Node) -> Form:
    """Return a power; e to a sum is a product of exponentials."""
    return context.power(context.form(node.args[0]), context.form(node.args[1]))


def _form_of_root(context: Context, node: Node) -> Form:
    """Return a root with a whole index."""
    radicand, index = node.args
    if index.kind == "num" and isinstance(index.value, int) and index.value > 1:
        return context.rational_power(context.form(radicand), _unit_fraction(index.value))
    return context.power(context.form(radicand), context.inverse(context.form(index)))


@functools.lru_cache(maxsize=64)
def _unit_fraction(bottom: int) -> Fraction:
    """Return 1 / bottom."""
    return Fraction(1, bottom)


def _form_of_function(context: Context, node: Node) -> Form:
    """Return a known function."""
    return context.function(node.value, tuple(context.form(arg) for arg in node.args))


def _form_of_call(context: Context, node: Node) -> Form:
    """Return an unknown function of canonical arguments."""
    return context.single("call", node.value, *(context.key(context.form(arg)) for arg in node.args))


def _height(node: Node) -> int:
    """Return how many sums and integrals stand one in another: each level names its variable by it."""
    below = max((_height(arg) for arg in node.args), default=0)
    return below + (node.kind == "big")


def _form_of_big(context: Context, node: Node) -> Form:
    """Return a sum, product, integral or limit with its variable renamed, so that dummies do not matter."""
    if node.value == "diff":
        raise NoForm
    bound = node.args[1]
    dummy = Node("sym", (), f"•{_height(node)}")

    def renamed(item: Node) -> Node:
        if item == bound:
            return dummy
        return Node(item.kind, tuple(renamed(arg) for arg in item.args), item.value) if item.args else item

    body = (
        context.form(renamed(node.args[0]))
        if len(node.args) > 2 or node.value != "int"
        else context.form(node.args[0])
    )
    bounds = tuple(
        arg.value if arg.value == "oo" else context.key(context.form(arg)) for arg in node.args[2:]
    )
    return context.single(
        "big",
        node.value,
        context.key(body),
        bounds,
        bound.value if node.value == "int" and not bounds else "",
    )


_NODE_RULES: dict[str, Callable[[Context, Node], Form]] = {
    "num": _form_of_number,
    "dec": _form_of_number,
    "const": _form_of_constant,
    "add": _form_of_sum,
    "mul": _form_of_product,
    "sym": lambda context, node: context.single("symbol", node.value),
    "div": lambda context, node: context.divided(context.form(node.args[0]), context.form(node.args[1])),
    "pow": _form_of_power,
    "root": _form_of_root,
    "fn": _form_of_function,
    "call": _form_of_call,
    "big": _form_of_big,
    "degree": lambda context, node: context.times(
        context.form(node.args[0]), Form({((context.atom("pi"), 1),): Fraction(1, 180)}, _ONE)
    ),
    "percent": lambda context, node: context.times(
        context.form(node.args[0]), context.number(Fraction(1, 100))
    ),
    "based": lambda context, node: context.number(int(node.value[0], node.value[1])),
}


def same_form(context: Context, left: Form, right: Form) -> bool:
    """Return whether two forms are one value: alike, or alike after clearing denominators.  Raises NoForm."""
    if left == right:
        return True
    if left.bottom == right.bottom:
        return False
    return context.product(left.top, right.bottom) == context.product(right.top, left.bottom)


__all__ = ["Context", "Form", "NoForm", "NotMath", "Poly", "same_form"]
