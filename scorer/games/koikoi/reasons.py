"""Reasons and refusals of Koi-Koi, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scorer.families.captures.reasons import yaku_reasons
from scorer.families.captures.yaku import dearest_key
from scorer.games.koikoi.texts import OPTIONS, because, text
from scorer.games.koikoi.yaku import ORDER, YAKU_NAMES, YakuRules
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.results import HandValue, Reason
from scorer.texts import Text

POINTS = text("points")
NO_YAKU = because("none.no_yaku", "koikoi 3", 0)
_ALONE = because("alone", "koikoi 5")
_AGREED_DRAW = agreement_suffix(OPTIONS, "draw_deal", "same")

NOT_TWO_PILES = text("not_two_piles")
NO_CARDS_GIVEN = text("no_cards_given")
NOT_TWO_HANDS = text("not_two_hands")
NO_MONTH = text("no_month")
NO_OPENING = text("no_opening")
UNKNOWN_ENDED_BY = text("unknown_ended_by")
TOO_MANY_CALLS = text("too_many_calls")


def caller_without_yaku(name: str) -> Text:
    """The caller of shobu has no yaku."""
    return text("caller_without_yaku", name=name)


YAKU_WITHOUT_CALL = text("yaku_without_call")
CALL_WITHOUT_YAKU = text("call_without_yaku")


def more_calls_than_turns(name: str, said: int, turns: int) -> Text:
    """A player said koi-koi and shobu more often than his pile can have formed or improved a yaku."""
    return text("more_calls_than_turns", name=name, said=said, turns=turns)


def pile_value(seat: int, pile: int, rules: YakuRules) -> HandValue:
    """The value of a captured pile: its class, its base points and every yaku that counts, with reasons."""
    counted = rules.count(pile)
    lines = yaku_reasons(rules.tables[0], counted, POINTS, counts=True) or (NO_YAKU,)
    return HandValue(
        seat,
        dearest_key(counted, ORDER),
        sum(counted.values()),
        (*lines, *_not_counted(pile, rules, counted)),
        {"yaku": counted},
    )


def _not_counted(pile: int, rules: YakuRules, counted: Mapping[str, int]) -> tuple[Reason, ...]:
    """Why a viewing yaku that lies in the pile does not count."""
    void = rules.void_in(pile)
    lying = [yaku for yaku in rules.tables[0] if yaku.key in ("hanami", "tsukimi") and yaku.is_in(pile)]
    lines = [_rained_off(yaku.key, own=rules.own_rain) for yaku in lying if yaku.key in void]
    if rules.needs_other and any(yaku.key not in counted and yaku.key not in void for yaku in lying):
        lines.append(_ALONE)
    return tuple(lines)


@cache
def _rained_off(key: str, *, own: bool) -> Reason:
    return because("rained_off.own_rain" if own else f"rained_off.{key}", "koikoi 5", name=YAKU_NAMES[key])


def shobu_reason(name: str, base: int) -> Reason:
    """Who ended the round, and the sum of the yaku."""
    return because("shobu", "koikoi 2.6", name=name, base=base)


SEVEN_DOUBLES = because("seven.doubles", "koikoi 4.1")


@cache
def call_reason(rule: str, factor: int) -> Reason:
    """What the calls of koi-koi multiply by."""
    return because(f"call.{rule}", "koikoi 4.2", factor=factor, calls=factor - 1)


@cache
def field_reason(brights: int, factor: int) -> Reason:
    """What the brights on the opening field multiply by."""
    return because("field", "koikoi 4.3", brights=brights, factor=factor)


@cache
def points_reason(base: int, multiplier: int) -> Reason:
    """What the winner gets."""
    points = base * multiplier
    if multiplier == 1:
        return because("points.simple", "koikoi 4.4", points=points)
    return because("points.multiplied", "koikoi 4.4", base=base, multiplier=multiplier, points=points)


EMPTY = because("empty", "koikoi 2.7")


@cache
def draw_points_reason(points: int) -> Reason:
    """What the dealer gets of a round without winner."""
    return because("dealers_right", "koikoi 5", points=points)


def draw_deal_reason(options: Mapping[str, OptionValue]) -> Reason:
    """Who deals after the hands ran out."""
    if options["draw_deal"] == "same":
        return because("draw_keeps", "koikoi 5", agreed=_AGREED_DRAW)
    return because("draw_passes", "koikoi 2.7")


FOUR_PAIRS = because("misdeal.four_pairs", "koikoi 2.3")
LUCKY_REDEAL = because("misdeal.lucky_redeal", "koikoi 5")
BOTH_LUCKY = because("both_dealt", "koikoi 2.4")


@cache
def lucky_reason(name: str, points: int) -> Reason:
    """Who won with the hand as dealt; nothing multiplies these points."""
    return because("dealt.lucky", "koikoi 2.4", name=name, points=points)
