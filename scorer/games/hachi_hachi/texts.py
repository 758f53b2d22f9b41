"""Hachi-Hachi's names, house rules, terms, lesson and refusal messages."""

from __future__ import annotations

from scorer.rules.game import LessonParagraph
from scorer.rules.options import Option, flag
from scorer.texts import Name, Text, Word

NAME = Name("Hachi-Hachi", "八八", "はちはち")
SUMMARY = Text(
    "Three play, others rest. Dealt hands and captured sets pay in kan; without a set, 88 card points are par.",
    "3人が打ち、ほかは休み。手役と出来役は貫で払い、出来役がなければ札の点を88点と比べます。",
)
ROLES = (
    ("pile", Text("a captured pile", "取札")),
    ("hand", Text("the seven cards as dealt", "配られた7枚")),
)
OUTCOMES = (
    ("shobu", Text("Shobu: a dekiyaku ends the round", "勝負：出来役で上がり")),
    ("cancel", Text("Cancelled after sage: half the dekiyaku is paid", "下げたあとの取り消し：出来役の半分を払う")),
    ("exhausted", Text("The hands ran out after sage", "下げたまま手札が尽きた")),
    ("souhachi", Text("Souhachi: everybody has 88", "総八：全員が88点")),
    ("futahachi", Text("Futahachi: 168 points or more", "二八：168点以上")),
    ("sujuroku", Text("Sujuroku: sixteen chaff or more", "素十六：カス16枚以上")),
    ("settled", Text("Settled by card points", "札の点で精算")),
    ("misdeal", Text("Misdeal: deal again", "配り直し")),
    ("play", Text("The deal is in order", "そのまま始める")),
)

OPTIONS = (
    Option(
        "kan",
        Text("One kan", "1貫"),
        Text("How many points a kan is.", "1貫を何点とするか。"),
        12,
        (12, 10),
        (Text("12 points", "12点"), Text("10 points", "10点")),
    ),
    Option(
        "fields",
        Text("Several brights", "場に光が2枚以上"),
        Text(
            "The largest rules this round and the others wait for later rounds, or all are multiplied at once.",
            "一番大きい場だけが今の局に効き、ほかは後の局へ回すか、すべてを掛け合わせるか。",
        ),
        "largest",
        ("largest", "product"),
        (Text("the largest first", "大きい場から一局ずつ"), Text("multiplied", "掛け合わせる")),
    ),
    flag(
        "inoshikacho",
        Text("Inoshikacho", "猪鹿蝶"),
        Text("Boar, deer and butterflies are a dekiyaku of 7 kan.", "猪・鹿・蝶を7貫の出来役にします。"),
        default=False,
    ),
    flag(
        "nanatan_plus",
        Text("Nanatan grows", "七短は増える"),
        Text(
            "Nanatan is one kan dearer for every ribbon beyond seven, the willow's too.",
            "七短は、8枚目から短冊1枚ごとに1貫増えます。柳の短冊も数えます。",
        ),
        default=False,
    ),
    Option(
        "aka",
        Text("Aka", "赤"),
        Text("What aka, ribbons and chaff in the hand, is worth.", "手役の赤が何貫か。"),
        2,
        (2, 3),
        (Text("2 kan", "2貫"), Text("3 kan", "3貫")),
    ),
    Option(
        "haneken",
        Text("Haneken", "羽根剣"),
        Text("What haneken, a triplet and two pairs, is worth.", "手役の羽根剣が何貫か。"),
        7,
        (7, 8),
        (Text("7 kan", "7貫"), Text("8 kan", "8貫")),
    ),
    Option(
        "two_triplets",
        Text("Two triplets", "三本が2組"),
        Text(
            "What they are worth with no, one or two of them standing: 6, 7, 8 kan; always 6; or 4, 5, 6.",
            "立三本を含まない、一つ含む、二つとも立三本のとき。6・7・8貫、いつも6貫、または4・5・6貫。",
        ),
        "graded",
        ("graded", "flat", "sum"),
        (Text("6, 7, 8 kan", "6・7・8貫"), Text("always 6 kan", "いつも6貫"), Text("4, 5, 6 kan", "4・5・6貫")),
    ),
    flag(
        "sage_pays",
        Text("Who said sage pays for both", "下げた人が2人分払う"),
        Text(
            "If exactly one of the other two has said sage, they pay the dekiyaku twice and the other nothing.",
            "ほかの2人のうち一人だけが下げていたら、その人が出来役の倍を払い、もう一人は払いません。",
        ),
        default=True,
    ),
    flag(
        "achievements",
        Text("Tobikomi, nukeyaku, mizuten", "飛込・抜け役・水天"),
        Text("Special achievements bring one kan from each.", "特別な手柄に、一人から1貫ずつ払います。"),
        default=True,
    ),
    flag(
        "specials",
        Text("Souhachi, futahachi, sujuroku", "総八・二八・素十六"),
        Text(
            "Counts that pay instead of points and teyaku: all at 88, one with 168, sixteen chaff.",
            "全員88点、一人が168点、カス16枚のとき、点や手役の代わりに払います。",
        ),
        default=True,
    ),
    Option(
        "length",
        Text("Length of the game", "局数"),
        Text("A round for each month, or fewer.", "十二か月か、それより短く。"),
        12,
        (12, 6, 3),
        (Text("12 months", "十二か月"), Text("6 months", "六か月"), Text("3 months", "三か月")),
    ),
)

