"""How a followed round is sent: the middle first, backs as backs, doubts and faults marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.decks import decks
from scorer.following.sighting import SeenCard
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.texts import Text
from tests.support.followed import BelievingDecoder
from web.following.decoder_port import FollowedMove, FollowedState
from web.following.followed_round import FollowedRound
from web.following.view import RoundSight, following_json
from web.session.draft import Draft

OTOROKU = game("otoroku")
BEGUN = FollowedRound.begin(BelievingDecoder(), OTOROKU, Table(("Aki", "Emi"), OTOROKU.resolve_options({})), "hanafuda")
SIGHT = RoundSight(BEGUN, ("Aki", "Emi"), decks()["hanafuda"], None, (), frozenset(), False, True, 2)
SAYS = Text("so", "そう")


def sent_for(seen: FollowedState, sight: RoundSight = SIGHT, cards: tuple[SeenCard, ...] = ()) -> dict[str, object]:
    followed = replace(BEGUN, seen=seen, table=cards)
    return following_json(replace(sight, round=followed), (), Draft())


def test_cards_are_shown_by_seat_with_backs_and_doubts() -> None:
    cards = (
        SeenCard(1, 1, (0.0, 0.0), (("h01-1", 0.9),)),
        SeenCard(2, None, (0.0, 0.0), is_sure=False),
        SeenCard(3, 1, (0.0, 0.0), (("h02-1", 0.5), ("h02-2", 0.4)), is_sure=False),
    )
    assert sent_for(FollowedState({}), cards=cards)["shown"] == [
        {"seat": None, "cards": ["hanafuda"], "sure": [True]},
        {"seat": 1, "cards": ["h01-1", "h02-1"], "sure": [True, False]},
    ]


@pytest.mark.parametrize(
    ("seen", "problem", "phase"),
    [
        (FollowedState({}), None, "waiting"),
        (FollowedState({}, (FollowedMove(0.0, "laid", 0, "h01-1"),)), None, "playing"),
        (FollowedState({}, lost=SAYS, is_over=True), None, "lost"),
        (FollowedState({}, is_over=True), None, "over"),
        (FollowedState({}, is_over=True), SAYS, "away"),
    ],
)
def test_how_it_stands(seen: FollowedState, problem: Text | None, phase: str) -> None:
    assert sent_for(seen, replace(SIGHT, problem=problem))["phase"] == phase


def test_faults_stand_in_words_and_the_last_moves_are_sent() -> None:
    moves = tuple(FollowedMove(float(at), "laid", 0, "h01-1", SAYS if at == 0 else None) for at in range(9))
    sent = sent_for(FollowedState({}, (*moves, FollowedMove(9.0, "lost", fault=SAYS))))
    assert sent["count"] == 10
    assert len(sent["moves"]) == 6  # type: ignore[arg-type]
    assert [fault["fault"] for fault in sent["faults"]] == [SAYS.as_json()]  # type: ignore[attr-defined]
    assert sent["can_take_back"]


def test_questions_wait_for_the_end_and_hints_for_the_play() -> None:
    playing = FollowedState({}, asks=(("", SAYS),), turn=1, hints=(SAYS,))
    assert sent_for(playing)["asks"] == []
    assert (sent_for(playing)["turn"], sent_for(playing)["may"]) == (1, [SAYS.as_json()])
    assert "may" not in sent_for(playing, replace(SIGHT, has_hints=False))
    over = sent_for(replace(playing, is_over=True))
    assert [ask["text"] for ask in over["asks"]] == [SAYS.as_json()]  # type: ignore[attr-defined]
    assert "may" not in over
    assert sent_for(playing, replace(SIGHT, is_proposed=True))["asks"]
