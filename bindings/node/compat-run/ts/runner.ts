/** Runners, and what they answer. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import { BusyError, Functions, type LogEntry, type Run, Sandbox, Workspace } from "isolate-run";

import { Attempt } from "./attempt.js";
import {
  assertState,
  type ContinuationCodec,
  type ContinuationOperationContext,
  createSignedContinuationCodec,
  type RunContinuationState,
} from "./continuation.js";
import {
  RunAbortedError,
  RunConcurrencyError,
  RunDetachedBridgeRequestError,
  RunError,
  RunProtocolError,
  RunSourceTooLargeError,
  RunTimeoutError,
} from "./errors.js";
import type { Ending, ErrorForm, Start } from "./guest.js";
import {
  type HostFunction,
  limitsOf,
  namedFunctions,
  type RunInput,
  type RunLimits,
  type RunnerOptions,
  type RunResult,
} from "./options.js";
import { decode, encode } from "./values.js";

let sandbox: Promise<Sandbox> | undefined;

/** The sandbox of all runs, which have the inner half of this package as a prelude. */
function shared(): Promise<Sandbox> {
  const text = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
  sandbox ??= Sandbox.create({
    preludes: { "./values.js": text("./values.js"), __run: text("./guest.js") },
    codeFromText: false,
  });
  return sandbox;
}

let workersMax: number | undefined;
let active = 0;

/** Bounds the runs of this process; further ones are refused. Without a number there is no such bound. */
export function setMaxWorkers(maxWorkers?: number): void {
  if (maxWorkers !== undefined && (!Number.isSafeInteger(maxWorkers) || maxWorkers < 1)) {
    throw new TypeError("maxWorkers must be a positive integer.");
  }
  workersMax = maxWorkers;
}

/** Runs programs with common limits and continuations. */
export interface Runner<TOKEN = unknown> {
  run<OUTPUT = unknown>(input: RunInput<TOKEN>): Promise<RunResult<OUTPUT, TOKEN>>;
}

/** Makes a runner. */
export function createRunner<TOKEN = string>(options: RunnerOptions<TOKEN> = {}): Runner<TOKEN> {
  const { continuationCodec, continuationSecret, continuationAudience = "run" } = options;
  if (continuationCodec !== undefined && continuationSecret !== undefined) {
    throw new TypeError("Runner continuationCodec and continuationSecret cannot be used together.");
  }
  refuse(options, "syncHostFunctions", "host functions are asynchronous: use hostFunctions, and await them");
  if (continuationAudience === "") throw new TypeError("Runner continuationAudience is empty.");
  const secret = continuationSecret ?? process.env["RUN_CONTINUATION_SECRET"];
  const codec =
    continuationCodec ??
    (secret === undefined ? undefined : (createSignedContinuationCodec({ secret }) as ContinuationCodec<never>));
  return {
    run: async (input) => {
      refuse(input, "moduleLoader", "there are no modules of the caller");
      if (input.sourceType !== undefined && input.sourceType !== "function-body") {
        throw new TypeError(`sourceType: "${input.sourceType}" is not offered by isolate-run-compat.`);
      }
      const limits = limitsOf(options.limits, input.limits);
      const maxWorkers = workersMax ?? Number.POSITIVE_INFINITY;
      if (active >= maxWorkers) throw new RunConcurrencyError(maxWorkers);
      active += 1;
      try {
        return await attempted(input, limits, codec as ContinuationCodec<never> | undefined, continuationAudience);
      } finally {
        active -= 1;
      }
    },
  };
}

/** Runs one program. `RUN_CONTINUATION_SECRET` of the environment is the key of its continuation. */
export function run<OUTPUT = unknown>(input: RunInput<string>): Promise<RunResult<OUTPUT, string>> {
  return createRunner().run<OUTPUT>(input);
}

function refuse(options: object, name: string, why: string): void {
  if ((options as Record<string, unknown>)[name] !== undefined) {
    throw new TypeError(`${name} is not offered by isolate-run-compat: ${why}.`);
  }
}

