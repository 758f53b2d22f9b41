"""The end of a round in any game: payments, balances and next dealer.

Also the end of the game, and the helpers for the value of a hand. That no stone is lost or made is proved where a
`Settlement` is made (`scorer.rules.results`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from scorer.cards import Face
from scorer.decks import decks, kind_of
from scorer.rules.game import Game
from scorer.rules.hand_class import HandClass
from scorer.rules.results import Reason, Settlement, Transfer, richest_seats
from scorer.rules.round_input import RoundInput
from scorer.rules.wording import shared_wording
from scorer.seat_names import join_names

because = shared_wording("rules").because


@cache
def turn_order(seats: int) -> tuple[int, ...]:
    """The order of turns, the dealer's right first and the dealer last.

    >>> turn_order(4)
    (1, 2, 3, 0)
    """
    return (*range(1, seats), 0)


def share_out(pot: int, winners: Sequence[int]) -> dict[int, int]:
    """The pot in even shares, by seat. The remainder goes to the first of `winners`.

    >>> share_out(10, [2, 3, 0])
    {2: 4, 3: 3, 0: 3}
    """
    share, remainder = divmod(pot, len(winners))
    return {seat: share + (remainder if place == 0 else 0) for place, seat in enumerate(winners)}


def transfers_from_net(
    net: Sequence[int], reason_for: Callable[[int, int, int], Reason] | None = None
) -> tuple[Transfer, ...]:
    """The payments that bring every seat to its `net`.

    Losers in seat order pay winners in seat order. The pot takes what remains. `reason_for(giver, taker, stones)` gives
    each payment its reason.

    >>> [(pay.giver, pay.taker, pay.stones) for pay in transfers_from_net([-2, 3, -2, 1])]
    [(0, 1, 2), (2, 1, 1), (2, 3, 1)]
    """
    claims = [(seat, amount) for seat, amount in enumerate(net) if amount > 0]
    transfers = []
    for giver, amount in enumerate(net):
        debt = -amount
        while debt > 0 and claims:
            taker, due = claims[0]
            stones = min(debt, due)
            transfers.append(Transfer(giver, taker, stones, reason_for(giver, taker, stones) if reason_for else None))
            debt -= stones
            if stones == due:
                claims.pop(0)
            else:
                claims[0] = (taker, due - stones)
    return tuple(transfers)


def one_player_left(stones: Sequence[int]) -> bool:
    """Whether at most one seat has stones left, the usual end of a game by balances."""
    return sum(balance > 0 for balance in stones) <= 1


def never_over(stones: Sequence[int]) -> bool:
    """Always false, for a game that allows debts or that counts points instead of stones."""
    del stones
    return False


def build_settlement(
    game: Game,
    round_input: RoundInput,
    *,
    net: Sequence[int],
    outcome: str,
    next_dealer: int,
    reasons: Sequence[Reason] = (),
    is_over: Callable[[Sequence[int]], bool] = one_player_left,
    **rest: Any,
) -> Settlement:
    """The settlement of a round: balances after it, whether the game is over and who won it.

    The game is over when the agreed rounds are played (an outcome of `game.replay_outcomes` does not count as one) or
    when `is_over(stones)`. After `reasons` comes one for who deals next or who has won. `rest` holds the other fields
    of `Settlement`: winners, transfers, hands, carried, house, brought.
    """
    stones = None
    over = round_input.rounds_left == 1 and outcome not in game.replay_outcomes
    if round_input.stones is not None:
        stones = tuple(balance + change for balance, change in zip(round_input.stones, net, strict=True))
        over = over or is_over(stones)
    game_winners = richest_seats(stones) if over and stones is not None else ()
    closing_reason = (
        _game_over_reason(round_input.seats, game_winners)
        if over
        else _next_dealer_reason(round_input.seats[next_dealer], game.dealer_rule_section)
    )
    return Settlement(
        game=game.key,
        outcome=outcome,
        net=tuple(net),
        next_dealer=None if over else next_dealer,
        stones=stones,
        over=over,
        game_winners=game_winners,
        reasons=(*reasons, closing_reason),
        **rest,
    )


def _next_dealer_reason(name: str, section: str) -> Reason:
    return because("next_dealer", section, name=name)


def _game_over_reason(seats: Sequence[str], winners: Sequence[int]) -> Reason:
    if not winners:
        return because("over.last_round")
    if len(winners) == 1:
        return because("over.winner", name=seats[winners[0]])
    return because("over.winners", names=join_names([seats[seat] for seat in winners]))


def classify_hand(classes: Sequence[HandClass], hand: Any, role: str) -> HandClass:
    """The first of `classes` (best first) that `role` may have and `hand` meets. The last takes every other hand."""
    for hand_class in classes[:-1]:
        if (not hand_class.roles or role in hand_class.roles) and hand_class.predicate(hand):
            return hand_class
    return classes[-1]


def face_of(code: str) -> Face:
    """The printed face of a known card code."""
    return decks()[kind_of(code)].faces[code]


@cache
def card_line(code: str, points: int | None, section: str = "") -> Reason:
    """One card of a hand as a line of the hand's value, such as "susuki, moon: 8".

    >>> card_line("h08-1", 8).text.ja
    '芒に月：8点'
    """
    name = face_of(code).name
    if points is None:
        return because("card.bare", section, name=name)
    return because("card.counted", section, points, name=name, points=points)
