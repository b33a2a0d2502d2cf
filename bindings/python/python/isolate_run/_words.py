"""Sentences of errors, and what values look like in them."""

from __future__ import annotations

import datetime
import math
import os
import reprlib
from collections.abc import Iterable
from typing import Any, TypeVar, Union

from ._errors import UsageError

T = TypeVar("T")

StrPath = Union[str, "os.PathLike[str]"]


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """There is no such name: the nearest one, or all of them."""
    names = list(known)
    # Only a mistake waits for its import.
    import difflib

    near = difflib.get_close_matches(name, names, 1)
    if near:
        return f"unknown {what} {name!r}: did you mean {near[0]!r}?"
    return f"unknown {what} {name!r}: there are {', '.join(names)}"


_SHOWN = reprlib.Repr()
_SHOWN.maxstring = _SHOWN.maxother = 80


def shown(value: Any) -> str:
    """A value in a sentence: at most 100 characters."""
    if isinstance(value, datetime.datetime):
        return str(value)
    try:
        text = _SHOWN.repr(value)
    except Exception:
        text = f"of type {type(value).__name__}"
    return text if len(text) <= 100 else text[:99] + "…"


def shown_line(text: str) -> str:
    """The first line of a text: at most 100 characters."""
    line = text.partition("\n")[0]
    return line if len(line) <= 100 else line[:99] + "…"


def wrong_type(name: str, value: Any, what: str) -> TypeError:
    """The error of an argument of a wrong type."""
    return TypeError(f"{name} is {shown(value)}: it takes {what}")


def instance(name: str, value: Any, kind: type[T], what: str | None = None) -> T:
    """The value, which is of this type."""
    if not isinstance(value, kind):
        raise wrong_type(name, value, what or kind.__name__)
    return value


def text(name: str, value: Any) -> str:
    """The value, which is a `str`."""
    return instance(name, value, str, "a str")


def file_path(name: str, path: Any) -> str:
    """The path of a file or folder of this machine."""
    found = path if isinstance(path, str) else os.fspath(path) if isinstance(path, os.PathLike) else None
    return instance(name, found if isinstance(found, str) else path, str, "a path, as a str or a pathlib.Path")


def path_of(name: str, path: Any) -> str:
    """A path in a workspace. One that is no `str`, such as a `PurePosixPath`, has to begin with a slash: what
    is relative, or has backslashes, is a path of this machine."""
    if isinstance(path, str):
        return path
    found = os.fspath(path) if isinstance(path, os.PathLike) else None
    if isinstance(found, str) and found.startswith("/"):
        return found
    raise wrong_type(name, path, "a path in the workspace, such as '/a.txt' or PurePosixPath('/a.txt')")


def milliseconds(name: str, seconds: Any) -> float:
    """A time that was given in seconds."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise wrong_type(name, seconds, "a number of seconds")
    try:
        ms = float(seconds) * 1000.0
    except OverflowError:
        ms = math.inf
    if not math.isfinite(ms):
        raise UsageError(f"{name} is {shown(seconds)}: it takes a number of seconds that is finite")
    return ms
