"""The closed vocabularies of the lane, and how nouns form their plural.

Nouns and names are open; whatever carries meaning is listed here and nowhere
else: verbs, numbers, prepositions, words that stop a reading. A word in
`NEVER_OPEN` can be neither a unit nor part of a tail nor the start of a name.
"""

from __future__ import annotations

from typing import NamedTuple


def listed(text: str) -> tuple[str, ...]:
    """Return the words of a text; long word lists stay readable this way."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """Return the distinct words of a text."""
    return frozenset(text.split())


# ------------------------------------------------------------------------------
# 1  Verbs
#    One line per verb of the seed: present and past, and the pattern it opens.
# ------------------------------------------------------------------------------


class Verb(NamedTuple):
    """A verb form: the pattern it opens, its lemma, and its tense."""

    pattern: str
    lemma: str
    tense: str


VERB_TABLE: tuple[tuple[str, str, str, str], ...] = (
    ("have", "have", "has", "had"),
    ("start", "start", "starts", "started"),
    ("gain", "buy", "buys", "bought"),
    ("gain", "get", "gets", "got"),
    ("gain", "receive", "receives", "received"),
    ("gain", "earn", "earns", "earned"),
    ("gain", "find", "finds", "found"),
    ("gain", "add", "adds", "added"),
    ("lose", "eat", "eats", "ate"),
    ("lose", "lose", "loses", "lost"),
    ("lose", "sell", "sells", "sold"),
    ("lose", "spend", "spends", "spent"),
    ("lose", "drop", "drops", "dropped"),
    ("lose", "use", "uses", "used"),
    ("lose", "remove", "removes", "removed"),
    ("lose", "donate", "donates", "donated"),
    ("give", "give", "gives", "gave"),
    ("give", "send", "sends", "sent"),
    ("give", "hand", "hands", "handed"),
    ("give", "pass", "passes", "passed"),
    ("give", "mail", "mails", "mailed"),
    ("give", "transfer", "transfers", "transferred"),
    ("multiply", "double", "doubles", "doubled"),
    ("multiply", "triple", "triples", "tripled"),
    ("split", "split", "splits", "split"),
    ("split", "divide", "divides", "divided"),
    ("split", "share", "shares", "shared"),
    ("keep", "keep", "keeps", "kept"),
)

VERBS: dict[str, Verb] = {}
for _pattern, _lemma, _present, _past in VERB_TABLE:
    VERBS[_past] = Verb(_pattern, _lemma, "past")
    VERBS[_present] = Verb(_pattern, _lemma, "either" if _present == _past else "present")

FACTORS = {"double": 2, "triple": 3}
TRANSFERRED_FROM = frozenset({"buy", "get", "receive"})  # "gets 3 from Ben" moves them
GOES_TO_UNNAMED = frozenset({"sell", "donate"})  # "donates 3 books to the library"

# ------------------------------------------------------------------------------
# 2  Numbers
# ------------------------------------------------------------------------------

SMALL_NUMBERS = {
    word: value
    for value, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
            "sixteen seventeen eighteen nineteen"
        )
    )
}
TENS = {
    word: 10 * value
    for value, word in enumerate(listed("twenty thirty forty fifty sixty seventy eighty ninety"), start=2)
}
NUMBER_WORDS: dict[str, int] = {**SMALL_NUMBERS, **TENS}
for _ten, _value in TENS.items():
    for _one in listed("one two three four five six seven eight nine"):
        NUMBER_WORDS[f"{_ten}-{_one}"] = _value + SMALL_NUMBERS[_one]

PERCENT_DIVISORS = {50: 2, 25: 4, 20: 5, 10: 10, 5: 20, 4: 25, 2: 50, 1: 100}

# ------------------------------------------------------------------------------
# 3  Words that stop a reading, by the refusal they mean
#    Searched in this order in a clause that no pattern consumed.
# ------------------------------------------------------------------------------

STOP_WORDS: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "conditional",
        word_set(
            "if when whenever suppose supposing assume unless until would will shall should could can "
            "cannot might must wants want wanted needs need needed plans planned hopes hoped intends"
        ),
    ),
    (
        "rate",
        word_set(
            "each every per apiece daily weekly monthly yearly hourly everyday costs cost cost's priced "
            "everyone everybody"
        ),
    ),
    (
        "comparison",
        word_set(
            "than as fewer less least most twice thrice same equal older younger taller shorter longer "
            "bigger smaller larger greater extra additional"
        ),
    ),
    (
        "fraction",
        word_set(
            "half halves halved third thirds fourth fourths quarter quarters fifth fifths sixth sixths "
            "eighth eighths tenth tenths percent fraction rest remainder remaining"
        ),
    ),
    (
        "number_form",
        word_set(
            "a an some several many few couple dozen dozens hundred hundreds thousand thousands million "
            "millions billion billions about almost nearly around approximately roughly another all "
            "only just exactly both minus negative or once enough various numerous any"
        ),
    ),
)

TAIL_PREPOSITIONS = word_set("on at from in for during by near with under behind beside inside along")
DETERMINERS = frozenset(["the", "his", "her", "its", "a", "an"])

FUNCTION_WORDS = word_set(
    "missing lost stolen borrowed owed imaginary pretend fake wrong right "
    "the a an this that these those he she it they we you i him her them us me his hers its "
    "their theirs our ours my mine your yours himself herself itself themselves who whom whose "
    "which what where why how there here and but or nor so yet because since although though "
    "while whereas after before until unless if when then of to from in on at by for with "
    "without within into onto over under near during through across between among around along "
    "against toward towards up down off out away back beside besides beyond behind above below "
    "beneath inside outside past per via like unlike about upon except plus minus times is are "
    "was were be been being am has have had having do does did done doing will would shall "
    "should can could may might must not no never none neither either nothing nobody isn't "
    "aren't wasn't weren't doesn't don't didn't hasn't haven't hadn't won't can't couldn't "
    "wouldn't each every everyone everybody all both some any several many few much most more "
    "less least fewer enough another other others only just also too even still already again "
    "now today yesterday tomorrow tonight later soon ago first second third fourth fifth sixth "
    "seventh eighth ninth tenth last next finally initially originally left total altogether "
    "together remaining rest half halves quarter quarters third thirds fourths fifths sixths "
    "eighths tenths percent percentage dozen dozens hundred hundreds thousand thousands million "
    "millions billion billions trillion trillions couple extra additional same equal "
    "equally evenly twice thrice once double triple single almost nearly approximately roughly "
    "exactly than as older younger taller longer higher bigger smaller "
    "larger greater worth online always sometimes often usually perhaps maybe instead apiece "
    "daily weekly monthly yearly hourly however therefore thus altogether indoors outdoors "
    "downstairs upstairs overseas abroad afterwards afterward nowadays yes please "
    "lot lots bit number amount none "
    "anybody anyone someone somebody"
)

NEVER_OPEN = frozenset(
    FUNCTION_WORDS | NUMBER_WORDS.keys() | frozenset(word for _, words in STOP_WORDS for word in words)
)

# A tail that measures time, or names occasions that repeat, makes the clause a rate ("earns $5
# in a day", "on weekends", "eats 2 eggs at meals").
TIME_UNITS = word_set("second minute hour day night morning afternoon evening week weekend month year")
TIME_PLURALS = frozenset(f"{word}s" for word in TIME_UNITS) | word_set(
    "trips visits walks outings hikes meals breakfasts lunches dinners parties games shifts "
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekdays holidays"
)

TAIL_STOPS = word_set(
    "time times row go turn case fact return exchange addition vain advance loan credit debt "
    "order half least all average example instance comparison dollar dollars cent cents dream "
    "dreams mind imagination picture pictures story thought thoughts theory tax tip"
)

# Words that may open a sentence before a name; read as part of it, they would make another.
OPENERS = word_set("imagine let say given consider remember note meanwhile recently eventually according")

# What may open a sentence and only says that it comes in its turn; the second tuple needs
# the comma after it.
LEADS: tuple[tuple[str, ...], ...] = (("then",), ("next",), ("later",), ("finally",), ("after", "that"))
LEADS_WITH_COMMA: tuple[tuple[str, ...], ...] = (
    ("first",),
    ("afterward",),
    ("afterwards",),
    ("the", "next", "day"),
    ("the", "next", "morning"),
)
MANNER = frozenset({"evenly", "equally"})

# ------------------------------------------------------------------------------
# 4  Names: particles, titles, things, and names that show a gender
# ------------------------------------------------------------------------------

TITLES = {"Mr": "m", "Mrs": "f", "Ms": "f", "Dr": ""}
PARTICLES = word_set("de la del van von der den da dos di bin bint ibn al el le ter du")
NAMES_LIKE_WORDS = frozenset(
    {"Will", "May", "An", "My"}
)  # names only where a verb follows or inside a sentence
NEVER_NAMES = frozenset({"I"})

THING_WORDS = word_set(
    "Box Jar Bag Basket Shelf Drawer Chest Tin Case Crate Bucket Bowl Bin Album Cupboard "
    "Cabinet Closet Shed Barn Farm Garden Orchard Shop Store Bakery Market School Library "
    "Museum Team Club Class Company Bank Account Wallet Purse Pocket Backpack Truck Van Cart "
    "Wagon Table Desk Room Kitchen Garage Collection Pile Stack"
)

FEMALE_NAMES = word_set(
    "Anna Ana Ann Anne Carly Kimberly Lilly Annie Maria María Mary Lisa Sara Sarah Emma Emily "
    "Olivia Ava Sophia Sofia Sofía Isabella Isabel Mia Charlotte Amelia Evelyn Abigail Ella "
    "Elizabeth Camila Luna Lucia Lucía Grace Chloe Victoria Lily Hannah Zoe Nora Stella Hazel "
    "Violet Lucy Julia Julie Laura Linda Susan Karen Nancy Betty Helen Donna Carol Ruth Sharon "
    "Michelle Jessica Jennifer Amanda Melissa Stephanie Rebecca Rachel Catherine Katherine Kate "
    "Katie Heather Diane Diana Amy Angela Brenda Pamela Nicole Christine Janet Alice Martha "
    "Rosa Rose Elena Irina Olga Natasha Tatiana Svetlana Fatima Aisha Amina Zainab Layla Leila "
    "Yasmin Mariam Maryam Khadija Priya Anjali Pooja Lakshmi Meera Divya Ananya Kavya Aditi Mei "
    "Sakura Hana Akiko Keiko Naomi Ingrid Astrid Freya Greta Helga Heidi Gretchen Chiara Giulia "
    "Francesca Bianca Carla Paula Claudia Daniela Gabriela Valentina Mariana Carmen Dolores "
    "Esperanza Pilar Ines Inés Beatriz Margarita Teresa Amara Adaeze Chioma Ngozi Nneka Zuri "
    "Wanjiku Thandi Nomsa Abena Akua Ama Efua Adwoa Nia Makena Molly Polly Sally Holly Daisy "
    "Ruby Pearl Iris Ivy Jane Joan Judy Megan Monica Nina Penny Tina Wendy Yvonne Zara Tara "
    "Sonia Sonya Vera Wilma Ursula Beth Bella Clara Cora Dora Edith Eliza Ellen Elsa Erica Eva "
    "Eve Fiona Flora Gina Gloria Hilda Irene Katrina Lena Leah Lydia Mabel Maggie Marie Marta "
    "Matilda Maya Nadia Nell Opal Patricia Petra Phoebe Rita Roxanne Sandra Serena Sheila "
    "Sylvia Tamara Tess Tessa Trudy Wanda Willa Xenia Yolanda Zelda Sophie Lina Mila Aria "
    "Samantha Ashanti Delia Salma Lupita Jasmine Jade Elise Camille Chantal Brigitte Mom Mum "
    "Mommy Mama Grandma Grandmother Granny Mother Aunt Auntie Miss Queen Princess Lindiwe "
    "Oksana Ivana Farida Soraya Nadine Margaret Marlene Denise Deborah Dorothy Theresa "
    "Josephine Henrietta Harriet Annika Katarina Agnieszka Magdalena Shreya Nisha Sunita Lalita "
    "Rekha Chipo Nkechi Folake Yetunde Aaliyah Latoya Keisha Tanisha Rosalind Rosemary Bridget "
    "Siobhán Aoife Niamh Saoirse Maeve Björk Sigrid Solveig Ulla Linnea Mirela Ioana Zofia "
    "Hania Ayşe Elif Zeynep Fatma Rania Samira Hafsa Imani Adelaide Adele Agatha Agnes Alana "
    "Alba Alexandra Alexa Alexia Alicia Alina Allison Alma Alyssa Amalia Amber Anastasia "
    "Angelica Angelina Anita Anneliese Annabelle Antonia Arabella Ariana Aurora Barbara Becky "
    "Belinda Bernice Bertha Bethany Brianna Brittany Brooke Caitlin Candice Carina Caroline "
    "Carolina Cassandra Cecilia Celeste Celia Charlene Chelsea Cheryl Chiyo Ciara Cindy "
    "Clarissa Clementine Colleen Constance Cordelia Cristina Crystal Cynthia Dahlia Danielle "
    "Daphne Debbie Delilah Desiree Destiny Doris Ebony Edna Eileen Elaine Eleanor Elisa Ellie "
    "Eloise Elvira Emilia Esmeralda Estelle Esther Ethel Eugenia Eunice Evangeline Faith Fay "
    "Felicia Felicity Fernanda Florence Freda Gail Genevieve Georgia Georgina Geraldine "
    "Gertrude Gemma Giselle Gwen Gwendolyn Haley Hayley Ida Ilse Imogen Inga Isadora Isla "
    "Izabela Jacqueline Janice Jeanette Jenna Jenny Jill Joanna Joanne Josie Joyce Juanita "
    "Judith Juliana Juliet Karina Kathleen Kathryn Kathy Katya Kayla Kendra Kiara Kristen "
    "Kristina Ksenia Larissa Laila Lauren Laurel Leona Leticia Liesel Lillian Lola Lorraine "
    "Lorena Louise Lourdes Lucille Luisa Madeline Magda Maisie Malika Mandy Manon Marcela "
    "Marcia Margot Marianne Maribel Marisol Marina Marissa Marjorie Marlee Maureen Melanie "
    "Mercedes Meredith Michaela Michiko Mildred Milena Mina Minerva Miranda Miriam Misaki "
    "Mitsuko Mona Myra Myrtle Nadezhda Natalia Natalie Nellie Noelle Noemi Octavia Olena Olive "
    "Ophelia Paige Paloma Paulina Pauline Peggy Perla Philippa Polina Prisha Priscilla Rachelle "
    "Ramona Raquel Reina Renata Rhoda Rosalia Rosalie Rosetta Rowena Roxana Sabina Sabrina "
    "Sadie Saanvi Salome Savannah Scarlett Selena Selma Sheena Shirley Sienna Simone Sofie "
    "Susana Susie Suzanne Tabitha Tamika Tania Tasha Tatyana Thelma Tiffany Tomoko Trinity "
    "Ulrike Valeria Valerie Vanessa Veronica Vicky Viola Violeta Virginia Vivian Vivienne "
    "Whitney Wilhelmina Winifred Ximena Xiomara Yara Yana Yetta Yvette Zahra Zelma Zinnia Zoey"
)
MALE_NAMES = word_set(
    "Tom Thomas Ben Benjamin Bob Bobby Bill Billy Will William Jack John James Jim Jimmy Joe "
    "Joseph Josh Joshua Jacob Jake Michael Mike Matt Matthew Mark David Dave Daniel Dan Peter "
    "Paul Patrick Andrew Anthony Tony Steve Steven Stephen Robert Rob Richard Rick Charles "
    "George Edward Ed Eddie Fred Frank Gary Greg Henry Harry Harold Howard Ian Isaac Ivan Jeff "
    "Jerry Jason Justin Keith Kenneth Kevin Kyle Larry Leo Liam Louis Lucas Luke Luis Marcus "
    "Martin Nathan Nicholas Nick Noah Oliver Omar Oscar Owen Pablo Pedro Phil Philip Ralph "
    "Raymond Ray Roger Ron Ronald Roy Russell Ryan Samuel Scott Sean Seth Simon Stanley Ted "
    "Theodore Tim Timothy Todd Tyler Victor Vincent Walter Wayne Zach Zachary Adam Aaron Albert "
    "Alan Alexander Arthur Brian Bruce Bruno Carl Carlos Diego Dmitri Eric Ethan Evan Felix "
    "Finn Gabriel Gavin Giovanni Hans Hassan Hugo Hiroshi Ibrahim Igor Jamal Javier José Jose "
    "Juan Julio Karl Kenji Klaus Kofi Kwame Kwesi Lars Lorenzo Luigi Malik Manuel Marco Mario "
    "Mateo Miguel Mohammed Muhammad Mustafa Ahmed Abdul Yusuf Tariq Rashid Nikolai Olaf Otto "
    "Pierre Rafael Raj Rahul Arjun Rohan Vikram Sanjay Amit Anil Deepak Ravi Suresh Ricardo "
    "Roberto Salvador Sergei Sven Takashi Haruto Tomas Tomás Umberto Viktor Vladimir Xavier "
    "Chidi Emeka Tunde Chinedu Jomo Juma Thabo Sipho Mandla Dwayne Derek Dennis Douglas Dylan "
    "Elijah Eli Elliot Ezra Floyd Gilbert Glenn Gordon Graham Gus Hank Harvey Herbert Homer "
    "Hector Jean-Luc Jonah Jonathan Jorge Joel Ken Kurt Lance Lloyd Milo Mitch Moses Ned Neil "
    "Norman Percy Quentin Reggie Rex Rodney Rudy Rupert Spencer Stuart Toby Trevor Wade Wesley "
    "Mason Caleb Dad Daddy Papa Grandpa Grandfather Father Uncle King Prince Björn Pavlo Petar "
    "Tadeo Farid Hakim Karim Khalid Rashad Dwight Clarence Cyrus Cedric Clement Desmond Duncan "
    "Ernest Eugene Francis Frederick Geoffrey Gerald Godfrey Gregory Gustavo Hamish Hernán "
    "Jerome Julius Lamar Leonard Leroy Marvin Maurice Mortimer Nelson Nigel Orlando Rodrigo "
    "Santiago Sebastian Sebastián Silas Tobias Tyrone Vernon Warren Wilfred Oisín Cormac Eoin "
    "Padraig Jakub Piotr Wojciech Andrzej Mehmet Murat Osman Kwabena Yaw Babajide Oluwaseun "
    "Tendai Farai Hiroki Daichi Satoshi Ryota Minh Tuan Abraham Abdullah Abel Adrian Agustin "
    "Ahmad Aiden Akira Alberto Aleksander Alejandro Alessandro Alfonso Alfred Alonzo Alvin "
    "Amadou Amir Anders Andre Andreas Andres Andrés Andy Angelo Anton Antonio Antoine Archie "
    "Armando Arnold Arturo Asher Augustus Austin Axel Barry Bartholomew Basil Benedict Bernard "
    "Bernie Boris Brad Bradley Brandon Brendan Brent Brett Bryan Bryce Byron Calvin Cesar Chad "
    "Chase Chester Christopher Christian Clark Claude Clay Clayton Clifford Clint Clyde Cody "
    "Colin Connor Cooper Craig Curtis Cristian Cole Dalton Damian Damien Damon Dante Darren "
    "Darryl Darius Dean Declan Dominic Donald Donovan Doug Drake Earl Edgar Edmund Eduardo "
    "Edwin Elias Elmer Emil Emmanuel Enrique Enzo Erik Ernesto Esteban Ezekiel Fabian Felipe "
    "Ferdinand Fernando Fidel Filip Fletcher Forrest Francisco Franco Franklin Fritz Gabe "
    "Gaston Gene Gerard Gino Gonzalo Grant Griffin Guillermo Gunnar Haruki Hal Hamza Heath "
    "Henrik Hernando Horace Hubert Humphrey Hussein Ignacio Imran Irving Isaiah Ismael Ivo "
    "Jaden Jared Jarrod Jasper Jeffrey Jeremiah Jeremy Jimmie Joaquin Joaquín Johan Johann "
    "Johnny Jon Jonas Josiah Judah Julian Jürgen Kaleb Kareem Kasper Keenan Kelvin Kenny Khalil "
    "Kirk Konstantin Kristian Kurtis Lachlan Landon Lawrence Lenny Leon Leopold Lester Levi "
    "Lincoln Lionel Lonnie Louie Lucian Lucien Luther Magnus Malcolm Manny Marcel Marcelo "
    "Marius Markus Marshall Matias Matteo Mathias Maxim Maximilian Maxwell Melvin Micah "
    "Mitchell Mohamed Mohammad Monty Morris Muhammed Mustapha Myles Naveen Nate Nathaniel Nico "
    "Niels Nils Nuno Ollie Omari Orson Oswald Pascal Pavel Perry Pietro Preston Rajesh Ramesh "
    "Ramón Ramon Randall Randy Raphael Raul Raúl Reginald René Reuben Reynaldo Rhys Ricky "
    "Riccardo Robbie Rocco Roderick Rogelio Roland Rolf Romeo Rory Ross Rufus Ruben Rubén Russ "
    "Salim Salman Sammy Samir Saul Sergio Seamus Shane Shaun Shawn Sheldon Sherman Sigmund "
    "Stefan Stefano Stan Stewart Tanner Terrence Thaddeus Theo Thiago Thor Timmy Tito Tommy "
    "Travis Troy Tristan Ulysses Uriel Vasily Vicente Vijay Vinny Virgil Vito Wallace Walt "
    "Wendell Wes Wilbur Wilhelm Willie Wilson Winston Wyatt Yoshi Yuri Yusef Zane Zeke"
)
# Names in -ly that may open a longer name; other such words before a name are adverbs.
NAMES_IN_LY = word_set(
    "Kelly Shelly Nelly Billy Willy Wally Dolly Milly Lilly Carly Beverly Kimberly Reilly Ly"
)
USUALLY_MALE = frozenset(
    ["Sam", "Alex", "Max", "Chris", "Charlie"]
)  # "she" fits too; never read as a contradiction

# People without a name: never entities; "buys 3 pens for her brother" leaves open who has them.
PERSON_NOUNS = word_set(
    "friend friends classmate classmates teammate teammates neighbor neighbors neighbour "
    "neighbours people person brother brothers sister sisters sibling siblings cousin cousins "
    "mother father mom dad mum parent parents aunt uncle grandma grandpa grandmother "
    "grandfather grandparents son daughter sons daughters child children kid kids student "
    "students teacher teachers nephew niece wife husband boss coworker coworkers colleague "
    "colleagues roommate roommates boy boys girl girls man woman men women baby babies guest "
    "guests"
)
# Where things come from outside one's own: what is eaten or sold from there may never have
# been the actor's, and only from there (or from a person) does "gets" bring something new.
OUTSIDE_SOURCES = word_set(
    "tree trees bush bushes vine garden orchard field forest farm store shop market supermarket mall bakery "
    "restaurant library museum bank job work school fair party contest game raffle machine office mail"
)
GROUP_NOUNS = word_set(
    "groups piles parts shares portions sets stacks bags boxes jars baskets bowls plates rows "
    "bundles packs packets containers sections heaps"
)
CALENDAR = word_set(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May "
    "June July August September October November December Christmas Easter Thanksgiving "
    "Halloween"
)

# ------------------------------------------------------------------------------
# 5  Plurals
#    By rule, with short tables. `plurals_of` gives every accepted plural of a
#    singular noun, the usual one first.
# ------------------------------------------------------------------------------

MONEY_WORDS = frozenset({"dollar", "dollars", "cent", "cents"})
NAMES_OF_MONEY = frozenset({"savings", "money"})  # dollars, where an amount is not counted

IRREGULAR_PLURALS: dict[str, tuple[str, ...]] = {
    "person": ("people", "persons"),
    "ox": ("oxen",),
    "die": ("dice",),
    "louse": ("lice",),
    "quiz": ("quizzes",),
    "cactus": ("cacti", "cactuses"),
    "fungus": ("fungi", "funguses"),
    "octopus": ("octopuses", "octopi"),
    "nucleus": ("nuclei",),
    "alumnus": ("alumni",),
    "radius": ("radii",),
    "bacterium": ("bacteria",),
    "criterion": ("criteria",),
    "phenomenon": ("phenomena",),
    "larva": ("larvae",),
    "alga": ("algae",),
    "antenna": ("antennas", "antennae"),
    "gateau": ("gateaux",),
    "axis": ("axes",),
    "scarf": ("scarves", "scarfs"),
    "hoof": ("hooves", "hoofs"),
    "wharf": ("wharves", "wharfs"),
    "dwarf": ("dwarves", "dwarfs"),
    "elf": ("elves",),
    "potato": ("potatoes",),
    "tomato": ("tomatoes",),
    "hero": ("heroes",),
    "echo": ("echoes",),
    "domino": ("dominoes", "dominos"),
    "mosquito": ("mosquitoes", "mosquitos"),
    "volcano": ("volcanoes", "volcanos"),
    "mango": ("mangoes", "mangos"),
    "tornado": ("tornadoes", "tornados"),
    "buffalo": ("buffaloes", "buffalos", "buffalo"),
    "torpedo": ("torpedoes",),
    "monarch": ("monarchs",),
    "stomach": ("stomachs",),
    "mongoose": ("mongooses",),
    "human": ("humans",),
    "shaman": ("shamans",),
    "talisman": ("talismans",),
    "gas": ("gases",),
}
# Endings of compounds as well: "snowman", "grandchild", "bookshelf", "goldfish".
IRREGULAR_ENDINGS: tuple[tuple[str, str], ...] = (
    ("man", "men"),
    ("child", "children"),
    ("foot", "feet"),
    ("tooth", "teeth"),
    ("mouse", "mice"),
    ("goose", "geese"),
    ("shelf", "shelves"),
    ("leaf", "leaves"),
    ("loaf", "loaves"),
    ("wolf", "wolves"),
    ("calf", "calves"),
    ("sheaf", "sheaves"),
    ("thief", "thieves"),
    ("knife", "knives"),
    ("wife", "wives"),
    ("life", "lives"),
)
IRREGULAR_PLURAL_ENDINGS = tuple(plural for _, plural in IRREGULAR_ENDINGS)
SAME_IN_PLURAL = word_set(
    "sheep deer moose salmon trout squid shrimp bison cod tuna swine aircraft spacecraft series "
    "species offspring cattle elk reindeer yen yuan fish"
)
SINGULARS_IN_S = word_set(
    "bus lens canvas atlas gas iris bonus campus walrus virus cactus octopus platypus crocus "
    "lotus census circus fungus nucleus alumnus radius axis basis oasis thermos albatross "
    "chorus hippopotamus trellis pancreas tennis minibus omnibus abacus hibiscus citrus genius "
    "status surplus"
)
NOUNS_IN_IE = word_set(
    "cookie movie brownie pie tie zombie smoothie selfie hoodie calorie genie pixie rookie "
    "prairie cutie foodie birdie eerie magpie bowtie sortie collie beanie veggie newbie"
)
NOUNS_IN_CHE = word_set("ache headache toothache cache moustache mustache avalanche quiche niche brioche axe")
OTHER_PLURALS = frozenset(plural for plurals in IRREGULAR_PLURALS.values() for plural in plurals)


def regular_plural(noun: str) -> str:
    """Return the plural that spelling alone gives: boxes, cities, apples."""
    if noun.endswith("sis"):
        return noun[:-2] + "es"
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        return noun[:-1] + "ies"
    return noun + "s"


def plurals_of(noun: str) -> tuple[str, ...]:
    """Return the accepted plurals of a singular noun, the usual one first.

    >>> plurals_of("loaf"), plurals_of("domino"), plurals_of("goldfish")
    (('loaves',), ('dominoes', 'dominos'), ('goldfish', 'goldfishes'))
    """
    if noun in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[noun]
    if noun in SAME_IN_PLURAL or noun.endswith("fish"):
        return (noun, regular_plural(noun))
    for singular, plural in IRREGULAR_ENDINGS:
        if noun.endswith(singular):
            return (noun[: -len(singular)] + plural,)
    return (regular_plural(noun),)


def looks_plural(noun: str) -> bool:
    """Return whether a noun can stand after a number other than one.

    Open for nouns in -s; for the others the tables decide, since an unknown
    word there may be an adjective ("3 red").
    """
    if noun in OTHER_PLURALS or noun in SAME_IN_PLURAL or noun.endswith("fish"):
        return True
    if noun.endswith(IRREGULAR_PLURAL_ENDINGS):
        return True
    return noun.endswith("s") and not noun.endswith("ss") and noun not in SINGULARS_IN_S and len(noun) > 2


def is_singular(noun: str) -> bool:
    """Return whether a noun after the number one still needs its plural."""
    if noun in SINGULARS_IN_S or noun.endswith("us"):
        return True
    return not looks_plural(noun)


def plural_of(noun: str, seen: frozenset[str] | set[str] = frozenset()) -> str:
    """Return a singular noun's plural, in the spelling that `seen` has."""
    accepted = plurals_of(noun)
    return next((plural for plural in accepted if plural in seen), accepted[0])


def irregular_singular(noun: str) -> str | None:
    """Return the singular that a table gives for a plural, or None."""
    for singular, plurals in IRREGULAR_PLURALS.items():
        if noun in plurals:
            return singular
    if noun in SAME_IN_PLURAL or noun.endswith("fish"):
        return noun
    for singular, plural in IRREGULAR_ENDINGS:
        if noun.endswith(plural):
            return noun[: -len(plural)] + singular
    return None


def singular_of(noun: str) -> str:
    """Return the singular of a plural noun, for prose only.

    >>> [singular_of(noun) for noun in ("boxes", "houses", "cookies", "cities", "geese")]
    ['box', 'house', 'cookie', 'city', 'goose']
    """
    irregular = irregular_singular(noun)
    if irregular is not None:
        return irregular
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-1] if noun[:-1] in NOUNS_IN_IE else noun[:-3] + "y"
    if noun.endswith("es") and noun[:-1] not in NOUNS_IN_CHE:
        stem = noun[:-2]
        if stem in SINGULARS_IN_S or stem.endswith(("ss", "x", "ch", "sh", "tz", "zz")):
            return stem
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun
