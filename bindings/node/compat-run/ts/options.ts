/** What callers of `run` give, and how it is checked. */
import { runInNewContext } from "node:vm";

import type { ContinuationCodec } from "./continuation.js";

/** A function that programs call; its arguments have the count and the places of the call. */
export type HostFunction<ARGUMENTS extends unknown[] = unknown[], OUTPUT = unknown> = (
  ...args: ARGUMENTS
) => OUTPUT | Promise<OUTPUT>;

/** Functions by their names. */
export type HostFunctionGroup = Record<string, HostFunction<never[], unknown>>;

/** Groups by the names of the globals that programs see. */
export type HostFunctions = Record<string, HostFunctionGroup>;

/** What a run may use. */
export interface RunLimits {
  /** Default: 30,000. */
  timeoutMs?: number;
  /** Memory that a program may add to the sandbox. Default: 64 MiB. */
  memoryLimitBytes?: number;
  /** Is checked and has no effect: calls nest about 7,000 levels deep. */
  maxStackSizeBytes?: number;
  /** Default: 1 MiB. */
  maxResultBytes?: number;
  /** Default: 64 KiB. */
  maxConsoleOutputBytes?: number;
  /** Default: 256 KiB. */
  maxSourceBytes?: number;
  /** Default: 1 MiB. */
  maxHostFunctionArgumentsBytes?: number;
  /** Default: 4 MiB. */
  maxHostFunctionOutputBytes?: number;
  /** Default: 256. */
  maxBridgeRequests?: number;
  /** Default: 32. */
  maxInFlightBridgeRequests?: number;
  /** Default: 32 MiB. */
  maxContinuationBytes?: number;
}

const LIMITS: Required<RunLimits> = {
  timeoutMs: 30_000,
  memoryLimitBytes: 64 << 20,
  maxStackSizeBytes: 2 << 20,
  maxResultBytes: 1 << 20,
  maxConsoleOutputBytes: 64 << 10,
  maxSourceBytes: 256 << 10,
  maxHostFunctionArgumentsBytes: 1 << 20,
  maxHostFunctionOutputBytes: 4 << 20,
  maxBridgeRequests: 256,
  maxInFlightBridgeRequests: 32,
  maxContinuationBytes: 32 << 20,
};

const LIMIT_MAX = 2 ** 31 - 1;

/** The limits with their defaults. */
export function limitsOf(...given: (RunLimits | undefined)[]): Required<RunLimits> {
  const limits = { ...LIMITS };
  for (const [name, value] of given.flatMap((one) => Object.entries(one ?? {}))) {
    if (!Object.hasOwn(LIMITS, name)) {
      throw new TypeError(`limits.${name} is no limit: there are ${Object.keys(LIMITS).join(", ")}.`);
    }
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value <= 0 || value > LIMIT_MAX) {
      throw new TypeError(`limits.${name} must be a positive integer.`);
    }
    limits[name as keyof RunLimits] = value as number;
  }
  return limits;
}

export type RunSourceType = "function-body" | "module";

export interface RunResolution<VALUE = unknown> {
  interruptionId: string;
  value: VALUE;
}

/** A program, and what it is run with. */
export interface RunInput<TOKEN = unknown> {
  /** The body of an async function, in JavaScript or TypeScript. */
  source: string;
  /** Only `"function-body"`. */
  sourceType?: RunSourceType;
  hostFunctions?: HostFunctions;
  abortSignal?: AbortSignal;
  limits?: RunLimits;
  /** Goes on with a run that was interrupted. */
  continuation?: TOKEN;
  /** Answers to some of the interruptions, at least to one. */
  resolutions?: RunResolution[];
  /** Has to be the same when the run is continued. */
  continuationContext?: unknown;
}

/** What runs of a runner share. */
export interface RunnerOptions<TOKEN = string> {
  limits?: RunLimits;
  /** The key of signed continuations: at least 32 bytes. Default: `RUN_CONTINUATION_SECRET` of the environment. */
  continuationSecret?: string | Uint8Array;
  continuationCodec?: ContinuationCodec<TOKEN>;
  /** Has to be the same when a run is continued. Default: `run`. */
  continuationAudience?: string;
}

export interface RunInterruption<PAYLOAD = unknown> {
  id: string;
  hostFunctionName: string;
  arguments: unknown[];
  payload: PAYLOAD;
}

export interface RunCompletedResult<OUTPUT = unknown> {
  status: "completed";
  value: OUTPUT;
}

export interface RunInterruptedResult<TOKEN = unknown> {
  status: "interrupted";
  interruptions: RunInterruption[];
  /** Keep it as it is; whoever has it can continue the run. */
  continuation: TOKEN;
}

export type RunResult<OUTPUT = unknown, TOKEN = unknown> = RunCompletedResult<OUTPUT> | RunInterruptedResult<TOKEN>;

/** Whether a run was interrupted. */
export function isRunInterruptedResult(value: unknown): value is RunInterruptedResult<unknown> {
  return typeof value === "object" && value !== null && (value as { status?: unknown }).status === "interrupted";
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const RESERVED = new Set(["__proto__", "constructor", "prototype", "then"]);

/** Globals that a namespace cannot take the place of: those of the language, and those of programs here. */
const GLOBALS = new Set<string>([
  ...(runInNewContext("Object.getOwnPropertyNames(globalThis)") as string[]),
  "state",
  "functions",
]);

/** The functions by their full names. */
export function namedFunctions(groups: HostFunctions): Map<string, HostFunction> {
  const named = new Map<string, HostFunction>();
  for (const [group, functions] of Object.entries(groups)) {
    if (!IDENTIFIER.test(group)) throw new TypeError(`Invalid host function namespace: ${group}`);
    if (GLOBALS.has(group) || RESERVED.has(group) || group.startsWith("__run")) {
      throw new TypeError(`Reserved host function namespace: ${group}`);
    }
    if (typeof functions !== "object" || functions === null || Array.isArray(functions)) {
      throw new TypeError(`Host function namespace "${group}" must be an object.`);
    }
    for (const [name, call] of Object.entries(functions)) {
      if (!IDENTIFIER.test(name) || RESERVED.has(name)) throw new TypeError(`Invalid host function name: ${group}.${name}`);
      if (typeof call !== "function") throw new TypeError(`Host function "${group}.${name}" must be a function.`);
      named.set(`${group}.${name}`, call as unknown as HostFunction);
    }
  }
  return named;
}
