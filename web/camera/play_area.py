"""布 nuno: where the cloth lies in the table's own pictures, as the calibrate wizard left it with the ledger."""

from __future__ import annotations

from web.ledger.store import Store

CALIBRATION_SETTING = "calibration"

PlayArea = tuple[tuple[float, float], ...]


def load_play_area(store: Store, source: str) -> PlayArea | None:
    """Its polygon (n, 2), fractions 0..1 of a picture of `source`; None when nobody made it out there."""
    found = store.get_setting(CALIBRATION_SETTING)
    if not found or found["source"] != source or found["measured"]["marks"]["cloth"] != "good":
        return None
    return tuple((x, y) for x, y in found["measured"]["cloth"])
