"""The items of a report as a file of rows: JSON lines, CSV or Parquet.

JSON lines and Parquet hold every value as it is. CSV is opened by spreadsheet
programs, which run a cell that begins like a formula; so a cell that begins
with = + - @ (or their full-width forms), a tab or a line break, and is not a
plain number, gets an apostrophe in front, and so does a cell that begins with
an apostrophe. `plain_cell` takes it off again: nothing is lost.
"""

from __future__ import annotations

import csv
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any, TextIO

from report_views.figures import Item

ROWS_PER_BATCH = 10_000
FORMULA_STARTS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
BOOLEAN_COLUMNS = frozenset({"correct", "parsed", "lenient"})
INTEGER_COLUMNS = frozenset({"extraction_start", "extraction_end", "excerpt_start"})


class ItemsFileError(ValueError):
    """An items file that cannot be written, with what to do instead."""


# ------------------------------------------------------------------------------
# 1  Cells
# ------------------------------------------------------------------------------


def writable(text: str) -> str:
    r"""Text that UTF-8 can hold: a lone surrogate becomes its escape \udxxx."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def safe_cell(value: object) -> str:
    """A value as a CSV cell that no spreadsheet takes for a formula.

    >>> [safe_cell(text) for text in ("-3/4", "-0.75", "=1+1", "'x", True, None, ["a", "b"])]
    ["'-3/4", '-0.75', "'=1+1", "''x", 'true', '', '["a", "b"]']
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return json.dumps(value)
    text = writable(value)
    risky = text.lstrip(" ")[:1] in tuple(FORMULA_STARTS)
    is_number = re.fullmatch(r"[+-]?[0-9]{1,40}(?:\.[0-9]{1,40})?", text) is not None
    return f"'{text}" if text.startswith("'") or (risky and not is_number) else text


def plain_cell(text: str) -> str:
    """What `safe_cell` was given, if that was text."""
    return text[1:] if text.startswith("'") else text


# ------------------------------------------------------------------------------
# 2  Writers
#    A file appears whole or not at all.
# ------------------------------------------------------------------------------


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """A path beside `path` that takes its place when all went well."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    try:
        yield Path(name)
        os.chmod(name, 0o644)
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)


def _open_text(path: Path) -> TextIO:
    """A UTF-8 file for writing, its line ends as given."""
    return open(path, "w", encoding="utf-8", newline="")


def _write_jsonl(items: Iterable[Item], columns: Sequence[str], path: Path) -> int:
    """Write one JSON object per line; the number of rows."""
    count = 0
    with _open_text(path) as file:
        for item in items:
            line = json.dumps(dict(item), ensure_ascii=False, separators=(",", ":"))
            file.write(f"{writable(line)}\n")
            count += 1
    return count


def _write_csv(items: Iterable[Item], columns: Sequence[str], path: Path) -> int:
    """Write comma-separated rows with a header; the number of rows."""
    count = 0
    with _open_text(path) as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(columns)
        for item in items:
            writer.writerow([safe_cell(item.get(name)) for name in columns])
            count += 1
    return count


def _parquet_value(name: str, value: Any) -> Any:
    """A value in the type of its Parquet column."""
    if name in BOOLEAN_COLUMNS:
        return bool(value)
    if name in INTEGER_COLUMNS:
        return value if isinstance(value, int) else None
    if isinstance(value, list | tuple):
        value = ", ".join(map(str, value))
    return None if value is None else writable(str(value))


def _write_parquet(items: Iterable[Item], columns: Sequence[str], path: Path) -> int:
    """Write a Parquet file in batches; the number of rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {**dict.fromkeys(BOOLEAN_COLUMNS, pa.bool_()), **dict.fromkeys(INTEGER_COLUMNS, pa.int64())}
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in columns])
    count, rest = 0, iter(items)
    with pq.ParquetWriter(path, schema) as writer:
        while batch := list(islice(rest, ROWS_PER_BATCH)):
            arrays = {name: [_parquet_value(name, item.get(name)) for item in batch] for name in columns}
            writer.write_table(pa.table(arrays, schema=schema))
            count += len(batch)
    return count


Writer = Callable[[Iterable[Item], Sequence[str], Path], int]
WRITERS: Mapping[str, Writer] = {".jsonl": _write_jsonl, ".csv": _write_csv, ".parquet": _write_parquet}


def write_items(items: Iterable[Item], path: str | os.PathLike[str]) -> int:
    """Write items to a .jsonl, .csv or .parquet file; the number of rows.

    The columns are those of the first item; a list is JSON in CSV, comma
    separated in Parquet. Raises ItemsFileError for another ending or without
    pyarrow, and OSError, leaving an old file as it was, if writing fails.
    """
    target = Path(path)
    writer = WRITERS.get(target.suffix.lower())
    if writer is None:
        raise ItemsFileError(f"{target}: the name of an items file ends in {', '.join(WRITERS)}")
    stream = iter(items)
    first = next(stream, None)
    rows = stream if first is None else chain([first], stream)
    columns = list(first) if first is not None else ["id"]
    try:
        with _replacing(target) as part:
            return writer(rows, columns, part)
    except ImportError:
        raise ItemsFileError(
            f"{target}: writing Parquet needs the package pyarrow: pip install pyarrow"
        ) from None
