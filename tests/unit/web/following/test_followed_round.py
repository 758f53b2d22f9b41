"""A followed round as a fold: leftovers, taken back, cleared."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from scorer.decks import decks
from scorer.following import decoder
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.games import game, games
from scorer.rules.prompts import Table
from tests.support.decoded_rounds import HandLaidTable
from tests.support.decoded_rounds import seen_card as card_at
from tests.support.fake_following import UNEXPLAINED_CARD, BelievingDecoder
from tests.support.simulated_rests import Camera
from web.following.followed_round import FollowedRound
from web.following.view import RoundView, following_json
from web.session.draft import Draft

OTOROKU = game("otoroku")
TABLE = Table(("Aki", "Emi"), OTOROKU.resolve_options({}))


def seen_card(number: int, zone: int | None, code: str = "") -> SeenCard:
    return SeenCard(number, zone, (0.1 * number, 0.5), ((code, 0.9),) if code else ())


def begin_round(left: Sequence[SeenCard] = ()) -> FollowedRound:
    return FollowedRound.begin(BelievingDecoder(), OTOROKU, TABLE, "hanafuda", left)


def with_rest(followed: FollowedRound, time_s: float, *cards: SeenCard, is_first: bool = False) -> FollowedRound:
    before = {card.track for card in followed.table}
    new = tuple(Change("appeared", card) for card in cards if card.track not in before)
    return followed.with_rest(Rest(time_s, new, tuple(cards)), is_first=is_first, at_s=time_s)


def test_cards_left_from_the_round_before_are_none_of_this_one_but_the_pile_is() -> None:
    old, pile = seen_card(1, 0, "h01-1"), seen_card(2, None)
    followed = begin_round((old, pile))
    followed = with_rest(followed, 1.0, old, pile, seen_card(3, 1, "h02-1"), is_first=True)
    assert [each.names for each in followed.cards] == [(), (("h02-1", 0.9),)]
    assert [move.card for move in followed.moves] == ["h02-1"]
    followed = with_rest(followed, 2.0, pile, seen_card(3, 1, "h02-1"))
    assert followed.ignored == frozenset()  # once it has left it is a card like any other


def test_a_card_taken_back_is_ignored_until_it_leaves() -> None:
    one, two = seen_card(1, 0, "h01-1"), seen_card(2, 1, "h02-1")
    followed = with_rest(with_rest(begin_round(), 1.0, one, is_first=True), 2.0, one, two).without_last_move()
    assert [move.event for move in followed.moves] == ["laid", "laid", "retracted"]
    assert followed.outcome.round["hands"] == [["h01-1"]]
    fresh = begin_round()
    assert fresh.without_last_move() is fresh
    again = with_rest(followed, 3.0, one, two)
    assert again.outcome.round["hands"] == [["h01-1"]]
    assert [each.track for each in again.cards] == [1]


def test_a_table_that_is_accepted_is_explained_from_the_last_agreement() -> None:
    one, strange = seen_card(1, 0, "h01-1"), seen_card(2, 1, UNEXPLAINED_CARD)
    agreed = with_rest(begin_round(), 1.0, one, is_first=True)
    assert agreed.with_table_accepted() is agreed
    lost = with_rest(with_rest(agreed, 2.0, one, strange), 3.0, one, strange, seen_card(3, 1, "h03-1"))
    assert lost.state.trouble
    anew = lost.with_table_accepted()
    assert len(anew.steps) == 2
    assert anew.outcome.round["hands"] == [["h01-1"], ["h03-1"]]


def test_what_is_dealt_after_the_cards_were_cleared_belongs_to_the_next_round() -> None:
    hands = (seen_card(1, 0, "h01-1"), seen_card(2, 0, "h02-1"), seen_card(3, 1, "h03-1"), seen_card(4, 1, "h04-1"))
    over = with_rest(begin_round(), 1.0, *hands, is_first=True)
    assert over.state.is_over
    assert over.cleared is None
    cleared = with_rest(over, 2.0, seen_card(5, None))
    assert cleared.cleared is not None
    dealt = with_rest(cleared, 3.0, seen_card(5, None), seen_card(6, 0, "h07-1"))
    assert dealt.outcome.round["hands"] == [["h01-1", "h02-1"], ["h03-1", "h04-1"]]
    assert [each.track for each in dealt.left_over] == [5]
    assert [each.track for each in over.left_over] == [1, 2, 3, 4]


def test_a_picture_that_cannot_be_compared_leaves_the_table_as_it_was() -> None:
    one = seen_card(1, 0, "h01-1")
    followed = with_rest(begin_round(), 1.0, one, is_first=True)
    pushed = followed.with_rest(Rest(2.0, (), (), is_clear=False), is_first=False, at_s=2.0)
    assert pushed.table == followed.table
    assert pushed.cards == followed.cards


def test_time_goes_on_over_a_new_worker() -> None:
    one = seen_card(1, 0, "h01-1")
    followed = begin_round().with_rest(Rest(50.0, (Change("appeared", one),), (one,)), is_first=True, at_s=3.0)
    assert followed.last_s == 3.0
    assert with_rest(followed, 54.0, one).last_s == 7.0
    again = followed.with_rest(Rest(0.5, (), (one,)), is_first=True, at_s=30.0)
    assert again.last_s == 30.0
    assert again.moves == followed.moves


IN_THE_GATE = ("kujuroku", "otoroku")
"""Rounds of tricks have the most steps."""
FOLLOWED = sorted(key for key, rules in games().items() if rules.play_rules is not None)


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=() if key in IN_THE_GATE else pytest.mark.long) for key in FOLLOWED]
)
def test_a_round_of_every_game_is_followed_to_its_end_by_the_rules(key: str) -> None:
    rules, rng = game(key), random.Random(7)
    options = rules.resolve_options({})
    seats = tuple(f"P{seat}" for seat in range(rules.seats_for(options)[0]))
    table, deck = Table(seats, options), rules.decks[0]
    assert rules.play_rules is not None
    played = rules.play_rules.play_round(table, deck, rng)
    camera = Camera(len(seats), rules.pack(decks()[deck], options), rng)
    followed = FollowedRound.begin(decoder, rules, table, deck)
    for index, rest in enumerate(camera.rests(played)):
        followed = followed.with_rest(rest, is_first=index == 0, at_s=rest.time_s)
    assert followed.state.is_over or followed.state.may_end
    assert followed.state.trouble is None
    assert any(move.event == "laid" for move in followed.moves)
    assert followed.without_last_move().moves[-1].event == "retracted"


def test_what_is_wrong_with_the_deck_reaches_every_phone() -> None:
    """Two red fours of one pack: the round is proposed with the question whether two packs are mixed."""
    table = HandLaidTable()
    followed = FollowedRound.begin(decoder, OTOROKU, TABLE, "kabufuda")
    twice = replace(card_at(3, 1, "k04s"), is_sure=False)
    rests = [*table.lay("1:k04s", "0:k03"), table.rest(Change("appeared", twice))]
    for number, rest in enumerate(rests):
        followed = followed.with_rest(rest, is_first=number == 0, at_s=rest.time_s)
    view = RoundView(
        followed, ("Aki", "Emi"), decks()["kabufuda"], None, (), {"hands.0": []}, frozenset(), has_hints=False, places=2
    )
    sent = following_json(view, (), Draft())
    assert any("two packs mixed" in ask["text"]["en"] for ask in sent["asks"] if not ask["path"])
