"""A round of Kujuroku played out, for the demo and for the tests.

The three players always take what is worth most. Source: kujuroku 3, 4 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.decks import kind_of
from scorer.games.kujuroku.packs import ITSUN, SPECIAL_MARKS, Pack, pack_of
from scorer.games.kujuroku.position import ACTIVE_SEATS, Position, find_leftover
from scorer.games.kujuroku.yaku import Yaku, find_yaku
from scorer.rules.options import OptionValue


@dataclass(slots=True)
class Board:
    """The cards on the table: three hands, three piles, the field, the stock; and what became of Oni."""

    pack: Pack
    hands: list[list[str]] = field(default_factory=lambda: [[], [], []])
    field_cards: list[str] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    piles: list[list[str]] = field(default_factory=lambda: [[], [], []])
    oni_captured_number: int | None = None
    oni_discarded: bool = False
    oni_captured_this_turn: str | None = None
    """The card that Oni captured in this turn: Jizo may still return it to the field."""

    def estimate_worth(self, code: str) -> int:
        """An estimate of a card's worth: its points, and more for the cards that dekiyaku are made of."""
        has_special_mark = any(mark >= ITSUN for mark in self.pack.marks[code])
        return self.pack.card_points[code] + 6 * has_special_mark + 3 * (self.pack.number_of(code) in SPECIAL_MARKS)

    def show_field(self) -> None:
        """The field as dealt lies on the table: nothing to do here, a board that keeps steps notes it."""

    def choose_card(self, seat: int) -> str:
        """The card of a hand that gains most."""
        return max(self.hands[seat], key=lambda code: (self.estimate_gain(code), code))

    def capturable_cards(self, code: str) -> list[str]:
        """The field cards that `code` captures: one, the dearer of two, or all three of its number.

        Oni captures Jizo or the dearest card, Jizo captures Oni.
        """
        if code == self.pack.oni:
            jizo_cards = [card for card in self.field_cards if card == self.pack.jizo]
            return jizo_cards or sorted(self.field_cards, key=self.estimate_worth)[-1:]
        if code == self.pack.jizo:
            return [card for card in self.field_cards if card == self.pack.oni]
        number = self.pack.number_of(code)
        matching = sorted(
            (card for card in self.field_cards if self.pack.number_of(card) == number), key=self.estimate_worth
        )
        return matching if len(matching) == 3 else matching[-1:]

    def play_card(self, code: str, seat: int) -> None:
        """Play one card: it captures what it can, and stays on the field when it cannot."""
        captured = self.capturable_cards(code)
        if code == self.pack.jizo and self.oni_captured_this_turn is not None:
            self.piles[seat].remove(self.oni_captured_this_turn)
            self.field_cards.append(self.oni_captured_this_turn)
            self.oni_captured_this_turn = self.oni_captured_number = None
            self.piles[seat].append(code)
            return
        if not captured:
            self.field_cards.append(code)
            return
        for card in captured:
            self.field_cards.remove(card)
        self.piles[seat] += [*captured, code]
        if code == self.pack.oni and captured != [self.pack.jizo]:
            self.oni_captured_this_turn = captured[0]
            self.oni_captured_number = self.pack.number_of(captured[0])

    def end_turn(self, seat: int) -> None:
        """End a turn: a discarded Oni leaves the game, and Jizo on the field goes to the player's pile."""
        self.oni_captured_this_turn = None
        if self.pack.oni in self.field_cards:
            self.field_cards.remove(self.pack.oni)
            self.oni_discarded = True
        if self.pack.jizo in self.field_cards:
            self.field_cards.remove(self.pack.jizo)
            self.piles[seat].append(self.pack.jizo)

    def take_opening(self) -> None:
        """Capture what the dealer takes before the first turn: Oni and Jizo, then two of three of a number.

        Source: kujuroku 3.3, 7.2.
        """
        has_oni, has_jizo = (card in self.field_cards for card in (self.pack.oni, self.pack.jizo))
        if has_jizo:
            self.field_cards.remove(self.pack.jizo)
            self.piles[0].append(self.pack.jizo)
        if has_oni:
            self.field_cards.remove(self.pack.oni)
            if has_jizo:
                self.piles[0].append(self.pack.oni)
            else:
                self.play_card(self.pack.oni, 0)
        self.oni_captured_this_turn = None
        for number in range(1, ITSUN):
            matching = sorted(
                (card for card in self.field_cards if self.pack.number_of(card) == number), key=self.estimate_worth
            )
            if len(matching) == 3:
                for card in matching[1:]:
                    self.field_cards.remove(card)
                    self.piles[0].append(card)

    def yaku_by_seat(self, config: str) -> list[tuple[Yaku, ...]]:
        """Every player's dekiyaku, with Oni's leftover as soon as it is certain."""
        piles = tuple(map(tuple, self.piles))
        oni_holder = next((seat for seat in range(ACTIVE_SEATS) if self.pack.oni in piles[seat]), None)
        leftover = find_leftover(self.pack, piles, self.oni_captured_number)
        position = Position(self.pack, piles, oni_holder, self.oni_captured_number, leftover, self.oni_discarded)
        return [find_yaku(config, self.pack.count_marks(position.counted_cards(seat))) for seat in range(ACTIVE_SEATS)]

    def estimate_gain(self, code: str) -> int:
        """The worth that a player wins by playing a card now, below zero for a card that stays on the field."""
        if code == self.pack.jizo:
            return self.estimate_worth(code)
        captured = self.capturable_cards(code)
        return sum(map(self.estimate_worth, (*captured, code))) if captured else -self.estimate_worth(code)


