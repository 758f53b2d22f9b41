"""The three piles of a round, checked, with Oni's leftover card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.families.captures.moves.calls import latest_turn
from scorer.families.captures.moves.capture import CardCapture
from scorer.families.captures.moves.position import CapturePosition
from scorer.families.captures.moves.setup import CaptureSetup
from scorer.games.kujuroku.texts import text
from scorer.games.kujuroku.yaku import ITSUN, SPECIAL_MARKS, Pack, Yaku, find_yaku, pack_under
from scorer.rules.game import Game
from scorer.rules.round_input import (
    RoundInput,
    require_card_codes,
    require_int,
    require_length,
    require_object,
    require_one_deck,
)
from scorer.rules.settlement import face_of
from scorer.texts import Text

ACTIVE_SEATS = 3
"""Players in a round: dealer, second and third; a fourth rests (kujuroku 2.1)."""


@dataclass(frozen=True, slots=True)
class Position:
    """The piles of dealer, second and third.

    `oni_holder` is the seat that has Oni, `leftover` the card that Oni left without partner, once it is certain.
    `oni_captured_number` is the number that Oni captured, `oni_discarded` whether Oni was discarded (kujuroku 4.4).
    """

    pack: Pack
    piles: tuple[tuple[str, ...], ...]
    oni_holder: int | None
    oni_captured_number: int | None
    leftover: str | None
    oni_discarded: bool

    def counted_cards(self, seat: int) -> tuple[str, ...]:
        """All cards that count for a seat: its pile, and for the holder of Oni the leftover."""
        if seat == self.oni_holder and self.leftover is not None:
            return (*self.piles[seat], self.leftover)
        return self.piles[seat]

    def check_oni_capture(self) -> None:
        """Refuse with `impossible` a pile with Oni that lacks the card Oni captured (kujuroku 4.4)."""
        if (
            self.oni_holder is None
            or self.oni_captured_number is None
            or _has_number(self.pack, self.piles[self.oni_holder], self.oni_captured_number)
        ):
            return
        raise Refusal(
            "impossible",
            text("oni_capture_not_in_pile", oni_captured_number=self.oni_captured_number),
            seat=self.oni_holder,
        )

    def check_complete(self) -> None:
        """Refuse with `bad_count` piles that lack any card but a discarded Oni (kujuroku 4.6)."""
        missing = Counter(self.pack.copies)
        for seat in range(ACTIVE_SEATS):
            missing.subtract(self.counted_cards(seat))
        if self.oni_discarded:
            missing[self.pack.oni] -= 1
        cards = tuple(missing.elements())
        if not cards:
            return
        names = tuple(face_of(code).name for code in cards[:3])
        more = len(cards) - len(names)
        total = sum(self.pack.card_points[code] for code in self.pack.cards)
        total -= 12 if self.oni_discarded and not self.pack.jizo else 0
        points = sum(self.pack.total_points(self.counted_cards(seat)) for seat in range(ACTIVE_SEATS))
        hint: Text | str = ""
        if cards == (self.pack.oni,):
            hint = text("oni_hint")
        elif self.oni_holder is not None and self.oni_captured_number is None:
            hint = text("oni_number_hint")
        rest = text("and_more", count=more) if more else ""
        raise Refusal(
            "bad_count",
            text("cards_missing", points=points, total=total, names=names, rest=rest, hint=hint),
            cards=cards,
        )


def parse_position(game: Game, round_input: RoundInput) -> Position:
    """The position that a round describes; raises `Refusal` for piles, Oni and leftover that do not go together."""
    data, options = round_input.data, round_input.options
    pile_values = require_length(data.get("piles"), ACTIVE_SEATS, text("piles"))
    piles = tuple(require_card_codes(pile, text("pile"), seat) for seat, pile in enumerate(pile_values))
    leftover = data.get("leftover")
    leftover_cards = require_card_codes([leftover], text("leftover")) if leftover is not None else ()
    deck = require_one_deck(game, options, (*piles, leftover_cards), seats=ACTIVE_SEATS)
    pack = pack_under(deck.kind, options)
    holder = next((seat for seat, pile in enumerate(piles) if pack.oni in pile), None)
    captured_number, is_discarded = _parse_oni(data)
    if is_discarded and not pack.has_oni:
        raise Refusal("bad_count", text("no_oni_in_play"))
    if is_discarded and (captured_number is not None or holder is not None):
        raise Refusal(
            "bad_count",
            text("discarded_oni_captured"),
        )
    if holder is None and (captured_number is not None or leftover_cards):
        raise Refusal("bad_count", text("oni_in_no_pile"))
    if leftover_cards:
        captured_number = _leftover_number(pack, leftover_cards[0], captured_number)
    if holder is not None and pack.jizo in piles[holder] and not _has_number(pack, piles[holder], captured_number):
        captured_number = None  # Jizo came in the same turn: the card stayed on the field (kujuroku 7.3)
    return Position(pack, piles, holder, captured_number, find_leftover(pack, piles, captured_number), is_discarded)


def _has_number(pack: Pack, pile: Sequence[str], number: int | None) -> bool:
    return any(pack.number_of(code) == number for code in pile)


def _parse_oni(data: Mapping[str, Any]) -> tuple[int | None, bool]:
    if data.get("oni") is None:
        return None, False
    oni = require_object(data["oni"], text("oni"))
    captured_number = oni.get("took")
    if captured_number is not None:
        captured_number = require_int(captured_number, text("what_oni_took"), minimum=1, maximum=10)
    is_discarded = oni.get("left_play", False)
    if not isinstance(is_discarded, bool):
        raise Refusal("bad_round", text("left_play_not_bool"))
    return captured_number, is_discarded


def _leftover_number(pack: Pack, leftover: str, oni_captured_number: int | None) -> int:
    number = pack.number_of(leftover)
    if number and oni_captured_number in (None, number):
        return number
    name = face_of(leftover).name
    raise Refusal(
        "impossible",
        text("wrong_leftover", name=name),
        cards=(leftover,),
    )


def find_leftover(pack: Pack, piles: Sequence[Sequence[str]], oni_captured_number: int | None) -> str | None:
    """The one card of the number Oni captured that lies on no pile; None as long as it may be one of several."""
    if oni_captured_number is None:
        return None
    copies_left = {code: copies for code, copies in pack.copies.items() if pack.number_of(code) == oni_captured_number}
    for pile in piles:
        for code in pile:
            if code in copies_left:
                copies_left[code] -= 1
    missing = [code for code, copies in copies_left.items() for _ in range(copies)]
    return missing[0] if len(missing) == 1 else None


def pack_on(position: CapturePosition) -> Pack:
    """The cards that a round is played with."""
    return pack_in(position.setup)


@lru_cache(maxsize=64)
def pack_in(setup: CaptureSetup) -> Pack:
    """The cards that rounds dealt like this are played with."""
    return pack_under(kind_of(setup.pack[0]), setup.options)


def worth_of(pack: Pack, card: str) -> int:
    """An estimate of a card's worth: its points, and more for the cards that dekiyaku are made of."""
    has_special_mark = any(mark >= ITSUN for mark in pack.marks[card])
    return pack.card_points[card] + 6 * has_special_mark + 3 * (pack.number_of(card) in SPECIAL_MARKS)


