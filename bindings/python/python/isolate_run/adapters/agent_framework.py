"""Microsoft Agent Framework: a context provider whose tool `execute_code` runs programs.

>>> from agent_framework import Agent
>>> from isolate_run import Workspace
>>> from isolate_run.adapters.agent_framework import IsolateCodeActProvider
>>> provider = IsolateCodeActProvider(workspace=Workspace.memory(), tools=[price])
>>> agent = Agent(client, context_providers=[provider])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Union

from .. import FunctionError, Limits, RunOptions, Sandbox, UsageError, Workspace
from ._answers import Answer
from ._shared import CODE_SCHEMA, NAMESPACE, Programs, Tool, bound, identifier, needs

needs(__name__, "agent_framework", "agent-framework-core>=1.23")

from agent_framework import (
    AgentSession,
    Content,
    ContextProvider,
    FunctionInvocationContext,
    FunctionTool,
    SessionContext,
    SupportsAgentRun,
    normalize_tools,
)

TOOL_NAME = "execute_code"

ApprovalMode = Literal["always_require", "never_require"]
Tools = Union[FunctionTool, Callable[..., Any], Sequence[Union[FunctionTool, Callable[..., Any]]]]


class IsolateCodeActProvider(ContextProvider):
    """Gives an agent the tool `execute_code`, whose programs call the tools of the provider.

    Args:
        source_id: The name of the provider.
        workspace: The files of the programs. Default: a workspace in memory, for as long as this object lives.
        tools: What programs may call as `await tools.NAME(arguments)`. The model cannot call them otherwise,
            unless the agent has them too.
        approval_mode: Whether a person is asked before a program runs. As soon as one of the tools requires an
            approval, the whole program does, since nobody is asked within it.
        resource_limits: What a program may use.
        sandbox: Runs the programs. Default: one that all adapters share.
        options: Further options of the runs.
    """

    DEFAULT_SOURCE_ID = "isolate_codeact"

    def __init__(
        self,
        source_id: str = DEFAULT_SOURCE_ID,
        *,
        workspace: Workspace | None = None,
        tools: Tools | None = None,
        approval_mode: ApprovalMode | None = None,
        resource_limits: Limits | None = None,
        sandbox: Sandbox | None = None,
        options: RunOptions | None = None,
    ) -> None:
        super().__init__(source_id)
        given: RunOptions = {"limits": resource_limits, **(options or {})}
        self._programs = Programs(workspace, sandbox, calls_tools=True, options=given)
        self._approval_mode = approval_mode
        self._tools: dict[str, FunctionTool] = {}
        if tools is not None:
            self.add_tools(tools)

    def add_tools(self, tools: Tools) -> None:
        """Adds tools, which replace those of the same names."""
        for tool in normalize_tools(tools):
            if not isinstance(tool, FunctionTool) or tool.declaration_only:
                raise UsageError(f"{tool!r} cannot be called by a program: it takes functions")
            self._tools[tool.name] = tool

    def get_tools(self) -> list[FunctionTool]:
        """The tools that programs may call."""
        return list(self._tools.values())

    def remove_tool(self, name: str) -> None:
        """Removes a tool; raises `KeyError` if there is none of this name."""
        del self._tools[name]

    def clear_tools(self) -> None:
        """Removes all tools."""
        self._tools.clear()

    async def before_run(
        self,
        *,
        agent: SupportsAgentRun,
        session: AgentSession,
        context: SessionContext,
        state: dict[str, Any],
    ) -> None:
        """Adds the tool, as it is now, and says what it is for."""
        tools = self.get_tools()
        mode = self._effective_mode(tools)
        state[self.source_id] = {
            "runtime": "isolate",
            "approval_mode": mode,
            "tool_names": [tool.name for tool in tools],
        }
        context.extend_instructions(self.source_id, _instructions(tools))
        context.extend_tools(self.source_id, [self._execute_code(tools, mode)])

    def _effective_mode(self, tools: list[FunctionTool]) -> ApprovalMode:
        needs_approval = any(tool.approval_mode == "always_require" for tool in tools)
        if self._approval_mode == "always_require" or needs_approval:
            return "always_require"
        return "never_require"

    def _execute_code(self, tools: list[FunctionTool], mode: ApprovalMode) -> FunctionTool:
        programs = self._programs

        async def execute_code(code: str, ctx: FunctionInvocationContext) -> list[Content]:
            functions = bound((_function(tool, ctx) for tool in tools), programs.timeout)
            return _contents(await programs.answer(code, functions=functions))

        declared = bound((_function(tool, None) for tool in tools), programs.timeout)
        return FunctionTool(
            name=TOOL_NAME,
            description=programs.description(declared if tools else None),
            approval_mode=mode,
            func=execute_code,
            input_model=CODE_SCHEMA,
        )


def _instructions(tools: list[FunctionTool]) -> str:
    text = (
        f"Where a task takes several steps, write one program that does them, and run it with {TOOL_NAME}. "
        "It has files that persist."
    )
    if not tools:
        return text
    names = ", ".join(f"{NAMESPACE}.{identifier(tool.name)}" for tool in tools)
    return f"{text} It can call {names}."


def _function(tool: FunctionTool, ctx: FunctionInvocationContext | None) -> Tool:
    async def call(arguments: dict[str, Any]) -> Any:
        if ctx is None:
            raise FunctionError(f"{tool.name} is only declared here")
        own = FunctionInvocationContext(
            tool,
            arguments,
            session=ctx.session,
            kwargs=ctx.kwargs,
            tools=ctx.tools,
            parent_service_session_state_keys=ctx.parent_service_session_state_keys,
        )
        return await tool.invoke(arguments=arguments, context=own, skip_parsing=True)

    return Tool(name=tool.name, description=tool.description, input=tool.parameters(), call=call)


def _contents(answer: Answer) -> list[Content]:
    """The answer, with the facts of the run for the application: its middleware sees no calls in programs."""
    return [Content.from_text(answer.text, additional_properties={"isolate": answer.facts})]
