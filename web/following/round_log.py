"""The round being followed with its inputs, in memory and in their file."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from scanner.worker.rest_codec import rest_from_json, rest_to_json
from scorer.following.sighting import Rest, SeenCard
from scorer.session.state import Session
from web.following.followed_round import Decoder, FollowedRound
from web.following.input_file import Input, InputFile
from web.following.track_map import TrackMap

_LOG = logging.getLogger(__name__)

RoundKey = tuple[int, int]
"""Evening, and the version of its ledger before the round."""


class RoundLog:
    """The inputs of one round after the other, and the round they fold to. Used under the lock of its owner.

    `key`: which round it is. `round`: None while none is followed. `filled`: what was put into the draft, by path.
    `confirmed`: keys of questions that somebody has looked at.
    """

    def __init__(self, decoder: Decoder, file: InputFile) -> None:
        self._decoder, self._file = decoder, file
        self._inputs: list[Input] = []
        self.key: RoundKey = (0, 0)
        self.round: FollowedRound | None = None
        self.filled: dict[str, Any] = {}
        self.confirmed: frozenset[str] = frozenset()

    def begin(
        self, session: Session, key: RoundKey, left: Sequence[SeenCard] = (), tracks: TrackMap | None = None
    ) -> None:
        """Begin another round; the cards `left` on the table are no part of it."""
        self._begin(session, key, left, tracks)
        self._file.begin({"evening": key[0], "version": key[1], "left": rest_to_json(Rest(0.0, (), tuple(left)))})

    def begin_anew(self, session: Session, key: RoundKey) -> None:
        """The same cards at other seats: somebody sat down, left or changed places."""
        inputs = [line for line in self._inputs if "rest" in line or "tap" in line]
        self.begin(session, key)
        for line in inputs:
            self.add(line)

    def restore(self, session: Session, key: RoundKey) -> bool:
        """Go on where the last process ended, if that was in this round. Returns whether it was."""
        stored = self._file.read(*key)
        if stored is None:
            return False
        head, inputs = stored
        try:
            left = rest_from_json(head["left"]).table
        except (KeyError, TypeError, ValueError):
            return False
        self._begin(session, key, left)
        for line in inputs:
            self._fold(line)
        return True

    def add(self, line: Input) -> None:
        """Fold one input into the round, and keep it for the next start."""
        if self._fold(line):
            self._file.append(line)

    def drop(self) -> None:
        """Follow no round any more."""
        if self.round is not None:
            self.round = None
            self._file.clear()

    def _begin(self, session: Session, key: RoundKey, left: Sequence[SeenCard], tracks: TrackMap | None = None) -> None:
        self.key, self._inputs, self.filled, self.confirmed = key, [], {}, frozenset()
        self.round = FollowedRound.begin(self._decoder, session.rules, session.table(), session.deck, left, tracks)

    def _fold(self, line: Input) -> bool:
        """Fold one input into the round. What makes no sense, or the decoder cannot bear, is left out and logged."""
        followed = self.round
        if followed is None:
            return False
        try:
            if "rest" in line:
                rest = rest_from_json(line["rest"])
                self.round = followed.with_rest(rest, is_first=line["first"] is True, at_s=float(line["at"]))
            elif line.get("tap") == "back":
                self.round = followed.without_last_move()
            elif line.get("tap") == "accept":
                self.round = followed.with_table_accepted()
            elif isinstance(line.get("filled"), Mapping):
                self.filled.update(line["filled"])
            elif isinstance(line.get("confirmed"), list):
                self.confirmed |= set(map(str, line["confirmed"]))
        except Exception:
            _LOG.exception("a rest of the table could not be followed")
            return False
        self._inputs.append(line)
        return True
