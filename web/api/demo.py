"""お試し otameshi: the synthetic table plays: an evening of four, and rounds dealt from a shuffled pack."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from flask import Blueprint

from scorer.discover import decks, game
from scorer.errors import Refusal
from scorer.rules.prompts import Ask, AskKind
from scorer.session.reducer import Session
from scorer.texts import Text
from web.companion import Companion, companion
from web.request.auth import asked, change, host_only, pin_again, rounds_at_stake
from web.request.evening_start import deck_read
from web.session.draft import Picture
from web.session.seat_assignment import cards_of_seats
from web.session.seat_zones import by_player
from web.session.validators import FIRST, opening

BLUEPRINT = Blueprint("demo", __name__, url_prefix="/api/demo")

PLAYERS = ("Aki", "Emi", "Ken", "Yuki")


@BLUEPRINT.post("/evening")
@host_only
def evening() -> dict[str, Any]:
    """Starts an evening of four with every default."""
    data = asked()
    if rounds_at_stake():
        pin_again(data.get("pin"))
    return _demo().room.open(opening({"game": FIRST, "players": list(PLAYERS)}), change(data))


@BLUEPRINT.post("/round")
@host_only
def deal() -> dict[str, Any]:
    """Plays a round from a pack shuffled by `seed`, lays it on the synthetic table, looks, and proposes the hands."""
    table, data = _demo(), asked()
    version = data.get("version")
    table.room.forget(version)
    with table.room.lock:
        session, asks = table.room.session, table.room.asks()
    if session is None or not asks:
        raise Refusal("no_evening", Text("there is no round to play", "いま遊ぶ局がありません"))
    round_ = _played(session, data.get("seed"))
    told = {ask.path: value for ask in asks if (value := _at(round_, ask)) is not None}
    piles = [told.get(path, []) if path else [] for path in cards_of_seats(asks, len(session.seat_order))]
    seen = table.eyes.look(deck_read(), lay=by_player(session, piles))
    table.room.tell(version, {path: value for path, value in told.items() if path not in _laid(asks, session)})
    table.room.see(version, Picture(table.pictures.keep(seen.jpeg), seen.read), None)
    return {"cards": len(seen.read.cards)}


def _demo() -> Companion:
    table = companion()
    if not table.settings.demo:
        raise Refusal("no_demo", Text("only the drawn table can deal", "配れるのは描かれた卓だけです"))
    return table


def _played(session: Session, seed: object) -> Mapping[str, Any]:
    rules = game(session.game)
    pack = list(rules.pack(decks()[session.deck], session.options))
    random.Random(seed if isinstance(seed, int) else None).shuffle(pack)  # noqa: S311  a demo deals no secrets
    return rules.play_out(pack, session.table())


def _laid(asks: tuple[Ask, ...], session: Session) -> set[str | None]:
    return set(cards_of_seats(asks, len(session.seat_order)))


def _at(round_: Mapping[str, Any], ask: Ask) -> Any:
    """The answer to an ask in a finished round; None when it has none."""
    found: Any = round_
    for step in ask.path.split("."):
        if isinstance(found, list) and step.isdigit() and int(step) < len(found):
            found = found[int(step)]
        elif isinstance(found, Mapping):
            found = found.get(step)
        else:
            return None
    return list(found) if ask.kind is AskKind.CARDS and found is not None else found
