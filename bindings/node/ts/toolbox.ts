/** Tools for models that call tools, and prompts. */
import { awaited, called, UsageError } from "./errors.js";
import { forgetContext, type Functions, type JsonSchema, keepContext, nativeFunctions } from "./functions.js";
import { native, type NativeToolbox } from "./native.js";
import { type Effects, type EffectsForm, effectsOf } from "./run.js";
import { type Limits, Sandbox } from "./sandbox.js";
import { check, checkSignal, instance, json, shown, text } from "./words.js";
import { nativeWorkspace, type Workspace } from "./workspace.js";

/** The JSON schema of an object. */
export type ObjectSchema = { type: "object"; [member: string]: unknown };

/** The tools, as interfaces of models take them. */
export interface ToolSchemas {
  openai: {
    type: "function";
    function: { name: string; description: string; strict: boolean; parameters: ObjectSchema };
  }[];
  anthropic: { name: string; description: string; input_schema: ObjectSchema }[];
  mcp: {
    name: string;
    description: string;
    inputSchema: ObjectSchema;
    annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  }[];
  /** One schema, whose properties are the tools. */
  "json-schema": ObjectSchema;
}

/** A name of these interfaces. */
export type ToolFormat = keyof ToolSchemas;

/** A tool, as a model is told about it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** The JSON schema of its arguments. */
  readonly input: JsonSchema;
  /** The JSON schema of `ToolReply.structured`. */
  readonly output: JsonSchema;
  /** It changes nothing. */
  readonly isReadOnly: boolean;
  /** It may overwrite or remove what is there. */
  readonly isDestructive: boolean;
  /** Calling it again with the same arguments changes nothing more. */
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
  /** How long an approval can be given and used. Default: 600,000. */
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
  /**
   * Whether programs run commands of a shell by `state.exec`, or which: of those that the policy allows.
   * Default: `false`.
   */
  programCommands?: boolean | readonly string[];
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
  "programCommands",
];

/**
 * Tools over a workspace, for models that call tools instead of writing programs.
 *
 * With a sandbox there are also `run`, `run_readonly` and `exec`, whose programs may call the functions.
 */
export class Toolbox {
  /** @internal */
  readonly native: NativeToolbox;

  constructor(workspace: Workspace, options: ToolboxOptions = {}) {
    check("option", options, OPTIONS);
    const { sandbox, functions, ...settings } = options;
    if (functions !== undefined && sandbox === undefined) {
      throw new UsageError("functions are called by programs: give a sandbox as well");
    }
    const place = nativeWorkspace(workspace);
    const runs = sandbox === undefined ? undefined : instance("sandbox", sandbox, Sandbox, "a Sandbox").native;
    const calls = functions === undefined ? undefined : nativeFunctions(functions);
    const form = json("the options of the toolbox", settings);
    this.native = called(() => new native.Toolbox(place, form, runs, calls));
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

  /**
   * The same, as a model's interface takes them: a list of tools, or of `json-schema` one schema, whose properties are
   * the tools. Throws a `UsageError` for another format.
   */
  schemas<F extends ToolFormat>(format: F): ToolSchemas[F] {
    text("the format", format);
    return JSON.parse(called(() => this.native.schemas(format))) as ToolSchemas[F];
  }

  /** What a model is told beside the descriptions of the tools. */
  prompt(): string {
    return this.native.prompt();
  }

  /** Whether nothing can be changed. */
  get isReadOnly(): boolean {
    return this.native.isReadOnly;
  }

  /**
   * Calls a tool. Arguments are an object, or its JSON text as a model wrote it.
   *
   * A call that fails is a reply as well; rejects with a `UsageError` for a text that is no JSON. The signal cancels
   * the call; one that is aborted already throws its reason, and nothing is begun.
   */
  async call(
    tool: string,
    arguments_: object | string,
    options: { signal?: AbortSignal } = {},
  ): Promise<ToolReply> {
    check("option", options, ["signal"]);
    const { signal } = options;
    text("the tool", tool);
    checkSignal(signal);
    const form = typeof arguments_ === "string" ? arguments_ : json(`the arguments of ${tool}`, arguments_);
    const context = keepContext();
    const call = (() => {
      try {
        return called(() => this.native.start(tool, form, context));
      } catch (error) {
        forgetContext(context);
        throw error;
      }
    })();
    const cancel = (): void => call.cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const reply = JSON.parse(await awaited(() => call.finished())) as ToolReply & { effects: EffectsForm };
      return { ...reply, effects: effectsOf(reply.effects) };
    } finally {
      signal?.removeEventListener("abort", cancel);
      forgetContext(context);
    }
  }

  /** The calls that wait for an approval. */
  pending(): PendingToolCall[] {
    return JSON.parse(this.native.pending()) as PendingToolCall[];
  }

  /**
   * Approves a call: exactly the same one succeeds once, if it is made again within `approvalTimeMs`. Answers whether
   * it still waited.
   */
  approve(id: string): boolean {
    return this.native.approve(text("the id", id));
  }

  /** Refuses a call, which does not wait any more. Answers whether it still waited. */
  deny(id: string): boolean {
    return this.native.refuse(text("the id", id));
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
 * functions that they may call, JSON actions, or how to use the tools. Throws a `UsageError` for another kind.
 */
export function prompt(
  kind: "programs" | "compact" | "actions" | "tools" = "programs",
  options: PromptOptions = {},
): string {
  text("the kind of prompt", kind);
  check("option", options, ["functions", "readOnly"]);
  const { functions, readOnly = false } = options;
  if (typeof readOnly !== "boolean") throw new UsageError(`readOnly is ${shown(readOnly)}: it takes true or false`);
  const calls = functions === undefined ? undefined : nativeFunctions(functions);
  return called(() => native.prompt(kind, readOnly, calls));
}
