"""An event as a fold over its entries.

Boards keep their results by seat. So an exchange of two people in a past round moves the results with the seats, and
everything that follows from them is computed anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.errors import Refusal
from scorer.texts import Text
from web.hall.events.seat_draw import Seating
from web.refusals import nothing_here

PLAYING, WITHDRAWN = "playing", "withdrawn"
"""States of a player. One that withdrew keeps his results and gets no further seats."""

Body = Mapping[str, Any]
"""An entry: its `kind` and what belongs to it."""


@dataclass(frozen=True, slots=True)
class BoardGame:
    """The game of a table that a board plays: the table, the number of its evening, the number of the game in it."""

    table: int
    evening: int
    game: int
    same_rules: bool = True


@dataclass(frozen=True, slots=True)
class EventBoard:
    """One board of a round. `players`: who sat there, the first dealer first. `labels`: under whose names.

    They differ after an exchange at a board that plays already. `nets`: the referee's result, stones by seat.
    """

    players: tuple[int, ...]
    labels: tuple[int, ...]
    game: BoardGame | None = None
    nets: tuple[int, ...] | None = None

    @property
    def is_begun(self) -> bool:
        """Whether anything was played or entered here."""
        return self.game is not None or self.nets is not None


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round: seconds left, and since when it runs, by the database's clock; None while it stands."""

    left_s: int
    runs_since: float | None = None


@dataclass(frozen=True, slots=True)
class EventRound:
    """One round. `since`: how far the tables were when it was drawn, as `table_games.table_positions` gives it."""

    boards: tuple[EventBoard, ...]
    out: tuple[int, ...]
    since: Mapping[str, Any]
    clock: RoundClock | None = None

    @property
    def is_begun(self) -> bool:
        """Whether the clock was started or a board plays."""
        return self.clock is not None or any(board.is_begun for board in self.boards)

    @property
    def seating(self) -> Seating:
        """Who sat where, for the draw of later rounds."""
        return Seating(tuple(board.players for board in self.boards), self.out)


@dataclass(frozen=True, slots=True)
class EventState:
    """An event after its entries: the state of each player by number, the rounds in order."""

    players: Mapping[int, str] = field(default_factory=dict)
    rounds: tuple[EventRound, ...] = ()
    is_closed: bool = False

    @property
    def present(self) -> list[int]:
        """Who gets a seat in the next round."""
        return [player for player, state in self.players.items() if state == PLAYING]


def fold(bodies: Sequence[Body]) -> EventState:
    """The event after these entries, less those that were taken back. Refusal where one cannot follow the others.

    Which entries count is said by later ones: `taken_back` may itself be taken back.
    """
    gone: set[int] = set()
    for number in range(len(bodies), 0, -1):
        body = bodies[number - 1]
        if body["kind"] == "taken_back" and number not in gone:
            gone.add(body["entry"])
    state = EventState()
    for number, body in enumerate(bodies, 1):
        if number not in gone:
            state = _STEPS[body["kind"]](state, body)
    return state


def bad_event(en: str, ja: str) -> Refusal:
    """The refusal of an event, or of an entry in it, that cannot be."""
    return Refusal("bad_event", Text(en, ja))


def _require_player(state: EventState, player: int) -> None:
    if player not in state.players:
        raise nothing_here()


def _enter(state: EventState, body: Body) -> EventState:
    return replace(_require_open(state), players={**state.players, body["player"]: PLAYING})


def _withdraw(state: EventState, body: Body) -> EventState:
    _require_player(state, body["player"])
    return replace(_require_open(state), players={**state.players, body["player"]: WITHDRAWN})


def _rename(state: EventState, body: Body) -> EventState:
    # The name itself stands beside the entries, so that somebody can be forgotten.
    _require_player(state, body["player"])
    return state


