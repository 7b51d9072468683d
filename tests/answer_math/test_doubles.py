r"""Double precision: right to nine digits where it speaks, and silent where it cannot tell."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest
from grammar import LETTERS, value
from hypothesis import given
from hypothesis import strategies as st
from notations import write

from answer_math.doubles import compiled, value_of
from answer_math.reader import read
from answer_math.sampling import TooCostly, Undefined, evaluate, point_value

NO_VALUE = math.nan
CANNOT_TELL = None

POINT_VALUES: tuple[tuple[str, dict[str, float], float | None], ...] = (
    (r"2x+\frac{1}{4}", {"x": 1.5}, 3.25),
    (r"\sqrt[3]{x}", {"x": -8.0}, -2.0),
    ("x^{2/3}", {"x": -8.0}, 4.0),
    (r"\sqrt{x}", {"x": -8.0}, NO_VALUE),
    ("x^{3/2}", {"x": -1.0}, NO_VALUE),
    (r"\ln x", {"x": -1.0}, NO_VALUE),
    (r"\ln x", {"x": 1.0}, CANNOT_TELL),  # zero: no nine digits of it
    (r"\sqrt{(x+1)^2-x^2-2x-1}", {"x": 123.456}, CANNOT_TELL),  # zero or a little less
    (r"\sqrt{10^{16}+x}-10^8", {"x": 1.0}, CANNOT_TELL),
    (r"\frac{1}{x-x}", {"x": 2.5}, CANNOT_TELL),
    (r"\sin x", {"x": 1e9}, CANNOT_TELL),
    (r"\tan\frac{\pi}{2}", {}, CANNOT_TELL),
    ("x^x", {"x": 2.0}, CANNOT_TELL),
    (r"\Gamma(x)", {"x": 2.0}, CANNOT_TELL),
)


def doubled(text: str, point: dict[str, float]) -> float | None:
    """What doubles say of a text at a point."""
    tree = compiled(read(text))
    return None if tree is None else value_of(tree, point)


@pytest.mark.parametrize(("text", "point", "expected"), POINT_VALUES, ids=[row[0] for row in POINT_VALUES])
def test_values(text: str, point: dict[str, float], expected: float | None) -> None:
    """A value, no real value, or no answer."""
    assert doubled(text, point) == pytest.approx(expected, nan_ok=True)


@given(st.integers(0, 2**64 - 1), st.integers(0, 27))
def test_doubles_agree_with_the_full_precision(seed: int, index: int) -> None:
    """Where doubles speak, fifty digits say the same, and where they see no value there is none."""
    rng = Random(seed)
    names = rng.sample(LETTERS, 2)
    tree = read(write(value(rng, 3, names), "latex", rng))
    point: dict[str, Fraction] = {name.strip("\\"): point_value(name, index) for name in names}
    side = compiled(tree)
    found = None if side is None else value_of(side, {name: float(at) for name, at in point.items()})
    if found is None:
        return
    try:
        expected = evaluate(tree, point)
    except Undefined:
        expected = NO_VALUE
    except TooCostly:
        return
    assert found == pytest.approx(float(expected), rel=1e-9, nan_ok=True)
