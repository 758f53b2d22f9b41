"""One trained network, run by ONNX Runtime on one thread.

Every network of the scanner runs here. The bytes are not trusted: what is no network, refers to other files or takes
and gives other shapes than it should is a `ValueError`.
"""

from __future__ import annotations

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from scanner.imaging.memory import keep_freed_memory

Floats = NDArray[np.float32]

_SILENT = 4
"""Severity from which ONNX Runtime logs: fatal errors only. Its other words reach the caller as exceptions."""
_EXTERNAL_DATA_KEY = b"location"
"""What every reference to a file beside the network holds, by the ONNX standard. No network of ours has the word."""

_SAME_AS_REQUESTED = 1
"""How ONNX Runtime lets its memory grow: by what is asked for, and not by twice as much as before."""

onnxruntime.set_default_logger_severity(_SILENT)


def _share_memory() -> None:
    """Let all networks take the memory they compute in from one store, which keeps it for the next of them.

    Without a store each layer asks the system for memory and gives it back: a quarter more processor time under the
    settings of malloc that the worker has. With a store for each network, all of them together hold more.
    """
    memory = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    growth = onnxruntime.OrtArenaCfg({"arena_extend_strategy": _SAME_AS_REQUESTED})
    onnxruntime.create_and_register_allocator(memory, growth)


_share_memory()
keep_freed_memory()


def to_input(pictures: NDArray[np.uint8]) -> Floats:
    """Pictures (n, height, width, channels) as networks take them: (n, channels, height, width), each -0.5..0.5."""
    inputs = pictures.transpose(0, 3, 1, 2).astype(np.float32, order="C")
    inputs /= 255
    inputs -= 0.5
    return inputs


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
        options.add_session_config_entry("session.use_env_allocators", "1")
        options.enable_mem_pattern = False  # a plan for each size of input takes memory and no less time
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
