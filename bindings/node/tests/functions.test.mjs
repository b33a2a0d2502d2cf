// Functions of Node that programs call.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";

import { FunctionError, Functions, sandbox, UsageError, Workspace } from "./shared.mjs";

const workspace = await Workspace.memory();

const input = {
  type: "object",
  properties: { item: { type: "string" }, count: { type: "integer" } },
  required: ["item"],
  additionalProperties: false,
};

const functions = new Functions()
  .add("shop", "price", ({ item, count = 1 }) => item.length * count, {
    input,
    output: { type: "number" },
    describe: "The price of so many items.",
    reads: true,
  })
  .add("shop", "fail", (kind) => {
    if (kind === "code") throw new FunctionError("no money", { code: "EMONEY", data: { missing: 3 } });
    if (kind === "text") throw "only text";
    throw new TypeError("wrong");
  })
  .add("shop", "wait", async ({ ms }, scope) => {
    scope.note("waited");
    await new Promise((resolve) => setTimeout(resolve, ms));
    return "waited";
  })
  .add("shop", "odd", () => () => 1);

const result = async (code) => (await sandbox.run(workspace, `async () => ${code}`, { functions })).result();

test("calls", async () => {
  for (const [code, expected] of [
    ["await shop.price({ item: 'apple', count: 2 })", 10],
    ["await shop.price({ item: 'apple' })", 5],
    ["await shop.wait({ ms: 1 })", "waited"],
    [
      "await shop.fail('code').catch((e) => [e.code, e.message, e.data.missing])",
      ["EMONEY", "no money", 3],
    ],
    ["await shop.fail('type').catch((e) => e.message)", "TypeError: wrong"],
    ["await shop.fail('text').catch((e) => e.message)", "only text"],
    ["await Promise.all([1, 2, 3].map(() => shop.wait({ ms: 50 })))", ["waited", "waited", "waited"]],
  ]) {
    assert.deepStrictEqual(await result(code), expected);
  }
});

test("arguments and answers that do not fit are named", async () => {
  const argument = await result("await shop.price({ itm: 'a' }).catch((e) => e.message)");
  assert.match(argument, /"item" may be meant/);
  assert.match(await result("await shop.odd().catch((e) => e.message)"), /the answer is a function/);
});

test("notes are recorded", async () => {
  const run = await sandbox.run(workspace, "async () => { await shop.wait({ ms: 0 }) }", { functions });
  assert.deepEqual(
    run.calls.map(({ function: name, status, note }) => [name, status, note]),
    [["shop.wait", "ok", "waited"]],
  );
});

test("a cancelled run aborts its functions", async () => {
  let seen = "";
  const controller = new AbortController();
  const slow = new Functions().add("a", "slow", (_, { signal }) => {
    setTimeout(() => controller.abort(), 20);
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        seen = "aborted";
        reject(new Error("aborted"));
      });
    });
  });
  const options = { functions: slow, signal: controller.signal };
  const run = await sandbox.run(workspace, "async () => { await a.slow() }", options);
  assert.equal(run.status, "limit");
  assert.equal(run.error.limit, "cancelled");
  for (let round = 0; round < 100 && seen === ""; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.equal(seen, "aborted");
});

test("approvals", async () => {
  const asked = [];
  const paying = new Functions()
    .add("shop", "pay", () => "paid", { needsApproval: true })
    .onApproval(async ({ function: name, argument }) => {
      asked.push([name, argument]);
      if (argument > 100) return undefined;
      return argument < 2 ? "too cheap" : true;
    });
  const pay = (euros) =>
    sandbox.run(workspace, `async () => await shop.pay(${euros}).catch((e) => [e.code, e.message])`, {
      functions: paying,
    });
  assert.equal((await pay(5)).result(), "paid");
  const [code, message] = (await pay(1)).result();
  assert.equal(code, "EAPPROVAL");
  assert.match(message, /too cheap/);
  const waiting = await pay(500);
  assert.equal(waiting.status, "suspended");
  assert.deepEqual(asked, [["shop.pay", 5], ["shop.pay", 1], ["shop.pay", 500]]);
  await workspace.answer(waiting, waiting.waitingFor[0], { approve: true });
  const resumed = await sandbox.resume(workspace, waiting, { functions: paying });
  assert.equal(resumed.result(), "paid");
});

test("a run that waits for a function says how to go on", async () => {
  const code = "async () => await shop.wait({ ms: 300 })";
  const run = await sandbox.run(workspace, code, { functions, suspendAfterMs: 50 });
  assert.equal(
    run.error.message,
    `run ${run.runId} waits for shop.wait (call 1): wait with workspace.untilAnswered, then resume it`,
  );
  await workspace.untilAnswered(run);
  assert.equal((await sandbox.resume(workspace, run, { functions })).result(), "waited");
});

