"""What a model reads of a run."""

from __future__ import annotations

import asyncio

from typing import Any

import pytest

from isolate_run import FunctionError, Functions, Limits, Sandbox, UsageError, Workspace
from isolate_run.adapters import _shared
from isolate_run.adapters._answers import Answer, text_of
from isolate_run.adapters._shared import Programs, Tool, bound, identifier, needs


def answer(workspace: Workspace, sandbox: Sandbox, code: Any, **options: Any) -> Answer:
    given: Any = options
    return asyncio.run(Programs(workspace, sandbox, options=given).answer(code))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("'some text'", "some text"),
        ("[1, 2.5, null, true, 'é']", '[1, 2.5, null, true, "é"]'),
        ("new Map([[1, 'a']])", '[[1, "a"]]'),
        ("new Map([['b', new Set([1])]])", '{"b": [1]}'),
        ("({ at: new Date(0), bytes: new Uint8Array([1, 2, 3]) })",
         '{"at": "1970-01-01T00:00:00+00:00", "bytes": {"$bytes": "AQID"}}'),
        ("[NaN, 1 / 0, 2n ** 64n]", "[null, null, 18446744073709551616]"),
        ("undefined", "The program returned nothing: `return` what you want to see."),
        ("(() => { const a = {}; a.a = a; return a; })()", '{"a": "[circular $]"}'),
    ],
)
def test_values(workspace: Workspace, sandbox: Sandbox, value: str, text: str) -> None:
    assert answer(workspace, sandbox, f"async () => {value}").text == text


def test_a_value_that_is_nested_deeply(workspace: Workspace, sandbox: Sandbox) -> None:
    run = sandbox.run(workspace, "() => { let a = 1; for (let i = 0; i < 490; i++) a = [a]; return a; }")

    def deep(levels: int) -> str:
        return text_of(run) if levels == 0 else deep(levels - 1)

    assert deep(0) == "[" * 490 + "1" + "]" * 490
    assert deep(700) == "[the value is nested too deeply to be shown: return less]"


def test_logs_and_changes(workspace: Workspace, sandbox: Sandbox) -> None:
    workspace.files.write_text("/old.txt", "1")
    given = answer(
        workspace,
        sandbox,
        """async () => {
          await state.writeFile("/new.txt", "1");
          await state.rm("/old.txt");
          console.log("one"); console.warn("two");
          return 1;
        }""",
    )
    assert given.text == "1\n\nLog:\none\nwarn: two\n\nChanged files (run 2): created /new.txt; deleted /old.txt"
    assert given.facts == {
        "run": 2, "status": "returned", "kept": True,
        "created": ["/new.txt"], "changed": [], "deleted": ["/old.txt"], "calls": [],
    }


def test_failures(workspace: Workspace, sandbox: Sandbox) -> None:
    functions = Functions()
    functions.add("shop", "order", lambda: 1)
    code = "async () => {\n  await shop.order();\n  await state.writeFile('/a', '1');\n  null.x;\n}"
    threw = answer(workspace, sandbox, code, functions=functions)
    assert threw.is_error
    assert threw.text.startswith("The program threw at line 4, column 8.\nTypeError: ")
    assert "Its changes of files were undone: created /a" in threw.text
    assert threw.text.endswith("Calls that stay done, so do not repeat them if they change something: shop.order")
    unparsable = answer(workspace, sandbox, "async () => {")
    assert unparsable.text.startswith("The program does not parse at line 1, column ")
    stopped = answer(workspace, sandbox, "() => { for (;;); }", limits=Limits(fuel=10_000_000))
    assert "The program was stopped" in stopped.text and "endless loop" in stopped.text
    for nothing in (None, "", "  ", 3):
        assert answer(workspace, sandbox, nothing).text.startswith("`code` is missing")


def test_runs_that_wait(workspace: Workspace, sandbox: Sandbox) -> None:
    functions = Functions()
    functions.add("bank", "pay", lambda: 1, needs_approval=True)
    waits = answer(workspace, sandbox, "async () => await bank.pay()", functions=functions)
    assert not waits.is_error
    assert "waits for bank.pay (an approval)" in waits.text and "do not run the program again" in waits.text


def test_dry_runs_keep_nothing(workspace: Workspace, sandbox: Sandbox) -> None:
    dry = answer(workspace, sandbox, "() => state.writeFile('/a', '1')", commit="dry-run")
    assert "Nothing was kept. Files that would have changed: created /a" in dry.text


def test_answers_are_bounded(workspace: Workspace, sandbox: Sandbox) -> None:
    code = """async () => {
      for (let i = 0; i < 60; i++) await state.writeFile(`/${i}`, "");
      console.log("log".repeat(10000));
      return "x".repeat(1e6);
    }"""
    run = sandbox.run(workspace, code, commit="atomic")
    text = text_of(run, 1000)
    assert len(text) < 2000
    assert "[cut: 999500 characters left out; return less, or write it to a file and read parts]" in text
    assert "[cut: 29500 characters left out" in text and "and 10 more" in text
    assert len(text_of(sandbox.run(workspace, "() => 'x'.repeat(15000)"), 16_000)) == 15_000
    too_large = text_of(sandbox.run(workspace, "() => 'x'.repeat(1e4)", limits=Limits(result_bytes=100)))
    assert "parts of it were left out: return less" in too_large


def test_tools_are_functions(workspace: Workspace, sandbox: Sandbox) -> None:
    async def call(arguments: dict[str, Any]) -> Any:
        if not arguments:
            raise FunctionError("say which", code="EWHICH")
        return {"got": arguments}

    anything = {"type": "object"}
    functions = bound([Tool("get-weather", "The weather.", anything, call)], 5)
    programs = Programs(workspace, sandbox, calls_tools=True)
    assert "/** The weather. */\n  get_weather(" in programs.description(functions)
    assert "what it has done before stays done" in programs.description(functions)
    code = "async () => [await tools.get_weather({ city: 'Bern' }), await tools.get_weather().catch((e) => e.code)]"
    run = asyncio.run(programs.answer(code, functions=functions))
    assert run.text == '[{"got": {"city": "Bern"}}, "EWHICH"]'
    with pytest.raises(UsageError, match="'a-b' and 'a.b' would both be tools.a_b: rename one"):
        bound([Tool("a-b", "", anything, call), Tool("a.b", "", anything, call)], 5)
    with pytest.raises(UsageError, match="add tools to the agent"):
        Programs(workspace, sandbox, calls_tools=True, options={"functions": functions})
    assert [identifier(name) for name in ("1a", "é", "", "ok_1")] == ["_1a", "_", "_", "ok_1"]


def test_wrong_arguments(workspace: Workspace) -> None:
    wrong: Any = "a.sqlite"
    with pytest.raises(UsageError, match=r"workspace is 'a.sqlite': it takes Workspace.open\(path\)"):
        Programs(wrong)
    with pytest.raises(UsageError, match="it takes a Sandbox"):
        Programs(workspace, wrong)
    with pytest.raises(TypeError, match="unknown option 'limit': did you mean 'limits'"):
        unknown: Any = {"limit": 1}
        Programs(workspace, options=unknown)


def test_a_missing_sdk_is_named() -> None:
    with pytest.raises(ImportError, match="isolate_run.adapters.x needs some-sdk>=2: pip install 'some-sdk>=2'"):
        needs("isolate_run.adapters.x", "no_such_sdk", "some-sdk>=2")
