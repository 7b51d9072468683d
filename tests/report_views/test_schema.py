"""The published schema accepts real reports and notices broken ones."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from report_maker import make_report, perturbed

from report_views.audit import judge
from report_views.schema import report_schema
from report_views.statistics import score_samples

jsonschema = pytest.importorskip("jsonschema")


def schema_findings(report: Any) -> list[str]:
    """What in a report departs from the schema, as place and message."""
    errors = jsonschema.Draft202012Validator(report_schema()).iter_errors(report)
    return [f"{'/'.join(map(str, e.absolute_path)) or 'the report'}: {e.message[:200]}" for e in errors]


def test_the_schema_is_itself_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(report_schema())


@pytest.mark.parametrize("items", [0, 1, 300])
def test_reports_conform(items: int) -> None:
    report = make_report(items, hostile_share=0.1)
    report["samples"] = score_samples([[True, False]], [[0, 1]]).as_dict()
    report["audit"] = judge(report, []).as_dict()
    report["by_pattern"] = {"p1": {"scored": 1, "correct": 1, "accuracy": 1.0}}
    assert schema_findings(json.loads(json.dumps(report))) == []
    assert schema_findings(perturbed(report, 0.2, 0.2)) == []


def _set(*path: Any, value: Any) -> Any:
    """A change of a report: sets, or with ... removes, what stands at a path."""

    def change(report: dict[str, Any]) -> None:
        target: Any = report
        for step in path[:-1]:
            target = target[step]
        if value is ...:
            del target[path[-1]]
        else:
            target[path[-1]] = value

    return change


BROKEN = [
    _set("format", value=2),
    _set("totals", "accuracy", value=84.21),
    _set("totals", "correct", value=-1),
    _set("totals", "unparsed", value=...),
    _set("by_tier", "(none)", value=...),
    _set("by_tier", "exact", value=7),
    _set("by_chapter", "1", value={"scored": 1}),
    _set("signature", "dataset_sha256", value="short"),
    _set("signature", "tiers", value=[]),
    _set("items", 0, "verdict", value="maybe"),
    _set("items", 0, "correct", value="yes"),
    _set("items", 0, "id", value=7),
    _set("items", 0, "reason", value=...),
    _set("items", 0, "gold", value=None),
    _set("items", value={}),
]


@pytest.mark.parametrize("change", BROKEN)
def test_departures_are_found_and_named(change: Any) -> None:
    report = make_report(5)
    broken = copy.deepcopy(report)
    change(broken)
    assert schema_findings(report) == []
    assert schema_findings(broken) != []


def test_a_verdict_and_its_correctness_go_together() -> None:
    report = make_report(30)
    item = next(i for i in report["items"] if i["correct"])
    item["verdict"] = "reject"
    (finding, *_) = schema_findings(report)
    assert finding.startswith("items/")
