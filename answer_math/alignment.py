r"""Two answers brought to the same names before they are compared.

    aligned(gold, given)             both, with the given side's arguments, indices and order named as the gold's
    constants_renamed(gold, given)   the given answer with its arbitrary constants named as the gold's, in each order
    with_whole_members(answer)       the whole numbers that an answer describes, as the set of them

Nothing is decided here; what cannot be aligned stays as it is.  DESIGN §6, §7.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from answer_math.families import substitute
from answer_math.indices import Restrictions
from answer_math.meaning import Meaning, branches, is_assignment
from answer_math.rules import pattern
from answer_math.sampling import TooCostly
from answer_math.sets import real_set, whole_half_line, whole_members
from answer_math.symbols import INEQUALITIES
from answer_math.tree import EMPTY_SET, Node, facts, num, sym, symbols, walk
from answer_math.vectors import tuple_sum


def aligned(gold: Meaning, given: Meaning) -> tuple[Meaning, Meaning]:
    """Return both answers, the given one named as the gold is."""
    given = _with_gold_order(gold, _with_gold_argument(gold, _with_gold_index(gold, given)))
    gold, given = _with_single_numbers(gold, given), _with_single_numbers(given, gold)
    gold, given = _with_one_name(gold, given), _with_one_name(given, gold)
    gold, given = _with_primes(gold, given), _with_primes(given, gold)
    return _with_tuples_added(gold), _with_tuples_added(given)


def with_whole_members(answer: Meaning) -> Meaning:
    r"""Return `1 \le x \le 3, x \in \mathbb{Z}` and `\{x\in\mathbb{Z}: 0<x<4\}` as the set of their members."""
    tree, letters = answer.whole, answer.integers
    if tree.kind == "builder" and tree.args[0].kind == "rel" and tree.args[0].value == ("in",):
        member, domain = tree.args[0].args
        if domain.kind != "name" or domain.value not in ("Z", "N") or member.kind != "sym":
            return answer
        tree, letters = tree.args[1], frozenset({member.value})
        if domain.value == "N":
            tree = Node("and", (tree, Node("rel", (member, num(0)), (">",))))
    if answer.restrictions:
        bounded = _with_domain(tree, answer.restrictions)
        if bounded is None:
            return answer
        tree = bounded
    if len(letters) != 1 or tree.kind not in ("rel", "and") or symbols(tree) != letters:
        return answer
    try:
        found = real_set(tree)
        members = None if found is None or found.letter not in letters else whole_members(found)
    except TooCostly:
        return answer
    if members is None and found is not None and (half := whole_half_line(found)) is not None:
        bounded = Node("rel", (sym(found.letter), num(half[1])), (half[0],))
        return Meaning(bounded, None, bounded, letters)
    if members is None or (tree.kind == "rel" and not set(tree.value) <= INEQUALITIES):
        return answer
    listed = Node("set", tuple(num(member) for member in members)) if members else EMPTY_SET
    return Meaning(listed, None, listed)


def _with_domain(tree: Node, restrictions: Restrictions) -> Node | None:
    r"""Return inequalities with what restricts their one letter; None where it is unclear whether 0 belongs."""
    if len(restrictions) != 1 or tree.kind not in ("rel", "and"):
        return None
    ((letter, domain),) = restrictions
    if domain != "N" and not domain.startswith(">="):
        return None
    least = 1 if domain == "N" else int(domain[2:])
    bounded = Node("and", (tree, Node("rel", (sym(letter), num(least)), (">=",))))
    if domain != "N":
        return bounded
    try:
        found = real_set(Node("and", (tree, Node("set", (num(0),)))))
    except TooCostly:
        return None
    return bounded if found is not None and not any(found.cells) else None


_TWO_NUMBERS = r"(?P<letter>[A-Za-z]+)_(?P<first>\d)[,;]?(?P<second>\d)"


def _with_single_numbers(answer: Meaning, other: Meaning) -> Meaning:
    r"""Return `x_1 = 1, x_{2,3} = 2 \pm \sqrt{3}` with x_2 and x_3 apart, unless the other side numbers in pairs."""
    tree = answer.tree
    if tree.kind not in ("list", "and") or "pm" not in facts(tree).kinds:
        return answer
    items: list[Node] = []
    for item in tree.args:
        name = item.args[0].value if is_assignment(item) and item.args[0].kind == "sym" else ""
        both, numbers = branches(item), pattern(_TWO_NUMBERS).fullmatch(str(name))
        if numbers is None or len(both) != 2 or name in symbols(other.whole):
            items.append(item)
            continue
        for branch, position in zip(both, ("first", "second"), strict=True):
            single = sym(f"{numbers['letter']}_{numbers[position]}")
            items.append(Node("rel", (single, branch.args[1]), ("=",)))
    listed = Node(tree.kind, tuple(items), tree.value)
    return answer if listed == tree else answer._replace(tree=listed, whole=listed)


_DERIVATIVE = r"d\^(?P<order>[1-3]) (?P<function>[A-Za-z]+)/d(?P<letter>[A-Za-z])"


def _with_primes(answer: Meaning, other: Meaning) -> Meaning:
    r"""Return `\frac{dy}{dx}` as the `y'` or `y'(x)` of the other side."""
    found = [letter for letter in facts(answer.whole).letters if letter.startswith("d^")]
    if not found:
        return answer
    primed = [
        node for node in walk(other.whole) if node.kind in ("sym", "call") and str(node.value).endswith("'")
    ]
    for letter in found:
        parts = pattern(_DERIVATIVE).fullmatch(letter)
        if parts is None:
            continue
        name, arguments = parts["function"] + "'" * int(parts["order"]), ((), (sym(parts["letter"]),))
        same = [node for node in primed if node.value == name and node.args in arguments]
        if same:
            tree, whole = (substitute(side, letter, same[0]) for side in (answer.tree, answer.whole))
            renamed = None if answer.name is None else substitute(answer.name, letter, same[0])
            answer = answer._replace(tree=tree, whole=whole, name=renamed)
    return answer


_NUMBERED = r"([A-Za-z]+)_\d{1,2}"


def _with_one_name(answer: Meaning, other: Meaning) -> Meaning:
    """Return `x_1 = a, x_2 = b` as the list of values of x where the other side says `x = a or x = b`."""
    tree = answer.tree
    if tree.kind not in ("list", "and") or other.name is None or other.name.kind != "sym":
        return answer
    if not all(is_assignment(item) and item.args[0].kind == "sym" for item in tree.args):
        return answer
    labels = [pattern(_NUMBERED).fullmatch(item.args[0].value) for item in tree.args]
    names = {None if label is None else label[1] for label in labels}
    if names != {other.name.value} or len({item.args[0] for item in tree.args}) != len(tree.args):
        return answer
    listed = Node("list", tuple(item.args[1] for item in tree.args), ",")
    return answer._replace(tree=listed, name=other.name, whole=listed)


def _with_gold_order(gold: Meaning, given: Meaning) -> Meaning:
    """Return the given tuple in the order in which the gold names its parts: (y, x) = (1, 2) is (x, y) = (2, 1)."""
    if gold.name is None or given.name is None or gold.name.kind != "group" or given.name.kind != "group":
        return given
    names, tree = given.name.args, given.tree
    if (
        gold.name.args == names
        or set(gold.name.args) != set(names)
        or tree.kind != "group"
        or len(tree.args) != len(names)
    ):
        return given
    by_name = dict(zip(names, tree.args, strict=True))
    ordered = Node("group", tuple(by_name[name] for name in gold.name.args), tree.value)
    return Meaning(ordered, gold.name, Node("rel", (gold.name, ordered), ("=",)))


_INDEXED_BY_LETTER = r"([A-Za-z])_([a-z])"


def _with_gold_index(gold: Meaning, given: Meaning) -> Meaning:
    """Return the given sequence with its index named as the gold's: a_k = 2k is a_n = 2n."""
    if gold.name is None or given.name is None or gold.name.kind != "sym" or given.name.kind != "sym":
        return given
    left = pattern(_INDEXED_BY_LETTER).fullmatch(gold.name.value)
    right = pattern(_INDEXED_BY_LETTER).fullmatch(given.name.value)
    if left is None or right is None or left[1] != right[1] or left[2] in symbols(given.tree):
        return given
    tree = substitute(given.tree, right[2], sym(left[2]))
    return Meaning(tree, gold.name, Node("rel", (gold.name, tree), ("=",)), given.integers)


