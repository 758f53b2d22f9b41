"""The cards of a round by seat, and which of them counted.

Settlements tell what hands are worth in words. This finds the cards behind them, so that they can be shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.game import Game
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.texts import Text


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Cards of one answer: of `seat` (None: the table), called `label`, and whether each counted.

    `yaku` holds those that make each yaku of the hand, by the code of the line that names it.
    """

    seat: int | None
    label: Text
    cards: tuple[str, ...]
    counted: tuple[bool, ...]
    yaku: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """All of it, `yaku` where there are any."""
        out: dict[str, Any] = {
            "seat": self.seat,
            "label": self.label.as_json(),
            "cards": list(self.cards),
            "counted": list(self.counted),
        }
        if self.yaku:
            out["yaku"] = {code: list(cards) for code, cards in self.yaku.items()}
        return out


def round_cards(game: Game, round_: Mapping[str, Any], settlement: Mapping[str, Any]) -> tuple[ShownCards, ...]:
    """The cards of a settled round, seat by seat, as `settle` took it and gave its settlement, both as JSON.

    What a round cannot be asked about any more (another version of the rules wrote it) has no cards to show.
    """
    known = {"game", "options", "seats", "stones", "rounds_left"}
    table = Table(
        tuple(round_.get("seats", ())),
        game.resolve_options(round_.get("options", {})),
        tuple(round_["stones"]) if round_.get("stones") is not None else None,
        round_.get("rounds_left"),
        {key: value for key, value in round_.items() if key not in known},
    )
    hands = {hand["seat"]: hand for hand in settlement.get("hands", ())}
    shown = []
    for prompt in game.prompts(table):
        cards = _cards_of(prompt, round_)
        if cards:
            hand = hands.get(-1 if prompt.seat is None else prompt.seat)
            counting = _counting_cards(game, hand, cards, round_)
            counted = tuple(code in counting for code in cards)
            shown.append(ShownCards(prompt.seat, prompt.label, cards, counted, _yaku_cards(game, hand, cards, round_)))
    return tuple(sorted(shown, key=lambda part: (part.seat is not None, part.seat or 0)))


def cards_of_seat(shown: Iterable[ShownCards], seat: int) -> tuple[tuple[str, bool], ...]:
    """A seat's cards over all its answers, each with whether it counted.

    Two equal cards of one answer are two cards. A card in several answers (dealt, then captured) is one: it counted
    where any of them says so.
    """
    found: dict[tuple[str, int], bool] = {}
    for part in shown:
        if part.seat == seat:
            seen: Counter[str] = Counter()
            for code, counts in zip(part.cards, part.counted, strict=True):
                found[code, seen[code]] = found.get((code, seen[code]), False) or counts
                seen[code] += 1
    return tuple((code, counts) for (code, _), counts in found.items())


def _counting_cards(
    game: Game, hand: Mapping[str, Any] | None, cards: Sequence[str], round_: Mapping[str, Any]
) -> frozenset[str]:
    """The cards that count: of a pile those of its yaku, of a hand with a class all, and all that nobody holds.

    A game may say otherwise.
    """
    if hand is None:
        return frozenset(cards)
    if game.counting_cards is not None:
        return game.counting_cards(hand, cards, round_)
    if game.yaku_cards is not None and "yaku" in hand:
        return frozenset[str]().union(*(game.yaku_cards(key, cards, round_) for key in hand["yaku"]))
    return frozenset(cards if hand["class"] is not None else ())


def _yaku_cards(
    game: Game, hand: Mapping[str, Any] | None, cards: Sequence[str], round_: Mapping[str, Any]
) -> dict[str, tuple[str, ...]]:
    yaku_cards = game.yaku_cards
    if hand is None or yaku_cards is None:
        return {}
    makers = {reason["code"]: yaku_cards(reason["code"], cards, round_) for reason in hand["reasons"]}
    return {code: tuple(card for card in cards if card in made) for code, made in makers.items() if made}


def _cards_of(prompt: Prompt, round_: Mapping[str, Any]) -> tuple[str, ...]:
    """The codes that answer a prompt for cards, none where it asks for something else."""
    if prompt.kind is not PromptKind.CARDS:
        return ()
    answer = prompt.answer_in(round_)
    return tuple(code for code in answer if isinstance(code, str)) if isinstance(answer, list) else ()
