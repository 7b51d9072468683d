"""The script's own laws: its order, its size, its docstrings, its rule tables."""

from __future__ import annotations

import ast
import builtins
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from harness_support import ROOT

import evaluate_benchmark as eb
from answer_math import cleaning, extraction, quantities, visible
from answer_math.rules import Rule

SOURCE = (ROOT / "evaluate_benchmark.py").read_text(encoding="utf-8")
TREE = ast.parse(SOURCE)
FUNCTIONS = [node for node in ast.walk(TREE) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
MAX_BODY_LINES = 60
MAX_FIRST_LINE_CHARS = 72


def names_bound_by(node: ast.stmt) -> list[str]:
    """The module-level names that a statement defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(alias.asname or alias.name).split(".")[0] for alias in node.names]
    return [
        name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    ]


def without_annotations(node: ast.stmt) -> ast.stmt:
    """The statement with its annotations gone: they are never evaluated."""

    class Strip(ast.NodeTransformer):
        """Drops annotations."""

        def visit_arg(self, node: ast.arg) -> ast.arg:
            """A bare argument."""
            node.annotation = None
            return node

        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
            """A function without its return annotation."""
            node.returns = None
            return self.generic_visit(node)

        def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
            """An assignment without its annotation."""
            node.annotation = ast.Constant(value=None)
            return self.generic_visit(node)

    return Strip().visit(ast.parse(ast.unparse(node)).body[0])  # type: ignore[no-any-return]


def test_nothing_is_used_before_it_is_defined() -> None:
    """STYLE 3.1: a section uses only what stands above it."""
    all_names = {name for node in TREE.body for name in names_bound_by(node)}
    defined: set[str] = set(dir(builtins)) | {"__file__", "__name__"}
    forward: list[str] = []
    for node in TREE.body:
        own = names_bound_by(node)
        if isinstance(node, ast.If):  # TYPE_CHECKING
            defined.update(own)
            continue
        used = {
            name.id
            for name in ast.walk(without_annotations(node))
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load)
        }
        forward += [f"{own}: {name}" for name in used & all_names if name not in defined and name not in own]
        defined.update(own)
    assert forward == []


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda node: f"{node.name}:{node.lineno}")
def test_a_function_is_short_and_says_what_comes_back(function: ast.FunctionDef) -> None:
    """STYLE 0 and 3.5."""
    docstring = ast.get_docstring(function)
    assert docstring, "has no docstring"
    assert len(docstring.partition("\n")[0]) <= MAX_FIRST_LINE_CHARS
    body = function.body[1:]
    length = body[-1].end_lineno - body[0].lineno + 1 if body else 0  # type: ignore[operator]
    assert length <= MAX_BODY_LINES


def test_half_of_the_functions_are_very_short() -> None:
    """STYLE 0: median body of at most twelve lines."""
    lengths = sorted(
        (f.end_lineno or 0) - (f.body[1] if len(f.body) > 1 else f.body[0]).lineno + 1 for f in FUNCTIONS
    )
    assert lengths[len(lengths) // 2] <= 12


def test_names_are_unique() -> None:
    """No function or class is silently replaced by a later one."""
    counts = Counter(node.name for node in TREE.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)))
    assert [name for name, times in counts.items() if times > 1] == []


def test_sections_stand_in_order() -> None:
    """The banners are those of the contents in the module's docstring."""
    numbers = [int(number) for number in re.findall(r"^# (\d+)  \w", SOURCE, re.M)]
    contents = [int(number) for number in re.findall(r"^ {4,5}(\d+)  \w", eb.__doc__ or "", re.M)]
    assert numbers == contents == list(range(1, 12))


def test_there_is_one_broad_except() -> None:
    """STYLE 0: at the edge where one item must not end a run."""
    broad = [
        handler
        for handler in ast.walk(TREE)
        if isinstance(handler, ast.ExceptHandler)
        and (handler.type is None or (isinstance(handler.type, ast.Name) and "Exception" in handler.type.id))
    ]
    assert [handler.type is not None for handler in broad] == [True]


RULE_MODULES = (visible, quantities, extraction, cleaning)


def tables() -> dict[str, tuple[Rule[Any, Any], ...]]:
    """The tuples of rules, by name."""
    found = {name: value for module in RULE_MODULES for name, value in vars(module).items()}
    tuples = {name: value for name, value in found.items() if isinstance(value, tuple) and value}
    return {
        name: value for name, value in tuples.items() if all(isinstance(member, Rule) for member in value)
    }


def test_every_rule_stands_in_exactly_one_table() -> None:
    """A rule in no table does nothing; in two it runs twice."""
    members = Counter(rule.name for table in tables().values() for rule in table)
    rules = {
        value.name for module in RULE_MODULES for value in vars(module).values() if isinstance(value, Rule)
    }
    assert rules
    assert set(members) == rules
    assert set(members.values()) == {1}


def test_every_rule_has_examples_and_a_clause() -> None:
    """STYLE 3.3."""
    for table in tables().values():
        for rule in table:
            assert rule.changes, rule
            assert rule.leaves, rule
            assert rule.spec, rule
            assert rule.summary.endswith("."), rule


def test_importing_loads_nothing_heavy() -> None:
    """DESIGN 8: the mathematics libraries come when an answer needs them."""
    heavy = ("sympy", "mpmath", "numpy", "pyarrow")
    code = f"import sys, evaluate_benchmark; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_no_place_of_this_workplace_is_named() -> None:
    """The tree knows no machine."""
    for path in [ROOT / "evaluate_benchmark.py", *Path(ROOT).glob("*.md")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"/work/|/tmp/v\b|accept\.py", text), path
