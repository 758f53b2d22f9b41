"""Etori's house rules, terms and lesson."""

from __future__ import annotations

from scorer.rules.game import LessonParagraph
from scorer.rules.options import Option, flag
from scorer.texts import Name, Text, Word

SUMMARY = Text(
    "Two sides play thirteen tricks for sixteen picture cards; the ace of spades beats even the trumps.",
    "2組で13トリックを争い、絵札16枚を取り合います。スペードのエースは切り札よりも強い札です。",
)

OUTCOMES = (
    ("won", Text("One side won the deal", "勝負あり")),
    ("draw", Text("Draw: eight each", "引き分け（8枚ずつ）")),
)

OPTIONS = (
    flag(
        "misdeal_void",
        Text("Misdeal without a suit", "マークが欠けたら配り直し"),
        Text("A hand that lacks a suit completely is dealt again.", "あるマークが1枚もない手札は配り直します。"),
        default=True,
    ),
    Option(
        "misdeal_long",
        Text("Misdeal with a long suit", "同じマークが多ければ配り直し"),
        Text("A hand with seven or more of one suit is dealt again.", "同じマークが7枚以上ある手札は配り直します。"),
        7,
        (7, "off"),
        (Text("seven or more", "7枚以上"), Text("never", "なし")),
    ),
    Option(
        "trump_method",
        Text("Naming trumps", "切り札の決め方"),
        Text(
            "The dealer names them before looking, they go round, or stay as in the first deal.",
            "親が札を見る前に決めるか、クラブ・ダイヤ・ハートの順に回すか、最初に決めたままにするか。",
        ),
        "dealer_names",
        ("dealer_names", "rotate_C_D_H", "fixed"),
        (
            Text("the dealer names", "親が決める"),
            Text("clubs, diamonds, hearts", "順に回す"),
            Text("always the same", "ずっと同じ"),
        ),
    ),
    Option(
        "spades_trump",
        Text("Spades as trumps", "スペードの切り札"),
        Text(
            "The old description says spades should not be trumps; their ace stays the highest card either way.",
            "昔の記録ではスペードを切り札にしません。どちらでもスペードのエースが一番強い札です。",
        ),
        "forbidden",
        ("forbidden", "allowed"),
        (Text("forbidden", "できない"), Text("allowed", "できる")),
    ),
    Option(
        "tie_8_8",
        Text("Eight each", "8枚ずつ"),
        Text(
            "A draw, or the side that was not dealt the ace of spades wins.",
            "引き分けか、スペードのエースのない組の勝ちか。",
        ),
        "draw",
        ("draw", "without_speculation_wins"),
        (Text("draw", "引き分け"), Text("the side without it wins", "ない組の勝ち")),
    ),
    Option(
        "etori_score",
        Text("What a deal counts", "一局の点"),
        Text(
            "One for the deal, the difference of picture cards, or the stones of Kakeya Toranpu's table.",
            "一局1点、絵札の差、または掛合トランプの表のとおり。",
        ),
        "deals",
        ("deals", "difference", "kakeya_table"),
        (Text("one", "1点"), Text("the difference", "絵札の差"), Text("Kakeya's table", "掛合の表")),
    ),
    Option(
        "target_deals",
        Text("Deals to win", "勝ちに必要な局数"),
        Text(
            "The game ends when a side has won so many deals; most points win.",
            "どちらかがこの数の局を取ったら終わりで、点の多い組の勝ちです。",
        ),
        5,
        minimum=1,
        maximum=1000,
    ),
    Option(
        "fixed_deals",
        Text("Fixed number of deals", "局数を決める"),
        Text(
            "Instead of a number to win: so many deals, that everybody deals equally often; most points win.",
            "取る数の代わりに局数を決めます。全員が同じ回数だけ親になり、点の多い組の勝ちです。",
        ),
        "off",
        ("off", 4, 8, 12, 16),
        (
            Text("no, play to the target", "決めない"),
            Text("4 deals", "四局"),
            Text("8 deals", "八局"),
            Text("12 deals", "十二局"),
            Text("16 deals", "十六局"),
        ),
    ),
)

WORDS = (
    Word(
        Name("dealer", "親", "おや"),
        Text("oya: who deals; the deal goes to the right every time", "札を配る人。毎局右隣へ移る"),
        ("oya",),
    ),
    Word(
        Name("picture card", "絵札", "えふだ"),
        Text("egara: ace, king, queen or jack, sixteen in all", "エース・キング・クイーン・ジャックの16枚"),
        ("picture cards", "egara"),
    ),
    Word(
        Name("trumps", "切り札", "きりふだ"),
        Text("kiri: the suit that beats the others", "ほかに勝つマーク"),
        ("kiri",),
    ),
    Word(
        Name("speculation", "スペキュレーション"),
        Text("the ace of spades, which wins every trick it is in", "どのトリックにも勝つスペードのエース"),
    ),
    Word(
        Name("side", "組", "くみ"),
        Text("two partners who sit opposite and win or lose together", "向かい合って座り、勝ち負けを共にする2人"),
        ("sides",),
    ),
    Word(Name("etori", "絵取り", "えとり"), Text("taking picture cards", "絵札を取ること")),
)

LESSON = (
    LessonParagraph(
        Text("The deal", "配り方"),
        Text(
            "Two sides of two, partners opposite, thirteen cards each. Who lacks a suit or has seven of one says so: "
            "deal again. The dealer names trumps, but not spades.",
            "向かい合う2人が組で、13枚ずつ。どれかのマークが1枚もない人や7枚以上ある人がいれば配り直し。親が切り札を決めますが、スペードは選べません。",
        ),
    ),
    LessonParagraph(
        Text("Tricks", "トリック"),
        Text(
            "The player at the dealer's right leads. Follow suit if you can. The ace of spades takes its trick, then "
            "the highest trump, then the highest card of the suit led.",
            "親の右隣から打ち出します。出せるなら同じマークを出します。スペードのエース、切り札、台札の順に強い札が取ります。",
        ),
    ),
    LessonParagraph(
        Text("Winning", "勝ち"),
        Text(
            "Nine of the sixteen picture cards win the deal, eight each is a draw. Five deals win the game.",
            "絵札16枚のうち9枚取れば勝ち、8枚ずつなら引き分け。先に五局取った組の勝ちです。",
        ),
    ),
)
