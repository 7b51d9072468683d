r"""The reader: what each notation of DESIGN §4 and §5 reads as, what it declines and why, and its limits."""

from __future__ import annotations

import pytest
from shapes import shape

from answer_math.parser import split_word
from answer_math.reader import read, readings, reads_as_answer
from answer_math.tree import LimitExceeded, NotMath

Row = tuple[str, str]

# ------------------------------------------------------------------------------
# 1  Readings: (text, tree)
# ------------------------------------------------------------------------------

#: the table of DESIGN §5, row by row
NOTATION: tuple[Row, ...] = (
    (r"a : b \cdot c", "mul(div(a, b), c)"),
    (r"a:b", "div(a, b)"),
    (r"6 : 10", "div(6, 10)"),
    (r"(a+b) : (c-d)", "div(add(a, b), add(c, mul(-1, d)))"),
    (r"1/2x", "mul(div(1, 2), x)"),
    (r"x/2y", "mul(div(x, 2), y)"),
    (r"a/b/c", "div(div(a, b), c)"),
    (r"a/bc", "mul(div(a, b), c)"),
    (r"a/b+c", "add(div(a, b), c)"),
    (r"(a+b)/(c-d)", "div(add(a, b), add(c, mul(-1, d)))"),
    (r"X \left(a\right)^{-1}", "mul(X, pow(a, -1))"),
    (r"\left(\frac{a}{b}\right)^2", "pow(div(a, b), 2)"),
    (r"[x]+1", "add(floor(x), 1)"),
    (r"[3.7]+1", "add(floor(dec(37e-1)), 1)"),
    (r"\{x\}+1", "add(fracpart(x), 1)"),
    (r"\{2.5\}+1", "add(fracpart(dec(25e-1)), 1)"),
    (r"[x]", "x"),
    (r"[1.5]", "dec(15e-1)"),
    (r"\{x\}", "set(x)"),
    (r"\sin^22\alpha", "pow(sin(mul(2, alpha)), 2)"),
    (r"\sin^2 2\alpha", "pow(sin(mul(2, alpha)), 2)"),
    (r"\sin^{22}\alpha", "pow(sin(alpha), 22)"),
    (r"\sin^2x", "pow(sin(x), 2)"),
    (r"x^10", "pow(x, 10)"),
    (r"x^{10}", "pow(x, 10)"),
    (r"{}^4\sqrt{x}", "root(x, 4)"),
    (r"\sqrt[4]{x}", "root(x, 4)"),
    (r"\tanx", "tan(x)"),
    (r"\tg x", "tan(x)"),
    (r"\ctg x", "cot(x)"),
    (r"\arctg x", "atan(x)"),
    (r"\arcctg x", "acot(x)"),
    (r"\cosec x", "csc(x)"),
    (r"\sec x", "sec(x)"),
    (r"\lg x", "log(x, 10)"),
    (r"\ln x", "ln(x)"),
    (r"\log_2 x", "log(x, 2)"),
    (r"\log x", "log(x)"),
    (r"\log_23", "log(3, 2)"),
    (r"\log_{10}x", "log(x, 10)"),
    (r"\operatorname{tg} x", "tan(x)"),
    (r"\operatorname{arcsin} x", "asin(x)"),
    (r"\sin^{-1} x", "asin(x)"),
    (r"\tan^{-1}(x)", "atan(x)"),
    (r"\frac12", "div(1, 2)"),
    (r"\frac{1}2", "div(1, 2)"),
    (r"\frac1{2}", "div(1, 2)"),
    (r"\dfrac{1}{2}", "div(1, 2)"),
    (r"\tfrac12", "div(1, 2)"),
    (r"{1\over2}", "div(1, 2)"),
    (r"\sqrt3", "root(3, 2)"),
    (r"\sqrt x", "root(x, 2)"),
    (r"\sqrt[3]{x}", "root(x, 3)"),
    (r"C_n^k", "binom(n, k)"),
    (r"A_5^2", "perm(5, 2)"),
    (r"P_n+C_n^k", "add(factorial(n), binom(n, k))"),
    (r"\binom{n}{k}", "binom(n, k)"),
    (r"{5\choose2}", "binom(5, 2)"),
    (r"n!", "factorial(n)"),
    (r"n!!", "factorial2(n)"),
    (r"]1;2[", "group:]((1, 2)"),
    (r"[1;2[", "group:[)(1, 2)"),
    (r"(1;2]", "group:(](1, 2)"),
    (r"(-\infty;1)", "group:()(mul(-1, oo), 1)"),
    (r"[1,2]", "group:[](1, 2)"),
    (r"(1,2)", "group:()(1, 2)"),
    (r"sqrt(2)/2", "div(root(2, 2), 2)"),
    (r"2*x^2", "mul(2, pow(x, 2))"),
    (r"2*x**2", "mul(2, pow(x, 2))"),
    (r"pi/3", "div(pi, 3)"),
    (r"x<=2", "rel(x <= 2)"),
    (r"x>=2", "rel(x >= 2)"),
    (r"x!=2", "rel(x != 2)"),
    (r"−5", "-5"),
    (r"√2", "root(2, 2)"),
    (r"√(x+1)", "root(add(x, 1), 2)"),
    (r"∛8", "root(8, 3)"),
    (r"2π", "mul(2, pi)"),
    (r"∞", "oo"),
    (r"(1,2)∪(3,4)", "cup(group:()(1, 2), group:()(3, 4))"),
    (r"x≤2", "rel(x <= 2)"),
    (r"60°", "degree(60)"),
    (r"½", "div(1, 2)"),
    (r"x²", "pow(x, 2)"),
    (r"x⁻¹", "pow(x, -1)"),
    (r"x¹²", "pow(x, 12)"),
    (r"x₁", "x_1"),
    (r"αβ", "mul(alpha, beta)"),
)

