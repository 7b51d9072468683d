"""What runs in the sandbox's child: sympy's algorithms and the two third-party LaTeX readers."""

from __future__ import annotations

from typing import Any

import sympy


def ping(task: dict[str, Any]) -> dict[str, Any]:
    """Return the version of sympy."""
    return {"sympy": sympy.__version__}


TASKS = {"ping": ping}
