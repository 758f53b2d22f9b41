"""Otoroku: house rules and refusals by sections of the rule book."""

from typing import Any

import pytest

from scorer.errors import Refusal
from scorer.games import game
from scorer.notation import read_round
from scorer.rules.prompts import Table
from scorer.session.events import EveningOpened
from scorer.session.reducer import replay
from scorer.session.samples import sample_session

OTOROKU = game("otoroku")


def parse_hands(text: str) -> list[list[str]]:
    """Hands by rank, "7 6 / 10 4", as hanafuda. 1* and 4* are the crane and the cuckoo."""
    used: dict[int, int] = {}
    hands = []
    for hand in text.split("/"):
        pile = []
        for word in hand.split():
            rank = int(word.rstrip("*"))
            if word.endswith("*"):
                pile.append(f"h{rank:02d}-1")
                continue
            used[rank] = used.get(rank, 0) + 1
            pile.append(f"h{rank:02d}-{5 - used[rank]}")
        hands.append(pile)
    return hands


def settle_text(hands: str, fields: str = "") -> dict[str, Any]:
    """The settlement of hands by rank, with options and other fields in the text notation."""
    laid = parse_hands(hands)
    given = read_round(f"otoroku {fields}")
    seats = ["Aki", "Emi", "Jun", "Rin", "Sora", "Tama", "Yuki"][: len(laid)]
    return OTOROKU.settle({"seats": seats, "hands": laid, **given}).as_json()


def refusal_of(hands: str, fields: str = "") -> str:
    with pytest.raises(Refusal) as caught:
        settle_text(hands, fields)
    return caught.value.code


@pytest.mark.parametrize(
    ("options", "hands", "net"),
    [
        ("method=everyone otoroku_vs_makezu=tie", "1 2/6 9/6 10", [-1, 1, 0]),
        ("method=everyone otoroku_vs_makezu=makezu_wins", "1 2/6 9/6 10", [-1, 2, -1]),
        ("method=everyone sixteen_vs_goshita=goshita_wins", "1 2/1 2 3 4 5/8 8", [-1, 2, -1]),
        ("method=everyone sixteen_vs_goshita=sixteen_wins", "1 2/1 2 3 4 5/8 8", [-1, -1, 2]),
        ("method=everyone sixteen_vs_goshita=tie", "1 2/1 2 3 4 5/8 8", [-1, 1, 0]),
        ("sixteen_vs_goshita=sixteen_wins", "1* 4*/2 3/8 8", [2, -1, -1]),
        ("sixteen_vs_goshita=tie", "1 2 3 4 5/2 3/8 8", [1, -1, 0]),
        ("sixteen_vs_goshita=tie tie_15_or_better=dealer_wins", "1 2 3 4 5/2 3/8 8", [2, -1, -1]),
        ("tie_15_or_better=dealer_wins", "7 8/5 10/2 3", [2, -1, -1]),
        ("tie_15_or_better=push", "7 8/5 10/2 3", [1, 0, -1]),
        ("teyaku_never_buta=true", "10 4/3 4 4 4 5/2 3", [0, 1, -1]),
        ("teyaku_never_buta=false", "10 4/3 4 4 4 5/2 3", [2, -1, -1]),
        ("all_buta_void=true", "10 9/10 8/9 8", [0, 0, 0]),
        ("all_buta_void=false", "10 9/10 8/9 8", [2, -1, -1]),
        ("method=everyone all_buta_void=false", "10 9/10 8/9 8", [0, 0, 0]),
        ("method=banker_revised", "10 9/10 8/9 8", [2, -1, -1]),
        ("method=banker_revised all_buta_void=true", "10 9/10 8/9 8", [0, 0, 0]),
        ("wager=10 tera_zen=25", "2 3/5 10/7 8", [-20, 8, 8]),
        ("must_draw_one=false", "3/5/2", [0, 1, -1]),
        ("method=banker_revised", "1 1 1 2 2 2/10 9/10 4", [0, -1, 1]),
        ("dealer_hand_cap=none", "1 1 1 2 2 2/10 9/10 4", [0, -1, 1]),
    ],
)
def test_house_rules_change_what_is_paid(options: str, hands: str, net: list[int]) -> None:
    assert settle_text(hands, f"options={{{options}}}")["net"] == net


