r"""Equality of answers by what they denote.

    compare(gold, given)              two texts   -> Comparison
    compare_trees(gold, given)        two trees   -> Outcome
    is_numeric(text)                  whether a text is a number, or a list of numbers, as it stands

The views are tried in order, each for one shape of answer:

    text  cases  truth  condition  relation  branches  equations  labelled  family  exclusion  vector  matrix  set
    items  value

A view returns None when the shape is not its own.  The first view that finds the sides equal decides;
otherwise the first that found a witness of difference; otherwise the pair is undecided, with a reason.
DESIGN §6, and §7 for the rules that are flagged.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import permutations, product

from answer_math.alignment import (
    aligned,
    constants_renamed,
    parameters_renamed,
    stated_constants_renamed,
    with_whole_members,
)
from answer_math.annotated import ANNOTATED, compare_core, residue_class
from answer_math.building import normal_words, replaced
from answer_math.canonical import Context, Form, NoForm, cleared, scale
from answer_math.constants import SCALED, same_up_to_constant, same_with_scaled_constant
from answer_math.families import PARAMETER_LETTERS, parameters, same_family, substitute
from answer_math.interval_families import interval_families
from answer_math.labels import is_labelled, with_common_labels
from answer_math.linked import linked_outcome
from answer_math.meaning import (
    Meaning,
    are_other_quantities,
    arguments,
    bare_name,
    branches,
    family_members,
    is_assignment,
    is_closed_equation,
    is_name,
    meaning,
    resolved,
)
from answer_math.outcomes import (
    Comparison,
    Outcome,
    all_of,
    best_of,
    by_convention,
    different,
    equal,
    lenient,
    undecided,
)
from answer_math.plain import plain_number
from answer_math.reader import Reading, readings
from answer_math.rules import pattern
from answer_math.sampling import TooCostly, Undefined, agree, evaluate, mp
from answer_math.sets import EVERYTHING, RealSet, point, real_set, same_set
from answer_math.symbols import INEQUALITIES, SWAPPED
from answer_math.third_party import Opinion, can_be_misread, is_worth_asking, last_resort, second_opinion
from answer_math.tree import (
    EMPTY_SET,
    INFINITY,
    VALUE_KINDS,
    LimitExceeded,
    Node,
    NotMath,
    Rational,
    add,
    facts,
    has_period,
    mul,
    negate,
    num,
    sym,
    symbols,
    walk,
)
from answer_math.units import same_unit, unit_of
from answer_math.values import compare_values, is_complex, numbers_outcome, numeric_value, short
from answer_math.vectors import coordinates, has_arrow, is_tuple, matrix_rows, vector

MAX_MATCHED_ITEMS = 60
MAX_DEPTH = 12
MAX_COMPARISONS = 4_000

# ------------------------------------------------------------------------------
# 1  Relations
# ------------------------------------------------------------------------------


def _oriented(tree: Node) -> tuple[str, Node, Node]:
    """Return a two-sided relation as (sign, left, right), with `<`, `<=`, `in`, `subset` rather than their mirrors."""
    sign, (left, right) = tree.value[0], tree.args
    if sign in (">", ">=", "ni", "notni", "supset", "supseteq", "nsupset", "nsupseteq"):
        return SWAPPED[sign], right, left
    return sign, left, right


def _proportional(context: Context, left: Form, right: Form, is_cleared: bool = True) -> Fraction | None:
    """Return the rational c with left = c right for the numerators, denominators cleared or not; else None."""
    one, other = (cleared(left.top), cleared(right.top)) if is_cleared else (left.top, right.top)
    if one.keys() != other.keys() or not one:
        return None
    first = next(iter(one))
    factor = Fraction(one[first]) / other[first]
    return factor if scale(other, factor) == one else None


def _difference(left: Node, right: Node) -> Node:
    """Return left - right."""
    return add(left, negate(right))


def compare_relations(gold: Node, given: Node) -> Outcome:
    """Return whether two relations are one up to a constant factor, a side swap or a rearrangement; else undecided."""
    if len(gold.value) != len(given.value):
        return undecided("different_shapes")
    if len(gold.value) > 1:
        return _compare_chains(gold, given)
    (sign, a, b), (other, c, d) = _oriented(gold), _oriented(given)
    if sign != other:
        if {sign, other} <= {"<", "<=", "=", "!="} and _same_sides(a, b, c, d):
            return different(f"{sign} against {other}")
        return undecided("different_relations")
    if sign not in ("=", "!=", "<", "<="):
        sides = all_of((compare_trees(a, c), compare_trees(b, d)), "same-relation")
        if sides.verdict != "equal" and sign in ("perp", "parallel", "cong", "sim"):
            sides = all_of((compare_trees(a, d), compare_trees(b, c)), "same-relation")
        return sides
    if any(node.kind in ("matrix", "group", "set", "list", "text") for node in (a, b, c, d)):
        return all_of((compare_trees(a, c), compare_trees(b, d)), "same-relation")
    return _compare_equations(_difference(a, b), _difference(c, d), sign in ("=", "!="))


def _same_sides(a: Node, b: Node, c: Node, d: Node) -> bool:
    """Return whether the sides of two relations are the same expressions."""
    return compare_values(a, c).verdict == compare_values(b, d).verdict == "equal"


def _compare_chains(gold: Node, given: Node) -> Outcome:
    """Return whether two chains of relations are the same, link by link in either direction."""

    def same(chain: Node) -> Outcome:
        if chain.value != gold.value or len(symbols(chain)) != len(symbols(gold)):
            return undecided("different_relations")
        return all_of((compare_trees(a, b) for a, b in zip(gold.args, chain.args, strict=True)), "same-chain")

    direct = same(given)
    if direct.verdict == "equal" or not all(sign in SWAPPED for sign in given.value):
        return direct
    mirrored = Node("rel", given.args[::-1], tuple(SWAPPED[sign] for sign in given.value[::-1]))
    return best_of((direct, same(mirrored)))


def _compare_equations(left: Node, right: Node, any_sign: bool) -> Outcome:
    """Return whether two differences of sides are proportional: positively for inequalities."""
    context = Context()
    try:
        forms = context.form(left), context.form(right)
        if not forms[0].top and not forms[1].top:
            return equal("same-relation")
        factor = _proportional(
            context, *forms, is_cleared=any_sign
        )  # a letter may be negative: it turns inequalities
        same_bottom = forms[0].bottom == forms[1].bottom
        if factor is not None and not context.assumed and (any_sign or (factor > 0 and same_bottom)):
            return equal("same-relation")
        turned = (
            context.times(forms[1], context.single("i"))
            if any_sign and (is_complex(left) or is_complex(right))
            else None
        )
        if turned is not None and _proportional(context, forms[0], turned) is not None:
            return equal("same-relation")
        if all(form.constant is not None for form in forms):
            return undecided("no_letters")
        if not context.assumed and all(context.is_polynomial(form) for form in forms):
            return undecided("different_relations")  # equal ones are proportional
    except NoForm:
        pass
    return _proportional_at_points(left, right, any_sign)


def _proportional_at_points(left: Node, right: Node, any_sign: bool) -> Outcome:
    """Return whether the quotient of two differences is one constant at sample points (two of them, crosswise)."""
    names = symbols(left) | symbols(right)
    if not names or symbols(left) != symbols(right):
        return undecided("different_relations")
    anchor = {name: num(value) for name, value in zip(sorted(names), _anchors(), strict=False)}
    if len(anchor) < len(names):
        return undecided("too_complex")
    at_left, at_right = left, right
    for name, value in anchor.items():
        at_left, at_right = substitute(at_left, name, value), substitute(at_right, name, value)
    crosswise = agree(mul(left, at_right), mul(right, at_left))
    if crosswise.verdict != "equal":
        return undecided("different_relations")
    try:
        a, b = evaluate(at_left, {}, 30), evaluate(at_right, {}, 30)
    except (Undefined, TooCostly):
        return undecided("different_relations")
    if min(abs(a), abs(b)) < 1e-25 or (not any_sign and a * b <= 0):
        return undecided("different_relations")
    return equal("same-relation", "common-domain" if crosswise.skipped else "")


def _anchors() -> Iterable[Fraction]:
    """Yield the values at which two relations are brought to one scale."""
    return (Fraction(numerator, 7) for numerator in (3, 2, 5, 9, 11, 4, 13, 8, 17, 6))


def _as_product(tree: Node) -> Node | None:
    """Return `A = B or C = D` as (A - B)(C - D) = 0, when all members are equations."""
    members = [resolved(item) for item in tree.args]
    if not all(item.kind == "rel" and item.value == ("=",) for item in members):
        return None
    return Node("rel", (mul(*(_difference(*item.args) for item in members)), num(0)), ("=",))


# ------------------------------------------------------------------------------
# 2  Views: one for each shape of answer
# ------------------------------------------------------------------------------


def relation_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare two relations, or two `or`s of equations, as wholes."""
    left, right = gold.whole, given.whole
    if "or" in (left.kind, right.kind) and len(symbols(left) | symbols(right)) > 1:
        left = (_as_product(left) or left) if left.kind == "or" else left
        right = (_as_product(right) or right) if right.kind == "or" else right
    if left.kind != "rel" or right.kind != "rel":
        return None
    if (
        gold.name is not None
        and given.name is not None
        and left.value == right.value == ("=",)
        and (gold.name == given.name or (_is_atom(gold.tree) and _is_atom(given.tree)))
    ):
        return None  # of one name: the values decide
    outcome = compare_relations(left, right)
    if outcome.verdict != "equal" and (gold.name is not None or given.name is not None):
        return outcome if outcome.verdict == "undecided" else undecided("different_relations")
    return outcome


_CONDITION_KINDS = frozenset({"rel", "and", "or", "list"})
_SPELLED_SETS = frozenset({"group", "set", "cup", "cap", "minus"})


