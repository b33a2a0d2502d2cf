"""pydantic-ai: its own rules for workspaces, and an agent whose model writes programs."""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import Callable
from typing import Any

import pytest

from isolate_run import Sandbox, UsageError, Workspace

pytest.importorskip("pydantic_ai.workspaces")

from pydantic_ai import Agent, ModelRetry, RunContext, UsageLimits
from pydantic_ai.exceptions import UsageLimitExceeded, UserError
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.workspaces import Workspace as AgentWorkspace
from pydantic_ai.workspaces import WorkspaceRef, WorkspaceUnavailableError
from pydantic_ai.workspaces.conformance import WorkspaceBackendSuite

from isolate_run.adapters.pydantic_ai import IsolateBackend, IsolateCodeMode, IsolateWorkspace


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class TestConformance(WorkspaceBackendSuite):
    @pytest.fixture
    def has_real_posix_shell(self) -> bool:
        # Rules of commands are skipped; without this, one of them waits for half a minute before.
        return False

    @pytest.fixture
    def backend(self, workspace: Workspace) -> IsolateBackend:
        return IsolateBackend(workspace)

    @pytest.fixture
    def attach_backend(self, workspace: Workspace) -> Callable[[WorkspaceRef], IsolateBackend]:
        return lambda ref: IsolateBackend(workspace, id=ref.id)


@pytest.mark.anyio
async def test_links(workspace: Workspace) -> None:
    files = workspace.files
    files.mkdir("/a/b", parents=True)
    files.write_text("/a/file", "old")
    for target, link in (
        ("b", "/a/rel"), ("../out", "/a/up"), ("/a/b", "/abs"), ("loop2", "/loop1"),
        ("loop1", "/loop2"), ("file", "/a/link"),
    ):
        files.symlink(target, link)
    agent_workspace = AgentWorkspace(IsolateBackend(workspace))
    for path, real in (
        ("/a/rel/missing", "/a/b/missing"), ("/a/up/missing", "/out/missing"), ("/a/rel/..", "/a"),
        ("/a/up/..", "/"), ("/abs/../x", "/a/x"), ("/a/link", "/a/file"), ("/", "/"),
    ):
        assert await agent_workspace.realpath(path) == real
    with pytest.raises(OSError, match="too many levels"):
        await agent_workspace.realpath("/loop1/q")
    await agent_workspace.write_bytes("/a/link", b"new")
    assert files.read_text("/a/file") == "new"
    entries = {entry.name: entry.is_dir for entry in await agent_workspace.list_dir("/")}
    assert entries == {"a": True, "abs": True, "loop1": False, "loop2": False}
    await agent_workspace.remove("/abs")
    assert files.exists("/a/b") and not files.exists("/abs")


@pytest.mark.anyio
async def test_there_are_no_commands(workspace: Workspace) -> None:
    with pytest.raises(UserError, match="command"):
        await AgentWorkspace(IsolateBackend(workspace)).run(["ls"])


@pytest.mark.anyio
async def test_a_closed_workspace_is_unavailable() -> None:
    workspace = Workspace.memory()
    backend = IsolateBackend(workspace)
    workspace.close()
    with pytest.raises(WorkspaceUnavailableError, match="was closed"):
        await backend.working_dir()


