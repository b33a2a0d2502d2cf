"""Claude Agent SDK: a server of MCP in this process, whose tool `run` runs programs.

>>> from claude_agent_sdk import ClaudeAgentOptions
>>> from isolate_run import Workspace
>>> from isolate_run.adapters.claude import code_server
>>> options = ClaudeAgentOptions(
...     mcp_servers={"isolate": code_server(Workspace.memory())}, allowed_tools=["mcp__isolate__run"]
... )
"""

from __future__ import annotations

from typing import Any

from .. import Functions, RunOptions, Sandbox, Workspace
from ._shared import CODE_SCHEMA, Programs, needs

needs(__name__, "claude_agent_sdk", "claude-agent-sdk>=0.2.189")

from claude_agent_sdk import SdkMcpTool, create_sdk_mcp_server
from claude_agent_sdk.types import McpSdkServerConfig


def code_tool(
    workspace: Workspace | None = None,
    *,
    name: str = "run",
    functions: Functions | None = None,
    sandbox: Sandbox | None = None,
    options: RunOptions | None = None,
) -> SdkMcpTool[Any]:
    """A tool that runs a program on the files of a workspace, for a server that has others too.

    Args:
        workspace: The files of the programs. Default: a workspace in memory, for as long as the tool lives.
        name: The name of the tool.
        functions: What programs may call. Its declarations are a part of the description.
        sandbox: Runs the programs. Default: one that all adapters share.
        options: Further options of the runs, such as `limits` or `read_only`.
    """
    programs = Programs(workspace, sandbox, functions=functions, options=options)

    async def run(arguments: dict[str, Any]) -> dict[str, Any]:
        answer = await programs.answer(arguments.get("code"))
        return {"content": [{"type": "text", "text": answer.text}], "is_error": answer.is_error}

    return SdkMcpTool(name, programs.description(), CODE_SCHEMA, run)


def code_server(
    workspace: Workspace | None = None,
    *,
    name: str = "isolate",
    functions: Functions | None = None,
    sandbox: Sandbox | None = None,
    options: RunOptions | None = None,
) -> McpSdkServerConfig:
    """A server of MCP in this process with the tool `run`, for `ClaudeAgentOptions.mcp_servers`.

    Args:
        workspace: The files of the programs. Default: a workspace in memory, for as long as the server lives.
        name: The name of the server.
        functions: What programs may call. Its declarations are a part of the description.
        sandbox: Runs the programs. Default: one that all adapters share.
        options: Further options of the runs, such as `limits` or `read_only`.
    """
    tool = code_tool(workspace, functions=functions, sandbox=sandbox, options=options)
    return create_sdk_mcp_server(name, tools=[tool])