#: every spelling of DESIGN §4
NUMBERS: tuple[Row, ...] = (
    (r"5", "5"),
    (r"+5", "5"),
    (r"5.", "5"),
    (r"007", "7"),
    (r"0.5", "dec(5e-1)"),
    (r".5", "dec(5e-1)"),
    (r"0{,}5", "dec(5e-1)"),
    (r"12.50", "dec(1250e-2)"),
    (r"2\frac13", "7/3"),
    (r"2\frac{1}{3}", "7/3"),
    (r"3 1/2", "7/2"),
    (r"3½", "7/2"),
    (r"2\frac{a}{3}", "mul(2, div(a, 3))"),
    (r"\frac{1}{2}", "div(1, 2)"),
    (r"-\frac{1}{2}", "mul(-1, div(1, 2))"),
    (r"0.(3)", "1/3"),
    (r"0.1(6)", "1/6"),
    (r"0.\overline{27}", "3/11"),
    (r"0.1\dot{6}", "1/6"),
    (r"0.333...", "1/3"),
    (r"2.5\cdot10^{-3}", "mul(dec(25e-1), pow(10, -3))"),
    (r"2.5e-3", "dec(25e-4)"),
    (r"1e5", "100000"),
    (r"1.5E3", "dec(1500e-0)"),
    (r"12 345", "12345"),
    (r"10\,000", "10000"),
    (r"10{,}000", "10000"),
    (r"10,\!080", "10080"),
    (r"1,234,567", "1234567"),
    (r"1,000", "1000"),
    (r"1,5", "dec(15e-1)"),
    (r"1,2,3", "list:,(1, 2, 3)"),
    (r"5\%", "percent(5)"),
    (r"20 percent", "percent(20)"),
    (r"12.5\,\%", "percent(dec(125e-1))"),
    (r"1011_2", "based:10112"),
    (r"52_{8}", "based:528"),
    (r"6:10", "clock(6, 10)"),
    (r"6:10 a.m.", "clock:am(6, 10)"),
    (r"2:3:4", "ratio(2, 3, 4)"),
    (r"three hundred twenty", "320"),
    (r"2 million", "mul(2, 1000000)"),
)

