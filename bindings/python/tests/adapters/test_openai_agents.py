"""OpenAI Agents: a scripted model that writes programs and patches."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from isolate_run import Functions, Sandbox, Toolbox, UsageError, Workspace

pytest.importorskip("agents")

from agents import Agent, ApplyPatchTool, RunConfig, Runner
from agents.editor import ApplyPatchEditor, ApplyPatchOperation
from agents.testing import ScriptedModel, assistant_message, function_call
from agents.tool_context import ToolContext
from openai.types.responses import ResponseFunctionToolCall

from isolate_run.adapters.openai_agents import IsolateEditor, code_tool, tools


def shop() -> Functions:
    functions = Functions()

    @functions.add("shop", "price", reads=True)
    def price(item: str, count: int = 1) -> float:
        "The price of so many items."
        return len(item) * count

    return functions


def outputs(workspace: Workspace, tools: list[Any], *calls: Any) -> list[str]:
    """What the tools answer to a model that makes these calls."""
    model = ScriptedModel([*([call] for call in calls), [assistant_message("done")]])
    agent = Agent("coder", model=model, tools=tools)
    result = asyncio.run(Runner.run(agent, "go", run_config=RunConfig(tracing_disabled=True)))
    assert result.final_output == "done"
    return [str(item.output) for item in result.new_items if item.type == "tool_call_output_item"]


def program(code: str) -> Any:
    return function_call("run", {"code": code}, call_id=f"call_{abs(hash(code))}")


def test_a_program_does_a_task(workspace: Workspace, sandbox: Sandbox) -> None:
    tool = code_tool(workspace, functions=shop(), sandbox=sandbox)
    assert "price(input: { item: string; count?: number }): Promise<number>" in tool.description
    first, second = outputs(
        workspace,
        [tool],
        program("""async () => {
          const prices = await Promise.all(["apple", "fig"].map((item) => shop.price({ item, count: 2 })));
          await state.writeJson("/prices.json", prices);
          return prices[0] + prices[1];
        }"""),
        program("() => state.readJson('/prices.json')"),
    )
    assert first == "16\n\nChanged files (run 1): created /prices.json"
    assert second == "[10, 6]"


def test_plain_tools_do_a_task(workspace: Workspace) -> None:
    given = tools(workspace, tools="plain")
    assert "edit" in {tool.name for tool in given}
    written, failed, read = outputs(
        workspace,
        given,
        function_call("write", {"path": "/a.txt", "content": "one"}, call_id="1"),
        function_call("read", {"path": "/b.txt"}, call_id="2"),
        function_call("read", {"path": "/a.txt"}, call_id="3"),
    )
    assert '"ok":true' in written and "not_found" in failed and "one" in read
    assert workspace.files.read_text("/a.txt") == "one"
    with pytest.raises(UsageError, match="its constructor"):
        tools(Toolbox(workspace), cwd="/")


def test_a_model_can_repair_its_program(workspace: Workspace, sandbox: Sandbox) -> None:
    tool = code_tool(workspace, functions=shop(), sandbox=sandbox)
    wrong, missing = outputs(
        workspace,
        [tool],
        program("async () => {\n  await state.writeFile('/a', '1');\n  return await shop.prise({});\n}"),
        program(" "),
    )
    assert "line 3, column 21" in wrong and "shop.price may be meant" in wrong
    assert "undone: created /a" in wrong and not workspace.files.exists("/a")
    assert missing.startswith("`code` is missing")


@pytest.mark.parametrize("arguments", ["{", "[]", "null", '"x"'])
def test_wrong_arguments(workspace: Workspace, arguments: str) -> None:
    context = ToolContext(None, tool_name="run", tool_call_id="1", tool_arguments=arguments)
    answer = asyncio.run(code_tool(workspace).on_invoke_tool(context, arguments))
    assert "no JSON object" in answer


class TestEditor:
    def apply(self, workspace: Workspace, kind: Any, path: str, diff: str | None = None, **more: Any) -> Any:
        editor = IsolateEditor(workspace)
        operation = ApplyPatchOperation(kind, path, diff, **more)
        return asyncio.run(getattr(editor, kind)(operation))

    def test_is_an_editor(self, workspace: Workspace) -> None:
        assert isinstance(IsolateEditor(workspace), ApplyPatchEditor)

    def test_patches(self, workspace: Workspace) -> None:
        made = self.apply(workspace, "create_file", "src/a.txt", "+one\n+two\n+three\n+")
        assert (made.status, made.output) == ("completed", "src/a.txt: created (run 1)")
        assert workspace.files.read_text("/src/a.txt") == "one\ntwo\nthree\n"
        changed = self.apply(workspace, "update_file", "/src/a.txt", "@@\n one\n-two\n+2\n three\n")
        assert changed.output == "/src/a.txt: changed (run 2)"
        assert workspace.files.read_text("/src/a.txt") == "one\n2\nthree\n"
        moved = self.apply(workspace, "update_file", "/src/a.txt", "@@\n-2\n+two\n", move_to="/lib/b.txt")
        assert moved.output == "/src/a.txt: renamed to /lib/b.txt (run 3)"
        assert workspace.files.read_text("/lib/b.txt") == "one\ntwo\nthree\n"
        assert not workspace.files.exists("/src/a.txt")
        assert self.apply(workspace, "delete_file", "/lib/b.txt").status == "completed"
        assert not workspace.files.exists("/lib/b.txt")

    def test_failures(self, workspace: Workspace) -> None:
        workspace.files.write_text("/a", "one\n")
        workspace.files.write_text("/b", "two\n")
        workspace.files.write_bytes("/bin", b"\xff")
        for kind, path, diff, more, text in (
            ("create_file", "/a", "+x", {}, "EEXIST"),
            ("create_file", "/c", "x", {}, "Invalid Add File Line"),
            ("update_file", "/a", "@@\n-two\n+2", {}, "Invalid Context"),
            ("update_file", "/a", "@@\n-one\n+1", {"move_to": "/b"}, "EEXIST"),
            ("update_file", "/none", "@@\n-a\n+b", {}, "no such file"),
            ("update_file", "/bin", "@@\n-a\n+b", {}, "no text in UTF-8"),
            ("delete_file", "/none", None, {}, "no such file"),
        ):
            result = self.apply(workspace, kind, path, diff, **more)
            assert result.status == "failed" and text in (result.output or "")
        assert workspace.files.read_text("/a") == "one\n" and workspace.files.read_text("/b") == "two\n"

    def test_no_patch_is_lost(self, workspace: Workspace) -> None:
        workspace.files.write_text("/a", "".join(f"<{number}>\n" for number in range(8)))
        editor = IsolateEditor(workspace)

        async def use() -> list[Any]:
            return await asyncio.gather(
                *(
                    editor.update_file(ApplyPatchOperation("update_file", "/a", f"@@\n-<{n}>\n+[{n}]"))
                    for n in range(8)
                )
            )

        assert {result.status for result in asyncio.run(use())} == {"completed"}
        assert workspace.files.read_text("/a") == "".join(f"[{number}]\n" for number in range(8))

    def test_in_an_agent(self, workspace: Workspace, sandbox: Sandbox) -> None:
        operation = {"type": "create_file", "path": "/a.js", "diff": "+export const one = 1;"}
        call = ResponseFunctionToolCall(
            name="apply_patch", arguments=json.dumps(operation), call_id="patch", type="function_call"
        )
        tools = [ApplyPatchTool(IsolateEditor(workspace)), code_tool(workspace, sandbox=sandbox)]
        patched, ran = outputs(
            workspace, tools, call, program("async () => (await import('/a.js')).one")
        )
        assert patched == "/a.js: created (run 1)" and ran == "1"
