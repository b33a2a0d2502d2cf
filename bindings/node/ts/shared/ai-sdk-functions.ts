/** Tools of the AI SDK as functions that programs call. */
import { FunctionError, UsageError } from "../errors.js";
import { type ApprovalRequest, Functions, type JsonSchema, type Scope } from "../functions.js";
import type { RunOptions } from "../sandbox.js";

/** What the SDK passes to a tool beside its input. */
export interface ExecutionOptions {
  toolCallId: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  messages: any[];
  abortSignal?: AbortSignal | undefined;
  context?: unknown;
}

/** A tool of the SDK, as programs call it. */
export interface CallableTool {
  description?: unknown;
  inputSchema?: unknown;
  outputSchema?: unknown;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  execute?: ((input: any, options: any) => unknown) | undefined;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  needsApproval?: boolean | ((input: any, options: any) => boolean | PromiseLike<boolean>) | undefined;
}

/** Tools by their names. */
export type CallableTools = Record<string, CallableTool>;

/** Whether a call needs an approval, in the words of the SDK. */
export type Approval =
  | undefined
  | "not-applicable"
  | "approved"
  | "denied"
  | "user-approval"
  | { type: "not-applicable" | "approved" | "denied" | "user-approval"; reason?: string };

/** What an approval of a call is decided by. */
export interface FunctionsOptions {
  /** Which calls of programs need an approval, as `toolApproval` of `generateText` says it by tool. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  toolApproval?: Record<string, Approval | ((input: any) => Approval | PromiseLike<Approval>)>;
  /** Is asked for them: `true` approves, a text refuses with that reason, `undefined` decides later. */
  onApproval?: (
    request: ApprovalRequest,
  ) => boolean | string | undefined | Promise<boolean | string | undefined>;
  /** Options of every run. Default: `{ commit: "atomic" }`. */
  run?: Omit<RunOptions, "functions" | "input" | "signal">;
}

/** A schema as the SDK makes it of any other. */
export interface Schema {
  readonly jsonSchema: unknown;
  readonly validate?: (
    value: unknown,
  ) => PromiseLike<{ success: true; value: unknown } | { success: false; error: Error }>;
}

/** What functions are made with. */
export interface Place {
  readonly options: FunctionsOptions;
  readonly asSchema: (schema: unknown) => Schema;
}

/** How long a run may take by default. */
const RUN_MS = 30_000;

/** The tools as functions of a program, in the namespace `tools`. */
export function functionsOf(place: Place, tools: CallableTools, given: ExecutionOptions): Functions {
  const { options, asSchema } = place;
  const functions = new Functions();
  const approvals = new Map<string, (input: unknown) => Promise<boolean | string | undefined>>();
  let calls = 0;
  for (const [name, tool] of Object.entries(tools)) {
    const { execute } = tool;
    if (typeof execute !== "function") {
      throw new UsageError(
        `programs cannot call the tool ${name}, which has no execute: leave it out of the tools of the code tool`,
      );
    }
    const identifier = identifierOf(name, tools);
    const input = asSchema(tool.inputSchema);
    const approval = approvalOf(place, name, tool, given);
    const call = async (argument: unknown, scope: Scope): Promise<unknown> => {
      calls += 1;
      const toolCallId = `${given.toolCallId}:${calls}`;
      const checked = await validated(name, input, argument);
      return last(execute.call(tool, checked, { ...given, toolCallId, abortSignal: scope.signal }));
    };
    const describe = typeof tool.description === "string" ? tool.description : "";
    functions.add("tools", identifier, call, {
      describe: identifier === name ? describe : `${describe} (the tool ${name})`.trim(),
      ...schemaOption("input", input),
      ...(tool.outputSchema === undefined ? {} : schemaOption("output", asSchema(tool.outputSchema))),
      needsApproval: approval !== undefined,
      // The time limit of the run is that of its tools.
      timeoutMs: 2 * (options.run?.limits?.timeoutMs ?? RUN_MS),
    });
    if (approval !== undefined) approvals.set(`tools.${identifier}`, approval);
  }
  if (approvals.size > 0) {
    functions.onApproval(async (request) => {
      const decided = await approvals.get(request.function)?.(request.argument);
      return decided ?? options.onApproval?.(request);
    });
  }
  functions.check();
  return functions;
}

/** A schema that is known at once; one that is a promise is not shown to the model. */
function schemaOption(side: "input" | "output", schema: Schema): { input?: JsonSchema; output?: JsonSchema } {
  const json = schema.jsonSchema as { then?: unknown } & JsonSchema;
  // A schema of zod may check arguments by itself, beside its members; the SDK does that.
  return typeof json.then === "function" ? {} : { [side]: { ...json } };
}

/** Tools may have any name; functions of programs have that of an identifier. */
function identifierOf(name: string, tools: CallableTools): string {
  const identifier = name.replace(/[^A-Za-z0-9_$]/g, "_").replace(/^(?=[0-9])/, "_");
  const same = Object.keys(tools).find((other) => other !== name && other.replace(/[^A-Za-z0-9_$]/g, "_") === identifier);
  if (same !== undefined) {
    throw new UsageError(`the tools ${name} and ${same} are both tools.${identifier} for a program: rename one`);
  }
  return identifier;
}

/** Decides at once where it can: `undefined` asks. A tool without rules has no approval. */
function approvalOf(
  { options }: Place,
  name: string,
  tool: CallableTool,
  given: ExecutionOptions,
): ((input: unknown) => Promise<boolean | string | undefined>) | undefined {
  const rule = Object.hasOwn(options.toolApproval ?? {}, name) ? options.toolApproval?.[name] : undefined;
  const { needsApproval } = tool;
  if (rule === undefined && (needsApproval === undefined || needsApproval === false)) return undefined;
  return async (input) => {
    if (rule === undefined) {
      const needs = typeof needsApproval === "function" ? await needsApproval.call(tool, input, given) : needsApproval;
      return needs === true ? undefined : true;
    }
    const status = typeof rule === "function" ? await rule(input) : rule;
    const { type, reason = undefined } = typeof status === "object" ? status : { type: status };
    if (type === "denied") return reason ?? `the tool ${name} is denied`;
    return type === "user-approval" ? undefined : true;
  };
}

async function validated(name: string, schema: Schema, argument: unknown): Promise<unknown> {
  if (schema.validate === undefined) return argument;
  const result = await schema.validate(argument);
  if (result.success) return result.value;
  throw new FunctionError(`the input of ${name} is wrong: ${result.error.message}`, { code: "EINVAL" });
}

/** The answer of a tool; of one that answers several times, the last. */
async function last(answer: unknown): Promise<unknown> {
  const parts = (answer as AsyncIterable<unknown> | null | undefined)?.[Symbol.asyncIterator];
  if (typeof parts !== "function") return answer;
  let value: unknown;
  for await (const part of answer as AsyncIterable<unknown>) value = part;
  return value;
}
