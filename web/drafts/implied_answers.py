"""Answers that follow from others: the rest of a whole, such as 16 less 9."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from scorer.rules.prompts import Prompt, PromptKind


class _Card(Protocol):
    @property
    def card(self) -> str: ...


def implied_answers(
    prompts: Iterable[Prompt], hands: Mapping[str, Sequence[_Card]], values: Mapping[str, Any]
) -> dict[str, Any]:
    """The rest of each whole that all but one of its prompts have shared, by the path of that one.

    Hands are the rest only of a whole that their prompts name, such as the four aces.
    """
    groups: dict[str, list[Prompt]] = {}
    for prompt in prompts:
        if prompt.shares:
            groups.setdefault(prompt.shares, []).append(prompt)
    implied: dict[str, Any] = {}
    for group in groups.values():
        is_hand = group[0].kind is PromptKind.CARDS
        unanswered = [prompt for prompt in group if prompt.path not in (hands if is_hand else values)]
        if len(unanswered) != 1 or len(group) == 1:
            continue
        last = unanswered[0]
        if is_hand:
            others = {card.card for prompt in group for card in hands.get(prompt.path, ())}
            if last.cards and others <= set(last.cards):
                implied[last.path] = [code for code in last.cards if code not in others]
        else:
            rest = last.whole - sum(values.get(prompt.path, 0) for prompt in group)
            if last.minimum <= rest <= last.maximum:
                implied[last.path] = rest
    return implied
