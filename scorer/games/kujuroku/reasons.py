"""Reasons of Kujuroku, in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from scorer.decks import decks
from scorer.games.kujuroku.packs import BAKATSUN, ISHI, ITSUN, JIZO, ONI, POINTS_BY_NUMBER, SPECIAL3, STAND_INS, Pack
from scorer.games.kujuroku.texts import OPTIONS
from scorer.games.kujuroku.yaku import Yaku, yaku_name
from scorer.rules.options import agreement_suffix
from scorer.rules.results import Reason, because
from scorer.rules.settlement import face_of
from scorer.texts import Text, capitalize, signed

_AGREED_AT_END = agreement_suffix(OPTIONS, "yaku_mode", "settle_at_end")
_AGREED_MAY_CONTINUE = agreement_suffix(OPTIONS, "yaku_check", "may_continue")
_COUNT_WORDS = ("", "one", "two", "three", "four")

RESTS = because("rests", "Rests this round", "この局は休み", "kujuroku 2.1")
YAKU_ENDS = because(
    "yaku_ends",
    "A dekiyaku ended the round: card points do not count",
    "出来役で終わったので、札の点は数えません",
    "kujuroku A11",
)
DEALER_MADE_YAKU = because(
    "dealer_keeps",
    "The dealer formed the dekiyaku and keeps the deal",
    "親が出来役を作ったので親を続けます",
    "kujuroku 2.3",
)
OTHER_MADE_YAKU = because(
    "dealer_loses",
    "Another player formed the dekiyaku: the deal passes to the dealer's right",
    "親以外が出来役を作ったので、親は右隣へ移ります",
    "kujuroku A10",
)
ALL_HAVE_DEALT = because(
    "all_lost_the_deal",
    "Every player has now lost the deal once: the game is over",
    "全員が一度ずつ親を落ちたので、これで終わりです",
    "kujuroku 2.5",
)
YAKU_PAID_AT_END = because(
    "yaku_at_end",
    f"Dekiyaku did not end the round: the other two pay them on top of the count{_AGREED_AT_END.en}",
    f"札の点とは別に、ほかの2人が役を払います{_AGREED_AT_END.ja}",
    "kujuroku A15",
)
YAKU_PLAYED_ON = because(
    "let_go",
    f"A dekiyaku was there, but its maker played on: card points decide{_AGREED_MAY_CONTINUE.en}",
    f"出来役はありましたが、続けて打ったので札の点で決めます{_AGREED_MAY_CONTINUE.ja}",
    "kujuroku A2",
)
LEFTOVER_UNCERTAIN = because(
    "leftover_open",
    "Which card Oni leaves over is uncertain while two of its number lie on no pile: it counts for nobody",
    "同じ数の札がまだ2枚以上取られていないので、鬼の残り札は決まらず、誰のものにも数えません",
    "kujuroku 4.4",
)
_DEALER_KEEPS_AFTER_DRAW = because(
    "draw_keeps", "After a draw the same dealer deals again", "引き分けなので同じ親がもう一度配ります", "kujuroku 2.4"
)

WINNER_COUNT_REASONS = {
    1: because(
        "one_up",
        "Only one player reached 96: the others pay what they are short; the winner's own score does not count",
        "96点に届いたのは一人だけ。ほかの2人が足りない分を払い、勝った人自身の得点は数えません",
        "kujuroku 6.2",
    ),
    2: because(
        "two_up",
        "Two players reached 96: the third pays each of them their score; the loser's own does not count",
        "2人が96点に届いたので、残る一人がそれぞれの得点を払います。負けた人自身の得点は数えません",
        "kujuroku 6.2",
    ),
    3: because("draw", "All three reached 96: a draw", "3人とも96点に届いたので引き分けです", "kujuroku 6.2"),
}


def decide_deal(*, is_draw: bool, dealer_has_yaku: bool, points: Sequence[int]) -> tuple[Reason, bool]:
    """Whether the dealer keeps the deal after a count, and the reason, which comes first (kujuroku 2.3, 2.4, A7)."""
    if is_draw:
        return _DEALER_KEEPS_AFTER_DRAW, True
    if dealer_has_yaku:
        return DEALER_MADE_YAKU, True
    best = max(points)
    if points[0] == best:
        is_tie = points.count(best) > 1
        en = f"The dealer has the most card points ({best}) and keeps the deal" + (", first in turn" if is_tie else "")
        ja = f"親が一番多い{best}点なので親を続けます" + ("（同点は番の早い方）" if is_tie else "")
        return because("dealer_keeps", en, ja, "kujuroku 2.3"), True
    en = f"The dealer has {points[0]} card points, another player {best}: the deal passes to the dealer's right"
    ja = f"親は{points[0]}点で、{best}点の人がいるので、親は右隣へ移ります"
    return because("dealer_loses", en, ja, "kujuroku 2.3"), False


@cache
def _number_text(kind: str, number: int) -> Text:
    """The name of a number: the plant with hanafuda, the number with every other deck."""
    if kind == "hanafuda":
        plant = decks()[kind].groups[number - 1][0]
        return Text(f" {plant.en}", plant.ja)
    return Text(f" {number}", f"{number}の札")


@cache
def _counted_number(kind: str, number: int, count: int) -> tuple[str, str]:
    name, points = _number_text(kind, number), POINTS_BY_NUMBER[number] * count
    plural = "s" if count > 1 and kind != "hanafuda" else ""
    return f"{_COUNT_WORDS[count]}{name.en}{plural} {points}", f"{name.ja}{count}枚{points}点"


def pile_reasons(pack: Pack, counts: Sequence[int], points: int, leftover: str | None) -> tuple[Reason, ...]:
    """A pile as lines that add up to its card points: the captured cards, and Oni's leftover where there is one."""
    leftover_lines = () if leftover is None else (leftover_reason(leftover, pack.card_points[leftover]),)
    number = 0 if leftover is None else pack.number_of(leftover)
    captured_points = points - (leftover_lines[0].points or 0 if leftover_lines else 0)
    return (_cards_reason(pack.kind, tuple(counts), number, captured_points, pack.jizo != ""), *leftover_lines)


