"""Enrolment of a deck, card by card, in one folder until it is trained."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import threading
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scanner.enrolled.store import (
    CARDS_PER_GRID,
    MAX_LABEL_CHARS,
    grid_card_counts,
    grid_order,
    is_valid_name,
    list_decks,
    require_valid_name,
    set_label,
)
from scorer.decks import decks
from scorer.errors import Refusal, safe_repr
from scorer.json_input import parse_json
from scorer.texts import Text
from web.camera.training_job import TrainingJob

_FOLDER_NAME = "enrolling"
_MAX_STEM_CHARS = 28
"""Characters of a file's name made from a label: 32 less a hyphen and a number."""


def _no_enrolment() -> Refusal:
    return Refusal("bad_request", Text("No deck is being enrolled", "登録中の札がありません"))


def file_name_for(label: str, kind: str, data_dir: Path) -> str:
    """A free name for the file of a deck that people call `label`; of a deck they call so already, its name.

    Raises `bad_name` for no label, one of more than 32 characters, or one that cannot be written in one line.
    """
    if not label or len(label) > MAX_LABEL_CHARS or not label.isprintable():
        raise Refusal(
            "bad_name",
            Text(
                f"A deck's name has 1 to {MAX_LABEL_CHARS} characters, in any writing.",
                f"札の名前は1～{MAX_LABEL_CHARS}文字です。どんな文字でもかまいません。",
            ),
        )
    known = list_decks(data_dir)
    called_so = [deck.name for deck in known if deck.label == label and deck.kind == kind]
    if called_so:
        return called_so[0]
    plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_MAX_STEM_CHARS].strip("-") or f"my-{kind}"
    taken = {*(deck.name for deck in known), *decks()}
    return next(name for name in (stem, *(f"{stem}-{n}" for n in range(2, 1000))) if name not in taken)


@dataclass(frozen=True, slots=True)
class EnrolmentPlan:
    """The deck being enrolled. `mismatches`: by place the code of the card that was surely seen there instead."""

    name: str
    kind: str
    mismatches: dict[int, str] = field(default_factory=dict)
    label: str = ""
    """What people call the deck, where that is no name for a file; "" where the name says it."""

    @property
    def order(self) -> tuple[str, ...]:
        """The codes in the order in which the cards are laid out."""
        return grid_order(self.kind)

    @property
    def required_count(self) -> int:
        """How many cards, from the first, a deck cannot do without."""
        return min(grid_card_counts(self.kind))

    def grid_places(self, grid: int) -> tuple[int, ...]:
        """The places of the deck on a grid. Raises `bad_request` when there is no such grid."""
        places = tuple(range(len(self.order)))[grid * CARDS_PER_GRID : (grid + 1) * CARDS_PER_GRID] if grid >= 0 else ()
        if not places:
            raise Refusal("bad_request", Text("There is no such grid", "その並びはありません"))
        return places

    def allowed_counts(self, places: Sequence[int]) -> set[int]:
        """Numbers of cards a picture of these places may show. Cards without a number may be left out."""
        return {len(places), sum(place < self.required_count for place in places)} - {0}