#: units, money, angles
UNITS: tuple[Row, ...] = (
    (r"\$5", "unit:dollars(5)"),
    (r"5 dollars", "unit:dollars(5)"),
    (r"\$1,200", "unit:dollars(1200)"),
    (r"70 kg", "unit:kg(70)"),
    (r"70\text{ kg}", "unit:kg(70)"),
    (r"5\,\mathrm{cm}^2", "unit:cm^2(5)"),
    (r"5\ \text{m/s}", "unit:m/s(5)"),
    (r"12\text{ apples}", "unit:apples(12)"),
    (r"60^\circ", "degree(60)"),
    (r"60 degrees", "degree(60)"),
    (r"30^\circ 15'", "degree(121/4)"),
    (r"25^\circ C", "unit:degree C(25)"),
)

#: functions, powers and their arguments
FUNCTIONS: tuple[Row, ...] = (
    (r"\sin 2x+1", "add(sin(mul(2, x)), 1)"),
    (r"\sin(2x+1)", "sin(add(mul(2, x), 1))"),
    (r"\sin\frac{x}{2}", "sin(div(x, 2))"),
    (r"\sin x\cos y", "mul(sin(x), cos(y))"),
    (r"\sin 2x\cos x", "mul(sin(mul(2, x)), cos(x))"),
    (r"2x\sin x", "mul(2, x, sin(x))"),
    (r"\sin(x)y", "mul(sin(x), y)"),
    (r"sinx", "sin(x)"),
    (r"xsinx", "mul(x, sin(x))"),
    (r"sin^2(x)", "pow(sin(x), 2)"),
    (r"cos(x)^2", "pow(cos(x), 2)"),
    (r"\tg^2x", "pow(tan(x), 2)"),
    (r"\lg^2 x", "pow(log(x, 10), 2)"),
    (r"\ln xy", "ln(mul(x, y))"),
    (r"\ln x^2", "ln(pow(x, 2))"),
    (r"\ln(x)+1", "add(ln(x), 1)"),
    (r"ln(x)/2", "div(ln(x), 2)"),
    (r"log_2(8)", "log(8, 2)"),
    (r"log(8,2)", "log(8, 2)"),
    (r"log_10(x)", "log(x, 10)"),
    (r"asin(x)", "asin(x)"),
    (r"arcctg(x)", "acot(x)"),
    (r"\arcsin\frac12", "asin(div(1, 2))"),
    (r"\sinh x", "sinh(x)"),
    (r"\operatorname{arsinh} x", "asinh(x)"),
    (r"cbrt(8)", "root(8, 3)"),
    (r"root(8,3)", "root(8, 3)"),
    (r"e^x", "pow(e, x)"),
    (r"\exp(x)", "pow(e, x)"),
    (r"2^{3^2}", "pow(2, pow(3, 2))"),
    (r"2^3^2", "pow(2, pow(3, 2))"),
    (r"x^{-1}", "pow(x, -1)"),
    (r"x^-1", "pow(x, -1)"),
    (r"-x^2", "mul(-1, pow(x, 2))"),
    (r"ab^2", "mul(a, pow(b, 2))"),
    (r"xy!", "mul(x, factorial(y))"),
    (r"2pir^2", "mul(2, pi, pow(r, 2))"),
    (r"3x^2y", "mul(3, pow(x, 2), y)"),
    (r"2(x+1)", "mul(2, add(x, 1))"),
    (r"x(x+1)", "mul(x, add(x, 1))"),
    (r"|x|", "abs(x)"),
    (r"\left|x\right|", "abs(x)"),
    (r"|2x-1|+1", "add(abs(add(mul(2, x), -1)), 1)"),
    (r"\lfloor x\rfloor", "floor(x)"),
    (r"⌊x⌋", "floor(x)"),
    (r"\lceil x\rceil", "ceil(x)"),
    (r"\max(1,2)", "max(1, 2)"),
    (r"\gcd(4,6)", "gcd(4, 6)"),
    (r"17\bmod5", "mod(17, 5)"),
    (r"\operatorname{sgn}x", "sgn(x)"),
    (r"\sum_{k=1}^{n}k", "big:sum(k, k, 1, n)"),
    (r"\sum_{i=1}^{5}i^2", "big:sum(pow(i, 2), i, 1, 5)"),
    (r"\prod_{k=1}^{n}k", "big:prod(k, k, 1, n)"),
    (r"\int_0^1x\,dx", "big:int(x, x, 0, 1)"),
    (r"\int_0^{\pi}\sin x\,dx", "big:int(sin(x), x, 0, pi)"),
    (r"\int\frac{dx}{x}", "big:int(div(1, x), x)"),
    (r"\lim_{x\to0}x", "big:lim(x, x, 0)"),
    (r"2+3i", "add(2, mul(3, i))"),
    (r"e^{i\pi}", "pow(e, mul(i, pi))"),
    (r"\bar z", "conj(z)"),
    (r"f(x)", "call:f(x)"),
    (r"f'(x)", "call:f'(x)"),
    (r"f(x)'", "call:f'(x)"),
    (r"f^2(x)", "call:f^(2, x)"),
    (r"f^{-1}(x)", "call:f^(-1, x)"),
    (r"f(x,y)", "call:f(x, y)"),
    (r"f(g(x))", "call:f(call:g(x))"),
    (r"x_1", "x_1"),
    (r"x_{12}", "x_12"),
    (r"x1", "x_1"),
    (r"\vec a", "vec a"),
    (r"\angle ABC", "angle ABC"),
    (r"\angle CBA", "angle ABC"),
    (r"a-b-c", "add(a, mul(-1, b), mul(-1, c))"),
    (r"--3", "3"),
    (r"\alpha\beta", "mul(alpha, beta)"),
)

