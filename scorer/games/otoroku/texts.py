"""Otoroku's house rules, roles, terms and lesson."""

from __future__ import annotations

from scorer.rules.wording import game_wording

WORDING = game_wording(__file__)
text, name, because = WORDING.text, WORDING.name, WORDING.because

_THEY_TIE = text("tie")

OPTIONS = (
    WORDING.option("method", "banker", ("everyone", "banker", "banker_revised")),
    WORDING.option("wager", 1, minimum=1, maximum=10**9),
    WORDING.option("wager_by", "fixed", ("fixed", "per_round")),
    WORDING.option("length", 12, (12, 6, 3, "last_standing")),
    WORDING.option("start_stones", 30, minimum=1, maximum=10**9),
    WORDING.option("dealer_hand_cap", 5, (5, "none")),
    WORDING.flag("must_draw_one", default=True),
    WORDING.flag("teyaku_never_buta", default=True),
    WORDING.option("otoroku_vs_makezu", "makezu_wins", ("makezu_wins", "tie")),
    WORDING.option("sixteen_vs_goshita", "goshita_wins", ("goshita_wins", "sixteen_wins", "tie")),
    WORDING.flag("dealers_choice", default=False),
    WORDING.option("tera_zen", 0, minimum=0, maximum=100),
    WORDING.option("tera_zen_fee", 0, minimum=0, maximum=10**9),
    WORDING.option("dealer_moves", "retains", ("retains", "rotate")),
    WORDING.flag("all_buta_void", default=True),
    WORDING.option("tie_15_or_better", "push", ("push", "dealer_wins")),
    WORDING.option("short_stake", "sit_out", ("sit_out", "all_in")),
)

ROLES = WORDING.table("roles", "dealer", "last", "other")

OUTCOMES = WORDING.table("outcomes", "won", "split", "settled", "void")

WORDS = (
    WORDING.word("dealer", "oya"),
    WORDING.word("bettor", "bettors", "ko"),
    WORDING.word("last_bettors", "sueban"),
    WORDING.word("buta"),
    WORDING.word("teyaku"),
    WORDING.word("stake", "stakes"),
    WORDING.word("banker", "banking games"),
    WORDING.word("pot_game"),
    WORDING.word("tera_zen"),
)

LESSON = WORDING.lesson("aim", "deals_first", "round", "last_player_privilege", "special_hands", "settling")
