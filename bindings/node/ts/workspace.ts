/** Workspaces: their files, their history, and the runs in them that wait. */
import { awaited, called, UsageError } from "./errors.js";
import { native, type NativeWorkspace, type NativeWorkspaces } from "./native.js";
import { type AnyRun, type Effects, type EffectsForm, effectsOf, numberOfRun, type PendingCall } from "./run.js";
import { check, filePath, instance, json, shown, text } from "./words.js";

/** How a workspace is opened. */
export interface WorkspaceOptions {
  /** Bytes that its files and its history may take. Default: 1 GiB. */
  quotaBytes?: number;
  /** The largest file. Default: 64 MiB. */
  fileBytes?: number;
  /** Files, directories and links, at most. Default: 1,000,000. */
  entries?: number;
  /** How long a change waits for other writers. Default: 5,000. */
  busyTimeoutMs?: number;
  /** Refuses every change. Default: `false`. */
  readOnly?: boolean;
  /** Whether runs are kept so that they can be replayed. Default: in a file, and not in memory. */
  records?: boolean;
}

const OPTIONS = ["quotaBytes", "fileBytes", "entries", "busyTimeoutMs", "readOnly", "records"];

/** What is known of an entry. */
export interface Stat {
  readonly kind: "file" | "directory" | "symlink";
  /** Bytes. */
  readonly size: number;
  /** The bits of permissions, such as `0o644`. */
  readonly mode: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
}

/** A run of the history. */
export interface RunEntry {
  /** Its number, which grows with each run. */
  readonly run: number;
  /** As `isolate-run log` has it: `ok`, `running`, `suspended`, `interrupted`, `discarded` and others. */
  readonly status: string;
  /** The name that was given to it; empty if there is none. */
  readonly label: string;
  readonly actor: string | null;
  /** `null` for `main`. */
  readonly branch: string | null;
  /** In ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** The number of paths that it created. */
  readonly created: number;
  readonly changed: number;
  readonly deleted: number;
  /** What it used; `null` where that is not recorded. */
  readonly fuel: number | null;
  /** The run that it takes back, if it is an undo. */
  readonly undoes: number | null;
}

/** A run that waits. */
export interface PendingRun {
  readonly run: number;
  /** In ISO 8601. */
  readonly since: string;
  /** Calls that have no answer by then fail with `ETIMEDOUT`. */
  readonly until: string;
  readonly waitingFor: readonly PendingCall[];
  readonly answered: readonly PendingCall[];
}

/** A branch of a workspace. */
export interface Branch {
  readonly name: string;
  readonly parent: string;
  readonly created: string;
  /** Bytes of its files, with those that it shares with other branches. */
  readonly bytes: number;
  /** Its files, directories and links. */
  readonly entries: number;
  readonly lastRun: number | null;
}

/** A path that both branches changed in different ways. */
export interface MergeConflict {
  readonly path: string;
  readonly kind: string;
  readonly text: string;
}

/** What a merge did. */
export interface Merge {
  /** `false` if there are conflicts, and no markers were wanted: nothing was changed then. */
  readonly isDone: boolean;
  readonly conflicts: readonly MergeConflict[];
  readonly effects: Effects;
}

/** How a directory is copied into a workspace. */
export interface ImportOptions {
  /** The directory of the workspace that gets it. Default: `/`. */
  to?: string;
  /** Patterns of paths that are left out, such as `*.log`. */
  exclude?: string[];
  /** Also copies what `.gitignore` files leave out. */
  ignored?: boolean;
  /** Also copies `.git`. */
  git?: boolean;
  /** Replaces files that have other contents; without it they are a `FileError` with the code `EEXIST`. */
  overwrite?: boolean;
  /** Who is named in the history. */
  actor?: string;
}

/** How files of a workspace are copied to the disk. */
export interface ExportOptions {
  /** The paths that are copied. Default: all. */
  paths?: string[];
  /** Replaces files that have other contents; without it they are a `FileError` with the code `EEXIST`. */
  overwrite?: boolean;
  /** Copies them as they were after this run. */
  run?: AnyRun;
}

