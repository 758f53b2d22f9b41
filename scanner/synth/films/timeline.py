"""From the steps of a played round to what hands and cards do when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from scanner.synth.films import incidents
from scanner.synth.films.gestures import Gestures
from scanner.synth.films.incidents import IncidentConfig
from scanner.synth.films.places import Places
from scanner.synth.films.plan import FilmEvent, LyingCard, Pile, Plan
from scanner.synth.films.stage import Spot, Stage
from scorer.rules.play.moves import ScriptStep

Rng = np.random.Generator
_FIRST_STEP_S = (0.8, 2.0)
"""Seconds at the beginning in which nobody moves, least and most."""
STILL_END_S = 3.0
"""Seconds at the end in which the cards lie still."""
PICTURES = frozenset("AKQJ")
"""Ranks of the cards that count in games of tricks: their players show them."""
_MAX_AT_ONCE = 8
"""Cards that a hand takes at once, at most: a trick of eight."""
_MAX_SWEPT = 18
"""Cards that one hand can sweep up, at most."""


class _Director:
    """Goes through the steps and remembers where every card lies."""

    def __init__(self, rng: Rng, stage: Stage, steps: Sequence[ScriptStep], config: IncidentConfig) -> None:
        self.rng, self.stage, self.steps, self.config = rng, stage, tuple(steps), config
        self.places = Places(rng, stage, steps)
        start_s = float(rng.uniform(*_FIRST_STEP_S))
        self.gestures = Gestures(rng, stage, start_s, quick=config.quick, left_handed=config.left_handed)
        self.table: dict[int, LyingCard] = {}
        self.events: list[FilmEvent] = []
        self.incidents: list[tuple[float, str]] = []
        self.dealer_draws = bool(rng.random() < 0.6)
        self.next_number = 0
        self.numbers: dict[int, int] = {}
        self.besides: Counter[int] = Counter()
        self.trick: list[int] = []

    def play(self) -> None:
        """Plan all steps."""
        done = 0
        while done < len(self.steps):
            step = self.steps[done]
            count = self._taken_together(done)
            if count:
                self._take(self.steps[done : done + count])
            elif step.move.event == "turned":
                self._turn(step)
            elif step.move.event == "laid":
                self._lay(step, done)
            else:
                self._move(step)
            done += max(1, count)
        self.gestures.finish()

    def _taken_together(self, start: int) -> int:
        """How many steps from there on take cards to the same place at once."""
        first = self.steps[start]
        if first.move.event != "taken":
            return 0
        count = 0
        for step in self.steps[start : start + _MAX_AT_ONCE]:
            if (step.move.event, step.move.seat) != ("taken", first.move.seat):
                break
            count += 1
        return count

    def _find(self, step: ScriptStep) -> LyingCard | None:
        """The card on the table that a step is about. Packs with copies hold several of one code."""
        owner, thing = step.move.source[1], step.move.thing
        same = [card for card in self.table.values() if thing is not None and card.thing == thing]
        if same:
            return same[0]
        cards = [card for card in self.table.values() if card.code == step.card]
        there = [card for card in cards if card.zone == owner]
        turned = [card for card in there if step.move.event != "turned" or card.is_up != step.face_up]
        return (turned or there or cards or [None])[-1]  # type: ignore[list-item]

    def _record(self, step: ScriptStep, time_s: float, card: LyingCard, *, has_left: bool = False) -> None:
        spot = None if has_left else card.spot
        self.events.append(FilmEvent(time_s, step.move.event, step.move.seat, step.move.card, card.number, spot))

    def _person(self, step: ScriptStep) -> int:
        """Who of a pair lays a card: each of the four in turn."""
        seat, pairs, people = step.move.seat or 0, self.stage.seat_count, len(self.stage.seats)
        if pairs == people or step.zone is not None:
            return self._actor(step)
        if self.trick:  # the next at the table who has not laid yet
            after = [(self.trick[0] + n) % people for n in range(people)]
            partners = [other for other in after if other % pairs == seat]
            person = next((other for other in partners if other not in self.trick), partners[0])
        else:
            person = seat + pairs * int(self.rng.integers(0, people // pairs))
        self.trick.append(person)
        return person

    def _actor(self, step: ScriptStep) -> int:
        """Whose hand carries the card: a card from the pile to somebody's place may come from the dealer."""
        if step.move.seat is None:
            return 0
        is_drawn = step.move.source[0] in {"pile", "stock"}
        return 0 if is_drawn and step.zone is not None and self.dealer_draws else step.move.seat

    def _match(self, start: int) -> Spot | None:
        """The field card that the one laid in this step is soon taken with."""
        step = self.steps[start]
        if step.zone is not None or step.move.seat is None or self.places.is_tricks:
            return None
        for number in range(start + 1, min(start + 4, len(self.steps))):
            count = self._taken_together(number)
            codes = [other.card for other in self.steps[number : number + count]]
            if step.card in codes:
                field = [card for card in self.table.values() if card.zone is None and card.code in codes]
                same_month = [card for card in field if card.code.split("-")[0] == step.card.split("-")[0]]
                own = codes.index(step.card)
                nearest = sorted(same_month or field, key=lambda card: abs(codes.index(card.code) - own))
                return nearest[0].spot if nearest else None
        return None

    def _lay(self, step: ScriptStep, index: int) -> None:
        known = self._find(step) if step.move.source[0] in {"open", "middle"} else None
        if known is not None:
            self._move(step)
            return
        person = self._person(step)
        if step.move.source[0] == "hand" and step.move.seat is not None and self.rng.random() < self.config.retract:
            self._lay_by_mistake(step, index, person)
        match = self._match(index)
        anchor = self.table.get(self.numbers.get(step.beside, -1)) if step.beside is not None else None
        number, column = self.next_number, self.places.begin_column(index)
        if anchor is not None and match is None:
            self.besides[anchor.number] += 1
            spot = self.places.lay_beside(anchor.spot, self.besides[anchor.number], step.zone)
        else:
            spot = column or self.places.lay(step, number, match, person)
        card, time_s = self._put_down(step, step.card, spot, person)
        card.thing, self.numbers[index] = step.move.thing, number
        self._record(step, time_s, card)
        self.incidents += [(time_s, step.fault)] if step.fault else []
        if self.rng.random() < self.config.adjust:
            self._adjust(person, card)

    def _put_down(self, step: ScriptStep, code: str, spot: Spot, person: int) -> tuple[LyingCard, float]:
        """A card from the pile or from a hand comes to lie there. It, and when."""
        number, self.next_number = self.next_number, self.next_number + 1
        source = self.places.pile if step.move.source[0] in {"pile", "stock"} else None
        time_s = self.gestures.lay(person, number, code, source, spot, is_up=step.face_up)
        self.table[number] = card = LyingCard(number, code, step.zone, spot, step.face_up)
        return card, time_s

    def _lay_by_mistake(self, step: ScriptStep, index: int, person: int) -> None:
        """Lay a card that this player plays later, and take it back."""
        seat = step.move.seat
        later = [
            other.card
            for other in self.steps[index + 1 :]
            if other.move.seat == seat and other.move.source == step.move.source and other.card != step.card
        ]
        if not later:
            return
        card, laid_s = self._put_down(step, later[0], self.places.lay(step, self.next_number, None, person), person)
        shown = card.code if card.is_up else None
        self.events.append(FilmEvent(laid_s, "laid", seat, shown, card.number, card.spot))
        time_s = self.gestures.take_back(person, card.number, card.code, card.spot, is_up=card.is_up)
        self.events.append(FilmEvent(time_s, "retracted", seat, shown, card.number, None))
        self.incidents.append((time_s, "retracted"))
        self._forget(card)

    def _adjust(self, person: int, card: LyingCard) -> None:
        dx, dy = self.rng.normal(0, 2.5, 2)
        angle = (card.spot.angle + float(self.rng.normal(0, 3.5))) % 360
        spot = Spot(card.spot.x + float(dx), card.spot.y + float(dy), angle)
        time_s = self.gestures.slide(person, card.number, card.code, card.spot, spot, is_up=card.is_up)
        self.incidents.append((time_s, "adjusted"))
        card.spot = spot

    def _turn(self, step: ScriptStep) -> None:
        card = self._find(step)
        if card is None:
            raise ValueError(f"{step.card} is turned but lies nowhere")
        actor = step.move.seat if step.move.seat is not None else 0
        was_up, card.is_up = card.is_up, step.face_up
        time_s = self.gestures.turn(actor, card.number, card.code, card.spot, was_up=was_up, is_up=card.is_up)
        self._record(step, time_s, card)

    def _move(self, step: ScriptStep) -> None:
        """Take one card from one place on the table to another, or off it."""
        card = self._find(step)
        if card is None:
            raise ValueError(f"{step.card} is {step.move.event} but lies nowhere")
        self._carry([step], [card], [None if step.is_gone else self.places.lay(step, card.number)])

    def _take(self, steps: Sequence[ScriptStep]) -> None:
        """Cards go together to whoever took them: first those that stay on the table, then those that leave it."""
        self.trick.clear()
        for is_gone in (False, True):
            part = [step for step in steps if step.is_gone == is_gone]
            if not part:
                continue
            cards = []
            for step in part:
                card = self._find(step)
                if card is None:
                    raise ValueError(f"{step.card} is taken but lies nowhere")
                cards.append(card)
            spots: list[Spot | None] = [None] * len(part)
            if not is_gone and self.places.is_tricks:
                spots = list(self.places.heap(part[0], len(part)))
            elif not is_gone:
                spots = [self.places.lay(step, card.number) for step, card in zip(part, cards, strict=True)]
            self._carry(part, cards, spots)
            if not is_gone and self.stage.switches.spread_pictures and self.places.is_tricks:
                self._spread_pictures(part[0].move.seat or 0, cards)

    def _spread_pictures(self, seat: int, cards: Sequence[LyingCard]) -> None:
        """Who took a trick shows its pictures in a row. No event: they lie before who has them already."""
        shown = [card for card in cards if card.code[:-1] in PICTURES]
        if shown:
            spots = self.places.spread(seat, len(shown))
            riders = [(card.number, card.code, card.spot, card.is_up) for card in shown]
            self.gestures.carry(seat, riders, spots, [True] * len(shown))
            for card, spot in zip(shown, spots, strict=True):
                card.spot, card.is_up = spot, True

    def _carry(self, steps: Sequence[ScriptStep], cards: Sequence[LyingCard], spots: Sequence[Spot | None]) -> None:
        actor = steps[0].move.seat if steps[0].move.seat is not None else 0
        riders = [(card.number, card.code, card.spot, card.is_up) for card in cards]
        time_s = self.gestures.carry(actor, riders, spots, [step.face_up for step in steps])
        for step, card, spot in zip(steps, cards, spots, strict=True):
            self.places.free(card.number)
            if spot is None:
                self._record(step, time_s, card, has_left=True)
                self._forget(card)
            else:
                card.spot, card.zone, card.is_up = spot, step.zone, step.face_up
                self._record(step, time_s, card)

    def sweep(self) -> bool:
        """Let the dealer sweep up the cards of the round some seconds after it. No event: nobody plays any more."""
        cards = list(self.table.values())
        if not 0 < len(cards) <= _MAX_SWEPT:
            return False
        self.gestures.pause(STILL_END_S)
        self.incidents.append((self.gestures.end_s, "swept"))
        riders = [(card.number, card.code, card.spot, card.is_up) for card in cards]
        self.gestures.carry(0, riders, [None] * len(cards), [card.is_up for card in cards])
        self.gestures.finish()
        return True

    def _forget(self, card: LyingCard) -> None:
        self.places.free(card.number)
        del self.table[card.number]


def plan_film(
    seed: int, stage: Stage, steps: Sequence[ScriptStep], pack_size: int, config: IncidentConfig = incidents.CONFIG
) -> Plan:
    """The film of a round with these steps. `pack_size`: cards in play, which say how high the pile is."""
    rng = np.random.default_rng([seed, 1])
    director = _Director(rng, stage, steps, config)
    director.play()
    played_s = director.gestures.end_s
    if rng.random() < config.sweep:
        director.sweep()
    gestures, places = director.gestures, director.places
    arms, rides, end_s = list(gestures.arms), tuple(gestures.rides), played_s
    drawn = tuple(ride.start_s for ride in rides if ride.from_pile)
    pile = (
        Pile(places.pile, max(len(drawn), pack_size - director.next_number + len(drawn)), drawn)
        if places.pile
        else None
    )
    disturbances, happened = incidents.disturb(rng, config, stage, arms, rides, end_s)
    happened += director.incidents
    events = tuple(sorted(director.events, key=lambda event: event.time_s))
    duration = max(gestures.end_s, *(track.free_s for track in arms)) + STILL_END_S
    return Plan(seed, stage, tuple(arms), rides, events, duration, pile, *disturbances, tuple(sorted(happened)))
