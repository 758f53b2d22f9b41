"""Games of tables that are boards of an event, and their results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select, tuple_

from scorer.errors import Refusal
from scorer.games import games
from scorer.json_input import parse_json
from scorer.rules.pairs import split_pair
from web.hall.events.event_fold import BoardGame
from web.hall.intake.evening_fold import SUPERSEDED
from web.hall.storage.evenings import newest_evening
from web.hall.storage.names import name_key
from web.hall.storage.schema import EVENINGS, TABLES, TALLIES


@dataclass(frozen=True, slots=True)
class EventPlayer:
    """Somebody in an event, under the name of the sheets. `member` is None for a guest."""

    number: int
    name: str
    member: int | None = None


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What a game gave: stones won by seat, and how many rounds were played."""

    nets: tuple[int, ...]
    rounds: int


def table_positions(connection: Connection) -> dict[str, Any]:
    """How far every table is: the largest id of an evening, and of each table evening, number and game under way."""
    statement = (
        select(EVENINGS.c.table_id, EVENINGS.c.id, EVENINGS.c.number, func.max(TALLIES.c.game_number))
        .select_from(TABLES)
        .join(EVENINGS, EVENINGS.c.id == newest_evening())
        .outerjoin(TALLIES, TALLIES.c.evening_id == EVENINGS.c.id)
        .group_by(EVENINGS.c.table_id, EVENINGS.c.id, EVENINGS.c.number)
    )
    last = connection.execute(select(func.max(EVENINGS.c.id))).scalar() or 0
    rows = connection.execute(statement).all()
    return {"last": last, "tables": {str(row[0]): [row[1], row[2], -1 if row[3] is None else row[3]] for row in rows}}


def find_games(
    connection: Connection,
    rules: tuple[str, Mapping[str, Any]],
    boards: Mapping[int, Sequence[EventPlayer]],
    since: Mapping[str, Any],
) -> dict[int, BoardGame]:
    """The newest game of exactly the people of each board since a draw, by the number of the board.

    `rules`: the game of the event and its options. Of the evenings since the draw only those of these people are read,
    and of the earlier ones those under way then.
    """
    tables: Mapping[str, Sequence[int]] = since["tables"]
    possible = _played_by_first(connection, boards, since["last"]) | {position[0] for position in tables.values()}
    wanted = select(EVENINGS.c.id, EVENINGS.c.table_id, EVENINGS.c.number).where(
        EVENINGS.c.id.in_(possible), EVENINGS.c.state != SUPERSEDED
    )
    evenings = {row.id: row for row in connection.execute(wanted)}
    # Asked for by their evenings: in one question with the above, a database may read every tally there is.
    tallies = (
        select(TALLIES)
        .where(TALLIES.c.evening_id.in_(evenings), TALLIES.c.game == rules[0])
        .order_by(TALLIES.c.evening_id.desc(), TALLIES.c.game_number.desc())
    )
    played: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for row in connection.execute(tallies):
        evening = evenings[row.evening_id]
        _, number, game = tables.get(str(evening.table_id), (0, 0, -1))
        if (evening.number, row.game_number) > (number, game):
            played[evening.id, row.game_number].append(row)
    found: dict[int, BoardGame] = {}
    for (evening_id, game), rows in played.items():
        for board, players in boards.items():
            if board not in found and _seats_of(rows, players) is not None:
                options = _options_of(connection, evening_id, game)
                evening = evenings[evening_id]
                same = options is None or _in_force(rules[0], options) == _in_force(*rules)
                found[board] = BoardGame(evening.table_id, evening.number, game, same)
                break
    return found


def _played_by_first(connection: Connection, boards: Mapping[int, Sequence[EventPlayer]], last: int) -> set[int]:
    """The evenings after the one numbered `last` that somebody played whose name stands first at one of the boards.

    A game of exactly the people of a board is among them, and they are few: everybody else's are not looked at.
    """
    first = [players[0] for players in boards.values()]
    people = {name for player in first for name in (player.name, *split_pair(player.name))}
    names = TALLIES.c.name_key.in_({name_key(name) for name in people})
    members = TALLIES.c.member_id.in_({player.member for player in first if player.member is not None})
    found: set[int] = set()
    for whose in (names, members):
        statement = select(TALLIES.c.evening_id).where(whose, TALLIES.c.evening_id > last)
        found.update(connection.execute(statement).scalars())
    return found


def game_results(
    connection: Connection, boards: Mapping[tuple[int, int], tuple[BoardGame, Sequence[EventPlayer]]]
) -> dict[tuple[int, int], BoardResult]:
    """What the games of these boards gave, by round and board. A game of other people now is left out."""
    if not boards:
        return {}
    wanted = {(game.table, game.evening) for game, _ in boards.values()}
    statement = (
        select(EVENINGS.c.table_id, EVENINGS.c.number, TALLIES)
        .join(TALLIES, TALLIES.c.evening_id == EVENINGS.c.id)
        .where(tuple_(EVENINGS.c.table_id, EVENINGS.c.number).in_(wanted), EVENINGS.c.state != SUPERSEDED)
    )
    games: dict[tuple[int, int, int], list[Any]] = defaultdict(list)
    for row in connection.execute(statement):
        games[row.table_id, row.number, row.game_number].append(row)
    results = {}
    for key, (game, players) in boards.items():
        rows = games.get((game.table, game.evening, game.game), [])
        seats = _seats_of(rows, players)
        if seats is not None:
            results[key] = BoardResult(tuple(seats), max(row.rounds for row in rows))
    return results


def _seats_of(rows: Sequence[Any], players: Sequence[EventPlayer]) -> list[int] | None:
    """The stones of the players in their order, None unless the tallies `rows` are exactly theirs.

    A player is known by name or by member, a pair by the names of its people, whichever comes first.
    """
    seats: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        seats[row.pair or row.name].append(row)
    known: dict[object, str] = {}
    for seat, people in seats.items():
        known[name_key(seat)] = seat
        known[frozenset(name_key(row.name) for row in people)] = seat
        if len(people) == 1 and people[0].member_id is not None:
            known[people[0].member_id] = seat
    taken = [
        known.get(name_key(player.name))
        or known.get(frozenset(map(name_key, split_pair(player.name))))
        or known.get(player.member)
        for player in players
    ]
    if sorted(filter(None, taken)) != sorted(seats) or len(taken) != len(seats):
        return None
    return [sum(row.net for row in seats[seat]) for seat in taken if seat]


def _in_force(key: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The house rules in force with `options`, those too that the game had not yet when they were stored."""
    try:
        return games()[key].resolve_options(options)
    except (KeyError, Refusal):
        return options


def _options_of(connection: Connection, evening_id: int, game: int) -> Mapping[str, Any] | None:
    """The house rules of the game that an evening plays now, None where another than that one is under way."""
    stored = connection.execute(select(EVENINGS.c.session).where(EVENINGS.c.id == evening_id)).scalar_one()
    session = parse_json(stored, any_text=True) if stored else None
    if session is None or len(session["past_games"]) != game:
        return None
    options: Mapping[str, Any] = session["options"]
    return options
