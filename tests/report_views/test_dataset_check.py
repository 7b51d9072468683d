"""Checks of a data set: every check's own examples, rows, readings and mathjs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_maker import HOSTILE

from report_views import dataset_check
from report_views.dataset_check import (
    TEXT_CHECKS,
    Finding,
    MathjsTask,
    Point,
    TextCheck,
    check_dataset,
    disagreement,
    mathjs_values,
    mathjs_version,
    render_findings,
    sample_points,
)

needs_mathjs = pytest.mark.skipif(
    mathjs_version() is None, reason="no Node.js with mathjs here (npm install mathjs, or NODE_PATH)"
)
FLAGS = [(check, text) for check in TEXT_CHECKS for text in check.flags]
PASSES = [(check, text) for check in TEXT_CHECKS for text in check.passes]


def _name(value: Any) -> str | None:
    return value.name if isinstance(value, TextCheck) else None


@pytest.mark.parametrize(("check", "text"), FLAGS, ids=_name)
def test_flags(check: TextCheck, text: str) -> None:
    assert check.find(text)


@pytest.mark.parametrize(("check", "text"), PASSES, ids=_name)
def test_passes(check: TextCheck, text: str) -> None:
    assert check.find(text) == ""


@given(st.text(alphabet=r"$\()[]{}1,. a") | st.text())
def test_any_text_can_be_checked(text: str) -> None:
    for check in TEXT_CHECKS:
        assert isinstance(check.find(text), str)


@pytest.mark.parametrize("piece", ["$", "$$", "\\(", "\\", "1,", "0{,}", "(", "1"])
def test_long_texts_are_checked(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    for check in TEXT_CHECKS:
        assert isinstance(check.find(text), str)


def checks_of(*rows: dict[str, Any], **options: Any) -> list[tuple[int, str]]:
    """(line, check) of each finding in these rows."""
    found = check_dataset(list(enumerate(rows, start=1)), file="data.jsonl", **options)
    return [(finding.line, finding.check) for finding in found]


GOOD = {"id": "1", "problem": "Find $x$.", "final_answer": "0.5", "final_answer_boxed": r"\boxed{0.5}"}
ROWS = [
    ([GOOD], []),
    ([GOOD, {**GOOD, "id": "2"}], []),
    ([GOOD, GOOD], [(2, "duplicate-id")]),
    ([{**GOOD, "id": ""}], [(1, "no-id")]),
    ([{**GOOD, "id": None}], [(1, "no-id")]),
    ([{**GOOD, "id": 7}, {**GOOD, "id": "7"}], [(2, "duplicate-id")]),
    ([{**GOOD, "final_answer_boxed": r"\boxed{0.6}"}], [(1, "boxed-differs")]),
    ([{**GOOD, "final_answer_boxed": r"\boxed{ 0.5 }"}], []),
    ([{**GOOD, "final_answer_boxed": ""}], [(1, "boxed-differs")]),
    ([{**GOOD, "final_answer": "", "final_answer_boxed": ""}], []),
    ([{"id": "1", "answer": "5"}], []),
    ([{**GOOD, "problem": "Find $x."}], [(1, "unbalanced-dollar")]),
    ([{**GOOD, "solution": None, "problem": 7}], []),
    ([{**GOOD, "final_answer": "1,5", "final_answer_boxed": r"\boxed{1,5}"}], [(1, "decimal-comma")] * 2),
]


@pytest.mark.parametrize(("rows", "expected"), ROWS)
def test_rows(rows: list[dict[str, Any]], expected: list[tuple[int, str]]) -> None:
    assert checks_of(*rows) == expected


def test_golds_are_read_once_each_and_compared_with_themselves() -> None:
    asked: list[str] = []

    def reads(gold: str) -> bool:
        asked.append(gold)
        return "?" not in gold

    rows = [{"id": str(n), "answer": gold} for n, gold in enumerate(("1", "?", "NaN", "1", ""))]
    found = checks_of(*rows, reads=reads, equal=lambda gold, given: gold != "NaN")
    assert found == [(2, "gold-unreadable"), (3, "gold-not-itself")]
    assert asked == ["1", "?", "NaN"]


@dataclass(frozen=True)
class Made:
    """A reading made for a test."""

    names: frozenset[str]
    function: Callable[[Point], complex | None]

    def value(self, point: Point) -> complex | None:
        return self.function(point)


X = frozenset("x")
SQUARE = Made(X, lambda p: complex(p["x"] ** 2))
READINGS = [
    ({"own": SQUARE, "other": Made(X, lambda p: complex(p["x"] * p["x"]))}, ""),
    ({"own": SQUARE, "other": Made(X, lambda p: 2 + 0j)}, "own 0.57745, other 2 at x=307/404"),
    ({"own": SQUARE, "other": Made(X, lambda p: None)}, ""),
    ({"own": SQUARE, "other": Made(frozenset(), lambda p: 1)}, "own has the names x, other none"),
    ({"own": Made(frozenset(), lambda p: 0.25), "second": Made(frozenset(), lambda p: 0.25),
      "third": Made(frozenset(), lambda p: 8)}, "own 0.25, third 8"),
]  # fmt: skip


@pytest.mark.parametrize(("readings", "expected"), READINGS)
def test_disagreement(readings: dict[str, Made], expected: str) -> None:
    assert disagreement(readings) == expected


def test_points_are_fixed_fractions_of_both_signs() -> None:
    points = sample_points(["y", "x"])
    assert points == sample_points(["x", "y"]) and len(points) == 8
    values = [value for point in points for value in point.values()]
    assert all(isinstance(v, Fraction) and v.denominator > 1 for v in values)
    assert min(values) < 0 < max(values) and len(set(values)) == len(values)


def test_parsers_that_cannot_read_do_not_vote() -> None:
    rows = [{"id": "1", "answer": "x^2"}]
    parsers = {"own": lambda text: SQUARE, "other": lambda text: None}
    assert checks_of(*rows, parsers=parsers) == []
    parsers["third"] = lambda text: Made(X, lambda p: complex(p["x"]))
    assert checks_of(*rows, parsers=parsers) == [(1, "parsers-disagree")]


def test_table() -> None:
    findings = [
        Finding("data.jsonl", n, HOSTILE[3], "decimal-comma", "final_answer", HOSTILE[0], "write 1.5")
        for n in range(25)
    ]
    text = render_findings(findings)
    assert text.startswith("-- data set: 25 findings --\ndecimal-comma (25): write 1.5\n  data.jsonl:0")
    assert "… and 5 more" in text and "\x1b" not in text and text.encode()
    assert render_findings([]) == "-- data set: no findings --\n"
    assert "\x1b[33m" in render_findings(findings, colour=True)


def num(text: str) -> list[str]:
    """A number of a tree."""
    return ["num", text]


TREES = [
    (["div", num("1"), num("3")], 1 / 3),
    (["fn", "sin", ["div", ["const", "pi"], num("6")]], 0.5),
    (["fn", "root", num("-8"), num("3")], -2.0),
    (["pow", num("2"), ["neg", num("3")]], 0.125),
    (["fn", "log", num("8"), num("2")], 3.0),
    (["fn", "factorial", num("5")], 120.0),
    (["fn", "sqrt", num("-4")], 2j),
    (["add", num("0.1"), num("0.2"), ["mul", num("2"), num("3/4")]], 1.8),
    (["div", num("1"), num("0")], None),
    (["pow", num("10"), num("999999999")], None),
]


@needs_mathjs
def test_mathjs_computes_trees() -> None:
    answers = mathjs_values([MathjsTask(str(n), tree, [{}]) for n, (tree, _) in enumerate(TREES)])
    for n, (tree, expected) in enumerate(TREES):
        (value,) = answers[str(n)]
        assert value == (None if expected is None else pytest.approx(expected, rel=1e-14)), tree


HOSTILE_TREES: list[list[Any]] = [
    ["fn", "constructor", num("1")], ["fn", "eval", num("1")], ["num", "process.exit()"], ["sym", "y"],
    ["toString"], [], ["const", "__proto__"], ["fn", "import", num("1")],
]  # fmt: skip


@needs_mathjs
def test_mathjs_answers_only_what_it_knows() -> None:
    tasks = [MathjsTask(str(n), tree, [{"x": Fraction(1, 2)}]) for n, tree in enumerate(HOSTILE_TREES)]
    answers = mathjs_values([*tasks, MathjsTask("good", ["sym", "x"], [{"x": Fraction(1, 2)}])])
    assert answers == {"good": [0.5]}


@needs_mathjs
def test_mathjs_contradicts_a_wrong_reading() -> None:
    trees = {"sin x": ["fn", "sin", ["sym", "x"]], "x": ["sym", "x"]}
    own = {
        "sin x": Made(X, lambda p: complex(math.sin(p["x"]))),
        "x": Made(X, lambda p: complex(p["x"] + 1)),
    }
    rows = [{"id": "1", "answer": "sin x"}, {"id": "2", "answer": "x"}, {"id": "3", "answer": "prose"}]
    found = checks_of(*rows, parsers={"own": own.get}, to_tree=trees.get)
    assert found == [(2, "mathjs-disagrees")]


def test_without_node_the_leg_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset_check.shutil, "which", lambda name: None)
    assert mathjs_version() is None
    assert mathjs_values([MathjsTask("1", num("1"), [{}])]) == {}
    rows = [{"id": "1", "answer": "x"}]
    assert checks_of(*rows, parsers={"own": lambda text: SQUARE}, to_tree=lambda text: ["sym", "x"]) == []
