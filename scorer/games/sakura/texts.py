"""Sakura's house rules, outcomes, terms and lesson."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

OPTIONS = (
    WORDING.option("team_size", 1, (1, 2, 3)),
    WORDING.option("gaji_left", "month", ("month", "all")),
    WORDING.option("yaku_count", "against", ("against", "own")),
    WORDING.option("scoring", "cumulative", ("cumulative", "victories")),
    WORDING.option("margin", "off", ("off", "basa", "chu", "both")),
    WORDING.option("length", 4, (4, 3, 6, 12)),
)

OUTCOMES = WORDING.table("outcomes", "settled", "play")

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("yaku"),
    WORDING.word("field"),
    WORDING.word("stock"),
    WORDING.word("gaji"),
    WORDING.word("hiki"),
    WORDING.word("side"),
)

LESSON = WORDING.lesson("deal", "your_turn", "gaji", "counting", "yaku", "game")
