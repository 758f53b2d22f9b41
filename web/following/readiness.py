"""The host's switches for following, and what is missing before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scanner.seat_zones import MAX_SEATS
from scanner.worker.client import ScannerClient
from scorer.session.state import Session
from scorer.texts import Text
from web.camera.evening_camera import EveningCamera
from web.camera.play_area import CALIBRATION, CALIBRATION_SETTING
from web.config import Settings
from web.following.seat_map import zone_count
from web.ledger.store import Store
from web.openapi.schema import BOOLEAN, COUNT, Schema, nullable, obj
from web.session.seat_zones import has_saved_zones

FOLLOWING_SETTING = "following"
"""Setting of the ID of the `evening` that is followed, None for none, and of its `hints`."""
_SETTING: Schema = obj(evening=nullable(COUNT), hints=BOOLEAN)


class FollowSwitch:
    """Both switches of the evening under way, off until a host turns them on. They end with their evening."""

    def __init__(self, store: Store) -> None:
        self._store = store
        setting: dict[str, Any] = store.get_setting(FOLLOWING_SETTING, _SETTING) or {"evening": None, "hints": False}
        self._evening: int | None = setting["evening"]
        self._hints: bool = setting["hints"]

    def is_on(self, evening: int | None) -> bool:
        """Whether that evening is followed."""
        return evening is not None and self._evening == evening

    def has_hints(self, evening: int | None) -> bool:
        """Whether the phones show whose turn it is and what may be played."""
        return self.is_on(evening) and self._hints

    def set(self, evening: int | None, *, hints: bool) -> None:
        """Follow that evening and no other, None for none. Without one there are no hints either."""
        self._evening, self._hints = evening, hints and evening is not None
        self._store.set_setting(FOLLOWING_SETTING, {"evening": self._evening, "hints": self._hints})


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why rounds cannot be followed yet. `path` and `label`: the page with the cure, "" and None without one."""

    code: str
    text: Text
    path: str = ""
    label: Text | None = None

    def as_json(self) -> dict[str, Any]:
        """For the page: the text, and the link."""
        return {
            "code": self.code,
            "text": self.text.as_json(),
            "path": self.path,
            "label": self.label and self.label.as_json(),
        }


_NO_EVENING = Obstacle(
    "no_evening",
    Text("No game is under way.", "いま遊んでいる会がありません。"),
    "/start",
    Text("Start the evening", "会を始める"),
)
_DEMO = Obstacle(
    "demo",
    Text(
        "The drawn table deals whole hands; nobody plays on it card by card. Following needs a camera over real cards.",
        "お試しの卓は手札をまとめて配るので、一枚ずつは追えません。本物の札を見るカメラが必要です。",
    ),
)
_NO_CAMERA = Obstacle(
    "no_camera",
    Text(
        "This table has no camera. Start Fudayomi with one, for example: fudayomi serve --source webcam:0",
        "この卓にはカメラがありません。カメラを指定して起動してください。例：fudayomi serve --source webcam:0",
    ),
)
_NO_CALIBRATION = Obstacle(
    "no_calibration",
    Text(
        "The camera has not been set up: focus, light and cloth are unknown.",
        "カメラの調整がまだです。ピント・明るさ・布がわかりません。",
    ),
    "/calibrate",
    Text("Set up the camera", "カメラを調整する"),
)
_TOO_MANY = Obstacle(
    "too_many_seats",
    Text(
        f"One picture shows at most {MAX_SEATS} seats.",
        f"一枚の画像に写る席は{MAX_SEATS}までです。",
    ),
)


def find_obstacles(
    settings: Settings, store: Store, session: Session | None, camera: EveningCamera, scanner: ScannerClient
) -> tuple[Obstacle, ...]:
    """Everything that is missing, in the order in which to mend it. Empty when rounds can be followed."""
    if session is None or session.closed or session.over:
        return (_NO_EVENING,)
    found: list[Obstacle] = []
    if session.rules.play_rules is None:
        name = session.rules.name
        found.append(
            Obstacle(
                "no_moves",
                Text(f"{name.en} cannot be followed yet.", f"「{name.ja}」はまだ追えません。"),
            )
        )
    if not camera.is_present:
        found.append(_NO_CAMERA)
    elif camera.is_demo:
        found.append(_DEMO)
    else:
        found += _camera_obstacles(settings, store, zone_count(session), scanner)
    return tuple(found)


def _camera_obstacles(settings: Settings, store: Store, players: int, scanner: ScannerClient) -> list[Obstacle]:
    """What is missing at a table with a camera of its own."""
    found: list[Obstacle] = []
    if scanner.state != "up" or scanner.message:
        message = scanner.message or Text("The scanner is away.", "読み取り係がいません。")
        found.append(Obstacle("no_picture", message))
    calibration = store.get_setting(CALIBRATION_SETTING, CALIBRATION)
    is_calibrated = bool(calibration) and calibration["source"] == settings.source
    if not is_calibrated:
        found.append(_NO_CALIBRATION)
    if players > MAX_SEATS:
        found.append(_TOO_MANY)
    elif not has_saved_zones(players, store) and not (is_calibrated and calibration.get("seats") == players):
        found.append(
            Obstacle(
                "no_seats",
                Text(
                    f"Nobody has said where the {players} seats are in the picture.",
                    f"画像のどこが{players}人の席か、まだ決まっていません。",
                ),
                "/#hands",
                Text("Say who sits where", "席の場所を決める"),
            )
        )
    return found
