"""History and summary of an evening as JSON.

The history has every ledger entry with its author and time, and every change of a round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.session.history import PlayedRound
from scorer.session.state import Session
from scorer.session.tally import Tally
from web.ledger.store import Entry

_ROUND_KINDS = {"settled", "undone", "redone", "edited"}
"""Kinds of ledger entries that book or change a round."""
MAX_COURSE_POINTS = 160
"""About how many points of the chart of stones a page gets. Longer evenings are thinned out."""


def build_history(
    session: Session, entries: Sequence[Entry], *, before: int | None = None, limit: int = 60
) -> dict[str, Any]:
    """The newest `limit` items before entry `before`, newest first.

    An item is a round with all its changes, a player who comes or goes, or a game that begins. `more`: whether there
    are earlier ones.
    """
    changes = _changes_by_round(entries)
    rounds = {
        played.event_number: (index, played) for index, game in enumerate(session.games) for played in game.history
    }
    listed = [entry for entry in entries if entry.version in rounds or entry.body["kind"] not in _ROUND_KINDS]
    if before is not None:
        listed = [entry for entry in listed if entry.version < before]
    newest = listed[::-1][:limit]
    return {
        "items": [
            _round_summary(*rounds[entry.version], changes.get(entry.version, []))
            if entry.version in rounds
            else {
                "number": entry.version,
                **_entry_header(entry),
                **_public_fields(entry.body),
                "undone": entry.version in changes,
            }
            for entry in newest
        ],
        "more": len(listed) > len(newest),
    }


def _changes_by_round(entries: Sequence[Entry]) -> dict[int, list[dict[str, Any]]]:
    """For each round the changes to it, in order: booked, undone, redone, edited."""
    changes: dict[int, list[dict[str, Any]]] = {}
    for entry in entries:
        kind = entry.body["kind"]
        if kind in _ROUND_KINDS:
            changes.setdefault(entry.version if kind == "settled" else entry.body["of"], []).append(
                _entry_header(entry)
            )
    return changes


def _entry_header(entry: Entry) -> dict[str, Any]:
    return {"kind": entry.body["kind"], "who": entry.who, "at": entry.at, "by": entry.version}


def _round_summary(game: int, played: PlayedRound, changes: list[dict[str, Any]]) -> dict[str, Any]:
    """One round: its game, its seats and their net stones, every change, and the nets before it was corrected."""
    return {
        "kind": "round",
        "number": played.event_number,
        "game": game,
        "round": played.round_number,
        "seats": list(played.players),
        "net": played.settlement["net"],
        "undone": played.undone,
        "turns": changes,
        "was": [list(version.settlement["net"]) for version in played.earlier_versions],
    }


def _public_fields(body: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that the page shows of an entry that is no round."""
    return {key: value for key, value in body.items() if key in {"game", "players", "player", "stones", "one", "other"}}


def round_detail(played: PlayedRound, game: int) -> dict[str, Any]:
    """One round in full, with the settlements it had before it was corrected."""
    return {
        "number": played.event_number,
        "game": game,
        "round": played.round_number,
        "seats": list(played.players),
        "undone": played.undone,
        "settlement": played.settlement,
        "was": [version.settlement for version in played.earlier_versions],
    }


def summarize_evening(session: Session) -> dict[str, Any]:
    """Summary of the evening: ranking, payments, every game, rounds won, best hands, the course to draw."""
    tally = Tally(session)
    course = tally.running_totals
    step = max(1, -(-len(course) // MAX_COURSE_POINTS))
    points = [course[index] for index in sorted({*range(0, len(course), step), len(course) - 1} if course else ())]
    return {
        "names": list(tally.names),
        "ranking": [{"place": place, "name": name, "net": net} for place, name, net in tally.ranking],
        "payments": [{"from": pay.giver, "to": pay.taker, "stones": pay.stones} for pay in tally.payments],
        "unowned": tally.unowned,
        "games": [
            {
                "game": game.game,
                "rounds": len(game.valid_rounds),
                "over": game.over,
                "players": list(game.players),
                "stones": list(game.stones),
                "brought": list(game.buy_ins),
                "winners": [game.players[player] for player in game.game_winners],
            }
            for game in session.games
        ],
        "wins": [tally.wins[name] for name in tally.names],
        "best": [
            {"name": best.name, "game": best.game, "class": best.key, "total": best.total, "round": best.round_number}
            for best in tally.best_hands
        ],
        "course": [{"game": game, "round": number, "held": list(held)} for game, number, held in points],
    }
