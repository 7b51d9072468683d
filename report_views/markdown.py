"""A report as Markdown for a pull request or a step summary.

Opens with the specification's reporting template (S8), filled in; then the
numbers with their intervals, what changed against a baseline, and the reasons
of what was not accepted. Text from the data set or the model stands only
inside code spans whose fence is longer than any run of backticks in it, so it
can neither format nor mention nor link.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence

from report_views.comparison import Comparison, Flip, change_sentence
from report_views.figures import (
    NO_TIER,
    UNLABELLED,
    Grouping,
    Report,
    Tally,
    audit_sentences,
    breakdown,
    chapter_titles,
    groupings_of,
    headline_tallies,
    notes_of,
    one_line,
    p_value_text,
    percent,
    points,
    sample_rows,
    sample_sentence,
    strict_tally,
    tier_order,
    total_tally,
)

NOT_STATED = "not stated"
DEFAULT_TIERS = ("exact", "numeric", "symbolic")
EXTRACTION_LINE = (
    r"last \boxed{} > last $...$ > bare LaTeX > answer marker > last number"
    " (refined, see BENCHMARKING.md §2)"
)
CELLS_PER_LINE = 4
MAX_FLIPS = 15
MAX_REASONS = 12

# ------------------------------------------------------------------------------
# 1  Pieces
#    Code spans and tables that untrusted text cannot leave.
# ------------------------------------------------------------------------------


def code(text: object, max_chars: int = 80) -> str:
    """Untrusted text as a code span, safe inside a table cell; "" if empty."""
    line = one_line(text, max_chars).strip()
    if not line:
        return ""
    longest = max(map(len, re.findall(r"`+", line)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if line[0] == "`" or line[-1] == "`" else ""
    return f"{fence}{pad}{line}{pad}{fence}".replace("|", r"\|")


def table(header: Sequence[str], rows: Iterable[Sequence[str]], text_columns: int = 1) -> list[str]:
    """A Markdown table; columns after the first `text_columns` are numbers."""
    rules = ["---" if i < text_columns else "---:" for i in range(len(header))]
    return [f"| {' | '.join(row)} |" for row in (header, rules, *rows)]


# ------------------------------------------------------------------------------
# 2  The template of S8
#    Line for line the specification's; what the run was not told is "not stated".
# ------------------------------------------------------------------------------


def _cells(pairs: Iterable[tuple[str, Tally]]) -> list[str]:
    """Lines of "label percent", a few to a line, indented."""
    cells = [f"{label:<4} {tally.percent}" for label, tally in pairs]
    return ["  " + "   ".join(cells[i : i + CELLS_PER_LINE]) for i in range(0, len(cells), CELLS_PER_LINE)]


def _chapter_lines(report: Report) -> list[str]:
    """The "By chapter" block."""
    chapters = breakdown(report, "by_chapter")
    named = (
        (f"ch{label}" if label.isdigit() else one_line(label, 40), tally) for label, tally in chapters.items()
    )
    return ["By chapter:", *(_cells(named) or [f"  {NOT_STATED}"])]


def _group_line(report: Report) -> str:
    """The "By difficulty group" line, with the unlabelled in brackets."""
    groups = breakdown(report, "by_group")
    cells = [f"{one_line(k, 40)} {v.percent}" for k, v in groups.items() if k != UNLABELLED]
    rest = groups.get(UNLABELLED, Tally())
    return "By difficulty group:   " + "   ".join([*cells, f"(unlabelled {rest.percent})"])


def _status_line(report: Report) -> str:
    """The "By answer status" line."""
    cells = [f"{one_line(k, 40)} {v.percent}" for k, v in breakdown(report, "by_status").items()]
    return "By answer status:     " + ("   ".join(cells) or NOT_STATED)


def _tier_line(report: Report) -> str:
    """The "Decided by tier" line: decided items and their share of scored."""
    scored = total_tally(report).scored
    decided = {tier: int(row.get("decided", 0)) for tier, row in report.get("by_tier", {}).items()}
    cells = [f"{tier} {decided.get(tier, 0)} ({percent(decided.get(tier, 0), scored)})"
             for tier in tier_order(report)]  # fmt: skip
    return "Decided by tier:   " + ("   ".join(cells) or NOT_STATED)


def _command(report: Report) -> str:
    """The command that made the report, quoted for a shell."""
    argv = report.get("meta", {}).get("argv")
    if isinstance(argv, str):
        return argv
    return shlex.join(map(str, argv)) if argv else NOT_STATED


def reporting_template(report: Report) -> str:
    """The template of S8 filled in from the report and its notes.

    Model, decoding, config and split come from notes of those names. Spec S8.
    """
    notes, totals, total = notes_of(report), report.get("totals", {}), total_tally(report)
    strict, tiers = strict_tally(report), tier_order(report)
    errors = int(totals.get("dataset_errors", 0)) + int(totals.get("malformed_prediction_lines", 0))
    policy = ",".join(tiers) + (" (default)" if tiers == DEFAULT_TIERS else "")
    skipped = f"{total.scored} rows scored, {totals.get('skipped_no_gold', 0)} skipped: no gold answer"
    lines = [
        f"Model:            {notes.get('model', NOT_STATED)}",
        f"Decoding:         {notes.get('decoding', NOT_STATED)}",
        f"Dataset:          {notes.get('dataset', 'dgn-math-benchmark')}, {notes.get('config', NOT_STATED)}",
        f"Split:            {notes.get('split', NOT_STATED)} ({skipped})",
        f"Tier policy:      {policy}",
        f"Extraction:       {EXTRACTION_LINE}",
        f"Accuracy:         {total.correct}/{total.scored} = {total.percent}",
        f"Strict accuracy:  {strict.correct}/{strict.scored} = {strict.percent}   (exact tier only)",
        f"Unparsed:         {totals.get('unparsed', 0)}    "
        f"Missing predictions: {totals.get('missing_predictions', 0)}    Errors: {errors}",
        *_chapter_lines(report),
        _group_line(report),
        _status_line(report),
        _tier_line(report),
        "Command:",
        f"  {_command(report)}",
    ]
    return "\n".join(one_line(line, 2000) for line in lines)


# ------------------------------------------------------------------------------
# 3  Numbers
#    Every accuracy with its interval.
# ------------------------------------------------------------------------------


def _headline_rows(report: Report) -> list[tuple[str, str, str, str]]:
    """The rows of the table of accuracies."""
    return [
        (name.capitalize(), f"{t.correct}/{t.scored}", t.percent, t.interval_text)
        for name, t in headline_tallies(report)
    ]


def _grouping_lines(report: Report) -> list[str]:
    """A folded table for each breakdown."""
    titles, lines = chapter_titles(report.get("items", ())), []
    for grouping in (*groupings_of(report), Grouping("by_extraction", "extraction", "Extraction rule")):
        rows = []
        for label, tally in breakdown(report, grouping.key).items():
            title = titles.get(label, "") if grouping.key == "by_chapter" else ""
            rows.append((f"{code(label)} {code(title, 60)}".strip(), str(tally.scored), str(tally.correct),
                         tally.percent, tally.interval_text))  # fmt: skip
        if not rows:
            continue
        header = (grouping.title, "Scored", "Correct", "Accuracy", "95% interval")
        lines += [f"<details><summary>By {grouping.title.lower()}</summary>", "", *table(header, rows), "",
                  "</details>", ""]  # fmt: skip
    return lines


def _tier_rows(report: Report) -> list[tuple[str, str, str, str]]:
    """The rows of the table of tiers, undecided items last."""
    table_by_tier = report.get("by_tier", {})
    rows = []
    for tier in [*tier_order(report), NO_TIER]:
        row = table_by_tier.get(tier, {})
        decided, correct = int(row.get("decided", 0)), int(row.get("correct", 0))
        none = tier == NO_TIER
        rows.append((code(tier), str(decided), "" if none else str(correct),
                     "" if none else percent(correct, decided)))  # fmt: skip
    return rows


def _reason_lines(report: Report) -> list[str]:
    """The commonest reasons among the items that are not correct."""
    counts = {k: t.scored - t.correct for k, t in breakdown(report, "by_reason").items()}
    worst = sorted((pair for pair in counts.items() if pair[1]), key=lambda pair: (-pair[1], pair[0]))
    if not worst:
        return []
    rows = [(code(reason), str(count)) for reason, count in worst[:MAX_REASONS]]
    return ["### Why items were not accepted", "", *table(("Reason", "Items"), rows), ""]


# ------------------------------------------------------------------------------
# 4  Comparison and page
# ------------------------------------------------------------------------------


def _sample_lines(report: Report) -> list[str]:
    """The section on several samples per item, if the run had them."""
    rows = sample_rows(report)
    if not rows:
        return []
    header = ("k", "pass@k", "maj@k")
    return ["### Several samples per item", "", sample_sentence(report), "", *table(header, rows, 0), ""]


def _audit_lines(report: Report) -> list[str]:
    """The section on the grader's own errors, if a person judged a sample."""
    sentences = audit_sentences(report)
    return (
        ["### The grader, audited by a person", "", *(f"- {s}" for s in sentences), ""] if sentences else []
    )


