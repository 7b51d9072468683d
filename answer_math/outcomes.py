"""What a comparison found, and how findings fold.

An `Outcome` is equal, different (with its witness) or undecided (with its reason); it may rest on a lenient rule
or on a convention, which are named.  The folds are written once: `all_of` (one difference settles it, else one
undecided leaves it open) and `best_of` (over readings of one answer).  DESIGN §2, §7.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Outcome(NamedTuple):
    """What a comparison found: `verdict` is equal, different or undecided; a difference has its witness."""

    verdict: str
    rule: str = ""
    lenient: bool = False
    convention: str = ""
    witness: str = ""
    reason: str = ""


class Comparison(NamedTuple):
    """The verdict on two texts: accept, reject or undecided, and all that explains it."""

    verdict: str
    reason: str
    rule: str = ""
    lenient: bool = False
    convention: str = ""
    witness: str = ""
    reader: str = "own"


def equal(rule: str, convention: str = "", lenient: bool = False) -> Outcome:
    """Return the outcome of two equal answers."""
    return Outcome("equal", rule, lenient, convention)


def different(witness: str, rule: str = "") -> Outcome:
    """Return the outcome of two answers that a witness tells apart."""
    return Outcome("different", rule, witness=witness)


def undecided(reason: str) -> Outcome:
    """Return the outcome of a comparison that could not be settled."""
    return Outcome("undecided", reason=reason)


def lenient(outcome: Outcome, rule: str) -> Outcome:
    """Return an equal outcome that rests on a lenient rule."""
    return (
        outcome._replace(lenient=True, rule=rule)
        if outcome.verdict == "equal" and not outcome.lenient
        else outcome
    )


def by_convention(outcome: Outcome, convention: str) -> Outcome:
    """Return an equal outcome that rests on a convention."""
    return (
        outcome._replace(convention=outcome.convention or convention)
        if outcome.verdict == "equal"
        else outcome
    )


def all_of(outcomes: Iterable[Outcome], rule: str) -> Outcome:
    """Return equal when all are; one difference settles it, else one undecided leaves it open."""
    open_reason = ""
    is_lenient, convention, lenient_rule = False, "", ""
    for outcome in outcomes:
        if outcome.verdict == "different":
            return outcome
        if outcome.verdict == "undecided":
            open_reason = open_reason or outcome.reason
        is_lenient = is_lenient or outcome.lenient
        lenient_rule = lenient_rule or (outcome.rule if outcome.lenient else "")
        convention = convention or outcome.convention
    if open_reason:
        return undecided(open_reason)
    return Outcome("equal", lenient_rule or rule, is_lenient, convention)


def best_of(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the best: equal without leniency, equal, then undecided before different: one reading may be right."""
    rank = {"equal": 0, "undecided": 2, "different": 3}
    return min(
        outcomes, key=lambda outcome: (rank[outcome.verdict] + outcome.lenient, bool(outcome.convention))
    )
