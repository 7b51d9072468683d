r"""Relations joined by `and`, `or` and in chains, as one condition on their letters."""

from __future__ import annotations

import pytest

from answer_math.conditions import MAX_DIFFERENCES, as_condition, same_condition
from answer_math.reader import read
from answer_math.tree import Node


def identical(one: Node, other: Node) -> int:
    """A factor that knows no proportional trees but equal ones."""
    return int(one == other)


def compared(one: str, other: str) -> bool | None:
    """Whether two texts are one condition."""
    left, right = as_condition(read(one), True), as_condition(read(other), True)
    assert left is not None and right is not None
    return same_condition(left, right, identical)[0]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("u<v<w", "v<w and u<v", True),
        ("u<v and v<w", "u<v and u<w", False),
        ("u<=v and u>=v", "u=v", True),
        ("u<v or u=v or u>v", "w<=1 or w>1", None),  # what always holds says nothing of the letters
        (r"\frac1u>0 \text{ or } \frac1u\le0", r"\frac1u\ne0", None),
        (r"u\in S \text{ and } v\notin S", r"v\notin S \text{ and } u\in S", True),
        ("uv>0", "u>0 and v>0 or u<0 and v<0", None),  # equal, but for reasons that are not seen
        ("u=1 and v=2", "u=1 or v=2", None),  # no sample lies on a line
        ("n>2 and k<3", "n>=3 and k<3", None),  # the same of whole numbers
    ],
)
def test_same_condition(one: str, other: str, expected: bool | None) -> None:
    """Equal for all signs of the differences; different at a point; else open."""
    assert compared(one, other) is expected


def test_witness_is_a_point() -> None:
    """A difference names a point that one condition alone allows."""
    left, right = as_condition(read("u>0 and v>0")), as_condition(read("u>0 or v>0"))
    assert left is not None and right is not None
    same, witness = same_condition(left, right, identical)
    assert (
        same is False
        and witness.startswith("at u = ")
        and witness.endswith("the given condition alone holds")
    )


def test_limit_of_differences() -> None:
    """More differences than the limit leave it open."""
    links = [f"x_{number}>{number}" for number in range(MAX_DIFFERENCES + 1)]
    assert compared(" and ".join(links[:-1]), " and ".join(links[-2::-1])) is True
    assert compared(" and ".join(links), " and ".join(links[::-1])) is None


@pytest.mark.parametrize("text", ["x=2 or x=3", "x=2 and x=3", "3", r"\{1,2\}", "x>0, 3"])
def test_no_condition(text: str) -> None:
    """Values of one name are a list, and a list with a value is none of relations."""
    assert as_condition(read(text), True) is None
