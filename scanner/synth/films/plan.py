"""What happens in a film, before a picture of it is painted."""

from __future__ import annotations

from dataclasses import dataclass

from scanner.synth.films.arms import ArmTrack
from scanner.synth.films.stage import Spot, Stage


@dataclass(frozen=True, slots=True)
class Ride:
    """One card carried by a hand, or turned over under it.

    `number`: the physical card, which is the same as long as it is on the table. `arm`: index of the arm that carries
    it. `start_s`, `end_s`: when it is lifted and when it lies at rest. `source`, `target`: where, outside the picture
    for a card that comes or goes. `was_up`, `is_up`: whether its face shows before and after. `is_gone`: whether it
    leaves the table. `from_pile`: whether it is the top card of the draw pile.
    """

    number: int
    code: str
    arm: int
    start_s: float
    end_s: float
    source: Spot
    target: Spot
    was_up: bool = True
    is_up: bool = True
    is_gone: bool = False
    from_pile: bool = False


@dataclass(frozen=True, slots=True)
class FilmEvent:
    """One event of the truth.

    `time_s`: when its card comes to rest or has left, though a hand may still cover it. `card`: its code, None face
    down. `number`: the physical card. `spot`: where it then lies, None if it has left.
    """

    time_s: float
    event: str
    seat: int | None
    card: str | None
    number: int
    spot: Spot | None


@dataclass(frozen=True, slots=True)
class Pile:
    """The draw pile: where it lies, how many cards it has at first, and the seconds at which one is drawn."""

    spot: Spot
    count: int
    drawn_s: tuple[float, ...]

    def left_at(self, time_s: float) -> int:
        """The cards that are left in it."""
        return self.count - sum(drawn <= time_s for drawn in self.drawn_s)


@dataclass(frozen=True, slots=True)
class Glass:
    """A glass that an arm sets down: index of the arm, seconds from lifting to standing, from where to where."""

    arm: int
    start_s: float
    end_s: float
    source: Spot
    target: Spot


@dataclass(frozen=True, slots=True)
class Bump:
    """The camera is pushed: seconds, and pixels and degrees by which the picture is off from then on."""

    time_s: float
    dx: float
    dy: float
    turn_deg: float


@dataclass(frozen=True, slots=True)
class LightChange:
    """The light becomes another within seconds from `time_s`: a factor of its brightness."""

    time_s: float
    duration_s: float
    factor: float


@dataclass(frozen=True, slots=True)
class Shade:
    """Somebody leans between lamp and table: from `time_s` on, for `duration_s` seconds, a part of it is darker.

    `x`, `y`: its middle in fractions of the picture, 0..1 and a little beyond. `reach`: its radius in fractions of the
    picture's width. `depth`: the share of the light, 0..1, that its middle loses.
    """

    time_s: float
    duration_s: float
    x: float
    y: float
    reach: float
    depth: float


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole film.

    `seed`: decides what people, cards and table look like. `incidents`: seconds and name of each, for the truth.
    """

    seed: int
    stage: Stage
    arms: tuple[ArmTrack, ...]
    rides: tuple[Ride, ...]
    events: tuple[FilmEvent, ...]
    duration_s: float
    pile: Pile | None = None
    glasses: tuple[Glass, ...] = ()
    bumps: tuple[Bump, ...] = ()
    lights: tuple[LightChange, ...] = ()
    shades: tuple[Shade, ...] = ()
    incidents: tuple[tuple[float, str], ...] = ()


@dataclass(slots=True)
class LyingCard:
    """A card on the table while a film is planned: as in `Ride` and `ScriptStep`."""

    number: int
    code: str
    zone: int | None
    spot: Spot
    is_up: bool
    thing: int | None = None
