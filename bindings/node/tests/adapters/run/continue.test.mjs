// Runs that are interrupted and go on: in this process, in another one, and what is refused.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import * as ours from "run";
import * as original from "run-original";

import { hostFunctions, secret } from "./host.mjs";

const SOURCE = `
  const log = [];
  const first = await tools.echo(Math.random());
  const all = await Promise.all([
    tools.approve("a").then((x) => { log.push("a"); return x }),
    tools.slow().then(async (x) => { log.push("slow"); return [x, await tools.echo("after")] }),
    tools.approve("b").catch((e) => { log.push("b"); return e.code }),
    tools.fail().catch((e) => { log.push("fail"); return e.message }),
  ]);
  return { same: first === (await tools.echo(first)), day: Date.now() > 1.7e12, all, log, last: await tools.approve("c") };
`;

const resolved = (result, value) => result.interruptions.map(({ id }) => ({ interruptionId: id, value }));

test("a part of the interruptions is resolved, then the rest: as the original does it", async () => {
  const traces = [];
  for (const package_ of [ours, original]) {
    const called = [];
    const input = { source: SOURCE, hostFunctions: hostFunctions(package_, called), continuationContext: { tenant: 1 } };
    const runner = package_.createRunner({ continuationSecret: secret });
    const one = await runner.run(input);
    const two = await runner.run({ ...input, continuation: one.continuation, resolutions: resolved(one, "yes").slice(0, 1) });
    const three = await runner.run({ ...input, continuation: two.continuation, resolutions: resolved(two, "no") });
    const four = await runner.run({ ...input, continuation: three.continuation, resolutions: resolved(three, "yes") });
    const ids = [one, two, three].map(({ interruptions }) => interruptions.map(({ id }) => id));
    const calls = called.map(([name, what, ...rest]) => [name, typeof what === "number" ? "number" : what, ...rest]);
    traces.push({ ids, value: four.value, calls });
  }
  assert.deepEqual(traces[0], traces[1]);
  assert.deepEqual(traces[0].value, {
    same: true,
    day: true,
    all: ["a: yes", ["slow", "after"], "DENIED", "Host function failed."],
    log: ["fail", "slow", "a", "b"],
    last: "c: yes",
  });
});

test("another process goes on", async () => {
  const source = "const first = await tools.echo(Math.random()); const answer = await tools.approve('x'); return [answer, first === await tools.echo(first), first]";
  const called = [];
  const one = await ours.createRunner({ continuationSecret: secret }).run({ source, hostFunctions: hostFunctions(ours, called) });
  const resolutions = resolved(one, new Map([["by", "ann"]]));
  const code = `
    import * as ours from "run";
    import { hostFunctions } from "./host.mjs";
    const called = [];
    const { source, continuation, id } = JSON.parse(process.env.GIVEN);
    const hosts = hostFunctions(ours, called);
    hosts.tools.approve = (what) => what + " by " + ours.getHostFunctionContext().resume.resolution.get("by");
    const resolutions = [{ interruptionId: id, value: new Map([["by", "ann"]]) }];
    const { value } = await ours.run({ source, hostFunctions: hosts, continuation, resolutions });
    console.log(JSON.stringify({ value, called }));
  `;
  const env = {
    ...process.env,
    RUN_CONTINUATION_SECRET: secret,
    GIVEN: JSON.stringify({ source, continuation: one.continuation, id: resolutions[0].interruptionId }),
  };
  const cwd = new URL(".", import.meta.url).pathname;
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd, env, encoding: "utf8" });
  const { value, called: calledThere } = JSON.parse(text);
  const random = called[0][1];
  assert.deepEqual(value, ["x by ann", true, random]);
  assert.deepEqual(calledThere, [["echo", random]], "the first call is not made again, the last one is new");
});

