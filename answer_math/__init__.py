"""The mathematics of answers: reading them, and deciding whether two are equal.

Usable alone: `read(text)` gives the tree of an answer.  See `reader.py`, `equality.py`, `sandbox.py`.
"""

from answer_math.reader import read, readings, reads_as_answer
from answer_math.tree import LimitExceeded, Node, NotMath

__all__ = ["LimitExceeded", "Node", "NotMath", "read", "readings", "reads_as_answer"]
