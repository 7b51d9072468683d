r"""Points, lines and planes: systems of linear equations, and tuples with real parameters, as the sets they describe.

    flat_outcome(gold, given) -> Outcome | None     None where a side is neither, or not with rational coefficients

Two systems are equal when elimination brings them to the same rows: `x = 2y = 3z` is `x - 2y = 0, 2y = 3z`.  Two tuples
are equal when their directions span the same space and one passes through a point of the other: `(2 - t, t)` is
`(s, 2 - s)`.  With one letter on both sides and nothing said of it, a tuple may be a function of the letter, so other
parametrisations are undecided.  DESIGN §6.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from answer_math.canonical import Context, Form, Monomial, NoForm
from answer_math.conditions import as_condition
from answer_math.meaning import Meaning
from answer_math.outcomes import Outcome, all_of, different, equal, undecided
from answer_math.tree import VALUE_KINDS, Node, Rational, add, facts, negate, symbols
from answer_math.values import compare_values

MAX_EQUATIONS = 8
MAX_LETTERS = 6

Row = tuple[Rational, ...]


def flat_outcome(gold: Meaning, given: Meaning) -> Outcome | None:
    """Return the outcome of two systems of linear equations, or of two tuples with real parameters; None for others."""
    if gold.integers or given.integers or gold.restrictions or given.restrictions:
        return None
    return _system_outcome(gold.whole, given.whole) or _tuple_outcome(gold, given)


# ------------------------------------------------------------------------------
# 1  Linear expressions
# ------------------------------------------------------------------------------


def _coefficients(context: Context, node: Node, letters: Sequence[str]) -> Row | None:
    """Return the coefficients of the letters and the constant of a linear expression; None for any other."""
    try:
        form = context.form(node)
    except NoForm:
        return None
    divisor = Form(form.bottom, {(): 1}).constant
    if not divisor or context.assumed:
        return None
    places: dict[Monomial, int] = {
        ((context.atom("symbol", letter), 1),): place for place, letter in enumerate(letters)
    }
    row: list[Rational] = [0] * (len(letters) + 1)
    for monomial, coefficient in form.top.items():
        place = places.get(monomial) if monomial else len(letters)
        if place is None:
            return None
        row[place] = Fraction(coefficient) / divisor
    return tuple(row)


def _eliminated(rows: Sequence[Row], columns: int) -> tuple[Row, ...]:
    """Return the rows in reduced echelon form over the first columns, rows of zeros left out."""
    left = [list(row) for row in rows]
    done: list[list[Rational]] = []
    for column in range(columns):
        pivot = next((row for row in left if row[column]), None)
        if pivot is None:
            continue
        left = [row for row in left if row is not pivot]
        pivot = [Fraction(value) / pivot[column] for value in pivot]
        for rest in (left, done):
            for place, row in enumerate(rest):
                rest[place] = [value - row[column] * unit for value, unit in zip(row, pivot, strict=True)]
        done.append(pivot)
    return tuple(tuple(row) for row in (*done, *left) if any(row))


# ------------------------------------------------------------------------------
# 2  Systems of equations
# ------------------------------------------------------------------------------


def _system_outcome(gold: Node, given: Node) -> Outcome | None:
    """Return whether two systems of linear equations have the same solutions; None for anything else."""
    sides = [_equations(side) for side in (gold, given)]
    letters = sorted(symbols(gold) | symbols(given))
    if None in sides or max(len(side or ()) for side in sides) < 2 or not 1 < len(letters) <= MAX_LETTERS:
        return None
    if not any(len(symbols(difference)) > 1 for side in sides for difference in side or ()):
        return None  # values by their names
    context = Context()
    systems = []
    for side in sides:
        rows = [_coefficients(context, difference, letters) for difference in side or ()]
        if None in rows:
            return None
        systems.append(_eliminated([row for row in rows if row is not None], len(letters)))
    if any(not any(row[:-1]) for system in systems for row in system):
        return None  # no solution
    if systems[0] == systems[1]:
        return equal("same-system")
    return different("the systems of equations have other solutions")


def _equations(tree: Node) -> list[Node] | None:
    """Return the differences of the sides of one equation or of several that hold together; None for anything else."""
    if tree.kind not in ("rel", "and", "list") or "pm" in facts(tree).kinds:
        return None
    condition = as_condition(tree, is_list_joint=True)
    links = [] if condition is None else [condition] if condition.kind == "rel" else list(condition.args)
    if not 0 < len(links) <= MAX_EQUATIONS or condition is None or condition.kind == "or":
        return None
    found = []
    for link in links:
        for equation in link.args if link.kind == "and" else (link,):
            if equation.value != ("=",) or not {arg.kind for arg in equation.args} <= VALUE_KINDS:
                return None
            found.append(add(equation.args[0], negate(equation.args[1])))
    return found


# ------------------------------------------------------------------------------
# 3  Tuples with parameters
# ------------------------------------------------------------------------------

#: letters that parametrise points where nothing else is said of them
_PARAMETERS = frozenset({"t", "s", "lambda", "mu"})


def _tuple_outcome(gold: Meaning, given: Meaning) -> Outcome | None:
    """Return whether two tuples with real parameters run through the same points; None for anything else."""
    sides = gold.tree, given.tree
    if any(side.kind != "group" or side.value != "()" for side in sides) or len(sides[0].args) != len(
        sides[1].args
    ):
        return None
    letters = [sorted(symbols(side)) for side in sides]
    named = frozenset().union(*(symbols(side.name) for side in (gold, given) if side.name is not None))
    free = (_PARAMETERS | gold.reals | given.reals) - named
    if not all(0 < len(names) <= MAX_LETTERS and set(names) <= free for names in letters):
        return None
    flats = [_flat(side, names) for side, names in zip(sides, letters, strict=True)]
    if None in flats:
        return None
    is_set = gold.reals or given.reals or letters[0] != letters[1]
    if not is_set:
        same = all_of(map(compare_values, sides[0].args, sides[1].args), "same-tuple")
        is_other = flats[0] == flats[1] and same.verdict != "equal"
        return undecided("other_parametrisation") if is_other else None
    return equal("same-points") if flats[0] == flats[1] else different("they run through other points")


def _flat(tree: Node, letters: Sequence[str]) -> tuple[tuple[Row, ...], Row] | None:
    """Return the directions of a linear tuple in echelon form, and its point with zeros where they begin; else None."""
    context = Context()
    rows = [_coefficients(context, item, letters) if item.kind in VALUE_KINDS else None for item in tree.args]
    if any(row is None for row in rows):
        return None
    known = [row for row in rows if row is not None]
    directions = _eliminated(
        [tuple(row[place] for row in known) for place in range(len(letters))], len(known)
    )
    point: list[Rational] = [row[-1] for row in known]
    for direction in directions:
        start = next(place for place, value in enumerate(direction) if value)
        point = [value - point[start] * unit for value, unit in zip(point, direction, strict=True)]
    return directions, tuple(point)
