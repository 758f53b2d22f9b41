"""Who played and won which trick, for every guess of trumps and leader."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scorer.families.egara.moves import faults
from scorer.families.egara.moves.position import PLAYERS, DealGuess, LaidTrick, TrickPosition, TrickSetup
from scorer.families.egara.tricks import trick_strength, winning_index
from scorer.texts import Text

LEAST_NEAR = 6
"""Cards that must have lain before who laid them for that to be the custom of a table."""
MOST_FAR = 0.1
"""Share of such cards, 0..1, that may have lain before somebody else."""
FAR_APART = 2
"""Cards that must lie before somebody else for a guess to be wrong: one may have slipped."""
_NOBODY: tuple[tuple[int, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TrickReading:
    """One trick as a guess explains it: who laid each card, and who wins it.

    Players are numbered 0 to 3 in turn, 0 leads the deal. `winner`: the player who wins by the rules, `taker`: the seat
    that has the trick: where it went, else who wins. `leads_next`: who leads the next one. `denied`: for players who
    did not follow, the suit and the number of the trick. `faults`: what is wrong with this trick. `near` and `far`: how
    many of its cards lay before who laid them, and how many before somebody else.
    """

    players: tuple[int, ...]
    winner: int
    taker: int
    leads_next: int
    denied: tuple[tuple[int, str, int], ...]
    faults: tuple[Text, ...]
    near: int = 0
    far: int = 0


@dataclass(frozen=True, slots=True)
class DealReading:
    """A whole deal as one guess explains it."""

    setup: TrickSetup
    guess: DealGuess
    tricks: tuple[TrickReading, ...]

    @property
    def faults(self) -> tuple[Text, ...]:
        """Everything that is wrong with the deal, in order."""
        return tuple(fault for trick in self.tricks for fault in trick.faults)

    def seat_of(self, player: int) -> int:
        """The seat of a player's side."""
        return seat_of(self.setup, self.guess, player)

    @property
    def far(self) -> int:
        """How many cards lay before somebody else than who laid them by this guess."""
        return sum(trick.far for trick in self.tricks)

    @property
    def tells_sides(self) -> bool:
        """Whether people at this table lay cards before themselves."""
        near = sum(trick.near for trick in self.tricks)
        return near >= LEAST_NEAR and self.far <= MOST_FAR * near


def seat_of(setup: TrickSetup, guess: DealGuess, player: int) -> int:
    """The seat of a player's side: the sides alternate round the table."""
    return setup.active[(guess.leader + player) % 2]


def read_deal(position: TrickPosition, guess: DealGuess) -> DealReading:
    """The deal as `guess` explains it."""
    return DealReading(position.setup, guess, _read_tricks(position.setup, guess, position.tricks))


@lru_cache(maxsize=1024)
def best_readings(position: TrickPosition) -> tuple[DealReading, ...]:
    """The readings with the fewest faults, in the order of the guesses: all but one are rivals of the first.

    At a table where people lay cards before themselves, a reading by which they do not is none.
    """
    readings = [read_deal(position, guess) for guess in position.setup.guesses]
    fewest = min(len(reading.faults) for reading in readings)
    best = [reading for reading in readings if len(reading.faults) == fewest]
    nearest = min(best, key=lambda reading: reading.far)
    if nearest.tells_sides:
        best = [reading for reading in best if reading.far < nearest.far + FAR_APART]
        best.sort(key=lambda reading: reading.far)
    return tuple(best)


def next_seats(position: TrickPosition) -> tuple[int, ...]:
    """The seats that may lay the next card, by every reading that is as good as the best."""
    readings = best_readings(position)
    return tuple(dict.fromkeys(reading.seat_of(next_player(position, reading)) for reading in readings))


def next_player(position: TrickPosition, reading: DealReading) -> int:
    """The player who lays the next card."""
    trick = position.latest
    if not reading.tricks:
        return 0
    if trick.is_closed:
        return reading.tricks[-1].leads_next
    leader = reading.tricks[-1].players[0]
    return next(player for player in _in_turn(leader) if player not in reading.tricks[-1].players)


def _read_tricks(setup: TrickSetup, guess: DealGuess, tricks: tuple[LaidTrick, ...]) -> tuple[TrickReading, ...]:
    read: list[TrickReading] = []
    leader, denied = 0, _NOBODY
    for number, trick in enumerate(tricks, start=1):
        read.append(_read_trick(setup, guess, trick, number, leader, denied))
        leader, denied = read[-1].leads_next, read[-1].denied
    return tuple(read)


def _in_turn(leader: int) -> tuple[int, ...]:
    return tuple((leader + step) % PLAYERS for step in range(PLAYERS))


def _players(setup: TrickSetup, guess: DealGuess, trick: LaidTrick, leader: int) -> tuple[int, ...]:
    """Who laid each card: round the table, but for cards out of turn."""
    seats = dict(trick.out_of_turn)
    if 0 in seats:  # who led out of turn leads, and all go on from there
        leader = next(player for player in _in_turn(leader) if seat_of(setup, guess, player) == seats[0])
    left, players = list(_in_turn(leader)), []
    for place in range(len(trick.cards)):
        others = [player for player in left if seat_of(setup, guess, player) == seats.get(place)]
        player = others[0] if others else left[0]
        left.remove(player)
        players.append(player)
    return tuple(players)


@lru_cache(maxsize=16384)
def _read_trick(
    setup: TrickSetup,
    guess: DealGuess,
    trick: LaidTrick,
    number: int,
    leader: int,
    denied: tuple[tuple[int, str, int], ...],
) -> TrickReading:
    special = setup.special_by_trump[guess.trump]
    players, led = _players(setup, guess, trick, leader), trick.cards[0][-1]
    found = []
    for card, player in zip(trick.cards, players, strict=True):
        name = setup.name(seat_of(setup, guess, player))
        revoked = next((each for each in denied if each[:2] == (player, card[-1])), None)
        if revoked is not None:
            found.append(faults.revoke(name, card, revoked[2]))
            denied = tuple(each for each in denied if each != revoked)
        if card[-1] != led and not (setup.is_special_free and card == special):
            denied = (*denied, (player, led, number))
    winner = players[winning_index(trick.cards, guess.trump, special)]
    owner = seat_of(setup, guess, winner)
    taker, leads_next = owner, winner
    if trick.taker is not None:
        taker = trick.taker
        if len({seat for _, seat in trick.taken if seat is not None}) > 1:
            found.append(faults.split_trick(number))
        if taker != owner:
            strongest = max(
                (place for place, player in enumerate(players) if seat_of(setup, guess, player) == taker),
                key=lambda place: trick_strength(trick.cards[place], led, guess.trump, special),
                default=None,
            )
            leads_next = winner if strongest is None else players[strongest]
            if trick.is_whole:
                card = trick.cards[players.index(winner)]
                found.append(faults.wrong_taker(number, setup.name(owner), card, setup.name(taker)))
    if trick.is_closed and not trick.is_whole:
        found.append(faults.missing_card(number, len(trick.cards)))
    sides = [(side, seat_of(setup, guess, player)) for side, player in zip(trick.sides, players, strict=False)]
    near = sum(side == seat for side, seat in sides)
    far = sum(side is not None and side != seat for side, seat in sides)
    return TrickReading(players, winner, taker, leads_next, denied, tuple(found), near, far)
