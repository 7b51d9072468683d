"""The sandbox: every way a task can end, and every way its parent can live and die. DESIGN 8."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from answer_math import sandbox
from answer_math.sandbox import Limits, Outcome, Sandbox

ROOT = Path(__file__).resolve().parent.parent
MISBEHAVING = Path(__file__).parent / "sandbox_tasks" / "misbehaving.py"
QUICK = Limits(task_cpu_seconds=0.2, task_wall_seconds=1.5)
BOUNDED_WAIT_SECONDS = 30.0


@pytest.fixture(scope="module")
def box() -> Iterator[Sandbox]:
    """Yield a sandbox with short limits, shared by the module: poisoned by each test for the next."""
    with Sandbox(MISBEHAVING, QUICK) as made:
        yield made


def is_alive(pid: int) -> bool:
    """Return True if the process runs (a zombie does not)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return Path("/proc").is_dir() is False


def ends(pid: int) -> bool:
    """Return True once the process is gone; False if it outlives the bounded wait."""
    deadline = time.monotonic() + BOUNDED_WAIT_SECONDS
    while is_alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


# ------------------------------------------------------------------------------
# Each status, really provoked
# ------------------------------------------------------------------------------

ENDINGS: list[tuple[dict[str, Any], str, str]] = [
    ({"task": "loop"}, "timeout", "CPU limit"),
    ({"task": "loop_in_c"}, "timeout", "CPU limit"),
    ({"task": "swallow_everything"}, "timeout", "CPU limit"),
    ({"task": "sleep"}, "timeout", "wall-clock"),
    ({"task": "spawn"}, "timeout", ""),
    ({"task": "allocate"}, "out_of_memory", "allocation"),
    ({"task": "signal_self", "signal": "SIGKILL"}, "out_of_memory", "from outside"),
    ({"task": "signal_self", "signal": "SIGSEGV"}, "crashed", "SIGSEGV"),
    ({"task": "signal_self", "signal": "SIGABRT"}, "crashed", "SIGABRT"),
    ({"task": "leave"}, "crashed", "exit status 7"),
    ({"task": "leave", "exit_status": 0}, "crashed", "exit status 0"),
    ({"task": "raise_error"}, "crashed", "ValueError: no such \\ud800 thing"),
    ({"task": "recurse"}, "crashed", "RecursionError"),
    ({"task": "answer_hugely"}, "crashed", "too large"),
    ({"task": "flood"}, "crashed", "too large"),
    ({"task": "no such task"}, "crashed", "KeyError"),
    ({"task": "echo", "value": "x" * sandbox.MAX_TASK_BYTES}, "unavailable", "too large"),
]


@pytest.mark.parametrize("task, status, detail", ENDINGS, ids=[f"{t['task']}-{s}" for t, s, _ in ENDINGS])
def test_every_ending_has_its_status_and_the_next_task_is_unharmed(
    box: Sandbox, task: dict[str, Any], status: str, detail: str
) -> None:
    """The status is the expected one, and a fresh answer follows it."""
    outcome = box.ask(task)
    assert (outcome.status, outcome.result) == (status, None)
    assert detail in outcome.detail
    assert len(outcome.detail) < 4 * sandbox.MAX_DETAIL_CHARS and outcome.detail.isascii()
    after = box.ask({"task": "echo", "value": 42})
    assert after.status == "ok" and after.result is not None and after.result["value"] == 42


@pytest.mark.parametrize(
    "value", ["", "\ud800", "\u202e\x00\n\r\u2028", "{}\n{}", "é" * 100_000, 1, None, [[]]]
)
def test_any_json_value_travels_unchanged(box: Sandbox, value: object) -> None:
    """Line ends, surrogates and messages above a pipe's size survive both ways."""
    result = box.ask({"task": "echo", "value": value}).result
    assert result is not None and result["value"] == value


def test_what_a_task_prints_is_no_answer(box: Sandbox) -> None:
    """Output of third-party code cannot forge a reply."""
    assert box.ask({"task": "babble"}) == Outcome("ok", {"value": "own"}, "")


def test_a_grandchild_dies_with_the_child(box: Sandbox) -> None:
    """The whole process group of a poisoned child is killed."""
    first = box.ask({"task": "echo"}).result
    assert first is not None
    assert box.ask({"task": "spawn"}).status == "timeout"
    with pytest.raises(ProcessLookupError):
        deadline = time.monotonic() + BOUNDED_WAIT_SECONDS
        while time.monotonic() < deadline:
            os.killpg(first["pid"], 0)


