"""Cloths whose edges show, and things that lie about."""

from __future__ import annotations

import numpy as np

from scanner.synth.habits.table_things import draw_note, lay_cloth, scatter_things


def test_a_cloth_leaves_a_part_of_the_table_bare() -> None:
    for seed in range(12):
        cloth, table = (np.full((180, 320, 3), level, np.float32) for level in (200, 40))
        picture = lay_cloth(np.random.default_rng(seed), cloth, table)
        bare = float((picture[:, :, 0] < 60).mean())
        assert 0 < bare < 0.4
        assert picture[90, 160, 0] == 200


def test_a_note_is_paper_with_writing() -> None:
    note = draw_note(np.random.default_rng(1))
    assert note.name == "note"
    assert np.ptp(note.pixels[:, :, :3].mean(axis=2)) > 50


def test_things_lie_where_no_card_does() -> None:
    cards = [(x, y) for x in range(-200, 201, 60) for y in (-40.0, 40.0)]
    for seed in range(10):
        things = scatter_things(np.random.default_rng(seed), (700.0, 400.0), cards)
        for thing in things:
            assert min(np.hypot(thing.x - x, thing.y - y) for x, y in cards) > 42
    assert any(scatter_things(np.random.default_rng(seed), (700.0, 400.0), cards) for seed in range(5))
    assert not scatter_things(np.random.default_rng(1), (20.0, 20.0), [(0.0, 0.0)])
