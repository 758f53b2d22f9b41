"""Stones taken from the bank in the middle of a game."""

from __future__ import annotations

import pytest

from scorer.errors import Refusal
from scorer.session.corrections import edit_round, extract_answers, reopen_round
from scorer.session.events import (
    EveningClosed,
    EveningOpened,
    Event,
    PlayerLeft,
    RoundRedone,
    RoundSettled,
    RoundUndone,
    StonesBought,
)
from scorer.session.reducer import apply, replay
from scorer.session.state import Session
from scorer.session.tally import Tally
from tests.support.sample_evenings import simulate_round_at

PLAYERS = ("Aki", "Emi", "Jun", "Rin")
START = EveningOpened("otoroku", "hanafuda", {"wager": 2}, PLAYERS)
TWO = EveningOpened("otoroku", "hanafuda", {"wager": 2, "method": "everyone"}, ("Aki", "Emi"), (2, 30))


def play_round(session: Session, seed: int = 0) -> RoundSettled:
    round_ = simulate_round_at(session, session.table(), seed)
    return RoundSettled(round_, session.rules.settle(round_).as_json())


def replay_events(*events: Event) -> Session:
    return replay([START, *events])


def refusal_code(*events: Event) -> str:
    with pytest.raises(Refusal) as caught:
        replay_events(*events)
    return caught.value.code


def play_until_aki_has_none() -> list[Event]:
    """The ledger of a game of two that ended because Aki has no stones left."""
    for seed in range(99):
        ledger = [TWO, play_round(replay([TWO]), seed)]
        if replay(ledger).over:
            return ledger
    raise AssertionError("no round of these took Aki's stones")


def test_stones_taken_from_the_bank_are_brought_and_not_won() -> None:
    session = replay_events(play_round(replay_events()))
    rich = apply(session, StonesBought("Rin", 12))
    assert [more - less for more, less in zip(rich.stones, session.stones, strict=True)] == [0, 0, 0, 12]
    assert Tally(rich).totals == Tally(session).totals
    assert (rich.buy_ins, rich.stones_bought("Rin"), rich.undoable_event) == ((30, 30, 30, 42), 12, 3)
    undone = apply(rich, RoundUndone(3))
    assert (undone.stones, undone.buy_ins, undone.stones_bought("Rin")) == (session.stones, session.buy_ins, 0)
    assert (undone.undoable_event, undone.redoable_events) == (2, (3,))
    assert apply(undone, RoundRedone(3)).stones == rich.stones
    none = apply(undone, RoundUndone(2))
    assert (none.stones, none.redoable_events) == ((30, 30, 30, 30), (3, 2))
    assert refusal_code(StonesBought("Rin", 0)) == refusal_code(StonesBought("Sora", 5)) == "bad_event"
    assert refusal_code(PlayerLeft("Rin"), StonesBought("Rin", 5)) == "bad_event"


def test_stones_from_the_bank_make_nobody_the_winner() -> None:
    bought = StonesBought("Rin", 99)
    assert replay_events(bought, EveningClosed()).game_winners == ()
    ledger = [bought, play_round(replay_events(bought))]
    session = replay_events(*ledger, EveningClosed())
    won = [held - brought for held, brought in zip(session.stones, session.buy_ins, strict=True)]
    assert session.game_winners == tuple(player for player, net in enumerate(won) if net == max(won)) != (3,)


def test_the_last_round_makes_who_won_most_the_winner_not_who_took_most() -> None:
    start = EveningOpened("otoroku", "hanafuda", {"wager": 2, "length": 3}, PLAYERS)
    ended = replay([start, StonesBought("Rin", 99)])
    for seed in range(3):
        ended = apply(ended, play_round(ended, seed))
    won = [held - brought for held, brought in zip(ended.stones, ended.buy_ins, strict=True)]
    assert ended.over
    assert ended.game_winners == tuple(player for player, net in enumerate(won) if net == max(won)) != (3,)


def test_a_game_that_ran_out_of_stones_goes_on_with_more_and_ends_again_without_them() -> None:
    session = replay(play_until_aki_has_none())
    assert (session.are_rounds_played, session.is_playable, session.game_winners) == (False, False, (1,))
    still = apply(session, StonesBought("Aki", 1))
    assert (still.over, still.game_winners) == (True, (1,))
    again = apply(still, StonesBought("Aki", 9))
    assert (again.over, again.is_playable, again.game_winners) == (False, True, ())
    undone = apply(again, RoundUndone(again.undoable_event or 0))
    assert (undone.over, undone.game_winners, undone.stones) == (True, (1,), still.stones)
    assert apply(undone, RoundRedone(again.event_count)).stones == again.stones


def test_a_game_that_the_rules_have_ended_takes_no_stones() -> None:
    session = replay([EveningOpened("otoroku", "hanafuda", {"length": 3, "method": "everyone"}, PLAYERS)])
    shift = 0
    while not session.over:
        shift += 1
        session = apply(session, play_round(session, shift))
    with pytest.raises(Refusal, match="over"):
        apply(session, StonesBought("Aki", 5))


def test_a_correction_counts_stones_that_were_taken_and_no_others() -> None:
    ledger: list[Event] = [START, play_round(replay_events())]
    ledger += [StonesBought("Emi", 7), StonesBought("Jun", 5), RoundUndone(4)]
    ledger.append(play_round(replay(ledger), 3))
    session = replay(ledger)
    again = reopen_round(session, ledger, 2)
    answers = extract_answers(simulate_round_at(session, again.table, 5), again.prompts)
    edited = apply(session, edit_round(session, ledger, 2, answers))
    assert reopen_round(session, ledger, 6).table.stones == tuple(
        replay(ledger[:5]).stones[session.players.index(name)] for name in session.history[1].players
    )
    assert sum(edited.stones) == sum(edited.buy_ins) == 127


def test_a_round_before_the_game_went_on_can_be_corrected() -> None:
    ledger = [*play_until_aki_has_none(), StonesBought("Aki", 20)]
    ledger.append(play_round(replay(ledger), 3))
    session = replay(ledger)
    assert not session.over
    answers = reopen_round(session, ledger, 2).answers
    edited = apply(session, edit_round(session, ledger, 2, answers))
    assert (edited.over, edited.stones, edited.game_winners) == (False, session.stones, ())
    last = [*ledger[:3], RoundUndone(3)]
    assert replay(last).over
    with pytest.raises(Refusal, match="bad_event"):
        apply(replay(last), RoundSettled(ledger[3].round, ledger[3].settlement))  # type: ignore[attr-defined]


def test_a_game_of_points_has_no_stones_to_take() -> None:
    session = replay([EveningOpened("koikoi", "hanafuda", {}, PLAYERS[:2])])
    with pytest.raises(Refusal, match="bad_event"):
        apply(session, StonesBought("Aki", 5))
