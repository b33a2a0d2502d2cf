/**
 * Tools for the AI SDK (`ai` 7): a tool that runs programs, which call the other tools of the call
 * as functions, and a sandbox of files and commands.
 *
 * @packageDocumentation
 */
import { UsageError } from "../errors.js";
import type { Functions, JsonSchema } from "../functions.js";
import type { Run } from "../run.js";
import type { RunOptions, Sandbox } from "../sandbox.js";
import {
  type CallableTool,
  type CallableTools,
  type ExecutionOptions,
  functionsOf,
  type FunctionsOptions,
  type Place,
  type Schema,
} from "../shared/ai-sdk-functions.js";
import { type CodeAnswer, codeAnswer, isFailure } from "../shared/answer.js";
import { commonSandbox } from "../shared/common-sandbox.js";
import { toolboxOf } from "../shared/plain-tools.js";
import { imported } from "../shared/sdk.js";
import { type StandardSchema, standardSchema } from "../shared/standard-schema.js";
import { prompt, type Toolbox, type ToolboxOptions, type ToolReply, type ToolSpec } from "../toolbox.js";
import { check } from "../words.js";
import type { Workspace } from "../workspace.js";

export type { CallableTool, CallableTools, CodeAnswer, ExecutionOptions };
export type { CommandsOptions } from "../shared/commands.js";
export {
  type IsolateSandboxSession,
  type PathOptions,
  type ProcessOptions,
  type SandboxProcess,
  sandboxSession,
  type WritableSandboxProcess,
} from "./ai-sdk/session.js";

/** What the code tool takes of a model. */
export interface CodeInput {
  code: string;
  /** The argument of the program. */
  input?: unknown;
}

/** How the code tool works. */
export interface CodeToolOptions extends FunctionsOptions {
  /** Runs the programs. Default: one for all code tools of the process. */
  sandbox?: Sandbox;
  /** Tools that programs call as `tools.NAME(input)`, beside those of `experimental_toolCallers`. */
  tools?: CallableTools;
  /** Characters of a result, and of a log, that a model gets. Default: 20,000. */
  answerCharacters?: number;
}

const OPTIONS = ["sandbox", "tools", "toolApproval", "onApproval", "run", "answerCharacters"];

/** The tool: give it to `generateText` and its like under any name. */
export interface CodeTool {
  description: string;
  inputSchema: StandardSchema<CodeInput>;
  execute(input: CodeInput, options: ExecutionOptions): Promise<CodeAnswer>;
  toModelOutput(options: { output: CodeAnswer }): { type: "text" | "error-text"; value: string };
  /** Goes on with a run that waited for an approval, with the tools that it had. */
  resume(run: number, options?: { tools?: CallableTools; signal?: AbortSignal }): Promise<CodeAnswer>;
}

/** The tool together with its seam for `experimental_toolCallers`. */
export interface CodeToolCaller extends CodeTool {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly experimental_toolCaller: { type: "local"; bind: (tools: any) => any };
}

/** What is taken of the SDK itself. */
interface Sdk {
  asSchema(schema: unknown): Schema;
}

/**
 * Makes a tool that runs programs over a workspace.
 *
 * Its programs call the tools in `options.tools`, and those that `experimental_toolCallers` of the
 * SDK gives to it, as `tools.NAME(input)`.
 */
export async function codeTool(
  workspace: Workspace,
  options: CodeToolOptions = {},
): Promise<CodeToolCaller> {
  check("option", options, OPTIONS);
  const { asSchema } = await imported<Sdk>("ai", "ai-sdk");
  const sandbox = options.sandbox ?? (await commonSandbox());
  const bind = (tools: CallableTools): CodeTool =>
    bound({ workspace, sandbox, options, asSchema }, { ...options.tools, ...tools });
  const caller = { type: "local", bind } as const;
  return Object.defineProperty(bind({}), "experimental_toolCaller", { value: caller }) as CodeToolCaller;
}

interface CodePlace extends Place {
  readonly workspace: Workspace;
  readonly sandbox: Sandbox;
  readonly options: CodeToolOptions;
}

