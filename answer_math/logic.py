r"""Propositions, and sets named by letters, as Boolean functions of their letters.

    formula(text, read)        the tree of `not (A and B)`, `p \to q`, `not (x > 3)`; None for any other text
    same_proposition(a, b)     whether two formulas have one truth table, with a witness
    same_algebra(a, b)         the same of `A \cup (B \cap C)` and its kin

A formula of letters is Node("logic", parts, connective); one of relations is made of `rel`, `and` and `or`, each
`not` moved into the relation that it negates.  A table is one integer, a bit for every choice of truth values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from answer_math.rules import holds_any, pattern
from answer_math.tree import EMPTY_SET, Node, literal, sym, symbols, walk

MAX_FORMULA_CHARS = 600
MAX_FORMULA_LEVELS = 16
MAX_FORMULA_LETTERS = 8
MAX_FORMULA_NODES = 300

# ------------------------------------------------------------------------------
# 1  Texts to formulas
# ------------------------------------------------------------------------------

_NOT = r"\\(?:neg|lnot)(?![A-Za-z])|(?<![A-Za-z\\])(?i:not)(?![A-Za-z=<>])"
_IFF = (
    r"(?<![A-Za-z\\])(?i:if\s+and\s+only\s+if|iff)(?![A-Za-z])|<=>|<->"
    r"|\\(?:iff|(?:long)?leftrightarrow|(?:Long)?[Ll]eftrightarrow)(?![A-Za-z])"
)
_IMPLIES = (
    r"(?<![A-Za-z\\])(?i:implies|only\s+if)(?![A-Za-z])|[-=]>"
    r"|\\(?:implies|to|(?:long)?rightarrow|(?:Long)?[Rr]ightarrow)(?![A-Za-z])"
)
_XOR = r"(?<![A-Za-z\\])(?i:xor)(?![A-Za-z])|\\(?:oplus|veebar)(?![A-Za-z])"
_NAND = r"(?<![A-Za-z\\])(?i:nand)(?![A-Za-z])|\\(?:barwedge|uparrow)(?![A-Za-z])"
_NOR = r"(?<![A-Za-z\\])(?i:nor)(?![A-Za-z])|\\downarrow(?![A-Za-z])"
_AND, _OR = r"\\(?:land|wedge)(?![A-Za-z])|&&", r"\\(?:lor|vee)(?![A-Za-z])|\|\|"
_AND_WORD = r"(?<![A-Za-z\\])(?i:and)(?![A-Za-z])|\\?&"
_OR_WORD = r"(?<![A-Za-z\\])(?i:or)(?![A-Za-z])"
#: `~` is also a space of TeX and `!` a factorial: signs of negation only in front of a letter or bracket
_NOT_SIGN = r"(?:\A|(?<=[\s(]))[~!](?=\s?[A-Zp-s(\[~!])"
#: connectives that are nothing else; `and` and `or` alone may join the items of a list
_PLAIN_CONNECTIVE = "|".join((_NOT, _IFF, _IMPLIES, _XOR, _NAND, _NOR, _AND, _OR))
#: what each connective holds a part of, in lower case
_HINTS = (
    "not", "neg", "xor", "nor", "nand", "lor", "barwedge", "impl", "iff", "if ", "arrow", "->", "=>", "wedge", "land",
    "vee", "&&", "||", "oplus", "\\to", "then", "only", "~",
)  # fmt: skip
_CONDITION = r"(?<![A-Za-z\\])(?i:if\s.+\sthen)(?![A-Za-z])"
_LEXEME = (
    rf"(?P<open>[(\[{{])|(?P<close>[)\]}}])|(?P<not>{_NOT}|{_NOT_SIGN})|(?P<iff>{_IFF})|(?P<implies>{_IMPLIES})"
    rf"|(?P<xor>{_XOR})|(?P<nand>{_NAND})|(?P<nor>{_NOR})|(?P<and>{_AND}|{_AND_WORD})|(?P<or>{_OR}|{_OR_WORD})"
)
_LETTER = r"[A-Zp-s](?:_?\d|_\{\d{1,2}\})?"
_LAYOUT = r"\\(?:left|right|big|Big|bigl|bigr)(?![A-Za-z])\.?|\\[,;:! ]|\\q?quad(?![A-Za-z])|\\text\s?\{\s*\}"
_WORD_IN_TEXT = r"\\(?:text|mathrm|operatorname|textbf|mbox)\s?\{\s*([A-Za-z ]{2,20}?)\s*\}"
_IF_THEN = r"(?i:if)\s+(?P<first>.+?),?\s+(?i:then)\s+(?P<second>.+)"
#: from the loosest to the closest; those of the second group stand only beside themselves
_BY_LOOSENESS = ("iff", "implies", "or", "and")
_ALONE = frozenset({"xor", "nand", "nor"})
#: the connectives that may link more than two parts
_CHAINED = frozenset({"and", "or", "xor"})

_NEGATED = {"=": "!=", "<": ">=", "<=": ">", "in": "notin", "ni": "notni"}
_NEGATED |= {f"{name}set{tail}": f"n{name}set{tail}" for name in ("sub", "sup") for tail in ("", "eq")}
NEGATED: dict[str, str] = _NEGATED | {negated: sign for sign, negated in _NEGATED.items()}
"""A sign of relation and the one that says the opposite."""


class _NoFormula(Exception):
    """The text is no formula."""


class _Link(NamedTuple):
    """A connective of a text: its name, and where it stands."""

    name: str
    start: int
    end: int


def may_be_formula(text: str) -> bool:
    """Return whether a text holds a connective that joins no items of a list, or both `and` and `or`."""
    has_both = "and" in text and "or" in text
    if len(text) > MAX_FORMULA_CHARS or not (has_both or holds_any(text.lower(), _HINTS)):
        return False
    if has_both or pattern(_PLAIN_CONNECTIVE).search(text) is not None:
        return True
    return "then" in text and pattern(_CONDITION).search(text) is not None


def formula(text: str, read: Callable[[str], Node]) -> Node | None:
    """Return the formula that a text writes, of letters or of relations; None when it writes none.

    `read` gives the tree of a relation; it may raise ValueError.
    """
    if not may_be_formula(text):
        return None
    plain = pattern(_LAYOUT).sub(" ", pattern(_WORD_IN_TEXT).sub(r" \1 ", text))
    try:
        tree = _conditional(plain, read)
    except (_NoFormula, ValueError):
        return None
    kinds = {leaf.kind for leaf in _leaves(tree)}
    if kinds == {"sym"}:
        return tree
    return _of_relations(tree, False) if kinds == {"rel"} else None


def _leaves(tree: Node) -> list[Node]:
    """Return the letters and relations that a formula links."""
    if tree.kind != "logic":
        return [tree]
    return [leaf for part in tree.args for leaf in _leaves(part)]


def _conditional(text: str, read: Callable[[str], Node]) -> Node:
    """Return a whole text's formula, `if A then B` being an implication.  Raises _NoFormula."""
    condition = pattern(_IF_THEN).fullmatch(text.strip())
    if condition is None:
        return _parsed(text, read, 0)
    return Node(
        "logic", (_parsed(condition["first"], read, 1), _parsed(condition["second"], read, 1)), "implies"
    )