@pytest.mark.parametrize(
    ("fields", "hands", "code"),
    [
        ("", "10 5 3 2 1 1/2 3", "too_many_cards"),
        ("", "2 3/1 1 1 1 2 2", "too_many_cards"),
        ("options={method=banker_revised}", "2 3/1 1 1 1 2 2", "too_many_cards"),
        ("options={method=banker_revised dealer_hand_cap=5}", "1 1 1 1 2 2/2 3", "too_many_cards"),
        ("", "2 3/4", "too_few_cards"),
        ("", "/4 4", "too_few_cards"),
        ("options={must_draw_one=false}", "2 3/", "too_few_cards"),
        ("", "2 3/5 5 5 1 2/4 4", "hand_played_on"),
        ("", "10 6 2/5 5", "hand_played_on"),
        ("", "2 3/10 7 2", "hand_played_on"),
        ("options={method=banker_revised}", "1 1 1 1 2 10 2/2 3", "hand_played_on"),
        ("options={wager=0}", "2 3/4 5", "bad_option"),
        ("options={wager=true}", "2 3/4 5", "bad_option"),
        ("options={tera_zen=101}", "2 3/4 5", "bad_option"),
        ("options={length=7}", "2 3/4 5", "bad_option"),
        ("options={method=poker}", "2 3/4 5", "bad_option"),
        ("options={house=poker}", "2 3/4 5", "bad_option"),
        ("options={wager=[1]}", "2 3/4 5", "bad_option"),
        ("options=[]", "2 3/4 5", "bad_option"),
        ("stones=[3 0]", "2 3/4 5", "impossible"),
        ("stones=[0 3]", "2 3/4 5", "impossible"),
        ("options={wager=5 short_stake=all_in} stones=[5 0]", "2 3/4 5", "impossible"),
        ("meets=[1]", "5 5/4 5/2 3", "impossible"),
        ("options={method=everyone dealers_choice=true} meets=[1]", "5 5/4 5/2 3", "impossible"),
        ("options={dealers_choice=true} meets=[1 1]", "5 5/4 5/2 3", "impossible"),
        ("options={dealers_choice=true} meets=[1]", "4 5/4 5/2 3", "impossible"),
        ("options={dealers_choice=true} meets=[1]", "4 5 2/4 5/2 3", "impossible"),
        ("options={dealers_choice=true} meets=[1]", "5 5/10 9/2 3", "impossible"),
        ("options={dealers_choice=true} meets=[0]", "5 5/4 5/2 3", "bad_count"),
        ("options={dealers_choice=true} meets=[3]", "5 5/4 5/2 3", "bad_count"),
        ("options={dealers_choice=true} meets=[Emi]", "5 5/4 5/2 3", "bad_round"),
        ("options={dealers_choice=true} meets=[true]", "5 5/4 5/2 3", "bad_round"),
        ("options={dealers_choice=true} meets=1", "5 5/4 5/2 3", "bad_round"),
        ("options={dealers_choice=true} meets=[2]", "5 5//2", "too_few_cards"),
    ],
)
def test_what_cannot_be_is_refused_by_code(fields: str, hands: str, code: str) -> None:
    assert refusal_of(hands, fields) == code


def test_hands_not_met_stay_unseen() -> None:
    settled = settle_text("5 5/10 3//2 3", "options={method=banker_revised} meets=[1]")
    assert settled["net"] == [-1, 1, 0, 0]
    assert [hand["class"] for hand in settled["hands"]] == ["total", "total", None, None]
    assert settled["hands"][2]["total"] is None


def test_the_dealer_may_meet_nobody() -> None:
    settled = settle_text("5 5/10 3/2 3", "options={method=banker_revised} meets=[]")
    assert settled["net"] == [0, 0, 0]
    assert "settles with nobody" in settled["reasons"][0]["text"]["en"]


def test_the_house_keeps_its_share() -> None:
    settled = settle_text("2 3/5 10/7 8", "options={wager=10 tera_zen=25}")
    assert settled["house"] == 4
    assert settled["winners"] == [1, 2]
    assert [reason["code"] for reason in settled["reasons"]].count("tera_zen") == 2


