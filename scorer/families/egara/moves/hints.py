"""What may be played now in a deal of tricks, for beginners."""

from __future__ import annotations

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.families.egara.moves.position import TrickPosition
from scorer.families.egara.moves.reader import DealReading, next_player
from scorer.texts import Text


def for_position(position: TrickPosition, readings: tuple[DealReading, ...]) -> tuple[Text, ...]:
    """Trumps as far as they are known, who plays next, and whether a suit must be followed."""
    reading, setup = readings[0], position.setup
    lines = []
    trumps = {each.guess.trump for each in readings}
    if len(trumps) == 1:
        trump = SUIT_NAMES[reading.guess.trump]
        lines.append(Text(f"trumps are {trump.en}", f"切り札は{trump.ja}"))
    trick = position.latest
    if trick.is_whole and len(trick.taken) < len(trick.cards) and len(trumps) == 1:
        latest = reading.tricks[-1]
        winner, card = setup.name(reading.seat_of(latest.winner)), trick.cards[latest.players.index(latest.winner)]
        text = format_card(card)
        lines.append(Text(f"{text} wins: {winner} takes the trick", f"{text}の勝ち：{winner}がトリックを取ります"))
    if position.is_complete:
        return tuple(lines)
    if len({each.guess.leader for each in readings}) > 1:
        lines.append(Text("the winners of the last deal lead", "前の局に勝った組から始めます"))
        return tuple(lines)
    name = setup.name(reading.seat_of(next_player(position, reading.guess)))
    if trick.is_closed or not trick.cards:
        lines.append(Text(f"{name} leads: any card", f"{name}から：どの札でも出せます"))
        return tuple(lines)
    led = SUIT_NAMES[trick.cards[0][-1]]
    lines.append(
        Text(
            f"{name} plays next: who holds {led.en} must follow, else any card",
            f"次は{name}：{led.ja}があれば{led.ja}、なければどの札でも",
        )
    )
    if setup.is_special_free and len(trumps) == 1:
        special = format_card(setup.special_by_trump[reading.guess.trump])
        lines.append(Text(f"{special} may be played at any time", f"{special}はいつでも出せます"))
    return tuple(lines)