def _links(text: str) -> list[_Link]:
    """Return the connectives outside every bracket.  Raises _NoFormula where the brackets do not match."""
    found, depth = [], 0
    for match in pattern(_LEXEME).finditer(text):
        name = match.lastgroup or ""
        if name in ("open", "close"):
            depth += 1 if name == "open" else -1
            if depth < 0:
                raise _NoFormula
        elif depth == 0:
            found.append(_Link(name, *match.span()))
    if depth:
        raise _NoFormula
    return found


def _parsed(text: str, read: Callable[[str], Node], level: int) -> Node:
    """Return the formula of a text or of a part of it.  Raises _NoFormula."""
    text = text.strip()
    if level > MAX_FORMULA_LEVELS or not text:
        raise _NoFormula
    links = _links(text)
    between = [link for link in links if link.name != "not"]
    if between:
        name = _loosest({link.name for link in between})
        cuts = [link for link in between if link.name == name]
        if len(cuts) > 1 and name not in _CHAINED:
            raise _NoFormula  # `A implies B implies C` has two readings
        starts, ends = [0, *(cut.end for cut in cuts)], [*(cut.start for cut in cuts), len(text)]
        parts = [_parsed(text[start:end], read, level + 1) for start, end in zip(starts, ends, strict=True)]
        return Node("logic", tuple(parts), name)
    if links:
        if links[0].start:
            raise _NoFormula  # a `not` behind something
        return Node("logic", (_parsed(text[links[0].end :], read, level + 1),), "not")
    return _atom(text, read, level)


def _loosest(names: set[str]) -> str:
    """Return the connective that binds the least.  Raises _NoFormula where no rule says which."""
    if names & _ALONE:
        if len(names) > 1:
            raise _NoFormula
        return names.pop()
    return next(name for name in _BY_LOOSENESS if name in names)


