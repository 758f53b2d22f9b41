"""What somebody entered is replaced only by somebody who says so."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from scorer.session.events import EveningOpened
from tests.support.table import HANDS, picture_of_piles
from web.session.draft_cards import Picture
from web.session.service import Change, SessionService


@pytest.fixture
def draft_service(store):
    service = SessionService(store, lambda: None)
    opened = EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi", "Ken", "Yuki"))
    service.open_evening(opened, Change(0, "draft-service-1", "Aki"))
    return service


def draft_hands(draft_service):
    return {path: [card.card for card in hand] for path, hand in draft_service.draft.cards.items() if hand}


def test_a_picture_replaces_a_picture_but_not_what_was_tapped(draft_service):
    picture = Picture("one", picture_of_piles(HANDS, 4))
    draft_service.add_picture(1, picture, None, replace=False)
    draft_service.add_picture(1, picture, None, replace=False)
    draft_service.answer(1, {"hands.0": ["h01-1"]})
    with pytest.raises(Refusal, match="hands_entered"):
        draft_service.add_picture(1, picture, None, replace=False)
    draft_service.add_picture(1, Picture("two", picture_of_piles([HANDS[1]], 1)), "hands.1", replace=False)
    assert draft_hands(draft_service)["hands.0"] == ["h01-1"]
    draft_service.add_picture(1, picture, None)
    assert draft_hands(draft_service)["hands.0"] == list(HANDS[0])


def test_a_corrected_card_counts_as_entered(draft_service):
    draft_service.add_picture(1, Picture("one", picture_of_piles(HANDS, 4)), None)
    first = draft_service.draft.cards["hands.0"][0].as_json()
    draft_service.answer(1, {"hands.0": [{**first, "card": "h12-4"}]})
    with pytest.raises(Refusal, match="hands_entered"):
        draft_service.require_nothing_entered()
    draft_service.require_nothing_entered("hands.1")
