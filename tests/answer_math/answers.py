r"""Kinds of answer over the grammar's values: each can be made, written, said otherwise, and spoiled.

    KINDS[name].make(rng)                    -> Answer
    KINDS[name].write(answer, notation, rng) -> str
    KINDS[name].again(answer, rng)           -> an Answer of the same meaning, in another form
    KINDS[name].spoil(answer, rng)           -> an Answer of another meaning, or None

What "the same meaning" is, is worked out here with fractions and mpmath, never with answer_math.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from grammar import (
    CONTEXT,
    V,
    call,
    clearly_differ,
    integer,
    literal_value,
    number,
    perturbed,
    rewritten,
    tame_value,
    value_at,
)
from notations import BASE, FACTOR, TERM, Writer, write


class Answer(NamedTuple):
    """An answer: its kind, the values in it, and data whose meaning the kind fixes."""

    kind: str
    parts: tuple[V, ...] = ()
    data: Any = None


class Kind(NamedTuple):
    """How answers of one kind are made, written, said otherwise and spoiled."""

    make: Callable[[Random], Answer]
    write: Callable[[Answer, str, Random], str]
    again: Callable[[Answer, Random], Answer]
    spoil: Callable[[Answer, Random], Answer | None]


def closed(rng: Random, depth: int = 1) -> V:
    """Return a closed value, now and then negative."""
    found = tame_value(rng, depth) if rng.random() < 0.4 else number(rng)
    return V("neg", (found,)) if rng.random() < 0.25 and found.kind != "neg" else found


def is_tex(notation: str) -> bool:
    """Return whether a notation is written in TeX."""
    return notation in ("latex", "russian")


def without_colon(notation: str) -> str:
    """Return a notation that divides without a colon, for places where it would say `such that`."""
    return "latex" if notation == "russian" else notation


# ------------------------------------------------------------------------------
# 1  What most kinds share
# ------------------------------------------------------------------------------


def each_rewritten(answer: Answer, rng: Random) -> Answer:
    """Return the answer with its values rewritten."""
    return answer._replace(parts=tuple(rewritten(part, rng) for part in answer.parts))


def shuffled(answer: Answer, rng: Random) -> Answer:
    """Return the answer with its values rewritten and in another order."""
    parts = rng.sample(answer.parts, len(answer.parts))
    return each_rewritten(answer._replace(parts=tuple(parts)), rng)


def same(answer: Answer, rng: Random) -> Answer:
    """Return the answer as it is: only its writing varies."""
    return answer


def one_spoiled(answer: Answer, rng: Random) -> Answer | None:
    """Return the answer with one value changed: that always changes a multiset or sequence."""
    position = rng.randrange(len(answer.parts))
    changed = perturbed(answer.parts[position], rng)
    if changed is None:
        return None
    return answer._replace(parts=(*answer.parts[:position], changed, *answer.parts[position + 1 :]))


def one_spoiled_or_gone(answer: Answer, rng: Random) -> Answer | None:
    """Return the answer with a value changed, or dropped, or repeated."""
    way = rng.random()
    if way < 0.2 and len(answer.parts) > 2:
        return answer._replace(parts=answer.parts[1:])
    if way < 0.4 and answer.kind != "set":
        return answer._replace(parts=(answer.parts[0], *answer.parts))
    return one_spoiled(answer, rng)


def in_order_spoiled(answer: Answer, rng: Random) -> Answer | None:
    """Return the answer with a value changed, or two clearly different ones swapped."""
    if rng.random() < 0.4 and clearly_differ(answer.parts[0], answer.parts[1]):
        return answer._replace(parts=(answer.parts[1], answer.parts[0], *answer.parts[2:]))
    return one_spoiled(answer, rng)


def spaced(rng: Random, separator: str) -> str:
    """Return a separator and a space behind it."""
    return separator + " "


# ------------------------------------------------------------------------------
# 2  Numbers and annotated values
# ------------------------------------------------------------------------------


def _make_number(rng: Random) -> Answer:
    """Return a number of up to ten digits."""
    found = number(rng, 10 ** rng.randint(1, 10))
    return Answer("number", (V("neg", (found,)) if rng.random() < 0.3 else found,))


def _write_number(answer: Answer, notation: str, rng: Random) -> str:
    """Return a number, alone in its text: thousands and decimals as people write them."""
    v = answer.parts[0]
    sign, v = ("-", v.args[0]) if v.kind == "neg" else ("", v)
    if v.kind == "int" and len(str(v.data)) > 3 and not is_tex(notation):
        return sign + (
            f"{v.data:,}" if v.data >= 10**6 and rng.random() < 0.5 else f"{v.data:,}".replace(",", " ")
        )
    if v.kind == "dec" and v.data[1] != 3 and rng.random() < 0.5:
        return sign + write(v, "plain", rng, TERM).replace(".", ",")
    return sign + write(v, notation, rng, TERM)


_UNITS = (
    ("length", Fraction(1), ("m", "meters", "metres", "meter")),
    ("length", Fraction(1000), ("km", "kilometers", "kilometres")),
    ("length", Fraction(1, 100), ("cm", "centimeters")),
    ("mass", Fraction(1), ("kg", "kilograms")),
    ("mass", Fraction(1, 1000), ("g", "grams")),
    ("time", Fraction(3600), ("hours", "h", "hr")),
    ("time", Fraction(60), ("minutes", "min")),
    ("volume", Fraction(1), ("liters", "litres")),
    ("apples", Fraction(1), ("apples", "apple")),
    ("money", Fraction(1), ("dollars",)),
    ("people", Fraction(1), ("people", "persons")),
)


def _make_quantity(rng: Random) -> Answer:
    """Return a number with a unit."""
    return Answer("quantity", (number(rng),), rng.choice(_UNITS))


def _write_quantity(answer: Answer, notation: str, rng: Random) -> str:
    """Return a number and the words or letters of its unit."""
    value, spelling = answer.parts[0], rng.choice(answer.data[2])
    text = write(value, notation, rng, TERM)
    if spelling == "dollars" and value.kind in ("int", "dec") and rng.random() < 0.5:
        return (r"\$" if is_tex(notation) else "$") + text
    if is_tex(notation) or len(spelling) == 1:
        return text + rng.choice(
            (
                rf"\text{{ {spelling}}}",
                rf"\,\text{{{spelling}}}",
                rf"~\mathrm{{{spelling}}}",
                rf"\ \text{{{spelling}}}",
            )
        )
    return f"{text} {spelling}"


def _other_unit(answer: Answer, rng: Random) -> Answer:
    """Return a quantity in another unit of its kind."""
    dimension, factor, _ = answer.data
    unit = rng.choice([unit for unit in _UNITS if unit[0] == dimension])
    exact = literal_value(answer.parts[0])
    if exact is None or unit[1] == factor:
        return each_rewritten(answer, rng)
    exact = exact * factor / unit[1]
    return Answer("quantity", (V("div", (integer(exact.numerator), integer(exact.denominator))),), unit)


def _spoil_quantity(answer: Answer, rng: Random) -> Answer | None:
    """Return another number, or the same one in another unit."""
    if rng.random() < 0.5:
        return one_spoiled(answer, rng)
    return answer._replace(data=rng.choice([unit for unit in _UNITS if unit[:2] != answer.data[:2]]))


def _write_percent(answer: Answer, notation: str, rng: Random) -> str:
    """Return a percentage; a quotient in front of the sign is a fraction or in brackets."""
    v = answer.parts[0]
    text = write(v, notation, rng, FACTOR if v.kind in ("div", "mul") else TERM)
    return text + (
        rng.choice((r"\%", r"\,\%", r"\ \text{percent}"))
        if is_tex(notation)
        else rng.choice(("%", " %", " percent"))
    )


def _write_angle(answer: Answer, notation: str, rng: Random) -> str:
    """Return an angle in degrees and minutes, or in degrees with decimals."""
    minutes = answer.data
    whole, rest = divmod(minutes, 60)
    sign = rng.choice((r"^\circ", r"^{\circ}")) if is_tex(notation) else rng.choice(("°", " degrees"))
    if not rest:
        return f"{whole}{sign}"
    if sign == " degrees" or rng.random() < 0.4:
        return (
            write(V("add", (integer(whole), V("div", (integer(rest), integer(60))))), notation, rng, BASE)
            + sign
        )
    return f"{whole}{sign}{rng.choice(('', ' '))}{rest}'"


def _write_clock(answer: Answer, notation: str, rng: Random) -> str:
    """Return a time of day."""
    hour, minute, half = answer.data
    text = f"{hour}:{minute:02d}"
    if is_tex(notation):
        return text + rng.choice(
            (rf"\text{{ {half[0]}.m.}}", rf"\ \text{{{half}}}", rf"\,\text{{{half.upper()}}}")
        )
    return f"{text} {rng.choice((half, half[0] + '.m.', half.upper()))}"


def _spoil_clock(answer: Answer, rng: Random) -> Answer:
    """Return another time."""
    hour, minute, half = answer.data
    return answer._replace(
        data=rng.choice(
            (
                (hour, (minute + 1) % 60, half),
                (hour % 12 + 1, minute, half),
                (hour, minute, "pm" if half == "am" else "am"),
            )
        )
    )


def _digits(value: int, base: int) -> str:
    """Return the digits of a number in a base up to ten."""
    text = ""
    while value:
        text, value = str(value % base) + text, value // base
    return text


def _write_based(answer: Answer, notation: str, rng: Random) -> str:
    """Return a number with its base; in TeX with or without braces."""
    value, base = answer.data
    return f"{_digits(value, base)}_" + (f"{{{base}}}" if rng.random() < 0.5 else str(base))


def _make_ratio(rng: Random) -> Answer:
    """Return a ratio of three whole numbers."""
    return Answer("ratio", (), tuple(rng.randint(1, 9) for _ in range(3)))


def _write_ratio(answer: Answer, notation: str, rng: Random) -> str:
    """Return a ratio, perhaps multiplied out by a common factor."""
    factor = rng.choice((1, 1, 2, 3))
    return rng.choice((":", " : ")).join(str(part * factor) for part in answer.data)


def _spoil_ratio(answer: Answer, rng: Random) -> Answer:
    """Return a ratio with its last part one larger."""
    return answer._replace(data=(*answer.data[:-1], answer.data[-1] + 1))


# ------------------------------------------------------------------------------
# 3  Complex numbers
# ------------------------------------------------------------------------------

_I = V("const", (), "i")


def _cartesian(real: int, imaginary: int) -> V:
    """Return a + b i."""
    return V(
        "add",
        (
            integer(real),
            V("mul", (integer(imaginary), _I))
            if imaginary >= 0
            else V("neg", (V("mul", (integer(-imaginary), _I)),)),
        ),
    )


def _make_complex(rng: Random) -> Answer:
    """Return a complex number: Cartesian, a product, a quotient, a power or a function of one."""
    parts = [_cartesian(rng.randint(-9, 9), rng.choice((-5, -2, -1, 1, 3, 7))) for _ in range(2)]
    shape = rng.randint(0, 5)
    if shape == 0:
        return Answer("complex", (parts[0],))
    if shape <= 2:
        return Answer("complex", (V("mul" if shape == 1 else "div", tuple(parts)),))
    if shape == 3:
        return Answer("complex", (V("pow", (parts[0], integer(rng.randint(2, 4)))),))
    name = rng.choice(("re", "im", "conj", "abs", "arg"))
    return Answer("complex", (call(name, parts[0]),))


def _complex_again(answer: Answer, rng: Random) -> Answer:
    """Return the exact Cartesian form; of an argument or modulus, the tree rewritten."""
    v = answer.parts[0]
    if v.kind == "fn" and v.data in ("arg", "abs"):
        return each_rewritten(answer, rng)
    found = value_at(v, {})
    exact = [
        Fraction(str(CONTEXT.nstr(part, 40))).limit_denominator(10**6)
        for part in (CONTEXT.re(found), CONTEXT.im(found))
    ]
    real, imaginary = (V("div", (integer(part.numerator), integer(part.denominator))) for part in exact)
    return answer._replace(parts=(V("add", (real, V("mul", (imaginary, _I)))),))


# ------------------------------------------------------------------------------
# 4  Tuples, matrices, lists, labels
# ------------------------------------------------------------------------------


def _several(kind: str, low: int, high: int) -> Callable[[Random], Answer]:
    """Return a maker of answers with several closed values."""

    def make(rng: Random) -> Answer:
        """Return the answer."""
        return Answer(kind, tuple(closed(rng) for _ in range(rng.randint(low, high))))

    return make


def _write_tuple(answer: Answer, notation: str, rng: Random) -> str:
    """Return a tuple in brackets, angle brackets or as a column."""
    items = [write(part, notation, rng) for part in answer.parts]
    separator = rng.choice((", ", "; ", "; ")) if notation != "russian" else "; "
    if not is_tex(notation):
        return f"({separator.join(items)})"
    shape = rng.randint(0, 5)
    if shape == 0:
        return r"\begin{pmatrix}" + r"\\ ".join(items) + r"\end{pmatrix}"
    if shape == 1:
        return r"\left\langle " + ", ".join(items) + r"\right\rangle"
    opening, closing = rng.choice((("(", ")"), (r"\left(", r"\right)")))
    return opening + separator.join(items) + closing


def _write_matrix(answer: Answer, notation: str, rng: Random) -> str:
    """Return a matrix of two rows; only TeX has one."""
    a, b, c, d = (write(part, "latex", rng) for part in answer.parts)
    name = rng.choice(("pmatrix", "bmatrix"))
    space = rng.choice(("", " "))
    return rf"\begin{{{name}}}{a}{space}&{space}{b}{space}\\{space}{c}{space}&{space}{d}\end{{{name}}}"


def _make_unvalued(rng: Random) -> Answer:
    """Return the determinant of a letter, or the degree of a polynomial: read and equal to themselves, without value."""
    return Answer("unvalued", (), rng.choice("fgpABM"))


def _write_unvalued(answer: Answer, notation: str, rng: Random) -> str:
    """Return a degree or determinant with or without bracket, as a command or operator name."""
    name = "det" if answer.data.isupper() else "deg"
    return rng.choice(
        (rf"\{name} {answer.data}", rf"\{name}({answer.data})", rf"\operatorname{{{name}}} {answer.data}")
    )


def _write_list(answer: Answer, notation: str, rng: Random) -> str:
    """Return a list with semicolons, commas, or `and`."""
    items = [write(part, notation, rng) for part in answer.parts]
    if len(items) == 2 and rng.random() < 0.3:
        return items[0] + (r" \text{ and } " if is_tex(notation) else " and ") + items[1]
    return (rng.choice((", ", "; ")) if notation != "russian" else "; ").join(items)


def _write_set(answer: Answer, notation: str, rng: Random) -> str:
    """Return a finite set in braces."""
    items = [write(part, without_colon(notation), rng) for part in answer.parts]
    inside = ("; " if notation == "russian" else ", ").join(items)
    opening, closing = (
        rng.choice(((r"\{", r"\}"), (r"\left\{", r"\right\}"))) if is_tex(notation) else ("{", "}")
    )
    return opening + inside + closing


def _make_set(rng: Random) -> Answer:
    """Return a finite set of clearly different numbers."""
    found: list[V] = []
    for _ in range(rng.randint(2, 4)):
        item = closed(rng, 0)
        if all(clearly_differ(item, other) for other in found):
            found.append(item)
    return Answer("set", tuple(found)) if len(found) > 1 else Answer("set", (integer(1), integer(2)))


def _spoil_set(answer: Answer, rng: Random) -> Answer | None:
    """Return a set with one member changed, still clearly different from the others."""
    changed = one_spoiled_or_gone(answer, rng)
    if changed is None:
        return None
    members = changed.parts
    apart = all(clearly_differ(a, b) for position, a in enumerate(members) for b in members[:position])
    return changed if apart else None


def _write_parts(answer: Answer, notation: str, rng: Random) -> str:
    """Return labelled parts."""
    style = rng.choice(("{})", "({})"))
    separator = rng.choice(("; ", " ", ", "))
    return separator.join(
        style.format("abcd"[position]) + " " + write(part, notation, rng)
        for position, part in enumerate(answer.parts)
    )


_NAMES = ("x", "y", "z")


def _write_assignments(answer: Answer, notation: str, rng: Random) -> str:
    """Return assignments in any order, as a system, or as the tuple of the letters in their order."""
    pairs = [
        f"{name}{rng.choice(('=', ' = '))}{write(part, notation, rng)}"
        for name, part in zip(_NAMES, answer.parts, strict=False)
    ]
    shape = rng.randint(0, 4)
    if shape == 0:
        return f"({', '.join(_NAMES[: len(pairs)])})=" + _write_tuple(answer, notation, rng)
    if shape == 1 and is_tex(notation):
        return r"\begin{cases}" + r"\\ ".join(pairs) + r"\end{cases}"
    return rng.choice(("; ", ", ")).join(rng.sample(pairs, len(pairs)))


def _write_alternatives(answer: Answer, notation: str, rng: Random) -> str:
    """Return `x = 1 or x = 2`, or the numbers alone."""
    word = r"\text{ or }" if is_tex(notation) else " or "
    if rng.random() < 0.5:
        return word.join(f"x={write(part, notation, rng)}" for part in answer.parts)
    return _write_list(answer, notation, rng)


def _write_named(answer: Answer, notation: str, rng: Random) -> str:
    """Return a value with the name it is asked for, or without."""
    text = write(answer.parts[0], notation, rng)
    name = answer.data if rng.random() < 0.6 else ""
    return f"{name}{rng.choice(('=', ' = '))}{text}" if name else text


def _write_plus_minus(answer: Answer, notation: str, rng: Random) -> str:
    """Return `v ± w`, or its two values in any order."""
    centre, distance = answer.parts
    if rng.random() < 0.5:
        middle = write(centre, notation, rng) + rng.choice(("", " "))
        return middle + (r"\pm " if is_tex(notation) else "±") + write(distance, notation, rng, FACTOR)
    branches = [V("add", (centre, distance)), V("add", (centre, V("neg", (distance,))))]
    return _write_list(Answer("list", tuple(rng.sample(branches, 2))), notation, rng)


def _make_plus_minus(rng: Random) -> Answer:
    """Return the two roots that a square root gives."""
    return Answer("plus_minus", (number(rng), V("root", (integer(rng.choice((2, 3, 5, 7))),), 2)))


# ------------------------------------------------------------------------------
# 5  Sets of reals
# ------------------------------------------------------------------------------
#
# data: a tuple of stretches (low, high, low closed, high closed); parts are the finite ends in rising order,
# and a stretch holds positions in parts, or None for an infinite end.

Stretch = tuple[int | None, int | None, bool, bool]


def _make_real_set(rng: Random) -> Answer:
    """Return a union of one to three stretches with gaps between them."""
    count = rng.randint(1, 3)
    ends: list[V] = []
    for _ in range(40):
        end = closed(rng, 0) if rng.random() < 0.8 else V("root", (integer(rng.choice((2, 3, 5))),), 2)
        if all(clearly_differ(end, other) for other in ends):
            ends.append(end)
        if len(ends) == 2 * count:
            break
    if len(ends) < 2:
        ends = [integer(1), integer(2)]
    ends.sort(key=lambda end: value_at(end, {}))
    stretches: list[Stretch] = []
    for start in range(0, 2 * (len(ends) // 2), 2):
        stretches.append((start, start + 1, rng.random() < 0.5, rng.random() < 0.5))
    if rng.random() < 0.3:
        stretches[0] = (None, 1, False, stretches[0][3])
    if rng.random() < 0.3:
        stretches[-1] = (stretches[-1][0], None, stretches[-1][2], False)
    if stretches[0][:2] == (None, None):
        stretches[0] = (0, None, True, False)
    return Answer("real_set", tuple(ends), tuple(stretches))


def _write_interval(answer: Answer, stretch: Stretch, notation: str, rng: Random) -> str:
    """Return a stretch in brackets, the French way now and then."""
    low, high, low_closed, high_closed = stretch
    infinity = r"\infty" if is_tex(notation) else "∞"
    first = write(answer.parts[low], notation, rng) if low is not None else "-" + infinity
    last = write(answer.parts[high], notation, rng) if high is not None else rng.choice(("", "+")) + infinity
    is_french = rng.random() < 0.2
    opening = "[" if low_closed else "]" if is_french else "("
    closing = "]" if high_closed else "[" if is_french else ")"
    left, right = (r"\left", r"\right") if is_tex(notation) and rng.random() < 0.4 else ("", "")
    separator = "; " if is_french or notation == "russian" else rng.choice((", ", "; "))
    return f"{left}{opening}{first}{separator}{last}{right}{closing}"


def _write_condition(answer: Answer, stretch: Stretch, notation: str, rng: Random) -> str:
    """Return a stretch as an inequality in x."""
    low, high, low_closed, high_closed = stretch
    less = {
        True: rng.choice((r"\le ", r"\leq ", r"\leqslant ")) if is_tex(notation) else rng.choice(("<=", "≤")),
        False: "<",
    }
    more = {True: r"\ge " if is_tex(notation) else rng.choice((">=", "≥")), False: ">"}
    if low is None and high is not None:
        return f"x{less[high_closed]}{write(answer.parts[high], notation, rng)}"
    if high is None and low is not None:
        text = write(answer.parts[low], notation, rng)
        return f"x{more[low_closed]}{text}" if rng.random() < 0.7 else f"{text}{less[low_closed]}x"
    assert low is not None
    assert high is not None
    first, last = write(answer.parts[low], notation, rng), write(answer.parts[high], notation, rng)
    return f"{first}{less[low_closed]}x{less[high_closed]}{last}"


def _write_real_set(answer: Answer, notation: str, rng: Random) -> str:
    """Return a set of reals: intervals, inequalities, a set-builder, a difference or an intersection."""
    stretches = rng.sample(answer.data, len(answer.data))
    shape = rng.randint(0, 4)
    if shape <= 1:
        union = rng.choice((r"\cup ", r"\bigcup ")) if is_tex(notation) else rng.choice((" ∪ ", " U ", "∪"))
        text = union.join(_write_interval(answer, stretch, notation, rng) for stretch in stretches)
        return (r"x\in " if is_tex(notation) else "x ∈ ") + text if rng.random() < 0.3 else text
    if shape == 4 and len(stretches) == 1 and None not in stretches[0][:2]:
        low, high, low_closed, high_closed = stretches[0]
        halves = [(low, None, low_closed, False), (None, high, False, high_closed)]
        if rng.random() < 0.5:
            both = r"\text{ and }" if is_tex(notation) else " and "
            return both.join(_write_condition(answer, half, notation, rng) for half in halves)
        return (r"\cap " if is_tex(notation) else " ∩ ").join(
            _write_interval(answer, half, notation, rng) for half in halves
        )
    conditions = (r"\text{ or }" if is_tex(notation) else " or ").join(
        _write_condition(answer, s, notation, rng) for s in stretches
    )
    if shape == 3 and is_tex(notation) and " : " not in conditions:
        return rng.choice((r"\{x: ", r"\{x \mid ", r"\{x\in\mathbb{R} \mid ")) + conditions + r"\}"
    return conditions


def _spoil_real_set(answer: Answer, rng: Random) -> Answer | None:
    """Return the set with one end opened or closed, or one end moved inside its neighbours."""
    position = rng.randrange(len(answer.data))
    low, high, low_closed, high_closed = answer.data[position]
    if rng.random() < 0.6:
        if low is not None and (high is None or rng.random() < 0.5):
            changed = (low, high, not low_closed, high_closed)
        else:
            changed = (low, high, low_closed, not high_closed)
        return answer._replace(data=(*answer.data[:position], changed, *answer.data[position + 1 :]))
    end = rng.choice([index for index in (low, high) if index is not None])
    moved = perturbed(answer.parts[end], rng)
    if moved is None:
        return None
    here = value_at(moved, {})
    before = value_at(answer.parts[end - 1], {}) if end else -CONTEXT.inf
    after = value_at(answer.parts[end + 1], {}) if end + 1 < len(answer.parts) else CONTEXT.inf
    return (
        answer._replace(parts=(*answer.parts[:end], moved, *answer.parts[end + 1 :]))
        if before < here < after
        else None
    )


def _write_excluded(answer: Answer, notation: str, rng: Random) -> str:
    """Return the line without a point."""
    text = write(answer.parts[0], without_colon(notation), rng)
    if is_tex(notation):
        return rng.choice(
            (
                rf"x\ne {text}",
                rf"x\neq {text}",
                rf"\mathbb{{R}}\setminus\{{{text}\}}",
                rf"x\in\mathbb{{R}}\setminus\{{{text}\}}",
                rf"(-\infty; {text})\cup({text}; +\infty)",
            )
        )
    return rng.choice((f"x≠{text}", f"x != {text}", f"(-∞; {text}) ∪ ({text}; ∞)"))


_WORDINGS = {
    "all": (
        r"\mathbb{R}",
        r"(-\infty, \infty)",
        r"(-\infty; +\infty)",
        "ℝ",
        "all real numbers",
        r"x\in\mathbb{R}",
        r"\text{all real numbers}",
    ),
    "none": (
        r"\emptyset",
        r"\varnothing",
        "∅",
        "no solutions",
        r"\text{no solution}",
        r"\{\}",
        r"x\in\emptyset",
        "no real solutions",
    ),
}


def _write_wording(answer: Answer, notation: str, rng: Random) -> str:
    """Return the line or the empty set in one of its wordings."""
    return rng.choice(_WORDINGS[answer.data])


# ------------------------------------------------------------------------------
# 6  Relations, functions, families
# ------------------------------------------------------------------------------


def _linear(terms: tuple[tuple[int, str], ...], notation: str, rng: Random) -> str:
    """Return a sum of whole multiples of letters; the empty name stands for one."""
    kept = [
        V("neg", (_multiple(-factor, name),)) if factor < 0 else _multiple(factor, name)
        for factor, name in terms
        if factor
    ]
    if not kept:
        return "0"
    return write(V("add", tuple(rng.sample(kept, len(kept)))) if len(kept) > 1 else kept[0], notation, rng)


def _multiple(factor: int, name: str) -> V:
    """Return a whole multiple of a letter."""
    if not name:
        return integer(factor)
    return V("sym", (), name) if factor == 1 else V("mul", (integer(factor), V("sym", (), name)))


def _make_relation(rng: Random) -> Answer:
    """Return a linear equation or inequality in x and y."""
    nonzero = [value for value in range(-7, 8) if value]
    return Answer(
        "relation",
        (),
        (rng.choice(("=", "<", "<=", "!=")), rng.choice(nonzero), rng.choice(nonzero), rng.randint(-9, 9)),
    )


_SIGNS = {
    "=": ("=", "=", "="),
    "<": ("<", "<", "<"),
    "<=": (r"\le ", "<=", "≤"),
    "!=": (r"\ne ", "!=", "≠"),
    ">": (">", ">", ">"),
    ">=": (r"\ge ", ">=", "≥"),
}


def _write_relation(answer: Answer, notation: str, rng: Random) -> str:
    """Return a x + b y + c against zero: multiplied, with terms brought over, or mirrored."""
    sign, *coefficients = answer.data
    factor = rng.choice((1, 2, 3) if sign[0] in "<>" else (1, -1, 2, -3))
    left: list[tuple[int, str]] = []
    right: list[tuple[int, str]] = []
    for value, name in zip(coefficients, ("x", "y", ""), strict=True):
        (left if rng.random() < 0.5 else right).append((value * factor, name))
    right = [(-value, name) for value, name in right]
    if rng.random() < 0.3:
        left, right, sign = right, left, {"<": ">", "<=": ">="}.get(sign, sign)
    shown = _SIGNS[sign][0 if is_tex(notation) else 1 if notation == "plain" else 2]
    return _linear(tuple(left), notation, rng) + shown + _linear(tuple(right), notation, rng)


def _spoil_relation(answer: Answer, rng: Random) -> Answer | None:
    """Return the relation with a coefficient, sign or direction changed, not proportional to it."""
    sign, a, b, c = answer.data
    way = rng.randint(0, 3)
    if way == 0:
        return answer._replace(data=(sign, a, b, c + 1))
    if way == 1:
        return answer._replace(data=(sign, a, -b, c)) if c or a else None
    if way == 2 and sign in ("<", "<="):
        return answer._replace(data=("<=" if sign == "<" else "<", a, b, c))
    return (
        answer._replace(data=(sign, -a, -b, -c))
        if sign in ("<", "<=")
        else answer._replace(data=(sign, a, b, c + 2))
    )


def _make_function(rng: Random) -> Answer:
    """Return a formula in x."""
    return Answer("function", (tame_value(rng, 2, ("x",)),))


def _write_function(answer: Answer, notation: str, rng: Random) -> str:
    """Return the formula behind the name of the function, or alone."""
    text = write(answer.parts[0], notation, rng)
    return rng.choice(("f(x)=", "f(x) = ", "f(x) = ")) + text if rng.random() < 0.6 else text


def _make_piecewise(rng: Random) -> Answer:
    """Return two formulas in x, one for each side of a number."""
    return Answer("piecewise", tuple(tame_value(rng, 1, ("x",)) for _ in range(2)), rng.randint(0, 5))


def _write_piecewise(answer: Answer, notation: str, rng: Random) -> str:
    """Return the function by cases; only TeX writes them."""
    above, below = (write(part, "latex", rng) for part in answer.parts)
    rows = [rf"{above}, & x>{answer.data}", rf"{below}, & x\le {answer.data}"]
    return rng.choice(("", "f(x)=", "f(x) = ")) + r"\begin{cases}" + r" \\ ".join(rows) + r"\end{cases}"


_PI = V("const", (), "pi")


def _make_family(rng: Random) -> Answer:
    """Return (offset, period) in units of pi: numbers offset + period k."""
    period = Fraction(rng.randint(1, 4), rng.choice((1, 1, 2, 3)))
    return Answer("family", (), (Fraction(rng.randint(-5, 7), rng.choice((2, 3, 4, 6))) % period, period))


def _fraction_of_pi(value: Fraction) -> V:
    """Return a positive rational multiple of pi."""
    top = _PI if value.numerator == 1 else V("mul", (integer(value.numerator), _PI))
    return top if value.denominator == 1 else V("div", (top, integer(value.denominator)))


def _family_member(offset: Fraction, period: Fraction, name: str, notation: str, rng: Random) -> str:
    """Return one progression as a text."""
    letter = V("sym", (), name)
    step = (
        V("mul", (_fraction_of_pi(period), letter))
        if rng.random() < 0.6 or period.denominator == 1
        else V(
            "div",
            (
                V("mul", (*((integer(period.numerator),) if period.numerator > 1 else ()), _PI, letter)),
                integer(period.denominator),
            ),
        )
    )
    offset += period * rng.choice((0, 0, 0, 1, -1))
    if offset == 0:
        return write(step, notation, rng)
    start = _fraction_of_pi(abs(offset))
    return write(V("add", (V("neg", (start,)) if offset < 0 else start, step)), notation, rng)


def _write_family(answer: Answer, notation: str, rng: Random) -> str:
    """Return a family: one progression, or two of twice the period, its parameter under any name."""
    offset, period = answer.data
    name = rng.choice(("k", "n", "m"))
    members = (
        [(offset, period)] if rng.random() < 0.7 else [(offset, 2 * period), (offset + period, 2 * period)]
    )
    text = ("; " if notation == "russian" else ", ").join(
        _family_member(*member, name, notation, rng) for member in members
    )
    said = rf", {name}\in\mathbb{{Z}}" if is_tex(notation) else f", {name} ∈ ℤ"
    lead = "x=" if rng.random() < 0.3 and len(members) == 1 else ""
    return lead + text + (said if rng.random() < 0.5 else "")


def _spoil_family(answer: Answer, rng: Random) -> Answer:
    """Return the family with its period doubled, halved, or its offset moved within the period."""
    offset, period = answer.data
    way = rng.randint(0, 2)
    if way == 0:
        return answer._replace(data=(offset, 2 * period))
    if way == 1:
        return answer._replace(data=(offset % (period / 2), period / 2))
    return answer._replace(data=((offset + period / 3) % period, period))


def _write_signed_family(answer: Answer, notation: str, rng: Random) -> str:
    """Return (-1)^k a + pi k, or the two progressions that it is."""
    offset = answer.data
    if rng.random() < 0.5:
        name = rng.choice(("k", "n"))
        start = write(_fraction_of_pi(offset), notation, rng, FACTOR)
        times = r"\cdot " if is_tex(notation) else "*" if notation == "plain" else "·"
        return f"(-1)^{name}{times}{start}+{write(V('mul', (_PI, V('sym', (), name))), notation, rng)}"
    halves = ((offset, Fraction(2)), (1 - offset, Fraction(2)))
    return ("; " if notation == "russian" else ", ").join(
        _family_member(*half, "n", notation, rng) for half in rng.sample(halves, 2)
    )


_GEOMETRY = (
    (r"\parallel ", True),
    (r"\perp ", True),
    (r"\subset ", False),
    (r"\in ", False),
    (r"\subseteq ", False),
    (r"\cong ", True),
)


def _write_geometry(answer: Answer, notation: str, rng: Random) -> str:
    """Return a relation of two named things; symmetric ones in either order."""
    sign, is_symmetric, left, right = answer.data
    if is_symmetric and rng.random() < 0.5:
        left, right = right, left
    return f"{left} {sign}{right}"


def _make_geometry(rng: Random) -> Answer:
    """Return a relation of two lines or sets."""
    sign, is_symmetric = rng.choice(_GEOMETRY)
    return Answer("geometry", (), (sign, is_symmetric, *rng.sample(("A", "B", "M", "P", "a", "b"), 2)))


def _spoil_geometry(answer: Answer, rng: Random) -> Answer:
    """Return another relation of the same two."""
    others = [sign for sign in _GEOMETRY if sign[0] != answer.data[0]]
    return answer._replace(data=(*rng.choice(others), *answer.data[2:]))


_NAMED_THINGS = (
    r"\vec{a}",
    r"\vec{b}",
    r"\overline{AB}",
    r"\angle ABC",
    r"\hat{p}",
    r"\triangle ABC",
    r"\dot{x}",
    r"\tilde{y}",
)


def _write_names(answer: Answer, notation: str, rng: Random) -> str:
    """Return a linear combination of accented names, its terms in any order."""
    terms = [f"{factor}{name}" for factor, name in answer.data]
    return " + ".join(rng.sample(terms, len(terms)))


def _make_names(rng: Random) -> Answer:
    """Return a combination of two accented names."""
    return Answer("names", (), tuple((rng.randint(2, 9), name) for name in rng.sample(_NAMED_THINGS, 2)))


def _spoil_names(answer: Answer, rng: Random) -> Answer:
    """Return the combination with its first factor one larger."""
    (factor, name), *rest = answer.data
    return answer._replace(data=((factor + 1, name), *rest))


# ------------------------------------------------------------------------------
# 7  Words and letters
# ------------------------------------------------------------------------------

_TEXTS = (
    "yes",
    "no",
    "even",
    "isosceles",
    "right triangle",
    "Monday",
    "decreasing",
    "both",
    "increasing on the whole line",
    "cannot be determined",
)


def _write_text(answer: Answer, notation: str, rng: Random) -> str:
    """Return words, in \text or bare, in any case."""
    words = rng.choice(
        (
            answer.data,
            answer.data.capitalize(),
            answer.data.upper() if " " not in answer.data else answer.data,
        )
    )
    return rf"\text{{{words}}}" if is_tex(notation) else words + rng.choice(("", "."))


def _write_choice(answer: Answer, notation: str, rng: Random) -> str:
    """Return the letter of a choice."""
    letter = answer.data
    if is_tex(notation):
        return rng.choice(
            (
                letter,
                rf"\text{{{letter}}}",
                rf"\text{{({letter})}}",
                rf"\textbf{{({letter})}}",
                rf"(\text{{{letter}}})",
            )
        )
    return rng.choice((letter, f"({letter})", letter + "."))


def _made_of(kind: str, *choices: Any) -> Callable[[Random], Answer]:
    """Return a maker that chooses among data."""
    return lambda rng: Answer(kind, (), rng.choice(choices))


def _another(*choices: Any) -> Callable[[Answer, Random], Answer]:
    """Return a spoiler that takes any other of the choices."""
    return lambda answer, rng: answer._replace(
        data=rng.choice([choice for choice in choices if choice != answer.data])
    )


# ------------------------------------------------------------------------------
# 8  The table of kinds
# ------------------------------------------------------------------------------


def _write_value(answer: Answer, notation: str, rng: Random) -> str:
    """Return the text of the only value."""
    return write(answer.parts[0], notation, rng)


def _make_value(depth: int, *names: str) -> Callable[[Random], Answer]:
    """Return a maker of values of a depth over some of the letters."""
    return lambda rng: Answer(
        "value",
        (tame_value(rng, depth, rng.sample(names, min(len(names), rng.choice((0, 1, 2)))) if names else ()),),
    )


_LETTERS = ("a", "b", "c", "x", "y", "z", "t", "m", r"\alpha", r"\beta", "x_1", "x_2", "R")

KINDS: dict[str, Kind] = {
    "number": Kind(_make_number, _write_number, same, one_spoiled),
    "closed_value": Kind(_make_value(2), _write_value, each_rewritten, one_spoiled),
    "expression": Kind(_make_value(2, *_LETTERS), _write_value, each_rewritten, one_spoiled),
    "deep_expression": Kind(_make_value(3, *_LETTERS), _write_value, each_rewritten, one_spoiled),
    "quantity": Kind(_make_quantity, _write_quantity, _other_unit, _spoil_quantity),
    "percent": Kind(
        lambda rng: Answer("percent", (number(rng),)), _write_percent, each_rewritten, one_spoiled
    ),
    "angle": Kind(
        lambda rng: Answer("angle", (), rng.choice((60, 15)) * rng.randint(1, 200)),
        _write_angle,
        same,
        lambda answer, rng: answer._replace(data=answer.data + rng.choice((15, 60))),
    ),
    "clock": Kind(
        lambda rng: Answer("clock", (), (rng.randint(1, 12), rng.randint(0, 59), rng.choice(("am", "pm")))),
        _write_clock,
        same,
        _spoil_clock,
    ),
    "based": Kind(
        lambda rng: Answer("based", (), (rng.randint(20, 5000), rng.randint(2, 9))),
        _write_based,
        same,
        lambda answer, rng: answer._replace(data=(answer.data[0] + 1, answer.data[1])),
    ),
    "ratio": Kind(_make_ratio, _write_ratio, same, _spoil_ratio),
    "complex": Kind(_make_complex, _write_value, _complex_again, one_spoiled),
    "tuple": Kind(_several("tuple", 2, 3), _write_tuple, each_rewritten, in_order_spoiled),
    "matrix": Kind(_several("matrix", 4, 4), _write_matrix, each_rewritten, in_order_spoiled),
    "unvalued": Kind(_make_unvalued, _write_unvalued, same, lambda answer, rng: None),
    "list": Kind(_several("list", 2, 4), _write_list, shuffled, one_spoiled_or_gone),
    "set": Kind(_make_set, _write_set, shuffled, _spoil_set),
    "parts": Kind(_several("parts", 2, 3), _write_parts, each_rewritten, in_order_spoiled),
    "assignments": Kind(_several("assignments", 2, 3), _write_assignments, each_rewritten, in_order_spoiled),
    "alternatives": Kind(_several("alternatives", 2, 2), _write_alternatives, shuffled, one_spoiled),
    "named": Kind(
        lambda rng: Answer(
            "named", (closed(rng),), rng.choice(("x", "S", "y_1", r"\alpha", "f(2)", "|AB|", r"\angle ABC"))
        ),
        _write_named,
        each_rewritten,
        one_spoiled,
    ),
    "plus_minus": Kind(_make_plus_minus, _write_plus_minus, each_rewritten, one_spoiled),
    "real_set": Kind(_make_real_set, _write_real_set, each_rewritten, _spoil_real_set),
    "excluded": Kind(
        lambda rng: Answer("excluded", (closed(rng, 0),)), _write_excluded, each_rewritten, one_spoiled
    ),
    "wording": Kind(_made_of("wording", "all", "none"), _write_wording, same, _another("all", "none")),
    "relation": Kind(_make_relation, _write_relation, same, _spoil_relation),
    "function": Kind(_make_function, _write_function, each_rewritten, one_spoiled),
    "piecewise": Kind(_make_piecewise, _write_piecewise, each_rewritten, one_spoiled),
    "family": Kind(_make_family, _write_family, same, _spoil_family),
    "signed_family": Kind(
        _made_of("signed_family", Fraction(1, 6), Fraction(1, 3), Fraction(1, 4), Fraction(1, 5)),
        _write_signed_family,
        same,
        _another(Fraction(1, 6), Fraction(1, 3), Fraction(1, 4), Fraction(1, 5)),
    ),
    "geometry": Kind(_make_geometry, _write_geometry, same, _spoil_geometry),
    "names": Kind(_make_names, _write_names, same, _spoil_names),
    "text": Kind(_made_of("text", *_TEXTS), _write_text, same, _another(*_TEXTS)),
    "choice": Kind(_made_of("choice", *"ABCDE"), _write_choice, same, _another(*"ABCDE")),
}

__all__ = ["KINDS", "Answer", "Kind", "Writer"]
