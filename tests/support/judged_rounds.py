"""Rounds whose moves are judged by the play rules of their game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import games
from scorer.rules.game import Game
from scorer.rules.play.moves import Conclusion, Move, ScriptedRound
from scorer.rules.prompts import Table

NAMES = ("Aki", "Emi", "Jun", "Ken", "Mio", "Rie")


def decks_for(game: Game, options: Mapping[str, object]) -> list[str]:
    """The decks that a game can be played with under these options."""
    house_rules, kinds = game.resolve_options(options), []
    for kind in game.decks:
        with suppress(Refusal):
            game.cards_in_play(decks()[kind], house_rules)
            kinds.append(kind)
    return kinds


def build_table(game: Game, seats: int | None = None, extra: dict[str, Any] | None = None, **options: Any) -> Table:
    """A table of a game, with these options and, unless given, its fewest seats."""
    resolved = game.resolve_options(options)
    return Table(NAMES[: seats or min(game.seats_for(resolved))], resolved, extra=extra or {})


def judge_round(game: Game, table: Table, played: ScriptedRound, deck: str) -> Any:
    """The last position of a round. Fails where the rules find fault with a move."""
    rules = game.play_rules
    assert rules is not None
    position = rules.begin(table, deck)
    for number, step in enumerate(played.steps):
        verdict = rules.judge(position, step.move)
        assert verdict.fault is None, (number, step, verdict.fault)
        position = verdict.position
    return position


def follow_rounds(key: str, table: Table, seeds: Iterable[int], deck: str = "") -> list[Conclusion]:
    """Conclusions of random rounds, each of which must equal the round as played and settle."""
    game = games()[key]
    conclusions = []
    for seed in seeds:
        kind = deck or game.decks[0]
        assert game.play_rules is not None
        played = game.play_rules.play_round(table, kind, random.Random(seed))
        conclusion = game.play_rules.conclude(judge_round(game, table, played, kind))
        assert conclusion.round == played.round, seed
        settled = game.settle(conclusion.round)
        assert sum(settled.net) + settled.house == 0
        conclusions.append(conclusion)
    return conclusions


class Follower:
    """Judges moves one after the other, and collects their faults."""

    def __init__(self, key: str, table: Table, deck: str = "") -> None:
        game = games()[key]
        assert game.play_rules is not None
        self.rules = game.play_rules
        self.position = self.rules.begin(table, deck or game.decks[0])
        self.faults: list[str] = []

    def move(self, event: str, card: str | None, seat: int | None = None, target: Any = ("middle", None)) -> str:
        """Make one move. Its fault in English, "" without one."""
        source = ("middle", None) if target[0] != "middle" else ("hand", seat)
        verdict = self.rules.judge(self.position, Move(event, seat, card, source, target))
        self.position = verdict.position
        fault = "" if verdict.fault is None else verdict.fault.en
        if verdict.fault is not None:
            assert verdict.fault.ja
            self.faults.append(fault)
        return fault

    def lay(self, cards: str, seat: int | None = None) -> str:
        """Lay cards in the middle. The fault of the last one."""
        return [self.move("laid", card, seat) for card in cards.split()][-1]

    def take(self, cards: str, seat: int | None) -> str:
        """Take cards from the middle. The fault of the last one."""
        return [self.move("taken", card, seat, ("captures", seat)) for card in cards.split()][-1]

    def put_back(self, card: str, seat: int) -> str:
        """Put a captured card back into the middle. Its fault."""
        verdict = self.rules.judge(self.position, Move("moved", seat, card, ("captures", seat), ("middle", None)))
        self.position = verdict.position
        return "" if verdict.fault is None else verdict.fault.en

    @property
    def hints(self) -> Sequence[str]:
        """The hints in English."""
        return [hint.en for hint in self.rules.hints(self.position)]  # type: ignore[attr-defined]
