"""Reasons of Hana-Awase, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scorer.families.captures.reasons import points_reasons, yaku_reasons
from scorer.families.captures.yaku import dearest_key
from scorer.games.hana_awase.texts import OPTIONS
from scorer.games.hana_awase.yaku import ORDER, VIEWING, count_pile, table_under
from scorer.rules.options import OptionValue, agreement_suffix
from scorer.rules.results import HandValue, Reason, because
from scorer.texts import Text, signed

POINTS = Text("", "点")
_AGREED_CANCELS = agreement_suffix(OPTIONS, "ameshima", "cancels")
_AGREED_OWNER = agreement_suffix(OPTIONS, "ameshima", "owner_only")
_RAINED_OFF = because(
    "rained_off",
    "Hanami, tsukimi and nomi: rained off by the rain man in this pile",
    "花見酒・月見酒・飲み：取札に雨の光があるので流れました",
    "hana-awase 3.3",
)


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
        return because("par", f"{points} is par", f"{points}点は平均どおりです", "hana-awase 4.1")
    side_en, side_ja = ("above", "多い") if difference > 0 else ("below", "少ない")
    return because(
        "par",
        f"{points}: {abs(difference)} {side_en} par ({par})",
        f"{points}点：平均{par}点より{abs(difference)}点{side_ja}",
        "hana-awase 4.1",
    )


@cache
def yaku_paid_reason(own: int, others: int, seats: int) -> Reason:
    """What the yaku of the round bring a seat, or cost it."""
    gain = own * (seats - 1) - others
    return because(
        "yaku_paid",
        f"Own yaku {own} from each of {seats - 1}, less the others' yaku {others}: {signed(gain)}",
        f"自分の役{own}点を{seats - 1}人から、ほかの人の役{others}点を払い：{signed(gain)}点",
        "hana-awase 4.2",
    )


@cache
def compensation_reason(count: int) -> Reason:
    """What a seat with few cards gets."""
    return because(
        "compensation",
        f"Only {count} cards captured: 30 from each of the others (as agreed)",
        f"取った札が{count}枚なので、取り決めによりほかの2人から30点ずつ",
        "hana-awase 4.6",
    )


SETTLED = because(
    "settled",
    "Everybody gets what they have above par, and their yaku from each of the others",
    "平均を超えた点と、役の点をほかの全員から受け取ります",
    "hana-awase 4.2",
)
ADDED = because(
    "added",
    "Card points and yaku are written down; nobody pays (as agreed)",
    "取り決めにより、札の点と役の点を書くだけで払いはありません",
    "hana-awase 4.3",
)
CANCELLED = because(
    "cancelled",
    f"The four willows are in one pile: no yaku counts{_AGREED_CANCELS.en}",
    f"雨島ができたので、役はすべて消えます{_AGREED_CANCELS.ja}",
    "hana-awase 3.4",
)
OWNER_ONLY = because(
    "owner_only",
    f"The four willows are in one pile: only its yaku count{_AGREED_OWNER.en}",
    f"雨島ができたので、取った人の役だけ残ります{_AGREED_OWNER.ja}",
    "hana-awase 3.4",
)
EQUAL = because(
    "equal", "A tie: the earlier in turn deals", "同点なので、親から数えて早い人が次の親です", "hana-awase 4.7"
)


@cache
def fuke_reason(name: str, points: int) -> Reason:
    """Who has so few card points that the round is a draw."""
    return because(
        "fuke",
        f"{name} has {points} card points: fuke, a draw; nobody scores, and the same dealer deals again",
        f"{name}の札は{points}点。ふけなので流れ、同じ親が配ります",
        "hana-awase 4.5",
    )
