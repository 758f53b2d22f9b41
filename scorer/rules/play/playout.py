"""Rounds played out: one loop for demo, films, practice and odds.

A round is a position, the cards that nobody sees, and a policy for each player. The rules say what may be done now
(`Playable.legal`), a policy picks one of it, and the judge that also judges what a camera sees applies it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from scorer.decks import kind_of
from scorer.rules.play.moves import NEXT_CARD, PILE, Conclusion, Deal, Move, Policy, ScriptedRound, Step
from scorer.rules.play.playable import Playable
from scorer.rules.prompts import Table


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player must decide now: the position, the own hand, and what may be done."""

    position: Any
    player: int
    hand: tuple[str, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Playout:
    """A round as far as it was played: its steps, the position after them, and the decision left open, if one was.

    `hands`: what every player is left with.
    """

    steps: tuple[Step, ...]
    position: Any
    conclusion: Conclusion
    open_decision: Decision | None = None
    hands: tuple[tuple[str, ...], ...] = ()


class _Cards:
    """The cards that nobody sees, each with its number: hands, the pile, and what lies face down.

    `hands`: the codes of every hand.
    """

    def __init__(self, deal: Deal) -> None:
        numbers = count(max(deal.lying, default=-1) + 1)
        self._code_of = dict(deal.lying)
        self._things = [self._number(hand, numbers) for hand in deal.hands]
        self.hands = [tuple(hand) for hand in deal.hands]
        self._stock = self._number(deal.stock, numbers)
        self._stock.reverse()

    def _number(self, codes: Sequence[str], numbers: Iterator[int]) -> list[int]:
        things = [next(numbers) for _ in codes]
        self._code_of.update(zip(things, codes, strict=True))
        return things

    def move(self, move: Move, holder: int | None) -> tuple[Move, str]:
        """The move with its physical card, taken from where it is hidden; and the code of that card.

        `holder`: the hand that it is played from.
        """
        if move.event == "called":
            return move, ""
        source, thing = move.source, move.thing
        if thing is None:
            if source == PILE:
                thing = self._stock.pop()
            elif source[0] == "hand" and holder is not None:
                hand = self.hands[holder]
                place = hand.index(move.card or "")
                thing, self.hands[holder] = self._things[holder].pop(place), (*hand[:place], *hand[place + 1 :])
            else:
                return move, move.card or ""
        code = self._code_of.get(thing, move.card or "")
        kind, number = move.target
        if kind == "hand" and number is not None:
            self._things[number].append(thing)
            self.hands[number] = (*self.hands[number], code)
        shows = code if move.card == NEXT_CARD else move.card
        return Move(move.event, move.seat, shows, source, move.target, thing, move.call), code


def play(
    rules: Playable, position: Any, deal: Deal, policies: Sequence[Policy], *, keeps_steps: bool = True
) -> Playout:
    """The round played on from `position`, with the cards of `deal` hidden, until it is over or left open.

    `policies`: one for each player, as `rules.player` numbers them. A move without an alternative is made by itself,
    unless it is a card for which a player has to ask: that is asked as what may be said. Without `keeps_steps` only
    the end is told, and what the rules themselves allow is not judged.
    """
    cards, steps = _Cards(deal), list[Step]()
    while True:
        player = rules.player(position)
        hand = () if player is None else cards.hands[player]
        moves = rules.legal(position, hand)
        if not moves:
            return Playout(tuple(steps), position, rules.conclude(position), None, tuple(cards.hands))
        decider = None
        if player is not None and (len(moves) > 1 or (moves[0].call and moves[0].event != "called")):
            decided = policies[player](position, hand, moves)
            if decided is None:
                open_decision = Decision(position, player, hand, moves)
                return Playout(tuple(steps), position, rules.conclude(position), open_decision, tuple(cards.hands))
            decider, moves = player, (decided,)
        if not keeps_steps:
            position = rules.advance(position, [cards.move(each, player)[0] for each in moves])
            continue
        for each in moves:
            move, card = cards.move(each, rules.hand_of(position, each))
            verdict = rules.judge(position, move)
            steps.append(Step(position, decider, move, card, verdict, hand))
            position = verdict.position


def play_pack(
    rules: Playable, pack: Sequence[str], table: Table, policies: Sequence[Policy], *, keeps_steps: bool = True
) -> Playout:
    """A whole round from a shuffled pack."""
    position = rules.begin(table, kind_of(pack[0]))
    return play(rules, position, rules.deal(position, pack), policies, keeps_steps=keeps_steps)


def play_simply(rules: Playable, pack: Sequence[str], table: Table, *, keeps_steps: bool = True) -> Playout:
    """A whole round from a shuffled pack in which every player plays simply.

    The order of the pack decides what players choose at random, so that the same pack gives the same round.
    """
    rng = random.Random(" ".join(pack))  # noqa: S311  a demo has no secrets
    return play_pack(rules, pack, table, rules.policies(table, rng), keeps_steps=keeps_steps)


def simulate_round(rules: Playable, pack: Sequence[str], table: Table) -> dict[str, Any]:
    """One plausible finished round from a shuffled pack, as `settle` takes it."""
    return dict(play_simply(rules, pack, table, keeps_steps=False).conclusion.round)


def play_film(
    rules: Playable, pack: Sequence[str], table: Table, rng: random.Random, faults: Sequence[str] = ()
) -> ScriptedRound:
    """A round played at random within the rules, with one of each of `faults`, laid out as a film shows it."""
    playout = play_pack(rules, rng.sample(pack, len(pack)), table, rules.film_policies(table, rng, faults))
    return ScriptedRound(rules.lay_out(playout.steps, rng), playout.conclusion.round)
