"""Earlier names changed by what was seen later."""

import math
from dataclasses import replace

from scorer.following.accounts.repair import (
    MOST_REPAIRED,
    RESYNC_COST,
    moved_otherwise,
    repaired,
    resynced,
    without_ghost,
)
from scorer.following.decoder import begin, conclude
from scorer.following.hypothesis import GHOST
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.games import game
from scorer.rules.play.moves import MIDDLE
from scorer.rules.prompts import Table
from tests.support.decoded_rounds import (
    FIELD,
    HandLaidTable,
    begin_otoroku,
    follow_all,
    lay_koikoi,
    scene_of,
    seen_card,
)
from tests.support.judged_rounds import build_table

HARDLY = SeenCard(4, 1, (0.3, 0.3), (("k02", 0.15), ("k05", 0.1)), is_sure=False)
"""What may be a card."""
COPIED_FIELD = tuple(f"-:{code}" for code in (*FIELD[:-1], "h07-3"))
"""The field of Koi-Koi with a chaff that has a copy, laid last."""


def codes_of_seat(state, seat: int) -> tuple[str, ...]:
    return state.best.position.codes(("open", seat))


def test_a_card_that_turns_up_elsewhere_was_another_before() -> None:
    """There is one red four: the first was the other of its two names."""
    table = HandLaidTable()
    rests = [table.rest(Change("appeared", seen_card(1, 1, "k04s", "k04", chance=0.9)))]
    rests.append(table.rest(Change("appeared", seen_card(2, 0, "k04s"))))
    state, events = follow_all(begin_otoroku(), rests)
    assert (codes_of_seat(state, 1), codes_of_seat(state, 0)) == (("k04",), ("k04s",))
    assert [(event.seat, event.card) for event in events] == [(1, "k04s"), (0, "k04s"), (1, "k04")]


def test_a_hand_that_went_on_was_not_over() -> None:
    """10 and 9 are over the limit, so no third card could follow: the doubtful 9 was the 2."""
    table = HandLaidTable()
    rests = table.lay("1:k10", "2:k05", "0:k03")
    rests.append(table.rest(Change("appeared", seen_card(4, 1, "k09", "k02", chance=0.93))))
    rests.append(table.rest(Change("appeared", seen_card(5, 1, "k03"))))
    state, _ = follow_all(begin_otoroku("Aki", "Emi", "Jun"), rests)
    assert codes_of_seat(state, 1) == ("k10", "k02", "k03")
    assert state.best.fault_count == 0


def test_a_thing_that_is_a_card_after_all_is_laid_then() -> None:
    table = HandLaidTable()
    rests = [
        *table.lay("1:k10", "0:k03"),
        table.rest(Change("appeared", HARDLY)),
    ]
    state, _ = follow_all(begin_otoroku(), rests)
    assert state.best.cards[4].place == GHOST
    state, _ = follow_all(state, [table.rest(Change("renamed", seen_card(4, 1, "k02")))])
    assert codes_of_seat(state, 1) == ("k10", "k02")


def test_an_account_without_its_ghost_is_as_it_was_before() -> None:
    table = HandLaidTable()
    before, _ = follow_all(begin_otoroku(), table.lay("1:k10", "0:k03"))
    rest = table.rest(Change("appeared", HARDLY))
    after, _ = follow_all(before, [rest])
    assert without_ghost(after.best, 4).score == before.best.score


def test_nothing_is_repaired_where_every_name_is_sure() -> None:
    table = HandLaidTable()
    rests = [*table.lay("1:k04s", "0:k04s")]
    state, _ = follow_all(begin_otoroku(), rests)
    round_, sure, asks = conclude(state)
    assert round_["hands"] == [["k04s"], ["k04s"]]
    assert not sure
    assert asks


def test_who_takes_a_capture_says_whose_turn_it_was_though_a_card_was_missed() -> None:
    """Nobody saw Aki's card from the stock. Emi takes what she captured, so the card before was hers."""
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h09-1", "-:h02-2")
    rests = [table.rest(table.take(3, 1), table.take(10, 1)), *table.lay("-:h10-1", "-:h03-2")]
    rests.append(table.rest(table.take(4, 0), table.take(12, 0)))
    state, events = follow_all(state, rests)
    laid = {event.card: event.seat for event in events if event.event == "laid"}
    assert laid == {"h02-2": 1, "h10-1": 1, "h03-2": 0}
    assert state.best.fault_count == 0
    found = conclude(state)
    assert not found.sure
    assert "A card of Aki was not seen. What did it take?" in [text.en for _, text in found.asks]


