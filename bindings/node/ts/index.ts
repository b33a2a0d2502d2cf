/**
 * Runs JavaScript written by language models, safely and fast, against a persistent filesystem.
 *
 * @packageDocumentation
 */
export {
  BusyError,
  FileError,
  FunctionError,
  IsolateError,
  ProgramError,
  RepeatedError,
  SandboxError,
  StorageError,
  UsageError,
} from "./errors.js";
export {
  type ApprovalRequest,
  type Described,
  type FunctionOptions,
  Functions,
  type JsonSchema,
  type Schema,
  type Scope,
} from "./functions.js";
export {
  type AnyRun,
  type Call,
  type Conflict,
  type Effects,
  type LogEntry,
  type Omitted,
  type PendingCall,
  Run,
  type Status,
  type Usage,
} from "./run.js";
export {
  Handle,
  type Limits,
  type RunEvent,
  type RunOptions,
  Sandbox,
  type SandboxOptions,
  type Stats,
} from "./sandbox.js";
export { type ShellOptions, ShellRun } from "./shell.js";
export {
  type Answer,
  type Branch,
  type ExportOptions,
  Files,
  type ImportOptions,
  type Merge,
  type MergeConflict,
  type PendingRun,
  type RunEntry,
  type Stat,
  Store,
  type StoreOptions,
  type Transfer,
  Workspace,
  type WorkspaceOptions,
  Workspaces,
  type WorkspacesOptions,
} from "./workspace.js";
export {
  type ObjectSchema,
  type PendingToolCall,
  prompt,
  type PromptOptions,
  Toolbox,
  type ToolboxOptions,
  type ToolError,
  type ToolFormat,
  type ToolReply,
  type ToolSchemas,
  type ToolSpec,
} from "./toolbox.js";
