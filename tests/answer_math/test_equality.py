r"""Equality of answers, row by row of DESIGN §6 and rule by rule of §7.

Every row is (gold, another way to write it, the nearest answer that is not equal to it): the first two are
accepted without leniency, the third must not be accepted.
"""

from __future__ import annotations

import pytest

from answer_math.equality import compare, is_numeric

Row = tuple[str, str, str]

# ------------------------------------------------------------------------------
# 1  Numbers (DESIGN §4)
# ------------------------------------------------------------------------------

NUMBERS: tuple[Row, ...] = (
    ("7", "7.0", "-7"),
    ("7", "+7", "77"),
    ("-3", "−3", "3"),
    ("0", "-0", "0.1"),
    ("12345", "12{,}345", "12.345"),
    ("12345", r"12\,345", "1234.5"),
    ("12345", r"12,\!345", "12346"),
    ("12345", "12 345", "123"),
    ("1234567", "1,234,567", "1,234,576"),
    ("1000000", "10^6", "10^5"),
    ("100000000000000000000000001", "100000000000000000000000000+1", "100100000000000000000000001"),
    ("2^{100}", "1267650600228229401496703205376", "1267650600228229401496703205377"),
    ("0.5", ".5", "5"),
    ("0.5", r"\frac12", r"\frac{1}{20}"),
    ("0.5", "0{,}5", "0{,}05"),
    ("0.5", "0,5", "0,55"),
    ("3.10", "3.1", "3.01"),
    ("-0.75", r"-\frac{3}{4}", r"\frac{3}{4}"),
    (r"\frac{-3}{4}", r"-\dfrac34", r"\frac{-4}{3}"),
    (r"\frac{3}{-4}", r"-\tfrac{3}{4}", r"\frac{-3}{-4}"),
    ("2/3", "4/6", "3/2"),
    ("2/3", "⅔", "⅓"),
    (r"2\frac{1}{3}", "7/3", r"\frac{2}{3}"),
    (r"2\frac13", "2 1/3", "21/3"),
    ("3 1/2", "7/2", "31/2"),
    ("3 1/2", "3.5", "3/2"),
    ("-2 1/2", "-5/2", "-3/2"),
    ("-2½", r"-\frac52", r"-\frac32"),
    (r"2\frac{a}{2b}", r"\frac{a}{b}", r"2+\frac{a}{2b}"),
    (r"2\cdot\frac13", "2/3", "7/3"),
    ("0.(3)", r"\frac13", "0.3"),
    ("0.1(6)", r"\frac16", "0.(16)"),
    (r"0.\overline{27}", r"\frac{3}{11}", "0.27"),
    (r"0.1\overline{6}", "1/6", "0.16"),
    ("0.333...", r"\frac{1}{3}", "0.33"),
    ("0.9(9)", "1", "0.99"),
    (r"2.5\cdot 10^{-3}", "0.0025", "0.025"),
    (r"2.5\times10^{-3}", "2.5e-3", "2.5e3"),
    ("6.02e23", r"602\cdot10^{21}", r"60.2\cdot10^{21}"),
    ("1E3", "1000", "1E4"),
    ("2E-8", "0.00000002", "0.0000002"),
    ("3 million", "3000000", "3000"),
    ("forty-two", "42", "24"),
    ("one hundred and five", "105", "1005"),
    ("20%", r"20\%", "2%"),
    ("7,1%", "7.1%", "71%"),
    ("12.5%", r"12\frac12\%", "12%"),
    ("20%", "20 percent", "20 degrees"),
    (r"1011_2", r"1011_{2}", r"1011_3"),
    (r"1011_2", "11", "13"),
    (r"52_8", "42", "52"),
    ("6:10", "6:10", "6:11"),
    ("6:10 a.m.", "6:10 am", "6:10 p.m."),
    ("3:5", "3/5", "5:3"),
    ("2:3:4", "4:6:8", "4:6:9"),
    ("1:2:3", r"\frac12:1:\frac32", "1:3:2"),
    ("1e3", "1000", "e^3"),
    ("5!", "120", "5"),
    ("-5^2", "-25", "25"),
    ("(-5)^2", "25", "-25"),
    ("2^{3^2}", "512", "64"),
    ("2^3^2", "2^9", "8^2"),
    ("1/2/3", "1/6", "3/2"),
    ("8:4:2", "8:4:2", "8:2:4"),
    (r"8 : 4 \cdot 2", "4", "1"),
    ("6/2*3", "9", "1"),
    ("--3", "3", "-3"),
    ("5-(-2)", "7", "3"),
    ("1,5", "1.5", "15"),
    ("1 234,5", "1234.5", "1.2345"),
    ("1,234.5", "1234.5", "1.2345"),
    (r"\frac{1}{0.5}", "2", "0.5"),
    (r"10{,}000", "10000", "100"),
    ("007", "7", "700"),
    ("−½", "-0.5", "½"),
    ("３", "3", "4"),
    ("17/5", "3.4", "3.5"),
    ("0.1234567", "0.1234567000", "0.1234667"),
    ("1e400", "10^{400}", "10^{401}"),
)

# ------------------------------------------------------------------------------
# 2  Units, degrees, money
# ------------------------------------------------------------------------------

UNITS: tuple[Row, ...] = (
    ("70 kg", r"70\text{ kg}", "70 g"),
    ("70 kg", "70000 g", "7000 g"),
    ("1.5 km", "1500 m", "150 m"),
    (r"5\,\mathrm{cm}", "50 mm", "5 mm"),
    (r"12\text{ cm}^2", "12 square centimeters", r"12\text{ cm}^3"),
    (r"1\text{ m}^2", r"10000\text{ cm}^2", r"100\text{ cm}^2"),
    ("90 min", "1.5 hours", "1.5 min"),
    ("36 km/h", "10 m/s", "10 km/s"),
    (r"\$5", "5 dollars", "5 euros"),
    (r"\$2.50", "250 cents", "25 cents"),
    (r"\$1,200", "1200 dollars", "12 dollars"),
    ("3 apples", "3 apple", "3 pears"),
    ("5 boxes", "5 box", "6 boxes"),
    (r"60^\circ", "60°", "6°"),
    (r"60^\circ", "60 degrees", "60 minutes"),
    (r"30^\circ 15'", r"30.25^\circ", r"30.15^\circ"),
    (r"30^\circ15'36''", r"30.26^\circ", r"30.1536^\circ"),
    (r"25^\circ C", r"25^{\circ}\text{C}", r"25^\circ F"),
    (r"2\pi\text{ cm}", r"2\pi~\mathrm{cm}", r"2\pi\text{ m}"),
    (r"\sin 30^\circ", r"\frac12", r"\sin 30"),
    (r"\cos 60^{\circ}", "0.5", r"\cos 30^{\circ}"),
    (r"\tg 45^\circ", "1", r"\tg 45"),
    (r"2\text{ h }", "2 hours", "2 days"),
    ("3 ft", "36 inches", "30 inches"),
    ("10 m/s", r"10\ \frac{\text{m}}{\text{s}}", "10 m"),
)

# ------------------------------------------------------------------------------
# 3  Values: radicals, powers, logarithms, trigonometry, combinatorics
# ------------------------------------------------------------------------------

VALUES: tuple[Row, ...] = (
    (r"\sqrt{8}", r"2\sqrt2", r"4\sqrt2"),
    (r"\sqrt{12}", "2*sqrt(3)", "3*sqrt(2)"),
    (r"\frac{1}{\sqrt2}", r"\frac{\sqrt2}{2}", r"\frac{\sqrt2}{4}"),
    (r"\sqrt{2}+\sqrt{3}", r"\sqrt{5+2\sqrt{6}}", r"\sqrt5"),
    (r"\sqrt[3]{54}", r"3\sqrt[3]2", r"3\sqrt2"),
    (r"{}^4\sqrt{16}", "2", "4"),
    (r"\sqrt[3]{-8}", "-2", "2"),
    (r"(-8)^{1/3}", "-2", "2"),
    (r"(-5)^{1/5}", r"-\sqrt[5]{5}", r"\sqrt[5]{5}"),
    (r"\sqrt{x^2}", "|x|", "x"),
    (r"\sqrt[3]{x^3}", "x", "|x|"),
    (r"2^{-3}", r"\frac18", "-8"),
    (r"8^{2/3}", "4", "16/3"),
    (r"27^{\frac{2}{3}}", "9", "18"),
    (r"\left(\frac23\right)^{-2}", r"\frac94", r"\frac49"),
    (r"X \left(a+b\right)^{-1}", r"\frac{X}{a+b}", "X(a+b)"),
    (r"e^{\ln 5}", "5", "e^5"),
    (r"\log_2 8", "3", "4"),
    (r"\log_{4}8", "1.5", "2"),
    (r"\lg 1000", "3", r"\ln 1000"),
    (r"\log_2 10", r"\frac{1}{\lg 2}", r"\lg 2"),
    (r"\ln 12", r"2\ln2+\ln3", r"\ln2+2\ln3"),
    (r"\ln x^2", r"2\ln|x|", r"(\ln x)^2"),
    (r"\log_a b", r"\frac{\ln b}{\ln a}", r"\frac{\ln a}{\ln b}"),
    (r"\log_2 x + \log_2 y", r"\log_2 (xy)", r"\log_2(x+y)"),
    (r"\log_{10}(x)", r"\lg x", r"\ln x"),
    (r"\sin^2 x", r"1-\cos^2x", r"\sin x^2"),
    (r"\sin^22\alpha", r"(\sin 2\alpha)^2", r"\sin^{22}\alpha"),
    (r"\sin^{2}2\alpha", r"4\sin^2\alpha\cos^2\alpha", r"2\sin^2\alpha"),
    (r"\sin 2x", r"2\sin x\cos x", r"2\sin x"),
    (r"\tanx", r"\frac{\sin x}{\cos x}", r"\frac{\cos x}{\sin x}"),
    (r"\tg x", r"\tan x", r"\ctg x"),
    (r"\ctg x", r"\cot(x)", r"\tg(x)"),
    (r"\arctg 1", r"\frac{\pi}{4}", r"\tg 1"),
    (r"\arcctg 1", "pi/4", "-pi/4"),
    (r"\arcctg(-1)", r"\frac{3\pi}{4}", r"-\frac{\pi}{4}"),
    (r"\cosec x", r"\frac{1}{\sin x}", r"\frac{1}{\cos x}"),
    (r"\sec x", r"\frac{1}{\cos x}", r"\frac{1}{\sin x}"),
    (r"\sin^{-1}x", r"\arcsin x", r"\frac{1}{\sin x}"),
    (r"\tan^{-1}(2)", r"\arctg 2", r"\arctan\frac12"),
    (r"\arcsin x+\arccos x", r"\frac{\pi}{2}", r"\pi"),
    (r"\arctan 2+\arctan 3", r"\frac{3\pi}{4}", r"-\frac{\pi}{4}"),
    (r"\operatorname{tg}\frac{\pi}{3}", r"\sqrt3", r"\frac{1}{\sqrt3}"),
    (r"\operatorname{sh}x", r"\operatorname{sh}x", r"\operatorname{ch}x"),
    (r"\sinh x", r"\frac{e^x-e^{-x}}{2}", r"\frac{e^x+e^{-x}}{2}"),
    (r"\cosh^2x-\sinh^2x", "1", "-1"),
    (r"\cos\frac{\pi}{5}", r"\frac{1+\sqrt5}{4}", r"\frac{\sqrt5-1}{4}"),
    (r"\sin\frac{\pi}{12}", r"\frac{\sqrt6-\sqrt2}{4}", r"\frac{\sqrt6+\sqrt2}{4}"),
    (r"C_5^2", "10", "20"),
    (r"A_5^2", "20", "10"),
    (r"\binom{5}{2}", "C_5^3", "C_5^4"),
    (r"P_4+C_5^2", "34", "14"),
    (r"\frac{n!}{(n-2)!}", "n(n-1)", "n(n-2)"),
    (r"C_n^2", r"\frac{n(n-1)}{2}", "n(n-1)"),
    (r"7!!", "105", "5040"),
    (r"{}_5C_2", "10", "5"),
    (r"|{-3}|", "3", "-3"),
    (r"|x-1|", "|1-x|", "x-1"),
    (r"\left|\sqrt2-2\right|", r"2-\sqrt2", r"\sqrt2-2"),
    (r"\lfloor 3.7\rfloor", "3", "4"),
    (r"\lceil -1.2 \rceil", "-1", "-2"),
    ("[3.7]+1", "4", "4.7"),
    (r"\{2.25\}+1", "1.25", "3.25"),
    (r"[x]+\{x\}", "x", "2x"),
    (r"\max(2,5)", "5", "2"),
    (r"\gcd(12,18)", "6", "36"),
    (r"17 \bmod 5", "2", "3"),
    (r"\sum_{k=1}^{10}k", "55", "45"),
    (r"\sum_{k=1}^{n}k", r"\frac{n(n+1)}{2}", r"\frac{n(n-1)}{2}"),
    (r"\prod_{k=1}^{5}k", "120", "15"),
    (r"\int_0^1 x^2\,dx", r"\frac13", r"\frac12"),
    (r"\int_{0}^{\pi}\sin x\,dx", "2", "0"),
    (r"\int_1^e\frac{dx}{x}", "1", "e"),
    (r"\lim_{x\to0}\frac{\sin x}{x}", r"\lim_{x\to0}\frac{\sin x}{x}", r"\lim_{x\to1}\frac{\sin x}{x}"),
    (r"\infty", "∞", r"-\infty"),
    (r"+\infty", "infinity", "0"),
    ("2+3i", "3i+2", "2-3i"),
    ("i^2", "-1", "1"),
    (r"\frac{1}{i}", "-i", "i"),
    (r"(1+i)^4", "-4", "4"),
    (r"e^{i\pi}", "-1", "1"),
    (r"\sqrt{-4}", "2i", "4i"),
    (r"|3+4i|", "5", "7"),
    (r"\overline{2+i}", "2-i", "2+i"),
    (r"\cos\frac{\pi}{3}+i\sin\frac{\pi}{3}", r"\frac12+\frac{\sqrt3}{2}i", r"\frac{\sqrt3}{2}+\frac12i"),
    (r"\sqrt{10^{16}+1}-10^8", r"\frac{1}{\sqrt{10^{16}+1}+10^8}", "0"),
    (r"e^{\pi\sqrt{163}}", r"e^{\pi \sqrt{163}}", "262537412640768744"),
    (r"\sqrt{2}", r"2^{1/2}", "1.5"),
    (r"\pi", "pi", "3.1415"),
    (r"\frac{22}{7}", "3+1/7", r"\pi"),
)

