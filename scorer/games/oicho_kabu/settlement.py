"""Settlement of Oicho-Kabu: each bet against the dealer's hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.errors import Refusal, safe_quote
from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.hands import (
    AFTER_SPECIAL,
    DEAL_ROTATES,
    DEALER,
    DEALER_BETS,
    LOST_TO_ALL,
    MUST,
    NEVER,
    NO_BETS,
    NOT_LOST_TO_ALL,
    SITS_OUT,
    SPECIAL_PAIRS,
    TABLE,
    THIRD_FORBIDDEN,
    THIRD_REQUIRED,
    TOO_FEW_CARDS,
    TOO_MANY_CARDS,
    KabuHand,
    Strength,
    bet_result,
    bets_settled,
    broken_bet,
    class_key,
    hand_result,
    hand_sum,
    kabu_hand,
    over_domae,
    ranks_of,
    strength_of,
    third_card_rule,
    wrong_bet_rows,
    wrong_hand_count,
)
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import RoundInput, parse_round, require_card_codes, require_list, require_one_deck
from scorer.rules.settlement import build_settlement, never_over

HANDS = 4
"""Hands on the table, however many people bet (oicho-kabu 3.2)."""
MAX_BET = 10**9
"""The largest bet in stones. Sums of bets stay below 2**53, so they are exact in JSON."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a hand on the table did: "won", "lost" or "push", how many bets change hands, and the rule that decided."""

    result: str
    factor: int
    rule: str


def compare_hands(hand: KabuHand, dealer: Strength, options: Mapping[str, Any]) -> Comparison:
    """A hand on the table against the dealer's: the first rule that fits (oicho-kabu 6, more house rules 9)."""
    key, digit = class_key(hand), hand.digit
    dealer_key, dealer_digit, is_three_card_zero = dealer
    is_arashi = key == "arashi"
    if is_three_card_zero and options["dealer_zero"] == "push":
        return Comparison("push", 0, "dealer_zero")
    if dealer_key in SPECIAL_PAIRS and (options["specials_beat_arashi"] or not is_arashi):
        return Comparison("lost", 2 if options["specials"] == "shared" else 1, "special")
    if is_arashi:
        if dealer_key == "arashi" and dealer_digit > digit:
            return Comparison("lost", 1, "two_arashi")
        return Comparison("won", options["arashi_pays"], "two_arashi" if dealer_key == "arashi" else "arashi")
    if dealer_key == "arashi":
        return Comparison("lost", 1, "dealer_arashi")
    if key == "shippin":
        return Comparison("won", 2, "shippin")
    if is_three_card_zero and options["dealer_zero"] == "pays_all":
        return Comparison("won", 1, "dealer_zero")
    if digit == dealer_digit:
        return Comparison("push", 0, "tie") if options["tie"] == "push" else Comparison("lost", 1, "tie")
    return Comparison("won" if digit > dealer_digit else "lost", 1, "digit")


@dataclass(frozen=True, slots=True)
class KabuTable:
    """The cards of a round by rank, checked: the dealer's hand, the four on the table, and who bet what on which."""

    dealer: KabuHand
    hands: tuple[KabuHand, ...]
    bets: tuple[tuple[int, ...], ...]

    def has_bet(self, number: int) -> bool:
        """Whether anybody bet on a hand."""
        return any(row[number] for row in self.bets)


def check_cards(game: Game, options: Mapping[str, OptionValue], data: Mapping[str, Any]) -> None:
    """Refuse cards that cannot be: `unknown_card`, `wrong_deck`, `duplicate_card`."""
    require_one_deck(game, options, _piles(data), seats=1)


def parse_table(game: Game, round_: object) -> tuple[RoundInput, KabuTable]:
    """The cards and bets of a round. Raises `Refusal` for what cannot be (oicho-kabu 10)."""
    round_input = parse_round(game, round_, check_cards)
    options = round_input.options
    piles = _piles(round_input.data)
    if len(piles) != HANDS + 1:
        raise Refusal("bad_count", wrong_hand_count(len(piles) - 1))
    rows = _bet_rows(round_input)
    kind = require_one_deck(game, options, piles, seats=1).kind
    ranks = ranks_of(kind)
    dealer, *hands = (
        kabu_hand(tuple([ranks[code] for code in pile]), TABLE if number else DEALER, options)
        for number, pile in enumerate(piles)
    )
    for number, (hand, pile) in enumerate(zip((dealer, *hands), piles, strict=True)):
        plays = not number or any(row[number - 1] != 0 for row in rows)
        check_size(hand, pile, plays=plays)
        if plays and len(pile) == 2 and third_card_rule(hand, options) == MUST:
            seat = None if number else 0
            raise Refusal("too_few_cards", THIRD_REQUIRED, seat=seat, cards=tuple(pile))
    bets = tuple(_parse_bets(row, seat) for seat, row in enumerate(rows))
    total, domae = sum(map(sum, bets)), options["domae"]
    if type(domae) is int and total > domae:
        raise Refusal("impossible", over_domae(total, domae))
    for hand, pile in zip((dealer, *hands), piles, strict=True):
        check_third(hand, pile, options)
    return round_input, KabuTable(dealer, tuple(hands), bets)


