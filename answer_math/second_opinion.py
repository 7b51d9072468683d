"""What runs in the sandbox's child: sympy's algorithms and the two third-party LaTeX readers.

    second_opinion({"gold": r"\\frac{x^{2}-1}{x-1}", "given": "x+1"})["status"]     # "equal"

Contents
    1  Limits       how long a text, how large a tree may be before any work is done on it
    2  Strings      no text ever reaches Python's eval through sympy
    3  Misreadings  what the third-party readers are known to get wrong, as a table
    4  Readers      text -> sympy expression, by latex2sympy2_extended, then by sympy.parsing.latex
    5  Trees        the project's own answer tree -> sympy expression, by explicit constructors
    6  Values       an expression at a sample point, to 50 digits
    7  Equality     proven equal, different with a witness, or undecided
    8  Tasks        the table that the sandbox serves

Third-party readers misread much of the notation that answers are written in, and say nothing (section 3,
each entry seen with latex2sympy2_extended 1.11 and sympy 1.14). They are therefore only a second opinion, and
three nets are spread below them: texts with a notation they are known to misread are declined; commands
outside a list are declined; and each number, letter and minus sign of the text is changed in turn: if the
reading does not change with it, that token was dropped, and the reading is declined.

This file imports nothing of the package: the child loads it by its path and then calls SET_UP.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import sympy
import sympy.core.cache
import sympy.core.function
import sympy.core.random
import sympy.parsing.sympy_parser
import sympy.physics.quantum.state
import sympy.physics.units

# sympy has no type stubs: these names say what is meant where the checker sees Any
Expr = Any  # a sympy.Expr
Matrix = Any  # a sympy.MatrixBase
Result = dict[str, Any]

# ------------------------------------------------------------------------------
# 1  Limits: named, and checked before any work. The CPU and memory limits of the
#    sandbox stand behind them. DESIGN 8.
# ------------------------------------------------------------------------------

MAX_TEXT_CHARS = 600
MAX_DIGIT_RUN = 60
MAX_TEXT_NESTING = 24
MAX_PROBES = 60  # numbers, letters and signs of one text
MAX_NODES = 600  # of one expression
MAX_NUMBER_DIGITS = 4000
MAX_POWER_BITS = 40_000  # of a power of numbers, before it is computed
MAX_EXPONENT = 2000  # of a power of something else
MAX_FACTORIAL = 2000  # argument of a factorial, upper index of a binomial
MAX_MATRIX_CELLS = 64
MAX_POINTS = 64  # in one task "readings"
DIGITS = 50  # of every numeric value
MAX_WORKING_DIGITS = 600  # against cancellation
SURE_BITS = 150  # 45 digits: a value that did not reach so many is not used, except
TINY = Fraction(1, 10**200)  # below this, where it is 0
NOISE_BITS = 20  # an imaginary part with no more sure bits is rounding
MAX_VALUE_BITS = 1 << 20  # of a value's binary exponent
SAMPLE_POINTS = 14
AGREEING_POINTS = 6  # so many valid points must agree
CLOSE = Fraction(1, 10**40)  # relative: two values count as one
CLOSE_BIG = Fraction(1, 10**30)  # the same for sums, products, integrals and limits taken numerically
CLEAR = Fraction(1, 10**30)  # relative: two exact values differ
CLEAR_DECIMAL = Fraction(1, 10**6)  # relative: two values differ, one of them written as a decimal
CLEAR_ABSOLUTE = Fraction(1, 10**9)  # for those, absolute as well
SEED = 20_240_607


class Declined(Exception):
    """The task cannot be decided here; `reason` is a stable code."""

    def __init__(self, reason: str, detail: str = "") -> None:
        """Keep the code, and what it was about."""
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


# ------------------------------------------------------------------------------
# 2  Strings: no text ever reaches Python's eval through sympy. DESIGN 8.
#    sympify(str), S(str) and Number(str) all call sympy_parser.parse_expr, and that
#    calls eval_expr, the one place that evaluates. Both readers build their trees
#    from constructors, except that they make numbers by Number(str): digits and a
#    point are therefore read here, exactly, and every other string is refused. The
#    modules of sympy that make constants from strings when they are imported
#    (simplify loads units, parse_latex quantum states) are imported above, before.
# ------------------------------------------------------------------------------

PLAIN_NUMBER = r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+"


class StringRefused(TypeError):
    """A string was about to be evaluated as Python."""


def refuse_string(*_: object, **__: object) -> Any:
    """Raise StringRefused: this stands where sympy would evaluate text."""
    raise StringRefused("a string may not be evaluated as Python")


def plain_number(text: str, *_: object, **__: object) -> Any:
    """Return the exact number that digits and a point denote; else raise StringRefused."""
    if len(text) > MAX_NUMBER_DIGITS or not re.fullmatch(PLAIN_NUMBER, text):
        refuse_string()
    number = Fraction(text)
    return sympy.Rational(number.numerator, number.denominator)


def block_string_evaluation() -> None:
    """Make sympy's parser read plain numbers and nothing else."""
    parser = sympy.parsing.sympy_parser
    parser.parse_expr = plain_number
    parser.eval_expr = parser.stringify_expr = refuse_string


