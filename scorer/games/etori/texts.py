"""Etori's house rules, terms and lesson."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

SUMMARY = text("summary")

OUTCOMES = WORDING.table("outcomes", "won", "draw")

OPTIONS = (
    WORDING.flag("misdeal_void", default=True),
    WORDING.option("misdeal_long", 7, (7, "off")),
    WORDING.option("trump_method", "dealer_names", ("dealer_names", "rotate_C_D_H", "fixed")),
    WORDING.option("spades_trump", "forbidden", ("forbidden", "allowed")),
    WORDING.option("tie_8_8", "draw", ("draw", "without_speculation_wins")),
    WORDING.option("etori_score", "deals", ("deals", "difference", "kakeya_table")),
    WORDING.option("target_deals", 5, minimum=1, maximum=1000),
    WORDING.option("fixed_deals", "off", ("off", 4, 8, 12, 16)),
)

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("picture_card", "picture cards", "egara"),
    WORDING.word("trumps", "kiri"),
    WORDING.word("speculation"),
    WORDING.word("side", "sides"),
    WORDING.word("etori"),
)

LESSON = WORDING.lesson("deal", "tricks", "winning")
