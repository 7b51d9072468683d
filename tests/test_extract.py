"""Section 4: what is taken from a response, by which rule, from where."""

import json
import pathlib
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answer_math import extraction, quantities, visible
from answer_math.extraction import EXTRACTORS, Joint, extract, joint, unit_behind
from answer_math.rules import Rule
from answer_math.visible import Extraction, View, closing_brace, spans_in

CASES = [
    json.loads(line)
    for line in (pathlib.Path(__file__).parent / "cases" / "extract.jsonl").read_text("utf-8").splitlines()
]
HOWS = {"last_box", "last_span", "whole_response", "answer_marker", "last_number", "choice_letter"}


def test_there_are_cases_of_every_rule() -> None:
    """The table reaches every value of `how`, and no response stands twice."""
    assert {case.get("how") for case in CASES} >= HOWS
    assert len({case["response"] for case in CASES}) == len(CASES) > 100


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}: {case['response'][:40]!r}")
def test_case(case: dict[str, str], request: pytest.FixtureRequest) -> None:
    """Text and rule are as the table says, and the offsets point at the text."""
    if "xfail" in case:
        request.applymarker(pytest.mark.xfail(reason=case["xfail"], strict=True))
    found = extract(case["response"])
    if case["text"] is None:
        assert found is None
        return
    assert found is not None
    assert (found.text, found.how) == (case["text"], case["how"])


@pytest.mark.parametrize("extractor", EXTRACTORS, ids=lambda extractor: extractor.name)
def test_examples_of_each_rule(extractor: Rule[View, Extraction | None]) -> None:
    """A rule finds its example, and nothing in what it must leave alone."""
    response, text = extractor.changes[0]
    found = extractor.apply(View(visible.visible(response), "<answer>" in response))
    assert found is not None and found.text == text
    for other in extractor.leaves:
        left = extractor.apply(View(visible.visible(other)))
        assert left is None or (extractor.name == "explicit_marker" and left.text != "clear")


FRAGMENTS = st.sampled_from(
    [
        "\\boxed{",
        "}",
        "{",
        "$",
        "$$",
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "\\",
        "5",
        "-3",
        "1/2",
        "x=2",
        " and ",
        ", ",
        "answer is ",
        "Answer:",
        "####",
        "therefore",
        "=",
        ":",
        "<think>",
        "</think>",
        "<answer>",
        "</answer>",
        "\n",
        "\n\n",
        ". ",
        "A",
        "(B)",
        "<<1+1=2>>",
        "```",
        "[asy]",
        "[/asy]",
        "<|im_end|>",
        "Question:",
        "答案是",
        "\\text{ or }",
        "%",
        "**",
        "_",
        "\x08",
        "\x00",
    ]
)
RESPONSES = st.lists(FRAGMENTS | st.text(max_size=6), max_size=24).map("".join)


@given(RESPONSES)
@settings(max_examples=1500, deadline=None)
def test_any_text(response: str) -> None:
    """Nothing is raised; offsets are inside; the text can be recovered from them."""
    found = extract(response)
    if found is None:
        return
    assert found.how in HOWS
    assert 0 <= found.start <= found.end <= len(response)
    assert found.text.strip()
    shown = visible.visible(response)
    assert len(shown) == len(response)
    if ", " not in found.text and " or " not in found.text and "<<" not in response and "`" not in response:
        assert shown[found.start : found.end].strip() == found.text.strip()


@given(RESPONSES)
@settings(max_examples=300, deadline=None)
def test_a_box_at_the_end_wins(response: str) -> None:
    """A balanced box behind any text without hidden parts is what counts."""
    quiet = response.replace("<", "").replace("[THINK]", "").replace("\b", "")
    found = extract(quiet + " word \\boxed{77}")
    assert found is not None and found.text == "77" and found.end == len(quiet) + len(" word \\boxed{77")


@given(st.integers(-(10**9), 10**9), RESPONSES)
@settings(max_examples=300, deadline=None)
def test_a_reasoning_block_changes_nothing(number: int, hidden: str) -> None:
    """What stands in a reasoning block has no influence."""
    quiet = hidden.replace("<", "").replace(">", "")
    response = f"<think>{quiet}</think>It comes to ${number}$."
    found = extract(response)
    assert found is not None and found.text == str(number)
    assert response[found.start : found.end] == str(number)


