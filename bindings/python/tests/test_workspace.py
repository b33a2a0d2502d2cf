"""Workspaces, and the endings of runs."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import errno
import pathlib
import pickle
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from isolate_run import (
    Functions,
    Limits,
    MissingFileError,
    Sandbox,
    StorageError,
    Toolbox,
    Store,
    UsageError,
    Workspace,
    Workspaces,
    prompt,
)


def test_files(workspace: Workspace) -> None:
    files = workspace.files
    files.write_text("/a/b.txt", "one")
    files.append_text("/a/b.txt", "é")
    assert files.read_text("/a/b.txt") == "oneé"
    assert files.list("/a") == ["b.txt"]
    stat = files.stat("/a/b.txt")
    assert stat is not None and (stat.kind, stat.size) == ("file", 5)
    files.copy("/a", "/c", recursive=True)
    files.rename("/a/b.txt", "/a/d.txt")
    files.remove("/a", recursive=True)
    assert files.list() == ["c"]
    with pytest.raises(FileNotFoundError) as raised:
        files.read_text("/none")
    assert isinstance(raised.value, MissingFileError)
    assert (raised.value.code, raised.value.path) == ("ENOENT", "/none")
    for error in (raised.value, pickle.loads(pickle.dumps(raised.value))):
        assert type(error) is MissingFileError and str(error) == "no such file or directory: /none"
        assert (error.errno, error.filename, error.code) == (errno.ENOENT, "/none", "ENOENT")
    with pytest.raises(IsADirectoryError):
        files.read_text("/c")


def test_history(sandbox: Sandbox, workspace: Workspace) -> None:
    run = sandbox.run(workspace, "() => state.writeFile('/a', 'x\\n')", label="first", actor="ann")
    assert run.effects.created == ["/a"]
    assert [(entry.run, entry.label, entry.actor) for entry in workspace.history()] == [
        (run.run_id, "first", "ann")
    ]
    assert "+x" in workspace.diff(run)
    assert workspace.undo(run).deleted == ["/a"]
    with pytest.raises(UsageError):
        workspace.undo(99)


def test_checkpoints_and_branches(sandbox: Sandbox, workspace: Workspace) -> None:
    workspace.checkpoint("empty")
    idea = workspace.create_branch("idea")
    sandbox.run(idea, "() => state.writeFile('/a', 'x')").result()
    assert workspace.files.list() == []
    assert idea.files.list() == ["a"]
    assert [branch.name for branch in workspace.branches()] == ["idea"]
    merge = workspace.merge("idea")
    assert merge.is_done and merge.effects.created == ["/a"]
    assert workspace.restore("empty").deleted == ["/a"]
    assert workspace.checkpoints() == ["empty"]


@pytest.mark.parametrize(
    ("use", "code", "words"),
    [
        (lambda workspace: workspace.on_branch("none"), "ENOENT", "there is no branch \"none\"; there are: idea, main"),
        (lambda workspace: workspace.create_branch("x", source="none"), "ENOENT", "there is no branch"),
        (lambda workspace: workspace.delete_branch("none"), "ENOENT", "there is no branch"),
        (lambda workspace: workspace.merge("none"), "ENOENT", "there is no branch"),
        (lambda workspace: workspace.merge("idea", into="none"), "ENOENT", "there is no branch"),
        (lambda workspace: workspace.create_branch("idea"), "EEXIST", "there is a branch idea already"),
        (lambda workspace: workspace.create_branch("a b"), "EINVAL", "is no name of a branch"),
        (lambda workspace: workspace.delete_branch("main"), "EINVAL", "cannot be deleted"),
        (lambda workspace: workspace.restore("none"), "ENOENT", "there is no checkpoint none"),
        (lambda workspace: workspace.checkpoint("one"), "EEXIST", "there is a checkpoint one already"),
        (lambda workspace: workspace.checkpoint(""), "EINVAL", "is no name of a checkpoint"),
        (lambda workspace: workspace.undo(99), "ENOENT", "no run 99 in the history"),
        (lambda workspace: workspace.diff(99), "ENOENT", "no run 99 in the history"),
        (lambda workspace: workspace.create_branch("x", at=99), "ENOENT", "no run 99 in the history"),
        (lambda workspace: workspace.end_pending(99), "ENOENT", "no run 99 in the history"),
    ],
)
def test_names_that_are_wrong_are_wrong_requests(use: Any, code: str, words: str) -> None:
    with Workspace.memory() as workspace:
        workspace.create_branch("idea")
        workspace.checkpoint("one")
        with pytest.raises(UsageError) as raised:
            use(workspace)
    assert raised.value.code == code and words in str(raised.value)


def test_runs_that_are_not_there_are_wrong_requests(
    sandbox: Sandbox, workspace: Workspace, tmp_path: pathlib.Path
) -> None:
    with pytest.raises(UsageError, match="there is no branch") as raised:
        sandbox.run(workspace, "1", branch="none")
    assert raised.value.code == "ENOENT"
    with pytest.raises(UsageError, match="no run 99") as raised:
        sandbox.resume(workspace, 99)
    assert raised.value.code == "ENOENT"
    with pytest.raises(UsageError, match="no run 99") as raised:
        workspace.export_to(tmp_path / "unused", run=99)
    assert raised.value.code == "ENOENT" and not (tmp_path / "unused").exists()


def test_a_file_outlives_the_workspace(sandbox: Sandbox, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "state.sqlite"
    with Workspace.open(path) as workspace:
        sandbox.run(workspace, "() => state.writeFile('/a', 'x')").result()
    with Workspace.open(str(path), read_only=True) as workspace:
        assert workspace.files.read_bytes("/a") == b"x"
    with pytest.raises(UsageError, match="closed"):
        workspace.files.list()
    (tmp_path / "text").write_text("no workspace " * 100)
    with pytest.raises(StorageError) as raised:
        Workspace.open(tmp_path / "text")
    assert raised.value.code == "EFOREIGN"


def test_commit(sandbox: Sandbox, workspace: Workspace) -> None:
    write = "async () => { await state.writeFile('/a', 'x'); throw new Error('no') }"
    assert sandbox.run(workspace, write, commit="atomic").is_committed is False
    assert sandbox.run(workspace, write, commit="dry-run").effects.created == ["/a"]
    seen = []

    def refuse(effects: object, diff: object) -> bool:
        seen.append((effects, diff))
        return False

    code = "() => state.writeFile('/a', 'x\\n')"
    run = sandbox.run(workspace, code, confirm=refuse, diff_bytes=1000)
    assert run.is_committed is False and "+x" in str(seen[0][1])

    async def allow(effects: object, diff: object) -> bool:
        await asyncio.sleep(0)
        return True

    assert sandbox.run(workspace, code, confirm=allow).is_committed
    assert workspace.files.list() == ["a"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"fuell": 1}, "unknown option 'fuell'"),
        ({"read_onl": True}, "did you mean 'read_only'"),
        ({"commit": "never"}, "it takes 'per-call', 'atomic' or 'dry-run'"),
        ({"seed": "x"}, "seed: "),
        ({"limits": Limits(fuel=-1)}, "fuel: "),
        ({"suspend_after": "10"}, "a number of seconds"),
        ({"suspend_after": float("inf")}, "suspend_after is inf: it takes a number of seconds that is finite"),
        ({"limits": Limits(timeout=float("nan"))}, "limits.timeout is nan"),
        ({"functions": {}}, "functions is {}"),
        ({"limits": {"fuel": 1}}, "it takes Limits, such as Limits(timeout=10)"),
        ({"limits": Limits(timeout="1")}, "limits.timeout is '1'"),  # type: ignore[arg-type]
        ({"functions": {"shop": {}}}, "it takes Functions, to which functions are added"),
        ({"now": datetime.datetime(2026, 1, 1)}, "it takes a datetime with a time zone"),
        ({"confirm": True}, "it takes a function of the effects and the diff"),
        ({"wait_max": -1}, "wait_max: "),
        ({"principal": "ann"}, "principal: "),
    ],
)
def test_wrong_options_are_named(
    sandbox: Sandbox, workspace: Workspace, options: dict[str, object], words: str
) -> None:
    with pytest.raises((TypeError, ValueError)) as raised:
        sandbox.run(workspace, "1", **options)  # type: ignore[arg-type]
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"quota_byte": 1}, "did you mean 'quota_bytes'"),
        ({"busy_timeout": "5"}, "busy_timeout is '5': it takes a number of seconds"),
        ({"entries": -1}, "entries"),
    ],
)
def test_wrong_options_of_workspaces_are_named(options: dict[str, object], words: str) -> None:
    with pytest.raises((TypeError, ValueError)) as raised:
        Workspace.memory(**options)  # type: ignore[arg-type]
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("workspace", "code", "words"),
    [
        ("state.sqlite", "1", "workspace is 'state.sqlite': it takes one of Workspace.open(path)"),
        (None, "1", "workspace is None"),
        (Workspace.memory(), b"1", "code is b'1': it takes the text of a program"),
    ],
)
def test_wrong_arguments_are_named(sandbox: Sandbox, workspace: object, code: object, words: str) -> None:
    with pytest.raises(TypeError) as raised:
        sandbox.run(workspace, code)  # type: ignore[arg-type]
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("use", "words"),
    [
        (lambda workspace: workspace.undo(None), "Run.run_id is None where a run changed nothing"),
        (lambda workspace: workspace.undo("1"), "it takes a Run, an entry of workspace.history()"),
        (lambda workspace: workspace.diff(), "diff takes runs"),
        (lambda workspace: workspace.approve(1, 1), "it takes one of run.waiting_for"),
        (lambda workspace: workspace.files.write_bytes("/a", "x"), "write_text takes a str"),
        (lambda workspace: workspace.files.append_bytes("/a", "x"), "data is 'x': it takes bytes"),
        (lambda workspace: workspace.files.write_text("/a", {"a": 1}), "it takes a str"),
        (lambda workspace: Sandbox(image_key="x" * 32), "image_key is a str: it takes 32 random bytes"),  # type: ignore[arg-type]
        (lambda workspace: Sandbox(preludes=["a"]), "a dict of names"),  # type: ignore[arg-type]
        (lambda workspace: Sandbox(prelude_cache=5), "prelude_cache is 5"),  # type: ignore[arg-type]
        (lambda workspace: Workspace.open(5), "path is 5: it takes a path"),  # type: ignore[arg-type]
        (lambda workspace: Workspaces(b"x"), "folder is b'x': it takes a path"),  # type: ignore[arg-type]
        (lambda workspace: workspace.on_branch(5), "name is 5: it takes a str"),
        (lambda workspace: workspace.guarded([]), "policy is []: it takes a dict with rules"),
        (lambda workspace: workspace.history(before="1"), "run is '1'"),
        (lambda workspace: workspace.create_branch("a", at="1"), "run is '1'"),
        (lambda workspace: workspace.files.list(None), "path is None"),
        (lambda workspace: workspace.files.rename("/a", 5), "target is 5"),
        (lambda workspace: prompt(functions={}), "functions is {}: it takes Functions"),  # type: ignore[arg-type]
        (lambda workspace: prompt(5), "kind is 5"),  # type: ignore[arg-type]
        (lambda workspace: prompt(read_only=1), "read_only is 1"),  # type: ignore[arg-type]
        (lambda workspace: Toolbox("/a"), "workspace is '/a'"),  # type: ignore[arg-type]
        (lambda workspace: Toolbox(workspace, sandbox=5), "sandbox is 5"),  # type: ignore[arg-type]
        (
            lambda workspace: Toolbox(workspace, sandbox=Sandbox(), functions={}),  # type: ignore[arg-type]
            "functions is {}",
        ),
        (lambda workspace: Toolbox(workspace, limits={}), "limits is {}: it takes Limits"),  # type: ignore[arg-type]
        (lambda workspace: Toolbox(workspace).deny(5), "id is 5"),  # type: ignore[arg-type]
        (lambda workspace: Toolbox(workspace).call(5, {}), "tool is 5"),  # type: ignore[arg-type]
        (lambda workspace: Functions().add("a", 5), "name is 5"),  # type: ignore[call-overload]
        (lambda workspace: Functions().add("a", "b", 5), "a.b is 5: it takes a function"),  # type: ignore[call-overload]
        (lambda workspace: Functions().describe("a", 5), "text is 5"),  # type: ignore[arg-type]
        (lambda workspace: Functions().on_approval(5), "ask is 5"),  # type: ignore[type-var]
    ],
)
def test_wrong_values_are_named(workspace: Workspace, use: Callable[[Any], object], words: str) -> None:
    with pytest.raises(TypeError) as raised:
        use(workspace)
    assert words in str(raised.value)


def test_what_confirm_raises_is_raised(sandbox: Sandbox, workspace: Workspace) -> None:
    def fails(effects: object, diff: object) -> bool:
        raise KeyError("no answer")

    async def fails_later(effects: object, diff: object) -> bool:
        raise KeyError("no answer")

    code = "() => state.writeFile('/a', 'x')"
    with pytest.raises(KeyError, match="no answer"):
        sandbox.run(workspace, code, confirm=fails)
    with pytest.raises(KeyError, match="no answer"):
        asyncio.run(sandbox.run_async(workspace, code, confirm=fails_later))
    assert workspace.files.list() == []


def test_limits(sandbox: Sandbox, workspace: Workspace) -> None:
    run = sandbox.run(workspace, "for (;;);", limits=Limits(timeout=0.05))
    error = run.error()
    assert error is not None and (run.status, error.limit, error.code) == ("limit", "wall", "ETIMEOUT")


def test_reviews_and_idempotency(sandbox: Sandbox, tmp_path: pathlib.Path) -> None:
    with Workspace.open(tmp_path / "w") as workspace:
        code = "async () => { await state.writeFile('/a', 'x'); return 7 }"
        run = sandbox.run(workspace, code, review=True)
        assert run.status == "suspended"
        workspace.deny(run, run.waiting_for[0], "not today")
        run = sandbox.resume(workspace, run)
        assert (run.is_committed, run.refusal) == (False, "not today")
        first = sandbox.run(workspace, code, idempotency_key="k")
        again = sandbox.run(workspace, code, idempotency_key="k")
        assert (first.is_repeated, again.is_repeated, again.result()) == (False, True, 7)


def test_stats(workspace: Workspace) -> None:
    sandbox = Sandbox(runs=16)
    handle = sandbox.start(workspace, "for (;;);", limits=Limits(timeout=10))
    next(handle.events_sync())
    assert sandbox.stats() == {
        "runs": 1, "runs_max": 16, "queued": 0, "waiting_for_turn": 0, "detached_calls": 0
    }  # fmt: skip
    handle.cancel()
    assert str(handle.wait().error()).startswith("the run was cancelled")


def test_threads(sandbox: Sandbox) -> None:
    results: list[int] = []

    def work() -> None:
        with Workspace.memory() as workspace:
            for number in range(20):
                results.append(sandbox.run(workspace, "(n) => n", input=number).result())

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == sorted(list(range(20)) * 8)


def test_others_run_meanwhile(sandbox: Sandbox, workspace: Workspace) -> None:
    count = 0

    def compute() -> None:
        nonlocal count
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            count += 1

    thread = threading.Thread(target=compute)
    thread.start()
    sandbox.run(workspace, "for (;;);", limits=Limits(timeout=0.2))
    thread.join()
    assert count > 10_000


def test_events(sandbox: Sandbox, workspace: Workspace) -> None:
    handle = sandbox.start(workspace, "() => { console.log('a'); console.warn('b') }")
    events = [(event["type"], event.get("text")) for event in handle.events_sync()]
    assert events == [("begun", None), ("log", "a"), ("log", "b")]
    assert [entry.level for entry in handle.wait().logs] == ["log", "warn"]
    assert handle.is_done


def test_many_at_once(sandbox: Sandbox, workspace: Workspace) -> None:
    async def main() -> list[int]:
        runs = [sandbox.run_async(workspace, "(n) => n", input=n) for n in range(100)]
        return [run.result() for run in await asyncio.gather(*runs)]

    assert asyncio.run(main()) == list(range(100))


def test_policies(sandbox: Sandbox, workspace: Workspace) -> None:
    guarded = workspace.guarded({"rules": [{"effect": "deny", "verbs": ["write"], "paths": ["/secret/**"]}]})
    code = "() => state.writeFile('/secret/a', 'x').catch((e) => e.code)"
    assert sandbox.run(guarded, code).result() in ("EACCES", "EPERM")
    with pytest.raises(UsageError):
        workspace.guarded({"rule": []})


@pytest.mark.parametrize("policy", [[[], "allow"], {"rules": [["deny", ["write"], ["/**"]]]}, []])
def test_a_list_is_no_policy(workspace: Workspace, policy: Any) -> None:
    with pytest.raises((UsageError, TypeError), match="list|dict"):
        workspace.guarded(policy)
    with pytest.raises(UsageError, match="policy.*list"):
        Toolbox(workspace, policy=policy)



def test_numbers_that_json_has_not_are_refused(sandbox: Sandbox, workspace: Workspace) -> None:
    with pytest.raises(UsageError, match="seed is NaN"):
        sandbox.run(workspace, "1", seed=float("nan"))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="is inf"):
        Sandbox(threads=float("inf"))  # type: ignore[arg-type]


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "state.sqlite"
    with Workspace.open(path) as workspace:
        workspace.files.write_text("/a", "1")
    with contextlib.closing(sqlite3.connect(path)) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        database.execute(f"PRAGMA user_version = {version + 1}")
    with pytest.raises(StorageError, match="written by a newer version") as raised:
        Workspace.open(path)
    assert raised.value.code == "ENEWER"


def test_a_store_is_shared(tmp_path: pathlib.Path) -> None:
    url = (tmp_path / "store").as_uri()
    one = Store(url, cache=tmp_path / "one", quota_bytes=100_000)
    two = Store(url, cache=tmp_path / "two", max_staleness=0.0, idle_connections=4)
    with one.workspace("ann") as here, two.workspace("ann") as there:
        here.files.write_text("/a", "1")
        code = "async () => { await state.appendFile('/a', '2'); return state.readFile('/a'); }"
        assert Sandbox().run(there, code).result() == "12"
        assert here.files.read_text("/a") == "12"
        with pytest.raises(OSError):
            here.files.write_bytes("/large", b"x" * 200_000)
    assert two.names() == ["ann"] and two.find("ben") is None
    assert one.remove("ann") and not two.remove("ann")
    assert two.names() == [] and two.find("ann") is None
    secret = Store((tmp_path / "secret").as_uri(), cache=tmp_path / "three", key=bytes(32))
    secret.workspace("ann").files.write_text("/a", "secret")
    other = Store((tmp_path / "secret").as_uri(), cache=tmp_path / "four", key=bytes([1] * 32))
    with pytest.raises(StorageError, match="the key is another one"):
        other.workspace("ann")


@pytest.mark.parametrize(
    ("open_it", "error", "text"),
    [
        (lambda: Store("ftp://host/x"), UsageError, "file:///dir"),
        (lambda: Store(5), TypeError, "url is 5"),  # type: ignore[arg-type]
        (lambda: Store("memory:", key=b"short"), UsageError, "key has 5 bytes"),
        (lambda: Store("memory:", key="x" * 32), TypeError, "key is a str"),  # type: ignore[arg-type]
        (lambda: Store("memory:", max_staleness="x"), TypeError, "max_staleness is 'x'"),  # type: ignore[arg-type]
        (lambda: Store("memory:", colour="x"), TypeError, "colour"),  # type: ignore[call-arg]
        (lambda: Store("memory:", settings={"region": 5}), UsageError, "settings"),  # type: ignore[dict-item]
        (lambda: Store("memory:").workspace("A b"), UsageError, "a workspace cannot be called"),
    ],
)
def test_what_is_wrong_with_a_store_is_said(
    open_it: Callable[[], Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        open_it()
