"""A practice round of captured piles against the table's own hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from scorer.decks import decks
from scorer.families.captures.cards import BIT, MONTH_OF, card_points, cards_in
from scorer.families.captures.opponents import Outlook, call_line, look_ahead, may_call
from scorer.families.captures.play import FishingTable
from scorer.families.captures.practice_calls import (
    CANCEL,
    OWN,
    STOP,
    Calls,
    CapturePractice,
    Ending,
    call_choices,
    cancel_choice,
    name_held,
    next_card_odds,
    progress_lines,
    stop_question,
)
from scorer.rules.game import Game
from scorer.rules.odds import Odds
from scorer.rules.practice import REST, PracticeChoice, PracticeRound
from scorer.rules.prompts import Table
from scorer.rules.results import Settlement
from scorer.texts import Text, join_names

_FACES = decks()["hanafuda"].faces
_TABLE, _PILE = Text("On the table", "場"), Text("Your pile", "あなたの取札")
_ASK_CARD = Text("Which card do you play?", "どの札を出しますか。")


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
                f"You play first. Everybody has {rules.hand_size} cards. A card takes one of its own month.",
                f"あなたが先に打ちます。手札は{rules.hand_size}枚ずつ。同じ月の札を取れます。",
            ),
            *rules.dealt,
        ]
        self.calls: list[int] = []
        self.best = [0] * len(table.seats)
        self.is_resting = False
        self.outlook: Outlook | None = None
        """What the last of the table's own hands saw that could go on."""

    def play(self, choices: Sequence[str]) -> PracticeRound:
        """Play turn after turn until a choice is missing or the round ends."""
        remaining, turn, fishing = iter(choices), 0, self.fishing
        while any(fishing.hands):
            seat, self.outlook = turn % len(fishing.hands), None
            turn += 1
            stands = self._take_turn(seat, remaining)
            if stands is None and self._pays(seat):
                stands = self._call(seat, remaining)
            if stands is not None:
                return stands
        return self._end(("empty", None))

    def _take_turn(self, seat: int, remaining: Iterator[str]) -> PracticeRound | None:
        """Play a turn of `seat`. The round as it stands where a choice is missing or the turn ends it."""
        if seat == OWN and not self.is_resting:
            card = next(remaining, None)
            if card is None:
                return self._ask_card()
            if card == CANCEL:
                return self._end((CANCEL, OWN))
            self.is_resting = card == REST.key
            if not self.is_resting:
                self.said = [*self._play_own(card)]
                return None
        if self._takes_back(seat):
            return self._end((CANCEL, seat))
        self._play_other(seat)
        return None

    def _call(self, seat: int, remaining: Iterator[str]) -> PracticeRound | None:
        """Stop or go on, once the pile of `seat` pays. The round as it stands unless it goes on."""
        calls = self._open_calls(seat)
        if calls is None:
            return self._end((STOP, seat))
        if seat == OWN and not self.is_resting:
            call = next(remaining, None)
            if call is None:
                return self._ask_call(calls)
            goes_on = call != STOP
        else:
            goes_on = self._goes_on(seat, calls)
        if not goes_on:
            return self._end((STOP, seat))
        self.calls.append(seat)
        return None

    def _pays(self, seat: int) -> bool:
        """Whether the pile of `seat` pays more than before."""
        worth = self.rules.worth(self.fishing.piles[seat], self.fishing.field)
        grown, self.best[seat] = worth > self.best[seat], max(worth, self.best[seat])
        return grown

    def _open_calls(self, seat: int) -> Calls | None:
        """What `seat` may call now: with cards left and calls left."""
        calls = self.rules.calls
        return calls if may_call(calls, self.fishing.hands[seat], len(self.calls)) else None

    def _goes_on(self, seat: int, calls: Calls) -> bool:
        """Whether one of the table's own hands goes on with a pile that pays; what it says is noted."""
        self.outlook = look_ahead(self.fishing, seat, self.best, self.rules.worth)
        if self.outlook.is_good and not self.is_resting:
            held = name_held(self._settle((STOP, seat)).hands[seat])
            self.said.append(call_line(self.table.seats[seat], held, calls, self.outlook))
        return self.outlook.is_good

    def _takes_back(self, seat: int) -> bool:
        """Whether a hand that went on takes that back before its turn, where the game allows it."""
        calls = self.rules.calls
        if calls is None or calls.cancel is None or seat not in self.calls:
            return False
        return not look_ahead(self.fishing, seat, self.best, self.rules.worth).is_good

    def _settle(self, ending: Ending, pile: int | None = None) -> Settlement:
        """The round settled as if it ended so now, with `pile` as the learner's."""
        fishing = self.fishing
        if pile is not None:
            fishing = replace(fishing, field=fishing.field & ~pile, piles=[pile, *fishing.piles[1:]])
        answers = self.rules.answers(fishing, ending, self.calls)
        return self.game.settle(self.table.build_round(self.game.key, answers))

    def _play_own(self, card: str) -> Iterator[Text]:
        """What happens when the learner plays `card`, what would have been better, and which yaku are near."""
        fishing, estimate = self.fishing, self.rules.estimate
        better = self._better_card(card)
        fishing.hands[OWN].remove(card)
        yield _lay(fishing, card, estimate, Text("You play", "出した札は"))
        if better:
            yield better
        if fishing.stock:
            yield _lay(fishing, fishing.stock.pop(0), estimate, Text("The stock turns up", "山札は"))

    def _better_card(self, card: str) -> Text | None:
        """The hand card that would have made or raised a yaku, or taken more points where these are paid."""
        fishing, rules = self.fishing, self.rules
        after = {code: fishing.pile_after(code, OWN, rules.estimate) for code in fishing.hands[OWN]}
        worth = {code: rules.worth(pile, fishing.field) for code, pile in after.items()}
        dearest = max(worth, key=lambda code: worth[code])
        name = _FACES[dearest].name
        if worth[dearest] > max(worth[card], self.best[OWN]):
            held = name_held(self._settle((STOP, OWN), after[dearest]).hands[OWN])
            return Text(f"{name.en} would have made a yaku. {held.en}.", f"{name.ja}なら役でした。{held.ja}。")
        best = max(after, key=lambda code: rules.estimate(after[code]))
        gains = {code: card_points(after[code]) - card_points(fishing.piles[OWN]) for code in (best, card)}
        if not rules.points_pay or gains[best] <= gains[card]:
            return None
        name = _FACES[best].name
        return Text(
            f"{name.en} would have taken more points: {gains[best]}, not {gains[card]}.",
            f"{name.ja}なら{gains[card]}点ではなく{gains[best]}点取れました。",
        )

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

    def _ask_card(self) -> PracticeRound:
        """The learner's turn: a card, or taking back an earlier call."""
        calls, choices = self.rules.calls, [*map(_card_choice, self.fishing.hands[OWN])]
        if calls is not None and calls.cancel is not None and OWN in self.calls:
            choices.append(cancel_choice(calls, self._settle((CANCEL, OWN)), OWN, self.table.seats))
        near = progress_lines(self.game, self.table, self.fishing, OWN, self.rules.known)
        return self._ask(_ASK_CARD, (*choices, REST), near)

    def _ask_call(self, calls: Calls) -> PracticeRound:
        """The learner's pile pays: what stopping brings, what going on may cost, and the odds of the next card."""
        settlement = self._settle((STOP, OWN))
        question = stop_question(name_held(settlement.hands[OWN]), calls)
        data = {**self.rules.known, "calls": list(self.calls)}
        odds = next_card_odds(self.game, self.table, self.fishing, OWN, data)
        return self._ask(question, call_choices(calls, settlement, OWN, self.table.seats), odds=odds)

    def _ask(
        self,
        question: Text,
        choices: Sequence[PracticeChoice],
        near: Iterable[Text] = (),
        odds: Odds | None = None,
    ) -> PracticeRound:
        lines = (*self.said, *near)
        hand = tuple(self.fishing.hands[OWN])
        return PracticeRound(hand, self._piles(), lines, question, tuple(choices), odds, seat=OWN)

    def _end(self, ending: Ending) -> PracticeRound:
        finished = self.table.build_round(self.game.key, self.rules.answers(self.fishing, ending, self.calls))
        question = Text("The piles are counted. The round is settled.", "取札を数えて、精算です。")
        lines = (*self.said, self._ending_line(ending))
        return PracticeRound(
            tuple(self.fishing.hands[OWN]), self._piles(), lines, question, finished=finished, seat=OWN
        )

    def _ending_line(self, ending: Ending) -> Text:
        """Why the round is over."""
        how, seat = ending
        if seat is None:
            return Text("All hands are empty.", "手札がなくなりました。")
        name, calls = self.table.seats[seat], self.rules.calls
        held, stop = name_held(self._settle(ending).hands[seat]), calls.stop if calls else Text("", "")
        if how == CANCEL:
            call = (
                Text("You take back your call", "") if seat == OWN else Text(f"{name} takes back the call", f"{name}が")
            )
            return Text(f"{call.en}: half is paid.", f"{call.ja}取り消しました。半分の払いです。")
        if seat != OWN and calls and self.outlook:
            return call_line(name, held, calls, self.outlook)
        if seat != OWN:
            return Text(f"{name} has {held.en}, and stops.", f"{name}に役ができて、終わりです。{held.ja}。")
        if self._open_calls(seat):
            return Text(f"You have {held.en}. You stop.", f"{held.ja}。{stop.ja}です。")
        why = (
            Text("nobody may call again", "もう続けられません")
            if self.fishing.hands[OWN]
            else Text("you hold no more cards", "手札がありません")
        )
        return Text(f"You have {held.en}. The round ends: {why.en}.", f"{held.ja}。{why.ja}ので、終わりです。")

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
    before = table.piles[OWN]
    table.lay(card, OWN, estimate)
    taken = table.piles[OWN] & ~before
    if not taken:
        month = MONTH_OF[card]
        return Text(
            f"{begin.en} {name.en}: no other card of month {month} lies there, so it stays.",
            f"{begin.ja}{name.ja}：{month}月の札がほかにないので、場に残ります。",
        )
    others = _names(taken & ~BIT[card])
    return Text(f"{begin.en} {name.en}: it takes {others.en}.", f"{begin.ja}{name.ja}：{others.ja}を取ります。")
