/**
 * OpenAI Agents: a tool that runs programs, the plain tools, and an editor for its patches.
 *
 * @packageDocumentation
 */
import { UsageError } from "../errors.js";
import type { Sandbox } from "../sandbox.js";
import { programDescription } from "../shared/answer.js";
import { CODE_OPTIONS, CODE_SCHEMA, type CodeOptions, programOf, runCode } from "../shared/code.js";
import { absolute, codeOf, operate, type Operator } from "../shared/operations.js";
import { toolboxOf } from "../shared/plain-tools.js";
import { imported } from "../shared/sdk.js";
import type { Toolbox, ToolboxOptions, ToolSpec } from "../toolbox.js";
import { check } from "../words.js";
import type { Workspace } from "../workspace.js";

export type { CodeOptions };

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

/** How an editor is made. */
export interface IsolateEditorOptions {
  /** Who the history says that it was. */
  actor?: string;
  /** Runs the operations. Default: a sandbox that all adapters of the process share. */
  sandbox?: Sandbox;
}

/** What has become of an operation. */
export interface EditResult {
  status: "completed" | "failed";
  output: string;
}

/** How often an edit is made again when others change the file meanwhile. */
const TRIES = 20;

const CREATE = `async ({ path, text }) => {
  if ((await state.lstat(path)) !== null) throw new Error(path + " exists: update it, or delete it first");
  await state.writeFile(path, text);
}`;

/** Answers whether the file was as it is expected to be. */
const UPDATE = `async ({ path, before, after, to }) => {
  if ((await state.readFile(path)) !== before) return false;
  await state.writeFile(path, after);
  if (to === null || to === path) return true;
  if ((await state.lstat(to)) !== null) throw new Error(to + " exists: delete it first");
  await state.mkdir(to.replace(/[/][^/]*$/, "") || "/", { recursive: true });
  await state.mv(path, to);
  return true;
}`;

const DELETE = `async (path) => {
  const stat = await state.lstat(path);
  if (stat?.type === "directory") throw new Error(path + " is a directory");
  await state.rm(path);
}`;

/**
 * An `Editor` for `applyPatchTool` of the SDK: each operation is atomic, and a run of the history with the
 * label `apply_patch PATH`. Diffs are applied as the SDK applies them.
 */
export class IsolateEditor {
  readonly #operator: Operator;

  constructor(
    /** Its files. */
    readonly workspace: Workspace,
    options: IsolateEditorOptions = {},
  ) {
    check("option", options, ["actor", "sandbox"]);
    this.#operator = { workspace, sandbox: options.sandbox, actor: options.actor };
  }

  createFile({ path, diff }: { path: string; diff: string }): Promise<EditResult> {
    return edited("created", path, async () => {
      const text = (await applyDiff())("", diff, "create");
      return (await this.#operate(path, CREATE, { path: absolute(path), text })).run;
    });
  }

  updateFile(operation: { path: string; diff: string; moveTo?: string | undefined }): Promise<EditResult> {
    const { path, diff, moveTo } = operation;
    return edited("updated", path, async () => {
      const apply = await applyDiff();
      for (let tries = 0; tries < TRIES; tries += 1) {
        const before = await this.#text(path);
        const to = moveTo === undefined ? null : absolute(moveTo);
        const input = { path: absolute(path), before, after: apply(before, diff), to };
        const { value, run } = await this.#operate<boolean>(path, UPDATE, input);
        if (value) return run;
      }
      throw new UsageError(`${path} is changed by others all the time: read it again`);
    });
  }

  deleteFile({ path }: { path: string }): Promise<EditResult> {
    return edited("deleted", path, async () => (await this.#operate(path, DELETE, absolute(path))).run);
  }

  #operate<T>(path: string, program: string, input: unknown): ReturnType<typeof operate<T>> {
    return operate<T>(this.#operator, `apply_patch ${absolute(path)}`, program, input);
  }

  async #text(path: string): Promise<string> {
    const bytes = await this.workspace.files.readFile(absolute(path));
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new UsageError(`${path} is not UTF-8, and patches are text`);
    }
  }
}

/** What has failed is an answer, from which a model can make a better one. */
async function edited(
  done: string,
  path: string,
  work: () => Promise<number | undefined>,
): Promise<EditResult> {
  try {
    const run = await work();
    return { status: "completed", output: `${done} ${path}${run === undefined ? "" : `; run ${run}`}` };
  } catch (error) {
    // A missing SDK is no mistake of the model.
    if (error instanceof UsageError && codeOf(error) === "ESDK") throw error;
    const { message } = error instanceof Error ? error : new Error(String(error));
    return { status: "failed", output: message.includes(path) ? message : `${path}: ${message}` };
  }
}

type ApplyDiff = (input: string, diff: string, mode?: "default" | "create") => string;

async function applyDiff(): Promise<ApplyDiff> {
  return (await imported<{ applyDiff: ApplyDiff }>("@openai/agents", "openai-agents")).applyDiff;
}
