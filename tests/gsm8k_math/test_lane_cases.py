"""The committed cases: schema, floors, authorship, an independent replay."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from lane_replay import Unanswerable, replay

import gsm8k_math
from gsm8k_math import answer, canonical_bytes, case_groups, graph_from_json
from gsm8k_math.author import DEPTHS, NUMBER_NAMES, PATTERN_TAGS, Event, file_texts, masked, replayed
from gsm8k_math.math_problem_graph import REFUSAL_KINDS

FOLDER = Path(gsm8k_math.__file__).parent


def lines_of(path: str) -> list[dict[str, Any]]:
    """Return the objects of one of the package's JSONL files."""
    return [json.loads(line) for line in (FOLDER / path).read_text(encoding="utf-8").splitlines()]


DEV, PUBLIC = lines_of("dev/cases.jsonl"), lines_of("public/cases.jsonl")
CASES = DEV + PUBLIC
REFUSE = lines_of("must_refuse.jsonl")
KEYS = ["id", "problem", "expected_answer", "expected_unit", "ground_truth_graph", "patterns", "notes"]


def test_files_are_what_the_author_writes() -> None:
    """Generator and committed files are equal, byte for byte."""
    for path, text in file_texts().items():
        assert (FOLDER / path).read_text(encoding="utf-8") == text, f"run python -m gsm8k_math.author: {path}"


def test_ids_are_the_seeds() -> None:
    """Dev gma-001..050, public gma-101..250, in order."""
    assert [case["id"] for case in DEV] == [f"gma-{number:03d}" for number in range(1, 51)]
    assert [case["id"] for case in PUBLIC] == [f"gma-{number:03d}" for number in range(101, 251)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    """Schema, registry, replayed value; read, solved and verified."""
    assert list(case) == KEYS
    graph = graph_from_json(case["ground_truth_graph"])
    assert type(case["expected_answer"]) is int
    assert case["expected_answer"] == replay(case["ground_truth_graph"])
    assert case["expected_unit"] == graph.unknown.unit
    assert case["patterns"] and set(case["patterns"]) <= set(PATTERN_TAGS)
    assert case["notes"].endswith(".")
    outcome = answer(case["problem"])
    assert outcome.graph is not None and outcome.trace is not None, outcome.refusal
    assert canonical_bytes(outcome.graph) == canonical_bytes(graph)
    assert (outcome.trace.answer.value, outcome.trace.answer.unit) == (
        case["expected_answer"],
        case["expected_unit"],
    )


def test_depths_and_kinds() -> None:
    """The plan of depths, and the floors of kinds, entities and totals."""
    graphs = [case["ground_truth_graph"] for case in CASES]
    depths = Counter(len(graph["operations"]) for graph in graphs)
    assert depths == DEPTHS
    assert (depths[0], depths[1], depths[2] + depths[3], depths[4] + depths[5]) == (5, 20, 60, 60)
    kinds = Counter(kind for graph in graphs for kind in {step["kind"] for step in graph["operations"]})
    assert set(kinds) == {"add", "subtract", "transfer", "multiply", "divide"}
    assert min(kinds.values()) >= 30
    assert sum(len(graph["entities"]) > 1 for graph in graphs) >= 80
    assert sum(graph["unknown"]["entity"] is None for graph in graphs) >= 40
    assert 2 <= sum(not graph["initial_state"] for graph in graphs) <= 4
    assert sum(case["expected_answer"] == 0 for case in CASES) >= 2


def test_every_tag_five_times() -> None:
    """Each of the nineteen tags of the registry stands in five cases."""
    tags = Counter(tag for case in CASES for tag in case["patterns"])
    assert len(PATTERN_TAGS) == 19
    assert min(tags[tag] for tag in PATTERN_TAGS) >= 5


TAIL = r" (?:on|at|from|in|for|by|near|during) (?:the|a|an|his|her|its|work|lunch|breakfast|spring)\b"
SURFACES = {
    "dollar signs": r"\$[0-9]",
    "tails": TAIL,
    "possessive names": r"[A-Z]\w+'s [A-Z]",
    "number words": rf"\b(?:{'|'.join(NUMBER_NAMES[2:])}|forty)\b",
    "joined clauses": r"(?:, then|, and| and) (?:he |she )?[a-z]+(?:s|ed|t|d|ave|e)\b (?:[0-9$]|[A-Z]|[a-z])",
    "past tense": r"\b(?:had|bought|lost|gave|sold|found|used)\b",
}


@pytest.mark.parametrize("surface", SURFACES)
def test_surfaces(surface: str) -> None:
    """At least fifteen cases have each kind of wording."""
    assert sum(bool(re.search(SURFACES[surface], case["problem"])) for case in CASES) >= 15


def test_templates_are_many_and_cases_differ() -> None:
    """Sixty distinct sentences after masking, and no two cases alike."""
    texts = [masked(case) for case in CASES]
    assert len(set(texts)) == 200
    sentences = {sentence for text in texts for sentence in re.split(r"(?<=[.?]) (?=[A-Z])", text)}
    assert len(sentences) >= 60


def test_groups_of_a_case() -> None:
    """Split from the id, depth from the graph, tags as they stand."""
    assert {case_groups(case)["split"] for case in DEV} == {"dev"}
    assert {case_groups(case)["split"] for case in PUBLIC} == {"public"}
    case = PUBLIC[0]
    assert case_groups(case)["depth"] == len(case["ground_truth_graph"]["operations"])
    assert case_groups(case)["patterns"] == case["patterns"]


@pytest.mark.parametrize("row", REFUSE, ids=[row["id"] for row in REFUSE])
def test_must_refuse(row: dict[str, str]) -> None:
    """Each text is refused, with its kind."""
    refusal = answer(row["problem"]).refusal
    assert refusal is not None
    assert refusal.kind == row["kind"]


def test_must_refuse_has_many_of_every_kind() -> None:
    """At least 150 texts, and each kind that a text can meet."""
    kinds = {row["kind"] for row in REFUSE}
    assert len({row["problem"] for row in REFUSE}) == len(REFUSE) >= 150
    assert kinds == {kind for stage in ("parse", "solve") for kind in REFUSAL_KINDS[stage]}


def test_author_replay_refuses_the_impossible() -> None:
    """The author's replay is no rubber stamp."""
    start = Event("start", "A", 5)
    for event in (Event("subtract", "A", 6), Event("divide", "A", 2), Event("transfer", "A", 6, "B")):
        with pytest.raises(ValueError, match="cannot happen"):
            replayed([start, event])
    graph = {**CASES[0]["ground_truth_graph"], "initial_state": [], "operations": []}
    with pytest.raises(Unanswerable):
        replay(graph)
