type StateReadOptions = {
  startLine?: number;
  endLine?: number;
  byteOffset?: number;
  byteLength?: number;
};

type StateReadBytesOptions = { byteOffset?: number; byteLength?: number };

type StateJsonWriteOptions = { spaces?: number | string };

type StateJsonSet = { op: "set"; path: string; value: unknown };

type StateJsonDelete = { op: "delete"; path: string };

type StateJsonInsert = { op: "insert"; path: string; value: unknown };

type StateJsonAppend = { op: "append"; path: string; value: unknown };

type StateJsonMerge = { op: "merge"; path: string; value: unknown };

type StateJsonTest = { op: "test"; path: string; value: unknown };

type StateJsonUpdateOperation =
  | StateJsonSet
  | StateJsonDelete
  | StateJsonInsert
  | StateJsonAppend
  | StateJsonMerge
  | StateJsonTest;

type StateJsonUpdateResult = {
  value: unknown;
  content: string;
  diff: string;
  operationsApplied: number;
};

type StateEntryType = "file" | "directory" | "symlink";

type StateStat = { type: StateEntryType; size: number; mtime: Date; mode?: number };

type StateMkdirOptions = { recursive?: boolean };

type StateDirent = { name: string; type: StateEntryType };

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

type StateSearchFilesOptions = {
  caseSensitive?: boolean;
  regex?: boolean;
  wholeWord?: boolean;
  contextBefore?: number;
  contextAfter?: number;
  maxMatches?: number;
  exclude?: string | string[];
  gitignore?: boolean;
  maxDepth?: number;
};

type StateFileSearchResult = { path: string; matches: StateTextMatch[] };

type StateReplaceOptions = {
  caseSensitive?: boolean;
  regex?: boolean;
  wholeWord?: boolean;
  contextBefore?: number;
  contextAfter?: number;
  maxMatches?: number;
  dryRun?: boolean;
};

type StateReplaceResult = { replaced: number; content: string };

