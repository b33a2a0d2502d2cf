// The tool that runs programs, and the editor, with agents whose model follows a script.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Agent, applyPatchTool, run, setTracingDisabled, tool } from "@openai/agents";
import { Functions, Toolbox, Workspace } from "isolate-run";
import { codeTool, IsolateEditor, tools } from "isolate-run/openai-agents";

import { patch, Scripted } from "./model.mjs";

setTracingDisabled(true);

/** Runs an agent; answers what its tools have answered, and its last words. */
async function asked(tools, ...steps) {
  const model = new Scripted(...steps);
  const agent = new Agent({ name: "clerk", model, tools });
  const { history, finalOutput } = await run(agent, "Do it.");
  const outputs = history
    .filter(({ type }) => type === "function_call_result" || type === "apply_patch_call_output")
    .map(({ output, status }) => ({ text: typeof output === "string" ? output : output.text, status }));
  return { outputs, finalOutput, model };
}

test("an agent does a task with programs", async () => {
  const workspace = await Workspace.memory();
  await workspace.files.writeFile("/in.csv", "pear,1\nfig,2\n");
  const functions = new Functions().add("shop", "price", ({ item }) => item.length * 100, {
    describe: "The price of an item.",
    input: { type: "object", properties: { item: { type: "string" } }, required: ["item"] },
  });
  const code = `async () => {
    const rows: string[] = (await state.readFile("/in.csv")).trim().split("\\n");
    const prices = await Promise.all(rows.map((row) => shop.price({ item: row.split(",")[0] })));
    await state.writeJson("/prices.json", prices);
    return prices;
  }`;
  const { outputs, finalOutput, model } = await asked(
    [tool(codeTool(workspace, { functions, run: { actor: "clerk" } }))],
    { run: { code: "async () => {\n  return await state.readFile('/in.txt');\n}" } },
    { run: { code } },
    "700",
  );
  assert.match(outputs[0].text, /ENOENT.*\(line 2, column \d+\)\n2 \|   return await state/);
  assert.equal(outputs[1].text, "[400,300]\n[created /prices.json; run 2]");
  assert.equal(finalOutput, "700");
  const [declared] = model.requests[0].tools;
  assert.deepEqual([declared.name, declared.strict, declared.parameters.required], ["run", true, ["code"]]);
  assert.match(declared.description, /price\(input: \{ item: string/);
  const [entry] = await workspace.history();
  assert.deepEqual([entry.run, entry.actor], [2, "clerk"]);
});

test("what was not run is told", async () => {
  const workspace = await Workspace.memory();
  const given = tool(codeTool(workspace));
  const { outputs } = await asked([given], { run: { program: "1" } }, "no");
  assert.match(outputs[0].text, /`code` is the program, as a text/);
  await workspace.close();
  const closed = await asked([given], { run: { code: "() => 1" } }, "no");
  assert.match(closed.outputs[0].text, /the workspace was closed/);
  assert.throws(() => codeTool(workspace, { limits: {} }), /unknown option "limits"/);
});

test("options of the SDK can be added, and a call is cancelled", async () => {
  const workspace = await Workspace.memory();
  const model = new Scripted({ run: { code: "() => 1" } }, "done");
  const agent = new Agent({ name: "clerk", model, tools: [tool({ ...codeTool(workspace), needsApproval: true })] });
  const first = await run(agent, "Do it.");
  const [interruption] = first.interruptions;
  first.state.approve(interruption);
  assert.equal((await run(agent, first.state)).finalOutput, "done");
  const signal = AbortSignal.timeout(50);
  const text = await codeTool(workspace).execute({ code: "() => { for (;;); }" }, undefined, { signal });
  assert.match(text, /cancelled/);
});

test("an agent patches files", async () => {
  const workspace = await Workspace.memory();
  await workspace.files.writeFile("/src/a.js", "one\ntwo\nthree\n");
  await workspace.files.writeFile("/old", "");
  const editor = new IsolateEditor(workspace, { actor: "clerk" });
  const { outputs, finalOutput } = await asked(
    [applyPatchTool({ editor })],
    [
      patch({ type: "create_file", path: "new/b.js", diff: "+first\n+second\n" }),
      patch({ type: "update_file", path: "src/a.js", diff: "@@\n one\n-two\n+2\n three\n" }),
      patch({ type: "delete_file", path: "/old" }),
    ],
    [patch({ type: "update_file", path: "src/a.js", diff: "@@\n-nothing like it\n+x\n" }, "again")],
    "done",
  );
  assert.equal(finalOutput, "done");
  assert.deepEqual(outputs.map(({ status }) => status), ["completed", "completed", "completed", "failed"]);
  assert.match(outputs[0].text, /^created new\/b\.js; run \d+$/);
  assert.match(outputs[3].text, /src\/a\.js: Invalid Context/);
  assert.equal(await workspace.files.readFile("/src/a.js", "utf8"), "one\n2\nthree\n");
  assert.equal(await workspace.files.readFile("/new/b.js", "utf8"), "first\nsecond");
  assert.equal(await workspace.files.exists("/old"), false);
  const [entry] = await workspace.history({ path: "/src/a.js" });
  assert.deepEqual([entry.label, entry.actor], ["apply_patch /src/a.js", "clerk"]);
  await workspace.undo(entry.run);
  assert.equal(await workspace.files.readFile("/src/a.js", "utf8"), "one\ntwo\nthree\n");
});

test("what cannot be patched stays as it is, and is told", async () => {
  const workspace = await Workspace.memory();
  const editor = new IsolateEditor(workspace);
  await workspace.files.writeFile("/a", "1\r\n2\r\n");
  await workspace.files.writeFile("/latin1", new Uint8Array([0xe9]));
  await workspace.files.mkdir("/d");
  const failures = [
    [editor.createFile({ path: "/a", diff: "+x" }), /\/a exists/],
    [editor.createFile({ path: "/b", diff: "x" }), /\/b: Invalid Add File Line/],
    [editor.createFile({ path: "/a/b", diff: "+x" }), /not a directory/],
    [editor.updateFile({ path: "/none", diff: "@@\n-1\n+2" }), /\/none/],
    [editor.updateFile({ path: "/latin1", diff: "@@\n+2" }), /not UTF-8/],
    [editor.updateFile({ path: "/a", diff: "@@\n-1\n+3", moveTo: "/latin1" }), /\/latin1 exists/],
    [editor.deleteFile({ path: "/none" }), /\/none/],
    [editor.deleteFile({ path: "/d" }), /is a directory/],
  ];
  for (const [answer, words] of failures) {
    const { status, output } = await answer;
    assert.equal(status, "failed");
    assert.match(output, words);
  }
  assert.equal(await workspace.files.readFile("/a", "utf8"), "1\r\n2\r\n");
  assert.equal((await editor.updateFile({ path: "/a", diff: "@@\n-1\n+3", moveTo: "x/y" })).status, "completed");
  assert.equal(await workspace.files.readFile("/x/y", "utf8"), "3\r\n2\r\n");
  assert.equal(await workspace.files.exists("/a"), false);
});

test("patches of one file at the same time are all kept", async () => {
  const workspace = await Workspace.memory();
  const editor = new IsolateEditor(workspace);
  const lines = Array.from({ length: 4 }, (_, n) => `line ${n}`);
  await workspace.files.writeFile("/a", lines.join("\n"));
  const answers = await Promise.all(
    lines.map((line) => editor.updateFile({ path: "/a", diff: `@@\n-${line}\n+changed ${line}` })),
  );
  assert.deepEqual(answers.map(({ status }) => status), Array(4).fill("completed"));
  assert.equal(await workspace.files.readFile("/a", "utf8"), lines.map((line) => `changed ${line}`).join("\n"));
});

test("an agent does a task with the plain tools", async () => {
  const workspace = await Workspace.memory();
  await workspace.files.writeFile("/todo.md", "- [ ] write\n");
  const { outputs, model } = await asked(
    tools(workspace, { actor: "clerk", tools: "plain" }).map((one) => tool(one)),
    { read: { path: "/todo.md" }, stat: { path: "/none" } },
    { edit: { path: "/todo.md", old_string: "[ ]", new_string: "[x]" } },
    "done",
  );
  assert.match(outputs[0].text, /- \[ \] write/);
  assert.match(outputs[1].text, /not_found|"exists":false|null/);
  assert.equal(await workspace.files.readFile("/todo.md", "utf8"), "- [x] write\n");
  const names = model.requests[0].tools.map(({ name }) => name);
  assert(names.includes("grep") && !names.includes("run"), String(names));
  assert.equal((await workspace.history())[0].actor, "clerk");
  const toolbox = new Toolbox(workspace);
  assert.equal(tools(toolbox).length, toolbox.specs().length);
  assert.throws(() => tools(toolbox, { actor: "ann" }), /those of the Toolbox/);
});
