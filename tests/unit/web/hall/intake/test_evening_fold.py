import json

from scorer.session.events import EveningClosed, EveningOpened, EveningReopened, RoundRedone, RoundSettled, RoundUndone
from tests.unit.web.hall.intake.test_verdict import ROUND, SETTLEMENT
from web.hall.intake.evening_fold import CLOSED, OPEN, UNPLAYABLE, FoldedEvening, load_evening
from web.hall.intake.verdict import judge

OPENED = EveningOpened("otoroku", "hanafuda", {"length": "last_standing"}, tuple(ROUND["seats"]), (1000,) * 4)
SETTLED = RoundSettled(ROUND, SETTLEMENT)


def fold_events(*events) -> FoldedEvening:
    folded = FoldedEvening()
    for number, event in enumerate(events):
        folded = folded.with_judgement(judge(event.as_json()), lambda number=number: events[:number])
    return folded


class Row:
    def __init__(self, folded: FoldedEvening) -> None:
        self.version, self.state, self.disagreements = folded.version, folded.state, folded.disagreements
        self.session, self.counts = folded.session_text(), json.dumps(folded.counts)


def test_rounds_and_stones_are_counted() -> None:
    folded = fold_events(OPENED, SETTLED, SETTLED, RoundUndone(3), SETTLED, RoundUndone(5), RoundRedone(5))
    assert (folded.version, folded.rounds) == (7, 2)
    tallies = {tally.name: tally for tally in folded.tallies()}
    assert [tallies[name].net for name in ROUND["seats"]] == [2 * net for net in SETTLEMENT["net"]]
    assert sum(tally.wins for tally in tallies.values()) == 2 * len(SETTLEMENT["winners"])


def test_an_evening_goes_on_from_its_row() -> None:
    events = [OPENED, *[SETTLED] * 12]
    loaded = load_evening(Row(fold_events(*events)), lambda: events)
    after = loaded.with_judgement(judge(RoundUndone(13).as_json()), lambda: events)
    assert after.rounds == 11
    assert after.session is not None
    assert after.session.round_number == 12


def test_what_cannot_follow_breaks_the_evening_and_changes_no_sum() -> None:
    before, after = fold_events(OPENED, SETTLED), fold_events(OPENED, SETTLED, RoundUndone(1), SETTLED)
    assert after.state == UNPLAYABLE
    assert list(after.tallies()) == list(before.tallies())
    assert after.version == 4


def test_a_closed_evening_says_so() -> None:
    assert fold_events(OPENED, EveningClosed()).state == CLOSED


def test_an_evening_whose_end_was_taken_back_is_open() -> None:
    reopened = fold_events(OPENED, SETTLED, EveningClosed(), EveningReopened())
    assert reopened.state == OPEN
    assert fold_events(OPENED, SETTLED, EveningClosed(), EveningReopened(), SETTLED, EveningClosed()).state == CLOSED


def test_a_table_that_seats_somebody_twice_gives_one_tally() -> None:
    folded = fold_events(EveningOpened("kakeya", "western", {}, ("Aki & Aki", "Ken & Yuki"), (1000,) * 2))
    assert [(tally.name, tally.pair) for tally in folded.tallies()] == [
        ("Aki", "Aki & Aki"),
        ("Ken", "Ken & Yuki"),
        ("Yuki", "Ken & Yuki"),
    ]