def condition_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare relations joined by `and`, `or` or in a chain as one condition; beside those a list holds together."""
    sides = _unchained(gold, given), _unchained(given, gold)
    kinds = {side.kind for side in sides}
    if not kinds <= _CONDITION_KINDS or not any(
        side.kind in ("and", "or")
        or (side.kind == "rel" and len(side.value) > 1)
        or (side.kind == "list" and {item.kind for item in side.args} == {"list"})
        for side in sides
    ):
        return None
    found = [facts(side) for side in sides]
    if len(found[0].letters | found[1].letters) < 2 and (
        "list" in kinds or (_is_about_reals(sides[0]) and _is_about_reals(sides[1]))
    ):
        return None  # a set of reals
    from answer_math.conditions import as_condition, by_factors, same_condition

    left, right = (as_condition(side, "or" not in kinds) for side in sides)
    if (
        left is None
        or right is None
        or gold.integers != given.integers
        or "pm" in found[0].kinds | found[1].kinds
    ):
        return None
    same, witness = same_condition(left, right, _factor_sign)
    if not same and (by_factors(left), by_factors(right)) != (left, right):
        same, witness = same_condition(by_factors(left), by_factors(right), _factor_sign)
    if same:
        return equal("same-condition")
    return None if same is None or gold.integers else different(witness)


def _unchained(answer: Meaning, other: Meaning) -> Node:
    """Return `a = b = c` as `a = c and b = c` against several relations or another such chain; else the whole tree."""
    is_joint = other.chain is not None or other.whole.kind in ("and", "list")
    if answer.chain is None or not is_joint or not is_name(answer.tree):
        return answer.whole
    return Node("and", answer.chain.args)


def equations_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Accept several equations of curves that are the other side's in another form: `y=x+1` and `x-y+1=0`."""
    sides = gold.whole, given.whole
    kinds = {"list" if side.kind == "and" else side.kind for side in sides}
    is_named = gold.name is not None and given.name is not None
    if len(kinds) != 1 or not kinds <= {"list", "or"} or is_named or len(sides[0].args) != len(sides[1].args):
        return None
    equations = [item for side in sides for item in side.args]
    if not all(item.kind == "rel" and item.value == ("=",) and symbols(item) for item in equations):
        return None
    if not any(len(symbols(item)) > 1 for item in equations):
        return None
    table = [[compare_relations(item, other) for other in sides[1].args] for item in sides[0].args]
    same = _perfect_matching(table, lambda outcome: outcome.verdict == "equal" and not outcome.lenient)
    return None if same is None else equal("same-relations")


def _is_about_reals(condition: Node) -> bool:
    """Return whether all relations in a condition are inequalities, or memberships in sets that are spelled out."""
    return all(
        set(node.value) <= INEQUALITIES or (node.value == ("in",) and node.args[1].kind in _SPELLED_SETS)
        for node in walk(condition)
        if node.kind == "rel"
    )


def _factor_sign(left: Node, right: Node) -> int:
    """Return the sign of the rational by which one difference of sides is the other; 0 when none is seen."""
    if left == right:
        return 1
    context = Context()
    try:
        forms = context.form(left), context.form(right)
    except NoForm:
        return 0
    factor = _proportional(context, *forms, is_cleared=False)
    if factor is None or context.assumed or forms[0].bottom != forms[1].bottom:
        return 0
    return 1 if factor > 0 else -1


def truth_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare propositions, and operations on named sets, by their truth tables; on sets spelled out, by members."""
    kinds = {gold.tree.kind, given.tree.kind}
    if not ("logic" in kinds or kinds & _SET_OPERATIONS):
        return None
    from answer_math.logic import same_algebra, same_proposition

    if "logic" in kinds:
        same, witness = same_proposition(gold.tree, given.tree)
    else:
        spelled = [_explicit_set(side.tree) for side in (gold, given)]
        if spelled[0] is not None or spelled[1] is not None:
            sides = [
                side.tree if tree is None else tree for side, tree in zip((gold, given), spelled, strict=True)
            ]
            if not {side.kind for side in sides} & _SET_OPERATIONS:
                return compare_trees(*sides)
        same, witness = same_algebra(gold.tree, given.tree)
    if same is None:
        return None
    return equal("same-truth-table") if same else different(f"for {witness}")


_SET_OPERATIONS = frozenset({"cup", "cap", "minus"})


def _explicit_set(tree: Node) -> Node | None:
    """Return a union, intersection or difference of sets that are spelled out as one such set; None for others."""
    if tree.kind == "set" or tree == EMPTY_SET:
        return tree
    if tree.kind not in _SET_OPERATIONS:
        return None
    operands = [
        Node("set", (arg,)) if arg.kind in ("num", "dec") else _explicit_set(arg) for arg in tree.args
    ]
    if any(operand is None for operand in operands):
        return None
    members, *others = (list(operand.args) for operand in operands if operand is not None)
    for other in others:
        if tree.kind == "cup":
            members += other
            continue
        if max(len(members), len(other)) > MAX_MATCHED_ITEMS:
            return None
        kept = []
        for member in members:
            outcomes = {_same_member(member, item) for item in other}
            if "undecided" in outcomes and "equal" not in outcomes:
                return None
            if ("equal" in outcomes) == (tree.kind == "cap"):
                kept.append(member)
        members = kept
    return Node("set", tuple(members)) if members else EMPTY_SET


def _same_member(one: Node, other: Node) -> str:
    """Return the verdict on two members of sets: different only if closed, or named by letters; x may be 1."""
    verdict = compare_trees(one, other).verdict
    is_settled = not symbols(one) | symbols(other) or one.kind == other.kind == "sym"
    return verdict if verdict == "equal" or is_settled else "undecided"


def branches_view(gold: Meaning, given: Meaning) -> Outcome | None:
    r"""Compare equations with plus-minus as the pair of their branches: `y = \pm x` and `x \pm y = 0`."""
    if "pm" not in facts(gold.whole).kinds | facts(given.whole).kinds or gold.name == given.name:
        return None
    sides = [
        list(side.whole.args) if side.whole.kind in ("list", "or") else [side.whole] for side in (gold, given)
    ]
    if not all(item.kind == "rel" and item.value == ("=",) for item in (*sides[0], *sides[1])):
        return None
    left, right = ([branch for item in side for branch in branches(item)] for side in sides)
    if len(left) != len(right) and len(symbols(gold.whole)) > 1:
        products = [_as_product(Node("or", tuple(side))) for side in (left, right)]
        outcome = compare_relations(*(product for product in products if product is not None))
    else:
        outcome = _match(left, right)
    return outcome if outcome.verdict == "equal" and not outcome.lenient else None


def _is_atom(tree: Node) -> bool:
    """Return whether a value is a bare number."""
    return numeric_value(tree) is not None


def _labels(tree: Node) -> list[tuple[Node, Node]] | None:
    """Return the parts of a labelled answer as (label, value), or None: distinct names, or `a)` and `b)`."""
    if tree.kind not in ("list", "and", "set") or len(tree.args) < 2:
        return None
    parts = []
    for item in tree.args:
        if item.kind == "label":
            parts.append((sym(item.value), item.args[0]))
        elif is_assignment(item):
            parts.append((item.args[0], item.args[1]))
        else:
            return None
    return parts if len({label for label, _ in parts}) == len(parts) else None


#: letters that number the terms of a sequence or the parts of a figure rather than roots: their order counts
_SEQUENCE_LETTERS = frozenset("abcdfghuSTAFPV")


def _base_letter(label: Node) -> str:
    """Return the letter of a numbered root, `x` of `x_1`; nothing for other names, nor for a term as `a_1`."""
    letter, _, index = str(label.value).partition("_") if label.kind == "sym" else ("", "", "")
    return letter if index.isdigit() and letter not in _SEQUENCE_LETTERS else ""


def labelled_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare labelled parts by label, numbered roots with lists and sets, others with tuples by their letters."""
    if is_labelled(gold.tree) and is_labelled(given.tree):
        trees = with_common_labels(gold.tree, given.tree)
        gold, given = gold._replace(tree=trees[0]), given._replace(tree=trees[1])
    left, right = _labels(gold.tree), _labels(given.tree)
    if left is not None and right is None and given.chain is not None:
        right = _labels(given.chain)
    elif right is not None and left is None and gold.chain is not None:
        left = _labels(gold.chain)
    if left is None and right is None:
        return None
    if left is not None and right is not None:
        return _compare_labels(left, right)
    labels, other, is_gold = (left, given, True) if left is not None else (right, gold, False)
    if labels is None:
        return None
    items, kind = _items(other.tree)
    values = [value for _, value in labels]
    bases = {_base_letter(label) for label, _ in labels}
    is_numbered = len(bases) == 1 and "" not in bases
    if len(items) < 2 or (kind == "set" and not is_numbered):
        return None
    if (
        other.name is not None
        and other.name.kind == "sym"
        and not (is_numbered and other.name.value in bases)
    ):
        return different("labelled parts against values of one name")
    if is_numbered and kind in ("list", "set"):
        matched = _match(values if is_gold else items, items if is_gold else values)
        return by_convention(matched, "set-or-list" if kind == "set" else "")
    if len(items) != len(values):
        return different(f"{len(values)} labelled parts against {len(items)} items")
    ordered = [value for _, value in sorted(labels, key=lambda part: str(part[0].value))]
    outcomes = []
    has_own_order = is_labelled(gold.tree if is_gold else given.tree)
    for candidate in [ordered, values] if kind == "list" and not has_own_order else [ordered]:
        pairs = zip(candidate, items, strict=True)
        outcomes.append(
            all_of((compare_trees(*(pair if is_gold else pair[::-1])) for pair in pairs), "labels-in-order")
        )
    return by_convention(best_of(outcomes), "set-or-list")


def _compare_labels(gold: list[tuple[Node, Node]], given: list[tuple[Node, Node]]) -> Outcome:
    """Return the outcome of two labelled answers; roots x_1, x_2 may be numbered the other way."""
    left, right = dict(gold), dict(given)
    bases = {_base_letter(label) for label in (*left, *right)}
    if left.keys() == right.keys():
        outcome = all_of((_pm_item(left[label], right[label]) for label in left), "label-by-label")
        if outcome.verdict == "equal" or len(bases) != 1 or "" in bases:
            return outcome
    elif len(bases) != 1 or "" in bases:
        keys = left.keys() ^ right.keys()
        if any(label.kind == "text" for label in keys):
            common = [_pm_item(left[label], right[label]) for label in left if label in right]
            matched = _match(list(left.values()), list(right.values()))
            return all_of((*common, matched), matched.rule)
        return undecided("different_labels") if keys else undecided("different_shapes")
    numbers = sorted(str(label.value).partition("_")[2] for label in left)
    if numbers != sorted(str(number) for number in range(1, len(left) + 1)):
        return all_of(
            (_pm_item(left[label], right[label]) for label in left if label in right), "label-by-label"
        )
    matched = _match(list(left.values()), list(right.values()))
    return by_convention(matched, "indexed-roots" if left.keys() == right.keys() else "")


