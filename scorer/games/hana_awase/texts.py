"""Hana-Awase's house rules, terms, lesson and refusal messages."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

SUMMARY = text("summary")

OPTIONS = (
    WORDING.option("values", "japanese", ("japanese", "fudawiki")),
    WORDING.option("bright_group", "all", ("all", "lights")),
    WORDING.option("viewing_weather", "off", ("off", "own_rain")),
    WORDING.option("ameshima", "plain", ("plain", "cancels", "owner_only")),
    WORDING.option("chaff_points", 1, (1, 0)),
    WORDING.option("fuke", "off", ("off", 20)),
    WORDING.flag("compensation", default=False),
    WORDING.option("scoring", "zero_sum", ("zero_sum", "additive")),
    WORDING.option("length", 12, (12, 6, 3)),
)

OUTCOMES = WORDING.table("outcomes", "settled", "draw", "misdeal", "play")

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("yaku"),
    WORDING.word("field"),
    WORDING.word("stock"),
    WORDING.word("par"),
    WORDING.word("fuke"),
    WORDING.word("compensation"),
)

LESSON = WORDING.lesson("deal", "your_turn", "counting", "yaku", "deal_passes")

NOT_A_PILE_EACH = text("not_a_pile_each")
