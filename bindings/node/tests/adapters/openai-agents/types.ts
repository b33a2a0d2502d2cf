// The adapter fits the types of the SDK.
import { Agent, applyPatchTool, type Editor, tool } from "@openai/agents";
import { Functions, Workspace } from "isolate-run";
import { codeTool, IsolateEditor, tools } from "isolate-run/openai-agents";

export async function fits(): Promise<void> {
  const workspace = await Workspace.memory();
  const editor: Editor = new IsolateEditor(workspace, { actor: "ann" });
  const functions = new Functions();
  new Agent({
    name: "clerk",
    tools: [
      tool(codeTool(workspace, { functions, run: { limits: { timeoutMs: 1000 } } })),
      tool({ ...codeTool(workspace), name: "reader", needsApproval: true }),
      applyPatchTool({ editor }),
      ...tools(workspace, { actor: "ann" }).map((one) => tool(one)),
    ],
  });
  // @ts-expect-error There is no such option.
  codeTool(workspace, { limits: {} });
}
