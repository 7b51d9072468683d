"""A report as one HTML page that needs nothing but a browser.

The page holds its style, its script and its data, and forbids itself, by a
content security policy with their hashes, to load or run anything else. The
template escapes every text; the items travel as JSON in which "<" is written
as an escape, and enter the page only as text. Charts are drawn by the
template, so all but the item table works without JavaScript.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from report_views.charts import Bar, Change, tier_flow
from report_views.comparison import Comparison, change_sentence
from report_views.figures import (
    NO_TIER,
    UNLABELLED,
    VERDICTS,
    Grouping,
    Item,
    Report,
    Tally,
    audit_sentences,
    breakdown,
    chapter_titles,
    groupings_of,
    headline_tallies,
    labels_of,
    notes_of,
    one_line,
    p_value_text,
    percent,
    points,
    sample_rows,
    sample_sentence,
    tier_order,
    total_tally,
)
from report_views.markdown import reporting_template

MAX_EXCERPT_CHARS = 600
MAX_ANSWER_CHARS = 2000
MAX_CELL_CHARS = 200

# ------------------------------------------------------------------------------
# 1  Items as data
#    Columns of few different values are coded by their labels; 12,592 items
#    stay a few megabytes.
# ------------------------------------------------------------------------------


def response_parts(item: Item) -> tuple[str, str, str]:
    """The response excerpt before, inside and after the extracted text.

    Offsets are code points into the response; `excerpt_start` says where the
    excerpt begins in it (0 if absent). Without usable offsets the whole excerpt
    stands before. At most MAX_EXCERPT_CHARS characters are kept.
    """
    excerpt = str(item.get("response_excerpt") or "")
    start, end = item.get("extraction_start"), item.get("extraction_end")
    shift = int(item.get("excerpt_start") or 0)
    if (
        not isinstance(start, int)
        or not isinstance(end, int)
        or not 0 <= start - shift < end - shift <= len(excerpt)
    ):
        return excerpt[:MAX_EXCERPT_CHARS], "", ""
    start, end = start - shift, end - shift
    around = max(0, MAX_EXCERPT_CHARS - (end - start)) // 2
    before = excerpt[max(0, start - around) : start]
    return before, excerpt[start : min(end, start + MAX_EXCERPT_CHARS)], excerpt[end : end + around]


class _Coder:
    """Numbers for labels, in the order in which they first appear."""

    def __init__(self, first: Sequence[str] = ()) -> None:
        """Start with labels that keep this order."""
        self.codes: dict[str, int] = {label: code for code, label in enumerate(first)}

    def __call__(self, label: str) -> int:
        """The number of a label."""
        return self.codes.setdefault(label, len(self.codes))


def _cell(item: Item, name: str) -> str:
    """A short text field of an item, on one line."""
    return one_line(item.get(name), MAX_CELL_CHARS)


def _answer(item: Item, name: str) -> str:
    """An answer of an item as it is, but for its length."""
    return str(item.get(name) or "")[:MAX_ANSWER_CHARS]


def _labels(item: Item, column: str) -> list[str]:
    """The group labels of an item as the charts show them."""
    return [one_line(label, MAX_CELL_CHARS) for label in labels_of(item, column)]


def _flags(item: Item) -> list[str]:
    """What deserves a second look at an item; [""] for nothing."""
    review = item.get("review")
    names = [one_line(name, MAX_CELL_CHARS) for name in review] if isinstance(review, list) else []
    marks = (["lenient"] if item.get("lenient") else []) + (["convention"] if item.get("convention") else [])
    return [*marks, *names] or [""]


class _Field(NamedTuple):
    """One column of the embedded table; coded if it has labels."""

    name: str
    read: Callable[[Item], Any]
    coder: _Coder | None = None


def _item_fields(tiers: Sequence[str], groupings: Iterable[Grouping]) -> list[_Field]:
    """The columns that come from the item itself."""
    return [
        _Field("id", lambda item: _cell(item, "id")),
        _Field("gold", lambda item: _answer(item, "gold")),
        _Field("pred", lambda item: _answer(item, "pred")),
        _Field("excerpt", response_parts),
        _Field("verdict", lambda item: _cell(item, "verdict"), _Coder(VERDICTS)),
        _Field(
            "tier", lambda item: item.get("tier") if item.get("tier") in tiers else NO_TIER, _Coder(tiers)
        ),
        *(
            _Field(name, lambda item, name=name: _cell(item, name), _Coder())  # type: ignore[misc]
            for name in ("reason", "rule", "convention", "reader")
        ),
        _Field("extraction", lambda item: _cell(item, "extraction") or NO_TIER, _Coder()),
        _Field("flags", _flags, _Coder([""])),
        *(
            _Field(g.column, lambda item, column=g.column: _labels(item, column), _Coder())  # type: ignore[misc]
            for g in groupings
        ),
    ]


def _coded(field: _Field, item: Item) -> Any:
    """The cell of a field, by numbers where the field has labels."""
    content = field.read(item)
    if field.coder is None:
        return content
    return [field.coder(label) for label in content] if isinstance(content, list) else field.coder(content)


def page_data(report: Report, comparison: Comparison | None = None) -> dict[str, Any]:
    """The items for the page's script: fields, labels, rows and groupings."""
    groupings = groupings_of(report)
    fields = _item_fields(tier_order(report), groupings)
    flips = {flip.id: flip for flip in (*comparison.gained, *comparison.lost)} if comparison else {}
    flip_labels, old_verdicts, old_reasons = ["", "gained", "lost"], _Coder([""]), _Coder([""])
    rows = []
    for number, item in enumerate(report.get("items", ())):
        flip = flips.get(str(item.get("id")))
        before: list[Any] = [0, "", 0, 0]
        if flip is not None:
            codes = old_verdicts(one_line(flip.old_verdict)), old_reasons(one_line(flip.old_reason))
            before = [1 if flip.gained else 2, flip.old_pred[:MAX_ANSWER_CHARS], *codes]
        rows.append([number, *(_coded(field, item) for field in fields), *before])
    labels = {field.name: list(field.coder.codes) for field in fields if field.coder}
    labels |= {"flip": flip_labels if flips else [""], "old_verdict": list(old_verdicts.codes),
               "old_reason": list(old_reasons.codes)}  # fmt: skip
    return {
        "fields": ["number", *(f.name for f in fields), "flip", "old_pred", "old_verdict", "old_reason"],
        "labels": labels,
        "groupings": [{"name": g.column, "title": g.title} for g in groupings],
        "rows": rows,
    }


