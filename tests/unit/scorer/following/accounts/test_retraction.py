"""Cards that were taken back though the camera did not miss them then."""

import random
from dataclasses import replace

import pytest

from scorer.following.decoder import begin, conclude
from scorer.following.sighting import Change, Rest
from scorer.games import game
from scorer.session.samples import sample_session
from tests.support.decoded_rounds import HandLaidTable, begin_tokotoko, follow_all, seen_card
from tests.support.simulated_rests import Camera

TRICK = 8
"""Cards laid and taken in one trick of Etori."""


def with_card_taken_back(rests: list[Rest], place: int, again: int) -> list[Rest]:
    """The rests as if the card laid at `again` had been laid at `place` before, taken back, and another laid there.

    Nobody saw the other card: it is missed as that one, and that one comes from its place when it is laid again.
    """
    (other,), (card,) = rests[place].changes, rests[again].changes
    shown = replace(card.card, track=other.card.track, position=other.card.position)
    anew = replace(shown, position=card.card.position)

    def as_seen(change: Change, number: int) -> Change:
        if number == place:
            return Change("appeared", shown)
        if number == again:
            return Change("moved", anew, shown)
        if change.card.track == other.card.track:
            return Change("left", shown, shown)
        if change.card.track != card.card.track:
            return change
        return replace(change, card=replace(change.card, track=anew.track), before=anew)

    return [
        replace(rest, changes=tuple(as_seen(change, number) for change in rest.changes), table=())
        for number, rest in enumerate(rests)
    ]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 5))])
def test_a_card_that_is_laid_again_after_a_trick_was_not_in_it(seed: int) -> None:
    """The third card of the second trick is taken back for one that nobody sees, and laid in the third trick."""
    rules = game("etori")
    assert rules.play_rules is not None
    table, deck = sample_session(rules).table(), rules.decks[0]
    played = rules.play_rules.play_round(table, deck, random.Random(seed))
    place = TRICK + 2
    seat = played.steps[place].move.seat
    again = next(
        number
        for number, step in enumerate(played.steps)
        if number >= 2 * TRICK and (step.move.event, step.move.seat) == ("laid", seat)
    )
    camera = Camera(len(table.seats), [step.card for step in played.steps], random.Random(seed))
    rests = with_card_taken_back(camera.rests(played), place + 1, again + 1)  # the first rest shows the empty table
    state, _ = follow_all(begin(rules, table, deck), rests)
    events = [(event.event, event.seat) for event in state.history if event.card == played.steps[again].card]
    winner = played.steps[2 * TRICK + 4].move.seat
    assert events == [("laid", seat), ("retracted", seat), ("laid", seat), ("taken", winner)]
    assert conclude(state).round == played.round


@pytest.mark.parametrize(("chance", "lies"), [(0.6, None), (0.99, "h05-1")])
def test_a_card_that_lies_face_down_again_was_turned_only_if_its_face_was_read_well(
    chance: float, lies: str | None
) -> None:
    table = HandLaidTable()
    back, face = seen_card(1, 1), seen_card(1, 1, "h05-1", "h06-1", chance=chance)
    rests = [table.rest(Change("appeared", back)), table.rest(Change("turned", face, back))]
    state, _ = follow_all(begin_tokotoko(), rests)
    assert state.best.cards[1].code == "h05-1"
    state, _ = follow_all(state, [table.rest(Change("turned", back, face))])
    assert state.best.cards[1].code == lies
    assert [event.event for event in state.history] == ["laid", *(["turned"] if lies else [])]
