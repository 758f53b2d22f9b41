"""Kujuroku's house rules, terms, lesson and refusal messages."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.rules.game import LessonParagraph
from scorer.rules.options import Option, flag
from scorer.texts import Name, Text, Word, join_names

SUMMARY = Text(
    "Three play, the fourth rests. Capture by number; a dekiyaku ends the round, else 96 card points are par.",
    "3人が打ち、一人が休みます。同じ数で札を取り、出来役で上がるか、札の点を96点と比べて払います。",
)

OPTIONS = (
    Option(
        "players",
        Text("Players", "人数"),
        Text(
            "With four, one rests each round in turn; with three nobody rests.",
            "4人なら順番に一人ずつ休み、3人なら休みなし。",
        ),
        4,
        (3, 4),
        (Text("three", "3人"), Text("four, one rests", "4人（一人休み）")),
    ),
    Option(
        "config",
        Text("Dekiyaku", "出来役"),
        Text(
            "Which dekiyaku count and what they pay. B and C need a special 3, which kabufuda lack.",
            "どの出来役を使い、何枚払うか。BとCは色三が要るので株札ではできません。",
        ),
        "A",
        ("A", "B", "C", "D"),
        (
            Text("A: Danjoo is Oni, I-tsun, I-shi", "A：ダンジョは鬼・イツン・イシ"),
            Text("B: Danjoo is Oni, special 3, I-shi", "B：ダンジョは鬼・色三・イシ"),
            Text("C: Danjoo is I-tsun, special 3, I-shi", "C：ダンジョはイツン・色三・イシ"),
            Text("D: San Shima, Danna and Nejikomi", "D：サンシマ・ダンナ・ネジコミ"),
        ),
    ),
    flag(
        "jizo",
        Text("Jizo", "地蔵"),
        Text(
            "Adds Jizo, who captures only Oni and has Oni's 12 points.",
            "鬼だけを取る地蔵を加えます。鬼の12点は地蔵のものになります。",
        ),
        default=False,
    ),
    Option(
        "yaku_mode",
        Text("A dekiyaku", "出来役ができたら"),
        Text(
            "Whether it ends the round or is paid on top of the count.",
            "その場で上がるか、札の点に加えて最後に払うか。",
        ),
        "ends_round",
        ("ends_round", "settle_at_end"),
        (Text("ends the round", "その局は終わり"), Text("is paid at the end", "最後に払う")),
    ),
    Option(
        "yaku_check",
        Text("When it is noticed", "役を見る時"),
        Text(
            "After each capture two whole sets can never come together. Who plays on for a better hand risks that the "
            "card points decide.",
            "取るたびに見ると、4枚ぞろいが2組同時にできることはありません。続けて役を伸ばすこともできますが、手札が尽きれば札の点だけで決まります。",
        ),
        "end_of_turn",
        ("end_of_turn", "each_capture", "may_continue"),
        (
            Text("end of a turn", "番の終わり"),
            Text("each capture", "取るたび"),
            Text("the maker may play on", "続けてもよい"),
        ),
    ),
    Option(
        "yaku_pay",
        Text("Several dekiyaku at once", "役が重なったら"),
        Text(
            "The best alone, or the sum of those of which none replaces another.",
            "一番高い役だけか、別々の役の合計か。",
        ),
        "highest",
        ("highest", "sum_of_listed"),
        (Text("the best is paid", "一番高い役"), Text("their sum is paid", "合計")),
    ),
    Option(
        "deal_order",
        Text("Order of the deal", "配る順"),
        Text("Three cards at a time; it changes no score.", "3枚ずつ配ります。点には関わりません。"),
        "hands_first",
        ("hands_first", "field_first"),
        (Text("hands first", "手札から"), Text("field first", "場札から")),
    ),
    Option(
        "start_chips",
        Text("Chips at the start", "持ち枚数"),
        Text("Every player's chips before the first round.", "はじめに一人が持つ枚数。"),
        30,
        minimum=1,
        maximum=10_000,
    ),
    Option(
        "debt",
        Text("Out of chips", "足りなくなったら"),
        Text(
            "Whether a player may owe, or the game ends when somebody does.",
            "借りて続けるか、誰かが借りになったところで終わるか。",
        ),
        "allow_negative",
        ("allow_negative", "end_game"),
        (Text("owe and play on", "借りて続ける"), Text("the game ends", "そこで終わり")),
    ),
    flag(
        "join_drop",
        Text("Dropping out", "降りる"),
        Text(
            "Players may agree to let somebody sit out a round on request; settles nothing by itself.",
            "希望する人が一局休むことを認めます。精算には関わりません。",
        ),
        default=False,
    ),
)

OUTCOMES = (
    ("yaku", Text("A dekiyaku ended the round", "出来役で上がり")),
    ("settled", Text("Settled by card points", "札の点で精算")),
    ("draw", Text("Draw: nothing is paid", "引き分け（払いなし）")),
    ("misdeal", Text("Misdeal: deal again", "配り直し")),
    ("play_on", Text("No misdeal: play on", "そのまま始める")),
)

POINTS_DESCRIPTION = Text(
    "no dekiyaku: 1, 2 and 10 count ten, 3 to 9 their number, Oni 12",
    "役なし。1・2・10は10点、3から9は数どおり、鬼は12点",
)

_YAKU_DESCRIPTIONS = {
    "shi": Text("all four 4s", "4の札4枚"),
    "san": Text("all four 3s (in D: San Shima)", "3の札4枚（Dではサンシマ）"),
    "danjoo": Text(
        "I-shi with Oni and I-tsun (A), Oni and the special 3 (B) or I-tsun and the special 3 (C)",
        "イシに、Aは鬼とイツン、Bは鬼と色三、Cはイツンと色三",
    ),
    "danna": Text("I-tsun and I-shi (D)", "イツンとイシ（D）"),
    "shi_san": Text("all four 4s and all four 3s (C)", "4の札4枚と3の札4枚（C）"),
    "shi_dan": Text(
        "all four 4s with Oni (A) or with I-tsun and the special 3 (C)", "4の札4枚に、Aは鬼、Cはイツンと色三"
    ),
    "dan_san": Text("all four 3s with I-tsun and I-shi (C)", "3の札4枚とイツン・イシ（C）"),
    "shi_dan_san": Text(
        "all four 4s and 3s with Oni (A), I-tsun and a bakatsun (B) or I-tsun (C)",
        "4の札4枚と3の札4枚に、Aは鬼、Bはイツンとバカツン、Cはイツン",
    ),
    "nejikomi": Text("all four 3s with I-tsun and I-shi (D)", "3の札4枚とイツン・イシ（D）"),
}


def describe_yaku(key: str) -> Text:
    """The cards that make a dekiyaku, in every configuration that has it."""
    return _YAKU_DESCRIPTIONS[key]


WORDS = (
    Word(
        Name("dealer", "親", "おや"),
        Text("oya: deals, plays first, and stays dealer while winning", "札を配り、最初に打つ人。勝つかぎり続ける"),
        ("oya",),
    ),
    Word(
        Name("dekiyaku", "出来役", "できやく"),
        Text("a set of captured cards that pays at once", "そろえるとその場で払いになる札の組"),
    ),
    Word(Name("I-tsun", "イツン"), Text("the special 1", "特別な1の札")),
    Word(Name("I-shi", "イシ"), Text("the special 4", "特別な4の札")),
    Word(
        Name("special 3", "色三", "いろさん"), Text("the one 3 that is unlike the others", "ほかと違う一枚だけの3の札")
    ),
    Word(Name("bakatsun", "バカツン"), Text("a plain 1", "ふつうの1の札")),
    Word(
        Name("field", "場札", "ばふだ"),
        Text("the cards that lie face up for all", "表を向けて場に並ぶ札"),
        ("field card",),
    ),
    Word(Name("pile", "山札", "やまふだ"), Text("the cards to be turned up one by one", "一枚ずつめくる伏せた札")),
    Word(
        Name("oni", "鬼", "おに"),
        Text(
            "the demon: captures any one field card; the last of that number then follows it",
            "どの場札でも1枚取れる札。その数の最後の1枚もあとで付いてくる",
        ),
    ),
    Word(Name("jizo", "地蔵", "じぞう"), Text("the Buddha who captures only Oni", "鬼だけを取る札")),
    Word(
        Name("San Shima", "サンシマ"),
        Text("what San Yaku, all four 3s, is called in set D", "D組でのサン役（3の札4枚）の呼び名"),
    ),
)

LESSON = (
    LessonParagraph(
        Text("The deal", "配り方"),
        Text(
            "Three play, six cards each, six on the field. Four of a number on the field: deal again. Oni on the field "
            "is the dealer's, with one field card of choice; of three of a number the dealer takes two.",
            "3人が6枚ずつ持ち、場に6枚。場に同じ数が4枚なら配り直し。場の鬼は好きな場札1枚と一緒に親のもの。同じ数が3枚なら親が2枚取ります。",
        ),
    ),
    LessonParagraph(
        Text("Your turn", "番"),
        Text(
            "Play one card, then turn the top of the pile. A card captures a field card of its number; where there is "
            "none it stays.",
            "手札を1枚出し、次に山札を1枚めくります。同じ数の場札があれば取り、なければ場に残ります。",
        ),
    ),
    LessonParagraph(
        Text("Oni", "鬼"),
        Text(
            "Oni captures any one field card. One card of that number is then left without partner: at the end it goes "
            "to Oni's holder. On an empty field Oni is thrown away and its 12 points are nobody's.",
            "鬼は場札ならどれでも1枚取れます。その数の札は1枚余り、最後に鬼の持ち主のものになります。場が空なら鬼は捨てられ、12点は誰のものにもなりません。",
        ),
    ),
    LessonParagraph(
        Text("Paying", "払い"),
        Text(
            "A dekiyaku ends the round and takes its value from each of the other two. Otherwise count: 96 is par, "
            "every ten points above or below a step of one to three chips.",
            "出来役ができたら局は終わりで、2人から役の枚数ずつ受け取ります。できなければ札を数え、96点を境に10点ごとに1枚から3枚までを払います。",
        ),
    ),
    LessonParagraph(
        Text("The deal passes", "親の交代"),
        Text(
            "The dealer stays with a dekiyaku or with the most points. Otherwise the dealer rests and the player at "
            "the right deals. When everybody has lost the deal, most chips win.",
            "親は役を作るか札の点が一番多ければ続けます。そうでなければ休みに回り、右隣が親になります。全員が親を落ちたら終わりで、一番多く持つ人の勝ちです。",
        ),
    ),
)

KABUFUDA_HAVE_NO_SPECIAL_3 = Text(
    "kabufuda have no special 3: only configurations A and D are played with them",
    "株札には色三がないので、AとDの役だけで遊びます",
)
KABUFUDA_HAVE_NO_JIZO = Text("kabufuda have no Jizo", "株札に地蔵はありません")
UNKNOWN_ENDED_BY = Text('ended_by is "yaku" or "empty"', "局の終わり方（ended_by）は yaku か empty です")
YAKU_CANNOT_END = Text(
    "with settle_at_end a dekiyaku does not end the round", "役を最後に払う取り決めでは、出来役で局は終わりません"
)
NO_YAKU = Text("no dekiyaku of this configuration lies in that pile", "この取り決めの出来役がどこにもできていません")
TWO_MAKERS = Text("two piles cannot complete a dekiyaku in one turn", "一度の番で2人に出来役ができることはありません")
TWO_YAKU_IN_ONE_CAPTURE = Text(
    "one capture cannot complete all of these dekiyaku", "一度に取っただけで、これらの役が同時にできることはありません"
)


def yaku_would_end(names: Sequence[Name]) -> Text:
    """A pile with these dekiyaku, though the round is said to have gone on to the last card."""
    en, ja = join_names([name.en for name in names]).en, "・".join(name.ja for name in names)
    return Text(
        f"this pile holds {en}: the round would have ended with it",
        f"この取札には「{ja}」があるので、局はそこで終わったはずです",
    )
