"""A practice round of Oicho-Kabu: bet on a hand, draw or stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorer.decks import kind_of
from scorer.games.oicho_kabu import texts
from scorer.games.oicho_kabu.hands import (
    DEALER,
    MUST,
    NEVER,
    TABLE,
    KabuHand,
    kabu_hand,
    rank_list,
    ranks_of,
    third_card_rule,
)
from scorer.games.oicho_kabu.play import finish_hand
from scorer.games.oicho_kabu.settlement import HANDS
from scorer.rules.game import Game
from scorer.rules.practice import PracticeChoice, PracticeRound
from scorer.rules.prompts import Table
from scorer.texts import Text

OWN_SEAT = 1
"""The learner sits at the dealer's right and bets; so does everybody but the dealer."""
_STAKE = 1
"""Stones that everybody bets in a practice round."""
_ODDS_AIM = 3
"""The digit up to which the dealer is taken to draw: what a bound dealer must."""
_DRAW = PracticeChoice("draw", Text("Draw a third card", "3枚目を引く"))
_STAND = PracticeChoice("stand", Text("Stand", "引かない"))


def practice_round(game: Game, pack: Sequence[str], table: Table, choices: Sequence[str]) -> PracticeRound:
    """The round once the learner has bet ("hand-2") and then chosen "draw" or "stand"."""
    ranks = ranks_of(kind_of(pack[0]))
    cards = [code for code in pack if code in ranks]
    first = cards[: HANDS + 1]
    pairs = list(zip(first, cards[HANDS + 1 : 2 * HANDS + 2], strict=True))
    labels = [texts.hand_label(number) for number in range(HANDS)]
    lines = [
        Text("The first card of each of the four hands lies open.", "四つの手の1枚目が開いています。"),
    ]
    if not choices:
        offered = (
            PracticeChoice(f"hand-{number + 1}", Text(f"Bet on hand {number + 1}", f"{number + 1}番の手に賭ける"))
            for number in range(HANDS)
        )
        open_cards = tuple((label, (card,)) for label, card in zip(labels, first, strict=False))
        question = Text("Which hand do you bet one stone on?", "どの手に1個賭けますか。")
        return PracticeRound((), open_cards, tuple(lines), question, tuple(offered), seat=OWN_SEAT)
    bet_on = int(choices[0].split("-")[1]) - 1
    own = list(pairs[bet_on])
    hand = kabu_hand((ranks[own[0]], ranks[own[1]]), TABLE, table.options)
    lines.append(
        Text(
            f"You bet on hand {bet_on + 1}. Now it holds {rank_list(hand.ranks)}: that makes {hand.digit}.",
            f"{bet_on + 1}番の手に賭けました。2枚目で{_added(hand)}、一の位は{hand.digit}です。",
        )
    )
    others_first = tuple(first[number] for number in range(HANDS) if number != bet_on)
    if len(choices) == 1:
        return _ask(game, hand, own, others_first, table, lines)
    order = iter(cards[2 * HANDS + 2 :])
    draws, third = choices[1] == _DRAW.key, next(order)
    after = replace(hand, ranks=(*hand.ranks, ranks[third]))
    if draws:
        own.append(third)
        lines.append(
            Text(
                f"With a third card it holds {rank_list(after.ranks)}: that makes {after.digit}.",
                f"3枚目で{_added(after)}、一の位は{after.digit}です。",
            )
        )
    else:
        lines.append(Text(f"Your hand stands at {hand.digit}.", f"{hand.digit}で止まります。"))
        if third_card_rule(hand, table.options) != NEVER:
            lines.append(Text(f"A third card would have made {after.digit}.", f"3枚目を引くと{after.digit}でした。"))
    if not draws:
        order = iter(cards[2 * HANDS + 2 :])
    finished_hands = [
        own if number == bet_on else finish_hand(pairs[number], TABLE, order, ranks, table.options)
        for number in range(HANDS)
    ]
    dealer = finish_hand(pairs[HANDS], DEALER, order, ranks, table.options)
    favourite = max(range(HANDS), key=lambda number: ranks[first[number]] % 10)
    answers: dict[str, object] = {f"table.{number}": cards for number, cards in enumerate(finished_hands)}
    answers["dealer"] = dealer
    for seat in range(1, len(table.seats)):
        chosen = bet_on if seat == OWN_SEAT else favourite
        answers |= {f"bets.{seat}.{number}": _STAKE * (number == chosen) for number in range(HANDS)}
    piles = (
        (_DEALER, tuple(dealer)),
        *((labels[number], tuple(finished_hands[number])) for number in range(HANDS) if number != bet_on),
    )
    question = Text("The dealer shows. Bets are paid.", "親が札を見せ、賭けが払われます。")
    finished = table.build_round(game.key, answers)
    return PracticeRound(tuple(own), piles, tuple(lines), question, finished=finished, seat=OWN_SEAT)


def _added(hand: KabuHand) -> str:
    """The ranks of a hand as Japanese texts add them up: "9+1"."""
    return "+".join(map(str, hand.ranks))


def _ask(
    game: Game, hand: KabuHand, own: Sequence[str], others_first: Sequence[str], table: Table, lines: Sequence[Text]
) -> PracticeRound:
    """Whether the hand that the learner bet on takes a third card, with the chances against the dealer."""
    rule = third_card_rule(hand, table.options)
    if rule == MUST:
        question = Text("Three or less must draw.", "3以下は必ず引きます。")
    elif rule == NEVER:
        question = Text("This hand must stand.", "この手は引けません。")
    else:
        question = Text("Draw a third card, or stand?", "3枚目を引きますか。")
    offered = (_DRAW,) if rule == MUST else (_STAND,) if rule == NEVER else (_DRAW, _STAND)
    odds = game.odds(own, others_first, TABLE, table.options, _ODDS_AIM)
    piles = ((_OPEN, tuple(others_first)),)
    return PracticeRound(tuple(own), piles, tuple(lines), question, offered, odds, seat=OWN_SEAT)


_DEALER = Text("The dealer", "親")
_OPEN = Text("The other hands", "ほかの手")
