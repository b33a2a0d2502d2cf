"""Paths of a workspace."""

from __future__ import annotations

import posixpath

from .._workspace import Files

_LINKS_MAX = 40
"""Links in one path, as Linux has it."""


def real_path(files: Files, path: str) -> str:
    """A path without links, like `os.path.realpath`: what is missing stays as written."""
    real, rest, links = "/", path.split("/")[::-1], 0
    while rest:
        name = rest.pop()
        if name in ("", "."):
            continue
        if name == "..":
            real = posixpath.dirname(real)
            continue
        target = posixpath.join(real, name)
        stat = files.stat(target, follow_symlinks=False)
        if stat is None or stat.kind != "symlink":
            real = target
            continue
        links += 1
        if links > _LINKS_MAX:
            raise OSError(f"too many levels of symbolic links: {path}")
        link = files.read_link(target)
        if link.startswith("/"):
            real = "/"
        rest.extend(link.split("/")[::-1])
    return real
