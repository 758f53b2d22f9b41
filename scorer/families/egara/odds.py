"""Odds of one side: its final picture cards, and the aces it was dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb

from scorer.families.egara import text
from scorer.families.egara.deal import ACE_CLASSES, ACES, EGARA_COUNT, Aces
from scorer.families.egara.tricks import RANKS, SUITS, picture_cards
from scorer.rules.game import Game
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.round_input import require_card_codes, require_one_deck
from scorer.rules.settlement import classify_hand


def possible_ace_deals(captured: frozenset[str], lost: frozenset[str], special: str, trump_ace: str) -> Iterator[Aces]:
    """Every way the aces may have been dealt to a side that captured the aces `captured` and lost the aces `lost`.

    The side that was dealt the special card keeps it, and the ace of trumps with it. Any other ace may change hands.
    """
    for choice in product((True, False), repeat=len(ACES)):
        dealt = frozenset(ace for ace, is_own in zip(ACES, choice, strict=True) if is_own)
        own, opposing = Aces(dealt, special, trump_ace), Aces(frozenset(ACES) - dealt, special, trump_ace)
        # Aces captured by the side that was not dealt the special card.
        captured_without_special = lost if special in dealt else captured
        if not (own if special in dealt else opposing).major_aces & captured_without_special:
            yield own


def side_odds(
    game: Game,
    cards: Sequence[str],
    opponent_cards: Sequence[str],
    options: Mapping[str, object],
    trump: str,
    special: str,
) -> Odds:
    """The possible ends of a deal for a side that has captured `cards` while the other side captured `opponent_cards`.

    Each picture card still out is assumed to fall to either side alike, and every deal of the aces that the captured
    ones allow to be equally likely. The result counts possibilities; it does not forecast the play.
    """
    own_pile, opponent_pile = (
        require_card_codes(cards, text("cards")),
        require_card_codes(opponent_cards, text("seen_cards")),
    )
    require_one_deck(game, game.resolve_options(options), (own_pile, opponent_pile))
    captured, lost = picture_cards(own_pile), picture_cards(opponent_pile)
    out = EGARA_COUNT - len(captured) - len(lost)
    all_pictures = [rank + suit for suit in SUITS for rank in reversed(RANKS[-4:])]
    faces = {card: 1 for card in all_pictures if card not in captured and card not in lost}
    count_chances = {len(captured) + gained: Fraction(comb(out, gained), 2**out) for gained in range(out + 1)}
    minimum, maximum = len(captured), len(captured) + out
    all_aces = frozenset(ACES)
    ways_by_class = Counter(
        classify_hand(ACE_CLASSES, aces, "").key
        for aces in possible_ace_deals(all_aces & set(captured), all_aces & set(lost), special, f"A{trump}")
    )
    ways = sum(ways_by_class.values())
    return Odds(
        out,
        (
            OddsSection(
                "ends",
                text(
                    "odds.ends",
                    out=out,
                    minimum=minimum,
                    maximum=maximum,
                    other_minimum=EGARA_COUNT - maximum,
                    other_maximum=EGARA_COUNT - minimum,
                ),
                (
                    Chance(
                        "won",
                        text("chances.won"),
                        _total_chance(count_chances, range(9, EGARA_COUNT + 1)),
                        faces,
                    ),
                    Chance("tie", text("chances.tie"), count_chances.get(8, Fraction(0))),
                    Chance("lost", text("chances.lost"), _total_chance(count_chances, range(8))),
                ),
            ),
            OddsSection(
                "aces",
                text("odds.aces"),
                tuple(
                    Chance(hand_class.key, hand_class.description, Fraction(ways_by_class[hand_class.key], ways))
                    for hand_class in ACE_CLASSES
                ),
            ),
        ),
    )


def _total_chance(count_chances: Mapping[int, Fraction], counts: range) -> Fraction:
    return sum((count_chances.get(count, Fraction(0)) for count in counts), Fraction(0))
