"""打つ utsu: a round played out by three players who always take what is worth most (kujuroku 3, 4, 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """What Oni captured in this turn: Jizo may still give it back."""

    def estimate_worth(self, code: str) -> int:
        """What a player would give for a card: its points, and more for the cards that dekiyaku are made of."""
        special = any(mark >= ITSUN for mark in self.pack.marks[code])
        return self.pack.card_points[code] + 6 * special + 3 * (self.pack.number_of(code) in SPECIAL_MARKS)

    def capturable_cards(self, code: str) -> list[str]:
        """The field cards that `code` takes: one, the dearer of two, all three; Oni whichever is dearest, Jizo Oni."""
        if code == self.pack.oni:
            buddha = [card for card in self.field_cards if card == self.pack.jizo]
            return buddha or sorted(self.field_cards, key=self.estimate_worth)[-1:]
        if code == self.pack.jizo:
            return [card for card in self.field_cards if card == self.pack.oni]
        number = self.pack.number_of(code)
        found = sorted(
            (card for card in self.field_cards if self.pack.number_of(card) == number), key=self.estimate_worth
        )
        return found if len(found) == 3 else found[-1:]

    def play_card(self, code: str, seat: int) -> None:
        """Plays one card: it captures what it can and stays on the field when it cannot."""
        taken = self.capturable_cards(code)
        if code == self.pack.jizo and self.oni_captured_this_turn is not None:
            self.piles[seat].remove(self.oni_captured_this_turn)
            self.field_cards.append(self.oni_captured_this_turn)
            self.oni_captured_this_turn = self.oni_captured_number = None
            self.piles[seat].append(code)
            return
        if not taken:
            self.field_cards.append(code)
            return
        for card in taken:
            self.field_cards.remove(card)
        self.piles[seat] += [*taken, code]
        if code == self.pack.oni and taken != [self.pack.jizo]:
            self.oni_captured_this_turn = taken[0]
            self.oni_captured_number = self.pack.number_of(taken[0])

    def end_turn(self, seat: int) -> None:
        """A discarded Oni leaves the game, a laid Jizo goes to the player's pile."""
        self.oni_captured_this_turn = None
        if self.pack.oni in self.field_cards:
            self.field_cards.remove(self.pack.oni)
            self.oni_discarded = True
        if self.pack.jizo in self.field_cards:
            self.field_cards.remove(self.pack.jizo)
            self.piles[seat].append(self.pack.jizo)

    def yaku_by_seat(self, config: str) -> list[tuple[Yaku, ...]]:
        """Every player's dekiyaku, Oni's leftover counted as soon as it is certain."""
        piles = tuple(map(tuple, self.piles))
        holder = next((seat for seat in range(ACTIVE_SEATS) if self.pack.oni in piles[seat]), None)
        left = find_leftover(self.pack, piles, self.oni_captured_number)
        now = Position(self.pack, piles, holder, self.oni_captured_number, left, self.oni_discarded)
        return [find_yaku(config, self.pack.count_marks(now.counted_cards(seat))) for seat in range(ACTIVE_SEATS)]

    def estimate_gain(self, code: str) -> int:
        """What a player would win by laying a card now, below zero when he gives it away."""
        if code == self.pack.jizo:
            return self.estimate_worth(code)
        taken = self.capturable_cards(code)
        return sum(map(self.estimate_worth, (*taken, code))) if taken else -self.estimate_worth(code)


def deal(pack: Pack, cards: Sequence[str], order: str) -> Board:
    """配る kubaru: three cards at a time to 2nd, 3rd, dealer and the field, twice; then the stock (kujuroku 3.2)."""
    table = Board(pack)
    places = [table.hands[1], table.hands[2], table.hands[0]]
    places = [*places, table.field_cards] if order == "hands_first" else [table.field_cards, *places]
    for place, start in zip(places * 2, range(0, 24, 3), strict=True):
        place.extend(cards[start : start + 3])
    table.stock = list(cards[24:])
    return table


def take_opening(board: Board) -> None:
    """What the dealer takes before the first turn: Oni and Jizo first, then two of three of a number (3.3, 7.2)."""
    oni, jizo = (card in board.field_cards for card in (board.pack.oni, board.pack.jizo))
    if jizo:
        board.field_cards.remove(board.pack.jizo)
        board.piles[0].append(board.pack.jizo)
    if oni:
        board.field_cards.remove(board.pack.oni)
        if jizo:
            board.piles[0].append(board.pack.oni)
        else:
            board.play_card(board.pack.oni, 0)
    board.oni_captured_this_turn = None
    for number in range(1, ITSUN):
        three = sorted(
            (card for card in board.field_cards if board.pack.number_of(card) == number), key=board.estimate_worth
        )
        if len(three) == 3:
            for card in three[1:]:
                board.field_cards.remove(card)
                board.piles[0].append(card)


def play_round(cards: Sequence[str], options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """The fields of a finished round from a shuffled pack; a misdealt field as it lies."""
    pack = pack_of(kind_of(cards[0]), jizo=bool(options["jizo"]))
    table = deal(pack, [card for card in cards if card in pack.marks], str(options["deal_order"]))
    if max(pack.count_marks(table.field_cards)[1:ITSUN]) == 4:
        return {"field": table.field_cards}
    take_opening(table)
    for turn in range(6 * ACTIVE_SEATS):
        seat = turn % ACTIVE_SEATS
        if _play_turn(table, seat, options):
            by = {"maker": seat} if options["yaku_check"] == "may_continue" else {}
            return _round_fields(table, {"ended_by": "yaku", **by})
    return _round_fields(table, {"ended_by": "empty"})


def _play_turn(board: Board, seat: int, options: Mapping[str, OptionValue]) -> bool:
    """One turn: a hand card, then a stock card while there is one. True when a dekiyaku ends the round."""
    config, check = str(options["config"]), options["yaku_check"]
    ends = options["yaku_mode"] == "ends_round"
    card = max(board.hands[seat], key=lambda code: (board.estimate_gain(code), code))
    board.hands[seat].remove(card)
    board.play_card(card, seat)
    if ends and check == "each_capture" and any(board.yaku_by_seat(config)):
        return True
    if board.stock:
        board.play_card(board.stock.pop(0), seat)
    board.end_turn(seat)
    if not ends:
        return False
    made = board.yaku_by_seat(config)
    if check != "may_continue":
        return any(made)
    # Whoever has a cheap one and cards left hopes for more.
    return bool(made[seat]) and (made[seat][-1].stones_each > 6 or not board.hands[seat])


def _round_fields(board: Board, ending: Mapping[str, Any]) -> dict[str, Any]:
    oni: dict[str, Any] = (
        {"left_play": True}
        if board.oni_discarded
        else {"took": board.oni_captured_number}
        if board.oni_captured_number
        else {}
    )
    return {**ending, "piles": board.piles, **({"oni": oni} if oni else {})}
