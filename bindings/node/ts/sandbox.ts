/** Sandboxes, and runs on their way. */
import { isMainThread } from "node:worker_threads";

import { awaited, called, UsageError } from "./errors.js";
import { forgetContext, type Functions, keepContext, nativeFunctions, numbered } from "./functions.js";
import { native, type NativeGiven, type NativeHandle, type NativeSandbox } from "./native.js";
import { eventLoop, isNextAlone, nextNumber, polledToEnd } from "./polling.js";
import {
  type AnyRun,
  type Effects,
  type EffectsForm,
  effectsOf,
  type LogEntry,
  numberOfRun,
  Run,
} from "./run.js";
import { type ShellOptions, ShellRun } from "./shell.js";
import { encode } from "./values.js";
import { check, checkSignal, filePath, json, shown, text } from "./words.js";
import { nativeWorkspace, type Workspace } from "./workspace.js";

/**
 * What a run may use. What is left out has its default.
 *
 * A run that needs more ends with the status `limit`, which its program cannot catch; a larger result or log is
 * cut. `docs/limits.md` says what each of them counts.
 */
export interface Limits {
  /** Instructions of WebAssembly. Default: 500,000,000,000. */
  fuel?: number;
  /** Bytes that the program may add to the memory of its sandbox. Default: 256 MiB. */
  memoryBytes?: number;
  /** Bytes that the host may hold for it. Default: 256 MiB. */
  hostMemoryBytes?: number;
  /** How long it may take. Default: 30,000. */
  timeoutMs?: number;
  /** Calls of `state`, of Node's `fs` and of functions. Default: 1,000,000. */
  hostCalls?: number;
  /** Bytes that it reads from files, and bytes that it writes. Default: 16 GiB each. */
  ioBytes?: number;
  /** Bytes of the result; of a larger one, parts are left out, and `run.isCut` is true. Default: 8 MiB. */
  resultBytes?: number;
  /** Bytes of the whole log; later entries are dropped. Default: 1 MiB. */
  logBytes?: number;
  /** Bytes of one entry of the log, which is cut there. Default: 64 KiB. */
  logEntryBytes?: number;
  /** Entries of the log; later ones are dropped. Default: 10,000. */
  logEntries?: number;
}

/** How a sandbox is built. */
export interface SandboxOptions {
  /** Programs that compute at the same time. Default: the cores of the machine. */
  threads?: number;
  /** Runs that are alive at the same time, with those that wait for functions. Default: 128. */
  runs?: number;
  /** How many of them may be of one workspace. Default: half of `runs`. */
  runsOfWorkspace?: number;
  /** Runs that may wait for a place. Default: 10,000. */
  queue?: number;
  /** How long each may wait. Default: 60,000. */
  queueWaitMs?: number;
  /** Functions that go on for runs that were put away. Default: 10,000. */
  detachedCalls?: number;
  /** Libraries that all programs have, by name. */
  preludes?: Record<string, string>;
  /** A folder that keeps preludes compiled. Default: they are compiled for each sandbox. */
  preludeCache?: string | URL;
  /** Limits of the preludes while the sandbox is built. */
  preludeLimits?: Limits;
  /** Whether programs may use `eval`. Default: `true`. */
  codeFromText?: boolean;
  /**
   * 32 random bytes that seal what is kept of runs that wait; whoever resumes them needs the same. Default: it is not
   * sealed.
   */
  imageKey?: Uint8Array;
}

