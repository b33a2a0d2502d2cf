"""JSON schemas of type hints, and arguments that fit them."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ._errors import UsageError

_SIMPLE: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    None: {"type": "null"},
    type(None): {"type": "null"},
    Any: {},
    object: {},
    dict: {"type": "object"},
    list: {"type": "array"},
}

_UNIONS: tuple[Any, ...] = (typing.Union, getattr(types, "UnionType", typing.Union))


REASONS_MAX = 5
"""At most so many reasons are told."""


class ArgumentError(ValueError):
    """An argument that a type refuses, after its schema has accepted it."""


class NoSchema(Exception):
    """A type has no schema without pydantic."""


def _pydantic() -> Any:
    """pydantic, if it is installed."""
    try:
        import pydantic
    except ImportError:
        return None
    return pydantic


def schema_of(hint: Any) -> dict[str, Any]:
    """The schema of a type, without pydantic."""
    if hint in _SIMPLE:
        return dict(_SIMPLE[hint])
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return schema_of(arguments[0])
    if origin in _UNIONS:
        return {"anyOf": [schema_of(one) for one in arguments]}
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin in (list, Sequence, set, frozenset) and len(arguments) == 1:
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return {"type": "array", "items": schema_of(arguments[0])}
        items = [schema_of(one) for one in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin in (dict, Mapping) and len(arguments) == 2 and arguments[0] is str:
        return {"type": "object", "additionalProperties": schema_of(arguments[1])}
    if isinstance(hint, type):
        if issubclass(hint, enum.Enum):
            return {"enum": [member.value for member in hint]}
        if dataclasses.is_dataclass(hint):
            hints = typing.get_type_hints(hint, include_extras=True)
            fields = dataclasses.fields(hint)
            required = [
                field.name
                for field in fields
                if field.default is dataclasses.MISSING
                and field.default_factory is dataclasses.MISSING
            ]
            return _object({field.name: schema_of(hints[field.name]) for field in fields}, required)
        if typing.is_typeddict(hint):
            hints = typing.get_type_hints(hint)
            required = sorted(hint.__required_keys__)  # type: ignore[attr-defined]
            return _object({name: schema_of(one) for name, one in hints.items()}, required)
    raise NoSchema(getattr(hint, "__name__", str(hint)))


def value_as(hint: Any, value: Any) -> Any:
    """What a value that fits the schema of a type is as that type, without pydantic."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return value_as(arguments[0], value)
    if origin in _UNIONS:
        fitting = (one for one in arguments if _fits(one, value))
        return value_as(next(fitting, Any), value)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple(value_as(arguments[0], one) for one in value)
    if origin is tuple:
        return tuple(map(value_as, arguments, value))
    if origin in (list, Sequence, set, frozenset) and arguments:
        kind: Any = list if origin is Sequence else origin
        return kind(value_as(arguments[0], one) for one in value)
    if origin in (dict, Mapping) and len(arguments) == 2:
        return {name: value_as(arguments[1], one) for name, one in value.items()}
    if not isinstance(hint, type):
        return value
    if issubclass(hint, enum.Enum):
        return hint(value)
    if dataclasses.is_dataclass(hint) or typing.is_typeddict(hint):
        hints = typing.get_type_hints(hint)
        return hint(**{name: value_as(hints[name], one) for name, one in value.items()})
    if hint is float:
        return float(value)
    return value


