/** An editor for the patches of OpenAI Agents. */
import { UsageError } from "../../errors.js";
import type { Sandbox } from "../../sandbox.js";
import { absolute, codeOf, operate, type Operator } from "../../shared/operations.js";
import { imported } from "../../shared/sdk.js";
import { check } from "../../words.js";
import type { Workspace } from "../../workspace.js";

/** How an editor is made. */
export interface IsolateEditorOptions {
  /** Who the history says that it was. */
  actor?: string;
  /** Runs the operations. Default: a sandbox that all adapters of the process share. */
  sandbox?: Sandbox;
}

/** What has become of an operation. */
export interface EditResult {
  status: "completed" | "failed";
  output: string;
}

/** How often an edit is made again when others change the file meanwhile. */
const TRIES = 20;

const CREATE = `async ({ path, text }) => {
  if ((await state.lstat(path)) !== null) throw new Error(path + " exists: update it, or delete it first");
  await state.writeFile(path, text);
}`;

/** Answers whether the file was as it is expected to be. */
const UPDATE = `async ({ path, before, after, to }) => {
  if ((await state.readFile(path)) !== before) return false;
  await state.writeFile(path, after);
  if (to === null || to === path) return true;
  if ((await state.lstat(to)) !== null) throw new Error(to + " exists: delete it first");
  await state.mkdir(to.replace(/[/][^/]*$/, "") || "/", { recursive: true });
  await state.mv(path, to);
  return true;
}`;

const DELETE = `async (path) => {
  const stat = await state.lstat(path);
  if (stat?.type === "directory") throw new Error(path + " is a directory");
  await state.rm(path);
}`;

/**
 * An `Editor` for `applyPatchTool` of the SDK: each operation is atomic, and a run of the history with the
 * label `apply_patch PATH`. Diffs are applied as the SDK applies them.
 */
export class IsolateEditor {
  readonly #operator: Operator;

  constructor(
    /** Its files. */
    readonly workspace: Workspace,
    options: IsolateEditorOptions = {},
  ) {
    check("option", options, ["actor", "sandbox"]);
    this.#operator = { workspace, sandbox: options.sandbox, actor: options.actor };
  }

  createFile({ path, diff }: { path: string; diff: string }): Promise<EditResult> {
    return edited("created", path, async () => {
      const text = (await applyDiff())("", diff, "create");
      return (await this.#operate(path, CREATE, { path: absolute(path), text })).run;
    });
  }

  updateFile(operation: { path: string; diff: string; moveTo?: string | undefined }): Promise<EditResult> {
    const { path, diff, moveTo } = operation;
    return edited("updated", path, async () => {
      const apply = await applyDiff();
      for (let tries = 0; tries < TRIES; tries += 1) {
        const before = await this.#text(path);
        const to = moveTo === undefined ? null : absolute(moveTo);
        const input = { path: absolute(path), before, after: apply(before, diff), to };
        const { value, run } = await this.#operate<boolean>(path, UPDATE, input);
        if (value) return run;
      }
      throw new UsageError(`${path} is changed by others all the time: read it again`);
    });
  }

  deleteFile({ path }: { path: string }): Promise<EditResult> {
    return edited("deleted", path, async () => (await this.#operate(path, DELETE, absolute(path))).run);
  }

  #operate<T>(path: string, program: string, input: unknown): ReturnType<typeof operate<T>> {
    return operate<T>(this.#operator, `apply_patch ${absolute(path)}`, program, input);
  }

  async #text(path: string): Promise<string> {
    const bytes = await this.workspace.files.readFile(absolute(path));
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new UsageError(`${path} is not UTF-8, and patches are text`);
    }
  }
}

/** What has failed is an answer, from which a model can make a better one. */
async function edited(
  done: string,
  path: string,
  work: () => Promise<number | undefined>,
): Promise<EditResult> {
  try {
    const run = await work();
    return { status: "completed", output: `${done} ${path}${run === undefined ? "" : `; run ${run}`}` };
  } catch (error) {
    // A missing SDK is no mistake of the model.
    if (error instanceof UsageError && codeOf(error) === "ESDK") throw error;
    const { message } = error instanceof Error ? error : new Error(String(error));
    return { status: "failed", output: message.includes(path) ? message : `${path}: ${message}` };
  }
}

type ApplyDiff = (input: string, diff: string, mode?: "default" | "create") => string;

async function applyDiff(): Promise<ApplyDiff> {
  return (await imported<{ applyDiff: ApplyDiff }>("@openai/agents", "openai-agents")).applyDiff;
}
