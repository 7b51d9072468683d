"""Units of measurement: one exact table, and what a unit text denotes.

`unit_of("km/h")` and `unit_of("kilometres per hour")` are the same `Unit`.  What is not in the
table is a noun ("apples"): it is compared by its words, singular and plural alike.
"""

from __future__ import annotations

import functools
import re
from fractions import Fraction
from typing import NamedTuple

from answer_math.rules import pattern


class Unit(NamedTuple):
    """A unit: `factor` times base units with exponents, or `noun` when the table does not know it."""

    factor: Fraction
    dimension: tuple[tuple[str, int], ...]
    noun: str = ""


# Lines: dimension, factor to the base unit, spellings.  Base units: metre, gram, second, year, ampere, dollar, radian.
# Gallons and their parts are those of the United States.
# Source: SI brochure, NIST SP 811.
_TABLE = """
length 1 m meter meters metre metres м метр метра метров
length 1000 km kilometer kilometers kilometre kilometres км километр километра километров
length 1/100 cm centimeter centimeters centimetre centimetres см сантиметр сантиметра сантиметров
length 1/1000 mm millimeter millimeters millimetre millimetres мм
length 1/10 dm decimeter decimeters decimetre decimetres дм
length 1/1000000 um micrometer micrometers micron microns
length 1/1000000000 nm nanometer nanometers
length 127/5000 in inch inches
length 381/1250 ft foot feet
length 1143/1250 yd yard yards yds
length 201168/125 mi mile miles
mass 1 g gram grams gm gms г грамм грамма граммов
mass 1000 kg kilogram kilograms kgs kilo kilos кг килограмм килограмма килограммов
mass 1/1000 mg milligram milligrams
mass 1000000 t ton tons tonne tonnes
mass 45359237/100000 lb lbs pound pounds
mass 45359237/1600000 oz ounce ounces
time 1 s sec secs second seconds с секунд секунды секунда
time 60 min mins minute minutes мин минут минуты минута
time 3600 h hr hrs hour hours ч час часа часов
time 86400 day days d день дня дней
time 604800 week weeks wk
time 1209600 fortnight fortnights
year 1/12 month months
year 1 year years yr yrs
year 10 decade decades
year 100 century centuries
time 1/1000 ms millisecond milliseconds
time 1/1000000 us μs µs microsecond microseconds
time 1/1000000000 ns nanosecond nanoseconds
length^3 1/1000 l liter liters litre litres L л
length^3 1/1000000 ml mL milliliter milliliters millilitre millilitres cc
length^3 473176473/125000000000 gal gallon gallons
length^3 473176473/500000000000 qt quart quarts
length^3 473176473/1000000000000 pint pints
length^3 473176473/2000000000000 cup cups
length^2 316160658/78125 acre acres
length^2 10000 ha hectare hectares
money 1 dollar dollars usd USD buck bucks
money 1/100 cent cents penny pennies ¢
euro 1 euro euros eur EUR €
yen 1 yen ¥
yuan 1 yuan rmb RMB 元
poundsterling 1 gbp GBP £
rupee 1 rupee rupees Rs
mass.length.time^-2 1000 N newton newtons
mass.length.time^-2 1000000 kN kilonewton kilonewtons
mass.length^2.time^-2 1000 J joule joules
mass.length^2.time^-2 1000000 kJ kilojoule kilojoules
mass.length^2.time^-2 1000000000 MJ megajoule megajoules
mass.length^2.time^-2 3600000 Wh
mass.length^2.time^-2 3600000000 kWh
mass.length^2.time^-3 1000 W watt watts
mass.length^2.time^-3 1000000 kW kilowatt kilowatts
mass.length^2.time^-3 1000000000 MW megawatt megawatts
mass.length^2.time^-3 1 mW milliwatt milliwatts
current.time 1 C coulomb coulombs
current.time 1/1000000 uC μC µC microcoulombs
voltage 1 V volt volts
voltage 1/1000 mV millivolt millivolts
voltage 1000 kV kilovolt kilovolts
current 1 A amp amps ampere amperes
current 1/1000 mA milliamp milliamps milliampere milliamperes
resistance 1 ohm ohms Ω Omega
resistance 1000 kΩ kiloohm kiloohms kilohm kilohms
frequency 1 Hz hertz
frequency 1000 kHz kilohertz
frequency 1000000 MHz megahertz
temperature 1 K kelvin kelvins
celsius 1 celsius °C
fahrenheit 1 fahrenheit °F
mass.length^-1.time^-2 1000 Pa pascal pascals
mass.length^-1.time^-2 1000000 kPa kilopascal kilopascals
mass.length^-1.time^-2 1000000000 MPa megapascal megapascals
amount 1 mol mole moles
amount 1/1000 mmol millimole millimoles
angle 1 rad radian radians
"""
_COMPOUND = {
    "mph": "mi/h",
    "kph": "km/h",
    "kmh": "km/h",
    "fps": "ft/s",
    "rpm": "revolution/min",
    "mpg": "mi/gal",
    "ms^-1": "m/s",
    "ms^-2": "m/s^2",
    "kmh^-1": "km/h",
    "degrees celsius": "celsius",
    "degree celsius": "celsius",
    "degrees c": "celsius",
    "degree c": "celsius",
    "degrees fahrenheit": "fahrenheit",
    "degree fahrenheit": "fahrenheit",
    "degrees f": "fahrenheit",
    "degree f": "fahrenheit",
    "sqft": "ft^2",
    "psi": "lb/in^2",
    "'": "ft",
    "''": "in",
    '"': "in",
}


