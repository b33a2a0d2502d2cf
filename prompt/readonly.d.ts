type StateReadOptions = StateReadBytesOptions & { startLine?: number; endLine?: number };

type StateReadBytesOptions = { byteOffset?: number; byteLength?: number; entry?: string };

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

type StateArchiveEntry = {
  path: string;
  type: StateEntryType;
  size: number;
  mode?: number;
  target?: string;
};

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
  // Reads a file as UTF-8 text: all of it, lines startLine to endLine (from 1, both included), or byteLength bytes from byteOffset. Invalid UTF-8 becomes U+FFFD.
  readFile(path: string, options?: StateReadOptions): Promise<string>;
  // Reads a file as bytes: all of it, or byteLength bytes from byteOffset.
  readFileBytes(path: string, options?: StateReadBytesOptions): Promise<Uint8Array>;
  // Reads a JSON file and returns its value.
  readJson(path: string): Promise<unknown>;
  // Returns the value at a path such as `.items[0].name` of a JSON file, or undefined if there is none.
  queryJson(path: string, query: string): Promise<unknown>;
  // Returns whether something is at a path. Follows links.
  exists(path: string): Promise<boolean>;
  // Returns type, size and time, or null if nothing is at the path. Follows links.
  stat(path: string): Promise<StateStat | null>;
  // Like stat, but a link is described itself.
  lstat(path: string): Promise<StateStat | null>;
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
  // Lists a .tar, .tar.gz or .zip archive, sorted by path. readFile(path, { entry }) reads one entry.
  listArchive(path: string): Promise<StateArchiveEntry[]>;
  // Hashes a file, as lower-case hex (default: sha256).
  hashFile(path: string, options?: { algorithm?: "md5" | "sha1" | "sha256" }): Promise<string>;
  // Detects the type of a file from its content, then from its name.
  detectFile(path: string): Promise<StateFileDetection>;
  // Computes edits and their diffs without writing, for review and applyEditPlan.
  planEdits(instructions: StateEditInstruction[]): Promise<StateEditPlan>;
}

declare const state: State;
