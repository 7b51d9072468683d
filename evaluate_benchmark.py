r"""Score a model's answers to a mathematics benchmark, and say why.

    python evaluate_benchmark.py --dataset D.jsonl --predictions P.jsonl --out report.json

A response flows through this file from top to bottom, and each section uses only what stands above it:

     1  Limits        every number that bounds work, with its unit in the name
     2  Records       the types that travel between sections; rules as data; errors
     3  Read          JSONL or Parquet, plain or compressed -> items and responses; every bad line counted
     4  Extract       response -> the candidate answer and where it stands
     5  Clean         candidate -> the answer's text
     6  Mathematics   the package `answer_math` beside this file (reader, equality, sandbox)
     7  Tiers         exact, numeric, symbolic: gold, given -> accept, reject or undecided
     8  Decide        gold, response -> Decision; `grade`, `explain`, `self_check`
     9  Run           batches, worker processes, `score_batch`, `evaluate`
    10  Report        counts add, percents derive; JSON `format: 1`, printed tables, shards merged
    11  Command line  options, exit codes, `main`

Vocabulary
    item      a dataset row that has a gold answer; it is scored exactly once
    gold      the right answer, text from the dataset
    response  all that the model wrote; `None` when the line holds null
    given     the answer found in the response; always named after the gold: `gold, given`
    text      a str; a value is what the reader makes of it
    tier      one way of comparing: exact, numeric, symbolic
    verdict   of a tier: accept, reject, undecided; of an item also unparsed, missing
    reason    a stable code that says why a verdict is not an accept, or what settled it
    outcome   what the report keeps of a decision

As a library: `grade(gold, response)`, `evaluate(dataset, predictions)`, `score_batch(table)`.

Exit codes: 0 done; 1 a missing or unreadable file, an unknown tier or a broken environment; 2 usage;
3 a gate not met; 130 interrupted, with the report of what was done marked incomplete.
"""

from __future__ import annotations

import contextlib
import enum
import gc
import itertools
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, NamedTuple, cast

from answer_math.cleaning import clean, normalise, reproduces
from answer_math.equality import (
    Comparison,
    as_comparison,
    compare,
    contradicts_unit,
    is_numeric,
    list_size,
    plain_numbers_outcome,
)
from answer_math.extraction import box_list, extract, stated_answer, unit_behind
from answer_math.reader import reads_as_answer
from answer_math.rules import holds_any, pattern
from answer_math.tree import MAX_ANSWER_CHARS
from answer_math.values import ABSOLUTE_TOLERANCE, RELATIVE_TOLERANCE
from answer_math.visible import Extraction
from input_files.errors import InputError
from input_files.group_columns import GROUP_COLUMNS, GroupColumn
from input_files.streams import byte_lines
from report_views.provenance import input_meta, package_versions, stated_options
from report_views.whole_files import output_fault, write_whole

if TYPE_CHECKING:
    import argparse
    import subprocess
    from fractions import Fraction

    import pyarrow

    from input_files.adapt import Reading
    from input_files.select import Condition, Selection
    from report_views.requested import Request, Views

__version__ = "0.1.0"

# ------------------------------------------------------------------------------
# 1  Limits: every number that bounds work or output
# Checked before the work they bound (DESIGN 8). Those that can change a verdict enter the signature.
# ------------------------------------------------------------------------------

MAX_RESPONSE_CHARS = 10_000_000
"""A longer response is undecided, `too_complex`; up to here extraction is one forward pass."""

MAX_LINE_BYTES = 128 << 20
"""A longer input line is malformed; 10 MB of text may need six bytes a character in JSON escapes."""

MAX_EXACT_INTEGER_CHARS = 18
"""A longer integer in a JSON row stays text, so that its digits are never converted."""

SCORING_LIMITS = {"MAX_RESPONSE_CHARS": MAX_RESPONSE_CHARS, "MAX_ANSWER_CHARS": MAX_ANSWER_CHARS}
"""The limits of a text; they stand in the signature. Those of the reader and the sampling go with the version."""

KEPT_DECISIONS = 50_000
"""Distinct (gold, given) pairs whose verdict a process remembers before it starts afresh."""

KEPT_PROBLEMS = 20
"""Bad lines of each kind that the report lists; all of them are counted."""

MAX_COLUMNS_NAMED = 20
"""Columns of a row that a message lists."""

SHOWN_CHARS = 2_000
"""Characters of a prediction that the report keeps; the rest becomes an ellipsis."""

PRINTED_CHARS = 200
"""Characters of a prediction or gold in the printed table."""

PRINTED_ITEMS = 500
"""`--show-items auto` prints every item up to this many, above it the failures (S4.1)."""

BATCH_ITEMS = 64
BATCH_CHARS = 1 << 20
"""A batch for one scorer ends at whichever comes first."""

PARQUET_BATCH_ROWS = 4_096
"""Parquet rows read at a time."""

ITEMS_FOR_WORKERS = 1_000
"""With `--jobs 0` (the default) a dataset of fewer items is scored in this process."""

WORKER_END_SECONDS = 5.0
"""How long a worker may take to end once it has nothing to do."""

PROGRESS_AFTER_SECONDS = 2.0
PROGRESS_LINE_SECONDS = 10.0
"""When progress starts to show on stderr, and how often it writes a line where there is no terminal."""

# ------------------------------------------------------------------------------
# 2  Records: what travels between the sections
# Frozen, small, no formatting inside. STYLE 3.2; DESIGN 2.
# ------------------------------------------------------------------------------


class BrokenEnvironment(EnvironmentError):
    """The grader itself does not work here: no score may be printed."""


class Verdict(enum.StrEnum):
    """What a tier says of two answers; never used as a truth value."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNDECIDED = "undecided"

    def __bool__(self) -> bool:
        """Never comes back: `if Verdict.REJECT:` would be true, so it raises."""
        raise TypeError(f"a Verdict is not a truth value; write `is Verdict.{self.name}`")


VERDICTS = {verdict.value: verdict for verdict in Verdict}

UNPARSED = "unparsed"
MISSING = "missing"
"""The two verdicts that an item can have beside a tier's three."""

TOO_COMPLEX = "too_complex"
CRASHED = "crashed"
TIMEOUT = "timeout"
GOLD_UNREADABLE = "gold_unreadable"
NO_ANSWER = "no_answer"
NO_PREDICTION = "no_prediction"
"""Reasons that sections 8 to 10 give or count themselves; the tiers have more of their own."""


class TierResult(NamedTuple):
    """What one tier says; everything but accept carries its reason."""

    tier: str
    verdict: Verdict
    reason: str
    rule: str = ""
    lenient: bool = False
    convention: str = ""
    witness: str = ""
    reader: str = ""


class Decision(NamedTuple):
    """How one response was judged; `trail` has a TierResult per tier tried.

    `verdict` is accept, reject, undecided, unparsed or missing; `tier` is the last one reached or "".
    """

    verdict: str
    tier: str
    rule: str
    lenient: bool
    convention: str
    reason: str
    reader: str
    extraction: Extraction | None
    pred: str
    gold: str
    trail: tuple[TierResult, ...]

    @property
    def correct(self) -> bool:
        """True when a tier accepted the response."""
        return self.verdict == "accept"


class Outcome(NamedTuple):
    """What the report keeps of a decision; the response is gone.

    `start` and `end` are -1 when nothing was extracted.
    """

    verdict: str
    tier: str
    rule: str
    lenient: bool
    convention: str
    reason: str
    reader: str
    extraction: str
    start: int
    end: int
    pred: str

    @property
    def correct(self) -> bool:
        """True when the item counts as right."""
        return self.verdict == "accept"

    @property
    def parsed(self) -> bool:
        """True when the response held an answer at all."""
        return self.verdict not in (UNPARSED, MISSING)


class Item(NamedTuple):
    """A dataset row with a gold answer; `groups` is aligned to GROUP_COLUMNS."""

    id: str
    gold: str
    groups: tuple[Any, ...]


class Row(NamedTuple):
    """A line of an input file: its fields, or None and what is wrong with it.

    `file` is named when the input is several files.
    """

    line: int
    fields: Mapping[str, Any] | None
    fault: str = ""
    file: str = ""


class Problem(NamedTuple):
    """A line that could not be used as it stands, for the report's list."""

    kind: str
    file: str
    line: int
    what: str


class ProblemLog:
    """Counts bad lines by kind and keeps the first few of each."""

    __slots__ = ("counts", "kept")

    def __init__(self) -> None:
        """Start with nothing noted."""
        self.counts: Counter[str] = Counter()
        self.kept: list[Problem] = []

    def note(self, kind: str, file: str, line: int, what: str) -> None:
        """Count one more problem of this kind; keep it if it is among the first."""
        self.counts[kind] += 1
        if self.counts[kind] <= KEPT_PROBLEMS:
            self.kept.append(Problem(kind, file, line, what))


DATASET_ERROR = "dataset_errors"
MALFORMED = "malformed_prediction_lines"
DUPLICATE = "duplicate_predictions"
UNKNOWN_ID = "unknown_prediction_ids"
"""The kinds of problem, named as the totals that count them (S4.1, S4.2)."""

# ------------------------------------------------------------------------------
# 3  Read: files -> items and responses
# Nothing in a file ends the run: a bad row is counted with its file and line (S4.1, DESIGN 9). Only a file
# that cannot be used at all raises InputError. Responses are handed on one by one and never kept.
# ------------------------------------------------------------------------------

RESPONSE_FIELDS = ("response", "prediction", "output", "answer", "pred", "text")
"""Spellings of the response; the first one present is used (S4.2)."""

GOLD_FIELDS = ("final_answer_boxed", "final_answer", "answer", "expected_answer")
"""Where the gold is; the first one that is not empty is used (DESIGN 9)."""

STATUS = [column.field for column in GROUP_COLUMNS].index("answer_status")

DATASET_FIELDS = frozenset(
    (
        "id",
        "expected_unit",
        *GOLD_FIELDS,
        *(c.field for c in GROUP_COLUMNS),
        *(c.needs for c in GROUP_COLUMNS if c.needs),
    )
)
STATEMENT_FIELDS = frozenset(("problem", "solution"))
FINISH_FIELDS = ("finish_reason", "stop_reason")
"""Where a line says why the model stopped; only the review list asks."""

PREDICTION_FIELDS = frozenset(("id", *RESPONSE_FIELDS, *FINISH_FIELDS))


def _small_integer(digits: str) -> int | str:
    """The integer, or its text when it is too long to be worth converting."""
    return int(digits) if len(digits) <= MAX_EXACT_INTEGER_CHARS else digits


def _number_text(digits: str) -> str:
    """A JSON number exactly as it was written: `0.10` stays `0.10`."""
    return digits


_DECODER = json.JSONDecoder(
    parse_float=_number_text, parse_int=_small_integer, parse_constant=_number_text, strict=False
)


def text_of(value: object) -> str:
    """The text of a scalar from a row; raises ValueError for a list or object.

    A number is its own text, `true` and `false` keep their JSON names, null is empty.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, Mapping)):
        raise ValueError("an object" if isinstance(value, Mapping) else "a list")
    return str(value)


def _parse_line(number: int, line: bytes) -> Row:
    """The fields of one JSON line, or what is wrong with it."""
    if len(line) > MAX_LINE_BYTES:
        return Row(number, None, f"longer than {MAX_LINE_BYTES} bytes")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        text = line.decode("utf-8", "replace")  # one bad byte must not lose the answer beside it
    try:
        fields = _DECODER.decode(text)
    except RecursionError:
        return Row(number, None, "nested too deeply")
    except json.JSONDecodeError as error:
        what = "holds NUL bytes" if "\0" in text else f"not JSON: {error.msg} at column {error.colno}"
        return Row(number, None, what)
    if not isinstance(fields, dict):
        kind = {list: "a list", str: "a string", type(None): "null"}.get(type(fields), "a number")
        return Row(number, None, f"is {kind}, not an object")
    return Row(number, fields)


def _refuse_array(path: str, line: bytes) -> None:
    """Raise InputError when a file is one JSON array instead of lines."""
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        first = None
    if first is None or (isinstance(first, list) and first and isinstance(first[0], dict)):
        raise InputError(
            f"{path}: line 1: is one JSON array; one JSON object per line is needed: "
            f"jq -c '.[]' {path} > lines.jsonl"
        )


def _json_rows(path: str) -> Iterator[Row]:
    """The rows of a JSONL file; blank lines do not count, bad ones are marked."""
    number = 0
    try:
        for number, line in enumerate(byte_lines(path, MAX_LINE_BYTES), start=1):
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
                if line.lstrip().startswith(b"["):
                    _refuse_array(path, line)
            line = line.strip()
            if line:
                yield _parse_line(number, line)
    except (EOFError, OSError) as error:
        if isinstance(error, BrokenEnvironment):
            raise
        yield Row(number + 1, None, f"the file ends early or is damaged: {error}")


def _one_line(error: BaseException) -> str:
    """An error's text on one line, cut to a readable length."""
    return " ".join(str(error).split())[:PRINTED_CHARS]


def _is_plain(fields: Iterable[str], wanted: frozenset[str]) -> bool:
    """True for columns that need no mapping: an id, and a gold or response."""
    spellings = GOLD_FIELDS if wanted >= DATASET_FIELDS else RESPONSE_FIELDS
    return "id" in fields and any(name in fields for name in spellings)


