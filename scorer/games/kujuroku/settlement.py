"""Settlement of Kujuroku: an opening field, a dekiyaku or card points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorer.errors import Refusal
from scorer.games.kujuroku import texts
from scorer.games.kujuroku.hands import (
    ALL_HAVE_DEALT,
    CLASSES,
    DEALER_MADE_YAKU,
    LEFTOVER_UNCERTAIN,
    OTHER_MADE_YAKU,
    RESTS,
    WINNER_COUNT_REASONS,
    YAKU_ENDS,
    YAKU_PAID_AT_END,
    YAKU_PLAYED_ON,
    Pile,
    decide_deal,
    misdeal_reason,
    over_par,
    par_reason,
    pile_reasons,
    play_on_reasons,
    short_of_par,
    yaku_not_paid,
    yaku_paid,
    yaku_reason,
)
from scorer.games.kujuroku.position import ACTIVE_SEATS, Position
from scorer.games.kujuroku.texts import text
from scorer.games.kujuroku.yaku import (
    ITSUN,
    ONI,
    Pack,
    Yaku,
    can_complete_in_one_capture,
    chip_score,
    find_yaku,
    pack_under,
    select_paid_yaku,
    total_stones_each,
    yaku_name,
)
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement, Transfer
from scorer.rules.round_input import RoundInput, require_card_codes, require_int, require_length, require_one_deck
from scorer.rules.settlement import build_settlement, classify_hand, never_over


def settle_opening(game: Game, round_input: RoundInput) -> Settlement:
    """The settlement of an opening field (kujuroku 3.3, 7.2).

    A field with four cards of a number is dealt again. Any other is played on, with what the dealer may take first.
    """
    label = text("field_cards")
    field = require_card_codes(require_length(round_input.data["field"], 6, label), label)
    pack = pack_under(require_one_deck(game, round_input.options, (field,)).kind, round_input.options)
    counts = pack.count_marks(field)
    misdealt_number = next((number for number in range(1, ITSUN) if counts[number] == 4), None)
    if misdealt_number is None:
        outcome, opening_reasons = "play_on", play_on_reasons(pack, field)
    else:
        outcome, opening_reasons = "misdeal", (misdeal_reason(misdealt_number),)
    return build_settlement(
        game,
        round_input,
        net=(0,) * len(round_input.seats),
        outcome=outcome,
        next_dealer=0,
        is_over=never_over,
        winners=(),
        transfers=(),
        hands=tuple(HandValue(seat, None, None) for seat in range(len(round_input.seats))),
        reasons=opening_reasons,
    )


def settle_by_yaku(
    game: Game, round_input: RoundInput, position: Position, yaku_by_seat: Sequence[tuple[Yaku, ...]]
) -> Settlement:
    """The settlement of a round ended by a dekiyaku: the other two pay its value, card points do not count."""
    options = round_input.options
    if options["yaku_mode"] == "settle_at_end":
        raise Refusal("impossible", texts.YAKU_CANNOT_END)
    position.check_oni_capture()
    makers = _find_makers(round_input, position, yaku_by_seat)
    paid = [
        select_paid_yaku(yaku_by_seat[seat], str(options["yaku_pay"])) if seat in makers else ()
        for seat in range(ACTIVE_SEATS)
    ]
    payments = yaku_transfers(paid, str(options["config"]))
    dealer_keeps = 0 in makers
    hands = tuple(
        hand_value(
            seat,
            position.pack,
            position.counted_cards(seat),
            yaku_by_seat[seat] if seat in makers else (),
            options,
            position.leftover,
        )
        for seat in range(ACTIVE_SEATS)
    )
    leftover_uncertain = round_input.data.get("leftover") is not None and position.leftover is None
    round_reasons = (
        YAKU_ENDS,
        *((LEFTOVER_UNCERTAIN,) if leftover_uncertain else ()),
        DEALER_MADE_YAKU if dealer_keeps else OTHER_MADE_YAKU,
    )
    return _build_settlement(
        game, round_input, "yaku", payments, hands, next_dealer=0 if dealer_keeps else 1, round_reasons=round_reasons
    )


def _find_makers(
    round_input: RoundInput, position: Position, yaku_by_seat: Sequence[tuple[Yaku, ...]]
) -> tuple[int, ...]:
    """The seats that formed the dekiyaku that ended the round; `impossible` if nobody did, or not in one turn."""
    check = round_input.options["yaku_check"]
    makers = tuple(seat for seat in range(ACTIVE_SEATS) if yaku_by_seat[seat])
    if not makers:
        raise Refusal("impossible", texts.NO_YAKU)
    if check == "may_continue":
        declared = round_input.data.get("maker")
        if declared is None and len(makers) == 1:
            return makers
        maker = require_int(declared, text("ended_round"), maximum=ACTIVE_SEATS - 1)
        if maker not in makers:
            raise Refusal("impossible", texts.NO_YAKU, seat=maker)
        return (maker,)
    if len(makers) > 1:
        # One turn may complete the player's own yaku and, through the leftover, a yaku of the holder of Oni.
        config = str(round_input.options["config"])
        own_makers = [seat for seat in makers if find_yaku(config, position.pack.count_marks(position.piles[seat]))]
        if len(own_makers) > 1:
            raise Refusal("impossible", texts.TWO_MAKERS, seat=makers[1])
    if check == "each_capture" and not all(map(can_complete_in_one_capture, (yaku_by_seat[seat] for seat in makers))):
        raise Refusal("impossible", texts.TWO_YAKU_IN_ONE_CAPTURE, seat=makers[0])
    return makers


def settle_by_points(
    game: Game, round_input: RoundInput, position: Position, yaku_by_seat: Sequence[tuple[Yaku, ...]]
) -> Settlement:
    """The settlement after all hands are empty: card points against par (kujuroku 6).

    With `settle_at_end` the dekiyaku are paid on top (kujuroku A15).
    """
    options = round_input.options
    position.check_complete()
    position.check_oni_capture()
    yaku_paid_at_end = options["yaku_mode"] == "settle_at_end"
    played_on_reasons: tuple[Reason, ...] = ()
    if not yaku_paid_at_end:
        maker = next((seat for seat in range(ACTIVE_SEATS) if yaku_by_seat[seat]), None)
        if maker is not None and options["yaku_check"] != "may_continue":
            names = [yaku_name(yaku.key, str(options["config"])) for yaku in yaku_by_seat[maker]]
            raise Refusal("impossible", texts.yaku_would_end(names), seat=maker)
        played_on_reasons = (YAKU_PLAYED_ON,) if maker is not None else ()
        yaku_by_seat = ((),) * ACTIVE_SEATS
    paid = [select_paid_yaku(yakus, str(options["yaku_pay"])) for yakus in yaku_by_seat]
    points = [position.pack.total_points(position.counted_cards(seat)) for seat in range(ACTIVE_SEATS)]
    chips = [chip_score(total) for total in points]
    winners = [seat for seat in range(ACTIVE_SEATS) if chips[seat] > 0]
    payments = (*point_transfers(chips, winners), *yaku_transfers(paid, str(options["config"])))
    is_draw = len(winners) == ACTIVE_SEATS
    deal_reason, dealer_keeps = decide_deal(is_draw=is_draw, dealer_has_yaku=bool(yaku_by_seat[0]), points=points)
    hands = tuple(
        with_par_score(
            hand_value(
                seat, position.pack, position.counted_cards(seat), yaku_by_seat[seat], options, position.leftover
            ),
            points[seat],
        )
        for seat in range(ACTIVE_SEATS)
    )
    yaku_reasons = played_on_reasons or ((YAKU_PAID_AT_END,) if any(yaku_by_seat) else ())
    round_reasons = (WINNER_COUNT_REASONS[len(winners)], *yaku_reasons, deal_reason)
    outcome = "settled" if payments else "draw"
    return _build_settlement(
        game, round_input, outcome, payments, hands, next_dealer=0 if dealer_keeps else 1, round_reasons=round_reasons
    )


def _build_settlement(
    game: Game,
    round_input: RoundInput,
    outcome: str,
    transfers: tuple[Transfer, ...],
    hands: tuple[HandValue, ...],
    *,
    next_dealer: int,
    round_reasons: tuple[Reason, ...],
) -> Settlement:
    net = [0] * len(round_input.seats)
    for transfer in transfers:
        net[transfer.giver] -= transfer.stones
        net[transfer.taker] += transfer.stones
    if len(round_input.seats) > ACTIVE_SEATS:
        hands = (*hands, HandValue(ACTIVE_SEATS, None, None, (RESTS,)))
    deals_lost = require_int(round_input.data.get("deals_lost", 0), text("deals_lost"))
    if next_dealer and deals_lost + 1 >= len(round_input.seats):
        round_input = replace(round_input, rounds_left=1)
        round_reasons = (*round_reasons, ALL_HAVE_DEALT)
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome=outcome,
        next_dealer=next_dealer,
        is_over=_has_debt if round_input.options["debt"] == "end_game" else never_over,
        winners=tuple(seat for seat, change in enumerate(net) if change > 0),
        transfers=transfers,
        hands=hands,
        reasons=round_reasons,
    )


def hand_value(
    seat: int,
    pack: Pack,
    pile: Sequence[str],
    yakus: Sequence[Yaku],
    options: Mapping[str, OptionValue],
    leftover: str | None = None,
) -> HandValue:
    """The value of a pile: its dekiyaku where it has some in `yakus`, its card points otherwise.

    `leftover` is the card that Oni leaves over, None as long as it is uncertain.
    """
    config = str(options["config"])
    counts = pack.count_marks(pile)
    points = pack.total_points(pile)
    pile_lines = pile_reasons(pack, counts, points, leftover if counts[ONI] else None)
    if not yakus:
        return HandValue(seat, "points", points, pile_lines)
    key = classify_hand(CLASSES, Pile(config, counts), "").key
    paid = select_paid_yaku(yakus, str(options["yaku_pay"]))
    paid_parts = frozenset().union(*(yaku.parts for yaku in paid))
    unpaid = (yaku_not_paid(yaku, config) for yaku in yakus if not yaku.parts <= paid_parts)
    return HandValue(seat, key, None, (*(yaku_reason(yaku, config, pack.kind) for yaku in paid), *unpaid, *pile_lines))


def with_par_score(hand: HandValue, points: int) -> HandValue:
    """The value of a counted pile, with the chip score of its card points."""
    return replace(hand, reasons=(*hand.reasons, par_reason(points, chip_score(points))))


def _has_debt(stones: Sequence[int]) -> bool:
    return min(stones) < 0


def yaku_transfers(paid_yaku: Sequence[Sequence[Yaku]], config: str) -> tuple[Transfer, ...]:
    """The payments for dekiyaku: their value from each of the other two players of the round."""
    return tuple(
        Transfer(giver, maker, total_stones_each(yakus), yaku_paid(tuple(yakus), config))
        for maker, yakus in enumerate(paid_yaku)
        if yakus
        for giver in range(ACTIVE_SEATS)
        if giver != maker
    )


def point_transfers(chips: Sequence[int], winners: Sequence[int]) -> tuple[Transfer, ...]:
    """The payments for card points (kujuroku 6.2).

    One winner takes what each loser is short of par; two winners each take their own score from the loser.
    """
    losers = [seat for seat in range(ACTIVE_SEATS) if chips[seat] < 0]
    if len(winners) == 1:
        return tuple(Transfer(loser, winners[0], -chips[loser], short_of_par(-chips[loser])) for loser in losers)
    return tuple(
        Transfer(loser, winner, chips[winner], over_par(chips[winner])) for loser in losers for winner in winners
    )
