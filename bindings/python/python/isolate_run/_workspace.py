"""Workspaces: their files, their history, and the runs in them that wait."""

from __future__ import annotations

import os
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from . import _native, _waiting
from ._errors import UsageError
from ._run import (
    Branch,
    Effects,
    Merge,
    MergeConflict,
    PendingCall,
    PendingRun,
    RunEntry,
    effects,
    pending_call,
    run_entry,
    time,
)
from ._words import instance, milliseconds, unknown

if TYPE_CHECKING:
    from typing_extensions import Unpack


class WorkspaceOptions(TypedDict, total=False):
    """How a workspace is opened. What is left out has its default."""

    quota_bytes: int | None
    """Bytes that its files and its history may take. Default: 1 GiB."""
    file_bytes: int | None
    """The largest file. Default: 64 MiB."""
    entries: int | None
    """Files, directories and links, at most. Default: 1,000,000."""
    busy_timeout: float | None
    """Seconds that a change waits for other writers. Default: 5."""
    read_only: bool | None
    """Refuses every change."""
    records: bool | None
    """Whether runs are kept so that they can be replayed. Default: in a file, and not in memory."""


@dataclass(frozen=True)
class Stat:
    """What is known of an entry."""

    kind: Literal["file", "directory", "symlink"]
    size: int
    mode: int
    mtime: float
    """Seconds since 1970."""


def _perform(native: _native.Workspace, operation: str, **arguments: Any) -> Any:
    return native.perform({"operation": operation, **arguments})


def _utf8(text: str) -> bytes:
    return instance("text", text, str, what="a str; write_bytes takes bytes").encode()


class Files:
    """The files of a workspace. Paths begin with a slash."""

    def __init__(self, native: _native.Workspace) -> None:
        self._native = native

    def read_bytes(self, path: str) -> bytes:
        """The contents of a file."""
        return self._native.read(path)

    def read_text(self, path: str) -> str:
        """The contents of a file in UTF-8."""
        return self._native.read(path).decode()

    def write_bytes(self, path: str, data: bytes) -> None:
        """Writes a file, and makes its directories."""
        self._native.write(path, data, False)

    def write_text(self, path: str, text: str) -> None:
        """Writes a file in UTF-8, and makes its directories."""
        self._native.write(path, _utf8(text), False)

    def append_text(self, path: str, text: str) -> None:
        """Appends to a file in UTF-8, which is made if it is missing."""
        self._native.write(path, _utf8(text), True)

    def exists(self, path: str) -> bool:
        """Whether there is an entry; links are followed."""
        return _perform(self._native, "stat", path=path, follow=True) is not None

    def stat(self, path: str, *, follow_symlinks: bool = True) -> Stat | None:
        """What is known of an entry; `None` if it is missing."""
        form = _perform(self._native, "stat", path=path, follow=follow_symlinks)
        if form is None:
            return None
        return Stat(form["kind"], form["size"], form["mode"], form["mtimeMs"] / 1000)

    def list(self, path: str = "/") -> list[str]:
        """The names in a directory, sorted."""
        return [entry["name"] for entry in _perform(self._native, "list", path=path)]

    def mkdir(self, path: str, *, parents: bool = False) -> None:
        """Makes a directory."""
        _perform(self._native, "mkdir", path=path, parents=parents)

    def remove(self, path: str, *, recursive: bool = False, missing_ok: bool = False) -> None:
        """Removes a file, a link or a directory."""
        _perform(
            self._native, "remove", path=path, recursive=recursive, missingOk=missing_ok
        )

    def rename(self, source: str, target: str) -> None:
        """Renames an entry, as a system does."""
        _perform(self._native, "rename", **{"from": source, "to": target})

    def copy(self, source: str, target: str, *, recursive: bool = False) -> None:
        """Copies a file, or a directory with all in it."""
        _perform(
            self._native, "copy", **{"from": source, "to": target, "recursive": recursive}
        )

    def symlink(self, target: str, link: str) -> None:
        """Makes a symbolic link."""
        _perform(self._native, "symlink", target=target, link=link)

    def read_link(self, path: str) -> str:
        """The target of a symbolic link."""
        return str(_perform(self._native, "readLink", path=path))

    def real_path(self, path: str) -> str:
        """The path without links."""
        return str(_perform(self._native, "realPath", path=path))


