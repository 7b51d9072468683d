"""What the tests of the adapters share: rows with every kind of verdict, the blocks of the README."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[2] / "integrations"


class Case(NamedTuple):
    """One row: what a problem's gold is, what a model says, and what should come of it."""

    gold: str
    response: str
    verdict: str
    tier: str
    lenient: bool
    extraction: str

    @property
    def label(self) -> str:
        """The name of the case in a test's id."""
        return self.verdict + ("_lenient" if self.lenient else "")


CASES = (
    Case(r"\frac{3}{4}", r"Three quarters, so $\boxed{\frac{3}{4}}$.", "accept", "exact", False, "last_box"),
    Case(r"x=\pm 2", r"One root is $x = 2$.", "accept", "symbolic", True, "last_span"),
    Case("[2,5]", r"The interval is $\boxed{(2,5)}$.", "reject", "symbolic", False, "last_box"),
    Case("5", r"It is \boxed{5^{9^{9^9}}}.", "undecided", "symbolic", False, "last_box"),
    Case("7", "I do not know.", "unparsed", "", False, ""),
)
"""An item of every kind that an adapter has to keep apart."""


def blocks(language: str, word: str) -> list[str]:
    """The fenced blocks of the adapters' README that hold a word.

    Raises LookupError when there is none.
    """
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    found = [body for body in re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S) if word in body]
    if not found:
        raise LookupError(f"integrations/README.md has no {language} block with {word!r}")
    return found
