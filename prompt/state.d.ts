type StateReadOptions = StateReadBytesOptions & { startLine?: number; endLine?: number };

type StateReadBytesOptions = { byteOffset?: number; byteLength?: number; entry?: string };

type StateJsonWriteOptions = { spaces?: number | string };

type StateJsonUpdateOperation =
  | { op: "set" | "insert" | "append" | "merge" | "test"; path: string; value: unknown }
  | { op: "delete"; path: string };

type StateJsonUpdateResult = {
  value: unknown;
  content: string;
  diff: string;
  operationsApplied: number;
};

type StateEntryType = "file" | "directory" | "symlink";

type StateStat = { type: StateEntryType; size: number; mtime: Date; mode?: number };

type StateFindOptions = {
  name?: string;
  pathPattern?: string;
  type?: StateEntryType | StateEntryType[];
  minDepth?: number;
  maxDepth?: number;
  empty?: boolean;
  sizeMin?: number;
  sizeMax?: number;
  mtimeAfter?: string | Date | number;
  mtimeBefore?: string | Date | number;
  exclude?: string | string[];
  gitignore?: boolean;
};

type StateFindEntry = {
  path: string;
  name: string;
  type: StateEntryType;
  depth: number;
  size: number;
  mtime: Date;
};

type StateTreeOptions = { maxDepth?: number };

type StateTreeNode = {
  path: string;
  name: string;
  type: StateEntryType;
  size: number;
  children?: StateTreeNode[];
};

type StateTreeSummary = {
  files: number;
  directories: number;
  symlinks: number;
  totalBytes: number;
  maxDepth: number;
};

type StateSearchOptions = {
  caseSensitive?: boolean;
  regex?: boolean;
  wholeWord?: boolean;
  contextBefore?: number;
  contextAfter?: number;
  maxMatches?: number;
};

type StateTextMatch = {
  line: number;
  column: number;
  match: string;
  lineText: string;
  beforeLines?: string[];
  afterLines?: string[];
};

type StateSearchFilesOptions = StateSearchOptions & {
  exclude?: string | string[];
  gitignore?: boolean;
  maxDepth?: number;
};

type StateReplaceOptions = StateSearchOptions & { dryRun?: boolean };

type StateReplaceInFilesOptions = StateReplaceOptions & {
  rollbackOnError?: boolean;
  exclude?: string | string[];
  gitignore?: boolean;
};

type StateFileReplaceResult = { path: string; replaced: number; content: string; diff: string };

type StateReplaceInFilesResult = {
  dryRun: boolean;
  files: StateFileReplaceResult[];
  totalFiles: number;
  totalReplacements: number;
};

type StateArchiveEntry = {
  path: string;
  type: StateEntryType;
  size: number;
  mode?: number;
  target?: string;
};

type StateArchiveCreateResult = {
  path: string;
  entries: StateArchiveEntry[];
  bytesWritten: number;
};

type StateCompressionResult = { path: string; destination: string; bytesWritten: number };

type StateFileDetection = {
  mime: string;
  description: string;
  extension?: string;
  contentExtension?: string;
  binary: boolean;
};

type StateWriteInstruction = { kind: "write"; path: string; content: string };

type StateReplaceInstruction = {
  kind: "replace";
  path: string;
  search: string;
  replacement: string;
  options?: StateSearchOptions;
};

type StateWriteJsonInstruction = {
  kind: "writeJson";
  path: string;
  value: unknown;
  options?: StateJsonWriteOptions;
};

type StateEditInstruction =
  | StateWriteInstruction
  | StateReplaceInstruction
  | StateWriteJsonInstruction;

type StatePlannedEdit = {
  instruction: StateEditInstruction;
  path: string;
  changed: boolean;
  content: string;
  diff: string;
  base?: string;
};

type StateEditPlan = { edits: StatePlannedEdit[]; totalChanged: number; totalInstructions: number };

type StateAppliableEdit = { path: string; content: string; base?: string };

type StateApplyEditsOptions = { dryRun?: boolean; rollbackOnError?: boolean };

type StateAppliedEditResult = { path: string; changed: boolean; content: string; diff: string };

type StateApplyEditsResult = {
  dryRun: boolean;
  edits: StateAppliedEditResult[];
  totalChanged: number;
};

