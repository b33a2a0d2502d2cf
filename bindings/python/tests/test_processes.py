"""What ends a process in the middle of a run: no crash, no write that is lost, words that help."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from isolate_run import Workspace


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", textwrap.dedent(code), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_ctrl_c_ends_a_run() -> None:
    code = """
        import signal
        from isolate_run import *
        # It is ignored where the tests run in the background of a shell.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        functions = Functions()
        functions.add("a", "begun", lambda: print("ready", flush=True))
        try:
            Sandbox().run(Workspace.memory(), "async () => { await a.begun(); for (;;); }", functions=functions)
        except KeyboardInterrupt:
            print("interrupted")
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert output == "interrupted\n"
    assert time.monotonic() - began < 5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_is_told_and_can_go_on() -> None:
    code = """
        import os
        from isolate_run import *
        functions = Functions()

        @functions.add("a", "b")
        async def b() -> int:
            return 2

        calling = dict(code="async () => await a.b()", functions=functions)
        sandbox, workspace = Sandbox(), Workspace.memory()
        assert sandbox.run(workspace, **calling).result() == 2
        child = os.fork()
        if child == 0:
            try:
                sandbox.run(workspace, "1")
            except UsageError as error:
                print(error, flush=True)
            try:
                workspace.files.list()
            except UsageError as error:
                print(error, flush=True)
            print(Sandbox().run(Workspace.memory(), **calling).result(), flush=True)
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        print(sandbox.run(workspace, "3").result())
    """
    done = python(code)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert "this Sandbox was made before fork()" in lines[0]
    assert "this Workspace was made before fork()" in lines[1]
    assert lines[2:] == ["2", "3"]


@pytest.mark.parametrize(
    "end",
    ["sys.exit(3)", "raise SystemExit(3)", "os._exit(3)", "signal.raise_signal(signal.SIGKILL)"],
)
def test_the_interpreter_ends_in_the_middle_of_a_run(tmp_path: pathlib.Path, end: str) -> None:
    code = f"""
        import asyncio, os, signal, sys, threading, time
        from isolate_run import *
        sandbox, workspace = Sandbox(), Workspace.open(sys.argv[1])
        functions = Functions()
        began = threading.Event()

        @functions.add("a", "slow")
        def slow() -> None:
            began.set()
            time.sleep(1)

        handle = sandbox.start(
            workspace,
            "async () => {{ await state.writeFile('/kept', 'x'); await a.slow(); for (;;); }}",
            functions=functions,
        )
        began.wait()
        {end}
    """
    path = tmp_path / "w.sqlite"
    done = python(code, str(path))
    assert done.returncode in (3, -signal.SIGKILL), (done.returncode, done.stderr)
    assert "Traceback" not in done.stderr
    with Workspace.open(path) as workspace:
        assert workspace.files.read_text("/kept") == "x"


def test_the_command() -> None:
    command = [sys.executable, "-m", "isolate_run"]
    done = subprocess.run(
        [*command, "--eval", "() => 6 * 7"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, "42\n")
    done = subprocess.run([*command, "--nonsense"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "unexpected argument" in done.stderr
