"""Files of other tools: each preset's own examples, real small files, and rows nobody foresaw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evaluate_benchmark as eb
from input_files.columns import Place
from input_files.presets import PRESETS, Preset, answer_of_solution, columns_used, last_box, recognise

FOREIGN = Path(__file__).parent.parent / "data" / "foreign"
EXAMPLES = [(preset, row) for preset in PRESETS for row in preset.recognises]
NEAR_MISSES = [(preset, row) for preset in PRESETS for row in preset.leaves]


def named(value: Any) -> str:
    """A preset by its name, as the id of a test."""
    return value.name if isinstance(value, Preset) else ""


@pytest.mark.parametrize(("preset", "row"), EXAMPLES, ids=named)
def test_a_preset_recognises_its_rows(preset: Preset, row: dict[str, Any]) -> None:
    """It is the first that does, and its rows have an id and a gold of 5."""
    assert recognise([row]) is preset
    mapped = list(preset.rows(row, Place("samples_t.jsonl", 7)))
    assert mapped
    for fields in mapped:
        assert str(fields["id"])
        assert eb.gold_of({**row, **fields}) == "5"
        assert ("response" in fields) == preset.has_response


@pytest.mark.parametrize(("preset", "row"), NEAR_MISSES, ids=named)
def test_a_preset_leaves_its_near_misses(preset: Preset, row: dict[str, Any]) -> None:
    """The nearest rows that are something else."""
    assert not preset.recognises_row(row)


def test_every_preset_has_both_kinds_of_examples() -> None:
    """And a name of its own."""
    assert all(preset.recognises and preset.leaves for preset in PRESETS)
    assert len({preset.name for preset in PRESETS}) == len(PRESETS) >= 9


def test_one_row_of_another_shape_keeps_a_file_plain() -> None:
    """All rows looked at must agree."""
    row = {"question": "2+3?", "answer": "#### 5"}
    assert recognise([row, row]) is not None
    assert recognise([row, {"question": "2+3?"}]) is None
    assert recognise([]) is None


NATIVE = {
    "id": "a",
    "problem": "2+3?",
    "solution": r"\boxed{5}",
    "level": 1,
    "final_answer_boxed": r"\boxed{5}",
}


@pytest.mark.parametrize(
    "row",
    [NATIVE, {"id": "a", "response": "5"}, {"id": "a", "answer": "5"}, {"id": 1, "expected_answer": "5"}, {}],
)
def test_our_own_rows_are_no_preset(row: dict[str, Any]) -> None:
    """Nothing that the script reads by itself is taken for another tool's."""
    assert recognise([row]) is None


RIGHT_ALGEBRA = ["accept", "accept", "reject", "unparsed"]
RIGHT_WORDS = ["accept", "accept", "reject", "unparsed"]
RUNS = [
    ("lm_eval/samples_minerva_math_algebra_*.jsonl", RIGHT_ALGEBRA),
    ("lm_eval/samples_gsm8k_2026*.jsonl", RIGHT_WORDS),
    ("lm_eval/samples_aime24_*.jsonl", ["accept", "reject"]),
    ("lighteval/details_math_500_*.parquet", RIGHT_ALGEBRA),
    ("nemo_skills/output-rs0.jsonl", RIGHT_ALGEBRA),
    ("nemo_skills/output-rs1.jsonl", ["accept", "accept", "accept", "unparsed"]),
    ("inspect_ai/own_math.json", RIGHT_ALGEBRA),
    ("inspect_ai/own_math.eval", RIGHT_ALGEBRA),
    ("inspect_ai/samples_df.jsonl", RIGHT_ALGEBRA),
    ("inspect_ai/samples_df.parquet", RIGHT_ALGEBRA),
]


@pytest.mark.parametrize(("pattern", "verdicts"), RUNS, ids=[pattern for pattern, _ in RUNS])
def test_a_run_of_another_tool_is_both_inputs(pattern: str, verdicts: list[str]) -> None:
    """What a mathematician says of the responses, without a problem counted."""
    if pattern.endswith("parquet"):
        pytest.importorskip("pyarrow")
    if pattern.endswith(".eval"):
        pytest.importorskip("zstandard")
    report = eb.evaluate(str(FOREIGN / pattern), str(FOREIGN / pattern))
    found = [outcome.verdict for _, outcome in report.rows()]
    assert [verdict == "accept" for verdict in found] == [verdict == "accept" for verdict in verdicts]
    assert found[:3] == verdicts[:3]
    assert report.meta["problems"] == []
    assert report.meta["dataset"]["rows"] == report.meta["predictions"]["rows"] >= len(verdicts)


def test_a_folder_of_tasks_keeps_them_apart() -> None:
    """doc_id 0 stands in every file; the task is part of the id and the collection."""
    report = eb.evaluate(str(FOREIGN / "lm_eval"), str(FOREIGN / "lm_eval"))
    assert report.totals["scored"] == 4 + 4 + 4 + 2
    assert {item.id.partition("/")[0] for item, _ in report.rows()} == {
        "aime24",
        "gsm8k",
        "gsm8k_three_samples",
        "minerva_math_algebra",
    }
    assert report.totals["unknown_prediction_ids"] == report.totals["missing_predictions"] == 0
    assert len(report.meta["dataset"]["files"]) == 4