# ------------------------------------------------------------------------------
# 4  Expressions with letters
# ------------------------------------------------------------------------------

EXPRESSIONS: tuple[Row, ...] = (
    ("x+1", "1+x", "x-1"),
    ("(x+1)^2", "x^2+2x+1", "x^2+1"),
    ("x^2-y^2", "(x-y)(x+y)", "(x-y)^2"),
    ("2x", "x*2", "2+x"),
    ("xy", "y x", "x+y"),
    ("2xy", r"2x\cdot y", "2x^y"),
    ("a : b \\cdot c", r"\frac{ac}{b}", r"\frac{a}{bc}"),
    ("1/2x", r"\frac{x}{2}", r"\frac{1}{2x}"),
    ("1/(2x)", r"\frac{1}{2x}", r"\frac{x}{2}"),
    (r"\frac12x", "x/2", "1/(2x)"),
    ("x^10", "x^{10}", "x^{1}0"),
    ("x**2", "x^2", "2x"),
    ("x²", "x^2", "x_2"),
    ("a/b", r"a \div b", "b/a"),
    (r"\frac{a+b}{c}", "(a+b)/c", "a+b/c"),
    (r"\frac{a}{b}+c", "a/b+c", "a/(b+c)"),
    (r"\frac{x^2-1}{x-1}", "x+1", "x-1"),
    (r"\frac{1}{x}+\frac1y", r"\frac{x+y}{xy}", r"\frac{2}{x+y}"),
    (r"\sqrt{xy}", r"\sqrt{x}\sqrt{y}", r"\sqrt{x}+\sqrt{y}"),
    (r"a^{\frac{1}{2}}", r"\sqrt a", r"\frac{a}{2}"),
    (r"a^{-1}", r"\frac1a", "-a"),
    (r"x^{m}x^{n}", "x^{m+n}", "x^{mn}"),
    (r"(x^{2})^3", "x^6", "x^5"),
    (r"2^{x+1}", r"2\cdot2^x", r"2^x+1"),
    ("4^x", "2^{2x}", "2^{x^2}"),
    (r"e^{x}e^{y}", "e^{x+y}", "e^{xy}"),
    ("x_1+x_2", "x_2+x_1", "x_1-x_2"),
    ("x_{12}", "x_{12}", "x_1"),
    ("Rr", "rR", "r^2"),
    ("A+a", "a+A", "2a"),
    (r"\alpha\beta", r"\beta\alpha", r"\alpha+\beta"),
    ("f(x)+1", "1+f(x)", "f(x+1)"),
    ("f'(x)", "f(x)'", "f(x)"),
    ("2(m+3)", "2m+6", "2m+3"),
    (r"\sqrt{2}\,(m+3)", r"\sqrt{2}(m+3)", r"\sqrt{2}m+3"),
    ("-(a-b)", "b-a", "a-b"),
    ("a-b-c", "a-(b+c)", "a-(b-c)"),
    ("a-(b-c)", "a-b+c", "a-b-c"),
    (r"\frac{\frac{a}{b}}{c}", r"\frac{a}{bc}", r"\frac{ac}{b}"),
    (r"\frac{a}{\frac{b}{c}}", r"\frac{ac}{b}", r"\frac{a}{bc}"),
    ("0.5x", r"\frac{x}{2}", "5x"),
    ("0.333x", "0.333 x", r"\frac{x}{3}"),
    ("x^2+y^2", "y²+x²", "(x+y)^2"),
    (r"\left(x\right)", "x", "-x"),
    (r"(a+b)^3", "a^3+3a^2b+3ab^2+b^3", "a^3+b^3"),
    (r"\sqrt{a^2+b^2}", r"(a^2+b^2)^{1/2}", "a+b"),
    (r"|ab|", "|a||b|", "ab"),
    (r"\frac{a^2-b^2}{a+b}", "a-b", "a+b"),
    (r"n(n+1)", "n^2+n", "n^2+1"),
    (r"(-1)^n", r"(-1)^{n+2}", r"(-1)^{n+1}"),
    (r"(-1)^{n+1}", r"(-1)^{n-1}", r"(-1)^n"),
    (r"x\sin x", r"\sin(x)x", r"\sin x^2"),
    (r"\sin x\cos y", r"\cos y\sin x", r"\sin(x\cos y)"),
    (r"\ln x+1", r"1+\ln x", r"\ln(x+1)"),
    (r"\sin(x+1)", r"\sin(1+x)", r"\sin x+1"),
    ("e^{2x}", r"\exp(2x)", "e^2x"),
    (r"10^{\lg x}", "x", r"10\lg x"),
    ("C", "C", "c"),
    ("x^2 + C", "C + x^2", "x^2"),
    ("1000000.5x", "1000000.5 x", "1000000x"),
)

# ------------------------------------------------------------------------------
# 5  Lists, labels, tuples, vectors, matrices
# ------------------------------------------------------------------------------

COLLECTIONS: tuple[Row, ...] = (
    ("1; 2; 3", "3; 2; 1", "1; 2; 4"),
    ("1, 2, 3", "3, 1, 2", "1, 2"),
    ("1; 1; 2", "2; 1; 1", "1; 2; 2"),
    ("1; 1; 2", "1; 2; 1", "1; 2"),
    ("48; 80; 12; 12", "12, 80, 48, 12", "12, 80, 48, 48"),
    ("1 and 2", "2, 1", "12"),
    ("3, 2 and 1", "1, 2, 3", "3, 2"),
    (r"x=1, x=2", "2; 1", "1; 3"),
    (r"x=1 \text{ or } x=2", "1, 2", "x=1"),
    (r"x_1=2, x_2=3", "x_1=2; x_2=3", "x_1=2; x_2=4"),
    ("a) 1 b) 2", "a) 1; b) 2", "a) 2 b) 1"),
    (r"\text{a) }1\text{; b) }2", "a) 1 b) 2", "a) 1 b) 3"),
    ("x=1, y=2", "y=2, x=1", "x=2, y=1"),
    ("x=1, y=2", "(1, 2)", "(2, 1)"),
    ("x=1, y=2", "(x,y)=(1,2)", "(x,y)=(2,1)"),
    ("(1, 2)", r"\left(1,\,2\right)", "(2, 1)"),
    ("(1, 2)", "(1; 2)", "(1; 3)"),
    ("(1,2,3)", r"\langle 1,2,3\rangle", "(1,3,2)"),
    ("(1,5; 2)", "(1.5; 2)", "(1; 5; 2)"),
    (r"(0.5, \sqrt4)", r"(\frac12, 2)", r"(\frac12, 4)"),
    ("(1,2), (3,4)", "(3,4); (1,2)", "(1,3), (2,4)"),
    ("(1,2), (3,4)", "(3,4) and (1,2)", "(2,1), (4,3)"),
    (r"\{1,2,3\}", r"\{3,2,1\}", r"\{1,2\}"),
    (r"\{1,2,3\}", "1, 2, 3", "1, 2, 4"),
    (r"\{(1,2)\}", "(1,2)", "(2,1)"),
    (r"\{5\}", "5", "6"),
    (r"A(1,2)", r"A(1;2)", r"A(2,1)"),
    (
        r"\begin{pmatrix}1\\2\end{pmatrix}",
        r"\begin{bmatrix}1\\2\end{bmatrix}",
        r"\begin{pmatrix}2\\1\end{pmatrix}",
    ),
    (
        r"\begin{pmatrix}1&2\\3&4\end{pmatrix}",
        r"\begin{pmatrix}1 & 2 \\ 3 & \frac82\end{pmatrix}",
        r"\begin{pmatrix}1&3\\2&4\end{pmatrix}",
    ),
    (
        r"\begin{pmatrix}2&4\end{pmatrix}",
        r"2\begin{pmatrix}1&2\end{pmatrix}",
        r"\begin{pmatrix}2\\4\\1\end{pmatrix}",
    ),
    (r"\begin{pmatrix}1\\2\end{pmatrix}", "(1,2)", "(1,3)"),
    (
        r"\begin{vmatrix}1&2\\3&4\end{vmatrix}",
        r"\begin{vmatrix}1&2\\3&4\end{vmatrix}",
        r"\begin{vmatrix}1&2\\3&5\end{vmatrix}",
    ),
    (r"\pm 2", "2, -2", "2, -3"),
    (r"x=\pm\sqrt3", r"\sqrt3; -\sqrt3", r"\sqrt3; -3"),
    (r"1\pm\sqrt2", r"1+\sqrt2, 1-\sqrt2", r"1+\sqrt2, -1-\sqrt2"),
    (r"\pm1; \pm2", "-2; -1; 1; 2", "-2; -1; 1"),
    (r"(\pm1, \pm2)", "(1,2), (-1,-2)", "(1,-2), (-1,2)"),
    (r"2\mp1", r"1; 3", "1; 2"),
    (r"\pm a", r"\mp a", r"\pm b"),
    ("x=2, y=3; x=3, y=2", "(2,3), (3,2)", "(2,2), (3,3)"),
    ("7; 6; 5; 4; 3; 2; 1", "1; 2; 3; 4; 5; 6; 7", "1; 2; 3; 4; 5; 6; 8"),
    (r"\frac12, \frac13", "0.5; 1/3", "0.5; 0.3"),
    ("a, b", "b, a", "a, c"),
    ("[v]", "v", "w"),
)

