"""絵取りの心得 kokoroe: what the dealer's side and the other side may or must do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.families.egara.deal import SUIT_NAMES
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.rules.results import Reason
from scorer.texts import Text, join_names


def place_of(table: Table, seat: int) -> Text:
    """Whether the side deals."""
    return _DEALER if seat == table.extra.get("dealers", 0) else _OTHER


def seat_advice(table: Table, seat: int, allowed_trumps: str, options: Mapping[str, OptionValue]) -> tuple[Reason, ...]:
    """What the side in `seat` may or must do; `allowed_trumps`: the suits that may be trumps."""
    return tuple(
        Reason(code, text, None, f"etori {section}")
        for code, section, text in _advice_lines(table, seat, allowed_trumps, options)
    )


def _advice_lines(
    table: Table, seat: int, allowed_trumps: str, options: Mapping[str, OptionValue]
) -> Iterator[tuple[str, str, Text]]:
    deals = seat == table.extra.get("dealers", 0)
    yield ("deals", "1.1", _DEALS) if deals else ("lead", "1.6", _LEADS)
    if options["misdeal_void"] or options["misdeal_long"] != "off":
        yield "misdeal", "1.3", _misdeal_text(options)
    settled = table.extra.get("trump")
    if settled is not None:
        name = SUIT_NAMES[str(settled)]
        yield "trumps", "5", Text(f"Trumps are {name.en} in this deal.", f"この局の切り札は{name.ja}です。")
    elif deals:
        names = [SUIT_NAMES[suit] for suit in allowed_trumps]
        en, ja = (join_names([getattr(name, lang) for name in names]) for lang in ("en", "ja"))
        yield (
            "trumps",
            "1.4",
            Text(
                f"Your dealer names trumps before looking at his cards, among {en.en}.",
                f"親は札を見る前に、{ja.ja}から切り札を決めます。",
            ),
        )
    yield "follow", "3.1", _FOLLOW
    yield "speculation", "3.4", _SPECULATION
    yield "aim", "4.2", _AIM


_DEALER = Text("the dealer's side", "親の組")
_OTHER = Text("the other side", "相手の組")
_DEALS = Text(
    "One of you deals, thirteen cards each; the next deal is his right neighbour's.",
    "どちらかが親で、十三枚ずつ配ります。次の親はその右隣です。",
)
_LEADS = Text("The player at the dealer's right leads: one of you.", "打ち出しは親の右隣、つまりあなたの組です。")
_FOLLOW = Text(
    "Follow the suit led if you can; otherwise play any card.",
    "台札と同じマークがあれば出します。なければ何を出してもかまいません。",
)
_SPECULATION = Text(
    "The ace of spades wins any trick it is in, but it is a spade: it may not be played on another suit that you hold.",
    "スペードのエースはどのトリックにも勝ちますが、スペードの札です。台札のマークを持っていれば出せません。",
)
_AIM = Text("Nine of the sixteen picture cards win the deal.", "絵札十六枚のうち九枚で、その局の勝ちです。")


def _misdeal_text(options: Mapping[str, OptionValue]) -> Text:
    lacks, long = options["misdeal_void"], options["misdeal_long"] != "off"
    en = " or ".join([*(["lacks a suit"] if lacks else []), *(["has seven or more of one"] if long else [])])
    ja = "か".join([*(["一枚もないマークがある"] if lacks else []), *(["同じマークが七枚以上ある"] if long else [])])
    return Text(
        f"Say so before the first trick if your hand {en}: it is dealt again.",
        f"{ja}手札なら、始める前に言って配り直します。",
    )
