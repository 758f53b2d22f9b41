"""The result as text has its sums, its payments and its rounds."""

from __future__ import annotations

from flask import Flask

from scorer.session.events import EveningOpened, RoundSettled
from scorer.session.reducer import replay
from web.archive.result_text import result_text

HANDS = [["h07-1", "h08-1"], ["h10-1", "h04-1"]]


def test_the_text_says_who_won_who_pays_and_what_each_round_brought(app: Flask) -> None:
    opened = EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi"))
    table = replay([opened]).table()
    round_ = table.build_round("otoroku", {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    settled = RoundSettled(round_, replay([opened]).rules.settle(round_).as_json())
    session = replay([opened, settled])
    net = session.stones[0] - session.buy_ins[0]
    assert net
    winner, loser = ("Aki", "Emi") if net > 0 else ("Emi", "Aki")
    with app.test_request_context("/"):
        lines = result_text(session, "2026-11-26").splitlines()
    assert lines[0].endswith("2026-11-26")
    assert lines[2:4] == [f"1. {winner} +{abs(net)}", f"2. {loser} −{abs(net)}"]
    assert f"{loser} pays {winner} {abs(net)}" in lines
    assert lines[-1].startswith("Round 1: ")
