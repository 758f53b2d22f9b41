"""Records of followed rounds: small, complete, refused when damaged."""

from __future__ import annotations

import base64
import zlib

from scorer.following.play_event import PlayEvent
from scorer.following.sighting import SeenCard
from scorer.texts import Text
from web.following.round_record import MAX_UNPACKED_BYTES, make_record, pack_record, unpack_record, without_notes


def seen_card(number: int, zone: int | None, code: str = "") -> SeenCard:
    return SeenCard(number, zone, (0.5, 0.5), ((code, 0.9),) if code else ())


def test_a_record_says_what_lay_where_and_who_did_what() -> None:
    tables = [
        (10.0, [seen_card(1, 0, "h01-1")]),
        (12.04, [seen_card(1, 0, "h01-1"), seen_card(2, None)]),
        (14.0, [seen_card(2, None, "h02-1")]),
    ]
    moves = [PlayEvent(10.0, "laid", 0, "h01-1"), PlayEvent(14.0, "taken", 1, "h01-1", note=Text("No.", "いいえ"))]
    record = make_record(tables, moves)
    assert record is not None
    assert [tuple(line.values()) for line in record["table"]] == [
        (0.0, 1, 0, "h01-1", False),
        (2.0, 2, None, None, False),
        (4.0, 1, 0, "h01-1", True),
        (4.0, 2, None, "h02-1", False),
    ]
    assert [(move["t"], move["event"], move["note"]) for move in record["moves"]] == [
        (0.0, "laid", None),
        (4.0, "taken", {"en": "No.", "ja": "いいえ"}),
    ]
    assert unpack_record(pack_record(record)) == record
    assert unpack_record(record) == record  # as a file has it
    assert without_notes(record)["moves"][1]["note"] is None
    assert make_record([], []) is None
    assert make_record([(1.0, [])], []) is None


def test_a_whole_round_of_tricks_is_small() -> None:
    """Forty-eight cards laid, and taken four by four, with a move for each."""
    codes = [f"h{month:02}-{number}" for month in range(1, 13) for number in range(1, 5)]
    tables, moves, lying = [], [], []
    for at, code in enumerate(codes):
        lying.append(seen_card(at + 1, None, code))
        tables.append((at * 3.1, list(lying)))
        moves.append(PlayEvent(at * 3.1, "laid", at % 4, code))
        if len(lying) == 4:
            lying.clear()
            tables.append((at * 3.1 + 1.7, []))
            moves += [PlayEvent(at * 3.1 + 1.7, "taken", at % 3, codes[at - back]) for back in range(4)]
    record = make_record(tables, moves)
    assert record is not None
    assert len(pack_record(record)["packed"]) <= 4096


def test_garbage_is_no_record() -> None:
    bomb = base64.b64encode(zlib.compress(b"[" * (MAX_UNPACKED_BYTES * 2), 9)).decode()
    for packed in (
        None,
        3,
        {},
        {"packed": 3},
        {"packed": "?"},
        {"packed": "A" * 100_000},
        {"packed": bomb},
        {"packed": base64.b64encode(zlib.compress(b"[]")).decode()},
        {"packed": base64.b64encode(zlib.compress(b'{"table": [[1]], "moves": []}')).decode()},
        {"packed": base64.b64encode(zlib.compress(b'{"table": [[0, 1, 0, 5, false]], "moves": []}')).decode()},
        {"format": "other", "table": [], "moves": []},
    ):
        assert unpack_record(packed) is None, packed
