"""年代記 nendaiki: the evening as its ledger tells it: every entry, who wrote it and when, every turn a round took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.session.history import PlayedRound
from scorer.session.state import Session
from scorer.session.tally import Tally
from web.ledger.store import Entry

_ROUND_KINDS = {"settled", "undone", "redone", "edited"}
MAX_COURSE_POINTS = 160


def build_history(
    session: Session, entries: Sequence[Entry], *, before: int | None = None, limit: int = 60
) -> dict[str, Any]:
    """The newest `most` happenings before entry `before`, newest first: rounds with every turn they took, people coming
    and going, games. `more`: whether there are earlier ones.
    """
    turns = _changes_by_round(entries)
    rounds = {played.event_number: (at, played) for at, one in enumerate(session.games) for played in one.history}
    happened = [entry for entry in entries if entry.version in rounds or entry.body["kind"] not in _ROUND_KINDS]
    if before is not None:
        happened = [entry for entry in happened if entry.version < before]
    shown = happened[::-1][:limit]
    return {
        "items": [
            _round_summary(*rounds[entry.version], turns.get(entry.version, []))
            if entry.version in rounds
            else {
                "number": entry.version,
                **_entry_header(entry),
                **_public_fields(entry.body),
                "undone": entry.version in turns,
            }
            for entry in shown
        ],
        "more": len(happened) > len(shown),
    }


def _changes_by_round(entries: Sequence[Entry]) -> dict[int, list[dict[str, Any]]]:
    """Per round what was done to it, in order: booked, undone, redone, edited."""
    turns: dict[int, list[dict[str, Any]]] = {}
    for entry in entries:
        kind = entry.body["kind"]
        if kind in _ROUND_KINDS:
            turns.setdefault(entry.version if kind == "settled" else entry.body["of"], []).append(_entry_header(entry))
    return turns


def _entry_header(entry: Entry) -> dict[str, Any]:
    return {"kind": entry.body["kind"], "who": entry.who, "at": entry.at, "by": entry.version}


def _round_summary(game: int, played: PlayedRound, turns: list[dict[str, Any]]) -> dict[str, Any]:
    """One round: its game, who sat where and gained what, every turn, and what it was before it was told anew."""
    return {
        "kind": "round",
        "number": played.event_number,
        "game": game,
        "round": played.round_number,
        "seats": list(played.players),
        "net": played.settlement["net"],
        "undone": played.undone,
        "turns": turns,
        "was": [list(one.settlement["net"]) for one in played.earlier_versions],
    }


def _public_fields(body: Mapping[str, Any]) -> dict[str, Any]:
    """What the page tells of an entry that is no round."""
    return {key: value for key, value in body.items() if key in {"game", "players", "player", "stones", "one", "other"}}


def round_detail(played: PlayedRound, game: int) -> dict[str, Any]:
    """One round in full, with the settlements it had before it was told anew."""
    return {
        "number": played.event_number,
        "game": game,
        "round": played.round_number,
        "seats": list(played.players),
        "undone": played.undone,
        "settlement": played.settlement,
        "was": [one.settlement for one in played.earlier_versions],
    }


def summarize_evening(session: Session) -> dict[str, Any]:
    """What the evening comes to: ranking, payments, every game, rounds won, best hands, the course to draw."""
    tally = Tally(session)
    course = tally.running_totals
    step = max(1, -(-len(course) // MAX_COURSE_POINTS))
    points = [course[at] for at in sorted({*range(0, len(course), step), len(course) - 1} if course else ())]
    return {
        "names": list(tally.names),
        "ranking": [{"place": place, "name": name, "net": net} for place, name, net in tally.ranking],
        "payments": [{"from": pay.giver, "to": pay.taker, "stones": pay.stones} for pay in tally.payments],
        "unowned": tally.unowned,
        "games": [
            {
                "game": one.game,
                "rounds": len(one.valid_rounds),
                "over": one.over,
                "players": list(one.players),
                "stones": list(one.stones),
                "brought": list(one.buy_ins),
                "winners": [one.players[at] for at in one.game_winners],
            }
            for one in session.games
        ],
        "wins": [tally.wins[name] for name in tally.names],
        "best": [
            {"name": one.name, "game": one.game, "class": one.key, "total": one.total, "round": one.round_number}
            for one in tally.best_hands
        ],
        "course": [{"game": game, "round": number, "held": list(held)} for game, number, held in points],
    }
