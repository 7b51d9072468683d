"""The inspect_ai scorer in real evaluations with the mock model; the logs are read back."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from adapter_cases import CASES, FOLDER, blocks

pytest.importorskip("inspect_ai")
pytestmark = [
    pytest.mark.integration,
    pytest.mark.filterwarnings("ignore"),  # the other package's warnings are not ours to mend
]

FOREIGN_LOG = FOLDER.parent / "tests" / "data" / "foreign" / "inspect_ai" / "own_math.json"
TIERS = ("exact", "numeric", "symbolic")
VALUES = {"accept": "C", "reject": "I", "undecided": "I", "unparsed": "N"}


@pytest.fixture(autouse=True)
def adapter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """The scorer's module, imported from its folder; logs go to the test's own."""
    from inspect_ai.model._providers.mockllm import MockLLM

    async def no_usage(*_: Any) -> None:
        """Count no tokens: the table for that would be fetched."""

    monkeypatch.setattr(MockLLM, "_ensure_default_usage", no_usage)
    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path / "logs"))
    monkeypatch.setenv("INSPECT_DISPLAY", "none")
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.chdir(tmp_path)
    import inspect_ai_scorer

    yield inspect_ai_scorer
    sys.modules.pop("inspect_ai_scorer", None)


def run(adapter: Any, targets: list[Any], responses: list[Any], *, tiers: Any = TIERS, **options: Any) -> Any:
    """The log, read back from its file, of samples with these targets and outputs."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.log import read_eval_log
    from inspect_ai.model import ModelOutput, get_model
    from inspect_ai.solver import generate

    samples = [Sample(id=number, input="?", target=target) for number, target in enumerate(targets)]
    outputs = [ModelOutput.from_content("mockllm/model", response) for response in responses]
    model = get_model("mockllm/model", custom_outputs=outputs, memoize=False)
    task = Task(dataset=samples, solver=generate(), scorer=adapter.math_answer(tiers=tiers))
    (log,) = eval(task, model=model, max_samples=1, **options)
    assert log.status == "success", log.error
    return read_eval_log(log.location)


def scores_of(log: Any) -> list[Any]:
    """The scores of a log's samples, in the order of the data set."""
    return [sample.scores["math_answer"] for sample in log.samples]


def metrics_of(log: Any) -> dict[str, float]:
    """The metrics of the log's only scorer."""
    (found,) = log.results.scores
    return {name: metric.value for name, metric in found.metrics.items()}


@pytest.fixture
def log(adapter: Any) -> Any:
    """The log of all cases."""
    return run(adapter, [case.gold for case in CASES], [case.response for case in CASES])


def test_values(log: Any) -> None:
    """Right is C, no answer N, everything else I; accuracy counts what is right."""
    assert [score.value for score in scores_of(log)] == [VALUES[case.verdict] for case in CASES]
    metrics = metrics_of(log)
    assert (metrics["accuracy"], metrics["undecided"]) == (0.4, 0.2)


def test_metadata(log: Any) -> None:
    """The log says how each sample was judged, and tells undecided from wrong."""
    scores = scores_of(log)
    for case, score in zip(CASES, scores, strict=True):
        fields = [score.metadata[name] for name in ("verdict", "tier", "lenient", "extraction", "gold")]
        assert fields == [case.verdict, case.tier, case.lenient, case.extraction, case.gold]
    assert [score.reason for score in scores] == [None, None, None, "too_complex", "no_answer"]
    assert scores[0].explanation == "accept at the exact tier: same-text"
    assert scores[0].answer == r"\frac{3}{4}"
    assert scores[4].answer is None
    assert scores[2].metadata["extraction_start"] == CASES[2].response.index("(2,5)")


@pytest.mark.parametrize(
    ("targets", "response", "value", "gold"),
    [
        (["2", "3"], r"\boxed{3}", "C", "3"),
        (["2", "3"], r"\boxed{4}", "I", "2"),
        (["", "3"], r"\boxed{3}", "C", "3"),
        ([r"x=\pm 3", "3"], r"\boxed{3}", "C", "3"),
        (["2", r"\int x"], r"\boxed{3}", "I", r"\int x"),
    ],
    ids=["second", "none", "blank", "sound", "undecided"],
)
def test_several_targets(adapter: Any, targets: list[str], response: str, value: str, gold: str) -> None:
    """Any of several targets will do."""
    (score,) = scores_of(run(adapter, [targets], [response]))
    assert (score.value, score.metadata["gold"]) == (value, gold)