/** What was copied from the disk, or to it. */
export interface Transfer {
  readonly files: number;
  readonly directories: number;
  readonly links: number;
  readonly bytes: number;
  /** Files and links that were there already, with the same contents. */
  readonly unchanged: number;
  /** Entries that `.gitignore` files or patterns have left out. */
  readonly ignored: number;
  /** The first 10,000 entries that could not be copied, with the reason. */
  readonly skipped: readonly { path: string; reason: string }[];
  readonly skippedTotal: number;
  /** The run of an import in the history; `null` if it changed nothing, and for an export. */
  readonly run: number | null;
  /** The paths of the workspace that an import has changed. */
  readonly effects: Effects;
}

/** The members that the native part gives. */
function transfer(form: Transfer & { effects: EffectsForm }): Transfer {
  return { ...form, effects: effectsOf(form.effects) };
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
  const form = json(`the arguments of ${operation}`, arguments_);
  return JSON.parse(await awaited(() => workspace.perform(operation, form))) as T;
}

/** The bytes of what is written. */
function bytesOf(data: unknown): Buffer {
  if (typeof data === "string") return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return Buffer.from(data);
  throw new UsageError(`the data is ${shown(data)}: it takes a string or bytes, such as JSON.stringify(value)`);
}

/**
 * The files of a workspace: `workspace.files`.
 *
 * Paths begin with a slash. What fails rejects with a `FileError`. Each change is kept when its promise resolves.
 */
export class Files {
  readonly #native: NativeWorkspace;

  private constructor(native_: NativeWorkspace) {
    this.#native = native_;
  }

