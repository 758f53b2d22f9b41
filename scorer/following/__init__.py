"""Following the play: from cards at rest to the round they make."""

from scorer.wording import shared

WORDING = shared("following")
text = WORDING.text
