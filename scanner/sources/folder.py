"""束 taba: the pictures of a folder, in the order of their names, as if a camera took them; new ones as they arrive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scanner.imaging.decode import MOST_BYTES, decode
from scanner.sources import WELL, Health, Source
from scorer.errors import Refusal
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.sources import Frame

_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp"})
_Picture = tuple[str, int, int]


class FolderSource(Source):
    """Each look shows the next picture not shown yet; when all have been, the last one again."""

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._folder = Path(argument)
        self._shown: set[_Picture] = set()
        self._unread: dict[str, Refusal] = {}

    def read(self, timeout: float) -> Frame | None:
        """The next picture, at once; None from an empty folder, Refusal("bad_image") when the file is none."""
        del timeout
        pictures = self._pictures()
        if not pictures:
            return None
        # A file written again has another time or size, and counts as new.
        picture = next((picture for picture in pictures if picture not in self._shown), pictures[-1])
        self._shown = {seen for seen in self._shown if seen in pictures} | {picture}
        name = picture[0]
        try:
            with (self._folder / name).open("rb") as file:
                frame = decode(file.read(MOST_BYTES + 1))
        except Refusal as refusal:
            self._unread[name] = refusal
            raise
        except OSError:  # taken away in this moment
            return None
        self._unread.pop(name, None)
        return frame

    def health(self) -> Health:
        """Whether there is a folder with pictures in it, and which of them could not be read."""
        pictures = self._pictures()
        if pictures is None:
            shown = self.argument[:80] or "?"
            return Health(
                ok=False,
                says=Text(f"There is no folder {shown}.", f"フォルダー「{shown}」がありません。"),
                do=Text(
                    "Start again with --source folder:DIR.", "「--source folder:フォルダー」で起動し直してください。"
                ),
            )
        if not pictures:
            return Health(
                ok=False,
                says=Text("The folder has no pictures.", "フォルダーに画像がありません。"),
                do=Text("Put JPEG, PNG or WEBP pictures into it.", "JPEG・PNG・WEBPの画像を入れてください。"),
            )
        for name, refusal in self._unread.items():
            return Health(
                ok=False,
                says=Text(f"{name} cannot be shown.", f"「{name}」を表示できません。"),
                do=refusal.message,
            )
        return WELL

    def _pictures(self) -> list[_Picture] | None:
        """Name, size and time of each picture, by name; None when there is no such folder."""
        if not self.argument:
            return None
        found = []
        try:
            for path in self._folder.iterdir():
                if path.suffix.lower() in _ENDINGS and path.is_file():
                    state = path.stat()
                    found.append((path.name, state.st_size, state.st_mtime_ns))
        except (OSError, ValueError):
            return None
        return sorted(found)


SOURCE = FolderSource
