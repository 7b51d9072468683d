"""Answers that distinguish cases in words, and labelled parts: how they are read and compared."""

from __future__ import annotations

import pytest

from answer_math.cases_in_words import MAX_CASES, cases_in_words, says_cases
from answer_math.equality import compare
from answer_math.labels import are_in_order, labelled_parts, normal_labels, rank_of
from answer_math.reader import read, reads_as_cases
from answer_math.tree import Node, NotMath

TWO_CASES = "u if c>0; v if c<0"


def rows(text: str) -> list[tuple[Node, Node]]:
    """The values and conditions that a text distinguishes; none when it distinguishes none."""
    tree = cases_in_words(text, read)
    return [(row.args[0], row.args[1]) for row in tree.args] if tree is not None else []


@pytest.mark.parametrize(
    "text",
    [
        "u if c>0, v if c<0",
        "u if c>0 and v if c<0",
        "if c>0 then u; if c<0 then v",
        "If c>0, then u. If c<0, then v.",
        "for c>0: u\nfor c<0: v",
        "- if c>0: u\n- if c<0: v",
        "u (if c>0), v (if c<0)",
        r"\text{при } c>0\ u;\ \text{при } c<0\ v",
        r"u \text{ для } c>0 \text{ и } v \text{ для } c<0",
        "если c>0, то u; если же c<0, то v",
        "якщо c>0, то u; якщо c<0, то v",
        "при c>0 — u; при c<0 — v",
    ],
)
def test_spellings_of_two_cases(text: str) -> None:
    """However the words stand, the rows are u for c > 0 and v for c < 0."""
    assert rows(text) == rows(TWO_CASES)


@pytest.mark.parametrize(
    "text",
    [
        "u; v if c>0; w if c<0",  # u always?
        "u if c>0; v if c>0, w",
        "x>0 if and only if y>0",
        "c=1 if c>0; c=2 if c<0",  # a value, not a condition
        "if c>0; if c<0",
        "u otherwise; v otherwise",
        "; ".join(f"{n} if c={n}" for n in range(MAX_CASES + 1)),
    ],
)
def test_no_cases(text: str) -> None:
    """A text of which one word has no place distinguishes nothing, and is no list either."""
    assert says_cases(text) and not reads_as_cases(text)
    with pytest.raises(NotMath):
        read(text)


@pytest.mark.parametrize("text", ["x=2 if c>0", r"\infty", "5 for all n", "Fifteen", "u, v"])
def test_one_condition_is_no_case(text: str) -> None:
    """One condition, or none, is left to the reader."""
    assert not says_cases(text)


def test_the_witness_is_a_piece() -> None:
    """A difference names the piece of the line on which the answers differ."""
    found = compare("x=1 if k>0; x=2 if k<0", "x=1 if k≥0; x=2 if k<0")
    assert (found.verdict, found.witness) == ("reject", "for 0.0 the given answer alone has a case")
    found = compare("x=1 if k>2; x=5 if k≤2", "x=1 if k>2; x=4 if k≤2")
    assert found.verdict == "reject" and "infinity and 2.0" in found.witness


def test_an_unsaid_case_without_solutions_is_open() -> None:
    """Whether `no solutions` may go unsaid is not decided."""
    assert (
        compare("x=1 if k>0; no solutions if k=0; x=2 if k<0", "x=1 if k>0; x=2 if k<0").verdict
        == "undecided"
    )


def test_labels() -> None:
    """Labels are of one alphabet, without gaps and repeats; Latin letters among Cyrillic ones are those they look like."""
    assert [rank_of(label) for label in ("a", "3", "iv", "в", "z")] == [1, 3, 4, 3, 0]
    assert normal_labels(["C", "a", "b"]) == ["c", "a", "b"]
    assert normal_labels(["a", "б"]) == ["а", "б"]
    assert normal_labels(["b", "c"]) == ["b", "c"]
    for labels in (["a", "c"], ["a", "1"], ["a", "a"], ["2", "3"]):
        assert normal_labels(labels) is None
    assert are_in_order(["i", "ii"]) and not are_in_order(["b", "a"]) and not are_in_order(["b", "c"])


def test_labelled_parts() -> None:
    """A part ends before the next label; factors in brackets have no labels."""
    assert labelled_parts(r"\textbf{(b)}\ 3 \quad (a) 5") == [("b", r"\ 3"), ("a", "5")]
    assert labelled_parts("Part a: 3\nPart b: 5") == [("a", "3"), ("b", "5")]
    for text in ("(2) x (3) y", "(b) x + (c) y", "(1)(2)", "a) 3"):
        assert labelled_parts(text) is None
