"""A practice round of captured piles against the table's own hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from scorer.decks import decks
from scorer.families.captures.cards import BIT, MONTH_OF, cards_in
from scorer.families.captures.months import captures_of
from scorer.families.captures.play import FishingTable
from scorer.families.captures.practice_rules import CANCEL, GO_ON, OWN, STOP, Calls, CapturePractice, Ending, list_texts
from scorer.rules.game import Game
from scorer.rules.practice import REST, PracticeChoice, PracticeRound
from scorer.rules.prompts import Table
from scorer.texts import Text, join_names

_FACES = decks()["hanafuda"].faces
_TABLE, _PILE = Text("On the table", "場"), Text("Your pile", "あなたの取札")
_ASK_CARD = Text("Which card do you play?", "どの札を出しますか。")
_NEAR_LINES = 2
"""Sets named that one more card makes; more would hide what happened."""


def practice_round(
    game: Game, pack: Sequence[str], table: Table, choices: Sequence[str], rules: CapturePractice
) -> PracticeRound:
    """The round once the learner has made these `choices`: cards played, calls, or "rest"."""
    return _Round(game, pack, table, rules).play(choices)


class _Round:
    """A round under way: the cards, who called to go on, and what was said of the latest turns."""

    def __init__(self, game: Game, pack: Sequence[str], table: Table, rules: CapturePractice) -> None:
        self.game, self.table, self.rules = game, table, rules
        self.fishing = FishingTable.deal(pack, len(table.seats), rules.hand_size, rules.field_size)
        self.said: list[Text] = [
            Text(
                f"You are {table.seats[OWN]} and play first. Everybody has {rules.hand_size} cards. A card takes one "
                "of its own month.",
                f"あなたは{table.seats[OWN]}で、先に打ちます。手札は{rules.hand_size}枚ずつ。同じ月の札を取れます。",
            ),
            *rules.opening(self.fishing, table.seats),
        ]
        self.calls: list[int] = []
        self.best = [0] * len(table.seats)
        self.is_resting = False

    def play(self, choices: Sequence[str]) -> PracticeRound:
        """Play turn after turn until a choice is missing or the round ends."""
        made, turn, fishing = iter(choices), 0, self.fishing
        while any(fishing.hands):
            seat = turn % len(fishing.hands)
            turn += 1
            if seat == OWN and not self.is_resting:
                card = next(made, None)
                if card is None:
                    self.said += self._near(fishing.piles[OWN])[:_NEAR_LINES]
                    return self._ask(_ASK_CARD, (*map(_card_choice, fishing.hands[OWN]), *self._cancel(), REST))
                if card == CANCEL:
                    return self._end((CANCEL, OWN))
                self.is_resting = card == REST.key
            if seat == OWN and not self.is_resting:
                self.said = [*self._play_own(card)]  # type: ignore[arg-type]
            else:
                self._play_other(seat)
            if not self._pays(seat):
                continue
            calls = None if seat != OWN or self.is_resting else self._open_calls()
            call = STOP if calls is None else next(made, None)
            if call == STOP:
                return self._end((STOP, seat))
            if calls is not None and call is None:
                return self._ask_call(calls)
            self.calls.append(seat)
        return self._end(("empty", None))

    def _pays(self, seat: int) -> bool:
        """Whether the pile of `seat` pays more than before."""
        worth = sum(self._sets(seat).values())
        grown, self.best[seat] = worth > self.best[seat], max(worth, self.best[seat])
        return grown

    def _sets(self, seat: int) -> Mapping[Text, int]:
        return self.rules.sets(self.fishing.piles[seat], self.fishing.field)

    def _open_calls(self) -> Calls | None:
        """What the learner may call now: only where the game asks, with cards left and calls left."""
        calls = self.rules.calls
        if calls is None or not self.fishing.hands[OWN]:
            return None
        return calls if calls.most is None or len(self.calls) < calls.most else None

    def _cancel(self) -> Iterator[PracticeChoice]:
        """The choice of ending the round after all, for who called to go on."""
        calls = self.rules.calls
        if calls is not None and calls.cancel is not None and OWN in self.calls:
            net = self._net((CANCEL, OWN))
            label = Text(f"{calls.cancel.en}: {_brings(net).en}", f"{calls.cancel.ja}：{_brings(net).ja}")
            yield PracticeChoice(CANCEL, label)

    def _ask_call(self, calls: Calls) -> PracticeRound:
        """The question whether to stop: what the pile holds, what stopping brings by the rules, what going on risks."""
        held, brings = list_texts(self._sets(OWN)), _brings(self._net((STOP, OWN)))
        question = Text(
            f"You have {held.en}. {calls.stop.en}: {brings.en} now. {calls.go_on.en}: {calls.risk.en}",
            f"{held.ja}ができました。{calls.stop.ja}なら{brings.ja}。{calls.go_on.ja}なら、{calls.risk.ja}",
        )
        return self._ask(question, (PracticeChoice(STOP, calls.stop), PracticeChoice(GO_ON, calls.go_on)))

    def _net(self, ending: Ending) -> int:
        """What the learner would get or pay if the round ended so now."""
        answers = self.rules.answers(self.fishing, ending, self.calls)
        return self.game.settle(self.table.build_round(self.game.key, answers)).net[OWN]

    def _play_own(self, card: str) -> Iterator[Text]:
        """What happens when the learner plays `card`, and what would have been best."""
        fishing, estimate = self.fishing, self.rules.estimate
        gains = {code: self._best_gain(code) for code in fishing.hands[OWN]}
        best = max(gains, key=lambda code: gains[code])
        missed = [] if gains[best] == gains[card] else [*self._missed(best, card)]
        fishing.hands[OWN].remove(card)
        yield _lay(fishing, card, estimate, Text("You play", "出した札は"))
        yield from missed
        if fishing.stock:
            yield _lay(fishing, fishing.stock.pop(0), estimate, Text("The stock turns up", "山札は"))

    def _best_gain(self, card: str) -> int:
        return self.rules.estimate(self._best_pile(card)) - self.rules.estimate(self.fishing.piles[OWN])

    def _best_pile(self, card: str) -> int:
        """The learner's pile after the best that `card` takes."""
        pile = self.fishing.piles[OWN]
        return max(
            (pile | cards for cards in captures_of(card, self.fishing.field)), key=self.rules.estimate, default=pile
        )

    def _missed(self, best: str, card: str) -> Iterator[Text]:
        """What `best` would have brought and `card` does not: a set, else a step nearer to one, else more points."""
        name, field = _FACES[best].name, self.fishing.field
        with_best, with_card = (self.rules.sets(self._best_pile(code), field) for code in (best, card))
        new = {label: worth for label, worth in with_best.items() if with_card.get(label, 0) < worth}
        if new:
            made = list_texts(new)
            yield Text(f"{name.en} would have made {made.en}.", f"{name.ja}なら{made.ja}ができていました。")
            return
        if self.rules.counts_points:
            points, own = self._best_gain(best), self._best_gain(card)
            yield Text(
                f"{name.en} would have brought {points} points; yours brings {own}.",
                f"{name.ja}なら{points}点、この札は{own}点です。",
            )
            return
        near = self._near(self._best_pile(card))
        for line in (line for line in self._near(self._best_pile(best)) if line not in near):
            en = f"{line.en[0].lower()}{line.en[1:]}"
            yield Text(f"With {name.en} you would be {en}", f"{name.ja}なら、{line.ja}")

    def _near(self, pile: int) -> list[Text]:
        """The sets that the learner's pile would be one card away from."""
        elsewhere = sum(self.fishing.piles[OWN + 1 :])
        return [reason.text for reason in self.rules.near(pile, elsewhere)]

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
        return PracticeRound(
            tuple(self.fishing.hands[OWN]), self._piles(), tuple(self.said), question, tuple(choices), seat=OWN
        )

    def _end(self, ending: Ending) -> PracticeRound:
        finished = self.table.build_round(self.game.key, self.rules.answers(self.fishing, ending, self.calls))
        question = Text("The piles are counted. The round is settled.", "取札を数えて、精算です。")
        lines = (*self.said, self._why_ended(ending))
        return PracticeRound(
            tuple(self.fishing.hands[OWN]), self._piles(), lines, question, finished=finished, seat=OWN
        )

    def _why_ended(self, ending: Ending) -> Text:
        how, seat = ending
        if seat is None:
            return Text("All hands are empty.", "手札がなくなりました。")
        held = list_texts(self._sets(seat))
        if how == CANCEL:
            return Text(f"You have {held.en} and cancel: the round ends.", f"{held.ja}で取り消して、終わりです。")
        if seat == OWN:
            return Text(f"You have {held.en}: the round ends.", f"あなたの{held.ja}で終わりです。")
        name = self.table.seats[seat]
        return Text(f"{name} has {held.en}: the round ends.", f"{name}の{held.ja}で終わりです。")

    def _piles(self) -> tuple[tuple[Text, tuple[str, ...]], ...]:
        others = (
            (Text(name, name), cards_in(self.fishing.piles[seat]))
            for seat, name in enumerate(self.table.seats)
            if seat != OWN
        )
        return ((_TABLE, cards_in(self.fishing.field)), (_PILE, cards_in(self.fishing.piles[OWN])), *others)


def _brings(net: int) -> Text:
    """What a settlement comes to for the learner."""
    if net < 0:
        return Text(f"you pay {-net} in all", f"差し引き{-net}の払い")
    return Text(f"you get {net} in all", f"差し引き{net}のもらい")


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
