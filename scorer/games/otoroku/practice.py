"""A practice round of Otoroku: draw or stop, then the others play."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.games.otoroku.hands import rank_of
from scorer.rules.game import Game
from scorer.rules.practice import PracticeChoice, PracticeRound
from scorer.rules.prompts import Table
from scorer.rules.settlement import turn_order
from scorer.texts import Text

OWN_SEAT = 1
"""The learner sits at the dealer's right and plays first."""
_MOST_CARDS = 5
"""Cards at which a bettor's turn ends (otoroku 4)."""
_OTHERS_STOP_AT = 12
"""Points from which the others stop, as in the demo."""
_LIMIT = 15
"""Points above which a bettor is bust (otoroku 4)."""
_DRAW = PracticeChoice("draw", Text("Draw", "引く"))
_STOP = PracticeChoice("stop", Text("Stop", "止まる"))


def practice_round(game: Game, pack: Sequence[str], table: Table, choices: Sequence[str]) -> PracticeRound:
    """The round once the learner has made these `choices`, each "draw" or "stop"."""
    order, top = turn_order(len(table.seats)), iter(pack)
    hands = {seat: [next(top)] for seat in order}
    own = hands[OWN_SEAT]
    own += [next(top) for choice in choices if choice == "draw"]
    points = _points(own)
    is_over = "stop" in choices or points > _LIMIT or len(own) == _MOST_CARDS
    lines = [Text("Everybody is dealt one card. You play first.", "1枚ずつ配られました。最初の番はあなたです。")]
    if len(own) > 1:
        lines.append(Text(f"You have {points} points.", f"あなたは{points}点です。"))
    if not is_over:
        must_draw = len(own) == 1 and bool(table.options["must_draw_one"])
        question = (
            Text("Everybody draws at least one card.", "だれでも1枚は引きます。")
            if must_draw
            else Text("Draw another card, or stop? More than 15 is bust.", "もう1枚引きますか。15点を超えるとブタ。")
        )
        odds = game.odds(own, (), game.role_of(OWN_SEAT, len(table.seats)), table.options, None)
        return PracticeRound(tuple(own), (), tuple(lines), question, (_DRAW,) if must_draw else (_DRAW, _STOP), odds)
    if points > _LIMIT:
        lines.append(Text("That is more than 15: bust.", "15点を超えました。ブタです。"))
    elif "stop" in choices:
        following = next(top)
        after = points + rank_of(following)
        ending = Text("and you would be bust", "ブタでした") if after > _LIMIT else Text("still in", "まだ大丈夫でした")
        lines.append(
            Text(f"Another card would have made {after}: {ending.en}.", f"もう1枚引くと{after}点で、{ending.ja}。")
        )
    for seat in order:
        while seat != OWN_SEAT and _points(hands[seat]) < _OTHERS_STOP_AT and len(hands[seat]) < _MOST_CARDS:
            hands[seat].append(next(top))
    piles = tuple(
        (Text(table.seats[seat], table.seats[seat]), tuple(hands[seat])) for seat in order if seat != OWN_SEAT
    )
    finished = table.build_round(game.key, {f"hands.{seat}": hand for seat, hand in hands.items()})
    question = Text("Everybody shows. Stones are paid.", "みなが札を見せて、石をやり取りします。")
    return PracticeRound(tuple(own), piles, tuple(lines), question, finished=finished)


def _points(hand: Sequence[str]) -> int:
    return sum(map(rank_of, hand))
