"""Tools for models that call tools, and prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, overload

from . import _native, _waiting
from ._calls import Caller
from ._errors import UsageError
from ._functions import Functions, functions_of
from ._run import Effects, effects
from ._sandbox import Limits, Sandbox, limits_form
from ._records import Record
from ._typing import Unpack
from ._words import instance, milliseconds, text, unknown
from ._workspace import Workspace, opened

Format = Literal["openai", "anthropic", "mcp", "json-schema"]


class ToolSpec(Record):
    """A tool, as a model is told about it."""

    name: str
    description: str
    input: Mapping[str, Any]
    """The JSON schema of its arguments."""
    output: Mapping[str, Any]
    """The JSON schema of `ToolReply.structured`."""
    is_read_only: bool
    """It changes nothing."""
    is_destructive: bool
    """It may overwrite or remove what is there."""
    is_idempotent: bool
    """Calling it again with the same arguments changes nothing more."""


class ToolError(Record):
    """Why a call failed. It has changed nothing."""

    code: str
    """A stable code, such as `not_found`."""
    message: str
    hint: str
    """The next step."""
    retry: Literal["fix_args", "reread", "later", "never"]
    details: Mapping[str, Any]


class ToolReply(Record):
    """The reply to a call. One that failed is a reply as well, since a model is to read it."""

    tool: str
    is_ok: bool
    text: str
    """What a model is shown: facts, and contents of files between delimiters that these cannot forge."""
    structured: Mapping[str, Any] | None
    """The same as one JSON object; `None` for an error."""
    data: Any
    """The data of the reply, for programs; `None` for an error."""
    error: ToolError | None
    notices: Sequence[str]
    """What was corrected in the arguments, as sentences."""
    receipt: Mapping[str, Any]
    """What it did: `callId`, `run`, `revBefore`, `revAfter`, `durationMs`."""
    effects: Effects
    planned_diff: str | None = None
    """What a dry run would change, with the option `planned_diffs`."""


def _reply(form: Mapping[str, Any]) -> ToolReply:
    error = form["error"]
    return ToolReply._of(
        form,
        error=None if error is None else ToolError._of(error),
        effects=effects(form["effects"]),
    )


class PendingToolCall(Record):
    """A call that waits for an approval, because of a rule of the policy with the effect `ask`."""

    id: str
    tool: str
    arguments: Mapping[str, Any]
    reason: str


class ToolboxOptions(TypedDict, total=False):
    """How tools work. What is left out has its default."""

    policy: Mapping[str, Any] | None
    """Rules about paths, as `isolate-run --policy` reads them. Default: everything is allowed."""
    freshness: Literal["off", "tracked", "strict"]
    """What must have been read of a file before it is changed. Default: `tracked`."""
    boundary: Literal["none", "tagged"]
    """How contents of files are delimited in replies. Default: `tagged`."""
    tools: Literal["run", "plain", "all"]
    """The tools that are listed; others can be called all the same. Default: `all`."""
    undo_scope: Literal["session", "actor"]
    """Whose runs `undo` takes back when it names none. Default: `session`."""
    approval_time: float
    """Seconds in which an approval can be given and used. Default: 600."""
    limits: Limits | None
    """The limits of programs."""
    caps: Mapping[str, int]
    """Bounds of arguments and replies, such as `{"output_tokens": 8000}`; times in milliseconds."""
    cwd: str
    """Where relative paths start. Default: they are refused."""
    actor: str
    """The name in the history. Default: `tool`."""
    exclude: Sequence[str]
    """Names that listings and searches skip. Default: `.git`, `node_modules`, `dist`, `build`, `.next`,
    `target`."""
    strict_parents: bool
    """Refuses to write a file whose directory is missing. Default: it is made."""
    create_overwrites: bool
    """Lets the action `create_file` replace a file."""
    planned_diffs: bool
    """Adds the diff to the reply of every dry run."""
    program_commands: bool | Sequence[str]
    """Whether programs run commands of a shell by `state.exec`, or which: of those that the policy allows.
    Default: `False`."""


_MEMBERS = {
    "policy": "policy",
    "freshness": "freshness",
    "boundary": "boundary",
    "tools": "tools",
    "undo_scope": "undoScope",
    "caps": "caps",
    "cwd": "cwd",
    "actor": "actor",
    "exclude": "exclude",
    "strict_parents": "strictParents",
    "create_overwrites": "createOverwrites",
    "planned_diffs": "plannedDiffs",
    "program_commands": "programCommands",
}


class Toolbox:
    """Tools over a workspace, for models that call tools instead of writing programs.

    With a sandbox there are also `run`, `run_readonly` and `exec`, whose programs may call the functions.

    >>> from isolate_run import Sandbox, Toolbox, Workspace
    >>> tools = Toolbox(Workspace.memory(), sandbox=Sandbox())
    >>> tools.call("write", {"path": "/a.txt", "content": "one"}).is_ok
    True
    >>> tools.call("read", {"path": "/b.txt"}).error.code
    'not_found'
    """

    def __init__(
        self,
        workspace: Workspace,
        *,
        sandbox: Sandbox | None = None,
        functions: Functions | None = None,
        **options: Unpack[ToolboxOptions],
    ) -> None:
        if functions is not None and sandbox is None:
            raise UsageError("functions are called by programs: give a sandbox as well")
        settings: dict[str, Any] = {}
        for name, value in options.items():
            if name in _MEMBERS:
                if value is not None:
                    settings[_MEMBERS[name]] = value
            elif name == "approval_time":
                settings["approvalTimeMs"] = milliseconds(name, value)
            elif name == "limits":
                if value is not None:
                    settings["limits"] = limits_form("limits", value)
            else:
                raise TypeError(unknown("option", name, ToolboxOptions.__annotations__))
        self._native = _native.Toolbox(
            opened(workspace),
            None if sandbox is None else instance("sandbox", sandbox, Sandbox, "a Sandbox")._native,
            None if functions is None else functions_of(functions)._native,
            settings,
        )

    def new_session(self) -> Toolbox:
        """The same tools for another client: with a record of its own of what was read."""
        other = Toolbox.__new__(Toolbox)
        other._native = self._native.new_session()
        return other

    def specs(self) -> list[ToolSpec]:
        """The tools that are listed to a model."""
        return [ToolSpec._of(form) for form in self._native.specs()]

    @overload
    def schemas(self, format: Literal["openai", "anthropic", "mcp"]) -> list[dict[str, Any]]: ...
    @overload
    def schemas(self, format: Literal["json-schema"]) -> dict[str, Any]: ...
    @overload
    def schemas(self, format: Format) -> list[dict[str, Any]] | dict[str, Any]: ...

    def schemas(self, format: Format) -> Any:
        """The same, as a model's interface takes them: a list of tools, or of `json-schema` one schema, whose
        properties are the tools. Raises `UsageError` for another format."""
        return self._native.schemas(text("format", format))

    def prompt(self) -> str:
        """What a model is told beside the descriptions of the tools."""
        return self._native.prompt()

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be changed."""
        return self._native.is_read_only

    def call(self, tool: str, arguments: Mapping[str, Any] | str) -> ToolReply:
        """Calls a tool and waits for its reply. Ctrl-C cancels it.

        Arguments are an object, or its JSON text as a model wrote it. A call that fails is a reply as well;
        raises `UsageError` for a text that is no JSON.
        """
        call = self._start(tool, arguments)
        call.wait()
        return _reply(call.result())

    async def call_async(self, tool: str, arguments: Mapping[str, Any] | str) -> ToolReply:
        """As `call`, in asyncio or trio. A cancellation of the task cancels the call, and waits for its end."""
        call = self._start(tool, arguments)
        await _waiting.until(call.on_done, call.cancel)
        return _reply(call.result())

    def _start(self, tool: str, arguments: Mapping[str, Any] | str) -> _native.ToolCall:
        text("tool", tool)
        given: Any = arguments
        if isinstance(arguments, str):
            import json

            try:
                given = json.loads(arguments)
            except ValueError as error:
                raise UsageError(f"the arguments of {tool} are no JSON: {error}") from None
        return self._native.start(tool, given, Caller())

    def pending(self) -> list[PendingToolCall]:
        """The calls that wait for an approval."""
        return [PendingToolCall._of(form) for form in self._native.pending()]

    def approve(self, id: str) -> bool:
        """Approves a call: exactly the same one succeeds once, if it is made again within the `approval_time`.
        Returns whether it still waited."""
        return self._native.approve(text("id", id))

    def deny(self, id: str) -> bool:
        """Refuses a call, which does not wait any more. Returns whether it still waited."""
        return self._native.refuse(text("id", id))


def prompt(
    kind: Literal["programs", "compact", "actions", "tools"] = "programs",
    *,
    functions: Functions | None = None,
    read_only: bool = False,
) -> str:
    """What a model is told: how to write programs (`programs`; `compact` in less than half the tokens) with the
    functions that they may call, JSON actions, or how to use the tools.

    Raises `UsageError` for another kind.
    """
    native = None if functions is None else functions_of(functions)._native
    return _native.prompt(text("kind", kind), instance("read_only", read_only, bool, "a bool"), native)
