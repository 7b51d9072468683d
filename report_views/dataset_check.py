"""Findings about a data set: delimiters, decimals, golds, and second opinions.

    check_dataset(rows, …) -> findings        render_findings(findings) -> text

The invariants are those that the data set guarantees (specification, S3);
each is a small check in TEXT_CHECKS with an example it flags and the nearest
one that passes. What only a reader can tell — whether a gold can be read,
equals itself, and reads the same to every parser — is asked of functions that
the caller passes in; mathjs, where Node.js and that package are installed, is
asked in a process of its own (legs 2 and 3 of S2).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import as_file, files
from typing import Any, NamedTuple, Protocol, TypeAlias

from report_views.figures import one_line
from report_views.terminal import columns, paint

Row: TypeAlias = Mapping[str, Any]
Point: TypeAlias = Mapping[str, Fraction]
Tree: TypeAlias = list[Any]  # the shape is described in mathjs_leg.js

ANSWER_FIELDS = ("final_answer", "final_answer_boxed")
TEXT_FIELDS = ("problem", "solution", *ANSWER_FIELDS)
GOLD_FIELDS = ("final_answer_boxed", "final_answer", "answer", "expected_answer")
SAMPLE_POINTS = 8
RELATIVE_TOLERANCE = 1e-9
MAX_ROWS_SHOWN = 20  # per check
MATHJS_SECONDS = 120.0


class Finding(NamedTuple):
    """One thing found in the data set, and what to do about it."""

    file: str
    line: int
    id: str
    check: str
    field: str
    found: str
    todo: str


class Reading(Protocol):
    """What one parser made of a text."""

    @property
    def names(self) -> frozenset[str]:
        """The free names of the expression."""

    def value(self, point: Point) -> complex | None:
        """The value at a point; None where it is undefined."""


Parser: TypeAlias = Callable[[str], Reading | None]  # None: this parser cannot read the text

# ------------------------------------------------------------------------------
# 1  Checks of one text
#    Each returns what it found, or "" if all is well.
# ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TextCheck:
    """An invariant of some text fields, with examples that are its tests."""

    find: Callable[[str], str]
    fields: tuple[str, ...]
    todo: str
    flags: tuple[str, ...]
    passes: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the check, as it stands in the table."""
        return self.find.__name__.replace("_", "-")


def text_check(
    fields: tuple[str, ...], todo: str, flags: tuple[str, ...], passes: tuple[str, ...]
) -> Callable[[Callable[[str], str]], TextCheck]:
    """A decorator that makes a function of a text into a check of fields."""
    return lambda find: TextCheck(find, fields, todo, flags, passes)


def _around(text: str, position: int) -> str:
    """The text around a position, on one line."""
    return one_line(text[max(0, position - 20) : position + 30], 60)


def _dollar_states(text: str) -> Iterator[tuple[int, str, str]]:
    """(position, delimiter, mode before it) of each dollar; mode "", $ or $$."""
    mode = ""
    for found in re.finditer(r"\\.|\$\$?", text, re.DOTALL):
        token = found[0]
        if token[0] == "\\":
            continue
        yield found.start(), token, mode
        if mode == "":
            mode = token
        elif mode == token:
            mode = ""
        elif mode == "$":
            mode = "$"  # `$a$$b$`: one span closes, the next opens
    yield len(text), "", mode


@text_check(
    TEXT_FIELDS,
    "close every $ and $$; write a literal dollar as \\$",
    flags=("so $x and", "$$x$$ and $$y", "$x$ $"),
    passes=("$x$ and $$y$$", r"costs \$5", "$a$$b$", ""),
)
def unbalanced_dollar(text: str) -> str:
    """A $ or $$ that has no partner."""
    *_, (_, _, mode) = _dollar_states(text)
    opened = [position for position, token, before in _dollar_states(text) if token and before == ""]
    return f"{mode} never closes: {_around(text, opened[-1])}" if mode else ""


@text_check(
    TEXT_FIELDS,
    "end the display with $$ before a new span begins",
    flags=("$$x $y$ z$$",),
    passes=("$$x$$ $y$", r"$$\text{costs } \$5$$", "$x$$y$"),
)
def dollar_in_display(text: str) -> str:
    """A single $ inside $$ … $$."""
    return next(
        (
            _around(text, position)
            for position, token, mode in _dollar_states(text)
            if mode == "$$" and token == "$"
        ),
        "",
    )


