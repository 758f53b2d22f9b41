"""Table and record disagree, and agree again."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scorer.following.decoder import conclude
from scorer.following.disagreement import FOREIGN_AFTER_S, deck_troubles, disagreement, zone_name
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.rules.prompts import Table
from tests.support.decoded_rounds import HandLaidTable, begin_otoroku, film_random_round, follow_all, seen_card
from tests.support.simulated_rests import CLEAN


def test_a_sure_card_where_none_belongs_is_said_and_play_goes_on() -> None:
    table = HandLaidTable()
    rests = table.lay("1:k10", "0:k03")
    rests.append(table.rest(Change("appeared", seen_card(9, None, "k07"))))
    state, events = follow_all(begin_otoroku(), rests)
    assert events[-1].event == "lost"
    assert state.trouble is not None
    assert state.trouble.en == "the middle: seven lies there, and by the record no card can"
    assert not conclude(state).sure
    strange = table.lying[9]
    state, events = follow_all(state, [*table.lay("1:k02"), table.rest(Change("left", strange, strange))])
    assert [event.event for event in events] == ["laid", "found"]
    assert not state.is_lost
    assert state.best.position.codes(("open", 1)) == ("k10", "k02")


@pytest.mark.parametrize(
    ("place", "zone", "count", "is_said"),
    [
        (("middle",), None, 3, True),
        (("middle",), None, 2, False),
        (("middle",), 0, 3, False),
        (("open", 1), 1, 3, True),
        (("heap", 1), None, 3, False),
    ],
)
def test_cards_out_of_sight_are_said_unless_they_were_thrown_in(place, zone, count, is_said) -> None:
    held = SimpleNamespace(is_visible=False, place=place, zone=zone)
    account = SimpleNamespace(is_ended=False, cards=dict.fromkeys(range(count), held))
    found = disagreement(account, {}, Table(("Aki", "Emi"), {}))
    assert (found is not None and f"{count} cards that should lie there" in found.text.en) == is_said
    account.is_ended = True
    assert disagreement(account, {}, Table(("Aki", "Emi"), {})) is None


def test_zones_have_names() -> None:
    table = Table(("Aki", "Emi"), {})
    assert zone_name(None, table).ja == "場"
    assert zone_name(1, table).en == "before Emi"
    assert zone_name(7, table).en == "the middle"


def test_cards_that_do_not_look_like_the_deck_are_said() -> None:
    sure, unsure = seen_card(1, 0, "k01"), seen_card(2, 0, "k02", "k03")
    assert deck_troubles([], [], {}) == []
    assert deck_troubles([sure] * 3 + [unsure] * 2, [], {}) == []
    assert deck_troubles([unsure] * 4, [], {}) == []
    (trouble,) = deck_troubles([sure] + [unsure] * 4, [], {})
    assert trouble.en == "4 of 5 cards do not look like this deck: is it another one?"


def test_two_packs_mixed_are_said_and_no_round_is_sure() -> None:
    table = HandLaidTable()
    twice = replace(seen_card(3, 1, "k04s"), is_sure=False)
    rests = [*table.lay("1:k04s", "0:k03"), table.rest(Change("appeared", twice))]
    state, _ = follow_all(begin_otoroku(), rests)
    outcome = conclude(state)
    assert any("are two packs mixed?" in text.en for path, text in outcome.asks if not path)
    assert not outcome.sure


def test_a_card_seen_twice_in_its_pile_is_no_second_pack_once_all_cards_are_known() -> None:
    """It moved within the pile, and a hand hid its old place."""
    state, _, rests = film_random_round("hana-awase", 3, CLEAN)
    last = rests[-1]
    taken = last.table[-1]

    def asks_with_copy(seat: int | None) -> list[str]:
        again = replace(taken, track=9000, zone=seat, position=(taken.position[0] + 0.02, taken.position[1]))
        rest = Rest(last.time_s + 1.0, (Change("appeared", again),), (*last.table, again))
        return [text.en for _, text in conclude(follow_all(state, [*rests, rest])[0]).asks]

    assert taken.zone is not None
    assert asks_with_copy(taken.zone) == []
    assert any("are two packs mixed?" in text for text in asks_with_copy((taken.zone + 1) % 2))


def test_a_card_of_another_table_is_said_once_it_has_lain_for_a_while_and_the_round_goes_on() -> None:
    table = HandLaidTable()
    strange = SeenCard(9, None, (0.5, 0.5), (("k07", 0.3), ("k06", 0.2)), is_sure=False)
    rests = [*table.lay("1:k10", "0:k03"), table.rest(Change("appeared", strange))]
    state, _ = follow_all(begin_otoroku(), [*rests, *table.lay("1:k02")])
    complaint = "the middle: something lies there that looks like no card of this game; please take it away"
    assert complaint not in [text.en for _, text in conclude(state).asks]
    late = replace(state, time_s=state.time_s + FOREIGN_AFTER_S)
    assert complaint in [text.en for _, text in conclude(late).asks]
    assert late.best.position.codes(("open", 1)) == ("k10", "k02")
    gone, _ = follow_all(late, [table.rest(Change("left", strange, strange))])
    assert complaint not in [text.en for _, text in conclude(gone).asks]


def test_copies_of_one_face_are_no_second_pack() -> None:
    chaff = [seen_card(number, 1, "h12-2") for number in (1, 2)]
    copies = {"h12-2": 1, "h12-3": 1, "h12-4": 1}
    assert deck_troubles([], chaff, copies) == []
    many = [*chaff, seen_card(3, 1, "h12-3"), seen_card(4, 1, "h12-4")]
    assert len(deck_troubles([], many, copies)) == 1