type StateReplaceInFilesOptions = {
  caseSensitive?: boolean;
  regex?: boolean;
  wholeWord?: boolean;
  contextBefore?: number;
  contextAfter?: number;
  maxMatches?: number;
  dryRun?: boolean;
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

type StateRmOptions = { recursive?: boolean; force?: boolean };

type StateCopyOptions = { recursive?: boolean };

type StateMoveOptions = { recursive?: boolean };

type StateGlobOptions = { exclude?: string | string[]; gitignore?: boolean };

type StateArchiveEntry = { path: string; type: StateEntryType; size: number };

type StateArchiveCreateResult = {
  path: string;
  entries: StateArchiveEntry[];
  bytesWritten: number;
};

type StateArchiveExtractResult = { destination: string; entries: StateArchiveEntry[] };

type StateCompressionResult = { path: string; destination: string; bytesWritten: number };

type StateHashOptions = { algorithm?: "md5" | "sha1" | "sha256" };

type StateFileDetection = {
  mime: string;
  description: string;
  extension?: string;
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

type StateAppliablePlan = { edits: StateAppliableEdit[] };

type StateApplyEditsOptions = { dryRun?: boolean; rollbackOnError?: boolean };

type StateAppliedEditResult = { path: string; changed: boolean; content: string; diff: string };

type StateApplyEditsResult = {
  dryRun: boolean;
  edits: StateAppliedEditResult[];
  totalChanged: number;
};

type StateEdit = { path: string; content: string };

interface State {
  // Reads a file as UTF-8 text, whole or some lines of it; bytes that are not UTF-8 become U+FFFD, a byte order mark is kept.
  readFile(path: string, options?: StateReadOptions): Promise<string>;
  // Reads a file as bytes.
  readFileBytes(path: string, options?: StateReadBytesOptions): Promise<Uint8Array>;
  // Writes text to a file, creating it and its parent directories, replacing what it held.
  writeFile(path: string, content: string): Promise<void>;
  // Writes bytes to a file, creating it and its parent directories, replacing what it held.
  writeFileBytes(path: string, content: Uint8Array): Promise<void>;
  // Appends text or bytes to a file, creating it and its parent directories.
  appendFile(path: string, content: string | Uint8Array): Promise<void>;
  // Reads a file and parses it as JSON.
  readJson(path: string): Promise<unknown>;
  // Writes a value as JSON, indented by 2 spaces unless options.spaces says otherwise, with a final newline.
  writeJson(path: string, value: unknown, options?: StateJsonWriteOptions): Promise<void>;
  // Reads one value of a JSON file by a path such as `.items[0].name`; undefined where it is missing.
  queryJson(path: string, query: string): Promise<unknown>;
  // Applies operations (set, delete, insert, append, merge, test) to a JSON file, all or none.
  updateJson(path: string, operations: StateJsonUpdateOperation[]): Promise<StateJsonUpdateResult>;
  // Tells whether a path exists; links are followed.
  exists(path: string): Promise<boolean>;
  // Describes a file or directory, following links; null where there is none.
  stat(path: string): Promise<StateStat | null>;
  // Describes a file, directory or link itself; null where there is none.
  lstat(path: string): Promise<StateStat | null>;
  // Creates a directory; with recursive, its parents too, and an existing one is no error.
  mkdir(path: string, options?: StateMkdirOptions): Promise<void>;
  // Lists the names in a directory, sorted.
  readdir(path: string): Promise<string[]>;
  // Lists the names and types in a directory, sorted by name.
  readdirWithFileTypes(path: string): Promise<StateDirent[]>;
  // Lists a tree, parents first, filtered by the options; [] where the path does not exist.
  find(path: string, options?: StateFindOptions): Promise<StateFindEntry[]>;
  // Returns a tree as nested nodes.
  walkTree(path: string, options?: StateTreeOptions): Promise<StateTreeNode>;
  // Counts the files, directories, links and bytes of a tree, its root included.
  summarizeTree(path: string, options?: StateTreeOptions): Promise<StateTreeSummary>;
  // Searches one file line by line.
  searchText(path: string, query: string, options?: StateSearchOptions): Promise<StateTextMatch[]>;
  // Searches every file that a glob matches; files without a match are left out.
  searchFiles(pattern: string, query: string, options?: StateSearchFilesOptions): Promise<StateFileSearchResult[]>;
  // Replaces every match in one file; with regex, $1, $<name> and $& in the replacement are expanded.
  replaceInFile(path: string, search: string, replacement: string, options?: StateReplaceOptions): Promise<StateReplaceResult>;
  // Replaces every match in every file that a glob matches, all or none; with regex, $1, $<name> and $& are expanded.
  replaceInFiles(pattern: string, search: string, replacement: string, options?: StateReplaceInFilesOptions): Promise<StateReplaceInFilesResult>;
  // Removes a file, a link or an empty directory; with recursive, a whole tree.
  rm(path: string, options?: StateRmOptions): Promise<void>;
  // Copies to exactly the path dest; a directory needs recursive, and merges into an existing one.
  cp(src: string, dest: string, options?: StateCopyOptions): Promise<void>;
  // Moves to exactly the path dest; a directory needs recursive.
  mv(src: string, dest: string, options?: StateMoveOptions): Promise<void>;
  // Creates a symbolic link at linkPath that holds target.
  symlink(target: string, linkPath: string): Promise<void>;
  // Returns what a symbolic link holds.
  readlink(path: string): Promise<string>;
  // Resolves every link in a path.
  realpath(path: string): Promise<string>;
  // Joins and normalises two paths as text.
  resolvePath(base: string, path: string): Promise<string>;
  // Lists the paths that a pattern such as `src/**/*.{ts,tsx}` matches, sorted.
  glob(pattern: string, options?: StateGlobOptions): Promise<string[]>;
  // Compares two files as a unified diff; empty where they are equal.
  diff(pathA: string, pathB: string): Promise<string>;
  // Compares a file with a text as a unified diff; empty where they are equal.
  diffContent(path: string, newContent: string): Promise<string>;
  // Removes a file or a whole tree; a missing path is no error.
  removeTree(path: string): Promise<void>;
  // Copies a file or a whole tree to exactly the path dest.
  copyTree(src: string, dest: string): Promise<void>;
  // Moves a file or a whole tree to exactly the path dest.
  moveTree(src: string, dest: string): Promise<void>;
  // Packs files and trees into an archive at path, whose name says what it is: .tar, .tar.gz, .tgz or .zip.
  createArchive(path: string, sources: string[]): Promise<StateArchiveCreateResult>;
  // Lists an archive (tar, gzipped or not, or zip), sorted by path.
  listArchive(path: string): Promise<StateArchiveEntry[]>;
  // Unpacks an archive (tar, gzipped or not, or zip) below destination, all or nothing.
  extractArchive(path: string, destination: string): Promise<StateArchiveExtractResult>;
  // Compresses a file with gzip, to path + ".gz" unless destination is given.
  compressFile(path: string, destination?: string): Promise<StateCompressionResult>;
  // Decompresses a gzip file, to path without ".gz" unless destination is given.
  decompressFile(path: string, destination?: string): Promise<StateCompressionResult>;
  // Hashes a file, with sha256 unless options.algorithm says otherwise, as lower-case hex.
  hashFile(path: string, options?: StateHashOptions): Promise<string>;
  // Tells what a file is, by its content first and its name second.
  detectFile(path: string): Promise<StateFileDetection>;
  // Computes edits without writing them, each with its diff, for review and applyEditPlan.
  planEdits(instructions: StateEditInstruction[]): Promise<StateEditPlan>;
  // Writes the edits of a plan, all or none; refused where a file has changed since.
  applyEditPlan(plan: StateAppliablePlan, options?: StateApplyEditsOptions): Promise<StateApplyEditsResult>;
  // Writes whole contents to several files, all or none.
  applyEdits(edits: StateEdit[], options?: StateApplyEditsOptions): Promise<StateApplyEditsResult>;
}

declare const state: State;
