r"""The precedence parser: the tokens of one text to its tree.

    Parser(text, scan(text)).answer()    the tree; raises NotMath with position and reason

Levels, loosest first; each is one method and knows only the next:

    items       `;` `,` and / or, labels, conditions          list, and, or
    statement   = < \le \in \approx ... in chains             rel
    collection  \cup \cap \setminus                           cup, cap, minus
    quantity    a sum and the unit behind it                  unit
    sum         + - \pm                                       add, pm
    product     \cdot / : and juxtaposition, left to right    mul, div, ratio
    factor      a primary and its ^ ! % ' degree              pow, percent, degree
    primary     numbers, letters, functions, brackets, commands

Source: DESIGN §4, §5 and the notation table there; seed section 2, leg 1.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from fractions import Fraction

from answer_math.building import (
    COMPOSED,
    DAY_AND_MONTH,
    DEGREE_WORDS,
    DIFFERENTIAL,
    MAX_COPIED_NODES,
    PERCENT_WORDS,
    applied,
    are_assignments,
    can_count,
    cas_call,
    composed_at,
    continued,
    cross_product,
    determinant,
    differential,
    in_groups,
    in_rounds,
    in_words,
    is_differential,
    is_tuple_of,
    is_vector,
    joined_units,
    logical,
    matrix_of,
    normal_words,
    proper_fraction,
    quotient,
    repeat_last_digit,
    replaced,
    set_without,
    sorted_sum,
    take_differential,
    with_unit,
)
from answer_math.rules import pattern
from answer_math.scanner import Token, plain, scan
from answer_math.spoken import number_in_words
from answer_math.symbols import (
    ACCENTS,
    BRACKET_FUNCTIONS,
    CONSTANTS,
    ENVIRONMENTS,
    FUNCTIONS,
    GREEK,
    GREEK_WORDS,
    INVERTIBLE,
    NUMBER_SCALES,
    PHRASES,
    RELATIONS,
    SET_NAMES,
    SYMBOL_ALIASES,
    SYMBOL_COMMANDS,
    UNKNOWN_FUNCTIONS,
    WORD_FUNCTIONS,
    WRAPPERS,
)
from answer_math.trailing import with_words
from answer_math.tree import (
    EMPTY_SET,
    INFINITY,
    MAX_LIST_ITEMS,
    MAX_NESTING_LEVELS,
    MINUS_ONE,
    ONE,
    PI,
    TWO,
    VALUE_KINDS,
    E,
    I,
    LimitExceeded,
    Node,
    NotMath,
    add,
    fn,
    literal,
    mul,
    negate,
    num,
    sym,
    walk,
)
from answer_math.units import KNOWN_UNITS

# ------------------------------------------------------------------------------
# 1  Words: what a run of letters is
# ------------------------------------------------------------------------------

#: words that no unit begins with: what they say of a number is another number, or a condition
_NO_UNITS = frozenset(
    """to plus minus over divided multiplied raised factorial inverse negative if when where unless
    except without with than""".split()  # noqa: SIM905
)
_CURRENCIES = {"$": "dollars", "€": "euros", "£": "gbp", "¥": "yen", "₹": "rupees", "¢": "cents"}
_ORDINALS = frozenset({"st", "nd", "rd", "th"})
_CONNECTIVES = {
    **dict.fromkeys(("and", "und", "и", "и также", "і", "та", "且", "和", "与"), "and"),
    **dict.fromkeys(("or", "oder", "или", "либо", "або", "或", "或者"), "or"),
    **dict.fromkeys(("if", "when", "for", "where", "при", "если", "якщо"), ","),  # a condition
}
_SHORT_WORDS = frozenset(
    """all any are boy but can cosine cost day did each for get has her him his how if is its let logic
    login may mod new no none not now odd of old one our out per pie pies pin pine pit put red say sect see
    she since sine sing sink six tangs tank ten the to too true two use was way who yes""".split()  # noqa: SIM905
)
#: the names that may stand inside a run of letters: `xsin`, `2pir`
_INNER_NAMES: dict[str, list[str]] = {}
"""The names that a run of letters may hold, by their first letter, the longest first."""
for _name in sorted({*WORD_FUNCTIONS, *GREEK_WORDS, "pi", "infinity", "infty", "oo"}, key=len, reverse=True):
    _INNER_NAMES.setdefault(_name[0], []).append(_name)
MAX_LETTERS_IN_A_PRODUCT = 3


def _inner_name(word: str, position: int) -> str:
    """Return the longest name that begins at a position of a run of letters, or nothing."""
    names = _INNER_NAMES.get(word[position], ())
    return next((name for name in names if word.startswith(name, position)), "")


@functools.lru_cache(maxsize=4096)
def split_word(word: str) -> tuple[str, ...] | None:
    """Return the names that a run of letters multiplies, or None when it is a word of prose.

    `xsin` is x and sin, `xy` is x and y; `even`, `the` and `MAKE` are words.
    """
    if word in FUNCTIONS or word in GREEK or word in CONSTANTS or len(word) == 1:
        return (word,)
    if word.lower() in _SHORT_WORDS and not word.isupper():
        return None
    parts: list[str] = []
    position = letters = 0
    while position < len(word):
        name = _inner_name(word, position) or word[position]
        letters += len(name) == 1
        parts.append(name)
        position += len(name)
    functions = sum(part in WORD_FUNCTIONS for part in parts)
    if (
        letters > MAX_LETTERS_IN_A_PRODUCT
        or (functions and letters > functions + 1)
        or (not functions and len(parts) > letters and letters > 2)
    ):
        return None
    return tuple(parts)


# ------------------------------------------------------------------------------
# 2  The parser
# ------------------------------------------------------------------------------

_PLUS_MINUS = frozenset({"pm", "mp"})
_MODULI = frozenset({"bmod", "mod", "pmod"})
_TIMES = frozenset({"cdot", "times", "ast", "cdotp", "bullet"})
_STOPPERS = frozenset({"end", ")", "]", "}", "\\}", ",", ";"})
_SET_OPERATORS = {
    "cup": "cup",
    "bigcup": "cup",
    "cap": "cap",
    "bigcap": "cap",
    "setminus": "minus",
    "backslash": "minus",
    "uplus": "cup",
    "sqcup": "cup",
}
#: values that no braces need to group beside a sign of union
_IN_BRACES = VALUE_KINDS - {"sym"}
_SET_WORDS = {"U": "cup", "union": "cup", "intersect": "cap", "intersection": "cap"}
#: letters that count with two scripts: C_n^k, A_n^k, and P_n beside them
_COUNTERS = {"C": "binom", "A": "perm", "P": "factorial"}
#: letters between n and k, as on a calculator: `5C2`, `nCk`, `C(n, k)`
_CALCULATOR_COUNTS = {"C": "binom", "P": "perm"}
#: calls of computer algebra systems in plain text: `sum(k, k, 1, n)`, `Sum(k, (k, 1, n))`, `matrix([1, 2], [3, 4])`
_PLAIN_OPERATORS = {"sum": "sum", "prod": "prod", "product": "prod", "int": "int", "lim": "lim"}
_CAS_CALLS = {
    **dict.fromkeys(("sum", "Sum", "summation"), "sum"),
    **dict.fromkeys(("product", "Product", "prod"), "prod"),
    **dict.fromkeys(("int", "integrate", "integral", "Integral", "nounint"), "int"),
    **dict.fromkeys(("diff", "derivative", "Derivative", "noundiff"), "diff"),
    **dict.fromkeys(("limit", "lim", "nounlimit"), "lim"),
    "set": "set",
    "union": "cup",
    "intersection": "cap",
    "cc": "[]",
    "oo": "()",
    "co": "[)",
    "oc": "(]",
    "transpose": "transpose",
    "realset": "realset",
    "beta": "beta",
    **dict.fromkeys(("pow", "Pow"), "pow"),
    **dict.fromkeys(("matrix", "Matrix"), "matrix"),
    **dict.fromkeys(("determinant", "det"), "det"),
    "mod": "mod",
    "And": "and",
    "Or": "or",
    "vec": "vec",
    "Eq": "=",
    "Ne": "!=",
    "Lt": "<",
    "Le": "<=",
    "Gt": ">",
    "Ge": ">=",
}
#: Euler's and Riemann's functions, by the letters that stand before a bracket; `gamma(x)` in plain text only
_SPECIAL_FUNCTIONS = {"Gamma": "gamma", "gamma": "gamma", "zeta": "zeta"}
_NAMES_WITH_ARGUMENTS = UNKNOWN_FUNCTIONS | _SPECIAL_FUNCTIONS.keys() | {"C", "P"}
_COUNT_WORD = r"([nm])([CP])([kr])"
_FRACTION_COMMANDS = ("frac", "dfrac", "tfrac")
#: a set in braces without backslashes, once its signs are commands: `{x | x \\in ...}`, `{\\varnothing}`
_PART_OF_SET = r"(?:[^{}|]|\{[^{}]{0,20}\})"
_PLAIN_SET = rf"\{{(?:{_PART_OF_SET}{{1,80}}\|{_PART_OF_SET}{{1,200}}|\s*\\(?:emptyset|varnothing)\s*)\}}"
_BOLD = r"\\(?:mathbf|boldsymbol|bm)\s?(?:\{\s?\\?[A-Za-z]{1,8}\s?\}|[A-Za-z])"
#: the operators that are relations, and `not`, which negates the one behind it
_RELATION_SIGNS = {
    **{sign: RELATIONS[sign] for sign in ("=", "<", ">", "<=", ">=", "==", ":=", "!=", "<>", "=<", "=>")},
    "not": "not",
    "#": "!=",  # of Maxima
}
#: what cannot part items, hold a unit or continue a product: most tokens leave a level without a second look
_NEVER_SEPARATE = frozenset({"end", "number", "letters", "ratio"})
_SEPARATORS_OF_ITEMS = frozenset({",", ";", "quad", "row", "&"})
_WORDY = frozenset({"word", "text", "letters"})
_WITHIN_PRODUCTS = frozenset({"*", "/", "÷", ":", "(", "[", "{", "\\{", "|", "\\|"})
#: the tokens that can change the factor or the number before them, by kind; a kind that is absent needs a look
_SUFFIXES = {
    "end": frozenset[str](),
    "number": frozenset[str](),
    "ratio": frozenset[str](),
    "op": frozenset({"^", "**", "!", "%", "'", "‰"}),
    "command": frozenset({"prime", "degree", "circ"}),
}
_BEHIND_NUMBERS = {
    "end": frozenset[str](),
    "letters": frozenset[str](),
    "ratio": frozenset[str](),
    "op": frozenset({"_"}),
    "command": frozenset(_FRACTION_COMMANDS),
}


#: words that never multiply (the second in any case), and letters that always do
_WORD_OPERATORS = frozenset({"in", "mod", *_SET_WORDS})
_WORDS_BEHIND_FACTORS = _CONNECTIVES.keys() | PERCENT_WORDS | DEGREE_WORDS
_UNITS_BEHIND_A_SPACE = frozenset("mgshLNJWVA")
_REST_OF_UNIT = r"(?:\^\{?[23]\}?)?(?:/(?:[smhgL]|min|kg)(?:\^\{?[23]\}?)?)?"
_LATIN_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_LETTER_FACTORS = _LATIN_LETTERS - KNOWN_UNITS - _WORD_OPERATORS
#: letters that are variables whatever stands around them, and the operators behind them that need a look
_PLAIN_LETTERS = _LATIN_LETTERS - frozenset(
    {*UNKNOWN_FUNCTIONS, *CONSTANTS, *SYMBOL_ALIASES, *FUNCTIONS, *_COUNTERS, "e", "i", "E"}
)
_BEHIND_LETTERS = frozenset({"_", "[", "{", "'"})
#: the operators that end an item
_ENDS_OF_ITEMS = frozenset({",", ";", ")", "]", "}", "\\}", "&", "row"})


class Parser:
    """One pass over the tokens of one text.  Every method returns the node it read and leaves `at` behind it."""

    __slots__ = ("abs_depth", "at", "builder_depth", "integral_depth", "level", "start", "text", "tokens")

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.text, self.tokens = text, tokens
        self.at = self.level = self.abs_depth = self.builder_depth = self.integral_depth = self.start = 0

    # -- looking ------------------------------------------------------------

    @property
    def token(self) -> Token:
        """Return the token to be read next."""
        return self.tokens[self.at]

    def peek(self, distance: int = 1) -> Token:
        """Return the token `distance` ahead, the end token when there is none."""
        position = self.at + distance
        return self.tokens[position] if position < len(self.tokens) else self.tokens[-1]

    def is_op(self, *values: str) -> bool:
        """Return whether the next token is one of these operators."""
        token = self.tokens[self.at]
        return token.kind == "op" and token.value in values

    def is_command(self, *names: str) -> bool:
        """Return whether the next token is one of these commands."""
        token = self.tokens[self.at]
        return token.kind == "command" and token.value in names

    def accept(self, *values: str) -> bool:
        """Return whether the next token is one of these operators, and step over it if so."""
        if self.is_op(*values):
            self.at += 1
            return True
        return False

    def expect(self, *values: str) -> None:
        """Step over one of these operators.  Raises NotMath."""
        if not self.accept(*values):
            raise NotMath(
                "unexpected", self.token.start, f"{self.token.value!r} where {' or '.join(values)} belongs"
            )

    def fail(self, reason: str) -> NotMath:
        """Return the error that names the next token."""
        return NotMath(reason, self.token.start, self.token.value[:20])

    # -- items ---------------------------------------------------------------

    def answer(self) -> Node:
        """Return the whole text's tree.  Raises NotMath when something is left over."""
        node = self.items()
        if self.token.kind != "end":
            raise self.fail("unexpected")
        return node

    def connective(self) -> str:
        """Step over a separator and return it: `,` `;` `and` `or`, or nothing when there is none."""
        found = ""
        while True:
            token = self.tokens[self.at]
            if token.kind in _NEVER_SEPARATE or (
                token.kind == "op" and token.value not in _SEPARATORS_OF_ITEMS
            ):
                return found
            word = ""
            if token.kind in ("word", "text") and not (
                token.value in ("And", "Or", "Not") and self.peek().value == "("
            ):
                word = token.value.strip(" ,.~").lower()
            if token.kind == "command" and token.value in ("wedge", "land", "vee", "lor"):
                word = "and" if token.value in ("wedge", "land") else "or"
            if token.kind == "op" and token.value in (",", ";", "quad", "row", "&"):
                found = found or (token.value if token.value in ",;" else ",")
            elif word in _CONNECTIVES or (token.kind == "text" and not word):
                if word:
                    found = _CONNECTIVES[word]
            else:
                return found
            self.at += 1

    def is_over(self, closing: tuple[str, ...]) -> bool:
        """Return whether the text, or the bracket that one of the operators closes, ends here."""
        token = self.tokens[self.at]
        return token.kind == "end" or (token.kind == "op" and token.value in closing)

    def items(self, *closing: str) -> Node:
        """Return one item, or a list, `and` or `or` of several.  `closing` are the operators that end it."""
        self.level += 1
        if self.level > MAX_NESTING_LEVELS:
            raise LimitExceeded("MAX_NESTING_LEVELS", self.token.start)
        found: list[Node] = []
        links: set[str] = set()
        ends: list[str] = []
        self.connective()
        is_over = self.is_over(closing)
        while not is_over:
            self.start = self.at
            found.append(self.statement())
            link = self.connective()
            ends.append(link)
            if not link:
                break
            is_over = self.is_over(closing)
            if not is_over:
                links.add(link)
            if len(found) > MAX_LIST_ITEMS:
                raise LimitExceeded("MAX_LIST_ITEMS", self.token.start)
        self.level -= 1
        if not found and not closing:
            raise self.fail("empty")
        if len(found) > 1 and any(item.kind == "rel" for item in found):
            found, ends = continued(found, ends)
            links = set(ends[: len(found) - 1])
        if len(found) == 1:
            return found[0]
        if len(found) == 2 and links == {"and"} and (joined := joined_units(*found)) is not None:
            return joined
        mark = ";" if ";" in ends else "or"
        if mark in ends and "," in ends and all(item.kind == "rel" for item in found):
            found = in_groups(found, ends, mark)
        elif len(found) > 3 and links == {","} and all(item.kind == "rel" for item in found):
            found = in_rounds(found)
        if found and all(item.kind == "rel" for item in found) and ("or" in links or "and" in links):
            return logical(found, ends)
        if links == {"and"} and all(item.kind == "sym" for item in found):
            return Node("list", tuple(found), "and")  # a conjunction, if the letters are propositions
        return Node("list", tuple(found), "or" if links == {"or"} else ";" if ";" in links else ",")

    # -- statements -----------------------------------------------------------

    def relation_sign(self) -> str:
        """Return the relation that stands next, or nothing."""
        token = self.tokens[self.at]
        kind, value = token.kind, token.value
        if kind == "op":
            sign = _RELATION_SIGNS.get(value, "")
            if sign == "not":
                negated = RELATIONS.get(self.peek().value, "")
                return {"=": "!=", "in": "notin", "subset": "nsubset", "subseteq": "nsubseteq"}.get(
                    negated, ""
                )
            if value == "=" and self.peek().value in ("<", ">") and self.peek().start == token.end:
                return ""
            return sign
        if kind == "command":
            sign = RELATIONS.get(value, "")
            return "" if sign == "mid" and self.builder_depth else sign
        return "in" if kind == "word" and value == "in" else ""

    def number_alone(self) -> Node | None:
        """Return the number, signed or not, that is a whole item; None, and nothing read, where more stands there."""
        at = self.at
        token = self.tokens[at]
        is_negative = token.kind == "op" and token.value == "-"
        if is_negative:
            at += 1
            token = self.tokens[at]
        if token.kind != "number" or token.number is None:
            return None
        behind = self.tokens[at + 1]
        if behind.kind != "end" and (behind.kind != "op" or behind.value not in _ENDS_OF_ITEMS):
            return None
        self.at = at + 1
        return negate(token.number) if is_negative else token.number

    def statement(self) -> Node:
        """Return a chain of relations, or what stands between them."""
        alone = self.number_alone()
        if alone is not None:
            return alone
        first = self.relation_sign()
        if first:
            self.at += 2 if self.is_op("not") else 1
            value = self.collection()
            if first == "~":
                return value
            parts, signs = [sym("·"), value], [first]
        else:
            parts, signs = [self.collection()], []
        while sign := self.relation_sign():
            self.at += 2 if self.is_op("not") else 1
            if sign == "=" and self.relation_sign() in ("<", ">"):  # a split `= <`
                raise self.fail("unexpected")
            signs.append(sign)
            self.start = self.at
            parts.append(self.collection())
        return Node("rel", tuple(parts), tuple(signs)) if signs else parts[0]

    def collection(self) -> Node:
        """Return a union, intersection or difference of sets, or a quantity."""
        first = self.at
        node = self.quantity()
        if self.tokens[self.at].kind not in ("command", "word"):
            return node
        if self.token.kind == "command" and self.token.value in _SET_OPERATORS:
            node = self.operation_on_sets(node, first)
        word_kind = _SET_WORDS.get(self.token.value, "") if self.token.kind == "word" else ""
        if word_kind and (self.token.value != "U" or node.kind in ("group", "set", "cup")):
            self.at += 1
            self.start = self.at
            right = self.collection()
            node = Node(word_kind, (node, *(right.args if right.kind == word_kind else (right,))))
        return node

    def operation_on_sets(self, node: Node, first: int) -> Node:
        """Return the union, intersection or difference, left to right, whose first operand begins at token `first`."""
        operands, signs = [node], []
        in_braces = [self.is_brace_group(first)]
        while self.token.kind == "command" and self.token.value in _SET_OPERATORS:
            signs.append(_SET_OPERATORS[self.token.value])
            self.at += 1
            self.start = self.at
            operands.append(self.quantity())
            in_braces.append(self.is_brace_group(self.start))
        pairs = list(zip(operands, in_braces, strict=True))
        are_sets = any(is_braced and part.kind == "set" for part, is_braced in pairs)
        operands = [  # `{3}`, and beside `{a, b}` also `{c}`, is a set
            Node("set", (part,))
            if is_braced and part.kind in (_IN_BRACES | {"sym"} if are_sets else _IN_BRACES)
            else part
            for part, is_braced in pairs
        ]
        node = operands[0]
        for kind, right in zip(signs, operands[1:], strict=True):
            node = Node(kind, (*node.args, right) if node.kind == kind and kind != "minus" else (node, right))
        return node

    def is_brace_group(self, first: int) -> bool:
        """Return whether what was read from token `first` on begins and ends with a plain brace."""
        opening, closing = self.tokens[first], self.tokens[self.at - 1]
        return opening.kind == closing.kind == "op" and (opening.value, closing.value) == ("{", "}")

    # -- quantities -------------------------------------------------------------

    def quantity(self) -> Node:
        """Return a sum with the unit, percent or currency that stands around it."""
        token = self.tokens[self.at]
        if token.kind == "op" and token.value in _CURRENCIES:
            currency = _CURRENCIES[token.value]
            self.at += 1
            node = self.sum()
            self.unit_text()
            return Node("unit", (node,), currency)
        if (
            token.kind == "op"
            and token.value in ("-", "+")
            and self.peek().kind == "op"
            and self.peek().value in _CURRENCIES
        ):
            negative = self.is_op("-")
            self.at += 1
            node = self.quantity()
            return negate(node) if negative else node
        node = self.sum()
        if self.is_op("|") and self.peek().value == "_" and not self.abs_depth:
            return self.evaluated(node)
        if self.token.kind == "op" and self.token.value in _CURRENCIES:
            currency = _CURRENCIES[self.token.value]
            self.at += 1
            return Node("unit", (node,), currency)
        if self.tokens[self.at].kind not in _WORDY:
            return node
        is_plain_word = self.token.kind == "word"
        unit = self.unit_text()
        if unit and is_plain_word and not any(item.kind in ("num", "dec") for item in walk(node)):
            raise self.fail("word")  # prose behind a letter: `I do not know`
        if not unit:
            return node
        node, unit = with_words(node, unit)
        if not unit:
            return node
        node = with_unit(node, unit)
        return self.compound(node) if self.token.kind == "number" and node.kind == "unit" else node

    def evaluated(self, node: Node) -> Node:
        r"""Return `\left. F \right|_a^b` as F(b) - F(a), and `|_{x=a}` as F(a)."""
        self.at += 1
        ends: dict[str, Node] = {}
        while self.is_op("_", "^") and self.token.value not in ends:
            sign = self.token.value
            self.at += 1
            ends[sign] = self.script(is_index=True)
        nodes = walk(node)
        if len(nodes) > MAX_COPIED_NODES:
            raise LimitExceeded("MAX_COPIED_NODES", self.token.start)
        letters = {item.value for item in nodes if item.kind == "sym"}
        values = []
        for end in (ends.get("^"), ends.get("_")):
            is_named = (
                end is not None and end.kind == "rel" and end.value == ("=",) and end.args[0].kind == "sym"
            )
            if end is not None and is_named:
                letters = {end.args[0].value}
                end = end.args[1]
            values.append(end)
        if len(letters) != 1 or values[1] is None:
            raise self.fail("unsupported")
        (letter,) = letters
        high, low = (None if value is None else replaced(node, sym(letter), value) for value in values)
        assert low is not None
        return low if high is None else add(high, negate(low))

    def compound(self, first: Node) -> Node:
        """Return `3 h 20 min` as one value in the unit of the last part; both units must be known and alike."""
        joined = joined_units(first, self.quantity())
        if joined is None:
            raise self.fail("unexpected")
        return joined

    def is_unit(self) -> bool:
        """Return whether the next token can begin a unit."""
        token = self.token
        if token.kind == "text":
            return token.value.strip(" ,.~").lower() not in _CONNECTIVES and bool(token.value.strip(" ~.,"))
        if token.kind == "letters":
            return True
        if token.kind == "word" and token.value == "in":
            return self.peek().kind == "end" and self.tokens[self.at - 1].kind == "number"
        if token.kind == "word":
            return token.value.lower() not in _CONNECTIVES and token.value not in _SET_WORDS
        return False

    def unit_text(self) -> str:
        """Step over a unit and return its text: `km/h`, `square feet`, `N-m`, any noun; nothing when there is none."""
        if not self.is_unit():
            return ""
        first = self.token.start
        parts: list[str] = []
        while True:
            token = self.token
            if self.is_unit():
                parts.append(token.value.replace("~", " "))
            elif token.kind == "word" and token.value == "in" and parts:
                parts.append(" in")
            elif (
                token.kind == "op" and token.value in ("^", "/", "*", "-", ".", "(", ")")
            ) or self.is_command("cdot"):
                if token.value == "^":
                    self.at += 1
                    parts.append("^" + self.braced_text())
                    continue
                if token.value in "-." and self.peek().kind not in ("word", "letters", "text"):
                    if token.value == "." and self.peek().kind == "end":
                        self.at += 1
                        continue
                    break
                if token.value == ")" and "(" not in "".join(parts):
                    break
                parts.append({"cdot": "*"}.get(token.value, token.value))
            elif (
                token.kind == "number"
                and parts
                and token.value in ("2", "3")
                and parts[-1].isalpha()
                and token.start == self.tokens[self.at - 1].end
            ):
                parts.append("^" + token.value)
            else:
                break
            self.at += 1
        text = "".join(p if p in "/^*-" or p[:1] == "^" else " " + p for p in parts).strip()
        if len(text) > 120:
            raise NotMath("prose", first)
        if text.partition(" ")[0].lower() in _NO_UNITS or text.lower() in ("squared", "cubed"):
            raise NotMath("word", first, text[:20])
        return text

    def braced_text(self) -> str:
        """Step over a brace group or one token and return its text."""
        if self.token.kind == "end":
            raise self.fail("unexpected")
        if not self.is_op("{"):
            self.at += 1
            return self.tokens[self.at - 1].value
        start = self.at + 1
        while not self.is_op("}"):
            if self.token.kind == "end":
                raise self.fail("unclosed_brace")
            self.at += 1
        self.at += 1
        return "".join(token.value for token in self.tokens[start : self.at - 1])

    # -- sums -----------------------------------------------------------------------

    def sum(self) -> Node:
        """Return a sum of products."""
        negative = False
        marked = ""
        while sign := self.sign():
            if sign in _PLUS_MINUS:
                marked = sign
            else:
                negative ^= sign == "-"
            self.at += 1
        node = self.product()
        if marked:
            node = Node("pm", (num(0), node), "+-" if (marked == "pm") != negative else "-+")
        elif negative:
            node = negate(node)
        terms = [node]
        while sign := self.sign():
            self.at += 1
            if sign in _PLUS_MINUS:
                terms = [Node("pm", (add(*terms), self.product()), "+-" if sign == "pm" else "-+")]
                continue
            while again := self.sign():
                if again in _PLUS_MINUS:
                    raise self.fail("unexpected")
                sign = "-" if (sign == "-") != (again == "-") else "+"
                self.at += 1
            first = self.at
            term = self.product()
            if sign == "-" and (rest := set_without(terms, term, self.is_brace_group(first))) is not None:
                terms = [rest]
                continue
            terms.append(negate(term) if sign == "-" else term)
        return add(*terms)

    def sign(self) -> str:
        r"""Return the `+`, `-`, `pm` or `mp` that stands next, or nothing."""
        token = self.tokens[self.at]
        if token.kind == "op":
            return token.value if token.value in ("+", "-") else ""
        return token.value if token.kind == "command" and token.value in _PLUS_MINUS else ""

    # -- products -----------------------------------------------------------------------

    def product(self) -> Node:
        """Return a product, quotient or ratio, left to right; `1/2x` is (1/2)x."""
        factors = [self.factor()]
        while True:
            token = self.tokens[self.at]
            kind, value = token.kind, token.value
            if kind == "end" or (kind == "op" and value not in _WITHIN_PRODUCTS):
                return mul(*factors)
            if (kind == "op" and value == "*") or (kind == "command" and value in _TIMES):
                self.at += 1
                right = self.signed_factor()
                if value == "cdot" and is_tuple_of(factors[-1], right):
                    factors[-1] = add(
                        *(mul(*pair) for pair in zip(factors[-1].args, right.args, strict=True))
                    )
                elif value == "times" and factors[-1] == sym("nabla"):
                    factors[-1:] = [sym("nabla times"), right]  # the curl, not the divergence
                elif value == "times" and (
                    self.is_bold(token) or (is_vector(factors[-1]) and is_vector(right))
                ):
                    factors[-1] = cross_product(factors[-1], right)
                else:
                    factors.append(right)
            elif (kind == "op" and value in ("/", "÷")) or (kind == "command" and value == "div"):
                self.at += 1
                factors = self.over(factors)
            elif kind == "op" and value == ":" and not self.builder_depth:
                if (node := self.colon(mul(*factors))) is None:
                    return mul(*factors)
                factors = [node]
            elif (
                kind == "op"
                and value == "{"
                and self.peek().value == "}"
                and self.peek(2).value not in ("^", "_")
            ):
                self.at += 2  # `\alpha{}`: the empty group only ends the command
            elif (kind == "command" and value in _MODULI) or (kind == "word" and value == "mod"):
                self.at += 1
                modulus = self.factor()
                return Node("fn", (mul(*factors), modulus), "pmod" if value == "pmod" else "mod")
            elif kind == "word" and self.is_letter_for_times():
                self.at += 1
                factors.append(self.factor())
            elif kind == "word" and value in _CALCULATOR_COUNTS and self.is_between_counts():
                self.at += 1
                factors[-1] = fn(_CALCULATOR_COUNTS[value], factors[-1], self.factor())
            elif kind == "word" and value == "choose":
                self.at += 1
                factors = [fn("binom", mul(*factors), self.factor())]
            elif self.starts_factor(factors[-1]):
                factors.append(self.factor())
            else:
                return mul(*factors)

    def is_between_counts(self) -> bool:
        """Return whether the next letter stands between n and k without a space, as in `5C2`; k is at most n."""
        before, letter, behind = self.tokens[self.at - 1], self.token, self.peek()
        return (
            before.kind == behind.kind == "number"
            and before.end == letter.start
            and letter.end == behind.start
            and all(token.value.isdigit() and len(token.value) < 10 for token in (before, behind))
            and int(before.value) >= int(behind.value)
        )

    def is_bold(self, sign: Token) -> bool:
        r"""Return whether bold letters stand on both sides of a sign: `\mathbf{a} \times \mathbf{b}` are vectors."""
        before = pattern(_BOLD + r"\s*\Z").search(self.text, max(0, sign.start - 40), sign.start)
        return before is not None and pattern(r"\s*" + _BOLD).match(self.text, sign.end) is not None

    def over(self, factors: list[Node]) -> list[Node]:
        """Return the factors over what stands behind the `/`; of `3 dx/dt` only the differentials are a quotient."""
        for kept in (0, len(factors) - 2):
            below = self.plain_differential() if kept >= 0 and differential(mul(*factors[kept:])) else None
            if below is not None:
                return [*factors[:kept], quotient(mul(*factors[kept:]), below)]
        return [quotient(mul(*factors), self.signed_factor())]

    def plain_differential(self) -> Node | None:
        """Return the `dt^2` or `∂t` below a differential in plain text; None, and nothing read, when none is next."""
        token = self.token
        if token.kind == "command" and token.value == "partial" and len(self.peek().value) == 1:
            sign, letter = sym("partial"), sym(self.peek().value)
            self.at += 2
        elif token.kind == "word" and len(token.value) == 2 and token.value[0] == DIFFERENTIAL:
            sign, letter = sym(DIFFERENTIAL), sym(token.value[1])
            self.at += 1
        else:
            return None
        if self.is_op("^"):
            self.at += 1
            return mul(sign, Node("pow", (letter, self.script())))
        return mul(sign, letter)

    def is_letter_for_times(self) -> bool:
        """Return whether the next word is the x of `3 x 10^8`, or of `3 x 4` with space on both sides."""
        token, before, behind = self.token, self.tokens[self.at - 1], self.peek()
        if token.value not in ("x", "X") or before.kind != "number" or behind.kind != "number":
            return False
        is_apart = before.end < token.start and token.end < behind.start
        return is_apart or (behind.value == "10" and self.peek(2).value in ("^", "**"))

    def colon(self, left: Node) -> Node | None:
        """Return `left : b` as a quotient, `a : b : c` as a ratio; None when an interval restates the answer."""
        parts = [left]
        while self.is_op(":"):
            before = self.at
            self.at += 1
            if self.opens_interval():
                self.at = before
                break
            parts.append(self.signed_factor())
        if len(parts) == 1:
            return None
        return quotient(*parts) if len(parts) == 2 else Node("ratio", tuple(parts))

    def opens_interval(self) -> bool:
        """Return whether a bracket with two ends stands next: `-2 <= n <= 4 : [-2, 4]` restates, it does not divide."""
        if not self.is_op("[", "]", "("):
            return False
        depth = 0
        for token in self.tokens[self.at :]:
            if token.kind == "op":
                depth += (token.value in "([") - (token.value in ")]") if len(token.value) == 1 else 0
                if token.value in (",", ";") and depth <= 1:
                    return True
                if depth <= 0:
                    return False
        return False

    def signed_factor(self) -> Node:
        """Return a factor that may carry a sign, as after an explicit operator."""
        if self.accept("-"):
            return negate(self.signed_factor())
        if self.accept("+"):
            return self.signed_factor()
        if self.is_command("pm", "mp"):
            kind = "+-" if self.token.value == "pm" else "-+"
            self.at += 1
            return Node("pm", (num(0), self.factor()), kind)
        return self.factor()

    def starts_factor(self, before: Node) -> bool:
        """Return whether the next token multiplies what stands before it without a sign between."""
        token = self.token
        if token.kind == "number":
            return before.kind not in ("num", "dec")
        if token.kind == "word":
            return self.word_multiplies(token)
        if token.kind == "letters":
            return self.letters_multiply(token, before)
        if token.kind == "command":
            return (
                token.value not in RELATIONS
                and token.value not in _SET_OPERATORS
                and token.value not in _TIMES
                and token.value not in _CLOSING_COMMANDS
                and token.value
                not in ("pm", "mp", "div", "over", "atop", "choose", "mid", "wedge", "land", "vee", "lor")
            )
        if token.kind == "op":
            if token.value in ("(", "\\{"):
                return True
            if token.value == "[":
                return self.bracket_multiplies()
            if token.value == "{":
                return True
            is_bar = token.value in ("|", "\\|") and not self.abs_depth and not self.builder_depth
            return is_bar and self.peek().value != "_"  # `|_0^3` evaluates
        return False

    def bracket_multiplies(self) -> bool:
        """Return whether `[` opens a factor: not when it begins an interval behind a colon or a name."""
        following = self.peek()
        closes = (
            following.kind == "end"
            or (following.kind == "op" and following.value in _STOPPERS)
            or (following.kind == "command" and following.value in _SET_OPERATORS)
            or (following.kind == "word" and following.value in _SET_WORDS)
        )
        return not closes and self.tokens[self.at - 1].value != ":"

    def word_multiplies(self, token: Token) -> bool:
        """Return whether a run of letters is a factor rather than a unit or a connective."""
        word = token.value
        if word in _LETTER_FACTORS:
            return not (word in _UNITS_BEHIND_A_SPACE and self.ends_number(token))
        if word in _WORD_OPERATORS or word.lower() in _WORDS_BEHIND_FACTORS:
            return False
        if word in ("sq", "cu") and self.tokens[self.at - 1].kind == "number":
            return False  # `1500 sq ft`
        previous = self.tokens[self.at - 1]
        if previous.kind == "number" and word.lower() in ("am", "pm") and self.peek().kind == "end":
            return False  # half of the day
        is_after_number = (
            previous.kind == "number"
            or (previous.kind == "command" and previous.value == "pi")
            or previous.value == "}"
            or (previous.value == ")" and previous.end < token.start)
        )
        if (
            is_after_number
            and word in KNOWN_UNITS
            and (word not in WORD_FUNCTIONS or self.peek().kind == "end" or self.peek().value == "/")
        ):
            return False
        if (
            previous.kind == "number"
            and previous.end < token.start
            and len(word) > 2
            and word.islower()
            and "\\" not in self.text
        ):
            is_name = (
                word in FUNCTIONS
                or word in GREEK
                or word in CONSTANTS
                or any(_inner_name(word, at) for at in range(len(word)))
            )
            return is_name and split_word(word) is not None
        return split_word(word) is not None

    def ends_number(self, token: Token) -> bool:
        """Return whether a letter of plain text is the unit of the number before it: `5 m`, `9.8 m/s^2`, not `5m`."""
        before = self.tokens[self.at - 1]
        if before.kind != "number" or before.end == token.start or "\\" in self.text:
            return False
        rest = "".join(behind.value for behind in self.tokens[self.at + 1 : self.at + 8])
        return pattern(_REST_OF_UNIT).fullmatch(rest) is not None

    def letters_multiply(self, token: Token, before: Node) -> bool:
        r"""Return whether `\mathrm{...}` is a factor rather than a unit."""
        content = token.value.strip("~ \\,")
        gap = self.text[self.tokens[self.at - 1].end : token.start]
        if ("~" in gap or "\\" in gap) and content not in ("e", "i", "d", "cis"):  # `10^{-1}~\mathrm{m}`
            return False
        if "~" not in token.value and (content in WORD_FUNCTIONS or content in ("R", "N", "Z", "Q")):
            return True
        if len(content) == 1 and "~" not in token.value:
            return (
                content in "eidx"
                or before.kind not in ("num", "dec", "div")
                or (self.peek().kind == "op" and self.peek().value not in ("/", "^", ",", "."))
            )
        return False

    # -- factors -----------------------------------------------------------------------

    def factor(self) -> Node:
        """Return a primary with its powers, factorials, primes, percent and degree signs."""
        first = self.at
        node = self.plain_primary() or self.primary()
        is_ended = node.kind == "sym" and self.is_op("{") and self.peek().value == "}"
        if is_ended and not (self.peek(2).value == "^" and self.peek(4).value == "sqrt"):
            self.at += 2  # `\\beta{}^2`: the empty group ends the command; before a root it holds the index
        while True:
            token = self.tokens[self.at]
            kind, value = token.kind, token.value
            if kind in _SUFFIXES:
                if value not in _SUFFIXES[kind]:
                    return node
            elif kind == "word" and len(value) == 1:
                return node
            if kind == "op" and value in ("^", "**"):
                self.at += 1
                node = self.power(node)
                if self.is_op("_") and node.kind == "pow" and node.args[0].kind == "sym":  # v^2_0
                    self.at += 1
                    node = Node("pow", (sym(f"{node.args[0].value}_{self.index_text()}"), node.args[1]))
            elif kind == "op" and value == "!":
                self.at += 1
                node = fn("factorial2", node) if self.accept("!") else fn("factorial", node)
            elif (kind == "op" and value == "%") or self.is_word_behind(first, PERCENT_WORDS):
                self.at += 1
                node = Node("percent", (node,))
            elif kind == "op" and value == "‰":
                self.at += 1
                node = quotient(node, num(1000))
            elif (kind == "op" and value == "'") or (kind == "command" and value == "prime"):
                node = self.primes(node)
            elif (kind == "command" and value in ("degree", "circ")) or self.is_word_behind(
                first, DEGREE_WORDS
            ):
                self.at += 1
                node = self.minutes(Node("degree", (node,)))
            else:
                return node

    def is_word_behind(self, first: int, words: frozenset[str]) -> bool:
        """Return whether one of the words follows the number that begins at the token `first`."""
        token = self.token
        return (
            token.kind in ("word", "text", "letters")
            and self.at > first
            and token.value.strip(" ~.,").lower() in words
        )

    def minutes(self, node: Node) -> Node:
        """Return the angle with the minutes and seconds behind it (`30^\\circ 15' 20''`)."""
        while self.token.kind == "number" and self.token.number and (marks := self.prime_marks(1)):
            value, whole = literal(self.token.number), literal(node.args[0])
            if whole is None or value is None:
                raise self.fail("unexpected")
            self.at += 1 + marks[1]
            node = Node("degree", (num(whole + Fraction(value) / 60 ** marks[0]),))
        if self.token.kind in ("text", "letters", "word") and self.token.value.strip(" ~.") in (
            "C",
            "F",
            "K",
        ):
            self.at += 1
            return Node("unit", node.args, "degree " + self.tokens[self.at - 1].value.strip(" ~."))
        return node

    def prime_marks(self, distance: int) -> tuple[int, int]:
        r"""Return how many prime marks stand `distance` ahead and how many tokens they are: `'`, `^\prime`, `"`."""
        count, position = 0, self.at + distance
        while count < 2 and self.tokens[position].kind != "end":
            token = self.tokens[position]
            if token.value == '"' and token.kind == "op":
                count += 2
            elif (token.value == "'" and token.kind == "op") or (
                token.value == "prime" and token.kind == "command"
            ):
                count += 1
            elif token.value not in ("^", "{") or token.kind != "op":
                break
            position += 1
        if count and self.tokens[position].value == "prime":
            return 0, 0
        while count and self.tokens[position].value == "}" and self.tokens[position].kind == "op":
            position += 1
        return (count, position - self.at - distance) if count in (1, 2) else (0, 0)

    def prime_count(self) -> int:
        """Step over the prime marks that stand next and return how many there are."""
        before = self.at
        while self.is_op("'") or self.is_command("prime"):
            self.at += 1
        return self.at - before

    def primes(self, node: Node) -> Node:
        """Return the derivative that the prime marks behind a node make of it."""
        return self.derived(node, self.prime_count())

    def derived(self, node: Node, count: int) -> Node:
        """Return the derivative name: `f'(x)` and `f(x)'` are the same."""
        if node.kind == "call" and all(arg.kind in ("sym", "num") for arg in node.args):
            return Node("call", node.args, node.value + "'" * count)
        if node.kind == "sym":
            return self.named(node.value + "'" * count)
        if node.kind in ("num", "dec"):
            return Node("unit", (node,), "'" * count)  # minutes or feet
        return Node("fn", (node,), "prime" * count)

    def power(self, base: Node) -> Node:
        """Return `base` to the power that stands next; a degree sign and ordinals are no powers."""
        if self.is_command("circ", "degree"):
            self.at += 1
            return self.minutes(Node("degree", (base,)))
        if (
            self.is_op("{")
            and self.peek().kind == "command"
            and self.peek().value in ("circ", "degree", "prime")
        ):
            self.at += 1
            if count := self.prime_count():
                self.expect("}")
                return self.derived(base, count)
            self.at += 1
            self.expect("}")
            return self.minutes(Node("degree", (base,)))
        if base.kind == "num" and self.is_ordinal():
            return base
        exponent = self.script()
        if exponent.kind == "sym" and exponent.value == "prime":
            return Node("fn", (base,), "prime")
        return Node("pow", (base, exponent))

    def is_ordinal(self) -> bool:
        r"""Step over `^{\text{th}}` and return True, or return False."""
        before = self.at
        self.accept("{")
        if self.token.kind in ("word", "text", "letters") and self.token.value.strip() in _ORDINALS:
            self.at += 1
            self.accept("}")
            return True
        self.at = before
        return False

    def script(self, is_index: bool = False) -> Node:
        """Return what stands behind `^` or `_`: a brace group, a bracket, or one signed token (a tower behind `^`)."""
        if self.is_op("-", "+"):
            negative = self.token.value == "-"
            self.at += 1
            node = self.script(is_index)
            return negate(node) if negative else node
        if self.is_op("{"):
            return self.brace_group()
        if self.token.kind == "number" and self.token.number is not None:
            self.at += 1
            node = self.tokens[self.at - 1].number or ONE
        else:
            node = self.primary()
        if is_index:
            return node
        if self.is_op("^", "**"):
            self.at += 1
            return self.power(node)
        if self.is_op("!"):
            self.at += 1
            return fn("factorial", node)
        return node

    # -- primaries -----------------------------------------------------------------------

    def plain_primary(self) -> Node | None:
        """Return a number or letter that nothing behind it changes; None, and nothing read, where a look is needed."""
        token = self.tokens[self.at]
        node: Node | None = None
        if token.kind == "number":
            behind = self.tokens[self.at + 1]
            if behind.kind in _BEHIND_NUMBERS:
                node = None if behind.value in _BEHIND_NUMBERS[behind.kind] else token.number
            elif behind.kind == "word" and len(behind.value) == 1:
                node = token.number
        elif token.kind == "word" and token.value in _PLAIN_LETTERS:
            behind = self.tokens[self.at + 1]
            if behind.kind == "end" or (behind.kind == "op" and behind.value not in _BEHIND_LETTERS):
                node = sym(token.value)
        self.at += node is not None
        return node

    def primary(self) -> Node:
        """Return a number, letter, function, bracket or command."""
        token = self.token
        if token.kind == "number":
            return self.number()
        if token.kind == "word":
            self.at += 1
            return self.word(token)
        if token.kind == "command":
            self.at += 1
            return self.command(token)
        if token.kind == "letters":
            self.at += 1
            return self.letters(token)
        if token.kind == "text":
            self.at += 1
            return self.inner_text(token)
        if token.kind == "ratio":
            self.at += 1
            return self.clock(token)
        if token.kind == "op":
            opener = _OPENERS.get(token.value)
            if opener is not None:
                self.at += 1
                return opener(self)
        raise self.fail("unexpected")

    def number(self) -> Node:
        """Return a number: mixed (`3 1/2`, `2\\frac13`), with a base (`52_8`), or as it stands."""
        token = self.token
        node = token.number
        if node is None:
            raise self.fail("number_form")
        self.at += 1
        following = self.tokens[self.at]
        if following.kind in _BEHIND_NUMBERS and following.value not in _BEHIND_NUMBERS[following.kind]:
            return node
        if node.kind == "num":
            mixed = self.mixed(token, node)
            if mixed is not None:
                return mixed
            if self.is_op("_") and token.value.isdigit():
                return self.based(token.value)
            if self.token.kind == "word" and self.token.value in _ORDINALS and self.token.start == token.end:
                self.at += 1
        elif self.token.kind == "word" and self.token.value == "repeating":
            self.at += 1
            return repeat_last_digit(node)
        if self.token.kind in ("word", "text") and self.token.value.strip() in NUMBER_SCALES:
            scale = NUMBER_SCALES[self.token.value.strip()]
            self.at += 1
            return mul(node, num(scale))
        return node

    def mixed(self, token: Token, node: Node) -> Node | None:
        """Return the mixed number that begins here, or None: both parts literal, the fraction proper."""
        following = self.token
        if following.kind == "command" and following.value in _FRACTION_COMMANDS:
            before, tokens = self.at, self.tokens
            self.at += 1
            top, bottom = self.tex_argument(), self.tex_argument()
            part = proper_fraction(top, bottom)
            if part is None:
                self.at, self.tokens = before, tokens
                return None
            return num(node.value + part)
        if (
            following.kind == "number"
            and following.number is not None
            and following.start > token.end
            and self.peek().kind == "op"
            and self.peek().value == "/"
            and self.peek(2).kind == "number"
        ):
            bottom_node = self.peek(2).number
            part = proper_fraction(following.number, bottom_node) if bottom_node is not None else None
            if part is not None:
                self.at += 3
                return num(node.value + part)
        return None

    def based(self, digits: str) -> Node:
        """Return a number written in a base: `1011_2`, `52_{8}`."""
        self.at += 1
        base = self.script()
        if (
            base.kind == "num"
            and isinstance(base.value, int)
            and 2 <= base.value <= 36
            and all(int(digit) < base.value for digit in digits)
        ):
            return Node("based", (), (digits.lstrip("0") or "0", base.value))
        raise self.fail("number_form")

    def clock(self, token: Token) -> Node:
        """Return `6:10` as a clock or ratio of whole numbers, with a.m. or p.m. when it is said; `6:05` is padded."""
        parts = tuple(num(int(part)) for part in token.value.split(":") if len(part) < 12)
        if len(parts) != token.value.count(":") + 1:
            raise NotMath("number_form", token.start)
        half = "padded" if ":0" in token.value and len(token.value.partition(":")[2]) == 2 else ""
        if self.token.kind in ("word", "text", "letters"):
            squeezed = re.sub(r"[^a-z]", "", self.token.value.lower())
            rest = "".join(t.value for t in self.tokens[self.at : self.at + 4]).lower()
            match = re.match(r"\s*([ap])\.?\s?m\b\.?", rest) if len(rest) < 40 else None
            if squeezed in ("am", "pm"):
                half = squeezed
                self.at += 1
            elif match:
                half = match[1] + "m"
                while self.token.kind == "word" or self.is_op("."):
                    self.at += 1
        return Node("clock", parts, half) if len(parts) == 2 else Node("ratio", parts)

    def word(self, token: Token) -> Node:
        """Return the first name of a run of letters; the others become tokens, so that signs bind to the last."""
        if token.value in _PLAIN_OPERATORS and self.is_op("_") and self.peek().value in ("(", "{"):
            return self.bigop(token._replace(value=_PLAIN_OPERATORS[token.value]))
        if token.value in _CAS_CALLS and self.is_op("("):
            return cas_call(_CAS_CALLS[token.value], self.arguments(), token)
        if token.value in BRACKET_FUNCTIONS and self.is_op("[") and self.token.start == token.end:
            return self.bracket_call(BRACKET_FUNCTIONS[token.value])
        if token.value == "Pi" and "\\" not in self.text:
            return PI
        counted = None if self.is_op("(") else pattern(_COUNT_WORD).fullmatch(token.value)
        if counted is not None:
            return fn(_CALCULATOR_COUNTS[counted[2]], sym(counted[1]), sym(counted[3]))
        names = split_word(token.value)
        if names is None:
            raise NotMath("word", token.start, token.value[:20])
        if len(names) > 1:
            self.part(token, names)
            token = self.tokens[self.at - 1]
        name = names[0]
        if name == "E" and self.is_op("**"):  # as sympy prints exp(x)
            return E
        if name in FUNCTIONS and (name in WORD_FUNCTIONS or self.is_op("(")):
            return self.function(FUNCTIONS[name], name)
        return self.subscripted(name, token)

    def bracket_call(self, name: str) -> Node:
        """Return the function of what stands in square brackets; Mathematica puts the base of a logarithm first."""
        self.at += 1
        inside, _ = self.contents("]")
        arguments = inside.args if inside.kind == "list" else (inside,)
        return (
            fn("log", *arguments[::-1]) if name == "ln" and len(arguments) == 2 else applied(name, arguments)
        )

    def part(self, token: Token, names: tuple[str, ...]) -> None:
        """Put one token for each name in place of the run of letters just read."""
        parts, start = [], token.start
        for name in names:
            parts.append(Token("word", name, start, start + len(name)))
            start += len(name)
        self.tokens = [*self.tokens[: self.at - 1], *parts, *self.tokens[self.at :]]

    def name(self, name: str) -> Node:
        """Return the constant or letter of this name."""
        if name == "e":
            return E
        if name == "i":
            return I
        if name in CONSTANTS:
            return (
                INFINITY
                if CONSTANTS[name] == "oo"
                else PI
                if CONSTANTS[name] == "pi"
                else sym(CONSTANTS[name])
            )
        return sym(SYMBOL_ALIASES.get(name, name))

    def subscripted(self, name: str, token: Token) -> Node:
        """Return a letter with the index behind it (`x_1`, `x1`, `A[1]`), applied if a call follows."""
        following = self.token
        if (
            following.kind == "number"
            and following.start == token.end
            and following.value.isdigit()
            and len(name) == 1
            and name not in "ei"
            and "\\" not in self.text
        ):
            self.at += 1
            return self.named(f"{name}_{following.value}")
        if (
            self.is_op("[")
            and following.start == token.end
            and len(name) == 1
            and self.peek().kind == "number"
            and self.peek(2).value == "]"
            and self.peek().value.isdigit()
        ):
            self.at += 3
            return sym(f"{name}[{self.tokens[self.at - 2].value}]")
        if name in _COUNTERS and (counted := self.count(name)) is not None:
            return counted
        if self.is_op("_"):
            self.at += 1
            return self.named(f"{name}_{self.index_text()}")
        return self.named(name)

    def count(self, name: str) -> Node | None:
        """Return `C_n^k`, `A_n^k` (in either order of the scripts) or `P_n` beside them as combinatorics, else None."""
        before, tokens = self.at, self.tokens
        scripts: dict[str, Node] = {}
        while self.is_op("_", "^") and self.token.value not in scripts:
            sign = self.token.value
            self.at += 1
            scripts[sign] = self.script(is_index=True)
        is_counted = (
            set(scripts) == {"_", "^"} and can_count(*scripts.values())
            if name != "P"
            else (set(scripts) == {"_"} and re.search(r"[CA]\s*_", self.text) is not None)
        )
        if not is_counted:
            self.at, self.tokens = before, tokens
            return None
        if name == "P":
            return fn("factorial", scripts["_"])
        return fn(_COUNTERS[name], scripts["_"], scripts["^"])

    def index_text(self) -> str:
        """Step over an index and return its text without layout."""
        if self.is_op("{"):
            start = self.at
            depth = 0
            while True:
                if self.token.kind == "end":
                    raise self.fail("unclosed_brace")
                depth += self.is_op("{") - self.is_op("}")
                self.at += 1
                if depth == 0:
                    break
            return sorted_sum("".join(token.value.strip() for token in self.tokens[start + 1 : self.at - 1]))
        token = self.token
        if token.kind == "end":
            raise self.fail("unexpected")
        if self.is_op("(") and "\\" not in self.text:  # x_(n-1) in plain text
            start = self.at
            self.arguments()
            return sorted_sum("".join(inner.value for inner in self.tokens[start + 1 : self.at - 1]))
        if token.kind == "op" and token.value not in ("+", "-", "*"):
            raise self.fail("unexpected")
        if token.kind == "word" and len(token.value) > 1 and "\\" in self.text:
            return self.split_token(1)
        self.at += 1
        return token.value.strip()

    def split_token(self, size: int) -> str:
        """Take the first `size` characters of the next token, leave the rest as a token, and return them."""
        token = self.token
        head, tail = token.value[:size], token.value[size:]
        rest = Token(
            token.kind,
            tail,
            token.start + size,
            token.end,
            num(int(tail)) if token.kind == "number" else None,
        )
        self.tokens = [*self.tokens[: self.at], rest, *self.tokens[self.at + 1 :]]
        return head

    def named(self, name: str) -> Node:
        """Return the letter, or its call when it is a function name and a bracket follows."""
        if "_" not in name and "'" not in name and name not in _NAMES_WITH_ARGUMENTS:
            return self.name(name)
        if self.is_op("'") or self.is_command("prime"):
            return self.primes(sym(name))
        letter = name[0] if name[0] in UNKNOWN_FUNCTIONS else name.rstrip("'")
        if name in ("C", "P") and self.is_op("(") and self.is_pair_of_counts():
            return fn("binom" if name == "C" else "perm", *self.arguments())
        special = _SPECIAL_FUNCTIONS.get(name)
        if special and self.is_op("(") and (name != "gamma" or "\\" not in self.text):
            return fn(special, *self.arguments())
        is_callable = letter in UNKNOWN_FUNCTIONS or name.endswith("'")
        if is_callable and self.is_op("^") and self.call_follows_power():
            if (order := self.order_of_derivative()) is not None:
                return Node("call", self.arguments(), name + order)
            self.at += 1
            exponent = self.script()
            return Node("call", (exponent, *self.arguments()), name + "^")
        if is_callable and self.is_op("("):
            return Node("call", self.arguments(), name)
        if is_callable and self.is_command("circ") and self.peek().value in UNKNOWN_FUNCTIONS:
            return self.composition(name)
        return sym(name)

    def composition(self, outer: str) -> Node:
        r"""Return `f \circ g` as f applied to g; while g has no argument, the name says that one is missing."""
        self.at += 2
        inner = self.named(self.tokens[self.at - 1].value)
        is_applied = inner.kind == "call" and not inner.value.endswith(COMPOSED)
        return Node("call", (inner,), outer if is_applied else outer + COMPOSED)

    def is_pair_of_counts(self) -> bool:
        """Return whether `(n, k)` with two whole numbers or the letters for them stands next, as in `C(10, 3)`."""
        first, comma, second, closing = (self.peek(step) for step in range(1, 5))
        return (
            (first.kind == "number" or first.value in ("n", "m"))
            and comma.value == ","
            and (second.kind == "number" or second.value in ("k", "r", "m"))
            and closing.value == ")"
        )

    def order_of_derivative(self) -> str | None:
        r"""Step over the order of `f^{(n)}(x)` and return its mark; None, and nothing read, for a power."""
        opening, order, closing, end = (self.peek(distance) for distance in (2, 3, 4, 5))
        if self.peek().value != "{" or (opening.value, closing.value, end.value) != ("(", ")", "}"):
            return None
        self.at += 6
        return "'" * int(order.value) if order.value in ("1", "2", "3") else f"^({order.value})"

    def call_follows_power(self) -> bool:
        """Return whether the power that stands next belongs to a function's name: `f^2(x)`, `f^{-1}(x)`."""
        if self.peek().value == "prime" or (self.peek().value == "{" and self.peek(2).value == "prime"):
            return False
        if self.peek().kind == "op" and self.peek().value == "{":
            position = self.at + 2
            while self.tokens[position].kind != "end" and self.tokens[position].value != "}":
                position += 1
            return position + 1 < len(self.tokens) and self.tokens[position + 1].value == "("
        if self.peek().kind == "op" and self.peek().value == "-":
            return self.peek(3).value == "("
        if self.peek().value == "(":  # f^(-1)(x) in plain text
            return self.peek(2).value == "-" and self.peek(4).value == ")" and self.peek(5).value == "("
        return self.peek(2).kind == "op" and self.peek(2).value == "("

    def arguments(self) -> tuple[Node, ...]:
        """Return the arguments in the bracket that stands next."""
        self.expect("(")
        saved, self.abs_depth = self.abs_depth, 0
        inside = self.items(")")
        self.expect(")")
        self.abs_depth = saved
        return inside.args if inside.kind == "list" else (inside,)

    # -- functions -----------------------------------------------------------------------

    def function(self, name: str, spelling: str, is_command: bool = False) -> Node:
        """Return a function with its base, power and argument."""
        base = None
        exponent: Node | None = None
        if self.is_op("_"):
            self.at += 1
            base = self.base_script(name)
        if self.is_op("^", "**"):
            self.at += 1
            exponent = self.function_power(is_command)
        if self.is_op("_") and base is None:
            self.at += 1
            base = self.base_script(name)
        if exponent is not None and exponent == MINUS_ONE and name in INVERTIBLE:
            name, exponent = "a" + name, None
        arguments = self.function_arguments(name)
        node = applied(name, arguments if base is None else (*arguments, base))
        return node if exponent is None else Node("pow", (node, exponent))

    def base_script(self, name: str) -> Node:
        """Return the base of a logarithm: a brace group or one token, `log_10(x)` taking both digits."""
        if self.is_op("{"):
            return self.brace_group()
        if (
            self.token.kind == "number"
            and "\\" in self.text
            and len(self.token.value) > 1
            and self.token.value.isdigit()
            and not (self.peek().value in ("(", "{") or self.peek().kind == "command")
        ):
            return num(int(self.split_token(1)))
        if self.token.kind == "word" and len(self.token.value) > 1:
            return self.name(self.split_token(1))
        return self.primary()

    def function_power(self, is_command: bool) -> Node:
        r"""Return the power between a function and its argument; `\sin^22\alpha` gives 2: TeX takes one token."""
        token = self.token
        if (
            is_command
            and token.kind == "number"
            and token.value.isdigit()
            and len(token.value) > 1
            and self.peek().value not in ("(", "{", "\\{")
        ):
            return num(int(self.split_token(1)))
        return self.script()

    def function_arguments(self, name: str) -> tuple[Node, ...]:
        """Return the arguments: a bracket's items, or the product that follows without one."""
        if self.is_op("("):
            return self.arguments()
        if self.is_op("{"):
            node = self.brace_group()
            return node.args if node.kind == "list" else (node,)
        if self.is_op("\\{") and name in ("max", "min", "gcd", "lcm"):
            self.at += 1
            node = self.set_braces()
            return node.args
        if self.is_op("\\{") and name == "exp":  # braces that group, not a fractional part
            self.at += 1
            return (self.contents("\\}", "}")[0],)
        if self.is_op("["):
            self.at += 1
            node, _ = self.contents("]")
            return node.args if node.kind == "list" else (node,)
        if self.is_op("-"):
            self.at += 1
            return (negate(self.argument_product()),)
        self.accept("+")
        return (self.argument_product(),)

    def argument_product(self) -> Node:
        r"""Return the product that a function takes without brackets: `2\alpha` in `\sin 2\alpha\cos\beta`."""
        factors = [self.factor()]
        while True:
            token = self.token
            is_numeric = all(item.kind in ("num", "dec", "const") for item in factors)
            if token.kind == "command" and (token.value in FUNCTIONS or token.value == "operatorname"):
                break
            if token.kind == "word" and (split_word(token.value) or ("",))[0] in WORD_FUNCTIONS:
                break
            if token.kind == "letters" and token.value.strip() in FUNCTIONS:
                break
            if (
                self.integral_depth
                and token.kind == "word"
                and token.value[0] == DIFFERENTIAL
                and len(token.value) <= 2
            ):
                break
            if token.kind == "op" and token.value in ("(", "[", "|", "\\{") and not is_numeric:
                break
            if not self.starts_factor(factors[-1]):
                break
            factors.append(self.factor())
        return mul(*factors)

    # -- brackets -----------------------------------------------------------------------

    def contents(self, *closing: str) -> tuple[Node, str]:
        """Return the items up to one of the closing brackets, and the bracket."""
        saved = (self.abs_depth, self.builder_depth, self.start)
        self.abs_depth = self.builder_depth = 0
        inside = self.items(*closing)
        token = self.token
        self.expect(*closing)
        self.abs_depth, self.builder_depth, self.start = saved
        return inside, token.value

    def is_alone(self, first: int) -> bool:
        """Return whether the bracket opened at token `first` and closed just now is a whole item."""
        following = self.token
        ends = (
            following.kind == "end"
            or (
                following.kind == "op"
                and following.value in (")", "]", "}", "\\}", ",", ";", "=", "row", "&", ".", "quad")
            )
            or following.kind == "text"
            or (
                following.kind == "command"
                and (following.value in RELATIONS or following.value in _SET_OPERATORS)
            )
            or (following.kind == "word" and following.value in ("and", "or", "U"))
        )
        return first == self.start and ends

    def parenthesis(self) -> Node:
        """Return `(...)`: grouping, a tuple or an open interval; `(a, b]` a half-open one."""
        inside, closing = self.contents(")", "]")
        if inside.kind == "list" and not inside.args:
            raise self.fail("empty")
        if inside.kind == "list" and (len(inside.args) != 1):
            return Node("group", inside.args, "(" + closing)
        if closing == "]":
            raise self.fail("unexpected")
        if inside.kind == "call" and inside.value.endswith(COMPOSED) and self.is_op("("):
            return composed_at(inside, self.arguments())
        return inside

    def square_bracket(self) -> Node:
        """Return `[...]`: an interval or list; with one item grouping, or the integer part in a larger expression."""
        first = self.at - 1
        inside, closing = self.contents(*(("]", ")") if self.is_op("[") else ("]", ")", "[")))
        if inside.kind == "list" and not inside.args:
            raise self.fail("empty")
        if inside.kind == "list" and len(inside.args) != 1:
            if closing == "]" and are_assignments(inside):
                return inside
            return Node("group", inside.args, "[" + (")" if closing == "[" else closing))
        if closing != "]" and inside.kind != "list":
            raise self.fail("unexpected")
        if inside.kind in ("matrix", "rel", "list", "group", "set") or self.is_alone(first):
            return inside
        has_brackets = any(
            t.kind == "op" and t.value in ("(", "[") for t in self.tokens[first + 1 : self.at - 1]
        )
        return inside if has_brackets else fn("floor", inside)

    def reversed_bracket(self) -> Node:
        """Return `]a; b[` or `]a; b]`, the French spelling of an open end."""
        inside, closing = self.contents("[", "]")
        if inside.kind != "list" or len(inside.args) != 2:
            raise self.fail("unexpected")
        return Node("group", inside.args, "](" if closing == "[" else "]]")

    def set_braces(self) -> Node:
        r"""Return `\{...\}`: a set, a set-builder, or the fractional part in a larger expression."""
        if self.is_command("begin") and (cases := self.open_cases()) is not None:
            return cases
        first = self.at - 1
        saved, self.builder_depth = self.builder_depth, self.builder_depth + 1
        depth, start = self.abs_depth, self.start
        self.abs_depth = 0
        inside = self.items("\\}", "}", "|", ":")
        self.start = start
        if self.is_op("|", ":") or self.is_command("mid"):
            self.at += 1
            self.builder_depth = 0
            condition = self.items("\\}", "}")
            self.expect("\\}", "}")
            self.builder_depth, self.abs_depth = saved, depth
            return Node("builder", (inside, condition))
        self.expect("\\}", "}")
        self.builder_depth, self.abs_depth = saved, depth
        if inside.kind == "list":
            return Node("set", inside.args) if inside.args else EMPTY_SET
        if inside.kind in ("rel", "group", "set", "text", "and", "or", "pm") or self.is_alone(first):
            return Node("set", (inside,))
        return fn("fracpart", inside)

    def open_cases(self) -> Node | None:
        r"""Return `\left\{ \begin{array}...\end{array} \right.` as cases; None, nothing read, for a closed brace."""
        before, tokens = self.at, self.tokens
        self.at += 1
        node = self.environment("cases")
        if not self.is_op("\\}"):
            return node
        self.at, self.tokens = before, tokens
        return None

    def brace_group(self) -> Node:
        """Return a TeX group: grouping, a fraction with `\\over`, a set with a comma, a root when empty."""
        self.expect("{")
        return self.braces()

    def braces(self) -> Node:
        """Return the rest of a brace group whose `{` is read."""
        first = self.at
        token = self.tokens[first]
        if token.kind == "number" and token.number is not None and self.level < MAX_NESTING_LEVELS:
            behind = self.tokens[first + 1]
            if behind.kind == "op" and behind.value == "}":  # a number alone, as in `x^{2}`
                self.at += 2
                return token.number
        saved_start = self.start
        saved, self.abs_depth = self.abs_depth, 0
        if self.accept("}"):
            self.abs_depth = saved
            return self.before_index()
        is_plain_set = first == 1 and (
            "\\" not in self.text or pattern(_PLAIN_SET).fullmatch(self.text) is not None
        )
        self.builder_depth += is_plain_set
        inside = self.items("}")
        self.builder_depth -= is_plain_set
        if inside.kind == "list" and not inside.args:
            raise self.fail("empty")
        if is_plain_set and self.accept("|", ":"):  # {x | x > 2} in plain text
            inside = Node("builder", (inside, self.items("}")))
        if self.is_command("over", "atop", "choose"):
            name = self.token.value
            self.at += 1
            right = self.items("}")
            inside = quotient(inside, right) if name == "over" else fn("binom", inside, right)
        self.expect("}")
        if is_plain_set and inside == EMPTY_SET:
            inside = Node("set", (EMPTY_SET,))
        self.abs_depth, self.start = saved, saved_start
        if inside.kind == "list" and not inside.args:
            raise self.fail("empty")
        if inside.kind == "list" and len(inside.args) > 1 and self.tokens[first].kind != "op":
            is_set = "\\" not in self.text or first == 1 or self.tokens[first - 2].value in _SET_OPERATORS
            return Node("set", inside.args) if is_set else inside
        return inside

    def bare_index(self) -> Node:
        r"""Return what an index before any base belongs to: `^5C_2`."""
        self.at -= 1
        return self.before_index()

    def before_index(self) -> Node:
        r"""Return what an empty group carries: `{}^4\sqrt{x}`, `{}_nC_k`, `{}^nC_k`."""
        is_above = self.is_op("^")
        if self.accept("^", "_"):
            index = self.script()
            if is_above and self.is_command("sqrt"):
                self.at += 1
                return Node("root", (self.tex_argument(), index))
            if self.token.value in ("C", "P") and self.peek().value == "_":
                name = "binom" if self.token.value == "C" else "perm"
                self.at += 2
                return fn(name, index, self.script())
        if self.token.kind == "end":
            return EMPTY_SET
        raise self.fail("unexpected")

    def bar(self) -> Node:
        """Return `|...|`: the absolute value."""
        self.abs_depth += 1
        saved, self.builder_depth = self.builder_depth, 0
        inside = self.items()  # no closing bar is looked for: behind an opening one, a bar opens again
        self.expect("|", "\\|")
        self.builder_depth = saved
        self.abs_depth -= 1
        return determinant(inside) if inside.kind == "matrix" else fn("abs", inside)

    # -- TeX arguments and commands -----------------------------------------------------------

    def tex_argument(self) -> Node:
        r"""Return one argument as TeX takes it: a brace group, one digit, one letter, or one command."""
        token = self.token
        if self.is_op("{"):
            self.at += 1
            if self.is_op("}"):
                raise self.fail("unexpected")
            return self.braces()
        if token.kind == "number" and token.value.isdigit() and len(token.value) > 1:
            return num(int(self.split_token(1)))
        if token.kind == "word" and len(token.value) > 1:
            return self.name(self.split_token(1))
        if token.kind == "word":
            self.at += 1
            return self.name(token.value)
        return self.primary()

    def root(self) -> Node:
        """Return a square or n-th root."""
        index = TWO
        if self.accept("["):
            index = self.items("]")
            self.expect("]")
        return Node("root", (self.tex_argument(), index))

    def plain_root(self, index: int) -> Node:
        """Return the root that a sign `√`, `∛` or `∜` writes: of a bracket, of a whole number, or of one letter."""
        return Node("root", (self.primary(), num(index)))

    def general_fraction(self) -> Node:
        r"""Return `\genfrac{(}{)}{0pt}{}{n}{k}` as a binomial coefficient, one without brackets as a fraction."""
        opening = self.braced_text()
        for _ in range(3):
            self.braced_text()
        top, bottom = self.tex_argument(), self.tex_argument()
        return fn("binom", top, bottom) if opening.strip() else quotient(top, bottom)

    def si_quantity(self) -> Node:
        r"""Return `\SI{25}{\meter\per\second}` as a value with its unit."""
        value = self.tex_argument()
        self.expect("{")
        words = []
        while not self.accept("}"):
            if self.token.kind == "end":
                raise self.fail("unclosed_brace")
            words.append(self.token.value)
            self.at += 1
        return with_unit(value, " ".join(words))

    def coloured(self) -> Node:
        r"""Return what `\color{red}` or `\textcolor{red}{...}` colours, as if it were black."""
        if self.accept("["):
            while not self.accept("]"):
                self.at += self.token.kind != "end"
                if self.token.kind == "end":
                    raise self.fail("unclosed_brace")
        self.braced_text()
        return self.primary()

    def fraction(self) -> Node:
        """Return the quotient of two TeX arguments; `\\frac{d}{dx}` derives the product that follows."""
        top, bottom = self.tex_argument(), self.tex_argument()
        if top == sym(DIFFERENTIAL) and is_differential(bottom) and self.token.kind != "end":
            return Node("big", (self.product(), bottom.args[1]), "diff")
        return quotient(top, bottom)

    def letters(self, token: Token) -> Node:
        r"""Return what `\mathrm{...}` and kin hold: a constant, a function, a letter or a product of letters."""
        content = token.value.strip("~ ")
        bare = content.replace("\\,", "").replace("~", "").replace(" ", "").strip()
        if bare in FUNCTIONS:
            return self.function(FUNCTIONS[bare], bare, True)
        if len(bare) == 1 and bare.isalpha():
            return self.subscripted(bare, token)
        if bare.isdigit():
            return num(int(bare[:4000]))
        if bare.isalpha() and (len(bare) > MAX_LETTERS_IN_A_PRODUCT or (bare.isupper() and len(bare) > 1)):
            return self.subscripted(bare, token)
        return self.inner_text(Token("text", content, token.start, token.end))

    def inner_text(self, token: Token) -> Node:
        r"""Return what `\text{...}` holds when it is an answer: `\text{31}`, `\text{(E)}`, `\text{4:30 p.m.}`."""
        content = plain(token.value).strip(" ~")
        if not content or len(content) > 200 or self.level > MAX_NESTING_LEVELS // 2:
            raise NotMath("text", token.start, content[:20])
        if len(content) > 1 and content.isalpha():
            words = number_in_words(content)
            return num(words) if words is not None else Node("text", (), normal_words(content))
        phrase = PHRASES.get(content.lower().rstrip("."))
        if phrase:
            return Node("name", (), phrase)
        if content[0].isdigit() and pattern(DAY_AND_MONTH).fullmatch(content.lower()):
            return Node("text", (), normal_words(content))
        counted = in_words(content) if content[0].isalpha() else None
        if counted is not None:
            return counted
        inner = Parser(content, scan(content))
        inner.level = self.level + 1
        try:
            return inner.answer()
        except NotMath:
            return Node("text", (), normal_words(content))

    def name_of_set(self, token: Token) -> Node:
        r"""Return the set that `\mathbb{R}` names, with its sign or power."""
        content = self.braced_text() if token.value == "mathbb" else token.value
        name = SET_NAMES.get(content.strip(), content.strip())
        if self.is_op("^", "_") and (
            self.peek().value in ("+", "-", "*")
            or (self.peek().value == "0" and name in ("N", "Z"))
            or (self.peek().value == "{" and self.peek(2).value in _SET_SUFFIXES)
        ):
            self.at += 1
            suffix = pattern(_AT_LEAST).sub(">=", self.braced_text().replace(" ", ""))
            suffix = pattern(_AT_MOST).sub("<=", suffix)
            name += {">0": "+", ">=1": "+", "*+": "+", "+*": "+", ">=0": "0"}.get(suffix, suffix)
            name = {"N+": "Z+", "N*": "Z+", "Z0": "N0"}.get(name, name)
        return Node("name", (), name)

    def accent(self, token: Token) -> Node:
        r"""Return the name that `\vec{a}` or `\overline{AB}` writes."""
        argument = self.tex_argument()
        if ACCENTS[token.value] == "bar" and argument.kind == "sym" and argument.value in ("z", "w"):
            return fn("conj", argument)
        if argument.kind == "sym":
            return self.subscripted(f"{ACCENTS[token.value]} {argument.value}", token)
        if argument.kind == "mul" and all(part.kind == "sym" for part in argument.args):
            letters = "".join(part.value for part in argument.args)
            is_symmetric = letters.isupper() and (token.value == "overline" or "hat" in token.value)
            name = (
                min(letters, letters[::-1]) if is_symmetric else letters
            )  # a segment and an angle, not a vector
            return self.subscripted(f"{ACCENTS[token.value]} {name}", token)
        return fn(ACCENTS[token.value], argument)

    def angle(self, token: Token) -> Node:
        r"""Return the name `\angle ABC`; `\angle CBA` is the same angle."""
        following = self.token
        if following.kind not in ("word", "letters", "text", "number"):
            if following.kind == "command" and following.value in GREEK:
                self.at += 1
                return sym(f"{token.value} {following.value}")
            raise self.fail("unexpected")
        self.at += 1
        letters = following.value.strip()
        if token.value != "triangle" and len(letters) == 3:
            letters = min(letters, letters[::-1])
        return self.subscripted(f"{token.value} {letters}", following)

    def floor_or_ceiling(self, token: Token) -> Node:
        r"""Return `\lfloor ... \rfloor` or `\lceil ... \rceil`."""
        node = self.items()
        if not self.is_command("rfloor", "rceil"):
            raise self.fail("unexpected")
        self.at += 1
        return fn("floor" if token.value == "lfloor" else "ceil", node)

    def angle_bracket(self) -> Node:
        r"""Return the vector `\langle a, b \rangle`."""
        node = self.items()
        if not self.is_command("rangle"):
            raise self.fail("unexpected")
        self.at += 1
        return Node("group", node.args if node.kind == "list" else (node,), "()")

    def bigop(self, token: Token) -> Node:
        r"""Return a sum, product, integral or limit with its variable and bounds."""
        lower: Node | None = None
        upper: Node | None = None
        while self.is_op("_", "^"):
            sign = self.token.value
            self.at += 1
            node = self.script(is_index=True)
            if sign == "_":
                lower = node
            else:
                upper = node
        if "int" in token.value:
            return self.integral(token.value, lower, upper)
        if lower is None or lower.kind != "rel" or lower.args[0].kind not in ("sym", "const"):
            raise NotMath("unsupported", token.start, token.value)
        variable = lower.args[0] if lower.args[0].kind == "sym" else sym("i")
        body = _with_index_as_argument(self.product(), variable)
        if variable.value == "i":
            body = replaced(body, I, variable)
            upper = replaced(upper, I, variable) if upper is not None else None
        if token.value == "lim":
            return Node("big", (body, variable, lower.args[1]), "lim")
        if upper is None:
            raise NotMath("unsupported", token.start, token.value)
        return Node("big", (body, variable, lower.args[1], upper), token.value)

    def integral(self, name: str, lower: Node | None, upper: Node | None) -> Node:
        """Return an integral in the letter behind its `d`; an inner one leaves the second `d` to the outer."""
        if name == "iint":
            raise self.fail("unsupported")
        self.integral_depth += 1
        body = self.product()
        found = take_differential(body)
        if found is None and self.is_op("+", "-"):
            rest = self.sum()
            last = rest.args[-1] if rest.kind == "add" else rest
            found_last = take_differential(last)
            if found_last is not None:
                before = rest.args[:-1] if rest.kind == "add" else ()
                found = (add(body, *before, found_last[0]), found_last[1])
        self.integral_depth -= 1
        if found is None or (lower is None) != (upper is None):
            raise self.fail("unsupported")
        integrand, variable = found
        bounds = (lower, upper) if lower is not None and upper is not None else ()
        outer = take_differential(integrand) if self.integral_depth else None
        if outer is None:
            return Node("big", (integrand, variable, *bounds), "int")
        # the second d of `\int\int f dy dx` belongs to the integral around this one
        return mul(Node("big", (outer[0], variable, *bounds), "int"), sym(DIFFERENTIAL), outer[1])

    def environment(self, as_name: str = "") -> Node:
        r"""Return a matrix, or the list of statements in `cases`, `aligned` and kin; an array also `as_name`."""
        name = self.braced_text().rstrip("*")
        if name not in ENVIRONMENTS:
            raise self.fail("unsupported")
        if name == "array" and self.is_op("{"):
            self.braced_text()
        rows: list[list[Node]] = [[]]
        while not self.is_command("end"):
            if self.accept("row"):
                rows.append([])
            elif self.accept("&"):
                continue
            elif self.token.kind == "end":
                raise self.fail("unclosed_environment")
            else:
                self.start = self.at
                rows[-1].append(self.cell())
        self.at += 1
        self.braced_text()
        return matrix_of(as_name if name == "array" and as_name else name, [row for row in rows if row])

    def cell(self) -> Node:
        """Return one cell of an environment: a statement and the words or comma behind it."""
        if self.token.kind == "text":
            token = self.token
            self.at += 1
            node = Node("text", (), normal_words(token.value))
        else:
            node = self.statement()
        while self.is_op(",", ";", ".", "quad"):
            self.at += 1
        return node

    def command(self, token: Token) -> Node:
        """Return what a command at the place of a primary denotes."""
        name = token.value
        handler = _COMMANDS.get(name)
        if handler is not None:
            return handler(self, token)
        if name in FUNCTIONS:
            return self.function(FUNCTIONS[name], name, True)
        if name in GREEK or name in SYMBOL_COMMANDS:
            return self.subscripted(SYMBOL_ALIASES.get(name, name), token)
        if name in CONSTANTS:
            return self.name(name)
        if name in ACCENTS:
            return self.accent(token)
        if name in WRAPPERS:
            return self.tex_argument()
        glued = _glued_command(name)
        if glued is None:
            raise NotMath("unknown_command", token.start, name)
        head, tail = glued
        self.at -= 1
        self.tokens = [
            *self.tokens[: self.at],
            Token("command", head, token.start, token.start + len(head) + 1),
            Token("word", tail, token.start + len(head) + 1, token.end),
            *self.tokens[self.at + 1 :],
        ]
        self.at += 1
        return self.command(self.tokens[self.at - 1])


