"""What the documents show is what the program does."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from harness_support import DEMO_DATASET, DEMO_PREDICTIONS, ROOT

import evaluate_benchmark as eb

DOCUMENTS = ("README.md", "BENCHMARKING.md")


def blocks(language: str) -> list[tuple[str, str]]:
    """(document, content) of the fenced blocks in one language."""
    found = []
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        found += [(name, body) for body in re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)]
    return found


def example_rows(header: str) -> list[list[str]]:
    """The cells of every row of the tables in BENCHMARKING.md under this header, code marks taken off."""
    lines = (ROOT / "BENCHMARKING.md").read_text(encoding="utf-8").splitlines()
    start = lines.index(header) + 2
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split(" | ")])
    return rows


COMMANDS = [
    line
    for _, body in blocks("bash")
    for line in body.splitlines()
    if line.startswith("python evaluate_benchmark.py")
]


@pytest.fixture
def beside_the_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that holds the demo's files and nothing else."""
    for name in (DEMO_DATASET, DEMO_PREDICTIONS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str, beside_the_demo: Path) -> None:
    """Every call of the script in the documents ends with exit code 0."""
    arguments = shlex.split(command)[2:]
    assert eb.main(arguments) == 0
    assert ("--out" in arguments) == (beside_the_demo / "report.json").exists()


@pytest.mark.parametrize(("document", "code"), blocks("python"))
def test_python_examples_run(document: str, code: str, beside_the_demo: Path) -> None:
    """Every Python example runs as it stands."""
    if "pyarrow" in code:
        pytest.importorskip("pyarrow")
    exec(compile(code, document, "exec"), {})


def test_there_are_examples_to_run() -> None:
    """The patterns above find something."""
    assert len(COMMANDS) >= 3
    assert len(blocks("python")) >= 2


def test_the_readme_lists_every_option() -> None:
    """And no option that does not exist."""
    options = {
        flag
        for action in eb.build_parser()._actions
        for flag in action.option_strings
        if flag.startswith("--")
    }
    table = re.findall(r"^\| `(--[a-z-]+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
    assert set(table) == options - {"--help", "--version"}
    assert len(table) == len(set(table))


def test_every_total_is_explained() -> None:
    """BENCHMARKING names each number of the totals."""
    text = (ROOT / "BENCHMARKING.md").read_text(encoding="utf-8")
    totals = eb.evaluate(DEMO_DATASET, DEMO_PREDICTIONS).totals
    derived = {"accuracy", "strict_accuracy", "readers"}
    assert [name for name in totals if f"`{name}`" not in text and name not in derived] == []


@pytest.mark.parametrize("column", eb.GROUP_COLUMNS, ids=lambda column: column.field)
def test_every_group_column_is_explained(column: eb.GroupColumn) -> None:
    """BENCHMARKING names each column a report breaks down by."""
    assert f"`{column.field}`" in (ROOT / "BENCHMARKING.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rule", "name", "response", "answer"), example_rows("| rule | name in the report | response | answer |")
)
def test_the_extraction_examples(rule: str, name: str, response: str, answer: str) -> None:
    """The table of rules shows what they do."""
    found = eb.extract(response)
    assert found is not None
    assert (found.how, eb.clean(found.text).text) == (name, answer)


@pytest.mark.parametrize(
    ("tier", "decides", "gold", "response", "verdict"),
    example_rows("| tier | decides | gold | response | verdict |"),
)
def test_the_judging_examples(tier: str, decides: str, gold: str, response: str, verdict: str) -> None:
    """The table of tiers shows what they do."""
    decision = eb.grade(gold, response)
    assert (decision.tier, decision.verdict) == (tier, verdict)


@pytest.mark.parametrize(("point", "response", "found"), example_rows("| point | response | found |"))
def test_the_points_of_extraction(point: str, response: str, found: str) -> None:
    """The table of details shows what is found; `↵` is a line end."""
    extraction = eb.extract(response.replace("↵", "\n"))
    assert extraction is not None, point
    assert eb.clean(extraction.text).text == found


@pytest.mark.parametrize("header", ["notation", "shape", "convention"])
def test_the_examples_of_reading_and_equality(header: str) -> None:
    """The tables of notation, shapes and conventions show verdicts, and conventions by their names."""
    rows = example_rows(f"| {header} | gold | response | verdict |")
    assert len(rows) > 5
    for what, gold, response, verdict in rows:
        decision = eb.grade(gold, response)
        assert decision.verdict == verdict, (what, gold, response, decision)
        if header == "convention":
            assert decision.convention == what, (what, decision)