def _pm_item(gold: Node, given: Node) -> Outcome:
    """Return the outcome of two parts, one branch of a plus-minus gold being leniently enough."""
    outcome = compare_trees(gold, given)
    if outcome.verdict != "equal":
        for branch in branches(gold):
            if branch != gold and len(branches(given)) == 1:
                one = compare_trees(branch, given)
                if one.verdict == "equal":
                    return lenient(one, "pm-one-branch")
    return outcome


def family_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare answers with integer parameters as sets of numbers; a multiple of the bracketed form is lenient."""
    gold, given = _with_residue_as_family(gold, given), _with_residue_as_family(given, gold)
    gold, given = _without_numbers(gold), _without_numbers(given)
    if not (gold.integers or given.integers or has_period(gold.tree) or has_period(given.tree)):
        return None
    if _labels(gold.tree) is not None or _labels(given.tree) is not None:
        return None
    left, right = family_members(gold), family_members(given)
    if any(node.kind not in VALUE_KINDS for node in (*left, *right)):
        return None
    names = parameters((*left, *right), gold.integers | given.integers)
    names = frozenset(
        name
        for name in names
        if name not in arguments(gold) | arguments(given)
        and (
            name in gold.integers | given.integers
            or any(name in symbols(node) and has_period(node) for node in (*left, *right))
        )
    )
    used = [frozenset().union(*(symbols(node) for node in side)) & names for side in (left, right)]
    if not used[0] and not used[1]:
        return None
    if not used[0] or not used[1]:
        return _against_finite(left, right, names) if used[0] else _against_finite(right, left, names)
    verdict, witness = same_family(left, right, names)
    if verdict:
        return equal("same-family")
    if len(left) == len(right) == 1 and _is_integer_multiple(left[0], right[0], names):
        return equal("integer-multiplier", lenient=True)
    if verdict is False:
        return different(witness)
    renamed = _aligned(left, right, used)
    return None if renamed is None else _match(left, renamed)


def _without_numbers(answer: Meaning) -> Meaning:
    """Return `x_1 = a, x_2 = b` as the list of its values: the numbers of roots say nothing."""
    labels = _labels(answer.tree)
    if labels is None or len({_base_letter(label) or label for label, _ in labels}) != 1:
        return answer
    return answer._replace(tree=Node("list", tuple(value for _, value in labels), ","))


def _with_residue_as_family(answer: Meaning, other: Meaning) -> Meaning:
    r"""Return `7 \pmod{11}` as 7 + 11 k against an answer in one integer parameter k."""
    found = residue_class(answer.tree)
    letters = symbols(other.tree)
    if (
        found is None
        or len(letters) != 1
        or not letters <= (PARAMETER_LETTERS | other.integers) - arguments(other)
    ):
        return answer
    (letter,) = letters
    members = add(num(found[0]), mul(num(found[1]), sym(letter)))
    return answer._replace(tree=members, integers=frozenset(letters))


def _against_finite(family: list[Node], finite: list[Node], names: frozenset[str]) -> Outcome | None:
    """Reject a family that has a member outside a finite answer; the first members do not prove it equal."""
    if any(symbols(node) - names for node in (*family, *finite)):
        return None
    for number in range(3):
        for member in family:
            for name in names:
                member = substitute(member, name, num(number))
            if all(compare_values(member, other).verdict == "different" for other in finite):
                return different(f"one side is a family, with a member for {number} that the other has not")
    return None if len(family) == len(finite) else undecided("different_shapes")


def exclusion_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare a value with the same value behind which stand the points it leaves out: `1/x, x≠0`."""
    left, right = _without_exclusions(gold.tree), _without_exclusions(given.tree)
    if (left is gold.tree) == (right is given.tree):
        return None
    left, right = _without_name(left, given.name), _without_name(right, gold.name)
    if not {left.kind, right.kind} <= VALUE_KINDS:
        return None
    counting = parameters((left, right), gold.integers | given.integers) | PARAMETER_LETTERS
    if symbols(gold.tree) & counting:
        return None  # `2k, k≠0` lacks a member of `2k`
    return by_convention(compare_core(left, right), "common-domain")


def _without_name(tree: Node, other: Node | None) -> Node:
    """Return the value of an assignment when the other side has the same name or none; else the tree."""
    return tree.args[1] if is_assignment(tree) and other in (None, tree.args[0]) else tree


def _without_exclusions(tree: Node) -> Node:
    """Return the first item of a list when the others say which values its letters do not take."""
    if tree.kind not in ("list", "and") or len(tree.args) < 2:
        return tree
    value, *conditions = tree.args
    letters = symbols(value)
    is_excluding = all(
        item.kind == "rel" and item.value == ("!=",) and symbols(item) and symbols(item) <= letters
        for item in conditions
    )
    return value if is_excluding else tree


def _aligned(left: list[Node], right: list[Node], used: list[frozenset[str]]) -> list[Node] | None:
    """Return the given members with their integer parameter named as the gold's, when each side has one."""
    if len(used[0]) != 1 or len(used[1]) != 1 or used[0] == used[1]:
        return None
    (old,), (new,) = used[1], used[0]
    return [substitute(node, old, sym(new)) for node in right]


def _split_bracket(node: Node, names: frozenset[str]) -> tuple[Node, Node] | None:
    """Return (prefactor, bracketed integer form) of a product with exactly one factor that has the parameter."""
    if node.kind != "mul":
        return None
    inside = [factor for factor in node.args if symbols(factor) & names]
    outside = [factor for factor in node.args if not symbols(factor) & names]
    if len(inside) != 1 or inside[0].kind != "add" or not outside:
        return None
    return mul(*outside), inside[0]


def _is_integer_multiple(gold: Node, given: Node, names: frozenset[str]) -> bool:
    """Return whether both are one prefactor times bracketed integer forms, one being m >= 2 times the other."""
    left, right = _split_bracket(gold, names), _split_bracket(given, names)
    if left is None or right is None or compare_values(left[0], right[0]).verdict != "equal":
        return False
    letters = [sorted(symbols(part[1]) & names) for part in (left, right)]
    if [len(item) for item in letters] != [1, 1]:
        return False
    aligned = substitute(right[1], letters[1][0], sym(letters[0][0]))
    context = Context()
    try:
        ratio = context.times(context.form(aligned), context.inverse(context.form(left[1])))
        forms = context.form(aligned), context.form(left[1])
        factor = _proportional(context, *forms)
    except NoForm:
        return False
    del ratio
    if factor is None or forms[0].bottom != forms[1].bottom:
        return False
    return any(value.denominator == 1 and value >= 2 for value in (factor, 1 / factor))


def matrix_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare matrices cell by cell; a column or row is also a tuple."""
    left, right = matrix_rows(gold.tree), matrix_rows(given.tree)
    if left is None and right is None:
        return None
    if left is None or right is None:
        rows, other = (left, given) if left is not None else (right, gold)
        items, kind = _items(other.tree)
        cells = vector(rows or ())
        if cells is None or kind not in ("tuple", "brackets"):
            return undecided("different_shapes")
        pair = (cells, items) if left is not None else (items, cells)
        return _in_order(*pair, "same-vector")
    if [len(row) for row in left] != [len(row) for row in right]:
        return different(f"{len(left)} rows against {len(right)}, or rows of other lengths")
    cells_left, cells_right = ([cell for row in rows for cell in row] for rows in (left, right))
    return _in_order(cells_left, cells_right, "same-matrix")


def vector_view(gold: Meaning, given: Meaning) -> Outcome | None:
    r"""Compare combinations of unit vectors, one with hats or arrows, and such ones with tuples and columns."""
    sides = (gold.tree, given.tree)
    tuples = [_items(tree)[0] if _items(tree)[1] in ("tuple", "brackets") else None for tree in sides]
    if (tuples[0] is None) == (tuples[1] is None) and (
        tuples[0] is not None or not any(map(has_arrow, sides))
    ):
        return None
    left, right = (
        items if items is not None else coordinates(tree) for items, tree in zip(tuples, sides, strict=True)
    )
    if left is None or right is None:
        return None
    if min(len(left), len(right)) == 2:  # in the plane: no third coordinate
        left, right = (side if len(side) == 3 else [*side, num(0)] for side in (left, right))
    return _in_order(left, right, "same-vector")


_FINITE = frozenset({"set", "list", "num", "dec"})


def set_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare sets of reals by membership; sets whose ends have letters, part by part."""
    left, right = gold.whole, given.whole
    kinds = {gold.tree.kind, given.tree.kind}
    if kinds <= _FINITE or (
        gold.name is not None and gold.whole.value == ("=",) and gold.tree.kind not in _SET_KINDS
    ):
        return None
    found = [_real_set_of(answer) for answer in (gold, given)]
    if found[0] is not None and found[1] is None and gold.tree.kind != "group":
        found[1] = _listed_intervals(given.tree)
    if sum(part is None for part in found) == 1:
        found = _with_point(found, gold, given)
    if found[0] is not None and found[1] is not None:
        same, witness = same_set(found[0], found[1])
        if not same:
            return (
                None
                if gold.tree.kind == given.tree.kind == "group"
                and is_tuple(gold.tree)
                and is_tuple(given.tree)
                else different(witness)
            )
        outcome = equal("same-set")
        letters = {item.letter for item in found if item is not None and item.letter}
        if letters == {"y", "f(x)"}:
            return outcome
        if len(letters) > 1 and any("(" in letter for letter in letters):
            return undecided("different_relations")  # a letter and the value of a function at it
        if len(letters) > 1 and _budget.depth > 1:
            return different("the letters differ")
        return lenient(outcome, "lhs-names-differ") if len(letters) > 1 else outcome
    if left.kind == right.kind == "rel" and _are_about_other_letters(left, right):
        return None
    chained = [
        _interval_of_chain(side.whole) or _ray(side.whole, other) or side.tree
        for side, other in ((gold, given), (given, gold))
    ]
    if all(tree.kind == "group" for tree in chained) and "rel" in (left.kind, right.kind):
        return _compare_set_parts(chained[0], chained[1]) or undecided("different_sets")
    if left.kind != "rel" and right.kind != "rel" and kinds & _SET_KINDS:
        return _compare_set_parts(gold.tree, given.tree)
    return None


