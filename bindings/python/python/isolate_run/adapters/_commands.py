"""Commands of a shell, as the adapters run them for a model."""

from __future__ import annotations

import codecs
import dataclasses
import math
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from .._errors import UsageError
from .._sandbox import Limits, RunOptions, Sandbox, _given
from .._shell import ShellOptions, ShellRun, split
from .._workspace import Workspace, opened
from ._shared import common_sandbox

TIMED_OUT = 124
"""The exit code of a command whose time is over."""

_WATCHED = """timeout %s bash -c 'bash -c "$1"; s=$?; printf "%%s%%d" %s "$s" >&2; exit %s' bash %s"""
"""A command with the time that passes at once where it sleeps. Its exit code is the end of the error output, since
124 is also what a command of its own may end with."""

_SHELLS = {f"{folder}/{name}": name for folder in ("/bin", "/usr/bin") for name in ("sh", "bash", "env")}


def quoted(argument: str) -> str:
    """An argument as bash reads it, with nothing in it that means something: no variable, no pattern, no keyword."""
    if "\0" in argument:
        raise ValueError(f"an argument of a command has a byte of value 0: {argument!r}")
    return "'" + argument.replace("'", "'\\''") + "'"


def command_line(arguments: Sequence[str]) -> str:
    """The command line whose words are exactly these arguments. Where SDKs call a shell by its usual path, it is
    called by its name, since a workspace has no programs as files."""
    if not arguments:
        raise ValueError("the command is empty: it needs the name of a program")
    words = [_SHELLS.get(arguments[0], arguments[0]), *arguments[1:]]
    return " ".join(quoted(word) for word in words)


def text_of(data: bytes, omitted: int = 0) -> str:
    """An output as text, in which bytes that are none are U+FFFD. Where the rest was left out, so is a character
    that was cut in two."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    return decoder.decode(data, final=not omitted)


@dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    run: ShellRun
    exit_code: int
    stdout: bytes
    stderr: bytes
    timed_out: bool

    @property
    def why(self) -> str | None:
        """What ended it, if it was neither itself nor the program that it ran."""
        if self.run.message is not None:
            return f"{self.run.message}; nothing was kept"
        return "its time is over, with the time that it slept; nothing was kept" if self.timed_out else None

    @property
    def combined(self) -> str:
        """Both outputs as text, with a last line about what ended it."""
        stdout = text_of(self.stdout, self.run.stdout_omitted)
        stderr = text_of(self.stderr_told, 0 if self.why else self.run.stderr_omitted)
        between = "\n" if stdout and stderr and not stdout.endswith("\n") else ""
        return f"{stdout}{between}{stderr}"

    @property
    def omitted(self) -> int:
        """Bytes of both outputs that were left out."""
        return self.run.stdout_omitted + self.run.stderr_omitted

    @property
    def stderr_told(self) -> bytes:
        """Its error output, with a last line about what ended it."""
        return self.stderr if self.why is None else with_line(self.stderr, f"isolate: {self.why}")


def with_line(output: bytes, line: str) -> bytes:
    """An output with one more line at its end."""
    between = b"\n" if output and not output.endswith(b"\n") else b""
    return output + between + line.encode() + b"\n"


class Commands:
    """Runs commands over a workspace.

    Args:
        workspace: The files.
        sandbox: Runs the commands. Default: one that all adapters share.
        options: Options of the commands. Where `limits` has a `timeout`, no command gets more time.
        counts_sleep: Whether a timeout is also of time that a command sleeps. It passes at once otherwise.
    """

    def __init__(
        self,
        workspace: Workspace,
        sandbox: Sandbox | None = None,
        options: ShellOptions | None = None,
        *,
        counts_sleep: bool = False,
    ) -> None:
        opened(workspace)
        if sandbox is not None and not isinstance(sandbox, Sandbox):
            raise UsageError(f"sandbox is {sandbox!r}: it takes a Sandbox")
        self.workspace = workspace
        self._sandbox = sandbox
        self._options: ShellOptions = {"label": "exec", **(options or {})}
        self._counts_sleep = counts_sleep
        # What is wrong with the options is said here, and not when a model runs its first command.
        _given(cast(RunOptions, split(self._options)[2]))

    @property
    def sandbox(self) -> Sandbox:
        """The sandbox: the given one, or that of all adapters."""
        return common_sandbox() if self._sandbox is None else self._sandbox

    async def run(self, command: str, **given: Any) -> Ended:
        """Runs a command. `timeout` is seconds; `env`, `cwd` and `stdin` are those of `Sandbox.shell`."""
        text, options, mark = self._prepared(command, **given)
        return _ended(await self.sandbox.shell_async(self.workspace, text, **options), mark)

    def run_sync(self, command: str, **given: Any) -> Ended:
        """As `run`, on this thread."""
        text, options, mark = self._prepared(command, **given)
        return _ended(self.sandbox.shell(self.workspace, text, **options), mark)

    def _prepared(
        self,
        command: str,
        *,
        timeout: float | None = None,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        stdin: bytes = b"",
    ) -> tuple[str, ShellOptions, str | None]:
        options: ShellOptions = {**self._options}
        if env:
            options["env"] = {**(options.get("env") or {}), **env}
        if cwd is not None:
            options["cwd"] = cwd
        if stdin:
            options["stdin"] = stdin
        if timeout is None:
            return command, options, None
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
            raise ValueError(f"timeout is {timeout!r}: it takes a number of seconds")
        if not math.isfinite(timeout) or timeout <= 0:
            raise ValueError(f"timeout is {timeout}: it takes a finite number of seconds above 0")
        limits = options.get("limits") or Limits()
        seconds = max(0.001, timeout if limits.timeout is None else min(timeout, limits.timeout))
        options["limits"] = dataclasses.replace(limits, timeout=seconds)
        # A list of commands that are allowed may lack those that count the time that was slept, and a session
        # would not go on from a shell within the shell.
        if not self._counts_sleep or options.get("allowed_commands") is not None or options.get("session"):
            return command, options, None
        mark = f"isolate-{secrets.token_hex(8)}:"
        # Nothing is kept when the time is over, and otherwise what the options say.
        code = '"$s"' if options.get("keep_on_success") else "0"
        options["keep_on_success"] = True
        return _WATCHED % (f"{seconds:.3f}", mark, code, quoted(command)), options, mark


def _ended(run: ShellRun, mark: str | None) -> Ended:
    timed_out = run.limit == "wall"
    code, stderr = run.exit_code, run.stderr
    if mark is not None and run.limit is None:
        found = re.search(re.escape(mark.encode()) + rb"(\d+)\Z", stderr)
        if found:
            code, stderr = int(found[1]), stderr[: found.start()]
        elif code == TIMED_OUT:
            timed_out = True
    return Ended(run, code, run.stdout, stderr, timed_out)
