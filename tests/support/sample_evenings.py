"""Evenings of any game with rounds from shuffled packs."""

from __future__ import annotations

import random
from typing import Any

from scorer.decks import decks
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.session.events import EveningOpened, Event, RoundSettled
from scorer.session.reducer import apply, replay
from scorer.session.samples import PLAYER_NAMES
from scorer.session.state import Session


def simulate_round_at(session: Session, table: Table, seed: int) -> dict[str, Any]:
    """A random round at `table`, from a pack shuffled by `seed`."""
    pack = list(session.rules.pack(decks()[session.deck], session.options))
    random.Random(seed).shuffle(pack)
    return session.rules.simulate_round(pack, table)


def simulate_round(session: Session, seed: int) -> RoundSettled:
    """The event that books the next round, from a pack shuffled by `seed`."""
    round_ = simulate_round_at(session, session.table(), seed)
    return RoundSettled(round_, session.rules.settle(round_).as_json())


def open_evening(key: str, **options: object) -> EveningOpened:
    rules = game(key)
    seats = rules.seats_for(rules.resolve_options(options))
    return EveningOpened(key, rules.decks[0], options, PLAYER_NAMES[: max(seats[0], min(4, seats[-1]))])


class Evening:
    """The events of an evening, and the session after them."""

    def __init__(self, first: Event) -> None:
        self.events = [first]
        self.session = replay(self.events)

    def append(self, *events: Event) -> Evening:
        for event in events:
            self.session = apply(self.session, event)
            self.events.append(event)
        return self

    def play(self, rounds: int, seed: int = 0) -> Evening:
        for turn in range(rounds):
            if self.session.is_playable:
                self.append(simulate_round(self.session, seed * 1000 + turn))
        return self
