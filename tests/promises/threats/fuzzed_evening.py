"""An evening at which so much happens that every route has something to do.

Between two requests rounds are played, followed, undone and photographed, a deck is enrolled, the camera goes and comes
back.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any

from flask import Flask

from scorer.errors import Refusal
from scorer.session.state import Session
from scorer.texts import Text
from tests.support.fake_following import LaidTable
from tests.support.hands import HANDS
from tests.support.table import FakeScanner, picture_of_piles
from web.archive.evening_files import json_lines
from web.context import AppContext
from web.following.proposal import ask_keys
from web.session.draft_cards import Picture
from web.session.service import Change

SHOWN = 0.3
"""How often something happens between two requests, 0..1."""
QUAD = [[0.1, 0.1], [0.2, 0.1], [0.2, 0.3], [0.1, 0.3]]
MEASURED = {"marks": {"cloth": "good"}, "figures": {}, "needed": {}, "glare": [], "cloth": QUAD, "card": []}
CALIBRATION = {"measured": MEASURED, "source": "webcam:0", "seats": 4}
ZONES = [[0.2, 0.2, 0.3, 0.3], [0.8, 0.2, 0.3, 0.3], [0.8, 0.8, 0.3, 0.3], [0.2, 0.8, 0.3, 0.3], [0.5, 0.5, 0.2, 0.2]]
ANSWERS = {f"hands.{seat}": list(hand) for seat, hand in enumerate(HANDS)}


class LearntAtOnce:
    """A training that is over when it begins."""

    is_running = False

    def __init__(self, name: str, *_rest: object) -> None:
        self.name = name

    def cancel(self) -> None: ...

    def as_json(self) -> dict[str, Any]:
        over = Text("done", "終わりました").as_json()
        return {"name": self.name, "running": False, "share": 1.0, "says": over, "refusal": None}


class LivelyEvening:
    """What happens at a table, by chance. `phones`: the numbers of its phones, by role."""

    def __init__(self, app: Flask, scanner: FakeScanner, phones: dict[str, str], seed: int) -> None:
        self.ctx: AppContext = app.extensions["fudayomi"]
        self.app, self.scanner, self.phones, self.chance = app, scanner, phones, random.Random(seed)
        self.laid = LaidTable(scanner)
        self.keys = count()
        self._written, self._file = -1, dict[str, Any]()

    def go_on(self) -> None:
        """Let something happen, or nothing. What cannot be now does not happen."""
        for name in ("join_limit", "upload_limit"):  # all requests come from one address
            getattr(self.ctx, name).forget("127.0.0.1")
        self.ctx.guest_limit.forget("")
        if self.chance.random() < SHOWN:
            with suppress(Refusal):
                self.chance.choice(
                    (self.play, self.follow, self.undo, self.show, self.show, self.enrol, self.deal, self.change)
                )()

    def play(self) -> None:
        self.ctx.service.discard_draft(self.ctx.service.version)
        self.ctx.service.book(ANSWERS, self.make_change())

    def make_change(self) -> Change:
        return Change(self.ctx.service.version, f"happens-{next(self.keys):06}", "Aki")

    def follow(self) -> None:
        """Lay the next card of everybody, or play the round that was laid."""
        self.ctx.store.set_setting("calibration", CALIBRATION)
        self.scanner.refusal = None
        self.ctx.following.switch(on=True, hints=True)
        lying = sum(card.zone == 0 for card in self.laid.cards.values())
        if lying > 1:
            self.laid = LaidTable(self.scanner)
            self.play()
            return
        for seat, hand in enumerate(HANDS):
            self.laid.lay(seat, hand[lying], sure=seat > 0)
        self.ctx.following.poll()

    def undo(self) -> None:
        self.ctx.service.undo(self.make_change())

    def show(self) -> None:
        """Lay all hands on the table, and photograph them, perhaps for one hand, which may be shared out."""
        read, hand = picture_of_piles(HANDS, 4), self.chance.choice((None, "hands.0"))
        self.scanner.show_still_table(read)
        picture = Picture(self.ctx.pictures.add(b"\xff\xd8jpeg"), read)
        self.ctx.service.add_picture(self.ctx.service.version, picture, hand)
        if hand is not None and self.chance.random() < 0.5:
            self.ctx.service.share_picture(self.ctx.service.version)

    def deal(self) -> None:
        """Let the table deal in this evening."""
        self.ctx.camera.mark_demo()

    def enrol(self) -> None:
        """Show all cards of a deck but the last ones."""
        enrolment = self.ctx.require_enrolment()
        enrolment.begin("mine", "hanafuda")
        enrolment.save_cards(range(48), [b"\x89PNG"] * 48, {3: "h08-1"})
        enrolment.last_picture = b"\xff\xd8jpeg"

    def offer(self) -> None:
        """Offer the role of host to the guest's phone."""
        self.ctx.phones.ask_back(self.phones["guest"])
        holder = self.ctx.phones.find_by_name("Rin")
        if holder is not None and holder.id != self.phones["guest"]:
            self.ctx.phones.release_name(holder.id)
        self.ctx.phones.claim_name(self.phones["guest"], "Rin")
        self.ctx.phones.offer_host(self.phones["guest"], self.ctx.pin.number)

    def change(self) -> None:
        """Let the worker go away, answer the wizards, or find nothing."""
        away = Refusal("scanner_down", Text("away", "いません"))
        self.scanner.refusal = self.chance.choice((away, None, None))
        parts = [b"jpeg", *[b"card"] * 12]
        grid = ({"cards": [QUAD] * 12, "odd": {"3": "h08-1"}, "sizes": list(map(len, parts))}, b"".join(parts))
        answers = {"grid": grid, "calibrate": (MEASURED, b"\xff\xd8jpeg")}
        self.scanner.wizard_answers = self.chance.choice((answers, answers, {}))

    def suggested(self) -> dict[str, Sequence[Any]]:
        """Values that fit what happened, by the name of a member, or by a route and the name."""
        service, session = self.ctx.service, self.ctx.service.session
        rounds = [] if session is None else [played.event_number for played in session.history]
        followed = self.ctx.following._log.round
        asks = [] if followed is None else [*ask_keys(followed.outcome, service.prompts())]
        return {
            "number": [1, 2, *rounds[-3:]],
            "of": [_last_of(session)],
            "phone": list(self.phones.values()),
            "other": ["Emi", *self.phones.values()],
            "zones": [None, ZONES],
            "count": [0 if followed is None else len(followed.moves)],
            "keys": [asks],
            "grid": [0, 1],
            "place": [0, 1],
            "take": [True],
            "replace": [True],
            "version": [service.version],
            "POST /api/import evening": [self.file()],
        }

    def file(self) -> dict[str, Any]:
        """The evening as its file, made anew where something was written since."""
        newest = self.ctx.store.last_sequence()
        if newest != self._written:
            lines = "".join(json_lines(self.ctx.store.iter_entries(self.ctx.service.evening_id or 0)))
            self._written, self._file = newest, json.loads(lines)
        return self._file


def _last_of(session: Session | None) -> int:
    return 0 if session is None else session.undoable_event or (session.redoable_events or (0,))[-1]
