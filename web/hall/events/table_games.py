"""Games of tables that are boards of an event, and their results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, or_, select, tuple_

from scorer.json_input import parse_json
from web.hall.events.event_fold import BoardGame
from web.hall.intake.evening_fold import SUPERSEDED
from web.hall.storage.evenings import name_key
from web.hall.storage.schema import EVENINGS, TALLIES


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
    newest = select(func.max(EVENINGS.c.id)).where(EVENINGS.c.state != SUPERSEDED).group_by(EVENINGS.c.table_id)
    statement = (
        select(EVENINGS.c.table_id, EVENINGS.c.id, EVENINGS.c.number, func.max(TALLIES.c.game_number))
        .outerjoin(TALLIES, TALLIES.c.evening_id == EVENINGS.c.id)
        .where(EVENINGS.c.id.in_(newest))
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

    `rules`: the game of the event and its options. Only evenings since the draw are read, and those under way then.
    """
    tables: Mapping[str, Sequence[int]] = since["tables"]
    statement = (
        select(EVENINGS, TALLIES.c.game_number, TALLIES.c.name, TALLIES.c.member_id)
        .join(TALLIES, TALLIES.c.evening_id == EVENINGS.c.id)
        .where(
            or_(EVENINGS.c.id > since["last"], EVENINGS.c.id.in_([position[0] for position in tables.values()])),
            EVENINGS.c.state != SUPERSEDED,
            TALLIES.c.game == rules[0],
        )
        .order_by(EVENINGS.c.id.desc(), TALLIES.c.game_number.desc())
    )
    games: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for row in connection.execute(statement):
        _, evening, game = tables.get(str(row.table_id), (0, 0, -1))
        if (row.number, row.game_number) > (evening, game):
            games[row.id, row.game_number].append(row)
    found: dict[int, BoardGame] = {}
    for rows in games.values():
        for board, players in boards.items():
            if board not in found and _seats_of(rows, players) is not None:
                same = _options_of(rows[0]) in {None, tuple(sorted(rules[1].items()))}
                found[board] = BoardGame(rows[0].table_id, rows[0].number, rows[0].game_number, same)
                break
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
            results[key] = BoardResult(tuple(row.net for row in seats), max(row.rounds for row in rows))
    return results


def _seats_of(rows: Sequence[Any], players: Sequence[EventPlayer]) -> list[Any] | None:
    """The tallies in the order of the players, None unless they are exactly theirs, by name or by member."""
    by_name = {name_key(row.name): row for row in rows}
    by_member = {row.member_id: row for row in rows if row.member_id is not None}
    seats = [by_name.get(name_key(player.name)) or by_member.get(player.member) for player in players]
    if len(rows) != len(players) or None in seats or len({row.name for row in seats if row}) != len(rows):
        return None
    return seats


def _options_of(row: Any) -> tuple[Any, ...] | None:
    """The house rules of the game that the evening of a row plays now, None where another game is under way."""
    session = parse_json(row.session, any_text=True) if row.session else None
    if session is None or len(session["past_games"]) != row.game_number:
        return None
    return tuple(sorted(session["options"].items()))
