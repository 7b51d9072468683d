r"""Whether two values are equal: exactly where possible, else by sampling.

    compare_values(gold, given) -> Outcome
    numeric_value(tree)            the exact value of a number as it stands, with its decimal places
    numbers_outcome(...)           two exact numbers under the published tolerance, flagged where it hides a difference

DESIGN §4 (tolerance), §6 (values), §7 (what is flagged).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from answer_math.canonical import Context, Form, NoForm, same_form
from answer_math.families import substitute
from answer_math.outcomes import Outcome, by_convention, different, equal, undecided
from answer_math.sampling import TooCostly, Undefined, agree, evaluate, has_infinite_range, mp, point_value
from answer_math.tree import (
    INFINITY,
    MINUS_ONE,
    TEN,
    I,
    Node,
    Rational,
    add,
    facts,
    fn,
    has_decimal,
    negate,
    num,
    sym,
    symbols,
    walk,
)

RELATIVE_TOLERANCE = Fraction(1, 10**6)
_PARTS_OF_TOLERANCE = RELATIVE_TOLERANCE.denominator
ABSOLUTE_TOLERANCE = Fraction(1, 10**9)
LETTER_TOLERANCE = 1e-9


def numeric_value(node: Node) -> tuple[Rational, int | None] | None:
    """Return (exact value, decimal places or None) of a number as it stands; None for what must be computed.

    Literals, quotients of literals, and scientific notation are numbers; `2^{64}`, `10^{-3}` and `5!` are not.
    """
    kind = node.kind
    if kind == "num":
        return node.value, None
    if kind == "dec":
        digits, places = node.value
        return Fraction(digits, 10**places), places
    if kind == "div":
        top, bottom = (numeric_value(arg) for arg in node.args)
        if top is None or bottom is None or bottom[0] == 0 or not _is_small(top[0], bottom[0]):
            return None
        return Fraction(top[0]) / bottom[0], None
    if kind == "mul" and len(node.args) == 2:
        left, right = node.args
        power = _power_of_ten(right)
        mantissa = numeric_value(left)
        if power is not None and mantissa is not None and _is_small(mantissa[0]):
            places = None if mantissa[1] is None else mantissa[1] - power
            return mantissa[0] * Fraction(10) ** power, places
        if left == MINUS_ONE and (value := numeric_value(right)) is not None:
            return -value[0], value[1]
    return None


def _is_small(*values: Rational) -> bool:
    """Return whether arithmetic on these values is cheap."""
    return all(max(value.numerator.bit_length(), value.denominator.bit_length()) < 80_000 for value in values)


def _power_of_ten(node: Node) -> int | None:
    """Return n of `10^n` for moderate n."""
    if node.kind == "pow" and node.args[0] == TEN and node.args[1].kind == "num":
        exponent = node.args[1].value
        if isinstance(exponent, int) and abs(exponent) <= 5_000:
            return exponent
    return None


def numbers_outcome(
    gold: Rational, given: Rational, places: Sequence[int | None], is_literal: bool
) -> Outcome:
    """Return the outcome of two exact numbers under the tolerance of DESIGN §4, flagged where it hides a difference."""
    if isinstance(gold, int) and isinstance(given, int):
        left, right, unit = gold, given, 1
    else:
        left, right = gold.numerator * given.denominator, given.numerator * gold.denominator
        unit = gold.denominator * given.denominator
    if left == right:
        return equal("equal-numbers")
    gap, size = abs(left - right), max(abs(left), abs(right))  # both times `unit`
    known = [place for place in places if place is not None]
    is_close = gap * _PARTS_OF_TOLERANCE <= size
    if is_close and (is_literal or known):
        half_unit = Fraction(1, 2) * Fraction(10) ** -min(known) if known else None
        if half_unit is not None and Fraction(gap, unit) <= half_unit:
            return equal("equal-when-rounded")
        return equal("within-tolerance", lenient=True)
    if (
        is_literal
        and gap < unit
        and Fraction(gap, unit) <= ABSOLUTE_TOLERANCE
        and (known or not gold or not given)
    ):
        return equal("near-zero", lenient=True)
    return different(f"{short(gold)} against {short(given)}")


def short(value: Rational) -> str:
    """Return a number for people, in at most about 20 characters."""
    if value.denominator == 1 and value.numerator.bit_length() < 70:
        return str(value)
    if max(value.numerator.bit_length(), value.denominator.bit_length()) < 40:
        return f"{value.numerator}/{value.denominator}"
    try:
        approximate = float(value)
    except OverflowError:
        return f"a number of {value.numerator.bit_length()} bits"
    digits = (value.denominator.bit_length() - value.numerator.bit_length()) * 0.30103
    return f"{approximate:.12g}" if approximate else f"about 10^-{digits:.0f}"


_LOG_BASE = "log base"


def _with_log_base(node: Node, base: Node) -> Node:
    """Return the tree with every logarithm that names no base taken to `base`."""
    args = tuple(_with_log_base(arg, base) for arg in node.args)
    if node.kind == "fn" and node.value == "log" and len(args) == 1:
        return fn("log", args[0], base)
    return Node(node.kind, args, node.value) if args else node


def _has_bare_log(node: Node) -> bool:
    """Return whether a logarithm without base stands in the tree."""
    if "log" not in facts(node).functions:
        return False
    return any(item.kind == "fn" and item.value == "log" and len(item.args) == 1 for item in walk(node))


def is_complex(node: Node) -> bool:
    """Return whether a tree speaks of complex numbers: i, re, im, conjugates, an even root of a negative number."""
    return any(
        item == I
        or (item.kind == "fn" and item.value in ("re", "im", "conj", "arg"))
        or (item.kind == "root" and item.args[0].kind == "num" and item.args[0].value < 0)
        for item in walk(node)
    )


def compare_values(gold: Node, given: Node) -> Outcome:
    """Return whether two values are equal: exactly where possible, else by sampling, else by sympy in the sandbox."""
    if gold == given:
        return equal("same-tree")
    if gold.kind == given.kind == "big" and _is_same_range(gold, given):
        return equal("same-range")
    left, right = numeric_value(gold), numeric_value(given)
    if left is not None and right is not None:
        return numbers_outcome(left[0], right[0], (left[1], right[1]), True)
    if _is_infinite(gold) or _is_infinite(given):
        return _compare_infinite(gold, given)
    if not (_has_bare_log(gold) or _has_bare_log(given)):
        return _compare_complete(*_with_imaginary(gold, given))
    unknown = [_with_log_base(node, sym(_LOG_BASE)) for node in (gold, given)]
    outcome = _compare_complete(*unknown)
    if outcome.verdict == "equal":
        return outcome
    for base in (TEN, Node("const", (), "e")):
        settled = _compare_complete(*(_with_log_base(node, base) for node in (gold, given)))
        if settled.verdict == "equal":
            return by_convention(settled, "log-base")
    return settled if settled.verdict == "different" else outcome


def _is_same_range(gold: Node, given: Node) -> bool:
    """Return whether two sums or integrals run over one range with equal terms, as `∫ 2x dx` and `∫ (x + x) dx` do."""
    if gold.value != given.value or len(gold.args) != len(given.args):
        return False
    (body, variable, *bounds), (other, name, *ends) = gold.args, given.args
    is_bound = len(bounds) == 2 or gold.value == "lim"
    if variable.kind != "sym" or name.kind != "sym" or (variable != name and not is_bound):
        return False
    if variable != name and variable.value in symbols(other):
        return False  # renamed, the letter would be taken for one that stands there already
    other, ends = _shifted(gold.value, bounds, other, name, ends)
    pairs = [(body, substitute(other, name.value, variable)), *zip(bounds, ends, strict=True)]
    return all(compare_values(*pair).verdict == "equal" for pair in reversed(pairs))


def _shifted(
    operator: str, bounds: list[Node], body: Node, name: Node, ends: list[Node]
) -> tuple[Node, list[Node]]:
    r"""Return the terms and ends of a sum or product with its index moved so that it begins as the bounds do.

    `\sum_{n=1}^{N} a_{n-1}` is `\sum_{n=0}^{N-1} a_n`.
    """
    starts = [numeric_value(side[0]) if side else None for side in (bounds, ends)]
    if operator not in ("sum", "prod") or starts[0] is None or starts[1] is None:
        return body, ends
    step = num(starts[1][0] - starts[0][0])
    moved = [end if _is_infinite(end) else add(end, negate(step)) for end in ends]
    return substitute(body, name.value, add(name, step)), moved


def _is_infinite(node: Node) -> bool:
    """Return whether a value is infinity or minus infinity as it stands."""
    return node == INFINITY or (node.kind == "mul" and node.args == (MINUS_ONE, INFINITY))


def _compare_infinite(gold: Node, given: Node) -> Outcome:
    """Tell an infinity from the other one and from every value that can be computed."""
    if _is_infinite(gold) and _is_infinite(given):
        return different("infinities of opposite signs")
    finite = given if _is_infinite(gold) else gold
    if symbols(finite):
        return undecided("not_sampled")
    try:
        value = evaluate(finite, {}, is_complex=is_complex(finite))
    except (Undefined, TooCostly, OverflowError, MemoryError):
        return undecided("not_sampled")
    return different(f"infinity against {mp().nstr(value, 8)}")


_OF_COMPLEX = frozenset({"abs", "re", "im", "arg", "conj"})


def _with_imaginary(gold: Node, given: Node) -> tuple[Node, Node]:
    """Return the sides with `I` read as the imaginary unit where either speaks of complex numbers."""
    letters = symbols(gold) | symbols(given)
    if "I" in letters and (
        is_complex(gold)
        or is_complex(given)
        or (len(letters) == 1 and (facts(gold).functions | facts(given).functions) & _OF_COMPLEX)
    ):
        return substitute(gold, "I", I), substitute(given, "I", I)
    return gold, given


def _compare_complete(gold: Node, given: Node) -> Outcome:
    """Return whether two values with all their conventions settled are equal."""
    context = Context()
    try:
        left, right = context.form(gold), context.form(given)
        if same_form(context, left, right):
            return _confirmed(gold, given) if context.assumed else equal("same-form")
        a, b = left.constant, right.constant
        if a is not None and b is not None:
            places = [_places(gold), _places(given)]
            return numbers_outcome(a, b, places, False)
        is_exact = not (has_decimal(gold) or has_decimal(given))
        if is_exact and not context.assumed and context.is_rational(left) and context.is_rational(right):
            witness = _rational_witness(context, left, right, sorted(symbols(gold) | symbols(given)))
            if witness:
                return different(witness)
        if is_exact and context.is_prime_power(left) and context.is_prime_power(right):
            return different("their prime factorisations differ")
        if is_exact and context.is_unique(left) and context.is_unique(right):
            sides = [_shown(context, form) for form in (left, right)]
            return different(" against ".join(sides) if sides[0] != sides[1] else "their exact forms differ")
    except (NoForm, OverflowError, RecursionError):
        pass
    return _compare_sampled(gold, given)


def _shown(context: Context, form: Form) -> str:
    """Return a real or complex value for people.  Raises OverflowError."""
    if form.constant is not None:
        return short(form.constant)
    value = context.approximate(form)
    if not value.imag:
        return f"{value.real:.8g}"
    return f"{value.real:.8g}{value.imag:+.8g}i" if value.real else f"{value.imag:.8g}i"


def _rational_witness(context: Context, left: Form, right: Form, letters: list[str]) -> str:
    """Return a point at which two different rational functions of letters differ, and their exact values there."""
    for index in range(6):
        point = {name: point_value(name, index) for name in letters}
        values = context.value_at(left, point), context.value_at(right, point)
        if values[0] is not None and values[1] is not None and values[0] != values[1]:
            where = ", ".join(f"{name}={value}" for name, value in point.items())
            return f"{short(values[0])} against {short(values[1])} at {where}"
    return ""


def _places(node: Node) -> int | None:
    """Return the fewest decimal places of the literals in a tree; None when it has none."""
    found = [item.value[1] for item in walk(node) if item.kind == "dec"]
    return min(found) if found else None


def _confirmed(gold: Node, given: Node) -> Outcome:
    """Return the outcome of equal forms that hold for positive letters: sampling must not contradict them."""
    sampled = agree(gold, given, is_proven=True)
    if sampled.verdict == "different":
        return different(sampled.witness)
    return equal("same-form", "common-domain" if sampled.skipped else "")


def _compare_sampled(gold: Node, given: Node) -> Outcome:
    """Return whether two values agree at sample points; closed ones with a decimal within the tolerance, flagged."""
    is_closed = not (symbols(gold) | symbols(given))
    decimal = has_decimal(gold) or has_decimal(given)
    sampled = agree(gold, given, LETTER_TOLERANCE if decimal and not is_closed else 0.0)
    if sampled.verdict == "equal":
        return equal("sampled", "common-domain" if sampled.skipped else "")
    stepped = None if is_closed else _compare_at_integers(gold, given)
    if stepped is not None:
        return stepped
    if sampled.verdict == "undecided":
        return undecided("too_complex" if sampled.witness == "too_complex" else "not_sampled")
    if has_infinite_range(gold) or has_infinite_range(given):
        return undecided("not_sampled")  # extrapolated: good enough to accept, not to refute
    if is_closed and decimal:
        close = _closed_within_tolerance(gold, given)
        if close is not None:
            return close
    return different(sampled.witness)


def _compare_at_integers(gold: Node, given: Node) -> Outcome | None:
    """Return the outcome of two expressions with floors of integers; None for any others."""
    from answer_math.whole_numbers import whole_outcome

    return whole_outcome(gold, given)


def _closed_within_tolerance(gold: Node, given: Node) -> Outcome | None:
    """Return equal when two closed values with a decimal agree within the relative tolerance, else None."""
    try:
        left, right = evaluate(gold, {}, 30), evaluate(given, {}, 30)
    except (Undefined, TooCostly):
        return None
    context = mp()
    gap, size = abs(left - right), max(abs(left), abs(right))
    if gap > size * context.mpf(10) ** -6:
        return None
    known = [node.value[1] for node in (gold, given) if node.kind == "dec"]
    if known and gap <= context.mpf(10) ** -min(known) / 2:
        return equal("equal-when-rounded")
    return equal("within-tolerance", lenient=True)
