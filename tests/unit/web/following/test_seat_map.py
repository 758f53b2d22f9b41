"""Zones and seats: one a player, one a person where pairs play."""

from __future__ import annotations

from dataclasses import replace

from scorer.rules.pairs import join_pair
from scorer.session.events import EveningOpened
from scorer.session.reducer import replay
from web.following.seat_map import people_by_seat, seats_by_zone, zone_count


def test_zones_stay_with_the_people_when_the_deal_goes_on() -> None:
    session = replay([EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi", "Ken"))])
    assert zone_count(session) == 3
    assert seats_by_zone(session) == {0: 0, 1: 1, 2: 2}
    assert seats_by_zone(replace(session, dealer=1)) == {1: 0, 2: 1, 0: 2}
    assert people_by_seat(("Aki", "Emi"), 1) == ("Aki", "Emi")


def test_partners_have_a_zone_each() -> None:
    pairs = (join_pair(["Aki", "Emi"]), join_pair(["Ken", "Yuki"]))
    session = replay([EveningOpened("kakeya", "western", {}, pairs)])
    assert zone_count(session) == 4
    assert seats_by_zone(session) == {0: 0, 1: 1, 2: 2, 3: 3}
    assert people_by_seat(pairs, 2) == ("Aki", "Ken", "Emi", "Yuki")
    assert people_by_seat(("Side A", "Side B"), 2) == ("Side A", "Side B", "Side A", "Side B")
