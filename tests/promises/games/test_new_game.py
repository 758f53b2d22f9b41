"""A new game of a known family is one folder: it is dealt, filmed, followed, practised, taught and settled.

Bakappana (tests/support/games/bakappana) is written from docs/extending.md alone, and nothing else knows it.
"""

from __future__ import annotations

import inspect
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from scorer.api import handle_json, settle_json
from scorer.decks import decks
from scorer.families.captures.cards import CARDS
from scorer.games import game
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.drills import drill_labels, generate_questions
from scorer.teaching.forecast import play_on
from scorer.teaching.played_round import play_practice, practice_situation
from scorer.teaching.reference import render_reference
from tests.promises.games import (
    test_contracts,
    test_following,
    test_machines,
    test_native_terms,
    test_play_rules,
    test_teaching,
    test_wording,
)
from tests.support.decoded_rounds import follow_random_round
from tests.support.new_game import FOLDER
from tests.unit.scanner.synth.films import test_film
from tests.unit.scorer.teaching import test_played_round

ROOT = Path(__file__).parents[3]
MOST_LINES = 400
"""Lines of the game with its texts: what one sitting is enough for."""


def test_it_is_one_folder_of_few_lines() -> None:
    files = [file for file in (FOLDER / "bakappana").rglob("*") if file.suffix in (".py", ".toml")]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= MOST_LINES


def test_nothing_else_knows_it() -> None:
    known = [
        file.name
        for package in ("scorer", "scanner", "web")
        for file in (ROOT / package).rglob("*.py")
        if "bakappana" in file.read_text("utf-8").lower()
    ]
    assert known == []


@pytest.mark.parametrize(
    ("contracts", "least"), [(test_contracts, 10), (test_teaching, 9), (test_native_terms, 2), (test_wording, 2)]
)
def test_it_keeps_the_contracts_of_every_game(contracts: ModuleType, least: int, new_game: str) -> None:
    checks = [
        check
        for name, check in inspect.getmembers(contracts, inspect.isfunction)
        if name.startswith("test_") and list(inspect.signature(check).parameters) == ["key"]
    ]
    checks = [check for check in checks if "long" not in {mark.name for mark in getattr(check, "pytestmark", ())}]
    assert len(checks) >= least
    for check in checks:
        check(key=new_game)


def test_who_is_below_par_pays_who_is_above_it(new_game: str) -> None:
    """Emi has all brights, animals and ribbons but the crane: 220 of 264 points among two (bakappana 4)."""
    faces = decks()["hanafuda"].faces
    emi = [code for code in CARDS if faces[code].kind != "chaff" and code != "h01-1"]
    aki = [code for code in CARDS if code not in emi]
    settled = game(new_game).settle({"game": new_game, "seats": ["Aki", "Emi"], "piles": [aki, emi]})
    assert (settled.net, settled.next_dealer, settled.winners) == ((-88, 88), 1, (1,))
    assert [pay.reason.text.en for pay in settled.transfers if pay.reason] == ["Aki is 88 below par"]
    settled = game(new_game).settle(
        {"game": new_game, "seats": ["Aki", "Emi"], "piles": [aki, emi], "options": {"chaff_points": 0}}
    )
    assert settled.net == (-100, 100)


def test_what_cannot_be_is_refused_and_four_of_a_month_are_dealt_again(new_game: str) -> None:
    def answer(fields: str) -> dict:
        return handle_json(settle_json, f'{{"game": "{new_game}", "seats": ["Aki", "Emi"], {fields}}}')

    assert answer('"piles": [["h01-1"], []]')["error"]["code"] == "bad_count"
    assert answer('"piles": [["h01-1"], ["h01-1"]]')["error"]["code"] == "duplicate_card"
    assert answer('"opening": ["h01-1"]')["error"]["code"] == "too_few_cards"
    codes = ", ".join(f'"{code}"' for code in CARDS[:8])
    assert answer(f'"opening": [{codes}]')["outcome"] == "misdeal"


def test_it_is_played_out_and_on_without_a_fault(new_game: str) -> None:
    test_machines.test_every_machine_plays_without_a_fault_and_its_rounds_settle(new_game, 30)
    test_machines.test_a_round_is_played_on_from_any_decision_with_what_nobody_saw_dealt_anew(new_game, 30)


def test_it_is_filmed(new_game: str) -> None:
    test_play_rules.test_a_round_played_at_random_is_what_its_steps_amount_to(new_game, 10)
    test_film.test_every_game_with_rules_of_play_can_be_filmed(new_game)


def test_it_is_followed_to_the_exact_round(new_game: str) -> None:
    for seed in range(3):
        found = follow_random_round(new_game, seed)
        assert found.is_exact
        assert (found.outcome.asks, found.outcome.sure) == ((), True)
        assert game(new_game).settle(found.outcome.round) == game(new_game).settle(found.played.round)
    test_following.test_a_round_seen_badly_is_never_wrong_and_sure(new_game, "everything")
    test_following.test_cards_of_a_second_pack_are_said_and_lose_nothing_once_they_are_gone(new_game)
    test_following.test_whatever_is_seen_ends_in_a_round_and_questions(new_game, 1, 6)


def test_a_practice_round_is_played_to_its_end(new_game: str) -> None:
    choices: list[str] = []
    while (now := play_practice(game(new_game), 1, choices, "hanafuda"))["choices"]:
        choices.append(now["choices"][0]["key"])
    assert len(choices) >= 6  # of seven cards the last is played by itself
    assert sum(now["settlement"]["net"]) == 0
    for to_the_end in (True, False):
        test_played_round.test_every_game_has_a_practice_round_that_ends_and_is_settled(
            new_game, 2, to_the_end=to_the_end
        )
    test_played_round.test_every_choice_says_what_followed_and_every_draw_its_odds(new_game)
    test_played_round.test_no_card_lies_there_twice(new_game)


def test_a_learner_hears_of_points_by_the_house_rules(new_game: str) -> None:
    """Where chaff counts nothing, no line counts it."""
    better = set()
    for seed in range(20):
        choices: list[str] = []
        while (now := play_practice(game(new_game), seed, choices, "hanafuda", {"chaff_points": 0}))["choices"]:
            better |= {line["en"] for line in now["lines"] if "would have taken more points" in line["en"]}
            choices.append(now["choices"][-2]["key"])
    assert better
    assert all(int(line.split(" points: ")[1].split(",")[0]) % 5 == 0 for line in better)


def test_odds_by_playing_on_are_estimated_for_every_card(new_game: str) -> None:
    situation = practice_situation(game(new_game), 1, (), "hanafuda")
    assert play_practice(game(new_game), 1, (), "hanafuda")["may_play_on"]
    found = play_on(game(new_game), situation, range(8), 1)
    assert [card for _, _, card in found.choices] == list(situation.hand)
    ends = Counter({kind: count for tally in found.tallies for (kind, _), count in tally.counts.items()})
    assert (found.rounds, set(ends)) == (8, {"ends", "outcomes", "classes"})


def test_drills_cheat_sheet_and_reference_name_it(new_game: str) -> None:
    rules = game(new_game)
    pack = rules.pack(decks()["hanafuda"], rules.resolve_options({}))
    asked = {question.drill for question in generate_questions(rules, [pack])}
    assert asked == {"month", "points", "value", "field"} <= set(drill_labels(rules))
    sheet = cheat_sheet(rules)
    assert (sheet.name.ja, [line.key for line in sheet.classes]) == ("ばかっぱな", ["points"])
    assert "## Bakappana ばかっぱな (`bakappana`)" in render_reference()
