"""Sandboxes, and runs on their way."""

from __future__ import annotations

import datetime
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

from . import _native, _waiting
from ._calls import Caller, is_coroutine
from ._errors import UsageError
from ._functions import Functions
from ._run import Effects, Run, effects
from ._words import instance, milliseconds, shown, unknown
from ._workspace import Workspace

if TYPE_CHECKING:
    from typing_extensions import Unpack

Commit = Literal["per-call", "atomic", "dry-run"]
Confirm = Callable[[Effects, Union[str, None]], Any]

_COMMITS = {"per-call": "perCall", "atomic": "atomic", "dry-run": "dryRun"}


@dataclass(frozen=True)
class Limits:
    """What a run may use. What is `None` has its default; `docs/limits.md` lists them."""

    fuel: int | None = None
    memory_bytes: int | None = None
    host_memory_bytes: int | None = None
    timeout: float | None = None
    """Seconds."""
    host_calls: int | None = None
    io_bytes: int | None = None
    result_bytes: int | None = None
    log_bytes: int | None = None
    log_entry_bytes: int | None = None
    log_entries: int | None = None

    def _form(self) -> dict[str, Any]:
        form = {
            "fuel": self.fuel,
            "memoryBytes": self.memory_bytes,
            "hostMemoryBytes": self.host_memory_bytes,
            "timeoutMs": None if self.timeout is None else milliseconds("timeout", self.timeout),
            "hostCalls": self.host_calls,
            "ioBytes": self.io_bytes,
            "resultBytes": self.result_bytes,
            "logBytes": self.log_bytes,
            "logEntryBytes": self.log_entry_bytes,
            "logEntries": self.log_entries,
        }
        return {name: value for name, value in form.items() if value is not None}


class RunOptions(TypedDict, total=False):
    """The options of a run. What is left out has its default."""

    input: Any
    """The argument of the program. Default: it is called without one."""
    functions: Functions | None
    """The functions that it may call."""
    limits: Limits | None
    """What it may use."""
    seed: int | None
    """Seeds everything that is random, and fixes the clock."""
    now: datetime.datetime | None
    """The time at which it begins."""
    commit: Commit
    """When its changes are kept: `per-call` (the default), `atomic`, or never: `dry-run`."""
    confirm: Confirm | None
    """Is asked with the effects and the diff whether they are kept; it may be `async`."""
    diff_bytes: int | None
    """The largest patch of its changes in `Run.diff`. Default: none."""
    review: bool
    """Whether all its changes need an approval before they are kept."""
    read_only: bool
    """Refuses every change of files."""
    typescript: bool
    """Whether types are erased. Default: `True`."""
    code_from_text: bool
    """Whether `eval` works. Default: `True`."""
    branch: str | None
    """The branch that it reads and changes."""
    label: str | None
    """Its name in the history."""
    actor: str | None
    """Who runs it, for the history."""
    suspension: bool
    """Whether it may be put away while it waits. Default: `True`."""
    suspend_after: float | None
    """Seconds that it waits in memory for functions; `None` for ever. Default: 10."""
    wait_max: float | None
    """Seconds that it may wait while it is put away. Default: 30 days."""
    idempotency_key: str | None
    """A repeated request with the same key is not done again."""
    principal: str | None
    """Whose key it is."""
    traceparent: str | None
    """The trace that it is a part of."""
    trace_contents: Sequence[str]
    """Contents that spans may have: `programs`, `arguments`, `results`."""


_MEMBERS = {
    "seed": "seed",
    "diff_bytes": "diffBytes",
    "review": "review",
    "read_only": "readOnly",
    "typescript": "typescript",
    "code_from_text": "codeFromText",
    "branch": "branch",
    "label": "label",
    "actor": "actor",
    "suspension": "suspension",
    "idempotency_key": "idempotencyKey",
    "principal": "principal",
    "traceparent": "traceparent",
    "trace_contents": "traceContents",
}


def _given(options: RunOptions) -> dict[str, Any]:
    """The options of a run, as the native part takes them."""
    settings: dict[str, Any] = {}
    given: dict[str, Any] = {}
    for name, value in options.items():
        if name == "input":
            given["input"] = value
        elif name not in RunOptions.__annotations__:
            raise TypeError(unknown("option", name, RunOptions.__annotations__))
        elif name in _MEMBERS:
            if value is not None:
                settings[_MEMBERS[name]] = value
        elif name == "suspend_after":
            settings["suspendAfterMs"] = False if value is None else milliseconds(name, value)
    limits, now = options.get("limits"), options.get("now")
    commit, confirm = options.get("commit", "per-call"), options.get("confirm")
    if limits is not None:
        settings["limits"] = instance("limits", limits, Limits)._form()
    if now is not None:
        settings["now"] = instance("now", now, datetime.datetime).timestamp() * 1000
    if not isinstance(commit, str) or commit not in _COMMITS:
        raise UsageError(f"commit is {shown(commit)}: it takes 'per-call', 'atomic' or 'dry-run'")
    if commit != "per-call" or confirm is not None:
        settings["commit"] = _COMMITS["atomic" if commit == "per-call" else commit]
    if (wait_max := options.get("wait_max")) is not None:
        settings["waitMaxMs"] = milliseconds("wait_max", wait_max)
    functions = options.get("functions")
    if functions is not None:
        given["functions"] = instance("functions", functions, Functions)._native
    if functions is not None or confirm is not None:
        given["caller"] = Caller()
    if confirm is not None:
        if not callable(confirm):
            raise TypeError(f"confirm is {shown(confirm)}: it takes a function")
        ask = confirm
        if is_coroutine(ask):

            async def asked(form: Any, diff: str | None) -> bool:
                return bool(await ask(effects(form), diff))

            given["confirm"], given["confirm_is_async"] = asked, True
        else:
            given["confirm"] = lambda form, diff: bool(ask(effects(form), diff))
    if settings:
        given["settings"] = settings
    return given


