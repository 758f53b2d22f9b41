"""Films of flat cards, from script to folder."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from scanner.imaging.decode import decode
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.films.film import Script
from scanner.synth.flat_films.flat_film import FlatPainter, write_flat_film
from scanner.synth.flat_films.places import FlatPlaces, FlatSpot
from tests.support.film_scripts import tiny_round

SIZE = (320, 180)


def test_a_flat_film_shows_what_its_truth_says(tmp_path: Path) -> None:
    script = Script("koikoi", "hanafuda", ("Aki", "Emi", "Ken"), {}, 3, 48, tiny_round())
    background = np.full((90, 160, 3), (40, 90, 30), np.uint8)
    truth = write_flat_film(tmp_path, script, DrawnFaces("hanafuda"), seed=4, size=SIZE, background=background)
    assert json.loads((tmp_path / "truth.json").read_text("utf-8")) == truth
    assert json.loads((tmp_path / "zones.json").read_text("utf-8")) == truth["zones"]
    told = [(event["event"], event["seat"], event["card"]) for event in truth["events"]]
    assert told == [(step.move.event, step.move.seat, step.move.card) for step in script.played.steps]
    assert [event["t"] for event in truth["events"]] == sorted(event["t"] for event in truth["events"])
    frames = sorted(tmp_path.glob("*.jpg"))
    assert len(frames) > 5 * truth["events"][-1]["t"]
    first, last = (decode(file.read_bytes()).astype(int) for file in (frames[0], frames[-1]))
    assert first.shape == (180, 320, 3)
    assert (np.abs(last - first).max(axis=2) > 60).mean() > 0.01


def test_an_arm_covers_what_it_lies_over() -> None:
    rng = np.random.default_rng(1)
    places = FlatPlaces(rng, SIZE, 2, 2, (33.0, 54.0))
    painter = FlatPainter(rng, places, DrawnFaces("hanafuda"), np.zeros((90, 160, 3), np.uint8))
    spot = FlatSpot(160, 120, 0)
    assert painter.showing_share(spot, None) == 1.0
    assert painter.showing_share(spot, (0, 160, 90)) < 0.6
    assert painter.showing_share(spot, (1, 160, 40)) == 1.0
    painter.put(1, "h01-1", spot)
    shown = painter.paint((), None)
    assert shown[120, 160].max() > 30
    assert shown[20, 20].max() < 30
    painter.put(1, "", None)
    assert painter.paint((), None)[120, 160].max() < 30


@pytest.mark.parametrize("people", [2, 3, 4])
def test_arms_come_from_the_edge_of_their_seat(people: int) -> None:
    places = FlatPlaces(np.random.default_rng(2), SIZE, people, people, (33.0, 54.0))
    for person, zone in enumerate(places.zones):
        x, y = places.edge(person)
        assert not (0 <= x <= SIZE[0] and 0 <= y <= SIZE[1])
        assert (x - 160) * (zone.x - 0.5) >= 0
        assert (y - 90) * (zone.y - 0.5) >= 0
