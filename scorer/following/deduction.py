"""What follows from the whole pack: every card of it is in one place."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from scorer.decks import same_faces
from scorer.following.events import PlayEvent
from scorer.following.evidence import is_same_face, name_cost
from scorer.following.hypothesis import GHOST, GONE, Hypothesis
from scorer.following.sighting import SeenCard
from scorer.rules.play_rules import PlayRules

PROVEN = 6.9
"""Natural logarithm by which every other reading of a card must be less likely: one in a thousand."""


def proven_names(
    best: Hypothesis, looks: Mapping[int, SeenCard], copies: Mapping[str, int], doubted: Iterable[int]
) -> frozenset[int]:
    """The doubted things that can hardly be anything else than what they are taken for, as the rest of the pack lies.

    If one were another card, that one must not surely lie elsewhere, and its own must be a card that was never seen,
    or another in doubt that looks different. `looks`: the newest look of every track. `copies`: in the pack, by code.
    Empty where more of a card is sure than the pack holds.
    """
    unsure = {thing: _face(str(best.cards[thing].code)) for thing in doubted}
    sure = Counter(
        _face(held.code)
        for thing, held in best.cards.items()
        if held.code is not None and held.place not in (GHOST, GONE) and thing not in unsure
    )
    left = _faces(copies)
    left.subtract(sure)
    unseen = left.copy()
    unseen.subtract(unsure.values())
    if min(unseen.values(), default=0) < 0:
        return frozenset()
    free = [face for face, number in left.items() if number > 0]
    loss = {thing: _losses(best, looks, thing, face, free) for thing, face in unsure.items()}
    proven = set()
    for thing, face in unsure.items():
        otherwise = max((cost for name, cost in loss[thing].items() if name != face), default=-math.inf)
        instead = max((loss[other].get(face, 0.0) for other in unsure if unsure[other] != face), default=-math.inf)
        if otherwise + (0.0 if unseen.total() else instead) < -PROVEN:
            proven.add(thing)
    return frozenset(proven)


def shows_every_card(best: Hypothesis, lying: Mapping[int, SeenCard], copies: Mapping[str, int]) -> bool:
    """Whether each card of the pack lies open on the table where it is by the record, and nothing else does.

    How they came there is then of no use: the table itself says who has what.
    """
    count: Counter[str] = Counter()
    for seen in (look for look in lying.values() if look.is_face_up):
        held = best.cards.get(best.thing_of(seen.track))
        if held is None or held.code is None or held.place in (GHOST, GONE):
            if not best.is_left_behind(seen):
                return False
            continue
        seat = held.place[1] if held.place[0] in ("captures", "open") else None
        if seen.zone != seat or not seen.names or not is_same_face(seen.names[0][0], held.code):
            return False
        count[_face(held.code)] += 1
    return count == _faces(copies)


def deduced_events(rules: PlayRules, best: Hypothesis) -> tuple[PlayEvent, ...]:
    """What nobody saw and what follows from all other moves of a round that is over, at its likely time.

    A card lay there for half of the time between the card before it and the taking of both.
    """
    times = {(move.event, move.card): entry.time_s for entry in best.entries if (move := entry.done) is not None}
    events = []
    for move, other in rules.deduced_moves(best.position):
        taken_s = times.get(("taken", other), best.entries[-1].time_s)
        laid_s = times.get(("laid", other), taken_s)
        time_s = round((laid_s + taken_s) / 2, 3) if move.event == "laid" else taken_s
        events.append(PlayEvent(time_s, move.event, move.seat, move.card, is_doubtful=True))
    return tuple(events)


def _losses(
    best: Hypothesis, looks: Mapping[int, SeenCard], thing: int, face: str, free: Iterable[str]
) -> dict[str, float]:
    """By how much less likely (natural logarithm) a thing is each of the `free` faces than its own, by all looks at it.

    All are as likely where none shows its face any more.
    """
    shown = [seen for track, seen in looks.items() if best.thing_of(track) == thing and seen.is_face_up]
    return {name: sum(name_cost(seen, name) - name_cost(seen, face) for seen in shown) for name in free}


def _faces(copies: Mapping[str, int]) -> Counter[str]:
    """How often each face is in the pack."""
    return Counter(_face(code) for code, number in copies.items() for _ in range(number))


def _face(code: str) -> str:
    """The first of the codes of one face."""
    return min(same_faces(code))
