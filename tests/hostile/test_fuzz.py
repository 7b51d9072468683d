"""Arbitrary text and bytes: every public function returns, or raises what it documents."""

from __future__ import annotations

import inspect
import json
import sys
import typing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

evaluate_benchmark = pytest.importorskip("evaluate_benchmark")
answer_math = pytest.importorskip("answer_math")
equality = pytest.importorskip("answer_math.equality")

sys.path.insert(0, str(Path(__file__).parent))
from payloads import CHARACTERS, DELIMITERS, HUGE_VALUES, INJECTIONS, PYTHON_CODE  # noqa: E402

VERDICTS = {"accept", "reject", "undecided", "unparsed", "missing"}
REFUSALS = (getattr(answer_math, "NotMath", ()),)  # the one documented way to decline
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
THOROUGH = settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))

# ------------------------------------------------------------------------------
# Strategies
# ------------------------------------------------------------------------------

PIECES = sorted(
    {
        *DELIMITERS,
        *(text[:60] for text in (*HUGE_VALUES, *PYTHON_CODE, *INJECTIONS, *CHARACTERS)),
        "1",
        "2",
        "x",
        "y",
        "k",
        r"\pi",
        r"\frac{1}{2}",
        r"\sqrt{2}",
        "^2",
        "_1",
        "(",
        ")",
        "[",
        "]",
        r"\{",
        r"\}",
        ",",
        ";",
        " ",
        r"\infty",
        r"\cup",
        r"\in",
        r"\mathbb{Z}",
        r"\pm",
        r"\le",
        "<",
        "=",
        r"\ne",
        r"\circ",
        r"\%",
        r"\text{cm}",
        "no solutions",
        r"\begin{pmatrix}",
        r"\end{pmatrix}",
        "&",
        r"\\",
        r"\log_2",
        r"\sin",
        r"\left(",
        r"\right)",
        r"\boxed{",
        "}",
        "{",
        "$",
        "a)",
        "b)",
        r"\overline{",
        "0.",
        "(3)",
        "E9",
        r"\cdot",
        "!",
        r"\binom",
        "|",
        r"\lfloor",
        r"\sum_{k=1}^{n}",
        r"\int_0^1",
        "dx",
        "'",
        "and",
        "or",
    }
)
any_character = st.characters()  # lone surrogates included
any_text = st.one_of(
    st.text(any_character, max_size=80),
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.lists(st.sampled_from(PIECES) | st.text(any_character, max_size=3), max_size=14).map(" ".join),
)

# ------------------------------------------------------------------------------
# Functions of text
# ------------------------------------------------------------------------------

TEXT_FUNCTIONS = [
    (evaluate_benchmark, "extract", 1),
    (evaluate_benchmark, "clean", 1),
    (evaluate_benchmark, "grade", 2),
    (answer_math, "reads_as_answer", 1),
    (equality, "compare", 2),
    (answer_math, "read", 1),
    (answer_math, "readings", 1),
]
PRESENT = [(getattr(module, name), arity) for module, name, arity in TEXT_FUNCTIONS if hasattr(module, name)]


def takes_only_text(function: Any) -> bool:
    """Return True for a function whose parameters without default all are `str`."""
    try:
        hints = typing.get_type_hints(function)
    except (NameError, TypeError):
        return False
    needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    named_path = any(word in p.name for p in needed for word in ("path", "file", "address"))
    return bool(needed) and not named_path and all(hints.get(p.name) is str for p in needed)


@pytest.mark.parametrize("module", [evaluate_benchmark, answer_math], ids=lambda module: module.__name__)
def test_every_exported_function_of_text_is_fuzzed(module: Any) -> None:
    """A new public function of text belongs into TEXT_FUNCTIONS."""
    exported = getattr(module, "__all__", ())
    functions = {name for name in exported if inspect.isfunction(getattr(module, name))}
    fuzzed = {name for _, name, _ in TEXT_FUNCTIONS}
    assert {name for name in functions if takes_only_text(getattr(module, name))} <= fuzzed


def call(function: Any, texts: list[str]) -> Any:
    """Return the function's value; None if it refuses in the documented way."""
    try:
        return function(*texts)
    except REFUSALS:
        return None


