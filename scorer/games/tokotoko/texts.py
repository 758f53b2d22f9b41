"""Tokotoko's names, house rules, terms, lesson and prompts."""

from __future__ import annotations

from scorer.rules.game import LessonParagraph
from scorer.rules.options import Option
from scorer.texts import Name, Text, Word

NAME = Name("Tokotoko", "とことこ")
SUMMARY = Text(
    "Three cards out of your two and the two on the table: the last digit of their sum, nine is best.",
    "手札2枚と場札2枚から3枚を選び、合計の一の位を比べます。9が最高です。",
)
OUTCOMES = (
    ("won", Text("The best hand takes the pot", "一番よい手が場の石を取る")),
    ("split", Text("Equal best hands share the pot", "並んだ人で場の石を分ける")),
    ("carried", Text("Equal best hands: the pot stays", "並んだので場の石は次へ持ち越し")),
)
DIGITS = tuple(
    Name(en, ja, kana)
    for en, ja, kana in (
        ("zero", "零", "れい"),
        ("one", "一", "いち"),
        ("two", "二", "に"),
        ("three", "三", "さん"),
        ("four", "四", "よん"),
        ("five", "五", "ご"),
        ("six", "六", "ろく"),
        ("seven", "七", "しち"),
        ("eight", "八", "はち"),
        ("nine", "九", "く"),
    )
)
OPTIONS = (
    Option(
        "variant",
        Text("Variant", "遊び方"),
        Text(
            "Yari-Tori: two players, five cards each; each blindly throws out two of the other's cards.",
            "やりとり：2人で5枚ずつ持ち、互いに相手の札を見ずに2枚捨てさせます。",
        ),
        "tokotoko",
        ("tokotoko", "yari_tori_tokotoko"),
        (Text("Tokotoko", "とことこ"), Text("Yari-Tori Tokotoko", "やりとりとことこ")),
    ),
    Option(
        "selection",
        Text("Choice of the three", "3枚の選び方"),
        Text(
            "Whether the three cards a player shows are binding, or the best three always count.",
            "見せた3枚で決まるか、いつでも一番よい3枚で数えるか。",
        ),
        "declared",
        ("declared", "best"),
        (Text("the three shown count", "見せた3枚"), Text("the best three count", "一番よい3枚")),
    ),
    Option(
        "on_tie",
        Text("Equal hands", "並んだとき"),
        Text(
            "Whether equal best hands share the pot or leave it for the next round.",
            "場の石を分けるか、次の局へ持ち越すか。",
        ),
        "split",
        ("split", "carry_over"),
        (Text("share the pot", "分ける"), Text("the pot stays", "持ち越し")),
    ),
    Option(
        "remainder",
        Text("What does not divide", "割り切れない石"),
        Text("Where the stones go that an even split leaves over.", "分けて余った石の行き先。"),
        "nearest_right",
        ("nearest_right", "carry_over", "house_box"),
        (
            Text("the nearest to the dealer's right", "親の右に近い人"),
            Text("stay in the pot", "場に残す"),
            Text("into the house box", "場所代の箱へ"),
        ),
    ),
    Option(
        "length",
        Text("Length of the game", "勝負の長さ"),
        Text("How many rounds are played.", "何局遊ぶか。"),
        "single",
        ("single", 3, 6, 12),
        (
            Text("a single round", "一局"),
            Text("3 rounds", "三局"),
            Text("6 rounds", "六局"),
            Text("12 rounds", "十二局"),
        ),
    ),
    Option(
        "start_stones",
        Text("Stones at the start", "はじめの石"),
        Text("How many stones everybody starts with.", "一人がはじめに持つ石の数。"),
        30,
        minimum=1,
        maximum=10**9,
    ),
)
WORDS = (
    Word(
        Name("dealer", "親", "おや"),
        Text("Oya: the player who deals; whoever wins deals next.", "札を配る人。勝った人が次の親。"),
        ("oya",),
    ),
    Word(
        Name("Nagoya order", "名古屋順", "なごやじゅん"),
        Text(
            "Willow counts 2, paulownia 6, peony 11, plum 12; every other plant its month.",
            "柳は2、桐は6、牡丹は11、梅は12。ほかの花は月の数。",
        ),
    ),
    Word(Name("field", "場札", "ばふだ"), Text("The two cards everybody may use.", "誰でも使える二枚の札。")),
    Word(Name("stake", "賭け石", "かけいし"), Text("What each puts into the pot.", "一人ずつ場に出す石。")),
    Word(Name("pot", "場の石", "ばのいし"), Text("The stones everybody put in.", "全員が出した石。")),
    Word(Name("yari-tori", "やりとり"), Text("“Give and take”: the variant for two.", "二人で遊ぶ変わり種。")),
)
LESSON = (
    LessonParagraph(
        Text("The deal", "配り方"),
        Text(
            "Take the three chaff of paulownia out. Two cards to each player, two face down on the table; agree on a "
            "stake that everybody puts in.",
            "桐のカス3枚を抜きます。一人2枚ずつ配り、場に2枚伏せ、決めた石を全員が出します。",
        ),
    ),
    LessonParagraph(
        Text("The hand", "手"),
        Text(
            "The field is turned up. Use any three of your two cards and the two of the field. Only the last digit of "
            "the sum counts: nine is best, ten is nothing.",
            "場札を開け、手札2枚と場札2枚のうち3枚を使います。数えるのは合計の一の位だけで、9が最高、10は0です。",
        ),
    ),
    LessonParagraph(
        Text("The values", "札の数"),
        Text(
            "Plants count their month, but willow counts 2, paulownia 6, peony 11 and plum 12.",
            "花は月の数で数えますが、柳は2、桐は6、牡丹は11、梅は12です。",
        ),
    ),
    LessonParagraph(
        Text("The pot", "場の石"),
        Text(
            "The highest digit takes the pot and deals next. Equal hands share it, and the same dealer deals again.",
            "一番大きい人が場の石を取り、次の親になります。並んだら分け合い、同じ親が配ります。",
        ),
    ),
)
MAX_STAKE = 10**9
"""The largest stake or pot in stones. Sums of it stay below 2**53, so they are exact in JSON."""
DEFAULT_STAKE = 1
"""Stones that everybody puts in as long as nothing else is told."""
CARDS = Text("cards", "札")
HANDS = Text("hands", "手札")
FIELD = Text("field", "場札")
SHOWN_CARDS = Text("shown cards", "見せた3枚")
STAKE = Text("the stake", "賭け石")
POT = Text("the pot", "場の石")
STANDING_STONES = Text("stones standing", "場に置いたままの石")
STAKE_PROMPT = (Text("Stake", "賭け石"), Text("Stones everybody puts in.", "全員が出す石の数。"))
HAND_PROMPT = (Text("Own cards", "手札"), Text("The two cards dealt.", "配られた2枚。"))
REMAINING_PROMPT = (
    Text("Cards left", "残った札"),
    Text("The three cards that were not thrown out.", "捨てずに残った3枚。"),
)
FIELD_PROMPT = (Text("Field", "場札"), Text("The two cards for everybody.", "誰でも使える2枚。"))
SHOWN_PROMPT = (
    Text("Three shown", "見せた3枚"),
    Text(
        "The three the player chose; without a choice the best three count.",
        "選んだ3枚。なければ一番よい3枚で数えます。",
    ),
)
OWN_BEST_DIGIT = Text("Your best digit", "自分の一番よい数")
AGAINST_ONE_OPPONENT = Text(
    "Against one opponent, both playing their best three", "相手一人に対して（互いに一番よい3枚）"
)
OUTCOME_TEXTS = {"win": Text("you win", "勝ち"), "tie": Text("a tie", "引き分け"), "lose": Text("you lose", "負け")}
