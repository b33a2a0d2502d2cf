// What files of the web platform tests call, as far as those of streams do. `report()` runs the tests in turn, and
// gives the name of each with what failed, or nothing.
const self = globalThis;
globalThis.self = globalThis;
const tests = [];
const TIMEOUT_MS = 10000;

const put = (name, value) => { globalThis[name] = value; };
const fail = (message, description) => { throw new Error(description ? `${message} (${description})` : message); };
const text = (value) => {
  try {
    return typeof value === "string" ? `"${value}"` : String(value);
  } catch {
    return typeof value;
  }
};
const isSame = (one, other) => Object.is(one, other);
const thrown = (task) => {
  try {
    task();
  } catch (error) {
    return { error };
  }
  return undefined;
};
const isOf = (error, Class) => error !== null && typeof error === "object" && error.constructor === Class && error.name === Class.name;
const checks = {
  js: (Class) => (error, description) => { if (!isOf(error, Class)) fail(`expected ${Class.name}, got ${text(error)}`, description); },
  exactly: (wanted) => (error, description) => { if (!isSame(error, wanted)) fail(`expected ${text(wanted)}, got ${text(error)}`, description); },
  dom: (name) => (error, description) => { if (!(error instanceof DOMException) || error.name !== name) fail(`expected a ${name}, got ${text(error)}`, description); },
};
const objectEquals = (actual, expected, description) => {
  if (typeof actual !== "object" || actual === null) fail(`${text(actual)} is no object`, description);
  for (const key of Object.keys(actual)) {
    if (!Object.hasOwn(expected, key)) fail(`unexpected property ${key}`, description);
    if (typeof actual[key] === "object" && actual[key] !== null) {
      if (actual[key] !== expected[key]) objectEquals(actual[key], expected[key], description);
    } else if (!isSame(actual[key], expected[key])) fail(`property ${key}: ${text(actual[key])} is not ${text(expected[key])}`, description);
  }
  for (const key of Object.keys(expected)) if (!Object.hasOwn(actual, key)) fail(`missing property ${key}`, description);
};
const asserts = {
  true: (actual, description) => { if (actual !== true) fail(`expected true, got ${text(actual)}`, description); },
  false: (actual, description) => { if (actual !== false) fail(`expected false, got ${text(actual)}`, description); },
  equals: (actual, expected, description) => { if (!isSame(actual, expected)) fail(`expected ${text(expected)}, got ${text(actual)}`, description); },
  not_equals: (actual, expected, description) => { if (isSame(actual, expected)) fail(`got ${text(actual)}`, description); },
  array_equals(actual, expected, description) {
    if (typeof actual !== "object" || actual === null || actual.length !== expected.length) fail(`expected [${text(expected)}], got [${text(actual)}]`, description);
    for (let at = 0; at < expected.length; at += 1) if (!isSame(actual[at], expected[at])) fail(`at ${at}: expected ${text(expected[at])}, got ${text(actual[at])}`, description);
  },
  object_equals: objectEquals,
  typed_array_equals(actual, expected, description) {
    asserts.equals(actual.constructor, expected.constructor, description);
    asserts.equals(actual.byteOffset, expected.byteOffset, description);
    asserts.equals(actual.buffer.byteLength, expected.buffer.byteLength, description);
    asserts.array_equals(actual, expected, description);
  },
  in_array: (actual, list, description) => { if (!list.some((one) => isSame(one, actual))) fail(`${text(actual)} is none of ${text(list)}`, description); },
  greater_than: (actual, bound, description) => { if (!(actual > bound)) fail(`${text(actual)} is not greater than ${bound}`, description); },
  greater_than_equal: (actual, bound, description) => { if (!(actual >= bound)) fail(`${text(actual)} is less than ${bound}`, description); },
  less_than: (actual, bound, description) => { if (!(actual < bound)) fail(`${text(actual)} is not less than ${bound}`, description); },
  less_than_equal: (actual, bound, description) => { if (!(actual <= bound)) fail(`${text(actual)} is greater than ${bound}`, description); },
  own_property: (object, name, description) => { if (!Object.hasOwn(object, name)) fail(`no own property ${name}`, description); },
  not_own_property: (object, name, description) => { if (Object.hasOwn(object, name)) fail(`own property ${name}`, description); },
  inherits: (object, name, description) => { if (Object.hasOwn(object, name) || !(name in object)) fail(`${name} is not inherited`, description); },
  class_string: (object, name, description) => asserts.equals(Object.prototype.toString.call(object), `[object ${name}]`, description),
  regexp_match: (actual, pattern, description) => { if (!pattern.test(actual)) fail(`${text(actual)} does not match ${pattern}`, description); },
  unreached: (description) => fail("this was to be unreached", description),
};
for (const [name, check] of Object.entries(asserts)) put(`assert_${name}`, check);
for (const [name, check] of Object.entries(checks)) {
  put(`assert_throws_${name}`, (wanted, task, description) => {
    const outcome = thrown(task);
    if (!outcome) fail("nothing was thrown", description);
    check(wanted)(outcome.error, description);
  });
  put(`promise_rejects_${name}`, (_, wanted, promise, description) => promise.then(
    () => fail("the promise was fulfilled", description),
    (error) => check(wanted)(error, description),
  ));
}

