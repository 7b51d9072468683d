"""Tasks that misbehave, one per way to end: the tasks file of the sandbox tests."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from typing import Any

ballast: list[bytearray] = []


def echo(task: dict[str, Any]) -> dict[str, Any]:
    """Return the task's value and this process's id."""
    return {"value": task.get("value"), "pid": os.getpid()}


def loop(task: dict[str, Any]) -> dict[str, Any]:
    """Compute for ever."""
    while True:
        pass


def loop_in_c(task: dict[str, Any]) -> dict[str, Any]:
    """Compute for ever in one call that never returns to the interpreter."""
    return {"value": 9 ** (9**9)}


def swallow_everything(task: dict[str, Any]) -> dict[str, Any]:
    """Compute for ever, and catch whatever is raised meanwhile."""
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue


def sleep(task: dict[str, Any]) -> dict[str, Any]:
    """Sleep without using the processor."""
    time.sleep(600)
    return {}


def allocate(task: dict[str, Any]) -> dict[str, Any]:
    """Ask for more memory than there is room for."""
    return {"value": len(bytearray(1 << 40))}


def hoard(task: dict[str, Any]) -> dict[str, Any]:
    """Keep memory and succeed: what comes after has less."""
    ballast.append(bytearray(task["bytes"]))
    return {"value": task["bytes"]}


def use(task: dict[str, Any]) -> dict[str, Any]:
    """Use memory for a moment."""
    return {"value": len(bytearray(task["bytes"]))}


def leave(task: dict[str, Any]) -> dict[str, Any]:
    """End the process without a word."""
    os._exit(task.get("exit_status", 7))


def signal_self(task: dict[str, Any]) -> dict[str, Any]:
    """Die of a signal."""
    os.kill(os.getpid(), getattr(signal, task["signal"]))
    time.sleep(600)
    return {}


def raise_error(task: dict[str, Any]) -> dict[str, Any]:
    """Raise an ordinary exception."""
    raise ValueError("no \n such \ud800 thing" + "x" * 10_000)


def recurse(task: dict[str, Any]) -> dict[str, Any]:
    """Recurse without end."""
    return recurse(task)


def answer_hugely(task: dict[str, Any]) -> dict[str, Any]:
    """Return more than an answer may hold."""
    return {"value": "x" * (1 << 22)}


def flood(task: dict[str, Any]) -> dict[str, Any]:
    """Write without a line end into every descriptor that may be the reply pipe."""
    for descriptor in range(3, 20):
        try:
            for _ in range(1 << 10):
                os.write(descriptor, b"x" * (1 << 12))
        except OSError:
            continue
    return {}


def babble(task: dict[str, Any]) -> dict[str, Any]:
    """Print to stdout and stderr, as third-party code may."""
    print('{"status": "ok", "result": {"value": "forged"}}', flush=True)
    print("noise", file=sys.stderr, flush=True)
    return {"value": "own"}


def spawn(task: dict[str, Any]) -> dict[str, Any]:
    """Start a grandchild that sleeps, if that is allowed (to root it is), then loop."""
    with contextlib.suppress(OSError):
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
    return loop(task)


def write_file(task: dict[str, Any]) -> dict[str, Any]:
    """Try to write a file."""
    with open(task["path"], "wb") as file:
        file.write(b"x" * 10)
    return {"value": "written"}


def describe_process(task: dict[str, Any]) -> dict[str, Any]:
    """Return what a child can tell about itself."""
    return {
        "environment": dict(os.environ),
        "path": sys.path,
        "directory": os.getcwd(),
        "session": os.getsid(0),
        "pid": os.getpid(),
        "hash": hash("text"),
        "stdin": sys.stdin.read(),
    }


TASKS = {
    name: function
    for name, function in list(globals().items())
    if callable(function) and getattr(function, "__module__", None) == __name__
}
