"""deepagents: its file tools over a workspace, and an agent whose model writes programs."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from isolate_run import Limits, Sandbox, UsageError, Workspace

pytest.importorskip("deepagents")

from deepagents import create_deep_agent
from deepagents.backends.protocol import execute_accepts_timeout
from langchain.agents import create_agent
from langchain.agents.middleware import TodoListMiddleware
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool

from isolate_run.adapters.deepagents import IsolateBackend, IsolateInterpreterMiddleware, IsolateSandbox


class Scripted(BaseChatModel):
    """A model that calls these tools, one after the other, and then is done."""

    calls: list[tuple[str, dict[str, Any]]]
    bound: list[Any] = []

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **_: Any) -> Any:
        self.bound.append(list(tools))
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> ChatResult:
        done = sum(isinstance(message, AIMessage) for message in messages)
        message = AIMessage("done")
        if done < len(self.calls):
            name, arguments = self.calls[done]
            call = {"name": name, "args": arguments, "id": f"call_{done}", "type": "tool_call"}
            message = AIMessage("", tool_calls=[call])
        return ChatResult(generations=[ChatGeneration(message=message)])


ASK = {"messages": [{"role": "user", "content": "go"}]}


def answers(result: Any) -> list[ToolMessage]:
    return [message for message in result["messages"] if isinstance(message, ToolMessage)]


@tool
def price(item: str, count: int = 1) -> dict[str, Any]:
    "The price of so many items."
    if item == "none":
        raise ValueError("there is no such item")
    return {"item": item, "price": len(item) * count}


@pytest.fixture
def backend(workspace: Workspace, sandbox: Sandbox) -> IsolateBackend:
    return IsolateBackend(workspace, sandbox=sandbox)


class TestBackend:
    def test_reading(self, backend: IsolateBackend) -> None:
        assert backend.write("/a/b.txt", "one\ntwo\nthree\n").path == "/a/b.txt"
        whole = backend.read("/a/b.txt")
        assert whole.file_data and whole.file_data["content"] == "one\ntwo\nthree\n"
        part = backend.read("/a/b.txt", offset=1, limit=1)
        assert part.file_data and part.file_data["content"] == "two\n"
        assert (part.start_line, part.end_line, part.total_lines, part.next_offset) == (2, 2, 3, 2)
        assert "exceeds file length" in (backend.read("/a/b.txt", offset=9).error or "")
        assert backend.read("/a/b.txt", offset=-1, limit=0).no_lines_requested
        assert "/none" in (backend.read("/none").error or "")
        assert "directory" in (backend.read("/a").error or "")
        backend.upload_files([("/x.bin", b"\xff\x00"), ("/x.pdf", b"text")])
        for path, content in (("/x.bin", "/wA="), ("/x.pdf", "dGV4dA==")):
            binary = backend.read(path).file_data
            assert binary == {"content": content, "encoding": "base64"}

    def test_listing(self, backend: IsolateBackend, workspace: Workspace) -> None:
        backend.write("/a/b.txt", "1")
        workspace.files.symlink("nowhere", "/a/link")
        backend.write("/a/sub/c.txt", "1")
        entries = backend.ls("/a").entries or []
        assert [(entry["path"], entry["is_dir"], entry["size"]) for entry in entries] == [
            ("/a/b.txt", False, 1), ("/a/link", False, 0), ("/a/sub/", True, 0),
        ]
        assert backend.ls("/none").error and backend.ls("/a/b.txt").error

    def test_editing(self, backend: IsolateBackend) -> None:
        backend.write("/a.txt", "one one two")
        assert "appears 2 times" in (backend.edit("/a.txt", "one", "1").error or "")
        assert backend.edit("/a.txt", "one", "1", replace_all=True).occurrences == 2
        assert "not found" in (backend.edit("/a.txt", "three", "3").error or "")
        assert "/none" in (backend.edit("/none", "a", "b").error or "")
        backend.upload_files([("/x.bin", b"\xff")])
        assert "no text in UTF-8" in (backend.edit("/x.bin", "a", "b").error or "")
        data = backend.download_files(["/a.txt"])[0].content
        assert data == b"1 1 two"

    @pytest.mark.parametrize("is_shared", [True, False])
    def test_no_edit_is_lost(self, backend: IsolateBackend, is_shared: bool) -> None:
        backend.write("/a.txt", "".join(f"<{number}>" for number in range(16)))
        errors: list[Any] = []

        def edit(start: int) -> None:
            own = backend if is_shared else IsolateBackend(backend.workspace)
            for number in range(start, 16, 4):
                errors.append(own.edit("/a.txt", f"<{number}>", f"[{number}]").error)

        threads = [threading.Thread(target=edit, args=[start]) for start in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == [None] * 16
        data = backend.download_files(["/a.txt"])[0].content
        assert data == "".join(f"[{number}]" for number in range(16)).encode()

    def test_searching(self, backend: IsolateBackend) -> None:
        for path, text in (
            ("/src/a.py", "TODO one\nx\nTODO TODO two"), ("/src/b.js", "TODO"), ("/top.py", "a.b"), ("/.git/c.py", "x"),
        ):
            backend.write(path, text)
        found = backend.grep("TODO", "/src").matches or []
        assert [(match["path"], match["line"], match["text"]) for match in found] == [
            ("/src/a.py", 1, "TODO one"), ("/src/a.py", 3, "TODO TODO two"), ("/src/b.js", 1, "TODO"),
        ]
        assert [match["path"] for match in backend.grep("TODO", glob="*.js").matches or []] == ["/src/b.js"]
        assert backend.grep("a.b").matches and not backend.grep("aXb").matches
        two = backend.grep("TODO", max_count=2)
        assert len(two.matches or []) == 2 and two.truncated
        assert not backend.grep("TODO", max_count=3).truncated
        assert backend.grep("", "/src").error and backend.grep("x", glob="../*").error
        for pattern, path, paths in (
            ("*.py", None, ["/.git/c.py", "/src/a.py", "/top.py"]), ("/*.py", None, ["/top.py"]),
            ("**/*.py", None, ["/src/a.py", "/top.py"]), ("*.{js,py}", "/src", ["/src/a.py", "/src/b.js"]),
            ("src/*.js", "/", ["/src/b.js"]), ("*", "/none", []),
        ):
            infos = backend.glob(pattern, path).matches or []
            assert sorted(info["path"] for info in infos) == paths
        assert "traversal" in (backend.glob("../*").error or "")

    def test_deleting_and_transfer(self, backend: IsolateBackend) -> None:
        backend.write("/a/b.txt", "1")
        assert backend.delete("/a").path == "/a" and backend.delete("/a").error
        responses = backend.upload_files([("/a", b"1"), ("/a/b", b"1"), ("/x\0", b"")])
        assert [response.error for response in responses] == [None, "invalid_path", "invalid_path"]
        backend.write("/dir/x", "1")
        given = backend.download_files(["/a", "/dir", "/none"])
        assert [response.error for response in given] == [None, "is_directory", "file_not_found"]

    def test_nothing_is_raised(self) -> None:
        workspace = Workspace.memory()
        backend = IsolateBackend(workspace)
        workspace.close()
        for result in (
            backend.ls("/"), backend.read("/a"), backend.write("/a", ""), backend.edit("/a", "a", "b"),
            backend.delete("/a"), backend.glob("*"), backend.grep("a"),
            backend.upload_files([("/a", b"")])[0], backend.download_files(["/a"])[0],
        ):
            assert "was closed" in (result.error or "")

    def test_async(self, backend: IsolateBackend) -> None:
        async def use() -> None:
            await backend.awrite("/a.txt", "1")
            assert (await backend.aread("/a.txt")).error is None
            assert [match["path"] for match in (await backend.agrep("1")).matches or []] == ["/a.txt"]

        asyncio.run(use())


class TestInterpreter:
    @pytest.mark.parametrize("is_async", [False, True])
    def test_a_program_does_a_task(self, backend: IsolateBackend, is_async: bool) -> None:
        model = Scripted(
            calls=[
                ("write_file", {"file_path": "/items.json", "content": '["apple", "fig"]'}),
                ("js_eval", {"code": """async () => {
                  const items = await state.readJson("/items.json");
                  const prices = await Promise.all(items.map((item) => tools.price({ item, count: 2 })));
                  await state.writeJson("/prices.json", prices);
                  return prices[0].price + prices[1].price;
                }"""}),
                ("js_eval", {"code": "async () => (await state.readJson('/prices.json')).length"}),
                ("read_file", {"file_path": "/prices.json"}),
            ]
        )
        middleware = IsolateInterpreterMiddleware(backend, ptc=["price"])
        agent = create_deep_agent(model, tools=[price], backend=backend, middleware=[middleware])
        result = asyncio.run(agent.ainvoke(ASK)) if is_async else agent.invoke(ASK)
        wrote, evaluated, again, read = answers(result)
        assert str(wrote.content).endswith("[version: run 1]")
        assert evaluated.content == "16\n\nChanged files (run 2): created /prices.json"
        assert evaluated.artifact["created"] == ["/prices.json"]
        assert again.content == "2"
        assert "apple" in str(read.content) and str(read.content).endswith("[version: run 2]")
        described = {tool.name: tool.description for tool in model.bound[0] if not isinstance(tool, dict)}
        assert "price(input: { item: string; count?: number })" in described["js_eval"]

    def test_a_model_can_repair_its_program(self, backend: IsolateBackend) -> None:
        model = Scripted(
            calls=[
                ("js_eval", {"code": "async () => await tools.prise({ item: 'fig' })"}),
                ("js_eval", {"code": "async () => await tools.price({ item: 'none' }).catch((e) => e.message)"}),
            ]
        )
        agent = create_agent(model, middleware=[IsolateInterpreterMiddleware(backend, ptc=[price])])
        wrong, caught = answers(agent.invoke(ASK))
        assert wrong.status == "error" and "tools.price may be meant" in wrong.content
        assert caught.status == "success" and "there is no such item" in caught.content

    def test_tools_with_state(self, backend: IsolateBackend) -> None:
        code = """async () => {
          await tools.write_todos({ todos: [{ content: "eat", status: "pending" }] });
          const text = await tools.read_file({ file_path: "/a.txt" });
          return text.includes("hello");
        }"""
        model = Scripted(calls=[("js_eval", {"code": code})])
        backend.write("/a.txt", "hello")
        middleware = IsolateInterpreterMiddleware(backend, ptc=["write_todos", "read_file"])
        agent = create_deep_agent(model, backend=backend, middleware=[TodoListMiddleware(), middleware])
        for result in (agent.invoke(ASK), asyncio.run(agent.ainvoke(ASK))):
            assert answers(result)[0].content == "true"
            assert result["todos"] == [{"content": "eat", "status": "pending"}]

    def test_limits(self, workspace: Workspace) -> None:
        many = "async () => { for (let i = 0; i < 9; i++) await tools.price({ item: 'a' }); }"
        model = Scripted(calls=[("js_eval", {"code": many}), ("js_eval", {"code": "() => { for (;;); }"})])
        middleware = IsolateInterpreterMiddleware(workspace, ptc=[price], max_ptc_calls=5, timeout=1)
        calls, time = answers(create_agent(model, middleware=[middleware]).invoke(ASK))
        assert "a program may call 5 tools" in calls.content
        assert "The program was stopped" in time.content and time.status == "error"

    def test_wrong_options(self, workspace: Workspace) -> None:
        with pytest.raises(UsageError, match="from 1, or None"):
            IsolateInterpreterMiddleware(workspace, max_ptc_calls=0)
        agent = create_agent(
            Scripted(calls=[]),
            tools=[price],
            middleware=[IsolateInterpreterMiddleware(workspace, ptc=["prise"]), TodoListMiddleware()],
        )
        with pytest.raises(UsageError, match="ptc names 'prise', which is no tool of the agent: there are .*price"):
            agent.invoke(ASK)


def test_an_agent_runs_commands(workspace: Workspace, sandbox: Sandbox) -> None:
    backend = IsolateSandbox(workspace, sandbox=sandbox)
    model = Scripted(
        calls=[
            ("write_file", {"file_path": "/src/a.txt", "content": "b\na\n"}),
            ("execute", {"command": "cd /src && sort a.txt > b.txt; pwd; missing"}),
            ("read_file", {"file_path": "/src/b.txt"}),
            ("execute", {"command": "pwd", "timeout": 5}),
            ("execute", {"command": "while :; do :; done", "timeout": 1}),
            ("execute", {"command": "ls", "timeout": -1}),
        ]
    )
    result = create_deep_agent(model, backend=backend).invoke(ASK)
    assert "execute" in {tool.name for tool in model.bound[-1]}
    _, sorted_, read, again, over, below = answers(result)
    assert sorted_.content.startswith("/src\nbash: line 1: missing: command not found")
    assert "failed with exit code 127" in sorted_.content and sorted_.artifact["exit_code"] == 127
    assert "a\n" in str(read.content) and str(again.content).startswith("/\n")
    assert "time limit of 1 s" in str(over.content) and over.artifact["exit_code"] == 124
    assert below.status == "error"
    # Without commands, there is no such tool.
    plain = Scripted(calls=[])
    create_deep_agent(plain, backend=IsolateBackend(workspace)).invoke(ASK)
    assert "execute" not in {tool.name for tool in plain.bound[-1]}


def test_what_a_command_answers(workspace: Workspace, sandbox: Sandbox) -> None:
    assert execute_accepts_timeout(IsolateSandbox)
    backend = IsolateSandbox(workspace, id="mine", sandbox=sandbox, shell={"env": {"A": "1"}}, output_max=1000)
    assert backend.id == "mine" and IsolateSandbox(workspace).id != IsolateSandbox(workspace).id
    # In the order in which it was written, with what is no text.
    ended = backend.execute("echo 1; echo 2 >&2; echo 3; printf '\\377'; echo $A; exit 7")
    assert (ended.output, ended.exit_code, ended.truncated) == ("1\n2\n3\n\ufffd1\n", 7, False)
    for command, code, told in (
        ("echo (", 2, "syntax error"), ("missing x", 127, "not found"), ("cat", 0, ""), ("sleep 50", 0, ""),
        ("cat <<E\nline\nE", 0, "line"), ("# nothing", 0, ""), ("if true\nthen echo yes\nfi", 0, "yes"),
        ("mkdir -p /a && cd /a\ntouch b", 0, ""),
    ):
        ended = backend.execute(command)
        assert ended.exit_code == code and told in ended.output, (command, ended)
    assert workspace.files.exists("/a/b")
    ended = backend.execute("seq 100000; echo end")
    assert ended.truncated and ended.output.startswith("1\n2\n") and ended.output.endswith("end\n")
    assert "characters left out; write less" in ended.output and len(ended.output) < 1100
    small = IsolateSandbox(workspace, shell={"limits": Limits(result_bytes=101)})
    ended = small.execute("touch /kept; printf 'é%.0s' {1..900}")
    assert ended.truncated and ended.output.startswith("é" * 50 + "\n[cut: 1699 bytes left out")
    assert ended.exit_code == 0 and workspace.files.exists("/kept")
    for command in ("", " ", "a\0b"):
        assert backend.execute(command).exit_code is None
    with pytest.raises(ValueError, match="timeout"):
        backend.execute("ls", timeout=-1)
    with pytest.raises(UsageError, match="output_max"):
        IsolateSandbox(workspace, output_max=0)


def test_limits_and_rules_of_commands(workspace: Workspace) -> None:
    backend = IsolateSandbox(workspace, shell={"limits": Limits(timeout=1)})
    ended = backend.execute("echo some; touch /a; while :; do :; done", timeout=60)
    assert ended.exit_code == 124 and "some\nisolate: the program ran longer" in ended.output
    assert "nothing was kept" in ended.output and not workspace.files.exists("/a")
    ended = IsolateSandbox(workspace, shell={"allowed_commands": ["ls"]}).execute("touch /a")
    assert ended.exit_code == 126 and "not allowed here" in ended.output
    ended = IsolateSandbox(workspace, shell={"read_only": True}).execute("touch /a")
    assert ended.exit_code == 1 and not workspace.files.exists("/a")
    session = IsolateSandbox(workspace, shell={"session": "build"})
    session.execute("mkdir /src; cd /src; x=5")
    assert session.execute("echo $PWD $x").output == "/src 5\n"
    # The tools and the programs do not see what is not kept.
    IsolateSandbox(workspace, shell={"keep_on_success": True}).execute("touch /a; false")
    assert backend.read("/a").error


def test_commands_in_asyncio(workspace: Workspace) -> None:
    backend = IsolateSandbox(workspace)

    async def use() -> None:
        await asyncio.gather(*(backend.aexecute(f"echo {number} >> /all") for number in range(10)))
        assert len(backend.workspace.files.read_text("/all").split()) == 10
        task = asyncio.create_task(backend.aexecute("touch /a; while :; do :; done"))
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not backend.workspace.files.exists("/a")
        assert (await backend.aexecute("echo next", timeout=5)).output == "next\n"

    asyncio.run(use())
    workspace.close()
    ended = backend.execute("ls")
    assert ended.exit_code is None and ended.output.startswith("Error: the workspace was closed")
