"""Turns as they were played in Dontsuku, and what they pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.games.dontsuku import texts
from scorer.games.dontsuku.hands import BONUS_TEYAKU, PACK_SIZE, TARGET, UNDECIDED, HandClassifier
from scorer.rules.game import Game
from scorer.rules.hand_class import HandClass
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import (
    RoundInput,
    require_card_codes,
    require_int,
    require_length,
    require_object,
    require_one_deck,
)
from scorer.rules.settlement import build_settlement, card_line, turn_order


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
                "hand_played_on", texts.hand_already_decided(cards[:size], hand_class), seat=seat, cards=cards[size:]
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
        for seat, hand in enumerate(require_length(round_input.data.get("hands"), seats, texts.HANDS))
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
                message = texts.round_already_over(round_input.seats[caller], round_input.seats[seat])
                raise Refusal("hand_played_on", message, seat=seat, cards=cards[1:])
            continue
        if acted is False:
            raise Refusal("impossible", texts.NOT_ACTED, seat=seat)
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
            raise Refusal("impossible", texts.below_minimum(turn.total, minimum), seat=seat, cards=cards)
        if turn.has_fifteen_or_teyaku and not tsukkome:
            caller = seat
    return classifier, turns


def _parse_turn(hand: object, seat: int) -> tuple[tuple[str, ...], int, bool | None]:
    """Cards, number of unseen cards and whether the seat had a turn (None where the round does not say)."""
    fields = require_object(hand, texts.HAND)
    unseen, acted = fields.get("tsukkome"), fields.get("acted")
    if acted is not None and not isinstance(acted, bool):
        raise Refusal("bad_round", texts.ACTED_NOT_BOOLEAN, seat=seat)
    return (
        require_card_codes(fields.get("cards"), texts.CARDS, seat),
        0 if unseen is None else require_int(unseen, texts.UNSEEN_COUNT, seat=seat),
        acted,
    )


def _check_counts(options: Mapping[str, OptionValue], cards: Sequence[str], tsukkome: int, seat: int) -> None:
    """Refuse a hand whose numbers of cards are impossible (dontsuku 3, 4.2)."""
    if not cards:
        raise Refusal("too_few_cards", texts.NO_CARD, seat=seat)
    if not tsukkome:
        return
    if tsukkome >= len(cards):
        raise Refusal("bad_count", texts.FIRST_CARD, seat=seat)
    maximum = options["tsukkome_max"]
    if maximum != "none" and tsukkome > int(maximum):
        raise Refusal("impossible", texts.too_many_unseen(maximum), seat=seat)
    if tsukkome < len(cards) - 1 and not options["tsukkome_after_motto"]:
        raise Refusal("impossible", texts.MOTTO_FIRST, seat=seat)


def settle_hands(game: Game, round_input: RoundInput) -> Settlement:
    """The settlement of a round: one hand wins a share from every other (dontsuku 6).

    Raises `Refusal` for what cannot be: `hand_played_on`, `impossible`, `too_few_cards`, `bad_count`.
    """
    classifier, turns = parse_turns(game, round_input)
    outcome, claimants = _resolve_claims(turns)
    if not claimants:
        return build_settlement(
            game,
            round_input,
            net=[0] * len(turns),
            outcome=outcome,
            next_dealer=0,
            winners=(),
            transfers=(),
            hands=_hand_values(round_input, classifier, turns, agari_called=False),
            reasons=(texts.FORFEIT,),
        )
    winner = claimants[0]
    name = round_input.seats[winner.seat]
    bonuses = bonus_reasons(winner)
    stacking = round_input.options["bonus_stacking"]
    factor = 2 ** (len(bonuses) if stacking == "each" else min(1, len(bonuses)))
    share = int(round_input.options["share"])
    transfers = _transfers_to_winner(round_input, winner.seat, share * factor)
    net = [0] * len(turns)
    for transfer in transfers:
        net[transfer.giver] -= transfer.stones
        net[winner.seat] += transfer.stones
    agari_called = outcome == "agari"
    round_reasons = [
        texts.agari(name, winner.hand_class, winner.cards)
        if agari_called
        else texts.showdown(outcome, name, winner.hand_class)
    ]
    if len(claimants) > 1:
        tied_names = [round_input.seats[turn.seat] for turn in claimants]
        round_reasons.append(texts.tie_priority(tied_names, dealer_wins=winner.seat == 0))
    round_reasons += [*bonuses, texts.winner_payment(name, share, factor, stacking, len(bonuses))]
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome=outcome,
        next_dealer=winner.seat,
        winners=(winner.seat,),
        transfers=transfers,
        hands=_hand_values(round_input, classifier, turns, agari_called=agari_called),
        reasons=tuple(round_reasons),
    )


def _hand_values(
    round_input: RoundInput, classifier: HandClassifier, turns: Sequence[Turn | None], *, agari_called: bool
) -> tuple[HandValue, ...]:
    """Every seat's hand with its reasons; after agari the unseen cards stay hidden."""
    hands = []
    for seat, turn in enumerate(turns):
        if turn is None:
            hands.append(HandValue(seat, None, None, (texts.NEVER_ACTED,)))
        elif agari_called and turn.tsukkome:
            hands.append(HandValue(seat, None, None, (texts.hidden_hand(turn.tsukkome),)))
        else:
            hands.append(hand_value(classifier, turn, round_input.options))
    return tuple(hands)


