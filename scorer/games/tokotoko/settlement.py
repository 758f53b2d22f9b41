"""Settlement of Tokotoko: the stakes go to the best last digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.games.tokotoko import texts
from scorer.games.tokotoko.hands import best_three, card_values, hand_total
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import (
    RoundInput,
    require_card_codes,
    require_int,
    require_length,
    require_list,
    require_one_deck,
)
from scorer.rules.settlement import build_settlement, card_line, face_of, share_out, transfers_from_net, turn_order
from scorer.texts import Name


def settle_pot(game: Game, round_input: RoundInput) -> Settlement:
    """The settlement of a round: the best last digit takes the pot (tokotoko 3, 4).

    Raises `Refusal` for what cannot be: `bad_count`, `impossible`.
    """
    hands = _hand_values(game, round_input)
    seats = len(round_input.seats)
    stake = require_int(round_input.data.get("stake"), texts.STAKE, minimum=1, maximum=texts.MAX_STAKE)
    brought = require_int(_field_or_default(round_input, "pot", 0), texts.POT, maximum=texts.MAX_STAKE)
    standing = [
        require_int(stones, texts.STANDING_STONES, maximum=texts.MAX_STAKE, seat=seat)
        for seat, stones in enumerate(
            require_length(_field_or_default(round_input, "standing", [0] * seats), seats, texts.STANDING_STONES)
        )
    ]
    pot = stake * seats + sum(standing) + brought
    digits = [hand.total % 10 for hand in hands if hand.total is not None]
    winners = [seat for seat in turn_order(seats) if digits[seat] == max(digits)]
    names = [round_input.seats[seat] for seat in winners]
    round_reasons = [texts.pot_total(stake, seats, sum(standing), brought)]
    is_tie = len(winners) > 1
    if is_tie and round_input.options["on_tie"] == "carry_over":
        is_last_round = round_input.rounds_left == 1
        round_reasons.append(
            texts.stakes_returned(names, max(digits)) if is_last_round else texts.carried(names, max(digits), pot)
        )
        return build_settlement(
            game,
            round_input,
            net=[0] * seats,
            outcome="carried",
            next_dealer=0,
            winners=(),
            transfers=(),
            hands=hands,
            reasons=tuple(round_reasons),
            carried=brought,
            brought=brought,
        )
    remainder = pot % len(winners)
    remainder_rule = round_input.options["remainder"]
    kept_back = 0 if remainder_rule == "nearest_right" else remainder
    shares = share_out(pot - kept_back, winners)
    net = [shares.get(seat, 0) - stake - standing[seat] for seat in range(seats)]
    if is_tie:
        round_reasons.append(texts.split(names, max(digits), pot, pot // len(winners)))
        if remainder:
            round_reasons.append(texts.remainder_reason(remainder, remainder_rule, names[0]))
    else:
        round_reasons.append(texts.won(names[0], max(digits), pot))
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome="split" if is_tie else "won",
        next_dealer=0 if is_tie else winners[0],
        winners=tuple(sorted(winners)),
        transfers=transfers_from_net(net, partial(texts.stake_payment, round_input.seats)),
        hands=hands,
        reasons=tuple(round_reasons),
        carried=kept_back if remainder_rule == "carry_over" else 0,
        house=kept_back if remainder_rule == "house_box" else 0,
        brought=brought,
    )


def _hand_values(game: Game, round_input: RoundInput) -> tuple[HandValue, ...]:
    """Every seat's three cards, chosen or best, with their reasons."""
    seats = len(round_input.seats)
    yari_tori = round_input.options["variant"] == "yari_tori_tokotoko"
    size, common = (3, 0) if yari_tori else (2, 2)
    piles = [
        require_card_codes(pile, texts.HANDS, seat)
        for seat, pile in enumerate(require_length(round_input.data.get("hands"), seats, texts.HANDS))
    ]
    field = require_card_codes(_field_or_default(round_input, "field", ()), texts.FIELD)
    require_one_deck(game, round_input.options, [*piles, field], seats)
    for seat, pile in enumerate(piles):
        _check_size(pile, size, seat)
    _check_size(field, common)
    chosen = _parse_shown_threes(round_input, [(*pile, *field) for pile in piles])
    if yari_tori:
        return tuple(hand_value(seat, pile) for seat, pile in enumerate(piles))
    return tuple(
        _counting_hand(seat, (*pile, *field), chosen[seat], round_input.options["selection"])
        for seat, pile in enumerate(piles)
    )


def _field_or_default(round_input: RoundInput, key: str, default: object) -> object:
    value = round_input.data.get(key)
    return default if value is None else value


def _check_size(cards: Sequence[str], size: int, seat: int | None = None) -> None:
    if len(cards) != size:
        raise Refusal(
            "too_few_cards" if len(cards) < size else "too_many_cards",
            texts.wrong_size(size, len(cards)),
            seat=seat,
            cards=tuple(cards),
        )


def _parse_shown_threes(round_input: RoundInput, fours: Sequence[Sequence[str]]) -> list[tuple[str, ...] | None]:
    """The three cards that each seat chose, None where it chose none.

    The chaff of one plant are one face, so a choice may name another of their codes.
    """
    choices = require_list(_field_or_default(round_input, "shown", ()), texts.SHOWN_CARDS)
    chosen: list[tuple[str, ...] | None] = [None] * len(fours)
    if len(choices) > len(fours):
        require_length(choices, len(fours), texts.SHOWN_CARDS)
    for seat, choice in enumerate(choices):
        if choice is None:
            continue
        three = require_card_codes(choice, texts.SHOWN_CARDS, seat)
        _check_size(three, 3, seat)
        if len(set(three)) < 3 or not (
            set(three) <= set(fours[seat]) or _count_faces(three) <= _count_faces(fours[seat])
        ):
            raise Refusal("impossible", texts.NOT_AMONG_THE_FOUR, seat=seat, cards=three)
        chosen[seat] = three
    return chosen


def _count_faces(cards: Sequence[str]) -> Counter[Name]:
    """The number of cards of each face, whichever of its codes a reader gave."""
    return Counter(face_of(code).name for code in cards)


def _counting_hand(seat: int, four: Sequence[str], chosen: tuple[str, ...] | None, selection: OptionValue) -> HandValue:
    """The hand that counts: the three cards shown where they are binding, the best three otherwise."""
    best = best_three(four)
    if chosen is None or selection == "best":
        return hand_value(seat, best, texts.best_three_reason(selection))
    digit = hand_total(best) % 10
    notes = (texts.better_three(best, digit),) if hand_total(chosen) % 10 < digit else ()
    return hand_value(seat, chosen, *notes)


def hand_value(seat: int, three: Sequence[str], *notes: Reason) -> HandValue:
    """The value of three cards: the last digit of their sum. `notes` are further reasons (tokotoko 1)."""
    value_by_code = card_values(kind_of(three[0]))
    values = tuple(value_by_code[code] for code in three)
    lines = [card_line(code, value_by_code[code], "tokotoko 1.2") for code in three]
    total = sum(values)
    return HandValue(seat, str(total % 10), total, (*lines, texts.last_digit(values), *notes))
