/** The state backend of Cloudflare's shell. */
import { getSystemErrorMap } from "node:util";

import type { Sandbox } from "../sandbox.js";
import { check } from "../words.js";
import type { Workspace } from "../workspace.js";
import { commonSandbox } from "./common-sandbox.js";

/** The methods, and the word that Node's errors have for what they do. */
const METHODS = {
  readFile: "open",
  readFileBytes: "open",
  writeFile: "open",
  writeFileBytes: "open",
  appendFile: "open",
  readJson: "open",
  writeJson: "open",
  queryJson: "open",
  updateJson: "open",
  exists: "access",
  stat: "stat",
  lstat: "lstat",
  mkdir: "mkdir",
  readdir: "scandir",
  readdirWithFileTypes: "scandir",
  find: "scandir",
  walkTree: "scandir",
  summarizeTree: "scandir",
  searchText: "open",
  searchFiles: "open",
  replaceInFile: "open",
  replaceInFiles: "open",
  rm: "rm",
  cp: "cp",
  mv: "rename",
  symlink: "symlink",
  readlink: "readlink",
  realpath: "realpath",
  resolvePath: "realpath",
  glob: "scandir",
  diff: "open",
  diffContent: "open",
  createArchive: "open",
  listArchive: "open",
  extractArchive: "open",
  compressFile: "open",
  decompressFile: "open",
  hashFile: "open",
  detectFile: "open",
  removeTree: "rm",
  copyTree: "cp",
  moveTree: "rename",
  planEdits: "open",
  applyEditPlan: "open",
  applyEdits: "open",
} as const;

type Method = keyof typeof METHODS;

/** The methods that change files. */
const WRITES: ReadonlySet<Method> = new Set<Method>([
  "writeFile",
  "writeFileBytes",
  "appendFile",
  "writeJson",
  "updateJson",
  "mkdir",
  "replaceInFile",
  "replaceInFiles",
  "rm",
  "cp",
  "mv",
  "symlink",
  "createArchive",
  "extractArchive",
  "compressFile",
  "decompressFile",
  "removeTree",
  "copyTree",
  "moveTree",
  "applyEditPlan",
  "applyEdits",
]);

/** What only reads leaves no trace in the history. */
const READING = { commit: "dryRun", readOnly: true } as const;

type Type = "file" | "directory" | "symlink";

interface Stat {
  type: Type;
  size: number;
  mtime: Date;
  mode?: number;
}

interface TextMatch {
  line: number;
  column: number;
  match: string;
  lineText: string;
  beforeLines?: string[];
  afterLines?: string[];
}

interface TreeNode {
  path: string;
  name: string;
  type: Type;
  size: number;
  children?: TreeNode[];
}

interface ArchiveEntry {
  path: string;
  type: "file" | "directory";
  size: number;
}

interface AppliedEdits {
  dryRun: boolean;
  edits: { path: string; changed: boolean; content: string; diff: string }[];
  totalChanged: number;
}

interface Compressed {
  path: string;
  destination: string;
  bytesWritten: number;
}

interface Search {
  caseSensitive?: boolean;
  regex?: boolean;
  wholeWord?: boolean;
  contextBefore?: number;
  contextAfter?: number;
  maxMatches?: number;
}

