"""pydantic-ai: a workspace for its tools of files and commands, and a tool that runs programs which call the agent's
other tools.

>>> from pydantic_ai import Agent
>>> from isolate_run import Workspace
>>> from isolate_run.adapters.pydantic_ai import IsolateCodeMode, IsolateWorkspace
>>> workspace = Workspace.memory()
>>> agent = Agent(capabilities=[IsolateWorkspace(workspace), IsolateCodeMode(workspace)])
"""

from __future__ import annotations

import posixpath
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, TypeVar

from .. import FunctionError, Functions, RunOptions, Sandbox, ShellOptions, UsageError, Workspace
from ._commands import Commands, command_line, text_of
from ._paths import real_path
from ._shared import CODE_SCHEMA, Programs, Tool, bound, needs, opened

needs(__name__, "pydantic_ai.workspaces", "pydantic-ai-slim>=2.68")

import anyio.to_thread
from pydantic import ValidationError
from pydantic_ai import RunContext, ToolDefinition, ToolDenied, ToolReturn
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.exceptions import (
    ApprovalRequired,
    CallDeferred,
    ModelRetry,
    ToolFailed,
    UsageLimitExceeded,
)
from pydantic_ai.messages import ToolCallPart, UserContent
from pydantic_ai.tool_manager import ToolManager
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool, WrapperToolset
from pydantic_ai.workspaces import (
    CommandResult,
    FileEntry,
    ReadOnlyWorkspace,
    SupportsCommands,
    SupportsFilesystem,
    SupportsRealpath,
    WorkspaceBackend,
    WorkspaceCommand,
    WorkspaceOutputLimitError,
    WorkspaceRef,
    WorkspaceTimeoutError,
    WorkspaceUnavailableError,
)
from pydantic_ai.workspaces import Workspace as AgentWorkspace
from pydantic_core import SchemaValidator, core_schema, to_jsonable_python

Deps = TypeVar("Deps")
T = TypeVar("T")


