"""Follows the round under way and proposes it as a draft."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from scanner.seat_zones import Zone
from scanner.worker.client import ScannerClient
from scanner.worker.rest_codec import rest_to_json
from scanner.worker.watch_state import FollowTarget
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text
from web.camera.evening_camera import EveningCamera
from web.config import Settings
from web.following.followed_round import Decoder, FollowedRound
from web.following.input_file import InputFile
from web.following.proposal import ask_keys, plain_answer, propose, unsure_codes, without_confirmed
from web.following.readiness import FollowSwitch, Obstacle, find_obstacles
from web.following.round_log import RoundKey, RoundLog
from web.following.round_record import make_record, pack_record
from web.following.seat_map import people_by_seat, seats_by_zone, zone_count
from web.following.track_map import with_seats
from web.following.view import RoundView, following_json
from web.ledger.store import Store
from web.session.seat_zones import seat_zones_for
from web.session.service import SessionService

QUIET_S = 6.0
"""Seconds after the last card at which a round that may end is proposed. Another card proposes it anew."""
_SCANNER_AWAY = Text("The scanner is away.", "読み取り係がいません。")


class FollowService:
    """One table's rounds, followed card by card. Safe from any thread; `poll` is called by one thread only.

    Rests and taps are stored beside the ledger, so that a killed page goes on from there. Whoever needs both locks
    takes that of the service first.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        service: SessionService,
        scanner: ScannerClient,
        camera: EveningCamera,
        decoder: Decoder,
    ) -> None:
        self._settings, self._store, self._service = settings, store, service
        self._scanner, self._camera = scanner, camera
        self._switch = FollowSwitch(store)
        self._log = RoundLog(decoder, InputFile(store.file.parent if store.file else None))
        self._lock = threading.RLock()
        self._began = self._rested = time.monotonic()
        self._booked = 0
        self._differing: tuple[str, ...] = ()
        self._published: tuple[object, ...] = ()
        self._published_round: FollowedRound | None = None
        service.record_of_round = self._packed_record
        session = service.session
        if session is not None and self.is_active:
            self._booked = len(session.history)
            self._log.restore(session, self._key())

    @property
    def is_active(self) -> bool:
        """Whether the round under way is followed now."""
        session = self._service.session
        return (
            session is not None
            and self._switch.is_on(self._service.evening_id)
            and session.is_playable
            and session.rules.play_rules is not None
            and self._camera.is_present
        )

    def target(self) -> FollowTarget | None:
        """What the scanner is to follow: the round, and where each player lays cards. None: nothing is followed."""
        session = self._service.session
        zones = seat_zones_for(zone_count(session), self._store) if session is not None and self.is_active else ()
        if not zones:
            return None
        evening, version = self._key()
        return FollowTarget(f"{evening}.{version}", tuple(map(_polygon, zones)))

    def obstacles(self) -> tuple[Obstacle, ...]:
        """What is missing before the evening can be followed."""
        return find_obstacles(self._settings, self._store, self._service.session, self._camera, self._scanner)

    def switch(self, *, on: bool, hints: bool) -> tuple[Obstacle, ...]:
        """Turn following on or off for the evening under way. What is missing keeps it off, and is returned.

        Turned off in mid-round, it leaves what is known in the draft.
        """
        with self._service.lock, self._lock:
            evening = self._service.evening_id
            missing = self.obstacles() if on and not self._switch.is_on(evening) else ()
            if missing:
                return missing
            if not on and self._log.round is not None and self._log.round.steps:
                self._fill_draft()
            self._switch.set(evening if on else None, hints=hints)
            self._sync_round()
            return ()

    def take_back(self, move_count: int) -> None:
        """Take the move back that was laid last, as a phone saw it that showed `move_count` moves.

        Raises `changed_meanwhile` where the camera has followed another one since, `not_followed` without a round.
        """
        with self._service.lock, self._lock:
            if len(self._require_round().moves) != move_count:
                raise Refusal(
                    "changed_meanwhile",
                    Text(
                        "Another card has been laid meanwhile. Look at it, then tap again.",
                        "そのあいだに次の札が出ました。確かめてから、もう一度押してください。",
                    ),
                )
            self._log.add({"tap": "back"})

    def accept_table(self) -> None:
        """Go on with the table as it lies, after table and record disagreed."""
        with self._service.lock, self._lock:
            self._require_round()
            self._log.add({"tap": "accept"})

    def go_on_by_hand(self) -> None:
        """Put what is known into the draft, for somebody to enter the rest."""
        with self._service.lock, self._lock:
            self._require_round()
            self._fill_draft()

    def replace_entered(self, path: str) -> None:
        """Put what was followed in the place of what somebody entered there."""
        with self._service.lock, self._lock:
            self._require_round()
            self._fill_draft(replaced=path)

    def confirm_asks(self, keys: Sequence[str]) -> None:
        """Note that somebody has looked at these questions, and that the round is right as it stands."""
        with self._service.lock, self._lock:
            asked = ask_keys(self._require_round().outcome, self._service.prompts())
            self._log.add({"confirmed": sorted({*asked}.intersection(keys))})

    def poll(self) -> bool:
        """Take in what happened on the table. Returns whether the phones must be informed."""
        with self._service.lock, self._lock:
            session = self._service.session
            if session is not None and session.closed and self._switch.is_on(self._service.evening_id):
                self._switch.set(None, hints=False)
            self._sync_round()
            if session is not None and self._log.round is not None:
                seats = seats_by_zone(session)
                for arrived in self._scanner.take_rests():
                    rest = rest_to_json(with_seats(arrived.rest, seats))
                    at_s = round(time.monotonic() - self._began, 1)
                    self._log.add({"rest": rest, "first": arrived.is_first, "at": at_s})
                    self._rested = time.monotonic()
                state = self._log.round.state
                is_quiet = state.may_end and time.monotonic() - self._rested > QUIET_S
                if state.is_over or (is_quiet and state.trouble is None):
                    self._fill_draft()
            status = (self.is_active, self._problem(), self._differing, self._log.confirmed)
            # Rounds are immutable, so another object is another state. It is held: no later one can have its address.
            is_new = status != self._published or self._log.round is not self._published_round
            self._published, self._published_round = status, self._log.round
            return is_new

    def as_json(self) -> dict[str, Any]:
        """For the snapshot: the switches, and while a round is followed what is known of it."""
        with self._service.lock, self._lock:
            session, evening = self._service.session, self._service.evening_id
            has_hints = self._switch.has_hints(evening)
            is_offered = self._camera.is_present and not self._camera.is_demo
            state: dict[str, Any] = {
                "on": self._switch.is_on(evening),
                "hints": has_hints,
                "offered": is_offered and session is not None and session.rules.play_rules is not None,
            }
            followed = self._log.round
            if session is None or followed is None or self._service.reopened is not None:
                return state
            view = RoundView(
                followed,
                people_by_seat(session.table().seats, session.rules.people_per_seat),
                decks()[session.deck],
                self._problem(),
                self._differing,
                self._log.filled,
                self._log.confirmed,
                has_hints,
                len(session.seat_order),
            )
            return state | following_json(view, self._service.prompts(), self._service.draft)

    def _problem(self) -> Text | None:
        """Why no pictures come now, None while they do."""
        return self._scanner.message or (None if self._scanner.state == "up" else _SCANNER_AWAY)

    def _key(self) -> RoundKey:
        return (self._service.evening_id or 0, self._service.version)

    def _require_round(self) -> FollowedRound:
        self._sync_round()
        if self._log.round is None:
            raise Refusal("not_followed", Text("No round is being followed.", "いま追っている局はありません。"))
        return self._log.round

    def _sync_round(self) -> None:
        """Begin the round under way, if it is another one than was followed last."""
        session, key = self._service.session, self._key()
        if session is None or not self.is_active:
            self._log.drop()
            return
        before, was = self._log.round, self._log.key
        if before is not None and was == key:
            return
        if before is not None and was[0] == key[0] and len(session.history) == self._booked:
            self._log.begin_anew(session, key)
        elif before is not None:
            self._log.begin(session, key, before.left_over, before.tracks)
        else:
            self._log.begin(session, key)
        self._booked, self._differing, self._began = len(session.history), (), time.monotonic()

    def _fill_draft(self, replaced: str = "") -> None:
        """Put into the draft what is known, but leave what somebody entered, except at the path to be `replaced`."""
        followed, service = self._log.round, self._service
        filled = without_confirmed(self._log.filled, self._log.confirmed)
        if followed is None or service.reopened is not None:
            return
        prompts, draft = service.prompts(), service.draft
        if replaced:
            filled = {**filled, replaced: service.draft.answers(prompts).get(replaced)}
        unsure = unsure_codes([step.rest.table for step in followed.steps])
        told_apart = service.game_of_round.rules.told_apart
        proposal = propose(prompts, followed.outcome, draft, filled, unsure, told_apart)
        self._differing = proposal.differing
        answers = {
            path: answer
            for path, answer in proposal.answers.items()
            if path == replaced or plain_answer(answer) != plain_answer(self._log.filled.get(path))
        }
        if answers:
            service.answer(service.version, answers)
            self._log.add({"filled": answers})

    def _packed_record(self) -> Mapping[str, Any] | None:
        """The record of the round under way, as it is stored with it. None where nothing of it was followed."""
        with self._lock:
            followed = self._log.round
            if followed is None or self._log.key != self._key():
                return None
            record = make_record(followed.tables, followed.moves)
            return None if record is None else pack_record(record)


def _polygon(zone: Zone) -> tuple[tuple[float, float], ...]:
    left, top = zone.x - zone.width / 2, zone.y - zone.height / 2
    right, bottom = left + zone.width, top + zone.height
    return ((left, top), (right, top), (right, bottom), (left, bottom))