def _atom(text: str, read: Callable[[str], Node], level: int) -> Node:
    """Return a letter, a relation, or the formula in brackets or under a bar.  Raises _NoFormula."""
    if pattern(_LETTER).fullmatch(text):
        letter, _, index = text.replace("{", "").replace("}", "").partition("_")
        index = index or letter[1:]
        return sym(f"{letter[0]}_{index}" if index else letter)
    bar = pattern(r"\\(?:overline|bar)\s?\{(?P<inside>.*)\}").fullmatch(text)
    if bar is not None:
        return Node("logic", (_parsed(bar["inside"], read, level + 1),), "not")
    if text[0] in "([" and _is_one_bracket(text):
        return _parsed(text[1:-1], read, level + 1)
    if level == 0:
        raise _NoFormula  # no connective at all
    tree = read(text)
    if tree.kind != "rel" or not all(sign in NEGATED for sign in tree.value):
        raise _NoFormula
    return tree


def _is_one_bracket(text: str) -> bool:
    """Return whether the bracket that a text begins with closes at its end."""
    depth = 0
    for position, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0:
            return position == len(text) - 1
    return False


# ------------------------------------------------------------------------------
# 2  Formulas of relations
# ------------------------------------------------------------------------------

_TOTAL_FUNCTIONS = frozenset(
    {"abs", "sin", "cos", "atan", "sinh", "cosh", "tanh", "floor", "ceil", "max", "min", "sgn"}
)


def is_total(tree: Node) -> bool:
    """Return whether a tree has a real value wherever its letters have one: no quotient, root or logarithm of them."""
    for node in walk(tree):
        if not symbols(node):
            continue
        if node.kind == "div" and symbols(node.args[1]):
            return False
        if node.kind == "root" and symbols(node.args[0]):
            return False
        if node.kind == "fn" and node.value not in _TOTAL_FUNCTIONS:
            return False
        if node.kind == "pow" and symbols(node.args[0]):
            exponent = literal(node.args[1])
            if exponent is None or exponent < 0 or exponent.denominator != 1:
                return False
        if node.kind in ("pm", "text", "unit", "big"):
            return False
    return True


def _of_relations(tree: Node, is_negated: bool) -> Node | None:
    """Return a formula of relations, or its negation, as relations under `and` and `or`; None where that may differ.

    `1/x > 0` is not negated: where a side has no value, neither the relation nor its opposite holds.
    """
    if tree.kind == "rel":
        return negated_relation(tree) if is_negated else tree
    if tree.value == "not":
        return _of_relations(tree.args[0], not is_negated)
    if tree.value not in ("and", "or"):
        return None
    parts = [_of_relations(part, is_negated) for part in tree.args]
    if any(part is None for part in parts):
        return None
    return joined(
        "or" if (tree.value == "or") != is_negated else "and", [part for part in parts if part is not None]
    )


def negated_relation(tree: Node) -> Node | None:
    """Return the relation that holds where one does not; of a chain, that some link fails; None when it is partial."""
    if not all(sign in NEGATED for sign in tree.value) or not is_total(tree):
        return None
    links = [
        Node("rel", (left, right), (NEGATED[sign],))
        for left, sign, right in zip(tree.args, tree.value, tree.args[1:], strict=False)
    ]
    return joined("or", links)


def joined(kind: str, parts: list[Node]) -> Node:
    """Return the `and` or `or` of the parts, flattened; of one part, the part; systems of equations are listed."""
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.args if part.kind == kind else (part,))
    if kind == "or" and all(_is_system(part) for part in flat):  # `x=1 and y=2, or x=2 and y=1`
        return Node("list", tuple(flat), "or")
    return flat[0] if len(flat) == 1 else Node(kind, tuple(flat))


def _is_system(tree: Node) -> bool:
    """Return whether a tree joins several equations by `and`."""
    return tree.kind == "and" and all(part.kind == "rel" and part.value == ("=",) for part in tree.args)


# ------------------------------------------------------------------------------
# 3  Truth tables
# ------------------------------------------------------------------------------


class _Table:
    """The truth tables of formulas in the same letters."""

    def __init__(self, letters: list[Node]) -> None:
        """Give every letter its bits: of 2^n choices, those in which it is true."""
        self.letters = letters
        self.size = 1 << len(letters)
        self.all = (1 << self.size) - 1
        self.bits: dict[Node, int] = {}
        for place, letter in enumerate(letters):
            self.bits[letter] = sum(1 << choice for choice in range(self.size) if choice >> place & 1)

    def of(self, tree: Node) -> int:
        """Return the table of a formula."""
        if tree.kind != "logic":
            return self.bits[tree] if tree != EMPTY_SET else 0
        parts = [self.of(part) for part in tree.args]
        name, total = tree.value, parts[0]
        if name == "not":
            return self.all ^ total
        for part in parts[1:]:
            if name in ("and", "nand"):
                total &= part
            elif name in ("or", "nor"):
                total |= part
            elif name == "implies":
                total = self.all ^ total | part
            elif name == "minus":
                total &= self.all ^ part
            else:
                total ^= part
        return self.all ^ total if name in ("nand", "nor", "iff") else total

    def choice(self, differing: int) -> str:
        """Return the first choice of a table that is not empty: `A, not B`."""
        first = (differing & -differing).bit_length() - 1
        parts = (
            ("" if first >> place & 1 else "not ") + str(letter.value)
            for place, letter in enumerate(self.letters)
        )
        return ", ".join(parts)


