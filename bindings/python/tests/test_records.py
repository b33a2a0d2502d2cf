"""Results are data classes, though the module `dataclasses` makes none of them."""

from __future__ import annotations

import concurrent.futures
import copy
import dataclasses
import inspect
import pickle
import sys
import threading
import typing
from typing import Any

import pytest

import isolate_run
from isolate_run import Call, Effects, Limits, LogEntry, Omitted, PendingCall
from isolate_run._records import Record

CALL = PendingCall(1, "shop.buy", "approval", {"item": "fig"}, digest="abc")


def same(kind: type[Record]) -> Any:
    """The class that `dataclasses` makes of the same members."""
    members: list[Any] = []
    for name, hint in inspect.get_annotations(kind).items():
        default = vars(kind).get(name, dataclasses.MISSING)
        members.append((name, hint, dataclasses.field(default=default)))
    return dataclasses.make_dataclass(kind.__name__, members, frozen=True)


def kinds() -> list[type[Record]]:
    public = [getattr(isolate_run, name) for name in isolate_run.__all__]
    return [kind for kind in public if isinstance(kind, type) and issubclass(kind, Record)]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_each_is_one(kind: type[Record]) -> None:
    other = same(kind)
    assert dataclasses.is_dataclass(kind)
    signature = inspect.signature(kind)
    assert signature.parameters == inspect.signature(other).parameters
    assert kind.__match_args__ == other.__match_args__
    names = [field.name for field in dataclasses.fields(kind)]
    assert names == list(typing.get_type_hints(kind)) == list(signature.parameters)
    values = list(range(len(names)))
    assert dataclasses.asdict(kind(*values)) == dataclasses.asdict(other(*values))


def test_there_are_some() -> None:
    assert {"Effects", "Limits", "Run", "RunEntry", "Stat", "ToolReply"} - {kind.__name__ for kind in kinds()} == {"Run"}


def test_values_are_compared_copied_and_changed() -> None:
    effects = Effects(["/a"], [], [], run=3)
    assert effects == Effects(created=["/a"], changed=[], deleted=[], run=3) != Effects(["/a"], [], [])
    assert LogEntry("log", "a") != ("log", "a") and LogEntry("log", "a") != Call("log", "ok", 1)
    assert copy.deepcopy(effects) == pickle.loads(pickle.dumps(effects)) == effects
    assert dataclasses.replace(effects, run=None) == Effects(["/a"], [], [])
    assert dataclasses.asdict(Effects([], [], [], Omitted(1, 2, 3)))["omitted"]["deleted"] == 3
    assert len({LogEntry("log", "a"), LogEntry(text="a", level="log"), LogEntry("log", "b")}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(effects)
    match effects:
        case Effects(created, run=number):
            assert (created, number) == (["/a"], 3)


def test_they_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to call"):
        CALL.call = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete call"):
        del CALL.call
    assert CALL.call == 1


@pytest.mark.parametrize(
    ("values", "named", "words"),
    [
        ((), {"level": "log"}, "missing a required argument: 'text'"),
        (("log", "a"), {"level": "log"}, "multiple values for argument 'level'"),
        (("log", "a", 1), {}, "too many positional arguments"),
        (("log", "a"), {"txt": "b"}, "unexpected keyword argument 'txt'"),
    ],
)
def test_wrong_members_are_refused(values: Any, named: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        LogEntry(*values, **named)


def test_pydantic_knows_them() -> None:
    pydantic = pytest.importorskip("pydantic")
    adapter = pydantic.TypeAdapter(Limits)
    assert set(adapter.json_schema()["properties"]) == {field.name for field in dataclasses.fields(Limits)}
    assert adapter.validate_python({"timeout": "5"}) == Limits(timeout=5.0)
    assert adapter.dump_python(Limits(fuel=7))["fuel"] == 7


@pytest.mark.thread_unsafe(reason="it has eight threads of its own, and makes them change often")
def test_fields_are_made_by_one_thread_at_a_time() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for _ in range(100):
                members = {f"member_{number}": number for number in range(8)}
                hints = dict.fromkeys(members, "int")
                kind = type("Fresh", (Record,), {"__annotations__": hints, **members})
                start = threading.Barrier(8)

                def names(_: int, kind: Any = kind, start: threading.Barrier = start) -> list[str]:
                    start.wait()
                    return [field.name for field in dataclasses.fields(kind)]

                assert list(pool.map(names, range(8))) == [list(members)] * 8
    finally:
        sys.setswitchinterval(interval)
