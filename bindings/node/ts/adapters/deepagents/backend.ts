/** A backend for the files of deepagents. */
import type { Sandbox } from "../../sandbox.js";
import { absolute, codeOf, look, operate, type Operator } from "../../shared/operations.js";
import { check } from "../../words.js";
import type { Workspace } from "../../workspace.js";
import { BINARY_EXTENSIONS, isText, mimeTypeOf } from "./mime.js";

/** How a backend is made. */
export interface IsolateBackendOptions {
  /** Who the history says that it was. */
  actor?: string;
  /** Runs the operations. Default: a sandbox that all adapters of the process share. */
  sandbox?: Sandbox;
}

/** A file or a directory, whose path ends in a slash. */
export interface FileInfo {
  path: string;
  is_dir: boolean;
  size: number;
  modified_at: string;
}

/** What operations answer: they never throw, and have `error` where they fail. */
export interface LsResult {
  error?: string;
  files?: FileInfo[];
}
export interface ReadResult {
  error?: string;
  content?: string | Uint8Array;
  mimeType?: string;
  totalLines?: number;
  startLine?: number;
  endLine?: number;
  nextOffset?: number;
}
export interface FileData {
  content: string | Uint8Array;
  mimeType: string;
  created_at: string;
  modified_at: string;
}
export interface ReadRawResult {
  error?: string;
  data?: FileData;
}
export interface WriteResult {
  error?: string;
  path?: string;
  /** Nothing for the state of the graph. */
  filesUpdate?: null;
  /** The number of the run in the history, for `Workspace.undo`. */
  metadata?: { run?: number };
}
export interface EditResult extends WriteResult {
  occurrences?: number;
}
export type DeleteResult = WriteResult;
export interface GrepResult {
  error?: string;
  matches?: { path: string; line: number; text: string }[];
  truncated?: boolean;
}
export interface GlobResult {
  error?: string;
  files?: FileInfo[];
  truncated?: boolean;
}
export type TransferError = "file_not_found" | "permission_denied" | "is_directory" | "invalid_path";

/** Entries that one answer has at most. */
const ENTRIES_MAX = 10_000;

const LS = `async (path) => {
  const infos = [];
  for (const { name } of await state.readdirWithFileTypes(path)) {
    const full = path === "/" ? "/" + name : path + "/" + name;
    // A link that leads nowhere is no file.
    const stat = await state.stat(full).catch(() => null);
    if (stat !== null) infos.push(info(full, stat));
  }
  return infos;
}`;

const GLOB = `async ({ pattern, path, max }) => {
  await state.readdir(path);
  const paths = await state.glob(pattern, { cwd: path, onlyFiles: true, absolute: true });
  const infos = [];
  for (const path of paths.slice(0, max)) {
    const stat = await state.stat(path).catch(() => null);
    if (stat?.type === "file") infos.push(info(path, stat));
  }
  return { files: infos, isCut: paths.length > max };
}`;

/** What a listing says of an entry. */
const INFO = `const info = (path, { type, size, mtime }) => type === "directory"
  ? { path: path + "/", is_dir: true, size: 0, modified_at: mtime.toISOString() }
  : { path, is_dir: false, size, modified_at: mtime.toISOString() };`;

const EDIT = `async ({ path, from, to, all }) => {
  const text = await state.readFile(path);
  const parts = from === "" ? [text] : text.split(from);
  const count = parts.length - 1;
  if (from === "" && text !== "") return { error: "oldString is empty, and the file is not" };
  if (from !== "" && count === 0) return { error: "oldString was not found in the file" };
  if (count > 1 && !all) {
    return { error: "oldString is in the file " + count + " times: give more of what is around it, or replaceAll" };
  }
  await state.writeFile(path, from === "" ? to : parts.join(to));
  return { count };
}`;

const DELETE = `async (path) => {
  if (path !== "/") return await state.rm(path, { recursive: true });
  for (const name of await state.readdir("/")) await state.rm("/" + name, { recursive: true });
}`;

