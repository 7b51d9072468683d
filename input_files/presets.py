"""Files of other tools, recognised by their shape and mapped to our rows.

    recognise(sample, is_dataset) -> Preset | None        preset.rows(fields, place) -> mapped rows

A preset is a tuple member of PRESETS with the row that it recognises and the nearest rows that it must leave
alone; those examples are its tests. A mapped row holds `id`, `final_answer_boxed` (the gold), `response` and
group columns, as far as the file has them; one row with several responses becomes several.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from input_files.columns import Fields, Place, members_of

Mapped: TypeAlias = dict[str, Any]

GROUP_NAMES = {
    "chapter": ("chapter", "subfield", "subject", "type", "topic"),
    "difficulty": ("difficulty", "level"),
    "collection": ("collection", "task"),
}
"""Our group columns, and under which names other files have them; the first that is there counts."""

MAX_ANSWER_SCAN_CHARS = 200_000


class Preset(NamedTuple):
    """A shape of file: how it is recognised, and what its rows become."""

    name: str
    needs: frozenset[str]
    """Columns without which a row is not of this shape."""
    uses: frozenset[str]
    """Further columns that `rows` reads, for files that are read by column."""
    fits: Callable[[Fields], bool]
    rows: Callable[[Fields, Place], Iterable[Mapped]]
    has_response: bool
    recognises: tuple[Fields, ...]
    leaves: tuple[Fields, ...]
    repeats_by: str = ""
    """A column in which rows differ that repeat the same responses; those of the first row's value count."""

    def recognises_row(self, fields: Fields) -> bool:
        """True when a row has this shape."""
        return self.needs <= fields.keys() and self.fits(fields)


# ------------------------------------------------------------------------------
# 1  Pieces
# ------------------------------------------------------------------------------


def groups_in(fields: Fields) -> Mapped:
    """Our group columns as far as a row of another tool has them."""
    found: Mapped = {}
    for ours, theirs in GROUP_NAMES.items():
        value = next((fields[name] for name in theirs if fields.get(name) not in (None, "", [])), None)
        if value is not None and not isinstance(value, Mapping):
            found[ours] = value
    return found


def last_box(text: str) -> str:
    r"""The content of the last `\boxed{…}` that closes, "" without one.

    >>> last_box(r"so \boxed{1}, no, \boxed{\frac{1}{2}}.")
    '\\frac{1}{2}'
    """
    text = text[-MAX_ANSWER_SCAN_CHARS:]
    opened: list[tuple[int, bool]] = []
    found = ""
    for token in re.finditer(r"\\(?:fbox|boxed)\s{0,4}\{|\\[\s\S]|[{}]", text):
        if token[0] == "}":
            start, is_box = opened.pop() if opened else (0, False)
            found = text[start : token.start()].strip() if is_box else found
        elif token[0][-1] == "{" and token[0] != r"\{":
            opened.append((token.end(), len(token[0]) > 1))
    return found


def answer_of_solution(text: str) -> str:
    r"""The answer of a worked solution: after `####`, in the last box, or all.

    >>> answer_of_solution("4 * 5 = <<4*5=20>>20\n#### 1,020"), answer_of_solution("ANSWER: 7")
    ('1,020', '7')
    """
    _, mark, after = text.rpartition("####")
    if mark and after.strip():
        return after.strip().split("\n", 1)[0].strip()
    boxed = last_box(text)
    return boxed or re.sub(r"^\s*ANSWER:\s*", "", text).strip()


def _gold_list(answers: Any) -> str:
    """Several answers as one list, also those in dollars inside one text.

    >>> _gold_list(["$2$,$3$"]), _gold_list(["2,5"])
    ('2; 3', '2,5')
    """
    texts = [re.sub(r"\$\s?[,;]\s?\$", "; ", text).replace("$", "").strip() for text in members_of(answers)]
    return "; ".join(text for text in texts if text)


