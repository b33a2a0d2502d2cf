"""Values between Python and programs."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import math
import uuid
from typing import Any

import pytest

from isolate_run import ProgramError, Sandbox, Workspace

UTC = datetime.timezone.utc


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        0,
        -1,
        2**53 - 1,
        2**53,
        -(2**200),
        1.5,
        -0.0,
        1e300,
        math.inf,
        "",
        "é\n\0\U0001f600",
        "half \ud800 surrogate",
        b"",
        b"\x00\xff",
        [],
        [1, [2, [None]]],
        {},
        {"a": {"b": [1.5, "x"]}, "": 1, "__proto__": 2},
        datetime.datetime(2026, 11, 30, 7, 0, 0, 123000, tzinfo=UTC),
        datetime.datetime(1, 1, 1, tzinfo=UTC),
        datetime.datetime(9999, 12, 31, 23, 59, 59, 999000, tzinfo=UTC),
        set(),
        {1, "a"},
    ],
)
def test_a_value_comes_back_as_it_went(sandbox: Sandbox, workspace: Workspace, value: Any) -> None:
    result = sandbox.run(workspace, "(value) => value", input=value).result()
    assert result == value
    assert type(result) is type(value)
    if value == 0 and isinstance(value, float):
        assert math.copysign(1, result) == -1


def test_nan_comes_back(sandbox: Sandbox, workspace: Workspace) -> None:
    assert math.isnan(sandbox.run(workspace, "(value) => value", input=math.nan).result())


class Color(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    y: "Point | None" = None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1, 2), [1, 2]),
        (bytearray(b"ab"), b"ab"),
        (memoryview(b"ab"), b"ab"),
        (frozenset({1}), {1}),
        (Color.RED, "red"),
        (Point(1, Point(2)), {"x": 1, "y": {"x": 2, "y": None}}),
        (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (datetime.date(2026, 11, 30), "2026-11-30"),
        (range(3), [0, 1, 2]),
        (1.0, 1),
    ],
)
def test_other_types_become_plain(
    sandbox: Sandbox, workspace: Workspace, value: Any, expected: Any
) -> None:
    assert sandbox.run(workspace, "(value) => value", input=value).result() == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("undefined", None),
        ("new Map([['a', 1]])", {"a": 1}),
        ("new Map([[{}, 1]])", [({}, 1)]),
        ("new Set([[1]])", [[1]]),
        ("new Date(NaN)", None),
        ("new Date(8.64e15)", "+275760-09-13T00:00:00.000Z"),
        ("/a/g", "/a/g"),
        ("1e21", 1e21),
        ("-0", -0.0),
    ],
)
def test_results_have_the_nearest_type(
    sandbox: Sandbox, workspace: Workspace, code: str, expected: Any
) -> None:
    result = sandbox.run(workspace, f"() => ({code})").result()
    assert result == expected
    assert type(result) is type(expected)


class Odd:
    pass


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({1: 2}, "input has the key 1"),
        ({"a": [Odd()]}, 'input["a"][0] has the type Odd'),
        (decimal.Decimal(1), "pass str(value)"),
        (datetime.datetime(2026, 1, 1), "without a time zone"),
        (print, "functions are added to Functions"),
    ],
)
def test_what_is_no_value_is_named_with_its_place(
    sandbox: Sandbox, workspace: Workspace, value: Any, words: str
) -> None:
    with pytest.raises(TypeError) as raised:
        sandbox.run(workspace, "(value) => value", input=value)
    assert words in str(raised.value)


def test_what_contains_itself_is_refused(sandbox: Sandbox, workspace: Workspace) -> None:
    value: list[Any] = []
    value.append(value)
    with pytest.raises(ValueError, match="contains itself"):
        sandbox.run(workspace, "1", input=value)


def test_a_typed_result(sandbox: Sandbox, workspace: Workspace) -> None:
    pytest.importorskip("pydantic")
    run = sandbox.run(workspace, "() => [{ x: 1 }]")
    assert run.result(list[Point]) == [Point(1)]


def test_a_result_that_is_cut_is_no_result(sandbox: Sandbox, workspace: Workspace) -> None:
    from isolate_run import Limits

    run = sandbox.run(workspace, "() => 'x'.repeat(1000)", limits=Limits(result_bytes=100))
    assert run.is_cut
    with pytest.raises(ProgramError, match="raise the limit result_bytes") as raised:
        run.result()
    assert raised.value.name == "Cut"
