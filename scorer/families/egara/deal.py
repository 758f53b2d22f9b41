"""Deals of the egara games: two sides, sixteen picture cards, four aces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.cards import Deck, Face
from scorer.errors import Refusal
from scorer.families.egara import name, text
from scorer.families.egara.tricks import RANKS, SUITS, picture_cards
from scorer.rules.game import Game
from scorer.rules.hand_class import HandClass
from scorer.rules.play.first_deal import DrawnSeats, FirstDeal
from scorer.rules.prompts import Table
from scorer.rules.round_input import (
    RoundInput,
    require_card_codes,
    require_int,
    require_length,
    require_one_deck,
    require_seat,
)
from scorer.rules.settlement import classify_hand

EGARA_COUNT = 16
"""Picture cards in the pack: ace, king, queen and jack of each suit."""
SIDE_FIELDS = ("active", "dealers", "trump", "captured", "pictures", "aces")
"""The fields of a round between two sides."""
ACES = ("AS", "AH", "AD", "AC")
SUIT_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {
    "S": text("suit.S"),
    "H": text("suit.H"),
    "D": text("suit.D"),
    "C": text("suit.C"),
}


def format_card(card: str) -> str:
    """The card as card players write it.

    >>> format_card("10H")
    '10♥'
    """
    return card[:-1] + SUIT_SYMBOLS[card[-1]]


TWO_SIDES = text("two_sides")


def _lot_rank(face: Face, options: Mapping[str, int | str]) -> tuple[int]:
    """The rank of a card as a lot: two is the lowest, the ace the highest."""
    del options
    return (RANKS.index(face.code[:-1]),)


PARTNERS_BY_COLOUR = FirstDeal(text("lowest_lot"), text("draw_partners"), _lot_rank, DrawnSeats.PARTNERS)
"""Cards of one colour play together, the side of the lowest card deals; six people sit in the order of their lots, and
the third and the sixth deal (kakeya 2.2)."""


@dataclass(frozen=True, slots=True)
class Aces:
    """The aces that one side was dealt, with the deal's special card and its ace of trumps."""

    dealt: frozenset[str]
    special: str
    trump_ace: str

    @property
    def major_aces(self) -> frozenset[str]:
        """The special card and the ace of trumps, as far as the side was dealt them."""
        return self.dealt & {self.special, self.trump_ace}


ACE_CLASSES = (
    HandClass(
        "none",
        name("classes.none"),
        text("classes.none"),
        lambda aces: not aces.dealt,
        2,
        example=("KS", "2H"),
        section="kakeya 6.2",
    ),
    HandClass(
        "minor",
        name("classes.minor"),
        text("classes.minor"),
        lambda aces: len(aces.dealt) <= 2 and not aces.major_aces,
        1,
        example=("AH", "2H"),
        section="kakeya 6.2",
    ),
    HandClass(
        "major",
        name("classes.major"),
        text("classes.major"),
        lambda _: True,
        0,
        example=("AS", "2H"),
        section="kakeya 6.2",
    ),
)


@dataclass(frozen=True, slots=True)
class SideDeal:
    """One deal between two sides.

    `active` are the seats of the two sides, `dealers` the seat that deals, `trump` the suit of trumps. `aces` are the
    aces that each side was dealt, `picture_counts` the picture cards that each side captured. `captured_pictures` are
    these picture cards themselves, None where the table gave only their number.
    """

    active: tuple[int, int]
    dealers: int
    trump: str
    aces: tuple[Aces, Aces]
    picture_counts: tuple[int, int]
    captured_pictures: tuple[tuple[str, ...], tuple[str, ...]] | None

    def ace_class_key(self, side: int) -> str:
        """The key of the class of a side's aces."""
        return classify_hand(ACE_CLASSES, self.aces[side], "").key

    @property
    def side_without_special(self) -> int:
        """The side that was not dealt the special card."""
        return 0 if self.aces[1].special in self.aces[1].dealt else 1


