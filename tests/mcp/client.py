"""The official Python SDK lists, calls, cancels and subscribes.

    client.py stdio COMMAND [ARGUMENT …]
    client.py http URL
"""

import asyncio
import sys
import time

from mcp import StdioServerParameters
from mcp.client import Client

URI = "isolate://workspace/python"
ENDLESS = "async () => { await state.writeFile('/python', 'x'); for (;;) {} }"
# A call that was not cancelled would hold the workspace for ten minutes.
PATIENCE = 60


def write(text):
    return {"code": f"async () => {{ await state.writeFile('/python', '{text}'); return 1 + 1; }}"}


async def use(target, mode):
    updated = asyncio.Queue()

    async def on_message(message):
        params = getattr(message, "params", None)
        if getattr(message, "method", None) == "notifications/resources/updated":
            await updated.put(str(params.uri))

    async with Client(target, mode=mode, message_handler=on_message) as client:
        tools = (await client.list_tools()).tools
        run = next(tool for tool in tools if tool.name == "run")
        assert run.output_schema["type"] == "object", run
        # The SDK compares structured content with the schema by itself.
        result = await client.call_tool("run", write("1"))
        assert not result.is_error and result.structured_content["status"] == "ok", result
        assert "2" in result.content[0].text, result
        failed = await client.call_tool("run", {"code": "nope()"})
        assert failed.is_error and "nope is not defined" in failed.content[0].text, failed

        endless = asyncio.create_task(client.call_tool("run", {"code": ENDLESS}))
        await asyncio.sleep(0.5)
        endless.cancel()
        try:
            await endless
            raise AssertionError("a cancelled call was answered")
        except asyncio.CancelledError:
            pass
        began = time.monotonic()
        while (await client.call_tool("run", write("2"))).is_error:
            assert time.monotonic() - began < PATIENCE, "a cancelled call goes on"

        if mode == "legacy":
            await client.subscribe_resource(URI)
            await client.call_tool("run", write("3"))
            assert await asyncio.wait_for(updated.get(), PATIENCE) == URI
        else:
            async with client.listen(resource_subscriptions=[URI]) as subscription:
                await client.call_tool("run", write("3"))
                event = await asyncio.wait_for(anext(aiter(subscription)), PATIENCE)
                assert event.uri == URI, event

        listed = (await client.list_resources()).resources
        assert any(str(resource.uri) == URI for resource in listed), listed
        read = await client.read_resource(URI)
        assert read.contents[0].text == "3", read
        prompts = (await client.list_prompts()).prompts
        assert prompts[0].name == "system", prompts
    print(f"python {mode}: listed, called, cancelled, subscribed")


def target(arguments):
    if arguments[0] == "http":
        return arguments[1]
    return StdioServerParameters(command=arguments[1], args=arguments[2:])


async def main():
    for mode in ("legacy", "auto"):
        await asyncio.wait_for(use(target(sys.argv[1:]), mode), 3 * PATIENCE)


asyncio.run(main())
