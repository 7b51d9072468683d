"""Run what may hang, crash or eat memory in one child process that can be killed.

    outcome = shared_sandbox().ask({"task": "ping"})
    outcome.status        # "ok", "timeout", "out_of_memory", "crashed" or "unavailable"

Contents
    1  Limits      what one task may use, and how large a message may be
    2  Records     Limits, Outcome, ChildFailed
    3  The child   what runs in the other process: limits first, then tasks, one a line
    4  The parent  one running child: start, exchange one line, kill
    5  Sandbox     the child that is started lazily, restarted when lost, closed at exit

Vocabulary: a *task* is a dict with a key "task" that names a function in the tasks file (second_opinion.py);
its *result* is the dict that this function returns. Both travel as one line of JSON. The child is this very
file, started as a script with `subprocess`, so it works from threads, from scripts without a main guard, from
notebooks and inside worker processes. It has its own session: Ctrl-C at the terminal does not reach it.

Who stops what: the kernel's CPU timer kills the child inside any computation, also within one long step of C
code (`timeout`); the address-space limit makes allocations fail (`out_of_memory`); the parent's clock kills a
child that neither computes nor answers (`timeout`); the child ends by itself as soon as its input closes,
which is what happens when the parent dies in whatever way.
"""

from __future__ import annotations

import atexit
import collections
import contextlib
import dataclasses
import importlib.util
import json
import os
import queue
import selectors
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

# ------------------------------------------------------------------------------
# 1  Limits: what one task may use, and how large a message may be. DESIGN 8.
# ------------------------------------------------------------------------------

TASK_CPU_SECONDS = 2.0  # one second opinion takes 0.05 to 0.3 s warm
TASK_WALL_SECONDS = 20.0  # backstop: ten times the CPU limit, for a machine under load
START_WALL_SECONDS = 60.0  # loading sympy takes 0.6 s here, far more from a cold network disk
ADDRESS_SPACE_BYTES = 1 << 30  # sympy with both readers needs 0.3 GB of address space
MAX_OPEN_FILES = 64
MAX_TASK_BYTES = 1 << 20
MAX_RESULT_BYTES = 1 << 20
MAX_START_FAILURES = 3  # after so many failed starts in a row the environment is taken as broken
MAX_DETAIL_CHARS = 200
EXIT_WAIT_SECONDS = 1.0
SIGNAL_CHECK_SECONDS = 0.2  # Ctrl-C is seen this soon, also when another thread caught the signal

# What the child keeps of the environment: only what the interpreter needs to start and to find libraries.
KEPT_ENVIRONMENT = (
    "PATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "DYLD_FALLBACK_LIBRARY_PATH",
    "PYTHONHOME",
    "LANG",
)
SET_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",  # the same order of terms in every child
    "SYMPY_GROUND_TYPES": "python",  # the same results, and the same way to run out of memory,
    "MPMATH_NOGMPY": "1",  # with and without gmpy2 (GMP aborts the process instead of raising)
}

# ------------------------------------------------------------------------------
# 2  Records: Limits, Outcome, ChildFailed.
# ------------------------------------------------------------------------------

Status = Literal["ok", "timeout", "out_of_memory", "crashed", "unavailable"]


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use; the defaults are section 1's."""

    task_cpu_seconds: float = TASK_CPU_SECONDS
    task_wall_seconds: float = TASK_WALL_SECONDS
    start_wall_seconds: float = START_WALL_SECONDS
    address_space_bytes: int = ADDRESS_SPACE_BYTES


class Outcome(NamedTuple):
    """How one task ended; `result` is None unless `status` is "ok"."""

    status: Status
    result: dict[str, Any] | None
    detail: str


class ChildFailed(Exception):
    """The child did not answer; it is dead when this is raised."""

    def __init__(self, status: Status, detail: str) -> None:
        """Keep the status that the outcome will have, and why."""
        super().__init__(detail)
        self.status = status
        self.detail = detail


# ------------------------------------------------------------------------------
# 3  The child: what runs in the other process. Limits first, then the tasks file,
#    then one task a line until the input closes.
# ------------------------------------------------------------------------------

