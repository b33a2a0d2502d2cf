// The adapter fits the types of the SDK.
import { createSdkMcpServer, type Options, query } from "@anthropic-ai/claude-agent-sdk";
import { Functions, Toolbox, Workspace } from "isolate-run";
import { codeTool, createIsolateMcpServer, createToolboxMcpServer } from "isolate-run/claude";

export async function fits(): Promise<void> {
  const workspace = await Workspace.memory();
  const isolate = await createIsolateMcpServer(workspace, { functions: new Functions(), alwaysLoad: true });
  const own = createSdkMcpServer({ name: "own", tools: [await codeTool(workspace, { run: { readOnly: true } })] });
  const tools = await createToolboxMcpServer(new Toolbox(workspace), { name: "files" });
  const options: Options = { mcpServers: { isolate, own, tools }, allowedTools: ["mcp__isolate__run"] };
  query({ prompt: "", options });
  // @ts-expect-error There is no such option.
  await createIsolateMcpServer(workspace, { limits: {} });
}
