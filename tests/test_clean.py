"""Section 5: cleaning an answer, the exact tier's string, the reproduction rule."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answer_math.cleaning import CLEANING, clean, normalise, reproduces
from answer_math.rules import Rule


@pytest.mark.parametrize("step", CLEANING, ids=lambda step: step.name)
def test_examples_of_each_rule(step: Rule[str, str]) -> None:
    """A rule changes its example as told and leaves the nearest things alone."""
    for before, after in step.changes:
        assert step.apply(before) == after
    for text in step.leaves:
        assert step.apply(text) == text


def test_names_are_unique() -> None:
    """Every rule stands once in the table, and has a near miss."""
    names = [step.name for step in CLEANING]
    assert len(set(names)) == len(names) > 10
    assert all(step.leaves and step.spec for step in CLEANING)


CHANGED = [
    (" 5 ", "5"),
    ("**5**", "5"),
    ("*5*", "5"),
    ("`5`", "5"),
    ("_C_", "C"),
    ("'42'", "42"),
    ("$x$", "x"),
    ("$$x$$", "x"),
    ("\\(x\\)", "x"),
    ("\\[ x \\]", "x"),
    ("\\boxed{5}", "5"),
    ("$\\boxed{\\text{yes}}$.", "yes"),
    ("The answer is $5$.", "5"),
    ("Answer: 5", "5"),
    ("**Answer:** 5", "5"),
    ("Final answer: 5", "5"),
    ("result: 5", "5"),
    ("答案是 5", "5"),
    ("答案为5", "5"),
    ("0{,}5", "0.5"),
    ("x = -1{,}25", "x = -1.25"),
    ("(-0{,}5; 2)", "(-0.5; 2)"),
    ("5.", "5"),
    ("90^\\circ.", "90^\\circ"),
    ("x,", "x"),
    ("\\textbf{(A)}", "(A)"),
    ("\\mathrm{E}", "E"),
    ("\\text{ANSWER: } \\$460", "\\$460"),
    ("$9{,}500", "\\$9{,}500"),
    ("0.3333$", "0.3333"),
    ("$2$ and $3$", "2 and 3"),
    ("$2$$3$", "2 3"),
    ("\\,256\\,", "256"),
    ("= 5", "5"),
    ("185\\", "185"),
    ("\\\\frac{1}{2}", "\\frac{1}{2}"),
    ("\x0crac{1}{2}", "\\frac{1}{2}"),
    ("-5\\lex\\le1", "-5\\le x\\le1"),
    ("3+4 = 7", "7"),
    ("f(2)+1 = 3+1 = 4", "4"),
    ("x = 1/3 \\approx 0.33", "x = 1/3"),
    ("x \\approx 11", "11"),
    ("\\sqrt{4} = 2", "2"),
    ("e^{i\\pi} = -1", "-1"),
    ("\\binom{5}{2} = 10", "10"),
    ("(35 + 70 = 105)", "105"),
    ("\\begin{align*} S &= 1+2 \\\\ &= 3 \\end{align*}", "3"),
    ("\\begin{aligned} x &= 1 \\\\ y &= 2 \\end{aligned}", "x = 1, y = 2"),
    ("\\displaystyle \\frac12", "\\frac12"),
]
CHANGED += [
    ("minus 5", "-5"),
    ("=> 7", "7"),
    ("2x = 10 \\Rightarrow x = 5", "x = 5"),
    ("（1，2）", "(1,2)"),
    ("\\boxed{\\quad 4 \\quad}", "4"),
    ("4 \\\\", "4"),
]
KEPT = [
    "x = 5",
    "2x+3=7",
    "x = y = 2",
    "y = 2x+1",
    "5 = 5",
    "x^2+y^2=1",
    "S = \\pi r^2",
    "x=1, y=2",
    "x=1, x=2",
    "a) 1 b) 2",
    "1;2;3",
    "70 kg",
    "70 \\text{ kg}",
    "50\\%",
    "50%",
    "\\$5",
    "10{,}000",
    "1{,}234{,}567",
    "10,\\!080",
    "10\\,000",
    "12 345",
    "3 1/2",
    "5!",
    "x**2",
    "f_3(b)-f_2",
    "42'",
    "f'(x)",
    "[1,2)",
    "(1,2)",
    "\\{1,2,3\\}",
    "{1,2}",
    "1, 2, ...",
    "\\left\\{ x \\right.",
    "\\text{a} and \\text{b}",
    "\\mathrm{E}*2",
    "\\begin{pmatrix}1\\\\2\\end{pmatrix}",
    "x \\in (0, 2)",
    "n \\equiv 2 \\pmod{5}",
    "\\angle ABC = 40^\\circ",
    "6:10",
    "A:B=1",
    "\\int x\\,dx",
    "x\\le 1",
    "-5\\le x\\le 1",
    "12\\text{ degrees}",
    "1011_2",
    "f(x)=x+1",
    "P(A)=\\frac{1}{2}",
    "|x|<2",
    "\\frac{a}{b}=c",
    "k=0,1",
    "100/1.6^2=t",
    "3m = 6",
    "A \\Rightarrow B",
    "x >= 5",
]


@pytest.mark.parametrize(("before", "after"), CHANGED)
def test_changed(before: str, after: str) -> None:
    """Wrappers, prefixes, damage and chains go."""
    assert clean(before).text == after
    assert clean(before).steps


@pytest.mark.parametrize("text", KEPT)
def test_kept(text: str) -> None:
    """What a reader needs stays as it is."""
    assert clean(text) == (text, ())


PIECES = st.sampled_from(
    [
        "$",
        "\\boxed{",
        "\\text{",
        "}",
        "{",
        "**",
        "*",
        "_",
        "`",
        "'",
        '"',
        "5",
        "x",
        "=",
        "\\approx",
        ".",
        ",",
        " ",
        "\\,",
        "\\",
        "answer: ",
        "{,}",
        "\\frac",
        "\\le",
        "\\(",
        "\\)",
        "\x0c",
        "\t",
        "\\begin{align}",
        "\\end{align}",
        "&",
        "\\\\",
        "(",
        ")",
        "~",
    ]
)


@given(st.lists(PIECES | st.text(max_size=4), max_size=14).map("".join))
@settings(max_examples=3000, deadline=None)
def test_clean_is_idempotent(text: str) -> None:
    """Cleaning what is clean changes nothing; no text raises."""
    once = clean(text)
    assert clean(once.text).text == once.text
    assert bool(once.steps) == (once.text != text) or once.text == text


@given(
    st.from_regex(
        r"[ $*`]{0,3}[-+]?[0-9]{1,6}(\.[0-9]{1,4})?( kg|\\%|\\text\{ cm\}|\^\\circ)?[ $*`.]{0,3}",
        fullmatch=True,
    )
)
@settings(max_examples=500, deadline=None)
def test_digits_and_units_survive(text: str) -> None:
    """No digit, unit or percent sign is lost, whatever wraps the number."""
    kept = clean(text).text
    for part in ("kg", "\\%", "cm", "circ"):
        assert (part in kept) == (part in text)
    assert [c for c in kept if c.isdigit()] == [c for c in text if c.isdigit()]


SAME = [
    ("x = 2", "x=2"),
    ("\\left( 1, 2 \\right)", "(1,2)"),
    ("\\dfrac{1}{2}", "\\frac{1}{2}"),
    ("\\tfrac12", "\\frac12"),
    ("2\\cdot x", "2*x"),
    ("2 \\times x", "2*x"),
    ("$5$", "5"),
    ("5.", "5"),
    ("\\sqrt{2}\\,(m+3)", "\\sqrt{2}(m+3)"),
    ("Yes", "yes"),
    ("M \\ N", "M \\setminus N"),
    ("5 \\ x", "5x"),
    ("12,\\! 345", "12,345"),
    ("\\cos \\theta _1", "\\cos\\theta_1"[:4] + " \\theta_1"),
]
DIFFERENT = [
    ("3 1/2", "31/2"),
    ("1 2", "12"),
    ("a \\leftarrow b", "a b"),
    ("x \\in t", "x\\int"),
    ("1, 2", "12"),
    ("\\cdots", "*s"),
    ("-5", "5"),
    ("(1,2)", "[1,2]"),
    ("10\\,000", "10000"),
    ("M \\ N", "MN"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_normalised_same(left: str, right: str) -> None:
    """The strings of the seed's table meet."""
    assert normalise(left) == normalise(right)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_normalised_different(left: str, right: str) -> None:
    """White space never joins two numbers or makes another command."""
    assert normalise(left) != normalise(right)


