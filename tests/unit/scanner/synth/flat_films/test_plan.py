"""What hands do in a flat film."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

from scanner.synth.films.film import FilmRequest, write_script
from scanner.synth.flat_films.places import FlatPlaces
from scanner.synth.flat_films.plan import has_pile, plan_grasps
from scorer.decks import decks
from tests.support.film_scripts import take_step, tiny_round


def test_cards_are_carried_from_where_they_lie() -> None:
    places = FlatPlaces(np.random.default_rng(1), (640, 360), 3, 3, (33.0, 54.0))
    grasps = plan_grasps(np.random.default_rng(2), places, tiny_round().steps, 3)
    assert [[told[0] for told in grasp.told] for grasp in grasps] == [
        ["laid"], ["laid"], ["laid"], ["taken", "taken"], ["turned"],
    ]  # fmt: skip
    assert all(a.away_s < b.come_s for a, b in pairwise(grasps))
    assert all(grasp.come_s <= grasp.lift_s < grasp.drop_s < grasp.away_s for grasp in grasps)
    turned = grasps[-1].cards[0]
    assert turned[2] == turned[3]
    assert turned[4:] == (False, True)
    assert has_pile(tiny_round().steps)
    assert not has_pile([take_step(1, "h01-1")])


def test_rounds_of_every_kind_are_planned() -> None:
    for game in ("koikoi", "etori", "tokotoko", "kujuroku"):
        script = write_script(FilmRequest(game, seed=random.Random(game).randint(1, 99)))
        rng = np.random.default_rng(1)
        places = FlatPlaces(rng, (640, 360), script.people, len(script.seats), decks()[script.kind].size_mm)
        grasps = plan_grasps(rng, places, script.played.steps, script.people)
        told = [each for grasp in grasps for each in grasp.told]
        assert told == [(step.move.event, step.move.seat, step.move.card) for step in script.played.steps]
        if game == "etori":
            assert {grasp.person for grasp in grasps} == {0, 1, 2, 3}
