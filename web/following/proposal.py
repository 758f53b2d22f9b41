"""What a followed round puts into the draft, and what it must ask first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from scorer.following.outcome import Outcome
from scorer.following.sighting import SeenCard
from scorer.rules.prompts import Prompt, PromptKind
from scorer.texts import Text
from web.session.draft import Draft


@dataclass(frozen=True, slots=True)
class Proposal:
    """Answers by path, as `Draft.with_answers` takes them.

    `differing`: paths at which somebody entered something else than was followed; those answers are left as they are.
    """

    answers: Mapping[str, Any]
    differing: tuple[str, ...]


def propose(
    prompts: Sequence[Prompt],
    outcome: Outcome,
    draft: Draft,
    filled: Mapping[str, Any],
    unsure: frozenset[str],
) -> Proposal:
    """The answers that the followed round gives to `prompts`, and is sure enough of to show.

    `filled`: what was proposed before, by path: that may be replaced, other answers may not. `unsure`: codes of cards
    that the camera doubts. In a hand that is asked about they are marked, or all of them where it doubts none of it.
    """
    asked = {path for path, _ in outcome.asks}
    answers: dict[str, Any] = {}
    differing: list[str] = []
    for prompt in prompts:
        path, value = prompt.path, prompt.answer_in(outcome.round)
        if value is None or (prompt.kind is not PromptKind.CARDS and path in asked):
            continue
        if prompt.kind is PromptKind.CARDS:
            doubted = frozenset(value) & unsure or frozenset(value) if path in asked else frozenset()
            value = [{"card": code, "sure": code not in doubted} for code in value]
        now = current_answer(draft, path)
        if now is None or now == plain_answer(filled.get(path)):
            answers[path] = value
        elif now != plain_answer(value):
            differing.append(path)
    return Proposal(answers, tuple(differing))


def open_asks(
    outcome: Outcome, prompts: Sequence[Prompt], draft: Draft, confirmed: frozenset[str]
) -> tuple[tuple[str, Text], ...]:
    """The questions that nobody has answered yet.

    A hand is answered once all its cards are sure, a value once it is entered, and any once its key is `confirmed`.
    """
    kinds = {prompt.path: prompt.kind for prompt in prompts}

    def is_answered(path: str, text: Text) -> bool:
        if ask_key(path, text) in confirmed:
            return True
        if kinds.get(path) is PromptKind.CARDS:
            hand = draft.cards.get(path)
            return hand is not None and all(card.sure for card in hand)
        return path in draft.values

    return tuple((path, text) for path, text in outcome.asks if not is_answered(path, text))


def ask_key(path: str, text: Text) -> str:
    """What tells a question from others, as phones name it."""
    return f"{path}:{crc32(text.en.encode()):08x}"


def current_answer(draft: Draft, path: str) -> Any:
    """What stands in the draft at that path, a hand as its codes, None for nothing."""
    if path in draft.cards:
        return [card.card for card in draft.cards[path]]
    return draft.values.get(path)


def plain_answer(answer: Any) -> Any:
    """An answer with each card as its code."""
    if isinstance(answer, list):
        return [item["card"] if isinstance(item, dict) else item for item in answer]
    return answer


def unsure_codes(tables: Sequence[Sequence[SeenCard]]) -> frozenset[str]:
    """The likeliest names of the cards that the camera was never sure of, table after table."""
    last: dict[int, SeenCard] = {}
    for table in tables:
        for card in table:
            before = last.get(card.track)
            if card.is_face_up and not (before and before.is_sure and not card.is_sure):
                last[card.track] = card
    return frozenset(card.names[0][0] for card in last.values() if not card.is_sure)
