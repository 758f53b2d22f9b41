"""どんつくの番: the turns of Dontsuku as given, each checked card by card; turns that could not happen are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.errors import Refusal
from scorer.games.dontsuku import reasons as because
from scorer.games.dontsuku import texts as wording
from scorer.games.dontsuku.hands import PACK, TARGET, UNDECIDED, Reader
from scorer.rules.game import Game, HandClass
from scorer.rules.options import Value
from scorer.rules.round_input import Opened, as_many, codes, one_pack, table_of, whole
from scorer.rules.settlement import turn_order


@dataclass(frozen=True, slots=True)
class Play:
    """One seat's turn: its cards in drawing order, how many of the last came unseen, and its class as they lie."""

    seat: int
    cards: tuple[str, ...]
    tsukkome: int
    total: int
    found: HandClass

    @property
    def made(self) -> bool:
        """Fifteen or a teyaku."""
        return self.found.rank == TARGET


def played(reader: Reader, cards: tuple[str, ...], tsukkome: int, seat: int) -> Play:
    """The turn, if every card came while the hand was still undecided (dontsuku 3.3); `hand_played_on` otherwise."""
    for size in range(2, len(cards) - tsukkome + 1):
        found = reader.judge(cards[:size])
        if found is not UNDECIDED and size < len(cards):
            raise Refusal("hand_played_on", because.played_on(cards[:size], found), seat=seat, cards=cards[size:])
    return Play(seat, cards, tsukkome, reader.total(cards), reader.judge(cards))


def turns(game: Game, table: Opened) -> tuple[Reader, list[Play | None]]:
    """Every seat's turn in seat order, None where agari came first; refuses turns that could not happen."""
    seats = len(table.seats)
    hands = [_given(hand, seat) for seat, hand in enumerate(as_many(table.data.get("hands"), seats, because.HANDS))]
    deck = one_pack(game, table.options, [cards for cards, _, _ in hands])
    reader = Reader(deck.kind, table.options)
    plays: list[Play | None] = [None] * seats
    caller: int | None = None
    left = PACK - seats
    for seat in turn_order(seats):
        cards, tsukkome, acted = hands[seat]
        _counted(table.options, cards, tsukkome, seat)
        if caller is not None:
            if acted is True or len(cards) > 1:
                says = because.round_is_over(table.seats[caller])
                raise Refusal("hand_played_on", says, seat=seat, cards=cards[1:])
            continue
        if acted is False:
            raise Refusal("impossible", because.NOT_ACTED, seat=seat)
        play = plays[seat] = played(reader, cards, tsukkome, seat)
        left -= len(cards) - 1
        least = table.options["min_motto"]
        if least != "none" and left and not tsukkome and play.found is UNDECIDED and play.total < int(least):
            raise Refusal("impossible", because.below_least(play.total, least), seat=seat, cards=cards)
        if play.made and not tsukkome:
            caller = seat
    return reader, plays


def _given(hand: object, seat: int) -> tuple[tuple[str, ...], int, bool | None]:
    """Cards, unseen cards and whether the seat had a turn (None: not said), as given for one seat."""
    fields = table_of(hand, because.HAND)
    unseen, acted = fields.get("tsukkome"), fields.get("acted")
    if acted is not None and not isinstance(acted, bool):
        raise Refusal("bad_round", because.ACTED_IS_YES_OR_NO, seat=seat)
    return (
        codes(fields.get("cards"), wording.CARDS, seat),
        0 if unseen is None else whole(unseen, because.UNSEEN, seat=seat),
        acted,
    )


def _counted(options: Mapping[str, Value], cards: Sequence[str], tsukkome: int, seat: int) -> None:
    """Refuses a hand whose numbers of cards cannot be (dontsuku 3, 4.2)."""
    if not cards:
        raise Refusal("too_few_cards", because.NO_CARD, seat=seat)
    if not tsukkome:
        return
    if tsukkome >= len(cards):
        raise Refusal("bad_count", because.FIRST_CARD, seat=seat)
    most = options["tsukkome_max"]
    if most != "none" and tsukkome > int(most):
        raise Refusal("impossible", because.too_many_unseen(most), seat=seat)
    if tsukkome < len(cards) - 1 and not options["tsukkome_after_motto"]:
        raise Refusal("impossible", because.MOTTO_FIRST, seat=seat)
