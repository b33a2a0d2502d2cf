"""Sandboxes, and runs on their way."""

from __future__ import annotations

import datetime
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict, Union

from . import _native, _waiting
from ._calls import Caller, is_coroutine
from ._errors import UsageError
from ._functions import Functions, functions_of
from ._run import AnyRun, Effects, Run, effects, number_of_run
from ._records import Record
from ._shell import ShellOptions, ShellRun, split
from ._typing import Unpack
from ._words import StrPath, file_path, instance, milliseconds, shown, unknown, wrong_type
from ._workspace import Workspace, opened

Commit = Literal["per-call", "atomic", "dry-run"]
Confirm = Callable[[Effects, Union[str, None]], Any]

_COMMITS = {"per-call": "perCall", "atomic": "atomic", "dry-run": "dryRun"}


class Limits(Record):
    """What a run may use. What is `None` has its default.

    A run that needs more ends with the status `limit`, which its program cannot catch; a larger result or log
    is cut. `docs/limits.md` says what each of them counts.

    >>> Limits(timeout=5, fuel=1_000_000)
    Limits(fuel=1000000, timeout=5)
    """

    fuel: int | None = None
    """Instructions of WebAssembly. Default: 500,000,000,000."""
    memory_bytes: int | None = None
    """Bytes that the program may add to the memory of its sandbox. Default: 256 MiB."""
    host_memory_bytes: int | None = None
    """Bytes that the host may hold for it. Default: 256 MiB."""
    timeout: float | None = None
    """Seconds that it may take. Default: 30."""
    host_calls: int | None = None
    """Calls of `state`, of Node's `fs` and of functions. Default: 1,000,000."""
    io_bytes: int | None = None
    """Bytes that it reads from files, and bytes that it writes. Default: 16 GiB each."""
    result_bytes: int | None = None
    """Bytes of the result; of a larger one, parts are left out, and `Run.is_cut` is true. Default: 8 MiB."""
    log_bytes: int | None = None
    """Bytes of the whole log; later entries are dropped. Default: 1 MiB."""
    log_entry_bytes: int | None = None
    """Bytes of one entry of the log, which is cut there. Default: 64 KiB."""
    log_entries: int | None = None
    """Entries of the log; later ones are dropped. Default: 10,000."""

    def _form(self) -> dict[str, Any]:
        form = {name: value for name, value in super()._form().items() if value is not None}
        if self.timeout is not None:
            form["timeoutMs"] = milliseconds("limits.timeout", form.pop("timeout"))
        return form


class RunOptions(TypedDict, total=False):
    """The options of a run. What is left out has its default."""

    input: Any
    """The argument of the program. Default: it is called without one."""
    functions: Functions | None
    """The functions that it may call."""
    limits: Limits | None
    """What it may use."""
    seed: int | None
    """Seeds everything that is random, and fixes the clock. Default: both are those of the machine."""
    now: datetime.datetime | None
    """The time at which it begins, with a time zone."""
    commit: Commit
    """When its changes are kept: `per-call` (the default), `atomic`, or never: `dry-run`."""
    confirm: Confirm | None
    """Is asked with the effects and the diff whether they are kept; it may be `async`."""
    diff_bytes: int | None
    """Bytes of the largest patch in `Run.diff`. Default: no patch is made."""
    review: bool
    """Whether all its changes need an approval before they are kept. Default: `False`."""
    read_only: bool
    """Refuses every change of files. Default: `False`."""
    typescript: bool
    """Whether types are erased; with `False`, they are errors of syntax. Default: `True`."""
    code_from_text: bool
    """Whether `eval` works. Default: `True`."""
    exec: bool | Sequence[str]
    """Whether `state.exec` runs commands of a shell, or which. Default: `False`."""
    branch: str | None
    """The branch that it reads and changes. Default: that of the workspace."""
    label: str | None
    """Its name in the history."""
    actor: str | None
    """Who runs it, for the history."""
    suspension: bool
    """Whether it may be put away while it waits; with `False`, what needs an approval is an error. Default:
    `True`."""
    suspend_after: float | None
    """Seconds that it waits in memory for functions before it is put away. Default: as long as it runs."""
    wait_max: float | None
    """Seconds that it may wait while it is put away; calls that have no answer by then fail with `ETIMEDOUT`.
    Default: 30 days."""
    idempotency_key: str | None
    """A repeated request with the same key is not done again."""
    principal: str | None
    """Whose key it is."""
    traceparent: str | None
    """The trace that it is a part of, as the header `traceparent` of W3C has it."""
    trace_contents: Sequence[Literal["programs", "arguments", "results"]]
    """Contents that spans may have. Default: none."""


