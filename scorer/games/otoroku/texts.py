"""Otoroku's house rules, roles, terms and lesson."""

from __future__ import annotations

from scorer.rules.game import LessonParagraph
from scorer.rules.options import Option, flag
from scorer.texts import Name, Text, Word

_THEY_TIE = Text("they tie", "引き分け")

OPTIONS = (
    Option(
        "method",
        Text("Way of playing", "遊び方"),
        Text(
            "Everyone: all stake into one pot and the best hand takes it. Banker: each bettor plays against the dealer "
            "alone. Revised banker: as banker, but a bettor who busts pays at once, the dealer may draw any number of "
            "cards and may choose whom to meet.",
            "総取り：全員が場に賭け、一番強い手が全部取ります。胴元：子は一人ずつ親と勝負します。改訂胴元：胴元と同じで"
            "すが、ブタの子はすぐに払い、親は何枚でも引け、勝負する相手を選べます。",
        ),
        "banker",
        ("everyone", "banker", "banker_revised"),
        (
            Text("everyone (one pot)", "総取り"),
            Text("banker", "胴元"),
            Text("banker, revised", "改訂胴元"),
        ),
    ),
    Option(
        "wager",
        Text("Stake", "賭け石"),
        Text("How many stones each player stakes on a round.", "一局に賭ける碁石の数です。"),
        1,
        minimum=1,
        maximum=10**9,
    ),
    Option(
        "wager_by",
        Text("When the stake is set", "賭け石の決め方"),
        Text(
            "Fixed: the same in every round. Per round: the page asks the dealer for it each time.",
            "一定：毎局同じです。毎局：局ごとに親が決めます。",
        ),
        "fixed",
        ("fixed", "per_round"),
        (Text("fixed", "一定"), Text("per round, by the dealer", "毎局、親が決める")),
    ),
    Option(
        "length",
        Text("Length of the game", "局数"),
        Text(
            "After so many rounds the most stones win; or play on until only one player has stones.",
            "この局数を終えたとき、石の一番多い人の勝ちです。最後の一人まで続けることもできます。",
        ),
        12,
        (12, 6, 3, "last_standing"),
        (
            Text("12 rounds", "十二局"),
            Text("6 rounds", "六局"),
            Text("3 rounds", "三局"),
            Text("until one player has stones left", "石を持つ人が一人になるまで"),
        ),
    ),
    Option(
        "start_stones",
        Text("Stones at the start", "はじめの持ち石"),
        Text("How many go stones everybody gets.", "全員に配る碁石の数です。"),
        30,
        minimum=1,
        maximum=10**9,
    ),
    Option(
        "dealer_hand_cap",
        Text("Most cards of the dealer", "親の手札の上限"),
        Text(
            "Five ends the dealer's turn like anybody's; without a limit the dealer may draw on below 16.",
            "5枚なら親も5枚で止まります。上限なしなら、15点以下である限り引き続けられます。",
        ),
        5,
        (5, "none"),
        (Text("five", "5枚"), Text("no limit", "上限なし")),
    ),
    flag(
        "must_draw_one",
        Text("Everybody draws at least once", "必ず1枚は引く"),
        Text(
            "Yes: a hand has two cards or more. No: one may stand on the card dealt.",
            "ありなら手札は2枚以上になります。なしなら配られた1枚で止まれます。",
        ),
        default=True,
    ),
    flag(
        "teyaku_never_buta",
        Text("A special hand never busts", "手役はブタにならない"),
        Text(
            "Yes: five cards of 5 or less (goshita gomai) stay good above the limit. No: above the limit they bust.",
            "ありなら五下五枚は上限を超えても手役のままです。なしなら上限を超えるとブタです。",
        ),
        default=True,
    ),
    Option(
        "otoroku_vs_makezu",
        Text("Otoroku against makezu", "オトロクと負けず"),
        Text(
            "Who is ahead when both lie on the table. It matters in the pot game only.",
            "両方出たときどちらが上かを決めます。総取りでだけ問題になります。",
        ),
        "makezu_wins",
        ("makezu_wins", "tie"),
        (Text("makezu wins", "負けずの勝ち"), _THEY_TIE),
    ),
    Option(
        "sixteen_vs_goshita",
        Text("A 16 against goshita gomai", "十六と五下五枚"),
        Text("Which of the two is the better hand.", "どちらが強いかを決めます。"),
        "goshita_wins",
        ("goshita_wins", "sixteen_wins", "tie"),
        (Text("goshita gomai wins", "五下五枚の勝ち"), Text("16 wins", "十六の勝ち"), _THEY_TIE),
    ),
    flag(
        "dealers_choice",
        Text("The dealer chooses whom to meet", "親が相手を選ぶ"),
        Text(
            "Yes: with exactly two cards and 10 points or more the dealer may name which bettors to meet; the others "
            "throw in their hands and pay nothing. Banking games only.",
            "ありなら、親は2枚で10点以上のとき勝負する子を選べます。選ばれなかった子は手を伏せ、何も払いません。"
            "総取りでは使いません。",
        ),
        default=False,
    ),
    Option(
        "tera_zen",
        Text("House share (%)", "寺銭（％）"),
        Text(
            "Tera-zen: the part of a bettor's win that the house keeps, rounded down to whole stones.",
            "子の勝ち分から場に納める割合です。端数は切り捨てます。",
        ),
        0,
        minimum=0,
        maximum=100,
    ),
    flag(
        "all_buta_void",
        Text("All bust: the round is void", "全員ブタは流れ"),
        Text(
            "Yes: when everybody busts, stakes go back and the same dealer deals again. No: bettors who bust pay a "
            "dealer who busts as well. A pot that nobody can win goes back either way.",
            "ありなら、全員ブタのとき賭け石を戻し、同じ親が配り直します。なしなら、親がブタでも子のブタは払います。"
            "総取りではどちらでも賭け石を戻します。",
        ),
        default=True,
    ),
    Option(
        "tie_15_or_better",
        Text("Dealer and bettor equal at 15 or better", "15以上の同点"),
        Text(
            "Push: nobody pays. Below 15 the dealer always wins a tie.",
            "引き分けならやり取りなしです。15より下の同点はいつも親の勝ちです。",
        ),
        "push",
        ("push", "dealer_wins"),
        (Text("push", "引き分け"), Text("the dealer wins", "親の勝ち")),
    ),
    Option(
        "short_stake",
        Text("Too few stones for the stake", "賭け石が足りないとき"),
        Text(
            "Sit out: whoever cannot cover the stake rests. All in: they stake what they have and can win only as much "
            "from each.",
            "休み：賭け石に足りない人は休みます。有り金：持っている分だけ賭け、一人からはその分までしか取れません。",
        ),
        "sit_out",
        ("sit_out", "all_in"),
        (Text("sits out", "休み"), Text("stakes what is left", "有り金を賭ける")),
    ),
)

