"""The lane's commands: parse, predict, score.

    python -m gsm8k_math parse < problems.jsonl
    python -m gsm8k_math predict CASES
    python -m gsm8k_math score FILE...

Exit codes: 0 done, 1 `score` found a wrong answer, 2 an input that is not there
or not what it should be (the message names file and line).
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from gsm8k_math import answer, case_groups
from gsm8k_math.math_problem_graph import (
    GraphError,
    canonical_bytes,
    graph_from_json,
    graph_to_json,
)

# ------------------------------------------------------------------------------
# 1  Lines
#    A line that cannot be used is reported with its number; the others go on.
# ------------------------------------------------------------------------------

MAX_LINE_CHARS = 1_000_000
GC_ALLOCATIONS = 50_000  # a problem makes no reference cycles; looking for them seldom saves a sixth


class InputError(ValueError):
    """Raised for a file or line that the user has to mend."""


class Line(NamedTuple):
    """One non-empty line: its place, its object, or what is wrong with it."""

    place: str
    fields: dict[str, Any]
    fault: str


def read_line(text: str, place: str) -> Line:
    """Return the JSON object on a line with a text `problem`, or its fault."""
    if len(text) > MAX_LINE_CHARS:
        return Line(place, {}, "the line is too long")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return Line(place, {}, "not JSON")
    if not isinstance(fields, dict):
        return Line(place, {}, "not a JSON object")
    if not isinstance(fields.get("problem"), str):
        return Line(place, fields, "no text under the key 'problem'")
    return Line(place, fields, "")


def read_lines(stream: TextIO, name: str) -> Iterator[Line]:
    """Yield the non-empty lines of a stream."""
    for number, text in enumerate(stream, start=1):
        text = text.lstrip("\ufeff") if number == 1 else text
        if text.strip():
            yield read_line(text, f"{name}, line {number}")


def read_file(path: Path) -> list[Line]:
    """Return the lines of a file; raise `InputError` if it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="surrogateescape") as stream:
            return list(read_lines(stream, str(path)))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; give the path of a JSONL file") from error


# ------------------------------------------------------------------------------
# 2  parse and predict
# ------------------------------------------------------------------------------


