"""札の登録 fuda no toroku: a deck being shown to the table card by card, kept in one folder until it is learned."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scanner.enrolled.store import CARDS_PER_GRID, grid_card_counts, grid_order, require_valid_name
from scorer.decks import decks
from scorer.errors import Refusal, safe_repr
from scorer.texts import Text
from web.camera.training_job import TrainingJob

_FOLDER_NAME = "enrolling"


def _no_enrolment() -> Refusal:
    return Refusal("bad_request", Text("no deck is being enrolled", "登録中の札がありません"))


@dataclass(frozen=True, slots=True)
class EnrolmentPlan:
    """What is being enrolled; `odd`: places whose card surely looks like another code than belongs there."""

    name: str
    kind: str
    mismatches: dict[int, str] = field(default_factory=dict)

    @property
    def order(self) -> tuple[str, ...]:
        """The codes in the order they are laid."""
        return grid_order(self.kind)

    @property
    def required_count(self) -> int:
        """How many cards, from the first, a deck cannot do without."""
        return min(grid_card_counts(self.kind))

    def grid_places(self, grid: int) -> tuple[int, ...]:
        """The places of the deck that lie on a grid; `bad_request` when there is no such grid."""
        found = tuple(range(len(self.order)))[grid * CARDS_PER_GRID : (grid + 1) * CARDS_PER_GRID] if grid >= 0 else ()
        if not found:
            raise Refusal("bad_request", Text("there is no such grid", "その並びはありません"))
        return found

    def allowed_counts(self, places: Sequence[int]) -> set[int]:
        """How many cards a picture of these places may show: cards that have no number may be left out."""
        return {len(places), sum(place < self.required_count for place in places)} - {0}


class EnrolmentSession:
    """The one deck being enrolled at this table. Safe from any thread; everything taken is on the disk at once."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._folder = data / _FOLDER_NAME
        self._lock = threading.RLock()
        self._job: TrainingJob | None = None
        self.last_picture = b""
        """The picture taken last (JPEG), in memory only."""

    @property
    def plan(self) -> EnrolmentPlan | None:
        """What is being enrolled, None when nothing is, or when what is kept of it cannot be read."""
        try:
            kept = json.loads((self._folder / "plan.json").read_text(encoding="utf-8"))
            plan = EnrolmentPlan(
                require_valid_name(kept["name"]), kept["kind"], {int(at): code for at, code in kept["odd"].items()}
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError, Refusal):
            return None
        return plan if plan.kind in decks() else None

    def require_plan(self) -> EnrolmentPlan:
        """What is being enrolled; `bad_request` when nothing is."""
        plan = self.plan
        if plan is None:
            raise _no_enrolment()
        return plan

    def begin(self, name: object, kind: object) -> None:
        """Starts with no card shown; `bad_name`, `wrong_deck`. What was being enrolled before is forgotten."""
        if not isinstance(kind, str) or kind not in decks():
            raise Refusal("wrong_deck", Text(f"there is no deck {safe_repr(str(kind))}", "その種類の札はありません"))
        checked = require_valid_name(name if isinstance(name, str) else "")
        with self._lock:
            self.cancel()
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._write_plan(EnrolmentPlan(checked, kind))

    def cancel(self) -> None:
        """Forgets the deck being enrolled and ends its lesson; decks learned before stay."""
        with self._lock:
            if self._job:
                self._job.cancel()
            self._job = None
            shutil.rmtree(self._folder, ignore_errors=True)

    def save_cards(self, places: Sequence[int], pictures: Sequence[bytes], mismatches: dict[int, str]) -> None:
        """Keeps the pictures (PNG) of the cards at these places, in place of older ones."""
        with self._lock:
            plan = self.require_plan()
            self._require_idle()
            for place, picture in zip(places, pictures, strict=False):
                beside = self._folder / f"card-{place:02}.new"
                beside.write_bytes(picture)
                beside.replace(self._card_path(place))
            rest = {place: code for place, code in plan.mismatches.items() if place not in places}
            self._write_plan(EnrolmentPlan(plan.name, plan.kind, rest | mismatches))

    def captured_places(self) -> tuple[int, ...]:
        """The places whose card has been seen, in order."""
        plan = self.plan
        return tuple(at for at in range(len(plan.order)) if self._card_path(at).exists()) if plan else ()

    def card_picture(self, place: int) -> bytes | None:
        """The picture (PNG) of the card at a place, None when it has not been seen."""
        try:
            return self._card_path(place).read_bytes()
        except OSError:
            return None

    def start_training(self) -> None:
        """Starts the lesson in a process of its own; `too_few_cards` while cards are missing."""
        with self._lock:
            plan = self.require_plan()
            missing = plan.required_count - sum(place < plan.required_count for place in self.captured_places())
            if missing:
                told = "1 card has" if missing == 1 else f"{missing} cards have"
                raise Refusal("too_few_cards", Text(f"{told} not been seen yet", f"まだ{missing}枚が写っていません"))
            self._require_idle()
            self._job = TrainingJob(plan.name, plan.kind, self._folder, self._data, self._on_trained)

    @property
    def job(self) -> TrainingJob | None:
        """The lesson under way, or the last one."""
        return self._job

    def as_json(self) -> dict[str, Any]:
        """Everything the wizard's page shows of it."""
        plan, lesson = self.plan, self._job
        return {
            "plan": plan
            and {
                "name": plan.name,
                "kind": plan.kind,
                "order": plan.order,
                "required": plan.required_count,
                "odd": {str(place): code for place, code in plan.mismatches.items()},
            },
            "grid": CARDS_PER_GRID,
            "taken": self.captured_places(),
            "lesson": lesson and lesson.as_json(),
        }

    def _require_idle(self) -> None:
        if self._job and self._job.is_running:
            raise Refusal("bad_request", Text("the deck is being learned just now", "いま札を覚えているところです"))

    def _on_trained(self, job: TrainingJob) -> None:
        """The deck is on the shelf: its pictures are not needed any more."""
        with self._lock:
            if job is self._job:
                shutil.rmtree(self._folder, ignore_errors=True)

    def _card_path(self, place: int) -> Path:
        return self._folder / f"card-{place:02}.png"

    def _write_plan(self, plan: EnrolmentPlan) -> None:
        beside = self._folder / "plan.new"
        odd = {str(place): code for place, code in plan.mismatches.items()}
        beside.write_text(json.dumps({"name": plan.name, "kind": plan.kind, "odd": odd}), encoding="utf-8")
        beside.replace(self._folder / "plan.json")