def test_without_target(adapter: Any) -> None:
    """A sample without a gold is left out of the accuracy, not counted as wrong."""
    responses = [r"\boxed{3}", r"\boxed{3}", CASES[3].response]
    log = run(adapter, ["", "3", CASES[3].gold], responses)
    assert scores_of(log)[0].reason == "no_gold"
    assert (log.results.scores[0].scored_samples, log.results.scores[0].unscored_samples) == (2, 1)
    metrics = metrics_of(log)
    assert (metrics["accuracy"], metrics["undecided"]) == (0.5, 0.5)


def test_reasoning_is_not_the_response(adapter: Any) -> None:
    """Of an output with reasoning parts only the text counts."""
    from inspect_ai.model import ContentReasoning, ContentText

    content = [ContentReasoning(reasoning=r"\boxed{5}?"), ContentText(text=r"It is \boxed{3}.")]
    assert [score.value for score in scores_of(run(adapter, ["3"], [content]))] == ["C"]


@pytest.mark.parametrize("tiers", ["exact,numeric", ("exact", "numeric")], ids=["text", "tuple"])
def test_tiers(adapter: Any, tiers: Any) -> None:
    """Only the tiers asked for decide; an unknown one is an error before the run."""
    log = run(adapter, [r"\sqrt{4}"], [r"\boxed{2}"], tiers=tiers)
    assert [score.metadata["verdict"] for score in scores_of(log)] == ["undecided"]
    with pytest.raises(ValueError, match="unknown tier 'exakt'"):
        adapter.math_answer(tiers="exakt")


def test_epochs(adapter: Any) -> None:
    """Several epochs reduce to the mean."""
    log = run(adapter, ["3"], [r"\boxed{3}", r"\boxed{4}"], epochs=2)
    assert metrics_of(log)["accuracy"] == 0.5


def test_many_at_once(adapter: Any) -> None:
    """Samples are scored concurrently, with the results that each has alone."""
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, get_model
    from inspect_ai.solver import generate

    def answer(messages: list[Any], *_: Any) -> ModelOutput:
        """The sum formula for the number in the question."""
        number = messages[-1].text
        return ModelOutput.from_content("m", rf"\boxed{{\sin x\cos {number}+\cos x\sin {number}}}")

    samples = [Sample(input=str(number), target=rf"\sin(x+{number})") for number in range(2, 26)]
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        (log,) = eval(
            Task(dataset=samples, solver=generate(), scorer=adapter.math_answer()),
            model=get_model("mockllm/model", custom_outputs=answer, memoize=False),
            max_samples=24,
        )
    finally:
        sys.setswitchinterval(switch)
    assert metrics_of(log)["accuracy"] == 1.0


# ------------------------------------------------------------------------------
# The README's recipes
# ------------------------------------------------------------------------------


def link_the_clone(folder: Path) -> None:
    """Lay the clone's folders that the README names into this one."""
    for name in ("integrations", "tests"):
        (folder / name).symlink_to(FOLDER.parent / name)


@pytest.mark.parametrize("code", blocks("python", "inspect_ai_scorer"))
def test_the_task_recipe(code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The README's task runs as it stands; the mock model gets nothing right."""
    link_the_clone(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1] == "0.0"


@pytest.mark.parametrize("command", blocks("bash", "inspect score"))
def test_the_log_recipe(command: str, tmp_path: Path) -> None:
    """A finished log of another scorer is scored again by the README's command, without a model."""
    link_the_clone(tmp_path)
    shutil.copy(FOREIGN_LOG, tmp_path / "log.json")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(FOLDER.parent)}
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-3000:]
    rescored = json.loads((tmp_path / "rescored.json").read_text(encoding="utf-8"))
    values = [
        {name: score["value"] for name, score in sample["scores"].items()} for sample in rescored["samples"]
    ]
    assert [value["math_answer"] for value in values] == ["C", "C", "I", "N"]
    assert [value["match"] for value in values] == ["I", "I", "I", "I"]
