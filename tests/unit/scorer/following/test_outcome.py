"""The end of a round that was followed."""

from copy import deepcopy
from dataclasses import replace

import pytest

from scorer.following.decoder import conclude
from scorer.following.entries import NO_THING, Entry
from scorer.following.hypothesis import GONE, CardCount
from scorer.following.outcome import FEWEST_CLEARED, RIVAL_SCORE_GAP, conclude_accounts
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.games import game
from tests.support.decoded_rounds import (
    HandLaidTable,
    begin_otoroku,
    film_random_round,
    follow_all,
    follow_random_round,
    scene_of,
    seen_card,
)
from tests.support.simulated_rests import CLEAN, Noise

WHOLE = ("1:k05", "0:k03", "1:k09", "0:k10")


def outcome_after(*rests):
    return conclude(follow_all(begin_otoroku(), list(rests))[0])


def test_a_round_of_which_everything_was_seen_is_sure() -> None:
    found = outcome_after(*HandLaidTable().lay(*WHOLE))
    assert found.sure
    assert found.asks == ()
    assert found.round["hands"] == [["k03", "k10"], ["k05", "k09"]]
    assert set(found.as_json()) == {"round", "sure", "asks"}


def test_a_name_in_doubt_is_asked_even_if_nothing_speaks_against_it() -> None:
    table = HandLaidTable()
    rests = table.lay(*WHOLE[:3])
    rests.append(table.rest(Change("appeared", seen_card(4, 0, "k10", "k09", chance=0.99))))
    found = outcome_after(*rests)
    assert not found.sure
    assert [text.en for _, text in found.asks] == ["is this card ten?"]


def test_a_thing_that_was_no_card_asks_nothing_once_it_is_gone() -> None:
    table = HandLaidTable()
    thing = SeenCard(9, None, (0.5, 0.5), (("k02", 0.15), ("k05", 0.1)), is_sure=False)
    rests = [*table.lay(*WHOLE[:3]), table.rest(Change("appeared", thing))]
    last = Change("appeared", seen_card(4, 0, "k10"))
    lies_there = outcome_after(*rests, HandLaidTable.rest(deepcopy(table), last))
    assert [text.en for _, text in lies_there.asks] == ["look the round over: something was seen only in part"]
    assert outcome_after(*rests, table.rest(Change("left", thing, thing)), table.rest(last)).sure


def test_who_clears_the_cards_away_after_a_yaku_has_said_shobu() -> None:
    state, _, rests = film_random_round("koikoi", 2, CLEAN, cleared=True)
    stands, clearing = follow_all(state, rests[:-1])[0], rests[-1].changes
    assert [(path, text.en) for path, text in conclude(stands).asks] == [("ended_by+caller", "Did Emi say shobu?")]

    def clear(number: int):
        left = {change.card.track for change in clearing[:number]}
        lying = tuple(card for card in rests[-2].table if card.track not in left)
        return conclude(follow_all(state, [*rests[:-1], Rest(rests[-1].time_s, clearing[:number], lying)])[0])

    assert clear(len(clearing)).asks == ()
    assert clear(len(clearing)).sure
    # A hand may have lifted them, and lay them back.
    assert [path for path, _ in clear(FEWEST_CLEARED).asks] == ["ended_by+caller"]
    assert [path for path, _ in clear(len(clearing) - 1).asks] == ["ended_by+caller"]


def test_a_round_that_is_not_over_is_not_sure() -> None:
    found = outcome_after(*HandLaidTable().lay(*WHOLE[:3]))
    assert not found.sure
    assert found.asks[0][0] == "hands.0"
    assert "the round does not look finished" in [text.en for _, text in found.asks]


def test_a_fault_is_said_and_the_round_stands() -> None:
    found = outcome_after(*HandLaidTable().lay("1:k05", "0:k03", "0:k09", "1:k09", "0:k02"))
    assert not found.sure
    assert "Aki drew although Emi had not drawn yet" in [text.en for _, text in found.asks]


def test_a_card_of_another_deck_is_refused_in_words() -> None:
    found = outcome_after(*HandLaidTable().lay(*WHOLE[:3], "0:h11-1"))
    assert not found.sure
    assert found.asks


def test_two_packs_mixed_are_refused_in_words() -> None:
    found = outcome_after(*HandLaidTable().lay("1:k04s", "0:k04s", "1:k09", "0:k09"))
    assert not found.sure
    assert any("pack has only one" in text.en for _, text in found.asks)


def test_a_card_taken_back_makes_a_round_to_look_over() -> None:
    table = HandLaidTable()
    rests = table.lay(*WHOLE)
    last = table.lying[4]
    rests.append(table.rest(Change("left", last, last)))
    rests += [table.rest(Change("appeared", seen_card(9, 0, "k07")))]
    found = outcome_after(*rests)
    assert found.round["hands"][0] == ["k03", "k07"]


def test_cards_read_well_before_they_were_turned_over_are_sure() -> None:
    """The tricks of Kakeya Toranpu lie face down once they are taken."""
    found = follow_random_round("kakeya", 2, options={"trump_change": "fixed_spades"})
    assert any(step.zone is not None and not step.face_up for step in found.played.steps)
    assert (found.is_exact, found.outcome.sure) == (True, True)


@pytest.mark.parametrize("knows_all", [True, False])
def test_a_rival_speaks_against_a_round_of_which_each_card_is_known_if_it_knows_each_card_too(knows_all: bool) -> None:
    found = follow_random_round("hana-awase", 1)
    best, rules = found.state.settled.best, game("hana-awase")
    thing = next(entry.thing for entry in reversed(best.entries) if entry.done and entry.done.event == "taken")
    lost = {} if knows_all else {thing: replace(best.cards[thing], place=GONE)}
    rival = replace(
        best, position=best.positions[-8], cards={**best.cards, **lost}, structure=best.structure - RIVAL_SCORE_GAP / 2
    )
    outcome = conclude_accounts(rules, (best, rival), scene_of(found.state), None, {})
    assert outcome.sure is not knows_all
    assert outcome.round == found.played.round


def test_cards_in_doubt_are_not_asked_where_the_rest_of_the_pack_tells_them() -> None:
    found = follow_random_round("hana-awase", 1, Noise(doubtful=0.1))
    assert any(not look.is_sure for look in found.state.looks.values())
    assert found.outcome.asks == ()
    assert found.outcome.sure
    assert found.is_exact


def test_a_round_that_was_read_anew_is_looked_over_though_each_card_is_known() -> None:
    state, _ = follow_all(begin_otoroku(), HandLaidTable().lay(*WHOLE))
    pack = CardCount({card.code: 1 for card in state.best.cards.values()})
    anew = state.best.add(Entry("nudge", NO_THING, 9.0, 0.0, is_doubtful=True))
    outcome = conclude_accounts(state.game, (anew,), replace(scene_of(state), pack=pack), None, state.lying)
    assert [text.en for _, text in outcome.asks] == ["look the round over: something was seen only in part"]
    assert not outcome.sure
