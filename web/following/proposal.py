"""What a followed round puts into the draft, and what it must ask first."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from scorer.decks import unclear_cards
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
    told_apart: frozenset[str] = frozenset(),
) -> Proposal:
    """The answers that the followed round gives to `prompts`: what is known, and the likeliest of what is asked.

    `filled`: what was proposed before, by path: that may be replaced, other answers may not. `unsure`: codes of cards
    that the camera doubts. In a hand that is asked about they are marked, or all of them where it doubts none of it.
    Marked is also what may be one of `told_apart` or another card of the same face: a camera cannot tell.
    Another answer that is asked about is a guess, for as long as `open_asks` names it.
    """
    asked = {path for path, _ in outcome.asks}
    answers: dict[str, Any] = {}
    differing: list[str] = []
    hands = [prompt.answer_in(outcome.round) for prompt in prompts if prompt.kind is PromptKind.CARDS]
    unclear = unclear_cards([hand for hand in hands if hand], told_apart)
    for prompt in prompts:
        path, value = prompt.path, prompt.answer_in(outcome.round)
        if value is None:
            continue
        if prompt.kind is PromptKind.CARDS:
            doubted = frozenset(value) & unsure or frozenset(value) if path in asked else frozenset()
            value = [{"card": code, "sure": code not in doubted | unclear} for code in value]
        now = current_answer(draft, path)
        if now is None or now == plain_answer(filled.get(path)):
            answers[path] = value
        elif now != plain_answer(value):
            differing.append(path)
    return Proposal(answers, tuple(differing))


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """A question that nobody has answered yet. `key` tells it from others.

    `has_guess`: the likeliest answer stands in the draft, and somebody must say that it is right.
    """

    key: str
    path: str
    text: Text
    has_guess: bool

    def as_json(self) -> dict[str, Any]:
        """As phones are sent it."""
        return {"key": self.key, "path": self.path, "text": self.text.as_json(), "guess": self.has_guess}


def open_asks(
    outcome: Outcome, prompts: Sequence[Prompt], draft: Draft, filled: Mapping[str, Any], confirmed: frozenset[str]
) -> tuple[OpenAsk, ...]:
    """The questions that nobody has answered yet.

    A hand is answered once all its cards are sure, a value once another than was `filled` in is entered, and any once
    its key is `confirmed`.
    """
    kinds = {prompt.path: prompt.kind for prompt in prompts}
    asks = []
    for key, (path, text) in zip(ask_keys(outcome, prompts), outcome.asks, strict=True):
        if key in confirmed:
            continue
        if kinds.get(path) is PromptKind.CARDS:
            hand, has_guess = draft.cards.get(path), False
            is_answered = hand is not None and all(card.sure for card in hand)
        else:
            has_guess = path in draft.values and draft.values[path] == filled.get(path)
            is_answered = path in draft.values and not has_guess
        if not is_answered:
            asks.append(OpenAsk(key, path, text, has_guess))
    return tuple(asks)


def ask_keys(outcome: Outcome, prompts: Sequence[Prompt]) -> tuple[str, ...]:
    """What tells each question from others, as phones name it. The same question of another guess is another one."""
    by_path = {prompt.path: prompt for prompt in prompts}

    def key(path: str, text: Text) -> str:
        prompt = by_path.get(path)
        is_value = prompt is not None and prompt.kind is not PromptKind.CARDS
        guess = json.dumps(prompt.answer_in(outcome.round)) if prompt and is_value else ""
        return f"{path}:{crc32((text.en + guess).encode()):08x}"

    return tuple(key(path, text) for path, text in outcome.asks)


def without_confirmed(filled: Mapping[str, Any], confirmed: frozenset[str]) -> dict[str, Any]:
    """What was filled in, less the answers that somebody said are right: those stay as if they had been entered."""
    paths = {key.rpartition(":")[0] for key in confirmed}
    return {path: answer for path, answer in filled.items() if path not in paths or is_hand(answer)}


def is_hand(answer: Any) -> bool:
    """Whether an answer, as it is filled in, is the cards of a hand: each says for itself whether it is sure."""
    return isinstance(answer, list) and any(isinstance(item, dict) for item in answer)


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
