// The tool has the types of the SDK.
import { type Experimental_SandboxSession, generateText, type LanguageModel, stepCountIs, tool, type Tool, type ToolSet } from "ai";
import { codeTool, sandboxSession, tools } from "isolate-run/ai-sdk";
import { Workspace } from "isolate-run";
import { z } from "zod";

declare const model: LanguageModel;

const workspace = await Workspace.memory();
const price = tool({
  description: "The price of an item.",
  inputSchema: z.object({ item: z.string() }),
  execute: ({ item }) => item.length,
});
const code = await codeTool(workspace, {
  tools: { price },
  toolApproval: { price: ({ item }: { item: string }) => (item === "gold" ? "user-approval" : undefined) },
  onApproval: async ({ function: name }) => name === "tools.price",
  run: { limits: { timeoutMs: 1000 }, label: "types" },
});
const asTool: Tool<{ code: string }> = code;
const set: ToolSet = { code, price, asTool };
const result = await generateText({
  model,
  prompt: "…",
  tools: { code, price },
  experimental_toolCallers: { price: ["code"] },
  stopWhen: stepCountIs(3),
});
for (const call of result.toolResults) {
  if (call.dynamic) continue;
  if (call.toolName === "code") {
    const status: string = call.output.status;
    const input: string = call.input.code;
    void [status, input];
  }
}
const session: Experimental_SandboxSession = sandboxSession(workspace, { shell: { cwd: "/" } });
await generateText({ model, prompt: "…", tools: { code }, experimental_sandbox: session });
const plain: ToolSet = tools(workspace, { tools: "plain" });
await generateText({ model, prompt: "…", tools: { ...tools(workspace), code } });
void [set, plain];
// @ts-expect-error there is no such option
void codeTool(workspace, { tool: {} });