/** The interface `StateBackend` of `@cloudflare/shell`. */
export interface IsolateStateBackend {
  getCapabilities(): Promise<{ chmod: boolean; utimes: boolean; hardLinks: boolean }>;
  readFile(path: string): Promise<string>;
  readFileBytes(path: string): Promise<Uint8Array>;
  writeFile(path: string, content: string): Promise<void>;
  writeFileBytes(path: string, content: Uint8Array): Promise<void>;
  appendFile(path: string, content: string | Uint8Array): Promise<void>;
  readJson(path: string): Promise<unknown>;
  writeJson(path: string, value: unknown, options?: { spaces?: number }): Promise<void>;
  queryJson(path: string, query: string): Promise<unknown>;
  updateJson(
    path: string,
    operations: ({ op: "set"; path: string; value: unknown } | { op: "delete"; path: string })[],
  ): Promise<{ value: unknown; content: string; diff: string; operationsApplied: number }>;
  exists(path: string): Promise<boolean>;
  stat(path: string): Promise<Stat | null>;
  lstat(path: string): Promise<Stat | null>;
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
  readdir(path: string): Promise<string[]>;
  readdirWithFileTypes(path: string): Promise<{ name: string; type: Type }[]>;
  find(
    path: string,
    options?: {
      name?: string;
      pathPattern?: string;
      type?: Type | Type[];
      minDepth?: number;
      maxDepth?: number;
      empty?: boolean;
      sizeMin?: number;
      sizeMax?: number;
      mtimeAfter?: string | Date;
      mtimeBefore?: string | Date;
    },
  ): Promise<{ path: string; name: string; type: Type; depth: number; size: number; mtime: Date }[]>;
  walkTree(path: string, options?: { maxDepth?: number }): Promise<TreeNode>;
  summarizeTree(
    path: string,
    options?: { maxDepth?: number },
  ): Promise<{ files: number; directories: number; symlinks: number; totalBytes: number; maxDepth: number }>;
  searchText(path: string, query: string, options?: Search): Promise<TextMatch[]>;
  searchFiles(pattern: string, query: string, options?: Search): Promise<{ path: string; matches: TextMatch[] }[]>;
  replaceInFile(
    path: string,
    search: string,
    replacement: string,
    options?: Search,
  ): Promise<{ replaced: number; content: string }>;
  replaceInFiles(
    pattern: string,
    search: string,
    replacement: string,
    options?: Search & { dryRun?: boolean; rollbackOnError?: boolean },
  ): Promise<{
    dryRun: boolean;
    files: { path: string; replaced: number; content: string; diff: string }[];
    totalFiles: number;
    totalReplacements: number;
  }>;
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
  cp(src: string, dest: string, options?: { recursive?: boolean }): Promise<void>;
  mv(src: string, dest: string, options?: { recursive?: boolean }): Promise<void>;
  symlink(target: string, linkPath: string): Promise<void>;
  readlink(path: string): Promise<string>;
  realpath(path: string): Promise<string>;
  resolvePath(base: string, path: string): Promise<string>;
  glob(pattern: string): Promise<string[]>;
  diff(pathA: string, pathB: string): Promise<string>;
  diffContent(path: string, newContent: string): Promise<string>;
  createArchive(
    path: string,
    sources: string[],
  ): Promise<{ path: string; entries: ArchiveEntry[]; bytesWritten: number }>;
  listArchive(path: string): Promise<ArchiveEntry[]>;
  extractArchive(path: string, destination: string): Promise<{ destination: string; entries: ArchiveEntry[] }>;
  compressFile(path: string, destination?: string): Promise<Compressed>;
  decompressFile(path: string, destination?: string): Promise<Compressed>;
  hashFile(path: string, options?: { algorithm?: "md5" | "sha1" | "sha256" }): Promise<string>;
  detectFile(path: string): Promise<{ mime: string; description: string; extension?: string; binary: boolean }>;
  removeTree(path: string): Promise<void>;
  copyTree(src: string, dest: string): Promise<void>;
  moveTree(src: string, dest: string): Promise<void>;
  // The types of instructions and plans are those of the shell: a plan comes back as it was answered.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  planEdits(instructions: any[]): Promise<{ edits: any[]; totalChanged: number; totalInstructions: number }>;
  applyEditPlan(
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    plan: { edits: any[]; totalChanged: number; totalInstructions: number },
    options?: { dryRun?: boolean; rollbackOnError?: boolean },
  ): Promise<AppliedEdits>;
  applyEdits(
    edits: { path: string; content: string }[],
    options?: { dryRun?: boolean; rollbackOnError?: boolean },
  ): Promise<AppliedEdits>;
}

/** How the methods are run. */
export interface StateBackendOptions {
  /** Runs them. Default: one for the process. */
  sandbox?: Sandbox;
  /** Who changes files, for the history. */
  actor?: string;
}

/** What a method answered, or the parts of its error. */
type Answer = { value: unknown } | { message: string; code?: string; path?: string };

const PROGRAM = `async ([method, args]) => {
  try {
    return { value: await state[method](...args) };
  } catch (error) {
    const { message, code, path } = error;
    return { message, code, path };
  }
}`;

/** The texts of Node, such as "no such file or directory", by code. */
const TEXTS = new Map([...getSystemErrorMap().values()]);

/**
 * The files of a workspace as the `StateBackend` of `@cloudflare/shell`.
 *
 * Each call is one run. The history has those that can change files.
 */
export function stateBackend(workspace: Workspace, options: StateBackendOptions = {}): IsolateStateBackend {
  check("option", options, ["sandbox", "actor"]);
  const call = async (method: Method, args: unknown[]): Promise<unknown> => {
    const sandbox = options.sandbox ?? (await commonSandbox());
    const run = await sandbox.run<Answer>(workspace, PROGRAM, {
      input: [method, args],
      label: `state.${method}`,
      ...(WRITES.has(method) ? {} : READING),
      ...(options.actor === undefined ? {} : { actor: options.actor }),
    });
    const answer = run.result();
    if ("value" in answer) return answer.value;
    throw new Error(messageOf(method, answer));
  };
  const methods = (Object.keys(METHODS) as Method[]).map((method) => {
    return [method, (...args: unknown[]) => call(method, args)] as const;
  });
  return {
    ...(Object.fromEntries(methods) as unknown as Omit<IsolateStateBackend, "getCapabilities">),
    getCapabilities: async () => ({ chmod: true, utimes: true, hardLinks: false }),
  };
}

/** The message of Node for an error of the filesystem, without hints for models. */
function messageOf(method: Method, { message, code = "", path }: Extract<Answer, { message: string }>): string {
  const text = TEXTS.get(code);
  // What is wrong about an argument is in the message alone.
  if (text === undefined || path === undefined || code === "EINVAL") return message;
  const word = METHODS[method];
  const verb = code === "EISDIR" && word === "open" ? (WRITES.has(method) ? "write" : "read") : word;
  return `${code}: ${text}, ${verb} '${path}'`;
}
