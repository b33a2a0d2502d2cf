/** The tool that runs programs, before an SDK gives it a shape. */
import { UsageError } from "../errors.js";
import type { Functions } from "../functions.js";
import type { RunOptions, Sandbox } from "../sandbox.js";
import type { Workspace } from "../workspace.js";
import { ANSWER_CHARACTERS, type CodeAnswer, codeAnswer } from "./answer.js";
import { commonSandbox } from "./common-sandbox.js";

/** How programs of a model are run. */
export interface CodeOptions {
  /** Runs the programs. Default: one that all adapters of the process share. */
  sandbox?: Sandbox;
  /** Functions that programs may call beside `state`. */
  functions?: Functions;
  /** Options of every run, such as `limits`. Default: `commit: "atomic"`, so that a program that throws changes nothing. */
  run?: Omit<RunOptions, "functions" | "input" | "signal">;
  /** Characters of a result, and of a log, that a model gets. Default: 20,000. */
  answerCharacters?: number;
}

/** The names of `CodeOptions`. */
export const CODE_OPTIONS = ["sandbox", "functions", "run", "answerCharacters"];

/**
 * Options of runs whose functions are calls within a call of an SDK, which cannot go on elsewhere: they
 * are waited for in memory, as long as the run may take.
 */
export const WAITS_IN_MEMORY = { suspension: false, suspendAfterMs: false } as const;

/** Runs a program of a model. It throws only where nothing was run, such as for a closed workspace. */
export async function runCode(
  workspace: Workspace,
  code: string,
  options: CodeOptions = {},
  signal?: AbortSignal,
): Promise<CodeAnswer> {
  const sandbox = options.sandbox ?? (await commonSandbox());
  const given: RunOptions = { commit: "atomic", ...options.run };
  if (options.functions !== undefined) given.functions = options.functions;
  if (signal !== undefined) given.signal = signal;
  const run = await sandbox.run(workspace, code, given);
  return codeAnswer(run, options.answerCharacters ?? ANSWER_CHARACTERS);
}

/** The program in the argument of such a tool, which a model has made. */
export function programOf(input: unknown): string {
  const code = (input as { code?: unknown } | null | undefined)?.code;
  if (typeof code === "string") return code;
  throw new UsageError('`code` is the program, as a text: { "code": "async () => { return 1 }" }');
}

/** The schema of the argument of such a tool. */
export const CODE_SCHEMA = {
  type: "object",
  properties: {
    code: {
      type: "string",
      description: 'The program, such as `async () => { return await state.readdir("/") }`.',
    },
  },
  required: ["code"],
  additionalProperties: false,
} as const;
