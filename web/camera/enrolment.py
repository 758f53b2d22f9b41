"""札の登録 fuda no toroku: a deck being shown to the table card by card, kept in one folder until it is learned."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import current_app

from scanner.enrolled.store import GRID, checked_name, laid_counts, laid_order
from scorer.discover import decks
from scorer.errors import Refusal, shown
from scorer.texts import Text
from web.camera.training_job import Lesson
from web.companion import companion

_FOLDER = "enrolling"


def _nothing_begun() -> Refusal:
    return Refusal("bad_request", Text("no deck is being enrolled", "登録中の札がありません"))


@dataclass(frozen=True, slots=True)
class Plan:
    """What is being enrolled; `odd`: places whose card surely looks like another code than belongs there."""

    name: str
    kind: str
    odd: dict[int, str] = field(default_factory=dict)

    @property
    def order(self) -> tuple[str, ...]:
        """The codes in the order they are laid."""
        return laid_order(self.kind)

    @property
    def required(self) -> int:
        """How many cards, from the first, a deck cannot do without."""
        return min(laid_counts(self.kind))

    def places(self, grid: int) -> tuple[int, ...]:
        """The places of the deck that lie on a grid; `bad_request` when there is no such grid."""
        found = tuple(range(len(self.order)))[grid * GRID : (grid + 1) * GRID] if grid >= 0 else ()
        if not found:
            raise Refusal("bad_request", Text("there is no such grid", "その並びはありません"))
        return found

    def allowed(self, places: Sequence[int]) -> set[int]:
        """How many cards a picture of these places may show: cards that have no number may be left out."""
        return {len(places), sum(place < self.required for place in places)} - {0}


class Enrolling:
    """The one deck being enrolled at this table. Safe from any thread; everything taken is on the disk at once."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._folder = data / _FOLDER
        self._lock = threading.RLock()
        self._lesson: Lesson | None = None
        self.seen = b""
        """The picture taken last (JPEG), in memory only."""

    @property
    def plan(self) -> Plan | None:
        """What is being enrolled, None when nothing is, or when what is kept of it cannot be read."""
        try:
            kept = json.loads((self._folder / "plan.json").read_text(encoding="utf-8"))
            plan = Plan(checked_name(kept["name"]), kept["kind"], {int(at): code for at, code in kept["odd"].items()})
        except (OSError, ValueError, KeyError, TypeError, AttributeError, Refusal):
            return None
        return plan if plan.kind in decks() else None

    def planned(self) -> Plan:
        """What is being enrolled; `bad_request` when nothing is."""
        plan = self.plan
        if plan is None:
            raise _nothing_begun()
        return plan

    def begin(self, name: object, kind: object) -> None:
        """Starts with no card shown; `bad_name`, `wrong_deck`. What was being enrolled before is forgotten."""
        if not isinstance(kind, str) or kind not in decks():
            raise Refusal("wrong_deck", Text(f"there is no deck {shown(str(kind))}", "その種類の札はありません"))
        checked = checked_name(name if isinstance(name, str) else "")
        with self._lock:
            self.cancel()
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._write(Plan(checked, kind))

    def cancel(self) -> None:
        """Forgets the deck being enrolled and ends its lesson; decks learned before stay."""
        with self._lock:
            if self._lesson:
                self._lesson.end()
            self._lesson = None
            shutil.rmtree(self._folder, ignore_errors=True)

    def keep(self, places: Sequence[int], pictures: Sequence[bytes], odd: dict[int, str]) -> None:
        """Keeps the pictures (PNG) of the cards at these places, in place of older ones."""
        with self._lock:
            plan = self.planned()
            self._still()
            for place, picture in zip(places, pictures, strict=False):
                beside = self._folder / f"card-{place:02}.new"
                beside.write_bytes(picture)
                beside.replace(self._card(place))
            rest = {place: code for place, code in plan.odd.items() if place not in places}
            self._write(Plan(plan.name, plan.kind, rest | odd))

    def taken(self) -> tuple[int, ...]:
        """The places whose card has been seen, in order."""
        plan = self.plan
        return tuple(at for at in range(len(plan.order)) if self._card(at).exists()) if plan else ()

    def card(self, place: int) -> bytes | None:
        """The picture (PNG) of the card at a place, None when it has not been seen."""
        try:
            return self._card(place).read_bytes()
        except OSError:
            return None

    def learn(self) -> None:
        """Starts the lesson in a process of its own; `too_few_cards` while cards are missing."""
        with self._lock:
            plan = self.planned()
            missing = plan.required - sum(place < plan.required for place in self.taken())
            if missing:
                told = "1 card has" if missing == 1 else f"{missing} cards have"
                raise Refusal("too_few_cards", Text(f"{told} not been seen yet", f"まだ{missing}枚が写っていません"))
            self._still()
            self._lesson = Lesson(plan.name, plan.kind, self._folder, self._data, self._learned)

    @property
    def lesson(self) -> Lesson | None:
        """The lesson under way, or the last one."""
        return self._lesson

    def as_json(self) -> dict[str, Any]:
        """Everything the wizard's page shows of it."""
        plan, lesson = self.plan, self._lesson
        return {
            "plan": plan
            and {
                "name": plan.name,
                "kind": plan.kind,
                "order": plan.order,
                "required": plan.required,
                "odd": {str(place): code for place, code in plan.odd.items()},
            },
            "grid": GRID,
            "taken": self.taken(),
            "lesson": lesson and lesson.as_json(),
        }

    def _still(self) -> None:
        if self._lesson and self._lesson.running:
            raise Refusal("bad_request", Text("the deck is being learned just now", "いま札を覚えているところです"))

    def _learned(self, lesson: Lesson) -> None:
        """The deck is on the shelf: its pictures are not needed any more."""
        with self._lock:
            if lesson is self._lesson:
                shutil.rmtree(self._folder, ignore_errors=True)

    def _card(self, place: int) -> Path:
        return self._folder / f"card-{place:02}.png"

    def _write(self, plan: Plan) -> None:
        beside = self._folder / "plan.new"
        odd = {str(place): code for place, code in plan.odd.items()}
        beside.write_text(json.dumps({"name": plan.name, "kind": plan.kind, "odd": odd}), encoding="utf-8")
        beside.replace(self._folder / "plan.json")


def enrolling() -> Enrolling:
    """The running application's; `not_found` for a table that has no folder to keep anything in."""
    data = companion().settings.data
    if data is None:
        raise Refusal("not_found", Text("this table keeps no files", "この卓はファイルを保存しません"))
    found: Enrolling = current_app.extensions.setdefault("fudayomi.enrolling", Enrolling(data))
    return found
