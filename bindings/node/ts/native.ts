/** The native part, and where it is. */
import { existsSync } from "node:fs";
import { join } from "node:path";

export interface NativeRun {
  readonly status: string;
  readonly value: Buffer | null;
  readonly isCut: boolean;
  report(): string;
}

export interface NativeHandle {
  cancel(): void;
  finished(): Promise<NativeRun>;
  nextEvent(): Promise<string | null>;
}

export interface NativeWorkspace {
  readonly isClosed: boolean;
  close(): Promise<void>;
  onBranch(name: string): Promise<object>;
  guarded(policy: string): object;
  perform(operation: string): Promise<string>;
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

export interface NativeGiven {
  settings: string;
  context: number;
  input?: Buffer;
  functions?: NativeFunctions;
  confirm?: NativeCall;
}

export interface NativeSandbox {
  start(workspace: NativeWorkspace, code: string, given: NativeGiven): NativeHandle;
  startResume(workspace: NativeWorkspace, run: number, given: NativeGiven): NativeHandle;
  stats(): string;
  drain(withinMs: number): Promise<number>;
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
  Sandbox: {
    new (built: object): NativeSandbox;
    build(settings: string, imageKey?: Buffer): Promise<object>;
  };
  Workspace: {
    new (opened: object): NativeWorkspace;
    open(path: string | undefined, settings: string): Promise<object>;
  };
  Workspaces: new (folder: string, settings: string, idleConnections?: number) => NativeWorkspaces;
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
}

/** The C library of Linux; its report names glibc. */
function libc(): string {
  if (process.platform !== "linux") return "";
  const report = process.report?.getReport() as
    | { header?: { glibcVersionRuntime?: string } }
    | undefined;
  return report?.header?.glibcVersionRuntime === undefined ? "-musl" : "-gnu";
}

function load(): Native {
  const local = join(__dirname, "native.node");
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  if (existsSync(local)) return require(local) as Native;
  const platform = `isolate-run-${process.platform}-${process.arch}${libc()}`;
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return require(platform) as Native;
  } catch (cause) {
    throw new Error(
      `isolate-run has no package for this platform (${platform}): there are packages for Linux ` +
        "(glibc 2.28 and musl) and macOS on x64 and arm64; elsewhere run the command in a container, " +
        "and use it over HTTP or MCP. If yours is among them, install again with optional dependencies.",
      { cause },
    );
  }
}

export const native: Native = load();
