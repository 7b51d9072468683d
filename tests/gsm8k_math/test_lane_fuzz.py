"""Any text at all, and cases changed a little: follow the change or refuse."""

# ruff: noqa: E501  (tables of one row a line; odd characters on purpose)

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lane_replay import Unanswerable, replay
from lane_stories import Teller

import gsm8k_math
from gsm8k_math import Outcome, Refusal, answer, graph_to_json
from gsm8k_math.author import NUMBER_NAMES, generated
from gsm8k_math.reading import MAX_PROBLEM_CHARS
from gsm8k_math.words import FUNCTION_WORDS, NUMBER_WORDS, STOP_WORDS, VERBS

FOLDER = Path(gsm8k_math.__file__).parent
CASES: list[dict[str, Any]] = [
    json.loads(line)
    for path in ("dev/cases.jsonl", "public/cases.jsonl")
    for line in (FOLDER / path).read_text(encoding="utf-8").splitlines()
]

# ------------------------------------------------------------------------------
# 1  Any text
# ------------------------------------------------------------------------------


def check_outcome(text: str, outcome: Outcome) -> None:
    """Return if an outcome is a refusal in the text, or a replayed answer."""
    if outcome.refusal is not None:
        start, end = outcome.refusal.span
        assert 0 <= start <= end <= len(text)
        assert outcome.trace is None
        return
    assert outcome.graph is not None and outcome.trace is not None
    assert outcome.trace.answer.value == replay(graph_to_json(outcome.graph))


CLOSED_WORDS = {*FUNCTION_WORDS, *NUMBER_WORDS, *VERBS, *(word for _, words in STOP_WORDS for word in words)}
VOCABULARY = [
    *sorted(CLOSED_WORDS),
    "Sam", "Anna", "Tom", "Rosa's", "Tin", "Box", "Mr.", "apples", "apple", "toy", "cars", "5", "12", "1,200", "3.5",
    "$", "$8", "%", ",", ".", "?", "!", "'", "How many", "How much money", "does Sam have", "They", "He", "She", "There are",
    "\u0301", "\ud800", "\u00a0", "ﬁ", "½", "٣", "𝟙", "ß", "İ", "'s", "’", "\x00",
]  # fmt: skip
WORD_SALAD = st.lists(st.sampled_from(VOCABULARY), max_size=40).map(" ".join)


@given(
    st.one_of(st.text(max_size=200), WORD_SALAD, WORD_SALAD.map(lambda text: f"Sam has 5 apples. {text}?"))
)
@settings(max_examples=1_500, deadline=None)
def test_any_text_is_refused_or_answered(text: str) -> None:
    """No exception escapes on any text, and spans stay inside it."""
    check_outcome(text, answer(text))


@pytest.mark.slow
@given(st.one_of(st.text(), WORD_SALAD, WORD_SALAD.map(lambda text: f"Sam has 5 apples. {text}?")))
@settings(max_examples=60_000, deadline=None)
def test_any_text_is_refused_or_answered_at_length(text: str) -> None:
    """The same, many more times."""
    check_outcome(text, answer(text))


HOSTILE = {
    "spaces": " ", "stops": ". ", "questions": "?", "quotes": "'", "hyphens": "a-", "names": "Sam ", "digits": "9",
    "commas": "1,", "of": "boxes of ", "and": "and ", "marks": "\u0301", "his": "his ", "particles": "Sam de la ",
    "titles": "Mr. ", "clauses": "Sam buys 3 pins. ", "gifts": "Sam gives 3 pins to Ben. ", "units": "toy ",
}  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE.keys())
def test_repetition_up_to_the_limit_is_read_or_refused(piece: str) -> None:
    """The longest texts of one piece, plain and inside a problem."""
    times = (MAX_PROBLEM_CHARS - 60) // len(piece)
    for text in (piece * times, f"Sam has 9 pins. {piece * times} How many pins does Sam have?"):
        check_outcome(text, answer(text))
    assert answer(piece * MAX_PROBLEM_CHARS * 20).refusal is not None


def test_many_names_are_bounded() -> None:
    """Four hundred names in one text cost no quadratic search."""
    names = [f"{first}{second}o" for first in "BCDFGHKLMNPRSTVZ" for second in "abcdefghiklmnoprstuv"]
    text = " ".join(f"{name} has 1 pin." for name in names)[: MAX_PROBLEM_CHARS - 60]
    text = text[: text.rindex(".") + 1] + " How many pins are there in total?"
    assert answer(text).refusal is not None


