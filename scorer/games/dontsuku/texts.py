"""Dontsuku's names, house rules, terms, lesson and prompts."""

from __future__ import annotations

from scorer.rules.hand_class import PayTableRow
from scorer.rules.options import Option
from scorer.rules.wording import game_wording
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
