"""Odds by playing on: of many rounds played out, how many end how."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion, Situation
from scorer.rules.play.moves import Move, Policy
from scorer.rules.play.playable import Playable
from scorer.rules.play.playout import Decision, play
from scorer.rules.play.practice import choice_key
from scorer.rules.results import Settlement
from scorer.rules.round_input import require_card_codes, require_one_deck
from scorer.teaching import text
from scorer.texts import Text, verbatim

MOST_PLAYOUTS = 100_000
"""Rounds that may be asked for at most: some minutes, after which the third digit no longer changes."""
ENDS = {
    "gains": text("ends.gains"),
    "even": text("ends.even"),
    "loses": text("ends.loses"),
}
"""How a round may end for a seat, by what it gains."""


@dataclass(frozen=True, slots=True)
class RoundTally:
    """How the rounds ended that were played on after one choice: numbers of rounds, and sums over them.

    `net` and `squares`: the stones that the seat gained, and their squares. `counts`: rounds by what they ended as, a
    kind ("ends", "outcomes", "classes") with a key of `ENDS`, of the game's outcomes, or of its hand classes.
    """

    rounds: int = 0
    net: int = 0
    squares: int = 0
    counts: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def __add__(self, other: RoundTally) -> RoundTally:
        return RoundTally(
            self.rounds + other.rounds,
            self.net + other.net,
            self.squares + other.squares,
            Counter(self.counts) + Counter(other.counts),
        )

    def average(self) -> tuple[float, float | None]:
        """The stones gained in a round on average, with their standard error; that is unknown after one round."""
        mean = self.net / self.rounds
        if self.rounds < 2:
            return mean, None
        variance = (self.squares - self.rounds * mean * mean) / (self.rounds - 1)
        return mean, sqrt(max(variance, 0) / self.rounds)

    def share(self, count: int) -> tuple[float, float]:
        """The share of so many rounds, with its standard error; 0 and 1 err as one round among them would."""
        share = min(max(count, 1), self.rounds - 1) / self.rounds if self.rounds > 1 else 0.5
        return count / self.rounds, sqrt(share * (1 - share) / self.rounds)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What each thing that may be done now came to, in rounds played on with the same hidden cards for all of them.

    `choices`: of each its key, its wording and, where it is a card to play, that card. `labels`: the wording of
    outcomes and hand classes, by kind and key.
    """

    choices: tuple[tuple[str, Text, str], ...]
    tallies: tuple[RoundTally, ...]
    labels: Mapping[tuple[str, str], Text]

    @property
    def rounds(self) -> int:
        """Rounds played on after each choice."""
        return self.tallies[0].rounds

    def __add__(self, other: Forecast) -> Forecast:
        added = tuple(one + two for one, two in zip(self.tallies, other.tallies, strict=True))
        return Forecast(self.choices, added, self.labels)

    def lines(self, tally: RoundTally, kind: str) -> Iterator[tuple[str, Text, int]]:
        """What rounds ended as, with how many; kinds of ends that did not come are there with 0."""
        for (each, key), label in self.labels.items():
            if each == kind and (kind == "ends" or tally.counts.get((kind, key))):
                yield key, label, tally.counts.get((kind, key), 0)

    def as_json(self) -> dict[str, Any]:
        """Shares and averages with standard errors, and the sums to which those of further rounds can be added."""
        return {
            "rounds": self.rounds,
            "choices": [self._choice_json(*each) for each in zip(self.choices, self.tallies, strict=True)],
        }

    def _choice_json(self, choice: tuple[str, Text, str], tally: RoundTally) -> dict[str, Any]:
        (key, label, card), (mean, error) = choice, tally.average()
        return {
            "key": key,
            "says": label.as_json(),
            "card": card,
            "average": round(mean, 4),
            "error": None if error is None else round(error, 4),
            "net": tally.net,
            "squares": tally.squares,
            **{kind: [*self._lines_json(tally, kind)] for kind in ("ends", "outcomes", "classes")},
        }

    def _lines_json(self, tally: RoundTally, kind: str) -> Iterator[dict[str, Any]]:
        for key, label, count in self.lines(tally, kind):
            share, error = tally.share(count)
            yield {
                "key": key,
                "says": label.as_json(),
                "count": count,
                "share": round(share, 4),
                "error": round(error, 4),
            }