const GREP = `async ({ pattern, path, glob, max, skipped }) => {
  const stat = await state.stat(path);
  if (stat === null) throw Object.assign(new Error("there is no " + path), { code: "ENOENT" });
  const within = glob === null ? "**" : glob.includes("/") ? glob.replace(/^[/]/, "") : "**/" + glob;
  const paths = stat.type === "file" ? [path] : await state.glob(within, { cwd: path, onlyFiles: true, absolute: true });
  const matches = [];
  for (const path of paths) {
    if (skipped.some((extension) => path.toLowerCase().endsWith(extension))) continue;
    let line = 0;
    for (const match of await state.searchText(path, pattern)) {
      if (match.line === line) continue;
      ({ line } = match);
      if (matches.length === max) return { matches, truncated: true };
      matches.push({ path, line, text: match.lineText });
    }
  }
  return { matches };
}`;

/**
 * A `BackendProtocolV2` over a workspace.
 *
 * Paths are absolute; a relative one begins at `/`. Each operation that changes something is atomic,
 * and a run of the history, whose number is `metadata.run`.
 */
export class IsolateBackend {
  readonly #operator: Operator;

  constructor(
    /** Its files. */
    readonly workspace: Workspace,
    options: IsolateBackendOptions = {},
  ) {
    check("option", options, ["actor", "sandbox"]);
    this.#operator = { workspace, sandbox: options.sandbox, actor: options.actor };
  }

