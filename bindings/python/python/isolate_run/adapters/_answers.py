"""What a model reads of a run, and what the application may want to know beside."""

from __future__ import annotations

import base64
import datetime
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .._run import Call, Effects, LogEntry, Run

CHARACTERS_MAX = 16_000
"""About 4,000 tokens: what the tool `run` of a toolbox answers at most."""

_PATHS_MAX = 50
_CALLS_MAX = 20


@dataclass(frozen=True)
class Answer:
    """What a model reads of a run, and the run itself, which is `None` if none was begun."""

    text: str
    is_error: bool = False
    run: Run | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """What an application may want to know beside the text: the number of the run, its changes and calls."""
        if self.run is None:
            return {}
        changes = self.run.effects
        return {
            "run": self.run.run_id,
            "status": self.run.status,
            "kept": self.run.is_committed,
            "created": changes.created,
            "changed": changes.changed,
            "deleted": changes.deleted,
            "calls": [{"function": call.function, "status": call.status} for call in self.run.calls],
        }


def is_failure(run: Run) -> bool:
    """Whether a model has to do something about a run."""
    return run.status not in ("returned", "suspended")


def text_of(run: Run, characters_max: int = CHARACTERS_MAX) -> str:
    """What a model reads of a run: its value or why there is none, its log, and the files that it changed."""
    said = _outcome(run)
    log = "\n".join(_line(entry) for entry in run.logs)
    half = characters_max // 2
    parts = [cut(said, max(half, characters_max - len(log)))]
    if log:
        parts.append(f"Log:\n{cut(log, max(half, characters_max - len(said)))}")
    parts.extend(part for part in (_changes(run), _calls(run)) if part)
    return "\n\n".join(parts)


def _outcome(run: Run) -> str:
    if run.status == "returned":
        value = run.value
        if value is None:
            return "The program returned nothing: `return` what you want to see."
        text = value if isinstance(value, str) else _json(value)
        if run.is_cut:
            text += "\n[the value is too large, and parts of it were left out: return less]"
        return text
    if run.status == "suspended":
        waiting = ", ".join(
            f"{call.function} ({'an approval' if call.awaits == 'approval' else 'its answer'})"
            for call in run.waiting_for
        )
        return (
            f"Run {run.run_id} waits for {waiting}. It goes on when the application resumes it: "
            "do not run the program again."
        )
    if run.conflict is not None:
        return (
            "Others have changed the same files while the program waited, and its changes were not taken over: "
            f"they are the branch {run.conflict.branch}. Paths: {_listed(run.conflict.paths)}"
        )
    error = run.error()
    if error is None:
        return f"The run ended with the status {run.status}."
    what = {"threw": "The program threw", "unparsable": "The program does not parse"}
    text = what.get(run.status, "The program was stopped")
    if error.line is not None and error.column is not None:
        text += f" at line {error.line}, column {error.column}"
    text += f".\n{error.name}: {error.message}"
    return text if error.frame is None else f"{text}\n{error.frame}"


def _line(entry: LogEntry) -> str:
    return f"{entry.level}: {entry.text}" if entry.level in ("warn", "error") else entry.text


def _changes(run: Run) -> str:
    """The changed files, and the number of the run in the history: their version."""
    text = changed(run.effects)
    if run.refusal is not None:
        return f"The changes were reviewed, and are not kept: {run.refusal}. They were: {text}"
    if not text or run.status in ("suspended", "conflict"):
        return ""
    if run.is_committed:
        version = "" if run.run_id is None else f" (run {run.run_id})"
        return f"Changed files{version}: {text}"
    if run.status == "returned":
        return f"Nothing was kept. Files that would have changed: {text}"
    return f"Its changes of files were undone: {text}"


def changed(effects: Effects) -> str:
    """The changes of files, in a line."""
    kinds = (
        ("created", effects.created),
        ("changed", effects.changed),
        ("deleted", effects.deleted),
    )
    text = "; ".join(f"{kind} {_listed(paths)}" for kind, paths in kinds if paths)
    omitted = effects.omitted
    if omitted is None:
        return text
    more = omitted.created + omitted.changed + omitted.deleted
    return f"{text}; and {'at least ' if omitted.is_partial else ''}{more} more"


def _listed(paths: list[str]) -> str:
    text = ", ".join(paths[:_PATHS_MAX])
    more = len(paths) - _PATHS_MAX
    return f"{text} and {more} more" if more > 0 else text


def _calls(run: Run) -> str:
    """What a program that failed had called: nothing takes that back."""
    calls = [call for call in run.calls if call.status != "error"]
    if not calls or not is_failure(run):
        return ""
    named = ", ".join(_done(call) for call in calls[:_CALLS_MAX])
    more = len(calls) - _CALLS_MAX
    named += f" and {more} more" if more > 0 else ""
    return f"Calls that stay done, so do not repeat them if they change something: {named}"


def _done(call: Call) -> str:
    return call.function if call.status == "ok" else f"{call.function} ({call.status})"


def cut(text: str, characters_max: int, less: str = "return less") -> str:
    """A text with its middle left out, if it is too long; the mark there says what to do for less of it."""
    if len(text) <= characters_max:
        return text
    head = characters_max * 3 // 4
    tail = characters_max - head
    left_out = len(text) - characters_max
    mark = f"[cut: {left_out} characters left out; {less}, or write it to a file and read parts]"
    return f"{text[:head]}\n{mark}\n{text[-tail:]}"


def _json(value: Any) -> str:
    try:
        return json.dumps(jsonable(value), ensure_ascii=False)
    except RecursionError:
        return "[the value is nested too deeply to be shown: return less]"


def jsonable(value: Any) -> Any:
    """A value of a program as JSON has it; bytes, maps and numbers that JSON lacks are spelled out."""
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    if isinstance(value, Mapping):
        has_names = all(isinstance(key, str) for key in value)
        if has_names:
            members: dict[str, Any] = {}
            for key, member in value.items():
                members[key] = jsonable(member)
            return members
        return jsonable([[key, member] for key, member in value.items()])
    if isinstance(value, (list, tuple, set, frozenset)):
        items: list[Any] = []
        for item in value:
            items.append(jsonable(item))
        return items
    return value
