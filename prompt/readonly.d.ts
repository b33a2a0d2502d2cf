type StateReadOptions = {
  startLine?: number;
  endLine?: number;
  byteOffset?: number;
  byteLength?: number;
};

type StateReadBytesOptions = { byteOffset?: number; byteLength?: number };

type StateEntryType = "file" | "directory" | "symlink";

type StateStat = { type: StateEntryType; size: number; mtime: Date; mode?: number };

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

type StateGlobOptions = { exclude?: string | string[]; gitignore?: boolean };

type StateArchiveEntry = { path: string; type: StateEntryType; size: number };

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

type StateJsonWriteOptions = { spaces?: number | string };

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

interface State {
  // Reads a file as UTF-8 text, whole or some lines of it; bytes that are not UTF-8 become U+FFFD, a byte order mark is kept.
  readFile(path: string, options?: StateReadOptions): Promise<string>;
  // Reads a file as bytes.
  readFileBytes(path: string, options?: StateReadBytesOptions): Promise<Uint8Array>;
  // Reads a file and parses it as JSON.
  readJson(path: string): Promise<unknown>;
  // Reads one value of a JSON file by a path such as `.items[0].name`; undefined where it is missing.
  queryJson(path: string, query: string): Promise<unknown>;
  // Tells whether a path exists; links are followed.
  exists(path: string): Promise<boolean>;
  // Describes a file or directory, following links; null where there is none.
  stat(path: string): Promise<StateStat | null>;
  // Describes a file, directory or link itself; null where there is none.
  lstat(path: string): Promise<StateStat | null>;
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
  // Lists an archive (tar, gzipped or not, or zip), sorted by path.
  listArchive(path: string): Promise<StateArchiveEntry[]>;
  // Hashes a file, with sha256 unless options.algorithm says otherwise, as lower-case hex.
  hashFile(path: string, options?: StateHashOptions): Promise<string>;
  // Tells what a file is, by its content first and its name second.
  detectFile(path: string): Promise<StateFileDetection>;
  // Computes edits without writing them, each with its diff, for review and applyEditPlan.
  planEdits(instructions: StateEditInstruction[]): Promise<StateEditPlan>;
}

declare const state: State;
