"""Koi-Koi's house rules, terms and lesson."""

from __future__ import annotations

from scorer.rules.game import LessonParagraph
from scorer.rules.options import Option, flag
from scorer.texts import Name, Text, Word

SUMMARY = Text(
    "Two players capture cards of one month. Whoever makes a yaku stops (shobu) or plays on for more (koi-koi).",
    "2人で同じ月の札を取り合い、役ができたら「勝負」で上がるか、「こいこい」で続けます。",
)

OPTIONS = (
    Option(
        "values",
        Text("Worth of the yaku", "役の点"),
        Text(
            "Three lists that are in use; they differ in the brights and the ribbons.",
            "よく使われる三通り。光と短冊の役の点が違います。",
        ),
        "nintendo",
        ("nintendo", "modern", "leaflet"),
        (
            Text("Nintendo: five brights 10", "任天堂：五光10点"),
            Text("modern: five brights 15", "現代：五光15点"),
            Text("leaflet: five brights 15, poetry and blue ribbons 6", "説明書：五光15点、赤短・青短6点"),
        ),
    ),
    Option(
        "extras",
        Text("Further animals and ribbons", "種と短冊の増やし方"),
        Text(
            "Whether further animals and ribbons raise the sets of three, or are counted as yaku beside them.",
            "猪鹿蝶・赤短・青短に余った種や短冊を足すか、タネ・タンを別の役として重ねるか。",
        ),
        "grow",
        ("grow", "stack"),
        (
            Text("they raise the sets of three", "3枚の役に1枚1点足す"),
            Text("they count beside them", "別の役として重ねる"),
        ),
    ),
    Option(
        "viewing",
        Text("Hanami and tsukimi", "花見酒・月見酒"),
        Text(
            "Two cards make 5 points each, so many tables leave them out or want another yaku beside them.",
            "2枚で5点と強いので、使わない卓や、ほかの役があるときだけ数える卓もあります。",
        ),
        "on",
        ("on", "off", "needs_other"),
        (
            Text("count", "数える"),
            Text("do not count", "数えない"),
            Text("only beside another yaku", "ほかの役があるときだけ"),
        ),
    ),
    Option(
        "viewing_weather",
        Text("Rain and mist", "雨流れ・霧"),
        Text(
            "What spoils the viewing: willow and paulownia left on the field, or the rain man in the own pile.",
            "花見酒・月見酒を流すもの。最後に場に残った柳と桐、または自分の取札の雨の光。",
        ),
        "off",
        ("off", "field", "own_rain"),
        (
            Text("nothing", "なし"),
            Text("willow on the field spoils hanami, paulownia tsukimi", "場の柳で花見、場の桐で月見が流れる"),
            Text("the own rain man spoils both", "自分の雨の光でどちらも流れる"),
        ),
    ),
    Option(
        "sake_cup",
        Text("Sake cup", "盃の札"),
        Text("Whether it also counts as chaff.", "盃（菊）を種のほかにカスとしても数えるか。"),
        "both",
        ("both", "animal", "either"),
        (
            Text("animal and chaff", "種にもカスにも数える"),
            Text("animal only", "種だけ"),
            Text("animal or chaff, what gives more", "得なほうどちらか一つ"),
        ),
    ),
    flag(
        "tsukifuda",
        Text("Month cards", "月札"),
        Text("The four cards of the round's month are a yaku of 4.", "その局の月の札4枚がそろうと4点。"),
        default=False,
    ),
    flag(
        "seven_double",
        Text("Seven or more doubles", "7点以上は倍"),
        Text("Yaku of seven points or more together count double.", "役の合計が7点以上なら2倍。"),
        default=True,
    ),
    Option(
        "call_multiplier",
        Text("What a koi-koi multiplies", "こいこいの倍"),
        Text("Whose calls raise what the winner gets.", "誰の「こいこい」が勝った人の点を増やすか。"),
        "opponent",
        ("opponent", "opponent_count", "own", "anyone", "off"),
        (
            Text("doubled if the other has called", "相手が言っていれば倍"),
            Text("one more time for each call of the other", "相手が言った回数だけ増える"),
            Text("doubled if the winner has called", "勝った人が言っていれば倍"),
            Text("doubled if anybody has called", "誰かが言っていれば倍"),
            Text("nothing", "なし"),
        ),
    ),
    Option(
        "max_calls",
        Text("Calls of koi-koi in a round", "一局のこいこい"),
        Text("Once, by either player, or as often as anybody likes.", "2人合わせて一回だけか、何回でもか。"),
        1,
        (1, "none"),
        (Text("one", "一回"), Text("any number", "何回でも")),
    ),
    Option(
        "field_multiplier",
        Text("Brights on the opening field", "場の光札"),
        Text("They may multiply what the round pays.", "はじめの場に光があると、その局の点が増えます。"),
        "off",
        ("off", "double", "brights_plus_one"),
        (
            Text("nothing", "なし"),
            Text("double with a bright there", "光があれば倍"),
            Text("one more time for each bright", "光の枚数だけ増える"),
        ),
    ),
    Option(
        "dealt_hands",
        Text("Teshi and kuttsuki", "手四・くっつき"),
        Text(
            "Four cards of a month, or four pairs, in the hand as dealt.",
            "配られた手に同じ月が4枚、または2枚ずつ4組あるとき。",
        ),
        "six",
        ("six", "redeal", "off"),
        (Text("win 6 points", "6点の勝ち"), Text("are dealt again", "配り直し"), Text("do not count", "使わない")),
    ),
    flag(
        "dealt_stack",
        Text("Teshi and kuttsuki in one hand", "手四とくっつきが重なれば"),
        Text("They count 12 instead of 6.", "6点ではなく12点にします。"),
        default=False,
    ),
    Option(
        "draw_points",
        Text("Dealer's right", "親権"),
        Text("What the dealer wins when nobody says shobu.", "誰も上がらなかった局で親がもらう点。"),
        0,
        (0, 1, 6),
        (Text("nothing", "なし"), Text("1 point", "1点"), Text("6 points", "6点")),
        minimum=0,
    ),
    Option(
        "draw_deal",
        Text("The deal after a draw", "流れた局の次の親"),
        Text(
            "Who deals when the hands ran out. Where the dealer wins a draw, the dealer keeps the deal.",
            "手札が尽きて流れたときの次の親。親権があるときはふつう親が続けます。",
        ),
        "other",
        ("other", "same"),
        (Text("the other player", "相手に替わる"), Text("the same dealer", "同じ親")),
    ),
    Option(
        "scoring",
        Text("Who pays", "払い"),
        Text(
            "The loser, or nobody: then points are only written down.", "負けた人が払うか、勝った人の点だけを書くか。"
        ),
        "zero_sum",
        ("zero_sum", "winner_only"),
        (
            Text("the loser pays the winner", "負けた人が払う"),
            Text("the winner scores, nobody pays", "勝った人の点だけ数える"),
        ),
    ),
    Option(
        "length",
        Text("Length", "長さ"),
        Text("A game of so many months, or to a number of points.", "何か月打つか、または何点まで打つか。"),
        12,
        (12, 6, 3, "target"),
        (
            Text("12 months", "十二か月"),
            Text("6 months", "六か月"),
            Text("3 months", "三か月"),
            Text("to the target", "目標まで"),
        ),
    ),
    Option(
        "target",
        Text("Target", "目標の点"),
        Text("Where it is agreed: who reaches it ends the game.", "目標までのとき、この点に届けば終わり。"),
        50,
        minimum=1,
    ),
)

