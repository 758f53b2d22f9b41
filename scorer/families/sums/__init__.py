"""Play of games in which cards laid before each seat are added up."""

from scorer.rules.wording import shared_wording

WORDING = shared_wording("sums")
text, name, because = WORDING.text, WORDING.name, WORDING.because
