"""The play area: the cloth in the camera's pictures, as calibrated."""

from __future__ import annotations

from web.ledger.store import Store
from web.openapi.schema import COUNT, NUMBER, STRING, array, by_key, obj

CALIBRATION_SETTING = "calibration"
"""Setting under which the calibration wizard stores its result."""

CALIBRATION = obj(
    measured=obj(marks=by_key(STRING), cloth=array({**array(NUMBER), "minItems": 2, "maxItems": 2})),
    source=STRING,
    optional={"seats": COUNT},
)
"""What that setting must hold; a measurement has further members."""

PlayArea = tuple[tuple[float, float], ...]
"""Corners (x, y) of a polygon, fractions 0..1 of the picture."""


def load_play_area(store: Store, source: str) -> PlayArea | None:
    """Polygon (n, 2) of the cloth in fractions 0..1 of a picture of `source`. None when it was not made out there."""
    calibration = store.get_setting(CALIBRATION_SETTING, CALIBRATION)
    if not calibration or calibration["source"] != source or calibration["measured"]["marks"].get("cloth") != "good":
        return None
    return tuple((x, y) for x, y in calibration["measured"]["cloth"])
