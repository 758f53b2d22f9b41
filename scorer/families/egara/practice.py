"""A practice deal of thirteen tricks: the learner plays third."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.families.egara.drills import TrickRules
from scorer.families.egara.payments import round_fields
from scorer.families.egara.tricks import RANKS, SUITS, choose_card, picture_cards, playable_cards
from scorer.rules.practice import REST, PracticeChoice, PracticeRound
from scorer.rules.prompts import Table
from scorer.texts import Text

OWN = 2
"""The learner's hand: after the partner's (0) and that of the opponent at the learner's left (1)."""
_HAND_SIZE = 13
"""Cards a player is dealt: 52 for four."""
_TRICK = Text("The trick", "場のトリック")
_PLAYER_NAMES = (
    Text("Your partner", "味方"),
    Text("The opponent on your left", "左の相手"),
    Text("You", "あなた"),
    Text("The opponent on your right", "右の相手"),
)
_QUESTION = Text("Which card do you play?", "どの札を出しますか。")


def practice_round(
    game: str, rules: TrickRules, pack: Sequence[str], table: Table, choices: Sequence[str]
) -> PracticeRound:
    """The deal once the learner has made these `choices`, each a card or "rest". The partner leads the first trick."""
    trump = rules.pick_trump(table, pack)
    hands = [tuple(pack[start : start + _HAND_SIZE]) for start in range(0, 4 * _HAND_SIZE, _HAND_SIZE)]
    return _Deal(rules, table, trump, hands).play(game, choices)


class _Deal:
    """A deal under way: the cards left, the tricks taken by hand, and what was said of the latest trick."""

    def __init__(self, rules: TrickRules, table: Table, trump: str, hands: Sequence[Sequence[str]]) -> None:
        self.rules, self.table, self.trump, self.dealt = rules, table, trump, hands
        self.special, self.free = rules.special_by_trump[trump], rules.free_card(table, trump)
        self.hands = [list(hand) for hand in hands]
        self.taken: list[list[tuple[str, ...]]] = [[] for _ in hands]
        self.is_resting = False
        name = SUIT_NAMES[trump]
        special, called = format_card(self.special), rules.special_name
        self.opening = Text(
            f"Trumps are {name.en}. {special} is {called.en}: it takes any trick it is in.",
            f"切り札は{name.ja}。{special}は{called.ja}で、どのトリックにも勝ちます。",
        )
        self.safer = ""
        self.said: list[Text] = []

    def play(self, game: str, choices: Sequence[str]) -> PracticeRound:
        """Play trick after trick until a choice is missing or the hands are empty."""
        remaining, leader = iter(choices), 0
        trick: list[str] = []
        while any(self.hands):
            trick = []
            played: list[Text] = []
            for step in range(4):
                seat = (leader + step) % 4
                may = playable_cards(self.hands[seat], trick[0][-1] if trick else "", self.free)
                if seat == OWN and not self.is_resting and len(self.hands[OWN]) > 1:
                    choice = next(remaining, None)
                    if choice is None:
                        return self._ask(may, trick, [*self.said, *played, *self._follow_line(may, trick)])
                    self.is_resting = choice == REST.key
                    card = choose_card(may, trick, self.trump, self.special) if self.is_resting else choice
                    self.safer = self._plain_card(card, may)
                else:
                    card = choose_card(may, trick, self.trump, self.special)
                self.hands[seat].remove(card)
                trick.append(card)
                if seat != OWN:
                    played.append(
                        Text(
                            f"{_PLAYER_NAMES[seat].en} plays {format_card(card)}.",
                            f"{_PLAYER_NAMES[seat].ja}は{format_card(card)}。",
                        )
                    )
            leader = self._take(leader, trick)
        return self._end(game, trick)

    def _take(self, leader: int, trick: Sequence[str]) -> int:
        """Give the trick to whoever played its winning card, and say why. Returns the next leader."""
        winner, why = self.rules.explain_trick(trick, self.trump)
        seat = (leader + trick.index(winner)) % 4
        self.taken[seat].append(tuple(trick))
        result = (
            Text("Your side takes the trick.", "あなたの組がトリックを取りました。")
            if seat in {0, OWN}
            else Text("The others take the trick.", "相手の組がトリックを取りました。")
        )
        cards = " ".join(map(format_card, trick))
        self.said = [Text(f"The last trick: {cards}", f"前のトリック：{cards}"), *why, result]
        own = trick[(OWN - leader) % 4]
        if self.safer and seat not in {0, OWN}:
            self.said.append(
                Text(
                    f"You gave them {format_card(own)}, a picture card; {format_card(self.safer)} would have done.",
                    f"絵札の{format_card(own)}を取られました。{format_card(self.safer)}も出せました。",
                )
            )
        self.safer = ""
        return seat

    def _plain_card(self, card: str, may: Sequence[str]) -> str:
        """A card that counts nothing, where the learner plays a picture card instead and chose so; else ""."""
        if self.is_resting or not picture_cards((card,)):
            return ""
        return next((each for each in reversed(may) if not picture_cards((each,))), "")

    def _follow_line(self, may: Sequence[str], trick: Sequence[str]) -> list[Text]:
        if len(may) == len(self.hands[OWN]) or not trick:
            return []
        suit = SUIT_NAMES[trick[0][-1]]
        return [Text(f"You hold {suit.en}, so you must follow.", f"{suit.ja}を持っているので、{suit.ja}を出します。")]

    def _ask(self, may: Sequence[str], trick: Sequence[str], lines: Sequence[Text]) -> PracticeRound:
        cards = (PracticeChoice(card, Text(format_card(card), format_card(card)), card) for card in may)
        return PracticeRound(
            tuple(sorted(self.hands[OWN], key=lambda card: (SUITS.index(card[-1]), RANKS.index(card[:-1])))),
            ((_TRICK, tuple(trick)),),
            (self.opening, *lines),
            _QUESTION,
            (*cards, REST),
            seat=self._round()["active"][0],
        )

    def _end(self, game: str, trick: Sequence[str]) -> PracticeRound:
        won = len(picture_cards(card for seat in (0, OWN) for each in self.taken[seat] for card in each))
        tricks = sum(len(self.taken[seat]) for seat in (0, OWN))
        counted = Text(
            f"Your side took {tricks} of 13 tricks, with {won} of the 16 picture cards.",
            f"あなたの組は13トリックのうち{tricks}、絵札16枚のうち{won}枚を取りました。",
        )
        fields = self._round()
        finished = self.table.build_round(game, fields)
        question = Text("All tricks are played. The deal is settled.", "すべてのトリックが終わり、精算です。")
        lines = (self.opening, *self.said, counted)
        return PracticeRound(
            (), ((_TRICK, tuple(trick)),), lines, question, finished=finished, seat=fields["active"][0]
        )

    def _round(self) -> dict[str, Any]:
        return round_fields(self.dealt, self.taken, self.trump, self.table)
