"""Runs leave nothing behind: `GROWTH_RUNS=100000` by night."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from pathlib import Path

import pytest

from isolate_run import FileError, Functions, Sandbox, Toolbox, Workspace

RUNS = int(os.environ.get("GROWTH_RUNS", "400"))
# What the allocators and the history of this many runs may take.
BYTES_MAX = 12 << 20


def resident() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_runs_leave_nothing_behind(sandbox: Sandbox) -> None:
    functions = Functions()
    functions.add("a", "plain", lambda n: {"n": n, "text": "x" * 1000})

    async def awaited(n: int) -> list[int]:
        await asyncio.sleep(0)
        return [n] * 100

    functions.add("a", "awaited", awaited)
    code = "async (n) => { await a.plain({ n }); await a.awaited({ n }); return 'y'.repeat(1000); }"

    async def several(workspace: Workspace, tools: Toolbox, number: int) -> None:
        for n in range(number):
            handle = sandbox.start(workspace, code, input=n, functions=functions)
            async for _ in handle.events():
                pass
            assert len((await handle).result()) == 1000
            run = await sandbox.run_async(workspace, "() => { throw new Error('x') }")
            assert run.status == "threw"
            assert (await tools.call_async("ls", {"path": "/"})).is_ok
            try:
                workspace.files.read_text("/missing")
            except FileError:
                pass

    def rounds(number: int) -> None:
        # A workspace keeps its history: what is looked for is what stays when that is gone.
        for _ in range(max(1, number // 200)):
            with Workspace.memory() as workspace:
                tools = Toolbox(workspace, sandbox=sandbox, functions=functions)
                asyncio.run(several(workspace, tools, min(number, 200)))

    rounds(200)
    before = resident()
    rounds(RUNS)
    assert resident() - before < BYTES_MAX
