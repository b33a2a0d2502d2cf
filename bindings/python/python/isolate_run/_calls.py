"""Calls of functions: on threads, and on the event loop that a run was started from."""

from __future__ import annotations

import contextvars
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from ._errors import FunctionError
from ._waiting import trio_token

if TYPE_CHECKING:
    import asyncio


def is_coroutine(function: Callable[..., Any]) -> bool:
    """Whether a call of it is to be awaited."""
    import inspect

    call = getattr(function, "__call__", None)
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(call)


class Caller:
    """Where the functions of a run are called: its context variables, and its event loop."""

    __slots__ = ("_context", "_loop", "_trio")

    def __init__(self) -> None:
        self._context = contextvars.copy_context()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._trio = trio_token()
        # Where nobody has imported it, no loop of it runs.
        running = getattr(sys.modules.get("asyncio"), "get_running_loop", None)
        if self._trio is None and running is not None:
            try:
                self._loop = running()
            except RuntimeError:
                pass

    @property
    def loop(self) -> Any:
        """The event loop, of asyncio or trio; `None` outside of one."""
        return self._trio if self._trio is not None else self._loop

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Calls a plain function on this thread."""
        # A context can be entered once at a time.
        return self._context.copy().run(function, *arguments)

    def start(self, function: Callable[..., Any], arguments: tuple[Any, ...], reply: Any) -> None:
        """Starts an `async` function; its answer goes to the reply."""
        if self._trio is not None:
            self._start_in_trio(function, arguments, reply)
            return
        loop = self._loop
        if loop is None:
            from ._own_loop import own_loop

            loop = own_loop()

        def begin() -> None:
            coroutine: Coroutine[Any, Any, Any] = function(*arguments)
            task = loop.create_task(coroutine)
            reply.on_cancel(lambda: loop.call_soon_threadsafe(task.cancel))
            task.add_done_callback(done)

        def done(task: asyncio.Task[Any]) -> None:
            if task.cancelled():
                reply.fail(FunctionError("the function was cancelled", code="ECANCELED"))
                return
            error = task.exception()
            if error is not None:
                reply.fail(error)
            else:
                reply.answer(task.result())

        loop.call_soon_threadsafe(begin, context=self._context.copy())

    def _start_in_trio(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], reply: Any
    ) -> None:
        import trio

        token = self._trio
        scope = trio.CancelScope()

        async def run() -> None:
            answer: Any = None
            with scope:
                try:
                    answer = await function(*arguments)
                except Exception as error:
                    reply.fail(error)
                    return
            if scope.cancelled_caught:
                reply.fail(FunctionError("the function was cancelled", code="ECANCELED"))
            else:
                reply.answer(answer)

        def begin() -> None:
            trio.lowlevel.spawn_system_task(run, context=self._context.copy())

        reply.on_cancel(lambda: token.run_sync_soon(scope.cancel))
        token.run_sync_soon(begin)


def described(error: BaseException) -> tuple[str, str | None, Any, bool]:
    """The message, the code and the data that a program gets, and whether its argument is wrong."""
    if isinstance(error, FunctionError):
        return error.message, error.code, error.data, False
    from ._schemas import ArgumentError

    text = str(error)
    if isinstance(error, ArgumentError):
        return text, None, None, True
    if isinstance(error, OSError) and error.strerror:
        import errno

        return text, errno.errorcode.get(error.errno or 0), None, False
    name = type(error).__name__
    return (f"{name}: {text}" if text else name), None, None, False
