r"""Ways to write a value of the grammar: LaTeX, plain text, Unicode, and the Russian tradition.

    write(v, notation, rng) -> str

Each writer makes its small choices (spaces, `\left`, `\dfrac`, products without sign, `(\sin x)^2`) with
the given `rng`.  What a writer may not do is write something that people would read otherwise.
"""

from __future__ import annotations

import string
from random import Random

from grammar import V

NOTATIONS = ("latex", "plain", "unicode", "russian")

# How tightly a place binds: a whole text, a term of a sum, a factor, the base of a power.
WHOLE, TERM, FACTOR, BASE = range(4)

_PLAIN_NAMES = {r"\alpha": "alpha", r"\beta": "beta"}
_UNICODE_NAMES = {r"\alpha": "α", r"\beta": "β", "x_1": "x₁", "x_2": "x₂"}
_LATEX_FUNCTIONS = {
    "asin": (r"\arcsin",),
    "acos": (r"\arccos",),
    "atan": (r"\arctan", r"\operatorname{arctan}"),
    "acot": (r"\operatorname{arccot}",),
    "asec": (r"\operatorname{arcsec}",),
    "acsc": (r"\operatorname{arccsc}",),
    "asinh": (r"\operatorname{arsinh}", r"\operatorname{arcsinh}"),
    "acosh": (r"\operatorname{arcosh}",),
    "atanh": (r"\operatorname{artanh}",),
    "acoth": (r"\operatorname{arcoth}",),
    "asech": (r"\operatorname{arsech}",),
    "acsch": (r"\operatorname{arcsch}",),
    "sech": (r"\operatorname{sech}",),
    "csch": (r"\operatorname{csch}",),
    "lg": (r"\lg", r"\log_{10}"),
    "lb": (r"\log_2", r"\operatorname{lb}"),
    "sgn": (r"\operatorname{sgn}",),
    "lcm": (r"\operatorname{lcm}",),
    "atan2": (r"\operatorname{atan2}",),
    "re": (r"\operatorname{Re}",),
    "im": (r"\operatorname{Im}",),
    "arg": (r"\arg",),
    "conj": (r"\operatorname{conj}",),
    "det": (r"\det",),
    "deg": (r"\deg",),
}
_RUSSIAN_FUNCTIONS = {
    "tan": (r"\tg", r"\operatorname{tg}"),
    "cot": (r"\ctg", r"\operatorname{ctg}"),
    "csc": (r"\cosec",),
    "atan": (r"\arctg", r"\operatorname{arctg}"),
    "acot": (r"\arcctg", r"\operatorname{arcctg}"),
    "lg": (r"\lg",),
}
_PLAIN_FUNCTIONS = {
    "asin": ("arcsin", "asin"),
    "acos": ("arccos", "acos"),
    "atan": ("arctan", "atan", "arctg"),
    "acot": ("arccot", "acot", "arcctg"),
    "asec": ("arcsec", "asec"),
    "acsc": ("arccsc", "acsc", "arccosec"),
    "asinh": ("arcsinh", "asinh", "arsinh"),
    "acosh": ("arccosh", "acosh", "arcosh"),
    "atanh": ("artanh", "atanh", "arctanh"),
    "acoth": ("arcoth", "acoth", "arccoth"),
    "asech": ("arsech", "asech", "arcsech"),
    "acsch": ("arcsch", "acsch", "arccsch"),
    "tan": ("tan",),
    "cot": ("cot", "ctg", "cotan"),
    "csc": ("csc", "cosec"),
    "lg": ("lg", "log10"),
    "lb": ("log2",),
    "sgn": ("sgn", "sign"),
    "exp": ("exp",),
    "binom": ("binomial", "binom"),
    "perm": ("nPr",),
    "ceil": ("ceil", "ceiling"),
    "conj": ("conj", "conjugate"),
    "re": ("re",),
    "im": ("im",),
    "max": ("max",),
    "min": ("min",),
    "factorial": ("factorial",),
}
_INVERSES = {
    "asin": "sin",
    "acos": "cos",
    "atan": "tan",
    "acot": "cot",
    "asec": "sec",
    "acsc": "csc",
    "asinh": "sinh",
    "acosh": "cosh",
    "atanh": "tanh",
}
_POWERED = frozenset({"sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "ln", "lg"})
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_UNICODE_FRACTIONS = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 5): "⅕",
    (1, 8): "⅛",
}


