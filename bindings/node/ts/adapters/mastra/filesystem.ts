/** A filesystem for workspaces of Mastra, with an audit. */
import { posix } from "node:path";

import type { Sandbox } from "../../sandbox.js";
import { changesOf } from "../../shared/changes.js";
import { absolute, codeOf, look, operate, type Operator } from "../../shared/operations.js";
import { imported } from "../../shared/sdk.js";
import { check } from "../../words.js";
import type { RunEntry, Workspace } from "../../workspace.js";
import { APPEND, COPY_OR_MOVE, DELETE, GREP, LIST, MKDIR, RMDIR, WRITE } from "./programs.js";

/** How a filesystem is made. */
export interface IsolateFilesystemOptions {
  /** Its id. Default: one for each filesystem of the process. */
  id?: string;
  /** Whether all changes are refused. Default: `false`. */
  readOnly?: boolean;
  /** Who the history says that it was. */
  actor?: string;
  /** Runs the operations. Default: a sandbox that all adapters of the process share. */
  sandbox?: Sandbox;
}

/** The classes of errors that Mastra looks for. */
interface Errors {
  FileNotFoundError: new (path: string) => Error;
  DirectoryNotFoundError: new (path: string) => Error;
  FileExistsError: new (path: string) => Error;
  IsDirectoryError: new (path: string) => Error;
  NotDirectoryError: new (path: string) => Error;
  DirectoryNotEmptyError: new (path: string) => Error;
  PermissionError: new (path: string, operation: string) => Error;
  StaleFileError: new (path: string, expected: Date, actual: Date) => Error;
  UnsupportedGrepPatternError: new (pattern: string, reason?: string) => Error;
  WorkspaceReadOnlyError: new (operation: string) => Error;
}

/** A file or a directory, as Mastra lists it. */
export interface FileEntry {
  name: string;
  type: "file" | "directory";
  size?: number;
  isSymlink?: boolean;
  symlinkTarget?: string;
}

/** What Mastra knows of a file. */
export interface FileStat {
  name: string;
  path: string;
  type: "file" | "directory";
  size: number;
  createdAt: Date;
  modifiedAt: Date;
}

/** What is searched for. */
export interface GrepOptions {
  pattern: string;
  path: string;
  caseSensitive: boolean;
  includeHidden: boolean;
  maxCountPerFile?: number;
  maxTotalMatches?: number;
  contextLines?: number;
}

/** The lines of a file that match; `line` is from 1, `column` from 0. */
export interface GrepResult {
  path: string;
  matches: { line: number; column: number; text: string; before?: string[]; after?: string[] }[];
}

/** A change of a file in the history. */
export interface AuditEntry {
  /** The number of the run and the path. */
  id: string;
  timestamp: Date;
  operation: "write" | "delete" | "move";
  path: string;
  /** Where it was moved to. */
  targetPath?: string;
  /** The run that changed it: `Workspace.undo(run)` takes it back. */
  metadata: { run: number; label: string; actor: string | null; branch: string | null };
}

/** Which changes are looked for. */
export interface AuditOptions {
  operations?: string[];
  pathPrefix?: string;
  since?: Date;
  until?: Date;
  limit?: number;
  offset?: number;
}

const OPERATIONS = { created: "write", changed: "write", deleted: "delete", moved: "move" } as const;

let made = 0;

/**
 * A `WorkspaceFilesystem` of Mastra over a workspace, and its `WorkspaceFilesystemAudit`.
 *
 * Paths are absolute; a relative one begins at `/`. Each operation that changes something is atomic,
 * and a run of the history with the label `OPERATION PATH`.
 */
export class IsolateFilesystem {
  readonly id: string;
  readonly name = "IsolateFilesystem";
  readonly provider = "isolate-run";
  readonly readOnly: boolean;
  readonly status = "ready";
  readonly #operator: Operator;

  constructor(
    /** Its files. */
    readonly workspace: Workspace,
    options: IsolateFilesystemOptions = {},
  ) {
    check("option", options, ["id", "readOnly", "actor", "sandbox"]);
    this.id = options.id ?? `isolate-run-${(made += 1)}`;
    this.readOnly = options.readOnly ?? false;
    this.#operator = { workspace, sandbox: options.sandbox, actor: options.actor };
  }

  getInfo(): { id: string; name: string; provider: string; status: "ready"; readOnly: boolean } {
    const { id, name, provider, status, readOnly } = this;
    return { id, name, provider, status, readOnly };
  }

  /** What a model is told of it. */
  getInstructions(): string {
    const history = "Changes are kept in a history and can be undone.";
    return `A virtual filesystem. Paths begin with "/"; relative ones are taken from there. ${
      this.readOnly ? "It is read-only." : history
    }`;
  }

