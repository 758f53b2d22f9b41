"""Table and record disagree, and agree again."""

from scorer.following.decoder import conclude
from scorer.following.disagreement import zone_name
from scorer.following.sighting import Change
from scorer.rules.prompts import Table
from tests.support.decoded_rounds import HandLaidTable, card, follow_all, otoroku


def test_a_sure_card_where_none_belongs_is_said_and_play_goes_on() -> None:
    table = HandLaidTable()
    rests = table.lay("1:k10", "0:k03")
    rests.append(table.rest(Change("appeared", card(9, None, "k07"))))
    state, events = follow_all(otoroku(), rests)
    assert events[-1].event == "lost"
    assert state.trouble is not None
    assert state.trouble.en == "the middle: seven lies there, and by the record no card can"
    assert not conclude(state).sure
    strange = table.lying[9]
    state, events = follow_all(state, [*table.lay("1:k02"), table.rest(Change("left", strange, strange))])
    assert [event.event for event in events] == ["laid", "found"]
    assert not state.is_lost
    assert state.best.position.codes(("open", 1)) == ("k10", "k02")


def test_zones_have_names() -> None:
    table = Table(("Aki", "Emi"), {})
    assert zone_name(None, table).ja == "場"
    assert zone_name(1, table).en == "before Emi"
    assert zone_name(7, table).en == "the middle"