# ------------------------------------------------------------------------------
# 6  Real sets
# ------------------------------------------------------------------------------

SETS: tuple[Row, ...] = (
    ("(-1,2)", "]-1;2[", "[-1,2]"),
    ("[-1,2)", "[-1;2[", "(-1,2]"),
    (r"(-\infty; 1)", r"(-\infty, 1)", r"(-\infty, 1]"),
    (r"(-\infty; 1)", "x<1", r"x\le1"),
    ("[1;2]", r"1\le x\le2", "1<x<2"),
    ("[1;2]", r"2\ge x\ge1", r"[1;2)"),
    (r"(1;+\infty)", "x>1", "x<1"),
    (r"(-1,2)\cup(3,6)", "(3,6)∪(-1,2)", r"(-1,2)\cup[3,6)"),
    (r"(-1,2)\cup(3,6)", r"-1<x<2 \text{ or } 3<x<6", r"-1<x<6"),
    (r"[-9;-1]\bigcup[0;1]", "[0,1] U [-9,-1]", "[0,1] U [-9,1]"),
    (r"(-2,0)\cup(0,2)", r"(-2,2)\setminus\{0\}", "(-2,2)"),
    (r"(-2,0]\cup[0,2)", "(-2,2)", r"(-2,0)\cup(0,2)"),
    ("x≠1", r"(-\infty,1)\cup(1,\infty)", r"(-\infty,\infty)"),
    (r"\mathbb{R}\setminus\{1\}", r"x\ne 1", r"x\ne -1"),
    (r"\mathbb{R}", r"(-\infty,\infty)", r"(0,\infty)"),
    ("ℝ", "all real numbers", "ℤ"),
    (r"x\in\mathbb{R}", r"\mathbb{R}", "no solutions"),
    (r"\emptyset", "no solutions", r"\{0\}"),
    (r"\varnothing", r"\{\}", "0"),
    (r"x\in(1;2)", "(1;2)", "[1;2)"),
    (r"x\in[1;2]\cup\{5\}", r"\{5\}\cup[1;2]", r"[1;2]\cup\{6\}"),
    (r"[1;2]\cup\{5\}", r"1\le x\le 2 \text{ or } x=5", r"1\le x\le 5"),
    (r"\{x: x>2\}", "(2;∞)", "[2;∞)"),
    (r"\{x\mid 0<x<1\}", "(0,1)", "(0,2)"),
    (r"\{x\in\mathbb{R}\mid x\ge 3\}", r"[3,\infty)", r"(3,\infty)"),
    ("x^2>4", "x<-2 or x>2", "x>2"),
    (r"x^2\le 4", "[-2,2]", "(-2,2)"),
    ("|x|<3", "(-3,3)", "[-3,3]"),
    (r"|x-1|\ge2", r"(-\infty,-1]\cup[3,\infty)", "[-1,3]"),
    ("2x+1<5", "x<2", "x>2"),
    ("-2x<4", "x>-2", "x<-2"),
    (r"\frac{1}{x}>0", "x>0", r"x\ge0"),
    ("x>1 and x<3", "(1,3)", "x>1 or x<3"),
    (r"(0,3)\cap(1,5)", "(1,3)", "(0,5)"),
    (r"(\sqrt2, 2]", r"(2^{1/2}, 2]", r"(\sqrt3, 2]"),
    (r"(a, b)", "(a, b)", "(b, a)"),
    (r"[a;+\infty)", r"[a,\infty)", r"(a,\infty)"),
    (r"(-\infty;a)\cup(a;\infty)", r"(a,\infty)\cup(-\infty,a)", r"(-\infty;a]\cup(a;\infty)"),
    (r"x<a", "a>x", r"x\le a"),
    ("(1.5; 2)", "(1,5; 2)", "(1; 5)"),
    ("(0,5; 2]", r"\left(\frac12; 2\right]", "(0; 2]"),
    (r"x\le-1 \text{ or } x\ge1", r"(-\infty,-1]\cup[1,\infty)", r"[-1,1]"),
    (r"x\notin[1,2]", r"(-\infty,1)\cup(2,\infty)", "[1,2]"),
)

# ------------------------------------------------------------------------------
# 7  Families with integer parameters
# ------------------------------------------------------------------------------

FAMILIES: tuple[Row, ...] = (
    (r"\frac{\pi}{4}(4k+1)", r"\frac{\pi}{4}(4n+1)", r"\frac{\pi}{4}(4k-1)"),
    (r"\frac{\pi}{4}+\pi k", r"\frac{\pi}{4}(4k+1)", r"\frac{\pi}{4}+2\pi k"),
    (r"\pi k, k\in\mathbb{Z}", r"\pi n, n \in Z", r"2\pi n"),
    (r"\pi k", r"2\pi k; \pi+2\pi k", r"2\pi k; 2\pi k+1"),
    (
        r"\pm\frac{\pi}{3}+2\pi k",
        r"\frac{\pi}{3}+2\pi n, -\frac{\pi}{3}+2\pi n",
        r"\frac{\pi}{3}+2\pi n, -\frac{\pi}{6}+2\pi n",
    ),
    (
        r"(-1)^k\frac{\pi}{6}+\pi k",
        r"\frac{\pi}{6}+2\pi n; \frac{5\pi}{6}+2\pi n",
        r"(-1)^{k+1}\frac{\pi}{6}+\pi k",
    ),
    (r"\frac{\pi}{2}+\pi k", r"-\frac{\pi}{2}+\pi k", r"\pi k"),
    (r"x=\frac{\pi}{6}(2k+1)", r"\frac{\pi}{6}+\frac{\pi k}{3}", r"\frac{\pi}{6}+\pi k"),
    (r"45^\circ+180^\circ k", r"45^\circ+180^\circ n", r"45^\circ+360^\circ n"),
    (r"\frac{\pi k}{2}", r"\pi k; \frac{\pi}{2}+\pi k", r"\pi k; \frac{\pi}{3}+\pi k"),
    (r"\frac{3\pi}{4}+\pi k", r"-\frac{\pi}{4}+\pi k", r"\frac{\pi}{4}+\pi k"),
    (r"2k+1, k\in\mathbb{Z}", r"2n-1, n\in\mathbb{Z}", r"2n, n\in\mathbb{Z}"),
    (r"\arctg 2+\pi k", r"\arctan(2)+\pi n", r"\arctan(3)+\pi n"),
    (r"\pi k; \frac{\pi}{4}+\frac{\pi k}{2}", r"\frac{\pi}{4}(2n+1); \pi m", r"\frac{\pi}{4}(2n+1); 2\pi m"),
)

# ------------------------------------------------------------------------------
# 8  Relations, functions, systems
# ------------------------------------------------------------------------------

RELATIONS: tuple[Row, ...] = (
    ("y=2x+1", "2x-y+1=0", "y=2x-1"),
    ("y=2x+1", "y-1=2x", "y=x+1"),
    ("x+y=1", "2x+2y=2", "x+y=2"),
    ("x^2+y^2=4", "x^2+y^2-4=0", "x^2+y^2=2"),
    (r"\frac{x}{2}+\frac{y}{3}=1", "3x+2y=6", "2x+3y=6"),
    ("x<y", "y>x", "y<x"),
    ("2x+3y<6", "6>3y+2x", r"2x+3y\le6"),
    ("-x<y", "x>-y", "x<-y"),
    ("a<b<c", "c>b>a", "c<b<a"),
    ("2x+3=7", "2x=4", "3x=7"),
    ("f(x)=x^2+1", "x^2+1", "x^2-1"),
    ("f(x)=x^2", "f(t)=t^2", "f(x)=x^3"),
    ("y=x^2", "y = x·x", "y=2x"),
    ("S=12", "12", "21"),
    (r"\angle ABC=60^\circ", "60", "30"),
    ("|AB|=5", "5", "AB=6"),
    ("x=2", "2", "-2"),
    ("x_1=3", "3", "1"),
    (r"AB:BC=1:2", "1:2", "2:1"),
    ("2+3=5", "5", "6"),
    ("a = b = 7", "7", "8"),
    (r"x \approx 0.33", "0.33", "0.34"),
    (r"x=\frac13\approx 0.33", r"\frac13", "0.5"),
    (r"a\parallel b", r"b\parallel a", r"a\perp b"),
    (r"A\subset B", r"B\supset A", r"B\subset A"),
    (r"x\in A", r"A\ni x", r"x\notin A"),
    ("xy=0 ", "0=xy", "xy=1"),
    ("x=0 or y=0", "xy=0", "x=0"),
    ("a_n=2n+1", "2n+1", "2n-1"),
    ("x=a, y=b", "y=b; x=a", "x=b, y=a"),
    ("V=abc", "abc", "ab+c"),
)

# ------------------------------------------------------------------------------
# 9  Words and letters
# ------------------------------------------------------------------------------

WORDS: tuple[Row, ...] = (
    (r"\text{yes}", "yes", "no"),
    (r"\text{Yes}", "yes.", "yes and no"),
    ("even", r"\text{even}", "odd"),
    (r"\text{(B)}", "B", "C"),
    (r"\textbf{(C)}", "(C)", "(D)"),
    (r"\text{Monday}", "monday", "Tuesday"),
    (r"\text{isosceles triangle}", "Isosceles  triangle.", "triangle"),
    (r"\text{true}", "True", "False"),
)

TABLES: dict[str, tuple[Row, ...]] = {
    "numbers": NUMBERS,
    "units": UNITS,
    "values": VALUES,
    "expressions": EXPRESSIONS,
    "collections": COLLECTIONS,
    "sets": SETS,
    "families": FAMILIES,
    "relations": RELATIONS,
    "words": WORDS,
}


def rows() -> list[tuple[str, Row]]:
    """Return every row with the name of its table."""
    return [(name, row) for name, table in TABLES.items() for row in table]


EQUAL = [pytest.param(row[0], row[1], id=f"{name}: {row[0]} == {row[1]}") for name, row in rows()]
NEAR_MISSES = [pytest.param(row[0], row[2], id=f"{name}: {row[0]} != {row[2]}") for name, row in rows()]


@pytest.mark.parametrize(("gold", "given"), EQUAL)
def test_equal_answers_are_accepted(gold: str, given: str) -> None:
    """Two spellings of one answer are accepted, without leniency."""
    found = compare(gold, given)
    assert (found.verdict, found.lenient) == ("accept", False), found


@pytest.mark.parametrize(("gold", "given"), NEAR_MISSES)
def test_near_misses_are_not_accepted(gold: str, given: str) -> None:
    """The nearest answer that differs is not accepted."""
    found = compare(gold, given)
    assert found.verdict != "accept", found


# ------------------------------------------------------------------------------
# 10  Rules and conventions of DESIGN §7, each with its nearest miss
# ------------------------------------------------------------------------------

