"""Sentences of errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """There is no such name: the nearest one, or all of them."""
    names = list(known)
    # Only a mistake waits for its import.
    import difflib

    near = difflib.get_close_matches(name, names, 1)
    if near:
        return f"unknown {what} {name!r}: did you mean {near[0]!r}?"
    return f"unknown {what} {name!r}: there are {', '.join(names)}"


def milliseconds(name: str, seconds: Any) -> float:
    """A time that was given in seconds."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"{name} is {seconds!r}: it takes a number of seconds")
    return seconds * 1000.0