@pytest.mark.parametrize(
    ("response", "gold"),
    [
        ("In 6 and 8 h.", "In 6 and 8 h."),
        ("in 6 and 8 h", "In 6 and 8 h."),
        ("odd $n$", "odd n"),
        ("Oven", "oven"),
        ("<answer>Hello123</answer>", "Hello123"),
        ("answer: 100百万円", "100百万円"),
        ("x = 2", "x=2"),
        ("<think>?</think>はい", "はい"),
        ("\\text{yes}", "yes"),
        ("yes", "\\text{yes}"),
    ],
)
def test_reproduces(response: str, gold: str) -> None:
    """A response that is the gold, wrapped or not, is accepted as a whole."""
    assert reproduces(response, gold)


@pytest.mark.parametrize(
    ("response", "gold"),
    [
        ("In 6 and 9 h.", "In 6 and 8 h."),
        ("", ""),
        ("", "5"),
        ("5", ""),
        ("It is 5", "5"),
        ("<answer>Hello124</answer>", "Hello123"),
        ("3 1/2", "31/2"),
        ("<think>5</think>", "5"),
        ("5" * 10_000, "5"),
    ],
)
def test_does_not_reproduce(response: str, gold: str) -> None:
    """Anything else, the empty answer too, is not."""
    assert not reproduces(response, gold)
