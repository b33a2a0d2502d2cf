// A sandbox for tools: files, commands, and the tools of an agent that use it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { UsageError, Workspace } from "isolate-run";
import { sandboxSession } from "isolate-run/ai-sdk";
import { z } from "zod";

const bytesOf = async (stream) => Buffer.from(await new Response(stream).arrayBuffer());
const streamOf = (...chunks) => new ReadableStream({
  start(controller) {
    for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
    controller.close();
  },
});

test("files", async () => {
  const workspace = await Workspace.memory();
  await workspace.files.mkdir("/work");
  const session = sandboxSession(workspace, { shell: { cwd: "/work" } });
  await session.writeTextFile({ path: "a/b.txt", content: "one\ntwo\nthrée\n" });
  assert.equal(await workspace.files.readFile("/work/a/b.txt", "utf8"), "one\ntwo\nthrée\n");
  assert.equal(await session.readTextFile({ path: "/work/a/b.txt" }), "one\ntwo\nthrée\n");
  assert.equal(await session.readTextFile({ path: "a/b.txt", startLine: 2, endLine: 2 }), "two");
  assert.equal(await session.readTextFile({ path: "a/b.txt", startLine: 3, endLine: 99 }), "thrée\n");
  await session.writeTextFile({ path: "l1", content: "é", encoding: "latin1" });
  assert.deepEqual([...(await session.readBinaryFile({ path: "l1" }))], [0xe9]);
  assert.equal(await session.readTextFile({ path: "l1", encoding: "latin1" }), "é");
  await session.writeFile({ path: "s", content: streamOf("ab", "c") });
  assert.equal(String(await bytesOf(await session.readFile({ path: "s" }))), "abc");
  await session.writeBinaryFile({ path: "s", content: new Uint8Array([0, 255]) });
  assert.deepEqual(await session.stat({ path: "s" }), { type: "file", size: 2 });
  assert.equal((await session.stat({ path: "a" })).type, "directory");
  await workspace.files.symlink("s", "/work/link");
  assert.deepEqual(await session.stat({ path: "link" }), { type: "file", size: 2 });
  const listed = (await session.listDirectory({ path: "." })).sort((a, b) => (a.name < b.name ? -1 : 1));
  assert.deepEqual(listed, [
    { name: "a", type: "directory" }, { name: "l1", type: "file" }, { name: "link", type: "symlink" }, { name: "s", type: "file" },
  ]);
  for (const path of ["none", "s/none"]) {
    for (const method of ["readFile", "readBinaryFile", "readTextFile", "stat"]) {
      assert.equal(await session[method]({ path }), null, method);
    }
    assert.equal(await session.deleteFile({ path }), false);
  }
  assert.equal(await session.listDirectory({ path: "none" }), null);
  await assert.rejects(session.listDirectory({ path: "s" }), { code: "ENOTDIR" });
  await assert.rejects(session.readFile({ path: "a" }), { code: "EISDIR" });
  await assert.rejects(session.writeTextFile({ path: "a", content: "" }), { code: "EISDIR" });
  await assert.rejects(session.deleteFile({ path: "a" }), UsageError);
  await assert.rejects(session.writeTextFile({ path: "e", content: "", encoding: "ebcdic" }), UsageError);
  assert.equal(await session.deleteFile({ path: "link" }), true);
  assert.equal((await session.stat({ path: "s" })).size, 2);
  const reason = new Error("enough");
  const abortSignal = AbortSignal.abort(reason);
  await assert.rejects(session.readFile({ path: "s", abortSignal }), reason);
  await assert.rejects(session.writeFile({ path: "never", content: streamOf("x"), abortSignal }), reason);
  const abort = new AbortController();
  const writing = session.writeFile({ path: "never", content: new ReadableStream(), abortSignal: abort.signal });
  abort.abort(reason);
  await assert.rejects(writing, reason);
  assert.equal(await session.stat({ path: "never" }), null);
});

