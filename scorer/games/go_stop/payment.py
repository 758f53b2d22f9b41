"""What a stop pays: points, factors, bak of each loser (go-stop 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from scorer.errors import Refusal
from scorer.families.captures.hwatu import rows
from scorer.families.captures.hwatu.rows import ANIMAL, CHOICE, CUP, PI, animal_count, pi_count
from scorer.families.captures.round_cards import list_in, require_player
from scorer.games.go_stop.texts import text
from scorer.rules.options import OptionValue

_USUAL: Mapping[str, Mapping[int, int]] = {"minimum": {2: 7, 3: 3}, "pibak": {2: 7, 3: 5}}
"""The points for stop, and the highest number of pi that pibak hits, by players (go-stop 5)."""
_MOST_CARRIED = 2**30
"""The highest multiplier that is taken: thirty rounds of nagari in a row."""
_SEVEN_ANIMALS = 7
"""Animals that double (go-stop 4.2)."""


def number_of(options: Mapping[str, OptionValue], key: str, players: int) -> int:
    """A house rule that is a number, where it may be the usual one for so many, or that of the points for stop."""
    value = options[key]
    if value == "as_minimum":
        return number_of(options, "minimum", players)
    return _USUAL[key][players] if value == "by_players" else int(value)


def go_points(base: int, goes: int, rule: str) -> tuple[int, int]:
    """The points after so many goes, and the factor that comes with them (go-stop 4.1)."""
    if rule == "count":
        return (base + goes, 1) if goes < 2 else (base, goes)
    return base + (min(goes, 2) if rule == "first_two" else goes), 2 ** max(goes - 2, 0)


@dataclass(frozen=True, slots=True)
class Loser:
    """A loser: what the cup is to him, the bak that hit him, his own share, and what he pays for himself and others."""

    seat: int
    cup: str = ANIMAL
    baks: tuple[str, ...] = ()
    share: int = 0
    pays: int = 0


@dataclass(frozen=True, slots=True)
class Payoff:
    """A stop worked out: the winner's cup and points, those with goes, factors by what they rest on, the losers."""

    seat: int
    cup: str
    base: int
    points: int
    factors: Mapping[str, int]
    losers: tuple[Loser, ...] = ()

    @property
    def multiplier(self) -> int:
        """The factor for everybody."""
        return prod(self.factors.values())


