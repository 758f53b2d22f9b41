"""A film from the game's name to a folder with frames and truth."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from scanner.imaging.decode import encode_jpeg
from scanner.seat_zones import MAX_SEATS
from scanner.synth.face_textures import Faces
from scanner.synth.films.incidents import IncidentConfig
from scanner.synth.films.plan import FilmEvent
from scanner.synth.films.renderer import FPS, FilmRenderer
from scanner.synth.films.stage import Stage, set_stage
from scanner.synth.films.timeline import plan_film
from scanner.synth.habits.script_changes import take_up
from scanner.synth.habits.switches import PLAIN, FilmSwitches
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import games
from scorer.rules.play.moves import ScriptedRound
from scorer.rules.prompts import Table
from scorer.texts import Text

_AFTER_FIELD_S = 0.4
"""Seconds after the last card of the field at which a camera starts that starts late."""
NAMES = ("Aki", "Emi", "Ken", "Yui", "Ryo", "Mai", "Jun", "Sae", "Goro", "Hana", "Isao", "Tomo")
"""Names of players who were not named."""


@dataclass(frozen=True, slots=True)
class FilmRequest:
    """What to film. `kind`: the deck's kind, the game's first if empty. `seats`: names dealer first, or how many.

    `options`: house rules that differ from the game's defaults. `faults`: what the players do wrong, keys of the
    `film_faults` of the game's `Playable`. `switches`: what is otherwise than at our own tables.
    """

    game: str
    kind: str = ""
    seats: tuple[str, ...] = ()
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    faults: tuple[str, ...] = ()
    switches: FilmSwitches = PLAIN


@dataclass(frozen=True, slots=True)
class Script:
    """A round to be filmed: the game's key, the deck's kind, names and options, how many people sit, the round."""

    game: str
    kind: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    people: int
    pack_size: int
    played: ScriptedRound
    switches: FilmSwitches = PLAIN


def write_script(request: FilmRequest) -> Script:
    """Play the round. Refusal for a game without rules of play; a deck, a number of seats, a fault it cannot have."""
    game = games().get(request.game)
    if game is None or game.play_rules is None:
        known = ", ".join(key for key, other in sorted(games().items()) if other.play_rules is not None)
        raise Refusal(
            "bad_option",
            Text(
                f"{request.game} cannot be filmed. Games that can: {known or 'none'}.",
                f"{request.game}は撮影できません。撮影できるゲーム：{known or 'なし'}。",
            ),
        )
    strange = [fault for fault in request.faults if fault not in game.play_rules.film_faults]
    if strange:
        raise Refusal(
            "bad_option",
            Text(f"{game.key} has no fault {strange[0]}.", f"{game.key}に「{strange[0]}」という誤りはありません。"),
        )
    kind = request.kind or game.decks[0]
    if kind not in game.decks:
        raise Refusal(
            "wrong_deck", Text(f"{game.key} is not played with {kind}.", f"{game.key}は{kind}では遊びません。")
        )
    options = game.resolve_options(request.options)
    allowed = game.seats_for(options)
    rng = random.Random(request.seed)  # noqa: S311  a film, no secret
    fewest, most = allowed[0], min(allowed[-1], 4 if game.people_per_seat == 1 else allowed[-1])
    count = len(request.seats) or request.players or rng.randint(fewest, max(fewest, most))
    if count not in allowed or len(set(request.seats)) != len(request.seats):
        raise Refusal(
            "bad_count",
            Text(
                f"{game.key} has {allowed[0]} to {allowed[-1]} seats, each with a name of its own.",
                f"{game.key}は{allowed[0]}～{allowed[-1]}席で、名前はそれぞれ別にします。",
            ),
        )
    if count * game.people_per_seat > MAX_SEATS:
        raise Refusal(
            "bad_count",
            Text(
                f"At most {MAX_SEATS} people fit at a filmed table.", f"撮影する卓に座れるのは{MAX_SEATS}人までです。"
            ),
        )
    seats = request.seats or _names(count, game.people_per_seat)
    played = game.play_rules.play_round(Table(seats, options), kind, rng, request.faults)
    if request.switches.taken_up:
        played = replace(played, steps=take_up(played.steps))
    people, pack_size = _people(played, count, game.people_per_seat), len(game.pack(decks()[kind], options))
    return Script(game.key, kind, seats, options, people, pack_size, played, request.switches)


def _names(count: int, people: int) -> tuple[str, ...]:
    if people == 1:
        return NAMES[:count]
    return tuple(f"{NAMES[n]} & {NAMES[n + count]}" for n in range(count))


def _people(played: ScriptedRound, seats: int, people_per_seat: int) -> int:
    """How many people sit at the table: more than there are seats where pairs play."""
    named: Sequence[int] = [seat for step in played.steps for seat in (step.zone, step.move.seat) if seat is not None]
    return max(seats * people_per_seat, *(seat + 1 for seat in named)) if named else seats * people_per_seat


def film_stage(seed: int, script: Script, width: int, height: int) -> Stage:
    """The table on which a script is played."""
    card = decks()[script.kind].size_mm
    rng = np.random.default_rng([seed, 0])
    return set_stage(rng, script.people, card, (width, height), len(script.seats), script.switches)


def missing_faces(script: Script, faces: Faces) -> list[str]:
    """The codes of the cards of a script, in order, of which there is no picture."""
    return sorted({step.card for step in script.played.steps if step.card} - set(faces.codes()))


def write_film(  # noqa: PLR0913  what a film is made of
    folder: Path,
    script: Script,
    faces: Faces,
    *,
    seed: int,
    config: IncidentConfig,
    surface: str | None = None,
    size: tuple[int, int] = (1280, 720),
    on_frame: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Write a film folder and give its truth. `on_frame` hears how many frames are done, and of how many.

    Raises OSError where the folder cannot be written, Refusal `bad_option` where a face of the round has no picture.
    """
    if missing := missing_faces(script, faces):
        codes = ", ".join(missing)
        raise Refusal(
            "bad_option",
            Text(
                f"The pictures of {faces.name} lack cards of this round: {codes}.",
                f"{faces.name}の絵には、この局の札がありません：{codes}。",
            ),
        )
    stage = film_stage(seed, script, *size)
    plan = plan_film(seed, stage, script.played.steps, script.pack_size, config)
    renderer = FilmRenderer(plan, faces, surface)
    folder.mkdir(parents=True, exist_ok=True)
    first = _first_frame(plan.events) if script.switches.late_start else 0
    for number, frame in enumerate(renderer.frames()):
        if number >= first:
            (folder / f"{number - first:06d}.jpg").write_bytes(encode_jpeg(frame, renderer.jpeg_quality))
        if on_frame is not None:
            on_frame(number + 1, renderer.count)
    zones = stage.zones()
    truth = {
        "game": script.game,
        "deck": script.kind,
        "seats": list(script.seats),
        "options": dict(script.options),
        "fps": FPS,
        "zones": zones,
        "events": list(_true_events(renderer.shown, first / FPS)),
        "round": dict(script.played.round),
        "seed": seed,
        "faces": faces.name,
        "surface": renderer.surface,
        "switches": list(script.switches.names),
        "incidents": [
            {"t": round(time_s - first / FPS, 2), "incident": name}
            for time_s, name in plan.incidents
            if time_s >= first / FPS
        ],
    }
    (folder / "zones.json").write_text(json.dumps(zones) + "\n", encoding="utf-8")
    (folder / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return truth


def _first_frame(events: Sequence[FilmEvent]) -> int:
    """The number of the first frame that a camera takes which starts when the field lies: cards without a player."""
    field = [event for event in events if event.event == "laid" and event.seat is None]
    other = next((event.time_s for event in events if event not in field), 0.0)
    last = max((event.time_s for event in field if event.time_s < other), default=0.0)
    return round((last + _AFTER_FIELD_S) * FPS) if last else 0


def _true_events(shown: Sequence[tuple[float, FilmEvent]], first_s: float) -> Iterator[dict[str, Any]]:
    """The events of the truth; those before the first picture, at `first_s`, as cards that lie there from the start."""
    for time_s, event in shown:
        is_start = first_s > 0 and time_s <= first_s
        line = {
            "t": round(max(0.0, time_s - first_s), 2),
            "event": event.event,
            "seat": event.seat,
            "card": event.card,
        }
        yield line | {"start": True} if is_start else line
