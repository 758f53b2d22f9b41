"""Weights that a network begins with: those of a shipped network.

Needs the extra "train".
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

Floats = NDArray[np.float32]
Layer = tuple[Floats, Floats]
"""Weights (out, in, …) and biases (out,) of a convolution or a matrix product."""
_MIN_LENGTH = 1e-6
"""Length of a channel's weights, at least, by which they are divided: those of a channel without weights stay 0."""
_MIN_DEVIATION = 1e-3
"""Deviation of a channel, at least, by which it is divided: a channel that never changes must not become noise."""


def begin_with(net: nn.Module, network: bytes, pictures: torch.Tensor) -> None:
    """Give a torch network the weights of an ONNX file of the same shapes, quantized or not.

    In the file each normalisation is part of the convolution before it. Here it is taken out again, with the means and
    deviations of what comes in for `pictures`, the input of a typical batch, so that the network can learn on as it
    began: with every convolution's result at mean 0 and deviation 1. `ValueError` for a file with other layers.
    """
    layers = list(_read_layers(onnx.load_from_string(network)))
    modules = _find_order(net, pictures)
    net.eval()
    for number, module in enumerate(modules):
        if not isinstance(module, nn.Conv2d | nn.Linear):
            continue
        weights, biases = _take(layers, tuple(module.weight.shape))
        after = modules[number + 1] if number + 1 < len(modules) else None
        with torch.no_grad():
            if module.bias is None and isinstance(after, nn.BatchNorm2d):
                # of one length, so that one learning rate suits all
                lengths = np.maximum(np.linalg.norm(weights.reshape(len(weights), -1), axis=1), _MIN_LENGTH)
                module.weight.copy_(torch.from_numpy(weights / lengths[:, None, None, None]))
                _set_norm(after, torch.from_numpy(lengths), torch.from_numpy(biases))
            else:
                module.weight.copy_(torch.from_numpy(weights))
                module.bias.copy_(torch.from_numpy(biases))
    if layers:
        raise ValueError("a network of other layers")
    norms = [module for module in modules if isinstance(module, nn.BatchNorm2d)]
    watches = [norm.register_forward_pre_hook(_measure) for norm in norms]
    with torch.no_grad():
        net(pictures)
    for watch in watches:
        watch.remove()


def _set_norm(norm: nn.BatchNorm2d, scale: torch.Tensor, shift: torch.Tensor) -> None:
    """Make a normalisation one that multiplies by `scale` and adds `shift`, whatever comes in."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.copy_(scale)
    norm.bias.copy_(shift)


def _measure(norm: nn.Module, inputs: tuple[torch.Tensor]) -> None:
    """Give a normalisation the mean and deviation of what comes in, and let it do with that what it did before."""
    means = inputs[0].mean(dim=(0, 2, 3))
    deviations = inputs[0].std(dim=(0, 2, 3)).clamp_min(_MIN_DEVIATION)
    norm.bias.add_(norm.weight * means)
    norm.weight.mul_(deviations)
    norm.running_mean.copy_(means)
    norm.running_var.copy_(deviations**2 - norm.eps)


def _find_order(net: nn.Module, pictures: torch.Tensor) -> list[nn.Module]:
    """The layers with weights in the order in which they work."""
    order: list[nn.Module] = []
    layers = [module for module in net.modules() if isinstance(module, nn.Conv2d | nn.Linear | nn.BatchNorm2d)]
    watches = [layer.register_forward_hook(lambda layer, *_: order.append(layer)) for layer in layers]
    with torch.no_grad():
        net.eval()(pictures[:1])
    for watch in watches:
        watch.remove()
    return order


def _take(layers: list[Layer], shape: tuple[int, ...]) -> Layer:
    """The first of the layers with weights of that shape, which is taken off the list.

    Layers of one shape work one after the other, so they stand in every file in the same order.
    """
    for number, (weights, _) in enumerate(layers):
        if weights.shape == shape:
            return layers.pop(number)
    raise ValueError(f"a network without a layer {shape}")


def _read_layers(model: onnx.ModelProto) -> Iterator[Layer]:
    """The layers with weights of an ONNX graph, in its order, in float32."""
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    sources = {name: node for node in model.graph.node for name in node.output}

    def read(name: str) -> Floats:
        if name in arrays:
            return np.array(arrays[name], np.float32)
        quantized, scale, *zero = (arrays[part] for part in sources[name].input)
        channels = (-1, *[1] * (quantized.ndim - 1))
        steps = quantized.astype(np.float32) - (zero[0].astype(np.float32).reshape(channels) if zero else 0)
        return np.array(steps * scale.astype(np.float32).reshape(channels), np.float32)

    for node in model.graph.node:
        if node.op_type in {"Conv", "Gemm"}:
            yield read(node.input[1]), read(node.input[2])
