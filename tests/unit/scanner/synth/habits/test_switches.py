"""Which switches a film has."""

from __future__ import annotations

from scanner.synth.habits.switches import PLAIN, SWITCHES, draw_switches, switch_on


def test_drawn_switches_follow_the_seed_and_leave_none_out() -> None:
    assert draw_switches(4) == draw_switches(4)
    drawn = [draw_switches(seed).names for seed in range(40)]
    assert {name for names in drawn for name in names} == set(SWITCHES)
    assert 3 < sum(map(len, drawn)) / 40 < 7
    assert PLAIN.names == ()
    assert switch_on("pace", "cloth").names == ("cloth", "pace")