#: a unit's base dimensions with their exponents, and its factor
Base = tuple[tuple[tuple[str, int], ...], Fraction]


def _dimensions(written: str) -> tuple[tuple[str, int], ...]:
    """Return the base dimensions that a column of the table writes: `mass.length^2`."""
    parts = (part.partition("^") for part in written.split("."))
    return tuple((name, int(exponent or 1)) for name, _, exponent in parts)


def _bases(table: str) -> dict[str, Base]:
    """Return the base of each spelling."""
    found = {}
    for line in table.strip().splitlines():
        dimension, ratio, *spellings = line.split()
        top, _, bottom = ratio.partition("/")
        found.update(dict.fromkeys(spellings, (_dimensions(dimension), Fraction(int(top), int(bottom or 1)))))
    return found


_BASES = _bases(_TABLE)
#: spellings of one letter, which a letter alone could also be
ONE_LETTER_UNITS = frozenset(spelling for spelling in _BASES if len(spelling) == 1) | {"Omega"}
#: spellings that plain text may write after a number without \text
KNOWN_UNITS = frozenset(
    spelling for spelling in _BASES if len(spelling) > 1 and spelling != "Omega"
) | frozenset(_COMPOUND)
_IRREGULAR = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "feet": "foot",
    "mice": "mouse",
    "geese": "goose",
    "teeth": "tooth",
    "dice": "die",
    "knives": "knife",
    "loaves": "loaf",
    "leaves": "leaf",
}
_ARTICLES = frozenset(
    {"a", "an", "the", "each", "total", "in", "only", "more", "approximately", "about", "old", "whole"}
)
_TOKEN = r"[A-Za-zÀ-ɏА-яёіїєґ¢€¥£Ω元]+|\^\s*\{?\s*[-+]?\d{1,2}\s*\}?|[²³]|[/*·.()-]|\d+|\S"


def singular(word: str) -> str:
    """Return the singular of an English noun, by the common endings."""
    if not word[1:].islower() and word[1:] != word[1:].lower():
        return word  # a symbol: `мВт` is not `МВт`
    word = word.lower()
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")) and len(word) > 4:
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 2:
        return word[:-1]
    return word


def _base(word: str) -> Base | None:
    """Return the dimensions and factor of one spelling; longer ones in any case."""
    return _BASES.get(word) or (_BASES.get(word.lower()) if len(word) > 1 else None)


def _power(text: str) -> int:
    """Return the exponent that a token like `^{2}` or `²` writes."""
    return {"²": 2, "³": 3}.get(text) or int(re.sub(r"[^\d-]", "", text))


def _raise(exponents: dict[str, int], base: Base, power: int) -> Fraction:
    """Add a power of a base to the exponents, and return the factor of it."""
    for dimension, exponent in base[0]:
        exponents[dimension] = exponents.get(dimension, 0) + exponent * power
    return base[1] ** power


