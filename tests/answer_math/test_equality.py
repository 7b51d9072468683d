r"""Equality of answers, row by row of DESIGN §6 and rule by rule of §7.

Every row is (gold, another way to write it, the nearest answer that is not equal to it): the first two must be
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
    ("100000000000000000000000001", "100000000000000000000000000+1", "100000000000000000000000002"),
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
    (r"10{,}000", "10000", "10"),
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
    ("3 ft", "36 in", "30 in"),
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
    (r"\pi", "pi", "3.14159265358979"),
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
    (r"(-1)^n", r"\cos(\pi n)", r"(-1)^{n+1}"),
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
    (r"\{1, 1, 2\}", r"\{1, 2\}", r"\{1, 3\}"),
    (r"A(1,2)", r"A(1;2)", r"A(2,1)"),
    (r"\begin{pmatrix}1\\2\end{pmatrix}", r"\begin{bmatrix}1\\2\end{bmatrix}", r"\begin{pmatrix}2\\1\end{pmatrix}"),
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", r"\begin{pmatrix}1 & 2 \\ 3 & \frac82\end{pmatrix}",
     r"\begin{pmatrix}1&3\\2&4\end{pmatrix}"),
    (r"\begin{pmatrix}2&4\end{pmatrix}", r"2\begin{pmatrix}1&2\end{pmatrix}", r"\begin{pmatrix}2\\4\\1\end{pmatrix}"),
    (r"\begin{pmatrix}1\\2\end{pmatrix}", "(1,2)", "(1,3)"),
    (r"\begin{vmatrix}1&2\\3&4\end{vmatrix}", r"\begin{vmatrix}1&2\\3&4\end{vmatrix}",
     r"\begin{vmatrix}1&2\\3&5\end{vmatrix}"),
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
    (r"x\in\mathbb{R}", "R", "no solutions"),
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
    (r"[1,1]", "1", "2"),
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
    (r"\pm\frac{\pi}{3}+2\pi k", r"\frac{\pi}{3}+2\pi n, -\frac{\pi}{3}+2\pi n", r"\frac{\pi}{3}+2\pi n, -\frac{\pi}{6}+2\pi n"),
    (r"(-1)^k\frac{\pi}{6}+\pi k", r"\frac{\pi}{6}+2\pi n; \frac{5\pi}{6}+2\pi n", r"(-1)^{k+1}\frac{\pi}{6}+\pi k"),
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
    ("|AB|=5", "AB=5", "AB=6"),
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
    ("B", "B. the second one", "A"),
    (r"\text{Monday}", "monday", "Tuesday"),
    (r"\text{isosceles triangle}", "Isosceles  triangle.", "triangle"),
    (r"\text{true}", "True", "False"),
)

TABLES: dict[str, tuple[Row, ...]] = {
    "numbers": NUMBERS, "units": UNITS, "values": VALUES, "expressions": EXPRESSIONS, "collections": COLLECTIONS,
    "sets": SETS, "families": FAMILIES, "relations": RELATIONS, "words": WORDS,
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