def is_misdealt(pack: Pack, field: Sequence[str]) -> bool:
    """Whether four cards of one number lie on an opening field."""
    return max(pack.count_marks(field)[1:ITSUN]) == 4


def maker_of(position: CapturePosition) -> int | None:
    """Who may end the round by a word now: who has a dekiyaku at the end of a turn, where it need not end it."""
    options = position.setup.options
    if options["yaku_check"] != "may_continue" or options["yaku_mode"] != "ends_round" or position.has_begun_turn:
        return None
    maker = position.turns[-1][0] if position.turns else position.seat
    return maker if yaku_by_seat(position)[maker] else None


def oni_captures(position: CapturePosition) -> tuple[CardCapture, ...]:
    """The captures that Oni made."""
    return tuple(each for each in position.captures if each.card == pack_on(position).oni)


def is_oni_discarded(position: CapturePosition) -> bool:
    """Whether Oni was laid and captured nothing, nor was he captured."""
    oni = pack_on(position).oni
    is_seen = oni in position.field or oni in position.gone
    return is_seen and not any(oni in (each.card, *each.partners) for each in position.captures if each.card != "")


def standing_of(position: CapturePosition) -> Position:
    """The piles with Oni and his leftover, as they are settled."""
    pack = pack_on(position)
    piles = tuple(position.pile(seat) for seat in range(ACTIVE_SEATS))
    holder = next((seat for seat, pile in enumerate(piles) if pack.oni in pile), None)
    partners = (card for capture in oni_captures(position) for card in capture.captured_partners)
    number = next((pack.number_of(card) for card in partners if card != pack.jizo), None)
    discarded = holder is None and latest_turn(position) >= 0 and is_oni_discarded(position)
    return Position(pack, piles, holder, number, find_leftover(pack, piles, number), discarded)


def yaku_by_seat(position: CapturePosition) -> tuple[tuple[Yaku, ...], ...]:
    """Every player's dekiyaku, with Oni's leftover as soon as it is certain."""
    found = position.memo.get("yaku")
    if found is None:
        standing, config = standing_of(position), str(position.setup.options["config"])
        found = position.memo["yaku"] = tuple(
            find_yaku(config, standing.pack.count_marks(standing.counted_cards(seat))) for seat in range(ACTIVE_SEATS)
        )
    return found