#: lists, tuples, sets, statements, words
SHAPES: tuple[Row, ...] = (
    (r"1; 2; 3", "list:;(1, 2, 3)"),
    (r"1 and 2", "list:,(1, 2)"),
    (r"(1,2,3)", "group:()(1, 2, 3)"),
    (r"(1,5;2)", "group:()(dec(15e-1), 2)"),
    (r"(1,2),(3,4)", "list:,(group:()(1, 2), group:()(3, 4))"),
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "matrix(row(1, 2), row(3, 4))"),
    (r"\begin{vmatrix}1&2\\3&4\end{vmatrix}", "add(mul(1, 4), mul(-2, 3))"),
    (r"\begin{cases}x=1\\y=2\end{cases}", "list:,(rel(x = 1), rel(y = 2))"),
    (r"a) 1 b) 2", "list:;(label:a(1), label:b(2))"),
    (r"(a) 1 (b) 2", "list:;(label:a(1), label:b(2))"),
    (r"x=1, y=2", "list:,(rel(x = 1), rel(y = 2))"),
    (r"(x,y)=(1,2)", "rel(group:()(x, y) = group:()(1, 2))"),
    (r"x=1 or x=2", "or(rel(x = 1), rel(x = 2))"),
    (r"x>1 and x<3", "and(rel(x > 1), rel(x < 3))"),
    (r"\{1,2\}", "set(1, 2)"),
    (r"{1,2}", "set(1, 2)"),
    (r"\{\}", "name:emptyset"),
    (r"\{\{1\},\{2\}\}", "set(set(1), set(2))"),
    (r"\{x: x>1\}", "builder(x, rel(x > 1))"),
    (r"\{x\mid x>1\}", "builder(x, rel(x > 1))"),
    (r"x\in(1,2)", "rel(x in group:()(1, 2))"),
    (r"x\notin[1,2]", "rel(x notin group:[](1, 2))"),
    (r"x\in\mathbb{R}", "rel(x in name:R)"),
    (r"k\in\mathbb{Z}", "rel(k in name:Z)"),
    (r"\mathbb{R}\setminus\{0\}", "minus(name:R, set(0))"),
    (r"(1,2)\cap(0,3)", "cap(group:()(1, 2), group:()(0, 3))"),
    (r"\emptyset", "name:emptyset"),
    (r"no solutions", "name:emptyset"),
    (r"all real numbers", "name:R"),
    (r"ℝ", "name:R"),
    (r"1<x<2", "rel(1 < x < 2)"),
    (r"x\ne1", "rel(x != 1)"),
    (r"|x-1|<2", "rel(abs(add(x, -1)) < 2)"),
    (r"a\parallel b", "rel(a parallel b)"),
    (r"A\subset B", "rel(A subset B)"),
    (r"y=2x+1", "rel(y = add(mul(2, x), 1))"),
    (r"f(x)=x^2", "rel(call:f(x) = pow(x, 2))"),
    (r"\pm2", "pm:+-(0, 2)"),
    (r"1\pm\sqrt2", "pm:+-(1, root(2, 2))"),
    (r"\mp1", "pm:-+(0, 1)"),
    (r"\frac{\pi}{4}+\pi k, k\in\mathbb{Z}", "list:,(add(div(pi, 4), mul(pi, k)), rel(k in name:Z))"),
    (r"\infty", "oo"),
    (r"-\infty", "mul(-1, oo)"),
    (r"\text{yes}", "text:yes"),
    (r"\text{(B)}", "B"),
    (r"$5$", "5"),
    (r"\(5\)", "5"),
    (r"\boxed{5}", "5"),
    (r"((5))", "5"),
    (r"{{5}}", "5"),
)

