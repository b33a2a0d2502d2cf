// The adapter fits the types of the SDK.
import { Agent, applyPatchTool, run, type Editor, type Shell, shellTool, tool } from "@openai/agents";
import { Manifest, SandboxAgent, type SandboxClient } from "@openai/agents/sandbox";
import { Functions, Workspace } from "isolate-run";
import { codeTool, IsolateEditor, IsolateSandboxClient, IsolateShell, type SandboxClientOptions, type SandboxState, tools } from "isolate-run/openai-agents";

export async function fits(): Promise<void> {
  const workspace = await Workspace.memory();
  const editor: Editor = new IsolateEditor(workspace, { actor: "ann" });
  const shell: Shell = new IsolateShell(workspace, { shell: { session: "main" } });
  shellTool({ shell });
  const client: SandboxClient<SandboxClientOptions, SandboxState> = new IsolateSandboxClient(workspace);
  await client.create?.(new Manifest(), { branch: "try" });
  await run(new SandboxAgent({ name: "coder" }), "go", { sandbox: { client, options: { branch: "try" } } });
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
