"""Section 11: what a user types, sees and gets back as exit code."""

from __future__ import annotations

import array
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from harness_support import DEMO_DATASET, DEMO_PREDICTIONS, ROOT, check_golden, run_script
from hypothesis import given, settings
from hypothesis import strategies as st

import evaluate_benchmark as eb
from evaluate_benchmark import main

Write = Callable[..., str]
FIELDS = ("id", *eb.GOLD_FIELDS, *eb.RESPONSE_FIELDS, "chapter", "patterns", "group")
DEMO = ["--dataset", DEMO_DATASET, "--predictions", DEMO_PREDICTIONS]


def test_the_demo_report(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole printed text."""
    assert main(DEMO) == 0
    check_golden("demo_report.txt", capsys.readouterr().out)


def test_every_way_to_run_the_demo_prints_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Script, console entry, API; JSONL and Parquet."""
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet as parquet

    rows = [json.loads(line) for line in Path(DEMO_DATASET).read_text(encoding="utf-8").splitlines()]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "demo.parquet")
    expected = eb.evaluate(DEMO_DATASET, DEMO_PREDICTIONS).text()
    assert run_script(DEMO).stdout == expected
    assert main(["--dataset", str(tmp_path / "demo.parquet"), *DEMO[2:]]) == 0
    assert capsys.readouterr().out == expected
    code = "import evaluate_benchmark; evaluate_benchmark.console_main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *DEMO], capture_output=True, text=True, encoding="utf-8"
    )
    assert (done.returncode, done.stdout) == (0, expected)


@pytest.mark.slow
def test_the_installed_console_script() -> None:
    """`evaluate-benchmark` is the same program, where it is installed."""
    script = shutil.which("evaluate-benchmark", path=os.path.dirname(sys.executable))
    if script is None:
        pytest.skip("the project is not installed in this environment")
    done = subprocess.run([script, *DEMO], capture_output=True, text=True, encoding="utf-8")
    assert done.stdout == eb.evaluate(DEMO_DATASET, DEMO_PREDICTIONS).text()


