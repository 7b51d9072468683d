r"""Properties over the grammar of answers.

    equal      one answer in two notations, perhaps in another form, is accepted without leniency
    different  an answer whose meaning was changed (as the grammar's own evaluator finds) is not accepted
    symmetric  the verdict does not depend on which side is the gold
    reflexive  whatever can be read equals itself
    total      nothing raises on any text, on spoiled answers, on Unicode
    coverage   the grammar makes every kind of node and every function that the reader knows

The quick suite runs a few examples for each kind of answer, the slow suite (`-m slow`) 111,000 in total: five
minutes on one core.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from answers import KINDS, Answer, Kind
from hypothesis import example, given, settings
from hypothesis import strategies as st
from notations import NOTATIONS

from answer_math import symbols, tree
from answer_math.equality import Comparison, compare
from answer_math.reader import read, readings, reads_as_answer
from answer_math.tree import Node, NotMath, walk

QUICK_EXAMPLES, SLOW_EXAMPLES = 10, 3_000
QUICK_TEXTS, SLOW_TEXTS = 150, 6_000

#: hypothesis chooses every step, and can shrink what fails
generators = st.randoms(use_true_random=False)
#: hypothesis chooses a seed only: three times as fast, for the long suite
seeds = st.integers(min_value=0, max_value=2**64 - 1)

# ------------------------------------------------------------------------------
# 1  Equal and different answers
# ------------------------------------------------------------------------------


def written(kind: Kind, answer: Answer, rng: Random) -> str:
    """Return an answer in any notation."""
    return kind.write(answer, rng.choice(NOTATIONS), rng)


def assert_accepted(gold: str, found: Comparison, given_text: str) -> None:
    """Fail unless a pair was accepted without leniency."""
    assert (found.verdict, found.lenient) == ("accept", False), (gold, given_text, found)


def check_kind(name: str, rng: Random) -> None:
    """Check an answer of a kind: equal to itself and to another writing, different from a spoiled one."""
    kind = KINDS[name]
    answer = kind.make(rng)
    again = kind.again(answer, rng) if rng.random() < 0.6 else answer
    gold, other = written(kind, answer, rng), written(kind, again, rng)
    assert_accepted(gold, compare(gold, gold), gold)
    assert_accepted(gold, compare(gold, other), other)
    assert_accepted(other, compare(other, gold), gold)
    spoiled = kind.spoil(answer, rng)
    if spoiled is not None:
        wrong = written(kind, spoiled, rng)
        verdicts = compare(gold, wrong), compare(wrong, gold)
        assert all(found.verdict != "accept" for found in verdicts), (gold, wrong, verdicts)


@pytest.mark.parametrize("name", KINDS)
def test_kind(name: str) -> None:
    """Some answers of each kind are accepted however written, and not accepted when spoiled."""

    @settings(max_examples=QUICK_EXAMPLES)
    @given(generators)
    def check(rng: Random) -> None:
        """Check one answer."""
        check_kind(name, rng)

    check()


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_kind_at_length(name: str) -> None:
    """Many answers of each kind are accepted however written, and not accepted when spoiled."""

    @settings(max_examples=SLOW_EXAMPLES)
    @given(seeds)
    def check(seed: int) -> None:
        """Check one answer."""
        check_kind(name, Random(seed))

    check()


# ------------------------------------------------------------------------------
# 2  Nothing raises, everything read is reflexive and read the same way twice
# ------------------------------------------------------------------------------

_ALPHABET = "0123456789.,;:!?+-*/^_=<>|()[]{}\\$%&'\" abcdefghiklmnoprstxyzABCDEFKNRZ\n"
_PIECES = (
    r"\frac",
    r"\sqrt",
    r"\left(",
    r"\right)",
    r"\cdot",
    r"\pm",
    r"\pi",
    r"\infty",
    r"\cup",
    r"\in",
    r"\sin",
    r"\tg",
    r"\log_",
    r"\text{",
    r"\begin{pmatrix}",
    r"\end{pmatrix}",
    r"\\",
    "&",
    r"\mathbb{R}",
    r"\{",
    r"\}",
    r"^\circ",
    r"\%",
    r"\overline{",
    r"\int_",
    r"\sum_{k=1}^",
    r"\le",
    r"\ne",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "1",
    "23",
    "0.5",
    "1,5",
    "1,000",
    "x",
    "ab",
    "k",
    "e",
    "i",
    " ",
    "2/3",
    "^2",
    "_1",
    "!",
    "|",
    "; ",
    ", ",
    "=",
    "<",
    "or",
    "and",
    "½",
    "²",
    "⁻¹",
    "√",
    "π",
    "∞",
    "≤",
    "−",
    "°",
    "∈",
    "U",
    "%",
    "$",
    "kg",
    "6:10",
    r"\vec ",
    "'",
    "f(",
    "10^",
)
texts = st.one_of(
    st.text(max_size=60),
    st.text(alphabet=_ALPHABET, max_size=60),
    st.lists(st.sampled_from(_PIECES), max_size=14).map("".join),
)


@st.composite
def damaged_answers(draw: st.DrawFn) -> str:
    """Return an answer of the grammar with characters dropped, doubled, swapped or inserted."""
    kind = KINDS[draw(st.sampled_from(sorted(KINDS)))]
    rng = Random(draw(seeds))
    text = list(written(kind, kind.make(rng), rng))
    for _ in range(draw(st.integers(1, 4))):
        at = rng.randrange(len(text) + 1)
        change = rng.randrange(4)
        if change == 0 and text:
            del text[min(at, len(text) - 1)]
        elif change == 1 and text:
            text.insert(at, text[min(at, len(text) - 1)])
        elif change == 2:
            text.insert(at, rng.choice(_PIECES))
        elif len(text) > 1:
            at = min(at, len(text) - 2)
            text[at], text[at + 1] = text[at + 1], text[at]
    return "".join(text)


def is_read(text: str) -> bool:
    """Return whether the reader reads a text; anything but NotMath escapes."""
    try:
        first = readings(text)
    except NotMath as error:
        assert error.reason, text
        assert 0 <= error.position <= len(text) * 40 + 1, (text, error)
        return False
    assert read(text) == first[0].tree
    return True


def check_text(text: str, other: str) -> None:
    """Check that nothing raises on two texts, and that the first equals itself if it is read."""
    compare(text, other)
    compare(other, text)
    reads_as_answer(text)
    if is_read(text):
        found = compare(text, text)
        assert (found.verdict, found.lenient) == ("accept", False), (text, found)


@settings(max_examples=QUICK_TEXTS)
@example(r"\frac{}{}", r"\sqrt[]{}")
@example("\x00", "\ud800")
@example("²", "१२")
@given(texts, texts)
def test_no_text_raises(text: str, other: str) -> None:
    """No text makes the reader or the comparison raise; what is read equals itself."""
    check_text(text, other)


@settings(max_examples=QUICK_TEXTS)
@given(damaged_answers(), damaged_answers())
def test_no_damaged_answer_raises(text: str, other: str) -> None:
    """No damaged answer raises; what is still read equals itself."""
    check_text(text, other)


@pytest.mark.slow
def test_no_text_raises_at_length() -> None:
    """No text raises, over many of all three kinds."""
    settings(max_examples=SLOW_TEXTS)(given(texts, texts)(check_text))()


@pytest.mark.slow
def test_no_damaged_answer_raises_at_length() -> None:
    """No damaged answer raises, over many."""
    settings(max_examples=SLOW_TEXTS)(given(damaged_answers(), damaged_answers())(check_text))()


# ------------------------------------------------------------------------------
# 3  The grammar makes all that the reader knows
# ------------------------------------------------------------------------------


def kinds_of_nodes() -> set[str]:
    """Return the kinds that the docstring of tree.py lists."""
    lines = re.findall(
        r"^    (?:value|annotated|container|statement) +(.+)$", tree.__doc__ or "", re.MULTILINE
    )
    assert len(lines) == 4
    return {kind for line in lines for kind in line.split()}


@pytest.fixture(scope="module")
def trees() -> list[Node]:
    """The trees of a few hundred answers of the grammar in both traditions."""
    found = []
    for name, kind in KINDS.items():
        if name == "text":  # words are compared as words, read or not
            found += [read(r"\text{even}"), read(r"\neg A")]
            continue
        for index in range(70):
            rng = Random(f"{name} {index}")
            answer = kind.make(rng)
            found.extend(read(kind.write(answer, notation, rng)) for notation in NOTATIONS)
    return found


def test_every_kind_of_node_is_made(trees: list[Node]) -> None:
    """The kinds that tree.py names are those that stand in the trees of the grammar."""
    made = {node.kind for item in trees for node in walk(item)}
    assert made == kinds_of_nodes()


#: functions that the reader turns into other nodes: kind and a value to find there
_AS_NODES = {
    "sqrt": "root",
    "cbrt": "root",
    "nthroot": "root",
    "exp": "pow",
    "lg": "log",
    "lb": "log",
    "cis": "add",
}


def test_every_function_is_made(trees: list[Node]) -> None:
    """Every function that symbols.py names stands in some tree of the grammar."""
    nodes = [node for item in trees for node in walk(item)]
    made = {node.value for node in nodes if node.kind == "fn"} | {node.kind for node in nodes}
    wanted = {_AS_NODES.get(name, name) for name in symbols.FUNCTIONS.values()}
    assert wanted - made == set()


def test_every_kind_is_spoiled() -> None:
    """Every kind but those without value, which are only read, has spoiled answers among its first examples."""
    for name, kind in KINDS.items():
        rng = Random(name)
        made = [kind.spoil(kind.make(rng), rng) for _ in range(12)]
        assert any(answer is not None for answer in made) or name == "unvalued", name


# ------------------------------------------------------------------------------
# 4  No string is ever evaluated: our own engine runs without sympy, and without eval
# ------------------------------------------------------------------------------

HERE = Path(__file__).resolve().parent

_WITHOUT_EVALUATION = r"""
import builtins, importlib, importlib.abc, json, pkgutil, sys
import answer_math
import mpmath                                   # it may use what it likes while it loads
import test_equality, test_reader               # the tables
from answer_math.equality import compare
from answer_math.reader import read, reads_as_answer
import answer_math.third_party as third_party