def _parquet_columns(path: str, schema: Any, wanted: frozenset[str], reading: Reading | None) -> list[str]:
    """The columns to read; InputError when none can tell rows apart."""
    import pyarrow

    scalars = [field.name for field in schema if not pyarrow.types.is_nested(field.type)]
    if reading is None and _is_plain(scalars, wanted):
        return [name for name in schema.names if name in wanted]
    from input_files.adapt import wanted_columns

    return wanted_columns(path, schema.names, wanted >= DATASET_FIELDS, reading, wanted)


def _parquet_rows(path: str, wanted: frozenset[str], reading: Reading | None = None) -> Iterator[Row]:
    """The rows of a Parquet file, reading only the columns that are needed."""
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise InputError(f"{path}: reading Parquet needs the package pyarrow: pip install pyarrow") from None
    try:
        with parquet.ParquetFile(path) as file:
            columns = _parquet_columns(path, file.schema_arrow, wanted, reading)
            number = 0
            for batch in file.iter_batches(batch_size=PARQUET_BATCH_ROWS, columns=columns):
                for fields in batch.to_pylist():
                    number += 1
                    yield Row(number, fields)
    except (pyarrow.ArrowException, OSError) as error:
        raise InputError(f"{path}: is not a readable Parquet file: {_one_line(error)}") from None


def _is_parquet(path: str) -> bool:
    """True for a Parquet file by name or first bytes; a pipe stays unread."""
    if path.lower().endswith((".parquet", ".pq")):
        return True
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"PAR1"
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None


def _rows_of_file(path: str, wanted: frozenset[str], reading: Reading | None) -> Iterator[Row]:
    """The rows of one file as they stand in it."""
    if path.lower().endswith((".json", ".eval")):
        from input_files.documents import log_samples

        samples = log_samples(path)
        if samples is not None:
            return (Row(number, fields) for number, fields in enumerate(samples, start=1))
    return _parquet_rows(path, wanted, reading) if _is_parquet(path) else _json_rows(path)


Source = str | os.PathLike[str] | Iterable[Mapping[str, Any]]
"""A file (JSONL or Parquet, also compressed), a folder, a glob, `-` for stdin, or an iterable of rows."""


def source_path(source: Source) -> str:
    """The path of a source, "" for rows in memory."""
    return os.fspath(source) if isinstance(source, (str, os.PathLike)) else ""


def _inputs(
    source: Source, wanted: frozenset[str], reading: Reading | None
) -> Iterator[tuple[str, Iterator[Row]]]:
    """The name and the rows of each file that a source stands for."""
    if not isinstance(source, (str, os.PathLike)):
        yield (
            "",
            (
                Row(number, fields) if isinstance(fields, Mapping) else Row(number, None, "is not a mapping")
                for number, fields in enumerate(source, start=1)
            ),
        )
        return
    path = os.fspath(source)
    files = [path]
    if os.path.isdir(path) or not os.path.exists(path):
        from input_files.locate import located

        files = located(path)
    for file in files:
        yield file, _rows_of_file(file, wanted, reading)


def _counted(rows: Iterable[Row], file: str, counts: Counter[str]) -> Iterator[Row]:
    """The same rows, counted under the name of their file."""
    for row in rows:
        counts[file] += 1
        yield row


def _peeked(rows: Iterator[Row], wanted: frozenset[str]) -> tuple[bool, Iterator[Row]]:
    """Whether the first good row needs no mapping, and all rows again."""
    held: list[Row] = []
    for row in rows:
        held.append(row)
        if row.fields is not None:
            scalars = [name for name, value in row.fields.items() if not isinstance(value, (list, dict))]
            return _is_plain(scalars, wanted), itertools.chain(held, rows)
    return True, iter(held)


def read_rows(
    source: Source,
    wanted: frozenset[str],
    reading: Reading | None = None,
    counts: Counter[str] | None = None,
) -> Iterator[Row]:
    """The rows of every file of a source, those of other tools mapped to ours.

    `counts` takes the rows of each file as they stand in it. Raises InputError for a file that is missing or
    of no kind that can be read, and for a named column that is not there.
    """
    counts = Counter() if counts is None else counts
    is_dataset, golds = wanted >= DATASET_FIELDS, dict[str, Any]()
    for file, found in _inputs(source, wanted, reading):
        before = counts.total() if is_dataset else 0
        plain, rows = _peeked(_counted(found, file, counts), wanted)
        if plain and reading is None and file == source_path(source):
            yield from rows
            continue
        from input_files.adapt import adapted

        named = (row._replace(file=file) for row in rows)
        yield from adapted(named, is_dataset, reading, golds, before)


def _box_end(text: str, start: int) -> int:
    """Where the brace that opens just before `start` closes, or -1."""
    depth, at = 1, start
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if not depth:
                return at
        at += 1
    return -1


def unbox(text: str) -> str:
    r"""The gold without the `\boxed{}` around all of it (S1).

    >>> unbox(r"\boxed{\frac{3}{4}}")
    '\\frac{3}{4}'
    """
    stripped = text.strip()
    opening = r"\boxed{"
    if stripped.startswith(opening) and stripped.endswith("}"):
        inside = stripped[len(opening) : -1]
        if "{" not in inside and "}" not in inside:
            return inside.strip()
        end = _box_end(stripped, len(opening))
        # a gold with an odd brace of its own still has its box around all of it
        if end in (-1, len(stripped) - 1):
            return inside.strip()
    return stripped


def gold_of(row: Mapping[str, Any]) -> str:
    """The gold answer of a dataset row, "" when it has none.

    `expected_answer` takes its `expected_unit` along. Raises ValueError for a gold that is a list or object.
    """
    for name in GOLD_FIELDS:
        value = row.get(name)
        try:
            gold = unbox(text_of(value))
        except ValueError as error:
            raise ValueError(f"`{name}` is {error}") from None
        if gold and name == "expected_answer":
            unit = text_of(row.get("expected_unit")).strip()
            return f"{gold} {unit}" if unit else gold
        if gold:
            return gold
    return ""


def id_of(row: Mapping[str, Any]) -> str:
    """A row's id as text; raises ValueError when there is none to use."""
    if "id" not in row:
        raise ValueError("has no `id`")
    value = row["id"]
    if value is None or isinstance(value, bool):
        raise ValueError(f"`id` is {json.dumps(value)}")
    try:
        text = text_of(value)
    except ValueError as error:
        raise ValueError(f"`id` is {error}") from None
    if not text:
        raise ValueError("`id` is empty")
    return text


class Dataset:
    """The items of a dataset, in its order, and what could not be used."""

    __slots__ = ("columns", "file", "files", "index", "items", "left_out", "sha256", "skipped")

    def __init__(self, file: str) -> None:
        """Start empty; `read_dataset` fills it."""
        self.file = file
        self.items: list[Item] = []
        self.index: dict[str, int] = {}
        """The item's place by id; -1 for a row that is not scored."""
        self.columns: set[str] = {column.field for column in GROUP_COLUMNS if column.standard}
        self.files: Counter[str] = Counter()
        """The rows of each file, as they stand in it."""
        self.skipped = 0
        self.left_out = 0
        """Rows that do not meet the conditions of `--where`."""
        self.sha256 = ""

    def add(self, row_id: str, gold: str, groups: tuple[Any, ...]) -> None:
        """Append a row as an item, or as skipped when it has no gold."""
        if gold:
            self.index[row_id] = len(self.items)
            self.items.append(Item(row_id, gold, groups))
        else:
            self.index[row_id] = -1
            self.skipped += 1

    def leave_out(self, row_id: str) -> None:
        """Note a row outside the subset: its prediction is not unknown."""
        self.index[row_id] = -1
        self.left_out += 1


def _group_value(value: Any) -> Any:
    """A group column's value as a hashable: lists become tuples, null is ""."""
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return tuple(_group_value(member) for member in value)
    return value if isinstance(value, (str, int, float)) else json.dumps(value, default=str)


def _groups_of(row: Mapping[str, Any], shared: dict[Any, tuple[Any, ...]]) -> tuple[Any, ...]:
    """A row's group values; equal ones are one tuple, kept in `shared`."""
    raw = tuple(column.read(row) for column in GROUP_COLUMNS)
    try:
        known = shared.get(raw)
    except TypeError:  # a list-valued column
        raw = tuple(map(_group_value, raw))
        known = shared.get(raw)
    if known is None:
        values = tuple(map(_group_value, raw))
        known = shared[raw] = shared.setdefault(values, values)
    return known


def source_name(source: Source) -> str:
    """How an input is named in messages: its path, or its type."""
    return source_path(source) or f"<{type(source).__name__}>"


def _selection(reading: Reading | None) -> Selection | None:
    """The conditions that rows must meet, None without any."""
    if reading is None or not reading.where:
        return None
    from input_files.select import Selection

    return Selection(reading.where)


def read_dataset(source: Source, problems: ProblemLog, reading: Reading | None = None) -> Dataset:
    """The dataset's items; bad rows are counted in `problems`.

    The first of two rows with one id is kept. The hash covers ids, golds and groups in any file format.
    Raises InputError when no row at all can be used.
    """
    import hashlib

    dataset, digest = Dataset(source_name(source)), hashlib.sha256()
    shared: dict[Any, tuple[Any, ...]] = {}
    selection = _selection(reading)
    without_gold: Mapping[str, Any] = {}
    for row in read_rows(source, DATASET_FIELDS, reading, dataset.files):
        try:
            if row.fields is None:
                raise ValueError(row.fault)
            row_id, gold = id_of(row.fields), gold_of(row.fields)
            if row_id in dataset.index:
                raise ValueError(f"id {row_id[:PRINTED_CHARS]!r} stands twice; the first row is used")
        except ValueError as error:
            problems.note(DATASET_ERROR, row.file or dataset.file, row.line, str(error))
            continue
        if selection is not None and not selection.takes(row.fields):
            dataset.leave_out(row_id)
            continue
        values = _groups_of(row.fields, shared)
        if not gold and not dataset.items:
            without_gold = row.fields
        dataset.add(row_id, gold, values)
        digest.update("\x1f".join((row_id, gold, *map(str, values), "\x1e")).encode("utf-8", "surrogatepass"))
    if selection is not None and (fault := selection.fault()):
        raise InputError(f"{dataset.file}: {fault}")
    if not dataset.index:
        first = f"; line {problems.kept[0].line} {problems.kept[0].what}" if problems.kept else ""
        raise InputError(f"{dataset.file}: holds no row that can be scored{first}")
    if without_gold and not dataset.items and not set(GOLD_FIELDS) & set(without_gold):
        from input_files.columns import missing_column

        raise InputError(
            f"{dataset.file}: {missing_column(GOLD_FIELDS[0], without_gold)}; name one with --gold-field"
        )
    seen = (
        column.field
        for at, column in enumerate(GROUP_COLUMNS)
        if any(values[at] != "" for values in shared.values())
    )
    dataset.columns.update(seen)
    dataset.sha256 = digest.hexdigest()
    return dataset


def response_of(row: Mapping[str, Any]) -> str | None:
    """The response of a prediction row, None when it is null.

    Raises ValueError when no response field is present or it is no text.
    """
    for name in RESPONSE_FIELDS:
        if name in row:
            value = row[name]
            try:
                return None if value is None else text_of(value)
            except ValueError as error:
                raise ValueError(f"`{name}` is {error}, not text") from None
    there = ", ".join(list(row)[:MAX_COLUMNS_NAMED]) or "nothing"
    raise ValueError(f"has no response; one of {', '.join(RESPONSE_FIELDS)} is needed, it has {there}")


class Predictions:
    """Hands on a file's usable predictions one by one, counts the rest."""

    def __init__(
        self,
        source: Source,
        dataset: Dataset,
        problems: ProblemLog,
        reading: Reading | None = None,
        *,
        samples: bool = False,
        finish_reasons: dict[int, str] | None = None,
    ) -> None:
        """Read from `source`; it is opened when the first response is asked for.

        With `samples` an id that stands twice is no duplicate. `finish_reasons` takes, by place, why the model
        stopped where a line says it.
        """
        self.file = source_name(source)
        self.files: Counter[str] = Counter()
        """The rows of each file, as they stand in it."""
        self._source, self._dataset, self._problems, self._reading = source, dataset, problems, reading
        self._seen = bytearray(len(dataset.items))
        self._other_seen: set[str] = set()
        self._samples = samples
        self._finish_reasons = finish_reasons

    @property
    def rows(self) -> int:
        """How many rows were read."""
        return self.files.total()

    def __iter__(self) -> Iterator[tuple[int, str | None]]:
        """(item's place, response) in file order; later ones replace earlier."""
        for row in read_rows(self._source, PREDICTION_FIELDS, self._reading, self.files):
            try:
                if row.fields is None:
                    raise ValueError(row.fault)
                row_id, response = id_of(row.fields), response_of(row.fields)
            except ValueError as error:
                self._problems.note(MALFORMED, row.file or self.file, row.line, str(error))
                continue
            at = self._dataset.index.get(row_id)
            self._note_repeat(at, row_id, row)
            if at is not None and at >= 0:
                if self._finish_reasons is not None:
                    reasons = (row.fields.get(name) for name in FINISH_FIELDS)
                    self._finish_reasons[at] = next(
                        (reason for reason in reasons if isinstance(reason, str)), ""
                    )
                yield at, response

    def _note_repeat(self, at: int | None, row_id: str, row: Row) -> None:
        """Count an id that stands twice, or that the dataset does not have."""
        is_item = at is not None and at >= 0
        if is_item and not self._seen[cast("int", at)]:
            self._seen[cast("int", at)] = 1
            return
        if is_item and self._samples:
            return
        if is_item or row_id in self._other_seen:
            what = f"id {row_id[:PRINTED_CHARS]!r} stands twice; the last line is used (--samples scores all)"
            self._problems.note(DUPLICATE, row.file or self.file, row.line, what)
            return
        self._other_seen.add(row_id)
        if at is None:
            what = f"id {row_id[:PRINTED_CHARS]!r} is not in the dataset"
            self._problems.note(UNKNOWN_ID, row.file or self.file, row.line, what)