class IsolateBackend(WorkspaceBackend, SupportsFilesystem, SupportsRealpath, SupportsCommands):
    """The files of a workspace, and commands on them, as a workspace of pydantic-ai. Its working directory is `/`.

    Args:
        workspace: The workspace. It stays open when an agent's run ends.
        id: Its name in the message history, by which a later run finds it. Default: a new name, so that only
            this object answers to it.
        sandbox: Runs the commands. Default: one that all adapters share.
        shell: Options of the commands, such as `limits`, `env` or `allowed_commands`.
    """

    def __init__(
        self,
        workspace: Workspace,
        *,
        id: str | None = None,
        sandbox: Sandbox | None = None,
        shell: ShellOptions | None = None,
    ) -> None:
        self._workspace = opened(workspace)
        self._commands = Commands(workspace, sandbox, shell, counts_sleep=True)
        self._ref = WorkspaceRef(provider="isolate", id=id or f"workspace-{uuid.uuid4().hex}")

    @property
    def ref(self) -> WorkspaceRef:
        return self._ref

    async def working_dir(self) -> str:
        return await self._do(lambda: "/")

    async def read_bytes(self, path: str) -> bytes:
        return await self._do(lambda: self._workspace.files.read_bytes(path))

    async def write_bytes(self, path: str, data: bytes) -> None:
        await self._do(lambda: self._workspace.files.write_bytes(path, data))

    async def stat(self, path: str) -> FileEntry:
        return await self._do(lambda: self._entry(path))

    async def list_dir(self, path: str) -> Sequence[FileEntry]:
        def entries() -> list[FileEntry]:
            names = self._workspace.files.list(path)
            return [self._listed(posixpath.join(path, name)) for name in names]

        return await self._do(entries)

    async def make_dir(self, path: str) -> None:
        await self._do(lambda: self._workspace.files.mkdir(path, parents=True))

    async def remove(self, path: str) -> None:
        def remove() -> None:
            if posixpath.normpath(path) in ("/", "//", "."):
                raise ValueError("the working directory / cannot be removed: remove what is in it")
            self._workspace.files.remove(path, recursive=True)

        await self._do(remove)

    async def exists(self, path: str) -> bool:
        return await self._do(lambda: self._workspace.files.exists(path))

    async def realpath(self, path: str) -> str:
        return await self._do(lambda: real_path(self._workspace.files, path))

    async def run(
        self,
        command: WorkspaceCommand,
        *,
        shell: bool = False,
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> CommandResult:
        """Runs a command, as one run of the history: a list of arguments, or with `shell` a text of bash.

        Without `timeout`, a command gets the 30 s of every run, or those of the option `limits`.

        Raises:
            TypeError: A list is given with `shell`, or a text without.
            ValueError: `timeout` is no finite number above 0, or an argument has a byte of value 0.
            WorkspaceTimeoutError: Its time is over, with the time that it slept. Nothing was kept.
            WorkspaceOutputLimitError: It wrote more than `limits` lets it answer. Its changes were kept.
            WorkspaceUnavailableError: The workspace was closed.
        """
        if isinstance(command, str) != shell:
            wanted = "a text" if shell else "a list of arguments"
            raise TypeError(f"command is {command!r}: with shell={shell} it takes {wanted}")
        line = command if isinstance(command, str) else command_line(command)
        self._check_open()
        ended = await self._commands.run(line, env=env, timeout=timeout)
        run = ended.run
        stdout, stderr = text_of(ended.stdout, run.stdout_omitted), text_of(ended.stderr, run.stderr_omitted)
        if ended.timed_out:
            raise WorkspaceTimeoutError(f"the command was stopped: {ended.why}", stdout=stdout, stderr=stderr)
        if ended.omitted:
            kept = "its changes were kept" if run.is_committed else "nothing was kept"
            raise WorkspaceOutputLimitError(
                f"the command wrote {ended.omitted} bytes more than an answer may have, and {kept}: "
                "write less, or write it to a file and read parts",
                limit=max(len(ended.stdout), len(ended.stderr)),
                stdout=stdout,
                stderr=stderr,
            )
        return CommandResult(exit_code=ended.exit_code, stdout=stdout, stderr=text_of(ended.stderr_told))

    def _check_open(self) -> None:
        if self._workspace.is_closed:
            raise WorkspaceUnavailableError(
                "the workspace was closed: open it again with Workspace.open"
            )

    async def _do(self, work: Callable[[], T]) -> T:
        """Works on the files on a thread, because that may wait for the disk."""
        self._check_open()
        return await anyio.to_thread.run_sync(work)

    def _entry(self, path: str) -> FileEntry:
        stat = self._workspace.files.stat(path)
        if stat is None:
            raise FileNotFoundError(f"no such file or directory: {path}")
        is_dir = stat.kind == "directory"
        name = posixpath.basename(path)
        return FileEntry(name=name, path=path, is_dir=is_dir, size=None if is_dir else stat.size)

    def _listed(self, path: str) -> FileEntry:
        """An entry of a directory, which may be a link that leads nowhere."""
        try:
            return self._entry(path)
        except OSError:
            return FileEntry(name=posixpath.basename(path), path=path, is_dir=False, size=None)


@dataclass
class IsolateWorkspace(AbstractCapability[Deps]):
    """Gives the runs of an agent a workspace, for its tools of files and commands and those of other capabilities."""

    workspace: Workspace
    """The workspace. It stays open when a run ends."""

    _: KW_ONLY

    name: str | None = None
    """Its name in the message history, by which a later run finds it. Default: a new one."""

    read_only: bool = False
    """Whether tools may only read, and run no commands. Programs are not concerned: `IsolateCodeMode` has an option
    for them."""

    sandbox: Sandbox | None = None
    """Runs the commands. Default: one that all adapters share."""

    shell: ShellOptions | None = None
    """Options of the commands, such as `limits`, `env` or `allowed_commands`."""

    id: str | None = "isolate_workspace"

    def __post_init__(self) -> None:
        self._backend = IsolateBackend(
            self.workspace, id=self.name, sandbox=self.sandbox, shell=self.shell
        )

    def get_workspace(
        self, ctx: RunContext[Deps], *, ref: WorkspaceRef | None
    ) -> WorkspaceBackend | None:
        if ref is not None and ref != self._backend.ref:
            return None
        return ReadOnlyWorkspace(AgentWorkspace(self._backend)) if self.read_only else self._backend


@dataclass
class IsolateCodeMode(AbstractCapability[Deps]):
    """Offers the model one tool that runs a program, and makes the agent's other tools functions of it.

    These stay tools of the model: those that need an approval or are answered outside of the run, those that
    are loaded on demand, those that must run alone (`sequential`), and those that a provider may replace.
    A call of a function passes the agent's validation, hooks and limits like a call by the model.
    Each change of a file is kept at once, so that programs and tools see the same files; with
    `options={"commit": "atomic"}` a program that throws leaves none, and sees none that a tool makes meanwhile.
    """

    workspace: Workspace | None = None
    """The files of the programs. Default: a workspace in memory, for as long as this object lives."""

    _: KW_ONLY

    sandbox: Sandbox | None = None
    """Runs the programs. Default: one that all adapters share."""

    tool_name: str = "run"
    """The name of the tool."""

    options: RunOptions = field(default_factory=lambda: RunOptions())
    """Options of the runs, such as `limits`. `functions` are the agent's tools; where `read_only` is set, programs
    cannot call them."""

    id: str | None = "isolate_code_mode"

    def __post_init__(self) -> None:
        self._programs = Programs(
            self.workspace, self.sandbox, calls_tools=True, options=self.options
        )

    def get_wrapper_toolset(self, toolset: AbstractToolset[Deps]) -> AbstractToolset[Deps]:
        return _CodeModeToolset(toolset, self._programs, self.tool_name)


_ARGUMENTS = SchemaValidator(
    core_schema.typed_dict_schema({"code": core_schema.typed_dict_field(core_schema.str_schema())})
)


@dataclass(kw_only=True)
class _RunTool(ToolsetTool[Deps]):
    """The tool that runs a program, with the tools that are its functions."""

    functions: dict[str, ToolsetTool[Deps]]


def _can_be_function(tool: ToolDefinition) -> bool:
    return (
        tool.kind == "function"
        and not tool.sequential
        and not tool.defer_loading
        and tool.unless_native is None
        and tool.with_native is None
        and tool.tool_kind is None
    )


@dataclass
class _CodeModeToolset(WrapperToolset[Deps]):
    programs: Programs
    tool_name: str

    async def get_tools(self, ctx: RunContext[Deps]) -> dict[str, ToolsetTool[Deps]]:
        tools = await super().get_tools(ctx)
        functions = {name: tool for name, tool in tools.items() if _can_be_function(tool.tool_def)}
        shown = {name: tool for name, tool in tools.items() if name not in functions}
        if self.tool_name in shown:
            raise UsageError(
                f"the agent has a tool {self.tool_name!r} already: give IsolateCodeMode another tool_name"
            )
        declared = _Calls(self, ctx, functions).functions()
        definition = ToolDefinition(
            name=self.tool_name,
            description=self.programs.description(declared),
            parameters_json_schema=CODE_SCHEMA,
            metadata={"code_arg_name": "code", "code_arg_language": "javascript"},
        )
        shown[self.tool_name] = _RunTool(
            toolset=self,
            tool_def=definition,
            max_retries=ctx.max_retries,
            args_validator=_ARGUMENTS,
            functions=functions,
        )
        return shown

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Deps], tool: ToolsetTool[Deps]
    ) -> Any:
        if not isinstance(tool, _RunTool):
            return await super().call_tool(name, tool_args, ctx, tool)
        calls = _Calls(self, ctx, tool.functions)
        answer = await self.programs.answer(tool_args["code"], functions=calls.functions())
        if calls.limit is not None:
            raise calls.limit
        if answer.is_error:
            raise ToolFailed(answer.text)
        return ToolReturn(answer.text, content=calls.content or None, metadata=answer.facts)


