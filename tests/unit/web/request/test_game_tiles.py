"""Games to choose from, with their cards, and people to seat."""

from __future__ import annotations

from flask import Flask

from scorer.decks import decks
from scorer.games import games
from tests.support.table import Phone
from web.request.game_tiles import game_tiles, people_known


def test_every_game_is_a_tile_with_cards_of_its_own(app: Flask) -> None:
    with app.app_context():
        tiles = game_tiles()
    assert {tile.game.key for tile in tiles} == set(games())
    assert len({tile.cards for tile in tiles}) == len(tiles)
    for tile in tiles:
        assert len(tile.cards) == 3
        assert set(tile.cards) <= decks()[tile.game.decks[0]].faces.keys()
    numbers = {tile.game.key: (tile.fewest, tile.most) for tile in tiles}
    assert (numbers["koikoi"], numbers["kakeya"], numbers["oicho-kabu"]) == ((2, 2), (4, 6), (2, 11))


def test_games_stand_as_they_were_played_last(app: Flask, host: Phone) -> None:
    with app.app_context():
        assert game_tiles()[0].game.key == "otoroku"
    host.open(game="koikoi", players=["Aki", "Emi"])
    host.change("/api/game", game="tokotoko", players=["Aki", "Emi"])
    host.open(game="kakeya", players=["A", "B", "C", "D"])
    with app.app_context():
        assert [tile.game.key for tile in game_tiles()][:4] == ["kakeya", "tokotoko", "koikoi", "otoroku"]
        assert [tile.game.key for tile in game_tiles("etori")][:2] == ["etori", "kakeya"]


def test_each_person_is_offered_once(app: Flask, host: Phone, guest: Phone) -> None:
    host.open(players=["Aki", "Emi"])
    guest.send("/api/join", {"name": "Oma"})
    with app.app_context():
        assert people_known(["emi"]) == ["emi", "Oma", "Aki"]
