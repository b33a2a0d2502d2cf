/** A transport for the code mode of Mastra. */
import { FunctionError, UsageError } from "../../errors.js";
import { Functions } from "../../functions.js";
import type { Limits, Sandbox } from "../../sandbox.js";
import { WAITS_IN_MEMORY } from "../../shared/code.js";
import { commonSandbox } from "../../shared/common-sandbox.js";
import { type Json, toJson } from "../../shared/json.js";
import { check } from "../../words.js";
import { Workspace } from "../../workspace.js";

/** How a transport is made. */
export interface IsolateCodeModeTransportOptions {
  /** The files that programs reach by `state`. Default: none that are kept. */
  workspace?: Workspace;
  /** Runs the programs. Default: a sandbox that all adapters of the process share. */
  sandbox?: Sandbox;
  /** What a program may use. Its time is that of the code mode. */
  limits?: Omit<Limits, "timeoutMs">;
  /** Who the history says that it was. */
  actor?: string;
}

/** What code mode gives to a transport. */
export interface CodeModeRun {
  program: string;
  toolIds: string[];
  dispatch: (tool: string, args: unknown) => Promise<unknown>;
  timeout: number;
  abortSignal?: AbortSignal;
  onExternalCall?: (tool: string, args: unknown) => void;
  onExternalResult?: (tool: string, durationMs: number, error?: unknown) => void;
}

/** What it gets back. */
export interface CodeModeResult {
  success: boolean;
  result?: Json;
  logs?: string[];
  error?: { message: string; name?: string; line?: number };
}

/** A `CodeModeTransport` of Mastra: runs the programs of its code mode in this process. */
export class IsolateCodeModeTransport {
  /** It needs no sandbox of Mastra. */
  readonly requiresSandbox = false;
  readonly #options: IsolateCodeModeTransportOptions;

  constructor(options: IsolateCodeModeTransportOptions = {}) {
    check("option", options, ["workspace", "sandbox", "limits", "actor"]);
    this.#options = options;
  }

  async run(given: CodeModeRun): Promise<CodeModeResult> {
    const { actor, limits, sandbox = await commonSandbox() } = this.#options;
    const workspace = this.#options.workspace ?? (await Workspace.memory({ records: false }));
    try {
      const run = await sandbox.run(workspace, wrapped(given.program, given.toolIds), {
        functions: externals(given),
        limits: { ...limits, timeoutMs: given.timeout },
        label: "code mode",
        ...WAITS_IN_MEMORY,
        ...(actor === undefined ? {} : { actor }),
        ...(given.abortSignal === undefined ? {} : { signal: given.abortSignal }),
      });
      const logs = run.logs.map(({ text }) => text);
      const { error } = run;
      if (error === undefined) {
        const result = toJson(run.value);
        return { success: true, ...(result === undefined ? {} : { result }), logs };
      }
      const name = { wall: "TimeoutError", cancelled: "AbortError" }[error.limit ?? ""] ?? error.errorName;
      const line = error.line === undefined ? {} : { line: error.line };
      return { success: false, logs, error: { message: error.message, name, ...line } };
    } finally {
      if (workspace !== this.#options.workspace) await workspace.close();
    }
  }
}

/** The name behind `external_` that code mode declares for a tool. */
function externalName(toolId: string): string {
  const name = toolId.replace(/[^A-Za-z0-9_$]/g, "_");
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`;
}

/** The program with its functions, on the lines where it was. */
function wrapped(program: string, toolIds: readonly string[]): string {
  const call = "(name) => (args) => external[name](args).catch((e) => { throw e.data?.name ? Object.assign(e, { name: e.data.name }) : e })";
  const functions = toolIds.map((id, index) => `external_${externalName(id)} = external_("t${index}")`);
  const names = functions.length === 0 ? "" : `const external_ = ${call}, ${functions.join(", ")}; `;
  return `async () => { ${names}${program}\n}`;
}

function externals({ toolIds, dispatch, timeout, onExternalCall, onExternalResult }: CodeModeRun): Functions {
  const functions = new Functions();
  const names = new Map<string, string>();
  for (const [index, tool] of toolIds.entries()) {
    const other = names.get(externalName(tool));
    if (other !== undefined) {
      throw new UsageError(`"${other}" and "${tool}" are both external_${externalName(tool)}: rename one`);
    }
    names.set(externalName(tool), tool);
    const call = async (args: unknown): Promise<unknown> => {
      const started = Date.now();
      told(() => onExternalCall?.(tool, args));
      try {
        const answer = await dispatch(tool, args);
        told(() => onExternalResult?.(tool, Date.now() - started));
        // As the other transports, whose programs get JSON.
        return answer === undefined ? undefined : (JSON.parse(JSON.stringify(answer)) as unknown);
      } catch (error) {
        told(() => onExternalResult?.(tool, Date.now() - started, error));
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        throw new FunctionError(message, { data: { name } });
      }
    };
    functions.add("external", `t${index}`, call, { timeoutMs: timeout });
  }
  return functions;
}

/** Calls a hook, whose errors are its own. */
function told(hook: () => void): void {
  try {
    hook();
  } catch {
    // A program does not end because of a hook for tracing.
  }
}
