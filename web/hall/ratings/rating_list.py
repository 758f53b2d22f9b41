"""The ratings as rows: computed anew as a whole, read by pages."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from scorer.rules.pairs import PAIR_SIZE
from web.hall.intake.evening_fold import CLOSED, OPEN
from web.hall.ratings.rating_fold import ALL_SEASONS, GameResult, Rating, compute_ratings
from web.hall.storage.database import HallDatabase
from web.hall.storage.schema import EVENINGS, MEMBERS, RATINGS, SETTINGS, TALLIES
from web.hall.storage.settings import HallSettingStore, insert_if_absent
from web.ledger.entry import utc_now

SHOWN_MEMBERS = 100
"""Members of one game that the page of ratings shows, the best first."""
_SWITCH, _COMPUTED_AT = "ratings", "ratings_at"
_KNOWN = MEMBERS.c.merged_into.is_(None) & MEMBERS.c.is_forgotten.is_(False)
"""Members who may have a rating."""


@dataclass(frozen=True, slots=True)
class RatedMember:
    """A member on the page of ratings. `place`: from 1; those with the same points share it."""

    place: int
    member: int
    name: str
    points: int
    games: int


class RatingList:
    """The ratings of one hall. They are off until a referee turns them on, and computed only when somebody asks."""

    def __init__(self, database: HallDatabase, settings: HallSettingStore) -> None:
        self._database = database
        self._settings = settings

    @property
    def is_on(self) -> bool:
        """Whether pages show ratings."""
        return bool(self._settings.get_setting(_SWITCH, {"type": "boolean"}))

    @property
    def computed_at(self) -> str:
        """When they were computed last, by the hall's clock, "" for never. It is a label."""
        return str(self._settings.get_setting(_COMPUTED_AT, {"type": "string"}) or "")

    def switch(self, *, is_on: bool) -> None:
        """Show ratings or not, which keeps them."""
        self._settings.set_setting(_SWITCH, is_on)

    def compute(self) -> int:
        """Put ratings computed from every finished game in place of the old ones: their number.

        The same games give the same ratings. Refusal `no_rating_library`.
        """
        with self._database.read() as connection:
            ratings = compute_ratings(_results(connection))
        with self._database.write() as connection:
            insert_if_absent(self._database, connection, _COMPUTED_AT, "")
            # This row is locked meanwhile, so that of two that compute at once one waits.
            text = json.dumps(utc_now())
            connection.execute(update(SETTINGS).where(SETTINGS.c.name == _COMPUTED_AT).values(value=text))
            connection.execute(delete(RATINGS))
            known = set(connection.execute(select(MEMBERS.c.id).where(_KNOWN)).scalars())
            rows = [
                {"member_id" if name == "member" else name: value for name, value in asdict(rating).items()}
                for rating in ratings
                if rating.member in known
            ]
            if rows:
                connection.execute(insert(RATINGS), rows)
        return len(rows)

    def best(self, season: int = ALL_SEASONS) -> dict[str, list[RatedMember]]:
        """The best members of a season by game, at most `SHOWN_MEMBERS` of each."""
        place = func.rank().over(partition_by=RATINGS.c.game, order_by=RATINGS.c.points.desc()).label("place")
        ranked = (
            select(RATINGS, MEMBERS.c.name, MEMBERS.c.name_key, place)
            .join(MEMBERS, MEMBERS.c.id == RATINGS.c.member_id)
            .where(RATINGS.c.season == season, _KNOWN)
            .subquery()
        )
        statement = (
            select(ranked)
            .where(ranked.c.place <= SHOWN_MEMBERS)
            .order_by(ranked.c.game, ranked.c.place, ranked.c.name_key, ranked.c.member_id)
        )
        found: dict[str, list[RatedMember]] = {}
        with self._database.read() as connection:
            for row in connection.execute(statement):
                of_game = found.setdefault(row.game, [])
                of_game.append(RatedMember(row.place, row.member_id, row.name, row.points, row.games))
        return {game: rated[:SHOWN_MEMBERS] for game, rated in found.items()}

    def of_member(self, member_id: int) -> list[Rating]:
        """The ratings of a member: over all seasons, then the newest season first."""
        statement = (
            select(RATINGS)
            .join(MEMBERS, MEMBERS.c.id == RATINGS.c.member_id)
            .where(RATINGS.c.member_id == member_id, _KNOWN)
            .order_by(RATINGS.c.season != ALL_SEASONS, RATINGS.c.season.desc(), RATINGS.c.game)
        )
        with self._database.read() as connection:
            return [
                Rating(row.season, row.game, row.member_id, row.mean, row.deviation, row.games, row.points)
                for row in connection.execute(statement)
            ]


def _results(connection: Connection) -> Iterator[GameResult]:
    """Every finished game with what its members won, in the order in which the hall heard of the evenings.

    A game is finished when its evening is closed or another game of it has begun. An evening whose entries do not
    follow from each other has no final standing.
    """
    last = select(TALLIES.c.evening_id, func.max(TALLIES.c.game_number).label("number")).group_by(TALLIES.c.evening_id)
    newest = last.subquery()
    is_finished = (EVENINGS.c.state == CLOSED) | (
        (EVENINGS.c.state == OPEN) & (TALLIES.c.game_number < newest.c.number)
    )
    statement = (
        select(
            TALLIES.c.evening_id,
            TALLIES.c.game_number,
            TALLIES.c.game,
            TALLIES.c.member_id,
            TALLIES.c.pair,
            EVENINGS.c.season,
            TALLIES.c.net,
        )
        .join(EVENINGS, EVENINGS.c.id == TALLIES.c.evening_id)
        .join(newest, newest.c.evening_id == TALLIES.c.evening_id)
        .join(MEMBERS, MEMBERS.c.id == TALLIES.c.member_id)
        .where(_KNOWN, TALLIES.c.rounds > 0, is_finished)
        .order_by(TALLIES.c.evening_id, TALLIES.c.game_number)
    )
    rows = connection.execution_options(yield_per=1000).execute(statement)
    for _, of_game in groupby(rows, key=lambda row: (row.evening_id, row.game_number)):
        rows_of_game = list(of_game)
        yield GameResult(rows_of_game[0].season, rows_of_game[0].game, _sides(rows_of_game))


def _sides(rows: Sequence[Any]) -> dict[tuple[int, ...], int]:
    """Stones of every member and of every pair of two members. Who sat under two names alone has the sum."""
    nets: Counter[tuple[int, ...]] = Counter()
    pairs: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        if row.pair:
            pairs[row.pair].append(row)
        else:
            nets[row.member_id,] += row.net
    for people in pairs.values():
        if len(people) == PAIR_SIZE:  # a guest has no rating, so what the partner won alone cannot be said
            nets[tuple(sorted(row.member_id for row in people))] += sum(row.net for row in people)
    return dict(nets)
