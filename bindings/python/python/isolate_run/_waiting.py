"""Waiting for what ends on another thread, in asyncio and in trio."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio


def trio_token() -> Any:
    """What stands for the run of trio on this thread; `None` if there is none."""
    trio = sys.modules.get("trio")
    if trio is None:
        return None
    try:
        return trio.lowlevel.current_trio_token()
    except RuntimeError:
        return None


async def until(
    start: Callable[[Callable[..., None]], None], cancel: Callable[[], None] | None = None
) -> Any:
    """Calls `start` with a callback, and waits until that is called on whatever thread.

    A cancellation calls `cancel`, and still waits for the end where there is something to cancel: what has
    run is known then.
    """
    token = trio_token()
    if token is not None:
        return await _until_in_trio(token, start, cancel)
    import asyncio

    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def resolve(value: Any) -> None:
        if not future.done():
            future.set_result(value)

    def callback(value: Any = None) -> None:
        try:
            loop.call_soon_threadsafe(resolve, value)
        except RuntimeError:
            # The loop was closed: nobody waits.
            pass

    start(callback)
    if cancel is None:
        return await future
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        cancel()
        await ended(future)
        raise


async def ended(future: asyncio.Future[Any]) -> None:
    """Waits for a run that was cancelled, which ends within a moment."""
    import asyncio

    while not future.done():
        try:
            await asyncio.shield(future)
        except asyncio.CancelledError:
            continue


async def _until_in_trio(
    token: Any, start: Callable[[Callable[..., None]], None], cancel: Callable[[], None] | None
) -> Any:
    import trio

    event = trio.Event()
    values: list[Any] = []

    def resolve(value: Any) -> None:
        values.append(value)
        event.set()

    def callback(value: Any = None) -> None:
        try:
            token.run_sync_soon(resolve, value)
        except trio.RunFinishedError:
            pass

    start(callback)
    try:
        await event.wait()
    except trio.Cancelled:
        if cancel is not None:
            cancel()
            with trio.CancelScope(shield=True):
                await event.wait()
        raise
    return values[0]