def _with_point(found: list[RealSet | None], gold: Meaning, given: Meaning) -> list[RealSet | None]:
    """Return the sets with a closed value as the set of it, where the other side is a set of one number."""
    one = next(part for part in found if part is not None)
    tree = (given if found[0] is not None else gold).tree
    if one.cells != (False, True, False) or tree.kind not in VALUE_KINDS or symbols(tree):
        return found
    try:
        return [part if part is not None else point(tree) for part in found]
    except (Undefined, TooCostly):
        return found


_SET_KINDS = frozenset({"group", "cup", "cap", "minus", "name", "builder", "set", "or", "and"})


def _real_set_of(answer: Meaning) -> RealSet | None:
    """Return the set of reals an answer denotes, from its whole form or without its name."""
    try:
        found = real_set(_with_function_as_letter(answer.whole))
        if found is None and answer.tree is not answer.whole:
            found = real_set(answer.tree)
        if found is None and answer.tree == sym("R"):
            found = EVERYTHING
        if found is None and answer.tree.kind == "list" and _are_intervals(answer.tree.args):
            found = real_set(Node("cup", answer.tree.args))
        if found is None and answer.tree.kind == "list":
            found = _restricted(answer.tree)
        return found
    except TooCostly:
        return None


def _with_function_as_letter(tree: Node) -> Node:
    r"""Return `0 \le f(x) \le 1` with the value of the one function in it as a letter; any other tree as it is."""
    calls = {item for item in walk(tree) if item.kind == "call"} if tree.kind in _STATEMENTS else set()
    if len(calls) != 1 or not set(map(str, tree.value or "")) <= INEQUALITIES | {","}:
        return tree
    (call,) = calls
    if call.value not in ("f", "g", "h", "F") or [arg.kind for arg in call.args] != ["sym"]:
        return tree
    return replaced(tree, call, sym(f"{call.value}({call.args[0].value})"))


def _listed_intervals(tree: Node) -> RealSet | None:
    """Return the union of listed brackets, which are intervals where the gold is a set of reals; None of all else."""
    if tree.kind != "list" or not all(item.kind == "group" and len(item.args) == 2 for item in tree.args):
        return None
    try:
        return real_set(Node("cup", tree.args))
    except TooCostly:
        return None


def _are_intervals(items: tuple[Node, ...]) -> bool:
    """Return whether all items are brackets that only an interval can be."""
    return len(items) > 1 and all(
        item.kind == "group"
        and len(item.args) == 2
        and (
            item.value not in ("()", "[]")
            or any(
                part.kind in ("const", "mul") and Node("const", (), "oo") in walk(part) for part in item.args
            )
        )
        for item in items
    )


def _restricted(tree: Node) -> RealSet | None:
    r"""Return `x \in \mathbb{R}, x \ne 1` as one set; `x < 1, x > 3` have nothing in common, so either holds."""
    if not all(item.kind == "rel" for item in tree.args):
        return None
    if all(set(item.value) <= INEQUALITIES for item in tree.args) or any(
        item.value == ("in",) for item in tree.args
    ):
        both = real_set(Node("and", tree.args))
        return real_set(Node("or", tree.args)) if both is not None and not any(both.cells) else both
    return None


def _interval_of_chain(tree: Node) -> Node | None:
    """Return `a < x < b` as the interval (a, b), whatever letters its ends have; None for any other tree."""
    if tree.kind != "rel" or len(tree.value) != 2 or tree.args[1].kind not in ("sym", "call"):
        return None
    signs, ends = tree.value, (tree.args[0], tree.args[2])
    if set(signs) <= {">", ">="}:
        signs, ends = signs[::-1], ends[::-1]
    elif not set(signs) <= {"<", "<="}:
        return None
    brackets = ("[" if signs[0][-1] == "=" else "(") + ("]" if signs[1][-1] == "=" else ")")
    return Node("group", ends, brackets)


def _are_about_other_letters(gold: Node, given: Node) -> bool:
    """Return whether two chains have letters as ends and other letters between: `a < x < b` and `a < c < b`."""
    chains = [side for side in (gold, given) if len(side.value) == 2 and side.args[1].kind == "sym"]
    return len(chains) == 2 and gold.args[1] != given.args[1] and len(symbols(gold)) > 1


def _ray(tree: Node, other: Meaning) -> Node | None:
    """Return `x > a` as the interval (a, oo) against an interval for x; None for any other pair."""
    if tree.kind != "rel" or len(tree.value) != 1 or other.tree.kind != "group":
        return None
    (sign,), (left, right) = tree.value, tree.args
    if right.kind == "sym" and right == other.name:
        sign, left, right = SWAPPED.get(sign, ""), right, left
    is_about_letter = left.kind == "sym" and other.name in (None, left) and left.value not in symbols(right)
    if not is_about_letter or sign not in ("<", "<=", ">", ">="):
        return None
    if sign in (">", ">="):
        return Node("group", (right, INFINITY), ("(" if sign == ">" else "[") + ")")
    return Node("group", (negate(INFINITY), right), "(" + (")" if sign == "<" else "]"))


def _compare_set_parts(gold: Node, given: Node) -> Outcome | None:
    """Return the outcome of sets whose ends have letters: intervals end by end, unions part by part."""
    if gold.kind == given.kind == "group" and len(gold.args) == len(given.args):
        shapes = [tree.value.replace("](", "()").replace("]]", "(]") for tree in (gold, given)]
        if shapes[0] != shapes[1] and shapes != ["()", "[]"]:
            ends = _in_order(list(gold.args), list(given.args), "same-ends")
            return different("the brackets differ") if ends.verdict == "equal" else ends
        return None if shapes[0] != shapes[1] else _in_order(list(gold.args), list(given.args), "same-ends")
    if gold.kind == given.kind and gold.kind in ("cup", "cap"):
        return _match(list(gold.args), list(given.args))
    if (
        gold.kind == given.kind
        and gold.kind in ("minus", "builder", "name")
        and len(gold.args) == len(given.args)
    ):
        if gold.kind == "name":
            return different(f"{gold.value} against {given.value}")
        outcome = _in_order(list(gold.args), list(given.args), "same-set")
        return outcome if outcome.verdict == "equal" else undecided("different_sets")
    return None


def _items(tree: Node) -> tuple[list[Node], str]:
    """Return the items of an answer and what holds them: list, set, tuple, brackets, or one value."""
    if tree.kind == "list":
        return list(tree.args), "list"
    if tree.kind == "set":
        return list(tree.args), "set"
    if tree.kind == "group":
        return list(
            tree.args
        ), "tuple" if tree.value == "()" else "brackets" if tree.value == "[]" else "interval"
    if tree.kind == "matrix":
        cells = vector([row.args for row in tree.args])
        return (cells, "tuple") if cells is not None else ([tree], "value")
    if (
        tree.kind == "or"
        and all(is_assignment(item) for item in tree.args)
        and len({item.args[0] for item in tree.args}) == 1
    ):
        return [item.args[1] for item in tree.args], "list"
    return [tree], "value"


def _without_point_name(tree: Node) -> Node:
    r"""Return `P(1, 2)` and `\text{point } (1, 2)` as the tuple."""
    if tree.kind == "mul" and len(tree.args) == 2 and tree.args[1].kind == "group":
        name, coordinates = tree.args
        is_name = name.kind == "text" or (name.kind == "sym" and name.value.isupper())
        return coordinates if is_name and len(coordinates.args) > 1 else tree
    is_count = tree.kind == "fn" and tree.value in ("binom", "perm")
    return Node("group", tree.args, "()") if is_count and len(tree.args) == 2 else tree


def _is_same_point_name(gold: Node, given: Node) -> bool:
    """Return whether both are points with one capital letter in front: `M(1, 2)` and `M(1.0, 2)`."""
    return (
        gold.kind == given.kind == "mul"
        and gold.args[0] == given.args[0]
        and all(_without_point_name(side) is not side for side in (gold, given))
    )