const made = (settle) => {
  const cleanups = [], guarded = (task, after = () => {}) => function (...args) {
    try {
      const value = task?.apply(this, args);
      after();
      return value;
    } catch (error) {
      settle(error);
      return undefined;
    }
  };
  const test = {
    cleanups,
    step: (task, receiver = test, ...args) => guarded(task).apply(receiver, args),
    step_func: (task, receiver = test) => guarded((...args) => task.apply(receiver, args)),
    step_func_done: (task, receiver = test) => guarded((...args) => task?.apply(receiver, args), () => test.done()),
    unreached_func: (description) => guarded(() => fail("this function was to be unreached", description)),
    step_timeout: (task, delay, ...args) => setTimeout(guarded(() => task.apply(test, args)), delay),
    add_cleanup: (task) => { cleanups.push(task); },
    done: () => settle(),
    set_status: () => {},
  };
  return test;
};
put("test", (task, name) => tests.push({ name, run: (test) => { task.call(test, test); test.done(); } }));
put("promise_test", (task, name) => tests.push({ name, run: async (test) => { await task.call(test, test); test.done(); } }));
put("async_test", (task, name) => {
  if (typeof task === "function") return void tests.push({ name, run: (test) => test.step(task, test, test) });
  // The test runs outside, and has begun.
  let settle;
  const outcome = new Promise((resolve) => { settle = (error) => resolve({ error }); });
  const test = made(settle);
  tests.push({ name: task, outcome, test, run: () => {} });
  return test;
});
put("setup", (task) => { if (typeof task === "function") task(); });
put("step_timeout", (task, delay, ...args) => setTimeout(task, delay, ...args));
put("done", () => {});
put("format_value", text);
put("subsetTest", (define, ...args) => define(...args));
put("GLOBAL", { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false });

const { setTimeout: later, clearTimeout: stop } = globalThis;
const report = async () => {
  const results = [];
  for (const { name, run, outcome, test: begun } of tests) {
    let settle;
    const settled = outcome ?? new Promise((resolve) => { settle = (error) => resolve({ error }); });
    const test = begun ?? made(settle);
    const timer = outcome ? undefined : later(() => settle(new Error("timed out")), TIMEOUT_MS);
    const failed = (error) => settle?.(error ?? new Error("nothing was thrown as an error"));
    try {
      const running = run(test);
      if (running instanceof Promise) running.then(() => {}, failed);
    } catch (error) {
      failed(error);
    }
    const { error } = await settled;
    stop(timer);
    for (const cleanup of test.cleanups) await cleanup();
    results.push([name, error === undefined ? null : String(error?.message ?? error).replaceAll(/\s+/g, " ").slice(0, 200)]);
  }
  return results;
};