def _flip_table(title: str, flips: Sequence[Flip]) -> list[str]:
    """A folded table of the items that flipped one way."""
    if not flips:
        return []
    rows = [
        (code(f.id), code(f.gold, 40), code(f.old_pred or f"({f.old_verdict})", 40),
         code(f.new_pred or f"({f.new_verdict})", 40), code(f.old_reason if f.gained else f.new_reason))
        for f in flips[:MAX_FLIPS]
    ]  # fmt: skip
    more = [f"… and {len(flips) - MAX_FLIPS} more", ""] if len(flips) > MAX_FLIPS else []
    header = ("Item", "Gold", "Before", "Now", "Reason")
    return [f"<details><summary>{title} ({len(flips)})</summary>", "", *table(header, rows, 5), "", *more,
            "</details>", ""]  # fmt: skip


def _comparison_lines(comparison: Comparison) -> list[str]:
    """The section on what changed against the baseline."""
    detectable = comparison.smallest_detectable
    limit = "No difference" if detectable is None else f"A difference of {100 * detectable:.2f} points"
    changed = [group for group in comparison.groups if group.is_significant]
    rows = [
        (f"{g.title} {code(g.label)}", str(g.counts.total), points(g.difference.estimate),
         f"{points(g.difference.low)} to {points(g.difference.high)}", p_value_text(g.adjusted_p_value))
        for g in changed
    ]  # fmt: skip
    header = ("Group", "Items", "Points", "95% interval", "p (Holm)")
    groups = table(header, rows) if rows else [f"No group of {len(comparison.groups)} changed significantly."]
    verdict = "**Significant**" if comparison.is_significant else "**Not significant**"
    return [
        "### Compared with the baseline",
        "",
        f"{verdict}: {change_sentence(comparison)}, over {comparison.counts.total} common items.",
        f"{limit} would be noticed with 80% power.",
        "",
        *(f"> [!WARNING]\n> {code(warning, 300)}\n" for warning in comparison.warnings),
        *groups,
        "",
        *_flip_table("Lost", comparison.lost),
        *_flip_table("Gained", comparison.gained),
    ]


def render_markdown(report: Report, comparison: Comparison | None = None) -> str:
    """The report as GitHub-flavoured Markdown, ending in a line break.

    Well below the size that step summaries allow whatever the number of
    items: lists are cut, and say how much is left out.
    """
    template = reporting_template(report)
    fence = "`" * (max(map(len, re.findall(r"`+", template)), default=2) + 1)
    incomplete = ["> [!WARNING]\n> The run was interrupted: the numbers cover what was done.\n"]
    lines = [
        f"{fence}text",
        template,
        fence,
        "",
        *(incomplete if report.get("meta", {}).get("incomplete") else []),
        *table(("", "Correct", "Accuracy", "95% interval"), _headline_rows(report)),
        "",
        *(_comparison_lines(comparison) if comparison else []),
        *table(("Tier", "Decided", "Correct", "Accuracy"), _tier_rows(report)),
        "",
        *_sample_lines(report),
        *_audit_lines(report),
        *_reason_lines(report),
        *_grouping_lines(report),
    ]
    return "\n".join(lines).rstrip() + "\n"
