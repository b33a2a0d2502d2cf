/** Finished runs, and what is known of them. */
import { ProgramError, UsageError } from "./errors.js";
import type { NativeRun } from "./native.js";
import { decode } from "./values.js";
import { shown } from "./words.js";
import type { PendingRun, RunEntry } from "./workspace.js";

/** How a run ended. */
export type Status = "returned" | "threw" | "unparsable" | "limit" | "suspended" | "conflict";

/** How many paths the lists of `Effects` leave out. */
export interface Omitted {
  readonly created: number;
  readonly changed: number;
  readonly deleted: number;
  /** Whether there are more, which could not be counted in the time of the run. */
  readonly isPartial: boolean;
}

/** The paths that were created, changed and deleted. */
export interface Effects {
  /** At most 10,000 paths are in the three lists together. */
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  /** How many more there are; `null` if the lists have all. */
  readonly omitted: Omitted | null;
  /** The number of the run in the history that has them; `null` if there is none. */
  readonly run: number | null;
}

/**
 * Effects as they come in JSON, which leaves out what is empty.
 *
 * @internal
 */
export interface EffectsForm extends Pick<Effects, "created" | "changed" | "deleted"> {
  readonly omitted?: (Omit<Omitted, "isPartial"> & { readonly isPartial?: boolean }) | null;
  readonly run?: number | null;
}

/**
 * Effects with all members.
 *
 * @internal
 */
export function effectsOf({ created, changed, deleted, omitted, run = null }: EffectsForm): Effects {
  const counts = omitted == null ? null : { ...omitted, isPartial: omitted.isPartial ?? false };
  return { created, changed, deleted, omitted: counts, run };
}

/** An entry of the log of a program. */
export interface LogEntry {
  readonly level: "log" | "info" | "warn" | "error" | "debug";
  readonly text: string;
}

/** A call of a function by a program. */
export interface Call {
  /** Its namespace and name, such as `shop.price`. */
  readonly function: string;
  readonly status: "ok" | "error" | "unfinished";
  /** Milliseconds until it answered. */
  readonly ms: number;
  readonly code?: string;
  readonly message?: string;
  /** What the function has said by `scope.note`. */
  readonly note?: string;
}

/** What a run used. */
export interface Usage {
  readonly fuel: number;
  /** Milliseconds from its begin to its end, without the time in the queue. */
  readonly wallMs: number;
  /** Milliseconds that it waited for its place in the sandbox. */
  readonly queuedMs: number;
  readonly peakMemoryBytes: number;
  readonly hostCalls: number;
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/** A call that waits for an approval or for its answer. */
export interface PendingCall {
  /** Its number in the run, from 1. */
  readonly call: number;
  readonly function: string;
  /**
   * Who has to answer: a person who approves, whoever calls `workspace.answer`, a person who has seen the
   * changes, or the function, which is under way.
   */
  readonly awaits: "approval" | "answer" | "review" | "function";
  readonly argument: unknown;
  /** What an answer has to be about: one to another argument is refused. */
  readonly digest: string;
  readonly description?: string;
  /** How far its function is, if that has been called. */
  readonly state?: "underWay" | "underWayElsewhere" | "interrupted" | "unknown";
}

/** Why the changes of an atomic run were not taken over: the branch has them. */
export interface Conflict {
  readonly branch: string;
  readonly paths: readonly string[];
}

interface Report {
  readonly error?: {
    name: string;
    message: string;
    code?: string;
    line?: number;
    column?: number;
    frame?: string;
    limit?: string;
  };
  readonly logs: LogEntry[];
  readonly effects: EffectsForm;
  readonly calls?: Call[];
  readonly usage: Omit<Usage, "queuedMs">;
  readonly queuedMs: number;
  readonly waitingFor?: PendingCall[];
  readonly conflict?: Conflict;
  readonly run: number | null;
  readonly runId: number | null;
  readonly isCommitted: boolean;
  readonly isRepeated: boolean;
  readonly diff?: string;
  readonly refusal?: string;
}

/** A finished run: how it ended, what it logged, what it changed, what it used. */
export class Run<T = unknown> {
  readonly #native: NativeRun;
  #kept: Report | undefined;
  #value: { value: T | undefined } | undefined;
  /** Whether `#value` is known to be there, with nothing left out. */
  #isWhole = false;
  #effects: Effects | undefined;

  private constructor(native: NativeRun) {
    this.#native = native;
  }

  /** @internal */
  static of<T>(native: NativeRun): Run<T> {
    return new Run<T>(native);
  }

  get #report(): Report {
    this.#kept ??= JSON.parse(this.#native.report()) as Report;
    return this.#kept;
  }

  /** How it ended. */
  get status(): Status {
    return this.#native.status as Status;
  }

