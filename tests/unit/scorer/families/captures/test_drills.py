"""Drills that games of captured piles share, put to a game that has them."""

from __future__ import annotations

from scorer.decks import decks
from scorer.families.captures.cards import CARDS, mask_of
from scorer.families.captures.drills import AwayDrill, misdeal_practice
from scorer.families.captures.months import full_month
from scorer.games import games
from scorer.session.samples import sample_session

KOIKOI = games()["koikoi"]
FACES = decks()["hanafuda"].face_list
TABLE = sample_session(KOIKOI).table()


def test_a_yaku_that_the_missing_card_does_not_raise_is_not_asked() -> None:
    nothing = AwayDrill(lambda *_: (), lambda *_: ()).practice()
    assert list(nothing.generate_tasks(KOIKOI, TABLE, CARDS)) == []


def test_no_wrong_answer_raises_the_pile() -> None:
    (away,) = (each for each in KOIKOI.practice if each.key == "away")
    tasks = list(away.generate_tasks(KOIKOI, TABLE, CARDS))
    assert len(tasks) == 13
    for task in tasks:
        solution = away.solve(KOIKOI, TABLE, task)
        base = KOIKOI.value(task.cards, "", {}).total or 0
        by_name = {face.name.en: face.code for face in FACES if not mask_of((face.code,)) & mask_of(task.cards)}
        assert (KOIKOI.value((*task.cards, by_name[solution.right.en]), "", {}).total or 0) > base
        for name in solution.wrong:
            assert KOIKOI.value((*task.cards, by_name[name.en]), "", {}).total == base


def test_a_field_is_dealt_again_with_four_of_a_month_only() -> None:
    practice = misdeal_practice(lambda _: 8)
    tasks = list(practice.generate_tasks(KOIKOI, TABLE, CARDS[::5] + tuple(c for c in CARDS if c not in CARDS[::5])))
    answers = [practice.solve(KOIKOI, TABLE, task).right.en for task in tasks]
    assert [answer == "it is dealt again" for answer in answers] == [full_month(t.cards) is not None for t in tasks]
    assert answers[-1] == "it is dealt again"
