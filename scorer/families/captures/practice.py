"""A practice round of captured piles against the table's own hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.decks import decks
from scorer.families.captures.cards import BIT, MONTH_OF, cards_in
from scorer.families.captures.months import captures_of
from scorer.families.captures.play import FishingTable
from scorer.rules.practice import REST, PracticeChoice, PracticeRound
from scorer.rules.prompts import Table
from scorer.texts import Text, join_names

OWN = 0
"""The learner's seat: the dealer plays first."""
_FACES = decks()["hanafuda"].faces
_TABLE, _PILE = Text("On the table", "場"), Text("Your pile", "あなたの取札")
_ASK_CARD = Text("Which card do you play?", "どの札を出しますか。")
_ASK_CALL = Text("You have a yaku. Stop now, or play on for more?", "役ができました。終わりますか、続けますか。")
STOP, GO_ON = "shobu", "koikoi"
"""The learner's two choices once a pile pays, where the game asks."""

Ending = tuple[str, int | None]
"""How a round ended, "shobu" or "empty", and whose call that was."""


@dataclass(frozen=True, slots=True)
class CapturePractice:
    """What the practice round of one game of captured piles needs.

    `estimate` says how good a pile is to who chooses a card, `worth` what a pile pays with that field (0 where only the
    last card ends a round). `calls` are the labels of stopping and going on, None where a pile that pays always stops;
    `most_calls` is how often anybody may go on (None: without end). `answers` makes the round's answers by path of the
    table at the end, how it ended, and who called to go on.
    """

    hand_size: int
    field_size: int
    estimate: Callable[[int], int]
    worth: Callable[[int, int], int]
    answers: Callable[[FishingTable, Ending, Sequence[int]], Mapping[str, Any]]
    calls: tuple[Text, Text] | None = None
    most_calls: int | None = None


def practice_round(
    game: str, pack: Sequence[str], table: Table, choices: Sequence[str], rules: CapturePractice
) -> PracticeRound:
    """The round once the learner has made these `choices`: cards played, calls, or "rest"."""
    return _Round(pack, table, rules).play(game, choices)


