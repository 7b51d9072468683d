r"""Spellings of whole texts, rewritten before the scanner reads them.

    respelled(text)    the text as the scanner and parser know it

Each spelling has an example that it changes and the nearest text that it leaves alone; both are tests.
"""

from __future__ import annotations

from typing import NamedTuple

from answer_math.rules import pattern


class Spelling(NamedTuple):
    """A spelling: a mark without which no text has it, its pattern, what is read instead, and examples."""

    mark: str
    source: str
    written: str
    changes: tuple[str, str]
    leaves: str


_END_OF_PROOF = r"(?:[\s.]|\\q?quad(?![a-z])){0,8}\\(?:blacksquare|qed)\s*\Z"
_PHANTOM = r"\\[hv]?phantom\s?\{[^{}]{0,80}\}"
_SPACE = r"\\[hv]space\*?\s?\{[^{}]{0,20}\}"
_DOTS_OF_ITEMS = r"(?<=[-+,;])\s*\.{3,4}(?=\s*(?:[-+,;})\]|]|\\[},|]|$))"
_DOTTED_GROUPS = r"(?<![\w.,])(\d{1,3})\.(\d{3})\.(\d{3})(?:\.(\d{3}))?(?![\d.])"
_UNDERSET = r"\\underset\s?\{([^{}]{1,40})\}\s?\{\s?(\\[a-z]{3,12}|\\operatorname\{[a-z]{3,12}\})\s?\}"
_FEET_AND_INCHES = r"(?<![\d.}])(?<!circ)(?<!circ )(\d{1,4})'\s?(\d{1,2}(?:\.\d{1,4})?)(?:''|\")"
_INEQUALITY_SIGN = r"(?:[<>]|\\(?:leq?|geq?|neq?|leqslant|geqslant)(?![a-z]))"
_CONDITION_AND_COLON = rf"({_INEQUALITY_SIGN}[^:;,=<>]{{1,40}}):\s*(?=[A-Za-z](?:_\{{?\w{{1,3}}\}}?)?\s*=)"

_SET_OF_NUMBERS = r"(?:\\mathbb\s?\{?[RZNQC]\}?(?:[\^_](?:\{[^{}]{1,12}\}|[+-]))?|\\R)"
_ARROW_OF_SETS = rf"{_SET_OF_NUMBERS}\s?\\(?:to|rightarrow)\s?{_SET_OF_NUMBERS}(?:[,;:\s]|\\[ ,;:]){{0,5}}"
_ARROW = rf"\A([A-Za-z])\s?(?::|\\colon)\s?(?:{_ARROW_OF_SETS}\s?)?([a-z])\s?\\(?:long)?mapsto(?![a-z])"
_FUNCTION_AND_SETS = rf"\A([A-Za-z])\s?(?::|\\colon)\s?{_ARROW_OF_SETS}\s?(?=\1\s?\()"

_DEGREE_IN_BRACES = r"(?<=\d)\s?\^\s?\{\s?(?:o|\\(?:text|mathrm|rm)\s?\{?\s?o\s?\}?)\s?\}(?![A-Za-z])"
_BARS_AS_RELATIONS = (
    r"(?:\A|(?<=[-+=<>(,*/]))\s?\\mid(?![a-z])((?:[^\\|]|\\(?!mid(?![a-z]))){1,60})\\mid(?![a-z])"
)

SPELLINGS: tuple[Spelling, ...] = (
    Spelling("!=", r"\A(\d{1,4})!=(?=\s?[\d,]+\Z)", r"\1! =", ("5!=120", "5! =120"), "x!=2"),
    Spelling(".", _DOTTED_GROUPS, r"\1\2\3\4", ("1.234.567", "1234567"), "1.234"),
    Spelling("^o", r"(?<=\d)\^o(?![A-Za-z\d_(])", r"^{\\circ}", ("30^o", r"30^{\circ}"), "x^o"),
    Spelling("o}", _DEGREE_IN_BRACES, r"^{\\circ}", (r"30^{\text{o}}", r"30^{\circ}"), "x^{o}"),
    Spelling("...", _DOTS_OF_ITEMS, r"\\ldots ", ("1,2,...,9", r"1,2,\ldots ,9"), "0.333..."),
    Spelling(":", _CONDITION_AND_COLON, r"\1, ", ("a>0: x=1", "a>0, x=1"), "a:b=2"),
    Spelling(":}", r"(?:\\(?:text|mathrm|mbox)\s?)?\{\s*:\s*\}", ":", (r"3\text{:}4", "3:4"), r"\text{so:}3"),
    Spelling(",(", r"((?:^|[\s=+;:-])\d{1,3}),(?=\(\d+\)(?!\d))", r"\1.", ("x=0,(3)", "x=0.(3)"), "f(1),(2)"),
    Spelling(r"\blacksquare", _END_OF_PROOF, "", (r"x=1.\quad\blacksquare", "x=1"), r"\blacksquare=2"),
    Spelling(r"\qed", _END_OF_PROOF, "", (r"x=1 \qed", "x=1"), r"\qed=2"),
    Spelling("phantom", _PHANTOM, " ", (r"\phantom{-}1", " 1"), r"\phantom-1"),
    Spelling("space", _SPACE, " ", (r"3\hspace{1mm}x", "3 x"), r"3\thinspace x"),
    Spelling(
        "'", _FEET_AND_INCHES, r"\1 \\text{ft} \2 \\text{in}", ("5'7''", r"5 \text{ft} 7 \text{in}"), "f'(7)"
    ),
    Spelling(r"\underset", _UNDERSET, r"\2_{\1}", (r"\underset{x}{\max}", r"\max_{x}"), r"\underset{x}{y}"),
    Spelling(
        "<", r"\A<([^<>]*,[^<>]*)>\Z", r"\\langle \1 \\rangle", ("<1,2>", r"\langle 1,2 \rangle"), "1<x,y>2"
    ),
    Spelling(r"\mid", _BARS_AS_RELATIONS, r"|\1|", (r"\mid x\mid", "| x|"), r"a\mid b"),
    Spelling("mapsto", _ARROW, r"\1(\2) = ", (r"f:x\mapsto 2x", "f(x) =  2x"), r"x\mapsto 2x"),
    Spelling(
        ":",
        _FUNCTION_AND_SETS,
        "",
        (r"f:\mathbb{R}\to\mathbb{R}, f(x)=x", "f(x)=x"),
        r"f:\mathbb{R}\to\mathbb{R}",
    ),
    Spelling(
        " and }",
        r"\\(text|mbox)\{\s?([A-Za-z ]{1,40}?) and \}(?=\s*\d)",
        r"\\\1{ \2}\\\1{ and }",
        (r"5\text{ red and }2", r"5\text{ red}\text{ and }2"),
        r"5\text{ and }2",
    ),
    Spelling("%", r"(?<![\d)}\]\\])%(pi|e|i)(?![A-Za-z])", r" \1 ", ("2*%pi", "2* pi "), "50%i"),
)
"""In this order; each is tried on what the ones before it left."""


def respelled(text: str) -> str:
    """Return the text with every spelling rewritten."""
    for spelling in SPELLINGS:
        if spelling.mark in text:
            text = pattern(spelling.source).sub(spelling.written, text)
    return text
