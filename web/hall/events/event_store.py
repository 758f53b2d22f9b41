"""The events in the hall's database. Entries are only added."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, text, update

from scorer.errors import Refusal
from scorer.games import game as find_game
from scorer.json_input import parse_json
from scorer.texts import Text
from web.hall.events.event_fold import Body, EventBoard, EventState, bad_event, fold
from web.hall.events.readability import refuse_unreadable
from web.hall.events.standings import SCORINGS
from web.hall.events.table_games import BoardResult, EventPlayer, find_games, game_results, table_positions
from web.hall.storage.database import HallDatabase
from web.hall.storage.member_search import find_by_names
from web.hall.storage.names import name_key
from web.hall.storage.news import News
from web.hall.storage.schema import EVENT_ENTRIES, EVENT_PLAYERS, EVENTS
from web.ledger.entry import utc_now
from web.openapi.schema import LAST_ID
from web.refusals import nothing_here
from web.session.validators import clean_name, clean_seat_name
from web.system.local_time import local_day

MAX_PLAYERS = 512
"""Players of one event."""
MAX_ENTRIES = 5000
"""Entries of one event, which bounds what a page of it costs."""
LISTED_EVENTS = 50
"""Events that the list shows, the newest first."""


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What was fixed when the event was made: game, house rules, seats of a board, scoring, rounds, minutes of each."""

    name: str
    game: str
    options: Mapping[str, Any]
    size: int
    scoring: str
    rounds: int
    minutes: int


@dataclass(frozen=True, slots=True)
class LoadedEvent:
    """An event as it stands. `results`: what the tables gave, by round and board. `now`: the database's clock, s."""

    id: int
    plan: EventPlan
    version: int
    players: Mapping[int, EventPlayer]
    state: EventState
    bodies: Sequence[Body]
    results: Mapping[tuple[int, int], BoardResult]
    now: float


Change = Callable[[LoadedEvent], Sequence[Body]]
"""Gives the entries that a change adds."""