def _piles(data: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The dealer's cards, then those of the hands on the table; what is left out is empty."""
    table = require_list(data.get("table") or (), texts.TABLE_HANDS)
    lists = [(data.get("dealer"), 0), *((pile, None) for pile in table)]
    return [() if pile is None else require_card_codes(pile, texts.CARDS, seat) for pile, seat in lists]


def _bet_rows(round_input: RoundInput) -> list[Sequence[Any]]:
    """A row of four bets for every seat. The dealer's may be left out."""
    rows, seats = round_input.data.get("bets"), len(round_input.seats)
    if not (isinstance(rows, (list, tuple)) and len(rows) == seats):
        raise Refusal("bad_count", wrong_bet_rows(seats))
    checked: list[Sequence[Any]] = []
    for seat, row in enumerate(rows):
        bets = (0,) * HANDS if row is None and seat == 0 else row
        if not (isinstance(bets, (list, tuple)) and len(bets) == HANDS):
            raise Refusal("bad_count", wrong_bet_rows(seats), seat=seat)
        checked.append(bets)
    return checked


def _parse_bets(row: Sequence[Any], seat: int) -> tuple[int, ...]:
    for stake in row:
        if type(stake) is not int or not 0 <= stake <= MAX_BET:
            raise Refusal("impossible", broken_bet(safe_quote(stake)), seat=seat)
        if stake and not seat:
            raise Refusal("impossible", DEALER_BETS, seat=0)
    return tuple(row)


def check_size(hand: KabuHand, pile: Sequence[str], *, plays: bool) -> None:
    """Refuse `too_many_cards`, and `too_few_cards` in a hand that `plays`."""
    seat = 0 if hand.role == DEALER else None
    if len(pile) > 3:
        raise Refusal("too_many_cards", TOO_MANY_CARDS, seat=seat, cards=tuple(pile))
    if plays and len(pile) < 2:
        raise Refusal("too_few_cards", TOO_FEW_CARDS, seat=seat, cards=tuple(pile))


def check_third(hand: KabuHand, pile: Sequence[str], options: Mapping[str, OptionValue]) -> None:
    """Refuse `hand_played_on` for a third card that could not be drawn (oicho-kabu 4.2, 5.3)."""
    if len(pile) == 3 and third_card_rule(hand, options) == NEVER:
        is_low = sum(hand.ranks[:2]) % 10 < 7
        special = AFTER_SPECIAL if is_low else THIRD_FORBIDDEN
        seat = 0 if hand.role == DEALER else None
        raise Refusal("hand_played_on", special, seat=seat, cards=tuple(pile))


def settle_table(game: Game, round_input: RoundInput, table: KabuTable) -> Settlement:
    """The settlement of every bet with the dealer (oicho-kabu 6, 7)."""
    options = round_input.options
    dealer_key, dealer_digit, _ = strength = strength_of(table.dealer)
    keys: list[str | None] = [None] * HANDS
    comparisons: list[Comparison | None] = [None] * HANDS
    round_reasons: list[Reason] = []
    for number, hand in enumerate(table.hands):
        if not table.has_bet(number):
            continue
        key = keys[number] = class_key(hand)
        found = comparisons[number] = compare_hands(hand, strength, options)
        round_reasons.append(hand_result(number, hand.ranks, key, dealer_key, dealer_digit, found.result, found.rule))
    net = [0] * len(table.bets)
    transfers = []
    hands = [HandValue(0, dealer_key, dealer_digit, (hand_sum(table.dealer.ranks, dealer_key),))]
    for seat, row in enumerate(table.bets[1:], 1):
        lines, gains = [], []
        for number, stake in enumerate(row):
            comparison = comparisons[number]
            if not stake or comparison is None:
                continue
            gain = stake * comparison.factor * (1 if comparison.result == "won" else -1)
            net[seat] += gain
            lines.append(bet_result(number, stake, gain, comparison.result))
            if gain:
                gains.append((number, gain))
        hands.append(HandValue(seat, None, None, tuple(lines) or (SITS_OUT,)))
        if net[seat]:
            giver, taker = (0, seat) if net[seat] > 0 else (seat, 0)
            transfers.append(Transfer(giver, taker, abs(net[seat]), bets_settled(gains)))
    net[0] = -sum(net)
    played = [comparison for comparison in comparisons if comparison]
    if not played:
        round_reasons.append(NO_BETS)
    next_dealer, change = _next_dealer(str(options["dealer_change"]), played)
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome="settled",
        next_dealer=next_dealer,
        is_over=never_over,
        winners=tuple(seat for seat, change in enumerate(net) if change > 0),
        transfers=tuple(transfers),
        hands=tuple(hands),
        reasons=(*round_reasons, *change),
        extra={
            "table_classes": keys,
            "table_results": [comparison and comparison.result for comparison in comparisons],
        },
    )


def _next_dealer(rule: str, played: Sequence[Comparison]) -> tuple[int, tuple[Reason, ...]]:
    """Who deals next, and why where that may change (oicho-kabu 7.3, more house rules 6)."""
    if rule == "rotate":
        return 1, (DEAL_ROTATES,)
    lost_to_all = bool(played) and all(comparison.result == "won" for comparison in played)
    if rule == "loses_all":
        return int(lost_to_all), (LOST_TO_ALL if lost_to_all else NOT_LOST_TO_ALL,)
    return 0, ()
