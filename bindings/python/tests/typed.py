"""What type checkers accept of a user's program, and refuse: there, a comment that nothing needs is an error.

It is checked and not run; its name keeps it out of the tests.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

import dataclasses
from typing import Any

import isolate_run
from isolate_run import Effects, Functions, Limits, LogEntry, Omitted, Sandbox, ShellRun, Workspace


def results(workspace: Workspace) -> None:
    effects = workspace.undo(1)
    omitted: Omitted | None = effects.omitted
    created: list[str] = dataclasses.replace(effects, run=None).created
    members: dict[str, Any] = dataclasses.asdict(effects)
    match effects:
        case Effects(paths):
            created += paths
    print(omitted, created, members)
    LogEntry("log", "text")
    LogEntry("log")  # type: ignore[call-arg]
    LogEntry("lgo", "text")  # type: ignore[arg-type]
    effects.created = []  # type: ignore[misc]


def options(workspace: Workspace) -> None:
    sandbox = isolate_run.Sandbox()
    sandbox.run(workspace, "1", limits=Limits(timeout=5), commit="atomic")
    sandbox.run(workspace, "1", limits=Limits(tmeout=5))  # type: ignore[call-arg]
    sandbox.run(workspace, "1", comit="atomic")  # type: ignore[call-arg]
    sandbox.run(workspace, "1", commit="atomically")  # type: ignore[arg-type]
    isolate_run.Sandboxes()  # type: ignore[attr-defined]


def functions(sandbox: Sandbox) -> None:
    added = Functions()

    @added.add("shop", "price", reads=True)
    def price(item: str) -> float:
        return len(item) * 1.5

    cost: float = price("fig")
    price(1)  # type: ignore[arg-type]
    print(cost, sandbox.stats()["runs"])


def commands(sandbox: Sandbox, workspace: Workspace) -> None:
    run: ShellRun = sandbox.shell(
        workspace,
        "cat",
        stdin=b"a",
        cwd="/",
        env={"A": "1"},
        session="s",
        allowed_commands=["cat"],
        keep_on_success=True,
        limits=Limits(timeout=5),
        commit="dry-run",
    )
    code: int = run.exit_code
    out: bytes = run.stdout
    text: str = run.stdout_text
    omitted: int = run.stdout_omitted + run.stderr_omitted
    limit: str | None = run.limit
    paths: list[str] = run.effects.created
    print(code, out, text, omitted, limit, paths)
    sandbox.shell(workspace, "ls", stdin=1)  # type: ignore[arg-type]
    sandbox.shell(workspace, "ls", env=["A"])  # type: ignore[arg-type]
    sandbox.shell(workspace, "ls", commit="live")  # type: ignore[arg-type]
    sandbox.shell(workspace, "ls", keep="success")  # type: ignore[call-arg]
    run.exit_code = 0  # type: ignore[misc]


async def waited_commands(sandbox: Sandbox, workspace: Workspace) -> None:
    run: ShellRun = await sandbox.shell_async(workspace, "ls", session="s")
    print(run.stderr, run.stderr_text, run.message, run.is_committed)
    await sandbox.shell_async(workspace, "ls", cwd=1)  # type: ignore[arg-type]
