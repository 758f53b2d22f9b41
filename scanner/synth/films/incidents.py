"""What disturbs a film, as it disturbs real tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scanner.synth.films.arms import ArmTrack
from scanner.synth.films.plan import Bump, Glass, LightChange, Ride, Shade
from scanner.synth.films.stage import Point, Spot, Stage

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class IncidentConfig:
    """How often and how much real tables differ from calm ones.

    Probabilities 0..1 for each step: `quick` that the next player begins before the hand of the last has left,
    `retract` that a card from a hand is laid by mistake and taken back, `adjust` that a card just laid is pushed
    straight. For each film: `sleeve` that an arm rests over cards, tried `sleeve_tries` times, `glass` that a glass is
    set down, `bump` that the camera is pushed, `light` that the light changes, `shade` that somebody leans between
    lamp and table, `sweep` that the cards are swept up after the round. For each person: `left_handed`. `sleeve_s`:
    seconds that an arm rests, least and most. `bump_px`, `bump_deg`: deviation in pixels
    and in degrees. `light_factor`: by how much brighter or darker it becomes, at most. `light_s`: seconds within which
    it does.
    """

    quick: float = 0.3
    retract: float = 0.03
    adjust: float = 0.07
    sleeve: float = 0.5
    sleeve_tries: int = 2
    glass: float = 0.35
    bump: float = 0.25
    light: float = 0.35
    shade: float = 0.3
    sweep: float = 0.15
    left_handed: float = 0.15
    sleeve_s: tuple[float, float] = (3.0, 10.0)
    bump_px: float = 3.0
    bump_deg: float = 0.12
    light_factor: float = 0.18
    light_s: tuple[float, float] = (0.4, 6.0)


CONFIG = IncidentConfig()
CALM = IncidentConfig(
    quick=0.0,
    retract=0.0,
    adjust=0.0,
    sleeve=0.0,
    glass=0.0,
    bump=0.0,
    light=0.0,
    shade=0.0,
    sweep=0.0,
    left_handed=0.0,
)
_CLEAR_MM = 95.0
"""Millimetres around an arm or a glass in which nothing is laid or lifted: nobody plays through an arm."""
_SLEEVE_REACH_MM = (15.0, 190.0)
"""Millimetres by which a resting hand reaches beyond the corner of the card that its arm covers."""
_RESTING_MM = 4.0
"""Height in mm of a resting hand above the table."""
_SLIDE_S = (0.7, 1.1)
"""Seconds in which an arm comes to rest, or a glass is brought."""
_GLASS_MARGIN_MM = 50.0
"""Millimetres from the middle of a glass to the nearest card."""
_SHADE_S = (2.0, 9.0)
"""Seconds for which somebody leans over the table, least and most."""
_SHADE_REACH = (0.18, 0.42)
"""Radius of the shade of a head or a shoulder in fractions of the picture's width, least and most."""
_SHADE_DEPTH = (0.12, 0.4)
"""Share of the light, 0..1, that it takes, least and most: other lamps and the walls still shine there."""
_TRIES = 30
"""Attempts at finding a moment and a place for an incident; without one it does not happen."""


def _busy_points(rides: tuple[Ride, ...], start_s: float, end_s: float) -> list[Point]:
    """Where cards are lifted and laid in a stretch of time."""
    during = [ride for ride in rides if ride.start_s <= end_s and ride.end_s >= start_s]
    return [(spot.x, spot.y) for ride in during for spot in (ride.source, ride.target)]


def _distance(point: Point, start: Point, end: Point) -> float:
    """Distance in mm from a point to a line segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / max(dx * dx + dy * dy, 1e-6)
    share = min(1.0, max(0.0, share))
    return float(np.hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy))


def _lying(rides: tuple[Ride, ...], start_s: float, end_s: float) -> list[Spot]:
    """The spots of the cards that lie still in all of a stretch of time."""
    last = {ride.number: ride for ride in rides if ride.start_s <= end_s}
    return [ride.target for ride in last.values() if ride.end_s < start_s and not ride.is_gone]


def rest_sleeve(
    rng: Rng, config: IncidentConfig, stage: Stage, arms: list[ArmTrack], rides: tuple[Ride, ...], end_s: float
) -> float | None:
    """Let somebody's left arm rest over a corner of a card for some seconds. The moment, None if it suits nowhere."""
    for _ in range(_TRIES):
        lasts = float(rng.uniform(*config.sleeve_s))
        start = float(rng.uniform(2.0, max(2.1, end_s - lasts - 2.0)))
        come, leave = (float(rng.uniform(*_SLIDE_S)) for _ in range(2))
        seat = int(rng.integers(0, len(stage.seats)))
        shoulder = stage.shoulder(seat, is_left=True)
        lying = [spot for spot in _lying(rides, start - come, start + lasts + leave) if _owner(stage, spot) == seat]
        if not lying or start - come < 0.5:
            continue
        corner = stage.outline(lying[int(rng.integers(0, len(lying)))])[int(rng.integers(0, 4))]
        length = float(np.hypot(corner[0] - shoulder[0], corner[1] - shoulder[1]))
        share = 1 + float(rng.uniform(*_SLEEVE_REACH_MM)) / length
        tip = (
            shoulder[0] + share * (float(corner[0]) - shoulder[0]),
            shoulder[1] + share * (float(corner[1]) - shoulder[1]),
        )
        busy = _busy_points(rides, start - come, start + lasts + leave)
        if any(_distance(point, shoulder, tip) < _CLEAR_MM for point in busy):
            continue
        track = ArmTrack(seat, is_left=True, home=stage.home(seat))
        track.move(start - come, track.home, 50.0)
        track.move(start, tip, _RESTING_MM)
        track.move(start + lasts, tip, _RESTING_MM)
        track.move(start + lasts + leave, track.home, 50.0)
        arms.append(track)
        return start
    return None


