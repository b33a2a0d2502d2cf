"""Functions of Python that programs call."""

from __future__ import annotations

import asyncio
import contextvars
import dataclasses
import enum
import threading
import threading
import time
from typing import Annotated, Any, Literal, Optional, TypedDict, Union

import pytest

from isolate_run import FunctionError, Functions, Sandbox, Scope, UsageError, Workspace, _schemas

USER: contextvars.ContextVar[str] = contextvars.ContextVar("user", default="nobody")


@dataclasses.dataclass
class Order:
    item: str
    count: int = 1


def make() -> Functions:
    functions = Functions()

    @functions.add("shop", "price", reads=True)
    def price(item: str, count: int = 1) -> float:
        "The price of so many items."
        return len(item) * count

    @functions.add("shop", "order")
    def order(order: Order) -> Order:
        return order

    @functions.add("shop", "double")
    def double(number: int, /) -> int:
        return number * 2

    @functions.add("shop", "fail")
    def fail(kind: Literal["code", "plain", "file"]) -> None:
        if kind == "code":
            raise FunctionError("no money", code="EMONEY", data={"missing": 3})
        if kind == "file":
            open("/does/not/exist")
        raise KeyError("x")

    @functions.add("shop", "wait")
    async def wait(ms: float) -> str:
        await asyncio.sleep(ms / 1000)
        return USER.get()

    @functions.add("shop", "user")
    def user(scope: Scope) -> str:
        scope.note("asked")
        return USER.get()

    @functions.add("shop", "block")
    def block(seconds: float) -> None:
        time.sleep(seconds)

    return functions


def run(sandbox: Sandbox, workspace: Workspace, code: str) -> Any:
    return sandbox.run(workspace, f"async () => {code}", functions=make()).result()


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("await shop.price({ item: 'apple', count: 2 })", 10),
        ("await shop.price({ item: 'apple' })", 5),
        ("await shop.order({ item: 'a' })", {"item": "a", "count": 1}),
        ("await shop.double(4)", 8),
        ("await shop.wait({ ms: 1 })", "nobody"),
        ("await shop.user()", "nobody"),
        (
            "await shop.fail({ kind: 'code' }).catch((e) => [e.code, e.message, e.data.missing])",
            ["EMONEY", "no money", 3],
        ),
        ("await shop.fail({ kind: 'plain' }).catch((e) => e.message)", "KeyError: 'x'"),
        ("await shop.fail({ kind: 'file' }).catch((e) => e.code)", "ENOENT"),
    ],
)
def test_calls(sandbox: Sandbox, workspace: Workspace, code: str, expected: Any) -> None:
    assert run(sandbox, workspace, code) == expected


def test_blocking_functions_run_beside_each_other(sandbox: Sandbox, workspace: Workspace) -> None:
    began = time.monotonic()
    run(sandbox, workspace, "await Promise.all([...Array(8)].map(() => shop.block({ seconds: 0.2 })))")
    assert time.monotonic() - began < 1


def test_wrong_arguments_do_not_reach_the_function(sandbox: Sandbox, workspace: Workspace) -> None:
    text = run(sandbox, workspace, "await shop.price({ itm: 'a' }).catch((e) => e.message)")
    assert '"item" may be meant' in text


def test_context_variables_are_those_of_the_caller(sandbox: Sandbox, workspace: Workspace) -> None:
    USER.set("ann")
    try:
        assert run(sandbox, workspace, "[await shop.user(), await shop.wait({ ms: 0 })]") == ["ann", "ann"]
    finally:
        USER.set("nobody")


def test_a_run_that_waits_for_a_function_says_how_to_go_on(sandbox: Sandbox, workspace: Workspace) -> None:
    code = "async () => await shop.block({ seconds: 0.3 })"
    run = sandbox.run(workspace, code, functions=make(), suspend_after=0.05)
    assert str(run.error()) == (
        f"run {run.run_id} waits for shop.block (call 1): "
        "wait with Workspace.until_answered, then resume it"
    )
    workspace.until_answered(run)
    assert sandbox.resume(workspace, run, functions=make()).status == "returned"


class Color(enum.Enum):
    RED = "red"


class Place(TypedDict):
    x: int
    color: Color


