"""Who deals, who sits where, who draws again, by drawn cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.cards import Face
from scorer.errors import Refusal
from scorer.rules import text
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.pairs import PAIR_SIZE
from scorer.rules.play.first_deal import DrawnSeats, FirstDeal, Rank
from scorer.rules.results import Reason
from scorer.rules.round_input import require_card_codes, require_list, require_one_deck
from scorer.rules.settlement import face_of
from scorer.rules.wording import shared_wording
from scorer.texts import Text, verbatim

because = shared_wording("rules").because
_RED = frozenset("HD")
"""Suits of one of the two colours by which partners are found."""


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """What the cards say, by the index of who drew them.

    `dealer` deals first, None as long as that is open. `order` is how everybody sits, the dealer first, then
    counter-clockwise, empty as long as it is open. `again` must draw again.
    """

    dealer: int | None
    order: tuple[int, ...]
    again: tuple[int, ...]
    reasons: tuple[Reason, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The object of `fudayomi draw --json`."""
        return {
            "dealer": self.dealer,
            "order": list(self.order),
            "again": list(self.again),
            "reasons": [reason.as_json() for reason in self.reasons],
        }


def parse_draws(game: Game, options: Mapping[str, OptionValue], draws: object) -> tuple[tuple[str, ...], ...]:
    """The cards that each person drew, one, or one more each time they drew again. Raises `Refusal`.

    All draws of one time come from one pack. Then comes `bad_count` for a number of people that the game has not.
    """
    label = text("drawn_cards")
    parsed = tuple(
        require_card_codes((each,) if isinstance(each, str) else each, label, person)
        for person, each in enumerate(require_list(draws, label))
    )
    for time in range(max(map(len, parsed), default=0)):
        require_one_deck(game, options, [each[time : time + 1] for each in parsed])
    for person, each in enumerate(parsed):
        if not each:
            raise Refusal("too_few_cards", text("nothing_drawn"), seat=person)
    counts = people_counts(game)
    if len(parsed) not in counts:
        message = text("wrong_people", game=game.name, counts=tuple(counts), count=len(parsed))
        raise Refusal("bad_count", message)
    return parsed


def people_counts(game: Game) -> tuple[int, ...]:
    """The numbers of people who may draw: one a seat, both of a pair."""
    return tuple(seats * game.people_per_seat for seats in game.seats)


def decide_seats(
    game: Game,
    options: Mapping[str, OptionValue],
    draws: Sequence[Sequence[str]],
    names: Sequence[str] = (),
    *,
    latest: bool = False,
) -> SeatDraw:
    """Who deals and who sits where, by cards as `parse_draws` gives them.

    `latest`: the highest deals, where that is a way of the game. Raises `bad_option` where it is not, `impossible` for
    somebody who drew again without having to.
    """
    rule = game.first_deal
    if latest and rule.latest is None:
        raise Refusal("bad_option", text("no_latest", game=game.name))
    faces = [[face_of(code) for code in each] for each in draws]
    table = _Draws(game, rule, options, faces, latest, [1] * len(faces))
    while open_people := table.open_people():
        waiting = [person for person in sorted(open_people) if table.taken[person] == len(draws[person])]
        for person, each in enumerate(draws):
            if len(each) > table.taken[person] and person not in open_people:
                raise _without_need(person, each)
        if waiting:
            said = tuple(_name(names, person) for person in waiting)
            lines = (because("draw_again", rule.section, names=_joined(said)),)
            dealer = table.dealer()
            return SeatDraw(dealer, (), tuple(waiting), (*_deal_lines(table, names, dealer), *lines))
        table.take_again(open_people)
    for person, each in enumerate(draws):
        if len(each) > table.taken[person]:
            raise _without_need(person, each)
    dealer, order = table.dealer(), table.order()
    return SeatDraw(dealer, order, (), (*_deal_lines(table, names, dealer), *_seat_lines(table, names, order)))