@dataclass(frozen=True, slots=True)
class Count:
    """A round as it is counted: piles as sets, who called go in order, who shook and bombed, the multiplier carried in.

    `gukjin`: what the cup was in play, None where it is not told.
    """

    options: Mapping[str, OptionValue]
    piles: tuple[int, ...]
    calls: tuple[int, ...] = ()
    shakes: tuple[int, ...] = ()
    bombs: tuple[int, ...] = ()
    carried: int = 1
    gukjin: str | None = None

    @property
    def rules(self) -> rows.PileRules:
        """What counts in a pile."""
        return rows.pile_rules(self.options, self.gukjin)

    def number(self, key: str) -> int:
        """A house rule that is a number, for so many players."""
        return number_of(self.options, key, len(self.piles))

    def least(self, seat: int) -> int:
        """The points that a stop of `seat` needs: more than at the last go (go-stop 2.6)."""
        return self.number("minimum") + self.calls.count(seat)

    def payoff(self, seat: int) -> Payoff | None:
        """What `seat` gets by stop, with the cup as what brings more (go-stop 4.6); None with too few points."""
        pile, rules, least = self.piles[seat], self.rules, self.least(seat)
        ways = [self._payoff(seat, cup) for cup in rules.ways_of(pile) if rules.points(pile, cup) >= least]
        brings = [(sum(loser.pays for loser in way.losers), way.base, way.cup == ANIMAL) for way in ways]
        return ways[brings.index(max(brings))] if ways else None

    def _payoff(self, seat: int, cup: str) -> Payoff:
        options, counted = self.options, self.rules.count(self.piles[seat], cup)
        points, by_goes = go_points(sum(counted.values()), self.calls.count(seat), str(options["go_bonus"]))
        doubles = options["meongbak"] in ("seven", "both") and animal_count(self.piles[seat], cup) >= _SEVEN_ANIMALS
        shakes, bombs = self.shakes.count(seat), self.bombs.count(seat) if options["bomb_double"] else 0
        worth = (by_goes, 2**shakes, 2**bombs, 1 + doubles, self.carried)
        factors = dict(zip(("goes", "shakes", "bombs", "animals", "carried"), worth, strict=True))
        payoff = Payoff(seat, cup, sum(counted.values()), points, factors)
        others = [other for other in range(len(self.piles)) if other != seat]
        losers = [self._loser(other, counted, points * payoff.multiplier) for other in others]
        # The loser who called go, of two the first caller, pays for all where that is agreed (go-stop 4.4).
        is_agreed = options["gobak"] if len(others) == 1 else options["dokbak"] != "off"
        liable = next((each for each in self.calls if each != seat), None) if is_agreed else None
        if liable is not None:
            twice, shares = len(others) == 1 or options["dokbak"] == "doubled", sum(loser.share for loser in losers)
            for place, loser in enumerate(losers):
                own = loser.seat == liable
                baks, pays = (*loser.baks, *["gobak"] * own), own * (shares + twice * loser.share)
                losers[place] = replace(loser, baks=baks, pays=pays)
        return replace(payoff, losers=tuple(losers))

    def _loser(self, seat: int, counted: Mapping[str, int], each: int) -> Loser:
        """A loser by himself, the cup as what costs less: fewer bak, then more points, then animal (go-stop 4.6)."""
        pile, rules = self.piles[seat], self.rules
        if not pile and self.options["empty_free"]:
            return Loser(seat)
        ways = [(cup, self.baks(pile, cup, counted)) for cup in rules.ways_of(pile)]
        cup, baks = min(ways, key=lambda way: (len(way[1]), -rules.points(pile, way[0])))
        return Loser(seat, cup, baks, each * 2 ** len(baks), each * 2 ** len(baks))

    def baks(self, pile: int, cup: str, counted: Mapping[str, int]) -> tuple[str, ...]:
        """The bak that a winner with these rows makes hit a pile (go-stop 4.3)."""
        options, pi, few = self.options, pi_count(pile, cup), self.number("pibak")
        saving = rows.GWANG if options["gwangbak"] == "on" else rows.DRY_GWANG
        has_gwang, by_animals = not rows.GWANG_ROWS.isdisjoint(counted), options["meongbak"] in ("none_taken", "both")
        hits = {
            "pibak": "pi" in counted and few > 0 and (0 if options["pibak_zero"] else 1) <= pi <= few,
            "gwangbak": has_gwang and options["gwangbak"] != "off" and not pile & saving,
            "meongbak": "yeol" in counted and by_animals and not animal_count(pile, cup),
        }
        return tuple(key for key, is_hit in hits.items() if is_hit)


def count_of(data: Mapping[str, Any], options: Mapping[str, OptionValue], piles: tuple[int, ...]) -> Count:
    """A round, or a question about one, as it is counted. Raises `bad_round`, `impossible`."""
    calls, shakes, bombs = (
        tuple([require_player(seat, len(piles), text(key)) for seat in list_in(data, key)])
        for key in ("calls", "shakes", "bombs")
    )
    gukjin, carried = data.get("gukjin"), data.get("multiplier")
    if gukjin not in (None, ANIMAL, PI):
        raise Refusal("bad_round", text("unknown_gukjin"))
    if gukjin and (options["gukjin"] not in (CHOICE, gukjin) or not any(pile & CUP for pile in piles)):
        raise Refusal("impossible", text("no_such_cup"))
    most = {"off": 1, "once": 2, "double": _MOST_CARRIED}[str(options["nagari"])]
    if carried is not None and (type(carried) is not int or not 1 <= carried <= most or carried & (carried - 1)):
        raise Refusal("impossible", text("no_multiplier", most=most))
    return Count(options, piles, calls, shakes, bombs, carried or 1, gukjin)
