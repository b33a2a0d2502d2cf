"""Frozen data classes that cost next to nothing at import.

The module `dataclasses`, and the code that it writes for each class, would take as long as all else of
`from isolate_run import *`.
"""

from __future__ import annotations

from _thread import RLock
from collections.abc import Mapping, Sized
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ._typing import dataclass_transform
from ._words import shown

if TYPE_CHECKING:
    import inspect
    from dataclasses import Field


R = TypeVar("R", bound="Record")

# `dataclasses` reads the annotations of a class while it sets attributes of the same class: one thread at a time.
# A signal handler may ask for fields in the middle of it, so its thread may lock twice.
_MAKES_FIELDS = RLock()


def _camel_case(name: str) -> str:
    first, *words = name.split("_")
    return first + "".join(word.capitalize() for word in words)


class _Fields:
    """The fields of a record for the module `dataclasses`, which then takes it for one of its own."""

    def __get__(self, record: Record | None, kind: type[Record]) -> dict[str, Field[Any]]:
        if kind is Record:
            # A data class looks for fields that it inherits, and gets those of its own here.
            raise AttributeError("Record has no fields")
        import dataclasses

        with _MAKES_FIELDS:
            if "__dataclass_fields__" not in vars(kind):
                dataclasses.dataclass(init=False, repr=False, eq=False)(kind)
            fields: dict[str, Field[Any]] = vars(kind)["__dataclass_fields__"]
        return fields


class _Signature:
    """The parameters of the constructor of a record, as `inspect` and `help` show them."""

    def __get__(self, record: Record | None, kind: type[Record]) -> inspect.Signature:
        import inspect

        empty, either = inspect.Parameter.empty, inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [
            inspect.Parameter(name, either, default=kind._defaults.get(name, empty), annotation=annotation)
            for name, annotation in inspect.get_annotations(kind).items()
        ]
        return inspect.Signature(parameters)


@dataclass_transform(frozen_default=True)
class Record:
    """A base class as `dataclasses.dataclass(frozen=True)` makes them: each annotation of a class is a member.
    Its `repr` leaves out members that are `None` or empty, and shortens the others."""

    if TYPE_CHECKING:
        # `typing.get_type_hints` would answer these beside the members of each class.
        __match_args__: ClassVar[tuple[str, ...]]
        _defaults: ClassVar[Mapping[str, Any]]
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
        __signature__: ClassVar[inspect.Signature]
    else:
        __dataclass_fields__ = _Fields()
        __signature__ = _Signature()

    def __init_subclass__(cls) -> None:
        cls.__match_args__ = tuple(cls.__annotations__)  # type: ignore[misc]
        cls._defaults = {name: vars(cls)[name] for name in cls.__match_args__ if name in vars(cls)}

    def __init__(self, *values: Any, **named: Any) -> None:
        names = self.__match_args__
        members = {**self._defaults, **dict(zip(names, values)), **named}
        is_twice = not named.keys().isdisjoint(names[: len(values)])
        if is_twice or len(values) > len(names) or members.keys() != set(names):
            # This raises a `TypeError` in the words of Python.
            type(self).__signature__.bind(*values, **named)
        vars(self).update((name, members[name]) for name in names)

    def __setattr__(self, name: str, value: Any) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to {name}: dataclasses.replace makes a changed copy")

    def __delattr__(self, name: str) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(self) is type(other) else NotImplemented

    def __replace__(self: R, **changes: Any) -> R:
        return type(self)(**{**vars(self), **changes})

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))

    def __repr__(self) -> str:
        members: list[str] = []
        for name in self.__match_args__:
            value = getattr(self, name)
            is_empty = isinstance(value, Sized) and len(value) == 0
            if value is not None and not is_empty:
                members.append(f"{name}={shown(value)}")
        return f"{type(self).__name__}({', '.join(members)})"

    @classmethod
    def _of(cls: type[R], form: Mapping[str, Any], **members: Any) -> R:
        """One from an object of the native part, whose members have names in camel case; `members` has those
        that are no plain data."""
        for name in cls.__match_args__:
            member = _camel_case(name)
            if name not in members and member in form:
                members[name] = form[member]
        return cls(**members)

    def _form(self) -> dict[str, Any]:
        """The object for the native part."""
        return {_camel_case(name): value for name, value in vars(self).items()}
