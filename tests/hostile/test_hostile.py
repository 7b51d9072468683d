"""Hostile answers among good ones: every good pair right, every bad one classified, nothing run. DESIGN 8."""

from __future__ import annotations

import builtins
import importlib
import json
import pkgutil
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from payloads import MARKER, Pair, Payload, good_pairs, hostile_payloads, megabyte_payloads

evaluate_benchmark = pytest.importorskip("evaluate_benchmark")

SCRIPT = Path(evaluate_benchmark.__file__)
NOT_ACCEPTED = {"reject", "undecided", "unparsed"}
HANG_SECONDS = 900  # not a measurement: only so that a hang fails instead of lasting

PAYLOADS = hostile_payloads()
GOOD = good_pairs()


def test_the_tables_are_as_large_as_they_should_be() -> None:
    """At least 200 of each, and no payload twice."""
    assert len(PAYLOADS) >= 200 and len(GOOD) >= 200
    assert len({(p.gold, p.response) for p in PAYLOADS}) == len(PAYLOADS)
    assert len({payload.kind.partition(",")[0] for payload in PAYLOADS}) >= 10


def armed(payload: Payload, marker: Path) -> Payload:
    """Return the payload with the path of the marker file filled in."""
    return payload._replace(response=payload.response.replace(MARKER, str(marker)))