# ------------------------------------------------------------------------------
# 3  Misreadings: what the readers take for something else without saying so. The
#    project's own reader knows most of these; here they decline. DESIGN 5, table.
# ------------------------------------------------------------------------------


class Misreading(NamedTuple):
    """A notation to decline, an example, and the nearest text left alone."""

    name: str
    pattern: str
    example: str
    leaves: str
    why: str


MISREADINGS = (
    Misreading("colon", r":", r"a:b\cdot c", r"a\cdot b", "ratio, time, or a division from left to right"),
    Misreading("bracket", r"(?<!\\sqrt)\[", "[x]+1", r"\sqrt[3]{x}", "integer part, read as a bracket"),
    Misreading("brace", r"\\[{}]", r"\{x\}+1", r"\frac{x}{2}", "fractional part, read as a set or a bracket"),
    Misreading("digits after ^", r"\^\s*\d\s*\d", r"\sin^22x", r"\sin^2x", "TeX takes one digit only"),
    Misreading("digits after _", r"_\s*\d\d", "x_12", "x_1", "TeX takes one digit only"),
    Misreading("digit before brace", r"\d\s*\{", r"\frac1{2}", r"\frac{1}{2}", "argument, read as factor"),
    Misreading("index of a root", r"\{\s*\}\s*\^", r"{}^4\sqrt{x}", "{x}^4", "read as a power"),
    Misreading("number base", r"[\d)}]\s*_", "11_2", "x_1", "the base is dropped"),
    Misreading("comma", r"[,;]", "1,234", "1234", "list, decimal comma, thousands or co-ordinates"),
    Misreading(
        "spaced digits",
        r"(?<![_\d.])\d[\d.]*(?:\s|\\ )+\.?\d",
        "12 345",
        r"\log_2 8",
        "read as 12+345, or as 12345",
    ),
    Misreading("lone point", r"(?<!\d)\.|\.(?!\d)", "5 . 3", "5.3", "read as 5.3, or as a product"),
    Misreading("e-notation", r"\d\s*[eE]\s*[-+]?\d", "1.5E3", "5e", "read as a product with a letter E"),
    Misreading("slash", r"/(?!\d+\s*(?:[-+=)}]|$))|(?<!\d)/", "1/2x", "1/2+x", "read as 1/(2x)"),
    Misreading(
        "number beside number",
        r"\d\s*(?:(?:\\left\s*)?\((?:\\[a-zA-Z]+|[^a-zA-Z)\\])*\)|\\binom|\\begin)",
        "2(3)",
        "2(x+3)",
        "two integers side by side are added, as in a mixed number",
    ),
    Misreading("log without base", r"\\log(?!\s*_)", r"\log 100", r"\log_2 8", "base 10 or e, by reader"),
    Misreading("prime", r"'", "x'", "x", "the prime is dropped"),
    Misreading("double factorial", r"!\s*!", "7!!", "7!", "read as the factorial of a factorial"),
    Misreading("letter I", r"(?<![\\a-zA-Z])I", "I+1", "i+1", "imaginary unit or letter, by reader"),
    Misreading("differential", r"(?<![\\a-zA-Z])d\s*\\?[a-zA-Z]", "dx+1", "d+1", "product, read as one name"),
    Misreading(
        "word",
        r"(?<![\\a-zA-Z])(?:[a-zA-Z]{3,}|ln|lg|tg|pi|no|or|if|is|to|in|cm|mm|km|kg)(?![a-zA-Z])",
        "sqrt(2)",
        "xy",
        "read as a product of letters",
    ),
)

# A differential is what an integral ends with; there it is read well.
MISREADINGS_IN_INTEGRALS = tuple(entry for entry in MISREADINGS if entry.name != "differential")

# Commands that both readers, where they know them at all, read as is meant. sympy's takes any other command
# for a letter (\text, \approx, \bmod); \gamma and \Gamma are Euler's constant to latex2sympy2_extended.
KNOWN_COMMANDS = frozenset(
    {
        "frac",
        "dfrac",
        "tfrac",
        "sqrt",
        "cdot",
        "times",
        "left",
        "right",
        "pi",
        "infty",
        "binom",
        "alpha",
        "beta",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "rho",
        "sigma",
        "tau",
        "phi",
        "chi",
        "psi",
        "omega",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Phi",
        "Psi",
        "Omega",
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "arcsin",
        "arccos",
        "arctan",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "ln",
        "log",
        "lfloor",
        "rfloor",
        "lceil",
        "rceil",
        "sum",
        "prod",
        "int",
        "lim",
        "to",
    }
)
ENVIRONMENTS = frozenset({"matrix", "pmatrix", "bmatrix", "vmatrix"})