async function attempted<OUTPUT, TOKEN>(
  input: RunInput<TOKEN>,
  limits: Required<RunLimits>,
  codec: ContinuationCodec<TOKEN> | undefined,
  audience: string,
): Promise<RunResult<OUTPUT, TOKEN>> {
  const { source, abortSignal } = input;
  const bytes = Buffer.byteLength(source);
  if (bytes > limits.maxSourceBytes) throw new RunSourceTooLargeError(bytes, limits.maxSourceBytes);
  if (abortSignal?.aborted === true) throw new RunAbortedError();
  const functions = namedFunctions(input.hostFunctions ?? {});
  const scopeHash = scope(audience, functions, input.continuationContext);
  // `stop` ends the run; `outer` ends what is done before and after it, too.
  const [stop, outer] = [new AbortController(), new AbortController()];
  const abort = (): void => {
    outer.abort(abortSignal?.reason);
    stop.abort();
  };
  abortSignal?.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => outer.abort(new RunTimeoutError(limits.timeoutMs)), limits.timeoutMs);
  try {
    const context = { abortSignal: outer.signal, deadlineMs: Date.now() + limits.timeoutMs };
    const begin = await begun(input, limits, codec, scopeHash, context);
    return await settled<OUTPUT, TOKEN>(begin, { input, limits, codec, functions, stop, context });
  } finally {
    clearTimeout(timer);
    abortSignal?.removeEventListener("abort", abort);
  }
}

interface Given<TOKEN> {
  readonly input: RunInput<TOKEN>;
  readonly limits: Required<RunLimits>;
  readonly codec: ContinuationCodec<TOKEN> | undefined;
  readonly functions: Map<string, HostFunction>;
  readonly stop: AbortController;
  readonly context: ContinuationOperationContext;
}

/** Runs the program from where it is, to its end or to its next interruption. */
async function settled<OUTPUT, TOKEN>(
  { state, resolutions }: Begin,
  { input, limits, codec, functions, stop, context }: Given<TOKEN>,
): Promise<RunResult<OUTPUT, TOKEN>> {
  const { logicalRunId, ledger } = state;
  const attempt = new Attempt({ functions, limits, logicalRunId, ledger, resolutions, stop: () => stop.abort() });
  try {
    const ending = await ended(attempt, state, input, limits, stop.signal);
    if (!attempt.isAtFrontier) {
      throw new RunProtocolError("Continuation diverged: the program did not make all of its calls again.");
    }
    const { interrupted } = attempt;
    if (interrupted.length > 0) {
      const continuation = await kept({ ...state, ledger: attempt.ledger }, limits, codec, context);
      const interruptions = interrupted.map(({ entry }) => ({
        id: entry.interruptionId,
        hostFunctionName: entry.bindingName,
        arguments: decode(entry.inputJson) as unknown[],
        payload: decode(entry.payloadJson),
      }));
      return { status: "interrupted", interruptions, continuation };
    }
    return { status: "completed", value: valueOf(ending, attempt, limits) as OUTPUT };
  } catch (error) {
    attempt.close(error);
    throw error;
  } finally {
    attempt.close(new RunAbortedError());
  }
}

function scope(audience: string, functions: Map<string, HostFunction>, context: unknown): string {
  return createHash("sha256").update(encode([audience, [...functions.keys()].sort(), context])).digest("hex");
}

/** The state that a run begins with, and the resolutions as texts. */
interface Begin {
  readonly state: RunContinuationState;
  readonly resolutions: Map<string, string>;
}

