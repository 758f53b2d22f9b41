"""Picture sources: their base class, their health, and discovery by name."""

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
from scorer.nearest_name import with_nearest
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.imaging.image import ColorImage


@dataclass(frozen=True, slots=True)
class Health:
    """Whether a source gives pictures. `message` says in plain words what is wrong, `advice` what to do about it.

    `transient`: nothing is wrong, the source only needs some seconds more.
    """

    ok: bool
    message: Text
    advice: Text
    transient: bool = False

    def full_message(self) -> Text:
        """`message` and `advice` as one text."""
        return Text(f"{self.message.en} {self.advice.en}".strip(), f"{self.message.ja}{self.advice.ja}")


HEALTHY = Health(ok=True, message=Text("The pictures are coming in.", "画像が届いています。"), advice=Text("", ""))


class Source(ABC):
    """A place pictures come from. Each file in `scanner.sources` names its subclass as `SOURCE`.

    `start` and `close` may be called again. Neither raises for a missing device: `health` reports it.
    """

    renders_on_demand = False
    """Whether pictures are rendered on request: rendering may take long, but the picture is never out of date."""

    preview_is_downscaled = False
    """Whether `preview` differs from `read` in size and sharpness, so that the two must not be compared."""

    @property
    def has_small_preview(self) -> bool:
        """Whether `preview` gives another picture than `read`, because that costs less."""
        return type(self).preview is not Source.preview

    def __init__(self, argument: str = "") -> None:
        """`argument` is what follows the colon of "name:argument"; `health` reports an argument that makes no sense."""
        self.argument = argument

    def start(self) -> None:
        """Open the device, if there is one."""
        return

    def arrange(self, deck: str, piles: Sequence[Sequence[str]] | None) -> None:
        """Set what the next picture should show: a deck and its piles seat by seat, the centre last; None for any.

        Only the synthetic table obeys. In front of a camera people lay the cards.
        """
        del deck, piles

    @abstractmethod
    def read(self, timeout: float) -> ColorImage | None:
        """Return a picture (H, W, 3) uint8 BGR taken after this call, within `timeout` seconds; None without one.

        Refusal when the arrangement cannot be shown, or the picture's file cannot be read.
        """

    def preview(self, kind: str, timeout: float) -> ColorImage | None:
        """Return a picture like that of `read`, perhaps smaller, to see whether something has changed.

        Cheap where the source allows it. `kind`: kind of the deck on the table, which the synthetic source needs.
        """
        del kind
        return self.read(timeout)

    def close(self) -> None:
        """Release the device."""
        return

    @abstractmethod
    def health(self) -> Health:
        """Health of the source, without waiting for a picture."""


_SENSOR_NAME = re.compile(r"(imx|ov|arducam)[\w-]* \d+-00[0-9a-f]{2}")
"""Name of an image sensor as the kernel gives it, such as "imx708 10-001a"."""


def has_pi_camera(root: Path = Path("/")) -> bool:
    """Whether this is a Raspberry Pi with a camera on the ribbon cable, by what the kernel found when it started.

    `root`: root of the machine's file system. Nothing is opened; a cable pulled since then is not noticed.
    """
    try:
        if "Raspberry Pi" not in (root / "proc/device-tree/model").read_text(errors="replace"):
            return False
        names = (root / "sys/class/video4linux").glob("v4l-subdev*/name")
        return any(_SENSOR_NAME.fullmatch(name.read_text(errors="replace").strip()) for name in names)
    except OSError:
        return False


def source_names() -> list[str]:
    """Names of all picture sources, one for each file of this folder, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def parse_source(spec: str) -> tuple[str, str]:
    """Split "name" or "name:argument" into name and argument; Refusal("bad_option") for an unknown name.

    >>> parse_source("folder:/srv/evening")
    ('folder', '/srv/evening')
    """
    name, _, argument = spec.partition(":")
    names = source_names()
    if name not in names:
        short_name = name[:40]
        raise Refusal(
            "bad_option",
            with_nearest(
                Text(
                    f"There is no picture source called {short_name}; there are {', '.join(names)}",
                    f"「{short_name}」という画像の入力元はありません（{'、'.join(names)}）",
                ),
                name,
                names,
            ),
        )
    return name, argument


def open_source(spec: str) -> Source:
    """Make the source "name" or "name:argument", not yet started; Refusal("bad_option") for an unknown name."""
    name, argument = parse_source(spec)
    source_class: type[Source] = importlib.import_module(f"{__name__}.{name}").SOURCE
    return source_class(argument)