TABLES: dict[str, tuple[Row, ...]] = {
    "notation": NOTATION,
    "numbers": NUMBERS,
    "units": UNITS,
    "functions": FUNCTIONS,
    "shapes": SHAPES,
}
READINGS = [pytest.param(*row, id=f"{name}: {row[0]}") for name, table in TABLES.items() for row in table]


@pytest.mark.parametrize(("text", "tree"), READINGS)
def test_reading(text: str, tree: str) -> None:
    """A notation reads as the tree that it denotes."""
    assert shape(read(text)) == tree


@pytest.mark.parametrize(("text", "tree"), READINGS)
def test_dollars_and_spaces_change_nothing(text: str, tree: str) -> None:
    """Math delimiters and white space around an answer change nothing."""
    assert shape(read(f"  {text} ")) == tree
    if "$" not in text and "\\(" not in text:
        assert shape(read(f"${text}$")) == tree


# ------------------------------------------------------------------------------
# 2  Several readings: commas
# ------------------------------------------------------------------------------

COMMAS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("5", (("5", ""),)),
    ("1,5", (("dec(15e-1)", ""), ("list:,(1, 5)", ""))),
    ("1,2,3", (("list:,(1, 2, 3)", ""),)),
    ("1,000", (("1000", ""), ("dec(1000e-3)", "comma-reading"), ("list:,(1, 0)", "comma-reading"))),
    ("110,880", (("110880", ""), ("dec(110880e-3)", "comma-reading"), ("list:,(110, 880)", "comma-reading"))),
    ("1,234,567", (("1234567", ""),)),
    ("0,250", (("dec(250e-3)", ""), ("list:,(0, 250)", ""))),
    ("(1,5)", (("group:()(1, 5)", ""),)),
    ("1, 5", (("list:,(1, 5)", ""),)),
    ("0{,}5", (("dec(5e-1)", ""),)),
    (r"\{1,5\}", (("set(1, 5)", ""),)),
    ("[1,5]", (("group:[](1, 5)", ""),)),
)


@pytest.mark.parametrize(("text", "expected"), COMMAS, ids=[row[0] for row in COMMAS])
def test_comma_readings(text: str, expected: tuple[tuple[str, str], ...]) -> None:
    """A comma between digits admits exactly these readings, the lenient ones marked."""
    assert tuple((shape(found.tree), found.lenient) for found in readings(text)) == expected


# ------------------------------------------------------------------------------
# 3  What is declined: (text, reason, position)
# ------------------------------------------------------------------------------

