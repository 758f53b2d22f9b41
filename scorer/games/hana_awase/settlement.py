"""Settlement of Hana-Awase with its reasons: par, yaku, fuke."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS, CHAFF, PACK_SIZE, card_points, cards_in, mask_of
from scorer.families.captures.months import full_month
from scorer.families.captures.reasons import field_in_order, full_month_reason, points_reasons, yaku_reasons
from scorer.families.captures.round_cards import list_in, pack_incomplete, require_size
from scorer.families.captures.yaku import dearest_key
from scorer.games.hana_awase import texts
from scorer.games.hana_awase.texts import OPTIONS, ORDER, because, text
from scorer.games.hana_awase.yaku import POINTS, VIEWING, count_pile, count_piles, table_under
from scorer.rules.game import Game
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, never_over, transfers_from_net
from scorer.texts import signed

_AGREED_CANCELS = agreement_suffix(OPTIONS, "ameshima", "cancels")
_AGREED_OWNER = agreement_suffix(OPTIONS, "ameshima", "owner_only")
_RAINED_OFF = because("rained_off", "hana-awase 3.3")


def pile_value(
    seat: int, pile: int, points: int, counted: Mapping[str, int], options: Mapping[str, OptionValue]
) -> HandValue:
    """The value of a pile: its class, its card points by kind, and every yaku of it that counts."""
    lines = points_reasons(pile, "hana-awase 1.1", int(options["chaff_points"]))
    yaku_lines = yaku_reasons(table_under(options), counted, POINTS, counts=False)
    return HandValue(
        seat,
        dearest_key(counted, ORDER),
        points,
        (*lines, *yaku_lines, *_spoilt(pile, options)),
        {"yaku": dict(counted)},
    )


def _spoilt(pile: int, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """That the rain spoilt what the pile holds of the viewing."""
    if options["viewing_weather"] == "off":
        return ()
    lying = any(yaku.is_in(pile) for yaku in table_under(options) if yaku.key in VIEWING)
    return (_RAINED_OFF,) if lying and not VIEWING & count_pile(pile, options).keys() else ()


@cache
def par_reason(points: int, par: int) -> Reason:
    """How far a seat's card points are from par."""
    difference = points - par
    if not difference:
        return because("par.par", "hana-awase 4.1", points=points)
    key = "par.above" if difference > 0 else "par.below"
    return because(key, "hana-awase 4.1", points=points, difference=abs(difference), par=par)


@cache
def yaku_paid_reason(own: int, others: int, seats: int) -> Reason:
    """What the yaku of the round bring a seat, or cost it."""
    gain = own * (seats - 1) - others
    return because("yaku_paid", "hana-awase 4.2", own=own, seats=seats - 1, others=others, gain=signed(gain))


@cache
def compensation_reason(count: int) -> Reason:
    """What a seat with few cards gets."""
    return because("compensation.few_cards", "hana-awase 4.6", count=count)


SETTLED = because("settled", "hana-awase 4.2")
ADDED = because("added.nobody_pays", "hana-awase 4.3")
CANCELLED = because("cancelled", "hana-awase 3.4", agreed=_AGREED_CANCELS)
OWNER_ONLY = because("owner_only", "hana-awase 3.4", agreed=_AGREED_OWNER)
EQUAL = because("equal", "hana-awase 4.7")


@cache
def fuke_reason(name: str, points: int) -> Reason:
    """Who has so few card points that the round is a draw."""
    return because("fuke.draw", "hana-awase 4.5", name=name, points=points)


HAND_SIZES: Mapping[int, int] = {2: 8, 3: 7, 4: 5}
"""Cards of a hand as dealt, by players (hana-awase 2.2)."""
COMPENSATION = 30
"""Points of each other player for who captured few cards (hana-awase 4.6)."""
ALL_CHAFF, ONE_SHORT = 30, 20
"""Points of each other player for a dealt hand of nothing but chaff, and of all but one (more house rules 4)."""
FEW_CARDS = (8, 8, 10)
"""Most cards of each of three seats for which there is compensation (hana-awase 4.6)."""


def field_size(players: int) -> int:
    """Cards on the opening field (hana-awase 2.2)."""
    return 6 if players == 3 else 8


