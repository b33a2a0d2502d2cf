/** Commands for workspaces of Mastra. */
import { UsageError } from "../../errors.js";
import { Commands, type CommandsOptions, quoted } from "../../shared/commands.js";
import { imported } from "../../shared/sdk.js";
import { check, shown } from "../../words.js";
import type { Workspace } from "../../workspace.js";

/** How a sandbox is made. */
export interface IsolateSandboxOptions extends CommandsOptions {
  /** Its id. Default: one for each sandbox of the process. */
  id?: string;
}

/** How a command is run. */
export interface ExecuteCommandOptions {
  /** Milliseconds. */
  timeout?: number;
  env?: Record<string, string | undefined>;
  /** A relative one begins at `/`. */
  cwd?: string;
  /** Is called once, when the command has ended. */
  onStdout?: (data: string) => void;
  /** Is called once, when the command has ended. */
  onStderr?: (data: string) => void;
  abortSignal?: AbortSignal;
  /** Bytes of each output that are answered: the last ones. */
  maxRetainedBytes?: number;
}

/** A command that has ended. */
export interface CommandResult {
  success: boolean;
  exitCode: number;
  stdout: string;
  stderr: string;
  executionTimeMs: number;
  timedOut: boolean;
  killed: boolean;
  command: string;
  args: string[];
  stdoutTruncated?: boolean;
  stderrTruncated?: boolean;
  stdoutDroppedBytes?: number;
  stderrDroppedBytes?: number;
}

interface Errors {
  SandboxExecutionError: new (message: string, exitCode: number, stdout: string, stderr: string) => Error;
  SandboxAbortError: new (operation?: string, reason?: unknown) => Error;
}

let made = 0;

/**
 * A `WorkspaceSandbox` of Mastra: commands of a shell over the workspace that an `IsolateFilesystem` shows.
 *
 * Each command begins in `/` with the variables of the option `shell`, and is a run of the history. With
 * `shell: { session: "name" }`, commands go on from each other. There are no processes that outlive a command.
 */
export class IsolateSandbox {
  readonly id: string;
  readonly name = "IsolateSandbox";
  readonly provider = "isolate-run";
  readonly status = "running";
  readonly #commands: Commands;
  readonly #createdAt = new Date();

  constructor(
    /** Its files. */
    readonly workspace: Workspace,
    options: IsolateSandboxOptions = {},
  ) {
    check("option", options, ["id", "sandbox", "shell"]);
    const { id, ...others } = options;
    this.id = id ?? `isolate-run-sandbox-${(made += 1)}`;
    this.#commands = new Commands(workspace, others);
  }

  getInfo(): { id: string; name: string; provider: string; status: "running"; createdAt: Date } {
    const { id, name, provider, status } = this;
    return { id, name, provider, status, createdAt: this.#createdAt };
  }

  /** What a model is told of it. */
  getInstructions(): string {
    return (
      "Commands of bash on the files of the workspace, with the usual commands for files and text. Each begins " +
      'in "/". There are no other programs, no network, and no background processes. Changes can be undone.'
    );
  }

  /** A workspace keeps all of its states in its history: nothing is to be done. */
  async snapshot(): Promise<void> {}

  /**
   * Runs a command: a text of bash, or with arguments the name of a program, each argument of which stays what it is.
   *
   * A command whose time is over has `timedOut` and the exit code 124, one that was aborted `killed` and 130; nothing
   * of them is kept. Throws `SandboxAbortError` for a signal that was aborted before, and `SandboxExecutionError`
   * where nothing could be run.
   */
  async executeCommand(
    command: string,
    args: string[] = [],
    options: ExecuteCommandOptions = {},
  ): Promise<CommandResult> {
    const { timeout, env, cwd, onStdout, onStderr, abortSignal: signal, maxRetainedBytes = Infinity } = options;
    if (!(maxRetainedBytes >= 0)) {
      throw new UsageError(`maxRetainedBytes is ${shown(maxRetainedBytes)}: it takes a number from 0`);
    }
    const { SandboxAbortError, SandboxExecutionError } = await imported<Errors>("@mastra/core/workspace", "mastra");
    if (signal?.aborted) throw new SandboxAbortError("executeCommand", signal.reason);
    const line = args.length === 0 ? command : [command, ...args.map(quoted)].join(" ");
    const began = Date.now();
    const ended = await this.#commands
      .run(line, { timeoutMs: timeout || undefined, env, cwd: cwd ? absoluteOf(cwd) : undefined, signal })
      .catch((error: unknown) => {
        if (signal?.aborted) throw new SandboxAbortError("executeCommand", signal.reason);
        throw new SandboxExecutionError(String(error), 1, "", "");
      });
    if (ended.stdout !== "") onStdout?.(ended.stdout);
    if (ended.stderr !== "") onStderr?.(ended.stderr);
    const stdout = retained(ended.stdout, maxRetainedBytes, ended.run.stdoutOmitted);
    const stderr = retained(ended.stderr, maxRetainedBytes, ended.run.stderrOmitted);
    const { exitCode } = ended.run;
    return {
      success: exitCode === 0,
      exitCode,
      stdout: stdout.text,
      stderr: stderr.text,
      executionTimeMs: Date.now() - began,
      timedOut: ended.timedOut,
      killed: ended.timedOut || ended.wasCancelled,
      command,
      args,
      ...(stdout.dropped > 0 && { stdoutTruncated: true, stdoutDroppedBytes: stdout.dropped }),
      ...(stderr.dropped > 0 && { stderrTruncated: true, stderrDroppedBytes: stderr.dropped }),
    };
  }
}

function absoluteOf(cwd: string): string {
  return cwd.startsWith("/") ? cwd : `/${cwd}`;
}

/** The last bytes of a text, without a part of a character, and how many of all there were are not among them. */
function retained(text: string, bytesMax: number, omitted: number): { text: string; dropped: number } {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return { text, dropped: omitted };
  let start = bytes.length - Math.floor(bytesMax);
  while (start < bytes.length && ((bytes[start] as number) & 0xc0) === 0x80) start += 1;
  return { text: bytes.toString("utf8", start), dropped: omitted + start };
}