@cache
def leftover_reason(code: str, points: int) -> Reason:
    """The leftover as a line in the pile of Oni's holder."""
    name = face_of(code).name
    return because(
        "leftover",
        f"{capitalize(name.en)}, left without partner by Oni: {points}",
        f"鬼のために相手のなくなった{name.ja}：{points}点",
        "kujuroku 4.4",
        points,
    )


def _cards_reason(kind: str, counts: tuple[int, ...], leftover: int, points: int, has_jizo: bool) -> Reason:  # noqa: FBT001
    parts = [
        _counted_number(kind, number, count)
        for number in range(1, ITSUN)
        if (count := counts[number] - (number == leftover))
    ]
    if counts[ONI]:
        parts.append(("Oni 0", "鬼0点") if has_jizo else ("Oni 12", "鬼12点"))
    if counts[JIZO]:
        parts.append(("Jizo 12", "地蔵12点"))
    if not parts:
        return because("card_points", "No card captured: 0", "取札なし：0点", "kujuroku 1.3", 0)
    return because(
        "card_points",
        f"{capitalize(', '.join(en for en, _ in parts))}: {points}",
        f"{'、'.join(ja for _, ja in parts)}：計{points}点",
        "kujuroku 1.3",
        points,
    )


@cache
def par_reason(points: int, chips: int) -> Reason:
    """The chip score of a pile against par 96."""
    gap = points - 96
    en = "Exactly par 96" if not gap else f"{abs(gap)} {'above' if gap > 0 else 'below'} par 96"
    ja = "ちょうど96点" if not gap else f"96点より{abs(gap)}点{'多い' if gap > 0 else '少ない'}"
    return because("chip_score", f"{en}: score {signed(chips)}", f"{ja}：{signed(chips)}", "kujuroku 6.1")


@cache
def yaku_reason(yaku: Yaku, config: str, kind: str) -> Reason:
    """A dekiyaku as a line of its maker's hand."""
    name = yaku_name(yaku.key, config)
    required = required_text(kind, yaku.required_marks)
    return because(
        yaku.key,
        f"{name.en} in configuration {config}: {required.en}; worth {yaku.stones_each} from each",
        f"{config}の役「{name.ja}」：{required.ja}。2人から{yaku.stones_each}枚ずつ",
        "kujuroku 5",
    )


@cache
def yaku_not_paid(yaku: Yaku, config: str) -> Reason:
    """A dekiyaku that is in the pile too but is not paid beside a better one."""
    name, agreement = yaku_name(yaku.key, config), agreement_suffix(OPTIONS, "yaku_pay", "highest")
    return because(
        "not_paid",
        f"{name.en} ({yaku.stones_each}) is there too{agreement.en}",
        f"「{name.ja}」（{yaku.stones_each}枚）もありますが、払いません{agreement.ja}",
        "kujuroku A4",
    )


