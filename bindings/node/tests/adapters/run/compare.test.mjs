// The package side by side with the one whose interface it has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import * as ours from "run";
import * as original from "run-original";

import { hostFunctions, secret } from "./host.mjs";

const of = (code) => `try { return ${code} } catch (e) { return [e.name, e.message, e.code, e.details] }`;

/** Programs that both answer in the same way, to the name, message, code and details of errors. */
const SAME = {
  "values": "return [1, -0, NaN, Infinity, 5n, 'é\\ud800', undefined, null, [ , 1], { a: { b: 1 } }]",
  "cycles and repeated references": "const o = { a: 1 }; o.self = o; return [o, o, new Map([[o, new Set([o])]])]",
  "dates and regular expressions": "return [/a\\/b/gi, new Date(5), new Date(NaN)]",
  "bytes": "return [new Uint16Array([1, 2]), new Uint8Array([1, 2, 3]).subarray(1), new BigInt64Array([1n]), new Float64Array([1.5]).buffer, new DataView(new ArrayBuffer(2))]",
  "objects without prototype, and __proto__ as a name": "return [Object.create(null), JSON.parse('{\"__proto__\": 1}')]",
  "errors": "return [new RangeError('x', { cause: new Error('y') }), new AggregateError([new TypeError('z')], 'all'), Object.assign(new Error('x'), { code: 'C' })]",
  "an error of a class": "class Mine extends Error { constructor() { super('m'); this.name = 'Mine' } } return new Mine()",
  "nothing": "",
  "an error of the program": "const a = 1;\nfunction f() {\n  throw new RangeError('failed');\n}\nf();",
  "its code is not its own": "throw Object.assign(new Error('x'), { code: 'RUN_TIMEOUT', details: { a: 1 } })",
  "a text that is thrown": "throw 'text'",
  "an object that is thrown": "throw { a: 1 }",
  "arguments by count and place": "return await tools.count(1, undefined, undefined)",
  "no argument": "return await tools.count()",
  "values of arguments": "const o = {}; o.o = o; const r = await tools.echo(o, /a/g, new Map([[1, 2]]), -0, 10n, new Uint16Array([7]), new Error('x', { cause: 1 })); return [r[0] === r[0].o, r]",
  "an error of a host function is not told": of("await tools.fail()"),
  "one that is meant to be told": of("await tools.failOpenly()"),
  "the same, uncaught": "await tools.failOpenly()",
  "an error of a host function, uncaught": "\nawait tools.fail()",
  "an answer of nothing": "return [await tools.nothing()]",
  "a function that there is not": of("await tools.nope(1)"),
  "what namespaces are": "return [typeof tools, typeof tools.nope, 'nope' in tools, Object.keys(tools), typeof globalThis.tools.echo]",
  "they stay": "try { globalThis.tools = 1; tools.echo = 1 } catch {} return await tools.echo(1)",
  "they can be shadowed": "const tools = 1; return tools",
  "a second namespace": "return await group.next(1)",
  "a call that nobody awaits": "tools.echo(1); return 1",
  "a call that is pending at the end": "tools.slow().then(() => 1); return 1",
  "a call that lost a race": "return await Promise.race([tools.slow(), tools.echo(1)])",
  "what a call answers": "const p = tools.echo(1); const t = [typeof p.then, String(p), p instanceof Promise]; await p; return t",
  "then, catch and finally": "let n = 0; await tools.echo(1).finally(() => n++); return [n, await tools.fail().catch((e) => e.code), await tools.echo(2).then((x) => x + 1)]",
  "calls together": "return await Promise.all([tools.slow(), ...[1, 2, 3].map((n) => tools.echo(n))])",
  "contexts": "return [await tools.context(), await tools.context()]",
  "an interruption": "return await tools.approve('x')",
  "interruptions together": "return await Promise.all([tools.approve('x'), tools.slow(), tools.approve('y')])",
  "a race that an interruption loses": "return await Promise.race([tools.approve('x'), tools.slow()])",
  "the time limit": ["for (;;);", { timeoutMs: 150 }],
  "the time limit, in a host function": ["await tools.never()", { timeoutMs: 150 }],
  "the memory limit": ["const a = []; for (;;) a.push(new Array(10000).fill(1.5))", { memoryLimitBytes: 8 << 20 }],
  "recursion": "const f = () => f() + 1; try { f() } catch (e) { return e.name }",
  "the limit of the source": [`return 1 // ${"x".repeat(100)}`, { maxSourceBytes: 50 }],
  "the limit of arguments": [of("await tools.echo('x'.repeat(2000))"), { maxHostFunctionArgumentsBytes: 1000 }],
  "the limit of answers": [of("await tools.large()"), { maxHostFunctionOutputBytes: 1000 }],
  "the limit of the console": ["console.log('x'.repeat(100)); return 1", { maxConsoleOutputBytes: 50 }],
  "limits that are none": ["return 1", { timeoutMs: 0 }],
  "sloppy functions": "return (function () { return this === undefined })()",
};

