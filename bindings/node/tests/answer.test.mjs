// What adapters tell models of runs and of programs.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import { Functions, sandbox, Workspace } from "./shared.mjs";

const require = createRequire(import.meta.url);
const { codeAnswer, programDescription } = require("../dist/shared/answer.js");
const { changesOf } = require("../dist/shared/changes.js");
const { runCode } = require("../dist/shared/code.js");
const { toJson } = require("../dist/shared/json.js");
const { shortenedText, shortenedValue } = require("../dist/shared/shorten.js");

async function answered(code, options = {}, charactersMax = undefined) {
  const workspace = await Workspace.memory();
  return codeAnswer(await sandbox.run(workspace, code, options), charactersMax);
}

test("a result, the log and the changed files", async () => {
  const answer = await answered(`async () => {
    console.log("one"); console.warn({ two: 2 });
    await state.writeFile("/a.txt", "x");
    return { when: new Date(0), big: 1n, bytes: new Uint8Array([1]), none: undefined };
  }`);
  const result = {
    when: "1970-01-01T00:00:00.000Z",
    big: { $bigint: "1" },
    bytes: { $bytes: "AQ==" },
  };
  assert.deepEqual(answer, {
    status: "returned",
    text: `${JSON.stringify(result)}\nLog:\none\nwarn: { two: 2 }\n[created /a.txt; run 1]`,
    result,
    run: 1,
  });
});

test("an error that a model can repair", async () => {
  const code = "async () => {\n  await state.writeFile('/b', '');\n  return await state.readFile('/none');\n}";
  assert.equal(
    (await answered(code)).text,
    "Error: ENOENT: no such file or directory, readFile '/none' (line 3, column 22)\n" +
      "3 |   return await state.readFile('/none');\n  |                      ^\n" +
      "[created /b; it is kept; run 1]",
  );
  assert.match((await answered(code, { commit: "atomic" })).text, /\nNothing that it wrote was kept\.$/);
  const endless = await answered("() => { for (;;); }", { limits: { fuel: 1e7 } });
  assert.equal(endless.status, "limit");
  assert.match(endless.text, /^LimitExceeded \[EFUEL\]: the program used all of its fuel/);
  assert.equal((await answered("() => {")).status, "unparsable");
});

test("a program that returns nothing", async () => {
  const notice = "[the program returned nothing and logged nothing: use `return` to see a value]";
  assert.deepEqual(await answered("() => {}"), { status: "returned", text: notice });
  assert.deepEqual(await answered("() => console.log(1)"), { status: "returned", text: "Log:\n1" });
  assert.equal((await answered("() => null")).result, null);
  const dry = await answered("() => state.writeFile('/a', '')", { commit: "dryRun" });
  assert.match(dry.text, /\[created \/a; a dry run keeps nothing\]$/);
});

test("a program that waits", async () => {
  const functions = new Functions().add("mail", "send", () => 1, { needsApproval: true });
  const workspace = await Workspace.memory();
  const code = "async () => { await state.writeFile('/a', ''); await mail.send({ to: 'ann' }) }";
  const answer = codeAnswer(await sandbox.run(workspace, code, { functions, commit: "atomic" }));
  assert.equal(
    answer.text,
    'call 1 of mail.send: {"to":"ann"}\n' +
      "[the program has not ended: it waits for mail.send (approval), as run 1, and goes on when that is answered. " +
      "Do not run it again: tell the user what it waits for]\n[created /a; it is not kept yet]",
  );
  assert.equal(answer.waitingFor[0].function, "mail.send");
});

