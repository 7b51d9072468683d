"""Two reports over the same items: what changed, whether it is more than
noise, and the gates of a release.

    compare_reports(new, old) -> Comparison     render_comparison(...) -> text
    parse_threshold(text) -> Fraction           fail_under, fail_on_drop -> GateResult

Items are paired by id. The test is McNemar's, exact; the interval is Tango's
for paired proportions; p-values of groups are Holm-adjusted over all groups
shown, so that 5 % bounds the chance of any false alarm among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from report_views.figures import (
    Grouping,
    Item,
    Report,
    Tally,
    groupings_of,
    labels_of,
    natural_key,
    one_line,
    p_value_text,
    percent,
    points,
    total_tally,
)
from report_views.statistics import (
    Difference,
    PairedCounts,
    exact_mcnemar,
    holm_adjusted,
    paired_difference,
    smallest_detectable_difference,
)
from report_views.terminal import columns, paint

SIGNIFICANCE = 0.05
MAX_NAMES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Flip:
    """One item that changed sides between the reports."""

    id: str
    gained: bool  # True: wrong before, right now
    gold: str
    old_pred: str
    new_pred: str
    old_verdict: str
    new_verdict: str
    old_reason: str
    new_reason: str


@dataclass(frozen=True, slots=True)
class GroupComparison:
    """The paired comparison inside one group of items."""

    title: str  # such as "Chapter"
    key: str  # such as "by_chapter"
    label: str
    counts: PairedCounts
    difference: Difference
    p_value: float
    adjusted_p_value: float

    @property
    def is_significant(self) -> bool:
        """Whether the change survives Holm's adjustment at 5 %."""
        return self.adjusted_p_value < SIGNIFICANCE


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that a comparison of two reports says; differences are new - old."""

    new: Tally  # over all items of the new report
    old: Tally
    counts: PairedCounts  # over the common items, like all that follows
    difference: Difference
    p_value: float
    smallest_detectable: float | None
    groups: tuple[GroupComparison, ...]
    gained: tuple[Flip, ...]
    lost: tuple[Flip, ...]
    only_in_new: tuple[str, ...]
    only_in_old: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def is_significant(self) -> bool:
        """Whether McNemar's test finds a change at 5 %."""
        return self.p_value < SIGNIFICANCE


@dataclass(frozen=True, slots=True)
class GateResult:
    """Whether a gate is met, and the sentence that says so."""

    passed: bool
    sentence: str


# ------------------------------------------------------------------------------
# 1  Compare
#    Pairs by id; nothing is assumed about the order of either report.
# ------------------------------------------------------------------------------


def _by_id(report: Report) -> dict[str, Item]:
    """The items of a report by id."""
    return {str(item.get("id")): item for item in report.get("items", ())}


def _flip(new: Item, old: Item) -> Flip:
    """The record of an item that changed sides."""
    return Flip(
        id=str(new.get("id")),
        gained=bool(new.get("correct")),
        gold=str(new.get("gold") or ""),
        old_pred=str(old.get("pred") or ""),
        new_pred=str(new.get("pred") or ""),
        old_verdict=str(old.get("verdict") or ""),
        new_verdict=str(new.get("verdict") or ""),
        old_reason=str(old.get("reason") or ""),
        new_reason=str(new.get("reason") or ""),
    )


def _compare_groups(
    pairs: Iterable[tuple[Item, Item]], groupings: Sequence[Grouping]
) -> tuple[GroupComparison, ...]:
    """The comparison of every group that holds a common item."""
    cells: dict[tuple[int, str], list[tuple[bool, bool]]] = {}
    for new, old in pairs:
        sides = bool(new.get("correct")), bool(old.get("correct"))
        for index, grouping in enumerate(groupings):
            for label in labels_of(new, grouping.column):
                cells.setdefault((index, label), []).append(sides)
    keys = sorted(cells, key=lambda key: (key[0], natural_key(key[1])))
    counts = [PairedCounts.of(cells[key]) for key in keys]
    p_values = [exact_mcnemar(c.only_new, c.only_old) for c in counts]
    return tuple(
        GroupComparison(
            title=groupings[index].title,
            key=groupings[index].key,
            label=label,
            counts=count,
            difference=paired_difference(count),
            p_value=p_value,
            adjusted_p_value=adjusted,
        )
        for (index, label), count, p_value, adjusted in zip(
            keys, counts, p_values, holm_adjusted(p_values), strict=True
        )
    )


