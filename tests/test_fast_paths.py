"""A short way says what the long way would have said: each is compared with the rule that it spares."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example
from hypothesis import given as from_strategy
from hypothesis import strategies as st

from answer_math import cleaning, extraction, reader, values
from answer_math.meaning import meaning
from answer_math.plain import plain_number, plain_tree
from benchmarks.row_sets import word_problem_outputs

NUMBERS = st.from_regex(r"-?[0-9]{1,15}(\.[0-9]{1,15})?", fullmatch=True)
MARKERS = [
    *(
        "A: ",
        "A:",
        "#### ",
        "####",
        "The answer is ",
        "the answer is: ",
        "Answer: ",
        "So the final answer is ",
    ),
    *("Therefore, the answer is ", "Thus the answer is:", "Hence, the answer is "),
]
LINES = st.lists(
    st.sampled_from(
        [
            "She has 3 + 4 = <<3+4=7>>7 of them.",
            "It costs $5 for $x$ and $7",
            "So the answer is 12.",
            "Question: why?",
            "#### 9",
            "A: 3",
            "\\[ x = 2",
            "<think> no </think>",
            "Therefore 5, 6 and",
            "",
            "\\begin{align}",
            "the answer is",
        ]
    ),
    max_size=5,
)


@from_strategy(LINES, st.sampled_from(MARKERS), NUMBERS, st.sampled_from(["", "\n", " \n\n", ".", ".\n"]))
def test_a_terse_ending_is_what_the_explicit_marker_finds(
    lines: list[str], marker: str, number: str, end: str
) -> None:
    """Whatever stands before it."""
    text = extraction.visible("\n".join([*lines, marker + number]) + end)
    short = extraction.terse_ending(text)
    view = extraction.View(extraction.hide_apparatus(text))
    assert short is None or short == extraction.explicit_marker.apply(view)


def test_most_word_problem_outputs_take_the_short_way() -> None:
    """Else it would not be worth having."""
    rows = [
        row for row in word_problem_outputs(200, 1) if row.response.rpartition("\n")[2][:2] in ("A:", "##")
    ]
    assert rows and all(extraction.terse_ending(row.response) for row in rows)


@pytest.mark.parametrize("text", ["A: 5 apples", "A: x", "#### 5 and more", "```\nA: 5", "A. 5"])
def test_other_endings_take_the_long_way(text: str) -> None:
    """Words behind the number, code."""
    assert extraction.terse_ending(text) is None


LINE_PARTS = st.lists(
    st.sampled_from(
        [
            *("So ", "so ", "Thus, ", "Therefore ", "Hence ", "In total ", "in total", "the ", "answer is "),
            *("they need ", "12", "3.5", "1/2", " is ", " = ", ". ", ", ", "$", "\\pi", "π", "5 and ", "x"),
            *("option ", "A: ", "#### ", "boys ", "(", ")", "!", "-", "%", "due 7 ", "=>", "y ", "2^3"),
        ]
    ),
    max_size=7,
).map("".join)


@from_strategy(LINES, LINE_PARTS, st.sampled_from(["", ".", "\n", ".\n\n"]))
def test_a_concluding_line_is_what_the_explicit_marker_finds(lines: list[str], last: str, end: str) -> None:
    """Whatever stands before it."""
    text = extraction.visible("\n".join([*lines, last]) + end)
    short = extraction.concluding_line(text)
    view = extraction.View(extraction.hide_apparatus(text))
    assert short is None or short == extraction.explicit_marker.apply(view)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("3 + 4 = 7\nSo they need 7 in total.", "7"),
        ("It is $5.\nThus she has 3/4 of it left", "3/4"),
        ("Therefore 12", "12"),
    ],
)
def test_a_concluding_line_takes_the_short_way(text: str, answer: str) -> None:
    """Else it would not be worth having."""
    found = extraction.concluding_line(text)
    assert found and found.text == answer and text[found.start : found.end] == answer


BOXED = st.lists(
    st.sampled_from(
        [
            *(
                r"\boxed{5}",
                r"$\boxed{\frac{1}{2}}$",
                r"\fbox{3}",
                r"\framebox[2cm]{4}",
                "\boxed{7}",
                r"\boxed 8",
            ),
            *("boxed{9}", r"\boxed{", r"\boxed{}", r"\boxed{...}", r"\boxed{\approx 2}", r"\boxed{\{1\}}"),
            *(
                r"\boxed{\boxed{1}}",
                r"\boxed{a\\}",
                r"\boxed{\text{answer}}",
                "a box of",
                " and ",
                "}",
                "{",
                ", ",
            ),
        ]
    ),
    max_size=4,
)


@from_strategy(BOXED)
def test_a_lone_box_is_the_last_box(parts: list[str]) -> None:
    """Where the short way finds one; and a text without a box command has no box."""
    text = "So ".join(parts)
    found = extraction.lone_box(text)
    long_way = extraction.last_box.apply(extraction.View(text))
    assert found in (None, long_way)
    assert long_way is None or extraction.has_box_command(text)


@from_strategy(st.text(st.sampled_from(list("{}\\a")), max_size=40), st.integers(0, 3))
def test_a_closing_brace_is_the_one_that_a_scan_finds(text: str, stop: int) -> None:
    """With and without escapes, nested or not."""
    text, end = "{" + text, len(text) + 1 - stop
    depth, expected = 0, -1
    for found in re.finditer(r"\\.|[{}]", text[: max(0, end)]):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if found[0] == "}" and depth == 0:
            expected = found.start()
            break
    assert extraction.closing_brace(text, 0, max(0, end)) == expected


@from_strategy(NUMBERS)
def test_a_plain_number_is_what_the_reader_reads(text: str) -> None:
    """Value and places."""
    assert plain_number(text) == values.numeric_value(meaning(reader.read(text)).tree)


PLAIN_PARTS = st.lists(
    st.sampled_from(
        [
            *(
                "1",
                "-2",
                "+3",
                "0",
                "345",
                "000",
                "0.5",
                "-0.50",
                "007",
                "1/2",
                "-3/4",
                r"\frac{1}{2}",
                r"-\dfrac{12}{7}",
            ),
            *(
                r"\frac{1}{0}",
                "5/0",
                "1,000",
                "1,5",
                "x",
                "3.",
                "1 2",
                "1234567890123456",
                ", ",
                ";",
                " ; ",
                ",",
                "(",
                ")",
            ),
        ]
    ),
    max_size=7,
).map("".join)


@from_strategy(PLAIN_PARTS)
@example("-3, 5, 0.5")
@example("(2; 1/2)")
@example("1, 234")
def test_a_plain_tree_is_what_the_parser_makes(text: str) -> None:
    """In its only reading."""
    short = plain_tree(text)
    assert short is None or [reader.Reading(short)] == reader._comma_trees(text)


@from_strategy(
    st.integers(-(10**9), 10**9), st.integers(-2_000, 2_000), st.sampled_from([None, 0]), st.booleans()
)
def test_whole_numbers_compare_as_fractions_do(
    gold: int, step: int, places: int | None, literal: bool
) -> None:
    """The verdict of the integers is that of the rationals beside them."""
    whole = values.numbers_outcome(Fraction(gold), Fraction(gold + step), (places, places), literal)
    halves = values.numbers_outcome(
        Fraction(2 * gold + 1, 2), Fraction(2 * (gold + step) + 1, 2), (places, places), literal
    )
    if abs(gold) > 10 * abs(step) * 10**6 or abs(gold) * 10 < abs(step) * 10**6:  # away from the edge
        assert whole.verdict == halves.verdict and whole.rule == halves.rule


SIGNS = st.text(
    st.sampled_from(list("ab x15.,;:=$\\{}()*_`'\"“≈{,}\t\r\x0c是：→minusMN \\frac\\text\\boxed")),
    max_size=12,
)


@pytest.mark.parametrize("step", cleaning.CLEANING, ids=lambda step: step.name)
@from_strategy(SIGNS)
def test_a_rule_leaves_alone_what_lacks_the_signs_it_needs(step: Any, text: str) -> None:
    """So that it need not be tried."""
    assert all(set(before) & set(step.needs) for before, _ in step.changes if step.needs)
    if step.needs:
        bare = "".join(sign for sign in text if sign not in step.needs)
        assert step.apply(bare) == bare