# ------------------------------------------------------------------------------
# 4  Extract: response -> Extraction | None          answer_math/extraction.py
# 5  Clean: candidate -> Cleaned                     answer_math/cleaning.py
# 6  Mathematics: text -> tree, trees -> verdict     answer_math/reader.py, equality.py, sandbox.py
# Three sections that are packages beside this file: each outgrew a section of a script (S3.1, DESIGN 3-6).
# ------------------------------------------------------------------------------

# ------------------------------------------------------------------------------
# 7  Tiers: gold, given -> TierResult
# Accept, reject with a witness, or undecided with a reason (S3.2, DESIGN 2). Exact: strings, accepts only.
# Numeric: numbers as they stand and lists of them. Symbolic: whatever the reader reads.
# ------------------------------------------------------------------------------

Tier = Callable[[str, str], TierResult]

SAME_TEXT = TierResult("exact", Verdict.ACCEPT, "equal_text", "same-text")
DIFFERENT_TEXT = TierResult("exact", Verdict.UNDECIDED, "different_text")
NOT_NUMBERS = TierResult("numeric", Verdict.UNDECIDED, "not_numbers")

SEPARATOR = r"[;,](?=\s)|;|,(?!\d)|(?<!\d),"
"""What parts the items of a list at the exact tier: not a comma between two digits (S3.3), nor one beside `;`."""

UNION = r"\\(?:big)?cup(?![A-Za-z])|∪|⋃"
STRING_SHAPES = ((UNION, "same-union-of-texts"), (SEPARATOR, "same-list-of-texts"))
"""Shapes that the exact tier compares item by item: separator and rule."""
SIGNS_OF_A_LIST = (",", ";", "cup", "∪", "⋃")
"""What every separator holds one of."""

CONDITION = (
    r"[<>≤≥≠]|\\(?:leq?|geq?|neq?|leqslant|geqslant)(?![A-Za-z])|(?<![A-Za-z])(?:if|when|for)(?![A-Za-z])"
)
"""What a condition on other items holds."""

BRACKETS = r"(?P<opening>[(\[{])|(?P<closing>[)\]}])"


def _parts(text: str, separator: str) -> list[str]:
    """The pieces of a text between separators outside every bracket."""
    depth, pieces, start = 0, [], 0
    for mark in pattern(f"{separator}|{BRACKETS}").finditer(text):
        if mark["opening"]:
            depth += 1
        elif mark["closing"]:
            depth -= 1
        elif depth == 0:
            pieces.append(text[start : mark.start()])
            start = mark.end()
    return [*pieces, text[start:]]


def _items(text: str, separator: str) -> list[str]:
    """The items of a list of texts; between semicolons, commas part none."""
    groups = _parts(text, ";") if separator is SEPARATOR and ";" in text else []
    return groups if len(groups) > 1 else _parts(text, separator)


def _bare_set(text: str) -> str:
    """The text without the braces of a set around all of it."""
    text = text.strip()
    return text[2:-2] if text.startswith("\\{") and text.endswith("\\}") and text.count("\\{") == 1 else text


def _stand_alone(items: Sequence[str]) -> bool:
    """False where items belong to their neighbours.

    Such are conditions beside values, and names that come round again.
    """
    conditions = {pattern(CONDITION).search(item) is not None for item in items}
    names = [item.partition("=")[0].strip() for item in items if "=" in item]
    return len(conditions) == 1 and len(set(names)) in (len(names), 1)


def _item_text(text: str) -> str:
    """One item as strings are compared: commas and semicolons are alike."""
    return normalise(text).replace(";", ",")


def _digits(text: str) -> list[str]:
    """The digits of a text: reordered items have the same ones."""
    return pattern(r"\d").findall(text)


def _same_strings(gold: str, given: str) -> str:
    """The rule by which two texts are equal strings, "" if they are not.

    Equal outright, as lists of equal strings in any order, or as unions of equal strings.
    """
    wanted, found = normalise(gold), normalise(given)
    if wanted == found:
        return "same-text" if wanted else ""
    if not holds_any(gold, SIGNS_OF_A_LIST) or sorted(_digits(wanted)) != sorted(_digits(found)):
        return ""
    for separator, name in STRING_SHAPES:
        if not (pattern(separator).search(gold) and pattern(separator).search(given)):
            continue
        left, right = (_items(_bare_set(text), separator) for text in (gold, given))
        is_same = len(left) == len(right) > 1 and sorted(map(_item_text, left)) == sorted(
            map(_item_text, right)
        )
        if is_same and _stand_alone(left):
            return name
    return ""


def _cased(text: str) -> str:
    """The text with capitals marked, so that `normalise` keeps their case."""
    return pattern(r"[A-Z]").sub(lambda capital: capital[0] + "\x01", text)


def exact_tier(gold: str, given: str) -> TierResult:
    """Accept equal strings, lists and unions of strings; never a reject.

    A formula that is equal only in lower case is a lenient accept; words are not (S3.2, S3.3, DESIGN 7).
    """
    if gold == given and gold[-1:].isalnum():
        return SAME_TEXT
    found = _same_strings(gold, given)
    if not found:
        return DIFFERENT_TEXT
    has_capitals = gold != gold.lower() or given != given.lower()
    if not has_capitals or _same_strings(_cased(gold), _cased(given)) or not reads_as_answer(gold):
        return TierResult("exact", Verdict.ACCEPT, "equal_text", found)
    return TierResult("exact", Verdict.ACCEPT, "equal_text", "case-folded", lenient=True)


def _tier_result(tier: str, found: Comparison) -> TierResult:
    """What a tier reports of a comparison."""
    return TierResult(
        tier,
        VERDICTS[found.verdict],
        found.reason,
        found.rule,
        found.lenient,
        found.convention,
        found.witness,
        found.reader,
    )


def numeric_tier(gold: str, given: str) -> TierResult:
    """Accept or reject two numbers, or lists of numbers, as they stand.

    Nothing is computed (S3.2, DESIGN 4). A reject is final: `compare` has tried every reading of both sides.
    """
    numbers = plain_numbers_outcome(gold, given)
    if numbers is not None:
        return _tier_result("numeric", as_comparison(numbers))
    if not (is_numeric(gold) and is_numeric(given)):
        return NOT_NUMBERS
    return _tier_result("numeric", compare(gold, given))


def symbolic_tier(gold: str, given: str) -> TierResult:
    """Accept, reject or undecided by what the answers denote (DESIGN 6)."""
    return _tier_result("symbolic", compare(gold, given))


TIERS: dict[str, Tier] = {"exact": exact_tier, "numeric": numeric_tier, "symbolic": symbolic_tier}

# ------------------------------------------------------------------------------
# 8  Decide: gold, response -> Decision
# The reproduction rule first, then the tiers in order until one accepts or rejects (S3.2, S3.4).
# Each distinct (gold, given) is decided once. No exception leaves this section but BrokenEnvironment.
# ------------------------------------------------------------------------------

DEFAULT_TIERS = tuple(TIERS)


def tier_names(names: str | Sequence[str]) -> tuple[str, ...]:
    """The tiers to try, in order; raises InputError for an unknown one (S4.1)."""
    chosen = tuple(name.strip() for name in (names.split(",") if isinstance(names, str) else names))
    for name in chosen:
        if name not in TIERS:
            raise InputError(f"unknown tier {name!r}; the tiers are {', '.join(TIERS)}")
    if len(set(chosen)) != len(chosen):
        raise InputError(f"a tier stands twice in {','.join(chosen)!r}")
    return chosen


def _reproduction(gold: str, response: str) -> tuple[Extraction, str, TierResult] | None:
    """The whole response when it equals the gold after normalising (S3.2)."""
    if not reproduces(response, gold):
        return None
    text = response.strip()
    start = len(response) - len(response.lstrip())
    given = clean(text).text
    result = exact_tier(gold, given)
    if result.verdict is not Verdict.ACCEPT:
        result = TierResult("exact", Verdict.ACCEPT, "equal_text", "reproduces-gold")
    return Extraction(text, "whole_response", start, start + len(text)), given, result


STATED = frozenset(
    {"yes", "no", "true", "false", "\\text{yes}", "\\text{no}", "\\text{true}", "\\text{false}"}
)
"""Golds, in lower case, that a response may state before its reasons."""


class Grader:
    """Judges responses by some tiers in order and remembers verdicts."""

    __slots__ = ("_golds", "_trails", "tiers")

    def __init__(self, tiers: Sequence[str] = DEFAULT_TIERS) -> None:
        """Judge by these tiers; raises InputError for an unknown one."""
        self.tiers = tier_names(tiers)
        self._golds: dict[str, str] = {}
        self._trails: dict[tuple[str, str], tuple[TierResult, ...]] = {}

    def decide(self, gold: str, response: str | None) -> Decision:
        """How a response is judged against a gold; None is a null response."""
        gold_text = self._clean_gold(gold)
        if response is None or not response or response.isspace():
            return Decision(UNPARSED, "", "", False, "", NO_ANSWER, "", None, "", gold, ())
        if len(response) > MAX_RESPONSE_CHARS:
            return Decision("undecided", "", "", False, "", TOO_COMPLEX, "", None, "", gold, ())
        found = extract(response)
        given = clean(found.text).text if found is not None else ""
        trail = self._trail(gold_text, given) if given and len(given) <= MAX_ANSWER_CHARS else ()
        if found is not None and trail and trail[0] is not SAME_TEXT:
            trail = self._with_unit_behind(gold_text, given, response, found, trail)
        if found is not None and trail and trail[0].verdict is Verdict.ACCEPT:
            return self._decision(gold, given, found, trail)
        if (
            gold_text.lower() in STATED
            and given.lower() not in STATED
            and (stated := stated_answer(response))
        ):
            return self._decision(gold, stated.text, stated, self._trail(gold_text, stated.text))
        boxed = found is not None and found.how == "last_box" and "box" not in gold_text
        if not boxed and (whole := _reproduction(gold_text, response)) is not None:
            return self._decision(gold, whole[1], whole[0], (whole[2],))
        if found is None or not given:
            return Decision(UNPARSED, "", "", False, "", NO_ANSWER, "", found, "", gold, ())
        if not trail:
            return Decision("undecided", "", "", False, "", TOO_COMPLEX, "", found, given, gold, ())
        if boxed and trail[-1].verdict is not Verdict.ACCEPT:
            return self._by_boxes(gold, gold_text, response) or self._decision(gold, given, found, trail)
        return self._decision(gold, given, found, trail)

    def _with_unit_behind(
        self, gold: str, given: str, response: str, found: Extraction, trail: tuple[TierResult, ...]
    ) -> tuple[TierResult, ...]:
        """The trail, taken anew where the word behind the answer matters.

        Another unit than the gold's refutes an answer that lacks it; "percent" may make a bare number right.
        """
        last = trail[-1]
        is_bare = last.convention == "unit-one-side"
        if not is_bare and (last.verdict is Verdict.ACCEPT or not given[-1:].isdigit()):
            return trail
        unit = unit_behind(response, found)
        if is_bare and unit and contradicts_unit(gold, unit):
            return self._trail(gold, f"{given}\\text{{ {unit}}}")
        if not is_bare and unit.lower() in ("%", "\\%", "percent", "pct"):
            again = self._trail(gold, f"{given}\\%")
            return again if again[-1].verdict is Verdict.ACCEPT else trail
        return trail

    def _by_boxes(self, gold: str, gold_text: str, response: str) -> Decision | None:
        """The accept of a list of n by a response with n boxes, else None."""
        size = list_size(gold_text)
        if size < 2 or response.count("\\boxed") < size:
            return None
        found = box_list(response, size)
        if found is None:
            return None
        given = clean(found.text).text
        trail = self._trail(gold_text, given)
        if trail[-1].verdict is not Verdict.ACCEPT:
            return None
        last = trail[-1] if trail[-1].lenient else trail[-1]._replace(rule="boxes-as-items")
        return self._decision(gold, given, found, (*trail[:-1], last))

    def _clean_gold(self, gold: str) -> str:
        """The gold as the tiers get it; each distinct one is cleaned once."""
        text = self._golds.get(gold)
        if text is None:
            if len(self._golds) >= KEPT_DECISIONS:
                self._golds.clear()
            text = self._golds[gold] = clean(gold).text
        return text

    def _trail(self, gold: str, given: str) -> tuple[TierResult, ...]:
        """What the tiers say in order, up to the first accept or reject."""
        trail = self._trails.get((gold, given))
        if trail is None:
            results: list[TierResult] = []
            for name in self.tiers:
                results.append(TIERS[name](gold, given))
                if results[-1].verdict is not Verdict.UNDECIDED:
                    break
            if len(self._trails) >= KEPT_DECISIONS:
                self._trails.clear()
            trail = self._trails[gold, given] = tuple(results)
        return trail

    @staticmethod
    def _decision(gold: str, given: str, extraction: Extraction, trail: tuple[TierResult, ...]) -> Decision:
        """The decision that the last tier reached stands for."""
        last = trail[-1]
        return Decision(
            str(last.verdict),
            last.tier,
            last.rule,
            last.lenient,
            last.convention,
            last.reason,
            last.reader,
            extraction,
            given,
            gold,
            trail,
        )


