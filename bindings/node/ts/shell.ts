/** Commands of a shell. */
import type { NativeShellEnded } from "./native.js";
import { type Effects, type EffectsForm, effectsOf, type Usage } from "./run.js";
import type { RunOptions } from "./sandbox.js";

/** How a command is run: its own options, and those of a run that a command can have. */
export interface ShellOptions extends Omit<
  RunOptions,
  "input" | "functions" | "commit" | "review" | "typescript" | "codeFromText" | "exec" | "suspension" | "suspendAfterMs"
  | "waitMaxMs" | "idempotencyKey" | "principal"
> {
  /** The absolute path of the directory that it begins in. Default: that of the session, or `/`. */
  cwd?: string;
  /** Variables of its environment. */
  env?: Record<string, string>;
  /** What it reads from its standard input. Default: nothing. */
  stdin?: string | Uint8Array;
  /** The session that it goes on with. Default: none. */
  session?: string;
  /** The only commands that it may run, beside what is built into the language. Default: all. */
  allowedCommands?: string[];
  /** Whether its changes are kept at exit code 0 only. Default: `false`, whatever the exit code is. */
  keepOnSuccess?: boolean;
  /** `dryRun` shows what would change, and keeps nothing. Default: `atomic`. */
  commit?: "atomic" | "dryRun";
}

interface Report {
  readonly exitCode: number;
  readonly stdoutOmitted: number;
  readonly stderrOmitted: number;
  readonly limit: string | null;
  readonly message: string | null;
  readonly isCommitted: boolean;
  readonly effects: EffectsForm;
  readonly runId: number | null;
  readonly diff: string | null;
  readonly usage: Usage;
}

/** A command that has ended. */
export class ShellRun {
  readonly #report: Report;
  /** The bytes of its standard output. */
  readonly stdout: Uint8Array;
  /** The bytes of its standard error. */
  readonly stderr: Uint8Array;

  private constructor(ended: NativeShellEnded) {
    this.#report = JSON.parse(ended.report) as Report;
    this.stdout = ended.stdout;
    this.stderr = ended.stderr;
  }

  /** @internal */
  static of(ended: NativeShellEnded): ShellRun {
    return new ShellRun(ended);
  }

  /** Its exit code; of one that a limit has ended 124, 130, 137, 139 or 152. */
  get exitCode(): number {
    return this.#report.exitCode;
  }

  /** Its standard output as text. */
  get stdoutText(): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.stdout);
  }

  /** Its standard error as text. */
  get stderrText(): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.stderr);
  }

  /** Bytes that were left out at the end of `stdout`. */
  get stdoutOmitted(): number {
    return this.#report.stdoutOmitted;
  }

  /** Bytes that were left out at the end of `stderr`. */
  get stderrOmitted(): number {
    return this.#report.stderrOmitted;
  }

  /** The limit that has ended it, such as `fuel`; `undefined` if none has. Then nothing is kept. */
  get limit(): string | undefined {
    return this.#report.limit ?? undefined;
  }

  /** What the limit was; `undefined` if none has ended it. */
  get message(): string | undefined {
    return this.#report.message ?? undefined;
  }

  /** Whether its changes were kept. */
  get isCommitted(): boolean {
    return this.#report.isCommitted;
  }

  /** What it changed, or would have changed. */
  get effects(): Effects {
    return effectsOf(this.#report.effects);
  }

  /** The number of its run in the history, by which it can be undone; `undefined` if there is nothing to undo. */
  get runId(): number | undefined {
    return this.#report.runId ?? undefined;
  }

  /** How its files changed, with `diffBytes`; `undefined` without. */
  get diff(): string | undefined {
    return this.#report.diff ?? undefined;
  }

  /** What it used. */
  get usage(): Usage {
    return this.#report.usage;
  }
}
