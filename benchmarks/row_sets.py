r"""Rows to measure on, made by seeded generators: (gold, response, whether it is right).

    hard_answers            golds of many kinds, boxed in another notation, a third of them changed in value
    worked_solutions        paragraphs with many math spans and a box at the end
    word_problem_outputs    a line per step with calculator notes, ending in `A: 18`, `#### 18` or a box

The same seed gives the same rows on every machine.  No row is taken from a published set.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple


class BenchmarkRow(NamedTuple):
    """A gold, a response, and whether the response is right (None: not known)."""

    gold: str
    response: str
    is_right: bool | None


class Pair(NamedTuple):
    """A gold, the same answer written otherwise, and a different answer."""

    gold: str
    same: str
    other: str


# ------------------------------------------------------------------------------
# 1  Hard answers: one small function per kind of gold
# ------------------------------------------------------------------------------


def integer_with_groups(rng: random.Random) -> Pair:
    """A large whole number, its groups parted."""
    value = rng.randint(10_000, 9_999_999)
    return Pair(str(value), f"{value:,}".replace(",", rng.choice([",", "{,}", ",\\!"])), f"{value + 111:,}")


def decimal_for_fraction(rng: random.Random) -> Pair:
    """A fraction with a terminating decimal."""
    bottom = rng.choice([2, 4, 5, 8, 16, 20, 25, 40])
    value = Fraction(rng.randint(1, 400) * 2 + 1, bottom)
    gold = rf"\frac{{{value.numerator}}}{{{value.denominator}}}"
    return Pair(gold, str(float(value)), str(float(value + Fraction(1, 2))))


def mixed_number(rng: random.Random) -> Pair:
    """An improper fraction as a mixed number."""
    whole, bottom = rng.randint(1, 9), rng.randint(3, 12)
    top = rng.randint(1, bottom - 1)
    gold = rf"\frac{{{whole * bottom + top}}}{{{bottom}}}"
    return Pair(gold, rf"{whole}\frac{{{top}}}{{{bottom}}}", rf"{whole + 1}\frac{{{top}}}{{{bottom}}}")


def radical(rng: random.Random) -> Pair:
    """A root with a square in it, taken out."""
    outside, inside = rng.randint(2, 9), rng.choice([2, 3, 5, 6, 7, 10, 11])
    under = outside * outside * inside
    return Pair(rf"{outside}\sqrt{{{inside}}}", rf"\sqrt{{{under}}}", rf"\sqrt{{{under + 1}}}")


def rationalised(rng: random.Random) -> Pair:
    """A quotient by a root, rationalised."""
    top, inside = rng.randint(2, 20), rng.choice([2, 3, 5, 7, 11, 13])
    return Pair(
        rf"\frac{{{top}}}{{\sqrt{{{inside}}}}}",
        rf"\frac{{{top}\sqrt{{{inside}}}}}{{{inside}}}",
        rf"\frac{{{top + 1}\sqrt{{{inside}}}}}{{{inside}}}",
    )


def polynomial(rng: random.Random) -> Pair:
    """A product of two linear factors, expanded."""
    a, b = rng.randint(1, 9), rng.randint(1, 9)
    return Pair(f"(x+{a})(x-{b})", f"x^2{a - b:+d}x-{a * b}", f"x^2{a - b:+d}x-{a * b + 1}")


def rational_expression(rng: random.Random) -> Pair:
    """A sum of two quotients over one denominator."""
    a, b = rng.randint(1, 9), rng.randint(1, 9)
    gold = rf"\frac{{{a}}}{{x+1}}+\frac{{{b}}}{{x-2}}"
    same = rf"\frac{{{a + b}x+{b - 2 * a}}}{{(x+1)(x-2)}}".replace("+-", "-")
    return Pair(gold, same, same.replace("x-2)", "x-3)"))


def power_of_letters(rng: random.Random) -> Pair:
    """A root of a power as a fractional power."""
    top, bottom = (
        rng.choice([1, 3, 5]),
        rng.choice([2, 3, 5]),
    )  # an even power would leave the square root as |a|
    gold = rf"\sqrt[{bottom}]{{a^{{{top}}}b}}" if bottom > 2 else rf"\sqrt{{a^{{{top}}}b}}"
    same = rf"a^{{{top}/{bottom}}}b^{{1/{bottom}}}"
    return Pair(gold, same, same.replace(f"{{{top}/", f"{{{top + 1}/"))


def unordered_list(rng: random.Random) -> Pair:
    """Several roots in another order."""
    roots = rng.sample(range(-20, 20), rng.randint(2, 4))
    shuffled = rng.sample(roots, len(roots))
    return Pair(
        ", ".join(map(str, roots)),
        " ; ".join(f"{root}.0" for root in shuffled),
        " ; ".join(map(str, [*shuffled[:-1], 99])),
    )


def point(rng: random.Random) -> Pair:
    """A point, its coordinates sized and rewritten."""
    a, b = rng.randint(-9, 9), rng.randint(1, 9)
    return Pair(
        rf"\left({a}, \frac{{{b}}}{{2}}\right)",
        f"({a}; {b / 2})",
        f"({b / 2 + 1}; {a})",
    )


def interval_union(rng: random.Random) -> Pair:
    """A union of two intervals, its parts swapped."""
    a = rng.randint(-9, 0)
    b = a + rng.randint(1, 9)
    gold = rf"(-\infty, {a}] \cup ({b}, \infty)"
    same = rf"\left({b};+\infty\right)\cup\left(-\infty;{a}\right]"
    return Pair(gold, same, same.replace("]", ")"))


def inequality(rng: random.Random) -> Pair:
    """A chain of inequalities as an interval."""
    a = rng.randint(-9, 0)
    b = a + rng.randint(1, 9)
    return Pair(rf"{a} \le x < {b}", f"x \\in [{a}, {b})", f"x \\in [{a}, {b}]")


def line(rng: random.Random) -> Pair:
    """An equation in two letters, rearranged and scaled."""
    a, b, c = rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 30)
    return Pair(f"{a}x+{b}y={c}", f"{2 * a}x+{2 * b}y-{2 * c}=0", f"{2 * a}x+{2 * b}y+{2 * c}=0")


def matrix(rng: random.Random) -> Pair:
    """A matrix with rewritten cells."""
    a, b, c, d = (rng.randint(-9, 9) for _ in range(4))
    form = r"\begin{pmatrix} %s & %s \\ %s & %s \end{pmatrix}"
    return Pair(
        form % (a, b, c, d), form % (rf"\frac{{{2 * a}}}{{2}}", b, c, f"{d}.0"), form % (a, b, c, d + 1)
    )


def trigonometric_value(rng: random.Random) -> Pair:
    """A product of sine and cosine as a sine of the double angle."""
    a = rng.randint(1, 5)
    return Pair(rf"{2 * a}\sin x\cos x", rf"{a}\sin 2x", rf"{a}\cos 2x")


def trigonometric_family(rng: random.Random) -> Pair:
    """The solutions of an equation with an integer parameter of another name."""
    bottom = rng.choice([3, 4, 6])
    gold = rf"\pm\frac{{\pi}}{{{bottom}}}+2\pi k, k\in\mathbb{{Z}}"
    same = rf"2\pi n\pm\frac{{\pi}}{{{bottom}}}, n\in\mathbb{{Z}}"
    return Pair(gold, same, same.replace("2\\pi n", "\\pi n"))


def logarithm(rng: random.Random) -> Pair:
    """A logarithm of a power, its exponent in front."""
    base, power = rng.choice([2, 3, 5, 7]), rng.randint(2, 6)
    return Pair(rf"{power}\ln {base}", rf"\ln {base**power}", rf"\ln {base**power + 1}")


def complex_number(rng: random.Random) -> Pair:
    """A complex number, its parts swapped."""
    a, b = rng.randint(1, 9), rng.randint(2, 9)
    return Pair(f"{a}+{b}i", f"{b}i+{a}", f"{b}i-{a}")


def scientific(rng: random.Random) -> Pair:
    """A decimal in scientific notation."""
    mantissa, places = rng.randint(11, 99), rng.randint(2, 6)
    gold = f"{mantissa / 10 / 10**places:.{places + 1}f}"
    return Pair(
        gold,
        rf"{mantissa / 10}\times 10^{{-{places}}}",
        rf"{mantissa / 10}\times 10^{{-{places + 1}}}",
    )


def quantity(rng: random.Random) -> Pair:
    """A number whose unit stands on one side."""
    value = rng.randint(2, 400)
    unit = rng.choice(["cm", "km/h", "square feet", "dollars"])
    return Pair(str(value), rf"{value}\text{{ {unit}}}", rf"{value + 3}\text{{ {unit}}}")


def percentage(rng: random.Random) -> Pair:
    """A percentage as a fraction of a hundred."""
    value = rng.randint(1, 99)
    return Pair(rf"{value}\%", f"{value}", f"{value + 1}")


def assignment(rng: random.Random) -> Pair:
    """Two unknowns, named in another order."""
    a, b = rng.sample(range(1, 30), 2)
    return Pair(f"x={a}, y={b}", f"y={b}, x={a}", f"y={a}, x={b}")


def exponential(rng: random.Random) -> Pair:
    """A closed value that has to be computed."""
    base, power = rng.randint(2, 7), rng.randint(3, 20)
    return Pair(f"{base}^{{{power}}}", str(base**power), str(base**power + 1))


HARD_KINDS: tuple[Callable[[random.Random], Pair], ...] = (
    integer_with_groups,
    decimal_for_fraction,
    mixed_number,
    radical,
    rationalised,
    polynomial,
    rational_expression,
    power_of_letters,
    unordered_list,
    point,
    interval_union,
    inequality,
    line,
    matrix,
    trigonometric_value,
    trigonometric_family,
    logarithm,
    complex_number,
    scientific,
    quantity,
    percentage,
    assignment,
    exponential,
)

CONCLUSIONS = (
    r"Collecting the terms leaves $\boxed{%s}$.",
    r"The required result is \(\boxed{%s}\).",
    "After checking each step we arrive at\n\\[\n\\boxed{%s}\n\\]",
    r"Hence the final answer is $\boxed{%s}$.",
)


def hard_answers(count: int, seed: int) -> list[BenchmarkRow]:
    """Rows of every kind in turn; two thirds right, in another notation than the gold."""
    rng = random.Random(f"hard {seed}")
    rows = []
    for number in range(count):
        pair = HARD_KINDS[number % len(HARD_KINDS)](rng)
        is_right = rng.random() < 2 / 3
        answer = pair.same if is_right else pair.other
        rows.append(BenchmarkRow(pair.gold, rng.choice(CONCLUSIONS) % answer, is_right))
    rng.shuffle(rows)
    return rows


# ------------------------------------------------------------------------------
# 2  Worked solutions
# ------------------------------------------------------------------------------

SENTENCES = (
    "We write the first condition as $a_{%d}+b=%d$ and keep it for later.",
    "Since $%d \\cdot %d$ is positive, the sign of the product does not change.",
    "Adding both lines gives $$x^2+%dx=%d,$$ which factors over the integers.",
    "Let $f(x)=\\frac{x+%d}{x-%d}$; its graph has one vertical asymptote.",
    "By the triangle inequality $|u-v|\\ge %d$, so the case of %d points is impossible.",
    "\\begin{align*}\nS &= %d + 2\\cdot %d \\\\\n&= 3\\cdot 4 + 1.\n\\end{align*}",
    "Multiplying by the conjugate, the root \\(\\sqrt{%d}\\) cancels, and %d remains below.",
    "The remaining %d cases are symmetric, and each of them contributes $\\binom{%d}{2}$ ways.",
)


def _short_gold(rng: random.Random) -> str:
    """A gold as most worked problems have it: a number, a quotient, a short expression."""
    kind = rng.random()
    if kind < 0.6:
        return str(rng.randint(-20, 2_000))
    if kind < 0.8:
        return rf"\frac{{{rng.randint(1, 40)}}}{{{rng.choice([3, 7, 11, 13, 17])}}}"
    if kind < 0.9:
        return rf"{rng.randint(2, 9)}\sqrt{{{rng.choice([2, 3, 5, 7])}}}"
    return rng.choice(
        [f"x^2+{rng.randint(1, 9)}x-1", f"({rng.randint(1, 9)},{rng.randint(1, 9)})", r"\frac{\pi}{6}"]
    )


def worked_solutions(count: int, seed: int) -> list[BenchmarkRow]:
    """Rows of 300 to 1,200 characters; two thirds repeat the gold in their box."""
    rng = random.Random(f"worked {seed}")
    rows = []
    for _ in range(count):
        body = [
            rng.choice(SENTENCES) % (rng.randint(2, 99), rng.randint(2, 99))
            for _ in range(rng.randint(3, 12))
        ]
        gold, is_right = _short_gold(rng), rng.random() < 2 / 3
        boxed = gold
        while not is_right and boxed == gold:
            boxed = _short_gold(rng)
        text = "  ".join(body) + "\n\n" + rng.choice(CONCLUSIONS) % boxed
        rows.append(BenchmarkRow(gold, text, is_right))
    return rows


# ------------------------------------------------------------------------------
# 3  Word-problem outputs
# ------------------------------------------------------------------------------

STEPS = (
    "The baker sells {a} trays of {b} rolls, so that is {a}*{b} = <<{a}*{b}={product}>>{product} rolls.",
    "Half of the {a} seats and {b} more are taken: {a}+{b}=<<{a}+{b}={total}>>{total}",
    "On the second day she walks {b} km more than {a} km, which makes <<{a}+{b}={total}>>{total} km.",
    "Each of the {a} boxes costs ${b}, together {a} x {b} = $<<{a}*{b}={product}>>{product}.",
    "He has {a} pencils and buys {b} others, {a} + {b} = {total} pencils.",
)
ENDINGS = (
    "A: {}",
    "#### {}",
    "The answer is {}.",
    "So they need {} in total.",
    r"The final answer is $\boxed{{{}}}$.",
)


def word_problem_outputs(count: int, seed: int) -> list[BenchmarkRow]:
    """Rows of 150 to 500 characters; a little more than half are right."""
    rng = random.Random(f"word {seed}")
    rows = []
    for _ in range(count):
        steps = []
        for _ in range(rng.randint(2, 5)):
            a, b = rng.randint(2, 90), rng.randint(2, 90)
            steps.append(rng.choice(STEPS).format(a=a, b=b, product=a * b, total=a + b))
        gold, is_right = rng.randint(1, 900), rng.random() < 0.55
        answer = str(gold if is_right else gold + rng.randint(1, 50))
        if rng.random() < 0.1:
            answer = f"{answer}.00"
        rows.append(
            BenchmarkRow(str(gold), "\n".join([*steps, rng.choice(ENDINGS).format(answer)]), is_right)
        )
    return rows


ROW_SETS: dict[str, Callable[[int, int], list[BenchmarkRow]]] = {
    "hard answers": hard_answers,
    "worked solutions": worked_solutions,
    "word-problem outputs": word_problem_outputs,
}

# ------------------------------------------------------------------------------
# 4  Rows of one's own
# ------------------------------------------------------------------------------


def rows_from(path: Path) -> list[BenchmarkRow]:
    """The rows of a JSONL file with `gold`, `response` and, if known, `expected`."""
    rows = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            fields = json.loads(line)
            rows.append(BenchmarkRow(fields["gold"], fields["response"], fields.get("expected")))
    return rows


def write_rows(rows: list[BenchmarkRow], path: Path) -> None:
    """Write rows as `rows_from` reads them."""
    with path.open("w", encoding="utf-8") as out:
        for row in rows:
            fields = {"gold": row.gold, "response": row.response, "expected": row.is_right}
            out.write(json.dumps(fields) + "\n")
