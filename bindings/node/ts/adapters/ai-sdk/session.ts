/** A sandbox of the AI SDK over a workspace. */
import { posix } from "node:path";

import { UsageError } from "../../errors.js";
import { Commands, type CommandsOptions, Ended } from "../../shared/commands.js";
import { codeOf } from "../../shared/operations.js";
import { check, shown } from "../../words.js";
import type { Workspace } from "../../workspace.js";

/** A path, and what ends an operation on it. */
export interface PathOptions {
  path: string;
  abortSignal?: AbortSignal | undefined;
}

/** A command. */
export interface ProcessOptions {
  command: string;
  /** Default: the directory of the session. */
  workingDirectory?: string | undefined;
  env?: Record<string, string> | undefined;
  abortSignal?: AbortSignal | undefined;
}

/** A command on its way. Its outputs come when it ends. */
export interface SandboxProcess {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  wait(): Promise<{ exitCode: number }>;
  /** Ends it, with the exit code 130; nothing of it is kept. */
  kill(): Promise<void>;
}

/** A command that begins when its standard input is closed. */
export interface WritableSandboxProcess extends SandboxProcess {
  readonly stdin: WritableStream<Uint8Array>;
}

/** An `Experimental_SandboxSession` of the SDK. */
export interface IsolateSandboxSession {
  readonly description: string;
  readFile(options: PathOptions): Promise<ReadableStream<Uint8Array> | null>;
  readBinaryFile(options: PathOptions): Promise<Uint8Array | null>;
  readTextFile(
    options: PathOptions & { encoding?: string; startLine?: number; endLine?: number },
  ): Promise<string | null>;
  writeFile(options: PathOptions & { content: ReadableStream<Uint8Array> }): Promise<void>;
  writeBinaryFile(options: PathOptions & { content: Uint8Array }): Promise<void>;
  writeTextFile(options: PathOptions & { content: string; encoding?: string }): Promise<void>;
  stat(options: PathOptions): Promise<{ type: "file" | "directory" | "other"; size: number } | null>;
  listDirectory(
    options: PathOptions,
  ): Promise<{ name: string; type: "file" | "directory" | "symlink" | "other" }[] | null>;
  deleteFile(options: PathOptions): Promise<boolean>;
  spawn: {
    (options: ProcessOptions & { stdin: true }): Promise<WritableSandboxProcess>;
    (options: ProcessOptions & { stdin?: false }): Promise<SandboxProcess>;
    (options: ProcessOptions & { stdin?: boolean }): Promise<SandboxProcess | WritableSandboxProcess>;
  };
  run(options: ProcessOptions): Promise<{ exitCode: number; stdout: string; stderr: string }>;
}

/**
 * A sandbox for `experimental_sandbox` of `generateText` and its like: files of a workspace, and commands on them.
 *
 * Relative paths begin in `shell.cwd`, or `/`. Each command begins there, too, and is a run of the history.
 */
