"""Bakappana's house rules, terms, lesson, and what is said of a round."""

from __future__ import annotations

from functools import cache

from scorer.rules.game import LessonParagraph
from scorer.rules.options import Option
from scorer.rules.results import Reason, because
from scorer.texts import Name, Text, Word

NAME = Name("Bakappana", "ばかっぱな")
SUMMARY = Text(
    "Two to four capture cards of one month. Whose cards count more than par is paid the difference by those below it.",
    "2人から4人で同じ月の札を取り合います。札の点が平均より多い人が、少ない人から差をもらいます。",
)
OPTIONS = (
    Option(
        "chaff_points",
        Text("Chaff counts", "カスの点"),
        Text("Card points of each chaff card; par goes with it.", "カス1枚の点。平均の点も変わります。"),
        1,
        (1, 0),
        (Text("1", "1点"), Text("nothing", "0点")),
    ),
    Option(
        "length",
        Text("Length", "長さ"),
        Text("So many rounds are a game, one for each month.", "何か月打つか。"),
        12,
        (12, 6, 3),
        (Text("12 months", "十二か月"), Text("6 months", "六か月"), Text("3 months", "三か月")),
    ),
)
OUTCOMES = (
    ("settled", Text("Settled by card points", "札の点で精算")),
    ("misdeal", Text("Misdeal: deal again", "配り直し")),
    ("play", Text("The deal is in order", "このまま始める")),
)
WORDS = (
    Word(
        Name("dealer", "親", "おや"),
        Text("oya: deals and plays first; who had most points before", "札を配り、先に打つ人。前の局で一番多かった人"),
        ("oya",),
    ),
    Word(Name("field", "場札", "ばふだ"), Text("the cards that lie face up for all", "表を向けて場に並ぶ札")),
    Word(Name("stock", "山札", "やまふだ"), Text("the cards to be turned up one by one", "一枚ずつめくる伏せた札")),
    Word(Name("par", "平均", "へいきん"), Text("the points of the pack shared evenly", "全部の札の点を人数で割った点")),
)
LESSON = (
    LessonParagraph(
        Text("The deal", "配り方"),
        Text(
            "Three players get seven cards each and six lie on the field; two get eight, four get five, with eight on "
            "the field. Four cards of a month on the field: deal again.",
            "3人なら7枚ずつ、場に6枚。2人なら8枚ずつ、4人なら5枚ずつで、場に8枚。場に同じ月が4枚なら配り直し。",
        ),
    ),
    LessonParagraph(
        Text("Your turn", "番"),
        Text(
            "Play a card, then turn up the top of the stock. Each captures a field card of its month: of two you "
            "choose, three are all yours. Without a match it stays. Play until no card is left anywhere.",
            "手札を1枚出し、山札を1枚めくります。それぞれ同じ月の場札を取ります。2枚あれば選び、3枚なら全部。"
            "なければ場に残ります。札がすべてなくなるまで続けます。",
        ),
    ),
    LessonParagraph(
        Text("Counting", "数え方"),
        Text(
            "A bright counts 20, an animal 10, a ribbon 5, chaff 1. What is above par is yours, what is below you pay. "
            "Who has most deals next.",
            "光20点、種10点、短冊5点、カス1点。平均より多い分をもらい、少ない分を払います。一番多い人が次の親です。",
        ),
    ),
)
CLASS_NAME = Name("card points", "札の点", "ふだのてん")
CLASS_MEANING = Text("bright 20, animal 10, ribbon 5, chaff 1", "光20点、種10点、短冊5点、カス1点")
TOTAL_QUESTION = Text("How many points does this pile count?", "この取札は何点ですか")
PILE = Text("Captured", "取札")
PILE_HELP = Text("All cards, chaff too.", "カスも含めて全部。")
OPENING = Text("Opening field", "はじめの場札")
OPENING_HELP = Text("Only when four cards of a month lie there.", "同じ月が4枚そろったときだけ。")
NOT_A_PILE_EACH = Text("one pile a seat is needed", "取札は席の数だけ要ります")
NOT_FINISHED = Text("Not all cards were played. Who took what?", "札がまだ残っています。だれが何を取りましたか")
SETTLED = because(
    "settled", "Who is below par pays who is above it", "平均より少ない人が多い人に払います", "bakappana 4"
)
TURN = because(
    "turn", "Play any card, then turn up the top of the stock.", "手札を1枚出し、山札を1枚めくります。", "bakappana 3"
)


def not_all(lying: int) -> Text:
    """So few cards lie in the piles."""
    return Text(f"{lying} of the 48 cards lie in the piles", f"取札は48枚のうち{lying}枚だけです")


def deal_reason(hand: int, field: int) -> Reason:
    """What the dealer deals."""
    en, ja = f"You deal: {hand} cards each, {field} on the field.", f"親です。{hand}枚ずつ配り、場に{field}枚。"
    return because("deals", en, ja, "bakappana 1")


@cache
def par_reason(points: int, par: int) -> Reason:
    """How far the points of a pile are from par."""
    if points == par:
        return because("par", f"{points} is par", f"{points}点は平均どおりです", "bakappana 4")
    en, ja = ("above", "多い") if points > par else ("below", "少ない")
    away = abs(points - par)
    return because(
        "par", f"{points}: {away} {en} par ({par})", f"{points}点：平均{par}点より{away}点{ja}", "bakappana 4"
    )


def par_note(par: int) -> Text:
    """What par is, before the first card."""
    return Text(f"Par is {par}. What is above it is paid to you.", f"平均は{par}点。多い分をもらいます。")


def payment_reason(name: str, short: int) -> Reason:
    """Why somebody pays."""
    return because("short", f"{name} is {short} below par", f"{name}は平均より{short}点少ない", "bakappana 4")