def _with_gold_argument(gold: Meaning, given: Meaning) -> Meaning:
    """Return the given answer with the argument of its function named as the gold's: f(y) = y is f(x) = x."""
    if gold.name is None or given.name is None or gold.name.kind != "call" or given.name.kind != "call":
        return given
    olds, news = given.name.args, gold.name.args
    if len(olds) != len(news) or olds == news:
        return given
    pairs = [(old, new) for old, new in zip(olds, news, strict=True) if old != new or old.kind == "sym"]
    if any(arg.kind != "sym" for pair in pairs for arg in pair):
        return given  # but the power of `f^{-1}(x)`
    olds, fixed = tuple(old for old, _ in pairs), [arg for arg in news if arg.kind != "sym"]
    news = tuple(new for _, new in pairs)
    tree, name = given.tree, given.name
    for position, (old, new) in enumerate(zip(olds, news, strict=True)):
        if new.value in symbols(tree) and new not in olds:
            return given
        tree = substitute(tree, old.value, sym(f"•{position}"))
    for position, new in enumerate(news):
        tree = substitute(tree, f"•{position}", new)
    name = Node("call", (*fixed, *news), name.value)
    return Meaning(tree, name, Node("rel", (name, tree), ("=",)), given.integers)


_CONSTANT_OF_INTEGRATION = r"[Cc](?:_\d{1,2})?"
_ONE_CONSTANT = r"[CcK](?:_\d{1,2})?"
_ONE_OF_CONSTANTS = r"[A-DKc](?:_\d{1,2})?"
_VARIABLES = frozenset("xyztuvrsθ")
_ALWAYS_VARIABLES = frozenset("xyz")
MAX_RENAMED_CONSTANTS = 4


