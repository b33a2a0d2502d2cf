// The adapter fits the types of the SDK.
import { createSdkMcpServer, type Options, query } from "@anthropic-ai/claude-agent-sdk";
import { Functions, Workspace } from "isolate-run";
import { codeTool, createIsolateMcpServer } from "isolate-run/claude";

export async function fits(): Promise<void> {
  const workspace = await Workspace.memory();
  const isolate = await createIsolateMcpServer(workspace, { functions: new Functions(), alwaysLoad: true });
  const own = createSdkMcpServer({ name: "own", tools: [await codeTool(workspace, { run: { readOnly: true } })] });
  const options: Options = { mcpServers: { isolate, own }, allowedTools: ["mcp__isolate__run"] };
  query({ prompt: "", options });
  // @ts-expect-error There is no such option.
  await createIsolateMcpServer(workspace, { limits: {} });
}
