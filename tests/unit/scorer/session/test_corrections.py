"""Corrections keep sums, replay alike, and can be corrected back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorer.errors import Refusal
from scorer.games import games
from scorer.session.corrections import edit_round, extract_answers, reopen_round
from scorer.session.events import (
    EveningOpened,
    GameBegun,
    PlayerJoined,
    PlayerLeft,
    RoundEdited,
    RoundRedone,
    RoundSettled,
    RoundUndone,
    SeatsSwapped,
    StonesBought,
    event_from_json,
)
from scorer.session.reducer import apply, replay
from scorer.texts import Text
from tests.support.sample_evenings import Evening, open_evening, simulate_round_at

KEYS = sorted(games())
PLAYERS = ("Aki", "Emi", "Jun", "Rin")
OTOROKU = EveningOpened("otoroku", "hanafuda", {"method": "everyone", "wager": 3}, PLAYERS)


def balances(evening: Evening) -> dict[str, Any]:
    now = evening.session
    return {
        "stones": dict(zip(now.players, now.stones, strict=True)),
        "dealer": now.players[now.dealer],
        "pot": now.pot,
        "round": now.round_number,
        "over": now.over,
        "winners": sorted(now.players[at] for at in now.game_winners),
    }


def answers_of_other_deal(evening: Evening, of: int, seed: int) -> dict[str, Any]:
    """Answers of another random round at the table of round `of`."""
    again = reopen_round(evening.session, evening.events, of)
    return extract_answers(simulate_round_at(again.game, again.table, seed), again.prompts)


def test_a_round_told_anew_moves_every_later_balance() -> None:
    evening = Evening(OTOROKU).play(4)
    was = balances(evening)
    entry = edit_round(evening.session, evening.events, 3, answers_of_other_deal(evening, 3, 78))
    assert [one["of"] for one in entry.rounds] == [3, 4, 5]
    evening.append(entry)
    second = evening.session.history[1]
    assert second.edited_by == 6
    assert [one.settlement for one in second.earlier_versions] == [evening.events[2].settlement]  # type: ignore[attr-defined]
    assert second.event_number == 3
    assert second.dealer == second.earlier_versions[0].dealer
    nets = [dict(zip(played.players, played.settlement["net"], strict=True)) for played in evening.session.valid_rounds]
    assert balances(evening)["stones"] == {name: 30 + sum(net[name] for net in nets) for name in PLAYERS}
    assert evening.session.history[-1].settlement["stones"] == [
        balances(evening)["stones"][name] for name in evening.session.history[-1].players
    ]
    assert balances(evening) != was
    assert evening.session.redoable_events == ()


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=12, deadline=None)
@given(rounds=st.integers(1, 5), at=st.integers(0, 4), seed=st.integers(0, 99), other=st.integers(100, 199))
def test_any_edit_keeps_the_sum_replays_alike_and_can_be_taken_back(
    key: str, rounds: int, at: int, seed: int, other: int
) -> None:
    evening = Evening(open_evening(key)).play(rounds, seed)
    brought = sum(evening.session.buy_ins)
    of = evening.session.valid_rounds[at % len(evening.session.valid_rounds)].event_number
    was, old = balances(evening), reopen_round(evening.session, evening.events, of).answers
    house = sum(played.settlement.get("house", 0) for played in evening.session.valid_rounds)
    assert sum(was["stones"].values()) + was["pot"] + house == brought
    try:
        entry = edit_round(evening.session, evening.events, of, answers_of_other_deal(evening, of, other))
    except Refusal:
        assume(False)  # what cannot follow is another test
    evening.append(entry)
    house = sum(played.settlement.get("house", 0) for played in evening.session.valid_rounds)
    assert sum(evening.session.stones) + evening.session.pot + house == brought
    written = [json.loads(json.dumps(event.as_json())) for event in evening.events]
    assert replay(map(event_from_json, written)) == evening.session
    evening.append(edit_round(evening.session, evening.events, of, old))
    assert balances(evening) == was
    assert len(evening.session.history.by_event_number(of).earlier_versions) == 2


@pytest.mark.parametrize("key", KEYS)
def test_the_same_answers_change_nothing(key: str) -> None:
    evening = Evening(open_evening(key)).play(4)
    was, rounds = balances(evening), [played.settlement for played in evening.session.history]
    of = evening.session.valid_rounds[0].event_number
    evening.append(
        edit_round(evening.session, evening.events, of, reopen_round(evening.session, evening.events, of).answers)
    )
    assert balances(evening) == was
    assert [played.settlement for played in evening.session.history] == rounds


def test_people_who_came_and_went_meanwhile_keep_their_places() -> None:
    evening = Evening(OTOROKU).play(1).append(PlayerJoined("Sora", 12, 1)).play(2, 1).append(SeatsSwapped("Aki", "Rin"))
    evening.play(1, 2).append(PlayerLeft("Emi")).play(1, 3).append(RoundUndone(9)).play(1, 4)
    assert [played.event_number for played in evening.session.valid_rounds] == [2, 4, 5, 7, 11]
    was, old = balances(evening), reopen_round(evening.session, evening.events, 2).answers
    evening.append(edit_round(evening.session, evening.events, 2, answers_of_other_deal(evening, 2, 5)))
    assert sum(evening.session.stones) == 4 * 30 + 12
    assert all(played.players == tuple(played.round["seats"]) for played in evening.session.valid_rounds)
    evening.append(edit_round(evening.session, evening.events, 2, old))
    assert balances(evening) == was


def test_a_round_taken_back_after_an_edit_comes_again_as_edited() -> None:
    evening = Evening(OTOROKU).play(2)
    evening.append(edit_round(evening.session, evening.events, 3, answers_of_other_deal(evening, 3, 9)))
    was = balances(evening)
    evening.append(RoundUndone(3), RoundRedone(3))
    assert balances(evening) == was


def test_an_edit_that_would_have_ended_the_game_before_is_refused() -> None:
    start = EveningOpened("otoroku", "hanafuda", {"method": "everyone", "wager": 5}, PLAYERS[:2], (10, 10))
    won, lost = ["h07-1", "h08-1"], ["h02-1", "h03-1"]
    evening = Evening(start)

    def book(first: list[str], second: list[str]) -> None:
        table, rules = evening.session.table(), evening.session.rules
        hands = {
            evening.session.players.index(name): hand for name, hand in zip(PLAYERS, (first, second), strict=False)
        }
        order = evening.session.seat_order
        round_ = table.build_round("otoroku", {f"hands.{seat}": hands[player] for seat, player in enumerate(order)})
        evening.append(RoundSettled(round_, rules.settle(round_).as_json()))

    book(won, lost)
    book(lost, won)
    book(lost, won)
    assert not evening.session.over
    again = reopen_round(evening.session, evening.events, 3)
    swapped = {"hands.0": again.answers["hands.1"], "hands.1": again.answers["hands.0"]}
    before = evening.session
    with pytest.raises(Refusal, match="cannot_follow"):
        edit_round(evening.session, evening.events, 3, swapped)
    assert evening.session is before


def test_who_could_not_have_sat_in_a_later_round_refuses_the_edit() -> None:
    start = EveningOpened("otoroku", "hanafuda", {"method": "everyone", "wager": 5}, PLAYERS[:3], (5, 30, 30))
    won, lost, bust = ["h07-1", "h08-1"], ["h02-1", "h03-1"], ["h09-1", "h09-2"]
    evening = Evening(start)
    hands = {"Aki": won, "Emi": lost, "Jun": bust}
    for _ in range(2):
        table, rules = evening.session.table(), evening.session.rules
        round_ = table.build_round("otoroku", {f"hands.{seat}": hands[name] for seat, name in enumerate(table.seats)})
        evening.append(RoundSettled(round_, rules.settle(round_).as_json()))
    again = reopen_round(evening.session, evening.events, 2)
    seats = {name: f"hands.{seat}" for seat, name in enumerate(again.table.seats)}
    with pytest.raises(Refusal, match="cannot_follow") as caught:
        edit_round(evening.session, evening.events, 2, {seats["Aki"]: bust, seats["Emi"]: won, seats["Jun"]: lost})
    assert caught.value.code == "cannot_follow"
    assert "Aki" in caught.value.message.en
    with pytest.raises(Refusal, match=r"too_many_cards|hand_played_on|duplicate_card"):
        edit_round(evening.session, evening.events, 2, {**again.answers, seats["Aki"]: [*won, *won]})


def test_a_later_round_that_can_no_longer_be_settled_refuses_the_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(OTOROKU).play(3)
    answers = reopen_round(evening.session, evening.events, 2).answers
    rules = evening.session.rules
    settle, calls = rules.settle, []

    def refusing(round_: Any) -> Any:
        calls.append(round_)
        if len(calls) == 2:
            raise Refusal("bad_count", Text("no", "だめ"))
        return settle(round_)

    monkeypatch.setitem(games(), "otoroku", replace(rules, settle=refusing))
    with pytest.raises(Refusal, match="cannot_follow"):
        edit_round(evening.session, evening.events, 2, answers)


@pytest.mark.parametrize("of", [1, 4, 99])
def test_only_a_round_that_counts_is_edited(of: int) -> None:
    evening = Evening(OTOROKU).play(3).append(RoundUndone(4))
    with pytest.raises(Refusal, match="bad_event"):
        reopen_round(evening.session, evening.events, of)


def rounds_of(evening: Evening) -> list[dict[str, Any]]:
    return [
        {"of": played.event_number, "round": dict(played.round), "settlement": dict(played.settlement)}
        for played in evening.session.valid_rounds
    ]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda rounds: rounds[:1],
        lambda rounds: rounds[::-1],
        lambda rounds: [{**rounds[0], "of": 5}, rounds[1]],
        lambda rounds: [{**rounds[0], "round": None}, rounds[1]],
        lambda rounds: [{"of": 2}, rounds[1]],
        lambda rounds: [{**rounds[0], "settlement": {**rounds[0]["settlement"], "net": [1, 0, 0, 0]}}, rounds[1]],
        lambda rounds: [{**rounds[0], "settlement": {**rounds[0]["settlement"], "over": True}}, rounds[1]],
        lambda rounds: [{**rounds[0], "round": {**rounds[0]["round"], "seats": [*PLAYERS[::-1]]}}, rounds[1]],
    ],
)
def test_an_edit_that_does_not_fit_is_refused(spoil: Any) -> None:
    evening = Evening(OTOROKU).play(2)
    with pytest.raises(Refusal, match="bad_event"):
        apply(evening.session, RoundEdited(2, tuple(spoil(rounds_of(evening)))))
    with pytest.raises(Refusal, match="bad_event"):
        apply(evening.session, RoundEdited(99, ()))


def test_a_last_round_told_anew_may_end_the_game_or_hand_on_the_deal() -> None:
    evening = Evening(
        EveningOpened("otoroku", "hanafuda", {"length": 3, "method": "everyone", "wager": 3}, PLAYERS)
    ).play(3)
    assert evening.session.over
    rounds = rounds_of(evening)
    settlement = {**rounds[2]["settlement"], "over": False, "next_dealer": 2, "game_winners": []}
    now = apply(evening.session, RoundEdited(4, ({**rounds[2], "settlement": settlement},)))
    assert not now.over
    assert now.players[now.dealer] == rounds[2]["round"]["seats"][2]
    back = apply(now, RoundEdited(4, (rounds[2],)))
    assert back.over
    assert back.players[back.dealer] == evening.session.history[-1].dealer


def test_stones_taken_after_a_round_that_is_now_the_last_stay_and_the_game_is_over() -> None:
    """Two of three rounds counted when they were taken; the void one between them is told anew."""
    evening = Evening(EveningOpened("otoroku", "hanafuda", {"method": "everyone", "length": 3}, PLAYERS[:2]))
    won, lost, bust = ["h07-1", "h08-1"], ["h02-1", "h03-1"], ["h10-1", "h10-2"]
    for first, second in ((won, lost), (bust, ["h10-3", "h10-4"]), (won, lost)):
        table, rules = evening.session.table(), evening.session.rules
        round_ = table.build_round("otoroku", {"hands.0": first, "hands.1": second})
        evening.append(RoundSettled(round_, rules.settle(round_).as_json()))
    evening.append(StonesBought("Emi", 5))
    assert not evening.session.over
    evening.append(edit_round(evening.session, evening.events, 3, {"hands.0": won, "hands.1": lost}))
    now = evening.session
    assert (now.over, now.are_rounds_played, now.stones_bought("Emi")) == (True, True, 5)
    assert sum(now.stones) == sum(now.buy_ins) == 65


def test_a_round_of_an_earlier_game_is_told_anew_and_the_game_since_stays() -> None:
    evening = Evening(OTOROKU).play(2).append(GameBegun("tokotoko", "hanafuda", {"length": 12}, PLAYERS))
    (first,), now = evening.play(2, 1).session.past_games, evening.session
    evening.append(edit_round(now, evening.events, 2, answers_of_other_deal(evening, 2, 78)))
    (edited,) = evening.session.past_games
    assert edited.history[0].edited_by == 7
    nets = [dict(zip(played.players, played.settlement["net"], strict=True)) for played in edited.history]
    assert edited.stones == tuple(30 + sum(net[name] for net in nets) for name in PLAYERS) != first.stones
    assert edited.event_count == first.event_count == 3
    assert evening.session == replace(now, past_games=(edited,), event_count=7)
    evening.append(RoundUndone(3))
    assert [played.undone for played in evening.session.past_games[0].history] == [False, True]
    assert evening.session.history == now.history
