r"""Families with integer parameters, against plain sets of residues."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answer_math.families import parameters, progressions, same_family, split_affine, substitute
from answer_math.reader import read
from answer_math.tree import num

# ------------------------------------------------------------------------------
# 1  Which letters are parameters
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (r"\pi k", {"k"}),
        (r"\frac{\pi}{4}(4n+1)", {"n"}),
        (r"(-1)^k\frac{\pi}{6}+\pi k", {"k"}),
        (r"45^\circ+180^\circ m", {"m"}),
        (r"\pi x", set()),
        (r"2k+1", set()),
        (r"\pi r", set()),
        (r"\pi k^2", set()),
        (r"\sin k", set()),
    ],
)
def test_parameters(text: str, names: set[str]) -> None:
    """A letter is a parameter beside a period, never x, y, z or t, never where it is not affine."""
    assert parameters((read(text),), frozenset()) == names


def test_stated_parameters() -> None:
    """What the answer says is an integer is one."""
    assert parameters((read("2k+1"),), frozenset("k")) == {"k"}


# ------------------------------------------------------------------------------
# 2  Families that are one set of numbers, and the nearest that is not
# ------------------------------------------------------------------------------

FAMILIES: tuple[tuple[str, str, str], ...] = (
    (r"\pi k", r"-\pi k", r"2\pi k"),
    (r"\pi k", r"\pi k+\pi", r"\pi k+1"),
    (r"\pi k", r"2\pi k; \pi+2\pi k", r"2\pi k; \pi+4\pi k"),
    (r"\frac{\pi}{2}+\pi k", r"-\frac{\pi}{2}+\pi k", r"\frac{\pi}{2}+2\pi k"),
    (r"\frac{\pi k}{3}", r"\pi k; \frac{\pi}{3}+\pi k; \frac{2\pi}{3}+\pi k", r"\pi k; \frac{\pi}{3}+\pi k"),
    (
        r"(-1)^k\frac{\pi}{6}+\pi k",
        r"\frac{\pi}{6}+2\pi k; \frac{5\pi}{6}+2\pi k",
        r"\frac{\pi}{6}+2\pi k; -\frac{\pi}{6}+2\pi k",
    ),
    (
        r"(-1)^{k+1}\frac{\pi}{6}+\pi k",
        r"-\frac{\pi}{6}+2\pi k; \frac{7\pi}{6}+2\pi k",
        r"(-1)^k\frac{\pi}{6}+\pi k",
    ),
    (r"\arctg2+\pi k", r"\arctan 2-\pi k", r"\arctan3+\pi k"),
    (r"2+3k", r"3k-1", r"3k+1"),
    (r"k^2", r"(k-1)^2", r"k^2+1"),
)


@pytest.mark.parametrize(("one", "other", "miss"), FAMILIES, ids=[row[0] for row in FAMILIES])
def test_same_family(one: str, other: str, miss: str) -> None:
    """Families are compared as sets of numbers; a difference has its witness."""
    members = [
        [tree] if (tree := read(text)).kind != "list" else list(tree.args) for text in (one, other, miss)
    ]
    assert same_family(members[0], members[1], frozenset("k")) == (True, "")
    verdict, witness = same_family(members[0], members[2], frozenset("k"))
    assert verdict is False
    assert "family alone" in witness


progression = st.tuples(st.integers(-6, 6), st.integers(1, 6))


def residues(family: list[tuple[int, int]]) -> set[int]:
    """Return the whole numbers below 60 that offset + period k reaches."""
    return {number for number in range(60) for offset, period in family if (number - offset) % period == 0}


@settings(max_examples=80)
@given(st.lists(progression, min_size=1, max_size=3), st.lists(progression, min_size=1, max_size=3))
def test_families_are_sets_of_residues(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    """Two unions of progressions are one family exactly when they have the same residues."""
    sides = [
        [read(rf"\frac{{{offset}\pi}}{{2}}+\frac{{{period}\pi k}}{{2}}") for offset, period in family]
        for family in (one, other)
    ]
    verdict, _ = same_family(*sides, frozenset("k"))
    assert verdict == (residues(one) == residues(other))


# ------------------------------------------------------------------------------
# 3  Parts
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "is_affine"),
    [(r"2k+1", True), (r"\pi k", True), ("5", False), ("k^2", False), ("x+k", False), (r"\frac1k", False)],
)
def test_split_affine(text: str, is_affine: bool) -> None:
    """Only a number plus a multiple of the letter splits into offset and period."""
    assert (split_affine(read(text), "k") is not None) == is_affine


def test_signs_give_two_progressions() -> None:
    """(-1)^k is worked out by parity."""
    found = progressions(read(r"(-1)^k\frac{\pi}{6}+\pi k"), frozenset("k"))
    assert found is not None
    assert len(found) == 2


def test_substitute() -> None:
    """A letter is replaced wherever it stands."""
    assert substitute(read("k+2k^2"), "k", num(Fraction(3))) == read("3+2*3^2")
