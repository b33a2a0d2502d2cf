"""pydantic-ai: its own rules for workspaces, and an agent whose model writes programs."""

from __future__ import annotations

import asyncio
import functools
import posixpath
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from isolate_run import Limits, Sandbox, UsageError, Workspace

pytest.importorskip("pydantic_ai.workspaces")

import anyio
from pydantic_ai import Agent, ModelRetry, RunContext, UsageLimits
from pydantic_ai.exceptions import UsageLimitExceeded
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.workspaces import Workspace as AgentWorkspace
from pydantic_ai.workspaces import (
    ReadOnlyWorkspace,
    WorkspaceOutputLimitError,
    WorkspaceRef,
    WorkspaceTimeoutError,
    WorkspaceUnavailableError,
)
from pydantic_ai.workspaces.conformance import WorkspaceBackendSuite

from isolate_run.adapters.pydantic_ai import IsolateBackend, IsolateCodeMode, IsolateWorkspace


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class TestConformance(WorkspaceBackendSuite):
    """All rules but those that need processes that outlive a command, named pipes, and rights of files: for these,
    each test here says what holds instead, and why. A command is an atomic run, which ends with its background
    jobs, and nothing else sees its changes before."""

    @pytest.fixture
    def backend(self, workspace: Workspace) -> IsolateBackend:
        return IsolateBackend(workspace)

    @pytest.fixture
    def destructive_backend(self, backend: IsolateBackend) -> Callable[[], IsolateBackend]:
        return lambda: backend

    @pytest.fixture
    def destroy_environment(self, workspace: Workspace) -> Callable[[IsolateBackend], Awaitable[None]]:
        async def destroy(backend: IsolateBackend) -> None:
            workspace.close()

        return destroy

    @pytest.fixture
    def attach_backend(self, workspace: Workspace) -> Callable[[WorkspaceRef], IsolateBackend]:
        def attach(ref: WorkspaceRef) -> IsolateBackend:
            if workspace.is_closed:
                raise WorkspaceUnavailableError("closed")
            return IsolateBackend(workspace, id=ref.id)

        return attach

    async def test_background_child_does_not_hold_up_completed_command(  # type: ignore[override]
        self, backend: IsolateBackend, workspace: Workspace
    ) -> None:
        """The suite lets the child go on after the command. Here it ends with it: no run changes files after its
        end."""
        waits = 'while [ ! -f "$1" ]; do sleep 0.1; done; : > "$2"'
        ended = await backend.run(["sh", "-c", f"({waits}) & printf done", "sh", "/release", "/finished"])
        assert (ended.exit_code, ended.stdout) == (0, "done")
        await backend.write_bytes("/release", b"go")
        assert (await backend.run("jobs", shell=True)).stdout == ""
        assert not workspace.files.exists("/finished")

    async def test_a_backend_attached_by_ref_reaches_a_detached_process(self) -> None:  # type: ignore[override]
        pytest.skip("a process ends with its command, also one in a session of its own: no run changes files after its end")

    async def test_fifo_read_does_not_wait_for_writer(self, backend: IsolateBackend) -> None:  # type: ignore[override]
        """There are no named pipes: a workspace has files, directories and links, which every interface reads."""
        ended = await backend.run(["mkfifo", "/fifo"])
        assert ended.exit_code == 1 and "cannot create fifo" in ended.stderr

    async def test_permission_denied_uses_builtin_error(  # type: ignore[override]
        self, backend: IsolateBackend, workspace: Workspace
    ) -> None:
        """Modes are kept and shown, and refuse nothing: there is one user, and what may be read and changed is up to
        the rules of the workspace."""
        await backend.write_bytes("/unreadable", b"data")
        ended = await backend.run("chmod 000 /unreadable; stat -c %a /unreadable; cat /unreadable", shell=True)
        assert (ended.exit_code, ended.stdout) == (0, "0\ndata")
        assert await backend.read_bytes("/unreadable") == b"data"

    async def test_concurrent_first_use_shares_one_environment(self, workspace: Workspace) -> None:  # type: ignore[override]
        """The suite asks for a backend without a reference, which makes its environment when it is first used. Here
        the workspace is there before, and so is the reference."""
        backend = IsolateBackend(workspace)
        before = backend.ref
        async with anyio.create_task_group() as group:
            for number in range(5):
                group.start_soon(backend.write_bytes, f"/concurrent-{number}", b"%d" % number)
        assert [await backend.read_bytes(f"/concurrent-{number}") for number in range(5)] == [b"%d" % n for n in range(5)]
        assert backend.ref == before

    async def test_cancellation_stops_foreground_work(  # type: ignore[override]
        self, backend: IsolateBackend, workspace: Workspace
    ) -> None:
        """The suite waits for a file that a command which still runs has written."""
        async with anyio.create_task_group() as group:
            group.start_soon(backend.run, ["sh", "-c", "echo x > /written; while :; do :; done"])
            await anyio.sleep(0.3)
            began = anyio.current_time()
            group.cancel_scope.cancel()
        assert anyio.current_time() - began < 5 and not workspace.files.exists("/written")
        assert (await backend.run(["echo", "next"])).stdout == "next\n"

    async def test_destroying_environment_during_command_raises_unavailable(  # type: ignore[override]
        self, backend: IsolateBackend, workspace: Workspace
    ) -> None:
        """A workspace that is closed lets the commands end that use it, and takes no more."""
        results = []

        async def command() -> None:
            results.append(await backend.run("i=0; while ((i++ < 20000)); do :; done; echo done", shell=True))

        async with anyio.create_task_group() as group:
            group.start_soon(command)
            await anyio.sleep(0.05)
            workspace.close()
        assert [result.stdout for result in results] == ["done\n"]
        with pytest.raises(WorkspaceUnavailableError, match="was closed"):
            await backend.run(["ls"])


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


