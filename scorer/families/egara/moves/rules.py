"""The play of deals of tricks: what may be done, who decides it and how."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.families.egara.deal import TWO_SIDES, copies_without_jokers, dealers_of, sides_of
from scorer.families.egara.drills import TrickRules
from scorer.families.egara.moves import film, hands, hints, sights
from scorer.families.egara.moves.completion import deduced_moves
from scorer.families.egara.moves.judge import LEADS, TRUMPS, advance, conclude, judge
from scorer.families.egara.moves.policies import FAULTS, FilmPlayers, TablePlayer
from scorer.families.egara.moves.position import PLAYERS, DealGuess, TrickPosition, TrickSetup
from scorer.families.egara.moves.reader import best_readings, next_player, player_of, seat_of
from scorer.families.egara.tricks import RANKS, SUITS, playable_cards
from scorer.rules.hand_question import HandQuestion, Situation
from scorer.rules.options import Option, OptionValue
from scorer.rules.play.moves import (
    MIDDLE,
    Conclusion,
    Deal,
    Move,
    Policy,
    ScriptedRound,
    ScriptStep,
    Sight,
    Step,
    Verdict,
    call_move,
)
from scorer.rules.play.playable import Playable
from scorer.rules.play.playout import play_film
from scorer.rules.prompts import Table
from scorer.texts import Text

_LAYS = tuple(
    {
        card: Move("laid", seat, card, ("hand", seat), MIDDLE)
        for card in (rank + suit for suit in SUITS for rank in RANKS)
    }
    for seat in range(3)
)
"""Every card laid in the middle, by side."""


_SIDES = ("A", "B", "C")
"""Names of the sides where a hand is asked about without a table."""


@dataclass(frozen=True)
class TrickPlayRules(Playable):
    """The play of one game of tricks.

    Players, and so hands, are numbered from 0, who leads the deal, in turn; seats are sides. `trumps` gives the suits
    that may be trumps, the likeliest first; `misdeal` the reason why a hand is dealt again, None for a good one.
    """

    key: str
    facts: TrickRules
    options: tuple[Option, ...]
    trumps: Callable[[Table, Mapping[str, OptionValue]], str]
    misdeal: Callable[[Sequence[str], Mapping[str, OptionValue]], object] = lambda *_: None
    film_faults = FAULTS

    def begin(self, table: Table, deck: str) -> TrickPosition:
        """The position when the first card may be led.

        Of two sides the one that does not deal leads, unless the play says that the other one dealt. Of three the
        winners of the last deal lead, and nobody has said which side that is. In the first deal of all it is the one
        at the dealers' left, the later of the two that play (kakeya 5.1). Raises `bad_count` where no two sides play.
        """
        options = {option.key: option.default for option in self.options} | dict(table.options)
        active, dealers = sides_of(table), dealers_of(table)
        if len(active) != 2:
            raise Refusal("bad_count", TWO_SIDES)
        stated, other = (0, 1) if active[1] == dealers else (1, 0)
        if len(table.seats) > 2:
            stated, other = (0, 1) if "active" in table.extra else (1, 0)
        has_two = len(table.seats) == 2
        trumps = self.trumps(table, options)
        likely = [
            DealGuess(trump, leader) for trump in trumps for leader in ((stated,) if has_two else (stated, other))
        ]
        unlikely = [DealGuess(trump, other, is_stated=False) for trump in trumps if has_two]
        setup = TrickSetup(
            table,
            options,
            active,
            None if has_two and "dealers" not in table.extra else dealers,
            (*likely, *unlikely),
            tuple(copies_without_jokers(decks()[deck])),
            self.facts.special_by_trump,
            is_special_free=bool(options.get(self.facts.free_play_option)),
        )
        return TrickPosition(setup)

    def deal(self, position: TrickPosition, pack: Sequence[str]) -> Deal:
        """Thirteen cards each; hands that are a misdeal are dealt again (etori 1.2, 1.3, kakeya 4.1)."""
        return Deal(hands.deal_pack(pack, self._misdeal(position)), ())

    def hide(self, position: TrickPosition, own_player: int, own_hand: Sequence[str], rng: random.Random) -> Deal:
        """The cards that were not seen, dealt at random to the others: nobody holds a suit that he did not follow."""
        return Deal(hands.deal_hidden(position, own_player, own_hand, rng, self._misdeal(position)), ())

    def situate(self, question: HandQuestion) -> Situation:
        """The moment at which a player with the hand `cards` is in turn.

        `seen`: all cards that were laid, in their order. The role is the suit of trumps, by default the likeliest.
        """
        options = cast("Mapping[str, OptionValue]", question.options)
        sides = int(options.get("players", PLAYERS)) // 2
        table = Table(_SIDES[:sides], options, extra={"dealers": sides - 1, "active": (0, 1)})
        trumps = self.trumps(table, options)
        position = self.begin(table, "western")
        said = [call_move(0, LEADS), call_move(0, TRUMPS + (question.role or trumps[0]))]
        for move in (*said, *(Move("laid", None, card, ("hand", None), MIDDLE) for card in question.seen)):
            verdict = judge(position, move)
            if verdict.fault is not None:
                raise Refusal("impossible", verdict.fault)
            position = verdict.position
        return hands.moment_of(table, position, question)

    def legal(self, position: TrickPosition, held: Sequence[str]) -> tuple[Move, ...]:
        """Who leads and what trumps are, as far as that is open; then the cards that may be played.

        A whole trick is that of its winner: nobody takes it first.
        """
        setup = position.setup
        guess = setup.guesses[0]
        if len(setup.guesses) > 1:
            leaders = tuple(dict.fromkeys(each.leader for each in setup.guesses if each.is_stated))
            if len({each.leader for each in setup.guesses}) > 1:
                return tuple(call_move(setup.active[leader], LEADS) for leader in leaders)
            namer = seat_of(setup, guess, PLAYERS - 1)
            return tuple(call_move(namer, TRUMPS + each.trump) for each in setup.guesses)
        if position.is_complete:
            return ()
        trick = position.latest
        led = "" if trick.is_closed or not trick.cards else trick.cards[0][-1]
        free = setup.special_by_trump[guess.trump] if setup.is_special_free else ""
        seat = seat_of(setup, guess, next_player(position, guess))
        return tuple(map(_LAYS[seat].__getitem__, playable_cards(held, led, free)))

    def player(self, position: TrickPosition) -> int | None:
        """The leader, where it is open which side leads; the dealer, who names trumps; then who plays the next card."""
        guesses = position.setup.guesses
        if len(guesses) == 1:
            return next_player(position, guesses[0])
        return 0 if len({guess.leader for guess in guesses}) > 1 else PLAYERS - 1

    def hand_of(self, position: TrickPosition, move: Move) -> int:
        """The player of the side who has not played in this trick yet, the next one first."""
        guess = position.setup.guesses[0]
        return player_of(position, guess, move.seat)

    def seat_of(self, position: TrickPosition, player: int) -> int:
        """The seat of the player's side."""
        return best_readings(position)[0].seat_of(player)

    def policies(self, table: Table, rng: random.Random) -> tuple[Policy, ...]:
        """Everybody wins as cheaply as they can, and leaves a trick to the partner; trumps are any suit."""
        del table
        return (TablePlayer(rng),) * PLAYERS

    def film_policies(self, table: Table, rng: random.Random, faults: Sequence[str] = ()) -> tuple[Policy, ...]:
        """The same, but many cards are any that may be played."""
        del table
        return (FilmPlayers(rng, faults),) * PLAYERS

    def lay_out(self, steps: Sequence[Step], rng: random.Random) -> tuple[ScriptStep, ...]:
        """The cards as they are laid, and after each trick its heap."""
        return film.lay_out(steps, rng)

    def play_round(self, table: Table, deck: str, rng: random.Random, faults: Sequence[str] = ()) -> ScriptedRound:
        """Thirteen tricks of which trumps and leader can be told by looking on; faults: a revoke, a card out of turn.

        Heaps that leave the picture do not tell who took them. A deal that leaves the choice is played again.
        """
        begun = self.begin(table, deck)
        while True:
            played = play_film(self, begun.setup.pack, table, rng, faults)
            position = begun
            for step in played.steps:
                move = replace(step.move, seat=None, target=("captures", None)) if step.is_gone else step.move
                position = self.judge(position, move).position
            is_told = set(faults) <= {step.fault for step in played.steps} and not self.conclude(position).asks
            if is_told and self.conclude(position).round == played.round:
                return played

    def turn(self, position: TrickPosition) -> int | None:
        """The seat of the side that lays the next card; None at the end, or while nobody can tell who leads."""
        readings = best_readings(position)
        if position.is_complete or len({reading.guess.leader for reading in readings}) > 1:
            return None
        return readings[0].seat_of(next_player(position, readings[0].guess))

    def is_over(self, position: TrickPosition) -> bool:
        """Whether thirteen tricks were played and the last one was taken."""
        return position.is_complete and bool(position.latest.taken)

    def awaits_taking(self, position: TrickPosition) -> bool:
        """Whether a whole trick lies there."""
        return position.latest.is_whole and len(position.latest.taken) < PLAYERS

    def possible_moves(self, position: TrickPosition, sight: Sight) -> tuple[Move, ...]:
        """The moves that may be behind a sight: laid, taken by either side, taken back, put back."""
        return tuple(sights.moves_behind(position, sight, self.turn(position)))

    def hints(self, position: TrickPosition) -> tuple[Text, ...]:
        """For beginners: trumps, whose turn it is, and what must be followed."""
        return hints.for_position(position, best_readings(position))

    def advance(self, position: TrickPosition, moves: Sequence[Move]) -> TrickPosition:
        """A card laid once trumps and the leader are known needs no judge."""
        for move in moves:
            position = advance(position, move)
        return position

    def judge(self, position: TrickPosition, move: Move) -> Verdict:
        """The position after a move, whether the rules allow it or not."""
        return judge(position, move)

    def deduced_moves(self, position: TrickPosition) -> tuple[tuple[Move, str], ...]:
        """The cards that nobody saw, where every other card of the pack was seen."""
        return deduced_moves(position)

    def conclude(self, position: TrickPosition) -> Conclusion:
        """Trumps, the aces dealt and the picture cards captured, as far as the play shows them."""
        return conclude(self.key, position)

    def _misdeal(self, position: TrickPosition) -> Callable[[Sequence[str]], object]:
        return lambda hand: self.misdeal(hand, position.setup.options)