@text_check(
    TEXT_FIELDS,
    r"write \(…\) as $…$ and \[…\] as $$…$$",
    flags=(r"$x$ and \(y\)", r"\[x\] or $y$"),
    passes=(r"\(x\) and \[y\]", "$x$ and $$y$$", r"$\left[1\right]$", r"$a\\[2pt]b$"),
)
def mixed_delimiters(text: str) -> str:
    r"""Both $ and \( or \[ in one field."""
    tokens = [(found.start(), found[0]) for found in re.finditer(r"\\\\|\\[()\[\]$]|\$", text)]
    slashed = [position for position, token in tokens if token in (r"\(", r"\[")]
    return _around(text, slashed[0]) if slashed and any(token == "$" for _, token in tokens) else ""


@text_check(
    TEXT_FIELDS,
    "write a decimal point: 0.5",
    flags=(r"0{,}5\ln 2", r"x=-1{,}25"),
    passes=("0.5", r"10{,}000", r"\{1,2\}", "a{,}b"),
)
def braced_decimal_comma(text: str) -> str:
    """A LaTeX decimal comma between digits; groups of thousands pass."""
    for found in re.finditer(r"(?<![0-9])([0-9]{1,40})\{,\}([0-9]{1,40})", text):
        if found[1][0] == "0" or len(found[1]) > 3 or len(found[2]) != 3:
            return _around(text, found.start())
    return ""


@text_check(
    ANSWER_FIELDS,
    "write 1.5 for the decimal, or 1, 5 with a space for two answers",
    flags=("1,5", "x=-0,75"),
    passes=("1.5", "1, 5", "(1,5)", "1,2,3", "10,000", r"\{1,5\}", "[0,25]"),
)
def decimal_comma(text: str) -> str:
    """A lone comma between digits outside brackets; thousands pass."""
    depth, last = 0, 0
    for found in re.finditer(r"[(\[{]|[)\]}]|(?<![0-9,.])([0-9]{1,40}),([0-9]{1,40})(?![0-9,])", text):
        last = found.start()
        if found[1] is None:
            depth += 1 if found[0] in "([{" else -1
        elif depth <= int(text.startswith(r"\boxed{")) and (len(found[2]) != 3 or found[1][0] == "0"):
            return _around(text, last)
    return ""


@text_check(
    ("final_answer",),
    r"final_answer is bare LaTeX: take $ and \boxed off",
    flags=("$5$", r"\boxed{5}"),
    passes=("5", r"\$5", r"x=\frac{1}{2}"),
)
def wrapped_bare_answer(text: str) -> str:
    r"""A $ or \boxed in the bare form of the answer."""
    found = re.search(r"(?<!\\)\$|\\boxed(?![A-Za-z])", text)
    return _around(text, found.start()) if found else ""


TEXT_CHECKS = (
    unbalanced_dollar,
    dollar_in_display,
    mixed_delimiters,
    braced_decimal_comma,
    decimal_comma,
    wrapped_bare_answer,
)

# ------------------------------------------------------------------------------
# 2  Checks of one row
# ------------------------------------------------------------------------------


def gold_of(row: Row) -> str:
    """The gold of a row, by the order of GOLD_FIELDS; "" if it has none."""
    return next((str(row[name]) for name in GOLD_FIELDS if row.get(name) not in (None, "")), "")


def _squeeze(text: str) -> str:
    """Text without white space."""
    return re.sub(r"\s+", "", text)


def boxed_differs(row: Row) -> str:
    r"""What differs if final_answer_boxed is not \boxed{final_answer}."""
    bare, boxed = (str(row.get(name) or "") for name in ANSWER_FIELDS)
    if not bare and not boxed:
        return ""
    return "" if _squeeze(boxed) == _squeeze(f"\\boxed{{{bare}}}") else one_line(f"{boxed} | {bare}", 120)


class _Place(NamedTuple):
    """Where a row stands."""

    file: str
    line: int
    id: str

    def finding(self, check: str, field: str, found: str, todo: str) -> Finding:
        """A finding at this place."""
        return Finding(self.file, self.line, self.id, check, field, found, todo)


def _text_findings(place: _Place, row: Row) -> Iterator[Finding]:
    """The findings of TEXT_CHECKS in one row."""
    for check in TEXT_CHECKS:
        for field in check.fields:
            text = row.get(field)
            found = check.find(text) if isinstance(text, str) else ""
            if found:
                yield place.finding(check.name, field, found, check.todo)


