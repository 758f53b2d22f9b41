"""History and summary of an evening as JSON.

The history has every ledger entry with its author and time, and every change of a round.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from scorer.rules.game import Game
from scorer.session.history import PlayedRound
from scorer.session.round_cards import cards_of_seat, round_cards
from scorer.session.state import Session
from scorer.session.tally import BestHand, Tally
from web.ledger.store import Entry, Store

_LOG = logging.getLogger(__name__)
MAX_COURSE_POINTS = 160
"""About how many points of the chart of stones a page gets. Longer evenings are thinned out."""


PAGE_ITEMS = 60
"""Items of one page of the history."""


def build_history(
    session: Session, evening: int, store: Store, *, before: int | None = None, limit: int = PAGE_ITEMS
) -> dict[str, Any]:
    """The newest `limit` items before entry `before`, newest first.

    An item is a round with all its changes, a player who comes or goes, or a game that begins. `undoable`, `redoable`:
    whether it can be undone or redone next in its game. `more`: whether there are earlier ones. What lies before the
    page is not read.
    """
    items: list[tuple[Entry, tuple[int, PlayedRound] | None]] = []
    more, last = True, before
    while more and len(items) <= limit:
        entries = store.newest_items(evening, last, limit + 1)
        more = len(entries) > limit
        for entry in entries:
            played = find_round(session, entry.version) if entry.body["kind"] == "settled" else None
            if played is not None or entry.body["kind"] != "settled":  # a round of a game taken back is no item
                items.append((entry, played))
        last = entries[-1].version if entries else last
    page = items[:limit]
    undoable = {game.undoable_event for game in session.games}
    redoable = {game.redoable_events[-1] for game in session.games if game.redoable_events}
    changes: dict[int, list[dict[str, Any]]] = {}
    for change in store.round_changes(evening, page[-1][0].version) if page else ():
        changes.setdefault(change.body["of"], []).append(_entry_header(change))
    return {
        "items": [
            {
                **(
                    _round_summary(*played, [_entry_header(entry), *changes.get(entry.version, [])])
                    if played is not None
                    else {
                        "number": entry.version,
                        **_entry_header(entry),
                        **_public_fields(entry.body),
                        "undone": any(change["kind"] == "undone" for change in changes.get(entry.version, ())[-1:]),
                    }
                ),
                "undoable": entry.version in undoable,
                "redoable": entry.version in redoable,
            }
            for entry, played in page
        ],
        "more": len(items) > len(page),
    }


def find_round(session: Session, event_number: int) -> tuple[int, PlayedRound] | None:
    """The index of its game, and the round that the event of that number settled. None if there is none."""
    index = max(session.game_at(event_number), 0)
    played = session.games[index].history.find(event_number)
    return None if played is None else (index, played)


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


def round_detail(played: PlayedRound, game: int, rules: Game) -> dict[str, Any]:
    """One round in full, with the settlements and cards it had before it was corrected."""
    return {
        "number": played.event_number,
        "game": game,
        "round": played.round_number,
        "seats": list(played.players),
        "undone": played.undone,
        "settlement": played.settlement,
        "cards": _cards_json(played, rules),
        "was": [version.settlement for version in played.earlier_versions],
        "was_cards": [_cards_json(version, rules) for version in played.earlier_versions],
    }


def is_readable(session: Session) -> bool:
    """Whether what pages and files show of an evening can be made. It is written by anybody: anything may be wrong."""
    try:
        summarize_evening(session)
        for index, game in enumerate(session.games):
            for played in game.history:
                round_detail(played, index, game.rules)
                _require_seats(played.settlement, len(played.players))
    except Exception as fault:
        _LOG.warning("an evening cannot be shown: %r", fault)
        return False
    return True


def _require_seats(settlement: Mapping[str, Any], seats: int) -> None:
    """Raise `ValueError` unless hands and balances of a settlement are those of its seats."""
    hands, balances = [hand["seat"] for hand in settlement["hands"]], settlement.get("stones")
    if not all(type(seat) is int and seat in range(seats) for seat in hands):
        raise ValueError("a hand of nobody")
    if balances and [type(stones) for stones in balances] != [int] * seats:
        raise ValueError("balances of others")


def _cards_json(played: PlayedRound, rules: Game) -> list[dict[str, Any]]:
    return [part.as_json() for part in round_cards(rules, played.round, played.settlement)]


def _cards_of_best(best: BestHand, session: Session) -> dict[str, Any]:
    """The cards of a best hand and whether each counted. Both are empty where its round shows none."""
    game = session.games[best.game]
    played = game.history.find(best.event_number)
    if played is None:
        return {"cards": [], "counted": []}
    seat = played.players.index(best.name)
    cards = cards_of_seat(round_cards(game.rules, played.round, played.settlement), seat)
    return {"cards": [code for code, _ in cards], "counted": [counts for _, counts in cards]}


def summarize_evening(session: Session) -> dict[str, Any]:
    """Summary of the evening: ranking, payments, every game, rounds won, best hands, the course to draw."""
    tally = Tally(session)
    notable = [{each.key for each in game.rules.classes if each.is_notable} for game in session.games]
    count = tally.round_count
    step = max(1, -(-count // MAX_COURSE_POINTS))
    points = tally.totals_at(sorted({*range(0, count, step), count - 1} if count else ()))
    return {
        "names": list(tally.names),
        "ranking": [{"place": place, "name": name, "net": net} for place, name, net in tally.ranking],
        "payments": [{"from": pay.giver, "to": pay.taker, "stones": pay.stones} for pay in tally.payments],
        "unowned": tally.unowned,
        "games": [
            {
                "game": game.game,
                "rounds": game.valid_round_count,
                "over": game.over,
                "options": dict(game.options),
                "players": list(game.players),
                "stones": list(game.stones),
                "brought": list(game.buy_ins),
                "bought": [game.stones_bought(name) for name in game.players],
                "winners": [game.players[player] for player in game.game_winners],
                "nets": [net.get(name) for name in tally.names],
            }
            for game, net in zip(session.games, tally.nets, strict=True)
        ],
        "wins": [tally.wins[name] for name in tally.names],
        "best": [
            {
                "name": best.name,
                "game": best.game,
                "class": best.key,
                "total": best.total,
                "round": best.round_number,
                "notable": best.key in notable[best.game],
                **_cards_of_best(best, session),
            }
            for best in tally.best_hands
        ],
        "course": [{"game": game, "round": number, "held": list(held)} for game, number, held in points],
    }
