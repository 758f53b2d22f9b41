"""House rules, terms and lesson of Bakappana, as texts.toml words them."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

OPTIONS = (WORDING.option("chaff_points", 1, (1, 0)), WORDING.option("length", 12, (12, 6, 3)))
OUTCOMES = WORDING.table("outcomes", "settled", "misdeal", "play")
WORDS = (WORDING.word("dealer", "oya"), WORDING.word("field"), WORDING.word("stock"), WORDING.word("par"))
LESSON = WORDING.lesson("deal", "turn", "counting")
