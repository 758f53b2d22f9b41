"""Examples of the rule books, followed card by card."""

import pytest

from scorer.following.decoder import Followed, begin, conclude
from scorer.following.outcome import Outcome
from scorer.following.sighting import Change, Rest
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.rules.results import Settlement
from scorer.rules.settlement import turn_order
from tests.support.decoded_rounds import HandLaidTable, follow_all, seen_card, with_answers

NAMES = ("Aki", "Emi", "Jun", "Rin", "Sora")


class FollowedTable:
    """A followed table on which a test plays a round."""

    def __init__(self, key: str, seats: int, options: dict[str, object], deck: str) -> None:
        self.key, self.table, self.next = key, HandLaidTable(), 1
        self.state: Followed = begin(game(key), Table(NAMES[:seats], options), deck)

    def show_rest(self, rest: Rest) -> None:
        self.state, _ = follow_all(self.state, [rest])

    def lay(self, zone: int | None, *codes: str | None) -> list[int]:
        tracks = []
        for code in codes:
            names = () if code is None else (code,)
            self.show_rest(self.table.rest(Change("appeared", seen_card(self.next, zone, *names))))
            tracks.append(self.next)
            self.next += 1
        return tracks

    def turn_up(self, track: int, code: str) -> None:
        before = self.table.lying[track]
        self.show_rest(self.table.rest(Change("turned", seen_card(track, before.zone, code), before)))

    def result(self, **answers: object) -> tuple[Outcome, Settlement]:
        outcome = conclude(self.state)
        found = dict(with_answers(outcome.round, outcome.asks, answers))
        return outcome, game(self.key).settle(found)


def kabu_codes(ranks: str) -> list[str]:
    return [f"k{int(rank):02d}" for rank in ranks.split()]


@pytest.mark.parametrize(
    ("options", "hands", "net"),
    [
        ({"method": "everyone", "wager": 2}, "7 6/10 4/9 6 1/8 7/5 4 3", (-2, -2, -2, 8, -2)),
        ({"method": "everyone", "wager": 2}, "10 5/10 3/8 7/9 9/10 2", (3, -2, 3, -2, -2)),
        ({"method": "everyone", "wager": 2}, "6 9/10 2/1 2 3 4 5/10 5/10 6", (-2, -2, -2, -2, 8)),
        ({"wager": 3}, "10 5/8 7/10 3/9 9/10 3 3", (3, 0, -3, -3, 3)),
        ({"wager": 3}, "10 8/7 9/9 9/10 7/10 8", (0, 0, 0, 0, 0)),
    ],
    ids=["otoroku 8 #1", "otoroku 8 #2", "otoroku 8 #11", "otoroku 8 #16", "otoroku 8 #19"],
)
def test_otoroku(options: dict[str, object], hands: str, net: tuple[int, ...]) -> None:
    played = FollowedTable("otoroku", 5, options, "kabufuda")
    cards = [kabu_codes(hand) for hand in hands.split("/")]
    for seat in turn_order(5):
        played.lay(seat, cards[seat][0])
    for seat in turn_order(5):
        played.lay(seat, *cards[seat][1:])
    outcome, settlement = played.result()
    assert outcome.sure
    assert settlement.net == net


def test_otoroku_dealt_face_down_and_turned_up_at_the_show() -> None:
    """otoroku 8 #22: the only bettor is the last player, and 16 beats 15."""
    played = FollowedTable("otoroku", 2, {"wager": 4}, "kabufuda")
    (first,), (second,) = played.lay(1, None), played.lay(0, None)
    played.lay(1, "k08")
    played.lay(0, "k05")
    assert not conclude(played.state).sure
    played.turn_up(first, "k08")
    played.turn_up(second, "k10")
    outcome, settlement = played.result()
    assert outcome.sure
    assert settlement.net == (-4, 4)


def test_otoroku_hands_that_the_dealer_does_not_meet_are_thrown_in() -> None:
    """otoroku 8 #24: the dealer has 10 in two cards and names only the second bettor."""
    played = FollowedTable("otoroku", 3, {"method": "banker_revised", "must_draw_one": False}, "kabufuda")
    tracks = played.lay(1, "k10")
    played.lay(2, "k09")
    played.lay(0, "k06")
    tracks += played.lay(1, "k04")
    played.lay(0, "k04")
    for track in tracks:
        before = played.table.lying[track]
        played.show_rest(played.table.rest(Change("moved", seen_card(track, None), before)))
    outcome, settlement = played.result()
    assert outcome.round["meets"] == [2]
    assert settlement.net == (1, 0, -1)


