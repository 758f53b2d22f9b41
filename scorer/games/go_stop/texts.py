"""Go-Stop's house rules, terms, lesson and texts (go-stop 5)."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

OPTIONS = (
    WORDING.option("minimum", "by_players", ("by_players",), minimum=1),
    WORDING.option("bonus_two", 0, minimum=0, maximum=3),
    WORDING.option("bonus_three", 0, minimum=0, maximum=3),
    WORDING.option("gukjin", "choice", ("choice", "animal", "pi", "both")),
    WORDING.option("rain_four", 4, (4, 3)),
    WORDING.option("go_bonus", "each", ("each", "first_two", "count")),
    WORDING.flag("bomb_double", default=True),
    WORDING.option("meongbak", "seven", ("seven", "none_taken", "both", "off")),
    WORDING.option("gwangbak", "on", ("on", "dry", "off")),
    WORDING.option("pibak", "by_players", ("by_players",), minimum=0),
    WORDING.flag("pibak_zero", default=False),
    WORDING.flag("gobak", default=True),
    WORDING.option("dokbak", "pays_all", ("pays_all", "doubled", "off")),
    WORDING.option("nagari", "double", ("double", "once", "off")),
    WORDING.flag("empty_free", default=True),
    WORDING.option("chongtong", "win", ("win", "off")),
    WORDING.option("field_four", "redeal", ("redeal", "dealer")),
    WORDING.option("instant_points", "as_minimum", ("as_minimum",), minimum=1),
    WORDING.option("events", "paid", ("paid", "off")),
    WORDING.option("event_points", "as_minimum", ("as_minimum",), minimum=1),
    WORDING.option("ppeok_series", "doubling", ("doubling", "linear")),
    WORDING.option("length", 12, (12, 6, 3, "target")),
    WORDING.option("target", 50, minimum=1),
)
OUTCOMES = WORDING.table("outcomes", "won", "nagari", "chongtong", "three_ppeok", "misdeal", "play")
WORDS = WORDING.words(
    *("go_stop", "matgo", "dealer", "field", "stock", "yaku", "go", "stop", "gwang"),
    *("yeol", "tti", "pi", "ssangpi", "gukjin", "bonus", "ppeok", "jjok", "ttadak", "sseul", "shake", "bomb"),
    *("chongtong", "three_ppeok", "nagari", "bak", "pibak", "gwangbak", "meongbak", "gobak", "dokbak"),
)
LESSON = WORDING.lesson("deal", "your_turn", "taking", "counting", "go_stop", "paying", "nagari")
