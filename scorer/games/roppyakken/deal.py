"""The deal of Roppyakken: sizes, misdeals and lucky hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from scorer.errors import Refusal
from scorer.families.captures.cards import BIT, MONTH_NAMES, PACK_SIZE
from scorer.families.captures.months import full_month, months_of
from scorer.families.captures.reasons import field_in_order, full_month_reason
from scorer.families.captures.round_cards import list_in, require_size
from scorer.games.roppyakken.texts import because, text
from scorer.games.roppyakken.yaku import WORTHS
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import build_settlement, never_over

_LUCKY_POINTS = {"sogasu": 400, "futatesan": 400, "tesan": 200}
"""Points of a dealt hand of worthless cards, of three of a month twice, and once (roppyakken 4)."""
_NOTHING = WORTHS[-1][1]
"""The cards that count nothing."""
_NOT_LUCKY = because("not_lucky", "roppyakken 4", 0)


def hand_size(players: int, options: Mapping[str, OptionValue]) -> int:
    """Cards of a hand as dealt (roppyakken 2.2)."""
    return 7 if players == 3 else int(options["hand_size"])


def field_size(players: int) -> int:
    """Cards on the opening field (roppyakken 2.2)."""
    return 6 if players == 3 else 8


def most_captured(players: int, options: Mapping[str, OptionValue]) -> int:
    """The most cards that all piles can hold: those dealt, and one of the stock for each of a hand (roppyakken 2.5)."""
    return min(2 * players * hand_size(players, options) + field_size(players), PACK_SIZE)


def shown_hands(round_input: RoundInput) -> tuple[Sequence[str], ...]:
    """The hands as dealt, () of those that were not shown. Raises `bad_count` and refuses hands of another size."""
    players = len(round_input.seats)
    hands = tuple(hand or () for hand in list_in(round_input.data, "hands"))
    if hands and len(hands) != players:
        raise Refusal("bad_count", text("not_a_hand_each"))
    for seat, hand in enumerate(hands):
        if hand:
            require_size(hand, hand_size(players, round_input.options), text("dealt_hand"), seat)
    return hands or ((),) * players


def opening_of(round_input: RoundInput) -> Sequence[str]:
    """The opening field, () where it is not told. Refuses one of another size."""
    opening: Sequence[str] = round_input.data.get("opening") or ()
    if opening:
        require_size(opening, field_size(len(round_input.seats)), text("opening_field"))
    return opening


def misdeal_reason(
    names: Sequence[str], hands: Sequence[Sequence[str]], opening: Sequence[str], options: Mapping[str, OptionValue]
) -> Reason | None:
    """Why a deal is dealt again, None where it is in order (roppyakken 2.3)."""
    month = full_month(opening)
    if month is not None:
        return full_month_reason(month, "roppyakken 2.3")
    if options["four_in_hand"] == "misdeal":
        for player, hand in zip(names, hands, strict=True):
            month = full_month(hand)
            if month is not None:
                return because("four_in_hand", "roppyakken 2.3", name=player, month=MONTH_NAMES[month - 1])
    return None


def lucky_points(hand: Sequence[str]) -> dict[str, int]:
    """What a dealt hand is worth by itself (roppyakken 4).

    >>> lucky_points(("h01-1", "h01-2", "h01-3", "h02-1", "h03-1", "h04-1", "h05-1"))
    {'tesan': 200}
    """
    threes = sum(count >= 3 for count in months_of(hand))
    if hand and all(BIT[code] & _NOTHING for code in hand):
        return {"sogasu": _LUCKY_POINTS["sogasu"]}
    key = "futatesan" if threes > 1 else "tesan" if threes else ""
    return {key: _LUCKY_POINTS[key]} if key else {}


@cache
def lucky_reason(key: str, *, counts: bool) -> Reason:
    """A lucky hand as a line of a value. With `counts` its points are part of the total."""
    points = _LUCKY_POINTS[key]
    return Reason(key, text(f"lucky_worth.{key}", points=points), points if counts else None, "roppyakken 4")


def settle_deal(game: Game, round_input: RoundInput) -> Settlement:
    """The answer to a question about a deal: misdeal, or in order, with its lucky hands (roppyakken 2.3, 4)."""
    options = round_input.options
    hands, opening = shown_hands(round_input), opening_of(round_input)
    misdeal = misdeal_reason(round_input.seats, hands, opening, options)
    is_looked_at = misdeal is None and bool(options["lucky_hands"])
    return build_settlement(
        game,
        round_input,
        net=(0,) * len(hands),
        outcome="play" if misdeal is None else "misdeal",
        next_dealer=0,
        is_over=never_over,
        winners=(),
        transfers=(),
        hands=tuple(_dealt_value(seat, hand if is_looked_at else ()) for seat, hand in enumerate(hands)),
        reasons=(misdeal or field_in_order("roppyakken 2.3"),),
    )


def _dealt_value(seat: int, hand: Sequence[str]) -> HandValue:
    """The value of a dealt hand, () for one that is not looked at."""
    if not hand:
        return HandValue(seat, None, None, (), {"yaku": {}})
    found = lucky_points(hand)
    lines = tuple(lucky_reason(key, counts=True) for key in found) or (_NOT_LUCKY,)
    return HandValue(seat, next(iter(found), "none"), sum(found.values()), lines, {"yaku": {}, "lucky": found})