def test_memory_kept_by_earlier_tasks_is_not_held_against_a_later_one() -> None:
    """A task that fails in a used child is tried once more in a fresh one."""
    with Sandbox(MISBEHAVING, Limits(address_space_bytes=512 << 20)) as own:
        assert own.ask({"task": "hoard", "bytes": 300 << 20}).status == "ok"
        assert own.ask({"task": "use", "bytes": 300 << 20}).status == "ok"
        assert own.counters["retries"] == 1 and own.counters["starts"] == 2


def test_one_that_fails_in_a_fresh_child_too_is_tried_no_more() -> None:
    """At most one restart is paid for a task."""
    with Sandbox(MISBEHAVING) as own:
        assert own.ask({"task": "echo"}).status == "ok"
        assert own.ask({"task": "leave"}).status == "crashed"
        assert own.counters["starts"] == 2
        for _ in range(6):  # many in a row neither loop nor close the sandbox
            assert own.ask({"task": "leave"}).status == "crashed"
        assert own.counters["starts"] == 8
        assert own.ask({"task": "echo"}).status == "ok"


def test_counters_add_up() -> None:
    """Tasks are counted by status; the child starts with the first."""
    with Sandbox(MISBEHAVING) as own:
        assert own.counters == {}
        own.ask({"task": "echo"})
        own.ask({"task": "raise_error"})
        own.ask({"task": "allocate"})
        assert own.counters == {
            "tasks": 3,
            "ok": 1,
            "crashed": 1,
            "out_of_memory": 1,
            "starts": 2,
            "retries": 1,
        }


# ------------------------------------------------------------------------------
# What the child is given, and what is taken from it
# ------------------------------------------------------------------------------


def test_the_child_gets_little_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets stay out; hashing is fixed; the session, the directory and the input are its own."""
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    with Sandbox(MISBEHAVING) as one, Sandbox(MISBEHAVING) as other:
        first, second = (made.ask({"task": "describe_process"}).result for made in (one, other))
    assert first is not None and second is not None
    assert set(first["environment"]) <= {*sandbox.KEPT_ENVIRONMENT, *sandbox.SET_ENVIRONMENT, "LC_CTYPE"}
    assert first["hash"] == second["hash"]
    assert first["session"] == first["pid"] != os.getpid()
    assert first["directory"] == os.sep
    assert first["stdin"] == ""
    assert first["path"] == [os.path.abspath(entry) for entry in sys.path]


def test_limits_in_force_are_reported_and_true(box: Sandbox, tmp_path: Path) -> None:
    """What is said to hold is tried out."""
    in_force = box.limits_in_force()
    assert set(in_force) == {*sandbox.LIMIT_NAMES, "wall_clock"}
    assert in_force["wall_clock"]
    if sys.platform == "linux":
        assert all(in_force[name] for name in sandbox.LIMIT_NAMES if name != "new_processes")
    if in_force["file_size"]:
        assert "File too large" in box.ask({"task": "write_file", "path": str(tmp_path / "out")}).detail
        assert not (tmp_path / "out").exists() or (tmp_path / "out").stat().st_size == 0


def test_a_limit_that_does_not_hold_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that accepts a limit and ignores it counts as without."""
    assert not sandbox.lower_limit("RLIMIT_NO_SUCH", 1)
    assert not sandbox.is_address_space_bounded(1 << 12)
    monkeypatch.delattr(signal, "setitimer")
    assert not sandbox.has_cpu_timer()


# ------------------------------------------------------------------------------
# When no child can be had
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source, detail",
    [
        ("import no_such_package", "ModuleNotFoundError"),
        ("TASKS = ", "SyntaxError"),
        ("import os; os._exit(3)", "exit status 3"),
        ("x = 1", "AttributeError"),
    ],
)
def test_a_tasks_file_that_does_not_load_is_unavailable(tmp_path: Path, source: str, detail: str) -> None:
    """The reason is told, and after some failures no more starts are paid."""
    (tmp_path / "tasks.py").write_text(source)
    with Sandbox(tmp_path / "tasks.py") as own:
        for _ in range(sandbox.MAX_START_FAILURES + 2):
            outcome = own.ask({"task": "echo"})
            assert outcome.status == "unavailable" and detail in outcome.detail
        assert own.start_failures == sandbox.MAX_START_FAILURES
        assert own.limits_in_force() == dict.fromkeys(sandbox.LIMIT_NAMES, False) | {"wall_clock": True}


