"""打つ utsu: a round played out by three players who always take what is worth most (kujuroku 3, 4, 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.discover import kind_of
from scorer.games.kujuroku.packs import ITSUN, SPECIAL, Pack, pack_of
from scorer.games.kujuroku.position import PLAYING, Position, leftover_of
from scorer.games.kujuroku.yaku import Yaku, held
from scorer.rules.options import Value


@dataclass(slots=True)
class Board:
    """The cards on the table: three hands, three piles, the field, the stock; and what became of Oni."""

    pack: Pack
    hands: list[list[str]] = field(default_factory=lambda: [[], [], []])
    middle: list[str] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    piles: list[list[str]] = field(default_factory=lambda: [[], [], []])
    took: int | None = None
    left_play: bool = False
    fresh: str | None = None
    """What Oni captured in this turn: Jizo may still give it back."""

    def worth(self, code: str) -> int:
        """What a player would give for a card: its points, and more for the cards that dekiyaku are made of."""
        special = any(mark >= ITSUN for mark in self.pack.marks[code])
        return self.pack.worth[code] + 6 * special + 3 * (self.pack.number(code) in SPECIAL)

    def captures(self, code: str) -> list[str]:
        """The field cards that `code` takes: one, the dearer of two, all three; Oni whichever is dearest, Jizo Oni."""
        if code == self.pack.oni:
            buddha = [card for card in self.middle if card == self.pack.jizo]
            return buddha or sorted(self.middle, key=self.worth)[-1:]
        if code == self.pack.jizo:
            return [card for card in self.middle if card == self.pack.oni]
        number = self.pack.number(code)
        found = sorted((card for card in self.middle if self.pack.number(card) == number), key=self.worth)
        return found if len(found) == 3 else found[-1:]

    def lay(self, code: str, seat: int) -> None:
        """Plays one card: it captures what it can and stays on the field when it cannot."""
        taken = self.captures(code)
        if code == self.pack.jizo and self.fresh is not None:
            self.piles[seat].remove(self.fresh)
            self.middle.append(self.fresh)
            self.fresh = self.took = None
            self.piles[seat].append(code)
            return
        if not taken:
            self.middle.append(code)
            return
        for card in taken:
            self.middle.remove(card)
        self.piles[seat] += [*taken, code]
        if code == self.pack.oni and taken != [self.pack.jizo]:
            self.fresh = taken[0]
            self.took = self.pack.number(taken[0])

    def end_turn(self, seat: int) -> None:
        """A discarded Oni leaves the game, a laid Jizo goes to the player's pile."""
        self.fresh = None
        if self.pack.oni in self.middle:
            self.middle.remove(self.pack.oni)
            self.left_play = True
        if self.pack.jizo in self.middle:
            self.middle.remove(self.pack.jizo)
            self.piles[seat].append(self.pack.jizo)

    def made(self, config: str) -> list[tuple[Yaku, ...]]:
        """Every player's dekiyaku, Oni's leftover counted as soon as it is certain."""
        piles = tuple(map(tuple, self.piles))
        holder = next((seat for seat in range(PLAYING) if self.pack.oni in piles[seat]), None)
        left = leftover_of(self.pack, piles, self.took)
        now = Position(self.pack, piles, holder, self.took, left, self.left_play)
        return [held(config, self.pack.count(now.owns(seat))) for seat in range(PLAYING)]

    def gain(self, code: str) -> int:
        """What a player would win by laying a card now, below zero when he gives it away."""
        if code == self.pack.jizo:
            return self.worth(code)
        taken = self.captures(code)
        return sum(map(self.worth, (*taken, code))) if taken else -self.worth(code)


def dealt(pack: Pack, cards: Sequence[str], order: str) -> Board:
    """配る kubaru: three cards at a time to 2nd, 3rd, dealer and the field, twice; then the stock (kujuroku 3.2)."""
    table = Board(pack)
    places = [table.hands[1], table.hands[2], table.hands[0]]
    places = [*places, table.middle] if order == "hands_first" else [table.middle, *places]
    for place, start in zip(places * 2, range(0, 24, 3), strict=True):
        place.extend(cards[start : start + 3])
    table.stock = list(cards[24:])
    return table


def take_opening(table: Board) -> None:
    """What the dealer takes before the first turn: Oni and Jizo first, then two of three of a number (3.3, 7.2)."""
    oni, jizo = (card in table.middle for card in (table.pack.oni, table.pack.jizo))
    if jizo:
        table.middle.remove(table.pack.jizo)
        table.piles[0].append(table.pack.jizo)
    if oni:
        table.middle.remove(table.pack.oni)
        if jizo:
            table.piles[0].append(table.pack.oni)
        else:
            table.lay(table.pack.oni, 0)
    table.fresh = None
    for number in range(1, ITSUN):
        three = sorted((card for card in table.middle if table.pack.number(card) == number), key=table.worth)
        if len(three) == 3:
            for card in three[1:]:
                table.middle.remove(card)
                table.piles[0].append(card)


def play(cards: Sequence[str], options: Mapping[str, Value]) -> dict[str, Any]:
    """The fields of a finished round from a shuffled pack; a misdealt field as it lies."""
    pack = pack_of(kind_of(cards[0]), jizo=bool(options["jizo"]))
    table = dealt(pack, [card for card in cards if card in pack.marks], str(options["deal_order"]))
    if max(pack.count(table.middle)[1:ITSUN]) == 4:
        return {"field": table.middle}
    take_opening(table)
    for turn in range(6 * PLAYING):
        seat = turn % PLAYING
        if _turn(table, seat, options):
            by = {"maker": seat} if options["yaku_check"] == "may_continue" else {}
            return _told(table, {"ended_by": "yaku", **by})
    return _told(table, {"ended_by": "empty"})


def _turn(table: Board, seat: int, options: Mapping[str, Value]) -> bool:
    """One turn: a hand card, then a stock card while there is one. True when a dekiyaku ends the round."""
    config, check = str(options["config"]), options["yaku_check"]
    ends = options["yaku_mode"] == "ends_round"
    card = max(table.hands[seat], key=lambda code: (table.gain(code), code))
    table.hands[seat].remove(card)
    table.lay(card, seat)
    if ends and check == "each_capture" and any(table.made(config)):
        return True
    if table.stock:
        table.lay(table.stock.pop(0), seat)
    table.end_turn(seat)
    if not ends:
        return False
    made = table.made(config)
    if check != "may_continue":
        return any(made)
    # Whoever has a cheap one and cards left hopes for more.
    return bool(made[seat]) and (made[seat][-1].worth > 6 or not table.hands[seat])


def _told(table: Board, how: Mapping[str, Any]) -> dict[str, Any]:
    oni: dict[str, Any] = {"left_play": True} if table.left_play else {"took": table.took} if table.took else {}
    return {**how, "piles": table.piles, **({"oni": oni} if oni else {})}
