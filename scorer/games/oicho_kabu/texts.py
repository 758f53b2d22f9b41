"""Oicho-Kabu's names, house rules, roles, terms, lesson and prompts."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.rules.hand_class import PayTableRow
from scorer.rules.options import OptionValue
from scorer.rules.wording import game_wording
from scorer.texts import Text, Word

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

NAME = name("game")
SUMMARY = text("summary")
OUTCOMES = WORDING.table("outcomes", "settled")
ROLES = WORDING.table("roles", "dealer", "table")
DIGIT_KEYS = ("buta", "pin", "nizo", "santa", "yotsuya", "gosu", "roppo", "nanaken", "oicho", "kabu")
DIGITS = tuple(name(f"digits.{key}") for key in DIGIT_KEYS)
"""What players call the last digits 0 to 9."""
ARASHI, SHIPPIN, KUPPIN = name("arashi"), name("shippin"), name("kuppin")

OPTIONS = (
    WORDING.option("tie", "push", ("push", "dealer_wins")),
    WORDING.option("dealer_zero", "zero", ("zero", "push", "pays_all")),
    WORDING.option("third_card", "three_and_seven", ("three_and_seven", "free")),
    WORDING.flag("pair_may_draw", default=False),
    WORDING.option("dealer_third", "free", ("free", "same")),
    WORDING.option("arashi_pays", 2, minimum=1, maximum=10**6),
    WORDING.option("dealer_arashi", "plain", ("plain", "arashi")),
    WORDING.option("specials", "dealer", ("dealer", "shared", "off")),
    WORDING.flag("specials_beat_arashi", default=True),
    WORDING.option("special_order", "strict", ("strict", "any")),
    WORDING.option("domae", "none", ("none",), minimum=1, maximum=10**9),
    WORDING.option("dealer_change", "fixed", ("fixed", "loses_all", "rotate")),
)

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("bettor", "bettors", "ko"),
    WORDING.word("hand_on_table", "hands on the table"),
    WORDING.word("domae"),
    WORDING.word("arashi"),
    WORDING.word("buta"),
    Word(
        name("digit_by_name", digits=DIGITS[1:]),
        text("digit_by_name_meaning", digits=DIGITS[1:]),
        DIGIT_KEYS[1:],
    ),
)

LESSON = WORDING.lesson("cards", "four_hands", "third_card", "wins", "dealer")

CARDS = text("cards")
SEEN_CARDS = text("seen_cards")
TABLE_HANDS = text("table_hands")
DEALER_PROMPT = (text("dealer_prompt.label"), text("dealer_prompt.help"))
HAND_HINT = text("hand_hint")


def hand_label(number: int) -> Text:
    """The name of a hand on the table, counted from 0: "Hand 1"."""
    return text("hand_label", number=number + 1)


def bet_label(number: int) -> Text:
    """The name of the bet on a hand on the table, counted from 0: "On hand 1"."""
    return text("bet_label", number=number + 1)


AFTER_THIRD = text("after_third")
RESULT_TEXTS = {result: text(f"result.{result}") for result in ("won", "push", "lost")}


def against_dealer(limit: int, choice: str) -> Text:
    """The title of the odds against a dealer who draws at `limit` or less; `choice` is "draw", "stand" or ""."""
    own = text(f"against_dealer.{choice or 'neither'}")
    return text("against_dealer_drawing", own=own, limit=limit)


def pay_table(options: Mapping[str, OptionValue]) -> tuple[PayTableRow, ...]:
    """What each way of winning pays under `options`, in bets (oicho-kabu 6)."""
    arashi, specials = int(options["arashi_pays"]), options["specials"]
    bet, times = text("payments.bet"), text("payments.twice")
    rows = [
        (text("payments.higher_digit"), bet),
        (
            text("payments.equal_digits"),
            text("payments.back") if options["tie"] == "push" else text("payments.to_dealer"),
        ),
        (text("payments.arashi"), text("payments.times", arashi=arashi)),
    ]
    if options["dealer_zero"] != "zero":
        amount = text("payments.back") if options["dealer_zero"] == "push" else bet
        rows.append((text("payments.dealer_zero"), amount))
    if options["dealer_arashi"] == "arashi":
        rows.append((text("payments.dealer_arashi"), bet))
    if specials == "dealer":
        rows.append((text("payments.dealer_specials"), bet))
    elif specials == "shared":
        rows.append((text("payments.shippin"), times))
        rows.append((text("payments.kuppin"), times))
    return tuple(PayTableRow(condition, amount) for condition, amount in rows)