def _fits(hint: Any, value: Any) -> bool:
    """Whether a value may be meant for this type of a union."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _fits(arguments[0], value)
    if origin in _UNIONS:
        return any(_fits(one, value) for one in arguments)
    if origin is typing.Literal:
        return value in arguments
    if hint in (Any, object):
        return True
    if hint in (None, type(None)):
        return value is None
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return any(member.value == value for member in hint)
    if dataclasses.is_dataclass(hint) or typing.is_typeddict(hint):
        schema = schema_of(hint)
        names = value.keys() if isinstance(value, dict) else {""}
        return names <= schema["properties"].keys() and names >= set(schema.get("required", ()))
    kind = origin or hint
    if kind in (list, Sequence, set, frozenset, tuple):
        return isinstance(value, list)
    if kind is Mapping:
        return isinstance(value, dict)
    return isinstance(kind, type) and isinstance(value, kind)


def _object(properties: dict[str, Any], required: Sequence[str]) -> dict[str, Any]:
    form: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    if required:
        form["required"] = list(required)
    return form


class _Kind:
    """A type: its schema, and how a value of a program becomes one."""

    def __init__(self, hint: Any, place: str) -> None:
        self._hint = hint
        self._adapter: Any = None
        pydantic = _pydantic()
        if pydantic is not None and hint not in _SIMPLE:
            try:
                adapter = pydantic.TypeAdapter(hint)
                self.schema = adapter.json_schema()
            except pydantic.errors.PydanticUserError as error:
                try:
                    # Before Python 3.12, pydantic takes no TypedDict of typing.
                    self.schema = schema_of(hint)
                except NoSchema:
                    reason = str(error).partition("\n")[0]
                    raise UsageError(
                        f"{place} has a type without a schema: {reason} "
                        "Or give the schemas as input= and output="
                    ) from error
            else:
                self._adapter = adapter
            return
        try:
            self.schema = schema_of(hint)
        except NoSchema as error:
            raise UsageError(
                f"{place} has the type {error}, for which pydantic is needed: install it, "
                "or give the schemas as input= and output="
            ) from None

    @property
    def is_object(self) -> bool:
        return self.schema.get("type") == "object" or "$ref" in self.schema

    @classmethod
    def of(cls, hint: Any, place: str, has_schema: bool) -> _Kind | None:
        """That of a hint; `None` without one, or with one that has no schema where one is given."""
        if hint is inspect.Parameter.empty:
            return None
        try:
            return cls(hint, place)
        except UsageError:
            if has_schema:
                return None
            raise

    def read(self, value: Any) -> Any:
        if self._adapter is None:
            return value_as(self._hint, value)
        return self._adapter.validate_python(value)

    def write(self, value: Any) -> Any:
        return value if self._adapter is None else self._adapter.dump_python(value)


class Signature:
    """The parameters of a function, as programs fill them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.input: dict[str, Any] | None = None
        self.output: dict[str, Any] | None = None
        self._parameters: dict[str, _Kind | None] = {}
        self._scope: str | None = None
        self._whole: _Kind | None = None
        self._is_whole = False
        self._has_none = False
        self._whole_name: str | None = None
        self._answer: _Kind | None = None
        self._takes_rest = False

    @classmethod
    def of(
        cls, function: Callable[..., Any], name: str, scope: type, given: Collection[str] = ()
    ) -> Signature:
        """The signature of a function; `scope` is the type of a parameter that is no part of the argument,
        and `given` has `input` and `output` where their schemas are given, so that hints need have none."""
        self = cls(name)
        has_input = "input" in given
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            self._is_whole = True
            return self
        hints = _hints(function, name)
        parameters = []
        for parameter in signature.parameters.values():
            hint = hints.get(parameter.name, parameter.annotation)
            if hint is scope:
                self._scope = parameter.name
            elif parameter.kind is parameter.VAR_KEYWORD:
                self._takes_rest = True
            elif parameter.kind is not parameter.VAR_POSITIONAL:
                parameters.append((parameter, hint))
        answer = hints.get("return", signature.return_annotation)
        if answer is not inspect.Signature.empty:
            self._answer = _Kind.of(answer, f"the answer of {name}", "output" in given)
            self.output = None if self._answer is None else self._answer.schema
        if not parameters and not self._takes_rest:
            self._has_none = True
            return self
        if len(parameters) == 1 and not self._takes_rest:
            parameter, hint = parameters[0]
            if self._takes_whole(parameter, hint, has_input):
                return self
        properties: dict[str, Any] = {}
        required: list[str] = []
        definitions: dict[str, Any] = {}
        for parameter, hint in parameters:
            if parameter.kind is parameter.POSITIONAL_ONLY:
                raise UsageError(
                    f"{name} has several parameters, and {parameter.name} is positional-only: "
                    "a program passes one object with names"
                )
            kind = _Kind.of(hint, f"{parameter.name} of {name}", has_input)
            self._parameters[parameter.name] = kind
            schema = dict(kind.schema) if kind is not None else {}
            definitions.update(schema.pop("$defs", {}))
            if parameter.default is inspect.Parameter.empty:
                required.append(parameter.name)
            elif _is_data(parameter.default):
                schema["default"] = parameter.default
            properties[parameter.name] = schema
        self.input = _object(properties, required)
        if self._takes_rest:
            self.input["additionalProperties"] = True
        if definitions:
            self.input["$defs"] = definitions
        return self

    def _takes_whole(self, parameter: inspect.Parameter, hint: Any, has_input: bool) -> bool:
        """Whether the only parameter is the argument itself."""
        kind = _Kind.of(hint, f"{parameter.name} of {self.name}", has_input)
        is_only = parameter.kind is parameter.POSITIONAL_ONLY
        if not is_only and (kind is None or not kind.is_object):
            return False
        self._is_whole, self._whole = True, kind
        self._whole_name = None if is_only else parameter.name
        self.input = kind.schema if kind is not None else None
        return True

    def bind(self, argument: Any, scope: Any) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of a call."""
        keywords = {} if self._scope is None else {self._scope: scope}
        if self._has_none:
            return [], keywords
        if self._is_whole:
            value = self._read(self._whole, argument, ())
            if self._whole_name is None:
                return [value], keywords
            return [], {self._whole_name: value, **keywords}
        if argument is None:
            argument = {}
        if not isinstance(argument, dict):
            raise ArgumentError(f"{self.name} takes one object with {', '.join(self._parameters)}")
        for name, value in argument.items():
            keywords[name] = self._read(self._parameters.get(name), value, (name,))
        return [], keywords

    def _read(self, kind: _Kind | None, value: Any, place: tuple[str, ...]) -> Any:
        if kind is None:
            return value
        try:
            return kind.read(value)
        except ValueError as error:
            raise ArgumentError(f"{self.name}: the argument does not fit: {_reasons(error, place)}") from error

    def answer(self, value: Any) -> Any:
        """What the function returned, as plain data."""
        return value if self._answer is None else self._answer.write(value)


def _reasons(error: ValueError, place: tuple[str, ...]) -> str:
    """Why a value does not fit, as pydantic or an enumeration says it."""
    errors = getattr(error, "errors", None)
    if errors is None:
        return "".join(f".{step}" for step in place) + (": " if place else "") + str(error)
    reasons = []
    for one in errors(include_url=False, include_context=False, include_input=False)[:REASONS_MAX]:
        path = "".join(f".{step}" for step in (*place, *one["loc"]))
        reasons.append(f"{path}: {one['msg']}" if path else str(one["msg"]))
    return "; ".join(reasons)


def _hints(function: Callable[..., Any], name: str) -> dict[str, Any]:
    target = function
    if not inspect.isroutine(function) and not isinstance(function, type):
        target = getattr(type(function), "__call__", function)
    try:
        return typing.get_type_hints(target, include_extras=True)
    except NameError as error:
        raise UsageError(f"a type hint of {name} cannot be read: {error}") from error
    except TypeError:
        return {}


def _is_data(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float, bool))


