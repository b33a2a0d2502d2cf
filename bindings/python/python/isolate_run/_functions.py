"""Functions that programs may call, and their schemas from type hints."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, overload

from . import _native
from ._calls import Caller, is_coroutine
from ._errors import FunctionError, UsageError
from ._schemas import Signature
from ._words import milliseconds, unknown

if TYPE_CHECKING:
    from typing_extensions import Unpack

F = TypeVar("F", bound=Callable[..., Any])


class Scope:
    """What a function gets beside its arguments, where it has a parameter of this type."""

    def __init__(self, native: _native.Scope) -> None:
        self._native = native

    def note(self, text: str) -> None:
        """Sets the note of this call in the record of the run: at most 500 characters."""
        self._native.note(text)

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
    """It changes nothing outside."""
    writes: bool
    """It changes something outside: the default."""
    idempotent: bool
    """It may be called again for a call that was interrupted."""
    needs_approval: bool
    """A person has to approve each call."""
    answered_later: bool
    """What it returns is not the answer, which is given with `Workspace.answer`."""
    waits_in_memory: bool
    """A run that waits for it is not put away."""
    unrecorded: bool
    """Its answers are not kept."""
    timeout: float | None
    """Seconds that it may take."""


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
        """
        if function is None:

            def decorated(function: F) -> F:
                self.add(namespace, name, function, **properties)
                return function

            return decorated
        if not callable(function):
            raise UsageError(f"{namespace}.{name} is {function!r}: it takes a function")
        for given in properties:
            if given not in _MEMBERS and given != "timeout":
                raise TypeError(unknown("property", given, Properties.__annotations__))
        signature = Signature.of(function, f"{namespace}.{name}", Scope)
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
        self._native.describe(namespace, text)

    def on_approval(self, ask: F) -> F:
        """Sets who is asked: a function of `(function, description, argument)`, plain or `async`, that
        answers `True`, a reason for a no, or `None` for later."""
        self._native.on_approval(ask, is_coroutine(ask), Caller())
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


__all__ = ["FunctionError", "Functions", "Scope"]

