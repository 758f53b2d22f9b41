"""What may be played now in a round of captures, for beginners."""

from __future__ import annotations

from scorer.families.captures.moves.capture import CardCapture, cards_text
from scorer.families.captures.moves.position import DEAL, HAND, OPENING, CapturePosition
from scorer.texts import Text


def for_position(position: CapturePosition) -> tuple[Text, ...]:
    """Whose turn it is, what may be taken, and what each kind of card in the middle can be captured with."""
    setup = position.setup
    if position.phase == DEAL:
        left = setup.field_size - len(position.field)
        return (Text(f"{left} more cards are dealt to the middle", f"場にあと{left}枚"),)
    lines = [_to_take(setup.name(each.seat), each) for each in position.open_captures]
    if position.phase == OPENING:
        return tuple(lines)
    name = setup.name(position.seat)
    if position.phase == HAND:
        lines.append(Text(f"{name} plays a card from the hand", f"{name}が手札を一枚出します"))
    else:
        lines.append(Text(f"{name} turns up the next card of the stock", f"{name}が山札をめくります"))
    return (*lines, *_field_lines(position))


def _to_take(name: str, capture: CardCapture) -> Text:
    held = cards_text(capture.held)
    if len(capture.partners_left) <= capture.missing:
        return Text(f"{name} takes {held.en}", f"{name}が{held.ja}を取ります")
    choice = cards_text(capture.partners_left)
    if not capture.held:
        return Text(
            f"{name} takes {capture.missing} of {choice.en}",
            f"{name}が、{choice.ja}のうち{capture.missing}枚を取ります",
        )
    return Text(
        f"{name} takes {held.en} and one of {choice.en}", f"{name}が{held.ja}と、{choice.ja}のどれか一枚を取ります"
    )


def _field_lines(position: CapturePosition) -> tuple[Text, ...]:
    """A line that names the cards that may be captured, and one for each three that go together."""
    number_by_card = position.setup.number_by_card
    free = position.free_field
    if not free:
        return (Text("the middle is empty: a card stays there", "場に札がないので、出した札は残ります"),)
    groups: dict[int, list[str]] = {}
    for card in free:
        groups.setdefault(number_by_card[card], []).append(card)
    lines = [
        Text(f"a card that matches takes all three: {text.en}", f"合う札があれば三枚とも取れます：{text.ja}")
        for cards in groups.values()
        if len(cards) == 3
        for text in [cards_text(cards)]
    ]
    single = [card for cards in groups.values() if len(cards) != 3 for card in cards]
    if single:
        text = cards_text(single)
        lines.append(Text(f"a card that matches takes one of these: {text.en}", f"合う札で取れる札：{text.ja}"))
    return tuple(lines)
