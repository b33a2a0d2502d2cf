/** Workspaces: their files, their history, and the runs in them that wait. */
import { awaited, called } from "./errors.js";
import { native, type NativeWorkspace, type NativeWorkspaces } from "./native.js";
import type { Effects, PendingCall } from "./run.js";
import { check } from "./words.js";

/** How a workspace is opened. */
export interface WorkspaceOptions {
  /** Bytes of all files. */
  quotaBytes?: number;
  /** Bytes of one file. */
  fileBytes?: number;
  /** Files, directories and links. */
  entries?: number;
  /** How long another process may hold it. Default: 5 s. */
  busyTimeoutMs?: number;
  /** Refuses every change. */
  readOnly?: boolean;
  /** Whether runs are recorded. Default: `true` for a file. */
  records?: boolean;
}

const OPTIONS = ["quotaBytes", "fileBytes", "entries", "busyTimeoutMs", "readOnly", "records"];

/** What is known of an entry. */
export interface Stat {
  readonly kind: "file" | "directory" | "symlink";
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
}

/** A run of the history. */
export interface RunEntry {
  readonly run: number;
  readonly status: string;
  readonly label: string;
  readonly actor: string | null;
  readonly branch: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly created: number;
  readonly changed: number;
  readonly deleted: number;
  readonly fuel: number | null;
  readonly undoes: number | null;
}

/** A run that waits. */
export interface PendingRun {
  readonly run: number;
  readonly since: string;
  readonly until: string;
  readonly waitingFor: readonly PendingCall[];
  readonly answered: readonly PendingCall[];
}

/** A branch of a workspace. */
export interface Branch {
  readonly name: string;
  readonly parent: string;
  readonly created: string;
  readonly bytes: number;
  readonly entries: number;
  readonly lastRun: number | null;
}

/** What a merge did. */
export interface Merge {
  readonly isDone: boolean;
  readonly conflicts: readonly { path: string; kind: string; text: string }[];
  readonly effects: Effects;
}

/** An answer to a call that waits. */
export type Answer =
  | { approve: true }
  | { deny: string }
  | { value: unknown }
  | { error: { code: string; message: string } };

async function perform<T>(
  workspace: NativeWorkspace,
  operation: string,
  arguments_: object = {},
): Promise<T> {
  const text = JSON.stringify({ operation, ...arguments_ });
  return JSON.parse(await awaited(() => workspace.perform(text))) as T;
}

/** The files of a workspace. Paths begin with a slash. */
export class Files {
  readonly #native: NativeWorkspace;

  /** @internal */
  constructor(native_: NativeWorkspace) {
    this.#native = native_;
  }