/** Programs that they answer differently: what the original does, and what this one does. */
const DIFFERENT = {
  "what cannot cross is named with its place": [
    "return { a: [() => 1] }",
    /Cannot stringify a function/,
    /Cannot serialize a function at value\["a"\]\["0"\]/,
  ],
  "also in arguments": [of("await tools.echo(new (class A {})())"), /arbitrary non-POJOs/, /an instance of A at value\["0"\]/],
  "and in answers": [of("await tools.odd()"), /output is not serializable: Cannot stringify/, /output is not serializable: Cannot serialize/],
  "syntax errors have words of their own": ["const a = 1;\nconst b = ;", /unexpected token in expression.*run\.js:2/, /Unexpected token ';'.*run\.js:2/],
  "values nest as deep as they like": ["let a = []; for (let i = 0; i < 3000; i += 1) a = [a]; return a", /Maximum call stack/, /value/],
  "code from text": ["return new Function('return 1')()", /not allowed/, /cannot be made from text/],
  "prototypes can be changed, until the run ends": ["'use strict'; Array.prototype.x = 1; return 'changed'", /TypeError/, /changed/],
  "there are more globals": [
    "return ['state', 'fs', 'setTimeout', 'fetch', 'Buffer'].filter((name) => name in globalThis)",
    /value: \[\]/,
    /'state', 'fs', 'setTimeout', 'Buffer'/,
  ],
  "the limit of the result is that of another text": ["return 'x'.repeat(2000)", /bytes: 2004/, /bytes: 2013/, { maxResultBytes: 1000 }],
  "unknown limits are refused": ["return 1", /value: 1/, /limits\.timeout is no limit/, { timeout: 1 }],
};

