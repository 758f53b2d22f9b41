"""締め shime: what ends every round alike: payments from nets, balances after, the next dealer, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from scorer.cards import Face
from scorer.discover import decks, kind_of
from scorer.rules.game import Game, HandClass
from scorer.rules.results import Reason, Settlement, Transfer, most
from scorer.rules.round_input import Opened
from scorer.texts import Text, together


def turn_order(seats: int) -> tuple[int, ...]:
    """番 ban: the order of turns, the dealer's right first and the dealer last.

    >>> turn_order(4)
    (1, 2, 3, 0)
    """
    return (*range(1, seats), 0)


def share_out(pot: int, winners: Sequence[int]) -> dict[int, int]:
    """山分け yamawake: the pot in even shares, what is left over to the first of `winners`.

    >>> share_out(10, [2, 3, 0])
    {2: 4, 3: 3, 0: 3}
    """
    share, over = divmod(pot, len(winners))
    return {seat: share + (over if place == 0 else 0) for place, seat in enumerate(winners)}


def payments(net: Sequence[int], why: Callable[[int, int, int], Reason] | None = None) -> tuple[Transfer, ...]:
    """Who pays whom so that everybody ends with `net`: losers in seat order fill winners; the pot takes what is over.

    `why(giver, taker, stones)` gives each payment its reason.

    >>> [(pay.giver, pay.taker, pay.stones) for pay in payments([-2, 3, -2, 1])]
    [(0, 1, 2), (2, 1, 1), (2, 3, 1)]
    """
    owed = [(seat, amount) for seat, amount in enumerate(net) if amount > 0]
    paid = []
    for giver, amount in enumerate(net):
        debt = -amount
        while debt > 0 and owed:
            taker, due = owed[0]
            stones = min(debt, due)
            paid.append(Transfer(giver, taker, stones, why(giver, taker, stones) if why else None))
            debt -= stones
            if stones == due:
                owed.pop(0)
            else:
                owed[0] = (taker, due - stones)
    return tuple(paid)


def one_left(stones: Sequence[int]) -> bool:
    """Whether at most one seat has stones left, the usual end of a game by balances."""
    return sum(held > 0 for held in stones) <= 1


def never(stones: Sequence[int]) -> bool:
    """Balances never end a game that allows debts, or that counts points instead of stones."""
    del stones
    return False


def close(
    game: Game,
    opened: Opened,
    *,
    net: Sequence[int],
    outcome: str,
    next_dealer: int,
    reasons: Sequence[Reason] = (),
    ends: Callable[[Sequence[int]], bool] = one_left,
    **rest: Any,
) -> Settlement:
    """The settlement of a round: balances after it, whether the game is over and who won it.

    Over: the agreed rounds are played (an outcome of `game.again` does not count as one) or `ends(stones)`. After
    `reasons` comes one for who deals next or who has won. `rest` are the other fields of `Settlement`: winners,
    transfers, hands, carried, house, brought.
    """
    stones = None
    over = opened.rounds_left == 1 and outcome not in game.again
    if opened.stones is not None:
        stones = tuple(held + change for held, change in zip(opened.stones, net, strict=True))
        over = over or ends(stones)
    game_winners = most(stones) if over and stones is not None else ()
    last = _over(opened.seats, game_winners) if over else _deals(opened.seats[next_dealer], game.succession)
    return Settlement(
        game=game.key,
        outcome=outcome,
        net=tuple(net),
        next_dealer=None if over else next_dealer,
        stones=stones,
        over=over,
        game_winners=game_winners,
        reasons=(*reasons, last),
        **rest,
    )


def _deals(name: str, section: str) -> Reason:
    return Reason("next_dealer", Text(f"{name} deals next", f"次の親は{name}です"), None, section)


def _over(seats: Sequence[str], winners: Sequence[int]) -> Reason:
    if not winners:
        return Reason("over", Text("the last round has been played", "最後の局が終わりました"))
    who = together([seats[seat] for seat in winners])
    if len(winners) == 1:
        return Reason("over", Text(f"the game is over: {who.en} wins", f"終局です。{who.ja}の勝ちです"))
    return Reason(
        "over",
        Text(f"the game is over: {who.en} share the win", f"終局です。{who.ja}が並んで勝ちを分け合います"),
    )


def choose(classes: Sequence[HandClass], hand: Any, role: str) -> HandClass:
    """The first of `classes` (best first) that `role` may have and `hand` holds; the last takes what is left."""
    for found in classes[:-1]:
        if (not found.roles or role in found.roles) and found.holds(hand):
            return found
    return classes[-1]


def face_of(code: str) -> Face:
    """The printed face of a known card code."""
    return decks()[kind_of(code)].faces[code]


@cache
def card_line(code: str, points: int | None, section: str = "") -> Reason:
    """One card of a hand as a line of its value, such as "susuki, moon: 8".

    >>> card_line("h08-1", 8).text.ja
    '芒に月：8点'
    """
    name = face_of(code).name
    if points is None:
        return Reason("card", Text(name.en, name.ja), None, section)
    return Reason("card", Text(f"{name.en}: {points}", f"{name.ja}：{points}点"), points, section)
