"""Hana-Awase's house rules, terms, lesson and refusal messages."""

from __future__ import annotations

from scorer.rules.game import LessonParagraph
from scorer.rules.options import Option, flag
from scorer.texts import Name, Text, Word

SUMMARY = Text(
    "Two to four capture cards of one month. Over par you are paid the difference, under par you pay it, and yaku are "
    "paid by all. Par is 132 for two, 88 for three, 66 for four.",
    "2人から4人で同じ月の札を取り合います。平均より多い点はもらい、少ない点は払い、役は全員からもらいます。平均は2人で132点、3人で88点、4人で66点。",
)

OPTIONS = (
    Option(
        "values",
        Text("Worth of the yaku", "役の点"),
        Text(
            "Two lists that are in use; they differ in five brights, nomi and the sets of a month.",
            "よく使われる二通り。五光・飲み・島の点が違います。",
        ),
        "japanese",
        ("japanese", "fudawiki"),
        (
            Text("usual: five brights 200", "ふつう：五光200点"),
            Text("lower: five brights 100", "低め：五光100点"),
        ),
    ),
    Option(
        "bright_group",
        Text("Crane, warbler and curtain", "表菅原"),
        Text(
            "Whether that yaku is one of the brights, of which only the dearest counts, or counts beside them.",
            "光の役の一つとして一番高いものだけ数えるか、五光・四光と重ねて数えるか。",
        ),
        "all",
        ("all", "lights"),
        (Text("one of the brights", "光の役に含める"), Text("beside five or four brights", "五光・四光と重ねる")),
    ),
    Option(
        "viewing_weather",
        Text("Rain", "雨流れ"),
        Text(
            "The rain man in a pile may spoil hanami, tsukimi and nomi there.",
            "雨の光を取った人の花見酒・月見酒・飲みを流すか。",
        ),
        "off",
        ("off", "own_rain"),
        (Text("spoils nothing", "流れない"), Text("spoils them in its pile", "取った人は流れる")),
    ),
    Option(
        "ameshima",
        Text("The four willows", "雨島"),
        Text(
            "A yaku as any other, or one that takes the others away.",
            "ふつうの役とするか、ほかの役を消す役とするか。",
        ),
        "plain",
        ("plain", "cancels", "owner_only"),
        (
            Text("a yaku as any other", "ふつうの役"),
            Text("no yaku of the round counts", "その局の役がすべて消える"),
            Text("only its owner's yaku count", "取った人の役だけ残る"),
        ),
    ),
    Option(
        "chaff_points",
        Text("Chaff counts", "カスの点"),
        Text("Card points of each chaff card; par goes with it.", "カス1枚の点。平均の点も変わります。"),
        1,
        (1, 0),
        (Text("1", "1点"), Text("nothing", "0点")),
    ),
    Option(
        "fuke",
        Text("Fuke", "ふけ"),
        Text(
            "Where somebody has 20 card points or fewer the round may be a draw.",
            "誰かの札の点が20点以下なら流れとする取り決め。",
        ),
        "off",
        ("off", 20),
        (Text("not played", "なし"), Text("20 points or fewer: a draw", "20点以下なら流れ")),
    ),
    flag(
        "compensation",
        Text("Compensation for few cards", "八丁・十丁"),
        Text(
            "Of three players the dealer and the second with eight cards or fewer, the third with ten or fewer, get 30 "
            "from each of the others.",
            "3人のとき、親と二番は8枚以下、三番は10枚以下なら、ほかの2人から30点ずつもらいます。",
        ),
        default=False,
    ),
    Option(
        "scoring",
        Text("Who pays", "払い"),
        Text(
            "Everybody settles with everybody against par, or points are only written down.",
            "平均との差と役をお互いに払うか、取った点を書くだけか。",
        ),
        "zero_sum",
        ("zero_sum", "additive"),
        (
            Text("players pay each other", "お互いに払う"),
            Text("points are added up, nobody pays", "点を足していくだけ"),
        ),
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
    ("settled", Text("Settled by card points and yaku", "札の点と役で精算")),
    ("draw", Text("Fuke: a draw, nothing is paid", "ふけで流れ（払いなし）")),
    ("misdeal", Text("Misdeal: deal again", "配り直し")),
    ("play", Text("The deal is in order", "このまま始める")),
)

WORDS = (
    Word(
        Name("dealer", "親", "おや"),
        Text("oya: deals and plays first; who won the round before", "札を配り、先に打つ人。前の局に勝った人"),
        ("oya",),
    ),
    Word(Name("yaku", "役", "やく"), Text("a set of captured cards that scores", "そろえると点になる取札の組")),
    Word(Name("field", "場札", "ばふだ"), Text("the cards that lie face up for all", "表を向けて場に並ぶ札")),
    Word(Name("stock", "山札", "やまふだ"), Text("the cards to be turned up one by one", "一枚ずつめくる伏せた札")),
    Word(
        Name("par", "平均", "へいきん"),
        Text(
            "the points of the pack shared evenly: 132 among two, 88 among three, 66 among four",
            "全部の札の点を人数で割った点。2人で132点、3人で88点、4人で66点",
        ),
    ),
    Word(Name("fuke", "ふけ"), Text("“dandruff”: 20 card points or fewer", "札の点が20点以下であること")),
    Word(
        Name("compensation", "八丁・十丁", "はっちょう・じゅっちょう"),
        Text("what who captured very few cards gets of the others", "取った札がごく少ない人がもらう点"),
    ),
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
            "手札を1枚出し、山札を1枚めくります。それぞれ同じ月の場札を取ります。2枚あれば選び、3枚なら全部。なければ場に残ります。札がすべてなくなるまで続けます。",
        ),
    ),
    LessonParagraph(
        Text("Counting", "数え方"),
        Text(
            "A bright counts 20, an animal 10, a ribbon 5, chaff 1. What is above par is yours, what is below you pay.",
            "光20点、種10点、短冊5点、カス1点。平均より多い分をもらい、少ない分を払います。",
        ),
    ),
    LessonParagraph(
        Text("Yaku", "役"),
        Text(
            "Everybody gets the worth of their yaku from each of the others. Of the brights, of six and seven ribbons "
            "and of the viewing yaku only the dearest counts.",
            "役の点は、ほかの全員からもらいます。光の役、六短と七短、酒の役は、それぞれ一番高いものだけ数えます。",
        ),
    ),
    LessonParagraph(
        Text("The deal passes", "親の交代"),
        Text("Who won most deals next.", "一番多く勝った人が次の親です。"),
    ),
)

NOT_A_PILE_EACH = Text("one pile a seat is needed", "取札は席の数だけ要ります")
