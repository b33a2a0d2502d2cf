// The adapter has the types of Cloudflare's packages.
import { createBrowserCodeTool, type Executor } from "@cloudflare/codemode/browser";
import type { StateBackend } from "@cloudflare/shell";
import { Workspace } from "isolate-run";
import { IsolateExecutor, stateBackend } from "isolate-run/cloudflare";

const workspace = await Workspace.memory();
const executor: Executor = new IsolateExecutor({ workspace, timeout: 1000, limits: { fuel: 1e9 } });
const backend: StateBackend = stateBackend(workspace, { actor: "agent" });
createBrowserCodeTool({ tools: {}, executor });
const { edits } = await backend.planEdits([{ kind: "write", path: "/a", content: "x" }]);
edits[0]?.diff satisfies string | undefined;
// @ts-expect-error there is no such option
new IsolateExecutor({ timeoutMs: 1 });
