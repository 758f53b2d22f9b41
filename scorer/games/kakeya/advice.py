"""掛合トランプの心得 kokoroe: what the pair that deals, the pair that comes back and the resting pair may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import Reason
from scorer.texts import Text


def place_of(table: Table, seat: int) -> Text:
    """Whether the pair deals, leads or comes back."""
    if seat != table.extra.get("dealers", 0):
        return _PLAYS
    return _DEALS_RESTS if len(table.seats) > 2 else _DEALS


def seat_advice(
    table: Table, seat: int, special_by_trump: Mapping[str, str], options: Mapping[str, OptionValue]
) -> tuple[Reason, ...]:
    """What the pair in `seat` may or must do; `special_by_trump`: Rensho by trumps."""
    return tuple(
        Reason(code, text, None, f"kakeya {section}")
        for code, section, text in _advice_lines(table, seat, special_by_trump, options)
    )


def _advice_lines(
    table: Table, seat: int, special_by_trump: Mapping[str, str], options: Mapping[str, OptionValue]
) -> Iterator[tuple[str, str, Text]]:
    deals, three = seat == table.extra.get("dealers", 0), len(table.seats) > 2
    trump = str(table.extra.get("trump", "S"))
    if deals:
        yield "deals", "4.1", _DEAL
    if deals and three:
        yield "rests", "2.3", _RESTS
        return
    if three:
        yield "lead", "5.1", _LEAD_OF_THREE
    else:
        yield ("no_lead", "5.1", _NO_LEAD) if deals else ("lead", "5.1", _LEAD)
    changes = options["trump_change"] == "allowed"
    if three:
        yield "pile", "4.2", _PILE_OF_THREE
    elif deals:
        yield "pile", "4.2", _PILE
    if changes and (deals or three):
        yield "trumps", "3.2", _CHANGE_OF_THREE if three else _CHANGE
    name, rensho = SUIT_NAMES[trump], format_card(special_by_trump[trump])
    yield (
        "rensho",
        "3.3",
        Text(
            f"Trumps are {name.en}, so Rensho is {rensho}: it wins any trick it is in.",
            f"切り札は{name.ja}なので、レンショは{rensho}です。どのトリックにも勝ちます。",
        ),
    )
    yield "follow", "5.2", _FOLLOW
    if options["rensho_free"]:
        yield "rensho_free", "3.4", _FREE
    yield "aim", "6.1", _AIM


_DEALS = Text("the pair that deals", "配る組")
_DEALS_RESTS = Text("the pair that deals and rests", "配って休む組")
_PLAYS = Text("a pair that plays", "打つ組")
_DEAL = Text(
    "You lost the last deal, or drew the lot: you two split the pack, shuffle, and deal one after the other.",
    "前の局で負けた組（はじめはくじ）が配ります。二人で山を分けて混ぜ、交代で配ります。",
)
_RESTS = Text("You rest in this deal; you neither pay nor receive.", "この局は休みです。払いももらいもありません。")
_LEAD = Text("One of you two leads; you may agree who.", "二人のどちらかから始めます。相談して決めてかまいません。")
_NO_LEAD = Text("The other pair leads.", "打ち出しは相手の組です。")
_LEAD_OF_THREE = Text(
    "If you won the last deal, one of you leads; in the first deal the players left of the dealers do.",
    "前の局に勝った組のどちらかから始めます。最初の局は配った人の左隣からです。",
)
_PILE = Text(
    "The one of you nearer to it takes the pile with the last card.",
    "最後の札が配られた山は、二人のうち近いほうが取ります。",
)
_PILE_OF_THREE = Text(
    "If you rested before, the one of you nearer to it takes the pile with the last card.",
    "前の局に休んだ組の、近いほうの人が最後の札の山を取ります。",
)
_CHANGE = Text(
    "You may change trumps, but only before anybody sees his cards.",
    "切り札を変えられます。ただし、誰かが札を見る前だけです。",
)
_CHANGE_OF_THREE = Text(
    "If you rested before, you may change trumps before anybody sees his cards.",
    "前の局に休んだ組は、誰かが札を見る前なら切り札を変えられます。",
)
_FOLLOW = Text(
    "Follow the suit led if you can; otherwise play any card.",
    "台札と同じマークがあれば出します。なければ何を出してもかまいません。",
)
_FREE = Text("Rensho may be played at any time, as agreed.", "取り決めにより、レンショはいつでも出せます。")
_AIM = Text(
    "Nine of the sixteen picture cards win; at eight each the pair that was not dealt Rensho.",
    "絵札十六枚のうち九枚で勝ち。八枚ずつなら、レンショを配られなかった組の勝ちです。",
)
