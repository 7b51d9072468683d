"""Five hundred pairs as people write them, of every kind of answer: the same, or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from answer_math.cleaning import clean
from answer_math.equality import compare

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "compare.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{pair['gold']} ? {pair['given']}" for pair in PAIRS])
def test_pair(pair: dict[str, str]) -> None:
    """The same is accepted; another answer is not, or flagged."""
    found = compare(clean(pair["gold"]).text, clean(pair["given"]).text)
    if pair["same"]:
        assert found.verdict == "accept", found
    else:
        assert found.verdict != "accept" or found.lenient, found