@pytest.mark.parametrize(
    ("dealt", "drawn", "net"),
    [
        ("mo-12 mc-09 mc-10 ms-10", [(1, "mc-06")], (-1, 3, -1, -1)),
        ("mo-12 ms-07 mc-10 ms-10", [(1, "mc-07"), (1, "mc-01")], (-2, 6, -2, -2)),
        ("mo-12 mu-10 mc-10 ms-09", [(1, "mo-06")], (-2, 6, -2, -2)),
        ("mo-12 ms-10 mc-10 ms-09", [(1, "mo-06"), (2, "mo-05")], (-1, -1, 3, -1)),
        ("mo-12 ms-09 mc-10 ms-10", [(2, "mo-02"), (3, "mo-03")], (0, 0, 0, 0)),
    ],
    ids=["dontsuku 8 #1", "dontsuku 8 #2", "dontsuku 8 #12", "dontsuku 8 #13", "dontsuku 8 #25"],
)
def test_dontsuku_by_motto(dealt: str, drawn: list[tuple[int, str]], net: tuple[int, ...]) -> None:
    played = FollowedTable("dontsuku", 4, {}, "mekurifuda")
    first = dealt.split()
    for seat in turn_order(4):
        played.lay(seat, first[seat])
    for seat, code in drawn:
        played.lay(seat, code)
    outcome, settlement = played.result()
    assert outcome.sure
    assert settlement.net == net


def test_dontsuku_by_tsukkome() -> None:
    """dontsuku 8 #17: hidden 5 and 4 make 15, which takes two shares."""
    played = FollowedTable("dontsuku", 4, {}, "mekurifuda")
    for seat, code in zip(turn_order(4), ["mc-06", "mc-10", "ms-09", "ms-08"], strict=True):
        played.lay(seat, code)
    five, four = played.lay(1, None, None)
    played.lay(2, "mo-04")
    assert not conclude(played.state).sure
    played.turn_up(five, "mo-05")
    played.turn_up(four, "mu-04")
    outcome, settlement = played.result()
    assert outcome.sure
    assert outcome.round["hands"][1] == {"cards": ["mc-06", "mo-05", "mu-04"], "tsukkome": 2}
    assert settlement.net == (-2, 6, -2, -2)


@pytest.mark.parametrize(
    ("hands", "field", "net", "asked"),
    [
        ("h02-1 h09-1/h01-1 h04-1", "h01-2 h10-1", (-5, 5), {"shown.1"}),
        ("h06-1 h02-1/h01-1 h03-1", "h05-1 h10-1", (-5, 5), {"shown.1"}),
        ("h12-1 h03-1/h11-1 h07-1", "h01-1 h08-1", (0, 0), {"shown.0", "shown.1"}),
        ("h10-1 h10-2/h09-1 h10-3", "h10-4 h09-2", (0, 0), {"shown.0", "shown.1"}),
        ("h10-1 h10-2/h07-1 h07-2", "h01-1 h01-2", (-5, 5), set[str]()),
    ],
    ids=["tokotoko 7 #1", "tokotoko 7 #2", "tokotoko 7 #3", "both have nine", "any three win"],
)
def test_tokotoko(hands: str, field: str, net: tuple[int, ...], asked: set[str]) -> None:
    """Whoever wins is asked which three were shown, if others would not have won alone."""
    played = FollowedTable("tokotoko", 2, {}, "hanafuda")
    cards = [hand.split() for hand in hands.split("/")]
    laid = [(track, code) for seat in (1, 0) for code in cards[seat] for track in played.lay(seat, None)]
    middle = [(track, code) for code in field.split() for track in played.lay(None, None)]
    for track, code in (*middle, *laid):
        played.turn_up(track, code)
    outcome, settlement = played.result(stake=5)
    assert not outcome.sure
    assert {path for path, _ in outcome.asks} == {"stake", *asked}
    assert settlement.net == net


@pytest.mark.parametrize(
    ("options", "dealer", "hands", "bets", "net"),
    [
        ({}, "3 4", "2 6/10 7/5 4/8 8", "5 0 0 0/0 3 0 0/0 0 2 2", (-5, 5, 0, 0)),
        ({"tie": "dealer_wins"}, "3 4", "2 6/10 7/5 4/8 8", "5 0 0 0/0 3 0 0/0 0 2 2", (-2, 5, -3, 0)),
        ({"pair_may_draw": True}, "4 1", "2 7/5 5 5/3 3/1 6", "1 0 0 0/0 4 0 0/0 0 1 1", (7, -1, -4, -2)),
    ],
    ids=["oicho-kabu 13 #1", "oicho-kabu 13 #2", "oicho-kabu 13 #3"],
)
def test_oicho_kabu(options: dict[str, object], dealer: str, hands: str, bets: str, net: tuple[int, ...]) -> None:
    rows = [[int(bet) for bet in row.split()] for row in bets.split("/")]
    played = FollowedTable("oicho-kabu", len(rows) + 1, options, "kabufuda")
    cards, own = [kabu_codes(hand) for hand in hands.split("/")], kabu_codes(dealer)
    for hand in cards:
        played.lay(None, hand[0])
    played.lay(0, own[0])
    for hand in cards:
        played.lay(None, hand[1])
    for number, hand in enumerate(cards):
        for code in hand[2:]:
            beside = played.table.lying[number + 1]
            third = seen_card(90 + number, None, code)
            third = type(third)(third.track, None, beside.position, third.names)
            played.show_rest(played.table.rest(Change("appeared", third)))
    played.lay(0, *own[1:])
    outcome, settlement = played.result(bets=[None, *rows])
    assert {path.partition(".")[0] for path, _ in outcome.asks} == {"bets"}
    assert settlement.net == net
