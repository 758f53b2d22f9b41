"""What a classifier says of one crop."""

from __future__ import annotations

from dataclasses import dataclass

from scanner.imaging.onnx_session import Floats

BACK = "back"
"""Label of card backs, beside the codes of a deck's faces."""
NO_CARD = "none"
"""Label of crops that show no whole card."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """Classification of one crop."""

    face: str
    """Code of the best face, even where "no card" or a back scores higher."""
    margin: float
    """Logit of `face` less the best of its rivals: other faces to the rules, no card, a back. Negative if behind."""
    logits: Floats
    """Logits of `CardClassifier.labels`: (labels,)."""
    is_upside_down: bool
    """Whether the crop shows the card turned by 180 degrees."""
    back_margin: float
    """Margin of its being a back, in logits."""
    visible_share: float = 1.0
    """Share 0..1 of the crop that the mask says shows the card."""
