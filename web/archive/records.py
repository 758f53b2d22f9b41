"""Records of whole evenings: the result, and everybody's part in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from scorer.session.state import Session
from scorer.session.tally import RankedHand, Tally, best_hands_of
from web.archive.rounds import shown_cards
from web.ledger.store import EveningHead

RECORD_FORMAT = 3
"""What a record says of an evening. A record of another format is made anew; 1 counted a pair as one name, 2 left
out a hand's second equal card."""


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
    """One evening: when, what was played, how it ended, and everybody's part in it.

    `readable`: whether its entries follow from each other. Of one that is not nothing else is known.
    """

    head: EveningHead
    closed: bool
    games: tuple[tuple[str, int], ...]
    ranking: tuple[tuple[int, str, int], ...]
    people: tuple[PersonRecord, ...]
    readable: bool = True

    def as_json(self) -> dict[str, Any]:
        """The evening as the list shows it."""
        return {
            "id": self.head.id,
            "began": self.head.began_at,
            "changed": self.head.changed_at,
            "closed": self.closed,
            "readable": self.readable,
            "games": [{"game": game, "rounds": rounds} for game, rounds in self.games],
            "ranking": [{"place": place, "name": name, "net": net} for place, name, net in self.ranking],
        }


def record_to_json(record: EveningRecord) -> dict[str, Any]:
    """All of the record but its head, which the ledger has."""
    return {
        "closed": record.closed,
        "games": record.games,
        "ranking": record.ranking,
        "people": [_person_to_json(part) for part in record.people],
    }


def record_from_json(head: EveningHead, body: Mapping[str, Any]) -> EveningRecord:
    """The record that `record_to_json` wrote. `KeyError`, `TypeError` or `ValueError` for anything else."""
    games = tuple((game, rounds) for game, rounds in body["games"])
    ranking = tuple((place, name, net) for place, name, net in body["ranking"])
    return EveningRecord(head, body["closed"], games, ranking, tuple(map(_person_from_json, body["people"])))


def _person_to_json(part: PersonRecord) -> dict[str, Any]:
    return {
        **{each.name: getattr(part, each.name) for each in fields(part)},
        "rounds_by_game": dict(part.rounds_by_game),
        "best_by_game": {game: asdict(hand) for game, hand in part.best_by_game.items()},
    }


def _person_from_json(part: Mapping[str, Any]) -> PersonRecord:
    hands = {game: _hand_from_json(hand) for game, hand in part["best_by_game"].items()}
    values: dict[str, Any] = {**part, "rounds_by_game": Counter(part["rounds_by_game"]), "best_by_game": hands}
    return PersonRecord(**values)


def _hand_from_json(hand: Mapping[str, Any]) -> HandRecord:
    values: dict[str, Any] = {**hand, "cards": tuple(hand["cards"]), "rank": tuple(hand["rank"])}
    return HandRecord(**values)


def record_evening(head: EveningHead, session: Session) -> EveningRecord:
    """What is remembered of an evening."""
    people: dict[str, PersonRecord] = {}
    tally = Tally(session)
    for game, nets in zip(session.games, tally.nets, strict=True):
        _record_game(game, nets, tally, head, people)
    games = tuple((game.game, game.valid_round_count) for game in session.games)
    return EveningRecord(head, session.closed, games, tally.ranking, tuple(people.values()))


def _record_game(
    game: Session, nets: Mapping[str, int], tally: Tally, head: EveningHead, people: dict[str, PersonRecord]
) -> None:
    """Add one game of an evening to everybody's part. `nets`: what each won or lost in it."""
    for person, net in nets.items():
        part = people.setdefault(person, PersonRecord(person, 1, last_at=head.changed_at))
        part.net += net
    for summary in game.history.summaries():
        for name, rounds in summary.played.items():
            for person in tally.people_of(game, name):
                people[person].rounds += rounds
                people[person].wins += summary.wins.get(name, 0)
                people[person].rounds_by_game[game.game] += rounds
    for name, hand in best_hands_of(game).items():
        record = _hand_record(game, name, hand, head.id)
        for person in tally.people_of(game, name):
            people[person].add_hand(record)


def _hand_record(game: Session, name: str, hand: RankedHand, evening: int) -> HandRecord:
    found = hand.found
    played = game.history.find(found.event_number)
    cards = shown_cards(game.rules, played, played.players.index(name)) if played else ()
    rank = (hand.rank, -(found.total or 0))
    return HandRecord(game.game, game.deck, hand.key, found.total, cards, evening, found.round_number, rank)
