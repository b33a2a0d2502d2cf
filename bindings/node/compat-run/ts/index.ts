/**
 * The interface of the package `run`, by isolate-run.
 *
 * @packageDocumentation
 */
export { getHostFunctionContext, type HostFunctionContext, type HostFunctionResumeContext } from "./context.js";
export {
  type ContinuationCodec,
  type ContinuationDecodeTransaction,
  type ContinuationOperationContext,
  type ContinuationStorage,
  createSignedContinuationCodec,
  createStoredContinuationCodec,
  type RunContinuationState,
  type RunLedgerEntry,
  type SignedContinuationCodecOptions,
  type StoredContinuation,
} from "./continuation.js";
export {
  RunAbortedError,
  RunBridgeLimitError,
  RunConcurrencyError,
  RunDetachedBridgeRequestError,
  RunError,
  RunHostFunctionError,
  RunProtocolError,
  RunSourceTooLargeError,
  RunTimeoutError,
} from "./errors.js";
export {
  type HostFunction,
  type HostFunctionGroup,
  type HostFunctions,
  isRunInterruptedResult,
  type RunCompletedResult,
  type RunInput,
  type RunInterruptedResult,
  type RunInterruption,
  type RunLimits,
  type RunnerOptions,
  type RunResolution,
  type RunResult,
  type RunSourceType,
} from "./options.js";
export { createRunner, run, type Runner, setMaxWorkers } from "./runner.js";