def _is_function_name(name: Node | None) -> bool:
    """Return whether an answer is named as the solution of a differential equation is: `y`, `u`, `f(x)`."""
    return name is not None and (name.kind == "call" or (name.kind == "sym" and name.value in ("y", "u")))


def constants_renamed(gold: Meaning, given: Meaning) -> Iterator[Meaning]:
    """Yield the given answer with its arbitrary constants named as the gold's, in each order.

    Only when no constant is in both, a variable is, and the gold's look like constants of integration: one may be
    C, c or K (added, or in an equation), several, or one in what both sides name, also A to D.  Of several in the
    solution that both name, it is enough that the response's look so.
    """
    left, right = symbols(gold.whole), symbols(given.whole)
    if left == right:
        return
    olds, news = sorted(right - left), sorted(left - right)
    if not 0 < len(olds) == len(news) <= MAX_RENAMED_CONSTANTS or not left & right & _VARIABLES:
        return
    is_named = _is_function_name(gold.name) and bool(symbols(gold.tree) & symbols(given.tree) & _VARIABLES)
    allowed = _ONE_OF_CONSTANTS if len(news) > 1 or is_named else _ONE_CONSTANT
    if not all(pattern(allowed).fullmatch(name) for name in (*olds, *news)):
        return
    telling = (*news, *olds) if len(news) > 1 and is_named else news
    if not any(pattern(_CONSTANT_OF_INTEGRATION).fullmatch(name) for name in telling):
        return
    is_added = gold.tree.kind == "add" and sym(news[0]) in gold.tree.args
    if len(news) == 1 and gold.name is None and gold.tree.kind != "rel" and not is_added:
        return  # `x^2+C` has one, `Cx` alone need not
    for order in permutations(news):
        tree, whole = given.tree, given.whole
        for old, new in zip(olds, order, strict=True):
            tree, whole = substitute(tree, old, sym(new)), substitute(whole, old, sym(new))
        yield given._replace(tree=tree, whole=whole)


