"""Section 8: one response, one decision. Kinds of answers are tested with the tiers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evaluate_benchmark as eb
from evaluate_benchmark import TierResult, Verdict, grade


@pytest.mark.parametrize("response", [None, "", "   \n", "​".strip("​")])
def test_nothing_is_unparsed(response: str | None) -> None:
    """S3.4: incorrect, and named."""
    decision = grade("1", response)
    assert (decision.verdict, decision.reason, decision.tier, decision.correct) == (
        "unparsed",
        "no_answer",
        "",
        False,
    )
    assert decision.extraction is None


def test_the_first_tier_that_decides_ends_the_trail() -> None:
    """S3.2: undecided falls through, accept and reject end it."""
    decision = grade("0.5", "$0.50$")
    assert [result.tier for result in decision.trail] == ["exact", "numeric"]
    assert (decision.tier, decision.verdict) == ("numeric", "accept")
    assert grade("0.5", "$0.6$").verdict == "reject"


def test_tiers_run_in_the_order_asked_for() -> None:
    """S3.2: the order is significant."""
    assert grade("2", r"it is \boxed{2}", tiers=("numeric", "exact")).tier == "numeric"
    assert grade("2", r"it is \boxed{2}", tiers=("exact",)).tier == "exact"


@pytest.mark.parametrize("names", ["", "exact,", "exact,fuzzy", "exact,exact"])
def test_wrong_tier_names(names: str) -> None:
    """S4.1: an invalid tier name is an error, not a usage message."""
    with pytest.raises(eb.InputError):
        eb.tier_names(names)


def test_tier_names_may_have_spaces() -> None:
    """`--tiers "numeric, exact"` is what people write."""
    assert eb.tier_names("numeric, exact") == ("numeric", "exact")


@pytest.mark.parametrize("tiers", [("exact",), ("numeric",), ("symbolic", "numeric")])
def test_a_reproduced_gold_is_accepted_at_the_exact_tier(tiers: tuple[str, ...]) -> None:
    """S3.2: before the tiers, whatever `--tiers` says, whatever the extractor would pick."""
    decision = grade("In 6 and 8 h", " In 6  and 8 h. ", tiers=tiers)
    assert (decision.verdict, decision.tier) == ("accept", "exact")
    assert decision.extraction is not None
    assert decision.extraction.how == "whole_response"
    start, end = decision.extraction.start, decision.extraction.end
    assert " In 6  and 8 h. "[start:end] == "In 6  and 8 h."


def test_a_response_over_the_limit_is_undecided_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """DESIGN 8: the size is checked before any work."""
    monkeypatch.setattr(eb, "MAX_RESPONSE_CHARS", 10)
    monkeypatch.setattr(eb, "extract", lambda response: pytest.fail("work was done"))
    decision = grade("1", "x" * 11)
    assert (decision.verdict, decision.reason) == ("undecided", eb.TOO_COMPLEX)


def test_a_candidate_over_the_limit_is_undecided() -> None:
    """No tier sees it."""
    decision = grade("1", r"\boxed{" + "9" * (eb.MAX_ANSWER_CHARS + 1) + "}")
    assert (decision.verdict, decision.reason, decision.trail) == ("undecided", eb.TOO_COMPLEX, ())


def test_a_fault_in_a_tier_is_one_undecided_item(monkeypatch: pytest.MonkeyPatch) -> None:
    """One broad except: the run goes on, the fault is named."""

    def broken(gold: str, given: str) -> TierResult:
        """Never a result."""
        raise ZeroDivisionError("oh")

    monkeypatch.setitem(eb.TIERS, "numeric", broken)
    monkeypatch.setattr(eb, "_GRADERS", {})
    decision = grade("1", "it is $2$")
    assert (decision.verdict, decision.reason) == ("undecided", eb.CRASHED)
    assert decision.trail[0].witness == "ZeroDivisionError: oh"


def test_a_broken_environment_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It must end the run."""

    def broken(gold: str, given: str) -> TierResult:
        """Never a result."""
        raise eb.BrokenEnvironment("no antlr")

    monkeypatch.setitem(eb.TIERS, "numeric", broken)
    monkeypatch.setattr(eb, "_GRADERS", {})
    with pytest.raises(eb.BrokenEnvironment):
        grade("1", "it is $2$")


