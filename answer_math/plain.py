r"""Answers in plain digits, read without the parser: numbers, fractions, and lists and tuples of them.

    plain_number(text)   `18`, `-0.50`: the value and its decimal places
    plain_tree(text)     also `\frac{3}{4}`, `3/4`, `-3, 5`, `(2; 1/2)`: the tree

The commonest answers need no more.  What comes back is what the reader would make of the text, in the only reading it
has; None stands for every other text.
"""

from __future__ import annotations

import re
from fractions import Fraction

from answer_math.tree import Node, Rational, negate, num

MAX_PLAIN_ITEMS = 40

_NUMBER = re.compile(r"([-+]?\d{1,15})(?:\.(\d{1,15}))?", re.ASCII)
_FRACTION = re.compile(r"([-+]?)(?:(\d{1,15})/(\d{1,15})|\\[dt]?frac\{(\d{1,15})\}\{(\d{1,15})\})", re.ASCII)
#: a comma that parts items has a space behind it: without one it may be a decimal comma
_SEPARATORS = (";", ", ")
_FIRST_SIGNS = frozenset("+-0123456789\\(")
_LAST_SIGNS = frozenset("0123456789})")


def _digits(text: str) -> tuple[int, int | None] | None:
    """Return (digits as one whole number, decimal places or None): `-0.50` is (-50, 2); None for all else."""
    if len(text) <= 15 and text.isdigit() and text.isascii():
        return int(text), None
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    whole, decimals = match[1], match[2]
    return (int(whole), None) if decimals is None else (int(whole + decimals), len(decimals))


def plain_number(text: str) -> tuple[Rational, int | None] | None:
    """Return (value, decimal places or None) of digits with at most a sign and a point; None for all else."""
    found = _digits(text)
    if found is None or found[1] is None:
        return found
    return Fraction(found[0], 10 ** found[1]), found[1]


def plain_tree(text: str) -> Node | None:
    """Return the tree of a number or fraction in plain digits, or of a list or tuple of them; None for all else."""
    if text[:1] not in _FIRST_SIGNS or text[-1:] not in _LAST_SIGNS:
        return None
    single = _plain_item(text)
    if single is not None:
        return single
    is_tuple = text[:1] == "(" and text[-1:] == ")"
    inner = text[1:-1] if is_tuple else text
    separator = next((mark for mark in _SEPARATORS if mark in inner), "")
    if not separator or inner.count(separator) >= MAX_PLAIN_ITEMS:
        return None
    items: list[Node] = []
    for part in inner.split(separator):
        item = _plain_item(part.strip(" "))
        if item is None:
            return None
        items.append(item)
    return Node("group", tuple(items), "()") if is_tuple else Node("list", tuple(items), separator[0])


def _plain_item(text: str) -> Node | None:
    """Return the tree of one number or fraction."""
    found = _digits(text)
    if found is not None:
        return Node("num", (), found[0]) if found[1] is None else Node("dec", (), found)
    match = _FRACTION.fullmatch(text)
    if match is None:
        return None
    sign, top, bottom, tex_top, tex_bottom = match.groups()
    quotient = Node("div", (num(int(top or tex_top)), num(int(bottom or tex_bottom))))
    return negate(quotient) if sign == "-" else quotient
