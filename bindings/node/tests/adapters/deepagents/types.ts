// The adapter fits the types of deepagents and LangChain.
import { type BackendProtocolV2, createDeepAgent, type SandboxBackendProtocolV2 } from "deepagents";
import { tool } from "@langchain/core/tools";
import { createAgent } from "langchain";
import { Workspace } from "isolate-run";
import { createCodeInterpreterMiddleware, IsolateBackend, IsolateSandbox } from "isolate-run/deepagents";
import { z } from "zod";

export async function fits(): Promise<void> {
  const workspace = await Workspace.memory();
  const backend: BackendProtocolV2 = new IsolateBackend(workspace, { actor: "ann" });
  const commands: SandboxBackendProtocolV2 = new IsolateSandbox(workspace, { shell: { env: { A: "1" } } });
  createDeepAgent({ model: "openai:gpt-5.2", backend: commands });
  // @ts-expect-error A backend without commands is none with commands.
  const none: SandboxBackendProtocolV2 = new IsolateBackend(workspace);
  void none;
  const price = tool(async ({ item }) => item.length, {
    name: "price",
    description: "",
    schema: z.object({ item: z.string() }),
  });
  const middleware = [await createCodeInterpreterMiddleware(workspace, { ptc: ["ls", price], maxPtcCalls: null })];
  createDeepAgent({ model: "openai:gpt-5.2", backend, middleware });
  createAgent({ model: "openai:gpt-5.2", tools: [price], middleware });
  // @ts-expect-error There is no such option.
  await createCodeInterpreterMiddleware(workspace, { tools: [price] });
}
