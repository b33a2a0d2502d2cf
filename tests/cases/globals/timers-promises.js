import { setTimeout as wait, setInterval as every, setImmediate as soon, scheduler } from "node:timers/promises";

export default async () => {
  const out = {};
  const tried = async (task) => {
    try {
      return await task();
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  out.values = [await wait(5, "value"), await wait(), await soon("soon"), await scheduler.wait(3), await scheduler.yield()];
  out.wrong = [
    await tried(() => wait("x")),
    await tried(() => wait(1n)),
    await tried(() => wait(1, 1, null)),
    await tried(() => wait(1, 1, 5)),
    await tried(() => wait(1, 1, { signal: {} })),
    await tried(() => wait(1, 1, { ref: 1 })),
    await tried(() => soon(1, { ref: "x" })),
    await tried(() => scheduler.wait("a")),
    await tried(() => every(1, 1, { signal: 1 }).next()),
    await tried(() => every("x").next()),
  ];
  const stop = new AbortController();
  const stopped = wait(100, "x", { signal: stop.signal });
  stop.abort();
  const error = await stopped.catch((error) => error);
  out.stopped = [error.name, error.code, error.message, error.cause === stop.signal.reason, error instanceof DOMException, Object.keys(error)];
  out.before = [
    await tried(() => wait(1, 1, { signal: AbortSignal.abort("why") })),
    await tried(() => soon(1, { signal: AbortSignal.abort() })),
    await tried(() => scheduler.wait(1, { signal: AbortSignal.abort() })),
    await tried(() => every(1, 1, { signal: AbortSignal.abort() }).next()),
  ];
  out.ticks = [];
  for await (const tick of every(5, "tick")) {
    if (out.ticks.push(tick) === 3) break;
  }
  const controller = new AbortController();
  out.aborted = [];
  try {
    for await (const tick of every(5, "t", { signal: controller.signal })) {
      if (out.aborted.push(tick) === 2) controller.abort();
    }
  } catch (error) {
    out.aborted.push(error.name, error.code);
  }
  const ticks = every(2, "s");
  out.steps = [await ticks.next()];
  await wait(21);
  // What has come meanwhile is there at once.
  const start = Date.now();
  for (let at = 0; at < 5; at++) await ticks.next();
  out.steps.push(Date.now() - start < 8, await ticks.return("r"), await ticks.next());
  wait(50, "never", { ref: false }).then((value) => out.steps.push(value));
  return out;
};
//= result: {
//=   values: ["value", undefined, "soon", undefined, undefined],
//=   wrong: [
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"delay\" argument must be of type number. Received type string ('x')",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"delay\" argument must be of type number. Received type bigint (1n)",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options\" argument must be of type object. Received null",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options\" argument must be of type object. Received type number (5)",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options.signal\" property must be an instance of AbortSignal. Received an instance of Object",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options.ref\" property must be of type boolean. Received type number (1)",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options.ref\" property must be of type boolean. Received type string ('x')",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"delay\" argument must be of type number. Received type string ('a')",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"options.signal\" property must be an instance of AbortSignal. Received type number (1)",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"delay\" argument must be of type number. Received type string ('x')",
//=     ],
//=   ],
//=   stopped: ["AbortError", "ABORT_ERR", "The operation was aborted", true, false, ["code", "name"]],
//=   before: [
//=     ["AbortError", "ABORT_ERR", "The operation was aborted"],
//=     ["AbortError", "ABORT_ERR", "The operation was aborted"],
//=     ["AbortError", "ABORT_ERR", "The operation was aborted"],
//=     ["AbortError", "ABORT_ERR", "The operation was aborted"],
//=   ],
//=   ticks: ["tick", "tick", "tick"],
//=   aborted: ["t", "t", "AbortError", "ABORT_ERR"],
//=   steps: [
//=     { value: "s", done: false },
//=     true,
//=     { value: "r", done: true },
//=     { value: undefined, done: true },
//=   ],
//= }
