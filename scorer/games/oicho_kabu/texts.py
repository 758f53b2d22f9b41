"""Oicho-Kabu's names, house rules, roles, terms, lesson and prompts."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.rules.game import LessonParagraph, PayTableRow
from scorer.rules.options import Option, OptionValue, flag
from scorer.texts import Name, Text, Word

NAME = Name("Oicho-Kabu", "おいちょかぶ")
SUMMARY = Text(
    "The dealer against four hands on the table. Bet on any of them: the last digit of the sum counts, nine is best.",
    "親と、場に配った四つの手との勝負です。どの手に賭けてもよく、合計の一の位で比べます。9が最高です。",
)
OUTCOMES = (("settled", Text("Every bet is settled with the dealer", "賭けを一つずつ親と精算")),)
ROLES = (
    ("dealer", Text("the dealer's own hand", "親の手")),
    ("table", Text("one of the four hands on the table", "場の四つの手の一つ")),
)
DIGITS = (
    Name("buta", "ブタ"),
    Name("pin", "ピン"),
    Name("nizo", "ニゾウ"),
    Name("santa", "サンタ"),
    Name("yotsuya", "ヨツヤ"),
    Name("gosu", "ゴス"),
    Name("roppo", "ロッポウ"),
    Name("nanaken", "ナナケン"),
    Name("oicho", "オイチョ"),
    Name("kabu", "カブ"),
)
"""What players call the last digits 0 to 9."""
ARASHI, SHIPPIN, KUPPIN = Name("arashi", "アラシ"), Name("shippin", "シッピン"), Name("kuppin", "クッピン")

OPTIONS = (
    Option(
        "tie",
        Text("Equal digits", "同じ数のとき"),
        Text("Whether the bet goes back or to the dealer.", "賭けを戻すか、親が取るか。"),
        "push",
        ("push", "dealer_wins"),
        (Text("the bet goes back", "引き分け"), Text("the dealer wins", "親の勝ち")),
    ),
    Option(
        "third_card",
        Text("The third card of a hand on the table", "場の手の3枚目"),
        Text(
            "Three and seven: with 3 or less it must be drawn, with 7 or more it must not, with 4 to 6 it may.",
            "3と7：3以下なら必ず引き、7以上なら引けません。4から6は自由です。",
        ),
        "three_and_seven",
        ("three_and_seven", "free"),
        (Text("three and seven", "3以下は引き、7以上は引かない"), Text("free", "自由")),
    ),
    flag(
        "pair_may_draw",
        Text("Two equal cards may always draw", "同じ数2枚なら引ける"),
        Text(
            "Yes: 4 4 and 9 9 may take a third card for the arashi, though they have eight.",
            "ありなら、4と4、9と9も、8ですがアラシを狙って3枚目を引けます。",
        ),
        default=False,
    ),
    Option(
        "dealer_third",
        Text("The dealer's third card", "親の3枚目"),
        Text("Whether the dealer decides freely or by the rule of the table.", "親が自由に決めるか、場の手と同じか。"),
        "free",
        ("free", "same"),
        (Text("as the dealer likes", "親の自由"), Text("as the hands on the table", "場の手と同じ")),
    ),
    Option(
        "arashi_pays",
        Text("An arashi pays (times the bet)", "アラシの倍率"),
        Text(
            "How many times the bet three equal cards on the table win.",
            "場の手が同じ数3枚で勝つとき、賭けの何倍を取るか。",
        ),
        2,
        minimum=1,
        maximum=10**6,
    ),
    Option(
        "dealer_arashi",
        Text("Three equal cards of the dealer", "親の同じ数3枚"),
        Text("Whether they are an arashi, or only their digit.", "親の3枚もアラシとするか、ただの数とするか。"),
        "plain",
        ("plain", "arashi"),
        (Text("only their digit", "ただの数"), Text("an arashi", "アラシ")),
    ),
    Option(
        "specials",
        Text("Shippin and kuppin", "シッピンとクッピン"),
        Text(
            "4 1 and 9 1 in two cards. The dealer's: both are the dealer's and beat every hand. Shared: kuppin is "
            "the dealer's, shippin belongs to the hands on the table, and both win twice the bet. Off: plain digits.",
            "2枚で4と1、9と1。親：どちらも親だけの役で、すべての手に勝ちます。分ける：クッピンは親、シッピンは場の手の"
            "役で、賭けの倍を取ります。なし：ただの数です。",
        ),
        "dealer",
        ("dealer", "shared", "off"),
        (Text("the dealer's", "親の役"), Text("shared", "親と場で分ける"), Text("off", "なし")),
    ),
    flag(
        "specials_beat_arashi",
        Text("The dealer's shippin and kuppin beat an arashi", "親の役はアラシにも勝つ"),
        Text(
            "No: an arashi on the table wins against them.", "なしなら、場のアラシが親のシッピンやクッピンに勝ちます。"
        ),
        default=True,
    ),
    Option(
        "special_order",
        Text("Order of the two cards", "2枚の順"),
        Text(
            "Strict: the 1 must come second. Any: 1 4 and 1 9 count too.",
            "順番どおり：一があとに来たときだけ。どちらでも：一が先でも役です。",
        ),
        "strict",
        ("strict", "any"),
        (Text("the 1 second", "一があと"), Text("any order", "どちらでも")),
    ),
    Option(
        "domae",
        Text("Domae (the most that may be bet)", "胴前（賭けの上限）"),
        Text(
            "The most stones that all bets of a round together may be.",
            "一局の賭けを全部合わせて、ここまでという石の数。",
        ),
        "none",
        ("none",),
        (Text("no limit", "なし"),),
        minimum=1,
        maximum=10**9,
    ),
    Option(
        "dealer_change",
        Text("The next dealer", "親の交代"),
        Text(
            "Whether the deal stays, or goes to the right when the dealer has lost to every hand that was bet on.",
            "親がずっと続けるか、賭けのあった手すべてに負けたら右隣へ移るか。",
        ),
        "fixed",
        ("fixed", "loses_all"),
        (Text("the same dealer", "同じ親"), Text("to the right after losing to all", "全部に負けたら右隣")),
    ),
)

WORDS = (
    Word(
        Name("dealer", "親", "おや"),
        Text(
            "Oya: deals, holds the bank and plays against all four hands.", "札を配り、場の四つの手すべてと勝負する人。"
        ),
        ("oya",),
    ),
    Word(Name("bettor", "子", "こ"), Text("Ko: everybody who bets.", "場の手に賭ける人。"), ("bettors", "ko")),
    Word(
        Name("hand on the table", "場の手", "ばのて"),
        Text("One of the four hands that anybody may bet on.", "誰が賭けてもよい、場に配った四つの手。"),
        ("hands on the table",),
    ),
    Word(
        Name("domae", "胴前", "どうまえ"),
        Text("The most that all bets of a round together may be.", "一局の賭けを合わせた上限。"),
    ),
    Word(
        Name("arashi", "アラシ"),
        Text("Three cards of one number.", "同じ数の札3枚。"),
    ),
    Word(Name("buta", "ブタ"), Text("A hand whose sum ends in 0.", "合計の一の位が零の手。")),
    Word(
        Name("digit by name", "・".join(name.ja for name in DIGITS[1:])),
        Text(
            f"A sum that ends in 1 to 9: {', '.join(name.en for name in DIGITS[1:])}.", "一の位の1から9までの呼び名。"
        ),
        tuple(name.en for name in DIGITS[1:]),
    ),
)

LESSON = (
    LessonParagraph(
        Text("The cards", "札"),
        Text(
            "Forty cards, 1 to 10, four of each. Only the last digit of the sum counts: 9 is best, 0 is worst.",
            "1から10まで4枚ずつの40枚。合計の一の位だけを数えます。9が最高、0が最低です。",
        ),
    ),
    LessonParagraph(
        Text("Four hands for everybody", "四つの手"),
        Text(
            "Four cards are dealt face up in a row. They begin four hands, however many people play. Everybody bets on "
            "as many of them as they like, and several may bet on one.",
            "表向きに4枚並べます。何人で遊んでも手は四つです。いくつに賭けても、同じ手に何人で賭けてもかまいません。",
        ),
    ),
    LessonParagraph(
        Text("The third card", "3枚目"),
        Text(
            "After the bets every hand gets a second card, the dealer too. Then a hand may get a third: with 3 or less "
            "it must, with 7 or more it must not. The dealer draws last.",
            "賭けたあと、どの手にも親にも2枚目を配ります。次に3枚目です。3以下なら必ず引き、7以上なら引けません。"
            "親は最後に引きます。",
        ),
    ),
    LessonParagraph(
        Text("Who wins", "勝ち負け"),
        Text(
            "Each hand is compared with the dealer's alone: the higher digit wins the bet. Three equal cards on the "
            "table, an arashi, beat every digit and win more.",
            "手を一つずつ親の手と比べ、一の位の大きいほうが賭けを取ります。場の手が同じ数3枚ならアラシで、どの数にも勝ち、"
            "勝ちも大きくなります。",
        ),
    ),
    LessonParagraph(
        Text("The dealer's two", "親の役"),
        Text(
            "Four and then one is shippin, nine and then one is kuppin. With two cards only, they beat everything.",
            "4のあとに1でシッピン、9のあとに1でクッピン。2枚だけのとき、すべてに勝つ役です。",
        ),
    ),
)

CARDS = Text("cards", "札")
SEEN_CARDS = Text("seen cards", "見えた札")
TABLE_HANDS = Text("hands on the table", "場の手")
DEALER_PROMPT = (Text("Dealer's hand", "親の手"), Text("In the order in which the cards came.", "来た順に。"))
HAND_HINT = Text(
    "In the order in which the cards came. A hand that nobody bet on may stay empty.",
    "来た順に。誰も賭けていない手は空のままでかまいません。",
)


def hand_label(number: int) -> Text:
    """The name of a hand on the table, counted from 0: "Hand 1"."""
    return Text(f"Hand {number + 1}", f"{number + 1}番の手")


def bet_label(number: int) -> Text:
    """The name of the bet on a hand on the table, counted from 0: "On hand 1"."""
    return Text(f"On hand {number + 1}", f"{number + 1}番へ")


AFTER_THIRD = Text("After the third card", "3枚目を引いたあと")
RESULT_TEXTS = {
    "won": Text("wins", "勝ち"),
    "push": Text("the bet goes back", "引き分け"),
    "lost": Text("loses", "負け"),
}


def against_dealer(limit: int, choice: str) -> Text:
    """The title of the odds against a dealer who draws at `limit` or less; `choice` is "draw", "stand" or ""."""
    own = {
        "draw": Text("With a third card", "3枚目を引くと"),
        "stand": Text("Without a third card", "引かないと"),
        "": Text("As it is", "このまま"),
    }[choice]
    return Text(
        f"{own.en}, against a dealer who draws at {limit} or less", f"{own.ja}（親は{limit}以下なら引くものとして）"
    )


def pay_table(options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
    """What each way of winning pays under `options`, in bets (oicho-kabu 6)."""
    arashi, specials = int(options["arashi_pays"]), options["specials"]
    bet, times = Text("the bet", "賭け一つ分"), Text("twice the bet", "賭けの2倍")
    rows = [
        (Text("the higher digit", "一の位が大きい"), bet),
        (
            Text("equal digits", "同じ数"),
            Text("the bet goes back", "賭けは戻る")
            if options["tie"] == "push"
            else Text("the bet goes to the dealer", "親が賭けを取る"),
        ),
        (Text("arashi on the table", "場のアラシ"), Text(f"{arashi} × the bet", f"賭けの{arashi}倍")),
    ]
    if options["dealer_arashi"] == "arashi":
        rows.append((Text("the dealer's arashi", "親のアラシ"), bet))
    if specials == "dealer":
        rows.append((Text("the dealer's shippin or kuppin", "親のシッピン・クッピン"), bet))
    elif specials == "shared":
        rows.append((Text("shippin on the table", "場のシッピン"), times))
        rows.append((Text("the dealer's kuppin", "親のクッピン"), times))
    return tuple(PayTableRow(condition, amount) for condition, amount in rows)
