// What a user does first, with nothing installed but the package: `cargo xtask ci node` runs it.
// With `--published`, the package has to have all that is published, which other builds may have been made
// without.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

import { Sandbox, Workspace } from "isolate-run";

const require = createRequire(import.meta.url);
// Both kinds of module share one instance of the package.
assert.equal(require("isolate-run").Sandbox, Sandbox);

/** What npm puts on the path of scripts, started by this Node. */
const command = join(import.meta.dirname, "node_modules/.bin/isolate-run");
assert.ok(existsSync(command));

function node(args, text = "", env = process.env) {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
    child.stdin.end(text);
  });
}

const run = (args, text = "") => node([command, ...args], text);

{
  const sandbox = await Sandbox.create();
  const workspace = await Workspace.memory();
  const done = await sandbox.run(workspace, "async () => { await state.writeFile('/a', 'b'); return 2; }");
  assert.equal(done.result(), 2);
  assert.deepEqual([...done.effects.created], ["/a"]);
  await workspace.close();
}

const done = await run(["--eval", "({ a: 1 })", "--json"]);
assert.equal(done.code, 0, done.stderr);
assert.deepEqual(JSON.parse(done.stdout).result, { a: 1 });
assert.equal((await run(["--eval", "throw new Error('x')"])).code, 1);
const usage = await run(["--no-such-option"]);
assert.equal(usage.code, 2);
assert.match(usage.stderr, /--no-such-option/);
assert.equal((await run(["-"], "21 * 2")).stdout, "42\n");
// More than a pipe holds arrives whole.
const long = await run(["--eval", "'x'.repeat(900000)"]);
assert.ok(long.stdout.length >= 900_000, `${long.stdout.length} characters`);

/** Ctrl-C ends a program with its exit code. */
{
  const line = [command, "--timeout", "1m", "--eval", "for (;;);"];
  const child = spawn(process.execPath, line, { stdio: ["ignore", "pipe", "pipe"] });
  await sleep(1_000);
  child.kill("SIGINT");
  const [code, signal] = await once(child, "exit");
  assert.deepEqual([code, signal], [130, null]);
}

/** A reader that goes away is no error of Node. */
{
  const child = spawn(process.execPath, [command, "--eval", "'x\\n'.repeat(400000)"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text) => (errors += text));
  child.stdout.destroy();
  await once(child, "exit");
  assert.doesNotMatch(errors, /panicked|EPIPE|at /);
}

/** An MCP server over a pipe: it answers, and ends with its input. */
{
  const folder = await mkdtemp(join(tmpdir(), "isolate-"));
  const child = spawn(process.execPath, [command, "serve", "--db", join(folder, "served.sqlite")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const capabilities = {};
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  const [answer] = await once(createInterface(child.stdout), "line");
  assert.ok(JSON.parse(answer).result.serverInfo);
  child.stdin.end();
  assert.deepEqual(await once(child, "exit"), [0, null]);
  await rm(folder, { recursive: true });
}

/** A collector gets the spans of runs, as parts of the trace that the caller names. */
async function spans() {
  const given = Object.entries(process.env).filter(([name]) => !/^(OTEL_|TRACE)/.test(name));
  const environment = Object.fromEntries(given);
  // Nothing asks whether this build sends spans but a wrong setting, which is told where they are sent.
  const asked = await node([command, "--eval", "1"], "", { ...environment, OTEL_TRACES_EXPORTER: "unknown" });
  if (!asked.stderr.includes("spans are not exported")) {
    assert.ok(!process.argv.includes("--published"), "what is published sends spans, and this does not");
    return "; skipped: spans, for which this library is built without the feature otlp";
  }
  const received = [];
  const collector = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    received.push({ place: request.url, kind: request.headers["content-type"], body });
    response.end();
  });
  await once(collector.listen(0, "127.0.0.1"), "listening");
  environment.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${collector.address().port}`;
  const [trace, span] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  const traceparent = `00-${trace}-${span}-01`;
  const code = `import { Sandbox, Workspace } from "isolate-run";
    const options = { traceparent: ${JSON.stringify(traceparent)} };
    await (await Sandbox.create()).run(await Workspace.memory(), "1", options);`;
  for (const [what, args, more] of [
    ["the package", ["--input-type=module", "--eval", code], {}],
    ["the command", [command, "--eval", "1"], { TRACEPARENT: traceparent }],
  ]) {
    received.length = 0;
    const done = await node(args, "", { ...environment, ...more });
    assert.equal(done.code, 0, done.stderr);
    assert.ok(received.length > 0, `${what} has sent nothing`);
    for (const { place, kind } of received) {
      assert.deepEqual([place, kind], ["/v1/traces", "application/x-protobuf"]);
    }
    const sent = Buffer.concat(received.map(({ body }) => body));
    for (const id of [trace, span]) {
      assert.ok(sent.includes(Buffer.from(id, "hex")), `${what}: another trace`);
    }
  }
  collector.close();
  return ", and spans arrive";
}

console.log(`the package and the command work on Node ${process.version}${await spans()}`);
