"""What values of Python are as plain data: models, data classes, enumerations."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import pathlib
import sys
import uuid
from collections.abc import Mapping, Sequence
from typing import Any


def plain(value: Any, place: str) -> Any:
    """The same as dicts, lists, text and numbers; raises `TypeError` for what has no such form."""
    if isinstance(value, enum.Enum):
        return value.value
    dump = getattr(value, "model_dump", None)
    if dump is not None and not isinstance(value, type):
        return dump()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, (pathlib.PurePath, uuid.UUID)):
        return str(value)
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, tuple) or isinstance(value, Sequence):
        return list(value)
    if isinstance(value, Mapping):
        return dict(value)
    index = getattr(type(value), "__index__", None)
    if index is not None:
        return index(value)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, (numpy.generic, numpy.ndarray)):
        array: Any = value
        return array.tolist()
    way_out = ""
    if isinstance(value, decimal.Decimal):
        way_out = ": pass str(value), or float(value) where digits may be lost"
    elif callable(value):
        way_out = ": functions are added to Functions"
    raise TypeError(
        f"{place} is a {type(value).__name__}, which is no value of JavaScript{way_out}"
    )
