// What adapters answer to models.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import { Functions, sandbox, Workspace } from "./shared.mjs";

const require = createRequire(import.meta.url);
const { programAnswer, answerText } = require("../dist/shared/answer.js");
const { codeDescription, runCode } = require("../dist/shared/code.js");
const { jsonForm, shortened, shortenedText } = require("../dist/shared/shorten.js");

async function answered(code, options = {}, shown = {}) {
  const workspace = await Workspace.memory();
  return programAnswer(await sandbox.run(workspace, code, options), shown);
}

test("a value, the log and the changed files", async () => {
  const code = `async () => {
    console.log("one"); console.warn({ two: 2 });
    await state.writeFile("/a.txt", "x");
    return { when: new Date(0), big: 1n, bytes: new Uint8Array([1]), none: undefined };
  }`;
  const answer = await answered(code);
  assert.deepEqual(answer, {
    status: "returned",
    value: { when: "1970-01-01T00:00:00.000Z", big: { $bigint: "1" }, bytes: { $bytes: "AQ==" } },
    logs: "one\nwarn: { two: 2 }",
    changed: { created: ["/a.txt"] },
    run: answer.run,
  });
  assert.equal(typeof answer.run, "number");
  assert.equal(
    answerText({ ...answer, value: 1 }),
    `1\nlog:\none\nwarn: { two: 2 }\ncreated: /a.txt\nrun: ${answer.run}`,
  );
});

test("an error that a model can repair", async () => {
  const code = "async () => {\n  await state.writeFile('/b', '');\n  return await state.readFile('/none');\n}";
  const answer = await answered(code);
  assert.equal(
    answerText(answer),
    "Error: ENOENT: no such file or directory, readFile '/none' (line 3, column 22)\n" +
      "3 |   return await state.readFile('/none');\n  |                      ^\n" +
      `created: /b\nrun: ${answer.run}\n[the changes that it made before are kept]`,
  );
  const undone = await answered(code, { commit: "atomic" });
  assert.deepEqual(undone.notices, ["the changes were not kept"]);
  const endless = await answered("() => { for (;;); }", { limits: { fuel: 1e7 } });
  assert.deepEqual([endless.status, endless.error.limit, endless.error.code], ["limit", "fuel", "EFUEL"]);
  assert.equal((await answered("() => {")).status, "unparsable");
});

test("a program that returns nothing", async () => {
  const notice = ["the program returned nothing: use `return` for what you want to see"];
  assert.deepEqual(await answered("() => {}"), { status: "returned", notices: notice });
  assert.deepEqual(await answered("() => console.log(1)"), { status: "returned", logs: "1" });
  assert.equal((await answered("() => null")).value, null);
});

test("a program that waits", async () => {
  const functions = new Functions().add("mail", "send", () => 1, { needsApproval: true });
  const workspace = await Workspace.memory();
  const run = await sandbox.run(workspace, "() => mail.send({ to: 'ann' })", { functions });
  const answer = programAnswer(run);
  assert.deepEqual(answer.waitingFor, [
    { call: 1, function: "mail.send", awaits: "approval", argument: { to: "ann" } },
  ]);
  assert.match(answer.notices[0], new RegExp(`as run ${run.runId}; .* Do not run it again`));
});

test("large values are cut where they are large", async () => {
  const code = `() => ({ name: "kept", rows: Array.from({ length: 5000 }, (_, n) => ({ n, text: "x".repeat(50) })), tail: true })`;
  const answer = await answered(code, {}, { valueCharacters: 2000 });
  const length = JSON.stringify(answer.value).length;
  assert(length > 1000 && length <= 2100, String(length));
  assert.deepEqual([answer.value.name, answer.value.tail], ["kept", true]);
  assert.match(answer.value.rows.at(-1), /^\[cut: \d+ of 5000 items left out\]$/);
  assert.deepEqual(answer.value.rows[0], { n: 0, text: "x".repeat(50) });
  assert.match(answer.notices[0], /return less/);
  const logs = await answered("() => { for (let i = 0; i < 3000; i++) console.log('line', i) }", {}, { logCharacters: 500 });
  assert(logs.logs.length <= 500);
  assert.match(logs.logs, /^line 0\n[^]*\[cut: [^]*line 2999$/);
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
      const form = jsonForm(value);
      const cut = shortened(form, room);
      const text = JSON.stringify(cut);
      assert(text.length <= room + 120, `${name}, ${room}: ${text.length}`);
      assert.doesNotMatch(text, /\\ud[89a-f]/i, `${name}, ${room}: half of a pair`);
      assert.match(text, /cut/, `${name}, ${room}: a mark`);
    }
    const whole = jsonForm(value);
    assert.deepEqual(shortened(whole, 1e6), whole);
  }
  assert.equal(Object.keys(shortened(jsonForm(values.proto), 500))[0], "__proto__");
  assert.equal(shortenedText("short", 5), "short");
});

test("the description of a code tool names methods that there are", async () => {
  const workspace = await Workspace.memory();
  const methods = (await sandbox.run(workspace, "() => Object.keys(state)")).result();
  const named = [...codeDescription().matchAll(/\b([a-z]\w+)\((?:path|glob|pattern|from|instr|edits)/g)];
  assert(named.length >= 20, String(named.length));
  for (const [, name] of named) assert(methods.includes(name), name);
  const functions = new Functions().add("mail", "send", () => 1, { describe: "Sends a mail." });
  assert.match(codeDescription(functions), /declare const mail/);
});

test("a program of a model changes all or nothing, and is cancelled", async () => {
  const workspace = await Workspace.memory();
  const code = "async () => { await state.writeFile('/a', 'x'); throw new Error('no') }";
  assert.deepEqual((await runCode(workspace, code)).notices, ["the changes were not kept"]);
  assert.equal(await workspace.files.exists("/a"), false);
  const kept = await runCode(workspace, code, { sandbox, run: { commit: "perCall" } });
  assert.deepEqual(kept.changed, { created: ["/a"] });
  const signal = AbortSignal.timeout(50);
  const ended = await runCode(workspace, "() => { for (;;); }", {}, signal);
  assert.equal(ended.error.limit, "cancelled");
});