def _signature_warnings(new: Report, old: Report) -> list[str]:
    """A sentence for each part of the signature that differs."""
    mine: Mapping[str, Any] = new.get("signature") or {}
    theirs: Mapping[str, Any] = old.get("signature") or {}
    found = []
    for name in sorted(set(mine) | set(theirs)):
        if mine.get(name) == theirs.get(name):
            continue
        was, now = (one_line(side.get(name, "absent"), 60) for side in (theirs, mine))
        if "dataset" in name:
            found.append(f"The data sets differ ({name}: {was}, now {now}).")
        elif name == "tiers":
            found.append(f"The tier policies differ ({was}, now {now}): compare with one policy.")
        else:
            found.append(
                f"The signatures differ in {name} ({was}, now {now}): the grader may have moved scores."
            )
    return found


def _item_warnings(pairs: list[tuple[Item, Item]], only_new: int, only_old: int) -> list[str]:
    """Sentences about items that cannot be compared like with like."""
    found = []
    if not pairs:
        found.append("The reports have no item in common: there is nothing to compare.")
    if only_new or only_old:
        found.append(
            f"{only_new} items are only in the new report and {only_old} only in the old one; "
            "they are left out of the comparison."
        )
    changed = sum(new.get("gold") != old.get("gold") for new, old in pairs)
    if changed:
        found.append(f"{changed} common items have another gold answer than before.")
    return found


def compare_reports(new: Report, old: Report) -> Comparison:
    """The paired comparison of two reports of format 1.

    Never raises on reports that differ in data set, tiers or signature: the
    difference is named in `warnings`, and only items in both count.
    """
    mine, theirs = _by_id(new), _by_id(old)
    pairs = [(item, theirs[name]) for name, item in mine.items() if name in theirs]
    only_new = tuple(name for name in mine if name not in theirs)
    only_old = tuple(name for name in theirs if name not in mine)
    counts = PairedCounts.of((bool(a.get("correct")), bool(b.get("correct"))) for a, b in pairs)
    flips = [_flip(a, b) for a, b in pairs if bool(a.get("correct")) != bool(b.get("correct"))]
    incomplete = [f"The {name} report is incomplete." for name, report in (("new", new), ("old", old))
                  if report.get("meta", {}).get("incomplete")]  # fmt: skip
    return Comparison(
        new=total_tally(new),
        old=total_tally(old),
        counts=counts,
        difference=paired_difference(counts),
        p_value=exact_mcnemar(counts.only_new, counts.only_old),
        smallest_detectable=smallest_detectable_difference(counts.total, counts.discordant),
        groups=_compare_groups(pairs, groupings_of(new)),
        gained=tuple(flip for flip in flips if flip.gained),
        lost=tuple(flip for flip in flips if not flip.gained),
        only_in_new=only_new,
        only_in_old=only_old,
        warnings=(
            *incomplete,
            *_signature_warnings(new, old),
            *_item_warnings(pairs, len(only_new), len(only_old)),
        ),
    )


# ------------------------------------------------------------------------------
# 2  Gates
#    A gate compares exact counts, never rounded percents.
# ------------------------------------------------------------------------------


def parse_threshold(text: str) -> Fraction:
    """The threshold of `--fail-under` as an exact fraction of one.

    Percent, with or without the sign: "80", "84.21%". Raises ValueError, with
    what to write instead, for anything else and for a bare number from above 0
    to 1, which may mean a fraction.
    """
    found = re.fullmatch(r"\s*([0-9]{1,3}(?:\.[0-9]{1,9})?)\s*(%?)\s*", text)
    if found is None or Fraction(found[1]) > 100:
        raise ValueError(f"a percentage from 0 to 100 is needed, such as 80 or 84.21%, not {text!r}")
    value = Fraction(found[1])
    if 0 < value <= 1 and not found[2]:
        raise ValueError(
            f"{text.strip()} may mean {float(value):g}% or {float(value * 100):g}%: write the % sign"
        )
    return value / 100


def fail_under(report: Report, threshold: Fraction) -> GateResult:
    """Whether the accuracy reaches the threshold (a fraction of one)."""
    total = total_tally(report)
    needed = f"{float(threshold * 100):g}%"
    if total.scored == 0:
        return GateResult(False, f"Gate not met: nothing was scored, {needed} is required.")
    said = f"accuracy {total.percent} ({total.correct}/{total.scored})"
    if Fraction(total.correct, total.scored) < threshold:
        return GateResult(False, f"Gate not met: {said} is below the required {needed}.")
    return GateResult(True, f"Gate met: {said} reaches the required {needed}.")