class Writer:
    """Writes one value in one notation."""

    def __init__(self, notation: str, rng: Random) -> None:
        self.rng = rng
        self.notation = notation
        self.is_tex = notation in ("latex", "russian")

    # -- pieces -----------------------------------------------------------------

    def bracket(self, text: str) -> str:
        """Return the text in round brackets."""
        if self.is_tex:
            opening, closing = self.rng.choice(
                (("(", ")"), (r"\left(", r"\right)"), (r"\bigl(", r"\bigr)"), (r"\left( ", r" \right)"))
            )
            return opening + text + closing
        return f"({text})"

    def bracketed_if(self, needed: bool, text: str) -> str:
        """Return the text, in brackets where the place binds more tightly."""
        return self.bracket(text) if needed else text

    def write(self, v: V, place: int = WHOLE) -> str:
        """Return the text of a value at a place."""
        return getattr(self, "write_" + v.kind)(v, place)

    # -- literals -----------------------------------------------------------------

    def write_int(self, v: V, place: int) -> str:
        """Return a whole number, its thousands grouped now and then where TeX has a sign for it."""
        text = str(v.data)
        if self.is_tex and len(text) > 4 and self.rng.random() < 0.4:
            groups = [text[max(0, end - 3) : end] for end in range(len(text), 0, -3)][::-1]
            return self.rng.choice((r"\,", "{,}", r",\!", r"\ ")).join(groups)
        return text

    def write_dec(self, v: V, place: int) -> str:
        """Return a decimal with a point, or the TeX comma."""
        digits, places = v.data
        text = f"{digits:0{places + 1}d}"
        comma = "{,}" if self.is_tex and (self.notation == "russian" or self.rng.random() < 0.2) else "."
        head = text[:-places]
        if head == "0" and self.rng.random() < 0.1 and comma == "." and place == WHOLE:
            head = ""
        return head + comma + text[-places:]

    def write_mixed(self, v: V, place: int) -> str:
        """Return a mixed number; in brackets inside products."""
        whole, top, bottom = v.data
        if self.notation == "unicode" and (top, bottom) in _UNICODE_FRACTIONS:
            text = f"{whole}{_UNICODE_FRACTIONS[top, bottom]}"
        elif self.is_tex:
            text = f"{whole}" + self.rng.choice(("", " ", r"\,")) + self.tex_fraction(str(top), str(bottom))
        else:
            text = f"{whole} {top}/{bottom}"
        return self.bracketed_if(place > TERM, text)

    def write_repeating(self, v: V, place: int) -> str:
        """Return a repeating decimal with its period in brackets or under a bar."""
        whole, decimals, period = v.data
        head = f"{whole}{'{,}' if self.notation == 'russian' else '.'}{decimals}"
        bar = self.is_tex and self.notation != "russian"
        text = head + (rf"\overline{{{period}}}" if bar else f"({period})")
        return self.bracketed_if(place > TERM, text)

    def write_scientific(self, v: V, place: int) -> str:
        """Return a mantissa and a power of ten, or e-notation in plain text."""
        digits, places, exponent = v.data
        mantissa = f"{digits // 10**places}.{digits % 10**places:0{places}d}"
        if self.notation == "plain" and self.rng.random() < 0.5:
            return self.bracketed_if(place == BASE, mantissa + self.rng.choice(("e", "E")) + str(exponent))
        sign = {
            "latex": self.rng.choice((r"\times ", r"\cdot ")),
            "russian": r"\cdot ",
            "plain": "*",
            "unicode": "·",
        }[self.notation]
        return self.bracketed_if(place > TERM, f"{mantissa}{sign}10{self.superscript(exponent)}")

    def superscript(self, exponent: int) -> str:
        """Return a whole exponent."""
        if self.notation == "unicode":
            return str(exponent).translate(_SUPERSCRIPTS)
        if self.is_tex:
            return f"^{exponent}" if 0 <= exponent < 10 and self.rng.random() < 0.5 else f"^{{{exponent}}}"
        return self.rng.choice(("^", "**")) + (str(exponent) if exponent >= 0 else f"({exponent})")

    def write_sym(self, v: V, place: int) -> str:
        """Return a letter."""
        if self.notation == "plain":
            return _PLAIN_NAMES.get(v.data, v.data)
        if self.notation == "unicode":
            return _UNICODE_NAMES.get(v.data, v.data)
        if v.data.startswith("\\"):
            return v.data + self.rng.choice((" ", " ", " ", "{}"))
        return v.data.replace("_1", "_{1}") if self.rng.random() < 0.5 else v.data

    def write_const(self, v: V, place: int) -> str:
        """Return pi, e or i."""
        if v.data == "pi":
            return {"plain": "pi", "unicode": "π"}.get(self.notation, r"\pi ")
        return v.data

    # -- arithmetic -----------------------------------------------------------------

    def write_add(self, v: V, place: int) -> str:
        """Return a sum."""
        pieces = [self.write(v.args[0], TERM if v.args[0].kind != "neg" else WHOLE)]
        for arg in v.args[1:]:
            space = self.rng.choice(("", " "))
            negative = arg.kind == "neg"
            minus = "−" if self.notation == "unicode" else "-"
            term = self.write(arg.args[0] if negative else arg, TERM)
            pieces.append(f"{space}{minus if negative else '+'}{space}{term}")
        return self.bracketed_if(place > WHOLE, "".join(pieces))

    def write_neg(self, v: V, place: int) -> str:
        """Return an opposite."""
        minus = "−" if self.notation == "unicode" else "-"
        return self.bracketed_if(place > WHOLE, minus + self.write(v.args[0], TERM))

    def write_mul(self, v: V, place: int) -> str:
        """Return a product, its sign left out where nothing can be misread."""
        text = self.write(v.args[0], FACTOR)
        for before, arg in zip(v.args, v.args[1:], strict=False):
            right = self.write(arg, FACTOR)
            text = (
                text
                + (self.rng.choice(("", " ")) if self.may_touch(before, arg, text, right) else self.times())
                + right
            )
        return self.bracketed_if(place > TERM, text)

    def times(self) -> str:
        """Return a multiplication sign."""
        return {
            "latex": self.rng.choice((r"\cdot ", r"\times ", r" \cdot ")),
            "russian": r"\cdot ",
            "plain": self.rng.choice(("*", " * ")),
            "unicode": self.rng.choice(("·", "×")),
        }[self.notation]

    def may_touch(self, before: V, after: V, left: str, right: str) -> bool:
        """Return whether a product without sign is what anybody would read here."""
        if self.rng.random() < 0.3 or before.kind not in ("int", "dec", "sym", "pow"):
            return False
        if before.kind == "sym" and right[:1] in "([":
            return False
        if before.kind == "pow" and not (self.is_tex and before.args[0].kind == "sym" and left.endswith("}")):
            return False
        if after.kind == "sym":
            return before.kind == "int" or self.is_tex
        if after.kind in ("root", "fn", "const") and after.data != "e":
            return (
                self.is_tex and right.startswith("\\") and not right.startswith((r"\l", r"\{", r"\b", r"\o"))
            )
        return right.startswith(("(", r"\left(", r"\bigl(")) and before.kind != "pow"

    def tex_fraction(self, top: str, bottom: str) -> str:
        """Return a TeX fraction; of single digits sometimes without braces."""
        command = self.rng.choice((r"\frac", r"\frac", r"\dfrac", r"\tfrac"))
        if (
            len(top) == len(bottom) == 1
            and top in string.digits
            and bottom in string.digits
            and self.rng.random() < 0.4
        ):
            return command + self.rng.choice(
                (top + bottom, f" {top}{bottom}", f"{{{top}}}{bottom}", f"{top}{{{bottom}}}")
            )
        return f"{command}{{{top}}}{{{bottom}}}"

    def write_div(self, v: V, place: int) -> str:
        """Return a quotient: a fraction, a slash, or the Russian colon."""
        top, bottom = v.args
        if (
            self.is_tex
            and not (self.notation == "russian" and self.rng.random() < 0.3)
            and self.rng.random() < 0.85
        ):
            return self.bracketed_if(place == BASE, self.tex_fraction(self.write(top), self.write(bottom)))
        sign = {"russian": " : ", "unicode": self.rng.choice(("/", "÷"))}.get(self.notation, "/")
        head = self.write(top, FACTOR if top.kind != "mul" else TERM)
        return self.bracketed_if(place > TERM, head + sign + self.write(bottom, BASE))

    def write_pow(self, v: V, place: int) -> str:
        """Return a power; of a function also with the exponent behind its name."""
        base, exponent = v.args
        if base.kind == "fn" and base.data in _POWERED and exponent.kind == "int" and self.rng.random() < 0.5:
            return self.bracketed_if(place == BASE, self.function(base, self.superscript(exponent.data)))
        is_whole = exponent.kind == "int" or (exponent.kind == "neg" and exponent.args[0].kind == "int")
        if is_whole:
            number = exponent.data if exponent.kind == "int" else -exponent.args[0].data
            power = self.superscript(number)
        elif self.is_tex:
            power = f"^{{{self.write(exponent)}}}"
        else:
            power = f"^({self.write(exponent)})"
        return self.bracketed_if(place == BASE, self.write(base, BASE) + power)

    def write_root(self, v: V, place: int) -> str:
        """Return a root."""
        inner = self.write(v.args[0])
        if self.is_tex:
            if v.data == 4 and self.notation == "russian" and place != BASE:
                return rf"{{}}^4\sqrt{{{inner}}}"
            if v.data == 2 and len(inner) == 1 and self.rng.random() < 0.3:
                return rf"\sqrt {inner}"
            return (r"\sqrt" if v.data == 2 else rf"\sqrt[{v.data}]") + f"{{{inner}}}"
        if self.notation == "unicode" and v.data <= 4:
            return {2: "√", 3: "∛", 4: "∜"}[v.data] + f"({inner})"
        if v.data == 2:
            return f"sqrt({inner})"
        return f"cbrt({inner})" if v.data == 3 and self.rng.random() < 0.5 else f"root({inner}, {v.data})"

    def write_degree(self, v: V, place: int) -> str:
        """Return an angle in degrees."""
        text = self.write(v.args[0], BASE)
        return text + (self.rng.choice((r"^\circ", r"^{\circ}")) if self.is_tex else "°")

    # -- functions -----------------------------------------------------------------

    def write_fn(self, v: V, place: int) -> str:
        """Return a known function by the writer of its shape."""
        special = getattr(self, "function_" + v.data, None)
        text = special(v, place) if special is not None else self.function(v)
        return self.bracketed_if(place == BASE and v.data not in ("abs", "floor", "ceil"), text)

    def function(self, v: V, power: str = "") -> str:
        """Return a function's name, power and bracket."""
        arguments = ", ".join(self.write(arg) for arg in v.args)
        if v.data in _INVERSES and not power and self.rng.random() < 0.25:
            name = self.function_name(_INVERSES[v.data])
            return (
                name
                + (r"^{-1}" if self.is_tex else "⁻¹" if self.notation == "unicode" else "^(-1)")
                + self.bracket(arguments)
            )
        name = self.function_name(v.data)
        inner = v.args[0]
        if (
            len(v.args) == 1
            and self.is_tex
            and "log_2" not in name
            and self.rng.random() < 0.4
            and (
                inner.kind in ("sym", "int")
                or (inner.kind == "mul" and [a.kind for a in inner.args] == ["int", "sym"])
            )
        ):
            bare = " ".join(self.write(part) for part in inner.args) or arguments
            return self.bracket(f"{name}{power} {bare}") if not power else f"{{{name}{power} {bare}}}"
        return f"{name}{power}{self.bracket(arguments)}"

    def function_name(self, name: str) -> str:
        """Return one of the spellings of a function."""
        if self.notation == "russian" and name in _RUSSIAN_FUNCTIONS:
            return self.rng.choice(_RUSSIAN_FUNCTIONS[name])
        if self.is_tex:
            return self.rng.choice(_LATEX_FUNCTIONS.get(name, ("\\" + name,)))
        return self.rng.choice(_PLAIN_FUNCTIONS.get(name, (name,)))

    def function_exp(self, v: V, place: int) -> str:
        """Return the exponential function, or e to a power."""
        inner = self.write(v.args[0])
        if self.rng.random() < 0.5:
            return f"e^{{{inner}}}" if self.is_tex else f"e^({inner})"
        return self.function_name("exp") + self.bracket(inner)

    def function_log(self, v: V, place: int) -> str:
        """Return a logarithm to a base."""
        inner, base = self.write(v.args[0]), self.write(v.args[1])
        if self.is_tex:
            head = rf"\log_{base}" if len(base) == 1 and self.rng.random() < 0.5 else rf"\log_{{{base}}}"
            return head + self.bracket(inner)
        return f"log_{base}({inner})" if self.rng.random() < 0.6 else f"log({inner}, {base})"

    def function_abs(self, v: V, place: int) -> str:
        """Return an absolute value between bars."""
        inner = self.write(v.args[0])
        if self.is_tex:
            return self.rng.choice((rf"\left|{inner}\right|", f"|{inner}|", rf"\lvert {inner}\rvert"))
        return self.rng.choice((f"|{inner}|", f"abs({inner})"))

    def function_floor(self, v: V, place: int) -> str:
        """Return an integer part."""
        inner = self.write(v.args[0])
        if self.is_tex:
            return self.rng.choice((rf"\lfloor {inner}\rfloor", rf"\left\lfloor {inner} \right\rfloor"))
        return f"⌊{inner}⌋" if self.notation == "unicode" else f"floor({inner})"

    def function_ceil(self, v: V, place: int) -> str:
        """Return the next whole number above."""
        inner = self.write(v.args[0])
        if self.is_tex:
            return rf"\lceil {inner}\rceil"
        return f"⌈{inner}⌉" if self.notation == "unicode" else f"{self.function_name('ceil')}({inner})"

    def function_part(self, v: V, place: int) -> str:
        """Return a fractional part: in braces inside an expression, else what is left above the floor."""
        inner = v.args[0]
        if WHOLE < place < BASE and self.is_tex:
            return rf"\{{{write(inner, 'latex', self.rng)}\}}"  # no colon: it would say `such that`
        return self.bracketed_if(
            place > WHOLE, f"{self.write(inner, TERM)} - {self.function_floor(v, FACTOR)}"
        )

    def function_factorial(self, v: V, place: int) -> str:
        """Return a factorial."""
        if self.notation == "plain" and self.rng.random() < 0.2:
            return f"factorial({self.write(v.args[0])})"
        return self.write(v.args[0], BASE) + "!"

    def function_factorial2(self, v: V, place: int) -> str:
        """Return a double factorial."""
        return self.write(v.args[0], BASE) + "!!"

    def function_binom(self, v: V, place: int) -> str:
        """Return a binomial coefficient; C with indices in the Russian tradition."""
        n, k = (self.write(arg) for arg in v.args)
        if self.notation == "russian":
            return rf"C_{{{n}}}^{{{k}}}"
        if self.is_tex:
            return self.rng.choice(
                (rf"\binom{{{n}}}{{{k}}}", rf"\dbinom{{{n}}}{{{k}}}", rf"{{{n}\choose {k}}}")
            )
        return f"{self.function_name('binom')}({n}, {k})"

    def function_perm(self, v: V, place: int) -> str:
        """Return a number of arrangements."""
        n, k = (self.write(arg) for arg in v.args)
        if self.notation == "russian":
            return rf"A_{{{n}}}^{{{k}}}"
        return f"nPr({n}, {k})" if not self.is_tex else self.tex_fraction(f"{n}!", f"({n}-{k})!")

    def function_mod(self, v: V, place: int) -> str:
        """Return a remainder."""
        left, right = (self.write(arg, BASE) for arg in v.args)
        return self.bracketed_if(
            place > WHOLE, f"{left} {chr(92) + 'bmod' if self.is_tex else 'mod'} {right}"
        )

    def write_call(self, v: V, place: int) -> str:
        """Return an unknown function."""
        return self.bracketed_if(
            place == BASE, v.data + self.bracket(", ".join(self.write(arg) for arg in v.args))
        )

    # -- ranges -----------------------------------------------------------------

    def write_sum(self, v: V, place: int) -> str:
        """Return a sum over whole numbers; only TeX and Unicode have a sign for it."""
        body, low, high = (self.write(arg, FACTOR) for arg in v.args)
        return self.bracketed_if(place > WHOLE, rf"{chr(92)}{v.kind}_{{{v.data}={low}}}^{{{high}}} {body}")

    write_prod = write_sum

    def write_integral(self, v: V, place: int) -> str:
        """Return a definite integral."""
        body, low, high = self.write(v.args[0], FACTOR), self.write(v.args[1]), self.write(v.args[2])
        limits = (
            rf"\int_{low}^{high}"
            if len(low) == len(high) == 1 and self.rng.random() < 0.5
            else rf"\int_{{{low}}}^{{{high}}}"
        )
        return self.bracketed_if(
            place > WHOLE, rf"{limits} {body}{self.rng.choice((chr(92) + ',', ' '))}d{v.data}"
        )


def write(v: V, notation: str, rng: Random, place: int = WHOLE) -> str:
    """Return the text of a value in a notation."""
    return Writer(notation, rng).write(v, place)
