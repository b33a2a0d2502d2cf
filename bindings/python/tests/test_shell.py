"""Commands of a shell."""

from __future__ import annotations

import asyncio

import pytest

from isolate_run import Limits, Sandbox, ShellRun, Toolbox, UsageError, Workspace


def test_a_command_has_outputs_a_code_and_changes(sandbox: Sandbox, workspace: Workspace) -> None:
    command = "cat; echo $A >&2; printf '\\xff'; mkdir /d && cd /d && echo x > f; exit 3"
    run = sandbox.shell(workspace, command, stdin="in\n", env={"A": "1 2"}, cwd="/", label="x")
    assert (run.exit_code, run.stdout, run.stderr) == (3, b"in\n\xff", b"1 2\n")
    assert (run.stdout_text, run.stderr_text) == ("in\n\ufffd", "1 2\n")
    assert (run.is_committed, run.limit, run.message) == (True, None, None)
    assert run.effects.created == ["/d", "/d/f"]
    assert run.run_id is not None and run.usage.fuel > 0
    assert (run.stdout_omitted, run.stderr_omitted, run.diff) == (0, 0, None)
    assert repr(run) == "<ShellRun with exit code 3>"
    assert workspace.files.read_text("/d/f") == "x\n"


def test_changes_may_not_be_kept(sandbox: Sandbox, workspace: Workspace) -> None:
    dry = sandbox.shell(workspace, "echo x > /f", commit="dry-run", diff_bytes=1000)
    assert (dry.exit_code, dry.is_committed, dry.effects.created) == (0, False, ["/f"])
    assert dry.diff is not None and dry.diff.endswith("+x\n")
    failed = sandbox.shell(workspace, "echo x > /f; false", keep_on_success=True)
    assert (failed.exit_code, failed.is_committed) == (1, False)
    refused = sandbox.shell(workspace, "echo x > /f", confirm=lambda effects, diff: False)
    assert not refused.is_committed
    limited = sandbox.shell(workspace, "echo x > /f; while :; do :; done", limits=Limits(fuel=20_000_000))
    assert (limited.exit_code, limited.limit, limited.is_committed) == (152, "fuel", False)
    assert limited.message
    assert not workspace.files.exists("/f")


def test_programs_and_commands_run_each_other(sandbox: Sandbox, workspace: Workspace) -> None:
    code = "(await state.exec('seq 3 | tail -1; ls')).stdout"
    assert sandbox.run(workspace, code, exec=True).value == "3\n"
    assert "ls: not allowed" in sandbox.run(workspace, code.replace("stdout", "stderr"), exec=["seq", "tail"]).value
    assert sandbox.run(workspace, "'exec' in state").value is False
    called = {"code": "async () => (await state.exec('seq 2 | tail -1; ls')).exitCode"}
    for commands, exit_code in ((True, 0), (["seq", "tail"], 126)):
        tools = Toolbox(workspace, sandbox=sandbox, program_commands=commands)
        assert tools.call("run", called).data["result"] == exit_code
    with pytest.raises(UsageError, match="programCommands"):
        Toolbox(workspace, sandbox=sandbox, program_commands=[" "])
    assert sandbox.shell(workspace, "js -p '6 * 7'").stdout == b"42\n"


def test_a_session_goes_on(sandbox: Sandbox, workspace: Workspace) -> None:
    sandbox.shell(workspace, "mkdir /s; cd /s; f() { echo $1 $PWD; }", session="s")
    assert sandbox.shell(workspace, "f a", session="s").stdout == b"a /s\n"
    with pytest.raises(UsageError, match="cannot be named"):
        sandbox.shell(workspace, "ls", session="a b")


def test_commands_that_may_be_run(sandbox: Sandbox, workspace: Workspace) -> None:
    run = sandbox.shell(workspace, "bash -c 'rm /f'", allowed_commands=["ls", "sed -n"])
    assert run.exit_code == 126 and run.stderr.startswith(b"bash: rm: not allowed here")


def test_arguments_are_checked(sandbox: Sandbox, workspace: Workspace) -> None:
    with pytest.raises(TypeError, match="functions"):
        sandbox.shell(workspace, "ls", functions=None)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="stdin"):
        sandbox.shell(workspace, "ls", stdin=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="command"):
        sandbox.shell(workspace, b"ls")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="absolute"):
        sandbox.shell(workspace, "ls", cwd="src")
    with pytest.raises(UsageError, match="list of names"):
        sandbox.shell(workspace, "ls", allowed_commands="ls")


def test_commands_are_awaited(sandbox: Sandbox, workspace: Workspace) -> None:
    async def both() -> list[ShellRun]:
        one = sandbox.shell_async(workspace, "echo one")
        return list(await asyncio.gather(one, sandbox.shell_async(workspace, "echo two")))

    assert [run.stdout for run in asyncio.run(both())] == [b"one\n", b"two\n"]


def test_a_cancelled_task_cancels_its_command(sandbox: Sandbox, workspace: Workspace) -> None:
    async def cancelled() -> None:
        command = "echo lost > /f; while :; do :; done"
        task = asyncio.create_task(sandbox.shell_async(workspace, command))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert not workspace.files.exists("/f")
