from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from scanner.synth.face_textures import DrawnFaces
from scanner.synth.films.film import FilmRequest, Script, film_stage, write_film, write_script
from scanner.synth.films.incidents import CALM, CONFIG
from scanner.synth.films.timeline import PICTURES, plan_film
from scanner.synth.habits.switches import PLAIN, switch_on
from scorer.errors import Refusal
from scorer.games import games
from scorer.rules.play.moves import ScriptedRound
from tests.support.film_scripts import lay_step, tiny_round

PLAYED = sorted(key for key, game in games().items() if game.play_rules is not None)


def render_film(folder: Path, seed: int) -> dict[str, str]:
    script = Script("koikoi", "hanafuda", ("Aki", "Emi", "Ken"), {}, 3, 48, tiny_round())
    write_film(folder, script, DrawnFaces("hanafuda"), seed=seed, config=CONFIG, size=(320, 180))
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir())}


@pytest.mark.long
def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    first = render_film(tmp_path / "a", 7)
    assert first == render_film(tmp_path / "b", 7)
    truth = json.loads((tmp_path / "a" / "truth.json").read_text(encoding="utf-8"))
    zones = json.loads((tmp_path / "a" / "zones.json").read_text(encoding="utf-8"))
    assert truth["zones"] == zones
    assert len(zones["seats"]) == len(truth["seats"]) == 3
    frames = [name for name in first if name.endswith(".jpg")]
    assert frames == [f"{number:06}.jpg" for number in range(len(frames))]
    assert len(frames) >= 5 * truth["events"][-1]["t"]
    times = [event["t"] for event in truth["events"]]
    assert times == sorted(times)
    assert all(round(5 * time_s, 6).is_integer() for time_s in times)
    assert {event["event"] for event in truth["events"]} == {"laid", "taken", "turned"}


@pytest.mark.parametrize("game", PLAYED)
def test_every_game_with_rules_of_play_can_be_filmed(game: str) -> None:
    """Films are planned, not painted: moves are those of the script, and the round settles."""
    for seed in range(4):
        script = write_script(FilmRequest(game, seed=seed))
        assert games()[game].settle(script.played.round)
        plan = plan_film(seed, film_stage(seed, script, 1280, 720), script.played.steps, script.pack_size, CALM)
        events = [(event.event, event.seat, event.card) for event in plan.events]
        steps = [(step.move.event, step.move.seat, step.move.card) for step in script.played.steps]
        assert sorted(events, key=str) == sorted(steps, key=str)
        laid = [event for event in events if event[0] != "taken"]
        assert laid == [step for step in steps if step[0] != "taken"]
        assert plan_film(seed, film_stage(seed, script, 1280, 720), script.played.steps, script.pack_size).rides


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (FilmRequest("poker"), "bad_option"),
        (FilmRequest("otoroku", "daini"), "wrong_deck"),
        (FilmRequest("otoroku", players=12), "bad_count"),
        (FilmRequest("otoroku", seats=("Aki", "Aki")), "bad_count"),
        (FilmRequest("tokotoko", players=9), "bad_count"),
        (FilmRequest("koikoi", faults=("revoke",)), "bad_option"),
    ],
)
def test_what_cannot_be_filmed_is_refused_in_words(request_: FilmRequest, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        write_script(request_)
    assert refusal.value.code == code


def test_faults_of_play_stand_in_the_plan_with_their_time() -> None:
    script = write_script(FilmRequest("etori", seed=3, faults=("revoke", "turn")))
    plan = plan_film(3, film_stage(3, script, 1280, 720), script.played.steps, script.pack_size, CALM)
    assert sorted(name for _, name in plan.incidents) == ["revoke", "turn"]
    (turn_s,) = [time_s for time_s, name in plan.incidents if name == "turn"]
    laid = [event for event in plan.events if event.event == "laid"]
    (out_of_turn,) = [place for place, event in enumerate(laid) if event.time_s == turn_s]
    trick = [(event.seat, event.spot) for event in laid[4 * (out_of_turn // 4) :][:4]]
    assert [seat for seat, _ in trick] in ([0, 0, 1, 1], [1, 1, 0, 0])
    places = {(round(spot.x / 30), round(spot.y / 30)) for _, spot in trick if spot}
    assert len(places) == 4, "each of the four has laid one card"


def test_a_deck_that_lacks_cards_of_the_round_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script("koikoi", "hanafuda", ("Aki", "Emi", "Ken"), {}, 3, 48, tiny_round())
    (missing, *there) = sorted({step.card for step in script.played.steps if step.card})
    faces = DrawnFaces("hanafuda")
    monkeypatch.setattr(DrawnFaces, "codes", lambda _: tuple(there))
    with pytest.raises(Refusal, match="bad_option") as refused:
        write_film(tmp_path / "film", script, faces, seed=1, config=CALM)
    assert missing in refused.value.message.en
    assert not (tmp_path / "film").exists()


def test_switches_stand_in_the_truth_and_change_the_film(tmp_path: Path) -> None:
    steps = (lay_step(None, "h01-1", None), lay_step(None, "h02-1", None), lay_step(1, "h03-1", 1, "hand"))
    played = ScriptedRound(steps, {"game": "koikoi"})
    for switches in (PLAIN, switch_on("late_start", "cloth", "things", "slant", "arms", "pace", "turned_table")):
        script = Script("koikoi", "hanafuda", ("Aki", "Emi"), {}, 2, 48, played, switches)
        write_film(tmp_path / "film", script, DrawnFaces("hanafuda"), seed=3, config=CALM, size=(320, 180))
        truth = json.loads((tmp_path / "film" / "truth.json").read_text(encoding="utf-8"))
        assert truth["switches"] == list(switches.names)
        starts = [event for event in truth["events"] if event.get("start")]
        assert [event["card"] for event in starts] == (["h01-1", "h02-1"] if switches.late_start else [])
        assert all(event["t"] == 0 for event in starts)
        first_edge = truth["zones"]["seats"][0][0][1] > 90
        assert first_edge is not switches.turned_table


def test_four_partners_have_zones_of_their_own() -> None:
    request = FilmRequest("etori", seed=3, switches=switch_on("own_zones", "growing_heap", "spread_pictures"))
    script = write_script(request)
    stage = film_stage(3, script, 1280, 720)
    assert (stage.seat_count, len(stage.zones()["seats"])) == (2, 4)
    plan = plan_film(3, stage, script.played.steps, script.pack_size, CALM)
    assert {plan.arms[ride.arm].seat for ride in plan.rides} == {0, 1, 2, 3}
    pictures = {ride.number for ride in plan.rides if ride.code[:-1] in PICTURES}
    shown = [ride for ride in plan.rides if ride.number in pictures and ride.is_up and not ride.was_up]
    plain = film_stage(3, write_script(FilmRequest("etori", seed=3)), 1280, 720)
    assert len(plain.zones()["seats"]) == 2
    assert len(plan.rides) > len(plan_film(3, plain, script.played.steps, script.pack_size, CALM).rides)
    assert all(ride.target != ride.source for ride in shown)


def test_cards_are_taken_up_in_a_film_of_sums() -> None:
    script = write_script(FilmRequest("tokotoko", seed=3, switches=switch_on("taken_up")))
    events = [(step.move.event, step.move.card) for step in script.played.steps]
    assert ("taken", None) in events
    plan = plan_film(3, film_stage(3, script, 1280, 720), script.played.steps, script.pack_size, CALM)
    assert [event.event for event in plan.events].count("taken") == events.count(("taken", None))