def test_a_child_that_hangs_while_starting_is_unavailable(tmp_path: Path) -> None:
    """Loading is bounded too."""
    (tmp_path / "tasks.py").write_text("while True: pass")
    with Sandbox(tmp_path / "tasks.py", Limits(start_wall_seconds=0.5)) as own:
        assert own.ask({"task": "echo"}).status == "unavailable"


@pytest.mark.parametrize("executable", ["", "/no/such/python"])
def test_no_interpreter_is_unavailable(monkeypatch: pytest.MonkeyPatch, executable: str) -> None:
    """An embedded interpreter has no executable to start."""
    monkeypatch.setattr(sys, "executable", executable)
    with Sandbox(MISBEHAVING) as own:
        assert own.ask({"task": "echo"}).status == "unavailable"


def test_a_closed_sandbox_is_unavailable() -> None:
    """Closing twice is no error."""
    own = Sandbox(MISBEHAVING)
    pid = own.ask({"task": "echo"}).result["pid"]  # type: ignore[index]
    own.close()
    own.close()
    assert own.ask({"task": "echo"}).status == "unavailable"
    assert ends(pid)


# ------------------------------------------------------------------------------
# Threads, forks, pools, scripts, signals
# ------------------------------------------------------------------------------


def test_threads_share_one_child_and_get_their_own_answers() -> None:
    """Hammered from many threads, with poison among the tasks."""
    with Sandbox(MISBEHAVING, QUICK) as own:

        def ask(number: int) -> bool:
            if number % 40 == 7:
                return own.ask({"task": "leave"}).status == "crashed"
            result = own.ask({"task": "echo", "value": number}).result
            return result is not None and result["value"] == number

        with ThreadPoolExecutor(16) as pool:
            assert all(pool.map(ask, range(400)))
        assert own.counters["tasks"] == 400


def ask_in_this_process(number: int) -> tuple[int, int, int]:
    """Return this process, its sandbox's child and the number, from a pool's worker."""
    result = shared_for_tests().ask({"task": "echo", "value": number}).result
    assert result is not None
    return os.getpid(), result["pid"], result["value"]


_for_tests = Sandbox(MISBEHAVING)


