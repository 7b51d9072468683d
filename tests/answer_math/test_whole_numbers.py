r"""Floors of letters that name integers, against their values at many integers."""

from __future__ import annotations

from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answer_math.reader import read
from answer_math.whole_numbers import whole_outcome


@settings(deadline=None, max_examples=60)
@given(
    st.tuples(st.integers(-4, 4), st.integers(1, 6)),
    st.tuples(st.integers(-4, 4), st.integers(1, 6)),
    st.booleans(),
)
def test_floors_against_values(one: tuple[int, int], other: tuple[int, int], is_ceiling: bool) -> None:
    """Two floors are equal exactly when they agree at the integers of a long stretch."""
    left = rf"\lfloor\frac{{n^2+{one[0]}}}{{{one[1]}}}\rfloor".replace("+-", "-")
    steps = (r"\lceil", r"\rceil") if is_ceiling else (r"\lfloor", r"\rfloor")
    right = rf"{steps[0]}\frac{{n^2+{other[0]}}}{{{other[1]}}}{steps[1]}".replace("+-", "-")
    found = whole_outcome(read(left), read(right))
    rounded = ceil if is_ceiling else floor
    same = all(
        floor((n * n + one[0]) / one[1]) == rounded((n * n + other[0]) / other[1]) for n in range(1, 200)
    )
    assert found is not None
    assert (found.verdict == "equal") == same


@pytest.mark.parametrize("text", [r"\lfloor\frac{x}{2}\rfloor", r"\frac{n}{2}", r"\lfloor\pi\rfloor"])
def test_other_expressions(text: str) -> None:
    """Real letters, no floor, no letter: not compared at integers."""
    assert whole_outcome(read(text), read(text)) is None


@pytest.mark.parametrize(
    ("gold", "given_", "verdict"),
    [
        (r"\lfloor\sqrt{n}\rfloor", r"\lfloor\sqrt{n}\rfloor+1", "different"),
        (r"\lfloor\sqrt{n}+\sqrt{n+1}\rfloor", r"\lfloor\sqrt{4n+2}\rfloor", "undecided"),
        (r"\lfloor\frac{n}{997}\rfloor", r"\lfloor\frac{n}{997}\rfloor+1", "different"),
        (r"\lfloor\frac{n}{99991}\rfloor", r"\lceil\frac{n-99990}{99991}\rceil", "undecided"),
    ],
)
def test_limits(gold: str, given_: str, verdict: str) -> None:
    """Roots are refuted or left open; so are moduli beyond the limit."""
    found = whole_outcome(read(gold), read(given_))
    assert found is not None
    assert found.verdict == verdict
