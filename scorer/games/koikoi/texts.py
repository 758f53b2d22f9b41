"""Koi-Koi's house rules, terms and lesson."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

SUMMARY = text("summary")

OPTIONS = (
    WORDING.option("values", "nintendo", ("nintendo", "modern", "leaflet")),
    WORDING.option("extras", "grow", ("grow", "stack")),
    WORDING.option("viewing", "on", ("on", "off", "needs_other")),
    WORDING.option("viewing_weather", "off", ("off", "field", "own_rain")),
    WORDING.option("sake_cup", "both", ("both", "animal", "either")),
    WORDING.flag("tsukifuda", default=False),
    WORDING.flag("seven_double", default=True),
    WORDING.option("call_multiplier", "opponent", ("opponent", "opponent_count", "own", "anyone", "off")),
    WORDING.option("max_calls", 1, (1, "none")),
    WORDING.option("field_multiplier", "off", ("off", "double", "brights_plus_one")),
    WORDING.option("dealt_hands", "six", ("six", "redeal", "off")),
    WORDING.flag("dealt_stack", default=False),
    WORDING.option("draw_points", 0, (0, 1, 6), minimum=0),
    WORDING.option("draw_deal", "other", ("other", "same")),
    WORDING.option("scoring", "zero_sum", ("zero_sum", "winner_only")),
    WORDING.option("length", 12, (12, 6, 3, "target")),
    WORDING.option("target", 50, minimum=1),
)

OUTCOMES = WORDING.table("outcomes", "won", "draw", "dealt", "misdeal", "play")

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("yaku"),
    WORDING.word("shobu"),
    WORDING.word("koi_koi", "koi"),
    WORDING.word("field"),
    WORDING.word("stock"),
    WORDING.word("chaff", "kasu"),
    WORDING.word("month_cards", "tsukifuda"),
    WORDING.word("dealer_right"),
    WORDING.word("teshi"),
    WORDING.word("kuttsuki"),
)

LESSON = WORDING.lesson("deal", "your_turn", "shobu_koi_koi", "scoring", "deal_passes")
