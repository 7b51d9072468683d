r"""Answers whose index does not run over all integers: `\pi k, k \in \mathbb{N}`, `\sqrt{k}, k = 0, 1, 2, \ldots`.

    restricted_outcome(gold, given) -> Outcome | None     None when no restricted index stands in either

Such an index may be renamed, and moved where it starts elsewhere, but not turned round: members are compared as
functions of it, one to one.  DESIGN §6.
"""

from __future__ import annotations

from answer_math.annotated import ANNOTATED, compare_core
from answer_math.families import same_affine, same_windows, substitute
from answer_math.indices import Restrictions
from answer_math.meaning import Meaning, family_members, is_assignment
from answer_math.outcomes import Outcome, all_of, different, equal, undecided
from answer_math.symbols import INEQUALITIES
from answer_math.tree import VALUE_KINDS, Node, add, facts, num, sym, symbols

MAX_MEMBERS = 12


def restricted_outcome(gold: Meaning, given: Meaning) -> Outcome | None:
    """Return the outcome of two answers of which one at least has a restricted index in its value."""
    if not any(symbols(side.tree) & {letter for letter, _ in side.restrictions} for side in (gold, given)):
        return None
    given = _with_gold_index(gold, given)
    if gold.restrictions != given.restrictions or gold.integers != given.integers:
        return undecided("different_restrictions")
    if gold.whole == given.whole or (gold.tree == given.tree and not (gold.name and given.name)):
        return equal("same-tree")
    if gold.name is not None and given.name is not None and gold.name != given.name:
        return undecided("different_restrictions")
    if gold.tree.kind == given.tree.kind == "group" and gold.tree.value == given.tree.value:
        return _in_parts(gold.tree.args, given.tree.args)
    systems = _system(gold.tree), _system(given.tree)
    if systems[0] is not None and systems[1] is not None:
        if systems[0].keys() != systems[1].keys():
            return undecided("different_labels")
        return _in_parts(*(tuple(system[label] for label in sorted(system)) for system in systems if system))
    return _members_outcome(gold, given)


def _start(domain: str) -> int | None:
    """Return 0 of the domain `>=0`; None of any other."""
    return int(domain[2:]) if domain.startswith(">=") else None


def _with_gold_index(gold: Meaning, given: Meaning) -> Meaning:
    """Return the given answer with its one index named as the gold's, and started where the gold's starts."""
    letters = [{letter for letter, _ in side.restrictions} for side in (gold, given)]
    if [len(side) for side in letters] != [1, 1]:
        return given
    ((new,), (old,)) = letters
    is_alone = all(
        side.integers & symbols(side.whole) == {letter} for side, letter in ((gold, new), (given, old))
    )
    is_free = old == new or new not in symbols(given.whole)
    if not is_alone or not is_free or set(given.whole.value or ()) & INEQUALITIES:
        return given
    domains = [{domain for _, domain in side.restrictions} for side in (gold, given)]
    first, start = (_start(min(domain)) if len(domain) == 1 else None for domain in domains)
    if domains[0] != domains[1] and (first is None or start is None):
        return given
    shift = 0 if first is None or start is None else start - first
    index = add(sym(new), num(shift)) if shift else sym(new)
    tree, whole = substitute(given.tree, old, index), substitute(given.whole, old, index)
    return given._replace(tree=tree, whole=whole, integers=gold.integers, restrictions=gold.restrictions)


def _system(tree: Node) -> dict[str, Node] | None:
    """Return the values of a system by their names; None for anything else."""
    if tree.kind not in ("list", "and") or not all(is_assignment(item) for item in tree.args):
        return None
    found = {str(item.args[0].value): item.args[1] for item in tree.args if item.args[0].kind == "sym"}
    return found if len(found) == len(tree.args) else None


def _same_function(gold: Node, given: Node) -> Outcome:
    """Return the outcome of two values as functions of the index; undecided for what is no value."""
    is_value = {gold.kind, given.kind} <= VALUE_KINDS | ANNOTATED
    return compare_core(gold, given) if is_value else undecided("different_restrictions")


def _in_parts(gold: tuple[Node, ...], given: tuple[Node, ...]) -> Outcome:
    """Return equal when all parts are the same functions of the index; else undecided."""
    if len(gold) != len(given):
        return different(f"{len(gold)} items against {len(given)}")
    found = all_of(map(_same_function, gold, given), "same-family")
    return found if found.verdict == "equal" else undecided("different_restrictions")


def _members_outcome(gold: Meaning, given: Meaning) -> Outcome:
    """Return the outcome of two families over one index: their members matched, or one that the other has not."""
    left, right = family_members(gold), family_members(given)
    if any(node.kind not in VALUE_KINDS for node in (*left, *right)):
        return undecided("different_restrictions")
    if len(left) == len(right) <= MAX_MEMBERS and (found := _matched(left, right)) is not None:
        return found
    letters = frozenset(letter for letter, _ in gold.restrictions)
    if any(symbols(node) - letters or "pm" in facts(node).kinds for node in (*left, *right)):
        return undecided("different_restrictions")
    same, witness = None, ""
    if not any("mod" in domain for _, domain in gold.restrictions):
        same, witness = same_affine(
            left, right, letters
        )  # over all integers: what differs there differs here
    if same is None and (first := _first(gold.restrictions)) is not None:
        same, witness = same_windows(left, right, letters, *first)
    return different(witness) if same is False else undecided("different_restrictions")


def _first(restrictions: Restrictions) -> tuple[int, int] | None:
    """Return from where an index that ascends is tried on one side and on the other: 0 may be a natural number."""
    domains = [domain for _, domain in restrictions]
    start = _start(domains[0]) if len(domains) == 1 else None
    return (1, 0) if domains == ["N"] else None if start is None else (start, start)


def _matched(left: list[Node], right: list[Node]) -> Outcome | None:
    """Return equal when the members are the same functions, one to one; None when they are not."""
    rest, found = list(right), []
    for member in left:
        for position, other in enumerate(rest):
            outcome = _same_function(member, other)
            if outcome.verdict == "equal":
                found.append(outcome)
                del rest[position]
                break
        else:
            return None
    return all_of(found, "same-family")
