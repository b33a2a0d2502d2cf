/** The errors of `run`. */

/** Marks them, also those of another copy of this package. */
const MARK = Symbol.for("isolate-run-compat.RunError");

/** Anything that goes wrong in a run, with a stable `code`. */
export class RunError extends Error {
  /** A stable code, such as `RUN_TIMEOUT`. */
  code: string;
  /** What is known beside the message. */
  readonly details?: unknown;

  constructor(message: string, code = "RUN_ERROR", details?: unknown) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    if (details !== undefined) this.details = details;
    Object.defineProperty(this, MARK, { value: true });
  }

  /** Whether it is one of these errors, also of another copy of this package. */
  static isInstance(error: unknown): error is RunError {
    return error instanceof Error && (error as { [MARK]?: unknown })[MARK] === true;
  }
}

/** The signal of the caller aborted the run. */
export class RunAbortedError extends RunError {
  constructor() {
    super("JavaScript runtime execution was aborted.", "RUN_ABORTED");
  }
}

/** A host function is unknown, or failed. */
export class RunHostFunctionError extends RunError {
  constructor(message: string, details?: unknown) {
    super(message, "RUN_HOST_FUNCTION_ERROR", details);
  }
}

/** A program made more calls than `limits` allow. */
export class RunBridgeLimitError extends RunError {
  constructor(message: string, details?: unknown) {
    super(message, "RUN_BRIDGE_LIMIT", details);
  }
}

/** There are as many runs as `setMaxWorkers` allows, or as the sandbox can queue. */
export class RunConcurrencyError extends RunError {
  constructor(maxWorkers: number) {
    super(`JavaScript runtime reached the limit of ${maxWorkers} active runs.`, "RUN_CONCURRENCY_LIMIT", { maxWorkers });
  }
}

/** A program returned without waiting for a call that it had made. */
export class RunDetachedBridgeRequestError extends RunError {
  constructor(message: string, details?: unknown) {
    super(message, "RUN_DETACHED_BRIDGE_REQUEST", details);
  }
}

/** A continuation is malformed, expired, of another scope, or does not fit what the program does. */
export class RunProtocolError extends RunError {
  constructor(message: string, details?: unknown) {
    super(message, "RUN_PROTOCOL_ERROR", details);
  }
}

/** The source is larger than `limits.maxSourceBytes`. */
export class RunSourceTooLargeError extends RunError {
  constructor(bytes: number, maxBytes: number) {
    super(`JavaScript runtime source exceeds the ${maxBytes} byte size limit.`, "RUN_SOURCE_TOO_LARGE", { bytes, maxBytes });
  }
}

/** The run took longer than `limits.timeoutMs`. */
export class RunTimeoutError extends RunError {
  constructor(timeoutMs: number) {
    super(`JavaScript runtime execution timed out after ${timeoutMs}ms.`, "RUN_TIMEOUT", { timeoutMs });
  }
}
