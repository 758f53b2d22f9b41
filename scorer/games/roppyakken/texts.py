"""Roppyakken's wording, outcomes, terms and lesson."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

OUTCOMES = WORDING.table("outcomes", "settled", "draw", "misdeal", "play")

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("yaku"),
    WORDING.word("field"),
    WORDING.word("stock"),
    WORDING.word("wild_card", "oni-fuda"),
    WORDING.word("shima"),
    WORDING.word("lucky_hand", "teyaku"),
    WORDING.word("fuke"),
)

LESSON = WORDING.lesson("deal", "your_turn", "wild_card", "counting", "yaku", "game")
