"""絵柄の見込み: what the picture cards still out can make of the count, and which aces may have been dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb

from scorer.families.egara.deal import ACES, CLASSES, EGARA, Aces
from scorer.families.egara.tricks import RANKS, SUITS, pictures
from scorer.rules.game import Game
from scorer.rules.odds import Chance, Chances, Odds
from scorer.rules.round_input import codes, one_pack
from scorer.rules.settlement import choose
from scorer.texts import Text


def dealt_ways(held: frozenset[str], lost: frozenset[str], special: str, trump_ace: str) -> Iterator[Aces]:
    """Every way the aces may have been dealt to a side that captured the aces `held` and lost the aces `lost`.

    The side that was dealt the special card keeps it, and the ace of trumps with it; any other ace may change hands.
    """
    for choice in product((True, False), repeat=len(ACES)):
        mine = frozenset(ace for ace, ours in zip(ACES, choice, strict=True) if ours)
        one, two = Aces(mine, special, trump_ace), Aces(frozenset(ACES) - mine, special, trump_ace)
        gone = lost if special in mine else held
        if not (one if special in mine else two).best & gone:
            yield one


def count_odds(
    game: Game, cards: Sequence[str], seen: Sequence[str], options: Mapping[str, object], trump: str, special: str
) -> Odds:
    """What may still become of a side that has captured `cards` while the other captured `seen`.

    Every one of the picture cards still out is taken to fall to either side alike, and every deal of the aces that the
    captured ones allow to be alike: counts of possibilities, no forecast of the play.
    """
    ours, theirs = codes(cards, Text("cards", "取札")), codes(seen, Text("seen cards", "相手の取札"))
    one_pack(game, game.agreed(options), (ours, theirs))
    mine, lost = pictures(ours), pictures(theirs)
    out = EGARA - len(mine) - len(lost)
    every = [rank + suit for suit in SUITS for rank in reversed(RANKS[-4:])]
    faces = {card: 1 for card in every if card not in mine and card not in lost}
    falls = {len(mine) + more: Fraction(comb(out, more), 2**out) for more in range(out + 1)}
    least, most = len(mine), len(mine) + out
    aces = frozenset(ACES)
    keys = Counter(
        choose(CLASSES, way, "").key for way in dealt_ways(aces & set(mine), aces & set(lost), special, f"A{trump}")
    )
    ways = sum(keys.values())
    return Odds(
        out,
        (
            Chances(
                "ends",
                Text(
                    f"{out} picture cards are out: this side ends with {least} to {most}, the other with "
                    f"{EGARA - most} to {EGARA - least}",
                    f"絵札は残り{out}枚：この組は{least}～{most}枚、相手は{EGARA - most}～{EGARA - least}枚",
                ),
                (
                    Chance("won", Text("nine or more", "九枚以上"), _sum(falls, range(9, EGARA + 1)), faces),
                    Chance("tie", Text("eight each", "八枚ずつ"), falls.get(8, Fraction(0))),
                    Chance("lost", Text("seven or fewer", "七枚以下"), _sum(falls, range(8))),
                ),
            ),
            Chances(
                "aces",
                Text("Aces this side may have been dealt", "この組に配られたかもしれないエース"),
                tuple(Chance(found.key, found.says, Fraction(keys[found.key], ways)) for found in CLASSES),
            ),
        ),
    )


def _sum(falls: Mapping[int, Fraction], counts: range) -> Fraction:
    return sum((falls.get(count, Fraction(0)) for count in counts), Fraction(0))