_GRADERS: dict[tuple[str, ...], Grader] = {}


def grader_for(tiers: Sequence[str]) -> Grader:
    """This process's grader for some tiers, made on first use."""
    key = tuple(tiers)
    grader = _GRADERS.get(key)
    if grader is None:
        grader = _GRADERS[key] = Grader(key)
    return grader


def grade(gold: str, response: str | None, *, tiers: Sequence[str] = DEFAULT_TIERS) -> Decision:
    """How a response is judged against a gold (S3.2, S3.4).

    Never raises for any text: an internal fault is undecided, reason `crashed`. Raises InputError for an
    unknown tier.
    """
    grader = grader_for(tiers)
    try:
        return grader.decide(gold, response)
    except BrokenEnvironment:
        raise
    except Exception as error:  # the one broad except of this file: one item must not end a run
        reason = "out_of_memory" if isinstance(error, MemoryError) else CRASHED
        witness = f"{type(error).__name__}: {_one_line(error)}"
        fault = TierResult("", Verdict.UNDECIDED, reason, witness=witness)
        return Decision("undecided", "", "", False, "", reason, "", None, "", gold, (fault,))


def outcome_of(decision: Decision) -> Outcome:
    """What the report keeps of a decision."""
    found, pred = decision.extraction, decision.pred
    if len(pred) > SHOWN_CHARS:
        pred = pred[:SHOWN_CHARS] + "…"
    how, start, end = (found.how, found.start, found.end) if found is not None else ("", -1, -1)
    return Outcome(
        decision.verdict,
        decision.tier,
        decision.rule,
        decision.lenient,
        decision.convention,
        decision.reason,
        decision.reader,
        how,
        start,
        end,
        pred,
    )


MISSING_OUTCOME = Outcome(MISSING, "", "", False, "", NO_PREDICTION, "", "", -1, -1, "")


def _single_width(text: str) -> str:
    """The text with every unprintable character as one dot."""
    return "".join(char if char.isprintable() else "·" for char in text)


def _caret_lines(response: str, found: Extraction, margin_chars: int = 30) -> list[str]:
    """The response around the extracted text, and carets below that text."""
    left, right = max(0, found.start - margin_chars), min(len(response), found.end + margin_chars)
    before, after = "…" * (left > 0), "…" * (right < len(response))
    body = _single_width(response[left:right])
    if len(body) > 4 * PRINTED_CHARS:
        body, after = body[: 4 * PRINTED_CHARS], "…"
    indent = len(before) + found.start - left
    width = max(1, min(found.end - found.start, len(before) + len(body) - indent))
    return [f"{before}{body}{after}", " " * indent + "^" * width]


def explain(item_id: str, response: str | None, decision: Decision) -> str:
    """How one item was judged, step by step, with carets under the answer."""
    found = decision.extraction
    rows = [("item", item_id), ("gold", _single_width(decision.gold))]
    size = "null" if response is None else f"{len(response)} characters"
    rows.append(("response", size))
    if found is None or response is None:
        rows.append(("extract", "no rule found an answer"))
    else:
        rows.append(("extract", f"{found.how}, characters {found.start} to {found.end}"))
        rows.extend(("", line) for line in _caret_lines(response, found))
        rows.append(("clean", ", ".join(clean(found.text).steps) or "nothing to do"))
        rows.append(("given", _single_width(decision.pred)[: 4 * PRINTED_CHARS]))
    for result in decision.trail:
        parts = [str(result.verdict), result.reason, result.rule and f"rule {result.rule}"]
        parts += [
            result.witness and f"witness: {_single_width(result.witness)}",
            result.reader and f"reader {result.reader}",
        ]
        parts += [
            "lenient" if result.lenient else "",
            result.convention and f"convention {result.convention}",
        ]
        rows.append((result.tier or "-", ", ".join(part for part in parts if part)))
    right = "correct" if decision.correct else "incorrect"
    rows.append(("verdict", f"{decision.verdict} ({right}), reason {decision.reason}"))
    return "\n".join(f"{name:<10}{text}".rstrip() for name, text in rows)


class SelfCheck(NamedTuple):
    """A pair whose verdict is known, and the tiers that it `needs`."""

    gold: str
    response: str
    correct: bool
    needs: tuple[str, ...] = ()
    sandbox: bool = False


SELF_CHECKS: tuple[SelfCheck, ...] = (
    SelfCheck("2", r"so \boxed{2}", True, ("exact",)),
    SelfCheck("2", r"so \boxed{3}", False),
    SelfCheck("0.5", "$0.50$", True, ("numeric",)),
    SelfCheck("7", "", False),
    SelfCheck(r"\frac{3}{4}", "The answer is 3/4.", True, ("numeric",)),
    SelfCheck("(a-b)^2", r"\boxed{a^2-2ab+b^2}", True, ("symbolic",)),
    SelfCheck("(a-b)^2", r"\boxed{a^2+2ab+b^2}", False),
    SelfCheck("1; 2; 3", r"$\{3, 1, 2\}$", True, ("symbolic",)),
    SelfCheck("70 kg", r"\boxed{70000 \text{ g}}", True, ("symbolic",)),
    SelfCheck(r"x=\frac{\pi}{4}(4k+1)", r"$\frac{\pi}{4}+\pi n$", True, ("symbolic",)),
    SelfCheck(r"(-\infty; 1)", "$x < 1$", True, ("symbolic",), sandbox=True),
    SelfCheck(r"\lim_{x\to 0}\frac{\sin x}{x}", r"\boxed{1}", True, ("symbolic",), sandbox=True),
    SelfCheck(
        r"\sum_{n=1}^{\infty}\frac{1}{n^2}", r"\boxed{\frac{\pi^2}{6}}", True, ("symbolic",), sandbox=True
    ),
)
"""A dozen pairs through the real path; those marked `sandbox` run only once the run has used the sandbox."""


def self_check(tiers: Sequence[str] = DEFAULT_TIERS, *, sandbox: bool = False) -> None:
    """Nothing, when the grader judges known pairs rightly here.

    `sandbox` chooses the pairs that need sympy. Raises BrokenEnvironment naming the first pair that fails: a
    wrong antlr runtime or a missing package must be an error, never an all-zero score.
    """
    for check in SELF_CHECKS:
        if check.sandbox is not sandbox or not set(check.needs) <= set(tiers):
            continue
        decision = grade(check.gold, check.response, tiers=tiers)
        if decision.correct is not check.correct:
            detail = "; ".join(
                f"{r.tier or 'grader'}: {r.reason} {r.witness}".strip() for r in decision.trail
            )
            raise BrokenEnvironment(
                f"the grader's self-check fails: gold {check.gold!r}, response {check.response!r} gave "
                f"{decision.verdict} ({detail}). Reinstall the project in a fresh virtual environment."
            )


# ------------------------------------------------------------------------------
# 9  Run: predictions -> one outcome per item
# Pure functions over batches, then the processes that run them. The outcomes are the same whatever the number
# of workers or the order of predictions (DESIGN 8). A worker that dies costs only the item that killed it.
# ------------------------------------------------------------------------------

Pair = tuple[str, str | None]
"""gold, response"""

OUTCOME_COLUMNS = {
    "correct": "bool",
    "verdict": "string",
    "tier": "string",
    "parsed": "bool",
    "lenient": "bool",
    "convention": "string",
    "rule": "string",
    "reason": "string",
    "reader": "string",
    "extraction": "string",
    "extraction_start": "int64",
    "extraction_end": "int64",
    "pred": "string",
}
"""What `score_batch` adds to a table: name and Arrow type; also the fields of an item in the report."""


def outcome_fields(outcome: Outcome) -> dict[str, Any]:
    """An outcome under the names of the report's items."""
    found = outcome.start >= 0
    return {
        "correct": outcome.correct,
        "verdict": outcome.verdict,
        "tier": outcome.tier,
        "parsed": outcome.parsed,
        "lenient": outcome.lenient,
        "convention": outcome.convention,
        "rule": outcome.rule,
        "reason": outcome.reason,
        "reader": outcome.reader,
        "extraction": outcome.extraction,
        "extraction_start": outcome.start if found else None,
        "extraction_end": outcome.end if found else None,
        "pred": outcome.pred,
    }


def outcome_from_fields(fields: Mapping[str, Any]) -> Outcome:
    """The outcome that `outcome_fields` wrote; KeyError if a field is missing."""
    start, end = fields["extraction_start"], fields["extraction_end"]
    return Outcome(
        sys.intern(fields["verdict"]),
        sys.intern(fields["tier"]),
        sys.intern(fields["rule"]),
        fields["lenient"],
        sys.intern(fields["convention"]),
        sys.intern(fields["reason"]),
        sys.intern(fields["reader"]),
        sys.intern(fields["extraction"]),
        -1 if start is None else start,
        -1 if end is None else end,
        fields["pred"],
    )


def score_pairs(pairs: Sequence[Pair], tiers: Sequence[str]) -> list[Outcome]:
    """The outcomes of (gold, response) pairs, in their order."""
    return [outcome_of(grade(gold, response, tiers=tiers)) for gold, response in pairs]


def score_batch(table: pyarrow.Table, *, tiers: Sequence[str] = DEFAULT_TIERS) -> pyarrow.Table:
    """The same rows in the same order, with OUTCOME_COLUMNS added.

    Pure: it needs the text columns `gold` and `response` (null: no answer), keeps every other column, and
    touches no file. Raises InputError when a column is missing or already there.
    """
    import pyarrow

    for name in ("gold", "response"):
        if name not in table.column_names:
            raise InputError(
                f"the table has no column `{name}`; it has {', '.join(table.column_names) or 'none'}"
            )
    if taken := [name for name in OUTCOME_COLUMNS if name in table.column_names]:
        raise InputError(f"the table already has {', '.join(taken)}")
    try:
        golds, responses = (
            table.column(name).cast(pyarrow.large_string()).to_pylist() for name in ("gold", "response")
        )
    except pyarrow.ArrowException as error:
        raise InputError(f"`gold` and `response` must be text: {_one_line(error)}") from None
    pairs = [(gold or "", response) for gold, response in zip(golds, responses, strict=True)]
    rows = [outcome_fields(outcome) for outcome in score_pairs(pairs, tiers)]
    for name, kind in OUTCOME_COLUMNS.items():
        values = [row[name] for row in rows]
        if name == "pred":  # Arrow text is UTF-8: a lone surrogate has no place in it
            values = [value.encode("utf-8", "replace").decode() for value in values]
        table = table.append_column(name, pyarrow.array(values, type=pyarrow.type_for_alias(kind)))
    return table


def _score_through_arrow(pairs: Sequence[Pair], tiers: Sequence[str]) -> list[Outcome]:
    """The outcomes of pairs, by way of `score_batch`."""
    import pyarrow

    golds, responses = [gold for gold, _ in pairs], [response for _, response in pairs]
    try:
        text = pyarrow.large_string()
        table = pyarrow.table(
            {"gold": pyarrow.array(golds, text), "response": pyarrow.array(responses, text)}
        )
    except UnicodeEncodeError:  # a lone surrogate: Arrow cannot hold it
        return score_pairs(pairs, tiers)
    scored = score_batch(table, tiers=tiers).select(list(OUTCOME_COLUMNS))
    return [outcome_from_fields(row) for row in scored.to_pylist()]


SCORERS: dict[str, Callable[[Sequence[Pair], Sequence[str]], list[Outcome]]] = {
    "pairs": score_pairs,
    "arrow": _score_through_arrow,
}
"""How a batch is scored: `arrow` when an input is Parquet and pyarrow is loaded anyway."""


class Batch(NamedTuple):
    """Responses to score together: batch number, places of items, pairs."""

    number: int
    places: list[int]
    pairs: list[Pair]


def batches_of(
    predictions: Iterable[tuple[int, str | None]], items: Sequence[Item], span: range
) -> Iterator[Batch]:
    """The predictions for items in `span`, in batches bounded twice."""
    batch, chars = Batch(0, [], []), 0
    for place, response in predictions:
        if place not in span:
            continue
        batch.places.append(place)
        batch.pairs.append((items[place].gold, response))
        chars += len(response or "")
        if len(batch.places) >= BATCH_ITEMS or chars >= BATCH_CHARS:
            yield batch
            batch, chars = Batch(batch.number + 1, [], []), 0
    if batch.places:
        yield batch


