"""Sentences of errors."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """There is no such name: the nearest one, or all of them."""
    names = list(known)
    near = difflib.get_close_matches(name, names, 1)
    if near:
        return f"unknown {what} {name!r}: did you mean {near[0]!r}?"
    return f"unknown {what} {name!r}: there are {', '.join(names)}"


def shown(value: Any) -> str:
    """A value in a sentence."""
    try:
        text = repr(value)
    except Exception:
        text = f"of type {type(value).__name__}"
    return text if len(text) <= 100 else text[:99] + "…"


def instance(name: str, value: Any, kind: type[T], *, what: str | None = None) -> T:
    """The value, which is of this type."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {shown(value)}: it takes {what or kind.__name__}")
    return value


def milliseconds(name: str, seconds: Any) -> float:
    """A time that was given in seconds."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"{name} is {shown(seconds)}: it takes a number of seconds")
    return float(seconds) * 1000.0
