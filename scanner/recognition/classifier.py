"""目利き mekiki: names a flattened card, and knows how far to trust itself. Plain arrays, no framework."""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tokenize import TokenError
from typing import Any
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from scanner.enrolled.store import LARGEST
from scanner.recognition.cnn import Network, prepared
from scanner.recognition.features import VERSION, Picture, features, length, turned
from scanner.recognition.keypoints import Voter
from scanner.recognition.labels import BACK, NONE, alike
from scorer.discover import decks
from scorer.errors import Refusal
from scorer.texts import Text

FORMAT = 1
_MARK = 0.6
_BY_CHANCE = 3
_MISSED = 2.5
FAULTS = (
    *(OSError, ValueError, KeyError, TypeError, IndexError, EOFError, AttributeError, MemoryError),
    *(BadZipFile, zlib.error, struct.error, TokenError, SyntaxError, RuntimeError, OverflowError, cv2.error),
)
"""What reading a file that is not one of ours may raise."""
Floats = NDArray[np.float32]


def bad_model(says: str) -> Refusal:
    """The refusal for a recogniser that cannot be trusted: changed, cut short, or for another version."""
    return Refusal(
        "bad_model",
        Text(f"this recogniser cannot be used: {says}", f"この目利きデータは使えません（{says}）"),
    )