def script_json(data: Any) -> str:
    """JSON that cannot end or open a script element, and is valid UTF-8.

    Lone surrogates, which model output may hold, become JSON escapes.
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


# ------------------------------------------------------------------------------
# 2  Panels
#    Bars and changes, ready for the template.
# ------------------------------------------------------------------------------


def _clean_utf8(text: object) -> str:
    """Text for the template without lone surrogates or control characters."""
    return one_line(text, MAX_CELL_CHARS)


def _grouping_panel(report: Report, grouping: Grouping, comparison: Comparison | None) -> dict[str, Any]:
    """One breakdown: its title, column and bars."""
    titles = chapter_titles(report.get("items", ())) if grouping.key == "by_chapter" else {}
    known = {g.label: g for g in comparison.groups if g.key == grouping.key} if comparison else {}
    bars = []
    for label, tally in breakdown(report, grouping.key).items():
        bar = Bar(label, _clean_utf8(titles.get(label, "")), tally)
        group = known.get(label)
        if group is not None and group.counts.total:
            old = Tally(group.counts.both_right + group.counts.only_old, group.counts.total)
            change = points(group.difference.estimate, 1).replace("-", "\N{MINUS SIGN}")
            bar = replace(bar, old=old, change=change, is_significant=group.is_significant)
        bars.append(bar)
    return {"title": grouping.title, "column": grouping.column, "bars": bars}


def _tier_panel(report: Report) -> dict[str, Any]:
    """The accuracy among the items that each tier decided."""
    rows = report.get("by_tier", {})
    bars = [
        Bar(
            tier,
            "",
            Tally(int(rows.get(tier, {}).get("correct", 0)), int(rows.get(tier, {}).get("decided", 0))),
        )
        for tier in tier_order(report)
    ]
    return {"title": "Tier", "column": "tier", "bars": bars}


def _extraction_panel(report: Report) -> dict[str, Any]:
    """The accuracy by extraction rule, commonest first."""
    tallies = breakdown(report, "by_extraction")
    ordered = sorted(tallies.items(), key=lambda pair: (pair[0] == UNLABELLED, -pair[1].scored))
    bars = [Bar(NO_TIER if label == UNLABELLED else label, "", tally) for label, tally in ordered]
    return {"title": "Extraction rule", "column": "extraction", "bars": bars}


def _panels(report: Report, comparison: Comparison | None) -> list[dict[str, Any]]:
    """All panels of bars that have something to show."""
    made = [
        *(_grouping_panel(report, grouping, comparison) for grouping in groupings_of(report)),
        _tier_panel(report),
        _extraction_panel(report),
    ]
    return [panel for panel in made if panel["bars"]]


def _facts(report: Report) -> list[tuple[str, str]]:
    """The counts under the headline, as (number, what it counts)."""
    totals = report.get("totals", {})
    named = [
        ("scored", "scored"), ("skipped_no_gold", "skipped, no gold"), ("unparsed", "unparsed"),
        ("missing_predictions", "missing"), ("undecided", "undecided"),
        ("lenient_accepts", "by lenient rules"), ("conventions", "by conventions"), ("timeouts", "timed out"),
    ]  # fmt: skip
    return [(f"{int(totals.get(name) or 0):,}", words) for name, words in named]


def _sentence(report: Report) -> str:
    """The sentence that the specification asks for beside every number (S6)."""
    notes, totals = notes_of(report), report.get("totals", {})
    parts = [
        f"config {notes.get('config', 'not stated')}",
        f"split {notes.get('split', 'not stated')}",
        f"tiers {','.join(tier_order(report)) or 'not stated'}",
        f"{totals.get('unparsed', 0)} unparsed",
        f"{totals.get('missing_predictions', 0)} missing",
    ]
    return _clean_utf8(", ".join(parts)) + "."


def _changes(comparison: Comparison) -> list[Change]:
    """The change overall and in each group, on one scale."""
    counts, whole = comparison.counts, comparison.difference
    made = [Change("all common items", "", counts.total, whole.estimate, whole.low, whole.high,
                   comparison.p_value, comparison.is_significant)]  # fmt: skip
    made += [
        Change(group.label, group.title, group.counts.total, *group.difference, group.adjusted_p_value,
               group.is_significant)
        for group in comparison.groups if group.counts.discordant
    ]  # fmt: skip
    steps = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
    widest = max(max(abs(c.low), abs(c.high)) for c in made if c.items >= 30 or c is made[0])
    reach = next((step for step in steps if step >= widest), 1.0)
    return [replace(change, reach=reach) for change in made]


# ------------------------------------------------------------------------------
# 3  The page
# ------------------------------------------------------------------------------


@cache
def _shipped(name: str) -> str:
    """The text of a file that ships beside this module."""
    return files("report_views").joinpath(name).read_text(encoding="utf-8")


def _policy_hash(text: str) -> str:
    """The source expression that allows exactly this inline text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _provenance(report: Report) -> list[tuple[str, str]]:
    """(title, text) of what is needed to make the report again."""
    blocks: list[tuple[str, Any]] = [("Signature", report.get("signature")), ("Run", report.get("meta"))]
    return [
        (title, json.dumps(content, ensure_ascii=True, indent=1, default=str)[:20_000])
        for title, content in blocks if content
    ]  # fmt: skip


