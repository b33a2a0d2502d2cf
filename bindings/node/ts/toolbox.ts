/** Tools for models that call tools, and prompts. */
import { awaited, called, UsageError } from "./errors.js";
import { forgetContext, type Functions, type JsonSchema, keepContext } from "./functions.js";
import { native, type NativeToolbox } from "./native.js";
import type { Effects } from "./run.js";
import type { Limits, Sandbox } from "./sandbox.js";
import { check } from "./words.js";
import type { Workspace } from "./workspace.js";

/** A tool, as a model is told about it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** The JSON schema of its arguments. */
  readonly input: JsonSchema;
  /** The JSON schema of `ToolReply.structured`. */
  readonly output: JsonSchema;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  readonly isIdempotent: boolean;
}

/** Why a call failed. It has changed nothing. */
export interface ToolError {
  /** A stable code, such as `not_found`. */
  readonly code: string;
  readonly message: string;
  /** The next step. */
  readonly hint: string;
  readonly retry: "fix_args" | "reread" | "later" | "never";
  readonly details: Readonly<Record<string, unknown>>;
}

/** The reply to a call. One that failed is a reply as well, since a model is to read it. */
export interface ToolReply {
  readonly tool: string;
  readonly isOk: boolean;
  /** What a model is shown: facts, and contents of files between delimiters that these cannot forge. */
  readonly text: string;
  /** The same as one object; `null` for an error. */
  readonly structured: Readonly<Record<string, unknown>> | null;
  /** The data of the reply, for programs; `null` for an error. */
  readonly data: unknown;
  readonly error: ToolError | null;
  /** What was corrected in the arguments, as sentences. */
  readonly notices: readonly string[];
  /** What it did. */
  readonly receipt: {
    readonly callId: string;
    readonly run?: number;
    readonly revBefore: number;
    readonly revAfter: number;
    readonly durationMs: number;
    readonly dryRun?: true;
  };
  readonly effects: Effects;
  /** What a dry run would change, with the option `plannedDiffs`. */
  readonly plannedDiff: string | null;
}

/** A call that waits for an approval, because of a rule of the policy with the effect `ask`. */
export interface PendingToolCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** How tools work. What is left out has its default. */
export interface ToolboxOptions {
  /** Adds `run`, `run_readonly` and `exec`. */
  sandbox?: Sandbox;
  /** The functions that their programs may call. */
  functions?: Functions;
  /** Rules about paths, as `isolate-run --policy` reads them. Default: everything is allowed. */
  policy?: object;
  /** What must have been read of a file before it is changed. Default: `tracked`. */
  freshness?: "off" | "tracked" | "strict";
  /** How contents of files are delimited in replies. Default: `tagged`. */
  boundary?: "none" | "tagged";
  /** The tools that are listed; others can be called all the same. Default: `all`. */
  tools?: "run" | "plain" | "all";
  /** Whose runs `undo` takes back when it names none. Default: `session`. */
  undoScope?: "session" | "actor";
  /** How long an approval can be given and used. Default: 10 minutes. */
  approvalTimeMs?: number;
  /** The limits of programs. */
  limits?: Limits;
  /** Bounds of arguments and replies, such as `{ outputTokens: 8000 }`; times in milliseconds. */
  caps?: Record<string, number>;
  /** Where relative paths start. Default: they are refused. */
  cwd?: string;
  /** The name in the history. Default: `tool`. */
  actor?: string;
  /** Names that listings and searches skip. Default: `.git`, `node_modules`, `dist`, `build`, `.next`, `target`. */
  exclude?: string[];
  /** Refuses to write a file whose directory is missing. Default: it is made. */
  strictParents?: boolean;
  /** Lets the action `create_file` replace a file. */
  createOverwrites?: boolean;
  /** Adds the diff to the reply of every dry run. */
  plannedDiffs?: boolean;
}

const OPTIONS = [
  "sandbox",
  "functions",
  "policy",
  "freshness",
  "boundary",
  "tools",
  "undoScope",
  "approvalTimeMs",
  "limits",
  "caps",
  "cwd",
  "actor",
  "exclude",
  "strictParents",
  "createOverwrites",
  "plannedDiffs",
];

/** Tools over a workspace, for models that call tools instead of writing programs. */
export class Toolbox {
  /** @internal */
  readonly native: NativeToolbox;

  constructor(workspace: Workspace, options: ToolboxOptions = {}) {
    check("option", options, OPTIONS);
    const { sandbox, functions, ...settings } = options;
    if (functions !== undefined && sandbox === undefined) {
      throw new UsageError("functions are called by programs: give a sandbox as well");
    }
    const form = JSON.stringify(settings);
    this.native = called(
      () => new native.Toolbox(workspace.native, form, sandbox?.native, functions?.native),
    );
  }

  /** The same tools for another client: with a record of its own of what was read. */
  newSession(): Toolbox {
    const session = { native: this.native.newSession() };
    return Object.assign(Object.create(Toolbox.prototype) as Toolbox, session);
  }

  /** The tools that are listed to a model. */
  specs(): ToolSpec[] {
    return JSON.parse(this.native.specs()) as ToolSpec[];
  }

  /** The same, as a model's interface takes them: a list of tools, or of `json-schema` one schema. */
  schemas(format: "openai" | "anthropic" | "mcp" | "json-schema"): unknown {
    return JSON.parse(called(() => this.native.schemas(format)));
  }

  /** What a model is told beside the descriptions of the tools. */
  prompt(): string {
    return this.native.prompt();
  }

  /** Whether nothing can be changed. */
  get isReadOnly(): boolean {
    return this.native.isReadOnly;
  }

  /** Calls a tool. Arguments are an object, or its JSON text as a model wrote it. */
  async call(
    tool: string,
    arguments_: object | string,
    options: { signal?: AbortSignal } = {},
  ): Promise<ToolReply> {
    const { signal } = options;
    const text = typeof arguments_ === "string" ? arguments_ : JSON.stringify(arguments_);
    if (typeof text !== "string") {
      throw new UsageError(`the arguments of ${tool} are ${String(arguments_)}: they are an object`);
    }
    const context = keepContext();
    const call = (() => {
      try {
        return called(() => this.native.start(tool, text, context));
      } catch (error) {
        forgetContext(context);
        throw error;
      }
    })();
    const cancel = (): void => call.cancel();
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return JSON.parse(await awaited(() => call.finished())) as ToolReply;
    } finally {
      signal?.removeEventListener("abort", cancel);
      forgetContext(context);
    }
  }

  /** The calls that wait for an approval. */
  pending(): PendingToolCall[] {
    return JSON.parse(this.native.pending()) as PendingToolCall[];
  }

  /** Approves a call: exactly the same one succeeds once. Answers whether it still waited. */
  approve(id: string): boolean {
    return this.native.approve(id);
  }

  /** Refuses a call. Answers whether it still waited. */
  refuse(id: string): boolean {
    return this.native.refuse(id);
  }
}

/** What a prompt is for. */
export interface PromptOptions {
  /** The functions that programs may call. */
  functions?: Functions;
  /** Leaves out what changes files. */
  readOnly?: boolean;
}

/**
 * What a model is told: how to write programs (`programs`; `compact` in less than half the tokens) with the
 * functions that they may call, JSON actions, or how to use the tools.
 */
export function prompt(
  kind: "programs" | "compact" | "actions" | "tools" = "programs",
  options: PromptOptions = {},
): string {
  check("option", options, ["functions", "readOnly"]);
  return called(() => native.prompt(kind, options.readOnly ?? false, options.functions?.native));
}
