"""Tools for models, prompts, and the workspaces of many users."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from isolate_run import (
    Functions,
    Limits,
    Sandbox,
    Toolbox,
    UsageError,
    Workspace,
    Workspaces,
    prompt,
)

ASKS = {"rules": [{"effect": "ask", "verbs": ["write"], "paths": ["/secret/**"]}]}


def test_a_call_changes_files_and_says_so(workspace: Workspace) -> None:
    tools = Toolbox(workspace)
    reply = tools.call("write", {"path": "/a.txt", "content": "one\ntwo\n"})
    assert reply.is_ok and reply.effects.created == ["/a.txt"]
    edited = tools.call("edit", '{"path": "/a.txt", "edits": [{"oldText": "two", "newText": "2"}]}')
    assert edited.is_ok
    assert workspace.files.read_text("/a.txt") == "one\n2\n"
    assert workspace.history()[0].run == edited.receipt["run"]


def test_a_call_that_fails_is_a_reply_with_the_next_step(workspace: Workspace) -> None:
    reply = Toolbox(workspace).call("read", {"path": "/b.txt"})
    assert not reply.is_ok and reply.error is not None
    assert reply.error.code == "not_found" and "ls" in reply.error.hint
    assert "/b.txt" in reply.text
    unknown = Toolbox(workspace).call("reed", {})
    assert unknown.error is not None and "read" in unknown.error.message


def test_arguments_that_are_no_json_are_refused(workspace: Workspace) -> None:
    with pytest.raises(UsageError, match="arguments of read are no JSON"):
        Toolbox(workspace).call("read", "{")


def test_specs_and_schemas_name_the_same_tools(sandbox: Sandbox, workspace: Workspace) -> None:
    tools = Toolbox(workspace, sandbox=sandbox, tools="run")
    names = [spec.name for spec in tools.specs()]
    assert "run" in names and "edit" not in names
    assert [tool["function"]["name"] for tool in tools.schemas("openai")] == names
    assert [tool["name"] for tool in tools.schemas("anthropic")] == names
    assert all(spec.description and spec.input["type"] == "object" for spec in tools.specs())
    with pytest.raises(UsageError, match="openai, anthropic, mcp, json-schema"):
        tools.schemas("gemini")  # type: ignore[call-overload]


def test_programs_of_tools_call_functions_on_the_event_loop(
    sandbox: Sandbox, workspace: Workspace
) -> None:
    functions = Functions()
    loops = []

    @functions.add("shop", "price", reads=True)
    async def price(item: str) -> float:
        "The price of an item."
        loops.append(asyncio.get_running_loop())
        await asyncio.sleep(0)
        return 1.5

    tools = Toolbox(workspace, sandbox=sandbox, functions=functions)
    run = next(spec for spec in tools.specs() if spec.name == "run")
    assert "price(input: { item: string })" in run.description

    async def main() -> None:
        reply = await tools.call_async("run", {"code": "() => shop.price({ item: 'a' })"})
        assert reply.data["result"] == 1.5
        assert loops == [asyncio.get_running_loop()]

    asyncio.run(main())
    assert tools.call("run", {"code": "() => shop.price({ item: 'a' })"}).data["result"] == 1.5


def test_functions_that_are_added_later_are_there(sandbox: Sandbox, workspace: Workspace) -> None:
    functions = Functions()
    tools = Toolbox(workspace, sandbox=sandbox, functions=functions)
    functions.add("shop", "later", lambda: 7)
    assert tools.call("run", {"code": "() => shop.later()"}).data["result"] == 7


def test_cancelling_the_task_ends_the_program(sandbox: Sandbox, workspace: Workspace) -> None:
    tools = Toolbox(workspace, sandbox=sandbox, limits=Limits(timeout=60, fuel=10**15))

    async def main() -> None:
        call = asyncio.create_task(tools.call_async("run", {"code": "() => { for (;;) {} }"}))
        await asyncio.sleep(0.1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    asyncio.run(asyncio.wait_for(main(), 10))


def test_a_call_waits_for_an_approval(workspace: Workspace) -> None:
    tools = Toolbox(workspace, policy=ASKS)
    arguments = {"path": "/secret/a", "content": "x"}
    reply = tools.call("write", arguments)
    assert not reply.is_ok
    (call,) = tools.pending()
    assert (call.tool, call.arguments) == ("write", arguments) and "/secret" in call.reason
    assert tools.approve(call.id) and not tools.approve(call.id)
    assert tools.call("write", arguments).is_ok
    tools.call("write", {"path": "/secret/b", "content": "y"})
    assert tools.deny(tools.pending()[0].id)
    assert tools.pending() == []


def test_a_session_has_its_own_record_of_what_was_read(workspace: Workspace) -> None:
    workspace.files.write_text("/a", "1")
    tools = Toolbox(workspace)
    tools.call("read", {"path": "/a"})
    edits = {"path": "/a", "edits": [{"oldText": "1", "newText": "2"}]}
    assert not tools.new_session().call("edit", edits).is_ok
    assert tools.call("edit", edits).is_ok


def test_wrong_options_say_what_is_right(sandbox: Sandbox, workspace: Workspace) -> None:
    with pytest.raises(UsageError, match="no line_bites: there are read_lines"):
        Toolbox(workspace, caps={"line_bites": 1})
    with pytest.raises(TypeError, match="did you mean 'freshness'"):
        Toolbox(workspace, freshnes="off")  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="give a sandbox"):
        Toolbox(workspace, functions=Functions())
    with pytest.raises(UsageError, match="run, plain, all"):
        Toolbox(workspace, tools="none")  # type: ignore[arg-type]
    workspace.close()
    with pytest.raises(UsageError, match="closed"):
        Toolbox(workspace)


def test_what_is_over_a_cap_is_cut(sandbox: Sandbox, workspace: Workspace) -> None:
    tools = Toolbox(workspace, sandbox=sandbox, caps={"output_tokens": 500})
    code = {"code": "() => Array.from({ length: 5000 }, (_, i) => `line ${i}`)"}
    assert len(tools.call("run", code).text) < 4_000
    assert len(Toolbox(workspace, sandbox=sandbox).call("run", code).text) > 8_000


def test_the_prompt_has_the_functions() -> None:
    functions = Functions()
    functions.add("shop", "price", lambda: 1, describe="The price of a thing.")
    assert "state" in prompt() and len(prompt("compact")) < len(prompt()) / 2
    assert "The price of a thing." in prompt(functions=functions)
    assert "writeFile" not in prompt(read_only=True)
    with pytest.raises(UsageError, match="programs, compact, actions, tools"):
        prompt("poem")  # type: ignore[arg-type]


def test_workspaces_are_files_by_name(tmp_path: Path, sandbox: Sandbox) -> None:
    workspaces = Workspaces(tmp_path / "data", quota_bytes=10_000)
    assert workspaces.find("ann") is None
    with workspaces.open("ann") as workspace:
        assert sandbox.run(workspace, "state.writeFile('/a', 'x')").status == "returned"
        refused = sandbox.run(workspace, "state.writeFile('/b', 'x'.repeat(20000))")
        assert refused.status == "threw"
    assert workspaces.names() == ["ann"]
    with pytest.raises(UsageError, match="lower-case"):
        workspaces.open("../ann")
    assert workspaces.remove("ann") and not workspaces.remove("ann")
    assert workspaces.names() == []