def _equals(p_value: float) -> str:
    """A p-value with its relation sign."""
    text = p_value_text(p_value)
    return text if text.startswith("<") else f"= {text}"


def change_sentence(comparison: Comparison) -> str:
    """The change in one clause: points, interval, p-value and flips."""
    estimate, low, high = comparison.difference
    flips = f"{len(comparison.gained)} gained, {len(comparison.lost)} lost"
    return (
        f"{points(estimate)} points (95% interval {points(low)} to {points(high)}, "
        f"McNemar p {_equals(comparison.p_value)}, {flips})"
    )


def fail_on_drop(comparison: Comparison) -> GateResult:
    """Whether accuracy did not fall significantly against the baseline.

    Not met only if fewer items are right than before and the exact McNemar
    test gives p < 0.05. Reports without a common item do not meet it.
    """
    if comparison.counts.total == 0:
        return GateResult(False, "Gate not met: the reports have no item in common.")
    change = change_sentence(comparison)
    if comparison.difference.estimate < 0 and comparison.is_significant:
        return GateResult(False, f"Gate not met: accuracy fell significantly, by {change}.")
    return GateResult(True, f"Gate met: no significant drop, {change}.")


# ------------------------------------------------------------------------------
# 3  Text
#    For a terminal; untrusted text is on one line and without escapes.
# ------------------------------------------------------------------------------


def _flip_lines(title: str, flips: tuple[Flip, ...], style: str, colour: bool) -> list[str]:
    """The lines for the items that flipped one way."""
    if not flips:
        return []
    rows = [
        (one_line(f.id, 40), one_line(f.old_pred, 30) or f"({f.old_verdict})", "->",
         one_line(f.new_pred, 30) or f"({f.new_verdict})", "| " + one_line(f.gold, 30))
        for f in flips[:MAX_NAMES_SHOWN]
    ]  # fmt: skip
    more = len(flips) - len(rows)
    heading = paint(f"{title} ({len(flips)}): id, before -> now | gold", style, colour)
    return [heading, *columns(rows, right_from=9), *([f"… and {more} more"] if more else [])]


def _group_lines(comparison: Comparison, colour: bool) -> list[str]:
    """The lines of the table of groups."""
    header = ("group", "items", "old", "new", "points", "95% interval", "p", "p (Holm)")
    rows = [header]
    for group in comparison.groups:
        counts, change = group.counts, group.difference
        rows.append((
            f"{group.title} {one_line(group.label, 30)}", str(counts.total),
            percent(counts.both_right + counts.only_old, counts.total),
            percent(counts.both_right + counts.only_new, counts.total),
            points(change.estimate), f"{points(change.low)} to {points(change.high)}",
            p_value_text(group.p_value), p_value_text(group.adjusted_p_value),
        ))  # fmt: skip
    lines = columns(rows)
    styles = ["bad" if g.difference.estimate < 0 else "good" for g in comparison.groups]
    painted = [
        paint(line, style, colour) if group.is_significant else line
        for line, style, group in zip(lines[1:], styles, comparison.groups, strict=True)
    ]
    return [paint(lines[0], "strong", colour), *painted]


def render_comparison(comparison: Comparison, colour: bool = False) -> str:
    """The comparison as text for a terminal, ending in a line break."""
    counts = comparison.counts
    old = Tally(counts.both_right + counts.only_old, counts.total)
    new = Tally(counts.both_right + counts.only_new, counts.total)
    style = (
        "faint" if not comparison.is_significant else "bad" if comparison.difference.estimate < 0 else "good"
    )
    detectable = comparison.smallest_detectable
    limit = "none with so few items" if detectable is None else f"{100 * detectable:.2f} points"
    lines = [
        "-- compared with the baseline --",
        f"common items            : {counts.total}",
        f"accuracy before         : {old.percent} ({old.correct}/{old.scored})",
        f"accuracy now            : {new.percent} ({new.correct}/{new.scored})",
        f"change                  : {paint(change_sentence(comparison), style, colour)}",
        f"smallest detectable     : {limit} (80% power)",
        *(paint(f"warning: {warning}", "warn", colour) for warning in comparison.warnings),
        *(_group_lines(comparison, colour) if comparison.groups else []),
        *_flip_lines("gained", comparison.gained, "good", colour),
        *_flip_lines("lost", comparison.lost, "bad", colour),
    ]
    return "\n".join(lines) + "\n"