def parsed(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the output line of `parse` for one problem.

    Only an answered problem has a graph, an answer and a unit.
    """
    outcome = answer(fields["problem"])
    if outcome.graph is None or outcome.trace is None:
        blank = {"graph": None, "answer": None, "unit": None, "refusal": str(outcome.refusal)}
        return {"id": fields.get("id"), **blank}
    return {
        "id": fields.get("id"),
        "graph": graph_to_json(outcome.graph),
        "answer": outcome.trace.answer.value,
        "unit": outcome.trace.answer.unit,
        "refusal": None,
    }


def run_parse(source: TextIO, sink: TextIO, errors: TextIO) -> int:
    """Return the exit code after one output line per input line."""
    code = 0
    for line in read_lines(source, "standard input"):
        if line.fault:
            code = 2
            print(f"{line.place}: {line.fault}", file=errors)
            identity = line.fields.get("id")
            blank = {"graph": None, "answer": None, "unit": None, "refusal": f"empty: {line.fault}"}
            written: dict[str, Any] = {"id": identity, **blank}
        else:
            written = parsed(line.fields)
        print(json.dumps(written), file=sink)
    return code


def response_to(problem: str) -> str:
    """Return the lane's response: a boxed answer, or a refusal in words.

    A refusal names its kind only: its sentence holds no number, so that no
    reader takes one for an answer.
    """
    outcome = answer(problem)
    if outcome.trace is None:
        kind = outcome.refusal.kind if outcome.refusal else "not_replayed"
        return f"This problem is not answered, since reading it stopped at: {kind}."
    given = outcome.trace.answer
    return f"The answer is \\boxed{{{given.value} \\text{{ {given.unit}}}}}."


def run_predict(path: Path, sink: TextIO, errors: TextIO) -> int:
    """Return the exit code after writing a predictions file."""
    code = 0
    for line in read_file(path):
        if line.fault or "id" not in line.fields:
            code = 2
            print(f"{line.place}: {line.fault or 'no id'}", file=errors)
            continue
        written = {"id": line.fields["id"], "response": response_to(line.fields["problem"])}
        print(json.dumps(written), file=sink)
    return code


# ------------------------------------------------------------------------------
# 3  score
#    M1 the graph's bytes, M2 answer and unit, M3 the trace verified. A must-refuse
#    line (it has a `kind` and no answer) counts as correct when it is refused so.
# ------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """Counts of one group of lines."""

    total: int = 0
    correct: int = 0
    wrong: int = 0
    refused: int = 0

    def add(self, verdict: str) -> None:
        """Return after counting one verdict: correct, wrong or refused."""
        self.total += 1
        self.correct += verdict == "correct"
        self.wrong += verdict == "wrong"
        self.refused += verdict == "refused"


@dataclass(slots=True)
class Score:
    """All counts of a scoring run, groups in order of their names."""

    cases: int = 0
    parsed: int = 0
    solved: int = 0
    verified: int = 0
    refusals_asked: int = 0
    refusals_met: int = 0
    groups: dict[tuple[str, str], Tally] = field(default_factory=dict)
    overall: Tally = field(default_factory=Tally)
    remarks: list[str] = field(default_factory=list)

    def group(self, name: str, value: str) -> Tally:
        """Return the tally of one group, made at its first use."""
        return self.groups.setdefault((name, value), Tally())


def score_case(score: Score, fields: dict[str, Any], place: str) -> None:
    """Return after scoring one case against its graph and its answer."""
    truth = graph_from_json(fields["ground_truth_graph"])
    outcome = answer(fields["problem"])
    score.cases += 1
    is_parsed = outcome.graph is not None and canonical_bytes(outcome.graph) == canonical_bytes(truth)
    given = outcome.trace.answer if outcome.trace else None
    expected = (fields["expected_answer"], fields["expected_unit"])
    is_solved = given is not None and (given.value, given.unit) == expected
    score.parsed += is_parsed
    score.solved += is_solved
    score.verified += outcome.trace is not None
    verdict = "refused" if given is None else "correct" if is_parsed and is_solved else "wrong"
    score.overall.add(verdict)
    if verdict != "correct":
        reason = outcome.refusal or f"read as {given}, graph {'equal' if is_parsed else 'different'}"
        score.remarks.append(f"{place}: {fields['id']} {verdict}: {reason}")
    if outcome.refusal is not None:
        score.group("refusal", outcome.refusal.kind).add(verdict)
    groups = case_groups(fields)
    score.group("split", groups["split"]).add(verdict)
    score.group("depth", str(groups["depth"])).add(verdict)
    for kind in sorted({operation.kind for operation in truth.operations}):
        score.group("kind", kind).add(verdict)
    for tag in groups["patterns"]:
        score.group("tag", tag).add(verdict)


def score_refusal(score: Score, fields: dict[str, Any], place: str) -> None:
    """Return after scoring one text that must be refused, by its kind."""
    outcome = answer(fields["problem"])
    score.refusals_asked += 1
    if outcome.refusal is None:
        score.overall.add("wrong")
        score.remarks.append(f"{place}: {fields.get('id')} wrong: answered, must be refused")
        return
    score.group("refusal", outcome.refusal.kind).add("refused")
    is_met = outcome.refusal.kind == fields["kind"]
    score.refusals_met += is_met
    if not is_met:
        remark = f"refused as {outcome.refusal.kind}, not {fields['kind']}"
        score.remarks.append(f"{place}: {fields.get('id')} {remark}")


def score_line(score: Score, line: Line) -> None:
    """Return after scoring a line of either kind; raise for any other."""
    if line.fault:
        raise InputError(f"{line.place}: {line.fault}")
    try:
        if "kind" in line.fields and "ground_truth_graph" not in line.fields:
            score_refusal(score, line.fields, line.place)
        else:
            score_case(score, line.fields, line.place)
    except (GraphError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"{line.place}: not a case of the lane: {error}") from error


def ratio(part: int, whole: int) -> str:
    """Return `part/whole`, as printed."""
    return f"{part}/{whole}"


def table(score: Score) -> list[str]:
    """Return the printed lines of a score."""
    lines = [
        f"cases          {score.cases}",
        f"M1 parsed      {ratio(score.parsed, score.cases)}",
        f"M2 solved      {ratio(score.solved, score.cases)}",
        f"M3 verified    {ratio(score.verified, score.cases)}",
        f"correct        {score.overall.correct}",
        f"wrong          {score.overall.wrong}",
        f"refused        {score.overall.refused}",
        f"must refuse    {ratio(score.refusals_met, score.refusals_asked)} with the stated kind",
        "",
        f"{'group':<10}{'value':<26}{'total':>7}{'correct':>9}{'wrong':>7}{'refused':>9}",
    ]
    order = {"split": 0, "depth": 1, "kind": 2, "tag": 3, "refusal": 4}
    for (name, value), tally in sorted(
        score.groups.items(), key=lambda item: (order[item[0][0]], item[0][1])
    ):
        counts = f"{tally.total:>7}{tally.correct:>9}{tally.wrong:>7}{tally.refused:>9}"
        lines.append(f"{name:<10}{value:<26}{counts}")
    return lines + (["", *score.remarks] if score.remarks else [])


def run_score(paths: list[Path], sink: TextIO) -> int:
    """Return 1 if any answer is wrong, else 0, after printing the table."""
    score = Score()
    for path in paths:
        for line in read_file(path):
            score_line(score, line)
    print("\n".join(table(score)), file=sink)
    return 1 if score.overall.wrong else 0


# ------------------------------------------------------------------------------
# 4  Command line
# ------------------------------------------------------------------------------


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the lane's command line."""
    top = argparse.ArgumentParser(prog="python -m gsm8k_math", description="Read word problems, or refuse.")
    commands = top.add_subparsers(dest="command", required=True)
    commands.add_parser(
        "parse", help="problems as JSONL on standard input, graphs and answers on standard output"
    )
    predict = commands.add_parser("predict", help="write a predictions file for the scoring harness")
    predict.add_argument("file", type=Path, metavar="FILE", help="cases as JSONL")
    score = commands.add_parser("score", help="score the lane on case files and must-refuse files")
    score.add_argument("files", type=Path, nargs="+", metavar="FILE", help="cases as JSONL")
    return top


def main(argv: list[str] | None = None) -> int:
    """Return the exit code of one command."""
    arguments = build_parser().parse_args(argv)
    gc.set_threshold(GC_ALLOCATIONS)
    try:
        if arguments.command == "parse":
            return run_parse(sys.stdin, sys.stdout, sys.stderr)
        if arguments.command == "predict":
            return run_predict(arguments.file, sys.stdout, sys.stderr)
        return run_score(arguments.files, sys.stdout)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        return 2


if __name__ == "__main__":
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape")  # type: ignore[union-attr]
    sys.exit(main())