def _owner(stage: Stage, spot: Spot) -> int:
    """The seat to whose middle a spot is nearest."""
    distances = [np.hypot(area.x - spot.x, area.y - spot.y) for area in stage.seats]
    return int(np.argmin(distances))


def set_glass(rng: Rng, stage: Stage, arms: list[ArmTrack], rides: tuple[Ride, ...], end_s: float) -> Glass | None:
    """Let somebody set down a glass where no card ever lies. None if there is no such place."""
    ever = [ride.target for ride in rides if not ride.is_gone]
    for _ in range(_TRIES):
        seat = int(rng.integers(0, len(stage.seats)))
        area = stage.seats[seat]
        side = float(rng.choice([-1, 1]))
        x, y = side * float(rng.uniform(0.3, 0.47)) * area.along, float(rng.uniform(-0.1, 0.3)) * area.deep
        spot = area.place(x, y)
        if any(np.hypot(card.x - spot.x, card.y - spot.y) < _GLASS_MARGIN_MM + stage.card[1] / 2 for card in ever):
            continue
        come = float(rng.uniform(*_SLIDE_S))
        start = float(rng.uniform(1.0, max(1.1, 0.8 * end_s)))
        shoulder, home = stage.shoulder(seat, is_left=True), stage.home(seat)
        busy = _busy_points(rides, start, start + 2 * come)
        if any(_distance(point, shoulder, (spot.x, spot.y)) < _CLEAR_MM for point in busy):
            continue
        track = ArmTrack(seat, is_left=True, home=home)
        track.move(start, home, 60.0)
        track.move(start + come, (spot.x, spot.y), 35.0)
        track.move(start + come + 0.3, (spot.x, spot.y), 35.0)
        track.move(start + 2 * come + 0.3, home, 60.0)
        arms.append(track)
        return Glass(len(arms) - 1, start, start + come, Spot(*home), spot)
    return None


def bump_camera(rng: Rng, config: IncidentConfig, end_s: float) -> Bump:
    """A push of the camera."""
    dx, dy = rng.normal(0, config.bump_px, 2)
    return Bump(float(rng.uniform(1.0, end_s)), float(dx), float(dy), float(rng.normal(0, config.bump_deg)))


def change_light(rng: Rng, config: IncidentConfig, end_s: float) -> LightChange:
    """A cloud, or a lamp that somebody switches."""
    factor = 1 + float(rng.uniform(-config.light_factor, config.light_factor))
    return LightChange(float(rng.uniform(1.0, end_s)), float(rng.uniform(*config.light_s)), factor)


def lean_over(rng: Rng, end_s: float) -> Shade:
    """Somebody leans over an edge of the table, between it and the lamp."""
    along = float(rng.uniform(0, 1))
    edges = ((along, 0.0), (along, 1.0), (0.0, along), (1.0, along))
    x, y = edges[int(rng.integers(0, len(edges)))]
    reach, depth = float(rng.uniform(*_SHADE_REACH)), float(rng.uniform(*_SHADE_DEPTH))
    return Shade(float(rng.uniform(1.0, end_s)), float(rng.uniform(*_SHADE_S)), x, y, reach, depth)


Disturbances = tuple[tuple[Glass, ...], tuple[Bump, ...], tuple[LightChange, ...], tuple[Shade, ...]]
"""What disturbs one film."""


def disturb(
    rng: Rng, config: IncidentConfig, stage: Stage, arms: list[ArmTrack], rides: tuple[Ride, ...], end_s: float
) -> tuple[Disturbances, list[tuple[float, str]]]:
    """What happens besides the play before second `end_s`, and seconds and name of each.

    Arms that rest or bring something are added to `arms`.
    """
    happened: list[tuple[float, str]] = []
    for _ in range(config.sleeve_tries):
        if rng.random() < config.sleeve:
            moment = rest_sleeve(rng, config, stage, arms, rides, end_s)
            happened += [(moment, "sleeve")] if moment is not None else []
    glasses: tuple[Glass, ...] = ()
    if rng.random() < config.glass and (glass := set_glass(rng, stage, arms, rides, end_s)):
        glasses = (glass,)
        happened.append((glass.end_s, "glass"))
    bumps = (bump_camera(rng, config, end_s),) if rng.random() < config.bump else ()
    lights = (change_light(rng, config, end_s),) if rng.random() < config.light else ()
    shades = (lean_over(rng, end_s),) if rng.random() < config.shade else ()
    happened += [(bump.time_s, "bump") for bump in bumps] + [(light.time_s, "light") for light in lights]
    happened += [(shade.time_s, "shade") for shade in shades]
    return (glasses, bumps, lights, shades), happened
