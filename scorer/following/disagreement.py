"""Whether table and record disagree, or cards and deck, in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorer.decks import same_faces
from scorer.following import text
from scorer.following.hypothesis import GHOST, HeldCard, Hypothesis
from scorer.following.sighting import SeenCard
from scorer.rules.prompts import Table
from scorer.rules.settlement import face_of
from scorer.texts import Name, Text

LEAST_CARDS = 5
"""Cards that must have been seen before they are said to be of another deck."""
MOST_DOUBTFUL = 0.6
"""Share of the cards, 0..1, from which on doubt is laid to the deck and not to the cards."""
DOUBLED_PROBABILITY = 0.97
"""Probability 0..1 of a name from which a card may be one too many."""
MOST_UNSEEN = 2
"""Cards of the record that may be out of sight before the record is taken for wrong."""
FOREIGN_AFTER_S = 15.0
"""Seconds for which something must lie there before it is said to be no card of the game: sleeves rest for ten."""


class Disagreement(NamedTuple):
    """What is where: in words, and the seat in whose zone, None for the middle."""

    text: Text
    zone: int | None


def disagreement(account: Hypothesis, looks: Mapping[int, SeenCard], table: Table) -> Disagreement | None:
    """What lies where nothing can by the record, or what should lie there and is not seen. None: all agrees."""
    if account.is_ended:
        return None
    for thing, held in account.cards.items():
        look = looks.get(thing)
        if held.place == GHOST and held.is_visible and look is not None and look.is_sure and look.is_face_up:
            return Disagreement(_strange_card(look, zone_name(look.zone, table)), look.zone)
    unseen = [card for card in account.cards.values() if not card.is_visible and card.place[0] in ("open", "middle")]
    kept = [card for card in unseen if not _is_expected(card)]
    if len(kept) > MOST_UNSEEN:
        where = zone_name(kept[0].zone, table)
        return Disagreement(text("unseen_cards", where=where, count=len(kept)), kept[0].zone)
    return None


def _is_expected(card: HeldCard) -> bool:
    """Whether a card is rightly out of sight: it was thrown in from a seat's zone to the middle."""
    return card.place[0] == "middle" and card.zone is not None


def _strange_card(look: SeenCard, where: Text) -> Text:
    name = face_of(look.names[0][0]).name
    return text("strange_card", where=where, name=name)


def zone_name(zone: int | None, table: Table) -> Text:
    """The name of a zone of the table."""
    if zone is None or not 0 <= zone < len(table.seats):
        return text("middle")
    return text("before", name=table.seats[zone])


def unreadable(zone: int | None, table: Table) -> Text:
    """That something lies in a zone that cannot be read, in words."""
    return text("unreadable", where=text("in_the_middle") if zone is None else zone_name(zone, table))


def strange_things(account: Hypothesis, lying: Mapping[int, SeenCard], time_s: float, table: Table) -> list[Text]:
    """Where something has lain for long that is like a card and that the game does not know, in words.

    `lying`: what is on the table at second `time_s`, by track. Such are cards of another table or another deck.
    """
    since_s = {entry.thing: entry.time_s for entry in account.entries if entry.kind == "ghost"}
    places = []
    for track, look in lying.items():
        held = account.cards.get(account.thing_of(track))
        is_doubtful = look.is_face_up and not look.is_sure and held is not None and held.place == GHOST
        has_stood = time_s - since_s.get(account.thing_of(track), math.inf) >= FOREIGN_AFTER_S
        if is_doubtful and has_stood and not account.is_ended and not account.is_left_behind(look):
            places.append(zone_name(look.zone, table))
    return [text("strange_things", where=where) for where in dict.fromkeys(places)]


def deck_troubles(seen: Iterable[SeenCard], lying: Iterable[SeenCard], copies: Mapping[str, int]) -> list[Text]:
    """What the cards say of the pack: another deck than was said, or two packs mixed.

    `seen`: the newest look of every card so far. `lying`: those on the table now. `copies`: in the pack, by code.
    """
    faces = [card for card in seen if card.is_face_up]
    troubles = []
    doubtful = sum(not card.is_sure for card in faces)
    if len(faces) >= LEAST_CARDS and doubtful > MOST_DOUBTFUL * len(faces):
        troubles.append(text("another_deck", doubtful=doubtful, count=len(faces)))
    clear = Counter(card.names[0][0] for card in lying if card.names and card.names[0][1] > DOUBLED_PROBABILITY)
    doubled = [code for code in sorted(clear) if _is_too_often(code, clear, copies)]
    if doubled:
        names = [face_of(code).name for code in doubled]
        troubles.append(
            text("two_packs", names=Text.deferred(lambda _key, _values, language: _list(names, language), "", {}))
        )
    return troubles


def _is_too_often(code: str, seen: Mapping[str, int], copies: Mapping[str, int]) -> bool:
    """Whether more cards of the face of `code` are seen than the pack has, whichever copy each was read as."""
    if code not in copies:
        return False
    same = same_faces(code)
    return sum(seen.get(each, 0) for each in same) > sum(copies.get(each, 0) for each in same)


def _list(names: Sequence[Name], language: str) -> str:
    return ", ".join(sorted(name.said_in(language) for name in names))