@given(st.integers(0, 10**9))
@settings(max_examples=1_500, deadline=None)
def test_random_stories_agree_with_the_replay(seed: int) -> None:
    """Whatever is answered, the independent replay of its graph agrees."""
    text = Teller(seed).text()
    outcome = answer(text)
    check_outcome(text, outcome)
    if outcome.graph is not None and outcome.trace is None:
        with pytest.raises(Unanswerable):
            replay(graph_to_json(outcome.graph))


def check_generated(seed: int) -> bool:
    """Return whether a generated case is read; what is read is its graph."""
    rng = random.Random(seed)
    try:
        case = generated(rng, rng.randint(0, 8))
    except ValueError:
        return True
    outcome = answer(case["problem"])
    if outcome.graph is None or outcome.trace is None:
        return False
    assert graph_to_json(outcome.graph) == case["ground_truth_graph"], case["problem"]
    assert outcome.trace.answer.value == case["expected_answer"]
    return True


def test_generated_cases_are_read_as_they_were_meant() -> None:
    """Cases of other seeds: never another graph, and hardly one refused."""
    read = sum(check_generated(seed) for seed in range(1_500))
    assert read >= 1_470, read


@pytest.mark.slow
@given(st.integers(0, 10**9))
@settings(max_examples=20_000, deadline=None)
def test_generated_cases_are_read_as_they_were_meant_at_length(seed: int) -> None:
    """The same over many thousands of cases."""
    check_generated(seed)


# ------------------------------------------------------------------------------
# 2  Cases changed a little
#    Each change returns the new text and the graph that follows it; None where
#    only a refusal is right.
# ------------------------------------------------------------------------------

Changed = tuple[str, dict[str, Any] | None]
SENTENCE = re.compile(r"(?<!Mr\.)(?<!Ms\.)(?<!Mrs\.)(?<=[.?]) ")


def copied(graph: dict[str, Any]) -> dict[str, Any]:
    """Return a deep copy of a graph's JSON."""
    return json.loads(json.dumps(graph))  # type: ignore[no-any-return]


def swap_name(case: dict[str, Any], rng: random.Random) -> Changed | None:
    """Return the case with one entity renamed everywhere."""
    names = [name for name in case["ground_truth_graph"]["entities"] if re.fullmatch(r"[^\W\d_]+", name)]
    if not names:
        return None
    old, new = rng.choice(names), "Quill"
    pattern = re.compile(rf"\b{old}\b")
    graph = json.loads(pattern.sub(new, json.dumps(case["ground_truth_graph"], ensure_ascii=False)))
    return pattern.sub(new, case["problem"]), graph


def change_number(case: dict[str, Any], rng: random.Random) -> Changed | None:
    """Return the case with one number, that stands once, made larger by one."""
    numbers = re.findall(r"(?<![0-9,])[0-9]+(?![0-9,%])", case["problem"])
    values = [
        *(start["quantity"] for start in case["ground_truth_graph"]["initial_state"]),
        *(step["operand"] for step in case["ground_truth_graph"]["operations"]),
    ]
    once = [
        number
        for number in numbers
        if numbers.count(number) == 1 and [quantity["value"] for quantity in values].count(int(number)) == 1
    ]
    spelled = any(re.search(rf"\b{word}\b", case["problem"]) for word in NUMBER_NAMES[1:])
    shares = any(word in case["problem"] for word in ("%", "friends", "classmates"))
    if not once or spelled or shares:
        return None
    old = rng.choice(once)
    new = int(old) + 100
    graph = copied(case["ground_truth_graph"])
    for quantity in [*(start["quantity"] for start in graph["initial_state"])] + [
        step["operand"] for step in graph["operations"]
    ]:
        if quantity["value"] == int(old):
            quantity["value"] = new
    return re.sub(rf"(?<![0-9,]){old}(?![0-9,%])", str(new), case["problem"]), graph


def drop_last_operation(case: dict[str, Any], rng: random.Random) -> Changed | None:
    """Return the case without its last statement, if that is one operation."""
    *sentences, last, question = SENTENCE.split(case["problem"])
    is_one = not re.search(r",? and |, then ", last) and case["ground_truth_graph"]["operations"]
    if not is_one or not sentences or " has " in last or " had " in last or "There " in last:
        return None
    graph = copied(case["ground_truth_graph"])
    graph["operations"].pop()
    graph["entities"] = [name for name in graph["entities"] if name in " ".join(sentences)]
    return " ".join([*sentences, question]), graph


