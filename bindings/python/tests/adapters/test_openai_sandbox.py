"""OpenAI Agents: sandboxes over workspaces, and the tool `shell`."""

from __future__ import annotations

import asyncio
import io
import pathlib
import tarfile
from typing import Any

import pytest

from isolate_run import Limits, Sandbox, UsageError, Workspace, Workspaces

pytest.importorskip("agents")

from agents import Agent, ApplyPatchOperation, RunConfig, Runner, ShellTool
from agents.sandbox import (
    ExecTimeoutError,
    ExecTransportError,
    LocalSnapshotSpec,
    Manifest,
    SandboxAgent,
    SandboxRunConfig,
    User,
    WorkspaceArchiveReadError,
    WorkspaceArchiveWriteError,
    WorkspaceReadNotFoundError,
)
from agents.sandbox.entries import Dir, File
from agents.sandbox.errors import ExecNonZeroError, InvalidManifestPathError
from agents.sandbox.manifest import Environment
from agents.testing import ScriptedModel, assistant_message, function_call
from agents.tool import ShellActionRequest, ShellCallData, ShellCommandRequest

from isolate_run.adapters.openai_agents import (
    IsolateSandboxClient,
    IsolateSandboxClientOptions,
    IsolateSandboxSession,
    IsolateSandboxSessionState,
    IsolateShell,
)

QUIET = RunConfig(tracing_disabled=True)


def run(work: Any) -> Any:
    return asyncio.run(work())


def hydrations(session: Any) -> int:
    """How often the workspace of a session was filled from a snapshot."""
    assert isinstance(session._inner, IsolateSandboxSession)
    return [run.actor for run in session._inner.workspace.history()].count("openai-agents")