def _row_findings(place: _Place, row: Row, first_lines: dict[str, int]) -> Iterator[Finding]:
    """The findings about the id and the two forms of the answer."""
    if not place.id:
        yield place.finding("no-id", "id", one_line(row.get("id"), 60), "give every row an id")
    elif place.id in first_lines:
        where = f"also on line {first_lines[place.id]}"
        yield place.finding("duplicate-id", "id", where, "give every row an id of its own")
    else:
        first_lines[place.id] = place.line
    if "final_answer" in row and "final_answer_boxed" in row and (found := boxed_differs(row)):
        todo = r"make final_answer_boxed equal to \boxed{final_answer}"
        yield place.finding("boxed-differs", "final_answer_boxed", found, todo)


def _gold_findings(
    place: _Place, gold: str, reads: Callable[[str], bool] | None, equal: Callable[[str, str], bool] | None
) -> Iterator[Finding]:
    """The findings about a gold that cannot be read or is not itself."""
    if reads is not None and not reads(gold):
        todo = "check the notation; an unreadable gold can only be matched as text"
        yield place.finding("gold-unreadable", "gold", one_line(gold, 80), todo)
    elif equal is not None and not equal(gold, gold):
        todo = "report it: the grader must accept a gold as its own answer"
        yield place.finding("gold-not-itself", "gold", one_line(gold, 80), todo)


# ------------------------------------------------------------------------------
# 3  Second opinions
#    Readings are compared by their values at points that are never integers.
# ------------------------------------------------------------------------------


def sample_points(names: Iterable[str], count: int = SAMPLE_POINTS) -> list[dict[str, Fraction]]:
    """The same non-integer rational points each time, of both signs.

    One empty point if there are no names.
    """
    ordered = sorted(names)
    return [
        {
            name: Fraction((-1) ** (k * (i + 1)) * (7 * k + 5 * i + 3), 4 + (3 * k + i) % 7)
            + Fraction(1, 101 + k)
            for i, name in enumerate(ordered)
        }
        for k in range(count if ordered else 1)
    ]


def values_agree(one: complex, two: complex) -> bool:
    """Whether two values are equal to a relative 1e-9."""
    return abs(one - two) <= RELATIVE_TOLERANCE * max(1.0, abs(one), abs(two))


def _shown(value: complex) -> str:
    """A value with six digits, real if it is."""
    return f"{value.real:.6g}" if value.imag == 0 else f"{value:.6g}"


def disagreement(readings: Mapping[str, Reading]) -> str:
    """How the first reading differs from one of the others; "" if none does.

    Only points where both are defined count.
    """
    (first, mine), *others = readings.items()
    for name, theirs in others:
        if mine.names != theirs.names:
            mine_names, their_names = (", ".join(sorted(r.names)) or "none" for r in (mine, theirs))
            return f"{first} has the names {mine_names}, {name} {their_names}"
        for point in sample_points(mine.names):
            one, two = mine.value(point), theirs.value(point)
            if one is not None and two is not None and not values_agree(one, two):
                where = ", ".join(f"{k}={v}" for k, v in point.items())
                return f"{first} {_shown(one)}, {name} {_shown(two)}" + (f" at {where}" if where else "")
    return ""


def _parser_findings(place: _Place, gold: str, parsers: Mapping[str, Parser]) -> Iterator[Finding]:
    """The finding that parsers read a gold differently."""
    readings = {name: reading for name, parse in parsers.items() if (reading := parse(gold)) is not None}
    found = disagreement(readings) if len(readings) > 1 else ""
    if found:
        todo = "decide which reading is meant, and write it so that all agree"
        yield place.finding("parsers-disagree", "gold", f"{one_line(gold, 60)}: {found}", todo)


class MathjsTask(NamedTuple):
    """An expression for mathjs to evaluate at some points."""

    id: str
    tree: Tree
    points: Sequence[Point]


def _run_mathjs(
    arguments: Sequence[str], text: str, seconds: float
) -> subprocess.CompletedProcess[str] | None:
    """One run of the shipped script; None without Node.js or in vain."""
    node = shutil.which("node")
    if node is None:
        return None
    with as_file(files("report_views").joinpath("mathjs_leg.js")) as script:
        command = [node, "--max-old-space-size=1024", str(script), *arguments]
        try:
            return subprocess.run(
                command,
                input=text,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=seconds,
                check=False,
            )
        except (subprocess.TimeoutExpired, OSError):
            return None


def mathjs_version() -> str | None:
    """The version of mathjs that the check would use; None if it cannot.

    Looked for in the working directory, NODE_PATH and Node's global packages.
    """
    run = _run_mathjs(["--version"], "", 20.0)
    return run.stdout.strip() if run is not None and run.returncode == 0 else None