ARGUMENTS: list[tuple[Any, str, Any]] = [
    (Order, "{ item: 'a' }", Order("a")),
    (list[Order], "[{ item: 'a', count: 2 }]", [Order("a", 2)]),
    (dict[str, Order], "{ x: { item: 'a' } }", {"x": Order("a")}),
    (Optional[Order], "null", None),
    (Union[int, Order, Color], "{ item: 'a' }", Order("a")),
    (Union[int, Order, Color], "'red'", Color.RED),
    (Union[Literal["a"], float, None], "2", 2.0),
    (Place, "{ x: 1, color: 'red' }", {"x": 1, "color": Color.RED}),
    (tuple[int, Color], "[1, 'red']", (1, Color.RED)),
    (tuple[Color, ...], "['red', 'red']", (Color.RED, Color.RED)),
    (set[int], "[1, 2]", {1, 2}),
    (Annotated[Color, "which"], "'red'", Color.RED),
    (float, "1", 1.0),
]


@pytest.mark.parametrize("has_pydantic", [True, False])
@pytest.mark.parametrize(("hint", "code", "expected"), ARGUMENTS)
def test_arguments_have_the_type_of_their_hint(
    sandbox: Sandbox,
    workspace: Workspace,
    monkeypatch: pytest.MonkeyPatch,
    has_pydantic: bool,
    hint: Any,
    code: str,
    expected: Any,
) -> None:
    if has_pydantic:
        pytest.importorskip("pydantic")
    else:
        monkeypatch.setattr(_schemas, "_pydantic", lambda: None)
    got: list[Any] = []

    def take(other: int, value: Any) -> None:
        got.append(value)

    take.__annotations__["value"] = hint
    functions = Functions()
    functions.add("a", "take", take)
    run = sandbox.run(
        workspace, f"async () => await a.take({{ other: 1, value: {code} }})", functions=functions
    )
    run.result()
    assert got == [expected]
    assert type(got[0]) is type(expected)


def test_what_pydantic_refuses_is_an_argument_that_does_not_fit(
    sandbox: Sandbox, workspace: Workspace
) -> None:
    pydantic = pytest.importorskip("pydantic")

    def short(text: str) -> str:
        if len(text) > 3:
            raise ValueError("at most 3 letters")
        return text

    Short = Annotated[str, pydantic.AfterValidator(short)]
    Model = pydantic.create_model("Model", name=(Short, "a"))
    functions = Functions()

    def whole(model: Any) -> str:
        return str(model.name)

    def member(model: Any, other: int = 1) -> str:
        return str(model.name)

    for function in (whole, member):
        function.__annotations__["model"] = Model
        functions.add("a", function.__name__, function)

    def call(code: str) -> Any:
        code = f"async () => await {code}.catch((e) => [e.name, e.code, e.message])"
        return sandbox.run(workspace, code, functions=functions).result()

    reason = "Value error, at most 3 letters"
    assert call("a.whole({})") == "a"
    assert call("a.whole({ name: 'long' })") == [
        "TypeError", "EINVAL", f"a.whole: the argument does not fit: .name: {reason}"
    ]
    assert call("a.member({ model: { name: 'long' } })") == [
        "TypeError", "EINVAL", f"a.member: the argument does not fit: .model.name: {reason}"
    ]


class Opaque:
    pass


def test_schemas_that_are_given_take_the_place_of_hints(sandbox: Sandbox, workspace: Workspace) -> None:
    def function(x: Opaque) -> Opaque:
        return x

    functions = Functions()
    with pytest.raises(UsageError, match="give the schemas as input= and output="):
        functions.add("a", "b", function)
    with pytest.raises(UsageError, match="the answer of a.b"):
        functions.add("a", "b", function, input={"type": "object"})
    with pytest.raises(UsageError, match="x of a.b"):
        functions.add("a", "b", function, output={})
    functions.add("a", "b", function, input={"type": "object"}, output={})
    run = sandbox.run(workspace, "async () => await a.b({ x: 7 })", functions=functions)
    assert run.result() == 7


def test_notes_are_recorded(sandbox: Sandbox, workspace: Workspace) -> None:
    finished = sandbox.run(workspace, "async () => await shop.user()", functions=make())
    assert [(call.function, call.status, call.note) for call in finished.calls] == [
        ("shop.user", "ok", "asked")
    ]