async function outcome(package_, source, limits) {
  try {
    const runner = package_.createRunner({ continuationSecret: secret });
    const result = await runner.run({ source, hostFunctions: hostFunctions(package_), ...(limits && { limits }) });
    if (!package_.isRunInterruptedResult(result)) return { value: result.value };
    const interruptions = result.interruptions.map(({ id, hostFunctionName, arguments: args, payload }) => [id, hostFunctionName, args, payload]);
    return { interruptions };
  } catch (error) {
    const { code, details, name, message, constructor } = error;
    if (details !== undefined) delete details.invocationId;
    const lines = [...String(error.stack).matchAll(/(?:at |\()(run\.js:\d+)/g)].map(([, line]) => line);
    return { class: constructor.name, isRunError: package_.RunError.isInstance(error), name, message, code, details, lines };
  }
}

/** Stacks of errors that are values are of the receiver, and differ. */
const shown = (value) => inspect(value, { depth: 9, breakLength: Infinity }).replace(/\n\s+(at [^\n]*|\.\.\. \d+ lines[^\n]*)/g, "");

for (const [name, given] of Object.entries(SAME)) {
  test(name, async () => {
    const [source, limits] = [given].flat();
    assert.equal(shown(await outcome(ours, source, limits)), shown(await outcome(original, source, limits)));
  });
}

for (const [name, [source, theirs, mine, limits]] of Object.entries(DIFFERENT)) {
  test(`difference: ${name}`, async () => {
    assert.match(inspect(await outcome(original, source, limits), { breakLength: Infinity }), theirs);
    assert.match(inspect(await outcome(ours, source, limits), { breakLength: Infinity }), mine);
  });
}

test("the limits of calls", async () => {
  for (const package_ of [ours, original]) {
    const five = "for (let i = 0; i < 5; i += 1) await tools.echo(i).catch(() => {})";
    const many = await outcome(package_, five, { maxBridgeRequests: 3 });
    assert.deepEqual([many.class, many.details], ["RunBridgeLimitError", { maxBridgeRequests: 3 }]);
    const together = await outcome(package_, "await Promise.all([1, 2, 3].map(() => tools.slow()))", { maxInFlightBridgeRequests: 2 });
    assert.deepEqual([together.class, together.details], ["RunBridgeLimitError", { maxInFlightBridgeRequests: 2 }]);
  }
});

test("the same names are exported", () => {
  assert.deepEqual(Object.keys(ours).sort(), Object.keys(original).sort());
});

test("names of host functions", async () => {
  for (const [groups, words] of [
    [{ Array: {} }, /Reserved/],
    [{ __runX: {} }, /Reserved/],
    [{ "a b": {} }, /Invalid/],
    [{ a: { then: () => 1 } }, /Invalid/],
    [{ a: { b: 1 } }, /must be a function/],
    [{ a: 1 }, /must be an object/],
  ]) {
    for (const { run } of [ours, original]) await assert.rejects(run({ source: "", hostFunctions: groups }), words);
  }
  await assert.rejects(ours.run({ source: "", hostFunctions: { state: {} } }), /Reserved/);
  const fs = { readFile: (path) => `contents of ${path}` };
  assert.equal((await ours.run({ source: "return await fs.readFile('/a')", hostFunctions: { fs } })).value, "contents of /a");
});

test("what is not offered is refused", async () => {
  assert.throws(() => ours.createRunner({ syncHostFunctions: { fs: {} } }), /syncHostFunctions is not offered/);
  await assert.rejects(ours.run({ source: "", moduleLoader: { load: () => "" } }), /moduleLoader is not offered/);
  await assert.rejects(ours.run({ source: "", sourceType: "module" }), /"module" is not offered/);
});

test("the largest limits", async () => {
  const limits = { timeoutMs: 2 ** 31 - 1, maxResultBytes: 2 ** 31 - 1, memoryLimitBytes: 2 ** 31 - 1, maxConsoleOutputBytes: 2 ** 31 - 1 };
  assert.equal((await ours.run({ source: "return 1", limits })).value, 1);
  await assert.rejects(ours.run({ source: "return 1", limits: { timeoutMs: 2 ** 31 } }), /positive integer/);
});

test("abortSignal, and setMaxWorkers", async () => {
  for (const package_ of [ours, original]) {
    let signal;
    const controller = new AbortController();
    const wait = () => {
      signal = package_.getHostFunctionContext().abortSignal;
      controller.abort();
      return new Promise(() => {});
    };
    const run = package_.run({ source: "await a.wait()", hostFunctions: { a: { wait } }, abortSignal: controller.signal });
    await assert.rejects(run, (error) => error instanceof package_.RunAbortedError && error.code === "RUN_ABORTED");
    assert(signal.aborted);
    await assert.rejects(package_.run({ source: "", abortSignal: AbortSignal.abort() }), { code: "RUN_ABORTED" });
    package_.setMaxWorkers(1);
    const [one, two] = await Promise.allSettled([package_.run({ source: "return 1" }), package_.run({ source: "return 2" })]);
    package_.setMaxWorkers();
    assert.deepEqual([one.value.value, two.reason.code], [1, "RUN_CONCURRENCY_LIMIT"]);
    assert.throws(() => package_.setMaxWorkers(0), TypeError);
    assert.throws(() => package_.getHostFunctionContext(), /host function/);
  }
});
