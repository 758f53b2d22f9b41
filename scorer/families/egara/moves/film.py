"""Deals of tricks as a film shows them: cards as they are laid, heaps."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from scorer.families.egara.moves.position import TrickPosition
from scorer.families.egara.moves.reader import DealReading, best_readings
from scorer.families.egara.tricks import picture_cards
from scorer.families.steps import take_step
from scorer.rules.play.moves import ScriptStep, Step

HEAP_STYLES = (("down", 4), ("up", 2), ("pictures", 3))
"""How tricks lie once they are taken, with weights: face down, face up, only picture cards face up (kakeya 5.4)."""
GONE = ("gone", 2)
"""Or they leave the picture; only where trumps are known, because nothing else tells then who won."""


def lay_out(steps: Sequence[Step], rng: random.Random) -> tuple[ScriptStep, ...]:
    """The steps of a film: each card as it is laid, and the heap after each trick. What is said is not seen."""
    is_known = len({guess.trump for guess in steps[0].before.setup.guesses}) == 1
    styles = (*HEAP_STYLES, GONE) if is_known else HEAP_STYLES
    style = rng.choices([style for style, _ in styles], [weight for _, weight in styles])[0]
    return tuple(_scripted(steps, style))


def _scripted(steps: Sequence[Step], style: str) -> Iterator[ScriptStep]:
    end = steps[-1].verdict.position
    reading = best_readings(end)[0]
    revokes, thing_of = _revokes(end, reading), {step.card: step.move.thing for step in steps}
    for step in steps:
        if not step.card:
            continue
        number, trick = len(step.verdict.position.tricks), step.verdict.position.latest
        is_early = any(trick.cards[place] == step.card for place, _ in trick.out_of_turn)
        yield ScriptStep(step.move, step.card, None, fault="turn" if is_early else revokes.get(step.card, ""))
        if trick.is_whole:
            for card in trick.cards:
                is_up = style == "up" or (style == "pictures" and bool(picture_cards((card,))))
                taker, is_gone = reading.tricks[number - 1].taker, style == "gone"
                yield take_step(taker, card, thing_of[card], face_up=is_up, is_gone=is_gone)


def _revokes(position: TrickPosition, reading: DealReading) -> dict[str, str]:
    """The cards that were played although the suit led was held, each with the key of that fault."""
    setup, found, held = position.setup, dict[str, str](), set[tuple[int, str]]()
    free = setup.special_by_trump[reading.guess.trump] if setup.is_special_free else ""
    for trick, read in reversed([*zip(position.tricks, reading.tricks, strict=True)]):
        led, laid = trick.cards[0][-1], [*zip(trick.cards, read.players, strict=True)]
        found |= {card: "revoke" for card, player in laid if card[-1] != led and card != free and (player, led) in held}
        held |= {(player, card[-1]) for card, player in laid}
    return found
