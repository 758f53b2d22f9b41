"""Records of whole evenings: the result, and everybody's part in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.pairs import people_in
from scorer.session.history import PlayedRound
from scorer.session.state import Session
from scorer.session.tally import Tally
from web.archive.rounds import cards_of_seat
from web.ledger.store import EveningHead


@dataclass(frozen=True, slots=True)
class HandRecord:
    """Somebody's best hand of a game: its class and total, its cards, where it was played.

    `rank` orders the hands of one game, the best first: place of the class, then the total.
    """

    game: str
    deck: str
    key: str
    total: int | None
    cards: tuple[str, ...]
    evening: int
    round_number: int
    rank: tuple[int, int]

    def as_json(self) -> dict[str, Any]:
        """All of it but the rank."""
        return {
            "game": self.game,
            "class": self.key,
            "total": self.total,
            "cards": list(self.cards),
            "evening": self.evening,
            "round": self.round_number,
        }


@dataclass(slots=True)
class PersonRecord:
    """One person's part: rounds played and won, stones won or lost, rounds of each game, the best hand of each."""

    name: str
    evenings: int = 0
    rounds: int = 0
    wins: int = 0
    net: int = 0
    rounds_by_game: Counter[str] = field(default_factory=Counter)
    best_by_game: dict[str, HandRecord] = field(default_factory=dict)
    last_at: str = ""

    def add(self, other: PersonRecord) -> None:
        """Add the same person's part in another evening."""
        self.evenings += other.evenings
        self.rounds += other.rounds
        self.wins += other.wins
        self.net += other.net
        self.rounds_by_game.update(other.rounds_by_game)
        if other.last_at >= self.last_at:
            self.name, self.last_at = other.name, other.last_at
        for hand in other.best_by_game.values():
            self.add_hand(hand)

    def add_hand(self, hand: HandRecord) -> None:
        """Take over a hand where it is the best of its game."""
        known = self.best_by_game.get(hand.game)
        if known is None or hand.rank < known.rank:
            self.best_by_game[hand.game] = hand

    def as_json(self) -> dict[str, Any]:
        """The part as the page shows it, favourite game and best hands first."""
        by_rounds = sorted(self.rounds_by_game, key=lambda game: -self.rounds_by_game[game])
        return {
            "name": self.name,
            "evenings": self.evenings,
            "rounds": self.rounds,
            "wins": self.wins,
            "net": self.net,
            "favourite": by_rounds[0] if by_rounds else None,
            "games": [{"game": game, "rounds": self.rounds_by_game[game]} for game in by_rounds],
            "best": [self.best_by_game[game].as_json() for game in by_rounds if game in self.best_by_game],
            "last": self.last_at,
        }


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """One evening: when, what was played, how it ended, and everybody's part in it."""

    head: EveningHead
    closed: bool
    games: tuple[tuple[str, int], ...]
    ranking: tuple[tuple[int, str, int], ...]
    people: tuple[PersonRecord, ...]

    def as_json(self) -> dict[str, Any]:
        """The evening as the list shows it."""
        return {
            "id": self.head.id,
            "began": self.head.began_at,
            "changed": self.head.changed_at,
            "closed": self.closed,
            "games": [{"game": game, "rounds": rounds} for game, rounds in self.games],
            "ranking": [{"place": place, "name": name, "net": net} for place, name, net in self.ranking],
        }


def record_evening(head: EveningHead, session: Session) -> EveningRecord:
    """What is remembered of an evening."""
    people: dict[str, PersonRecord] = {}
    for game in session.games:
        _record_game(game, head, people)
    games = tuple((game.game, len(game.valid_rounds)) for game in session.games)
    return EveningRecord(head, session.closed, games, Tally(session).ranking, tuple(people.values()))


def _record_game(game: Session, head: EveningHead, people: dict[str, PersonRecord]) -> None:
    """Add one game of an evening to everybody's part."""
    for name, stones, brought in zip(game.players, game.stones, game.buy_ins, strict=True):
        for person in people_in(name, game.rules.people_per_seat):
            part = people.setdefault(person, PersonRecord(person, 1, last_at=head.changed_at))
            part.net += stones - brought
    for played in game.valid_rounds:
        winners = played.settlement.get("winners", ())
        for seat, name in enumerate(played.players):
            for person in people_in(name, game.rules.people_per_seat):
                people[person].rounds += 1
                people[person].wins += seat in winners
                people[person].rounds_by_game[game.game] += 1
    for name, (rank, played, hand) in _best_hands(game).items():
        cards = cards_of_seat(game.rules, played, hand["seat"])
        record = HandRecord(
            game.game, game.deck, hand["class"], hand["total"], cards, head.id, played.round_number, rank
        )
        for person in people_in(name, game.rules.people_per_seat):
            people[person].add_hand(record)


def _best_hands(game: Session) -> dict[str, tuple[tuple[int, int], PlayedRound, Mapping[str, Any]]]:
    """Each player's best hand: its rank, its round, and the hand as the settlement has it."""
    ranks = {hand_class.key: rank for rank, hand_class in enumerate(game.rules.classes_for(game.options))}
    best: dict[str, tuple[tuple[int, int], PlayedRound, Mapping[str, Any]]] = {}
    for played in game.valid_rounds:
        for hand in played.settlement["hands"]:
            if hand["class"] in ranks:
                rank = (ranks[hand["class"]], -(hand["total"] or 0))
                name = played.players[hand["seat"]]
                if name not in best or rank < best[name][0]:
                    best[name] = rank, played, hand
    return best
