"""一望 ichibo: the whole state of the table as one line of JSON, the same for every phone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scorer.errors import Refusal
from scorer.rules.prompts import Prompt
from scorer.session.history import PlayedRound
from scorer.session.state import Session
from scorer.session.tally import Tally
from scorer.texts import Text
from web.context import AppContext
from web.session.seat_assignment import hand_paths_by_seat
from web.session.service import faces_in_play

_SCANNER_AWAY = Text(
    "The scanner is away. Cards can be entered by hand.", "読み取り係がいません。札は手で入れられます。"
)


def encode_snapshot(table: AppContext) -> str:
    """The state as one line of JSON."""
    return json.dumps(build_snapshot(table), ensure_ascii=False, separators=(",", ":"))


def build_snapshot(table: AppContext) -> dict[str, Any]:
    """The state: version of the ledger, scanner, evening, and the round being told with what it would settle."""
    out: dict[str, Any] = {
        "version": 0,
        "says": _banner(table),
        "saved": table.store.is_saved,
        "scanner": {
            "state": table.scanner.state,
            "camera": table.settings.has_camera,
            "demo": table.settings.is_demo,
        },
        "evening": None,
        # A page whose number is another asks who it is now.
        "people": {
            "number": table.phones.version + table.pin.number,
            "joined": [one.name for one in table.phones.all() if one.name],
        },
    }
    room = table.service
    with room.lock:
        out["version"] = room.version
        if room.session is not None:
            out["evening"] = {"id": room.evening_id, **_evening_json(room.session)}
            asks = room.prompts()
            laid = hand_paths_by_seat(asks, len(room.table().seats)) if asks else ()
            out["asks"] = [{**_prompt_json(ask), "laid": ask.path in laid} for ask in asks]
            out["draft"] = room.draft.as_json(asks)
            out["preview"] = _preview_json(table)
            out["tabletop"] = table.follower.as_json()
            out["keeping"] = table.corrections.as_json()
            out["editing"] = _editing_json(table)
    return out


def _banner(table: AppContext) -> dict[str, str] | None:
    """What everybody should know now: of ledger, disk and clock, and a scanner that is away."""
    scanner = table.scanner.message or (None if table.scanner.state == "up" else _SCANNER_AWAY)
    told = [words for words in (*table.maintenance.notices, table.settings.crash_guard.notice, scanner) if words]
    return Text(" ".join(words.en for words in told), "".join(words.ja for words in told)).as_json() if told else None


def _evening_json(session: Session) -> dict[str, Any]:
    return {
        "game": session.game,
        "deck": session.deck,
        "faces": dict(faces_in_play(session)),
        "options": dict(session.options),
        "players": list(session.players),
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
        "earlier_games": [past.game for past in session.past_games],
        "totals": _totals(session),
        "rounds": [round_json(played, session) for played in _recent_rounds(session)],
    }


def _totals(session: Session) -> list[int] | None:
    """What each player won in the whole evening; None in its first game, where the stones say it."""
    totals = Tally(session).totals
    return [totals[name] for name in session.players] if session.past_games else None


def _recent_rounds(session: Session) -> list[PlayedRound]:
    """The last round and the last that counts; `/api/history` tells the others."""
    last = next((played for played in reversed(session.history) if not played.undone), None)
    return sorted(
        {id(each): each for each in (last, *session.history[-1:]) if each}.values(), key=lambda one: one.event_number
    )


def _editing_json(table: AppContext) -> dict[str, Any] | None:
    """The earlier round being corrected, who sat in it, how many later rounds are settled again by it."""
    room, session = table.service, table.service.session
    if room.reopened is None or session is None:
        return None
    played = room.reopened.original
    return {
        "number": played.event_number,
        "round": played.round_number,
        "seats": [session.players.index(name) for name in played.players],
        "net": played.settlement["net"],
        "later": sum(other.event_number > played.event_number for other in session.valid_rounds),
    }


def round_json(played: PlayedRound, session: Session) -> dict[str, Any]:
    """One booked round: who gained what (by player), whether undone, and its settlement as booked."""
    settlement: Mapping[str, Any] = played.settlement
    return {
        "number": played.event_number,
        "round": played.round_number,
        "seats": [session.players.index(name) for name in played.players],
        "undone": played.undone,
        "edited": played.edited_by,
        "settlement": settlement,
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
    }


def _preview_json(table: AppContext) -> dict[str, Any]:
    """What the round would settle as told so far, or why it cannot, or which answers are still missing."""
    room = table.service
    missing, asks = room.missing_prompts(), room.prompts()
    try:
        room.check_draft()
        if missing or not asks:
            return {"missing": [ask.path for ask in missing]}
        return room.preview(room.draft.answers(asks))
    except Refusal as refusal:
        return refusal.as_json()
