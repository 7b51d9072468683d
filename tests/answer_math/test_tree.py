"""Nodes: what they are made of, and what the small constructors settle."""

from __future__ import annotations

from fractions import Fraction

import pytest

from answer_math.tree import (
    MINUS_ONE,
    ONE,
    LimitExceeded,
    Node,
    NotMath,
    add,
    fn,
    has_decimal,
    literal,
    mul,
    negate,
    num,
    sym,
    symbols,
    walk,
)

X, Y = sym("x"), sym("y")
HALF = Node("dec", (), (50, 2))


def test_equal_trees_are_equal_nodes() -> None:
    """Nodes are values: equal ones compare and hash alike, and cannot be changed."""
    assert add(X, num(1)) == add(X, num(1))
    assert len({mul(X, Y), mul(X, Y), mul(Y, X)}) == 2
    with pytest.raises(AttributeError):
        X.kind = "num"  # type: ignore[misc]


def test_whole_fractions_become_integers() -> None:
    """A Fraction with denominator one is the integer, so that equal numbers are equal nodes."""
    assert num(Fraction(4, 2)) == num(2)
    assert num(Fraction(1, 2)) != num(0)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (num(3), num(-3)),
        (num(Fraction(1, 2)), num(Fraction(-1, 2))),
        (HALF, Node("dec", (), (-50, 2))),
        (X, mul(MINUS_ONE, X)),
        (mul(num(2), X), mul(num(-2), X)),
        (Node("percent", (num(5),)), Node("percent", (num(-5),))),
        (Node("unit", (num(5),), "kg"), Node("unit", (num(-5),), "kg")),
        (fn("sin", X), mul(MINUS_ONE, fn("sin", X))),
    ],
)
def test_negate(node: Node, expected: Node) -> None:
    """The opposite keeps a literal's kind and places, and goes into the first factor and under a unit."""
    assert negate(node) == expected
    if expected.kind in ("num", "dec", "percent", "unit"):
        assert negate(expected) == node


def test_sums_and_products_are_flat() -> None:
    """Sums of sums are sums; one term or factor stands for itself."""
    assert add(X, add(Y, ONE)) == Node("add", (X, Y, ONE))
    assert mul(mul(X, Y), ONE) == Node("mul", (X, Y, ONE))
    assert add(X) == mul(X) == X
    assert add(X, mul(Y, ONE)).args == (X, mul(Y, ONE))


def test_walk_is_parents_first() -> None:
    """Every node comes before those below it, each occurrence once."""
    tree = add(X, mul(num(2), fn("sin", X)))
    found = walk(tree)
    assert found[0] == tree
    assert [node.kind for node in found].count("sym") == 2
    assert len(found) == 6


@pytest.mark.parametrize(
    ("node", "names"),
    [(num(1), set()), (X, {"x"}), (add(X, mul(Y, X)), {"x", "y"}), (fn("sin", sym("x_1")), {"x_1"})],
)
def test_symbols(node: Node, names: set[str]) -> None:
    """The letters of a tree are found wherever they stand."""
    assert symbols(node) == names


@pytest.mark.parametrize(
    ("node", "value"),
    [
        (num(3), Fraction(3)),
        (HALF, Fraction(1, 2)),
        (num(Fraction(1, 3)), Fraction(1, 3)),
        (X, None),
        (add(ONE, ONE), None),
    ],
)
def test_literal(node: Node, value: Fraction | None) -> None:
    """Only a bare number has a literal value: nothing is computed."""
    assert literal(node) == value


def test_has_decimal() -> None:
    """A decimal literal is found at any depth."""
    assert has_decimal(add(X, fn("sin", HALF)))
    assert not has_decimal(add(X, num(Fraction(1, 2))))


def test_errors_say_what_and_where() -> None:
    """A declined text has a reason and a position; a limit says its name."""
    assert str(NotMath("unexpected", 3, "'+'")) == "unexpected at 3: '+'"
    limit = LimitExceeded("MAX_TOKENS", 7)
    assert (limit.reason, limit.position, limit.detail) == ("too_complex", 7, "MAX_TOKENS")
    assert isinstance(limit, NotMath)
    assert isinstance(limit, ValueError)