DATASETS = [
    ("math.jsonl", ["0", "1", "2", "3"], ["7", r"\frac{3}{2}", "[2,5]", r"2\sqrt{3}"]),
    (
        "math_500.jsonl",
        [f"test/algebra/{n}.json" for n in (1, 2, 3, 4)],
        ["7", r"\frac{3}{2}", "[2,5]", r"2\sqrt{3}"],
    ),
    ("gsm8k.jsonl", ["0", "1", "2", "3"], ["42", "3,750", "60", "5"]),
    (
        "olympiadbench.jsonl",
        [str(n) for n in range(1600, 1606)],
        ["7", r"\frac{3}{2}", "[2,5]", r"2\sqrt{3}", "2; 3", "15 m"],
    ),
]


@pytest.mark.parametrize(("name", "ids", "golds"), DATASETS, ids=[name for name, _, _ in DATASETS])
def test_a_dataset_of_another_shape(name: str, ids: list[str], golds: list[str]) -> None:
    """Ids, golds and groups."""
    data = eb.read_dataset(str(FOREIGN / "datasets" / name), log := eb.ProblemLog())
    assert [item.id for item in data.items] == ids
    assert [item.gold for item in data.items] == golds
    assert not log.counts
    if name != "gsm8k.jsonl":
        assert {item.groups[0] for item in data.items} == {"Algebra"}


@pytest.mark.parametrize("name", ["datasets/math.jsonl", "inspect_ai/samples_df_without_responses.jsonl"])
def test_predictions_without_responses_are_an_error(name: str) -> None:
    """The message says what the file is and what to do."""
    with pytest.raises(eb.InputError, match="hold no response; name the file"):
        eb.evaluate(str(FOREIGN / name), str(FOREIGN / name))


def test_shards_without_ids_are_numbered_through(tmp_path: Path) -> None:
    """Row 0 of the second file is not row 0 of the dataset."""
    text = (FOREIGN / "datasets" / "gsm8k.jsonl").read_text()
    for part in (1, 2):
        (tmp_path / f"part-{part}.jsonl").write_text(text)
    data = eb.read_dataset(str(tmp_path), eb.ProblemLog())
    assert [item.id for item in data.items] == [str(number) for number in range(8)]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"\boxed{1}, no: \boxed{\frac{1}{2}}", r"\frac{1}{2}"),
        (r"\boxed{a \{1\} }", r"a \{1\}"),
        (r"\boxed{1} and \boxed{2", "1"),
        (r"\boxed {3}", "3"),
        (r"\fbox{4}", "4"),
        (r"x = \unboxed{5}", ""),
        ("no box }", ""),
    ],
)
def test_the_last_box(text: str, answer: str) -> None:
    """Balanced braces, escaped ones passed over."""
    assert last_box(text) == answer


def test_the_answer_of_a_solution() -> None:
    """`####` before the box before all of it."""
    assert answer_of_solution("\\boxed{2} \n#### 3 \nbye") == "3"
    assert answer_of_solution("ANSWER: \\boxed{2}") == "2"
    assert answer_of_solution(" 5 ####") == "5 ####"


def test_columns_of_files_that_are_read_by_column() -> None:
    """What the fitting presets need, and nothing else."""
    assert columns_used(["doc", "model_response", "metric"]) == {"doc", "model_response"}
    assert "resps" in columns_used(["doc_id", "doc", "target", "resps", "arguments", "filter"])
    inspect = ["id", "epoch", "target", "input", "score_x_answer", "metadata_level", "total_time"]
    assert columns_used(inspect) == {"id", "epoch", "target", "input", "score_x_answer", "metadata_level"}
    assert columns_used(["key", "gold"]) == frozenset()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.text(max_size=6)
    | st.sampled_from(["#### 5", r"\boxed{5}"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["text", "choices", "gold_index", "answer", "role", "content"]), inner, max_size=3
        )
    ),
    max_leaves=5,
)
NAMES = sorted(
    {name for preset in PRESETS for name in preset.needs | preset.uses} | {"answer", "score_a_answer"}
)


@pytest.mark.parametrize("preset", PRESETS, ids=named)
@given(data=st.data())
def test_no_row_makes_a_preset_fail(preset: Preset, data: st.DataObject) -> None:
    """Whatever stands in the columns: mapped rows, or not recognised."""
    row = dict(preset.recognises[0]) | data.draw(st.dictionaries(st.sampled_from(NAMES), JSON, max_size=4))
    if preset.recognises_row(row):
        for fields in preset.rows(row, Place("samples_t.jsonl", 0)):
            assert isinstance(fields["final_answer_boxed"], str)


@pytest.mark.parametrize("preset", PRESETS, ids=named)
@settings(max_examples=40)
@given(data=st.data())
def test_any_rows_end_in_a_report_or_a_message(preset: Preset, data: st.DataObject) -> None:
    """As dataset and as predictions, with every reader of extra columns on."""
    changes = data.draw(
        st.lists(st.dictionaries(st.sampled_from(NAMES), JSON, max_size=3), min_size=1, max_size=4)
    )
    rows = [{**preset.recognises[0], **change} for change in changes]
    golds = [{"id": str(n), "final_answer": "5"} for n in range(3)]
    for dataset, predictions in ((rows, rows), (golds, rows), (rows, [{"id": "0", "response": "5"}])):
        try:
            report = eb.evaluate(dataset, predictions, samples=True, review=True)
        except eb.InputError:
            continue
        assert report.totals["scored"] == len(report.as_json()["items"])


def test_every_preset_is_documented() -> None:
    """BENCHMARKING says what becomes of each."""
    text = Path("BENCHMARKING.md").read_text(encoding="utf-8")
    assert [
        preset.name for preset in PRESETS if preset.name.removesuffix(" without responses") not in text
    ] == []