def scripted(*programs: str, seen: list[AgentInfo] | None = None) -> FunctionModel:
    """A model that runs these programs, one after the other, and says what the last one answered."""

    def respond(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if seen is not None:
            seen.append(info)
        done = sum(isinstance(message, ModelResponse) for message in messages)
        if done < len(programs):
            return ModelResponse([ToolCallPart("run", {"code": programs[done]})])
        return ModelResponse([TextPart(str(returns(messages)[-1].content))])

    return FunctionModel(respond)


def returns(messages: list[ModelMessage]) -> list[ToolReturnPart]:
    return [part for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]


def shop(workspace: Workspace, model: FunctionModel, **options: Any) -> Agent[None, str]:
    agent: Agent[None, str] = Agent(
        model, capabilities=[IsolateWorkspace(workspace), IsolateCodeMode(workspace, **options)]
    )

    @agent.tool_plain
    def price(item: str, count: int = 1) -> float:
        "The price of so many items."
        if item == "none":
            raise ModelRetry("there is no such item")
        return len(item) * count

    @agent.tool
    async def remember(ctx: RunContext[None], name: str, text: str) -> str:
        await ctx.workspace.write_text(posixpath.join("/", name), text)
        return "done"

    @agent.tool_plain(requires_approval=True)
    def order(item: str) -> str:
        raise AssertionError("nobody approved it")

    return agent


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"], indirect=True)
class TestCodeMode:
    async def test_a_program_does_a_task_with_the_other_tools(self, workspace: Workspace) -> None:
        seen: list[AgentInfo] = []
        model = scripted(
            """async () => {
              const prices = await Promise.all(["apple", "fig"].map((item) => tools.price({ item, count: 2 })));
              await tools.remember({ name: "prices.json", text: JSON.stringify(prices) });
              await state.writeFile("/sum.txt", String(prices[0] + prices[1]));
              return { sum: await state.readFile("/sum.txt"), prices: await state.readJson("/prices.json") };
            }""",
            seen=seen,
        )
        result = await shop(workspace, model).run("What do they cost?")
        assert '{"sum": "16", "prices": [10, 6]}' in result.output
        assert "created /sum.txt" in result.output
        assert workspace.files.read_text("/prices.json") == "[10,6]"
        assert result.usage.tool_calls == 4
        tools = {tool.name: tool for tool in seen[0].function_tools}
        assert sorted(tools) == ["order", "run"]
        assert "price(input: { item: string; count?: number }): Promise<number>" in (tools["run"].description or "")

    async def test_a_model_can_repair_its_program(self, workspace: Workspace) -> None:
        model = scripted(
            "async () => {\n  await state.writeFile('/a.txt', '1');\n  return await tools.prise({ item: 'fig' });\n}",
            "async () => await tools.price({ item: 'fig', cuont: 1 })",
            "async () => await tools.price({ item: 'none' }).catch((e) => e.message)",
        )
        result = await shop(workspace, model).run("What does a fig cost?")
        wrong, misspelled, caught = returns(result.all_messages())
        assert wrong.outcome == misspelled.outcome == "failed"
        text = str(wrong.content)
        assert "line 3, column 22" in text and "tools.price may be meant" in text
        assert "created /a.txt" in text and workspace.files.exists("/a.txt")
        assert '"count" may be meant' in str(misspelled.content)
        assert caught.content == "there is no such item"

    async def test_atomic_programs_leave_nothing(self, workspace: Workspace) -> None:
        model = scripted("async () => { await state.writeFile('/a.txt', '1'); throw new Error('x'); }")
        result = await shop(workspace, model, options={"commit": "atomic"}).run("go")
        assert "undone: created /a.txt" in result.output and not workspace.files.exists("/a.txt")

    async def test_limits_of_the_agent_hold_for_programs(self, workspace: Workspace) -> None:
        code = "async () => await Promise.allSettled([...Array(9)].map(() => tools.price({ item: 'a' })))"
        agent = shop(workspace, scripted(code))
        with pytest.raises(UsageLimitExceeded):
            await agent.run("go", usage_limits=UsageLimits(tool_calls_limit=5))

    async def test_a_cancelled_task_stops_the_program(self, workspace: Workspace, sandbox: Sandbox) -> None:
        events: list[str] = []
        begun = asyncio.Event()
        code = "async () => { await tools.wait({}); await state.writeFile('/a.txt', '1'); }"
        agent = shop(workspace, scripted(code), sandbox=sandbox)

        @agent.tool_plain
        async def wait() -> None:
            begun.set()
            try:
                await asyncio.sleep(60)
            finally:
                await asyncio.sleep(0.01)
                events.append("ended")

        running = asyncio.create_task(agent.run("go"))
        await begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert events == ["ended"] and sandbox.stats()["runs"] == 0
        assert not workspace.files.exists("/a.txt")

    async def test_the_application_knows_the_run(self, workspace: Workspace) -> None:
        result = await shop(workspace, scripted("() => state.writeFile('/a.txt', '1')")).run("go")
        metadata = returns(result.all_messages())[0].metadata
        assert metadata["created"] == ["/a.txt"] and metadata["kept"]
        assert "+++ b/a.txt" in workspace.diff(metadata["run"])

    async def test_a_later_run_finds_the_workspace_by_its_name(self, workspace: Workspace) -> None:
        model = scripted("() => state.writeFile('/a.txt', '1')")
        capability: IsolateWorkspace[None] = IsolateWorkspace(workspace, name="mine", read_only=True)
        agent: Agent[None, str] = Agent(model, capabilities=[capability, IsolateCodeMode(workspace)])

        @agent.tool
        async def write(ctx: RunContext[None]) -> str:
            try:
                await ctx.workspace.write_text("/b.txt", "1")
            except PermissionError:
                return "refused"
            return "written"

        ref = WorkspaceRef(provider="isolate", id="mine")
        result = await agent.run("go", workspace=ref)
        assert "created /a.txt" in result.output
        with agent.override(model=scripted("async () => await tools.write({})")):
            assert (await agent.run("go", workspace=ref)).output == "refused"


def test_functions_are_the_tools_of_the_agent(workspace: Workspace) -> None:
    from isolate_run import Functions

    with pytest.raises(UsageError, match="add tools to the agent"):
        IsolateCodeMode(workspace, options={"functions": Functions()})


def test_the_sandbox_is_shared(sandbox: Sandbox, workspace: Workspace) -> None:
    agent = shop(workspace, scripted("() => 1 + 1"), sandbox=sandbox)
    assert agent.run_sync("go").output == "2"
