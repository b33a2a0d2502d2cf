"""Finished runs, and what is known of them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, TypeVar, Union, overload

from . import _native
from ._errors import ProgramError, UsageError
from ._records import Record
from ._words import shown, shown_line, wrong_type

T = TypeVar("T")

Status = Literal["returned", "threw", "unparsable", "limit", "suspended", "conflict"]


class Omitted(Record):
    """How many paths the lists of `Effects` leave out."""

    created: int
    changed: int
    deleted: int
    is_partial: bool = False
    """Whether there are more, which could not be counted in the time of the run."""


class Effects(Record):
    """The paths that were created, changed and deleted. It is false if there are none."""

    created: list[str]
    """At most 10,000 paths are in the three lists together."""
    changed: list[str]
    deleted: list[str]
    omitted: Omitted | None = None
    """How many more there are; `None` if the lists have all."""
    run: int | None = None
    """The number of the run in the history that has them; `None` if there is none."""

    def __bool__(self) -> bool:
        return bool(self.created or self.changed or self.deleted or self.omitted)


class LogEntry(Record):
    """An entry of the log of a program."""

    level: Literal["log", "info", "warn", "error", "debug"]
    text: str


class Call(Record):
    """A call of a function by a program."""

    function: str
    """Its namespace and name, such as `shop.price`."""
    status: Literal["ok", "error", "unfinished"]
    ms: float
    """Milliseconds until it answered."""
    code: str | None = None
    message: str | None = None
    note: str | None = None
    """What the function has said by `Scope.note`."""


class Usage(Record):
    """What a run used."""

    fuel: int
    wall_ms: float
    """Milliseconds from its begin to its end, without the time in the queue."""
    queued_ms: float
    """Milliseconds that it waited for its place in the sandbox."""
    peak_memory_bytes: int
    host_calls: int
    bytes_read: int
    bytes_written: int


class PendingCall(Record):
    """A call that waits for an approval or for its answer."""

    call: int
    """Its number in the run, from 1."""
    function: str
    awaits: Literal["approval", "answer", "review", "function"]
    """Who has to answer: a person who approves, whoever calls `Workspace.answer`, a person who has seen the
    changes, or the function, which is under way."""
    argument: Any
    digest: str
    """What an answer has to be about: one to another argument is refused."""
    description: str = ""
    state: Literal["underWay", "underWayElsewhere", "interrupted", "unknown"] | None = None
    """How far its function is, if that has been called."""


class Conflict(Record):
    """Why the changes of an atomic run were not taken over: the branch has them."""

    branch: str
    paths: list[str]


def effects(form: Mapping[str, Any], run: int | None = None) -> Effects:
    omitted = form.get("omitted")
    return Effects._of(
        form,
        omitted=None if omitted is None else Omitted._of(omitted),
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
        """The value that the program returned.

        With a type, such as a pydantic model or `list[int]`, the value is validated by pydantic, which has to
        be installed then. Raises `ProgramError` if there is no value, or a cut one, and pydantic's
        `ValidationError` for one that does not fit the type.
        """
        if self._native.status != "returned" or self._native.is_cut:
            raise self.error() or ProgramError(
                "something was left out of the value: return less, or raise the limit result_bytes", name="Cut"
            )
        value = self._native.value
        if as_type is None:
            return value
        try:
            from pydantic import TypeAdapter
        except ImportError as error:
            raise ImportError("run.result(type) validates by pydantic: pip install pydantic") from error
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
        return [LogEntry._of(entry) for entry in self._report["logs"]]

    @cached_property
    def effects(self) -> Effects:
        """What it changed, also when it threw or a limit ended it."""
        return effects(self._report["effects"], self._report["run"])

    @cached_property
    def calls(self) -> list[Call]:
        """The calls of functions: the first 1,000."""
        return [Call._of(call) for call in self._report.get("calls", [])]

    @cached_property
    def usage(self) -> Usage:
        """What it used."""
        return Usage._of(self._report["usage"], queued_ms=self._report["queuedMs"])

    @cached_property
    def waiting_for(self) -> list[PendingCall]:
        """What it waits for, if it is suspended."""
        return [PendingCall._of(call) for call in self._report.get("waitingFor", [])]

    @property
    def conflict(self) -> Conflict | None:
        """Why its changes were not taken over, if they were not."""
        form = self._report.get("conflict")
        return None if form is None else Conflict._of(form)

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
        name = "Run" if self.run_id is None else f"Run {self.run_id}"
        if self.status == "returned":
            return f"<{name} returned {shown(self.value)}>"
        error = self.error()
        if error is None:
            return f"<{name} {self.status}>"
        # The names of these two errors are the status.
        kind = "" if self.status in ("suspended", "conflict") else f"{error.name}: "
        return f"<{name} {self.status}: {kind}{shown_line(error.message)}>"


class RunEntry(Record):
    """A run of the history."""

    run: int
    """Its number, which grows with each run."""
    status: str
    """As `isolate-run log` has it: `ok`, `running`, `suspended`, `interrupted`, `discarded` and others."""
    label: str
    """The name that was given to it; empty if there is none."""
    actor: str | None
    branch: str | None
    """`None` for `main`."""
    started_at: datetime.datetime
    finished_at: datetime.datetime | None
    created: int
    """The number of paths that it created."""
    changed: int
    deleted: int
    fuel: int | None
    """What it used; `None` where that is not recorded."""
    undoes: int | None
    """The run that it takes back, if it is an undo."""


class PendingRun(Record):
    """A run that waits."""

    run: int
    since: datetime.datetime
    until: datetime.datetime
    """Calls that have no answer by then fail with `ETIMEDOUT`."""
    waiting_for: list[PendingCall]
    answered: list[PendingCall]


class Branch(Record):
    """A branch of a workspace."""

    name: str
    parent: str
    created: datetime.datetime
    bytes: int
    """Bytes of its files, with those that it shares with other branches."""
    entries: int
    """Its files, directories and links."""
    last_run: int | None


class MergeConflict(Record):
    """A path that both branches changed in different ways."""

    path: str
    kind: str
    text: str


class Merge(Record):
    """What a merge did."""

    is_done: bool
    """`False` if there are conflicts, and no markers were wanted: nothing was changed then."""
    conflicts: Sequence[MergeConflict]
    effects: Effects


AnyRun = Union[int, Run, RunEntry, PendingRun]
"""What says which run of the history is meant: its number, or an object that has it."""


def number_of_run(run: Any) -> int:
    """The number of a run in the history."""
    if isinstance(run, Run):
        if run.run_id is None:
            raise UsageError(
                "this run has no number in the history, which has only runs that changed files: there is nothing "
                "to undo, to show or to resume"
            )
        return run.run_id
    if isinstance(run, (RunEntry, PendingRun)):
        return run.run
    if isinstance(run, bool) or not isinstance(run, int):
        way_out = "a Run, an entry of workspace.history(), one of workspace.pending(), or the number of a run"
        if run is None:
            way_out += "; Run.run_id is None where a run changed nothing"
        raise wrong_type("run", run, way_out)
    if not -(2**63) <= run < 2**63:
        raise UsageError(f"run is {shown(run)}: there is no run of this number")
    return run


def time(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def run_entry(row: Mapping[str, Any]) -> RunEntry:
    return RunEntry._of(
        row,
        started_at=time(row["startedAt"]),
        finished_at=time(row["finishedAt"]) if row["finishedAt"] else None,
    )


class Skipped(Record):
    """An entry that could not be copied."""

    path: str
    reason: str


class Transfer(Record):
    """What was copied from the disk, or to it."""

    files: int
    directories: int
    links: int
    bytes: int
    unchanged: int
    """Files and links that were there already, with the same contents."""
    ignored: int
    """Entries that `.gitignore` files or patterns have left out."""
    skipped: Sequence[Skipped]
    """The first 10,000 entries that could not be copied, with the reason."""
    skipped_total: int
    run: int | None
    """The run of an import in the history; `None` if it changed nothing, and for an export."""
    effects: Effects
    """The paths of the workspace that an import has changed."""


def transfer(form: Mapping[str, Any]) -> Transfer:
    """What was copied, from its JSON."""
    return Transfer._of(
        form,
        skipped=[Skipped._of(skipped) for skipped in form["skipped"]],
        effects=effects(form["effects"]),
    )
