"""Where the input is: a file, a folder, a glob, or stdin.

    located(path) -> the files, in order

A folder stands for the data files in it; files of one kind are the shards of one input, in natural order
(`part-2` before `part-10`).
"""

from __future__ import annotations

import glob
import os
import re

from input_files.errors import InputError

STDIN = "-"
STDIN_FILE = "/dev/stdin"
COMPRESSED = (".gz", ".zst")
KINDS = (
    ("Parquet", (".parquet", ".pq")),
    ("JSON lines", (".jsonl", ".ndjson")),
    ("inspect logs", (".eval",)),
)
"""What a folder may hold, by the ends of names; one folder holds one kind."""

LAST_RESORT = (".json",)
"""Taken from a folder that holds nothing else: beside data they are other tools' settings and summaries."""


def natural_key(path: str) -> list[tuple[bool, int, str]]:
    """A sorting key under which `rs2` stands before `rs10`."""
    pieces = re.findall(r"[0-9]{1,18}|[^0-9]{1,4096}", path)
    return [(p.isdecimal(), int(p) if p.isdecimal() else 0, p) for p in pieces]


def is_pattern(path: str) -> bool:
    """True for a glob that is not the very name of a file."""
    return any(mark in path for mark in "*?[") and not os.path.exists(path)


def _bare_ending(name: str) -> str:
    """The ending of a file name in lower case, without that of compression."""
    stem, ending = os.path.splitext(name.lower())
    return os.path.splitext(stem)[1] if ending in COMPRESSED else ending


def _in_folder(folder: str) -> list[str]:
    """The data files of a folder; raises InputError for none or two kinds."""
    names = [
        name
        for name in os.listdir(folder)
        if not name.startswith(".") and os.path.isfile(os.path.join(folder, name))
    ]
    found = {kind: [name for name in names if _bare_ending(name) in endings] for kind, endings in KINDS}
    kinds = [kind for kind, members in found.items() if members]
    if len(kinds) > 1:
        raise InputError(
            f"{folder}: is a directory that holds {' and '.join(kinds)}; name one kind, such as "
            f"'{os.path.join(folder, '*' + dict(KINDS)[kinds[0]][0])}'"
        )
    chosen = found[kinds[0]] if kinds else [name for name in names if _bare_ending(name) in LAST_RESORT]
    if not chosen:
        raise InputError(f"{folder}: is a directory without a .jsonl or .parquet file in it; name the file")
    return [os.path.join(folder, name) for name in chosen]


def _no_such_file(path: str) -> str:
    """The message for a path that leads nowhere, with the nearest name."""
    import difflib

    folder, name = os.path.split(path)
    there = os.listdir(folder or ".") if os.path.isdir(folder or ".") else []
    near = difflib.get_close_matches(name, there, n=1, cutoff=0.8)
    return f"{path}: no such file" + (f"; did you mean {os.path.join(folder, near[0])}?" if near else "")


def located(path: str) -> list[str]:
    """The files that a path stands for, in natural order.

    Raises InputError when there is none, or a folder holds two kinds of data.
    """
    if path == STDIN:
        return [STDIN_FILE]
    if os.path.isdir(path):
        return sorted(_in_folder(path), key=natural_key)
    if is_pattern(path):
        found = [name for name in glob.glob(path, recursive=True) if not os.path.isdir(name)]
        if not found:
            raise InputError(f"{path}: no file matches")
        return sorted(found, key=natural_key)
    if not os.path.exists(path):
        raise InputError(_no_such_file(path))
    return [path]