ALLOWED_CHARACTERS = r"[A-Za-z0-9+\-*/^_(){}\[\]|!=<>.,:;'&\\ ]*"
COMMAND = r"\\([A-Za-z]+)"
ENVIRONMENT = r"\\(?:begin|end)\s*\{([A-Za-z]*)\}"


@functools.cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return the compiled pattern, kept."""
    return re.compile(pattern)


def nesting_depth(text: str) -> int:
    """Return the greatest number of brackets that are open at once."""
    depth = deepest = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        deepest = max(deepest, depth)
    return deepest


def check_size(text: str) -> None:
    """Raise Declined if the text is over one of the limits."""
    if len(text) > MAX_TEXT_CHARS:
        raise Declined("too_complex", "MAX_TEXT_CHARS")
    if compiled(rf"\d{{{MAX_DIGIT_RUN + 1}}}").search(text):
        raise Declined("too_complex", "MAX_DIGIT_RUN")
    if nesting_depth(text) > MAX_TEXT_NESTING:
        raise Declined("too_complex", "MAX_TEXT_NESTING")


def check_notation(text: str) -> None:
    """Raise Declined if the text may be misread."""
    if not compiled(ALLOWED_CHARACTERS).fullmatch(text):
        raise Declined("notation", "character")
    environments = compiled(ENVIRONMENT).findall(text)
    plain = compiled(ENVIRONMENT).sub(" ", text)
    unknown = set(compiled(COMMAND).findall(plain)) - KNOWN_COMMANDS | set(environments) - ENVIRONMENTS
    if unknown:
        raise Declined("notation", "command " + min(unknown))
    entries = MISREADINGS_IN_INTEGRALS if "\\int" in text else MISREADINGS
    for entry in entries:
        if compiled(entry.pattern).search(plain):
            raise Declined("notation", entry.name)


# ------------------------------------------------------------------------------
# 4  Readers: text -> sympy expression. Spec S3.2: latex2sympy2_extended first, then
#    sympy's own; both sides of a comparison are read by the same one.
# ------------------------------------------------------------------------------


class Reader(NamedTuple):
    """A third-party reader: `load()` returns its function, or raises ImportError.

    `unknown` are the commands of KNOWN_COMMANDS that it takes for something else.
    """

    name: str
    load: Callable[[], Callable[[str], Any]]
    unknown: str = ""


def load_latex2sympy2_extended() -> Callable[[str], Any]:
    """Return latex2sympy2_extended's reader; letters keep their case."""
    module: Any = importlib.import_module("latex2sympy2_extended.latex2sympy2")
    module.parse_expr = refuse_string
    config = module.ConversionConfig(lowercase_symbols=False)
    return lambda text: module.latex2sympy(text, is_real=True, conversion_config=config)


def load_sympy_latex() -> Callable[[str], Any]:
    """Return sympy's ANTLR reader; strict: a text not read to its end is an error."""
    importlib.import_module("antlr4")
    module: Any = importlib.import_module("sympy.parsing.latex")
    return lambda text: module.parse_latex(text, strict=True)


READERS = (
    Reader("latex2sympy2_extended", functools.cache(load_latex2sympy2_extended)),
    Reader("sympy.parsing.latex", functools.cache(load_sympy_latex), unknown=r"\\begin|\\end"),
)


def read_raw(reader: Reader, text: str) -> Any:
    """Return what the reader makes of the text; Declined if it fails."""
    try:
        return reader.load()(text)
    except MemoryError:
        raise
    except ImportError:
        raise Declined("reader_missing", reader.name) from None
    except RecursionError:
        raise Declined("too_complex", "nesting") from None
    except Exception as error:  # the readers raise everything, down to plain Exception
        raise Declined("not_read", type(error).__name__) from None


def parts(expression: Any) -> Iterator[Any]:
    """Yield the expression and all below it; Declined beyond MAX_NODES."""
    waiting = [expression]
    seen = 0
    while waiting:
        current = waiting.pop()
        seen += 1
        if seen > MAX_NODES:
            raise Declined("too_complex", "MAX_NODES")
        yield current
        waiting.extend(current.args)


def bits(number: Expr) -> int:
    """Return how many bits numerator or denominator of a rational have."""
    return max(int(number.p).bit_length(), int(number.q).bit_length())


def is_over(number: Expr, bound: int) -> bool:
    """Return True if a number is larger than `bound`, or cannot be told to be smaller."""
    size = abs(number) if number.is_Rational else sympy.Abs(number).evalf(8, maxn=50)
    return not ((size.is_Rational or size.is_Float) and bool(size <= bound))


def check_power(base: Expr, exponent: Expr) -> None:
    """Raise Declined if the power would be too large to compute."""
    if not exponent.is_number:
        return
    if not base.is_Rational or not exponent.is_Rational:
        if is_over(exponent, MAX_EXPONENT):
            raise Declined("too_complex", "MAX_EXPONENT")
    elif base not in (0, 1, -1) and is_over(exponent * bits(base), MAX_POWER_BITS):
        raise Declined("too_complex", "MAX_POWER_BITS")


