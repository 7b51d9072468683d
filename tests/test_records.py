"""Section 2: the records and what they promise."""

from __future__ import annotations

import pickle

import pytest

import evaluate_benchmark as eb
from answer_math.rules import Rule, rule
from evaluate_benchmark import Outcome, ProblemLog, Verdict


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_is_no_truth_value(verdict: Verdict) -> None:
    """An unguarded `if verdict:` must not pass for an answer."""
    with pytest.raises(TypeError, match="not a truth value"):
        bool(verdict)


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_survives_text_and_pickle(verdict: Verdict) -> None:
    """The report and the workers give the same member back."""
    assert Verdict(str(verdict)) is verdict
    assert pickle.loads(pickle.dumps(verdict)) is verdict


@pytest.mark.parametrize(
    ("verdict", "correct", "parsed"),
    [("accept", True, True), ("reject", False, True), ("undecided", False, True), ("unparsed", False, False),
     ("missing", False, False)],
)  # fmt: skip
def test_what_an_outcome_counts_as(verdict: str, correct: bool, parsed: bool) -> None:
    """S3.4: only an accept is correct; unparsed and missing are not parsed."""
    outcome = Outcome(verdict, "", "", False, "", "", "", "", -1, -1, "")
    assert (outcome.correct, outcome.parsed) == (correct, parsed)


def test_a_rule_takes_its_name_and_summary_from_the_function() -> None:
    """The name is said once."""

    @rule("S0", ("a", "A"), leaves=("A",))
    def shout(text: str) -> str:
        """Upper-case the text.

        More that nobody prints.
        """
        return text.upper()

    assert isinstance(shout, Rule)
    assert (shout.name, shout.summary, shout("a")) == ("shout", "Upper-case the text.", "A")
    assert shout.changes == (("a", "A"),)


def test_problems_are_all_counted_and_the_first_kept() -> None:
    """A file of a million bad lines gives a short list and the right count."""
    log = ProblemLog()
    for line in range(1000):
        log.note("bad", "f", line, "x")
    log.note("other", "f", 7, "y")
    assert log.counts == {"bad": 1000, "other": 1}
    assert len(log.kept) == eb.KEPT_PROBLEMS + 1
    assert log.kept[0] == ("bad", "f", 0, "x")
