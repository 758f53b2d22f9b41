"""Dontsuku's house rules, terms, lesson, reasons and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from scorer.rules.hand_class import HandClass, PayTableRow
from scorer.rules.options import Option, OptionValue, agreement_suffix
from scorer.rules.results import Reason
from scorer.rules.settlement import face_of
from scorer.rules.wording import game_wording
from scorer.seat_names import join_names
from scorer.texts import Text

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

NAME = name("game")
SUMMARY = text("summary")
ROLES = WORDING.table("roles", "motto", "tsukkome")
OUTCOMES = WORDING.table("outcomes", "agari", "tsukkome", "fourteen", "thirteen", "forfeit")
MAX_SHARE = 10**9
"""The largest share in stones. Sums of it stay below 2**53, so they are exact in JSON."""
SHARE_PROMPT = (
    text("share_prompt.label"),
    text("share_prompt.help"),
)
_NO_LIMIT = text("no_limit")
OPTIONS = (
    Option("share", *SHARE_PROMPT, 1, minimum=1, maximum=MAX_SHARE),
    WORDING.option("share_by", "fixed", ("fixed", "per_round")),
    WORDING.option("length", 12, (12, 6, 3, "last_standing")),
    WORDING.option("start_stones", 30, minimum=1),
    WORDING.flag("tsukkome_after_motto", default=False),
    WORDING.option("tsukkome_max", "none", ("none",), minimum=1),
    WORDING.option("min_motto", "none", ("none", 14)),
    WORDING.option("bonus_stacking", "once", ("once", "each")),
    WORDING.option("tie_priority", "dealer_then_right", ("dealer_then_right",)),
    WORDING.flag("suited_yaku", default=True),
    WORDING.option("debt", "allow_negative", ("allow_negative", "pay_what_you_have")),
    WORDING.option("western_courts", "QJK", ("QJK", "JQK")),
)
WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("motto"),
    WORDING.word("tsukkome"),
    WORDING.word("agari"),
    WORDING.word("nai"),
    WORDING.word("teyaku"),
    WORDING.word("arashi"),
    WORDING.word("houbi"),
    WORDING.word("share", "shares"),
    WORDING.word("court_card", "court cards", "pictures"),
)
LESSON = WORDING.lesson("aim", "your_turn", "agari_nai", "if_nobody_calls", "paying")
CARDS_PROMPT = (
    text("cards_prompt.label"),
    text("cards_prompt.help"),
)
TSUKKOME_PROMPT = (
    text("tsukkome_prompt.label"),
    text("tsukkome_prompt.help"),
)
AFTER_NEXT_CARD = text("odds.after_next_card")
TARGET_BY_TSUKKOME = text("odds.target_by_tsukkome")
AIM = text("aim")
CARDS = text("cards")


def points_text(total: int) -> Text:
    """A total short of fifteen, in points."""
    return text("points_text", total=total)


def drawing_until_text(stop: int) -> Text:
    """The title of the odds of drawing openly up to a total of `stop`."""
    return text("drawing_until_text", stop=stop)


def unseen_cards_text(count: int) -> Text:
    """A tsukkome of `count` cards."""
    return text("unseen_cards_text", count=count)


def pay_table_rows(share: int, *, bonuses_stack: bool) -> tuple[PayTableRow, ...]:
    """The payments of every other player to the winner.

    `bonuses_stack`: the share is doubled for every reason instead of once.
    """
    doubled = text("payments.share", share=share * 2)
    if bonuses_stack:
        doubled = text("payments.each_bonus", share=share * 2)
    return (
        PayTableRow(text("payments.plain"), text("payments.share", share=share)),
        PayTableRow(
            text("payments.bonus"),
            doubled,
        ),
    )


HANDS = text("hands")
HAND = text("hand")

UNSEEN_COUNT = text("unseen_count")
ACTED_NOT_BOOLEAN = text("acted_not_boolean")


def card_names(cards: Sequence[str]) -> Text:
    """The names of the cards, for a sentence."""
    return text("card_names", names=tuple(face_of(code).name for code in cards))


def hand_already_decided(decided: Sequence[str], hand_class: HandClass) -> Text:
    """A card was drawn although the hand was already decided."""
    cards = card_names(decided)
    return text("hand_already_decided", cards=cards, hand_class=hand_class.name)


def round_already_over(caller: str, name: str) -> Text:
    """Somebody acted although agari had ended the round."""
    return text("round_already_over", caller=caller, name=name)


NOT_ACTED = text("not_acted")
NO_CARD = text("no_card")
FIRST_CARD = text("first_card")
MOTTO_FIRST = text("motto_first")


def too_many_unseen(maximum: OptionValue) -> Text:
    """More unseen cards than agreed."""
    return text("too_many_unseen", maximum=maximum)


def below_minimum(total: int, minimum: OptionValue) -> Text:
    """Somebody passed below the least total agreed."""
    return text("below_minimum", total=total, minimum=minimum)


def bad_role(role: str) -> Text:
    """The game has no such role."""
    return text("bad_role", role=role)


NEVER_ACTED = because("never_acted", "dontsuku 6.1")


@cache
def hidden_hand(unseen: int) -> Reason:
    """A tsukkome hand that an earlier agari made void."""
    return because("never_shown", "dontsuku 6.1", unseen=unseen)


@cache
def unseen_cards(count: int) -> Reason:
    """How many cards of an open hand came unseen."""
    return because("tsukkome.last_cards", "dontsuku 3.2", count=count)


@cache
def hand_class_reason(hand_class: HandClass, total: int) -> Reason:
    """The class of a hand, and for a hand short of fifteen what it lacked."""
    key, section, missing = hand_class.key, hand_class.section, 15 - total
    if key == "15":
        return because("15", section)
    if key == "nai":
        return because("nai.over_fifteen", section, total=total)
    if key == "total" and missing > 10:
        return because("total.far", section, total=total, missing=missing)
    if key == "total":
        return because("total.an_eight" if missing == 8 else "total.near", section, total=total, missing=missing)
    return Reason(key, text("described", name=hand_class.name, description=hand_class.description), None, section)


@cache
def suits_not_counted(hand_class: HandClass) -> Reason:
    """The class that the hand would have if suits counted."""
    agreement = agreement_suffix(OPTIONS, "suited_yaku", value=False)
    return because("suits_off", "dontsuku 1.3", hand_class=hand_class.name, agreed=agreement)


@cache
def bonus(code: str, hand_class: HandClass) -> Reason:
    """One reason to double the payment: "own_bonus" (B1), "fifteen_too" (B2) or "by_tsukkome" (B3)."""
    return Reason(code, text(f"bonus.{code}", name=hand_class.name), None, "dontsuku 5.2")


def agari(winner: str, hand_class: HandClass, cards: Sequence[str]) -> Reason:
    """The winner called agari, which ended the round during the turns."""
    card_list = card_names(cards)
    return because("agari.called", "dontsuku 6.1", winner=winner, card_list=card_list, hand_class=hand_class.name)


def showdown(outcome: str, winner: str, hand_class: HandClass) -> Reason:
    """Nobody called agari; why `winner` wins with `outcome`."""
    if outcome == "tsukkome":
        return because("tsukkome.shown", "dontsuku 6.2", winner=winner, hand_class=hand_class.name)
    if outcome == "fourteen":
        return because("fourteen", "dontsuku 6.3", winner=winner)
    return because("thirteen", "dontsuku 6.4", winner=winner)


FORFEIT = because("forfeit", "dontsuku 6.5")


def tie_priority(claimants: Sequence[str], *, dealer_wins: bool) -> Reason:
    """Several hands were equal; the first of `claimants` wins."""
    names = join_names(claimants)
    priority = text("priority.dealer") if dealer_wins else text("priority.nearest")
    return because("tie_priority", "dontsuku 6.2", names=names, priority=priority)


def winner_payment(winner: str, share: int, factor: int, stacking: OptionValue, bonuses: int) -> Reason:
    """The payment that every other player owes the winner."""
    agreed = agreement_suffix(OPTIONS, "bonus_stacking", stacking) if bonuses > 1 else ""
    if factor == 1:
        return because("payment.single", "dontsuku 6.6", winner=winner, share=share, agreed=agreed)
    return because(
        "payment.multiplied",
        "dontsuku 6.6",
        winner=winner,
        share=share,
        factor=factor,
        owed=share * factor,
        agreed=agreed,
    )


@lru_cache(maxsize=1024)
def seat_payment(stones: int, owed: int) -> Reason:
    """One player's payment, which falls short of what is owed when the stones run out."""
    if stones < owed:
        agreement = agreement_suffix(OPTIONS, "debt", "pay_what_you_have")
        return because("pays_what_he_has", "dontsuku 3", stones=stones, owed=owed, agreed=agreement)
    return because("share", "dontsuku 6.6", owed=owed)
