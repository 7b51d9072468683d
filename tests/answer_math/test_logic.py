r"""Formulas of propositions and of relations: how they are read, and their truth tables."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import shape

from answer_math.logic import (
    MAX_FORMULA_CHARS,
    MAX_FORMULA_LETTERS,
    formula,
    is_total,
    same_algebra,
    same_proposition,
)
from answer_math.reader import read, reads_as_formula
from answer_math.tree import Node, sym

# ------------------------------------------------------------------------------
# 1  Texts to formulas
# ------------------------------------------------------------------------------

FORMULAS = (
    ("not P", "logic:not(P)"),
    (r"\lnot P", "logic:not(P)"),
    (r"\overline{P} \land Q", "logic:and(logic:not(P), Q)"),
    ("not P and Q", "logic:and(logic:not(P), Q)"),
    ("not (P and Q)", "logic:not(logic:and(P, Q))"),
    ("P ∧ Q ∨ R", "logic:or(logic:and(P, Q), R)"),
    ("p → q ∨ r", "logic:implies(p, logic:or(q, r))"),
    ("p_1 -> p_{12}", "logic:implies(p_1, p_12)"),
    (r"P \iff Q \text{ and } R", "logic:iff(P, logic:and(Q, R))"),
    ("If P, then not Q", "logic:implies(P, logic:not(Q))"),
    ("P XOR Q XOR R", "logic:xor(P, Q, R)"),
    ("~P || !(Q && R)", "logic:or(logic:not(P), logic:not(logic:and(Q, R)))"),
    ("P and Q", "list:and(P, Q)"),
    ("P, Q", "list:,(P, Q)"),
    (r"2 \wedge 3", "list:,(2, 3)"),
    ("~P", "P"),
    ("not x=3", "rel(x != 3)"),
    (r"\neg(x\in S)", "rel(x notin S)"),
    ("not (1<x<2)", "or(rel(1 >= x), rel(x >= 2))"),
    ("not (x>1 or y=2)", "and(rel(x <= 1), rel(y != 2))"),
    ("x=1 and y=2 or x=2 and y=1", "list:or(and(rel(x = 1), rel(y = 2)), and(rel(x = 2), rel(y = 1)))"),
    (r"x \to 0", "rel(x to 0)"),
    (r"f: M \to N", "rel(div(f, M) to N)"),
)


@pytest.mark.parametrize(("text", "expected"), FORMULAS)
def test_read(text: str, expected: str) -> None:
    """A formula is read with its connectives; lists, limits and maps stay what they are."""
    assert shape(read(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "P implies Q implies R",  # to the left or to the right?
        "P nand Q nand R",
        "P xor Q or R",
        "P and x>1",
        "not 42",
        "P not Q",
        "P and",
        "not (P",
        "P) and not (Q",
        "x>1 implies x>0",
        r"\text{not }(\frac1x>0)",
        "(" * 40 + "P and not Q" + ")" * 40,
        "not P" + " and P" * MAX_FORMULA_CHARS,
    ],
)
def test_no_formula(text: str) -> None:
    """What has two readings, mixes letters with relations or negates what may have no value is no formula."""
    assert formula(text, read) is None


def test_reads_as_formula() -> None:
    """A list of letters is no formula, a negation is one."""
    assert reads_as_formula("P → ¬Q") and not reads_as_formula("A and B") and not reads_as_formula("A, not B")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x^2-|y|", True),
        (r"\frac{x}{2}+\sqrt{3}", True),
        (r"\frac{1}{x}", False),
        (r"\sqrt{x}", False),
        (r"\ln x", False),
        ("x^{-1}", False),
        ("2^x", True),
    ],
)
def test_is_total(text: str, expected: bool) -> None:
    """Quotients, roots and logarithms of letters need not have a value."""
    assert is_total(read(text)) is expected


# ------------------------------------------------------------------------------
# 2  Truth tables
# ------------------------------------------------------------------------------

LETTERS = "PQRS"
_MEANING = {
    "not": lambda parts: not parts[0],
    "and": all,
    "or": any,
    "xor": lambda parts: sum(parts) % 2 == 1,
    "nand": lambda parts: not all(parts),
    "nor": lambda parts: not any(parts),
    "implies": lambda parts: parts[1] or not parts[0],
    "iff": lambda parts: parts[0] == parts[1],
}


def truth(tree: Node, values: dict[str, bool]) -> bool:
    """What a formula says of one choice, by its definition."""
    if tree.kind == "sym":
        return values[tree.value]
    return bool(_MEANING[tree.value]([truth(part, values) for part in tree.args]))


def _linked(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Formulas that link parts."""
    several = st.sampled_from(("and", "or", "xor"))
    pairs = st.sampled_from(("nand", "nor", "implies", "iff"))
    return st.one_of(
        parts.map(lambda part: Node("logic", (part,), "not")),
        st.builds(
            lambda found, name: Node("logic", tuple(found), name),
            st.lists(parts, min_size=2, max_size=3),
            several,
        ),
        st.builds(lambda one, other, name: Node("logic", (one, other), name), parts, parts, pairs),
    )


formulas = st.recursive(st.sampled_from(LETTERS).map(sym), _linked, max_leaves=6)


@given(formulas, formulas)
def test_tables_are_truth(one: Node, other: Node) -> None:
    """Two formulas are one exactly when they agree for every choice of truth values."""
    choices = [
        dict(zip(LETTERS, values, strict=True)) for values in product((False, True), repeat=len(LETTERS))
    ]
    agree = all(truth(one, choice) == truth(other, choice) for choice in choices)
    same, witness = same_proposition(one, other)
    if same is None:  # tautologies in other letters, and what may be a direct sum
        assert agree or any(node.value == "xor" for node in (one, other))
    else:
        assert same is agree and bool(witness) is not agree


def test_witness() -> None:
    """A difference names the choice that shows it."""
    assert same_proposition(read("P → Q"), read("Q → P")) == (False, "P, not Q")


def test_limit_of_letters() -> None:
    """One letter too many leaves it open."""
    names = [f"P_{number}" for number in range(1, MAX_FORMULA_LETTERS + 2)]
    assert same_proposition(read(" ∧ ".join(names[:-1])), read(" ∧ ".join(names[-2::-1]))) == (True, "")
    assert same_proposition(read(" ∧ ".join(names)), read(" ∧ ".join(names[::-1]))) == (None, "")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (r"S \cup (T \cap U)", r"(S \cup T) \cap (S \cup U)", True),
        (r"S \setminus T", r"T \setminus S", False),
        (r"S \cap T'", r"S \setminus T", True),
        (r"S' \cup T'", r"(S \cup T)'", None),  # a closure, a derived set?
        (r"\mathbb{Z} \cup S", r"\mathbb{Z} \cap S", None),  # Z is not free to differ
        (r"S \cup \emptyset", "S", True),
        (r"S \cup T", r"S \cup 2", None),
    ],
)
def test_algebra(one: str, other: str, expected: bool | None) -> None:
    """Sets that are named by letters are told apart by an element; complements and known sets are not."""
    assert same_algebra(read(one), read(other))[0] is expected