  /** The contents of a file, as text in UTF-8 or as bytes. */
  readFile(path: string, encoding: "utf8"): Promise<string>;
  readFile(path: string): Promise<Uint8Array>;
  async readFile(path: string, encoding?: "utf8"): Promise<string | Uint8Array> {
    const bytes = await awaited(() => this.#native.read(path));
    return encoding === undefined ? bytes : bytes.toString("utf8");
  }

  /** Writes a file, and makes its directories. */
  async writeFile(path: string, data: string | Uint8Array): Promise<void> {
    await awaited(() => this.#native.write(path, Buffer.from(data as string), false));
  }

  /** Appends to a file, which is made if it is missing. */
  async appendFile(path: string, data: string | Uint8Array): Promise<void> {
    await awaited(() => this.#native.write(path, Buffer.from(data as string), true));
  }

  /** Whether there is an entry; links are followed. */
  async exists(path: string): Promise<boolean> {
    return (await this.stat(path)) !== null;
  }

  /** What is known of an entry, behind links; `null` if it is missing. */
  stat(path: string): Promise<Stat | null> {
    return perform(this.#native, "stat", { path, follow: true });
  }

  /** What is known of an entry itself; `null` if it is missing. */
  lstat(path: string): Promise<Stat | null> {
    return perform(this.#native, "stat", { path, follow: false });
  }

  /** The entries of a directory, sorted by name. */
  readdir(path = "/"): Promise<{ name: string; kind: Stat["kind"] }[]> {
    return perform(this.#native, "list", { path });
  }

  /** Makes a directory. */
  async mkdir(path: string, options: { recursive?: boolean } = {}): Promise<void> {
    await perform(this.#native, "mkdir", { path, parents: options.recursive ?? false });
  }

  /** Removes a file, a link or a directory. */
  async rm(path: string, options: { recursive?: boolean; force?: boolean } = {}): Promise<void> {
    const { recursive = false, force = false } = options;
    await perform(this.#native, "remove", { path, recursive, missingOk: force });
  }

  /** Renames an entry, as a system does. */
  async rename(from: string, to: string): Promise<void> {
    await perform(this.#native, "rename", { from, to });
  }

  /** Copies a file, or a directory with all in it. */
  async cp(from: string, to: string, options: { recursive?: boolean } = {}): Promise<void> {
    await perform(this.#native, "copy", { from, to, recursive: options.recursive ?? false });
  }

  /** Makes a symbolic link. */
  async symlink(target: string, link: string): Promise<void> {
    await perform(this.#native, "symlink", { target, link });
  }

  /** The target of a symbolic link. */
  readlink(path: string): Promise<string> {
    return perform(this.#native, "readLink", { path });
  }

  /** The path without links. */
  realpath(path: string): Promise<string> {
    return perform(this.#native, "realPath", { path });
  }
}

/** A persistent filesystem: one SQLite file, or memory. */
export class Workspace {
  /** @internal */
  readonly native: NativeWorkspace;
  /** Its files. */
  readonly files: Files;

  private constructor(native_: NativeWorkspace) {
    this.native = native_;
    this.files = new Files(native_);
  }

  /** @internal */
  static of(opened: object): Workspace {
    return new Workspace(called(() => new native.Workspace(opened)));
  }

  /** Opens a file, which is made if it is missing. */
  static async open(path: string | URL, options: WorkspaceOptions = {}): Promise<Workspace> {
    check("option", options, OPTIONS);
    const { fileURLToPath } = await import("node:url");
    const file = typeof path === "string" ? path : fileURLToPath(path);
    return Workspace.of(await awaited(() => native.Workspace.open(file, JSON.stringify(options))));
  }

  /** A workspace in memory. */
  static async memory(options: WorkspaceOptions = {}): Promise<Workspace> {
    check("option", options, OPTIONS);
    const text = JSON.stringify(options);
    return Workspace.of(await awaited(() => native.Workspace.open(undefined, text)));
  }

  /** Closes it. Runs on their way keep it until they end. */
  async close(): Promise<void> {
    await this.native.close();
  }

  /** Whether it was closed. */
  get isClosed(): boolean {
    return this.native.isClosed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The same workspace on another branch. */
  async onBranch(name: string): Promise<Workspace> {
    return Workspace.of(await awaited(() => this.native.onBranch(name)));
  }

  /** The same workspace under the rules of a policy, as `isolate-run --policy` reads it. */
  guarded(policy: object): Workspace {
    return Workspace.of(called(() => this.native.guarded(JSON.stringify(policy))));
  }

  /** Its runs, newest first. */
  history(
    options: { limit?: number; before?: number; path?: string; allBranches?: boolean } = {},
  ): Promise<RunEntry[]> {
    check("option", options, ["limit", "before", "path", "allBranches"]);
    return perform(this.native, "history", { limit: 100, allBranches: false, ...options });
  }

  /** Takes back what a run changed; with `force` also what was changed since. */
  undo(run: number, options: { force?: boolean } = {}): Promise<Effects> {
    return perform(this.native, "undo", { run, force: options.force ?? false });
  }

  /** What runs changed, as a patch. */
  diff(runs: number | readonly number[], options: { bytesMax?: number } = {}): Promise<string> {
    const list = typeof runs === "number" ? [runs] : runs;
    return perform(this.native, "diff", { runs: list, bytesMax: options.bytesMax ?? 1 << 20 });
  }

  /** Names the present state of the files. Answers the last run before it. */
  async checkpoint(name: string, options: { overwrite?: boolean } = {}): Promise<number | null> {
    return perform(this.native, "checkpoint", { name, overwrite: options.overwrite ?? false });
  }

  /** The names of the checkpoints. */
  checkpoints(): Promise<string[]> {
    return perform(this.native, "checkpoints");
  }

  /** Takes all files back to a checkpoint. */
  restore(name: string): Promise<Effects> {
    return perform(this.native, "restore", { name });
  }

  /** The branches beside `main`. */
  branches(): Promise<Branch[]> {
    return perform(this.native, "branches");
  }

  /** Makes a branch of another one (`main`), or of its state after a run. Answers the workspace on it. */
  async createBranch(
    name: string,
    options: { from?: string; at?: number } = {},
  ): Promise<Workspace> {
    await perform(this.native, "createBranch", { name, ...options });
    return this.onBranch(name);
  }

  /** Deletes a branch; its runs stay in the history. */
  async deleteBranch(name: string): Promise<void> {
    await perform(this.native, "deleteBranch", { name });
  }

  /** Merges a branch into another one (`main`). With conflicts nothing is done, unless `markers` are wanted. */
  merge(name: string, options: { into?: string; markers?: boolean } = {}): Promise<Merge> {
    return perform(this.native, "merge", { name, markers: false, ...options });
  }

  /** The runs that wait, oldest first. */
  pending(): Promise<PendingRun[]> {
    return perform(this.native, "pending");
  }

  /** Answers a call as it was shown. */
  async answer(run: number, call: PendingCall, answer: Answer): Promise<void> {
    let form: object;
    if ("approve" in answer) form = { kind: "approve" };
    else if ("deny" in answer) form = { kind: "deny", reason: answer.deny };
    else if ("value" in answer) form = { kind: "value", value: answer.value ?? null };
    else form = { kind: "failure", ...answer.error };
    await perform(this.native, "answer", { run, call, answer: form });
  }

  /** Ends a run that waits. */
  async endPending(run: number): Promise<void> {
    await perform(this.native, "endPending", { run });
  }

  /** Waits until a run that was put away can be resumed, if it waits for functions of this process. */
  async untilAnswered(run: number): Promise<void> {
    await awaited(() => this.native.untilAnswered(run));
  }
}

/** How the workspaces of many users are opened. */
export interface WorkspacesOptions extends WorkspaceOptions {
  /** Connections that stay open for their next use, of all together. Default: 128. */
  idleConnections?: number;
}

/**
 * The workspaces of many users: a file for each name in a folder, made when it is first opened.
 *
 * A name has at most 100 characters: lower-case letters, digits, dots, dashes and underscores, of which the
 * first is a letter or a digit. Thousands can be used in turn by one process.
 */
export class Workspaces {
  readonly #native: NativeWorkspaces;

  constructor(folder: string, options: WorkspacesOptions = {}) {
    check("option", options, [...OPTIONS, "idleConnections"]);
    const { idleConnections, ...settings } = options;
    const form = JSON.stringify(settings);
    this.#native = called(() => new native.Workspaces(folder, form, idleConnections));
  }

  /** The workspace of a name, which is made if there is none. */
  async open(name: string): Promise<Workspace> {
    return Workspace.of(await awaited(() => this.#native.open(name)));
  }

  /** The workspace of a name, if there is one. */
  async find(name: string): Promise<Workspace | undefined> {
    const found = await awaited(() => this.#native.find(name));
    return found === null ? undefined : Workspace.of(found);
  }

  /** The names, sorted. */
  names(): Promise<string[]> {
    return awaited(() => this.#native.names());
  }

  /** Removes a workspace with all its files. Answers whether there was one. */
  remove(name: string): Promise<boolean> {
    return awaited(() => this.#native.remove(name));
  }
}
