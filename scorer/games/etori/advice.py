"""Advice by side: what each side of Etori may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.egara.deal import SUIT_NAMES
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import Reason, because
from scorer.texts import Text, join_names


def place_of(table: Table, seat: int) -> Text:
    """The place of a seat: the dealer's side or the other side."""
    return _DEALER_SIDE if seat == table.extra.get("dealers", 0) else _OTHER_SIDE


def seat_advice(table: Table, seat: int, allowed_trumps: str, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """The advice for the side in `seat` under `options`; `allowed_trumps` are the suits that may be trumps."""
    return tuple(_advice_reasons(table, seat, allowed_trumps, options))


def _advice_reasons(
    table: Table, seat: int, allowed_trumps: str, options: Mapping[str, OptionValue]
) -> Iterator[Reason]:
    is_dealer = seat == table.extra.get("dealers", 0)
    yield _DEALS if is_dealer else _LEADS
    if options["misdeal_void"] or options["misdeal_long"] != "off":
        yield _misdeal_reason(options)
    trump = table.extra.get("trump")
    if trump is not None:
        name = SUIT_NAMES[str(trump)]
        yield because("trumps", f"Trumps are {name.en} in this deal.", f"この局の切り札は{name.ja}です。", "etori 5")
    elif is_dealer:
        names = [SUIT_NAMES[suit] for suit in allowed_trumps]
        en, ja = (join_names([getattr(name, lang) for name in names]) for lang in ("en", "ja"))
        yield because(
            "trumps",
            f"Your dealer names trumps before looking at the cards, among {en.en}.",
            f"親は札を見る前に、{ja.ja}から切り札を決めます。",
            "etori 1.4",
        )
    yield _FOLLOW
    yield _SPECULATION
    yield _AIM


_DEALER_SIDE = Text("the dealer's side", "親の組")
_OTHER_SIDE = Text("the other side", "相手の組")
_DEALS = because(
    "deals",
    "One of you deals, thirteen cards each; the next deal is the right neighbour's.",
    "どちらかが親で、13枚ずつ配ります。次の親はその右隣です。",
    "etori 1.1",
)
_LEADS = because(
    "lead",
    "The player at the dealer's right leads: one of you.",
    "打ち出しは親の右隣、つまりあなたの組です。",
    "etori 1.6",
)
_FOLLOW = because(
    "follow",
    "Follow the suit led if you can; otherwise play any card.",
    "台札と同じマークがあれば出します。なければ何を出してもかまいません。",
    "etori 3.1",
)
_SPECULATION = because(
    "speculation",
    "The ace of spades wins any trick it is in, but it is a spade: it may not be played on another suit that you hold.",
    "スペードのエースはどのトリックにも勝ちますが、スペードの札です。台札のマークを持っていれば出せません。",
    "etori 3.4",
)
_AIM = because(
    "aim", "Nine of the sixteen picture cards win the deal.", "絵札16枚のうち9枚で、その局の勝ちです。", "etori 4.2"
)


def _misdeal_reason(options: Mapping[str, OptionValue]) -> Reason:
    void, long = options["misdeal_void"], options["misdeal_long"] != "off"
    en = " or ".join([*(["lacks a suit"] if void else []), *(["has seven or more of one"] if long else [])])
    ja = "か".join([*(["1枚もないマークがある"] if void else []), *(["同じマークが7枚以上ある"] if long else [])])
    return because(
        "misdeal",
        f"Say so before the first trick if your hand {en}: it is dealt again.",
        f"{ja}手札なら、始める前に言って配り直します。",
        "etori 1.3",
    )