  ls(path: string): Promise<LsResult> {
    return answered(path, async () => ({
      files: await look<FileInfo[]>(this.#operator, `async (path) => { ${INFO} return await (${LS})(path) }`, absolute(path)),
    }));
  }

  /** Lines of a text from `offset` (0) on, at most `limit` (500); a file of another type is read whole. */
  read(path: string, offset = 0, limit = 500): Promise<ReadResult> {
    return answered(path, async () => {
      const { content, mimeType } = await this.#read(path);
      if (typeof content !== "string") return { content, mimeType };
      const from = whole(offset);
      const lines = content.split("\n");
      const totalLines = lines.at(-1) === "" ? lines.length - 1 : lines.length;
      if (from > 0 && from >= totalLines) {
        return { error: `line offset ${from} is beyond the ${totalLines} lines of ${path}` };
      }
      const selected = lines.slice(from, from + whole(limit)).join("\n");
      const endLine = Math.min(from + whole(limit), totalLines);
      if (endLine <= from) return { content: selected, mimeType };
      const more = endLine < totalLines ? { nextOffset: endLine } : {};
      return { content: selected, mimeType, totalLines, startLine: from + 1, endLine, ...more };
    });
  }

  /** The whole file. A workspace keeps one time, so that `created_at` is that of the last change too. */
  readRaw(path: string): Promise<ReadRawResult> {
    return answered(path, async () => {
      const { content, mimeType } = await this.#read(path);
      const stat = await this.workspace.files.stat(absolute(path));
      const time = new Date(stat?.mtimeMs ?? 0).toISOString();
      return { data: { content, mimeType, created_at: time, modified_at: time } };
    });
  }

  /** Writes a file, and makes its directories. The content of a picture and the like is base64. */
  write(path: string, content: string): Promise<WriteResult> {
    return answered(path, async () => {
      const mimeType = mimeTypeOf(path);
      if (isText(mimeType)) return this.#write(path, content);
      const bytes = Buffer.from(content, "base64");
      if (bytes.toString("base64").replace(/=+$/, "") !== content.replace(/\s|=+$/g, "")) {
        return { error: `${path} is ${mimeType}, whose content is written as base64, and this is none` };
      }
      return this.#write(path, bytes);
    });
  }

  /** Replaces a text that is in a file once, or all of them. */
  edit(path: string, oldString: string, newString: string, replaceAll = false): Promise<EditResult> {
    return answered(path, async () => {
      const { content } = await this.#read(path);
      if (typeof content !== "string") return { error: `${path} is no text` };
      const input = { path: absolute(path), from: oldString, to: newString, all: replaceAll };
      type Answer = { error: string } | { count: number };
      const { value, run } = await operate<Answer>(this.#operator, `edit ${absolute(path)}`, EDIT, input);
      if ("error" in value) return { error: `${path}: ${value.error}` };
      return { ...changed(path, run), occurrences: value.count };
    });
  }

  /** Deletes a file, or a directory with all in it. */
  delete(path: string): Promise<DeleteResult> {
    return answered(path, async () => {
      const full = absolute(path);
      const { run } = await operate(this.#operator, `delete ${full}`, DELETE, full);
      return changed(path, run);
    });
  }

  /** The lines that have a text, in the files that a glob matches: by name, or with a slash by path. */
  grep(
    pattern: string,
    path?: string | null,
    glob?: string | null,
    maxCount?: number | null,
  ): Promise<GrepResult> {
    const base = path ?? "/";
    const max = Math.min(maxCount ?? ENTRIES_MAX, ENTRIES_MAX);
    return answered(base, () =>
      look<GrepResult>(this.#operator, GREP, {
        pattern,
        path: absolute(base),
        glob: glob ?? null,
        max,
        skipped: BINARY_EXTENSIONS,
      }),
    );
  }

  /** The files that a glob matches, below a directory. */
  glob(pattern: string, path = "/"): Promise<GlobResult> {
    return answered(path, async () => {
      const program = `async (input) => { ${INFO} return await (${GLOB})(input) }`;
      const input = { pattern: pattern.replace(/^\//, ""), path: absolute(path), max: ENTRIES_MAX };
      type Answer = { files: FileInfo[]; isCut: boolean };
      const { files, isCut } = await look<Answer>(this.#operator, program, input);
      return isCut ? { files, truncated: true } : { files };
    });
  }

  async uploadFiles(files: [string, Uint8Array][]): Promise<{ path: string; error: TransferError | null }[]> {
    const results = [];
    for (const [path, content] of files) {
      const error = await transferred(() => this.#write(path, content));
      results.push({ path, error: typeof error === "string" ? error : null });
    }
    return results;
  }

  async downloadFiles(
    paths: string[],
  ): Promise<{ path: string; content: Uint8Array | null; error: TransferError | null }[]> {
    const results = [];
    for (const path of paths) {
      const read = await transferred(() => this.workspace.files.readFile(absolute(path)));
      if (typeof read === "string") results.push({ path, content: null, error: read });
      else results.push({ path, content: new Uint8Array(read), error: null });
    }
    return results;
  }

  /** The content of a file, which is text where its name and its bytes say so. */
  async #read(path: string): Promise<{ content: string | Uint8Array; mimeType: string }> {
    const content = new Uint8Array(await this.workspace.files.readFile(absolute(path)));
    const mimeType = mimeTypeOf(path);
    if (!isText(mimeType)) return { content, mimeType };
    try {
      return { content: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content), mimeType };
    } catch {
      return { content, mimeType: "application/octet-stream" };
    }
  }

  async #write(path: string, content: string | Uint8Array): Promise<WriteResult> {
    const program = "({ path, content }) => (typeof content === 'string' ? state.writeFile : state.writeFileBytes)(path, content)";
    const full = absolute(path);
    const { run } = await operate(this.#operator, `write ${full}`, program, { path: full, content });
    return changed(path, run);
  }
}

function changed(path: string, run: number | undefined): WriteResult {
  return { path, filesUpdate: null, metadata: run === undefined ? {} : { run } };
}

/** A number of lines, as models give them. */
function whole(count: number): number {
  return Number.isFinite(count) ? Math.max(0, Math.floor(count)) : 0;
}

/** What has failed is an answer. */
async function answered<T>(path: string, work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work();
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    return { error: message.includes(path) ? message : `${path}: ${message}` };
  }
}

const TRANSFER_ERRORS: Record<string, TransferError> = {
  ENOENT: "file_not_found",
  EISDIR: "is_directory",
  EPERM: "permission_denied",
  EACCES: "permission_denied",
  EROFS: "permission_denied",
  // A full workspace and a file that is too large: the protocol has no word for what is refused else.
  ENOSPC: "permission_denied",
  EFBIG: "permission_denied",
};

/** One of the four errors that the protocol has. */
async function transferred<T>(work: () => Promise<T>): Promise<T | TransferError> {
  try {
    return await work();
  } catch (error) {
    return TRANSFER_ERRORS[codeOf(error) ?? ""] ?? "invalid_path";
  }
}
