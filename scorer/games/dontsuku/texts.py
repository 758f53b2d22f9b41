"""Dontsuku's names, house rules, terms, lesson and prompts."""

from __future__ import annotations

from scorer.rules.game import LessonParagraph, PayTableRow
from scorer.rules.options import Option, flag
from scorer.texts import Name, Text, Word

NAME = Name("Dontsuku", "どんつく")
SUMMARY = Text(
    "Race to fifteen with two to eight players: the first to reach it, or a teyaku, takes a share from everybody.",
    "2人から8人で15を目指す早い者勝ち。15か手役ができた人が、全員から取り分をもらいます。",
)
ROLES = (
    (
        "motto",
        Text("motto: one card at a time, seen; their order matters", "もっと：1枚ずつ見て引く（引いた順が大事）"),
    ),
    (
        "tsukkome",
        Text("tsukkome: some cards at once, unseen until the end", "突っ込め：何枚かまとめて伏せたままもらう"),
    ),
)
OUTCOMES = (
    ("agari", Text("Agari: somebody reached fifteen or a teyaku", "アガリ：15か手役ができた")),
    ("tsukkome", Text("A tsukkome hand shows fifteen or a teyaku", "突っ込めの手が15か手役だった")),
    ("fourteen", Text("Nobody has fifteen: a fourteen wins", "15がなく、14の勝ち")),
    ("thirteen", Text("No fourteen either: a tsukkome thirteen wins", "14もなく、突っ込めの13の勝ち")),
    ("forfeit", Text("Nobody wins: the cards are dealt again", "勝ちなし、配り直し")),
)
MAX_SHARE = 10**9
"""The largest share in stones. Sums of it stay below 2**53, so they are exact in JSON."""
SHARE_PROMPT = (
    Text("Share", "取り分"),
    Text(
        "Stones every other player pays the winner; doubled with a bonus.",
        "ほかの全員が勝者に払う石の数。褒美などで倍になります。",
    ),
)
_NO_LIMIT = Text("no limit", "制限なし")
OPTIONS = (
    Option("share", *SHARE_PROMPT, 1, minimum=1, maximum=MAX_SHARE),
    Option(
        "share_by",
        Text("When the share is set", "取り分の決め方"),
        Text(
            "Fixed: the same in every round. Per round: the page asks the dealer for it each time.",
            "一定：毎局同じ。毎局：局ごとに親が決めます。",
        ),
        "fixed",
        ("fixed", "per_round"),
        (Text("fixed", "一定"), Text("per round, by the dealer", "毎局、親が決める")),
    ),
    Option(
        "length",
        Text("Length of the game", "勝負の長さ"),
        Text(
            "A number of rounds, or until only one player has stones left.",
            "決まった局数、または石が一人だけになるまで。",
        ),
        12,
        (12, 6, 3, "last_standing"),
        (
            Text("12 rounds", "十二局"),
            Text("6 rounds", "六局"),
            Text("3 rounds", "三局"),
            Text("until one is left", "最後の一人まで"),
        ),
    ),
    Option(
        "start_stones",
        Text("Stones at the start", "はじめの石"),
        Text("How many stones everybody starts with.", "一人がはじめに持つ石の数。"),
        30,
        minimum=1,
    ),
    flag(
        "tsukkome_after_motto",
        Text("Tsukkome after motto", "もっとの後の突っ込め"),
        Text(
            "Whether a player may first draw openly and then ask for unseen cards.",
            "見て引いた後で、伏せ札を頼んでもよいか。",
        ),
        default=False,
    ),
    Option(
        "tsukkome_max",
        Text("Most unseen cards", "突っ込めの上限"),
        Text("How many cards may be asked for at once by tsukkome.", "突っ込めで一度に頼める枚数。"),
        "none",
        ("none",),
        (_NO_LIMIT,),
        minimum=1,
    ),
    Option(
        "min_motto",
        Text("Least total to pass on", "止まれる最低点"),
        Text("Below this an open hand must go on drawing.", "これより下では、もっとを続けなければなりません。"),
        "none",
        ("none", 14),
        (_NO_LIMIT, Text("14", "十四")),
    ),
    Option(
        "bonus_stacking",
        Text("Several bonuses", "倍の重なり"),
        Text(
            "Whether the payment doubles once, or once for every reason.",
            "倍になる理由がいくつもあるとき、何度倍にするか。",
        ),
        "once",
        ("once", "each"),
        (Text("double once", "一度だけ倍"), Text("double for each reason", "理由ごとに倍")),
    ),
    Option(
        "tie_priority",
        Text("Equal hands", "同じ手のとき"),
        Text("Who wins when several hands are equal.", "同じ手が並んだとき、誰の勝ちか。"),
        "dealer_then_right",
        ("dealer_then_right",),
        (Text("the dealer, then whoever is nearest to the dealer's right", "親、次に親の右に近い人"),),
    ),
    flag(
        "suited_yaku",
        Text("Teyaku bound to suits", "紋の決まった手役"),
        Text(
            "Houbi no niuma, houbi no hachiuma and douroku; off for packs that do not show suits.",
            "褒美の二馬、褒美の八馬、どうろく。紋の見えない札ではなしにします。",
        ),
        default=True,
    ),
    Option(
        "debt",
        Text("Out of stones", "石が足りないとき"),
        Text("What a player does who cannot pay in full.", "払いきれない人をどうするか。"),
        "allow_negative",
        ("allow_negative", "pay_what_you_have"),
        (Text("goes into debt", "借りにする"), Text("pays what is there", "あるだけ払う")),
    ),
    Option(
        "western_courts",
        Text("Western pictures", "トランプの絵札"),
        Text("Which pictures stand for 10, 11 and 12 (maid, horse, king).", "10・11・12（十、馬、切）にする絵札の順。"),
        "QJK",
        ("QJK", "JQK"),
        (
            Text("queen 10, jack 11, king 12", "Qが10、Jが11、Kが12"),
            Text("jack 10, queen 11, king 12", "Jが10、Qが11、Kが12"),
        ),
    ),
)
WORDS = (
    Word(
        Name("dealer", "親", "おや"),
        Text("Oya: the player who deals, acts last and comes first among equals.", "札を配る人。番は最後、並べば先。"),
        ("oya",),
    ),
    Word(
        Name("motto", "もっと"), Text("“More”: one card, looked at; again at will.", "一枚もらって見る。何度でもよい。")
    ),
    Word(
        Name("tsukkome", "突っ込め", "つっこめ"),
        Text(
            "Some cards at once, face down until the showdown; fifteen or a teyaku then pays double.",
            "何枚かを伏せたまままとめてもらい、最後に開ける。15か手役なら払いが倍。",
        ),
    ),
    Word(
        Name("agari", "アガリ"),
        Text(
            "Calling fifteen or a teyaku; the round ends at once.",
            "15か手役ができたと宣言すること。その場で局が終わる。",
        ),
    ),
    Word(Name("nai", "ナイ"), Text("A hand of sixteen or more: lost.", "十六以上になった手。負け。")),
    Word(
        Name("teyaku", "手役", "てやく"),
        Text("A special hand, as good as fifteen and never over it.", "十五と同じ値打ちの特別な手。超えても負けない。"),
    ),
    Word(Name("arashi", "アラシ"), Text("Three cards of one number.", "同じ数の札三枚。")),
    Word(Name("houbi", "褒美", "ほうび"), Text("“Reward”: the teyaku that pays double.", "払いが倍になる手役のこと。")),
    Word(
        Name("share", "取り分", "とりぶん"),
        Text("What each other player pays the winner.", "勝者がほかの一人一人からもらう石。"),
        ("shares",),
    ),
    Word(
        Name("court card", "絵札", "えふだ"),
        Text(
            "Maid, horse and king; of Western cards queen, jack and king.",
            "十・馬・切。トランプではクイーン・ジャック・キング。",
        ),
        ("court cards", "pictures"),
    ),
)
LESSON = (
    LessonParagraph(
        Text("The aim", "目当て"),
        Text(
            "Get to exactly fifteen. Numbers count as they are, the maid, horse and king count ten each.",
            "ちょうど15を目指します。数札はその数、十・馬・切はどれも10と数えます。",
        ),
    ),
    LessonParagraph(
        Text("Your turn", "自分の番"),
        Text(
            "Everybody has one card; the dealer's right begins, the dealer is last. Draw openly (motto) as often as "
            "you like and pass, or name a number and take so many cards unseen (tsukkome).",
            "はじめに1枚ずつ配り、親の右から始めて親が最後です。1枚ずつ見て引く（もっと）か、枚数を言って伏せたまま"
            "もらう（突っ込め）かを選びます。",
        ),
    ),
    LessonParagraph(
        Text("Agari and nai", "アガリとナイ"),
        Text(
            "Fifteen or a teyaku drawn openly must be called at once and ends the round. Sixteen or more is lost, "
            "unless the cards are a teyaku.",
            "見て引いて15か手役になったら、必ずアガリを宣言し、局はそこで終わります。手役でない16以上は負けです。",
        ),
    ),
    LessonParagraph(
        Text("If nobody calls", "アガリがないとき"),
        Text(
            "Tsukkome hands are shown: fifteen or a teyaku wins. Otherwise a fourteen wins, then a tsukkome thirteen; "
            "the dealer comes first, then whoever is nearer to the dealer's right. Nobody at all: deal again.",
            "突っ込めの手を開け、15か手役なら勝ち。なければ14、次に突っ込めの13の勝ち。並んだら親、次に親の右に"
            "近い人。誰もいなければ配り直しです。",
        ),
    ),
    LessonParagraph(
        Text("Paying", "払い"),
        Text(
            "Every other player pays the winner one share. It doubles for a reward teyaku, for a teyaku that totals "
            "fifteen as well, and for fifteen or a teyaku by tsukkome. The winner deals next.",
            "勝者はほかの全員から取り分をもらいます。褒美の手役、合計15の手役、突っ込めの15か手役なら倍。勝者が次の"
            "親です。",
        ),
    ),
)
CARDS_PROMPT = (
    Text("Cards", "札"),
    Text("In the order they came, the first one dealt.", "もらった順に。はじめの1枚から。"),
)
TSUKKOME_PROMPT = (
    Text("Unseen cards", "突っ込めの枚数"),
    Text(
        "How many of the last cards were asked for at once and came face down (tsukkome). 0 if each came by motto, one "
        "by one.",
        "終わりの何枚をまとめて伏せてもらったか（突っ込め）。一枚ずつ「もっと」でもらったなら0。",
    ),
)
AFTER_NEXT_CARD = Text("After the next card", "次の1枚のあと")
TARGET_BY_TSUKKOME = Text("Fifteen or a teyaku by tsukkome", "突っ込めで15か手役")
AIM = Text("the aim", "目標")
CARDS = Text("cards", "札")


