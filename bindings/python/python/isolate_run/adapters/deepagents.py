"""deepagents: a backend for its tools of files and commands, and a tool `js_eval` that runs programs on the same files.

>>> from deepagents import create_deep_agent
>>> from isolate_run import Workspace
>>> from isolate_run.adapters.deepagents import IsolateInterpreterMiddleware, IsolateSandbox
>>> backend = IsolateSandbox(Workspace.open("agent.sqlite"))
>>> agent = create_deep_agent(
...     "anthropic:claude-sonnet-4-6", backend=backend, middleware=[IsolateInterpreterMiddleware(backend)]
... )
"""

from __future__ import annotations

import inspect
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Union

from .. import FunctionError, Functions, Limits, RunOptions, Sandbox, UsageError, Workspace
from ._answers import Answer
from ._shared import Programs, Tool, bound, needs

needs(__name__, "deepagents", "deepagents>=0.7.32")

from langchain.agents.middleware.types import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain.tools import ToolRuntime
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import BaseTool, StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.prebuilt import ToolNode
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.types import Command
from pydantic import BaseModel, Field

from ._deepagents_files import IsolateBackend, IsolateSandbox

__all__ = ["IsolateBackend", "IsolateInterpreterMiddleware", "IsolateSandbox"]


class _Arguments(BaseModel):
    code: str = Field(description="The program, such as `async () => await state.readdir('/')`.")


_Result = Union[ToolMessage, "Command[Any]"]
_VERSIONED = ("read_file", "write_file", "edit_file")


class IsolateInterpreterMiddleware(AgentMiddleware[AgentState[Any], Any, Any]):
    """Offers the model the tool `js_eval`, which runs programs on the files of a workspace.

    Files persist between calls, and variables do not. Each answer names the changed files with the number of
    the run that changed them, and so do those of the file tools, where a backend is given.

    Args:
        workspace: The workspace, or the backend that the agent's file tools use.
        ptc: Tools that programs may call as `await tools.NAME(arguments)`: names of tools of the agent, and tools.
            Such a call does not ask a person, whatever `interrupt_on` says of the tool.
        tool_name: The name of the tool.
        memory_limit: Bytes that a program may use. Default: 256 MiB.
        timeout: Seconds that a program may take, with the tools that it waits for. Default: 30.
        max_ptc_calls: Calls of tools by one program; `None` for no bound but that of the sandbox.
        sandbox: Runs the programs. Default: one that all adapters share.
        options: Further options of the runs.
    """

    def __init__(
        self,
        workspace: Workspace | IsolateBackend | None = None,
        *,
        ptc: Sequence[str | BaseTool] | None = None,
        tool_name: str = "js_eval",
        memory_limit: int | None = None,
        timeout: float | None = None,
        max_ptc_calls: int | None = 256,
        sandbox: Sandbox | None = None,
        options: RunOptions | None = None,
    ) -> None:
        super().__init__()
        if max_ptc_calls is not None and max_ptc_calls < 1:
            raise UsageError(f"max_ptc_calls is {max_ptc_calls}: it takes a number from 1, or None")
        self._backend = workspace if isinstance(workspace, IsolateBackend) else None
        files = workspace.workspace if isinstance(workspace, IsolateBackend) else workspace
        limits = Limits(memory_bytes=memory_limit, timeout=timeout)
        given: RunOptions = {"limits": limits, **(options or {})}
        self._programs = Programs(files, sandbox, calls_tools=bool(ptc), options=given)
        self._ptc = list(ptc or [])
        self._max_ptc_calls = max_ptc_calls
        self._tool = self._build(tool_name)
        self.tools = [self._tool]

    def _build(self, name: str) -> StructuredTool:
        programs = self._programs

        def calls_of(runtime: ToolRuntime[Any, Any]) -> _Calls:
            return _Calls(self._exposed(runtime.tools), runtime, self._max_ptc_calls)

        def evaluate(runtime: ToolRuntime[Any, Any], code: str) -> _Result:
            calls = calls_of(runtime)
            return calls.result(programs.answer_sync(code, **calls.options(programs.timeout)), name)

        async def evaluate_async(runtime: ToolRuntime[Any, Any], code: str) -> _Result:
            calls = calls_of(runtime)
            return calls.result(await programs.answer(code, **calls.options(programs.timeout)), name)

        return StructuredTool.from_function(
            name=name,
            description=self._programs.description(),
            func=evaluate,
            coroutine=evaluate_async,
            infer_schema=False,
            args_schema=_Arguments,
            metadata={"ls_code_input_language": "javascript"},
        )

    def _exposed(self, tools: Sequence[Any]) -> list[BaseTool]:
        """The tools that programs may call."""
        by_name = {tool.name: tool for tool in tools if isinstance(tool, BaseTool)}
        exposed = []
        for entry in self._ptc:
            tool = by_name.get(entry) if isinstance(entry, str) else entry
            if tool is None:
                raise UsageError(
                    f"ptc names {entry!r}, which is no tool of the agent: there are {', '.join(by_name)}"
                )
            exposed.append(tool)
        return exposed

    def _described(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        """The same request, with the declarations of the tools in the description of the tool."""
        if not self._ptc:
            return request
        functions = _Calls(self._exposed(request.tools), None, None).functions(1)
        described = self._tool.model_copy(
            update={"description": self._programs.description(functions)}
        )
        tools = [described if tool is self._tool else tool for tool in request.tools]
        return request.override(tools=tools)

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        return handler(self._described(request))

    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any]:
        return await handler(self._described(request))

    def wrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], _Result]
    ) -> _Result:
        return self._with_version(request, handler(request))

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[_Result]]
    ) -> _Result:
        return self._with_version(request, await handler(request))

    def _with_version(self, request: ToolCallRequest, result: _Result) -> _Result:
        """The answer of a file tool, with the version of the file that it read or wrote."""
        path = request.tool_call["args"].get("file_path")
        if (
            self._backend is None
            or request.tool_call["name"] not in _VERSIONED
            or not isinstance(path, str)
            or not isinstance(result, ToolMessage)
            or not isinstance(result.content, str)
            or result.status == "error"
        ):
            return result
        version = self._backend.version(path)
        if version is None:
            return result
        return result.model_copy(update={"content": f"{result.content}\n[version: run {version}]"})


