/** A session of a sandbox of OpenAI Agents. */
import { posix } from "node:path";

import { UsageError } from "../../errors.js";
import { type Commands, type CommandsOptions, quoted } from "../../shared/commands.js";
import { commonSandbox } from "../../shared/common-sandbox.js";
import { codeOf } from "../../shared/operations.js";
import { shortenedText } from "../../shared/shorten.js";
import type { Workspace } from "../../workspace.js";
import { type EditResult, IsolateEditor } from "./editor.js";

/** A manifest of the SDK. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Manifest = any;

/** What is kept of a session. */
export type SandboxState = {
  manifest: Manifest;
  environment: Record<string, string>;
  workspaceReady: boolean;
  /** The name of its workspace, for a client over `Workspaces`. */
  workspace: string | null;
  ownsWorkspace: boolean;
  branch: string | null;
  ownsBranch: boolean;
  /** The last run of the history, when the state was written. */
  run?: number | null;
  [member: string]: unknown;
};

/** A command. */
export interface ExecArgs {
  cmd: string;
  workdir?: string;
  shell?: string;
  /** Characters of its output that are answered, in tokens of four. */
  maxOutputTokens?: number;
  runAs?: string;
}

/** How a command has ended. */
export interface ExecResult {
  output: string;
  stdout: string;
  stderr: string;
  wallTimeSeconds: number;
  exitCode: number;
  originalTokenCount?: number;
}

/** An entry of a manifest. */
interface Entry {
  type: string;
  content?: string | Uint8Array;
  children?: Record<string, Entry>;
  src?: string;
}

const CHARACTERS_OF_TOKEN = 4;

/** Archives are larger than what a program answers else: 1 GiB. */
const ARCHIVE_BYTES = 1 << 30;

const PERSIST = `async ({ root, archive, skipped }) => {
  for (const path of skipped) await state.rm(path, { recursive: true, force: true });
  const sources = (await state.readdir(root)).map((name) => (root === "/" ? "" : root) + "/" + name);
  await state.createArchive(archive, sources, { root });
  return await state.readFileBytes(archive);
}`;

const HYDRATE = `async ({ root, archive, data }) => {
  await state.writeFileBytes(archive, data);
  await state.extractArchive(archive, root);
  await state.rm(archive);
}`;

const ARCHIVE = "/.isolate-session.tar";

/** A `SandboxSession`, which `IsolateSandboxClient` makes. */
export class IsolateSandboxSession {
  #isRunning = true;

  /** @internal */
  constructor(
    readonly state: SandboxState,
    /** Its files. */
    readonly workspace: Workspace,
    private readonly commands: Commands,
    private readonly options: CommandsOptions,
    private readonly ends: { isShared: boolean; delete: (isEnd: boolean) => Promise<void> },
  ) {}

