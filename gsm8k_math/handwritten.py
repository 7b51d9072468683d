"""The cases written by hand, one tuple each, in the notation of `author.py`.

Fields: problem; unit; entities in order of first mention; events (`=` start,
`+` add, `~` subtract, `>` transfer, `*` multiply, `/` divide); who is asked
about (`everyone` for a total); short tags; rationale.
"""

from __future__ import annotations

HAND_WRITTEN: tuple[tuple[str, str, str, str, str, str, str], ...] = (
    (
        "There are 12 lemons on the table. How many lemons are there in total?",
        "lemons",
        "the table",
        "the table=12",
        "everyone",
        "there total",
        "A place is the only entity, and nothing happens.",
    ),
    (
        "Ines has 17 postcards and Bruno has 25. How many postcards do they have altogether?",
        "postcards",
        "Ines; Bruno",
        "Ines=17; Bruno=25",
        "everyone",
        "has total",
        "The second clause leaves its unit out; the question sums both.",
    ),
    (
        "Rosa's Tin Box has 31 buttons. There are 9 buttons in Rosa's Sewing Kit Box. How many "
        "buttons are there altogether?",
        "buttons",
        "Rosa's Tin Box; Rosa's Sewing Kit Box",
        "Rosa's Tin Box=31; Rosa's Sewing Kit Box=9",
        "everyone",
        "has there total",
        "Two possessive containers; Rosa herself is no entity.",
    ),
    (
        "Dmitri has forty geese. Oksana has 16 geese. Pavlo has 7 geese. How many geese does Oksana have?",
        "geese",
        "Dmitri; Oksana; Pavlo",
        "Dmitri=40; Oksana=16; Pavlo=7",
        "Oksana",
        "has entity",
        "Two bystanders and an irregular plural; only one entity is asked about.",
    ),
    (
        "Mr. Abara starts with $45. Ms. Lindqvist starts with $30. How much money do they have in total?",
        "dollars",
        "Mr. Abara; Ms. Lindqvist",
        "Mr. Abara=45; Ms. Lindqvist=30",
        "everyone",
        "has total",
        "Titles with full stops inside names; dollar signs become the unit dollars.",
    ),
    (
        "Nguyễn Thị has 14 mangoes. She sells 5 mangoes at the market. How many mangoes does Nguyễn "
        "Thị have left?",
        "mangoes",
        "Nguyễn Thị",
        "Nguyễn Thị=14; Nguyễn Thị~5",
        "Nguyễn Thị",
        "has sell left",
        "A name with marks, a pronoun subject and a tail of place.",
    ),
    (
        "Kwame finds 8 shells on the beach. How many shells does Kwame have?",
        "shells",
        "Kwame",
        "Kwame+8",
        "Kwame",
        "find entity",
        "No initial state: a first gain starts from nothing.",
    ),
    (
        "O'Brien has 3 times 7 chairs. How many chairs does O'Brien have?",
        "chairs",
        "O'Brien",
        "O'Brien=7; O'Brien*3",
        "O'Brien",
        "has entity",
        "A numeric multiplier in the start is a start and a multiply.",
    ),
    (
        "Jean-Luc had twenty-six dominoes. He lost nine dominoes. How many dominoes did Jean-Luc have left?",
        "dominoes",
        "Jean-Luc",
        "Jean-Luc=26; Jean-Luc~9",
        "Jean-Luc",
        "has lose left",
        "Past tense throughout, number words, a hyphenated name.",
    ),
    (
        "Lucía has $60. She spends $60 on a jacket. How much money does Lucía have left?",
        "dollars",
        "Lucía",
        "Lucía=60; Lucía~60",
        "Lucía",
        "has use left",
        "Everything is spent, so the answer is zero.",
    ),
    (
        "Tadeo has 18 toy cars. Tadeo gives Mirela 4 toy cars. How many toy cars does Tadeo have now?",
        "toy cars",
        "Tadeo; Mirela",
        "Tadeo=18; Tadeo>Mirela 4",
        "Tadeo",
        "has give now",
        "Receiver before the quantity; adjective and noun as the unit.",
    ),
    (
        "Priya has 40 beads. She keeps 25% of her beads. How many beads does Priya have now?",
        "beads",
        "Priya",
        "Priya=40; Priya/4",
        "Priya",
        "has split now",
        "A whole share kept as a percentage is a division.",
    ),
    (
        "Wei Ling has 28 peaches. She shares them equally with 3 friends. How many peaches does Wei "
        "Ling have?",
        "peaches",
        "Wei Ling",
        "Wei Ling=28; Wei Ling/4",
        "Wei Ling",
        "has split entity",
        "Sharing with three friends makes four equal shares.",
    ),
    (
        "Björn has 1 sheep. Björn buys 11 more sheep. How many sheep does Björn have in total?",
        "sheep",
        "Björn",
        "Björn=1; Björn+11",
        "Björn",
        "has buy total",
        "A noun whose plural is the same, after the number one.",
    ),
    (
        "Farid has 6 tickets. Leila gives him 15 tickets. How many tickets does Farid have?",
        "tickets",
        "Farid; Leila",
        "Farid=6; Leila>Farid 15",
        "Farid",
        "has give entity",
        "The giver's own holdings are unknown; the receiver is a pronoun.",
    ),
    (
        "Ama buys 10 eggs. Then she uses 4 eggs for a cake. How many eggs does Ama have left?",
        "eggs",
        "Ama",
        "Ama+10; Ama~4",
        "Ama",
        "buy use left",
        "No initial state: the first purchase starts from nothing.",
    ),
    (
        "Hiroshi finds 5 acorns on the path and finds 7 more acorns near the gate. How many acorns "
        "does he have in all?",
        "acorns",
        "Hiroshi",
        "Hiroshi+5; Hiroshi+7",
        "Hiroshi",
        "find total",
        "Joined clauses with one subject; a pronoun in the question of a single entity.",
    ),
    (
        "Zainab has 12 loaves of bread. She donates 5 loaves to the shelter, then sells 7 loaves. How "
        "many loaves does Zainab have left?",
        "loaves",
        "Zainab",
        "Zainab=12; Zainab~5; Zainab~7",
        "Zainab",
        "has donate sell left",
        "An of-phrase that is no part of the unit; the answer is zero.",
    ),
    (
        "Sven had 9 pens. Ulla had 6 pens. Sven sent 2 pens to Ulla. Ulla dropped 1 pen. How many "
        "pens did Ulla have left?",
        "pens",
        "Sven; Ulla",
        "Sven=9; Ulla=6; Sven>Ulla 2; Ulla~1",
        "Ulla",
        "has send lose left",
        "The receiver of a transfer acts afterwards, in the past tense.",
    ),
    (
        "Carmen has 16 stickers. She doubles her stickers. After that, she gives 10 stickers away. "
        "How many stickers does Carmen have left?",
        "stickers",
        "Carmen",
        "Carmen=16; Carmen*2; Carmen~10",
        "Carmen",
        "has double left",
        "Giving away without a named receiver is a subtraction.",
    ),
    (
        "Tomás has $24. He triples his savings. He spends $30 on paint. How much does Tomás have left?",
        "dollars",
        "Tomás",
        "Tomás=24; Tomás*3; Tomás~30",
        "Tomás",
        "has triple use left",
        "Savings are dollars; the question leaves out the word money.",
    ),
    (
        "Ada has 30 cards. Noor has 12 cards. Ada hands 6 cards to Noor. Noor passes 3 cards to Ada. "
        "How many cards do Ada and Noor have in total?",
        "cards",
        "Ada; Noor",
        "Ada=30; Noor=12; Ada>Noor 6; Noor>Ada 3",
        "everyone",
        "has give total",
        "Transfers both ways leave the total; the question lists every entity.",
    ),
    (
        "Uncle Femi has 36 nails. He splits them evenly into 4 boxes and keeps one box. He finds 2 "
        "nails by the shed. How many nails does Uncle Femi have now?",
        "nails",
        "Uncle Femi",
        "Uncle Femi=36; Uncle Femi/4; Uncle Femi+2",
        "Uncle Femi",
        "has split find now",
        "An even split of which one share stays, then a gain.",
    ),
    (
        "Ivana has 22 coins. Petar has 5 coins. Ivana gives him 6 coins. How many coins does Ivana "
        "have left?",
        "coins",
        "Ivana; Petar",
        "Ivana=22; Petar=5; Ivana>Petar 6",
        "Ivana",
        "has give left",
        "The receiver is a pronoun: the subject of the sentence before.",
    ),
    (
        "Marta's Jewel Case has 14 rings. Marta's Jewel Case gets 6 more rings. Marta has 3 rings. "
        "How many rings are there in all?",
        "rings",
        "Marta's Jewel Case; Marta",
        "Marta's Jewel Case=14; Marta's Jewel Case+6; Marta=3",
        "everyone",
        "has get total",
        "The container acts, and its owner is an entity of her own.",
    ),
    (
        "Green Farm has 60 goats. It sells 15 goats in spring. Hill Farm buys 15 goats from Green "
        "Farm. How many goats does Green Farm have left?",
        "goats",
        "Green Farm; Hill Farm",
        "Green Farm=60; Green Farm~15; Green Farm>Hill Farm 15",
        "Green Farm",
        "has sell buy left",
        "A purchase from a named seller is a transfer.",
    ),
    (
        "Omar al-Farsi has 27 dates. He eats 3 of them for lunch. He divides his dates evenly into 3 "
        "equal piles and keeps one pile. How many dates does Omar al-Farsi have?",
        "dates",
        "Omar al-Farsi",
        "Omar al-Farsi=27; Omar al-Farsi~3; Omar al-Farsi/3",
        "Omar al-Farsi",
        "has eat split entity",
        "A part named with of-them, then an even division.",
    ),
    (
        "On Monday, Chidi has 35 bottles of juice. On Tuesday, Chidi sells 14 bottles. In June, Chidi "
        "buys 9 bottles. How many bottles does Chidi have now?",
        "bottles",
        "Chidi",
        "Chidi=35; Chidi~14; Chidi+9",
        "Chidi",
        "has sell buy now",
        "Days and months stand in front of their clauses.",
    ),
    (
        "Vincent van Gogh has 40 brushes. He uses 6 brushes for his class. He loses 3 brushes in the "
        "field. He buys 10 more brushes at the shop. Then he gives 4 brushes to Theo. How many "
        "brushes does Vincent van Gogh have left?",
        "brushes",
        "Vincent van Gogh; Theo",
        "Vincent van Gogh=40; Vincent van Gogh~6; Vincent van Gogh~3; Vincent van Gogh+10; Vincent "
        "van Gogh>Theo 4",
        "Vincent van Gogh",
        "has use lose buy give left",
        "A name with a small particle, and tails of three kinds.",
    ),
    (
        "Thandi has 1,200 bricks. Sipho has 800 bricks. Thandi transfers 300 bricks to Sipho. Sipho "
        "uses 450 bricks on the wall. Thandi doubles her bricks. Sipho drops 50 bricks. How many "
        "bricks do they have in all?",
        "bricks",
        "Thandi; Sipho",
        "Thandi=1200; Sipho=800; Thandi>Sipho 300; Sipho~450; Thandi*2; Sipho~50",
        "everyone",
        "has give use double lose total",
        "Thousands commas; two entities change in turn.",
    ),
    (
        "Grandma Rose had 24 cookies. She gave 4 cookies to Eli and gave 6 cookies to Maya. Eli ate 1 "
        "cookie. Maya ate 2 cookies. How many cookies did Grandma Rose have left?",
        "cookies",
        "Grandma Rose; Eli; Maya",
        "Grandma Rose=24; Grandma Rose>Eli 4; Grandma Rose>Maya 6; Eli~1; Maya~2",
        "Grandma Rose",
        "has give eat left",
        "Receivers whose holdings are never stated act, and are not asked about.",
    ),
    (
        "Lars starts with $100. He earns $50 at work. He spends $30 on food, and then he spends $20 "
        "on books. He doubles his money. How much money does Lars have now?",
        "dollars",
        "Lars",
        "Lars=100; Lars+50; Lars~30; Lars~20; Lars*2",
        "Lars",
        "has get use double now",
        "Money through gains and losses; a joined clause with a pronoun.",
    ),
    (
        "Yusuf has 5 pencils, Hana has 8 pencils, and Kenji has 11 pencils. Yusuf gets 4 more "
        "pencils. Hana sends Kenji 3 pencils. Kenji loses 2 pencils on the bus. Hana finds 1 pencil. "
        "How many pencils do they have in total?",
        "pencils",
        "Yusuf; Hana; Kenji",
        "Yusuf=5; Hana=8; Kenji=11; Yusuf+4; Hana>Kenji 3; Kenji~2; Hana+1",
        "everyone",
        "has get send lose find total",
        "Three starts in one sentence; each entity changes once or more.",
    ),
    (
        "Team Blue has 9 flags. Team Red has 9 flags. Team Red mails 3 flags to Team Blue. Team Blue "
        "triples its flags. Team Blue hands 6 flags to Team Red. Team Red removes 2 flags. Team Blue "
        "donates 5 flags to a museum. How many flags does Team Blue have left?",
        "flags",
        "Team Blue; Team Red",
        "Team Blue=9; Team Red=9; Team Red>Team Blue 3; Team Blue*3; Team Blue>Team Red 6; Team "
        "Red~2; Team Blue~5",
        "Team Blue",
        "has send triple give lose donate left",
        "Teams as entities; names that share a word.",
    ),
    (
        "Adaeze has 20 ribbons. Adaeze buys 12 more. Adaeze gives Ngozi 8. Then she loses 5. How many "
        "ribbons does Adaeze have left?",
        "ribbons",
        "Adaeze; Ngozi",
        "Adaeze=20; Adaeze+12; Adaeze>Ngozi 8; Adaeze~5",
        "Adaeze",
        "has buy give lose left",
        "Only the first clause names the unit; the pronoun means the giver.",
    ),
    (
        "Makena had 50 sheets of paper. She used 8 sheets. She bought 20 more sheets. She gave 12 "
        "sheets to Juma. Juma gave 2 sheets to Makena. Makena split her sheets evenly into 2 stacks "
        "and kept one stack. She lost 1 sheet by the river. How many sheets of paper did Makena have "
        "left?",
        "sheets",
        "Makena; Juma",
        "Makena=50; Makena~8; Makena+20; Makena>Juma 12; Juma>Makena 2; Makena/2; Makena~1",
        "Makena",
        "has use buy give split lose left",
        "Seven operations in the past tense, one of them an even split.",
    ),
    (
        "Isabel has 10 tulips. Diego has 14 tulips. Isabel finds 2 tulips in the garden. Isabel "
        "doubles her tulips. Diego gives Isabel 4 tulips. Isabel sells 8 tulips. Diego buys 5 more "
        "tulips. Diego uses 3 tulips for a wreath. Isabel sends 7 tulips to Diego. How many tulips "
        "does Diego have in all?",
        "tulips",
        "Isabel; Diego",
        "Isabel=10; Diego=14; Isabel+2; Isabel*2; Diego>Isabel 4; Isabel~8; Diego+5; Diego~3; Isabel>Diego 7",
        "Diego",
        "has find double give sell buy use send total",
        "Seven operations between two entities, names only.",
    ),
    (
        "Mateo has 64 marbles. He splits his marbles evenly into 4 piles and keeps one pile. Next, he "
        "splits them evenly into 2 groups. How many marbles does Mateo have?",
        "marbles",
        "Mateo",
        "Mateo=64; Mateo/4; Mateo/2",
        "Mateo",
        "has split entity",
        "Two divisions in a row, the second of what the first left.",
    ),
    (
        "Siobhán has 15 candles. She buys 5 more. She gives 4 to Aoife. She loses 2. She finds 1 by "
        "the door. How many candles does Siobhán have?",
        "candles",
        "Siobhán; Aoife",
        "Siobhán=15; Siobhán+5; Siobhán>Aoife 4; Siobhán~2; Siobhán+1",
        "Siobhán",
        "has buy give lose find entity",
        "Short clauses, all without a unit but the first.",
    ),
    (
        "Rafael has 48 cherries. He eats 8 cherries. He gives 10 cherries to Elena. Elena eats 3 "
        "cherries. Rafael keeps 50% of them. Rafael gets 6 more cherries. Rafael triples the "
        "cherries. How many cherries does Rafael have now?",
        "cherries",
        "Rafael; Elena",
        "Rafael=48; Rafael~8; Rafael>Elena 10; Elena~3; Rafael/2; Rafael+6; Rafael*3",
        "Rafael",
        "has eat give split get triple now",
        "All five kinds but one in a single text.",
    ),
)
