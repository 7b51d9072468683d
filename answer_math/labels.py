r"""Labels of the parts of an answer: `a) 3; b) 5`, `Part (b): 5`, `1) 3 2) 5`, `а) … б) …`.

    labelled_parts(text)        (label, text) of every part in the order of the text; None without such labels
    rank_of(label)              the place of a label in its alphabet, from 1
    with_common_labels(a, b)    two labelled answers, with ranks for labels where their alphabets differ

The labels of one answer are of one alphabet and follow each other without a gap, in any order.
"""

from __future__ import annotations

import re

from answer_math.rules import pattern
from answer_math.tree import Node

_ALPHABETS = (
    tuple("abcdefgh"),
    tuple("123456789"),
    ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii"),
    tuple("абвгдежз"),
)
#: Latin letters that stand for Cyrillic ones, which look alike
_LOOKALIKES = str.maketrans("ae", "ае")
#: a label, with or without the word for `part` before it
LABEL_TEXT = r"(?:[a-hA-H1-9а-зА-З]|[ivx]{1,4}|[IVX]{1,4})"
_LABEL = (
    r"(?:(?<=^)|(?<=[\s;,])|(?<=\\\\)|(?<=quad))(?<!\\surd )(?<!root )"
    rf"(?:(?P<part>[Pp]art|[Пп]ункт|[Чч]асть)\s*)?\(?(?P<label>{LABEL_TEXT})(?(part)\)?|\))\s*(?:[.:](?!\d))?\s*"
)
_WRAPPED_LABEL = (
    r"\\(?:text(?:bf|rm|it)?|mathrm|mathbf|mbox)\s?\{"
    r"([^{}\\]{0,40}(?:\)|[Pp]art\s[a-h1-9]\W)[^{}\\]{0,40})\}"
)
_EMPHASISED_LABEL = r"\*\*(\(?\w{1,4}\)[.:]?)\*\*"
_ENDS_OF_PARTS = r"(?:[\s,;]|\\[ ,;:!\\]|\\(?=\s|\Z)|\\q?quad(?![A-Za-z]))+\Z"


def begins_with_label(text: str) -> bool:
    """Return whether a text begins with a label."""
    return pattern(_LABEL).match(text) is not None


def rank_of(label: str) -> int:
    """Return the place of a label in its alphabet, from 1; 0 for what is no label."""
    return next((letters.index(label) + 1 for letters in _ALPHABETS if label in letters), 0)


def are_in_order(labels: list[str]) -> bool:
    """Return whether labels are the first of their alphabet, each in its place."""
    ranks = [rank_of(label) for label in labels]
    return _alphabet_of(labels) is not None and ranks == list(range(1, len(labels) + 1))


def _alphabet_of(labels: list[str]) -> tuple[str, ...] | None:
    """Return the alphabet of which all labels are."""
    return next((letters for letters in _ALPHABETS if set(labels) <= set(letters)), None)


def normal_labels(labels: list[str]) -> list[str] | None:
    """Return the labels in lower case and of one alphabet; None unless they differ and leave no gap.

    Letters may begin anywhere (parts b and c), numbers with 1: others are factors in brackets.
    """
    lower = [label.lower() for label in labels]
    if any("а" <= label <= "я" for label in lower):
        lower = [label.translate(_LOOKALIKES) for label in lower]
    alphabet = _alphabet_of(lower)
    if alphabet is None or len(set(lower)) != len(lower):
        return None
    ranks = sorted(alphabet.index(label) for label in lower)
    may_begin = ranks[0] == 0 or (alphabet[0] in "aа" and all(label.isalpha() for label in lower))
    return lower if may_begin and ranks == list(range(ranks[0], ranks[0] + len(ranks))) else None


def _outer_labels(text: str) -> list[re.Match[str]]:
    """Return the label patterns that stand outside every bracket."""
    found, depth, position = [], 0, 0
    for match in pattern(_LABEL).finditer(text):
        between = text[position : match.start()]
        depth += sum(between.count(mark) for mark in "([{") - sum(between.count(mark) for mark in ")]}")
        if depth <= 0:
            found.append(match)
            position = match.end()
        else:
            position = match.start()
    return found


def labelled_parts(text: str) -> list[tuple[str, str]] | None:
    """Return the parts of `a) 1 b) 2` as (label, text), or None when the text has no such labels."""
    if "\\text" in text or "\\m" in text:
        text = pattern(_WRAPPED_LABEL).sub(r" \1 ", text).strip()
    if "**" in text:
        text = pattern(_EMPHASISED_LABEL).sub(r"\1", text)
    if not pattern(_LABEL).match(text):
        return None
    found = _outer_labels(text)
    if len(found) < 2 or found[0].start() != 0:
        return None
    labels = normal_labels([match["label"] for match in found])
    if labels is None or (text[0] == "(" and 1 not in map(rank_of, labels)):  # `(b) x + (c) y`
        return None
    ends = [match.start() for match in found[1:]] + [len(text)]
    parts = [
        pattern(_ENDS_OF_PARTS).sub("", text[match.end() : end]).strip(" \t\n,;")
        for match, end in zip(found, ends, strict=True)
    ]
    return list(zip(labels, parts, strict=True)) if all(parts) else None


def is_labelled(tree: Node) -> bool:
    """Return whether an answer is a list of labelled parts."""
    return tree.kind == "list" and bool(tree.args) and all(item.kind == "label" for item in tree.args)


def with_common_labels(gold: Node, given: Node) -> tuple[Node, Node]:
    """Return two labelled answers, with the places of the labels for labels where those are of two alphabets."""
    labels = [[str(item.value) for item in side.args] for side in (gold, given)]
    if _alphabet_of(labels[0]) == _alphabet_of(labels[1]):
        return gold, given
    left, right = (
        Node("list", tuple(Node("label", item.args, str(rank_of(item.value))) for item in side.args), ";")
        for side in (gold, given)
    )
    return left, right


__all__ = [
    "are_in_order",
    "begins_with_label",
    "is_labelled",
    "labelled_parts",
    "normal_labels",
    "with_common_labels",
]