@pytest.mark.parametrize(
    "arguments",
    [[], ["--dataset", "d"], ["--what"], [*DEMO, "--show-items", "some"], [*DEMO, "--note", "x"],
     [*DEMO, "--jobs", "-1"],
     [*DEMO, "--jobs", "many"], [*DEMO, "--shard", "3/2"], [*DEMO, "--shard", "0/2"], [*DEMO, "--shard", "x"],
     [*DEMO, "--merge", "r.json"], ["--merge"], [*DEMO, "--dat", "x"]],
)  # fmt: skip
def test_usage_errors_are_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """S4.1."""
    assert main(arguments) == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--dataset", "nothing.jsonl", *DEMO[2:]], "nothing.jsonl: no such file"),
        ([*DEMO[:2], "--predictions", "nothing.jsonl"], "nothing.jsonl: no such file"),
        ([*DEMO[:2], "--predictions", "tests"], "tests: is a directory"),
        ([*DEMO, "--tiers", "exact,fuzzy"], "unknown tier 'fuzzy'"),
        ([*DEMO, "--tiers", ""], "unknown tier ''"),
        ([*DEMO, "--out", "no/such/folder/r.json"], "does not exist"),
        ([*DEMO, "--out", "tests"], "is a directory"),
        (["--merge", "nothing.json"], "nothing.json: cannot be read"),
        ([*DEMO, "--explain", "q"], "has no id 'q'"),
    ],
)
def test_what_cannot_be_used_is_1(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """S4.1: one message on stderr, nothing on stdout."""
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_a_report_never_overwrites_an_input(write_lines: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """`--out` that names the predictions is a slip."""
    path = write_lines("p.jsonl", [{"id": "1.001", "response": "0.1"}])
    before = Path(path).read_bytes()
    assert main([*DEMO[:2], "--predictions", path, "--out", path]) == 1
    assert "is an input of this run" in capsys.readouterr().err
    assert Path(path).read_bytes() == before


def test_a_broken_environment_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Never an all-zero score."""

    def broken(*_: object, **__: object) -> None:
        """What the self-check does when the grader is broken."""
        raise eb.BrokenEnvironment("antlr 4.9 is installed")

    monkeypatch.setattr(eb, "self_check", broken)
    assert main(DEMO) == 1
    captured = capsys.readouterr()
    assert (captured.out, "antlr 4.9" in captured.err) == ("", True)


@pytest.mark.parametrize(
    "line",
    [b"\x00", b"[1, 2]", b'{"id": "a"}', b'{"id": 1, "response": 5}', b'{"id": "a", "response": "\\ud800"}',
     b"\xff\xfe\xfa",
     b'{"id": "a", "response": null}', b'{"id": "a", "response": ["x"]}', b"{" * 5000, b'"' * 501, b""],
)  # fmt: skip
def test_no_line_ends_a_run(line: bytes, write_lines: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """The same line in both files: exit 0, the good item scored."""
    good = b'{"id": "g", "final_answer": "1", "response": "1"}\n'
    path = write_lines("both.jsonl", [good, line + b"\n"])
    assert main(["--dataset", path, "--predictions", path]) == 0
    assert "g              exact     yes   ok   1 | 1" in capsys.readouterr().out


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3),
    max_leaves=4,
)
LINES = st.binary(max_size=40) | st.dictionaries(st.sampled_from(FIELDS), JSON_VALUES, max_size=5).map(
    lambda fields: json.dumps(fields).encode()
)


@settings(max_examples=150, deadline=None)
@given(dataset=st.lists(LINES, max_size=5), predictions=st.lists(LINES, max_size=5))
def test_any_two_files_end_in_a_report_or_a_message(dataset: list[bytes], predictions: list[bytes]) -> None:
    """Whatever the bytes: exit code 0 or 1, and never an exception."""
    with tempfile.TemporaryDirectory() as folder:
        first, second, out = (os.path.join(folder, name) for name in ("d", "p", "r.json"))
        Path(first).write_bytes(b"\n".join(dataset))
        Path(second).write_bytes(b"\n".join(predictions))
        code = main(["--dataset", first, "--predictions", second, "--out", out, "--quiet"])
        assert code in (0, 1)
        assert os.path.exists(out) == (code == 0)
        if code == 0:
            text = eb.read_report(out).text("all")
            assert all(char.isprintable() or char == "\n" for char in text)


def test_ten_megabytes_in_one_response(write_lines: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """At the limit the answer at the end is found; above it the item is undecided."""
    filler = "step \n" * (eb.MAX_RESPONSE_CHARS // 6 - 10)
    rows = [
        {"id": "a", "response": filler + r"\boxed{5}"},
        {"id": "b", "response": filler * 2 + r"\boxed{5}"},
    ]
    dataset = [{"id": name, "final_answer": "5"} for name in "ab"]
    assert (
        main(["--dataset", write_lines("d.jsonl", dataset), "--predictions", write_lines("p.jsonl", rows)])
        == 0
    )
    out = capsys.readouterr().out
    assert "a              exact     yes   ok   5 | 5" in out
    assert "b              -         NO    ok    | 5" in out


def test_an_empty_predictions_file(write_lines: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """S3.4: everything is missing, nothing is an error."""
    assert main([*DEMO[:2], "--predictions", write_lines("p.jsonl", [])]) == 0
    assert "missing predictions     : 19" in capsys.readouterr().out


def test_quiet_writes_only_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """S4.1."""
    out = tmp_path / "r.json"
    assert main([*DEMO, "--quiet", "--out", str(out), "--note", "split=test", "--note", "model=a=b"]) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
    assert json.loads(out.read_text())["meta"]["notes"] == {"split": "test", "model": "a=b"}


def test_tiers_change_what_decides(tmp_path: Path) -> None:
    """`--tiers` in any order enters the signature."""
    out = tmp_path / "r.json"
    assert main([*DEMO, "--quiet", "--out", str(out), "--tiers", "numeric,exact"]) == 0
    report = json.loads(out.read_text())
    assert report["signature"]["tiers"] == ["numeric", "exact"]
    assert list(report["by_tier"])[:2] == ["numeric", "exact"]


def test_explain_prints_one_item(capsys: pytest.CaptureFixture[str]) -> None:
    """Each kind of item has its explanation."""
    assert main([*DEMO, "--explain", "1.004"]) == 0
    out = capsys.readouterr().out
    assert "accept (correct)" in out
    assert "^^^^^" in out
    assert main([*DEMO, "--explain", "1.007"]) == 0
    assert "unparsed (incorrect)" in capsys.readouterr().out


def test_explain_of_a_skipped_and_a_missing_item(
    write_lines: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not an error either."""
    dataset = write_lines("d.jsonl", [{"id": "s", "final_answer": ""}, {"id": "m", "final_answer": "1"}])
    inputs = ["--dataset", dataset, "--predictions", write_lines("p.jsonl", [])]
    assert main([*inputs, "--explain", "s"]) == 0
    assert "no gold answer" in capsys.readouterr().out
    assert main([*inputs, "--explain", "m"]) == 0
    assert "missing" in capsys.readouterr().out


def test_shards_through_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--shard` and `--merge` give the report of one run."""
    parts = [str(tmp_path / f"{part}.json") for part in (1, 2, 3)]
    for part, path in enumerate(parts, start=1):
        assert main([*DEMO, "--quiet", "--shard", f"{part}/3", "--out", path]) == 0
    assert main(DEMO) == 0
    whole = capsys.readouterr().out
    assert main(["--merge", *parts]) == 0
    assert capsys.readouterr().out == whole
    assert main(["--merge", parts[0], parts[2]]) == 1


def test_help_fits_the_first_screen(capsys: pytest.CaptureFixture[str]) -> None:
    """Groups, one line each, examples at the end."""
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert len(out.splitlines()) < 60
    assert "examples:" in out


def test_output_that_no_terminal_can_show() -> None:
    """An ASCII terminal gets escapes, not a traceback."""
    done = run_script(DEMO, env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert r"(-1, 2) \u222a (3, 6)" in done.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no pipes to break")
def test_a_reader_that_stops_early() -> None:
    """`| head -1` ends quietly."""
    script = f"{sys.executable} {ROOT / 'evaluate_benchmark.py'} {' '.join(DEMO)} --show-items all | true"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk_is_a_message() -> None:
    """For stdout as for --out."""
    done = run_script([*DEMO, "--quiet", "--out", "/dev/full"])
    assert done.returncode == 1
    assert "No space left" in done.stderr
    with open("/dev/full", "w") as full:
        command = [sys.executable, "evaluate_benchmark.py", *DEMO]
        stopped = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert stopped.returncode == 1
    assert "Traceback" not in stopped.stderr


def wait_until_read(pipe: IO[str]) -> None:
    """Return once the other end has taken every byte that was written."""
    waiting = array.array("i", [1])
    deadline = time.monotonic() + 60
    while waiting[0] and time.monotonic() < deadline:
        time.sleep(0.02)
        fcntl.ioctl(pipe, termios.FIONREAD, waiting)
    assert waiting[0] == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_the_report_of_what_is_done(jobs: str, tmp_path: Path, write_lines: Write) -> None:
    """Exit 130, an incomplete report, no traceback, no process left behind."""
    fifo, out = tmp_path / "p.jsonl", tmp_path / "r.json"
    os.mkfifo(fifo)
    dataset = write_lines("d.jsonl", [{"id": n, "final_answer": "1"} for n in range(3000)])
    command = [sys.executable, "evaluate_benchmark.py", "--dataset", dataset, "--predictions", str(fifo)]
    process = subprocess.Popen(
        [*command, "--out", str(out), "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with open(fifo, "w") as pipe:  # stays open, so the run can only end by the interrupt
        for n in range(2000):
            pipe.write(json.dumps({"id": n, "response": "1"}) + "\n")
        pipe.flush()
        wait_until_read(pipe)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    report = json.loads(out.read_text())
    assert report["meta"]["incomplete"] is True
    assert 1 <= report["totals"]["scored"] == report["totals"]["correct"] <= 2000
    assert report["totals"]["missing_predictions"] == 0
    assert stdout.splitlines()[-1].startswith("INCOMPLETE")
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)


def test_inputs_may_be_pipes(tmp_path: Path) -> None:
    """`--predictions <(zcat …)` loses nothing."""
    inputs = f"--dataset <(cat {DEMO_DATASET}) --predictions <(gzip -c {DEMO_PREDICTIONS})"
    script = f"{sys.executable} evaluate_benchmark.py {inputs}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    expected = eb.evaluate(DEMO_DATASET, DEMO_PREDICTIONS)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"correct                 : {expected.totals['correct']}" in done.stdout