  async readFile(path: string, options?: { encoding?: BufferEncoding }): Promise<string | Buffer> {
    return this.#translated("readFile", path, "FileNotFoundError", async () => {
      const bytes = Buffer.from(await this.workspace.files.readFile(absolute(path)));
      return options?.encoding === undefined ? bytes : bytes.toString(options.encoding);
    });
  }

  async writeFile(
    path: string,
    content: string | Uint8Array,
    options: { recursive?: boolean; overwrite?: boolean; expectedMtime?: Date } = {},
  ): Promise<void> {
    const { expectedMtime } = options;
    const actual = await this.#change<Date | undefined>("writeFile", path, WRITE, {
      path: absolute(path),
      content,
      parents: options.recursive ?? true,
      overwrite: options.overwrite ?? true,
      mtime: expectedMtime?.getTime() ?? null,
    });
    if (actual !== undefined && expectedMtime !== undefined) {
      throw new (await errors()).StaleFileError(path, expectedMtime, actual);
    }
  }

  async appendFile(path: string, content: string | Uint8Array): Promise<void> {
    await this.#change("appendFile", path, APPEND, { path: absolute(path), content });
  }

  async deleteFile(path: string, options: { force?: boolean } = {}): Promise<void> {
    const force = options.force ?? false;
    await this.#change("deleteFile", path, DELETE, { path: absolute(path), force });
  }

  async copyFile(
    from: string,
    to: string,
    options: { overwrite?: boolean; recursive?: boolean } = {},
  ): Promise<void> {
    const { overwrite = true, recursive = false } = options;
    await this.#copyOrMove("copyFile", "cp", from, to, { overwrite, recursive });
  }

  async moveFile(from: string, to: string, options: { overwrite?: boolean } = {}): Promise<void> {
    const { overwrite = true } = options;
    await this.#copyOrMove("moveFile", "mv", from, to, { overwrite, recursive: true });
  }

  async mkdir(path: string, options: { recursive?: boolean } = {}): Promise<void> {
    const recursive = options.recursive ?? true;
    await this.#change("mkdir", path, MKDIR, { path: absolute(path), recursive }, "DirectoryNotFoundError");
  }

  async rmdir(path: string, options: { recursive?: boolean; force?: boolean } = {}): Promise<void> {
    const { recursive = false, force = false } = options;
    await this.#change("rmdir", path, RMDIR, { path: absolute(path), recursive, force });
  }

  async readdir(
    path: string,
    options: { recursive?: boolean; extension?: string | string[]; maxDepth?: number } = {},
  ): Promise<FileEntry[]> {
    // The entries of the directory itself are at depth 0.
    const depth = options.recursive ? (options.maxDepth ?? null) : 0;
    const extensions = [options.extension ?? []].flat();
    const all = await this.#list(path, depth === null ? null : depth + 1, true);
    const isWanted = ({ name, type }: FileEntry): boolean =>
      type === "directory" ||
      extensions.length === 0 ||
      extensions.some((extension) => posix.extname(name) === `.${extension.replace(/^\./, "")}`);
    return all.filter(isWanted).map(({ path: relative, ...entry }) => ({ ...entry, name: relative }));
  }

  /** All entries below a directory, with paths relative to it. */
  async walk(
    path: string,
    options: { maxDepth?: number; includeHidden?: boolean } = {},
  ): Promise<(FileEntry & { path: string })[]> {
    return this.#list(path, options.maxDepth ?? null, options.includeHidden ?? false);
  }

  /** The lines that match, by file. */
  async grep(options: GrepOptions): Promise<GrepResult[]> {
    const { pattern, path, caseSensitive, includeHidden } = options;
    return this.#translated("grep", path, "FileNotFoundError", async () => {
      try {
        return await look<GrepResult[]>(this.#operator, GREP, {
          pattern,
          path: absolute(path),
          caseSensitive,
          includeHidden,
          perFile: options.maxCountPerFile ?? null,
          total: options.maxTotalMatches ?? null,
          context: options.contextLines ?? 0,
        });
      } catch (error) {
        if (codeOf(error) !== "EPATTERN") throw error;
        const { UnsupportedGrepPatternError } = await errors();
        throw new UnsupportedGrepPatternError(pattern, (error as Error).message);
      }
    });
  }

  async exists(path: string): Promise<boolean> {
    return this.workspace.files.exists(absolute(path));
  }

  /** What is known of a file. A workspace keeps one time, so that `createdAt` is that of the last change too. */
  async stat(path: string): Promise<FileStat> {
    return this.#translated("stat", path, "FileNotFoundError", async () => {
      const full = absolute(path);
      const stat = await this.workspace.files.stat(full);
      if (stat === null) throw Object.assign(new Error("missing"), { code: "ENOENT" });
      const modifiedAt = new Date(stat.mtimeMs);
      const type = stat.kind === "directory" ? "directory" : "file";
      const size = type === "file" ? stat.size : 0;
      return { name: posix.basename(full), path: full, type, size, createdAt: modifiedAt, modifiedAt };
    });
  }

  async realpath(path: string): Promise<string> {
    return this.#translated("realpath", path, "FileNotFoundError", () =>
      this.workspace.files.realpath(absolute(path)),
    );
  }

  /**
   * The changes of files in the history of the workspace, also those of programs, newest first.
   * Default: at most 1,000. Runs that changed directories alone have no entry.
   */
  async getHistory(options: AuditOptions = {}): Promise<AuditEntry[]> {
    const { offset = 0, limit = 1000 } = options;
    const entries: AuditEntry[] = [];
    let skipped = 0;
    for await (const entry of this.#entries(options)) {
      if (entries.length >= limit) break;
      if (skipped < offset) skipped += 1;
      else entries.push(entry);
    }
    return entries;
  }

  /** How many there are. It reads the whole history, unless `since` is given. */
  async count(options: Omit<AuditOptions, "limit" | "offset"> = {}): Promise<number> {
    let count = 0;
    for await (const _ of this.#entries(options)) count += 1;
    return count;
  }

  async *#entries(options: AuditOptions): AsyncGenerator<AuditEntry, void, void> {
    const { operations, pathPrefix = "/", since, until } = options;
    const prefix = pathPrefix.startsWith("/") ? pathPrefix : `/${pathPrefix}`;
    for await (const run of this.#runs(prefix.replace(/[^/]*$/, ""))) {
      const timestamp = new Date(run.finishedAt ?? run.startedAt);
      if (since !== undefined && timestamp < since) return;
      if (until !== undefined && timestamp > until) continue;
      const { label, actor, branch } = run;
      for (const { kind, path, to } of await changesOf(this.workspace, run.run)) {
        const operation = OPERATIONS[kind];
        if (![path, to].some((one) => one?.startsWith(prefix))) continue;
        if (operations?.includes(operation) === false) continue;
        const metadata = { run: run.run, label, actor, branch };
        const target = to === undefined ? {} : { targetPath: to };
        yield { id: `${run.run}:${path}`, timestamp, operation, path, ...target, metadata };
      }
    }
  }

  /** The runs of the history that changed something below a directory, newest first. */
  async *#runs(directory: string): AsyncGenerator<RunEntry, void, void> {
    const path = directory.length > 1 ? { path: directory.slice(0, -1) } : {};
    let before: { before?: number } = {};
    for (;;) {
      const page = await this.workspace.history({ limit: 100, ...path, ...before });
      const last = page.at(-1);
      if (last === undefined) return;
      yield* page;
      before = { before: last.run };
    }
  }

  #list(path: string, depth: number | null, hidden: boolean): Promise<(FileEntry & { path: string })[]> {
    return this.#translated("readdir", path, "DirectoryNotFoundError", () =>
      look(this.#operator, LIST, { path: absolute(path), depth, hidden }),
    );
  }

  async #copyOrMove(
    operation: string,
    method: "cp" | "mv",
    from: string,
    to: string,
    options: { overwrite: boolean; recursive: boolean },
  ): Promise<void> {
    const input = { from: absolute(from), to: absolute(to), method, ...options };
    try {
      await this.#change(operation, from, COPY_OR_MOVE, input);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      throw new (await errors()).FileExistsError(to);
    }
  }

  async #change<T>(
    operation: string,
    path: string,
    program: string,
    input: object,
    missing: keyof Errors = "FileNotFoundError",
  ): Promise<T> {
    if (this.readOnly) throw new (await errors()).WorkspaceReadOnlyError(operation);
    return this.#translated(operation, path, missing, async () => {
      const label = `${operation} ${absolute(path)}`;
      return (await operate<T>(this.#operator, label, program, input)).value;
    });
  }

  /** Throws the errors that Mastra looks for. */
  async #translated<T>(
    operation: string,
    path: string,
    missing: keyof Errors,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const made = (name: keyof Errors, ...rest: string[]): Promise<Error> =>
        errors().then((classes) => new (classes[name] as new (...given: string[]) => Error)(path, ...rest));
      switch (codeOf(error)) {
        case "ENOENT":
          throw await made(missing);
        case "ENODIR":
          throw new (await errors()).DirectoryNotFoundError(
            operation === "rmdir" ? path : posix.dirname(path),
          );
        case "EEXIST":
          throw await made("FileExistsError");
        case "EISDIR":
          throw await made("IsDirectoryError");
        case "ENOTDIR":
          throw await made("NotDirectoryError");
        case "ENOTEMPTY":
          throw await made("DirectoryNotEmptyError");
        case "EPERM":
        case "EACCES":
          throw await made("PermissionError", operation);
        case "EROFS":
          throw new (await errors()).WorkspaceReadOnlyError(operation);
        default:
          throw error;
      }
    }
  }
}

function errors(): Promise<Errors> {
  return imported<Errors>("@mastra/core/workspace", "mastra");
}