  get #root(): string {
    return posix.resolve("/", this.state.manifest.root);
  }

  async running(): Promise<boolean> {
    return this.#isRunning;
  }

  supportsPty(): boolean {
    return false;
  }

  /** Runs a command, as one run of the history, in the session's directory. What ends it is in its error output. */
  async exec({ cmd, workdir, shell, maxOutputTokens, runAs }: ExecArgs): Promise<ExecResult> {
    checkUser(runAs);
    const cwd = await this.#place(workdir ?? ".");
    const name = shell === undefined ? "bash" : posix.basename(shell);
    const line = name === "bash" || name === "sh" ? cmd : `${quoted(shell as string)} -c ${quoted(cmd)}`;
    const began = Date.now();
    const ended = await this.commands.run(line, { cwd, env: this.state.environment });
    const { stdout, stderr, combined } = ended;
    const charactersMax = (maxOutputTokens ?? Infinity) * CHARACTERS_OF_TOKEN;
    return {
      output: shortenedText(combined, charactersMax),
      stdout,
      stderr,
      wallTimeSeconds: (Date.now() - began) / 1000,
      exitCode: ended.run.exitCode,
      ...(combined.length > charactersMax && { originalTokenCount: Math.ceil(combined.length / CHARACTERS_OF_TOKEN) }),
    };
  }

  /** As `exec`, for a model. What was not run is said, too. */
  async execCommand(args: ExecArgs): Promise<string> {
    try {
      const { output, wallTimeSeconds, exitCode, originalTokenCount } = await this.exec(args);
      const count = originalTokenCount === undefined ? "" : `\nOriginal token count: ${originalTokenCount}`;
      return `Wall time: ${wallTimeSeconds.toFixed(4)} seconds\nProcess exited with code ${exitCode}${count}\nOutput:\n${output}`;
    } catch (error) {
      return String(error);
    }
  }

  createEditor(runAs?: string): {
    createFile(operation: { path: string; diff: string }): Promise<EditResult>;
    updateFile(operation: { path: string; diff: string; moveTo?: string | undefined }): Promise<EditResult>;
    deleteFile(operation: { path: string }): Promise<EditResult>;
  } {
    checkUser(runAs);
    const editor = new IsolateEditor(this.workspace, this.options.sandbox === undefined ? {} : { sandbox: this.options.sandbox });
    const placed = async <T extends { path: string }>(operation: T): Promise<T> => ({
      ...operation,
      path: await this.#place(operation.path),
    });
    return {
      createFile: async (operation) => editor.createFile(await placed(operation)),
      updateFile: async (operation) => {
        const moveTo = operation.moveTo === undefined ? undefined : await this.#place(operation.moveTo);
        return editor.updateFile({ ...(await placed(operation)), moveTo });
      },
      deleteFile: async (operation) => editor.deleteFile(await placed(operation)),
    };
  }

  async readFile({ path, runAs, maxBytes = Infinity }: { path: string; runAs?: string; maxBytes?: number }): Promise<Uint8Array> {
    checkUser(runAs);
    const bytes = await this.workspace.files.readFile(await this.#place(path));
    return new Uint8Array(bytes).subarray(0, Math.min(bytes.length, maxBytes));
  }

  async listDir({ path, runAs }: { path: string; runAs?: string }): Promise<{ name: string; path: string; type: "file" | "dir" | "other" }[]> {
    checkUser(runAs);
    const place = await this.#place(path);
    const relative = posix.relative(this.#root, place);
    const types = { file: "file", directory: "dir", symlink: "other" } as const;
    const entries = await this.workspace.files.readdir(place);
    return entries.map(({ name, kind }) => ({ name, path: posix.join(relative, name), type: types[kind] }));
  }

  async pathExists(path: string, runAs?: string): Promise<boolean> {
    checkUser(runAs);
    return this.workspace.files.exists(await this.#place(path));
  }

  async directoryExists(path: string, runAs?: string): Promise<boolean> {
    checkUser(runAs);
    const stat = await this.workspace.files.stat(await this.#place(path)).catch(() => null);
    return stat?.kind === "directory";
  }

  /** Makes an entry of a manifest: a file, a directory, or one of this machine. */
  async materializeEntry({ path, entry, runAs }: { path: string; entry: unknown; runAs?: string }): Promise<void> {
    checkUser(runAs);
    await this.#materialize(await this.#place(path), entry as Entry);
  }

  async applyManifest(manifest: Manifest, runAs?: string): Promise<void> {
    checkUser(runAs);
    if (manifest.users?.length > 0 || manifest.groups?.length > 0) {
      throw new UsageError("the manifest has users or groups: a sandbox has one user, so leave them out");
    }
    await this.workspace.files.mkdir(this.#root, { recursive: true });
    for (const [path, entry] of Object.entries(manifest.entries ?? {})) await this.materializeEntry({ path, entry });
    this.state.environment = { ...this.state.environment, ...(await manifest.resolveEnvironment()) };
  }

  /** The files as a tar archive, as they are at one moment, without what the manifest calls ephemeral. */
  async persistWorkspace(): Promise<Uint8Array> {
    const ephemeral: Iterable<string> = this.state.manifest.ephemeralPersistencePaths?.() ?? [];
    const skipped = [...ephemeral].map((path) => posix.resolve(this.#root, path));
    return this.#program<Uint8Array>(PERSIST, { root: this.#root, archive: ARCHIVE, skipped }, "dryRun");
  }

  /** Puts the files of a tar archive into place: all of them, or with an error none. */
  async hydrateWorkspace(data: string | ArrayBuffer | Uint8Array): Promise<void> {
    const bytes = typeof data === "string" ? Buffer.from(data, "base64") : new Uint8Array(data);
    await this.#program(HYDRATE, { root: this.#root, archive: ARCHIVE, data: bytes }, "atomic");
  }

  async shutdown(): Promise<void> {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    if (!this.ends.isShared) await this.workspace.close();
  }

  /**
   * Removes the workspace or the branch that was made for the session. The SDK calls it with a reason when a run ends:
   * what a later run may go on with, because the state was written, stays then.
   */
  async delete(options: { reason?: string } = {}): Promise<void> {
    await this.shutdown();
    await this.ends.delete(options.reason !== undefined);
  }

  async close(): Promise<void> {
    await this.shutdown();
  }

  async #program<T>(program: string, input: unknown, commit: "atomic" | "dryRun"): Promise<T> {
    const sandbox = this.options.sandbox ?? (await commonSandbox());
    const limits = { resultBytes: ARCHIVE_BYTES };
    return (await sandbox.run<T>(this.workspace, program, { input, commit, limits, label: "session" })).result();
  }

  async #materialize(path: string, { type, content = "", children = {}, src = "" }: Entry): Promise<void> {
    const { files } = this.workspace;
    if (type === "file") await files.writeFile(path, content);
    else if (type === "local_file") await files.writeFile(path, await (await import("node:fs/promises")).readFile(src));
    else if (type === "local_dir") await this.workspace.importFrom(src, { to: path, ignored: true, overwrite: true });
    else if (type === "dir") {
      await files.mkdir(path, { recursive: true });
      for (const [name, child] of Object.entries(children)) await this.#materialize(posix.join(path, name), child);
    } else {
      throw new UsageError(`${path}: an entry of the type ${type} cannot be made: there are file, dir, local_file, local_dir`);
    }
  }

  /** The path, if it does not lead out of the session's directory, also by no link. */
  async #place(path: string): Promise<string> {
    const root = this.#root;
    const place = posix.resolve(root, path);
    const isWithin = (one: string, whole: string): boolean => one === whole || one.startsWith(posix.join(whole, "/"));
    const real = isWithin(place, root) ? await this.#real(place) : place;
    if (!isWithin(real, await this.#real(root))) throw new UsageError(`${path} leads out of ${root}, where the session works`);
    return place;
  }

  /** The path without links, of which what is missing stays as it is. */
  async #real(path: string): Promise<string> {
    try {
      return await this.workspace.files.realpath(path);
    } catch (error) {
      const isMissing = ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
      if (!isMissing || path === "/") throw error;
      const link = await this.workspace.files.lstat(path).catch(() => null);
      if (link?.kind === "symlink") {
        // It leads to something that is missing, which a write would make.
        return this.#real(posix.resolve(posix.dirname(path), await this.workspace.files.readlink(path)));
      }
      return posix.join(await this.#real(posix.dirname(path)), posix.basename(path));
    }
  }
}

function checkUser(runAs: string | undefined): void {
  if (runAs === undefined || runAs === "" || runAs === "user") return;
  throw new UsageError(`the user is ${runAs}: a sandbox has the one user "user", so leave it out`);
}
