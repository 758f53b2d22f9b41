"""The egara family: trick games with picture cards (Kakeya, Etori)."""

from scorer.rules.wording import shared_wording

WORDING = shared_wording("egara")
text, name, because = WORDING.text, WORDING.name, WORDING.because
