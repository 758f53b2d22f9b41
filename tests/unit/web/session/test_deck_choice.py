"""What cards are read with: their kind, or an enrolled deck still there."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.errors import Refusal
from scorer.session.events import EveningOpened
from web.config import Settings
from web.session.deck_choice import DECK_SETTING, resolve_deck
from web.session.service import Change, SessionService


@pytest.fixture
def service(store) -> SessionService:
    service = SessionService(store, lambda: None)
    service.open_evening(EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi")), Change(0, "key-0001", "Aki"))
    return service


def test_without_an_evening_nothing_is_read(store) -> None:
    with pytest.raises(Refusal, match="no_evening"):
        resolve_deck(Settings(), store, SessionService(store, lambda: None))


def test_the_kind_is_read_unless_a_deck_was_chosen_for_this_evening(store, service, tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    assert resolve_deck(settings, store, service) == "hanafuda"
    store.set_setting(DECK_SETTING, {"evening": service.evening_id + 1, "deck": "ours"})
    assert resolve_deck(settings, store, service) == "hanafuda"
    store.set_setting(DECK_SETTING, {"evening": service.evening_id, "deck": ""})
    assert resolve_deck(settings, store, service) == "hanafuda"


def test_a_chosen_deck_is_read_as_long_as_it_is_there(store, service, tmp_path: Path) -> None:
    store.set_setting(DECK_SETTING, {"evening": service.evening_id, "deck": "ours"})
    with pytest.raises(Refusal, match="no_model"):
        resolve_deck(Settings(data_dir=tmp_path), store, service)
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "ours.npz").touch()
    assert resolve_deck(Settings(data_dir=tmp_path), store, service) == "ours"
    with pytest.raises(Refusal, match="no_model"):
        resolve_deck(Settings(), store, service)


def test_a_name_that_leads_out_of_the_folder_is_no_deck(store, service, tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "out.npz").touch()
    store.set_setting(DECK_SETTING, {"evening": service.evening_id, "deck": "../out"})
    with pytest.raises(Refusal, match="no_model"):
        resolve_deck(Settings(data_dir=tmp_path), store, service)
