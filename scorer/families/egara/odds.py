"""絵柄の見込み: what the picture cards still out can make of the count, and which aces may have been dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb

from scorer.families.egara.deal import ACE_CLASSES, ACES, EGARA_COUNT, Aces
from scorer.families.egara.tricks import RANKS, SUITS, picture_cards
from scorer.rules.game import Game
from scorer.rules.odds import Chance, Odds, OddsSection
from scorer.rules.round_input import require_card_codes, require_one_deck
from scorer.rules.settlement import classify_hand
from scorer.texts import Text


def possible_ace_deals(captured: frozenset[str], lost: frozenset[str], special: str, trump_ace: str) -> Iterator[Aces]:
    """Every way the aces may have been dealt to a side that captured the aces `captured` and lost the aces `lost`.

    The side that was dealt the special card keeps it, and the ace of trumps with it; any other ace may change hands.
    """
    for choice in product((True, False), repeat=len(ACES)):
        mine = frozenset(ace for ace, ours in zip(ACES, choice, strict=True) if ours)
        one, two = Aces(mine, special, trump_ace), Aces(frozenset(ACES) - mine, special, trump_ace)
        gone = lost if special in mine else captured
        if not (one if special in mine else two).major_aces & gone:
            yield one


def side_odds(
    game: Game,
    cards: Sequence[str],
    opponent_cards: Sequence[str],
    options: Mapping[str, object],
    trump: str,
    special: str,
) -> Odds:
    """What may still become of a side that has captured `cards` while the other captured `opponent_cards`.

    Every one of the picture cards still out is taken to fall to either side alike, and every deal of the aces that the
    captured ones allow to be alike: counts of possibilities, no forecast of the play.
    """
    ours, theirs = (
        require_card_codes(cards, Text("cards", "取札")),
        require_card_codes(opponent_cards, Text("seen cards", "相手の取札")),
    )
    require_one_deck(game, game.resolve_options(options), (ours, theirs))
    mine, lost = picture_cards(ours), picture_cards(theirs)
    out = EGARA_COUNT - len(mine) - len(lost)
    every = [rank + suit for suit in SUITS for rank in reversed(RANKS[-4:])]
    faces = {card: 1 for card in every if card not in mine and card not in lost}
    falls = {len(mine) + more: Fraction(comb(out, more), 2**out) for more in range(out + 1)}
    least, most = len(mine), len(mine) + out
    aces = frozenset(ACES)
    keys = Counter(
        classify_hand(ACE_CLASSES, way, "").key
        for way in possible_ace_deals(aces & set(mine), aces & set(lost), special, f"A{trump}")
    )
    ways = sum(keys.values())
    return Odds(
        out,
        (
            OddsSection(
                "ends",
                Text(
                    f"{out} picture cards are out: this side ends with {least} to {most}, the other with "
                    f"{EGARA_COUNT - most} to {EGARA_COUNT - least}",
                    f"絵札は残り{out}枚：この組は{least}～{most}枚、"
                    f"相手は{EGARA_COUNT - most}～{EGARA_COUNT - least}枚",
                ),
                (
                    Chance(
                        "won", Text("nine or more", "九枚以上"), _total_chance(falls, range(9, EGARA_COUNT + 1)), faces
                    ),
                    Chance("tie", Text("eight each", "八枚ずつ"), falls.get(8, Fraction(0))),
                    Chance("lost", Text("seven or fewer", "七枚以下"), _total_chance(falls, range(8))),
                ),
            ),
            OddsSection(
                "aces",
                Text("Aces this side may have been dealt", "この組に配られたかもしれないエース"),
                tuple(Chance(found.key, found.description, Fraction(keys[found.key], ways)) for found in ACE_CLASSES),
            ),
        ),
    )


def _total_chance(falls: Mapping[int, Fraction], counts: range) -> Fraction:
    return sum((falls.get(count, Fraction(0)) for count in counts), Fraction(0))
