"""Settlement of Bakappana: every pile against par."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorer.errors import Refusal
from scorer.families.captures.cards import CARDS, card_points, cards_in, mask_of
from scorer.families.captures.months import full_month
from scorer.families.captures.reasons import field_in_order, full_month_reason, points_reasons
from scorer.families.captures.round_cards import list_in, pack_incomplete, require_size
from scorer.games.bakappana.texts import because, text
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, never_over, transfers_from_net

HAND_SIZES: Mapping[int, int] = {2: 8, 3: 7, 4: 5}
"""Cards of a hand, by players."""
_ALL = mask_of(CARDS)


def field_size(players: int) -> int:
    """Cards on the opening field."""
    return 6 if players == 3 else 8


def par_of(players: int, options: Mapping[str, OptionValue]) -> int:
    """The share of each player in the points of the pack."""
    return card_points(_ALL, int(options["chaff_points"])) // players


def pile_value(seat: int, pile: int, options: Mapping[str, OptionValue]) -> HandValue:
    """The card points of a pile, kind by kind."""
    chaff_points = int(options["chaff_points"])
    return HandValue(seat, "points", card_points(pile, chaff_points), points_reasons(pile, "bakappana 4", chaff_points))


def par_reason(points: int, par: int) -> Reason:
    """How far the points of a pile are from par."""
    key = "par.same" if points == par else "par.above" if points > par else "par.below"
    return because(key, "bakappana 4", points=points, away=abs(points - par), par=par)


def settle_piles(game: Game, round_input: RoundInput) -> Settlement:
    """Who is below par pays who is above it; who has most deals next."""
    piles, names = list_in(round_input.data, "piles"), round_input.seats
    if len(piles) != len(names) or None in piles:
        raise Refusal("bad_count", text("not_a_pile_each"))
    masks = tuple(map(mask_of, piles))
    missing = cards_in(_ALL & ~sum(masks))
    if missing:
        raise pack_incomplete(text("not_all", lying=len(CARDS) - len(missing)), missing)
    par = par_of(len(names), round_input.options)
    hands = [pile_value(seat, pile, round_input.options) for seat, pile in enumerate(masks)]
    points = [hand.total or 0 for hand in hands]
    net = [each - par for each in points]
    best = [seat for seat, each in enumerate(points) if each == max(points)]

    def short(giver: int, taker: int, stones: int) -> Reason:
        del taker, stones
        return because("short", "bakappana 4", name=names[giver], short=-net[giver])

    told = [
        replace(hand, reasons=(*hand.reasons, par_reason(each, par))) for hand, each in zip(hands, points, strict=True)
    ]
    paid = transfers_from_net(net, short)
    return _build(
        game, round_input, "settled", net, told, because("settled", "bakappana 4"), winners=tuple(best), transfers=paid
    )


def settle_opening(game: Game, round_input: RoundInput) -> Settlement:
    """What happens with an opening field: four cards of a month are dealt again."""
    opening, seats = list_in(round_input.data, "opening"), len(round_input.seats)
    require_size(opening, field_size(seats), text("opening"))
    month = full_month(opening)
    reason = field_in_order("bakappana 2") if month is None else full_month_reason(month, "bakappana 2")
    hands = [HandValue(seat, None, None) for seat in range(seats)]
    return _build(game, round_input, reason.code, [0] * seats, hands, reason, winners=(), transfers=())


def _build(
    game: Game,
    round_input: RoundInput,
    outcome: str,
    net: Sequence[int],
    hands: Sequence[HandValue],
    reason: Reason,
    **rest: tuple[object, ...],
) -> Settlement:
    winners = rest["winners"]
    return build_settlement(
        game,
        round_input,
        net=net,
        outcome=outcome,
        next_dealer=winners[0] if winners else 0,
        reasons=(reason,),
        is_over=never_over,
        hands=tuple(hands),
        **rest,
    )