def test_async_functions_run_on_the_loop_of_the_caller(sandbox: Sandbox, workspace: Workspace) -> None:
    functions = Functions()
    threads = []

    @functions.add("a", "b")
    async def function() -> None:
        threads.append(threading.get_ident())

    async def main() -> None:
        await sandbox.run_async(workspace, "async () => await a.b()", functions=functions)

    asyncio.run(main())
    assert threads == [threading.get_ident()]


def test_a_cancelled_run_cancels_its_functions(sandbox: Sandbox, workspace: Workspace) -> None:
    functions = Functions()
    seen: list[str] = []

    @functions.add("a", "forever")
    async def forever() -> None:
        seen.append("begun")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def main() -> None:
        code = "async () => await a.forever()"
        task = asyncio.create_task(sandbox.run_async(workspace, code, functions=functions))
        while not seen:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        for _ in range(100):
            if "cancelled" in seen:
                return
            await asyncio.sleep(0.01)

    asyncio.run(main())
    assert seen == ["begun", "cancelled"]


def test_in_trio(sandbox: Sandbox, workspace: Workspace) -> None:
    trio = pytest.importorskip("trio")
    functions = Functions()

    @functions.add("a", "b")
    async def function(ms: float) -> str:
        await trio.sleep(ms / 1000)
        return "slept"

    async def main() -> None:
        code = "async () => await a.b({ ms: 5 })"
        run = await sandbox.run_async(workspace, code, functions=functions)
        assert run.result() == "slept"
        with trio.move_on_after(0.1) as scope:
            await sandbox.run_async(workspace, "for (;;);")
        assert scope.cancelled_caught

    trio.run(main)


def test_approvals(sandbox: Sandbox, workspace: Workspace) -> None:
    functions = Functions()

    @functions.add("shop", "pay", needs_approval=True)
    def pay(euros: int) -> str:
        return "paid"

    asked: list[Any] = []

    @functions.on_approval
    def ask(function: str, description: str, argument: Any) -> Optional[bool | str]:
        asked.append((function, argument))
        return None if argument["euros"] > 100 else "too cheap" if argument["euros"] < 2 else True

    def call(euros: int) -> Any:
        code = f"async () => await shop.pay({{ euros: {euros} }}).catch((e) => [e.code, e.message])"
        return sandbox.run(workspace, code, functions=functions)

    assert call(5).result() == "paid"
    code, message = call(1).result()
    assert code == "EAPPROVAL" and "too cheap" in message
    waiting = call(500)
    assert waiting.status == "suspended"
    assert asked == [("shop.pay", {"euros": euros}) for euros in (5, 1, 500)]
    workspace.approve(waiting.run_id, waiting.waiting_for[0])
    assert sandbox.resume(workspace, waiting.run_id, functions=functions).result() == "paid"


def test_approvals_are_asked_for_where_the_run_was_started(sandbox: Sandbox) -> None:
    workspace = Workspace.memory()
    user: contextvars.ContextVar[str] = contextvars.ContextVar("user", default="nobody")
    asked: list[tuple[str, object]] = []
    functions = Functions()

    async def set_who_approves() -> None:
        @functions.on_approval
        async def ask(*told: object) -> bool:
            asked.append((user.get(), asyncio.get_running_loop()))
            return True

    # Its event loop has ended when the first run begins.
    asyncio.run(set_who_approves())
    loops = []

    async def run(name: str, **options: Any) -> None:
        user.set(name)
        loops.append(asyncio.get_running_loop())
        code = "async () => await state.approve('Pay?')"
        done = await sandbox.run_async(workspace, code, functions=functions, **options)
        assert done.result() is True

    asyncio.run(run("ann"))
    asyncio.run(run("bo"))
    assert asked == [("ann", loops[0]), ("bo", loops[1])]

    async def review() -> None:
        user.set("cy")
        done = await sandbox.run_async(
            workspace, "() => state.writeFile('/a', 'x')", functions=functions, review=True
        )
        assert done.is_committed and asked[-1] == ("cy", asyncio.get_running_loop())

    asyncio.run(review())
    # Without a loop of its own, the one of the package is used.
    done = sandbox.run(workspace, "async () => await state.approve('Pay?')", functions=functions)
    assert done.result() is True and asked[-1][0] == "nobody"


def test_only_true_approves(sandbox: Sandbox, workspace: Workspace) -> None:
    for answer, words in [(5, "it answered 5"), ({}, "it answered {}"), (False, "it was refused")]:
        functions = Functions()
        functions.add("shop", "pay", lambda: "paid", needs_approval=True)
        functions.on_approval(lambda *asked, answer=answer: answer)
        error = sandbox.run(workspace, "async () => await shop.pay()", functions=functions).error()
        assert error is not None and error.code == "EAPPROVAL" and words in error.message