def _compared(gold: Node, given: Node) -> tuple[bool | None, str]:
    """Return whether two formulas have one table, with a choice that tells them apart; None where a limit stands.

    Tables that are always true or always false say nothing of the letters: such formulas must have the same ones.
    """
    sides = [frozenset(_leaves(tree)) - {EMPTY_SET} for tree in (gold, given)]
    letters = sorted(sides[0] | sides[1], key=repr)
    if len(letters) > MAX_FORMULA_LETTERS or max(len(walk(gold)), len(walk(given))) > MAX_FORMULA_NODES:
        return None, ""
    table = _Table(letters)
    left, right = table.of(gold), table.of(given)
    if left != right:
        return False, table.choice(left ^ right)
    if left in (0, table.all) and sides[0] != sides[1]:
        return None, ""
    return True, ""


# ------------------------------------------------------------------------------
# 4  Propositions, and sets named by letters
# ------------------------------------------------------------------------------


def _proposition(tree: Node) -> Node | None:
    """Return a formula of letters, a letter, or letters joined by `and` or `or`, as a formula; else None."""
    if tree.kind == "logic" and _may_be_direct_sum(tree):
        return None
    if tree.kind == "logic" or (tree.kind == "sym" and pattern(_LETTER).fullmatch(str(tree.value))):
        return tree
    if tree.kind == "list" and tree.value in ("and", "or") and all(part.kind == "sym" for part in tree.args):
        return Node("logic", tree.args, tree.value)
    return None


def _may_be_direct_sum(tree: Node) -> bool:
    r"""Return whether a formula has a letter twice and no sign but `\oplus`: `V \oplus V` may be a sum of spaces."""
    leaves = _leaves(tree)
    return len(leaves) > len(set(leaves)) and all(
        node.value == "xor" for node in walk(tree) if node.kind == "logic"
    )


def same_proposition(gold: Node, given: Node) -> tuple[bool | None, str]:
    """Return whether two formulas say the same of their letters, with a choice of truth values to tell them apart."""
    left, right = _proposition(gold), _proposition(given)
    if left is None or right is None:
        return None, ""
    return _compared(left, right)


_SET_CONNECTIVES = {"cup": "or", "cap": "and", "minus": "minus"}


def _as_algebra(tree: Node) -> Node:
    r"""Return unions, intersections, differences and complements (`A'`, `A^c`, `\overline{A}`) as a formula of sets."""
    if tree.kind in _SET_CONNECTIVES:
        return Node("logic", tuple(_as_algebra(part) for part in tree.args), _SET_CONNECTIVES[tree.kind])
    inside = _complemented(tree)
    return tree if inside is None else Node("logic", (_as_algebra(inside),), "not")


def _complemented(tree: Node) -> Node | None:
    """Return the set whose complement a tree writes, else None."""
    if tree.kind == "pow" and tree.args[1] in (sym("c"), sym("C")):
        return tree.args[0]
    if tree.kind == "fn" and tree.value in ("bar", "prime"):
        return tree.args[0]
    if tree.kind != "sym":
        return None
    name = str(tree.value)
    if len(name) == 2 and name[0].isupper() and name[1] == "'":
        return sym(name[0])
    return sym(name[4:]) if len(name) == 5 and name.startswith("bar ") else None


def same_algebra(gold: Node, given: Node) -> tuple[bool | None, str]:
    """Return whether two expressions in sets are one set whatever the sets are, with an element that tells them apart.

    Only sets named by letters are free to differ; with complements, or with sets spelled out, nothing tells them apart.
    """
    left, right = _as_algebra(gold), _as_algebra(given)
    leaves = [*_leaves(left), *_leaves(right)]
    if not all(leaf.kind in ("sym", "name", "set", "group") for leaf in leaves):
        return None, ""
    same, witness = _compared(left, right)
    are_free = all(leaf.kind == "sym" or leaf == EMPTY_SET for leaf in leaves)
    has_complement = any(node.kind == "logic" and node.value == "not" for node in (*walk(left), *walk(right)))
    return (None, "") if same is False and (has_complement or not are_free) else (same, witness)
