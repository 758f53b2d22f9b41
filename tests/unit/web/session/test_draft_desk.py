"""What somebody entered is replaced only by somebody who says so."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from scorer.session.events import EveningOpened
from tests.support.table import HANDS, picture_of_piles
from web.session.draft_cards import Picture
from web.session.service import Change, SessionService


@pytest.fixture
def desk(store):
    service = SessionService(store, lambda: None)
    opened = EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi", "Ken", "Yuki"))
    service.open_evening(opened, Change(0, "draft-desk-1", "Aki"))
    return service


def draft_hands(desk):
    return {path: [card.card for card in hand] for path, hand in desk.draft.cards.items() if hand}


def test_a_picture_replaces_a_picture_but_not_what_was_tapped(desk):
    picture = Picture("one", picture_of_piles(HANDS, 4))
    desk.add_picture(1, picture, None, replace=False)
    desk.add_picture(1, picture, None, replace=False)
    desk.answer(1, {"hands.0": ["h01-1"]})
    with pytest.raises(Refusal, match="hands_entered"):
        desk.add_picture(1, picture, None, replace=False)
    desk.add_picture(1, Picture("two", picture_of_piles([HANDS[1]], 1)), "hands.1", replace=False)
    assert draft_hands(desk)["hands.0"] == ["h01-1"]
    desk.add_picture(1, picture, None)
    assert draft_hands(desk)["hands.0"] == list(HANDS[0])


def test_a_corrected_card_counts_as_entered(desk):
    desk.add_picture(1, Picture("one", picture_of_piles(HANDS, 4)), None)
    first = desk.draft.cards["hands.0"][0].as_json()
    desk.answer(1, {"hands.0": [{**first, "card": "h12-4"}]})
    with pytest.raises(Refusal, match="hands_entered"):
        desk.require_nothing_entered()
    desk.require_nothing_entered("hands.1")
