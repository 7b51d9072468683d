"""Random problem texts over every construct the parser knows, for tests.

Values, units and order are drawn freely, so that many stories cannot be solved
and some cannot be read; a test takes those that can.
"""

from __future__ import annotations

import random

NAMES = [
    "Sam", "Ann", "Ben", "María", "Jean-Luc", "O'Brien", "Ng'ang'a", "Björk", "Zoë", "Nguyễn Thị", "Lina", "Kofi",
    "Wei Ling", "Priya", "Omar al-Farsi", "Siobhán", "Tomás", "Will", "May", "McKenzie", "Mr. Abara", "Mrs. Park",
    "Juan de la Cruz", "Uncle Bob", "Team Red", "Green Farm", "Rosa's Tin Box", "Zed's Toy Box",
]  # fmt: skip
PLACES = ["the table", "the shelf", "the kitchen table"]
UNITS = [
    ("apple", "apples"), ("box", "boxes"), ("candy", "candies"), ("toy car", "toy cars"), ("goose", "geese"),
    ("sheep", "sheep"), ("loaf", "loaves"), ("domino", "dominoes"), ("domino", "dominos"), ("cactus", "cacti"),
    ("cactus", "cactuses"), ("menu", "menus"), ("bus", "buses"), ("glass", "glasses"), ("goldfish", "goldfish"),
    ("person", "people"), ("gnu", "gnus"), ("ice cream cone", "ice cream cones"), ("jalapeño", "jalapeños"),
    ("t-shirt", "t-shirts"), ("lens", "lenses"), ("quiz", "quizzes"), ("child", "children"), ("ox", "oxen"),
    ("snowman", "snowmen"), ("drop", "drops"), ("volcano", "volcanoes"), ("house", "houses"), ("axe", "axes"),
    ("movie", "movies"), ("scarf", "scarfs"), ("fish", "fishes"), ("photo", "photos"), ("dollar", "dollars"),
]  # fmt: skip
LEADS = ["", "", "", "Then ", "Next, ", "Later, ", "After that, ", "Finally, ", "On Monday, "]
TAILS = ["", "", "", " on the path", " at the market", " in June", " for fun", " near the old gate"]
GAINS = ["buys", "gets", "receives", "earns", "finds", "adds", "bought", "found", "got"]
LOSSES = ["eats", "loses", "sells", "spends", "drops", "uses", "removes", "donates", "lost", "sold"]
GIFTS = ["gives", "sends", "hands", "passes", "mails", "transfers", "gave", "sent"]
SPLITS = [
    "splits them evenly into {n} groups", "divides the {u} into {n} equal piles and keeps one",
    "shares the {u} equally with {n} friends", "keeps 50% of the {u}", "split the {u} evenly among {n} groups",
]  # fmt: skip


class Teller:
    """Tells one random story; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        """Draw the cast and the units of the story."""
        self.rng = random.Random(seed)
        self.cast = self.rng.sample(NAMES, self.rng.randint(1, 4))
        self.units = self.rng.sample(UNITS, self.rng.choice((1, 1, 1, 2)))
        self.unit_of = {name: self.rng.choice(self.units) for name in self.cast}

    def amount(self, name: str) -> str:
        """Return a quantity in the name's unit, in one of its spellings."""
        one, many = self.unit_of[name]
        value = self.rng.choice((0, 1, 1, 2, 3, 5, 7, 12, 20, 1200))
        if many == "dollars" and self.rng.random() < 0.6:
            return f"${value:,}"
        words = {2: "two", 12: "twelve", 20: "twenty"}
        number = words.get(value, f"{value:,}") if self.rng.random() < 0.3 else f"{value:,}"
        if len(self.units) == 1 and self.rng.random() < 0.15:
            return number
        return f"{number} {one if value == 1 and self.rng.random() < 0.7 else many}"

    def start(self, name: str) -> str:
        """Return the start of a name, at times as a multiple."""
        times = f"{self.rng.choice((0, 1, 2, 3, 4, 9))} times " if self.rng.random() < 0.15 else ""
        return f"{name} {self.rng.choice(('has', 'had', 'starts with'))} {times}{self.amount(name)}"

    def event(self, name: str) -> str:
        """Return one operation of a name."""
        rng, unit = self.rng, self.unit_of[name][1]
        kind = rng.choice(("gain", "gain", "lose", "lose", "give", "give", "take", "multiply", "split"))
        other = rng.choice(self.cast)
        if kind == "gain":
            return f"{name} {rng.choice(GAINS)} {self.amount(name)}{rng.choice(TAILS)}"
        if kind == "lose":
            return f"{name} {rng.choice(LOSSES)} {self.amount(name)}{rng.choice(TAILS)}"
        if kind == "give":
            verb, amount = rng.choice(GIFTS), self.amount(name)
            if rng.random() < 0.2:
                return f"{name} gives {amount} to a friend"
            return f"{name} {verb} {rng.choice((f'{amount} to {other}', f'{other} {amount}'))}"
        if kind == "take":
            return f"{name} gets {self.amount(name)} from {other}"
        if kind == "multiply":
            return f"{name} {rng.choice(('doubles', 'triples'))} {rng.choice(('them', f'the {unit}', ''))}".rstrip()
        return f"{name} {rng.choice(SPLITS).format(n=rng.choice((2, 3, 4)), u=unit)}"

    def place(self) -> str:
        """Return the start of a place."""
        place = self.rng.choice(PLACES)
        self.unit_of[place] = self.rng.choice(self.units)
        return f"There are {self.amount(place)} on {place}"

    def question(self) -> str:
        """Return a question about one of the cast or about everyone."""
        name = self.rng.choice(self.cast)
        unit = self.unit_of[name][1]
        if self.rng.random() < 0.3:
            return f"How many {unit} {self.rng.choice(('do they have', 'are there'))} in total?"
        return f"How many {unit} does {name} have{self.rng.choice((' now', ' left', ' in total'))}?"

    def text(self) -> str:
        """Return the whole story."""
        starts = [self.start(name) for name in self.cast if self.rng.random() < 0.75]
        if self.rng.random() < 0.2:
            starts.append(self.place())
        sentences = starts[:]
        names = self.cast[:]
        for _ in range(self.rng.randint(0, 6)):
            sentences.append(self.rng.choice(LEADS) + self.event(self.rng.choice(names)))
        if self.rng.random() < 0.2:
            late = sentences[: len(starts)]
            self.rng.shuffle(late)
            sentences = late + sentences[len(starts) :]
        if self.rng.random() < 0.2 and len(starts) > 1:
            moved = sentences.pop(self.rng.randrange(len(starts)))
            sentences.insert(self.rng.randint(len(starts) - 1, len(sentences)), moved)
        return (
            " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)
            + " "
            + self.question()
        )