NASTY = ["a b", "$HOME", "`id`", "*", "~", "'", '"', "\\", "a\nb", "-n", "", "é\U0001f600", "if", "X=1", "!", "#c", "{a,b}"]


@pytest.mark.anyio
async def test_arguments_stay_what_they_are(workspace: Workspace) -> None:
    run = AgentWorkspace(IsolateBackend(workspace)).run
    ended = await run(["printf", "%s\\0", *NASTY])
    assert ended.stdout.split("\0")[:-1] == NASTY
    for name in ("if", "X=1", "!", "#c", "for", "{", "a b", "missing"):
        ended = await run([name, "x"])
        assert ended.exit_code == 127 and "command not found" in ended.stderr, name
    with pytest.raises(ValueError, match="byte of value 0"):
        await run(["echo", "a\0b"])


@pytest.mark.anyio
async def test_commands_and_their_ends(workspace: Workspace, sandbox: Sandbox) -> None:
    backend = IsolateBackend(workspace, sandbox=sandbox, shell={"env": {"A": "1", "B": "1"}, "limits": Limits(fuel=10**9)})
    ended = await backend.run("echo $A$B $PWD; cd /; x=5", shell=True, env={"B": "2"})
    assert (ended.exit_code, ended.stdout) == (0, "12 /\n")
    ended = await backend.run("echo x=$x; echo (", shell=True)
    assert ended.exit_code == 2 and "syntax error" in ended.stderr and ended.stdout == ""
    # Each is a run of the history, and nothing is kept after a limit.
    ended = await backend.run("echo a > /a; while :; do :; done", shell=True)
    assert ended.exit_code == 152 and "isolate: the program used all of its fuel" in ended.stderr
    assert not workspace.files.exists("/a")
    await backend.run(["touch", "/b"])
    assert workspace.history(limit=1)[0].label == "exec"
    await backend.write_bytes("/c", b"\xff\0")
    assert (await backend.run(["cat", "/c"])).stdout == "\ufffd\0"


