/** Sandboxes, and runs on their way. */
import { awaited, called, UsageError } from "./errors.js";
import { forgetContext, type Functions, keepContext, numbered } from "./functions.js";
import { native, type NativeGiven, type NativeHandle, type NativeSandbox } from "./native.js";
import { type Effects, type LogEntry, Run } from "./run.js";
import { encode } from "./values.js";
import { check } from "./words.js";
import type { Workspace } from "./workspace.js";

/** What a run may use. What is left out has its default; `docs/limits.md` lists them. */
export interface Limits {
  fuel?: number;
  memoryBytes?: number;
  hostMemoryBytes?: number;
  timeoutMs?: number;
  hostCalls?: number;
  ioBytes?: number;
  resultBytes?: number;
  logBytes?: number;
  logEntryBytes?: number;
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
  /** How long each may wait. Default: 60 s. */
  queueWaitMs?: number;
  /** Functions that go on for runs that were put away. Default: 10,000. */
  detachedCalls?: number;
  /** Libraries that all programs have, by name. */
  preludes?: Record<string, string>;
  /** A folder that keeps preludes compiled. */
  preludeCache?: string;
  /** Limits of the preludes while the sandbox is built. */
  preludeLimits?: Limits;
  /** Whether programs may use `eval`. Default: `true`. */
  codeFromText?: boolean;
  /** 32 bytes that seal what is kept of runs that wait. */
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
  /** Cancels the run: it ends with the limit `cancelled`, and tells what it has done. */
  signal?: AbortSignal;
  /** Seeds everything that is random, and fixes the clock. */
  seed?: number;
  /** The time at which it begins. */
  now?: Date | number;
  /** When its changes are kept. Default: `perCall`. */
  commit?: "perCall" | "atomic" | "dryRun";
  /** Is asked whether they are kept. */
  confirm?: (effects: Effects, diff: string | undefined) => boolean | Promise<boolean>;
  /** The largest patch of its changes in `Run.diff`. Default: none. */
  diffBytes?: number;
  /** Whether all its changes need an approval before they are kept. */
  review?: boolean;
  /** Refuses every change of files. */
  readOnly?: boolean;
  /** Whether types are erased. Default: `true`. */
  typescript?: boolean;
  /** Whether `eval` works. Default: `true`. */
  codeFromText?: boolean;
  /** The branch that it reads and changes. */
  branch?: string;
  /** Its name in the history. */
  label?: string;
  /** Who runs it, for the history. */
  actor?: string;
  /** Whether it may be put away while it waits. Default: `true`. */
  suspension?: boolean;
  /** How long it waits in memory for functions; `false` for ever. Default: 10 s. */
  suspendAfterMs?: number | false;
  /** How long it may wait while it is put away. Default: 30 days. */
  waitMaxMs?: number;
  /** A repeated request with the same key is not done again. */
  idempotencyKey?: string;
  /** Whose key it is. */
  principal?: string;
  /** The trace that it is a part of. */
  traceparent?: string;
  /** Contents that spans may have. */
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

function given(options: RunOptions): NativeGiven {
  check("option", options, OPTIONS);
  const { input, functions, signal: _signal, confirm, now, ...settings } = options;
  const form: Record<string, unknown> = { ...settings };
  if (now !== undefined) form["now"] = typeof now === "number" ? now : now.getTime();
  if (confirm !== undefined && (settings.commit ?? "perCall") === "perCall") form["commit"] = "atomic";
  const all: NativeGiven = { settings: JSON.stringify(form), context: 0 };
  if ("input" in options) all.input = encode(input, "input");
  if (functions !== undefined) all.functions = functions.native;
  if (confirm !== undefined) {
    all.confirm = numbered((asked) => {
      const { effects, diff } = asked as { effects: Effects; diff: string | null };
      return confirm(effects, diff ?? undefined);
    });
  }
  if (functions !== undefined) all.context = keepContext();
  return all;
}

/** Starts a run, and forgets its context when it has ended. */
function begun<T>(
  start: () => NativeHandle,
  all: NativeGiven,
  signal: AbortSignal | undefined,
): Handle<T> {
  const forget = (): void => forgetContext(all.context);
  try {
    const handle = new Handle<T>(called(start), signal);
    handle.then(forget, forget);
    return handle;
  } catch (error) {
    forget();
    throw error;
  }
}

/** A run on its way: await it. */
export class Handle<T = unknown> implements PromiseLike<Run<T>> {
  readonly #native: NativeHandle;
  readonly #finished: Promise<Run<T>>;

  /** @internal */
  constructor(native_: NativeHandle, signal: AbortSignal | undefined) {
    this.#native = native_;
    const cancel = (): void => native_.cancel();
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    this.#finished = awaited(() => native_.finished()).then((run) => new Run<T>(run));
    const forget = (): void => signal?.removeEventListener("abort", cancel);
    this.#finished.then(forget, forget);
  }

  /** Cancels the run. Its result lists what it has done. */
  cancel(): void {
    this.#native.cancel();
  }

  then<A = Run<T>, B = never>(
    fulfilled?: ((run: Run<T>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#finished.then(fulfilled, rejected);
  }

  /** What the run does: its log, and the calls of functions; once, until it ends. */
  async *events(): AsyncGenerator<RunEvent, void, void> {
    for (;;) {
      const event = await this.#native.nextEvent();
      if (event === null) return;
      yield JSON.parse(event) as RunEvent;
    }
  }
}

/** Runs programs. Make it once. */
export class Sandbox {
  /** @internal */
  readonly native: NativeSandbox;

  private constructor(native_: NativeSandbox) {
    this.native = native_;
  }

  /** Builds a sandbox. */
  static async create(options: SandboxOptions = {}): Promise<Sandbox> {
    check("option", options, SANDBOX_OPTIONS);
    const { imageKey, preludes, ...settings } = options;
    if (imageKey !== undefined && imageKey.length !== 32) {
      throw new UsageError(`imageKey has ${imageKey.length} bytes: it takes 32 random bytes`);
    }
    const form = JSON.stringify({ ...settings, preludes: Object.entries(preludes ?? {}) });
    const key = imageKey === undefined ? undefined : Buffer.from(imageKey);
    const built = await awaited(() => native.Sandbox.build(form, key));
    return new Sandbox(called(() => new native.Sandbox(built)));
  }

  /** Starts a program; await the handle for the run. */
  start<T = unknown>(workspace: Workspace, code: string, options: RunOptions = {}): Handle<T> {
    const all = given(options);
    return begun<T>(() => this.native.start(workspace.native, code, all), all, options.signal);
  }

  /** Runs a program. */
  async run<T = unknown>(
    workspace: Workspace,
    code: string,
    options: RunOptions = {},
  ): Promise<Run<T>> {
    return this.start<T>(workspace, code, options);
  }

  /** Goes on with a run that waited, with its functions. */
  async resume<T = unknown>(
    workspace: Workspace,
    run: number,
    options: RunOptions = {},
  ): Promise<Run<T>> {
    const all = given(options);
    const start = () => this.native.startResume(workspace.native, run, all);
    return begun<T>(start, all, options.signal);
  }

  /** What it is doing. */
  stats(): {
    runs: number;
    runsMax: number;
    queued: number;
    waitingForTurn: number;
    detachedCalls: number;
  } {
    return JSON.parse(this.native.stats()) as ReturnType<Sandbox["stats"]>;
  }

  /** Ends it: takes no more runs, and cancels what is left after this time. Answers how many were cancelled. */
  drain(withinMs: number): Promise<number> {
    return awaited(() => this.native.drain(withinMs));
  }
}