def shared_for_tests() -> Sandbox:
    """Return the sandbox that a forked worker inherits."""
    return _for_tests


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.parametrize("method", sorted({"fork", "spawn"} & set(multiprocessing.get_all_start_methods())))
def test_every_worker_of_a_pool_has_its_own_child(method: str) -> None:
    """A fork does not use, and does not disturb, the child of the process it came from."""
    own = ask_in_this_process(-1)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        answers = list(pool.map(ask_in_this_process, range(40)))
    assert [value for _, _, value in answers] == list(range(40))
    owners = {child: worker for worker, child, _ in answers}
    assert own[1] not in owners and own[0] not in owners.values()
    assert len(owners) == len(set(owners.values()))
    assert all(ends(child) for child in owners)
    assert ask_in_this_process(-2) == (own[0], own[1], -2)
    _for_tests.drop_child()


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_while_the_lock_is_held_does_not_wait_for_it() -> None:
    """The lock of the other process's thread is not inherited."""
    with Sandbox(MISBEHAVING, Limits(task_wall_seconds=600)) as own:
        slow = threading.Thread(target=own.ask, args=({"task": "sleep"},))
        own.ask({"task": "echo"})
        slow.start()
        while own.lock.acquire(blocking=False):
            own.lock.release()
        pid = os.fork()
        if pid == 0:
            signal.alarm(20)
            os._exit(0 if own.ask({"task": "echo"}).status == "ok" else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        own.close()
        slow.join(BOUNDED_WAIT_SECONDS)
        assert not slow.is_alive()


def test_closing_frees_a_thread_that_waits() -> None:
    """A program that ends does not wait for a task that another thread asked for."""
    own = Sandbox(MISBEHAVING, Limits(task_wall_seconds=600))
    own.ask({"task": "echo"})
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(own.ask, {"task": "sleep"})
        while own.lock.acquire(blocking=False):
            own.lock.release()
        own.close()
        assert waiting.result(BOUNDED_WAIT_SECONDS).status == "unavailable"


def run_script(source: str, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Return the finished run of a script that knows only the project's root."""
    setup = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", setup + textwrap.dedent(source), *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        **options,
    )


def test_an_unguarded_script_gets_answers_and_leaves_no_child(tmp_path: Path) -> None:
    """No main guard, a thread, a changed directory that is gone: still an answer, and a clean end."""
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(f"""
        import sys, os, threading
        sys.path.insert(0, {str(ROOT)!r})
        from answer_math.sandbox import shared_sandbox
        answers = []
        thread = threading.Thread(target=lambda: answers.append(shared_sandbox().ask({{"task": "ping"}})))
        thread.start(); thread.join()
        assert answers[0].status == "ok", answers
        assert shared_sandbox() is shared_sandbox()
        print(shared_sandbox().child.process.pid)
    """)
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", str(script)], capture_output=True, text=True, timeout=120
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert ends(int(run.stdout))


def test_importing_the_sandbox_loads_no_mathematics() -> None:
    """The parent never imports what it keeps in the child."""
    run = run_script("""
        from answer_math.sandbox import shared_sandbox
        shared_sandbox()
        print([name for name in ("sympy", "mpmath", "numpy", "antlr4") if name in sys.modules])
    """)
    assert run.stdout.strip() == "[]", run.stderr


PARENT = """
    from pathlib import Path
    from answer_math.sandbox import Sandbox
    box = Sandbox(Path(sys.argv[1]))
    print(box.ask({"task": "echo"}).result["pid"], flush=True)
    if sys.argv[2] == "busy":
        box.ask({"task": "sleep"})
    else:
        import time
        time.sleep(600)
"""


@pytest.mark.parametrize("activity", ["idle", "busy"])
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_the_child_dies_with_its_parent(activity: str, how: str) -> None:
    """However the parent dies, and in whatever the child is doing."""
    source = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n" + textwrap.dedent(PARENT)
    with subprocess.Popen(
        [sys.executable, "-c", source, str(MISBEHAVING), activity], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_alive(child)
        time.sleep(0.1)
        parent.send_signal(getattr(signal, how))
        parent.wait(BOUNDED_WAIT_SECONDS)
    assert ends(child)


def test_ctrl_c_while_waiting_leaves_nothing_behind() -> None:
    """KeyboardInterrupt passes through, the child is gone, and the next task gets a new one."""
    with Sandbox(MISBEHAVING, Limits(task_wall_seconds=600)) as own:
        first = own.ask({"task": "echo"}).result
        assert first is not None
        threading.Timer(0.1, lambda: signal.raise_signal(signal.SIGINT)).start()  # caught in another thread
        with pytest.raises(KeyboardInterrupt):
            own.ask({"task": "sleep"})
        assert ends(first["pid"])
        second = own.ask({"task": "echo", "value": "after"}).result
        assert second is not None and second["value"] == "after" and second["pid"] != first["pid"]


def test_a_child_killed_between_tasks_is_replaced_unnoticed() -> None:
    """An idle child that something else killed costs no answer."""
    with Sandbox(MISBEHAVING) as own:
        first = own.ask({"task": "echo"}).result
        assert first is not None
        os.kill(first["pid"], signal.SIGKILL)
        assert own.ask({"task": "echo"}).status == "ok"
        assert own.counters["retries"] == 1


def test_the_reply_line_is_json_and_nothing_else() -> None:
    """The protocol is one line each way, so that other tools can talk to the child."""
    setup = {
        "path": sys.path,
        "tasks_file": str(MISBEHAVING),
        "task_cpu_seconds": 1,
        "address_space_bytes": 1 << 30,
    }
    requests = "".join(json.dumps(line) + "\n" for line in (setup, {"task": "echo", "value": 1}))
    command = [sys.executable, *sandbox.CHILD_OPTIONS, str(ROOT / "answer_math" / "sandbox.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(requests)
        child.stdin.flush()
        replies = [json.loads(child.stdout.readline()) for _ in range(2)]
        child.stdin.close()
    assert replies[0]["status"] == "ok" and replies[1]["result"]["value"] == 1
    assert child.returncode == 0