_MEMBERS = {
    "seed": "seed",
    "diff_bytes": "diffBytes",
    "review": "review",
    "read_only": "readOnly",
    "typescript": "typescript",
    "code_from_text": "codeFromText",
    "exec": "exec",
    "branch": "branch",
    "label": "label",
    "actor": "actor",
    "suspension": "suspension",
    "idempotency_key": "idempotencyKey",
    "principal": "principal",
    "traceparent": "traceparent",
    "trace_contents": "traceContents",
}


def _text(code: str) -> str:
    """The text of a program."""
    return instance("code", code, str, "the text of a program")


def _command(command: str) -> str:
    """The text of a command."""
    return instance("command", command, str, "the text of a command")


def limits_form(name: str, limits: Any) -> dict[str, Any]:
    """The members of limits."""
    return instance(name, limits, Limits, "Limits, such as Limits(timeout=10)")._form()


class _Asked:
    """Whoever is asked whether changes are kept. What it raises is raised again where the run is waited for."""

    def __init__(self, ask: Any) -> None:
        if not callable(ask):
            raise wrong_type("confirm", ask, "a function of the effects and the diff")
        self._ask = ask
        self.is_async = is_coroutine(ask)
        self.error: Exception | None = None

    def sync(self, form: Any, diff: str | None) -> bool:
        try:
            return bool(self._ask(effects(form), diff))
        except Exception as error:
            self.error = error
            return False

    async def awaited(self, form: Any, diff: str | None) -> bool:
        try:
            answer: Any = self._ask(effects(form), diff)
            return bool(await answer)
        except Exception as error:
            self.error = error
            return False


class _Given:
    """The options of a run: what the native part takes, and what is left to do here."""

    def __init__(self, options: RunOptions) -> None:
        confirm, functions = options.get("confirm"), options.get("functions")
        self.asked = None if confirm is None else _Asked(confirm)
        if functions is not None:
            functions = functions_of(functions)
        self.members = _given(options, self.asked)
        needs_loop = (functions is not None and functions._needs_loop) or (
            self.asked is not None and self.asked.is_async
        )
        # The event loop on which functions are called.
        self._loop = self.members["caller"].loop if needs_loop else None

    def check_wait(self) -> None:
        """Refuses to wait on the thread of the event loop that has to call functions meanwhile."""
        if self._loop is not None and Caller().loop == self._loop:
            raise UsageError(
                "this waits on the thread of the event loop on which its async functions are called, and would "
                "never end: await sandbox.run_async or sandbox.resume_async, or the handle of sandbox.start"
            )

    def ended(self, native: _native.ShellRun) -> ShellRun:
        if self.asked is not None and self.asked.error is not None:
            raise self.asked.error
        return ShellRun(native)

    def finished(self, native: _native.Run) -> Run:
        if self.asked is not None and self.asked.error is not None:
            raise self.asked.error
        return Run(native)


def _given(options: RunOptions, asked: _Asked | None = None) -> dict[str, Any]:
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
    commit = options.get("commit", "per-call")
    if limits is not None:
        settings["limits"] = limits_form("limits", limits)
    if now is not None:
        if not isinstance(now, datetime.datetime) or now.tzinfo is None:
            raise wrong_type("now", now, "a datetime with a time zone")
        settings["now"] = now.timestamp() * 1000
    if not isinstance(commit, str) or commit not in _COMMITS:
        raise UsageError(f"commit is {shown(commit)}: it takes 'per-call', 'atomic' or 'dry-run'")
    if commit != "per-call" or asked is not None:
        settings["commit"] = _COMMITS["atomic" if commit == "per-call" else commit]
    if (wait_max := options.get("wait_max")) is not None:
        settings["waitMaxMs"] = milliseconds("wait_max", wait_max)
    functions = options.get("functions")
    if functions is not None:
        given["functions"] = functions._native
    if functions is not None or asked is not None:
        given["caller"] = Caller()
    if asked is not None:
        given["confirm"] = asked.awaited if asked.is_async else asked.sync
        given["confirm_is_async"] = asked.is_async
    if settings:
        given["settings"] = settings
    return given


