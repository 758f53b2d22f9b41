"""ONNX networks of one operator, encoded without the `onnx` package."""

from __future__ import annotations

import struct

_FLOAT = 1
"""ONNX's number of the type float32."""


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def _value_info(name: str, shape: tuple[int | str, ...]) -> bytes:
    sides = b"".join(
        _bytes(1, _number(1, side) if isinstance(side, int) else _bytes(2, side.encode())) for side in shape
    )
    tensor = _number(1, _FLOAT) + _bytes(2, sides)
    return _bytes(1, name.encode()) + _bytes(2, _bytes(1, tensor))


def tensor(name: str, values: list[float]) -> bytes:
    """A tensor of one dimension with these values."""
    head = _number(1, len(values)) + _number(2, _FLOAT) + _bytes(8, name.encode())
    return head + _bytes(9, struct.pack(f"<{len(values)}f", *values))


def external_tensor(name: str, file: str) -> bytes:
    """A tensor whose values are in another file."""
    entry = _bytes(1, b"location") + _bytes(2, file.encode())
    return _number(1, 1) + _number(2, _FLOAT) + _bytes(8, name.encode()) + _bytes(13, entry) + _number(14, 1)


def network(
    operator: str, input_shape: tuple[int | str, ...], inputs: tuple[str, ...] = ("x",), *tensors: bytes
) -> bytes:
    """A network that applies one operator to `inputs`: `x` of `input_shape`, and tensors by name."""
    node = b"".join(_bytes(1, name.encode()) for name in inputs) + _bytes(2, b"y") + _bytes(4, operator.encode())
    graph = _bytes(1, node) + _bytes(2, b"g") + b"".join(_bytes(5, item) for item in tensors)
    graph += _bytes(11, _value_info("x", input_shape)) + _bytes(12, _value_info("y", ("a", "b", "c", "d")))
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _number(2, 17))
