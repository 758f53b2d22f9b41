"""Games of captured hanafuda piles: yaku as data, what is one card away."""

from scorer.rules.wording import shared_wording

WORDING = shared_wording("captures")
text, name, because = WORDING.text, WORDING.name, WORDING.because
