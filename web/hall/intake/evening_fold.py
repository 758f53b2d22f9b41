"""An evening of the hall, folded entry by entry."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.rules.pairs import share_stones
from scorer.session.events import EveningClosed, EveningReopened, Event, RoundSettled
from scorer.session.history import PlayedRound
from scorer.session.reducer import apply, replay
from scorer.session.session_json import session_from_json, session_to_json
from scorer.session.state import Session
from web.hall.intake.verdict import BROKEN, Judgement

OPEN, CLOSED, UNPLAYABLE, SUPERSEDED = "open", "closed", "broken", "superseded"
"""States of an evening. A broken one has entries that do not follow from each other; it stands as before the first."""

LoadEvents = Callable[[], Sequence[Event]]
"""Gives every event of the evening up to the version it stands at."""


@dataclass(frozen=True, slots=True)
class GameTally:
    """What one person won in one game of an evening. `pair`: the name of the pair it was won in, "" for one alone."""

    game_number: int
    game: str
    name: str
    net: int
    rounds: int
    wins: int
    pair: str = ""


@dataclass(frozen=True, slots=True)
class FoldedEvening:
    """An evening after `version` entries.

    `counts` holds rounds and wins of each name, by the number of the game. `disagreements`: rounds that count and that
    the rules settle otherwise.
    """

    version: int = 0
    state: str = OPEN
    disagreements: int = 0
    session: Session | None = None
    counts: dict[str, dict[str, list[int]]] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """The number of rounds that count."""
        return sum(max((rounds for rounds, _ in game.values()), default=0) for game in self.counts.values())

    def with_judgement(self, judgement: Judgement, load_events: LoadEvents) -> FoldedEvening:
        """The evening after one entry more. What cannot follow breaks it, and nothing after that is counted."""
        now = replace(self, version=self.version + 1)
        event = judgement.event
        if event is None or judgement.verdict == BROKEN or self.state == UNPLAYABLE:
            return replace(now, state=UNPLAYABLE)
        try:
            session = replay([event]) if self.session is None else apply(self.session, event)
            state = self.state
            if isinstance(event, EveningClosed | EveningReopened):
                state = CLOSED if isinstance(event, EveningClosed) else OPEN
            return replace(now, session=session, state=state, counts=self._counts_after(event, session, load_events))
        except (Refusal, KeyError, TypeError, ValueError):  # it fits the checks, but not the evening
            return replace(now, state=UNPLAYABLE)

    def with_disagreements(self, versions: Collection[int]) -> FoldedEvening:
        """The evening with its disagreements counted. `versions`: of the entries that the rules settle otherwise."""
        return replace(self, disagreements=len(disagreeing_rounds(self.session, versions)))

    def _counts_after(self, event: Event, session: Session, load_events: LoadEvents) -> dict[str, dict[str, list[int]]]:
        """Rounds and wins by game and name. A booked round is added. For a change of an earlier one all are counted."""
        if event.kind in {"undone", "redone", "edited"}:
            games = replay([*load_events(), event]).games
            return {str(number): _count(game.valid_rounds) for number, game in enumerate(games)}
        if not isinstance(event, RoundSettled):
            return self.counts
        number = str(len(session.past_games))
        counts = {name: [*count] for name, count in self.counts.get(number, {}).items()}
        for name, (rounds, wins) in _count([session.history[-1]]).items():
            before = counts.get(name, [0, 0])
            counts[name] = [before[0] + rounds, before[1] + wins]
        return {**self.counts, number: counts}

    def tallies(self) -> Iterator[GameTally]:
        """What each person won in each game. Partners share what their pair won or lost, as at the table."""
        for number, game in enumerate(self.session.games if self.session else ()):
            yield from _tally_people(number, game, self.counts.get(str(number), {}))

    def session_text(self) -> str:
        """The session as JSON text, "" before the first entry that could be read."""
        if self.session is None:
            return ""
        return json.dumps(session_to_json(self.session), ensure_ascii=False, separators=(",", ":"))


def disagreeing_rounds(session: Session | None, versions: Collection[int]) -> list[tuple[int, int]]:
    """The number of the game, from 1, and of the round in it, of each round that the rules settle otherwise.

    `versions`: of the entries with that verdict. A round that was undone counts no longer, and of one that was
    corrected the last correction is looked at.
    """
    if session is None or not versions:
        return []
    return [
        (number, played.round_number)
        for number, game in enumerate(session.games, 1)
        for played in game.valid_rounds
        if (played.edited_by or played.event_number) in versions
    ]


def _tally_people(number: int, game: Session, counts: Mapping[str, Sequence[int]]) -> Iterable[GameTally]:
    """The tallies of a game. A table may say that somebody sits twice; then it is one tally, with the first pair."""
    found: dict[str, GameTally] = {}
    for seat, people, stones, buy_in in zip(game.players, game.people, game.stones, game.buy_ins, strict=True):
        rounds, wins = counts.get(seat, (0, 0))
        pair = seat if len(people) > 1 else ""
        for name, net in zip(people, share_stones(stones - buy_in, len(people)), strict=True):
            before = found.get(name, GameTally(number, game.game, name, 0, 0, 0, pair))
            found[name] = replace(
                before, net=before.net + net, rounds=max(before.rounds, rounds), wins=max(before.wins, wins)
            )
    return found.values()


def _count(rounds: Sequence[PlayedRound]) -> dict[str, list[int]]:
    counts: dict[str, list[int]] = {}
    for played in rounds:
        for seat, name in enumerate(played.players):
            count = counts.setdefault(name, [0, 0])
            count[0] += 1
            count[1] += seat in played.settlement.get("winners", ())
    return counts


def load_evening(row: Any, load_events: LoadEvents) -> FoldedEvening:
    """The evening of a row of `evenings`."""

    def games() -> Sequence[Session]:
        return replay(load_events()).games

    session = session_from_json(parse_json(row.session, any_text=True), games) if row.session else None
    counts = parse_json(row.counts, any_text=True)
    return FoldedEvening(row.version, row.state, row.disagreements, session, counts)