def _parse(tokens: list[str]) -> Unit | None:
    """Return the unit of the tokens, or None when one of them is not in the table."""
    factor, exponents, sign, pending = Fraction(1), dict[str, int](), 1, 0
    last: tuple[Base, int] | None = None
    for token in tokens:
        lowered = token.lower()
        if token in "/" or lowered == "per":
            sign = -1
        elif token in "*·.-()":
            continue
        elif lowered in ("square", "sq", "squared"):
            pending = 2
        elif lowered in ("cubic", "cu", "cubed"):
            pending = 3
        elif token[0] in "^²³":
            if last is None or token == "^":
                return None
            factor *= _raise(exponents, last[0], last[1] * (_power(token) - 1))
        else:
            base = _base(token)
            if base is None:
                return None
            power = sign * (pending or 1)
            pending, last = 0, (base, power)
            factor *= _raise(exponents, base, power)
    if last is not None and pending:  # "feet squared"
        factor *= _raise(exponents, last[0], last[1] * (pending - 1))
    return Unit(factor, tuple(sorted(item for item in exponents.items() if item[1]))) if exponents else None


@functools.lru_cache(maxsize=4096)
def unit_of(text: str) -> Unit:
    """Return what a unit text denotes; never raises.  `noun` is set when the table does not know it."""
    if "\\" in text:
        text = pattern(r"\\[,;:! ]").sub(" ", text)  # `m\,s^{-2}`
    for spelling, meaning in _COMPOUND.items():
        if text.strip().lower() == spelling:
            text = meaning
    tokens = pattern(_TOKEN).findall(text)[:40]
    while len(tokens) > 1 and tokens[0].lower() in _ARTICLES | {"of"} and tokens[1][0].isalpha():
        tokens = tokens[1:]
    known = _parse(tokens) if all(len(token) < 40 for token in tokens) else None
    if known is not None:
        return known
    words = [singular(token) for token in tokens if token[0].isalnum() and token.lower() not in _ARTICLES]
    return Unit(Fraction(1), (), " ".join(words) or text.strip().lower())


#: counting nouns and shares that are numbers themselves: five dozen are sixty, five tenths a half
_MULTIPLES = {
    "dozen": Fraction(12),
    "half": Fraction(1, 2),
    "halve": Fraction(1, 2),  # the singular that `halves` is given
    "third": Fraction(1, 3),
    "quarter": Fraction(1, 4),
    "fourth": Fraction(1, 4),
    "fifth": Fraction(1, 5),
    "sixth": Fraction(1, 6),
    "seventh": Fraction(1, 7),
    "eighth": Fraction(1, 8),
    "ninth": Fraction(1, 9),
    "tenth": Fraction(1, 10),
    "hundredth": Fraction(1, 100),
    "thousandth": Fraction(1, 1000),
}

#: capitals behind a number that are a magnitude or a unit that the table lacks: neither is ignored
MAGNITUDES = {"M": 10**6, "B": 10**9}


def multiple_of(unit: Unit) -> Fraction | None:
    """Return the number that a unit multiplies by where none is expected: a dozen by 12, cents by 1/100; else None."""
    if unit.dimension == (("money", 1),) and unit.factor != 1:
        return unit.factor
    return _MULTIPLES.get(unit.noun)


#: words before a noun that make another number of it
_COUNTS_OF_COUNTS = frozenset(
    {"dozen", "pair", "hundred", "thousand", "million", "billion", "score", "couple"}
)


def same_unit(gold: Unit, given: Unit) -> bool:
    """Return whether two units measure the same: one dimension, or nouns with one head (`bags of tea`, `bags`)."""
    if gold.noun or given.noun:
        if not (gold.noun and given.noun):
            noun, known = (gold, given) if gold.noun else (given, gold)
            measured = unit_of(noun.noun.partition(" of ")[0]) if " of " in noun.noun else noun
            return not measured.noun and (measured.dimension, measured.factor) == (
                known.dimension,
                known.factor,
            )
        long, short = sorted((gold.noun.split(), given.noun.split()), key=len, reverse=True)
        if (set(long) - set(short)) & _COUNTS_OF_COUNTS:
            return False  # 12 dozen apples are not 12 apples
        is_of = len(short) > 0 and long[: len(short)] == short and long[len(short) : len(short) + 1] == ["of"]
        return long == short or (len(short) > 0 and (long[-len(short) :] == short or is_of))
    return gold.dimension == given.dimension
