"""What beginners are told while tricks are played."""

from __future__ import annotations

from scorer.games import game
from tests.support.judged_rounds import Follower, build_table

KAKEYA = game("kakeya")


def test_lead_follow_and_take() -> None:
    play = Follower("kakeya", build_table(KAKEYA, extra={"dealers": 1}, trump_change="fixed_spades", rensho_free=True))
    assert play.hints == ["trumps are spades", "Aki leads: any card"]
    play.lay("KD")
    assert play.hints == [
        "trumps are spades",
        "Emi plays next: who holds diamonds must follow, else any card",
        "A♣ may be played at any time",
    ]
    play.lay("2D 3D 4D")
    assert play.hints == ["trumps are spades", "K♦ wins: Aki takes the trick", "Aki leads: any card"]


def test_what_nobody_has_told_is_left_out() -> None:
    play = Follower("kakeya", build_table(KAKEYA, extra={"dealers": 1}))
    assert play.hints == ["Aki leads: any card"]
    table = build_table(KAKEYA, players=6, trump_change="fixed_spades", extra={"active": [1, 2], "dealers": 0})
    assert Follower("kakeya", table).hints == ["trumps are spades", "the winners of the last deal lead"]


def test_after_the_last_trick() -> None:
    play = Follower("kakeya", build_table(KAKEYA, extra={"dealers": 1}, trump_change="fixed_spades"))
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    for rank in ranks:
        play.lay(f"{rank}C {rank}D {rank}H {rank}S")
    trumps, winner = play.hints
    assert trumps == "trumps are spades"
    assert winner.startswith("A♣ wins: ")