def _draw(state: EventState, body: Body) -> EventState:
    number = body["round"]
    if number == len(state.rounds) and state.rounds and not state.rounds[-1].is_begun:
        rounds = state.rounds[:-1]
    elif number == len(state.rounds) + 1:
        rounds = state.rounds
    else:
        raise bad_event(
            "that round has begun or is not the next one", "その回はもう始まっているか、次の回ではありません"
        )
    seated = [*(player for board in body["boards"] for player in board), *body["out"]]
    if len(set(seated)) != len(seated) or not set(seated) <= state.players.keys():
        raise bad_event(
            "somebody would sit twice, or is not in the event",
            "同じ人が二度座るか、参加していない人が座ることになります",
        )
    boards = tuple(EventBoard(tuple(board), tuple(board)) for board in body["boards"])
    return replace(_require_open(state), rounds=(*rounds, EventRound(boards, tuple(body["out"]), body["since"])))


def _exchange(state: EventState, body: Body) -> EventState:
    one, other = body["one"], body["other"]
    _require_player(state, one)
    _require_player(state, other)
    swap = {one: other, other: one}

    def swapped(players: Iterable[int]) -> tuple[int, ...]:
        return tuple(swap.get(player, player) for player in players)

    def change(round_: EventRound) -> EventRound:
        seats = {*round_.out, *(player for board in round_.boards for player in board.players)}
        if one == other or not {one, other} & seats:
            raise bad_event(
                "choose two people, at least one of them seated", "二人を選んでください。一人は着席中の人です"
            )
        boards = tuple(
            replace(
                board,
                players=swapped(board.players),
                labels=board.labels if board.is_begun else swapped(board.labels),
            )
            for board in round_.boards
        )
        return replace(round_, boards=boards, out=swapped(round_.out))

    return _change_round(state, body, change)


def _link(state: EventState, body: Body) -> EventState:
    game = BoardGame(body["table"], body["evening"], body["game"], body["same_rules"])
    return _change_board(state, body, lambda board: replace(board, game=game))


def _correct(state: EventState, body: Body) -> EventState:
    nets = tuple(body["nets"])
    if sum(nets) + body["pot"]:
        raise bad_event(
            "what the players won and lost, and the pot, must add up to zero", "勝ち負けと場の石の合計が0になりません"
        )

    def change(board: EventBoard) -> EventBoard:
        if len(nets) != len(board.players):
            raise bad_event("one number for each seat", "席ごとに一つの数が要ります")
        return replace(board, nets=nets)

    return _change_board(state, body, change)


def _set_clock(state: EventState, body: Body) -> EventState:
    clock = RoundClock(body["left_s"], body["at"] if body["runs"] else None)
    return _change_round(_require_open(state), body, lambda round_: replace(round_, clock=clock))


def _close(state: EventState, _body: Body) -> EventState:
    return replace(_require_open(state), is_closed=True)


def _require_open(state: EventState) -> EventState:
    if state.is_closed:
        raise bad_event("the event is over; take that back first", "大会は終わっています。先に終了を取り消してください")
    return state


def _change_round(state: EventState, body: Body, change: Callable[[EventRound], EventRound]) -> EventState:
    if not 0 < body["round"] <= len(state.rounds):
        raise nothing_here()
    rounds = list(state.rounds)
    rounds[body["round"] - 1] = change(rounds[body["round"] - 1])
    return replace(state, rounds=tuple(rounds))


def _change_board(state: EventState, body: Body, change: Callable[[EventBoard], EventBoard]) -> EventState:
    def change_round(round_: EventRound) -> EventRound:
        if not 0 < body["board"] <= len(round_.boards):
            raise nothing_here()
        boards = list(round_.boards)
        boards[body["board"] - 1] = change(boards[body["board"] - 1])
        return replace(round_, boards=tuple(boards))

    return _change_round(state, body, change_round)


_STEPS: Mapping[str, Callable[[EventState, Body], EventState]] = {
    "entered": _enter,
    "returned": _enter,
    "withdrawn": _withdraw,
    "renamed": _rename,
    "drawn": _draw,
    "exchanged": _exchange,
    "linked": _link,
    "corrected": _correct,
    "clock": _set_clock,
    "closed": _close,
    "taken_back": lambda state, _body: state,
}
