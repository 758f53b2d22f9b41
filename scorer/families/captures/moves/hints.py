"""What may be played now in a round of captures, for beginners."""

from __future__ import annotations

from scorer.families.captures import text
from scorer.families.captures.moves.capture import CardCapture, cards_text
from scorer.families.captures.moves.position import DEAL, HAND, OPENING, CapturePosition
from scorer.texts import Text


def for_position(position: CapturePosition) -> tuple[Text, ...]:
    """Whose turn it is, what may be taken, and what each kind of card in the middle can be captured with."""
    setup = position.setup
    if position.phase == DEAL:
        left = setup.field_size - len(position.field)
        return (text("hint.dealt", left=left),)
    lines = [_to_take(setup.name(each.seat), each) for each in position.open_captures]
    if position.phase == OPENING:
        return tuple(lines)
    name = setup.name(position.seat)
    if position.phase == HAND:
        lines.append(text("hint.plays", name=name))
    else:
        lines.append(text("hint.turns_up", name=name))
    return (*lines, *_field_lines(position))


def _to_take(name: str, capture: CardCapture) -> Text:
    held = cards_text(capture.held)
    if len(capture.partners_left) <= capture.missing:
        return text("hint.takes", name=name, held=held)
    choice = cards_text(capture.partners_left)
    if not capture.held:
        return text("hint.takes_some", name=name, missing=capture.missing, choice=choice)
    return text("hint.takes_and_one", name=name, held=held, choice=choice)


def _field_lines(position: CapturePosition) -> tuple[Text, ...]:
    """A line that names the cards that may be captured, and one for each three that go together."""
    number_by_card = position.setup.number_by_card
    free = position.free_field
    if not free:
        return (text("hint.empty"),)
    groups: dict[int, list[str]] = {}
    for card in free:
        groups.setdefault(number_by_card[card], []).append(card)
    lines = [text("hint.three", cards=cards_text(cards)) for cards in groups.values() if len(cards) == 3]
    single = [card for cards in groups.values() if len(cards) != 3 for card in cards]
    if single:
        lines.append(text("hint.single", cards=cards_text(single)))
    return tuple(lines)
