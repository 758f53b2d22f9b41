"""What a referee does in an event, as the entries that do it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from web.hall.events.event_fold import WITHDRAWN, Body, EventState, bad_event, fold
from web.hall.events.event_store import EventList, LoadedEvent, stale_event
from web.hall.events.seat_draw import draw_seating
from web.refusals import nothing_here


def draw_round(events: EventList, event_id: int, version: int) -> None:
    """Draw the next round, or the last one anew while nothing of it has begun. Refusal `bad_event`, `stale`.

    The search for seats takes a while, so it holds nothing meanwhile.
    """
    event = events.load(event_id)
    if event.version != version:
        raise stale_event()
    body = _draw_body(event, event.state, events.positions())
    events.change(event_id, version, lambda _event: [body])


def exchange_players(events: EventList, event_id: int, version: int, round_number: int, pair: tuple[int, int]) -> None:
    """Two people sat on each other's seats in that round: results follow the seats, from then on all is computed anew.

    A later round that was drawn and has not begun is drawn anew in the same step.
    """
    event = events.load(event_id)
    if event.version != version:
        raise stale_event()
    bodies: list[Body] = [{"kind": "exchanged", "round": round_number, "one": pair[0], "other": pair[1]}]
    state = fold([*event.bodies, *bodies])
    if round_number < len(state.rounds) and not state.rounds[-1].is_begun:
        bodies.append(_draw_body(event, state, events.positions()))
    events.change(event_id, version, lambda _event: bodies)


def toggle_withdrawal(event: LoadedEvent, player: int) -> Sequence[Body]:
    """The player goes home, or comes back after having gone."""
    kind = "returned" if event.state.players.get(player) == WITHDRAWN else "withdrawn"
    return [{"kind": kind, "player": player}]


def correct_board(round_number: int, board: int, nets: Sequence[int], pot: int) -> Sequence[Body]:
    """The referee says what a board gave, whatever its table booked. `pot`: stones that nobody has."""
    return [{"kind": "corrected", "round": round_number, "board": board, "nets": list(nets), "pot": pot}]


def change_clock(event: LoadedEvent, action: str, left_s: int | None = None) -> Sequence[Body]:
    """Start the clock of the last round, stop it, or set it to so many seconds. Refusal `not_found`."""
    if not event.state.rounds:
        raise nothing_here()
    clock = event.state.rounds[-1].clock
    runs = clock is not None and clock.runs_since is not None
    if left_s is None:
        left_s = event.plan.minutes * 60 if clock is None else seconds_left(event)
    body = {"kind": "clock", "round": len(event.state.rounds), "at": event.now}
    if action not in {"start", "stop", "set"}:
        raise nothing_here()
    return [{**body, "left_s": left_s, "runs": runs if action == "set" else action == "start"}]


def take_back(event: LoadedEvent, entry: int) -> Sequence[Body]:
    """An entry counts no longer. What cannot be without it is refused as `bad_event`."""
    if not 0 < entry <= len(event.bodies):
        raise nothing_here()
    return [{"kind": "taken_back", "entry": entry}]


def seconds_left(event: LoadedEvent) -> int:
    """Seconds left on the clock of the last round, 0 when the time is up or nothing was drawn."""
    clock = event.state.rounds[-1].clock if event.state.rounds else None
    if clock is None:
        return 0
    passed_s = 0.0 if clock.runs_since is None else max(0.0, event.now - clock.runs_since)
    return max(0, round(clock.left_s - passed_s))


def _draw_body(event: LoadedEvent, state: EventState, positions: Mapping[str, Any]) -> Body:
    rounds = state.rounds[:-1] if state.rounds and not state.rounds[-1].is_begun else state.rounds
    past = [round_.seating for round_ in rounds]
    if len(state.present) < event.plan.size:
        raise bad_event("too few are here to fill a board", "卓を囲む人数が足りません")
    seating = draw_seating(state.present, event.plan.size, past, event.plan.rounds - len(past))
    return {
        "kind": "drawn",
        "round": len(past) + 1,
        "boards": [list(board) for board in seating.boards],
        "out": list(seating.out),
        "since": positions,
    }
