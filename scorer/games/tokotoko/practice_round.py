"""A practice round of Tokotoko: stake, then show three of four."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from scorer.decks import decks, kind_of
from scorer.games.tokotoko.hands import best_three, card_values, hand_total
from scorer.rules.game import Game
from scorer.rules.practice import PracticeChoice, PracticeRound
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text

OWN_SEAT = 1
"""The learner sits at the dealer's right and plays first."""
_STAKES = (1, 3, 5)
"""Stones that the learner may name; everybody puts in as many."""
_FIELD = Text("On the table", "場")


def practice_round(game: Game, pack: Sequence[str], table: Table, choices: Sequence[str]) -> PracticeRound:
    """The round once the learner has named a stake ("stake-3") and then the card left out, by its code."""
    values = card_values(kind_of(pack[0]))
    cards, seats = [code for code in pack if code in values], len(table.seats)
    hands = [cards[2 * seat : 2 * seat + 2] for seat in range(seats)]
    field, own = cards[2 * seats : 2 * seats + 2], hands[OWN_SEAT]
    lines = [Text("Everybody is dealt two cards; two lie face down.", "2枚ずつ配られ、場に2枚伏せてあります。")]
    if not choices:
        offered = (
            PracticeChoice(
                f"stake-{count}", Text(f"Stake {count} stone{'s' if count > 1 else ''}", f"{count}個を賭ける")
            )
            for count in _STAKES
        )
        question = Text(
            "Everybody puts in the same. How much, before the two cards are turned up?",
            "みな同じだけ出します。場を開ける前に、いくつ賭けますか。",
        )
        odds = game.odds(own, (), "", table.options, None)
        return PracticeRound(tuple(own), (), tuple(lines), question, tuple(offered), odds, seat=OWN_SEAT)
    stake, four = int(choices[0].split("-")[1]), [*own, *field]
    faces = decks()[kind_of(own[0])].faces
    lines.append(
        Text(
            f"Everybody puts in {stake}. The two cards are turned up: they count for all.",
            f"{stake}個ずつ出しました。場の2枚が開きました。みなで使う札です。",
        )
    )
    if len(choices) == 1:
        left_out = (PracticeChoice(code, Text(faces[code].name.en, faces[code].name.ja), code) for code in four)
        question = Text(
            "Three of your four cards count, by the last digit of their sum. Which one do you leave out?",
            "4枚のうち3枚を使い、合計の一の位で競います。どの札を外しますか。",
        )
        return PracticeRound(
            tuple(own), ((_FIELD, tuple(field)),), tuple(lines), question, tuple(left_out), seat=OWN_SEAT
        )
    shown = next(list(three) for three in combinations(four, 3) if choices[1] not in three)
    best, total = best_three(four), hand_total(shown)
    sum_text = " + ".join(str(values[code]) for code in shown)
    lines.append(
        Text(f"{sum_text} = {total}: you show {total % 10}.", f"{sum_text} = {total}。あなたは{total % 10}です。")
    )
    if hand_total(best) % 10 > total % 10:
        best_text, digit = " + ".join(str(values[code]) for code in best), hand_total(best) % 10
        lines.append(
            Text(f"{best_text} would have made {digit}.", f"{best_text}なら{digit}でした。"),
        )
    else:
        lines.append(Text("No other three would have made more.", "ほかの3枚ではこれより大きくなりません。"))
    answers = {"stake": stake, "field": field, **{f"hands.{seat}": hand for seat, hand in enumerate(hands)}}
    answers |= {
        f"shown.{seat}": shown if seat == OWN_SEAT else list(best_three([*hand, *field]))
        for seat, hand in enumerate(hands)
    }
    others = tuple(
        (Text(table.seats[seat], table.seats[seat]), tuple(hands[seat]))
        for seat in turn_order(seats)
        if seat != OWN_SEAT
    )
    question = Text("Everybody shows. The pot is paid.", "みなが札を見せて、場の石が払われます。")
    finished = table.build_round(game.key, answers)
    return PracticeRound(
        tuple(own), ((_FIELD, tuple(field)), *others), tuple(lines), question, finished=finished, seat=OWN_SEAT
    )
