r"""Indices and what is said of them: conditions, lattices, intervals that move, dots, words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answer_math.dotted import progression
from answer_math.equality import compare
from answer_math.linked import same_lattice
from answer_math.meaning import meaning
from answer_math.quantifiers import with_conditions_in_signs
from answer_math.reader import read

# ------------------------------------------------------------------------------
# 1  Conditions
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "integers", "restrictions"),
    [
        (r"\pi k, k\in\mathbb{Z}", {"k"}, set()),
        (r"\pi k\ (k\in\mathbb{Z})", {"k"}, set()),
        (r"\pi k+n, k,n\in\mathbb{Z}", {"k", "n"}, set()),
        (r"x=1 \text{ or } x=\pi k, k\in\mathbb{Z}", {"k"}, set()),
        (r"\pi k, k=0,1,2,\ldots", {"k"}, {("k", ">=0")}),
        (r"\pi k, k=2,3,\ldots", {"k"}, {("k", ">=2")}),
        (r"\pi k, k=0,\pm1,\pm2,\ldots", {"k"}, set()),
        (r"\pi k, k\in\mathbb{N}", {"k"}, {("k", "N")}),
        (r"\pi k, k\in\mathbb{Z}, k>0", {"k"}, {("k", ">=1")}),
        (r"\pi k, k\in\mathbb{Z}_{\geq 0}", {"k"}, {("k", ">=0")}),
        (r"\{\frac1n : n=1,2,\ldots\}", {"n"}, {("n", ">=1")}),
        (r"f(n)=n+1, n\in\mathbb{Z}", set(), set()),
        (r"a_n=2n, n\in\mathbb{N}", set(), set()),
        (r"\pi k, k=0,2,\ldots", set(), set()),
        (r"x, y\in\mathbb{R}", set(), set()),
    ],
)
def test_conditions(text: str, integers: set[str], restrictions: set[tuple[str, str]]) -> None:
    """The letters that are integers, and what restricts them; the argument of a function is no index."""
    found = meaning(read(text))
    assert (found.integers, found.restrictions) == (integers, restrictions)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (r"cx \text{ for any real } c", r"cx, c\in \mathbb{R}"),
        (r"4k+1 \text{ for some integer } k", r"4k+1, k\in \mathbb{Z}"),
        (
            r"ax+b, \text{ where } a \text{ and } b \text{ are real numbers}",
            r"ax+b, a\in \mathbb{R}, b\in \mathbb{R}",
        ),
        (r"kx, where k>2 is odd", r"kx, where k>2 is odd"),
        (r"5 \text{ for all } x", r"5 \text{ for all } x"),
        (r"5 with 3 left", r"5 with 3 left"),
        (r"n \text{ is odd}", r"n \equiv 1 \pmod{2}"),
        (r"\text{odd}", r"\text{odd}"),
        (r"\text{all odd primes } p", r"\text{all odd primes } p"),
    ],
)
def test_words(text: str, said: str) -> None:
    """Words that are understood to their end become conditions; others stay."""
    assert with_conditions_in_signs(text) == said


def test_words_are_bounded() -> None:
    """A long run of blanks in front of the words costs nothing."""
    assert compare("x" + " " * 15_000 + "for", "x").verdict in ("accept", "reject", "undecided")


# ------------------------------------------------------------------------------
# 2  Lattices and intervals, against plain sets
# ------------------------------------------------------------------------------

SMALL = st.integers(-3, 3)


def _members(start: tuple[int, int], step: tuple[int, int], size: int) -> set[tuple[int, int]]:
    """Return the points start + k step for small k."""
    return {(start[0] + k * step[0], start[1] + k * step[1]) for k in range(-size, size + 1)}


@settings(deadline=None, max_examples=150)
@given(st.tuples(SMALL, SMALL), st.tuples(SMALL, SMALL), st.tuples(SMALL, SMALL), st.tuples(SMALL, SMALL))
def test_lattices_against_points(
    start: tuple[int, int], step: tuple[int, int], other: tuple[int, int], other_step: tuple[int, int]
) -> None:
    """Two lines of points are one set exactly when each small stretch of one lies in a long one of the other."""
    if step == (0, 0) or other_step == (0, 0):
        return
    left = [read(f"{a}+({b})k") for a, b in zip(start, step, strict=True)]
    right = [read(f"{a}+({b})n") for a, b in zip(other, other_step, strict=True)]
    found = same_lattice(left, right, (("k",), ("n",)))[0]
    mine, others = _members(start, step, 4), _members(other, other_step, 4)
    expected = mine <= _members(other, other_step, 40) and others <= _members(start, step, 40)
    assert found is expected


@settings(deadline=None, max_examples=100)
@given(st.integers(-6, 6), st.integers(1, 5), st.integers(-6, 6), st.integers(1, 5), st.integers(1, 2))
def test_intervals_against_points(low: int, length: int, other: int, other_length: int, times: int) -> None:
    """Open intervals that move by 6 are compared at every half."""
    gold = rf"({low}+6k, {low + length}+6k), k\in\mathbb{{Z}}"
    given_ = rf"{other}+{6 * times}n<x<{other + other_length}+{6 * times}n, n\in\mathbb{{Z}}"

    def inside(half: int, start: int, size: int, period: int) -> bool:
        return 0 < (half - 2 * start) % (2 * period) < 2 * size

    same = all(
        inside(half, low, length, 6) == inside(half, other, other_length, 6 * times) for half in range(24)
    )
    verdict = compare(gold, given_).verdict
    assert verdict == ("accept" if same else "reject")


# ------------------------------------------------------------------------------
# 3  Dots
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "step", "last"),
    [
        (r"1,2,\ldots,9", 1, "9"),
        (r"1,3,5,\ldots", 2, "None"),
        (r"1,2,4,\ldots,64", 2, "64"),
        (r"\frac12, 1, \ldots, 3", "1/2", "3"),
    ],
)
def test_progressions(text: str, step: object, last: str) -> None:
    """Two terms make an arithmetic progression, three a geometric one."""
    found = progression(read(text).args)
    assert found is not None
    assert (str(found.step), str(found.last)) == (str(step), last)


@pytest.mark.parametrize(
    "text",
    [
        r"1,\ldots,9",
        r"1,2,4,\ldots,63",
        r"1,3,\ldots,8",
        r"2,2,\ldots",
        r"1,2,\ldots,5,\ldots",
        r"a,b,\ldots,c",
    ],
)
def test_no_progression(text: str) -> None:
    """One term, a last term beside the steps, no step, dots twice, letters."""
    assert progression(read(text).args) is None
