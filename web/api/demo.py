"""Demo rounds on the synthetic table: an evening of four, shuffled deals."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from flask import Blueprint

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.prompts import Prompt
from scorer.session.state import Session
from scorer.texts import Text
from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import change_request, has_rounds_at_stake, host_only, require_pin
from web.request.evening_start import current_deck, open_demo, set_demo
from web.session.draft_cards import Picture
from web.session.seat_assignment import hand_paths_by_seat
from web.session.seat_zones import order_by_player
from web.session.validators import DEFAULT_GAME

BLUEPRINT = Blueprint("demo", __name__, url_prefix="/api/demo")

DEMO_PLAYERS = ("Aki", "Emi", "Ken", "Yuki")


@BLUEPRINT.post("/evening")
@host_only
def evening() -> dict[str, Any]:
    """Start an evening in which the table deals: four players and every default, or the fields of an evening."""
    data, ctx = json_body(), context()
    ctx.camera.require_demo_table()
    if has_rounds_at_stake():
        require_pin(data.get("pin"))
    return open_demo({"game": DEFAULT_GAME, "players": list(DEMO_PLAYERS), **data}, change_request(data))


@BLUEPRINT.post("", endpoint="switch")
@host_only
def switch() -> dict[str, Any]:
    """Have the drawn table deal in the evening under way (`on`), or play with real cards from now on."""
    context().service.require_session()
    set_demo(on=json_body()["on"])
    return {"told": True}


@BLUEPRINT.post("/round")
@host_only
def deal() -> dict[str, Any]:
    """Play a round from a pack shuffled by `seed`, lay it on the synthetic table, read it, and propose the hands.

    Where cards entered by hand would be replaced it is refused with `hands_entered`, unless `replace` says so.
    """
    ctx, data = context(), json_body()
    ctx.camera.require_demo()
    version = data.get("version")
    if data.get("replace") is not True:
        ctx.service.require_nothing_entered()
    ctx.service.discard_draft(version)
    with ctx.service.lock:
        session, prompts = ctx.service.session, ctx.service.prompts()
    if session is None or not prompts:
        raise Refusal("no_evening", Text("There is no round to play", "いま遊ぶ局がありません"))
    round_ = _simulate_round(session, data.get("seed"))
    answers = {prompt.path: value for prompt in prompts if (value := prompt.answer_in(round_)) is not None}
    piles = [answers.get(path, []) if path else [] for path in hand_paths_by_seat(prompts, len(session.seat_order))]
    capture = ctx.scanner.capture_and_read(current_deck(), layout=order_by_player(session, piles))
    ctx.service.answer(
        version, {path: value for path, value in answers.items() if path not in _table_paths(prompts, session)}
    )
    ctx.service.add_picture(version, Picture(ctx.pictures.add(capture.jpeg), capture.read), None)
    return {"cards": len(capture.read.cards)}


def _simulate_round(session: Session, seed: object) -> Mapping[str, Any]:
    rules = game(session.game)
    pack = list(rules.pack(decks()[session.deck], session.options))
    random.Random(seed if isinstance(seed, int) else None).shuffle(pack)  # noqa: S311  a demo deals no secrets
    return rules.simulate_round(pack, session.table())


def _table_paths(prompts: tuple[Prompt, ...], session: Session) -> set[str | None]:
    return set(hand_paths_by_seat(prompts, len(session.seat_order)))
