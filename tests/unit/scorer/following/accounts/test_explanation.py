"""What may be behind a change."""

from dataclasses import replace
from typing import Any

from scorer.following.accounts.explanation import by_moves
from scorer.following.decoder import begin, conclude
from scorer.following.hypothesis import GHOST, CardCount, HeldCard, Hypothesis, Scene
from scorer.following.sighting import Change, SeenCard
from scorer.games import game
from scorer.rules.play.moves import PILE, Move, Sight, Verdict
from scorer.rules.play.playable import Playable
from scorer.rules.prompts import Table
from scorer.texts import Text
from tests.support.decoded_rounds import HandLaidTable, begin_otoroku, follow_all, seen_card

HARDLY = SeenCard(50, 2, (0.3, 0.3), (("k09", 0.15), ("k08", 0.1)), is_sure=False)
DEALT = ("1:k05", "2:k04", "0:k03")


def seat_names() -> tuple[str, ...]:
    return "Aki", "Emi", "Jun"


def hands_of(state) -> list[tuple[str, ...]]:
    return [state.best.position.codes(("open", seat)) for seat in range(3)]


def test_the_pile_in_the_middle_is_no_card_of_the_round() -> None:
    table = HandLaidTable()
    state, events = follow_all(begin_otoroku(*seat_names()), [table.rest(Change("appeared", seen_card(90, None)))])
    assert events == []
    state, events = follow_all(state, table.lay(*DEALT))
    assert [event.seat for event in events] == [1, 2, 0]
    assert state.best.cards[90].place == ("pile", None)


def test_a_card_that_the_tracker_lost_for_a_moment_is_the_same_card() -> None:
    table = HandLaidTable()
    rests = table.lay(*DEALT)
    old = table.lying[2]
    rests.append(table.rest(Change("left", old, old), Change("appeared", replace(old, track=44))))
    state, events = follow_all(begin_otoroku(*seat_names()), rests)
    assert hands_of(state) == [("k03",), ("k05",), ("k04",)]
    assert [event.event for event in events] == ["laid", "laid", "laid"]


def test_what_is_hardly_a_card_is_none() -> None:
    table = HandLaidTable()
    rests = [
        *table.lay(*DEALT),
        table.rest(Change("appeared", HARDLY)),
    ]
    state, events = follow_all(begin_otoroku(*seat_names()), rests)
    assert state.best.cards[50].place == GHOST
    assert len([event for event in events if event.event == "laid"]) == 3


def test_a_card_of_the_deal_that_was_missed_is_put_where_it_belongs() -> None:
    table = HandLaidTable()
    rests = table.lay("1:k05", "0:k03", "1:k06", "2:k04")
    state, _ = follow_all(begin_otoroku(*seat_names()), rests)
    assert hands_of(state) == [("k03",), ("k05", "k06"), ("k04",)]
    assert state.best.fault_count == 0


def test_cards_that_leave_a_finished_round_end_it() -> None:
    table = HandLaidTable()
    rests = table.lay(*DEALT, "1:k09", "2:k09", "0:k09")
    rests.append(table.rest(*(Change("left", each, each) for each in list(table.lying.values()))))
    table.lying = {}
    rests += [table.rest(Change("appeared", seen_card(70, 1, "k10")))]
    state, events = follow_all(begin_otoroku(*seat_names()), rests)
    assert state.best.is_ended
    assert hands_of(state) == [("k03", "k09"), ("k05", "k09"), ("k04", "k09")]
    assert len(events) == 6
    last = state.best.entries[-1]
    assert (last.kind, last.thing, last.time_s) == ("next", 70, rests[-1].time_s)


def test_a_card_that_is_pushed_to_another_seat_while_the_cards_are_cleared_away_stays_who_had_it() -> None:
    table = HandLaidTable()
    rests = table.lay(*DEALT, "1:k09", "2:k09", "0:k09")
    *others, last = table.lying.values()
    rests.append(table.rest(*(Change("left", each, each) for each in others)))
    rests.append(table.rest(Change("moved", replace(last, zone=1, position=(0.3, 0.3)), last)))
    state, events = follow_all(begin_otoroku(*seat_names()), rests)
    assert hands_of(state) == [("k03", "k09"), ("k05", "k09"), ("k04", "k09")]
    assert len(events) == 6
    assert conclude(state).sure