test("what does not fit is refused before anything is called", async () => {
  const called = [];
  const input = { source: "return await tools.approve('x')", hostFunctions: hostFunctions(ours, called) };
  const runner = ours.createRunner({ continuationSecret: secret });
  const one = await runner.run(input);
  const again = { ...input, continuation: one.continuation, resolutions: resolved(one, "yes") };
  const other = ours.createRunner({ continuationSecret: "x".repeat(32) });
  const refused = [
    [runner, { continuation: `${one.continuation}x` }, /signature is invalid/],
    [runner, { continuation: "no token" }, /malformed/],
    [runner, { continuation: one.continuation.replace(/^..../, "AAAA") }, /signature is invalid/],
    [other, {}, /signature is invalid/],
    [runner, { source: "return 1" }, /another source/],
    [runner, { continuationContext: 1 }, /another continuationContext/],
    [runner, { hostFunctions: { tools: {} } }, /other host functions/],
    [ours.createRunner({ continuationSecret: secret, continuationAudience: "b" }), {}, /another audience/],
    [runner, { resolutions: [] }, /needs a resolution/],
    [runner, { resolutions: [{ interruptionId: "interrupt-9", value: 1 }] }, /no pending interruption: there are interrupt-1/],
    [runner, { resolutions: [...again.resolutions, ...again.resolutions] }, /no pending interruption/],
    [ours.createRunner({ continuationCodec: ours.createSignedContinuationCodec({ secret, maxAgeMs: 1 }) }), {}, /lifetime is invalid/],
  ];
  for (const [who, change, words] of refused) {
    await assert.rejects(who.run({ ...again, ...change }), (error) => {
      assert.match(error.message, words);
      assert(error instanceof ours.RunProtocolError);
      return true;
    });
  }
  const theirs = await original.createRunner({ continuationSecret: secret }).run({ ...input, hostFunctions: hostFunctions(original) });
  await assert.rejects(runner.run({ ...again, continuation: theirs.continuation }), /signature is invalid/);
  assert.deepEqual(called, [["approve", "x", undefined]]);
  assert.equal((await runner.run(again)).value, "x: yes");
  await assert.rejects(ours.run({ ...input, resolutions: [] }), /need a continuation/);
  await assert.rejects(ours.createRunner().run(input), (error) => error instanceof TypeError && /RUN_CONTINUATION_SECRET/.test(error.message));
  assert.throws(() => ours.createRunner({ continuationSecret: "short" }), /at least 32 bytes/);
});

test("a ledger that was changed by whoever keeps it, and a program that does something else", async () => {
  const plain = { encode: (state) => JSON.stringify(state), decode: (token) => JSON.parse(token) };
  const runner = ours.createRunner({ continuationCodec: plain });
  const called = [];
  const input = { source: "await tools.echo(1); return await tools.approve('x')", hostFunctions: hostFunctions(ours, called) };
  const one = await runner.run(input);
  const go = (change) => {
    const state = JSON.parse(one.continuation);
    change(state);
    return runner.run({ ...input, continuation: JSON.stringify(state), resolutions: resolved(one, "yes") });
  };
  await assert.rejects(go(({ ledger }) => (ledger[0].inputJson = ledger[0].inputJson.replace("1]", "2]"))), /diverged: call 1 is tools\.echo/);
  await assert.rejects(go(({ ledger }) => ledger.push({ ...ledger[0], settledOrder: 1 })), /diverged: the program did not make all of its calls again/);
  await assert.rejects(go(({ ledger }) => (ledger[0].settledOrder = 5)), /ledger is malformed/);
  await assert.rejects(go((state) => (state.runtime = "run-replay-v2")), /of another runtime/);
  assert.deepEqual(called, [["echo", 1], ["approve", "x", undefined]]);
});

