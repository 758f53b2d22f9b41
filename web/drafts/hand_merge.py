"""The taps of two phones on one round, put together so that none is lost.

Answers are JSON, as phones send them: cards as codes, or as objects with a `card`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from scorer.errors import Refusal
from scorer.rules.prompts import Prompt, PromptKind
from scorer.texts import Text

T = TypeVar("T")


def merge_answers(
    prompts: Sequence[Prompt],
    answers: Mapping[str, Any],
    was: Mapping[str, Any],
    now: Mapping[str, Any],
    copies: Mapping[str, int],
) -> dict[str, Any]:
    """The answers of a phone that showed `was`, put together with those of other phones, which are in `now`.

    `copies`: the cards in play. Raises `changed_meanwhile` where only one of two answers can be. What is no answer at
    all stays for others to refuse.
    """
    merged = dict(answers)
    for prompt in prompts:
        path = prompt.path
        if path not in answers or path not in was or _codes(now.get(path)) == _codes(was[path]):
            continue
        if prompt.kind is not PromptKind.CARDS:
            if now.get(path) != answers[path]:
                raise _changed_meanwhile(prompt)
            continue
        wanted, shown, held = answers[path] or [], was[path] or [], now.get(path) or []
        if not (_is_hand(wanted) and _is_hand(shown)):
            continue
        cards = merge_hands(_codes(shown), wanted, held, copies, _code)
        if max(len(wanted), len(held)) <= prompt.maximum < len(cards):
            raise _changed_meanwhile(prompt)
        merged[path] = cards
    return merged


def _code(card: Any) -> str:
    return str(card.get("card") if isinstance(card, dict) else card)


def _codes(answer: Any) -> Any:
    """A hand as codes; any other answer as it is, and none as an empty hand."""
    return [_code(card) for card in answer] if _is_hand(answer) else answer or []


def _is_hand(answer: Any) -> bool:
    return isinstance(answer, list) and all(isinstance(card, (str, dict)) for card in answer)


def _changed_meanwhile(prompt: Prompt) -> Refusal:
    return Refusal(
        "changed_meanwhile",
        Text(
            f"Somebody else has just changed this: {prompt.label.en}. Look at it, then tap again.",
            f"ほかの人がいま「{prompt.label.ja}」を変えました。確かめてから、もう一度押してください。",
        ),
        seat=prompt.seat,
    )


def merge_hands(
    was: Sequence[str], wanted: Sequence[T], now: Sequence[T], copies: Mapping[str, int], code_of: Callable[[T], str]
) -> list[T]:
    """The hand `now`, changed as `was` was changed into `wanted`.

    `was` is the hand that a phone showed when it was tapped, `now` the hand after another phone's taps. What was taken
    away is gone, what was added is added, as often as the pack has the card.

    >>> merge_hands(["a"], ["a", "b"], ["a", "c"], {"b": 1}, str)
    ['a', 'c', 'b']
    """
    codes = [code_of(card) for card in wanted]
    if [code_of(card) for card in now] == list(was):
        return list(wanted)
    removed, added = Counter(was) - Counter(codes), Counter(codes) - Counter(was)
    looked_at = {code_of(card): card for card in wanted}
    merged: list[T] = []
    for card in now:
        code = code_of(card)
        if removed[code]:
            removed[code] -= 1
        else:
            merged.append(looked_at.get(code, card))
    held = Counter(code_of(card) for card in merged)
    for card, code in zip(wanted, codes, strict=True):
        if added[code]:
            added[code] -= 1
            if held[code] < copies.get(code, 1):
                held[code] += 1
                merged.append(card)
    return merged