def mathjs_values(
    tasks: Sequence[MathjsTask], seconds: float = MATHJS_SECONDS
) -> dict[str, list[complex | None]]:
    """Task id -> values by mathjs, None where it has no finite one.

    A task that mathjs cannot evaluate is absent; so are all if it is not
    installed or takes longer than `seconds`.
    """
    lines = [
        json.dumps(
            {"id": t.id, "tree": t.tree, "points": [{k: str(v) for k, v in p.items()} for p in t.points]}
        )
        for t in tasks
    ]
    run = _run_mathjs([], "\n".join(lines) + "\n", seconds)
    answers = (
        [json.loads(line) for line in run.stdout.splitlines()]
        if run is not None and run.returncode == 0
        else []
    )
    return {
        a["id"]: [complex(*v) if isinstance(v, list) else v if v is None else complex(v) for v in a["values"]]
        for a in answers
        if "values" in a
    }


def _mathjs_findings(
    golds: Sequence[tuple[_Place, str]], parse: Parser, to_tree: Callable[[str], Tree | None]
) -> Iterator[Finding]:
    """The findings that mathjs computes another value than our own reader."""
    known: dict[str, tuple[_Place, str, Reading, list[dict[str, Fraction]]]] = {}
    tasks = []
    for number, (place, gold) in enumerate(golds):
        tree, reading = to_tree(gold), parse(gold)
        if tree is not None and reading is not None:
            points = sample_points(reading.names)
            known[str(number)] = place, gold, reading, points
            tasks.append(MathjsTask(str(number), tree, points))
    for name, values in mathjs_values(tasks).items() if tasks else ():
        place, gold, reading, points = known[name]
        for point, theirs in zip(points, values, strict=True):
            mine = reading.value(point)
            if (
                mine is not None
                and theirs is not None
                and mine.imag == theirs.imag == 0
                and not values_agree(mine, theirs)
            ):
                found = f"{one_line(gold, 60)}: own {_shown(mine)}, mathjs {_shown(theirs)}"
                yield place.finding("mathjs-disagrees", "gold", found, "check which engine is right")
                break


# ------------------------------------------------------------------------------
# 4  The data set
# ------------------------------------------------------------------------------


def check_dataset(
    rows: Iterable[tuple[int, Row]],
    *,
    file: str,
    reads: Callable[[str], bool] | None = None,
    equal: Callable[[str, str], bool] | None = None,
    parsers: Mapping[str, Parser] | None = None,
    to_tree: Callable[[str], Tree | None] | None = None,
) -> list[Finding]:
    """The findings about a data set, in the order of its lines.

    `rows` are (line number, row). `reads` says whether a gold can be read,
    `equal(gold, gold)` whether it equals itself; `parsers` are compared, the
    first being our own; `to_tree` serialises a gold for mathjs and needs
    `parsers`. What is not given is not checked. Each distinct gold is read once.
    """
    found: list[Finding] = []
    first_lines: dict[str, int] = {}
    golds: dict[str, _Place] = {}
    for line, row in rows:
        value = row.get("id")
        place = _Place(file, line, str(value) if isinstance(value, str | int) else "")
        found += [*_row_findings(place, row, first_lines), *_text_findings(place, row)]
        gold = gold_of(row)
        if gold and gold not in golds:
            golds[gold] = place
            found += _gold_findings(place, gold, reads, equal)
            found += _parser_findings(place, gold, parsers or {})
    if parsers and to_tree is not None:
        own = next(iter(parsers.values()))
        found += _mathjs_findings([(place, gold) for gold, place in golds.items()], own, to_tree)
    return sorted(found, key=lambda finding: finding.line)


def render_findings(findings: Sequence[Finding], colour: bool = False) -> str:
    """The findings as a table by check, ending in a line break."""
    if not findings:
        return paint("-- data set: no findings --", "good", colour) + "\n"
    lines = [paint(f"-- data set: {len(findings)} findings --", "strong", colour)]
    for check, count in sorted(Counter(finding.check for finding in findings).items()):
        mine = [finding for finding in findings if finding.check == check]
        lines.append(paint(f"{check} ({count}): {mine[0].todo}", "warn", colour))
        rows = [
            (f"  {one_line(f.file, 60)}:{f.line}", one_line(f.id, 40), f.field, one_line(f.found, 100))
            for f in mine[:MAX_ROWS_SHOWN]
        ]
        lines += columns(rows, right_from=9)
        lines += [f"  … and {count - MAX_ROWS_SHOWN} more"] if count > MAX_ROWS_SHOWN else []
    return "\n".join(lines) + "\n"
