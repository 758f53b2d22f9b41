"""What is said of a round while it is played."""

import pytest

from scorer.following.decoder import begin, flush, follow
from scorer.following.entries import Entry
from scorer.following.events import CORRECTED_AFTER_RESTS, DEALT_S, LIES_S, NEVER, keyed_events
from scorer.following.play_event import PlayEvent
from scorer.following.sighting import Change, Rest
from scorer.games import game
from scorer.rules.play.moves import MIDDLE, Move
from scorer.rules.prompts import Table
from scorer.texts import Text
from tests.support.decoded_rounds import HandLaidTable, begin_otoroku, begin_tokotoko, follow_all, lay_koikoi, seen_card


def test_an_event_is_one_line_and_its_note_is_said_only_when_asked_for() -> None:
    event = PlayEvent(1.5, "laid", 2, "k01", 7, Text("out of turn", "順番違い"))
    assert event.as_json() == {"t": 1.5, "event": "laid", "seat": 2, "card": "k01"}
    assert event.as_json(with_note=True)["note"] == {"en": "out of turn", "ja": "順番違い"}
    assert "note" not in PlayEvent(1.5, "lost", None, None).as_json(with_note=True)


def test_a_sure_card_is_sent_at_once_and_a_doubtful_one_after_the_next_rest() -> None:
    table = HandLaidTable()
    state, sent = follow(begin_otoroku(), table.rest(Change("appeared", seen_card(1, 1, "k05"))))
    assert [event.card for event in sent] == ["k05"]
    state, sent = follow(state, table.rest(Change("appeared", seen_card(2, 0, "k03", "k04", chance=0.52))))
    assert sent == ()
    state, sent = follow(state, table.rest(Change("appeared", seen_card(3, 1, "k06"))))
    assert [(event.time_s, event.card) for event in sent] == [(2.0, "k03"), (3.0, "k06")]


def test_what_waits_is_sent_when_nothing_follows() -> None:
    table = HandLaidTable()
    state, sent = follow(begin_otoroku(), table.rest(Change("appeared", seen_card(1, 1, "k03", "k04", chance=0.52))))
    assert sent == ()
    state, sent = flush(state)
    assert [event.card for event in sent] == ["k03"]
    assert flush(state)[1] == ()


def test_a_name_that_was_wrong_is_sent_again_with_its_own_time() -> None:
    table = HandLaidTable()
    rests = [table.rest(Change("appeared", seen_card(1, 1, "k03", "k04", chance=0.8)))]
    rests.append(table.rest(Change("renamed", seen_card(1, 1, "k04"))))
    state, sent = follow_all(begin_otoroku(), rests)
    assert [(event.time_s, event.card) for event in sent] == [(1.0, "k03"), (1.0, "k04")]
    assert sent[1].note is not None
    assert "k03" in sent[1].note.en
    (correction,) = state.log.corrections
    assert (correction.time_s, correction.was.card) == (2.0, "k03")
    assert [event.card for event in state.history] == ["k04"]


def test_what_never_happened_is_written_down_and_not_sent() -> None:
    table = HandLaidTable()
    rests = table.lay("1:k05", "0:k03", "1:k06")
    state, _ = follow_all(begin_otoroku(), rests)
    log, sent = state.log.update((state.best.__class__(state.begin),), 9.0)
    assert sent == ()
    assert [correction.now for correction in log.corrections] == [None] * 3
    assert {event.note for event in log.sent.values()} == {NEVER}


def test_what_did_happen_after_all_is_not_sent_again_and_is_written_down_anew_if_it_did_not() -> None:
    """The second card is taken for none, for a card after all, and for none again."""
    first, second = HandLaidTable().lay("1:k05", "0:k03")
    before, _ = follow(begin_otoroku(), first)
    state, _ = follow(before, second)
    no_card = before.best.add(Entry("ghost", 2, second.time_s, -1.0, is_doubtful=True))
    log, _ = state.log.update((no_card,), 8.0)
    log, sent = log.update((state.best,), 9.0)
    assert sent == ()
    assert log.sent == state.log.sent
    log, _ = log.update((no_card,), 10.0)
    assert [(correction.time_s, correction.now) for correction in log.corrections] == [(8.0, None), (10.0, None)]