class EventList:
    """The events of one hall. Every change is one transaction that holds the event's row."""

    def __init__(self, database: HallDatabase, news: News) -> None:
        self._database = database
        self._news = news

    def create(self, plan: EventPlan) -> int:
        """A new event: its number. Refusal for a game, option, number of seats or name that cannot be."""
        rules = find_game(plan.game)
        options = rules.resolve_options(rules.options_for_players(plan.options, plan.size))
        if plan.size not in rules.seats_for(options) or plan.size < 2:
            raise bad_event("the game is not played by that many", "この人数では遊べないゲームです")
        if plan.scoring not in SCORINGS or not 1 <= plan.rounds <= 100 or not 1 <= plan.minutes <= 600:
            raise bad_event("1 to 100 rounds of 1 to 600 minutes", "回数は1〜100、時間は1〜600分です")
        values = {
            "name": clean_name(plan.name),
            "game": plan.game,
            "options": json.dumps(options),
            "size": plan.size,
            "scoring": plan.scoring,
            "rounds": plan.rounds,
            "minutes": plan.minutes,
            "version": 0,
            "created_at": utc_now(),
        }
        with self._database.write() as connection:
            return int(connection.execute(insert(EVENTS).values(values).returning(EVENTS.c.id)).scalar_one())

    def all(self, before: int | None = None) -> list[dict[str, Any]]:
        """The newest events, or those before the one of that number: number, name, game, day."""
        statement = select(EVENTS).order_by(EVENTS.c.id.desc()).limit(LISTED_EVENTS)
        if before is not None:
            statement = statement.where(EVENTS.c.id < before)
        with self._database.read() as connection:
            return [
                {"event": row.id, "name": row.name, "game": row.game, "day": local_day(row.created_at)}
                for row in connection.execute(statement)
            ]

    @refuse_unreadable()
    def load(self, event_id: int) -> LoadedEvent:
        """The event as it stands. Games of tables that became boards of it are found here. Refusal `not_found`."""
        with self._database.read() as connection:
            event = self.read(connection, event_id)
            links = _missing_links(connection, event)
        if not links:
            return event

        def still_missing(found: LoadedEvent) -> list[Body]:
            rounds = found.state.rounds
            return [link for link in links if len(rounds) == link["round"] and _is_free(rounds[-1].boards, link)]

        try:
            return self.change(event_id, None, still_missing)
        except Refusal:  # an event that is full can still be looked at
            return event

    def enter(self, event_id: int, name: object) -> None:
        """Somebody arrives. Refusal `bad_name`, `name_taken`."""
        for refusal in self.enter_all(event_id, [name]).values():
            raise refusal

    def enter_all(self, event_id: int, names: Sequence[object]) -> dict[int, Refusal]:
        """People arrive. Why some do not, by the index of the name; all others are in. Refusal if the event is over."""
        refused: dict[int, Refusal] = {}
        with self._locked(event_id, None) as (connection, event):
            known = {name_key(player.name) for player in event.players.values()}
            arrived: dict[str, str] = {}
            for index, name in enumerate(names):
                try:
                    clean = _clean_arrival(name, event, known | arrived.keys())
                except Refusal as refusal:
                    refused[index] = refusal
                else:
                    arrived[name_key(clean)] = clean
            members = find_by_names(connection, arrived.values())
            rows = [
                {"event_id": event_id, "number": number, "name": name, "name_key": key, "member_id": members.get(name)}
                for number, (key, name) in enumerate(arrived.items(), len(event.players) + 1)
            ]
            if rows:
                connection.execute(insert(EVENT_PLAYERS), rows)
            self._add(connection, event, [{"kind": "entered", "player": row["number"]} for row in rows])
        self._news.announce_after(-event_id)
        return refused

    def rename(self, event_id: int, version: int, player: int, name: object) -> None:
        """Somebody was entered under a wrong name. Refusal `bad_name`, `name_taken`, `stale`, `not_found`."""
        with self._locked(event_id, version) as (connection, event):
            others = {name_key(other.name) for other in event.players.values() if other.number != player}
            clean = _clean_arrival(name, event, others)
            self._add(connection, event, [{"kind": "renamed", "player": player}])
            member = find_by_names(connection, [clean]).get(clean)
            values = {"name": clean, "name_key": name_key(clean), "member_id": member}
            own = (EVENT_PLAYERS.c.event_id == event_id) & (EVENT_PLAYERS.c.number == player)
            connection.execute(update(EVENT_PLAYERS).where(own).values(values))
        self._news.announce_after(-event_id)

    def change(self, event_id: int, version: int | None, change: Change) -> LoadedEvent:
        """Add the entries of a change, all or none, and give the event after them.

        `version`: the one that the page showed, None where that does not matter. Refusal `stale`, `bad_event`.
        """
        with self._locked(event_id, version) as (connection, event):
            self._add(connection, event, change(event))
            after = self.read(connection, event_id)
        self._news.announce_after(-event_id)
        return after

    def positions(self) -> dict[str, Any]:
        """How far every table is, for a draw."""
        with self._database.read() as connection:
            return table_positions(connection)

    @refuse_unreadable()
    def read(self, connection: Connection, event_id: int) -> LoadedEvent:
        """The event as it stands, over an open connection. Refusal `not_found`."""
        known = 0 < event_id <= LAST_ID
        row = connection.execute(select(EVENTS).where(EVENTS.c.id == event_id)).first() if known else None
        if row is None:
            raise nothing_here()
        statement = select(EVENT_ENTRIES.c.body).where(EVENT_ENTRIES.c.event_id == event_id)
        bodies = [
            parse_json(body, any_text=True)
            for body in connection.execute(statement.order_by(EVENT_ENTRIES.c.number)).scalars()
        ]
        rows = connection.execute(
            select(EVENT_PLAYERS).where(EVENT_PLAYERS.c.event_id == event_id).order_by(EVENT_PLAYERS.c.number)
        )
        players = {row.number: EventPlayer(row.number, row.name, row.member_id) for row in rows}
        state = fold(bodies)
        linked = {
            (round_number, board_number): (board.game, [players[label] for label in board.labels])
            for round_number, round_ in enumerate(state.rounds, 1)
            for board_number, board in enumerate(round_.boards, 1)
            if board.game is not None
        }
        results = game_results(connection, linked)
        now = self._clock(connection)
        return LoadedEvent(event_id, _to_plan(row), row.version, players, state, bodies, results, now)

    @contextmanager
    def _locked(self, event_id: int, version: int | None) -> Iterator[tuple[Connection, LoadedEvent]]:
        with self._database.write() as connection:
            if not 0 < event_id <= LAST_ID:
                raise nothing_here()
            # The first statement locks the event's row, so that changes of one event come one after another.
            statement = update(EVENTS).where(EVENTS.c.id == event_id).values(version=EVENTS.c.version)
            stored = connection.execute(statement.returning(EVENTS.c.version)).scalar()
            if stored is None:
                raise nothing_here()
            if version not in {None, stored}:
                raise stale_event()
            yield connection, self.read(connection, event_id)

    def _add(self, connection: Connection, event: LoadedEvent, bodies: Sequence[Body]) -> None:
        if not bodies:
            return
        if event.version + len(bodies) > MAX_ENTRIES:
            raise bad_event("the event has too many entries", "大会の記録が多すぎます")
        fold([*event.bodies, *bodies])
        rows = [
            {"event_id": event.id, "number": number, "body": json.dumps(body), "at": utc_now()}
            for number, body in enumerate(bodies, event.version + 1)
        ]
        connection.execute(insert(EVENT_ENTRIES), rows)
        connection.execute(update(EVENTS).where(EVENTS.c.id == event.id).values(version=event.version + len(bodies)))
        self._news.announce_in(connection, -event.id)

    def _clock(self, connection: Connection) -> float:
        """Seconds since 1970 by the clock of the database, which all processes of a hall share."""
        if self._database.is_postgresql:
            return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
        return time.time()


