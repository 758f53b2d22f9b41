"""An evening begins with a kind of deck or with a deck of one's own."""

from __future__ import annotations

import pytest

from scanner.enrolled.store import EnrolledDeck
from scorer.errors import Refusal
from web.request import evening_start
from web.request.evening_start import begin_game, current_deck, enrolled_decks, open_evening
from web.session.deck_choice import DECK_SETTING
from web.session.service import Change

OURS = EnrolledDeck("ours", "western", None, None, None, (), (), "Ours")
OPENING = {"game": "otoroku", "players": ["Aki", "Emi"]}


@pytest.fixture
def in_request(app, monkeypatch: pytest.MonkeyPatch, tmp_path):
    """A request at a table that has one deck enrolled."""
    monkeypatch.setattr(evening_start, "list_decks", lambda data: (OURS,) if data == tmp_path else ())
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "ours.npz").touch()
    with app.test_request_context("/"):
        yield app.extensions["fudayomi"]


def test_an_enrolled_deck_is_played_as_its_kind_and_reads_the_cards(in_request) -> None:
    assert enrolled_decks() == (OURS,)
    receipt = open_evening(OPENING | {"deck": "ours"}, Change(0, "key-0001", "Aki"))
    assert (receipt["version"], receipt["entry"]["deck"]) == (1, "western")
    assert current_deck() == "ours"


def test_the_next_game_with_a_kind_is_read_as_that(in_request) -> None:
    open_evening(OPENING | {"deck": "ours"}, Change(0, "key-0001", "Aki"))
    begin_game(OPENING | {"deck": "hanafuda"}, Change(1, "key-0002", "Aki"))
    assert current_deck() == "hanafuda"
    assert in_request.store.get_setting(DECK_SETTING) == {"evening": in_request.service.evening_id, "deck": ""}


@pytest.mark.parametrize("deck", ["theirs", "daini", 5])
def test_a_deck_that_is_not_there_opens_nothing(in_request, deck: object) -> None:
    with pytest.raises(Refusal, match="wrong_deck"):
        open_evening(OPENING | {"deck": deck}, Change(0, "key-0001", "Aki"))
    assert in_request.service.version == 0
    assert in_request.store.get_setting(DECK_SETTING) is None
    with pytest.raises(Refusal, match="no_evening"):
        current_deck()