#: (gold, given, lenient rule, given that the rule does not cover)
LENIENT: tuple[tuple[str, str, str, str], ...] = (
    (r"\pm 2", "2", "pm-one-branch", "4"),
    (r"x=1\pm\sqrt2", r"1-\sqrt2", "pm-one-branch", r"-1-\sqrt2"),
    (
        r"x_1=0; x_{2,3}=-3\pm\sqrt3",
        r"x_1=0; x_{2,3}=-3+\sqrt3",
        "pm-one-branch",
        r"x_1=1; x_{2,3}=-3+\sqrt3",
    ),
    (r"\frac{\pi}{6}(2k+1)", r"\frac{\pi}{6}(4k+2)", "integer-multiplier", r"\frac{\pi}{6}(4k+3)"),
    (r"\frac{\pi}{6}(2k+1)", r"\frac{\pi}{6}(6k+3)", "integer-multiplier", r"\frac{\pi}{3}(4k+2)"),
    ("10000000", "10000001", "within-tolerance", "10000101"),
    ("800000", "800000.5", "within-tolerance", "800001"),
    (
        "100000000000000000000000001",
        "100000000000000000000000002",
        "within-tolerance",
        "100010000000000000000000002",
    ),
    ("0", "0.0000000001", "near-zero", "0.0000001"),
    ("0.0000000001", "0.0000000002", "near-zero", "0.0000001"),
    ("1,234", "1.234", "comma-reading", "12.34"),
    ("110,880", "110; 880", "comma-reading", "110; 88"),
    ("y=2", "x=2", "lhs-names-differ", "x=3"),
    ("S=12", "V=12", "lhs-names-differ", "V=21"),
)

#: (gold, given, convention, given that the convention does not cover)
CONVENTIONS: tuple[tuple[str, str, str, str], ...] = (
    ("50%", "0.5", "percent-rescaled", "0.05"),
    ("50%", "50", "percent-rescaled", "500"),
    (r"12.5\%", r"\frac18", "percent-rescaled", r"\frac14"),
    ("5 cm", "5", "unit-one-side", "50"),
    ("12 apples", "12", "unit-one-side", "13"),
    (r"\$20", "20", "unit-one-side", "2000"),
    ("60", "5 dozen", "unit-one-side", "6 dozen"),
    ("5", "5 dozen", "unit-one-side", "12 dozen"),
    ("0.75", "75 cents", "unit-one-side", "75 dollars"),
    ("0.75", "75¢", "unit-one-side", "7¢"),
    (r"\frac{3}{4}", "3 quarters", "unit-one-side", "3 halves"),
    ("5", "5 pm", "unit-one-side", "5 p m"),
    ("6:10 a.m.", "6:10", "unit-one-side", "6:11"),
    (r"60^\circ", "60", "degree-sign", "30"),
    (r"60^\circ", r"\frac{\pi}{3}", "degree-sign", r"\frac{\pi}{6}"),
    (r"90^\circ-\alpha", r"90-\alpha", "degree-sign", r"60-\alpha"),
    (r"\log 1000", "3", "log-base", "4"),
    (r"\log x", r"\ln x", "log-base", r"\log_2 x"),
    (r"\log x", r"\lg x", "log-base", r"\lg 2x"),
    ("x_1=2, x_2=3", "x_1=3, x_2=2", "indexed-roots", "x_1=3, x_2=3"),
    (r"\ln|x|", r"\ln x", "common-domain", r"\ln 2x"),
    (r"\sqrt{x}\sqrt{y}", r"\sqrt{xy}", "common-domain", r"\sqrt{x+y}"),
    (r"(\sqrt{x})^2", "x", "common-domain", "x^2"),
    (r"\frac{1}{x}, x\ne0", r"\frac{1}{x}", "common-domain", r"\frac{2}{x}"),
    ("(1,2)", "1; 2", "set-or-list", "2; 1"),
    ("x=1, y=2", "1; 2", "set-or-list", "1; 3"),
    ("x^2+C", "x^2+c_1", "constants-renamed", "2x^2+c_1"),
    ("y=C_1e^x+C_2e^{-x}", "y=Ae^{-x}+Be^x", "constants-renamed", "y=Ae^x+Ae^{-x}"),
    (r"y=\frac{1}{x+c}", r"y=\frac{1}{K+x}", "constants-renamed", r"y=\frac{1}{Kx}"),
)

FLAGGED = [pytest.param(*row[:3], id=f"{row[2]}: {row[0]} ~ {row[1]}") for row in (*LENIENT, *CONVENTIONS)]
UNCOVERED = [
    pytest.param(row[0], row[3], id=f"{row[2]}: {row[0]} != {row[3]}") for row in (*LENIENT, *CONVENTIONS)
]
LENIENT_NAMES = frozenset(row[2] for row in LENIENT)


@pytest.mark.parametrize(("gold", "given", "name"), FLAGGED)
def test_flagged_answers_carry_their_rule(gold: str, given: str, name: str) -> None:
    """What rests on a lenient rule or a convention is accepted, and says which."""
    found = compare(gold, given)
    assert found.verdict == "accept", found
    assert found.lenient == (name in LENIENT_NAMES), found
    assert (found.rule if found.lenient else found.convention) == name, found


@pytest.mark.parametrize(("gold", "given"), UNCOVERED)
def test_rules_end_where_they_say(gold: str, given: str) -> None:
    """The nearest answer that a lenient rule or convention does not cover is not accepted."""
    assert compare(gold, given).verdict != "accept"


def test_every_rule_and_convention_has_a_row() -> None:
    """DESIGN §7's rules are all in the tables; `case-folded` is one on texts, before they are read."""
    assert {
        "pm-one-branch",
        "integer-multiplier",
        "within-tolerance",
        "near-zero",
        "comma-reading",
        "lhs-names-differ",
    } == LENIENT_NAMES
    assert {row[2] for row in CONVENTIONS} == {
        "percent-rescaled",
        "unit-one-side",
        "degree-sign",
        "log-base",
        "indexed-roots",
        "common-domain",
        "set-or-list",
        "constants-renamed",
    }


# ------------------------------------------------------------------------------
# 11  Pairs that differ, one a line: neither side may be accepted for the other
# ------------------------------------------------------------------------------

