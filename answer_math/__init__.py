"""The mathematics of answers: finding them, reading them, and deciding whether two are equal.

Usable alone: `read(text)` gives the tree of an answer, `equality.compare(gold, given)` a verdict.  The modules:

    response -> answer      visible, quantities, extraction; cleaning
    text -> tree            spellings, scanner, parser, building, reader; symbols, units, trailing, spoken, plain
                            wholes of their own: logic, labels, cases_in_words, quantifiers, sets_in_words
    tree                    tree: nodes and limits; rules: rules as data
    tree -> what it says    meaning, indices; alignment brings two to the same names
    two trees -> verdict    equality: steps and views; wording: answers in words; outcomes
      values                values, canonical (exact forms), doubles, sampling; annotated (units, percents, clocks);
                            constants, whole_numbers
      sets, conditions      sets, conditions, logic
      families              families, linked, restricted, interval_families, dotted, whole_ranges, residues
      tuples, cases         vectors, flats (lines and planes), ordered (matrices), pieces, by_cases
    other readers           third_party, sandbox, second_opinion: these alone know sympy, in a process of their own

What few answers need is imported where it is first needed.
"""

from answer_math.reader import read, readings, reads_as_answer
from answer_math.tree import LimitExceeded, Node, NotMath

__all__ = ["LimitExceeded", "Node", "NotMath", "read", "readings", "reads_as_answer"]
