"""Random variants of our SVG drawings, with their parts moved.

An unknown pattern differs from the known ones not only in its print, but also in where its leaves and birds are, in
their sizes and in their inks. One SVG drawing gives any number of such patterns, because its parts can be moved one by
one, which those of a photograph cannot (domain randomisation, Tobin 2017).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import cv2
import numpy as np

from scanner.synth.backgrounds import Rng
from scanner.training.artists import SVG_NAMESPACE

_INK_PATTERN = re.compile(r"#[0-9a-fA-F]{6}\b")
_STROKE_WIDTH_PATTERN = re.compile(r'stroke-width="([0-9.]+)"')
_INK_SD_LAB = np.array([18, 14, 14], np.float32)
"""Standard deviation of an ink's change in each channel of OpenCV's Lab, 0..255: another ink, but one near it."""


@dataclass(frozen=True, slots=True)
class VariantConfig:
    """How far a variant departs from its drawing: as far as a person still recognises the card.

    Set by `fudayomi train`, on held-out patterns.
    """

    drop_probability: float = 0.15
    """Probability, 0..1, that a part is left out if it may be."""
    min_copies_to_drop: int = 3
    """Number of copies of a part from which on one may be left out: a leaf, but never the only bird."""
    paper_colour_probability: float = 0.2
    """Probability, 0..1, that the paper takes a random colour; most workshops print on light paper."""
    part_shift_sd: float = 24.0
    """Standard deviation of a part's shift, in tenths of a millimetre."""
    part_rotation_sd_deg: float = 14.0
    """Standard deviation of a part's rotation, in degrees."""
    part_log_scale_sd: float = 0.2
    """Standard deviation of the logarithm of a part's scale."""
    drawing_shift_sd: float = 14.0
    """Standard deviation of the shift of all parts together, in tenths of a millimetre. Smaller than for one part, so
    that the drawing stays on its card."""
    drawing_rotation_sd_deg: float = 5.0
    """Standard deviation of the rotation of all parts together, in degrees."""
    drawing_log_scale_sd: float = 0.13
    """Standard deviation of the logarithm of the scale of all parts together."""


CONFIG = VariantConfig()


def rearrange_parts(svg: str, rng: Rng) -> str:
    """A random variant of one of our drawings (`scanner.art.load_svg`, `scanner.training.artists.load_drawings`).

    Every part is changed somewhat. A part of which there are three or more copies may be left out: a leaf, but never
    the only bird. Returns SVG text.
    """
    root = ET.fromstring(svg)  # noqa: S314  our own drawings, never from outside
    picture = root.find(f"{SVG_NAMESPACE}svg")
    if picture is None:
        return _jitter_inks(svg, rng)
    left, top, width, height = (float(value) for value in picture.attrib["viewBox"].split())
    centre = (left + width / 2, top + height / 2)
    paper, *parts = list(picture)
    if rng.random() < CONFIG.paper_colour_probability:
        paper.set("fill", "#{:02x}{:02x}{:02x}".format(*rng.integers(60, 256, 3).tolist()))
    for part in parts:
        picture.remove(part)
    drawing = ET.SubElement(picture, f"{SVG_NAMESPACE}g", transform=_jitter_drawing(centre, rng))
    copies = Counter(part.get("href") for part in parts)
    group: ET.Element | None = None
    for part in parts:
        if "transform" in part.attrib:
            group = None
            if not (
                part.get("href")
                and copies[part.get("href")] >= CONFIG.min_copies_to_drop
                and rng.random() < CONFIG.drop_probability
            ):
                part.set("transform", _jitter_part(part.attrib["transform"], rng))
                drawing.append(part)
            continue
        if group is None or part.tag == f"{SVG_NAMESPACE}g":
            group = ET.SubElement(drawing, f"{SVG_NAMESPACE}g", transform=_jitter_drawing(centre, rng))
        group.append(part)
    return _jitter_inks(ET.tostring(root, encoding="unicode"), rng)


def _jitter_part(transform: str, rng: Rng) -> str:
    """The transform of a part with a position of its own, with a random shift, rotation and scale about it."""
    dx, dy = rng.normal(0, CONFIG.part_shift_sd, 2)
    angle, scale = rng.normal(0, CONFIG.part_rotation_sd_deg), np.exp(rng.normal(0, CONFIG.part_log_scale_sd))
    return f"translate({dx:.1f} {dy:.1f}) {transform} rotate({angle:.1f}) scale({scale:.3f})"


def _jitter_drawing(centre: tuple[float, float], rng: Rng) -> str:
    """A random shift, and a random rotation and scale about the centre of the drawing, as an SVG transform."""
    x, y = centre
    dx, dy = rng.normal(0, CONFIG.drawing_shift_sd, 2)
    angle, scale = rng.normal(0, CONFIG.drawing_rotation_sd_deg), np.exp(rng.normal(0, CONFIG.drawing_log_scale_sd))
    return f"translate({x + dx:.1f} {y + dy:.1f}) rotate({angle:.1f}) scale({scale:.3f}) translate({-x:.1f} {-y:.1f})"


def _jitter_inks(svg: str, rng: Rng) -> str:
    """The drawing with each ink replaced by a similar one, and all lines made thicker or thinner."""
    inks = sorted(set(_INK_PATTERN.findall(svg)))
    colours = np.array([[int(ink[start : start + 2], 16) for start in (5, 3, 1)] for ink in inks], np.uint8)
    lab = np.asarray(cv2.cvtColor(colours[None], cv2.COLOR_BGR2Lab), np.float32)
    lab += rng.standard_normal(lab.shape).astype(np.float32) * _INK_SD_LAB * np.float32(rng.uniform(0.3, 1.3))
    shifted = np.asarray(cv2.cvtColor(np.clip(lab, 0, 255).astype(np.uint8), cv2.COLOR_Lab2BGR), np.uint8)[0]
    new_inks = {ink: "#{:02x}{:02x}{:02x}".format(*bgr[::-1]) for ink, bgr in zip(inks, shifted.tolist(), strict=True)}
    width_factor = float(np.exp(rng.normal(0, 0.35)))
    svg = _STROKE_WIDTH_PATTERN.sub(lambda match: f'stroke-width="{float(match[1]) * width_factor:.2f}"', svg)
    return _INK_PATTERN.sub(lambda match: new_inks[match[0]], svg)
