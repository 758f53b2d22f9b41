"""The tally of an evening of several games: stones, nets, best hands."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scorer.errors import Refusal
from scorer.session.events import (
    EveningClosed,
    EveningOpened,
    GameBegun,
    PlayerJoined,
    PlayerLeft,
    RoundRedone,
    RoundUndone,
    event_from_json,
)
from scorer.session.reducer import apply, replay
from scorer.session.tally import Tally
from tests.support.sample_evenings import Evening, simulate_round

PLAYERS = ("Aki", "Emi", "Jun", "Rin")
FIRST = EveningOpened("otoroku", "hanafuda", {"method": "everyone", "wager": 3}, PLAYERS)
SECOND = GameBegun("tokotoko", "hanafuda", {}, ("Emi", "Aki", "Jun"), (), 1)


def play_two_games() -> Evening:
    return Evening(FIRST).play(3).append(PlayerLeft("Rin"), SECOND).play(4, 1)


def test_another_game_has_stones_of_its_own_and_the_evening_goes_on() -> None:
    evening = Evening(FIRST).play(3).append(PlayerLeft("Rin"))
    first = evening.session
    evening.append(SECOND)
    now = evening.session
    assert now.past_games == (first,)
    assert (now.game, now.players, now.round_number, now.opening_event) == ("tokotoko", ("Emi", "Aki", "Jun"), 1, 6)
    assert now.stones == now.buy_ins == (now.rules.start_stones(now.options),) * 3
    assert now.table().seats[0] == "Aki"
    assert len(now.history) == 0
    evening.play(2)
    assert evening.session.history[0].event_number == 7
    written = [json.loads(json.dumps(event.as_json())) for event in evening.events]
    assert replay(map(event_from_json, written)) == evening.session


def test_a_game_just_begun_is_taken_back_and_the_one_before_goes_on() -> None:
    evening = Evening(FIRST).play(2)
    before = evening.session
    evening.append(SECOND)
    assert evening.session.undoable_event == 4
    evening.append(RoundUndone(4))
    assert evening.session.event_count == 5
    assert (evening.session.stones, evening.session.history, evening.session.past_games) == (
        before.stones,
        before.history,
        (),
    )
    evening.append(RoundUndone(3), RoundRedone(3), SECOND, PlayerJoined("Sora", 20))
    assert evening.session.undoable_event is None
    with pytest.raises(Refusal, match="bad_event"):
        apply(evening.session, RoundUndone(8))


def test_no_ledger_begins_with_another_game_and_none_goes_on_after_closing() -> None:
    with pytest.raises(Refusal, match="bad_event"):
        replay([SECOND])
    with pytest.raises(Refusal, match="bad_event"):
        replay([FIRST, EveningClosed(), SECOND])
    with pytest.raises(Refusal, match="bad_count"):
        replay([FIRST, GameBegun("otoroku", "hanafuda", {}, ("Aki",))])


def test_the_evening_counts_what_each_won_in_every_game() -> None:
    evening = play_two_games()
    tally = Tally(evening.session)
    assert tally.names == PLAYERS
    first, second = evening.session.past_games[0], evening.session
    for name in PLAYERS:
        won = first.stones[first.players.index(name)] - 30
        if name in second.players:
            won += second.stones[second.players.index(name)] - second.buy_ins[0]
        assert tally.totals[name] == won
    assert tally.unowned == second.pot
    assert [place for place, _, _ in tally.ranking] == sorted(place for place, _, _ in tally.ranking)
    assert tally.ranking[0][2] == max(tally.totals.values())
    paid = dict.fromkeys((*PLAYERS, "pot"), 0)
    for pay in tally.payments:
        paid[(*PLAYERS, "pot")[pay.giver]] -= pay.stones
        paid[(*PLAYERS, "pot")[pay.taker]] += pay.stones
    assert {name: paid[name] for name in PLAYERS} == dict(tally.totals)


def test_partners_share_what_their_pair_wins_and_a_name_is_one_person_in_any_case() -> None:
    pairs = GameBegun("kakeya", "western", {}, ("emi & Rin", "Aki & Jun"))
    evening = Evening(FIRST).play(3).append(pairs).play(5, 3)
    tally = Tally(evening.session)
    first, second = evening.session.games
    assert tally.names == PLAYERS
    nets = [stones - brought for stones, brought in zip(second.stones, second.buy_ins, strict=True)]
    assert nets[0] % 2 == 1  # an odd stone must be somebody's
    for (one, other), net in zip((("Emi", "Rin"), ("Aki", "Jun")), nets, strict=True):
        assert tally.nets[1][one] + tally.nets[1][other] == net
        assert abs(tally.nets[1][one]) - abs(tally.nets[1][other]) == abs(net) % 2
    assert tally.totals == {
        name: stones - 30 + tally.nets[1][name] for name, stones in zip(first.players, first.stones, strict=True)
    }
    assert dict(zip(tally.names, tally.running_totals[-1][2], strict=True)) == tally.totals
    before = Tally(first).wins
    wins = {name: tally.wins[name] - before[name] for name in PLAYERS}
    assert (wins["Emi"], wins["Aki"]) == (wins["Rin"], wins["Jun"])
    assert wins["Emi"] + wins["Aki"] == 5
    assert {best.name for best in tally.best_hands if best.game == 1} <= set(second.players)


def test_who_joins_or_comes_back_has_not_won_what_he_brought() -> None:
    evening = Evening(FIRST).append(PlayerJoined("Sora", 12, 1), PlayerLeft("Emi"), PlayerJoined("Emi", 5))
    assert set(Tally(evening.session).totals.values()) == {0}
    assert evening.session.buy_ins == (30, 12, 35, 30, 30)


def test_who_comes_back_to_a_full_table_finds_no_seat() -> None:
    evening = Evening(FIRST).append(PlayerLeft("Emi"), *(PlayerJoined(name, 1) for name in "abcd"))
    with pytest.raises(Refusal, match="bad_count"):
        apply(evening.session, PlayerJoined("Emi", 0))


def test_too_few_to_play_is_no_round_but_no_end() -> None:
    evening = Evening(FIRST).append(*map(PlayerLeft, PLAYERS[1:]))
    assert not evening.session.is_playable
    assert not evening.session.over
    assert evening.append(PlayerJoined("Emi", 0)).session.is_playable


def test_rounds_won_and_the_course_of_the_evening() -> None:
    evening = play_two_games()
    tally = Tally(evening.session)
    rounds = [played for game in evening.session.games for played in game.valid_rounds]
    assert sum(tally.wins.values()) == sum(len(played.settlement["winners"]) for played in rounds)
    assert len(tally.running_totals) == len(rounds)
    assert {game for game, _, _ in tally.running_totals} == {0, 1}
    assert dict(zip(PLAYERS, tally.running_totals[-1][2], strict=True)) == dict(tally.totals)


def test_the_best_hand_of_everybody_in_every_game() -> None:
    evening = play_two_games()
    for best in Tally(evening.session).best_hands:
        game = evening.session.games[best.game]
        ranks = [each.key for each in game.rules.classes_for(game.options)]
        mine = [
            (ranks.index(hand["class"]), -(hand["total"] or 0))
            for played in game.valid_rounds
            for hand in played.settlement["hands"]
            if played.players[hand["seat"]] == best.name
        ]
        assert (ranks.index(best.key), -(best.total or 0)) == min(mine)
        assert game.history.by_event_number(best.event_number).round_number == best.round_number
    assert {(best.name, best.game) for best in Tally(evening.session).best_hands} >= {("Aki", 0), ("Emi", 1)}


def test_nine_is_the_best_hand_of_tokotoko() -> None:
    evening = Evening(EveningOpened("tokotoko", "hanafuda", {"length": 12}, PLAYERS)).play(8)
    hands = [hand for played in evening.session.valid_rounds for hand in played.settlement["hands"]]
    best = {hand.name: hand.key for hand in Tally(evening.session).best_hands}
    assert max(best.values()) == max(hand["class"] for hand in hands)


def test_a_hand_of_a_class_that_the_game_does_not_know_is_nobodys_best() -> None:
    """A ledger may come from another version of the program."""
    evening = Evening(FIRST)
    booked = simulate_round(evening.session, 1)
    hands = [{**hand, "class": "unknown"} if hand["seat"] == 0 else hand for hand in booked.settlement["hands"]]
    evening.append(replace(booked, settlement={**booked.settlement, "hands": hands}))
    best = Tally(evening.session).best_hands
    assert [hand.name for hand in best] == ["Emi", "Jun", "Rin"]
    assert [hand.key for hand in best] == [hand["class"] for hand in hands[1:]]