_MARK_TERMS = {
    ITSUN: Text("I-tsun", "イツン"),
    BAKATSUN: Text("a bakatsun", "バカツン"),
    SPECIAL3: Text("the special 3", "色三"),
    ISHI: Text("I-shi", "イシ"),
    ONI: Text("Oni", "鬼"),
}


def required_text(kind: str, marks: Mapping[int, int]) -> Text:
    """The cards of `marks` (mark to count) in words: numbers with their count, named cards as the deck has them."""
    parts = [_required_mark_text(kind, mark, count) for mark, count in marks.items()]
    return Text(" + ".join(text.en for text in parts), "と".join(text.ja for text in parts))


@cache
def _required_mark_text(kind: str, mark: int, count: int) -> Text:
    if mark < ITSUN:
        number_name = _number_text(kind, mark)
        plural = "s" if count > 1 and kind != "hanafuda" else ""
        return Text(f"{_COUNT_WORDS[count]}{number_name.en}{plural}", f"{number_name.ja}{count}枚")
    term, code = _MARK_TERMS[mark], STAND_INS[kind].get(mark, "")
    if kind == "daini" or not code:
        return term
    face = face_of(code).name
    return Text(f"{term.en} ({face.en})", f"{term.ja}（{face.ja}）")


@cache
def yaku_paid(yakus: tuple[Yaku, ...], config: str) -> Reason:
    """The payment of each of the other two to the maker of dekiyaku."""
    names = [yaku_name(yaku.key, config) for yaku in yakus]
    stones = sum(yaku.stones_each for yaku in yakus)
    return because(
        "yaku_paid",
        f"{' and '.join(name.en for name in names)}: {stones} from each of the other two",
        f"{'・'.join(name.ja for name in names)}：ほかの2人から{stones}枚ずつ",
        "kujuroku 5",
    )


@cache
def short_of_par(chips: int) -> Reason:
    """The payment of a loser to the only winner."""
    return because(
        "short_of_par", f"Pays the {chips} this pile is short", f"足りない分の{chips}枚を払います", "kujuroku 6.2"
    )


@cache
def over_par(chips: int) -> Reason:
    """The payment of the only loser to one of two winners."""
    return because(
        "over_par", f"Pays this winner's score of {chips}", f"この勝者の得点{chips}枚を払います", "kujuroku 6.2"
    )


@cache
def misdeal_reason(number: int) -> Reason:
    """Four cards of a number are on the opening field."""
    return because(
        "misdeal",
        f"All four cards of number {number} lie on the opening field: the same dealer deals again",
        f"場に同じ数（{number}）の札が4枚そろったので、同じ親が配り直します",
        "kujuroku 3.3",
    )


def play_on_reasons(pack: Pack, field: Sequence[str]) -> tuple[Reason, ...]:
    """The reasons to play on from an opening field, with what the dealer takes first (kujuroku 3.3, 7.2)."""
    counts = pack.count_marks(field)
    field_reasons = [
        because("play_on", "No misdeal: play on", "配り直しではありません。そのまま始めます", "kujuroku 3.3")
    ]
    if counts[JIZO] and counts[ONI]:
        field_reasons.append(_dealer_takes_reason("Oni and Jizo and no other card", "鬼と地蔵だけ", "kujuroku 7.2"))
    elif counts[JIZO]:
        field_reasons.append(_dealer_takes_reason("Jizo", "地蔵", "kujuroku 7.2"))
    elif counts[ONI]:
        field_reasons.append(
            _dealer_takes_reason("Oni and one field card of choice", "鬼と好きな場札を1枚", "kujuroku 3.3")
        )
    three = next((number for number in range(1, ITSUN) if counts[number] == 3), None)
    if three is not None:
        condition = " if three are left" if counts[ONI] and not counts[JIZO] else ""
        condition_ja = "3枚残っていれば、" if condition else ""
        field_reasons.append(
            _dealer_takes_reason(
                f"two of the three cards of number {three}{condition}",
                f"{condition_ja}3枚ある{three}のうち2枚",
                "kujuroku 3.3",
            )
        )
    return tuple(field_reasons)


def _dealer_takes_reason(en: str, ja: str, section: str) -> Reason:
    return because("dealer_takes", f"The dealer first takes {en}", f"始める前に親が取ります：{ja}", section)
