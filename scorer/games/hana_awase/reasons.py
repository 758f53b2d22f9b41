"""Reasons of Hana-Awase, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scorer.families.captures.reasons import points_reasons, yaku_reasons
from scorer.families.captures.yaku import dearest_key
from scorer.games.hana_awase.texts import OPTIONS, because, text
from scorer.games.hana_awase.yaku import ORDER, VIEWING, count_pile, table_under
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.results import HandValue, Reason
from scorer.texts import signed

POINTS = text("unit")
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