def test_a_card_that_is_missed_late_was_taken_back_before_the_next_was_laid() -> None:
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h09-1", "-:h03-2")
    back = table.lying[9]
    rests = [table.rest(Change("left", back, back)), table.rest(table.take(10, 0), table.take(4, 0))]
    rests += table.lay("-:h02-2")
    number = max(table.lying)
    state, events = follow_all(state, [*rests, table.rest(table.take(number, 0), table.take(3, 0))])
    assert [(event.event, event.seat) for event in events if event.card == "h09-1"] == [("retracted", 0)]
    assert state.best.position.seat == 1
    assert state.best.fault_count == 0
    (move,) = [entry.move for entry in state.best.entries if entry.move and entry.move.event == "retracted"]
    assert (move.source, move.target) == (MIDDLE, MIDDLE)


def test_a_card_that_seems_to_have_moved_in_the_middle_may_be_its_copy_and_out_of_sight_itself() -> None:
    state, _ = lay_koikoi(HandLaidTable(), "-:h09-1")
    elsewhere = replace(state.lying[8], position=(0.9, 0.9))
    found = moved_otherwise(scene_of(state), state.best, elsewhere, -math.inf)
    (copy,) = [each for each in found if each.thing_of(8) != 8]
    assert [entry.kind for entry in copy.entries if entry.thing == 8][-1] == "unseen"
    assert not copy.cards[8].is_visible


def test_a_card_of_which_there_is_no_copy_moved_itself() -> None:
    state, _ = lay_koikoi(HandLaidTable(), "-:h09-1", "-:h03-2")
    elsewhere = replace(state.lying[9], position=(0.9, 0.9))
    found = moved_otherwise(scene_of(state), state.best, elsewhere, -math.inf)
    assert {each.thing_of(9) for each in found} == {9}


def test_a_card_that_lies_elsewhere_in_the_middle_turns_later_was_taken_back_and_laid_again() -> None:
    """Aki takes h09-1 back for h03-2, which captures.

    It is laid in the next turn, and the tracker says that it moved.
    """
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h09-1", "-:h03-2")
    rests = [table.rest(table.take(10, 0), table.take(4, 0)), *table.lay("-:h10-1", "-:h11-1", "-:h12-1")]
    before = table.lying[9]
    rests.append(table.rest(Change("moved", replace(before, position=(0.9, 0.9)), before)))
    state, _ = follow_all(state, rests)
    events = [(event.event, event.seat) for event in state.history if event.card == "h09-1"]
    assert events == [("laid", 0), ("retracted", 0), ("laid", 0)]
    assert state.best.fault_count == 0


def test_only_the_latest_cards_in_doubt_are_tried_under_other_names() -> None:
    """Those of a long round are too many to try them all."""
    state = begin(game("koikoi"), Table(("Aki", "Emi"), {}), "hanafuda")
    table = HandLaidTable()
    cards = [seen_card(number, None, code, "h12-1") for number, code in enumerate(FIELD, start=1)]
    state, _ = follow_all(state, [table.rest(Change("appeared", card)) for card in cards])
    change = Change("appeared", seen_card(20, None, "h11-1"))
    found = [each.holders("h12-1") for each in repaired(scene_of(state), state.best, change, -math.inf)]
    assert found == [(number,) for number in range(len(FIELD), len(FIELD) - MOST_REPAIRED, -1)]


def test_cards_seen_in_the_wrong_order_are_put_right_by_who_takes_them() -> None:
    """Aki laid h09-1, then h10-1 from the stock; Emi took with h03-2. Seen were h09-1, h03-2, h10-1."""
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h09-1", "-:h03-2", "-:h10-1")
    state, _ = follow_all(state, [table.rest(table.take(10, 1), table.take(4, 1))])
    laid = {event.card: event.seat for event in state.history if event.event == "laid"}
    assert (laid["h03-2"], laid["h10-1"]) == (1, 0)
    assert state.best.fault_count == 0


def test_a_copy_laid_where_a_card_lay_is_not_the_captured_card_come_back() -> None:
    """h07-3 was captured; its copy h07-4 is laid at its place, and the tracker takes it for h07-3."""
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h07-1")
    place = table.lying[8]
    state, _ = follow_all(state, [table.rest(table.take(8, 0), table.take(9, 0)), *table.lay("-:h09-1")])
    state, events = follow_all(state, [table.rest(Change("moved", place, table.lying[8]))])
    assert [(event.event, event.seat, event.card) for event in events] == [("laid", 1, "h07-4")]
    assert set(state.best.position.pile(0)) == {"h07-1", "h07-3"}