def parse_deal(
    game: Game, round_input: RoundInput, allowed_trumps: str, special_by_trump: Mapping[str, str]
) -> SideDeal:
    """The deal that a round describes.

    `allowed_trumps` are the suits that may be trumps, `special_by_trump` gives the special card under each. Raises
    `Refusal`: `bad_count` for counts and aces that do not add up, `bad_option` for a suit that does not exist,
    `impossible` for what the play cannot bring (kakeya 5.5, 6.4).
    """
    data, seats = round_input.data, len(round_input.seats)
    active = [
        require_seat(seat, range(seats), text("active"))
        for seat in require_length(data.get("active"), 2, text("active"))
    ]
    if active[0] == active[1]:
        raise Refusal("bad_count", TWO_SIDES, seat=active[0])
    dealers = require_seat(data.get("dealers"), range(seats), text("dealers"))
    if seats > 2 and dealers in active:
        raise Refusal("impossible", text("dealers_play"), seat=dealers)
    trump = data.get("trump")
    if trump not in tuple(SUITS):
        raise Refusal("bad_option", text("unknown_trump"))
    if trump not in allowed_trumps:
        name = SUIT_NAMES[trump]
        raise Refusal(
            "impossible",
            text("forbidden_trump", name=name),
        )
    aces = _parse_aces(game, round_input, active, special_by_trump[trump], f"A{trump}")
    counts, captured = _parse_picture_counts(game, round_input, active)
    for side, seat in enumerate(active):
        _check_unlosable_aces(aces[side], counts[side], captured[side] if captured else None, seat)
    return SideDeal((active[0], active[1]), dealers, trump, aces, counts, captured)


def _parse_aces(
    game: Game, round_input: RoundInput, active: Sequence[int], special: str, trump_ace: str
) -> tuple[Aces, Aces]:
    label = text("aces")
    dealt = require_length(round_input.data.get("aces"), 2, label)
    first, second = (require_card_codes(cards, label, seat) for cards, seat in zip(dealt, active, strict=True))
    require_one_deck(game, round_input.options, (first, second))
    if sorted((*first, *second)) != sorted(ACES):
        raise Refusal(
            "bad_count",
            text("not_four_aces"),
            cards=(*first, *second),
        )
    return Aces(frozenset(first), special, trump_ace), Aces(frozenset(second), special, trump_ace)


def _parse_picture_counts(
    game: Game, round_input: RoundInput, active: Sequence[int]
) -> tuple[tuple[int, int], tuple[tuple[str, ...], tuple[str, ...]] | None]:
    """The number of picture cards of both sides, and the picture cards themselves where the table gave them.

    The number follows from the captured cards or is given as such. Where both are given they must agree.
    """
    data = round_input.data
    captured: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    counts = (0, 0)
    if data.get("captured") is not None or data.get("pictures") is None:
        label = text("captured")
        values = require_length(data.get("captured"), 2, label)
        first, second = (require_card_codes(pile, label, seat) for pile, seat in zip(values, active, strict=True))
        require_one_deck(game, round_input.options, (first, second))
        captured = (picture_cards(first), picture_cards(second))
        counts = (len(captured[0]), len(captured[1]))
    if data.get("pictures") is not None:
        label = text("pictures")
        values = require_length(data["pictures"], 2, label)
        declared = [
            require_int(count, label, maximum=EGARA_COUNT, seat=seat)
            for count, seat in zip(values, active, strict=True)
        ]
        if counts not in ((0, 0), tuple(declared)):
            raise _picture_total_refusal(*declared)
        captured = captured if any(counts) else None
        counts = (declared[0], declared[1])
    if sum(counts) != EGARA_COUNT:
        raise _picture_total_refusal(*counts)
    return counts, captured


def _picture_total_refusal(first: int, second: int) -> Refusal:
    return Refusal(
        "bad_count",
        text("not_sixteen", first=first, second=second),
    )


def _check_unlosable_aces(aces: Aces, count: int, captured: Sequence[str] | None, seat: int) -> None:
    """Refuse a side that lost an ace it cannot lose: the special card, and with it the ace of trumps (kakeya 5.5)."""
    if aces.special not in aces.dealt:
        return
    lost = () if captured is None else tuple(sorted(aces.major_aces - set(captured)))
    if count >= len(aces.major_aces) and not lost:
        return
    cards = lost or tuple(sorted(aces.major_aces))
    symbols = " ".join(map(format_card, cards))
    raise Refusal(
        "impossible",
        text("special_lost", symbols=symbols, special=format_card(aces.special)),
        seat=seat,
        cards=cards,
    )


def dealers_of(table: Table) -> int:
    """The seat of the side that deals, as the table says; the first where it does not."""
    return int(table.extra.get("dealers", 0))


def sides_of(table: Table) -> tuple[int, ...]:
    """The seats of the two sides that play. Of three the one that deals rests (kakeya 2.3)."""
    seats, dealers = len(table.seats), dealers_of(table)
    first, second = (0, 1) if seats == 2 else ((dealers + 1) % seats, (dealers + 2) % seats)
    return tuple(table.extra.get("active", (first, second)))


def copies_without_jokers(deck: Deck) -> Mapping[str, int]:
    """The 52 cards without jokers: code to copies."""
    return _COPIES_WITHOUT_JOKERS.setdefault(
        deck.kind, {code: copies for code, copies in deck.copies.items() if not code.startswith("joker")}
    )


_COPIES_WITHOUT_JOKERS: dict[str, Mapping[str, int]] = {}