COMBINATORIAL = (sympy.factorial, sympy.factorial2, sympy.binomial, sympy.gamma)


def check_node(node: Expr) -> None:
    """Raise Declined if this node would be too large to compute."""
    if node.is_Rational and bits(node) > 4 * MAX_NUMBER_DIGITS:
        raise Declined("too_complex", "MAX_NUMBER_DIGITS")
    if isinstance(node, sympy.Pow):
        check_power(node.base, node.exp)
    elif isinstance(node, COMBINATORIAL) and any(
        argument.is_number and is_over(argument, MAX_FACTORIAL) for argument in node.args
    ):
        raise Declined("too_complex", "MAX_FACTORIAL")


def check_sizes(expression: Any) -> None:
    """Raise Declined if any node would be too large to compute; the innermost first."""
    for node in reversed(list(parts(expression))):
        if isinstance(node, sympy.Expr):
            check_node(node)


FORBIDDEN = (
    sympy.core.function.AppliedUndef,
    sympy.Derivative,
    sympy.Tuple,
    sympy.Set,
    sympy.core.relational.Relational,
    sympy.logic.boolalg.BooleanFunction,
    sympy.logic.boolalg.BooleanAtom,
)
BIG_OPERATORS = (sympy.Sum, sympy.Product, sympy.Integral, sympy.Limit)


def check_expression(expression: Expr) -> None:
    """Raise Declined unless this is a value of bounded size."""
    check_sizes(expression)
    inner_tuples: set[Any] = set()
    for node in parts(expression):
        if isinstance(node, BIG_OPERATORS):
            if isinstance(node, sympy.Integral) and any(len(limit) != 3 for limit in node.limits):
                raise Declined("unsupported", "an integral without bounds")
            inner_tuples.update(node.args[1:])
        elif isinstance(node, FORBIDDEN) and node not in inner_tuples:
            raise Declined("unsupported", type(node).__name__)
    if expression.has(sympy.nan, sympy.zoo):
        raise Declined("unsupported", "not a number")


CONSTANT_LETTERS = {"pi": sympy.pi, "e": sympy.E, "i": sympy.I}


def settle_letters(expression: Expr) -> Expr:
    """Return the expression with real letters, and with pi, e and i as what they are."""
    replacements: dict[Any, Any] = {}
    free = expression.free_symbols
    for symbol in expression.atoms(sympy.Symbol):
        constant = CONSTANT_LETTERS.get(symbol.name)
        if constant is None:
            replacements[symbol] = sympy.Symbol(symbol.name, real=True)
        elif symbol in free:
            replacements[symbol] = constant
        else:
            raise Declined("notation", f"{symbol.name} as a bound letter")
    return expression.xreplace(replacements)


def check_branches(expression: Expr) -> None:
    """Raise Declined at an odd root of a negative number: real to us, complex to sympy."""
    for node in expression.atoms(sympy.Pow):
        if node.exp.is_Rational and node.exp.q > 1 and node.exp.q % 2 == 1 and node.base.is_negative:
            raise Declined("notation", "odd root of a negative number")


def settle(raw: Any) -> Expr | Matrix:
    """Return a checked value made from a reader's raw result; Declined if it is none."""
    if isinstance(raw, sympy.MatrixBase):
        if len(raw) > MAX_MATRIX_CELLS:
            raise Declined("too_complex", "MAX_MATRIX_CELLS")
        return raw.applyfunc(settle)
    if not isinstance(raw, sympy.Expr):
        raise Declined("unsupported", type(raw).__name__)
    check_sizes(raw)
    expression = settle_letters(raw)
    check_expression(expression)
    check_branches(expression)
    return expression


def read(reader: Reader, text: str) -> Expr | Matrix:
    """Return the reader's reading of the text, checked; raises Declined."""
    if reader.unknown and compiled(reader.unknown).search(text):
        raise Declined("not_read", "command")
    return settle(read_raw(reader, text))


PROBED_TOKENS = r"\\[A-Za-z]+|\d+|[A-Za-z]|-"


def changed_token(token: str) -> str | None:
    """Return another token of the same kind; None for a command, which is not probed."""
    if token.startswith("\\"):
        return None
    if token == "-":
        return "+"
    if token.isdigit():
        return token[:-1] + ("7" if token[-1] != "7" else "3")
    return "w" if token != "w" else "v"


def probes(text: str) -> Iterator[tuple[str, str]]:
    """Yield each probed token with the text in which only this one is another."""
    plain_spans = [match.span() for match in compiled(ENVIRONMENT).finditer(text)]
    count = 0
    for match in compiled(PROBED_TOKENS).finditer(text):
        other = changed_token(match.group())
        if other is None or any(start <= match.start() < end for start, end in plain_spans):
            continue
        count += 1
        if count > MAX_PROBES:
            raise Declined("too_complex", "MAX_PROBES")
        yield match.group(), text[: match.start()] + other + text[match.end() :]