# ------------------------------------------------------------------------------
# 3  Handlers of commands and brackets
# ------------------------------------------------------------------------------


def _with_index_as_argument(node: Node, variable: Node) -> Node:
    """Return the body of a sum with `a_k` and `a_{k+1}` as functions of the variable k."""
    letter, _, index = str(node.value).partition("_") if node.kind == "sym" else ("", "", "")
    if letter and len(index) > 1 and index.isalpha() and variable.value in index:  # a_{kj}
        return Node("call", tuple(map(sym, index)), letter)
    if index and pattern(rf"(?<![A-Za-z]){re.escape(str(variable.value))}(?![A-Za-z])").search(index):
        try:
            return Node("call", (Parser(index, scan(index)).answer(),), letter)
        except NotMath:
            return node
    args = tuple(_with_index_as_argument(arg, variable) for arg in node.args)
    return Node(node.kind, args, node.value) if args else node


@functools.lru_cache(maxsize=1024)
def _glued_command(name: str) -> tuple[str, str] | None:
    r"""Return the command and the letters that are glued to it: `\tanx`, `\lex`, `\pir`."""
    for size in range(len(name) - 1, 1, -1):
        head = name[:size]
        if head in FUNCTIONS or head in GREEK or head in CONSTANTS or head in _COMMANDS:
            return head, name[size:]
    return None