def check_decision(value: Any) -> None:
    """A decision is complete, and its offsets lie in the response."""
    assert value.verdict in VERDICTS and isinstance(value.reason, str)
    assert value.correct == (value.verdict == "accept")
    assert value.correct or value.reason


@pytest.mark.parametrize("function, arity", PRESENT, ids=[function.__name__ for function, _ in PRESENT])
@QUICK
@given(data=st.data())
def test_any_text(function: Any, arity: int, data: st.DataObject) -> None:
    """No exception but the documented one, and the same value twice."""
    texts = [data.draw(any_text) for _ in range(arity)]
    value = call(function, texts)
    assert call(function, texts) == value
    if function is evaluate_benchmark.grade:
        check_decision(value)


@pytest.mark.slow
@pytest.mark.parametrize("function, arity", PRESENT, ids=[function.__name__ for function, _ in PRESENT])
@THOROUGH
@given(data=st.data())
def test_any_text_thoroughly(function: Any, arity: int, data: st.DataObject) -> None:
    """The same, with many more examples."""
    call(function, [data.draw(any_text) for _ in range(arity)])


@QUICK
@given(response=any_text)
@example(response="\\boxed{\ud800}")
def test_what_is_extracted_stands_in_the_response(response: str) -> None:
    """The offsets of an extraction are offsets into the original response."""
    extraction = evaluate_benchmark.extract(response)
    if extraction is not None:
        assert 0 <= extraction.start <= extraction.end <= len(response)
        assert extraction.how


@QUICK
@given(text=any_text)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    """Cleaning is idempotent on anything."""
    once = evaluate_benchmark.clean(text).text
    assert evaluate_benchmark.clean(once).text == once


# ------------------------------------------------------------------------------
# Files of arbitrary bytes and rows
# ------------------------------------------------------------------------------

any_json = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), any_text),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("response", "prediction", "output", "answer", "pred", "text", "final_answer", "chapter", "group")
any_row = any_json | st.fixed_dictionaries(
    {"id": st.sampled_from(["1", "2", 1]) | any_json}, optional=dict.fromkeys(FIELDS, any_json)
)
any_line = st.one_of(any_row.map(lambda row: json.dumps(row).encode()), st.binary(max_size=40))
any_file = st.lists(any_line, max_size=6).map(b"\n".join)


def run_main(directory: Path, dataset: bytes, predictions: bytes) -> int:
    """Return the exit code of the harness over two files of these bytes."""
    (directory / "dataset.jsonl").write_bytes(dataset)
    (directory / "predictions.jsonl").write_bytes(predictions)
    names = {"--dataset": "dataset.jsonl", "--predictions": "predictions.jsonl", "--out": "report.json"}
    arguments = [part for option, name in names.items() for part in (option, str(directory / name))]
    try:
        return int(evaluate_benchmark.main(arguments))
    except SystemExit as stop:
        return int(stop.code or 0)


@settings(QUICK, max_examples=60)
@given(dataset=any_file, predictions=any_file)
def test_any_files(tmp_path_factory: pytest.TempPathFactory, dataset: bytes, predictions: bytes) -> None:
    """Any two files end with an exit code of the list, and a report that can be read if it is 0."""
    directory = tmp_path_factory.mktemp("any")
    code = run_main(directory, dataset, predictions)
    assert code in (0, 1, 2)
    if code == 0:
        totals = json.loads((directory / "report.json").read_text(encoding="utf-8"))["totals"]
        assert 0 <= totals["correct"] <= totals["scored"]


@settings(QUICK, max_examples=60)
@given(noise=st.lists(any_line, max_size=4))
def test_bad_lines_cost_no_good_one(tmp_path_factory: pytest.TempPathFactory, noise: list[bytes]) -> None:
    """Three good rows among arbitrary lines keep their verdicts."""
    directory = tmp_path_factory.mktemp("noise")
    rows = [{"id": f"good-{k}", "response": f"{k}", "final_answer": f"{k}"} for k in range(3)]
    good = [json.dumps(row).encode() for row in rows]
    mixed = b"\n".join([good[0], *noise[:2], good[1], *noise[2:], good[2]])
    assert run_main(directory, b"\n".join(good), mixed) == 0
    report = json.loads((directory / "report.json").read_text(encoding="utf-8"))
    assert [item["correct"] for item in report["items"]] == [True, True, True]
