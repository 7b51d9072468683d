r"""The vocabulary of the reader: commands, characters and words, as tables.

A new spelling belongs here; a new construction belongs in `reader.py`.
"""

from __future__ import annotations

# fmt: off (tables: a line holds what belongs together)

# ------------------------------------------------------------------------------
# 1  Characters: what a Unicode character is in ASCII or LaTeX
# ------------------------------------------------------------------------------

_FRACTIONS = {
    "½": "1/2",
    "⅓": "1/3",
    "⅔": "2/3",
    "¼": "1/4",
    "¾": "3/4",
    "⅕": "1/5",
    "⅖": "2/5",
    "⅗": "3/5",
    "⅘": "4/5",
    "⅙": "1/6",
    "⅚": "5/6",
    "⅛": "1/8",
    "⅜": "3/8",
    "⅝": "5/8",
    "⅞": "7/8",
    "⅐": "1/7",
    "⅑": "1/9",
    "⅒": "1/10",
}
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ⁽⁾", "0123456789+-n()", strict=True))
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ₙₖ", "0123456789nk", strict=True))
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξρστυφχψωΓΔΘΛΞΠΣΦΨΩϕϵ",
        (
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi omega "
            "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega phi epsilon"
        ).split(),
        strict=True,
    )
)
_PLAIN = {
    "−": "-",
    "–": "-",
    "—": "-",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "＋": "+",
    "－": "-",
    "×": r"\times ",
    "⋅": r"\cdot ",
    "·": r"\cdot ",
    "∗": "*",
    "•": r"\cdot ",
    "÷": r"\div ",
    "／": "/",
    "∕": "/",
    "⁄": "/",
    "√": r"\surd ",
    "∂": r"\partial ",
    "∛": r"\cuberoot ",
    "∜": r"\fourthroot ",
    "π": r"\pi ",
    "∞": r"\infty ",
    "∪": r"\cup ",
    "⋃": r"\cup ",
    "∩": r"\cap ",
    "∅": r"\emptyset ",
    "⌀": r"\emptyset ",
    "∀": r"\forall ",
    "↦": r"\mapsto ",
    "∈": r"\in ",
    "∉": r"\notin ",
    "∋": r"\ni ",
    "∌": r"\notni ",
    "⊂": r"\subset ",
    "⊃": r"\supset ",
    "⊆": r"\subseteq ",
    "⊇": r"\supseteq ",
    "⊄": r"\nsubset ",
    "⊅": r"\nsupset ",
    "⊈": r"\nsubseteq ",
    "⊉": r"\nsupseteq ",
    "≤": r"\le ",
    "≥": r"\ge ",
    "⩽": r"\le ",
    "⩾": r"\ge ",
    "≦": r"\le ",
    "≧": r"\ge ",
    "≠": r"\ne ",
    "≈": r"\approx ",
    "≅": r"\cong ",
    "≃": r"\approx ",
    "≡": r"\equiv ",
    "±": r"\pm ",
    "∓": r"\mp ",
    "°": r"^{\circ}",
    "∘": r"\circ ",
    "º": r"^{\circ}",
    "′": "'",
    "″": "''",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "∠": r"\angle ",
    "△": r"\triangle ",
    "∫": r"\int ",
    "∑": r"\sum ",
    "∏": r"\prod ",
    "→": r"\to ",
    "⇒": r"\Rightarrow ",
    "⟹": r"\implies ",
    "⟶": r"\to ",
    "↔": r"\leftrightarrow ",
    "⟷": r"\leftrightarrow ",
    "⇔": r"\iff ",
    "⟺": r"\iff ",
    "⊕": r"\oplus ",
    "⊻": r"\veebar ",
    "⊼": r"\barwedge ",
    "∧": r"\wedge ",
    "∨": r"\vee ",
    "¬": r"\neg ",
    "ℝ": r"\mathbb{R}",
    "ℤ": r"\mathbb{Z}",
    "ℕ": r"\mathbb{N}",
    "ℚ": r"\mathbb{Q}",
    "ℂ": r"\mathbb{C}",
    "⌊": r"\lfloor ",
    "⌋": r"\rfloor ",
    "⌈": r"\lceil ",
    "⌉": r"\rceil ",
    "…": r"\ldots ",
    "⟨": r"\langle ",
    "⟩": r"\rangle ",
    "∣": "|",
    "℃": r"^{\circ}\text{C}",
    "％": "%",
    "＝": "=",
    "＜": "<",
    "＞": ">",
    "（": "(",
    "）": ")",
    "［": "[",
    "］": "]",
    "｛": "{",
    "｝": "}",
    "，": ", ",
    "；": "; ",
    "：": ":",
    "。": ".",
    "、": ", ",
    "．": ".",
    "！": "!",
    "？": "?",
    "｜": "|",
    "＾": "^",
    "＊": "*",
    "∖": r"\setminus ",
    "∙": r"\cdot ",
    "∼": r"\sim ",
    "⟂": r"\perp ",
    "⊥": r"\perp ",
    "∥": r"\parallel ",
    "ℎ": "h",
    "ℏ": r"\hbar ",
    "𝜋": r"\pi ",
    "𝑒": "e",
    "\u200b": "",
    "\u200c": "",
    "\u200d": "",
    "\u2060": "",
    "\ufeff": "",
    "\u200e": "",
    "\u200f": "",
    "\u00ad": "",
    "\u00a0": " ",
    "\u202f": " ",
    "\u2009": " ",
    "\u2002": " ",
    "\u2003": " ",
    "\u3000": " ",
    "\u2061": "",
    "\u2062": "",
}

