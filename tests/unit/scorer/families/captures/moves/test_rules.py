"""What may be done in a round of captures, and by whom; hidden cards."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scorer.families.captures.cards import CARDS
from scorer.games import game
from scorer.rules.play.moves import MIDDLE, NEXT_CARD, PILE, Move, call_move
from scorer.rules.play.playout import play, play_pack
from tests.support.judged_rounds import Follower, build_table

KOIKOI = game("koikoi")
FIELD = "h01-1 h01-2 h02-1 h02-2 h02-3 h03-1 h04-1 h05-1"


@pytest.fixture
def follower() -> Follower:
    """Koi-Koi after the deal: two pines, three plums, and one card each of cherry, wisteria and iris."""
    play_so_far = Follower("koikoi", build_table(KOIKOI))
    play_so_far.lay(FIELD)
    return play_so_far


def moves_of(play_so_far: Follower, *held: str) -> list[tuple[str, int | None, str | None]]:
    """What may be done now."""
    return [(each.event, each.seat, each.card) for each in play_so_far.rules.legal(play_so_far.position, held)]


def test_the_field_is_dealt_card_by_card() -> None:
    play_so_far = Follower("koikoi", build_table(KOIKOI))
    assert play_so_far.rules.player(play_so_far.position) is None
    assert moves_of(play_so_far) == [("laid", None, NEXT_CARD)] * 8


def test_a_turn_is_a_hand_card_a_choice_the_next_card_and_what_was_captured(follower: Follower) -> None:
    assert moves_of(follower, "h01-3", "h09-1") == [("laid", 0, "h01-3"), ("laid", 0, "h09-1")]
    follower.lay("h01-3", 0)
    assert moves_of(follower, "h09-1") == [("taken", 0, "h01-1"), ("taken", 0, "h01-2")]
    follower.take("h01-2", 0)
    assert moves_of(follower, "h09-1") == [("laid", 0, NEXT_CARD)]
    follower.lay("h02-4", 0)
    assert follower.rules.player(follower.position) == 0
    assert moves_of(follower) == [("gathered", 0, None)]
    follower.position = follower.rules.judge(
        follower.position, Move("gathered", 0, None, MIDDLE, ("captures", 0))
    ).position
    assert sorted(follower.position.pile(0)) == ["h01-2", "h01-3", "h02-1", "h02-2", "h02-3", "h02-4"]
    assert (follower.rules.player(follower.position), follower.position.open_captures) == (1, ())


def test_a_choice_is_made_before_the_rest_is_taken(follower: Follower) -> None:
    follower.lay("h03-2 h01-3")
    assert moves_of(follower) == [("taken", 0, "h01-1"), ("taken", 0, "h01-2")]


def test_words_out_of_place_change_nothing(follower: Follower) -> None:
    verdict = follower.rules.judge(follower.position, call_move(1, "shobu"))
    assert (verdict.position, verdict.seat) == (follower.position, 1)
    assert verdict.fault == follower.rules.judge(follower.position, call_move(1, "fly")).fault
    assert verdict.fault.en == "Emi cannot say that now"


def test_hidden_cards_are_those_that_were_not_seen(follower: Follower) -> None:
    follower.lay("h03-2 h09-1")
    follower.take("h03-2 h03-1", 0)
    rules, position = follower.rules, follower.position
    position = rules.judge(position, Move("turned", 1, "h12-1", ("open", 1), ("open", 1))).position
    own = ("h06-1", "h06-2", "h06-3", "h06-4", "h07-1", "h07-2", "h07-3")
    deals = [rules.hide(position, 0, own, random.Random(seed)) for seed in range(2)]
    for deal in deals:
        assert (deal.hands[0], len(deal.hands[1]), len(deal.stock)) == (own, 8, 23)
        assert "h12-1" in deal.hands[1]
        everything = [*position.field, *position.pile(0), *own, *deal.hands[1], *deal.stock]
        assert Counter(everything) == Counter(CARDS)
    assert deals[0] != deals[1]
    ended = play(rules, position, deals[0], rules.policies(position.setup.table, random.Random(1)))
    KOIKOI.settle(ended.conclusion.round)


def test_a_card_of_the_table_that_goes_into_a_hand_is_no_longer_elsewhere(follower: Follower) -> None:
    """From the middle, from a pile and from out of the game: nothing is lost, and somebody is told."""
    rules = follower.rules
    follower.lay("h03-2")
    follower.take("h03-2 h03-1", 0)
    follower.move("moved", "h05-1", None, ("out", None))
    for card, source in (("h04-1", MIDDLE), ("h03-1", ("captures", 0)), ("h05-1", ("out", None))):
        verdict = rules.judge(follower.position, Move("moved", 1, card, source, ("hand", 1)))
        after = verdict.position
        assert verdict.fault.en.startswith("Emi took ")
        assert (after.hands, after.known_of(1), after.whereabouts(card)) == ((7, 9), (card,), 0)
    shown = rules.judge(follower.position, Move("laid", 1, "h09-1", ("hand", 1), ("open", 1)))
    assert (shown.fault, shown.position.hands, shown.position.known_of(1)) == (None, (7, 8), ("h09-1",))
    again = rules.judge(shown.position, Move("turned", 1, "h09-1", ("open", 1), ("open", 1))).position
    assert again.shown == shown.position.shown
    laid = rules.judge(again.changed(phase="hand", seat=1), Move("laid", 1, "h09-1", ("hand", 1), MIDDLE)).position
    assert (laid.known_of(1), laid.hands) == ((), (7, 7))
    nobody = rules.judge(follower.position, Move("moved", 1, "h04-1", MIDDLE, ("hand", 5)))
    assert nobody.position == follower.position


def test_films_are_played_by_players_who_often_lay_any_card() -> None:
    rules, table, same = KOIKOI.play_rules, build_table(KOIKOI), 0
    for seed in range(10):
        pack = random.Random(seed).sample(CARDS, 48)
        film, demo = (
            play_pack(rules, pack, table, policies(table, random.Random(seed))).steps
            for policies in (rules.film_policies, rules.policies)
        )
        same += [step.card for step in film] == [step.card for step in demo]
    assert same < 3
    assert rules.play_round(table, "hanafuda", random.Random(1)) == rules.play_round(
        table, "hanafuda", random.Random(1), ()
    )


def test_cards_come_from_the_pile_in_order() -> None:
    rules, table = KOIKOI.play_rules, build_table(KOIKOI)
    pack = random.Random(4).sample(CARDS, 48)
    steps = play_pack(rules, pack, table, rules.policies(table, random.Random(4))).steps
    begun = rules.begin(table, "hanafuda")
    stock = rules.deal(begun, pack).stock
    drawn = [step.card for step in steps if step.move.source == PILE]
    assert drawn == list(stock[: len(drawn)])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_new_pack_in_order_is_dealt_too(seats: int) -> None:
    """Of eight cards that follow each other in it four are always of one month, wherever it is cut."""
    hana_awase = game("hana-awase")
    rules, begun = hana_awase.play_rules, hana_awase.play_rules.begin(build_table(hana_awase, seats), "hanafuda")
    deal = rules.deal(begun, CARDS)
    assert Counter([*deal.stock, *(card for hand in deal.hands for card in hand)]) == Counter(CARDS)
    field = deal.stock[: begun.setup.field_size]
    assert max(Counter(card[:3] for card in field).values()) < 4
