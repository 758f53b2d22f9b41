"""Tokotoko's house rules, terms, lesson, reasons and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scorer.rules.options import agreement_suffix
from scorer.rules.results import Reason
from scorer.rules.settlement import face_of
from scorer.rules.wording import game_wording
from scorer.seat_names import join_names
from scorer.texts import Text

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


TOO_FEW_UNSEEN = text("too_few_unseen")
TOO_FEW_CARDS = text("too_few_cards")
TOO_MANY_CARDS = text("too_many_cards")
NOT_AMONG_THE_FOUR = text("not_among_the_four")


def wrong_size(size: int, count: int) -> Text:
    """A pile has `count` cards instead of `size`."""
    return text("wrong_size", size=size, count=count)


def required_sizes(sizes: Sequence[int]) -> Text:
    """Only these numbers of cards can be counted."""
    fewer, more = sizes
    return text("required_sizes", fewer=fewer, more=more)


@cache
def last_digit(values: tuple[int, ...]) -> Reason:
    """Three values, their sum and the digit that counts."""
    total = sum(values)
    return because("last_digit", "tokotoko 4.1", cards=values, total=total, digit=total % 10)


@cache
def best_three_reason(selection: object) -> Reason:
    """The best three cards were taken for the player."""
    note = text("none_shown")
    if selection == "best":
        note = agreement_suffix(OPTIONS, "selection", selection)
    return because("best_three", "tokotoko 5", note=note)


def better_three(cards: Sequence[str], digit: int) -> Reason:
    """The three cards shown were not the best."""
    names = tuple(face_of(code).name for code in cards)
    agreement = agreement_suffix(OPTIONS, "selection", "declared")
    return because("better_three", "tokotoko 6.5", names=names, digit=digit, agreed=agreement)


def pot_total(stake: int, seats: int, standing: int, brought: int) -> Reason:
    """The stones in the pot, and where they came from."""
    total = stake * seats + standing + brought
    parts = [text("pot_part.stakes", seats=seats, stake=stake)]
    if standing:
        parts.append(text("pot_part.standing", stones=standing))
    if brought:
        parts.append(text("pot_part.brought", stones=brought))
    return because("pot", "tokotoko 3.1", parts=tuple(parts), total=total)


def won(winner: str, digit: int, pot_stones: int) -> Reason:
    """One hand was the best."""
    return because("won", "tokotoko 4.2", winner=winner, pot_stones=pot_stones, digit=digit)


def split(tied: Sequence[str], digit: int, pot_stones: int, share: int) -> Reason:
    """Equal best hands share the pot."""
    agreement, names = agreement_suffix(OPTIONS, "on_tie", "split"), join_names(tied)
    return because(
        "split", "tokotoko 4.3", names=names, digit=digit, pot_stones=pot_stones, share=share, agreed=agreement
    )


def remainder_reason(stones: int, where: object, nearest: str) -> Reason:
    """The destination of stones that cannot be shared evenly."""
    if where == "nearest_right":
        return because("remainder.nearest_right", "tokotoko 4.3", stones=stones, nearest=nearest)
    key = "remainder.carry_over" if where == "carry_over" else "remainder.house_box"
    return because(key, "tokotoko 4.3", stones=stones)


def carried(tied: Sequence[str], digit: int, pot_stones: int) -> Reason:
    """Equal best hands leave the pot for the next round."""
    agreement, names = agreement_suffix(OPTIONS, "on_tie", "carry_over"), join_names(tied)
    return because("carried.pot_stays", "tokotoko 5", names=names, digit=digit, pot_stones=pot_stones, agreed=agreement)


def stakes_returned(tied: Sequence[str], digit: int) -> Reason:
    """Equal best hands in the last round: everybody takes back the own stones."""
    names = join_names(tied)
    return because("stakes_back", "tokotoko 5", names=names, digit=digit)


def stake_payment(seats: Sequence[str], giver: int, taker: int, stones: int) -> Reason:
    """The stones that one loser put into the pot go to a winner."""
    return because("stake.paid", "tokotoko 4.2", winner=seats[taker], stones=stones, loser=seats[giver])
