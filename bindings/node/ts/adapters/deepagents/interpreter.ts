/** A middleware with a tool that runs programs. */
import { FunctionError, UsageError } from "../../errors.js";
import { Functions, type JsonSchema, type Scope } from "../../functions.js";
import type { Limits, RunOptions, Sandbox } from "../../sandbox.js";
import { type CodeAnswer, programDescription } from "../../shared/answer.js";
import { CODE_SCHEMA, runCode, WAITS_IN_MEMORY } from "../../shared/code.js";
import { imported } from "../../shared/sdk.js";
import { check } from "../../words.js";
import type { Workspace } from "../../workspace.js";

/** A tool of LangChain, as programs call it. */
export interface BoundTool {
  name: string;
  description: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  schema?: any;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  invoke(input: any, config?: any): Promise<any>;
}

/** The options of `createCodeInterpreterMiddleware` of `@langchain/quickjs`, and our own. */
export interface CodeInterpreterMiddlewareOptions {
  /** Tools that programs call as `tools.NAME(input)`, by their names in the agent or themselves. Default: none. */
  ptc?: (string | BoundTool)[];
  /** Calls of tools that one program may make; `null` for any number. Default: 256. */
  maxPtcCalls?: number | null;
  /** The memory of a program. Default: 256 MiB. */
  memoryLimitBytes?: number;
  /** The time of a program, with its tools. Default: 30 s. */
  executionTimeoutMs?: number;
  /** Characters of a result, and of a log, that the model gets. Default: 20,000. */
  maxResultChars?: number;
  /** The name of the tool. Default: `js_eval`. */
  toolName?: string;
  /** Instead of what the model is told of the tools in `ptc`. */
  systemPrompt?: string | null;
  /** Runs the programs. Default: a sandbox that all adapters of the process share. */
  sandbox?: Sandbox;
  /** Options of every run. Default: `{ commit: "atomic" }`. */
  run?: Omit<RunOptions, "functions" | "input" | "signal">;
}

const OPTIONS = [
  "ptc",
  "maxPtcCalls",
  "memoryLimitBytes",
  "executionTimeoutMs",
  "maxResultChars",
  "toolName",
  "systemPrompt",
  "sandbox",
  "run",
];

interface ModelRequest {
  tools: unknown[];
  systemMessage: { concat(text: string): unknown };
}

/** The middleware, for `middleware` of `createDeepAgent` or `createAgent`. */
export interface CodeInterpreterMiddleware {
  name: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [part: string | symbol]: any;
}

interface Langchain {
  createMiddleware(config: object): CodeInterpreterMiddleware;
  tool(run: (input: { code: string }, config: ToolConfig) => Promise<[string, CodeAnswer]>, fields: object): BoundTool;
}

interface ToolConfig {
  signal?: AbortSignal;
  toolCall?: unknown;
}

/** Functions wait as long as their program. */
const TIMEOUT_MS = 30_000;

/**
 * A middleware whose tool runs programs over a workspace: files persist between calls, and the answer
 * says which run of the history has the changes, also as `artifact` of the message.
 */
export async function createCodeInterpreterMiddleware(
  workspace: Workspace,
  options: CodeInterpreterMiddlewareOptions = {},
): Promise<CodeInterpreterMiddleware> {
  check("option", options, OPTIONS);
  const { ptc = [], maxPtcCalls = 256, toolName = "js_eval", systemPrompt = null } = options;
  if (maxPtcCalls !== null && !(maxPtcCalls >= 1)) {
    throw new UsageError(`maxPtcCalls is ${maxPtcCalls}: it takes a number from 1, or null for any number`);
  }
  const { createMiddleware, tool } = await imported<Langchain>("langchain", "deepagents");
  let bound = ptc.filter((one) => typeof one !== "string");

  const program = async ({ code }: { code: string }, config: ToolConfig): Promise<[string, CodeAnswer]> => {
    const stop = new AbortController();
    const calls = new Calls(config, maxPtcCalls, stop);
    const answer = await runCode(
      workspace,
      code,
      {
        functions: await functionsOf(bound, calls, options),
        run: { ...WAITS_IN_MEMORY, ...options.run, limits: limitsOf(options) },
        ...(options.sandbox === undefined ? {} : { sandbox: options.sandbox }),
        ...(options.maxResultChars === undefined ? {} : { answerCharacters: options.maxResultChars }),
      },
      AbortSignal.any([stop.signal, ...(config.signal === undefined ? [] : [config.signal])]),
    );
    // An interrupt of LangGraph: when the graph is resumed, the program is run again.
    if (calls.interrupt !== undefined) throw calls.interrupt;
    return [answer.text, answer];
  };

  const wrapModelCall = async (
    request: ModelRequest,
    handler: (request: ModelRequest) => unknown,
  ): Promise<unknown> => {
    bound = resolved(ptc, request.tools, toolName);
    const functions = await functionsOf(bound, new Calls({}, null, new AbortController()), options);
    const text = systemPrompt ?? promptOf(functions, toolName, bound.length);
    if (text === "") return handler(request);
    return handler({ ...request, systemMessage: request.systemMessage.concat(text) as ModelRequest["systemMessage"] });
  };

  const evaluate = tool(program, {
    name: toolName,
    description: programDescription(undefined, options.run),
    schema: CODE_SCHEMA,
    responseFormat: "content_and_artifact",
  });
  return createMiddleware({ name: "IsolateCodeInterpreterMiddleware", tools: [evaluate], wrapModelCall });
}

