"""Makes the files of this folder by running the tools that they come from.

Every problem and response below is our own. Run from anywhere with the extra `integrations` installed:

    python make_files.py [lm_eval] [inspect_ai] [lighteval] [nemo_skills] [datasets]

Without arguments it makes all. `lm_eval` also needs math-verify (its task minerva_math does); `lighteval`
needs lighteval, torch and xxhash < 3.6. Ids, hashes and timings that those tools draw at random differ from
run to run.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
DATE = "2026-01-01T00-00-00.000000"
Row = dict[str, Any]

# ------------------------------------------------------------------------------
# Four problems of two kinds; the responses are right, right in another form, wrong, and no answer at all
# ------------------------------------------------------------------------------

MATH_ROWS: list[Row] = [
    {
        "problem": "Solve $3x + 5 = 26$ for $x$.",
        "solution": "Taking away 5 gives $3x = 21$, so $x = \\boxed{7}$.",
        "answer": "7",
        "level": "Level 1",
        "type": "Algebra",
    },
    {
        "problem": "What is the sum of the roots of $4x^2 - 6x + 1 = 0$?",
        "solution": "By Vieta's formulas it is $\\frac{6}{4} = \\boxed{\\frac{3}{2}}$.",
        "answer": "\\frac{3}{2}",
        "level": "Level 2",
        "type": "Algebra",
    },
    {
        "problem": "For which $x$ is $\\sqrt{x-2} + \\sqrt{5-x}$ real?",
        "solution": "Both radicands must be at least 0: $x \\in \\boxed{[2,5]}$.",
        "answer": "[2,5]",
        "level": "Level 3",
        "type": "Algebra",
    },
    {
        "problem": "Simplify $\\sqrt{48} - \\sqrt{12}$.",
        "solution": "$4\\sqrt{3} - 2\\sqrt{3} = \\boxed{2\\sqrt{3}}$.",
        "answer": "2\\sqrt{3}",
        "level": "Level 4",
        "type": "Algebra",
    },
]
MATH_RESPONSES = [
    "Subtract 5 from both sides: $3x = 21$. Divide by 3.\n\nThe answer is $\\boxed{7}$.",
    "The sum is $-b/a = 6/4 = 1.5$. Final Answer: The final answer is $1.5$. I hope it is correct.",
    "We need $x \\ge 2$ and $x \\le 5$, so the set is $\\boxed{(2,5)}$.",
    "I am not sure how to simplify this.",
]
WORD_ROWS: list[Row] = [
    {
        "question": "Amara picks 14 plums on Monday and twice as many on Tuesday. How many does she pick?",
        "answer": "On Tuesday she picks 14*2=<<14*2=28>>28 plums.\n"
        "In all she picks 14+28=<<14+28=42>>42 plums.\n#### 42",
    },
    {
        "question": "A roll of cloth costs $1,250. Tariq sells 3 rolls. How many dollars does he take?",
        "answer": "He takes 1250*3=$<<1250*3=3750>>3750.\n#### 3,750",
    },
    {
        "question": "A tank holds 90 litres and loses 6 litres a day. How many litres are left after 5 days?",
        "answer": "It loses 6*5=<<6*5=30>>30 litres.\nThere are 90-30=<<90-30=60>>60 litres left.\n#### 60",
    },
    {
        "question": "Ines shares 35 stickers equally among 7 friends. How many does each friend get?",
        "answer": "Each friend gets 35/7=<<35/7=5>>5 stickers.\n#### 5",
    },
]
WORD_RESPONSES = [
    "On Tuesday she picks 28 plums. 14 + 28 = 42.\n#### 42",
    "Three rolls bring 3 times 1,250 dollars, so the answer is $3,750.",
    "Each day it loses 6 litres, so 90 - 6 = 84 litres are left.\n#### 84",
    "I would need to know more about the stickers.",
]
WORD_SAMPLES = [
    ["The answer is 42.", "14 and 28 make 42. The answer is 42.", "The answer is 28."],
    ["The answer is 3,750.", "The answer is 1,250.", "The answer is 3750."],
    ["The answer is 84.", "The answer is 60.", "The answer is 84."],
    ["The answer is unclear.", "The answer is 5.", "Nobody can tell."],
]
CONTEST_ROWS: list[Row] = [
    {"ID": "2026-I-1", "Problem": "Find $6!/2$.", "Solution": "$720/2 = 360$.", "Answer": 360},
    {
        "ID": "2026-I-2",
        "Problem": "Find the least odd $n>0$ with $7 \\mid n^2 + 6$.",
        "Solution": "1.",
        "Answer": 1,
    },
]
CONTEST_RESPONSES = ["$6!/2 = 360$, so $\\boxed{360}$.", "Trying values, $n = \\boxed{6}$."]


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """Write the rows as JSON lines, making the folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    path.write_text("".join(lines), encoding="utf-8")