/** How a program is run. */
export interface RunOptions {
  /** The argument of the program. Default: it is called without one. */
  input?: unknown;
  /** The functions that it may call. */
  functions?: Functions;
  /** What it may use. */
  limits?: Limits;
  /**
   * Cancels the run: it ends with the limit `cancelled`, and tells what it has done. One that is aborted
   * already throws its reason, and nothing is begun.
   */
  signal?: AbortSignal;
  /** Seeds everything that is random, and fixes the clock. Default: both are those of the machine. */
  seed?: number;
  /** The time at which it begins; a number is milliseconds since 1970. */
  now?: Date | number;
  /** When its changes are kept. Default: `perCall`. */
  commit?: "perCall" | "atomic" | "dryRun";
  /** Is asked whether they are kept. What it throws is thrown by the run, and nothing is kept. */
  confirm?: (effects: Effects, diff: string | undefined) => boolean | Promise<boolean>;
  /** Bytes of the largest patch in `run.diff`. Default: no patch is made. */
  diffBytes?: number;
  /** Whether all its changes need an approval before they are kept. Default: `false`. */
  review?: boolean;
  /** Refuses every change of files. Default: `false`. */
  readOnly?: boolean;
  /** Whether types are erased; with `false`, they are errors of syntax. Default: `true`. */
  typescript?: boolean;
  /** Whether `eval` works. Default: `true`. */
  codeFromText?: boolean;
  /** Whether `state.exec` runs commands of a shell, or which. Default: `false`. */
  exec?: boolean | string[];
  /** The branch that it reads and changes. Default: that of the workspace. */
  branch?: string;
  /** Its name in the history. */
  label?: string;
  /** Who runs it, for the history. */
  actor?: string;
  /**
   * Whether it may be put away while it waits; with `false`, what needs an approval is an error. Default: `true`.
   */
  suspension?: boolean;
  /** How long it waits in memory for functions before it is put away. Default: `false`, as long as it runs. */
  suspendAfterMs?: number | false;
  /**
   * How long it may wait while it is put away; calls that have no answer by then fail with `ETIMEDOUT`. Default: 30
   * days.
   */
  waitMaxMs?: number;
  /** A repeated request with the same key is not done again. */
  idempotencyKey?: string;
  /** Whose key it is. */
  principal?: string;
  /** The trace that it is a part of, as the header `traceparent` of W3C has it. */
  traceparent?: string;
  /** Contents that spans may have. Default: none. */
  traceContents?: ("programs" | "arguments" | "results")[];
}

const OPTIONS = [
  "input",
  "functions",
  "limits",
  "signal",
  "seed",
  "now",
  "commit",
  "confirm",
  "diffBytes",
  "review",
  "readOnly",
  "typescript",
  "codeFromText",
  "exec",
  "branch",
  "label",
  "actor",
  "suspension",
  "suspendAfterMs",
  "waitMaxMs",
  "idempotencyKey",
  "principal",
  "traceparent",
  "traceContents",
];

/** The names of `ShellOptions`. @internal */
export const SHELL_OPTIONS = [
  "cwd",
  "env",
  "stdin",
  "session",
  "allowedCommands",
  "keepOnSuccess",
  "limits",
  "signal",
  "seed",
  "now",
  "commit",
  "confirm",
  "diffBytes",
  "readOnly",
  "branch",
  "label",
  "actor",
  "traceparent",
  "traceContents",
];

const SANDBOX_OPTIONS = [
  "threads",
  "runs",
  "runsOfWorkspace",
  "queue",
  "queueWaitMs",
  "detachedCalls",
  "preludes",
  "preludeCache",
  "preludeLimits",
  "codeFromText",
  "imageKey",
];

/** Something that a run does. */
export type RunEvent =
  | { type: "begun" }
  | ({ type: "log" } & LogEntry)
  | { type: "called"; call: number; function: string }
  | { type: "ended"; call: number; function: string; status: string; code: string | null }
  | { type: "missed"; events: number };

/** The options of a run, as the native part takes them, and what whoever was asked has thrown. */
interface Given {
  native?: NativeGiven;
  error?: { thrown: unknown };
}

function given(options: RunOptions): Given {
  check("option", options, OPTIONS);
  // Most runs have none, and each member of an object that the native part reads takes time.
  if (Object.keys(options).length === 0) return {};
  const { input, functions, signal, confirm, now, ...settings } = options;
  checkSignal(signal);
  if (functions !== undefined) nativeFunctions(functions);
  if (confirm !== undefined && typeof confirm !== "function") {
    throw new UsageError(`confirm is ${shown(confirm)}: it takes a function of the effects and the diff`);
  }
  const form: Record<string, unknown> = { ...settings };
  if (now !== undefined) {
    const time = now instanceof Date ? now.getTime() : now;
    if (!Number.isFinite(time)) {
      throw new UsageError(`now is ${shown(now)}: it takes a Date, or milliseconds since 1970`);
    }
    form["now"] = time;
  }
  if (confirm !== undefined && (settings.commit ?? "perCall") === "perCall") form["commit"] = "atomic";
  const native_: NativeGiven = { context: 0 };
  const all: Given = { native: native_ };
  if (Object.keys(form).length > 0) native_.settings = json("the options of the run", form);
  if ("input" in options) native_.input = encode(input, "input");
  if (functions !== undefined) native_.functions = nativeFunctions(functions);
  if (confirm !== undefined) {
    native_.confirm = numbered(async (asked) => {
      const { effects, diff } = asked as { effects: EffectsForm; diff: string | null };
      try {
        return await confirm(effectsOf(effects), diff ?? undefined);
      } catch (thrown) {
        all.error = { thrown };
        return false;
      }
    });
  }
  if (functions !== undefined || confirm !== undefined) native_.context = keepContext();
  return all;
}

