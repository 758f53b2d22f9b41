"""Pinhole camera above the table, in millimetres.

The table is the plane z = 0. x runs to the right, y towards the viewer, z downwards, so that everything on the table
has a negative z.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
_MAX_RAY_DEG = 83.0
"""Degrees off the vertical at which a slanted camera looks at most: near 90 lies the horizon."""


@dataclass(frozen=True, slots=True)
class PinholeCamera:
    """A camera of `width` × `height` pixels that looks at the point (0, 0) of the table.

    `hfov_deg`: horizontal field of view. `distance_mm`: distance from that point. `tilt_deg`: angle off the vertical.
    `azimuth_deg`: direction from which the camera looks, 0 for the viewer's side. `roll_deg`: rotation about the
    optical axis. `radial_distortion`: the lens's coefficient k1, a few hundredths.
    """

    width: int
    height: int
    hfov_deg: float
    distance_mm: float
    tilt_deg: float = 0.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    radial_distortion: float = 0.0

    @property
    def px_per_mm(self) -> float:
        """Pixels per millimetre at the middle of the table."""
        return float(self._intrinsics()[0, 0]) / self.distance_mm

    def slanted(self, tilt_deg: float) -> PinholeCamera:
        """A camera that sees the middle of the table as large, from that angle off the vertical, without the horizon.

        It looks through a longer lens from farther away, as far as that is needed.
        """
        half_diagonal = max(_MAX_RAY_DEG - tilt_deg, 1.0)
        half_width = np.tan(np.radians(half_diagonal)) * self.width / np.hypot(self.width, self.height)
        hfov = min(self.hfov_deg, float(2 * np.degrees(np.arctan(half_width))))
        distance = self.distance_mm * np.tan(np.radians(self.hfov_deg) / 2) / np.tan(np.radians(hfov) / 2)
        return replace(self, hfov_deg=hfov, distance_mm=float(distance), tilt_deg=tilt_deg)

    def project(self, points: Points, *, distorted: bool = False) -> Points:
        """Pixels (n, 2) of points (n, 3) in millimetres. With `distorted`, the lens's distortion is included."""
        lens = np.array([self.radial_distortion if distorted else 0.0, 0, 0, 0, 0])
        rotation, translation = self._extrinsics()
        pixels, _ = cv2.projectPoints(points.reshape(-1, 1, 3), rotation, translation, self._intrinsics(), lens)
        return np.asarray(pixels.reshape(-1, 2), np.float64)

    def table_homography(self) -> Points:
        """The homography (3, 3) from table millimetres (x, y) to pixels, without the lens's distortion."""
        rotation, translation = self._extrinsics()
        columns = np.column_stack([rotation[:, 0], rotation[:, 1], translation])
        return np.asarray(self._intrinsics() @ columns, np.float64)

    def to_table(self, pixels: Points) -> Points:
        """Points of the table (n, 2) in millimetres at pixels (n, 2), without the lens's distortion."""
        inverse = np.linalg.inv(self.table_homography())
        return np.asarray(cv2.perspectiveTransform(pixels.reshape(-1, 1, 2), inverse).reshape(-1, 2), np.float64)

    def distortion_maps(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Maps (height, width) for `cv2.remap` that apply the lens's distortion to the undistorted picture."""
        step = 16
        xs, ys = np.arange(-step, self.width + 2 * step, step), np.arange(-step, self.height + 2 * step, step)
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).astype(np.float64)
        matrix = self._intrinsics()
        lens = np.array([self.radial_distortion, 0, 0, 0, 0])
        undistorted = cv2.undistortPoints(grid.reshape(-1, 1, 2), matrix, lens, P=matrix).reshape(grid.shape)
        to_grid = np.array([[1 / step, 0, 1], [0, 1 / step, 1]], np.float32)
        size = (self.width, self.height)
        x, y = (
            cv2.warpAffine(
                undistorted[:, :, n].astype(np.float32), to_grid, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            )
            for n in (0, 1)
        )
        return np.asarray(x, np.float32), np.asarray(y, np.float32)

    def _intrinsics(self) -> Points:
        focal = self.width / 2 / np.tan(np.radians(self.hfov_deg) / 2)
        return np.array([[focal, 0, (self.width - 1) / 2], [0, focal, (self.height - 1) / 2], [0, 0, 1]])

    def _extrinsics(self) -> tuple[Points, Points]:
        """Rotation (3, 3) and translation (3,) from the table to the camera."""
        azimuth = np.radians(self.azimuth_deg)
        axis = np.array([np.cos(azimuth), np.sin(azimuth), 0.0]) * -np.radians(self.tilt_deg)
        tilt, _ = cv2.Rodrigues(axis)
        roll, _ = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(self.roll_deg)]))
        return np.asarray(tilt @ roll, np.float64), np.array([0.0, 0.0, self.distance_mm])
