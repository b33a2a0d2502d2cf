/**
 * LangChain deepagents: a backend for its files, and a middleware with a tool that runs programs.
 *
 * @packageDocumentation
 */
export {
  type DeleteResult,
  type EditResult,
  type FileData,
  type FileInfo,
  type GlobResult,
  type GrepResult,
  IsolateBackend,
  type IsolateBackendOptions,
  type LsResult,
  type ReadRawResult,
  type ReadResult,
  type TransferError,
  type WriteResult,
} from "./deepagents/backend.js";
export { type ExecuteResponse, IsolateSandbox, type IsolateSandboxOptions } from "./deepagents/sandbox.js";
export {
  type BoundTool,
  type CodeInterpreterMiddleware,
  type CodeInterpreterMiddlewareOptions,
  createCodeInterpreterMiddleware,
} from "./deepagents/interpreter.js";
