/** Workspaces: their files, their history, and the runs in them that wait. */
import { awaited, called, UsageError } from "./errors.js";
import { native, type NativeWorkspace, type NativeWorkspaces } from "./native.js";
import type { Effects, PendingCall } from "./run.js";
import { check, numberOfRun, shown } from "./words.js";

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

/** An answer as the native part takes it. It has one member, and only `approve: true` approves. */
function formOf(answer: Answer): object {
  const members = typeof answer === "object" && answer !== null ? Object.keys(answer) : [];
  if (members.length === 1) {
    if ("approve" in answer && answer.approve === true) return { kind: "approve" };
    if ("deny" in answer && typeof answer.deny === "string") return { kind: "deny", reason: answer.deny };
    if ("value" in answer) return { kind: "value", value: answer.value ?? null };
    if ("error" in answer && typeof answer.error === "object") return { kind: "failure", ...answer.error };
  }
  throw new UsageError(
    `the answer is ${shown(answer)}: it takes { approve: true }, { deny: "reason" }, { value }, ` +
      "or { error: { code, message } }",
  );
}

async function perform<T>(
  workspace: NativeWorkspace,
  operation: string,
  arguments_: object = {},
): Promise<T> {
  const text = JSON.stringify(arguments_);
  return JSON.parse(await awaited(() => workspace.perform(operation, text))) as T;
}

/** The bytes of what is written. */
function bytesOf(data: unknown): Buffer {
  if (typeof data === "string") return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return Buffer.from(data);
  throw new UsageError(`the data is ${shown(data)}: it takes a string or bytes, such as JSON.stringify(value)`);
}

/** The files of a workspace. Paths begin with a slash. */
export class Files {
  readonly #native: NativeWorkspace;

  /** @internal */
  constructor(native_: NativeWorkspace) {
    this.#native = native_;
  }

  /** The contents of a file, as text in UTF-8 or as bytes. */
  readFile(path: string, encoding: "utf8" | "utf-8"): Promise<string>;
  readFile(path: string): Promise<Uint8Array>;
  async readFile(path: string, encoding?: "utf8" | "utf-8"): Promise<string | Uint8Array> {
    if (encoding !== undefined && encoding !== "utf8" && encoding !== "utf-8") {
      throw new UsageError(
        `the encoding is ${JSON.stringify(encoding)}: it takes "utf8"; without one, a file is read as bytes`,
      );
    }
    const bytes = await awaited(() => this.#native.read(path));
    return encoding === undefined ? bytes : bytes.toString("utf8");
  }

  /** Writes a file, and makes its directories. */
  async writeFile(path: string, data: string | Uint8Array): Promise<void> {
    const bytes = bytesOf(data);
    await awaited(() => this.#native.write(path, bytes, false));
  }

  /** Appends to a file, which is made if it is missing. */
  async appendFile(path: string, data: string | Uint8Array): Promise<void> {
    const bytes = bytesOf(data);
    await awaited(() => this.#native.write(path, bytes, true));
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
    check("option", options, ["recursive"]);
    await perform(this.#native, "mkdir", { path, parents: options.recursive ?? false });
  }

  /** Removes a file, a link or a directory. */
  async rm(path: string, options: { recursive?: boolean; force?: boolean } = {}): Promise<void> {
    check("option", options, ["recursive", "force"]);
    const { recursive = false, force = false } = options;
    await perform(this.#native, "remove", { path, recursive, missingOk: force });
  }

  /** Renames an entry, as a system does. */
  async rename(from: string, to: string): Promise<void> {
    await perform(this.#native, "rename", { from, to });
  }

  /** Copies a file, or a directory with all in it. */
  async cp(from: string, to: string, options: { recursive?: boolean } = {}): Promise<void> {
    check("option", options, ["recursive"]);
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
    if (!(native_ instanceof native.Workspace)) {
      throw new UsageError("make a workspace with await Workspace.open(path) or await Workspace.memory()");
    }
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
  async history(
    options: { limit?: number; before?: number; path?: string; allBranches?: boolean } = {},
  ): Promise<RunEntry[]> {
    check("option", options, ["limit", "before", "path", "allBranches"]);
    return perform(this.native, "history", { limit: 100, allBranches: false, ...options });
  }

  /** Takes back what a run changed; with `force` also what was changed since. */
  async undo(run: number, options: { force?: boolean } = {}): Promise<Effects> {
    check("option", options, ["force"]);
    return perform(this.native, "undo", { run: numberOfRun(run), force: options.force ?? false });
  }

  /** What runs changed, as a patch. */
  async diff(runs: number | readonly number[], options: { bytesMax?: number } = {}): Promise<string> {
    check("option", options, ["bytesMax"]);
    const list = (Array.isArray(runs) ? runs : [runs]).map(numberOfRun);
    return perform(this.native, "diff", { runs: list, bytesMax: options.bytesMax ?? 1 << 20 });
  }

  /** Names the present state of the files. Answers the last run before it. */
  async checkpoint(name: string, options: { overwrite?: boolean } = {}): Promise<number | null> {
    check("option", options, ["overwrite"]);
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
    check("option", options, ["from", "at"]);
    await perform(this.native, "createBranch", { name, ...options });
    return this.onBranch(name);
  }

  /** Deletes a branch; its runs stay in the history. */
  async deleteBranch(name: string): Promise<void> {
    await perform(this.native, "deleteBranch", { name });
  }

  /** Merges a branch into another one (`main`). With conflicts nothing is done, unless `markers` are wanted. */
  async merge(name: string, options: { into?: string; markers?: boolean } = {}): Promise<Merge> {
    check("option", options, ["into", "markers"]);
    return perform(this.native, "merge", { name, markers: false, ...options });
  }

  /** The runs that wait, oldest first. */
  pending(): Promise<PendingRun[]> {
    return perform(this.native, "pending");
  }

  /** Answers a call as it was shown. */
  async answer(run: number, call: PendingCall, answer: Answer): Promise<void> {
    if (typeof call !== "object" || call === null) {
      throw new UsageError(`call is ${shown(call)}: it takes one of run.waitingFor, or of workspace.pending()`);
    }
    const form = formOf(answer);
    await perform(this.native, "answer", { run: numberOfRun(run), call, answer: form });
  }

  /** Ends a run that waits. */
  async endPending(run: number): Promise<void> {
    await perform(this.native, "endPending", { run: numberOfRun(run) });
  }

  /** Waits until a run that was put away can be resumed, if it waits for functions of this process. */
  async untilAnswered(run: number): Promise<void> {
    await awaited(() => this.native.untilAnswered(numberOfRun(run)));
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