def _native_of(workspace: Workspace) -> _native.Workspace:
    what = "a Workspace, from Workspace.open(path) or Workspace.memory()"
    return instance("workspace", workspace, Workspace, what=what)._native


def _code(code: str) -> str:
    return instance("code", code, str, what="the text of a program")


class Handle:
    """A run on its way: await it, or wait for it."""

    def __init__(self, native: _native.Handle) -> None:
        self._native = native
        self._run: Run | None = None

    def cancel(self) -> None:
        """Cancels the run. Its result lists what it has done."""
        self._native.cancel()

    @property
    def is_done(self) -> bool:
        """Whether it has ended."""
        return self._native.is_done

    def _finished(self) -> Run:
        if self._run is None:
            self._run = Run(self._native.result())
        return self._run

    def wait(self) -> Run:
        """Waits for it on this thread."""
        if self._run is None:
            self._native.wait()
        return self._finished()

    def __await__(self) -> Generator[Any, Any, Run]:
        return self._until().__await__()

    async def _until(self) -> Run:
        if self._run is None:
            await _waiting.until(self._native.on_done, self._native.cancel)
        return self._finished()

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """What the run does: its log, and the calls of functions; once, until it ends."""
        events = self._native.events()
        if events is None:
            return
        while (event := await _waiting.until(events.next)) is not None:
            yield event

    def events_sync(self) -> Iterator[dict[str, Any]]:
        """As `events`, on this thread."""
        events = self._native.events()
        while events is not None:
            try:
                yield events.wait()
            except StopIteration:
                return


class Sandbox:
    """Runs programs. Build it once: it is safe to use from threads and tasks.

    Args:
        threads: Programs that compute at the same time. Default: the cores of the machine.
        runs: Runs that are alive at the same time, with those that wait for functions. Default: 128.
        runs_of_workspace: How many of them may be of one workspace. Default: half of `runs`.
        queue: Runs that may wait for a place. Default: 10,000.
        queue_wait: Seconds that each may wait. Default: 60.
        detached_calls: Functions that go on for runs that were put away. Default: 10,000.
        preludes: Libraries that all programs have, by name.
        prelude_cache: A folder that keeps preludes compiled.
        prelude_limits: Limits of the preludes while the sandbox is built.
        code_from_text: Whether programs may use `eval`. Default: `True`.
        image_key: 32 bytes that seal what is kept of runs that wait.
    """

    def __init__(
        self,
        *,
        threads: int | None = None,
        runs: int | None = None,
        runs_of_workspace: int | None = None,
        queue: int | None = None,
        queue_wait: float | None = None,
        detached_calls: int | None = None,
        preludes: Mapping[str, str] | None = None,
        prelude_cache: str | None = None,
        prelude_limits: Limits | None = None,
        code_from_text: bool = True,
        image_key: bytes | None = None,
    ) -> None:
        if image_key is not None and len(image_key) != 32:
            raise UsageError(f"image_key has {len(image_key)} bytes: it takes 32 random bytes")
        settings: dict[str, Any] = {}
        for name, value in (
            ("threads", threads),
            ("runs", runs),
            ("runsOfWorkspace", runs_of_workspace),
            ("queue", queue),
            ("queueWaitMs", None if queue_wait is None else milliseconds("queue_wait", queue_wait)),
            ("detachedCalls", detached_calls),
            ("preludes", list(instance("preludes", preludes or {}, Mapping).items()) or None),
            ("preludeCache", prelude_cache),
            (
                "preludeLimits",
                None
                if prelude_limits is None
                else instance("prelude_limits", prelude_limits, Limits)._form(),
            ),
        ):
            if value is not None:
                settings[name] = value
        if not code_from_text:
            settings["codeFromText"] = False
        self._native = _native.Sandbox(settings, image_key)

    def run(self, workspace: Workspace, code: str, **options: Unpack[RunOptions]) -> Run:
        """Runs a program and waits for it. Other threads run meanwhile; Ctrl-C cancels the run."""
        return Run(self._native.run(_native_of(workspace), _code(code), _given(options)))

    async def run_async(
        self, workspace: Workspace, code: str, **options: Unpack[RunOptions]
    ) -> Run:
        """As `run`, in asyncio or trio. A cancellation of the task cancels the run, and waits for its end."""
        return await self.start(workspace, code, **options)

    def start(self, workspace: Workspace, code: str, **options: Unpack[RunOptions]) -> Handle:
        """Starts a program, and goes on."""
        return Handle(self._native.start(_native_of(workspace), _code(code), _given(options)))

    def resume(self, workspace: Workspace, run: int, **options: Unpack[RunOptions]) -> Run:
        """Goes on with a run that waited, with its functions."""
        return Run(self._native.resume(_native_of(workspace), run, _given(options)))

    async def resume_async(
        self, workspace: Workspace, run: int, **options: Unpack[RunOptions]
    ) -> Run:
        """As `resume`, in asyncio or trio."""
        return await Handle(self._native.start_resume(_native_of(workspace), run, _given(options)))

    def stats(self) -> dict[str, int]:
        """What it is doing: runs, places, and what waits."""
        return self._native.stats()

    def drain(self, within: float) -> int:
        """Ends it: takes no more runs, waits for those that run, and cancels what is left after so many
        seconds. Returns how many were cancelled."""
        return self._native.drain(within)