class EnrolmentSession:
    """The one deck being enrolled at this table, safe from any thread. Every picture is on the disk at once."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._folder = data_dir / _FOLDER_NAME
        self._lock = threading.RLock()
        self._job: TrainingJob | None = None
        self.last_picture = b""
        """The picture taken last (JPEG), in memory only."""

    @property
    def plan(self) -> EnrolmentPlan | None:
        """The plan of the deck being enrolled. None when there is none, or when its file cannot be read."""
        try:
            data = parse_json((self._folder / "plan.json").read_text(encoding="utf-8"))
            plan = EnrolmentPlan(
                require_valid_name(data["name"]),
                data["kind"],
                {int(place): code for place, code in data["odd"].items()},
                str(data.get("label", "")),
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError, Refusal):
            return None
        return plan if plan.kind in decks() else None

    def require_plan(self) -> EnrolmentPlan:
        """The plan of the deck being enrolled. Raises `bad_request` when there is none."""
        plan = self.plan
        if plan is None:
            raise _no_enrolment()
        return plan

    def begin(self, name: object, kind: object) -> None:
        """Start without a card. A previous enrolment is dropped. Raises `bad_name` or `wrong_deck`.

        `name` may be in any writing: what is no name for a file becomes the deck's label, and its file gets a name.
        """
        if not isinstance(kind, str) or kind not in decks():
            raise Refusal("wrong_deck", Text(f"There is no deck {safe_repr(str(kind))}", "その種類の札はありません"))
        label = name.strip() if isinstance(name, str) else ""
        valid_name = label if is_valid_name(label) else file_name_for(label, kind, self._data_dir)
        with self._lock:
            self.cancel()
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._write_plan(EnrolmentPlan(require_valid_name(valid_name), kind, label=label))

    def cancel(self) -> None:
        """Drop the deck being enrolled and end its training. Decks enrolled before stay."""
        with self._lock:
            if self._job:
                self._job.cancel()
            self._job = None
            shutil.rmtree(self._folder, ignore_errors=True)

    def save_cards(self, places: Sequence[int], pictures: Sequence[bytes], mismatches: dict[int, str]) -> None:
        """Store the pictures (PNG) of the cards at these places, in place of older ones, and their mismatches."""
        with self._lock:
            plan = self.require_plan()
            self._require_idle()
            for place, picture in zip(places, pictures, strict=False):
                new_file = self._folder / f"card-{place:02}.new"
                new_file.write_bytes(picture)
                new_file.replace(self._card_path(place))
            others = {place: code for place, code in plan.mismatches.items() if place not in places}
            self._write_plan(replace(plan, mismatches=others | mismatches))

    def captured_places(self) -> tuple[int, ...]:
        """The places whose card has a picture, in order."""
        plan = self.plan
        return tuple(place for place in range(len(plan.order)) if self._card_path(place).exists()) if plan else ()

    def card_picture(self, place: int) -> bytes | None:
        """The picture (PNG) of the card at a place, None without one."""
        try:
            return self._card_path(place).read_bytes()
        except OSError:
            return None

    def start_training(self) -> None:
        """Start the training in a process of its own. Raises `too_few_cards` while cards are missing."""
        with self._lock:
            plan = self.require_plan()
            missing = plan.required_count - sum(place < plan.required_count for place in self.captured_places())
            if missing:
                unseen = "1 card has not been seen yet" if missing == 1 else f"{missing} cards have not been seen yet"
                raise Refusal("too_few_cards", Text(unseen, f"まだ{missing}枚が写っていません"))
            self._require_idle()
            self._job = TrainingJob(plan.name, plan.kind, self._folder, self._data_dir, self._on_trained)

    @property
    def job(self) -> TrainingJob | None:
        """The training under way, or the last one."""
        return self._job

    def as_json(self) -> dict[str, Any]:
        """Everything the wizard's page shows of the enrolment."""
        plan, job = self.plan, self._job
        return {
            "plan": plan
            and {
                "name": plan.name,
                "kind": plan.kind,
                "order": plan.order,
                "required": plan.required_count,
                "odd": {str(place): code for place, code in plan.mismatches.items()},
            },
            "label": plan and (plan.label or plan.name),
            "grid": CARDS_PER_GRID,
            "taken": self.captured_places(),
            "lesson": job and job.as_json(),
        }

    def _require_idle(self) -> None:
        if self._job and self._job.is_running:
            raise Refusal("bad_request", Text("The deck is still being learned.", "いま札を覚えているところです"))

    def _on_trained(self, job: TrainingJob) -> None:
        """Give the deck its label and delete the pictures, which are not needed once the deck is stored."""
        with self._lock:
            if job is self._job:
                plan = self.plan
                if plan and plan.label and plan.label != plan.name:
                    with contextlib.suppress(OSError, Refusal):
                        set_label(plan.name, self._data_dir, plan.label)
                shutil.rmtree(self._folder, ignore_errors=True)

    def _card_path(self, place: int) -> Path:
        return self._folder / f"card-{place:02}.png"

    def _write_plan(self, plan: EnrolmentPlan) -> None:
        new_file = self._folder / "plan.new"
        mismatches = {str(place): code for place, code in plan.mismatches.items()}
        data = {"name": plan.name, "kind": plan.kind, "odd": mismatches, "label": plan.label}
        new_file.write_text(json.dumps(data), encoding="utf-8")
        new_file.replace(self._folder / "plan.json")