def items_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare lists and sets by matching, tuples in order; a set or list of one is its item."""
    if is_tuple(gold.tree) != is_tuple(given.tree) or _is_same_point_name(gold.tree, given.tree):
        gold, given = (side._replace(tree=_without_point_name(side.tree)) for side in (gold, given))
    if _is_labelled_against_several(gold.tree, given.tree) or _is_labelled_against_several(
        given.tree, gold.tree
    ):
        return None
    if {gold.tree.kind, given.tree.kind} & _SET_OPERATIONS:
        return None  # a union is no one item
    integers = gold.integers | given.integers
    if bool(symbols(gold.tree) & integers) != bool(symbols(given.tree) & integers):
        return None  # a family is no one item
    left, left_holder = _items(_only_member(gold.tree))
    right, right_holder = _items(_only_member(given.tree))
    holders = {left_holder, right_holder}
    has_branches = any(len(branches(side.tree)) > 1 for side in (gold, given))
    if "interval" in holders or (holders == {"value"} and not has_branches):
        return None
    are_points = holders <= {"tuple", "brackets"}
    if has_branches and (are_points or "tuple" in holders):  # `(1,\pm2)` is two points, not two coordinates
        return _match_expanded(
            [gold.tree] if are_points or left_holder == "tuple" else left,
            [given.tree] if are_points or right_holder == "tuple" else right,
        )
    if are_points:
        outcome = _in_order(left, right, "same-tuple")
        may_be_intervals = len(holders) == 2 == len(left) and outcome.verdict != "different"
        return None if may_be_intervals else outcome
    if holders == {"tuple", "list"}:
        if any(item.kind in ("group", "set") for item in (left if left_holder == "list" else right)):
            return different("a tuple against a list of tuples")
        return by_convention(_in_order(left, right, "same-tuple"), "set-or-list")
    if holders == {"tuple", "value"} and "rel" in (gold.tree.kind, given.tree.kind):
        return None
    if "tuple" in holders or (holders == {"set", "brackets"} and len(left) == len(right) == 2):
        return different(f"a {left_holder} against a {right_holder}")
    if holders == {"set", "value"} and _is_set_of_names(left if left_holder == "set" else right):
        return different("a set against its member")
    return _match_repeats(left, right, holders == {"set"}, given.tree)


def _is_labelled_against_several(one: Node, other: Node) -> bool:
    """Return whether one answer has labels and the other labels too, or several items."""
    return _labels(one) is not None and (_labels(other) is not None or _items(other)[1] != "value")


def _is_set_of_names(items: list[Node]) -> bool:
    """Return whether a set holds one name or one set, which it does not equal as `{2}` equals 2."""
    return len(items) == 1 and items[0].kind in ("name", "set")


def _match_repeats(left: list[Node], right: list[Node], are_sets: bool, given: Node) -> Outcome:
    """Return the matching of two collections; a set, and an `or` of the response, may repeat a member."""
    if are_sets:
        left, right = _distinct(left), _distinct(right)
    outcome = _match_expanded(left, right)
    is_large = are_sets and max(len(left), len(right)) > MAX_MATCHED_ITEMS
    if is_large and outcome.verdict == "different" and not _are_whole_numbers([*left, *right]):
        return undecided("too_complex")  # members in two forms may be one
    if outcome.verdict != "equal" and given.kind == "list" and given.value == "or":
        return best_of((outcome, _match_expanded(left, _distinct(right))))
    return outcome


def _are_whole_numbers(items: list[Node]) -> bool:
    """Return whether all items are whole numbers as they stand: two of them are one only as trees."""
    return all(item.kind == "num" and isinstance(item.value, int) for item in items)


def _distinct(items: list[Node]) -> list[Node]:
    """Return the alternatives of an `or` without repeats: `x+11 or 11+x` says one thing twice; of many, equal trees."""
    if len(items) > MAX_MATCHED_ITEMS:
        return list(dict.fromkeys(items))
    found: list[Node] = []
    for item in items:
        alike = [other for other in found if (other.kind == "set") == (item.kind == "set")]
        if not any(compare_trees(item, other).verdict == "equal" for other in alike):
            found.append(item)
    return found


def _only_member(tree: Node) -> Node:
    """Return the tuple that a set of one holds: a one-point set equals its point."""
    return (
        tree.args[0] if tree.kind == "set" and len(tree.args) == 1 and tree.args[0].kind == "group" else tree
    )


def _match_expanded(gold: list[Node], given: list[Node]) -> Outcome:
    """Return the matching of items with plus-minus expanded; leniently with one branch of the gold's."""
    left = [branch for item in gold for branch in branches(item)]
    right = [branch for item in given for branch in branches(item)]
    outcome = _match(left, right)
    if outcome.verdict == "equal" or len(left) == len(gold):
        return outcome
    choices = [branches(item) for item in gold]
    if any(item.kind == "rel" and item.value != ("=",) for item in gold):
        return outcome
    if len(right) == len(given) == len(gold) and 2 ** (len(left) - len(gold)) <= 8:
        for choice in product(*choices):
            one = _match(list(choice), right)
            if one.verdict == "equal":
                return lenient(one, "pm-one-branch")
    return outcome


def _in_order(gold: list[Node], given: list[Node], rule: str) -> Outcome:
    """Return the outcome of two sequences, item by item; a parameter that links items is renamed alike in all."""
    if len(gold) != len(given):
        return different(f"{len(gold)} items against {len(given)}")
    linked = _linking_parameters(gold), _linking_parameters(given)
    if linked[0] or linked[1]:
        return _in_order_renamed(gold, given, linked, rule)
    return all_of((compare_trees(a, b) for a, b in zip(gold, given, strict=True)), rule)


def _linking_parameters(items: list[Node]) -> tuple[str, ...]:
    """Return the integer parameters of the items, when one of them stands in several items; else nothing."""
    if not any(map(symbols, items)):
        return ()
    names = parameters(tuple(items), frozenset())
    used = [symbols(item) & names for item in items]
    is_linked = any(sum(name in letters for letters in used) > 1 for name in names)
    return tuple(sorted(frozenset().union(*used))) if is_linked else ()


def _in_order_renamed(
    gold: list[Node], given: list[Node], linked: tuple[tuple[str, ...], tuple[str, ...]], rule: str
) -> Outcome:
    """Return equal when one renaming of the given side's linked parameters makes every item equal."""
    all_gold = tuple(sorted(parameters(tuple(gold), frozenset()) & frozenset().union(*map(symbols, gold))))
    all_given = tuple(sorted(parameters(tuple(given), frozenset()) & frozenset().union(*map(symbols, given))))
    if len(all_gold) != len(all_given) or len(all_gold) > 4:
        return undecided("linked_parameters")
    for order in permutations(all_gold):
        renamed = list(given)
        for step, old in enumerate(all_given):
            renamed = [substitute(item, old, sym(f"•{step}")) for item in renamed]
        for step, new in enumerate(order):
            renamed = [substitute(item, f"•{step}", sym(new)) for item in renamed]
        outcome = all_of(
            (
                compare_core(a, b)
                if {a.kind, b.kind} <= VALUE_KINDS | ANNOTATED
                else undecided("linked_parameters")
                for a, b in zip(gold, renamed, strict=True)
            ),
            rule,
        )
        if outcome.verdict == "equal":
            return outcome
    return undecided("linked_parameters")


def _match(gold: list[Node], given: list[Node]) -> Outcome:
    """Return the one-to-one matching of two collections, multiplicity kept; a member without partner is the witness."""
    if len(gold) != len(given):
        return different(f"{len(gold)} items against {len(given)}")
    rest_gold, rest_given = _without_common(gold, given)
    if not rest_gold or _are_same_numbers(rest_gold, rest_given):
        return equal("same-items")
    if len(rest_gold) > MAX_MATCHED_ITEMS:
        return undecided("too_complex")
    table: list[list[Outcome]] = []
    for item in rest_gold:
        row = [compare_trees(item, other) for other in rest_given]
        if all(outcome.verdict == "different" for outcome in row):
            return different(f"{_name_of(item)} has no partner")
        table.append(row)
    for allowed in (lambda o: o.verdict == "equal" and not o.lenient, lambda o: o.verdict == "equal"):
        partners = _perfect_matching(table, allowed)
        if partners is not None:
            return all_of((table[row][column] for row, column in enumerate(partners)), "same-items")
    if _perfect_matching(table, lambda o: o.verdict != "different") is not None:
        return undecided(
            next((o.reason for row in table for o in row if o.verdict == "undecided"), "undecided")
        )
    return different(f"{_name_of(rest_gold[0])} has no partner")


def _without_common(gold: list[Node], given: list[Node]) -> tuple[list[Node], list[Node]]:
    """Return both collections without the members that are the same tree."""
    common = Counter(gold) & Counter(given)
    rests = []
    for side in (gold, given):
        left = Counter(common)
        rest = []
        for item in side:
            if left[item]:
                left[item] -= 1
            else:
                rest.append(item)
        rests.append(rest)
    return rests[0], rests[1]


def _are_same_numbers(gold: list[Node], given: list[Node]) -> bool:
    """Return whether both hold numbers as they stand, exactly the same ones in some order."""
    sides = [_numbers(Node("list", tuple(side))) for side in (gold, given)]
    return None not in sides and Counter(sides[0]) == Counter(sides[1])


def _name_of(node: Node) -> str:
    """Return a short text for a tree, for witnesses."""
    value = numeric_value(node)
    if value is not None:
        return short(value[0])
    try:
        return str(mp().nstr(evaluate(node, {}, 15), 8))
    except (Undefined, TooCostly, OverflowError):
        return f"a gold member ({node.kind})"


def _perfect_matching(table: list[list[Outcome]], allowed: Callable[[Outcome], bool]) -> list[int] | None:
    """Return for every row its column in a perfect matching over the allowed cells, or None (augmenting paths)."""
    edges = [[column for column, outcome in enumerate(row) if allowed(outcome)] for row in table]
    owner: dict[int, int] = {}

    def place(row: int, seen: set[int]) -> bool:
        for column in edges[row]:
            if column not in seen:
                seen.add(column)
                if column not in owner or place(owner[column], seen):
                    owner[column] = row
                    return True
        return False

    if not all(place(row, set()) for row in range(len(table))):
        return None
    columns = {row: column for column, row in owner.items()}
    return [columns[row] for row in range(len(table))]


def cases_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare answers by cases: row by row in any order, the words between not counting; or piece by piece."""
    if gold.tree.kind != "cases" and given.tree.kind != "cases":
        return None
    from answer_math.by_cases import cases_of, same_by_residues, same_cases
    from answer_math.pieces import same_as_pieces

    if gold.tree.kind != "cases" or given.tree.kind != "cases":
        cases, other = (gold, given) if gold.tree.kind == "cases" else (given, gold)
        rows = cases_of(cases.tree) if other.tree.kind in VALUE_KINDS else None
        found = same_by_residues(rows, other.tree) if rows else None
        return found or same_as_pieces(cases.tree, other.tree) or undecided("different_cases")
    left, right = cases_of(gold.tree), cases_of(given.tree)
    if left is not None and right is not None:
        return same_cases(left, right, (gold.name, given.name), compare_trees)
    sides = []
    for tree in (gold.tree, given.tree):
        cells = [tuple(cell for cell in row.args if cell.kind != "text") for row in tree.args]
        sides.append([Node("group", row, "()") if len(row) > 1 else row[0] for row in cells if row])
    outcome = _match(sides[0], sides[1])
    return outcome if outcome.verdict == "equal" else undecided("different_cases")


#: words that say that nothing is a solution; against a number they leave it open
_NOTHING = frozenset({"none", "noneexist", "therearenone"})


def text_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare words; a single letter of mathematics is that letter as a word."""
    left, right = (_words(answer.tree) for answer in (gold, given))
    if EMPTY_SET in (gold.tree, given.tree) and (left in _NOTHING or right in _NOTHING):
        return equal("same-words")
    if left is None or right is None or "text" not in (gold.tree.kind, given.tree.kind):
        return None
    return equal("same-words") if left == right else different("the words differ")