class _Round:
    """A round under way: the cards, who called to go on, and what was said of the latest turns."""

    def __init__(self, pack: Sequence[str], table: Table, rules: CapturePractice) -> None:
        self.table, self.rules = table, rules
        self.fishing = FishingTable.deal(pack, len(table.seats), rules.hand_size, rules.field_size)
        self.opening = Text(
            f"Everybody has {rules.hand_size} cards. A card takes one of its own month.",
            f"手札は{rules.hand_size}枚ずつ。同じ月の札を取れます。",
        )
        self.said: list[Text] = []
        self.calls: list[int] = []
        self.best = [0] * len(table.seats)
        self.is_resting = False

    def play(self, game: str, choices: Sequence[str]) -> PracticeRound:
        """Play turn after turn until a choice is missing or the round ends."""
        made, turn, fishing = iter(choices), 0, self.fishing
        while any(fishing.hands):
            seat = turn % len(fishing.hands)
            turn += 1
            if seat == OWN and not self.is_resting:
                card = next(made, None)
                if card is None:
                    return self._ask(_ASK_CARD, (*map(_card_choice, fishing.hands[OWN]), REST))
                self.is_resting = card == REST.key
            if seat == OWN and not self.is_resting:
                self.said = [*self._play_own(card)]  # type: ignore[arg-type]
            else:
                self._play_other(seat)
            if not self._pays(seat):
                continue
            if seat != OWN or self.is_resting or not self._may_go_on():
                return self._end(game, (STOP, seat))
            call = next(made, None)
            if call is None:
                labels = zip((STOP, GO_ON), self.rules.calls or (), strict=True)
                return self._ask(_ASK_CALL, tuple(PracticeChoice(key, label) for key, label in labels))
            if call == STOP:
                return self._end(game, (STOP, seat))
            self.calls.append(seat)
        return self._end(game, ("empty", None))

    def _pays(self, seat: int) -> bool:
        """Whether the pile of `seat` pays more than before."""
        worth = self.rules.worth(self.fishing.piles[seat], self.fishing.field)
        grown, self.best[seat] = worth > self.best[seat], max(worth, self.best[seat])
        return grown

    def _may_go_on(self) -> bool:
        """Whether the learner may call to go on: where the game asks, with cards left and calls left."""
        most = self.rules.most_calls
        has_calls = most is None or len(self.calls) < most
        return self.rules.calls is not None and bool(self.fishing.hands[OWN]) and has_calls

    def _play_own(self, card: str) -> Iterator[Text]:
        """What happens when the learner plays `card`, and what would have been best."""
        fishing, estimate = self.fishing, self.rules.estimate
        gains = {code: self._best_gain(code) for code in fishing.hands[OWN]}
        best = max(gains, key=lambda code: gains[code])
        fishing.hands[OWN].remove(card)
        yield _lay(fishing, card, estimate, Text("You play", "出した札は"))
        if gains[best] > gains[card]:
            name = _FACES[best].name
            yield Text(f"{name.en} would have taken more.", f"{name.ja}のほうが多く取れました。")
        if fishing.stock:
            yield _lay(fishing, fishing.stock.pop(0), estimate, Text("The stock turns up", "山札は"))

    def _best_gain(self, card: str) -> int:
        pile, estimate = self.fishing.piles[OWN], self.rules.estimate
        taken = captures_of(card, self.fishing.field)
        return max((estimate(pile | cards) - estimate(pile) for cards in taken), default=0)

    def _play_other(self, seat: int) -> None:
        before = self.fishing.piles[seat]
        self.fishing.take_turn(seat, self.rules.estimate)
        if self.is_resting:
            return
        name, taken = self.table.seats[seat], _names(self.fishing.piles[seat] & ~before)
        self.said.append(
            Text(f"{name} takes {taken.en}.", f"{name}は{taken.ja}を取りました。")
            if taken.en
            else Text(f"{name} takes nothing.", f"{name}は何も取れません。")
        )

    def _ask(self, question: Text, choices: Sequence[PracticeChoice]) -> PracticeRound:
        lines = (self.opening, *self.said)
        return PracticeRound(tuple(self.fishing.hands[OWN]), self._piles(), lines, question, tuple(choices), seat=OWN)

    def _end(self, game: str, ending: Ending) -> PracticeRound:
        name = "" if ending[1] is None else self.table.seats[ending[1]]
        reason = (
            Text("All hands are empty.", "手札がなくなりました。")
            if ending[1] is None
            else Text("You have a set that pays: the round ends.", "あなたに役ができて、終わりです。")
            if ending[1] == OWN
            else Text(f"{name} has a set that pays: the round ends.", f"{name}に役ができて、終わりです。")
        )
        finished = self.table.build_round(game, self.rules.answers(self.fishing, ending, self.calls))
        question = Text("The piles are counted. The round is settled.", "取札を数えて、精算です。")
        lines = (self.opening, *self.said, reason)
        return PracticeRound(
            tuple(self.fishing.hands[OWN]), self._piles(), lines, question, finished=finished, seat=OWN
        )

    def _piles(self) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        others = (
            (Text(name, name), cards_in(self.fishing.piles[seat]))
            for seat, name in enumerate(self.table.seats)
            if seat != OWN
        )
        return ((_TABLE, cards_in(self.fishing.field)), (_PILE, cards_in(self.fishing.piles[OWN])), *others)


def _card_choice(card: str) -> PracticeChoice:
    name = _FACES[card].name
    return PracticeChoice(card, Text(name.en, name.ja), card)


def _names(cards: int) -> Text:
    names = [_FACES[code].name for code in cards_in(cards)]
    if not names:
        return Text("", "")
    return Text(join_names([name.en for name in names]).en, "・".join(name.ja for name in names))


def _lay(table: FishingTable, card: str, estimate: Callable[[int], int], begin: Text) -> Text:
    """Lay a card for the learner, who takes the better of two matches. The text begins with `begin` and says what."""
    name = _FACES[card].name
    taken = max(captures_of(card, table.field), key=lambda cards: estimate(table.piles[OWN] | cards), default=0)
    if not taken:
        table.field |= BIT[card]
        month = MONTH_OF[card]
        return Text(
            f"{begin.en} {name.en}: no other card of month {month} lies there, so it stays.",
            f"{begin.ja}{name.ja}：{month}月の札がほかにないので、場に残ります。",
        )
    table.field &= ~taken
    table.piles[OWN] |= taken
    others = _names(taken & ~BIT[card])
    return Text(f"{begin.en} {name.en}: it takes {others.en}.", f"{begin.ja}{name.ja}：{others.ja}を取ります。")
