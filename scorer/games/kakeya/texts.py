"""Kakeya Toranpu's house rules, terms and lesson."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

SUMMARY = text("summary")

OPTIONS = (
    WORDING.option("players", 4, (4, 6)),
    WORDING.option("table", "standard", ("standard", "nakayoshi_mura")),
    WORDING.option("start_stones", 5, minimum=1, maximum=10**9),
    WORDING.option("trump_change", "allowed", ("allowed", "fixed_spades", "fixed_clubs")),
    WORDING.flag("rensho_free", default=False),
    WORDING.option("shortfall4", "pay_what_you_have", ("pay_what_you_have", "negative")),
    WORDING.option("time_limit_min", "off", ("off", 40)),
)

WORDS = (
    WORDING.word("pair", "pairs"),
    WORDING.word("egara", "picture card", "picture cards"),
    WORDING.word("kiri", "trumps"),
    WORDING.word("rensho"),
    WORDING.word("nakayoshi_mura"),
    WORDING.word("kirijimai"),
)

LESSON = WORDING.lesson("pairs", "tricks", "paying")
