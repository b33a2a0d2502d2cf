/** The native part, and where it is. */
import { existsSync } from "node:fs";
import { join } from "node:path";

export interface NativeRun {
  readonly status: string;
  readonly isCut: boolean;
  value(): Buffer | null;
  /** Nothing if something was left out of it. */
  wholeValue(): Buffer | null;
  report(): string;
}

export interface NativeHandle {
  cancel(): void;
  poll(isAlone: boolean): NativeRun | null;
  nextEvent(): Promise<string | null>;
}

export interface NativeWorkspace {
  readonly isClosed: boolean;
  close(): Promise<void>;
  onBranch(name: string): Promise<object>;
  guarded(policy: string): object;
  perform(operation: string, arguments_: string): Promise<string>;
  read(path: string): Promise<Buffer>;
  write(path: string, data: Buffer, append: boolean): Promise<void>;
  untilAnswered(run: number): Promise<void>;
}

export type NativeCall = (number: number, argument: Buffer, context: number) => void;

export interface NativeFunctions {
  add(namespace: string, name: string, properties: string, call: NativeCall): void;
  describe(namespace: string, text: string): void;
  onApproval(ask: NativeCall): void;
  check(): void;
  declarations(): string;
  prompt(): string;
}

/** Told from other threads. */
export interface NativeEventLoop {
  readonly [Symbol.toStringTag]?: string;
}

/** What is not given has its default. */
export interface NativeGiven {
  settings?: string;
  context: number;
  input?: Buffer;
  functions?: NativeFunctions;
  confirm?: NativeCall;
}

export interface NativeSandbox {
  start(
    workspace: NativeWorkspace,
    code: string,
    eventLoop: NativeEventLoop,
    number: number,
    isAlone: boolean,
    given?: NativeGiven,
  ): NativeHandle;
  startResume(
    workspace: NativeWorkspace,
    run: number,
    eventLoop: NativeEventLoop,
    number: number,
    isAlone: boolean,
    given?: NativeGiven,
  ): NativeHandle;
  startShell(
    workspace: NativeWorkspace,
    command: string,
    stdin: Buffer | undefined,
    settings: string,
    given?: NativeGiven,
  ): NativeShellCall;
  stats(): string;
  drain(withinMs: number): Promise<number>;
}

export interface NativeShellCall {
  cancel(): void;
  finished(): Promise<NativeShellEnded>;
}

export interface NativeShellEnded {
  readonly report: string;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export interface NativeToolbox {
  newSession(): NativeToolbox;
  specs(): string;
  schemas(format: string): string;
  prompt(): string;
  readonly isReadOnly: boolean;
  start(tool: string, arguments_: string, context: number): NativeToolCall;
  pending(): string;
  approve(id: string): boolean;
  refuse(id: string): boolean;
}

export interface NativeToolCall {
  cancel(): void;
  finished(): Promise<string>;
}

export interface NativeWorkspaces {
  open(name: string): Promise<object>;
  find(name: string): Promise<object | null>;
  names(): Promise<string[]>;
  remove(name: string): Promise<boolean>;
}

interface Native {
  EventLoop: new (woken: (number: number) => void) => NativeEventLoop;
  Sandbox: {
    new (built: object): NativeSandbox;
    build(settings: string, imageKey?: Buffer): Promise<object>;
  };
  Workspace: {
    new (opened: object): NativeWorkspace;
    open(path: string | undefined, settings: string): Promise<object>;
  };
  Workspaces: {
    new (folder: string, settings: string, idleConnections?: number): NativeWorkspaces;
    ofStore(
      store: string,
      key: Buffer | undefined,
      settings: string,
      idleConnections?: number,
    ): Promise<NativeWorkspaces>;
  };
  Toolbox: new (
    workspace: NativeWorkspace,
    settings: string,
    sandbox?: NativeSandbox,
    functions?: NativeFunctions,
  ) => NativeToolbox;
  prompt(kind: string, isReadOnly: boolean, functions?: NativeFunctions): string;
  Functions: new (cancelled: (number: number) => void) => NativeFunctions;
  answer(number: number, value: Buffer): void;
  fail(
    number: number,
    message: string,
    code: string | undefined,
    data: string | undefined,
    isArgument: boolean,
  ): void;
  note(number: number, text: string): void;
  command(arguments_: string[]): number;
  endSpans(): void;
}

/**
 * The packages that may have the native part, in the order in which they are tried. npm installs the one
 * for the C library of this system; an old npm installs both, of which one can be loaded.
 */
function packages(): string[] {
  const name = `isolate-run-${process.platform}-${process.arch}`;
  return process.platform === "linux" ? [`${name}-gnu`, `${name}-musl`] : [name];
}

function load(): Native {
  const local = join(__dirname, "native.node");
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  if (existsSync(local)) return require(local) as Native;
  let cause: unknown;
  for (const name of packages()) {
    try {
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      return require(name) as Native;
    } catch (error) {
      // One that is there and cannot be loaded says more than one that is missing.
      const isMissing = (error as { code?: unknown }).code === "MODULE_NOT_FOUND";
      if (cause === undefined || !isMissing) cause = error;
    }
  }
  const platform = `${process.platform}-${process.arch}`;
  throw new Error(
    `isolate-run has no native part that can be loaded on this platform (${platform}): there are packages ` +
      "for Linux (glibc 2.28 and later, and musl) and macOS on x64 and arm64; elsewhere run the command in a " +
      "container, and use it over HTTP or MCP. If yours is among them, install again with optional dependencies.",
    { cause },
  );
}

export const native: Native = load();