def test_a_copy_in_another_pile_is_not_the_captured_card_gone_there() -> None:
    """Emi captures h07-4 with h07-2; the tracker takes h07-4 for h07-3, which lies in Aki's pile."""
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h07-1")
    state, _ = follow_all(state, [table.rest(table.take(8, 0), table.take(9, 0))])
    state, _ = follow_all(state, table.lay("-:h07-4", "-:h07-2"))
    copy = table.lying[10]
    state, _ = follow_all(state, [table.rest(table.take(11, 1), table.take(8, 1))])
    assert state.best.fault_count == 0
    assert set(state.best.position.pile(1)) == {"h07-2", "h07-4"}
    state, _ = follow_all(state, [table.rest(Change("left", copy, copy))])
    assert set(state.best.position.pile(0)) == {"h07-1", "h07-3"}


def laid_by(table: HandLaidTable, number: int, code: str, *hands: int) -> Rest:
    return table.rest(Change("appeared", seen_card(number, None, code), hands=hands))


def test_arms_tell_which_card_nobody_saw() -> None:
    """The card from Aki's stock was missed: Emi lays the next two, then Aki again."""
    table = HandLaidTable()
    state, _ = lay_koikoi(table)
    rests = [
        laid_by(table, 9, "h08-1", 0),
        laid_by(table, 10, "h09-1", 1),
        laid_by(table, 11, "h10-1", 1),
        laid_by(table, 12, "h11-1", 0),
    ]
    state, _ = follow_all(state, rests)
    laid = [entry.done for entry in state.best.entries if entry.done and entry.done.event in ("laid", "unseen")]
    assert [(move.event, move.seat) for move in laid[8:]] == [
        ("laid", 0),
        ("unseen", None),
        ("laid", 1),
        ("laid", 1),
        ("laid", 0),
    ]


def test_a_copy_laid_elsewhere_is_not_the_card_that_seemed_to_move() -> None:
    """The tracker takes the chaff that Aki lays for its copy on the field, which lies under the hand."""
    table = HandLaidTable()
    state, _ = follow_all(begin(game("koikoi"), Table(("Aki", "Emi"), {}), "hanafuda"), table.lay(*COPIED_FIELD))
    before = table.lying[8]
    moved = replace(before, position=(0.8, 0.6))
    rests = [
        table.rest(Change("moved", moved, before, hands=(0,))),
        laid_by(table, 9, "h09-1", 0),
        laid_by(table, 10, "h10-1", 1),
    ]
    state, _ = follow_all(state, rests)
    laid = [entry.done for entry in state.best.entries if entry.done and entry.done.event == "laid"]
    assert [(move.card, move.seat) for move in laid[8:]] == [("h07-4", 0), ("h09-1", 0), ("h10-1", 1)]


def test_reading_a_round_anew_forgets_nothing_that_its_past_has_cost() -> None:
    """A long round has some costs: without them any doubt would wipe out all that was followed."""
    table = HandLaidTable()
    state, _ = follow_all(begin_otoroku(), table.lay("1:k10", "0:k03"))
    costly = state.best.charge(-20.0)
    *_, anew = resynced(scene_of(state), [costly], state.lying.values())
    assert anew.score <= costly.score + RESYNC_COST
    assert anew.entries != costly.entries


def test_two_cards_of_a_trick_were_laid_in_the_other_order_if_its_taker_says_so() -> None:
    """The first two are laid by the side that leads and by the other one, whichever card they are."""
    kakeya, table = game("kakeya"), HandLaidTable()
    state = begin(kakeya, build_table(kakeya, extra={"dealers": 1}, trump_change="fixed_clubs"), "western")
    rests = table.lay("-:KD", "-:AD", "-:4D", "-:3D")
    rests += [table.rest(table.take(track, 0)) for track in (1, 2, 3, 4)]
    state, _ = follow_all(state, rests)
    assert state.best.position.latest.taker == 0
    assert state.best.fault_count == 0
    laid = [entry.move for entry in state.best.entries if entry.move and entry.move.event == "laid"]
    assert [move.seat for move in laid] == [0, 1, 0, 1]
    assert [move.card for move in laid].index("AD") in (0, 2)
