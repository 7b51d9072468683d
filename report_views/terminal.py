"""Colour and columns for text that a person reads in a terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TextIO

STYLES = {"good": "32", "bad": "31", "warn": "33", "faint": "2", "strong": "1"}


def wants_colour(stream: TextIO, environ: Mapping[str, str] | None = None) -> bool:
    """Whether colour belongs on this stream.

    Only on a terminal, never with a non-empty NO_COLOR (no-color.org) or with
    TERM=dumb.
    """
    variables = os.environ if environ is None else environ
    if variables.get("NO_COLOR") or variables.get("TERM") == "dumb":
        return False
    return bool(getattr(stream, "isatty", lambda: False)())


def paint(text: str, style: str, colour: bool) -> str:
    """The text in one of STYLES, or unchanged without colour."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if colour else text


def columns(rows: Sequence[Sequence[str]], right_from: int = 1) -> list[str]:
    """The rows as lines with aligned columns.

    Columns from `right_from` on are set flush right, the ones before flush
    left. Every row has as many cells as the first.
    """
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if index >= right_from else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
