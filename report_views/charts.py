"""The shapes of the page's charts, as numbers for its template to draw.

Nothing here writes SVG text: a chart is a few frozen records with positions
in the units of the drawing (pixels of a view box), so that it can be tested
and so that the template's escaping covers every label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from report_views.figures import Report, Tally, percent, tier_order, total_tally

# ------------------------------------------------------------------------------
# 1  Bars
#    One row per group: a bar, its interval, and the change if there is one.
# ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bar:
    """One labelled accuracy; positions are percent of the bar's width."""

    label: str
    title: str
    tally: Tally
    old: Tally | None = None
    change: str = ""
    is_significant: bool = False

    @property
    def width(self) -> float:
        """The length of the bar, 0 to 100."""
        return round(100 * (self.tally.accuracy or 0.0), 3)

    @property
    def low(self) -> float:
        """The lower end of the interval, 0 to 100."""
        return round(100 * self.tally.interval.low, 3)

    @property
    def high(self) -> float:
        """The upper end of the interval, 0 to 100."""
        return round(100 * self.tally.interval.high, 3)

    @property
    def old_position(self) -> float | None:
        """Where the baseline's accuracy stands, 0 to 100."""
        return None if self.old is None or self.old.accuracy is None else round(100 * self.old.accuracy, 3)


@dataclass(frozen=True, slots=True)
class Change:
    """One labelled difference on a scale of ± `reach` points around zero."""

    label: str
    title: str
    items: int
    estimate: float  # fractions of one, new - old
    low: float
    high: float
    p_value: float
    is_significant: bool
    reach: float = 1.0

    def position(self, difference: float) -> float:
        """Where a difference stands on the scale, 0 to 100."""
        return round(50 + 50 * max(-1.0, min(1.0, difference / self.reach)), 3)


# ------------------------------------------------------------------------------
# 2  The flow through the tiers
#    Every scored item is in exactly one ribbon; ribbons never cross where each
#    undecided item ended at the last tier.
# ------------------------------------------------------------------------------

FLOW_WIDTH, FLOW_HEIGHT = 960.0, 300.0  # the height of all items together
TOP, NODE_WIDTH, LABEL_SPACE = 46.0, 12.0, 190.0
GHOST_GAP, OUTCOME_GAP, THINNEST = 14.0, 30.0, 1.5
OUTCOMES = ("accept", "undecided", "reject", "unparsed", "missing")
OUTCOME_NAMES = {"accept": "accepted", "undecided": "undecided", "reject": "rejected",
                 "unparsed": "unparsed", "missing": "missing"}  # fmt: skip
EXTRACTED, SCORED, DECIDED = "extracted", "scored", "decided"


@dataclass(frozen=True, slots=True)
class FlowNode:
    """A box of the flow: a stage that items reach, or an outcome."""

    name: str
    kind: str  # "stage", or one of OUTCOMES
    items: int
    share: str
    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class FlowLink:
    """A ribbon of the flow, as an SVG path."""

    kind: str  # "stage", or one of OUTCOMES
    title: str
    path: str


@dataclass(frozen=True, slots=True)
class Flow:
    """The whole drawing: boxes, ribbons and its size."""

    nodes: tuple[FlowNode, ...]
    links: tuple[FlowLink, ...]
    width: float
    height: float
    summary: str


def tier_outcomes(report: Report) -> dict[tuple[str, str], int]:
    """(tier, verdict) -> items; the tier of unparsed and missing ones is "".

    A tier that is not among the run's own counts as the last one.
    """
    tiers = tier_order(report) or (DECIDED,)
    counts: Counter[tuple[str, str]] = Counter()
    for item in report.get("items", ()):
        verdict = str(item.get("verdict") or "")
        verdict = verdict if verdict in OUTCOMES else "undecided"
        tier = str(item.get("tier") or "")
        if verdict in ("unparsed", "missing"):
            tier = ""
        elif tier not in tiers:
            tier = tiers[-1]
        counts[tier, verdict] += 1
    return dict(counts)


def _ribbon(points: Sequence[tuple[float, float]], height: float) -> str:
    """The SVG path of a ribbon whose upper edge goes through these points."""
    upper = [f"M{points[0][0]:.1f},{points[0][1]:.1f}"]
    lower = [f"L{points[-1][0]:.1f},{points[-1][1] + height:.1f}"]
    for (x0, y0), (x1, y1) in pairwise(points):
        bend = (x0 + x1) / 2
        upper.append(f"C{bend:.1f},{y0:.1f} {bend:.1f},{y1:.1f} {x1:.1f},{y1:.1f}")
    for (x1, y1), (x0, y0) in pairwise(points[::-1]):
        bend = (x0 + x1) / 2
        lower.append(f"C{bend:.1f},{y1 + height:.1f} {bend:.1f},{y0 + height:.1f} {x0:.1f},{y0 + height:.1f}")
    return "".join([*upper, *lower, "Z"])


