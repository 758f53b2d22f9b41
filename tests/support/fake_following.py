"""A table that reports rests, and a decoder that believes each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scanner.worker.watch_state import ArrivedRest
from scorer.following.outcome import Outcome
from scorer.following.play_event import PlayEvent
from scorer.following.sighting import Change, Rest, SeenCard
from scorer.rules.game import Game
from scorer.rules.prompts import Table
from scorer.texts import Text
from tests.support.table import FakeScanner

UNEXPLAINED_CARD = "h12-4"
"""A card that the decoder cannot explain."""
FORBIDDEN_CARD = "h11-4"
"""A card that nobody may lay."""
GUESSED_STAKE = 3
"""What the decoder takes the stake for, where it is set per round."""


@dataclass(frozen=True, slots=True)
class BelievedState:
    """State of the `BelievingDecoder`."""

    game: Game
    table: Table
    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    doubted: frozenset[int] = frozenset()
    history: tuple[PlayEvent, ...] = ()
    hints: tuple[Text, ...] = (Text("Draw a card, or stop.", "引くか、やめます。"),)
    may_end: bool = False
    trouble: Text | None = None

    @property
    def seats(self) -> range:
        return range(len(self.table.seats))

    @property
    def turn(self) -> int:
        return min(self.seats, key=lambda seat: len(self.hands.get(seat, ())))

    @property
    def is_over(self) -> bool:
        return all(len(self.hands.get(seat, ())) == 2 for seat in self.seats)


class BelievingDecoder:
    """Takes each new card for one laid by the seat it lies at. The round is over once every seat has two cards."""

    def begin(self, game: Game, table: Table, deck: str) -> Any:
        return BelievedState(game, table)

    def follow(self, state: Any, rest: Rest) -> tuple[Any, tuple[PlayEvent, ...]]:
        moves = list(state.history)
        hands, doubted = dict(state.hands), set(state.doubted)
        for change in rest.changes:
            card = change.card
            code = card.names[0][0] if card.names else None
            if change.kind == "appeared" and code != UNEXPLAINED_CARD:
                note = Text("Nobody may lay that.", "それは出せません。") if code == FORBIDDEN_CARD else None
                moves.append(PlayEvent(rest.time_s, "laid", card.zone, code, note=note))
                if card.zone is not None and code:
                    hands[card.zone] = (*hands.get(card.zone, ()), code)
                    doubted |= {card.zone} if not card.is_sure else set()
            elif change.kind == "left":
                moves.append(PlayEvent(rest.time_s, "taken", card.zone, code))
        is_lost = any(card.names and card.names[0][0] == UNEXPLAINED_CARD for card in rest.table)
        if is_lost != (state.trouble is not None):
            moves.append(PlayEvent(rest.time_s, "lost" if is_lost else "found", None, None))
        trouble = Text("At the right of the dealer lies a card too many.", "親の右に一枚多くあります。")
        after = replace(
            state,
            hands=hands,
            doubted=frozenset(doubted),
            history=tuple(moves),
            trouble=trouble if is_lost else None,
        )
        return after, ()

    def conclude(self, state: Any) -> Outcome:
        answers: dict[str, Any] = {
            f"hands.{seat}": list(state.hands[seat]) for seat in state.seats if seat in state.hands
        }
        asks = tuple((f"hands.{seat}", Text("Is this right?", "これでよいですか。")) for seat in sorted(state.doubted))
        if state.table.options["wager_by"] == "per_round":
            answers["options.wager"] = GUESSED_STAKE
            asks = (*asks, ("options.wager", Text("What was the stake?", "賭けはいくつですか。")))
        return Outcome(state.table.build_round(state.game.key, answers), sure=False, asks=asks)


class LaidTable:
    """Reports the cards that a test lays and takes away, one rest for each change, as a worker would."""

    def __init__(self, scanner: FakeScanner) -> None:
        self.scanner = scanner
        self.cards: dict[int, SeenCard] = {}
        self.next = 1
        self.time_s = 0.0
        self.is_first = True

    def lay(self, seat: int | None, *codes: str, sure: bool = True) -> None:
        """Lay cards face up before a seat, or in the middle without one."""
        changes = []
        for code in codes:
            lying = sum(card.zone == seat for card in self.cards.values())
            x, y = 0.1 + 0.08 * lying, 0.1 + 0.2 * (4 if seat is None else seat)
            card = SeenCard(self.next, seat, (x, y), ((code, 0.99 if sure else 0.6),), sure)
            self.cards[self.next] = card
            self.next += 1
            changes.append(Change("appeared", card))
        self._rest(changes)

    def take(self, *codes: str) -> None:
        """Take these cards off the table."""
        changes = []
        for code in codes:
            number = next(n for n, card in self.cards.items() if card.names[0][0] == code)
            changes.append(Change("left", self.cards.pop(number)))
        self._rest(changes)

    def die(self) -> None:
        """Replace the worker by one that knows nothing and numbers the cards anew."""
        self.cards = {number: replace(card, track=number) for number, card in enumerate(self.cards.values(), 1)}
        self.next, self.time_s, self.is_first = len(self.cards) + 1, 0.0, True

    def stay(self) -> None:
        """Report the table as it lies, as a new worker does first."""
        self._rest([Change("appeared", card) for card in self.cards.values()] if self.is_first else [])

    def _rest(self, changes: Sequence[Change]) -> None:
        self.time_s += 2.0
        if self.is_first:
            changes = [Change("appeared", card) for card in self.cards.values()]
        rest = Rest(self.time_s, tuple(changes), tuple(self.cards.values()))
        self.scanner.rests.append(ArrivedRest(rest, self.is_first))
        self.is_first = False
