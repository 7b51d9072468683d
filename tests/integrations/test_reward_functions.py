"""The reward functions as verl and TRL call them, without torch and without a trainer."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from adapter_cases import CASES, FOLDER, Case, blocks

from evaluate_benchmark import evaluate, response_of


def load_by_path(path: Path) -> ModuleType:
    """The module of a file, as a trainer that is given a path loads it."""
    spec = importlib.util.spec_from_file_location("custom_module", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rewards = load_by_path(FOLDER / "reward_functions.py")
GOLD_COLUMNS = ["final_answer_boxed", "final_answer", "answer", "ground_truth", "solution"]

# ------------------------------------------------------------------------------
# verl
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_verl_score(case: Case) -> None:
    """A score, its accuracy, and the trace that tells wrong from undecided."""
    result = rewards.compute_score(
        data_source="own", solution_str=case.response, ground_truth=case.gold, extra_info={"num_turns": None}
    )
    right = float(case.verdict == "accept")
    assert (result["score"], result["acc"], result["undecided"]) == (
        right,
        right,
        case.verdict == "undecided",
    )
    fields = [result[name] for name in ("verdict", "tier", "lenient", "extraction")]
    assert fields == [case.verdict, case.tier, case.lenient, case.extraction]
    assert result["reason"]


def test_verl_results_have_one_shape() -> None:
    """Batches are columns there: every result has the same keys and types, none of them None."""
    results = [rewards.compute_score("own", case.response, case.gold) for case in CASES]
    shapes = {tuple((name, type(value)) for name, value in result.items()) for result in results}
    assert len(shapes) == 1
    assert {kind for shape in shapes for _, kind in shape} == {float, bool, str}


def test_verl_call_conventions() -> None:
    """Positional or by name, with the options that some reward managers add."""
    assert rewards.compute_score("own", "The answer is 4.", "4")["score"] == 1.0
    options: dict[str, Any] = {"reward_router_address": "", "reward_model_tokenizer": None}
    assert rewards.compute_score("own", "The answer is 4.", "4", None, **options)["score"] == 1.0


@pytest.mark.parametrize("truth", [4, 4.0, "4", "\\boxed{4}", "2+2 is four.\n#### 4"], ids=repr)
def test_verl_ground_truths(truth: str | int | float) -> None:
    """A number, a box or a worked solution is a ground truth too."""
    assert rewards.compute_score("own", "So it is $4$.", truth)["score"] == 1.0


def test_verl_numpy_ground_truths() -> None:
    """Parquet gives numpy's numbers and arrays; a list is a fault of the data set."""
    numpy = pytest.importorskip("numpy")
    assert rewards.compute_score("own", "So it is $4$.", numpy.int64(4))["score"] == 1.0
    with pytest.raises(ValueError, match="a list"):
        rewards.compute_score("own", "So it is $4$.", numpy.array(["4", "5"]))


def test_verl_from_several_threads() -> None:
    """verl scores in a thread pool: the same results as one after the other."""
    golds = [rf"\sin(x+{number})" for number in range(2, 26)]
    responses = [rf"\boxed{{\sin x\cos {number}+\cos x\sin {number}}}" for number in range(2, 26)]
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(rewards.compute_score, ["own"] * len(golds), responses, golds))
    finally:
        sys.setswitchinterval(switch)
    assert [result["verdict"] for result in results] == ["accept"] * len(golds)


def test_verl_as_its_reward_manager_calls() -> None:
    """An event loop hands the call to its default executor, many at once."""

    async def run() -> list[dict[str, Any]]:
        """The results of all cases at once."""
        loop = asyncio.get_running_loop()
        calls = [
            loop.run_in_executor(
                None, lambda case=case: rewards.compute_score("own", case.response, case.gold)
            )
            for case in CASES
        ]
        return await asyncio.gather(*calls)

    assert [result["verdict"] for result in asyncio.run(run())] == [case.verdict for case in CASES]


# ------------------------------------------------------------------------------
# TRL
# ------------------------------------------------------------------------------

RIGHT = [1.0 if case.verdict == "accept" else 0.0 for case in CASES]


@pytest.mark.parametrize(
    "column", ["final_answer_boxed", "final_answer", "answer", "ground_truth", "solution"]
)
@pytest.mark.parametrize("conversational", [False, True], ids=["text", "messages"])
def test_trl_rewards(column: str, conversational: bool) -> None:
    """One float per completion, in order, from whatever column holds the golds."""
    completions: list[Any] = [case.response for case in CASES]
    if conversational:
        completions = [[{"role": "assistant", "content": text}] for text in completions]
    columns = {column: [case.gold for case in CASES], "trainer_state": object(), "level": ["1"] * len(CASES)}
    given = rewards.math_answer_reward(
        prompts=["?"] * len(CASES), completions=completions, completion_ids=[[0]] * len(CASES), **columns
    )
    assert given == RIGHT
    assert all(type(reward) is float for reward in given)