DIFFERENT = r"""
\frac{(-1)^n}{n} | \frac{(-1)^{n+1}}{n}
xy! | (xy)!
2pir^2 | (2pir)^2
x^2y | x^{2y}
\frac{1}{2}x | \frac{1}{2x}
x=1 | x=-1
1,2 | 2,1,1
1.2 | 1,2,3
12 | 1,2
(1,2) | [1,2]
(1,2) | \{1,2\}
1,234 | 1234.5
3,14 | 314
5 | 5x
5 | 5\pi
5 | 5!
120 | 120!
x | X
a | A
e | E
2 | 2i
0 | \emptyset
0 | \{\}
1 | \{1,2\}
\{1\} | \{1,\{1\}\}
\infty | \emptyset
\infty | 0
x>2 | x\ge 2
x>2 | y>3
x>2 | 2
x=2 | x>2
x=2 | x\ne 2
(2,3) | (2,3]
(2,3) | 2.3
-1 | i^2+1
\sqrt{4} | -2
\pm2 | 4
3\pm1 | 2,4,4
\sqrt{x} | -\sqrt{x}
\sqrt{x^2} | -x
\log 100 | 3
\log 100 | \ln 2
\log x | \log_2 x
\log_2 3 | \log_3 2
\frac{\log 8}{\log 2} | 4
\sin x | \sin y
\sin x | \cos x
\sin^{-1} x | \csc x
\sin(x)^2 | \sin(x^2)
\arcsin x | \arccos x
\arctan x | \arctan(1/x)
\arcctg x | \arctg x
\frac{\pi}{2}-x | \pi-x
45^\circ | 45\text{ rad}
45^\circ | \frac{\pi}{3}
45 | 4.5
50\% | 50\text{ apples}
50\% | 5000
50\% | 0.005
0.5\% | 50
5 \text{ cm} | 5 \text{ m}
5 \text{ cm} | 50
5 \text{ cm}^2 | 5 \text{ cm}
5 \text{ cm} | 5\%
\$5 | 5\text{ cents}
\$5 | 5\%
5 days | 5 hours
5 red apples | 5 green apples
5 apples | 5 apple trees
3:5 | 5:3
3:5 | 0.3
1:2:3 | 1:2:4
1:2 | 1:2:3
10:30 | 10:31
10:30 | 1:30
2:05 | 4:10
10:30 a.m. | 10:30 p.m.
101_2 | 101_3
101_2 | 101
101_2 | 6
a) 1 b) 2 | 1
a) 1 b) 2 | b) 1 a) 2
a) 1 b) 2 | a) 1 b) 2 c) 3
a) 1 b) 2 | 2, 1
x=1, y=2 | (2,1)
x=1, y=2 | 2, 1
x=1, y=2 | x=1
x=1, y=2 | 1
x_1=1, x_2=2 | x_1=1, x_2=3
y=1, x=2 | (1,2)
(x,y)=(1,2) | (y,x)=(1,2)
2x+3=7 | x=3
2x+3=7 | 7
y=2x | 2y=x
y=2x | y<2x
y=2x | 2x+1
x^2=4 | x=2
x^2+y^2=1 | x^2+y^2=1, x>0
f(x)=x+1 | g(x)=x+2
f(x)=2x | f(2x)=x
f(x,y)=x-y | f(y,x)=x-y
S=1 | S=2
A=\{1,2\} | A=\{1,3\}
\begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{pmatrix}1&2&3&4\end{pmatrix}
\begin{pmatrix}1&2\\3&4\end{pmatrix} | \begin{vmatrix}1&2\\3&4\end{vmatrix}
\vec a+\vec b | a+b
\overline{AB} | AB
\frac{dy}{dx}=2x | \frac{dy}{dx}=2y
\text{yes} | \text{yes, but}
\text{even} | \text{odd}
A | B
\text{(A)} | a+1
\frac{\pi}{4}+\pi k | \frac{\pi}{4}
\frac{\pi}{4} | \frac{\pi}{4}+\pi k
\pi k | \pi k, k>0
\pi k, k\in\mathbb{Z} | \pi k, k\in\mathbb{N}
\pi k, k\in\mathbb{Z} | \pi k, k\ne 0
\pi k, k\in\mathbb{Z}, k\ne0 | \pi k, k\in\mathbb{Z}
2\pi k | \pi k
2 k | 4k
2k+1 | 4k+2
x+2\pi k | x+\pi k
\frac{\pi}{6}(2k+1) | \frac{\pi}{6}(2k+2)
\frac{\pi}{6}(2k+1) | \frac{\pi}{6}(4k+3)
\frac{\pi}{6}(2k+1) | \frac{\pi}{12}(2k+1)
(-1)^k\frac{\pi}{6}+\pi k | \frac{\pi}{6}+\pi k
(-1)^k\frac{\pi}{6}+\pi k | (-1)^k\frac{\pi}{3}+\pi k
\pm\frac{\pi}{6}+\pi k | \frac{\pi}{6}+\pi k; \pi k
n\pi | n
a_n=n^2 | a_n=n^3
\frac{n}{2}\pi | n\pi
\pi n^2 | \pi m^2
2\pi r | 2\pi R
2\pi n r | 2\pi m r
\pi k r^2 | \pi n r^2
\frac{pi k}{2} | \frac{\pi k}{3}
x\in(1,2) | y\in(1,3)
x\in\{1,2\} | x\in[1,2]
\{x|x>1\} | \{x|x<1\}
\mathbb{R} | \mathbb{Q}
\mathbb{Z} | \mathbb{N}
\mathbb{R}\setminus\{0\} | \mathbb{R}\setminus\{1\}
(-\infty,0)\cup(0,\infty) | \mathbb{R}
(1,2)\cup(2,3) | (1,3)
(1,2)\cap(2,3) | (1,3)
[1,2)\cup(2,3] | [1,3]
(1,2),(3,4) | (1,2)\cup(3,5)
(a,b) | (a,c)
[a,b] | (a,b)
[0,1] | [0,2]
(0,1) | (0;1]
10^{-3} | 10^3
2^{10} | 2^{11}
2^{1000} | 2^{1000}+1
2^{10000} | 2^{10000}+1
100! | 100!+1
1000! | 999!
3^{100000} | 3^{100001}
10^{100} | 10^{99}
0.1 | 0.10001
3.14 | \pi
3.1416 | \pi
1.41 | \sqrt2
0.333 | \frac13
0.33333 | \frac13
\frac13 | 0.3333
2.718 | e
1000000 | 1000002
0.001 | 0.0010001
0 | 1e-8
12:30 | 12.5
1/3 | 0.3
|x| | x
\lfloor x\rfloor | \lceil x\rceil
\lfloor x\rfloor | x
[x] | \lfloor x \rfloor+1
x! | x
(n+1)! | n!+1
n!! | n!
(n!)! | n!!
\binom{n}{2} | \binom{n}{3}
\binom{n}{2} | n
\sum_{k=1}^n k^2 | \sum_{k=1}^n k^3
\sum_{k=1}^{100} k | \sum_{k=0}^{99} k
\int x\,dx | \int x^2\,dx
\int_0^1 x dx | \int_0^1 x^2 dx
\frac{x^2}{2}+C | \frac{x^2}{2}
\ln|x|+C | \ln|x|
\ln x | \ln 2x
\ln(x+1) | \ln(x-1)
\lim_{x\to 0} f(x) | \lim_{x\to 1} f(x)
x^{1/3} | x^{1/5}
x^{0.5} | x^{0.51}
(-8)^{1/3} | 1+i\sqrt3
i^i | e^{\pi/2}
1+2i | 1+2j
\overline{z} | z
z | \bar z
|z| | z
re(z) | z
a+bi | a-bi
x_1 | x_2
x_{11} | x_{1}1
f(2) | 2f
f(x) | f(y)
f(x) | g(x)
f^{-1}(x) | \frac{1}{f(x)}
f^2(x) | f(x)^2
f(g(x)) | g(f(x))
a(b+c) | ab+c
a:b:c | a:c:b
a:b\cdot c | a:(b\cdot c)
a/bc | a/(bc)
a-b-c | a-(b-c)
a^b^c | (a^b)^c
-2^2 | 4
-x^2 | (-x)^2
2^-3 | 2-3
1+1/2 | (1+1)/2
2 1/2 | 2\cdot\frac12
2\frac12 | 1
a\frac12 | a+\frac12
2(1/2) | 2\frac12
3\,\frac{1}{2} | 1.5
12\ 345 | 12
1 2 3 | 123
1\ 2 | 12
1,2;3 | 12;3
1,2;3,4 | 1;2;3;4
1.2;3.4 | 1;2;3;4
0,5 | 5
0,5 | 0;6
10^{60}+1 | 10^{60}
\sqrt{10^{100}+1} | 10^{50}
\frac{10^{80}+1}{10^{80}} | 1
3^{200}-3^{199} | 3^{200}
\sin(10^{-30}) | 10^{-30}
e^{-100} | 0
e^{-1000} | 0
1+e^{-200} | 1
\tanh 100 | 1
x+10^{-45} | x
\sqrt{2}+10^{-42} | \sqrt2
x^2+\frac{1}{10^{60}} | x^2
\cos(10^{-25}) | 1
\lfloor x \rfloor + \lfloor -x \rfloor | 0
\lfloor x \rfloor + \lfloor -x \rfloor | -1
|x|+|x-1000000| | 1000000
|x-10000|+x | 10000
\max(x,1) | x
\max(x,-10000) | x
\max(x,10000) | 10000
x\bmod 100000 | x
\gcd(n,6) | 6
\lfloor \sqrt{n} \rfloor | n
\arcsin(\sin x) | x
\arctan(\tan x) | x
\sqrt{(x-1)^2} | x-1
\ln(x^2) | 2\ln x+1
\sqrt{x^4} | -x^2
\sin(\pi n) | 1
\cos(\pi n) | 1
\sin(\pi x) | 0
e^{2\pi i n} | 2
e^{2\pi i x} | 1
(-1)^{2n} | -1
(-1)^{n^2} | 1
(-1)^x | 1
n! | \Gamma(n)
\frac{n!}{k!} | \frac{k!}{n!}
1^x | x
x^0 | 0
\frac{0}{x} | x
\frac{x}{0} | \infty
\frac{1}{0} | 0
\frac{1}{0} | \frac{2}{0}
\frac00 | 1
\infty-\infty | 0
\infty+1 | -\infty
\frac{1}{\infty} | 1
2\infty | 3
a+b | a+b=0
a+b | a=b
a=b | a-b
a=b | b=c
a<b | b<a
a<b | a\le b
a\ne b | a=b
x\approx 3 | x=4
3 | \approx 4
x=1 | x=1, x=2
x=1, x=1 | x=1
1,1 | 1
1,2 | 2.1
x=1;y=2 | x=1;x=2
x=1 or x=2 | x=1
x=1 or x=2 | x=1 and x=3
x=1 and y=2 | x=1 or y=2
x<1 and x>0 | x<1 or x>0
x<1 or x>2 | x<1 and x>2
1<x<2 | 1<x\le2
1<x | x<1
x<1, x>2 | (1,2)
x>1, x<2 | x<1, x>2
(1,2)\setminus\{1.5\} | (1,2)
(1,2)\setminus\{1\} | [1,2]
\{1,2\}\cup\{3\} | \{1,2\}
\{1,2\}\cap\{2,3\} | \{1,2,3\}
\{x\in\mathbb{Z}: 0<x<3\} | (0,3)
\{x\in\mathbb{Z}: 0<x<3\} | \{1,2,3\}
\{x\in\mathbb{N}: x>0\} | (0,\infty)
\{x : x^2=4\} | \{2\}
\{x\ge1\} | (1,\infty)
\{2k: k\in\mathbb{Z}\} | \{k : k\in\mathbb{Z}\}
\{2k\mid k\in\mathbb{Z}\} | \{2k+1\mid k\in\mathbb{Z}\}
(2k\pi, \pi+2k\pi) | (k\pi, \pi+k\pi)
(2\pi k;\pi+2\pi k), k\in Z | (2\pi k;\frac{\pi}{2}+2\pi k), k\in Z
x\ne \frac{\pi}{2}+\pi k | x\ne \pi k
x\ne 1, x\ne 2 | x\ne 1
x\neq 0 | x=0
|x|>1 | |x|<1
|x|\ge1 | |x|>1
|x-1|<2 | (-1,3]
|x|<-1 | |x|<1
x^2<0 | \mathbb{R}
x^2\ge0 | \emptyset
x^2>0 | \mathbb{R}
x^2+1>0 | \emptyset
x^3>8 | x<2
\sqrt{x}<2 | x<4
\sqrt{x}<2 | (0,4)
\log_2 x>3 | x<8
\sin x>0 | x>0
\frac{x-1}{x-2}\ge0 | (-\infty,1]\cup[2,\infty)
\frac{x-1}{x-2}\ge0 | x\ge1
(x-1)(x-2)<0 | (1,2]
(x-1)^2>0 | \mathbb{R}
(x-1)^2\le0 | \emptyset
a>0, b>0 | a>0
a>0, b>0 | b>0, a<0
a>0 and b>0 | ab>0
y=|x| | y=x
y=\sqrt{x} | y^2=x
y=x^2 | x=\sqrt{y}
\frac{y}{x}=1 | y=x+1
x^2=y^2 | x=y
xy=1 | y=-\frac1x
x^2+y^2\le1 | x^2+y^2<1
x^2+y^2\le1 | x^2+y^2\ge1
x+y>0 | -x-y>0
y>x | \frac{y}{x}>1
P(A)=0.5 | P(B)=0.4
f(1)=2 | f(2)=1
f(x)=x, g(x)=2x | f(x)=2x, g(x)=x
a) x=1 b) x=2 | a) x=2 b) x=1
(a) 1, (b) 2 | (a) 2, (b) 1
1) 5 2) 6 | 5
1) 5 2) 6 | 1) 6 2) 5
(i) 1 (ii) 2 | (i) 2 (ii) 1
A(1,2), B(3,4) | A(3,4), B(1,2)
A=1, B=2 | A=2, B=1
A=1,B=2 | A=1
m=1, n=2 | n=1, m=2
AB=3, BC=4 | AB=4, BC=3
\angle A=30^\circ, \angle B=60^\circ | \angle A=60^\circ, \angle B=30^\circ
\alpha=1, \beta=2 | \alpha=2, \beta=1
x=1, y=2, z=3 | x=1, y=3, z=2
x_1=1, y_1=2 | x_1=2, y_1=1
x_1=1, y_1=2; x_2=3, y_2=4 | x_1=1, y_1=4; x_2=3, y_2=2
(1,2),(3,4) | (1,3),(2,4)
(1,2),(3,4) | (1,2,3,4)
((1,2),(3,4)) | ((1,2),(4,3))
\{(1,2),(3,4)\} | \{(1,2),(4,3)\}
\{\{1,2\},\{3\}\} | \{\{1\},\{2,3\}\}
\begin{cases}x=1\\y=2\end{cases} | \begin{cases}x=2\\y=1\end{cases}
\begin{cases}x&x>0\\-x&x<0\end{cases} | \begin{cases}-x&x>0\\x&x<0\end{cases}
\begin{cases}x, & x>0\\ 0, & x\le 0\end{cases} | \begin{cases}x, & x>0\\ 1, & x\le 0\end{cases}
\begin{cases}x+y=1\\x-y=2\end{cases} | \begin{cases}x+y=1\\x-y=3\end{cases}
\text{5 or 6} | 5
5 or 6 | 56
5 and 6 | 5
\text{the number is 5} | 6
no | 0
\text{none} | 0
\text{none} | 1
\text{A and B} | A
A,B | A
A,B | AC
ABC | A,B,D
BA | A,C
\text{ABC} | \text{ACB}
100 | 1.00
1.000 | 1000
1,00 | 100
12,34 | 1234
1,2345 | 12345
1,234,56 | 123456
1,234 | 1.235
12,345,678 | 12.345678
1 000,5 | 10005
1.234.567 | 1234667
1..2 | 1.2
1.2.3 | 12.3
1e | 1
2e3 | 2e+3e
2e | 2
1E2 | 12
.5 | 5
5. | 0.5
1/2 | 12
1/2 | 1:3
1/-2 | 1/2
½ | 12
2½ | 2\cdot½
x² | x2
10² | 102
2³ | 23
√2 | 2
√2x | √(2x)+1
√(2)x | √(2x)
sqrt(2)/2 | sqrt(2/2)
1/sqrt(2) | sqrt(2)
\sqrt23 | \sqrt{23}
\frac123 | \frac{1}{23}
\frac{1}23 | \frac{1}{23}
x^12 | x^{1}\cdot 3
x_12 | x_1
sin2x | 2sinx
sin 2 x | 2 sin x
sin x^2 | (sin x)^2
sin x cos x | sin(x cos x)
sin x/2 | sin(x/2)
\sin\frac x2 | \frac{\sin x}{2}
\ln xy | y\ln x+1
\log_23 | \log_{23}x
\log_2 3x | x\log_2 3
lg 2x | x lg 2
arctan 1/2 | arctan(1)
tan^2x | tan(x^2)
cos^-1(x) | 1/cos(x)
sin^-2(x) | arcsin(x)^2
|x|y|z| | |xyz|+1
|2|-|3| | 5
|2|3|| | -6
3! - 2! | 1
3!2! | 32
(3!)^2 | 3!^3
2^3! | (2^3)!
5%3 | 2
5 mod 3 | 3
7 \equiv 2 | 5
x \equiv 2 \pmod 5 | x \equiv 3 \pmod 5
x \equiv 2 \pmod 5 | x \equiv 2 \pmod 7
x \equiv 2 \pmod 5 | 2
\sqrt{1022117} | \sqrt{1022118}
\sqrt{2}+\sqrt{3}+\sqrt{5}+\sqrt{7} | 8.0280
(x^2)^{1/2} | x
(x^2)^{3/2} | x^3
\sqrt{x^2y} | x\sqrt{y}
\sqrt{(x-1)^2(x+1)} | (x-1)\sqrt{x+1}
\sqrt[4]{x^4} | x
\sqrt{\frac{x^2}{y}} | \frac{x}{\sqrt y}
e^{\ln(-x)} | x
\ln(x^4) | 4\ln x+1
\log_x y | \log_y x
x^{\ln y} | y^{\ln x+1}
\tan\frac{x}{2} | \frac{\sin x}{1-\cos x}
\sin x+\cos x | \sqrt2\sin(x-\frac\pi4)
\binom{n+1}{2} | \frac{n(n-1)}{2}
(2n)!! | (2n)!
\frac{x}{x} | x
(a+b+c)^2 | a^2+b^2+c^2+2ab+2bc
(x-1)^{31} | (1-x)^{31}
\sum_{k=0}^{n}\binom{n}{k} | 2^{n+1}
\int_0^1\frac{dx}{1+x^2} | \frac\pi3
\int_0^1 x^2dx | 0.3333
1.0000001x | x
2.00001 | 2
\sqrt{2} | 1.4142
\frac{\sqrt2}{2} | 0.7071
\pi^2 | 9.87
10\pi | 31.4
e^{10} | 22026
\frac{1+i}{1-i} | -i
\sqrt{-8} | -2\sqrt2i
\sqrt{-8} | -2\sqrt2
i^{1/2} | \frac{1-i}{\sqrt2}
x^2+2x+1=0 | x+1=0
x=1 | x^2=1
\frac{x}{y}<2 | x<2y
\frac{x}{y}\le2 | x\le2y
xy>1 | y>\frac1x
\sqrt{x}<y | x<y^2
3x+4y-5=0 | y=\frac34x+\frac54
\frac{x^2}{4}+\frac{y^2}{9}=1 | 4x^2+9y^2=36
\frac{x^2}{4}-\frac{y^2}{9}=1 | \frac{y^2}{9}-\frac{x^2}{4}=1
x^2+y^2-2x+4y=4 | (x+1)^2+(y-2)^2=9
a:b=2:3 | 2a=3b
\log_2 x=3 | x=9
x+y=5, xy=6 | x+y=5
x+y=5, xy=6 | x+y=6, xy=5
\mathbb{R}\setminus(0,1) | x<0 \text{ or } x>1
\frac{x-1}{x-2}\ge0 | (-\infty,1)\cup(2,\infty)
180^\circ k | 2\pi k
\frac{\pi k}{2}, k\in\mathbb{Z} | \frac{\pi k}{2}, k\in\mathbb{N}
\frac{\pi}{4}+\pi k, k=0,1 | \frac{\pi}{4}+\pi k
x=\pi k, y=\pi n | x=\pi k, y=2\pi n
(\pi k, \pi n) | (\pi k, \pi k)
\pi k; \pi n+1 | \pi k; \pi n+2
x=2,\ y=1 \text{ or } x=1,\ y=2 | (2,2),(1,1)
\left\{-1;\frac12\right\} | -1, 2
(0;1)\cup(1;2) | 0<x<2
3^x\cdot2 | 6^x
2\cdot 3^x | 6^x
(2x)^2 | 2x^2
-3^2 | 9
\frac{1}{x}+y | \frac{1}{x+y}
\sqrt{x}+1 | \sqrt{x+1}
a+b\cdot c | (a+b)c
2^{x}+1 | 2^{x+1}
\sin^2 x | \sin x^2
\log_2 x+1 | \log_2(x+1)
\frac{a}{b+c} | \frac{a}{b}+c
\ln\frac{a}{b} | \frac{\ln a}{b}
|a+b| | |a|+|b|
\sqrt{a^2+b^2} | a+b
(a+b)^2 | a^2+b^2
\frac{a+b}{a} | b
a^{-n} | -a^n
\frac{1}{a}-\frac{1}{b} | \frac{1}{a-b}
\log(a+b) | \log a+\log b
\log(ab) | \log a\log b
\cos 2x | 2\cos x
\sin(x+y) | \sin x+\sin y
e^{x+y} | e^x+e^y
x^{2/3} | x^{3/2}
\sqrt[3]{x^2} | \sqrt{x^3}
n^2 | 2^n
\binom{n}{k} | \binom{k}{n}
n!-1 | (n-1)!
\lfloor x+1\rfloor | \lceil x\rceil
10^{-2} | -10^2
0.05 | 0.5
1.50 | 1.05
3,5 | 35
3,50 | 350
1,25 | 1;25;0
12:15 | 12:51
2:3 | 3:2
1:2:3 | 3:2:1
15\% | 1.5
20\text{ cm} | 20\text{ cm}^2
20\text{ m/s} | 20\text{ km/h}
3\text{ hours} | 3\text{ minutes}
3\text{ h }20\text{ min} | 3\text{ h }
5\text{ apples and }3\text{ pears} | 5\text{ apples}
\$3.50 | \$35.0
1\frac12 | \frac12
-1\frac12 | -\frac12
-1\frac12 | 1\frac12
2\sqrt3 | 2+\sqrt3
2\sqrt3 | \sqrt[2]{3}
2\sqrt[3]{5} | 2\sqrt{5}
\sqrt{2}\sqrt{3} | \sqrt5
\frac{\sqrt2}{2} | \sqrt{\frac22}
2\pi | \pi^2
30^\circ | 30\pi
\frac{\pi}{6} | \frac{6}{\pi}
\arcsin\frac13 | \sin\frac13
\arcsin\frac13 | \frac{1}{\sin\frac13}
\operatorname{arctg}2 | \operatorname{arcctg}2
\operatorname{arcctg}(-2) | \operatorname{arctg}(-\frac12)
\pi-\arcsin\frac13 | \arcsin\frac13
\pm\arccos\frac13+2\pi n | \pm\arcsin\frac13+2\pi n
\pm\arccos\frac13+2\pi n | \arccos\frac13+\pi n
(-1)^{n}\arcsin\frac13+\pi n | \arcsin\frac13+\pi n
\pi n, n\neq 3k | \pi n
\pi n, n\ne 0 | \pi n
2\pi n, n=0,1,2 | 2\pi n, n=0,1
n\in\mathbb{Z} | n\in\mathbb{N}
\frac{2\pi}{3}+2\pi n\le x\le\frac{4\pi}{3}+2\pi n | \frac{\pi}{3}+2\pi n\le x\le\frac{4\pi}{3}+2\pi n
\left(\frac{\pi}{3}+2\pi k;\frac{2\pi}{3}+2\pi k\right) | \left[\frac{\pi}{3}+2\pi k;\frac{2\pi}{3}+2\pi k\right]
\left(\frac{\pi}{3}+2\pi k;\frac{2\pi}{3}+2\pi k\right) | \left(\frac{\pi}{3}+\pi k;\frac{2\pi}{3}+\pi k\right)
a>0 | a\ge0
a\in(0;1) | a\in(0;1]
a=1, a>2 | a>2
a\ne1;\ a\ne-1 | a\ne1
x=a+1 \text{ if } a>0 | x=a+1
x=a | x=a+1
\frac{a}{a-1}, a\ne1 | \frac{a}{a+1}, a\ne1
x=\frac{1}{a}, a\ne0 | x=a
y=x^2,\ x\ge0 | y=x^2,\ x\le0
f(x)=x^2 | f(x)=2x
f(x)=\begin{cases}x,&x>0\\-x,&x<0\end{cases} | f(x)=\begin{cases}x,&x>0\\x,&x<0\end{cases}
\int f(x)dx=F(x)+C | \int f(x)dx=F(x)
\frac{x^3}{3}+C | \frac{x^2}{3}+C
x^2+C | x^2+Cx
\vec{a}+\vec{b} | \vec{a}-\vec{b}
\vec{AB} | \vec{BA}
\overrightarrow{AB} | \overrightarrow{BA}
|\vec a| | \vec a
\angle ABC | \angle BAC
\triangle ABC | \triangle ABD
AB\perp CD | AB\parallel CD
A\cup B | A\cap B
A\setminus B | B\setminus A
A\subset B | A\subseteq B
\{1,2,3\} | \{1,2\}\cup\{4\}
7! | 7
5^2 | 52
2^5 | 25
x_2 | x^2
\log_{10} 2 | \log_1 02
a_{n+1} | a_n+1
a_{n}+1 | a_{n+1}
f_n(x) | f(x)
f(x+h) | f(x)+h
f(x) | fx
\overline{abc} | abc
\overline{12} | 12
0.\overline{12} | 0.12
1.2\overline{3} | 1.\overline{23}
10101_2 | 10101
21_{8} | 21_{9}
\text{A} | \text{a and b}
\text{Tuesday} | \text{Thursday}
(A) | (a)+1
\text{none of these} | 0
\text{infinitely many} | \infty+1
\text{odd} | 1
\text{all } x | x
\text{DNE} | 0
\text{undefined} | 0
\overline{abc} | \overline{cba}
\widehat{ABC} | \widehat{BAC}
\overline{12x} | \overline{1x2}
x^{2}_{1} | x^{2}_{2}
a_1+a_2 | a_1+a_3
S_{\triangle ABC}=12 | S_{\triangle ABD}=13
S_{ABCD}=12\text{ cm}^2 | 12\text{ cm}^3
P(A\cap B)=\frac12 | \frac13
y_{\max}=3,\ y_{\min}=1 | y_{\max}=1,\ y_{\min}=3
\max = 3, \min = 1 | \max = 1, \min = 3
\left(-\infty ; -2\right) \cup \left(3 ; +\infty \right) | -2<x<3
(-\infty,2) | (2,\infty)
(-\infty,2) | (-\infty,-2)
(2,-\infty) | (-\infty,2)
[2,1] | [1,2]
(1;2) | (1;2;3)
\{1\} | (1,1)
(0;0) | 0
(0;0) | \emptyset
\{0\} | 0;0
\mathbb{R}^2 | \mathbb{R}
\mathbb{R}^+ | \mathbb{R}
\mathbb{R}^+ | \mathbb{R}^-
\mathbb{Z}^+ | \mathbb{Z}
\mathbb{N} | \mathbb{N}_0
x\in\mathbb{Z} | x\in\mathbb{R}
x\in\mathbb{Q} | x\in\mathbb{R}
x \in \mathbb{R} | x \ne 0
x>0 | x\in\mathbb{N}
1\le x\le 3, x\in\mathbb{Z} | 1\le x\le3
n>3, n\in\mathbb{N} | n>3
2,3,5,7 | \{x: x\text{ prime}\}
1,2,\ldots,10 | 1,2,10
1,2,\ldots,10 | 1,2,\ldots,11
1+2+\dots+n | 1+2+n
\frac{1}{1-x} | 1+x+x^2+\ldots
\sqrt{2+\sqrt{2+\ldots}} | \sqrt{2+\sqrt2}
x\approx 1.41 | x=\sqrt2
\approx 3.14 | \pi
1.4142 | \approx1.5
5\pm0.1 | 5
5\pm0.1 | 5.1; 4.8
1\mp1 | 1\pm2
\frac{-b\pm\sqrt{D}}{2a} | \frac{b\pm\sqrt D}{2a}
\frac{-b\pm\sqrt{D}}{2a} | \frac{-b\pm\sqrt{D}}{a}
2x+1 | 2x+1=0
x | x=0
x=y | x-y
x=y=1 | x=1,y=2
x=y=z | x=y
a=b=c | a=b=d
a>b>c | a>c>b
a\ge b\ge c | a\ge b>c
0<a<1<b | 0<a<b<1
a<0 \text{ or } a>1 | a<0 \text{ and } a>1
a<0; b>0 | b<0; a>0
x<-1; x>1 | -1<x<1
|x|<1; |y|<1 | |x|<1
x+y>1; x-y<1 | x+y>1; x-y>1
3,\!4 | 34
12,5 | 125
12.500 | 12500
1 1/2 | 11/2
1 - 1/2 | -1 1/2
5 - 3 | 5, -3
5, -3 | 2
-5 | 5-
3^2 | 3_2
3 2 | 32
3\ 200 | 3
3 200 | 32000
1 000 000 | 1000
100 000 | 100
2/3x | 2/(3x)
2/3\pi | \frac{2}{3\pi}
1/2\sqrt{3} | \frac{1}{2\sqrt3}
1/2(x+1) | \frac{1}{2(x+1)}
a/2b | a/(2b)
\pi/2k | \frac{\pi}{2k}
x/y/z | x/(y/z)
x:y z | x:(yz)
-x^{-2} | x^{2}
(-x)^{3} | x^3
(-1)^{2k+1} | 1
e^{-x} | -e^x
e^{x^2} | e^{2x}
(e^x)^2 | e^{x^2}
2^{3x} | 6^x
\log_2 8x | 3x
\log_2 x^2 | (\log_2x)^2
\lg x^2 | \lg^2 x
\ln^2 x | \ln x^2
\sin^3 x | \sin 3x
\sin^{-1}x | \sin(-x)
\sin^{-2}x | \sin(-2x)
\cos^2x-\sin^2x | 1
\tan x | \tanh x
\sinh x | \sin x\cdot h
\arctan(x) | \operatorname{arctanh}(x)
\operatorname{sgn}x | x
\operatorname{sgn}x | |x|
\Gamma(5) | 24x
\Re(z) | z
\operatorname{Re}z | \operatorname{Im}z
\bar z | z
z\bar z | z^2
\arg z | |z|
z+\bar z | 2z
\operatorname{Im} z | 0
\bar{z}-z | 0
|x|^2 | -x^2
\sin^2x+\cos^2x=1 | x=1
x+1=x+1 | x=1
x+x=2x | x=y
(x+1)^2=x^2+2x+1 | (x+2)^2=x^2+2x+1
(1,1), (3,2) | [1,1), (3,2)
5_{5}+1 | 1
\frac{5!}{5_{5}} | 24
\log_{5}25=2 | 3
-0,54 | 0,54
B | \textbf{(D)}\ 15
16 | \textbf{(D)}\ 15
A: B | A
B | C: the third one
A: 5 | 5
15 | (D) (E) 15
(A) 15 | (B) 15
x^2+C | x^2+A
C | c
Cx | cx
x+C | x+2c
x+k | x+c
x^2+C | x^2
{}^5C_2 | 5
2k, k\ne0 | 2k
2, x\ne3 | 2
x+1, x\ne2 | x+1, x\ne1
2\pi k, k\in\mathbb{Z} | 0, 2\pi
\frac{1}{k}, k\in\mathbb{Z} | 1
(1,2) | {\\}
x>1 | {\text{ }}
4 | 4 squared
3 | 3 times 2
10 | 10 minus 3
5 | 5 apples minus 3
5 | 5 feet 3 inches
3 | 3 to 2
5 | 5\text{ to }6
5 | 5 remainder 2
5 | 5\text{ when }n\text{ is odd}
5 | 5 inverse
5 | 5 to the power 2
2.5 | two and a third
23 | twenty thirds
5x | 5 x 3
5\text{ pm} | 5 am
5\text{ hours} | 5 hours and 30 minutes
3\text{ cm}, 5\text{ cm} | 3 cm and 4 cm
x \equiv 7 \pmod{11} | x = 7 + 12k
x \equiv 7 \pmod{11} | x = 7 + 22k
x \equiv 7 \pmod{11} | x = 7
7 + 11x | 7 \pmod{11}
\langle 1,2\rangle | 1.2
0 | none
\varnothing | none of these
(1,2) | 1+2i
(2,1) | \mathbf{i}+2\mathbf{j}
\langle 1,2,1\rangle | \hat{i}+2\hat{j}
2\hat{i}+3\hat{j} | 3\hat{i}+2\hat{j}
(1,1) | \hat{i}\hat{j}
(0,1) | j+2
\hat{x} | x
x_1=1,\ x_{2,3}=2\pm\sqrt{3} | 1;\ 2+\sqrt3;\ 2+\sqrt3
x_1=\pi n,\ x_2=\frac{\pi}{2}+\pi k | x_1=\frac{\pi}{3}+\pi n,\ x_2=\pi n
x=\pi n,\ y=\frac{\pi}{2}+\pi k | x=\frac{\pi}{2}+\pi n,\ y=\pi n
(1,(2,3)) | (1.2, 3)
10 | 2C5
10 | 5 C 2
\binom{n}{k} | nkC
3C_2 | 3
3x^3 | diff(x^3,x)
2 | mod(7,3)
\begin{pmatrix}1&2\\3&4\end{pmatrix} | matrix([1,3],[2,4])
k | sum(k)
12\text{ in}^2 | 12\text{ in}
5 \text{ inches} | 5'
1-\sqrt3 i | 2\operatorname{cis}\frac{\pi}{3}
4 | \text{three solutions}
(1,2) | P(2,1)
(1,2) | 2(1,2)
5 | x^{-1}=5
x-5 | 5!=x
n\ge 3, n\in\mathbb{Z} | n>3, n\in\mathbb{Z}
n\ge 3, n\in\mathbb{Z} | n\ge 3
"""
DIFFERENT_PAIRS = [tuple(line.split(" | ")) for line in DIFFERENT.strip().splitlines()]


