r"""Sets of reals: membership decides, at every end, between the ends and beyond them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answer_math.reader import read
from answer_math.sets import (
    EVERYTHING,
    NOTHING,
    RealSet,
    difference,
    intersection,
    interval,
    point,
    real_set,
    same_set,
    union,
)
from answer_math.tree import num

# ------------------------------------------------------------------------------
# 1  Texts to sets: (text, ends, cells from minus infinity up: `.` outside, `#` inside)
# ------------------------------------------------------------------------------

SETS: tuple[tuple[str, str, str], ...] = (
    ("(1,2)", "1 2", "..#.."),
    ("[1,2)", "1 2", ".##.."),
    ("]1;2]", "1 2", "..##."),
    ("[1;2[", "1 2", ".##.."),
    (r"(-\infty,1]", "1", "##."),
    (r"(1,\infty)", "1", "..#"),
    (r"(-\infty,\infty)", "", "#"),
    (r"\mathbb{R}", "", "#"),
    (r"\emptyset", "", "."),
    ("x>1", "1", "..#"),
    ("1<x", "1", "..#"),
    (r"x\le1", "1", "##."),
    (r"x\ne1", "1", "#.#"),
    (r"1\le x<2", "1 2", ".##.."),
    (r"2>x\ge1", "1 2", ".##.."),
    (r"(1,2)\cup(3,4)", "1 2 3 4", "..#...#.."),
    (r"(1,3)\cap(2,4)", "1 2 3 4", "....#...."),
    (r"(1,3)\setminus\{2\}", "1 2 3", "..#.#.."),
    (r"\mathbb{R}\setminus\{1\}", "1", "#.#"),
    (r"\{1,2\}", "1 2", ".#.#."),
    (r"[1,2]\cup\{3\}", "1 2 3", ".###.#."),
    (r"x<1 \text{ or } x>2", "1 2", "#...#"),
    (r"x>1 \text{ and } x<2", "1 2", "..#.."),
    (r"\{x:x>1\}", "1", "..#"),
    (r"\{x\mid 1<x<2\}", "1 2", "..#.."),
    (r"x\in(1,2)", "1 2", "..#.."),
    (r"x\notin[1,2]", "1 2", "#...#"),
    ("x^2>4", "-2 2", "#...#"),
    (r"x^2\le4", "-2 2", ".###."),
    ("x^2+1>0", "", "#"),
    ("(x-1)^2>0", "1", "#.#"),
    (r"\frac{x-1}{x-2}\ge0", "1 2", "##..#"),
    (r"\frac1x>0", "0", "..#"),
    ("|x-1|<2", "-1 3", "..#.."),
    (r"|x|\ge1", "-1 1", "##.##"),
    ("2x+1<5", "2", "#.."),
    ("-x<1", "-1", "..#"),
)


@pytest.mark.parametrize(("text", "ends", "cells"), SETS, ids=[row[0] for row in SETS])
def test_real_set(text: str, ends: str, cells: str) -> None:
    """A text denotes the set with these ends, open and closed as written."""
    found = real_set(read(text))
    assert found is not None
    wanted = RealSet(tuple(map(float, ends.split())), tuple(cell == "#" for cell in cells))
    assert same_set(found, wanted) == (True, "")


@pytest.mark.parametrize(
    "text", ["(a,b)", "x+1", "(1,2,3)", r"\mathbb{Z}", "x+y<1", r"\text{even}", "(2,1)", "x=1"]
)
def test_no_real_set(text: str) -> None:
    """Ends with letters or in the wrong order, tuples, integers and equations are no sets of reals."""
    assert real_set(read(text)) is None


# ------------------------------------------------------------------------------
# 2  Algebra of sets, against membership
# ------------------------------------------------------------------------------

PROBES = [step / 2 for step in range(-3, 24)]


@st.composite
def sets(draw: st.DrawFn) -> RealSet:
    """Return a union of up to three intervals and points between 0 and 10."""
    total = NOTHING
    for _ in range(draw(st.integers(0, 3))):
        low, high = sorted(draw(st.tuples(st.integers(0, 10), st.integers(0, 10))))
        brackets = draw(st.sampled_from(("()", "[]", "(]", "[)"))) if low < high else "[]"
        found = interval(num(low), num(high), brackets)
        assert found is not None
        total = union(total, found)
    return total


def has(given_set: RealSet, number: float) -> bool:
    """Return whether a number is in a set, by its cells."""
    for position, end in enumerate(given_set.ends):
        if number < end:
            return given_set.cells[2 * position]
        if number == end:
            return given_set.cells[2 * position + 1]
    return given_set.cells[-1]


@given(sets(), sets())
def test_algebra_is_membership(one: RealSet, other: RealSet) -> None:
    """Union, intersection and difference hold the numbers they say; same_set agrees with membership."""
    for number in PROBES:
        assert has(union(one, other), number) == (has(one, number) or has(other, number))
        assert has(intersection(one, other), number) == (has(one, number) and has(other, number))
        assert has(difference(one, other), number) == (has(one, number) and not has(other, number))
    same, witness = same_set(one, other)
    assert same == all(has(one, number) == has(other, number) for number in PROBES)
    assert same == (not witness)


@given(sets())
def test_laws(one: RealSet) -> None:
    """A set is itself, with the empty set added, within the line, and minus itself nothing."""
    assert same_set(union(one, NOTHING), one)[0]
    assert same_set(intersection(one, EVERYTHING), one)[0]
    assert same_set(difference(one, one), NOTHING)[0]
    assert all(low < high for low, high in pairwise(one.ends))


def test_a_witness_names_the_place() -> None:
    """A difference is named: the end, or the stretch, and the side that has it."""
    closed, opened = interval(num(1), num(2), "[]"), interval(num(1), num(2), "()")
    assert closed is not None
    assert opened is not None
    assert same_set(closed, opened)[1] == "1.0 is in the gold set alone"
    assert (
        "stretch between 2.0 and infinity"
        in same_set(opened, union(opened, difference(EVERYTHING, closed)))[1]
        or "stretch between -infinity and 1.0"
        in same_set(opened, union(opened, difference(EVERYTHING, closed)))[1]
    )
    assert interval(num(2), num(1), "()") is None
    assert same_set(point(num(1)), NOTHING)[0] is False
