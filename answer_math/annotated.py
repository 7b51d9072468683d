"""Values with something beside the number: units, percent, degrees, clocks, ratios, number bases.

    compare_core(gold, given) -> Outcome      two values, annotated or not

One rule for each annotation stands in `ANNOTATIONS`; the first whose annotation occurs decides.  What people agree
on by habit is accepted as a named convention.  DESIGN §4, §7.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from answer_math.outcomes import Outcome, all_of, best_of, by_convention, different, equal, undecided
from answer_math.tree import MINUS_ONE, VALUE_KINDS, Node, Rational, facts, mul, num
from answer_math.units import MAGNITUDES, ONE_LETTER_UNITS, Unit, multiple_of, same_unit, unit_of
from answer_math.values import compare_values, numbers_outcome, numeric_value

ANNOTATED = frozenset({"unit", "percent", "degree", "clock", "ratio", "based"})
_TEMPERATURES = ((("celsius", 1),), (("fahrenheit", 1),))
_UNIT_POWERS = frozenset(num(power) for power in (-3, -2, -1, 1, 2, 3))
_TRIGONOMETRIC = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})


def _scaled(node: Node, unit: Unit) -> Node:
    """Return a value in base units."""
    return node if unit.factor == 1 else mul(num(unit.factor), node)


_SIZED = frozenset({"matrix", "matrice", "grid", "board", "array", "table"})
"""Nouns before which a product is a size: a `2 x 3 matrix` is no `3 x 2 matrix`, nor `6 matrix`."""


def _compare_sizes(gold: Node, given: Node) -> Outcome | None:
    """Return the outcome of two sizes, `2 x 3 matrix`, one of which may lack the noun; None for anything else."""
    is_sized = any(node.kind == "unit" and unit_of(node.value).noun in _SIZED for node in (gold, given))
    left, right = (node.args[0] if node.kind == "unit" else node for node in (gold, given))
    if not is_sized or "mul" not in (left.kind, right.kind):
        return None
    if left.kind != right.kind:
        return undecided("different_shapes")
    return equal("same-size") if left.args == right.args else different("the sizes differ")


def _compare_units(gold: Node, given: Node) -> Outcome:
    """Return the outcome of two values of which at least one has a unit."""
    sizes = _compare_sizes(gold, given)
    if sizes is not None:
        return sizes
    if gold.kind == given.kind == "unit":
        left, right = unit_of(gold.value), unit_of(given.value)
        if not same_unit(left, right):
            return different(f"{gold.value} against {given.value}")
        if left.factor == right.factor or left.noun or right.noun:
            return compare_core(gold.args[0], given.args[0])
        return compare_core(_scaled(gold.args[0], left), _scaled(given.args[0], right))
    lettered = [_with_letter_unit(node) for node in (gold, given)]
    if lettered[0].kind == lettered[1].kind == "unit":
        return _compare_units(*lettered)
    united, other = (gold, given) if gold.kind == "unit" else (given, gold)
    if other.kind == "degree" and unit_of(united.value).dimension == (("angle", 1),):
        return compare_values(*(node.args[0] if node is united else node for node in (gold, given)))
    if other.kind == "degree" and unit_of(united.value).dimension in _TEMPERATURES:
        return by_convention(compare_core(*(node.args[0] for node in (gold, given))), "unit-one-side")
    if other.kind in ("percent", "degree"):
        return different(f"{united.value} against {other.kind}")
    core = compare_core(gold.args[0] if united is gold else gold, given.args[0] if united is given else given)
    multiple = multiple_of(unit_of(united.value))
    if multiple is None and united.value in MAGNITUDES:
        million = mul(num(MAGNITUDES[united.value]), united.args[0])
        core = best_of((compare_core(million, other), undecided("unreadable")))
    if core.verdict != "equal" and multiple is not None:
        sides = [mul(num(multiple), node.args[0]) if node is united else node for node in (gold, given)]
        core = best_of((compare_core(*sides), core))
    return by_convention(core, "unit-one-side")


def _with_letter_unit(node: Node) -> Node:
    """Return `2000 m` as a value with its unit: a number times or over letters that are units."""
    unit = _letter_unit(node)
    return node if unit is None else Node("unit", (unit[0],), unit[1])


def _letter_unit(node: Node) -> tuple[Node, str] | None:
    """Return (number, unit text) of a product or quotient of a closed value and one-letter units, else None."""
    values: list[Node] = []
    units: list[str] = []
    pending = [(node, 1)]
    while pending:
        part, sign = pending.pop()
        base, exponent = part.args if part.kind == "pow" else (part, num(1))
        if part.kind == "mul":
            pending += [(factor, sign) for factor in reversed(part.args)]
        elif part.kind == "div" and facts(part).letters:
            pending += [(part.args[1], -sign), (part.args[0], sign)]
        elif base.kind == "sym" and base.value in ONE_LETTER_UNITS and exponent in _UNIT_POWERS:
            units.append(f"{base.value}^{sign * exponent.value}")
        elif facts(part).letters or not facts(part).kinds <= VALUE_KINDS:
            return None
        else:
            values.append(part if sign > 0 else Node("div", (num(1), part)))
    return (mul(*values), "*".join(units)) if values and units else None


def _compare_percent(gold: Node, given: Node) -> Outcome:
    """Return the outcome of two values of which one at least is a percentage: 50 and 0.5 are candidates for 50 %."""
    if gold.kind == given.kind == "percent":
        return compare_core(gold.args[0], given.args[0])
    if "degree" in (gold.kind, given.kind):
        return different("a percentage against an angle")
    left, right = (node.args[0] if node.kind == "percent" else node for node in (gold, given))
    plain = compare_core(left, right)
    if plain.verdict == "equal" and not plain.lenient:
        return by_convention(plain, "percent-rescaled")
    hundredth = [
        mul(num(Fraction(1, 100)), node.args[0]) if node.kind == "percent" else node for node in (gold, given)
    ]
    numbers = [_hundredth(node) for node in (gold, given)]
    if all(numbers):
        values = [number for number in numbers if number]
        rescaled = numbers_outcome(values[0][0], values[1][0], (values[0][1], values[1][1]), True)
    else:
        rescaled = compare_core(*hundredth)
    return by_convention(best_of((plain, rescaled)), "percent-rescaled")


def _hundredth(node: Node) -> tuple[Rational, int | None] | None:
    """Return the numeric value of a node, a percentage as its hundredth."""
    found = numeric_value(node.args[0] if node.kind == "percent" else node)
    if found is None or node.kind != "percent":
        return found
    return Fraction(found[0]) / 100, None if found[1] is None else found[1] + 2


def _compare_degrees(gold: Node, given: Node) -> Outcome:
    """Return the outcome of two values of which at least one is in degrees: 60 degrees is 60 and pi/3."""
    if gold.kind == given.kind == "degree":
        return compare_core(gold.args[0], given.args[0])
    left, right = (node.args[0] if node.kind == "degree" else node for node in (gold, given))
    dropped = compare_core(left, right)
    if dropped.verdict == "equal":
        return by_convention(dropped, "degree-sign")
    return by_convention(best_of((dropped, compare_values(gold, given))), "degree-sign")


def _compare_clocks(gold: Node, given: Node) -> Outcome:
    """Return the outcome of `6:10` and kin: times of day where both can be, else ratios or quotients."""
    if gold.kind == given.kind == "clock" and _is_time(gold) and _is_time(given):
        return _compare_times(gold, given)
    for node, other in ((gold, given), (given, gold)):
        if node.kind == "clock" and node.args[1] == num(0) and other.kind != "clock":
            hours = node.args[0]  # `8 a.m.` or `8:00` beside 8
            core = compare_core(hours, other) if node is gold else compare_core(other, hours)
            return by_convention(core, "unit-one-side")
    return compare_core(*(_as_quotient(node) for node in (gold, given)))


def _as_quotient(node: Node) -> Node:
    """Return a clock as the quotient of its numbers."""
    return Node("div", node.args) if node.kind == "clock" else node


_HALVES = frozenset({"am", "pm"})


def _minutes(node: Node) -> int:
    """Return the minutes since midnight of a time: `3:20 p.m.` is 15:20, 12 a.m. is 0:00."""
    hours, minutes = (int(part.value) for part in node.args)
    if node.value in _HALVES and hours <= 12:
        hours = hours % 12 + 12 * (node.value == "pm")
    return 60 * hours + minutes


def _compare_times(gold: Node, given: Node) -> Outcome:
    """Return the outcome of two times; one that does not say its half of the day may be either, up to 12:59."""
    if gold.args == given.args:
        halves = [node.value if node.value in _HALVES else "" for node in (gold, given)]
        if all(halves) and halves[0] != halves[1]:
            return different(f"{halves[0]} against {halves[1]}")
        return equal("same-time", "" if halves[0] == halves[1] else "unit-one-side")
    left, right = _minutes(gold), _minutes(given)
    if left == right:
        return equal("same-time")
    is_open = any(node.value not in _HALVES and node.args[0].value <= 12 for node in (gold, given))
    return (
        undecided("different_shapes")
        if is_open and (left - right) % 720 == 0
        else different("the times differ")
    )


def _is_time(node: Node) -> bool:
    """Return whether a clock node can be a time of day: minutes below 60 with two digits, or a half of the day."""
    hours, minutes = (part.value for part in node.args)
    return bool(node.value) or (hours <= 24 and (10 <= minutes < 60 or minutes == 0))


def _compare_ratios(gold: Node, given: Node) -> Outcome:
    """Return the outcome of ratios of three or more numbers: equal up to a factor."""
    if gold.kind != given.kind or len(gold.args) != len(given.args):
        return undecided("different_shapes")
    pairs = zip(gold.args, given.args, strict=True)
    first = (gold.args[0], given.args[0])
    return all_of((compare_core(mul(a, first[1]), mul(b, first[0])) for a, b in pairs), "same-ratio")


def _compare_based(gold: Node, given: Node) -> Outcome:
    """Return the outcome of numbers written in a base: the same base, or the value if the other side is plain."""
    gold, given = (_plain_if_decimal(node) for node in (gold, given))
    if gold.kind == given.kind == "based":
        return equal("same-digits") if gold.value == given.value else different("the digits or bases differ")
    if "based" not in (gold.kind, given.kind):
        return compare_core(gold, given)
    return compare_core(
        *(
            num(int(node.value[0], node.value[1])) if node.kind == "based" and _is_in_base(node) else node
            for node in (gold, given)
        )
    )


def _is_in_base(node: Node) -> bool:
    """Return whether every digit is below the base."""
    return all(int(digit, 36) < node.value[1] for digit in node.value[0])


def _plain_if_decimal(node: Node) -> Node:
    """Return `11_{10}` as 11."""
    return num(int(node.value[0])) if node.kind == "based" and node.value[1] == 10 else node


ANNOTATIONS: tuple[tuple[str, Callable[[Node, Node], Outcome]], ...] = (
    ("clock", _compare_clocks),
    ("unit", _compare_units),
    ("percent", _compare_percent),
    ("degree", _compare_degrees),
    ("based", _compare_based),
    ("ratio", _compare_ratios),
)


def residue_class(node: Node) -> tuple[int, int] | None:
    r"""Return (residue, modulus) of `7 \pmod{11}` and `7 \bmod 11` in whole numbers, else None."""
    if (
        node.kind == "mul"
        and len(node.args) == 2
        and node.args[0] == MINUS_ONE
        and node.args[1].value == "pmod"
    ):
        found = residue_class(node.args[1])  # `-4 \pmod{11}`: the sign belongs to the 4
        return None if found is None else (-found[0] % found[1], found[1])
    if node.kind != "fn" or node.value not in ("pmod", "mod"):
        return None
    residue, modulus = (numeric_value(arg) for arg in node.args)
    if (
        residue is None
        or modulus is None
        or not isinstance(residue[0], int)
        or not isinstance(modulus[0], int)
    ):
        return None
    return (residue[0] % modulus[0], modulus[0]) if modulus[0] > 1 else None


def _compare_residues(gold: Node, given: Node) -> Outcome | None:
    """Return the outcome of two residue classes; None when a side is none, as a number is no class."""
    left, right = residue_class(gold), residue_class(given)
    if left is None or right is None:
        return None
    if left[1] != right[1]:
        return different(f"modulus {left[1]} against {right[1]}")
    return equal("same-residue") if left == right else different(f"residue {left[0]} against {right[0]}")


def compare_core(gold: Node, given: Node) -> Outcome:
    """Return the outcome of two values, annotated or not."""
    for kind, rule in ANNOTATIONS:
        if kind in (gold.kind, given.kind):
            return rule(gold, given)
    functions = facts(gold).functions | facts(given).functions
    if "pmod" in functions and (residues := _compare_residues(gold, given)) is not None:
        return residues
    outcome = compare_values(gold, given)
    if outcome.verdict != "equal" and _has_inner_degree(gold) != _has_inner_degree(given):
        dropped = compare_values(_without_degrees(gold), _without_degrees(given))
        if dropped.verdict == "equal":
            return by_convention(dropped, "degree-sign")
    return outcome


def _has_inner_degree(node: Node) -> bool:
    """Return whether a degree sign stands in the tree outside trigonometric functions."""
    if node.kind == "fn" and node.value in _TRIGONOMETRIC:
        return False
    return node.kind == "degree" or any(_has_inner_degree(arg) for arg in node.args)


def _without_degrees(node: Node) -> Node:
    """Return the tree without degree signs, but for those inside trigonometric functions."""
    if node.kind == "fn" and node.value in _TRIGONOMETRIC:
        return node
    if node.kind == "degree":
        return _without_degrees(node.args[0])
    return (
        Node(node.kind, tuple(_without_degrees(arg) for arg in node.args), node.value) if node.args else node
    )
