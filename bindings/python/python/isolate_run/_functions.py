"""Functions that programs may call, and their schemas from type hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict, TypeVar, overload

from . import _native, _words
from ._calls import is_coroutine
from ._typing import Unpack
from ._words import instance, milliseconds, shown, unknown, wrong_type

F = TypeVar("F", bound=Callable[..., Any])


class Scope:
    """What a function gets beside its arguments, where it has a parameter of this type."""

    def __init__(self, native: _native.Scope) -> None:
        self._native = native

    def note(self, text: str) -> None:
        """Sets the note of this call in the record of the run: its first 500 characters."""
        self._native.note(_words.text("text", text))

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return self._native.is_cancelled


class Properties(TypedDict, total=False):
    """What is said of a function. What is left out has its default."""

    describe: str | None
    """What it does. Default: its docstring."""
    input: Mapping[str, Any] | None
    """The JSON schema of its argument. Default: that of its type hints."""
    output: Mapping[str, Any] | None
    """The JSON schema of its answer. Default: that of its type hints."""
    reads: bool
    """It changes nothing outside: read-only and dry runs may call it. Default: `False`."""
    writes: bool
    """It changes something outside: the default."""
    idempotent: bool
    """It may be called again for a call that was interrupted. Default: `False`."""
    needs_approval: bool
    """A person has to approve each call. Default: `False`."""
    answered_later: bool
    """What it returns is not the answer, which is given with `Workspace.answer`. Default: `False`."""
    waits_in_memory: bool
    """A run that waits for it is not put away. Default: `False`."""
    unrecorded: bool
    """Its arguments and answers are not kept in the history. Default: `False`."""
    timeout: float | None
    """Seconds that it may take. Default: as long as its run."""


_MEMBERS = {
    "describe": "describe",
    "input": "input",
    "output": "output",
    "reads": "reads",
    "writes": "writes",
    "idempotent": "idempotent",
    "needs_approval": "needsApproval",
    "answered_later": "answeredLater",
    "waits_in_memory": "waitsInMemory",
    "unrecorded": "unrecorded",
}


class Functions:
    """The functions that programs may call, in namespaces.

    >>> from isolate_run import Functions, Sandbox, Workspace
    >>> functions = Functions()
    >>> @functions.add("shop", "price", reads=True)
    ... def price(item: str, count: int = 1) -> float:
    ...     "The price of so many items, in euros."
    ...     return 1.5 * count
    >>> run = Sandbox().run(
    ...     Workspace.memory(),
    ...     'async () => await shop.price({ item: "apple", count: 2 })',
    ...     functions=functions,
    ... )
    >>> run.result()
    3
    """

    def __init__(self) -> None:
        self._native = _native.Functions()
        # Whether one of them is called on the event loop of the run.
        self._needs_loop = False

    @overload
    def add(
        self, namespace: str, name: str, function: F, **properties: Unpack[Properties]
    ) -> F: ...
    @overload
    def add(
        self, namespace: str, name: str, **properties: Unpack[Properties]
    ) -> Callable[[F], F]: ...

    def add(
        self, namespace: str, name: str, function: Any = None, **properties: Unpack[Properties]
    ) -> Any:
        """Adds a function, or decorates one.

        A program passes one object, whose members are the parameters. A single parameter that is an object
        itself, such as a pydantic model, or that is positional-only (`def read(path, /)`), is the argument.
        An `async` function is called on the event loop that its run was started from, any other on a thread.

        Raises `UsageError` for a type hint that has no schema, and for a property out of its range. Names are
        checked by `check`, and when a run gets the functions.
        """
        _words.text("namespace", namespace)
        _words.text("name", name)
        if function is None:

            def decorated(function: F) -> F:
                self.add(namespace, name, function, **properties)
                return function

            return decorated
        if not callable(function):
            raise wrong_type(f"{namespace}.{name}", function, "a function")
        for given in properties:
            if given not in _MEMBERS and given != "timeout":
                raise TypeError(unknown("property", given, Properties.__annotations__))
        import inspect

        from ._schemas import Signature

        given_schemas = [given for given in ("input", "output") if properties.get(given) is not None]
        signature = Signature.of(function, f"{namespace}.{name}", Scope, given_schemas)
        members: dict[str, Any] = {
            "describe": inspect.getdoc(function) if inspect.isroutine(function) else None,
            "input": signature.input,
            "output": signature.output,
        }
        for given, value in properties.items():
            if given == "timeout":
                members["timeoutMs"] = None if value is None else milliseconds(given, value)
            elif value is not None:
                members[_MEMBERS[given]] = value
        called: Callable[[Any, Any], Any]
        is_async = is_coroutine(function)
        self._needs_loop |= is_async
        if is_async:

            async def called_on_loop(argument: Any, scope: Any) -> Any:
                positional, keywords = signature.bind(argument, Scope(scope))
                answer: Any = function(*positional, **keywords)
                return signature.answer(await answer)

            called = called_on_loop
        else:

            def called_on_thread(argument: Any, scope: Any) -> Any:
                positional, keywords = signature.bind(argument, Scope(scope))
                return signature.answer(function(*positional, **keywords))

            called = called_on_thread
        self._native.add(namespace, name, called, is_async, members)
        return function

    def describe(self, namespace: str, text: str) -> None:
        """Sets the description of a namespace."""
        self._native.describe(_words.text("namespace", namespace), _words.text("text", text))

    def on_approval(self, ask: F) -> F:
        """Sets who is asked: a function of `(function, description, argument)`, plain or `async`, that
        answers `True`, a reason for a no, or `None` for later. It is called where functions are: an `async` one
        on the event loop that the run was started from, any other on a thread."""
        if not callable(ask):
            raise wrong_type("ask", ask, "a function of (function, description, argument)")
        asked: Callable[..., Any]
        is_async = is_coroutine(ask)
        if is_async:

            async def asked_on_loop(*told: Any) -> Any:
                answer: Any = ask(*told)
                return _decision(await answer)

            asked = asked_on_loop
        else:

            def asked_on_thread(*told: Any) -> Any:
                return _decision(ask(*told))

            asked = asked_on_thread

        self._needs_loop |= is_async
        self._native.on_approval(asked, is_async)
        return ask

    def check(self) -> None:
        """Raises `UsageError` for a name or a schema that is wrong."""
        self._native.check()

    def declarations(self) -> str:
        """The functions in TypeScript, as a model reads them."""
        return self._native.declarations()

    def prompt(self) -> str:
        """What a model is told about them."""
        return self._native.prompt()


def _decision(answer: Any) -> Any:
    """What whoever is asked has answered. Only `True` approves."""
    if answer is None or isinstance(answer, (bool, str)):
        return answer
    raise TypeError(f"it answered {shown(answer)}, which is not True, a reason for a no, or None for later")


def functions_of(value: Any) -> Functions:
    """The functions that were given."""
    way_out = 'Functions, to which functions are added by functions.add("namespace", "name", function)'
    return instance("functions", value, Functions, way_out)