def steps_of(response: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many characters the patterns were set on while extracting."""
    counted = Counter[str]()
    make = re.compile

    class Counting:
        """A pattern that counts the length of what it is set on."""

        def __init__(self, source: str, flags: int) -> None:
            """A pattern like re.compile's."""
            self.pattern = make(source, flags)

        def __getattr__(self, name: str) -> object:
            """The pattern's method, counted."""
            method = getattr(self.pattern, name)

            def call(*args: object) -> object:
                """The method's result; what it went over is counted."""
                text = next((arg for arg in args if isinstance(arg, str)), "")
                numbers = [arg for arg in args if isinstance(arg, int)]
                start, stop = (numbers + [0, len(text)][len(numbers) :])[:2]
                if name == "finditer":
                    return walk(method(*args), start, min(stop, len(text)))
                found = method(*args)
                reached = found.end() if isinstance(found, re.Match) else len(text)
                if name != "match":
                    counted["characters"] += max(0, reached - start)
                return found

            def walk(matches: Iterator[re.Match[str]], start: int, stop: int) -> Iterator[re.Match[str]]:
                """The matches, counted as far as they are asked for."""
                for match in matches:
                    counted["characters"] += match.end() - start
                    start = match.end()
                    yield match
                counted["characters"] += max(0, stop - start)

            return call

    with monkeypatch.context() as patch:
        for module in (extraction, quantities, visible):
            patch.setattr(module, "pattern", lambda source, flags=0: Counting(source, flags))
        extract(response)
    return counted["characters"]


HOSTILE = [
    "\\boxed{",
    "\\boxed",
    "{",
    "}",
    "$",
    "$$",
    "$5 ",
    "\\(",
    "\\[",
    "(",
    " ",
    "\n",
    "\n ",
    "1",
    "1,",
    "1.",
    "-",
    "=",
    ":",
    "*",
    "<think>",
    "</think>",
    "<answer>",
    "</answer>",
    "####",
    "# ",
    "answer is ",
    "answer to ",
    "therefore ",
    "so ",
    "A: ",
    "<<",
    "[asy]",
    "```",
    "\\",
    "\\\\",
    "\\text{",
    "\\boxed{1},",
    "$1$,",
    "box",
    "boxed ",
    "<|im_end|>",
    "Question:\n",
    "答案",
    "\\begin{align}",
    "\\boxed{}",
    "\b",
    "\boxed{",
    "a ",
    "1/2 ",
    "**",
    "_",
    "~",
    "\\,",
    "x=",
    ".",
    "!",
    "(A) ",
]


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_work_grows_with_the_length(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice the length costs at most about twice the characters scanned."""
    small, large = (steps_of(unit * (size // len(unit)), monkeypatch) for size in (8_000, 32_000))
    assert large <= 5 * small + 200_000
    assert large <= 120 * 32_000


@pytest.mark.slow
def test_ten_megabytes() -> None:
    """The size limit of a response is survived by the dearest forms."""
    for unit in ("\\boxed{", "$", " ", "1", "("):
        assert extract(unit * (10_000_000 // len(unit))) is None or unit in "1"


def test_joints() -> None:
    """Connectives join; every other word parts."""
    assert joint("$, $") == Joint(", ", "")
    assert joint(" \\quad \\text{ or } \\quad ") == Joint(" or ", "")
    assert joint("\\), and \\(y = ") == Joint(", ", "y")
    for gap in ("", " ", " and then ", " more than ", ". ", ", since ", " - "):
        assert joint(gap) is None


def test_spans() -> None:
    """Delimiters pair; money, escapes and blank lines do not open a span."""

    def contents(text: str) -> list[str]:
        return [text[span.inner_start : span.inner_end] for span in spans_in(text)]

    assert contents("a $x$ b $$y$$ c \\(z\\) d \\[w\\]") == ["x", "y", "z", "w"]
    assert contents("$x$$y$") == ["x", "y"]
    assert contents("pay $5 or $6") == []
    assert contents("pay \\$5 or \\$6") == []
    assert contents("one $ alone\n\nand $x$") == ["x"]
    assert contents("\\[ \\text{with \\(x\\)} \\]") == [" \\text{with \\(x\\)} "]


def test_unit_behind() -> None:
    """The word that follows a box; nothing where a sentence goes on."""
    for response, unit in (
        ("$\\boxed{28}$ percent", "percent"),
        ("\\boxed{28}\\%.", "%"),
        ("$\\boxed{5}\\text{ cm}$", "cm"),
        ("$\\boxed{5}$ is it", ""),
        ("$\\boxed{5}$.", ""),
        ("5 cm", ""),
    ):
        found = extract(response)
        assert found is not None and unit_behind(response, found) == unit


def test_closing_brace_stops() -> None:
    """A brace that closes behind `stop` does not count."""
    assert closing_brace("{a{b}c}", 0, 7) == 6
    assert closing_brace("{a{b}c}", 0, 6) == -1