Task = Callable[[dict[str, Any]], dict[str, Any]]

# Written as it stands when there may be no memory left to build anything.
OUT_OF_MEMORY_LINE = b'{"status": "out_of_memory", "detail": "an allocation failed"}\n'


def take_over_pipes() -> tuple[IO[bytes], int]:
    """Return the request stream and the reply descriptor, moved off 0 and 1.

    What third-party code prints goes to the null device and cannot end up among the replies.
    """
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    os.close(null)
    return requests, replies


def write_line(descriptor: int, line: bytes) -> None:
    """Write all of `line`; end the process if nobody reads any more."""
    try:
        while line:
            line = line[os.write(descriptor, line) :]
    except OSError:
        os._exit(0)


def lower_limit(name: str, value: int) -> bool:
    """Return True if the limit `name` of `resource` now is `value` or less."""
    try:
        import resource

        which: int = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        wanted = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (wanted, wanted))
        return resource.getrlimit(which)[0] <= value
    except (ImportError, AttributeError, ValueError, OSError):
        return False


def is_address_space_bounded(limit_bytes: int) -> bool:
    """Return True if mapping more than `limit_bytes` really fails.

    Asked of the kernel, since macOS accepts the limit and does not hold it.
    """
    import mmap

    try:
        mmap.mmap(-1, limit_bytes + mmap.PAGESIZE).close()
    except (OSError, ValueError, OverflowError, MemoryError):
        return True
    return False


def has_cpu_timer() -> bool:
    """Return True if a CPU timer of the kernel can kill this process."""
    if not hasattr(signal, "setitimer"):
        return False
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGPROF})
    return True


def set_limits(address_space_bytes: int) -> dict[str, bool]:
    """Return which limits now hold for this process, by name."""
    lower_limit("RLIMIT_AS", address_space_bytes)
    return {
        "address_space": is_address_space_bounded(address_space_bytes),
        "cpu_seconds": has_cpu_timer(),
        "core_dumps": lower_limit("RLIMIT_CORE", 0),
        "file_size": lower_limit("RLIMIT_FSIZE", 0),
        "open_files": lower_limit("RLIMIT_NOFILE", MAX_OPEN_FILES),
        # the kernel does not hold root to this one
        "new_processes": lower_limit("RLIMIT_NPROC", 0) and os.geteuid() != 0,
    }


