"""What a learner is told: what a pile pays, what playing on risks.

Which yaku are near is told, too. All of it comes from the game itself: the round is settled as if it ended now, and its
notes on a seat are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.families.captures.cards import cards_in
from scorer.families.captures.play import FishingTable
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.odds import Odds
from scorer.rules.practice import PracticeChoice
from scorer.rules.prompts import Table
from scorer.rules.results import HandValue, Settlement
from scorer.texts import Text, signed

OWN = 0
"""The learner's seat: the dealer plays first."""
STOP, GO_ON, CANCEL = "shobu", "koikoi", "cancel"
"""Keys of the learner's choices once a pile pays; the third stands at later turns, where a game takes a call back."""
_NEAR_OWN, _NEAR_OTHER = 2, 1
"""Yaku one card away that are named of the learner's pile and of each other pile; more is not read at a turn."""


@dataclass(frozen=True, slots=True)
class Calls:
    """How a game words the choice once a pile pays, and its rules for going on.

    `stop`, `go_on` and `cancel` name what may be said; without `cancel` a call is not taken back. `risk` says what
    going on may cost under the house rules. `most` is how often anybody may go on (None: without end).
    """

    stop: Text
    go_on: Text
    risk: Text
    most: int | None = None
    cancel: Text | None = None


Ending = tuple[str, int | None]
"""How a round ended, "shobu", "cancel" or "empty", and whose call that was."""


@dataclass(frozen=True, slots=True)
class CapturePractice:
    """What the practice round of one game of captured piles needs.

    `estimate` says how good a pile is to who chooses a card, `worth` what a pile pays with that field (0 where only the
    last card ends a round). `answers` makes the round's answers by path of the table at the end, how it ended, and who
    called to go on. `calls` is the choice once a pile pays, None where only the last card ends a round.
    `points_pay`: card points are paid, too, so that a card may be better for its points alone. `dealt` is said of the
    deal before the first card. `known` is what the round's notes and odds need beside the cards.
    """

    hand_size: int
    field_size: int
    estimate: Callable[[int], int]
    worth: Callable[[int, int], int]
    answers: Callable[[FishingTable, Ending, Sequence[int]], Mapping[str, Any]]
    calls: Calls | None = None
    points_pay: bool = True
    dealt: tuple[Text, ...] = ()
    known: Mapping[str, Any] = field(default_factory=dict)


def name_held(value: HandValue) -> Text:
    """The yaku that count in a settled pile, each with its worth; "" without any."""
    lines = [reason.text for reason in value.reasons if reason.code in value.extra.get("yaku", ())]
    return Text("; ".join(line.en for line in lines), "、".join(line.ja for line in lines))


def stop_question(held: Text, calls: Calls) -> Text:
    """What the learner holds and what going on may cost."""
    return Text(
        f"You have {held.en}. {calls.stop.en} or {calls.go_on.en.lower()}? {calls.risk.en}",
        f"役ができました（{held.ja}）。{calls.stop.ja}か{calls.go_on.ja}か。{calls.risk.ja}",
    )


def call_choices(calls: Calls, settlement: Settlement, seat: int, names: Sequence[str]) -> tuple[PracticeChoice, ...]:
    """Stopping, with what it pays by `settlement`, and going on."""
    gain = describe_gain(settlement, seat, names)
    return (
        PracticeChoice(STOP, Text(f"{calls.stop.en}: stop now. {gain.en}", f"{calls.stop.ja}（やめる）：{gain.ja}")),
        PracticeChoice(GO_ON, Text(f"{calls.go_on.en}: play on for more", f"{calls.go_on.ja}（続ける）")),
    )


def cancel_choice(calls: Calls, settlement: Settlement, seat: int, names: Sequence[str]) -> PracticeChoice:
    """Taking back an earlier call, with what that pays."""
    cancel, gain = calls.cancel or Text("", ""), describe_gain(settlement, seat, names)
    return PracticeChoice(CANCEL, Text(f"{cancel.en}. {gain.en}", f"{cancel.ja}：{gain.ja}"))


def describe_gain(settlement: Settlement, seat: int, names: Sequence[str]) -> Text:
    """What a settled round brings `seat`: from whom, where every other seat of the round pays it the same."""
    paid = {
        other: sum(pay.stones for pay in settlement.transfers if (pay.giver, pay.taker) == (other, seat))
        for other in range(len(names))
        if other != seat
    }
    pays_nobody = all(pay.giver != seat for pay in settlement.transfers)
    amount, net = next(iter(paid.values())), settlement.net[seat]
    if not pays_nobody or amount == 0 or set(paid.values()) != {amount}:
        return Text(f"The round brings you {signed(net)}", f"この局は{signed(net)}")
    if len(paid) == 1:
        (other,) = paid
        return Text(f"{names[other]} pays you {amount}", f"{names[other]}から{amount}")
    return Text(f"Each pays you {amount}", f"一人から{amount}ずつ")


def progress_lines(
    game: Game, table: Table, fishing: FishingTable, own: int, extra: Mapping[str, Any]
) -> Iterator[Text]:
    """The yaku one card away, of the learner and of the others, by the game's own notes on each seat."""
    answers = {f"piles.{seat}": list(cards_in(pile)) for seat, pile in enumerate(fishing.piles)}
    notes = game.seat_notes(table, {**extra, **answers, "field": list(cards_in(fishing.field))})
    for seat in (own, *(other for other in range(len(table.seats)) if other != own)):
        near = [note.text for note in notes.get(seat, ()) if note.code == "one_away"]
        name = Text("You", "あなた") if seat == own else Text(table.seats[seat], table.seats[seat])
        for text in near[: _NEAR_OWN if seat == own else _NEAR_OTHER]:
            yield Text(f"{name.en}: {text.en[:1].lower()}{text.en[1:]}.", f"{name.ja}：{text.ja}。")


def next_card_odds(game: Game, table: Table, fishing: FishingTable, own: int, data: Mapping[str, Any]) -> Odds:
    """The odds of the next card turned up for the learner's pile, on this field."""
    others = 0
    for seat, pile in enumerate(fishing.piles):
        others |= 0 if seat == own else pile
    known = {"field": list(cards_in(fishing.field)), "hand": list(fishing.hands[own]), "seat": own, **data}
    role = game.role_of(own, len(table.seats))
    question = HandQuestion(cards_in(fishing.piles[own]), role, table.options, cards_in(others), None, known)
    odds = game.odds_asked(question)
    return replace(odds, sections=tuple(section for section in odds.sections if section.key == "next_card"))
