/** The errors of the library. All of them are `IsolateError`. */

/** An error of the library, as the native part tells it. */
interface Failure {
  name: string;
  message: string;
  code?: string;
  path?: string;
  paths?: string[];
  partialRun?: unknown;
  earlierRun?: number;
}

/** Anything that the library throws. */
export class IsolateError extends Error {
  override name = "IsolateError";
  /** A stable code, such as `ENOENT`. */
  declare readonly code?: string;
  /** The path in the workspace that it is about. */
  declare readonly path?: string;
  /** All paths that it is about, where there can be several. */
  readonly paths: readonly string[];

  constructor(message: string, details: { code?: string; path?: string; paths?: string[] } = {}) {
    super(message);
    if (details.code !== undefined) this.code = details.code;
    if (details.path !== undefined) this.path = details.path;
    this.paths = details.paths ?? [];
  }
}

/**
 * The request is wrong: an option is out of its range, or something is used after it was closed.
 *
 * Where it is about the name of a branch or a checkpoint, or about the number of a run, `code` is `ENOENT` for one
 * that is missing, `EEXIST` for one that is taken, `EINVAL` for what can be none, and `ESTALE` for what has changed
 * since.
 */
export class UsageError extends IsolateError {
  override name = "UsageError";
}

/** An operation on files failed, of the workspace or the disk; `code` is that of Node, such as `ENOENT`. */
export class FileError extends IsolateError {
  override name = "FileError";
}

/** The workspace cannot be opened, read or written. */
export class StorageError extends IsolateError {
  override name = "StorageError";
  /** What a run had done before, as the object that the command prints. */
  declare partialRun?: unknown;
}

/** The sandbox has no place for the run. Nothing was done; the same request may succeed later. */
export class BusyError extends IsolateError {
  override name = "BusyError";
}

/** A run with the same idempotency key was begun before and has no answer for this request. */
export class RepeatedError extends IsolateError {
  override name = "RepeatedError";
  /** Its number in the history. */
  declare earlierRun?: number;
}

/** The engine could not be set up on this machine, or has failed: please report it. */
export class SandboxError extends IsolateError {
  override name = "SandboxError";
  /** What a run had done before. */
  declare partialRun?: unknown;
}

/** The program did not return a value: `Run.result` throws it. */
export class ProgramError extends IsolateError {
  override name = "ProgramError";
  /** The name of the error in the program, such as `TypeError`. */
  readonly errorName: string;
  /** The line of the program, from 1. */
  declare readonly line?: number;
  /** The column in that line, from 1. */
  declare readonly column?: number;
  /** The lines of the program around the place. */
  declare readonly frame?: string;
  /** The limit that ended it, such as `fuel`. */
  declare readonly limit?: string;

  constructor(
    message: string,
    details: {
      name: string;
      code?: string;
      line?: number;
      column?: number;
      frame?: string;
      limit?: string;
    },
  ) {
    super(message, details);
    this.errorName = details.name;
    if (details.line !== undefined) this.line = details.line;
    if (details.column !== undefined) this.column = details.column;
    if (details.frame !== undefined) this.frame = details.frame;
    if (details.limit !== undefined) this.limit = details.limit;
  }
}

/** Throw it in a function to give a program an error with a code and data. */
export class FunctionError extends IsolateError {
  override name = "FunctionError";
  /** What the program finds as `error.data`. */
  declare readonly data?: unknown;

  constructor(message: string, details: { code?: string; data?: unknown } = {}) {
    super(message, details.code === undefined ? {} : { code: details.code });
    if (details.data !== undefined) this.data = details.data;
  }
}

const CLASSES: Record<string, typeof IsolateError> = {
  UsageError,
  FileError,
  StorageError,
  BusyError,
  RepeatedError,
};

/**
 * The error that the native part has thrown.
 *
 * @internal
 */
export function thrown(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.startsWith("{")) return error;
  let failure: Failure;
  try {
    failure = JSON.parse(error.message) as Failure;
  } catch {
    return error;
  }
  const made = new (CLASSES[failure.name] ?? SandboxError)(failure.message, failure);
  if ((made instanceof StorageError || made instanceof SandboxError) && failure.partialRun !== undefined) {
    made.partialRun = failure.partialRun;
  }
  if (made instanceof RepeatedError && failure.earlierRun !== undefined) {
    made.earlierRun = failure.earlierRun;
  }
  return made;
}

/**
 * Calls the native part, whose errors are made those of the library.
 *
 * @internal
 */
export function called<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw thrown(error);
  }
}

/**
 * The same for what is awaited.
 *
 * @internal
 */
export async function awaited<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw thrown(error);
  }
}