class _Calls:
    """The calls of one program: each is a call of a tool of the agent."""

    def __init__(
        self, toolset: _CodeModeToolset[Any], ctx: RunContext[Any], tools: dict[str, ToolsetTool[Any]]
    ) -> None:
        self.limit: UsageLimitExceeded | None = None
        self.content: list[UserContent] = []
        self._ctx = ctx
        self._tools = tools
        self._timeout = toolset.programs.timeout
        self._under_way = 0
        hooks = None if ctx.tool_manager is None else ctx.tool_manager.root_capability
        self._manager = ToolManager(
            toolset=toolset.wrapped, root_capability=hooks, ctx=ctx, tools=tools
        )

    def functions(self) -> Functions:
        return bound((self._function(tool.tool_def) for tool in self._tools.values()), self._timeout)

    def _function(self, definition: ToolDefinition) -> Tool:
        async def call(arguments: dict[str, Any]) -> Any:
            return await self._call(definition.name, arguments)

        return Tool(
            name=definition.name,
            description=definition.description or "",
            input=definition.parameters_json_schema,
            output=definition.return_schema,
            call=call,
        )

    async def _call(self, name: str, arguments: dict[str, Any]) -> Any:
        self._check_limit()
        self._under_way += 1
        part = ToolCallPart(name, arguments, tool_call_id=f"isolate_{uuid.uuid4().hex}")
        try:
            result = await self._manager.handle_call(part, wrap_validation_errors=False)
        except (ApprovalRequired, CallDeferred) as error:
            raise FunctionError(
                f"{name} needs an approval or an answer that programs cannot wait for here",
                code="EAPPROVAL",
            ) from error
        except ValidationError as error:
            raise FunctionError(str(error), code="EINVAL") from error
        except (ModelRetry, ToolFailed) as error:
            raise FunctionError(error.message) from error
        finally:
            self._under_way -= 1
        if isinstance(result, ToolDenied):
            raise FunctionError(result.message, code="EAPPROVAL")
        if isinstance(result, ToolReturn):
            content = result.content
            if content is not None:
                self.content.extend([content] if isinstance(content, str) else content)
            result = result.return_value
        return to_jsonable_python(result, bytes_mode="base64")

    def _check_limit(self) -> None:
        """Ends the agent's run, as a call by the model would, when it may call no more tools."""
        limits = self._ctx.usage_limits
        if limits is None:
            return
        usage = self._ctx.usage
        calls = usage.tool_calls + self._under_way + 1
        try:
            limits.check_before_tool_call(replace(usage, tool_calls=calls))
        except UsageLimitExceeded as error:
            self.limit = error
            raise FunctionError(str(error), code="EAGAIN") from error
