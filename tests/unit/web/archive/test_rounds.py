"""The cards of a seat are found in the round of any game."""

from __future__ import annotations

import csv
import io
import random
from collections import Counter

import pytest

from scorer.decks import decks
from scorer.games import games
from scorer.rules.prompts import PromptKind
from scorer.session.history import PlayedRound
from scorer.session.samples import sample_session
from tests.support.table import Phone
from web.archive.rounds import shown_cards


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
        expected: Counter[str] = Counter()
        for ask in asked:
            expected |= Counter(ask.answer_in(round_) or [])
        assert Counter(shown_cards(rules, played, seat)) == expected


def test_the_second_of_two_equal_cards_is_in_every_list(host: Phone) -> None:
    host.open(deck="kabufuda", players=["Emil", "Clara"])
    answers = host.answers([["k07", "k07"], ["k03", "k02"]])
    assert host.change("/api/rounds", answers=answers).status_code == 200
    rows = {row["player"]: row for row in csv.DictReader(io.StringIO(host.get("/evening.csv").text.lstrip("\ufeff")))}
    assert (rows["Emil"]["total"], rows["Emil"]["cards"], rows["Emil"]["card_names"]) == (
        "14",
        "k07 k07",
        "seven; seven",
    )
    hands = host.get("/api/evenings/1").json["rounds"][0]["hands"]
    assert {tuple(hand["cards"]) for hand in hands} == {("k07", "k07"), ("k03", "k02")}
    best = {one["name"]: one for one in host.get("/api/tally").json["best"]}
    assert (best["Emil"]["cards"], best["Emil"]["counted"]) == (["k07", "k07"], [True, True])
    people = {one["name"]: one["best"][0]["cards"] for one in host.get("/api/players").json["players"]}
    assert people == {"Emil": ["k07", "k07"], "Clara": ["k03", "k02"]}
    # The evening shows them among the best hands, and in its round.
    pictures = {page: host.get(page).text.count("/art/k07.svg") for page in ("/evenings/1", "/players")}
    assert pictures == {"/evenings/1": 4, "/players": 2}