class _Calls:
    """The calls of tools by one program."""

    def __init__(
        self, tools: list[BaseTool], runtime: ToolRuntime[Any, Any] | None, calls_max: int | None
    ) -> None:
        self._tools = tools
        self._runtime = runtime
        self._calls_max = calls_max
        self._calls = 0
        self._state: dict[str, Any] = {}

    def options(self, timeout: float) -> RunOptions:
        return {"functions": self.functions(timeout)} if self._tools else {}

    def functions(self, timeout: float) -> Functions:
        return bound((self._function(tool) for tool in self._tools), timeout)

    def _function(self, tool: BaseTool) -> Tool:
        async def call(arguments: dict[str, Any]) -> Any:
            self._calls += 1
            if self._calls_max is not None and self._calls > self._calls_max:
                raise FunctionError(
                    f"a program may call {self._calls_max} tools: do the rest in another one",
                    code="EAGAIN",
                )
            return await self._call(tool, arguments)

        form = convert_to_openai_tool(tool)["function"]
        return Tool(name=tool.name, description=tool.description, input=form["parameters"], call=call)

    async def _call(self, tool: BaseTool, arguments: dict[str, Any]) -> Any:
        runtime = self._runtime
        if runtime is None:
            raise FunctionError(f"{tool.name} is only declared here")
        if not _is_injected(tool):
            return self._taken(await tool.ainvoke(arguments, runtime.config))
        # What a tool gets beside its arguments, such as the state of the agent, is known to a `ToolNode`.
        call = {"name": tool.name, "args": arguments, "id": f"isolate_{uuid.uuid4().hex}", "type": "tool_call"}
        message = AIMessage(content="", tool_calls=[call])
        state = dict(runtime.state) if isinstance(runtime.state, dict) else {}
        node = ToolNode([tool])
        given = await node.ainvoke({**state, "messages": [message]}, runtime.config)
        if isinstance(given, dict):
            given = given["messages"]
        return self._taken(given[-1] if len(given) == 1 else given)

    def _taken(self, given: Any) -> Any:
        """The value for the program, from what a tool gave; changes of the agent's state are kept."""
        messages: list[Any] = []
        for part in given if isinstance(given, list) else [given]:
            if isinstance(part, Command):
                changes = dict(part.update) if isinstance(part.update, dict) else {}
                messages.extend(changes.pop("messages", []))
                self._change(changes)
            elif isinstance(part, ToolMessage):
                messages.append(part)
            else:
                return given
        if not messages:
            return None
        if messages[-1].status == "error":
            raise FunctionError(str(messages[-1].content))
        return messages[-1].content

    def result(self, answer: Answer, name: str) -> _Result:
        message = ToolMessage(
            content=answer.text,
            name=name,
            tool_call_id=(self._runtime.tool_call_id if self._runtime else None) or "",
            status="error" if answer.is_error else "success",
            artifact=answer.facts,
        )
        return Command(update={**self._state, "messages": [message]}) if self._state else message

    def _change(self, changes: dict[str, Any]) -> None:
        """Keeps what a tool changes in the agent's state: of two changes of a member, the later one counts,
        as it would if the model had called the tools in turn; files and the like are put together."""
        for name, value in changes.items():
            earlier = self._state.get(name)
            if isinstance(earlier, dict) and isinstance(value, dict):
                value = {**earlier, **value}
            self._state[name] = value


def _is_injected(tool: BaseTool) -> bool:
    """Whether a tool takes more than what a model gives it, such as the state of the agent."""
    taken = set(getattr(tool.get_input_schema(), "model_fields", ()))
    function = getattr(tool, "coroutine", None) or getattr(tool, "func", None)
    if function is not None:
        taken.update(inspect.signature(function).parameters)
    return bool(taken - set(tool.args) - {"callbacks", "config", "args", "kwargs"})