OUTCOMES = (
    ("won", Text("Shobu: the round is won", "勝負で上がり")),
    ("draw", Text("Draw: nobody scores by yaku", "流れ（役の点なし）")),
    ("dealt", Text("Won with the hand as dealt", "配られた手で勝ち")),
    ("misdeal", Text("Misdeal: deal again", "配り直し")),
    ("play", Text("The deal is in order", "このまま始める")),
)

WORDS = (
    Word(Name("dealer", "親", "おや"), Text("oya: deals and plays first", "札を配り、先に打つ人"), ("oya",)),
    Word(Name("yaku", "役", "やく"), Text("a set of captured cards that scores", "そろえると点になる取札の組")),
    Word(
        Name("shobu", "勝負", "しょうぶ"),
        Text(
            "“it is decided”: ends the round, and who says it scores",
            "役ができた人が局を終わらせる言葉。言った人だけが点を取る",
        ),
    ),
    Word(
        Name("koi-koi", "こいこい"),
        Text(
            "“come on”: plays on for more, at the risk that the other wins",
            "役ができても続けること。相手に先に上がられるおそれがある",
        ),
        ("koi",),
    ),
    Word(Name("field", "場札", "ばふだ"), Text("the cards that lie face up for all", "表を向けて場に並ぶ札")),
    Word(Name("stock", "山札", "やまふだ"), Text("the cards to be turned up one by one", "一枚ずつめくる伏せた札")),
    Word(
        Name("chaff", "カス"),
        Text("the plain cards of each month; ten of them are a yaku", "草木だけが描かれた札。10枚で役になる"),
        ("kasu",),
    ),
    Word(
        Name("month cards", "月札", "つきふだ"),
        Text("tsukifuda: the four cards of the month being played", "いま打っている月の札4枚"),
        ("tsukifuda",),
    ),
    Word(
        Name("dealer's right", "親権", "おやけん"),
        Text("what the dealer gets of a round without winner", "流れた局で親がもらう点"),
    ),
    Word(
        Name("teshi", "手四", "てし"), Text("four cards of a month in the hand as dealt", "配られた手に同じ月の札が4枚")
    ),
    Word(Name("kuttsuki", "くっつき"), Text("four pairs in the hand as dealt", "配られた手が2枚ずつ4組")),
)