def _words(tree: Node) -> str | None:
    """Return the words of a text node, or of a letter."""
    if tree.kind in ("text", "sym", "const"):
        return str(tree.value).lower()
    if tree.kind == "mul" and all(arg.kind in ("sym", "const") for arg in tree.args):
        return "".join(str(arg.value) for arg in tree.args).lower()
    return None


def value_view(gold: Meaning, given: Meaning) -> Outcome | None:
    """Compare two values, annotated or not."""
    kinds = VALUE_KINDS | ANNOTATED
    if gold.tree.kind not in kinds or given.tree.kind not in kinds:
        return None
    return compare_core(gold.tree, given.tree)


VIEWS: tuple[Callable[[Meaning, Meaning], Outcome | None], ...] = (
    text_view,
    cases_view,
    truth_view,
    condition_view,
    relation_view,
    branches_view,
    equations_view,
    labelled_view,
    family_view,
    exclusion_view,
    vector_view,
    matrix_view,
    set_view,
    items_view,
    value_view,
)

# ------------------------------------------------------------------------------
# 3  Trees
# ------------------------------------------------------------------------------


class _Budget(threading.local):
    """How many comparisons one pair of answers may still make, and how deep; each thread has its own."""

    depth = 0
    left = MAX_COMPARISONS


_budget = _Budget()


#: kinds that a number as it stands may have, and those of collections without order
_NUMERIC_KINDS = frozenset({"num", "dec", "div", "mul"})
_COLLECTIONS = frozenset({"list", "set"})


def _compare_plain(gold: Node, given: Node) -> Outcome | None:
    """Return the outcome of numbers as they stand, of lists and sets of them, and of equal tuples; else None."""
    if gold.kind in _NUMERIC_KINDS and given.kind in _NUMERIC_KINDS:
        left, right = numeric_value(gold), numeric_value(given)
        if left is not None and right is not None:
            return numbers_outcome(left[0], right[0], (left[1], right[1]), True)
    elif gold.kind in _COLLECTIONS and given.kind in _COLLECTIONS:
        if _numbers(gold) is not None and _numbers(given) is not None:
            are_sets = gold.kind == given.kind == "set"
            return _match_repeats(list(gold.args), list(given.args), are_sets, given)
    elif gold.kind == given.kind == "group" and gold.value == given.value == "()":
        values = _numbers(gold)
        if values is not None and values == _numbers(given):
            return equal("same-tuple")
    return None


def _numbers(tree: Node) -> list[Rational] | None:
    """Return the items of a tree when all are numbers as they stand, else None."""
    values = [numeric_value(item) for item in tree.args if item.kind in _NUMERIC_KINDS]
    found = [value[0] for value in values if value is not None]
    return found if found and len(found) == len(tree.args) else None


def compare_trees(gold: Node, given: Node) -> Outcome:
    """Return whether two trees denote the same answer, by the first view that can tell."""
    if gold == given:
        return equal("same-tree")
    plain = _compare_plain(gold, given)
    if plain is not None:
        return plain
    if gold.kind in _STATEMENTS and given.kind in _STATEMENTS and (witness := _other_places(gold, given)):
        return different(witness)
    if is_closed_equation(gold) and is_closed_equation(given) and _budget.depth:
        return all_of((compare_trees(a, b) for a, b in zip(gold.args, given.args, strict=True)), "same-sides")
    _budget.left -= 1
    if _budget.depth >= MAX_DEPTH or _budget.left < 0:
        return undecided("too_complex")
    _budget.depth += 1
    try:
        return _compare_meanings(meaning(gold), meaning(given))
    finally:
        _budget.depth -= 1


_STATEMENTS = frozenset({"rel", "list", "and"})


def _places_of_values(tree: Node) -> dict[Node, tuple[Node, ...]]:
    """Return where a chain says that a value is taken, by what it names: -1 for `y_max = y(-1) = 7`."""
    found = {}
    for item in tree.args if tree.kind != "rel" else (tree,):
        if (
            item.kind == "rel"
            and len(item.args) == 3
            and set(item.value) == {"="}
            and item.args[0].kind == "sym"
        ):
            name, place, _ = item.args
            is_product = place.kind == "mul" and place.args[0] == sym(str(name.value).partition("_")[0])
            arguments = place.args if place.kind == "call" else place.args[1:] if is_product else ()
            if arguments and not any(symbols(argument) for argument in arguments):
                found[name] = arguments
    return found


def _other_places(gold: Node, given: Node) -> str:
    """Return how two answers name other places for one value, or nothing: `y_max = y(-1) = 7`, `y_max = y(3) = 7`."""
    left, right = _places_of_values(gold), _places_of_values(given)
    for name in left.keys() & right.keys():
        one, other = left[name], right[name]
        if len(one) == len(other):
            pairs = zip(one, other, strict=True)
            apart = next((pair for pair in pairs if compare_values(*pair).verdict == "different"), None)
            if apart is not None:
                return f"the value is taken at {compare_values(*apart).witness}"
    return ""


#: kinds that only values have, and annotations without a period: two answers made of them alone go straight to the
#: value view
_PLAIN_KINDS = frozenset(
    {"num", "dec", "sym", "const", "add", "mul", "div", "pow", "root", "fn", "unit", "percent"}
)


def _is_plain(answer: Meaning) -> bool:
    """Return whether an answer is one value: no sign choice, period, residue, unit vector or stated integers."""
    tree = answer.tree
    if answer.integers or tree.kind not in _PLAIN_KINDS:
        return False
    found = facts(tree)
    has_members = ("pi" in found.constants and found.letters) or "pmod" in found.functions
    has_arrows = found.functions & {"hat", "vec"} or any(" " in letter for letter in found.letters)
    return found.kinds <= _PLAIN_KINDS and not has_members and not has_arrows


#: the views that compare relations with the names in them
_WHOLE_VIEWS = (condition_view, relation_view, branches_view, equations_view)
#: the views whose difference no later view could overrule, but for one branch of a plus-minus
_CONCLUSIVE = (labelled_view, family_view, matrix_view)


# -- steps that settle a pair before the views ---------------------------------


def restricted_step(gold: Meaning, given: Meaning) -> Outcome | None:
    r"""Settle answers of which one says that an index is not any integer: `k \in \mathbb{N}`, `k \ne 3n`."""
    if not (gold.restrictions or given.restrictions):
        return None
    from answer_math.restricted import restricted_outcome

    outcome = restricted_outcome(gold, given)
    if outcome is None and gold.restrictions != given.restrictions:
        return undecided("different_restrictions")
    return outcome


def renamed_parameter_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Accept a tuple or system whose parameter has another letter."""
    for renamed in parameters_renamed(gold, given):
        same = _compare_meanings(gold._replace(integers=frozenset()), renamed)
        if same.verdict == "equal":
            return by_convention(same, "parameter-renamed")
    return None


def flat_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Settle systems of linear equations, and tuples that run through lines and planes."""
    are_tuples = gold.tree.kind == given.tree.kind == "group" and symbols(gold.tree) and symbols(given.tree)
    if not are_tuples and not any(_has_equation_in_letters(side.whole) for side in (gold, given)):
        return None
    from answer_math.flats import flat_outcome

    return flat_outcome(gold, given)


def _has_equation_in_letters(tree: Node) -> bool:
    """Return whether one of several statements is an equation in two letters or more."""
    return tree.kind in ("and", "list") and any(
        item.kind == "rel" and item.value == ("=",) and len(symbols(item)) > 1 for item in tree.args
    )


def whole_ranges_step(gold: Meaning, given: Meaning) -> Outcome | None:
    r"""Settle two ranges of whole numbers: `n \ge 3` and `n = 3, 4, 5, \ldots`."""
    sides = (gold, given)
    if not any(side.integers or side.tree.kind == "name" or "…" in symbols(side.tree) for side in sides):
        return None
    from answer_math.whole_ranges import whole_ranges_outcome

    return whole_ranges_outcome(gold, given)


def residues_step(gold: Meaning, given: Meaning) -> Outcome | None:
    r"""Settle unions of residue classes: `n \equiv 0, 1 \pmod 4` and `n = 4k or n = 4k+1`."""
    sides = (facts(gold.whole), facts(given.whole))
    names = sides[0].functions | sides[1].functions
    divides = any(side.whole.kind == "rel" and side.whole.value == ("mid",) for side in (gold, given))
    if not divides and not names & {"pmod", "mod"}:
        return None
    from answer_math.residues import residues_outcome

    return residues_outcome(gold, given)


def whole_numbers_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Leave two inequalities open of which one is about whole numbers."""
    if gold.integers == given.integers:
        return None
    if gold.reals & given.integers or given.reals & gold.integers:
        return undecided("different_restrictions")  # any real is not any integer
    sides = (gold.whole, given.whole)
    is_inequality = any(side.kind == "rel" and set(side.value) & INEQUALITIES for side in sides)
    return undecided("different_restrictions") if is_inequality else None


def membership_step(gold: Meaning, given: Meaning) -> Outcome | None:
    r"""Leave open whether to be in a named set is to be it: `A \in B` against `A = B`."""
    signs = {side.whole.value for side in (gold, given) if side.whole.kind == "rel"}
    if signs != {("in",), ("=",)} or gold.tree.kind not in ("sym", "call", "cup", "cap", "mul"):
        return None
    return undecided("different_relations")


def same_tree_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Accept answers that are one tree once they are aligned."""
    return equal("same-tree") if gold.whole == given.whole else None


MAX_FIRST_INDEX = 2  # with which a sequence may begin without a word


