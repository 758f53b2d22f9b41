"""Exact odds for Tokotoko against one opponent, never sampled.

Every hand that the opponent may hold is counted. Only the last digit of a card's value matters, so cards are counted by
digit. Each player uses the best three cards.
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

OutcomeChances = dict[str, Fraction]
"""Chances to "win", "tie" and "lose" against one opponent whose cards are not known."""


def unseen_digits(kind: str, known_cards: Sequence[str]) -> Counter[int]:
    """The number of cards of each last digit that are neither in the hand nor on the table."""
    known = set(known_cards)
    return Counter(value % 10 for code, value in card_values(kind).items() if code not in known)


def digit_chances(
    kind: str, own: Sequence[str], field: Sequence[str], open_cards: Sequence[str] = ()
) -> dict[int, Fraction]:
    """Chances of each last digit of the best three.

    Certain once the field of two is open; before that counted over every field.
    """
    chances: dict[int, Fraction] = defaultdict(Fraction)
    own_digits = _last_digits(kind, own)
    for field_digits, weight, _ in _possible_fields(kind, own, field, open_cards):
        chances[best_digit(own_digits, field_digits)] += weight
    return dict(chances)


def opponent_chances(
    kind: str, own: Sequence[str], field: Sequence[str], open_cards: Sequence[str] = ()
) -> OutcomeChances:
    """Chances of two `own` cards; `field` has the two field cards, or none before they are turned up."""
    chances: OutcomeChances = {"win": Fraction(0), "tie": Fraction(0), "lose": Fraction(0)}
    own_digits = _last_digits(kind, own)
    for field_digits, weight, unseen in _possible_fields(kind, own, field, open_cards):
        digit = best_digit(own_digits, field_digits)
        ways = Counter[str]()
        for opponent_digits, count in draw_combinations(sorted(unseen.items()), 2):
            ways[_outcome(digit, best_digit(opponent_digits, field_digits))] += count
        for outcome, count in ways.items():
            chances[outcome] += weight * Fraction(count, ways.total())
    return chances


def yari_tori_chances(kind: str, own: Sequence[str], open_cards: Sequence[str] = ()) -> OutcomeChances:
    """Chances of the three cards left, or of five before two are thrown out blindly; the opponent keeps three."""
    ways = Counter[str]()
    unseen = unseen_digits(kind, [*own, *open_cards])
    for three in combinations(_last_digits(kind, own), 3):
        for opponent_digits, count in draw_combinations(sorted(unseen.items()), 3):
            ways[_outcome(sum(three) % 10, sum(opponent_digits) % 10)] += count
    return {outcome: Fraction(ways[outcome], ways.total()) for outcome in ("win", "tie", "lose")}


def hand_odds(kind: str, own: Sequence[str], field: Sequence[str], open_cards: Sequence[str]) -> Odds:
    """The own digit, and the chances against one opponent; `own` of three or five cards is Yari-Tori Tokotoko."""
    unseen_count = unseen_digits(kind, [*own, *field, *open_cards]).total()
    if len(own) > 2:
        return Odds(unseen_count, (_opponent_section(yari_tori_chances(kind, own, open_cards)),))
    digit_lines = tuple(
        Chance(str(digit), name.as_text(), chance)
        for digit, chance in sorted(digit_chances(kind, own, field, open_cards).items(), reverse=True)
        for name in [texts.DIGITS[digit]]
    )
    digit_section = OddsSection("digit", texts.OWN_BEST_DIGIT, digit_lines)
    return Odds(unseen_count, (digit_section, _opponent_section(opponent_chances(kind, own, field, open_cards))))


def _opponent_section(chances: OutcomeChances) -> OddsSection:
    return OddsSection(
        "against",
        texts.AGAINST_ONE_OPPONENT,
        tuple(Chance(key, texts.OUTCOME_TEXTS[key], chances[key]) for key in texts.OUTCOME_TEXTS),
    )


@cache
def best_digit(own: tuple[int, ...], common: tuple[int, ...]) -> int:
    """The highest last digit that three of four cards can make: two `own` and two `common` ones, as digits."""
    return max(sum(three) % 10 for three in combinations((*own, *common), 3))


def _last_digits(kind: str, cards: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(card_values(kind)[code] % 10 for code in cards))


def _possible_fields(
    kind: str, own: Sequence[str], field: Sequence[str], open_cards: Sequence[str]
) -> Iterator[tuple[tuple[int, ...], Fraction, Counter[int]]]:
    """Every field by digits, its probability, and the cards then unseen by digit."""
    unseen = unseen_digits(kind, [*own, *field, *open_cards])
    if field:
        yield _last_digits(kind, field), Fraction(1), unseen
        return
    for field_digits, ways in draw_combinations(sorted(unseen.items()), 2):
        yield field_digits, Fraction(ways, comb(unseen.total(), 2)), unseen - Counter(field_digits)


def _outcome(own_digit: int, opponent_digit: int) -> str:
    return "win" if own_digit > opponent_digit else "tie" if own_digit == opponent_digit else "lose"
