"""FastMCP: its code mode over its own client."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from isolate_run import Sandbox, Workspace

pytest.importorskip("fastmcp.experimental.transforms.code_mode")

from fastmcp import Client, FastMCP
from fastmcp.exceptions import ToolError
from fastmcp.experimental.transforms.code_mode import CodeMode

from isolate_run.adapters.fastmcp import IsolateCodeMode, IsolateSandboxProvider


class Shop:
    """A server, and what happened to its slow tool."""

    def __init__(self, workspace: Workspace, sandbox: Sandbox, **options: Any) -> None:
        self.events: list[str] = []
        self.begun = asyncio.Event()
        self.server = FastMCP("shop", transforms=[IsolateCodeMode(workspace, sandbox=sandbox, **options)])

        @self.server.tool
        def price(item: str, count: int = 1) -> dict[str, Any]:
            "The price of so many items."
            if item == "none":
                raise ToolError("there is no such item")
            return {"item": item, "price": len(item) * count}

        @self.server.tool
        async def wait() -> str:
            self.begun.set()
            try:
                await asyncio.sleep(60)
            finally:
                self.events.append("cancelled")
                await asyncio.sleep(0.05)
                self.events.append("cleaned up")
            return "done"


PRICES = """async () => {
  const call = (item) => tools.call_tool({ tool_name: "price", params: { item, count: 2 } });
  const prices = await Promise.all(["apple", "fig"].map(call));
  await state.writeJson("/prices.json", prices);
  return prices[0].price + prices[1].price;
}"""


def test_a_program_does_a_task(workspace: Workspace, sandbox: Sandbox) -> None:
    async def use() -> None:
        async with Client(Shop(workspace, sandbox).server) as client:
            tools = {tool.name: tool for tool in await client.list_tools()}
            assert {"search", "get_schema", "execute"} == set(tools)
            described = tools["execute"].description or ""
            assert "JavaScript" in described and "call_tool(input: { tool_name: string; params: " in described
            assert "Python" not in str(tools["execute"])
            found = await client.call_tool("search", {"query": "price"})
            assert "price" in str(found.content)
            result = await client.call_tool("execute", {"code": PRICES})
            assert result.content[0].text == "16\n\nChanged files (run 1): created /prices.json"
            assert result.structured_content["result"] == 16
            assert result.structured_content["run"] == 1
            again = await client.call_tool("execute", {"code": "() => state.readJson('/prices.json')"})
            assert again.structured_content["result"][1] == {"item": "fig", "price": 6}
            large = await client.call_tool("execute", {"code": "() => 'x'.repeat(20000)"})
            assert large.structured_content == {"run": None} and "[cut: 4000 characters" in large.content[0].text

    asyncio.run(use())


def test_a_model_can_repair_its_program(workspace: Workspace, sandbox: Sandbox) -> None:
    async def use() -> None:
        async with Client(Shop(workspace, sandbox, max_tool_calls=1).server) as client:
            for code, text in (
                ("async () => {\n  return await tools.call_tool('price', {});\n}", "tools.call_tool takes one"),
                ("async () => await tools.call_tool({ tool_name: 'price' })", '"params" is a required property'),
                ("async () => await tools.call_tool({ tool_name: 'prise', params: {} })", "Unknown tool: prise"),
                ("async () => await tools.call_tool({ tool_name: 'price', params: { item: 'none' } })",
                 "there is no such item"),
                ("async () => await tools.call_tool({ tool_name: 'price', params: {} })", "Valid parameters for price"),
                ("async () => { for (const item of 'ab') await tools.call_tool({ tool_name: 'price', params: { item } }) }",
                 "Tool call limit exceeded"),
            ):
                with pytest.raises(ToolError) as caught:
                    await client.call_tool("execute", {"code": code})
                assert text in str(caught.value) and "The program threw at line" in str(caught.value)

    asyncio.run(use())


def test_a_cancelled_request_stops_the_program(workspace: Workspace, sandbox: Sandbox) -> None:
    code = "async () => { await state.writeFile('/a', ''); await tools.call_tool({ tool_name: 'wait', params: {} }); }"

    async def use() -> None:
        shop = Shop(workspace, sandbox)
        provider = IsolateSandboxProvider(workspace, sandbox=sandbox)

        async def wait(tool_name: str, params: dict[str, Any]) -> Any:
            return await shop.server.call_tool(tool_name, params)

        # The function has ended when the cancellation has.
        running = asyncio.create_task(provider.run(code, external_functions={"call_tool": wait}))
        await shop.begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert shop.events == ["cancelled", "cleaned up"]
        assert sandbox.stats()["runs"] == 0

        # A client that goes away.
        shop.begun.clear()
        async with Client(shop.server) as client:
            calling = asyncio.create_task(client.call_tool("execute", {"code": code}))
            await shop.begun.wait()
            calling.cancel()
            with pytest.raises(asyncio.CancelledError):
                await calling
        for _ in range(200):
            if len(shop.events) == 4 and sandbox.stats()["runs"] == 0:
                break
            await asyncio.sleep(0.02)
        assert len(shop.events) == 4 and sandbox.stats()["runs"] == 0

    asyncio.run(asyncio.wait_for(use(), 30))


def test_limits_and_inputs(workspace: Workspace, sandbox: Sandbox) -> None:
    async def use() -> None:
        provider = IsolateSandboxProvider(workspace, sandbox=sandbox)

        def double(number: int) -> int:
            "Twice the number."
            return number * 2

        code = "async ({ number }) => await tools.double({ number })"
        result = await provider.run(code, inputs={"number": 4}, external_functions={"double": double})
        assert result.structured_content["result"] == 8
        read_only = IsolateSandboxProvider(workspace, sandbox=sandbox, options={"read_only": True})
        with pytest.raises(ToolError, match="EROFS"):
            await read_only.run("() => state.writeFile('/a', '')")
        server = FastMCP("x", transforms=[CodeMode(sandbox_provider=provider, wall_clock_timeout_secs=0.2)])
        async with Client(server) as client:
            with pytest.raises(ToolError, match="wall-clock limit"):
                await client.call_tool("execute", {"code": "() => { for (;;); }"})
        assert sandbox.stats()["runs"] == 0

    asyncio.run(asyncio.wait_for(use(), 30))
