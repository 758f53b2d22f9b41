"""Advice by role: what dealer, last player and bettor may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.games.otoroku.hands import limit_of
from scorer.rules.options import OptionValue
from scorer.rules.results import Reason, because


def seat_advice(role: str, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for a dealer, the last player or another bettor under `options`."""
    return tuple(_advice_reasons(role, options))


def _advice_reasons(role: str, options: Mapping[str, OptionValue]) -> Iterator[Reason]:
    is_dealer = role == "dealer"
    yield _LIMIT[role]
    yield _TURN[role]
    yield _MUST if options["must_draw_one"] else _MAY_STAND
    yield _NO_CAP if is_dealer and options["dealer_hand_cap"] == "none" else _CAP
    yield because(
        "bust",
        f"{limit_of(role) + 1} or more is buta: your turn ends at once and the round is lost, special hands aside.",
        f"{limit_of(role) + 1}点以上はブタです。番はそこで終わり、手役でなければ負けです。",
        "otoroku 4.7",
    )
    yield _TEYAKU[role]
    if options["method"] == "everyone":
        yield _POT
    elif is_dealer:
        yield _DEALER_TIE
        if options["dealers_choice"]:
            yield _CHOICE
    else:
        yield _BETTOR
        if options["method"] == "banker_revised":
            yield _AT_ONCE


_LIMIT = {
    "dealer": because("limit", "You deal: you may reach 15.", "親です。15まで行けます。", "otoroku 4.6"),
    "last": because(
        "limit",
        "You sit left of the dealer: you may reach 16.",
        "親の左隣、末番です。16まで行けます。",
        "otoroku 4.6",
    ),
    "other": because("limit", "You are a bettor: you may reach 15.", "子です。15まで行けます。", "otoroku 4.6"),
}
_TURN = {
    "dealer": because(
        "turn",
        "You play last, when every other turn is over.",
        "ほかの全員が終わったあと、最後に引きます。",
        "otoroku 4.3",
    ),
    "last": because(
        "turn",
        "You play after the other bettors, just before the dealer.",
        "子のうちで最後、親のすぐ前に引きます。",
        "otoroku 4.3",
    ),
    "other": because(
        "turn",
        "Turns begin at the dealer's right and go counter-clockwise.",
        "番は親の右隣から反時計回りに進みます。",
        "otoroku 4.3",
    ),
}
_MUST = because(
    "must_draw",
    "You must draw one card; after it you may stand or draw again.",
    "まず1枚は必ず引きます。そのあとは止まるも引くも自由です。",
    "otoroku 4.4",
)
_MAY_STAND = because(
    "may_stand", "You may stand on the card you were dealt.", "配られた1枚のまま止まることもできます。", "otoroku 3"
)
_CAP = because("cap", "With five cards your turn ends.", "5枚になったら番は終わりです。", "otoroku 4.5")
_NO_CAP = because(
    "no_cap", "You may draw as many cards as you like up to 15.", "15点以下なら何枚でも引けます。", "otoroku 3"
)
_TEYAKU = {
    "dealer": because(
        "teyaku",
        "Yours alone: birds, the pine with crane and the wisteria with cuckoo. Not yours: makezu and otoroku.",
        "親だけの役は鳥々（松に鶴と藤に時鳥）です。負けずとオトロクは親にはありません。",
        "otoroku 5",
    ),
    "last": because(
        "teyaku",
        "Yours alone: otoroku, 6 + 10 or 7 + 9, and a plain 16. Makezu, 6 + 9, is yours too. A third card ends both.",
        "末番だけの役はオトロク（6と10、7と9）と十六です。負けず（6と9）も使えます。2枚役は3枚目を引くと消えます。",
        "otoroku 5",
    ),
    "other": because(
        "teyaku",
        "Makezu, 6 + 9, beats everything, but only with two cards. Otoroku and birds are not for you.",
        "負けず（6と9）は何よりも強い手ですが、2枚のときだけです。オトロクと鳥々は使えません。",
        "otoroku 5",
    ),
}
_POT = because(
    "pot",
    "Everybody has staked into one pot: the best hand takes it and deals next.",
    "全員が場に賭けています。一番強い手が全部取り、次の親になります。",
    "otoroku 6.1",
)
_DEALER_TIE = because(
    "tie",
    "You meet every bettor alone; equal hands below 15 are yours.",
    "子の一人ずつと勝負します。15より下の同点は親の勝ちです。",
    "otoroku 6.2",
)
_CHOICE = because(
    "choice",
    "With exactly two cards and 10 points or more you may choose whom to meet.",
    "2枚で10点以上なら、勝負する相手を選べます。",
    "otoroku 6.3",
)
_BETTOR = because(
    "meets",
    "You meet the dealer alone: below 15 an equal hand loses to the dealer's.",
    "親と一対一の勝負です。15より下の同点は親に負けます。",
    "otoroku 6.2",
)
_AT_ONCE = because(
    "pays_at_once",
    "If you bust you show, discard and pay at once.",
    "ブタになったら手を見せ、すぐに払います。",
    "otoroku 6.3",
)