interface State {
  // Reads a file as UTF-8 text: all of it, lines startLine to endLine (from 1, both included), or byteLength bytes from byteOffset. Invalid UTF-8 becomes U+FFFD.
  readFile(path: string, options?: StateReadOptions): Promise<string>;
  // Reads a file as bytes: all of it, or byteLength bytes from byteOffset.
  readFileBytes(path: string, options?: StateReadBytesOptions): Promise<Uint8Array>;
  // Writes text to a file. Creates it and its parent directories, or replaces its content.
  writeFile(path: string, content: string): Promise<void>;
  // Writes bytes to a file, as writeFile writes text.
  writeFileBytes(path: string, content: Uint8Array): Promise<void>;
  // Adds text or bytes to the end of a file. Creates it and its parent directories.
  appendFile(path: string, content: string | Uint8Array): Promise<void>;
  // Reads a JSON file and returns its value.
  readJson(path: string): Promise<unknown>;
  // Writes a value as JSON with a final newline, indented by options.spaces (default: 2).
  writeJson(path: string, value: unknown, options?: StateJsonWriteOptions): Promise<void>;
  // Returns the value at a path such as `.items[0].name` of a JSON file, or undefined if there is none.
  queryJson(path: string, query: string): Promise<unknown>;
  // Changes values in a JSON file and keeps the rest of its text, all operations or none. set creates missing parents; insert puts an item before an index; append adds to an array; merge adds members to an object; test fails if the value differs.
  updateJson(path: string, operations: StateJsonUpdateOperation[]): Promise<StateJsonUpdateResult>;
  // Returns whether something is at a path. Follows links.
  exists(path: string): Promise<boolean>;
  // Returns type, size and time, or null if nothing is at the path. Follows links.
  stat(path: string): Promise<StateStat | null>;
  // Like stat, but a link is described itself.
  lstat(path: string): Promise<StateStat | null>;
  // Creates a directory. With recursive, its parents too, and an existing directory is no error.
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
  // Lists the names in a directory, sorted.
  readdir(path: string): Promise<string[]>;
  // Lists names and types in a directory, sorted by name.
  readdirWithFileTypes(path: string): Promise<{ name: string; type: StateEntryType }[]>;
  // Lists path and everything below it, parents first, filtered by the options; [] if path does not exist. name and pathPattern are globs.
  find(path: string, options?: StateFindOptions): Promise<StateFindEntry[]>;
  // Returns a directory and everything below it as nested nodes.
  walkTree(path: string, options?: StateTreeOptions): Promise<StateTreeNode>;
  // Counts files, directories, links and bytes of a tree, its root included.
  summarizeTree(path: string, options?: StateTreeOptions): Promise<StateTreeSummary>;
  // Searches one file line by line.
  searchText(path: string, query: string, options?: StateSearchOptions): Promise<StateTextMatch[]>;
  // Searches the files that a glob matches, line by line. Returns only files with matches; maxMatches is per file.
  searchFiles(pattern: string, query: string, options?: StateSearchFilesOptions): Promise<{ path: string; matches: StateTextMatch[] }[]>;
  // Replaces all matches in one file and counts them; 0 is no error. With regex, $1, $<name> and $& are expanded.
  replaceInFile(path: string, search: string, replacement: string, options?: StateReplaceOptions): Promise<{ replaced: number; content: string }>;
  // Replaces all matches in the files that a glob matches, in all files or none. With regex, $1, $<name> and $& are expanded.
  replaceInFiles(pattern: string, search: string, replacement: string, options?: StateReplaceInFilesOptions): Promise<StateReplaceInFilesResult>;
  // Removes a file, a link or an empty directory; with recursive, a whole tree. With force, a missing path is no error.
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
  // Copies src to exactly the path dest, replacing a file there. A directory needs recursive and is merged into an existing one.
  cp(src: string, dest: string, options?: { recursive?: boolean }): Promise<void>;
  // Moves or renames src to exactly the path dest, replacing a file there. A directory needs recursive.
  mv(src: string, dest: string, options?: { recursive?: boolean }): Promise<void>;
  // Creates a symbolic link at linkPath that points to target.
  symlink(target: string, linkPath: string): Promise<void>;
  // Returns the target of a symbolic link.
  readlink(path: string): Promise<string>;
  // Returns a path with all links resolved.
  realpath(path: string): Promise<string>;
  // Joins two paths and normalizes the result, as text.
  resolvePath(base: string, path: string): Promise<string>;
  // Lists what a glob such as `/src/**/*.{ts,tsx}` matches, sorted: files, directories, dotfiles.
  glob(pattern: string, options?: { exclude?: string | string[]; gitignore?: boolean }): Promise<string[]>;
  // Compares two files as a unified diff, empty if they are equal.
  diff(pathA: string, pathB: string): Promise<string>;
  // Compares a file with a text as a unified diff, empty if they are equal.
  diffContent(path: string, newContent: string): Promise<string>;
  // Removes a file or a whole tree. A missing path is no error.
  removeTree(path: string): Promise<void>;
  // Copies a file or a whole tree to exactly the path dest.
  copyTree(src: string, dest: string): Promise<void>;
  // Moves or renames a file or a whole tree to exactly the path dest.
  moveTree(src: string, dest: string): Promise<void>;
  // Packs files and trees; the name of path decides the format: .tar, .tar.gz, .tgz or .zip. /p/a.txt becomes the entry p/a.txt, or a.txt with { root: "/p" }.
  createArchive(path: string, sources: string[], options?: { root?: string }): Promise<StateArchiveCreateResult>;
  // Lists a .tar, .tar.gz or .zip archive, sorted by path. readFile(path, { entry }) reads one entry.
  listArchive(path: string): Promise<StateArchiveEntry[]>;
  // Unpacks a .tar, .tar.gz or .zip archive into a directory, completely or not at all; with include, only what matches.
  extractArchive(path: string, destination: string, options?: { include?: string | string[] }): Promise<{ destination: string; entries: StateArchiveEntry[] }>;
  // Compresses a file with gzip (default destination: path + ".gz").
  compressFile(path: string, destination?: string): Promise<StateCompressionResult>;
  // Decompresses a gzip file (default destination: path without ".gz").
  decompressFile(path: string, destination?: string): Promise<StateCompressionResult>;
  // Hashes a file, as lower-case hex (default: sha256).
  hashFile(path: string, options?: { algorithm?: "md5" | "sha1" | "sha256" }): Promise<string>;
  // Detects the type of a file from its content, then from its name.
  detectFile(path: string): Promise<StateFileDetection>;
  // Computes edits and their diffs without writing, for review and applyEditPlan.
  planEdits(instructions: StateEditInstruction[]): Promise<StateEditPlan>;
  // Writes the edits of a plan, all or none. Fails with ESTALE if a file has changed since.
  applyEditPlan(plan: { edits: StateAppliableEdit[] }, options?: StateApplyEditsOptions): Promise<StateApplyEditsResult>;
  // Writes the whole content of several files, all or none.
  applyEdits(edits: { path: string; content: string }[], options?: StateApplyEditsOptions): Promise<StateApplyEditsResult>;
}

declare const state: State;
