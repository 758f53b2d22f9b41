"""What may be done about a refused round: answers that put it right.

The page offers them as buttons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.cards import Face
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.session.state import Session
from scorer.texts import Text
from web.session.draft import Draft
from web.session.draft_cards import DraftCard

_MOST_CURES = 3
"""Buttons under one refusal. More would be a list to read rather than a way out."""
_MOST_ANSWERS_TRIED = 5
"""Answers of one question that are tried. Each costs a settlement, about a millisecond."""


@dataclass(frozen=True, slots=True)
class Cure:
    """A way out of a refusal: what the button says, and the answers by path that it gives."""

    label: Text
    answers: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Label and answers."""
        return {"label": self.label.as_json(), "answers": dict(self.answers)}


def find_cures(refusal: Refusal, session: Session, table: Table, prompts: Sequence[Prompt], draft: Draft) -> list[Cure]:
    """The ways out of what the draft is refused for, the least change first."""
    seats = table.seats
    deck = decks()[session.deck]
    copies = session.rules.cards_in_play(deck, session.options)
    hands = [(prompt, draft.cards[prompt.path]) for prompt in prompts if draft.cards.get(prompt.path)]
    # The hand that is refused comes first, and of its cards the one that was entered last.
    hands.sort(key=lambda hand: hand[0].seat != refusal.seat)
    is_duplicate = refusal.code == "duplicate_card"
    cures: list[Cure] = []
    for prompt, cards in hands:
        place = next((index for index in range(len(cards) - 1, -1, -1) if cards[index].card in refusal.cards), None)
        if place is None or (refusal.seat not in {None, prompt.seat} and not is_duplicate):
            continue
        if is_duplicate:
            used = {card.card for _, hand in hands for card in hand}
            cures += _swaps(prompt, cards, place, deck.faces, [code for code in copies if code not in used])
        cures.append(_removal(prompt, cards, place, deck.faces, None if prompt.seat is None else seats[prompt.seat]))
    if refusal.code == "impossible":
        cures += _other_answers(session, table, prompts, draft)
    return cures[:_MOST_CURES]


def _other_answers(session: Session, table: Table, prompts: Sequence[Prompt], draft: Draft) -> Iterator[Cure]:
    """The other answer to a question with few of them, such as how the round ended, with which it can be settled."""
    answers = draft.answers(prompts)
    for prompt in prompts:
        if prompt.kind is not PromptKind.CHOICE or prompt.optional or len(prompt.values) > _MOST_ANSWERS_TRIED:
            continue
        for value, label in zip(prompt.values, prompt.value_labels, strict=False):
            other = list(value) if isinstance(value, tuple) else value
            if other == answers.get(prompt.path):
                continue
            try:
                session.rules.settle(table.build_round(session.game, {**answers, prompt.path: other}))
            except Refusal:
                continue
            question = Text(prompt.label.en.rstrip("?"), prompt.label.ja)
            text = Text(f"{question.en}: {label.en}", f"{question.ja}：{label.ja}")
            yield Cure(text, {prompt.path: other})


def _removal(
    prompt: Prompt, cards: Sequence[DraftCard], place: int, faces: Mapping[str, Face], owner: str | None
) -> Cure:
    name = _name_of(cards[place].card, faces)
    whose = Text(f" from {owner}", f"{owner}の") if owner else Text("", "")
    rest = [card.as_json() for index, card in enumerate(cards) if index != place]
    return Cure(Text(f"Take {name.en} away{whose.en}", f"{whose.ja}{name.ja}を除く"), {prompt.path: rest})


def _swaps(
    prompt: Prompt, cards: Sequence[DraftCard], place: int, faces: Mapping[str, Face], free: Sequence[str]
) -> Iterator[Cure]:
    """The other card of the same name, such as the other chaff of a month, where it is among the `free` ones."""
    name = _name_of(cards[place].card, faces)
    twin = next((code for code in free if _name_of(code, faces) == name), None)
    if twin is not None:
        swapped = [card.as_json() for card in cards]
        swapped[place] = {"card": twin, "sure": True, "read": cards[place].read_index}
        yield Cure(Text(f"Use the other {name.en}", f"もう一枚の{name.ja}にする"), {prompt.path: swapped})


def _name_of(code: str, faces: Mapping[str, Face]) -> Text:
    face = faces.get(code)
    return Text(face.name.en, face.name.ja) if face else Text(code, code)
