from dataclasses import asdict, replace

import pytest

from scorer.errors import Refusal
from web.hall.intake.batch import MAX_BATCH_ENTRIES, batch_to_json, entry_digest, parse_batch
from web.ledger.entry import Entry

ENTRY = Entry(4, 1, 2, {"kind": "closed"}, "Aki", "2026-11-23T20:00:00+00:00", "key-0004")


def test_a_batch_comes_back_as_it_was() -> None:
    entries = [ENTRY, replace(ENTRY, sequence=5, version=3)]
    assert parse_batch(batch_to_json(entries)) == entries


@pytest.mark.parametrize(
    "rows",
    [
        None,
        [],
        [[]],
        [{}],
        [asdict(ENTRY), asdict(ENTRY)],
        [asdict(ENTRY), asdict(replace(ENTRY, sequence=6))],
        [asdict(replace(ENTRY, sequence=5)), asdict(ENTRY)],
        [{**asdict(ENTRY), "sequence": 2**31}],
        [{**asdict(ENTRY), "sequence": True}],
        [{**asdict(ENTRY), "more": 1}],
        [{**asdict(ENTRY), "body": {}}],
        [asdict(replace(ENTRY, sequence=number)) for number in range(1, MAX_BATCH_ENTRIES + 2)],
    ],
)
def test_anything_else_is_refused(rows) -> None:
    with pytest.raises(Refusal, match="bad_batch"):
        parse_batch({"entries": rows})


def test_the_digest_tells_entries_apart() -> None:
    others = [
        replace(ENTRY, **{name: value}) for name, value in (("who", "Emi"), ("key", "k"), ("body", {"kind": "x"}))
    ]
    assert len({entry_digest(entry) for entry in (ENTRY, *others)}) == 4
    assert entry_digest(replace(ENTRY, body=dict(ENTRY.body))) == entry_digest(ENTRY)
