"""What a game of captured piles says of itself for its practice round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.families.captures.play import FishingTable
from scorer.rules.results import Reason
from scorer.texts import Name, Text, join_names

OWN = 0
"""The learner's seat: the dealer plays first."""
STOP, GO_ON, CANCEL = "shobu", "koikoi", "cancel"
"""The learner's choices once a pile pays, where the game asks, and taking back that one goes on."""

Ending = tuple[str, int | None]
"""How a round ended, "shobu", "cancel" or "empty", and whose call that was."""


@dataclass(frozen=True, slots=True)
class Calls:
    """What who has something that pays may call.

    `stop` and `go_on` are the labels of the two calls, `risk` what going on may cost. `most` is how often anybody may
    go on (None: without end). `cancel` is the label of ending the round at the start of a later turn after all, where
    the game has that.
    """

    stop: Text
    go_on: Text
    risk: Text
    most: int | None = None
    cancel: Text | None = None


@dataclass(frozen=True, slots=True)
class CapturePractice:
    """What the practice round of one game of captured piles needs.

    `estimate` says how good a pile is to who chooses a card. `sets` is what a pile pays with that field, each set in
    words with its worth (nothing where only the last card ends a round). `answers` makes the round's answers by path
    of the table at the end, how it ended, and who called to go on. `opening` says what there is to know once the cards
    are dealt to players of these names, `near` which sets a pile is one card away from when other cards lie in other
    piles. `counts_points`: whether what `estimate` counts pays, as card points do in most games. `calls` is None where
    a pile that pays always stops.
    """

    hand_size: int
    field_size: int
    estimate: Callable[[int], int]
    sets: Callable[[int, int], Mapping[Text, int]]
    answers: Callable[[FishingTable, Ending, Sequence[int]], Mapping[str, Any]]
    opening: Callable[[FishingTable, Sequence[str]], Sequence[Text]]
    near: Callable[[int, int], Iterable[Reason]]
    counts_points: bool = True
    calls: Calls | None = None


def list_texts(labels: Iterable[Text]) -> Text:
    """What a pile or hand holds in one line; at least one label."""
    labels = tuple(labels)
    return Text(join_names([label.en for label in labels]).en, "・".join(label.ja for label in labels))


def label_set(name: Name, worth: int, unit: Text) -> Text:
    """A set in a sentence, by the first part of its name.

    >>> label_set(Name("Hanami, cherry viewing", "花見酒"), 5, Text("points", "点"))
    Text(en='hanami (5 points)', ja='花見酒（5点）')
    """
    short = name.en.partition(",")[0]
    return Text(f"{short[0].lower()}{short[1:]} ({worth} {unit.en})", f"{name.ja}（{worth}{unit.ja}）")
