/** Sentences of errors. */
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

import { UsageError } from "./errors.js";

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** What a value is, in an error. */
export function shown(value: unknown): string {
  return inspect(value, { depth: 1, breakLength: Infinity }).slice(0, 100);
}

/** The value, which is of this class. */
export function instance<T>(
  what: string,
  value: unknown,
  // A private constructor has no type.
  kind: { readonly prototype: T },
  takes: string,
): T {
  if (value instanceof (kind as unknown as new () => T)) return value;
  throw new UsageError(`${what} is ${shown(value)}: it takes ${takes}`);
}

/** Refuses what is no signal, and throws the reason of one that is aborted already. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  if (typeof signal?.throwIfAborted !== "function") {
    throw new UsageError(`signal is ${shown(signal)}: it takes an AbortSignal`);
  }
  signal.throwIfAborted();
}

/** Refuses names that do not exist, with the nearest one. */
export function check(what: string, given: object, known: readonly string[]): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new UsageError(`${what}s are an object with ${known.join(", ")}`);
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const near = known.find((one) => distance(one.toLowerCase(), name.toLowerCase()) <= 2);
    const way = near === undefined ? `there are ${known.join(", ")}` : `did you mean "${near}"?`;
    throw new UsageError(`unknown ${what} "${name}": ${way}`);
  }
}

/** Refuses what is no string. */
export function text(what: string, given: unknown): string {
  if (typeof given === "string") return given;
  throw new UsageError(`${what} is ${shown(given)}: it takes a string`);
}

/** The path of a file or folder of this machine. */
export function filePath(what: string, given: unknown): string {
  if (typeof given === "string") return given;
  if (given instanceof URL && given.protocol === "file:") return fileURLToPath(given);
  throw new UsageError(`${what} is ${shown(given)}: it takes a path, or a URL with file:`);
}

/** Options or arguments as JSON, which has no NaN and no infinity: these would become `null`. */
export function json(what: string, given: unknown): string {
  let written: string | undefined;
  try {
    written = JSON.stringify(given, (name, value: unknown) => {
      if (typeof value !== "number" || Number.isFinite(value)) return value;
      throw new UsageError(`${what} cannot be written as JSON: ${name === "" ? "it" : name} is ${value}`);
    });
  } catch (error) {
    // A value that contains itself, or a BigInt.
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${what} cannot be written as JSON: ${error.message}`);
  }
  if (written === undefined) {
    throw new UsageError(`${what} cannot be written as JSON: it is ${shown(given)}`);
  }
  return written;
}