test("large results are cut where they are large", async () => {
  const code = `() => ({ name: "kept", rows: Array.from({ length: 5000 }, (_, n) => ({ n, text: "x".repeat(50) })), tail: true })`;
  const answer = await answered(code, {}, 2000);
  assert.equal(answer.result, undefined);
  const [json, notice] = answer.text.split("\n");
  assert(json.length > 1000 && json.length <= 2100, String(json.length));
  const value = JSON.parse(json);
  assert.deepEqual([value.name, value.tail], ["kept", true]);
  assert.match(value.rows.at(-1), /^\[cut: \d+ of 5000 items left out\]$/);
  assert.deepEqual(value.rows[0], { n: 0, text: "x".repeat(50) });
  assert.match(notice, /return less/);
  assert.equal(
    (await answered("() => 'x'.repeat(1000)", {}, 100)).text,
    `${"x".repeat(100)}\n[cut: 900 of 1000 characters were left out; return less, or write it to a file]`,
  );
  const logs = await answered("() => { for (let i = 0; i < 3000; i++) console.log('line', i) }", {}, 500);
  assert(logs.text.length <= 510);
  assert.match(logs.text, /^Log:\nline 0\n[^]*\[cut: [^]*line 2999$/);
  const dropped = await answered("() => { for (let i = 0; i < 9; i++) console.log(i) }", { limits: { logEntries: 4 } });
  assert.match(dropped.text, /\[5 more entries of the log were dropped\]/);
});

test("values of any shape within a number of characters", () => {
  const deep = (levels) => (levels === 0 ? "y".repeat(99) : { inner: deep(levels - 1), also: [1, 2, 3] });
  const values = {
    text: "é\n\"".repeat(9000),
    pairs: "😀".repeat(9000),
    list: Array.from({ length: 9000 }, (_, n) => n),
    texts: Array.from({ length: 100 }, () => "z".repeat(1000)),
    members: Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`k${n}`, n])),
    deep: deep(300),
    proto: JSON.parse(`{"__proto__": "${"p".repeat(9000)}"}`),
  };
  for (const [name, value] of Object.entries(values)) {
    for (const room of [0, 10, 100, 1000, 5000]) {
      const text = JSON.stringify(shortenedValue(toJson(value), room));
      assert(text.length <= room + 120, `${name}, ${room}: ${text.length}`);
      assert.doesNotMatch(text, /\\ud[89a-f]/i, `${name}, ${room}: half of a pair`);
      assert.match(text, /cut/, `${name}, ${room}: a mark`);
    }
    const whole = toJson(value);
    assert.deepEqual(shortenedValue(whole, 1e6), whole);
  }
  assert.equal(Object.keys(shortenedValue(toJson(values.proto), 500))[0], "__proto__");
  assert.equal(shortenedText("short", 5), "short");
});

test("the description of programs", () => {
  const functions = new Functions().add("mail", "send", () => 1, { describe: "Sends a mail." });
  assert.match(programDescription(functions), /nothing when it throws\.[^]*\nwriteFile\(path, content\)\n[^]*declare const mail/);
  const reader = programDescription(undefined, { readOnly: true });
  assert.match(reader, /can read files and not change them/);
  assert.doesNotMatch(reader, /\nwriteFile\(|kept when it returns/);
  assert.doesNotMatch(programDescription(undefined, { commit: "perCall" }), /nothing when it throws/);
});

test("a program of a model changes all or nothing, and is cancelled", async () => {
  const workspace = await Workspace.memory();
  const code = "async () => { await state.writeFile('/a', 'x'); throw new Error('no') }";
  assert.match((await runCode(workspace, code)).text, /Nothing that it wrote was kept\.$/);
  assert.equal(await workspace.files.exists("/a"), false);
  const kept = await runCode(workspace, code, { sandbox, run: { commit: "perCall" } });
  assert.match(kept.text, /it is kept; run 1\]$/);
  const signal = AbortSignal.timeout(50);
  assert.match((await runCode(workspace, "() => { for (;;); }", {}, signal)).text, /cancelled/);
});

test("the paths that a run changed, whatever they are called", async () => {
  const workspace = await Workspace.memory();
  const paths = ['/a\nb\t"q" é\\x', '/b "q" é', "/big", "/empty", "/l", "/with b/with", "/z\u0001\r"];
  const code = `async (paths) => {
    for (const path of paths) await state.writeFile(path, "+\\rdiff --git a/no b/no\\ndiff --git a/no b/no\\n".repeat(99));
    await state.writeFileBytes(paths[1], new Uint8Array([0, 1]));
    await state.writeFile("/empty", "");
    await state.rm("/l");
    await state.symlink("/big", "/l");
  }`;
  const run = await sandbox.run(workspace, code, { input: paths, commit: "atomic" });
  assert.deepEqual(await changesOf(workspace, run.runId), paths.map((path) => ({ path, kind: "created" })));
  const more = "async (paths) => { await state.appendFile('/big', 'x'); await state.rm('/l'); await state.rm('/empty'); await state.mv(paths[0], paths[0] + ' b/2'); await state.mv('/with b', '/to', { recursive: true }) }";
  const { runId } = await sandbox.run(workspace, more, { input: paths, commit: "atomic" });
  assert.deepEqual(await changesOf(workspace, runId), [
    { kind: "moved", path: paths[0], to: `${paths[0]} b/2` },
    { kind: "changed", path: "/big" },
    { kind: "deleted", path: "/empty" },
    { kind: "deleted", path: "/l" },
    { kind: "moved", path: "/with b/with", to: "/to/with" },
  ]);
});
