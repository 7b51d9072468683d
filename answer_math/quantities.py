r"""Numbers, letters and sentences in the prose of a response, found at the speed of one search.

    number_in(text, start, end)      the last number of a range, with its sign, groups, clock and smaller parts
    quantity_at(text, start, end)    the number that begins here, with its unit
    sentence_end(view, start)        where a sentence ends, not inside mathematics
    reads(text)                      whether a candidate reads as an answer, not as prose
    math_tail(view, position)        the end of a sentence that reads as mathematics

Seed S3.1, rules 4 and 5; DESIGN §3.
"""

from __future__ import annotations

import re
from collections import deque

from answer_math.building import normal_words
from answer_math.reader import reads_as_answer
from answer_math.rules import pattern
from answer_math.symbols import GREEK, PHRASES
from answer_math.visible import MAX_CANDIDATE_CHARS, MAX_GAP_CHARS, MAX_SENTENCE_CHARS, View, blanked

DIGITS = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+,\d+|\d+(?:[.,]\d+)?[¼-¾⅐-⅞]?|\.\d+"
    r"|[¼-¾⅐-⅞])"
)
DIGIT = r"[\d¼-¾⅐-⅞]"
SIGNS_BEFORE_DIGIT = "-+−$€£¥\\."  # of a number that a digit follows
CURRENCY = r"(?:\\?\$|[€£¥])"
NUMBER = (
    r"(?P<version>\d+(?:\.\d+){2,})|(?P<number>(?:(?<![A-Za-z0-9.)\]}])[-+−])?"
    + CURRENCY
    + r"?(?<![A-Za-z_^.\d])"
    + DIGITS
    + r"(?:\(\d{1,20}\))?(?:[ ]\d{1,9}/\d{1,9}(?![\d.])|\s?/\s?\d+(?:\.\d+)?)?(?:[eE][-+]?\d+)?"
    r"(?:\s?(?:×|x|\*|\\times|\\cdot)\s?10)?(?:\^(?:\{\s{0,4}[-+−]?\d{1,9}\}|[-+−]?\d{1,9}))?(?:\s?\\?%)?)"
)
STOP_WORDS = (  # no units: "5 of them", "3 times"
    " a an the of to for from in on at by per is are was were be been and or not no so if as it its this that"
    " these those we you he she they i because since when where which who while with without than then there"
    " here thus hence therefore but after before until have has had will would can could should must may more"
    " less left each every only all total times ways correct right wrong clear obvious simple given below"
    " above obtained found also too both either our my his her their your let now note using into over under"
    " about ago repeating recurring です だ である 입니다 이다 "
)
DENIAL = r"(?i)\bno (?:[a-z]{3,10} ){0,2}(?:solutions?|roots?)\b"
NO_SOLUTION = r"(?i)(?:there (?:is|are|exists?) )?no [a-z ]{0,12}(?:solutions?|roots?|values?)"
SENTENCE_WORDS = frozenset(
    """the is are was were bee been be to of from at by so it its this that these those we you he she they because since
    when where which who while with without than then there here thus hence therefore but after before until have has
    had will would can could should must may get gets got took take takes make makes made give gives need needs found
    find finds ago repeating recurring does did do how what answer left more fewer once per""".split()  # noqa: SIM905
)
#: a word that stands free: not the `at` of `v+at/2`, nor the name of a function
WORD_OF_PROSE = r"(?<![^\s(\"'*])[A-Za-z]{1,2}(?=[\s,.;:!?)*'’]|$)|(?<![\\\w])[A-Za-z]{3,}(?![\w^_(])"
FOREIGN_WORD = r"(?:(?![A-Za-z])[^\W\d_])+"
FOREIGN_COPULAS = ("です", "である", "だ", "입니다", "이다")
FOREIGN_CONNECTIVES = frozenset({"и", "или", "і", "та", "або", "或", "且", "和", "与", "或者"})
LABELLED_SENTENCE = r"^\d{1,2}[.)] [A-Za-z]{2,}"
WORD_BEFORE_NUMBER = (
    r"^(?!(?:a?(?:rc)?(?:sin|cos|tan|cot|sec|csc|tg|ctg)h?|log|ln|lg|exp|sqrt|pi|abs|min|max|gcd|lcm|lim|minus"
    r"|negative)\b)[A-Za-z]{2,} [-+\d]"
)
LETTER = r"\(?(?P<letter>[A-H])\)?(?=[.,:;)\s。、，]|입니다|이다|です|$)"
LETTERS = r"\(?[A-H]\)?(?:(?:,? (?:and|or) |, ?)\(?[A-H]\)?){1,7}"
ARTICLE = r"A (?!(?:because|since|as|is|and|or|not|non|with|which|for)\b)[a-z]"
LONE_LETTER = r"(?<![A-Za-z0-9'’\\_^{])[A-H](?![A-Za-z0-9'’_^+*/=<>-])(?! ?[=+*/^<>])"
SENTENCE_END = r"[.!?؟](?=[\s*_\"'”)\]}$]|$)|[。！？।]|\n"
ABBREVIATION = r"(?i)(?:\b(?:approx|ca|no|nr|sq|cu|vs|resp|e\.g|i\.e|ft|in|oz|lb|min|sec|hr|max))$"
LEAD = r"[\s*_#>:：=,`\"“✅✔️}]*"
BULLET = r"[ \t]*(?:[-•*+]|\(?[a-h1-9][.)])[ \t]+(?=\S)"
FILLER = (
    r"(?i)(?:(?:is|are|equals|equal to|therefore|thus|hence|then|simply|just|exactly|approximately|approx\.?"
    r"|about|roughly|around|given by|indeed|now|clearly|option|choice|also|would be|to be|be|only"
    r"|all(?= [a-z]\b))(?=[\s:,])[\s:,]{0,8}|[≈≃~:]\s{0,4}|\\approx\s{0,4})"
)