def write_lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    """Write rows as JSONL in ASCII, so that lone surrogates survive as escapes."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="ascii")
    return path


def run_command(directory: Path, payloads: list[Payload], good: list[Pair], *options: str) -> dict[str, Any]:
    """Return the report of one run of the command line over payloads and good pairs, mixed."""
    rows = [(f"bad-{k}", p.gold, p.response) for k, p in enumerate(payloads)]
    rows += [(f"good-{k}", pair.gold, pair.response) for k, pair in enumerate(good)]
    random.Random(7).shuffle(rows)
    golds = [{"id": name, "final_answer": gold} for name, gold, _ in rows]
    responses = [{"id": name, "response": response} for name, _, response in rows]
    dataset = write_lines(directory / "dataset.jsonl", golds)
    predictions = write_lines(directory / "predictions.jsonl", responses)
    out = directory / "report.json"
    run = subprocess.run(
        [
            sys.executable,
            str(SCRIPT),
            "--dataset",
            str(dataset),
            "--predictions",
            str(predictions),
            "--out",
            str(out),
            *options,
        ],
        capture_output=True,
        cwd=directory,
        timeout=HANG_SECONDS,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert b"Traceback" not in run.stderr
    assert b"\x1b[2J" not in run.stdout, "a control sequence of a response reached the terminal"
    report: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return report


def check_report(report: dict[str, Any], payloads: list[Payload], good: list[Pair]) -> None:
    """Every good item is right, every bad one classified, and the totals add up."""
    items = {item["id"]: item for item in report["items"]}
    assert len(items) == len(payloads) + len(good) == report["totals"]["scored"]
    wrong = [(pair, items[f"good-{k}"]) for k, pair in enumerate(good) if not items[f"good-{k}"]["correct"]]
    assert not wrong, wrong[:5]
    for k, payload in enumerate(payloads):
        item = items[f"bad-{k}"]
        assert item["correct"] is False, (payload.kind, payload.gold[:80], payload.response[:80], item)
        assert item["verdict"] in NOT_ACCEPTED and item["reason"], (payload.kind, payload.response[:80], item)
    assert report["totals"]["correct"] == len(good)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(("--show-items", "all"), id="printed"),
        pytest.param(("--quiet",), id="quiet", marks=pytest.mark.slow),
    ],
)
def test_hostile_among_good_through_the_command_line(tmp_path: Path, options: tuple[str, ...]) -> None:
    """One run over all payloads and all good pairs, mixed."""
    marker = tmp_path / "marker"
    payloads = [armed(payload, marker) for payload in PAYLOADS]
    report = run_command(tmp_path, payloads, GOOD, *options)
    check_report(report, payloads, GOOD)
    assert {path.name for path in tmp_path.iterdir()} == {"dataset.jsonl", "predictions.jsonl", "report.json"}


@pytest.mark.slow
def test_ten_megabytes_of_every_delimiter(tmp_path: Path) -> None:
    """Responses at the limit of size, and nesting of 100,000 levels, a few at a time."""
    everything = megabyte_payloads()
    for start in range(0, len(everything), 12):
        payloads = everything[start : start + 12]
        check_report(run_command(tmp_path, payloads, GOOD[:20], "--quiet"), payloads, GOOD[:20])


# ------------------------------------------------------------------------------
# One by one, in this process
# ------------------------------------------------------------------------------

KINDS = sorted({payload.kind for payload in PAYLOADS})


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_not_accepted_and_disturbs_nothing(kind: str, tmp_path: Path) -> None:
    """A decision with verdict and reason for every payload; a good pair after each is still right."""
    marker = tmp_path / "marker"
    for k, payload in enumerate(payload for payload in PAYLOADS if payload.kind == kind):
        ready = armed(payload, marker)
        decision = evaluate_benchmark.grade(ready.gold, ready.response)
        assert not decision.correct, (ready.gold[:80], ready.response[:80], decision)
        assert decision.verdict in NOT_ACCEPTED and decision.reason, (ready.response[:80], decision)
        pair = GOOD[k % len(GOOD)]
        assert evaluate_benchmark.grade(*pair).correct, (ready.response[:80], pair)
    assert not marker.exists()


@pytest.mark.parametrize("tiers", [("exact",), ("numeric",), ("symbolic",), ("symbolic", "numeric", "exact")])
def test_no_tier_alone_accepts_a_payload(tiers: tuple[str, ...]) -> None:
    """Whatever the order of the tiers."""
    for payload in PAYLOADS[::5]:
        decision = evaluate_benchmark.grade(payload.gold, payload.response, tiers=tiers)
        assert not decision.correct, (payload.gold[:80], payload.response[:80], decision)


def test_a_hostile_gold_decides_nothing_wrongly() -> None:
    """The gold comes from a file too: a payload there is never equal to a plain answer."""
    for payload in PAYLOADS[::4]:
        decision = evaluate_benchmark.grade(payload.response, boxed_seventeen := r"\boxed{17.25}")
        assert not decision.correct, (payload.response[:80], boxed_seventeen, decision)


def test_no_string_is_evaluated_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """`eval`, and sympy's ways to it, fail if the harness calls them with text. DESIGN 8."""
    sympy = pytest.importorskip("sympy")
    core = importlib.import_module("sympy.core.sympify")  # sympy.core.sympify itself is the function
    sympy_parser = importlib.import_module("sympy.parsing.sympy_parser")
    package = importlib.import_module("answer_math")
    for module in pkgutil.iter_modules(package.__path__):  # defining a NamedTuple calls eval: do it before
        importlib.import_module(f"answer_math.{module.name}")
    for pair in GOOD[:34]:
        evaluate_benchmark.grade(*pair)
    called: list[str] = []

    def refuse(source: object, *_: object, **__: object) -> Any:
        called.append(repr(source)[:80])
        raise AssertionError(f"evaluated: {source!r:.80}")

    original = core.sympify

    def sympify(a: object, *rest: Any, **options: Any) -> Any:
        return refuse(a) if isinstance(a, str) else original(a, *rest, **options)

    monkeypatch.setattr(builtins, "eval", refuse)
    monkeypatch.setattr(sympy_parser, "parse_expr", refuse)
    monkeypatch.setattr(sympy_parser, "eval_expr", refuse)
    for owner in (sympy, core, sympy.core):
        monkeypatch.setattr(owner, "sympify", sympify)
    for payload in PAYLOADS:
        if payload.kind.startswith(("code", "injection", "characters", "huge")):
            evaluate_benchmark.grade(payload.gold, payload.response)
    for pair in GOOD:
        assert evaluate_benchmark.grade(*pair).correct, pair
    assert called == []


def test_decisions_do_not_depend_on_what_came_before() -> None:
    """The same verdicts and reasons forwards and backwards."""
    chosen = PAYLOADS[::6] + [Payload("good", *pair) for pair in GOOD[::6]]

    def verdicts(payloads: list[Payload]) -> list[tuple[str, str]]:
        decisions = [evaluate_benchmark.grade(p.gold, p.response) for p in payloads]
        return [(decision.verdict, decision.reason) for decision in decisions]

    assert verdicts(chosen) == verdicts(chosen[::-1])[::-1]
