"""The examples of `docs/adapters-python.md`: each is run, with a scripted model where it has one."""

from __future__ import annotations

import asyncio
import pathlib
import re
from typing import Any

import pytest

from isolate_run import Workspace

HERE = pathlib.Path(__file__).parent
PAGE = HERE.parents[3] / "docs" / "adapters-python.md"

WRITE_FIG = """async () => {
  await state.writeFile("/fig.txt", String(await %s.price({ item: "fig" })));
  return await state.readFile("/fig.txt");
}"""


def sections() -> dict[str, str]:
    parts = re.split(r"^## (.+)$", PAGE.read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def run_example(name: str, **names: Any) -> dict[str, Any]:
    """Runs the blocks of a section, one after the other, as a module."""
    blocks = re.findall(r"^```python\n(.*?)^```$", sections()[name], flags=re.MULTILINE | re.DOTALL)
    assert blocks
    for number, block in enumerate(blocks):
        exec(compile(block, f"{name}, block {number + 1}", "exec", dont_inherit=True), names)
    return names


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(path: str) -> str:
    with Workspace.open("shop.sqlite") as workspace:
        return workspace.files.read_text(path)


def test_pydantic_ai(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pydantic_ai.workspaces")
    from test_pydantic_ai import scripted

    code = """async () => {
      const total = 100 * await tools.price({ item: "fig" });
      await state.writeFile("/total.txt", String(total));
      return total;
    }"""
    run_example("pydantic-ai", model=scripted(code))
    said, _, ended = capsys.readouterr().out.partition("CommandResult")
    assert said.startswith("50\n") and read("/total.txt") == "50"
    assert ended == "(exit_code=0, stdout='1\\n', stderr='')\n"


def test_deepagents(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("deepagents")
    from test_deepagents import Scripted, answers

    model = Scripted(calls=[("js_eval", {"code": WRITE_FIG % "tools"}), ("read_file", {"file_path": "/fig.txt"})])
    names = run_example("deepagents", model=model)
    assert capsys.readouterr().out == "done\n" and read("/fig.txt") == "1.5"
    evaluated, again = answers(names["result"])
    assert evaluated.content == "1.5\n\nChanged files (run 1): created /fig.txt"
    assert str(again.content).endswith("[version: run 1]")


def test_fastmcp(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fastmcp.experimental.transforms.code_mode")
    run_example("FastMCP")
    assert capsys.readouterr().out == "150\n\nChanged files (run 1): created /fig.json 150\n"
    assert '"result": 1.5' in read("/fig.json")


def test_openai_agents(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("agents")
    from agents import set_tracing_disabled
    from agents.testing import ScriptedModel, assistant_message, function_call
    from test_openai_agents import program

    set_tracing_disabled(True)
    model = ScriptedModel([[program(WRITE_FIG % "shop")], [assistant_message("done")]])
    listing = function_call("exec_command", {"cmd": "ls / > files; cat files"}, call_id="1")
    coder_model = ScriptedModel([[listing], [assistant_message("listed")]])
    run_example("OpenAI Agents", model=model, coder_model=coder_model)
    assert capsys.readouterr().out == "done\nlisted\n" and read("/fig.txt") == "1.5"
    assert "fig.txt" in read("/workspace/files").split()


def test_agent_framework(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("agent_framework")
    from test_agent_framework import Scripted

    run_example("Microsoft Agent Framework", model=Scripted(WRITE_FIG % "tools"))
    assert capsys.readouterr().out == "done\n" and read("/fig.txt") == "1.5"


def test_claude() -> None:
    pytest.importorskip("claude_agent_sdk")
    from mcp import Client

    names = run_example("Claude Agent SDK")

    async def use() -> Any:
        async with Client(names["options"].mcp_servers["isolate"]["instance"]) as client:
            return await client.call_tool("run", {"code": WRITE_FIG % "shop"})

    assert asyncio.run(use()).content[0].text.startswith("1.5\n") and read("/fig.txt") == "1.5"


def test_what_is_to_be_installed_is_what_is_tested() -> None:
    pinned = {
        path.stem: path.read_text().split("==")[0]
        for path in sorted((HERE / "requirements").glob("*.txt"))
        if path.stem != "tests"
    }
    adapters = re.findall(r"`isolate_run\.adapters\.(\w+)` \|", PAGE.read_text())
    assert sorted(adapters) == sorted(pinned)
    lines = re.findall(r"^pip install isolate-run (.+)$", PAGE.read_text(), flags=re.MULTILINE)
    assert sorted(lines) == sorted(pinned.values())


@pytest.mark.parametrize("name", [path.stem for path in (HERE / "requirements").glob("*.txt") if path.stem != "tests"])
def test_an_adapter_is_there_when_its_sdk_is(name: str) -> None:
    import importlib

    try:
        importlib.import_module(f"isolate_run.adapters.{name}")
    except ImportError as error:
        assert re.match(rf"isolate_run\.adapters\.{name} needs .+: pip install '.+'$", str(error))