  /** The value that the program returned; throws a `ProgramError` if there is none, or a cut one. */
  result(): T {
    if (!this.#isWhole) {
      const bytes = this.#native.wholeValue();
      if (bytes === null) {
        throw (
          this.error ??
          new ProgramError("something was left out of the value: return less, or raise the limit resultBytes", {
            name: "Cut",
          })
        );
      }
      this.#value ??= { value: decode(bytes) as T };
      this.#isWhole = true;
    }
    return this.#value?.value as T;
  }

  /** The value that it returned, also a cut one; `undefined` if it returned none. */
  get value(): T | undefined {
    if (this.#value === undefined) {
      const bytes = this.#native.value();
      this.#value = { value: bytes === null ? undefined : (decode(bytes) as T) };
    }
    return this.#value.value;
  }

  /** Why it returned no value; `undefined` if it did. */
  get error(): ProgramError | undefined {
    const { error } = this.#report;
    if (error !== undefined) return new ProgramError(error.message, error);
    if (this.status === "suspended") {
      const calls = this.waitingFor.map((call) => `${call.function} (call ${call.call})`);
      const isSlow = this.waitingFor.every(({ awaits }) => awaits === "function");
      const wayOut = isSlow ? "wait with workspace.untilAnswered" : "answer it";
      const text = `run ${this.runId} waits for ${calls.join(", ")}: ${wayOut}, then resume it`;
      return new ProgramError(text, { name: "Suspended" });
    }
    if (this.status === "conflict") {
      return new ProgramError("nothing was taken over: there is a conflict", { name: "Conflict" });
    }
    return undefined;
  }

  /** What it logged, in order. */
  get logs(): readonly LogEntry[] {
    return this.#report.logs;
  }

  /** What it changed, also when it threw or a limit ended it. */
  get effects(): Effects {
    this.#effects ??= effectsOf({ ...this.#report.effects, run: this.#report.run });
    return this.#effects;
  }

  /** The calls of functions: the first 1,000. */
  get calls(): readonly Call[] {
    return this.#report.calls ?? [];
  }

  /** What it used. */
  get usage(): Usage {
    return { ...this.#report.usage, queuedMs: this.#report.queuedMs };
  }

  /** What it waits for, if it is suspended. */
  get waitingFor(): readonly PendingCall[] {
    return this.#report.waitingFor ?? [];
  }

  /** Why its changes were not taken over, if they were not. */
  get conflict(): Conflict | undefined {
    return this.#report.conflict;
  }

  /** Its number in the history; `undefined` if it changed nothing, or the history has none. */
  get runId(): number | undefined {
    return this.#report.runId ?? this.#report.run ?? undefined;
  }

  /** A patch of its changes, if `diffBytes` asked for one. */
  get diff(): string | undefined {
    return this.#report.diff;
  }

  /** Whether something was left out of its value. */
  get isCut(): boolean {
    return this.#native.isCut;
  }

  /** Whether its changes were kept. */
  get isCommitted(): boolean {
    return this.#report.isCommitted;
  }

  /** Whether it was done before, by a request with the same idempotency key. */
  get isRepeated(): boolean {
    return this.#report.isRepeated;
  }

  /** Why its changes were not kept, if they were reviewed and refused. */
  get refusal(): string | undefined {
    return this.#report.refusal;
  }

  /** What `console.log` shows. */
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    const name = this.runId === undefined ? "Run" : `Run ${this.runId}`;
    if (this.status === "returned") return `${name} returned ${inspect(this.value, options)}`;
    const { error } = this;
    if (error === undefined) return `${name} ${this.status}`;
    // The names of these two errors are the status.
    const kind = this.status === "suspended" || this.status === "conflict" ? "" : `${error.errorName}: `;
    return `${name} ${this.status}: ${kind}${error.message}`;
  }

  /** All but the value, as `isolate-run --json` prints it. */
  toJSON(): unknown {
    return this.#report;
  }
}

/** What says which run of the history is meant: its number, or an object that has it. */
export type AnyRun = number | Run | RunEntry | PendingRun;

/**
 * The number of a run in the history.
 *
 * @internal
 */
export function numberOfRun(run: unknown): number {
  if (typeof run === "number" && Number.isSafeInteger(run)) return run;
  if (run instanceof Run) {
    if (run.runId !== undefined) return run.runId;
    throw new UsageError(
      "this run has no number in the history, which has only runs that changed files: there is nothing to undo, " +
        "to show or to resume",
    );
  }
  const { run: number } = (typeof run === "object" && run !== null ? run : {}) as { run?: unknown };
  if (typeof number === "number" && Number.isSafeInteger(number)) return number;
  const wayOut = run === undefined ? "; run.runId is undefined where a run changed nothing" : "";
  throw new UsageError(
    `run is ${shown(run)}: it takes a Run, an entry of workspace.history(), one of workspace.pending(), or the ` +
      `number of a run${wayOut}`,
  );
}