# ------------------------------------------------------------------------------
# lm-evaluation-harness: its own tasks over our rows, its own writer of samples_*.jsonl
# ------------------------------------------------------------------------------


def _run_lm_eval(task: Row, rows: list[Row], responses: list[list[str]], scratch: Path) -> None:
    """Let the task score these responses (several per row: repeats) and write its samples file."""
    from lm_eval import simple_evaluate
    from lm_eval.api.model import LM
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.tasks import TaskManager

    class Replay(LM):  # type: ignore[misc]
        """A model that gives prepared responses in the order of the requests."""

        def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
            """The responses; a request that is repeated comes as often."""
            taken: dict[int, int] = {}
            texts = []
            for request in requests:
                number = taken[request.doc_id] = taken.get(request.doc_id, -1) + 1
                texts.append(responses[request.doc_id][number])
            return texts

        def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> Any:
            """Never called."""
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    name = task["task"]
    write_rows(scratch / f"{name}.jsonl", rows)
    data = dict.fromkeys(("train", "test"), f"{name}.jsonl")
    settings = scratch / f"{name}.yaml"
    settings.write_text(json.dumps({**task, "dataset_path": "json", "dataset_kwargs": {"data_files": data}}))
    tracker = EvaluationTracker(output_path=str(scratch / "out"))
    results = simple_evaluate(
        Replay(), tasks=[str(settings)], num_fewshot=0, bootstrap_iters=0, task_manager=TaskManager()
    )
    tracker.date_id = DATE
    for task_name, samples in results["samples"].items():
        tracker.save_results_samples(task_name, samples)


def make_lm_eval(scratch: Path) -> None:
    """Write samples_*.jsonl of four of its tasks."""
    import lm_eval.tasks

    folder = Path(lm_eval.tasks.__file__).parent

    def yaml(name: str) -> str:
        """The path of one of its task files."""
        return str(folder / name)

    once = [[response] for response in MATH_RESPONSES]
    algebra: Row = {"task": "minerva_math_algebra", "dataset_name": None}
    algebra["include"] = yaml("minerva_math/minerva_math_algebra.yaml")
    _run_lm_eval(algebra, MATH_ROWS, once, scratch)
    words = {"task": "gsm8k", "dataset_name": None, "include": yaml("gsm8k/gsm8k.yaml")}
    _run_lm_eval(words, WORD_ROWS, [[response] for response in WORD_RESPONSES], scratch)
    take_first = {"function": "take_first"}
    regex = {"function": "regex", "regex_pattern": "The answer is (\\-?[0-9\\.\\,]*[0-9]+)"}
    filters = [
        {"name": "score-first", "filter": [regex, take_first]},
        {"name": "maj@3", "filter": [regex, {"function": "majority_vote"}, take_first]},
    ]
    voted = {**words, "task": "gsm8k_three_samples", "repeats": 3, "filter_list": filters}
    _run_lm_eval(voted, WORD_ROWS, WORD_SAMPLES, scratch)
    contest = {"task": "aime24", "include": yaml("aime/aime24.yaml")}
    _run_lm_eval(contest, CONTEST_ROWS, [[response] for response in CONTEST_RESPONSES], scratch)
    for path in sorted((scratch / "out").rglob("samples_*.jsonl")):
        shutil.copy(path, HERE / "lm_eval" / path.name)


# ------------------------------------------------------------------------------
# inspect_ai: a real run with its mock model, the log as .json and .eval, the samples as tables
# ------------------------------------------------------------------------------


