"""Practice rounds: choices are replayed, the rest is played by the table."""

from __future__ import annotations

import random

from scorer.decks import decks
from scorer.games import game
from scorer.rules.play.practice import REST
from scorer.rules.prompts import Table
from scorer.teaching.practice_round import offers_call, open_decision, practice_round

KOIKOI = game("koikoi")
TABLE = Table(("Aki", "Emi"), KOIKOI.resolve_options({}), extra={"month": 1})


def pack_of(seed: int) -> list[str]:
    pack = list(KOIKOI.pack(decks()["hanafuda"], TABLE.options))
    random.Random(seed).shuffle(pack)
    return pack


def test_the_choices_so_far_lead_to_the_next_question() -> None:
    first = practice_round(KOIKOI, pack_of(1), TABLE, ())
    assert first.finished is None
    card = first.choices[0].key
    after = practice_round(KOIKOI, pack_of(1), TABLE, (card,))
    assert card not in after.hand
    assert after.lines != first.lines
    decision = open_decision(KOIKOI, pack_of(1), TABLE, (card,))
    assert decision is not None
    assert set(decision.hand) <= set(first.hand)


def test_the_rest_is_played_by_the_table_without_a_word_and_settled() -> None:
    finished = practice_round(KOIKOI, pack_of(2), TABLE, (REST.key,))
    assert finished.finished is not None
    assert sum(KOIKOI.settle(finished.finished).net) == 0
    assert open_decision(KOIKOI, pack_of(2), TABLE, (REST.key,)) is None


def test_some_packs_come_to_koi_koi_or_shobu_and_some_do_not() -> None:
    assert {offers_call(KOIKOI, pack_of(seed), TABLE) for seed in range(12)} == {True, False}