def test_a_card_that_is_turned_up_while_the_cards_are_cleared_away_was_not_shown() -> None:
    """Agari ends the round, whatever lies face down (dontsuku 8, row 16).

    Aki has fifteen while Emi's tsukkome is not shown yet.
    """
    table = HandLaidTable()
    rests = [*table.lay("1:mc-06", "0:mc-07"), table.rest(Change("appeared", seen_card(3, 1)))]
    rests += table.lay("0:ms-08")
    gone = [table.lying[track] for track in (1, 2, 4)]
    rests.append(table.rest(*(Change("left", each, each) for each in gone)))
    rests.append(table.rest(Change("turned", seen_card(3, 1, "mu-02"), table.lying[3])))
    state, events = follow_all(begin(game("dontsuku"), Table(("Aki", "Emi"), {}), "mekurifuda"), rests)
    assert [(event.event, event.seat, event.card) for event in events][2:] == [("laid", 1, None), ("laid", 0, "ms-08")]
    assert state.best.position.codes(("open", 1)) == ("mc-06",)
    assert state.best.fault_count == 0


class HandsOnly(Playable):
    """A game in which cards are laid from hands and never from the pile. It remembers what it was asked."""

    def __init__(self, moves: tuple[Move, ...] | None = None) -> None:
        self.moves, self.sights = moves, list[Sight]()

    def turn(self, position: Any) -> int | None:
        del position
        return 0

    def possible_moves(self, position: Any, sight: Sight) -> tuple[Move, ...] | None:
        del position
        self.sights.append(sight)
        return self.moves

    def judge(self, position: Any, move: Move) -> Verdict:
        return Verdict((*position, move), Text("from the pile", "山から") if move.source == PILE else None)


def scene_with(rules: Playable) -> Scene:
    return Scene(rules, (), CardCount({"k05": 1}), 2, {}, 1.0, is_first=False, leaving="one")


def test_moves_that_break_a_rule_are_not_tried_where_others_do_not() -> None:
    found = by_moves(scene_with(HandsOnly()), Hypothesis(()), "appeared", seen_card(1, 0, "k05"))
    assert {each.entries[-1].move.source for each in found} == {("hand", 0)}


class SourceIsNothing(HandsOnly):
    """A game in which it makes no difference where a card comes from."""

    def judge(self, position: Any, move: Move) -> Verdict:
        return Verdict((*position, (move.event, move.seat, move.card)))


def test_moves_that_come_to_the_same_are_one() -> None:
    found = by_moves(scene_with(SourceIsNothing()), Hypothesis(()), "appeared", seen_card(1, 0, "k05"))
    assert [each.position for each in found] == [(("laid", 0, "k05"),), (("taken", 0, "k05"),)]


def test_a_game_hears_which_cards_lie_near_in_the_same_zone() -> None:
    rules = HandsOnly(())
    cards = {
        1: HeldCard(("open", 0), "k01", is_visible=True, zone=0, position=(0.1, 0.4)),
        2: HeldCard(("captures", 0), "k02", is_visible=True, zone=0, position=(0.1, 0.2)),
        3: HeldCard(("open", 1), "k03", is_visible=True, zone=1, position=(0.1, 0.1)),
        4: HeldCard(("hand", 0), "k04", is_visible=False, zone=0, position=(0.1, 0.1)),
        5: HeldCard(PILE, None, is_visible=True, zone=0, position=(0.1, 0.1)),
        6: HeldCard(GHOST, None, is_visible=True, zone=0, position=(0.1, 0.1)),
    }
    by_moves(scene_with(rules), Hypothesis((), cards=cards), "appeared", SeenCard(9, 0, (0.1, 0.1), (("k05", 0.99),)))
    assert [sight.near for sight in rules.sights] == [(("captures", 0), ("open", 0))]
