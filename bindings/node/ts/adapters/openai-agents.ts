/**
 * OpenAI Agents: a tool that runs programs, the plain tools, an editor for its patches, commands for its tool
 * `shell`, and sandboxes for its sandbox agents.
 *
 * @packageDocumentation
 */
import { programDescription } from "../shared/answer.js";
import { CODE_OPTIONS, CODE_SCHEMA, type CodeOptions, programOf, runCode } from "../shared/code.js";
import { toolboxOf } from "../shared/plain-tools.js";
import type { Toolbox, ToolboxOptions, ToolSpec } from "../toolbox.js";
import { check } from "../words.js";
import type { Workspace } from "../workspace.js";

export type { CodeOptions };
export type { CommandsOptions } from "../shared/commands.js";
export { type EditResult, IsolateEditor, type IsolateEditorOptions } from "./openai-agents/editor.js";
export { IsolateSandboxClient, type SandboxClientOptions, type SandboxCreateArgs } from "./openai-agents/sandbox.js";
export { type ExecArgs, type ExecResult, IsolateSandboxSession, type SandboxState } from "./openai-agents/session.js";
export { IsolateShell, type ShellAction, type ShellOutput, type ShellResult } from "./openai-agents/shell.js";

/** Options for `tool()` of the SDK. Others of its options can be added: `tool({ ...codeTool(workspace), needsApproval: true })`. */
export interface CodeTool {
  name: string;
  description: string;
  parameters: {
    type: "object";
    properties: { code: { type: "string"; description: string } };
    required: "code"[];
    additionalProperties: false;
  };
  strict: true;
  execute(input: unknown, context?: unknown, details?: { signal?: AbortSignal }): Promise<string>;
  errorFunction(context: unknown, error: unknown): string;
}

/**
 * A tool that runs programs over a workspace, for `tool()` of the SDK. Its answer is a text: the result
 * or the error, the log, and the files that were changed with the run of the history that has them.
 */
export function codeTool(workspace: Workspace, options: CodeOptions = {}): CodeTool {
  check("option", options, CODE_OPTIONS);
  return {
    name: "run",
    description: programDescription(options.functions, options.run),
    parameters: { ...CODE_SCHEMA, required: ["code"] },
    strict: true,
    execute: async (input, _context, details) =>
      (await runCode(workspace, programOf(input), options, details?.signal)).text,
    // Nothing was run. What the SDK would say is not why.
    errorFunction: (_context, error) => String(error),
  };
}

/** Options for `tool()` of the SDK, of one of the plain tools. */
export interface PlainTool {
  name: string;
  description: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  parameters: any;
  strict: false;
  execute(input: unknown, context?: unknown, details?: { signal?: AbortSignal }): Promise<string>;
  errorFunction(context: unknown, error: unknown): string;
}

/**
 * The tools `read`, `edit`, `grep` and others over a workspace, for `tool()` of the SDK.
 *
 * Give a `Toolbox` of your own to answer its calls that wait for an approval.
 */
export function tools(workspace: Workspace | Toolbox, options: ToolboxOptions = {}): PlainTool[] {
  const toolbox = toolboxOf(workspace, options);
  const plain = ({ name, description, input }: ToolSpec): PlainTool => ({
    name,
    description,
    parameters: input,
    // The toolbox checks arguments itself, corrects what can mean one thing only, and says so.
    strict: false,
    execute: async (given, _context, { signal } = {}) =>
      (await toolbox.call(name, given as object, signal === undefined ? {} : { signal })).text,
    errorFunction: (_context, error) => String(error),
  });
  return toolbox.specs().map(plain);
}