def _inspect_task() -> Any:
    """A task over our rows with one of its own scorers."""
    from inspect_ai import Task
    from inspect_ai.dataset import Sample
    from inspect_ai.scorer import match
    from inspect_ai.solver import generate

    samples = [
        Sample(
            id=f"math-{number}", input=row["problem"], target=row["answer"], metadata={"level": row["level"]}
        )
        for number, row in enumerate(MATH_ROWS, 1)
    ]
    scorer = match(location="any", numeric=True)
    return Task(name="own_math", dataset=samples, solver=generate(), scorer=scorer)


def make_inspect_ai(scratch: Path) -> None:
    """Write the log of one run as .json and .eval, and its samples as JSONL and Parquet."""
    from inspect_ai import eval as run
    from inspect_ai.analysis import SampleMessages, SampleScores, SampleSummary, samples_df
    from inspect_ai.model import ContentReasoning, ContentText, ModelOutput, ModelUsage, get_model

    thoughtful = [ContentReasoning(reasoning="Vieta: 6/4."), ContentText(text=MATH_RESPONSES[1])]
    contents: list[Any] = [MATH_RESPONSES[0], thoughtful, *MATH_RESPONSES[2:]]
    outputs = [ModelOutput.from_content("mockllm/model", content) for content in contents]
    for output in outputs:  # else it counts tokens, with a table that it would fetch
        output.usage = ModelUsage(input_tokens=20, output_tokens=30, total_tokens=50)
    for form in ("json", "eval"):
        model = get_model("mockllm/model", custom_outputs=list(outputs), memoize=False)
        log = run(
            _inspect_task(),
            model=model,
            display="none",
            max_samples=1,
            log_dir=f"logs_{form}",
            log_format=form,
        )[0]
        shutil.copy(log.location.removeprefix("file://"), HERE / "inspect_ai" / f"own_math.{form}")
    for name, columns in (
        ("samples_df", [*SampleSummary, *SampleMessages, *SampleScores]),
        ("samples_df_without_responses", SampleSummary),
    ):
        table = samples_df("logs_json", columns=columns, quiet=True)
        table["log"] = "own_math.json"
        table.to_json(HERE / "inspect_ai" / f"{name}.jsonl", orient="records", lines=True)
        table.to_parquet(HERE / "inspect_ai" / f"{name}.parquet")


# ------------------------------------------------------------------------------
# lighteval: its documents, responses and tracker, without a model
# ------------------------------------------------------------------------------


def _lighteval_doc(number: int, task: str) -> Any:
    """The document that its own task makes of one of our rows."""
    from lighteval.tasks.tasks.gsm8k import gsm8k_prompt
    from lighteval.tasks.tasks.math_500 import math_500_prompt

    rows, prompt = (WORD_ROWS, gsm8k_prompt) if task == "gsm8k" else (MATH_ROWS, math_500_prompt)
    doc = prompt(rows[number], task)
    doc.id = str(number)
    doc.generation_size = 256
    return doc


def make_lighteval(scratch: Path) -> None:
    """Write details_*.parquet of two of its tasks through its tracker."""
    from lighteval.logging.evaluation_tracker import EvaluationTracker
    from lighteval.models.dummy.dummy_model import DummyModelConfig
    from lighteval.models.model_output import ModelResponse

    tracker = EvaluationTracker(output_dir=str(scratch / "lighteval"), save_details=True)
    tracker.general_config_logger.log_model_info(DummyModelConfig(model_name="dummy", seed=0))
    once = [[response] for response in MATH_RESPONSES]
    for task, samples in (("math_500|0", once), ("gsm8k|0", WORD_SAMPLES)):
        for number, texts in enumerate(samples):
            doc = _lighteval_doc(number, task.split("|")[0])
            doc.num_samples = len(texts)
            tokens = [[0] * 4 for _ in texts]
            response = ModelResponse(input=doc.query, text=texts, output_tokens=tokens, input_tokens=[0])
            tracker.details_logger.log(task, doc, response, {"extractive_match": int(number == 0)})
    tracker.save()
    for path in sorted((scratch / "lighteval").rglob("details_*.parquet")):
        name = path.name.replace("|", "_").split("_20")[0] + f"_{DATE}.parquet"  # `|` fits no Windows disk
        shutil.copy(path, HERE / "lighteval" / name)


# ------------------------------------------------------------------------------
# NeMo-Skills and published datasets: by their documented columns
# ------------------------------------------------------------------------------


