"""The nodes that the parser builds: quotients, counts, matrices, functions, units; and words as they are compared.

Nothing here looks at tokens but `cas_call`, which names one in its error.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations

from answer_math.rules import pattern
from answer_math.scanner import Token
from answer_math.spoken import number_in_words
from answer_math.symbols import (
    RELATIONS,
)
from answer_math.tree import (
    ONE,
    TEN,
    TWO,
    VALUE_KINDS,
    E,
    I,
    Node,
    NotMath,
    add,
    fn,
    literal,
    mul,
    negate,
    num,
    sym,
    symbols,
    walk,
)
from answer_math.units import unit_of

PERCENT_WORDS = frozenset({"percent", "pct", "percentage", "percents"})
DEGREE_WORDS = frozenset({"degree", "degrees", "deg"})
MAX_DETERMINANT_ROWS = 4
MAX_COPIED_NODES = 400  # of what is written into a tree several times
DIFFERENTIAL = "d"
COMPOSED = "∘"
"""What ends the name of a function of functions, `f \\circ g`, that lacks its argument."""


def in_groups(found: list[Node], ends: list[str], mark: str) -> list[Node]:
    """Return the groups that a mark parts, when each holds several relations: `x=2, y=3; x=3, y=2`."""
    groups: list[list[Node]] = [[]]
    for item, end in zip(found, ends, strict=True):
        groups[-1].append(item)
        if end == mark:
            groups.append([])
    groups = [group for group in groups if group]
    if any(len(group) < 2 for group in groups):
        return found
    return [Node("list", tuple(group), ",") for group in groups]


def in_rounds(found: list[Node]) -> list[Node]:
    """Return assignments whose names come round again in groups, one for each round: `x=2, y=3, x=3, y=2`."""
    names = [item.args[0] for item in found if item.value == ("=",)]
    size = len(set(names))
    rounds = range(0, len(found), max(size, 1))
    if len(names) < len(found) or not 1 < size < len(found):
        return found
    if any(set(names[start : start + size]) != set(names) for start in rounds):
        return found
    return [Node("list", tuple(found[start : start + size]), ",") for start in rounds]


#: what an inequation may go on with: `x \\ne 0, \\pm 1`
_CONTINUING = VALUE_KINDS | {"pm"}


def continued(found: list[Node], ends: list[str]) -> tuple[list[Node], list[str]]:
    r"""Return items with `x \ne 0, 1` as two inequations, and `x \in (0, 1), (2, 3)` as one membership in a union."""
    items: list[Node] = []
    links: list[str] = []
    for item, end in zip(found, ends, strict=True):
        before = items[-1] if items else item
        sign = before.value[0] if before.kind == "rel" and len(before.value) == 1 and items else ""
        is_about_letter = sign in ("!=", "in") and before.args[0].kind == "sym"
        if is_about_letter and sign == "!=" and links[-1] != "or" and _is_closed_value(item):
            item = Node("rel", (before.args[0], item), ("!=",))
        elif is_about_letter and sign == "in" and _is_bracket(item) and _is_union(before.args[1]):
            whole = before.args[1]
            parts = whole.args if whole.kind == "cup" else (whole,)
            items[-1] = Node("rel", (before.args[0], Node("cup", (*parts, item))), ("in",))
            links[-1] = end
            continue
        items.append(item)
        links.append(end)
    return items, links


def _is_closed_value(node: Node) -> bool:
    """Return whether a tree is a value without letters."""
    return node.kind in _CONTINUING and not symbols(node)


def _is_bracket(node: Node) -> bool:
    """Return whether a tree is a bracket of two ends."""
    return node.kind == "group" and len(node.args) == 2


def _is_union(node: Node) -> bool:
    """Return whether a tree is a bracket of two ends, or a union of such."""
    return _is_bracket(node) or (node.kind == "cup" and all(map(_is_bracket, node.args)))


#: the kinds of what a finite set can be taken from with a minus sign
_SETS = frozenset({"name", "group", "cup", "minus"})


def set_without(terms: list[Node], term: Node, is_braced: bool) -> Node | None:
    r"""Return `\mathbb{R}-\{1, 2\}` and `R-{0}` as differences of sets; None for any other difference."""
    (whole, *others) = terms
    is_letter = whole in (sym("R"), sym("Z"))
    if others or not (whole.kind in _SETS or is_letter):
        return None
    if term.kind == "set":
        return Node("minus", (whole, term)) if term.args else None
    if is_letter and symbols(term):
        return None
    if (term.kind, term.value) == ("fn", "fracpart"):  # as the braces read in a larger expression
        return Node("minus", (whole, Node("set", term.args)))
    is_number = is_braced and whole.kind in ("name", "sym") and term.kind in VALUE_KINDS
    return Node("minus", (whole, Node("set", (term,)))) if is_number else None


def composed_at(function: Node, arguments: tuple[Node, ...]) -> Node:
    """Return the value of a function, `f \\circ g` or a letter, at its arguments."""
    if function.kind != "call":
        return Node("call", arguments, function.value)
    return Node("call", (composed_at(function.args[0], arguments),), function.value.removesuffix(COMPOSED))


def logical(found: list[Node], ends: list[str]) -> Node:
    """Return the `or` or `and` of statements; `and` binds closer than a comma that follows it."""
    links = ends[: len(found) - 1]
    if "and" in links and set(links[links.index("and") :]) & {",", ";"}:
        return Node("list", tuple(runs_of_and(found, links)), ";" if ";" in links else ",")
    return Node("or" if "or" in links else "and", tuple(found))


def runs_of_and(found: list[Node], links: list[str]) -> list[Node]:
    """Return statements with those that `and` links as one."""
    runs = [[found[0]]]
    for item, link in zip(found[1:], links, strict=True):
        if link == "and":
            runs[-1].append(item)
        else:
            runs.append([item])
    return [run[0] if len(run) == 1 else Node("and", tuple(run)) for run in runs]


def are_assignments(tree: Node) -> bool:
    """Return whether all items of a list are `x = 1`, or lists of such: `[x=1, y=2]` as systems print solutions."""
    return all(
        (item.kind == "rel" and item.value == ("=",) and item.args[0].kind == "sym")
        or (item.kind == "list" and are_assignments(item))
        for item in tree.args
    )


def joined_units(first: Node, second: Node) -> Node | None:
    """Return `3 h` and `20 min` as one value in the unit of the last; None unless both are known, alike, descending."""
    if first.kind != "unit" or second.kind != "unit":
        return None
    left, right = unit_of(first.value), unit_of(second.value)
    if not left.dimension or left.dimension != right.dimension or left.factor <= right.factor:
        return None
    scaled = mul(num(left.factor / right.factor), first.args[0])
    return Node("unit", (add(scaled, second.args[0]),), second.value)


def with_unit(node: Node, unit: str) -> Node:
    """Return the value with its unit; words for percent and degrees are those signs."""
    lowered = unit.strip(" .").lower()
    if lowered in PERCENT_WORDS:
        return Node("percent", (node,))
    if lowered in DEGREE_WORDS:
        return Node("degree", (node,))
    if node.kind == "unit":  # `\$18 per day`
        return node
    return Node("unit", (node,), unit)


def quotient(top: Node, bottom: Node) -> Node:
    """Return `top / bottom` as it stands; `dy/dx` is one name."""
    if bottom.kind == "percent" and top.kind in ("num", "dec"):  # 1/5% is (1/5)%
        return Node("percent", (Node("div", (top, bottom.args[0])),))
    above, below = differential(top), differential(bottom)
    if above and below and (above[1], below[2]) in ((1, 1), (below[2], above[1])):
        return sym(f"d^{above[1]} {above[0]}/d{below[0]}")
    return Node("div", (top, bottom))


def proper_fraction(top: Node, bottom: Node) -> Fraction | None:
    """Return the proper fraction of two whole literals, else None."""
    if top.kind == bottom.kind == "num" and isinstance(top.value, int) and isinstance(bottom.value, int):
        return Fraction(top.value, bottom.value) if 0 <= top.value < bottom.value else None
    return None


def cas_call(name: str, arguments: tuple[Node, ...], token: Token) -> Node:
    """Return the call of a computer algebra system.  Raises NotMath where the arguments are not its own."""
    if len(arguments) == 2 and arguments[1].kind == "group" and len(arguments[1].args) == 3:
        arguments = (arguments[0], *arguments[1].args)  # sympy writes (k, 1, n)
    sizes = {"sum": (4,), "prod": (4,), "int": (2, 4), "diff": (2,), "lim": (3,)}.get(name, ())
    if (
        name == "diff"
        and [argument.kind for argument in arguments] == ["sym", "sym"]
        and arguments[0] != arguments[1]
    ):
        return sym(f"d^1 {arguments[0].value}/d{arguments[1].value}")  # of an unknown function: a name
    if len(arguments) in sizes and arguments[1].kind == "sym":
        return Node("big", arguments, name)
    if name == "pow" and len(arguments) == 2:
        return Node("pow", arguments)
    if name == "mod" and len(arguments) == 2:
        return fn("mod", *arguments)
    if name == "set":
        return Node("set", arguments)
    if name in ("and", "or") and all(argument.kind == "rel" for argument in arguments):
        return Node(name, arguments)
    if name in ("cup", "cap"):
        return Node(name, arguments)
    if name in ("[]", "()", "[)", "(]") and len(arguments) == 2:
        return Node("group", arguments, name)
    if name == "realset" and len(arguments) == 2:
        return arguments[1]
    if name == "transpose" and len(arguments) == 1:
        return Node("pow", (arguments[0], sym("T")))
    if name == "beta" and len(arguments) == 2:
        above = mul(*(fn("gamma", argument) for argument in arguments))
        return Node("div", (above, fn("gamma", add(*arguments))))
    if name in RELATIONS and len(arguments) == 2:
        return Node("rel", arguments, (name,))
    if name == "vec" and len(arguments) == 1:
        return sym(f"vec {arguments[0].value}") if arguments[0].kind == "sym" else fn("vec", arguments[0])
    if name == "det" and len(arguments) == 1:
        return determinant(arguments[0])
    if name == "matrix":
        rows = bracketed_rows(arguments[0].args if len(arguments) == 1 else arguments)
        if rows:
            return matrix_of("pmatrix", rows)
    raise NotMath("unsupported", token.start, token.value)


def bracketed_rows(rows: tuple[Node, ...]) -> list[list[Node]]:
    """Return the rows `[1, 2], [3, 4]`; none when they are no lists."""
    are_lists = all(row.kind == "group" and row.value == "[]" for row in rows)
    return [list(row.args) for row in rows] if are_lists else []


def determinant(matrix: Node) -> Node:
    """Return the determinant of a square matrix of up to MAX_DETERMINANT_ROWS rows as a sum; of others, its name.

    A matrix of more than MAX_COPIED_NODES stays, too: each cell is copied, and a cell can be a determinant.
    """
    if matrix.kind == "group" and (listed := bracketed_rows(matrix.args)):
        matrix = matrix_of("pmatrix", listed)
    rows = [row.args for row in matrix.args] if matrix.kind == "matrix" else []
    if len(walk(matrix)) > MAX_COPIED_NODES:
        return fn("det", matrix)
    if not rows or len(rows) > MAX_DETERMINANT_ROWS or any(len(row) != len(rows) for row in rows):
        return fn("det", matrix)
    terms = []
    for columns in permutations(range(len(rows))):
        swaps = sum(columns[i] > columns[j] for i in range(len(rows)) for j in range(i + 1, len(rows)))
        product = mul(*(row[column] for row, column in zip(rows, columns, strict=True)))
        terms.append(negate(product) if swaps % 2 else product)
    return add(*terms)


def can_count(*scripts: Node) -> bool:
    """Return whether two scripts are n and k: numbers with k <= n, or letters."""
    values = sorted(literal(script) or Fraction(0) for script in scripts if script.kind == "num")
    is_plain = all(script.kind in ("num", "sym", "add", "mul") for script in scripts)
    return is_plain and not any(value.denominator != 1 for value in values)


def repeat_last_digit(node: Node) -> Node:
    """Return `0.1666 repeating` as 1/6: the last digit goes on."""
    digits, places = node.value
    return num(Fraction(digits, 10**places) + Fraction(digits % 10, 9 * 10**places))


def applied(name: str, arguments: tuple[Node, ...]) -> Node:
    """Return a known function of its arguments, in the one form the engine knows."""
    if not arguments or arguments[0].kind == "list":
        raise NotMath("unexpected", 0, name)
    first = arguments[0]
    if name == "sqrt":
        return Node("root", (first, TWO))
    if name == "det" and first.kind in ("matrix", "group"):
        return determinant(first)
    if name == "cbrt":
        return Node("root", (first, num(3)))
    if name == "nthroot" and len(arguments) == 2:
        return Node("root", arguments)
    if name == "exp":
        return Node("pow", (E, first))
    if name == "cis":
        return add(fn("cos", first), mul(I, fn("sin", first)))
    if name == "lg":
        return fn("log", first, arguments[1] if len(arguments) > 1 else TEN)
    if name == "lb":
        return fn("log", first, TWO)
    return fn(name, *arguments)


def sorted_sum(index: str) -> str:
    """Return an index with the terms of its sum in one order: `1+n` as `n+1`."""
    if "+" not in index or "(" in index:
        return index
    found = [
        (term.lstrip("+-").isdigit(), term.lstrip("+-"), term)
        for term in pattern(r"[+-]?[^+-]+").findall(index)
    ]
    terms = [term for _, _, term in sorted(found)]
    return "".join(term if term[0] in "+-" else "+" + term for term in terms).removeprefix("+")


def is_tuple_of(left: Node, right: Node) -> bool:
    """Return whether two factors are tuples of one length, whose dot product is a number."""
    are_tuples = left.kind == right.kind == "group" and left.value == right.value == "()"
    return are_tuples and len(left.args) == len(right.args) > 1


def is_vector(node: Node) -> bool:
    r"""Return whether a factor is written as a vector: `\vec{a}`, `\overrightarrow{AB}`, or is a cross product."""
    is_accented = node.kind == "sym" and node.value.startswith("vec ")
    return is_accented or (node.kind, node.value) in (("fn", "vec"), ("call", "cross"))


def cross_product(left: Node, right: Node) -> Node:
    """Return a cross product with its factors in one order: it changes its sign when they are swapped."""
    if repr(left) <= repr(right):
        return Node("call", (left, right), "cross")
    return negate(Node("call", (right, left), "cross"))


def replaced(node: Node, old: Node, new: Node) -> Node:
    """Return the tree with every `old` replaced by `new`."""
    if node == old:
        return new
    return (
        Node(node.kind, tuple(replaced(arg, old, new) for arg in node.args), node.value)
        if node.args
        else node
    )


def is_differential(node: Node) -> bool:
    """Return whether a product begins with the letter d: `dy`."""
    return (
        node.kind == "mul"
        and len(node.args) == 2
        and node.args[0] == sym(DIFFERENTIAL)
        and node.args[1].kind == "sym"
    )


def differential(node: Node) -> tuple[str, int, int] | None:
    """Return (letter, power of the d, power of the letter) of `d^2 y` or `dt^2`, else None."""
    if node.kind != "mul" or len(node.args) != 2:
        return None
    powers = []
    for part in node.args:
        base, exponent = part.args if part.kind == "pow" else (part, ONE)
        if base.kind != "sym" or exponent.kind != "num" or not isinstance(exponent.value, int):
            return None
        powers.append((str(base.value), exponent.value))
    (d, order), (letter, power) = powers
    if d == "partial":
        return f"partial {letter}", order, power
    return (letter, order, power) if d == DIFFERENTIAL else None


def take_differential(node: Node) -> tuple[Node, Node] | None:
    """Return (integrand, variable) of a product that holds `d x`, in any place; else None."""
    factors = list(node.args) if node.kind == "mul" else [node]
    if node.kind == "div" and node.args[0].kind == "mul":
        inner = take_differential(node.args[0])
        return (quotient(inner[0], node.args[1]), inner[1]) if inner else None
    for position in range(len(factors) - 1):
        if factors[position] == sym(DIFFERENTIAL) and factors[position + 1].kind == "sym":
            rest = factors[:position] + factors[position + 2 :]
            return (mul(*rest) if rest else ONE), factors[position + 1]
    return None


def matrix_of(name: str, rows: list[list[Node]]) -> Node:
    """Return the matrix of the rows, or their list when the environment sets out statements."""
    if not rows:
        raise NotMath("unexpected", 0, name)
    if "matrix" not in name and name != "array":
        if all(len(row) == 1 for row in rows) and name != "cases":
            return Node("list", tuple(row[0] for row in rows), ",") if len(rows) > 1 else rows[0][0]
        if name == "cases" and all(len(row) == 1 for row in rows):
            return Node("list", tuple(row[0] for row in rows), ",")
        return Node("cases", tuple(Node("row", tuple(row)) for row in rows))
    if name == "array" and len(rows) == len(rows[0]) == 1:
        return rows[0][0]  # nothing but layout
    node = Node("matrix", tuple(Node("row", tuple(row)) for row in rows))
    return determinant(node) if name in ("vmatrix", "Vmatrix") else node


def normal_words(text: str) -> str:
    """Return words for comparison: lower case, single spaces, no final period, no quotes, no brackets around all."""
    text = re.sub(r"\\(?:text|mathrm|textbf|mbox|mathbf|textit|mathit|operatorname)\s*", "", text)
    text = re.sub(r"\\[,;:! ]|[~$\"`{}]|\\quad", " ", text)
    text = text.replace("''", " ")
    words = " ".join(text.lower().split()).strip(" .,;:!?'")
    if words[:1].isdigit() and " " in words:
        words = pattern(DAY_AND_MONTH).sub(r"\2 \1", words)
    return words[1:-1].strip() if words[:1] == "(" and words.find(")") == len(words) - 1 > 1 else words


DAY_AND_MONTH = (
    r"(\d{1,2})(?:st|nd|rd|th)?(?: of)? (january|february|march|april|may|june|july|august|september|october|november"
    r"|december)(?![a-z])"
)


def in_words(text: str) -> Node | None:
    """Return a number in words, with a noun behind it or without: `three solutions`; None for anything else."""
    number = number_in_words(text)
    if number is not None:
        return num(number)
    head, _, noun = text.rstrip(" .").rpartition(" ")
    number = number_in_words(head) if head and noun.isalpha() and noun.islower() and len(noun) > 2 else None
    return None if number is None else Node("unit", (num(number),), noun)
