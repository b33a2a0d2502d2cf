// The declarations of the package fit strict programs, by `import` and by `require`, and show nothing internal.
import assert from "node:assert/strict";
import { test } from "node:test";

import ts from "typescript";

import { complaints, OPTIONS, programOf } from "./typescript.mjs";

const USER = `
import {
  Functions, Sandbox, Toolbox, Workspace,
  type AnyRun, type Effects, type Omitted, type Run, type ShellOptions, type ShellRun,
  type ToolFormat,
} from "isolate-run";

// As the SDKs of OpenAI, Anthropic and MCP declare tools.
interface ChatTool { type: "function"; function: { name: string; parameters?: Record<string, unknown> } }
interface AnthropicTool { name: string; input_schema: { type: "object"; properties?: unknown; [k: string]: unknown } }
interface McpTool { name: string; inputSchema: { type: "object"; properties?: Record<string, object> } }

export async function main(format: ToolFormat): Promise<unknown[]> {
  const sandbox = await Sandbox.create();
  await using workspace = await Workspace.memory();
  const handle = sandbox.start<number>(workspace, "1");
  const promise: Promise<Run<number>> = handle;
  const run = await promise;
  const runs: AnyRun[] = [run, 1, ...(await workspace.history()), ...(await workspace.pending())];
  await workspace.undo(run);
  await workspace.diff(runs);
  await sandbox.resume(workspace, run);
  const effects: Effects = run.effects;
  const omitted: Omitted | null = effects.omitted;
  const value: number | string = await handle.then((it) => it.result()).catch(() => "none").finally(() => {});
  const tools = new Toolbox(workspace, { sandbox, functions: new Functions() });
  const chat: ChatTool[] = tools.schemas("openai");
  const claude: AnthropicTool[] = tools.schemas("anthropic");
  const mcp: McpTool[] = tools.schemas("mcp");
  const records: Record<string, unknown>[] = tools.schemas("openai");
  const schema: Record<string, unknown> = tools.schemas("json-schema");
  return [omitted, value, chat, claude, mcp, records, schema, tools.schemas(format)];
}

export async function commands(sandbox: Sandbox, workspace: Workspace): Promise<unknown[]> {
  const options: ShellOptions = {
    cwd: "/", env: { A: "1" }, stdin: new Uint8Array([97]), session: "s", allowedCommands: ["cat"],
    keepOnSuccess: true, commit: "dryRun", limits: { timeoutMs: 5_000 }, signal: AbortSignal.timeout(60_000),
  };
  const run: ShellRun = await sandbox.shell(workspace, "cat", options);
  const code: number = run.exitCode;
  const bytes: Uint8Array[] = [run.stdout, run.stderr];
  const omitted: number = run.stdoutOmitted + run.stderrOmitted;
  const limit: string | undefined = run.limit;
  const effects: Effects = run.effects;
  // @ts-expect-error Standard input is a text or bytes.
  await sandbox.shell(workspace, "cat", { stdin: 1 });
  // @ts-expect-error A command is atomic.
  await sandbox.shell(workspace, "cat", { commit: "live" });
  // @ts-expect-error Commands have no functions of the host.
  await sandbox.shell(workspace, "cat", { functions: new Functions() });
  // @ts-expect-error What has ended does not change.
  run.exitCode = 0;
  return [code, bytes, omitted, limit, effects, run.stdoutText, run.stderrText];
}

export function wrong(workspace: Workspace, sandbox: Sandbox, functions: Functions, tools: Toolbox): unknown[] {
  // @ts-expect-error
  new Workspace();
  return [
    // @ts-expect-error
    workspace.native,
    // @ts-expect-error
    sandbox.native,
    // @ts-expect-error
    functions.native,
    // @ts-expect-error
    tools.native,
    // @ts-expect-error
    tools.refuse,
    // @ts-expect-error
    Workspace.of,
  ];
}
`;

test("a strict program compiles, by import and by require", () => {
  // The package finds itself by its name, as it is installed or built here.
  const { paths, ...options } = OPTIONS;
  const { program, sources } = programOf({ "user.mts": USER, "user.cts": USER }, {
    ...options,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
  });
  // These programs and what they import of the package; declarations of Node and of the language are not checked.
  const ours = program.getSourceFiles().filter(({ fileName }) => !/\/(@types|typescript|undici-types)\//.test(fileName));
  assert.ok(ours.length > 6, "the declarations of the package are found");
  assert.equal(complaints(program, ours), "");
  const formats = sources.map(({ impliedNodeFormat }) => impliedNodeFormat);
  assert.deepEqual(formats, [ts.ModuleKind.ESNext, ts.ModuleKind.CommonJS]);
});
