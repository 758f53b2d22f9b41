"""The mekurifuda めくり札 deck: four suits of twelve cards and the Oni.

The ranks of a suit go from dragon to king.
"""

from __future__ import annotations

from scorer.cards import Deck, Face
from scorer.texts import Name, Text, Word

SUITS = {
    "c": Name("clubs", "ハウ"),
    "s": Name("swords", "イス"),
    "u": Name("cups", "コップ"),
    "o": Name("coins", "オウル"),
}
_COURTS = {
    1: (Name("dragon", "虫", "むし"), "dragon"),
    10: (Name("maid", "十", "じゅう"), "maid"),
    11: (Name("horse", "馬", "うま"), "horse"),
    12: (Name("king", "切", "きり"), "king"),
}


def _build_face(suit: str, rank: int) -> Face:
    rank_name, kind = _COURTS.get(rank, (Name(str(rank), str(rank)), "plain"))
    name = Name(f"{rank_name.en} of {SUITS[suit].en}", f"{SUITS[suit].ja}の{rank_name.ja}")
    return Face(f"m{suit}-{rank:02d}", name, rank, kind, SUITS[suit].en)


_FACES = (
    *(_build_face(suit, rank) for suit in SUITS for rank in range(1, 13)),
    Face("moni", Name("oni, the demon", "鬼札", "おにふだ"), 0, "oni"),
)
DECK = Deck(
    "mekurifuda",
    Name("mekurifuda", "めくり札", "めくりふだ"),
    _FACES,
    (
        *tuple((SUITS[suit], tuple(f"m{suit}-{rank:02d}" for rank in range(1, 13))) for suit in SUITS),
        (Name("extra", "別札", "べつふだ"), ("moni",)),
    ),
    terms=(
        Word(
            Name("mekurifuda", "めくり札", "めくりふだ"),
            Text("Four suits of twelve cards each.", "四つの紋に十二枚ずつの札。"),
        ),
        Word(
            Name("suit", "紋", "もん"),
            Text("Clubs (hau), swords (isu), cups (koppu), coins (oru).", "ハウ・イス・コップ・オウルの四種。"),
            ("suits",),
        ),
        Word(Name("clubs", "ハウ"), Text("The suit of clubs, also called blue.", "棍棒の紋。青とも。"), ("hau",)),
        Word(Name("swords", "イス"), Text("The suit of swords, also called red.", "剣の紋。赤とも。"), ("isu",)),
        Word(Name("cups", "コップ"), Text("The suit of cups.", "杯の紋。"), ("koppu",)),
        Word(Name("coins", "オウル"), Text("The suit of coins.", "金貨の紋。"), ("oru",)),
    ),
)
