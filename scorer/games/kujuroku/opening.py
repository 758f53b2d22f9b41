"""場 ba: the six cards of the opening field: dealt again, or what the dealer takes first (kujuroku 3.3, 7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scorer.games.kujuroku.packs import ITSUN, JIZO, ONI, Pack, pack_of
from scorer.rules.game import Game
from scorer.rules.results import HandValue, Reason, Settlement
from scorer.rules.round_input import Opened, as_many, codes, one_pack
from scorer.rules.settlement import close, never
from scorer.texts import Text


def opening(game: Game, table: Opened) -> Settlement:
    """Four of a number are dealt again; any other field is played on, with what the dealer may take."""
    what = Text("field cards", "場札")
    field = codes(as_many(table.data["field"], 6, what), what)
    pack = pack_of(one_pack(game, table.options, (field,)).kind, jizo=bool(table.options["jizo"]))
    counts = pack.count(field)
    four = next((number for number in range(1, ITSUN) if counts[number] == 4), None)
    return close(
        game,
        table,
        net=(0,) * len(table.seats),
        outcome="play_on" if four is None else "misdeal",
        next_dealer=0,
        ends=never,
        winners=(),
        transfers=(),
        hands=tuple(HandValue(seat, None, None) for seat in range(len(table.seats))),
        reasons=_played(pack, field) if four is None else (_misdeal(four),),
    )


@cache
def _misdeal(number: int) -> Reason:
    """Four of a number on the opening field."""
    return Reason(
        "misdeal",
        Text(
            f"all four cards of number {number} lie on the opening field: deal again, same dealer",
            f"場に同じ数（{number}）の札が4枚そろったので、同じ親が配り直します",
        ),
        None,
        "kujuroku 3.3",
    )


def _played(pack: Pack, field: Sequence[str]) -> tuple[Reason, ...]:
    """What the dealer takes from an opening field before the first turn (kujuroku 3.3, 7.2)."""
    counts = pack.count(field)
    lines = [
        Reason("play_on", Text("no misdeal: play on", "配り直しではありません。そのまま始めます"), None, "kujuroku 3.3")
    ]
    if counts[JIZO] and counts[ONI]:
        lines.append(_takes("Oni and Jizo and no other card", "鬼と地蔵だけ", "kujuroku 7.2"))
    elif counts[JIZO]:
        lines.append(_takes("Jizo", "地蔵", "kujuroku 7.2"))
    elif counts[ONI]:
        lines.append(_takes("Oni and one field card of his choice", "鬼と好きな場札を1枚", "kujuroku 3.3"))
    three = next((number for number in range(1, ITSUN) if counts[number] == 3), None)
    if three is not None:
        still = " if three are left" if counts[ONI] and not counts[JIZO] else ""
        still_ja = "3枚残っていれば、" if still else ""
        lines.append(
            _takes(
                f"two of the three cards of number {three}{still}", f"{still_ja}3枚ある{three}のうち2枚", "kujuroku 3.3"
            )
        )
    return tuple(lines)


def _takes(en: str, ja: str, section: str) -> Reason:
    return Reason("dealer_takes", Text(f"the dealer first takes {en}", f"始める前に親が取ります：{ja}"), None, section)
