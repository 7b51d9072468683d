"""The lm-evaluation-harness task, loaded and run by the real package on local rows, without a model."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from adapter_cases import CASES, FOLDER, blocks

pytest.importorskip("lm_eval")
pytestmark = [
    pytest.mark.integration,
    pytest.mark.filterwarnings("ignore"),  # the other package's warnings are not ours to mend
]

GROUPS = {"collection": "core", "chapter": 1}


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for this file's tests: no hub, and no cache outside it, here and in child processes."""
    folder = tmp_path_factory.mktemp("lm_eval")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        patch.setenv("HF_HOME", str(folder / "hf"))
        patch.setattr("datasets.config.HF_DATASETS_CACHE", folder / "hf" / "datasets")
        yield folder


@pytest.fixture(scope="module")
def manager() -> Any:
    """Its index of tasks, with ours; it takes seconds to make."""
    from lm_eval.tasks import TaskManager

    return TaskManager(include_path=str(FOLDER))


def write_task(folder: Path, **settings: Any) -> str:
    """The path of a task over the cases' rows and one without a gold, made as the README says."""
    rows = [
        {"id": str(number), "problem": f"Problem {number}", "final_answer": case.gold, **GROUPS}
        for number, case in enumerate(CASES)
    ]
    rows.insert(1, {"id": "none", "problem": "No gold", "final_answer": "", **GROUPS})
    data = folder / "rows.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    task = {
        "include": str(FOLDER / "dgn_math.yaml"),
        "task": "own_rows",
        "dataset_path": "json",
        "dataset_name": None,
        "training_split": None,
        "dataset_kwargs": {"data_files": {"test": str(data)}},
        **settings,
    }
    path = folder / "own_rows.yaml"
    path.write_text(json.dumps(task), encoding="utf-8")  # JSON is YAML
    return str(path)


def run(task: str, manager: Any, **options: Any) -> dict[str, Any]:
    """The results of the task with a model class that replays the cases' responses."""
    from lm_eval import simple_evaluate
    from lm_eval.api.model import LM

    prompts: list[tuple[str, dict[str, Any]]] = []

    class Replay(LM):  # type: ignore[misc]
        """Answers problem N with the response of case N."""

        def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
            """The responses, in the order of the requests."""
            prompts.extend(request.args for request in requests)
            return [CASES[int(request.doc["id"])].response for request in requests]

        def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> Any:
            """Never asked for."""
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    results = simple_evaluate(Replay(), tasks=[task], task_manager=manager, bootstrap_iters=0, **options)
    assert results is not None
    return {**results, "prompts": prompts}


@pytest.fixture(scope="module")
def results(scratch: Path, manager: Any) -> dict[str, Any]:
    """The results of one run over all cases."""
    return run(write_task(scratch), manager)


def test_the_task_is_found_by_name(manager: Any) -> None:
    """`--include_path integrations` makes `dgn_math` a task."""
    assert "dgn_math" in manager.all_tasks


def test_metrics(results: dict[str, Any]) -> None:
    """Right, right by leniency, wrong, undecided and unparsed are five different things."""
    found = results["results"]["own_rows"]
    shares = {name: found[f"{name},none"] for name in ("accuracy", "strict_accuracy", "sound_accuracy")}
    assert shares == {"accuracy": 0.4, "strict_accuracy": 0.2, "sound_accuracy": 0.2}
    assert (found["undecided,none"], found["unparsed,none"]) == (0.2, 0.2)
    assert found["judgement,none"] == "2 accept, 1 reject, 1 undecided, 1 unparsed"
    assert found["sample_len"] == len(CASES)


def test_samples_say_why(results: dict[str, Any]) -> None:
    """Each logged sample holds its judgement, and its gold as the data set has it."""
    samples = results["samples"]["own_rows"]
    judgements = [sample["judgement"] for sample in samples]
    fields = ("verdict", "tier", "lenient", "extraction")
    assert [tuple(judgement[name] for name in fields) for judgement in judgements] == [
        (case.verdict, case.tier, case.lenient, case.extraction) for case in CASES
    ]
    assert all(judgement["reason"] for judgement in judgements)
    assert [sample["target"] for sample in samples] == [case.gold for case in CASES]


def test_prompts(results: dict[str, Any]) -> None:
    """A problem is asked with the box as the place for the answer, and nothing stops the response."""
    prompt, settings = results["prompts"][0]
    assert prompt == "Solve this problem. Put the final answer in \\boxed{}.\n\nProblem 0"
    assert settings["until"] == []
    assert settings["do_sample"] is False


def test_the_table_and_the_files(results: dict[str, Any], tmp_path: Path) -> None:
    """What lm_eval prints and writes takes all metrics, the count of verdicts too."""
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.utils import make_table

    assert "2 accept, 1 reject, 1 undecided, 1 unparsed" in make_table(results)
    tracker = EvaluationTracker(output_path=str(tmp_path))
    tracker.save_results_aggregated(results=dict(results), samples=results["samples"])
    tracker.save_results_samples("own_rows", copy.deepcopy(results["samples"]["own_rows"]))
    (path,) = tmp_path.rglob("samples_own_rows_*.jsonl")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["judgement"]["verdict"] for line in lines] == [case.verdict for case in CASES]


def test_few_shots(scratch: Path, manager: Any) -> None:
    """Solved examples carry the gold as it stands in the data set."""
    task = write_task(scratch, fewshot_split="test", fewshot_config={"sampler": "first_n"})
    prompt = run(task, manager, num_fewshot=2)["prompts"][0][0]
    assert prompt.count("Put the final answer in") == 3
    assert f"Problem 1 {CASES[1].gold}" in prompt


def test_the_recipe(scratch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The README's settings and command run as they stand, in a folder with the clone's files."""
    monkeypatch.chdir(tmp_path)
    for name in ("integrations", "tests"):
        (tmp_path / name).symlink_to(FOLDER.parent / name)
    (settings,) = blocks("yaml", "my_rows")
    (tmp_path / "my_rows.yaml").write_text(settings, encoding="utf-8")
    (command,) = blocks("bash", "lm_eval")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(FOLDER.parent)}
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "sound_accuracy" in done.stdout
    (samples,) = (tmp_path / "results").rglob("samples_my_rows_*.jsonl")
    lines = [json.loads(line) for line in samples.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 19
    assert {line["judgement"]["verdict"] for line in lines} <= {"reject", "undecided"}  # it answers "lol"