def points_text(total: int) -> Text:
    """A total short of fifteen, in points."""
    return Text(f"{total} points", f"{total}点")


def drawing_until_text(stop: int) -> Text:
    """The title of the odds of drawing openly up to a total of `stop`."""
    return Text(f"Drawing openly until {stop} or more", f"{stop}点以上になるまでもっとを続けると")


def unseen_cards_text(count: int) -> Text:
    """A tsukkome of `count` cards."""
    return Text(f"{count} unseen card{'s' if count > 1 else ''}", f"伏せ札{count}枚")


def pay_table_rows(share: int, *, bonuses_stack: bool) -> tuple[PayTableRow, ...]:
    """The payments of every other player to the winner.

    `bonuses_stack`: the share is doubled for every reason instead of once.
    """
    doubled = Text(f"{share * 2}", f"{share * 2}個")
    if bonuses_stack:
        doubled = Text(f"{share * 2}, doubled again for every further reason", f"{share * 2}個。理由が重なるごとに倍")
    return (
        PayTableRow(Text("from every other player", "ほかの全員から"), Text(f"{share}", f"{share}個")),
        PayTableRow(
            Text(
                "for a reward teyaku, a teyaku that totals 15, fifteen or a teyaku by tsukkome",
                "褒美の手役、合計15の手役、突っ込めの15か手役",
            ),
            doubled,
        ),
    )