def load_tasks(path: str) -> tuple[dict[str, Task], dict[str, Callable[[], None]]]:
    """Return the tables TASKS and PREPARATIONS of the Python file at `path`, once it is set up.

    PREPARATIONS (by task, what to do once before the first) and SET_UP (what to do now) may be missing.
    """
    spec = importlib.util.spec_from_file_location("sandbox_tasks", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["sandbox_tasks"] = module
    spec.loader.exec_module(module)
    getattr(module, "SET_UP", lambda: None)()
    return module.TASKS, dict(getattr(module, "PREPARATIONS", {}))


def describe(error: BaseException) -> str:
    """Return type and text of an error: one line of ASCII of bounded length."""
    text = f"{type(error).__name__}: {error}"[:MAX_DETAIL_CHARS]
    return " ".join(text.encode("ascii", "backslashreplace").decode().split())


def run_task(tasks: dict[str, Task], line: bytes) -> bytes:
    """Return the reply line for one request line; no exception leaves it."""
    try:
        task = json.loads(line)
        reply = {"status": "ok", "result": tasks[task["task"]](task)}
        answer = json.dumps(reply).encode() + b"\n"
    except MemoryError:
        return OUT_OF_MEMORY_LINE
    except Exception as error:
        answer = json.dumps({"status": "crashed", "detail": describe(error)}).encode() + b"\n"
    if len(answer) > MAX_RESULT_BYTES:
        return b'{"status": "crashed", "detail": "the result is too large"}\n'
    return answer


def run_timed_task(tasks: dict[str, Task], line: bytes, cpu_seconds: float) -> bytes:
    """Return the reply line; the kernel kills this process when time is up.

    No handler and no exception: SIGPROF's default action ends the process also inside one long C call, and
    leaves nothing half done in a process that goes on.
    """
    if not hasattr(signal, "setitimer"):
        return run_task(tasks, line)
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    try:
        return run_task(tasks, line)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def prepare(preparations: dict[str, Callable[[], None]], line: bytes) -> None:
    """Do, once, what the task needs done before its time starts; its failure shows in the task."""
    with contextlib.suppress(Exception):
        preparations.pop(json.loads(line)["task"], lambda: None)()


def pass_lines_on(requests: IO[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    """Put each request line into the queue; end the process at the end of input.

    Runs in a thread of its own, so that the child ends also in the middle of a task when its parent dies.
    """
    for line in requests:
        lines.put(line)
    os._exit(0)


def serve() -> None:
    """Answer tasks until the input closes. Never returns."""
    requests, replies = take_over_pipes()
    setup = json.loads(requests.readline())
    sys.path[:] = setup["path"]
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=pass_lines_on, args=(requests, lines), daemon=True).start()
    in_force = set_limits(setup["address_space_bytes"])
    try:
        tasks, preparations = load_tasks(setup["tasks_file"])
    except Exception as error:
        write_line(replies, json.dumps({"status": "unavailable", "detail": describe(error)}).encode() + b"\n")
        os._exit(0)
    write_line(replies, json.dumps({"status": "ok", "result": in_force}).encode() + b"\n")
    while True:
        line = lines.get()
        prepare(preparations, line)
        answer = run_timed_task(tasks, line, setup["task_cpu_seconds"])
        write_line(replies, answer)
        if answer is OUT_OF_MEMORY_LINE:
            os._exit(0)


# ------------------------------------------------------------------------------
# 4  The parent: one running child. Start it, exchange one line, kill it.
# ------------------------------------------------------------------------------

# -S -P -B: no site hooks, no script directory on the path, no bytecode written; our sys.path is sent instead.
CHILD_OPTIONS = ("-S", "-P", "-B")


def child_environment() -> dict[str, str]:
    """Return the few environment variables that the child gets."""
    kept = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
    return kept | SET_ENVIRONMENT


def reason_of_death(returncode: int) -> tuple[Status, str]:
    """Return status and detail for a child that ended without an answer."""
    if returncode >= 0:
        return "crashed", f"the child ended with exit status {returncode}"
    try:
        name = signal.Signals(-returncode).name
    except ValueError:
        name = f"signal {-returncode}"
    if name in ("SIGPROF", "SIGXCPU"):
        return "timeout", "the CPU limit of a task was reached"
    if name == "SIGKILL":  # not by us: the kernel does this when memory is short
        return "out_of_memory", "the child was killed from outside, most likely for want of memory"
    return "crashed", f"the child was ended by {name}"


class Child:
    """One running child process; every method but `kill` may raise ChildFailed."""

    def __init__(self, tasks_file: Path, limits: Limits) -> None:
        """Start the child and wait until it has loaded its tasks."""
        self.limits = limits
        self.tasks_done = 0
        self.unread = bytearray()
        try:
            self.process = subprocess.Popen(
                [sys.executable, *CHILD_OPTIONS, os.path.abspath(__file__)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env=child_environment(),
                cwd=os.sep,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise ChildFailed("unavailable", f"no child process could be started: {error}") from None
        assert self.process.stdin is not None and self.process.stdout is not None
        self.requests = self.process.stdin.fileno()
        self.replies = self.process.stdout.fileno()
        os.set_blocking(self.requests, False)
        try:
            self.in_force: dict[str, bool] = self.introduce(tasks_file)
        except BaseException:
            self.kill()
            raise

    def introduce(self, tasks_file: Path) -> dict[str, bool]:
        """Send path and limits; return which limits are in force there."""
        setup = {
            "path": [os.path.abspath(entry) for entry in sys.path],
            "tasks_file": os.path.abspath(tasks_file),
            "task_cpu_seconds": self.limits.task_cpu_seconds,
            "address_space_bytes": self.limits.address_space_bytes,
        }
        try:
            outcome = self.exchange(json.dumps(setup).encode() + b"\n", self.limits.start_wall_seconds)
        except ChildFailed as failure:
            raise ChildFailed("unavailable", f"the child did not start: {failure.detail}") from None
        if outcome.result is None:
            raise ChildFailed("unavailable", outcome.detail)
        return outcome.result

    def exchange(self, line: bytes, wall_seconds: float) -> Outcome:
        """Return the child's answer to one line; at most `wall_seconds` later."""
        deadline = time.monotonic() + wall_seconds
        unsent = memoryview(line)
        with selectors.PollSelector() as ready:
            ready.register(self.replies, selectors.EVENT_READ)
            ready.register(self.requests, selectors.EVENT_WRITE)
            while b"\n" not in self.unread:
                if time.monotonic() > deadline:
                    raise ChildFailed("timeout", "no answer within the wall-clock limit")
                for key, _ in ready.select(min(wall_seconds, SIGNAL_CHECK_SECONDS)):
                    if key.fd == self.replies:
                        self.receive()
                        continue
                    unsent = unsent[self.send(unsent) :]
                    if not unsent:
                        ready.unregister(self.requests)
        return self.first_answer()

    def send(self, unsent: memoryview) -> int:
        """Return how many bytes the pipe took; 0 if the child is gone."""
        try:
            return os.write(self.requests, unsent)
        except BlockingIOError:
            return 0
        except OSError:
            raise self.death() from None

    def receive(self) -> None:
        """Add what has arrived to `unread`."""
        chunk = os.read(self.replies, 1 << 16)
        self.unread += chunk
        if not chunk:
            raise self.death()
        if len(self.unread) > MAX_RESULT_BYTES:
            raise ChildFailed("crashed", "the answer is too large")

    def first_answer(self) -> Outcome:
        """Return the answer that stands in `unread`, and forget it."""
        line, _, rest = bytes(self.unread).partition(b"\n")
        self.unread = bytearray(rest)
        try:
            reply = json.loads(line)
            return Outcome(reply["status"], reply.get("result"), reply.get("detail", ""))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ChildFailed("crashed", "the answer is not readable") from None

    def death(self) -> ChildFailed:
        """Return the failure that says how the child ended."""
        try:
            status, detail = reason_of_death(self.process.wait(EXIT_WAIT_SECONDS))
        except subprocess.TimeoutExpired:
            status, detail = "crashed", "the child closed its pipe"
        return ChildFailed(status, detail)

    def kill(self) -> None:
        """End the child and all it may have started, and collect it."""
        self.kill_group()
        self.close_pipes()
        self.process.wait()

    def kill_group(self) -> None:
        """End the child and all it may have started."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # also when it is dead: its own children may live
        except (ProcessLookupError, PermissionError):  # macOS says so of a group that has just ended
            self.process.kill()

    def forget(self) -> None:
        """Let go of a child that belongs to the process we were forked from."""
        self.close_pipes()
        self.process.returncode = 0  # not ours to wait for, and no warning that it still runs

    def close_pipes(self) -> None:
        """Close both pipes; the child ends when it sees it."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


# ------------------------------------------------------------------------------
# 5  Sandbox: the child that is started lazily, restarted when it was lost, never
#    shared over a fork, and closed at exit.
# ------------------------------------------------------------------------------

# When a child is lost like this, what it did before may be the reason: tried once more in a fresh child.
RETRIED = ("crashed", "out_of_memory")
LIMIT_NAMES = ("address_space", "cpu_seconds", "core_dumps", "file_size", "open_files", "new_processes")

SECOND_OPINION_FILE = Path(os.path.abspath(__file__)).with_name("second_opinion.py")


class Sandbox:
    """One child process that runs tasks for all threads of this process, in turn."""

    def __init__(self, tasks_file: Path = SECOND_OPINION_FILE, limits: Limits | None = None) -> None:
        """Prepare a sandbox; the child starts with the first task."""
        self.tasks_file = tasks_file
        self.limits = limits or Limits()
        self.begin()
        forget = weakref.WeakMethod(self.forget_inherited)
        os.register_at_fork(after_in_child=lambda: (method := forget()) and method())

    def begin(self) -> None:
        """Set the state of a sandbox without a child, in this process."""
        self.counters: collections.Counter[str] = collections.Counter()
        self.owner_pid = os.getpid()
        self.lock = threading.RLock()
        self.child: Child | None = None
        self.start_failures = 0
        self.start_failure_detail = ""
        self.is_closed = False

    def forget_inherited(self) -> None:
        """Drop the parent's child after a fork; the next task starts an own one."""
        if self.owner_pid != os.getpid():
            if self.child is not None:
                self.child.forget()
            self.begin()

    def ask(self, task: dict[str, Any]) -> Outcome:
        """Return how the task ended; never raises for what the task does.

        Waits while another thread's task runs. A child that is lost by `crashed` or `out_of_memory` counts
        against the task only if it was fresh, so that no task suffers from what ran before it.
        KeyboardInterrupt kills the child and passes through.
        """
        self.forget_inherited()
        line = json.dumps(task).encode() + b"\n"
        with self.lock:
            if len(line) > MAX_TASK_BYTES:
                outcome = Outcome("unavailable", None, "the task is too large to be sent")
            else:
                outcome = self.ask_child(line)
            self.counters["tasks"] += 1
            self.counters[outcome.status] += 1
        return outcome

    def ask_child(self, line: bytes) -> Outcome:
        """Return the outcome from this child, or from a fresh one if it was not."""
        was_fresh = self.child is None or self.child.tasks_done == 0
        outcome = self.ask_once(line)
        if outcome.status in RETRIED and self.child is None and not was_fresh:
            self.counters["retries"] += 1
            return self.ask_once(line)
        return outcome

    def ask_once(self, line: bytes) -> Outcome:
        """Return the outcome of one attempt; the child is gone if it failed."""
        try:
            child = self.ready_child()
            outcome = child.exchange(line, self.limits.task_wall_seconds)
            child.tasks_done += 1
        except ChildFailed as failure:
            self.drop_child()
            if self.is_closed:
                return Outcome("unavailable", None, "the sandbox is closed")
            return Outcome(failure.status, None, failure.detail)
        except BaseException:
            self.drop_child()
            raise
        if outcome.status == "out_of_memory":
            self.drop_child()
        return outcome

    def ready_child(self) -> Child:
        """Return the running child, started if there is none."""
        if self.is_closed:
            raise ChildFailed("unavailable", "the sandbox is closed")
        if self.child is None:
            if self.start_failures >= MAX_START_FAILURES:
                raise ChildFailed("unavailable", self.start_failure_detail)
            try:
                self.child = Child(self.tasks_file, self.limits)
            except ChildFailed as failure:
                self.start_failures += 1
                self.start_failure_detail = failure.detail
                raise
            self.start_failures = 0
            self.counters["starts"] += 1
        return self.child

    def drop_child(self) -> None:
        """Kill the child, if there is one; the next task starts another."""
        child, self.child = self.child, None
        if child is not None:
            child.kill()

    def limits_in_force(self) -> dict[str, bool]:
        """Return which limits hold in the child, by name; starts it if needed.

        `wall_clock` is the parent's own and always holds. All others are False if no child can be started.
        """
        self.forget_inherited()
        with self.lock:
            try:
                in_force = self.ready_child().in_force
            except ChildFailed:
                in_force = dict.fromkeys(LIMIT_NAMES, False)
        return in_force | {"wall_clock": True}

    def __enter__(self) -> Sandbox:
        """Return the sandbox itself, closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the child."""
        self.close()

    def close(self) -> None:
        """End the child; later tasks are `unavailable`, and one that runs ends so too."""
        self.forget_inherited()
        self.is_closed = True
        child = self.child
        if child is not None:
            child.kill_group()  # without the lock: it frees a thread that waits for an answer
        with self.lock:
            self.drop_child()


_shared: dict[int, Sandbox] = {}


def shared_sandbox() -> Sandbox:
    """Return this process's sandbox, closed when the process exits."""
    pid = os.getpid()
    if pid not in _shared and _shared.setdefault(pid, sandbox := Sandbox()) is sandbox:
        atexit.register(sandbox.close)
    return _shared[pid]


if __name__ == "__main__":
    serve()
