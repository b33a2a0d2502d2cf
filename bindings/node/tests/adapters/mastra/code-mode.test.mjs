// The transport for code mode, by itself and with `createCodeMode`, and agents with a scripted model.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Agent } from "@mastra/core/agent";
import { createCodeMode, createTool } from "@mastra/core/tools";
import { Workspace as MastraWorkspace } from "@mastra/core/workspace";
import { Workspace } from "isolate-run";
import { IsolateCodeModeTransport, IsolateFilesystem } from "isolate-run/mastra";
import { z } from "zod";

import { scripted } from "./model.mjs";

const transport = new IsolateCodeModeTransport();

function run(program, given = {}, on = transport) {
  const dispatch = async (tool, args) => ({ tool, args });
  return on.run({ program, toolIds: ["lookup", "get-it"], dispatch, timeout: 5000, ...given });
}

test("a program, its calls and its log", async () => {
  const program = `
    const ask: (n: number) => Promise<unknown> = (n) => external_lookup({ n });
    console.log("asks", { n: 1 });
    console.error("twice");
    const [one, two] = await Promise.all([ask(1), external_get_it("x")]);
    return { one, two, none: await external_lookup() };`;
  assert.deepEqual(await run(program), {
    success: true,
    result: {
      one: { tool: "lookup", args: { n: 1 } },
      two: { tool: "get-it", args: "x" },
      none: { tool: "lookup" },
    },
    logs: ["asks { n: 1 }", "twice"],
  });
  assert.deepEqual(await run("const x = 1"), { success: true, logs: [] });
  assert.deepEqual(await run("return new Map([[1, new Date(0)]])"), {
    success: true,
    result: { $map: [[1, "1970-01-01T00:00:00.000Z"]] },
    logs: [],
  });
});

test("errors of programs have a line, those of tools their name", async () => {
  const thrown = await run("const a = 1;\nconsole.log(a);\nreturn missing.x;");
  assert.deepEqual(thrown, {
    success: false,
    logs: ["1"],
    error: { name: "ReferenceError", message: "missing is not defined", line: 3 },
  });
  const unparsable = await run("const a = ;");
  assert.deepEqual([unparsable.success, unparsable.error.name, unparsable.error.line], [false, "SyntaxError", 1]);
  const dispatch = async () => {
    throw new RangeError("too many");
  };
  const seen = await run("try { await external_lookup() } catch (e) { return [e.name, e.message] }", { dispatch });
  assert.deepEqual(seen.result, ["RangeError", "too many"]);
  const { error } = await run("await external_lookup()", { dispatch });
  assert.deepEqual([error.name, error.message], ["RangeError", "too many"]);
  const strange = await run("return await external_lookup()", { dispatch: async () => ({ when: new Date(0), f() {} }) });
  assert.deepEqual(strange.result, { when: "1970-01-01T00:00:00.000Z" });
});

test("hooks are told of calls, and do no harm", async () => {
  const told = [];
  const dispatch = async (tool, args) => {
    if (args === 2) throw new Error("no");
    return args;
  };
  const given = {
    dispatch,
    onExternalCall: (tool, args) => told.push([tool, args]),
    onExternalResult: (tool, ms, error) => {
      told.push([tool, typeof ms, error?.message]);
      throw new Error("of the hook");
    },
  };
  const program = "await external_lookup(1); await external_lookup(2).catch(() => {}); return 3";
  assert.equal((await run(program, given)).result, 3);
  assert.deepEqual(told, [
    ["lookup", 1],
    ["lookup", "number", undefined],
    ["lookup", 2],
    ["lookup", "number", "no"],
  ]);
});

test("a program ends in time, or when it is aborted", async () => {
  const started = Date.now();
  const late = await run("for (;;);", { timeout: 200 });
  assert.deepEqual([late.success, late.error.name], [false, "TimeoutError"]);
  const never = () => new Promise(() => {});
  const waits = await run("console.log('before'); await external_lookup()", { timeout: 200, dispatch: never });
  assert.deepEqual([waits.error.name, waits.logs], ["TimeoutError", ["before"]]);
  const abortSignal = AbortSignal.timeout(100);
  const aborted = await run("await external_lookup()", { dispatch: never, abortSignal });
  assert.equal(aborted.error.name, "AbortError");
  assert(Date.now() - started < 4000);
});

