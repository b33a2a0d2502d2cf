"""Times one library for Python: `python hello.py isolate_run|modebox|monty`. Prints one line of JSON, with
medians in microseconds and runs a second; `measure.py` calls it."""

import asyncio
import json
import statistics
import sys
import threading
import time

RUNS, CALLS, ROUNDS = 500, 2_000, 9
LOOP = "async () => {{ for (let n = 0; n < {calls}; n++) await bench.echo({{ n }}); return 1; }}"
# About two milliseconds.
WORK = "() => { let sum = 0; for (let i = 0; i < 60000; i++) sum += i % 7; return sum; }"


def timed(work):
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1e6


def hello(run):
    for _ in range(50):
        run()
    return statistics.median(timed(run) for _ in range(RUNS))


def isolate_run():
    import isolate_run as library

    sandbox, workspace = library.Sandbox(), library.Workspace.memory()
    limits = library.Limits(fuel=10**13, timeout=60, host_calls=10**7)

    def run(code, **options):
        return sandbox.run(workspace, code, **options).result()

    def echo_of(functions):
        def loop(calls):
            return timed(
                lambda: run(LOOP.format(calls=calls), functions=functions, limits=limits)
            )

        return statistics.median((loop(CALLS) - loop(0)) / CALLS for _ in range(ROUNDS))

    plain, awaited = library.Functions(), library.Functions()
    plain.add("bench", "echo", lambda argument, /: argument)

    async def echo(argument, /):
        return argument

    awaited.add("bench", "echo", echo)

    async def on_the_loop():
        async def loop(calls):
            begun = time.perf_counter()
            await sandbox.run_async(
                workspace, LOOP.format(calls=calls), functions=awaited, limits=limits
            )
            return (time.perf_counter() - begun) * 1e6

        return statistics.median(
            [(await loop(CALLS) - await loop(0)) / CALLS for _ in range(ROUNDS)]
        )

    return {
        "hello": hello(lambda: run("() => 'hello'")),
        "call": echo_of(plain),
        "awaited call": asyncio.run(on_the_loop()),
        "threads": threads(lambda: run(WORK)),
    }


def threads(run):
    """How many times as many runs eight threads do in a second as one does."""

    def done_in(number, seconds=1.0):
        counts = [0] * number
        until = time.perf_counter() + seconds

        def work(index):
            while time.perf_counter() < until:
                run()
                counts[index] += 1

        workers = [threading.Thread(target=work, args=(index,)) for index in range(number)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return sum(counts)

    return statistics.median(done_in(8) / done_in(1) for _ in range(3))


def modebox():
    import modebox as library

    runner = library.Runner()

    async def measured():
        async def once(function, answer, **options):
            # It takes the body of a function.
            code = f"return ({function})()"
            begun = time.perf_counter()
            result = await runner.run(code, mode="function", **options)
            assert result.value == answer, result
            return (time.perf_counter() - begun) * 1e6

        for _ in range(50):
            await once("() => 'hello'", "hello")
        median = statistics.median([await once("() => 'hello'", "hello") for _ in range(RUNS)])
        functions = {"bench": {"echo": lambda argument: argument}}
        limits = {"max_host_calls": 10**7, "timeout_ms": 60_000}
        loops = []
        for _ in range(ROUNDS):
            both = [
                await once(LOOP.format(calls=calls), 1, host_functions=functions, limits=limits)
                for calls in (CALLS, 0)
            ]
            loops.append((both[0] - both[1]) / CALLS)
        return {"hello": median, "call": statistics.median(loops)}

    return asyncio.run(measured())


def monty():
    import pydantic_monty as library

    with library.Monty() as pool:

        def run():
            with pool.checkout() as session:
                assert session.feed_run("'hello'") == "hello"

        return {"hello": hello(run)}


print(json.dumps({"isolate_run": isolate_run, "modebox": modebox, "monty": monty}[sys.argv[1]]()))
