"""The examples in the docstrings hold, and what ships is there."""

from __future__ import annotations

import ast
import doctest
import importlib
from pathlib import Path

import pytest

import report_views

FOLDER = Path(report_views.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def test_every_module_is_found() -> None:
    assert len(MODULES) >= 12


def test_docstring_examples_hold() -> None:
    tried = 0
    for name in MODULES:
        result = doctest.testmod(importlib.import_module(f"report_views.{name}"))
        assert result.failed == 0, name
        tried += result.attempted
    assert tried >= 3


@pytest.mark.parametrize("name", MODULES)
def test_the_shape_of_a_module(name: str) -> None:
    """Every function says what comes back, is at most 60 lines, and is defined before it is used."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        text = ast.get_docstring(function)
        assert text and len(text.splitlines()[0]) <= 72, function.name
        assert (function.end_lineno or 0) - function.body[0].lineno <= 60, function.name
    defined: set[str] = set()
    top = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node in tree.body:
        used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        later = used & top - defined - {getattr(node, "name", "")}
        assert not later, f"{name}: {later} used before defined"
        defined |= {node.name} if isinstance(node, ast.FunctionDef | ast.ClassDef) else set()


@pytest.mark.parametrize(
    "name",
    [
        "page.html.j2",
        "page.css",
        "page.js",
        "latex_mathml.js",
        "mathjs_leg.js",
        "report.schema.json",
        "py.typed",
    ],
)
def test_shipped_files_are_there(name: str) -> None:
    assert (FOLDER / name).is_file()
