"""とことこの見込み: chances against one opponent, counted over every hand he may hold and never sampled.

Only the last digit of a card's value matters, so cards are counted by digit. Each player uses his best three cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from scorer.games.tokotoko import texts as wording
from scorer.games.tokotoko.hands import values
from scorer.rules.counting import draws
from scorer.rules.odds import Chance, Chances, Odds
from scorer.texts import Text

Ends = dict[str, Fraction]
"""Chances to "win", "tie" and "lose" against one opponent whose cards are not known."""


def unseen(kind: str, known: Sequence[str]) -> Counter[int]:
    """How many cards of each last digit are neither in the hand nor on the table."""
    gone = set(known)
    return Counter(value % 10 for code, value in values(kind).items() if code not in gone)


def digits(kind: str, own: Sequence[str], field: Sequence[str], seen: Sequence[str] = ()) -> dict[int, Fraction]:
    """Chances of each last digit of the best three: certain once the field of two is up, counted over it before."""
    out: dict[int, Fraction] = defaultdict(Fraction)
    mine = _digits(kind, own)
    for common, weight, _ in _fields(kind, own, field, seen):
        out[best_digit(mine, common)] += weight
    return dict(out)


def against(kind: str, own: Sequence[str], field: Sequence[str], seen: Sequence[str] = ()) -> Ends:
    """Chances of two `own` cards; `field` has the two field cards, or none before they are turned up."""
    wins: Ends = {"win": Fraction(0), "tie": Fraction(0), "lose": Fraction(0)}
    mine = _digits(kind, own)
    for common, weight, left in _fields(kind, own, field, seen):
        digit = best_digit(mine, common)
        ways = Counter[str]()
        for his, count in draws(sorted(left.items()), 2):
            ways[_outcome(digit, best_digit(his, common))] += count
        for outcome, count in ways.items():
            wins[outcome] += weight * Fraction(count, ways.total())
    return wins


def yari_tori(kind: str, own: Sequence[str], seen: Sequence[str] = ()) -> Ends:
    """Chances of the three cards left, or of five before two are blindly thrown out; he keeps three of his."""
    ways = Counter[str]()
    left = unseen(kind, [*own, *seen])
    for three in combinations(_digits(kind, own), 3):
        for his, count in draws(sorted(left.items()), 3):
            ways[_outcome(sum(three) % 10, sum(his) % 10)] += count
    return {outcome: Fraction(ways[outcome], ways.total()) for outcome in ("win", "tie", "lose")}


def count_odds(kind: str, own: Sequence[str], field: Sequence[str], seen: Sequence[str]) -> Odds:
    """Own digit, and the chances against one opponent; `own` of three or five cards is Yari-Tori Tokotoko."""
    left = unseen(kind, [*own, *field, *seen]).total()
    if len(own) > 2:
        return Odds(left, (_against(yari_tori(kind, own, seen)),))
    mine = tuple(
        Chance(str(digit), Text(name.en, name.ja), chance)
        for digit, chance in sorted(digits(kind, own, field, seen).items(), reverse=True)
        for name in [wording.DIGITS[digit]]
    )
    best = Chances("digit", wording.OWN_BEST, mine)
    return Odds(left, (best, _against(against(kind, own, field, seen))))


def _against(chances: Ends) -> Chances:
    return Chances(
        "against", wording.AGAINST, tuple(Chance(key, wording.ENDS[key], chances[key]) for key in wording.ENDS)
    )


@cache
def best_digit(own: tuple[int, ...], common: tuple[int, ...]) -> int:
    """The highest last digit that three of the four cards can make."""
    return max(sum(three) % 10 for three in combinations((*own, *common), 3))


def _digits(kind: str, cards: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(values(kind)[code] % 10 for code in cards))


def _fields(
    kind: str, own: Sequence[str], field: Sequence[str], seen: Sequence[str]
) -> Iterator[tuple[tuple[int, ...], Fraction, Counter[int]]]:
    """Every field by digits, how likely it is, and what is then left."""
    left = unseen(kind, [*own, *field, *seen])
    if field:
        yield _digits(kind, field), Fraction(1), left
        return
    for common, ways in draws(sorted(left.items()), 2):
        yield common, Fraction(ways, comb(left.total(), 2)), left - Counter(common)


def _outcome(mine: int, his: int) -> str:
    return "win" if mine > his else "tie" if mine == his else "lose"
