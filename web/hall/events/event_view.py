"""An event as pages, streams and files show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.texts import Text
from web.hall.events.event_fold import EventRound
from web.hall.events.event_store import LoadedEvent
from web.hall.events.readability import refuse_unreadable
from web.hall.events.referee_changes import seconds_left
from web.hall.events.standings import SCORINGS, Nets, rank_players

REFEREE, TABLE = "referee", "table"
"""Where the result of a board comes from."""


@refuse_unreadable()
def event_detail(event: LoadedEvent) -> dict[str, Any]:
    """The whole event as JSON: plan, clock, rounds with their boards, standings."""
    return {
        **event_summary(event),
        "clock": _clock(event),
        "rounds": [_round(event, number, round_) for number, round_ in enumerate(event.state.rounds, 1)],
        "standings": standings_rows(event),
    }


def event_summary(event: LoadedEvent) -> dict[str, Any]:
    """What was fixed, how many rounds were drawn, and whether the event is over."""
    plan = event.plan
    return {
        "event": event.id,
        "version": event.version,
        "name": plan.name,
        "game": plan.game,
        "options": dict(plan.options),
        "size": plan.size,
        "scoring": plan.scoring,
        "counts": SCORINGS[plan.scoring].as_json(),
        "planned": plan.rounds,
        "minutes": plan.minutes,
        "closed": event.state.is_closed,
    }


def board_nets(event: LoadedEvent) -> dict[tuple[int, int], tuple[int, ...]]:
    """Stones won by seat, by round and board: the referee's where there are some, else the table's."""
    nets = {key: result.nets for key, result in event.results.items()}
    for number, round_ in enumerate(event.state.rounds, 1):
        for place, board in enumerate(round_.boards, 1):
            if board.nets is not None:
                nets[number, place] = board.nets
    return nets


def standings_rows(event: LoadedEvent) -> list[dict[str, Any]]:
    """The standings with names, the first first."""
    nets: Nets = board_nets(event)
    seatings = [round_.seating for round_ in event.state.rounds]
    standings = rank_players(
        list(event.state.players), seatings, nets, event.plan.scoring, is_closed=event.state.is_closed
    )
    return [
        {
            "place": standing.place,
            "player": standing.player,
            "name": event.players[standing.player].name,
            "points": standing.points,
            "stones": standing.stones,
            "won": standing.won,
            "best": standing.best,
            "boards": standing.boards,
            "out": standing.out,
            "state": event.state.players[standing.player],
        }
        for standing in standings
    ]


def entry_texts(event: LoadedEvent) -> list[tuple[int, Text]]:
    """Every entry that a referee may take back, the newest first, in words."""
    taken_back = {body["entry"] for body in event.bodies if body["kind"] == "taken_back"}
    return [
        (number, _ENTRY_TEXTS[body["kind"]](event, body))
        for number, body in reversed(list(enumerate(event.bodies, 1)))
        if number not in taken_back and body["kind"] in _ENTRY_TEXTS
    ]


def _clock(event: LoadedEvent) -> dict[str, Any] | None:
    clock = event.state.rounds[-1].clock if event.state.rounds else None
    if clock is None:
        return None
    return {"left_s": seconds_left(event), "runs": clock.runs_since is not None}


def _round(event: LoadedEvent, number: int, round_: EventRound) -> dict[str, Any]:
    nets = board_nets(event)
    boards = []
    for place, board in enumerate(round_.boards, 1):
        result = event.results.get((number, place))
        boards.append(
            {
                "board": place,
                "players": [event.players[player].name for player in board.players],
                "numbers": list(board.players),
                "nets": list(nets[number, place]) if (number, place) in nets else None,
                "from": REFEREE if board.nets is not None else TABLE if result else None,
                "rounds": result.rounds if result else 0,
                "table": board.game.table if board.game else None,
                "same_rules": board.game is None or board.game.same_rules,
            }
        )
    out = [event.players[player].name for player in round_.out]
    return {"round": number, "begun": round_.is_begun, "boards": boards, "out": out}


def _name(event: LoadedEvent, player: int) -> str:
    return event.players[player].name


_ENTRY_TEXTS: Mapping[str, Any] = {
    "withdrawn": lambda event, body: Text(
        f"{_name(event, body['player'])} withdrew", f"{_name(event, body['player'])}さんが棄権"
    ),
    "returned": lambda event, body: Text(
        f"{_name(event, body['player'])} came back", f"{_name(event, body['player'])}さんが復帰"
    ),
    "drawn": lambda _event, body: Text(f"Round {body['round']} drawn", f"第{body['round']}回の席決め"),
    "exchanged": lambda event, body: Text(
        f"Round {body['round']}: {_name(event, body['one'])} and {_name(event, body['other'])} exchanged",
        f"第{body['round']}回：{_name(event, body['one'])}さんと{_name(event, body['other'])}さんを入れ替え",
    ),
    "linked": lambda _event, body: Text(
        f"Round {body['round']}, board {body['board']}: played at table {body['table']}",
        f"第{body['round']}回 {body['board']}卓：会場の卓{body['table']}で対局",
    ),
    "corrected": lambda _event, body: Text(
        f"Round {body['round']}, board {body['board']}: result by the referee",
        f"第{body['round']}回 {body['board']}卓：審判による結果",
    ),
    "closed": lambda _event, _body: Text("The event ended", "大会の終了"),
}
