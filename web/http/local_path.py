"""Where a form may lead afterwards."""

from __future__ import annotations


def local_path(path: str) -> str:
    """A path of this server, "/" for anything else: the page leads nobody to another server.

    >>> local_path("/settings?x=1"), local_path("//evil.example/")
    ('/settings?x=1', '/')
    """
    is_local = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_local else "/"
