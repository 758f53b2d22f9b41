"""Kakeya Toranpu's house rules, terms and lesson."""

from __future__ import annotations

from scorer.rules.game import LessonParagraph
from scorer.rules.options import Option, flag
from scorer.texts import Name, Text, Word

SUMMARY = Text(
    "Two pairs play thirteen tricks for sixteen picture cards. Rensho beats even the trumps: A♣ when spades are "
    "trumps, otherwise A♠.",
    "2組で13トリックを争い、絵札16枚を取り合います。切り札よりも強いレンショは、切り札がスペードなら A♣、ほかは A♠。",
)

OPTIONS = (
    Option(
        "players",
        Text("Players", "人数"),
        Text(
            "Four in two pairs, or six in three pairs of which the losers rest.",
            "4人なら2組、6人なら3組で、負けた組が休みます。",
        ),
        4,
        (4, 6),
        (Text("four (two pairs)", "4人（2組）"), Text("six (three pairs)", "6人（3組）")),
    ),
    Option(
        "table",
        Text("Payment", "払いの表"),
        Text(
            "Nakayoshi Mura pays winners without an ace 3 instead of 4, and one stone more from 12 picture cards on.",
            "なかよし村の表では、エースなしの勝ちは3個、12枚以上ならもう1個多くなります。",
        ),
        "standard",
        ("standard", "nakayoshi_mura"),
        (Text("standard", "標準"), Text("Nakayoshi Mura", "なかよし村")),
    ),
    Option(
        "start_stones",
        Text("Stones at the start", "はじめの持ち石"),
        Text("How many stones each pair begins with.", "それぞれの組がはじめに持つ碁石の数です。"),
        5,
        minimum=1,
        maximum=10**9,
    ),
    Option(
        "trump_change",
        Text("Trumps", "切り札"),
        Text(
            "Whether the pair with the right may change trumps before it sees its cards.",
            "札を見る前に切り札を変えてよいかどうか。",
        ),
        "allowed",
        ("allowed", "fixed_spades", "fixed_clubs"),
        (
            Text("may be changed", "変えてよい"),
            Text("always spades", "いつもスペード"),
            Text("always clubs", "いつもクラブ"),
        ),
    ),
    flag(
        "rensho_free",
        Text("Rensho at any time", "レンショはいつでも"),
        Text(
            "Rensho may be played without following suit. It changes the play, not the payment.",
            "レンショは台札に従わずに出せます。払いは変わりません。",
        ),
        default=False,
    ),
    Option(
        "shortfall4",
        Text("Too few stones (four players)", "石が足りないとき（4人）"),
        Text(
            "With four players a pair that owes more than it has pays what it has, or goes below zero.",
            "4人のとき、払いに足りない組は持っているだけを払うか、借りになります。",
        ),
        "pay_what_you_have",
        ("pay_what_you_have", "negative"),
        (Text("pays what it has", "あるだけ払う"), Text("goes below zero", "借りになる")),
    ),
    Option(
        "time_limit_min",
        Text("Clock", "時間"),
        Text("After forty minutes the table stops; most stones win.", "四十分でやめ、石の一番多い組の勝ちです。"),
        "off",
        ("off", 40),
        (Text("no clock", "なし"), Text("40 minutes", "四十分")),
    ),
)

WORDS = (
    Word(
        Name("pair", "組", "くみ"),
        Text("two partners who sit opposite and win or lose together", "向かい合って座り、勝ち負けを共にする2人"),
        ("pairs",),
    ),
    Word(
        Name("egara", "絵札", "えふだ"),
        Text(
            "a picture card: ace, king, queen or jack, sixteen in all",
            "エース・キング・クイーン・ジャックの16枚。絵柄（えがら）とも",
        ),
        ("picture card", "picture cards"),
    ),
    Word(
        Name("kiri", "切り札", "きりふだ"),
        Text("trumps: the suit that beats the others", "ほかに勝つマーク"),
        ("trumps",),
    ),
    Word(
        Name("Rensho", "レンショ"),
        Text(
            "the ace that beats even trumps: A♣ when spades are trumps, else A♠",
            "切り札にも勝つエース。切り札がスペードなら A♣、ほかは A♠",
        ),
    ),
    Word(
        Name("Nakayoshi Mura", "なかよし村", "なかよしむら"),
        Text(
            "a circle of players whose tournaments pay by a table of their own",
            "独自の払いの表で大会を開く、遊び手の集まり",
        ),
    ),
    Word(
        Name("kirijimai", "切り仕舞", "きりじまい"), Text("the pile that got the last card", "最後の一枚が配られた山")
    ),
)

LESSON = (
    LessonParagraph(
        Text("Pairs", "組"),
        Text(
            "Partners sit opposite. The pair that lost deals; with three pairs the dealers rest. Trumps are spades at "
            "first and stay, unless the dealers, or the pair coming back of three, change them before looking.",
            "向かい合う2人が組です。負けた組が配り、3組なら配った組が休みます。切り札ははじめスペードで、配る組（3組なら戻る組）が札を見る前に変えなければそのままです。",
        ),
    ),
    LessonParagraph(
        Text("Tricks", "トリック"),
        Text(
            "Follow suit if you can. Rensho takes its trick, then the highest trump, then the highest card of the suit "
            "led. Only picture cards are kept.",
            "出せるなら台札と同じマークを出します。レンショ、切り札、台札の順に強く、取った札のうち絵札だけを手元に残します。",
        ),
    ),
    LessonParagraph(
        Text("Paying", "払い"),
        Text(
            "Nine of the sixteen win; at eight each the pair without Rensho wins. The fewer strong aces the winners "
            "were dealt, the more they get.",
            "9枚以上で勝ち。8枚ずつならレンショのない組の勝ちです。強いエースを配られていないほど、たくさんもらえます。",
        ),
    ),
)
