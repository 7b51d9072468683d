r"""Answers by cases against each other: case by case, or on each piece into which their conditions cut a line.

    cases_of(tree) -> list[Case] | None                 the rows of a `cases` node; None where one has no condition
    same_cases(gold, given, compare) -> Outcome         equal, different with a piece as witness, or undecided
    same_by_residues(cases, expression) -> Outcome | None       cases `n even` and `n odd` against one expression

Two answers may cut the line of their parameter otherwise and be equal.  A piece of which one side says nothing is a
witness only where the other side has solutions there.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import NamedTuple

from answer_math.annotated import residue_class
from answer_math.cases_in_words import joined_condition
from answer_math.families import substitute
from answer_math.meaning import branches, is_assignment, meaning
from answer_math.outcomes import Outcome, all_of, different, equal, undecided
from answer_math.pieces import MAX_PIECES, OTHERWISE, SMOOTH_KINDS, without_bars
from answer_math.quantifiers import parity_of
from answer_math.sampling import TooCostly
from answer_math.sets import (
    EVERYTHING,
    NOTHING,
    RealSet,
    complement,
    difference,
    intersection,
    name_of_cell,
    real_set,
    same_set,
    union,
)
from answer_math.symbols import PHRASES
from answer_math.tree import EMPTY_SET, TWO, Node, facts, fn, num, sym, symbols, walk
from answer_math.whole_numbers import same_on_class

Compare = Callable[[Node, Node], Outcome]

#: what marks a letter that a condition is about
_FIXED = "•"
#: words of a row that open its condition, and those that link its parts
_OPENING = frozenset({"if", "for", "when", "where", "при", "если", "якщо", "для"})
_LINKING = frozenset({"and", "or", "и", "или", "та", "або"})
_CONTAINERS = frozenset({"rel", "list", "set", "group", "name"})


class Case(NamedTuple):
    """A case: the answer in it, and when it holds; None for all cases that no other row has."""

    value: Node
    condition: Node | None


# ------------------------------------------------------------------------------
# 1  Rows
# ------------------------------------------------------------------------------


def cases_of(tree: Node) -> list[Case] | None:
    """Return the rows of a `cases` node as cases; None where a row has no condition, or several have no other."""
    found = [_case(row) for row in tree.args]
    cases = [case for case in found if case is not None]
    is_complete = len(cases) == len(found) and sum(case.condition is None for case in cases) < 2
    return cases if is_complete and len(cases) <= MAX_PIECES else None


def _names(cases: list[Case]) -> set[Node]:
    """Return the names that lead the values: of `f(x) = x | -x` the one."""
    return {case.value.args[0] for case in cases if is_assignment(case.value)}


def _without_names(cases: list[Case]) -> list[Case]:
    """Return the cases without the names that lead their values."""
    return [case._replace(value=case.value.args[1]) if is_assignment(case.value) else case for case in cases]


def _with_one_name(gold: list[Case], given: list[Case], names: Names) -> tuple[list[Case], list[Case]] | None:
    """Return both sides without the one name of their values; as they are with several, and None where names differ."""
    inner = _names(gold), _names(given)
    outer = [found | ({name} if name else set()) for found, name in zip(inner, names, strict=True)]
    if not any(inner):
        return gold, given
    if max(map(len, outer)) > 1:
        return (gold, given) if outer[0] == outer[1] else None
    if all(outer) and outer[0] != outer[1]:
        return None
    return _without_names(gold), _without_names(given)


def _with_fixed_letters(cases: list[Case], letters: frozenset[str]) -> list[Case]:
    """Return the cases with the letters of the conditions under names that no integer parameter and no constant has."""

    def fixed(tree: Node) -> Node:
        """The tree with the letters renamed."""
        for letter in letters & symbols(tree):
            tree = substitute(tree, letter, sym(letter + _FIXED))
        return tree

    return [
        Case(fixed(case.value), None if case.condition is None else fixed(case.condition)) for case in cases
    ]


def _case(row: Node) -> Case | None:
    """Return the value and the condition of a row, in either order; words between them do not count."""
    value: Node | None = None
    conditions: list[Node] = []
    link, is_otherwise, opens = "and", False, False
    for cell in _with_parities(row.args):
        words = str(cell.value) if cell.kind == "text" else ""
        if words in _OPENING:
            opens = True
        elif words in _LINKING:
            link = "or" if words in ("or", "или", "або") else "and"
        elif words in OTHERWISE:
            is_otherwise = True
        elif cell.kind == "rel" and (value is not None or (opens and not conditions)):
            conditions.append(cell)
        elif (value is not None or opens) and (parity := _parity(cell)) is not None:
            conditions.append(parity)
        elif value is None:
            value = Node("name", (), PHRASES[words]) if words in PHRASES else cell
        elif cell.kind in ("and", "or", "list"):
            conditions.append(cell)
        else:
            return None
    if value is None or is_otherwise == bool(conditions):
        return None
    if is_otherwise:
        return Case(value, None)
    condition = joined_condition(conditions[0] if len(conditions) == 1 else Node(link, tuple(conditions)))
    return None if condition is None else Case(value, condition)


def _with_parities(cells: tuple[Node, ...]) -> tuple[Node, ...]:
    r"""Return the cells of a row with `\text{for even } n` as one."""
    found: list[Node] = []
    for cell in cells:
        before = str(found[-1].value) if found and found[-1].kind == "text" else ""
        if cell.kind == "sym" and before.endswith(("odd", "even", "odd integers", "even integers")):
            found[-1] = Node("text", (), f"{before} {cell.value}")
        else:
            found.append(cell)
    return tuple(found)


def _parity(cell: Node) -> Node | None:
    r"""Return `n \text{ is odd}`, a letter with words behind it, as a residue class; and `for even n`."""
    words = str(cell.value) if cell.kind == "text" else ""
    if cell.kind == "unit" and cell.args[0].kind == "sym":
        words = f"{cell.args[0].value} {cell.value}"
    found = parity_of(words) if "odd" in words or "even" in words else None
    return None if found is None else Node("rel", (sym(found[0]), fn("pmod", num(found[1]), TWO)), ("=",))


class _ByResidue(NamedTuple):
    """The values of a function of one integer by its residues."""

    letter: str
    values: tuple[Node, ...]


def _by_residue(cases: list[Case]) -> _ByResidue | None:
    """Return the values of cases `n even` and `n odd` by residue; None where a residue has none or several."""
    classes = [None if case.condition is None else _residue_of(case.condition) for case in cases]
    known = [found for found in classes if found is not None]
    rest = [case for case, found in zip(cases, classes, strict=True) if found is None]
    if len({found[0] for found in known}) != 1 or any(case.condition is not None for case in rest):
        return None
    modulus = lcm(*(found[2] for found in known))
    if modulus > MAX_PIECES:
        return None
    values = []
    for residue in range(modulus):
        fitting = [
            case
            for case, found in zip(cases, classes, strict=True)
            if found is not None and residue % found[2] == found[1]
        ] or rest
        if len(fitting) != 1:
            return None
        values.append(fitting[0].value)
    return _ByResidue(known[0][0], tuple(values))


def same_by_residues(cases: list[Case], expression: Node) -> Outcome | None:
    """Return whether an answer by residues of one integer, `n even` and `n odd`, is one expression; else None."""
    found = _by_residue(cases)
    return None if found is None else _same_values(found, found._replace(values=(expression,)))


def _same_values(gold: _ByResidue, given: _ByResidue) -> Outcome:
    """Return whether two functions of one integer, given by its residues, agree at each."""
    if gold.letter != given.letter:
        return undecided("different_cases")
    modulus = lcm(len(gold.values), len(given.values))
    if modulus > MAX_PIECES:
        return undecided("too_complex")
    outcomes = []
    for residue in range(modulus):
        left, right = (side.values[residue % len(side.values)] for side in (gold, given))
        outcomes.append(same_on_class(left, right, gold.letter, residue, modulus))
    return all_of(outcomes, "same-cases")


def _residue_of(condition: Node) -> tuple[str, int, int] | None:
    """Return (letter, residue, modulus) of a condition that is a congruence; None for any other."""
    if condition.kind != "rel" or condition.value != ("=",) or condition.args[0].kind != "sym":
        return None
    found = residue_class(condition.args[1])
    return None if found is None else (str(condition.args[0].value), *found)


# ------------------------------------------------------------------------------
# 2  Case by case
# ------------------------------------------------------------------------------


Names = tuple[Node | None, Node | None]
"""The names that lead two answers as wholes."""


def same_cases(gold: list[Case], given: list[Case], names: Names, compare: Compare) -> Outcome:
    """Return whether two answers by cases are one: the same cases in some order, or equal on each piece of a line."""
    named = _with_one_name(gold, given, names)
    if named is None:
        return undecided("different_cases")
    gold, given = named
    conditions = [case.condition for case in (*gold, *given) if case.condition is not None]
    letters = frozenset().union(*map(symbols, conditions))
    gold, given = _with_fixed_letters(gold, letters), _with_fixed_letters(given, letters)
    compare = _with_both_branches(compare)
    found = _matched(gold, given, compare)
    if found is None and (left := _by_residue(gold)) and (right := _by_residue(given)):
        found = _same_values(left, right)
    if found is None and len(letters) == 1:
        found = _on_line(gold, given, next(iter(letters)) + _FIXED, compare)
    return (
        undecided("different_cases")
        if found is None
        else found._replace(witness=found.witness.replace(_FIXED, ""))
    )


def _on_line(gold: list[Case], given: list[Case], letter: str, compare: Compare) -> Outcome:
    """Return whether two answers by cases of one letter are equal on each piece into which both cut the line."""
    try:
        left, right = _places(gold, letter), _places(given, letter)
        if left is None or right is None:
            return undecided("different_cases")
        return _on_pieces(left, right, letter, compare)
    except TooCostly:
        return undecided("too_complex")


def _with_both_branches(compare: Compare) -> Compare:
    """Return a comparison to which one branch of a plus-minus is not enough: the other is a case of its own."""

    def strict(gold: Node, given: Node) -> Outcome:
        """The outcome, undecided where it rests on one branch."""
        outcome = compare(gold, given)
        return undecided("different_cases") if outcome.rule == "pm-one-branch" else outcome

    return strict


def _matched(gold: list[Case], given: list[Case], compare: Compare) -> Outcome | None:
    """Return equal when every case of one side is a case of the other; None when they are not, or none is seen."""
    if len(gold) != len(given):
        return None
    rest, found = list(given), []
    for case in gold:
        for position, other in enumerate(rest):
            if _same_condition(case.condition, other.condition, compare):
                outcome = compare(case.value, other.value)
                if outcome.verdict != "equal":
                    continue
                found.append(outcome)
                del rest[position]
                break
        else:
            return None
    return all_of(found, "same-cases")


def _same_condition(gold: Node | None, given: Node | None, compare: Compare) -> bool:
    """Return whether two conditions are one: as sets of reals, else as relations without any leniency."""
    if gold is None or given is None:
        return gold is given
    if gold == given:
        return True
    letters = symbols(gold)
    if letters != symbols(given):
        return False
    sets = [
        _where(condition, next(iter(letters))) if len(letters) == 1 else None for condition in (gold, given)
    ]
    if sets[0] is not None and sets[1] is not None:
        return same_set(sets[0], sets[1])[0]
    outcome = compare(gold, given)
    return outcome.verdict == "equal" and not outcome.lenient and not outcome.convention


# ------------------------------------------------------------------------------
# 3  Piece by piece
# ------------------------------------------------------------------------------


class _Place(NamedTuple):
    """A value and the numbers for which it is the answer."""

    value: Node
    where: RealSet


def _where(condition: Node, letter: str) -> RealSet | None:
    """Return the numbers that a condition allows; None when it is no set of reals."""
    if symbols(condition) != {letter} or "pmod" in facts(condition).functions:
        return None
    try:
        return _set_of(condition)
    except TooCostly:
        return None


def _set_of(condition: Node) -> RealSet | None:
    """Return the numbers for which relations under `and` and `or` hold.  Raises TooCostly."""
    if condition.kind == "rel":
        is_equation = condition.value == ("=",) and condition.args[0].kind != "sym"
        return (
            _roots(condition) if is_equation else real_set(Node("or", (condition,)))
        )  # there `a = 0` is a point
    total: RealSet | None = None
    for part in condition.args:
        found = _set_of(part)
        if found is None:
            return None
        if total is None:
            total = found
        else:
            total = intersection(total, found) if condition.kind == "and" else union(total, found)
    return total


#: what has a value everywhere, so that an equation holds where the inequation does not
_WITHOUT_POLES = frozenset({"rel", "num", "dec", "sym", "const", "add", "mul", "fn", "pow"})


def _roots(equation: Node) -> RealSet | None:
    r"""Return the numbers that solve an equation between polynomials and absolute values: `|a|=1`, `a^2=4`."""
    found = facts(equation)
    has_poles = any(item.kind == "pow" and item.args[1].kind != "num" for item in walk(equation))
    is_negative = any(
        item.kind == "pow" and not has_poles and item.args[1].value < 0 for item in walk(equation)
    )
    if not found.kinds <= _WITHOUT_POLES or not found.functions <= {"abs"} or has_poles or is_negative:
        return None
    others = real_set(Node("rel", equation.args, ("!=",)))
    return None if others is None else complement(others)


def _places(cases: list[Case], letter: str) -> list[_Place] | None:
    """Return where on the line each value is the answer; None when a condition is no set of reals."""
    found: list[_Place] = []
    covered = NOTHING
    for case in cases:
        where = None if case.condition is None else _where(case.condition, letter)
        if where is not None:
            covered = union(covered, where)
            found.append(_Place(case.value, where))
        elif case.condition is not None:
            return None
    others = [_Place(case.value, difference(EVERYTHING, covered)) for case in cases if case.condition is None]
    return found + others


def _on_pieces(gold: list[_Place], given: list[_Place], letter: str, compare: Compare) -> Outcome:
    """Return whether the answers agree wherever one speaks; where a side gives two answers, none differs."""
    outcomes = [_silence(gold, given, "gold"), _silence(given, gold, "given")]
    for left in gold:
        for right in given:
            where = intersection(left.where, right.where)
            if any(where.cells):
                outcomes.append(_on_piece(left.value, right.value, where, letter, compare))
    found = all_of(outcomes, "same-cases")
    overlaps = any(
        any(intersection(one.where, other.where).cells)
        for side in (gold, given)
        for one, other in combinations(side, 2)
    )
    return undecided("different_cases") if found.verdict == "different" and overlaps else found


def _silence(one: list[_Place], other: list[_Place], side: str) -> Outcome:
    """Return whether the other side speaks wherever one does; undecided where a case without solutions is unsaid."""
    covered = NOTHING
    for place in other:
        covered = union(covered, place.where)
    is_open = False
    for place in one:
        rest = difference(place.where, covered)
        if any(rest.cells):
            if place.value != EMPTY_SET:
                return different(f"for {name_of_cell(rest)} the {side} answer alone has a case")
            is_open = True
    return undecided("different_cases") if is_open else equal("same-cases")


def _on_piece(gold: Node, given: Node, where: RealSet, letter: str, compare: Compare) -> Outcome:
    """Return whether two values are one for the numbers of a set: as formulas, else at its points and stretches."""
    whole = compare(gold, given)
    if whole.verdict == "equal":
        return whole
    outcomes = []
    if any(where.cells[::2]):
        outcomes.append(_on_stretches(gold, given, where, compare, whole))
    for position, end in enumerate(where.ends):
        before, at, behind = where.cells[2 * position : 2 * position + 3]
        if at and not (before or behind):
            outcomes.append(_at_point(gold, given, letter, end, compare))
    return all_of(outcomes, "same-cases")


def _on_stretches(gold: Node, given: Node, where: RealSet, compare: Compare, whole: Outcome) -> Outcome:
    """Return whether two values are one on a set without isolated points: there each absolute value has one sign."""
    left, right = without_bars(gold, where), without_bars(given, where)
    outcome = whole
    if left is not None and right is not None and (left, right) != (gold, given):
        outcome = compare(left, right)
    if outcome.verdict != "different":
        return outcome
    kinds = facts(left or gold).kinds | facts(right or given).kinds
    has_letters = bool(symbols(gold) | symbols(given))
    is_sure = kinds <= SMOOTH_KINDS | _CONTAINERS or not has_letters
    return (
        different(f"for {name_of_cell(where)}, {outcome.witness}")
        if is_sure
        else undecided("different_cases")
    )


def _at_point(gold: Node, given: Node, letter: str, point: object, compare: Compare) -> Outcome:
    """Return whether two values are one where the parameter has one rational value: there two roots may be one."""
    if not isinstance(point, (int, Fraction)):
        return undecided("different_cases")
    left, right = (substitute(value, letter, num(point)) for value in (gold, given))
    members = _members(left), _members(right)
    if len(members[0]) + len(members[1]) > 2:
        left, right = (Node("set", side) for side in members)
    outcome = compare(left, right)
    if outcome.verdict != "different":
        return outcome
    is_sure = not symbols(left) | symbols(right) and EMPTY_SET not in (left, right)
    return (
        different(f"for {letter} = {point}, {outcome.witness}") if is_sure else undecided("different_cases")
    )


def _members(tree: Node) -> tuple[Node, ...]:
    """Return the values of one name, of which two may be one number; of any other answer, itself."""
    value = meaning(tree).tree
    items = value.args if value.kind in ("list", "set") else (value,)
    if any(item.kind == "rel" for item in items):
        return (tree,)
    return tuple(branch for item in items for branch in branches(item))


__all__ = ["Case", "cases_of", "same_by_residues", "same_cases"]
