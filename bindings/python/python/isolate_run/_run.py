"""Finished runs, and what is known of them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeVar, overload

from . import _native
from ._errors import ProgramError

T = TypeVar("T")

Status = Literal["returned", "threw", "unparsable", "limit", "suspended", "conflict"]


@dataclass(frozen=True)
class Effects:
    """The paths that were created, changed and deleted: at most 10,000, the others are counted."""

    created: list[str]
    changed: list[str]
    deleted: list[str]
    omitted: Mapping[str, int] | None = None
    run: int | None = None

    def __bool__(self) -> bool:
        return bool(self.created or self.changed or self.deleted or self.omitted)


@dataclass(frozen=True)
class LogEntry:
    """An entry of the log of a program."""

    level: str
    text: str


@dataclass(frozen=True)
class Call:
    """A call of a function by a program."""

    function: str
    status: str
    ms: float
    code: str | None = None
    message: str | None = None
    note: str | None = None


@dataclass(frozen=True)
class Usage:
    """What a run used. `wall_ms` is without the time in the queue, which is `queued_ms`."""

    fuel: int
    wall_ms: float
    queued_ms: float
    peak_memory_bytes: int
    host_calls: int
    bytes_read: int
    bytes_written: int


@dataclass(frozen=True)
class PendingCall:
    """A call that waits for an approval or for its answer."""

    call: int
    function: str
    awaits: str
    argument: Any
    digest: str
    description: str = ""
    state: str | None = None

    def _form(self) -> dict[str, Any]:
        return {
            "call": self.call,
            "function": self.function,
            "awaits": self.awaits,
            "argument": self.argument,
            "digest": self.digest,
            "description": self.description,
            "state": self.state,
        }


@dataclass(frozen=True)
class Conflict:
    """Why the changes of an atomic run were not taken over: the branch has them."""

    branch: str
    paths: list[str]


def pending_call(form: Mapping[str, Any]) -> PendingCall:
    return PendingCall(
        call=form["call"],
        function=form["function"],
        awaits=form["awaits"],
        argument=form["argument"],
        digest=form["digest"],
        description=form.get("description", ""),
        state=form.get("state"),
    )


def effects(form: Mapping[str, Any], run: int | None = None) -> Effects:
    return Effects(
        created=form["created"],
        changed=form["changed"],
        deleted=form["deleted"],
        omitted=form.get("omitted"),
        run=form.get("run", run),
    )


class Run:
    """A finished run: how it ended, what it logged, what it changed, what it used."""

    def __init__(self, native: _native.Run) -> None:
        self._native = native

    @property
    def status(self) -> Status:
        """How it ended: `returned`, `threw`, `unparsable`, `limit`, `suspended` or `conflict`."""
        return self._native.status  # type: ignore[return-value]

    @overload
    def result(self) -> Any: ...
    @overload
    def result(self, as_type: type[T]) -> T: ...

    def result(self, as_type: Any = None) -> Any:
        """The value that the program returned; raises `ProgramError` if it returned none.

        With a type, such as a pydantic model or `list[int]`, the value is validated by pydantic, which has to
        be installed then.
        """
        if self._native.status != "returned" or self._native.is_cut:
            raise self.error() or ProgramError(
                "something was left out of the value: return less, or raise the limit result_bytes", name="Cut"
            )
        value = self._native.value
        if as_type is None:
            return value
        from pydantic import TypeAdapter

        return TypeAdapter(as_type).validate_python(value)

    @property
    def value(self) -> Any:
        """The value that it returned, also a cut one; `None` if it returned none."""
        return self._native.value

    def error(self) -> ProgramError | None:
        """Why it returned no value, or `None`."""
        form = self._report.get("error")
        if form is not None:
            return ProgramError(
                form["message"],
                name=form["name"],
                code=form.get("code"),
                line=form.get("line"),
                column=form.get("column"),
                frame=form.get("frame"),
                limit=form.get("limit"),
            )
        if self.status == "suspended":
            calls = ", ".join(f"{call.function} (call {call.call})" for call in self.waiting_for)
            is_slow = all(call.awaits == "function" for call in self.waiting_for)
            way_out = "wait with Workspace.until_answered" if is_slow else "answer it"
            return ProgramError(
                f"run {self.run_id} waits for {calls}: {way_out}, then resume it", name="Suspended"
            )
        if self.status == "conflict":
            return ProgramError("nothing was taken over: there is a conflict", name="Conflict")
        return None

    @cached_property
    def _report(self) -> Mapping[str, Any]:
        return self._native.report()

    @cached_property
    def logs(self) -> list[LogEntry]:
        """What it logged, in order."""
        return [LogEntry(entry["level"], entry["text"]) for entry in self._report["logs"]]

    @cached_property
    def effects(self) -> Effects:
        """What it changed, also when it threw or a limit ended it."""
        return effects(self._report["effects"], self._report["run"])

    @cached_property
    def calls(self) -> list[Call]:
        """The calls of functions: the first 1,000."""
        return [
            Call(
                function=call["function"],
                status=call["status"],
                ms=call["ms"],
                code=call.get("code"),
                message=call.get("message"),
                note=call.get("note"),
            )
            for call in self._report.get("calls", [])
        ]

    @cached_property
    def usage(self) -> Usage:
        """What it used."""
        usage = self._report["usage"]
        return Usage(
            fuel=usage["fuel"],
            wall_ms=usage["wallMs"],
            queued_ms=self._report["queuedMs"],
            peak_memory_bytes=usage["peakMemoryBytes"],
            host_calls=usage["hostCalls"],
            bytes_read=usage["bytesRead"],
            bytes_written=usage["bytesWritten"],
        )

    @cached_property
    def waiting_for(self) -> list[PendingCall]:
        """What it waits for, if it is suspended."""
        return [pending_call(call) for call in self._report.get("waitingFor", [])]

    @property
    def conflict(self) -> Conflict | None:
        """Why its changes were not taken over, if they were not."""
        form = self._report.get("conflict")
        return None if form is None else Conflict(form["branch"], form["paths"])

    @property
    def run_id(self) -> int | None:
        """Its number in the history; `None` if it changed nothing, or the history has none."""
        run = self._native.run_id
        return run if run is not None else self._report["run"]

    @property
    def diff(self) -> str | None:
        """A patch of its changes, if `diff_bytes` asked for one."""
        return self._native.diff

    @property
    def is_cut(self) -> bool:
        """Whether something was left out of its value."""
        return self._native.is_cut

    @property
    def is_committed(self) -> bool:
        """Whether its changes were kept."""
        return self._native.is_committed

    @property
    def is_repeated(self) -> bool:
        """Whether it was done before, by a request with the same idempotency key."""
        return self._native.is_repeated

    @property
    def refusal(self) -> str | None:
        """Why its changes were not kept, if they were reviewed and refused."""
        return self._native.refusal

    def to_json(self) -> dict[str, Any]:
        """All but the value, as `isolate-run --json` prints it."""
        return dict(self._report)

    def __repr__(self) -> str:
        if self.status == "returned":
            return f"<Run returned {self.value!r:.100}>"
        return f"<Run {self.status}: {self.error()}>"


@dataclass(frozen=True)
class RunEntry:
    """A run of the history."""

    run: int
    status: str
    label: str
    actor: str | None
    branch: str | None
    started_at: datetime.datetime
    finished_at: datetime.datetime | None
    created: int
    changed: int
    deleted: int
    fuel: int | None
    undoes: int | None


@dataclass(frozen=True)
class PendingRun:
    """A run that waits."""

    run: int
    since: datetime.datetime
    until: datetime.datetime
    waiting_for: list[PendingCall] = field(default_factory=list)
    answered: list[PendingCall] = field(default_factory=list)


@dataclass(frozen=True)
class Branch:
    """A branch of a workspace."""

    name: str
    parent: str
    created: datetime.datetime
    bytes: int
    entries: int
    last_run: int | None


@dataclass(frozen=True)
class MergeConflict:
    """A path that both branches changed in different ways."""

    path: str
    kind: str
    text: str


@dataclass(frozen=True)
class Merge:
    """What a merge did."""

    is_done: bool
    conflicts: Sequence[MergeConflict]
    effects: Effects


def time(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def run_entry(row: Mapping[str, Any]) -> RunEntry:
    return RunEntry(
        run=row["run"],
        status=row["status"],
        label=row["label"],
        actor=row["actor"],
        branch=row["branch"],
        started_at=time(row["startedAt"]),
        finished_at=time(row["finishedAt"]) if row["finishedAt"] else None,
        created=row["created"],
        changed=row["changed"],
        deleted=row["deleted"],
        fuel=row["fuel"],
        undoes=row["undoes"],
    )