@pytest.mark.anyio
async def test_the_time_of_a_command(workspace: Workspace) -> None:
    backend = IsolateBackend(workspace, shell={"limits": Limits(timeout=2)})
    for line in ("echo a > /a; sleep 1.5; sleep 1.5", "echo a > /a; exec sleep 9", "echo a > /a; while :; do :; done"):
        with pytest.raises(WorkspaceTimeoutError, match="nothing was kept"):
            await backend.run(line, shell=True, timeout=2)
        assert not workspace.files.exists("/a")
    # Not what ends with the same exit code, nor what has no timeout: its sleep takes no time.
    ended = await backend.run("echo a > /a; timeout 1 sleep 2", shell=True, timeout=2)
    assert (ended.exit_code, ended.stderr) == (124, "") and workspace.files.exists("/a")
    assert (await backend.run(["sleep", "100"])).exit_code == 0
    # What the options allow is the most.
    with pytest.raises(WorkspaceTimeoutError):
        await backend.run("while :; do :; done", shell=True, timeout=3600)
    for timeout in (0, -1, float("inf"), float("nan"), True):
        with pytest.raises(ValueError, match="timeout is"):
            await backend.run(["ls"], timeout=timeout)
    kept = IsolateBackend(workspace, shell={"keep_on_success": True})
    assert (await kept.run("touch /d; exit 3", shell=True, timeout=2)).exit_code == 3
    assert not workspace.files.exists("/d")


@pytest.mark.anyio
async def test_an_answer_is_whole_or_none(workspace: Workspace) -> None:
    backend = IsolateBackend(workspace, shell={"limits": Limits(result_bytes=1000)})
    for timeout in (None, 5):
        with pytest.raises(WorkspaceOutputLimitError, match="its changes were kept") as raised:
            await backend.run("touch /kept; printf 'é%.0s' {1..900}", shell=True, timeout=timeout)
        assert raised.value.limit == 1000 and raised.value.stdout == "é" * 500
    assert workspace.files.exists("/kept")


@pytest.mark.anyio
async def test_what_may_be_run(workspace: Workspace) -> None:
    backend = IsolateBackend(workspace, shell={"allowed_commands": ["ls"]})
    assert (await backend.run(["ls", "/"], timeout=5)).exit_code == 0
    ended = await backend.run(["rm", "-r", "/"])
    assert ended.exit_code == 126 and "not allowed here" in ended.stderr
    with pytest.raises(TypeError, match="allowed"):
        IsolateBackend(workspace, shell={"allowed": ["ls"]})  # type: ignore[typeddict-unknown-key]
    with pytest.raises(PermissionError):
        await AgentWorkspace(ReadOnlyWorkspace(AgentWorkspace(backend))).run(["ls"])


def test_an_agent_runs_commands(workspace: Workspace) -> None:
    programs = [{"command": "sort /in > /out; missing"}, {"command": "cat /out", "timeout": 5}, {"command": "while :; do :; done", "timeout": 1}]

    def respond(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        done = sum(isinstance(message, ModelResponse) for message in messages)
        if done < len(programs):
            return ModelResponse([ToolCallPart("shell", programs[done])])
        return ModelResponse([TextPart("done")])

    agent: Agent[None, str] = Agent(FunctionModel(respond), capabilities=[IsolateWorkspace(workspace)])

    @agent.tool
    async def shell(ctx: RunContext[None], command: str, timeout: float | None = None) -> str:
        "Runs a command."
        await ctx.workspace.write_text("/in", "b\na\n")
        try:
            ended = await ctx.workspace.run(command, shell=True, timeout=timeout)
        except WorkspaceTimeoutError as error:
            return f"timeout: {error}"
        return f"{ended.exit_code} {ended.stdout}{ended.stderr}"

    result = agent.run_sync("go")
    first, second, third = (str(part.content) for part in returns(result.all_messages()))
    assert first.startswith("127 bash: line 1: missing: command not found") and second == "0 a\nb\n"
    assert third.startswith("timeout: the command was stopped: the program ran longer than its time limit of 1 s")


@pytest.mark.anyio
async def test_many_commands_at_once(workspace: Workspace) -> None:
    backend = IsolateBackend(workspace)
    async with anyio.create_task_group() as group:
        for number in range(20):
            group.start_soon(functools.partial(backend.run, f"echo {number} >> /all", shell=True))
    assert sorted(map(int, workspace.files.read_text("/all").split())) == list(range(20))


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