LESSON = (
    LessonParagraph(
        Text("The deal", "配り方"),
        Text(
            "Eight cards each, eight on the field, the rest is the stock. Four cards of a month, or four pairs, on the "
            "field: deal again. Four of a month (teshi) or four pairs (kuttsuki) in a hand win the round at once.",
            "8枚ずつ配り、場に8枚、残りは山札。場に同じ月が4枚、または2枚ずつ4組なら配り直し。手に同じ月が4枚（手四）か2枚ずつ4組（くっつき）なら、その場で勝ちです。",
        ),
    ),
    LessonParagraph(
        Text("Your turn", "番"),
        Text(
            "Play a card, then turn up the top of the stock. Each captures a field card of its month: of two you "
            "choose, three are all yours. Without a match it stays.",
            "手札を1枚出し、次に山札を1枚めくります。それぞれ同じ月の場札を取ります。2枚あれば選び、3枚なら全部。なければ場に残ります。",
        ),
    ),
    LessonParagraph(
        Text("Shobu or koi-koi", "勝負かこいこいか"),
        Text(
            "When your turn makes or improves a yaku, say shobu: the round ends and you alone score. Or say koi-koi "
            "and play on; if the other then wins, they are paid double.",
            "番の終わりに役ができたり増えたりしたら、「勝負」と言えば局は終わり、あなただけが点を取ります。「こいこい」と言えば続きますが、相手に先に上がられると倍払いです。",
        ),
    ),
    LessonParagraph(
        Text("Scoring", "点"),
        Text(
            "All yaku add up, but of the brights only the best one counts. Seven points or more are doubled.",
            "役は全部足します。光の役は一番高いもの一つだけ。合計が7点以上なら倍です。",
        ),
    ),
    LessonParagraph(
        Text("The deal passes", "親の交代"),
        Text(
            "The winner deals next. When the hands run out nobody scores, and the other player deals. Twelve rounds, "
            "one for each month, are a game.",
            "勝った人が次の親です。手札が尽きたら誰にも点はなく、親が替わります。一月から十二月まで十二局で一番です。",
        ),
    ),
)
