"""The package's own laws: docstring examples hold, functions are short, definitions come first."""

from __future__ import annotations

import ast
import doctest
import importlib
from pathlib import Path

import pytest

import input_files

FOLDER = Path(input_files.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def test_docstring_examples_hold() -> None:
    """And there are some."""
    results = [doctest.testmod(importlib.import_module(f"input_files.{name}")) for name in MODULES]
    assert sum(result.failed for result in results) == 0
    assert sum(result.attempted for result in results) >= 8


@pytest.mark.parametrize("name", MODULES)
def test_the_shape_of_a_module(name: str) -> None:
    """STYLE of the project: docstrings, length, order."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    first_lines = {node.name: (ast.get_docstring(node) or "").partition("\n")[0] for node in functions}
    assert [name for name, line in first_lines.items() if not 0 < len(line) <= 72] == []
    lengths = {node.name: (node.end_lineno or 0) - node.body[0].lineno for node in functions}
    assert [name for name, length in lengths.items() if length > 60] == []
    defined: set[str] = set()
    top = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    for node in tree.body:
        used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        later = used & top - defined - {getattr(node, "name", "")}
        assert not later, f"{name}: {later} used before defined"
        defined |= {node.name} if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else set()
