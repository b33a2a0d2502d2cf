"""Claude Agent SDK: its server in this process, over a client of MCP."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from isolate_run import Functions, Sandbox, Workspace

pytest.importorskip("claude_agent_sdk")

from claude_agent_sdk import ClaudeAgentOptions
from mcp import Client

from isolate_run.adapters.claude import code_server


def shop() -> Functions:
    functions = Functions()

    @functions.add("shop", "price", reads=True)
    async def price(item: str, count: int = 1) -> float:
        "The price of so many items."
        return len(item) * count

    return functions


def test_a_program_does_a_task(workspace: Workspace, sandbox: Sandbox) -> None:
    server = code_server(workspace, functions=shop(), sandbox=sandbox)
    assert ClaudeAgentOptions(mcp_servers={"isolate": server}).mcp_servers == {"isolate": server}

    async def use() -> None:
        async with Client(server["instance"]) as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == ["run"]
            assert "price(input: { item: string; count?: number }): Promise<number>" in (tools[0].description or "")

            async def run(code: Any) -> Any:
                return await client.call_tool("run", {"code": code})

            done = await run("""async () => {
              const prices = await Promise.all(["apple", "fig"].map((item) => shop.price({ item, count: 2 })));
              await state.writeJson("/prices.json", prices);
              return prices[0] + prices[1];
            }""")
            assert not done.is_error
            assert done.content[0].text == "16\n\nChanged files (run 1): created /prices.json"
            again = await run("() => state.readJson('/prices.json')")
            assert again.content[0].text == "[10, 6]"

            wrong = await run("async () => {\n  return await shop.prise({});\n}")
            assert wrong.is_error and "line 2, column 21" in wrong.content[0].text
            assert "shop.price may be meant" in wrong.content[0].text
            missing = await run(3)
            assert missing.is_error and "not of type 'string'" in missing.content[0].text

    asyncio.run(use())