@dataclass(slots=True)
class _Draws:
    """The draws so far: the faces that each person drew, and how many of them count."""

    game: Game
    rule: FirstDeal
    options: Mapping[str, OptionValue]
    faces: Sequence[Sequence[Face]]
    latest: bool
    taken: list[int]
    first: int = 0
    """The time from which on cards count: partners whose colours do not come out even all draw again."""

    def open_people(self) -> Collection[int]:
        """Who must draw again."""
        people = range(len(self.faces))
        if self.is_by_colour and {*Counter(map(self.colour, people)).values()} - {PAIR_SIZE}:
            return people
        ranks = [self.rank(person) for person in people]
        # Who drew less often than another may be as far as that one was, and draws on.
        equal = [any(_begins(ranks[other], ranks[each]) for other in people if other != each) for each in people]
        lowest = min(filter(None, ranks), default=())
        return {each for each in people if equal[each] and (self.seats_by_card or ranks[each] in ((), lowest))}

    def take_again(self, people: Collection[int]) -> None:
        """Have one more card of each of them count."""
        if self.is_by_colour and len(people) == len(self.faces):
            self.first += 1
        for person in people:
            self.taken[person] += 1

    @property
    def is_by_colour(self) -> bool:
        """Whether four people find partners by the colour of their cards."""
        return self.rule.seating is DrawnSeats.PARTNERS and len(self.faces) == 2 * PAIR_SIZE

    @property
    def is_by_lot(self) -> bool:
        """Whether six people find partners by the order of their lots (kakeya 2.2)."""
        return self.rule.seating is DrawnSeats.PARTNERS and not self.is_by_colour

    @property
    def seats_by_card(self) -> bool:
        """Whether all sit in the order of their cards."""
        return self.rule.seating is DrawnSeats.BY_CARD or self.is_by_lot

    def colour(self, person: int) -> bool:
        """Whether the card by which partners are found is red."""
        return self.faces[person][self.first].code[-1] in _RED

    def rank(self, person: int) -> Rank:
        """The ranks of all the cards that count, () where none says anything."""
        found: list[int] = []
        for face in self.faces[person][self.first : self.taken[person]]:
            found += self._rank_of(face) or ()
        return tuple(found)

    def _rank_of(self, face: Face) -> Rank | None:
        if self.rule.rank is None:
            rank: Rank | None = (self.game.number_of(face, self.options),)
        else:
            rank = self.rule.rank(face, self.options)
        # Of the latest month it is the dearer card, too.
        return (-rank[0], *rank[1:]) if rank and self.latest else rank

    def dealer(self) -> int | None:
        """Who deals, None while that is open."""
        in_order = self.in_order()
        place = len(in_order) // PAIR_SIZE - 1 if self.is_by_lot else 0
        open_people = self.open_people()
        if not self.rank(in_order[0]) or in_order[place] in open_people or len(open_people) == len(in_order):
            return None
        return in_order[place]

    def in_order(self) -> list[int]:
        """Everybody in the order of their cards."""
        return sorted(range(len(self.faces)), key=self.rank)

    def order(self) -> tuple[int, ...]:
        """How everybody sits once nothing is open."""
        in_order, dealer = self.in_order(), self.dealer() or 0
        if self.is_by_colour:
            partner = next(each for each in in_order if each != dealer and self.colour(each) == self.colour(dealer))
            first, second = (each for each in in_order if each not in (dealer, partner))
            return (dealer, first, partner, second)
        seats = in_order if self.seats_by_card else list(range(len(in_order)))
        at = seats.index(dealer)
        return (*seats[at:], *seats[:at])


def _begins(rank: Rank, other: Rank) -> bool:
    return rank[: len(other)] == other


def _deal_lines(table: _Draws, names: Sequence[str], dealer: int | None) -> tuple[Reason, ...]:
    """Who deals, and by which card."""
    if dealer is None:
        return ()
    rule, face = table.rule, table.faces[dealer][table.first]
    how = rule.latest if table.latest and rule.latest is not None else rule.lowest
    return (because("draw_deals", rule.section, name=_name(names, dealer), card=face.name, how=how),)


def _seat_lines(table: _Draws, names: Sequence[str], order: Sequence[int]) -> tuple[Reason, ...]:
    """How everybody sits, and who rests."""
    section, said = table.rule.section, [_name(names, person) for person in order]
    if table.rule.seating is DrawnSeats.PARTNERS:
        pairs = [_joined((said[place], said[place + len(said) // 2])) for place in range(len(said) // 2)]
        lines = (because("draw_partners", section, pairs=tuple(pairs)),)
    elif table.seats_by_card:
        lines = (because("draw_by_card", section, names=tuple(said[1:])),)
    else:
        lines = (because("draw_stay", section),)
    rests = said[len(said) - table.rule.resting :] if table.rule.resting and len(said) == table.game.seats[-1] else ()
    return (*lines, *(because("draw_rests", section, name=each) for each in rests))


def _name(names: Sequence[str], person: int) -> Text:
    return verbatim(names[person]) if person < len(names) and names[person] else text("person", number=person + 1)


def _joined(names: Sequence[Text]) -> Text:
    return text("draw_names", names=tuple(names))


def _without_need(person: int, cards: Sequence[str]) -> Refusal:
    return Refusal("impossible", text("drew_without_need"), seat=person, cards=tuple(cards))
