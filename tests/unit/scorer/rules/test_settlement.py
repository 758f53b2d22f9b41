"""The end of a round: who pays whom, who deals next, when a game is over."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.games import game
from scorer.rules.results import Reason, Settlement
from scorer.rules.round_input import RoundInput
from scorer.rules.settlement import (
    build_settlement,
    card_line,
    classify_hand,
    face_of,
    never_over,
    share_out,
    transfers_from_net,
    turn_order,
)
from scorer.texts import Text

OTOROKU = game("otoroku")


def settle_nets(stones: tuple[int, ...] | None, rounds_left: int | None, **more: Any) -> Settlement:
    net = (2, -2, 0)
    fields = {"outcome": "won", "next_dealer": 1, "winners": (0,), "transfers": transfers_from_net(net), "hands": ()}
    round_input = RoundInput({}, ("Aki", "Emi", "Jun"), {}, stones, rounds_left)
    return build_settlement(OTOROKU, round_input, net=net, **(fields | more))


@given(st.lists(st.integers(-30, 30), min_size=2, max_size=7))
def test_payments_bring_every_seat_to_its_net(amounts: list[int]) -> None:
    net = [*amounts, -sum(amounts)]
    moved = [0] * len(net)
    for transfer in transfers_from_net(net):
        assert transfer.stones > 0
        moved[transfer.giver] -= transfer.stones
        moved[transfer.taker] += transfer.stones
    assert moved == net


def test_each_payment_is_told_who_pays_whom_what() -> None:
    paid = transfers_from_net([-3, 1, 2], lambda giver, taker, stones: Reason(f"{giver}{taker}{stones}", Text("", "")))
    assert [transfer.reason.code for transfer in paid if transfer.reason] == ["011", "022"]
    assert share_out(0, [3]) == {3: 0}
    assert turn_order(2) == (1, 0)


def test_the_game_goes_on_with_the_next_dealer() -> None:
    going = settle_nets((10, 10, 10), 2)
    assert (going.over, going.next_dealer, going.stones, going.game_winners) == (False, 1, (12, 8, 10), ())
    assert going.reasons[-1].text.en == "Emi deals next"


def test_the_last_agreed_round_ends_the_game_unless_it_is_played_again() -> None:
    over = settle_nets((8, 12, 10), 1)
    assert (over.over, over.next_dealer, over.game_winners) == (True, None, (0, 1, 2))
    assert over.reasons[-1].text.en == "Aki, Emi and Jun share the win: the game is over"
    assert settle_nets(None, 1).reasons[-1].text.en == "The last round has been played"
    assert not settle_nets((8, 12, 10), 1, outcome="void").over


def test_a_game_by_balances_ends_when_one_has_all() -> None:
    assert settle_nets((3, 2, 0), None).game_winners == (0,)
    assert not settle_nets((3, 2, 0), None, is_over=never_over).over
    assert not settle_nets((3, 3, 0), None).over


def test_a_game_may_say_itself_who_has_won_it() -> None:
    won = settle_nets((3, 9, 1), None, is_over=never_over, game_winners=(0,))
    assert (won.over, won.next_dealer, won.game_winners) == (True, None, (0,))
    assert settle_nets(None, 3, is_over=never_over, game_winners=(2,)).game_winners == (2,)


@pytest.mark.parametrize(("role", "key"), [("last", "makezu"), ("dealer", "15")])
def test_a_class_is_only_for_its_roles(role: str, key: str) -> None:
    value = OTOROKU.value(["h06-1", "h09-1"], role, OTOROKU.resolve_options({}))
    assert value.key == key
    assert classify_hand(OTOROKU.classes[-1:], object(), role).key == "buta"
    assert face_of("h06-1").number == 6
    assert card_line("h09-1", 9, "otoroku 1.1").points == 9