DECLINED: tuple[tuple[str, str, int], ...] = (
    ("", "empty", 0),
    ("   ", "empty", 0),
    ("1+", "unexpected", 2),
    ("1+)", "unexpected", 2),
    ("(1", "unexpected", 2),
    ("{1", "unexpected", 2),
    (")", "unexpected", 0),
    ("[1", "unexpected", 2),
    ("5 = ", "unexpected", 3),
    ("1 + * 2", "unexpected", 4),
    ("x^", "unexpected", 2),
    ("1 1", "unexpected", 2),
    ("2..3", "unexpected", 2),
    ("x @ y", "unexpected", 2),
    ("?", "unexpected", 0),
    (r"\frac{1}", "unexpected", 8),
    (r"\sqrt{}", "unexpected", 6),
    (r"\sin", "unexpected", 4),
    (r"\foo x", "unknown_command", 0),
    (r"5+\foo", "unknown_command", 2),
    ("the answer is 5", "word", 0),
    (r"\begin{pmatrix}1", "unclosed_environment", 16),
    (r"\sum k", "unsupported", 0),
    (r"\int x", "unsupported", 6),
    (r"5\pm", "unexpected", 4),
)


@pytest.mark.parametrize(
    ("text", "reason", "position"), DECLINED, ids=[row[0] or "empty" for row in DECLINED]
)
def test_declined(text: str, reason: str, position: int) -> None:
    """What the reader does not know it declines, with a reason and the place."""
    with pytest.raises(NotMath) as caught:
        read(text)
    assert (caught.value.reason, caught.value.position) == (reason, position)
    assert str(caught.value).startswith(f"{reason} at {position}")


PROSE = (
    "the answer is 5",
    "increasing",
    "I do not know",
    "it depends on the value",
    "yes and no",
    r"\text{increasing}",
)


@pytest.mark.parametrize("text", PROSE)
def test_prose_is_no_answer(text: str) -> None:
    """Prose does not read as an answer."""
    assert not reads_as_answer(text)


@pytest.mark.parametrize(
    "text", ["5", "x=2", r"\{1,2\}", "(1,2)", "no solutions", r"\text{(B)}", "3, 2 and 1", "x<=2"]
)
def test_mathematics_is_an_answer(text: str) -> None:
    """Values, lists, sets and relations read as answers."""
    assert reads_as_answer(text)


# ------------------------------------------------------------------------------
# 4  Limits: (name of the limit, a text beyond it)
# ------------------------------------------------------------------------------

BEYOND: tuple[tuple[str, str], ...] = (
    ("MAX_ANSWER_CHARS", "1" * 20_001),
    ("MAX_TOKENS", "1+" * 1_500 + "1"),
    ("MAX_TOKENS", "-" * 3_000 + "1"),
    ("MAX_NESTING_LEVELS", "sqrt(" * 70 + "2" + ")" * 70),
    ("MAX_NESTING_LEVELS", r"\frac{1}{" * 70 + "2" + "}" * 70),
    ("MAX_INTEGER_DIGITS", "1e99999999"),
    ("MAX_INTEGER_DIGITS", "1e30000"),
)


@pytest.mark.parametrize(("limit", "text"), BEYOND, ids=[f"{row[0]}: {row[1][:12]}" for row in BEYOND])
def test_limits_are_named(limit: str, text: str) -> None:
    """A text beyond a limit is declined as too complex, and the limit is named."""
    with pytest.raises(LimitExceeded) as caught:
        read(text)
    assert (caught.value.reason, caught.value.detail) == ("too_complex", limit)


@pytest.mark.parametrize(
    "text", ["{" * 500 + "5" + "}" * 500, "(" * 500 + "5" + ")" * 500, "{(" * 200 + "5" + ")}" * 200]
)
def test_redundant_brackets_are_no_nesting(text: str) -> None:
    """Brackets around the whole text are peeled before the limits."""
    assert shape(read(text)) == "5"


# ------------------------------------------------------------------------------
# 5  Words
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("xsin", ("x", "sin")),
        ("xy", ("x", "y")),
        ("sin", ("sin",)),
        ("pir", ("pi", "r")),
        ("alpha", ("alpha",)),
        ("even", None),
        ("the", None),
        ("MAKE", None),
        ("increasing", None),
    ],
)
def test_split_word(word: str, names: tuple[str, ...] | None) -> None:
    """A run of letters is a product of names, or a word of prose."""
    assert split_word(word) == names
