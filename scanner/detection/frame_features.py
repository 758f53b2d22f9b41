"""What every stage needs of a frame, computed once."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.edge_support import EdgeField
from scanner.detection.foreground import background_distance, color_gradients
from scanner.detection.proposals.contours import MAX_WORK_SIDE_PX, to_smoothed_lab, to_work_size
from scanner.imaging.geometry import ImagePyramid, Quad
from scanner.imaging.image import ColorImage


class FrameFeatures:
    """A frame (height, width, 3) BGR uint8 with its edges and its distance from the background.

    Outlines are sought in a smaller picture, whose longer side is at most `max_side_px`: work scale. Crops are cut out
    of the frame itself: frame scale. `scale` is work pixels a pixel of the frame. `gray` (height, width) uint8,
    `background_distance` (height, width) uint8, `lab` (height, width, 3) uint8 and `edge_field` are at work scale.
    """

    def __init__(self, frame: ColorImage, max_side_px: float = MAX_WORK_SIDE_PX) -> None:
        self.size = (frame.shape[1], frame.shape[0])
        self.pyramid = ImagePyramid(frame)
        small, self.scale = to_work_size(frame, max_side_px)
        self.gray = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        self.lab = to_smoothed_lab(small)
        self.gradients = color_gradients(self.lab)
        self.background_distance: NDArray[np.uint8] = background_distance(self.lab)
        self.edge_field = EdgeField(self.gradients)

    @property
    def frame(self) -> ColorImage:
        """The frame itself."""
        return self.pyramid.frame

    def to_work_scale(self, quad: Quad) -> Quad:
        """Points (..., 2) of the frame, in pixels of the smaller picture."""
        return np.asarray((quad + 0.5) * self.scale - 0.5, np.float32)

    def to_frame_scale(self, quad: Quad) -> Quad:
        """Points (..., 2) of the smaller picture, in pixels of the frame."""
        return np.asarray((quad + 0.5) / self.scale - 0.5, np.float32)
