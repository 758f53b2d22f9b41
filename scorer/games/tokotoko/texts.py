"""Tokotoko's names, house rules, terms, lesson and prompts."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

NAME = name("game")
SUMMARY = text("summary")
OUTCOMES = WORDING.table("outcomes", "won", "split", "carried")
DIGITS = tuple(
    name(f"digits.{digit}")
    for digit in ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
)
OPTIONS = (
    WORDING.option("variant", "tokotoko", ("tokotoko", "yari_tori_tokotoko")),
    WORDING.option("selection", "declared", ("declared", "best")),
    WORDING.option("on_tie", "split", ("split", "carry_over")),
    WORDING.option("remainder", "nearest_right", ("nearest_right", "carry_over", "house_box")),
    WORDING.option("length", "single", ("single", 3, 6, 12)),
    WORDING.option("start_stones", 30, minimum=1, maximum=10**9),
)
WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("nagoya_order"),
    WORDING.word("field"),
    WORDING.word("stake"),
    WORDING.word("pot"),
    WORDING.word("yari_tori"),
)
LESSON = WORDING.lesson("deal", "hand", "values", "pot")
MAX_STAKE = 10**9
"""The largest stake or pot in stones. Sums of it stay below 2**53, so they are exact in JSON."""
DEFAULT_STAKE = 1
"""Stones that everybody puts in as long as nothing else is told."""
CARDS = text("cards")
HANDS = text("hands")
FIELD = text("field")
SHOWN_CARDS = text("shown_cards")
STAKE = text("stake")
POT = text("pot")
STANDING_STONES = text("standing_stones")
STAKE_PROMPT = (text("stake_prompt.label"), text("stake_prompt.help"))
HAND_PROMPT = (text("hand_prompt.label"), text("hand_prompt.help"))
REMAINING_PROMPT = (
    text("remaining_prompt.label"),
    text("remaining_prompt.help"),
)
FIELD_PROMPT = (text("field_prompt.label"), text("field_prompt.help"))
SHOWN_PROMPT = (
    text("shown_prompt.label"),
    text("shown_prompt.help"),
)
OWN_BEST_DIGIT = text("own_best_digit")
AGAINST_ONE_OPPONENT = text("against_one_opponent")
OUTCOME_TEXTS = {"win": text("outcome.win"), "tie": text("outcome.tie"), "lose": text("outcome.lose")}
