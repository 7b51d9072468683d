"""The views that a command line asks for: checked before the run, made after it.

    Views(request) -> Views         raises InputError before hours of scoring are spent
    views.show(report) -> Shown     what the printed report gains, and whether every gate is met
    views.write(report, shown)      the files

A report here is the JSON object of format 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from input_files.errors import InputError
from report_views.audit import AuditFormError, audit_sample, judge, read_form, render_audit, write_form
from report_views.comparison import (
    Comparison,
    compare_reports,
    fail_on_drop,
    fail_under,
    render_comparison,
)
from report_views.items import WRITERS, ItemsFileError, write_items
from report_views.review import render_review

if TYPE_CHECKING:
    import argparse

AUDIT_FORM = "audit.csv"
AUDIT_ENDINGS = (".csv", ".jsonl")

WriteText = Callable[[str, Iterable[str]], None]
"""Writes a text file whole or not at all."""


class Request(NamedTuple):
    """What was asked for; an empty name or None asks for nothing."""

    baseline: str = ""
    fail_under: Fraction | None = None
    fail_on_drop: bool = False
    html: str = ""
    markdown: str = ""
    items: str = ""
    review: bool = False
    audit_rows: int = 0
    audit_form: str = ""
    audited: str = ""

    @classmethod
    def of(cls, options: argparse.Namespace) -> Request:
        """What the options of the command line ask for."""
        audit = options.audit or []
        return cls(
            options.baseline,
            options.fail_under,
            options.fail_on_drop,
            options.html,
            options.markdown,
            options.items,
            options.review,
            int(audit[0]) if audit else 0,
            (audit[1:] or [AUDIT_FORM])[0] if audit else "",
            options.audited,
        )

    @property
    def needs_responses(self) -> bool:
        """True when excerpts of the responses must be kept."""
        return bool(self.review or self.html or self.items or self.audit_rows)

    @property
    def files(self) -> list[str]:
        """The files that will be written."""
        return [path for path in (self.html, self.markdown, self.items, self.audit_form) if path]


class Shown(NamedTuple):
    """What a report gains in print, its audit, and whether the gates are met."""

    blocks: list[str]
    sentences: list[str]
    is_passed: bool
    comparison: Comparison | None
    audit: dict[str, Any] | None


def read_baseline(path: str) -> dict[str, Any]:
    """A report of format 1 to compare with; raises InputError if it is none."""
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path}: is not JSON: {error}; --baseline takes a report that --out wrote"
        ) from None
    is_report = isinstance(report, dict) and report.get("format") == 1
    if not is_report or not all(isinstance(item, dict) for item in report.get("items", [None])):
        raise InputError(f"{path}: is not a report of format 1; --baseline takes a report that --out wrote")
    return dict(report)


def _check_ending(option: str, path: str, endings: Iterable[str]) -> None:
    """Raise InputError when a file's name says no known kind."""
    if path and Path(path).suffix.lower() not in endings:
        raise InputError(f"{option} {path}: the name ends in {', '.join(endings)}")


class Views:
    """The views of one request, and the baseline they compare with."""

    def __init__(self, request: Request) -> None:
        """Read and check all that can be before the run; raises InputError."""
        _check_ending("--items", request.items, WRITERS)
        _check_ending("--audit", request.audit_form, AUDIT_ENDINGS)
        self.request = request
        try:
            self._answers = read_form(request.audited) if request.audited else None
        except AuditFormError as error:
            raise InputError(str(error)) from None
        except OSError as error:
            raise InputError(f"{request.audited}: cannot be read: {error.strerror or error}") from None
        self._baseline = read_baseline(request.baseline) if request.baseline else None

    def show(self, report: dict[str, Any], colour: bool = False) -> Shown:
        """What the printed report gains; `report` takes the audit along."""
        blocks, gates, comparison, audit = [], [], None, None
        if self._baseline is not None:
            comparison = compare_reports(report, self._baseline)
            blocks.append(render_comparison(comparison, colour))
        if self._answers is not None:
            result = judge(report, self._answers)
            audit = report["audit"] = result.as_dict()
            blocks.append(render_audit(result))
        if self.request.review:
            blocks.append(render_review(report["items"], colour))
        if self.request.fail_under is not None:
            gates.append(fail_under(report, self.request.fail_under))
        if self.request.fail_on_drop and comparison is not None:
            gates.append(fail_on_drop(comparison))
        sentences = [gate.sentence for gate in gates]
        return Shown(blocks, sentences, all(gate.passed for gate in gates), comparison, audit)

    def write(self, report: dict[str, Any], shown: Shown, write_text: WriteText) -> list[str]:
        """Write every file asked for; a line for each that a person must act on.

        Raises InputError, or what `write_text` raises, for one that cannot be written.
        """
        request = self.request
        if request.html:
            from report_views.html import render_html

            write_text(request.html, [render_html(report, shown.comparison)])
        if request.markdown:
            from report_views.markdown import render_markdown

            write_text(request.markdown, [render_markdown(report, shown.comparison)])
        try:
            if request.items:
                write_items(report["items"], request.items)
            if request.audit_rows:
                return [self._write_form(report)]
        except (ItemsFileError, AuditFormError) as error:
            raise InputError(str(error)) from None
        except OSError as error:
            raise InputError(f"{error.filename}: could not be written: {error.strerror or error}") from None
        return []

    def _write_form(self, report: dict[str, Any]) -> str:
        """Write the form of an audit; what to do with it."""
        form = self.request.audit_form
        rows = write_form(audit_sample(report, self.request.audit_rows), form)
        return (
            f"{form}: {rows} items; write right or wrong into human_verdict, then run with --audited {form}"
        )