class Workspace:
    """A persistent filesystem: one SQLite file, or memory. `Workspace.open` and `Workspace.memory` make one.

    It is closed by `close`, at the end of a `with` statement, or when it is no longer used.
    """

    def __init__(self, native: _native.Workspace) -> None:
        if not isinstance(native, _native.Workspace):
            raise UsageError("make a workspace with Workspace.open(path) or Workspace.memory()")
        self._native = native
        self.files = Files(native)

    @classmethod
    def open(cls, path: str | os.PathLike[str], **options: Unpack[WorkspaceOptions]) -> Workspace:
        """Opens a file, which is made if it is missing."""
        return cls(_native.Workspace.open(os.fspath(path), _settings(options)))

    @classmethod
    def memory(cls, **options: Unpack[WorkspaceOptions]) -> Workspace:
        """A workspace in memory, with the options of `open`."""
        return cls(_native.Workspace.memory(_settings(options)))

    def close(self) -> None:
        """Closes it. Runs on their way keep it until they end."""
        self._native.close()

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self._native.is_closed

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def on_branch(self, name: str) -> Workspace:
        """The same workspace on another branch."""
        return Workspace(self._native.on_branch(name))

    def guarded(self, policy: dict[str, Any]) -> Workspace:
        """The same workspace under the rules of a policy, as `isolate-run --policy` reads it."""
        return Workspace(self._native.guarded(policy))

    def history(
        self,
        *,
        limit: int = 100,
        before: int | None = None,
        path: str | None = None,
        all_branches: bool = False,
    ) -> list[RunEntry]:
        """Its runs, newest first."""
        rows = _perform(
            self._native,
            "history",
            limit=limit,
            before=before,
            path=path,
            allBranches=all_branches,
        )
        return [run_entry(row) for row in rows]

    def undo(self, run: int, *, force: bool = False) -> Effects:
        """Takes back what a run changed; with `force` also what was changed since."""
        return effects(_perform(self._native, "undo", run=run, force=force))

    def diff(self, *runs: int, bytes_max: int = 1 << 20) -> str:
        """What runs changed, as a patch."""
        return str(_perform(self._native, "diff", runs=runs, bytesMax=bytes_max))

    def checkpoint(self, name: str, *, overwrite: bool = False) -> int | None:
        """Names the present state of the files. Returns the last run before it."""
        run: int | None = _perform(self._native, "checkpoint", name=name, overwrite=overwrite)
        return run

    def checkpoints(self) -> list[str]:
        """The names of the checkpoints."""
        return list(_perform(self._native, "checkpoints"))

    def restore(self, name: str) -> Effects:
        """Takes all files back to a checkpoint."""
        return effects(_perform(self._native, "restore", name=name))

    def branches(self) -> list[Branch]:
        """The branches beside `main`."""
        return [
            Branch(
                name=row["name"],
                parent=row["parent"],
                created=time(row["created"]),
                bytes=row["bytes"],
                entries=row["entries"],
                last_run=row["lastRun"],
            )
            for row in _perform(self._native, "branches")
        ]

    def create_branch(self, name: str, *, source: str | None = None, at: int | None = None) -> Workspace:
        """Makes a branch of another one (`main`), or of its state after a run. Returns the workspace on it."""
        _perform(self._native, "createBranch", **{"name": name, "from": source, "at": at})
        return self.on_branch(name)

    def delete_branch(self, name: str) -> None:
        """Deletes a branch; its runs stay in the history."""
        _perform(self._native, "deleteBranch", name=name)

    def merge(self, name: str, *, into: str | None = None, markers: bool = False) -> Merge:
        """Merges a branch into another one (`main`). With conflicts nothing is done, unless `markers` are
        wanted in the files."""
        form = _perform(self._native, "merge", name=name, into=into, markers=markers)
        conflicts = [MergeConflict(**conflict) for conflict in form["conflicts"]]
        return Merge(form["isDone"], conflicts, effects(form["effects"]))

    def pending(self) -> list[PendingRun]:
        """The runs that wait, oldest first."""
        return [
            PendingRun(
                run=row["run"],
                since=time(row["since"]),
                until=time(row["until"]),
                waiting_for=[pending_call(call) for call in row["waitingFor"]],
                answered=[pending_call(call) for call in row["answered"]],
            )
            for row in _perform(self._native, "pending")
        ]

    def approve(self, run: int, call: PendingCall) -> None:
        """Approves a call as it was shown."""
        self._answer(run, call, kind="approve")

    def deny(self, run: int, call: PendingCall, reason: str) -> None:
        """Refuses a call as it was shown: the program catches an error with this reason."""
        self._answer(run, call, kind="deny", reason=reason)

    def answer(self, run: int, call: PendingCall, value: Any) -> None:
        """Gives the answer of a function that is answered later."""
        self._answer(run, call, kind="value", value=value)

    def fail(self, run: int, call: PendingCall, message: str, *, code: str = "EFUNCTION") -> None:
        """Says why a function that is answered later has failed."""
        self._answer(run, call, kind="failure", code=code, message=message)

    def _answer(self, run: int, call: PendingCall, **answer: Any) -> None:
        _perform(self._native, "answer", run=run, call=instance("call", call, PendingCall)._form(), answer=answer)

    def end_pending(self, run: int) -> None:
        """Ends a run that waits."""
        _perform(self._native, "endPending", run=run)

    def until_answered(self, run: int) -> None:
        """Waits until a run that was put away can be resumed, if it waits for functions of this process."""
        self._native.until_answered(run)

    async def until_answered_async(self, run: int) -> None:
        """As `until_answered`, in asyncio or trio."""
        await _waiting.until(lambda callback: self._native.on_answered(run, callback))

    def __repr__(self) -> str:
        return "<Workspace closed>" if self.is_closed else "<Workspace>"


