"""オトロクの心得 kokoroe: what each place at the table may or must do before and in its turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.otoroku.hands import limit_of
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason
from scorer.texts import Text


def seat_advice(role: str, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """What a dealer, the last player or another bettor may do under `options`."""
    return tuple(Reason(code, text, None, f"otoroku {section}") for code, section, text in _advice_lines(role, options))


def _advice_lines(role: str, options: Mapping[str, OptionValue]) -> Iterator[tuple[str, str, Text]]:
    dealer = role == "dealer"
    yield "limit", "4.6", _LIMIT[role]
    yield "turn", "4.3", _TURN[role]
    yield ("must_draw", "4.4", _MUST) if options["must_draw_one"] else ("may_stand", "3", _MAY_STAND)
    yield ("no_cap", "3", _NO_CAP) if dealer and options["dealer_hand_cap"] == "none" else ("cap", "4.5", _CAP)
    yield (
        "bust",
        "4.7",
        Text(
            f"{limit_of(role) + 1} or more is buta: your turn ends at once and the round is lost, special hands aside.",
            f"{limit_of(role) + 1}点以上はブタです。番はそこで終わり、手役でなければ負けです。",
        ),
    )
    yield "teyaku", "5", _TEYAKU[role]
    if options["method"] == "everyone":
        yield "pot", "6.1", _POT
    elif dealer:
        yield "tie", "6.2", _DEALER_TIE
        if options["dealers_choice"]:
            yield "choice", "6.3", _CHOICE
    else:
        yield "meets", "6.2", _BETTOR
        if options["method"] == "banker_revised":
            yield "pays_at_once", "6.3", _AT_ONCE


_LIMIT = {
    "dealer": Text("You deal: you may reach 15.", "親です。十五まで行けます。"),
    "last": Text("You sit left of the dealer: you may reach 16.", "親の左隣、末番です。十六まで行けます。"),
    "other": Text("You are a bettor: you may reach 15.", "子です。十五まで行けます。"),
}
_TURN = {
    "dealer": Text(
        "You play last, when every other turn is over.",
        "ほかの全員が終わったあと、最後に引きます。",
    ),
    "last": Text("You play after the other bettors, just before the dealer.", "子のうちで最後、親のすぐ前に引きます。"),
    "other": Text(
        "Turns begin at the dealer's right and go counter-clockwise.", "番は親の右隣から反時計回りに進みます。"
    ),
}
_MUST = Text(
    "You must draw one card; after it you may stand or draw again.",
    "まず一枚は必ず引きます。そのあとは止まるも引くも自由です。",
)
_MAY_STAND = Text("You may stand on the card you were dealt.", "配られた一枚のまま止まることもできます。")
_CAP = Text("With five cards your turn ends.", "五枚になったら番は終わりです。")
_NO_CAP = Text("You may draw as many cards as you like up to 15.", "十五点以下なら何枚でも引けます。")
_TEYAKU = {
    "dealer": Text(
        "Yours alone: birds, the pine with crane and the wisteria with cuckoo. Not yours: makezu and otoroku.",
        "親だけの役は鳥々（松に鶴と藤に時鳥）です。負けずとオトロクは親にはありません。",
    ),
    "last": Text(
        "Yours alone: otoroku, 6 + 10 or 7 + 9, and a plain 16. Makezu, 6 + 9, is yours too. A third card ends both.",
        "末番だけの役はオトロク（六と十、七と九）と十六です。負けず（六と九）も使えます。二枚役は三枚目を引くと消えます。",
    ),
    "other": Text(
        "Makezu, 6 + 9, beats everything, but only with two cards. Otoroku and birds are not for you.",
        "負けず（六と九）は何よりも強い手ですが、二枚のときだけです。オトロクと鳥々は使えません。",
    ),
}
_POT = Text(
    "Everybody has staked into one pot: the best hand takes it and deals next.",
    "全員が場に賭けています。一番強い手が全部取り、次の親になります。",
)
_DEALER_TIE = Text(
    "You meet every bettor alone; equal hands below 15 are yours.",
    "子の一人ずつと勝負します。十五より下の同点は親の勝ちです。",
)
_CHOICE = Text(
    "With exactly two cards and 10 points or more you may choose whom to meet.",
    "二枚で十点以上なら、勝負する相手を選べます。",
)
_BETTOR = Text(
    "You meet the dealer alone: below 15 an equal hand loses to his.",
    "親と一対一の勝負です。十五より下の同点は親に負けます。",
)
_AT_ONCE = Text("If you bust you show, discard and pay at once.", "ブタになったら手を見せ、すぐに払います。")