def test_the_house_keeps_all() -> None:
    settled = settle_text("2 3/5 10", "options={tera_zen=100}")
    assert (settled["net"], settled["house"], settled["transfers"], settled["winners"]) == ([-1, 0], 1, [], [1])


def test_a_dealer_without_stones_pays_from_his_right_as_far_as_they_go() -> None:
    settled = settle_text("2 3/5 10/7 8/10 9", "options={wager=5} stones=[5 9 9 9]")
    assert settled["net"] == [-5, 5, 5, -5]
    settled = settle_text("2 3/5 10/7 8/6 8", "options={wager=5} stones=[7 9 9 9]")
    assert settled["net"] == [-7, 5, 2, 0]
    assert settled["stones"] == [0, 14, 11, 9]
    assert [reason["code"] for reason in settled["reasons"]].count("dealer_dry") == 2


def test_all_in_wins_only_as_much_from_each() -> None:
    fields = "options={method=everyone wager=5 short_stake=all_in} stones=[9 2 9 5]"
    settled = settle_text("2 3/5 10/4 9/10 9", fields)
    assert settled["net"] == [-5, 6, 4, -5]
    assert settled["winners"] == [1]
    assert settled["next_dealer"] == 1
    assert "all_in" in [reason["code"] for reason in settled["reasons"]]
    # Only the bust player staked more than the winner. The unmatched part goes back.
    settled = settle_text("10 9/5 10/10 8/2 3", "options={method=everyone wager=5 short_stake=all_in} stones=[9 2 9 2]")
    assert settled["net"] == [-2, 6, -2, -2]


def test_all_in_against_the_dealer() -> None:
    settled = settle_text("7 8/2 3/2 5", "options={wager=5 short_stake=all_in} stones=[9 2 9]")
    assert settled["net"] == [7, -2, -5]


def test_the_last_round_ends_the_game() -> None:
    settled = settle_text("2 3/5 10", "stones=[8 8] rounds_left=1")
    assert (settled["over"], settled["next_dealer"], settled["game_winners"]) == (True, None, [1])
    settled = settle_text("2 3/5 10", "rounds_left=1")
    assert (settled["over"], settled["game_winners"]) == (True, [])
    assert not settle_text("2 3/5 10", "stones=[8 8] rounds_left=2")["over"]
    shared = settle_text("5 10/7 8", "options={dealers_choice=true} stones=[8 8] rounds_left=1")
    assert shared["game_winners"] == [0, 1]
    assert "share the win" in shared["reasons"][-1]["text"]["en"]


def test_a_void_round_is_played_again() -> None:
    settled = settle_text("10 9/10 8", "stones=[8 8] rounds_left=1")
    assert (settled["outcome"], settled["over"], settled["next_dealer"]) == ("void", False, 0)


def test_one_player_with_stones_ends_the_game() -> None:
    assert settle_text("2 3/5 10", "stones=[1 8]")["game_winners"] == [1]


@pytest.mark.parametrize(
    ("hand", "role", "codes"),
    [
        ("6 9", "dealer", ["no_makezu", "15"]),
        ("6 10", "other", ["no_otoroku", "buta"]),
        ("8 8", "other", ["no_16", "buta"]),
        ("1* 4*", "last", ["no_birds", "total"]),
        ("6 9 1", "last", ["undone_makezu", "16"]),
        ("1 9 2", "dealer", ["undone_14.5", "total"]),
        ("5 4 3 3 5", "other", ["goshita"]),
        ("5 1", "other", ["14"]),
        ("10 4", "other", ["14"]),
        ("9 6", "", ["makezu"]),
    ],
)
def test_a_hand_says_why(hand: str, role: str, codes: list[str]) -> None:
    found = OTOROKU.value(parse_hands(hand)[0], role, {})
    assert [reason.code for reason in found.reasons if reason.code != "card"] == codes


@pytest.mark.parametrize("pair", ["h01-1 h04-1", "k01s k04s", "mc-01 mc-04", "AC 4C"])
def test_birds_on_every_deck(pair: str) -> None:
    one, four = pair.split()
    assert OTOROKU.value([four, one], "dealer", {}).key == "birds"
    assert OTOROKU.value([one, four], "other", {}).key == "total"


