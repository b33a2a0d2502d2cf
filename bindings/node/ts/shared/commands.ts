/** Commands of a shell, as adapters run them for a model. */
import { UsageError } from "../errors.js";
import { type Sandbox, SHELL_OPTIONS } from "../sandbox.js";
import type { ShellOptions, ShellRun } from "../shell.js";
import { check, shown } from "../words.js";
import type { Workspace } from "../workspace.js";
import { commonSandbox } from "./common-sandbox.js";

/** How an adapter runs commands. */
export interface CommandsOptions {
  /** Runs the commands. Default: one that all adapters of the process share. */
  sandbox?: Sandbox;
  /**
   * Options of every command, such as `limits`, `env`, `session` or `allowedCommands`. Where `limits` has a
   * `timeoutMs`, no command gets more time.
   */
  shell?: Omit<ShellOptions, "stdin" | "signal">;
}

/** What one command has of its own. */
export interface CommandOptions {
  cwd?: string | undefined;
  /** Added to the variables of every command. */
  env?: Record<string, string | undefined> | undefined;
  stdin?: Uint8Array | undefined;
  /** How long it may take. Default: that of every command, or 30 s. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** An argument as bash reads it, with nothing in it that means something: no variable, no pattern, no keyword. */
export function quoted(argument: string): string {
  if (argument.includes("\0")) {
    throw new UsageError(`an argument of a command has a character of value 0: ${shown(argument)}`);
  }
  return `'${argument.replaceAll("'", "'\\''")}'`;
}

/** Runs commands over a workspace. */
export class Commands {
  readonly #options: CommandsOptions;

  constructor(
    readonly workspace: Workspace,
    options: CommandsOptions,
  ) {
    check("option", options.shell ?? {}, SHELL_OPTIONS.filter((name) => name !== "stdin" && name !== "signal"));
    this.#options = options;
  }

  /** Rejects as `Sandbox.shell` does, and with the reason of a signal that is aborted before it begins. */
  async run(command: string, own: CommandOptions = {}): Promise<Ended> {
    if (command.includes("\0")) throw new UsageError("the command has a character of value 0, which none may have");
    const { sandbox = await commonSandbox(), shell = {} } = this.#options;
    const given: ShellOptions = { label: "exec", ...shell };
    if (own.cwd !== undefined) given.cwd = own.cwd;
    if (own.stdin !== undefined) given.stdin = own.stdin;
    if (own.signal !== undefined) given.signal = own.signal;
    if (own.env !== undefined) {
      const added = Object.entries(own.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
      given.env = { ...shell.env, ...Object.fromEntries(added) };
    }
    if (own.timeoutMs !== undefined) given.limits = { ...shell.limits, timeoutMs: milliseconds(own.timeoutMs, shell) };
    return new Ended(await sandbox.shell(this.workspace, command, given));
  }
}

/** A time that was asked for, within what every command may take. */
function milliseconds(timeoutMs: number, { limits }: ShellOptions): number {
  if (typeof timeoutMs !== "number" || !Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw new UsageError(`the timeout is ${shown(timeoutMs)}: it takes a finite number above 0`);
  }
  return Math.ceil(Math.min(timeoutMs, limits?.timeoutMs ?? Infinity));
}

/** A command that has ended. */
export class Ended {
  constructor(readonly run: ShellRun) {}

  get timedOut(): boolean {
    return this.run.limit === "wall";
  }

  get wasCancelled(): boolean {
    return this.run.limit === "cancelled";
  }

  /** Bytes of both outputs that were left out. */
  get omitted(): number {
    return this.run.stdoutOmitted + this.run.stderrOmitted;
  }

  /** The output as text; where the rest was left out, so is a character that was cut in two. */
  get stdout(): string {
    return textOf(this.run.stdout, this.run.stdoutOmitted);
  }

  /** The error output as text, with last lines about what ended it and what was left out. */
  get stderr(): string {
    let text = textOf(this.run.stderr, this.run.stderrOmitted);
    const { message } = this.run;
    if (message !== undefined) text = withLine(text, `isolate: ${message}; nothing was kept`);
    return this.omitted === 0 ? text : withLine(text, `isolate: ${this.omitted} bytes of output were left out: write less`);
  }

  /** Both. */
  get combined(): string {
    const { stdout, stderr } = this;
    return stdout === "" || stderr === "" || stdout.endsWith("\n") ? stdout + stderr : `${stdout}\n${stderr}`;
  }
}

function textOf(bytes: Uint8Array, omitted: number): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: omitted > 0 });
}

function withLine(text: string, line: string): string {
  return `${text === "" || text.endsWith("\n") ? text : `${text}\n`}${line}\n`;
}
