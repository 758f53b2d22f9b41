"""JSON of a followed round: the middle, backs, doubts and faults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.decks import decks
from scorer.following.outcome import Outcome
from scorer.following.play_event import PlayEvent
from scorer.following.sighting import SeenCard
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.texts import Text
from tests.support.fake_following import BelievedState, BelievingDecoder
from web.following.followed_round import FollowedRound
from web.following.view import RoundView, following_json
from web.session.draft import Draft

OTOROKU = game("otoroku")
TABLE = Table(("Aki", "Emi"), OTOROKU.resolve_options({}))
BEGUN = FollowedRound.begin(BelievingDecoder(), OTOROKU, TABLE, "hanafuda")
VIEW = RoundView(BEGUN, ("Aki", "Emi"), decks()["hanafuda"], None, (), {}, frozenset(), has_hints=True, places=2)
SAYS = Text("so", "そう")


NOTHING = BelievedState(OTOROKU, TABLE)
OVER = replace(NOTHING, hands={0: ("h01-1", "h02-1"), 1: ("h03-1", "h04-1")})


def render_state(
    state: BelievedState, view: RoundView = VIEW, cards: tuple[SeenCard, ...] = (), asks: tuple[Text, ...] = ()
) -> dict[str, object]:
    outcome = Outcome({}, sure=False, asks=tuple(("", text) for text in asks))
    followed = replace(BEGUN, state=state, outcome=outcome, table=cards)
    return following_json(replace(view, round=followed), (), Draft())


def test_cards_are_shown_by_seat_with_backs_and_doubts() -> None:
    cards = (
        SeenCard(1, 1, (0.0, 0.0), (("h01-1", 0.9),)),
        SeenCard(2, None, (0.0, 0.0), is_sure=False),
        SeenCard(3, 1, (0.0, 0.0), (("h02-1", 0.5), ("h02-2", 0.4)), is_sure=False),
    )
    assert render_state(NOTHING, cards=cards)["shown"] == [
        {"seat": None, "cards": ["hanafuda"], "sure": [True]},
        {"seat": 1, "cards": ["h01-1", "h02-1"], "sure": [True, False]},
    ]


@pytest.mark.parametrize(
    ("state", "problem", "phase"),
    [
        (NOTHING, None, "waiting"),
        (replace(NOTHING, history=(PlayEvent(0.0, "laid", 0, "h01-1"),)), None, "playing"),
        (replace(OVER, trouble=SAYS), None, "lost"),
        (OVER, None, "over"),
        (OVER, SAYS, "away"),
    ],
)
def test_the_phase_says_how_following_stands(state: BelievedState, problem: Text | None, phase: str) -> None:
    assert render_state(state, replace(VIEW, problem=problem))["phase"] == phase


def test_faults_stand_in_words_and_the_last_moves_are_sent() -> None:
    moves = tuple(PlayEvent(float(at), "laid", 0, "h01-1", note=SAYS if at == 0 else None) for at in range(9))
    sent = render_state(replace(NOTHING, history=(*moves, PlayEvent(9.0, "lost", None, None, note=SAYS))))
    assert sent["count"] == 10
    assert len(sent["moves"]) == 6  # type: ignore[arg-type]
    assert [fault["fault"] for fault in sent["faults"]] == [SAYS.as_json()]  # type: ignore[attr-defined]
    assert sent["can_take_back"]


def test_questions_wait_for_the_end_and_hints_for_the_play() -> None:
    playing = replace(NOTHING, hands={0: ("h01-1",)}, hints=(SAYS,))
    assert render_state(playing, asks=(SAYS,))["asks"] == []
    assert (render_state(playing)["turn"], render_state(playing)["may"]) == (1, [SAYS.as_json()])
    assert "may" not in render_state(playing, replace(VIEW, has_hints=False))
    over = render_state(OVER, asks=(SAYS,))
    assert [ask["text"] for ask in over["asks"]] == [SAYS.as_json()]  # type: ignore[attr-defined]
    assert "may" not in over
    assert render_state(playing, replace(VIEW, filled={"hands.0": []}), asks=(SAYS,))["asks"]