def index_bound_step(gold: Meaning, given: Meaning) -> Outcome | None:
    r"""Settle sequences that say otherwise where their index begins: `a_n = 2^n, n \ge 1` against `a_n = 2^n`."""
    left, right = _index_bound(gold.whole), _index_bound(given.whole)
    if left[1] == right[1]:
        return None
    outcome = compare_trees(left[0], right[0])
    starts = [start for _, start in (left, right) if start is not None]
    if outcome.verdict == "equal" and (len(starts) > 1 or starts[0] > MAX_FIRST_INDEX):
        return undecided("different_restrictions")
    return by_convention(outcome, "common-domain")


def _index_bound(tree: Node) -> tuple[Node, int | None]:
    """Return a sequence without the bound of its index, and its first index; any other answer as it is, and None."""
    if tree.kind != "list" or len(tree.args) != 2 or not is_assignment(tree.args[0]):
        return tree, None
    value, bound = tree.args
    if bound.kind != "rel" or bound.value not in ((">=",), (">",)) or bound.args[0].kind != "sym":
        return tree, None
    index, end = bound.args
    is_index = index.value in PARAMETER_LETTERS & arguments(meaning(value))
    if not is_index or end.kind != "num" or not isinstance(end.value, int):
        return tree, None
    return value, end.value + (bound.value == (">",))


def dotted_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Settle lists, sets and sums of which one has dots."""
    if "…" not in symbols(gold.tree) and "…" not in symbols(given.tree):
        return None
    from answer_math.dotted import dotted_outcome

    outcome = dotted_outcome(gold, given, compare_trees)
    if outcome is None and ("…" in symbols(gold.tree)) != ("…" in symbols(given.tree)):
        return undecided("dots")  # nobody knows the value of dots
    return outcome


def renamed_constants_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Accept an answer whose arbitrary constants have other letters."""
    pairs = [(gold, renamed) for renamed in constants_renamed(gold, given)]
    if gold.reals:
        plain = gold._replace(reals=frozenset())
        pairs += [(plain, renamed) for renamed in stated_constants_renamed(gold, given)]
    for left, right in pairs:
        same = _compare_meanings(left, right)
        if same.verdict == "equal" and same.rule != SCALED:  # `x+2c` is not `x+C`: there c is a letter
            return by_convention(same, "constants-renamed")
    return None


def absorbed_constant_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Settle values with an arbitrary constant, which absorbs what they differ by."""
    if not _have_one_name(gold, given):
        return None
    return same_up_to_constant(gold.tree, given.tree) or same_with_scaled_constant(gold.tree, given.tree)


def _have_one_name(gold: Meaning, given: Meaning) -> bool:
    """Return whether two answers have the same name, or one of them none."""
    return gold.name is None or given.name is None or gold.name == given.name


def ordered_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Settle products of matrices that letters name: equal in their order, else open, as the letters may be numbers."""
    if not {gold.tree.kind, given.tree.kind} & {"mul", "pow", "add"}:
        return None
    if not any(_has_marked_capital(side.tree) for side in (gold, given)):
        return None
    from answer_math.ordered import same_ordered, speak_of_matrices

    if not speak_of_matrices(gold.tree, given.tree):
        return None
    return equal("same-product") if same_ordered(gold.tree, given.tree) else undecided("order_of_matrices")


def _has_marked_capital(tree: Node) -> bool:
    """Return whether a power stands in a tree with two capitals or more."""
    found = facts(tree)
    return "pow" in found.kinds and sum(name[0].isupper() for name in found.letters) > 1


def swapped_signs_step(gold: Meaning, given: Meaning) -> Outcome | None:
    r"""Accept `\pm` answers whose branches are the same two values, whichever is the upper one: equal sum and product.

    `\frac{b}{a}\sqrt{x^2-a^2}` and `b\sqrt{x^2/a^2-1}` have opposite signs where a is negative.
    """
    letters = symbols(gold.tree)
    if "pm" not in facts(gold.tree).kinds or not letters or letters != symbols(given.tree):
        return None
    if not _have_one_name(gold, given):
        return None
    sides = branches(gold.tree), branches(given.tree)
    if any(len(side) != 2 or not {branch.kind for branch in side} <= VALUE_KINDS for side in sides):
        return None
    sums, products = (add(*side) for side in sides), (mul(*side) for side in sides)
    is_same = all(compare_values(*pair).verdict == "equal" for pair in (sums, products))
    return equal("same-items") if is_same else None