test("commands", async () => {
  const workspace = await Workspace.memory();
  const session = sandboxSession(workspace, { shell: { env: { A: "1", B: "1" } } });
  await session.writeTextFile({ path: "d/a.txt", content: "b\na\n" });
  const ended = await session.run({ command: "echo $A$B; sort a.txt; pwd; echo e >&2; exit 3", workingDirectory: "d", env: { B: "2" } });
  assert.deepEqual(ended, { exitCode: 3, stdout: "12\na\nb\n/d\n", stderr: "e\n" });
  assert.equal((await session.run({ command: "pwd" })).stdout, "/\n");
  assert.equal((await session.run({ command: "missing" })).exitCode, 127);
  assert.equal((await session.run({ command: "echo (" })).exitCode, 2);
  assert.equal((await session.run({ command: "printf '\\377'; cat" })).stdout, "\ufffd");
  const reason = new Error("enough");
  await assert.rejects(session.run({ command: "ls", abortSignal: AbortSignal.abort(reason) }), reason);
  const abort = new AbortController();
  setTimeout(() => abort.abort(reason), 200);
  await assert.rejects(session.run({ command: "touch /x; while :; do :; done", abortSignal: abort.signal }), reason);
  assert.equal(await session.stat({ path: "/x" }), null);
  const limited = sandboxSession(workspace, { shell: { limits: { timeoutMs: 300, resultBytes: 10 } } });
  const over = await limited.run({ command: "echo a; while :; do :; done" });
  assert.deepEqual([over.exitCode, over.stdout], [124, "a\n"]);
  assert.match(over.stderr, /300 ms.*nothing was kept/);
  const cut = await limited.run({ command: "seq 100" });
  assert.deepEqual([cut.stdout, cut.stderr], ["1\n2\n3\n4\n5\n", "isolate: 282 bytes of output were left out: write less\n"]);
  assert.throws(() => sandboxSession(workspace, { cwd: "/" }), UsageError);
});

test("processes", async () => {
  const workspace = await Workspace.memory();
  const session = sandboxSession(workspace);
  const process = await session.spawn({ command: "echo out; printf '\\377'; echo err >&2; exit 4" });
  assert.equal("stdin" in process, false);
  assert.deepEqual(await process.wait(), { exitCode: 4 });
  assert.deepEqual(await bytesOf(process.stdout), Buffer.from("out\n\xff", "latin1"));
  assert.equal(String(await bytesOf(process.stderr)), "err\n");
  await process.kill();
  const sorter = await session.spawn({ command: "sort", stdin: true });
  const writer = sorter.stdin.getWriter();
  await writer.write(Buffer.from("b\n"));
  await writer.write(Buffer.from("a\n"));
  await writer.close();
  assert.equal(String(await bytesOf(sorter.stdout)), "a\nb\n");
  assert.deepEqual(await sorter.wait(), { exitCode: 0 });
  for (const stdin of [false, true]) {
    const endless = await session.spawn({ command: "touch /x; while :; do :; done", stdin });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await Promise.all([endless.kill(), endless.kill()]);
    assert.deepEqual(await endless.wait(), { exitCode: 130 });
    assert.equal(String(await bytesOf(endless.stdout)), "");
    const reason = new Error("enough");
    const abort = new AbortController();
    const aborted = await session.spawn({ command: "touch /x; while :; do :; done", stdin, abortSignal: abort.signal });
    setTimeout(() => abort.abort(reason), 200);
    await assert.rejects(aborted.wait(), reason);
    await assert.rejects(session.spawn({ command: "ls", stdin, abortSignal: AbortSignal.abort(reason) }), reason);
  }
  assert.equal(await session.stat({ path: "/x" }), null);
  await workspace.close();
  const closed = await session.spawn({ command: "ls" });
  await assert.rejects(closed.wait(), /was closed/);
  await assert.rejects(bytesOf(closed.stdout), /was closed/);
});

test("a tool of an agent uses it", async () => {
  const workspace = await Workspace.memory();
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const steps = [
    { content: [{ type: "tool-call", toolCallId: "1", toolName: "bash", input: '{"command":"echo hi > a; cat a"}' }], finishReason: { unified: "tool-calls" } },
    { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop" } },
  ];
  let step = 0;
  const model = new MockLanguageModelV4({ doGenerate: async () => ({ ...steps[step++], usage, warnings: [] }) });
  const bash = tool({
    description: "Runs a command.",
    inputSchema: z.object({ command: z.string() }),
    execute: ({ command }, { experimental_sandbox: sandbox, abortSignal }) => sandbox.run({ command, abortSignal }),
  });
  const result = await generateText({
    model, prompt: "go", tools: { bash }, stopWhen: stepCountIs(3), experimental_sandbox: sandboxSession(workspace),
  });
  assert.equal(result.text, "done");
  assert.deepEqual(result.steps[0].toolResults[0].output, { exitCode: 0, stdout: "hi\n", stderr: "" });
  assert.equal(await workspace.files.readFile("/a", "utf8"), "hi\n");
});
