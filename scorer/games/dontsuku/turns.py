"""Turns of Dontsuku, checked card by card. Impossible ones are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.errors import Refusal
from scorer.games.dontsuku import reasons, texts
from scorer.games.dontsuku.hands import PACK_SIZE, TARGET, UNDECIDED, HandClassifier
from scorer.rules.game import Game
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.round_input import (
    RoundInput,
    require_card_codes,
    require_int,
    require_length,
    require_object,
    require_one_deck,
)
from scorer.rules.settlement import turn_order


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's turn: cards in drawing order, how many of the last came unseen, total and class of the whole hand."""

    seat: int
    cards: tuple[str, ...]
    tsukkome: int
    total: int
    hand_class: HandClass

    @property
    def has_fifteen_or_teyaku(self) -> bool:
        """Whether the hand is fifteen or a teyaku."""
        return self.hand_class.rank == TARGET


def make_turn(classifier: HandClassifier, cards: tuple[str, ...], tsukkome: int, seat: int) -> Turn:
    """The turn of a seat; refuses with `hand_played_on` a card that followed a decided hand (dontsuku 3.3)."""
    for size in range(2, len(cards) - tsukkome + 1):
        hand_class = classifier.classify(cards[:size])
        if hand_class is not UNDECIDED and size < len(cards):
            raise Refusal(
                "hand_played_on", reasons.hand_already_decided(cards[:size], hand_class), seat=seat, cards=cards[size:]
            )
    return Turn(seat, cards, tsukkome, classifier.total(cards), classifier.classify(cards))


def parse_turns(game: Game, round_input: RoundInput) -> tuple[HandClassifier, list[Turn | None]]:
    """The turns in seat order, None for a seat that had none because somebody called agari before.

    Raises `Refusal` for turns that could not happen: `hand_played_on`, `impossible`, `too_few_cards`, `bad_count`,
    `bad_round`.
    """
    seats = len(round_input.seats)
    hands = [
        _parse_turn(hand, seat)
        for seat, hand in enumerate(require_length(round_input.data.get("hands"), seats, reasons.HANDS))
    ]
    deck = require_one_deck(game, round_input.options, [cards for cards, _, _ in hands])
    classifier = HandClassifier(deck.kind, round_input.options)
    turns: list[Turn | None] = [None] * seats
    caller: int | None = None
    stock_count = PACK_SIZE - seats
    for seat in turn_order(seats):
        cards, tsukkome, acted = hands[seat]
        _check_counts(round_input.options, cards, tsukkome, seat)
        if caller is not None:
            if acted is True or len(cards) > 1:
                message = reasons.round_already_over(round_input.seats[caller], round_input.seats[seat])
                raise Refusal("hand_played_on", message, seat=seat, cards=cards[1:])
            continue
        if acted is False:
            raise Refusal("impossible", reasons.NOT_ACTED, seat=seat)
        turn = turns[seat] = make_turn(classifier, cards, tsukkome, seat)
        stock_count -= len(cards) - 1
        minimum = round_input.options["min_motto"]
        if (
            minimum != "none"
            and stock_count
            and not tsukkome
            and turn.hand_class is UNDECIDED
            and turn.total < int(minimum)
        ):
            raise Refusal("impossible", reasons.below_minimum(turn.total, minimum), seat=seat, cards=cards)
        if turn.has_fifteen_or_teyaku and not tsukkome:
            caller = seat
    return classifier, turns


def _parse_turn(hand: object, seat: int) -> tuple[tuple[str, ...], int, bool | None]:
    """Cards, number of unseen cards and whether the seat had a turn (None where the round does not say)."""
    fields = require_object(hand, reasons.HAND)
    unseen, acted = fields.get("tsukkome"), fields.get("acted")
    if acted is not None and not isinstance(acted, bool):
        raise Refusal("bad_round", reasons.ACTED_NOT_BOOLEAN, seat=seat)
    return (
        require_card_codes(fields.get("cards"), texts.CARDS, seat),
        0 if unseen is None else require_int(unseen, reasons.UNSEEN_COUNT, seat=seat),
        acted,
    )


def _check_counts(options: Mapping[str, OptionValue], cards: Sequence[str], tsukkome: int, seat: int) -> None:
    """Refuse a hand whose numbers of cards are impossible (dontsuku 3, 4.2)."""
    if not cards:
        raise Refusal("too_few_cards", reasons.NO_CARD, seat=seat)
    if not tsukkome:
        return
    if tsukkome >= len(cards):
        raise Refusal("bad_count", reasons.FIRST_CARD, seat=seat)
    maximum = options["tsukkome_max"]
    if maximum != "none" and tsukkome > int(maximum):
        raise Refusal("impossible", reasons.too_many_unseen(maximum), seat=seat)
    if tsukkome < len(cards) - 1 and not options["tsukkome_after_motto"]:
        raise Refusal("impossible", reasons.MOTTO_FIRST, seat=seat)
