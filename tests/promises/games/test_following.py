"""Followed rounds come out as played, and are never sure and wrong."""

import json
import random
from dataclasses import replace

import pytest

from scorer.decks import decks
from scorer.following.decoder import begin, conclude, flush, follow
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.games import game, games
from scorer.session.samples import sample_session
from tests.support.decoded_rounds import FollowedRound, film_random_round, follow_all, follow_random_round
from tests.support.simulated_rests import CLEAN, Noise

FOLLOWED = [key for key, each in games().items() if each.play_rules is not None]
STEPS = 100
"""Cards laid, turned and taken in the rounds of a game with a clear view: about 7 rounds where rounds are short."""
NOISY_STEPS = 60
MANY_STEPS = 4000
USUAL_STEPS = 16
"""Cards laid, turned and taken in a short round. The longer a round, the more of it is seen badly."""
ROUNDS_AT_ONCE = 100
"""Rounds of one test: a hundred take up to a minute, and a test that takes ten is given up."""
NOISES = {
    "doubtful names": (Noise(doubtful=0.15, confused=0.25, renamed=0.5), 0.5),
    "a card seen late": (Noise(late=0.02), 0.9),
    "things that are no cards": (Noise(ghost=0.03), 0.8),
    "two cards in the wrong order": (Noise(swapped=0.03), 0.85),
    "tracks lost and found": (Noise(new_track=0.04), 0.95),
    "pictures that jump": (Noise(jumped=0.03), 0.7),
    "everything": (Noise(0.1, 0.2, 0.5, 0.01, 0.01, 0.01, 0.01), 0.5),
}
"""What the camera gets wrong, and the least share of short rounds that come out exact all the same."""
IN_THE_GATE = "everything"
KINDS = [pytest.param(noise, marks=() if noise == IN_THE_GATE else pytest.mark.long) for noise in NOISES]


def settles_differently(key: str, found: FollowedRound) -> bool:
    """Whether the found round settles otherwise than the played one."""
    rules = game(key)
    return rules.settle(found.completed_round).net != rules.settle(found.played.round).net