/** Takes the state of a continuation, or makes that of a new run. */
async function begun<TOKEN>(
  input: RunInput<TOKEN>,
  limits: Required<RunLimits>,
  codec: ContinuationCodec<TOKEN> | undefined,
  scopeHash: string,
  context: ContinuationOperationContext,
): Promise<Begin> {
  const resolutions = new Map<string, string>();
  if (input.continuation === undefined) {
    if (input.resolutions !== undefined) throw new RunProtocolError("Resolutions need a continuation.");
    const determinism = { dateNowMs: Date.now(), randomSeed: randomBytes(16).toString("hex") };
    const state: RunContinuationState = {
      version: 1,
      runtime: "isolate-replay-v1",
      serde: "isolate-js-v1",
      source: input.source,
      logicalRunId: randomUUID(),
      scopeHash,
      determinism,
      ledger: [],
    };
    return { state, resolutions };
  }
  const decoder = configured(codec);
  const { state, commit, rollback } = decoder.decodeTransaction
    ? await decoder.decodeTransaction(input.continuation, context)
    : { state: await decoder.decode(input.continuation, context), commit: () => {}, rollback: () => {} };
  try {
    assertState(state);
    if (state.source !== input.source) throw new RunProtocolError("Continuation is of another source.");
    if (state.scopeHash !== scopeHash) {
      throw new RunProtocolError("Continuation is of another audience, other host functions or another continuationContext.");
    }
    const pending = state.ledger.flatMap((entry) => (entry.status === "interrupted" ? [entry.interruptionId] : []));
    for (const { interruptionId, value } of input.resolutions ?? []) {
      if (!pending.includes(interruptionId) || resolutions.has(interruptionId)) {
        throw new RunProtocolError(`Resolution "${interruptionId}" is of no pending interruption: there are ${pending.join(", ")}.`);
      }
      const text = encode(value);
      const [bytes, maxBytes] = [Buffer.byteLength(text), limits.maxHostFunctionOutputBytes];
      if (bytes > maxBytes) {
        throw new RunProtocolError(`Resolution "${interruptionId}" exceeds the ${maxBytes} byte size limit.`, { bytes, maxBytes });
      }
      resolutions.set(interruptionId, text);
    }
    if (resolutions.size === 0) throw new RunProtocolError("A continuation needs a resolution of an interruption.");
  } catch (error) {
    await rollback();
    throw error;
  }
  await commit();
  return { state, resolutions };
}

function configured<TOKEN>(codec: ContinuationCodec<TOKEN> | undefined): ContinuationCodec<TOKEN> {
  if (codec !== undefined) return codec;
  throw new TypeError(
    "Continuation signing is not configured: set RUN_CONTINUATION_SECRET, or give continuationSecret or continuationCodec to createRunner.",
  );
}

async function kept<TOKEN>(
  state: RunContinuationState,
  limits: Required<RunLimits>,
  codec: ContinuationCodec<TOKEN> | undefined,
  context: ContinuationOperationContext,
): Promise<TOKEN> {
  const encoder = configured(codec);
  const [bytes, maxBytes] = [Buffer.byteLength(JSON.stringify(state)), limits.maxContinuationBytes];
  if (bytes > maxBytes) {
    throw new RunProtocolError(`Continuation exceeds the ${maxBytes} byte size limit.`, { bytes, maxBytes });
  }
  return encoder.encode(state, context);
}