@dataclass(frozen=True, slots=True)
class Scale:
    """What a margin is worth, of a face and of a back: calibrated on patterns nobody trained on."""

    slope: float
    offset: float
    sure_margin: float
    back_margin: float

    @classmethod
    def of(cls, data: dict[str, Any]) -> Scale:
        """The calibration of one stage, as the manifest has it."""
        slope, offset = (float(value) for value in data["confidence"])
        sure_margin = float(data["sure_margin"])
        return cls(slope, offset, sure_margin, float(data.get("back_margin", sure_margin)))

    def confidence(self, margin: float) -> float:
        """Calibrated probability 0..1 that a face leading by `margin` is right."""
        return float(1 / (1 + np.exp(-np.clip(self.slope * margin + self.offset, -30, 30))))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one crop is taken for. `scores` are the logits of `Recogniser.labels`; `face` is the best code, or None.

    `margin`: by how much `face` leads every label that is another face to the rules, no card or a back; negative when
    one of those leads. `turned`: whether the crop was better upside down. `back`: by how much its being a back leads.
    """

    face: str
    margin: float
    scores: Floats
    turned: bool
    back: float


def screened(arrays: dict[str, Floats], rows: Floats) -> Floats:
    """Scores (n, labels) of feature rows (n, features): one hidden layer, straight through."""
    hidden = np.maximum(rows @ arrays["w1"] + arrays["b1"], 0)
    return np.asarray(hidden @ arrays["w2"] + arrays["b2"], np.float32)


def together(scores: Floats, screen: Floats, screen_says: float) -> Floats:
    """The network's scores and the screen's of the same views (n, labels) as one: they err on different cards."""
    return scores + np.float32(screen_says) * screen


class Recogniser:
    """A trained recogniser of one kind of deck, ready to name crops of `size` (width, height) in pixels.

    It looks twice: the screen at many outlines (`verdicts`), the network at the few that are left (`second_look`).
    """

    def __init__(self, manifest: dict[str, Any], arrays: dict[str, Floats], network: Network | None = None) -> None:
        self.manifest = manifest
        self._network = network
        self.kind: str = manifest["kind"]
        self.labels: tuple[str, ...] = tuple(manifest["labels"])
        self.size: tuple[int, int] = (int(manifest["input"][0]), int(manifest["input"][1]))
        self._arrays = arrays
        self._scale = np.float32((manifest["network"] or {}).get("scale", 1))
        self._screen_says = float((manifest["network"] or {}).get("screen_says", 0))
        self.screen = Scale.of(manifest["screen"])
        self.final = Scale.of(manifest["network"] or manifest["screen"])
        self._faces = np.array([number for number, label in enumerate(self.labels) if label not in {BACK, NONE}])
        group = alike(self.kind)
        self._rivals = np.array(
            [[other not in group.get(label, (label,)) for other in self.labels] for label in self.labels], bool
        )
        self._back = self.labels.index(BACK)
        self.voter: Voter | None = None
        self.knows_halves = float(manifest.get("half_covered", 0)) > 0
        """Whether it was calibrated on cards half covered, too, so that of such cards its margin can be trusted."""
        self.back_margin = self.final.back_margin if manifest.get("back_seen", True) else np.inf

    def verdicts(self, crops: list[Picture]) -> list[Verdict]:
        """The screen's verdict for each card standing either way up: crops (height, width, 3) BGR of `size`."""
        return self._verdicts(self._screened(crops), (0, 1)) if crops else []

    def _screened(self, crops: list[Picture]) -> Floats:
        """The screen's scores (n, 2, labels), as cut and upside down."""
        rows = [features(crop) for crop in crops]
        both = np.stack([row for one in rows for row in (one, turned(one, self.size))])
        return screened(self._arrays, both).reshape(len(crops), 2, -1)

    def second_look(self, crops: list[Picture]) -> list[Verdict]:
        """The verdict of network and screen for each crop, or the screen's where the recogniser has no network."""
        if not crops or self._network is None:
            return self.verdicts(crops)
        looks = zip(prepared(crops), self._screened(crops), strict=True)
        return [self._looked(image, screen, self._network) for image, screen in looks]

    def _looked(self, image: Floats, screen: Floats, network: Network) -> Verdict:
        """The verdict the way up the screen prefers; the other way, too, unless that is sure: a look takes its time."""
        first = int(self._leads(screen)[1].argmax())
        seen: dict[int, Floats] = {}
        for way in (first, 1 - first):
            shown = image[::-1, ::-1] if way else image
            (scores,) = self._scale * network.logits(shown[None])
            seen[way] = together(scores, screen[way], self._screen_says)
            if self._leads(seen[way])[1] >= self.final.sure_margin:
                break
        ways = sorted(seen)
        return self._verdicts(np.stack([seen[way] for way in ways])[None], ways)[0]

    def _verdicts(self, scores: Floats, ways: Sequence[int]) -> list[Verdict]:
        """The verdicts by the scores (n, ways, labels) of crops as cut (0), upside down (1) or both."""
        best, margins = self._leads(scores)
        backs = self._lead_of(np.full_like(best, self._back), scores).mean(axis=1)
        return [
            Verdict(self.labels[best[number, at]], float(margins[number, at]), scores[number, at], bool(ways[at]), back)
            for number, (at, back) in enumerate(zip(margins.argmax(axis=1).tolist(), backs.tolist(), strict=True))
        ]

    def backed(self, verdict: Verdict, marks: Mapping[str, int], *, missed: bool) -> Verdict:
        """The verdict when besides so many marks of these faces lie where they belong on such a card.

        `missed`: the marks of other cards were seen well here, so that a face without any is less likely.
        """
        scores = verdict.scores.copy()
        if missed and not marks:
            scores[self.labels.index(verdict.face)] -= _MISSED
        for face, count in marks.items():
            scores[self.labels.index(face)] += _MARK * max(0, count - _BY_CHANCE)
        best, margin = self._leads(scores)
        gained = float(scores[self._faces].max() - verdict.scores[self._faces].max())
        return replace(verdict, face=self.labels[best], margin=float(margin), scores=scores, back=verdict.back - gained)

    def _leads(self, scores: Floats) -> tuple[NDArray[np.intp], Floats]:
        """The best face's label by number, and by how much it leads, of scores (…, labels)."""
        best = self._faces[scores[..., self._faces].argmax(axis=-1)]
        return best, self._lead_of(best, scores)

    def _lead_of(self, labels: NDArray[np.intp], scores: Floats) -> Floats:
        """By how much these labels (…), by number, lead their rivals in scores (…, labels)."""
        rivals = np.where(self._rivals[labels], scores, -np.inf).max(axis=-1)
        own = np.take_along_axis(scores, labels[..., None], -1)[..., 0]
        return np.asarray(own - rivals, np.float32)

    def others(self, verdict: Verdict, count: int = 5) -> list[tuple[str, float]]:
        """The likeliest faces after the verdict's own with their share of what it leaves, best first."""
        scores = verdict.scores[self._faces]
        shares = np.exp((scores - scores.max()) * self.final.slope)
        own = alike(self.kind)[verdict.face]
        left = 1 - self.final.confidence(verdict.margin)
        ranked = [
            (self.labels[self._faces[number]], float(shares[number]))
            for number in np.argsort(-scores, kind="stable")
            if self.labels[self._faces[number]] not in own
        ]
        total = sum(share for _, share in ranked) or 1.0
        return [(label, left * share / total) for label, share in ranked[:count]]