test("a call that takes longer than runs wait in memory is waited for", async () => {
  const workspace = await Workspace.memory();
  const on = new IsolateCodeModeTransport({ workspace });
  const dispatch = () => new Promise((resolve) => setTimeout(resolve, 11_000, "late"));
  const { result } = await run("return await external_lookup()", { dispatch, timeout: 20_000 }, on);
  assert.equal(result, "late");
});

test("programs reach nothing but their tools, or the files of a workspace", async () => {
  const probe = "return [typeof fetch, typeof process.binding, Object.keys(process.env).length, typeof external_other]";
  assert.deepEqual((await run(probe)).result.slice(1), ["undefined", 0, "undefined"]);
  assert.equal((await run("await state.writeFile('/a', 'x'); return await state.exists('/a')")).result, true);
  assert.equal((await run("return await state.exists('/a')")).result, false);
  const workspace = await Workspace.memory();
  const on = new IsolateCodeModeTransport({ workspace, actor: "ann", limits: { fuel: 1e9 } });
  await run("await state.writeFile('/a', 'x')", {}, on);
  assert.equal((await run("return await state.readFile('/a')", {}, on)).result, "x");
  const [entry] = await workspace.history();
  assert.deepEqual([entry.label, entry.actor], ["code mode", "ann"]);
  assert.equal((await run("for (;;);", {}, on)).error.name, "LimitExceeded");
  await assert.rejects(run("", { toolIds: ["a-b", "a.b"] }), /"a-b" and "a\.b" are both external_a_b/);
});

test("createCodeMode runs on the transport, and an agent uses it", async () => {
  const products = createTool({
    id: "top-products",
    description: "The products that sell best",
    inputSchema: z.object({ limit: z.number() }),
    execute: async ({ limit }) => ["pear", "plum", "fig"].slice(0, limit),
  });
  const { tool, instructions } = createCodeMode({ tools: { products } }, transport);
  assert.match(instructions, /external_top_products/);
  const code = `
    const names: string[] = await external_top_products({ limit: 2 });
    return names.map((name) => name.toUpperCase());`;
  const model = scripted({ execute_typescript: { code } }, "PEAR and PLUM");
  const agent = new Agent({ id: "shop", name: "shop", instructions, model, tools: { [tool.id]: tool } });
  const { text } = await agent.generate("What sells best?");
  assert.equal(text, "PEAR and PLUM");
  const told = JSON.stringify(model.prompts[1]);
  assert.match(told, /PEAR.*PLUM/);
  const wrong = scripted({ execute_typescript: { code: "return await external_top_products({ limit: 'x' })" } }, "no");
  const careful = new Agent({ id: "shop", name: "shop", instructions, model: wrong, tools: { [tool.id]: tool } });
  await careful.generate("What sells best?");
  assert.match(JSON.stringify(wrong.prompts[1]), /Tool input validation failed/);
});

test("an agent does a task on the files", async () => {
  const workspace = await Workspace.memory();
  await workspace.files.writeFile("/todo.md", "- [ ] write\n- [ ] test\n");
  const filesystem = new IsolateFilesystem(workspace, { actor: "agent" });
  const model = scripted(
    { mastra_workspace_read_file: { path: "/todo.md" } },
    { mastra_workspace_edit_file: { path: "/todo.md", old_string: "- [ ] write", new_string: "- [x] write" } },
    "done",
  );
  const agent = new Agent({
    id: "files",
    name: "files",
    instructions: "Do it.",
    model,
    workspace: new MastraWorkspace({ filesystem }),
  });
  assert.equal((await agent.generate("Tick off the first task.")).text, "done");
  assert.equal(await workspace.files.readFile("/todo.md", "utf8"), "- [x] write\n- [ ] test\n");
  const [entry] = await filesystem.getHistory();
  assert.deepEqual([entry.path, entry.metadata.actor], ["/todo.md", "agent"]);
  await workspace.undo(entry.metadata.run);
  assert.match(await workspace.files.readFile("/todo.md", "utf8"), /- \[ \] write/);
});