def _with_tuples_added(answer: Meaning) -> Meaning:
    """Return `(x, y) = (1, 2) + t(3, 4)` and `2(1, 2)` with their right side as one tuple; `P(1, 2)` is a point."""
    tree = answer.tree
    is_multiple = tree.kind in ("mul", "div") and not symbols(tree) and "text" not in facts(tree).kinds
    coordinates = tuple_sum(tree) if tree.kind == "add" or is_multiple else None
    if coordinates is None:
        return answer
    total = Node("group", tuple(coordinates), "()")
    whole = total if answer.name is None else Node("rel", (answer.name, total), ("=",))
    return answer._replace(tree=total, whole=whole)


def stated_constants_renamed(gold: Meaning, given: Meaning) -> Iterator[Meaning]:
    """Yield the given answer with its constants named as those the gold says are any reals, in each order.

    Where the given side says nothing, its constants are its letters that the gold has not.
    """
    bound = frozenset().union(*(symbols(side.name) for side in (gold, given) if side.name is not None))
    bound |= _ALWAYS_VARIABLES
    news = sorted((gold.reals & symbols(gold.tree)) - bound)
    if not 0 < len(news) <= MAX_RENAMED_CONSTANTS:
        return
    fixed = symbols(gold.whole) - set(news)
    olds = sorted(((given.reals & symbols(given.tree)) or symbols(given.tree) - fixed) - bound)
    others = symbols(given.whole) - set(olds)
    if len(olds) != len(news) or others & set(news):
        return
    for order in permutations(news):
        tree, whole = given.tree, given.whole
        for position, old in enumerate(olds):
            tree, whole = (substitute(part, old, sym(f"•{position}")) for part in (tree, whole))
        for position, new in enumerate(order):
            tree, whole = (substitute(part, f"•{position}", sym(new)) for part in (tree, whole))
        yield given._replace(tree=tree, whole=whole)


_TUPLE_PARAMETERS = frozenset("klmnpqrstuv")
MAX_RENAMED_PARAMETERS = 3


def _left_and_right(answer: Meaning) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the letters that a tuple or system is solved for, and those of its values; None for anything else."""
    tree, name = answer.tree, answer.name
    if name is not None:
        is_tuple = name.kind == tree.kind == "group" and all(part.kind == "sym" for part in name.args)
        return (symbols(name), symbols(tree)) if is_tuple else None
    if tree.kind not in ("list", "and") or not all(is_assignment(item) for item in tree.args):
        return None
    names = {item.args[0] for item in tree.args if item.args[0].kind == "sym"}
    if len(names) != len(tree.args):
        return None
    values = frozenset().union(*(symbols(item.args[1]) for item in tree.args))
    return frozenset(str(name.value) for name in names), values


def parameters_renamed(gold: Meaning, given: Meaning) -> Iterator[Meaning]:
    """Yield the given tuple or system with the letters that its left side lacks named as the gold's, in each order.

    Integer parameters of both sides are compared as such, and those of a narrower range not at all.
    """
    if (gold.integers and given.integers) or gold.restrictions or given.restrictions:
        return
    one, other = _left_and_right(gold), _left_and_right(given)
    if one is None or other is None or one[0] != other[0]:
        return
    news, olds = sorted(one[1] - other[1]), sorted(other[1] - one[1])
    if not 0 < len(news) == len(olds) <= MAX_RENAMED_PARAMETERS:
        return
    if not {*news, *olds} <= _TUPLE_PARAMETERS - one[0]:
        return
    for order in permutations(news):
        tree, whole = given.tree, given.whole
        for old, new in zip(olds, order, strict=True):
            tree, whole = substitute(tree, old, sym(new)), substitute(whole, old, sym(new))
        yield given._replace(tree=tree, whole=whole, integers=frozenset())
