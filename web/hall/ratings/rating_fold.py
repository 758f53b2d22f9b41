"""Ratings of members from the results of their games.

The method is the model of Plackett and Luce in R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
Ranking", Journal of Machine Learning Research 12 (2011), 267-300, as the library openskill computes it. It takes games
of any number of people, and ties.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain

from scorer.errors import Refusal
from scorer.texts import Text

ALL_SEASONS = -1
"""In place of a season's number: the rating over all of them."""
FIRST_POINTS = 1500
"""Points of a member without a game, the middle that players know from other ratings."""
POINTS_PER_DEVIATION = 200
"""Points for one standard deviation of the uncertainty about a member without a game: the example of openskill."""
_DECIMALS = 6
"""Decimal places that are kept, so that processors which differ in the last bit of a logarithm give the same."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of an evening: its season, the key of the game, and stones won or lost by side.

    A side holds the number of its member, of both where partners played as a pair.
    """

    season: int
    game: str
    nets: Mapping[tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class Rating:
    """How well a member plays a game in a season (or `ALL_SEASONS`).

    `mean` and `deviation`: of the belief about it, about 0 to 50 and 0 to 8.3. `games`: results it rests on.
    `points`: what is shown, `mean` less three times `deviation`, as 1500 and 24 points for each unit.
    """

    season: int
    game: str
    member: int
    mean: float
    deviation: float
    games: int
    points: int


def compute_ratings(results: Iterable[GameResult]) -> list[Rating]:
    """The ratings after these results, in their order: of each season and of all seasons, each game by itself.

    A result of fewer than two sides, or with a member on two of them, does not count. Refusal `no_rating_library` where
    openskill is not installed.
    """
    if find_spec("openskill") is None:  # a Pi at a table need not have it
        raise Refusal(
            "no_rating_library",
            Text(
                "Ratings need openskill: pip install 'fudayomi[hall]'",
                "レーティングには openskill が要ります：pip install 'fudayomi[hall]'",
            ),
        )
    from openskill.models import PlackettLuce, PlackettLuceRating  # noqa: PLC0415  only a hall with ratings needs it

    model = PlackettLuce()
    beliefs: dict[tuple[int, str, int], PlackettLuceRating] = {}
    games: dict[tuple[int, str, int], int] = {}
    for result in results:
        sides = sorted(result.nets)
        members = [member for side in sides for member in side]
        if len(sides) < 2 or len(set(members)) < len(members):
            continue
        for season in (ALL_SEASONS, result.season):
            keys = [[(season, result.game, member) for member in side] for side in sides]
            before = [[beliefs.get(key) or model.rating() for key in side] for side in keys]
            after = model.rate(before, ranks=[float(-result.nets[side]) for side in sides])
            for key, belief in zip(chain(*keys), chain(*after), strict=True):
                beliefs[key] = belief
                games[key] = games.get(key, 0) + 1
    return [
        Rating(
            *key,
            round(belief.mu, _DECIMALS),
            round(belief.sigma, _DECIMALS),
            games[key],
            round(belief.ordinal(alpha=POINTS_PER_DEVIATION / model.sigma, target=FIRST_POINTS)),
        )
        for key, belief in sorted(beliefs.items())
    ]
