r"""From the text of an answer to tokens: characters, numbers in every spelling, commands, words.

`scan(text, comma)` knows nothing of grammar but one thing: what a comma between digits is.  That
depends on the reading (`decimal`, `thousands` or `separator`), and `comma_readings` says which
readings a text admits.  One forward pass; every pattern is linear.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from answer_math.rules import pattern
from answer_math.symbols import (
    CHARACTERS,
    LAYOUT,
    LETTER_COMMANDS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TEXT_COMMANDS,
    WORD_FUNCTIONS,
)
from answer_math.tree import MAX_INTEGER_DIGITS, MAX_TOKENS, LimitExceeded, Node, NotMath, num

# ------------------------------------------------------------------------------
# 1  Tokens
# ------------------------------------------------------------------------------


class Token(NamedTuple):
    """One token: `kind` is number, command, word, text, letters, ratio, op or end."""

    kind: str
    value: str
    start: int
    end: int
    number: Node | None = None


#: a token of its five fields, without the call that a NamedTuple's own constructor is: most of a scan's time
_new_token: Callable[[tuple[str, str, int, int, Node | None]], Token] = functools.partial(
    tuple.__new__, Token
)


# ------------------------------------------------------------------------------
# 2  Numbers
# ------------------------------------------------------------------------------

# What may stand between groups of three digits whatever the reading: `10\,000`, `10{,}000`, `10,\!080`, `12 345`.
_GROUPERS = r"['’](?=\d{3}(?!\d))|\\[,!:; ]|\{,\}|\{\\,\}|\\,\\!|,\s?\\!\s?"


def _number_pattern(comma: str) -> re.Pattern[str]:
    """Return the pattern of a number in one reading of the comma."""
    grouper = _GROUPERS + ("|," if comma == "thousands" else "")
    point = r"\.|\{,\}|\{\.\}" + ("|,(?=\\d)" if comma == "decimal" else "")
    return re.compile(
        rf"""
        (?P<whole>[1-9]\d{{0,2}}(?:(?:{grouper})\d{{3}})+(?!\d)
          | [1-9]\d{{0,2}}(?:[ ~]\d{{3}})+(?![\d/]|\s/) | \d+)?
        (?: (?:{point}) (?P<decimals>\d*)
            (?: \((?P<period>\d+)\) | \s?\\(?:overline|bar)\s?(?:\{{(?P<barred>\d+)\}}|(?P<single>\d))
              | \\dot\{{(?P<dotted>\d)\}} | (?P<endless>\.\.\.|\\l?dots(?![a-z])) )?
        )?
        (?P<exponent>[eE][-+]?\d+(?![\d.^]))?""",
        re.VERBOSE,
    )


_NUMBERS: dict[str, re.Pattern[str]] = {}
_GROUP_MARKS = re.compile(r"\D+")


def exact_int(digits: str) -> int:
    """Return the integer of a digit run of any length (`int` alone stops at 4,300 digits)."""
    if len(digits) > MAX_INTEGER_DIGITS:
        raise LimitExceeded("MAX_INTEGER_DIGITS")
    if len(digits) <= 4000:
        return int(digits)
    value = 0
    for start in range(0, len(digits), 4000):
        block = digits[start : start + 4000]
        value = value * 10 ** len(block) + int(block)
    return value


def _repeating(whole: str, decimals: str, period: str) -> Fraction:
    """Return the rational that `whole.decimals(period)` writes."""
    scale = 10 ** len(decimals)
    base = Fraction(exact_int((whole or "0") + decimals), scale)
    return base + Fraction(exact_int(period), scale * (10 ** len(period) - 1))


def _trailing_period(decimals: str) -> str:
    """Return the block that `decimals` repeats at its end, as `0.333...` and `0.1666...` do, else nothing."""
    for size in range(1, len(decimals) // 2 + 1):
        block = decimals[-size:]
        if decimals.endswith(block * (3 if size == 1 and len(decimals) > 2 else 2)):
            return block
    return ""


def _scaled(digits: str, places: int, exponent: int) -> Node:
    """Return `digits / 10**places * 10**exponent`; decimal if the mantissa was one."""
    if abs(exponent) > MAX_INTEGER_DIGITS:
        raise LimitExceeded("MAX_INTEGER_DIGITS")
    value = exact_int(digits)
    if exponent == 0:
        return Node("dec", (), (value, places)) if places else Node("num", (), value)
    if places == 0:
        return num(value * Fraction(10) ** exponent)
    if exponent >= 0:
        value, shift = value * 10 ** max(0, exponent - places), max(0, places - exponent)
        return Node("dec", (), (value, shift)) if shift else Node("dec", (), (value, 0))
    return Node("dec", (), (value, places - exponent))


def _number_node(match: re.Match[str]) -> Node:
    """Return the exact number that a match of the number pattern writes."""
    whole = match["whole"] or ""
    if not whole.isdigit():
        whole = _GROUP_MARKS.sub("", whole)
    decimals = match["decimals"]
    period = match["period"] or match["barred"] or match["single"] or match["dotted"]
    if match["endless"] and decimals:
        period = _trailing_period(decimals)
        decimals = decimals[: -len(period)] if period else decimals
    exponent = int(match["exponent"][1:]) if match["exponent"] and len(match["exponent"]) < 9 else 0
    if match["exponent"] and len(match["exponent"]) >= 9:
        raise LimitExceeded("MAX_INTEGER_DIGITS", match.start())
    if period:
        if len(period) + len(decimals or "") > 400:
            raise LimitExceeded("MAX_INTEGER_DIGITS", match.start())
        return num(_repeating(whole, decimals or "", period) * Fraction(10) ** exponent)
    return _scaled((whole or "0") + (decimals or ""), len(decimals or ""), exponent)


# ------------------------------------------------------------------------------
# 3  Commas between digits
# ------------------------------------------------------------------------------

_TIGHT_COMMA = re.compile(r"\d,\d")
_CHAIN = re.compile(r"[\d.]+(?:,[\d.]+)+")
_THOUSANDS = r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?"
_OPENING, _CLOSING = "([{", ")]}"
_ONE_READING: tuple[tuple[str, str, frozenset[int]], ...] = (("separator", "", frozenset()),)


def _bracketed_commas(text: str) -> set[int]:
    """Return the tight commas that a bracket makes separators: `(1,2)` is a pair, `(1,5; 2)` has a decimal."""
    fixed: set[int] = set()
    stack: list[tuple[list[int], list[bool]]] = []
    for position, char in enumerate(text):
        before = text[position - 1] if position else ""
        is_base = before == "_" and text.endswith("log", 0, position - 1)  # `\\log_{0,5}`: no list
        if char in _OPENING and (char != "{" or before in "\\_") and not is_base:
            stack.append(([], [False, False]))
        elif char == "{":
            stack.append(([], [True, False]))
        elif char in _CLOSING and stack:
            commas, (has_semicolon, has_spaced) = stack.pop()
            if not has_semicolon and not (
                has_spaced and all(pattern(_THOUSANDS).match(text, max(0, c - 3)) for c in commas)
            ):
                fixed.update(commas)
        elif stack and char == ";":
            stack[-1][1][0] = before != "\\" or stack[-1][1][0]
        elif stack and char == ",":
            tight = before.isdigit() and text[position + 1 : position + 2].isdigit()
            if tight:
                stack[-1][0].append(position)
            elif before != "\\":
                stack[-1][1][1] = True
    return fixed


def comma_readings(text: str) -> tuple[tuple[str, str, frozenset[int]], ...]:
    """Return the readings of the commas: (mode, lenient rule or nothing, commas that separate in any mode).

    `1,000` is thousands, and leniently 1.000 or a list of two; `1,5` is a decimal or a list of two;
    `1,2,3` and `(1,5)` are lists, and leniently `98,118,122,142`, too large for a usual number.  A side is read in one
    mode throughout.  DESIGN §4.
    """
    if "," not in text or not _TIGHT_COMMA.search(text):
        return _ONE_READING
    fixed = _bracketed_commas(text.replace("\\langle", "      (").replace("\\rangle", "      )"))
    grouped, groups = True, 0
    free = signed_zero = False
    may_be_list = ";" not in text
    for match in _CHAIN.finditer(text):
        chain = match[0].rstrip(".")
        commas = [match.start() + i for i, char in enumerate(chain) if char == ","]
        if all(comma in fixed for comma in commas):
            continue
        if pattern(_THOUSANDS).fullmatch(chain):
            groups = max(groups, len(commas))
            may_be_list = may_be_list and (len(commas) == 1 or (len(commas) > 2 and ",0" not in chain))
        elif len(commas) == 1 and "." not in chain:
            grouped = False
            signed_zero = signed_zero or (chain.startswith("0,") and text[: match.start()].endswith("-"))
        else:
            fixed.update(commas)
            continue
        free = True
    shared = frozenset(fixed)
    if not free:
        return (("separator", "", shared),)
    found = [("thousands", "", shared)] if grouped else [("decimal", "", shared)]
    if grouped and groups == 1:
        found.append(("decimal", "comma-reading", shared))
    if may_be_list and not signed_zero:  # `-0,5` is no list
        found.append(("separator", "comma-reading" if grouped else "", shared))
    return tuple(found)


# ------------------------------------------------------------------------------
# 4  The scanner
# ------------------------------------------------------------------------------

_LEXEME = re.compile(
    r"""
    (?:\s|~|\\[,:;!>\ /]|\\(?=\s))*+(?:
    (?P<integer>\d{1,15}(?!\d|[.:eE~]|['’]\d|\{[,.\\]|\\[,!:;\ ]|[ ]\d|,\d|,\s?\\))
  | (?P<decimal>\d{1,15}\.\d{1,15}(?!\d|[.:eE~(]|\{|\s?\\|[ ]\d|,\d|,\s?\\))
  | (?P<digit>\.?\d)
  | (?P<command>\\[A-Za-z]+)\*?
  | (?P<word>atan2(?=\s?\()|log10(?=\s?\()|log2(?=\s?\()|[A-Za-z]+)
  | (?P<foreign>(?:(?![A-Za-z])(?![①-⓿])[^\W\d_])+)
  | (?P<row>\\\\(?:\[[^\]\s]{0,8}\])?)
  | (?P<escaped>\\[{}|$%&\#_])
  | (?P<double><=|>=|!=|<>|\*\*|==|:=|=<|=>|->|\.\.\.)
  | (?P<single>.)
  | \Z)""",
    re.VERBOSE | re.DOTALL,
)
"""White space and the lexeme behind it; nothing but white space at the end."""

_RATIO = re.compile(r"\d+(?::\d+)+(?![\d.])")
_OPERATOR_COMMANDS = {
    "vert": "|",
    "lvert": "|",
    "rvert": "|",
    "Vert": "\\|",
    "lVert": "\\|",
    "rVert": "\\|",
    "quad": "quad",
    "qquad": "quad",
    "not": "not",
    "lbrace": "\\{",
    "rbrace": "\\}",
    "lbrack": "[",
    "rbrack": "]",
}
_TAKES_DIGITS = frozenset({"frac", "dfrac", "tfrac", "cfrac", "sqrt", "binom"})
_UNIT_COMMANDS = TEXT_COMMANDS | {"mathrm", "operatorname"}
_NAMED = TEXT_COMMANDS | LETTER_COMMANDS


_TRIANGLE_FOR_MINUS = r"[△▲](?=\s?\d)"  # as accountants in Japan write a loss
_SMALL_FRACTION = "([⁰¹²³⁴-⁹]+)[⁄/]([₀-₉]+)"
_MATHEMATICAL_LETTERS = "[\U0001d400-\U0001d7ff]+"
_SUPERSCRIPT_RUN = "[" + "".join(map(chr, SUPERSCRIPTS)) + "]+"
_SUBSCRIPT_RUN = "[" + "".join(map(chr, SUBSCRIPTS)) + "]+"


def _large_fraction(found: re.Match[str]) -> str:
    """Return a fraction of small digits in large ones: `¹³⁄₂₀`."""
    top, bottom = found[1].translate(SUPERSCRIPTS), found[2].translate(SUBSCRIPTS)
    return rf"\frac{{{top}}}{{{bottom}}}"


def plain(text: str) -> str:
    """Return the text with Unicode characters as ASCII or LaTeX."""
    if text.isascii():
        return text
    text = pattern(_TRIANGLE_FOR_MINUS).sub("-", text)
    text = pattern(_SMALL_FRACTION).sub(_large_fraction, text)
    text = pattern(_MATHEMATICAL_LETTERS).sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    text = pattern(_SUPERSCRIPT_RUN).sub(lambda run: "^{" + run[0].translate(SUPERSCRIPTS) + "}", text)
    return (
        pattern(_SUBSCRIPT_RUN)
        .sub(lambda run: "_{" + run[0].translate(SUBSCRIPTS) + "}", text)
        .translate(CHARACTERS)
    )


#: what texts about sets are written with; beside any other command `\\ ` is a space
_SET_COMMANDS = frozenset(
    {"cup", "cap", "setminus", "backslash", "emptyset", "varnothing", "mathbb", "left", "right", "overline"}
)
_BACKSLASH_BETWEEN = r"""(?x)
    (?P<left>(?<![A-Za-z\\])[A-Z]'? | [)}\]])
    \s*\\(?:\s+(?=(?P<right>[A-Z](?![A-Za-z]) | [({\[] | \\\{)) | (?=(?P<close>[A-MOPST-Y])(?![A-Za-z])))
"""
_BARE_BACKSLASH = re.compile(r"\\(?:\s|[A-Z](?![A-Za-z]))")
_COMMAND = re.compile(r"\\([A-Za-z]{2,})")


def with_set_difference(text: str) -> str:
    r"""Return the text with the backslash of `A \ B` and `(0, 1] \ {1}` as `\setminus`: sets stand around it."""
    if _BARE_BACKSLASH.search(text) is None or not set(_COMMAND.findall(text)) <= _SET_COMMANDS:
        return text
    speaks_of_sets = "\\cup" in text or "\\cap" in text

    def replaced(match: re.Match[str]) -> str:
        sides = match["left"], match["right"] or match["close"]
        is_named = any(side[0].isupper() for side in sides) or sides[1] in ("{", "\\{")
        return f"{match['left']}\\setminus " if speaks_of_sets or is_named else match[0]

    return pattern(_BACKSLASH_BETWEEN).sub(replaced, text)


def _braced(text: str, position: int) -> tuple[str, int]:
    """Return the content of the brace group at `position` and the offset behind it; without one, one character."""
    while position < len(text) and text[position].isspace():
        position += 1
    if position >= len(text) or text[position] != "{":
        return text[position : position + 1], min(len(text), position + 1)
    depth = 0
    for end in range(position, len(text)):
        if text[end] == "{":
            depth += 1
        elif text[end] == "}":
            depth -= 1
            if depth == 0:
                return text[position + 1 : end], end + 1
    raise NotMath("unclosed_brace", position)


def _scan_number(text: str, position: int, comma: str, fixed: frozenset[int]) -> Token:
    """Return the number token that begins at `position`."""
    form = _NUMBERS.get(comma)
    if form is None:
        form = _NUMBERS[comma] = _number_pattern(comma)
    match = form.match(text, position)
    if match is not None and comma != "separator" and fixed:
        stop = next((at for at in range(position, match.end()) if at in fixed), None)
        match = form.match(text, position, stop) if stop is not None else match
    if match is None or match.end() == position:
        raise NotMath("number_form", position)
    return Token("number", match[0], position, match.end(), _number_node(match))


def _is_second(text: str, start: int, end: int) -> bool:
    r"""Return whether the `\text{sec}` at a place is the unit: behind a number or `/`, and no argument behind it."""
    before = text[max(0, start - 12) : start].rstrip(" \\,~")[-1:]
    behind = text[end : end + 12].lstrip(" ")[:1]
    return behind in ("", *"^/.,)}") and (before.isdigit() or before in ("/", "}"))


def _command(text: str, name: str, position: int, end: int) -> tuple[Token | None, int]:
    """Return the token of a command, None for layout, and the offset behind it."""
    if name in _NAMED:
        content, end = _braced(text, end)
        is_letter = name not in _UNIT_COMMANDS and len(content) == 1 and content.isalpha()
        word = content.strip() if name in TEXT_COMMANDS else ""
        if word in WORD_FUNCTIONS and not (word == "sec" and _is_second(text, position, end)):
            return Token("letters", word, position, end), end
        kind = "text" if name in TEXT_COMMANDS else "word" if is_letter else "letters"
        return Token(kind, content, position, end), end
    operator = _OPERATOR_COMMANDS.get(name)
    if operator is not None:
        return Token("op", operator, position, end), end
    if name not in LAYOUT:
        return Token("command", name, position, end), end
    return None, end + (name in ("left", "right") and text[end : end + 1] == ".")


def scan(text: str, comma: str = "separator", fixed: frozenset[int] = frozenset()) -> list[Token]:
    """Return the tokens of `text`, an `end` token last.  Raises NotMath and LimitExceeded."""
    tokens: list[Token] = []
    position, size = 0, len(text)
    while position < size:
        match = _LEXEME.match(text, position)
        if match is None:
            raise NotMath("unreadable_character", position)
        kind, end = match.lastgroup, match.end()
        if kind is None:
            break
        value, start = match[kind], match.start(kind)
        if kind == "single" or kind == "double":
            tokens.append(_new_token(("op", value, start, end, None)))
        elif kind == "word":
            tokens.append(_new_token(("word", value, start, end, None)))
        elif kind == "integer":
            tokens.append(_new_token(("number", value, start, end, Node("num", (), int(value)))))
        elif kind == "command":
            token, end = _command(text, value[1:], start, end)
            if token is not None:
                tokens.append(token)
        elif kind == "decimal":
            whole, _, decimals = value.partition(".")
            number = Node("dec", (), (int(whole + decimals), len(decimals)))
            tokens.append(Token("number", value, start, end, number))
        elif kind == "digit":
            is_argument = bool(tokens) and tokens[-1].kind == "command" and tokens[-1].value in _TAKES_DIGITS
            ratio = None if is_argument else _RATIO.match(text, start)
            token = (
                Token("ratio", ratio[0], start, ratio.end())
                if ratio
                else _scan_number(text, start, comma, fixed)
            )
            tokens.append(token)
            end = token.end
        elif kind == "foreign":
            tokens.append(_new_token(("text", value, start, end, None)))
        elif kind == "row":
            tokens.append(_new_token(("op", "row", start, end, None)))
        elif kind == "escaped":
            tokens.append(_new_token(("op", value if value[1] in "{}|" else value[1], start, end, None)))
        position = end
        if len(tokens) > MAX_TOKENS:
            raise LimitExceeded("MAX_TOKENS", position)
    tokens.append(Token("end", "", size, size))
    return tokens