def in_statement(change: Callable[[str], str]) -> Callable[[dict[str, Any], random.Random], Changed]:
    """Return a mutation that changes one statement so that it must be refused."""

    def mutate(case: dict[str, Any], rng: random.Random) -> Changed:
        """Return the changed text; only a refusal is right."""
        sentences = SENTENCE.split(case["problem"])
        place = rng.randrange(len(sentences) - 1)
        sentences[place] = change(sentences[place])
        return " ".join(sentences), None

    return mutate


def negated(sentence: str) -> str:
    """Return a statement with its first verb negated."""
    form = re.search(r"\b(?:" + "|".join(VERBS) + r"|are|were)\b", sentence)
    assert form is not None, sentence
    return f"{sentence[: form.start()]}does not {form.group()}{sentence[form.end() :]}"


MUST_REFUSE: dict[str, Callable[[dict[str, Any], random.Random], Changed | None]] = {
    "negation": in_statement(negated),
    "condition": in_statement(lambda sentence: f"If {sentence}"),
    "supposition": in_statement(lambda sentence: f"Suppose {sentence}"),
    "rate": in_statement(lambda sentence: f"{sentence[:-1]} every day."),
    "rate per": in_statement(lambda sentence: f"{sentence[:-1]} per day."),
    "comparison": in_statement(lambda sentence: f"{sentence[:-1]} more than Quill."),
    "alternative": in_statement(lambda sentence: f"{sentence[:-1]} or 5."),
    "exception": in_statement(lambda sentence: f"{sentence[:-1]} except 2."),
    "second number": in_statement(lambda sentence: f"{sentence[:-1]} and 3 of the others."),
    "exclamation": in_statement(lambda sentence: f"{sentence[:-1]}!"),
    "second question": lambda case, rng: (f"{case['problem']} How many does Quill have?", None),
    "statement after": lambda case, rng: (f"{case['problem']} Quill has 5 pins.", None),
    "before": lambda case, rng: (case["problem"][:-1] + " before that?", None),
    "at first": lambda case, rng: (case["problem"][:-1] + " at first?", None),
    "each": lambda case, rng: (case["problem"][:-1] + " each?", None),
    "more": lambda case, rng: (re.sub(r"How (many|much)", r"How \1 more", case["problem"]), None),
    "another unit": lambda case, rng: (re.sub(r"How (?:many [a-z ]+?|much money|much) (do|did|are)", r"How many quills \1", case["problem"]), None),
}  # fmt: skip
MUST_FOLLOW: dict[str, Callable[[dict[str, Any], random.Random], Changed | None]] = {
    "swap a name": swap_name,
    "change a number": change_number,
    "drop the last operation": drop_last_operation,
}


def check_mutation(mutation: Callable[[dict[str, Any], random.Random], Changed | None], seed: int) -> bool:
    """Return whether a mutated case was answered, and rightly so."""
    rng = random.Random(seed)
    case = rng.choice(CASES)
    changed = mutation(case, rng)
    if changed is None:
        return False
    text, graph = changed
    assert text != case["problem"]
    outcome = answer(text)
    if graph is None:
        assert isinstance(outcome.refusal, Refusal), text
        return False
    if outcome.trace is None:
        return False
    assert outcome.graph is not None
    assert graph_to_json(outcome.graph) == graph, text
    assert outcome.trace.answer.value == replay(graph), text
    return True


@pytest.mark.parametrize("name", MUST_REFUSE)
def test_changes_that_must_be_refused(name: str) -> None:
    """A hundred changed cases for each change, every one refused."""
    for seed in range(100):
        check_mutation(MUST_REFUSE[name], seed)


@pytest.mark.parametrize("name", MUST_FOLLOW)
def test_changes_that_the_answer_follows(name: str) -> None:
    """Many changed cases are still answered, each by the changed graph."""
    followed = sum(check_mutation(MUST_FOLLOW[name], seed) for seed in range(250))
    assert followed >= 40, followed


@pytest.mark.slow
@given(st.sampled_from(sorted(MUST_REFUSE)), st.integers(0, 10**9))
@settings(max_examples=15_000, deadline=None)
def test_changes_that_must_be_refused_at_length(name: str, seed: int) -> None:
    """The same over thousands of changed cases."""
    check_mutation(MUST_REFUSE[name], seed)


@pytest.mark.slow
@given(st.sampled_from(sorted(MUST_FOLLOW)), st.integers(0, 10**9))
@settings(max_examples=15_000, deadline=None)
def test_changes_that_the_answer_follows_at_length(name: str, seed: int) -> None:
    """The same over thousands of changed cases."""
    check_mutation(MUST_FOLLOW[name], seed)
