"""One round as it is followed: a fold over rests and taps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Protocol

from scorer.following.outcome import Outcome
from scorer.following.play_event import PlayEvent
from scorer.following.sighting import Rest, SeenCard
from scorer.rules.game import Game
from scorer.rules.prompts import Table
from scorer.texts import Text
from web.following.track_map import TrackMap, table_changes

_LAID = "laid"
"""The event that can be taken back."""


class DecoderState(Protocol):
    """What the page shows of a state of the decoder; see `scorer.following.decoder.Followed`."""

    @property
    def history(self) -> tuple[PlayEvent, ...]:
        """All events as they are understood now, oldest first."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is."""

    @property
    def hints(self) -> tuple[Text, ...]:
        """What may be played now, in words."""

    @property
    def may_end(self) -> bool:
        """Whether the round is over if nothing more happens."""

    @property
    def is_over(self) -> bool:
        """Whether the round is surely over."""

    @property
    def trouble(self) -> Text | None:
        """Where table and record disagree, None while they agree."""


class Decoder(Protocol):
    """What turns rests into a round: the module `scorer.following.decoder`, or a test's.

    Its states are immutable: an earlier one may be gone on from again.
    """

    def begin(self, game: Game, table: Table, deck: str) -> Any:
        """The state before the first card. Raises `bad_option` for a game that cannot be followed."""

    def follow(self, state: Any, rest: Rest) -> tuple[Any, tuple[PlayEvent, ...]]:
        """The state after a rest, and the events to send."""

    def conclude(self, state: Any) -> Outcome:
        """The round as it stands, and what must be asked."""


@dataclass(frozen=True, slots=True)
class FollowedStep:
    """One rest, with the decoder's state before it."""

    before: DecoderState
    rest: Rest
    is_lost: bool


