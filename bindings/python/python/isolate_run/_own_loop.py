"""An event loop on a thread of its own, for `async` functions of runs that were not started from one."""

from __future__ import annotations

import asyncio
import os
import threading

_loop: asyncio.AbstractEventLoop | None = None
_lock = threading.Lock()


def _after_fork() -> None:
    """The thread of the loop, and whoever held the lock, are in the parent."""
    global _loop, _lock
    _loop, _lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def own_loop() -> asyncio.AbstractEventLoop:
    """The loop, which is made when it is first needed."""
    global _loop
    with _lock:
        if _loop is None or _loop.is_closed():
            _loop = asyncio.new_event_loop()
            threading.Thread(
                target=_loop.run_forever, name="isolate-run functions", daemon=True
            ).start()
        return _loop