#: what may begin the index of a set's name, and the ways to write its "at least"
_SET_SUFFIXES = frozenset(
    {"+", "-", "*", ">", ">=", "≥", "ge", "geq", "geqslant", "<", "<=", "≤", "le", "leq", "leqslant"}
)


_AT_LEAST = r"\\?(?:geqslant|geq|ge)|≥"
_AT_MOST = r"\\?(?:leqslant|leq|le)|≤"


Handler = Callable[[Parser, Token], Node]


_CLOSING_COMMANDS = frozenset({"rfloor", "rceil", "rangle", "end", "rbrace", "rvert", "rVert", "rbrack"})


_OPENERS: dict[str, Callable[[Parser], Node]] = {
    "(": Parser.parenthesis,
    "[": Parser.square_bracket,
    "]": Parser.reversed_bracket,
    "\\{": Parser.set_braces,
    "{": Parser.braces,
    "|": Parser.bar,
    "\\|": Parser.bar,
    "^": Parser.bare_index,
}


_COMMANDS: dict[str, Handler] = {
    **{name: lambda p, t: p.fraction() for name in ("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac")},
    **{
        name: lambda p, t: fn("binom", p.tex_argument(), p.tex_argument())
        for name in ("binom", "dbinom", "tbinom")
    },
    **dict.fromkeys(("sum", "prod", "int", "iint", "oint", "lim"), Parser.bigop),
    **dict.fromkeys(("angle", "triangle", "measuredangle", "overarc", "widearc"), Parser.angle),
    **{name: (lambda p, t: EMPTY_SET) for name in ("emptyset", "varnothing")},
    **dict.fromkeys(("lfloor", "lceil"), Parser.floor_or_ceiling),
    **{name: (lambda p, t: sym("…")) for name in ("ldots", "dots", "cdots", "dotsc", "dotsb", "vdots")},
    "sqrt": lambda p, t: p.root(),
    "surd": lambda p, t: p.plain_root(2),
    "cuberoot": lambda p, t: p.plain_root(3),
    "fourthroot": lambda p, t: p.plain_root(4),
    "genfrac": lambda p, t: p.general_fraction(),
    **dict.fromkeys(("SI", "qty"), lambda p, t: p.si_quantity()),
    "ang": lambda p, t: Node("degree", (p.tex_argument(),)),
    "color": lambda p, t: p.coloured(),
    **dict.fromkeys(("textcolor", "mathcolor"), lambda p, t: p.coloured()),
    "langle": lambda p, t: p.angle_bracket(),
    "begin": lambda p, t: p.environment(),
    "mathbb": Parser.name_of_set,
    "Bbb": Parser.name_of_set,
    "R": Parser.name_of_set,
    "Z": Parser.name_of_set,
    "N": Parser.name_of_set,
    "Q": Parser.name_of_set,
    "reals": lambda p, t: Node("name", (), "R"),
    "lbrace": lambda p, t: p.set_braces(),
    "prime": lambda p, t: sym("prime"),
    "max": lambda p, t: p.function("max", "max", True),
    "e": lambda p, t: E,
    "i": lambda p, t: I,
    "pi": lambda p, t: p.subscripted("pi", t) if p.is_op("_") else PI,
    "exp": lambda p, t: p.function("exp", "exp", True),
}