def work() -> None:
    """Nothing: a worker process's life, from first task to end of input.

    A task is a pickled (scorer, tiers, pairs); the reply is a list of plain tuples, or the text of a
    BrokenEnvironment. Whatever the mathematics prints goes to stderr, not between the replies.
    """
    import pickle

    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    tasks = sys.stdin.buffer
    while True:
        try:
            scorer, tiers, pairs = pickle.load(tasks)
        except EOFError:
            return
        try:
            reply: object = [tuple(outcome) for outcome in SCORERS[scorer](pairs, tiers)]
        except BrokenEnvironment as error:
            reply = str(error)
        pickle.dump(reply, replies, pickle.HIGHEST_PROTOCOL)
        replies.flush()


class Worker:
    """A process that scores batches, in a session of its own.

    Started with `subprocess`, not `multiprocessing`: so it also works from an unguarded script, a notebook, a
    thread or inside another pool, and Ctrl-C reaches only this process, which then ends its workers.
    """

    def __init__(self, scorer: str, tiers: Sequence[str]) -> None:
        """Start the process; it imports this file from its cached bytecode."""
        self._scorer, self._tiers = scorer, tuple(tiers)
        self._process = self._start()
        self.batch: Batch | None = None

    @staticmethod
    def _start() -> subprocess.Popen[bytes]:
        """A fresh process; `-P` keeps the user's folder from shadowing modules."""
        import subprocess

        folder = os.path.dirname(os.path.abspath(__file__))
        # the module path of the script, or of the installed module when the folder is on it anyway
        path = f"sys.path[:0] = {[folder]!r} * ({folder!r} not in sys.path)"
        command = [
            sys.executable,
            "-P",
            "-c",
            f"import sys; {path}; import evaluate_benchmark as e; e.work()",
        ]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )

    def fileno(self) -> int:
        """The descriptor that becomes readable when the reply comes."""
        return cast("IO[bytes]", self._process.stdout).fileno()

    def send(self, batch: Batch) -> None:
        """Give the process a batch; a dead one is noticed by `receive`."""
        import pickle

        self.batch = batch
        task = pickle.dumps((self._scorer, self._tiers, batch.pairs), pickle.HIGHEST_PROTOCOL)
        pipe = cast("IO[bytes]", self._process.stdin)
        with contextlib.suppress(OSError):
            pipe.write(task)
            pipe.flush()

    def receive(self) -> tuple[Batch, list[Outcome]]:
        """The batch and its outcomes; a batch that killed the process is split.

        Raises BrokenEnvironment when the process says that the grader does not work.
        """
        batch, self.batch = cast("Batch", self.batch), None
        outcomes = self._reply()
        return batch, self._scored_apart(batch) if outcomes is None else outcomes

    def _reply(self) -> list[Outcome] | None:
        """The outcomes that the process sends, None when it died."""
        import pickle

        try:
            reply = pickle.load(cast("IO[bytes]", self._process.stdout))
        except (EOFError, OSError, pickle.UnpicklingError):
            return None
        if isinstance(reply, str):
            raise BrokenEnvironment(reply)
        return [Outcome._make(fields) for fields in reply]

    def _scored_apart(self, batch: Batch) -> list[Outcome]:
        """The outcomes of a batch that killed the process, found by halving it."""
        self.close()
        self._process = self._start()
        if len(batch.pairs) == 1:
            return [Outcome("undecided", "", "", False, "", CRASHED, "", "", -1, -1, "")]
        outcomes: list[Outcome] = []
        middle = len(batch.pairs) // 2
        for part in (slice(None, middle), slice(middle, None)):
            self.send(Batch(batch.number, batch.places[part], batch.pairs[part]))
            outcomes += self.receive()[1]
        return outcomes

    def close(self) -> None:
        """End the process; what it is doing is thrown away."""
        import subprocess

        if self.batch is not None or self._process.poll() is not None:
            self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                cast("IO[bytes]", pipe).close()
        try:
            self._process.wait(timeout=WORKER_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


Scored = Generator[tuple[Batch, list[Outcome]], None, None]


def _score_here(batches: Iterator[Batch], scorer: str, tiers: Sequence[str]) -> Scored:
    """Each batch with its outcomes, scored in this process.

    Pairs come one by one, so that an interrupted run keeps all that was done.
    """
    for batch in batches:
        if scorer == "pairs":
            for place, pair in zip(batch.places, batch.pairs, strict=True):
                yield Batch(batch.number, [place], [pair]), score_pairs([pair], tiers)
        else:
            yield batch, SCORERS[scorer](batch.pairs, tiers)


def _score_in_workers(batches: Iterator[Batch], scorer: str, tiers: Sequence[str], jobs: int) -> Scored:
    """Each batch with its outcomes, in the order in which they are done.

    A worker holds one batch at a time, so it always reads what it is sent.
    """
    import selectors

    workers = [Worker(scorer, tiers) for _ in range(jobs)]
    idle = list(workers)
    try:
        with selectors.DefaultSelector() as busy:
            while True:
                while idle and (batch := next(batches, None)) is not None:
                    worker = idle.pop()
                    worker.send(batch)
                    busy.register(worker, selectors.EVENT_READ)
                if not busy.get_map():
                    return
                for key, _ in busy.select():
                    worker = cast("Worker", key.fileobj)
                    busy.unregister(worker)
                    idle.append(worker)
                    yield worker.receive()
    finally:
        for worker in workers:
            worker.close()


def _score_on_cluster(batches: Iterator[Batch], tiers: Sequence[str], address: str) -> Scored:
    """Each batch's places with their outcomes, scored by a Ray cluster."""
    from ray_scoring import score_batches_with_ray

    yield from score_batches_with_ray(batches, tiers=tiers, address=address)


def jobs_for(jobs: int, items: int) -> int:
    """The number of worker processes: 0 chooses by size, 1 is this process."""
    if jobs > 0:
        return jobs
    if items < ITEMS_FOR_WORKERS:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Progress:
    """Shows on stderr how far a long run is; silent for a short one.

    A bar on a terminal, plain lines elsewhere; tqdm is loaded only when there is something to show.
    """

    def __init__(self, total: int, shown: bool, verb: str = "scored") -> None:
        """Count towards `total` items; never print when not `shown`."""
        self._total, self._shown, self._verb, self._done = total, shown, verb, 0
        self._started = self._printed = time.perf_counter()
        self._bar: Any = None

    def advance(self, items: int) -> None:
        """Note that so many more items are done."""
        self._done += items
        now = time.perf_counter()
        if not self._shown or now - self._started < PROGRESS_AFTER_SECONDS:
            return
        if not sys.stderr.isatty():
            if now - self._printed >= PROGRESS_LINE_SECONDS or self._printed == self._started:
                self._print_line(now)
            return
        if self._bar is None:
            import tqdm

            self._bar = tqdm.tqdm(
                total=self._total, initial=self._done - items, unit=" items", file=sys.stderr
            )
        self._bar.update(items)

    def over(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The same rows, each counted when the next one is asked for."""
        for row in rows:
            yield row
            self.advance(1)

    def _print_line(self, now: float) -> None:
        """Write one plain line: done, rate, time left."""
        self._printed = now
        rate = self._done / (now - self._started)
        left = max(0, self._total - self._done) / rate if rate else 0.0
        print(
            f"{self._verb} {self._done:,} of {self._total:,} items, {rate:,.0f}/s, {left:,.0f} s left",
            file=sys.stderr,
        )

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._bar is not None:
            self._bar.close()


Observer = Callable[[Batch, Sequence[Outcome]], None]
"""What keeps something of the responses: samples, or what deserves a second look."""


def run(
    dataset: Dataset,
    predictions: Predictions,
    span: range,
    *,
    tiers: Sequence[str],
    jobs: int,
    progress: Progress,
    observers: Sequence[Observer] = (),
    ray: str | None = None,
) -> tuple[list[Outcome | None], bool]:
    """An outcome per item in `span`, and whether the run was interrupted.

    None stands for an item that an interrupted run never reached. Each observer sees every batch with its
    outcomes, while the responses are at hand; those that a Ray cluster scores (`ray`: its address) do not come back.
    """
    from array import array

    outcomes: list[Outcome | None] = [None] * len(span)
    latest = array("q", [-1]) * len(
        span
    )  # the batch that an outcome came in: of two lines the later one counts
    parquet = "pyarrow" in sys.modules and any(
        file.lower().endswith((".parquet", ".pq")) for file in (dataset.file, predictions.file)
    )
    scorer = "arrow" if parquet else "pairs"
    batches = batches_of(predictions, dataset.items, span)
    if ray is not None:
        scored = _score_on_cluster(batches, tiers, ray)
    elif jobs == 1:
        scored = _score_here(batches, scorer, tiers)
    else:
        scored = _score_in_workers(batches, scorer, tiers, jobs)
    try:
        for batch, results in scored:
            for place, outcome in zip(batch.places, results, strict=True):
                if batch.number >= latest[place - span.start]:
                    outcomes[place - span.start], latest[place - span.start] = outcome, batch.number
            for observe in observers:
                observe(batch, results)
            progress.advance(len(results))
    except KeyboardInterrupt:
        return outcomes, True
    finally:
        scored.close()
        progress.close()
    return [MISSING_OUTCOME if outcome is None else outcome for outcome in outcomes], False


# ------------------------------------------------------------------------------
# 10  Report: outcomes -> tallies -> JSON and text
# Counts add, percents derive (DESIGN 9). All that may differ between equal runs stands in `meta`, all that
# could change the number in `signature`. JSON and text are two renderings of the same tallies.
# ------------------------------------------------------------------------------

REPORT_FORMAT = 1
UNLABELLED = "unlabelled"
NO_TIER = "(none)"
TRUSTED_STATUSES = ("verified", "corrected")
"""The statuses whose golds an engine confirmed (S2, S7)."""

FILE_COUNTS = ("skipped_no_gold", UNKNOWN_ID, DUPLICATE, MALFORMED, DATASET_ERROR)
"""Counts over whole input files; of several shards the first one carries them."""


def percent(part: int, whole: int) -> str:
    """A share as `84.21%`; 0 and 100 only when exact, `n/a` of nothing.

    >>> percent(1, 100_000), percent(99_999, 100_000)
    ('0.01%', '99.99%')
    """
    if not whole:
        return "n/a"
    if part in (0, whole):
        return f"{100 * part // whole}.00%"
    return f"{min(max(100 * part / whole, 0.01), 99.99):.2f}%"


def ratio(part: int, whole: int) -> float | None:
    """A share as a fraction, None of nothing."""
    return part / whole if whole else None


def interval(correct: int, scored: int) -> list[float]:
    """The Wilson 95 % interval of an accuracy, as fractions of nine digits."""
    from report_views.intervals import wilson_interval

    return [round(bound, 9) for bound in wilson_interval(correct, scored)]


def interval_text(correct: int, scored: int) -> str:
    """The interval as `62.43% to 94.48%`; 0 and 100 only when exact."""
    if not scored:
        return "n/a"
    low, high = interval(correct, scored)
    bounds = (bound if bound in (0.0, 1.0) else min(max(bound, 0.0001), 0.9999) for bound in (low, high))
    return " to ".join(f"{100 * bound:.2f}%" for bound in bounds)


class Tally:
    """Counts over some items; two tallies add."""

    __slots__ = ("correct", "lenient", "missing", "scored", "strict", "undecided", "unparsed")

    def __init__(self) -> None:
        """Start at nothing."""
        self.scored = self.correct = self.strict = self.lenient = 0
        self.unparsed = self.missing = self.undecided = 0

    def add(self, outcome: Outcome, times: int = 1) -> None:
        """Count an outcome, `times` over."""
        self.scored += times
        if outcome.correct:
            self.correct += times
            self.strict += times * (outcome.tier == "exact")
            self.lenient += times * outcome.lenient
        self.unparsed += times * (outcome.verdict == UNPARSED)
        self.missing += times * (outcome.verdict == MISSING)
        self.undecided += times * (outcome.verdict == "undecided")

    def __add__(self, other: Tally) -> Tally:
        """The tally of both sets of items."""
        total = Tally()
        for name in self.__slots__:
            setattr(total, name, getattr(self, name) + getattr(other, name))
        return total

    def as_json(self) -> dict[str, Any]:
        """The counts and what derives from them, under the report's names."""
        return {
            "scored": self.scored,
            "correct": self.correct,
            "accuracy": ratio(self.correct, self.scored),
            "accuracy_interval": interval(self.correct, self.scored),
            "strict_correct": self.strict,
            "strict_accuracy": ratio(self.strict, self.scored),
            "unparsed": self.unparsed,
            "missing_predictions": self.missing,
            "undecided": self.undecided,
            "lenient_accepts": self.lenient,
        }


def _natural_order(label: str) -> tuple[int, int, str]:
    """A sort key: numbers by size, then words, unlabelled last."""
    if label == UNLABELLED:
        return (2, 0, "")
    return (0, int(label), "") if label.isdecimal() and len(label) < 10 else (1, 0, label)


def group_labels(value: Any) -> tuple[str, ...]:
    """The groups an item counts in: a list's distinct members, or one."""
    members = value if isinstance(value, tuple) else (value,)
    return tuple(dict.fromkeys(str(member) if member != "" else UNLABELLED for member in members)) or (
        UNLABELLED,
    )


class Summary:
    """Every tally of a report, from one pass over the outcomes."""

    def __init__(self, items: Sequence[Item], outcomes: Sequence[Outcome], tiers: Sequence[str]) -> None:
        """Count how often each combination occurs, then fold the combinations."""
        self.total, self.trusted = Tally(), Tally()
        self.by_tier = {name: Tally() for name in (*tiers, NO_TIER)}
        self.groups: list[dict[str, Tally]] = [{} for _ in GROUP_COLUMNS]
        self.by_extraction: dict[str, Tally] = {}
        self.by_reason: dict[str, Tally] = {}
        self.conventions: Counter[str] = Counter()
        self.readers: Counter[str] = Counter()
        self.has_status = False
        kinds = Counter((item.groups, outcome[:8]) for item, outcome in zip(items, outcomes, strict=True))
        for (groups, kind), times in kinds.items():
            self._fold(groups, Outcome(*kind, -1, -1, ""), times)

    def _fold(self, groups: tuple[Any, ...], outcome: Outcome, times: int) -> None:
        """Count one combination of groups and outcome, `times` over."""
        self.total.add(outcome, times)
        decided = outcome.tier if outcome.verdict in ("accept", "reject") else NO_TIER
        self.by_tier.setdefault(decided, Tally()).add(outcome, times)
        for tallies, value in zip(self.groups, groups, strict=True):
            for label in group_labels(value):
                tallies.setdefault(label, Tally()).add(outcome, times)
        self.has_status = self.has_status or groups[STATUS] != ""
        if groups[STATUS] in TRUSTED_STATUSES:
            self.trusted.add(outcome, times)
        self.by_extraction.setdefault(outcome.extraction or NO_TIER, Tally()).add(outcome, times)
        self.by_reason.setdefault(outcome.reason, Tally()).add(outcome, times)
        if outcome.convention:
            self.conventions[outcome.convention] += times
        if outcome.reader:
            self.readers[outcome.reader] += times

    def count_of(self, reason: str) -> int:
        """The number of items that ended with a reason."""
        return self.by_reason[reason].scored if reason in self.by_reason else 0


def _by_label(tallies: Mapping[str, Tally]) -> dict[str, Any]:
    """Label -> counts, in the order in which people count."""
    return {label: tallies[label].as_json() for label in sorted(tallies, key=_natural_order)}


def printable(text: str, max_chars: int = PRINTED_CHARS) -> str:
    r"""Model text for a terminal: one line, control characters as escapes.

    >>> printable("a\x1b[31mb\n")
    'a\\x1b[31mb\\n'
    """
    cut = text[:max_chars] + "…" if len(text) > max_chars else text
    if cut.isprintable():
        return cut
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in cut)


def _overall_lines(report: Report) -> Iterator[str]:
    """The block `overall`: the seed's eight lines (S4.4), then ours."""
    total, counts, summary = report.summary.total, report.counts, report.summary
    scored = total.scored
    rows: list[tuple[str, object]] = [
        ("scored items", scored),
        ("correct", total.correct),
        ("accuracy", f"{percent(total.correct, scored)} ({total.correct}/{scored})"),
        ("strict accuracy (exact)", f"{percent(total.strict, scored)} ({total.strict}/{scored})"),
        ("unparsed predictions", total.unparsed),
        ("missing predictions", total.missing),
        ("skipped (no gold answer)", counts["skipped_no_gold"]),
        ("unknown prediction ids", counts[UNKNOWN_ID]),
    ]
    sound = total.correct - total.lenient
    conventions = ", ".join(f"{name} {times}" for name, times in sorted(summary.conventions.items()))
    rows += [
        ("accuracy, 95% interval", interval_text(total.correct, scored)),
        ("undecided", total.undecided),
        ("lenient accepts", total.lenient),
        ("accuracy without lenient", f"{percent(sound, scored)} ({sound}/{scored})"),
    ]
    parsed, trusted = scored - total.unparsed, summary.trusted
    best = total.correct + total.undecided
    optional: list[tuple[str, object, int]] = [
        (
            "accuracy of the parsed",
            f"{percent(total.correct, parsed)} ({total.correct}/{parsed})",
            total.unparsed,
        ),
        (
            "accuracy, verified rows",
            f"{percent(trusted.correct, trusted.scored)} ({trusted.correct}/{trusted.scored})",
            trusted.scored,
        ),
        ("if undecided were right", f"{percent(best, scored)} ({best}/{scored})", total.undecided),
        ("by a convention", conventions, len(conventions)),
        ("unreadable golds", summary.count_of(GOLD_UNREADABLE), summary.count_of(GOLD_UNREADABLE)),
        ("decided by the clock", summary.count_of(TIMEOUT), summary.count_of(TIMEOUT)),
        ("grader crashes", summary.count_of(CRASHED), summary.count_of(CRASHED)),
        ("duplicate predictions", counts[DUPLICATE], counts[DUPLICATE]),
        ("malformed predictions", counts[MALFORMED], counts[MALFORMED]),
        ("dataset errors", counts[DATASET_ERROR], counts[DATASET_ERROR]),
    ]
    rows += [(label, value) for label, value, times in optional if times]
    yield "-- overall --"
    yield from (f"{label:<24}: {value}" for label, value in rows)


def _tier_lines(report: Report) -> Iterator[str]:
    """The block `decided by tier` (S4.4)."""
    yield "-- decided by tier --"
    yield f"{'tier':<10}{'decided':>9}{'correct':>9}{'accuracy':>11}"
    for name, row in report.by_tier.items():
        if name != NO_TIER:
            share = percent(row["correct"], row["decided"])
            yield f"{name:<10}{row['decided']:>9}{row['correct']:>9}{share:>11}"
        elif row["decided"]:
            yield f"{name:<10}{row['decided']:>9}"


def _item_lines(report: Report, show_items: str) -> Iterator[str]:
    """The block `per-item` (S4.4), empty when nothing is to be shown."""
    total = report.summary.total
    failures_only = show_items == "failures" or (show_items == "auto" and total.scored > PRINTED_ITEMS)
    if show_items == "none":
        return
    yield "-- per-item --" if not failures_only else "-- per-item (failures) --"
    yield f"{'id':<15}{'tier':<10}{'ok':<6}{'par':<5}pred | gold"
    for item, outcome in report.rows():
        if failures_only and outcome.correct:
            continue
        ok, parsed = ("yes" if outcome.correct else "NO"), ("ok" if outcome.parsed else "no")
        name = printable(item.id)
        gap = "" if len(name) < 15 else " "
        left = f"{name:<15}{gap}{outcome.tier or '-':<10}{ok:<6}{parsed:<5}"
        yield f"{left}{printable(outcome.pred)} | {printable(item.gold)}"


def _table_lines(title: str, tallies: Mapping[str, Tally]) -> Iterator[str]:
    """A block with a row per group; empty when no item is labelled."""
    if not set(tallies) - {UNLABELLED}:
        return
    labels = {label: printable(label, 40) for label in sorted(tallies, key=_natural_order)}
    width = max(16, 1 + max(len(shown) for shown in labels.values()))
    yield f"-- {title} --"
    yield f"{'':<{width}}{'scored':>8}{'correct':>9}{'accuracy':>11}   95% interval"
    for label, shown in labels.items():
        tally = tallies[label]
        share, span = percent(tally.correct, tally.scored), interval_text(tally.correct, tally.scored)
        yield f"{shown:<{width}}{tally.scored:>8}{tally.correct:>9}{share:>11}   {span}"


def _problem_lines(report: Report) -> Iterator[str]:
    """The block `input problems`: the first bad lines of each kind."""
    problems = report.meta.get("problems") or []
    if not problems:
        return
    yield "-- input problems --"
    for problem in problems:
        what = printable(problem["what"], 2 * PRINTED_CHARS)
        yield f"{printable(problem['file'])}:{problem['line']}: {what}"
    more = sum(report.counts[name] for name in FILE_COUNTS[1:]) - len(problems)
    if more > 0:
        yield f"and {more} more"


def _sample_sentences(report: Report) -> Iterator[str]:
    """avg@n with its standard error, when there are several samples."""
    if report.samples:
        from report_views.figures import sample_sentence

        yield sample_sentence({"samples": report.samples})


def _sample_lines(report: Report) -> Iterator[str]:
    """The block `samples`: pass@k and maj@k; empty without samples."""
    if not report.samples:
        return
    from report_views.figures import sample_rows

    yield "-- samples --"
    yield f"{'k':<10}{'pass@k':>11}{'maj@k':>11}"
    yield from (
        f"{k:<10}{passed:>11}{voted:>11}" for k, passed, voted in sample_rows({"samples": report.samples})
    )
    yield "the tables above score the last sample of each item"


def headline(report: Report) -> str:
    """The sentence that S6 asks for, and what the gates say."""
    total, notes = report.summary.total, report.meta.get("notes", {})
    stated = [
        f"{name} {printable(notes[name]) if name in notes else 'not stated'}" for name in ("config", "split")
    ]
    stated += [
        f"{name} {printable(value)}" for name, value in notes.items() if name not in ("config", "split")
    ]
    if subset := report.signature.get("subset"):
        stated.insert(2, f"only {' and '.join(subset)}")
    shard = f"Shard {report.meta['shard']} only: " if report.meta.get("shard") else ""
    if report.incomplete:
        shard += "INCOMPLETE, the run was interrupted: "
    return (
        f"{shard}Accuracy {percent(total.correct, total.scored)} ({total.correct}/{total.scored}), strict "
        f"{percent(total.strict, total.scored)}; {', '.join(printable(part) for part in stated)}; tiers "
        f"{','.join(report.signature['tiers'])}; {total.unparsed} unparsed, {total.missing} missing, "
        f"{report.counts['skipped_no_gold']} skipped for want of a gold answer."
        + "".join(f" {sentence}" for sentence in (*_sample_sentences(report), *report.sentences))
    )


def report_lines(report: Report, show_items: str) -> Iterator[str]:
    """The printed report by lines: the seed's blocks first, ours after them."""
    yield from _overall_lines(report)
    yield from _tier_lines(report)
    yield from _item_lines(report, show_items)
    for at, column in report.group_columns:
        yield from _table_lines(column.title, report.summary.groups[at])
    yield from _table_lines("by extraction rule", report.summary.by_extraction)
    yield from _sample_lines(report)
    yield from _problem_lines(report)
    yield from (line for block in report.blocks for line in block.splitlines())
    yield headline(report)


ITEM_EXTRAS = ("samples", "review", "response_excerpt", "excerpt_start")
"""Fields of an item that only some runs have."""


def samples_of(extras: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """avg@n, pass@k, maj@k of items with several samples, else None."""
    if not any(extra.get("samples") for extra in extras):
        return None
    from report_views.observations import sample_scores

    return sample_scores([extra.get("samples") for extra in extras])


class Report:
    """The result of a run: what was scored, how, and every count of it."""

    def __init__(
        self,
        items: Sequence[Item],
        outcomes: Sequence[Outcome],
        *,
        columns: Iterable[str],
        counts: Mapping[str, int],
        signature: Mapping[str, Any],
        meta: dict[str, Any],
        extras: Sequence[Mapping[str, Any]] | None = None,
        audit: Mapping[str, Any] | None = None,
    ) -> None:
        """Count everything once; `counts` holds FILE_COUNTS, `columns` fields.

        `extras` has further fields for each item: ITEM_EXTRAS.
        """
        self._items, self._outcomes = items, outcomes
        self.extras = extras if extras and any(extras) else None
        self.samples = samples_of(self.extras) if self.extras else None
        """avg@n, pass@k, maj@k as in the JSON report, None without several samples."""
        self.audit = audit
        """The grader's own error rates, from a form that a person filled in."""
        self.blocks: list[str] = []
        self.sentences: list[str] = []
        """What other views add to the printed report: blocks before its last line, sentences to it."""
        self._columns = frozenset(columns)
        self.counts = {name: counts.get(name, 0) for name in FILE_COUNTS}
        self.signature, self.meta = dict(signature), meta
        self.summary = Summary(items, outcomes, self.signature["tiers"])

    @property
    def incomplete(self) -> bool:
        """True when the run was interrupted; only what was done is in here."""
        return bool(self.meta.get("incomplete"))

    @property
    def group_columns(self) -> tuple[tuple[int, GroupColumn], ...]:
        """The columns this report breaks down by, with their places in `groups`."""
        return tuple((at, column) for at, column in enumerate(GROUP_COLUMNS) if column.field in self._columns)

    @property
    def totals(self) -> dict[str, Any]:
        """The totals by the names of DESIGN 9; accuracies are fractions."""
        summary, total, counts = self.summary, self.summary.total, self.counts
        trusted = ratio(summary.trusted.correct, summary.trusted.scored) if summary.has_status else None
        return {
            "scored": total.scored,
            "correct": total.correct,
            "accuracy": ratio(total.correct, total.scored),
            "strict_correct": total.strict,
            "strict_accuracy": ratio(total.strict, total.scored),
            "unparsed": total.unparsed,
            "missing_predictions": total.missing,
            **{name: counts[name] for name in FILE_COUNTS},
            "lenient_accepts": total.lenient,
            "sound_accuracy": ratio(total.correct - total.lenient, total.scored),
            "conventions": sum(summary.conventions.values()),
            "undecided": total.undecided,
            "timeouts": summary.count_of(TIMEOUT),
            "gold_unreadable": summary.count_of(GOLD_UNREADABLE),
            "accuracy_parsed": ratio(total.correct, total.scored - total.unparsed),
            "accuracy_verified_rows": trusted,
            "accuracy_interval": interval(total.correct, total.scored),
            "accuracy_band": [
                ratio(total.correct, total.scored),
                ratio(total.correct + total.undecided, total.scored),
            ],
            "readers": dict(sorted(summary.readers.items())),
        }

    @property
    def by_tier(self) -> dict[str, Any]:
        """Tier -> decided, correct, accuracy; undecided items under `(none)`."""
        ordered = [name for name in self.summary.by_tier if name != NO_TIER] + [NO_TIER]
        rows = {name: self.summary.by_tier[name] for name in ordered}
        return {
            name: {"decided": row.scored, "correct": row.correct, "accuracy": ratio(row.correct, row.scored)}
            for name, row in rows.items()
        }

    @property
    def items(self) -> Iterator[dict[str, Any]]:
        """Every item as in the JSON report, in dataset order."""
        columns = self.group_columns
        extras = itertools.repeat(dict[str, Any]()) if self.extras is None else self.extras
        for item, outcome, extra in zip(self._items, self._outcomes, extras, strict=False):
            groups = {column.field: item.groups[at] for at, column in columns}
            yield {"id": item.id, **outcome_fields(outcome), "gold": item.gold, **groups, **extra}

    def head(self) -> dict[str, Any]:
        """The JSON report without its items."""
        summary = self.summary
        return {
            "format": REPORT_FORMAT,
            "meta": self.meta,
            "signature": self.signature,
            "totals": self.totals,
            "by_tier": self.by_tier,
            **{column.report_key: _by_label(summary.groups[at]) for at, column in self.group_columns},
            "by_extraction": _by_label(summary.by_extraction),
            "by_reason": _by_label(summary.by_reason),
            **({"samples": self.samples} if self.samples else {}),
            **({"audit": self.audit} if self.audit else {}),
        }

    def as_json(self) -> dict[str, Any]:
        """The whole JSON report as one object; for large runs prefer `write`."""
        return json.loads("".join(self.json_chunks()))  # type: ignore[no-any-return]

    def json_chunks(self) -> Iterator[str]:
        """The JSON report in pieces, one line per item."""
        encode = json.JSONEncoder(separators=(",", ":")).encode
        for name, value in self.head().items():
            yield f"{'{' if name == 'format' else ','}\n{json.dumps(name)}: {json.dumps(value)}"
        yield ',\n"items": ['
        comma = "\n"
        for item in self.items:
            yield comma + encode(item)
            comma = ",\n"
        yield "\n]}\n"

    def write(self, path: str) -> None:
        """Write the JSON report, whole or not at all; InputError if that fails."""
        write_whole(path, self.json_chunks())

    def text(self, show_items: str = "auto") -> str:
        """The printed report; `show_items` is auto, all, failures or none."""
        return "\n".join(report_lines(self, show_items)) + "\n"

    def rows(self) -> Iterator[tuple[Item, Outcome]]:
        """Every item with its outcome, in dataset order."""
        return zip(self._items, self._outcomes, strict=True)


READERS = ("latex2sympy2_extended", "sympy")
PACKAGES = ("gmpy2", "latex2sympy2_extended", "mpmath", "pyarrow", "sympy")
"""Packages that can change a verdict, and all that a run may use: their versions are stated."""


def signature_of(dataset: Dataset, tiers: Sequence[str], reading: Reading | None = None) -> dict[str, Any]:
    """All that could change the number (DESIGN 9)."""
    subset = [condition.text for condition in reading.where] if reading else []
    return {
        "harness": __version__,
        "tiers": list(tiers),
        "tolerance": {"relative": float(RELATIVE_TOLERANCE), "absolute": float(ABSOLUTE_TOLERANCE)},
        "limits": dict(SCORING_LIMITS),
        "readers": {"answer_math": __version__, **package_versions(READERS)},
        "dataset_sha256": dataset.sha256,
        **({"subset": subset} if subset else {}),
    }


def meta_of(notes: Mapping[str, str], started: float, problems: ProblemLog) -> dict[str, Any]:
    """What may differ between equal runs: when, where, how long, on what."""
    return {
        "date": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "host": os.uname().nodename if hasattr(os, "uname") else "",
        "seconds": round(time.perf_counter() - started, 3),
        "argv": list(sys.argv),
        "versions": {"python": sys.version.split()[0], **package_versions(PACKAGES)},
        "notes": dict(notes),
        "problems": [problem._asdict() for problem in problems.kept],
    }


def missing_sandbox_limits() -> list[str]:
    """The sandbox limits this system lacks: `address_space` on macOS, for one."""
    from answer_math.sandbox import shared_sandbox

    return sorted(name for name, holds in shared_sandbox().limits_in_force().items() if not holds)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run; `report` holds what was done, marked incomplete."""

    def __init__(self, report: Report) -> None:
        """Carry the report."""
        super().__init__("interrupted")
        self.report = report


def _observers(data: Dataset, samples: bool, finish_reasons: Mapping[int, str] | None) -> list[Any]:
    """What watches a run; its `extra(place)` are fields of that item.

    Responses are reviewed when `finish_reasons` is a mapping, which may still fill.
    """
    if not samples and finish_reasons is None:
        return []
    from report_views.observations import ReviewRecord, SampleRecord

    watching: list[Any] = [SampleRecord()] if samples else []
    if finish_reasons is not None:
        watching.append(ReviewRecord([item.gold for item in data.items], finish_reasons))
    return watching


def _inputs_meta(data: Dataset, responses: Predictions) -> dict[str, Any]:
    """What `meta` says of the two inputs and of the rows the subset left out."""
    left_out = {"left_out": data.left_out} if data.left_out else {}
    return {
        "dataset": input_meta(data.file, data.files) | left_out,
        "predictions": input_meta(responses.file, responses.files),
    }


def evaluate(
    dataset: Source,
    predictions: Source,
    *,
    tiers: str | Sequence[str] = DEFAULT_TIERS,
    jobs: int = 0,
    notes: Mapping[str, str] | None = None,
    shard: tuple[int, int] = (1, 1),
    progress: bool = False,
    reading: Reading | None = None,
    samples: bool = False,
    review: bool = False,
    ray: str | None = None,
) -> Report:
    """The report of scoring predictions against a dataset.

    `jobs` is the number of worker processes (0: by size); `shard` (i, n) scores the i-th of n parts, counted
    from 1. `reading` names columns and the subset, `samples` scores every line of an id, `review` keeps what
    deserves a second look, `ray` is the address of a cluster ("": one on this machine). Raises InputError for files
    or tiers that cannot be used, BrokenEnvironment when the grader does not work here, Interrupted on Ctrl-C.
    S4.1, S4.2, DESIGN 9.
    """
    started, chosen, problems = time.perf_counter(), tier_names(tiers), ProblemLog()
    self_check(chosen)
    data = read_dataset(dataset, problems, reading)
    part, parts = shard
    span = range((part - 1) * len(data.items) // parts, part * len(data.items) // parts)
    reasons: dict[int, str] | None = {} if review else None
    responses = Predictions(predictions, data, problems, reading, samples=samples, finish_reasons=reasons)
    observers = _observers(data, samples, reasons)
    outcomes, interrupted = run(
        data,
        responses,
        span,
        tiers=chosen,
        jobs=jobs_for(jobs, len(span)),
        progress=Progress(len(span), progress),
        observers=observers,
        ray=ray,
    )
    places = [place for place, outcome in zip(span, outcomes, strict=True) if outcome]
    done = [outcome for outcome in outcomes if outcome]
    has_asked_sandbox = any(outcome.reader not in ("", "own") for outcome in done)
    if has_asked_sandbox:
        self_check(chosen, sandbox=True)
    problems = problems if part == 1 else ProblemLog()
    meta = meta_of(notes or {}, started, problems) | _inputs_meta(data, responses)
    meta.update({"incomplete": True} if interrupted else {})
    meta.update({"shard": f"{part}/{parts}"} if parts > 1 else {})
    meta.update({"limits_missing": missing_sandbox_limits()} if has_asked_sandbox else {})
    report = Report(
        [data.items[place] for place in places],
        done,
        columns=data.columns,
        counts={"skipped_no_gold": data.skipped if part == 1 else 0, **problems.counts},
        signature=signature_of(data, chosen, reading),
        meta=meta,
        extras=[{k: v for o in observers for k, v in o.extra(place).items()} for place in places],
    )
    if interrupted:
        raise Interrupted(report)
    return report


def read_report(path: str) -> Report:
    """A report from its JSON file; InputError when it is none of format 1."""
    try:
        with open(path, encoding="utf-8") as file:
            raw = json.load(file)
        if raw["format"] != REPORT_FORMAT:
            raise InputError(
                f"{path}: is a report of format {raw['format']}; this version reads {REPORT_FORMAT}"
            )
        columns = [column.field for column in GROUP_COLUMNS if column.report_key in raw]
        items, outcomes, extras = [], [], []
        for fields in raw["items"]:
            groups = tuple(_group_value(fields.get(column.field)) for column in GROUP_COLUMNS)
            items.append(Item(fields["id"], fields["gold"], groups))
            outcomes.append(outcome_from_fields(fields))
            extras.append({name: fields[name] for name in ITEM_EXTRAS if name in fields})
        return Report(
            items,
            outcomes,
            columns=columns,
            counts=raw["totals"],
            signature=raw["signature"],
            meta=raw["meta"],
            extras=extras,
            audit=raw.get("audit"),
        )
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (KeyError, TypeError, RecursionError, json.JSONDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: is not a report of this harness: {_one_line(error)}") from None


def merge_reports(paths: Sequence[str]) -> Report:
    """The report of a whole run from the reports of all its shards.

    Raises InputError unless they are the shards 1 to N of one run: same signature, none missing, none twice.
    """
    shards: dict[str, tuple[str, Report]] = {}
    for path in paths:
        report = read_report(path)
        name = report.meta.get("shard") or "1/1"
        if report.incomplete:
            raise InputError(f"{path}: is incomplete; run shard {name} again")
        if name in shards:
            raise InputError(f"{path}: is shard {name}, as is {shards[name][0]}")
        shards[name] = (path, report)
    parts = int(next(iter(shards)).partition("/")[2])
    wanted = [f"{part}/{parts}" for part in range(1, parts + 1)]
    if set(wanted) != set(shards):
        lacking = ", ".join(name for name in wanted if name not in shards) or "none"
        raise InputError(f"these are not all shards of one run: found {', '.join(shards)}; missing {lacking}")
    first_path, first = shards[wanted[0]]
    ordered = [shards[name] for name in wanted]
    for path, report in ordered[1:]:
        if report.signature != first.signature:
            differing = [
                name for name in first.signature if report.signature.get(name) != first.signature[name]
            ]
            raise InputError(f"{path} and {first_path} differ in {', '.join(differing)}: not one run")
    meta = {name: value for name, value in first.meta.items() if name != "shard"}
    meta["seconds"] = round(sum(report.meta["seconds"] for _, report in ordered), 3)
    missing = [report.meta["limits_missing"] for _, report in ordered if "limits_missing" in report.meta]
    meta.update({"limits_missing": sorted({name for names in missing for name in names})} if missing else {})
    rows = [row for _, report in ordered for row in report.rows()]
    extras = [extra for _, report in ordered for extra in report.extras or [{}] * report.summary.total.scored]
    return Report(
        [item for item, _ in rows],
        [outcome for _, outcome in rows],
        columns=[column.field for _, column in first.group_columns],
        counts=first.counts,
        signature=first.signature,
        meta=meta,
        extras=extras,
    )


# ------------------------------------------------------------------------------
# 11  Command line: argv -> exit code
# stdout is the result, stderr everything else; no traceback for anything a user can do (S4.1, DESIGN 10).
# ------------------------------------------------------------------------------

EXIT_DONE, EXIT_UNUSABLE, EXIT_GATE, EXIT_INTERRUPTED = 0, 1, 3, 130  # argparse ends with 2

EXAMPLES = """\
examples:
  evaluate-benchmark --dataset verified.parquet --predictions preds.jsonl --out report.json --html r.html
  evaluate-benchmark --dataset d.jsonl --predictions p.jsonl --baseline old.json --fail-on-drop --fail-under 80
  evaluate-benchmark --dataset d.jsonl --predictions 'output-rs*.jsonl' --samples --where collection=core
  evaluate-benchmark --dataset d.jsonl --predictions p.jsonl --explain dgn.core.1.122

exit codes: 0 done, 1 unusable file or broken environment, 2 usage, 3 gate not met, 130 interrupted
"""


def _note(text: str) -> tuple[str, str]:
    """A KEY=VALUE pair; ValueError becomes argparse's usage error."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise ValueError(text)
    return key.strip(), value.strip()


def _shard(text: str) -> tuple[int, int]:
    """I/N as two numbers with 1 <= I <= N; raises ValueError otherwise."""
    part, parts = (int(number) for number in text.split("/"))
    if not 1 <= part <= parts:
        raise ValueError(text)
    return part, parts


def _worker_count(text: str) -> int:
    """A number of worker processes, at least 0; raises ValueError otherwise."""
    jobs = int(text)
    if jobs < 0:
        raise ValueError(text)
    return jobs


_note.__name__, _shard.__name__, _worker_count.__name__ = "KEY=VALUE", "I/N", "number of workers"


def _threshold(text: str) -> Fraction:
    """The accuracy of a gate; argparse prints what is wrong with it."""
    import argparse

    from report_views.comparison import parse_threshold

    try:
        return parse_threshold(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _condition(text: str) -> Condition:
    """A condition on rows; argparse prints what is wrong with it."""
    import argparse

    from input_files.select import parse_condition

    try:
        return parse_condition(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


class Option(NamedTuple):
    """One option of the command line, as argparse takes it."""

    flag: str
    help: str
    settings: Mapping[str, Any] = {}


FLAG: Mapping[str, Any] = {"action": "store_true"}
FILE: Mapping[str, Any] = {"metavar": "FILE", "default": ""}
COLUMN: Mapping[str, Any] = {"metavar": "COLUMN", "default": ""}

OPTIONS: Mapping[str, tuple[Option, ...]] = {
    "input: a file, folder, glob, or - for stdin; .jsonl, .parquet, .gz, .zst, and other tools' files": (
        Option("--dataset", "rows with id and gold", {"metavar": "PATH"}),
        Option("--predictions", "lines with id and response", {"metavar": "PATH"}),
        Option(
            "--where",
            "score these rows only: collection=core, chapter=3..5; repeatable",
            {"type": _condition, "action": "append", "default": [], "metavar": "COLUMN=VALUE"},
        ),
        Option("--id-field", "the column that holds the id, in both inputs", COLUMN),
        Option("--gold-field", "the dataset's column that holds the gold answer", COLUMN),
        Option("--response-field", "the predictions' column that holds the response", COLUMN),
    ),
    "output": (
        Option("--out", "write the full JSON report", {"metavar": "FILE"}),
        Option("--html", "write the report as one page that needs no server", FILE),
        Option("--markdown", "write a summary for a pull request", FILE),
        Option("--items", "write the items as rows: .jsonl, .parquet or .csv", FILE),
        Option(
            "--show-items",
            f"print all, failures, none, or auto: all up to {PRINTED_ITEMS}",
            {"choices": ("auto", "all", "failures", "none"), "default": "auto", "metavar": "WHICH"},
        ),
        Option("--review", "list the items that deserve a second look; no score changes", FLAG),
        Option("--quiet", "print no report", FLAG),
        Option(
            "--note",
            "state something in the report, such as split=test; repeatable",
            {"type": _note, "action": "append", "default": [], "metavar": "KEY=VALUE"},
        ),
        Option("--explain", "print how one item was judged, step by step, and stop", {"metavar": "ID"}),
    ),
    "scoring": (
        Option(
            "--tiers",
            "tiers in order (default %(default)s)",
            {"default": ",".join(DEFAULT_TIERS), "metavar": "LIST"},
        ),
        Option("--samples", "score every line of an id: avg@k, pass@k, maj@k", FLAG),
        Option(
            "--jobs",
            "worker processes (default: by size)",
            {"type": _worker_count, "default": 0, "metavar": "N"},
        ),
        Option(
            "--ray",
            "score on a Ray cluster, or on one started here",
            {"nargs": "?", "const": "", "metavar": "ADDRESS"},
        ),
        Option("--shard", "score the I-th of N parts", {"type": _shard, "default": (1, 1), "metavar": "I/N"}),
        Option(
            "--merge",
            "take finished reports instead of scoring: all shards, or one",
            {"nargs": "+", "metavar": "REPORT"},
        ),
    ),
    "compare and gate: exit code 3 when a gate is not met": (
        Option("--baseline", "compare with the report of an earlier run", FILE),
        Option(
            "--fail-under",
            "the least accuracy, such as 80 or 84.5%%",
            {"type": _threshold, "metavar": "PERCENT"},
        ),
        Option("--fail-on-drop", "no significant drop against the baseline", FLAG),
    ),
    "check": (
        Option("--check-dataset", "check the dataset's rows instead of scoring", FLAG),
        Option("--strict", "with --check-dataset: exit code 3 on findings", FLAG),
        Option(
            "--audit",
            "write a form of N items for a person to judge",
            {"nargs": "+", "metavar": ("N", "FILE")},
        ),
        Option("--audited", "the form filled in: the grader's own error rates", FILE),
    ),
}
"""Every option by group; the first two groups are enough for the main job."""


def build_parser() -> argparse.ArgumentParser:
    """The parser of the command line (S4.1)."""
    import argparse

    def formatter(prog: str) -> argparse.HelpFormatter:
        """Lines of a fixed width; asking the terminal would load shutil."""
        return argparse.RawDescriptionHelpFormatter(prog, max_help_position=28, width=110)

    parser = argparse.ArgumentParser(
        prog="evaluate-benchmark",
        usage="%(prog)s --dataset PATH --predictions PATH [options]",
        description="Score a model's answers to a mathematics benchmark, and say why.",
        epilog=EXAMPLES,
        formatter_class=formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"evaluate-benchmark {__version__}")
    for title, options in OPTIONS.items():
        group = parser.add_argument_group(title)
        for option in options:
            group.add_argument(option.flag, help=option.help, **option.settings)
    return parser


def _print(text: str) -> None:
    """Write to stdout, whatever the text holds or the terminal can show."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.stdout.write(text)
    sys.stdout.flush()


def _complain(text: str) -> None:
    """Write one message to stderr."""
    print(f"evaluate-benchmark: {text}".encode("utf-8", "backslashreplace").decode(), file=sys.stderr)


def _reading_of(options: argparse.Namespace) -> Reading | None:
    """How the options want files read; None as they are, which is fastest."""
    named = (options.id_field, options.gold_field, options.response_field)
    if not (any(named) or options.where):
        return None
    from input_files.adapt import Reading

    return Reading(*named, tuple(options.where))


VIEW_OPTIONS = (
    "baseline", "fail_under", "fail_on_drop", "html", "markdown", "items", "review", "audit", "audited",
)  # fmt: skip
"""Options that ask for views of the finished report."""


def _request_of(options: argparse.Namespace) -> Request | None:
    """The views that the options ask for, None for none."""
    if not any(getattr(options, name) not in ("", None, False) for name in VIEW_OPTIONS):
        return None
    from report_views.requested import Request

    return Request.of(options)


def explain_item(options: argparse.Namespace) -> str:
    """The explanation of one item; raises InputError for an unknown id."""
    problems, tiers, reading = ProblemLog(), tier_names(options.tiers), _reading_of(options)
    data = read_dataset(options.dataset, problems, reading)
    place = data.index.get(options.explain)
    if place is None:
        raise InputError(f"{data.file}: has no id {options.explain!r}")
    if place < 0:
        return (
            f"item      {options.explain}\nskipped   the row has no gold answer, or --where leaves it out\n"
        )
    item, response, found = data.items[place], None, False
    for at, text in Predictions(options.predictions, data, problems, reading):
        if at == place:
            response, found = text, True
    if not found:
        return f"item      {item.id}\ngold      {item.gold}\nverdict   missing (incorrect)\n"
    return explain(item.id, response, grade(item.gold, response, tiers=tiers)) + "\n"


def check_dataset(options: argparse.Namespace) -> int:
    """The exit code after printing what is wrong with the dataset's rows."""
    from report_views.dataset_command import findings_of, render

    reading, tiers = _reading_of(options), tier_names(options.tiers)
    selection = _selection(reading)
    rows = read_rows(options.dataset, DATASET_FIELDS | STATEMENT_FIELDS, reading)
    taken = [row for row in rows if selection is None or row.fields is None or selection.takes(row.fields)]
    progress = Progress(len(taken), not options.quiet, "checked")
    findings = findings_of(
        progress.over(taken),
        options.dataset,
        gold_of,
        lambda gold, given: grade(gold, given, tiers=tiers).correct,
    )
    progress.close()
    if selection is not None and (fault := selection.fault()):
        raise InputError(f"{options.dataset}: {fault}")
    _print(render(findings))
    return EXIT_GATE if findings and options.strict else EXIT_DONE


def _report_of(options: argparse.Namespace, request: Request | None) -> Report:
    """The report that the options ask for: merged or freshly scored."""
    if options.merge:
        return merge_reports(options.merge)
    return evaluate(
        options.dataset,
        options.predictions,
        tiers=options.tiers,
        jobs=options.jobs,
        notes=dict(options.note),
        shard=options.shard,
        progress=not options.quiet,
        reading=_reading_of(options),
        samples=options.samples,
        review=request is not None and request.needs_responses and options.ray is None,
        ray=options.ray,
    )


def _deliver(report: Report, options: argparse.Namespace, views: Views | None) -> bool:
    """True when no gate failed, after printing the report and writing it.

    In that order: a failed write loses no print.
    """
    if not options.merge:
        report.meta.update(options.provenance)
    shown, as_json = None, dict[str, Any]()
    if views is not None:
        from report_views.terminal import wants_colour

        as_json = report.as_json()
        shown = views.show(as_json, wants_colour(sys.stdout))
        report.blocks, report.sentences = shown.blocks, shown.sentences
        report.audit = shown.audit or report.audit
    if not options.quiet:
        _print(report.text(options.show_items))
    if options.out:
        report.write(options.out)
    if views is None or shown is None:
        return True
    for line in views.write(as_json, shown, write_whole):
        _complain(line)
    if options.quiet and not shown.is_passed:
        _complain(" ".join(shown.sentences))
    return shown.is_passed


def _ignore_further_interrupts() -> None:
    """Let the report of an interrupted run be written in peace."""
    import signal
    import threading

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _is_same_file(path: str, other: str) -> bool:
    """True when both paths lead to one file that exists."""
    return os.path.exists(path) and os.path.exists(other) and os.path.samefile(path, other)


def _check_outputs(options: argparse.Namespace, request: Request | None) -> None:
    """Raise InputError for a file that cannot be written, or is an input."""
    sources = [
        options.dataset,
        options.predictions,
        options.baseline,
        options.audited,
        *(options.merge or ()),
    ]
    for path in [options.out, *(request.files if request else ())]:
        if path and (fault := output_fault(path)):
            raise InputError(f"{path}: {fault}")
        if path and any(source and _is_same_file(source, path) for source in sources):
            raise InputError(f"{path}: is an input of this run; the report would overwrite it")


def execute(options: argparse.Namespace) -> int:
    """The exit code after doing what the options ask; may raise InputError."""
    request = _request_of(options)
    _check_outputs(options, request)
    if options.check_dataset:
        return check_dataset(options)
    if options.explain is not None:
        _print(explain_item(options))
        return EXIT_DONE
    views = None
    if request is not None:
        from report_views.requested import Views

        views = Views(request)
    try:
        report = _report_of(options, request)
    except Interrupted as interruption:
        _ignore_further_interrupts()
        report = interruption.report
        _complain(f"interrupted; the report covers the {report.summary.total.scored} items that were done")
        _deliver(report, options, views)
        return EXIT_INTERRUPTED
    return EXIT_DONE if _deliver(report, options, views) else EXIT_GATE


def _usage_fault(options: argparse.Namespace) -> str:
    """What is wrong with the options together, "" when nothing is."""
    named = options.id_field or options.gold_field or options.response_field
    audit = options.audit or ["1"]
    sources = (options.dataset, options.predictions)
    faults = (
        (
            options.merge and any(sources),
            "--merge takes finished reports; leave out --dataset and --predictions",
        ),
        (
            options.merge and (options.samples or options.where or named),
            "--merge takes reports as they were scored",
        ),
        (options.check_dataset and not options.dataset, "--check-dataset needs --dataset"),
        (
            not options.merge and not options.check_dataset and not all(sources),
            "--dataset and --predictions are required",
        ),
        (sources == ("-", "-"), "only one input can be stdin"),
        (
            options.ray is not None and options.review,
            "--review needs the responses here, --ray sends them away",
        ),
        (options.strict and not options.check_dataset, "--strict goes with --check-dataset"),
        (options.fail_on_drop and not options.baseline, "--fail-on-drop needs --baseline"),
        (
            len(audit) > 2 or not audit[0].isdecimal() or len(audit[0]) > 9 or int(audit[0]) < 1,
            "--audit takes a number of items, and the file to write",
        ),
    )
    return next((message for is_wrong, message in faults if is_wrong), "")


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code of the command line; never raises for bad input."""
    parser = build_parser()
    try:
        options = parser.parse_args(argv)
        stated = stated_options(options, parser)
        options.provenance = {
            "argv": [sys.argv[0], *(sys.argv[1:] if argv is None else argv)],
            "options": stated,
        }
        if fault := _usage_fault(options):
            parser.error(fault)
        return execute(options)
    except SystemExit as stop:  # argparse: 2 for a usage error, 0 for --help
        return int(stop.code or 0)
    except (InputError, BrokenEnvironment) as error:
        _complain(f"error: {error}")
    except KeyboardInterrupt:
        _complain("interrupted before anything was scored")
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_DONE
    except MemoryError:
        _complain("error: out of memory; split the run with --shard")
    except OSError as error:
        _complain(f"error: {error}")
    return EXIT_UNUSABLE


def console_main() -> None:
    """End the process with the exit code of `main`; the console script.

    What is loaded by now stays: collections need not look at it, and forked workers go on sharing it.
    """
    gc.freeze()
    sys.exit(main())


if __name__ == "__main__":
    console_main()
