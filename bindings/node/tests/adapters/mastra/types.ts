// The adapter fits the types of Mastra.
import { createCodeMode } from "@mastra/core/tools";
import type { CodeModeTransport } from "@mastra/core/tools";
import type { WorkspaceFilesystem, WorkspaceSandbox } from "@mastra/core/workspace";
import { Workspace as MastraWorkspace } from "@mastra/core/workspace";
// No entry of the package exports it.
import type { WorkspaceFilesystemAudit } from "../node_modules/@mastra/core/dist/workspace/filesystem/filesystem.js";
import { Workspace } from "isolate-run";
import { IsolateCodeModeTransport, IsolateFilesystem, IsolateSandbox } from "isolate-run/mastra";

export async function fits(): Promise<void> {
  const workspace = await Workspace.memory();
  const filesystem: WorkspaceFilesystem & WorkspaceFilesystemAudit = new IsolateFilesystem(workspace, {
    id: "files",
    actor: "ann",
  });
  const transport: CodeModeTransport = new IsolateCodeModeTransport({ workspace });
  const sandbox: WorkspaceSandbox = new IsolateSandbox(workspace, { shell: { allowedCommands: ["ls"] } });
  new MastraWorkspace({ filesystem, sandbox });
  createCodeMode({ tools: {} }, transport);
  // @ts-expect-error There is no such option.
  new IsolateFilesystem(workspace, { readonly: true });
}