def check_nothing_dropped(reader: Reader, text: str) -> None:
    """Raise Declined if the reading does not change with one of the text's tokens."""
    raw = read_raw(reader, text)
    for token, changed in probes(text):
        try:
            is_dropped = read_raw(reader, changed) == raw
        except Declined:
            continue  # it noticed the change
        if is_dropped:
            raise Declined("dropped", token)


# ------------------------------------------------------------------------------
# 5  Trees: [kind, value, [children]] -> sympy expression, by explicit constructors.
#    No string of a tree is ever parsed: a number is read by Fraction, a name is
#    looked up in a table, and a letter becomes a Symbol of that name.
# ------------------------------------------------------------------------------


def real_power(base: Expr, exponent: Expr) -> Expr:
    """Return the power, with odd roots of negative numbers real. DESIGN 6."""
    check_power(base, exponent)
    if not (exponent.is_Rational and exponent.q > 1 and exponent.q % 2 == 1) or base.is_nonnegative:
        return sympy.Pow(base, exponent)
    if base.is_real is False:
        return sympy.Pow(base, exponent)
    if base.is_real is None:
        raise Declined("unsupported", "odd root of what may be complex")
    size = sympy.Pow(sympy.Abs(base), exponent)
    return size if exponent.p % 2 == 0 else sympy.sign(base) * size


def root(radicand: Expr, index: Expr) -> Expr:
    """Return the root of any index."""
    if index == 0:
        raise Declined("unsupported", "a root of index 0")
    return real_power(radicand, 1 / index)


def bounded(function: Callable[..., Expr]) -> Callable[..., Expr]:
    """Return the combinatorial function, declining large arguments."""

    def apply(*arguments: Expr) -> Expr:
        if any(argument.is_number and is_over(argument, MAX_FACTORIAL) for argument in arguments):
            raise Declined("too_complex", "MAX_FACTORIAL")
        return function(*arguments)

    return apply


def quotient(dividend: Expr, divisor: Expr) -> Expr:
    """Return the quotient; a division by zero is declined."""
    if divisor.is_zero:
        raise Declined("unsupported", "division by zero")
    return dividend / divisor


SAME_NAME_IN_SYMPY = (
    "sin",
    "cos",
    "tan",
    "cot",
    "sec",
    "csc",
    "asin",
    "acos",
    "atan",
    "asec",
    "acsc",
    "sinh",
    "cosh",
    "tanh",
    "coth",
    "sech",
    "csch",
    "asinh",
    "acosh",
    "atanh",
    "acoth",
    "asech",
    "acsch",
    "exp",
    "floor",
    "sign",
    "re",
    "im",
    "arg",
    "conjugate",
    "atan2",
)

FUNCTIONS: dict[str, Callable[..., Expr]] = {
    **{name: getattr(sympy, name) for name in SAME_NAME_IN_SYMPY},
    "acot": lambda x: sympy.pi / 2 - sympy.atan(x),  # range (0, pi); sympy's own is odd
    "ln": sympy.log,
    "lg": lambda x: sympy.log(x, 10),
    "lb": lambda x: sympy.log(x, 2),
    "log": lambda x, base: sympy.log(x, base),
    "abs": sympy.Abs,
    "ceil": sympy.ceiling,
    "ceiling": sympy.ceiling,
    "fracpart": lambda x: x - sympy.floor(x),
    "sgn": sympy.sign,
    "conj": sympy.conjugate,
    "max": sympy.Max,
    "min": sympy.Min,
    "mod": sympy.Mod,
    "sqrt": lambda radicand: root(radicand, sympy.S(2)),
    "nthroot": root,
    "factorial": bounded(sympy.factorial),
    "factorial2": bounded(sympy.factorial2),
    "binom": bounded(sympy.binomial),
    "binomial": bounded(sympy.binomial),
    "perm": bounded(lambda n, k: sympy.factorial(n) / sympy.factorial(n - k)),
}

CONSTANTS = {"pi": sympy.pi, "e": sympy.E, "i": sympy.I, "oo": sympy.oo}

BIG_CONSTRUCTORS: dict[str, Callable[..., Expr]] = {
    "sum": lambda body, letter, lower, upper: sympy.Sum(body, (letter, lower, upper)),
    "prod": lambda body, letter, lower, upper: sympy.Product(body, (letter, lower, upper)),
    "int": lambda body, letter, lower, upper: sympy.Integral(body, (letter, lower, upper)),
    "lim": lambda body, letter, point: sympy.Limit(
        body, letter, point, "-" if point is sympy.oo else "+" if point is -sympy.oo else "+-"
    ),
}

OPERATORS: dict[str, Callable[..., Expr]] = {
    "add": lambda *terms: sympy.Add(*terms),
    "mul": lambda *factors: sympy.Mul(*factors),
    "neg": lambda x: -x,
    "sub": lambda x, y: x - y,
    "div": quotient,
    "pow": real_power,
    "root": root,
}