  /** @internal */
  static of(native_: NativeWorkspace): Files {
    return new Files(native_);
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
    const bytes = await awaited(() => this.#native.read(text("the path", path)));
    return encoding === undefined ? bytes : bytes.toString("utf8");
  }

  /** Writes a file, and makes its directories. */
  async writeFile(path: string, data: string | Uint8Array): Promise<void> {
    const bytes = bytesOf(data);
    await awaited(() => this.#native.write(text("the path", path), bytes, false));
  }

  /** Appends to a file, which is made if it is missing. */
  async appendFile(path: string, data: string | Uint8Array): Promise<void> {
    const bytes = bytesOf(data);
    await awaited(() => this.#native.write(text("the path", path), bytes, true));
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

  /** Makes a directory; with `recursive`, those above it are made as well, and it may be there already. */
  async mkdir(path: string, options: { recursive?: boolean } = {}): Promise<void> {
    check("option", options, ["recursive"]);
    await perform(this.#native, "mkdir", { path, parents: options.recursive ?? false });
  }

  /** Removes a file, a link or an empty directory; with `recursive`, a directory with all in it. */
  async rm(path: string, options: { recursive?: boolean; force?: boolean } = {}): Promise<void> {
    check("option", options, ["recursive", "force"]);
    const { recursive = false, force = false } = options;
    await perform(this.#native, "remove", { path, recursive, missingOk: force });
  }

  /** Renames an entry; a file takes the place of one that has the name. */
  async rename(from: string, to: string): Promise<void> {
    await perform(this.#native, "rename", { from, to });
  }

  /** Copies a file; with `recursive`, a directory with all in it. */
  async cp(from: string, to: string, options: { recursive?: boolean } = {}): Promise<void> {
    check("option", options, ["recursive"]);
    await perform(this.#native, "copy", { from, to, recursive: options.recursive ?? false });
  }

  /** Makes a symbolic link, which may lead to what is missing. */
  async symlink(target: string, link: string): Promise<void> {
    await perform(this.#native, "symlink", { target, link });
  }

  /** The target of a symbolic link, as it was given. */
  readlink(path: string): Promise<string> {
    return perform(this.#native, "readLink", { path });
  }

  /** The path without links. */
  realpath(path: string): Promise<string> {
    return perform(this.#native, "realPath", { path });
  }
}

/**
 * A persistent filesystem: one SQLite file, or memory. `Workspace.open` and `Workspace.memory` make one.
 *
 * It is closed by `close`, at the end of the scope of `await using`, or when it is no longer used.
 */
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
    this.files = Files.of(native_);
  }

  /** @internal */
  static of(opened: object): Workspace {
    return new Workspace(called(() => new native.Workspace(opened)));
  }

  /**
   * Opens a file, which is made if it is missing.
   *
   * Rejects with a `StorageError` for a file that is no workspace, was written by a newer version or cannot be
   * read, and with a `UsageError` for an option out of its range.
   */
  static async open(path: string | URL, options: WorkspaceOptions = {}): Promise<Workspace> {
    check("option", options, OPTIONS);
    const file = filePath("the path", path);
    return Workspace.of(await awaited(() => native.Workspace.open(file, json("the options", options))));
  }

  /** A workspace in memory. */
  static async memory(options: WorkspaceOptions = {}): Promise<Workspace> {
    check("option", options, OPTIONS);
    const form = json("the options", options);
    return Workspace.of(await awaited(() => native.Workspace.open(undefined, form)));
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

  /** The same workspace on another branch. Rejects with a `UsageError` if there is none of this name (`ENOENT`). */
  async onBranch(name: string): Promise<Workspace> {
    return Workspace.of(await awaited(() => this.native.onBranch(text("the name", name))));
  }

  /**
   * The same workspace under the rules of a policy, as `isolate-run --policy` reads it. They hold for programs and
   * for `files`. Throws a `UsageError` for a policy that is wrong.
   */
  guarded(policy: object): Workspace {
    return Workspace.of(called(() => this.native.guarded(json("the policy", policy))));
  }

  /**
   * Its runs, newest first: at most `limit` (100), of those `before` a run, that changed a `path` or something
   * below it; of its own branch, or of all.
   */
  async history(
    options: { limit?: number; before?: AnyRun; path?: string; allBranches?: boolean } = {},
  ): Promise<RunEntry[]> {
    check("option", options, ["limit", "before", "path", "allBranches"]);
    const { before, limit = 100, path, allBranches = false } = options;
    const number = before === undefined ? undefined : numberOfRun(before);
    return perform(this.native, "history", { limit, before: number, path, allBranches });
  }

  /**
   * Takes back what a run changed. Answers what that changed.
   *
   * Rejects with a `UsageError` if later runs have changed the same paths, which it names; with `force`, those
   * paths get their earlier state all the same.
   */
  async undo(run: AnyRun, options: { force?: boolean } = {}): Promise<Effects> {
    check("option", options, ["force"]);
    return this.#changed("undo", { run: numberOfRun(run), force: options.force ?? false });
  }

  async #changed(operation: string, arguments_: object): Promise<Effects> {
    return effectsOf(await perform<EffectsForm>(this.native, operation, arguments_));
  }

  /**
   * What runs changed, as a patch, of which at most `bytesMax` bytes are made (1 MiB). Rejects with a `UsageError`
   * for a run that the history does not have (`ENOENT`).
   */
  async diff(runs: AnyRun | readonly AnyRun[], options: { bytesMax?: number } = {}): Promise<string> {
    check("option", options, ["bytesMax"]);
    const list = (Array.isArray(runs) ? runs : [runs]).map(numberOfRun);
    if (list.length === 0) throw new UsageError("diff takes runs, such as workspace.diff(run)");
    return perform(this.native, "diff", { runs: list, bytesMax: options.bytesMax ?? 1 << 20 });
  }

  /**
   * Copies a directory, or a tar, tar.gz or zip archive, of the disk into a directory: all of it or, with an
   * error, nothing.
   */
  async importFrom(source: string | URL, options: ImportOptions = {}): Promise<Transfer> {
    check("option", options, ["to", "exclude", "ignored", "git", "overwrite", "actor"]);
    const { to = "/", exclude = [], ignored = false, git = false, overwrite = false, actor } = options;
    const all = { to, exclude, ignored, git, overwrite, actor };
    return transfer(await perform(this.native, "import", { source: filePath("the source", source), ...all }));
  }

  /**
   * Copies files to a directory of the disk, or to a new archive where the name ends with `.tar`, `.tar.gz`,
   * `.tgz` or `.zip`.
   */
  async exportTo(target: string | URL, options: ExportOptions = {}): Promise<Transfer> {
    check("option", options, ["paths", "overwrite", "run"]);
    const { paths = [], overwrite = false } = options;
    const run = options.run === undefined ? undefined : numberOfRun(options.run);
    const all = { target: filePath("the target", target), paths, overwrite, run };
    return transfer(await perform(this.native, "export", all));
  }

  /**
   * Names the present state of the files. Answers the number of the last run before it. Rejects with a `UsageError`
   * for a name that is taken (`EEXIST`), unless it is to be overwritten.
   */
  async checkpoint(name: string, options: { overwrite?: boolean } = {}): Promise<number | null> {
    check("option", options, ["overwrite"]);
    return perform(this.native, "checkpoint", { name, overwrite: options.overwrite ?? false });
  }

  /** The names of the checkpoints. */
  checkpoints(): Promise<string[]> {
    return perform(this.native, "checkpoints");
  }

  /**
   * Takes all files back to a checkpoint. Answers what that changed. Rejects with a `UsageError` if there is none of
   * this name (`ENOENT`).
   */
  restore(name: string): Promise<Effects> {
    return this.#changed("restore", { name });
  }

  /** The branches beside `main`. */
  branches(): Promise<Branch[]> {
    return perform(this.native, "branches");
  }

  /**
   * Makes a branch of `from` (`main`), as it is or as it was after the run `at`. Answers the workspace on it.
   * Rejects with a `UsageError` for a name that is taken (`EEXIST`) or is none, and for a branch or a run that is
   * missing (`ENOENT`).
   */
  async createBranch(
    name: string,
    options: { from?: string; at?: AnyRun } = {},
  ): Promise<Workspace> {
    check("option", options, ["from", "at"]);
    const { from, at } = options;
    const number = at === undefined ? undefined : numberOfRun(at);
    await perform(this.native, "createBranch", { name, from, at: number });
    return this.onBranch(name);
  }

  /** Deletes a branch; its runs stay in the history. Rejects with a `UsageError` if there is none (`ENOENT`). */
  async deleteBranch(name: string): Promise<void> {
    await perform(this.native, "deleteBranch", { name });
  }

  /** Merges a branch into another one (`main`). With conflicts nothing is done, unless `markers` are wanted. */
  async merge(name: string, options: { into?: string; markers?: boolean } = {}): Promise<Merge> {
    check("option", options, ["into", "markers"]);
    const { into, markers = false } = options;
    const merge = await perform<Merge & { effects: EffectsForm }>(this.native, "merge", { name, into, markers });
    return { ...merge, effects: effectsOf(merge.effects) };
  }

  /** The runs that wait, oldest first. */
  pending(): Promise<PendingRun[]> {
    return perform(this.native, "pending");
  }

  /** Answers a call as it was shown. Rejects with a `UsageError` if the run does not wait for it any more. */
  async answer(run: AnyRun, call: PendingCall, answer: Answer): Promise<void> {
    if (typeof call !== "object" || call === null) {
      throw new UsageError(`call is ${shown(call)}: it takes one of run.waitingFor, or of workspace.pending()`);
    }
    const form = formOf(answer);
    await perform(this.native, "answer", { run: numberOfRun(run), call, answer: form });
  }

  /** Ends a run that waits. What it has changed stays, unless it is atomic. */
  async endPending(run: AnyRun): Promise<void> {
    await perform(this.native, "endPending", { run: numberOfRun(run) });
  }

  /**
   * Waits until a run that was put away can be resumed, if it waits for functions of this process; otherwise it
   * resolves at once.
   */
  async untilAnswered(run: AnyRun): Promise<void> {
    const number = numberOfRun(run);
    await awaited(() => this.native.untilAnswered(number));
  }
}

/**
 * The native part of a workspace that was given.
 *
 * @internal
 */
export function nativeWorkspace(workspace: unknown): NativeWorkspace {
  const takes = "one of await Workspace.open(path) or await Workspace.memory()";
  return instance("workspace", workspace, Workspace, takes).native;
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
 * first is a letter or a digit. Thousands can be used in turn: what is idle keeps at most `idleConnections`
 * connections for all of them together.
 */
export class Workspaces {
  readonly #native: NativeWorkspaces;

  constructor(folder: string | URL, options: WorkspacesOptions = {}) {
    check("option", options, [...OPTIONS, "idleConnections"]);
    const { idleConnections, ...settings } = options;
    const form = json("the options", settings);
    this.#native = called(() => new native.Workspaces(filePath("the folder", folder), form, idleConnections));
  }

  /** The workspace of a name, which is made if there is none. Rejects with a `UsageError` for what is no name. */
  async open(name: string): Promise<Workspace> {
    return Workspace.of(await awaited(() => this.#native.open(text("the name", name))));
  }

  /** The workspace of a name; `null` if there is none. */
  async find(name: string): Promise<Workspace | null> {
    const found = await awaited(() => this.#native.find(text("the name", name)));
    return found === null ? null : Workspace.of(found);
  }

  /** The names, sorted. */
  names(): Promise<string[]> {
    return awaited(() => this.#native.names());
  }

  /**
   * Removes a workspace with all its files. Answers whether there was one. Rejects with a `BusyError` while it is in
   * use.
   */
  remove(name: string): Promise<boolean> {
    return awaited(() => this.#native.remove(text("the name", name)));
  }
}

/** How a store is opened. */
export interface StoreOptions extends WorkspacesOptions {
  /** The folder for local copies. Default: `isolate` in the cache folder of the user. */
  cache?: string | URL;
  /** Bytes of local copies at most; those are removed first that were used longest ago. Default: 10 GiB. */
  cacheBytes?: number;
  /** How old what is read may be, in milliseconds. Default: 0, and each reading asks the store. */
  maxStalenessMs?: number;
  /** 32 random bytes that encrypt what is stored. All hosts need the same. Default: nothing is encrypted. */
  key?: Uint8Array;
  /** Options of the store, by the names that it has for them, such as `region`. */
  settings?: Record<string, string>;
}

const STORE_OPTIONS = ["cache", "cacheBytes", "maxStalenessMs", "settings"];

/**
 * Workspaces that many hosts share, on a folder, S3, Google Cloud Storage, Azure or PostgreSQL. Names are those of
 * `Workspaces`.
 */
export class Store {
  readonly #native: NativeWorkspaces;

  private constructor(native_: NativeWorkspaces) {
    this.#native = native_;
  }

  /**
   * Opens the store of a URL: `file:///dir`, `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix` or
   * `postgres://user@host/database`. Rejects with a `UsageError` for what is no store, and with a `StorageError` for
   * one that does not answer.
   */
  static async open(url: string, options: StoreOptions = {}): Promise<Store> {
    check("option", options, [...OPTIONS, ...STORE_OPTIONS, "idleConnections", "key"]);
    const { cache, cacheBytes, maxStalenessMs, settings, key, idleConnections, ...workspaces } = options;
    if (key !== undefined && !(key instanceof Uint8Array)) {
      throw new UsageError("the key takes a Uint8Array of 32 random bytes");
    }
    const folder = cache === undefined ? undefined : filePath("the cache", cache);
    const store = json("the options", { url: text("the url", url), cache: folder, cacheBytes, maxStalenessMs, settings });
    const form = json("the options", workspaces);
    const bytes = key === undefined ? undefined : Buffer.from(key);
    return new Store(await awaited(() => native.Workspaces.ofStore(store, bytes, form, idleConnections)));
  }

  /** The workspace of a name, which is made if there is none. Rejects with a `UsageError` for what is no name. */
  async workspace(name: string): Promise<Workspace> {
    return Workspace.of(await awaited(() => this.#native.open(text("the name", name))));
  }

  /** The workspace of a name; `null` if there is none. */
  async find(name: string): Promise<Workspace | null> {
    const found = await awaited(() => this.#native.find(text("the name", name)));
    return found === null ? null : Workspace.of(found);
  }

  /** The names of all workspaces, sorted. */
  names(): Promise<string[]> {
    return awaited(() => this.#native.names());
  }

  /**
   * Removes a workspace with all its files, on all hosts. Answers whether there was one. Rejects with a `BusyError`
   * while this process uses it.
   */
  remove(name: string): Promise<boolean> {
    return awaited(() => this.#native.remove(text("the name", name)));
  }
}
