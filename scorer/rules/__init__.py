"""What a game is: options, prompts, rounds, results, settlement, odds."""

from scorer.wording import shared

text = shared("rules").text