def test_waiting_on_the_event_loop_of_its_functions_is_refused(
    sandbox: Sandbox, workspace: Workspace
) -> None:
    code = "async () => await shop.wait({ ms: 1 })"

    async def main() -> None:
        with pytest.raises(UsageError, match="await sandbox.run_async"):
            sandbox.run(workspace, code, functions=make())
        handle = sandbox.start(workspace, code, functions=make())
        with pytest.raises(UsageError, match="await sandbox.run_async"):
            handle.wait()
        assert (await handle).result() == "nobody"
        assert handle.wait().result() == "nobody"
        approving = Functions()
        approving.add("shop", "pay", lambda: "paid", needs_approval=True)

        @approving.on_approval
        async def ask(*asked: object) -> bool:
            return True

        with pytest.raises(UsageError, match="await sandbox.run_async"):
            sandbox.run(workspace, "async () => await shop.pay()", functions=approving)
        run = await sandbox.run_async(workspace, "async () => await shop.pay()", functions=approving)
        assert run.result() == "paid"
        # Functions on threads need no loop.
        plain = Functions()
        plain.add("shop", "pay", lambda: "paid")
        run = sandbox.run(workspace, "async () => await shop.pay()", functions=plain)
        assert run.result() == "paid"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("make_wrong", "words"),
    [
        (lambda functions: functions.add("a", "b", 5), "it takes a function"),
        (lambda functions: functions.add("a", "b", print, decribe="x"), "did you mean 'describe'"),
        (lambda functions: (functions.add("a b", "c", len), functions.check()), "cannot be called"),
    ],
)
def test_wrong_functions_are_refused(make_wrong: Any, words: str) -> None:
    with pytest.raises((TypeError, UsageError)) as raised:
        make_wrong(Functions())
    assert words in str(raised.value)


def test_answers_that_do_not_fit_are_defects(sandbox: Sandbox, workspace: Workspace) -> None:
    functions = Functions()

    @functions.add("a", "odd")
    def odd() -> Any:
        return object()

    code = "async () => await a.odd().catch((e) => e.message)"
    text = sandbox.run(workspace, code, functions=functions).result()
    assert "the answer has the type object" in text


def test_declarations() -> None:
    text = make().declarations()
    assert "price(input: { item: string; count?: number }): Promise<number>" in text
    assert "double(input: number): Promise<number>" in text


def test_a_function_that_takes_too_long(sandbox: Sandbox, workspace: Workspace) -> None:
    functions = Functions()
    functions.add("a", "stuck", lambda: time.sleep(2), timeout=0.1)
    run = sandbox.run(workspace, "() => a.stuck().catch((error) => error.code)", functions=functions)
    assert run.result() == "ETIMEDOUT"


def test_quick_functions_are_called_where_the_run_is_waited_for(
    sandbox: Sandbox, workspace: Workspace
) -> None:
    threads: list[int] = []
    functions = Functions()
    functions.add("a", "quick", lambda: threads.append(threading.get_ident()))
    code = "async () => { for (let i = 0; i < 20; i++) await a.quick(); }"
    sandbox.run(workspace, code, functions=functions).result()
    assert threads[-1] == threading.get_ident()
    # It may run programs itself.
    functions.add("a", "nested", lambda n: sandbox.run(workspace, "x => x + 1", input=n).result())
    code = "async () => { let n = 0; for (let i = 0; i < 20; i++) n = await a.nested({ n }); return n; }"
    assert sandbox.run(workspace, code, functions=functions).result() == 20


def test_what_is_no_error_of_a_function_ends_the_wait(sandbox: Sandbox, workspace: Workspace) -> None:
    calls: list[int] = []

    def interrupted() -> None:
        calls.append(1)
        if len(calls) == 10:
            raise KeyboardInterrupt

    functions = Functions()
    functions.add("a", "f", interrupted)
    code = "async () => { for (;;) { try { await a.f(); } catch {} } }"
    with pytest.raises(KeyboardInterrupt):
        sandbox.run(workspace, code, functions=functions)
    assert len(calls) == 10
    assert sandbox.run(workspace, "1").result() == 1