def test_each_distinct_pair_is_decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """DESIGN 8: the cache is by gold and given, not by response."""
    calls: list[tuple[str, str]] = []

    def counting(gold: str, given: str) -> TierResult:
        """Undecided, and noted."""
        calls.append((gold, given))
        return TierResult("symbolic", Verdict.UNDECIDED, "not_read")

    monkeypatch.setitem(eb.TIERS, "symbolic", counting)
    monkeypatch.setattr(eb, "_GRADERS", {})
    for n in range(5):
        grade("y+1", f"Attempt {n}: \\boxed{{x+1}}", tiers=("symbolic",))
    assert calls == [("y+1", "x+1")]


def test_the_memory_of_decisions_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million distinct pairs do not fill the memory."""
    monkeypatch.setattr(eb, "KEPT_DECISIONS", 10)
    grader = eb.Grader()
    for n in range(100):
        grader.decide(str(n), f"it is ${n + 1}$")
    assert len(grader._trails) <= 10
    assert len(grader._golds) <= 10


def test_the_report_keeps_a_bounded_prediction() -> None:
    """A prediction of 20,000 characters does not stand in the report."""
    outcome = eb.outcome_of(grade("1", r"\boxed{" + "x" * 10_000 + "}"))
    assert len(outcome.pred) == eb.SHOWN_CHARS + 1
    assert outcome.pred.endswith("…")


def test_explain_points_at_the_answer() -> None:
    """Step by step, with carets under the extracted text."""
    response = "so we get\n" + r"$\boxed{0.50}$ as announced"
    lines = eb.explain("q7", response, grade("0.5", response)).split("\n")
    text = next(at for at, line in enumerate(lines) if "boxed" in line)
    start = lines[text].index("0.50")
    assert lines[text + 1] == " " * start + "^^^^"
    names = [line.split(" ")[0] for line in lines if not line.startswith(" ")]
    assert names == ["item", "gold", "response", "extract", "clean", "given", "exact", "numeric", "verdict"]


@pytest.mark.parametrize(
    "response", [None, "", "a" * 100_000 + "$5$" + "b" * 100_000, "\x1b[31m$\x00$", "$" + "9" * 5000 + "$"]
)
def test_explain_is_short_and_harmless(response: str | None) -> None:
    """No control characters, no endless line."""
    text = eb.explain("q", response, grade("5", response))
    assert len(text) < 5000
    assert all(char.isprintable() or char == "\n" for char in text)


def test_the_self_check_passes_here() -> None:
    """With every choice of tiers."""
    for tiers in (("exact", "numeric", "symbolic"), ("exact",), ("symbolic",)):
        eb.self_check(tiers)
        eb.self_check(tiers, sandbox=True)


def test_the_self_check_finds_a_broken_grader(monkeypatch: pytest.MonkeyPatch) -> None:
    """An all-zero score is the one thing it prevents."""
    undecided = TierResult("exact", Verdict.UNDECIDED, "different_text")
    monkeypatch.setattr(eb, "exact_tier", lambda gold, given: undecided)
    monkeypatch.setattr(eb, "TIERS", {name: lambda gold, given: undecided for name in eb.TIERS})
    monkeypatch.setattr(eb, "_GRADERS", {})
    with pytest.raises(eb.BrokenEnvironment, match="self-check"):
        eb.self_check()


@settings(max_examples=200, deadline=None)
@given(gold=st.text(max_size=40), response=st.text(max_size=200))
def test_any_text_gets_a_decision(gold: str, response: str) -> None:
    """No exception, offsets inside the response, correct only on accept."""
    decision = grade(gold, response)
    assert decision.verdict in ("accept", "reject", "undecided", "unparsed")
    assert decision.reason != eb.CRASHED
    if decision.extraction is not None:
        assert 0 <= decision.extraction.start <= decision.extraction.end <= len(response)
    eb.explain("q", response, decision)


def test_every_decision_has_its_reason() -> None:
    """Nothing is wrong without saying why."""
    cases: list[tuple[str, Any]] = [
        ("1", "$1$"),
        ("1", "$2$"),
        ("x", "$y$"),
        ("1", None),
        ("1", "no idea at all"),
    ]
    assert all(grade(gold, response).reason for gold, response in cases)


LOOKS_AT_THE_GOLD = [
    # gold, response, verdict, rule: n boxes for a list of n, and the unit behind the answer
    (
        r"30^\circ, 45^\circ",
        r"One is $\boxed{30^\circ}$. The other is $\boxed{45^\circ}$.",
        "accept",
        "boxes-as-items",
    ),
    ("2; 3", r"\boxed{3} at first, and then \boxed{2}", "accept", "boxes-as-items"),
    ("2; 3", r"\boxed{3} at first, and then \boxed{4}", "reject", ""),
    ("2; 3", r"\boxed{1}, no: \boxed{2} and later \boxed{3}", "reject", ""),
    ("3", r"\boxed{2} and then \boxed{3} is \boxed{5}", "reject", ""),
    ("5 apples", "Ned has 5 apples.", "accept", "same-tree"),
    ("5 apples", "Ned has 5 pears.", "reject", ""),
    ("5 apples", "Ned has 5 left.", "accept", "same-tree"),
    (r"5 \text{ cents}", r"It costs $\boxed{5}$ dollars.", "reject", ""),
    (r"5 \text{ cents}", r"It costs $\boxed{5}$ cents.", "accept", "same-tree"),
    ("0.28", r"It is $\boxed{28}$ percent.", "accept", "equal-numbers"),
    ("0.28", r"It is $\boxed{28}$.", "reject", ""),
]


@pytest.mark.parametrize(("gold", "response", "verdict", "rule"), LOOKS_AT_THE_GOLD)
def test_what_looks_at_the_gold(gold: str, response: str, verdict: str, rule: str) -> None:
    """The two rules that need the gold to know where the answer ends."""
    decision = grade(gold, response)
    assert (decision.verdict, decision.rule) == (verdict, rule)


EXACT = [
    # gold, given, rule or "" when the exact tier leaves it open
    ("x = 2", "x=2", "same-text"),
    ("48; 80; 12", "12, 80, 48", "same-list-of-texts"),
    (r"(-1,2)\cup(3,6)", "(3, 6) ∪ (-1, 2)", "same-union-of-texts"),
    ("1; 1; 2", "1; 2; 2", ""),
    (r"2\cdot 3x", r"2\times 3x", "same-text"),
    (r"\vec{u}\cdot\vec{v}", r"\vec{u}\times\vec{v}", ""),
    ("(1; 2), (2; 1)", "(2; 1), (1; 2)", "same-list-of-texts"),
    ("x=1, y=2; x=3, y=4", "x=3, y=4; x=1, y=2", "same-list-of-texts"),
    ("x=1, y=2; x=3, y=4", "x=1, y=4; x=3, y=2", ""),
    ("x=1, y=2, x=3, y=4", "x=1, y=4, x=3, y=2", ""),
    ("if a>0, x=1, if a<0, x=2", "if a<0, x=1, if a>0, x=2", ""),
    ("x=1 if a>0, x=2 if a<0", "x=2 if a<0, x=1 if a>0", "same-list-of-texts"),
    ("(1, 2)", "(2, 1)", ""),
    ("1,5; 2", "2; 1,5", "same-list-of-texts"),
    ("3 1/2", "31/2", ""),
    ("Oven", "oven", "same-text"),
    ("X+1", "x+1", "case-folded"),
]


@pytest.mark.parametrize(("gold", "given", "rule"), EXACT)
def test_the_exact_tier(gold: str, given: str, rule: str) -> None:
    """Strings, lists and unions of strings; a formula equal only in lower case is lenient."""
    result = eb.exact_tier(gold, given)
    assert (result.rule, result.lenient) == (rule, rule == "case-folded")
    assert result.verdict is (Verdict.ACCEPT if rule else Verdict.UNDECIDED)


@pytest.mark.parametrize(
    ("gold", "response", "verdict"),
    [
        ("Yes", "Yes, because 6 + 7 = 13.", "accept"),
        (r"\text{No}", "7 + 8 = 15 < 16.\n\n**No**, they do not fit.", "accept"),
        ("No", "Yes, because 6 + 7 = 13.", "reject"),
        ("True", "True. For n = 4 the value is 30.", "accept"),
        ("13", "Yes, because 6 + 7 = 13.", "accept"),
    ],
)
def test_a_gold_that_is_yes_or_no_looks_for_one(gold: str, response: str, verdict: str) -> None:
    """What a line of the response begins with counts, whatever numbers its reasons end in; for other golds not."""
    assert eb.grade(gold, response).verdict == verdict
