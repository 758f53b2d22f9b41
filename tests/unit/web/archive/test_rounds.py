"""The cards of a seat are found in the round of any game."""

from __future__ import annotations

import random

import pytest

from scorer.decks import decks
from scorer.games import games
from scorer.rules.prompts import PromptKind
from scorer.session.history import PlayedRound
from scorer.session.samples import sample_session
from web.archive.rounds import cards_of_seat


@pytest.mark.parametrize("key", sorted(games()))
def test_every_card_of_a_hand_is_found(key: str) -> None:
    rules = games()[key]
    session = sample_session(rules, rules.resolve_options({}))
    pack = list(rules.pack(decks()[session.deck], session.options))
    random.Random(key).shuffle(pack)
    table = session.table()
    round_ = rules.simulate_round(pack, table)
    played = PlayedRound(2, tuple(round_["seats"]), round_, {}, round_["seats"][0], 1, 0)
    for seat in range(len(table.seats)):
        asked = [ask for ask in rules.prompts(table) if ask.kind is PromptKind.CARDS and ask.seat == seat]
        expected = {code for ask in asked for code in ask.answer_in(round_) or []}
        assert set(cards_of_seat(rules, played, seat)) == expected