@pytest.mark.parametrize(
    ("one", "other"), DIFFERENT_PAIRS, ids=[" != ".join(pair) for pair in DIFFERENT_PAIRS]
)
def test_different_answers_are_not_accepted(one: str, other: str) -> None:
    """Two answers that differ are not accepted, whichever is the gold."""
    assert compare(one, other).verdict != "accept"
    assert compare(other, one).verdict != "accept"


#: more pairs that are equal: identities, radicals beyond small primes, solved inequalities, families
SAME = r"""
\sqrt{1022117} | \sqrt{1009}\sqrt{1013}
\sqrt{1022117} | \sqrt{1009\cdot1013}
\sqrt{1018081} | 1009
\sqrt[3]{1009^3} | 1009
\sqrt{1009^3} | 1009\sqrt{1009}
\ln 1022117 | \ln1009+\ln1013
\sqrt{1009\cdot1013\cdot1019} | \sqrt{1009}\sqrt{1013}\sqrt{1019}
\frac{\sqrt{1022117}}{\sqrt{1009}} | \sqrt{1013}
(1+\sqrt2)^{30}(1-\sqrt2)^{30} | 1
(2+\sqrt3)^{50} | \frac{1}{(2-\sqrt3)^{50}}
\sqrt[3]{2+\sqrt5}+\sqrt[3]{2-\sqrt5} | 1
\sqrt{3+2\sqrt2} | 1+\sqrt2
\cos\frac{2\pi}{7}+\cos\frac{4\pi}{7}+\cos\frac{6\pi}{7} | -\frac12
\tan\frac{\pi}{8} | \sqrt2-1
\arctan\frac12+\arctan\frac13 | \frac\pi4
\ln(2+\sqrt3) | \operatorname{arcosh} 2
\frac{1}{1+\sqrt2+\sqrt3} | \frac{2+\sqrt2-\sqrt6}{4}
(x^2)^{1/2} | |x|
(x^6)^{1/3} | x^2
(x^3)^{1/3} | x
(x^2)^{3/2} | |x|^3
\sqrt{x^2y} | |x|\sqrt{y}
\sqrt[4]{x^2} | \sqrt{|x|}
\sqrt{\frac{x}{y}} | \frac{\sqrt{xy}}{|y|}
\ln\frac{x}{y} | \ln x-\ln y
\log_{x^2}y^2 | \log_{|x|}|y|
x^{\ln y} | y^{\ln x}
2^{\log_2 x} | x
\sin 3x | 3\sin x-4\sin^3x
\frac{1-\cos 2x}{\sin 2x} | \tan x
\tan\frac{x}{2} | \frac{\sin x}{1+\cos x}
\sin x+\cos x | \sqrt2\sin(x+\frac\pi4)
\frac{n!}{(n-3)!} | n(n-1)(n-2)
\binom{n}{k} | \frac{n!}{k!(n-k)!}
\binom{n+1}{2} | \frac{n(n+1)}{2}
(n+1)!-n! | n\cdot n!
(2n)!! | 2^n n!
1+2+3 | 6
x^{2}\cdot x^{-2} | 1
\frac{x}{x} | 1
\frac{x^2-4}{x-2} | x+2
(a+b+c)^2 | a^2+b^2+c^2+2ab+2bc+2ca
\frac{a^3-b^3}{a-b} | a^2+ab+b^2
(x-1)^{30} | (1-x)^{30}
(x-1)^{-2} | \frac{1}{(1-x)^2}
\sum_{k=0}^{n}\binom{n}{k} | 2^n
\sum_{k=1}^{n}k^2 | \frac{n(n+1)(2n+1)}{6}
\prod_{k=1}^{n}k | n!
\int_0^1 e^{x}dx | e-1
\int_0^{\pi}\sin x\,dx | 2
\int_0^1\frac{dx}{1+x^2} | \frac\pi4
\int_0^1 t^2dt | \int_0^1 x^2dx
\frac{d}{dx}x^2 | 2x
\frac{4}{6}\pi | \frac{2\pi}{3}
0.1+0.2 | 0.3
1-0.(9) | 0
3.14\cdot 2 | 6.28
\sqrt{2} | 1.41421356
i^{2024} | 1
(1+i)^{10} | 32i
\frac{1+i}{1-i} | i
(\cos\frac\pi3+i\sin\frac\pi3)^6 | 1
|1+i| | \sqrt2
\arg(1+i) | \frac\pi4
\sqrt{-1} | i
\sqrt{-8} | 2\sqrt2i
e^{2\pi i/3} | -\frac12+\frac{\sqrt3}{2}i
(-1)^{1/3} | -1
x^2+2x+1=0 | (x+1)^2=0
\frac{x}{y}=2 | x=2y
y-1=2(x-3) | y=2x-5
3x+4y-5=0 | y=-\frac34x+\frac54
\frac{x^2}{4}+\frac{y^2}{9}=1 | 9x^2+4y^2=36
x^2+y^2-2x+4y=4 | (x-1)^2+(y+2)^2=9
x+y=5, xy=6 | xy=6, x+y=5
(1,2)\cup(3,4) | (3,4)\cup(1,2)
(-\infty,0)\cup(0,\infty) | x\ne0
x<0 \text{ or } x>0 | x\neq 0
[0,\infty) | x\geq0
[2,2] | \{2\}
0<x<1 \text{ or } x=1 | (0,1]
x\in(0,1)\cup\{1\} | 0<x\le1
\mathbb{R}\setminus\{1,2\} | x\ne1, x\ne2
\mathbb{R}\setminus[0,1] | x<0 \text{ or } x>1
x^2-3x+2\le0 | [1,2]
\frac{x-1}{x-2}\ge0 | (-\infty,1]\cup(2,\infty)
(x-1)^2>0 | x\ne1
x^2+1>0 | \mathbb{R}
x^2+1<0 | \emptyset
x^3>8 | (2,\infty)
x^2>2 | |x|>\sqrt2
|2x-1|\le3 | [-1,2]
\{x\in\mathbb{Z}: 0<x<3\} | \{1,2\}
\frac{\pi}{3}+\pi k | \frac{\pi}{3}-\pi k
\pm\frac{\pi}{3}+2\pi k | 2\pi k\pm\frac{\pi}{3}
\pi k;\ \frac{\pi}{2}+\pi k | \frac{\pi k}{2}
\frac{\pi}{4}+\frac{\pi k}{2} | \frac{\pi}{4}+\pi n;\ -\frac{\pi}{4}+\pi n
180^\circ k | \pi k
\frac{\pi}{4}+\pi k, k=0,1 | \frac{\pi}{4}, \frac{5\pi}{4}
x=\pi k, y=\frac{\pi}{2}+\pi n | x=\pi m, y=\frac{\pi}{2}+\pi k
x=1,y=2 | x=1; y=2
\left(\frac{1}{2};\frac{3}{4}\right) | (0.5, 0.75)
\{(1;2),(3;4)\} | (1,2) and (3,4)
(x;y)=(1;2) | x=1, y=2
x_1=1,\ y_1=2;\ x_2=3,\ y_2=4 | (1;2),(3;4)
5\text{ см} | 5\text{ см}
x\in\{1;2\} | 1; 2
x \in \varnothing | \emptyset
\left\{-1;\frac12\right\} | -1, 0.5
x\in(-\infty;-1]\cup[1;+\infty) | |x|\geq1
x\leqslant-1,\ x\geqslant1 | (-\infty;-1]\cup[1;\infty)
(0;1)\cup(1;2) | 0<x<2, x\neq1
0<x<1, 1<x<2 | (0,1)\cup(1,2)
-1<x\leq 3 | x\in(-1;3]
[-1;3] | -1\leq x\leq 3
\left[\frac12; \sqrt2\right] | [0.5; 2^{0.5}]
3^{x}\cdot 2 | 2\cdot3^x
\lfloor x+1\rfloor | \lfloor x\rfloor+1
-1\frac12 | -1.5
\operatorname{arcctg}2 | \operatorname{arctg}\frac12
\pi-\arccos\frac13 | \arccos\left(-\frac13\right)
\pm\arccos\frac13+2\pi n | \arccos\frac13+2\pi k, -\arccos\frac13+2\pi k
(-1)^{n}\arcsin\frac13+\pi n | \arcsin\frac13+2\pi k; \pi-\arcsin\frac13+2\pi k
\frac{\pi}{2}+\pi n; \frac{\pi}{4}+\frac{\pi n}{2} | \frac{\pi}{4}+\frac{\pi k}{2}; \frac{\pi}{2}+\pi m
a=1 \text{ or } a>2 | \{1\}\cup(2;\infty)
a\ne1;\ a\ne-1 | a\ne\pm1
\angle ABC=30^\circ | \angle CBA=30^\circ
AB\perp CD | CD\perp AB
S_{\triangle ABC}=12 | 12
S_{ABCD}=12\text{ cm}^2 | 12\text{ cm}^2
P(A)=\frac12 | 0.5
y_{\max}=3 | 3
y_{\max}=3,\ y_{\min}=1 | y_{\min}=1,\ y_{\max}=3
\left(-\infty ; -2\right) \cup \left(3 ; +\infty \right) | x<-2 \text{ or } x>3
1\le x\le 3, x\in\mathbb{Z} | 1;2;3
1,2,\ldots,10 | 1, 2, \dots, 10
\pm1, 0 | -1; 0; 1
\frac{-b\pm\sqrt{D}}{2a} | \frac{-b+\sqrt{D}}{2a}, \frac{-b-\sqrt D}{2a}
x=y=1 | x=1,y=1
3 200 | 3200
2/3\pi | \frac{2\pi}{3}
(-1)^{2k+1}, k\in\mathbb{Z} | -1
2^{3x} | 8^x
\cos^2x-\sin^2x | \cos2x
-0,54 | -0.54
D | \textbf{(D)}\ 15
C | C: the third one
C | C, the third
15 | \textbf{(D)}\ 15
\text{(D)} | \textbf{(D) 15}
\frac12 | (C) 0.5
{}^5C_2 | {}_5C_2
^{5}C_{2} | 10
{}^{5}P_{2} | 20
(-1)^{2k}, k\in\mathbb{Z} | 1
(a) √(9) (b) 5 | (a) 3 (b) 5
\left(\ln \beta{} \right) | \ln\beta
\sin 5\alpha{} | \sin(5\alpha)
x{}^4\sqrt{y} | x\sqrt[4]{y}
16 | 4 squared
8 | 2 cubed
5 | 5 squared units
120 | 5 factorial
7 | 10 minus 3
6 | 3 times 2
15 | 5 x 3
\frac{3}{4} | 3 over 4
3/5 | 3 out of 5
3:2 | 3 to 2
3:2 | 3\text{ to }2
\frac{1}{2} | one half
\frac{3}{4} | three quarters
2.5 | two and a half
2.5 | 2 and a half
5\text{ h }30\text{ min} | 5 hours and 30 minutes
63\text{ in} | 5 feet 3 inches
x \equiv 7 \pmod{11} | x \equiv 18 \pmod{11}
x \equiv -4 \pmod{11} | 7 \pmod{11}
x \equiv 7 \pmod{11} | x = 7 + 11k
7 + 11k | 7 \pmod{11}
7 \pmod{11} | 7 mod 11
\langle 1,2\rangle | (1,2)
\varnothing | none
\text{None} | no solution
(1,2) | \mathbf{i}+2\mathbf{j}
\langle t, t^2\rangle | t\mathbf{i}+t^2\mathbf{j}
\begin{pmatrix}1\\2\\-1\end{pmatrix} | \hat{i}+2\hat{j}-\hat{k}
\hat{i}+2\hat{j} | \mathbf{i}+2\mathbf{j}
\vec{i}-\vec{j} | \hat{i}-\hat{j}
(2, 0) | 2\hat{\imath}
x_1=1,\ x_{2,3}=2\pm\sqrt{3} | 1;\ 2+\sqrt3;\ 2-\sqrt3
x_1=\frac{\pi}{2}+\pi n,\ x_2=\pi k | x=\frac{\pi n}{2}
\log_{0,5}8 | -3
0,(3) | \frac13
-0,1(6) | -\frac16
10 | 5C2
20 | 5P2
\binom{n}{k} | C(n,k)
\binom{n}{k} | nCk
\frac{n!}{(n-r)!} | nPr
\sum_{k=1}^n k | sum(k,k,1,n)
30 | Sum(k^2,(k,1,4))
24 | product(k,k,1,4)
3x^2 | diff(x^3,x)
\frac13 | integrate(x^2,x,0,1)
1 | mod(7,3)
\begin{pmatrix}1&2\\3&4\end{pmatrix} | matrix([1,2],[3,4])
\begin{pmatrix}1&2\\3&4\end{pmatrix} | Matrix([[1,2],[3,4]])
12\text{ in}^2 | 12 \text{ square inches}
5 \text{ inches} | 5''
6\text{ feet} | 6'
4\text{:}30 | 4:30
e^{i\pi/3} | \text{cis } 60^\circ
5e^{i\pi/4} | 5\text{cis}(45^\circ)
120 | 5!=120
3 | \text{three solutions}
(1,2) | P(1,2)
(1,2) | \text{point }(1,2)
x^2+1 | P(x) = x^2+1,\ x\in\mathbb{R}
\text{infinitely many} | infinitely many solutions
9.8\text{ m/s}^2 | 9.8\ \mathrm{m\,s^{-2}}
3\text{ ohms} | 3\ \Omega
\begin{pmatrix}1&0\\0&1\end{pmatrix} | A^{-1}=\begin{pmatrix}1&0\\0&1\end{pmatrix}
\frac12 | \int_0^1 x\,dx=\frac12
6 | \sum_{k=1}^{3}k=6
n\ge 3, n\in\mathbb{Z} | n>2, n\in\mathbb{Z}
"""
SAME_PAIRS = [tuple(line.split(" | ")) for line in SAME.strip().splitlines()]