class Handle:
    """A run on its way: await it, or wait for it."""

    def __init__(self, native: _native.Handle, given: _Given) -> None:
        self._native = native
        self._given = given
        self._run: Run | None = None

    def cancel(self) -> None:
        """Cancels the run, which ends with the limit `cancelled` within a moment; its result lists what it has
        done. Nothing happens if it has ended."""
        self._native.cancel()

    @property
    def is_done(self) -> bool:
        """Whether it has ended."""
        return self._native.is_done

    def __repr__(self) -> str:
        return "<Handle of a run that has ended>" if self.is_done else "<Handle of a run>"

    def _finished(self) -> Run:
        if self._run is None:
            self._run = self._given.finished(self._native.result())
        return self._run

    def wait(self) -> Run:
        """Waits for it on this thread. Ctrl-C cancels the run, and is raised. Raises what `Sandbox.run` does."""
        if self._run is None:
            if not self.is_done:
                self._given.check_wait()
            self._native.wait()
        return self._finished()

    def __await__(self) -> Generator[Any, Any, Run]:
        return self._until().__await__()

    async def _until(self) -> Run:
        if self._run is None:
            await _waiting.until(self._native.on_done, self._native.cancel)
        return self._finished()

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """What the run does, until it ends: dicts whose `type` is `begun`, `log` (with `level` and `text`),
        `called` and `ended` (with `call` and `function`; `status` and `code`), or `missed`, with the number of
        `events` that were dropped because nobody took them. They can be had once."""
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


