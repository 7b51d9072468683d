"""The published schema of the report, format 1 (JSON Schema, draft 2020-12)."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def report_schema() -> dict[str, Any]:
    """The JSON Schema of a report, as it ships beside this module."""
    text = files("report_views").joinpath("report.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