export function sandboxSession(workspace: Workspace, options: CommandsOptions = {}): IsolateSandboxSession {
  check("option", options, ["sandbox", "shell"]);
  const base = options.shell?.cwd ?? "/";
  const commands = new Commands(workspace, options);
  const files = workspace.files;
  const place = ({ path, abortSignal }: PathOptions): string => {
    abortSignal?.throwIfAborted();
    return posix.resolve(base, path);
  };
  const run = async (given: ProcessOptions, signal: AbortSignal | undefined, stdin?: Uint8Array): Promise<Ended> => {
    const { command, env, workingDirectory, abortSignal } = given;
    const cwd = workingDirectory === undefined ? undefined : posix.resolve(base, workingDirectory);
    const ended = await commands.run(command, { cwd, env, stdin, signal });
    abortSignal?.throwIfAborted();
    return ended;
  };
  const readBinaryFile = (given: PathOptions): Promise<Uint8Array | null> =>
    orNull(async () => {
      const bytes = await files.readFile(place(given));
      given.abortSignal?.throwIfAborted();
      return new Uint8Array(bytes);
    });
  const spawn = (given: ProcessOptions & { stdin?: boolean }): SandboxProcess | WritableSandboxProcess => {
    given.abortSignal?.throwIfAborted();
    return spawned(given, (signal, stdin) => run(given, signal, stdin));
  };

  return {
    description:
      `Commands of bash on a virtual filesystem, with the usual commands for files and text. They begin in ${base}. ` +
      "There are no other programs, no network, and no background processes.",
    readBinaryFile,
    async readFile(given) {
      const bytes = await readBinaryFile(given);
      return bytes === null ? null : streamOf(Promise.resolve(bytes));
    },
    async readTextFile({ encoding = "utf-8", startLine = 1, endLine = Infinity, ...given }) {
      const bytes = await readBinaryFile(given);
      if (bytes === null) return null;
      const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
      return startLine <= 1 && endLine === Infinity ? text : text.split("\n").slice(Math.max(0, startLine - 1), endLine).join("\n");
    },
    async writeFile({ content, ...given }) {
      const path = place(given);
      const bytes = await collected(content, given.abortSignal);
      await files.writeFile(path, bytes);
    },
    async writeBinaryFile({ content, ...given }) {
      await files.writeFile(place(given), content);
    },
    async writeTextFile({ content, encoding = "utf-8", ...given }) {
      if (!Buffer.isEncoding(encoding)) {
        throw new UsageError(`encoding is ${shown(encoding)}: it takes utf-8, utf-16le or latin1`);
      }
      await files.writeFile(place(given), Buffer.from(content, encoding));
    },
    stat: (given) =>
      orNull(async () => {
        const stat = await files.stat(place(given));
        if (stat === null) return null;
        return { type: stat.kind === "symlink" ? ("other" as const) : stat.kind, size: stat.size };
      }),
    listDirectory: (given) =>
      orNull(
        async () => (await files.readdir(place(given))).map(({ name, kind }) => ({ name, type: kind })),
        // What is no directory is refused.
        ["ENOENT"],
      ),
    deleteFile: async (given) => {
      const path = place(given);
      const deleted = await orNull(async () => {
        const stat = await files.lstat(path);
        if (stat === null) return null;
        if (stat.kind === "directory") throw new UsageError(`${path} is a directory: only files are deleted`);
        await files.rm(path);
        return true;
      });
      return deleted ?? false;
    },
    spawn: (async (given: ProcessOptions & { stdin?: boolean }) => spawn(given)) as IsolateSandboxSession["spawn"],
    async run(given) {
      const ended = await run(given, given.abortSignal);
      return { exitCode: ended.run.exitCode, stdout: ended.stdout, stderr: ended.stderr };
    },
  };
}

/** `null` for what is missing. */
async function orNull<T>(work: () => Promise<T>, missing = ["ENOENT", "ENOTDIR"]): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (missing.includes(codeOf(error) ?? "")) return null;
    throw error;
  }
}

/** A command on its way, which `begin` begins: with what was written to it, once that is closed. */
function spawned(
  { stdin, abortSignal }: { stdin?: boolean; abortSignal?: AbortSignal | undefined },
  begin: (signal: AbortSignal, stdin?: Uint8Array) => Promise<Ended>,
): SandboxProcess | WritableSandboxProcess {
  const killed = new AbortController();
  const aborted = (): void => killed.abort(abortSignal?.reason);
  abortSignal?.addEventListener("abort", aborted, { once: true });
  const chunks: Uint8Array[] = [];
  let close: () => void = () => {};
  const closed = stdin !== true ? undefined : new Promise<void>((resolve) => (close = resolve));
  killed.signal.addEventListener("abort", () => close(), { once: true });
  const ended = (async () => {
    await closed;
    abortSignal?.throwIfAborted();
    // One that was killed before it began has done nothing.
    if (killed.signal.aborted) return undefined;
    return begin(killed.signal, stdin === true ? Buffer.concat(chunks) : undefined);
  })().finally(() => abortSignal?.removeEventListener("abort", aborted));
  // Who waits for none of them is told nothing.
  ended.catch(() => {});
  const nothing = new Uint8Array();
  const process: SandboxProcess = {
    stdout: streamOf(ended.then((one) => one?.run.stdout ?? nothing)),
    stderr: streamOf(ended.then((one) => (one === undefined ? nothing : Buffer.from(one.stderr)))),
    wait: async () => ({ exitCode: (await ended)?.run.exitCode ?? KILLED }),
    kill: async () => {
      killed.abort();
      await ended.catch(() => {});
    },
  };
  if (stdin !== true) return process;
  return {
    ...process,
    stdin: new WritableStream<Uint8Array>({
      write: (chunk) => void chunks.push(chunk.slice()),
      close: () => close(),
      abort: () => killed.abort(),
    }),
  };
}

/** The exit code of a command that was cancelled. */
const KILLED = 130;

function streamOf(bytes: Promise<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const chunk = await bytes;
      if (chunk.length > 0) controller.enqueue(new Uint8Array(chunk));
      controller.close();
    },
  });
}

async function collected(stream: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return Buffer.concat(chunks);
      chunks.push(value);
    }
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
