"""どんつくの番: the turns of Dontsuku as given, each checked card by card; turns that could not happen are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.errors import Refusal
from scorer.games.dontsuku import reasons as because
from scorer.games.dontsuku import texts
from scorer.games.dontsuku.hands import PACK_SIZE, TARGET, UNDECIDED, HandClassifier
from scorer.rules.game import Game, HandClass
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
    """One seat's turn: its cards in drawing order, how many of the last came unseen, and its class as they lie."""

    seat: int
    cards: tuple[str, ...]
    tsukkome: int
    total: int
    hand_class: HandClass

    @property
    def has_fifteen_or_teyaku(self) -> bool:
        """Fifteen or a teyaku."""
        return self.hand_class.rank == TARGET


def make_turn(classifier: HandClassifier, cards: tuple[str, ...], tsukkome: int, seat: int) -> Turn:
    """The turn, if every card came while the hand was still undecided (dontsuku 3.3); `hand_played_on` otherwise."""
    for size in range(2, len(cards) - tsukkome + 1):
        found = classifier.classify(cards[:size])
        if found is not UNDECIDED and size < len(cards):
            raise Refusal(
                "hand_played_on", because.hand_already_decided(cards[:size], found), seat=seat, cards=cards[size:]
            )
    return Turn(seat, cards, tsukkome, classifier.total(cards), classifier.classify(cards))


def parse_turns(game: Game, round_input: RoundInput) -> tuple[HandClassifier, list[Turn | None]]:
    """Every seat's turn in seat order, None where agari came first; refuses turns that could not happen."""
    seats = len(round_input.seats)
    hands = [
        _parse_turn(hand, seat)
        for seat, hand in enumerate(require_length(round_input.data.get("hands"), seats, because.HANDS))
    ]
    deck = require_one_deck(game, round_input.options, [cards for cards, _, _ in hands])
    reader = HandClassifier(deck.kind, round_input.options)
    plays: list[Turn | None] = [None] * seats
    caller: int | None = None
    left = PACK_SIZE - seats
    for seat in turn_order(seats):
        cards, tsukkome, acted = hands[seat]
        _check_counts(round_input.options, cards, tsukkome, seat)
        if caller is not None:
            if acted is True or len(cards) > 1:
                says = because.round_already_over(round_input.seats[caller])
                raise Refusal("hand_played_on", says, seat=seat, cards=cards[1:])
            continue
        if acted is False:
            raise Refusal("impossible", because.NOT_ACTED, seat=seat)
        play = plays[seat] = make_turn(reader, cards, tsukkome, seat)
        left -= len(cards) - 1
        least = round_input.options["min_motto"]
        if least != "none" and left and not tsukkome and play.hand_class is UNDECIDED and play.total < int(least):
            raise Refusal("impossible", because.below_minimum(play.total, least), seat=seat, cards=cards)
        if play.has_fifteen_or_teyaku and not tsukkome:
            caller = seat
    return reader, plays


def _parse_turn(hand: object, seat: int) -> tuple[tuple[str, ...], int, bool | None]:
    """Cards, unseen cards and whether the seat had a turn (None: not said), as given for one seat."""
    fields = require_object(hand, because.HAND)
    unseen, acted = fields.get("tsukkome"), fields.get("acted")
    if acted is not None and not isinstance(acted, bool):
        raise Refusal("bad_round", because.ACTED_NOT_BOOLEAN, seat=seat)
    return (
        require_card_codes(fields.get("cards"), texts.CARDS, seat),
        0 if unseen is None else require_int(unseen, because.UNSEEN_COUNT, seat=seat),
        acted,
    )


def _check_counts(options: Mapping[str, OptionValue], cards: Sequence[str], tsukkome: int, seat: int) -> None:
    """Refuses a hand whose numbers of cards cannot be (dontsuku 3, 4.2)."""
    if not cards:
        raise Refusal("too_few_cards", because.NO_CARD, seat=seat)
    if not tsukkome:
        return
    if tsukkome >= len(cards):
        raise Refusal("bad_count", because.FIRST_CARD, seat=seat)
    most = options["tsukkome_max"]
    if most != "none" and tsukkome > int(most):
        raise Refusal("impossible", because.too_many_unseen(most), seat=seat)
    if tsukkome < len(cards) - 1 and not options["tsukkome_after_motto"]:
        raise Refusal("impossible", because.MOTTO_FIRST, seat=seat)
