"""What `--check-dataset` does: the findings about a dataset, with every engine that is here.

findings_of(rows, file, gold_of, equal) -> findings        render(findings) -> text
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Protocol

from answer_math.cleaning import clean
from answer_math.reader import readings
from answer_math.tree import LimitExceeded, NotMath
from report_views.dataset_check import (
    ANSWER_FIELDS,
    Finding,
    Parser,
    Row,
    check_dataset,
    mathjs_version,
    render_findings,
)
from report_views.figures import one_line
from report_views.gold_readings import THIRD_PARTY, OwnReading, third_party_parser, to_mathjs


class SourceRow(Protocol):
    """A row as the script reads it."""

    @property
    def line(self) -> int:
        """Its line in the file."""

    @property
    def fields(self) -> Row | None:
        """What it holds, None for a bad line."""

    @property
    def fault(self) -> str:
        """What is wrong with a bad line."""

    @property
    def file(self) -> str:
        """Its file, "" when there is one only."""


@cache
def _mathjs() -> str | None:
    """The version of mathjs here, None without it; asked once."""
    return mathjs_version()


def is_readable(gold: str) -> bool:
    """True when our reader reads a gold, as mathematics or as plain words."""
    text = clean(gold).text
    try:
        return bool(readings(text))
    except LimitExceeded:
        return False
    except NotMath:
        return not any(mark in text for mark in "\\^_{}=<>")


def _checked_fields(fields: Row, gold: str) -> Row:
    """The row as the check knows it.

    Of a row without `final_answer` the gold stands in `answer`.
    """
    if isinstance(fields.get("final_answer"), str):
        return fields
    kept = {name: value for name, value in fields.items() if name not in ANSWER_FIELDS}
    return {**kept, "answer": gold}


def findings_of(
    rows: Iterable[SourceRow],
    file: str,
    gold_of: Callable[[Row], str],
    equal: Callable[[str, str], bool],
) -> list[Finding]:
    """The findings about a dataset's rows, in the order of their lines.

    `gold_of` is the script's gold of a row and `equal` its verdict on two answers. Lines that hold no row are
    findings too. The third-party parsers take part where they are installed, mathjs where Node.js has it.
    """
    parsers: dict[str, Parser] = {"own": OwnReading.of}
    parsers |= {name: third_party_parser(name) for name in THIRD_PARTY}
    bad: list[Finding] = []

    def good_rows() -> Iterator[tuple[int, Row]]:
        """The rows with their golds where the check looks for them."""
        for row in rows:
            fault, fields = row.fault, row.fields
            if fields is not None:
                try:
                    yield row.line, _checked_fields(fields, gold_of(fields))
                    continue
                except ValueError as error:
                    fault = str(error)
            bad.append(
                Finding(row.file or file, row.line, "", "bad-row", "", one_line(fault), "correct the line")
            )

    found = check_dataset(
        good_rows(),
        file=file,
        reads=is_readable,
        equal=equal,
        parsers=parsers,
        to_tree=to_mathjs if _mathjs() else None,
    )
    return sorted([*bad, *found], key=lambda finding: finding.line)


def render(findings: list[Finding], colour: bool = False) -> str:
    """The findings as text, and which engines were asked."""
    version = _mathjs()
    engines = ["our reader", *THIRD_PARTY, f"mathjs {version}" if version else "mathjs not installed"]
    return render_findings(findings, colour) + f"read by {', '.join(engines)}\n"
