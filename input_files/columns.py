"""Columns by name: looking one up, and saying well that it is not there.

    lookup(fields, name) -> the value, or ABSENT        missing_column(name, there) -> a message

A name with dots reaches into nested objects: `doc.answer` is the field `answer` of the field `doc`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

Fields: TypeAlias = Mapping[str, Any]

MAX_COLUMNS_NAMED = 30


class Absent:
    """The type of ABSENT, which no row can hold."""

    def __repr__(self) -> str:
        """The name of its one value."""
        return "ABSENT"


ABSENT: Final = Absent()


class Place(NamedTuple):
    """Where a row stands: its file, and its number there from 0."""

    file: str
    number: int


def lookup(fields: Fields, name: str) -> Any:
    """The value of a column, ABSENT if there is none of that name.

    >>> lookup({"doc": {"answer": 5}}, "doc.answer"), lookup({"a.b": 1}, "a.b"), lookup({}, "a")
    (5, 1, ABSENT)
    """
    if name in fields:
        return fields[name]
    first, dot, rest = name.partition(".")
    inner = fields.get(first)
    return lookup(inner, rest) if dot and isinstance(inner, Mapping) else ABSENT


def members_of(value: Any) -> tuple[str, ...]:
    """The texts of a cell: of a list each member, of null the empty one.

    >>> members_of(["a", 2]), members_of(None), members_of(True)
    (('a', '2'), ('',), ('true',))
    """
    if isinstance(value, (list, tuple)):
        return tuple(text for member in value for text in members_of(member)) or ("",)
    if value is None:
        return ("",)
    if isinstance(value, (bool, Mapping)):
        return (json.dumps(value, default=str),)
    return (str(value),)


def missing_column(name: str, there: Iterable[str]) -> str:
    """What is wrong with a name, what there is, and which one may be meant.

    >>> missing_column("chapters", ["id", "chapter"])
    'has no column `chapters`; did you mean `chapter`? Its columns are id, chapter'
    """
    import difflib

    names = list(there)
    near = difflib.get_close_matches(name, names, n=1) or [
        other for other in names if other.rpartition(".")[2].casefold() == name.casefold()
    ]
    meant = f"did you mean `{near[0]}`? Its" if near else "its"
    more = f" and {len(names) - MAX_COLUMNS_NAMED} more" if len(names) > MAX_COLUMNS_NAMED else ""
    return (
        f"has no column `{name}`; {meant} columns are {', '.join(names[:MAX_COLUMNS_NAMED]) or 'none'}{more}"
    )


def column_names(fields: Fields) -> list[str]:
    """The names of a row's columns, those of nested objects with a dot."""
    nested = [
        f"{name}.{inner}" for name, value in fields.items() if isinstance(value, Mapping) for inner in value
    ]
    return [*map(str, fields), *nested]