def exact_number(value: Any) -> Expr:
    """Return the rational that is written as "p/q", or as [digits, places]."""
    if isinstance(value, list):
        digits, places = value
        if not 0 <= int(places) <= MAX_NUMBER_DIGITS:
            raise Declined("too_complex", "MAX_NUMBER_DIGITS")
        fraction = Fraction(int(digits), 10 ** int(places))
    elif len(str(value)) > 2 * MAX_NUMBER_DIGITS or not compiled(r"[-+]?\d+(/\d+)?").fullmatch(str(value)):
        raise Declined("too_complex", "MAX_NUMBER_DIGITS")
    else:
        fraction = Fraction(str(value))
    return sympy.Rational(fraction.numerator, fraction.denominator)


def build(tree: Any) -> Expr:
    """Return the expression for a tree; Declined for a kind that is not supported."""
    kind, value, children = tree
    if kind in ("num", "dec"):
        return exact_number(value)
    if kind == "sym":
        return sympy.Symbol(str(value), real=True)
    if kind == "const" and value in CONSTANTS:
        return CONSTANTS[value]
    constructor = (
        OPERATORS.get(kind)
        or (FUNCTIONS.get(value) if kind == "fn" else None)
        or BIG_CONSTRUCTORS.get(value if kind == "big" else kind)
        or (FUNCTIONS.get(kind) if kind not in ("const", "fn", "big") else None)
    )
    if constructor is None:
        raise Declined("unsupported", f"{kind} {value or ''}".strip()[:40])
    try:
        expression = constructor(*map(build, children))
    except (TypeError, ValueError) as error:  # a wrong number of children, an argument sympy refuses
        raise Declined("unsupported", f"{kind}: {type(error).__name__}") from None
    check_node(expression)
    return expression


def build_checked(tree: Any) -> Expr:
    """Return the expression for a tree of bounded size."""
    waiting, seen = [tree], 0
    while waiting:
        seen += 1
        if seen > MAX_NODES:
            raise Declined("too_complex", "MAX_NODES")
        waiting.extend(waiting.pop()[2])
    expression = build(tree)
    check_expression(expression)
    return expression


# ------------------------------------------------------------------------------
# 6  Values: an expression at a sample point, to 50 digits.
# ------------------------------------------------------------------------------

Point = dict[Any, Any]  # Symbol -> Rational

# Letters that commonly are real variables; all others may be integer parameters, so that a difference at
# non-integers is no witness.
REAL_LETTERS = frozenset("xyzt")


def sample_points(letters: list[Any], only_integer_parameters: bool) -> list[Point]:
    """Return the fixed points: non-integer rationals of both signs, one of them large.

    With `only_integer_parameters`, letters other than x, y, z, t take integer values.
    """
    source = random.Random(SEED)
    points = []
    for index in range(SAMPLE_POINTS):
        scale = 1009 if index == SAMPLE_POINTS - 1 else 1
        point = {}
        for letter in letters:
            value = Fraction(source.randrange(1, 400) * 8 + 3, 8 * 97) * scale
            if index % 3 == 2:
                value = -value
            if only_integer_parameters and letter.name not in REAL_LETTERS:
                value = Fraction(source.randrange(1, 9))
            point[letter] = sympy.Rational(value.numerator, value.denominator)
        points.append(point)
    return points


def real_part(value: Expr) -> Expr:
    """Return the value without an imaginary part of which no digit is sure."""
    real, imaginary = value.as_real_imag()
    is_noise = imaginary.is_Float and imaginary._prec <= NOISE_BITS
    return real if is_noise else value


def sure_fraction(value: Expr) -> Fraction | None:
    """Return a real number exactly; None if fewer than 45 of its digits are sure."""
    if value.is_Rational:
        return Fraction(int(value.p), int(value.q))
    if not value.is_Float or not value.is_finite:
        return None
    sign, mantissa, exponent, _ = value._mpf_
    if abs(int(exponent)) > MAX_VALUE_BITS:
        return None
    exact = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    if value._prec < SURE_BITS:
        return Fraction(0) if exact < TINY else None
    return -exact if sign else exact


def value_at(expression: Expr, point: Point) -> Fraction | None:
    """Return the value, exact to 45 digits; None if it is not real, not finite or not sure."""
    try:
        value = expression.evalf(DIGITS, subs=point, maxn=MAX_WORKING_DIGITS)
    except MemoryError:
        raise
    except Exception:
        return None
    return sure_fraction(real_part(value))


def relative_difference(first: Fraction, second: Fraction) -> Fraction:
    """Return the difference relative to the larger of the two sizes."""
    size = max(abs(first), abs(second))
    return abs(first - second) / size if size else Fraction(0)


def clearly_differ(first: Fraction, second: Fraction, are_exact: bool) -> bool:
    """Return True for a difference that no rounding explains."""
    if are_exact:
        return relative_difference(first, second) > CLEAR
    return relative_difference(first, second) > CLEAR_DECIMAL and abs(first - second) > CLEAR_ABSOLUTE


def decimal(value: Fraction) -> str:
    """Return the value with twelve digits, for people."""
    return f"{float(value):.12g}" if abs(value) < 10**300 else "beyond 1e300"