def deal(pack: Pack, cards: Sequence[str], order: str, make_board: Callable[[Pack], Board] = Board) -> Board:
    """The board after the deal: three cards at a time to second, third, dealer and the field, twice; the rest is stock.

    Source: kujuroku 3.2. `order` is the setting `deal_order`: "hands_first" or the field first.
    """
    board = make_board(pack)
    places = [board.hands[1], board.hands[2], board.hands[0]]
    places = [*places, board.field_cards] if order == "hands_first" else [board.field_cards, *places]
    for place, start in zip(places * 2, range(0, 24, 3), strict=True):
        place.extend(cards[start : start + 3])
    board.stock = list(cards[24:])
    return board


def play_round(
    cards: Sequence[str], options: Mapping[str, OptionValue], make_board: Callable[[Pack], Board] = Board
) -> dict[str, Any]:
    """The fields of a finished round from a shuffled pack; of a misdeal the field alone."""
    pack = pack_of(kind_of(cards[0]), jizo=bool(options["jizo"]))
    board = deal(pack, [card for card in cards if card in pack.marks], str(options["deal_order"]), make_board)
    board.show_field()
    if max(pack.count_marks(board.field_cards)[1:ITSUN]) == 4:
        return {"field": board.field_cards}
    board.take_opening()
    for turn in range(6 * ACTIVE_SEATS):
        seat = turn % ACTIVE_SEATS
        if play_turn(board, seat, options):
            maker_field = {"maker": seat} if options["yaku_check"] == "may_continue" else {}
            return round_fields(board, {"ended_by": "yaku", **maker_field})
    return round_fields(board, {"ended_by": "empty"})


def play_turn(board: Board, seat: int, options: Mapping[str, OptionValue], card: str | None = None) -> bool:
    """Play one turn: a hand card, then a stock card while there is one; True when a dekiyaku ends the round.

    Without a `card` to play it is the one that gains most.
    """
    config, check = str(options["config"]), options["yaku_check"]
    yaku_ends_round = options["yaku_mode"] == "ends_round"
    card = card or board.choose_card(seat)
    board.hands[seat].remove(card)
    board.play_card(card, seat)
    if yaku_ends_round and check == "each_capture" and any(board.yaku_by_seat(config)):
        return True
    if board.stock:
        board.play_card(board.stock.pop(0), seat)
    board.end_turn(seat)
    if not yaku_ends_round:
        return False
    yaku_by_seat = board.yaku_by_seat(config)
    if check != "may_continue":
        return any(yaku_by_seat)
    # A player with a cheap dekiyaku and cards left plays on for more.
    return bool(yaku_by_seat[seat]) and (yaku_by_seat[seat][-1].stones_each > 6 or not board.hands[seat])


def round_fields(board: Board, ending: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a finished round: how it ended, the piles, and what became of Oni."""
    oni: dict[str, Any] = (
        {"left_play": True}
        if board.oni_discarded
        else {"took": board.oni_captured_number}
        if board.oni_captured_number
        else {}
    )
    return {**ending, "piles": board.piles, **({"oni": oni} if oni else {})}
