"""An evening as a fold of its events."""

from scorer.wording import shared

WORDING = shared("session")
text = WORDING.text
