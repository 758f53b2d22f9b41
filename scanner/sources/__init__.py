"""絵の元 e no moto: what every picture source can do, and how one is found by its name."""

from __future__ import annotations

import importlib
import pkgutil
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.errors import Refusal
from scorer.texts import Text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Frame = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Health:
    """Whether a source gives pictures; `says` in plain words what is wrong, `do` what to do about it.

    `passing`: nothing is wrong, it only needs some seconds more.
    """

    ok: bool
    message: Text
    advice: Text
    transient: bool = False

    def full_message(self) -> Text:
        """Both in one breath."""
        return Text(f"{self.message.en} {self.advice.en}".strip(), f"{self.message.ja}{self.advice.ja}")


HEALTHY = Health(ok=True, message=Text("The pictures are coming in.", "画像が届いています。"), advice=Text("", ""))


class Source(ABC):
    """One place pictures come from. A file in `scanner.sources` holds one as `SOURCE`, a class taking its argument.

    `start` and `close` may be called again; neither raises for a missing device, `health` tells it.
    """

    renders_on_demand = False
    """Whether a picture is only made when it is asked for: it may take long, and is never old when it comes."""

    preview_is_downscaled = False
    """Whether `glimpse` gives pictures of another size and sharpness than `read`, not to be compared with those."""

    def __init__(self, argument: str = "") -> None:
        """`argument` is what follows the colon of "name:argument"; one that makes no sense is told by `health`."""
        self.argument = argument

    def start(self) -> None:
        """Opens the device, if there is one."""
        return

    def arrange(self, deck: str, piles: Sequence[Sequence[str]] | None) -> None:
        """What the next picture should show: a deck and its piles seat by seat, the last in the centre; None: any.

        Only the synthetic table obeys; in front of a camera people lay the cards.
        """
        del deck, piles

    @abstractmethod
    def read(self, timeout: float) -> Frame | None:
        """A picture (H, W, 3) uint8 BGR taken after this call, within `timeout` seconds; None when there is none.

        Refusal when what should be shown, or the file that should show it, cannot be.
        """

    def preview(self, kind: str, timeout: float) -> Frame | None:
        """A picture as `read` gives, perhaps smaller, only to see whether something has changed; cheap where it can be.

        `kind` of the deck the table is laid with, for the synthetic one.
        """
        del kind
        return self.read(timeout)

    def close(self) -> None:
        """Gives the device back."""
        return

    @abstractmethod
    def health(self) -> Health:
        """How the source is, without waiting for a picture."""


_SENSOR_NAME = re.compile(r"(imx|ov|arducam)[\w-]* \d+-00[0-9a-f]{2}")  # as the kernel calls them: "imx708 10-001a"


def has_pi_camera(root: Path = Path("/")) -> bool:
    """Whether this is a Raspberry Pi with a camera on the ribbon cable, by what the kernel found when it started.

    `root`: where the machine's file system begins. Nothing is opened; a cable pulled since is not noticed.
    """
    try:
        if "Raspberry Pi" not in (root / "proc/device-tree/model").read_text(errors="replace"):
            return False
        names = (root / "sys/class/video4linux").glob("v4l-subdev*/name")
        return any(_SENSOR_NAME.fullmatch(name.read_text(errors="replace").strip()) for name in names)
    except OSError:
        return False


def source_names() -> list[str]:
    """The sources found, from their files."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def parse_source(spec: str) -> tuple[str, str]:
    """Name and argument of "name" or "name:argument"; `bad_option` when there is no source of that name.

    >>> parse_source("folder:/srv/evening")
    ('folder', '/srv/evening')
    """
    name, _, argument = spec.partition(":")
    names = source_names()
    if name not in names:
        shown = name[:40]
        raise Refusal(
            "bad_option",
            Text(
                f"there is no picture source called {shown}; there are {', '.join(names)}",
                f"「{shown}」という画像の入力元はありません（{'、'.join(names)}）",
            ),
        )
    return name, argument


def open_source(spec: str) -> Source:
    """The source "name" or "name:argument", not yet started; `bad_option` when there is none of that name."""
    name, argument = parse_source(spec)
    made: type[Source] = importlib.import_module(f"{__name__}.{name}").SOURCE
    return made(argument)
