/** Operations on files that are runs of the history: atomic, with a label and an actor. */
import { posix } from "node:path";

import type { Sandbox } from "../sandbox.js";
import type { Workspace } from "../workspace.js";
import { commonSandbox } from "./common-sandbox.js";

/** Who does operations, and on what. */
export interface Operator {
  workspace: Workspace;
  /** Runs the operations. Default: the sandbox that all adapters share. */
  sandbox?: Sandbox | undefined;
  /** Who the history says that it was. */
  actor?: string | undefined;
}

/** Listings and contents are larger than what a model is shown: 64 MiB. */
const RESULT_BYTES = 64 << 20;

/** What an operation answers, and its run in the history if it changed something. */
export interface Operated<T> {
  value: T;
  run: number | undefined;
}

/**
 * Runs a program of an adapter on its input, all or nothing. What it throws is thrown as a
 * `ProgramError`, whose `code` is that of Node, such as `ENOENT`.
 */
export async function operate<T>(
  { workspace, sandbox, actor }: Operator,
  label: string,
  program: string,
  input: unknown,
): Promise<Operated<T>> {
  const runs = sandbox ?? (await commonSandbox());
  const run = await runs.run<T>(workspace, program, {
    input,
    commit: "atomic",
    label: label.slice(0, 200),
    limits: { resultBytes: RESULT_BYTES },
    ...(actor === undefined ? {} : { actor }),
  });
  return { value: run.result(), run: run.runId };
}

/** The same without changes, so that it does not wait for others who write. */
export async function look<T>(
  { workspace, sandbox }: Operator,
  program: string,
  input: unknown,
): Promise<T> {
  const runs = sandbox ?? (await commonSandbox());
  const limits = { resultBytes: RESULT_BYTES };
  return (await runs.run<T>(workspace, program, { input, readOnly: true, limits })).result();
}

/** An absolute path of a workspace: a relative one begins at the root. */
export function absolute(path: string): string {
  return posix.resolve("/", path);
}

/** `code` of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
