/** Commands for deepagents. */
import { randomUUID } from "node:crypto";

import { UsageError } from "../../errors.js";
import { Commands, type CommandsOptions } from "../../shared/commands.js";
import { shortenedText } from "../../shared/shorten.js";
import { check, shown } from "../../words.js";
import type { Workspace } from "../../workspace.js";
import { IsolateBackend, type IsolateBackendOptions } from "./backend.js";

/** How a backend with commands is made. */
export interface IsolateSandboxOptions extends IsolateBackendOptions, CommandsOptions {
  /** Its name. Default: a new one. */
  id?: string;
  /** Characters of an output; of a longer one, the middle is left out. Default: 100,000. */
  outputMax?: number;
}

/** What a command answers. */
export interface ExecuteResponse {
  /** Both outputs, in the order in which they were written. */
  output: string;
  /** `null` if nothing was run. */
  exitCode: number | null;
  /** Whether a part of the output was left out. */
  truncated: boolean;
}

const OUTPUT_MAX = 100_000;

/**
 * As `IsolateBackend`, with commands of a shell on the same files, a `SandboxBackendProtocolV2`: an agent gets the
 * tool `execute`.
 *
 * Each command begins in `/` with the variables of `shell`, and is a run of the history. With
 * `shell: { session: "name" }`, commands go on from each other.
 */
export class IsolateSandbox extends IsolateBackend {
  readonly id: string;
  readonly #commands: Commands;
  readonly #outputMax: number;

  constructor(workspace: Workspace, options: IsolateSandboxOptions = {}) {
    check("option", options, ["actor", "sandbox", "id", "outputMax", "shell"]);
    const { id, outputMax = OUTPUT_MAX, shell, ...others } = options;
    super(workspace, others);
    if (!Number.isInteger(outputMax) || outputMax < 100) {
      throw new UsageError(`outputMax is ${shown(outputMax)}: it takes a whole number from 100`);
    }
    this.id = id ?? `isolate-${randomUUID()}`;
    const actor = others.actor === undefined ? {} : { actor: others.actor };
    this.#commands = new Commands(workspace, { ...others, shell: { ...actor, ...shell } });
    this.#outputMax = outputMax;
  }

  /** Runs a command, as `bash -c COMMAND` would. It never throws; what was not run has no exit code. */
  async execute(command: string): Promise<ExecuteResponse> {
    try {
      if (typeof command !== "string" || command.trim() === "") {
        throw new UsageError("the command is empty: pass what a shell is to do, such as `ls -la`");
      }
      const ended = await this.#commands.run(`exec 2>&1; ${command}`);
      const output = ended.combined;
      const truncated = ended.omitted > 0 || output.length > this.#outputMax;
      return { output: shortenedText(output, this.#outputMax), exitCode: ended.run.exitCode, truncated };
    } catch (error) {
      return { output: String(error), exitCode: null, truncated: false };
    }
  }
}