def packed(*members: tuple[str, bytes | str]) -> io.BytesIO:
    """An archive of files, and of links, whose content is text."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            if isinstance(content, str):
                member.type, member.linkname = tarfile.SYMTYPE, content
                archive.addfile(member)
            else:
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
    data.seek(0)
    return data


def test_an_agent_works_in_a_sandbox(workspace: Workspace) -> None:
    model = ScriptedModel(
        [
            [function_call("exec_command", {"cmd": "cat notes.txt && mkdir -p src && sort notes.txt > src/out; pwd"}, call_id="1")],
            [function_call("exec_command", {"cmd": "pwd; cat out; missing", "workdir": "src"}, call_id="2")],
            [function_call("exec_command", {"cmd": "while :; do :; done", "yield_time_ms": 500}, call_id="3")],
            [assistant_message("done")],
        ]
    )
    manifest = Manifest(entries={"notes.txt": File(content=b"b\na\n")})
    agent = SandboxAgent(name="coder", model=model, default_manifest=manifest)
    config = RunConfig(tracing_disabled=True, sandbox=SandboxRunConfig(client=IsolateSandboxClient(workspace)))
    result = asyncio.run(Runner.run(agent, "go", run_config=config))
    assert result.final_output == "done"
    outputs = [str(item.output) for item in result.new_items if item.type == "tool_call_output_item"]
    assert "exited with code 0" in outputs[0] and outputs[0].endswith("b\na\n/workspace\n")
    assert "exited with code 127" in outputs[1] and "/workspace/src\na\nb\n" in outputs[1]
    assert "missing: command not found" in outputs[1]
    assert "timed out" in outputs[2].lower() or "timeout" in outputs[2].lower()
    assert workspace.files.read_text("/workspace/src/out") == "a\nb\n"


def test_a_session(workspace: Workspace, sandbox: Sandbox) -> None:
    client = IsolateSandboxClient(workspace, sandbox=sandbox, shell={"env": {"A": "1"}})
    entries = {"dir": Dir(children={"a.txt": File(content=b"one")})}
    manifest = Manifest(entries=entries, environment=Environment(value={"B": "2"}))

    async def use() -> None:
        session = await client.create(manifest=manifest)
        assert not await session.running()
        async with session:
            assert await session.running() and not session.supports_pty()
            result = await session.exec("echo $A$B; pwd; cat dir/a.txt; echo err >&2; exit 3")
            assert (result.stdout, result.stderr, result.exit_code) == (b"12\n/workspace\none", b"err\n", 3)
            # What is given as arguments stays what it is.
            result = await session.exec("printf", "%s|", "a b", "$A", "'", "*", shell=False)
            assert result.stdout == b"a b|$A|'|*|"
            for command, code in ((["missing"], 127), (["if"], 127), (["sh", "-c", "echo ("], 2), (["cat"], 0)):
                assert (await session.exec(*command, shell=False)).exit_code == code
            result = await session.exec("cd dir; x=1; printf '\\377'", shell=["bash", "-c"])
            assert result.stdout == b"\xff"
            assert (await session.exec("echo $x; pwd")).stdout == b"\n/workspace\n"
            await session.write(pathlib.Path("new/b.bin"), io.BytesIO(b"\x00\xff"))
            assert (await session.read(pathlib.Path("/workspace/new/b.bin"))).read() == b"\x00\xff"
            assert (await session.exec("wc -c < new/b.bin")).stdout == b"2\n"
            assert await session.read_bounded(pathlib.Path("dir/a.txt"), max_bytes=2) == b"on"
            found = {pathlib.PurePosixPath(entry.path).name: entry.kind.value for entry in await session.ls(".")}
            assert found == {"dir": "directory", "new": "directory"}
            await session.mkdir("deep/er", parents=True)
            await session.mv("new/b.bin", "deep/c.bin")
            await session.rm("dir", recursive=True)
            assert sorted(workspace.files.list("/workspace")) == ["deep", "new"]
            with pytest.raises(ExecNonZeroError):
                await session.rm("none")
            diff = "@@\n-one\n+two\n"
            await session.write(pathlib.Path("p.txt"), io.BytesIO(b"one\n"))
            await session.apply_patch(ApplyPatchOperation("update_file", "p.txt", diff=diff))
            assert workspace.files.read_text("/workspace/p.txt") == "two\n"
        assert not await session.running()

    run(use)
    assert "exec" in [run.label for run in workspace.history()]


def test_errors_of_a_session() -> None:
    workspace = Workspace.memory()
    client = IsolateSandboxClient(workspace, shell={"limits": Limits(timeout=20, result_bytes=1000)})
    workspace.files.write_text("/secret", "no")

    async def use() -> None:
        async with await client.create() as session:
            path = pathlib.Path
            with pytest.raises(WorkspaceReadNotFoundError):
                await session.read(path("none"))
            with pytest.raises(WorkspaceArchiveReadError):
                await session.read(path("."))
            await session.exec("mkdir d; ln -s /secret out; ln -s d in; ln -s / up; touch f")
            for place in ("/secret", "../secret", "out", "up/secret", "up"):
                with pytest.raises(InvalidManifestPathError):
                    await session.read(path(place))
                with pytest.raises(InvalidManifestPathError):
                    await session.write(path(place), io.BytesIO(b"x"))
            await session.write(path("in/a"), io.BytesIO(b"x"))
            assert workspace.files.read_text("/workspace/d/a") == "x" and workspace.files.read_text("/secret") == "no"
            with pytest.raises(WorkspaceArchiveWriteError):
                await session.write(path("f/child"), io.BytesIO(b"x"))
            with pytest.raises(ExecTimeoutError) as raised:
                await session.exec("touch never; echo some; while :; do :; done", timeout=1)
            assert raised.value.context["stdout"] == "some\n" and not workspace.files.exists("/workspace/never")
            result = await session.exec("yes | head -c 5000")
            assert len(result.stdout) == 1000 and b"4000 bytes of output were left out" in result.stderr
            with pytest.raises(ValueError, match="one user"):
                await session.exec("ls", user="root")
            assert (await session.exec("id -un", user=User(name="user"))).stdout == b"user\n"
            task = asyncio.create_task(session.exec("touch never; while :; do :; done"))
            await asyncio.sleep(0.3)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await asyncio.gather(*(session.exec(f"echo {number} >> all") for number in range(10)))
            assert len(workspace.files.read_text("/workspace/all").split()) == 10
            assert not workspace.files.exists("/workspace/never")
            workspace.close()
            with pytest.raises(ExecTransportError, match="was closed"):
                await session.exec("ls")
            assert not await session.running()

    run(use)
    with pytest.raises(UsageError, match="Workspaces"):
        IsolateSandboxClient("state.sqlite")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="allowed"):
        IsolateSandboxClient(Workspace.memory(), shell={"allowed": []})  # type: ignore[typeddict-unknown-key]
    other = IsolateSandboxClient(Workspace.memory())
    with pytest.raises(ValueError, match="users or groups"):
        asyncio.run(other.create(manifest=Manifest(users=[User(name="ann")])))
    with pytest.raises(UsageError, match="client over Workspaces"):
        asyncio.run(other.create(options=IsolateSandboxClientOptions(workspace="ann")))


def test_archives(workspace: Workspace) -> None:
    client = IsolateSandboxClient(workspace)
    manifest = Manifest(entries={"kept": File(content=b"1"), "gone": File(content=b"2", ephemeral=True)})

    async def use() -> None:
        async with await client.create(manifest=manifest) as session:
            await session.exec("mkdir -p a/b empty .git; echo x > a/b/c; ln -s b a/link; echo '*.log' > .gitignore; touch d.log .git/HEAD; chmod +x a/b/c")
            archive = await session.persist_workspace()
            with tarfile.open(fileobj=archive) as members:
                names = sorted(member.name.rstrip("/") for member in members)
            assert names == [
                ".git", ".git/HEAD", ".gitignore", "a", "a/b", "a/b/c", "a/link", "d.log", "empty", "kept",
            ]
            archive.seek(0)
            other = await client.create(manifest=Manifest(root="/other"), options=IsolateSandboxClientOptions(branch="b"))
            async with other:
                await other.hydrate_workspace(archive)
                shown = await other.exec("find . | sort; cat a/link/c; [ -x a/b/c ] && echo x")
                assert shown.stdout.decode().split() == sorted([".", *(f"./{name}" for name in names)]) + ["x", "x"]
                await other.hydrate_workspace(packed(("./kept", b"new"), ("./e/f", b"")))
                assert (await other.exec("cat kept; ls e")).stdout == b"newf\n"
                await other.hydrate_workspace(packed())
                for bad in (
                    packed(("ok", b"1"), ("../evil", b"1")), packed(("/abs", b"1")), packed(("a", "/secret"), ("a/x", b"1")),
                    io.BytesIO(b"no archive"),
                ):
                    with pytest.raises(WorkspaceArchiveWriteError):
                        await other.hydrate_workspace(bad)
                assert (await other.exec("ls ok")).exit_code == 2
            assert not workspace.files.exists("/other")

    run(use)


def test_sessions_go_on(tmp_path: pathlib.Path) -> None:
    store = Workspaces(tmp_path / "data")
    client = IsolateSandboxClient(store)

    async def use() -> None:
        snapshots = LocalSnapshotSpec(base_path=tmp_path)
        manifest = Manifest(entries={"seed": File(content=b"seed")})
        session = await client.create(snapshot=snapshots, manifest=manifest)
        async with session:
            await session.exec("echo one > file; rm seed")
            await session.stop()
        payload = client.serialize_session_state(session.state)
        assert payload["run"] and payload["type"] == "isolate" and store.names() == [payload["workspace"]]
        # It is still there, and nothing has changed: its files are left as they are.
        state = client.deserialize_session_state(dict(payload))
        assert isinstance(state, IsolateSandboxSessionState)
        again = await client.resume(state)
        async with again:
            assert (await again.exec("ls; cat file")).stdout == b"file\none\n"
            assert hydrations(again) == 0
            await again.exec("echo two > file; touch more")
        # It has changed since the run that the state names: its files are those of the snapshot.
        third = await client.resume(client.deserialize_session_state(dict(payload)))
        async with third:
            assert (await third.exec("ls; cat file")).stdout == b"file\nmore\ntwo\n"
            assert hydrations(third) == 1
        # It is gone: the snapshot is what is left.
        await client.delete(third)
        assert store.names() == []
        last = await client.resume(client.deserialize_session_state(dict(payload)))
        async with last:
            assert (await last.exec("ls; cat file")).stdout == b"file\nmore\ntwo\n"
        await client.delete(last)

    run(use)


def test_sessions_on_branches(workspace: Workspace) -> None:
    client = IsolateSandboxClient(workspace)
    options = IsolateSandboxClientOptions(branch="try")

    async def use() -> None:
        session = await client.create(options=options)
        async with session:
            await session.exec("echo 1 > a")
        assert [branch.name for branch in workspace.branches()] == ["try"]
        assert not workspace.files.exists("/workspace/a")
        resumed = await client.resume(client.deserialize_session_state(client.serialize_session_state(session.state)))
        async with resumed:
            assert (await resumed.exec("cat a")).stdout == b"1\n"
        workspace.merge("try")
        assert workspace.files.read_text("/workspace/a") == "1\n"
        await client.delete(resumed)
        await client.delete(resumed)
        assert workspace.branches() == []
        # A branch that was there before stays.
        workspace.create_branch("mine")
        other = await client.create(options=IsolateSandboxClientOptions(branch="mine"))
        await client.delete(other)
        assert [branch.name for branch in workspace.branches()] == ["mine"]

    run(use)


def request(*commands: str, timeout_ms: int | None = None, length: int | None = None) -> ShellCommandRequest:
    action = ShellActionRequest(list(commands), timeout_ms=timeout_ms, max_output_length=length)
    return ShellCommandRequest(ctx_wrapper=None, data=ShellCallData("1", action))  # type: ignore[arg-type]


def test_the_tool_shell(workspace: Workspace) -> None:
    shell = IsolateShell(workspace)
    result = asyncio.run(shell(request("mkdir /a; cd /a; x=1; printf 'é\\377'; echo e >&2; exit 4", "pwd; echo $x", "echo (", "missing", length=9)))
    assert result.max_output_length == 9
    shown = [(output.stdout, output.exit_code, output.status) for output in result.output]
    assert shown == [
        ("é\ufffd", 4, "completed"), ("/\n\n", 0, "completed"), ("", 2, "completed"), ("", 127, "completed"),
    ]
    assert result.output[0].stderr == "e\n" and "syntax error" in result.output[2].stderr
    (slow,) = asyncio.run(shell(request("echo a; touch /b; while :; do :; done", timeout_ms=500))).output
    assert slow.status == "timeout" and slow.stdout == "a\n" and "nothing was kept" in slow.stderr
    assert not workspace.files.exists("/b")
    session = IsolateShell(workspace, shell={"session": "one", "limits": Limits(result_bytes=10)})
    _, there = asyncio.run(session(request("cd /a; x=1", "pwd; echo $x"))).output
    assert there.stdout == "/a\n1\n"
    (cut,) = asyncio.run(session(request("seq 100"))).output
    assert cut.stdout == "1\n2\n3\n4\n5\n" and "282 bytes of output were left out" in cut.stderr
    workspace.close()
    (closed,) = asyncio.run(shell(request("ls"))).output
    assert closed.exit_code == 1 and "was closed" in closed.stderr


def test_a_model_uses_the_tool_shell(workspace: Workspace) -> None:
    call = {
        "type": "shell_call", "call_id": "1", "id": "sh_1", "status": "completed",
        "action": {"commands": ["echo hi > /a", "cat /a; missing"], "timeout_ms": 1000, "max_output_length": 1000},
    }
    model = ScriptedModel([[call], [assistant_message("done")]])
    agent = Agent("coder", model=model, tools=[ShellTool(executor=IsolateShell(workspace))])
    result = asyncio.run(Runner.run(agent, "go", run_config=QUIET))
    assert result.final_output == "done" and workspace.files.read_text("/a") == "hi\n"
    (output,) = [item.output for item in result.new_items if item.type == "tool_call_output_item"]
    assert "hi\n" in output and "missing: command not found" in output