ROLES = (
    (
        "dealer",
        Text(
            "You deal (oya): your limit is 15, you play last, and the pine with crane and the wisteria with cuckoo "
            "together are birds for you alone.",
            "親です。上限は15、最後に引きます。松に鶴と藤に時鳥の2枚は、親だけの役「鳥々」です。",
        ),
    ),
    (
        "last",
        Text(
            "You sit left of the dealer (last of the bettors): you may reach 16, and 6 + 10 or 7 + 9 is otoroku for "
            "you alone.",
            "親の左隣、末番です。16まで引けます。6と10、または7と9の2枚は、末番だけの役「オトロク」です。",
        ),
    ),
    (
        "other",
        Text(
            "You are a bettor (ko): your limit is 15, and 6 + 9 in two cards is makezu.",
            "子です。上限は15です。6と9の2枚は役「負けず」です。",
        ),
    ),
)

OUTCOMES = (
    ("won", Text("One hand takes the pot", "一人勝ち")),
    ("split", Text("Equal best hands share the pot", "山分け")),
    ("settled", Text("The dealer settles with everyone", "親と子の精算")),
    ("void", Text("Everybody bust: stakes back, dealt again", "全員ブタで流れ")),
)

WORDS = (
    Word(
        Name("dealer", "親", "おや"),
        Text("Oya: the player who deals and plays last.", "札を配り、最後に引く人。"),
        ("oya",),
    ),
    Word(Name("bettor", "子", "こ"), Text("Ko: everybody who is not the dealer.", "親でない人。"), ("bettors", "ko")),
    Word(
        Name("last of the bettors", "末番", "すえばん"),
        Text("Sueban: who sits left of the dealer and may reach 16.", "親の左隣に座り、16まで引ける人。"),
        ("sueban",),
    ),
    Word(Name("buta", "ブタ"), Text("A hand above its limit: it has lost.", "上限を超えた手。負けになる。")),
    Word(
        Name("teyaku", "手役", "てやく"),
        Text("A special hand, worth more than its points.", "点数より強い、決まった札の組み合わせ。"),
    ),
    Word(
        Name("stake", "賭け石", "かけいし"), Text("The stones put up for a round.", "一局に賭ける碁石。"), ("stakes",)
    ),
    Word(
        Name("banker", "胴元", "どうもと"),
        Text("Each bettor plays against the dealer alone.", "親が子の一人ずつと勝負する遊び方。"),
        ("banking games",),
    ),
    Word(
        Name("pot game", "総取り", "そうどり"),
        Text("All stake into one pot; the best hand takes it.", "全員が場に賭け、一番強い手が全部取る遊び方。"),
    ),
    Word(Name("tera-zen", "寺銭", "てらせん"), Text("What the house keeps of a win.", "勝ち分から場に納める分。")),
)