test("a stored continuation goes on once, and is given back when it does not fit", async () => {
  const entries = new Map();
  const storage = {
    set: (key, value) => void entries.set(key, { value }),
    acquire: (key, claim) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.claim !== undefined) return undefined;
      entry.claim = claim;
      return entry.value;
    },
    consume: (key, claim) => void (entries.get(key)?.claim === claim && entries.delete(key)),
    release: (key, claim) => {
      if (entries.get(key)?.claim === claim) delete entries.get(key).claim;
    },
  };
  const runner = ours.createRunner({ continuationCodec: ours.createStoredContinuationCodec({ storage }) });
  const input = { source: "return await tools.approve('x')", hostFunctions: hostFunctions(ours) };
  const one = await runner.run(input);
  const again = { ...input, continuation: one.continuation, resolutions: resolved(one, "yes") };
  await assert.rejects(runner.run({ ...again, source: "return 2" }), /another source/);
  assert.equal((await runner.run(again)).value, "x: yes");
  await assert.rejects(runner.run(again), /was not found/);
  assert.equal(entries.size, 0);
});

test("the limit of a continuation", async () => {
  const run = ours.createRunner({ continuationSecret: secret, limits: { maxContinuationBytes: 1000 } }).run({
    source: "await tools.large(); await tools.approve('x')",
    hostFunctions: hostFunctions(ours),
  });
  await assert.rejects(run, { code: "RUN_PROTOCOL_ERROR", message: /1000 byte size limit/ });
});

test("generated programs end as without interruptions, and make no call twice", async () => {
  let seed = 11;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  let calls = 0;
  const expression = (depth) => {
    calls += 1;
    const [id, ms] = [calls, random(8)];
    switch (random(depth > 3 ? 3 : 6)) {
      case 0:
        return `await t.work(${id}, ${ms})`;
      case 1:
        return `await t.ask(${id}, ${ms})`;
      case 2:
        return `await t.fail(${id}, ${ms}).catch((e) => e.code)`;
      case 3:
        return `[${expression(depth + 1)}, ${expression(depth + 1)}]`;
      case 4:
        return `await Promise.all([(async () => ${expression(depth + 1)})(), (async () => ${expression(depth + 1)})(), (async () => ${expression(depth + 1)})()])`;
      default:
        return `[Math.random() < 2, await (async () => { const a = ${expression(depth + 1)}; log.push(${id}); return [a, ${expression(depth + 1)}] })()]`;
    }
  };
  const later = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
  const runner = ours.createRunner({ continuationSecret: secret });
  for (let round = 0; round < 60; round += 1) {
    calls = 0;
    const source = `const log = []; const value = ${expression(0)}; return [value, log.sort((a, b) => a - b)];`;
    const host = (asks) => {
      const done = [];
      const t = {
        work: async (id, ms) => {
          done.push(id);
          return later(ms, id * 10);
        },
        fail: async (id, ms) => {
          done.push(id);
          await later(ms);
          throw new ours.RunError("failed", `CODE_${id}`);
        },
        ask: async (id, ms) => {
          const { interrupt, resume } = ours.getHostFunctionContext();
          await later(ms);
          if (asks && resume === undefined) interrupt({ id });
          done.push(id);
          return `answer ${id}`;
        },
      };
      return { hostFunctions: { t }, done };
    };
    const plain = host(false);
    const expected = await runner.run({ source, hostFunctions: plain.hostFunctions });
    const asking = host(true);
    let result = await runner.run({ source, hostFunctions: asking.hostFunctions });
    for (let step = 0; result.status === "interrupted"; step += 1) {
      assert(step <= calls, "it goes on");
      const some = result.interruptions.filter((_, at) => at === 0 || random(2) === 0);
      const resolutions = some.map(({ id }) => ({ interruptionId: id, value: true }));
      result = await runner.run({ source, hostFunctions: asking.hostFunctions, continuation: result.continuation, resolutions });
    }
    assert.deepEqual(result, expected, source);
    assert.deepEqual(asking.done.sort((a, b) => a - b), plain.done.sort((a, b) => a - b), source);
  }
});
