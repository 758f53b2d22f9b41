"""The type of a colour picture as an array."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ColorImage = NDArray[np.uint8]