def test_a_hand_of_no_role() -> None:
    with pytest.raises(Refusal, match="bad_option"):
        OTOROKU.value(["h01-1"], "oya", {})


def test_the_stake_is_asked_when_it_is_set_per_round() -> None:
    paths = [ask.path for ask in OTOROKU.prompts(sample_session(OTOROKU, {"wager_by": "per_round"}, seats=3).table())]
    assert paths == ["options.wager", "hands.1", "hands.2", "hands.0"]
    paths = [
        ask.path for ask in OTOROKU.prompts(sample_session(OTOROKU, {"method": "banker_revised"}, seats=2).table())
    ]
    assert paths == ["hands.1", "hands.0", "meets"]


def test_the_demo_dealer_meets_those_who_drew_often() -> None:
    table = sample_session(OTOROKU, {"method": "banker_revised"}, seats=4).table()
    # One card each to seats 1, 2, 3 and the dealer, then what each draws.
    pack = ["h10-1", "h02-1", "h09-1", "h10-2", "h05-1", "h03-1", "h04-1", "h05-2", "h08-1", "h04-2"]
    round_ = OTOROKU.simulate_round(pack, table)
    assert round_["hands"][0] == ["h10-2", "h04-2"]
    assert round_["meets"] == [2]


def test_who_is_not_met_need_not_show() -> None:
    table = Table(("Aki", "Emi", "Jun"), {"method": "banker_revised"})
    least = {ask.path: ask.minimum for ask in OTOROKU.prompts(table)}
    assert (least["hands.0"], least["hands.1"], least["hands.2"]) == (2, 0, 0)
    answers = {"hands.0": ["h10-1", "h03-1"], "hands.1": [], "hands.2": ["h08-1", "h08-2"], "meets": [2]}
    settled = OTOROKU.settle(table.build_round("otoroku", answers))
    assert ([hand.key for hand in settled.hands], settled.net) == (["total", None, "16"], (-1, 0, 1))


def test_a_dealer_without_a_limit_takes_ten_cards_at_most() -> None:
    table = Table(("Aki", "Emi"), {"method": "banker_revised"})
    dealt = ["h01-1", "h01-2", "h01-3", "h01-4", "h02-1", "h02-2", "h02-3", "h02-4", "h03-1", "h03-2"]
    assert next(ask for ask in OTOROKU.prompts(table) if ask.seat == 0).maximum == len(dealt)
    settled = OTOROKU.settle(table.build_round("otoroku", {"hands.0": dealt, "hands.1": ["h10-1", "h04-1"]}))
    assert settled.hands[0].key == "buta"


@pytest.mark.parametrize(("short_stake", "playing"), [("sit_out", (0, 2)), ("all_in", (0, 1, 2))])
def test_who_cannot_cover_the_stake_rests_unless_all_goes_in(short_stake: str, playing: tuple[int, ...]) -> None:
    """otoroku 6.4: four stones do not cover a stake of five; whoever has none rests under either rule."""
    options = {"wager": 5, "short_stake": short_stake}
    opened = EveningOpened("otoroku", "hanafuda", options, ("Aki", "Emi", "Jun", "Rin"), (5, 4, 30, 0))
    assert OTOROKU.seating(replay([opened])).order == playing


def test_where_everybody_bets_alike_no_dealer_chooses_whom_to_meet() -> None:
    table = sample_session(OTOROKU, {"method": "everyone", "dealers_choice": True}, seats=4).table()
    pack = ["h10-1", "h02-1", "h09-1", "h10-2", "h05-1", "h03-1", "h04-1", "h05-2", "h08-1", "h04-2"]
    assert "meets" not in OTOROKU.simulate_round(pack, table)


def test_a_bettor_knows_of_the_charge_and_the_dealer_of_the_deal_that_moves() -> None:
    options = {"tera_zen_fee": 2, "dealer_moves": "rotate"}
    table = sample_session(game("otoroku"), options).table()
    said = [{line.code for line in game("otoroku").advice(table, seat)} for seat in (0, 1)]
    assert "deals_once" in said[0] - said[1]
    assert "fee" in said[1] - said[0]
