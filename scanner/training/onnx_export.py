"""Export of a trained network to an ONNX file."""

from __future__ import annotations

import io
import warnings

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper


def export_onnx(
    net: torch.nn.Module,
    size: tuple[int, int],
    channels: int = 3,
    outputs: tuple[str, ...] = ("scores",),
    *,
    any_size: bool = False,
    half: bool = True,
) -> bytes:
    """The ONNX file of a network from pictures (n, channels, height, width) to `outputs`.

    `size`: (height, width); with `any_size` only one to try, and the network takes others, too. `half`: whether its
    weights are stored in half precision.
    """
    buffer = io.BytesIO()
    axes = {name: {0: "count"} for name in ("pictures", *outputs)}
    axes["pictures"] |= {2: "height", 3: "width"} if any_size else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the newer exporter needs two more packages
        torch.onnx.export(
            net,
            (torch.zeros(1, channels, *size),),
            buffer,
            dynamo=False,
            opset_version=17,
            input_names=["pictures"],
            output_names=list(outputs),
            dynamic_axes=axes,
        )
    model = onnx.load_from_string(buffer.getvalue())
    if half:
        _store_weights_as_float16(model)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString(deterministic=True))


def _store_weights_as_float16(model: onnx.ModelProto) -> None:
    """Store float32 weights as float16, which halves the file. The network's first nodes cast them back to float32."""
    cast_nodes = []
    for weights in model.graph.initializer:
        array = numpy_helper.to_array(weights)
        if array.dtype == np.float32:
            name = weights.name
            weights.CopyFrom(numpy_helper.from_array(array.astype(np.float16), f"{name}.half"))
            cast_nodes.append(helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT))
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend([*cast_nodes, *nodes])
