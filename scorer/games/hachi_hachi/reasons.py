"""Reasons of Hachi-Hachi's payments, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from scorer.games.hachi_hachi.teyaku import TEYAKU_BY_KEY
from scorer.games.hachi_hachi.yaku import PAR, FieldState
from scorer.rules.results import Reason, because
from scorer.texts import Name, Text, capitalize, join_names, signed

RESTS = because("rests", "Rests this round", "この局は休みです", "hachi-hachi 7.3")
VOID = because(
    "void",
    "Teyaku and special achievements are not paid in such a round",
    "このときは、手役や特別な手柄の払いはありません",
    "hachi-hachi 5.2",
)


@lru_cache(maxsize=256)
def field_reason(field: FieldState) -> Reason:
    """What the field makes of every payment, and what waits."""
    en, ja = f"The field multiplies every payment by {field.multiplier}", f"場によって払いはすべて{field.multiplier}倍"
    if field.multiplier == 1:
        en, ja = "A plain field: payments are single", "小場なので払いはそのまま"
    if field.waiting:
        waiting = ", ".join(map(str, field.waiting))
        en, ja = f"{en}; waiting for later rounds: {waiting}", f"{ja}。後の局へ持ち越し：{waiting}倍"
    return because("field", en, ja, "hachi-hachi 2.3")


@lru_cache(maxsize=1024)
def teyaku_line(key: str, kan: int) -> Reason:
    """One teyaku of a hand as a line of its value."""
    teyaku = TEYAKU_BY_KEY[key]
    return because(key, f"{capitalize(teyaku.name.en)}: {kan} kan", f"{teyaku.name.ja}：{kan}貫", "hachi-hachi 3")


@cache
def points_above_par(points: int) -> Reason:
    """The card points of a pile against par."""
    return because(
        "par",
        f"{points} points, {signed(points - PAR)} against {PAR}",
        f"{points}点（{PAR}点に対して{signed(points - PAR)}点）",
        "hachi-hachi 5.2",
    )


@lru_cache(maxsize=4096)
def kan_payment(code: str, label: Text, kan: Text, unit: int, section: str) -> Reason:
    """A payment of some kan: what for, how many, and what one of them is in this round."""
    return because(
        code, f"{capitalize(label.en)}: {kan.en} kan at {unit}", f"{label.ja}：{kan.ja}貫（1貫{unit}点）", section
    )


def point_payment(giver: int, taker: int, stones: int) -> Reason:
    """What one is short of par and another is above."""
    del giver, taker
    return because(
        "points",
        f"Card points against {PAR}: {stones}",
        f"札の点（{PAR}点との差）：{stones}点",
        "hachi-hachi 5.2",
    )


def shobu(name: str, held: Sequence[Name], kan: int) -> Reason:
    """Somebody ended the round with the dekiyaku `held`."""
    sets = join_names([each.en.lower() for each in held]).en, "・".join(each.ja for each in held)
    return because(
        "shobu",
        f"{name} says shobu with {sets[0]}, {kan} kan: card points do not count",
        f"{name}が{sets[1]}（{kan}貫）で勝負。札の点は数えません",
        "hachi-hachi 5.1",
    )


def cancelled(name: str, kan: int) -> Reason:
    """Somebody took back his sage."""
    return because(
        "cancel",
        f"{name} said sage and cancels: half of {kan} kan is paid",
        f"{name}が下げを取り消し。出来役{kan}貫の半分を払います",
        "hachi-hachi 5.1",
    )


def exhausted(name: str) -> Reason:
    """The hands ran out after sage."""
    return because(
        "exhausted",
        f"{name} wins, having said sage first: the hands ran out, and every dekiyaku is paid half",
        f"下げたまま手札が尽きました。出来役は半分ずつ払い、最初に下げた{name}の勝ちです",
        "hachi-hachi 5.1",
    )


def sage_pays(name: str) -> Reason:
    """Only one of the others had said sage."""
    return because(
        "sage_pays",
        f"{name} alone had said sage, and pays for both",
        f"下げていたのは{name}だけなので、2人分払います",
        "hachi-hachi 5.1",
    )


def souhachi(name: str) -> Reason:
    """Everybody has exactly par."""
    return because(
        "souhachi",
        f"{name}, the dealer, gets 10 kan from each: everybody has exactly {PAR}",
        f"全員がちょうど{PAR}点。親の{name}が一人から10貫もらいます",
        "hachi-hachi 5.2",
    )


def futahachi(name: str, points: int, kan: int) -> Reason:
    """Somebody has 168 points or more."""
    return because(
        "futahachi",
        f"{name} has {points} points: futahachi, {kan} kan from each",
        f"{name}が{points}点で二八。一人から{kan}貫もらいます",
        "hachi-hachi 5.2",
    )


def sujuroku(name: str, chaff: int, kan: int) -> Reason:
    """Somebody has sixteen chaff or more."""
    return because(
        "sujuroku",
        f"{name} has {chaff} chaff: sujuroku, {kan} kan from each",
        f"{name}のカスが{chaff}枚で素十六。一人から{kan}貫もらいます",
        "hachi-hachi 5.2",
    )


def most_points(name: str, points: Sequence[int]) -> Reason:
    """Nobody holds a dekiyaku: card points decide."""
    best = max(points)
    tie = points.count(best) > 1
    en, ja = (" (first in turn)", "（同点は打つ順の早い人）") if tie else ("", "")
    return because(
        "most_points",
        f"{name} wins with the most points, {best}{en}: nobody has a dekiyaku",
        f"出来役はなし。{best}点で一番多い{name}{ja}の勝ちです",
        "hachi-hachi 5.2",
    )


@cache
def single_cards(count: int) -> Reason:
    """Cards of unfinished sets in the hand of a player who was shut out."""
    return because(
        "forced",
        f"{count} single cards of bright and ribbon sets in the hand shut out, 3 points each",
        f"打てなかった手の、役の札{count}枚に3点ずつ",
        "hachi-hachi 7.2",
    )


NO_TEYAKU = because("no_teyaku", "No teyaku", "手役なし", "hachi-hachi 3")
