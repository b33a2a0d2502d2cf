/**
 * Mastra: a filesystem for its workspaces with an audit, and a transport for its code mode.
 *
 * @packageDocumentation
 */
export {
  type AuditEntry,
  type AuditOptions,
  type FileEntry,
  type FileStat,
  type GrepOptions,
  type GrepResult,
  IsolateFilesystem,
  type IsolateFilesystemOptions,
} from "./mastra/filesystem.js";
export {
  type CommandResult,
  type ExecuteCommandOptions,
  IsolateSandbox,
  type IsolateSandboxOptions,
} from "./mastra/sandbox.js";
export {
  type CodeModeResult,
  type CodeModeRun,
  IsolateCodeModeTransport,
  type IsolateCodeModeTransportOptions,
} from "./mastra/transport.js";
