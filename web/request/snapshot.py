"""一望 ichibo: the whole state of the table as one line of JSON, the same for every phone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scorer.errors import Refusal
from scorer.rules.prompts import Ask
from scorer.session.reducer import Played, Session
from scorer.session.tally import Tally
from scorer.texts import Text
from web.companion import Companion
from web.session.seat_assignment import cards_of_seats
from web.session.service import faces_in_play

_AWAY = Text("The scanner is away. Cards can be entered by hand.", "読み取り係がいません。札は手で入れられます。")


def line(table: Companion) -> str:
    """The state as one line of JSON."""
    return json.dumps(snapshot(table), ensure_ascii=False, separators=(",", ":"))


def snapshot(table: Companion) -> dict[str, Any]:
    """The state: version of the ledger, scanner, evening, and the round being told with what it would settle."""
    out: dict[str, Any] = {
        "version": 0,
        "says": _says(table),
        "saved": table.store.saved,
        "scanner": {
            "state": table.eyes.state,
            "camera": table.settings.camera,
            "demo": table.settings.demo,
        },
        "evening": None,
        # A page whose number is another asks who it is now.
        "people": {
            "number": table.phones.number + table.pin.number,
            "joined": [one.name for one in table.phones.all() if one.name],
        },
    }
    room = table.room
    with room.lock:
        out["version"] = room.version
        if room.session is not None:
            out["evening"] = {"id": room.evening, **_evening(room.session)}
            asks = room.asks()
            laid = cards_of_seats(asks, len(room.table().seats)) if asks else ()
            out["asks"] = [{**_ask(ask), "laid": ask.path in laid} for ask in asks]
            out["draft"] = room.draft.as_json(asks)
            out["preview"] = _preview(table)
            out["tabletop"] = table.lookout.as_json()
            out["keeping"] = table.corrections.as_json()
            out["editing"] = _editing(table)
    return out


def _says(table: Companion) -> dict[str, str] | None:
    """What everybody should know now: of ledger, disk and clock, and a scanner that is away."""
    scanner = table.eyes.says or (None if table.eyes.state == "up" else _AWAY)
    told = [words for words in (*table.keeper.says, table.settings.starts.says, scanner) if words]
    return Text(" ".join(words.en for words in told), "".join(words.ja for words in told)).as_json() if told else None


def _evening(session: Session) -> dict[str, Any]:
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
        "undoable": session.undoable,
        "redoable": session.redoable[-1] if session.redoable else None,
        "game_winners": list(session.game_winners),
        "playable": session.playable,
        "earlier_games": [past.game for past in session.past],
        "totals": _totals(session),
        "rounds": [round_(played, session) for played in _recent(session)],
    }


def _totals(session: Session) -> list[int] | None:
    """What each player won in the whole evening; None in its first game, where the stones say it."""
    totals = Tally(session).totals
    return [totals[name] for name in session.players] if session.past else None


def _recent(session: Session) -> list[Played]:
    """The last round and the last that counts; `/api/history` tells the others."""
    last = next((played for played in reversed(session.history) if not played.undone), None)
    return sorted(
        {id(each): each for each in (last, *session.history[-1:]) if each}.values(), key=lambda one: one.number
    )


def _editing(table: Companion) -> dict[str, Any] | None:
    """The earlier round being corrected, who sat in it, how many later rounds are settled again by it."""
    room, session = table.room, table.room.session
    if room.reopened is None or session is None:
        return None
    played = room.reopened.played
    return {
        "number": played.number,
        "round": played.round_number,
        "seats": [session.players.index(name) for name in played.players],
        "net": played.settlement["net"],
        "later": sum(other.number > played.number for other in session.standing),
    }


def round_(played: Played, session: Session) -> dict[str, Any]:
    """One booked round: who gained what (by player), whether undone, and its settlement as booked."""
    settlement: Mapping[str, Any] = played.settlement
    return {
        "number": played.number,
        "round": played.round_number,
        "seats": [session.players.index(name) for name in played.players],
        "undone": played.undone,
        "edited": played.edited,
        "settlement": settlement,
    }


def _ask(ask: Ask) -> dict[str, Any]:
    return {
        "path": ask.path,
        "kind": ask.kind,
        "label": ask.label.as_json(),
        "help": ask.help.as_json(),
        "seat": ask.seat,
        "least": ask.least,
        "most": ask.most,
        "ordered": ask.ordered,
        "values": list(ask.values),
        "says": [text.as_json() for text in ask.says],
        "default": ask.default,
        "optional": ask.optional,
    }


def _preview(table: Companion) -> dict[str, Any]:
    """What the round would settle as told so far, or why it cannot, or which answers are still missing."""
    room = table.room
    missing, asks = room.missing(), room.asks()
    try:
        room.check()
        if missing or not asks:
            return {"missing": [ask.path for ask in missing]}
        return room.preview(room.draft.answers(asks))
    except Refusal as refusal:
        return refusal.as_json()