function bound(place: CodePlace, tools: CallableTools): CodeTool {
  const { workspace, sandbox, options } = place;
  const none: ExecutionOptions = { toolCallId: "", messages: [] };
  const runOptions = (given: ExecutionOptions): RunOptions => ({
    commit: "atomic",
    suspendAfterMs: false,
    ...options.run,
    functions: functionsOf(place, tools, given),
    ...(given.abortSignal === undefined ? {} : { signal: given.abortSignal }),
  });
  const answer = (run: Run): CodeAnswer => codeAnswer(run, options.answerCharacters);
  return {
    description: describe(functionsOf(place, tools, none), options.run),
    inputSchema: codeSchema(),
    async execute({ code, ...rest }, given) {
      given.abortSignal?.throwIfAborted();
      const run = await sandbox.run(workspace, code, { ...runOptions(given), ...rest });
      given.abortSignal?.throwIfAborted();
      return answer(run);
    },
    toModelOutput({ output }) {
      return { type: isFailure(output) ? "error-text" : "text", value: output.text };
    },
    async resume(run, { tools: more = {}, signal } = {}) {
      if (Object.keys(more).length > 0) {
        return bound(place, { ...tools, ...more }).resume(run, signal === undefined ? {} : { signal });
      }
      const given = { ...none, toolCallId: `run-${run}`, abortSignal: signal };
      return answer(await sandbox.resume(workspace, run, runOptions(given)));
    },
  };
}

/** What a model is told of programs and their functions. */
function describe(functions: Functions, { readOnly = false, commit = "atomic" }: RunOptions = {}): string {
  let kept = "";
  if (readOnly) kept = "It can read files and not change them. ";
  else if (commit === "atomic") kept = "All that it writes is kept when it returns, and nothing when it throws. ";
  return `Runs a program and answers what it returns. ${kept}Files persist between calls.\n\n${prompt("compact", { functions, readOnly }).trimEnd()}`;
}

const CODE_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    code: { type: "string", description: "The program, such as `async () => { return await state.readdir(\"/\") }`." },
    input: {
      type: ["object", "array", "string", "number", "boolean"],
      description: "The argument of the program, `async (input) => …`: any JSON value.",
    },
  },
  required: ["code"],
  additionalProperties: false,
};

function codeSchema(): StandardSchema<CodeInput> {
  return standardSchema(CODE_SCHEMA, (value) => {
    const { code, input } = (value ?? {}) as Partial<CodeInput>;
    if (typeof code !== "string") throw new UsageError("the input is { code, input? }, where code is a program as text");
    return input === undefined ? { code } : { code, input };
  });
}

/** One of the plain tools: give them to `generateText` and its like. */
export interface PlainTool {
  description: string;
  inputSchema: StandardSchema<Record<string, unknown>>;
  execute(input: Record<string, unknown>, options: ExecutionOptions): Promise<ToolReply>;
  toModelOutput(options: { output: ToolReply }): { type: "text" | "error-text"; value: string };
}

/**
 * The tools `read`, `edit`, `grep` and others over a workspace, by their names.
 *
 * Give a `Toolbox` of your own to answer its calls that wait for an approval.
 */
export function tools(workspace: Workspace | Toolbox, options: ToolboxOptions = {}): Record<string, PlainTool> {
  const toolbox = toolboxOf(workspace, options);
  const plain = ({ name, description, input }: ToolSpec): PlainTool => ({
    description,
    // The toolbox checks arguments itself, corrects what can mean one thing only, and says so.
    inputSchema: standardSchema(input, (value) => value as Record<string, unknown>),
    execute: (given, { abortSignal }) =>
      toolbox.call(name, given, abortSignal === undefined ? {} : { signal: abortSignal }),
    toModelOutput: ({ output: { isOk, text } }) => ({ type: isOk ? "text" : "error-text", value: text }),
  });
  return Object.fromEntries(toolbox.specs().map((spec) => [spec.name, plain(spec)]));
}