test("a schema of a library reads the argument", async () => {
  // What Standard Schema has of zod's `z.object({ n: z.number().default(5) }).refine((it) => it.n !== 7)`.
  const input = {
    toJSONSchema: () => ({ type: "object", properties: { n: { type: "number" } } }),
    "~standard": {
      vendor: "test",
      validate: async ({ n = 5 }) =>
        n === 7 ? { issues: [{ message: "seven is taken", path: ["n"] }] } : { value: { n } },
    },
  };
  const reads = new Functions().add("a", "n", ({ n }) => n, { input });
  const call = async (text) =>
    (await sandbox.run(workspace, `async () => await a.n(${text}).catch((e) => [e.name, e.code, e.message])`, { functions: reads })).result();
  assert.equal(await call("{}"), 5);
  assert.equal(await call("{ n: 6 }"), 6);
  assert.deepEqual(await call("{ n: 7 }"), ["TypeError", "EINVAL", "a.n: the argument does not fit: .n: seven is taken"]);
});

test("whoever is asked is in the asynchronous context of the run", async () => {
  const user = new AsyncLocalStorage();
  const asked = [];
  const functions = new Functions().onApproval(() => {
    asked.push(user.getStore());
    return true;
  });
  const confirm = () => {
    asked.push(user.getStore());
    return true;
  };
  const code = "async (name) => { await state.approve('Pay?'); await state.writeFile(`/paid-${name}`, 'x'); }";
  const run = (name) => user.run(name, () => sandbox.run(workspace, code, { functions, confirm, input: name }));
  for (const done of await Promise.all([run("ann"), run("bo")])) assert.equal(done.isCommitted, true);
  const reviewed = await user.run("cy", () =>
    sandbox.run(workspace, "() => state.writeFile('/b', 'x')", { functions, review: true }),
  );
  assert.equal(reviewed.isCommitted, true);
  assert.deepEqual(asked.sort(), ["ann", "ann", "bo", "bo", "cy"]);
});

test("only true approves", async () => {
  for (const [answer, words] of [
    [5, /it answered 5, which is not true/],
    [{ approve: true }, /it answered { approve: true }/],
    [false, /it was refused/],
  ]) {
    const asking = new Functions().add("shop", "pay", () => "paid", { needsApproval: true }).onApproval(() => answer);
    const run = await sandbox.run(workspace, "async () => await shop.pay()", { functions: asking });
    assert.equal(run.error.code, "EAPPROVAL");
    assert.match(run.error.message, words);
  }
});

test("wrong functions are refused", () => {
  for (const [add, words] of [
    [(f) => f.add("a", "b", 5), /it takes a function/],
    [(f) => f.add("a", "b", () => 1, { decribe: "x" }), /did you mean "describe"/],
    [(f) => f.add("a", "b", () => 1, { input: 5 }), /is no schema/],
    [(f) => f.add("a", "b", () => 1, { input: { item: { "~standard": { vendor: "zod" } } } }), /wrap it, as in z.object/],
    [
      (f) => f.add("a", "b", () => 1, { input: { toJSONSchema: () => { throw new Error("no dates") }, "~standard": {} } }),
      /the input of a.b has no JSON Schema: no dates/,
    ],
    [(f) => f.add(() => 1), /a function has a namespace and a name/],
    [(f) => f.onApproval(true), /it takes a function/],
    [(f) => f.add("a b", "c", () => 1).check(), /cannot be called/],
    [(f) => f.add("a", "b", () => 1, { timeoutMs: -1 }), /timeoutMs: /],
  ]) {
    assert.throws(() => add(new Functions()), (error) => error instanceof UsageError && words.test(error.message));
  }
});

test("declarations", () => {
  assert.match(
    functions.declarations(),
    /price\(input: \{ item: string; count\?: number \}\): Promise<number>/,
  );
});

test("a thousand calls", async () => {
  const code = "async () => { let all = 0; for (let i = 0; i < 1000; i++) all += await shop.price({ item: 'a' }); return all }";
  assert.equal((await sandbox.run(workspace, code, { functions })).result(), 1000);
});

test("async context of the caller reaches its functions", async () => {
  const storage = new AsyncLocalStorage();
  const reads = new Functions().add("a", "user", () => storage.getStore() ?? "nobody");
  const run = await storage.run("ann", () => sandbox.run(workspace, "async () => await a.user()", { functions: reads }));
  assert.equal(run.result(), "ann");
});
