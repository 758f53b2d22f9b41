"""One trained network, run by ONNX Runtime on one thread.

Every network of the scanner runs here. The bytes are not trusted: what is no network, refers to other files or takes
and gives other shapes than it should is a `ValueError`.
"""

from __future__ import annotations

import numpy as np
import onnxruntime
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_SILENT = 4
"""Severity from which ONNX Runtime logs: fatal errors only. Its other words reach the caller as exceptions."""
_EXTERNAL_DATA_KEY = b"location"
"""What every reference to a file beside the network holds, by the ONNX standard. No network of ours has the word."""

onnxruntime.set_default_logger_severity(_SILENT)
onnxruntime.disable_telemetry_events()


class OnnxSession:
    """A network with one input (n, channels, height, width) float32. `ValueError` for bytes that hold no such network.

    `input_shape`: the input's shape as the file states it, 0 where any size is taken.
    """

    def __init__(self, data: bytes) -> None:
        if _EXTERNAL_DATA_KEY in data:
            raise ValueError("no network of one file")
        options = onnxruntime.SessionOptions()
        options.log_severity_level = _SILENT
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # no slower here, and half the memory
        try:
            self._session = onnxruntime.InferenceSession(
                data, options, providers=["CPUExecutionProvider"], enable_fallback=0
            )
        except Exception as fault:  # its own exceptions share no other base
            raise ValueError("no network that can be run") from fault
        inputs = self._session.get_inputs()
        if len(inputs) != 1 or inputs[0].type != "tensor(float)" or len(inputs[0].shape) != 4:
            raise ValueError("no network for pictures")
        self._input_name: str = inputs[0].name
        self.input_shape = tuple(side if isinstance(side, int) else 0 for side in inputs[0].shape)

    def run(self, images: Floats) -> tuple[Floats, ...]:
        """All outputs for `images`, in the file's order. `ValueError` if the network does not take them."""
        try:
            outputs = self._session.run(None, {self._input_name: np.ascontiguousarray(images, np.float32)})
        except Exception as fault:  # as above
            raise ValueError("no network for this input") from fault
        return tuple(np.asarray(output, np.float32) for output in outputs)