class _Layout:
    """Positions of every leaf (tier, verdict) in every column it passes."""

    def __init__(self, counts: Mapping[tuple[str, str], int], tiers: Sequence[str]) -> None:
        """Stack the leaves of each column from the top down."""
        total = max(1, sum(counts.values()))
        self.tiers = list(tiers)
        self.counts = {leaf: n for leaf, n in counts.items() if n}
        self.heights = {leaf: max(THINNEST, FLOW_HEIGHT * n / total) for leaf, n in self.counts.items()}
        columns = len(self.tiers) + 3
        step = (FLOW_WIDTH - LABEL_SPACE - NODE_WIDTH) / (columns - 1)
        self.xs = [round(index * step, 1) for index in range(columns)]
        self.tops: list[dict[tuple[str, str], float]] = [self._stack(c) for c in range(columns)]

    def inner_order(self, first: int) -> list[tuple[str, str]]:
        """The leaves decided by tier `first` or later, from the top down."""
        later = self.tiers[first:]
        return [
            *((tier, "accept") for tier in later),
            *((tier, kind) for tier in later[::-1] for kind in ("undecided", "reject")),
        ]

    def _bands(self, column: int) -> list[list[tuple[str, str]]]:
        """The leaves of a column in bands, which gaps separate."""
        done = self.tiers[: max(0, column - 2)]
        ends = [[("", "unparsed")], [("", "missing")]]
        if column == 0:
            return [[*self.inner_order(0), *ends[0], *ends[1]]]
        if column == len(self.xs) - 1:
            accept, undecided, reject = (
                [leaf for leaf in self.inner_order(0) if leaf[1] == kind]
                for kind in ("accept", "undecided", "reject")
            )
            return [accept, undecided, reject, *ends]
        accepts = [(tier, "accept") for tier in done]
        others = [(tier, kind) for tier in done[::-1] for kind in ("undecided", "reject")]
        return [accepts, self.inner_order(len(done)), others, *ends]

    def _stack(self, column: int) -> dict[tuple[str, str], float]:
        """The upper edge of each leaf of a column."""
        gap = OUTCOME_GAP if column == len(self.xs) - 1 else GHOST_GAP
        y, tops = TOP, {}
        for band in self._bands(column):
            present = [leaf for leaf in band if leaf in self.heights]
            for leaf in present:
                tops[leaf] = y
                y += self.heights[leaf]
            y += gap if present else 0.0
        return tops

    def node(self, name: str, kind: str, column: int, leaves: Sequence[tuple[str, str]]) -> FlowNode | None:
        """The box around these leaves in a column; None if there is nothing in it."""
        here = [leaf for leaf in leaves if leaf in self.heights]
        if not here:
            return None
        items = sum(self.counts[leaf] for leaf in here)
        share = percent(items, sum(self.counts.values()), 1)
        height = sum(self.heights[leaf] for leaf in here)
        return FlowNode(name, kind, items, share, self.xs[column], round(self.tops[column][here[0]], 1),
                        round(height, 1))  # fmt: skip

    def nodes(self) -> list[FlowNode]:
        """All boxes, from left to right and from the top down."""
        last = len(self.xs) - 1
        outcomes = [(kind, [leaf for band in self._bands(last) for leaf in band if leaf[1] == kind])
                    for kind in OUTCOMES]  # fmt: skip
        made = [
            self.node(SCORED, "stage", 0, self._bands(0)[0]),
            self.node(EXTRACTED, "stage", 1, self.inner_order(0)),
            *(self.node(tier, "stage", 2 + i, self.inner_order(i)) for i, tier in enumerate(self.tiers)),
            *(self.node(OUTCOME_NAMES[kind], kind, last, leaves) for kind, leaves in outcomes),
        ]
        return [node for node in made if node is not None]

    def links(self) -> list[FlowLink]:
        """A ribbon per leaf: neutral up to its tier, coloured after it."""
        made = []
        for leaf, items in self.counts.items():
            tier, kind = leaf
            turn = 2 + self.tiers.index(tier) if tier else 0  # unparsed and missing ones leave at once
            points = [
                (x + shift, tops[leaf])
                for x, tops in zip(self.xs, self.tops, strict=True)
                for shift in (0.0, NODE_WIDTH)
            ]
            cut = 2 * turn + 1
            title = f"{tier or SCORED}: {items:,} {OUTCOME_NAMES[kind]}"
            if turn:
                made.append(FlowLink("stage", title, _ribbon(points[:cut], self.heights[leaf])))
            made.append(FlowLink(kind, title, _ribbon(points[cut:-1], self.heights[leaf])))
        return made


def tier_flow(report: Report) -> Flow:
    """The drawing of how items went through the tiers to their verdicts."""
    layout = _Layout(tier_outcomes(report), tier_order(report) or (DECIDED,))
    nodes, links = layout.nodes(), layout.links()
    bottom = max((node.y + node.height for node in nodes), default=TOP)
    ends = [f"{node.items:,} {node.name}" for node in nodes if node.kind != "stage"]
    summary = f"Of {total_tally(report).scored:,} scored items: {', '.join(ends) or 'none'}."
    return Flow(tuple(nodes), tuple(links), FLOW_WIDTH, round(bottom + 26, 1), summary)
