/** Finished runs, and what is known of them. */
import { ProgramError } from "./errors.js";
import type { NativeRun } from "./native.js";
import { decode } from "./values.js";

/** How a run ended. */
export type Status = "returned" | "threw" | "unparsable" | "limit" | "suspended" | "conflict";

/** The paths that were created, changed and deleted: at most 10,000, the others are counted. */
export interface Effects {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  readonly omitted?: { created: number; changed: number; deleted: number } | null;
  /** The run in the history that has them. */
  readonly run?: number | null;
}

/** An entry of the log of a program. */
export interface LogEntry {
  readonly level: "log" | "info" | "warn" | "error" | "debug";
  readonly text: string;
}

/** A call of a function by a program. */
export interface Call {
  readonly function: string;
  readonly status: "ok" | "error" | "unfinished";
  readonly ms: number;
  readonly code?: string;
  readonly message?: string;
  readonly note?: string;
}

/** What a run used. `wallMs` is without the time in the queue, which is `queuedMs`. */
export interface Usage {
  readonly fuel: number;
  readonly wallMs: number;
  readonly queuedMs: number;
  readonly peakMemoryBytes: number;
  readonly hostCalls: number;
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/** A call that waits for an approval or for its answer. */
export interface PendingCall {
  readonly call: number;
  readonly function: string;
  readonly awaits: "approval" | "answer" | "review" | "function";
  readonly argument: unknown;
  readonly digest: string;
  readonly description?: string;
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
  readonly effects: Effects;
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

  /** @internal */
  constructor(native: NativeRun) {
    this.#native = native;
  }

  get #report(): Report {
    this.#kept ??= JSON.parse(this.#native.report()) as Report;
    return this.#kept;
  }

  /** How it ended. */
  get status(): Status {
    return this.#native.status as Status;
  }

  /** The value that the program returned; throws a `ProgramError` if it returned none. */
  result(): T {
    if (this.status !== "returned" || this.#native.isCut) {
      throw (
        this.error ??
        new ProgramError("something was left out of the value: return less, or raise the limit resultBytes", {
          name: "Cut",
        })
      );
    }
    return this.value as T;
  }

  /** The value that it returned, also a cut one; `undefined` if it returned none. */
  get value(): T | undefined {
    if (this.#value === undefined) {
      const bytes = this.#native.value;
      this.#value = { value: bytes === null ? undefined : (decode(bytes) as T) };
    }
    return this.#value.value;
  }

  /** Why it returned no value. */
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
    return this.#report.effects;
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
    const shown = this.status === "returned" ? inspect(this.value, options) : this.error?.message;
    return `Run ${this.status}${this.status === "returned" ? " " : ": "}${shown}`;
  }

  /** All but the value, as `isolate-run --json` prints it. */
  toJSON(): unknown {
    return this.#report;
  }
}