def shapes(manifest: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    """The shape each array must have, from the manifest's own words."""
    width, height = manifest["input"]
    hidden, labels = int(manifest["hidden"]), len(manifest["labels"])
    return {"w1": (length(width, height), hidden), "b1": (hidden,), "w2": (hidden, labels), "b2": (labels,)}


def checked(manifest: dict[str, Any]) -> None:
    """Refuses (`bad_model`) a manifest of another version or whose words cannot be."""
    if manifest.get("format") != FORMAT or manifest.get("features") != VERSION:
        raise bad_model("another version")
    labels = manifest["labels"]
    known = set(decks()[manifest["kind"]].faces) | {BACK, NONE}
    if not set(labels) <= known or len(set(labels)) != len(labels) or not {BACK, NONE} < set(labels):
        raise bad_model("its labels")
    width, height = manifest["input"]
    if not all(isinstance(side, int) and side % 8 == 0 and 16 <= side <= 256 for side in (width, height)):
        raise bad_model("its input size")
    for stage in filter(None, (manifest["screen"], manifest["network"])):
        scale = Scale.of(stage)
        if not np.isfinite([scale.slope, scale.offset, scale.sure_margin, scale.back_margin]).all() or scale.slope <= 0:
            raise bad_model("its calibration")
        if not 0 <= stage.get("screen_says", 0) <= 1 or not 0 < stage.get("scale", 1) <= 100:
            raise bad_model("what its scores weigh")


def part(folder: Path, named: dict[str, Any]) -> bytes:
    """The bytes of a file of a model's folder, by the name and digest that its manifest has; `bad_model` for others."""
    file = folder / Path(named["file"]).name
    if file.stat().st_size > LARGEST:
        raise bad_model("too large")
    data = file.read_bytes()
    if hashlib.sha256(data).hexdigest() != named["sha256"]:
        raise bad_model(f"its {file.name} is not the one it was made with")
    return data


def load(folder: Path) -> Recogniser:
    """The recogniser in a folder (`manifest.json` and the files it names); `bad_model` when anything is off."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        checked(manifest)
        network = Network(part(folder, manifest["network"])) if manifest["network"] else None
        with np.load(io.BytesIO(part(folder, manifest["arrays"])), allow_pickle=False) as stored:
            return built(manifest, stored, network)
    except Refusal:
        raise
    except FAULTS as fault:
        raise bad_model(type(fault).__name__) from fault


def built(manifest: dict[str, Any], stored: Mapping[str, NDArray[Any]], network: Network | None = None) -> Recogniser:
    """The recogniser a manifest describes, from its stored arrays; `bad_model` when they are not as described."""
    checked(manifest)
    width, height = manifest["input"]
    if bool(manifest["network"]) != (network is not None):
        raise bad_model("its network")
    if network and network.logits(np.zeros((1, height, width, 3), np.float32)).shape != (1, len(manifest["labels"])):
        raise bad_model("its network's scores")
    arrays = {name: stored[name].astype(np.float32) for name in shapes(manifest)}
    for name, shape in shapes(manifest).items():
        if arrays[name].shape != shape or not np.isfinite(arrays[name]).all():
            raise bad_model(f"array {name}")
    return Recogniser(manifest, arrays, network)


@cache
def shipped(kind: str) -> Recogniser:
    """The recogniser that comes with the program for a kind of deck; `no_model` when none does."""
    folder = Path(models.__path__[0]) / kind
    if kind not in decks() or not (folder / "manifest.json").exists():
        raise Refusal(
            "no_model",
            Text(
                f"there is no recogniser for a deck called {kind[:40]}", f"「{kind[:40]}」の札を読むデータがありません"
            ),
        )
    return load(folder)
