"""Counts, percents and labels as every view of a report prints them.

Counts add and percents derive: a `Tally` holds two integers, everything else
is computed from them. A percent is 0 or 100 only when it is exactly so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from report_views.statistics import Interval, wilson_interval

Report: TypeAlias = Mapping[str, Any]  # a report of format 1, as loaded from its JSON
Item: TypeAlias = Mapping[str, Any]

UNLABELLED = "unlabelled"
NO_TIER = "(none)"
VERDICTS = ("accept", "reject", "undecided", "unparsed", "missing")


class Grouping(NamedTuple):
    """One breakdown of the report and the item column that it groups by."""

    key: str
    column: str
    title: str


GROUPINGS = (
    Grouping("by_chapter", "chapter", "Chapter"),
    Grouping("by_group", "group", "Group"),
    Grouping("by_difficulty", "difficulty", "Difficulty"),
    Grouping("by_status", "answer_status", "Answer status"),
    Grouping("by_collection", "collection", "Collection"),
    Grouping("by_split", "split", "Split"),
    Grouping("by_depth", "depth", "Depth"),
    Grouping("by_pattern", "patterns", "Pattern"),
)
OTHER_TABLES = ("by_tier", "by_extraction", "by_reason")  # not groups of items by a column of the data set

# ------------------------------------------------------------------------------
# 1  Tallies and percents
#    Rounded towards the inside: 0.00% and 100.00% are promises.
# ------------------------------------------------------------------------------


def percent(part: int, whole: int, decimals: int = 2) -> str:
    """`part` of `whole` in percent, such as "84.21%"; "n/a" of nothing.

    Never prints 0 or 100 unless it is exactly so.
    """
    if whole == 0:
        return "n/a"
    text = f"{100 * part / whole:.{decimals}f}"
    smallest = f"{10**-decimals:.{decimals}f}"
    if part > 0 and float(text) == 0:
        text = smallest
    elif part < whole and float(text) == 100:
        text = f"{100 - 10**-decimals:.{decimals}f}"
    return f"{text}%"


def points(difference: float, decimals: int = 2) -> str:
    """A difference of two fractions in percentage points, with its sign."""
    text = f"{100 * difference:+.{decimals}f}"
    return text[1:] if float(text) == 0 else text


def p_value_text(p_value: float) -> str:
    """A p-value with two digits, such as "0.031" or "< 0.0001"."""
    return "< 0.0001" if p_value < 1e-4 else f"{p_value:.2g}" if p_value < 0.995 else "1"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of some scored items are correct."""

    correct: int = 0
    scored: int = 0

    def __add__(self, other: Tally) -> Tally:
        """The tally of both sets of items together."""
        return Tally(self.correct + other.correct, self.scored + other.scored)

    @property
    def accuracy(self) -> float | None:
        """The fraction that is correct; None of nothing."""
        return self.correct / self.scored if self.scored else None

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of the accuracy, as fractions."""
        return wilson_interval(self.correct, self.scored)

    @property
    def percent(self) -> str:
        """The accuracy in percent."""
        return percent(self.correct, self.scored)

    @property
    def interval_text(self) -> str:
        """The interval in percent, such as "62.4 to 94.5%"."""
        return f"{100 * self.interval.low:.1f} to {100 * self.interval.high:.1f}%"


# ------------------------------------------------------------------------------
# 2  Reading a report
#    Nothing here fails on a field that an older or partial report lacks.
# ------------------------------------------------------------------------------


def natural_key(label: str) -> tuple[tuple[int, int, str], ...]:
    """A sorting key under which "ch2" stands before "ch10"; "unlabelled" last."""
    if label in (UNLABELLED, NO_TIER):
        return ((2, 0, ""),)
    pieces = re.findall(r"[0-9]{1,15}|[^0-9]{1,200}", label)
    return tuple((0, int(p), "") if p.isascii() and p.isdigit() else (1, 0, p.casefold()) for p in pieces)


def labels_of(item: Item, column: str) -> list[str]:
    """The group labels of an item in one column; a list gives several."""
    value = item.get(column)
    values = value if isinstance(value, list) and value else [value]
    return list(dict.fromkeys(UNLABELLED if v is None or v == "" or v == [] else str(v) for v in values))


def groupings_of(report: Report) -> tuple[Grouping, ...]:
    """The breakdowns of a report by item columns that say anything.

    The standard ones first, then whatever further `by_…` table has a column
    of that name. One whose only label is "unlabelled" is left out.
    """
    known = {grouping.key for grouping in GROUPINGS} | set(OTHER_TABLES)
    columns = {name for item in report.get("items", ())[:50] for name in item}
    further = [
        Grouping(key, key[3:], key[3:].replace("_", " ").capitalize())
        for key in report
        if key.startswith("by_") and key not in known and key[3:] in columns
    ]
    return tuple(g for g in (*GROUPINGS, *further) if set(report.get(g.key) or ()) - {UNLABELLED})


def total_tally(report: Report) -> Tally:
    """Correct and scored of the whole report."""
    totals = report.get("totals", {})
    return Tally(int(totals.get("correct", 0)), int(totals.get("scored", 0)))


def breakdown(report: Report, key: str) -> dict[str, Tally]:
    """label -> Tally of one `by_…` table, labels in natural order."""
    table: Mapping[str, Mapping[str, Any]] = report.get(key) or {}
    return {
        label: Tally(int(table[label].get("correct", 0)), int(table[label].get("scored", 0)))
        for label in sorted(table, key=natural_key)
    }


def tally_items(items: Iterable[Item], column: str) -> dict[str, Tally]:
    """label -> Tally counted from the items, labels in natural order."""
    found: dict[str, Tally] = {}
    for item in items:
        for label in labels_of(item, column):
            found[label] = found.get(label, Tally()) + Tally(int(bool(item.get("correct"))), 1)
    return {label: found[label] for label in sorted(found, key=natural_key)}


def tier_order(report: Report) -> tuple[str, ...]:
    """The tiers of the run, in their order."""
    tiers = report.get("signature", {}).get("tiers") or [t for t in report.get("by_tier", {}) if t != NO_TIER]
    return tuple(tiers.split(",") if isinstance(tiers, str) else map(str, tiers))


def chapter_titles(items: Iterable[Item]) -> dict[str, str]:
    """label -> title of the chapters that have exactly one title."""
    titles: dict[str, set[str]] = {}
    for item in items:
        for label in labels_of(item, "chapter"):
            titles.setdefault(label, set()).add(str(item.get("chapter_title") or ""))
    return {
        label: next(iter(names)) for label, names in titles.items() if len(names) == 1 and "" not in names
    }


def notes_of(report: Report) -> dict[str, str]:
    """What the user stated about the run (`--note key=value`)."""
    found: dict[str, str] = {}
    for holder in (report, report.get("meta", {}), report.get("signature", {})):
        notes = holder.get("notes") or {}
        pairs: Sequence[Any] = list(notes.items()) if isinstance(notes, Mapping) else notes
        for pair in pairs:
            name, _, value = pair.partition("=") if isinstance(pair, str) else (pair[0], "=", pair[1])
            found.setdefault(str(name), str(value))
    return found


def accuracy_band(report: Report) -> tuple[Tally, Tally]:
    """The accuracy if every undecided item were wrong, and if it were right."""
    total = total_tally(report)
    undecided = int(report.get("totals", {}).get("undecided", 0))
    return total, Tally(total.correct + undecided, total.scored)


def tally_without_lenient(report: Report) -> Tally:
    """The accuracy when items accepted only by a lenient rule count as wrong."""
    total = total_tally(report)
    return Tally(total.correct - int(report.get("totals", {}).get("lenient_accepts", 0)), total.scored)


def strict_tally(report: Report) -> Tally:
    """The accuracy of the exact tier alone."""
    return Tally(int(report.get("totals", {}).get("strict_correct", 0)), total_tally(report).scored)


def _fraction_percent(fraction: float) -> str:
    """A fraction of one in percent, 0 and 100 only when exact."""
    return percent(round(fraction * 10**9), 10**9)


def sample_rows(report: Report) -> list[tuple[str, str, str]]:
    """(k, pass@k, maj@k) of a run with several samples per item, else []."""
    samples = report.get("samples") or {}
    majority = samples.get("majority_at") or {}
    rows = sorted((samples.get("pass_at") or {}).items(), key=lambda pair: int(pair[0]))
    return [
        (str(k), _fraction_percent(value), _fraction_percent(majority[k]) if k in majority else "n/a")
        for k, value in rows
    ]


def sample_sentence(report: Report) -> str:
    """avg@n with its standard error clustered by item, as a sentence; or ""."""
    samples = report.get("samples") or {}
    if not samples:
        return ""
    error = samples.get("standard_error")
    spread = "" if error is None else f" with standard error {100 * error:.2f} points"
    head = f"avg@{samples.get('samples_per_item')} {_fraction_percent(float(samples.get('average', 0.0)))}"
    return f"{head}{spread}, clustered over {samples.get('items')} items."


def audit_sentences(report: Report) -> list[str]:
    """The grader's own error rates, one sentence each; [] without an audit."""
    found = []
    for name, words in (("false_accepts", "False accepts"), ("false_rejects", "False rejects")):
        rate = (report.get("audit") or {}).get(name) or {}
        if rate.get("judged"):
            low, high = rate["interval"]
            interval = f"95% interval {100 * low:.1f} to {100 * high:.1f}%"
            shown = _fraction_percent(rate["estimate"])
            found.append(f"{words}: {shown} ({interval}; {rate['errors']} of {rate['judged']} judged).")
    return found


def headline_tallies(report: Report) -> list[tuple[str, Tally]]:
    """The accuracy, and what it would be read strictly or generously."""
    total, (_, best) = total_tally(report), accuracy_band(report)
    return [
        ("accuracy", total),
        ("strict: exact tier only", strict_tally(report)),
        ("without lenient rules", tally_without_lenient(report)),
        ("if all undecided were right", best),
    ]


# ------------------------------------------------------------------------------
# 3  Untrusted text
#    Control characters and direction marks become visible escapes.
# ------------------------------------------------------------------------------

_UNSAFE = r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"


def _visible(match: re.Match[str]) -> str:
    """A visible escape of one unsafe character."""
    code = ord(match[0])
    named = {0x0A: r"\n", 0x0D: r"\r", 0x09: r"\t"}
    return named.get(code) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def one_line(text: object, max_chars: int = 200) -> str:
    """Untrusted text on one line, safe for a terminal, at most so long.

    Line breaks, escape sequences, direction marks and lone surrogates are
    written as escapes; what is cut off is marked by "…".
    """
    kept = "" if text is None else str(text)[: max_chars + 1]
    kept = f"{kept[: max_chars - 1]}…" if len(kept) > max_chars else kept
    return re.sub(_UNSAFE, _visible, kept)
