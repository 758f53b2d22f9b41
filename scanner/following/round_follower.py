"""A round from a camera's frames: what was played, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scanner.detection.detector import Region
from scanner.following.card_watcher import RegionReader
from scanner.following.play_watcher import PlayWatcher
from scanner.following.zones import PlayZones
from scanner.imaging.image import ColorImage
from scanner.reader import read_region
from scanner.reads import CardRead, PictureRead
from scanner.tracking.followed_table import FollowedTable
from scorer.following import decoder
from scorer.following.events import PlayEvent
from scorer.following.outcome import Outcome
from scorer.following.sighting import Rest
from scorer.rules.game import Game
from scorer.rules.prompts import Table
from scorer.texts import Text

_MIN_CARDS = 5
"""Cards that must lie there before they are said to be of another deck."""
_MAX_DOUBTFUL_SHARE = 0.6
"""Share of the cards, 0..1, from which on doubt is laid to the deck and not to the cards."""


class RoundFollower:
    """Follows one round of a game at one table.

    `deck`: what the cards are read as, of the kind `kind`. `reader`: such as `deck_reader` gives it. Raises
    `bad_option` for a game that cannot be followed and `wrong_deck` for a deck that it is not played with.
    """

    def __init__(self, game: Game, table: Table, deck: str, kind: str, zones: PlayZones, reader: RegionReader) -> None:
        self.state = decoder.begin(game, table, kind)
        self.watcher = PlayWatcher(deck, kind, zones, reader)
        self.rests: list[Rest] = []

    def see(self, frame: ColorImage, time_s: float) -> tuple[PlayEvent, ...]:
        """What was played by this frame (height, width, 3) BGR uint8 of second `time_s`."""
        rest = self.watcher.see(frame, time_s)
        if rest is None:
            return ()
        self.rests.append(rest)
        self.state, events = decoder.follow(self.state, rest)
        return events

    def finish(self) -> tuple[tuple[PlayEvent, ...], Outcome]:
        """The events that were held back, and the round with what the table must still say."""
        self.state, events = decoder.flush(self.state)
        return events, self.outcome()

    def outcome(self, troubles: Sequence[Text] = ()) -> Outcome:
        """The round as it stands. `troubles`: what went wrong with the pictures, which makes no round sure."""
        outcome = decoder.conclude(self.state)
        asks = tuple(("", text) for text in (*deck_troubles(self.watcher.table, self.rests), *troubles))
        return outcome._replace(sure=outcome.sure and not asks, asks=(*outcome.asks, *asks))


def deck_reader(data: Path | None = None) -> RegionReader:
    """Reads regions with the networks that come with the program, and with the decks enrolled in the folder `data`."""

    def read(
        frame: ColorImage, deck: str, region: Region, known: Sequence[CardRead], places: Sequence[CardRead]
    ) -> PictureRead:
        return read_region(frame, deck, region, known, places, data)

    return read


def deck_troubles(table: FollowedTable, rests: Sequence[Rest]) -> list[Text]:
    """What the cards seen say of the pack: another deck than was said, or two packs mixed."""
    seen = [*table.cards, *(card for card, _ in table.departed)]
    faces = [card for card in seen if card.is_told and card.is_face_up]
    troubles = []
    doubtful = sum(not card.is_sure for card in faces)
    if len(faces) >= _MIN_CARDS and doubtful > _MAX_DOUBTFUL_SHARE * len(faces):
        troubles.append(
            Text(
                f"{doubtful} of {len(faces)} cards do not look like this deck: is it another one?",
                f"{len(faces)}枚のうち{doubtful}枚がこの札に見えません。別の札ではありませんか。",
            )
        )
    doubled = {
        card.names[0][0]
        for rest in rests[-1:]
        for card in rest.table
        if card.names and not card.is_sure and card.names[0][1] > _DOUBLED_PROBABILITY
    }
    if doubled:
        named = ", ".join(sorted(doubled))
        troubles.append(
            Text(
                f"more of {named} lie there than one pack holds: are two packs mixed?",
                f"{named}が一組の枚数より多くあります。二組が混ざっていませんか。",
            )
        )
    return troubles


_DOUBLED_PROBABILITY = 0.97
"""Probability 0..1 of a name from which a card that is not sure is one too many."""
