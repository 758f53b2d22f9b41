"""場 ba: the six cards of the opening field: dealt again, or what the dealer takes first (kujuroku 3.3, 7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scorer.games.kujuroku.packs import ITSUN, JIZO, ONI, Pack, pack_of
from scorer.rules.game import Game
from scorer.rules.results import HandValue, Reason, Settlement, because
from scorer.rules.round_input import RoundInput, require_card_codes, require_length, require_one_deck
from scorer.rules.settlement import build_settlement, never_over
from scorer.texts import Text


def settle_opening(game: Game, round_input: RoundInput) -> Settlement:
    """Four of a number are dealt again; any other field is played on, with what the dealer may take."""
    what = Text("field cards", "場札")
    field = require_card_codes(require_length(round_input.data["field"], 6, what), what)
    pack = pack_of(require_one_deck(game, round_input.options, (field,)).kind, jizo=bool(round_input.options["jizo"]))
    counts = pack.count_marks(field)
    four = next((number for number in range(1, ITSUN) if counts[number] == 4), None)
    return build_settlement(
        game,
        round_input,
        net=(0,) * len(round_input.seats),
        outcome="play_on" if four is None else "misdeal",
        next_dealer=0,
        is_over=never_over,
        winners=(),
        transfers=(),
        hands=tuple(HandValue(seat, None, None) for seat in range(len(round_input.seats))),
        reasons=_play_on_reasons(pack, field) if four is None else (_misdeal_reason(four),),
    )


@cache
def _misdeal_reason(number: int) -> Reason:
    """Four of a number on the opening field."""
    return because(
        "misdeal",
        f"all four cards of number {number} lie on the opening field: deal again, same dealer",
        f"場に同じ数（{number}）の札が4枚そろったので、同じ親が配り直します",
        "kujuroku 3.3",
    )


def _play_on_reasons(pack: Pack, field: Sequence[str]) -> tuple[Reason, ...]:
    """What the dealer takes from an opening field before the first turn (kujuroku 3.3, 7.2)."""
    counts = pack.count_marks(field)
    lines = [because("play_on", "no misdeal: play on", "配り直しではありません。そのまま始めます", "kujuroku 3.3")]
    if counts[JIZO] and counts[ONI]:
        lines.append(_dealer_takes_reason("Oni and Jizo and no other card", "鬼と地蔵だけ", "kujuroku 7.2"))
    elif counts[JIZO]:
        lines.append(_dealer_takes_reason("Jizo", "地蔵", "kujuroku 7.2"))
    elif counts[ONI]:
        lines.append(
            _dealer_takes_reason("Oni and one field card of his choice", "鬼と好きな場札を1枚", "kujuroku 3.3")
        )
    three = next((number for number in range(1, ITSUN) if counts[number] == 3), None)
    if three is not None:
        still = " if three are left" if counts[ONI] and not counts[JIZO] else ""
        still_ja = "3枚残っていれば、" if still else ""
        lines.append(
            _dealer_takes_reason(
                f"two of the three cards of number {three}{still}", f"{still_ja}3枚ある{three}のうち2枚", "kujuroku 3.3"
            )
        )
    return tuple(lines)


def _dealer_takes_reason(en: str, ja: str, section: str) -> Reason:
    return because("dealer_takes", f"the dealer first takes {en}", f"始める前に親が取ります：{ja}", section)