CHARACTERS: dict[int, str] = {ord(char): rf"\{name} " for char, name in _GREEK.items()}
CHARACTERS |= {ord(char): text for char, text in _PLAIN.items()}
CHARACTERS |= {
    ord(char): rf"\frac{{{text.split('/')[0]}}}{{{text.split('/')[1]}}}" for char, text in _FRACTIONS.items()
}
SUPERSCRIPTS: dict[int, str] = {ord(char): text for char, text in _SUPERSCRIPTS.items()}
SUBSCRIPTS: dict[int, str] = {ord(char): text for char, text in _SUBSCRIPTS.items()}
CHARACTERS |= {0xFF10 + digit: str(digit) for digit in range(10)}

# ------------------------------------------------------------------------------
# 2  Functions: every spelling of the ones we can evaluate
# ------------------------------------------------------------------------------

_TRIG = {
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "tg": "tan",
    "cot": "cot",
    "ctg": "cot",
    "cotg": "cot",
    "cotan": "cot",
    "sec": "sec",
    "csc": "csc",
    "cosec": "csc",
}
_HYPERBOLIC = {"sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "coth": "coth", "sech": "sech", "csch": "csch"}
_INVERSE = {
    prefix + name: "a" + canonical
    for name, canonical in (_TRIG | _HYPERBOLIC).items()
    for prefix in ("arc", "a")
}
_INVERSE |= {"ar" + name: "a" + canonical for name, canonical in _HYPERBOLIC.items()}
_OTHER = {
    "cis": "cis",
    "exp": "exp",
    "ln": "ln",
    "log": "log",
    "lg": "lg",
    "lb": "lb",
    "abs": "abs",
    "Abs": "abs",
    "sqrt": "sqrt",
    "cbrt": "cbrt",
    "floor": "floor",
    "ceil": "ceil",
    "ceiling": "ceil",
    "max": "max",
    "min": "min",
    "gcd": "gcd",
    "lcm": "lcm",
    "Re": "re",
    "Im": "im",
    "re": "re",
    "im": "im",
    "conj": "conj",
    "conjugate": "conj",
    "arg": "arg",
    "sgn": "sgn",
    "sign": "sgn",
    "signum": "sgn",
    "det": "det",
    "deg": "deg",
    "binomial": "binom",
    "binom": "binom",
    "nCr": "binom",
    "nPr": "perm",
    "factorial": "factorial",
    "Log": "log",
    "atan2": "atan2",
    "log10": "lg",
    "log2": "lb",
    "root": "nthroot",
    "nthroot": "nthroot",
}

#: spelling -> the function it names
FUNCTIONS: dict[str, str] = _TRIG | _HYPERBOLIC | _INVERSE | _OTHER
#: functions whose power `f^{-1}` is the inverse function
INVERTIBLE = frozenset(_TRIG.values()) | frozenset(_HYPERBOLIC.values())
#: names that only a backslash or a following bracket makes a function: too like products of letters
SHY_FUNCTIONS = frozenset({"lb", "re", "im", "arg", "det", "deg", "min", "max", "conj", "sign", "root", "tg"})
#: names that plain text must follow with a bracket, a power or an argument
WORD_FUNCTIONS = {name: target for name, target in FUNCTIONS.items() if name not in SHY_FUNCTIONS}
#: the names of Mathematica, whose arguments stand in square brackets
BRACKET_FUNCTIONS = {
    **{name.capitalize(): target for name, target in (_TRIG | _HYPERBOLIC).items()},
    **{f"Arc{name.capitalize()}": f"a{target}" for name, target in (_TRIG | _HYPERBOLIC).items()},
    **{
        name.capitalize(): FUNCTIONS[name]
        for name in ("sqrt", "exp", "abs", "floor", "ceiling", "max", "min", "arg")
    },
    "Log": "ln",
    "Re": "re",
    "Im": "im",
    "Conjugate": "conj",
    "Sign": "sgn",
    "CubeRoot": "cbrt",
    "Surd": "nthroot",
    "Binomial": "binom",
    "Factorial": "factorial",
    "GCD": "gcd",
    "LCM": "lcm",
    "Gamma": "gamma",
    "Zeta": "zeta",
}
UNKNOWN_FUNCTIONS = frozenset("fghFGH") | {"phi", "varphi", "psi", "Phi", "Gamma"}

# ------------------------------------------------------------------------------
# 3  Commands and words
# ------------------------------------------------------------------------------

GREEK = frozenset(_GREEK.values()) | {"varphi", "varepsilon", "vartheta", "varrho", "omicron", "digamma"}
GREEK_WORDS = GREEK - {"eta", "nu", "mu", "xi", "chi", "psi", "phi", "tau", "rho"} | {
    "theta",
    "phi",
    "psi",
    "tau",
    "rho",
    "mu",
}
SYMBOL_ALIASES = {"varphi": "phi", "varepsilon": "epsilon", "vartheta": "theta", "varrho": "rho"}
CONSTANTS = {
    "pi": "pi",
    "infty": "oo",
    "infinity": "oo",
    "infin": "oo",
    "oo": "oo",
    "inf": "oo",
    "Infinity": "oo",
    "mathrm{e}": "e",
    "imath": "i",
    "jmath": "j",
}
SYMBOL_COMMANDS = {
    "ell": "ell",
    "hbar": "hbar",
    "partial": "partial",
    "nabla": "nabla",
    "Box": "Box",
    "star": "star",
    "square": "square",
    "triangle": "triangle",
    "clubsuit": "clubsuit",
    "spadesuit": "spadesuit",
    "heartsuit": "heartsuit",
    "diamondsuit": "diamondsuit",
    "bullet": "bullet",
    "aleph": "aleph",
}

RELATIONS = {
    "=": "=",
    "==": "=",
    ":=": "=",
    "<": "<",
    ">": ">",
    "<=": "<=",
    ">=": ">=",
    "=<": "<=",
    "=>": "=>",
    "!=": "!=",
    "<>": "!=",
    "le": "<=",
    "leq": "<=",
    "leqslant": "<=",
    "leqq": "<=",
    "lt": "<",
    "ge": ">=",
    "geq": ">=",
    "geqslant": ">=",
    "geqq": ">=",
    "gt": ">",
    "ne": "!=",
    "neq": "!=",
    "in": "in",
    "isin": "in",
    "notin": "notin",
    "ni": "ni",
    "notni": "notni",
    "subset": "subset",
    "supset": "supset",
    "subseteq": "subseteq",
    "supseteq": "supseteq",
    "nsubset": "nsubset",
    "nsupset": "nsupset",
    "nsubseteq": "nsubseteq",
    "nsupseteq": "nsupseteq",
    "approx": "~",
    "simeq": "~",
    "approxeq": "~",
    "doteq": "~",
    "cong": "cong",
    "equiv": "=",
    "sim": "sim",
    "perp": "perp",
    "parallel": "parallel",
    "propto": "propto",
    "mid": "mid",
    "to": "to",
    "rightarrow": "to",
    "Rightarrow": "implies",
    "implies": "implies",
    "iff": "iff",
    "Leftrightarrow": "iff",
    "mapsto": "to",
    "longrightarrow": "to",
    "ll": "ll",
    "gg": "gg",
}
#: an operator and the one that says the same with the sides swapped
SWAPPED = {
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
    "=": "=",
    "!=": "!=",
    "in": "ni",
    "ni": "in",
    "notin": "notni",
    "notni": "notin",
    "subset": "supset",
    "supset": "subset",
    "subseteq": "supseteq",
    "supseteq": "subseteq",
    "nsubset": "nsupset",
    "nsupset": "nsubset",
    "nsubseteq": "nsupseteq",
    "nsupseteq": "nsubseteq",
    "cong": "cong",
    "perp": "perp",
    "parallel": "parallel",
    "sim": "sim",
}
INEQUALITIES = frozenset({"<", ">", "<=", ">=", "!="})

#: commands that only lay out and vanish
LAYOUT = frozenset(
    """left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle displaystyle textstyle
scriptstyle limits nolimits quad qquad thinspace medspace thickspace negthinspace enspace space hfill hline null bf rm it
boldsymbol noindent par strut allowbreak nonumber notag ensuremath smallskip medskip bigskip scriptscriptstyle
Large large small normalsize tiny centering cr mathstrut blacksquare qed""".split()
)
#: commands around text, and around letters
TEXT_COMMANDS = frozenset(
    "text textbf textit textrm textsf texttt textup textnormal mbox hbox emph underline".split()
)
LETTER_COMMANDS = frozenset(
    "mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak bm operatorname pmb".split()
)
#: commands whose argument is the thing itself
WRAPPERS = frozenset(
    "boxed fbox framebox mathop mathbin mathrel mathord mathopen mathclose underbrace overbrace cancel bcancel xcancel smash num".split()
)
ACCENTS = {
    "vec": "vec",
    "overrightarrow": "vec",
    "bar": "bar",
    "hat": "hat",
    "widehat": "hat",
    "tilde": "tilde",
    "widetilde": "tilde",
    "dot": "dot",
    "ddot": "ddot",
    "overline": "bar",
    "check": "check",
    "overset": "overset",
}
SET_NAMES = {"R": "R", "Z": "Z", "N": "N", "Q": "Q", "C": "C", "mathbb{R}": "R"}
#: phrases that name a set or a value, lower-cased and without final period
PHRASES = {
    "all real numbers": "R",
    "all reals": "R",
    "any real number": "R",
    "all real values": "R",
    "the set of all real numbers": "R",
    "the real numbers": "R",
    "real numbers": "R",
    "reals": "R",
    "all real numbers x": "R",
    "x is any real number": "R",
    "no solution": "emptyset",
    "no solutions": "emptyset",
    "no real solution": "emptyset",
    "no real solutions": "emptyset",
    "there is no solution": "emptyset",
    "there are no solutions": "emptyset",
    "empty set": "emptyset",
    "the empty set": "emptyset",
    "has no solution": "emptyset",
    "has no solutions": "emptyset",
    "no roots": "emptyset",
    "there are no real solutions": "emptyset",
    "there is no real solution": "emptyset",
    "no real roots": "emptyset",
    "no solution exists": "emptyset",
    "no solutions exist": "emptyset",
    "the equation has no solution": "emptyset",
    "the equation has no solutions": "emptyset",
    "無解": "emptyset",
    "无解": "emptyset",
    "нет решений": "emptyset",
    "решений нет": "emptyset",
    "нет корней": "emptyset",
    "корней нет": "emptyset",
    "нет действительных корней": "emptyset",
    "нет действительных решений": "emptyset",
    "немає розв'язків": "emptyset",
    "розв'язків немає": "emptyset",
    "немає коренів": "emptyset",
    "коренів немає": "emptyset",
    "keine lösung": "emptyset",
    "keine lösungen": "emptyset",
    "dne": "undefined",
    "does not exist": "undefined",
    "do not exist": "undefined",
    "doesn't exist": "undefined",
    "the limit does not exist": "undefined",
    "limit does not exist": "undefined",
    "undefined": "undefined",
    "не существует": "undefined",
    "не існує": "undefined",
    "infinitely many": "infinitely many",
    "infinitely many solutions": "infinitely many",
    "infinite solutions": "infinitely many",
    "an infinite number of solutions": "infinitely many",
    "there are infinitely many solutions": "infinitely many",
    "бесконечно много": "infinitely many",
    "бесконечно много решений": "infinitely many",
    "бесконечное множество решений": "infinitely many",
    "бесчисленное множество решений": "infinitely many",
    "безліч розв'язків": "infinitely many",
    "all integers": "Z",
    "the integers": "Z",
    "infinity": "infinity",
    "positive infinity": "infinity",
    "negative infinity": "minus infinity",
    "minus infinity": "minus infinity",
}
ENVIRONMENTS = frozenset(
    """pmatrix bmatrix Bmatrix vmatrix Vmatrix matrix smallmatrix array cases align aligned gathered
alignat split eqnarray equation gather dcases rcases""".split()
)

NUMBER_WORDS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen".split()
    )
}
NUMBER_WORDS |= {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
NUMBER_SCALES = {
    "тыс": 1_000,
    "тыс.": 1_000,
    "млн": 1_000_000,
    "млрд": 1_000_000_000,
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "billion": 10**9,
}
