"""The array type of a colour picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ColorImage = NDArray[np.uint8]
"""A picture (H, W, 3) uint8 BGR."""
