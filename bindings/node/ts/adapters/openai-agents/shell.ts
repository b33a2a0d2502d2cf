/** Commands for the tool `shell` of OpenAI Agents. */
import { Commands, type CommandsOptions } from "../../shared/commands.js";
import { check } from "../../words.js";
import type { Workspace } from "../../workspace.js";

/** What a model asks for. */
export interface ShellAction {
  commands: string[];
  timeoutMs?: number | undefined;
  maxOutputLength?: number | undefined;
}

/** What became of one command. It is no interface, since the SDK's type has members of any name. */
export type ShellOutput = {
  stdout: string;
  stderr: string;
  outcome: { type: "timeout" } | { type: "exit"; exitCode: number };
};

/** What became of all of them. */
export interface ShellResult {
  output: ShellOutput[];
  maxOutputLength?: number;
}

/**
 * A `Shell` for `shellTool` of the SDK: `shellTool({ shell: new IsolateShell(workspace) })`.
 *
 * Each command begins in `/` with the variables of the option `shell`, and is a run of the history. With
 * `shell: { session: "name" }`, commands go on from each other.
 */
export class IsolateShell {
  readonly #commands: Commands;

  constructor(
    /** Its files. */
    readonly workspace: Workspace,
    options: CommandsOptions = {},
  ) {
    check("option", options, ["sandbox", "shell"]);
    this.#commands = new Commands(workspace, options);
  }

  async run({ commands, timeoutMs, maxOutputLength }: ShellAction): Promise<ShellResult> {
    const output: ShellOutput[] = [];
    for (const command of commands) output.push(await this.#output(command, timeoutMs || undefined));
    return maxOutputLength === undefined ? { output } : { output, maxOutputLength };
  }

  async #output(command: string, timeoutMs: number | undefined): Promise<ShellOutput> {
    try {
      const ended = await this.#commands.run(command, { timeoutMs });
      const { stdout, stderr, timedOut } = ended;
      return { stdout, stderr, outcome: timedOut ? { type: "timeout" } : { type: "exit", exitCode: ended.run.exitCode } };
    } catch (error) {
      // Nothing was run.
      return { stdout: "", stderr: `isolate: ${String(error)}\n`, outcome: { type: "exit", exitCode: 1 } };
    }
  }
}
