"""Settlement of Dontsuku: whose hand wins, and what the others pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.decks import kind_of
from scorer.games.dontsuku import reasons
from scorer.games.dontsuku.hands import BONUS_TEYAKU, TARGET, UNDECIDED, HandClassifier
from scorer.games.dontsuku.turns import Turn, parse_turns
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, card_line


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
            reasons=(reasons.FORFEIT,),
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
        reasons.agari(name, winner.hand_class, winner.cards)
        if agari_called
        else reasons.showdown(outcome, name, winner.hand_class)
    ]
    if len(claimants) > 1:
        tied_names = [round_input.seats[turn.seat] for turn in claimants]
        round_reasons.append(reasons.tie_priority(tied_names, dealer_wins=winner.seat == 0))
    round_reasons += [*bonuses, reasons.winner_payment(name, share, factor, stacking, len(bonuses))]
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
            hands.append(HandValue(seat, None, None, (reasons.NEVER_ACTED,)))
        elif agari_called and turn.tsukkome:
            hands.append(HandValue(seat, None, None, (reasons.hidden_hand(turn.tsukkome),)))
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
    return tuple(reasons.bonus(code, turn.hand_class) for code, holds in applies.items() if holds)


def _transfers_to_winner(round_input: RoundInput, winner: int, owed: int) -> tuple[Transfer, ...]:
    """The payment of each other seat: all it owes, or all it has where that is agreed (dontsuku 3, `debt`)."""
    due = [owed] * len(round_input.seats)
    if round_input.stones is not None and round_input.options["debt"] == "pay_what_you_have":
        due = [min(owed, max(0, balance)) for balance in round_input.stones]
    return tuple(
        Transfer(seat, winner, stones, reasons.seat_payment(stones, owed))
        for seat, stones in enumerate(due)
        if seat != winner and stones
    )


def hand_value(classifier: HandClassifier, turn: Turn, options: Mapping[str, OptionValue]) -> HandValue:
    """The value of an open hand, with its reasons."""
    hand_reasons = [card_line(code, min(classifier.ranks[code], 10), "dontsuku 1.2") for code in turn.cards]
    if turn.tsukkome:
        hand_reasons.append(reasons.unseen_cards(turn.tsukkome))
    hand_reasons.append(reasons.hand_class_reason(turn.hand_class, turn.total))
    if not options["suited_yaku"] and len(turn.cards) == 2:
        suited = HandClassifier(kind_of(turn.cards[0]), {**options, "suited_yaku": True}).classify(turn.cards)
        if suited is not turn.hand_class:
            hand_reasons.append(reasons.suits_not_counted(suited))
    return HandValue(turn.seat, turn.hand_class.key, turn.total, tuple(hand_reasons))