/** Starts a run, and forgets its context when it has ended. */
function begun<T>(
  start: (number: number, isAlone: boolean) => NativeHandle,
  given: Given,
  signal: AbortSignal | undefined,
): Handle<T> {
  const context = given.native?.context ?? 0;
  const forget = (): void => forgetContext(context);
  const number = nextNumber();
  try {
    const native_ = called(() => start(number, isNextAlone()));
    const handle = Handle.of<T>(native_, number, given, signal);
    if (context !== 0) handle.then(forget, forget);
    return handle;
  } catch (error) {
    if (context !== 0) forget();
    throw error;
  }
}

/** A run on its way: a promise of the run, which can also be watched and cancelled. */
export class Handle<T = unknown> implements Promise<Run<T>> {
  readonly #native: NativeHandle;
  readonly #finished: Promise<Run<T>>;
  #isDone = false;

  private constructor(native_: NativeHandle, number: number, given: Given, signal: AbortSignal | undefined) {
    this.#native = native_;
    const cancel = (): void => native_.cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    this.#finished = polledToEnd(native_, number).then((run) => {
      if (given.error !== undefined) throw given.error.thrown;
      return Run.of<T>(run);
    });
    const ended = (): void => {
      this.#isDone = true;
      signal?.removeEventListener("abort", cancel);
    };
    this.#finished.then(ended, ended);
  }

  /** @internal */
  static of<T>(
    native_: NativeHandle,
    number: number,
    given: Given,
    signal: AbortSignal | undefined,
  ): Handle<T> {
    return new Handle<T>(native_, number, given, signal);
  }

  get [Symbol.toStringTag](): string {
    return "Handle";
  }

  /**
   * Cancels the run, which ends with the limit `cancelled` within a moment; its result lists what it has done.
   * Nothing happens if it has ended.
   */
  cancel(): void {
    this.#native.cancel();
  }

  /** Whether it has ended. */
  get isDone(): boolean {
    return this.#isDone;
  }

  then<A = Run<T>, B = never>(
    fulfilled?: ((run: Run<T>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#finished.then(fulfilled, rejected);
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Run<T> | B> {
    return this.#finished.catch(rejected);
  }

  finally(ended?: (() => void) | null): Promise<Run<T>> {
    return this.#finished.finally(ended);
  }

  /** What the run does: its log, and the calls of functions, until it ends. They can be had once. */
  async *events(): AsyncGenerator<RunEvent, void, void> {
    for (;;) {
      const event = await this.#native.nextEvent();
      if (event === null) return;
      yield JSON.parse(event) as RunEvent;
    }
  }
}

/** Whether the end of the process sends the spans that are left. */
let endsSpans = false;

/** What a sandbox is doing. */
export interface Stats {
  /** Runs that are alive, with those that wait for functions. */
  readonly runs: number;
  /** How many there may be. */
  readonly runsMax: number;
  /** Runs that wait for a place. */
  readonly queued: number;
  /** Runs that have a place, and wait until they may compute. */
  readonly waitingForTurn: number;
  /** Calls of functions that go on for runs that were put away. */
  readonly detachedCalls: number;
}

/** Runs programs. Build it once: any number of runs may use it at the same time. */
export class Sandbox {
  /** @internal */
  readonly native: NativeSandbox;

  private constructor(native_: NativeSandbox) {
    if (!(native_ instanceof native.Sandbox)) {
      throw new UsageError("make a sandbox with await Sandbox.create(options)");
    }
    this.native = native_;
  }

  /**
   * Builds a sandbox. Rejects with a `UsageError` for an option out of its range and a prelude that fails, and with a
   * `SandboxError` if the engine cannot be set up.
   */
  static async create(options: SandboxOptions = {}): Promise<Sandbox> {
    check("option", options, SANDBOX_OPTIONS);
    const { imageKey, preludeCache, preludes, ...settings } = options;
    if (imageKey !== undefined && !(imageKey instanceof Uint8Array)) {
      // It is a secret: only its type is told.
      throw new UsageError(`imageKey is a ${typeof imageKey}: it takes a Uint8Array with 32 random bytes`);
    }
    if (imageKey !== undefined && imageKey.length !== 32) {
      throw new UsageError(`imageKey has ${imageKey.length} bytes: it takes 32 random bytes`);
    }
    const form = json("the options of the sandbox", {
      ...settings,
      preludeCache: preludeCache === undefined ? undefined : filePath("preludeCache", preludeCache),
      preludes: Object.entries(preludes ?? {}),
    });
    const key = imageKey === undefined ? undefined : Buffer.from(imageKey);
    endsSpans ||= Boolean(isMainThread && process.once("exit", () => native.endSpans()));
    const built = await awaited(() => native.Sandbox.build(form, key));
    return new Sandbox(called(() => new native.Sandbox(built)));
  }

  /**
   * Starts a program; await the handle for the run. Throws a `UsageError` for wrong arguments; with all else the
   * handle rejects.
   */
  start<T = unknown>(workspace: Workspace, code: string, options: RunOptions = {}): Handle<T> {
    const place = nativeWorkspace(workspace);
    text("the program", code);
    const all = given(options);
    return begun<T>(
      (id, isAlone) => this.native.start(place, code, eventLoop, id, isAlone, all.native),
      all,
      options.signal,
    );
  }

  /**
   * Runs a program. One that fails is a `Run` as well.
   *
   * Rejects with a `UsageError` for wrong arguments, a `BusyError` if there is no place for the run, a
   * `RepeatedError` for an idempotency key that was used before, and a `StorageError` if the workspace cannot be
   * read or written.
   */
  async run<T = unknown>(
    workspace: Workspace,
    code: string,
    options: RunOptions = {},
  ): Promise<Run<T>> {
    return this.start<T>(workspace, code, options);
  }

  /**
   * Goes on with a run that waited. Give it the functions that it had, since these are not kept. Rejects with a
   * `UsageError` for a run that does not wait, or still waits for an answer, and as `run` does.
   */
  async resume<T = unknown>(
    workspace: Workspace,
    run: AnyRun,
    options: RunOptions = {},
  ): Promise<Run<T>> {
    const place = nativeWorkspace(workspace);
    const number = numberOfRun(run);
    const all = given(options);
    return begun<T>(
      (id, isAlone) => this.native.startResume(place, number, eventLoop, id, isAlone, all.native),
      all,
      options.signal,
    );
  }

  /**
   * Runs a command of a shell, as `bash -c COMMAND` would, on the files of the workspace. A command that fails is a
   * `ShellRun` as well. Its changes are kept whatever its exit code is, unless `keepOnSuccess` is set; nothing is kept
   * after a limit or a cancellation.
   *
   * Rejects as `run` does.
   */
  async shell(workspace: Workspace, command: string, options: ShellOptions = {}): Promise<ShellRun> {
    const place = nativeWorkspace(workspace);
    text("the command", command);
    check("option", options, SHELL_OPTIONS);
    const { cwd, env, stdin, session, allowedCommands, keepOnSuccess, ...others } = options;
    if (stdin !== undefined && typeof stdin !== "string" && !(stdin instanceof Uint8Array)) {
      throw new UsageError(`stdin is ${shown(stdin)}: it takes a string or a Uint8Array`);
    }
    const own = json("the options of the command", { cwd, env, session, allowedCommands, keepOnSuccess });
    const all = given(others);
    const context = all.native?.context ?? 0;
    const input = stdin === undefined ? undefined : Buffer.from(stdin as Uint8Array);
    let cancel: (() => void) | undefined;
    try {
      const call = called(() => this.native.startShell(place, command, input, own, all.native));
      cancel = (): void => call.cancel();
      options.signal?.addEventListener("abort", cancel, { once: true });
      const ended = await awaited(() => call.finished());
      if (all.error !== undefined) throw all.error.thrown;
      return ShellRun.of(ended);
    } finally {
      if (cancel !== undefined) options.signal?.removeEventListener("abort", cancel);
      if (context !== 0) forgetContext(context);
    }
  }

  /** What it is doing now. */
  stats(): Stats {
    return JSON.parse(this.native.stats()) as Stats;
  }

  /**
   * Ends it: takes no more runs, which reject with a `BusyError` then, waits for those that run, and cancels what is
   * left after this time. Answers how many were cancelled.
   */
  async drain(withinMs: number): Promise<number> {
    if (typeof withinMs !== "number" || !(withinMs >= 0)) {
      throw new UsageError(`withinMs is ${shown(withinMs)}: it takes a number of milliseconds`);
    }
    return awaited(() => this.native.drain(withinMs));
  }
}