WORDS = (
    Word(
        Name("dealer", "親", "おや"),
        Text("Oya: deals, plays first. The winner is next.", "札を配り、最初に打つ。勝った人が次。"),
        ("oya",),
    ),
    Word(Name("kan", "貫", "かん"), Text("12 points, or 10: the unit of payments.", "十二点か十点。払いの単位。")),
    Word(Name("teyaku", "手役", "てやく"), Text("a set in the seven cards dealt", "配られた七枚の役")),
    Word(Name("dekiyaku", "出来役", "できやく"), Text("a set of captured cards", "取った札の役")),
    Word(Name("shobu", "勝負", "しょうぶ"), Text("ends the round with a dekiyaku", "出来役で局を終わらせること")),
    Word(Name("sage", "下げ", "さげ"), Text("going on after a dekiyaku", "出来役ができても続けること")),
    Word(Name("field", "場札", "ばふだ"), Text("the cards that lie open for all", "表向きに並ぶ札")),
    Word(Name("souhachi", "総八", "そうはち"), Text("all have 88: 10 kan to the dealer", "全員八十八点。親に十貫")),
    Word(
        Name("futahachi", "二八", "ふたはち"),
        Text("168 points: 10 kan, +1 a point", "168点で10貫、1点ごと＋1貫"),
    ),
    Word(
        Name("sujuroku", "素十六", "すじゅうろく"),
        Text("16 chaff: 12 kan, +2 a card", "カス16枚で12貫、1枚ごと＋2貫"),
    ),
    Word(
        Name("tobikomi", "飛込", "とびこみ"),
        Text("all four of a claimed triplet: 1 kan", "手役の三本の月を4枚取る。1貫"),
    ),
    Word(
        Name("nukeyaku", "抜け役", "ぬけやく"),
        Text("89 points with a hand of chaff: 1 kan", "カスの手役で89点。1貫"),
    ),
    Word(Name("mizuten", "水天", "みずてん"), Text("the dealer plays blind: 1 kan", "親が手札を見ずに打つ。一貫")),
)

