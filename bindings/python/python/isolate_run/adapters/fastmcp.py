"""FastMCP: its code mode with programs in JavaScript, which call the tools of the server.

>>> from fastmcp import FastMCP
>>> from isolate_run import Workspace
>>> from isolate_run.adapters.fastmcp import IsolateCodeMode
>>> server = FastMCP("shop", transforms=[IsolateCodeMode(Workspace.memory())])
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Sequence
from typing import Any

from .. import FunctionError, Run, RunOptions, Sandbox, Workspace
from ._answers import CHARACTERS_MAX, jsonable
from ._shared import CODE_SCHEMA, Programs, Tool, bound, needs

needs(__name__, "fastmcp.experimental.transforms.code_mode", "fastmcp>=4.2")

from fastmcp.exceptions import FastMCPError, ToolError
from fastmcp.experimental.transforms.code_mode import CodeMode
from fastmcp.server.transforms import GetToolNext
from fastmcp.tools.base import Tool as ServerTool
from fastmcp.tools.base import ToolResult
from fastmcp.utilities.versions import VersionSpec

_CALL_TOOL = Tool(
    name="call_tool",
    description="Calls a tool of this server by its name, with its arguments.",
    input={
        "type": "object",
        "properties": {"tool_name": {"type": "string"}, "params": {"type": "object"}},
        "required": ["tool_name", "params"],
        "additionalProperties": False,
    },
    call=lambda arguments: _undeclared(),
)


async def _undeclared() -> Any:
    raise FunctionError("call_tool is only declared here")


class IsolateSandboxProvider:
    """A `sandbox_provider` for FastMCP's code mode that runs programs in JavaScript.

    Args:
        workspace: The files of the programs. Default: a workspace in memory, for as long as this object lives.
        sandbox: Runs the programs. Default: one that all adapters share.
        options: Options of the runs, such as `limits`.
    """

    def __init__(
        self,
        workspace: Workspace | None = None,
        *,
        sandbox: Sandbox | None = None,
        options: RunOptions | None = None,
    ) -> None:
        self._programs = Programs(workspace, sandbox, calls_tools=True, options=options)

    @property
    def execute_description(self) -> str:
        """What a model has to know: give it to `CodeMode`, whose own describes Python."""
        return self._programs.description(bound([_CALL_TOOL], 1))

    async def run(
        self,
        code: str,
        *,
        inputs: dict[str, Any] | None = None,
        external_functions: dict[str, Callable[..., Any]] | None = None,
    ) -> Any:
        """Runs a program. A cancellation stops it, and waits for the functions that it has called."""
        tools = [_tool(name, function) for name, function in (external_functions or {}).items()]
        given: RunOptions = {"functions": bound(tools, self._programs.timeout)}
        if inputs:
            given["input"] = inputs
        answer = await self._programs.answer(code, **given)
        if answer.is_error or answer.run is None:
            raise ToolError(answer.text)
        return ToolResult(content=answer.text, structured_content=_structured(answer.run))


def _structured(run: Run) -> dict[str, Any]:
    """The number of the run, and its value: clients show either form of an answer to a model, so that a value
    of which the text shows a part is left out here."""
    structured: dict[str, Any] = {"run": run.run_id}
    try:
        value = jsonable(run.value)
        if len(json.dumps(value)) <= CHARACTERS_MAX:
            structured["result"] = value
    except RecursionError:
        pass
    return structured


def _tool(name: str, function: Callable[..., Any]) -> Tool:
    """A function of the host as programs call it: with one object that has its parameters."""

    async def call(arguments: dict[str, Any]) -> Any:
        try:
            answer = function(**arguments)
            return await answer if inspect.isawaitable(answer) else answer
        except FastMCPError as error:
            raise FunctionError(str(error)) from error

    if name == _CALL_TOOL.name:
        return Tool(name, _CALL_TOOL.description, _CALL_TOOL.input, call)
    names = list(inspect.signature(function).parameters)
    schema = {"type": "object", "properties": {parameter: {} for parameter in names}}
    return Tool(name, inspect.getdoc(function) or "", schema, call)


class IsolateCodeMode(CodeMode):
    """FastMCP's code mode, whose tool `execute` runs JavaScript.

    Args:
        workspace: The files of the programs. Default: a workspace in memory, for as long as this object lives.
        sandbox: Runs the programs. Default: one that all adapters share.
        options: Options of the runs, such as `limits`.
        code_mode: Arguments of `CodeMode`, such as `discovery_tools` or `max_tool_calls`.
    """

    def __init__(
        self,
        workspace: Workspace | None = None,
        *,
        sandbox: Sandbox | None = None,
        options: RunOptions | None = None,
        **code_mode: Any,
    ) -> None:
        provider = IsolateSandboxProvider(workspace, sandbox=sandbox, options=options)
        code_mode.setdefault("execute_description", provider.execute_description)
        super().__init__(sandbox_provider=provider, **code_mode)

    async def transform_tools(self, tools: Sequence[ServerTool]) -> Sequence[ServerTool]:
        return [self._described(tool) for tool in await super().transform_tools(tools)]

    async def get_tool(
        self, name: str, call_next: GetToolNext, *, version: VersionSpec | None = None
    ) -> ServerTool | None:
        tool = await super().get_tool(name, call_next, version=version)
        return None if tool is None else self._described(tool)

    def _described(self, tool: ServerTool) -> ServerTool:
        """The tool `execute`, whose parameter is no code in Python."""
        if tool.name != self.execute_tool_name:
            return tool
        return tool.model_copy(update={"parameters": CODE_SCHEMA})
