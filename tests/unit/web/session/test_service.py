"""An evening changes once a key, on the newest version, after a commit."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.errors import Refusal
from scorer.session.events import EveningOpened, GameBegun
from tests.support.hands import HANDS
from web.ledger.notices import unreadable_notice
from web.session.service import Change, SessionService

OPENED = EveningOpened("otoroku", "hanafuda", {"method": "everyone"}, ("Aki", "Emi", "Ken", "Yuki"))
POT_TO_KEN = (29, 29, 33, 29)
"""Stones after `HANDS`: each puts one in the pot, and the 15 of the third beats 13, 13 and a bust."""
ANSWERS: dict[str, Any] = {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)}


def build_change(version: int, key: str = "") -> Change:
    return Change(version, key or f"key-{version:04}", "Aki")


@pytest.fixture
def published() -> list[int]:
    """Versions that were published."""
    return []


@pytest.fixture
def service(store, published) -> SessionService:
    service = SessionService(store, lambda: published.append(service.version))
    service.open_evening(OPENED, build_change(0))
    return service


@pytest.mark.parametrize("options", [{"jizo": True}, {"config": "B"}, {"config": "C"}])
def test_no_game_begins_with_house_rules_whose_cards_the_deck_lacks(service, store, options) -> None:
    """Kabufuda have neither Jizo nor a special 3 (kujuroku 1.4). No round could ever be booked."""
    opening = ("kujuroku", "kabufuda", options, ("Aki", "Emi", "Ken"))
    for begin in (
        lambda: service.open_evening(EveningOpened(*opening), build_change(1)),
        lambda: service.begin_game(GameBegun(*opening), build_change(1)),
    ):
        with pytest.raises(Refusal) as caught:
            begin()
        assert caught.value.code == "bad_option"
    assert (service.version, service.session.game, len(store.evening_heads())) == (1, "otoroku", 1)


def test_a_round_is_booked_once_a_key_and_told_once(service, published, store) -> None:
    receipt = service.book(ANSWERS, build_change(1))
    assert service.book(ANSWERS, build_change(1)) == receipt
    assert (service.version, published, service.booked_rounds) == (2, [1, 2], 1)
    assert service.session.stones == POT_TO_KEN
    assert [entry.version for entry in store.entries(service.evening_id)] == [1, 2]


@pytest.mark.parametrize(
    ("answers", "version", "code"),
    [
        (ANSWERS, 0, "stale"),
        (ANSWERS, 2, "stale"),
        ([], 1, "bad_request"),
        (ANSWERS | {"hands.9": []}, 1, "bad_request"),
        (ANSWERS | {"hands.1": HANDS[0]}, 1, "duplicate_card"),
    ],
)
def test_a_round_that_is_refused_leaves_no_trace(service, published, store, answers, version: int, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        service.book(answers, build_change(version, "key-other"))
    assert caught.value.code == code
    assert (service.version, published, len(store.entries(service.evening_id))) == (1, [1], 1)


def test_undo_and_redo_end_where_they_began(service) -> None:
    with pytest.raises(Refusal, match="nothing_to_undo"):
        service.undo(build_change(1))
    service.book(ANSWERS, build_change(1))
    service.undo(build_change(2))
    assert service.session.stones == (30, 30, 30, 30)
    service.redo(build_change(3))
    assert service.session.stones == POT_TO_KEN
    with pytest.raises(Refusal, match="nothing_to_undo"):
        service.redo(build_change(4))


def test_a_corrected_round_is_previewed_with_the_balances_it_leads_to(service) -> None:
    service.book(ANSWERS, build_change(1))
    service.reopen(2, 2)
    assert service.draft.answers(service.prompts()) == ANSWERS
    swapped = ANSWERS | {"hands.0": HANDS[1], "hands.1": HANDS[0]}
    assert service.preview(ANSWERS)["stones"] == list(POT_TO_KEN)
    previewed = service.preview(swapped)["stones"]
    service.book(swapped, build_change(2))
    assert list(service.session.stones) == previewed
    assert service.reopened is None
    assert service.session.history[0].edited_by == 3


def test_a_restart_finds_the_evening_and_what_cannot_be_played_is_said(service, store) -> None:
    service.book(ANSWERS, build_change(1))
    again = SessionService(store, lambda: None)
    assert again.session == service.session
    assert (again.evening_id, again.booked_rounds) == (service.evening_id, 1)
    store.append(service.evening_id, 2, {"kind": "undone", "of": 77}, "", "key-bad")
    broken = SessionService(store, lambda: None)
    assert (broken.session, broken.version, store.notice) == (None, 0, unreadable_notice(service.evening_id))


def test_what_is_still_missing_is_named(service) -> None:
    service.answer(1, {"hands.2": HANDS[2]})
    assert "hands.2" not in {prompt.path for prompt in service.missing_prompts()}
    with pytest.raises(Refusal, match="stale"):
        service.answer(0, {})
    service.discard_draft(1)
    assert service.draft.cards == {}
