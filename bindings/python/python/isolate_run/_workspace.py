"""Workspaces: their files, their history, and the runs in them that wait."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, TypedDict

from . import _native, _waiting
from ._errors import UsageError
from ._run import (
    AnyRun,
    Branch,
    Effects,
    Merge,
    MergeConflict,
    PendingCall,
    PendingRun,
    RunEntry,
    Transfer,
    effects,
    number_of_run,
    run_entry,
    time,
    transfer,
)
from ._records import Record
from ._typing import Unpack
from ._words import (
    StrPath,
    file_path,
    instance,
    milliseconds,
    path_of,
    text,
    unknown,
    wrong_type,
)


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
    """Refuses every change. Default: `False`."""
    records: bool | None
    """Whether runs are kept so that they can be replayed. Default: in a file, and not in memory."""


class Stat(Record):
    """What is known of an entry."""

    kind: Literal["file", "directory", "symlink"]
    size: int
    """Bytes."""
    mode: int
    """The bits of permissions, such as `0o644`."""
    mtime: float
    """Seconds since 1970."""


def _perform(native: _native.Workspace, operation: str, **arguments: Any) -> Any:
    return native.perform(operation, arguments)


def _bytes_of(data: Any) -> bytes:
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    raise wrong_type("data", data, "bytes, and write_text takes a str")


def _encoded(text: Any) -> bytes:
    return instance("text", text, str, "a str, and write_bytes takes bytes").encode()


class Files:
    """The files of a workspace: `Workspace.files`.

    Paths begin with a slash, and are a `str` or a `PurePosixPath`. What fails raises a `FileError`, of which
    there are subclasses by its code, such as `MissingFileError`. Each change is kept when its method returns.
    """

    def __init__(self, native: _native.Workspace) -> None:
        self._native = native

    def read_bytes(self, path: StrPath) -> bytes:
        """The contents of a file."""
        return self._native.read(path_of("path", path))

    def read_text(self, path: StrPath) -> str:
        """The contents of a file in UTF-8. Raises `UnicodeDecodeError` for one in another encoding."""
        return self._native.read(path_of("path", path)).decode()

    def write_bytes(self, path: StrPath, data: bytes | bytearray | memoryview) -> None:
        """Writes a file, and makes its directories."""
        self._native.write(path_of("path", path), _bytes_of(data), False)

    def write_text(self, path: StrPath, text: str) -> None:
        """Writes a file in UTF-8, and makes its directories."""
        self._native.write(path_of("path", path), _encoded(text), False)

    def append_bytes(self, path: StrPath, data: bytes | bytearray | memoryview) -> None:
        """Appends to a file, which is made if it is missing."""
        self._native.write(path_of("path", path), _bytes_of(data), True)

    def append_text(self, path: StrPath, text: str) -> None:
        """Appends to a file in UTF-8, which is made if it is missing."""
        self._native.write(path_of("path", path), _encoded(text), True)

    def exists(self, path: StrPath) -> bool:
        """Whether there is an entry; links are followed."""
        return self.stat(path) is not None

    def stat(self, path: StrPath, *, follow_symlinks: bool = True) -> Stat | None:
        """What is known of an entry; `None` if it is missing."""
        form = _perform(self._native, "stat", path=path_of("path", path), follow=follow_symlinks)
        if form is None:
            return None
        return Stat._of(form, mtime=form["mtimeMs"] / 1000)

    def list(self, path: StrPath = "/") -> list[str]:
        """The names in a directory, sorted."""
        return [entry["name"] for entry in _perform(self._native, "list", path=path_of("path", path))]

    def mkdir(self, path: StrPath, *, parents: bool = False) -> None:
        """Makes a directory. With `parents`, those above it are made as well, and it may be there already."""
        _perform(self._native, "mkdir", path=path_of("path", path), parents=parents)

    def remove(self, path: StrPath, *, recursive: bool = False, missing_ok: bool = False) -> None:
        """Removes a file, a link or an empty directory; with `recursive`, a directory with all in it."""
        _perform(
            self._native, "remove", path=path_of("path", path), recursive=recursive, missingOk=missing_ok
        )

    def rename(self, source: StrPath, target: StrPath) -> None:
        """Renames an entry; a file takes the place of one that has the name."""
        paths = {"from": path_of("source", source), "to": path_of("target", target)}
        _perform(self._native, "rename", **paths)

    def copy(self, source: StrPath, target: StrPath, *, recursive: bool = False) -> None:
        """Copies a file; with `recursive`, a directory with all in it."""
        paths = {"from": path_of("source", source), "to": path_of("target", target)}
        _perform(self._native, "copy", **paths, recursive=recursive)

    def symlink(self, target: StrPath, link: StrPath) -> None:
        """Makes a symbolic link, which may lead to what is missing."""
        text = target if isinstance(target, str) else path_of("target", target)
        _perform(self._native, "symlink", target=text, link=path_of("link", link))

    def read_link(self, path: StrPath) -> str:
        """The target of a symbolic link, as it was given."""
        return str(_perform(self._native, "readLink", path=path_of("path", path)))

    def real_path(self, path: StrPath) -> str:
        """The path without links."""
        return str(_perform(self._native, "realPath", path=path_of("path", path)))


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
    def open(cls, path: StrPath, **options: Unpack[WorkspaceOptions]) -> Workspace:
        """Opens a file, which is made if it is missing.

        Raises `StorageError` for a file that is no workspace, was written by a newer version or cannot be read,
        and `UsageError` for an option out of its range.
        """
        return cls(_native.Workspace.open(file_path("path", path), _settings(options)))

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
        """The same workspace on another branch. Raises `UsageError` if there is none of this name."""
        return Workspace(self._native.on_branch(text("name", name)))

    def guarded(self, policy: Mapping[str, Any]) -> Workspace:
        """The same workspace under the rules of a policy, as `isolate-run --policy` reads it. They hold for
        programs and for `files`, where `DeniedError` is raised. Raises `UsageError` for a policy that is wrong."""
        if not isinstance(policy, Mapping):
            raise wrong_type("policy", policy, "a dict with rules")
        return Workspace(self._native.guarded(dict(policy)))

    def history(
        self,
        *,
        limit: int = 100,
        before: AnyRun | None = None,
        path: StrPath | None = None,
        all_branches: bool = False,
    ) -> list[RunEntry]:
        """Its runs, newest first: at most `limit`, of those `before` a run, that changed a `path` or something
        below it; of its own branch, or of all."""
        rows = _perform(
            self._native,
            "history",
            limit=limit,
            before=None if before is None else number_of_run(before),
            path=None if path is None else path_of("path", path),
            allBranches=all_branches,
        )
        return [run_entry(row) for row in rows]

    def undo(self, run: AnyRun, *, force: bool = False) -> Effects:
        """Takes back what a run changed. Returns what that changed.

        Raises `UsageError` if later runs have changed the same paths, which it names; with `force`, those paths
        get their earlier state all the same.
        """
        return effects(_perform(self._native, "undo", run=number_of_run(run), force=force))

    def diff(self, *runs: AnyRun, bytes_max: int = 1 << 20) -> str:
        """What runs changed, as a patch, of which at most `bytes_max` bytes are made (1 MiB). Raises `UsageError`
        for a run that the history does not have (`ENOENT`)."""
        numbers = [number_of_run(run) for run in runs]
        if not numbers:
            raise TypeError("diff takes runs, such as workspace.diff(run)")
        return str(_perform(self._native, "diff", runs=numbers, bytesMax=bytes_max))

    def import_from(
        self,
        source: StrPath,
        to: str = "/",
        *,
        exclude: Sequence[str] = (),
        ignored: bool = False,
        git: bool = False,
        overwrite: bool = False,
        actor: str | None = None,
    ) -> Transfer:
        """Copies a directory, or a tar, tar.gz or zip archive, of the disk into a directory: all of it or,
        with an error, nothing.

        Args:
            source: Where it is on the disk.
            to: The directory of the workspace that gets it.
            exclude: Patterns of paths that are left out, such as `*.log`.
            ignored: Also copies what `.gitignore` files leave out.
            git: Also copies `.git`.
            overwrite: Replaces files that have other contents; without it they are an `ExistingFileError`.
            actor: Who is named in the history.
        """
        form = _perform(
            self._native,
            "import",
            source=file_path("source", source),
            to=path_of("to", to),
            exclude=list(exclude),
            ignored=ignored,
            git=git,
            overwrite=overwrite,
            actor=actor,
        )
        return transfer(form)

    def export_to(
        self,
        target: StrPath,
        *paths: str,
        overwrite: bool = False,
        run: AnyRun | None = None,
    ) -> Transfer:
        """Copies files to a directory of the disk, or to a new archive where the name ends with `.tar`,
        `.tar.gz`, `.tgz` or `.zip`.

        Args:
            target: Where they go on the disk.
            paths: The paths that are copied. Default: all.
            overwrite: Replaces files that have other contents; without it they are an `ExistingFileError`.
            run: Copies them as they were after this run.
        """
        form = _perform(
            self._native,
            "export",
            target=file_path("target", target),
            paths=[path_of("a path", path) for path in paths],
            overwrite=overwrite,
            run=None if run is None else number_of_run(run),
        )
        return transfer(form)

    def checkpoint(self, name: str, *, overwrite: bool = False) -> int | None:
        """Names the present state of the files. Returns the number of the last run before it. Raises `UsageError`
        for a name that is taken (`EEXIST`), unless it is to be overwritten."""
        run: int | None = _perform(self._native, "checkpoint", name=name, overwrite=overwrite)
        return run

    def checkpoints(self) -> list[str]:
        """The names of the checkpoints."""
        return list(_perform(self._native, "checkpoints"))

    def restore(self, name: str) -> Effects:
        """Takes all files back to a checkpoint. Returns what that changed. Raises `UsageError` if there is none of
        this name (`ENOENT`)."""
        return effects(_perform(self._native, "restore", name=name))

    def branches(self) -> list[Branch]:
        """The branches beside `main`."""
        rows = _perform(self._native, "branches")
        return [Branch._of(row, created=time(row["created"])) for row in rows]

    def create_branch(
        self, name: str, *, source: str | None = None, at: AnyRun | None = None
    ) -> Workspace:
        """Makes a branch of `source` (`main`), as it is or as it was after the run `at`. Returns the workspace on
        it. Raises `UsageError` for a name that is taken (`EEXIST`) or is none, and for a branch or a run that is
        missing (`ENOENT`)."""
        number = None if at is None else number_of_run(at)
        _perform(self._native, "createBranch", **{"name": name, "from": source, "at": number})
        return self.on_branch(name)

    def delete_branch(self, name: str) -> None:
        """Deletes a branch; its runs stay in the history. Raises `UsageError` if there is none."""
        _perform(self._native, "deleteBranch", name=name)

    def merge(self, name: str, *, into: str | None = None, markers: bool = False) -> Merge:
        """Merges a branch into another one (`main`). With conflicts nothing is done, unless `markers` are
        wanted in the files. Raises `UsageError` for a branch that is missing (`ENOENT`)."""
        form = _perform(self._native, "merge", name=name, into=into, markers=markers)
        conflicts = [MergeConflict._of(conflict) for conflict in form["conflicts"]]
        return Merge._of(form, conflicts=conflicts, effects=effects(form["effects"]))

    def pending(self) -> list[PendingRun]:
        """The runs that wait, oldest first."""
        return [
            PendingRun._of(
                row,
                since=time(row["since"]),
                until=time(row["until"]),
                waiting_for=[PendingCall._of(call) for call in row["waitingFor"]],
                answered=[PendingCall._of(call) for call in row["answered"]],
            )
            for row in _perform(self._native, "pending")
        ]

    def approve(self, run: AnyRun, call: PendingCall) -> None:
        """Approves a call as it was shown. Raises `UsageError` if the run does not wait for it any more."""
        self._answer(run, call, kind="approve")

    def deny(self, run: AnyRun, call: PendingCall, reason: str) -> None:
        """Refuses a call as it was shown: the program catches an error with the code `EAPPROVAL` and
        this reason."""
        self._answer(run, call, kind="deny", reason=reason)

    def answer(self, run: AnyRun, call: PendingCall, value: Any) -> None:
        """Gives the answer of a function that is answered later, as JSON has it."""
        self._answer(run, call, kind="value", value=value)

    def fail(
        self, run: AnyRun, call: PendingCall, message: str, *, code: str = "EFUNCTION"
    ) -> None:
        """Says why a function that is answered later has failed."""
        self._answer(run, call, kind="failure", code=code, message=message)

    def _answer(self, run: AnyRun, call: PendingCall, **answer: Any) -> None:
        instance("call", call, PendingCall, "one of run.waiting_for, or of workspace.pending()")
        _perform(self._native, "answer", run=number_of_run(run), call=call._form(), answer=answer)

    def end_pending(self, run: AnyRun) -> None:
        """Ends a run that waits. What it has changed stays, unless it is atomic."""
        _perform(self._native, "endPending", run=number_of_run(run))

    def until_answered(self, run: AnyRun) -> None:
        """Waits until a run that was put away can be resumed, if it waits for functions of this process;
        otherwise it returns at once. Ctrl-C ends the waiting."""
        self._native.until_answered(number_of_run(run))

    async def until_answered_async(self, run: AnyRun) -> None:
        """As `until_answered`, in asyncio or trio."""
        number = number_of_run(run)
        await _waiting.until(lambda callback: self._native.on_answered(number, callback))

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
        folder: StrPath,
        *,
        idle_connections: int | None = None,
        **options: Unpack[WorkspaceOptions],
    ) -> None:
        if idle_connections is not None:
            instance("idle_connections", idle_connections, int, "a whole number")
        self._native = _native.Workspaces(
            file_path("folder", folder), idle_connections, _settings(options)
        )

    def open(self, name: str) -> Workspace:
        """The workspace of a name, which is made if there is none. Raises `UsageError` for what is no name."""
        return Workspace(self._native.open(text("name", name)))

    def find(self, name: str) -> Workspace | None:
        """The workspace of a name; `None` if there is none."""
        native = self._native.find(text("name", name))
        return None if native is None else Workspace(native)

    def names(self) -> list[str]:
        """The names, sorted."""
        return self._native.names()

    def remove(self, name: str) -> bool:
        """Removes a workspace with all its files. Returns whether there was one. Raises `BusyError` while it
        is in use."""
        return self._native.remove(text("name", name))


class Store:
    """Workspaces that many hosts share, on a folder, S3, Google Cloud Storage, Azure or PostgreSQL.

    `url` is `file:///dir`, `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix` or
    `postgres://user@host/database`. Raises `UsageError` for what is no store, and `StorageError` for one that does
    not answer. Names are those of `Workspaces`.

    Args:
        cache: The folder for local copies. Default: `isolate` in the cache folder of the user.
        cache_bytes: Bytes of local copies at most; those are removed first that were used longest ago. Default:
            10 GiB.
        max_staleness: How old what is read may be, in seconds. Default: 0, and each reading asks the store.
        key: 32 random bytes that encrypt what is stored. All hosts need the same. Default: nothing is encrypted.
        settings: Options of the store, by the names that it has for them, such as `region`.
        idle_connections: As of `Workspaces`.
    """

    def __init__(
        self,
        url: str,
        *,
        cache: StrPath | None = None,
        cache_bytes: int | None = None,
        max_staleness: float | None = None,
        key: bytes | None = None,
        settings: Mapping[str, str] | None = None,
        idle_connections: int | None = None,
        **options: Unpack[WorkspaceOptions],
    ) -> None:
        if idle_connections is not None:
            instance("idle_connections", idle_connections, int, "a whole number")
        if key is not None:
            if not isinstance(key, bytes):
                raise TypeError(f"key is a {type(key).__name__}: it takes 32 random bytes")
            if len(key) != 32:
                raise UsageError(f"key has {len(key)} bytes: it takes 32 random bytes")
        store: dict[str, Any] = {"url": text("url", url)}
        if cache is not None:
            store["cache"] = file_path("cache", cache)
        if cache_bytes is not None:
            store["cacheBytes"] = instance("cache_bytes", cache_bytes, int, "a whole number")
        if max_staleness is not None:
            store["maxStalenessMs"] = milliseconds("max_staleness", max_staleness)
        if settings is not None:
            store["settings"] = dict(settings)
        self._native = _native.Workspaces.of_store(store, key, idle_connections, _settings(options))

    def workspace(self, name: str) -> Workspace:
        """The workspace of a name, which is made if there is none. Raises `UsageError` for what is no name."""
        return Workspace(self._native.open(text("name", name)))

    def find(self, name: str) -> Workspace | None:
        """The workspace of a name; `None` if there is none."""
        native = self._native.find(text("name", name))
        return None if native is None else Workspace(native)

    def names(self) -> list[str]:
        """The names of all workspaces, sorted."""
        return self._native.names()

    def remove(self, name: str) -> bool:
        """Removes a workspace with all its files, on all hosts. Returns whether there was one. Raises `BusyError`
        while this process uses it."""
        return self._native.remove(text("name", name))


def opened(workspace: Any) -> _native.Workspace:
    """The native part of a workspace that was given."""
    way_out = "one of Workspace.open(path) or Workspace.memory()"
    return instance("workspace", workspace, Workspace, way_out)._native


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