def make_nemo_skills(scratch: Path) -> None:
    """Write two generation files of the same problems, as its `generate` and `evaluate` leave them."""
    better = [*MATH_RESPONSES[:1], "By Vieta $\\boxed{\\frac{3}{2}}$.", "It is $\\boxed{[2,5]}$.", "No idea."]
    runs = [
        (MATH_RESPONSES, ["7", "1.5", "(2,5)", None], [True, True, False, False]),
        (better, ["7", "\\frac{3}{2}", "[2,5]", None], [True, True, True, False]),
    ]
    for seed, (responses, predicted, correct) in enumerate(runs):
        rows = [
            {
                "problem": row["problem"],
                "expected_answer": row["answer"],
                "id": f"own/{number}",
                "generation": responses[number],
                "num_generated_tokens": 4 * len(responses[number].split()),
                "generation_start_time": 1767225600.0,
                "generation_end_time": 1767225601.5,
                "generation_time": 1.5,
                "predicted_answer": predicted[number],
                "symbolic_correct": correct[number],
            }
            for number, row in enumerate(MATH_ROWS)
        ]
        write_rows(HERE / "nemo_skills" / f"output-rs{seed}.jsonl", rows)


def _olympiad_row(number: int, row: Row, **changed: Any) -> Row:
    """A row with the columns of OlympiadBench's open-ended English mathematics."""
    images = {f"image_{place}": None for place in range(1, 6)}
    fixed = {"modality": "Text-only", "difficulty": "Competition", "is_multiple_answer": False, "unit": None}
    kind = {"answer_type": "Numerical", "error": None, "question_type": "Open-ended", "subfield": "Algebra"}
    answer = {"id": 1600 + number, "question": row["problem"], "solution": [row["solution"]]}
    final = {"final_answer": [row["answer"]], "context": None}
    return {**answer, **final, **images, **fixed, **kind, "subject": "Math", "language": "English", **changed}


def make_datasets(scratch: Path) -> None:
    """Write rows with the columns of MATH, MATH-500, GSM8K and OlympiadBench."""
    folder = HERE / "datasets"
    columns = ("problem", "level", "type", "solution")
    write_rows(folder / "math.jsonl", ({name: row[name] for name in columns} for row in MATH_ROWS))
    write_rows(
        folder / "math_500.jsonl",
        (
            {
                "problem": row["problem"],
                "solution": row["solution"],
                "answer": row["answer"],
                "subject": row["type"],
                "level": int(row["level"].split()[1]),
                "unique_id": f"test/algebra/{number}.json",
            }
            for number, row in enumerate(MATH_ROWS, 1)
        ),
    )
    write_rows(folder / "gsm8k.jsonl", WORD_ROWS)
    olympiad = [
        _olympiad_row(0, MATH_ROWS[0]),
        _olympiad_row(1, MATH_ROWS[1]),
        _olympiad_row(2, MATH_ROWS[2], answer_type="Interval"),
        _olympiad_row(3, MATH_ROWS[3], answer_type="Expression"),
        _olympiad_row(
            4,
            {"problem": "Solve $x^2 = 5x - 6$.", "solution": "$(x-2)(x-3)=0$.", "answer": "$2$,$3$"},
            is_multiple_answer=True,
        ),
        _olympiad_row(
            5,
            {"problem": "A 45 m rope is cut in 3. How long is a part?", "solution": "15.", "answer": "15"},
            unit="m",
        ),
    ]
    write_rows(folder / "olympiadbench.jsonl", olympiad)


MAKERS: dict[str, Callable[[Path], None]] = {
    "lm_eval": make_lm_eval,
    "inspect_ai": make_inspect_ai,
    "lighteval": make_lighteval,
    "nemo_skills": make_nemo_skills,
    "datasets": make_datasets,
}


def main(names: list[str]) -> None:
    """Make the files of the tools named, or of all."""
    for name in names or list(MAKERS):
        (HERE / name).mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            os.environ["HF_HUB_OFFLINE"] = "1"
            os.environ["HF_DATASETS_CACHE"] = str(Path(folder) / "cache")
            MAKERS[name](Path())
            os.chdir(HERE)


if __name__ == "__main__":
    main(sys.argv[1:])
