"""What learners see: glossary, drills, cheat sheets, explanations."""

from scorer.wording import shared

WORDING = shared("teaching")
text, name = WORDING.text, WORDING.name