def describe_witness(point: Point, gold: Fraction, given: Fraction) -> str:
    """Return the witness as one line of text."""
    where = ", ".join(f"{letter.name}={value}" for letter, value in sorted(point.items(), key=str))
    return f"{where or 'values'}: {decimal(gold)} and {decimal(given)}"


# ------------------------------------------------------------------------------
# 7  Equality: proven equal, different with a witness, or undecided.
# ------------------------------------------------------------------------------


def done(expression: Expr) -> Expr:
    """Return the expression with sums, products, integrals and limits carried out."""
    if not expression.has(*BIG_OPERATORS):
        return expression
    try:
        return expression.doit()
    except MemoryError:
        raise
    except Exception as error:
        raise Declined("unsupported", f"not carried out: {type(error).__name__}") from None


def is_algebraic_zero(difference: Expr) -> bool:
    """Return True for a number without letters whose minimal polynomial is x."""
    return not difference.free_symbols and difference.equals(0) is True


# From cheap to dear; each is a true rewriting on the real domain, so that 0 proves equality there.
PROOFS: tuple[Callable[[Expr], Expr], ...] = (
    sympy.expand,
    sympy.simplify,
    sympy.radsimp,
    sympy.trigsimp,
    lambda difference: sympy.simplify(sympy.expand(difference, trig=True, log=True)),
    lambda difference: sympy.simplify(difference.rewrite(sympy.exp)),
    lambda difference: sympy.S.Zero if is_algebraic_zero(difference) else difference,
)


def is_proven_zero(difference: Expr) -> bool:
    """Return True if one of the proofs reduces the difference to nothing."""
    for proof in PROOFS:
        try:
            if proof(difference) == 0:
                return True
        except MemoryError:
            raise
        except Exception:  # simplification fails in many ways, none of which says anything
            continue
    return False


def find_difference(gold: Expr, given: Expr, letters: list[Any], are_exact: bool) -> str:
    """Return the witness of a clear difference, or an empty string."""
    for point in sample_points(letters, only_integer_parameters=True):
        values = value_at(gold, point), value_at(given, point)
        if values[0] is None or values[1] is None:
            continue
        if clearly_differ(values[0], values[1], are_exact):
            return describe_witness(point, values[0], values[1])
    return ""


def count_agreements(gold: Expr, given: Expr, letters: list[Any], close: Fraction) -> int:
    """Return how many sample points agree; 0 as soon as one does not."""
    agreements = 0
    points = sample_points(letters, only_integer_parameters=False) if letters else [{}]
    for point in points:
        values = value_at(gold, point), value_at(given, point)
        if values[0] is None or values[1] is None:
            continue
        if relative_difference(values[0], values[1]) > close:
            return 0
        agreements += 1
    return agreements


def compare_values(gold: Expr, given: Expr, may_reject: bool, are_exact: bool = True) -> Result:
    """Return equal if proven, different with its witness, or undecided with a reason.

    Equal needs both: a difference that simplifies to 0, and agreement to 40 digits at the sample points.
    Sums, products, integrals and limits of numbers are equal also if they agree to 30 digits.
    """
    letters = sorted(gold.free_symbols | given.free_symbols, key=str)
    has_big = gold.has(*BIG_OPERATORS) or given.has(*BIG_OPERATORS)
    gold, given = done(gold), done(given)
    if gold == given:
        return {"status": "equal", "reason": "same"}
    if may_reject and (witness := find_difference(gold, given, letters, are_exact)):
        return {"status": "different", "reason": "values_differ", "witness": witness}
    needed = AGREEING_POINTS if letters else 1
    agreements = count_agreements(gold, given, letters, CLOSE_BIG if has_big else CLOSE)
    if agreements < needed:
        return {"status": "undecided", "reason": "no_agreement"}
    if is_proven_zero(gold - given):
        return {"status": "equal", "reason": "simplified"}
    if has_big and not letters:
        return {"status": "equal", "reason": "agree_to_30_digits"}
    return {"status": "undecided", "reason": "agrees_unproven"}


def compare_matrices(gold: Matrix, given: Matrix, are_exact: bool) -> Result:
    """Return equal if all cells are; different if the shapes or one cell is."""
    if gold.shape != given.shape:
        shapes = f"{gold.shape} and {given.shape}"
        return {"status": "different", "reason": "shapes_differ", "witness": shapes}
    results = [compare_values(*cells, True, are_exact) for cells in zip(gold, given, strict=True)]
    for status in ("different", "undecided"):
        for result in results:
            if result["status"] == status:
                return result
    return {"status": "equal", "reason": "simplified"}


def compare_readings(gold: Any, given: Any, are_exact: bool) -> Result:
    """Return the comparison of two readings; a matrix against a value is declined."""
    are_matrices = [isinstance(side, sympy.MatrixBase) for side in (gold, given)]
    if all(are_matrices):
        return compare_matrices(gold, given, are_exact)
    if any(are_matrices):
        raise Declined("unsupported", "a matrix against a value")
    return compare_values(gold, given, True, are_exact)


