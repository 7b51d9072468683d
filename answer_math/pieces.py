r"""Functions by cases against one expression: on each piece the absolute values have one sign, and are gone.

same_as_pieces(cases, expression) -> Outcome | None    None when the rows do not cut the line into pieces
"""

from __future__ import annotations

from fractions import Fraction

from answer_math.families import substitute
from answer_math.outcomes import Outcome, all_of, different, undecided
from answer_math.sampling import TooCostly
from answer_math.sets import EVERYTHING, NOTHING, RealSet, difference, real_set, union
from answer_math.tree import TWO, VALUE_KINDS, Node, facts, fn, negate, num, symbols
from answer_math.values import compare_values

MAX_PIECES = 12
OTHERWISE = frozenset(
    {
        *("otherwise", "else", "in all other cases", "in other cases", "elsewhere", "for all other x"),
        *("иначе", "в остальных случаях", "в противном случае", "інакше"),
    }
)
#: what has no pieces of its own and one formula wherever it is defined, so that a difference anywhere is one everywhere
SMOOTH_KINDS = frozenset({"num", "dec", "sym", "add", "mul", "div"})


def same_as_pieces(cases: Node, expression: Node) -> Outcome | None:
    """Return whether a function by cases, which cover the line, is the function that one expression is."""
    letters = symbols(expression)
    if expression.kind not in VALUE_KINDS or len(letters) != 1 or len(cases.args) > MAX_PIECES:
        return None
    (letter,) = letters
    try:
        pieces = _pieces(cases, letter)
        return (
            None
            if pieces is None
            else all_of((_on_piece(*piece, expression, letter) for piece in pieces), "same-pieces")
        )
    except TooCostly:
        return undecided("too_complex")


def _pieces(cases: Node, letter: str) -> list[tuple[Node, RealSet]] | None:
    """Return (value, where it holds) of every row; None unless each number is in some row."""
    found: list[tuple[Node, RealSet]] = []
    covered = NOTHING
    for position, row in enumerate(cases.args):
        value, *conditions = row.args
        where = _where(conditions, letter)
        if where is None and position == len(cases.args) - 1 and _is_otherwise(conditions):
            where = difference(EVERYTHING, covered)
        if where is None or value.kind not in VALUE_KINDS or not symbols(value) <= {letter}:
            return None
        covered = union(covered, where)
        found.append((value, where))
    return found if all(covered.cells) else None


def _where(conditions: list[Node], letter: str) -> RealSet | None:
    """Return the numbers that a row's condition allows; None when it has none, or one about other letters."""
    stated = [condition for condition in conditions if condition.kind != "text"]
    words = {str(condition.value) for condition in conditions if condition.kind == "text"} & {"and", "or"}
    if (
        not stated
        or any(symbols(condition) != {letter} for condition in stated)
        or len(words) != (len(stated) > 1)
    ):
        return None
    return real_set(Node(words.pop() if words else "and", tuple(stated)))  # there `x = 0` is a point


def _is_otherwise(conditions: list[Node]) -> bool:
    """Return whether a row holds where no other does."""
    return bool(conditions) and all(item.kind == "text" and item.value in OTHERWISE for item in conditions)


def _on_piece(value: Node, where: RealSet, expression: Node, letter: str) -> Outcome:
    """Return whether a row's value is the expression on its piece."""
    if not any(where.cells[::2]):  # points alone
        points = [end for end, holds in zip(where.ends, where.cells[1::2], strict=True) if holds]
        if not all(isinstance(point, (int, Fraction)) for point in points):
            return undecided("different_cases")
        return all_of(
            (
                compare_values(*(substitute(side, letter, num(point)) for side in (value, expression)))
                for point in points
            ),
            "same-pieces",
        )
    left, right = without_bars(value, where), without_bars(expression, where)
    if left is None or right is None:
        return undecided("different_cases")
    outcome = compare_values(left, right)
    if outcome.verdict != "different":
        return outcome
    is_smooth = facts(left).kinds | facts(right).kinds <= SMOOTH_KINDS
    return (
        different(f"as formulas of a piece, {outcome.witness}") if is_smooth else undecided("different_cases")
    )


def without_bars(tree: Node, where: RealSet) -> Node | None:
    r"""Return a value without absolute values (`\sqrt{u^2}` is one), each being u or -u on the piece; else None."""
    parts = [without_bars(arg, where) for arg in tree.args]
    args = tuple(part for part in parts if part is not None)
    if len(args) != len(parts):
        return None
    node = Node(tree.kind, args, tree.value) if args else tree
    if (
        node.kind == "root"
        and node.args[1] == TWO
        and node.args[0].kind == "pow"
        and node.args[0].args[1] == TWO
    ):
        node = fn("abs", node.args[0].args[0])
    if node.kind != "fn":
        return node
    if node.value != "abs":
        return node if node.value in ("sin", "cos", "exp", "ln") else None
    (inside,) = node.args
    if not symbols(inside):
        return node
    not_negative = real_set(Node("rel", (inside, num(0)), (">=",)))
    if not_negative is None:
        return None
    if not any(difference(where, not_negative).cells):
        return inside
    not_positive = real_set(Node("rel", (inside, num(0)), ("<=",)))
    return (
        negate(inside)
        if not_positive is not None and not any(difference(where, not_positive).cells)
        else None
    )
