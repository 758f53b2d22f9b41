"""The whole state of the table as one line of JSON for every phone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.rules.prompts import Prompt
from scorer.session.history import PlayedRound
from scorer.session.round_cards import round_cards
from scorer.session.state import Session
from scorer.session.tally import Tally
from scorer.texts import Text
from web.access.seat_requests import can_join
from web.context import AppContext
from web.request.cures import find_cures
from web.session.draft_service import faces_in_play
from web.session.seat_assignment import hand_paths_by_seat

_SCANNER_AWAY = Text(
    "The scanner is away. Cards can be entered by hand.", "読み取り係がいません。札は手で入れられます。"
)


def encode_snapshot(ctx: AppContext) -> str:
    """The state as one line of JSON."""
    return json.dumps(build_snapshot(ctx), ensure_ascii=False, separators=(",", ":"))


def publish_snapshot(ctx: AppContext) -> None:
    """Publish the newest state to every page, though the ledger did not change."""
    with ctx.service.lock:
        ctx.hub.publish(encode_snapshot(ctx))


def build_snapshot(ctx: AppContext) -> dict[str, Any]:
    """The state: ledger version, scanner, evening, and the current round with what it would settle."""
    state: dict[str, Any] = {
        "version": 0,
        "says": _banner(ctx),
        "saved": ctx.store.is_saved,
        "scanner": {
            "state": ctx.scanner.state,
            "camera": ctx.camera.is_present,
            "demo": ctx.camera.is_demo,
        },
        "evening": None,
        # A page that knows another number asks for its own status again.
        "people": {
            "number": ctx.phones.version + ctx.pin.number,
            "joined": [phone.name for phone in ctx.phones.all() if phone.name],
            "asking": ctx.seat_requests.names(),
        },
    }
    service = ctx.service
    with service.lock:
        state["version"] = service.version
        if service.session is not None:
            state["evening"] = {"id": service.evening_id, **_evening_json(service.session)}
            prompts = service.prompts()
            hand_paths = hand_paths_by_seat(prompts, len(service.table().seats)) if prompts else ()
            state["asks"] = [{**_prompt_json(prompt), "laid": prompt.path in hand_paths} for prompt in prompts]
            state["draft"] = service.draft.as_json(prompts)
            state["dropped"] = service.has_dropped_draft
            state["preview"] = _preview_json(ctx)
            state["notes"] = _notes_json(ctx)
            state["worth"] = _worth_json(ctx)
            state["tabletop"] = ctx.watched_table.as_json()
            state["following"] = ctx.following.as_json()
            state["keeping"] = ctx.corrections.as_json()
            state["editing"] = _editing_json(ctx)
    return state


def _banner(ctx: AppContext) -> dict[str, str] | None:
    """What everybody should know now: about ledger, disk and clock, a correction, and that the scanner is away."""
    reopened = ctx.service.reopened
    correction = None if reopened is None else round_in_correction(reopened.original)
    scanner_message = ctx.scanner.message or (None if ctx.scanner.state == "up" else _SCANNER_AWAY)
    messages = [
        message
        for message in (*ctx.maintenance.notices, ctx.settings.crash_guard.notice, correction, scanner_message)
        if message
    ]
    if not messages:
        return None
    return Text(" ".join(message.en for message in messages), "".join(message.ja for message in messages)).as_json()


def round_in_correction(played: PlayedRound) -> Text:
    """Says on every page that an earlier round is open, so that nobody takes it for the one being played."""
    number = played.round_number
    return Text(f"Round {number} is being corrected.", f"第{number}局を直しています。")


def _evening_json(session: Session) -> dict[str, Any]:
    totals = _totals(session)
    return {
        "game": session.game,
        "deck": session.deck,
        "faces": dict(faces_in_play(session)),
        "numbers": _numbers(session),
        "options": dict(session.options),
        "players": list(session.players),
        "members": [list(names) for names in session.people],
        "stones": list(session.stones),
        "dealer": session.dealer,
        "seat_order": list(session.seat_order),
        "round": session.round_number,
        "pot": session.pot,
        "over": session.over,
        "closed": session.closed,
        "away": sorted(session.players.index(name) for name in session.away),
        "undoable": session.undoable_event,
        "redoable": session.redoable_events[-1] if session.redoable_events else None,
        "game_winners": list(session.game_winners),
        "playable": session.is_playable,
        "can_join": can_join(session),
        "can_buy": session.has_bank and not session.are_rounds_played,
        "earlier_games": [past.game for past in session.past_games],
        "totals": None if totals is None else [sum(seat) for seat in totals],
        "member_totals": totals,
        "rounds": [round_json(played, session) for played in _recent_rounds(session)],
    }


def _totals(session: Session) -> list[list[int]] | None:
    """Stones the people of each seat won in the whole evening. None in its first game, where `stones` shows them."""
    tally = Tally(session)
    if not session.past_games:
        return None
    return [[tally.totals[name] for name in tally.people_of(session, seat)] for seat in session.players]


def _numbers(session: Session) -> dict[str, int]:
    """The numbers of the cards that this game counts otherwise than they are printed."""
    faces = decks()[session.deck].faces
    numbers = {code: session.rules.number_of(faces[code], session.options) for code in faces_in_play(session)}
    return {code: number for code, number in numbers.items() if number != faces[code].number}


def _recent_rounds(session: Session) -> list[PlayedRound]:
    """The last round and the last that counts. `/api/history` has the others."""
    last_valid = next((played for played in reversed(session.history) if not played.undone), None)
    return sorted(
        {id(played): played for played in (last_valid, *session.history[-1:]) if played}.values(),
        key=lambda played: played.event_number,
    )


def _editing_json(ctx: AppContext) -> dict[str, Any] | None:
    """The earlier round being corrected, its seats, and how many later rounds are settled again by it.

    `evening`: for a round of an earlier game, that game as the evening has it now; else None.
    """
    service = ctx.service
    if service.reopened is None:
        return None
    played, session = service.reopened.original, service.reopened.game
    is_past = session.opening_event != service.require_session().opening_event
    return {
        "number": played.event_number,
        "round": played.round_number,
        "seats": [session.players.index(name) for name in played.players],
        "net": played.settlement["net"],
        "later": session.history.count_valid_after(played.event_number),
        "evening": {"id": service.evening_id, **_evening_json(session)} if is_past else None,
    }


def round_json(played: PlayedRound, session: Session) -> dict[str, Any]:
    """One booked round: its seats by player, whether it was undone or corrected, its settlement as booked."""
    settlement: Mapping[str, Any] = played.settlement
    return {
        "number": played.event_number,
        "round": played.round_number,
        "seats": [session.players.index(name) for name in played.players],
        "undone": played.undone,
        "edited": played.edited_by,
        "settlement": settlement,
        "cards": [part.as_json() for part in round_cards(session.rules, played.round, settlement)],
    }


def _prompt_json(prompt: Prompt) -> dict[str, Any]:
    return {
        "path": prompt.path,
        "kind": prompt.kind,
        "label": prompt.label.as_json(),
        "help": prompt.help.as_json(),
        "seat": prompt.seat,
        "least": prompt.minimum,
        "most": prompt.maximum,
        "ordered": prompt.ordered,
        "values": list(prompt.values),
        "says": [text.as_json() for text in prompt.value_labels],
        "default": prompt.default,
        "optional": prompt.optional,
        "only_with": prompt.only_with and list(prompt.only_with),
        "cards": list(prompt.cards),
        "shares": prompt.shares,
        "counting": list(prompt.counting),
    }


def _notes_json(ctx: AppContext) -> dict[int, list[dict[str, str]]]:
    """By seat what the game can say of its cards so far. Nothing while they cannot be."""
    service = ctx.service
    prompts = service.prompts()
    if not prompts:
        return {}
    try:
        service.check_draft()
    except Refusal:
        return {}
    notes = service.game_of_round.rules.seat_notes(service.table(), service.draft.answers(prompts))
    return {seat: [reason.text.as_json() for reason in reasons] for seat, reasons in notes.items()}


def _worth_json(ctx: AppContext) -> dict[int, dict[str, Any]]:
    """By seat the class and total of each hand that has its cards, also while others are missing."""
    service = ctx.service
    prompts = service.prompts()
    if not prompts:
        return {}
    values = service.game_of_round.rules.hand_values(service.table(), service.draft.answers(prompts))
    return {seat: {"class": value.key, "total": value.total} for seat, value in values.items()}


def _preview_json(ctx: AppContext) -> dict[str, Any]:
    """What the round would settle with the answers so far, why it cannot, or which answers are missing."""
    service = ctx.service
    missing, prompts = service.missing_prompts(), service.prompts()
    try:
        service.check_draft()
        if missing or not prompts:
            return {"missing": [prompt.path for prompt in missing]}
        answers = service.draft.answers(prompts)
        preview, session = service.preview(answers), service.game_of_round
        round_ = service.table().build_round(session.game, answers)
        shown = round_cards(session.rules, round_, preview["settlement"])
        return {**preview, "cards": [part.as_json() for part in shown]}
    except Refusal as refusal:
        cures = find_cures(refusal, service.game_of_round, service.table(), prompts, service.draft)
        return {**refusal.as_json(), "cures": [cure.as_json() for cure in cures]}
