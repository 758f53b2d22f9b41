"""The judge of deals of tricks: a move in, the position after it out."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from scorer.families.egara.deal import ACES, SUIT_NAMES
from scorer.families.egara.moves import faults, hints, sights
from scorer.families.egara.moves.completion import completed, completions, deduced_moves
from scorer.families.egara.moves.position import PLAYERS, TRICKS, LaidTrick, TrickPosition, TrickSetup
from scorer.families.egara.moves.reader import DealReading, best_readings, next_player, next_seats
from scorer.families.egara.moves.script import FAULTS, play_deal, sort_cards
from scorer.families.egara.tricks import picture_cards
from scorer.families.faults import stranger
from scorer.rules.play_rules import Conclusion, Move, PlayRules, ScriptedRound, Sight, Verdict
from scorer.rules.prompts import Table
from scorer.texts import Text, join_names

UNSEEN_COST = -2.5
"""Cost (natural logarithm) of a card that nobody saw before its trick was taken: who wins with the last card often lays
and lifts it under one hand, once in a deal."""


PUT_BACK_COST = -3.0
"""Cost of a card of a trick that was taken being put back into the middle: who wins lets tricks lie."""


class TrickPlayRules(PlayRules):
    """The moves that trick games share; each game says who plays, who leads, and what trumps may be."""

    key: str
    film_faults = FAULTS

    @abstractmethod
    def setup(self, table: Table, deck: str) -> TrickSetup:
        """How the deal begins."""

    @abstractmethod
    def deal_hands(self, setup: TrickSetup, rng: random.Random) -> Sequence[Sequence[str]]:
        """Four random hands, the leader's first."""

    def play_round(self, table: Table, deck: str, rng: random.Random) -> ScriptedRound:
        """Thirteen tricks with any trumps that are allowed, of which trumps and leader can be told by looking on.

        Heaps that leave the picture do not tell who took them. A deal that leaves the choice is played again.
        """
        return self.play_faulty_round(table, deck, rng, ())

    def play_faulty_round(self, table: Table, deck: str, rng: random.Random, faults: tuple[str, ...]) -> ScriptedRound:
        """The same with a card out of turn, or a suit that is not followed."""
        setup = self.setup(table, deck)
        while True:
            played = play_deal(self.key, setup, rng.choice(setup.guesses), self.deal_hands(setup, rng), rng, faults)
            position = TrickPosition(setup)
            for step in played.steps:
                move = replace(step.move, seat=None, target=("captures", None)) if step.is_gone else step.move
                position = self.judge(position, move).position
            is_told = set(faults) <= {step.fault for step in played.steps} and not self.conclude(position).asks
            if is_told and self.conclude(position).round == played.round:
                return played

    def begin(self, table: Table, deck: str) -> TrickPosition:
        """The position when the first card may be led."""
        return TrickPosition(self.setup(table, deck))

    def turn(self, position: TrickPosition) -> int | None:
        """The seat of the side that lays the next card; None at the end, or while nobody can tell who leads."""
        readings = best_readings(position)
        if position.is_complete or len({reading.guess.leader for reading in readings}) > 1:
            return None
        return readings[0].seat_of(next_player(position, readings[0]))

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

    def judge(self, position: TrickPosition, move: Move) -> Verdict:
        """The position after a move, whether the rules allow it or not."""
        card = move.card
        if card is None:
            return Verdict(position)  # a heap of backs: which trick it is was seen when its cards left the middle
        if card not in position.setup.cards:
            return Verdict(position, stranger(card))
        if move.event == "retracted" or move.target[0] == "hand":
            return _retract(position, card)
        if move.event in ("laid", "turned") and move.target[0] != "captures":
            side = move.source[1] if move.source[0] == "hand" else None
            return _lay(position, card, move.seat, side)
        if move.target[0] == "middle":
            return _put_back(position, card)
        return _take(position, card, move.seat if move.target[1] is None else move.target[1])

    def deduced_moves(self, position: TrickPosition) -> tuple[tuple[Move, str], ...]:
        """The cards that nobody saw, where every other card of the pack was seen."""
        return deduced_moves(position)

    def conclude(self, position: TrickPosition) -> Conclusion:
        """Trumps, the aces dealt and the picture cards captured, as far as the play shows them.

        Cards that nobody saw are those that are missing in the pack, where they can make no other round.
        """
        found = [self._conclude(each) for each in completions(position)]
        if any(each.round != found[0].round for each in found):
            return Conclusion(found[0].round, _asks(position, best_readings(position)))
        known, now = (best_readings(each)[0].faults for each in (position, completed(position)))
        return replace(found[0], settled=tuple(fault for fault in known if fault not in now))

    def _conclude(self, position: TrickPosition) -> Conclusion:
        setup, readings = position.setup, best_readings(position)
        reading = readings[0]
        aces: list[list[str]] = [[], []]
        captured: list[list[str]] = [[], []]
        for trick, read in zip(position.tricks, reading.tricks, strict=True):
            for card, player in zip(trick.cards, read.players, strict=True):
                if card in ACES:
                    aces[setup.active.index(reading.seat_of(player))].append(card)
                taker = trick.taker_of(card)
                seat = read.taker if taker is None else taker
                if seat in setup.active:
                    captured[setup.active.index(seat)] += picture_cards((card,))
        answers = {
            "active": list(setup.active),
            "dealers": setup.dealers,
            "trump": reading.guess.trump,
            "aces": [sort_cards(cards) for cards in aces],
            "captured": [sort_cards(cards) for cards in captured],
        }
        return Conclusion(setup.table.build_round(self.key, answers), _asks(position, readings))