def par_of(players: int, chaff_points: int) -> int:
    """The share of each player in the points of the pack (hana-awase 4.1, 4.4).

    >>> par_of(3, 1), par_of(4, 0)
    (88, 60)
    """
    return (264 if chaff_points else 240) // players


def settle_deal(game: Game, round_input: RoundInput) -> Settlement:
    """The answer to a question about the opening field or the dealt hands (hana-awase 2.3, more house rules 4)."""
    opening, size = list_in(round_input.data, "opening"), field_size(len(round_input.seats))
    if opening:
        require_size(opening, size, text("opening_field"))
    month, bonuses = full_month(opening), chaff_bonuses(round_input)
    if month is not None:
        return _nothing_paid(game, round_input, "misdeal", (full_month_reason(month, "hana-awase 2.3"),))
    if any(bonuses) and round_input.options["chaff_hands"] == "redeal":
        return _chaff_misdeal(game, round_input, bonuses)
    names = round_input.seats
    lines = (_chaff_reason("will_get", names[seat], each) for seat, each in enumerate(bonuses) if each)
    return _nothing_paid(game, round_input, "play", (field_in_order("hana-awase 2.3"), *lines))


def _chaff_misdeal(game: Game, round_input: RoundInput, bonuses: Sequence[int]) -> Settlement:
    seat = next(seat for seat, bonus in enumerate(bonuses) if bonus)
    reason = _chaff_reason("redeal", round_input.seats[seat], bonuses[seat])
    return _nothing_paid(game, round_input, "misdeal", (reason,))


def _nothing_paid(game: Game, round_input: RoundInput, outcome: str, reasons: tuple[Reason, ...]) -> Settlement:
    seats = len(round_input.seats)
    return build_settlement(
        game,
        round_input,
        net=(0,) * seats,
        outcome=outcome,
        next_dealer=0,
        is_over=never_over,
        winners=(),
        transfers=(),
        hands=tuple(HandValue(seat, None, None, (), {"yaku": {}}) for seat in range(seats)),
        reasons=reasons,
    )


def chaff_bonus(hand: Sequence[str]) -> int:
    """What a dealt hand brings from each other player: nothing but chaff, or all but one (more house rules 4).

    >>> chaff_bonus(["h01-3", "h01-4", "h11-4"]), chaff_bonus(["h01-3", "h11-3"]), chaff_bonus(["h01-1", "h11-3"])
    (30, 20, 0)
    """
    others = sum(code not in CHAFF for code in hand)
    return {0: ALL_CHAFF, 1: ONE_SHORT}.get(others, 0)


def chaff_bonuses(round_input: RoundInput) -> tuple[int, ...]:
    """By seat what the hand as dealt brings from each other player; nothing where it is not known or not agreed.

    Raises `bad_count` unless there is a hand a seat, null for one that was not shown, then `too_few_cards` or
    `too_many_cards`.
    """
    seats = len(round_input.seats)
    hands = list_in(round_input.data, "hands")
    if hands and len(hands) != seats:
        raise Refusal("bad_count", texts.NOT_A_HAND_EACH)
    for seat, hand in enumerate(hands):
        if hand is not None:
            require_size(hand, HAND_SIZES[seats], text("dealt_hand"), seat)
    if round_input.options["chaff_hands"] == "off" or not hands:
        return (0,) * seats
    return tuple(0 if hand is None else chaff_bonus(hand) for hand in hands)


@cache
def _chaff_reason(how: str, name: str, bonus: int) -> Reason:
    kinds = 1 if bonus == ALL_CHAFF else 2
    return because(f"chaff_hands.{how}", "more-house-rules 4", name=name, bonus=bonus, kinds=kinds)


