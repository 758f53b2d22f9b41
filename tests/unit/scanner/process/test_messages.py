"""Messages: whole again out of any pieces, and nothing else taken for one."""

from __future__ import annotations

import io
import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scanner.process.messages import (
    MAX_BODY_BYTES,
    MessageDecoder,
    ProtocolError,
    encode_message,
    read_message,
    refusal_from_json,
)
from scorer.errors import Refusal
from scorer.texts import Text

texts = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20)
headers = st.dictionaries(texts, st.integers() | texts | st.none(), max_size=4)


@given(st.lists(st.tuples(headers, st.binary(max_size=300)), max_size=4), st.integers(1, 50))
def test_messages_come_whole_out_of_any_pieces(messages: list[tuple[dict[str, object], bytes]], size: int) -> None:
    data = b"".join(encode_message(header, body) for header, body in messages)
    decoder, got = MessageDecoder(), []
    for start in range(0, len(data), size):
        decoder.feed(data[start : start + size])
        while (message := decoder.pop()) is not None:
            got.append(message)
    assert got == messages
    stream = io.BytesIO(data)
    assert [read_message(stream) for _ in messages] == messages
    assert read_message(stream) is None


@given(st.binary(min_size=1, max_size=64))
def test_other_bytes_are_garbled_at_once_or_awaited_never_taken(data: bytes) -> None:
    decoder = MessageDecoder()
    decoder.feed(data)
    if data[:5] != b"fuda\x01"[: len(data)]:
        with pytest.raises(ProtocolError):
            decoder.pop()
    with pytest.raises(ProtocolError):
        read_message(io.BytesIO(data))


def test_every_flipped_byte_is_a_message_or_garbled() -> None:
    data = encode_message({"id": 7, "op": "read"}, b"picture")
    chance = random.Random(3)
    for place in range(len(data)):
        flipped = bytearray(data)
        flipped[place] ^= chance.randrange(1, 256)
        decoder = MessageDecoder()
        decoder.feed(bytes(flipped))
        try:
            message = decoder.pop()
        except ProtocolError:
            continue
        assert message is None or isinstance(message[0], dict)


def test_sizes_are_bounded_both_ways() -> None:
    with pytest.raises(ValueError, match="too large"):
        encode_message({}, bytes(MAX_BODY_BYTES + 1))
    decoder = MessageDecoder()
    decoder.feed(struct.pack(">5sII", b"fuda\x01", 10, 0xFFFF_FFFF))
    with pytest.raises(ProtocolError):
        decoder.pop()


@pytest.mark.parametrize("header", [b"[]", b"{", b"\xff", b"[" * 100_000])
def test_headers_that_are_no_object(header: bytes) -> None:
    with pytest.raises(ProtocolError):
        read_message(io.BytesIO(struct.pack(">5sII", b"fuda\x01", len(header), 0) + header))


def test_a_stream_cut_within_a_message() -> None:
    data = encode_message({"id": 1}, b"abc")
    for length in range(1, len(data)):
        with pytest.raises(ProtocolError):
            read_message(io.BytesIO(data[:length]))


def test_a_refusal_comes_back_as_it_was() -> None:
    sent = Refusal("bad_image", Text("a", "あ"), seat=2, cards=("h01-1",))
    assert refusal_from_json(sent.as_json()).as_json() == sent.as_json()