@pytest.mark.parametrize("least", [STEPS, pytest.param(MANY_STEPS, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", FOLLOWED)
def test_a_round_with_a_clear_view_is_exact_and_every_event_is_said_once(key: str, least: int) -> None:
    steps = seed = 0
    while steps < least:
        seed += 1
        found = follow_random_round(key, seed, cleared=seed % 2 == 0)
        steps += len(found.played.steps)
        events = [(event.event, event.seat, event.card) for event in found.events]
        assert events == [(step.move.event, step.move.seat, step.move.card) for step in found.played.steps], seed
        assert found.is_exact, seed
        assert all(path for path, _ in found.outcome.asks), (seed, found.outcome.asks)
        assert found.outcome.sure == (not found.outcome.asks)


@pytest.mark.parametrize("noise", KINDS)
@pytest.mark.parametrize("key", FOLLOWED)
def test_a_round_seen_badly_is_never_wrong_and_sure(key: str, noise: str) -> None:
    misreadings, least = NOISES[noise]
    steps = seed = exact = 0
    while steps < (NOISY_STEPS if noise == IN_THE_GATE else MANY_STEPS):
        seed += 1
        found = follow_random_round(key, seed, misreadings, cleared=seed % 3 == 0)
        steps += len(found.played.steps)
        exact += found.is_exact
        assert not (found.outcome.sure and settles_differently(key, found)), (seed, found.outcome)
    expected = seed * least ** max(1, steps / seed / USUAL_STEPS)
    assert exact >= int(expected), f"{exact} of {seed} rounds exact"


@pytest.mark.parametrize("seen", [7, 10])
@pytest.mark.parametrize("key", ["kakeya", "etori"])
def test_a_camera_that_is_unplugged_in_mid_trick_leaves_what_was_seen(key: str, seen: int) -> None:
    """While the first trick is taken, and after two cards of the second."""
    found = follow_random_round(key, 3, rests=seen + 1)
    events = [(event.event, event.seat, event.card) for event in found.events]
    assert events == [(step.move.event, step.move.seat, step.move.card) for step in found.played.steps[:seen]]
    assert not found.outcome.sure
    assert "the round does not look finished" in [text.en for _, text in found.outcome.asks]
    assert found.outcome.round["game"] == key


_MIXED_PACKS = {"dontsuku": 3, "oicho-kabu": 9, "otoroku": 3}
"""Seeds of rounds whose two latest cards have no second copy left to come; of the other games nearly any has."""


@pytest.mark.parametrize("key", FOLLOWED)
def test_cards_of_a_second_pack_are_said_and_lose_nothing_once_they_are_gone(key: str) -> None:
    """Copies of two cards lie beside them from the middle of the round on, for four rests."""
    state, played, rests = film_random_round(key, _MIXED_PACKS.get(key, 1), CLEAN)
    middle = len(rests) // 2
    beside = [card for card in rests[middle].table if card.is_face_up][-2:]
    x_y = [(card.position[0] + 0.02, card.position[1] + 0.05) for card in beside]
    copies = [
        replace(card, track=9000 + number, position=spot)
        for number, (card, spot) in enumerate(zip(beside, x_y, strict=True))
    ]
    mixed = [replace(rest, table=(*rest.table, *copies)) for rest in rests[middle : middle + 4]]
    come, gone = ([Change(kind, card) for card in copies] for kind in ("appeared", "left"))
    mixed[0] = replace(mixed[0], changes=(*mixed[0].changes, *come))
    rests[middle + 4] = replace(rests[middle + 4], changes=(*rests[middle + 4].changes, *gone))
    while_they_lie, _ = follow_all(state, [*rests[:middle], *mixed[:2]])
    outcome = conclude(while_they_lie)
    assert not outcome.sure
    assert any("are two packs mixed?" in text.en for path, text in outcome.asks if not path)
    after, events = follow_all(state, [*rests[:middle], *mixed, *rests[middle + 4 :]])
    found = FollowedRound(played, after, tuple(events), conclude(after))
    assert found.is_exact
    assert not any("are two packs mixed?" in text.en for _, text in found.outcome.asks)


@pytest.mark.parametrize("rounds", [1, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", ["kakeya", "kujuroku", "otoroku"])
def test_pictures_that_jump_make_no_round_wrong_and_sure(key: str, rounds: int) -> None:
    for seed in range(1, rounds + 1):
        found = follow_random_round(key, seed, NOISES["pictures that jump"][0])
        assert not (found.outcome.sure and settles_differently(key, found)), (seed, found.outcome)


@pytest.mark.long
@pytest.mark.parametrize("first", range(10_000, 11_000, ROUNDS_AT_ONCE))
@pytest.mark.parametrize("key", FOLLOWED)
def test_of_a_thousand_rounds_seen_badly_none_is_wrong_and_sure(key: str, first: int) -> None:
    misreadings, _ = NOISES["everything"]
    for seed in range(first, first + ROUNDS_AT_ONCE):
        found = follow_random_round(key, seed, misreadings)
        assert not (found.outcome.sure and settles_differently(key, found)), (seed, found.outcome)


@pytest.mark.parametrize(("rounds", "rests"), [(1, 6), pytest.param(10, 25, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", FOLLOWED)
def test_whatever_is_seen_ends_in_a_round_and_questions(key: str, rounds: int, rests: int) -> None:
    """Random cards appear, leave, turn over and change their names in any zone."""
    codes = [code for deck in decks().values() for code in deck.faces]
    for seed in range(rounds):
        rng = random.Random(seed)
        rules = game(key)
        own = list(decks()[rules.decks[0]].faces)
        state = begin(rules, sample_session(rules).table(), rules.decks[0])
        looks: dict[int, SeenCard] = {}
        for second in range(rests):
            changes = []
            for _ in range(rng.randint(0, 4)):
                before = looks.get(rng.randint(0, 12))
                track = rng.randint(0, 12) if before is None else before.track
                names = tuple((rng.choice(own if rng.random() < 0.8 else codes), 0.4) for _ in range(rng.randint(0, 2)))
                zone = rng.choice([None, 0, 1, 2, 9, -1])
                after = SeenCard(track, zone, (rng.random(), rng.random()), names, is_sure=rng.random() < 0.6)
                kind = rng.choice(["appeared", "left", "turned", "moved", "renamed"])
                changes.append(Change(kind, after, before))
                looks[track] = after
            table = tuple(rng.sample(list(looks.values()), rng.randint(0, len(looks))))
            state, _ = follow(state, Rest(float(second), tuple(changes), table, is_clear=rng.random() < 0.9))
            assert state.hints is not None
        state, _ = flush(state)
        found = conclude(state)
        assert found.sure is False or not found.asks
        json.dumps(found.as_json())