def test_trl_trace() -> None:
    """The completions table gets the trace, the metrics the share of undecided responses."""
    table: dict[str, list[Any]] = {}
    metrics: dict[str, float] = {}
    rewards.math_answer_reward(
        completions=[case.response for case in CASES],
        answer=[case.gold for case in CASES],
        log_extra=table.__setitem__,
        log_metric=metrics.__setitem__,
    )
    assert set(table) == set(rewards.TRACE)
    assert table["verdict"] == [case.verdict for case in CASES]
    assert table["lenient"] == [case.lenient for case in CASES]
    assert table["reason"][3] == "too_complex"
    assert metrics == {"undecided": 0.2}


def test_trl_rows_without_gold() -> None:
    """A row without a gold earns None and is in the table all the same; a batch of them is no error."""
    table: dict[str, list[Any]] = {}
    given = rewards.math_answer_reward(
        completions=["It is 4.", "It is 4."], final_answer=["", "4"], log_extra=table.__setitem__
    )
    assert given == [None, 1.0]
    assert table["verdict"] == ["", "accept"]
    assert table["reason"] == ["no_gold", "equal_text"]
    kinds = {name: {type(value) for value in values} for name, values in table.items()}
    assert kinds == {name: {bool} if name == "lenient" else {str} for name in rewards.TRACE}
    assert rewards.math_answer_reward(completions=["It is 4."], final_answer=[None]) == [None]


def test_trl_without_a_gold_column() -> None:
    """The error names the columns that are needed and those that are there."""
    with pytest.raises(ValueError, match=r"final_answer_boxed, .* there are labels, level"):
        rewards.math_answer_reward(completions=["4"], level=["1"], labels=["4"])


@pytest.mark.parametrize(
    ("completion", "text"),
    [
        ("plain", "plain"),
        ([{"role": "assistant", "content": "said"}], "said"),
        ([{"role": "assistant", "content": None}], ""),
        ([], ""),
        ([{"role": "tool", "content": "12"}, {"role": "assistant", "content": "last"}], "last"),
        ([{"role": "assistant", "content": [{"type": "text", "text": "in "}, {"type": "image"}]}], "in "),
    ],
    ids=["text", "message", "null", "empty", "tool", "parts"],
)
def test_trl_completions(completion: Any, text: str) -> None:
    """The last message is the response, whatever form its content has."""
    assert rewards.response_text(completion) == text


@pytest.mark.parametrize(
    ("gold", "short"),
    [
        ("14+28=<<14+28=42>>42 plums.\n#### 42", "42"),
        ("3*1250=$3750.\n#### 3,750", "3,750"),
        (r"By Vieta it is $\frac64=\boxed{\frac{3}{2}}$, as said.", r"\frac{3}{2}"),
        (r"\boxed{[2,5]}", "[2,5]"),
        ("[2,5]", "[2,5]"),
        (r"x=1, x=2", "x=1, x=2"),
        (r"unfinished \boxed{3", r"unfinished \boxed{3"),
    ],
)
def test_short_golds(gold: str, short: str) -> None:
    """A worked solution counts by its end, anything else as it stands."""
    assert rewards.short_gold(gold) == short


def test_both_give_what_the_harness_gives() -> None:
    """On the demo, item by item: the same sixteen right answers."""
    root = FOLDER.parent
    golds, responses = (
        [json.loads(line) for line in (root / name).read_text(encoding="utf-8").splitlines()]
        for name in ("tests/data/demo_dataset.jsonl", "_eval_demo_predictions.jsonl")
    )
    report = evaluate(golds, responses)
    wanted = {item["id"]: item["correct"] for item in report.items}
    said = {row["id"]: response_of(row) for row in responses}
    asked = [row for row in golds if row["id"] in said]
    answers = [said[row["id"]] for row in asked]
    columns = {"final_answer_boxed": [row["final_answer_boxed"] for row in asked]}
    given = rewards.math_answer_reward(completions=answers, **columns)
    scores = [
        rewards.compute_score("dgn", answer, row["final_answer_boxed"])["score"]
        for answer, row in zip(answers, asked, strict=True)
    ]
    assert given == scores == [float(wanted[row["id"]]) for row in asked]
    assert sum(scores) == report.totals["correct"] == 16


# ------------------------------------------------------------------------------
# The README's recipes
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("code", blocks("python", "reward_functions"))
def test_recipes_run(code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every Python example about rewards runs as it stands."""
    monkeypatch.syspath_prepend(str(FOLDER))
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed == "[1.0, 0.0]\n" or re.search(r"'score': 1\.0.*'score': 0\.0", printed)


def test_the_verl_settings_name_the_function() -> None:
    """The path and the name in the README exist."""
    (settings,) = blocks("yaml", "custom_reward_function")
    named = dict(re.findall(r"^\s+(path|name): (\S+)$", settings, re.M))
    assert callable(getattr(load_by_path(FOLDER.parent / named["path"]), named["name"]))
