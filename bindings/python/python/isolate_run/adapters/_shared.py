"""What the adapters share: a program as a tool of a model, and the tools of an agent as its functions."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import random
import re
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .._errors import BusyError, UsageError
from .._functions import Functions
from .._run import Run
from .._sandbox import Limits, RunOptions, Sandbox, _given
from .._tools import prompt
from .._typing import Unpack
from .._waiting import ended
from .._workspace import Workspace
from ._answers import Answer, is_failure, text_of

NAMESPACE = "tools"
"""The global of programs that has the tools of an agent."""

CODE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "code": {
            "type": "string",
            "description": "The program, such as `async () => await state.readdir('/')`.",
        }
    },
    "required": ["code"],
    "additionalProperties": False,
}
"""The argument of a tool that runs a program."""

_TIMEOUT_SECONDS = 30.0
"""The default of `Limits.timeout`."""

_EDITS_MAX = 50
"""How often an edit is tried because somebody else has changed the file meanwhile."""

_REPLACE = """async ({ path, hash, content, target }) => {
  if (await state.hashFile(path, { algorithm: "sha256" }) !== hash) return false;
  if (target !== path) await state.mv(path, target, { overwrite: false });
  await state.writeFile(target, content);
  return true;
}"""

_PROGRAMS = (
    "Runs a program on the files of the workspace, and answers what it returns. "
    "Files persist between programs."
)
_ATOMIC = "If a program throws, its changes of files are undone."
_PER_CALL = "If a program throws, what it has done before stays done."


def needs(adapter: str, module: str, package: str) -> None:
    """Raises an `ImportError` that says what to install, if the SDK of an adapter is missing."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise ImportError(f"{adapter} needs {package}: pip install '{package}'", name=module) from error


def opened(workspace: Any) -> Workspace:
    """The workspace, if it is one."""
    if not isinstance(workspace, Workspace):
        raise UsageError(
            f"workspace is {workspace!r}: it takes Workspace.open(path) or Workspace.memory()"
        )
    return workspace


_sandbox: Sandbox | None = None
_sandbox_lock = threading.Lock()


def common_sandbox() -> Sandbox:
    """The sandbox of all adapters that were given none: each one has threads of its own."""
    global _sandbox
    with _sandbox_lock:
        if _sandbox is None:
            _sandbox = Sandbox()
        return _sandbox


class Programs:
    """The programs of one tool: where they run, with which options, and what the model is told.

    Args:
        workspace: Their files. Default: a workspace in memory.
        sandbox: Runs them. Default: one that all adapters share.
        calls_tools: Whether programs call tools of the agent. These may use the same files, which an atomic
            run would not see; so each change is kept at once then, and otherwise those of a whole program.
        functions: What they may call; they can also be among the options.
        options: Options of the runs.
    """

    def __init__(
        self,
        workspace: Workspace | None,
        sandbox: Sandbox | None = None,
        *,
        calls_tools: bool = False,
        functions: Functions | None = None,
        options: RunOptions | None = None,
    ) -> None:
        self.workspace = Workspace.memory() if workspace is None else opened(workspace)
        if sandbox is not None and not isinstance(sandbox, Sandbox):
            raise UsageError(f"sandbox is {sandbox!r}: it takes a Sandbox")
        self._sandbox = sandbox
        self._editing = threading.Lock()
        if calls_tools and options and options.get("functions") is not None:
            raise UsageError("the functions of the programs are the agent's tools: add tools to the agent")
        # A model that waits for the answer of a tool has no use for a run that was put away because a
        # function is slow.
        defaults: RunOptions = {
            "commit": "per-call" if calls_tools else "atomic",
            "suspend_after": None,
            "label": "code",
        }
        self._options: RunOptions = {**defaults, **(options or {})}
        if functions is not None:
            self._options["functions"] = functions
        # What is wrong with the options is said here, and not when a model runs its first program.
        _given(self._options)

    @property
    def sandbox(self) -> Sandbox:
        """The sandbox: the given one, or that of all adapters."""
        return common_sandbox() if self._sandbox is None else self._sandbox

    @property
    def timeout(self) -> float:
        """Seconds that a program may take, with the functions that it waits for."""
        limits = self._options.get("limits") or Limits()
        return _TIMEOUT_SECONDS if limits.timeout is None else limits.timeout

    def description(self, functions: Functions | None = None) -> str:
        """What a model is told of the tool: the files, and the functions with their declarations."""
        functions = functions or self._options.get("functions")
        is_atomic = self._options.get("commit") != "per-call"
        told = _ATOMIC if is_atomic else _PER_CALL
        guide = prompt(
            "compact", functions=functions, read_only=bool(self._options.get("read_only", False))
        )
        return f"{_PROGRAMS} {told}\n\n{guide}".strip()

    async def answer(self, code: Any, **options: Unpack[RunOptions]) -> Answer:
        """Runs a program that a model wrote."""
        if (refused := _refused(code)) is not None:
            return refused
        given: RunOptions = {**self._options, **options}
        functions = given.get("functions")
        try:
            return _answered(await self.sandbox.run_async(self.workspace, code, **given))
        except BusyError as error:
            return _busy(error)
        finally:
            if isinstance(functions, _Bound):
                await functions.settle()

    def answer_sync(self, code: Any, **options: Unpack[RunOptions]) -> Answer:
        """As `answer`, on this thread."""
        if (refused := _refused(code)) is not None:
            return refused
        given: RunOptions = {**self._options, **options}
        try:
            return _answered(self.sandbox.run(self.workspace, code, **given))
        except BusyError as error:
            return _busy(error)

    def edit(
        self, path: str, change: Callable[[str], str], *, target: str | None = None
    ) -> None:
        """Changes the text of a file, and renames it if there is a target. No change by others is lost: if the
        file has changed since it was read, the change is made again. What `change` raises ends it.
        """
        with self._editing:
            for attempt in range(_EDITS_MAX):
                data = self.workspace.files.read_bytes(path)
                given = {
                    "path": path,
                    "hash": hashlib.sha256(data).hexdigest(),
                    "content": change(data.decode()),
                    "target": target or path,
                }
                run = self.sandbox.run(
                    self.workspace, _REPLACE, input=given, commit="atomic", label="edit"
                )
                if run.result():
                    return
                # Others than this object have written: whoever waits for different times gets a turn.
                time.sleep(random.uniform(0, 0.005 * attempt))
        raise BusyError(f"others keep changing {path}: read it again, then edit it")


