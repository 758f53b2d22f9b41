"""The wire format of the camera daemon: exact bytes, limits both ways."""

from __future__ import annotations

import pytest

from scanner.picamera_daemon.wire import (
    HEADER_BYTES,
    MAX_NOTE_BYTES,
    REQUEST_BYTES,
    FrameRequest,
    MessageHeader,
    WireFormatError,
    decode_header,
    decode_request,
)

PICTURE = MessageHeader(1, 2, 3, 4, 5, 1.5, 60)


def test_a_header_and_a_request_have_these_bytes() -> None:
    numbers = bytes.fromhex("0000000000000001 0000000000000002 0000000000000003")
    assert PICTURE.encode() == b"fed\x02" + numbers + bytes.fromhex("0004 0005 05dc 0000003c")
    assert FrameRequest(1, 2, 3, is_preview=True).encode() == b"fed\x02" + numbers + b"\x01"
    assert (HEADER_BYTES, REQUEST_BYTES) == (38, 29)


@pytest.mark.parametrize(
    "header", [PICTURE, MessageHeader(1, 2, 3, 4, 6, 1.5, 36), MessageHeader(0, 2, 3, 0, 0, 30.0, MAX_NOTE_BYTES)]
)
def test_pictures_small_pictures_and_notes_are_decoded(header: MessageHeader) -> None:
    assert decode_header(header.encode()) == header


@pytest.mark.parametrize(
    "header",
    [
        MessageHeader(1, 2, 3, 4, 5, 1.5, 61),
        MessageHeader(1, 2, 3, 4, 5, 1.5, 29),
        MessageHeader(1, 2, 3, 8000, 8000, 1.5, 8000 * 8000 * 3),
        MessageHeader(1, 2, 3, 8193, 2, 1.5, 8193 * 2 * 3),
        MessageHeader(0, 2, 3, 0, 0, 1.0, MAX_NOTE_BYTES + 1),
        MessageHeader(0, 2, 3, 0, 0, 60.0, 4),
    ],
)
def test_a_header_beyond_the_limits_is_refused(header: MessageHeader) -> None:
    with pytest.raises(WireFormatError):
        decode_header(header.encode())


def test_another_version_and_a_request_without_a_number_are_refused() -> None:
    for data in (bytes(HEADER_BYTES), b"fed\x01" + PICTURE.encode()[4:]):
        with pytest.raises(WireFormatError):
            decode_header(data)
    for data in (FrameRequest(0, 1, 2).encode(), b"fed\x01" + FrameRequest(1, 2, 3).encode()[4:]):
        with pytest.raises(WireFormatError):
            decode_request(data)
