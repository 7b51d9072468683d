r"""English words for numbers and operations.

    number_in_words(text)   `one thousand six hundred twenty-five`, `two thirds`, `two and a half`
    in_signs(text)          `3 times 4` as `3*4`, `3 to 2` as `3:2`, `5 squared` as `5^2`

`in_signs` applies the ordered table SPOKEN.  The reader asks for it only once a text as it stands cannot be read, so
that no word is taken for an operation where it has another sense.  DESIGN §5.
"""

from __future__ import annotations

import re
from fractions import Fraction

from answer_math.rules import pattern, rule
from answer_math.symbols import NUMBER_SCALES, NUMBER_WORDS
from answer_math.tree import Rational

MAX_NUMBER_WORDS = 12
MAX_SPOKEN_CHARS = 200

# ------------------------------------------------------------------------------
# 1  Numbers
# ------------------------------------------------------------------------------

#: what a whole is parted into, by the singular; `half` has a plural of its own
_PARTS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "twelfth": 12,
    "hundredth": 100,
    "thousandth": 1000,
}
_FRACTION = (
    r"(?:(?P<whole>.{1,80}?)[ ]and[ ])?(?:(?P<top>an?|[a-z]{3,9}|\d{1,9})[ -])?"
    r"(?P<part>half|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|hundredth|thousandth)(?P<many>s?)"
)


def whole_in_words(text: str) -> int | None:
    """Return the whole number that English words write, else None."""
    total = current = 0
    words = text.lower().replace("-", " ").replace(",", " ").split()
    if not words or len(words) > MAX_NUMBER_WORDS:
        return None
    for position, word in enumerate(words):
        if word in NUMBER_WORDS:
            current += NUMBER_WORDS[word]
        elif word == "hundred" and current:
            current *= 100
        elif word in NUMBER_SCALES and current:
            total, current = total + current * NUMBER_SCALES[word], 0
        elif word != "and" or position in (0, len(words) - 1):
            return None
    return total + current


def number_in_words(text: str) -> Rational | None:
    """Return the number that English words write: whole, a fraction, or a whole and a fraction; else None."""
    found = whole_in_words(text)
    return found if found is not None else fraction_in_words(text)


def fraction_in_words(text: str) -> Fraction | None:
    """Return `one half`, `two thirds`, `two and a half` or `2 and a half`; None for anything else (`twenty-third`)."""
    lowered = text.lower()
    if not any(part in lowered for part in ("hal", "rd", "rter", "th")):
        return None
    match = pattern(_FRACTION, re.I).fullmatch(text.strip().replace("halves", "halfs"))
    if match is None:
        return None
    top = _count(match["top"] or "one") if match["top"] or match["part"].lower() == "half" else None
    whole = _count(match["whole"]) if match["whole"] else 0
    if top is None or whole is None or not top or (top > 1) != bool(match["many"]):
        return None
    return whole + Fraction(top, _PARTS[match["part"].lower()])


def _count(text: str) -> int | None:
    """Return the whole number of digits, of words, or of an article."""
    if text.isdigit() and text.isascii():
        return int(text) if len(text) < 10 else None
    return 1 if text.lower() in ("a", "an") else whole_in_words(text)


# ------------------------------------------------------------------------------
# 2  Operations
# ------------------------------------------------------------------------------

_LEFT = r"(?<=[\d)}])\s*(?:\\(?:text|mathrm|mbox)\s?\{\s*)?\b"
_RIGHT = r"\b(?:\s*\})?\s*(?=[-+]?[\d(\\$])"


def _between(text: str, words: str, sign: str) -> str:
    """The text with words between two numbers as a sign."""
    return pattern(_LEFT + f"(?:{words})" + _RIGHT, re.I).sub(lambda found: sign, text)


@rule("DESIGN 5", ("3 times 4", "3*4"), ("3 multiplied by 4", "3*4"), leaves=("5 times", "three times 4"))
def say_times(text: str) -> str:
    """`times` between numbers."""
    return _between(text, "times|multiplied[ ]by", "*")


@rule("DESIGN 5", ("10 minus 3", "10-3"), leaves=("minus 3", "10 apples minus 3"))
def say_minus(text: str) -> str:
    """`minus` between numbers."""
    return _between(text, "minus", "-")


@rule("DESIGN 5", ("10 plus 3", "10+3"), leaves=("10 plus", "a plus 3"))
def say_plus(text: str) -> str:
    """`plus` between numbers."""
    return _between(text, "plus", "+")


@rule(
    "DESIGN 5",
    ("3 over 4", "3/4"),
    ("3 divided by 4", "3/4"),
    ("3 out of 5", "3/5"),
    leaves=("3 over", "3 of 5", "divided by 4"),
)
def say_over(text: str) -> str:
    """`over`, `divided by` and `out of` between numbers."""
    return _between(text, "over|divided[ ]by|out[ ]of", "/")


@rule("DESIGN 5", ("3 to 2", "3:2"), (r"3\text{ to }2", "3:2"), leaves=("3 to", "up to 2"))
def say_ratio(text: str) -> str:
    """`to` between numbers, as in a ratio."""
    return _between(text, "to", ":")


@rule(
    "DESIGN 5",
    ("5 squared", "5^2"),
    ("(x+1) cubed", "(x+1)^3"),
    leaves=("5 squared units", "5 cm squared"),
)
def say_power(text: str) -> str:
    """`squared` and `cubed` behind a number or bracket, with nothing behind them."""
    for word, exponent in (("squared", "2"), ("cubed", "3")):
        text = pattern(_LEFT + word + r"\b(?:\s*\})?(?!\s*[A-Za-z(])", re.I).sub("^" + exponent, text)
    return text


@rule("DESIGN 5", ("5 factorial", "5!"), leaves=("factorial 5", "5 factorials"))
def say_factorial(text: str) -> str:
    """`factorial` behind a number."""
    return pattern(_LEFT + r"factorial\b(?:\s*\})?", re.I).sub("!", text)


@rule("DESIGN 5", ("3 (mod 5)", r"3\pmod{5}"), leaves=("3 mod 5", "(model 5)"))
def say_modulus(text: str) -> str:
    """`(mod n)` in plain text."""
    return pattern(r"\s*\(\s*mod\s+([^()]{1,40})\)").sub(r"\\pmod{\1}", text)


SPOKEN = (say_times, say_minus, say_plus, say_over, say_ratio, say_power, say_factorial, say_modulus)


def in_signs(text: str) -> str:
    """The text with spoken operations as signs; long texts are prose and stay."""
    if len(text) > MAX_SPOKEN_CHARS:
        return text
    for step in SPOKEN:
        text = step.apply(text)
    return text
