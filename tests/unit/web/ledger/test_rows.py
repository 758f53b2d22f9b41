"""A shortened row has kind and round of a change, from any JSON."""

from __future__ import annotations

from web.ledger.entry import NewEntry
from web.ledger.store import Store

CHANGES = [{"kind": "undone", "of": 3}, {"kind": "edited", "of": 12, "rounds": [{"x": "y" * 500}]}]


def test_changes_of_rounds_are_read_without_what_they_hold(store: Store) -> None:
    bodies = [{"kind": "opened"}, {"kind": "settled", "round": {}}, *CHANGES, {"kind": "joined", "player": "Aki"}]
    store.import_entries([NewEntry(body, "me", "2026") for body in bodies], "all-of-it")
    assert [entry.body for entry in store.round_changes(1, 0)] == [
        {"kind": "undone", "of": 3},
        {"kind": "edited", "of": 12},
    ]
    assert [entry.version for entry in store.round_changes(1, 3)] == [4]
    items = store.newest_items(1, None, 9)
    assert [entry.body["kind"] for entry in items] == ["joined", "settled", "opened"]
    assert items[1].body == {"kind": "settled"}
    assert [entry.version for entry in store.newest_items(1, 5, 1)] == [2]
