"""Objects as arguments, and what they show of themselves."""

from __future__ import annotations

import asyncio
import datetime
import pathlib

import pytest

from isolate_run import (
    AnyRun,
    DeniedError,
    Effects,
    Limits,
    Omitted,
    Run,
    Sandbox,
    UsageError,
    Workspace,
)

WRITE = "() => state.writeFile('/a', 'x\\n')"
WAIT = "async () => await state.approve('Pay?')"


@pytest.mark.parametrize("kind", ["Run", "RunEntry", "number"])
def test_a_run_of_the_history_is_given_in_each_form(sandbox: Sandbox, workspace: Workspace, kind: str) -> None:
    made = sandbox.run(workspace, WRITE)
    entry = workspace.history()[0]
    forms: dict[str, AnyRun] = {"Run": made, "RunEntry": entry, "number": entry.run}
    run = forms[kind]
    later = sandbox.run(workspace, "() => state.writeFile('/b', 'y')")
    assert "+x" in workspace.diff(run)
    assert [one.run for one in workspace.history(before=run)] == []
    assert [one.run for one in workspace.history(before=later)] == [entry.run]
    assert workspace.create_branch("idea", at=run).files.list() == ["a"]
    assert workspace.undo(run).deleted == ["/a"]


@pytest.mark.parametrize("kind", ["Run", "PendingRun", "number"])
def test_a_run_that_waits_is_given_in_each_form(sandbox: Sandbox, workspace: Workspace, kind: str) -> None:
    def waiting() -> Run:
        return sandbox.run(workspace, WAIT)

    def form(made: Run) -> AnyRun:
        pending = workspace.pending()[0]
        forms: dict[str, AnyRun] = {"Run": made, "PendingRun": pending, "number": pending.run}
        return forms[kind]

    run = form(made := waiting())
    workspace.approve(run, made.waiting_for[0])
    workspace.until_answered(run)
    asyncio.run(workspace.until_answered_async(run))
    assert sandbox.resume(workspace, run).result() is True
    run = form(made := waiting())
    workspace.deny(run, made.waiting_for[0], "no")
    assert asyncio.run(sandbox.resume_async(workspace, run)).status == "threw"
    workspace.end_pending(form(waiting()))
    assert workspace.pending() == []


def test_a_run_that_changed_nothing_has_no_number(sandbox: Sandbox, workspace: Workspace) -> None:
    run = sandbox.run(workspace, "() => 1")
    assert run.run_id is None
    with pytest.raises(UsageError, match="this run has no number in the history"):
        workspace.undo(run)
    with pytest.raises(UsageError, match="this run has no number in the history"):
        sandbox.resume(workspace, run)
    with pytest.raises(UsageError, match="there is no run of this number"):
        workspace.until_answered(2**70)


def test_paths_may_be_objects(workspace: Workspace) -> None:
    files, path = workspace.files, pathlib.PurePosixPath("/a/b.txt")
    files.mkdir(path.parent)
    files.write_text(path, "one")
    files.append_text(path, " t")
    files.append_bytes(path, memoryview(b"wo"))
    assert files.read_bytes(path) == b"one two" and files.read_text(path) == "one two"
    assert files.exists(path) and files.list(path.parent) == ["b.txt"]
    files.copy(path, path.with_name("c.txt"))
    files.rename(path.with_name("c.txt"), path.with_name("d.txt"))
    files.symlink(path, path.with_name("link"))
    assert files.read_link(path.with_name("link")) == files.real_path(path.with_name("link")) == "/a/b.txt"
    files.remove(path)
    assert workspace.history(path=path.parent) == workspace.history(path="/a") != []
    for wrong in (pathlib.PurePosixPath("a.txt"), pathlib.PureWindowsPath("/a.txt"), b"/a.txt"):
        with pytest.raises(TypeError, match="path is .*: it takes a path in the workspace"):
            files.read_text(wrong)  # type: ignore[arg-type]


def test_a_run_shows_its_number_and_status(sandbox: Sandbox, workspace: Workspace) -> None:
    assert repr(sandbox.run(workspace, "() => 42")) == "<Run returned 42>"
    run = sandbox.run(workspace, WRITE)
    assert repr(run) == f"<Run {run.run_id} returned None>"
    assert repr(sandbox.run(workspace, "() => { throw new TypeError('no\\nway') }")) == "<Run threw: TypeError: no>"
    run = sandbox.run(workspace, WAIT)
    assert repr(run).startswith(f"<Run {run.run_id} suspended: run {run.run_id} waits for")
    assert len(repr(sandbox.run(workspace, "() => 'x'.repeat(10000)"))) < 130
    handle = sandbox.start(workspace, "1")
    handle.wait()
    assert repr(handle) == "<Handle of a run that has ended>"


def test_data_classes_show_what_they_have(sandbox: Sandbox, workspace: Workspace) -> None:
    assert repr(Limits()) == "Limits()"
    assert repr(Limits(fuel=10, timeout=0)) == "Limits(fuel=10, timeout=0)"
    many = Effects(created=[f"/{n}" for n in range(10_000)], changed=[], deleted=[], omitted=Omitted(1, 0, 2))
    assert repr(many) == (
        "Effects(created=['/0', '/1', '/2', '/3', '/4', '/5', ...], "
        "omitted=Omitted(created=1, changed=0, deleted=2, is_partial=False))"
    )
    run = sandbox.run(workspace, WRITE, now=datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc), seed=1)
    assert repr(run.effects) == f"Effects(created=['/a'], run={run.run_id})"
    assert repr(workspace.files.stat("/a")).startswith("Stat(kind='file', size=2, mode=")
    entry = workspace.history()[0]
    assert f"run={entry.run}, status='ok', started_at=20" in repr(entry) and "actor" not in repr(entry)


def test_what_effects_leave_out_is_counted(sandbox: Sandbox, workspace: Workspace) -> None:
    code = "async () => { for (let i = 0; i < 10010; i++) await state.writeFile(`/d/${i}`, '') }"
    run = sandbox.run(workspace, code, commit="atomic")
    assert len(run.effects.created) == 10_000
    assert run.effects.omitted == Omitted(created=11, changed=0, deleted=0, is_partial=False)
    assert workspace.undo(run).omitted == Omitted(created=0, changed=0, deleted=11, is_partial=False)


def test_rules_raise_the_exception_of_python(workspace: Workspace) -> None:
    guarded = workspace.guarded({"rules": [{"effect": "deny", "verbs": ["write"], "paths": ["/secret/**"]}]})
    with pytest.raises(PermissionError) as raised:
        guarded.files.write_text("/secret/a", "x")
    assert isinstance(raised.value, DeniedError) and raised.value.code in ("EPERM", "EACCES")