def _resolve_claims(turns: Sequence[Turn | None]) -> tuple[str, list[Turn]]:
    """The outcome and the turns with a claim to the round, the winner's first (dontsuku 6.1 to 6.5)."""
    acted = [turn for turn in turns if turn is not None]
    claims: tuple[tuple[str, list[Turn]], ...] = (
        ("agari", [turn for turn in acted if turn.has_fifteen_or_teyaku and not turn.tsukkome]),
        ("tsukkome", [turn for turn in acted if turn.has_fifteen_or_teyaku]),
        ("fourteen", [turn for turn in acted if turn.hand_class is UNDECIDED and turn.total == 14]),
        ("thirteen", [turn for turn in acted if turn.hand_class is UNDECIDED and turn.total == 13 and turn.tsukkome]),
    )
    return next(((outcome, claimants) for outcome, claimants in claims if claimants), ("forfeit", []))


def bonus_reasons(turn: Turn) -> tuple[Reason, ...]:
    """The reasons why the payment doubles: B1, B2 and B3 of dontsuku 5.2, as far as they apply."""
    if not turn.has_fifteen_or_teyaku:
        return ()
    applies = {
        "own_bonus": turn.hand_class.key in BONUS_TEYAKU,
        "fifteen_too": turn.total == TARGET and turn.hand_class.key != "15",
        "by_tsukkome": turn.tsukkome > 0,
    }
    return tuple(texts.bonus(code, turn.hand_class) for code, holds in applies.items() if holds)


def _transfers_to_winner(round_input: RoundInput, winner: int, owed: int) -> tuple[Transfer, ...]:
    """The payment of each other seat: all it owes, or all it has where that is agreed (dontsuku 3, `debt`)."""
    due = [owed] * len(round_input.seats)
    if round_input.stones is not None and round_input.options["debt"] == "pay_what_you_have":
        due = [min(owed, max(0, balance)) for balance in round_input.stones]
    return tuple(
        Transfer(seat, winner, stones, texts.seat_payment(stones, owed))
        for seat, stones in enumerate(due)
        if seat != winner and stones
    )


def hand_value(classifier: HandClassifier, turn: Turn, options: Mapping[str, OptionValue]) -> HandValue:
    """The value of an open hand, with its reasons."""
    hand_reasons = [card_line(code, min(classifier.ranks[code], 10), "dontsuku 1.2") for code in turn.cards]
    if turn.tsukkome:
        hand_reasons.append(texts.unseen_cards(turn.tsukkome))
    hand_reasons.append(texts.hand_class_reason(turn.hand_class, turn.total))
    if not options["suited_yaku"] and len(turn.cards) == 2:
        suited = HandClassifier(kind_of(turn.cards[0]), {**options, "suited_yaku": True}).classify(turn.cards)
        if suited is not turn.hand_class:
            hand_reasons.append(texts.suits_not_counted(suited))
    return HandValue(turn.seat, turn.hand_class.key, turn.total, tuple(hand_reasons))
