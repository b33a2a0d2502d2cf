"""OpenAI Agents: a tool that runs programs, the plain tools, an editor for its tool `apply_patch`, commands for its
tool `shell`, and sandboxes for its sandbox agents.

>>> from agents import Agent, ApplyPatchTool
>>> from isolate_run import Workspace
>>> from isolate_run.adapters.openai_agents import IsolateEditor, code_tool
>>> workspace = Workspace.memory()
>>> agent = Agent("coder", tools=[code_tool(workspace), ApplyPatchTool(IsolateEditor(workspace))])
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Union

from .. import (
    Functions,
    IsolateError,
    RunOptions,
    Sandbox,
    Toolbox,
    ToolboxOptions,
    ToolSpec,
    UsageError,
    Workspace,
)
from .._typing import Unpack
from ._shared import CODE_SCHEMA, Programs, needs

needs(__name__, "agents", "openai-agents>=0.24")

from agents import FunctionTool, RunContextWrapper, Tool, apply_diff
from agents.editor import ApplyPatchOperation, ApplyPatchResult
from agents.tool_context import ToolContext

from ._openai_agents_sandbox import (
    IsolateSandboxClient,
    IsolateSandboxClientOptions,
    IsolateSandboxSession,
    IsolateSandboxSessionState,
)
from ._openai_agents_shell import IsolateShell

__all__ = [
    "IsolateEditor",
    "IsolateSandboxClient",
    "IsolateSandboxClientOptions",
    "IsolateSandboxSession",
    "IsolateSandboxSessionState",
    "IsolateShell",
    "NeedsApproval",
    "code_tool",
    "tools",
]

_CREATE = """async ({ path, content }) => {
  await state.writeFile(path, content, { flag: "wx" });
}"""

NeedsApproval = Union[
    bool, Callable[[RunContextWrapper[Any], dict[str, Any], str], Awaitable[bool]]
]


def code_tool(
    workspace: Workspace | None = None,
    *,
    name: str = "run",
    functions: Functions | None = None,
    sandbox: Sandbox | None = None,
    options: RunOptions | None = None,
    needs_approval: NeedsApproval = False,
) -> FunctionTool:
    """A tool that runs a program on the files of a workspace, and answers what it returns.

    Args:
        workspace: The files of the programs. Default: a workspace in memory, for as long as the tool lives.
        name: The name of the tool.
        functions: What programs may call. Its declarations are a part of the description.
        sandbox: Runs the programs. Default: one that all adapters share.
        options: Further options of the runs, such as `limits` or `read_only`.
        needs_approval: Whether a person is asked before a program runs, as with any tool of the SDK.
    """
    programs = Programs(workspace, sandbox, functions=functions, options=options)

    async def invoke(context: ToolContext[Any], arguments: str) -> str:
        try:
            code = json.loads(arguments or "{}").get("code")
        except (ValueError, AttributeError):
            return 'The arguments are no JSON object: pass { "code": "async () => …" }.'
        return (await programs.answer(code)).text

    return FunctionTool(
        name=name,
        description=programs.description(),
        params_json_schema=CODE_SCHEMA,
        on_invoke_tool=invoke,
        needs_approval=needs_approval,
    )


def tools(workspace: Workspace | Toolbox, **options: Unpack[ToolboxOptions]) -> list[Tool]:
    """The tools `read`, `edit`, `grep` and others over a workspace, for a model that writes no programs.

    Args:
        workspace: The workspace, or a `Toolbox` of your own, to answer its calls that wait for an approval.
        options: Those of a `Toolbox`.
    """
    if isinstance(workspace, Toolbox):
        if options:
            raise UsageError("the options are those of the Toolbox: give them to its constructor")
        toolbox = workspace
    else:
        toolbox = Toolbox(workspace, **options)

    def plain(spec: ToolSpec) -> Tool:
        async def invoke(context: ToolContext[Any], arguments: str) -> str:
            try:
                return (await toolbox.call_async(spec.name, arguments or "{}")).text
            except UsageError as error:
                return str(error)

        return FunctionTool(
            name=spec.name,
            description=spec.description,
            params_json_schema=dict(spec.input),
            on_invoke_tool=invoke,
            # The toolbox checks arguments itself, corrects what can mean one thing only, and says so.
            strict_json_schema=False,
        )

    return [plain(spec) for spec in toolbox.specs()]


class IsolateEditor:
    """Applies the patches of `ApplyPatchTool` to the files of a workspace. Paths are below `/`.

    Args:
        workspace: The workspace.
        sandbox: Writes the files, so that no change by somebody else is lost. Default: one that all adapters share.
    """

    def __init__(self, workspace: Workspace, *, sandbox: Sandbox | None = None) -> None:
        self._workspace = workspace
        self._programs = Programs(workspace, sandbox)

    async def create_file(self, operation: ApplyPatchOperation) -> ApplyPatchResult:
        """Creates a file; one that exists already is a failure."""

        def create() -> str:
            content = apply_diff("", operation.diff or "", "create")
            given = {"path": operation.path, "content": content}
            run = self._programs.sandbox.run(self._workspace, _CREATE, input=given, label="create")
            run.result()
            return "created"

        return await self._done(operation, create)

    async def update_file(self, operation: ApplyPatchOperation) -> ApplyPatchResult:
        """Changes a file, and renames it if the patch says so."""

        def update() -> str:
            target = operation.move_to
            diff = operation.diff or ""
            self._programs.edit(
                operation.path, lambda text: apply_diff(text, diff), target=target
            )
            return f"renamed to {target}" if target else "changed"

        return await self._done(operation, update)

    async def delete_file(self, operation: ApplyPatchOperation) -> ApplyPatchResult:
        """Deletes a file."""

        def delete() -> str:
            self._workspace.files.remove(operation.path)
            return "deleted"

        return await self._done(operation, delete)

    async def _done(
        self, operation: ApplyPatchOperation, work: Callable[[], str]
    ) -> ApplyPatchResult:
        """Does it on a thread. What fails is told to the model, with the number of the run for what does not."""
        path = operation.path
        try:
            what = await asyncio.to_thread(work)
        except UnicodeDecodeError:
            return ApplyPatchResult("failed", f"{path} is no text in UTF-8: it cannot be patched")
        except (IsolateError, ValueError) as error:
            return ApplyPatchResult("failed", f"{path}: {error}")
        runs = self._workspace.history(limit=1, path=operation.move_to or path)
        return ApplyPatchResult("completed", f"{path}: {what} (run {runs[0].run})" if runs else what)
