"""Advice by pair: what each pair of Kakeya Toranpu may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import Reason, because
from scorer.texts import Text


def place_of(table: Table, seat: int) -> Text:
    """The place of a seat: the pair that deals, which rests if there are three, or a pair that plays."""
    if seat != table.extra.get("dealers", 0):
        return _PLAYS
    return _DEALS_RESTS if len(table.seats) > 2 else _DEALS


def seat_advice(
    table: Table, seat: int, special_by_trump: Mapping[str, str], options: Mapping[str, OptionValue]
) -> tuple[Reason, ...]:
    """The advice for the pair in `seat` under `options`; `special_by_trump` gives Rensho under each trumps."""
    return tuple(_advice_reasons(table, seat, special_by_trump, options))


def _advice_reasons(
    table: Table, seat: int, special_by_trump: Mapping[str, str], options: Mapping[str, OptionValue]
) -> Iterator[Reason]:
    is_dealer, has_three_pairs = seat == table.extra.get("dealers", 0), len(table.seats) > 2
    trump = str(table.extra.get("trump", "S"))
    if is_dealer:
        yield _DEAL
    if is_dealer and has_three_pairs:
        yield _RESTS
        return
    if has_three_pairs:
        yield _LEAD_OF_THREE
    else:
        yield _NO_LEAD if is_dealer else _LEAD
    may_change_trumps = options["trump_change"] == "allowed"
    if has_three_pairs:
        yield _PILE_OF_THREE
    elif is_dealer:
        yield _PILE
    if may_change_trumps and (is_dealer or has_three_pairs):
        yield _CHANGE_OF_THREE if has_three_pairs else _CHANGE
    name, rensho = SUIT_NAMES[trump], format_card(special_by_trump[trump])
    yield because(
        "rensho",
        f"Trumps are {name.en}, so Rensho is {rensho}: it wins any trick it is in.",
        f"切り札は{name.ja}なので、レンショは{rensho}です。どのトリックにも勝ちます。",
        "kakeya 3.3",
    )
    yield _FOLLOW
    if options["rensho_free"]:
        yield _FREE
    yield _AIM


_DEALS = Text("the pair that deals", "配る組")
_DEALS_RESTS = Text("the pair that deals and rests", "配って休む組")
_PLAYS = Text("a pair that plays", "打つ組")
_DEAL = because(
    "deals",
    "You lost the last deal, or drew the lot: you two split the pack, shuffle, and deal one after the other.",
    "前の局で負けた組（はじめはくじ）が配ります。2人で山を分けて混ぜ、交代で配ります。",
    "kakeya 4.1",
)
_RESTS = because(
    "rests",
    "You rest in this deal; you neither pay nor receive.",
    "この局は休みです。払いももらいもありません。",
    "kakeya 2.3",
)
_LEAD = because(
    "lead",
    "One of you two leads; you may agree who.",
    "2人のどちらかから始めます。相談して決めてかまいません。",
    "kakeya 5.1",
)
_NO_LEAD = because("no_lead", "The other pair leads.", "打ち出しは相手の組です。", "kakeya 5.1")
_LEAD_OF_THREE = because(
    "lead",
    "If you won the last deal, one of you leads; in the first deal the players left of the dealers do.",
    "前の局に勝った組のどちらかから始めます。最初の局は配った人の左隣からです。",
    "kakeya 5.1",
)
_PILE = because(
    "pile",
    "The one of you nearer to it takes the pile with the last card.",
    "最後の札が配られた山は、2人のうち近いほうが取ります。",
    "kakeya 4.2",
)
_PILE_OF_THREE = because(
    "pile",
    "If you rested before, the one of you nearer to it takes the pile with the last card.",
    "前の局に休んだ組の、近いほうの人が最後の札の山を取ります。",
    "kakeya 4.2",
)
_CHANGE = because(
    "trumps",
    "You may change trumps, but only before anybody sees their cards.",
    "切り札を変えられます。ただし、誰かが札を見る前だけです。",
    "kakeya 3.2",
)
_CHANGE_OF_THREE = because(
    "trumps",
    "If you rested before, you may change trumps before anybody sees their cards.",
    "前の局に休んだ組は、誰かが札を見る前なら切り札を変えられます。",
    "kakeya 3.2",
)
_FOLLOW = because(
    "follow",
    "Follow the suit led if you can; otherwise play any card.",
    "台札と同じマークがあれば出します。なければ何を出してもかまいません。",
    "kakeya 5.2",
)
_FREE = because(
    "rensho_free",
    "Rensho may be played at any time, as agreed.",
    "取り決めにより、レンショはいつでも出せます。",
    "kakeya 3.4",
)
_AIM = because(
    "aim",
    "Nine of the sixteen picture cards win; at eight each the pair that was not dealt Rensho.",
    "絵札16枚のうち9枚で勝ち。8枚ずつなら、レンショを配られなかった組の勝ちです。",
    "kakeya 6.1",
)
