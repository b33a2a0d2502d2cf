"""Microsoft Agent Framework: an agent with a scripted client."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from isolate_run import Limits, Sandbox, UsageError, Workspace

pytest.importorskip("agent_framework")

from agent_framework import (
    Agent,
    BaseChatClient,
    ChatResponse,
    Content,
    FunctionInvocationContext,
    FunctionInvocationLayer,
    FunctionTool,
    Message,
    tool,
)

from isolate_run.adapters.agent_framework import IsolateCodeActProvider


class Scripted(FunctionInvocationLayer[Any], BaseChatClient[Any]):
    """A client whose model runs these programs, one after the other, and then is done."""

    def __init__(self, *programs: str) -> None:
        super().__init__()
        self.programs = programs
        self.options: Any = None

    async def _inner_get_response(self, *, messages: Any, stream: bool, options: Any, **_: Any) -> ChatResponse:
        self.options = self.options or options
        done = sum(message.role == "assistant" for message in messages)
        if done < len(self.programs):
            arguments = json.dumps({"code": self.programs[done]})
            call = Content.from_function_call(call_id=f"call_{done}", name="execute_code", arguments=arguments)
            return ChatResponse(messages=[Message("assistant", [call])])
        return ChatResponse(messages=[Message("assistant", ["done"])])


@tool(approval_mode="never_require")
def price(item: str, count: int = 1) -> dict[str, Any]:
    "The price of so many items."
    if item == "none":
        raise ValueError("there is no such item")
    return {"item": item, "price": len(item) * count}


@tool(approval_mode="never_require")
def user(ctx: FunctionInvocationContext) -> str:
    "Who asks."
    return str(ctx.kwargs["user"])


@tool(approval_mode="always_require")
def order(item: str) -> str:
    "Orders an item."
    raise AssertionError("nobody approved it")


def answers(client: Scripted, provider: IsolateCodeActProvider, **options: Any) -> list[Any]:
    agent = Agent(client, context_providers=[provider])
    response = asyncio.run(agent.run("go", **options))
    results = [content for message in response.messages for content in message.contents]
    return [content for content in results if content.type == "function_result"]


def test_a_program_does_a_task(workspace: Workspace, sandbox: Sandbox) -> None:
    client = Scripted(
        """async () => {
          const prices = await Promise.all(["apple", "fig"].map((item) => tools.price({ item, count: 2 })));
          await state.writeJson("/prices.json", prices);
          return prices[0].price + prices[1].price;
        }""",
        "async () => [(await state.readJson('/prices.json')).length, await tools.user()]",
    )
    provider = IsolateCodeActProvider(workspace=workspace, tools=[price, user], sandbox=sandbox)
    first, second = answers(client, provider, function_invocation_kwargs={"user": "ann"})
    assert first.result == "16\n\nChanged files (run 1): created /prices.json"
    assert first.items[0].additional_properties["isolate"]["created"] == ["/prices.json"]
    assert [call["function"] for call in first.items[0].additional_properties["isolate"]["calls"]] == [
        "tools.price", "tools.price",
    ]
    assert second.result == '[2, "ann"]'
    (offered,) = client.options["tools"]
    assert "price(input: { item: string; count?: number })" in offered.description
    assert "It can call tools.price, tools.user." in str(client.options["instructions"])


def test_a_model_can_repair_its_program(workspace: Workspace, sandbox: Sandbox) -> None:
    client = Scripted(
        "async () => {\n  return await tools.prise({});\n}",
        "async () => await tools.price({ item: 'none' }).catch((e) => e.message)",
        "() => { for (;;); }",
    )
    provider = IsolateCodeActProvider(
        workspace=workspace, tools=price, resource_limits=Limits(fuel=10_000_000), sandbox=sandbox
    )
    wrong, caught, endless = answers(client, provider)
    assert "line 2, column 22" in wrong.result and "tools.price may be meant" in wrong.result
    assert "there is no such item" in caught.result
    assert "The program was stopped" in endless.result


def test_approvals_are_for_the_whole_program(workspace: Workspace) -> None:
    provider = IsolateCodeActProvider(workspace=workspace, tools=[price, order])
    agent = Agent(Scripted("async () => await tools.order({ item: 'fig' })"), context_providers=[provider])
    response = asyncio.run(agent.run("go"))
    (request,) = response.user_input_requests
    assert request.function_call.name == "execute_code"


def test_tools_of_the_provider(workspace: Workspace) -> None:
    provider = IsolateCodeActProvider(workspace=workspace, tools=[price])
    provider.add_tools(order)
    assert [one.name for one in provider.get_tools()] == ["price", "order"]
    provider.remove_tool("order")
    with pytest.raises(KeyError):
        provider.remove_tool("order")
    provider.clear_tools()
    assert provider.get_tools() == []
    with pytest.raises(UsageError, match="cannot be called by a program"):
        provider.add_tools(FunctionTool(name="x", description="declared only"))
    assert answers(Scripted("() => 1 + 1"), provider)[0].result == "2"
