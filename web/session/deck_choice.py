"""札見 fudami: what an evening's cards are read as, kept with the ledger and asked by whoever looks."""

from __future__ import annotations

from scanner.enrolled.store import is_valid_name
from scorer.errors import Refusal
from scorer.texts import Text
from web.config import Settings
from web.ledger.store import Store
from web.session.service import SessionService

DECK_SETTING = "reading"


def resolve_deck(settings: Settings, store: Store, room: SessionService) -> str:
    """A kind, or the name of the enrolled deck this evening is read with; `no_evening`, `no_model` when it is gone."""
    session = room.require_session()
    kept = store.get_setting(DECK_SETTING) or {}
    name = kept.get("deck") if kept.get("evening") == room.evening_id else ""
    if not name:
        return session.deck
    if (
        settings.data_dir is None
        or not is_valid_name(name)
        or not (settings.data_dir / "decks" / f"{name}.npz").exists()
    ):
        raise Refusal(
            "no_model",
            Text(
                f"the enrolled deck “{name}” is no longer on this table; tap the cards in, or enrol or bring it again",
                f"登録した札「{name}」がこの卓にありません。札をタップして入力するか、もう一度登録してください",
            ),
        )
    return str(name)
