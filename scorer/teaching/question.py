"""One question of a drill: cards, the text, and answers to choose from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorer.texts import Name, Text

MAX_CHOICES = 4
"""Most answers offered to one question, the right one included."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question: cards to look at, the text of the question and up to `MAX_CHOICES` answers.

    `drill` is "month", "points", "value", "teyaku" or a key of the game's `practice`. `right_index` is the index of the
    right answer in `choices`. `explanation` is for after the answer, line by line. `rows` are cards beside the first.
    """

    drill: str
    cards: tuple[str, ...]
    text: Text
    choices: tuple[Name, ...]
    right_index: int
    explanation: tuple[Text, ...]
    rows: tuple[tuple[Text, tuple[str, ...]], ...] = ()

    @property
    def all_cards(self) -> tuple[str, ...]:
        """Every card to look at."""
        return (*self.cards, *(code for _, cards in self.rows for code in cards))

    def as_json(self) -> dict[str, Any]:
        """The question as a page takes it. `key` is the same for the same question."""
        return {
            "key": " ".join((self.drill, *self.all_cards, self.text.en)),
            "drill": self.drill,
            "cards": list(self.cards),
            "rows": [{"label": label.as_json(), "cards": list(cards)} for label, cards in self.rows],
            "ask": self.text.as_json(),
            "choices": [choice.as_json() for choice in self.choices],
            "right": self.right_index,
            "why": [line.as_json() for line in self.explanation],
        }


def make_question(
    drill: str, cards: tuple[str, ...], text: Text, right: Name, wrong: Iterable[Name], *why: Text
) -> Question:
    """The question with the right answer among the first few wrong ones, in an order that does not give it away."""
    wrong_choices = list({name.en: name for name in wrong if name.en != right.en}.values())[: MAX_CHOICES - 1]
    choices = sorted((right, *wrong_choices), key=_number_sort_key)
    return Question(drill, cards, text, tuple(choices), choices.index(right), why)


def number_name(points: int) -> Name:
    """A number as an answer."""
    return Name(str(points), str(points))


def _number_sort_key(name: Name) -> tuple[int, str]:
    """Sort key: the number in a name (0 without one), which months and totals have, then the name itself."""
    number = re.search(r"\d+", name.en)
    return int(number[0]) if number else 0, name.en
