"""A round from a camera's frames: what was played, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scanner.following.card_watcher import RegionReader
from scanner.following.play_watcher import PlayWatcher
from scanner.following.zones import PlayZones
from scanner.imaging.geometry import Region
from scanner.imaging.image import ColorImage
from scanner.reader import read_region
from scanner.reads import CardRead, PictureRead
from scorer.following import decoder
from scorer.following.outcome import Outcome
from scorer.following.play_event import PlayEvent
from scorer.following.sighting import Rest
from scorer.rules.game import Game
from scorer.rules.prompts import Table
from scorer.texts import Text


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
        asks = tuple(("", text) for text in troubles)
        return outcome._replace(sure=outcome.sure and not asks, asks=(*outcome.asks, *asks))


def deck_reader(data: Path | None = None) -> RegionReader:
    """Reads regions with the networks that come with the program, and with the decks enrolled in the folder `data`."""

    def read(
        frame: ColorImage, deck: str, region: Region, known: Sequence[CardRead], places: Sequence[CardRead]
    ) -> PictureRead:
        return read_region(frame, deck, region, known, places, data)

    return read
