"""Commands of a shell."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, TypedDict, Union

from . import _native
from ._errors import UsageError
from ._run import Effects, Usage, effects
from ._words import unknown, wrong_type


class ShellOptions(TypedDict, total=False):
    """The options of a command. What is left out has its default."""

    cwd: str | None
    """The absolute path of the directory that it begins in. Default: that of the session, or `/`."""
    env: Mapping[str, str] | None
    """Variables of its environment."""
    stdin: str | bytes
    """What it reads from its standard input. Default: nothing."""
    session: str | None
    """The session that it goes on with. Default: none."""
    allowed_commands: Sequence[str] | None
    """The only commands that it may run, beside what is built into the language. Default: all."""
    keep_on_success: bool
    """Whether its changes are kept at exit code 0 only. Default: `False`, whatever the exit code is."""
    limits: Any
    """What it may use, as `Limits`."""
    seed: int | None
    """Seeds everything that is random, and fixes the clock. Default: both are those of the machine."""
    now: datetime.datetime | None
    """The time at which it begins, with a time zone."""
    commit: Literal["atomic", "dry-run"]
    """`dry-run` shows what would change, and keeps nothing. Default: `atomic`."""
    confirm: Callable[[Effects, Union[str, None]], Any] | None
    """Is asked with the effects and the diff whether they are kept; it may be `async`."""
    diff_bytes: int | None
    """Bytes of the largest patch in `ShellRun.diff`. Default: no patch is made."""
    read_only: bool
    """Refuses every change of files. Default: `False`."""
    branch: str | None
    """The branch that it reads and changes. Default: that of the workspace."""
    label: str | None
    """Its name in the history."""
    actor: str | None
    """Who runs it, for the history."""
    traceparent: str | None
    """The trace that it is a part of, as the header `traceparent` of W3C has it."""
    trace_contents: Sequence[Literal["programs", "arguments", "results"]]
    """Contents that spans may have. Default: none."""


_OWN = {
    "cwd": "cwd",
    "env": "env",
    "session": "session",
    "allowed_commands": "allowedCommands",
    "keep_on_success": "keepOnSuccess",
}


def split(options: Mapping[str, Any]) -> tuple[bytes, dict[str, Any], dict[str, Any]]:
    """The standard input, the options of the command, and those of a run."""
    stdin, own, others = options.get("stdin", b""), {}, {}
    if isinstance(stdin, str):
        stdin = stdin.encode("utf-8", "surrogateescape")
    if not isinstance(stdin, (bytes, bytearray, memoryview)):
        raise wrong_type("stdin", stdin, "text or bytes")
    for name, value in options.items():
        if name in _OWN:
            if value is not None:
                own[_OWN[name]] = value
        elif name != "stdin":
            if name not in ShellOptions.__annotations__:
                raise TypeError(unknown("option", name, ShellOptions.__annotations__))
            others[name] = value
    if "env" in own:
        if not isinstance(own["env"], Mapping):
            raise wrong_type("env", own["env"], "a dict of names and values")
        own["env"] = dict(own["env"])
    if "allowedCommands" in own:
        if isinstance(own["allowedCommands"], str):
            raise UsageError("allowed_commands is a text: it takes a list of names")
        own["allowedCommands"] = list(own["allowedCommands"])
    return bytes(stdin), own, others


class ShellRun:
    """A command that has ended."""

    def __init__(self, native: _native.ShellRun) -> None:
        self._native = native
        self._report = native.report()

    def __repr__(self) -> str:
        return f"<ShellRun with exit code {self.exit_code}>"

    @property
    def exit_code(self) -> int:
        """Its exit code; of one that a limit has ended 124, 130, 137, 139 or 152."""
        return int(self._report["exitCode"])

    @cached_property
    def stdout(self) -> bytes:
        """The bytes of its standard output."""
        return self._native.stdout

    @cached_property
    def stderr(self) -> bytes:
        """The bytes of its standard error."""
        return self._native.stderr

    @property
    def stdout_text(self) -> str:
        """Its standard output as text; bytes that are none are U+FFFD."""
        return self.stdout.decode("utf-8", "replace")

    @property
    def stderr_text(self) -> str:
        """Its standard error as text."""
        return self.stderr.decode("utf-8", "replace")

    @property
    def stdout_omitted(self) -> int:
        """Bytes that were left out at the end of `stdout`."""
        return int(self._report["stdoutOmitted"])

    @property
    def stderr_omitted(self) -> int:
        """Bytes that were left out at the end of `stderr`."""
        return int(self._report["stderrOmitted"])

    @property
    def limit(self) -> str | None:
        """The limit that has ended it, such as `fuel`; `None` if none has. Then nothing is kept."""
        limit: str | None = self._report["limit"]
        return limit

    @property
    def message(self) -> str | None:
        """What the limit was; `None` if none has ended it."""
        message: str | None = self._report["message"]
        return message

    @property
    def is_committed(self) -> bool:
        """Whether its changes were kept."""
        return bool(self._report["isCommitted"])

    @cached_property
    def effects(self) -> Effects:
        """What it changed, or would have changed."""
        return effects(self._report["effects"])

    @property
    def run_id(self) -> int | None:
        """The number of its run in the history, by which it can be undone; `None` if there is nothing to undo."""
        number: int | None = self._report["runId"]
        return number

    @property
    def diff(self) -> str | None:
        """How its files changed, with `diff_bytes`; `None` without."""
        diff: str | None = self._report["diff"]
        return diff

    @cached_property
    def usage(self) -> Usage:
        """What it used."""
        return Usage._of(self._report["usage"])