@dataclass(frozen=True, slots=True)
class FollowedRound:
    """A round as far as it was followed. It is immutable; every method gives the next one.

    `ignored`: numbers of cards that are no part of the round: they were left from the one before (`left`), or were
    taken back.
    `steps`: the rests that the decoder got. `table`: what lies there, `last_s` the seconds of the last rest.
    `retracted`: what a tap took back: each move with the taking back of it. `cleared`: once the round is over and its
    cards are gone, the numbers of what lay there then; what comes later belongs to the next round.
    """

    decoder: Decoder
    state: DecoderState
    outcome: Outcome
    ignored: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    tracks: TrackMap = field(default_factory=TrackMap)
    table: tuple[SeenCard, ...] = ()
    steps: tuple[FollowedStep, ...] = ()
    retracted: tuple[PlayEvent, ...] = ()
    cleared: frozenset[int] | None = None
    base_s: float = 0.0
    last_s: float = 0.0

    @classmethod
    def begin(
        cls,
        decoder: Decoder,
        game: Game,
        table: Table,
        deck: str,
        left: Sequence[SeenCard] = (),
        tracks: TrackMap | None = None,
    ) -> FollowedRound:
        """The round before its first card. The cards `left` from the one before are no part of it.

        A pile face down in the middle is: the next round is drawn from it. `tracks`: the numbers of the cards so far.
        """
        state = decoder.begin(game, table, deck)
        numbers = tracks or TrackMap(next_number=max((card.track for card in left), default=0) + 1)
        ignored = frozenset(card.track for card in left if card.is_face_up or card.zone is not None)
        return cls(decoder, state, decoder.conclude(state), ignored, ignored, numbers, tuple(left))

    @property
    def moves(self) -> tuple[PlayEvent, ...]:
        """Everything that happened, oldest first."""
        return tuple(sorted((*self.state.history, *self.retracted), key=lambda move: move.time_s))

    @property
    def tables(self) -> tuple[tuple[float, tuple[SeenCard, ...]], ...]:
        """The seconds of every rest and what lay there then of this round, cards that were taken back included."""
        return tuple(
            (step.rest.time_s, tuple(card for card in step.rest.table if card.track not in self.left))
            for step in self.steps
            if step.rest.is_clear
        )

    @property
    def last_laid(self) -> PlayEvent | None:
        """The move that can be taken back: the card laid last."""
        return next((move for move in reversed(self.state.history) if move.event == _LAID), None)

    @property
    def left_over(self) -> tuple[SeenCard, ...]:
        """The cards on the table that are no part of the next round."""
        return tuple(card for card in self.table if self.cleared is None or card.track in self.cleared)

    @property
    def cards(self) -> tuple[SeenCard, ...]:
        """The cards of this round that lie on the table."""
        return tuple(card for card in self.table if card.track not in self.ignored)

    def with_rest(self, rest: Rest, *, is_first: bool, at_s: float) -> FollowedRound:
        """With one more rest. `is_first`: of a worker that knows none of the cards. `at_s`: seconds of the round."""
        if is_first:
            tracks, rest = self.tracks.rejoin(self.table, rest)
        else:
            tracks, rest = self.tracks.renumber(rest)
        base_s = at_s - rest.time_s if is_first or not self.steps else self.base_s
        time_s = max(self.last_s, rest.time_s + base_s)
        gone = {card.track for card in self.table} - {card.track for card in rest.table}
        # Once it has left, a card that comes back is a card like any other.
        ignored = self.ignored - gone if rest.is_clear else self.ignored
        known = replace(
            self, tracks=tracks, table=rest.table if rest.is_clear else self.table, base_s=base_s, last_s=time_s
        )
        if self.cleared is None:
            known = _decode(known, replace(rest, time_s=time_s))
        known = replace(known, ignored=ignored)
        if known.cleared is None and known.state.is_over and not any(card.is_face_up for card in known.cards):
            return replace(known, cleared=frozenset(card.track for card in known.table))
        return known

    def without_last_move(self) -> FollowedRound:
        """With the card that was laid last taken back, whether or not it still lies there. Unchanged without one."""
        move = self.last_laid
        place, number = self._place_of(move) if move else (None, None)
        if move is None or place is None or number is None:
            return self
        step = self.steps[place]
        retraction = PlayEvent(self.last_s, "retracted", move.seat, move.card)
        back = replace(
            self,
            state=step.before,
            outcome=self.decoder.conclude(step.before),
            steps=self.steps[:place],
            ignored=self.ignored | {number},
            retracted=(*self.retracted, move, retraction),
        )
        return reduce(_decode, (later.rest for later in self.steps[place:]), back)

    def with_table_accepted(self) -> FollowedRound:
        """With what lies there now explained anew, from the last time that table and record agreed."""
        place = len(self.steps)
        while place and self.steps[place - 1].is_lost:
            place -= 1
        if place == len(self.steps):
            return self
        agreed = self.steps[place - 1].rest.table if place else ()
        rest = Rest(self.last_s, table_changes(agreed, self.table), self.table)
        return _decode(replace(self, state=self.steps[place].before, steps=self.steps[:place]), rest)

    def _place_of(self, move: PlayEvent) -> tuple[int | None, int | None]:
        """The step in which the card of a move came to lie, and its number; None for both where it cannot be told."""
        fallback: tuple[int | None, int | None] = (None, None)
        for place in reversed(range(len(self.steps))):
            step = self.steps[place]
            came = [
                change.card
                for change in step.rest.changes
                if change.kind == "appeared" and change.card.track not in self.ignored
            ]
            fitting = [card for card in came if move.card in {code for code, _ in card.names} or not move.card]
            if fitting:
                return place, fitting[-1].track
            if came and fallback[0] is None and step.rest.time_s <= move.time_s:
                fallback = (place, came[-1].track)
        return fallback


def _decode(followed: FollowedRound, rest: Rest) -> FollowedRound:
    """The round with a rest of its numbers and time given to the decoder, less the cards that are ignored."""
    offered = replace(
        rest,
        changes=tuple(change for change in rest.changes if change.card.track not in followed.ignored),
        table=tuple(card for card in rest.table if card.track not in followed.ignored),
    )
    state, _ = followed.decoder.follow(followed.state, offered)
    outcome = followed.decoder.conclude(state)
    step = FollowedStep(followed.state, rest, state.trouble is not None)
    return replace(followed, state=state, outcome=outcome, steps=(*followed.steps, step))
