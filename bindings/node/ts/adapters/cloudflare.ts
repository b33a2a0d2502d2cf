/**
 * Cloudflare's Code Mode and shell: an `Executor` for `@cloudflare/codemode`, and a `StateBackend` for
 * `@cloudflare/shell` over a workspace.
 *
 * @packageDocumentation
 */
export {
  type ConnectorBinding,
  type ExecuteResult,
  IsolateExecutor,
  type IsolateExecutorOptions,
  type ResolvedProvider,
} from "../shared/cloudflare-executor.js";
export { type IsolateStateBackend, stateBackend, type StateBackendOptions } from "../shared/cloudflare-state.js";