for module in pkgutil.iter_modules(answer_math.__path__, "answer_math."):  # some are loaded at their first use
    if module.name not in ("answer_math.sandbox", "answer_math.second_opinion"):
        importlib.import_module(module.name)

class NoSympy(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in ("sympy", "latex2sympy2_extended", "antlr4"):
            raise AssertionError("our own engine imports " + name)
        return None

def refuse(*arguments, **options):
    raise AssertionError(f"a string is evaluated: {arguments[0]!r}")

assert "sympy" not in sys.modules
sys.meta_path.insert(0, NoSympy())
import answer_math.equality as equality
equality.second_opinion = equality.last_resort = lambda *pair: third_party.Opinion("undecided", "", "")

def import_loaded(name, *arguments, _import=builtins.__import__):
    if name not in sys.modules:
        raise AssertionError("a module is loaded while answers are compared: " + name)
    return _import(name, *arguments)

compare(r"\sin 2x", r"2\sin x\cos x")           # loads what others load on first use
builtins.eval = builtins.exec = builtins.compile = builtins.open = refuse
builtins.__import__ = import_loaded
rows = (*test_equality.EQUAL, *test_equality.NEAR_MISSES, *test_equality.FLAGGED, *test_equality.UNCOVERED)
pairs = [row.values[:2] for row in rows]
pairs += [*test_equality.DIFFERENT_PAIRS, *test_equality.SAME_PAIRS]
texts = {text for pair in pairs for text in pair} | {row.values[0] for row in test_reader.READINGS}
canaries = ["__import__('os').system('touch @')", "open('@','w')", "().__class__.__bases__[0]", "eval('1+1')"]
count = 0
for gold, given in [*pairs, *((text, text) for text in texts), *((canary, "1") for canary in canaries)]:
    compare(gold, given)
    reads_as_answer(given)
    count += 1
print(json.dumps({"compared": count, "sympy": "sympy" in sys.modules}))
"""


def test_no_string_is_evaluated() -> None:
    """All tables run in a process where eval, exec, compile, open and every import fail."""
    path = [str(HERE), str(HERE.parent), str(HERE.parent.parent)]
    script = f"import sys; sys.path[:0] = {path!r}\n" + _WITHOUT_EVALUATION
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["compared"] > 2000
    assert found["sympy"] is False