def is_stop_word(word: str) -> bool:
    """Whether the word can be no unit and no answer of one word."""
    return f" {word.lower()} " in STOP_WORDS


HOURS_BEFORE = r"(?<![\d:.])\d{1,2}:\Z"
NUMBERS_AT_END = (
    r"(?i)\bare[ ](?:[*_]{1,2})?(?P<numbers>[-−]?\d[\d.]{0,15}(?:,[ ][-−]?\d[\d.]{0,15}){0,8},?[ ]and[ ][-−]?\d{1,15}"
    r"(?:\.\d{1,15})?)(?:[ ]?[A-Za-z°%]{1,15})?[*_.!\s]{0,8}\Z"
)
LARGER_PART = (
    r"(?i)(?<![\w.,])\d[\d.,]{0,9}[ ](?:years?|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|feet|foot|ft|yards?"
    r"|pounds?|lbs?|dollars?|euros?|kilograms?|kg|meters?|metres?),?[ ](?:and[ ])?\Z"
)
MORE_OF_NUMBER = (
    r"(?i)[ ](?:(?P<magnitude>thousand|million|billion|trillion)|months?|weeks?|days?|hours?|hrs?|minutes?|mins?"
    r"|seconds?|secs?|feet|foot|inch(?:es)?|ounces?|oz|cents?|pence|grams?|centimeters?|centimetres?)\b"
)


BEFORE_NUMBER = r"(?i)(?<![\d)] )(?<![\d)])\b(?:negative|minus)[ ]\Z|(?<![\w.,])\d[\d.]{0,9}[ ]or[ ]\Z"
ENDS_BEFORE_NUMBER = frozenset({"or ", "ve ", "us "})
"""How what BEFORE_NUMBER finds ends."""


def widened(text: str, start: int, begin: int, end: int) -> tuple[int, int]:
    """A number with what makes it another: `5:45`, `8 million`, `2 hours and 30 minutes`.

    >>> text = "It takes 2 hours and 30 minutes."
    >>> text[slice(*widened(text, 0, 21, 23))]
    '2 hours and 30 minutes'
    """
    if begin > start and text[begin - 1] == ":":
        hours = pattern(HOURS_BEFORE).search(text, max(start, begin - 3), begin)
        is_clock = hours and pattern(r"[0-5]\d\Z").match(text, begin, end)
        return (hours.start(), end) if hours and is_clock else (begin, end)
    left = (
        pattern(BEFORE_NUMBER).search(text, max(start, begin - 24), begin)
        if text[begin - 3 : begin].lower() in ENDS_BEFORE_NUMBER
        else None
    )
    if left:
        return left.start(), end
    more = pattern(MORE_OF_NUMBER).match(text, end) if text.startswith(" ", end) else None
    if more is None:
        return begin, end
    if more["magnitude"]:
        return begin, more.end()
    larger = pattern(LARGER_PART).search(text, max(start, begin - 24), begin)
    if larger is None:
        return begin, end
    before = pattern(LARGER_PART).search(text, max(start, larger.start() - 24), larger.start())
    return (before or larger).start(), more.end()


