/** The tool that runs programs, before an SDK gives it a shape. */
import type { Functions } from "../functions.js";
import { type RunOptions, Sandbox } from "../sandbox.js";
import type { Workspace } from "../workspace.js";
import { type AnswerOptions, type ProgramAnswer, programAnswer } from "./answer.js";

/** What tools that run programs take. */
export interface CodeOptions {
  /** Runs the programs. Default: one that all adapters of the process share. */
  sandbox?: Sandbox;
  /** Functions that programs may call beside `state`. */
  functions?: Functions;
  /** How programs are run, such as `limits`. Default: `commit: "atomic"`, so that a program that throws changes nothing. */
  run?: Omit<RunOptions, "functions" | "input" | "signal">;
  /** How much of a run the model is shown. */
  answer?: AnswerOptions;
}

let shared: Promise<Sandbox> | undefined;

/** The sandbox of all adapters whose user gives none. */
export function sharedSandbox(): Promise<Sandbox> {
  shared ??= Sandbox.create().catch((error: unknown) => {
    // The next one tries again.
    shared = undefined;
    throw error;
  });
  return shared;
}

/** Runs a program of a model. It throws only where nothing was run, such as for a closed workspace. */
export async function runCode(
  workspace: Workspace,
  code: string,
  options: CodeOptions = {},
  signal?: AbortSignal,
): Promise<ProgramAnswer> {
  const sandbox = options.sandbox ?? (await sharedSandbox());
  const given: RunOptions = { commit: "atomic", ...options.run };
  if (options.functions !== undefined) given.functions = options.functions;
  if (signal !== undefined) given.signal = signal;
  return programAnswer(await sandbox.run(workspace, code, given), options.answer);
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

const DESCRIPTION = `Runs a JavaScript program on the files of the workspace and answers what it returns. Files persist between calls.

\`code\` is \`async () => { … }\`; TypeScript is fine. It reaches files through the global \`state\`; Node's \`fs/promises\`, \`path\` and \`Buffer\` work on the same files. There is no network and no shell. \`await\` every call. Always \`return\` a small summary. Paths are absolute. Among the methods of \`state\`:

- readFile(path): string, writeFile(path, content), appendFile(path, content), readJson(path), writeJson(path, value)
- glob(pattern): string[], readdir(path): string[], stat(path): { type, size, mtime } or null, exists(path)
- mkdir(path, { recursive }), rm(path, { recursive, force }), cp(from, to, { recursive }), mv(from, to)
- searchFiles(glob, query, { regex }): { path, matches: { line, column, lineText }[] }[]
- replaceInFile(path, search, replacement, { regex }), replaceInFiles(glob, search, replacement, { regex, dryRun })
- updateJson(path, [{ op: "set", path: ".version", value: "2.0.0" }]), queryJson(path, ".items[0].name")
- diff(pathA, pathB), hashFile(path), planEdits(instructions), applyEdits(edits)

Globs: \`*.ts\` is the top level only, \`**/*.ts\` everywhere. Searches are literal unless \`{ regex: true }\`.`;

/** What a model is told about such a tool. */
export function codeDescription(functions?: Functions): string {
  const more = functions?.prompt().trim() ?? "";
  return more === "" ? DESCRIPTION : `${DESCRIPTION}\n\n${more}`;
}
