"""What each switch of a film alone costs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from scanner.synth.habits.switches import PLAIN, SWITCHES, switch_on
from web.cli.film_bench.drawn_films import draw_films
from web.cli.follow_figures import FollowFigures

MOST_COST = 0.03
"""F1 that one switch alone may cost: what costs more is an assumption of ours about a table."""


@dataclass
class SwitchCost:
    """The figures of the films that a switch changes, without it and with it."""

    switch: str
    plain: FollowFigures = field(default_factory=FollowFigures)
    switched: FollowFigures = field(default_factory=FollowFigures)

    @property
    def cost(self) -> float:
        """By how much F1 is lower with the switch."""
        return self.plain.f1 - self.switched.f1

    def as_json(self) -> dict[str, object]:
        """The line of the table."""
        return {
            "switch": self.switch,
            "films": self.plain.films,
            "plain": round(self.plain.f1, 3),
            "f1": round(self.switched.f1, 3),
            "cost": round(self.cost, 3),
            "exact": self.switched.exact,
            "silent": self.switched.silent,
        }


def switch_costs(
    folder: Path, keys: list[str], count: int, seed: int, measure: Callable[[Path], FollowFigures]
) -> Iterator[SwitchCost]:
    """What each switch alone costs, on `count` films of each game from `seed` on; a film that stays as it is is none.

    `measure` gives the figures of a film's folder. The films lie in `folder`.
    """
    plain = draw_films(folder / "plain", keys, count, seed, None, drawn=False, switches=lambda _: PLAIN)
    without = {film.name: (_digest(film), measure(film)) for film in plain}
    for switch in SWITCHES:
        found = SwitchCost(switch)
        on = switch_on(switch)
        for film in draw_films(folder / switch, keys, count, seed, None, drawn=False, switches=lambda _, on=on: on):
            digest, figures = without[film.name]
            if _digest(film) != digest:
                found.plain.add(figures)
                found.switched.add(measure(film))
            for file in film.iterdir():
                file.unlink()
        if found.plain.films:
            yield found


def _digest(film: Path) -> str:
    """The same for two films of the same pictures and zones."""
    digest = hashlib.sha256((film / "zones.json").read_bytes())
    for file in sorted(film.glob("*.jpg")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