LESSON = (
    LessonParagraph(
        Text("The deal", "配り方"),
        Text(
            "Seven cards to each of three, six on the field; four of a month there: deal again. Moon, crane or curtain "
            "there double every payment, rain man and phoenix make it four times.",
            "3人に7枚ずつ、場に6枚。場に同じ月が4枚なら配り直し。場の鶴・幕・月で払いは2倍、小野道風・鳳凰で4倍。",
        ),
    ),
    LessonParagraph(
        Text("The play", "打ち方"),
        Text(
            "First show your teyaku. Play a card, then turn one up: each captures a field card of its month. Each of "
            "the other two pays what you made.",
            "まず手役を見せます。1枚出し、1枚めくり、同じ月の場札を取ります。役はほかの2人がそれぞれ払います。",
        ),
    ),
    LessonParagraph(
        Text("Sage or shobu", "下げと勝負"),
        Text(
            "With a dekiyaku say shobu, or sage and go on: you pay for both if another says shobu, and may cancel "
            "later for half.",
            "出来役ができたら、勝負か、下げて続けます。下げて人に勝負されると2人分払い、後で取り消せば半分です。",
        ),
    ),
    LessonParagraph(
        Text("Without a dekiyaku", "出来役がないとき"),
        Text(
            "Bright 20, animal 10, ribbon 5, chaff 1: what you have above 88 you get, what is missing you pay.",
            "光20、種10、短冊5、カス1点。88点より多い分をもらい、足りない分を払います。",
        ),
    ),
)

TEYAKU_LABEL = Text("teyaku", "手役")
FORCED_LABEL = Text("a player shut out", "打てなかった人")
PILES_LABEL = Text("piles", "取札")
OPENING_LABEL = Text("opening field", "はじめの場札")
HAND_LABEL = Text("hand as dealt", "配られた手札")
TRIPLETS_LABEL = Text("triplets", "三本の月")
SAGE_LABEL = Text("sage", "下げた人")
CALLER_LABEL = Text("who ended the round", "上がった人")
DEALT_LABELS = {"hands": HAND_LABEL, "teyaku": TEYAKU_LABEL, "triplets": TRIPLETS_LABEL}
KAN_UNIT = Text("kan", "貫")

UNKNOWN_ENDED_BY = Text(
    'ended_by is "shobu", "cancel" or "empty"', "局の終わり方（ended_by）は shobu・cancel・empty です"
)
TWO_OF_ONE_GROUP = Text(
    "of the teyaku by months, and of those by kinds, only one each counts", "手役は、月の役と種類の役から一つずつです"
)
WRONG_TRIPLET = Text("a triplet is named by its month, 1 to 12", "三本は月の数（1から12）で書きます")
NO_YAKU_TO_END = Text("only with a dekiyaku can the round be ended", "出来役がないと上がれません")
CANCEL_WITHOUT_SAGE = Text("only who said sage can cancel", "取り消せるのは下げた人だけです")
SAGE_WITHOUT_YAKU = Text("only with a dekiyaku can one say sage", "出来役がないと下げられません")
SILENT_YAKU = Text(
    "this pile holds a dekiyaku, but its owner neither ended the round nor said sage",
    "この取札には出来役がありますが、勝負も下げもしていません",
)


def unknown_teyaku(name: str) -> Text:
    """No teyaku has this key."""
    return Text(f"There is no teyaku {name}", f"「{name}」という手役はありません")


def wrong_waiting(value: str) -> Text:
    """A multiplier that cannot wait."""
    return Text(f"A field that waits is 2 or 4, not {value}", f"持ち越した場は2か4です（{value}ではありません）")


def wrong_multiplier(value: str) -> Text:
    """A multiplier that no field makes."""
    return Text(f"The field cannot multiply by {value}", f"場の倍率は「{value}」になりません")


def not_whole_pack(count: int) -> Text:
    """The piles of a round played to the end lack cards."""
    return Text(
        f"When the hands ran out all 48 cards lie in the piles, not {count}",
        f"手札が尽きたとき、取札は合わせて48枚です（{count}枚ではできません）",
    )


def wrong_resting(seat: str) -> Text:
    """A resting seat that plays, is named twice, or is not there."""
    return Text(f"Seat {seat} does not rest, or is named twice", f"「{seat}」は休みの席でないか、二度出ています")


WHOLE_HAND = Text("seven cards, or none for a deal to come", "7枚、または配る前なら0枚で数えます")
