/**
 * Claude Agent SDK: MCP servers in the process with a tool that runs programs, or with all tools of a toolbox.
 *
 * @packageDocumentation
 */
import { type CodeAnswer, isFailure, programDescription } from "../shared/answer.js";
import { CODE_OPTIONS, CODE_SCHEMA, type CodeOptions, programOf, runCode } from "../shared/code.js";
import { imported } from "../shared/sdk.js";
import type { Toolbox, ToolReply, ToolSpec } from "../toolbox.js";
import { check } from "../words.js";
import type { Workspace } from "../workspace.js";

export type { CodeOptions };

/** How the server is made. */
export interface McpServerOptions extends CodeOptions {
  /** Its name, which the model's names of its tools have: `mcp__NAME__run`. Default: `isolate`. */
  name?: string;
  /** Whether its tools are in the prompt from the beginning. Default: that of the SDK. */
  alwaysLoad?: boolean;
  /** How long a call may take, beside the limits of programs. Default: that of the SDK. */
  timeout?: number;
}

/** The answer of a tool of MCP. */
export interface ToolResult {
  content: { type: "text"; text: string }[];
  isError: boolean;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [member: string]: any;
}

/** A tool of the SDK, for `tools` of `createSdkMcpServer`. */
export interface CodeTool {
  name: string;
  description: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  inputSchema: any;
  handler(input: unknown, extra: unknown): Promise<ToolResult>;
}

/** A server of the SDK, for `mcpServers` of `query`. */
export interface McpServer {
  type: "sdk";
  name: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  instance: any;
}

interface Sdk {
  tool(name: string, description: string, shape: object, handler: CodeTool["handler"], extras: object): CodeTool;
  createSdkMcpServer(options: object): McpServer;
}

interface Zod {
  z: { string(): { describe(text: string): unknown } };
}

function sdk(): Promise<Sdk> {
  return imported<Sdk>("@anthropic-ai/claude-agent-sdk", "claude");
}

/**
 * The tool `run`, which runs a program over a workspace. Its answer is a text: the result or the error, the
 * log, and the files that were changed with the run of the history that has them.
 */
export async function codeTool(workspace: Workspace, options: CodeOptions = {}): Promise<CodeTool> {
  check("option", options, CODE_OPTIONS);
  const { z } = await imported<Zod>("zod", "claude");
  const readOnlyHint = options.run?.readOnly ?? false;
  const annotations = {
    title: "Run a program",
    readOnlyHint,
    destructiveHint: !readOnlyHint,
    openWorldHint: options.functions !== undefined,
  };
  return (await sdk()).tool(
    "run",
    programDescription(options.functions, options.run),
    { code: z.string().describe(CODE_SCHEMA.properties.code.description) },
    async (input, extra) => {
      const { signal } = (extra ?? {}) as { signal?: AbortSignal };
      return result(await runCode(workspace, programOf(input), options, signal));
    },
    { annotations },
  );
}

/** An MCP server in the process with the tool `run`, for `mcpServers` of `query`. */
export async function createIsolateMcpServer(
  workspace: Workspace,
  options: McpServerOptions = {},
): Promise<McpServer> {
  check("option", options, [...CODE_OPTIONS, "name", "alwaysLoad", "timeout"]);
  const { name = "isolate", alwaysLoad, timeout, ...code } = options;
  return (await sdk()).createSdkMcpServer({
    name,
    tools: [await codeTool(workspace, code)],
    ...(alwaysLoad === undefined ? {} : { alwaysLoad }),
    ...(timeout === undefined ? {} : { timeout }),
  });
}

/** How the server of a toolbox is made. */
export interface ToolboxServerOptions {
  /** Its name, which the model's names of its tools have: `mcp__NAME__read`. Default: `isolate`. */
  name?: string;
  /** Whether its tools are in the prompt from the beginning. Default: that of the SDK. */
  alwaysLoad?: boolean;
  /** How long a call may take, in milliseconds. Default: that of the SDK. */
  timeout?: number;
}

type Handler = (request: { params: { name: string; arguments?: object } }, extra: { signal: AbortSignal }) => object;

interface Mcp {
  McpServer: new (info: object, options: object) => { server: { setRequestHandler(schema: unknown, handler: Handler): void } };
}

/**
 * An MCP server in the process with all tools of a toolbox, for `mcpServers` of `query`. A toolbox is a
 * session: what was read by one must have been read by it before it is changed.
 */
export async function createToolboxMcpServer(
  toolbox: Toolbox,
  options: ToolboxServerOptions = {},
): Promise<McpServer & { timeout?: number }> {
  check("option", options, ["name", "alwaysLoad", "timeout"]);
  const { name = "isolate", alwaysLoad = false, timeout } = options;
  const { McpServer } = await imported<Mcp>("@modelcontextprotocol/sdk/server/mcp.js", "claude");
  const schemas = await imported<Record<string, unknown>>("@modelcontextprotocol/sdk/types.js", "claude");
  const instance = new McpServer(
    { name, version: "1.0.0" },
    { capabilities: { tools: {} }, instructions: toolbox.prompt() },
  );
  // The schemas of the toolbox are JSON Schema, which `tool` of the SDK does not take; and it checks and
  // corrects arguments itself.
  const listed = toolbox.specs().map((spec) => listing(spec, alwaysLoad));
  instance.server.setRequestHandler(schemas["ListToolsRequestSchema"], () => ({ tools: listed }));
  instance.server.setRequestHandler(schemas["CallToolRequestSchema"], async ({ params }, { signal }) =>
    replied(await toolbox.call(params.name, params.arguments ?? {}, { signal })),
  );
  return { type: "sdk", name, instance, ...(timeout === undefined ? {} : { timeout }) };
}

function listing({ name, description, input, ...spec }: ToolSpec, alwaysLoad: boolean): object {
  const annotations = {
    readOnlyHint: spec.isReadOnly,
    destructiveHint: spec.isDestructive,
    idempotentHint: spec.isIdempotent,
  };
  const meta = alwaysLoad ? { _meta: { "anthropic/alwaysLoad": true } } : {};
  return { name, description, inputSchema: input, annotations, ...meta };
}

function replied({ isOk, text }: ToolReply): ToolResult {
  return { content: [{ type: "text", text }], isError: !isOk };
}

function result(answer: CodeAnswer): ToolResult {
  return { content: [{ type: "text", text: answer.text }], isError: isFailure(answer) };
}
