r"""Residue classes in every spelling: `n \equiv 0, 1 \pmod 4`, `n = 4k or n = 4k+1`, `3 \mid n`.

    residues_outcome(gold, given) -> Outcome | None     None where a side is no union of classes, or neither names one

Both sides are brought to one modulus, and the residues are compared as sets.  DESIGN §6.
"""

from __future__ import annotations

from math import lcm
from typing import NamedTuple

from answer_math.annotated import residue_class
from answer_math.families import PARAMETER_LETTERS, whole_progression
from answer_math.meaning import Meaning, branches, is_assignment
from answer_math.outcomes import Outcome, different, equal, lenient
from answer_math.tree import Node, fn, num, symbols

MAX_MODULUS = 10_000
MAX_CLASSES = 40


class _Classes(NamedTuple):
    """Residue classes as (residue, modulus), the letter they are values of, and whether a congruence names them."""

    found: tuple[tuple[int, int], ...]
    letter: str
    is_congruence: bool


def residues_outcome(gold: Meaning, given: Meaning) -> Outcome | None:
    """Return the outcome of two unions of residue classes of which one at least is a congruence."""
    left = _classes(gold)
    right = None if left is None else _classes(given)
    if left is None or right is None or not (left.is_congruence or right.is_congruence):
        return None
    modulus = lcm(*(size for _, size in (*left.found, *right.found)))
    if modulus > MAX_MODULUS:
        return None
    sides = [_members(side, modulus) for side in (left, right)]
    if sides[0] != sides[1]:
        apart = min(sides[0] ^ sides[1])
        return different(
            f"{apart} modulo {modulus} is in the {'gold' if apart in sides[0] else 'given'} alone"
        )
    has_one_letter = left.letter == right.letter or not (left.letter and right.letter)
    return equal("same-residue") if has_one_letter else lenient(equal("same-residue"), "lhs-names-differ")


def _members(side: _Classes, modulus: int) -> frozenset[int]:
    """Return the residues of classes by a common modulus."""
    return frozenset(
        number for residue, size in side.found for number in range(residue % size, modulus, size)
    )


def _classes(answer: Meaning) -> _Classes | None:
    """Return the residue classes that an answer is; None for any other."""
    if answer.restrictions:
        return None
    named = _relation(answer.whole)
    if named is not None:
        return named
    if answer.name is not None and answer.name.kind != "sym":
        return None
    letter = "" if answer.name is None else str(answer.name.value)
    tree = answer.tree
    written = tree.args if tree.kind in ("list", "set", "or") else (tree,)
    if len(written) > MAX_CLASSES:
        return None
    items = [branch for item in written for branch in branches(item)]
    if tree.kind == "or":
        if not all(is_assignment(item) and item.args[0] == items[0].args[0] for item in items):
            return None
        letter, items = str(items[0].args[0].value), [item.args[1] for item in items]
    return _union(items, letter, answer.integers)


def _relation(tree: Node) -> _Classes | None:
    r"""Return the class that `3 \mid n` or `n \bmod 4 = 1` says; None for any other relation."""
    if tree.kind != "rel" or len(tree.value) != 1:
        return None
    left, right = tree.args
    if tree.value == ("mid",) and right.kind == "sym":
        found, letter = residue_class(fn("pmod", num(0), left)), right
    elif tree.value == ("=",) and (left.kind, left.value) == ("fn", "mod") and left.args[0].kind == "sym":
        found, letter = residue_class(fn("pmod", right, left.args[1])), left.args[0]
    else:
        return None
    return None if found is None else _Classes((found,), str(letter.value), True)


def _union(items: list[Node], letter: str, integers: frozenset[str]) -> _Classes | None:
    r"""Return the classes of items: `0, 1 \pmod 4` has one modulus for both; None where an item is no class."""
    found: list[tuple[int, int]] = []
    modulus, is_congruence = 0, False
    for item in reversed(items):
        one = residue_class(item)
        if one is not None:
            is_congruence = True
            modulus = 0 if item.value == "mod" else one[1]  # `\\bmod` is about its own item
        elif item.kind == "num" and isinstance(item.value, int) and modulus:
            one = item.value % modulus, modulus
        else:
            modulus, one = 0, _progression(item, letter, integers)
        if one is None:
            return None
        found.append(one)
    return _Classes(tuple(found), letter, is_congruence)


def _progression(item: Node, letter: str, integers: frozenset[str]) -> tuple[int, int] | None:
    """Return the class of `4k + 1`, k being an integer; None for any other value."""
    letters = symbols(item)
    if len(letters) != 1 or letter in letters or not letters <= PARAMETER_LETTERS | integers:
        return None
    (index,) = letters
    found = whole_progression(item, index)
    return (found[0] % abs(found[1]), abs(found[1])) if found is not None and found[1] else None


__all__ = ["residues_outcome"]
