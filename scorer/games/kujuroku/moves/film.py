"""Random rounds of Kujuroku, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from scorer.families.captures.moves.script import RANDOM_CARD, StepLog
from scorer.games.kujuroku.play import Board
from scorer.games.kujuroku.position import find_leftover

TAKES_LEFTOVER = 0.5
"""Share of rounds at the end of which the holder of Oni takes the leftover, which counts for him anyway."""


@dataclass(slots=True)
class FilmBoard(Board):
    """A board whose players sometimes play any card, and which keeps every step in `log`."""

    log: StepLog = field(kw_only=True)
    cards_in_turn: int = 0
    is_open: bool = False
    """Whether the first turn has begun."""

    def show_field(self) -> None:
        """The field is dealt."""
        self.log.deal(self.field_cards)

    def take_opening(self) -> None:
        """What the dealer takes of the opening field: Oni first."""
        Board.take_opening(self)
        self.log.capture(0, self.piles[0])
        self.log.take()
        self.is_open = True

    def choose_card(self, seat: int) -> str:
        """The card that gains most, or any."""
        if self.log.rng.random() < RANDOM_CARD:
            return self.log.rng.choice(self.hands[seat])
        return Board.choose_card(self, seat)

    def play_card(self, code: str, seat: int) -> None:
        """Lay a card: the first of a turn comes from the hand, the second from the stock."""
        before = Counter(self.piles[seat])
        Board.play_card(self, code, seat)
        if not self.is_open:
            return
        after = Counter(self.piles[seat])
        self.log.lay(
            seat,
            code,
            from_hand=self.cards_in_turn == 0,
            captured=(after - before).elements(),
            takes_now=code == self.pack.oni,
        )
        self.cards_in_turn += 1
        for card in (before - after).elements():
            self.log.release(card)

    def end_turn(self, seat: int) -> None:
        """End a turn: everything captured is taken."""
        had_oni, held = self.pack.oni in self.field_cards, len(self.piles[seat])
        Board.end_turn(self, seat)
        self.log.capture(seat, self.piles[seat][held:])
        self.log.take()
        if had_oni:
            self.log.leave(self.pack.oni)
        self.cards_in_turn = 0

    def end_round(self, *, is_played_out: bool) -> None:
        """Everything captured is taken; at the end of the hands perhaps the leftover, too."""
        self.log.take()
        leftover = find_leftover(self.pack, self.piles, self.oni_captured_number)
        holders: Sequence[int] = [seat for seat, pile in enumerate(self.piles) if self.pack.oni in pile]
        if is_played_out and leftover is not None and holders and self.log.rng.random() < TAKES_LEFTOVER:
            self.log.capture(holders[0], [leftover])
            self.log.take()