def settle_piles(game: Game, round_input: RoundInput) -> Settlement:
    """The settlement of a round from all its piles (hana-awase 3, 4)."""
    options, seats = round_input.options, len(round_input.seats)
    piles, bonuses = _parse_piles(round_input), chaff_bonuses(round_input)
    if any(bonuses) and options["chaff_hands"] == "redeal":
        return _chaff_misdeal(game, round_input, bonuses)
    counted = count_piles(piles, options)
    chaff_points = int(options["chaff_points"])
    points = [card_points(pile, chaff_points) for pile in piles]
    hands = tuple(pile_value(seat, pile, points[seat], counted[seat], options) for seat, pile in enumerate(piles))
    willow_reasons = _willow_reasons(piles, options)
    poorest = min(range(seats), key=points.__getitem__)
    if options["fuke"] != "off" and points[poorest] <= int(options["fuke"]):
        fuke = fuke_reason(round_input.seats[poorest], points[poorest])
        return _build(game, round_input, "draw", (0,) * seats, hands, (fuke,))
    yaku = [sum(found.values()) for found in counted]
    if options["scoring"] == "additive":
        net = tuple(points[seat] + yaku[seat] + _from_others(seat, bonuses) for seat in range(seats))
        hands = tuple(_with_bonus(hand, round_input.seats, bonuses) for hand in hands)
        return _build(game, round_input, "settled", net, hands, (*willow_reasons, ADDED))
    par, total = par_of(seats, chaff_points), sum(yaku)
    few = _few_cards(piles) if options["compensation"] and seats == 3 else ()
    compensated = [COMPENSATION * (seat in few) for seat in range(seats)]
    net = tuple(
        points[seat] - par + seats * yaku[seat] - total + _from_others(seat, compensated) + _from_others(seat, bonuses)
        for seat in range(seats)
    )
    hands = tuple(
        replace(
            hand,
            reasons=(
                *_with_bonus(hand, round_input.seats, bonuses).reasons,
                par_reason(points[seat], par),
                *((yaku_paid_reason(yaku[seat], total - yaku[seat], seats),) if total else ()),
                *((compensation_reason(piles[seat].bit_count()),) if seat in few else ()),
            ),
        )
        for seat, hand in enumerate(hands)
    )
    return _build(game, round_input, "settled", net, hands, (*willow_reasons, SETTLED))


def _parse_piles(round_input: RoundInput) -> tuple[int, ...]:
    """The piles as sets. Raises `bad_count` for another number of piles, or of cards where all must be there."""
    piles = list_in(round_input.data, "piles")
    if len(piles) != len(round_input.seats):
        raise Refusal("bad_count", texts.NOT_A_PILE_EACH)
    masks = tuple(map(mask_of, piles))
    missing = cards_in(mask_of(CARDS) & ~sum(masks))
    if missing and round_input.options["scoring"] == "zero_sum":
        lying = PACK_SIZE - len(missing)
        lying_text = text("pack_incomplete", lying=lying)
        raise pack_incomplete(lying_text, missing)
    if round_input.data.get("opening") is not None:
        size = field_size(len(round_input.seats))
        require_size(round_input.data["opening"], size, text("opening_field"))
    return masks


def _willow_reasons(piles: Sequence[int], options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    if options["ameshima"] == "plain" or not any("ameshima" in count_pile(pile, options) for pile in piles):
        return ()
    return (CANCELLED if options["ameshima"] == "cancels" else OWNER_ONLY,)


def _few_cards(piles: Sequence[int]) -> tuple[int, ...]:
    """The seats of three that captured so few cards that they are compensated."""
    return tuple(seat for seat, pile in enumerate(piles) if pile.bit_count() <= FEW_CARDS[seat])


def _from_others(seat: int, amounts: Sequence[int]) -> int:
    """What a seat gets when each seat is paid its amount by each of the others.

    >>> [_from_others(seat, (30, 0, 20)) for seat in range(3)]
    [40, -50, 10]
    """
    return len(amounts) * amounts[seat] - sum(amounts)


def _with_bonus(hand: HandValue, names: Sequence[str], bonuses: Sequence[int]) -> HandValue:
    """The value of a pile with the line about the hand as it was dealt."""
    bonus = bonuses[hand.seat]
    if not bonus:
        return hand
    return replace(hand, reasons=(*hand.reasons, _chaff_reason("paid", names[hand.seat], bonus)))


def _build(
    game: Game,
    round_input: RoundInput,
    outcome: str,
    net: tuple[int, ...],
    hands: tuple[HandValue, ...],
    round_reasons: tuple[Reason, ...],
) -> Settlement:
    is_draw = outcome == "draw"
    winners = () if is_draw else tuple(seat for seat, change in enumerate(net) if change == max(net))
    house = -sum(net)
    if len(winners) > 1:
        round_reasons = (*round_reasons, EQUAL)
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome=outcome,
        next_dealer=0 if is_draw else winners[0],
        is_over=never_over,
        winners=winners,
        transfers=() if house else transfers_from_net(net),
        house=house,
        hands=hands,
        reasons=round_reasons,
    )