def test_what_did_happen_after_all_with_another_card_is_corrected() -> None:
    table = HandLaidTable()
    before, _ = follow(begin_otoroku(), table.rest(Change("appeared", seen_card(1, 1, "k05"))))
    shown, other = (Rest(2.0, (Change("appeared", seen_card(2, 0, code)),), ()) for code in ("k03", "k04"))
    state, _ = follow(before, shown)
    log, _ = state.log.update((before.best.add(Entry("ghost", 2, 2.0, -1.0, is_doubtful=True)),), 8.0)
    _, (sent,) = log.update((follow(before, other)[0].best,), 9.0)
    assert (sent.time_s, sent.seat, sent.card) == (2.0, 0, "k04")
    assert sent.note is not None
    assert "k03" in sent.note.en


def test_a_card_that_was_laid_and_taken_unseen_was_so_with_the_card_that_it_matches() -> None:
    """The next card lies over the pile for a while: nobody saw it there before."""
    table = HandLaidTable()
    state, _ = lay_koikoi(table)
    state, sent = follow(state, table.rest(table.take(4, 0)))
    taken_s = sent[0].time_s
    state, sent = follow(state, table.rest(Change("appeared", seen_card(20, 0, "h03-2"))))
    events = [(event.time_s, event.event, event.seat, event.card) for event in sent]
    assert events == [(taken_s - LIES_S, "laid", 0, "h03-2"), (taken_s, "taken", 0, "h03-2")]


def test_a_card_that_shows_in_the_pile_turns_later_was_taken_with_the_card_that_it_matches() -> None:
    table = HandLaidTable()
    state, _ = lay_koikoi(table)
    state, sent = follow(state, table.rest(table.take(4, 0)))
    taken_s = sent[0].time_s
    rests = [*table.lay("-:h10-1", "-:h11-1"), table.rest(Change("appeared", seen_card(20, 0, "h03-2")))]
    state, sent = follow_all(state, rests)
    assert [(event.time_s, event.event) for event in sent if event.card == "h03-2"] == [
        (taken_s - LIES_S, "laid"),
        (taken_s, "taken"),
    ]


def test_a_card_taken_with_one_that_no_move_took_was_taken_when_it_was_seen() -> None:
    other = Entry("move", 1, 3.0, 0.0, Move("taken", 0, "h04-1", MIDDLE, ("captures", 0), 1))
    taken = Entry("move", 2, 8.0, 0.0, Move("taken", 0, "h03-2", MIDDLE, ("captures", 0), 2), taken_with="h03-1")
    assert [event.time_s for _, event in keyed_events((other, taken))] == [3.0, 8.0]


def test_a_doubtful_correction_waits_until_it_has_stood() -> None:
    """Of two names nearly as likely as each other one is sent, not each in turn."""
    table = HandLaidTable()
    state, sent = follow_all(
        begin_otoroku(), [table.rest(Change("appeared", seen_card(1, 1, "k03", "k04", chance=0.52)))]
    )
    assert [event.card for event in sent] == ["k03"]
    events = []
    for number in range(CORRECTED_AFTER_RESTS + 1):
        doubtful = Change("renamed", seen_card(1, 1, "k04", "k03", chance=0.55))
        changes = [doubtful] if number == 0 else [Change("appeared", seen_card(1 + number, 0, f"k{4 + number:02d}"))]
        state, sent = follow(state, table.rest(*changes))
        events.append([event.card for event in sent if event.seat == 1])
    assert events == [*([],) * (CORRECTED_AFTER_RESTS - 1), ["k04"], []]


