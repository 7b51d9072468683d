"""The commands and the README: what they print, what they do with bad input."""

from __future__ import annotations

import doctest
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gsm8k_math
from gsm8k_math.__main__ import main, read_file, run_parse
from gsm8k_math.math_problem_graph import REFUSAL_KINDS

FOLDER = Path(gsm8k_math.__file__).parent
ROOT = FOLDER.parent
DEV, PUBLIC, REFUSE = (
    FOLDER / path for path in ("dev/cases.jsonl", "public/cases.jsonl", "must_refuse.jsonl")
)


def run_module(*arguments: str, source: str = "", hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Return the finished process of one command."""
    return subprocess.run(
        [sys.executable, "-m", "gsm8k_math", *arguments],
        input=source,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        check=False,
    )


def parse_lines(source: str) -> tuple[int, list[dict[str, object]], str]:
    """Return exit code, output objects and messages of `parse`."""
    sink, errors = io.StringIO(), io.StringIO()
    code = run_parse(io.StringIO(source), sink, errors)
    return code, [json.loads(line) for line in sink.getvalue().splitlines()], errors.getvalue()


def test_parse_writes_a_line_for_each() -> None:
    """Answered lines have graph, answer and unit; refused ones a reason."""
    texts = ["Sam has 5 apples. He eats 2. How many apples does he have left?", "Sam has some apples."]
    code, written, errors = parse_lines(
        "".join(json.dumps({"id": i, "problem": t}) + "\n" for i, t in enumerate(texts))
    )
    assert (code, errors) == (0, "")
    assert list(written[0]) == ["id", "graph", "answer", "unit", "refusal"]
    assert (written[0]["answer"], written[0]["unit"], written[0]["refusal"]) == (3, "apples", None)
    assert written[1] == {
        "id": 1,
        "graph": None,
        "answer": None,
        "unit": None,
        "refusal": "no_question: no question is asked",
    }


def test_parse_refuses_with_graph_blank_when_unsolved() -> None:
    """A text that is read but cannot be solved has no graph in its line."""
    text = "Sam has 5 apples. He eats 7. How many apples does he have left?"
    _, written, _ = parse_lines(json.dumps({"id": "x", "problem": text}))
    assert written[0]["graph"] is None
    assert str(written[0]["refusal"]).startswith("negative: ")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ('"text"', "not a JSON object"),
        ('{"id": "a"}', "no text under the key 'problem'"),
        ('{"id": "a", "problem": 5}', "no text under the key 'problem'"),
        ('{"id": "a", "problem": null}', "no text under the key 'problem'"),
        ("[" * 100_000, "not JSON"),
    ],
    ids=["broken", "list", "text", "missing", "number", "null", "deep"],
)
def test_bad_lines_are_named_and_the_others_go_on(line: str, fault: str) -> None:
    """The message has the line's number; every line has its output line."""
    good = '{"id": "b", "problem": "Sam has 5 apples. How many apples does Sam have?"}'
    code, written, errors = parse_lines(f"\ufeff{good}\n\n{line}\n{good}\n")
    assert code == 2
    assert errors == f"standard input, line 3: {fault}\n"
    assert [entry["answer"] for entry in written] == [5, None, 5]


def test_predict_writes_boxed_answers_and_wordy_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    """Every case is answered in a box; no refusal holds a digit."""
    assert main(["predict", str(PUBLIC)]) == 0
    written = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    cases = [json.loads(line) for line in PUBLIC.read_text(encoding="utf-8").splitlines()]
    for entry, case in zip(written, cases, strict=True):
        assert entry["id"] == case["id"]
        boxed = f"\\boxed{{{case['expected_answer']} \\text{{ {case['expected_unit']}}}}}"
        assert entry["response"] == f"The answer is {boxed}."
    assert main(["predict", str(REFUSE)]) == 0
    for line in capsys.readouterr().out.splitlines():
        assert not re.search(r"\d|boxed", json.loads(line)["response"])


def test_score_counts_all_as_right(capsys: pytest.CaptureFixture[str]) -> None:
    """200 of 200 at M1, M2 and M3, and every refusal of its kind."""
    assert main(["score", str(DEV), str(PUBLIC), str(REFUSE)]) == 0
    printed = capsys.readouterr().out
    for name in ("M1 parsed", "M2 solved", "M3 verified"):
        assert re.search(rf"^{name} +200/200$", printed, re.MULTILINE)
    assert re.search(r"^wrong +0$", printed, re.MULTILINE)
    assert re.search(r"^must refuse +(\d+)/\1 with", printed, re.MULTILINE)


def test_score_finds_the_wrong_and_the_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong value, a wrong graph, a refusal and an answered must-refuse."""
    case = json.loads(DEV.read_text(encoding="utf-8").splitlines()[0])
    value = {**case, "id": "gma-001", "expected_answer": case["expected_answer"] + 1}
    graph = json.loads(json.dumps(case))
    graph["id"], graph["ground_truth_graph"]["initial_state"][0]["quantity"]["value"] = "gma-002", 999
    refused = {**case, "id": "gma-103", "problem": "Sam has some. " + case["problem"]}
    answered = {"id": "gmr-1", "problem": case["problem"], "kind": "rate"}
    path = tmp_path / "cases.jsonl"
    path.write_text(
        "".join(json.dumps(line) + "\n" for line in (value, graph, refused, answered)), encoding="utf-8"
    )
    assert main(["score", str(path)]) == 1
    printed = capsys.readouterr().out
    assert re.search(r"^wrong +3$", printed, re.MULTILINE)
    assert re.search(r"^refused +1$", printed, re.MULTILINE)
    assert re.search(r"^M1 parsed +1/3$", printed, re.MULTILINE)
    assert re.search(r"^M2 solved +1/3$", printed, re.MULTILINE)
    assert "gmr-1 wrong: answered, must be refused" in printed


@pytest.mark.parametrize(
    "line", ["{", '{"problem": "x"}', '{"id": "gma-001", "problem": "x", "ground_truth_graph": {}}', "[]"]
)
def test_score_names_a_line_that_is_no_case(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """File and line in the message, exit code 2, no traceback."""
    path = tmp_path / "cases.jsonl"
    path.write_text(DEV.read_text(encoding="utf-8").splitlines()[0] + "\n" + line + "\n", encoding="utf-8")
    assert main(["score", str(path)]) == 2
    assert f"{path}, line 2: " in capsys.readouterr().err


@pytest.mark.parametrize("command", ["score", "predict"])
def test_files_that_cannot_be_read(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file and a folder are errors in words."""
    for path in (tmp_path / "nowhere.jsonl", tmp_path):
        assert main([command, str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"error: {path}: ")


def test_bytes_that_are_no_text_are_survived(tmp_path: Path) -> None:
    """Bad UTF-8 and NUL bytes reach the reader as odd characters."""
    path = tmp_path / "odd.jsonl"
    path.write_bytes(
        b'{"id": 1, "problem": "Sam has \xff\xfe 5 apples. How many apples does Sam have?"}\n\x00\n'
    )
    first, second = read_file(path)
    assert gsm8k_math.answer(first.fields["problem"]).refusal is not None
    assert second.fault == "not JSON"


def test_same_bytes_on_every_run() -> None:
    """Commands print the same under every hash seed, in any input order."""
    lines = REFUSE.read_text(encoding="utf-8").splitlines() + PUBLIC.read_text(encoding="utf-8").splitlines()
    runs = [run_module("parse", source="\n".join(lines), hash_seed=seed) for seed in ("0", "1", "777")]
    assert {run.returncode for run in runs} == {0}
    assert len({run.stdout for run in runs}) == 1
    backwards = run_module("parse", source="\n".join(reversed(lines)))
    assert sorted(backwards.stdout.splitlines()) == sorted(runs[0].stdout.splitlines())
    scores = [run_module("score", str(DEV), str(REFUSE), hash_seed=seed).stdout for seed in ("0", "5")]
    assert scores[0] == scores[1] != ""


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    """`… | head -n 1` ends in silence, though much is left to write."""
    many = tmp_path / "many.jsonl"
    many.write_text(PUBLIC.read_text(encoding="utf-8") * 10, encoding="utf-8")
    command = f"{sys.executable} -m gsm8k_math parse < {many} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


README = (FOLDER / "README.md").read_text(encoding="utf-8")


def test_readme_examples_run() -> None:
    """Every Python example of the README gives what it shows."""
    found = doctest.DocTestParser().get_doctest(README, {}, "README.md", None, 0)
    assert len(found.examples) >= 6
    runner = doctest.DocTestRunner()
    runner.run(found)
    assert runner.summarize(verbose=False).failed == 0


def test_readme_commands_run(tmp_path: Path) -> None:
    """Every command line of the README exits with 0."""
    commands = re.findall(r"^\$ python (-m gsm8k_math .*)$", README, re.MULTILINE)
    assert len(commands) == 3
    (tmp_path / "problems.jsonl").write_text(
        '{"id": 1, "problem": "Sam has 5 pins. How many pins does Sam have?"}\n'
    )
    (tmp_path / "gsm8k_math").symlink_to(FOLDER)
    for command in commands:
        done = subprocess.run(
            f"{sys.executable} {command}",
            shell=True,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_readme_lists_every_refusal_kind() -> None:
    """The table of refusals is the code's."""
    for kinds in REFUSAL_KINDS.values():
        assert all(f"`{kind}`" in README for kind in kinds)


@pytest.mark.parametrize("module", ["", ".words", ".reading", ".author"])
def test_docstring_examples_run(module: str) -> None:
    """The examples in docstrings give what they show."""
    __import__(f"gsm8k_math{module}")
    result = doctest.testmod(sys.modules[f"gsm8k_math{module}"])
    assert result.attempted > 0
    assert result.failed == 0
