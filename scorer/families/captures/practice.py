"""A practice round of captured piles, a few turns long."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorer.decks import decks
from scorer.families.captures.cards import BIT, MONTH_OF, cards_in
from scorer.families.captures.months import captures_of
from scorer.families.captures.play import FishingTable
from scorer.rules.practice import PracticeChoice, PracticeRound
from scorer.texts import Text, join_names

TURNS = 3
"""Turns the learner plays: enough to take, to miss and to see a set grow."""
_HAND_SIZE = _FIELD_SIZE = 8
"""Cards dealt to a hand and to the field, as two players have them (koikoi 2)."""
_FACES = decks()["hanafuda"].faces
_TABLE, _PILE = Text("On the table", "場"), Text("Your pile", "あなたの取札")


def practice_round(pack: Sequence[str], choices: Sequence[str], estimate: Callable[[int], int]) -> PracticeRound:
    """The round once the learner has played these cards. `estimate` says how good a captured pile is."""
    table = FishingTable.deal(pack, 2, _HAND_SIZE, _FIELD_SIZE)
    lines = [
        Text(
            "You and the table have eight cards each. A card takes one of its own month.",
            "手札は八枚ずつ。同じ月の札を取れます。",
        )
    ]
    for card in choices:
        lines += _turn(table, card, estimate)
        table.take_turn(1, estimate)
    is_over = len(choices) >= TURNS
    piles = ((_TABLE, cards_in(table.field)), (_PILE, cards_in(table.piles[0])))
    hand = tuple(table.hands[0])
    if is_over:
        question = Text(
            "So it goes on until the hands are empty or somebody has a set that pays.",
            "手札がなくなるか、だれかに役ができるまで続きます。",
        )
        return PracticeRound(hand, piles, tuple(lines), question)
    offered = tuple(PracticeChoice(card, Text(_FACES[card].name.en, _FACES[card].name.ja), card) for card in hand)
    return PracticeRound(hand, piles, tuple(lines), Text("Which card do you play?", "どの札を出しますか。"), offered)


def _turn(table: FishingTable, card: str, estimate: Callable[[int], int]) -> list[Text]:
    """What happens when the learner plays `card`, and what would have been best."""
    before = table.piles[0]
    gains = {code: _best_gain(code, table.field, before, estimate) for code in table.hands[0]}
    best = max(gains, key=lambda code: gains[code])
    lines = [_lay(table, card, estimate)]
    table.hands[0].remove(card)
    if gains[best] > gains[card]:
        name = _FACES[best].name
        lines.append(Text(f"{name.en} would have taken more.", f"{name.ja}のほうが多く取れました。"))
    turned = table.stock.pop(0)
    name = _FACES[turned].name
    lines.append(Text(f"The stock turns up {name.en}.", f"山札をめくると、{name.ja}。"))
    return [*lines, _lay(table, turned, estimate)]


def _best_gain(card: str, field: int, pile: int, estimate: Callable[[int], int]) -> int:
    return max((estimate(pile | taken) - estimate(pile) for taken in captures_of(card, field)), default=0)


def _lay(table: FishingTable, card: str, estimate: Callable[[int], int]) -> Text:
    """Lay a card for the learner, who takes the better of two matches, and tell what it takes."""
    name = _FACES[card].name
    taken = max(captures_of(card, table.field), key=lambda cards: estimate(table.piles[0] | cards), default=0)
    if not taken:
        table.field |= BIT[card]
        month = MONTH_OF[card]
        return Text(
            f"{name.en}: no other card of month {month} lies there, so it stays.",
            f"{name.ja}：{month}月の札がほかにないので、場に残ります。",
        )
    table.field &= ~taken
    table.piles[0] |= taken
    others = [_FACES[code].name for code in cards_in(taken) if code != card]
    names = join_names([other.en for other in others]).en, "・".join(other.ja for other in others)
    return Text(f"{name.en} takes {names[0]}.", f"{name.ja}で{names[1]}を取ります。")
