"""Picture source that shows a folder's pictures as if a camera took them.

Pictures come in the order of their names, new ones as they arrive.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scanner.imaging.decode import MAX_FILE_BYTES, decode
from scanner.sources import HEALTHY, Health, Source
from scorer.errors import Refusal
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.imaging.image import ColorImage

_PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".hif", ".avif"})
_FileVersion = tuple[str, int, int]
"""Name, size in bytes and modification time in nanoseconds. A file written again counts as a new picture."""


def is_picture_name(name: str) -> bool:
    """Whether a file of that name is a picture. What begins with a dot was left beside one by another system.

    >>> is_picture_name("IMG_1.JPG"), is_picture_name("._IMG_1.JPG")
    (True, False)
    """
    return not name.startswith(".") and Path(name).suffix.lower() in _PICTURE_SUFFIXES


class FolderSource(Source):
    """Each read gives the next picture not served yet. When all have been served, the last one comes again."""

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._folder = Path(argument)
        self._served: set[_FileVersion] = set()
        self._unreadable: dict[str, Refusal] = {}

    def read(self, timeout: float) -> ColorImage | None:
        """Return the next picture at once; None from an empty folder, Refusal("bad_image") where all are bad.

        A file that cannot be read is passed over.
        """
        del timeout
        pictures = self._list_pictures() or []
        self._served &= set(pictures)
        new = [picture for picture in pictures if picture not in self._served]
        self._unreadable = {}
        for picture in (*new, *(known for known in reversed(pictures) if known not in new)):
            self._served.add(picture)
            try:
                with (self._folder / picture[0]).open("rb") as file:
                    frame = decode(file.read(MAX_FILE_BYTES + 1), max_bytes=MAX_FILE_BYTES)
            except Refusal as refusal:
                self._unreadable[picture[0]] = refusal
            except OSError:  # removed since it was listed
                continue
            else:
                self._unreadable = {}
                return frame
        if self._unreadable:
            raise self._unreadable[min(self._unreadable)]
        return None

    def health(self) -> Health:
        """Whether the folder exists and holds pictures, and which picture could not be read."""
        pictures = self._list_pictures()
        if pictures is None:
            folder_name = self.argument[:80] or "?"
            return Health(
                ok=False,
                message=Text(f"There is no folder {folder_name}.", f"フォルダー「{folder_name}」がありません。"),
                advice=Text(
                    "Start again with --source folder:DIR.", "「--source folder:フォルダー」で起動し直してください。"
                ),
            )
        if not pictures:
            return Health(
                ok=False,
                message=Text("The folder has no pictures.", "フォルダーに画像がありません。"),
                advice=Text(
                    "Put JPEG, PNG, WEBP, HEIC or AVIF pictures into it.",
                    "JPEG・PNG・WEBP・HEIC・AVIFの画像を入れてください。",
                ),
            )
        for name, refusal in sorted(self._unreadable.items()):
            return Health(
                ok=False,
                message=Text(f"{name} cannot be shown.", f"「{name}」を表示できません。"),
                advice=refusal.message,
            )
        return HEALTHY

    def _list_pictures(self) -> list[_FileVersion] | None:
        """All pictures of the folder, sorted by name; None when there is no such folder."""
        if not self.argument:
            return None
        pictures = []
        try:
            for path in self._folder.iterdir():
                if is_picture_name(path.name) and path.is_file():
                    status = path.stat()
                    pictures.append((path.name, status.st_size, status.st_mtime_ns))
        except (OSError, ValueError):
            return None
        return sorted(pictures)


SOURCE = FolderSource
