"""お試し otameshi: the synthetic table plays: an evening of four, and rounds dealt from a shuffled pack."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from flask import Blueprint

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.prompts import Prompt, PromptKind
from scorer.session.state import Session
from scorer.texts import Text
from web.context import AppContext, context
from web.request.auth import change_request, has_rounds_at_stake, host_only, json_body, require_pin
from web.request.evening_start import current_deck
from web.session.draft import Picture
from web.session.seat_assignment import hand_paths_by_seat
from web.session.seat_zones import order_by_player
from web.session.validators import DEFAULT_GAME, parse_opening

BLUEPRINT = Blueprint("demo", __name__, url_prefix="/api/demo")

DEMO_PLAYERS = ("Aki", "Emi", "Ken", "Yuki")


@BLUEPRINT.post("/evening")
@host_only
def evening() -> dict[str, Any]:
    """Starts an evening of four with every default."""
    data = json_body()
    if has_rounds_at_stake():
        require_pin(data.get("pin"))
    return _require_demo().service.open_evening(
        parse_opening({"game": DEFAULT_GAME, "players": list(DEMO_PLAYERS)}), change_request(data)
    )


@BLUEPRINT.post("/round")
@host_only
def deal() -> dict[str, Any]:
    """Plays a round from a pack shuffled by `seed`, lays it on the synthetic table, looks, and proposes the hands."""
    table, data = _require_demo(), json_body()
    version = data.get("version")
    table.service.discard_draft(version)
    with table.service.lock:
        session, asks = table.service.session, table.service.prompts()
    if session is None or not asks:
        raise Refusal("no_evening", Text("there is no round to play", "いま遊ぶ局がありません"))
    round_ = _simulate_round(session, data.get("seed"))
    told = {ask.path: value for ask in asks if (value := _answer_in_round(round_, ask)) is not None}
    piles = [told.get(path, []) if path else [] for path in hand_paths_by_seat(asks, len(session.seat_order))]
    seen = table.scanner.capture_and_read(current_deck(), layout=order_by_player(session, piles))
    table.service.answer(
        version, {path: value for path, value in told.items() if path not in _table_paths(asks, session)}
    )
    table.service.add_picture(version, Picture(table.pictures.add(seen.jpeg), seen.read), None)
    return {"cards": len(seen.read.cards)}


def _require_demo() -> AppContext:
    table = context()
    if not table.settings.is_demo:
        raise Refusal("no_demo", Text("only the drawn table can deal", "配れるのは描かれた卓だけです"))
    return table


def _simulate_round(session: Session, seed: object) -> Mapping[str, Any]:
    rules = game(session.game)
    pack = list(rules.pack(decks()[session.deck], session.options))
    random.Random(seed if isinstance(seed, int) else None).shuffle(pack)  # noqa: S311  a demo deals no secrets
    return rules.simulate_round(pack, session.table())


def _table_paths(asks: tuple[Prompt, ...], session: Session) -> set[str | None]:
    return set(hand_paths_by_seat(asks, len(session.seat_order)))


def _answer_in_round(round_: Mapping[str, Any], ask: Prompt) -> Any:
    """The answer to an ask in a finished round; None when it has none."""
    found: Any = round_
    for step in ask.path.split("."):
        if isinstance(found, list) and step.isdigit() and int(step) < len(found):
            found = found[int(step)]
        elif isinstance(found, Mapping):
            found = found.get(step)
        else:
            return None
    return list(found) if ask.kind is PromptKind.CARDS and found is not None else found