@pytest.mark.parametrize(("one", "other"), SAME_PAIRS, ids=[" == ".join(pair) for pair in SAME_PAIRS])
def test_same_answers_are_accepted_either_way(one: str, other: str) -> None:
    """Two answers that denote the same are accepted, whichever is the gold."""
    assert (compare(one, other).verdict, compare(one, other).lenient) == ("accept", False)
    assert (compare(other, one).verdict, compare(other, one).lenient) == ("accept", False)


# ------------------------------------------------------------------------------
# 12  What a comparison says
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "given", "part"),
    [
        ("2", "3", "2 against 3"),
        ("x+1", "x+2", "at x="),
        ("1; 2; 3", "1; 2; 4", "3 has no partner"),
        ("(1,2)", "[1,2)", "1.0 is in the given set alone"),
        ("1; 2", "1; 2; 3", "2 items against 3"),
        (r"\sqrt2", r"\sqrt3", "factorisations"),
        ("5 kg", "5 m", "kg against"),
        (r"\pi k", r"2\pi k", "family alone"),
        (r"\infty", r"-\infty", "opposite signs"),
        (r"-\infty", r"\sqrt2", "infinity against 1.41"),
        (r"\text{even}", r"\text{odd}", "words differ"),
    ],
)
def test_a_rejection_has_its_witness(gold: str, given: str, part: str) -> None:
    """A rejection names what tells the answers apart."""
    found = compare(gold, given)
    assert (found.verdict, found.reason) == ("reject", "different")
    assert part in found.witness


@pytest.mark.parametrize(
    "text", ["x^2>4", "1/3", r"\{1,2\}", "x=1, y=2", r"\text{even}", "no solutions", "y=2x+1", "(1,2)"]
)
def test_an_answer_equals_itself(text: str) -> None:
    """Any answer equals itself, without leniency or convention."""
    found = compare(text, text)
    assert (found.verdict, found.lenient, found.convention, found.reader) == ("accept", False, "", "own")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", True),
        ("-0.5", True),
        (r"\frac12", True),
        ("1; 2; 3", True),
        ("20%", True),
        ("70 kg", True),
        ("x=2", True),
        ("2^{64}", False),
        ("5!", False),
        (r"\sqrt2", False),
        ("x", False),
        ("the answer", False),
        ("", False),
        (r"2.5\cdot10^{-3}", True),
        (r"\pi", False),
    ],
)
def test_is_numeric(text: str, expected: bool) -> None:
    """The numeric tier's domain: numbers as they stand, nothing that must be computed."""
    assert is_numeric(text) == expected