def _clean_arrival(name: object, event: LoadedEvent, taken: set[str]) -> str:
    """The name of somebody who arrives, none of those `taken`. Refusal `bad_name`, `name_taken`, `bad_event`."""
    clean = clean_seat_name(name, find_game(event.plan.game))
    if name_key(clean) in taken:
        raise Refusal("name_taken", Text(f"{clean} is in the event already", f"{clean}さんはもう参加しています"))
    if len(taken) >= MAX_PLAYERS:
        raise bad_event("the event is full", "参加者が多すぎます")
    return clean


def stale_event() -> Refusal:
    """`stale`: somebody changed the event since the page was opened."""
    return Refusal(
        "stale",
        Text(
            "The event was changed meanwhile; look at it again and then decide",
            "ほかの人が大会を変更しました。画面を見直してから操作してください",
        ),
    )


def _to_plan(row: Row[Any]) -> EventPlan:
    if not all(type(number) is int for number in (row.size, row.rounds, row.minutes)):
        raise ValueError("numbers of another kind")  # a file of SQLite holds anything
    options = parse_json(row.options, any_text=True)
    return EventPlan(row.name, row.game, options, row.size, row.scoring, row.rounds, row.minutes)


def _missing_links(connection: Connection, event: LoadedEvent) -> list[Body]:
    """The boards of the round under way that a table plays and that are not known yet, as entries."""
    if event.state.is_closed or not event.state.rounds:
        return []
    round_ = event.state.rounds[-1]
    boards = {
        number: [event.players[label] for label in board.labels]
        for number, board in enumerate(round_.boards, 1)
        if not board.is_begun
    }
    if not boards:
        return []
    found = find_games(connection, (event.plan.game, event.plan.options), boards, round_.since)
    return [
        {"kind": "linked", "round": len(event.state.rounds), "board": board, **asdict(game)}
        for board, game in sorted(found.items())
    ]


def _is_free(boards: Sequence[EventBoard], link: Body) -> bool:
    return link["board"] <= len(boards) and not boards[link["board"] - 1].is_begun
