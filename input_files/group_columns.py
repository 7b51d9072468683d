"""The columns that a report breaks down by: which, under what title, and how each is read from a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

LAST_DEV_CASE = 50
"""gma-001 to gma-050 are the word problem lane's dev split, the others its public one."""


class GroupColumn(NamedTuple):
    """A column the report breaks down by; `read` takes it from a row.

    `standard` columns stand in every report, others only when the dataset has them.
    """

    report_key: str
    field: str
    title: str
    read: Callable[[Mapping[str, Any]], Any]
    standard: bool = True
    needs: str = ""


def _column(name: str) -> Callable[[Mapping[str, Any]], Any]:
    """A function that reads one plain column."""
    return lambda row: row.get(name)


def lane_depth(row: Mapping[str, Any]) -> Any:
    """The number of operations of a word problem, None elsewhere."""
    graph = row.get("ground_truth_graph")
    operations = graph.get("operations") if isinstance(graph, Mapping) else None
    return len(operations) if isinstance(operations, list) else row.get("depth")


def split_of(row: Mapping[str, Any]) -> Any:
    """The row's split; that of a word problem follows from its number."""
    name = row.get("id")
    if row.get("split") or not isinstance(name, str) or not name.startswith("gma-"):
        return row.get("split")
    number = name.removeprefix("gma-")
    return ("dev" if int(number) <= LAST_DEV_CASE else "public") if number.isdecimal() else None


GROUP_COLUMNS = (
    GroupColumn("by_chapter", "chapter", "by chapter", _column("chapter")),
    GroupColumn("by_group", "group", "by group", _column("group")),
    GroupColumn("by_difficulty", "difficulty", "by difficulty", _column("difficulty")),
    GroupColumn("by_status", "answer_status", "by answer status", _column("answer_status")),
    GroupColumn("by_collection", "collection", "by collection", _column("collection")),
    GroupColumn("by_split", "split", "by split", split_of, standard=False),
    GroupColumn("by_depth", "depth", "by depth", lane_depth, standard=False, needs="ground_truth_graph"),
    GroupColumn("by_pattern", "patterns", "by pattern", _column("patterns"), standard=False),
)
