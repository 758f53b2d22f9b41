"""What an evening's cards are read as, stored with the ledger."""

from __future__ import annotations

from scanner.enrolled.store import is_valid_name
from scorer.errors import Refusal
from scorer.texts import Text
from web.config import Settings
from web.ledger.store import Store
from web.openapi.schema import COUNT, STRING, nullable, obj
from web.session.service import SessionService

DECK_SETTING = "reading"
"""Setting of the chosen deck: ID of the `evening`, and name of its enrolled `deck` ("" for none)."""


_CHOICE = obj(evening=nullable(COUNT), deck=STRING)


def chosen_deck(store: Store, evening: int | None) -> str:
    """The name of the enrolled deck that reads this evening, "" where none does."""
    choice = store.get_setting(DECK_SETTING, _CHOICE) or {}
    return str(choice.get("deck", "")) if choice.get("evening") == evening else ""


def resolve_deck(settings: Settings, store: Store, service: SessionService) -> str:
    """The kind, or the name of the enrolled deck, that reads this evening, for a corrected round that of its game.

    Raises `no_evening` before the first evening, `no_model` when the enrolled deck is gone.
    """
    session = service.game_of_round
    name = chosen_deck(store, service.evening_id)
    if not name or session.deck != service.require_session().deck:
        return session.deck
    if (
        settings.data_dir is None
        or not is_valid_name(name)
        or not (settings.data_dir / "decks" / f"{name}.npz").exists()
    ):
        raise Refusal(
            "no_model",
            Text(
                f"The enrolled deck “{name}” is no longer on this table; tap the cards in, or enrol or bring it again",
                f"登録した札「{name}」がこの卓にありません。札をタップして入力するか、もう一度登録してください",
            ),
        )
    return name
