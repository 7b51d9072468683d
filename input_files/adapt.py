"""Rows of any file as the script's own: `id`, gold or response, group columns.

    adapted(rows, is_dataset, reading) -> rows        wanted_columns(names, …) -> columns to read

Named columns (`--id-field` and kin) come first, then the preset that recognises the first rows of a file.
Rows that neither changes pass as they are, and the script counts what it cannot use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias

from input_files.columns import (
    ABSENT,
    Fields,
    Place,
    column_names,
    lookup,
    missing_column,
)
from input_files.errors import InputError
from input_files.presets import Preset, columns_used, recognise
from input_files.select import Condition

SAMPLE_ROWS = 20
"""Rows of a file that a preset must recognise."""

GOLD = "final_answer_boxed"
GOLD_COLUMNS = frozenset((GOLD, "final_answer", "answer", "expected_answer"))
NOT_RESPONSES = frozenset(("id", "finish_reason", "stop_reason"))
RESPONSE = "response"
"""The first of the script's spellings, so that it wins over a file's own columns."""


class Reading(NamedTuple):
    """How the user wants files read; an empty name leaves the choice to us."""

    id_field: str = ""
    gold_field: str = ""
    response_field: str = ""
    where: tuple[Condition, ...] = ()

    def names(self, is_dataset: bool, there: Iterable[str]) -> dict[str, str]:
        """Our column -> the user's, as far as one was named for this input.

        Predictions that have an `id` and not the column named for the dataset's are joined by `id`.
        """
        columns = frozenset(there)
        named = (
            {"id": self.id_field, GOLD: self.gold_field}
            if is_dataset
            else {"id": self.id_field, RESPONSE: self.response_field}
        )
        if (
            not is_dataset
            and "id" in columns
            and not {self.id_field, self.id_field.partition(".")[0]} & columns
        ):
            named.pop("id")
        return {ours: theirs for ours, theirs in named.items() if theirs}


SourceRow: TypeAlias = Any
"""A row as the script has it: a NamedTuple of line, fields (None for a bad line), fault and file."""

# ------------------------------------------------------------------------------
# 1  Which columns of a file are read
# ------------------------------------------------------------------------------


def wanted_columns(
    file: str, names: list[str], is_dataset: bool, reading: Reading | None, native: frozenset[str]
) -> list[str]:
    """The columns of a Parquet file that its rows need, in the file's order.

    Raises InputError for a column that was named and is not there, or when nothing tells the rows apart.
    """
    reading = reading or Reading()
    named = list(reading.names(is_dataset, names).values())
    conditions = [condition.column for condition in reading.where] if is_dataset else []
    there = set(names)
    for name in named:
        if name.partition(".")[0] not in there and name not in there:
            raise InputError(f"{file}: {missing_column(name, names)}")
    used = columns_used(names)
    if "id" not in there and not used and not reading.id_field:
        raise InputError(f"{file}: {missing_column('id', names)}; or name one with --id-field")
    spellings = native & GOLD_COLUMNS if is_dataset else native - NOT_RESPONSES
    if not used and not there & spellings and not set(reading.names(is_dataset, names)) - {"id"}:
        option = "--gold-field" if is_dataset else "--response-field"
        raise InputError(
            f"{file}: {missing_column(GOLD if is_dataset else RESPONSE, names)}; name one with {option}"
        )
    roots = {root for name in (*named, *conditions) for root in (name, name.partition(".")[0])}
    return [name for name in names if name in native | used | roots]


# ------------------------------------------------------------------------------
# 2  Rows
# ------------------------------------------------------------------------------


def _sample(rows: Iterator[SourceRow]) -> tuple[list[Fields], Iterator[SourceRow]]:
    """The fields of the first good rows, and all rows again."""
    held = list(islice(rows, SAMPLE_ROWS))
    return [row.fields for row in held if row.fields is not None], chain(held, rows)


def _by_name(fields: Fields, named: dict[str, str]) -> Fields:
    """The row with the named columns under our names; absent ones stay absent."""
    found = {ours: lookup(fields, theirs) for ours, theirs in named.items()}
    kept = {name: value for name, value in fields.items() if name not in found}
    return {**kept, **{ours: value for ours, value in found.items() if value is not ABSENT}}


def _preset_for(file: str, sample: list[Fields], is_dataset: bool) -> Preset | None:
    """The preset of a file, None without one.

    Raises InputError for predictions without responses.
    """
    preset = recognise(sample)
    if preset is not None and not is_dataset and not preset.has_response:
        raise InputError(
            f"{file}: these are {preset.name}: they hold no response; name the file of the model's outputs, "
            "or the column with --response-field"
        )
    return preset


def _mapped_rows(
    rows: Iterable[SourceRow], preset: Preset, golds: dict[str, Any] | None, first_number: int
) -> Iterator[SourceRow]:
    """The rows that a preset makes; a row of another shape passes as it is.

    A run's file that serves as dataset has `golds` by id: it names an item once, however often sampled.
    """
    kept_value: Any = ABSENT
    for number, row in enumerate(rows, start=first_number):
        if row.fields is None or not preset.recognises_row(row.fields):
            yield row
            continue
        value = row.fields.get(preset.repeats_by)
        kept_value = value if kept_value is ABSENT else kept_value
        if value != kept_value:
            continue
        for mapped in preset.rows(row.fields, Place(row.file, number)):
            fields = {**row.fields, **mapped}
            if golds is not None and preset.has_response:
                name, gold = str(fields["id"]), fields[GOLD]
                if golds.get(name, ABSENT) == gold:
                    continue
                golds.setdefault(name, gold)
            yield row._replace(fields=fields)


def _check_names(file: str, sample: list[Fields], named: dict[str, str]) -> None:
    """Raise InputError for a named column that no row of the sample has."""
    for theirs in named.values():
        if sample and all(lookup(fields, theirs) is ABSENT for fields in sample):
            there = dict.fromkeys(name for fields in sample for name in column_names(fields))
            raise InputError(f"{file}: {missing_column(theirs, there)}")


def adapted(
    rows: Iterable[SourceRow],
    is_dataset: bool,
    reading: Reading | None,
    golds: dict[str, Any],
    first_number: int = 0,
) -> Iterator[SourceRow]:
    """The rows of one file with our columns added.

    `golds` and `first_number` carry over from one file to the next: what a run's files have named, and how
    many rows came before. Raises InputError for a named column that is not there, or predictions without
    responses.
    """
    sample, rows = _sample(iter(rows))
    named = (reading or Reading()).names(is_dataset, (name for fields in sample for name in fields))
    first = next(rows, None)
    if first is None:
        return
    rows = chain([first], rows)
    _check_names(first.file, sample, named)
    replaced = {"id", GOLD} if is_dataset else {"id", RESPONSE}
    preset = recognise(sample) if named else _preset_for(first.file, sample, is_dataset)
    if replaced <= named.keys():
        preset = None
    if preset is not None:
        rows = _mapped_rows(rows, preset, golds if is_dataset else None, first_number)
    for row in rows:
        yield row if row.fields is None or not named else row._replace(fields=_by_name(row.fields, named))
