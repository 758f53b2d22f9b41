"""How sure a name may be, by its margin and by how much of the card shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Calibration:
    """Confidence and sure margins as functions of the visible share, fitted on patterns held out from training."""

    slope: float
    """Confidence is the logistic function of `slope` * margin + `offset` - `hidden_offset` * hidden share.

    Per logit, positive.
    """
    offset: float
    """Log odds at margin 0 of a card that shows whole."""
    hidden_offset: float
    """Log odds that a card loses at the same margin when none of it shows."""
    sure_margins: tuple[tuple[float, float], ...]
    """Visible shares 0..1, rising, and the margin in logits from which a face is sure from that share on."""
    back_margin: float
    """Margin in logits from which a back is sure, not lower than a face's: plain surfaces resemble backs."""

    @classmethod
    def from_manifest(cls, data: dict[str, Any]) -> Calibration:
        """The calibration as a manifest states it. `ValueError` for what no training gives."""
        slope, offset, hidden_offset = (float(value) for value in data["confidence"])
        margins = tuple((float(share), float(margin)) for share, margin in data["sure_margins"])
        calibration = cls(slope, offset, hidden_offset, margins, float(data["back_margin"]))
        shares = [share for share, _ in margins]
        values = [slope, offset, hidden_offset, calibration.back_margin, *(margin for _, margin in margins)]
        if not np.isfinite(values).all() or slope <= 0 or not 0 < len(shares) <= 16:
            raise ValueError("no calibration")
        if sorted(shares) != shares or not 0 <= shares[0] <= shares[-1] <= 1:
            raise ValueError("no visible shares")
        return calibration

    def as_manifest(self) -> dict[str, Any]:
        """The calibration as `from_manifest` reads it."""
        return {
            "confidence": [round(value, 5) for value in (self.slope, self.offset, self.hidden_offset)],
            "sure_margins": [[round(share, 3), round(margin, 4)] for share, margin in self.sure_margins],
            "back_margin": round(self.back_margin, 4),
        }

    def confidence(self, margin: float, visible_share: float = 1.0) -> float:
        """Calibrated probability 0..1 that a face with this margin (logits) is right, by how much of it shows."""
        log_odds = self.slope * margin + self.offset - self.hidden_offset * (1 - visible_share)
        return float(1 / (1 + np.exp(-np.clip(log_odds, -30, 30))))

    def sure_margin(self, visible_share: float = 1.0) -> float:
        """Margin in logits from which a face is sure when this share of the card shows. Below the first, never."""
        margins = [margin for share, margin in self.sure_margins if share <= visible_share]
        return margins[-1] if margins else float("inf")