def chain_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Accept joint equations that make the same terms equal: `a = b = c` and `a = c, c = b`."""
    if gold.chain is None and given.chain is None:
        return None
    from answer_math.conditions import equal_terms

    terms = equal_terms(_unchained(gold, given))
    is_same = terms is not None and terms == equal_terms(_unchained(given, gold))
    return equal("same-condition") if is_same else None


def plain_step(gold: Meaning, given: Meaning) -> Outcome | None:
    """Settle two values of one name or none that are nothing but values."""
    is_plain = _have_one_name(gold, given) and _is_plain(gold) and _is_plain(given)
    return compare_core(gold.tree, given.tree) if is_plain else None


STEPS: tuple[Callable[[Meaning, Meaning], Outcome | None], ...] = (
    whole_ranges_step,
    residues_step,
    restricted_step,
    renamed_parameter_step,
    interval_families,
    linked_outcome,
    flat_step,
    whole_numbers_step,
    membership_step,
    same_tree_step,
    index_bound_step,
    dotted_step,
    renamed_constants_step,
    absorbed_constant_step,
    swapped_signs_step,
    ordered_step,
    chain_step,
    plain_step,
)
"""Tried in order before the views; the first outcome stands, whatever it is."""


def _compare_meanings(gold: Meaning, given: Meaning) -> Outcome:
    """Return the outcome of the first step that settles the pair, else of the views."""
    gold, given = aligned(with_whole_members(gold), with_whole_members(given))
    for step in STEPS:
        outcome = step(gold, given)
        if outcome is not None:
            return outcome
    return _by_views(gold, given)


def _by_views(gold: Meaning, given: Meaning) -> Outcome:
    """Return the outcome of the views, and of the names that led the answers."""
    found: list[Outcome] = []
    for view in VIEWS:
        outcome = view(gold, given)
        if outcome is None:
            continue
        if outcome.verdict == "equal":
            return outcome if view in _WHOLE_VIEWS else _with_names(outcome, gold.name, given.name)
        is_final = (
            view in _CONCLUSIVE and outcome.verdict == "different" and "pm" not in facts(gold.tree).kinds
        )
        if is_final or view is cases_view:
            return outcome
        found.append(outcome)
    refuted = next((outcome for outcome in found if outcome.verdict == "different"), None)
    return refuted or (found[0] if found else undecided("different_shapes"))


def _with_names(outcome: Outcome, gold: Node | None, given: Node | None) -> Outcome:
    """Return an accept of values, leniently where they have other names: within an answer that is a difference."""
    if gold is None or given is None or bare_name(gold) == bare_name(given):
        return outcome
    if "text" in (gold.kind, given.kind):
        return undecided("different_labels") if are_other_quantities(gold, given) else outcome
    return different("the names differ") if _budget.depth > 1 else lenient(outcome, "lhs-names-differ")


# ------------------------------------------------------------------------------
# 4  Texts
# ------------------------------------------------------------------------------

_TEXT_COMMAND = r"(?P<wrapper>\\(?:text(?:bf|rm|it|sf)?|math(?:rm|bf))\{\s*)?"
_CHOICE_WITH_TEXT = (
    r"(?s)"
    + _TEXT_COMMAND
    + r"[(\[]?(?P<letter>[A-H])(?:[)\]][.:]?|\.)(?:[\s~}]|\\[ ,;:!]|\\q?quad(?![a-z]))+(?P<text>\S.*)"
)
_CHOICES = (
    r"(?:\\(?:text(?:bf|rm|it)?|math(?:rm|bf))\{\s?)?"
    r"(?P<letters>[A-H]{1,8}|[A-H](?:(?:[,;] ?|、| and |, and )[A-H]){1,7})\s?\}?"
)
#: only of what no reading makes mathematics: `A: B` is a ratio
_CHOICE_OF_WORDS = r"\s*" + _TEXT_COMMAND + r"[(\[]?(?P<letter>[A-H])[)\].:,]\s*\S"
_SMALL_CHOICE = r"\(?[a-h]\)"
_LONE_CHOICE = _TEXT_COMMAND + r"[(\[]?(?P<letter>[A-H])[)\]]?[.:]?\s*\}?"


def plain_numbers_outcome(gold: str, given: str) -> Outcome | None:
    """Return the outcome of two numbers in plain digits; None for all other texts."""
    left = plain_number(gold)
    right = plain_number(given) if left is not None else None
    if left is None or right is None:
        return None
    return numbers_outcome(left[0], right[0], (left[1], right[1]), True)


def is_numeric(text: str) -> bool:
    """Return whether a text is a number, or a list of numbers, as it stands (the numeric tier's domain)."""
    if plain_number(text) is not None:
        return True
    try:
        found = readings(text)
    except NotMath:
        return False
    tree = found[0].tree
    if numeric_value(tree) is not None or (tree.kind in _COLLECTIONS and _numbers(tree) is not None):
        return True
    return _is_numeric_tree(meaning(tree).tree)


def contradicts_unit(gold: str, unit: str) -> bool:
    """Return whether a word behind an answer is another unit than the gold's: `5 apples` against 5 `pears`.

    A word that is no known unit counts only as a plural noun, and only against a noun.
    """
    try:
        tree = meaning(readings(gold)[0].tree).tree
    except NotMath:
        return False
    if tree.kind != "unit":
        return False
    left, right = unit_of(tree.value), unit_of(unit)
    if right.noun and (not left.noun or not unit.lower().endswith("s") or len(unit) < 4):
        return False
    return not same_unit(left, right) or left.factor != right.factor


def list_size(text: str) -> int:
    """Return how many items a text lists in its ordinary readings; 1 for what is no list, 0 for what cannot be read."""
    if plain_number(text) is not None:
        return 1
    try:
        trees = [meaning(reading.tree).tree for reading in readings(text) if not reading.lenient]
    except NotMath:
        return 0
    return max(len(tree.args) if tree.kind == "list" else 1 for tree in trees)


def _is_numeric_tree(tree: Node) -> bool:
    """Return whether a tree is a numeric literal, annotated or not, or a collection of them."""
    if tree.kind in ("unit", "percent", "degree"):
        return _is_numeric_tree(tree.args[0])
    if tree.kind in ("list", "set") and tree.args:
        return all(_is_numeric_tree(meaning(item).tree) for item in tree.args)
    return numeric_value(tree) is not None or tree.kind in ("clock", "based")


def _outcome_of_readings(gold: Sequence[Reading], given: Sequence[Reading]) -> Outcome:
    """Return the best outcome over the readings of both sides, flagged where a lenient reading was needed."""
    outcomes = []
    for left, right in product(gold, given):
        outcome = compare_trees(left.tree, right.tree)
        rule = left.lenient or right.lenient
        outcome = lenient(outcome, rule) if rule else outcome
        if outcome.verdict == "equal" and not outcome.lenient:
            return outcome
        outcomes.append(outcome)
    return best_of(outcomes)


def _choice_outcome(gold: str, given: str) -> Outcome | None:
    r"""Return the outcome where one side is a choice with its text, `\textbf{(B)}\ 5`; None for anything else.

    A lone letter is compared with the choice's letter, `(b)` with `B`; any other answer may equal its text.
    """
    several = _several_choices(gold), _several_choices(given)
    if several[0] and several[1] and (len(several[0]) > 1 or len(several[1]) > 1):
        same = sorted(several[0]) == sorted(several[1])
        return (
            equal("same-choice", "choices-in-one-word")
            if same
            else different(f"choices {several[0]} against {several[1]}")
        )
    for small, capital in ((gold, given), (given, gold)):
        if len(small) <= 3 and pattern(_SMALL_CHOICE).fullmatch(small):
            lone = pattern(_LONE_CHOICE).fullmatch(capital)
            if lone is not None:
                return by_convention(_same_choice(lone["letter"], small[-2].upper()), "choice-case")
    left, right = pattern(_CHOICE_WITH_TEXT).match(gold), pattern(_CHOICE_WITH_TEXT).match(given)
    if (left is None) == (right is None):
        return None
    choice, other = (left, given) if left is not None else (right, gold)
    assert choice is not None
    lone = pattern(_LONE_CHOICE).fullmatch(other)
    if lone is not None:
        return _same_choice(lone["letter"], choice["letter"])
    text = choice["text"]
    if choice["wrapper"] and text.endswith("}") and text.count("}") > text.count("{"):
        text = text[:-1]
    if pattern(_CHOICE_WITH_TEXT).match(text):
        return None  # one choice, not a row of them
    pair = (text, given) if left is not None else (gold, text)
    found = compare(*pair)
    if found.verdict == "reject":
        return different(found.witness)
    return equal("same-choice", found.convention, found.lenient) if found.verdict == "accept" else None


def _several_choices(text: str) -> str:
    r"""Return the letters of a choice of several in one word or a list, `ABD`, `\text{A, B, D}`; nothing for others."""
    found = pattern(_CHOICES).fullmatch(text) if text[:1] in "ABCDEFGH\\" else None
    if found is None:
        return ""
    letters = "".join(letter for letter in found["letters"] if letter.isupper())
    return letters if list(letters) == sorted(set(letters)) or len(letters) < len(found["letters"]) else ""


def _same_choice(one: str, other: str) -> Outcome:
    """Return the outcome of two choice letters."""
    return equal("same-choice") if one == other else different(f"choice {one} against {other}")


def _readings_or_error(text: str) -> tuple[Reading, ...] | NotMath:
    """Return the readings of a text, or why there are none."""
    try:
        return readings(text)
    except NotMath as error:
        return error


def _is_empty_set(text: str) -> bool:
    """Return whether a text says that there is no solution."""
    found = _readings_or_error(text)
    return not isinstance(found, NotMath) and found[0].tree == EMPTY_SET


def _compare_words(gold: str, given: str, gold_is_math: bool, given_is_math: bool) -> Outcome:
    """Return the outcome of texts of which one at least is prose: as normalised words."""
    left, right = _plain_words(gold), _plain_words(given)
    if left == right and left:
        return equal("same-words")
    if (left in _NOTHING and _is_empty_set(given)) or (right in _NOTHING and _is_empty_set(gold)):
        return equal("same-words")
    for letter, prose in ((gold, given), (given, gold)):
        lone, choice = pattern(_LONE_CHOICE).fullmatch(letter.strip()), pattern(_CHOICE_OF_WORDS).match(prose)
        if lone is not None and choice is not None:
            return _same_choice(lone["letter"], choice["letter"])
    if gold_is_math or given_is_math or is_worth_asking(gold) or is_worth_asking(given):
        return undecided("unreadable")
    return different("the words differ")


_NOT_IN_WORDS = frozenset("=^_+<>*/|[$")


def _with_wording(outcome: Outcome, gold: str, given: str) -> Outcome:
    """Return the outcome, equal where two wordings say the same, and open where one of them says more."""
    if outcome.verdict == "equal" or not (_NOT_IN_WORDS.isdisjoint(gold) and _NOT_IN_WORDS.isdisjoint(given)):
        return outcome
    from answer_math.wording import roman_value, same_wording

    if gold.isdecimal() or given.isdecimal():
        number, numeral = (gold, given) if gold.isdecimal() else (given, gold)
        is_same = len(number) < 5 and roman_value(numeral) == int(number) > 0
        return equal("same-words") if is_same else outcome
    same = same_wording(gold, given)
    if same:
        return equal("same-words")
    is_words = outcome.verdict == "different" and outcome.witness == "the words differ"
    return undecided("different_words") if same is None and is_words else outcome


_ALIASES = (
    (r"\\(?:leqslant|leqq|leq)(?![A-Za-z])", r"\\le"),
    (r"\\(?:geqslant|geqq|geq)(?![A-Za-z])", r"\\ge"),
    (r"\\neq(?![A-Za-z])", r"\\ne"),
    (r"\\[dt]frac(?![A-Za-z])", r"\\frac"),
    (r"\\(?:left|right)(?![A-Za-z])", ""),
)


def _plain_words(text: str) -> str:
    """Return words with aliases of commands as one and without white space, but between digits."""
    for alias, replacement in _ALIASES:
        text = pattern(alias).sub(replacement, text)
    words = normal_words(text)
    return re.sub(r"(?<!\d)\s+|\s+(?!\d)", "", words)


def compare(gold: str, given: str) -> Comparison:
    """Return whether two answer texts denote the same: accept, reject with a witness, or undecided with a reason.

    Usable alone: `compare("1/2", "0.5").verdict == "accept"`.  Never raises.  DESIGN §6.
    """
    found = _compare(gold, given)
    if found.verdict == "accept" or _REMARKS.isdisjoint(given.replace("{", " ").replace("}", " ").split()):
        return found
    from answer_math.wording import without_remark

    bare = without_remark(given)
    return found if bare == given or without_remark(gold) != gold else _compare(gold, bare)


#: words that begin what an answer says of its reason or its place
_REMARKS = frozenset({"since", "because", "at", "where", "attained", "achieved"})


def _compare(gold: str, given: str) -> Comparison:
    """Return whether two answer texts denote the same, as they stand."""
    numbers = plain_numbers_outcome(gold, given)
    if numbers is not None:
        return as_comparison(numbers)
    choice = _choice_outcome(gold.strip(), given.strip())
    if choice is not None:
        return as_comparison(choice)
    left, right = _readings_or_error(gold), _readings_or_error(given)
    for side in (left, right):
        if isinstance(side, LimitExceeded):
            if normal_words(gold) == normal_words(given):
                return Comparison("accept", "accepted", "same-words")
            return Comparison("undecided", "too_complex", witness=side.detail)
    _budget.depth, _budget.left = 0, MAX_COMPARISONS
    if isinstance(left, NotMath) or isinstance(right, NotMath):
        outcome = _compare_words(gold, given, not isinstance(left, NotMath), not isinstance(right, NotMath))
        outcome = _with_wording(outcome, gold, given)
        return as_comparison(outcome) if outcome.verdict == "equal" else _second_opinion(gold, given, outcome)
    try:
        outcome = _outcome_of_readings(left, right)
    except RecursionError:
        outcome = undecided("too_complex")
    outcome = _with_wording(outcome, gold, given)
    if outcome.verdict == "undecided" and outcome.reason == "not_sampled":
        opinion = last_resort(left[0].tree, right[0].tree)
        return _as_comparison_of(opinion, outcome)
    return as_comparison(outcome)


def _second_opinion(gold: str, given: str, outcome: Outcome) -> Comparison:
    """Return what the third-party readers say where our reader declined notation that looks like mathematics."""
    if (
        not (is_worth_asking(gold) and is_worth_asking(given))
        or can_be_misread(gold)
        or can_be_misread(given)
    ):
        return as_comparison(outcome)
    return _as_comparison_of(second_opinion(gold, given), outcome)


#: what the sandbox could not finish is told apart from what nobody could decide
_SANDBOX_REASONS = frozenset({"timeout", "out_of_memory", "crashed", "unavailable"})


def _as_comparison_of(opinion: Opinion, otherwise: Outcome) -> Comparison:
    """Return an opinion as a comparison; without one, our own outcome."""
    if opinion.verdict == "undecided":
        if opinion.reason in _SANDBOX_REASONS:
            return as_comparison(undecided(opinion.reason), opinion.reader or "sandbox")
        return as_comparison(otherwise)
    return as_comparison(Outcome(opinion.verdict, opinion.reason, witness=opinion.witness), opinion.reader)


_VERDICTS = {"equal": "accept", "different": "reject", "undecided": "undecided"}
_REASONS = {"equal": "accepted", "different": "different"}


def as_comparison(outcome: Outcome, reader: str = "own") -> Comparison:
    """Return an outcome as the verdict that is reported."""
    verdict = _VERDICTS[outcome.verdict]
    reason = _REASONS.get(outcome.verdict) or outcome.reason or "undecided"
    return Comparison(
        verdict, reason, outcome.rule, outcome.lenient, outcome.convention, outcome.witness, reader
    )


__all__ = [
    "Comparison",
    "Outcome",
    "as_comparison",
    "compare",
    "compare_trees",
    "contradicts_unit",
    "is_numeric",
    "list_size",
    "meaning",
    "plain_numbers_outcome",
]
