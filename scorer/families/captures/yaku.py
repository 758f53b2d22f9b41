"""Yaku of a captured pile as data: which cards, how many, what they pay."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from scorer.families.captures import name, text
from scorer.families.captures.cards import cards_in, known_mask, mask_of
from scorer.texts import Name, Text

SHARED_NAMES: Mapping[str, Name] = MappingProxyType(
    {
        "goko": name("shared.goko"),
        "shiko": name("shared.shiko"),
        "inoshikacho": name("shared.inoshikacho"),
        "akatan": name("shared.akatan"),
        "aotan": name("shared.aotan"),
        "hanami": name("shared.hanami"),
        "tsukimi": name("shared.tsukimi"),
    }
)
"""Names of the yaku that several games know, by key."""
SHARED_MAKES: Mapping[str, Text] = MappingProxyType(
    {
        "goko": text("shared_makes.goko"),
        "inoshikacho": text("shared_makes.inoshikacho"),
        "akatan": text("shared_makes.akatan"),
        "aotan": text("shared_makes.aotan"),
        "hanami": text("shared_makes.hanami"),
        "tsukimi": text("shared_makes.tsukimi"),
    }
)
"""What makes those of them that every game makes of the same cards. Each game words its own shiko."""


MOST_WORTH = 99
"""The most that a table may agree for one yaku, in the game's own unit (more house rules 1)."""


@dataclass(frozen=True, slots=True)
class PileYaku:
    """One yaku (役, a set of captured cards that pays).

    A pile holds it with all of `required` and at least `needed` of `cards` (0: all of them; `required` lies within
    `cards`). It is worth `worth`, in the game's own unit, and one more for every card of `grows_with` beyond `needed`.
    A yaku that a pile holds takes the place of those it `replaces`. `makes` says in words what makes it.
    """

    key: str
    name: Name
    cards: tuple[str, ...]
    worth: int
    section: str
    makes: Text
    needed: int = 0
    required: tuple[str, ...] = ()
    grows_with: tuple[str, ...] = ()
    replaces: frozenset[str] = frozenset()
    cards_mask: int = field(init=False)
    required_mask: int = field(init=False)
    growth_mask: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "needed", self.needed or len(self.cards))
        object.__setattr__(self, "cards_mask", mask_of(self.cards))
        object.__setattr__(self, "required_mask", mask_of(self.required))
        object.__setattr__(self, "growth_mask", mask_of(self.grows_with))

    def is_in(self, pile: int) -> bool:
        """Whether the pile holds the yaku."""
        return pile & self.required_mask == self.required_mask and (pile & self.cards_mask).bit_count() >= self.needed

    def worth_in(self, pile: int) -> int:
        """What the yaku is worth in a pile that holds it."""
        if not self.growth_mask:
            return self.worth
        return self.worth + max((pile & self.growth_mask).bit_count() - self.needed, 0)


@dataclass(frozen=True, slots=True)
class YakuStatus:
    """How far a pile is from one yaku.

    `lacking` is the number of cards that are missing (0: the pile holds it). `helpful` are the cards, not yet captured
    by anybody, of which each brings it one nearer. `is_dead`: too many of its cards lie in other piles.
    """

    yaku: PileYaku
    lacking: int
    helpful: tuple[str, ...] = ()
    is_dead: bool = False


def find_yaku(table: Sequence[PileYaku], pile: int, void: Collection[str] = ()) -> dict[str, int]:
    """What counts in a pile: the worth of each yaku by key, in the order of `table`; those of one key add up.

    A yaku whose key is in `void` does not count and replaces nothing.
    """
    in_pile = [
        yaku
        for yaku in table
        if (pile & yaku.cards_mask).bit_count() >= yaku.needed
        and not yaku.required_mask & ~pile
        and yaku.key not in void
    ]
    if not in_pile:
        return {}
    replaced = frozenset().union(*[yaku.replaces for yaku in in_pile])
    found: dict[str, int] = {}
    for yaku in in_pile:
        if yaku.key not in replaced:
            found[yaku.key] = found.get(yaku.key, 0) + yaku.worth_in(pile)
    return found


def cards_of_yaku(table: Iterable[PileYaku], keys: Collection[str], pile: Sequence[str]) -> frozenset[str]:
    """The cards of a pile that make the yaku of these keys, and those with which they grow."""
    held = known_mask(pile)
    made = [yaku for yaku in table if yaku.key in keys and yaku.is_in(held)]
    return frozenset(code for yaku in made for code in pile if code in yaku.cards or code in yaku.grows_with)


def dearest_key(worth_by_key: Mapping[str, int], order: Sequence[str]) -> str:
    """The key of the dearest yaku, of equals the first in `order`; "none" without any.

    >>> dearest_key({"tane": 1, "kasu": 1}, ("tane", "kasu")), dearest_key({}, ())
    ('tane', 'none')
    """
    best, best_worth = "none", -1
    for key in order:
        worth = worth_by_key.get(key, -1)
        if worth > best_worth:
            best, best_worth = key, worth
    return best


def yaku_status(yaku: PileYaku, pile: int, elsewhere: int) -> YakuStatus:
    """How far `pile` is from `yaku` when the cards `elsewhere` lie in other piles."""
    required_missing = yaku.required_mask & ~pile
    lacking = max(yaku.needed - (pile & yaku.cards_mask).bit_count(), required_missing.bit_count())
    if not lacking:
        return YakuStatus(yaku, 0)
    free = yaku.cards_mask & ~pile & ~elsewhere
    if required_missing & elsewhere or free.bit_count() < lacking:
        return YakuStatus(yaku, lacking, is_dead=True)
    # Where only the required cards are missing, no other card brings the yaku nearer.
    return YakuStatus(yaku, lacking, cards_in(required_missing if required_missing.bit_count() == lacking else free))
