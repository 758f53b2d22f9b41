"""A round from frames to its end, on a painted table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from scanner.following.round_follower import RoundFollower
from scanner.following.zones import default_zones
from scanner.imaging.geometry import Region
from scanner.imaging.image import ColorImage
from scanner.reads import CardRead, PictureRead
from scorer.following.play_event import EventLines
from scorer.games import game
from scorer.rules.prompts import Table
from scorer.texts import Text
from tests.support.painted_table import FRAME_S, PaintedCard, PaintedTable


def test_cards_laid_in_turn_become_events_and_a_round() -> None:
    painted, rules = PaintedTable(), game("otoroku")
    follower = RoundFollower(
        rules, Table(("Aki", "Emi"), rules.resolve_options({})), "hanafuda", "hanafuda", default_zones(2), painted.read
    )
    events, now = [], 0.0
    steps = [("pile", None, 320, 180), ("a", "h07-1", 300, 40), ("b", "h06-1", 300, 320), ("c", "h08-1", 350, 40)]
    for name, code, x, y in steps:
        painted.cards[name] = PaintedCard(code, x, y)
        for _ in range(7):
            now += FRAME_S
            events += follower.see(painted.frame(), now)
    late, outcome = follower.finish()
    happened = [(event.event, event.seat, event.card) for event in (*events, *late)]
    assert happened == [("laid", 1, "h07-1"), ("laid", 0, "h06-1"), ("laid", 1, "h08-1")]
    assert [list(hand) for hand in outcome.round["hands"]] == [["h06-1"], ["h07-1", "h08-1"]]
    troubled = follower.outcome([Text("the camera went away", "カメラが外れました")])
    assert not troubled.sure
    assert troubled.asks[-1][1].en == "the camera went away"


class LyingReader:
    """A reader that answers falsely in one way."""

    def __init__(self, table: PaintedTable, way: str) -> None:
        self.table, self.way = table, way

    def __call__(
        self, frame: ColorImage, deck: str, region: Region, known: Sequence[CardRead], places: Sequence[CardRead]
    ) -> PictureRead:
        read = self.table.read(frame, deck, region, known, places)
        if self.way == "nothing" or (self.way == "late" and self.table.now < 14):
            return replace(read, cards=())
        if self.way == "giant":
            cloth = ((20.0, 10.0), (620.0, 10.0), (620.0, 350.0), (20.0, 350.0))
            return replace(read, cards=(CardRead(None, 0.99, True, "down", cloth),))
        if self.way == "doubtful":
            return replace(read, cards=tuple(replace(card, sure=False, confidence=0.2) for card in read.cards))
        if self.way == "once":  # sees a card and never again
            return replace(read, cards=tuple(replace(card, sure=False) for card in read.cards[: self.table.reads % 2]))
        return read


@pytest.mark.parametrize("way", ["right", "nothing", "giant", "late", "doubtful", "once"])
def test_no_film_in_which_cards_come_to_lie_is_silent_for_ten_seconds(way: str) -> None:
    table = PaintedTable()
    reader = LyingReader(table, way)
    follower = RoundFollower(
        game("otoroku"),
        Table(("Aki", "Emi"), game("otoroku").resolve_options({})),
        "hanafuda",
        "hanafuda",
        default_zones(2),
        reader,
    )
    laid = {3.0: ("a", "h07-1", 300, 40), 16.0: ("b", "h06-1", 300, 320), 29.0: ("c", "h09-1", 360, 40)}
    said: list[float] = []
    lost = []
    while table.now < 42:
        table.now = round(table.now + 0.2, 3)
        for time_s, (name, code, x, y) in laid.items():
            if abs(table.now - time_s) < 0.01:
                table.cards[name] = PaintedCard(code, x, y)
        events = follower.see(table.frame(), table.now)
        said += [table.now for _ in events]
        lost += [event for event in events if event.event == "lost"]
    for time_s in laid:
        assert any(time_s < moment < time_s + 10 for moment in said), (way, time_s, said)
    if way == "right":
        assert lost == []
        return
    if way in {"nothing", "giant"}:
        assert [event.seat for event in lost] == [1, 0, 1]
        line = EventLines().line(lost[0])
        assert line["what"] == "unexplained"
        assert line["where"]["seat"] == 1
        left, top, width, height = line["where"]["box"]
        assert left < 300 / 640 < left + width
        assert top < 40 / 360 < top + height
        assert line["text"]["en"] == "something lies before Emi that I cannot read"
        assert not follower.outcome().sure
        assert any("cannot read" in text.en for _, text in follower.outcome().asks)
