"""Deals of Koi-Koi: misdealt fields, teshi and kuttsuki."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.errors import Refusal
from scorer.families.captures.months import count_pairs, full_month
from scorer.families.captures.reasons import field_in_order, full_month_reason
from scorer.families.captures.round_cards import list_in
from scorer.games.koikoi import reasons
from scorer.games.koikoi.settlement import check_dealt_sizes, month_of, settle_draw, settle_win
from scorer.games.koikoi.texts import because, text
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, never_over
from scorer.texts import Text

LUCKY_POINTS = 6
"""Points of teshi and of kuttsuki (koikoi 2.4)."""
LUCKY_DESCRIPTIONS: Mapping[str, Text] = {
    "teshi": text("lucky_descriptions.teshi"),
    "kuttsuki": text("lucky_descriptions.kuttsuki"),
}
_LUCKY_REASONS = {
    "teshi": because("teshi", "koikoi 2.4"),
    "kuttsuki": because("kuttsuki", "koikoi 2.4"),
}
_NOT_LUCKY = because("none.not_lucky", "koikoi 2.4")


def lucky_points(hand: Sequence[str], options: Mapping[str, OptionValue]) -> dict[str, int]:
    """What a dealt hand holds: teshi, kuttsuki, both only where they are agreed to add up (koikoi 2.4).

    >>> lucky_points(("h01-1", "h01-2", "h01-3", "h01-4", "h02-1", "h02-2", "h03-1", "h03-2"), {"dealt_stack": False})
    {'teshi': 6}
    """
    found = {}
    if full_month(hand) is not None:
        found["teshi"] = LUCKY_POINTS
    if count_pairs(hand) == 4 and (not found or options["dealt_stack"]):
        found["kuttsuki"] = LUCKY_POINTS
    return found


def field_misdeal(opening: Sequence[str], options: Mapping[str, OptionValue]) -> Reason | None:
    """Why the opening field is dealt again, None where it is in order (koikoi 2.3)."""
    month = full_month(opening)
    if month is not None:
        return full_month_reason(month, "koikoi 2.3")
    return reasons.FOUR_PAIRS if options["dealt_hands"] != "off" and count_pairs(opening) == 4 else None


def settle_deal(game: Game, round_input: RoundInput) -> Settlement:
    """The answer to a question about a deal: misdeal, lucky hands, or in order (koikoi 2.3, 2.4)."""
    options, data = round_input.options, round_input.data
    shown, opening = list_in(data, "hands"), data.get("opening")
    if not shown and opening is None:
        raise Refusal("bad_count", reasons.NO_CARDS_GIVEN)
    month_of(round_input)
    check_dealt_sizes(round_input)
    misdeal = None if opening is None else field_misdeal(opening, options)
    if misdeal is not None or options["dealt_hands"] == "off" or not shown:
        hands = tuple(HandValue(seat, None, None, (), {"yaku": {}}) for seat in range(2))
        return _nothing_paid(game, round_input, hands, misdeal)
    hands = tuple(_dealt_value(seat, hand, options) for seat, hand in enumerate(shown))
    lucky = [hand.seat for hand in hands if hand.total]
    if not lucky:
        return _nothing_paid(game, round_input, hands, None)
    if options["dealt_hands"] == "redeal":
        return _nothing_paid(game, round_input, hands, reasons.LUCKY_REDEAL)
    if len(lucky) == 2:
        return settle_draw(game, round_input, hands, (reasons.BOTH_LUCKY,), next_dealer=0)
    points = hands[lucky[0]].total or 0
    return settle_win(
        game,
        round_input,
        hands,
        winner=lucky[0],
        outcome="dealt",
        multiplier=1,
        round_reasons=(reasons.lucky_reason(round_input.seats[lucky[0]], points),),
    )


def _dealt_value(seat: int, hand: Sequence[str] | None, options: Mapping[str, OptionValue]) -> HandValue:
    if hand is None:
        return HandValue(seat, None, None, (), {"yaku": {}})
    found = lucky_points(hand, options)
    lines = tuple(_LUCKY_REASONS[key] for key in found) or (_NOT_LUCKY,)
    return HandValue(seat, next(iter(found), "none"), sum(found.values()), lines, {"yaku": found})


def _nothing_paid(
    game: Game, round_input: RoundInput, hands: tuple[HandValue, ...], misdeal: Reason | None
) -> Settlement:
    """A deal that settles nothing: dealt again, or in order."""
    return build_settlement(
        game,
        round_input,
        net=(0, 0),
        outcome="play" if misdeal is None else "misdeal",
        next_dealer=0,
        is_over=never_over,
        winners=(),
        transfers=(),
        hands=hands,
        reasons=(misdeal or field_in_order("koikoi 2.3"),),
        extra={"multiplier": 1},
    )
