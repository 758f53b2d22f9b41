"""札の種類 fuda no shurui: the native words that belong to a deck, whichever game is played with it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scorer.rules.game import Word
from scorer.texts import Name, Text

PACK_WORDS: Mapping[str, tuple[Word, ...]] = MappingProxyType(
    {
        "hanafuda": (
            Word(
                Name("hanafuda", "花札", "はなふだ"),
                Text("Flower cards: twelve months of four cards each.", "花の札。十二か月に四枚ずつの四十八枚。"),
            ),
        ),
        "kabufuda": (
            Word(
                Name("kabufuda", "株札", "かぶふだ"),
                Text(
                    "Ten numbers of four cards each, for games of sums.", "一から十まで四枚ずつの、数を足して遊ぶ札。"
                ),
            ),
        ),
        "daini": (
            Word(
                Name("daini", "大二", "だいに"),
                Text("Ten numbers of four cards each, with a demon.", "一から十まで四枚ずつに鬼を加えた札。"),
            ),
            Word(Name("bakasan", "バカサン"), Text("A plain 3.", "ふつうの3の札。")),
            Word(Name("bakashi", "バカシ"), Text("A plain 4.", "ふつうの4の札。")),
        ),
        "mekurifuda": (
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
    }
)
"""By the kind of deck."""