def _lay(position: TrickPosition, card: str, seat: int | None, side: int | None = None) -> Verdict:
    if position.trick_of(card) is not None:
        return Verdict(position, faults.second_copy(card))
    trick = position.latest
    if trick.is_closed and len(position.tricks) == TRICKS:
        return Verdict(position, faults.DEAL_OVER)
    begins = trick.is_closed or not position.tricks
    trick = LaidTrick() if begins else trick
    expected = next_seats(position)
    is_stray = seat is not None and seat not in expected and seat in position.setup.active
    laid = trick.with_card(card, seat, side, is_out_of_turn=is_stray)
    place = len(position.tricks) if begins else len(position.tricks) - 1
    after = position.with_trick(place, laid)
    fault = _new_fault(position, after)
    if is_stray and seat is not None:
        fault = faults.out_of_turn(position.setup.name(seat), position.setup.name(expected[0]))
    return Verdict(after, fault)


def _take(position: TrickPosition, card: str, seat: int | None) -> Verdict:
    place = position.trick_of(card)
    if place is None:
        # It was laid and taken at once: nobody saw it lie in the middle. It completes the trick that was taken with it.
        place = _unseen_place(position)
        if place is None:
            return Verdict(position, faults.never_played(card))
        trick = position.tricks[place]
        position = position.with_trick(place, replace(trick, cards=(*trick.cards, card)))
    trick = position.tricks[place]
    others = tuple(each for each in trick.taken if each[0] != card)
    after = position.with_trick(place, replace(trick, taken=(*others, (card, seat))))
    taker = best_readings(completed(after))[0].tricks[place].taker if seat is None else seat
    fault, laid = _new_fault(position, after), len(trick.cards)
    if fault is not None and fault == faults.missing_card(place + 1, laid):
        return Verdict(after, fault, taker, cost=UNSEEN_COST * (PLAYERS - laid), is_gap=True)
    return Verdict(after, fault, taker)


def _unseen_place(position: TrickPosition) -> int | None:
    """The trick to which a card belongs that was first seen in a heap: the latest one that lacks a card."""
    places = [place for place, trick in enumerate(position.tricks) if not trick.is_whole]
    return places[-1] if places else None


def _put_back(position: TrickPosition, card: str) -> Verdict:
    """A card that moved within the middle, or came back there from a heap."""
    place = position.trick_of(card)
    if place is None:
        return _lay(position, card, None)
    trick = position.tricks[place]
    taken = tuple(each for each in trick.taken if each[0] != card)
    cost = 0.0 if taken == trick.taken else PUT_BACK_COST
    return Verdict(position.with_trick(place, replace(trick, taken=taken)), cost=cost)


def _retract(position: TrickPosition, card: str) -> Verdict:
    place, trick = position.trick_of(card), position.latest
    if place is None:
        return Verdict(position)
    reading = best_readings(position)[0]
    seat = reading.seat_of(reading.tricks[place].players[position.tricks[place].cards.index(card)])
    if trick.taken or card != trick.cards[-1]:
        return Verdict(position, faults.retracted_late(card), seat)
    last = len(trick.cards) - 1
    strays = tuple(each for each in trick.out_of_turn if each[0] != last)
    before = replace(trick, cards=trick.cards[:last], out_of_turn=strays, sides=trick.sides[:last])
    return Verdict(position.with_trick(place, before), seat=seat)


def _new_fault(before: TrickPosition, after: TrickPosition) -> Text | None:
    """The last thing that is wrong now and was not before."""
    known, now = (best_readings(completed(each))[0].faults for each in (before, after))
    new = [fault for fault in now if fault not in known]
    return new[-1] if new and len(now) > len(known) else None


def _asks(position: TrickPosition, readings: tuple[DealReading, ...]) -> tuple[tuple[str, Text], ...]:
    """What the play leaves open."""
    setup, asks = position.setup, []
    trumps = list(dict.fromkeys(reading.guess.trump for reading in readings))
    if len(trumps) > 1:
        names = [SUIT_NAMES[trump] for trump in trumps]
        en, ja = join_names([name.en for name in names]).en, join_names([name.ja for name in names]).ja
        asks.append(
            ("trump", Text(f"Which suit was trumps? The play fits {en}", f"切り札は何でしたか。{ja}が考えられます"))
        )
    has_leader = len({reading.guess.leader for reading in readings}) == 1
    seen = {card for trick in position.tricks for card in trick.cards}
    if not has_leader or not seen >= set(ACES):
        question = Text("Which aces was each side dealt?", "配られたエースはどちらの組に何枚でしたか")
        asks += [(f"aces.{side}", question) for side in (0, 1)]
    doubts = [
        trick.faults[-1]
        for laid, trick in zip(position.tricks, readings[0].tricks, strict=True)
        if trick.faults and (laid.taker not in (None, readings[0].seat_of(trick.winner)) or _is_split(laid))
    ]
    if doubts:
        asks += [(f"captured.{side}", doubts[0]) for side in (0, 1)]
    elif not has_leader or not seen >= set(picture_cards(setup.pack)):
        question = Text("Which picture cards has each side?", "それぞれの組が取った絵札はどれですか")
        asks += [(f"captured.{side}", question) for side in (0, 1)]
    return tuple(asks)


def _is_split(trick: LaidTrick) -> bool:
    return len({seat for _, seat in trick.taken if seat is not None}) > 1