LESSON = (
    LessonParagraph(
        Text("The aim", "目当て"),
        Text(
            "Come as near to 15 as you can without going over. A card counts its month: pine is 1, maple is 10; "
            "willow and paulownia are taken out.",
            "15点を超えずに、できるだけ15に近づけます。札の点は月の数です。松が1点、紅葉が10点。柳と桐は抜きます。",
        ),
    ),
    LessonParagraph(
        Text("Who deals first", "はじめの親"),
        Text(
            "Everybody draws a card: the earliest month deals, the next sits at the dealer's right, and so on. "
            "In the same month the more precious card is the earlier; still equal, draw again.",
            "1枚ずつ引き、一番早い月の人が親、次の人がその右隣と、順に座ります。同じ月なら格の高い札が先、それでも"
            "同じなら引き直します。",
        ),
    ),
    LessonParagraph(
        Text("A round", "一局の流れ"),
        Text(
            "Everybody gets one card. From the dealer's right, counter-clockwise, each in turn draws one card and then "
            "as many more as they like; five cards end the turn, and so does going over. The dealer plays last.",
            "1枚ずつ配ります。親の右隣から反時計回りに、まず1枚引き、あとは好きなだけ引けます。5枚になるか上限を"
            "超えると番が終わります。親は最後です。",
        ),
    ),
    LessonParagraph(
        Text("The last player's privilege", "末番の特権"),
        Text(
            "Who sits left of the dealer may go up to 16, and a 16 beats every 15.",
            "親の左隣の人だけは16まで引けます。16は15より強い手です。",
        ),
    ),
    LessonParagraph(
        Text("Special hands", "手役"),
        Text(
            "Makezu, 6 + 9, for everybody but the dealer; otoroku, 6 + 10 or 7 + 9, for the last player; birds, crane "
            "and cuckoo, for the dealer; goshita gomai, five cards of 5 or less, for all. The two-card hands are lost "
            "with a third card.",
            "親以外は6と9で「負けず」、末番は6と10か7と9で「オトロク」、親は鶴と時鳥で「鳥々」、誰でも5以下の札"
            "5枚で「五下五枚」。2枚役は3枚目を引くと消えます。",
        ),
    ),
    LessonParagraph(
        Text("Settling", "精算"),
        Text(
            "In the banking games the dealer pays every better hand and collects from every worse one; 15 against 15 "
            "is a push, a lower tie is the dealer's. In the pot game the best hand takes all and deals next.",
            "胴元では、親より強い子に親が払い、弱い子から親が取ります。15どうしは引き分け、それより下の同点は親の勝ち"
            "です。総取りでは一番強い手が全部取り、次の親になります。",
        ),
    ),
)
