"""Discovery of decks: each file of this folder holds one as `DECK`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterable
from functools import cache

from scorer.cards import Deck
from scorer.errors import Refusal, safe_repr
from scorer.wording import shared

_WORDING = shared("decks")


@cache
def decks() -> dict[str, Deck]:
    """Every deck found, by kind."""
    by_kind = {}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        deck = getattr(importlib.import_module(module.name), "DECK", None)
        if isinstance(deck, Deck):
            by_kind[deck.kind] = deck
    return by_kind


@cache
def kind_by_code() -> dict[str, str]:
    """The kind of deck by card code, for every card of every deck."""
    return {code: deck.kind for deck in decks().values() for code in deck.faces}


@cache
def same_faces(code: str) -> tuple[str, ...]:
    """All codes that are the same face to every rule as `code`, itself included; of an unknown card itself alone.

    >>> same_faces("h12-3")
    ('h12-2', 'h12-3', 'h12-4')
    """
    kind = kind_by_code().get(code)
    return (code,) if kind is None else decks()[kind].same_faces[code]


def unclear_cards(hands: Iterable[Collection[str]], told_apart: Collection[str]) -> frozenset[str]:
    """The cards of hands of which nobody knows whether they are one of `told_apart`, or a card of the same face.

    Eyes that read cards take all of one face for the same. Where all of them lie in one hand it does not matter.

    >>> sorted(unclear_cards([["h12-2", "h01-3"], ["h12-4"]], {"h12-2"}))
    ['h12-2', 'h12-4']
    >>> unclear_cards([["h12-2", "h12-3", "h12-4"]], {"h12-2"})
    frozenset()
    """
    laid = [frozenset(hand) for hand in hands]
    unclear = frozenset[str]()
    for face in told_apart:
        alike = frozenset(same_faces(face))
        if not any(alike <= hand for hand in laid):
            unclear |= alike.intersection(*[frozenset[str]().union(*laid)])
    return unclear


def kind_of(code: object) -> str:
    """The kind of deck a card code belongs to. Raises `unknown_card` when no deck has it.

    >>> kind_of("h08-1")
    'hanafuda'
    """
    kind = kind_by_code().get(code) if isinstance(code, str) else None
    if kind is None:
        name = safe_repr(code)
        raise Refusal("unknown_card", _WORDING.text("no_such_card", name=name), cards=(name,))
    return kind