def numbers_at_end(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The list behind `are` that ends the range: "The numbers are 20, 4 and 15." """
    begin = max(start, end - MAX_GAP_CHARS)
    if text.find(" and ", begin, end) < 0:
        return None
    found = pattern(NUMBERS_AT_END).search(text, begin, end)
    if found and pattern(r"(?i)\b(?:because|since|as|where|when|if)\b[^.\n]*\Z").search(
        text, begin, found.start()
    ):
        return None
    return found.span("numbers") if found else None


def number_in(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The last number of the range: sign, groups, bar, percent and smaller parts included.

    Not an index or exponent, nor part of `1.2.3`.
    """
    found, position = None, start
    while digit := pattern(DIGIT).search(text, position, end):
        begin = digit.start()
        while begin > position and text[begin - 1] in SIGNS_BEFORE_DIGIT:
            begin -= 1
        number = pattern(NUMBER).search(text, begin, end)
        if not number:
            break
        is_void = text.startswith((" ", "%"), number.end()) and (
            pattern(COMPARED_BEHIND).match(text, number.end(), end) or is_rejected(text, number.end())
        )
        at = number.start()
        if number["number"] and not (is_void or is_denied(text, at) or is_whole(text, at)):
            found = number.span()
        position = number.end()
    return widened(text, start, *found) if found else None


DENIED = (
    r"(?i)(?:\b(?:not|never|cannot|rather[ ]than|instead[ ]of|no[ ]longer"
    r"|impossible[ ]for[ ](?:it|[a-z]|the[ ][a-z]{1,12}))|n['’]t)"
    r"(?:[ ](?:think|be|equal|just|only|it['’]?s|it|is|to|the|answer|that|or|nor|[A-H],?)){0,5}[ ]\$?\Z"
)


def is_denied(text: str, position: int) -> bool:
    """Whether the words before an offset deny what stands there: `not 42`, `it can't be 42`."""
    begin = max(0, position - MAX_GAP_CHARS)
    before = text[begin:position].lower()
    if not (
        "not" in before
        or "n't" in before
        or "n’t" in before
        or "never" in before
        or "inst" in before
        or "than" in before
        or "no longer" in before
        or "impossible" in before
    ):
        return False
    return pattern(DENIED).search(text, begin, position) is not None


REJECTED_BEHIND = (
    r"(?i)(?:\$|\\\))?\**[ ](?:also[ ])?(?:fails\b(?! to\b)|(?:is|would[ ]be)[ ](?:too[ ](?:small|large|big|low|high)"
    r"|wrong|incorrect|invalid|impossible|extraneous|rejected|discarded|excluded|ruled[ ]out|inadmissible)\b"
    r"|(?:does(?:[ ]not|n['’]t)[ ](?:work|satisfy|fit|count|qualify)|(?:cannot|can['’]t)[ ]be)\b"
    r"|is(?:[ ]not|n['’]t)[ ](?:an?[ ])?(?:valid|possible|allowed|admissible|acceptable|solution|right|correct)\b)"
)
REJECTED_WORDS = ("fails", "is", "would", "does", "can", "also")


def is_rejected(text: str, end: int) -> bool:
    """Whether the words behind a value rule it out: `16 fails`, `5 would be wrong`, `-3 is extraneous`."""
    word = text[end : end + 8].lstrip("$\\)*").lstrip(" ").lower()
    return word.startswith(REJECTED_WORDS) and pattern(REJECTED_BEHIND).match(text, end) is not None


WHOLE_OF_PART = (
    r"(?i)(?<![\w.,])\d[\d.,]{0,9}(?:\\?%)?(?:[ ][a-z]{1,12})?"
    r"[ ](?:out[ ]of|(?:out[ ])?of[ ](?:the|his|her|their|its|these|those))[ ]\$?\Z"
)


def is_whole(text: str, position: int) -> bool:
    """Whether a number before an offset is a part of what stands there: `12 of the 30`, `3 left out of 12`."""
    begin = max(0, position - MAX_GAP_CHARS)
    return " of " in text[begin:position] and pattern(WHOLE_OF_PART).search(text, begin, position) is not None


CHANGED_BEHIND = (
    r"(?i)[ ](?:[a-z]{1,6}[ ])?(?:to(?:[ ]the[ ]power(?:[ ]of)?)?|by|times|plus|minus"
    r"|(?:less|more|fewer|greater)[ ]than|(?:percent|%)[ ]of|per)"
    r"[ ][-$(\\]?\d"
)
OTHERS_BEHIND = (
    r"(?i)(?:(?:,[ ]\d[\d.]{0,15})*,?[ ]or[ ][-−]?\d[\d.]{0,15}(?<!\.))+"
    r"(?![\w^/%*+]|[ ](?:more|less|fewer)\b)"
)
SMALLER_PARTS_BEHIND = (
    r"(?i)(?:[ ](?:thousand|million|billion|trillion)\b|[ ]or[ ](?:more|less|fewer|greater)\b"
    r"|[ ](?:years?|months?|weeks?|days?|hours?|minutes?|feet|foot|ft|yards?|pounds?|lbs?|dollars?|meters?|metres?)"
    r",?[ ]"
    r"(?:and[ ])?\d[\d.]{0,9}[ ](?:months?|weeks?|days?|hours?|minutes?|seconds?|feet|inch(?:es)?|in|ounces?|oz|cents?"
    r"|centimeters?|centimetres?)\b)"
)
COMPARED_BEHIND = (
    r"(?i)[ ]?(?:percent[ ])?(?:more|less|fewer|greater|higher|lower|larger|smaller)[ ]than[ ](?![-$(\\]?\d)"
)
BOUNDED = (
    r"(?i)(?:(?:no[ ])?(?:less|more|fewer|greater|smaller|larger|higher|lower)[ ]than|at[ ](?:least|most)|up[ ]to|over"
    r"|under|above|below|between|either)[ ](?=[^.]{0,20}\d)"
)


def quantity_at(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The number that begins here, with up to two words of its unit, or None.

    Words that are no unit ("5 of them") stay outside; words that make another number of it
    do not ("5 to 6", "5 less than 20"): then it is all of the range.  Of "9 or 12" it is both numbers.
    None for "40% more than that".
    """
    sign = pattern(r"(?i)(?:minus|negative)\s+").match(text, start, end)
    number = pattern(NUMBER).match(text, sign.end() if sign else start, end)
    if not number or not number["number"]:
        return None
    stop = number.end()
    others = pattern(OTHERS_BEHIND).match(text, stop, end)
    if others:
        return start, others.end()
    parts = pattern(SMALLER_PARTS_BEHIND).match(text, stop, end)
    if parts:
        return start, parts.end()
    if pattern(COMPARED_BEHIND).match(text, stop, end):
        return None
    is_share = text[stop - 1] == "%" and pattern(r" of [-$(\\]?\d").match(text, stop, end)
    if is_share or pattern(CHANGED_BEHIND).match(text, stop, end):
        return start, end
    for _ in range(2):
        word = pattern(r"[ ~]?(?:\\text\s?\{\s?)?([^\W\d_]{1,20})\}?(?=[\s.,;:)!*]|$)").match(text, stop, end)
        if not word or is_stop_word(word[1]):
            break
        stop = word.end()
    behind = (
        "" if pattern(r" \([a-z]{3,}").match(text, number.end()) else text[number.end() : end].lstrip()[:1]
    )
    if (
        stop == number.end()
        and behind
        and (behind in "+*/^=<>_\\({√π∛" or (behind == "-" and text[number.end()] != " "))
        and not text.startswith(" (", number.end())
    ):
        return None
    if stop > number.end() and text[stop:end].lstrip(" *_")[:1] not in (
        "",
        ".",
        ",",
        ";",
        ":",
        ")",
        "(",
        "!",
    ):
        stop = number.end()
    return start, stop


def sentence_end(view: View, start: int) -> int:
    """The offset where the sentence that begins at `start` ends.

    At a full stop, a line end or after MAX_SENTENCE_CHARS; never inside a math span,
    behind an abbreviation, or at a `!` that an operator follows.
    """
    text, limit = view.text, min(len(view.text), start + MAX_SENTENCE_CHARS)
    spans = view.spans and view.spans_between(max(0, start - MAX_SENTENCE_CHARS), limit)
    for mark in pattern(SENTENCE_END).finditer(text, start, limit):
        at = mark.start()
        if spans and any(span.start <= at < span.end for span in spans):
            continue
        behind = text[mark.end() : mark.end() + 4].lstrip()[:1]
        if (
            mark[0] == "."
            and (behind.islower() or behind.isdigit())
            and pattern(ABBREVIATION).search(text[max(start, at - 8) : at])
        ):
            continue
        if mark[0] == "!" and ((behind and behind in "=+-*/<>^") or text[at - 1 : at + 2].endswith("!.")):
            continue  # a factorial
        return at
    return limit


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without space, emphasis and punctuation at its ends."""
    while start < end and (text[start].isspace() or text[start] in '*_`"“:：=,;}'):
        start += 1
    while start < end and (text[end - 1].isspace() or text[end - 1] in '*_`"”.,;:!。！、，✅'):
        if text[end - 1] == "." and text[end - 2 : end - 1] == ".":
            break
        end -= 1
    if text[end - 1 : end] == ")" and text.count("(", start, end) < text.count(")", start, end):
        end -= 1
    return start, end


def trimmed_space(text: str) -> tuple[int, int]:
    """The range of the text without white space at its ends."""
    return len(text) - len(text.lstrip()), len(text.rstrip()) or 0


def undelimited(view: View, start: int, end: int) -> str:
    """The range with the delimiters of its math spans blanked."""
    ranges: list[tuple[int, int]] = []
    for span in view.spans_between(start, end):
        ranges += ((span.start - start, span.inner_start - start), (span.inner_end - start, span.end - start))
    return blanked(
        view.text[start:end], [pair for pair in ranges if pair[0] < pair[1] <= end - start]
    ).strip()


def is_foreign_letter(char: str) -> bool:
    """Whether a letter that is not Latin is none of mathematics: no Greek or italic one, no superscript or fraction."""
    return char.isalpha() and not "Ͱ" <= char <= "Ͽ" and char < "\U0001d400"


def is_foreign_sentence(text: str) -> bool:
    """Whether words of other scripts stand before something else, or many of them: no unit as in `15 рублей`.

    >>> is_foreign_sentence("15 рублей"), is_foreign_sentence("5 и 7"), is_foreign_sentence("всего 15")
    (False, False, True)
    """
    words = [
        found
        for found in pattern(FOREIGN_WORD).finditer(text)
        if found[0].lower() not in FOREIGN_CONNECTIVES
        and not (len(found[0]) == 1 and text.startswith(")", found.end()))  # the label of a part
    ]
    words = [found for found in words if any(map(is_foreign_letter, found[0]))]
    if not words:
        return False
    has_more_behind = pattern(r"[A-Za-z0-9]").search(text, words[0].end()) is not None
    is_clause = words[-1][0].endswith(FOREIGN_COPULAS)
    return has_more_behind or is_clause or len(words) > 2 or sum(len(found[0]) for found in words) > 15


def words_of_prose(text: str) -> list[str]:
    """The words that stand free, in lower case."""
    return [word.lower() for word in pattern(WORD_OF_PROSE).findall(text)]


def makes_sentence(text: str) -> bool:
    """Whether a text holds a word that no formula has, not even `if A then not B`.

    >>> makes_sentence("I am not able to say"), makes_sentence("if A then not B")
    (True, False)
    """
    return not (SENTENCE_WORDS - {"then"}).isdisjoint(words_of_prose(text))


def is_prose(text: str) -> bool:
    """Whether words that make sentences stand outside `\\text{}`.

    >>> is_prose("it took 3 hours"), is_prose("x = 3 or x = 5"), is_prose("70 kg")
    (True, False, False)
    """
    bare = pattern(r"\\(?:text|mathrm|textbf|mbox)\s?\{[^{}]*\}").sub(" ", text) if "\\" in text else text
    if pattern(NO_SOLUTION).fullmatch(bare.strip()) or PHRASES.get(normal_words(bare)):
        return False
    if not bare.isascii() and is_foreign_sentence(bare):
        return True
    words = words_of_prose(bare)
    if not SENTENCE_WORDS.isdisjoint(words):
        return True
    if not words or " " not in bare:
        return False
    starts = LABELLED_SENTENCE if bare[0].isdigit() else WORD_BEFORE_NUMBER
    return pattern(starts, re.I).search(bare) is not None


DENIED_CHOICE = r"(?i:not)\s+(?:[A-H]\b|\([A-H]\))"


def reads(text: str) -> bool:
    """Whether a candidate of bounded length reads as an answer, not as prose; `not A` denies a choice."""
    if len(text) > MAX_CANDIDATE_CHARS or is_prose(text) or pattern(DENIED_CHOICE).match(text.strip()):
        return False
    return reads_as_answer(text.strip())


PLAIN_WORD = (
    r"(?<![\\A-Za-z])(?!(?:and|or|in|mod|pi|sqrt|exp|ln|log|lg|a?(?:rc)?(?:sin|cos|tan|cot|sec|csc)h?|min|max)\b)"
    r"[^\W\d_]{2,}(?=[\s,:]|$)"
)
BARE_NUMBERS = r"[\s\d.,;%/$+−-]*(?:(?:and|or)[\s\d.,;%/$−-]*)*|[(\[][\s\d.%/$−-]*[)\]]"


SOLVED = r"[\s&]*(?P<name>[A-Za-z]|\\[A-Za-z]{2,10})[\s&]*=(?!=)"
CALL = r"\s*\\?[A-Za-z]{1,10}(?:_\{?\w{1,4}\}?)?'{0,3}(?:\s?(?:\\left)?\([^()]{0,20}\))?\s*"


def letters_of(formula: str) -> set[str]:
    r"""The letters of a formula, Greek ones by name but for π: of `2x+\sin\theta` they are x and theta."""
    greek = {name for name in pattern(r"\\([A-Za-z]+)").findall(formula) if name in GREEK and name != "pi"}
    return greek | {letter for letter in pattern(r"\\[A-Za-z]+").sub(" ", formula) if letter.isalpha()}


def is_step_to(equation: str, solved: str) -> bool:
    """Whether an equation is a step to a solved one: `2x = 24` to `x = 12`, not `y = 1` nor `f(x) = 2x`."""
    last = pattern(SOLVED).match(solved)
    left, sign, right = equation.partition("=")
    if not last or not sign or right[:1] == "=" or left[-1:] in ("<", ">", "!", ":"):
        return False
    if pattern(CALL).fullmatch(left) or last["name"].strip("\\") not in letters_of(left):
        return False
    return letters_of(equation) <= letters_of(solved)


def steps_in(equations: list[str]) -> int:
    """The number of equations at the beginning that lead to the last one, `x = 12`, and are no answers."""
    steps = [place for place, each in enumerate(equations[:-1], 1) if is_step_to(each, equations[-1])]
    return steps[-1] if steps else 0


def after_steps(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without the equations at its beginning that lead to its last one: "3x = 15 and x = 5"."""
    if text.count("=", start, end) < 2 or " or " in text[start:end]:
        return start, end
    marks = list(pattern(r",? and |, (?:and |so )?").finditer(text, start, end))
    starts = [start, *[mark.end() for mark in marks]]
    ends = [*[mark.start() for mark in marks], end]
    steps = steps_in([text[a:b] for a, b in zip(starts, ends, strict=True)])
    return starts[steps], end


def math_tail(view: View, position: int) -> tuple[int, int] | None:
    """The end of a sentence that reads as more than numbers, or None.

    Of "the solutions are x = 3 and x = 5." all behind `are`; of "some 2 and 10" nothing.
    """
    text = view.text
    begin = max(0, position - MAX_SENTENCE_CHARS)
    breaks = deque(pattern(SENTENCE_END).finditer(text, begin, position), maxlen=1)
    start, end = breaks[0].end() if breaks else begin, sentence_end(view, position)
    words = deque(pattern(PLAIN_WORD).finditer(text, start, end), maxlen=1)
    start, end = trimmed(text, words[0].end() if words else start, end)
    start += 2 if text.startswith(("a ", "I "), start) else 0
    if start > position or pattern(BARE_NUMBERS).fullmatch(text, start, end) or not reads(text[start:end]):
        return None
    return after_steps(text, start, end)


IRRATIONAL_SIGN = r"[π√∛]"


def irrational_at(view: View, position: int) -> tuple[int, int] | None:
    """The expression between words around a number that `π` or a root belongs to, or None: `24π cubic inches`."""
    text = view.text
    begin, end = max(0, position - MAX_GAP_CHARS), min(len(text), position + MAX_GAP_CHARS)
    if text.isascii() or not pattern(IRRATIONAL_SIGN).search(text, begin, end):
        return None
    breaks = deque(pattern(SENTENCE_END).finditer(text, begin, position), maxlen=1)
    before = deque(pattern(PLAIN_WORD).finditer(text, begin, position), maxlen=1)
    start = max((found[0].end() for found in (breaks, before) if found), default=begin)
    behind = pattern(PLAIN_WORD).search(text, position, sentence_end(view, position))
    start, end = trimmed(text, start, behind.start() if behind else sentence_end(view, position))
    start += 2 if text.startswith(("a ", "I "), start) else 0
    is_part = pattern(IRRATIONAL_SIGN).search(text, start, end) and start <= position
    return (start, end) if is_part and reads(text[start:end]) else None