class Workspaces:
    """The workspaces of many users: a file for each name in a folder, made when it is first opened.

    A name has at most 100 characters: lower-case letters, digits, dots, dashes and underscores, of which the
    first is a letter or a digit. Thousands can be used in turn: what is idle keeps at most
    `idle_connections` connections (128) for all of them together.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        idle_connections: int | None = None,
        **options: Unpack[WorkspaceOptions],
    ) -> None:
        self._native = _native.Workspaces(os.fspath(folder), idle_connections, _settings(options))

    def open(self, name: str) -> Workspace:
        """The workspace of a name, which is made if there is none."""
        return Workspace(self._native.open(name))

    def find(self, name: str) -> Workspace | None:
        """The workspace of a name, if there is one."""
        native = self._native.find(name)
        return None if native is None else Workspace(native)

    def names(self) -> list[str]:
        """The names, sorted."""
        return self._native.names()

    def remove(self, name: str) -> bool:
        """Removes a workspace with all its files. Returns whether there was one. Raises `BusyError` while it
        is in use."""
        return self._native.remove(name)


_SETTINGS = {
    "quota_bytes": "quotaBytes",
    "file_bytes": "fileBytes",
    "entries": "entries",
    "busy_timeout": "busyTimeoutMs",
    "read_only": "readOnly",
    "records": "records",
}


def _settings(options: WorkspaceOptions) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for name, value in options.items():
        if name not in _SETTINGS:
            raise TypeError(unknown("option", name, _SETTINGS))
        if value is not None:
            settings[_SETTINGS[name]] = milliseconds(name, value) if name == "busy_timeout" else value
    return settings
