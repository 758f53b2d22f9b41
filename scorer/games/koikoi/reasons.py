"""Reasons and refusals of Koi-Koi, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scorer.families.captures.reasons import yaku_reasons
from scorer.families.captures.yaku import dearest_key
from scorer.games.koikoi.texts import OPTIONS
from scorer.games.koikoi.yaku import ORDER, YAKU_NAMES, YakuRules
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.results import HandValue, Reason, because
from scorer.texts import Text

POINTS = Text("", "点")
NO_YAKU = because("none", "No yaku", "役なし", "koikoi 3", 0)
_ALONE = because(
    "alone",
    "Hanami and tsukimi count only beside another yaku (as agreed)",
    "取り決めにより、花見酒・月見酒はほかの役があるときだけ数えます",
    "koikoi 5",
)
_AGREED_DRAW = agreement_suffix(OPTIONS, "draw_deal", "same")

NOT_TWO_PILES = Text("two piles are needed, one of each player", "取札は2人分、二つ要ります")
NO_CARDS_GIVEN = Text(
    "two piles are needed, or the opening field or a hand as dealt",
    "2人の取札か、はじめの場札か、配られた手が要ります",
)
NOT_TWO_HANDS = Text(
    "two dealt hands are needed, null where one was not shown", "配られた手は2人分要ります（見せない手は null）"
)
NO_MONTH = Text("with month cards the round needs its month", "月札を使うときは、その局の月が要ります")
NO_OPENING = Text(
    "where brights on the field multiply, the opening field is needed",
    "場の光で点が増える取り決めでは、はじめの場札が要ります",
)
UNKNOWN_ENDED_BY = Text('ended_by is "shobu" or "empty"', "局の終わり方（ended_by）は shobu か empty です")
TOO_MANY_CALLS = Text("koi-koi is called once in a round, as agreed", "取り決めにより、こいこいは一局に一回だけです")


def caller_without_yaku(name: str) -> Text:
    """The caller of shobu has no yaku."""
    return Text(
        f"{name} said shobu, but {name}'s pile holds no yaku", f"{name}が勝負と言いましたが、その取札に役がありません"
    )


YAKU_WITHOUT_CALL = Text(
    "this pile holds a yaku, but its owner said neither koi-koi nor shobu",
    "この取札には役があるのに、こいこいとも勝負とも言っていません",
)
CALL_WITHOUT_YAKU = Text(
    "who called koi-koi has a yaku, but this pile holds none", "こいこいと言った人の取札に役がありません"
)


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
    name = YAKU_NAMES[key]
    if own:
        return because(
            "rained_off",
            f"{name.en}: rained off by the rain man in this pile",
            f"{name.ja}：取札に雨の光があるので流れました",
            "koikoi 5",
        )
    en, ja = ("a willow", "柳") if key == "hanami" else ("a paulownia", "桐")
    return because(
        "rained_off",
        f"{name.en}: spoilt by {en} left on the field",
        f"{name.ja}：場に{ja}が残ったので流れました",
        "koikoi 5",
    )


def shobu_reason(name: str, base: int) -> Reason:
    """Who ended the round, and the sum of the yaku."""
    return because(
        "shobu", f"{name} says shobu: yaku of {base}", f"{name}が「勝負」。役は合わせて{base}点です", "koikoi 2.6"
    )


SEVEN_DOUBLES = because("seven", "Seven or more: × 2", "7点以上なので倍です", "koikoi 4.1")


@cache
def call_reason(rule: str, factor: int) -> Reason:
    """What the calls of koi-koi multiply by."""
    en, ja = {
        "opponent": ("The other had called koi-koi", "相手がこいこいと言っていたので"),
        "opponent_count": (
            f"The other had called koi-koi {_times(factor - 1)}",
            f"相手がこいこいと{factor - 1}回言っていたので",
        ),
        "own": ("The winner had called koi-koi", "勝った人がこいこいと言っていたので"),
        "anyone": ("Koi-koi had been called", "こいこいの声があったので"),
    }[rule]
    return because("call", f"{en}: × {factor}", f"{ja}{factor}倍です", "koikoi 4.2")


@cache
def field_reason(brights: int, factor: int) -> Reason:
    """What the brights on the opening field multiply by."""
    return because(
        "field",
        f"{brights} {'bright' if brights == 1 else 'brights'} on the opening field: × {factor}",
        f"はじめの場に光が{brights}枚あったので{factor}倍です",
        "koikoi 4.3",
    )


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


@cache
def points_reason(base: int, multiplier: int) -> Reason:
    """What the winner gets."""
    points = base * multiplier
    if multiplier == 1:
        return because("points", f"{points} for the winner", f"勝った人の点は{points}点です", "koikoi 4.4")
    return because(
        "points",
        f"{base} × {multiplier} = {points} for the winner",
        f"{base}点の{multiplier}倍で、{points}点です",
        "koikoi 4.4",
    )


EMPTY = because(
    "empty",
    "The hands ran out and nobody said shobu: no yaku scores",
    "誰も勝負と言わないまま手札が尽きたので、役の点はありません",
    "koikoi 2.7",
)


@cache
def draw_points_reason(points: int) -> Reason:
    """What the dealer gets of a round without winner."""
    return because("dealers_right", f"The dealer's privilege: {points}", f"親権で親に{points}点", "koikoi 5")


def draw_deal_reason(options: Mapping[str, OptionValue]) -> Reason:
    """Who deals after the hands ran out."""
    if options["draw_deal"] == "same":
        return because(
            "draw_keeps",
            f"After a draw the same dealer deals again{_AGREED_DRAW.en}",
            f"流れたので同じ親がもう一度配ります{_AGREED_DRAW.ja}",
            "koikoi 5",
        )
    return because("draw_passes", "After a draw the other player deals", "流れたので親が替わります", "koikoi 2.7")


FOUR_PAIRS = because(
    "misdeal",
    "Four pairs lie on the field: the same dealer deals again",
    "場に2枚ずつ4組あるので、同じ親が配り直します",
    "koikoi 2.3",
)
LUCKY_REDEAL = because(
    "misdeal",
    "Teshi or kuttsuki was dealt: the same dealer deals again (as agreed)",
    "手四かくっつきが配られたので、取り決めにより同じ親が配り直します",
    "koikoi 5",
)
BOTH_LUCKY = because(
    "both_dealt",
    "Both were dealt teshi or kuttsuki: a draw, and the same dealer deals again",
    "2人とも手四かくっつきなので引き分け。同じ親が配ります",
    "koikoi 2.4",
)


@cache
def lucky_reason(name: str, points: int) -> Reason:
    """Who won with the hand as dealt; nothing multiplies these points."""
    return because(
        "dealt",
        f"{name} wins {points} with the hand as dealt; nothing multiplies it",
        f"{name}が配られた手で{points}点の勝ち。倍にはなりません",
        "koikoi 2.4",
    )