function limitsOf({ run, memoryLimitBytes, executionTimeoutMs }: CodeInterpreterMiddlewareOptions): Limits {
  const limits: Limits = { ...run?.limits };
  if (memoryLimitBytes !== undefined) limits.memoryBytes = memoryLimitBytes;
  if (executionTimeoutMs !== undefined) limits.timeoutMs = executionTimeoutMs;
  return limits;
}

function promptOf(functions: Functions, toolName: string, count: number): string {
  return count === 0 ? "" : `\n\nPrograms of the tool \`${toolName}\` call tools, too.\n${functions.prompt()}`;
}

/** The tools that were named, and those that were given. */
function resolved(ptc: readonly (string | BoundTool)[], tools: unknown[], toolName: string): BoundTool[] {
  const named = new Map((tools as BoundTool[]).map((one) => [one.name, one]));
  named.delete(toolName);
  return ptc.map((one) => {
    if (typeof one !== "string") return one;
    const found = named.get(one);
    if (found?.invoke !== undefined) return found;
    throw new UsageError(`ptc has "${one}", which is no tool of the agent: it has ${[...named.keys()].join(", ")}`);
  });
}

/** The calls of tools by one program. */
class Calls {
  /** What ends the program, and the tool that runs it, until the graph is resumed. */
  interrupt: unknown;
  #count = 0;

  constructor(
    readonly config: ToolConfig,
    readonly max: number | null,
    readonly stop: AbortController,
  ) {}

  async call(tool: BoundTool, input: unknown, scope: Scope): Promise<unknown> {
    this.#count += 1;
    if (this.max !== null && this.#count > this.max) {
      throw new FunctionError(`a program may call tools ${this.max} times`, { code: "EPTCCALLS" });
    }
    // It is a call of its own, and not that of the tool that runs the program.
    const { toolCall: _, signal, ...config } = this.config;
    const signals = [scope.signal, ...(signal === undefined ? [] : [signal])];
    try {
      return contentOf(await tool.invoke(input ?? {}, { ...config, signal: AbortSignal.any(signals) }));
    } catch (error) {
      if ((error as { is_bubble_up?: boolean }).is_bubble_up === true) {
        this.interrupt ??= error;
        this.stop.abort();
        // Without an answer the program does nothing more until it has ended.
        await new Promise((resolve) => scope.signal.addEventListener("abort", resolve, { once: true }));
      }
      throw error;
    }
  }
}

async function functionsOf(
  tools: readonly BoundTool[],
  calls: Calls,
  options: CodeInterpreterMiddlewareOptions,
): Promise<Functions> {
  const functions = new Functions();
  const timeoutMs = limitsOf(options).timeoutMs ?? TIMEOUT_MS;
  for (const tool of tools) {
    const call = (input: unknown, scope: Scope): Promise<unknown> => calls.call(tool, input, scope);
    const input = tool.schema === undefined ? {} : { input: await schemaOf(tool) };
    functions.add("tools", camelCase(tool.name), call, { describe: tool.description, timeoutMs, ...input });
  }
  return functions;
}

/** The JSON schema of a tool, whose own may be of zod 3 or 4. */
async function schemaOf(tool: BoundTool): Promise<JsonSchema> {
  const module = "@langchain/core/utils/json_schema";
  const { toJsonSchema } = await imported<{ toJsonSchema(schema: unknown): JsonSchema }>(module, "deepagents");
  return toJsonSchema(tool.schema);
}

function camelCase(name: string): string {
  return name.replace(/[-_]+([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** What a program gets of the answer of a tool: its text, or else its value. */
function contentOf(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  const { content, update } = answer as { content?: unknown; update?: { messages?: unknown[] } };
  // A command of LangGraph: the message in it.
  const message = update?.messages?.at(-1);
  if (message !== undefined) return contentOf(message);
  if (content !== undefined && "getType" in answer) return contentOf(content);
  if (Array.isArray(answer) && answer.length > 0) {
    const texts = answer.map((block) => (block as { type?: string; text?: string } | null)?.text);
    if (texts.every((text) => typeof text === "string")) return texts.join("\n");
  }
  return JSON.parse(JSON.stringify(answer)) as unknown;
}
