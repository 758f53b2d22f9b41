"""A practice trick in which the learner plays third."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.families.egara.deal import SUIT_NAMES, format_card
from scorer.families.egara.drills import TrickRules
from scorer.families.egara.tricks import playable_cards
from scorer.rules.practice import PracticeChoice, PracticeRound
from scorer.rules.prompts import Table
from scorer.texts import Text

_TRICK = Text("The trick", "場のトリック")
_HAND_SIZE = 6
"""Cards in a hand: enough to hold several suits, few enough to read at a glance."""


def practice_round(rules: TrickRules, pack: Sequence[str], table: Table, choices: Sequence[str]) -> PracticeRound:
    """A trick in which the learner plays third, after the partner's opponents began it."""
    trump = rules.pick_trump(table, pack)
    hands = [tuple(pack[start : start + _HAND_SIZE]) for start in range(0, 4 * _HAND_SIZE, _HAND_SIZE)]
    free = rules.free_card(table, trump)
    lead = hands[0][0]
    second = playable_cards(hands[1], lead[-1], free)[0]
    may = playable_cards(hands[2], lead[-1], free)
    name, suit = SUIT_NAMES[trump], SUIT_NAMES[lead[-1]]
    lines = [
        Text(
            f"Trumps are {name.en}. Your partner leads {format_card(lead)}.",
            f"切り札は{name.ja}。味方が{format_card(lead)}を出しました。",
        ),
        Text(f"Your left-hand opponent plays {format_card(second)}.", f"相手は{format_card(second)}を出しました。"),
    ]
    if len(may) < _HAND_SIZE:
        ja = f"{suit.ja}を持っているので、{suit.ja}を出します。"
        lines.append(Text(f"You hold {suit.en}, so you must follow.", ja))
    if not choices:
        offered = tuple(PracticeChoice(card, Text(format_card(card), format_card(card)), card) for card in may)
        piles = ((_TRICK, (lead, second)),)
        return PracticeRound(
            hands[2], piles, tuple(lines), Text("Which card do you play?", "どの札を出しますか。"), offered
        )
    own = choices[0]
    trick = (lead, second, own, playable_cards(hands[3], lead[-1], free)[0])
    winner, why = rules.explain_trick(trick, trump)
    is_ours = trick.index(winner) in {0, 2}
    result = (
        Text("Your side takes the trick.", "あなたの組がトリックを取りました。")
        if is_ours
        else Text("The others take the trick.", "相手の組がトリックを取りました。")
    )
    left = tuple(card for card in hands[2] if card != own)
    return PracticeRound(left, ((_TRICK, trick),), (*lines, *why), result)
