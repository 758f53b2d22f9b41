"""The precision in which networks are trained.

Needs the extra "train".
"""

from __future__ import annotations

from pathlib import Path

import torch

_CPU_INFO = Path("/proc/cpuinfo")
_BFLOAT16_FLAGS = frozenset({"amx_bf16", "avx512_bf16", "bf16"})
"""What Linux says of processors that compute with bfloat16; others imitate it, and take three times as long."""


def mixed_precision() -> torch.autocast:
    """The context in which a network is evaluated for training: bfloat16 where the processor computes with it.

    It takes a third less time there and is no less accurate.
    """
    is_fast = _CPU_INFO.exists() and bool(_BFLOAT16_FLAGS & set(_CPU_INFO.read_text(encoding="utf-8").split()))
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=is_fast)
