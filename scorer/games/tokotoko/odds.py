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

from scorer.games.tokotoko import texts
from scorer.games.tokotoko.hands import card_values
from scorer.rules.odds import Chance, Odds, OddsSection, draw_combinations
from scorer.texts import Text

OutcomeChances = dict[str, Fraction]
"""Chances to "win", "tie" and "lose" against one opponent whose cards are not known."""


def unseen_digits(kind: str, known_cards: Sequence[str]) -> Counter[int]:
    """How many cards of each last digit are neither in the hand nor on the table."""
    gone = set(known_cards)
    return Counter(value % 10 for code, value in card_values(kind).items() if code not in gone)


def digit_chances(
    kind: str, own: Sequence[str], field: Sequence[str], open_cards: Sequence[str] = ()
) -> dict[int, Fraction]:
    """Chances of each last digit of the best three: certain once the field of two is up, counted over it before."""
    out: dict[int, Fraction] = defaultdict(Fraction)
    mine = _last_digits(kind, own)
    for common, weight, _ in _possible_fields(kind, own, field, open_cards):
        out[best_digit(mine, common)] += weight
    return dict(out)


def opponent_chances(
    kind: str, own: Sequence[str], field: Sequence[str], open_cards: Sequence[str] = ()
) -> OutcomeChances:
    """Chances of two `own` cards; `field` has the two field cards, or none before they are turned up."""
    wins: OutcomeChances = {"win": Fraction(0), "tie": Fraction(0), "lose": Fraction(0)}
    mine = _last_digits(kind, own)
    for common, weight, left in _possible_fields(kind, own, field, open_cards):
        digit = best_digit(mine, common)
        ways = Counter[str]()
        for his, count in draw_combinations(sorted(left.items()), 2):
            ways[_outcome(digit, best_digit(his, common))] += count
        for outcome, count in ways.items():
            wins[outcome] += weight * Fraction(count, ways.total())
    return wins


def yari_tori_chances(kind: str, own: Sequence[str], open_cards: Sequence[str] = ()) -> OutcomeChances:
    """Chances of the three cards left, or of five before two are blindly thrown out; he keeps three of his."""
    ways = Counter[str]()
    left = unseen_digits(kind, [*own, *open_cards])
    for three in combinations(_last_digits(kind, own), 3):
        for his, count in draw_combinations(sorted(left.items()), 3):
            ways[_outcome(sum(three) % 10, sum(his) % 10)] += count
    return {outcome: Fraction(ways[outcome], ways.total()) for outcome in ("win", "tie", "lose")}


def hand_odds(kind: str, own: Sequence[str], field: Sequence[str], open_cards: Sequence[str]) -> Odds:
    """Own digit, and the chances against one opponent; `own` of three or five cards is Yari-Tori Tokotoko."""
    left = unseen_digits(kind, [*own, *field, *open_cards]).total()
    if len(own) > 2:
        return Odds(left, (_opponent_section(yari_tori_chances(kind, own, open_cards)),))
    mine = tuple(
        Chance(str(digit), Text(name.en, name.ja), chance)
        for digit, chance in sorted(digit_chances(kind, own, field, open_cards).items(), reverse=True)
        for name in [texts.DIGITS[digit]]
    )
    best = OddsSection("digit", texts.OWN_BEST_DIGIT, mine)
    return Odds(left, (best, _opponent_section(opponent_chances(kind, own, field, open_cards))))


def _opponent_section(chances: OutcomeChances) -> OddsSection:
    return OddsSection(
        "against",
        texts.AGAINST_ONE_OPPONENT,
        tuple(Chance(key, texts.OUTCOME_TEXTS[key], chances[key]) for key in texts.OUTCOME_TEXTS),
    )


@cache
def best_digit(own: tuple[int, ...], common: tuple[int, ...]) -> int:
    """The highest last digit that three of the four cards can make."""
    return max(sum(three) % 10 for three in combinations((*own, *common), 3))


def _last_digits(kind: str, cards: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(card_values(kind)[code] % 10 for code in cards))


def _possible_fields(
    kind: str, own: Sequence[str], field: Sequence[str], open_cards: Sequence[str]
) -> Iterator[tuple[tuple[int, ...], Fraction, Counter[int]]]:
    """Every field by digits, how likely it is, and what is then left."""
    left = unseen_digits(kind, [*own, *field, *open_cards])
    if field:
        yield _last_digits(kind, field), Fraction(1), left
        return
    for common, ways in draw_combinations(sorted(left.items()), 2):
        yield common, Fraction(ways, comb(left.total(), 2)), left - Counter(common)


def _outcome(mine: int, his: int) -> str:
    return "win" if mine > his else "tie" if mine == his else "lose"