def _refused(code: Any) -> Answer | None:
    """The answer for what is no program."""
    if isinstance(code, str) and code.strip():
        return None
    return Answer(
        "`code` is missing: pass the program as text, such as `async () => await state.readdir('/')`.",
        is_error=True,
    )


def _answered(run: Run) -> Answer:
    return Answer(text_of(run), is_error=is_failure(run), run=run)


def _busy(error: BusyError) -> Answer:
    return Answer(f"Nothing was run: {error}. Try again.", is_error=True)


def identifier(name: str) -> str:
    """The name of a tool, as programs call it: what is no letter, digit, `_` or `$` becomes `_`."""
    spelled = re.sub(r"[^A-Za-z0-9_$]", "_", name)
    return f"_{spelled}" if not spelled or spelled[0].isdigit() else spelled


@dataclass(frozen=True)
class Tool:
    """A tool of an agent that programs call: `await tools.NAME(arguments)`."""

    name: str
    description: str
    input: Mapping[str, Any]
    call: Callable[[dict[str, Any]], Awaitable[Any]]
    output: Mapping[str, Any] | None = None


class _Bound(Functions):
    """Tools as functions, with the calls that are under way."""

    def __init__(self) -> None:
        super().__init__()
        self._under_way: set[asyncio.Task[Any]] = set()

    def add_tool(self, name: str, tool: Tool, timeout: float) -> None:
        async def call(argument: Any, /) -> Any:
            try:
                task = asyncio.current_task()
            except RuntimeError:
                # In trio, whose nurseries wait for their tasks.
                task = None
            if task is not None:
                self._under_way.add(task)
                task.add_done_callback(self._under_way.discard)
            return await tool.call(argument or {})

        self.add(
            NAMESPACE,
            name,
            call,
            describe=tool.description,
            input=tool.input,
            output=tool.output,
            timeout=timeout,
        )

    async def settle(self) -> None:
        """Waits for calls that a run has left behind, because it was cancelled or a limit ended it: they are
        cancelled with it."""
        loop = asyncio.get_running_loop() if self._under_way else None
        tasks = [task for task in self._under_way if task.get_loop() is loop]
        if tasks:
            await ended(asyncio.gather(*tasks, return_exceptions=True))


def bound(tools: Iterable[Tool], timeout: float) -> Functions:
    """The tools of an agent as functions of the namespace `tools`, each of which may take so many seconds."""
    functions = _Bound()
    names: dict[str, str] = {}
    for tool in tools:
        name = identifier(tool.name)
        if name in names:
            raise UsageError(
                f"the tools {names[name]!r} and {tool.name!r} would both be {NAMESPACE}.{name}: rename one"
            )
        names[name] = tool.name
        functions.add_tool(name, tool, timeout)
    functions.check()
    return functions