def test_a_card_beside_somebody_else_s_arm_waits_until_it_has_stood() -> None:
    """Whose turn it is after a card was missed comes out with the next ones."""
    table = HandLaidTable()
    state, _ = lay_koikoi(table, "-:h11-1")  # seat 0 lays from the hand, and the stock is next
    card = seen_card(max(table.lying) + 1, None, "h12-1")
    state, sent = follow(state, table.rest(Change("appeared", card, hands=(1,))))
    assert sent == ()
    assert state.best.entries[-1].is_by_another_hand
    _, late = flush(state)
    assert [(event.event, event.card) for event in late] == [("laid", "h12-1")]


def deal_tokotoko(*seats: int, turned: int) -> list[PlayEvent]:
    """Backs dealt to these seats second by second, then a card turned up before one of them that nobody saw dealt."""
    table = HandLaidTable()
    rests = [table.rest(Change("appeared", seen_card(number, seat))) for number, seat in enumerate(seats, start=1)]
    shown = Change("appeared", seen_card(90, turned, "h01-1"))
    rests += [*(table.rest() for _ in range(10)), table.rest(shown)]
    _, sent = follow_all(begin_tokotoko(), rests)
    return [event for event in sent if event.event == "laid"][len(seats) :]


@pytest.mark.parametrize(
    ("seats", "turned", "time_s"),
    [
        ((1, 2, 0, 2, 0), 1, 3.5),  # first in its turn: after all of the turn before
        ((1, 2, 0, 1, 0), 2, 4.5),
        ((1, 2, 0, 1, 2), 0, 6.0),  # last: a card's time after the one before
        ((1, 1, 2, 0, 0), 2, 3.0 + DEALT_S),  # not dealt in turn: after the last one laid there
        ((1, 2, 0), 2, 2.0 + DEALT_S),
    ],
)
def test_a_card_that_nobody_saw_dealt_was_dealt_in_its_turn(seats: tuple[int, ...], turned: int, time_s: float) -> None:
    (laid,) = deal_tokotoko(*seats, turned=turned)
    assert (laid.time_s, laid.seat, laid.card) == (time_s, turned, None)


def test_what_did_not_happen_then_may_happen_later() -> None:
    """A hand over a back was read as its face, and the card is turned up later."""
    table = HandLaidTable()
    back = seen_card(1, 1)
    hand = seen_card(1, 1, "h05-1", "h06-1", chance=0.6)
    rests = [table.rest(Change("appeared", back)), table.rest(Change("turned", hand, back)), table.rest(), table.rest()]
    rests += [table.rest(Change("turned", back, hand)), table.rest(), table.rest(), table.rest()]
    card = seen_card(1, 1, "h02-1")
    state, sent = follow_all(begin_tokotoko(), [*rests, table.rest(Change("turned", card, back))])
    assert [(event.time_s, event.card) for event in sent if event.event == "turned"] == [(2.0, "h05-1"), (9.0, "h02-1")]
    assert [(event.time_s, event.card) for event in state.history if event.event == "turned"] == [(9.0, "h02-1")]


def test_several_cards_that_nobody_saw_drawn_came_one_after_the_other() -> None:
    table = HandLaidTable()
    rests = [*table.lay("1:mc-06", "0:mc-01"), table.rest(Change("appeared", seen_card(3, 1)))]
    rests += [table.rest() for _ in range(9)]
    shown = [Change("appeared", seen_card(number, 1, code)) for number, code in enumerate(("ms-09", "mu-08"), start=4)]
    rests += [table.rest(change) for change in shown]
    _, sent = follow_all(begin(game("dontsuku"), Table(("Aki", "Emi"), {}), "mekurifuda"), rests)
    laid = [event.time_s for event in sent if (event.event, event.seat, event.card) == ("laid", 1, None)]
    assert laid == [3.0, 3.0 + DEALT_S, 3.0 + 2 * DEALT_S]