def _comparison_context(comparison: Comparison | None) -> Mapping[str, Any] | None:
    """What the template needs for the section on the baseline."""
    if comparison is None:
        return None
    detectable = comparison.smallest_detectable
    return {
        "changes": _changes(comparison),
        "significant": sum(group.is_significant for group in comparison.groups),
        "is_significant": comparison.is_significant,
        "is_drop": comparison.difference.estimate < 0,
        "points": points(comparison.difference.estimate).replace("-", "\N{MINUS SIGN}"),
        "sentence": change_sentence(comparison).replace("-", "\N{MINUS SIGN}"),
        "detectable": None if detectable is None else f"{100 * detectable:.2f}",
        "warnings": [_clean_utf8(warning) for warning in comparison.warnings],
        "gained": len(comparison.gained),
        "lost": len(comparison.lost),
        "common": comparison.counts.total,
    }


def render_html(report: Report, comparison: Comparison | None = None) -> str:
    """The whole page as text; write it as UTF-8.

    Never raises on missing optional fields or on hostile text in the report.
    """
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "text": _clean_utf8,
        "p_value": p_value_text,
        "points": lambda difference: points(difference, 1).replace("-", "\N{MINUS SIGN}"),
    }
    style = _shipped("page.css")
    script = _shipped("latex_mathml.js") + _shipped("page.js").replace('"use strict";', "", 1)
    notes, total = notes_of(report), total_tally(report)
    return environment.from_string(_shipped("page.html.j2")).render(
        policy="default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"script-src {_policy_hash(script)}; style-src {_policy_hash(style)}",
        style=Markup(style),
        script=Markup(script),
        data=Markup(script_json(page_data(report, comparison))),
        name=_clean_utf8(notes.get("model", "")),
        incomplete=bool(report.get("meta", {}).get("incomplete")),
        total=total,
        accuracy=percent(total.correct, total.scored).rstrip("%"),
        sentence=_sentence(report),
        headline=[Bar(label, "", tally) for label, tally in headline_tallies(report)],
        facts=_facts(report),
        flow=tier_flow(report),
        panels=_panels(report, comparison),
        samples=sample_rows(report),
        sample_sentence=sample_sentence(report),
        audit=audit_sentences(report),
        comparison=_comparison_context(comparison),
        template=reporting_template(report),
        provenance=_provenance(report),
        date=_clean_utf8(report.get("meta", {}).get("date", "")),
    )