def _lowered(fields: Fields) -> Fields:
    """The row with its column names in lower case; contests have `Answer`."""
    return {str(name).lower(): value for name, value in fields.items()}


def _is_scalar(value: Any) -> bool:
    """True for a text or a number."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _responses(mapped: Mapped, responses: Any) -> Iterator[Mapped]:
    """The row once for each response; with a null one when there is none."""
    texts = (
        [text for text in responses if isinstance(text, str)] if isinstance(responses, (list, tuple)) else []
    )
    for text in texts:
        yield {**mapped, "response": text}
    if not texts:
        yield {**mapped, "response": None}


# ------------------------------------------------------------------------------
# 2  Rows of datasets
# ------------------------------------------------------------------------------


def _solution_rows(fields: Fields, place: Place) -> Iterator[Mapped]:
    """MATH: the gold is the box in the solution."""
    yield {
        "id": fields.get("unique_id", str(place.number)),
        "final_answer_boxed": last_box(str(fields["solution"])),
        **groups_in(fields),
    }


def _worked_rows(fields: Fields, place: Place) -> Iterator[Mapped]:
    """GSM8K: the gold follows `####`."""
    gold = answer_of_solution(str(fields["answer"]))
    yield {"id": str(place.number), "final_answer_boxed": gold, **groups_in(fields)}


def _olympiad_rows(fields: Fields, place: Place) -> Iterator[Mapped]:
    """OlympiadBench: a list of answers with one unit."""
    gold, unit = _gold_list(fields["final_answer"]), str(fields.get("unit") or "").strip().strip("$")
    # a unit belongs to each answer; behind a list it would stand at the last one only
    is_one = gold and ";" not in gold
    mapped = {
        "id": fields.get("id", str(place.number)),
        "final_answer_boxed": f"{gold} {unit}".strip() if is_one else gold,
        "final_answer": None,
        **groups_in(fields),
    }
    yield mapped


def _problem_rows(fields: Fields, place: Place) -> Iterator[Mapped]:
    """MATH-500 and contests: a problem and its answer, under a name or none."""
    lowered = _lowered(fields)
    name = next(
        (lowered[key] for key in ("unique_id", "id", "problem_id") if lowered.get(key) is not None), None
    )
    yield {
        "id": str(place.number) if name is None else name,
        "final_answer_boxed": members_of(lowered["answer"])[0],
        **groups_in(lowered),
    }


def _has_problem_and_answer(fields: Fields) -> bool:
    """A statement and a short answer, in any case; nothing that a model wrote."""
    lowered = _lowered(fields)
    has_statement = isinstance(lowered.get("problem", lowered.get("question")), str)
    return has_statement and _is_scalar(lowered.get("answer")) and not _MODEL_WROTE & lowered.keys()


_MODEL_WROTE = {"response", "prediction", "output", "generation", "pred", "completion", "resps", "messages"}

_GROUPED = frozenset(name for names in GROUP_NAMES.values() for name in names)
_NAMED = frozenset(("unique_id", "id", "ID", "problem_id"))
_STATED = frozenset(("problem", "question", "answer", "Problem", "Question", "Answer"))
_MATH = {"problem": "Find $2+3$.", "level": "Level 1", "type": "Algebra", "solution": r"It is $\boxed{5}$."}
_LM_EVAL = {
    "doc_id": 0,
    "doc": {"question": "2+3?", "answer": "#### 5"},
    "target": "5",
    "resps": [["5"]],
    "filter": "none",
}
_OLYMPIAD = {"id": 1, "question": "2+3?", "final_answer": ["5"], "unit": None, "answer_type": "Numerical"}

DATASET_PRESETS = (
    Preset(
        "MATH rows",
        frozenset(("problem", "solution", "level")),
        _GROUPED | {"unique_id", "answer"},
        lambda fields: (
            not {"id", "answer"} & fields.keys()
            and "\\boxed" in str(fields["solution"])
            and not _MODEL_WROTE & fields.keys()
        ),
        _solution_rows,
        False,
        (_MATH,),
        (
            {**_MATH, "response": "5"},
            {**_MATH, "solution": "five"},
            {**_MATH, "answer": "5"},
            {**_MATH, "id": 1},
        ),
    ),
    Preset(
        "GSM8K rows",
        frozenset(("question", "answer")),
        frozenset(),
        lambda fields: (
            "id" not in fields and "####" in str(fields["answer"]) and not _MODEL_WROTE & fields.keys()
        ),
        _worked_rows,
        False,
        ({"question": "2+3?", "answer": "2+3=<<2+3=5>>5\n#### 5"},),
        ({"question": "2+3?", "answer": "5"}, {"id": 1, "question": "2+3?", "answer": "#### 5"}),
    ),
    Preset(
        "OlympiadBench rows",
        frozenset(("question", "final_answer", "answer_type")),
        _GROUPED | {"id", "unit"},
        lambda fields: fields["final_answer"] is None or isinstance(fields["final_answer"], list),
        _olympiad_rows,
        False,
        (_OLYMPIAD,),
        ({**_OLYMPIAD, "final_answer": "5"}, {"id": 1, "question": "2+3?", "final_answer": ["5"]}),
    ),
    Preset(
        "rows of problem and answer",
        frozenset(),
        _GROUPED | _NAMED | _STATED,
        lambda fields: "id" not in fields and _has_problem_and_answer(fields),
        _problem_rows,
        False,
        (
            {
                "problem": "2+3?",
                "solution": "s",
                "answer": "5",
                "subject": "Algebra",
                "level": 1,
                "unique_id": "a.json",
            },
            {"ID": "2026-I-1", "Problem": "2+3?", "Answer": 5},
        ),
        ({"problem": "2+3?", "answer": "5", "response": "5"}, {"id": 1, "answer": "5"}, {"problem": "2+3?"}),
    ),
)
"""Rows that hold a gold and nothing that a model wrote."""

# ------------------------------------------------------------------------------
# 3  Rows of runs
#    They hold gold and response, so one file can be both inputs.
# ------------------------------------------------------------------------------


def gold_of_document(document: Fields, place: Place, otherwise: Any) -> Mapped:
    """Gold and groups of the dataset row that a run's row carries along.

    `otherwise` is the gold that the tool logged, which templates may have changed.
    """
    for preset in DATASET_PRESETS:
        if preset.recognises_row(document):
            mapped = next(iter(preset.rows(document, place)))
            if mapped["final_answer_boxed"]:
                return mapped
    lowered = _lowered(document)
    native = next((lowered[n] for n in ("final_answer_boxed", "final_answer") if lowered.get(n)), None)
    gold = members_of(native if _is_scalar(native) else otherwise)[0]
    return {"final_answer_boxed": answer_of_solution(gold), **groups_in(lowered)}


def _harness_rows(fields: Fields, place: Place) -> Iterator[Mapped]:
    """lm-eval: a line per problem and filter, its responses in `resps`."""
    named = re.fullmatch(
        r"samples_(.{1,200}?)(?:_\d{4}-\d\d-\d\d.{0,60})?\.jsonl.{0,4}", os.path.basename(place.file)
    )
    task = named[1] if named else ""
    document = fields["doc"] if isinstance(fields["doc"], Mapping) else {}
    mapped = gold_of_document(document, place, fields["target"])
    mapped |= {"id": f"{task}/{fields['doc_id']}" if task else str(fields["doc_id"])}
    mapped |= {"collection": task} if task else {}
    parts = (part if isinstance(part, list) else [part] for part in fields["resps"])
    yield from _responses(mapped, [text for part in parts for text in part])


def _is_generation(fields: Fields) -> bool:
    """lm-eval rows of generated text; likelihoods of choices are lists."""
    resps = fields["resps"]
    first = resps[0] if isinstance(resps, list) and resps else None
    return isinstance(first[0] if isinstance(first, list) and first else first, str)


def _detail_rows(fields: Fields, place: Place) -> Iterator[Mapped]:
    """lighteval: gold among the choices, responses in `model_response.text`."""
    document, index = fields["doc"], fields["doc"].get("gold_index")
    choices = document["choices"] or [""]
    first = index[0] if isinstance(index, (list, tuple)) and index else index
    gold = choices[first] if isinstance(first, int) and 0 <= first < len(choices) else choices[0]
    task = str(document.get("task_name") or "")
    name = str(document.get("id") if document.get("id") is not None else place.number)
    mapped = {"id": f"{task}/{name}" if task else name, "final_answer_boxed": answer_of_solution(str(gold))}
    mapped |= {"collection": task} if task else {}
    yield from _responses(mapped, fields["model_response"].get("text"))


def _is_detail(fields: Fields) -> bool:
    """lighteval rows of generated text."""
    document, response = fields["doc"], fields["model_response"]
    return (
        isinstance(document, Mapping)
        and "choices" in document
        and isinstance(response, Mapping)
        and "text" in response
    )


def _nemo_rows(fields: Fields, place: Place) -> Iterator[Mapped]:
    """NeMo-Skills: one generation per line, one seed per file."""
    names = (fields[key] for key in ("id", "problem_id") if fields.get(key) is not None)
    yield {
        "id": next(names, str(place.number)),
        "final_answer_boxed": members_of(fields["expected_answer"])[0],
        "response": fields["generation"],
        **groups_in(fields),
    }


def _said_last(messages: Any) -> str | None:
    """What the model said last, from messages as text or as objects."""
    if isinstance(messages, str):
        _, turn, said = messages.rpartition("assistant:\n")
        return said.strip("\n") if turn else None
    for message in reversed(messages if isinstance(messages, list) else []):
        if isinstance(message, Mapping) and message.get("role") == "assistant":
            content = message.get("content")
            parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
            texts = [p.get("text") for p in parts if isinstance(p, Mapping) and p.get("type") == "text"]
            return "\n".join(text for text in texts if isinstance(text, str))
    return None


def _inspect_response(fields: Fields) -> str | None:
    """The response: last message, completion, or scored answer."""
    said = _said_last(fields.get("messages"))
    if said is not None:
        return said
    output = fields.get("output")
    if isinstance(output, Mapping) and isinstance(output.get("completion"), str):
        return str(output["completion"])
    scored = (value for name, value in fields.items() if re.fullmatch(r"score_.{1,80}_answer", name))
    return next((value for value in scored if isinstance(value, str)), None)


def _inspect_gold(fields: Fields) -> Mapped:
    """Name, gold and groups of an inspect sample; metadata holds groups."""
    inner = fields.get("metadata")
    if not isinstance(inner, Mapping):
        flat = [name for name in fields if name.startswith("metadata_")]
        inner = {name.removeprefix("metadata_"): fields[name] for name in flat}
    return {"id": fields["id"], "final_answer_boxed": _gold_list(fields["target"]), **groups_in(inner)}


def _inspect_rows(fields: Fields, place: Place) -> Iterator[Mapped]:
    """inspect: one line per sample and epoch."""
    output = fields.get("output")
    choices = output.get("choices") if isinstance(output, Mapping) else None
    choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], Mapping) else {}
    said = {"response": _inspect_response(fields), "stop_reason": choice.get("stop_reason")}
    yield {**_inspect_gold(fields), **said}


def _inspect_dataset_rows(fields: Fields, place: Place) -> Iterator[Mapped]:
    """inspect without responses: a dataset only."""
    yield _inspect_gold(fields)


def _has_inspect_response(fields: Fields) -> bool:
    """An inspect sample that holds its messages, output or scored answer."""
    names = {"messages", "output"} & fields.keys()
    return bool(names) or any(re.fullmatch(r"score_.{1,80}_answer", name) for name in fields)


def _always(fields: Fields) -> bool:
    """True: the columns say enough."""
    return True


# ------------------------------------------------------------------------------
# 4  The tables of runs, and of all
#    The first that recognises every row looked at is taken; runs stand before datasets.
# ------------------------------------------------------------------------------

_DETAIL = {
    "doc": {"choices": ["5"], "gold_index": 0, "id": "0"},
    "model_response": {"text": ["5"]},
    "metric": {},
}
_NEMO = {"problem": "2+3?", "expected_answer": "5", "generation": r"\boxed{5}"}
_INSPECT = {"id": "a", "epoch": 1, "input": "user:\n2+3?\n", "target": "5", "messages": "assistant:\n5\n"}

RUN_PRESETS = (
    Preset(
        "lm-eval samples",
        frozenset(("doc_id", "doc", "target", "resps")),
        frozenset(("filter",)),
        _is_generation,
        _harness_rows,
        True,
        (_LM_EVAL, {**_LM_EVAL, "resps": ["5"]}),
        ({**_LM_EVAL, "resps": [[["-1.2", "False"]]]}, {**_LM_EVAL, "resps": []}),
        "filter",
    ),
    Preset(
        "lighteval details",
        frozenset(("doc", "model_response")),
        frozenset(),
        _is_detail,
        _detail_rows,
        True,
        (_DETAIL,),
        ({**_DETAIL, "model_response": {"logprobs": [0.1]}}, {**_DETAIL, "doc": {"query": "2+3?"}}),
    ),
    Preset(
        "NeMo-Skills output",
        frozenset(("expected_answer", "generation")),
        _GROUPED | {"id", "problem_id"},
        _always,
        _nemo_rows,
        True,
        (_NEMO, {**_NEMO, "id": "own/0"}),
        ({"expected_answer": "5", "response": "5"}, {"id": 1, "generation": "5"}),
    ),
    Preset(
        "inspect samples",
        frozenset(("id", "epoch", "target", "input")),
        frozenset(("messages", "output", "metadata")),
        _has_inspect_response,
        _inspect_rows,
        True,
        (_INSPECT, {**_INSPECT, "messages": [{"role": "assistant", "content": "5"}]}),
        ({"id": 1, "epoch": 1, "target": "5", "input": "2+3?"}, {"id": 1, "target": "5", "messages": "x"}),
    ),
    Preset(
        "inspect samples without responses",
        frozenset(("id", "epoch", "target", "input")),
        frozenset(("metadata",)),
        lambda fields: not _has_inspect_response(fields),
        _inspect_dataset_rows,
        False,
        ({"id": "a", "epoch": 1, "input": "user:\n2+3?\n", "target": "5", "score_match": "I"},),
        (_INSPECT, {"id": 1, "target": "5", "input": "2+3?"}),
    ),
)
"""Rows that a run of another tool wrote."""

PRESETS = (*RUN_PRESETS, *DATASET_PRESETS)


def recognise(sample: Sequence[Fields]) -> Preset | None:
    """The preset that recognises every row of a sample, None without one."""
    for preset in PRESETS if sample else ():
        if all(preset.recognises_row(fields) for fields in sample):
            return preset
    return None


def _has_statement_column(names: Iterable[str]) -> bool:
    """True when columns can be a problem and its answer."""
    lowered = {name.lower() for name in names}
    return "answer" in lowered and bool({"problem", "question"} & lowered)


def columns_used(names: Iterable[str]) -> frozenset[str]:
    """Which of a file's columns its presets need, none when no preset can fit."""
    there = frozenset(names)
    fitting = [p for p in PRESETS if p.needs <= there and (p.needs or _has_statement_column(there))]
    used = frozenset(column for p in fitting for column in p.needs | p.uses)
    scored = {name for name in there if re.fullmatch(r"score_.{1,80}_answer|metadata_.{1,80}", name)}
    return (used | (scored if "epoch" in used else frozenset())) & there