class Stats(TypedDict):
    """What a sandbox is doing."""

    runs: int
    """Runs that are alive, with those that wait for functions."""
    runs_max: int
    """How many there may be."""
    queued: int
    """Runs that wait for a place."""
    waiting_for_turn: int
    """Runs that have a place, and wait until they may compute."""
    detached_calls: int
    """Calls of functions that go on for runs that were put away."""


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
        prelude_cache: A folder that keeps preludes compiled. Default: they are compiled for each sandbox.
        prelude_limits: Limits of the preludes while the sandbox is built.
        code_from_text: Whether programs may use `eval`. Default: `True`.
        image_key: 32 random bytes that seal what is kept of runs that wait; whoever resumes them needs the
            same. Default: it is not sealed.

    Raises `UsageError` for an option out of its range and a prelude that fails, and `SandboxError` if the engine
    cannot be set up.
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
        prelude_cache: StrPath | None = None,
        prelude_limits: Limits | None = None,
        code_from_text: bool = True,
        image_key: bytes | None = None,
    ) -> None:
        if image_key is not None:
            if not isinstance(image_key, bytes):
                # It is a secret: only its type is told.
                raise TypeError(f"image_key is a {type(image_key).__name__}: it takes 32 random bytes")
            if len(image_key) != 32:
                raise UsageError(f"image_key has {len(image_key)} bytes: it takes 32 random bytes")
        if preludes is not None and not isinstance(preludes, Mapping):
            raise wrong_type("preludes", preludes, "a dict of names and texts")
        settings: dict[str, Any] = {}
        for name, value in (
            ("threads", threads),
            ("runs", runs),
            ("runsOfWorkspace", runs_of_workspace),
            ("queue", queue),
            ("queueWaitMs", None if queue_wait is None else milliseconds("queue_wait", queue_wait)),
            ("detachedCalls", detached_calls),
            ("preludes", list((preludes or {}).items()) or None),
            (
                "preludeCache",
                None if prelude_cache is None else file_path("prelude_cache", prelude_cache),
            ),
            (
                "preludeLimits",
                None if prelude_limits is None else limits_form("prelude_limits", prelude_limits),
            ),
            ("codeFromText", None if code_from_text is True else code_from_text),
        ):
            if value is not None:
                settings[name] = value
        self._native = _native.Sandbox(settings, image_key)

    def run(self, workspace: Workspace, code: str, **options: Unpack[RunOptions]) -> Run:
        """Runs a program and waits for it. Other threads run meanwhile; Ctrl-C cancels the run.

        A program that fails is a `Run` as well. Raises `TypeError` and `UsageError` for wrong arguments,
        `BusyError` if there is no place for the run, `RepeatedError` for an idempotency key that was used
        before, and `StorageError` if the workspace cannot be read or written.
        """
        given = _Given(options)
        given.check_wait()
        return given.finished(self._native.run(opened(workspace), _text(code), given.members))

    async def run_async(
        self, workspace: Workspace, code: str, **options: Unpack[RunOptions]
    ) -> Run:
        """As `run`, in asyncio or trio. A cancellation of the task cancels the run, and waits for its end."""
        return await self.start(workspace, code, **options)

    def start(self, workspace: Workspace, code: str, **options: Unpack[RunOptions]) -> Handle:
        """Starts a program, and goes on. Raises `TypeError` and `UsageError` for wrong arguments; all else is
        raised where the handle is waited for."""
        given = _Given(options)
        return Handle(self._native.start(opened(workspace), _text(code), given.members), given)

    def resume(self, workspace: Workspace, run: AnyRun, **options: Unpack[RunOptions]) -> Run:
        """Goes on with a run that waited, and waits for it. Give it the functions that it had, since these are not
        kept. Raises `UsageError` for a run that does not wait, or still waits for an answer, and what `run`
        raises."""
        given = _Given(options)
        given.check_wait()
        native = self._native.resume(opened(workspace), number_of_run(run), given.members)
        return given.finished(native)

    async def resume_async(
        self, workspace: Workspace, run: AnyRun, **options: Unpack[RunOptions]
    ) -> Run:
        """As `resume`, in asyncio or trio."""
        given = _Given(options)
        native = self._native.start_resume(opened(workspace), number_of_run(run), given.members)
        return await Handle(native, given)

    def shell(
        self, workspace: Workspace, command: str, **options: Unpack[ShellOptions]
    ) -> ShellRun:
        """Runs a command of a shell, as `bash -c COMMAND` would, on the files of the workspace, and waits for it.

        A command that fails is a `ShellRun` as well. Its changes are kept whatever its exit code is, unless
        `keep_on_success` is set; nothing is kept after a limit or a cancellation. Raises what `run` raises.
        """
        stdin, own, others = split(options)
        given = _Given(others)  # type: ignore[arg-type]
        given.check_wait()
        native = self._native.shell(opened(workspace), _command(command), stdin, own, given.members)
        return given.ended(native)

    async def shell_async(
        self, workspace: Workspace, command: str, **options: Unpack[ShellOptions]
    ) -> ShellRun:
        """As `shell`, in asyncio or trio. A cancellation of the task cancels the command, and waits for its end."""
        stdin, own, others = split(options)
        given = _Given(others)  # type: ignore[arg-type]
        place, text = opened(workspace), _command(command)
        handle = self._native.start_shell(place, text, stdin, own, given.members)
        await _waiting.until(handle.on_done, handle.cancel)
        return given.ended(handle.result())

    def stats(self) -> Stats:
        """What it is doing now."""
        stats = self._native.stats()
        return {
            "runs": stats["runs"],
            "runs_max": stats["runsMax"],
            "queued": stats["queued"],
            "waiting_for_turn": stats["waitingForTurn"],
            "detached_calls": stats["detachedCalls"],
        }

    def drain(self, within: float) -> int:
        """Ends it: takes no more runs, which raise `BusyError` then, waits for those that run, and cancels what is
        left after so many seconds. Returns how many were cancelled."""
        milliseconds("within", within)
        return self._native.drain(within)

