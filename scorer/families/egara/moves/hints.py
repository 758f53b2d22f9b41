"""What may be played now in a deal of tricks, for beginners."""

from __future__ import annotations

from scorer.families.egara import text
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
        lines.append(text("hint.trumps", trump=trump))
    trick = position.latest
    if trick.is_whole and len(trick.taken) < len(trick.cards) and len(trumps) == 1:
        latest = reading.tricks[-1]
        winner, card = setup.name(reading.seat_of(latest.winner)), trick.cards[latest.players.index(latest.winner)]
        lines.append(text("hint.takes_trick", card=format_card(card), winner=winner))
    if position.is_complete:
        return tuple(lines)
    if len({each.guess.leader for each in readings}) > 1:
        lines.append(text("hint.winners_lead"))
        return tuple(lines)
    name = setup.name(reading.seat_of(next_player(position, reading.guess)))
    if trick.is_closed or not trick.cards:
        lines.append(text("hint.leads", name=name))
        return tuple(lines)
    led = SUIT_NAMES[trick.cards[0][-1]]
    lines.append(text("hint.plays_next", name=name, led=led))
    if setup.is_special_free and len(trumps) == 1:
        special = format_card(setup.special_by_trump[reading.guess.trump])
        lines.append(text("hint.special", special=special))
    return tuple(lines)
