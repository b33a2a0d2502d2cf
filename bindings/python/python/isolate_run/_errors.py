"""The errors of the library. All of them are `IsolateError`."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Any


class IsolateError(Exception):
    """Anything that the library raises.

    Attributes:
        message: What is wrong with which input, and the way out.
        code: A stable code, such as `ENOENT`, or `None`.
        path: The path in the workspace that it is about, or `None`.
        paths: All paths that it is about, where there can be several.
    """

    message: str
    code: str | None
    path: str | None
    paths: list[str]

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        path: str | None = None,
        paths: list[str] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.path = path
        self.paths = paths or []


class UsageError(IsolateError, ValueError):
    """The request is wrong: an option is out of its range, or something is used after it was closed.

    Where it is about the name of a branch or a checkpoint, or about the number of a run, `code` is `ENOENT` for
    one that is missing, `EEXIST` for one that is taken, `EINVAL` for what can be none, and `ESTALE` for what has
    changed since.
    """


class FileError(IsolateError, OSError):
    """An operation on files failed, of the workspace or the disk; `code` is that of a system, such as `ENOENT`.

    Those that are often told apart have subclasses, which are also the exceptions that `open` raises:

    | code | raises | is also |
    |---|---|---|
    | `ENOENT` | `MissingFileError` | `FileNotFoundError` |
    | `EEXIST` | `ExistingFileError` | `FileExistsError` |
    | `EISDIR` | `DirectoryError` | `IsADirectoryError` |
    | `ENOTDIR` | `NoDirectoryError` | `NotADirectoryError` |
    | `EPERM`, `EACCES`, `EROFS` | `DeniedError` | `PermissionError` |
    | others, such as `ENOSPC` | `FileError` | `OSError` |

    As of every `OSError`, `errno` is the number of the code, and `filename` the path.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        path: str | None = None,
        paths: list[str] | None = None,
    ) -> None:
        super().__init__(message, code=code, path=path, paths=paths)
        self.errno = getattr(errno, code or "", None)
        self.filename = path

    def __reduce__(self) -> tuple[Any, ...]:
        # Both are no members of the dict of an `OSError`.
        return type(self), (self.message,), {**vars(self), "errno": self.errno, "filename": self.filename}

    def __str__(self) -> str:
        return self.message


class MissingFileError(FileError, FileNotFoundError):
    """The path, or a part of it, is missing (`ENOENT`)."""


class ExistingFileError(FileError, FileExistsError):
    """The path exists already (`EEXIST`)."""


class DirectoryError(FileError, IsADirectoryError):
    """A file is needed, and the path is a directory (`EISDIR`)."""


class NoDirectoryError(FileError, NotADirectoryError):
    """A directory is needed, and the path is something else (`ENOTDIR`)."""


class DeniedError(FileError, PermissionError):
    """A rule or a bound of the workspace refuses it (`EPERM`, `EACCES`, `EROFS`)."""


class StorageError(IsolateError):
    """The workspace cannot be opened, read or written.

    Attributes:
        partial_run: What a run had done before, as the object that the command prints, or `None`.
    """

    partial_run: Mapping[str, Any] | None = None


class BusyError(IsolateError):
    """The sandbox has no place for the run. Nothing was done; the same request may succeed later."""


class RepeatedError(IsolateError):
    """A run with the same idempotency key was begun before and has no answer for this request.

    Attributes:
        earlier_run: Its number in the history.
    """

    earlier_run: int | None = None


class SandboxError(IsolateError):
    """The engine could not be set up on this machine, or has failed: please report it."""

    partial_run: Mapping[str, Any] | None = None


class ProgramError(IsolateError):
    """The program did not return a value: `Run.result` raises it.

    Attributes:
        name: The name of the error, such as `TypeError`.
        line: The line of the program, from 1, or `None`.
        column: The column in that line, from 1, or `None`.
        frame: The lines of the program around the place, or `None`.
        limit: The limit that ended it, such as `fuel`, or `None`.
    """

    name: str
    line: int | None
    column: int | None
    frame: str | None
    limit: str | None

    def __init__(
        self,
        message: str,
        *,
        name: str = "Error",
        code: str | None = None,
        line: int | None = None,
        column: int | None = None,
        frame: str | None = None,
        limit: str | None = None,
    ) -> None:
        super().__init__(message, code=code)
        self.name = name
        self.line = line
        self.column = column
        self.frame = frame
        self.limit = limit


class FunctionError(IsolateError):
    """Raise it in a function to give a program an error with a code and data.

    Attributes:
        data: What the program finds as `error.data`.
    """

    data: Any

    def __init__(self, message: str, *, code: str | None = None, data: Any = None) -> None:
        super().__init__(message, code=code)
        self.data = data


_OF_CODE: dict[str, type[FileError]] = {
    "ENOENT": MissingFileError,
    "EEXIST": ExistingFileError,
    "EISDIR": DirectoryError,
    "ENOTDIR": NoDirectoryError,
    "EPERM": DeniedError,
    "EACCES": DeniedError,
    "EROFS": DeniedError,
}

_OF_NAME: dict[str, type[IsolateError]] = {
    "UsageError": UsageError,
    "StorageError": StorageError,
    "BusyError": BusyError,
    "RepeatedError": RepeatedError,
}


def raised(fields: Mapping[str, Any]) -> IsolateError:
    """The exception of an error of the library."""
    name, code = fields["name"], fields.get("code")
    kind: type[IsolateError]
    if name == "FileError":
        kind = _OF_CODE.get(code or "", FileError)
    else:
        kind = _OF_NAME.get(name, SandboxError)
    error = kind(fields["message"], code=code, path=fields.get("path"), paths=fields.get("paths"))
    if isinstance(error, (StorageError, SandboxError)):
        error.partial_run = fields.get("partialRun")
    if isinstance(error, RepeatedError):
        error.earlier_run = fields.get("earlierRun")
    return error
