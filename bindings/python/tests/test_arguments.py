"""Generated arguments: whatever is given, it is an exception that says something, and nothing is lost."""

from __future__ import annotations

import datetime
import decimal
import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from isolate_run import (
    Functions,
    IsolateError,
    Limits,
    PendingCall,
    Sandbox,
    Toolbox,
    Workspace,
    prompt,
)

ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "40"))

Call = Callable[..., Any]


class Hostile:
    """An object whose every part raises."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __iter__(self) -> Any:
        raise RuntimeError("iter")

    def __len__(self) -> int:
        raise RuntimeError("len")


class Text(str):
    pass


CALL = PendingCall(call=1, function="a.b", awaits="approval", argument=None, digest="")


def generated(random_: random.Random, depth: int = 0) -> Any:
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    plain: list[Any] = [
        None, True, False, 0, 1, -1, 2**31, 2**53, 2**63, 2**64, -(2**63), 10**400, 0.5, -0.0,
        float("nan"), float("inf"), 1e308, "", "/", "/a", "a/../b", "\0", "\ud800", "ü" * 300, "x" * 70_000,
        Text("/a"), b"", b"\xff\x00", bytearray(b"x"), memoryview(b"y"), (), {}, [], set(), frozenset({1}),
        object(), Hostile(), cyclic, decimal.Decimal("0.1"), datetime.datetime.now(), datetime.date.today(),
        datetime.timedelta(1), lambda: 1, len, int, ..., NotImplemented, 1j, range(3), iter([1]),
        Exception("x"), random_.random(),
    ]  # fmt: skip
    if depth > 3 or random_.random() < 0.6:
        return random_.choice(plain)
    parts = [generated(random_, depth + 1) for _ in range(random_.randrange(4))]
    kind = random_.randrange(3)
    if kind == 0:
        return parts
    if kind == 1:
        return tuple(parts)
    keys = [random_.choice(["a", "policy", "rules", "", 1, None, "\0"]) for _ in parts]
    return dict(zip(keys, parts, strict=True))


def targets(sandbox: Sandbox, workspace: Workspace) -> list[tuple[str, Call]]:
    functions = Functions()
    tools = Toolbox(workspace, sandbox=sandbox)
    quick = Limits(timeout=2.0)
    options = [
        "input", "limits", "seed", "now", "commit", "diff_bytes", "branch", "label", "actor",
        "suspend_after", "wait_max", "idempotency_key", "principal", "traceparent", "trace_contents",
        "functions", "confirm", "read_only", "review", "typescript",
    ]  # fmt: skip
    found: list[tuple[str, Call]] = [
        (f"run {name}", lambda value, name=name: sandbox.run(workspace, "x => x", **{name: value}))
        for name in options
    ]
    for name in ("stat", "list", "mkdir", "remove", "read_bytes", "read_text", "read_link", "real_path", "exists"):
        found.append((name, getattr(workspace.files, name)))
    for name in ("write_bytes", "write_text", "append_text", "rename", "copy", "symlink"):
        found.append((name, lambda value, name=name: getattr(workspace.files, name)("/f", value)))
        found.append((name, lambda value, name=name: getattr(workspace.files, name)(value, "/f")))
        found.append((name, lambda value, name=name: getattr(workspace.files, name)(value, value)))
    for name in ("undo", "diff", "checkpoint", "restore", "create_branch", "delete_branch", "merge", "on_branch",
                 "guarded", "end_pending"):  # fmt: skip
        found.append((name, getattr(workspace, name)))
    for name in ("limit", "before", "path", "all_branches"):
        found.append((f"history {name}", lambda value, name=name: workspace.history(**{name: value})))
    for limit in ("fuel", "memory_bytes", "timeout", "host_calls", "io_bytes", "result_bytes", "log_bytes"):
        found.append((f"limit {limit}", lambda value, limit=limit: sandbox.run(
            workspace, "1", limits=Limits(**{limit: value}))))  # fmt: skip
    found += [
        ("code", lambda value: sandbox.run(workspace, value, limits=quick)),
        ("workspace", lambda value: sandbox.run(value, "1")),
        ("resume", lambda value: sandbox.resume(workspace, value)),
        ("add", lambda value: functions.add(value, "f", lambda: 1)),
        ("add name", lambda value: functions.add("n", value, lambda: 1)),
        ("add function", lambda value: functions.add("n", "f", value)),
        ("add input", lambda value: functions.add("n", "g", lambda a: a, input=value)),
        ("answer", lambda value: sandbox.run(workspace, "() => n.h()", functions=answering(value))),
        ("toolbox", lambda value: Toolbox(workspace, policy=value)),
        ("caps", lambda value: Toolbox(workspace, caps=value)),
        ("tool", lambda value: tools.call(value, {})),
        ("arguments", lambda value: tools.call("read", value)),
        ("arguments of write", lambda value: tools.call("write", {"path": value, "content": value})),
        ("arguments of run", lambda value: tools.call("run", {"code": value})),
        ("prompt", prompt),
        ("prompt functions", lambda value: prompt(functions=value)),
        ("toolbox sandbox", lambda value: Toolbox(workspace, sandbox=value)),
        ("toolbox workspace", Toolbox),
        ("deny", tools.deny),
        ("until_answered", workspace.until_answered),
        ("call that waits", lambda value: workspace.approve(1, value)),
        ("run that waits", lambda value: workspace.deny(value, CALL, "no")),
        ("branch at", lambda value: workspace.create_branch("at", at=value)),
        ("describe", lambda value: functions.describe(value, value)),
        ("open", lambda value: Workspace.open(value, read_only=True)),
        ("memory", lambda value: Workspace.memory(quota_bytes=value)),
    ]
    return found


def answering(value: Any) -> Functions:
    functions = Functions()
    functions.add("n", "h", lambda: value)
    return functions


@pytest.mark.filterwarnings("ignore")
def test_whatever_is_given(sandbox: Sandbox) -> None:
    seed = int(os.environ.get("FUZZ_SEED", "1"))
    with Workspace.memory() as workspace:
        # Its run has a number that no generated argument has.
        for contents in ("", "1", "12", "kept"):
            workspace.files.write_text("/kept", contents)
        for round_ in range(ROUNDS):
            random_ = random.Random(seed * 1_000_003 + round_)
            for name, call in targets(sandbox, workspace):
                value = generated(random_)
                if name in ("remove", "rename", "copy", "write_text", "write_bytes") and value in ("/", "/kept"):
                    continue
                try:
                    call(value)
                except (IsolateError, TypeError, ValueError, OverflowError, OSError, RecursionError) as error:
                    assert str(error) and "object has no attribute" not in str(error), (name, value)
                except RuntimeError as error:
                    assert "Hostile" in repr(value) or str(error), (name, value)
            assert sandbox.run(workspace, "state.readFile('/kept')").result() == "kept"