/** Runs the program, and tells how it ended. */
async function ended<TOKEN>(
  attempt: Attempt,
  state: RunContinuationState,
  input: RunInput<TOKEN>,
  limits: Required<RunLimits>,
  signal: AbortSignal,
): Promise<Ending> {
  // A step ends with the run at the latest, never before it.
  const options = { timeoutMs: limits.timeoutMs * 2 };
  const functions = new Functions()
    .add("__runHost", "step", (starts: Start[]) => attempt.step(starts), options)
    .add("__runHost", "more", (starts: Start[]) => attempt.more(starts), options)
    .add("__runHost", "end", (ending: Ending) => attempt.end(ending), options);
  const code = `(namespaces) => __run.main(namespaces, __runHost, async () => {\n${input.source}\n})`;
  const workspace = await Workspace.memory();
  let run: Run<Ending>;
  try {
    const handle = (await shared()).start<Ending>(workspace, code, {
      input: Object.keys(input.hostFunctions ?? {}),
      functions,
      signal,
      seed: Number.parseInt(state.determinism.randomSeed.slice(0, 13), 16),
      now: state.determinism.dateNowMs,
      suspension: false,
      suspendAfterMs: false,
      limits: {
        timeoutMs: limits.timeoutMs,
        memoryBytes: limits.memoryLimitBytes,
        // A text takes at most two bytes a character, and what is around it little.
        resultBytes: Math.min(limits.maxResultBytes * 2 + 65_536, 2 ** 31 - 1),
        logBytes: limits.maxConsoleOutputBytes,
      },
    });
    for await (const event of handle.events()) {
      if (event.type === "log") console[(event as unknown as LogEntry).level]((event as unknown as LogEntry).text);
    }
    run = await handle;
  } catch (error) {
    throw error instanceof BusyError ? new RunConcurrencyError(active) : error;
  } finally {
    await workspace.close();
  }
  if (attempt.failure !== undefined) throw attempt.failure;
  if (attempt.ending !== undefined) return attempt.ending;
  if (input.abortSignal?.aborted === true) throw new RunAbortedError();
  if (run.status === "returned" && run.value !== undefined) {
    if (run.isCut) throw tooLarge(limits);
    return run.value;
  }
  return unfinished(run, limits);
}

function tooLarge({ maxResultBytes }: Required<RunLimits>, bytes?: number): RunError {
  const details = { maxBytes: maxResultBytes, ...(bytes === undefined ? {} : { bytes }) };
  const message = `JavaScript runtime result exceeds the ${maxResultBytes} byte size limit.`;
  return new RunError(message, "RUN_SERIALIZATION_ERROR", details);
}

/** The end of a program that did not come to its own end. */
function unfinished(run: Run<Ending>, { timeoutMs }: Required<RunLimits>): Ending {
  const { error } = run;
  if (error === undefined) {
    const message = "the source is not the body of a function: its braces do not match";
    return ["error", encode({ name: "SyntaxError", message } satisfies ErrorForm)];
  }
  const { limit, line, column = 1 } = error;
  if (limit === "wall" || limit === "fuel") throw new RunTimeoutError(timeoutMs);
  const isMemory = limit === "memory" || limit === "hostMemory";
  const name = isMemory ? "InternalError" : error.errorName;
  const message = isMemory ? "out of memory" : error.message;
  const stack = line === undefined ? "" : `    at main.js:${line}:${column}`;
  return ["error", encode({ name, message, stack } satisfies ErrorForm)];
}

/** The text of a program is that of this package, unless the program has taken its place. */
function read(text: string): unknown {
  try {
    return decode(text);
  } catch {
    throw new RunProtocolError("The program ended with a text that is no value.");
  }
}

function valueOf(ending: Ending, attempt: Attempt, limits: Required<RunLimits>): unknown {
  switch (ending[0]) {
    case "value": {
      const bytes = Buffer.byteLength(ending[1]);
      if (bytes > limits.maxResultBytes) throw tooLarge(limits, bytes);
      return read(ending[1]);
    }
    case "detached":
      throw new RunDetachedBridgeRequestError(ending[1], read(ending[2]));
    case "error": {
      const form = read(ending[1]) as Partial<ErrorForm> | null;
      const { name = "Error", message = "", code, details, stack } = form ?? {};
      const isTrusted = code !== undefined && attempt.codes.has(code);
      const error = new RunError(String(message), isTrusted ? code : "RUN_USER_SOURCE_ERROR", details);
      error.name = String(name);
      error.stack = [`${name}: ${message}`, ...frames(String(stack ?? ""))].join("\n");
      throw error;
    }
    default:
      throw new RunProtocolError("The program waits for calls that it has not made.");
  }
}

/** The frames of the source, without those around it: the first line of the program is not its own. */
function frames(stack: string): string[] {
  return stack.split("\n").flatMap((line) => {
    const number = Number(/^\s+at .*main\.js:(\d+)/.exec(line)?.[1] ?? 1);
    return number > 1 ? [line.replace(/main\.js:\d+/, `run.js:${number - 1}`)] : [];
  });
}