def opinion_of(reader: Reader, gold: str, given: str) -> Result:
    """Return one reader's comparison; Declined if it cannot be relied on."""
    are_exact = "." not in gold + given
    result = compare_readings(read(reader, gold), read(reader, given), are_exact)
    if result["status"] != "undecided":
        check_nothing_dropped(reader, gold)
        check_nothing_dropped(reader, given)
    return result | {"reader": reader.name}


# ------------------------------------------------------------------------------
# 8  Tasks: what the sandbox serves. Every task is decided from the same state, so
#    that its result does not depend on the tasks before it.
# ------------------------------------------------------------------------------


def start_afresh() -> None:
    """Clear caches and seed the generator: each task runs as if it were the first."""
    sympy.core.cache.clear_cache()
    sympy.core.random.seed(SEED)
    random.seed(SEED)


def undecided(reason: str, detail: str) -> Result:
    """Return the result of a task that was declined."""
    return {"status": "undecided", "reason": reason, "reader": "", "witness": "", "detail": detail}


EMPTY = {"reader": "", "witness": "", "detail": ""}


def second_opinion(task: dict[str, Any]) -> Result:
    """Return what the third-party readers say of the texts "gold" and "given".

    status: equal, different or undecided; reader: whose reading decided; reason: a stable code; witness:
    where the two differ. The first reader that reads both sides decides. Spec S3.2, DESIGN 5.
    """
    start_afresh()
    gold, given = str(task["gold"]).strip(), str(task["given"]).strip()
    try:
        for text in (gold, given):
            check_size(text)
            check_notation(text)
    except Declined as declined:
        return undecided(declined.reason, declined.detail)
    first_refusal: Result | None = None
    for reader in READERS:
        try:
            return EMPTY | opinion_of(reader, gold, given)
        except Declined as declined:
            first_refusal = first_refusal or undecided(declined.reason, declined.detail)
    return first_refusal or undecided("reader_missing", "")


def simplify(task: dict[str, Any]) -> Result:
    """Return whether sympy proves the trees "gold" and "given" equal, else undecided. DESIGN 6."""
    start_afresh()
    try:
        gold, given = build_checked(task["gold"]), build_checked(task["given"])
        return EMPTY | compare_values(gold, given, may_reject=False)
    except Declined as declined:
        return undecided(declined.reason, declined.detail)


def values_by(reader: Reader, text: str, points: list[dict[str, str]]) -> Result:
    """Return one reader's values of the text, None where it has none; and why, if it declined."""
    try:
        check_size(text)
        expression = read(reader, text)
        if isinstance(expression, sympy.MatrixBase):
            raise Declined("unsupported", "matrix")
        expression = done(expression)
        values = []
        for point in points[:MAX_POINTS]:
            known = {sympy.Symbol(name, real=True): exact_number(value) for name, value in point.items()}
            value = value_at(expression, known) if expression.free_symbols <= set(known) else None
            values.append(
                None
                if value is None
                else str(sympy.Float(sympy.Rational(value.numerator, value.denominator), 30))
            )
    except Declined as declined:
        return {"status": declined.reason, "detail": declined.detail, "values": []}
    return {"status": "read", "detail": "", "values": values}


def values_of_readings(task: dict[str, Any]) -> Result:
    """Return, for each reader, the values of "text" at "points" ({letter: "p/q"}), to 30 digits.

    With all their misreadings: this is what the differential test compares. Spec S2, leg 2.
    """
    start_afresh()
    return {reader.name: values_by(reader, str(task["text"]).strip(), task["points"]) for reader in READERS}


PACKAGES = ("sympy", "mpmath", "latex2sympy2_extended", "antlr4-python3-runtime")


def version_of(package: str) -> str:
    """Return the installed version, or an empty string."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def try_reader(reader: Reader) -> str:
    """Return "ok" if the reader reads one half, else what is wrong with it."""
    try:
        is_half = read(reader, r"\frac{1}{2}").doit() == sympy.Rational(1, 2)
    except Declined as declined:
        return str(declined)
    return "ok" if is_half else "reads one half as something else"


def ping(task: dict[str, Any]) -> Result:
    """Return versions of all packages ("" if missing), and for each reader "ok" or its fault."""
    start_afresh()
    return {
        "versions": {package: version_of(package) for package in PACKAGES},
        "readers": {reader.name: try_reader(reader) for reader in READERS},
    }


def load_readers() -> None:
    """Load the readers that are installed, so that no task's time pays for it."""
    ping({})


TASKS = {"second_opinion": second_opinion, "simplify": simplify, "readings": values_of_readings, "ping": ping}

# Done once when the child has loaded this file; not at import, where it would change sympy for the importer.
SET_UP = block_string_evaluation

# Done once, untimed, before the first task of that name.
PREPARATIONS = dict.fromkeys(("second_opinion", "readings", "ping"), load_readers)