def play_on(game: Game, situation: Situation, numbers: Iterable[int], seed: int) -> Forecast:
    """For each thing that may be done now, the rounds of these numbers played on from there, everybody simply.

    The same seed and number give the same hidden cards, for every choice. Raises `no_odds` where there is nothing to
    choose.
    """
    rules, position, hand = _rules_of(game), situation.position, situation.hand
    player, moves = rules.player(position), rules.legal(position, hand)
    decision = Decision(position, -1 if player is None else player, tuple(hand), moves)
    if game.narrator is not None and moves:
        moves = game.narrator.choices(decision)
    if player is None or len(moves) < 2:
        raise Refusal("no_odds", text("nothing_to_choose"))
    seat = rules.seat_of(position, player)
    tallies = [RoundTally() for _ in moves]
    for number in numbers:
        deal = rules.hide(position, player, hand, random.Random(f"{seed} {number}"))  # noqa: S311  an estimate
        for place, move in enumerate(moves):
            chance = random.Random(f"{seed} {number} {place}")  # noqa: S311  an estimate
            policies = [*rules.policies(situation.table, chance)]
            policies[player] = _first(move, policies[player])
            round_ = play(rules, position, deal, policies, keeps_steps=False).conclusion.round
            tallies[place] += _tally(game.settle(round_), seat)
    return Forecast(
        tuple((choice_key(move), _label(game, decision, move), "" if move.call else move.card or "") for move in moves),
        tuple(tallies),
        _labels(game),
    )


def forecast_title(rounds: int) -> Text:
    """What so many rounds played on are."""
    return text("playouts", rounds=rounds)


def may_play_on(game: Game) -> bool:
    """Whether rounds of the game can be played on: its rules deal the hidden cards."""
    return game.play_rules is not None and type(game.play_rules).hide is not Playable.hide


def situation_of(game: Game, question: HandQuestion) -> Situation:
    """The moment that a question about a hand is about. Raises `Refusal` for one that cannot be."""
    options, data = game.resolve_options(question.options), question.data
    further = [require_card_codes(data.get(name) or [], verbatim(name)) for name in ("hand", "field")]
    require_one_deck(game, options, (question.cards, question.seen, *further), 1)
    return _rules_of(game).situate(replace(question, options=options))


def _rules_of(game: Game) -> Playable:
    if game.play_rules is None or not may_play_on(game):
        raise Refusal("no_odds", text("cannot_be_played_on", game=game.name))
    return game.play_rules


def _label(game: Game, decision: Decision, move: Move) -> Text:
    key = choice_key(move)
    return verbatim(key) if game.narrator is None else game.narrator.label(decision, move)


def _first(move: Move, policy: Policy) -> Policy:
    """A policy that makes this move once, then plays on as `policy` does."""
    waiting = [move]

    def decide(position: Any, hand: Sequence[str], moves: Sequence[Move]) -> Move | None:
        return waiting.pop() if waiting else policy(position, hand, moves)

    return decide


def _tally(settlement: Settlement, seat: int) -> RoundTally:
    net = settlement.net[seat]
    key = next((hand.key for hand in settlement.hands if hand is not None and hand.seat == seat), None)
    end = "gains" if net > 0 else "loses" if net < 0 else "even"
    counts = {("ends", end): 1, ("outcomes", settlement.outcome): 1}
    return RoundTally(1, net, net * net, counts | ({("classes", key): 1} if key else {}))


def _labels(game: Game) -> dict[tuple[str, str], Text]:
    return {
        **{("ends", key): label for key, label in ENDS.items()},
        **{("outcomes", key): label for key, label in game.outcomes},
        **{("classes", each.key): each.name.as_text() for each in game.classes},
    }
